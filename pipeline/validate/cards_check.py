"""The cards of the scenarios, specified by hand, beside the specifications derived from their texts: the independent test of both.

Whoever wrote a card for a scenario did not look at what the reader makes of its text. Compared are the facts on which the Damage Step
turns and the windows that the engine walks with each of the two. A text says more than that: the operations that no limit of the step
asks for are compared and counted apart.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pipeline.engine.library import read_cards
from pipeline.engine.nature import negates_activation, removes_the_destroyed, stat_change, summons_by_procedure
from pipeline.engine.spec import CardSpec, EffectSpec, Happening, Op
from pipeline.engine.walk import Reach, windows_of
from pipeline.publish.lookup import opened
from pipeline.records import ACTIVATED
from pipeline.validate.derived_specs import alternatives, number
from pipeline.validate.engine_check import EFFECT_COLUMNS, card_specs, reach, table, text_of
from pipeline.windows import Ruleset

_PENDULUM = 10  # in `cards.yml` a Pendulum Effect has its number and ten; so has the second half of an effect that was split
# Operations on which no limit of the step turns: choosing and looking, and what merely holds or forbids something afterwards.
_UNTOLD = frozenset(
    {"choose", "target", "select", "look", "other", "shuffle_deck", "apply", "declare", "reveal", "activate", "coin_dice", "restrict", "protect",
     "unaffected", "grant", "treat", "replace", "attack_modify", "redirect_attack", "summon_permission", "skip"}
)  # fmt: skip
_OF_PLAYERS = frozenset({"battle_damage", "effect_damage", "damage", "lp_gained", "lp_paid"})
DOES = "does"  # all operations; the step turns on a few of them, which are facts of their own
_FORCED = frozenset({"trigger", "quick", "flip"})


class Field(msgspec.Struct, frozen=True):
    """A fact that the two specifications of one effect do not share."""

    name: str
    by_hand: object
    derived: object


class Beside(msgspec.Struct, frozen=True):
    """An effect of `cards.yml` beside the one of the dataset that was found for it."""

    card: str
    number: str  # as in `cards.yml`, an option behind a point
    effect_id: str | None  # none: the text was read to have no such effect
    differs: tuple[Field, ...]  # by the reading that the tag follows
    one_text: bool  # whether the English or the Japanese text alone is read to say all that the step turns on

    @property
    def step(self) -> tuple[Field, ...]:
        """The differing facts on which the step turns."""
        return tuple(field for field in self.differs if field.name != DOES)

    @property
    def key(self) -> str:
        """``card/number``: how explained differences name it."""
        return f"{self.card}/{self.number}"


def compare_cards(folder: Path) -> list[Beside]:
    """Every effect of every card of `cards.yml` that the dataset holds. Raises `InputError` for no dataset."""
    with opened(folder / "effects.parquet") as file:
        effects = table(file, EFFECT_COLUMNS)
    with opened(folder / "reading.parquet") as file:
        readings = table(file, None)
    return beside(read_cards(), effects, readings)


def beside(cards: dict[str, CardSpec], effects: Sequence[dict[str, Any]], readings: Iterable[dict[str, Any]]) -> list[Beside]:
    """The same for cards and rows that are at hand."""
    wanted = {card.passcode for card in cards.values()} - {None}
    rows = [row for row in effects if row["passcode"] in wanted]
    ids = {row["effect_id"] for row in rows}
    mine = [row for row in readings if row["effect_id"] in ids]
    texts = (mine, [row for row in mine if row["language"] == "en"], [row for row in mine if row["language"] == "ja"])
    sources = [card_specs(rows, text) for text in texts]
    ruleset: Ruleset = rows[0]["ruleset"] if rows else "tcg"
    of_card: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        of_card[row["passcode"]].append(row)
    found = []
    for name, card in cards.items():
        if card.passcode is not None and card.passcode in of_card and card.effects:
            found += _card(name, card, of_card[card.passcode], sources, ruleset)
    return found


class _Read(msgspec.Struct, frozen=True):
    row: dict[str, Any]
    card: CardSpec
    effect: EffectSpec


def _read(row: dict[str, Any], source: dict[str, CardSpec]) -> list[_Read]:
    """The effect of the row as the source has it; two where its text names two occasions."""
    spec = source.get(text_of(row["effect_id"]))
    own = number(row["effect_id"])
    effect = None if spec is None else next((one for one in spec.effects if (one.no, one.option) == own), None)
    return [] if spec is None or effect is None else [_Read(row, spec, one) for one in alternatives(effect)]


def _card(name: str, card: CardSpec, rows: list[dict[str, Any]], sources: Sequence[dict[str, CardSpec]], ruleset: Ruleset) -> list[Beside]:
    partner = _paired(card.effects, [one for row in rows for one in _read(row, sources[0])])
    found = []
    for at, effect in enumerate(card.effects):
        label = str(effect.no) if effect.option is None else f"{effect.no}.{effect.option}"
        other = partner.get(at)
        if other is None:
            found.append(Beside(name, label, None, (Field("effect", effect.kind, None),), False))
            continue
        told = [_differing(card, effect, one, ruleset) for source in sources[1:] for one in _read(other.row, source)]
        one_text = any(all(field.name == DOES for field in fields) for fields in told)
        found.append(Beside(name, label, other.row["effect_id"], _differing(card, effect, other, ruleset), one_text))
    return found


def _paired(effects: tuple[EffectSpec, ...], read: list[_Read]) -> dict[int, _Read]:
    """Index of the hand-written effect -> what was read, the most alike first; each is used once."""
    likeness = sorted(
        ((_alike(effect, one), at, n) for at, effect in enumerate(effects) for n, one in enumerate(read)), key=lambda found: (-found[0], *found[1:])
    )
    pairs: dict[int, _Read] = {}
    used: set[int] = set()
    for score, at, n in likeness:
        if score > 0 and at not in pairs and (n not in used or _both_applied(effects[at], read[n].effect)):
            pairs[at] = read[n]
            used.add(n)
    return pairs


def _both_applied(effect: EffectSpec, other: EffectSpec) -> bool:
    """What applies by itself may stand in one sentence and in two entries."""
    return effect.kind not in ACTIVATED and other.kind not in ACTIVATED


def _alike(effect: EffectSpec, read: _Read) -> float:
    """How much the two look like one effect; below zero where they cannot be."""
    pendulum = read.row["part"] == "pendulum_effect"
    no = effect.no % _PENDULUM
    bare = effect.kind == "card_activation" and no == 0
    if (pendulum and effect.no < _PENDULUM) or bare != (read.effect.kind == "card_activation" and read.effect.no == 0):
        return -1
    mine, theirs = facts(effect), facts(read.effect)
    same = sum(mine.get(name) == theirs.get(name) for name in ("kind", "mandatory", "events", "answers", "window", "names_step", "phases"))
    does, read_as = {op.do for op in effect.actions}, {op.do for op in read.effect.actions}
    shared = len(does & read_as) / max(1, len(does | read_as))
    numbered = no == (read.row["ja_no"] or read.effect.no)
    return same + 4 * shared + 2 * numbered + (effect.option == read.effect.option)


def _differing(card: CardSpec, effect: EffectSpec, read: _Read, ruleset: Ruleset) -> tuple[Field, ...]:
    mine, theirs = facts(effect), facts(read.effect)
    if (effect.kind in ACTIVATED) != (read.effect.kind in ACTIVATED):
        return (Field("kind", effect.kind, read.effect.kind),)
    found = [Field(name, mine[name], theirs[name]) for name in mine if mine[name] != theirs[name]]
    if effect.kind in ACTIVATED and read.effect.kind in ACTIVATED:
        by_hand, derived = _by_hand(card, effect, ruleset), reach(read.card, read.effect, ruleset)
        if by_hand.windows != derived.windows:
            found.append(Field("windows", by_hand.windows.keys(), derived.windows.keys()))
    return tuple(found)


def _by_hand(card: CardSpec, effect: EffectSpec, ruleset: Ruleset) -> Reach:
    """Without the rulings on single cards, which no text tells."""
    plain = msgspec.structs.replace(effect, ruled=())
    return windows_of(msgspec.structs.replace(card, effects=tuple(msgspec.structs.replace(one, ruled=()) for one in card.effects)), plain, ruleset)


def facts(effect: EffectSpec) -> dict[str, object]:
    """What a hand-written and a derived specification must share: the facts on which the Damage Step turns."""
    if effect.kind not in ACTIVATED:
        return {"kind": "applied"}
    if effect.kind == "card_activation" and effect.no == 0:
        return {"kind": "bare activation"}  # no words of the text are its own
    change = stat_change(effect)
    return {
        "kind": effect.kind,
        "mandatory": effect.mandatory if effect.kind in _FORCED else False,
        "events": _occasions(effect),
        "answers": tuple(sorted(effect.answers)),
        "window": tuple(sorted(effect.window)),
        "names_step": effect.names_step,
        "mark": effect.mark,
        "phases": () if effect.kind == "ignition" else tuple(sorted(effect.phases)),
        "cost": _told(effect.cost),
        DOES: _told(op for at, op in enumerate(effect.actions) if not (at and op.optional and op.link == "then")),
        "changes": None if change is None else (change.legal, change.rule),
        "negates": negates_activation(effect),
        "procedure": summons_by_procedure(effect),
        "removes": removes_the_destroyed(effect),
    }


_ANY_SUMMON = frozenset({"normal_summoned", "flip_summoned", "special_summoned"})


def _occasions(effect: EffectSpec) -> tuple[tuple[str, str, str], ...]:
    """Its events; the three ways of Summoning, listed, are any Summon."""
    found = {_occasion(one) for one in effect.events}
    for subject in ("self", "other"):
        listed = {one for one in found if one[0] in _ANY_SUMMON and one[1] == subject}
        if len(listed) == len(_ANY_SUMMON):
            found = found - listed | {("summoned", subject, "unsaid")}
    return tuple(sorted(found))


def _occasion(event: Happening) -> tuple[str, str, str]:
    """An event of cards is about this card or about others, whoever controls those."""
    if event.what in _OF_PLAYERS:
        what = "battle_damage" if event.what == "damage" and event.cause == "battle" else event.what
        return what, event.subject, "unsaid"  # damage of either cause is plain damage
    return event.what, event.subject if event.subject == "self" else "other", event.cause


def _told(ops: Iterable[Op]) -> tuple[str, ...]:
    """What it does at once and in any case, in the order of the text, the same twice in a row being one."""
    told = [op.do for op in ops if op.do not in _UNTOLD and not op.delayed]
    return tuple(do for at, do in enumerate(told) if at == 0 or told[at - 1] != do)
