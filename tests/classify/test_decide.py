"""How two languages, and what stands above and behind the rules, come to one tag."""

from typing import Any

import msgspec
import pytest

from pipeline.classify.decide import Decision, decide, judge, votes, witness
from pipeline.classify.rule import Case, Undecided
from pipeline.records import Card, Effect, Row, Tag, Verdict
from pipeline.windows import ALL, NONE, UNTIL_CALC, Ruleset, Window
from tests.classify.hand import action, card, effect, event

ATK = action("atk_def_change")
OWN = effect("trigger", events=(event("sent_to_gy", "self"),))
BATTLE = effect("trigger", events=(event("destroyed", "self", "battle"),))
OTHERS = effect("trigger", events=(event("sent_to_gy"),))
PASSIVE = effect("continuous", ATK)
SILENT = effect("trigger", action("draw"))
BARE = effect("trigger", events=(event("destroyed"),))
RULING = Decision(
    by="ruling", verdict=Verdict("yes", Window.END, "event"), rule="RUL-1", reason="Ruled so.", confidence=1.0, source="https://example.org/1"
)
MODEL = Decision(by="model", verdict=Verdict("no"), rule="MODEL", reason="Texts like it are closed.", confidence=0.8)


def tag(en: Effect | None, ja: Effect | None, ruleset: Ruleset = "tcg", of: Card | None = None, **more: Any) -> Tag:
    row = Row("1/text/1", 1, None, en, ja)
    return decide(of or card(), row, (en,) if en else (), (ja,) if ja else (), ruleset, **more)


def test_two_languages_that_agree() -> None:
    got = tag(OWN, OWN)
    assert (got.eligible, got.windows, got.mode, got.decided_by, got.rule) == ("yes", ALL, "event", "rule", "OWN-01")
    assert got.witness_en == got.witness_ja == "start|before_calc|during_calc|after_calc|end"
    assert got.reason and got.source and got.source.startswith("https://")
    alone = tag(OWN, None)
    assert alone.confidence is not None and got.confidence is not None and alone.confidence < got.confidence < 1
    assert (alone.eligible, alone.witness_ja) == ("yes", None)


def test_a_japanese_text_alone_is_judged_by_itself() -> None:
    got = tag(None, BATTLE)
    assert (got.eligible, got.windows, got.witness_en, got.witness_ja) == ("yes", Window.END, None, "end")


@pytest.mark.parametrize(("en", "ja"), [(OWN, OTHERS), (OTHERS, OWN), (OWN, PASSIVE), (OTHERS, PASSIVE)])
def test_a_contradiction_is_decided_by_nobody(en: Effect, ja: Effect) -> None:
    got = tag(en, ja)
    assert (got.eligible, got.decided_by, got.rule, got.confidence, got.windows, got.mode) == ("uncertain", "nobody", None, None, NONE, None)
    assert got.reason is not None and "English" in got.reason and "Japanese" in got.reason
    assert got.witness_en != got.witness_ja


@pytest.mark.parametrize(("kind", "prop"), [("Spell", "Field"), ("Spell", "Equip"), ("Trap", "Continuous")])
def test_what_a_lasting_card_does_on_its_activation_is_no_contradiction(kind: str, prop: str) -> None:
    activation = effect("card_activation", action("draw"))
    got = tag(activation, PASSIVE, of=card(kind, prop))
    assert (got.eligible, got.witness_en, got.witness_ja) == ("no", "no", "not_activated")
    assert tag(effect("ignition", action("draw")), PASSIVE, of=card(kind, prop)).eligible == "uncertain"


def test_windows_that_differ_are_the_first_languages_with_less_confidence() -> None:
    english, japanese = tag(OWN, BATTLE, "tcg"), tag(OWN, BATTLE, "ocg")
    assert (english.windows, japanese.windows) == (ALL, Window.END)
    assert (english.witness_en, english.witness_ja) == ("start|before_calc|during_calc|after_calc|end", "end")
    agreed = tag(OWN, OWN)
    assert english.confidence is not None and agreed.confidence is not None and english.confidence < agreed.confidence
    translated = msgspec.structs.replace(card(), unofficial_translation=True)
    assert tag(OWN, BATTLE, "tcg", translated).windows == Window.END


def _sure(got: Tag) -> float:
    assert got.confidence is not None
    return got.confidence


def test_the_less_the_other_language_bears_it_out_the_less_sure_it_is() -> None:
    alone = tag(OWN, None)
    # The Japanese text is there, and has no such effect.
    unmatched = decide(card(), Row("1/text/1", 1, None, OWN, None), (OWN,), (PASSIVE,), "tcg")
    missing_in_english = decide(card(), Row("1/text/1", 1, None, None, OWN), (PASSIVE,), (OWN,), "tcg")
    order = [tag(OWN, OWN), alone, tag(OWN, SILENT), tag(OWN, BATTLE), unmatched]
    assert [_sure(one) for one in order] == sorted((_sure(one) for one in order), reverse=True)
    assert len({_sure(one) for one in order}) == len(order)
    assert _sure(missing_in_english) == _sure(unmatched)


def test_a_silent_language_leaves_it_to_the_other() -> None:
    got = tag(SILENT, OWN)
    assert (got.eligible, got.rule, got.witness_en) == ("yes", "OWN-01", None)
    assert got.confidence is not None and got.confidence < (tag(None, OWN).confidence or 0)
    assert tag(BARE, OTHERS).eligible == "no", "an undecided wording counts as silence beside one that is decided"


def test_both_silent_or_undecided_is_uncertain_with_a_reason() -> None:
    for en, ja in ((SILENT, SILENT), (SILENT, None), (BARE, BARE)):
        got = tag(en, ja)
        assert (got.eligible, got.decided_by, got.witness_en, got.witness_ja) == ("uncertain", "nobody", None, None)
        assert got.reason
    assert tag(BARE, BARE).reason != tag(SILENT, SILENT).reason


def test_a_ruling_goes_before_the_rules_and_leaves_the_votes_in_the_table() -> None:
    got = tag(OTHERS, OWN, higher=RULING)
    assert (got.eligible, got.windows, got.decided_by, got.rule, got.source) == ("yes", Window.END, "ruling", "RUL-1", "https://example.org/1")
    assert (got.witness_en, got.witness_ja, got.witness_supplement) == ("no", "start|before_calc|during_calc|after_calc|end", None)
    assert got.confidence is not None and got.confidence < 1
    supplement = Decision(by="supplement", verdict=RULING.verdict, rule="SUP", reason="Stated so.", confidence=0.99)
    assert tag(OTHERS, OWN, higher=supplement).witness_supplement == "end"


def test_the_model_is_asked_only_where_the_rules_are_silent() -> None:
    asked = []

    def model() -> Decision | None:
        asked.append(1)
        return MODEL

    assert tag(OWN, OWN, lower=model).decided_by == "rule"
    assert tag(OWN, OTHERS, lower=model).decided_by == "nobody", "it does not settle contradictions"
    assert not asked
    got = tag(SILENT, None, lower=model)
    assert (got.eligible, got.decided_by, got.rule, got.confidence) == ("no", "model", "MODEL", 0.8)
    assert tag(SILENT, None, lower=lambda: None).decided_by == "nobody"


def test_witness_words() -> None:
    assert witness(None) is None
    assert witness(Verdict("no")) == "no"
    assert witness(Verdict("not_activated", applies_in=Window.END)) == "not_activated"
    assert witness(Verdict("yes", UNTIL_CALC, "open")) == "start|before_calc"


def test_votes_begin_with_the_deciding_one() -> None:
    case = Case(card(), effect("trigger", action("fusion_summon"), events=(event("special_summoned", "self"),)), (), "tcg")
    found = votes(case)
    assert [v.rule.code for v in found] == ["PROC-01", "OWN-01"]
    assert found[0] == judge(case)
    assert not votes(Case(card(), SILENT, (), "tcg"))
    undecided = votes(Case(card(), BARE, (), "tcg"))
    assert isinstance(undecided[0].answer, Undecided)


def test_a_mark_goes_before_what_the_other_language_implies() -> None:
    marked_no = effect("trigger", events=(event("special_summoned", "self"),), mark="except")
    marked_yes = effect("trigger", events=(event("special_summoned"),), mark="even")
    own = effect("trigger", events=(event("special_summoned", "self"),))
    others = effect("trigger", events=(event("special_summoned"),))
    for en, ja in ((marked_no, own), (own, marked_no)):
        got = tag(en, ja)
        assert (got.eligible, got.rule, got.decided_by) == ("no", "MARK-01", "rule")
        assert got.confidence is not None and got.confidence < (tag(marked_no, marked_no).confidence or 0)
    assert (tag(others, marked_yes).eligible, tag(others, marked_yes).rule) == ("yes", "MARK-02")
    assert tag(marked_no, marked_yes).eligible == "uncertain"
