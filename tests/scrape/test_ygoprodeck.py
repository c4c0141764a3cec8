"""YGOPRODeck: the conventions of its rows on invented cards, and the whole way over the loopback."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape import Loaded, load
from pipeline.scrape import ygoprodeck as source
from pipeline.scrape.manners import Manners
from pipeline.scrape.session import Session
from tests.scrape.dialects import Ygoprodeck
from tests.scrape.loopback import Asked, Reply, Server, answering, json_reply, serving

HERON: dict[str, Any] = {
    "id": 4831,
    "name": "Glass Heron",
    "typeline": ["Winged Beast", "Flip", "Effect"],
    "type": "Flip Effect Monster",
    "humanReadableCardType": "Flip Effect Monster",
    "frameType": "effect",
    "desc": "Flip: Draw.\r\nThen wade.",
    "race": "Winged Beast",
    "atk": 500,
    "def": 0,
    "level": 3,
    "attribute": "WATER",
    "card_sets": [{"set_name": "Marsh", "set_price": "0"}],
    "card_images": [{"id": 4832, "image_url": "x"}, {"id": 4831, "image_url": "y"}],
    "card_prices": [{"amazon_price": "0.00"}],
    "misc_info": [{"konami_id": 90001, "tcg_date": "2020-01-01", "ocg_date": "2019-01-01", "formats": ["TCG"], "has_effect": 1}],
}


def changed(**fields: Any) -> dict[str, Any]:
    """The row with these fields; null takes a field away, as the server does."""
    return {key: value for key, value in {**HERON, **fields}.items() if value is not None}


def of(tmp_path: Path, *rows: Any) -> Loaded:
    file = tmp_path / "answer.json"
    file.write_text(json.dumps({"data": rows}), encoding="utf-8")
    return load("ygoprodeck", file, progress=lambda _: None)


def one(tmp_path: Path, **fields: Any) -> Card:
    (card,) = of(tmp_path, changed(**fields)).cards
    return card


def test_every_field_of_a_row(tmp_path: Path) -> None:
    assert one(tmp_path) == Card(
        card_id="00004831",
        name="Glass Heron",
        card_type="Monster",
        passcode="00004831",
        konami_id=90001,
        script_ids=(4831, 4832),
        types=("Winged Beast", "Flip", "Effect"),
        attribute="WATER",
        level=3,
        atk="500",
        defense="0",
        text_en="Flip: Draw.\nThen wade.",
        text_source="YGOPRODeck",
    )


def test_spells_and_traps_have_a_property(tmp_path: Path) -> None:
    spell = one(tmp_path, frameType="spell", type="Spell Card", race="Quick-Play", typeline=None, atk=None, level=None, attribute=None)
    assert (spell.card_type, spell.property, spell.types, spell.atk) == ("Spell", "Quick-Play", (), None)
    trap = one(tmp_path, frameType="trap", type="Trap Card", race="Counter", typeline=["Counter"])
    assert (trap.card_type, trap.property, trap.types) == ("Trap", "Counter", ())


HALVES = [
    {"pend_desc": "Swim.\r\nDive.", "monster_desc": "Fly.\nLand.", "desc": "anything"},
    {"desc": "[ Pendulum Effect ] \nSwim.\nDive.\n\n[ Monster Effect ]\nFly.\nLand."},
    {"desc": "[ Pendulum Effect ]\r\nSwim.\r\nDive.\r\n----------------------------------------\r\n[ Monster Effect ]\r\nFly.\r\nLand."},
    {"desc": "[Pendulum Effect]\nSwim.\nDive.\n[ Flavor Text ]\nFly.\nLand.\n"},
    {"desc": "[ Monster Effect ]\nFly.\nLand.\n\n[ Pendulum Effect ]\nSwim.\nDive."},
]


@pytest.mark.parametrize("texts", HALVES)
def test_both_layouts_of_pendulum_cards(tmp_path: Path, texts: dict[str, str]) -> None:
    card = one(tmp_path, frameType="effect_pendulum", scale=0, **texts)
    assert (card.pendulum_en, card.text_en, card.scale) == ("Swim.\nDive.", "Fly.\nLand.", 0)


@pytest.mark.parametrize(
    ("texts", "pendulum", "text"),
    [
        ({"desc": "Fly."}, None, "Fly."),
        ({"desc": "[ Pendulum Effect ]\n\n----------\n[ Monster Effect ]\nFly."}, None, "Fly."),
        ({"desc": "[ Monster Effect ]\nFly."}, None, "Fly."),
        ({"desc": "2 monsters\n[ Pendulum Effect ]\nSwim.\n[ Monster Effect ]\nFly."}, "Swim.", "2 monsters\nFly."),
        ({"pend_desc": "", "monster_desc": "Fly.", "desc": "x"}, None, "Fly."),
        ({"pend_desc": "Swim.", "desc": "x"}, "Swim.", None),
        ({"desc": None}, None, None),
    ],
)
def test_pendulum_cards_with_one_half(tmp_path: Path, texts: dict[str, Any], pendulum: str | None, text: str | None) -> None:
    card = one(tmp_path, frameType="normal_pendulum", scale=4, **texts)
    assert (card.pendulum_en, card.text_en) == (pendulum, text)


def test_a_heading_on_any_other_card_is_text(tmp_path: Path) -> None:
    assert one(tmp_path, desc="[ Monster Effect ]\nFly.").text_en == "[ Monster Effect ]\nFly."


def test_numbers_above_eight_digits_are_no_passcodes(tmp_path: Path) -> None:
    images = [{"id": 100200300}]
    card = one(tmp_path, id=100200300, card_images=images)
    assert (card.card_id, card.passcode, card.script_ids) == ("k90001", None, (100200300,))
    card = one(tmp_path, id=100200300, card_images=images, misc_info=None)
    assert (card.card_id, card.konami_id) == ("p100200300", None)


def test_types_without_a_typeline_and_in_capitals(tmp_path: Path) -> None:
    assert one(tmp_path, typeline=["Dragon", "XYZ", "Effect"]).types == ("Dragon", "Xyz", "Effect")
    old = {"typeline": None, "race": "Dragon"}
    assert one(tmp_path, **old, type="XYZ Monster").types == ("Dragon", "Xyz")
    assert one(tmp_path, **old, type="Pendulum Effect Monster").types == ("Dragon", "Pendulum", "Effect")
    assert one(tmp_path, **old, type="Tuner Monster").types == ("Dragon", "Tuner", "Effect")
    assert one(tmp_path, **old, type="Normal Tuner Monster").types == ("Dragon", "Normal", "Tuner")
    assert one(tmp_path, race=None, typeline=None, type=None).types == ()


def test_link_rating_and_question_marks(tmp_path: Path) -> None:
    card = one(tmp_path, frameType="link", level=None, linkval=2, **{"def": None, "atk": -1})
    assert (card.level, card.atk, card.defense) == (2, "?", None)


def test_tokens_are_cards_without_effects(tmp_path: Path) -> None:
    for token in (
        one(tmp_path, frameType="token", type="Token", typeline=None, race="Aqua"),
        one(tmp_path, frameType="token", type="Token", typeline=["Aqua", "Token", "Effect"]),
    ):
        assert token.types == ("Aqua", "Token") and not token.has_effects()


def test_cards_that_came_out_in_japan_alone_have_an_unofficial_text(tmp_path: Path) -> None:
    assert one(tmp_path, misc_info=[{"ocg_date": "2026-01-01"}]).unofficial_translation
    assert not one(tmp_path, misc_info=[{}]).unofficial_translation


def test_rows_that_are_no_cards_are_named(tmp_path: Path) -> None:
    skill = changed(id=300302022, name="Wading", frameType="skill", type="Skill Card")
    result = of(tmp_path, HERON, {"id": 5, "name": None}, {"id": 6}, changed(id=7, name=" "), skill, HERON)
    assert [card.card_id for card in result.cards] == ["00004831"]
    assert result.skipped == (
        "5: no name",
        "6: no name",
        "7: no name",
        "300302022: Skill Card 'Wading'",
        "00004831 'Glass Heron': given twice",
    )


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"<!DOCTYPE html><title>Just a moment</title>", "HTML instead of JSON"),
        (b"\n <html>", "HTML instead of JSON"),
        (b'{"error": "Database query\\nparameter mismatch."}', "the server says: Database query parameter mismatch."),
        (b'{"data": []}', "no card in it"),
        (b"{}", "no card in it"),
        (b"[]", "Expected `object`, got `array`"),
        (b'{"data": [{"id": 1', "not valid JSON"),
        (b'{"data": [{"id": "1"}]}', r"Expected `int`, got `str` - at `\$\.data\[0\]\.id`"),
        (b'{"data": [{"id": 1, "misc_info": {}}]}', "misc_info"),
        (b'{"x": ' + b"[" * 100_000, "nested too deeply"),
    ],
)
def test_answers_that_are_no_card_pool_are_one_line(tmp_path: Path, body: bytes, reason: str) -> None:
    file = tmp_path / "answer.json"
    file.write_bytes(body)
    with pytest.raises(InputError, match=reason) as caught:
        load("ygoprodeck", file, progress=print)
    assert str(caught.value).startswith(f"{file}: ") and "\n" not in str(caught.value)
    if b"<" in body[:2]:
        return  # the session knows a page when it sees one
    pool = Ygoprodeck([])

    def broken(asked: Asked) -> Reply:
        return pool(asked) if "checkDBVer" in asked.path else Reply(body)

    with answering(broken) as server, pytest.raises(InputError, match=reason):
        live(server, tmp_path / "raw")
    assert len(server.log) in (3, 1 + Manners().tries) and not list((tmp_path / "raw").glob("cardinfo*"))


def live(server: Server, keep: Path, *, offline: bool = False, now: Callable[[], float] = time.time) -> Loaded:
    session = Session(
        server.base, keep, offline=offline, progress=lambda _: None, manners=Manners(interval=0), plain_loopback=True, sleep=lambda _: None, now=now
    )
    return source.load(None, offline=offline, progress=lambda _: None, session=session)


def test_a_broken_row_is_skipped_with_its_reason_and_many_are_another_layout(tmp_path: Path) -> None:
    found = of(tmp_path, HERON, {"id": "7"}, changed(id=8, card_images=[]))
    assert [card.card_id for card in found.cards] == ["00004831", "00000008"]
    assert found.skipped == ("record 2: Expected `int`, got `str` - at `$.id`",)
    with pytest.raises(InputError, match=r"Expected `int`, got `str` - at `\$\.data\[1\]\.id`"):
        of(tmp_path, HERON, {"id": "7"}, {"id": "8"})
    many = [changed(id=n, card_images=[]) for n in range(1, 100)]
    assert len(of(tmp_path, *many, *[{"id": "x"}] * 5).skipped) == 5
    with pytest.raises(InputError, match="Expected `int`"):
        of(tmp_path, *many, *[{"id": "x"}] * 6)


def cards_asked(server: Server) -> int:
    return sum("cardinfo" in asked.path for asked in server.log)


def test_a_new_version_is_fetched_and_an_old_one_is_not_asked_for_again(tmp_path: Path) -> None:
    pool = Ygoprodeck([HERON, changed(id=7, card_images=[])])
    now = 1_800_000_000.0  # two months after the version
    with answering(pool) as server:
        first = live(server, tmp_path, now=lambda: now)
        assert [card.card_id for card in first.cards] == ["00004831", "00000007"]
        assert [asked.path for asked in server.log] == ["/api/v7/checkDBVer.php", "/api/v7/cardinfo.php?misc=yes"]
        assert live(server, tmp_path, now=lambda: now) == live(server, tmp_path, offline=True) == first
        assert len(server.log) == 2
        now += 100 * 24 * 3600
        assert live(server, tmp_path, now=lambda: now) == first
        assert len(server.log) == 3 and cards_asked(server) == 1
        pool.version, pool.rows = "147.23", [HERON]
        now += 3600
        second = live(server, tmp_path, now=lambda: now)
        assert len(second.cards) == 1 and cards_asked(server) == 2
    assert first.revision.startswith("147.22+") and second.revision.startswith("147.23+")
    (origin,) = first.built_from
    assert origin.file == "cardinfo-147.22.json" and origin.sha256 == first.revision.partition("+")[2]
    assert json.loads((tmp_path / "cardinfo-147.22.json.source.json").read_text(encoding="utf-8"))["url"].endswith("cardinfo.php?misc=yes")


def test_what_came_soon_after_a_change_may_be_from_before_it(tmp_path: Path) -> None:
    now = 1_800_000_000.0  # 2027-01-15 08:00
    with answering(Ygoprodeck([HERON], updated="2027-01-15 07:00:00")) as server:
        for day, times in ((0, 1), (1, 1), (3, 2), (4, 2), (90, 2)):
            live(server, tmp_path, now=lambda day=day: now + day * 24 * 3600)  # type: ignore[misc]
            assert cards_asked(server) == times, day


def test_rows_for_another_picture_are_no_cards_of_their_own(tmp_path: Path) -> None:
    other = changed(id=4832)
    result = of(tmp_path, HERON, other, changed(id=9, name="Salt Heron"), changed(id=10, card_images=[{"id": 10}]))
    assert [(card.card_id, card.script_ids) for card in result.cards[:2]] == [("00004831", (4831, 4832)), ("00000009", (9, 4832, 4831))]
    assert [card.card_id for card in result.cards[2:]] == ["00000010"]  # a number of its own: another card
    assert result.skipped == ("4832: another picture of 00004831 'Glass Heron'",)


def test_a_refusal_is_told_in_the_servers_words(tmp_path: Path) -> None:
    with serving(Reply(b'{"error": "misc accepts yes"}', status=400)) as server, pytest.raises(InputError, match=r"HTTP 400 \(misc accepts yes\)"):
        live(server, tmp_path)
    assert len(server.log) == 1


@pytest.mark.parametrize("version", [[], [{"database_version": "../../x"}], {"database_version": "1"}, [{}]])
def test_a_version_that_is_none(tmp_path: Path, version: Any) -> None:
    with serving(json_reply(version)) as server, pytest.raises(InputError, match="checkDBVer"):
        live(server, tmp_path)


def test_by_name_offline_it_looks_in_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"offline, and no earlier answer lies in data/raw/ygoprodeck/version\.json"):
        load("ygoprodeck", None, offline=True, progress=print)
