"""How a session behaves towards a server: who it says it is, how often it asks, and how much it takes in."""

import os
from importlib import metadata

import msgspec

from pipeline.errors import InputError

PROJECT = "damage-step-pipeline"
CONTACT = "DAMAGE_STEP_CONTACT"  # environment variable: how an operator reaches whoever runs this copy
_NO_CONTACT = "no fixed contact, each copy is run by its user"
_LONGEST = 120  # characters of a contact


class Manners(msgspec.Struct, frozen=True):
    """Limits of a session; times in seconds, sizes in bytes."""

    interval: float = 1.0  # least time between two requests to one host
    connect: float = 10.0
    read: float = 60.0  # longest silence of the server
    whole: float = 600.0  # longest time for one answer, from the first connection to the last byte
    tries: int = 5
    looks: int = 2  # how often an answer that cannot be right is asked for before it is believed
    longest_wait: float = 120.0  # what a server may ask for in Retry-After; more ends the attempt
    redirects: int = 3
    most: int = 256 << 20  # one body, unpacked
    most_packed: int = 64 << 20  # one body, as it travels


def user_agent() -> str:
    """Name and version of the project and how to reach its user. Some hosts refuse every client with the language's name in it.

    Raises `InputError` for a contact that no header can carry.
    """
    try:
        version = metadata.version(PROJECT)
    except metadata.PackageNotFoundError:
        version = "0"
    contact = os.environ.get(CONTACT, "").strip() or _NO_CONTACT
    if len(contact) > _LONGEST or not contact.isascii() or not contact.isprintable() or "python" in contact.lower():
        raise InputError(f'{CONTACT}: at most {_LONGEST} printable ASCII characters, without "python", which some hosts refuse')
    return f"{PROJECT}/{version} (collects card texts; {contact})"
