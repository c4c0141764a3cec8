"""How a text is held against its witnesses: counts, orders, pairs, and the cause that a disagreement gets."""

from typing import Any

import pytest

from pipeline.read.supplement_kinds import Statement
from pipeline.records import Card, Kind, Span
from pipeline.validate.checks import CAUSES, Check, needed_for
from pipeline.validate.language_checks import covered, language_checks, understood_checks
from pipeline.validate.read_texts import ReadEffect, ReadText, leads, wording
from pipeline.validate.supplement_checks import supplement_checks
from pipeline.validate.wiki_checks import count_cause, counts, fits, order_cause, wiki_checks
from pipeline.validate.wiki_labels import Class, Labels

CARD = Card(card_id="00000001", name="Invented Card", card_type="Monster", passcode="00000001")
JAPANESE = "①：架空の一番目の文章。②：架空の二番目の文章。"


def effect(number: int, kind: Kind, printed: int | None = None, **more: Any) -> ReadEffect:
    base: dict[str, Any] = {"bullet": None, "mandatory": None, "places": (), "granted": False, "span": (0, 10), "condition": None, "residue": ()}
    return ReadEffect(number=number, printed_no=printed, kind=kind, **(base | more))


def text(en: tuple[ReadEffect, ...] = (), ja: tuple[ReadEffect, ...] = (), **more: Any) -> ReadText:
    numbers = frozenset(one.printed_no for one in ja if one.printed_no is not None)
    base: dict[str, Any] = {"card": CARD, "part": "text", "english": "-", "japanese": JAPANESE, "partner": {}, "era": "numbered", "wording": "PSCT"}
    return ReadText(en=en, ja=ja, numbers=numbers, **(base | more))


def numbered(*kinds: Kind) -> tuple[ReadEffect, ...]:
    return tuple(effect(n, kind, n) for n, kind in enumerate(kinds, 1))


def plain(*kinds: Kind) -> tuple[ReadEffect, ...]:
    return tuple(effect(n, kind) for n, kind in enumerate(kinds, 1))


def only(checks: Any, measure: str, language: str | None = None) -> Check:
    found = [one for one in checks if one.measure == measure and (language is None or one.language == language)]
    assert len(found) == 1, found
    result: Check = found[0]
    return result


def test_one_effect_a_number_and_no_bare_activation() -> None:
    options = (effect(0, "card_activation"), effect(1, "quick", bullet=1), effect(1, "trigger", bullet=2), effect(2, "continuous"))
    assert [one.kind for one in leads(options)] == ["quick", "continuous"]
    granted = (effect(1, "continuous"), effect(1, "lock", bullet=1), effect(1, "ignition", bullet=2), effect(1, "quick", bullet=3))
    assert [one.kind for one in leads(granted)] == ["ignition"]
    applied = (effect(1, "lock", bullet=1), effect(1, "trigger", bullet=2))
    assert [one.kind for one in leads(applied)] == ["lock"]


@pytest.mark.parametrize(
    ("ours", "theirs", "result"),
    [
        (("trigger", "applied"), ("trigger", "applied"), True),
        (("applied", "trigger"), ("trigger", "applied"), False),
        (("clause", "trigger"), ("trigger",), True),
        (("clause", "trigger"), ("applied", "trigger"), True),
        (("trigger", "clause", "clause"), ("trigger", "applied"), True),
        (("trigger",), ("trigger", "applied"), False),
        (("clause",), ("trigger",), False),
        ((), (), True),
        (("clause",) * 40, ("applied",) * 20, True),
    ],
)
def test_clauses_stand_for_an_applied_effect_or_for_nothing(ours: tuple[Class, ...], theirs: tuple[Class, ...], result: bool) -> None:
    assert fits(ours, theirs) is result
    if result:
        assert counts(ours, len(theirs)) and not count_cause(ours, theirs)


@pytest.mark.parametrize(
    ("ours", "theirs", "cause"),
    [
        (("applied", "trigger"), ("trigger", "trigger"), "missed"),
        (("trigger",), ("trigger", "trigger"), "merged"),
        (("trigger", "trigger"), ("trigger", "applied"), "invented"),
        (("trigger", "trigger"), ("trigger",), "split"),
        (("trigger", "clause"), ("trigger", "applied", "applied"), "applied-merged"),
        (("trigger", "applied", "clause"), ("trigger",), "applied-split"),
    ],
)
def test_why_counts_differ(ours: tuple[Class, ...], theirs: tuple[Class, ...], cause: str) -> None:
    assert count_cause(ours, theirs) == cause and cause in CAUSES


@pytest.mark.parametrize(
    ("ours", "theirs", "cause"),
    [
        (("trigger", "quick"), ("trigger", "quick"), ""),
        (("quick", "trigger"), ("trigger", "quick"), "other-order"),
        (("quick", "ignition"), ("trigger", "ignition"), "trigger-as-quick"),
        (("quick", "quick"), ("trigger", "ignition"), "several-kinds"),
    ],
)
def test_why_orders_differ(ours: tuple[Class, ...], theirs: tuple[Class, ...], cause: str) -> None:
    assert order_cause(ours, theirs) == cause
    assert not cause or cause in CAUSES


def test_a_text_that_agrees_with_wiki_and_numbers() -> None:
    checks = list(wiki_checks(text(plain("flip", "continuous"), numbered("flip", "continuous")), Labels(("trigger", "applied"))))
    assert all(one.ok == one.n == 1 and not one.cause for one in checks)
    assert {one.measure for one in checks} == {"wiki_numbers", "count", "count_all", "order", "order_all", "kinds"}
    assert only(checks, "count", "en").goal and not only(checks, "count", "ja").goal


def test_where_wiki_and_numbers_differ_the_numbers_are_followed() -> None:
    checks = list(wiki_checks(text(plain("trigger"), numbered("trigger")), Labels(("trigger", "applied"))))
    assert only(checks, "wiki_numbers").cause == "wiki-more"
    assert only(checks, "followed").ok == 1
    assert {one.measure for one in checks} == {"wiki_numbers", "followed"}
    fewer = list(wiki_checks(text(plain("trigger"), numbered("trigger", "quick")), Labels(("trigger",))))
    assert only(fewer, "wiki_numbers").cause == "wiki-fewer" and only(fewer, "followed").ok == 0


def test_unnumbered_texts_are_compared_beside_the_goals() -> None:
    checks = list(wiki_checks(text(plain("quick"), plain("quick"), era="unnumbered"), Labels(("trigger",))))
    assert checks and not any(one.goal for one in checks)
    assert only(checks, "order").cause == only(checks, "kinds").cause == "trigger-as-quick"
    assert only(checks, "count").ok == 1


def test_unknown_labels_are_listed_and_not_compared() -> None:
    (check,) = wiki_checks(text(plain("quick")), Labels(("quick",), ("whimsical",)))
    assert (check.cause, check.n, check.detail) == ("wiki-unknown", 0, "whimsical")


def test_languages_by_number_alone() -> None:
    en = (effect(1, "trigger", mandatory=True), effect(2, "ignition", mandatory=False), effect(3, "quick", mandatory=False))
    ja = (effect(1, "trigger", 1, mandatory=False), effect(2, "trigger", 2, mandatory=False), effect(3, "quick", 3, mandatory=True))
    checks = list(language_checks(text(en, ja)))
    assert only(checks, "languages").ok == 1
    assert [(one.kind, one.ok, one.cause) for one in checks if one.measure == "must"] == [
        ("trigger", 0, "must-english"),
        ("ignition", 1, ""),
        ("quick", 0, "must-japanese"),
    ]
    swapped = (effect(1, "ignition", 1, mandatory=False), *ja[1:])
    assert next(one.cause for one in language_checks(text(en, swapped)) if one.measure == "must") == "must-other-pair"


@pytest.mark.parametrize(
    ("en", "ja", "cause"),
    [
        (("trigger", "quick"), ("quick", "continuous"), "english-more-trigger"),
        (("continuous",), ("ignition",), "japanese-more-ignition"),
        (("trigger", "trigger"), ("ignition",), "languages-mixed"),
    ],
)
def test_languages_of_unlike_number(en: tuple[Kind, ...], ja: tuple[Kind, ...], cause: str) -> None:
    (check,) = language_checks(text(plain(*en), numbered(*ja)))
    assert (check.ok, check.cause) == (0, cause) and cause in CAUSES


def test_no_comparison_without_both_languages() -> None:
    assert not list(language_checks(text(plain("trigger"), japanese=None)))
    assert not list(language_checks(text((), numbered("trigger"), english=None)))


@pytest.mark.parametrize(
    ("spans", "within", "places"),
    [((), (0, 9), 0), (((2, 4),), (0, 9), 2), (((5, 8), (2, 6)), (0, 9), 6), (((0, 20),), (5, 9), 4), (((1, 2), (1, 2)), (0, 9), 1)],
)
def test_places_are_counted_once(spans: tuple[Span, ...], within: Span, places: int) -> None:
    assert covered(spans, within) == places


def test_understood_characters_of_activated_effects() -> None:
    clause = effect(1, "trigger", span=(0, 20), condition=(0, 8), residue=((2, 6),))
    deed = effect(2, "ignition", span=(20, 30), condition=(20, 22), residue=((25, 29),))
    checks = list(understood_checks(text((clause, deed, effect(3, "continuous", residue=((0, 10),)), effect(0, "card_activation", span=(0, 0))))))
    assert [(one.n, one.ok, one.cause) for one in checks] == [(20, 16, "residue-en-condition"), (10, 6, "residue-en-rest")]


def statement(**more: Any) -> Statement:
    base: dict[str, Any] = {"konami_id": 1, "part": "text", "number": None, "quote": None}
    return Statement(**(base | more))


def test_supplements_by_number_in_both_languages() -> None:
    ja = (effect(1, "continuous", 1), effect(2, "trigger", 2, places=("gy",), mandatory=True))
    en = effect(1, "ignition", places=("field",), mandatory=False)
    one = statement(number=2, stated="trigger", places=("gy",), mandatory=True)
    checks = list(supplement_checks(text((en,), ja, partner={(2, None): en}), [one]))
    assert [(c.measure, c.language, c.ok) for c in checks] == [
        ("supplement", "ja", 1),
        ("chain", "ja", 1),
        ("place", "ja", 1),
        ("supplement_must", "ja", 1),
        ("supplement", "en", 0),
        ("chain", "en", 1),
        ("place", "en", 0),
        ("supplement_must", "en", 0),
    ]
    assert {c.cause for c in checks} == {"", "official-trigger-as-ignition", "official-place", "official-must"} <= {"", *CAUSES}


def test_supplements_by_quotation() -> None:
    ja = (effect(1, "continuous", 1, span=(0, 11)), effect(2, "ignition", 2, span=(11, 24)))
    quoted = statement(quote="②:架空の 二番目の文章", stated="continuous")
    assert only(supplement_checks(text((), ja), [quoted]), "supplement").cause == "official-continuous-as-ignition"
    absent = statement(quote="どこにもない架空の文章", stated="continuous")
    (check,) = supplement_checks(text((), ja), [absent])
    assert (check.cause, check.n) == ("official-unlocated", 0)


def test_the_only_effect_is_meant_where_nothing_else_is_said() -> None:
    sole = statement(stated="without_chain")
    assert only(supplement_checks(text((), numbered("quick")), [sole]), "chain").cause == "official-no-chain"
    assert only(supplement_checks(text((), numbered("quick", "trigger")), [sole]), "supplement").cause == "official-unlocated"


def test_wording_of_the_english_text() -> None:
    assert wording("When it happens: You can do it.") == "PSCT"
    assert wording("It stays in the GY.") == "PSCT"
    assert wording('When "Number 3: Invented" appears, do it.') == "older"
    assert wording("FLIP: Do it.") == "older"


def test_every_cause_has_a_witness_or_needs_none() -> None:
    assert needed_for("merged") == needed_for("wiki-more") == needed_for("trigger-as-quick") == "pages"
    assert needed_for("official-trigger-as-quick") == "supplements"
    assert needed_for("must-english") is None and needed_for("residue-ja-rest") is None
