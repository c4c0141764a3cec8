"""The commands that sources are reached by: what a dataset says of its raw answers, and files of notes and answers."""

import json
from pathlib import Path

import pytest

from pipeline.cli import main
from tests.scrape.dialects import page, pages_file
from tests.scrape.test_konami_pages import QUESTION, SAVED, SUPPLEMENT


def test_a_dataset_names_what_it_was_built_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    pages = tmp_path / "pages.jsonl"
    pages.write_bytes(pages_file([page(1), page(2), page(3)._replace(content="prose")]))
    assert main(["dataset", "--source", "yugipedia", "--input", str(pages), "--out", str(tmp_path / "out")]) == 0
    run = json.loads((tmp_path / "out" / "run.json").read_text(encoding="utf-8"))
    (origin,) = run["built_from"]
    assert origin["file"] == "pages.jsonl" and origin["sha256"] == run["revision"]
    assert run["skipped"] == 1 and run["skipped_records"][0].endswith("no card table on the page")


def test_notes_and_answers_are_written_in_the_mirrors_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = SAVED.replace("card_search.action?ope=2&cid={cid}", "x?{what}").replace("&request_locale={lang}", "")
    folder = tmp_path / "saved"
    folder.mkdir()
    (folder / "a.html").write_text(place.format(what="&cid=90001") + SUPPLEMENT, encoding="utf-8")
    (folder / "b.html").write_text(place.format(what="&fid=12") + QUESTION, encoding="utf-8")
    out, answers = tmp_path / "supplements.jsonl", tmp_path / "answers.jsonl"
    assert main(["supplements", "--source", "konami-pages", "--input", str(folder), "--out", str(out), "--answers", str(answers)]) == 0
    assert capsys.readouterr().out.startswith("1 supplements, 1 answers, 0 skipped; konami-pages ")
    assert json.loads(out.read_text(encoding="utf-8"))["cid"] == 90001 and json.loads(answers.read_text(encoding="utf-8"))["fid"] == 12
    assert main(["supplements", "--source", "konami-pages", "--input", str(folder)]) == 2
    assert main(["supplements", "--source", "konami-pages", "--input", str(tmp_path / "none"), "--out", str(out)]) == 2
