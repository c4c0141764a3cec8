"""What a sentence is in its card, where the words alone do not tell: Spells and Traps, older wording, Summoning before it."""

import re

import msgspec

from pipeline.read import en_moments, en_old
from pipeline.read.en_roles import Role, offers, role_of
from pipeline.read.en_text import Folded, Sentence
from pipeline.records import Card, Part

ONE_SHOT = frozenset({"Normal", "Quick-Play", "Ritual", "Counter"})
LASTING = frozenset({"Continuous", "Field", "Equip"})
# A sentence longer than this is no card text (the longest real one has 583 characters): it is kept as a note, unread.
LONGEST = 1200
# Words that make a statement of a Normal, Quick-Play, Ritual or Counter card an effect of its own: it activates elsewhere.
_ELSEWHERE = re.compile(
    r"(?:this card|it)(?: is)? (?:in|from) (?:your|the) (?:gy|graveyard|hand)|banish this card(?!, and)|(?:if|"
    r"when) this (?:set )?card(?: in (?:its owner's|your) [a-z]+| you control| on the field)? (?:is (?!activated)|leaves)|"
    r"except the turn this card was sent|this card is (?:sent|banished|destroyed|discarded|added)|this set card|"
    r"from your (?:gy|graveyard) (?:by|to your)|if this card is|this card leaves"
)
_WAITING = re.compile(
    r"this card(?: is)? (?:in|from) (?:your|the) (?:gy|graveyard|hand)|banish this card(?!, and)|(?:if|"
    r"when) this (?:set |face-down )?card(?: in (?:its owner's|your) [a-z]+| you control| on the field)? (?:is (?!activated)|leaves)|this set card"
)
# A Continuous Trap that says what happens, not what is so: its first sentence is what its activation does.
_OWN_LASTING = re.compile(
    r"(?:(?:if|when|during)[^:;]*: (?:[^:;]*, (?:and if you do|then), )?)?special summon this card (?:in (?:attack|defense) position )?as|"
    r"(?:select and )?(?:target|select|special summon|destroy|"
    r"discard|draw|tribute|reveal|return|add) (?:1|2|up to|an?|all|the|any)\b(?! monsters? that (?:inflicts?|battles?|attacks?))"
)
# A text with a colon or semicolon of its own, or the short word "GY", follows the current conventions: there, a sentence
# without a colon or semicolon is applied, not activated.
# The marks stand in front, for they are rare: the search skips to them.
CURRENT = re.compile(
    r":(?<=[a-z)\"].) (?!●|this (?:increase|decrease|reduction) )|;(?<=[a-z)\"].) (?!●|this (?:increase|decrease|reduction) )|gy(?<=\bgy)\b"
)
# What stands in front of a bullet's colon is no activation clause: "● EARTH: ...", "● 2 or more: ...".
_LABEL = re.compile(r"● (?:(?!if |when |during |once |flip)[a-z0-9\"_ ,/+\-]){1,30}: ")
_ACTIVATES_ITSELF = (
    "activate this card by",
    "if this card is activated: ",
    "activate by ",
    "when this card is activated",
    "activate this card,",
    "when you activate this card",
    "you can activate this card",
    "when this card resolves",
)


class Context(msgspec.Struct, frozen=True, gc=False):
    """What is known of a text before its sentences are read."""

    text: Folded
    part: Part
    card: Card
    one_shot: bool  # a Normal, Quick-Play, Ritual or Counter card
    current_wording: bool  # follows the current punctuation

    @classmethod
    def of(cls, text: Folded, part: Part, card: Card) -> "Context":
        """The context of one part."""
        one_shot = card.card_type != "Monster" and card.property in ONE_SHOT
        low = text.low
        if "flip: " in low:
            low = low.replace("flip: ", "")
        if "● " in low:
            low = _LABEL.sub("● ", low)
        return cls(text, part, card, one_shot, CURRENT.search(low) is not None)

    @property
    def bare_activation(self) -> bool:
        """Whether the part has a row for the activation of the card alone."""
        return self.part == "pendulum_effect" or (self.card.card_type != "Monster" and self.card.property in LASTING)

    def role(self, sentence: Sentence, before: Role | None, *, activated: bool, after_bullets: bool) -> Role:
        """The role of a sentence; `before` is that of the effect at hand (null: none), `activated` whether the card's own came by."""
        low = self.text.low[sentence.start : sentence.end]
        if len(low) > LONGEST:
            return "note"
        after = before not in (None, "limit")
        role = role_of(low, after_effect=after, one_shot=self.one_shot)
        if role in ("statement", "old_head", "old_trigger") and offers(low) and not low.endswith(":"):
            return "head"
        if role == "summoning" and not self.current_wording and en_old.summons_itself_when(low):
            role = "head"
        if role == "old_trigger":
            role = "head" if not self.current_wording and en_old.activates(self.text, sentence) else "statement"
        elif role == "statement" and not self.one_shot and not self.current_wording and en_moments.moment_behind(low):
            role = "head"
        elif role == "old_head":
            role = "statement" if self.current_wording else "head"
        if role == "head" and low.startswith(("when you do:", "if you do:")) and before != "summoning":
            return "more" if after else "head"
        if role == "more" and after_bullets and not after:
            role = "statement"
        return self._of_one_shot(low, sentence, role, after, activated) if self.one_shot else role

    def _of_one_shot(self, low: str, sentence: Sentence, role: Role, after: bool, activated: bool) -> Role:
        if role == "statement" and not self.current_wording and _WAITING.match(low) and en_old.activates(self.text, sentence):
            return "head"
        if after and role == "more" and "instead" in low and _ELSEWHERE.search(low):
            return "statement"
        if role == "head" and after and low.startswith(("when this card is activated", "when this card resolves")):
            return "more"
        if role == "head" and activated and not _ELSEWHERE.search(low):
            # A second colon in the text of a one-shot card: an alternative of its activation, unless it activates elsewhere.
            return "more" if after and not low.startswith(("if", "when", "during", "once", "you can")) else "head"
        return role

    def is_own_activation(self, role: Role | None, low: str, *, activated: bool) -> bool:
        """Whether an effect (its text in lower case) is the activation of the Spell/Trap Card itself."""
        if self.part == "pendulum_effect" or self.card.card_type == "Monster" or role in ("summoning", "limit"):
            return False
        if self.one_shot:
            opening = low.split(":")[0] if ":" in low else low[:60]
            return not activated and not ("this " in opening and _WAITING.search(opening))
        if not activated and _OWN_LASTING.match(low):
            return True
        itself = low.startswith(_ACTIVATES_ITSELF) or (low.startswith(("activate this card", "activate only")) and (";" in low or ": " in low))
        itself = itself or ": activate this card by" in low or " to activate this card." in low
        return role in ("head", "more", "statement") and itself
