"""Two cards with one number are kept apart, the same way in every order."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.records import Card
from pipeline.scrape.identity import keep_apart, passcode


@pytest.mark.parametrize(("number", "code"), [(483, "00000483"), (99_999_999, "99999999"), (100_000_000, None), (0, None), (-5, None), (None, None)])
def test_passcodes_have_eight_digits(number: int | None, code: str | None) -> None:
    assert passcode(number) == code


def card(card_id: str, page_id: int | None = None, konami_id: int | None = None, name: str = "Glass Heron") -> Card:
    return Card(card_id=card_id, name=name, card_type="Monster", page_id=page_id, konami_id=konami_id)


def test_different_ids_are_left_alone() -> None:
    cards = [card("00000002"), card("00000001")]
    assert keep_apart(cards) == (tuple(cards), ())


def test_the_lower_page_id_keeps_the_number_and_the_order_of_the_file_stays() -> None:
    cards = [card("00000001", 9, name="Later"), card("00000002", 1), card("00000001", 5, name="Earlier")]
    kept, skipped = keep_apart(cards)
    assert [(c.card_id, c.name) for c in kept] == [("y9", "Later"), ("00000002", "Glass Heron"), ("00000001", "Earlier")]
    assert skipped == ()


def test_without_page_id_the_konami_id_serves_unless_it_is_taken() -> None:
    kept, _ = keep_apart([card("00000001", 1), card("00000001", None, 4007, "Other")])
    assert [c.card_id for c in kept] == ["00000001", "k4007"]
    kept, skipped = keep_apart([card("k4007", None, 4007, "A"), card("k4007", None, 4007, "B")])
    assert [c.name for c in kept] == ["A"] and "'B'" in skipped[0]


def test_a_card_given_twice_is_kept_once_and_named() -> None:
    kept, skipped = keep_apart([card("00000001", 1), card("00000001", 1)])
    assert len(kept) == 1 and "given twice" in skipped[0]


_CARDS = st.builds(
    card,
    st.sampled_from(["00000001", "00000002", "k1", "k2", "y1"]),
    st.sampled_from([None, 1, 2, 3]),
    st.sampled_from([None, 1, 2]),
    st.sampled_from(["A", "B"]),
)


@settings(deadline=None)  # a busy machine is no mistake
@given(st.lists(_CARDS, max_size=8), st.randoms())
def test_ids_are_unique_nothing_is_lost_unsaid_and_the_order_does_not_matter(cards: list[Card], random: Random) -> None:
    kept, skipped = keep_apart(cards)
    assert len({c.card_id for c in kept}) == len(kept)
    assert len(kept) + len(skipped) == len(cards)
    shuffled = list(cards)
    random.shuffle(shuffled)
    again, _ = keep_apart(shuffled)
    assert {(c.card_id, c.name) for c in again} == {(c.card_id, c.name) for c in kept}
