"""Cards made up at random from the whole vocabulary of specifications, sensible or not."""

from typing import get_args

from pipeline.engine.needs import PLAIN_NEEDS, asks_for_strength
from pipeline.engine.spec import CardSpec, EffectSpec, Happening, Op, Selector, Target, WindowKey
from pipeline.records import ACTIVATED, ActionWhat, Cause, EventWhat, Kind, Link, Mark, Once, Phase, Place, ResponseTo, Subject
from tests.engine.choices import Choices, chance, some

_WORDS = ("Warrior", "Beast", "LIGHT", "Pendulum", "Xyz", "Token", "Level 4+")
_CHANGES = ("+500", "-500", "=0", "x2", "/2", "original", "+opposing", "=highest+100", "+original_def", "-original_atk", "+300*counters")
_ANSWERED = ("opponent", "you", "monster", "spell", "trap", "card", "effect", "quick", "targets", "destroys", "hand", "field", "gy", "other")
_HOW: dict[str, tuple[str | None, ...]] = {
    "restrict": ("spell", "trap", "all", "one Type", "one Attribute", "one of its name", "one Warrior"),
    "protect": (None, "battle", "effect", "opponent's effect"),
    "damage_modify": ("piercing", "zero", "half", "double", "inflict_double", "both_take", "redirect", "gain", "as_effect", "no effect damage"),
    "change_position": (None, "attack", "defense", "face-down"),
    "attack_modify": (None, "defense"),
    "calculate_damage": (None, "ATK"),
    "end_phase": (None, "after the step"),
    "identity_change": ("Zombie", "declared"),
}
_STEADY = tuple(need for need in PLAIN_NEEDS if not asks_for_strength(need))
_POINTS: tuple[str | int, ...] = (100, 500, "battled_atk", "battled_def", "half_lp", "difference", "damage_taken", "half_of_battled")


def invented_card(source: Choices) -> CardSpec:
    """A card with at most three effects."""
    kind = source.pick(("Monster", "Monster", "Trap", "Spell"))
    words = tuple(sorted({source.pick(_WORDS) for _ in range(2)}))
    effects = tuple(_effect(source, number, kind) for number in range(1, 2 + source.pick(range(3))))
    if kind == "Monster":
        return CardSpec("Monster", atk=500 * source.pick(range(6)), defense=500 * source.pick(range(6)), level=4, words=words, effects=effects)
    if kind == "Trap":
        return CardSpec("Trap", property=source.pick(("Normal", "Continuous", "Counter")), effects=effects)
    return CardSpec("Spell", property=source.pick(("Quick-Play", "Continuous", "Field", "Equip", "Normal")), effects=effects)


def _effect(source: Choices, number: int, card: str) -> EffectSpec:
    kinds: tuple[Kind, ...] = ("trigger", "quick", "continuous") if card == "Monster" else ("card_activation", "continuous", "trigger")
    kind = source.pick((*kinds, *kinds, *get_args(Kind)))
    mandatory = chance(source, 3)
    return EffectSpec(
        number,
        kind,
        mandatory=mandatory,
        places=tuple(some(source, get_args(Place), 1)) if chance(source, 3) else (),
        events=tuple(_event(source) for _ in range(source.pick(range(3)))) if kind in ("trigger", "flip") or chance(source, 6) else (),
        when=chance(source, 4),
        answers=tuple(some(source, get_args(ResponseTo), 1)) if chance(source, 3) else (),
        answered=tuple(some(source, _ANSWERED, 2)),
        window=tuple(some(source, get_args(WindowKey), 2)) if chance(source, 3) else (),
        names_step=chance(source, 5),
        mark=source.pick((None, None, None, *get_args(Mark))),
        phases=tuple(some(source, get_args(Phase), 1)) if chance(source, 8) else (),
        needs=tuple(some(source, _STEADY if kind == "continuous" else PLAIN_NEEDS, 1)) if chance(source, 3) else (),
        cost=tuple(_op(source) for _ in range(source.pick((0, 0, 0, 1)))),
        target=_target(source) if chance(source, 4) else None,
        actions=tuple(_op(source, answers=kind in ACTIVATED) for _ in range(1 + source.pick(range(2)))),
        once=source.pick(
            ("turn", "turn_by_name", "duel", "battle") if mandatory else (*get_args(Once), None)
        ),  # mandatory effects in a circle have no end in any rules
        applies_in=tuple(some(source, get_args(WindowKey), 1)) if kind in ("continuous", "lingering") else (),
        with_card=chance(source, 6),
    )


def _event(source: Choices) -> Happening:
    return Happening(
        source.pick(("destroyed", "battles", "battle_damage", "destroys", "flipped", *get_args(EventWhat))),
        source.pick(get_args(Subject)),
        source.pick(("unsaid", *get_args(Cause))),
        of=source.pick((None, None, *_WORDS)),
        whose=source.pick((None, "you", "opponent")),
        source=source.pick((None, None, "field", "hand", "deck")),
    )


def _op(source: Choices, *, answers: bool = True) -> Op:
    do = source.pick(("atk_def_change", "destroy", "banish", "special_summon", "negate_activation", *get_args(ActionWhat)))
    defense = source.pick((None, *_CHANGES)) if do in ("atk_def_change", "equip") else None
    return Op(
        do,
        source.pick(get_args(Selector)),
        source.pick(get_args(Link)),
        optional=chance(source, 6),
        delayed=chance(source, 8),
        treated_as=chance(source, 4),
        amount=_amount(source, do, answers),
        defense=defense,
        place=source.pick((None, None, "deck", "extra", "set")),
        source=source.pick((None, None, "field", "hand", "deck", "gy", "banished", "extra")),
        whose=source.pick((None, "you", "opponent")),
        what=source.pick(_HOW.get(do, (None, None, *_WORDS))),
        of=source.pick((None, None, None, *_WORDS)),
        but=source.pick((None, None, None, *_WORDS)),
        needs=tuple(some(source, PLAIN_NEEDS, 1)) if chance(source, 6) else (),
        until=source.pick(("turn", "step", "calculation")),
    )


def _amount(source: Choices, do: str, answers: bool) -> str | int | None:
    if do == "atk_def_change":
        return source.pick((*_CHANGES, "chained_atk")) if answers else source.pick(_CHANGES)
    if do == "equip":
        return source.pick((None, "its_atk", "+500"))
    if do in ("inflict_damage", "gain_lp", "lose_lp"):
        return source.pick(_POINTS)
    if do == "pay_lp":
        return 100 if chance(source, 2) else 1000
    if do == "counter" and chance(source, 3):
        return -1
    return source.pick((None, 1, 2))


def _target(source: Choices) -> Target:
    return Target(
        1 + source.pick(range(2)),
        source.pick(("field", "field", "gy", "banished", "hand")),
        source.pick(("any", "you", "opponent")),
        of=source.pick((None, None, *_WORDS)),
        monster=not chance(source, 3),
        face_up=source.pick((None, True, False)),
        other=chance(source, 3),
        battler=chance(source, 4),
    )
