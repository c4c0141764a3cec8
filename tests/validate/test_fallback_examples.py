"""Examples to learn from: of real datasets only, labelled by agreeing rules and by official statements."""

import json
from pathlib import Path

import pytest

from pipeline.build import build
from pipeline.cli import main
from pipeline.errors import InputError
from pipeline.publish import write
from pipeline.records import Card
from pipeline.scrape import Loaded, load
from pipeline.validate import fallback_examples
from pipeline.validate.fallback_examples import examples_of, read_examples
from pipeline.windows import ALL, Ruleset

BOTH = Card(
    card_id="00000001",
    passcode="00000001",
    konami_id=1,
    name="Glass Heron",
    card_type="Monster",
    types=("Winged Beast", "Effect"),
    text_en="If this card is destroyed: You can draw 1 card.",
    text_ja="①：このカードが破壊された場合に発動できる。自分は１枚ドローする。",
)
CONTRARY = Card(
    card_id="00000002",
    name="Glass Egret",
    card_type="Monster",
    types=("Winged Beast", "Effect"),
    text_en=BOTH.text_en,
    text_ja="①：自分メインフェイズに発動できる。自分は１枚ドローする。",
)
ALONE = Card(card_id="00000003", name="Glass Crane", card_type="Monster", types=("Winged Beast", "Effect"), text_en=BOTH.text_en)
APPLIED = Card(card_id="00000004", name="Glass Stork", card_type="Monster", types=("Effect",), text_en="All monsters you control gain 300 ATK.")


def dataset(
    folder: Path, source: str, cards: tuple[Card, ...] = (BOTH, CONTRARY, ALONE, APPLIED), ruleset: Ruleset = "tcg", no_text: bool = False
) -> Path:
    built = build(Loaded(cards, source, "r1"), ruleset, no_text=no_text)
    write(built.tables, folder, built.provenance, {})
    return folder


def test_labels_are_what_both_languages_agree_on() -> None:
    found = {one.card_id: one for one in examples_of((BOTH, CONTRARY, ALONE, APPLIED), "tcg")}
    assert set(found) == {"00000001", "00000002", "00000003"}
    assert found["00000001"].rule is not None and found["00000001"].rule.windows == ALL.value
    assert found["00000002"].rule is None and found["00000003"].rule is None
    assert found["00000001"].groups == ("own",) and set(found["00000002"].groups) == {"own", "speed"}
    assert found["00000001"].verbs == ("destroyed",)
    assert found["00000001"].text == found["00000003"].text


def test_official_statements_are_labels_by_effect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallback_examples, "_LEAST", 1)
    gold = tmp_path / "gold.jsonl"
    fact = {"konami_id": 1, "passcode": "00000001", "part": "text", "ja_no": 1, "what": "effect", "legal": False, "windows": None}
    gold.write_text(json.dumps(fact) + "\n", encoding="utf-8")
    found = read_examples(dataset(tmp_path / "ds", "invented"), gold)
    assert {key: (label.eligible, label.windows) for key, label in found.official.items()} == {"00000001/text/1": (False, 0)}
    # Who says both says nothing.
    gold.write_text(json.dumps(fact) + "\n" + json.dumps(fact | {"legal": True}) + "\n", encoding="utf-8")
    assert read_examples(tmp_path / "ds", gold).official == {}


def test_processes_give_what_one_process_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallback_examples, "_CHUNK", 2)
    monkeypatch.setattr(fallback_examples, "_LEAST", 1)
    folder = dataset(tmp_path, "invented")
    assert read_examples(folder, None, jobs=2).rows == read_examples(folder, None).rows


def test_a_model_s_tags_and_rulings_are_no_labels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the dataset says of its effects is not looked at: the texts are judged anew by the rules."""
    monkeypatch.setattr(fallback_examples, "_LEAST", 1)
    folder = dataset(tmp_path, "invented")
    assert read_examples(folder, None).rows == tuple(examples_of((BOTH, CONTRARY, ALONE, APPLIED), "tcg"))


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ({"source": "sample"}, "embedded sample"),
        ({"source": "invented", "ruleset": "goat"}, "ruleset goat"),
        ({"source": "invented", "no_text": True}, "no card texts"),
        ({"source": "invented"}, "a real pool"),
    ],
)
def test_what_no_model_can_be_trained_on_ends_with_a_clear_line(
    tmp_path: Path, made: dict[str, object], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("sklearn", reason="training needs scikit-learn (extra `model`)")
    folder = dataset(tmp_path / "ds", **made)  # type: ignore[arg-type]
    assert main(["train", "--dataset", str(folder), "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1 and not (tmp_path / "out").exists()


def test_the_sample_as_it_is_built_is_refused(tmp_path: Path) -> None:
    loaded = load("sample", None, progress=lambda line: None)
    built = build(loaded, "tcg")
    write(built.tables, tmp_path, built.provenance, {})
    with pytest.raises(InputError, match="invented"):
        read_examples(tmp_path, None)


def test_rulings_are_no_statements(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallback_examples, "_LEAST", 1)
    line = {"passcode": "00000001", "part": "text", "offset": 0, "legal": True, "authority": "wiki", "era_of_ruling": "current"}
    (tmp_path / "rulings.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="official statements are expected"):
        read_examples(dataset(tmp_path / "ds", "invented"), tmp_path / "rulings.jsonl")


@pytest.mark.parametrize("words", [["--jobs", "0"], ["--risk", "0"], ["--risk", "0.9"]])
def test_numbers_out_of_range_are_refused(words: list[str], tmp_path: Path) -> None:
    assert main(["train", "--dataset", str(tmp_path), *words]) == 2
