"""The commands of ``python -m pipeline``: each module offers ``add_arguments`` and ``run``."""
