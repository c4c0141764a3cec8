"""ATK and DEF as they are now: original values, changes made by effects, and what continuous effects add (R-CAL-03, R-CON-01)."""

from math import prod

from pipeline.engine.negation import applies, in_force
from pipeline.engine.reach import touches
from pipeline.engine.spec import EffectSpec, Op
from pipeline.engine.state import Change, Piece, State, opposing

HALF_ORIGINAL = "half_original"


def current(state: State, card: Piece) -> tuple[int, int]:
    """ATK and DEF; those of a doomed monster stay what they were (R-DOOM-03)."""
    if card.fixed is not None:
        return card.fixed
    atk, defense = lasting(card)
    for holder in state.cards.values():
        if not holder.on_field or not holder.face_up:
            continue
        for effect in _modifiers(holder):
            if applies(state, holder) and in_force(state, holder, effect):
                for op in effect.actions:
                    if op.do == "atk_def_change" and touches(state, holder, op, card):
                        atk = shifted(state, card, atk, card.atk, None if op.amount is None else str(op.amount))
                        defense = shifted(state, card, defense, card.defense, op.defense)
    return max(0, atk), max(0, defense)


def lasting(card: Piece) -> tuple[int, int]:
    """ATK and DEF with the changes that effects have made, without what continuous effects add."""
    if card.fixed is not None:
        return card.fixed
    atk = _changed(card.atk, [one.atk for one in card.changes])
    defense = _changed(card.defense, [one.defense for one in card.changes])
    return max(0, atk), max(0, defense)


def _changed(original: int, amounts: list[str | None]) -> int:
    """The value after lasting changes in their order. A halved original value lies under what has been added, and replaces what was set."""
    value, at_bottom, is_set = original, original, False
    for amount in amounts:
        if amount == HALF_ORIGINAL:
            halved = -(-at_bottom // 2)
            value, at_bottom, is_set = halved if is_set else value + halved - at_bottom, halved, False
        else:
            value = arithmetic(value, original, amount)
            is_set = amount is not None and (amount.startswith("=") or (is_set and amount != "original"))
    return value


def _modifiers(card: Piece) -> tuple[EffectSpec, ...]:
    return tuple(effect for effect in card.spec.effects if effect.kind == "continuous" and not effect.events)


def shifted(state: State, card: Piece, value: int, original: int, amount: str | None) -> int:
    """The value after a change that may look at the other battler (``+opposing``, ``=opposing``) or at the card's counters."""
    met = opposing(state, card.id)
    return arithmetic(value, original, _written(card, amount, None if met is None else lasting(state.cards[met])))


def _written(card: Piece, amount: str | None, met: tuple[int, int] | None) -> str | None:
    """An amount with the numbers in place of the words; `met` are ATK and DEF of the other battler."""
    if amount is None or amount[1:].isdigit() or amount == HALF_ORIGINAL:
        return amount
    if met is None and ("opposing" in amount or "highest" in amount):
        return None
    atk, defense = met if met is not None else (0, 0)
    counters = sum(number for _, number in card.counters)
    for word, number in (
        ("opposing", atk), ("highest", max(atk, defense)), (HALF_ORIGINAL, -(-card.atk // 2)), ("original_atk", card.atk),
        ("original_def", card.defense), ("counters", counters),
    ):  # fmt: skip
        amount = amount.replace(word, str(number))
    return amount


def settled(state: State, card: Piece, op: Op) -> Change:
    """The lasting change that an operation makes, with what it looks at written out."""
    met = opposing(state, card.id)
    strength = None if met is None or state.cards[met].zone != "monster" else current(state, state.cards[met])
    amounts = _written(card, None if op.amount is None else str(op.amount), strength), _written(card, op.defense, strength)
    atk, defense = (_by_what_it_is(amount, value) for amount, value in zip(amounts, current(state, card), strict=True))
    return Change(atk, defense, op.until)


def _by_what_it_is(amount: str | None, value: int) -> str | None:
    """Doubled and halved is the value as it stands, with what continuous effects add: a sum that lasts as long as the change."""
    if amount is None or amount[0] not in "x/":
        return amount
    return f"{arithmetic(value, value, amount) - value:+d}"


def arithmetic(value: int, original: int, amount: str | None) -> int:
    """``+n``, ``-n``, ``=n``, ``x2``, ``/2``, ``original``, n a number or a sum or product of some; `ValueError` for anything else."""
    if amount is None:
        return value
    if amount in ("original", HALF_ORIGINAL):
        return original if amount == "original" else value + -(-original // 2) - original
    sign, number = amount[0], amount[1:]
    if not number.isdigit():
        number = _sum(amount, number)
    match sign:
        case "+":
            return value + int(number)
        case "-":
            return value - int(number)
        case "=":
            return int(number)
        case "x":
            return value * int(number)
        case "/":
            return -(-value // int(number))
        case _:
            raise ValueError(f"no change of ATK or DEF: {amount!r}")


_NUMBERS_IN_WORDS = ("opposing", "highest", "half_original", "original_atk", "original_def", "counters")


def is_change(amount: str) -> bool:
    """Whether it says how ATK or DEF change, in the words of `pipeline.engine.spec.Op`."""
    if amount == HALF_ORIGINAL:
        return True
    written = amount
    for word in _NUMBERS_IN_WORDS:
        written = written.replace(word, "1")
    try:
        arithmetic(0, 0, written)
    except (ValueError, IndexError, ZeroDivisionError):
        return False
    return amount[0] != "/" or amount[1:].isdigit()


def _sum(amount: str, terms: str) -> str:
    total = 0
    for term in terms.split("+"):
        factors = term.split("*")
        if not all(factor.isdigit() for factor in factors):
            raise ValueError(f"no change of ATK or DEF: {amount!r}")
        total += prod(map(int, factors))
    return str(total)
