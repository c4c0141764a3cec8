"""What an activation may target."""

from itertools import combinations

from pipeline.engine.nature import Permit
from pipeline.engine.spec import EffectSpec
from pipeline.engine.state import Piece, Player, State, bears

_MOST_TARGETS = 12  # ways to choose targets that `legal_actions` lists for one effect


def candidates(state: State, player: Player, card: Piece, effect: EffectSpec, *, doomed: bool = False) -> list[str]:
    """Cards that the activation may target; never a doomed monster (R-DOOM-02), unless one asks what it would be without that rule."""
    asked = effect.target
    if asked is None:
        return []
    found = []
    for one in state.cards.values():
        there = (one.zone == "monster" if asked.monster else one.on_field) if asked.place == "field" else one.zone == asked.place
        side = asked.whose == "any" or (one.controller == player) == (asked.whose == "you")
        if not there or not side or (one.doomed and not doomed) or (asked.other and one.id == card.id):
            continue
        if asked.face_up is not None and one.face_up != asked.face_up:
            continue
        if asked.of is not None and not bears(one, asked.of):
            continue
        if asked.battler and one.id not in (state.attacker, state.target):
            continue
        if not asked.monster and one.id == card.id:
            continue
        found.append(one.id)
    return found


def target_choices(state: State, player: Player, card: Piece, effect: EffectSpec) -> list[tuple[str, ...]]:
    """Ways to choose targets, at most a dozen; one empty way where nothing is targeted."""
    if effect.target is None:
        return [()]
    choices = combinations(candidates(state, player, card, effect), effect.target.count)
    return [choice for choice, _ in zip(choices, range(_MOST_TARGETS), strict=False)]


def targetable(state: State, player: Player, card: Piece, effect: EffectSpec) -> Permit:
    """Whether there are enough cards that it could target."""
    if effect.target is not None and len(candidates(state, player, card, effect)) < effect.target.count:
        spared = len(candidates(state, player, card, effect, doomed=True)) >= effect.target.count
        return Permit(False, "R-DOOM-02" if spared else "R-ACT-01", "nothing that it could target")
    return Permit(True, "")
