"""Invented cards as a dataset, and invented facts of scripts to hold beside them. No real card, no code."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from pipeline.engine import core_numbers as number
from pipeline.engine.script_facts import EngineName, Facts, ScriptEffect
from pipeline.publish import Provenance, build_tables, write
from pipeline.records import Action, Card, Condition, Effect, Event, Row, Tag
from pipeline.validate.text_effects import TextCard, read_text_cards
from pipeline.windows import UNTIL_CALC, Window
from tests.validate.judged_cards import row, tag

QUICK = number.QUICK_O | number.FIELD | number.ACTIONS
FIELD_TRIGGER = number.TRIGGER_O | number.FIELD | number.ACTIONS
OWN_TRIGGER = number.TRIGGER_O | number.SINGLE | number.ACTIONS
ACTIVATION = number.ACTIVATE | number.FIELD | number.ACTIONS
IGNITION = number.IGNITION | number.FIELD | number.ACTIONS
STEP, CAL, DELAY, TARGETS = number.DAMAGE_STEP, number.DAMAGE_CAL, 0x10000, 0x10
MZONE, SZONE, GRAVE = 0x4, 0x8, 0x10
BEFORE_CALC_ONLY = "TTTFFTT"
# A name that tries to leave an annotation and to begin another.
HOSTILE = "Bent% Rail\r\n::error file=x,line=1::gone\x1b[31m"


def script_effect(script: int, order: int, kind: int, code: int = 1002, flags: int = 0, **more: Any) -> ScriptEffect:
    """An effect as a script might register it, with an operation and nothing else unless told."""
    zeros: dict[str, Any] = dict.fromkeys(ScriptEffect.__struct_fields__, 0)
    words: dict[str, Any] = dict.fromkeys(("condition", "cost", "target"), "")
    given = {"script": script, "order": order, "place": "card", "type": kind, "code": code, "flags": flags, "string_no": None, "value": None}
    given |= {"parts": 8, "name": f"e{order}", "line": 10 * order, "registered_line": 10 * order + 5}
    return msgspec.convert(zeros | words | given | more, ScriptEffect)


def facts(engine: EngineName, *effects: ScriptEffect, scripts: Sequence[int] = (), failed: Sequence[int] = ()) -> Facts:
    """Facts of one engine."""
    known = frozenset(scripts) | {effect.script for effect in effects}
    folder = "official/" if engine == "edopro" else ""
    return Facts(engine, "a" * 40, folder, "0" * 64, known, dict.fromkeys(failed, "error"), effects)


# Mentioned as something that happened before, which is not what the effect waits for.
_EARLIER = Event("special_summoned", "self", past=True)


def _effect(number_: int, kind: str, *actions: str, events: Sequence[Event] = (), **more: Any) -> Effect:
    condition = Condition(events=tuple(events))
    does = tuple(Action(what=what) for what in actions)  # type: ignore[arg-type]
    start = 20 * number_
    given: dict[str, Any] = {"part": "text", "number": number_, "span": (start, start + 20), "kind": kind, "condition": condition, "actions": does}
    return Effect(**(given | more))


def _yes(of: Row, windows: Window, rule: str, **more: Any) -> Tag:
    keys = "|".join(windows.keys())
    return tag(of, "yes", windows, rule=rule, confidence=0.98, **({"witness_en": keys, "witness_ja": keys} | more))


def _no(of: Row, rule: str, **more: Any) -> Tag:
    return tag(of, "no", rule=rule, confidence=0.98, **({"witness_en": "no", "witness_ja": "no"} | more))


def _card(number_: int, name: str, **more: Any) -> Card:
    passcode = f"{number_:08}"
    given = {"card_type": "Monster", "konami_id": 8000 + number_, "script_ids": (number_,), "text_en": "e" * 90}
    return Card(card_id=passcode, passcode=passcode, name=name, **(given | more))  # type: ignore[arg-type]


def items() -> list[tuple[Card, list[tuple[Row, Tag]]]]:
    """Four cards.

    201: a Quick Effect that changes ATK, and a trigger on another's destruction by battle. 202: a Summon elsewhere, never in the step.
    203: an ignition effect with two options. 204: a Continuous Trap's bare activation and a trigger whose tag is uncertain.
    """
    watch = _card(201, "Brass Lookout", script_ids=(201, 9201))
    boost = row(watch, _effect(1, "quick", "atk_def_change", places=("field",), targets=True))
    avenge = row(watch, _effect(2, "trigger", "draw", events=[Event("destroyed", "other", "battle"), _EARLIER], places=("gy",)))
    rail = _card(202, HOSTILE)
    answer = row(rail, _effect(1, "trigger", "special_summon", events=[Event("special_summoned", "other")], places=("field",)))
    mill = _card(203, "Grain Mill")
    options = [row(mill, _effect(1, "ignition", what, places=("field",), bullet=n)) for n, what in ((1, "draw"), (2, "gain_lp"))]
    fence = _card(204, "Slow Fence", card_type="Trap", property="Continuous")
    bare = row(fence, _effect(0, "card_activation", span=(0, 0)))
    odd = row(fence, _effect(1, "trigger", "destroy", events=[Event("banished", "other")], places=("field",)))
    return [
        (watch, [(boost, _yes(boost, UNTIL_CALC, "STAT-01")), (avenge, _yes(avenge, Window.END, "BAT-02"))]),
        (rail, [(answer, _no(answer, "OTH-01"))]),
        (mill, [(one, _no(one, "SPEED-01")) for one in options]),
        (fence, [(bare, _no(bare, "ACT-03")), (odd, tag(odd, "uncertain"))]),
    ]


def write_dataset(folder: Path) -> Path:
    """Write the dataset; the folder."""
    provenance = Provenance("invented", "r1", "tcg", "1", "c0ffee")
    write(build_tables(items(), provenance, False), folder, provenance, {})
    return folder


def cards(folder: Path) -> dict[str, TextCard]:
    """The cards of the written dataset by id."""
    return {card.card_id: card for card in read_text_cards(write_dataset(folder))}


def right_scripts() -> list[ScriptEffect]:
    """Scripts that do what the texts say."""
    return [
        script_effect(201, 1, QUICK, flags=STEP | TARGETS, category=0x200000, range=MZONE, condition=BEFORE_CALC_ONLY, parts=9),
        script_effect(201, 2, FIELD_TRIGGER, 1140, DELAY, category=0x10000, range=GRAVE),
        script_effect(202, 1, FIELD_TRIGGER, 1102, DELAY, category=0x200, range=MZONE),
        script_effect(203, 1, IGNITION, 0, category=0x10000, range=MZONE, string_no=0),
        script_effect(203, 2, IGNITION, 0, category=0x100000, range=MZONE, string_no=1),
        script_effect(204, 1, ACTIVATION, parts=0),
        script_effect(204, 2, FIELD_TRIGGER, 1011, DELAY, category=0x1, range=SZONE),
    ]


def changed(effects: Sequence[ScriptEffect], script: int, order: int, **more: Any) -> list[ScriptEffect]:
    """The effects, one of them with other facts."""
    return [msgspec.structs.replace(one, **more) if (one.script, one.order) == (script, order) else one for one in effects]
