"""The one error that a user may cause: input that cannot be used, or output that cannot be written."""


class InputError(Exception):
    """Bad input or an unusable place for output. Its message is one line for the user; the command ends with exit code 2."""
