"""What was read against what the official supplements state. They speak of the Japanese text: the Japanese effect is found first,
the English one is its partner in the row of the dataset (where there is none, English is not compared; nor where the passage is a
minor part of the Japanese effect: what was read as one there need not be one in English)."""

from collections.abc import Iterable, Iterator, Sequence

from pipeline.read.ja_fold import fold
from pipeline.read.supplement_kinds import OFFICIAL_KINDS, Stated, Statement
from pipeline.records import ACTIVATED, Kind
from pipeline.validate.checks import Check, check
from pipeline.validate.read_texts import ReadEffect, ReadText, leads
from pipeline.validate.wiki_labels import CLASS_OF

# The official kinds in ours. What belongs to none of the four kinds is a procedure, a rule of the card, or applies from outside the field.
_KINDS: dict[Stated, frozenset[Kind]] = {
    "trigger": frozenset({"trigger", "flip"}),
    "quick": frozenset({"quick"}),
    "ignition": frozenset({"ignition"}),
    "continuous": frozenset({"continuous", "replacement", "lock", "maintenance"}),
    "unclassified": frozenset({"summoning", "condition", "replacement", "lock", "lingering", "continuous"}),
}
_SHORTEST_QUOTE = 6  # folded characters; less stands in many places


def supplement_checks(text: ReadText, stated: Sequence[Statement]) -> Iterator[Check]:
    """Every check of one text against the statements about its part."""
    if text.japanese is None or not text.ja:
        return
    for statement in stated:
        found, alone = located(text, statement)
        subject = f"number {statement.number}" if statement.number is not None else "quoted passage" if statement.quote else "the effect"
        if not found:
            yield check(text, "supplement", False, "official-unlocated", f"{subject}: {statement.stated}", goal=False, n=0)
            continue
        yield from _compared(text, statement, found, "ja", subject)
        partners = [text.partner[key] for one in found if (key := (one.number, one.bullet)) in text.partner]
        if partners and alone:
            yield from _compared(text, statement, partners, "en", subject)


def located(text: ReadText, statement: Statement) -> tuple[list[ReadEffect], bool]:
    """The Japanese effects that a statement is about: one, or the options of one; and whether they hold little else."""
    own = [effect for effect in text.ja if not effect.granted and effect.number]
    if statement.number is not None:
        return [effect for effect in own if effect.printed_no == statement.number], True
    if statement.quote is None:
        sole = leads(own)
        return (list(sole), True) if len(sole) == 1 else ([], False)
    place = _quoted(text.japanese or "", statement.quote)
    if place is None:
        return [], False
    # Options and effects that are given to others stand inside another effect: the closest fit counts.
    overlaps = [(min(effect.span[1], place[1]) - max(effect.span[0], place[0]), effect) for effect in text.ja if effect.number]
    most, effect = max(overlaps, key=lambda pair: (pair[0], pair[1].span[0] - pair[1].span[1]), default=(0, None))
    # A quotation that runs over several effects speaks of none of them alone; that a part of an effect is none says nothing of the rest.
    if effect is None or most * 2 < place[1] - place[0]:
        return [], False
    alone = most * 2 >= effect.span[1] - effect.span[0]
    return ([], False) if statement.stated == "no_effect" and not alone else ([effect], alone)


def _quoted(text: str, quote: str) -> tuple[int, int] | None:
    """The raw span of a quotation; letters of any width are alike, blanks and line breaks count for nothing."""
    folded = fold(text)
    words = "".join(fold(quote).text.split()).rstrip("。")
    kept = [at for at, character in enumerate(folded.text) if not character.isspace()]
    at = "".join(folded.text.split()).find(words) if len(words) >= _SHORTEST_QUOTE else -1
    return None if at < 0 else folded.span(kept[at], kept[at + len(words) - 1] + 1)


def _compared(text: ReadText, statement: Statement, found: Sequence[ReadEffect], language: str, subject: str) -> Iterator[Check]:
    stated = statement.stated
    kinds = {effect.kind for effect in found}
    read = found[0]
    starts = stated in ("trigger", "quick", "ignition", "activation", "in_a_chain")
    detail = f"{subject}: {stated}, read as {read.kind}"
    if stated is None:
        return
    if stated in OFFICIAL_KINDS:
        yield check(text, "supplement", bool(kinds & _KINDS[stated]), f"official-{stated}-as-{read.kind}", detail, kind=stated, language=language)
    # What is no effect may still introduce options that are: then the first reading is the introduction's.
    chain = bool(kinds & ACTIVATED) if starts else not read.activated
    yield check(text, "chain", chain, "official-chain" if starts else "official-no-chain", detail, kind=stated, language=language)
    if not starts or not read.activated or read.kind == "card_activation":
        return
    if statement.places:
        named, seen = set(statement.places), set(read.places)
        yield check(
            text,
            "place",
            named <= seen,
            "official-place",
            f"{subject}: {_list(named)}, read {_list(seen)}",
            kind=CLASS_OF[read.kind],
            language=language,
        )
    if statement.mandatory is not None and read.mandatory is not None:
        word = "mandatory" if statement.mandatory else "optional"
        yield check(
            text,
            "supplement_must",
            statement.mandatory == read.mandatory,
            "official-must",
            f"{subject}: {word}",
            kind=CLASS_OF[read.kind],
            language=language,
        )


def _list(places: Iterable[str]) -> str:
    return ", ".join(sorted(places)) or "nowhere"
