"""A small dataset of invented cards: every shape of row, every verdict, and names that mean harm.

``python -m tests.publish.invented DIR`` writes it, for tests that need a fresh process.
"""

import sys
from functools import cache
from pathlib import Path

from pipeline.publish import Provenance, Tables, build_tables, write
from pipeline.records import Action, Card, Condition, Effect, Event, Row, Tag
from pipeline.windows import ALL, NONE, UNTIL_CALC, Window

PROVENANCE = Provenance(source="invented", source_revision="r1", ruleset="tcg", reader_version="1", rules_hash="c0ffee")
Judged = tuple[Row, Tag]
Item = tuple[Card, list[Judged]]
HOSTILE = (
    "<script>alert(1)</script>",
    '=HYPERLINK("http://example.org","x")',
    "＝1+1",
    "'=already quoted",
    "-5",
    " \u3000=1+1",
    "@home, \"sweet\" home",
    "\x1b[31mRed\x1b[0m \x1b]0;title\x07Lamp",
    "abc\u202egnp.exe",
    "nul\x00led",
    "\ttabbed",
    "two\r\nlines",
    "back\\slash|pipe",
    "half \ud800 pair",
)  # fmt: skip


def span(text: str, words: str) -> tuple[int, int]:
    """Where the words stand in the text."""
    start = text.index(words)
    return start, start + len(words)


def yes(effect_id: str, windows: Window, **more: object) -> Tag:
    """An open verdict by rule T-1."""
    given = {"eligible": "yes", "windows": windows, "mode": "open", "decided_by": "rule", "rule": "T-1", "confidence": 0.97} | more
    return Tag(effect_id=effect_id, ruleset="tcg", reason="It glows, so it may.", source="https://example.org/t1", **given)  # type: ignore[arg-type]


def no(effect_id: str, **more: object) -> Tag:
    """A closed verdict by rule T-2."""
    given = {"eligible": "no", "decided_by": "rule", "rule": "T-2", "confidence": 0.9, "reason": "It waits for the Main Phase."} | more
    return Tag(effect_id=effect_id, ruleset="tcg", **given)  # type: ignore[arg-type]


def _lantern() -> Item:
    english = "When this card battles (Quick Effect): You can brighten it by 500.\n● Hum.\n● Sing."
    japanese = "①：この<ruby>灯<rt>あかり</rt></ruby>は明るくなる。"
    card = Card(
        card_id="00000042",
        name="Lantern of Élan",
        card_type="Monster",
        passcode="00000042",
        konami_id=9001,
        script_ids=(42, 43),
        name_ja="活気のガンプ灯",
        types=("Fairy", "Effect"),
        attribute="LIGHT",
        level=4,
        atk="?",
        defense="1200",
        text_en=english,
        text_ja=japanese,
        text_source="invented",
    )
    battles = Event("battles", "self", span=span(english, "When this card battles"), past=True)
    first = Effect(
        part="text",
        number=1,
        span=(0, english.index("\n")),
        kind="quick",
        speed=2,
        mandatory=False,
        places=("hand", "field"),
        once="turn",
        condition=Condition(
            events=(battles, Event("activated", "opponent", "effect", (1, 2))),
            responds_to=("activation", "chain"),
            window=Window.START | Window.DURING_CALC,
            names_step=True,
            mark="even",
            phases=("battle",),
            whose_turn="opponent",
            mandatory_word=True,
            states=((3, 4), (5, 9)),
            battle_of="self",
            already_there=True,
            span=(0, 38),
        ),
        cost=(Action("pay_lp", object="you", span=(2, 3)),),
        targets=True,
        actions=(
            Action("atk_def_change", span=(50, 60)),
            Action("draw", "then", True, "you", True, False, (61, 66)),
            Action("place", treated_as=True),
        ),
        applies_in=Window.END,
        granted=True,
        old_wording=True,
        residue=((7, 8),),
    )
    reads = Effect(part="text", number=1, span=(0, len(japanese)), kind="trigger", language="ja", printed_no=1, mandatory=True)
    hum = Effect(part="text", number=2, bullet=1, span=span(english, "Hum."), kind="trigger", mandatory=False)
    sing = Effect(part="text", number=2, bullet=2, span=span(english, "Sing."), kind="trigger", mandatory=True)
    one, two, three = "00000042/text/1", "00000042/text/2.1", "00000042/text/2.2"
    return card, [
        (Row(one, 1, None, first, reads, 0.75), yes(one, UNTIL_CALC, witness_en="start|before_calc", witness_ja="no")),
        (Row(two, 2, 1, hum, None), yes(two, Window.END, mode="event", condition="only once lit")),
        (Row(three, 2, 2, sing, None), Tag(effect_id=three, eligible="uncertain", ruleset="tcg", witness_en="end", witness_ja="no")),
    ]


def _banner() -> Item:
    english = "Monsters gain 100 shine during damage calculation only."
    card = Card(
        card_id="k9002",
        name="Banner of Shine",
        card_type="Spell",
        konami_id=9002,
        property="Continuous",
        text_en=english,
        text_source="invented",
        unofficial_translation=True,
    )
    bare = Effect(part="text", number=0, span=(0, 0), kind="card_activation", speed=1)
    shine = Effect(part="text", number=1, span=(0, len(english)), kind="continuous", applies_in=Window.DURING_CALC)
    zero, one = "k9002/text/0", "k9002/text/1"
    applied = no(one, eligible="not_activated", applies_in=Window.DURING_CALC, rule="T-3")
    return card, [(Row(zero, 0, None, bare, None), no(zero)), (Row(one, 1, None, shine, None), applied)]


def _pendulum() -> Item:
    card = Card(
        card_id="00000044",
        name="Swing",
        card_type="Monster",
        passcode="00000044",
        konami_id=9001,
        name_ja="ブランコ",
        types=("Fairy", "Pendulum", "Normal"),
        text_en="It swings.",
        pendulum_ja="①：ゆれる。",
        text_source="invented",
    )
    bare = Effect(part="pendulum_effect", number=0, span=(0, 0), kind="card_activation", language="ja")
    swings = Effect(part="pendulum_effect", number=1, span=(2, 6), kind="trigger", language="ja", printed_no=1, mandatory=True)
    zero, one = "00000044/pendulum_effect/0", "00000044/pendulum_effect/1"
    old = yes(one, ALL, mode="event", decided_by="ruling", rule="RUL-1", substeps=(1, 7), witness_supplement="start")
    return card, [(Row(zero, 0, None, None, bare), no(zero)), (Row(one, 1, None, None, swings), old)]


def hostile(number: int, name: str) -> Item:
    """A card whose name, types and text all are the given string."""
    card_id = f"y{number}"
    card = Card(card_id=card_id, name=name, name_ja=name, card_type="Trap", page_id=number, types=(name, "x|y"), text_en=name, text_ja=name)
    effect_id = f"{card_id}/text/1"
    effect = Effect(part="text", number=1, span=(0, len(name)), kind="card_activation")
    tag = Tag(effect_id=effect_id, eligible="uncertain", ruleset="tcg", windows=NONE, reason=name)
    return card, [(Row(effect_id, 1, None, effect, None), tag)]


def items() -> list[Item]:
    """The whole dataset; one card has no effects."""
    plain = Card(card_id="00000045", name="Stone", card_type="Monster", passcode="00000045", types=("Rock", "Normal"), text_en="A stone.")
    return [_lantern(), _banner(), _pendulum(), (plain, []), *(hostile(7000 + i, name) for i, name in enumerate(HOSTILE))]


@cache
def tables(no_text: bool = False) -> Tables:
    """Its tables."""
    return build_tables(items(), PROVENANCE, no_text)


if __name__ == "__main__":
    write(tables(), Path(sys.argv[1]), PROVENANCE, {})
