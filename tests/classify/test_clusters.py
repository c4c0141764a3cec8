"""Near-duplicates are found, and no fold parts them."""

import numpy as np

from pipeline.classify.clusters import components, folds, near_duplicates


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


LONG = "when the lantern on the hill goes out you can draw one card and then put one card from your hand under it"


def test_equal_and_nearly_equal_texts_are_one_cluster() -> None:
    texts = [words(LONG), words(LONG.replace("hill", "shore")), words("each player reveals a tide marker from the deck"), words(LONG)]
    found = near_duplicates(texts).tolist()
    assert found == [0, 0, 1, 0]


def test_texts_with_half_their_words_alike_are_two() -> None:
    half = " ".join(LONG.split()[:11]) + " banish every other lantern until the next standby phase comes around again"
    assert near_duplicates([words(LONG), words(half)]).tolist() == [0, 1]


def test_short_and_empty_texts_have_a_cluster_too() -> None:
    assert near_duplicates([(), ("draw",), (), ("draw",), ("draw", "one")]).tolist() == [0, 1, 0, 1, 2]
    assert near_duplicates([]).tolist() == []


def test_likeness_goes_on_from_text_to_text() -> None:
    steps = LONG.split()
    texts = []
    for n in range(6):
        steps = [*steps[:n], f"other{n}", *steps[n + 1 :]]
        texts.append(tuple(steps))
    assert len(set(near_duplicates([words(LONG), *texts]).tolist())) == 1


def test_components_hang_together_by_any_key() -> None:
    assert components([1, 1, 2, 3], ["a", "b", "b", "c"]).tolist() == [0, 0, 0, 1]


def test_folds_part_no_group_and_are_of_like_size() -> None:
    groups = np.repeat(np.arange(200), np.arange(200) % 7 + 1)
    found = folds(groups, 5)
    assert all(len(set(found[groups == group].tolist())) == 1 for group in range(200))
    sizes = np.bincount(found, minlength=5)
    assert sizes.sum() == len(groups) and sizes.max() - sizes.min() <= 7


def test_folds_do_not_depend_on_chance() -> None:
    groups = np.array([3, 1, 1, 0, 2, 2, 2])
    assert folds(groups, 3).tolist() == folds(groups, 3).tolist()
    assert folds(np.zeros(0, np.int64), 3).tolist() == []
