"""Tags beside scripts: verdicts, the order of findings, and the formats in which they are handed on."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq
import pytest

from pipeline.cli import main
from pipeline.engine.script_facts import Facts, ScriptEffect, write_facts
from pipeline.validate.findings import Compared, Finding, compare, findings
from pipeline.validate.findings_formats import annotations, sarif
from pipeline.validate.findings_tables import explained, findings_table, message
from pipeline.validate.official import Official
from pipeline.validate.text_effects import TextCard
from pipeline.windows import ALL, NONE, Window
from tests.engine import own_scripts as own
from tests.validate.invented_scripts import (
    ACTIVATION,
    CAL,
    DELAY,
    FIELD_TRIGGER,
    HOSTILE,
    MZONE,
    OWN_TRIGGER,
    STEP,
    cards,
    changed,
    facts,
    right_scripts,
    script_effect,
    write_dataset,
)  # fmt: skip

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_dataset(tmp_path_factory.mktemp("judged"))


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> list[TextCard]:
    return list(cards(tmp_path_factory.mktemp("compared")).values())


def _retagged(known: list[TextCard], **more: Any) -> list[TextCard]:
    """The cards, the one row of the second with another tag."""
    first = msgspec.structs.replace(known[1].effects[0], **more)
    return [known[0], msgspec.structs.replace(known[1], effects=(first,)), *known[2:]]


def _verdict(known: list[TextCard], effects: list[ScriptEffect], effect_id: str) -> tuple[str, str | None, str]:
    rows = {one.text.effect_id: one.engines["edopro"] for one in compare(known, [facts("edopro", *effects)], {})}
    return rows[effect_id].verdict, rows[effect_id].because, rows[effect_id].level


BOOST, AVENGE, ANSWER, BARE = "00000201/text/1", "00000201/text/2", "00000202/text/1", "00000204/text/0"


@pytest.mark.parametrize(
    ("script", "order", "more", "effect_id", "expected"),
    [
        pytest.param(201, 1, {}, BOOST, ("agree", None, "effect"), id="as the text says"),
        pytest.param(201, 1, {"condition": ""}, BOOST, ("more_permissive", None, "effect"), id="not closed after calculation"),
        pytest.param(201, 1, {"flags": 0}, BOOST, ("more_restrictive", None, "effect"), id="flag forgotten"),
        pytest.param(201, 2, {"code": 1138}, AVENGE, ("different_window", None, "effect"), id="battle's result asked too early"),
        pytest.param(201, 1, {"condition": "UUUUUUU"}, BOOST, ("not_comparable", "answers_unknown", "effect"), id="a condition that would not say"),
        pytest.param(201, 1, {"condition": "UUUUUUU", "flags": 0}, BOOST, ("more_restrictive", None, "effect"), id="closed whatever it says"),
        pytest.param(202, 1, {"flags": STEP | DELAY}, ANSWER, ("more_permissive", None, "effect"), id="flag too many"),
        pytest.param(
            202, 1, {"type": OWN_TRIGGER, "code": 0x10000000 + 202, "condition": "FFTFFTT"}, ANSWER, ("agree", None, "effect"), id="artefact"
        ),
        pytest.param(204, 2, {}, "00000204/text/1", ("not_comparable", "tag_uncertain", "effect"), id="the dataset does not know"),
    ],
)
def test_verdicts(
    known: list[TextCard], script: int, order: int, more: dict[str, Any], effect_id: str, expected: tuple[str, str | None, str]
) -> None:
    assert _verdict(known, changed(right_scripts(), script, order, **more), effect_id) == expected


def test_what_the_card_never_meets_is_no_fault_of_the_script(known: list[TextCard]) -> None:
    loose = changed(right_scripts(), 202, 1, type=OWN_TRIGGER, range=0)
    assert _verdict(known, loose, ANSWER)[0] == "more_permissive"
    never = _retagged(known, rule="NOOC-02")
    assert _verdict(never, loose, ANSWER)[0] == "agree"


def test_a_bare_activation_that_rides_along_is_the_cores_affair(known: list[TextCard]) -> None:
    riding = changed(right_scripts(), 204, 2, flags=STEP | CAL | DELAY)
    assert _verdict(known, riding, BARE) == ("not_comparable", "companion", "effect")
    assert _verdict(known, changed(riding, 204, 1, flags=STEP), BARE)[0] == "more_permissive"


def test_without_a_partner_the_card_is_compared(known: list[TextCard]) -> None:
    lacking = [one for one in right_scripts() if (one.script, one.order) != (201, 2)]
    assert _verdict(known, lacking, AVENGE) == ("more_restrictive", "no_script_effect", "card")
    rows = {one.text.effect_id: one.engines["edopro"] for one in compare(known, [facts("edopro", scripts=[204], failed=[201])], {})}
    assert [rows[name].because for name in (BOOST, ANSWER)] == ["unread_script", "no_script"]


def test_a_form_that_is_never_permitted_is_seen_behind_one_that_is(known: list[TextCard]) -> None:
    open_ = _retagged(known, eligible="yes", windows=ALL, rule="OWN-02")
    own = script_effect(202, 1, OWN_TRIGGER, 1102, DELAY, category=0x200, string_no=0)
    other = script_effect(202, 2, FIELD_TRIGGER, 1102, DELAY, category=0x200, range=MZONE, string_no=0, clone_of=1)
    kept = [one for one in right_scripts() if one.script != 202]
    assert _verdict(open_, [*kept, own, other], ANSWER)[0] == "more_restrictive"
    assert _verdict(open_, [*kept, own, msgspec.structs.replace(other, flags=STEP | CAL | DELAY)], ANSWER)[0] == "agree"


def _found(
    known: list[TextCard], edopro: list[ScriptEffect], ygopro: list[ScriptEffect] | None = None, official: Official | None = None
) -> list[Finding]:
    engines = [facts("edopro", *edopro), *([facts("ygopro", *ygopro)] if ygopro is not None else [])]
    statements = {} if official is None else dict.fromkeys(official.rows, official)
    compared: list[Compared] = compare(known, engines, statements)
    return findings(compared, engines)


def test_nothing_is_found_where_all_agree(known: list[TextCard]) -> None:
    assert _found(known, right_scripts(), right_scripts()) == []


def test_findings_rise_with_what_speaks_against_the_script(known: list[TextCard]) -> None:
    wrong = changed(right_scripts(), 201, 1, condition="")
    row = next(one.row for card in known for one in card.effects if one.effect_id == BOOST)
    (alone,) = _found(known, wrong)
    (doubted, _) = _found(known, wrong, wrong)
    (sided,) = _found(known, wrong, right_scripts())
    (official,) = _found(known, wrong, right_scripts(), Official(True, Window.START | Window.BEFORE_CALC, (row,), "s"))
    other, refuted = _found(known, wrong, right_scripts(), Official(True, ALL & ~Window.DURING_CALC, (row,), "s"))
    assert (other.engine, refuted.engine) == ("ygopro", "edopro")
    assert refuted.weight < doubted.weight < alone.weight < sided.weight < official.weight
    assert (official.severity, sided.severity, refuted.severity) == ("high", "high", "low")
    assert official.contradicts_official and not refuted.contradicts_official
    assert (official.path, official.line) == ("official/c201.lua", 10)


def test_an_official_statement_speaks_where_tag_and_script_agree(known: list[TextCard]) -> None:
    row = next(one.row for card in known for one in card.effects if one.effect_id == ANSWER)
    (found,) = _found(known, right_scripts(), None, Official(True, NONE, (row,), "s"))
    assert found.contradicts_official and found.severity != "low"
    assert _found(known, right_scripts(), None, Official(False, NONE, (row,), "s")) == []


def _facts_files(folder: Path, edopro: list[ScriptEffect]) -> list[str]:
    words = []
    given: list[Facts] = [facts("edopro", *edopro), facts("ygopro", *right_scripts())]
    for one in given:
        write_facts(one, folder / f"{one.engine}.parquet")
        words += ["--engine", f"{one.engine}={folder / one.engine}.parquet"]
    return words


def test_the_command_writes_and_fails_as_asked(dataset: Path, tmp_path: Path, capsys: Capture) -> None:
    engines = _facts_files(tmp_path, changed(right_scripts(), 202, 1, flags=STEP | DELAY))
    out, log = tmp_path / "out", tmp_path / "log.sarif"
    words = ["validate", "--dataset", str(dataset), *engines, "--out", str(out), "--sarif", str(log)]
    assert main([*words, "--fail-on", "high"]) == 1
    told = capsys.readouterr().out
    assert "both engines agree" in told and "official/c202.lua:10" in told and "\x1b" not in told
    table = pq.read_table(out / "findings.parquet")
    assert table["effect_id"].to_pylist() == [ANSWER] and table["verdict"].to_pylist() == ["more_permissive"]
    assert pq.read_table(out / "compared.parquet").num_rows == 7
    with (out / "findings.csv").open(newline="", encoding="utf-8") as stream:
        (row,) = csv.DictReader(stream)
    assert (row["path"], row["line"], row["engine_windows"]) == ("official/c202.lua", "10", "start|before_calc|after_calc|end")
    assert sorted(path.name for path in out.iterdir()) == ["compared.csv", "compared.parquet", "findings.csv", "findings.parquet"]
    # Again into the same folder, now with scripts that are right.
    assert main([*words[:3], *_facts_files(tmp_path, right_scripts()), *words[7:], "--fail-on", "low"]) == 0
    assert pq.read_table(out / "findings.parquet").num_rows == 0


def test_only_what_an_earlier_report_lacks_fails(dataset: Path, tmp_path: Path, capsys: Capture) -> None:
    """In a job of the scripts' own, what was wrong before a change must not fail it."""
    before, after = tmp_path / "before.sarif", tmp_path / "after.sarif"
    known = changed(right_scripts(), 202, 1, flags=STEP | DELAY)
    words = ["validate", "--dataset", str(dataset), "--out", str(tmp_path / "out"), "--fail-on", "low"]
    assert main([*words, *_facts_files(tmp_path, known), "--sarif", str(before)]) == 1
    # The finding that is known has moved down the file; another has come up.
    moved = [*words, *_facts_files(tmp_path, changed(known, 202, 1, line=99)), "--baseline", str(before), "--github", "--sarif", str(after)]
    capsys.readouterr()
    assert main(moved) == 0
    told = capsys.readouterr().out
    assert "0 of 1 findings are not in " in told and "::warning" not in told
    (result,) = [one for run in json.loads(after.read_text())["runs"] for one in run["results"]]
    assert result["baselineState"] == "unchanged" and result["locations"][0]["physicalLocation"]["region"]["startLine"] == 99
    _facts_files(tmp_path, changed(known, 201, 1, flags=0))
    assert main(moved) == 1
    told = capsys.readouterr().out
    assert "1 of 2 findings are not in " in told and told.count("::warning") == 1 and "c201.lua" in told.partition("::warning")[2]
    states = {one["ruleId"]: one["baselineState"] for run in json.loads(after.read_text())["runs"] for one in run["results"]}
    assert states == {"more_permissive": "unchanged", "more_restrictive": "new"}


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"version": "2.1.0", "runs": []}', '{"version": "2.1.0", "runs": [{"results": [{"rank": 1}]}]}',
                                  '{"version": "2.1.0", "runs": [{"results": 5}]}', '{"version": "1.0", "runs": [{}]}'])  # fmt: skip
def test_a_baseline_that_is_none(text: str, dataset: Path, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "odd.sarif").write_text(text)
    words = ["validate", "--dataset", str(dataset), *_facts_files(tmp_path, right_scripts()), "--out", str(tmp_path / "out")]
    assert main([*words, "--baseline", str(tmp_path / "odd.sarif")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "odd.sarif" in error and not (tmp_path / "out").exists()


def test_scripts_that_could_not_be_read_are_named(dataset: Path, tmp_path: Path, capsys: Capture) -> None:
    pytest.importorskip("lupa.lua53", reason="running scripts needs lupa")
    folder = own.checkout(tmp_path / "scripts", {201: "x = \x1b[31m", 202: own.TRIGGER, **{n: "(" for n in range(300, 325)}})
    log = tmp_path / "log.sarif"
    words = ["validate", "--dataset", str(dataset), "--engine", f"edopro={folder}", "--alone", "--out", str(tmp_path / "out"), "--sarif", str(log)]
    assert main([*words, "--github"]) == 0
    told = capsys.readouterr()
    assert "26 scripts could not be read" in told.err and "not read: official/c201.lua: c201.lua:1: " in told.err and "\x1b" not in told.err
    assert told.err.count("not read: official/") == 20 and "not read: 6 more" in told.err
    assert "::warning file=official/c201.lua,line=1,title=not read::The script could not be read (error)" in told.out
    (run,) = json.loads(log.read_text())["runs"]
    notes = run["invocations"][0]["toolExecutionNotifications"]
    assert len(notes) == 26 and notes[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "official/c201.lua"


def test_a_finding_says_why(known: list[TextCard]) -> None:
    (one,) = _found(known, changed(right_scripts(), 201, 1, flags=0))
    assert "the script opens no window (neither flag nor type nor event lets it pass)" in message(one)
    assert explained(one) == message(one) + ". It is so."
    log = json.loads(json.dumps(sarif([one], [facts("edopro")])))["runs"][0]
    assert log["results"][0]["message"]["text"].endswith(". It is so.") and annotations([one])[0].endswith(". It is so.")
    assert log["results"][0]["properties"]["source"] == "https://example.org/r"
    row = findings_table([one]).to_pylist()[0]
    assert (row["reason"], row["source"], row["core_reason"]) == ("It is so.", "https://example.org/r", "not_permitted")
    reasonless = msgspec.structs.replace(one, text=msgspec.structs.replace(one.text, reason=None, source=None, rule=None))
    assert explained(reasonless) == message(reasonless) and "by rule none" in message(reasonless)


def test_files_of_others_are_left_alone(dataset: Path, tmp_path: Path, capsys: Capture) -> None:
    engines = _facts_files(tmp_path, right_scripts())
    taken = tmp_path / "out" / "findings.csv"
    taken.parent.mkdir()
    taken.write_text("mine")
    assert main(["validate", "--dataset", str(dataset), *engines, "--out", str(taken.parent)]) == 2
    assert taken.read_text() == "mine" and [path.name for path in taken.parent.iterdir()] == ["findings.csv"]
    assert "was not written by this command" in capsys.readouterr().err


@pytest.mark.parametrize("words", ["edopro", "chess=x", "edopro=/nowhere/at/all", "ygopro={edopro}"])
def test_bad_engines_end_in_one_line(words: str, dataset: Path, tmp_path: Path, capsys: Capture) -> None:
    _facts_files(tmp_path, right_scripts())
    given = words.format(edopro=tmp_path / "edopro.parquet")
    assert main(["validate", "--dataset", str(dataset), "--engine", given, "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.count("\n") == 1 and not (tmp_path / "out").exists()


def test_annotations_keep_hostile_names_in(known: list[TextCard]) -> None:
    found = _found(known, changed(right_scripts(), 202, 1, flags=STEP | DELAY), right_scripts())
    assert found[0].card.name == HOSTILE
    (line,) = annotations(found)
    assert "\n" not in line and "\r" not in line and "\x1b" not in line
    match = re.fullmatch(r"::warning file=official/c202\.lua,line=10,title=high%3A more_permissive::(.*)", line)
    assert match is not None and "Bent%25 Rail" in match[1]
    odd = msgspec.structs.replace(found[0], path="a,b:c%\nd.lua")
    assert annotations([odd])[0].startswith("::warning file=a%2Cb%3Ac%25 d.lua,line=10,")


def test_sarif_has_the_shape_of_its_standard(known: list[TextCard]) -> None:
    engines = [facts("edopro"), facts("ygopro")]
    found = _found(known, changed(right_scripts(), 202, 1, flags=STEP | DELAY), changed(right_scripts(), 201, 1, flags=0))
    log = json.loads(json.dumps(sarif(found, engines)))
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-schema-2.1.0.json") and len(log["runs"]) == 2
    for run in log["runs"]:
        driver = run["tool"]["driver"]
        assert driver["name"] and all(set(rule) >= {"id", "shortDescription"} and rule["shortDescription"]["text"] for rule in driver["rules"])
        (result,) = run["results"]
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in {"none", "note", "warning", "error"} and 0 <= result["rank"] <= 100
        assert result["message"]["text"] and not set(result["message"]["text"]) & set("\n\r\x1b")
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert place["artifactLocation"]["uriBaseId"] in run["originalUriBaseIds"]
        assert re.fullmatch(r"(official/)?c20[12]\.lua", place["artifactLocation"]["uri"]) and place["region"]["startLine"] >= 1
        assert re.fullmatch(r"[0-9a-f]{32}", result["partialFingerprints"]["damageStepEffect/v1"])
        assert run["versionControlProvenance"][0]["repositoryUri"].startswith("https://")
    odd = msgspec.structs.replace(found[0], path="sub dir/ü#?.lua", line=0)
    odd_log = json.loads(json.dumps(sarif([odd], [engines[0] if odd.engine == "edopro" else engines[1]])))
    place = odd_log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "sub%20dir/%C3%BC%23%3F.lua" and place["region"]["startLine"] == 1


def test_an_activation_is_no_trigger(known: list[TextCard]) -> None:
    lone = [one for one in right_scripts() if one.script != 204]
    rows = {
        one.text.effect_id: one.engines["edopro"] for one in compare(known, [facts("edopro", *lone, script_effect(204, 1, ACTIVATION, 1011))], {})
    }
    assert rows["00000204/text/1"].level == "card"


def test_an_engine_that_is_not_named_is_a_witness(dataset: Path, tmp_path: Path, capsys: Capture) -> None:
    engines = _facts_files(tmp_path, changed(right_scripts(), 202, 1, flags=STEP | DELAY))[:2]
    words = ["validate", "--dataset", str(dataset), *engines, "--out", str(tmp_path / "out")]
    assert main(words) == 0
    heard = pq.read_table(tmp_path / "out" / "compared.parquet")
    assert {"edopro_verdict", "ygopro_verdict"} <= set(heard.column_names)
    assert pq.read_table(tmp_path / "out" / "findings.parquet")["engine"].to_pylist() == ["edopro"]
    assert main([*words, "--alone"]) == 0
    assert "ygopro_verdict" not in pq.read_table(tmp_path / "out" / "compared.parquet").column_names
    assert "ygopro" not in capsys.readouterr().out.rpartition("edopro: aligned")[2]


def test_witnesses_are_not_judged(known: list[TextCard]) -> None:
    wrong = changed(right_scripts(), 201, 1, condition="")
    engines = [facts("edopro", *right_scripts()), facts("ygopro", *wrong)]
    compared = compare(known, engines, {})
    assert findings(compared, engines[:1]) == [] and [one.engine for one in findings(compared, engines)] == ["ygopro"]
