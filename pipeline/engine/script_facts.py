"""What a simulator's script registers, effect by effect: numbers, flags and places, no code. Read from and written to Parquet.

Numbers are those of the simulators' own interface (``constant.lua`` of either), as the core keeps them after its setters
(`EFFECT_TYPE_*`, `EVENT_*`, `EFFECT_FLAG_*`, `CATEGORY_*`, `LOCATION_*`, `TIMING_*`).
"""

import json
import re
from collections.abc import Collection
from pathlib import Path
from typing import Literal, get_args

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pipeline.errors import InputError

EngineName = Literal["edopro", "ygopro"]
ENGINES: tuple[EngineName, ...] = ("edopro", "ygopro")
Place = Literal["card", "duel", "granted"]
# The states in which a condition was asked, in the order of the letters of `ScriptEffect.condition`.
# Of events that a battle or an effect may cause (destroyed, sent, damage), the condition has two letters more.
STATES = ("start", "before_calc", "during_calc", "after_calc", "end", "main_phase", "battle_step", "by_battle", "by_effect")
_FORMAT = 2


class ScriptEffect(msgspec.Struct, frozen=True, gc=False):
    """One effect as a script registers it.

    ``condition``, ``cost`` and ``target`` are the answers of these functions in each of `STATES`, a letter each: ``T`` can be true, ``F``
    never, ``U`` unknown, ``N`` unknown too, but the function never looked at the phase; empty where there is no such function, or the
    effect is never activated. ``line`` is where the effect is made and ``registered_line`` where it is registered (0: not by the
    script's own code), counted from 1 in the script's file.
    """

    script: int  # the number in the script's name
    order: int  # by registration, from 1
    place: Place  # registered on the card, on the duel, or handed to others by an effect that grants
    type: int  # EFFECT_TYPE_* as the core completes it
    code: int  # EVENT_* of what is activated, EFFECT_* of what applies
    flags: int
    flags2: int
    category: int
    range: int
    own_range: int  # what SetTargetRange names, own side and the other's
    other_range: int
    hint: int  # TIMING_*, a matter of the interface only
    hint_other: int
    description: int  # a string of another card or of the system; 0 for none and for an own one
    string_no: int | None  # the number of the card's own string
    count: int  # how often it may be used, 0 without limit
    count_code: int  # EDOPro: the number that shares the limit; YGOPro: with EFFECT_COUNT_CODE_* above it
    count_flag: int
    value: int | None  # where SetValue was given a whole number
    parts: int  # 1 condition, 2 cost, 4 target, 8 operation
    clone_of: int  # the order of the effect it was cloned from, 0 for none
    line: int
    registered_line: int
    name: str  # of the local variable, empty where there is none
    condition: str
    cost: str
    target: str

    @property
    def has_condition(self) -> bool:
        return bool(self.parts & 1)

    @property
    def has_cost(self) -> bool:
        return bool(self.parts & 2)

    @property
    def has_target(self) -> bool:
        return bool(self.parts & 4)

    @property
    def has_operation(self) -> bool:
        return bool(self.parts & 8)


class Facts(msgspec.Struct, frozen=True):
    """All that one engine's scripts register. ``scripts`` are the numbers read, ``failed`` those that could not be, with the reason's kind."""

    engine: EngineName
    revision: str
    folder: str  # where the scripts lie below the checkout: "official/", or empty
    sha256: str  # of the scripts' and helper files' names and contents
    scripts: frozenset[int]
    failed: dict[int, str]
    effects: tuple[ScriptEffect, ...]

    def path_of(self, script: int) -> str:
        """The script's path within the checkout, for reports that point at its file."""
        return f"{self.folder}c{script}.lua"

    def by_script(self) -> dict[int, tuple[ScriptEffect, ...]]:
        """Effects of each script in the order of registration; scripts without any map to an empty tuple."""
        found: dict[int, list[ScriptEffect]] = {script: [] for script in sorted(self.scripts)}
        for effect in self.effects:
            found[effect.script].append(effect)
        return {script: tuple(effects) for script, effects in found.items()}


_FIELDS = ScriptEffect.__struct_fields__
_WORDS = ("place", "name", "condition", "cost", "target")
_TYPES = {"script": pa.int32(), "order": pa.int16(), "clone_of": pa.int16(), "line": pa.int32(), "registered_line": pa.int32(), "parts": pa.int16(),
          "count": pa.int16(), "count_flag": pa.int16()} | dict.fromkeys(_WORDS, pa.string())  # fmt: skip
_SCHEMA = pa.schema([pa.field(field, _TYPES.get(field, pa.int64()), nullable=field in {"string_no", "value"}) for field in _FIELDS])
# Rising numbers are packed as differences, all others as indices into what occurs.
_RISING = ("script", "line")
_LETTERS = frozenset("TFUN")
_FOLDER = re.compile(r"(?:[A-Za-z0-9_-]+/)?")  # goes into the paths of reports
_REVISION = re.compile(r"[A-Za-z0-9]{0,64}")
# How many letters the answers of a function may have: none, one for each state, and the two causes that only a condition has.
_ANSWERS = {"condition": (0, len(STATES) - 2, len(STATES)), "cost": (0, len(STATES) - 2), "target": (0, len(STATES) - 2)}


def write_facts(facts: Facts, path: Path) -> None:
    """Write the facts as Parquet (zstd, pages with checksums); the same facts give the same bytes. `OSError` where that fails."""
    rows = sorted(facts.effects, key=lambda effect: (effect.script, effect.order))
    columns = {field: [getattr(effect, field) for effect in rows] for field in _FIELDS}
    about = {
        "format": _FORMAT,
        "engine": facts.engine,
        "revision": facts.revision,
        "folder": facts.folder,
        "sha256": facts.sha256,
        "without_effects": sorted(facts.scripts - {effect.script for effect in rows}),
        "failed": {str(script): facts.failed[script] for script in sorted(facts.failed)},
    }
    schema = _SCHEMA.with_metadata({"damage_step": json.dumps(about, sort_keys=True, separators=(",", ":"))})
    table = pa.table([pa.array(columns[field], _SCHEMA.field(field).type) for field in _FIELDS], schema=schema)
    part = path.with_name(path.name + ".part")
    pq.write_table(
        table,
        part,
        compression="zstd",
        compression_level=19,
        use_dictionary=[field for field in _FIELDS if field not in _RISING],
        column_encoding=dict.fromkeys(_RISING, "DELTA_BINARY_PACKED"),
        write_statistics=False,
        write_page_checksum=True,
    )
    part.replace(path)


def read_facts(path: Path, only: Collection[int] | None = None) -> Facts:
    """Read facts written by `write_facts`; `InputError` where the file is none of these, or is damaged.

    With ``only``, the effects of these scripts alone: one card is looked up in a tenth of the time. ``scripts`` then lacks the others too.
    """
    try:
        table = pq.read_table(path, page_checksum_verification=True)
        about = json.loads((table.schema.metadata or {})[b"damage_step"])
        if about["format"] != _FORMAT or not table.schema.equals(_SCHEMA):
            raise InputError(f"{path}: facts of another version; build them anew with the command scripts")
        if problem := _problem(table):
            raise InputError(f"{path}: no facts of an engine's scripts ({problem})")
        if only is not None:
            table = table.filter(pc.is_in(table["script"], pa.array([one for one in only if abs(one) < 1 << 31], pa.int32())))
        columns = {field: table[field].to_pylist() for field in _FIELDS}
        effects = tuple(ScriptEffect(*row) for row in zip(*columns.values(), strict=True))
        scripts = frozenset(about["without_effects"]).union(effect.script for effect in effects)
        if only is not None:
            scripts &= frozenset(only)
        head = {field: about[field] for field in ("engine", "revision", "folder", "sha256")}
        # Columns have the types of the schema; what stands in the metadata is checked here.
        checked = msgspec.convert({**head, "scripts": list(scripts), "failed": about["failed"], "effects": ()}, Facts, strict=False)
    except FileNotFoundError as error:
        raise InputError(f"{path}: No such file or directory") from error
    except OSError as error:
        # Arrow's word for pages that do not unpack, or whose checksum is another one.
        raise InputError(f"{path}: damaged, or not readable; the command scripts builds facts anew") from error
    except (pa.ArrowException, KeyError, TypeError, ValueError, msgspec.ValidationError) as error:
        raise InputError(f"{path}: no facts of an engine's scripts ({type(error).__name__})") from error
    if not _FOLDER.fullmatch(checked.folder) or not _REVISION.fullmatch(checked.revision):
        raise InputError(f"{path}: no facts of an engine's scripts (a folder or revision that is none)")
    return msgspec.structs.replace(checked, effects=effects)


def _problem(table: pa.Table) -> str | None:
    """What no run of scripts can have written, though it has the right types; null where there is nothing of the kind."""
    if set(table["place"].unique().to_pylist()) - set(get_args(Place)):
        return "a place that is none"
    for field, lengths in _ANSWERS.items():
        if any(len(word) not in lengths or set(word) - _LETTERS for word in table[field].unique().to_pylist()):
            return f"answers of a {field} that are none"
    numbers = list(zip(table["script"].to_pylist(), table["order"].to_pylist(), strict=True))
    if any(script < 1 or order < 1 for script, order in numbers) or len(set(numbers)) < len(numbers):
        return "effects that are counted twice or have no number"
    return None
