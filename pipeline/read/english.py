"""Reading English: one part of a card in, its effects and a segmentation that gives the text back out."""

import msgspec

from pipeline.read import en_options
from pipeline.read.en_context import LONGEST, Context
from pipeline.read.en_effects import activated
from pipeline.read.en_kinds import applied
from pipeline.read.en_pieces import Piece, cut, filled, segments
from pipeline.read.en_roles import Role
from pipeline.read.en_text import Sentence, fold, sentences
from pipeline.read.equipping import with_bonus
from pipeline.records import Card, Effect, Kind, Part, Reading, Segment

READER_VERSION = "2"
_EXTRA_DECK = frozenset({"Fusion", "Synchro", "Xyz", "Link"})


def read_english(text: str, part: Part, card: Card) -> Reading:
    """Read one English part. Never raises on a text, however strange; time grows linearly with its length."""
    assembly = _assembled(text, part, card)
    if assembly is None:
        flavour = part == "text" and not card.has_effects()
        return Reading(filled(text, [Segment("flavour", 0, len(text), None)] if flavour and text else []), ())
    return Reading(assembly.segmented(), assembly.result())


def english_effects(text: str, part: Part, card: Card) -> tuple[Effect, ...]:
    """The effects of one English part, as `read_english` gives them, for those who do not need its segments."""
    assembly = _assembled(text, part, card)
    return () if assembly is None else assembly.result()


def _assembled(text: str, part: Part, card: Card) -> "_Assembly | None":
    """One part, its sentences grouped; null where there are none that could hold an effect."""
    if part == "text" and not card.has_effects():
        return None
    folded = fold(text)
    found = sentences(folded)
    if not found:
        return None
    assembly = _Assembly(Context.of(folded, part, card), found)
    assembly.run()
    return assembly


class _Assembly:
    """Walks the sentences of one part and groups them into effects."""

    def __init__(self, context: Context, found: list[Sentence]) -> None:
        self.context = context
        self.text, self.part, self.card = context.text, context.part, context.card
        self.sentences = found
        self.effects: list[Effect] = []
        # What was read: stretches that belong to no effect, and the sentences of the effects with their numbers.
        self.beside: list[Segment] = []
        self.read: list[tuple[list[Piece], int]] = []
        self.number = 0
        # The effect at hand: its sentences, its role, the bullets behind it.
        self.current: list[Piece] = []
        self.role: Role | None = None
        self.bullets: en_options.Bullets = []
        self.own_activation_read = False
        self.list_of_effects = False
        self.by_chance: bool | None = None  # whether the text tosses a coin or rolls dice; asked once, where there are bullets

    def run(self) -> None:
        """Goes through the part."""
        start = self._materials()
        if self.context.bare_activation:
            speed = 2 if self.card.card_type == "Trap" else 1
            self.effects.append(Effect(part=self.part, number=0, span=(0, 0), kind="card_activation", speed=speed))
        for sentence in self.sentences[start:]:
            self._take(sentence)
        self._close()

    def result(self) -> tuple[Effect, ...]:
        """The effects of the part."""
        if self.context.current_wording:
            return tuple(self.effects)
        return tuple([msgspec.structs.replace(effect, old_wording=True) for effect in self.effects])

    def segmented(self) -> tuple[Segment, ...]:
        """The segments of the part."""
        found = self.beside
        for pieces, number in self.read:
            found += segments(pieces, number)
        return filled(self.text.raw, found)

    def _materials(self) -> int:
        """Takes the materials line of an Extra Deck monster; the number of sentences that it spans."""
        if self.part != "text" or _EXTRA_DECK.isdisjoint(self.card.types) or ("\n" not in self.text.masked and len(self.sentences) > 1):
            return 0
        taken = 0
        for sentence in self.sentences:
            if sentence.line > 0 or sentence.bullet:
                break
            taken += 1
        if taken:
            self.beside.append(Segment("materials", self.sentences[0].start, self.sentences[taken - 1].end, None))
        return taken

    def _take(self, sentence: Sentence) -> None:
        if sentence.bullet and sentence.end - sentence.start <= LONGEST:
            if sentence.opens_bullet or not self.bullets:
                self.bullets.append([])
            self.bullets[-1].append(sentence)
            return
        after_bullets = bool(self.bullets)
        if after_bullets:
            self._close()
        before = self.role if self.current else None
        role = self.context.role(sentence, before, activated=self.own_activation_read, after_bullets=after_bullets)
        self.list_of_effects = False
        if role in ("once", "note"):
            self._limit(sentence, role)
        elif self.current and (role == "more" or role == before == "summoning"):
            self.current.append(cut(self.text, sentence, opening=False))
        else:
            self._close()
            self.role = role
            self.current = [cut(self.text, sentence, opening=role in ("head", "statement", "more"))]

    def _limit(self, sentence: Sentence, role: Role) -> None:
        """Takes a sentence that belongs to no single effect."""
        if role == "once":
            # "You can use each of the following effects once per turn" before bullets: each bullet is an effect of its own.
            low = self.text.low[sentence.start : sentence.end]
            listed = "following" in low or "these effects" in low or "each" in low or "bullet" in low
            self.list_of_effects = listed and not (self.current and en_options.offers(self.text, self.current))
        self.beside.append(Segment("once" if role == "once" else "note", sentence.start, sentence.end, None))

    def _close(self) -> None:
        """Ends the effect at hand and makes its record, with its options."""
        pieces, bullets, role = self.current, self.bullets, self.role
        self.current, self.bullets, self.role = [], [], None
        if pieces:
            listed = bullets if self.list_of_effects else []
            self._effect(pieces, [] if listed else bullets, role)
            for group in listed:
                self.number += 1
                self._lone_bullet(group, None)
        elif bullets and self.list_of_effects:
            for group in bullets:
                self.number += 1
                self._lone_bullet(group, None)
        elif bullets:
            # Bullets without a sentence that introduces them are the options of one unnamed effect.
            self.number += 1
            for n, group in enumerate(bullets, 1):
                self._lone_bullet(group, n if len(bullets) > 1 else None)
        self.list_of_effects = False

    def _effect(self, pieces: list[Piece], bullets: en_options.Bullets, role: Role | None) -> None:
        self.number += 1
        use: en_options.Use | None = None
        if role == "head" and not bullets:
            pieces, bullets = en_options.inline(self.text, pieces)
            use = "choice" if bullets else None
        low = self.text.low[pieces[0].sentence.start : pieces[-1].sentence.end]
        own = self.context.is_own_activation(role, low, activated=self.own_activation_read)
        self.own_activation_read = self.own_activation_read or own
        if role in ("head", "more") or own:
            effect = activated(self.card, self.text, self.part, self.number, pieces, own_activation=own)
        else:
            kind: Kind | None = "summoning" if role == "summoning" else "condition" if role == "limit" else None
            effect = applied(self.text, self.part, self.number, pieces, kind)
        self.read.append((pieces, self.number))
        if not bullets:
            self.effects.append(effect)
            return
        if self.by_chance is None:
            self.by_chance = en_options.by_chance(self.text.low)
        use = use or en_options.use_of(self.text, effect, pieces, bullets, by_chance=self.by_chance)
        if use == "processing":
            absorbed = [cut(self.text, sentence, opening=False) for group in bullets for sentence in group]
            self.effects.append(activated(self.card, self.text, self.part, self.number, [*pieces, *absorbed], own_activation=own))
            self.read.append((absorbed, self.number))
            return
        at = len(self.effects)
        if use == "grant":
            self.effects.append(effect)
        for n, group in enumerate(bullets, 1):
            option = en_options.pieces_of(self.text, group)
            self.read.append((option, self.number))
            if use == "choice":
                self.effects.append(en_options.chosen(self.card, self.text, self.part, effect, option, n))
            else:
                old = not self.context.current_wording
                self.effects.append(en_options.gained(self.card, self.text, self.part, self.number, option, n, old_wording=old))
        if use == "grant":
            self.effects[at] = with_bonus(effect, self.effects[at + 1 :])

    def _lone_bullet(self, group: list[Sentence], bullet: int | None) -> None:
        """A bullet that stands for itself, or as an option (`bullet`) of an effect without words of its own."""
        pieces = [cut(self.text, sentence, opening=n == 0) for n, sentence in enumerate(group)]
        own = self.context.one_shot and not self.own_activation_read
        if not own and en_options.behind_state(self.text, pieces):
            pieces = en_options.pieces_of(self.text, group)
            old = not self.context.current_wording
            self.effects.append(en_options.gained(self.card, self.text, self.part, self.number, pieces, bullet, old_wording=old))
        elif pieces[0].head is not None or pieces[0].cost is not None or own:
            self.effects.append(activated(self.card, self.text, self.part, self.number, pieces, own_activation=own, bullet=bullet))
            self.own_activation_read = self.own_activation_read or (own and bullet is None)
        else:
            effect = applied(self.text, self.part, self.number, pieces)
            self.effects.append(effect if bullet is None else en_options.as_option(effect, bullet))
        self.read.append((pieces, self.number))
