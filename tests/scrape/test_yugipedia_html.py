"""Rendered pages of Yugipedia in words of our own: the card's table, and rulings with what they cite."""

from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape.manners import Manners
from pipeline.scrape.session import Session
from pipeline.scrape.yugipedia_html import Ruling, fetch_rulings, read_card_table, read_rulings
from tests.scrape.loopback import answering, json_reply

RULINGS = """<div class="mw-parser-output"><div class="toc"><ul><li>1 TCG</li></ul></div>
<h2><span class="mw-headline">OCG Rulings</span><span class="mw-editsection">[edit]</span></h2>
<ul><li>It may <a href="/wiki/Wade">wade</a> in the step.<sup class="reference"><a href="#cite_note-1">[1]</a></sup>
  <ul><li>Twice.</li></ul></li></ul>
<h2><span class="mw-headline">TCG Rulings</span></h2><h3><span class="mw-headline">Older</span></h3>
<ul><li>It swims <a class="external" href="https://example.org/x">there</a>.</li></ul>
<ol class="references"><li id="cite_note-1"><a class="external" href="https://example.org/faq?fid=12">Konami</a></li></ol></div>"""
TABLE = """<h1 id="firstHeading">Glass Heron</h1><table class="card-table"><tr><td class="heading">Glass Heron</td></tr>
<tr><td><table class="innertable"><tr><th>Attribute</th><td><a>WATER</a></td></tr><tr><th>Types</th><td>Winged Beast / Pendulum / Effect</td></tr>
<tr><th>Level</th><td>4</td></tr><tr><th>ATK  / DEF</th><td>500 / ?</td></tr><tr><th>Pendulum Scale</th><td>3</td></tr>
<tr><th>Password</th><td>00004831</td></tr></table></td></tr>
<tr><td><div class="lore"><dl><dt>Pendulum Effect</dt><dd>Fly.</dd><dt>Monster Effect</dt><dd>Wade.<br />Swim.</dd></dl></div></td></tr></table>
<h2 id="Other_languages">Other languages</h2><table><tr><th>Language</th><th>Name</th><th>Text</th></tr>
<tr><th>Japanese</th><td><ruby>鷺<rt>さぎ</rt></ruby></td><td>①：<ruby>歩<rt>ある</rt></ruby>く。</td></tr></table>"""


def test_rulings_stand_under_their_headings_with_what_they_cite() -> None:
    assert list(read_rulings(RULINGS, "x")) == [
        Ruling(("OCG Rulings",), "It may wade in the step.\nTwice.", ("https://example.org/faq?fid=12",)),
        Ruling(("TCG Rulings", "Older"), "It swims there.", ("https://example.org/x",)),
    ]


def test_a_cards_table() -> None:
    assert read_card_table(TABLE, "x") == Card(
        card_id="00004831", name="Glass Heron", card_type="Monster", passcode="00004831", script_ids=(4831,), name_ja="鷺",
        types=("Winged Beast", "Pendulum", "Effect"), attribute="WATER", level=4, scale=3, atk="500", defense="?", text_en="Wade.\nSwim.",
        text_ja="①：歩く。", pendulum_en="Fly.", text_source="Yugipedia (rendered page)",
    )  # fmt: skip


def test_other_kinds_of_tables() -> None:
    spell = '<h1>Marsh</h1><table class="card-table"><tr><th>Card type</th><td>Spell</td></tr><tr><th>Property</th><td>Field</td></tr></table>'
    card = read_card_table(spell, "x")
    assert isinstance(card, Card) and (card.card_type, card.property, card.card_id, card.text_en) == ("Spell", "Field", "nMarsh", None)
    link = TABLE.replace("ATK  / DEF", "ATK / LINK").replace("500 / ?", "500 / 2").replace("<tr><th>Level</th><td>4</td></tr>", "")
    card = read_card_table(link, "x")
    assert isinstance(card, Card) and (card.atk, card.defense, card.level) == ("500", None, 2)
    assert read_card_table("<p>x</p>", "x") == "no card table on the page (.card-table)"
    assert read_card_table('<table class="card-table"></table>', "x") == "not a Monster, Spell or Trap Card (no type)"


def test_rulings_by_the_api_are_kept(tmp_path: Path) -> None:
    parsed = json_reply({"parse": {"title": "Card Rulings:Glass Heron", "pageid": 5, "text": RULINGS}})
    missing = json_reply({"error": {"code": "missingtitle", "info": "no such page"}})
    odd = json_reply({"error": {"code": "odd", "info": "x"}})
    by_page = {"Card Rulings:Glass Heron": parsed, "Card Rulings:Odd": odd}
    with answering(lambda asked: by_page.get(asked.query["page"], missing)) as server:
        session = Session(server.base, tmp_path, progress=lambda _: None, manners=Manners(interval=0), plain_loopback=True, sleep=lambda _: None)
        with session as live:
            assert len(fetch_rulings(live, "Glass Heron")) == len(fetch_rulings(live, "Glass Heron")) == 2
            assert fetch_rulings(live, "None") == ()
            with pytest.raises(InputError, match="the wiki says odd: x"):
                fetch_rulings(live, "Odd")
        assert [asked.query["page"] for asked in server.log] == [
            "Card Rulings:Glass Heron",
            "Card Rulings:None",
            "Card Rulings:Odd",
            "Card Rulings:Odd",
        ]


def test_a_page_that_is_too_large() -> None:
    with pytest.raises(InputError, match="more than"):
        read_card_table("x" * (5 << 20), "page")
