"""yaml-yugi: rules for each field on invented cards, hostile files, and the real corpus where it is at hand."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape import Loaded, load
from pipeline.scrape import yaml_yugi as source
from pipeline.scrape.session import Session
from tests.scrape.dialects import YamlYugi
from tests.scrape.loopback import answering

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "yaml-yugi-cards.json.gz"

HERON: dict[str, Any] = {
    "konami_id": 90001,
    "password": 4831,
    "name": {"en": "Glass Heron", "de": "Glasreiher", "ja": "<ruby>硝子<rt>ガラス</rt></ruby>の<ruby>鷺<rt>さぎ</rt></ruby>"},
    "text": {"en": "Flip: ''Draw'' a card.", "ja": "①：<ruby>鷺<rt>さぎ</rt></ruby>を引く。", "ko": None},
    "card_type": "Monster",
    "monster_type_line": "Winged Beast / Flip / Effect",
    "attribute": "WATER",
    "level": 3,
    "atk": 500,
    "def": "?",
    "yugipedia_page_id": 700001,
    "sets": {"en": [{"set_number": "XX-1"}]},
}


def changed(**fields: Any) -> dict[str, Any]:
    return {**HERON, **fields}


def loaded(path: Path) -> Loaded:
    return load("yaml-yugi", path, progress=lambda _: None)


def of(tmp_path: Path, *cards: Any) -> Loaded:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps(cards), encoding="utf-8")
    return loaded(file)


def one(tmp_path: Path, **fields: Any) -> Card:
    (card,) = of(tmp_path, changed(**fields)).cards
    return card


def test_every_field_of_a_card(tmp_path: Path) -> None:
    assert one(tmp_path) == Card(
        card_id="00004831",
        name="Glass Heron",
        card_type="Monster",
        passcode="00004831",
        konami_id=90001,
        page_id=700001,
        script_ids=(4831,),
        name_ja="硝子の鷺",
        types=("Winged Beast", "Flip", "Effect"),
        attribute="WATER",
        level=3,
        atk="500",
        defense="?",
        text_en="Flip: ''Draw'' a card.",
        text_ja="①：<ruby>鷺<rt>さぎ</rt></ruby>を引く。",
        text_source="yaml-yugi",
    )


def test_the_id_falls_back_on_konami_id_and_page_id(tmp_path: Path) -> None:
    assert one(tmp_path, password=None).card_id == "k90001"
    assert one(tmp_path, password=None, konami_id=None).card_id == "y700001"
    loaded_ = of(tmp_path, HERON, changed(password=None, konami_id=None, yugipedia_page_id=None))
    assert len(loaded_.cards) == 1 and loaded_.skipped == ("'Glass Heron': no password, konami_id or yugipedia_page_id",)


def test_script_ids_are_the_password_and_all_fake_ones(tmp_path: Path) -> None:
    assert one(tmp_path, fake_password=100000123).script_ids == (4831, 100000123)
    assert one(tmp_path, fake_password=[100000123, 100000124, 4831]).script_ids == (4831, 100000123, 100000124)
    card = one(tmp_path, password=None, fake_password=10000123)
    assert (card.card_id, card.passcode, card.script_ids) == ("k90001", None, (10000123,))
    assert one(tmp_path, password=None).script_ids == ()


def test_level_rank_and_link_rating_are_one_column(tmp_path: Path) -> None:
    assert one(tmp_path, level=None, rank=7).level == 7
    assert one(tmp_path, level=0).level == 0
    link = {key: value for key, value in HERON.items() if key not in ("level", "def")} | {"link_arrows": ["⬅", "➡", "⬇"]}
    (card,) = of(tmp_path, link).cards
    assert (card.level, card.defense) == (3, None)


def test_type_lines_with_stray_spaces(tmp_path: Path) -> None:
    assert one(tmp_path, monster_type_line="Fairy  /  Pendulum /  Effect").types == ("Fairy", "Pendulum", "Effect")
    assert one(tmp_path, monster_type_line=None).types == ()


def test_names_fall_back_on_japanese_and_a_card_without_either_is_named_as_skipped(tmp_path: Path) -> None:
    assert one(tmp_path, name={"en": None, "ja": "<ruby>鷺<rt>さぎ</rt></ruby>"}).name == "鷺"
    result = of(tmp_path, HERON, changed(password=1, name={"en": None, "ko": "왜가리"}))
    assert [card.name for card in result.cards] == ["Glass Heron"]
    assert result.skipped == ("00000001: no name in English or Japanese",)


def test_texts_may_be_missing_in_part_or_altogether(tmp_path: Path) -> None:
    assert one(tmp_path, text={"en": None, "ja": "①：引く。"}).text_en is None
    bare = one(tmp_path, text={}, pendulum_effect=None)
    assert (bare.text_en, bare.text_ja, bare.pendulum_en, bare.pendulum_ja) == (None, None, None, None)
    card = one(tmp_path, pendulum_effect={"en": "Draw.", "ja": "引く。"}, pendulum_scale=0)
    assert (card.pendulum_en, card.pendulum_ja, card.scale) == ("Draw.", "引く。", 0)


@pytest.mark.parametrize(
    ("mark", "unofficial"),
    [
        ({"text": {"en": True}}, True),
        ({"name": {"en": True}}, True),
        ({"text": {"ja": True}}, False),
        ({"text": {"en": None}}, False),
        ({}, False),
        (None, False),
    ],
)
def test_translations_by_fans_are_marked(tmp_path: Path, mark: Any, unofficial: bool) -> None:
    assert one(tmp_path, is_translation_unofficial=mark).unofficial_translation is unofficial


def test_cards_with_one_password_are_kept_apart(tmp_path: Path) -> None:
    result = of(tmp_path, changed(yugipedia_page_id=9), HERON, HERON)
    assert sorted(card.card_id for card in result.cards) == ["00004831", "y700001"]
    assert len(result.skipped) == 1 and "given twice" in result.skipped[0]


def test_plain_packed_and_directory_give_the_same_cards(tmp_path: Path) -> None:
    others = [HERON, changed(password=7, yugipedia_page_id=7), changed(password=None, yugipedia_page_id=8)]
    plain = of(tmp_path, *others)
    packed = tmp_path / "cards.anything"
    packed.write_bytes(gzip.compress((tmp_path / "cards.json").read_bytes()))
    directory = tmp_path / "cards"
    directory.mkdir()
    for number, card in enumerate(others):
        (directory / f"{number}.json").write_text(json.dumps(card), encoding="utf-8")
    (directory / "README.md").write_text("about", encoding="utf-8")
    (directory / "list.json").write_text("[1, 2]", encoding="utf-8")
    (directory / "other.json").write_text('{"forbidden": {"4007": 0}}', encoding="utf-8")
    (directory / "sub").mkdir()
    found = loaded(directory)
    assert found.cards == plain.cards == loaded(packed).cards
    assert found.skipped == ("README.md: not a card file", "list.json: not a card file", "other.json: not a card file", "sub: not a card file")
    assert found.revision == loaded(directory).revision
    (directory / "0.json").write_text(json.dumps(changed(level=4)), encoding="utf-8")
    assert found.revision != loaded(directory).revision


def test_a_directory_must_hold_cards_and_no_broken_ones(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no card file"):
        loaded(tmp_path)
    (tmp_path / "a.json").write_text(json.dumps(HERON), encoding="utf-8")
    (tmp_path / "b.json").write_text('{"name": {"en"', encoding="utf-8")
    with pytest.raises(InputError, match=r"b\.json: not valid JSON"):
        loaded(tmp_path)
    (tmp_path / "b.json").write_text(json.dumps(changed(level="three")), encoding="utf-8")
    with pytest.raises(InputError, match=r"b\.json: Expected `int \| null`, got `str` - at `\$\.level`"):
        loaded(tmp_path)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "Glass Heron"),
        ("name", None),
        ("card_type", "Skill"),
        ("password", "00004831"),
        ("password", -1),
        ("konami_id", 1.5),
        ("level", 1000),
        ("atk", [1]),
        ("atk", "very strong indeed"),
        ("text", ["x"]),
        ("link_arrows", 2),
        ("fake_password", ["x"]),
        ("monster_type_line", ["Dragon"]),
    ],
)
def test_wrong_types_are_named_by_field(tmp_path: Path, field: str, value: Any) -> None:
    broken = changed(**{field: value})
    with pytest.raises(InputError, match=rf"cards\.json: .*at `\$\[0\]\.{field}") as caught:
        of(tmp_path, broken, HERON, broken)
    assert "\n" not in str(caught.value)
    (line,) = of(tmp_path, HERON, broken).skipped
    assert line.startswith("record 2: ") and f"at `$.{field}" in line


@pytest.mark.parametrize("field", ["name", "card_type"])
def test_required_fields(tmp_path: Path, field: str) -> None:
    with pytest.raises(InputError, match=f"missing required field `{field}`"):
        of(tmp_path, {key: value for key, value in HERON.items() if key != field})


def test_no_input_no_file_no_cards(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="offline, and no earlier answer"):
        load("yaml-yugi", None, offline=True, progress=print)
    with pytest.raises(InputError, match=r"none\.json: cannot be read"):
        loaded(tmp_path / "none.json")
    with pytest.raises(InputError, match="no card in it"):
        of(tmp_path)
    with pytest.raises(InputError, match="Expected `array`, got `object`"):
        (tmp_path / "cards.json").write_text(json.dumps(HERON), encoding="utf-8")
        loaded(tmp_path / "cards.json")


def test_a_broken_entry_is_skipped_with_its_reason(tmp_path: Path) -> None:
    found = of(tmp_path, HERON, changed(level="high"), changed(password=7))
    assert [card.card_id for card in found.cards] == ["00004831", "00000007"]
    assert len(found.skipped) == 1 and found.skipped[0].startswith("record 2: Expected `int | null`, got `str`")
    with pytest.raises(InputError, match=r"at `\$\[1\]\.level`"):
        of(tmp_path, HERON, changed(level="high"), changed(level="low"))


def test_live_the_aggregate_is_confirmed_as_long_as_it_is_the_same(tmp_path: Path) -> None:
    host = YamlYugi([HERON])
    now = 1_800_000_000.0

    def live(offline: bool = False) -> Loaded:
        session = Session(server.base, tmp_path, offline=offline, progress=lambda _: None, plain_loopback=True, sleep=lambda _: None, now=lambda: now)
        return source.load(None, offline=offline, progress=lambda _: None, session=session)

    with answering(host) as server:
        first = live()
        assert first.cards == of(tmp_path, HERON).cards and live() == first and len(server.log) == 1
        now += 7200
        assert live() == first and len(server.log) == 2
        assert server.log[1].headers["If-None-Match"].startswith('"')
        host.body = host.body.replace(b"Heron", b"Egret")
        now += 7200
        assert live() != first and live(offline=True) == live()
        host.body = b"[]"
        now += 7200
        with pytest.raises(InputError, match=r"no card in it .tried 2 times.; the answer of .* can still be used offline"):
            live()


@pytest.mark.skipif(not CORPUS.is_file(), reason="the real corpus (../shared/corpus) is not beside the repository")
class TestRealCorpus:
    def test_all_cards_arrive(self) -> None:
        result = loaded(CORPUS)
        cards = {card.card_id: card for card in result.cards}
        assert len(cards) == len(result.cards) == 14_276 and result.skipped == ()
        assert all("<" not in card.name_ja and card.name_ja for card in result.cards if card.name_ja is not None)
        assert all(card.level is not None for card in result.cards if card.card_type == "Monster")
        assert all(card.types and all(kind == kind.strip() for kind in card.types) for card in result.cards if card.card_type == "Monster")
        assert sum(card.unofficial_translation for card in result.cards) == 231
        # One Konami id, two passcodes: two cards.
        assert cards["46986414"].konami_id == cards["36996508"].konami_id == 4041
        assert cards["36608728"].script_ids == (36608728, 100295101)
        assert cards["k10112"].passcode is None and cards["k10112"].atk == "?"

    def test_a_cut_corpus_is_refused(self, tmp_path: Path) -> None:
        cut = tmp_path / "cut.json.gz"
        cut.write_bytes(CORPUS.read_bytes()[:-100_000])
        with pytest.raises(InputError, match=r"cut\.json\.gz: gzip data cut short"):
            loaded(cut)
