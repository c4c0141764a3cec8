"""The comparison of running scripts with compiling them: its lines, and its words where there is no checkout."""

from pathlib import Path

import pytest

from tests.bench import scripts
from tests.engine import own_scripts as own

pytest.importorskip("lupa.lua53", reason="running scripts needs lupa")


def test_lines_of_a_checkout(tmp_path: Path) -> None:
    folder = own.checkout(tmp_path / "scripts", {1: own.TRIGGER, 2: "error('no')"})
    compiling, running = scripts.lines({"edopro": folder}, 1)
    assert compiling.startswith("edopro: compile scripts") and running.startswith("edopro: run scripts")
    assert "x compiling (at most 10); 1 of 2 read, 1 effects" in running


def test_without_a_checkout_it_is_skipped(tmp_path: Path) -> None:
    for absent in (None, tmp_path / "none"):
        (line,) = scripts.lines({"ygopro": absent}, 1)
        assert "skipped" in line and "--ygopro DIR or YGOPRO_SCRIPTS" in line
