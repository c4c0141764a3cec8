"""What the project promises of itself as a package: names, licence, commands, and no dependency that is not used."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from pipeline.resources import data_folder

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
    optional = {"bs4", "sklearn", "scipy", "numpy", "joblib", "markupsafe"}  # extras, and what they, pandas or jinja2 bring along
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


def test_an_installed_package_finds_the_data_that_come_with_it(tmp_path: Path) -> None:
    """The wheel as `pyproject.toml` describes it, laid out by hand, gives the same tables in any folder."""
    with (ROOT / "pyproject.toml").open("rb") as stream:
        wheel = tomllib.load(stream)["tool"]["hatch"]["build"]["targets"]["wheel"]
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    for package in wheel["packages"]:
        shutil.copytree(ROOT / package, site / package, ignore=shutil.ignore_patterns("__pycache__"))
    for source, target in wheel["force-include"].items():
        shutil.copytree(ROOT / source, site / target)
    found = []
    for paths, out in ((site, elsewhere / "installed"), (ROOT, elsewhere / "project")):
        environment = os.environ | {"PYTHONPATH": str(paths), "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pipeline", "dataset", "--source", "sample", "--fresh", "--out", str(out)]
        done = subprocess.run(command, cwd=elsewhere, env=environment, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        assert f"from {paths}" in done.stderr
        found.append({path.name: path.read_bytes() for path in out.iterdir() if path.name != "run.json"})
    assert found[0] == found[1]


def test_data_are_looked_up_in_one_place() -> None:
    for name in ("sample", "rulings"):
        assert data_folder(name) == ROOT / "data" / name and data_folder(name).is_dir()
    assert sorted(path.name for path in (ROOT / "data").iterdir() if path.name in {"sample", "rulings"}) == ["rulings", "sample"]
    for file in (ROOT / "pipeline").rglob("*.py"):
        assert file.name == "resources.py" or "parents[2]" not in file.read_text(encoding="utf-8"), file


def test_without_the_data_that_come_with_it_there_is_one_clear_line(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "pipeline", tmp_path / "pipeline", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "pipeline", "dataset", "--source", "sample", "--out", "x"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2 and done.stderr.startswith("error: ") and done.stderr.count("\n") == 1 and "cards.yml" in done.stderr
