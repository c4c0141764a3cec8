"""The wiki's pages beside yaml-yugi, which is made from the same pages: ``python -m tests.scrape.wiki_texts [--list 50]``.

Every card of yaml-yugi is looked up among the cards read from the pages; texts that differ are counted by cause.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pipeline.records import Card
from pipeline.scrape import load

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"
PAGES, CARDS = SHARED / "yugipedia-pages.jsonl.gz", SHARED / "yaml-yugi-cards.json.gz"
TEXTS = ("text_en", "text_ja", "pendulum_en", "pendulum_ja")
FACTS = ("name", "name_ja", "card_type", "passcode", "konami_id", "property", "types", "attribute", "level", "scale", "atk", "defense",
         "unofficial_translation", "script_ids")  # fmt: skip
_SPACES = re.compile(r"[ \t]*\n[ \t]*")


class Difference(NamedTuple):
    """One field of one card that the two give differently."""

    name: str
    field: str
    ours: object
    theirs: object
    cause: str


class Compared(NamedTuple):
    """`texts` of yaml-yugi were compared, of cards of which `missing` are not among ours."""

    cards: int
    texts: int
    missing: tuple[str, ...]
    differences: tuple[Difference, ...]

    def equal(self) -> float:
        """The share of texts that are the same, character by character."""
        wrong = sum(difference.field in TEXTS for difference in self.differences)
        return 1 - wrong / self.texts


def compare(ours: Sequence[Card], theirs: Sequence[Card]) -> Compared:
    """Every text and fact of `theirs` beside the card of the same page."""
    by_page = {card.page_id: card for card in ours}
    missing: list[str] = []
    found: list[Difference] = []
    texts = 0
    for card in theirs:
        own = by_page.get(card.page_id)
        if own is None:
            missing.append(card.name)
            continue
        for field in (*TEXTS, *FACTS):
            a, b = getattr(own, field), getattr(card, field)
            texts += field in TEXTS and (a is not None or b is not None)
            if a != b:
                found.append(Difference(card.name, field, a, b, cause(field, a, b)))
    return Compared(len(theirs), texts, tuple(missing), tuple(found))


def cause(field: str, ours: object, theirs: object) -> str:
    """Why the two differ, as far as that shows."""
    if field == "script_ids":
        return "a simulator's number that yaml-yugi adds by a list of its own"
    if not isinstance(ours, str) or not isinstance(theirs, str):
        return "one of the two has none" if ours is None or theirs is None else "another value"
    if ours == _SPACES.sub("\n", theirs):
        return "spaces at a line break, which nobody sees"
    if ours == theirs.replace("''", ""):
        return "marks of emphasis that yaml-yugi leaves behind"
    if ours == re.sub(r"\n{2,}", "\n", theirs):
        return "a line end of the wiki's source beside a line break"
    return "other words"


def main() -> int:
    """Print the table of causes, and the differences asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", type=int, default=0, metavar="N", help="show so many differences, the places where they part")
    args = parser.parse_args()
    ours = load("yugipedia", PAGES, progress=lambda _: None)
    found = compare(ours.cards, load("yaml-yugi", CARDS, progress=lambda _: None).cards)
    print(f"{len(ours.cards):,} cards from {len(ours.cards) + len(ours.skipped):,} pages; no card:")
    for line in ours.skipped:
        print(f"  {line}")
    print(
        f"{found.texts:,} texts of {found.cards:,} cards compared, {100 * found.equal():.2f} % the same; cards without a page: {len(found.missing)}"
    )
    for (field, why), times in sorted(Counter((one.field, one.cause) for one in found.differences).items(), key=lambda item: -item[1]):
        print(f"{times:6,} {field}: {why}")
    for one in found.differences[: args.list]:
        a, b = str(one.ours), str(one.theirs)
        at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
        print(f"{one.name} {one.field} ({one.cause}): {a[max(0, at - 10) : at + 10]!r} | {b[max(0, at - 10) : at + 10]!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
