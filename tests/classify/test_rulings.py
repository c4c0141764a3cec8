"""Which effect a ruling means, what it says under which ruleset, and how a changed text trips its guard."""

import pickle
from typing import Any

import msgspec
import pytest

from pipeline.classify.decide import decide
from pipeline.classify.ruling import Ruling
from pipeline.classify.ruling_audit import Audit, audit
from pipeline.classify.rulings import NO_RULINGS, Rulings
from pipeline.records import Card, Effect, Row
from pipeline.windows import ALL, RULESETS, UNTIL_CALC, Ruleset, Window
from tests.classify.hand import action, card, effect, event

PASSCODE = "00004831"
# Banishes, then changes its ATK: a wording that the rules leave open.
BEHIND_THEN = effect("quick", action("banish"), action("atk_def_change", "then"), places=("field",), number=2)
OTHER = effect("trigger", action("draw"), events=(event("sent_to_gy", "self"),), number=1)
CLOSED = {"rulesets": ["ocg"], "eligible": "no", "authority": "official_faq", "source": "https://example.org/1", "reason": "Ruled out."}
OPEN = {**CLOSED, "eligible": "yes", "windows": ["start", "before_calc"], "mode": "open", "source": "https://example.org/2"}


def ruling(*statements: dict[str, Any], number: int = 1, effect: dict[str, Any] | None = None, **expect: Any) -> Ruling:
    """A ruling on Glass Heron; its guard means `BEHIND_THEN` where no other is given."""
    guard = expect or {"kind": "quick", "first": "banish", "actions": [{"what": "atk_def_change", "link": "then"}]}
    raw = {"id": f"RUL-{number:04}", "card": "Glass Heron", "passcode": PASSCODE, "effect": effect or {}, "expect": guard}
    return msgspec.convert({**raw, "rulings": list(statements or (CLOSED,))}, Ruling)


def heron(**more: Any) -> Card:
    return card(passcode=PASSCODE, **more)


def rows(*effects: Effect | tuple[Effect | None, Effect | None]) -> tuple[Row, ...]:
    """One row for each effect (English) or pair of readings, numbered from 1."""
    pairs = [found if isinstance(found, tuple) else (found, None) for found in effects]
    return tuple(Row(f"{PASSCODE}/text/{n}", n, (en or ja or OTHER).bullet, en, ja) for n, (en, ja) in enumerate(pairs, 1))


def said(rulings: Ruling, *effects: Effect | tuple[Effect | None, Effect | None], ruleset: Ruleset = "ocg", of: Card | None = None) -> dict[str, str]:
    """The last part of each ``effect_id`` that is ruled on, with the verdict."""
    found = Rulings.of((rulings,)).decisions(of or heron(), rows(*effects), ruleset)
    return {key.rpartition("/")[2]: decision.verdict.eligible for key, decision in found.items()}


def changed(what: Effect, **fields: Any) -> Effect:
    return msgspec.structs.replace(what, **fields)


def timed(what: Effect, **fields: Any) -> Effect:
    return changed(what, condition=msgspec.structs.replace(what.condition, **fields))


def audited(*rulings: Ruling, of: tuple[Row, ...]) -> Audit:
    return audit(Rulings.of(rulings), [(heron(), of), (card(passcode="99999999"), ())])


def test_the_effect_is_found_by_what_it_says_and_not_by_its_number() -> None:
    assert said(ruling(), OTHER, BEHIND_THEN) == {"2": "no"}
    assert said(ruling(effect={"number": 7, "ja_no": 4}), BEHIND_THEN, OTHER) == {"1": "no"}


def test_most_cards_have_none() -> None:
    assert not NO_RULINGS.decisions(heron(), rows(BEHIND_THEN), "ocg")
    some = Rulings.of((ruling(),))
    assert not some.decisions(card(passcode="00000001"), rows(BEHIND_THEN), "ocg")
    assert not some.decisions(card(), rows(BEHIND_THEN), "ocg")  # a card without a passcode


@pytest.mark.parametrize(
    "text",
    [
        changed(BEHIND_THEN, kind="trigger"),
        changed(BEHIND_THEN, actions=(action("destroy"), action("atk_def_change", "then"))),
        changed(BEHIND_THEN, actions=(action("banish"), action("atk_def_change", "and_if_you_do"))),
        changed(BEHIND_THEN, actions=(action("banish"),)),
        changed(BEHIND_THEN, actions=()),
        changed(BEHIND_THEN, part="pendulum_effect"),
        timed(BEHIND_THEN, mark="except"),
        timed(BEHIND_THEN, mark="even"),
        timed(BEHIND_THEN, window=Window.DURING_CALC),
        timed(BEHIND_THEN, names_step=True),
        timed(BEHIND_THEN, phases=("main",)),
    ],
)
def test_a_new_text_trips_the_guard(text: Effect) -> None:
    assert said(ruling(), OTHER, text) == {}
    found = audited(ruling(), of=rows(OTHER, text))
    assert [(note.ruling, note.rulesets) for note in found.stale] == [("RUL-0001", RULESETS)] and not found.redundant


def test_what_the_guard_may_ask_for() -> None:
    answer = effect("quick", action("negate_effect"), events=(event("destroyed", "other", "battle"),), responds_to=("activation",))
    answer = timed(changed(answer, cost=(action("discard"),)), mark="even", window=Window.END, phases=("battle",), names_step=True)
    full: dict[str, Any] = {
        "kind": ["trigger", "quick"],
        "event": {"what": ["banished", "destroyed"], "subject": "other", "cause": "battle"},
        "cost": ["discard"],
        "answers": ["activation"],
        "actions": ["negate_effect"],
        "mark": "even",
        "names": ["end"],
        "names_step": True,
        "phases": ["battle"],
    }
    assert said(ruling(**full), answer) == {"1": "no"}
    for field, wrong in {
        "kind": "trigger",
        "event": {"what": "destroyed", "cause": "effect"},
        "cost": ["banish"],
        "answers": ["summon"],
        "actions": ["negate_effect", "destroy"],
        "names": ["end", "start"],
        "names_step": False,
        "phases": [],
    }.items():
        assert said(ruling(**{**full, field: wrong}), answer) == {}, field


def test_several_that_fit_are_told_apart_by_the_hints_or_not_at_all() -> None:
    twice = (BEHIND_THEN, changed(BEHIND_THEN, number=3))
    assert said(ruling(), *twice) == {}
    assert said(ruling(effect={"number": 3}), *twice) == {"2": "no"}
    assert said(ruling(effect={"number": 8}), *twice) == {}
    assert [note.ruling for note in audited(ruling(), of=rows(*twice)).ambiguous] == ["RUL-0001"]
    options = (changed(BEHIND_THEN, bullet=1), changed(BEHIND_THEN, bullet=2))
    assert said(ruling(effect={"number": 2, "bullet": 2}), *options) == {"2": "no"}
    circled = changed(BEHIND_THEN, language="ja", printed_no=2)
    assert said(ruling(effect={"ja_no": 2}), (None, circled), (None, changed(circled, printed_no=1))) == {"1": "no"}


def test_two_rulings_on_one_effect_silence_each_other() -> None:
    both = (ruling(number=1, effect={"number": 2}), ruling(OPEN, number=2, effect={"number": 3}))
    assert not Rulings.of(both).decisions(heron(), rows(BEHIND_THEN), "ocg")
    assert [note.ruling for note in audited(*both, of=rows(BEHIND_THEN)).ambiguous] == ["RUL-0001", "RUL-0002"]
    # A third does not bring one of them back.
    assert not Rulings.of((*both, ruling(number=3))).decisions(heron(), rows(BEHIND_THEN), "ocg")


def test_the_language_that_goes_first_is_asked() -> None:
    new_text = timed(BEHIND_THEN, mark="except")
    mine = (new_text, changed(BEHIND_THEN, language="ja"))
    assert said(ruling(), mine, ruleset="tcg") == {}  # the English text has changed
    assert said(ruling(), mine, ruleset="ocg") == {"1": "no"}
    assert said(ruling(), mine, ruleset="tcg", of=heron(unofficial_translation=True)) == {"1": "no"}
    assert said(ruling(), (None, BEHIND_THEN), ruleset="tcg") == {"1": "no"}
    assert said(ruling(), (BEHIND_THEN, None), ruleset="ocg") == {"1": "no"}


def by_ruleset(*statements: dict[str, Any]) -> dict[Ruleset, str | None]:
    found = {ruleset: ruling(*statements).statement(ruleset) for ruleset in RULESETS}
    return {ruleset: statement.source[-1] if statement is not None else None for ruleset, statement in found.items()}


def test_a_statement_decides_the_other_side_only_where_that_has_none() -> None:
    ocg, tcg = {**CLOSED, "rulesets": ["ocg"]}, {**CLOSED, "rulesets": ["tcg"], "source": "https://example.org/2"}
    assert by_ruleset(ocg) == {"tcg": "1", "ocg": "1", "ocg-mr2": "1", "edison": "1", "goat": "1"}
    assert by_ruleset(tcg) == {"tcg": "2", "ocg": "2", "ocg-mr2": "2", "edison": "2", "goat": "2"}
    assert by_ruleset(ocg, tcg) == {"tcg": "2", "ocg": "1", "ocg-mr2": "1", "edison": "2", "goat": "2"}


def test_an_older_ruling_keeps_the_other_side_out_but_does_not_decide_today() -> None:
    ocg, old = {**CLOSED, "rulesets": ["ocg"]}, {**CLOSED, "rulesets": ["goat"], "source": "https://example.org/3"}
    assert by_ruleset(ocg, old) == {"tcg": None, "ocg": "1", "ocg-mr2": "1", "edison": None, "goat": "3"}
    assert by_ruleset(old) == {"tcg": None, "ocg": None, "ocg-mr2": None, "edison": None, "goat": "3"}
    mr2 = {**CLOSED, "rulesets": ["ocg-mr2"], "source": "https://example.org/4"}
    assert by_ruleset(mr2, ocg)["ocg-mr2"] == "4"


def test_a_decision_names_its_ruling_and_its_source() -> None:
    some = Rulings.of((ruling(OPEN),))
    (decision,) = some.decisions(heron(), rows(BEHIND_THEN), "ocg").values()
    assert (decision.by, decision.rule, decision.source, decision.reason) == ("ruling", "RUL-0001", "https://example.org/2", "Ruled out.")
    assert (decision.verdict.windows, decision.verdict.mode, decision.verdict.substeps) == (UNTIL_CALC, "open", ())
    (carried,) = some.decisions(heron(), rows(BEHIND_THEN), "tcg").values()
    assert 0 < carried.confidence < decision.confidence < 1


def test_what_is_carried_over_to_an_older_ruleset_is_adapted_to_it() -> None:
    some = Rulings.of((ruling(OPEN),))
    found = {ruleset: next(iter(some.decisions(heron(), rows(BEHIND_THEN), ruleset).values())).verdict for ruleset in RULESETS}
    assert (found["edison"].mode, found["edison"].substeps) == ("open", (1, 2, 3))
    assert (found["goat"].mode, found["goat"].substeps) == ("first_chain", (1, 2, 3))
    assert found["ocg-mr2"].substeps == () and all(verdict.windows == UNTIL_CALC for verdict in found.values())
    own = {**OPEN, "rulesets": ["goat"], "windows": ["during_calc", "after_calc"], "substeps": [6, 4]}
    (verdict,) = (d.verdict for d in Rulings.of((ruling(own),)).decisions(heron(), rows(BEHIND_THEN), "goat").values())
    assert (verdict.mode, verdict.substeps, verdict.windows) == ("open", (4, 6), Window.DURING_CALC | Window.AFTER_CALC)


def test_a_ruling_goes_before_the_rules_and_both_witnesses_stay() -> None:
    change = effect("quick", action("atk_def_change"), places=("field",))
    row = rows(change)[0]
    some = Rulings.of((ruling(CLOSED, kind="quick", first="atk_def_change"),))
    higher = some.decisions(heron(), (row,), "tcg").get(row.effect_id)
    tag = decide(heron(), row, (change,), (), "tcg", higher=higher)
    assert (tag.eligible, tag.decided_by, tag.rule, tag.witness_en) == ("no", "ruling", "RUL-0001", "start|before_calc")


def test_the_audit_tells_what_the_rules_say_as_well() -> None:
    change = effect("quick", action("atk_def_change"), places=("field",))
    guard: dict[str, Any] = {"kind": "quick", "first": "atk_def_change"}
    (note,) = audited(ruling(OPEN, **guard), of=rows(change)).redundant
    assert note.rulesets == RULESETS and "STAT-01" in note.why
    for statements in [
        (CLOSED,),
        ({**OPEN, "mode": "event"},),
        ({**OPEN, "windows": ["start"]},),
        ({**OPEN, "condition": "Only on a Tuesday."},),
        # It agrees with the rules, but keeps the other side's statement from being carried over.
        (OPEN, {**CLOSED, "rulesets": ["edison", "goat"]}),
    ]:
        assert not audited(ruling(*statements, **guard), of=rows(change)).redundant, statements


def test_the_audit_names_rulings_whose_card_is_not_there() -> None:
    found = audit(Rulings.of((ruling(),)), [(card(passcode="00000001"), rows(BEHIND_THEN))])
    assert [note.card for note in found.missing] == ["Glass Heron"] and not (found.stale or found.ambiguous or found.redundant)
    assert audited(ruling(), of=rows(BEHIND_THEN)) == Audit()


def test_a_collection_can_be_sent_to_a_process_and_has_a_fingerprint() -> None:
    some = Rulings.of((ruling(number=2), ruling(OPEN, number=1)))
    assert pickle.loads(pickle.dumps(some)) == some
    assert [found.id for found in some.entries] == ["RUL-0001", "RUL-0002"] and set(some.by_id()) == {"RUL-0001", "RUL-0002"}
    assert len(some.digest) == 12 and some.digest != Rulings.of((ruling(number=2), ruling(number=1))).digest


def test_all_windows() -> None:
    every = {**OPEN, "windows": ["start", "before_calc", "during_calc", "after_calc", "end"], "mode": "response"}
    (statement,) = ruling(every).rulings
    assert statement.verdict().windows == ALL
