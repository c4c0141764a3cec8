"""``diff``: which tags changed, of which card, by which change of its text."""

import csv
import io
from pathlib import Path

import pytest

from pipeline.cli import main
from pipeline.compare.builds import CardState, EffectState
from pipeline.compare.matching import effect_pairs
from pipeline.compare.words import changed_words
from tests.compare.pools import DRAW, SHINE, STRONG, build, entry, pool

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def builds(tmp_path: Path) -> tuple[Path, Path]:
    old = [entry(1), entry(2, f"{STRONG} {SHINE}"), entry(3), entry(4), entry(5, password=None)]
    new = [
        entry(1),
        entry(2, f"{STRONG.replace('(Quick Effect)', 'During your Main Phase')} {SHINE}"),
        entry(3, f"{DRAW} {SHINE}"),
        entry(5),
        entry(6),
    ]
    for name, cards in (("old", old), ("new", new)):
        assert build(pool(tmp_path / f"{name}.json", *cards), tmp_path / name) == 0
    return tmp_path / "old", tmp_path / "new"


def table(capsys: Capture, *args: str) -> list[dict[str, str]]:
    capsys.readouterr()
    assert main(["diff", *args, "--csv"]) == 0
    return list(csv.DictReader(io.StringIO(capsys.readouterr().out)))


def test_card_by_card_with_the_words(builds: tuple[Path, Path], capsys: Capture) -> None:
    capsys.readouterr()
    assert main(["diff", *map(str, builds)]) == 0
    out = capsys.readouterr().out
    assert out.splitlines() == [
        "Invented Lamp 2 (00000002): its text changed",
        "  English: [-(Quick Effect)-]{+During your Main Phase+}: You can make",
        "  text/1: yes · start, before_calc · open (STAT-01) -> no (SPEED-01)",
        "Invented Lamp 3 (00000003): its text changed",
        "  English: {+You can discard 1 card; draw 1 card. +}If this card is",
        "  text/1: new effect: no (SPEED-01)",
        "Invented Lamp 6 (00000006): new card, 1 effects, 1 legal in the Damage Step",
        "Invented Lamp 4 (00000004): lost card, 1 effects, 1 legal in the Damage Step",
        f"5 cards in {builds[0]}, 5 in {builds[1]}",
        "  changed tag: 1; new effect: 1; new card: 1; lost card: 1",
        "  by cause: its text changed: 2",
    ]


def test_as_a_table(builds: tuple[Path, Path], capsys: Capture) -> None:
    rows = table(capsys, *map(str, builds))
    assert [(row["what"], row["cause"], row["card_id"]) for row in rows] == [
        ("changed tag", "text", "00000002"),
        ("new effect", "text", "00000003"),
        ("new card", "card", "00000006"),
        ("lost card", "card", "00000004"),
    ]
    one = rows[0]
    assert (one["effect_id_old"], one["effect_id_new"], one["eligible_old"], one["eligible_new"]) == ("00000002/text/1",) * 2 + ("yes", "no")
    assert (one["windows_old"], one["mode_old"], one["kind_new"], one["rule_new"]) == ("start|before_calc", "open", "ignition", "SPEED-01")
    assert one["text_changed"] == "true" and one["text_change_en"].startswith("[-(Quick Effect)-]")


def test_the_same_build_twice(builds: tuple[Path, Path], capsys: Capture) -> None:
    assert table(capsys, str(builds[0]), str(builds[0])) == []
    assert main(["diff", str(builds[0]), str(builds[0])]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "no tag changed"


def test_builds_without_texts(builds: tuple[Path, Path], tmp_path: Path, capsys: Capture) -> None:
    assert build(tmp_path / "new.json", tmp_path / "bare", "--no-text") == 0
    for old, new in ((builds[0], tmp_path / "bare"), (tmp_path / "bare", builds[0])):
        rows = table(capsys, str(old), str(new))
        changed = [row["card_id"] for row in rows if row["cause"] == "text"]
        assert changed == ["00000002", "00000003"] and all(row["text_change_en"] == "" for row in rows)
    capsys.readouterr()
    assert main(["diff", str(builds[0]), str(tmp_path / "bare"), "--limit", "1"]) == 0
    out = capsys.readouterr().out
    assert "only their hashes tell" in out and "... and 3 more cards" in out


def test_the_ruleset_is_a_cause(tmp_path: Path, capsys: Capture) -> None:
    source = pool(tmp_path / "a.json", entry(1, STRONG))
    assert build(source, tmp_path / "tcg") == 0 and build(source, tmp_path / "goat", "--ruleset", "goat") == 0
    rows = table(capsys, str(tmp_path / "tcg"), str(tmp_path / "goat"))
    assert [row["cause"] for row in rows] == ["ruleset"]


def test_the_supplement_is_a_cause(tmp_path: Path, capsys: Capture) -> None:
    japanese = "①：このカードが墓地へ送られた場合に発動できる。灯った天使１体をデッキから手札に加える。"
    source = pool(tmp_path / "a.json", entry(1) | {"text": {"en": SHINE, "ja": japanese}})
    (tmp_path / "notes").write_text('{"cid": 9001, "FAQ": {"1": ["ダメージステップには発動できません。"]}}', encoding="utf-8")
    assert build(source, tmp_path / "plain") == 0 and build(source, tmp_path / "heard", "--supplements", str(tmp_path / "notes")) == 0
    rows = table(capsys, str(tmp_path / "plain"), str(tmp_path / "heard"))
    assert [(row["cause"], row["eligible_new"], row["decided_by_new"]) for row in rows] == [("supplement", "no", "supplement")]


def test_bad_input(tmp_path: Path, builds: tuple[Path, Path], capsys: Capture) -> None:
    assert main(["diff", str(tmp_path / "nowhere"), str(builds[0])]) == 2
    assert "holds no dataset" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("gain 300 ATK", "gain 500 ATK", "gain [-300-]{+500+} ATK"),
        ("灯りを一つ灯す", "灯りを二つ灯す", "灯りを[-一-]{+二+}つ灯す"),
        ("same", "same", ""),
        (None, "new", "a text where there was none"),
        ("old", "", "no text any more"),
        ("a " * 4000, "b", "another text (too long to compare)"),
    ],
)
def test_changed_words(old: str | None, new: str, expected: str) -> None:
    assert changed_words(old, new) == expected


def test_only_the_surroundings_of_a_change_are_shown() -> None:
    words = [f"word{n}" for n in range(200)]
    other = list(words)
    other[100] = "lamp"
    assert changed_words(" ".join(words), " ".join(other)) == "word96 word97 word98 word99 [-word100-]{+lamp+} word101 word102 word103 word104"


def state(number: int, words: str, text: str, **more: object) -> EffectState:
    start = text.index(words)
    given: dict[str, object] = {
        "effect_id": f"1/text/{number}", "part": "text", "number": number, "bullet": None, "ja_no": None, "en": (start, start + len(words)),
        "ja": None, "kind": "trigger", "eligible": "no", "windows": (), "mode": None, "condition": None, "substeps": (), "applies_in": (),
        "decided_by": "rule", "rule": "T-1",
    }  # fmt: skip
    return EffectState(**(given | more))  # type: ignore[arg-type]


def card(text: str, *effects: EffectState, sha: str = "x") -> CardState:
    texts: dict[str, str | None] = {"text_en": text, "text_ja": None, "pendulum_en": None, "pendulum_ja": None}
    return CardState(card_id="1", passcode="1", konami_id=None, name="Lamp", text_sha256=sha, texts=texts, effects=effects)


def test_effects_are_followed_when_they_move_or_are_reworded() -> None:
    old_text = "Burn one small candle here. Draw some long lines."
    new_text = "Hum. Draw some very long lines. Burn one small candle here."
    burn, draw = "Burn one small candle here.", "Draw some long lines."
    old = card(old_text, state(1, burn, old_text), state(2, draw, old_text))
    new_draw = "Draw some very long lines."
    new = card(new_text, state(1, "Hum.", new_text), state(2, new_draw, new_text), state(3, burn, new_text), sha="y")
    pairs = [(a and a.number, b and b.number) for a, b in effect_pairs(old, new)]
    assert pairs == [(None, 1), (2, 2), (1, 3)]


def test_the_same_text_is_followed_by_its_spans() -> None:
    text = "One lamp. Two lamps."
    old = card(text, state(1, text, text))
    new = card(text, state(1, "One lamp.", text), state(2, "Two lamps.", text))
    assert [(a and a.number, b and b.number) for a, b in effect_pairs(old, new)] == [(1, 1), (None, 2)]
