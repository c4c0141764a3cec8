"""States of the game that an effect asks for, by the words that specifications use."""

from collections.abc import Callable

from pipeline.engine.state import Piece, Player, State, battler_of, bears, in_battle, monsters, opposing, other
from pipeline.engine.stats import current, lasting


def _opposing_piece(state: State, card: Piece) -> Piece | None:
    """The monster that this card battles, or the opponent's battling monster for a card that is no battler."""
    met = opposing(state, card.id) if in_battle(state, card.id) else None
    if met is not None:
        return state.cards[met]
    return None if in_battle(state, card.id) else battler_of(state, other(card.controller))


def _damage_to(state: State, player: Player) -> bool:
    from pipeline.engine.battle_damage import would_take  # continuous effects have needs, and some of them change the damage

    return would_take(state, player)


_Test = Callable[[State, Piece], bool]
_PLAIN: dict[str, _Test] = {
    "battles": lambda state, card: state.battle_on and in_battle(state, card.id),
    "attacks": lambda state, card: state.battle_on and state.attacker == card.id,
    "attacked": lambda state, card: state.battle_on and state.target == card.id,
    "own_battles": lambda state, card: battler_of(state, card.controller) is not None,
    "own_attacks": lambda state, card: state.battle_on and state.cards[state.attacker].controller == card.controller,
    "own_attacked": lambda state, card: state.battle_on and state.target is not None and state.cards[state.target].controller == card.controller,
    "opponent_battles": lambda state, card: battler_of(state, other(card.controller)) is not None,
    "opponent_attacks": lambda state, card: state.battle_on and state.cards[state.attacker].controller != card.controller,
    "direct": lambda state, card: state.target is None,
    "monster_battle": lambda state, card: state.battle_on and state.target is not None,
    "opposing_face_up": lambda state, card: (met := _opposing_piece(state, card)) is not None and met.face_up,
    "opposing_face_down": lambda state, card: (met := _opposing_piece(state, card)) is not None and not met.face_up,
    "has_attacked": lambda state, card: state.attacked and state.attacker == card.id,
    "has_battled": lambda state, card: state.calculated and in_battle(state, card.id),
    "own_turn": lambda state, card: card.controller == "T",
    "opponent_turn": lambda state, card: card.controller == "N",
    "damage_to_you": lambda state, card: _damage_to(state, card.controller),
    "lp_higher": lambda state, card: state.lp["TN".index(card.controller)] > state.lp["TN".index(other(card.controller))],
    "lp_lower": lambda state, card: state.lp["TN".index(card.controller)] < state.lp["TN".index(other(card.controller))],
    "has_material": lambda state, card: card.materials > 0,
    "no_material": lambda state, card: card.materials < 1,
    "no_counters": lambda state, card: not any(number for _, number in card.counters),
    "opposing_stronger": lambda state, card: (
        (met := _opposing_piece(state, card)) is not None and (own := battler_of(state, card.controller)) is not None
        and lasting(met)[0] > lasting(own)[0]  # without continuous effects: they may be asking themselves
    ),
    "opponent_has_battled": lambda state, card: state.calculated and any(
        one is not None and state.cards[one].controller != card.controller for one in (state.attacker, state.target)
    ),
    "opposing_not_stronger": lambda state, card: (
        (met := _opposing_piece(state, card)) is not None and current(state, met)[0] <= current(state, card)[0]
    ),
    "destroyed_in_gy": lambda state, card: any(
        one is not None and state.cards[one].zone == "gy" and state.cards[one].spec.type == "Monster" for one in _fallen_for(state, card)
    ),
    "atk_changed": lambda state, card: current(state, card)[0] != card.atk,
    "target_defending": lambda state, card: state.target is not None and state.cards[state.target].defending,
    "opposing_special_summoned": lambda state, card: (met := _opposing_piece(state, card)) is not None and "Special Summoned" in met.words,
    "opposing_survived": lambda state, card: (
        state.calculated and (met := _opposing_piece(state, card)) is not None and met.zone == "monster" and not met.doomed
    ),
    "target_survived": lambda state, card: (
        state.calculated and state.target is not None
        and state.cards[state.target].zone == "monster" and not state.cards[state.target].doomed
    ),
    "turned_up_by_battle": lambda state, card: any(
        one.what == "flipped" and one.cause == "battle" and one.card == card.id for one in state.log
    ),
    "battle_fought": lambda state, card: state.calculated,
    "equipped_battles": lambda state, card: state.battle_on and card.equipped_to is not None and in_battle(state, card.equipped_to),
    "equipped_has_attacked": lambda state, card: state.attacked and state.attacker == card.equipped_to and state.target is not None,
    "own_battler_defending": lambda state, card: (one := battler_of(state, card.controller)) is not None and one.face_up and one.defending,
    "no_hand": lambda state, card: not any(one.zone == "hand" and one.owner == card.controller for one in state.cards.values()),
    "no_spell_trap_in_gy": lambda state, card: not any(
        one.zone == "gy" and one.owner == card.controller and one.spec.type != "Monster" for one in state.cards.values()
    ),
    "own_spell_trap": lambda state, card: any(
        one.zone in ("spell", "gy") and one.controller == card.controller and one.spec.type != "Monster" for one in state.cards.values()
    ),
    "alone": lambda state, card: all(one.id == card.id for one in _face_up(state, card.controller)),
    "was_attacked": lambda state, card: state.attacked and state.target == card.id,
    "in_attack_position": lambda state, card: card.zone == "monster" and card.face_up and not card.defending,
    "in_defense_position": lambda state, card: card.zone == "monster" and card.face_up and card.defending,
    "has_counters": lambda state, card: any(number for _, number in card.counters),
    "had_counters": lambda state, card: card.had_counters,
    "opponent_more_monsters": lambda state, card: (
        len(list(monsters(state, other(card.controller)))) > len(list(monsters(state, card.controller)))
    ),
    "attacker_weaker": lambda state, card: (
        state.battle_on and state.target is not None and lasting(state.cards[state.attacker])[0] < lasting(state.cards[state.target])[0]
    ),
    "spell_trap_on_field": lambda state, card: any(one.on_field and one.spec.type != "Monster" for one in state.cards.values()),
    "in_spell_zone": lambda state, card: card.zone == "spell",
    "in_gy": lambda state, card: card.zone == "gy",
    "fallen": lambda state, card: card.fallen,
}  # fmt: skip
_WITH_WORD: dict[str, Callable[[State, Piece, str], bool]] = {
    "controls": lambda state, card, word: any(bears(one, word) and one.id != card.id for one in _face_up(state, card.controller)),
    "controls_not": lambda state, card, word: not any(bears(one, word) and one.id != card.id for one in _face_up(state, card.controller)),
    "opponent_controls": lambda state, card, word: any(bears(one, word) for one in _face_up(state, other(card.controller))),
    "own_battler": lambda state, card, word: (one := battler_of(state, card.controller)) is not None and one.face_up and bears(one, word),
    "opposing": lambda state, card, word: (met := _opposing_piece(state, card)) is not None and met.face_up and bears(met, word),
    "opposing_not": lambda state, card, word: (met := _opposing_piece(state, card)) is not None and not bears(met, word),
    "gy_not": lambda state, card, word: (
        not any(one.zone == "gy" and one.owner == card.controller and bears(one, word) for one in state.cards.values())
    ),
    "self": lambda state, card, word: bears(card, word),
    "controls_without": lambda state, card, word: any(not bears(one, word) for one in monsters(state, card.controller, face_up=True)),
    "attacker": lambda state, card, word: state.battle_on and bears(state.cards[state.attacker], word),
    "battler": lambda state, card, word: any(one is not None and bears(state.cards[one], word) for one in (state.attacker, state.target)),
    "took_battle_damage": lambda state, card, word: _took(state, card.controller, int(word)),
    "opponent_took_battle_damage": lambda state, card, word: _took(state, other(card.controller), int(word)),
    "has_attacked_with": lambda state, card, word: state.attacked and card.controller == "T" and bears(state.cards[state.attacker], word),
    "attack_position": lambda state, card, word: any(
        bears(one, word) and not one.defending for one in monsters(state, card.controller, face_up=True)
    ),
    "hand": lambda state, card, word: any(
        one.zone == "hand" and one.owner == card.controller and one.id != card.id and bears(one, word) for one in state.cards.values()
    ),
    "field": lambda state, card, word: any(bears(one, word) and one.id != card.id for player in ("T", "N") for one in _face_up(state, player)),
    "field_not": lambda state, card, word: (
        not any(bears(one, word) and one.id != card.id for player in ("T", "N") for one in _face_up(state, player))
    ),
}


def _fallen_for(state: State, card: Piece) -> tuple[str | None, ...]:
    """The monster that this battler battled; for another card those of the battle that fell."""
    if in_battle(state, card.id):
        return (opposing(state, card.id),)
    return tuple(one for one in (state.attacker, state.target) if one is not None and state.cards[one].fallen)


def _took(state: State, player: Player, least: int) -> bool:
    """Whether this battle has dealt the player at least so much battle damage."""
    return any(one.what == "battle_damage" and one.player == player and one.amount >= least for one in (*state.log, *state.held))


def _face_up(state: State, player: Player) -> list[Piece]:
    spells = [one for one in state.cards.values() if one.zone == "spell" and one.controller == player and one.face_up]
    return [*monsters(state, player, face_up=True), *spells]


def _everywhere(state: State) -> list[Piece]:
    return [*_face_up(state, "T"), *_face_up(state, "N")]


# Words that stand alone, and words that another one follows after a colon.
PLAIN_NEEDS: tuple[str, ...] = tuple(_PLAIN)
WORD_NEEDS: tuple[str, ...] = tuple(_WITH_WORD)


_COUNTED = frozenset({"took_battle_damage", "opponent_took_battle_damage"})  # a number follows
_STRENGTH = frozenset({"atk_changed", "opposing_not_stronger", "damage_to_you"})


def known(need: str) -> bool:
    """Whether the engine knows this word."""
    name, _, word = need.partition(":")
    return (name in _WITH_WORD and (name not in _COUNTED or (word.isascii() and word.isdigit()))) if word else need in _PLAIN


def asks_for_strength(need: str) -> bool:
    """Whether the answer depends on ATK and DEF as continuous effects make them."""
    return need in _STRENGTH


def holds(state: State, card: Piece, need: str) -> bool:
    """Whether the state that `need` names holds for this card; `KeyError` for an unknown word."""
    name, _, word = need.partition(":")
    return _WITH_WORD[name](state, card, word) if word else _PLAIN[name](state, card)
