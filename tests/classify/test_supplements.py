"""Official notes beside rows: which row is meant, and what the tag comes to. Cards and notes are invented."""

from typing import Any

import msgspec
import pytest

from pipeline.build import judge, read_parts
from pipeline.classify.ruling import Ruling
from pipeline.classify.rulings import NO_RULINGS, Rulings
from pipeline.classify.supplement_rows import in_passing, rows_of
from pipeline.classify.supplements import Stated, Supplements
from pipeline.read.supplement import Supplement
from pipeline.read.supplement_kinds import Stated as Kind
from pipeline.read.supplement_subjects import Subject
from pipeline.records import Card, Row
from pipeline.windows import ALL, NONE, UNTIL_CALC, Ruleset, Window

MONSTER = Card(
    card_id="00000001",
    name="Invented Lamp",
    card_type="Monster",
    passcode="00000001",
    konami_id=9001,
    types=("Fairy", "Effect"),
    name_ja="架空のランプ",
    text_en=(
        '(Quick Effect): You can target 1 card; destroy it. If this card is sent to the GY: You can add 1 "Lantern" card from your Deck to your hand.'
    ),
    text_ja=(
        "①：自分・相手のメインフェイズに、灯ったカード１枚を対象として発動できる。その灯ったカードを破壊する。"
        "②：このカードが墓地へ送られた場合に発動できる。「灯」カード１枚をデッキから手札に加える。"
    ),
)
NET = Card(
    card_id="00000002",
    name="Invented Net",
    card_type="Trap",
    passcode="00000002",
    konami_id=9002,
    property="Continuous",
    name_ja="架空の網",
    text_en="Once per turn: You can target 1 monster you control; it gains 500 ATK until the end of this turn.",
    text_ja="①：１ターンに１度、自分の灯ったモンスター１体を対象として発動できる。灯ったモンスターの攻撃力はターン終了時まで５００アップする。",
)


def rows(card: Card) -> list[Row]:
    return [row for part in read_parts(card) for row in part.rows]


def said(eligible: Any = "yes", windows: Window = NONE, card: int = 9001, kind: Kind | None = None, **more: Any) -> Supplement:
    """What a note says of a subject; its fields may be named beside those of the note."""
    subject = Subject(**{name: more.pop(name) for name in ("what", "number", "quote", "option", "named") if name in more})
    return Supplement(konami_id=card, part="text", subject=subject, eligible=eligible, windows=windows, kind=kind, date="2021-02-03", **more)


def stated(card: Card, *said: Supplement, ruleset: Ruleset = "ocg", rulings: Rulings = NO_RULINGS) -> dict[str, Stated]:
    parts = read_parts(card)
    tags = judge(card, parts, ruleset, rulings)
    supplements = Supplements({card.konami_id or 0: said}, "r")
    return {one.row.effect_id.rpartition("/")[2]: one for one in supplements.stated(card, rows(card), tags, ruleset, rulings)}


def meant(card: Card, one: Supplement) -> list[str]:
    return [row.effect_id.rpartition("/")[2] for row in rows_of(card, rows(card), one)]


def test_by_printed_number() -> None:
    assert meant(MONSTER, said(number=2)) == ["2"]
    assert meant(MONSTER, said(number=3)) == []
    assert meant(NET, said(number=1, card=9002)) == ["1"]


def test_by_quoted_words_of_any_width_or_nearly() -> None:
    assert meant(MONSTER, said(quote="このカードが墓地へ送られた場合に発動できる")) == ["2"]
    assert meant(MONSTER, said(quote="自分･相手のメインフェイズに､灯ったカード1枚を対象として発動できる")) == ["1"]
    assert meant(MONSTER, said(quote="「灯」カードを１枚デッキから自分の手札に加える")) == ["2"]
    assert meant(MONSTER, said(quote="全く別の架空の作業を長々と行う")) == []
    assert meant(MONSTER, said(quote="カード１枚")) == []


def test_the_only_effect_needs_no_words() -> None:
    assert meant(MONSTER, said()) == []
    assert meant(NET, said(card=9002)) == ["1"]


def test_the_activation_of_a_lasting_card() -> None:
    assert meant(NET, said("no", what="alone")) == ["0"]
    assert meant(NET, said("no", what="card", named="架空の網")) == ["0"]
    assert meant(NET, said("no", what="card", named="別の網")) == []


def test_options_of_an_effect() -> None:
    card = Card(
        card_id="3",
        name="Invented Choice",
        card_type="Spell",
        property="Quick-Play",
        konami_id=9003,
        text_en="Activate 1 of these effects;\n● Draw 1 card.\n● Target 1 monster on the field; it gains 500 ATK.",
        text_ja="①：以下の効果から１つを選択して発動できる。●自分は１枚ドローする。●灯ったモンスター１体を対象として発動できる。灯ったモンスターの攻撃力は５００アップする。",
    )
    every = meant(card, said(number=1))
    assert len(every) == 2 and meant(card, said(number=1, option=2)) == every[1:]
    assert meant(card, said(option=1)) == every[:1]
    assert meant(card, said(what="card")) == every
    assert meant(card, said(number=2)) == every[1:], "options that the notes number like effects"


def test_a_no_goes_before_the_text() -> None:
    one = stated(MONSTER, said("no", number=2))["2"]
    assert (one.before.eligible, one.contradicts) == ("yes", True)
    after = one.after
    assert (after.eligible, after.windows, after.mode, after.decided_by, after.rule) == ("no", NONE, None, "supplement", "SUP-01")
    assert after.witness_supplement == "no" and after.witness_en == one.before.witness_en
    assert after.source is not None and "cid=9001" in after.source and after.reason is not None and "2021-02-03" in after.reason


def test_a_bare_yes_keeps_the_windows_of_the_text() -> None:
    one = stated(NET, said("yes", number=1, card=9002))["1"]
    assert one.agrees and not one.contradicts
    assert (one.after.windows, one.after.rule, one.after.witness_supplement, one.after.mode) == (UNTIL_CALC, "SUP-03", "yes", one.before.mode)


def test_named_windows_are_taken() -> None:
    one = stated(MONSTER, said("yes", Window.END, number=2))["2"]
    assert one.before.windows is ALL and one.contradicts
    assert (one.after.windows, one.after.rule, one.after.witness_supplement) == (Window.END, "SUP-02", "end")
    partial = stated(MONSTER, said("yes", Window.END, number=2, partial=True))["2"]
    assert partial.agrees and partial.after.windows is ALL and partial.after.witness_supplement == "yes"
    never = stated(MONSTER, said("yes", number=2, never=Window.DURING_CALC))["2"]
    assert never.after.windows == ALL & ~Window.DURING_CALC and never.contradicts


def test_until_damage_calculation_means_until_it_begins() -> None:
    until = UNTIL_CALC | Window.DURING_CALC
    one = stated(NET, said("yes", until, number=1, card=9002))["1"]
    assert one.after.windows is UNTIL_CALC and one.after.witness_supplement == "start|before_calc|during_calc"


def test_a_yes_that_the_text_does_not_tell() -> None:
    one = stated(MONSTER, said("yes", number=1))["1"]
    assert one.before.eligible == "no" and one.contradicts
    assert (one.after.eligible, one.after.rule, one.after.windows, one.after.mode) == ("yes", "SUP-04", ALL, "open")
    assert one.after.confidence is not None and one.after.confidence < 0.95


def test_what_depends_leaves_the_tag() -> None:
    one = stated(MONSTER, said("depends", number=2))["2"]
    assert one.after == one.before and not one.contradicts and not one.agrees


def test_alone_it_may_not_but_with_its_effect() -> None:
    card = Card(
        card_id="00000004",
        name="Invented Snare",
        card_type="Trap",
        property="Continuous",
        konami_id=9004,
        text_en="If a monster you control is destroyed by battle or card effect: You can draw 1 card.",
        text_ja="①：自分の灯ったモンスターが戦闘・効果で破壊された場合に発動できる。自分は１枚ドローする。",
    )
    alone = stated(card, said("no", what="alone", card=9004))["0"]
    assert alone.before.rule == "ACT-02" and alone.agrees and alone.after.eligible == "yes" and alone.after.decided_by == "rule"
    whole = stated(card, said("no", what="card", card=9004))["0"]
    assert whole.contradicts and whole.after.eligible == "no"


def test_the_closest_word_counts() -> None:
    both = stated(NET, said("yes", what="card", card=9002), said("no", what="alone", card=9002))
    assert both.keys() == {"0"} and both["0"].said.subject.what == "alone"


def test_words_from_within_an_effect_never_overrule_its_text() -> None:
    quote = "「灯」カード１枚をデッキから手札に加える"
    one = stated(MONSTER, said("no", quote=quote))["2"]
    row = next(row for row in rows(MONSTER) if row.effect_id.endswith("/2"))
    assert in_passing(MONSTER, row, said(quote=quote)) and one.contradicts
    assert one.after.eligible == "yes" and one.after.decided_by == "rule" and one.after.witness_supplement == "no"
    assert stated(MONSTER, said("no", number=2), said("yes", quote=quote))["2"].after.eligible == "no"


def test_numbers_of_another_print_are_not_taken() -> None:
    exchanged = said("no", number=1, kind="trigger"), said("yes", number=2, kind="quick")
    assert stated(MONSTER, *exchanged) == {}
    assert stated(MONSTER, said("no", number=1, kind="quick"), said("yes", number=2, kind="trigger")).keys() == {"1", "2"}


def test_older_rulesets_are_left_alone() -> None:
    older: tuple[Ruleset, ...] = ("ocg-mr2", "edison", "goat")
    for ruleset in older:
        assert stated(MONSTER, said("no", number=2), ruleset=ruleset) == {}


def test_the_tcg_follows_a_little_less_surely() -> None:
    ocg = stated(MONSTER, said("no", number=2), ruleset="ocg")["2"].after
    tcg = stated(MONSTER, said("no", number=2), ruleset="tcg")["2"].after
    assert tcg.eligible == "no" and tcg.confidence is not None and ocg.confidence is not None and tcg.confidence < ocg.confidence


def _ruling(ruleset: str) -> Rulings:
    return Rulings.of(
        [
            msgspec.convert(
                {
                    "id": "RUL-9001",
                    "card": "Invented Lamp",
                    "passcode": "00000001",
                    "effect": {"number": 2},
                    "expect": {"kind": "trigger", "first": "add_to_hand", "event": {"what": "sent_to_gy"}},
                    "rulings": [
                        {
                            "rulesets": [ruleset],
                            "eligible": "yes",
                            "windows": ["end"],
                            "mode": "event",
                            "authority": "official_tcg",
                            "source": "https://example.org/1",
                            "reason": "It was said so.",
                        }
                    ],
                },
                Ruling,
            )
        ]
    )


@pytest.mark.parametrize(("of", "under", "expected"), [("tcg", "tcg", "ruling"), ("tcg", "ocg", "supplement"), ("ocg", "tcg", "supplement")])
def test_a_difference_on_record_keeps_the_tcg_apart(of: str, under: Ruleset, expected: str) -> None:
    one = stated(MONSTER, said("no", number=2), ruleset=under, rulings=_ruling(of))["2"]
    assert one.before.decided_by == "ruling" and one.after.decided_by == expected and one.after.witness_supplement == "no"


def test_a_mark_that_only_the_english_card_prints_is_such_a_difference() -> None:
    english = MONSTER.text_en or ""
    card = msgspec.structs.replace(MONSTER, text_en=english.replace("to the GY:", "to the GY (except during the Damage Step):"))
    kept = stated(card, said("yes", number=2), ruleset="tcg")["2"]
    assert kept.before.rule == "MARK-01" and kept.after.eligible == "no" and kept.after.witness_supplement == "yes"
    assert stated(card, said("yes", number=2), ruleset="ocg")["2"].after.eligible == "yes"
