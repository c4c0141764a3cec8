"""Reading English: one part of a card in, its effects and a segmentation that gives the text back out."""

import re

import msgspec

from pipeline.read import en_effects, en_old
from pipeline.read.en_kinds import applied
from pipeline.read.en_pieces import Piece, cut, is_clause, segments, without_label
from pipeline.read.en_roles import OFFERS, Role, role_of
from pipeline.read.en_text import Folded, Sentence, fold, sentences
from pipeline.records import Card, Effect, Kind, Part, Reading, Segment

READER_VERSION = "1"
ONE_SHOT = frozenset({"Normal", "Quick-Play", "Ritual", "Counter"})
LASTING = frozenset({"Continuous", "Field", "Equip"})
# A sentence longer than this is no card text (the longest real one has 583 characters): it is kept as a note, unread.
LONGEST = 1200
_EXTRA_DECK = frozenset({"Fusion", "Synchro", "Xyz", "Link"})
_CHOICE = re.compile(
    r"activate (?:only )?(?:1|one|either|any|up to|\d|both|each)?[^.;:]{0,40}?(?:of )?(?:these|the following|its) effects?|"
    r"(?:choose|select) (?:1|one|either)[^.;:]{0,60}effects?[^.;:]{0,30}(?:to )?activate|"
    r"(?:choose|select|use|activate) (?:1|one|either|\d)[^.;:]{0,20} of (?:these|the following)(?: effects?)?(?! to apply)|"
    r"you can (?:use|activate) (?:1|one|either|each|these|the following)[^.;:]{0,40}effects?|"
    r"activate the (?:appropriate|following|corresponding) effect"
)
_CHANCE = re.compile(r"\b(?:coins?|dice|die)\b")
_APPLY = re.compile(r"\bapply\b|\bapplied\b|\bresolve\b|\bperform\b")
_GRANT = re.compile(
    r"\b(?:gains?|gets?|has|have|with|obtains?|acquires?) (?:the |each |all |any )?(?:of )?(?:this|these|the following|"
    r"following|1 of|the appropriate) "
)
# Words that make a statement of a Normal, Quick-Play, Ritual or Counter card an effect of its own: it activates elsewhere.
_ELSEWHERE = re.compile(
    r"(?:this card|it)(?: is)? (?:in|from) (?:your|the) (?:gy|graveyard|hand)|banish this card|(?:if|"
    r"when) this (?:set )?card(?: in (?:its owner's|your) [a-z]+| you control| on the field)? (?:is (?!activated)|leaves)|"
    r"except the turn this card was sent|this card is (?:sent|banished|destroyed|discarded|added)|this set card|"
    r"from your (?:gy|graveyard) (?:by|to your)|if this card is|this card leaves"
)
_WAITING = re.compile(
    r"this card(?: is)? (?:in|from) (?:your|the) (?:gy|graveyard|hand)|banish this card|(?:if|"
    r"when) this (?:set )?card(?: in (?:its owner's|your) [a-z]+| you control| on the field)? (?:is (?!activated)|leaves)|this set card"
)
# A Continuous Trap that says what happens, not what is so: its first sentence is what its activation does.
_OWN_LASTING = re.compile(
    r"(?:(?:if|when|during)[^:;]*: )?special summon this card as|(?:select and )?(?:target|select|special summon|destroy|"
    r"discard|draw|tribute|reveal|return|add) (?:1|2|up to|an?|all|the|any)\b"
)
# A text with a colon or semicolon of its own, or the short word "GY", follows the current conventions: there, a sentence
# without a colon or semicolon is applied, not activated.
_CURRENT = re.compile(r"[a-z)\"][:;] (?!●)|\bgy\b")


def read_english(text: str, part: Part, card: Card) -> Reading:
    """Read one English part. Never raises on a text, however strange; time grows linearly with its length."""
    folded = fold(text)
    if part == "text" and not card.has_effects():
        return Reading(_fill(text, [Segment("flavour", 0, len(text), None)] if text else []), ())
    found = sentences(folded)
    if not found:
        return Reading(_fill(text, []), ())
    return _Assembly(folded, part, card, found).run()


class _Assembly:
    """Walks the sentences of one part and groups them into effects."""

    def __init__(self, text: Folded, part: Part, card: Card, found: list[Sentence]) -> None:
        self.text = text
        self.part = part
        self.card = card
        self.sentences = found
        self.one_shot = card.card_type != "Monster" and card.property in ONE_SHOT
        self.effects: list[Effect] = []
        self.segments: list[Segment] = []
        self.number = 0
        self.current: list[Piece] = []
        self.current_role: Role | None = None
        self.activated_own = False
        self.bullets: list[list[Sentence]] = []
        self.list_of_effects = False
        self.by_chance = _CHANCE.search(text.low) is not None
        self.current_wording = _CURRENT.search(text.low.replace("flip: ", "")) is not None

    def run(self) -> Reading:
        """The reading of the part."""
        start = self._materials()
        lasting = self.card.property in LASTING and self.card.card_type != "Monster"
        if lasting or self.part == "pendulum_effect":
            self.effects.append(
                Effect(part=self.part, number=0, span=(0, 0), kind="card_activation", speed=2 if self.card.card_type == "Trap" else 1)
            )
        for sentence in self.sentences[start:]:
            if sentence.bullet and sentence.end - sentence.start <= LONGEST:
                if sentence.opens_bullet or not self.bullets:
                    self.bullets.append([])
                self.bullets[-1].append(sentence)
                continue
            if self.bullets:
                self._close()
                role = self._role(sentence, after_bullets=True)
            else:
                role = self._role(sentence, after_bullets=False)
            self._take(sentence, role)
        self._close()
        effects = self.effects if self.current_wording else [msgspec.structs.replace(effect, old_wording=True) for effect in self.effects]
        return Reading(_fill(self.text.raw, self.segments), tuple(effects))

    def _materials(self) -> int:
        """Takes the materials line of an Extra Deck monster; the number of sentences that it spans."""
        if self.part != "text" or not (_EXTRA_DECK & set(self.card.types)):
            return 0
        if "\n" not in self.text.masked and len(self.sentences) > 1:
            return 0
        taken = 0
        for sentence in self.sentences:
            if sentence.line > 0 or sentence.bullet:
                break
            taken += 1
        if taken:
            self.segments.append(Segment("materials", self.sentences[0].start, self.sentences[taken - 1].end, None))
        return taken

    def _role(self, sentence: Sentence, *, after_bullets: bool) -> Role:
        low = self.text.low[sentence.start : sentence.end]
        if len(low) > LONGEST:
            return "note"
        after = bool(self.current) and self.current_role not in (None, "limit")
        role = role_of(low, after_effect=after, one_shot=self.one_shot)
        if role == "statement" and self.one_shot and not self.current_wording and _WAITING.match(low) and en_old.activates(self.text, sentence):
            return "head"
        if role == "statement" and OFFERS.search(low) and not low.endswith(":"):
            return "head"
        if role == "head" and low.startswith(("when you do:", "if you do:")) and self.current_role != "summoning":
            return "more" if after else "head"
        if role == "old_trigger":
            role = "head" if not self.current_wording and en_old.activates(self.text, sentence) else "statement"
        elif role == "old_head":
            role = "statement" if self.current_wording else "head"
        if role == "more" and after_bullets and not after:
            role = "statement"
        if self.one_shot and after and role == "more" and _ELSEWHERE.search(low) and "instead" in low:
            return "statement"
        if role == "head" and self.one_shot and after and low.startswith(("when this card is activated", "when this card resolves")):
            return "more"
        if role == "head" and self.one_shot and self.activated_own and not _ELSEWHERE.search(low):
            # A second colon in the text of a one-shot card: an alternative of its activation, unless it activates elsewhere.
            return "more" if after and not low.startswith(("if", "when", "during", "once", "you can")) else "head"
        return role

    def _take(self, sentence: Sentence, role: Role) -> None:
        self.list_of_effects = False
        if role in ("once", "note"):
            # "You can use each of the following effects once per turn" before bullets: each bullet is an effect of its own.
            low = self.text.low[sentence.start : sentence.end]
            self.list_of_effects = (
                role == "once" and any(word in low for word in ("following", "these effects", "each", "bullet")) and not self._offers_choice()
            )
            self.segments.append(Segment("once" if role == "once" else "note", sentence.start, sentence.end, None))
            return
        if role == "more" and self.current:
            self.current.append(cut(self.text, sentence, opening=False))
            return
        if role == "summoning" and self.current_role == "summoning" and self.current:
            self.current.append(cut(self.text, sentence, opening=False))
            return
        self._close()
        self.current_role = role
        self.current = [cut(self.text, sentence, opening=role in ("head", "statement", "more"))]

    def _close(self) -> None:
        """Ends the effect at hand and makes its record, with its options."""
        pieces, bullets, role = self.current, self.bullets, self.current_role
        self.current, self.bullets, self.current_role = [], [], None
        if bullets and self.list_of_effects:
            self.list_of_effects = False
            self.current, self.current_role = pieces, role
            self._close()
            for group in bullets:
                self.number += 1
                self._lone_bullet(group, None)
            return
        if not pieces:
            # Bullets without a sentence that introduces them are the options of one unnamed effect.
            if bullets:
                self.number += 1
                for n, group in enumerate(bullets, 1):
                    self._lone_bullet(group, n if len(bullets) > 1 else None)
            return
        self.number += 1
        number = self.number
        low = self.text.low[pieces[0].sentence.start : pieces[-1].sentence.end]
        own = self._is_own_activation(role, low)
        if own:
            self.activated_own = True
        if role in ("head", "more") or own:
            effect = en_effects.activated(self.card, self.text, self.part, number, pieces, own_activation=own)
        else:
            kind: Kind | None = "summoning" if role == "summoning" else "condition" if role == "limit" else None
            effect = applied(self.text, self.part, number, pieces, kind)
        self.segments += segments(pieces, number)
        if not bullets:
            self.effects.append(effect)
            return
        lead = self.text.low[pieces[-1].sentence.start : pieces[-1].sentence.end]
        grant = _GRANT.search(lead) is not None
        if not grant and effect.activated and self._own_clauses(bullets):
            grant = True
        choice = not grant and effect.activated and _CHOICE.search(low) is not None and not _APPLY.search(lead)
        if choice or grant or not effect.activated:
            if not choice:
                self.effects.append(effect)
            for n, group in enumerate(bullets, 1):
                self._option(effect, group, n, choice=choice)
        else:
            absorbed = [cut(self.text, s, opening=False) for group in bullets for s in group]
            self.effects.append(en_effects.activated(self.card, self.text, self.part, number, [*pieces, *absorbed], own_activation=own))
            self.segments += segments(absorbed, number)

    def _is_own_activation(self, role: Role | None, low: str) -> bool:
        """Whether this effect is the activation of the Spell/Trap Card itself."""
        if self.part == "pendulum_effect" or self.card.card_type == "Monster" or role in ("summoning", "limit"):
            return False
        if self.one_shot:
            if self.activated_own:
                return False
            return not _WAITING.search(low.split(":")[0] if ":" in low else low[:60])
        if not self.activated_own and _OWN_LASTING.match(low):
            return True
        return role in ("head", "more", "statement") and (
            low.startswith(
                (
                    "activate this card by",
                    "when this card is activated",
                    "activate this card,",
                    "when you activate this card",
                    "you can activate this card",
                    "when this card resolves",
                )
            )
            or (low.startswith(("activate this card", "activate only")) and ";" in low)
        )

    def _option(self, parent: Effect, group: list[Sentence], n: int, *, choice: bool) -> None:
        pieces = [cut(self.text, s, opening=i == 0) for i, s in enumerate(group)]
        first = pieces[0]
        if first.head is not None and not is_clause(self.text, first):
            # "3 or more: ..." - behind the label the option may have an activation clause of its own.
            first = without_label(self.text, first)
            pieces[0] = first
        if choice:
            effect = en_effects.activated(
                self.card, self.text, self.part, parent.number, pieces, own_activation=parent.kind == "card_activation", bullet=n, parent=parent
            )
            # The sentence that offers the options has no row of its own: it stands with the first of them.
            self.effects.append(effect if n > 1 else msgspec.structs.replace(effect, span=(parent.span[0], effect.span[1])))
        else:
            old = False
            if not self.current_wording and first.head is None and first.cost is None:
                opening = first.sentence._replace(
                    start=first.body[0]
                    + len(self.text.low[first.body[0] : first.body[1]])
                    - len(self.text.low[first.body[0] : first.body[1]].lstrip())
                )
                old = en_old.activates(self.text, opening)
                if old:
                    pieces[0] = first._replace(sentence=opening)
            if first.cost is not None or first.head is not None or old:
                effect = en_effects.activated(self.card, self.text, self.part, parent.number, pieces, own_activation=False, bullet=n, granted=True)
            else:
                effect = applied(self.text, self.part, parent.number, pieces)
                effect = _as_option(effect, n)
            self.effects.append(effect)
        self.segments += segments(pieces, parent.number)

    def _own_clauses(self, bullets: list[list[Sentence]]) -> bool:
        """Whether the bullets are effects to be gained: behind its label, one has an activation clause with an event of its own."""
        if not self.by_chance:
            return False
        for group in bullets:
            piece = cut(self.text, group[0], opening=True)
            if piece.head is not None and not is_clause(self.text, piece):
                piece = without_label(self.text, piece)
                if piece.head is not None and is_clause(self.text, piece):
                    return True
        return False

    def _offers_choice(self) -> bool:
        """Whether the effect at hand offers options on activation."""
        if not self.current:
            return False
        # The offer opens the effect or stands right before; looking at all of it would cost the square of a long text.
        return any(_CHOICE.search(self.text.low, p.sentence.start, p.sentence.end) for p in {self.current[0], self.current[-1]})

    def _lone_bullet(self, group: list[Sentence], bullet: int | None) -> None:
        """A bullet that stands for itself, or as an option (`bullet`) of an effect without words of its own."""
        pieces = [cut(self.text, s, opening=i == 0) for i, s in enumerate(group)]
        first = pieces[0]
        own = self.one_shot and not self.activated_own
        if first.head is not None or first.cost is not None or own:
            self.effects.append(en_effects.activated(self.card, self.text, self.part, self.number, pieces, own_activation=own, bullet=bullet))
            self.activated_own = self.activated_own or (own and bullet is None)
        else:
            effect = applied(self.text, self.part, self.number, pieces)
            self.effects.append(effect if bullet is None else _as_option(effect, bullet))
        self.segments += segments(pieces, self.number)


def _as_option(effect: Effect, n: int) -> Effect:
    return msgspec.structs.replace(effect, bullet=n, granted=True)


def _fill(text: str, found: list[Segment]) -> tuple[Segment, ...]:
    """The segments in order with the gaps between them as `space`, so that together they are the text."""
    whole: list[Segment] = []
    at = 0
    for segment in sorted(found, key=lambda s: s.start):
        if segment.start > at:
            whole.append(Segment("space", at, segment.start, None))
        if segment.end > max(at, segment.start):
            whole.append(Segment(segment.role, max(at, segment.start), segment.end, segment.effect))
        at = max(at, segment.end)
    if at < len(text):
        whole.append(Segment("space", at, len(text), None))
    return tuple(whole)
