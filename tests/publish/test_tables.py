"""Records to tables: what each column says, and that the reading table holds an `Effect` whole."""

from collections.abc import Mapping
from typing import Any

import pytest

from pipeline.errors import InputError
from pipeline.publish import build_tables
from pipeline.publish.schema import CARDS, EFFECTS, READING, UNCERTAIN, Columns
from pipeline.publish.tables import text_sha256
from pipeline.records import Action, Card, Condition, Effect, Event, Row, Tag
from pipeline.windows import COLUMNS, Window
from tests.publish.invented import HOSTILE, PROVENANCE, hostile, items, no, tables

WINDOWS = tuple(COLUMNS.values())
COPIED = ("part", "kind", "language", "bullet", "printed_no", "speed", "mandatory", "once", "targets", "granted", "old_wording")


def effects() -> dict[str, dict[str, Any]]:
    return {row["effect_id"]: row for row in tables().effects.to_pylist()}


def test_an_open_effect_has_its_windows_and_the_spans_of_both_languages() -> None:
    row = effects()["00000042/text/1"]
    assert [row[w] for w in WINDOWS] == [True, True, False, False, False]
    assert (row["eligible"], row["mode"], row["decided_by"], row["rule"], row["confidence"]) == ("yes", "open", "rule", "T-1", 0.97)
    assert (row["kind"], row["mandatory"], row["effect_no"], row["bullet"], row["ja_no"]) == ("quick", False, 1, None, 1)
    assert row["span_start"] == row["ja_span_start"] == 0
    assert (row["passcode"], row["konami_id"], row["script_ids"], row["name_ja"]) == ("00000042", 9001, [42, 43], "活気のガンプ灯")


def test_uncertain_is_null_in_every_window_and_no_is_false() -> None:
    rows = effects()
    assert {rows["00000042/text/2.2"][w] for w in WINDOWS} == {None}
    assert {rows["k9002/text/0"][w] for w in WINDOWS} == {False}
    assert rows["00000042/text/2.2"]["bullet"] == 2


def test_what_is_not_activated_names_windows_and_is_never_mandatory() -> None:
    row = effects()["k9002/text/1"]
    assert (row["eligible"], row["mandatory"], row["applies_in"], row["passcode"]) == ("not_activated", None, ["during_calc"], None)
    card, judged = items()[0]
    judged[0] = (judged[0][0], no("00000042/text/1", eligible="not_activated"))
    assert build_tables([(card, judged)], PROVENANCE).effects["mandatory"][0].as_py() is None


def test_the_kind_is_that_of_the_reading_that_the_verdict_is_about() -> None:
    card, judged = items()[0]
    row, tag = judged[0]
    applied = Effect(part="text", number=1, span=(0, 1), kind="continuous", language="ja", printed_no=1)
    settled = no("00000042/text/1", eligible="not_activated")
    for japanese, said, kind in ((applied, settled, "continuous"), (applied, tag, "quick"), (row.ja, settled, "quick")):
        judged[0] = (Row(row.effect_id, 1, None, row.en, japanese, 0.75), said)
        assert build_tables([(card, judged)], PROVENANCE).effects["kind"][0].as_py() == kind


def test_a_card_read_in_japanese_alone_has_no_english_span() -> None:
    row = effects()["00000044/pendulum_effect/1"]
    assert (row["span_start"], row["span_end"], row["ja_span_start"], row["ja_span_end"]) == (None, None, 2, 6)
    assert (row["part"], row["ja_no"], row["substeps"], row["mandatory"]) == ("pendulum_effect", 1, [1, 7], True)


def test_cards_add_up_their_effects_and_leave_open_what_is_open() -> None:
    cards = {row["card_id"]: row for row in tables().cards.to_pylist()}
    lantern = cards["00000042"]
    assert (lantern["effects"], lantern["any_eligible"], lantern["uncertain"]) == (3, True, 1)
    assert [lantern[w] for w in WINDOWS] == [True, True, None, None, True]
    assert (cards["k9002"]["any_eligible"], cards["k9002"]["effects"]) == (False, 2)
    assert (cards["00000045"]["any_eligible"], cards["00000045"]["effects"], cards["00000045"]["uncertain"]) == (False, 0, 0)
    assert (cards["y7000"]["any_eligible"], cards["y7000"]["uncertain"]) == (None, 1)
    assert (lantern["atk"], lantern["def"], lantern["level"], lantern["types"]) == ("?", "1200", 4, ["Fairy", "Effect"])


def test_without_text_the_hashes_and_spans_stay() -> None:
    with_text, without = tables(), tables(no_text=True)
    for column in ("text_en", "text_ja", "pendulum_en", "pendulum_ja"):
        assert without.cards[column].null_count == len(items())
    assert with_text.cards["text_en"].null_count == 0
    assert with_text.cards["text_sha256"] == without.cards["text_sha256"]
    assert with_text.effects == without.effects and with_text.reading == without.reading
    whole = str([without.effects.to_pylist(), without.reading.to_pylist(), without.cards.to_pylist()])
    assert "brighten" not in whole and "A stone" not in whole


def test_the_hash_changes_when_words_move_between_parts() -> None:
    def of(*texts: str | None) -> str:
        english, japanese, pendulum_en, pendulum_ja = texts
        card = Card(card_id="1", name="x", card_type="Monster", text_en=english, text_ja=japanese, pendulum_en=pendulum_en, pendulum_ja=pendulum_ja)
        return text_sha256(card)

    shapes: list[tuple[str | None, ...]] = [("ab", "c", None, None), ("a", "bc", None, None), ("ab", None, "c", None)]
    shapes += [("abc", None, None, None), (None, "abc", None, None)]
    shapes += [("ab", "c", "", None), ("ab", "c", None, ""), ("ab1:c", None, None, None)]
    assert len({of(*shape) for shape in shapes}) == len(shapes)
    assert of("ab", "c", None, None) == "d432f457fe99928a3823adc604b605c46f1a6efdf7129630f229d9d1693b5e45"


def _effect(row: Mapping[str, Any]) -> Effect:
    """An `Effect` out of a row of the reading table."""
    clause = None if row["condition_start"] is None else (row["condition_start"], row["condition_end"])

    def spans(name: str) -> tuple[tuple[int, int], ...]:
        return tuple((s["start"], s["end"]) for s in row[name])

    def actions(name: str) -> tuple[Action, ...]:
        return tuple(
            Action(a["what"], a["link"], a["optional"], a["object"], a["delayed"], a["treated_as"], (a["start"], a["end"])) for a in row[name]
        )

    condition = Condition(
        events=tuple(Event(e["what"], e["subject"], e["cause"], (e["start"], e["end"]), e["past"], e["arrived"]) for e in row["events"]),
        responds_to=tuple(row["responds_to"]),
        window=Window.of(row["window"]),
        states=spans("states"),
        phases=tuple(row["phases"]),
        span=clause,
        **{name: row[name] for name in ("names_step", "mark", "whose_turn", "mandatory_word", "battle_of", "already_there")},
    )
    return Effect(
        number=row["effect_no"],
        span=(row["span_start"], row["span_end"]),
        places=tuple(row["places"]),
        condition=condition,
        cost=actions("cost"),
        actions=actions("actions"),
        applies_in=Window.of(row["applies_in"]),
        residue=spans("residue"),
        **{
            name: row[name]
            for name in ("part", "kind", "language", "bullet", "printed_no", "speed", "mandatory", "once", "targets", "granted", "old_wording")
        },
    )


def test_the_reading_holds_every_field_of_every_effect() -> None:
    given = [(row, effect) for _, judged in items() for row, _ in judged for effect in (row.en, row.ja) if effect is not None]
    rows = tables().reading.to_pylist()
    assert [_effect(row) for row in rows] == [effect for _, effect in given]
    assert [row["alignment_score"] for row in rows] == [row.score for row, _ in given]
    # A field that the records gain must gain a column, or this test has to say why not.
    assert set(Effect.__struct_fields__) - {c.name for c in READING} == {"number", "span", "condition"}
    assert set(Condition.__struct_fields__) - {c.name for c in READING} == {"span"}


@pytest.mark.parametrize("name", ["effects", "cards", "reading", "uncertain"])
def test_tables_keep_their_schema(name: str) -> None:
    columns: Columns = {"effects": EFFECTS, "cards": CARDS, "reading": READING, "uncertain": UNCERTAIN}[name]
    table = getattr(tables(), name)
    table.validate(full=True)
    assert table.column_names == [c.name for c in columns]
    for column in columns:
        assert table.schema.field(column.name).type == column.type
        assert column.description.endswith(".")
        values = {v for v in table[column.name].to_pylist() if v is not None and not isinstance(v, list)}
        assert not column.values or values <= set(column.values)
        assert not column.required or table[column.name].null_count == 0
    assert table.schema.metadata[b"rules_hash"] == b"c0ffee"


def test_uncertain_says_which_effect_and_why() -> None:
    rows = {row["effect_id"]: row for row in tables().uncertain.to_pylist()}
    assert rows["00000042/text/2.2"] == {
        "effect_id": "00000042/text/2.2",
        "card": "Lantern of Élan",
        "effect": "effect 2, option 2",
        "why": "The two languages contradict each other: English says end, Japanese says no.",
    }
    assert len(rows) == 1 + len(HOSTILE)


def test_no_items_make_empty_tables() -> None:
    empty = build_tables([], PROVENANCE)
    assert [t.num_rows for t in (empty.effects, empty.cards, empty.reading, empty.uncertain)] == [0, 0, 0, 0]
    assert empty.effects.schema == tables().effects.schema


def test_a_card_or_effect_that_comes_twice_is_refused() -> None:
    with pytest.raises(InputError, match="two cards have the id 'y1'"):
        build_tables([hostile(1, "a"), hostile(1, "b")], PROVENANCE)
    card, judged = hostile(1, "a")
    with pytest.raises(InputError, match="two effects have the id 'y1/text/1'"):
        build_tables([(card, judged + judged)], PROVENANCE)


def test_a_tag_of_another_effect_is_refused() -> None:
    card, [(row, _)] = hostile(1, "a")
    with pytest.raises(ValueError, match="stands beside"):
        build_tables([(card, [(row, Tag(effect_id="y2/text/1", eligible="no", ruleset="tcg"))])], PROVENANCE)


@pytest.mark.parametrize("number", [2**63, -(2**80)])
def test_a_number_beyond_its_column_is_a_clear_error(number: int) -> None:
    card = Card(card_id="1", name="x", card_type="Spell", konami_id=number)
    with pytest.raises(InputError, match="does not fit its column") as caught:
        build_tables([(card, [])], PROVENANCE)
    assert "\n" not in str(caught.value)


def test_a_lone_surrogate_becomes_one_replacement_character() -> None:
    card, judged = hostile(1, "a\ud800b")
    made = build_tables([(card, judged)], PROVENANCE)
    assert made.cards["text_en"][0].as_py() == made.cards["name"][0].as_py() == made.cards["types"][0].as_py()[0] == "a\ufffdb"
    same = Card(card_id="1", name="x", card_type="Trap", text_en="a\ufffdb", text_ja="a\ufffdb")
    assert made.cards["text_sha256"][0].as_py() == text_sha256(same)


def test_an_effect_in_no_language_is_refused() -> None:
    card, [(_, tag)] = hostile(1, "a")
    with pytest.raises(ValueError, match="some language"):
        build_tables([(card, [(Row("y1/text/1", 1, None, None, None), tag)])], PROVENANCE)
