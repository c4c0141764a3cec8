"""Which effect of one language is which of the other: the assignment, and the rows that come of it."""

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from pipeline import records
from pipeline.build import read_parts
from pipeline.read import assignment
from pipeline.read.align import pair
from pipeline.read.assignment import LEAST_SCORE, MOST_SCORES, assign, stretches, undisputed
from pipeline.records import Action, Card, Condition, Effect, Event, allowed
from pipeline.scrape import load
from pipeline.windows import Window

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "yaml-yugi-cards.json.gz"
CARD = Card(card_id="00000001", name="Example", card_type="Monster")
MATRICES = st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
    # From few values, so that equal sums are common.
    lambda size: st.lists(
        st.lists(st.sampled_from((0.0, 0.1, 0.25, 0.3, 0.7, 1.0)), min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
    )
)


def effect(
    number: int = 1, language: str = "en", kind: str = "trigger", bullet: int | None = None, does: tuple[str, ...] = (), **more: Any
) -> Effect:
    """An effect that does these things."""
    actions = tuple(Action(cast(Any, what)) for what in does)
    return Effect(part="text", number=number, span=(0, 1), kind=cast(Any, kind), language=cast(Any, language), bullet=bullet, actions=actions, **more)


def happens(*what: str) -> Condition:
    """A condition of these events of this card."""
    return Condition(events=tuple(Event(cast(Any, one), "self") for one in what))


@given(MATRICES)
def test_what_is_undisputed_is_what_a_solver_finds(gains: list[list[float]]) -> None:
    found = undisputed(gains, 1e-9)
    if found is not None:
        rows, columns = linear_sum_assignment(np.array(gains), maximize=True)
        assert found == list(zip(rows.tolist(), columns.tolist(), strict=True))


def test_what_is_disputed_is_left_to_the_solver() -> None:
    assert undisputed([[0.9, 0.1], [0.2, 0.8]], 0.05) == [(0, 0), (1, 1)]
    assert undisputed([[0.1, 0.9], [0.8, 0.2]], 0.05) == [(0, 1), (1, 0)]
    assert undisputed([[0.1, 0.9, 0.3]], 0.05) == [(0, 1)]
    assert undisputed([[0.1], [0.3], [0.2]], 0.05) == [(1, 0)]
    assert undisputed([[0.9, 0.1], [0.8, 0.2]], 0.05) is None, "both want the same"
    assert undisputed([[0.9, 0.86], [0.2, 0.8]], 0.05) is None, "too close"
    assert undisputed([[0.5, 0.5]], 0.0) is None, "equal"


def by_solver(english: list[Effect], japanese: list[Effect]) -> list[tuple[int, int, float]]:
    """The assignment without any short cut: each score by itself, and all of them put to the solver."""
    scores = np.array([[(assign([a], [b]) or [(0, 0, -1.0)])[0][2] for b in japanese] for a in english])
    order = np.array([[0.05 * (1 - abs(i / len(english) - j / len(japanese))) for j in range(len(japanese))] for i in range(len(english))])
    rows, columns = linear_sum_assignment(scores + order, maximize=True)
    return [(int(i), int(j), float(scores[i, j])) for i, j in zip(rows, columns, strict=True) if scores[i, j] >= LEAST_SCORE]


def test_short_cuts_change_nothing() -> None:
    random = Random(7)

    def some(language: str) -> list[Effect]:
        # All alike enough that each pair has a score of its own; from few words, so that many pairs are equal.
        return [
            effect(
                n + 1, language, "trigger", does=tuple(random.choice(("draw", "destroy", "banish")) for _ in range(random.randint(0, 2))),
                condition=happens(random.choice(("summoned", "destroyed"))), places=("gy",), targets=random.random() < 0.3,
            )
            for n in range(random.randint(1, 4))
        ]  # fmt: skip

    sizes = set()
    for _ in range(600):
        english, japanese = some("en"), some("ja")
        sizes.add((len(english), len(japanese)))
        if len(english) > 1 or len(japanese) > 1:
            assert assign(english, japanese) == by_solver(english, japanese)
    assert len(sizes) == 16


@given(st.integers(0, 3000), st.integers(0, 3000))
def test_stretches_cover_long_lists_and_hold_few_pairs(height: int, width: int) -> None:
    found = stretches(height, width)
    assert [n for (start, end), _ in found for n in range(start, end)] == list(range(height))
    assert [n for _, (start, end) in found for n in range(start, end)] == list(range(width))
    assert sum((end - start) * (close - begin) for (start, end), (begin, close) in found) <= 50 * max(height, width)


@pytest.mark.parametrize("size", [50, 51, 400, 1600])
def test_pairs_that_are_weighed_grow_with_the_number_of_effects(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    weighed = 0

    def counted(one: assignment.Signature, others: list[assignment.Signature]) -> list[float]:
        nonlocal weighed
        weighed += len(others)
        return similarities(one, others)

    similarities = assignment.similarities
    monkeypatch.setattr(assignment, "similarities", counted)
    english = [effect(n + 1, does=("draw",)) for n in range(size)]
    japanese = [effect(n + 1, "ja", does=("draw",)) for n in range(size)]
    rows = pair(CARD, "text", english, japanese)
    assert [row.ja for row in rows] == japanese
    assert 0 < weighed <= 50 * size
    assert size != 50 or weighed == MOST_SCORES, "as many as any card may have are weighed each against each"


def test_a_card_of_many_effects_keeps_its_order_where_one_language_is_short() -> None:
    english = [effect(n + 1, does=("draw",)) for n in range(3000)]
    rows = pair(CARD, "text", english, [effect(1, "ja", does=("draw",))])
    assert [row.number for row in rows if row.ja is not None] == [1]


def test_alike_effects_are_paired_whatever_their_order() -> None:
    english = [effect(1, does=("draw",), condition=happens("summoned")), effect(2, kind="ignition", does=("destroy",))]
    japanese = [effect(1, "ja", "ignition", does=("destroy",)), effect(2, "ja", does=("draw",), condition=happens("summoned"))]
    rows = pair(CARD, "text", english, japanese)
    assert [(row.effect_id, row.en, row.ja, row.score) for row in rows] == [
        ("00000001/text/1", english[0], japanese[1], 1.0),
        ("00000001/text/2", english[1], japanese[0], 1.0),
    ]


def test_order_decides_between_equals() -> None:
    english, japanese = [effect(n, does=("draw",)) for n in (1, 2, 3)], [effect(n, "ja", does=("draw",)) for n in (1, 2, 3)]
    assert [row.ja for row in pair(CARD, "text", english, japanese)] == japanese


def test_what_resembles_nothing_stays_alone() -> None:
    summons = effect(1, "ja", "summoning", places=("hand",))
    (row,) = pair(CARD, "text", [effect(1, condition=happens("destroyed"), does=("draw",))], [summons])
    assert (row.ja, row.score) == (None, None)


def test_what_differs_in_half_is_paired_all_the_same() -> None:
    english = [effect(1, does=("draw", "discard"), condition=happens("summoned")), effect(2, kind="ignition", does=("banish",))]
    japanese = [effect(1, "ja", does=("return",), condition=happens("summoned")), effect(2, "ja", "ignition", does=("destroy",))]
    rows = pair(CARD, "text", english, japanese)
    assert [row.ja for row in rows] == japanese
    assert all(row.score is not None and LEAST_SCORE <= row.score < 0.85 for row in rows)


def test_the_last_effects_left_on_either_side_are_one() -> None:
    alike = effect(1, does=("draw",), condition=happens("summoned")), effect(1, "ja", does=("draw",), condition=happens("summoned"))
    english = [alike[0], effect(2, does=("change_position",), condition=happens("attacks"), old_wording=True)]
    japanese = [alike[1], effect(2, "ja", "continuous", does=("negate_effect",))]
    rows = pair(CARD, "text", english, japanese)
    assert [row.ja for row in rows] == japanese
    assert rows[1].score is not None and rows[1].score < LEAST_SCORE
    # Two on one side: nobody knows which.
    assert pair(CARD, "text", [*english, effect(3, kind="quick", does=("banish",))], japanese)[1].ja is None
    # What stands beside the effects is no effect that is left.
    beside = [alike[1], effect(2, "ja", "summoning", does=("negate_effect",))]
    assert pair(CARD, "text", english, beside)[1].ja is None


def test_older_texts_cut_into_different_numbers_of_effects_leave_no_pair_over() -> None:
    old: dict[str, Any] = {"old_wording": True}
    english = [effect(1, does=("draw",), condition=happens("summoned"), **old), effect(2, does=("change_position",), **old)]
    first = effect(1, "ja", does=("draw",), condition=happens("summoned"), **old)
    japanese = [first, effect(2, "ja", "summoning", places=("hand",), **old), effect(3, "ja", "continuous", does=("negate_effect",), **old)]
    assert pair(CARD, "text", english, japanese)[1].ja is None
    assert pair(CARD, "text", english, [japanese[0], japanese[2]])[1].ja is japanese[2]


def test_one_language_alone() -> None:
    japanese = [effect(1, "ja"), effect(2, "ja", bullet=1)]
    assert [(r.effect_id, r.en, r.ja, r.score) for r in pair(CARD, "text", (), japanese)] == [
        ("00000001/text/1", None, japanese[0], None),
        ("00000001/text/2.1", None, japanese[1], None),
    ]
    assert pair(CARD, "text", (), ()) == []


def test_the_bare_activation_pairs_with_nothing_else() -> None:
    english = [effect(0, kind="card_activation"), effect(1, kind="card_activation", does=("draw",))]
    japanese = [effect(0, "ja", "card_activation"), effect(1, "ja", "card_activation")]
    assert [row.ja for row in pair(CARD, "text", english, japanese)] == japanese
    (other,) = pair(CARD, "text", english[1:], japanese[:1])
    assert other.ja is None


def test_options_pair_within_their_effect() -> None:
    english = [effect(1, bullet=1, does=("draw",)), effect(1, bullet=2, does=("destroy",))]
    japanese = [effect(1, "ja", bullet=1, does=("destroy",)), effect(1, "ja", bullet=2, does=("draw",))]
    assert [row.ja for row in pair(CARD, "text", english, japanese)] == [japanese[1], japanese[0]]
    (together,) = pair(CARD, "text", [effect(1, does=("draw", "destroy"))], japanese)
    assert together.ja is not None and together.ja.bullet is None and [a.what for a in together.ja.actions] == ["destroy", "draw"]
    # A head above the options pairs with a head.
    headed = pair(CARD, "text", [effect(1), *english], [effect(1, "ja"), *japanese])
    assert [row.ja and row.ja.bullet for row in headed] == [None, 2, 1]


def test_an_activated_effect_that_only_the_japanese_text_has_gets_a_row() -> None:
    english = [effect(1, does=("draw",), condition=happens("summoned"))]
    japanese = [effect(1, "ja", does=("draw",), condition=happens("summoned")), effect(2, "ja", "ignition", does=("destroy",))]
    rows = pair(CARD, "text", english, japanese)
    assert [(row.effect_id, row.en, row.ja) for row in rows[1:]] == [("00000001/text/2", None, japanese[1])]
    applied = [japanese[0], effect(2, "ja", "continuous")]
    assert len(pair(CARD, "text", english, applied)) == 1


def test_every_word_of_the_closed_lists_can_be_compared() -> None:
    whole = effect(
        does=allowed(records.ActionWhat),
        cost=tuple(Action(cast(Any, what)) for what in allowed(records.ActionWhat)),
        places=cast(Any, allowed(records.Place)),
        targets=True,
        condition=Condition(
            events=tuple(Event(cast(Any, what), cast(Any, subject)) for what in allowed(records.EventWhat) for subject in allowed(records.Subject)),
            responds_to=cast(Any, allowed(records.ResponseTo)),
            phases=cast(Any, allowed(records.Phase)),
            window=Window.START | Window.END,
        ),
    )
    assert assign([whole], [whole]) == [(0, 0, 1.0)]
    for kind in allowed(records.Kind):
        assert assign([effect(kind=kind)], [effect(kind=kind)]) == [(0, 0, 1.0)]


@pytest.mark.skipif(not CORPUS.is_file(), reason="the corpus of card texts is not beside this folder")
def test_every_english_effect_has_its_row() -> None:
    for card in islice(load("yaml-yugi", CORPUS, progress=lambda line: None).cards, 3, None, 41):
        for part in read_parts(card):
            assert [row.en for row in part.rows if row.en is not None] == list(part.english)
            ids = [row.effect_id for row in part.rows]
            assert len(set(ids)) == len(ids)
