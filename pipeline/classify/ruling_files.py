"""Reads a folder of rulings (``*.yml``) into typed entries, strictly: nothing unknown, doubled, oversized or executable gets in."""

from pathlib import Path

import msgspec

from pipeline.classify.ruling import Ruling
from pipeline.errors import InputError
from pipeline.resources import data_folder
from pipeline.safe_yaml import cause, load_yaml, one_line

FOLDER = data_folder("rulings")


def read_rulings(folder: Path) -> tuple[Ruling, ...]:
    """All entries of the folder, in the order of their ids. Raises `InputError` naming the file and the entry that is wrong."""
    where: dict[str, str] = {}
    targets: dict[object, str] = {}
    found: list[Ruling] = []
    for file in _files(folder):
        for ruling in _entries(file):
            label = f"{one_line(file)}: {ruling.id}"
            if ruling.id in where:
                raise InputError(f"{label}: this id is also in {where[ruling.id]}")
            where[ruling.id] = one_line(file)
            target = (ruling.passcode, ruling.effect)
            if target in targets:
                raise InputError(f"{label}: {one_line(ruling.card)} has a ruling for this effect already ({targets[target]})")
            targets[target] = ruling.id
            found.append(ruling)
    return tuple(sorted(found, key=lambda ruling: ruling.id))


def _files(folder: Path) -> list[Path]:
    try:
        inside = sorted(folder.iterdir())
    except (OSError, ValueError) as error:
        raise InputError(f"{one_line(folder)}: not a folder of rulings that can be read ({cause(error)})") from error
    for path in inside:
        if path.suffix in (".yaml", ".YML", ".YAML"):
            raise InputError(f"{one_line(path)}: rulings are read from *.yml alone; give the file that ending")
    return [path for path in inside if path.suffix == ".yml"]


def _entries(file: Path) -> list[Ruling]:
    where = one_line(file)
    found = load_yaml(file)
    if not isinstance(found, list):
        raise InputError(f"{where}: a file of rulings is a list of entries")
    entries = []
    for number, raw in enumerate(found, 1):
        name = raw.get("id") if isinstance(raw, dict) else None
        try:
            entries.append(msgspec.convert(raw, Ruling))
        except msgspec.ValidationError as error:
            raise InputError(f"{where}: {one_line(name) if isinstance(name, str) else f'entry {number}'}: {one_line(error)}") from error
    return entries
