"""The scores of a model, the lift and the card, on a small model of invented wordings."""

from pathlib import Path

import msgspec
import pytest

from pipeline.build import build
from pipeline.classify.fallback_fit import Task, fit_all
from pipeline.classify.fallback_table import table_of
from pipeline.errors import InputError
from pipeline.publish import write
from pipeline.publish.model_card import model_card, scores_json
from pipeline.scrape import load
from pipeline.validate import model_scores
from pipeline.validate.dataset import open_dataset
from pipeline.validate.model_lift import lift
from pipeline.validate.model_scores import ModelScores, score_model
from tests.classify.trained import examples, model, table

pytest.importorskip("sklearn", reason="a model needs scikit-learn to be trained (extra `model`)")


@pytest.fixture(scope="module")
def scores() -> ModelScores:
    return score_model(table(), model(), 1, drop_out=False)


def test_every_labelled_effect_is_scored_once(scores: ModelScores) -> None:
    labelled = int(table().labelled.sum())
    whole, *slices = scores.by_slice
    assert whole.n == labelled == sum(one.n for one in slices) == sum(one.n for one in scores.by_kind)
    assert whole.official == int((table().official & table().labelled).sum())
    assert scores.unknown == 0 and scores.verdicts.n == labelled and scores.targets["eligible"].n == labelled
    assert whole.right >= whole.accepted_right and whole.accepted >= whole.accepted_right


def test_a_model_of_other_texts_cannot_be_scored() -> None:
    strange = msgspec.structs.replace(model(), keys=model().keys[:1], fold_of=model().fold_of[:1])
    with pytest.raises(InputError, match="not in the model's training"):
        score_model(table(), strange, 1, drop_out=False)


def test_drop_out_never_trains_on_what_it_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Task] = []

    def watched(some: object, tasks: list[Task], jobs: int) -> object:
        asked.extend(tasks)
        return fit_all(table(), tasks, jobs)

    monkeypatch.setattr(model_scores, "fit_all", watched)
    found = score_model(table(), model(), 1, drop_out=True)
    names = [one.name for one in found.drop_out]
    assert "own" in names and found.drop_out_all is not None and found.drop_out_all.n == sum(one.n for one in found.drop_out)
    for name, task in zip(names, asked, strict=False):
        trained = {one.effect_id for one, its in zip(examples(), task.chosen, strict=True) if its}
        left_out = {one.effect_id for one in examples() if name in one.groups}
        assert trained and not trained & left_out
        clusters = {int(c) for one, c in zip(examples(), table().cluster, strict=True) if name in one.groups and one.rule is not None}
        assert not clusters & {int(c) for c, its in zip(table().cluster, task.chosen, strict=True) if its}


def test_lift_and_card(tmp_path: Path, scores: ModelScores) -> None:
    built = build(load("sample", None, progress=lambda line: None), "tcg")
    write(built.tables, tmp_path, built.provenance, {})
    ways = lift(table(), open_dataset(tmp_path), scores)
    by_name = {way.name: way for way in ways}
    assert by_name["always no"].decided == by_name["always no"].n == scores.by_slice[0].official
    # The statements of this table are the rules' own verdicts.
    assert by_name["rules alone"].right == by_name["rules alone"].decided == by_name["rules alone"].n
    assert by_name["rules, then model"].effects_decided >= by_name["rules alone"].effects_decided
    card = model_card(model(), "ab" * 32, 1234, scores, ways)
    assert "ab" * 32 in card and "| known |" in card and "rule drop-out" not in card
    content = msgspec.json.decode(scores_json(model(), "ab" * 32, 1234, scores, ways))
    assert content["model"]["bytes"] == 1234 and content["by_slice"][0]["n"] == scores.by_slice[0].n
    assert [way["name"] for way in content["lift"]] == [way.name for way in ways]


def test_a_table_of_a_model_s_names_keeps_them() -> None:
    assert table_of(examples(), {}, model().names).names == model().names
