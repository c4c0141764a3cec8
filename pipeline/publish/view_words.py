"""The words and symbols in which a card is shown: kinds, modes, windows, and what was read of an effect without its text."""

from collections.abc import Sequence

from pipeline.publish.lookup import Record
from pipeline.publish.terminal import plain
from pipeline.windows import COLUMNS

# How an effect may be activated in a window, least restricted first.
SYMBOLS = {"open": "■", "first_chain": "◆", "response": "▲", "event": "●"}
MEANINGS = {
    "open": "open, any number of chains",
    "first_chain": "first chain of the window only",
    "response": "response, only chained",
    "event": "event, when it happens there",
}
CLOSED, UNKNOWN = "·", "?"
CELLS = tuple(window.key.replace("_", " ") for window in COLUMNS)
KIND_WORDS = {"card_activation": "card activation", "quick": "quick effect", "flip": "flip effect", "condition": "condition or note"}
VERDICT_WORDS = {"yes": "yes", "no": "no", "uncertain": "uncertain", "not_activated": "not activated"}
ENGINE_WORDS = {"edopro": "EDOPro", "ygopro": "YGOPro"}

_PLACES = {"gy": "the GY", "hand": "the hand", "field": "the field", "deck": "the Deck", "extra": "the Extra Deck", "set": "its Set place"}
_SUBJECTS = {"self": "this card", "other": "another card", "you": "you", "opponent": "the opponent", "player": "a player"}
_CAUSES = {"battle": " by battle", "effect": " by an effect", "either": " by battle or an effect", "not_battle": " not by battle"}
_VERBS = {
    "activated": "activates a card or effect",
    "attack_declared": "declares an attack",
    "attacks": "attacks",
    "battle_damage": "battle damage",
    "effect_damage": "effect damage",
    "sent_to_gy": "sent to the GY",
    "leaves_field": "leaves the field",
    "added_to_hand": "added to the hand",
    "added_to_extra": "added to the Extra Deck",
    "lp_gained": "gains LP",
    "lp_paid": "pays LP",
    "used_as_material": "used as material",
    "position_changed": "changes its position",
    "control_changed": "changes control",
    "stat_changed": "ATK or DEF changed",
    "attack_targeted": "chosen as attack target",
}
# What somebody does needs no word on what caused it.
_ACTIVE = frozenset({"activated", "attack_declared", "attacks", "battle_damage", "effect_damage"})
_DOES = {
    "atk_def_change": "change ATK or DEF",
    "send_to_gy": "send to the GY",
    "gain_lp": "gain LP",
    "lose_lp": "lose LP",
    "pay_lp": "pay LP",
    "coin_dice": "toss a coin or die",
    "damage_modify": "change damage",
    "attack_modify": "change attacks",
    "identity_change": "change what a card is",
}
_MOST_ACTIONS = 6


def windows_in_words(said: str) -> str:
    """The value of a witness ("start|before_calc", "no") in words."""
    return ", ".join(VERDICT_WORDS.get(one, one.replace("_", " ")) for one in said.split("|"))


def keys_in_words(keys: Sequence[str]) -> str:
    """Short names of windows in words."""
    if len(keys) == len(CELLS):
        return "the whole step"
    return ", ".join(key.replace("_", " ") for key in keys) or "no window"


def read_in_words(read: Record) -> str:
    """What a row of `reading` tells of an effect whose text is not at hand: where from, on what, and what it does."""
    events = dict.fromkeys(_event(one) for one in read["events"] if not one["past"])
    answers = dict.fromkeys(_words(one, {}) for one in read["responds_to"])
    paid = dict.fromkeys(_words(one["what"], _DOES) for one in read["cost"] if one["what"] != "target")
    actions = list(dict.fromkeys(_words(one["what"], _DOES) for one in read["actions"] if one["what"] != "other"))
    parts = [
        f"from {' or '.join(_PLACES.get(place, place) for place in read['places'])}" if read["places"] else "",
        f"when: {' or '.join(events)}" if events else "",
        f"in response to: {' or '.join(answers)}" if answers else "",
        f"pays: {', '.join(paid)}" if paid else "",
        "targets" if any(one["what"] == "target" for one in read["cost"]) else "",
        f"does: {', '.join(actions[:_MOST_ACTIONS])}{' ...' if len(actions) > _MOST_ACTIONS else ''}" if actions else "",
    ]
    return plain("; ".join(filter(None, parts)))


def _event(event: Record) -> str:
    subject = _SUBJECTS.get(event["subject"], event["subject"])
    cause = "" if event["what"] in _ACTIVE else _CAUSES.get(event["cause"], "")
    return f"{subject} {_words(event['what'], _VERBS)}{cause}"


def _words(key: str, known: dict[str, str]) -> str:
    return known.get(key, key.replace("_", " "))
