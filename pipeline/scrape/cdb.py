"""The card databases of EDOPro and YGOPro on this machine: SQLite files with one row a card, English as installed.

Input: a ``.cdb`` file or a program folder; without one, the usual install folders are looked through. Files are opened read-only
and as immutable, since the game may hold them, and nothing in their schema is run. In a program folder the bundled databases come
first and those of its update repositories after them, row by row: the later one wins.
"""

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import msgspec

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape.cdb_rows import Row, row_card, typed
from pipeline.scrape.identity import keep_apart
from pipeline.scrape.intake import one_line, read_file
from pipeline.scrape.kept import Origin, revision
from pipeline.scrape.source import Loaded, Progress

NAME = "cdb"
# Kinds of cards that are none of this game, by the file that holds them; GOAT entries repeat cards with older texts.
_OTHER_GAMES = ("rush", "skills", "unofficial", "goat", "speed")
_MOST_ROWS = 200_000
_MOST_BYTES = 256 << 20
_NEEDED = {"datas": {"id", "ot", "alias", "type", "atk", "def", "level", "race", "attribute"}, "texts": {"id", "name", "desc"}}


def usual_folders() -> Iterator[Path]:
    """Where EDOPro and YGOPro are installed by default, whether or not something is there."""
    home = Path.home()
    if os.name == "nt":
        yield from (Path("C:/ProjectIgnis"), Path("C:/EDOPro"), Path("C:/ygopro"))
    yield from (Path("/opt/edopro"), Path("/opt/ygopro"), Path("/usr/share/edopro"), Path("/Applications/ProjectIgnis"))
    for name in ("ProjectIgnis", "EDOPro", "edopro", "ygopro", "Games/ProjectIgnis", "Games/EDOPro", "Applications/ProjectIgnis"):
        yield home / name
    yield home / ".local/share/edopro"


def databases(path: Path) -> list[Path]:
    """The databases of a program folder in the order in which they overlay each other; empty where it has none."""
    found: list[Path] = []
    if (path / "cards.cdb").is_file():
        found.append(path / "cards.cdb")
    for below in (path / "expansions", *sorted((path / "repositories").glob("*"))):
        found += sorted(below.glob("*.cdb"))
    if not found:
        found = sorted(path.glob("*.cdb"))  # a checkout of a database repository
    return [file for file in found if not any(word in file.stem.lower() for word in _OTHER_GAMES)]


def load(path: Path | None, *, offline: bool, progress: Progress) -> Loaded:
    """The cards in the database or program folder `path`. Nothing is fetched, so `offline` changes nothing. Raises `InputError`."""
    files = _files(path)
    rows: dict[int, Row] = {}
    origins: list[Origin] = []
    skipped: list[str] = []
    for file in files:
        _, digest = read_file(file, _MOST_BYTES)
        origins.append(Origin(file=_told(file, path), sha256=digest))
        read = _rows(file, skipped)
        progress(f"{NAME}: {len(read):,} rows in {one_line(file)}")
        rows.update(read)
    pictures: dict[int, list[int]] = {}
    main: list[Row] = []
    for number in sorted(rows):
        row = rows[number]
        original = rows.get(row.alias)
        # "Treated as" another card, with a name of its own, is a card; with the same name it is another picture.
        if row.alias and original is not None and original.name == row.name:
            pictures.setdefault(row.alias, []).append(number)
            skipped.append(f"{number}: another picture of {row.alias} {one_line(row.name, 80)!r}")
        else:
            main.append(row)
    cards: list[Card] = []
    for row in main:
        card = row_card(row)
        if isinstance(card, Card):
            cards.append(msgspec.structs.replace(card, script_ids=(row.id, *pictures.get(row.id, ()))))
        else:
            skipped.append(f"{row.id}: {card}")
    kept, doubles = keep_apart(cards)
    if not kept:
        raise InputError(f"{one_line(files[0])}: no card in it" + (f" ({skipped[0]})" if skipped else ""))
    progress(f"{NAME}: {len(kept):,} cards, {len(skipped):,} rows skipped")
    return Loaded(cards=kept, source=NAME, revision=revision(origins), skipped=(*skipped, *doubles), built_from=tuple(origins))


def _files(path: Path | None) -> list[Path]:
    if path is None:
        places = list(usual_folders())
        found = next((files for place in places if (files := databases(place))), [])
        if not found:
            raise InputError(f"{NAME} needs an input: no card database in the usual folders ({', '.join(map(str, places[:4]))} ...)")
        return found
    if path.is_dir():
        if not (found := databases(path)):
            raise InputError(f"{one_line(path)}: no card database (*.cdb) in this folder")
        return found
    return [path]


def _told(file: Path, given: Path | None) -> str:
    """A file by its way from the folder that was given."""
    return file.relative_to(given).as_posix() if given is not None and given != file else file.name


def _rows(file: Path, skipped: list[str]) -> dict[int, Row]:
    """Every row of one database. Raises `InputError`."""
    where = one_line(file)
    try:
        connection = sqlite3.connect(f"file:{quote(str(file.resolve()))}?mode=ro&immutable=1", uri=True)
    except sqlite3.Error as error:
        raise InputError(f"{where}: cannot be opened ({one_line(error)})") from error
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 1 << 20)
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        for table, needed in _NEEDED.items():
            kind = connection.execute("SELECT type FROM sqlite_master WHERE name = ?", (table,)).fetchone()
            has = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
            if kind != ("table",) or not needed <= has:
                raise InputError(f"{where}: not a card database ({table} is missing or has another layout)")
        query = (
            "SELECT d.id, d.ot, d.alias, d.type, d.atk, d.def, d.level, d.race, d.attribute, t.name, t.desc "
            f"FROM datas d JOIN texts t ON t.id = d.id LIMIT {_MOST_ROWS + 1}"
        )
        found = connection.execute(query).fetchall()
    except (sqlite3.Error, OverflowError, UnicodeError) as error:
        raise InputError(f"{where}: not a card database ({one_line(error)})") from error
    finally:
        connection.close()
    if len(found) > _MOST_ROWS:
        raise InputError(f"{where}: more than {_MOST_ROWS:,} rows")
    rows: dict[int, Row] = {}
    for values in found:
        row = typed(values)
        if row is None:
            skipped.append(f"{where}, row {one_line(values[0], 20)}: a field of another kind than documented")
        else:
            rows[row.id] = row
    return rows
