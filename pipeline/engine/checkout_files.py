"""Reading files of a checkout that nobody trusts. Links lead elsewhere and pipes never end: neither is opened, or read from."""

import errno
import os
import stat

_NEITHER = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class NoSuchText(Exception):
    """Not a regular file, or longer than such a file may be: the message says which."""


def read_regular(path: str, most: int) -> bytes:
    """The content of a regular file of at most ``most`` bytes. `NoSuchText` where it is none, `OSError` where it cannot be read."""
    try:
        handle = os.open(path, os.O_RDONLY | _NEITHER)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise NoSuchText("no regular file") from error
        raise
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise NoSuchText("no regular file")
        text = os.read(handle, most + 1)
    finally:
        os.close(handle)
    if len(text) > most:
        raise NoSuchText("longer than a script may be")
    return text
