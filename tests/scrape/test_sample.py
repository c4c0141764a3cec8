"""The embedded sample: strict about its own file."""

from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape import load
from pipeline.scrape.sample import TEXT_SOURCE

CARD = """
- name: Glass Heron
  passcode: "00004831"
  konami_id: 90001
  card_type: Monster
  types: [Winged Beast, Pendulum, Effect]
  attribute: WATER
  level: 3
  scale: 0
  atk: 500
  def: "?"
  text_en: |-
    First line.
    Second line.
  text_ja: ①：引く。
  pendulum_en: Draw.
  pendulum_ja: 引く。
  name_ja: 硝子の鷺
"""


def cards(tmp_path: Path, text: str) -> tuple[Card, ...]:
    file = tmp_path / "cards.yml"
    file.write_text(text, encoding="utf-8")
    return load("sample", file, progress=lambda _: None).cards


def test_every_field(tmp_path: Path) -> None:
    (card,) = cards(tmp_path, CARD)
    assert card == Card(
        card_id="00004831",
        name="Glass Heron",
        card_type="Monster",
        passcode="00004831",
        konami_id=90001,
        script_ids=(4831,),
        name_ja="硝子の鷺",
        types=("Winged Beast", "Pendulum", "Effect"),
        attribute="WATER",
        level=3,
        scale=0,
        atk="500",
        defense="?",
        text_en="First line.\nSecond line.",
        text_ja="①：引く。",
        pendulum_en="Draw.",
        pendulum_ja="引く。",
        text_source=TEXT_SOURCE,
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (CARD.replace('"00004831"', "00004731"), r"Expected `str`, got `int` - at `\$\[0\]\.passcode`"),
        (CARD.replace('"00004831"', '"4831"'), "passcode"),
        (CARD.replace("text_en:", "text_english:"), "text_en"),
        (CARD + "  colour: blue\n", "unknown field `colour`"),
        (CARD + "  name: Other\n", "the key 'name' stands twice"),
        (CARD.replace("Monster\n", "Skill\n"), "card_type"),
        (CARD.replace("level: 3", "level: three"), "level"),
        ("a: 1", "Expected `array`, got `object`"),
        ("- [", "not valid YAML"),
        ("- !!python/object/apply:os.system [id]", "not valid YAML"),
        ("- !!timestamp x", "not valid YAML"),
        ("[" * 100_000, "nest(ed too deeply|ing depth)"),
        ("- " * 100_000, "nested too deeply"),
        ("- &a [x]\n- *a\n", "aliases are not allowed"),
        ("- " + "9" * 5000, "not valid YAML"),
        ("[]", "no card in it"),
        ("", "empty file"),
    ],
)
def test_a_slip_in_the_file_is_one_line(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        cards(tmp_path, text)
    assert "cards.yml: " in str(caught.value) and "\n" not in str(caught.value)


def test_latin_1_is_no_utf_8(tmp_path: Path) -> None:
    file = tmp_path / "cards.yml"
    file.write_bytes(b"- name: caf\xe9\n")
    with pytest.raises(InputError, match="not valid YAML in UTF-8"):
        load("sample", file, progress=print)


def test_the_embedded_sample_loads() -> None:
    loaded = load("sample", None, progress=lambda _: None)
    assert loaded.cards and loaded.skipped == ()
    assert all(card.text_en for card in loaded.cards)
    assert len(loaded.revision) == 64
