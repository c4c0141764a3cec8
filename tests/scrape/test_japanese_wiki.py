"""The Japanese card wiki: pages in EUC-JP with words of our own, saved or asked for one by one."""

from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape import Loaded, japanese_wiki, load
from pipeline.scrape.faq import Answer, load_faq
from pipeline.scrape.manners import Manners
from pipeline.scrape.session import Session
from tests.scrape.loopback import Asked, Reply, Server, answering

BLOCK = (
    "チューナー・効果モンスター\n星３/水属性/鳥獣族/攻 500/守 ?\nこのカード名の効果は一度だけ。\n"
    "①：水辺で歩く。とても長い行なので\n途中で切れている。\n②：泳ぐ。"
)
FAQ = (
    "<p>Ｑ：歩けますか？<br />Ａ：はい。(24/03/09)</p><ul><li>Q: 泳げますか？<br>何度でも？</li><li>A: いいえ。<br>一度だけです。</li></ul>"
    "<p>Ｑ：飛べますか？</p>"
)


def page(title: str = "硝子の鷺/Glass Heron", block: str = BLOCK, faq: str = FAQ) -> str:
    return f"""<html><head><meta http-equiv="content-type" content="text/html; charset=EUC-JP"><title>x</title></head><body>
<div id="menu"><pre>menu</pre></div>
<div id="body"><div class="jumpmenu">↑</div><h2 id="c">《{title}》 <a class="anchor_super" href="#c">&dagger;</a></h2>
<pre>{block}
</pre><p>説明。</p><h3>関連カード</h3><ul><li><a title="《鷺》">《鷺》</a></li></ul>
<h3>FAQ</h3>{faq}<h3>収録パック等</h3><p>Ｑ：これは？</p>
<p>Ａ：違う。</p></div></body></html>"""


def saved(tmp_path: Path, **pages: str) -> Path:
    for name, text in pages.items():
        (tmp_path / f"{name}.html").write_bytes(text.encode("euc_jis_2004"))
    return tmp_path


def of(tmp_path: Path, **pages: str) -> Loaded:
    return load("japanese-wiki", saved(tmp_path, **pages), progress=lambda _: None)


def test_a_monster_with_its_cut_lines_joined(tmp_path: Path) -> None:
    (card,) = of(tmp_path, a=page()).cards
    assert card == Card(
        card_id=card.card_id, name="Glass Heron", card_type="Monster", name_ja="硝子の鷺", types=("Winged Beast", "Tuner", "Effect"),
        attribute="WATER", level=3, atk="500", defense="?", text_source="Japanese card wiki (unofficial)",
        text_ja="このカード名の効果は一度だけ。\n①：水辺で歩く。とても長い行なので途中で切れている。\n②：泳ぐ。",
    )  # fmt: skip
    assert card.card_id.startswith("w") and len(card.card_id) == 13


def test_spells_traps_and_pendulums(tmp_path: Path) -> None:
    halves = "ペンデュラム・効果モンスター\n星４/闇属性/悪魔族/攻1000/守 0\n【Ｐスケール：青３/赤３】\n①：飛ぶ。\n【モンスター効果】\n①：歩く。"
    found = of(tmp_path, a=page("沼/Marsh", "速攻魔法\n①：満ちる。"), b=page("葦", "カウンター罠\n①：隠す。"), c=page("羽/Wing", halves))
    marsh, reeds, wing = found.cards
    assert (marsh.card_type, marsh.property, marsh.text_ja, marsh.types) == ("Spell", "Quick-Play", "①：満ちる。", ())
    assert (reeds.name, reeds.card_type, reeds.property) == ("葦", "Trap", "Counter")
    assert (wing.scale, wing.pendulum_ja, wing.text_ja, wing.level) == (3, "①：飛ぶ。", "①：歩く。", 4)


def test_questions_with_their_answers_and_dates(tmp_path: Path) -> None:
    marsh = page("沼/Marsh", "通常魔法\n①：満ちる。", "<pre>Q：満ちますか\nA：はい。</pre>")
    found = load_faq("japanese-wiki", saved(tmp_path, a=page(), b=marsh), progress=print)
    assert found.answers == (
        Answer(1, "硝子の鷺", "歩けますか？", "はい。", "2024-03-09"),
        Answer(2, "硝子の鷺", "泳げますか？\n何度でも？", "いいえ。\n一度だけです。"),
        Answer(3, "沼", "満ちますか", "はい。"),
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<p>x</p>", "no page of the wiki (#body is missing)"),
        ('<title>《x》の編集</title><div id="body"><textarea>x</textarea></div>', "the wiki has no such page (it offers to write one)"),
        ('<div id="body"><h2>ルール</h2><pre>x</pre></div>', "no card's page (its heading is no name in 《》)"),
        ('<div id="body"><h2>《x》</h2></div>', "another layout: no block with the card's text (pre)"),
        ('<div id="body"><h2>《x》</h2><pre>story</pre></div>', "another layout: the first line of the block names no kind of card"),
    ],
)
def test_other_pages_say_why(tmp_path: Path, text: str, reason: str) -> None:
    found = of(tmp_path, a=page(), b=text)
    assert len(found.cards) == 1 and found.skipped == (f"b.html: {reason}",)


def test_bytes_are_euc_jp_whatever_is_declared_unless_they_are_utf_8() -> None:
    assert japanese_wiki.decoded("①：鷺".encode("euc_jis_2004")) == "①：鷺"
    assert japanese_wiki.decoded('<meta charset="utf-8">①：鷺'.encode()) == '<meta charset="utf-8">①：鷺'
    assert "鷺" in japanese_wiki.decoded("鷺".encode("euc_jp") + b"\xff\xfe")


def test_addresses_are_bytes_of_euc_jp_in_full_width() -> None:
    assert japanese_wiki.address("鷺") == "index.php?%A1%D4%BA%ED%A1%D5"
    assert japanese_wiki.address("A1-Ⅱ") == japanese_wiki.address("《Ａ１－ＩＩ》")
    with pytest.raises(InputError, match="not a name"):
        japanese_wiki.address("\U0001f600")


def test_single_pages_are_asked_for_and_kept(tmp_path: Path) -> None:
    wiki = {
        japanese_wiki.address("硝子の鷺"): page(),
        japanese_wiki.address("空"): '<title>《空》の編集</title><div id="body"><textarea></textarea></div>',
    }
    slept: list[float] = []

    def answer(asked: Asked) -> Reply:
        text = wiki.get(asked.path.removeprefix("/api/v7/"))
        return Reply(status=404) if text is None else Reply(text.encode("euc_jis_2004"), headers=(("Content-Type", "text/html; charset=ISO-8859-1"),))

    def live(server: Server) -> Loaded:
        session = Session(
            server.base,
            tmp_path / "raw",
            progress=lambda _: None,
            manners=Manners(interval=3),
            plain_loopback=True,
            sleep=slept.append,
            now=lambda: 1e9,
        )
        return japanese_wiki.load(names, offline=False, progress=lambda _: None, session=session)

    names = tmp_path / "names.txt"
    names.write_text("硝子の鷺\n空\n\n無\n硝子の鷺\n", encoding="utf-8")
    with answering(answer) as server:
        found = live(server)
        assert [card.name for card in found.cards] == ["Glass Heron"]
        assert found.skipped == ("空: the wiki has no such page (it offers to write one)", "無: the wiki has no such page")
        assert slept == [3.0, 3.0] and len(server.log) == 3
        assert live(server).cards == found.cards and len(server.log) == 4  # what is missing is looked for again
        server.answer = lambda asked: Reply(b"<html>maintenance</html>", headers=(("Content-Type", "text/html"),))
        names.write_text("葦", encoding="utf-8")
        with pytest.raises(InputError, match=r"no page of the wiki \(#body is missing\): another layout, or a notice"):
            live(server)
    names.write_text("\n".join(f"鷺{n}" for n in range(101)), encoding="utf-8")
    with pytest.raises(InputError, match="101 names; at most 100"):
        load("japanese-wiki", names, progress=print)
