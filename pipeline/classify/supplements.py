"""The official supplements as the strongest witness: what they say of a row goes before rulings and text rules.

They belong to the OCG of today. The TCG follows where no difference is on record: a ruling of its own, or a mark that only the English
card prints. Older rulesets are left to rulings and rules. Where a supplement says only whether, the windows of the rules are kept.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from pipeline.classify.cites import supplement as page
from pipeline.classify.decide import witness
from pipeline.classify.events import answers_activation, live, windows_of
from pipeline.classify.registry import by_code
from pipeline.classify.rulings import Rulings
from pipeline.classify.supplement_rows import in_passing, rows_of
from pipeline.classify.verdicts import NO, SAME_LINK
from pipeline.read.supplement import ReadNotes, Supplement
from pipeline.records import Card, Effect, Mode, Part, Row, Tag, Verdict
from pipeline.windows import ALL, CURRENT, NONE, UNTIL_CALC, Ruleset, Window

# How often the tag is right where the supplement decides: as it stands, with windows by the text, with windows that nobody tells; and
# the factor for the TCG, of which it does not speak.
_SAID, _BY_TEXT, _GUESSED, _FOLLOWED = 0.995, 0.99, 0.9, 0.98
# Kinds that official notes and readers name alike.
_KINDS = frozenset({"trigger", "quick", "ignition"})
# "Until damage calculation" is printed of a few changes of ATK or DEF; until it begins, as for all others (rulebook X-21).
_UNTIL_DURING = UNTIL_CALC | Window.DURING_CALC
_SUPPLEMENT_NO, _NAMED, _EITHER, _OPEN = "SUP-01", "SUP-02", "SUP-03", "SUP-04"


class Stated(NamedTuple):
    """A row, what is said of it, and the tag before and after."""

    row: Row
    said: Supplement
    before: Tag
    after: Tag

    @property
    def contradicts(self) -> bool:
        """Whether text and rulings had it otherwise."""
        return self.said.eligible != "depends" and self.before.eligible != "uncertain" and not self.agrees

    @property
    def agrees(self) -> bool:
        """Whether text and rulings had said the same, the windows included where the supplement names all of them."""
        said, before = self.said, self.before
        if self.before.decided_by == "nobody":
            return False
        if said.eligible == "yes":
            exact = said.windows if said.windows and not said.partial else before.windows
            return before.eligible == "yes" and before.windows == exact & ~said.never
        return _alone(said, before) or (before.eligible != "yes" and said.eligible == "no")


class Supplements(msgspec.Struct, frozen=True):
    """What the supplements say, by Konami id; ``revision`` names what they were read from."""

    by_card: dict[int, tuple[Supplement, ...]]
    revision: str

    @classmethod
    def of(cls, read: Iterable[ReadNotes], revision: str) -> "Supplements":
        """The collection of what was read; of a card's two parts, both count."""
        found: dict[int, tuple[Supplement, ...]] = {}
        for notes in read:
            for one in notes.supplements:
                found[one.konami_id] = (*found.get(one.konami_id, ()), one)
        return cls(found, revision)

    def stated(self, card: Card, rows: Sequence[Row], tags: Sequence[Tag], ruleset: Ruleset, rulings: Rulings) -> list[Stated]:
        """The rows of a card of which the supplement says whether they may be activated in the step."""
        said = self.by_card.get(card.konami_id) if card.konami_id is not None else None
        if not said or ruleset not in CURRENT:
            return []
        before = {tag.effect_id: tag for tag in tags}
        return [
            Stated(row, one, before[row.effect_id], _decided(card, row, one, before[row.effect_id], ruleset, rulings))
            for row, one in spoken_of(card, rows, said)
            if row.effect_id in before
        ]


def spoken_of(card: Card, rows: Sequence[Row], said: Sequence[Supplement]) -> list[tuple[Row, Supplement]]:
    """Each row with what speaks of it most closely, in the order of the rows.

    Where the numbers speak of other effects than the text has under them (another print, another card), none of them is taken.
    """
    closest: dict[str, tuple[int, Row, Supplement]] = {}
    quoted: dict[str, tuple[int, Row, Supplement]] = {}
    foreign = _foreign(card, rows, said)
    for one in said:
        if one.eligible is None or (one.part in foreign and one.subject.number is not None):
            continue
        rank = _closeness(one)
        found = quoted if one.subject.quote is not None else closest
        for row in rows_of(card, rows, one):
            known = found.get(row.effect_id)
            if known is None or rank > known[0]:
                found[row.effect_id] = (rank, row, one)
    for key, about in quoted.items():
        # Words quoted from within a row may be another effect that was not told apart from it.
        if key not in closest or (closest[key][2].eligible == about[2].eligible and not in_passing(card, about[1], about[2])):
            closest[key] = about
    order = {row.effect_id: n for n, row in enumerate(rows)}
    return [(row, one) for _, row, one in sorted(closest.values(), key=lambda found: order[found[1].effect_id])]


def _foreign(card: Card, rows: Sequence[Row], said: Sequence[Supplement]) -> frozenset[Part]:
    """The parts in which several numbers are said to be of kinds that the text has not under a single one of them."""
    fits: dict[Part, list[bool]] = {}
    for one in said:
        if one.kind not in _KINDS or one.subject.number is None or one.subject.option is not None:
            continue
        found = rows_of(card, rows, one)
        if len(found) == 1 and found[0].ja is not None and found[0].ja.kind in _KINDS:
            fits.setdefault(one.part, []).append(found[0].ja.kind == one.kind)
    return frozenset(part for part, some in fits.items() if len(some) > 1 and not any(some))


def _closeness(one: Supplement) -> int:
    subject = one.subject
    if subject.what == "together":
        return -1
    if subject.what == "alone":
        return 3
    return 2 * (subject.option is not None) + (subject.number is not None or subject.quote is not None)


def _alone(said: Supplement, before: Tag) -> bool:
    """Whether a ban on turning up the card alone leaves room for turning it up together with an effect."""
    return said.eligible == "no" and said.subject.what == "alone" and before.eligible == "yes" and before.condition == SAME_LINK


def _decided(card: Card, row: Row, said: Supplement, before: Tag, ruleset: Ruleset, rulings: Rulings) -> Tag:
    word = _word(said)
    marked = msgspec.structs.replace(before, witness_supplement=word)
    if said.eligible == "depends" or said.subject.what == "together" or _alone(said, before):
        return msgspec.structs.replace(before, witness_supplement=None)
    other = before.eligible != "uncertain" and (before.eligible == "yes") != (said.eligible == "yes")
    if other and (in_passing(card, row, said) or (ruleset == "tcg" and _difference(before, rulings))):
        return marked
    dated = f"official supplement of {said.date}" if said.date is not None else "official supplement"
    reason, code, confidence = f"The {dated} says that it may not be activated in the Damage Step.", _SUPPLEMENT_NO, _SAID
    verdict = NO
    if said.eligible == "yes":
        verdict = _yes(row.effect, said, before)
        if said.windows and not said.partial:
            reason, code = f"The {dated} names when in the Damage Step it may be activated.", _NAMED
        elif before.eligible == "yes":
            by = f" ({before.rule})" if before.rule is not None else ""
            reason, code, confidence = f"The {dated} allows it in the Damage Step; when follows from the text{by}.", _EITHER, _BY_TEXT
        else:
            reason, code, confidence = f"The {dated} allows it in the Damage Step, where the text alone does not tell so.", _OPEN, _GUESSED
    return Tag(
        effect_id=before.effect_id,
        eligible=verdict.eligible,
        ruleset=ruleset,
        windows=verdict.windows,
        mode=verdict.mode,
        condition=verdict.condition,
        decided_by="supplement",
        rule=code,
        confidence=confidence * (_FOLLOWED if ruleset == "tcg" else 1.0),
        reason=reason,
        source=page(said.konami_id),
        witness_en=before.witness_en,
        witness_ja=before.witness_ja,
        witness_supplement=word,
    )


def _word(said: Supplement) -> str:
    """The supplement's word alone: windows where it names all of them, else ``yes`` or ``no``."""
    if said.eligible == "yes" and said.windows and not said.partial:
        return witness(Verdict("yes", said.windows & ~said.never)) or "yes"
    return str(said.eligible)


def _difference(before: Tag, rulings: Rulings) -> bool:
    """Whether the TCG has a word of its own on record."""
    if before.decided_by == "ruling" and before.rule is not None:
        ruling = rulings.by_id().get(before.rule)
        return ruling is not None and any("tcg" in statement.rulesets for statement in ruling.rulings)
    rule = by_code().get(before.rule) if before.rule is not None else None
    return rule is not None and rule.explicit and before.witness_en is not None and before.witness_en != before.witness_ja


def _yes(effect: Effect, said: Supplement, before: Tag) -> Verdict:
    exact = said.windows if said.windows and not said.partial else NONE
    if exact is _UNTIL_DURING and before.windows is UNTIL_CALC:
        exact = UNTIL_CALC
    if before.eligible == "yes":
        windows = (exact or before.windows | said.windows) & ~said.never or exact or before.windows
        return Verdict("yes", windows, before.mode, before.condition)
    windows = (exact or said.windows or _possible(effect)) & ~said.never
    return Verdict("yes", windows or ALL, _mode(effect), None)


def _possible(effect: Effect) -> Window:
    """Where an effect could be activated by what starts it and what it does first, where no rule allows it."""
    condition = effect.condition
    if condition.window is not NONE:
        return condition.window
    events = live(condition)
    if events:
        return windows_of(events) or ALL
    if effect.actions and effect.actions[0].what == "atk_def_change":
        return UNTIL_CALC
    return ALL


def _mode(effect: Effect) -> Mode:
    if answers_activation(effect.condition):
        return "response"
    return "event" if live(effect.condition) or effect.kind in ("trigger", "flip") else "open"
