"""Pages of Yugipedia in words of our own: both names of every renamed field, and pages that are no cards."""

from pathlib import Path

import pytest

from pipeline.records import Card
from pipeline.scrape import load
from pipeline.scrape.yugipedia_card import Parsed, read_page
from tests.scrape.wiki_texts import CARDS, PAGES, TEXTS, compare


def table(**fields: str) -> str:
    return "{{About|it}}\n{{CardTable2\n" + "".join(f"| {name} = {value}\n" for name, value in fields.items()) + "}}\n"


def parsed(content: str, title: str = "Glass Heron") -> Parsed:
    found = read_page(77, title, content)
    assert isinstance(found, Parsed), found
    return found


MONSTER = {
    "ja_name": "{{Ruby|玻璃|はり}}の鷺", "attribute": "Water", "types": "[[Winged Beast]] / Tuner / Effect",
    "level": "3", "atk": "0", "def": "?",
    "password": "00004831", "database_id": "90001",
    "effect_types": "[[Trigger Effect|Trigger]], Quick-like<br />Condition", "text": "Wade.<br />Swim.",
    "ja_text": "①：歩く。",
}  # fmt: skip


def test_a_monster() -> None:
    found = parsed(table(**MONSTER))
    assert found.card == Card(
        card_id="00004831", name="Glass Heron", card_type="Monster", passcode="00004831", konami_id=90001, page_id=77, script_ids=(4831,),
        name_ja="玻璃の鷺", types=("Winged Beast", "Tuner", "Effect"), attribute="WATER", level=3, atk="0", defense="?", text_en="Wade.\nSwim.",
        text_ja="①：歩く。", text_source="Yugipedia",
    )  # fmt: skip
    assert found.effect_types == {"text": ("Trigger", "Quick-like", "Condition")}


def test_fields_by_their_former_names() -> None:
    old = {"lore" if name == "text" else "ja_lore" if name == "ja_text" else name: value for name, value in MONSTER.items()}
    assert parsed(table(**old)).card == parsed(table(**MONSTER)).card
    both = parsed(table(**{**MONSTER, "lore": "older", "ja_lore": "older"})).card
    assert (both.text_en, both.text_ja) == ("Wade.\nSwim.", "①：歩く。")


def test_a_pendulum_a_link_and_an_xyz() -> None:
    pendulum = parsed(
        table(**MONSTER, pendulum_scale="0", pendulum_effect="[[Fly]].", ja_pendulum_effect="①：飛ぶ。", pendulum_effect_types="Ignition")
    )
    assert (pendulum.card.scale, pendulum.card.pendulum_en, pendulum.card.pendulum_ja) == (0, "Fly.", "①：飛ぶ。")
    assert pendulum.effect_types["pendulum_effect"] == ("Ignition",)
    link = parsed(table(types="Bird / Link / Effect", link_arrows="Bottom-Left, Top-Center", atk="X000", text="x")).card
    assert (link.level, link.atk, link.defense, link.card_id) == (2, "X000", None, "y77")
    assert parsed(table(types="Bird / Xyz", rank="4", text="x")).card.level == 4


def test_spells_and_traps() -> None:
    spell = parsed(table(card_type="Spell", property="[[Quick-Play]]", text="Fly.", password="none", database_id="4041, 4837", level="3")).card
    assert (spell.card_type, spell.property, spell.types, spell.level, spell.card_id) == ("Spell", "Quick-Play", (), None, "k4041")
    assert parsed(table(card_type="Trap Card", property="Counter", text="Fly.")).card.card_type == "Trap"


def test_names() -> None:
    assert parsed(table(**MONSTER), "Glass Heron (card)").card.name == "Glass Heron"
    assert parsed(table(**MONSTER, name="Heron, of [[Glass]]"), "Heron of Glass").card.name == "Heron, of Glass"


@pytest.mark.parametrize("mark", ["{{Unofficial name|English}}", "{{Unofficial lore|Korean, English}}", "{{unofficial lore | English }}"])
def test_translations_by_fans_are_marked(mark: str) -> None:
    assert parsed(mark + table(**MONSTER)).card.unofficial_translation
    assert not parsed("{{Unofficial name|Korean}}<!-- {{Unofficial lore|English}} -->" + table(**MONSTER)).card.unofficial_translation


@pytest.mark.parametrize(
    ("number", "code", "ids"), [("none", None, ()), ("", None, ()), ("00000000", None, ()), ("123456789", None, (123456789,)), ("a1", None, ())]
)
def test_passwords_that_are_none(number: str, code: str | None, ids: tuple[int, ...]) -> None:
    card = parsed(table(**{**MONSTER, "password": number})).card
    assert (card.passcode, tuple(one for one in card.script_ids if one), card.card_id) == (code, ids, "k90001")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("Just prose about [[birds]].", "no card table on the page"),
        (table(card_type="Junior Rule", text="x"), r"not a Monster, Spell or Trap Card (Junior Rule)"),
        (table(text="x"), "not a Monster, Spell or Trap Card (no type)"),
        ("", "no card table on the page"),
    ],
)
def test_pages_that_are_no_cards_say_why(content: str, reason: str) -> None:
    assert read_page(1, "X", content) == reason


@pytest.mark.skipif(not PAGES.exists(), reason="the wiki's pages are not in shared/corpus beside the repository")
def test_every_page_that_is_a_card_gives_one_with_the_words_of_yaml_yugi() -> None:
    ours = load("yugipedia", PAGES, progress=lambda _: None)
    assert len(ours.cards) + len(ours.skipped) == 14_374
    assert all("not a Monster, Spell or Trap Card" in line for line in ours.skipped) and len(ours.skipped) < 10
    found = compare(ours.cards, load("yaml-yugi", Path(CARDS), progress=lambda _: None).cards)
    assert found.missing == () and found.texts > 29_000
    assert found.equal() >= 0.999
    assert [one for one in found.differences if one.cause in ("other words", "another value", "one of the two has none")] == []
    assert all(one.field in (*TEXTS, "script_ids") for one in found.differences)
