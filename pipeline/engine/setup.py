"""From the setup of a scenario to the first state."""

from collections.abc import Iterable, Mapping

import msgspec

from pipeline.engine.rulesets import RULES
from pipeline.engine.scenario_format import OnField, Setup, Side
from pipeline.engine.spec import CardSpec
from pipeline.engine.state import Piece, Player, State, Zone
from pipeline.errors import InputError
from pipeline.windows import Ruleset

_ZONES: tuple[tuple[str, Zone], ...] = (
    ("monsters", "monster"), ("spells", "spell"), ("set", "spell"), ("hand", "hand"), ("gy", "gy"), ("banished", "banished"), ("deck", "deck"),
    ("extra", "extra"),
)  # fmt: skip


def first_state(setup: Setup, library: Mapping[str, CardSpec], ruleset: Ruleset, *, battle_step: bool = False) -> State:
    """The field as the Damage Step (or the Battle Step before it) opens. Raises `InputError` for a card that nobody knows."""
    cards: dict[str, Piece] = {}
    sides: tuple[tuple[Player, Side], ...] = (("T", setup.T), ("N", setup.N))
    for player, side in sides:
        for field, zone in _ZONES:
            for card in _pieces(getattr(side, field), player, field, zone, library, ruleset):
                if card.id in cards:
                    raise InputError(f"two cards are called {card.id!r}: give one of them another name (as: ...)")
                cards[card.id] = card
    attacker, target = setup.attack.by, setup.attack.on
    for name in (attacker, *(() if target == "direct" else (target,))):
        if name not in cards or cards[name].zone != "monster":
            raise InputError(f"the attack names {name!r}, which is no monster on the field")
    if cards[attacker].controller != "T" or (target != "direct" and cards[target].controller != "N"):
        raise InputError(f"a monster of T attacks, one of N or N directly: not {attacker!r} attacks {target!r}")
    if not cards[attacker].face_up:
        raise InputError(f"{attacker!r} is face-down and cannot attack")
    if setup.split_end and ruleset != "ocg-mr2":
        raise InputError(f"split_end is how ocg-mr2 began; the scenario is played under {ruleset}")
    rules = msgspec.structs.replace(RULES[ruleset], split_end=setup.split_end)
    return State(
        rules=rules, cards=cards, lp=(setup.T.lp, setup.N.lp), attacker=attacker, target=None if target == "direct" else target,
        at=0 if battle_step else 1,
    )  # fmt: skip


def _pieces(
    given: Iterable[str | OnField], player: Player, field: str, zone: Zone, library: Mapping[str, CardSpec], ruleset: Ruleset
) -> Iterable[Piece]:
    for one in given:
        card = one if isinstance(one, OnField) else OnField(one)
        known = library.get(card.card)
        if known is None:
            raise InputError(f"no card {card.card!r} in cards.yml")
        spec = known.text_under(ruleset)
        if spec.passcode is None:  # a card without a printed one behind it is what the scenario says it is, wherever it goes
            printed = spec.atk if card.atk is None else card.atk, spec.defense if card.defense is None else card.defense
            spec = msgspec.structs.replace(spec, atk=printed[0], defense=printed[1], words=(*spec.words, *card.words))
        face_down = field == "set" or (zone == "monster" and card.position == "face-down")
        yield Piece(
            id=card.alias or card.card, name=card.card, spec=spec, owner=player, controller=player, zone=zone, face_up=not face_down,
            defending=zone == "monster" and card.position != "attack", atk=spec.atk if card.atk is None else card.atk,
            defense=spec.defense if card.defense is None else card.defense, words=frozenset(spec.words) | frozenset(card.words),
            counters=tuple(sorted(card.counters.items())), materials=card.materials, equipped_to=card.equipped_to, negated=card.negated,
            set_before=card.set_before,
        )  # fmt: skip
