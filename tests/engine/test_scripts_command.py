"""The command ``scripts``: what it writes, what it reports, and how it refuses."""

import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.cli import main
from pipeline.engine.script_facts import read_facts
from tests.engine import own_scripts as own

pytest.importorskip("lupa.lua53", reason="running scripts needs lupa")
ROOT = Path(__file__).parents[2]
MODULES = ("checkout_files", "core_events", "core_numbers", "core_rules", "lua_child", "lua_world", "script_facts", "script_workers", "scripts")


def test_facts_of_a_checkout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = own.checkout(tmp_path / "scripts", {20: own.TRIGGER, 3: own.quick("aux.BeforeCalculation()"), 4: "x = \x1b[31m", 5: own.registers("")})
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/master\n")
    (folder / ".git" / "refs" / "heads").mkdir(parents=True)
    (folder / ".git" / "refs" / "heads" / "master").write_text("a" * 40 + "\n")
    out = tmp_path / "out"
    assert main(["scripts", "--engine", f"edopro={folder}", "--out", str(out)]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("edopro: 3 of 4 scripts read (75.00%), 2 effects, revision aaaa")
    assert "not read: official/c4.lua: " in told.err and "\x1b" not in told.err
    facts = read_facts(out / "edopro.parquet")
    assert (facts.engine, facts.revision, facts.folder) == ("edopro", "a" * 40, "official/")
    assert facts.scripts == {3, 5, 20} and facts.failed == {4: "error"}
    assert [(effect.script, effect.condition) for effect in facts.effects] == [(3, "TTTFFTT"), (20, "TTTTTTTTF")]


def test_the_same_bytes_whatever_the_jobs(tmp_path: Path) -> None:
    folder = own.checkout(tmp_path / "scripts", {number: own.registers("aux.Announce()") for number in range(1, 200)})
    for jobs in ("1", "2"):
        assert main(["scripts", "--engine", f"edopro={folder}", "--out", str(tmp_path / jobs), "--jobs", jobs]) == 0
    assert (tmp_path / "1" / "edopro.parquet").read_bytes() == (tmp_path / "2" / "edopro.parquet").read_bytes()
    assert len(read_facts(tmp_path / "1" / "edopro.parquet").effects) == 199


def test_ygopro_has_its_scripts_at_the_root(tmp_path: Path) -> None:
    folder = own.checkout(tmp_path / "scripts", {})
    (folder / "official").rmdir()
    (folder / "procedure.lua").write_text("function Auxiliary.Own(c) return aux.Armour(c,1) end")
    (folder / "c8.lua").write_text("function c8.initial_effect(c) aux.Own(c) end")
    arguments = ["scripts", "--engine", f"ygopro={folder}", "--revision", "ygopro=abc", "--out", str(tmp_path)]
    assert main(arguments) == 0
    facts = read_facts(tmp_path / "ygopro.parquet")
    assert (len(facts.effects), facts.folder, facts.revision) == (2, "", "abc")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--engine", "edopro"], "is expected"),
        (["--engine", "mine=x"], "is expected"),
        (["--engine", "edopro=nowhere"], "no such folder"),
        (["--engine", "edopro=.", "--engine", "edopro=."], "twice"),
        (["--engine", "edopro=.", "--revision", "edopro=a b"], "a commit is expected"),
        (["--engine", "edopro=.", "--jobs", "0"], "1 to 256"),
        (["--engine", "edopro=."], "no scripts here"),
    ],
)
def test_refusals(arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["scripts", *arguments, "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and error.count("\n") == 1 and says in error


def test_a_checkout_without_helper_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = own.checkout(tmp_path / "scripts", {1: own.TRIGGER})
    (folder / "constant.lua").unlink()
    assert main(["scripts", "--engine", f"edopro={folder}", "--out", str(tmp_path / "out")]) == 2
    assert "constant.lua and utility.lua are missing" in capsys.readouterr().err


def test_without_lupa_there_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lupa.lua53", None)
    folder = own.checkout(tmp_path / "scripts", {1: own.TRIGGER})
    assert main(["scripts", "--engine", f"edopro={folder}", "--out", str(tmp_path / "out")]) == 2
    assert "damage-step-pipeline[engines]" in capsys.readouterr().err


def test_nothing_here_knows_of_the_classification() -> None:
    """The engines are what tags are checked against: their reading shares nothing with the rules that made the tags."""
    imports = "; ".join(f"import pipeline.engine.{module}" for module in MODULES)
    look = "print([name for name in sys.modules if name.startswith(('pipeline.classify', 'pipeline.read'))])"
    code = f"{imports}; import pipeline.commands.scripts, sys; {look}"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"
    assert {path.stem for path in (ROOT / "pipeline" / "engine").glob("*.py")} >= set(MODULES)
    for module in MODULES:
        assert "classify" not in (ROOT / "pipeline" / "engine" / f"{module}.py").read_text(encoding="utf-8")
