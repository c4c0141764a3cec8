"""What the types cannot say of a specification: words for states, amounts, and conditions that would ask for themselves."""

from collections.abc import Iterable, Iterator

from pipeline.engine.battle_damage import WAYS, WAYS_WITH_NUMBER
from pipeline.engine.life_points import NO_EFFECT_DAMAGE, POINTS_IN_WORDS
from pipeline.engine.needs import asks_for_strength, known
from pipeline.engine.spec import CardSpec, EffectSpec, Op
from pipeline.engine.stats import is_change
from pipeline.records import ACTIVATED

_CHANGES = frozenset({"atk_def_change", "equip"})
_POINTS = frozenset({"inflict_damage", "gain_lp", "lose_lp", "pay_lp"})


def faults_of_card(card: CardSpec) -> Iterator[str]:
    """What is wrong with it, in words."""
    numbers = [_number(effect) for effect in card.effects]
    if len(set(numbers)) < len(numbers):
        yield "two effects have the same number"
    yield from _kinds(card.words)
    for one in card.earlier:
        yield from (f"an earlier text of effect {effect.no}, which it does not have" for effect in one.effects if _number(effect) not in numbers)
    for effect in (*card.effects, *(effect for one in card.earlier for effect in one.effects)):
        yield from (f"effect {effect.no}: {fault}" for fault in _of_effect(effect))


def _number(effect: EffectSpec) -> tuple[int, int | None]:
    return effect.no, effect.option


def _of_effect(effect: EffectSpec) -> Iterator[str]:
    yield from _needs(effect.needs)
    yield from _kinds(event.of for event in effect.events)
    yield from _kinds((None if effect.target is None else effect.target.of,))
    for op in (*effect.cost, *effect.actions):
        yield from faults_of_operation(op)
        if op.amount == "chained_atk" and effect.kind not in ACTIVATED:
            yield "'chained_atk' has no chain where nothing is activated"
    applied = effect.kind == "continuous" and any(op.do in ("atk_def_change", "negate_effect") for op in effect.actions)
    for need in effect.needs:
        if applied and asks_for_strength(need):
            yield f"what changes ATK or negates cannot be made to depend on ATK ({need!r})"
        if effect.kind == "continuous" and need == "damage_to_you" and any(op.do == "damage_modify" for op in effect.actions):
            yield f"what changes damage cannot be made to depend on the damage ({need!r})"


def faults_of_operation(op: Op) -> Iterator[str]:
    """What is wrong with one operation of a cost, a resolution or a scenario."""
    yield from _needs(op.needs)
    yield from _kinds((op.what, op.of, op.but))
    if op.do == "damage_modify" and op.what is not None and not _way(op.what):
        yield f"no change of damage: {op.what!r}"
    if op.defense is not None and not is_change(op.defense):
        yield f"no change of DEF: {op.defense!r}"
    if isinstance(op.amount, str) and not _amount(op.do, op.amount):
        yield f"no amount of {op.do!r}: {op.amount!r}"
    if isinstance(op.amount, int) and (op.do in _CHANGES or (op.amount < 0 and op.do != "counter")):
        yield f"no amount of {op.do!r}: {op.amount}"


def _way(what: str) -> bool:
    how, _, number = what.partition(" ")
    if how in WAYS_WITH_NUMBER:
        return number == "atk" or (number.isascii() and number.isdigit())
    return what in WAYS or what == NO_EFFECT_DAMAGE or how == "effect"  # of effect damage the engine knows no more than whether there is any


def _amount(do: str, amount: str) -> bool:
    if do in _CHANGES:
        return is_change(amount) or (do, amount) in (("atk_def_change", "chained_atk"), ("equip", "its_atk"))
    return do in _POINTS and do != "pay_lp" and amount in POINTS_IN_WORDS


def _needs(needs: tuple[str, ...]) -> Iterator[str]:
    yield from (f"no state that the engine knows: {need!r}" for need in needs if not known(need))
    yield from _kinds(need.partition(":")[2] or None for need in needs)


def _kinds(words: Iterable[str | None]) -> Iterator[str]:
    for word in words:
        if word is not None and word.startswith("Level ") and word.endswith("+") and not word[6:-1].isdigit():
            yield f"no Level: {word!r}"
