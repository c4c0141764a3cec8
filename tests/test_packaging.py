"""What the project promises of itself as a package: names, licence, commands, and no dependency that is not used."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Distribution -> the module by which it is imported.
MODULES = {"pyyaml": "yaml"}


def test_name_scripts_and_licence() -> None:
    assert PROJECT["name"] == "damage-step-pipeline" and PROJECT["requires-python"] == ">=3.11"
    assert PROJECT["scripts"] == {"damage-step": "pipeline.cli:main"}
    assert all((ROOT / file).is_file() for file in PROJECT["license-files"])


def test_every_dependency_has_a_lower_bound_and_no_upper_one() -> None:
    for requirement in PROJECT["dependencies"]:
        assert re.fullmatch(r"[A-Za-z0-9_-]+>=[0-9.]+", requirement), requirement


def test_every_import_from_outside_is_declared() -> None:
    declared = {re.split(r"[>=<\[]", requirement)[0].lower() for requirement in PROJECT["dependencies"]}
    modules = {MODULES.get(name, name) for name in declared}
    optional = {"bs4", "sklearn", "scipy", "numpy", "joblib"}  # extras, and what they or pandas bring along
    found = {
        match
        for file in (ROOT / "pipeline").rglob("*.py")
        for match in re.findall(r"^(?:from|import) ([a-z_0-9]+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert found - set(sys.stdlib_module_names) - {"pipeline"} <= modules | optional


def test_the_makefile_has_at_most_twelve_commands() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.+)$", text, re.MULTILINE)
    assert len(phony.split()) <= 12
    for command in ("dataset", "test", "bench"):
        assert command in phony.split()


def test_the_check_before_a_change_lands_can_be_run() -> None:
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
