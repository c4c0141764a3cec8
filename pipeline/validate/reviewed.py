"""A reviewer's answers to the report of uncertain effects, made into rulings data (see ``data/rulings/README.md``).

An answer needs a public source and a reason. Its guard is what the effect says today, so the entry falls silent when the card gets another text.
An answer for a group is written down for each effect of the group: one entry a card, with the same source.
"""

import csv
import datetime
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import yaml

from pipeline.classify.ruling import Expect, ExpectedAction, ExpectedEvent, Pointer, Ruling, Statement, leading
from pipeline.classify.rulings import Rulings
from pipeline.errors import InputError
from pipeline.records import Effect, Row
from pipeline.scrape.intake import one_line, read_file
from pipeline.validate.uncertain import Open, Report
from pipeline.windows import CURRENT, Ruleset

_NEEDED = ("effect_id", "answer", "windows", "mode", "ruleset", "authority", "source", "reason", "scope")
_MOST_BYTES = 32 << 20
_VERDICTS = {"yes": "yes", "no": "no", "not_activated": "not_activated", "not activated": "not_activated"}
_SCOPES = {"": False, "effect": False, "group": True}


def reviewed(answers: Path, report: Report, known: Rulings) -> tuple[Ruling, ...]:
    """The rulings that a filled-in table asks for, numbered behind the known ones. `InputError` with the line where one cannot be one."""
    by_id = {one.effect_id: (one, group.effects) for group in report.groups for one in group.effects}
    number = max((int(ruling.id[4:]) for ruling in known.entries), default=0)
    found: dict[str, Ruling] = {}
    for line, row in _rows(answers):
        where = f"{one_line(answers)}, line {line}"
        if row["effect_id"] not in by_id:
            raise InputError(f"{where}: {one_line(row['effect_id'], 60)!r} is no uncertain effect of this dataset (an answer for another build?)")
        one, group = by_id[row["effect_id"]]
        if row["scope"] not in _SCOPES:
            raise InputError(f"{where}: scope {one_line(row['scope'], 40)!r}: effect or group is expected")
        statement = _statement(row, where, report.ruleset)
        for each in group if _SCOPES[row["scope"]] else (one,):
            if each.effect_id in found:
                raise InputError(f"{where}: {each.effect_id} has an answer already; one answer an effect")
            number += 1
            found[each.effect_id] = _ruling(each, statement, number, known, where)
    if not found:
        raise InputError(f"{one_line(answers)}: no line has an answer (the columns from `answer` on are for the reviewer)")
    return tuple(found.values())


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The lines with an answer, cells without blanks around them."""
    data, _ = read_file(path, _MOST_BYTES)
    try:
        reader = csv.DictReader(io.StringIO(bytes(data).decode("utf-8-sig"), newline=""), strict=True)
        missing = [name for name in _NEEDED if name not in (reader.fieldnames or ())]
        if missing:
            raise InputError(f"{one_line(path)}: no column {missing[0]}: the table that `uncertain --out` writes is expected")
        for row in reader:
            cells = {name: (value or "").strip() for name, value in row.items() if isinstance(name, str) and not isinstance(value, list)}
            if cells["answer"]:
                yield reader.line_num, cells
    except (csv.Error, UnicodeError) as error:
        raise InputError(f"{one_line(path)}: not CSV in UTF-8 ({one_line(error)})") from error


def _statement(row: dict[str, str], where: str, ruleset: Ruleset) -> Statement:
    verdict = _VERDICTS.get(row["answer"].lower())
    if verdict is None:
        raise InputError(f"{where}: answer {one_line(row['answer'], 40)!r}: yes, no or not_activated is expected")
    if not row["source"]:
        raise InputError(f"{where}: an answer needs its public source (an address)")
    if not row["reason"]:
        raise InputError(f"{where}: an answer needs a reason, one sentence for a player")
    rulesets = tuple(filter(None, row["ruleset"].split("|"))) or (ruleset,)
    if not set(rulesets) <= CURRENT:
        raise InputError(f"{where}: ruleset {one_line(row['ruleset'], 40)!r}: tcg, ocg or tcg|ocg is expected")
    content = {
        "rulesets": rulesets, "eligible": verdict, "authority": row["authority"], "source": row["source"], "reason": row["reason"],
        "windows": [one.strip() for one in row["windows"].split("|") if one.strip()], "mode": row["mode"] or None,
        "condition": row.get("condition") or None,
    }  # fmt: skip
    if row.get("date"):
        content["date"] = row["date"]
    try:
        return msgspec.convert(content, Statement)
    except msgspec.ValidationError as error:
        raise InputError(f"{where}: {one_line(error)}") from error


def _ruling(one: Open, statement: Statement, number: int, known: Rulings, where: str) -> Ruling:
    passcode = one.card.passcode
    if passcode is None:
        raise InputError(f"{where}: {one_line(one.card.name, 60)} has no passcode, by which rulings name cards")
    row = next(row for row in one.rows if row.effect_id == one.effect_id)
    pointer = Pointer(
        part=row.effect.part,
        number=row.en.number if row.en is not None else None,
        ja_no=row.ja.printed_no if row.ja is not None else None,
        bullet=row.bullet,
    )
    ruling = Ruling(f"RUL-{number:04}", " ".join(one.card.name.split()), passcode, pointer, _guard(one, row, statement), (statement,))
    for ruleset in statement.rulesets:
        if len(ruling.rows(one.card, one.rows, ruleset)) != 1:
            raise InputError(f"{where}: what {one.effect_id} says cannot be told from another effect of its card: write this ruling by hand")
        if any(other.rows(one.card, one.rows, ruleset) == (row,) for other in known.by_passcode.get(passcode, ())):
            raise InputError(f"{where}: {one.effect_id} has a ruling already")
    return msgspec.convert(msgspec.to_builtins(ruling), Ruling)


def _guard(one: Open, row: Row, statement: Statement) -> Expect:
    """What the effect says, in all the languages that the guard will be asked of."""
    readings = [leading(one.card, row, ruleset) for ruleset in statement.rulesets]
    effect = readings[0]
    condition = effect.condition
    event = condition.events[0] if condition.events else None
    try:
        return Expect(
            kind=effect.kind if len({some.kind for some in readings}) == 1 else tuple(sorted({some.kind for some in readings})),
            first=effect.actions[0].what if effect.actions and _same(readings) else None,
            actions=tuple(ExpectedAction(some.what, some.link) for some in effect.actions[1:3]) if len(readings) == 1 else (),
            cost=tuple(dict.fromkeys(some.what for some in effect.cost)) if len(readings) == 1 else (),
            event=ExpectedEvent(event.what, event.subject, event.cause) if event is not None and len(readings) == 1 else None,
            answers=condition.responds_to if len(readings) == 1 else (),
            mark=condition.mark,
            names=condition.window.keys(),  # type: ignore[arg-type]
            names_step=condition.names_step,
            phases=condition.phases,
        )
    except ValueError as error:
        raise InputError(f"{one.effect_id}: its reading has nothing that a ruling could be tied to: write this ruling by hand") from error


def _same(readings: Sequence[Effect]) -> bool:
    return len({some.actions[0].what if some.actions else None for some in readings}) == 1


class _Quoted(str):
    """A word that YAML shall not read as a number or a truth value."""


class _Dumper(yaml.SafeDumper):
    pass


_Dumper.add_representer(_Quoted, lambda dumper, word: dumper.represent_scalar("tag:yaml.org,2002:str", str(word), style='"'))
_Dumper.add_representer(datetime.date, lambda dumper, day: dumper.represent_scalar("tag:yaml.org,2002:timestamp", day.isoformat()))


def rulings_yaml(rulings: Sequence[Ruling]) -> str:
    """The entries as a file for ``data/rulings``."""
    entries = [_plain(msgspec.to_builtins(ruling, builtin_types=(datetime.date,))) for ruling in rulings]
    return yaml.dump(entries, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=140)


def _plain(entry: dict[str, object]) -> dict[str, object]:
    """An entry without what is empty, its passcode and verdicts quoted."""

    def lean(value: object) -> object:
        if isinstance(value, dict):
            # A number 0 stays: it is the bare activation.
            return {key: lean(one) for key, one in value.items() if not (one is None or one is False or one == [] or one == ())}
        return [lean(one) for one in value] if isinstance(value, list | tuple) else value

    found = lean(entry)
    assert isinstance(found, dict)
    found["passcode"] = _Quoted(found["passcode"])
    for statement in found["rulings"]:
        statement["eligible"] = _Quoted(statement["eligible"])
    return found
