"""db.ygoresources.com over the loopback: one card at a time, what the manifest says of changes, notes and answers."""

from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape import ygoresources
from pipeline.scrape.faq import Answer, Faq, Supplement
from pipeline.scrape.manners import Manners
from pipeline.scrape.session import Session
from pipeline.scrape.source import Loaded
from pipeline.scrape.ygoresources_sync import REVISION, read_manifest
from tests.scrape.dialects import Ygoresources
from tests.scrape.loopback import Reply, Server, answering, serving

EN = {
    "id": 90001, "name": "Glass Heron", "effectText": "Wade.", "pendulumEffectText": "Fly.", "cardType": "monster", "attribute": "water", "level": 4,
    "properties": [2, 3, 1, 99], "atk": 500, "def": "?", "pendulumScale": 3, "prints": [],
}  # fmt: skip
JA = {**EN, "name": "硝子の鷺", "effectText": "①：歩く。", "pendulumEffectText": "①：飛ぶ。"}
NOTES = {
    "entries": {
        "1": [{"ja": "歩く効果です。\n泳ぎません。", "en": "x"}, {"en": "y"}], "0.5": [{"ja": "一般"}], "10": [{"ja": "十"}], "2": [{"ja": None}],
    },
    "pendEntries": {"1": [{"ja": "飛ぶ効果です。"}]}, "meta": {"ja": {"date": "2024-05-06"}},
}  # fmt: skip


def card(number: int, **fields: Any) -> dict[str, Any]:
    return {"cardId": number, "cardData": {"en": EN, "ja": JA, "de": None}, "faqData": NOTES, "qaIndex": {"12": 1, "13": 1}, **fields}


def question(number: int) -> dict[str, Any]:
    words = {"title": "水辺", "question": "泳げますか？", "answer": "いいえ。", "thisSrc": {"date": "2024-01-02"}, "translationStatus": "outdated"}
    return {"qaData": {"ja": {"id": number, **words}, "en": {"question": "?"}}, "cards": {"90001": {}, "4007": {}}, "tags": ["swimming"]}


class Clock:
    now = 1_800_000_000.0


@pytest.fixture
def clock() -> Clock:
    return Clock()


def session(server: Server, keep: Path, clock: Clock, offline: bool = False) -> Session:
    return Session(
        server.base, keep / "raw", offline=offline, progress=lambda _: None, manners=Manners(interval=0, tries=2), headers=(REVISION,),
        plain_loopback=True, sleep=lambda _: None, now=lambda: clock.now,
    )  # fmt: skip


def ids(tmp_path: Path, *numbers: int) -> Path:
    file = tmp_path / "ids.txt"
    file.write_text("\n".join(map(str, numbers)), encoding="utf-8")
    return file


def cards(server: Server, tmp_path: Path, clock: Clock, *numbers: int, offline: bool = False) -> Loaded:
    live = session(server, tmp_path, clock, offline)
    return ygoresources.load(ids(tmp_path, *numbers), offline=offline, progress=lambda _: None, session=live)


def notes(server: Server, tmp_path: Path, clock: Clock, *numbers: int) -> Faq:
    live = session(server, tmp_path, clock)
    return ygoresources.load_faq(ids(tmp_path, *numbers), offline=False, progress=lambda _: None, session=live)


def test_a_card_in_two_languages(tmp_path: Path, clock: Clock) -> None:
    spell = {"en": {**EN, "cardType": "spell", "property": "quickplay"}}
    with answering(Ygoresources({90001: card(90001), 90002: card(90002, cardData=spell), 90003: card(4)}, {})) as server:
        found = cards(server, tmp_path, clock, 90001, 90002, 404, 90001, 90003)
    assert found.cards[0] == Card(
        card_id="k90001", name="Glass Heron", card_type="Monster", konami_id=90001, name_ja="硝子の鷺",
        types=("Winged Beast", "Pendulum", "Effect"),
        attribute="WATER", level=4, scale=3, atk="500", defense="?", text_en="Wade.", text_ja="①：歩く。", pendulum_en="Fly.",
        pendulum_ja="①：飛ぶ。",
        text_source="Official card database (db.ygoresources.com)",
    )  # fmt: skip
    assert (found.cards[1].card_type, found.cards[1].property, found.cards[1].types) == ("Spell", "Quick-Play", ())
    assert found.skipped == ("404: the server knows no such card", "90003: the answer is about card 4")
    assert len(server.log) == 5  # the table of types, and each id once


def test_notes_and_answers(tmp_path: Path, clock: Clock) -> None:
    with answering(Ygoresources({90001: card(90001), 90002: card(90002, faqData=None, qaIndex=[13])}, {12: question(12)})) as server:
        found = notes(server, tmp_path, clock, 90001, 90002)
    lines = {"0.5": ("一般",), "1": ("歩く効果です。", "泳ぎません。"), "10": ("十",)}
    assert found.supplements == (Supplement(90001, "2024-05-06", lines, {"1": ("飛ぶ効果です。",)}),)
    assert list(found.supplements[0].FAQ) == ["0.5", "1", "10"]
    assert found.answers == (Answer(12, "水辺", "泳げますか？", "いいえ。", "2024-01-02", ("swimming",), (90001, 4007)),)
    assert found.skipped == ("question 13: the server knows no such question",)


def test_what_is_kept_is_used_until_the_manifest_lists_it(tmp_path: Path, clock: Clock) -> None:
    host = Ygoresources({90001: card(90001), 90002: card(90002)}, {12: question(12), 13: question(13)})
    with answering(host) as server:
        first = cards(server, tmp_path, clock, 90001, 90002)
        asked = len(server.log)
        assert cards(server, tmp_path, clock, 90001, 90002) == first
        assert len(server.log) == asked  # within a day nothing is asked
        host.change("card/90002", "card/7", "idx/card/name/en")
        host.cards[90002] = card(90002, cardData={"en": {**EN, "effectText": "Swim."}})
        clock.now += 2 * 24 * 3600
        second = cards(server, tmp_path, clock, 90001, 90002)
        assert [one.path.removeprefix("/api/v7/") for one in server.log[asked:]] == ["manifest/100", "data/card/90002"]
        assert (first.cards[1].text_en, second.cards[1].text_en, second.cards[0]) == ("Wade.", "Swim.", first.cards[0])
        clock.now += 2 * 24 * 3600
        asked = len(server.log)
        assert cards(server, tmp_path, clock, 90001, 90002) == second
        assert [one.path.removeprefix("/api/v7/") for one in server.log[asked:]] == ["manifest/101"]
        assert cards(server, tmp_path, clock, 90001, 90002, offline=True) == second


def test_a_revision_that_the_server_has_forgotten_makes_all_stale(tmp_path: Path, clock: Clock) -> None:
    host = Ygoresources({90001: card(90001)}, {})
    with answering(host) as server:
        cards(server, tmp_path, clock, 90001)
        host.forgotten, host.revision = True, 500
        clock.now += 2 * 24 * 3600
        asked = len(server.log)
        cards(server, tmp_path, clock, 90001)
        assert [one.path.removeprefix("/api/v7/") for one in server.log[asked:]] == ["manifest/100", "data/meta/mprop", "data/card/90001"]
        host.forgotten = False
        clock.now += 2 * 24 * 3600
        cards(server, tmp_path, clock, 90001)
        assert server.log[-1].path.endswith("manifest/500")


@pytest.mark.parametrize("status", [401, 403, 429, 503])
def test_a_manifest_that_is_refused_stops_the_run(tmp_path: Path, clock: Clock, status: int) -> None:
    host = Ygoresources({90001: card(90001)}, {})
    with answering(host) as server:
        cards(server, tmp_path, clock, 90001)
        clock.now += 2 * 24 * 3600
        server.answer = lambda asked: Reply(status=status, headers=(("Retry-After", "3600"),)) if "manifest" in asked.path else host(asked)
        asked = len(server.log)
        with pytest.raises(InputError, match=f"HTTP {status}"):
            cards(server, tmp_path, clock, 90001)
        assert len(server.log) == asked + 1


def test_a_run_that_broke_off_in_between_forgets_no_change(tmp_path: Path, clock: Clock) -> None:
    host = Ygoresources({90001: card(90001), 90002: card(90002)}, {})
    with answering(host) as server:
        cards(server, tmp_path, clock, 90001, 90002)
        host.change("card/90001", "card/90002")
        clock.now += 2 * 24 * 3600
        server.answer = lambda asked: Reply(status=503) if asked.path.endswith("90002") else host(asked)
        with pytest.raises(InputError, match="503"):
            cards(server, tmp_path, clock, 90001, 90002)
        server.answer = host
        asked = len(server.log)
        cards(server, tmp_path, clock, 90001, 90002)
        assert [one.path.removeprefix("/api/v7/") for one in server.log[asked:]] == ["data/card/90002"]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b'{"cards": []}', "missing required field `cardData`"),
        (b"[]", "Expected `object`"),
        (b'{"cardData": {"en": {"name": 5}}}', "cardData"),
        (b"x", "JSON"),
    ],
)
def test_answers_in_another_layout(tmp_path: Path, clock: Clock, body: bytes, reason: str) -> None:
    with serving(Reply(b"[]"), Reply(body)) as server, pytest.raises(InputError, match=reason):
        cards(server, tmp_path, clock, 90001)


def test_lists_of_ids(tmp_path: Path) -> None:
    file = tmp_path / "ids.json"
    file.write_text("[4007, 4008,\n4007]")
    assert ygoresources.konami_ids(file) == [4007, 4008]
    for text, reason in (("4007\nhello", "'hello' is no Konami id"), ("-1", "no Konami id"), ("\n".join(map(str, range(1, 502))), "501 cards")):
        file.write_text(text)
        with pytest.raises(InputError, match=reason):
            ygoresources.konami_ids(file)


def test_manifests_of_any_depth() -> None:
    assert read_manifest(b'{"data": {"card": {"1": 1}, "idx": {"card": {"name": {"en": 1}}}, "meta": 1}}') == {
        "data/card/1", "data/idx/card/name/en", "data/meta",
    }  # fmt: skip
    assert len(read_manifest(b'{"data": ' + b'{"a": ' * 500 + b"1" + b"}" * 501)) == 1


def test_a_note_that_cannot_be_read_says_so(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / "sync.json").write_text("{")
    with serving(Reply()) as server, pytest.raises(InputError, match=r"sync\.json: cannot be read"):
        cards(server, tmp_path, clock, 1)
