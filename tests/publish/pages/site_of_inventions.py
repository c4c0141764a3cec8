"""A report on invented cards, and the strings among them that mean harm."""

from pathlib import Path

import msgspec

from pipeline.publish import build_tables, write
from pipeline.publish.pages.report import pages
from pipeline.publish.pages.site import write_site
from pipeline.records import Card, Effect, Row
from pipeline.windows import ALL
from tests.publish.invented import PROVENANCE, Item, items, yes

# Beside those of `invented.HOSTILE`: what ends a script, an attribute or a line of one, and writing from right to left.
NAMES = (
    '"><img src=x onerror=alert(1)>',
    "</script><script>alert(2)</script>",
    "line\u2028separated\u2029name",
    "${alert(3)} `{{ 7*7 }}`",
    "שד האור",
    "javascript:alert(4)",
    "&lt;b&gt;bold&amp;",
)
NUMBERS = range(9500, 9500 + len(NAMES))


def _card(number: int, name: str) -> Item:
    card_id = f"{number:08}"
    card = Card(
        card_id=card_id,
        name=name,
        name_ja=name,
        card_type="Trap",
        property="Normal",
        passcode=card_id,
        konami_id=number,
        script_ids=(number, number + 500_000),
        text_en=f"{name}: Glow.",
        text_ja=f"{name}。",
    )
    english = Effect(part="text", number=1, span=(0, len(f"{name}: Glow.")), kind="card_activation")
    japanese = Effect(part="text", number=1, span=(0, len(f"{name}。")), kind="card_activation", language="ja")
    tag = yes(f"{card_id}/text/1", ALL, rule=name, condition=name, witness_en="no", witness_ja="end")
    tag = msgspec.structs.replace(tag, reason=name)
    return card, [(Row(f"{card_id}/text/1", 1, None, english, japanese, 0.9), tag)]


def write_dataset(out: Path, *, no_text: bool = False) -> Path:
    """The dataset of all of them, and of a hundred plain ones, so that there is something to scroll."""
    plain = [_card(20000 + n, f"Plain Lamp No. {n}") for n in range(100)]
    hostile = [_card(number, name) for number, name in zip(NUMBERS, NAMES, strict=True)]
    write(build_tables([*items(), *hostile, *plain], PROVENANCE, no_text), out, PROVENANCE, {})
    return out


def write_report(folder: Path) -> Path:
    """The pages, in ``folder/site``."""
    write_site(folder / "site", pages(write_dataset(folder / "dataset"), [], None, lambda _: None))
    return folder / "site"
