"""History as a test: had a script still been as it was before a correction, would the comparison have flagged it, and is it quiet now?

Each correction is put back into the facts of today: the flags of the Damage Step, the event, the type and the phase condition that it
changed. Matching and comparison then run as they always do. A correction whose effect cannot be found among the facts counts as missed.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from pipeline.engine import core_numbers as number
from pipeline.engine.script_facts import EngineName, Facts, ScriptEffect
from pipeline.scrape.intake import read_file
from pipeline.validate.json_lines import json_lines
from pipeline.validate.script_verdicts import Comparison, compare_card
from pipeline.validate.text_effects import TextCard

_SOURCES: dict[str, EngineName] = {"ProjectIgnis/CardScripts": "edopro", "Fluorohydride/ygopro-scripts": "ygopro"}
_FLAGS = {"DAMAGE_STEP": number.DAMAGE_STEP, "DAMAGE_CAL": number.DAMAGE_CAL}
_TYPES = {
    "SINGLE": number.SINGLE, "FIELD": number.FIELD, "ACTIVATE": number.ACTIVATE, "FLIP": number.FLIP, "IGNITION": number.IGNITION,
    "TRIGGER_O": number.TRIGGER_O, "QUICK_O": number.QUICK_O, "TRIGGER_F": number.TRIGGER_F, "QUICK_F": number.QUICK_F,
    "XMATERIAL": number.XMATERIAL, "EQUIP": 0x4,
}  # fmt: skip
_ACTING = number.ACTIVATE | number.FLIP | number.IGNITION | number.TRIGGER_O | number.QUICK_O | number.TRIGGER_F | number.QUICK_F
_KINDS = {"activate": number.ACTIVATE, "quick": number.QUICK_O | number.QUICK_F, "trigger_o": number.TRIGGER_O, "trigger_f": number.TRIGGER_F}
_LOCATIONS = {
    "LOCATION_HAND": 0x2, "LOCATION_MZONE": 0x4, "LOCATION_SZONE": 0x8, "LOCATION_GRAVE": 0x10, "LOCATION_REMOVED": 0x20, "LOCATION_EXTRA": 0x40,
    "LOCATION_FZONE": 0x100, "LOCATION_PZONE": 0x200, "LOCATION_ONFIELD": 0xC,
}  # fmt: skip
_EVENTS = {
    "FLIP": 1001, "FREE_CHAIN": 1002, "DESTROY": 1010, "REMOVE": 1011, "TO_HAND": 1012, "TO_DECK": 1013, "TO_GRAVE": 1014, "LEAVE_FIELD": 1015,
    "CHANGE_POS": 1016, "RELEASE": 1017, "DISCARD": 1018, "LEAVE_FIELD_P": 1019, "CHAIN_SOLVING": 1020, "CHAIN_ACTIVATING": 1021,
    "CHAIN_SOLVED": 1022, "CHAIN_NEGATED": 1024, "CHAIN_DISABLED": 1025, "CHAIN_END": 1026, "CHAINING": 1027, "BECOME_TARGET": 1028,
    "DESTROYED": 1029, "MOVE": 1030, "SUMMON_SUCCESS": 1100, "FLIP_SUMMON_SUCCESS": 1101, "SPSUMMON_SUCCESS": 1102, "SUMMON": 1103,
    "FLIP_SUMMON": 1104, "SPSUMMON": 1105, "MSET": 1106, "SSET": 1107, "BE_MATERIAL": 1108, "DRAW": 1110, "DAMAGE": 1111, "RECOVER": 1112,
    "CONTROL_CHANGED": 1120, "EQUIP": 1121, "ATTACK_ANNOUNCE": 1130, "BE_BATTLE_TARGET": 1131, "BATTLE_START": 1132, "BATTLE_CONFIRM": 1133,
    "PRE_DAMAGE_CALCULATE": 1134, "DAMAGE_CALCULATING": 1135, "PRE_BATTLE_DAMAGE": 1136, "BATTLE_END": 1137, "BATTLED": 1138,
    "BATTLE_DESTROYING": 1139, "BATTLE_DESTROYED": 1140, "DAMAGE_STEP_END": 1141, "ATTACK_DISABLED": 1142, "BATTLE_DAMAGE": 1143,
    "DETACH_MATERIAL": 1202,
}  # fmt: skip
PhaseTest = Literal["none", "pre_calc", "no_step", "step_only"]
Outcome = Literal[
    "flagged", "missed", "no script", "no such effect", "not in the dataset", "not aligned", "tag uncertain", "not comparable", "same windows"
]


class State(msgspec.Struct, frozen=True):
    """An effect of a script as far as corrections tell of it."""

    flags: tuple[str, ...]
    code: str
    type: str
    condition: str


class Fix(msgspec.Struct, frozen=True, kw_only=True):
    """One correction of a script (a line of the file)."""

    source: str
    passcode: str
    effect_var: str | None
    effect_kind: str
    change: str
    before: State
    after: State
    range: str | None = None
    name: str | None = None
    commit: str | None = None
    still_true_at_HEAD: bool | None = None


class Replayed(msgspec.Struct, frozen=True):
    """One correction and what became of it. ``quiet``: null where the corrected state could not be compared."""

    fix: Fix
    engine: EngineName
    outcome: Outcome
    quiet: bool | None
    before: Comparison | None = None
    now: Comparison | None = None
    rule: str | None = None


def read_fixes(path: Path) -> list[Fix]:
    """The corrections in a file, plain or gzip. `InputError` where a line is none."""
    data, _ = read_file(path)
    return list(json_lines(data, Fix, path))


def backtest(fixes: Iterable[Fix], cards: Sequence[TextCard], engines: Sequence[Facts]) -> list[Replayed]:
    """Every correction of the engines at hand, in the order of the file; those of other engines are left out."""
    by_engine = {facts.engine: (facts, facts.by_script()) for facts in engines}
    by_number = {script: card for card in reversed(cards) for script in card.script_ids}
    found = []
    for fix in fixes:
        engine = _SOURCES.get(fix.source)
        if engine in by_engine:
            facts, by_script = by_engine[engine]
            found.append(_tested(fix, facts, by_script, by_number))
    return found


def _tested(fix: Fix, facts: Facts, by_script: Mapping[int, Sequence[ScriptEffect]], cards: Mapping[int, TextCard]) -> Replayed:
    script = int(fix.passcode) if fix.passcode.isdecimal() else 0
    card = cards.get(script)
    if card is not None and script not in by_script:
        script = next((one for one in card.script_ids if one in by_script), script)
    if script not in by_script:
        return Replayed(fix, facts.engine, "no script", None)
    if card is None:
        return Replayed(fix, facts.engine, "not in the dataset", None)
    effects = by_script[script]
    effect = _meant(fix, effects)
    if effect is None:
        return Replayed(fix, facts.engine, "no such effect", None)
    moved = fix.before.condition != fix.after.condition
    corrected = set_to(effect, fix.after, moved) if fix.still_true_at_HEAD is False else effect
    before = _compared(card, facts, script, effects, set_to(effect, fix.before, moved))
    now = _compared(card, facts, script, effects, corrected)
    rule = next((text.rule for text in card.effects if before is not None and text.effect_id in before.peers), None)
    return Replayed(fix, facts.engine, _outcome(before, now), None if now is None else not now.differs, before, now, rule)


def _outcome(before: Comparison | None, now: Comparison | None) -> Outcome:
    if before is None:
        return "not aligned"
    if before.differs:
        return "flagged"
    if before.verdict == "not_comparable":
        return "tag uncertain" if before.because == "tag_uncertain" else "not comparable"
    return "same windows" if now is not None and now.windows == before.windows else "missed"


def _meant(fix: Fix, effects: Sequence[ScriptEffect]) -> ScriptEffect | None:
    """The effect that was corrected: by variable, kind, range and what it has become; null where none has the kind."""
    kind, area = _KINDS.get(fix.effect_kind, _ACTING), _location(fix.range)
    after = _code(fix.after.code)

    def likeness(effect: ScriptEffect) -> tuple[int, int]:
        flags = sum(bit for word, bit in _FLAGS.items() if word in fix.after.flags)
        points = 4 * (effect.name == fix.effect_var) + 2 * (area == 0 or effect.range & area == area)
        points += 3 * (_same_code(effect.code, after)) + 2 * (effect.flags & (number.DAMAGE_STEP | number.DAMAGE_CAL) == flags)
        return points, -effect.order

    fitting = [effect for effect in effects if effect.type & kind and not effect.type & number.CONTINUOUS]
    best = max(fitting, key=likeness, default=None)
    return best if best is not None and likeness(best)[0] >= 4 else None


def _location(words: str | None) -> int:
    found = 0
    for word in (words or "").split("+"):
        found |= _LOCATIONS.get(word, 0)
    return found


def _code(words: str) -> int | None:
    base = words.removeprefix("EVENT_")
    if base.startswith("CUSTOM"):
        return number.EVENT_CUSTOM
    return _EVENTS.get(base)


def _same_code(code: int, wanted: int | None) -> bool:
    return code >= number.EVENT_CUSTOM if wanted == number.EVENT_CUSTOM else code == wanted


def set_to(effect: ScriptEffect, state: State, phases: bool) -> ScriptEffect:
    """The effect with the flags, event, type and (where ``phases``) phase condition of a state; everything else stays."""
    flags = effect.flags & ~(number.DAMAGE_STEP | number.DAMAGE_CAL)
    for word in state.flags:
        flags |= _FLAGS.get(word, 0)
    kind = sum(_TYPES.get(word, 0) for word in state.type.split("+"))
    kind = (kind | effect.type & ~(_ACTING | number.SINGLE | number.FIELD)) if kind & _ACTING else effect.type
    if kind & (number.ACTIVATE | number.QUICK_O | number.QUICK_F | number.IGNITION):
        # As the core completes these types.
        kind |= effect.type & (number.FIELD | number.SINGLE)
    code = _code(state.code)
    keeps = code is None or _same_code(effect.code, code)
    return msgspec.structs.replace(
        effect,
        flags=flags,
        type=kind,
        code=effect.code if keeps or code is None else code,
        condition=_with_phases(effect.condition, state.condition) if phases else effect.condition,
        cost=_with_phases(effect.cost, "none") if phases and state.condition == "none" else effect.cost,
        target=_with_phases(effect.target, "none") if phases and state.condition == "none" else effect.target,
    )


def _with_phases(answers: str, test: str) -> str:
    """The answers of a function if its test of the phase were this one. The letters stand for `STATES` (see `script_facts`)."""
    if test == "none" and not answers:
        return ""
    letters = list(answers or "T" * 7)
    outside, inside = letters[5], letters[1]
    free = outside if outside != "F" else inside if inside != "F" else letters[0]
    if test == "none":
        # What closed a window was the phase alone, where the function agrees somewhere.
        opened = free if "F" in (letters[1], letters[3]) or letters[5] == "F" else inside
        letters[:5] = [opened] * 5
    elif test == "pre_calc":
        letters[:5] = [free, free, free, "F", "F"]
    elif test == "no_step":
        letters[:5] = ["F"] * 5
    elif test == "step_only":
        letters[:6] = [free] * 5 + ["F"]
    return "".join(letters)


def _compared(card: TextCard, facts: Facts, script: int, effects: Sequence[ScriptEffect], changed: ScriptEffect) -> Comparison | None:
    """The comparison in which the changed effect takes part; null where no effect of the text is matched with it."""
    state = tuple(changed if effect.order == changed.order else effect for effect in effects)
    rows = compare_card(card, facts, {script: state})
    beside = [one for one in rows.values() if changed in one.effects]
    exact = [one for one in beside if one.level == "effect"]
    return next(iter(exact or beside), None)
