"""Which activations an effect answers."""

from pipeline.engine.spec import EffectSpec
from pipeline.engine.state import Link, Piece, Player, State


def fits(state: State, player: Player, card: Piece, effect: EffectSpec, link: Link) -> bool:
    """Whether the chain link is an activation of the kind that the effect answers."""
    answered = state.cards[link.card]
    done = next(one for one in answered.spec.effects if one.no == link.effect and one.option == link.option)
    does = {op.do for op in done.actions if not op.delayed}
    tests = {
        "opponent": link.player != player,
        "you": link.player == player,
        "monster": answered.spec.type == "Monster",
        "spell": answered.spec.type == "Spell",
        "trap": answered.spec.type == "Trap",
        "spell_trap": answered.spec.type != "Monster",
        "trap_card": answered.spec.type == "Trap" and (done.kind == "card_activation" or link.together),
        "spell_trap_card": answered.spec.type != "Monster" and (done.kind == "card_activation" or link.together),
        "card": done.kind == "card_activation" or link.together,
        "effect": done.kind != "card_activation",
        "quick": done.kind == "quick",
        "targets_this": card.id in link.targets,
        "targets": bool(link.targets),
        "destroys": "destroy" in does,
        "draws": "draw" in does,
        "special_summons": "special_summon" in does,
        "damages": "inflict_damage" in does,
        "discards": any(op.do == "discard" for op in done.actions),  # also one that comes later
        "hand": answered.zone == "hand",
        "field": answered.on_field,
        "gy": answered.zone == "gy",
        "other": answered.id != card.id,
        "from_deck": any(op.source == "deck" and op.do in ("add_to_hand", "special_summon", "send_to_gy") for op in done.actions),
        "from_gy": any(
            op.do in ("add_to_hand", "special_summon", "banish", "return") and (op.source == "gy" or (op.to == "self" and answered.zone == "gy"))
            for op in done.actions
        ),
    }
    return all(tests.get(word, word in answered.words or word == answered.name) for word in effect.answered)
