"""The pages in a real browser: search, filters, addresses, keyboard, narrow screens, and names that mean harm."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.publish.terminal import plain
from tests.publish.invented import HOSTILE
from tests.publish.pages.browser import Page, browser
from tests.publish.pages.site_of_inventions import NAMES, NUMBERS, write_report

DOWN, UP, ENTER, ESCAPE, END, TAB = "\ue015", "\ue013", "\ue007", "\ue00c", "\ue010", "\ue004"
HALF = len(HOSTILE) - 1  # half of a pair of code units is no text, and was replaced when the tables were made
PAGES = ("index.html", "validation.html", "rules.html", "uncertain.html", "quality.html")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(tmp_path_factory.mktemp("report"))


@pytest.fixture(scope="module")
def window(site: Path) -> Iterator[Page]:
    with browser(site) as page:
        yield page


@pytest.fixture(scope="module")
def phone(site: Path) -> Iterator[Page]:
    with browser(site, 390, 844, "dark") as page:
        yield page


@pytest.fixture
def page(window: Page) -> Page:
    window.complaints()
    window.requests()
    return window


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("lantern of elan", "Lantern of Élan"),
        ("LANTERN-OF ÉLAN!", "Lantern of Élan"),
        ("Ｌａｎｔｅｒｎ　ｏｆ", "Lantern of Élan"),
        ("lantrn of elann", "Lantern of Élan"),
        ("elan lantern", "Lantern of Élan"),
        ("活気のガンプ灯", "Lantern of Élan"),
        ("活気のがんぷ灯", "Lantern of Élan"),
        ("ﾌﾞﾗﾝｺ", "Swing"),
        ("00000042", "Lantern of Élan"),
        ("9002", "Banner of Shine"),
        ("k9002", "Banner of Shine"),
        ("banr of shine", "Banner of Shine"),
        ("no 77", "Plain Lamp No. 77"),
        ("520033", "Plain Lamp No. 33"),
    ],
)
def test_a_card_is_found_as_people_type_it(page: Page, words: str, first: str) -> None:
    page.open("index.html")
    assert page.search(words)[0] == first


def test_what_is_nowhere_is_said_to_be(page: Page) -> None:
    page.open("index.html")
    assert page.search("zzzzqqqqxxxx") == []
    assert page.text("#status").startswith("No card fits")


def test_what_is_typed_can_be_shared(page: Page) -> None:
    page.open("index.html")
    page.search("banner")
    assert str(page.script("return location.hash")) == "#/filter?q=banner"


@pytest.mark.parametrize(
    ("address", "names"),
    [
        ("verdict=yes&kind=quick", ["Lantern of Élan"]),
        ("verdict=not_activated", ["Banner of Shine"]),
        ("type=Continuous%20Spell", ["Banner of Shine"]),
        ("window=end&kind=trigger", ["Lantern of Élan", "Swing"]),
        ("window=start,during_calc&kind=trigger", ["Swing"]),
        ("window=during_calc&kind=quick", []),
        ("rule=T-3", ["Banner of Shine"]),
        ("mode=event&kind=trigger", ["Lantern of Élan", "Swing"]),
        ("decided=ruling", ["Swing"]),
        ("disagree=languages&kind=quick", ["Lantern of Élan"]),
        ("disagree=edopro", []),
        ("q=swing&verdict=yes", ["Swing"]),
    ],
)
def test_filters_stand_in_the_address(page: Page, address: str, names: list[str]) -> None:
    page.open(f"index.html#/filter?{address}")
    assert page.names() == names
    given = {part.partition("=")[0] for part in address.split("&")} - {"q"}
    shown = str(page.script("return [...document.querySelectorAll('#form select')].filter((one) => one.value).map((one) => one.name).join()"))
    assert set(filter(None, shown.split(","))) == given - {"window", "disagree"}


def test_a_filter_that_is_none_is_left_out(page: Page) -> None:
    page.open("index.html#/filter?verdict=maybe&rule=__proto__&window=noon&disagree=%00&kind=")
    assert page.text("#status").startswith("125 cards") and page.complaints() == []


def test_choosing_a_filter_changes_list_and_address(page: Page) -> None:
    page.open("index.html")
    page.one("#filters summary").click()
    page.script(
        "const one = document.querySelector('select[name=kind]'); one.value = 'quick'; one.dispatchEvent(new Event('change', {bubbles: true}))"
    )
    assert page.names() == ["Lantern of Élan"] and str(page.script("return location.hash")) == "#/filter?kind=quick"
    assert page.text("#status") == "1 card, 1 effect"
    page.one("#windows input[value=end]").click()
    assert page.names() == []
    page.one("#clear").click()
    page.wait(lambda: len(page.names()) == 60)
    assert str(page.script("return location.hash")) == "#/"


@pytest.mark.parametrize("number", ["00000042", "42", "9001", "43"])
def test_a_link_opens_its_card(page: Page, number: str) -> None:
    """The first card of a shared Konami id, or any of its own numbers."""
    page.open(f"index.html#/card/{number}")
    assert page.text("#card-name") in ("Lantern of Élan", "Swing")
    assert page.driver.title.endswith("· Damage Step")


def test_a_link_to_no_card_says_so(page: Page) -> None:
    page.open("index.html#/card/%3Cimg%20src=x%20onerror=alert(1)%3E")
    assert page.text("#card-name") == "No such card" and page.all("#card img") == []


def test_a_card_is_shown_whole(page: Page) -> None:
    page.open("index.html#/card/00000042")
    shown = page.text("#card")
    for words in (
        "Fairy / Effect · LIGHT · Level 4 · ATK ? · DEF 1200", "passcode 00000042", "ruleset tcg · invented r1", "effect 1",
        "quick effect, optional", "When this card battles (Quick Effect): You can brighten it by 500.", "この灯は明るくなる。",
        "start of the Damage Step, before damage calculation", "It glows, so it may.", "T-1", "confidence 0.97",
        "English says start, before calc; Japanese says no", "effect 2, option 2", "nobody decides it", "no script of this card",
    ):  # fmt: skip
        assert words in shown, words
    cells = [one.text.split() for one in page.all("#card .effect:nth-of-type(1) .timeline li")]
    assert [cell[-1] for cell in cells] == ["open", "open", "closed", "closed", "closed"]
    assert page.one("#card a.source").get_attribute("href") == "https://example.org/t1"
    assert page.one("#card dd a").get_attribute("href").endswith("rules.html#T-1")  # type: ignore[union-attr]


def test_a_card_is_opened_by_keyboard_alone(page: Page) -> None:
    page.open("index.html")
    page.press("/")
    assert page.focused() == "query"
    page.press("lantern")
    page.wait(lambda: page.names()[0] == "Lantern of Élan")
    page.press(DOWN)
    assert page.focused().startswith("Lantern of Élan")
    page.press(ENTER)
    page.wait(lambda: page.focused() == "card-name")
    assert page.text("#card-name") == "Lantern of Élan"
    assert page.one("#results a[aria-current=true] .name").text == "Lantern of Élan"
    page.press(ESCAPE)
    page.wait(lambda: page.focused().startswith("Lantern of Élan"))
    page.press(UP)
    assert page.focused() == "query"


def test_arrows_walk_the_list_beyond_its_first_part(page: Page) -> None:
    page.open("index.html")
    assert len(page.names()) == 60
    page.one("#query").send_keys(DOWN)
    page.press(END)
    page.press(DOWN)
    assert len(page.names()) == 120 and page.focused().startswith(page.names()[60])


def test_the_focus_can_be_seen_and_nothing_is_out_of_reach(page: Page) -> None:
    page.open("index.html")
    seen = []
    for _ in range(10):
        page.press(TAB)
        outline = page.script("const s = getComputedStyle(document.activeElement); return [s.outlineStyle, s.outlineWidth]")
        assert outline == ["solid", "3px"], page.focused()
        seen.append(page.focused())
    assert seen[:8] == ["Skip to content", "Cards", "Simulators", "Rules", "Uncertain", "Quality", "query", "Filters"]
    assert seen[8].startswith(page.names()[0])


def test_what_a_screen_reader_needs(page: Page) -> None:
    for name in PAGES:
        page.open(name)
        assert page.script("return document.documentElement.lang") == "en"
        assert len(page.all("main")) == 1 and len(page.all("h1")) == 1
        unnamed = page.script(
            "return [...document.querySelectorAll('input, select, button, a[href], [role=img], table, nav, section')].filter((one) =>"
            " !one.closest('[hidden]') && !(one.getAttribute('aria-label') || one.textContent.trim() || (one.labels && one.labels.length)))"
            ".map((one) => one.outerHTML)"
        )
        assert unnamed == []
    page.open("index.html")
    assert page.one("#status").get_attribute("role") == "status"


@pytest.mark.parametrize(("number", "name"), list(zip(NUMBERS, NAMES, strict=True)))
def test_a_hostile_card_is_text(page: Page, number: int, name: str) -> None:
    page.open(f"index.html#/card/{number:08}")
    shown = plain(name)
    assert page.text("#card-name") == shown
    assert shown in page.text("#card .text") and shown in page.text("#card dl")
    assert page.script("return document.querySelectorAll('#card :is(img, script, b:not(.engines b), iframe, svg)').length") == 0
    assert all(str(one.get_attribute("href")).startswith(("https://", "file://")) for one in page.all("#card a"))
    assert page.search(name)[0] == shown
    assert page.complaints() == []


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_other_hostile_names_too(page: Page, number: int) -> None:
    page.open(f"index.html#/card/y{7000 + number}")
    shown = plain(HOSTILE[number]) if number != HALF else "half \ufffd pair"
    assert page.text("#card-name") == shown and page.complaints() == []


def test_nothing_is_asked_of_anybody_and_nothing_is_against_the_policy(page: Page) -> None:
    for name in (*PAGES, "index.html#/card/00000042", "index.html#/filter?verdict=yes"):
        page.open(name)
        assert page.complaints() == []
    page.search("lantern")
    assert all(address.startswith((page.site.as_uri(), "about:", "data:")) for address in page.requests())
    assert page.complaints() == []


def test_the_policy_holds(page: Page) -> None:
    """What a name could at worst attempt is refused by the browser itself, and the console says so: the check above can fail."""
    page.open("index.html")
    page.script("document.body.append(Object.assign(document.createElement('img'), {src: 'file:///nowhere.png'}))")
    page.wait(lambda: any("Content Security Policy" in one for one in page.complaints()))
    assert page.script("try { document.body.innerHTML = '<b>x</b>'; return 'made'; } catch { return 'refused'; }") == "refused"


@pytest.mark.parametrize("name", PAGES)
def test_the_way_past_the_navigation_changes_nothing_else(page: Page, name: str) -> None:
    page.open(f"{name}#main")
    page.press(TAB)
    before = page.script("return [...document.querySelectorAll('details')].map((one) => one.open)")
    page.script("location.hash = ''; location.hash = '#main'")
    page.wait(lambda: page.script("return document.querySelector('main').checkVisibility()"))
    assert page.script("return [...document.querySelectorAll('details')].map((one) => one.open)") == before and page.complaints() == []
    assert name != "index.html" or page.one("#welcome").is_displayed()


def test_findings_are_sifted(page: Page) -> None:
    page.open("uncertain.html")
    total = len(page.all("[data-row]"))
    assert total == 15 and page.text(".sift [role=status]") == f"{total} effects"
    page.one(".sift input").send_keys("lantern")
    page.wait(lambda: page.text(".sift [role=status]") == "1 effect")
    assert [one.text for one in page.all("[data-row]:not([hidden]) .name")] == ["Lantern of Élan"]


def test_a_rule_is_pointed_at(page: Page) -> None:
    page.open("rules.html#STAT-01")
    assert page.script("return document.querySelector('#STAT-01 details').open") is True
    page.wait(lambda: page.script("return Math.abs(document.querySelector('#STAT-01').getBoundingClientRect().top) < 60"))


def test_on_a_wide_screen_list_and_card_scroll_each_for_itself(page: Page) -> None:
    page.open("index.html#/card/00000042")
    assert (
        page.script("return document.documentElement.scrollHeight <= innerHeight && document.querySelector('.find').scrollHeight > innerHeight")
        is True
    )


@pytest.mark.parametrize("address", [*PAGES, "index.html#/card/00000042", "index.html#/filter?verdict=yes", f"index.html#/card/{NUMBERS[0]:08}"])
def test_a_narrow_screen_needs_no_scrolling_sideways(phone: Page, address: str) -> None:
    phone.open(address)
    assert phone.script("return document.documentElement.scrollWidth") == 390


def test_a_narrow_screen_shows_list_or_card(phone: Page) -> None:
    phone.open("index.html#/filter?kind=quick")
    assert phone.one("#results").is_displayed() and not phone.one("#pane").is_displayed()
    phone.one("#results a").click()
    phone.wait(lambda: phone.one("#card-name").is_displayed())
    assert not phone.one("#results").is_displayed()
    phone.one("#back").click()
    phone.wait(lambda: phone.one("#results").is_displayed())
    assert phone.names() == ["Lantern of Élan"] and phone.complaints() == []


_CONTRAST = """
const channel = (value) => { const part = value / 255; return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; };
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
const behind = (one) => { for (; one; one = one.parentElement) { const c = parts(getComputedStyle(one).backgroundColor);
  if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
return [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() && !one.closest('svg, .unseen, .skip, option')
  && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())).map((one) => {
  const [a, b] = [light(parts(getComputedStyle(one).color)), light(behind(one))];
  return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), one.className + ' ' + one.textContent.slice(0, 40)]; })
  .filter(([ratio]) => ratio < 4.5);
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_stand_out_from_their_ground(window: Page, scheme: str) -> None:
    """WCAG 2.2, 1.4.3: at least 4.5 to 1."""
    window.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    try:
        for address in (*PAGES, "index.html#/card/00000042", "index.html#/card/00000044", "index.html#/filter?window=end"):
            window.open(address)
            assert window.script(_CONTRAST) == [], address
    finally:
        window.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
