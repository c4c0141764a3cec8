"""Saved pages of the official database, built for the test in its documented structure with words of our own."""

import ast
from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape import konami_pages, load
from pipeline.scrape.faq import Answer, Supplement, load_faq

SAVED = "<!-- saved from url=(0077)https://www.db.yugioh-card.com/yugiohdb/card_search.action?ope=2&cid={cid}&request_locale={lang} -->\n"


def item(title: str, value: str, picture: str = "") -> str:
    image = f'<img src="external/image/parts/{picture}.png">' if picture else ""
    return f'<div class="item_box"><span class="item_box_title">{image}{title}</span><span class="item_box_value">{value}</span></div>'


def card_page(cid: int, lang: str, name: str, stats: str, body: str, species: str | None, pen: str = "", saved: bool = True) -> str:
    reading = '<span class="ruby">はり</span>' if lang == "ja" else ""
    other = "<span>Glass Heron</span>" if lang == "ja" else ""
    types = "" if species is None else f'<p class="species"><span>{species.partition("／")[0]}</span><span>{species.partition("／")[2]}</span></p>'
    return (
        (SAVED.format(cid=cid, lang=lang) if saved else "")
        + f"""<!DOCTYPE html><html lang="{lang}"><head><title>x</title></head><body><div id="CardSet">
<div id="cardname" class="pc cardname"><h1>{reading}
  {name}
  {other}</h1></div><div class="sp cardname"><h1>mobile</h1></div>
<div class="CardText"><div class="frame imgset">{stats}</div>{types}</div>{pen}
<div class="CardText"><div class="item_box_text"><div class="text_title">Card Text</div>{body}</div></div>
<div class="CardText note"><div class="item_box_text">A note.</div></div>
<a href="?ope=2&amp;cid={cid}&amp;request_locale=fr">fr</a></div>
<div class="list"><div class="CardText"><div class="item_box_text">Another card's text</div></div></div></body></html>"""
    )


STATS = item("Attribute", "WATER", "attribute_icon_water") + item("Level", "Level 7", "icon_level") + item("ATK", "500") + item("DEF", "?")
PEN = (
    '<div class="CardText pen"><div class="item_box pen_s"><span class="item_box_title"><img src="icon_pendulum.png"></span>'
    '<span class="item_box_value">3</span></div><div class="frame pen_effect"><div class="item_box_text">'
    '<div class="text_title">Pendulum Effect</div>Fly.</div></div></div>'
)


def folder(tmp_path: Path, **pages: str) -> Path:
    for name, text in pages.items():
        (tmp_path / f"{name}.html").write_text(text, encoding="utf-8")
    return tmp_path


def of(tmp_path: Path, **pages: str) -> tuple[Card, ...]:
    return load("konami-pages", folder(tmp_path, **pages), progress=lambda _: None).cards


def test_one_card_of_pages_in_two_languages(tmp_path: Path) -> None:
    japanese = (
        item("属性", "水属性", "attribute_icon_water") + item("レベル", "レベル ７", "icon_level") + item("攻撃力", "500") + item("守備力", "？")
    )
    cards = of(
        tmp_path,
        en=card_page(90001, "en", "Glass Heron (Updated from: Glas Heron)", STATS, "<br>Wade.<br>Swim.", "Winged Beast／Pendulum／Effect", PEN),
        ja=card_page(
            90001,
            "ja",
            "硝子の鷺",
            japanese,
            '<div class="text_linebreak">①：歩く。&lt;br&gt;②：泳ぐ。</div>',
            "鳥獣族／ペンデュラム／特殊召喚／効果",
            PEN,
        ),
    )
    assert cards == (
        Card(
            card_id="k90001", name="Glass Heron", card_type="Monster", konami_id=90001, name_ja="硝子の鷺",
            types=("Winged Beast", "Pendulum", "Effect"), attribute="WATER", level=7, scale=3, atk="500", defense="?", text_en="Wade.\nSwim.",
            text_ja="①：歩く。\n②：泳ぐ。", pendulum_en="Fly.", pendulum_ja="Fly.", text_source="Official card database (saved pages)",
        ),
    )  # fmt: skip


def test_a_japanese_page_alone_has_the_records_words(tmp_path: Path) -> None:
    stats = item("属性", "闇属性") + item("ランク", "ランク 4", "icon_rank") + item("ATK", "0") + item("DEF", "0")
    (card,) = of(tmp_path, x=card_page(5, "ja", "鷺", stats, "①：歩く。", "悪魔族／エクシーズ／効果"))
    assert (card.name, card.attribute, card.level, card.types, card.text_en) == ("鷺", "DARK", 4, ("Fiend", "Xyz", "Effect"), None)


@pytest.mark.parametrize(
    ("icon", "kind", "property_"),
    [
        ("永続罠", "Trap", "Continuous"),
        ("Field Spell", "Spell", "Field"),
        ("通常魔法", "Spell", "Normal"),
        ("Quick-Play Spell", "Spell", "Quick-Play"),
    ],
)
def test_spells_and_traps(tmp_path: Path, icon: str, kind: str, property_: str) -> None:
    stats = item("Icon", icon).replace('class="item_box"', 'class="item_box t_center"')
    (card,) = of(tmp_path, x=card_page(5, "en", "Marsh", stats, "Flood.", None))
    assert (card.card_type, card.property, card.types, card.level, card.text_en) == (kind, property_, (), None, "Flood.")


def test_a_link_monster(tmp_path: Path) -> None:
    link = item('<span class="icon_img_set link13"></span>', "LINK-2").replace("item_box_value", "item_box_value")
    (card,) = of(tmp_path, x=card_page(5, "en", "Net", item("ATK", "1000") + item("DEF", "-") + link, "Catch.", "Fish／Link／Effect"))
    assert (card.level, card.defense, card.types) == (2, None, ("Fish", "Link", "Effect"))


def test_the_number_is_found_in_the_pages_own_places(tmp_path: Path) -> None:
    page = card_page(77, "en", "Net", STATS, "Catch.", "Fish／Effect", saved=False)
    assert of(tmp_path, page=page)[0].konami_id == 77  # the buttons for other languages
    (tmp_path / "page.html").unlink()
    assert of(tmp_path, card_78=page)[0].konami_id == 78  # the name of the file
    (tmp_path / "card_78.html").unlink()
    canonical = '<link rel="canonical" href="https://www.db.yugioh-card.com/yugiohdb/card_search.action?ope=2&amp;cid=79">'
    assert of(tmp_path, x=page.replace("<title>", f"{canonical}<title>"))[0].konami_id == 79


ROW = """<div class="t_row c_normal"><input class="cid" value="{cid}"><input class="link_value" value="/yugiohdb/card_search.action?ope=2&cid={cid}">
<span class="card_name">{name}</span><span class="box_card_attribute"><span>{attribute}</span></span>{more}
<dd class="box_card_text">{text}</dd><dd class="box_card_text biko">A note.</dd></div>"""


def test_a_list_has_whole_cards(tmp_path: Path) -> None:
    species = '<span class="card_info_species_and_other_item">{}</span>'
    level = '<span class="box_card_level_rank level"><span>Level 4</span></span>'
    monster = (
        f"{level}{species.format('[ Fish ／ Pendulum／Effect ]')}"
        '<span class="atk_power"><span>ATK 1500</span></span><span class="def_power"><span>DEF ?</span></span>'
        '<span class="box_card_pen_scale">Pendulum Scale 8</span><span class="box_card_pen_effect">Fly.</span>'
    )
    link = '<span class="box_card_linkmarker"><img src="link13.png"><span>Link 2</span></span>' + species.format("[Fish／Link]")
    rows = (
        ROW.format(cid=1, name="Pike", attribute="WATER", more=monster, text="Swim.<br>Bite.")
        + ROW.format(cid=2, name="Marsh", attribute="SPELL", more="", text="Flood.")
        + ROW.format(cid=3, name="Reeds", attribute="TRAP", more='<span class="box_card_effect">Counter</span>', text="Hide.")
        + ROW.format(cid=4, name="Net", attribute="WATER", more=link, text="Catch.")
    )
    pike, marsh, reeds, net = of(tmp_path, all=f'<html lang="en"><div id="card_list">{rows}</div></html>')
    assert (pike.level, pike.types, pike.atk, pike.defense, pike.scale) == (4, ("Fish", "Pendulum", "Effect"), "1500", "?", 8)
    assert (pike.text_en, pike.pendulum_en, pike.attribute) == ("Swim.\nBite.", "Fly.", "WATER")
    assert (marsh.card_type, marsh.property, reeds.card_type, reeds.property) == ("Spell", "Normal", "Trap", "Counter")
    assert (net.level, net.types, net.defense) == (2, ("Fish", "Link"), None)


SUPPLEMENT = """<html lang="ja"><div id="card_info"><div id="card_text">text</div>
<div class="supplement"><div class="title">カード補足<span class="update">更新日：2024-3-09</span></div>
<div class="text" id="supplement">■一般の行。<br>【①の効果について】<br>■歩く効果です。&lt;br&gt;
■「&lt;a href="?ope=4&amp;cid=7"&gt;鷺&lt;/a&gt;」も歩きます。<br>
【②の効果について】<br>■泳ぐ効果です。</div></div>
<div id="pen_info"><div id="pen_effect">x</div><div class="text" id="pen_supplement">【①の効果について】<br>■飛ぶ効果です。</div></div></div>
<div id="deck_list"><div class="t_row"><input class="link_value" value="?ope=5&fid=9"></div></div></html>"""
QUESTION = """<html lang="ja"><h2>泳げますか</h2><div id="question_text">「<a href="faq_search.action?ope=4&amp;cid=90001">鷺</a>」は泳げますか？
</div><div id="answer_text">いいえ。<br>「<a href="?ope=4&amp;cid=7">網</a>」も同じです。</div>
<div id="tag_update"><span class="tag">水</span><span class="tag">水</span></div><div class="date">2023-11-02</div></html>"""


def test_supplements_and_answers(tmp_path: Path) -> None:
    place = SAVED.replace("card_search.action?ope=2&cid={cid}", "faq_search.action?ope={ope}").replace("&request_locale={lang}", "")
    path = folder(tmp_path, a=place.format(ope="4&cid=90001") + SUPPLEMENT, q=place.format(ope="5&fid=12") + QUESTION)
    found = load_faq("konami-pages", path, progress=lambda _: None)
    lines = {
        "0": ("一般の行。",), "1": ("【①の効果について】", "歩く効果です。", "「鷺」も歩きます。"), "2": ("【②の効果について】", "泳ぐ効果です。"),
    }  # fmt: skip
    assert found.supplements == (Supplement(90001, "2024-03-09", lines, {"1": ("【①の効果について】", "飛ぶ効果です。")}),)
    answer = "いいえ。\n「網」も同じです。"
    assert found.answers == (Answer(12, "泳げますか", "「鷺」は泳げますか？", answer, "2023-11-02", ("水",), (90001, 7)),)
    with pytest.raises(InputError, match="no page with a card in it"):
        load("konami-pages", path, progress=print)


def test_pages_that_are_something_else_say_what_was_looked_for(tmp_path: Path) -> None:
    good = card_page(5, "en", "Net", STATS, "Catch.", "Fish／Effect")
    folder(
        tmp_path, good=good, miss="<p>Card information not found.</p>", old='<div id="broad_title">x</div>', empty="",
        nameless=good.replace("<h1>", "<h2>").replace("</h1>", "</h2>"), iconless=card_page(6, "en", "Net", STATS, "Catch.", None),
        unanswered='<div id="question_text">x</div><link rel=canonical href="?fid=3">',
    )  # fmt: skip
    (tmp_path / "latin.html").write_bytes("<p>é</p>".encode("latin-1"))
    (tmp_path / "picture.jpg").write_bytes(b"x")
    found = load("konami-pages", tmp_path, progress=lambda _: None)
    assert [card.name for card in found.cards] == ["Net"]
    assert sorted(found.skipped) == [
        "1 files: not pages (.html)",
        "empty.html: none of the documented layouts (#CardSet, #supplement, #question_text, #card_list)",
        "iconless.html: another layout: neither types (p.species) nor a Spell or Trap Card's icon (.item_box.t_center)",
        "latin.html: not in UTF-8, as the database's pages are",
        "miss.html: the database knows no such card",
        "nameless.html: another layout: no name (#cardname h1)",
        "old.html: none of the documented layouts (#CardSet, #supplement, #question_text, #card_list)",
        "unanswered.html: another layout: no question or no answer (#question_text, #answer_text)",
    ]


def test_nothing_is_ever_fetched() -> None:
    """Neither the module nor those that it imports only for this source speak HTTP or hold an address to ask."""
    for name in ("konami_pages.py", "konami_page.py", "pages.py", "folders.py"):
        code = Path(konami_pages.__file__).with_name(name).read_text(encoding="utf-8")
        tree = ast.parse(code)
        imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not [one for one in imported if one.startswith(("requests", "urllib", "http", "socket", "pipeline.scrape.session"))]
        strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
        documents = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)}
        assert not [one for one in strings if one not in documents and ("http" in one or ".action" in one)]
