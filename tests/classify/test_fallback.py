"""The fallback at work: asked last, loaded late, abstaining, explaining itself without a word of the card but single ones."""

import re
from pathlib import Path

import msgspec
import numpy as np
import pytest

from pipeline.build import build, process, read_parts
from pipeline.classify import fallback
from pipeline.classify.calibration import NEVER
from pipeline.classify.decide import decide
from pipeline.classify.fallback import CODE, NO_FALLBACK, Fallback, answer_of, load_fallback
from pipeline.classify.fallback_file import write_model
from pipeline.classify.fallback_fit import Fitted, scores
from pipeline.classify.fallback_model import SUPPORT, Model, confidences, opened
from pipeline.errors import InputError
from pipeline.records import Card, Tag
from pipeline.scrape import Loaded, load
from pipeline.windows import ALL, NONE, UNTIL_CALC, Window
from tests.classify.trained import model, table

pytest.importorskip("sklearn", reason="a model needs scikit-learn to be trained (extra `model`)")
# No rule decides this: another card is destroyed, and nothing says by what.
OPEN = 'When a "Tidewright" monster you control is destroyed: You can draw 1 card.'


def card(text: str, ja: str | None = None) -> Card:
    return Card(card_id="00000001", name="Glass Heron", card_type="Monster", types=("Winged Beast", "Effect"), text_en=text, text_ja=ja)


def eager(thresholds: dict[str, float] | None = None) -> Model:
    """The model with thresholds that let it decide, and with everything met often enough."""
    facts = msgspec.structs.replace(model().facts, thresholds=thresholds or {"known": 0.0, "new": 0.0, "unread": 0.0})
    return msgspec.structs.replace(model(), facts=facts)


def stored(made: Model, folder: Path) -> Fallback:
    write_model(made, folder / "fallback.npz")
    return load_fallback(folder / "fallback.npz")


def tag(text: str, by: Fallback, ja: str | None = None) -> Tag:
    _, tags = process(card(text, ja), "tcg", fallback=by)
    return tags[0]


def test_without_a_model_the_row_stays_open(tmp_path: Path) -> None:
    assert load_fallback(tmp_path / "none.npz") == NO_FALLBACK
    assert tag(OPEN, NO_FALLBACK).eligible == "uncertain"


def test_what_is_sure_enough_is_decided_and_named_as_the_model_s(tmp_path: Path) -> None:
    found = tag(OPEN, stored(eager(), tmp_path))
    assert found.decided_by == "model" and found.rule == CODE and found.eligible in ("yes", "no")
    assert found.confidence is not None and 0 < found.confidence < 1
    assert found.reason is not None and "model" in found.reason and found.source is None
    assert (found.mode is not None) == (found.eligible == "yes") == (found.windows is not NONE)
    # The rules stay silent, and so do their columns.
    assert found.witness_en is None and found.witness_ja is None and found.witness_supplement is None


def test_what_is_not_sure_enough_stays_open(tmp_path: Path) -> None:
    assert tag(OPEN, stored(eager({"known": 0.0, "new": NEVER, "unread": 0.0}), tmp_path)).eligible == "uncertain"
    other = tmp_path / "other"
    other.mkdir()
    assert tag(OPEN, stored(eager({"known": 1.0, "new": 1.0, "unread": 1.0}), other)).eligible == "uncertain"


def test_what_a_rule_decides_is_never_the_model_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    by = stored(eager(), tmp_path)
    monkeypatch.setattr(fallback, "read_model", lambda path: pytest.fail("the model was loaded for nothing"))
    assert tag("If this card is destroyed: You can draw 1 card.", by).decided_by == "rule"
    # Applied, not activated: the model does not judge such text.
    assert tag("All monsters you control gain 300 ATK.", by).eligible == "not_activated"


def test_a_contradiction_of_the_languages_is_not_the_model_s_to_settle(tmp_path: Path) -> None:
    found = tag(
        "If this card is destroyed: You can draw 1 card.", stored(eager(), tmp_path), "①：自分メインフェイズに発動できる。自分は１枚ドローする。"
    )
    assert found.eligible == "uncertain" and found.decided_by == "nobody"


def test_it_keeps_out_of_rulesets_that_it_was_not_made_for(tmp_path: Path) -> None:
    _, tags = process(card(OPEN), "goat", fallback=stored(eager(), tmp_path))
    assert tags[0].decided_by != "model"


def test_a_damaged_model_is_one_line_when_it_is_needed(tmp_path: Path) -> None:
    (tmp_path / "fallback.npz").write_bytes(b"nonsense")
    by = load_fallback(tmp_path / "fallback.npz")
    assert tag("If this card is destroyed: You can draw 1 card.", by).decided_by == "rule"
    with pytest.raises(InputError, match="no model of this program"):
        tag(OPEN, by)


def test_reasons_name_sorts_and_single_words(tmp_path: Path) -> None:
    long = (
        'When a "Tidewright" monster you control is destroyed: You can place the topmost lantern of your choosing upon any pier, and if you do,'
        " whistle for the herons that sleep below it."
    )
    reason = tag(long, stored(eager(), tmp_path)).reason
    assert reason is not None
    words = re.findall(r"[a-z]+", long.lower())
    for n in range(len(words) - 2):
        assert " ".join(words[n : n + 3]) not in " ".join(re.findall(r"[a-z]+", reason.lower()))
    assert "tidewright" not in reason.lower()


def test_prediction_is_what_training_scored() -> None:
    """One effect through the running code and through the table: the same log-odds, by the model of its own fold."""
    cards = {one.card_id: one for one in load("sample", None, progress=lambda line: None).cards}
    compared = 0
    for n, example in enumerate(table().examples[:40]):
        for part in read_parts(cards[example.card_id]):
            for row in part.rows:
                if row.effect_id == example.effect_id:
                    sides = [(one, some) for one, some in ((row.en, part.english), (row.ja, part.japanese)) if one is not None]
                    answer = answer_of(model(), cards[example.card_id], row.effect, sides)
                    fold = int(table().fold[n])
                    fitted = Fitted(model().weights[fold], model().shifts[fold], model().met[fold])
                    score = scores(table(), fitted, np.arange(len(table().examples)) == n)[0]
                    assert answer.fold == fold
                    curve = model().facts.curves[answer.slice][0]
                    assert answer.eligible == pytest.approx(float(curve(score[0])), abs=1e-4)
                    compared += 1
    assert compared == 40


def test_an_unknown_text_is_asked_of_all_folds() -> None:
    one = card(OPEN)
    (part,) = read_parts(one)
    answer = answer_of(model(), one, part.rows[0].effect, [(part.english[0], part.english)])
    assert answer.fold is None and 0 < answer.eligible < 1 and len(answer.windows) == 5


def test_wording_is_known_only_if_every_fold_met_it() -> None:
    joint = (model().names[0],)
    met = np.array(model().met)
    met[:, 0] = SUPPORT
    assert msgspec.structs.replace(model(), met=met).support(joint, [0, 1]) == SUPPORT
    met[1, 0] = 0
    assert msgspec.structs.replace(model(), met=met).support(joint, [0, 1]) == 0
    assert model().support(("never heard of",), [0]) == 0 and model().support((), [0]) == 0


@pytest.mark.parametrize(
    ("eligible", "windows", "expected"),
    [
        (0.2, (0.9,) * 5, NONE),
        (0.8, (0.9,) * 5, ALL),
        (0.8, (0.9, 0.6, 0.1, 0.1, 0.1), UNTIL_CALC),
        (0.8, (0.1, 0.2, 0.4, 0.3, 0.1), Window.DURING_CALC),
    ],
)
def test_the_verdict_of_probabilities(eligible: float, windows: tuple[float, ...], expected: Window) -> None:
    assert opened(eligible, windows) is expected


def test_confidence_is_that_of_the_weakest_part() -> None:
    found = confidences(np.array([0.9, 0.2]), np.array([[0.9, 0.8, 0.1, 0.1, 0.9], [0.5] * 5]))
    assert found.tolist() == pytest.approx([0.9 * 0.8, 0.8])


def test_a_build_with_the_model_is_another_build(tmp_path: Path) -> None:
    by = stored(eager(), tmp_path)
    loaded = Loaded((card(OPEN),), "invented", "r1")
    with_model, without = build(loaded, "tcg", fallback=by, cache=tmp_path), build(loaded, "tcg", cache=tmp_path)
    assert with_model.provenance.rules_hash != without.provenance.rules_hash
    assert with_model.tables.effects["decided_by"].to_pylist() == ["model"]
    assert without.tables.effects["decided_by"].to_pylist() == ["nobody"]


def test_the_model_s_word_is_only_asked_where_nobody_else_spoke() -> None:
    one = card("If this card is destroyed: You can draw 1 card.")
    (part,) = read_parts(one)
    decide(one, part.rows[0], part.english, (), "tcg", lower=lambda: pytest.fail("asked for nothing"))
