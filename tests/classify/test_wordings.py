"""The hard wordings of the rulebook, as cases in `wordings/*.yml`: read and judged, each language alone and both together."""

import pytest

from tests.classify.wording_case import Case, Run
from tests.classify.wording_files import FOLDER, load
from tests.classify.wording_run import run

FILES = load(FOLDER)
RUNS: list[tuple[Case, Run]] = [(case, which) for case in FILES.cases for which in case.runs]
NAMES = {"text": "en", "text_ja": "ja", "both": "both"}
# The rulebook's section 4: two of its wordings were put in later.
WORDINGS = [name for n in range(1, 138) for name in (f"W-{n:02}", *([f"W-{n:02}b"] if n in (18, 32) else []))]
FEWEST = 2


def test_files_are_well_formed() -> None:
    if FILES.problems:
        pytest.fail("\n".join(FILES.problems), pytrace=False)
    assert len(FILES.cases) > 250


@pytest.mark.parametrize(("case", "which"), RUNS, ids=[f"{case.name}-{NAMES[which]}" for case, which in RUNS])
def test_wording(case: Case, which: Run) -> None:
    outcome = run(case, which)
    fault = dict(case.known_fault).get(which)
    if fault is None and outcome.complaints:
        pytest.fail(outcome.message, pytrace=False)
    if fault is not None and not outcome.complaints:
        pytest.fail(f"{outcome.message}\n  This was a known fault ({fault}) and is none any more: take its line out of `known_fault:`.", pytrace=False)
    if fault is not None:
        pytest.xfail(fault)


@pytest.mark.parametrize("wording", WORDINGS)
def test_wording_has_cases(wording: str) -> None:
    count = sum(case.wording == wording for case in FILES.cases)
    if wording not in FILES.open and count < FEWEST:
        pytest.fail(f"{wording} has {count} of at least {FEWEST} cases; add some, or give a reason in open.yml", pytrace=False)


def test_no_other_wordings_are_named() -> None:
    named = {case.wording for case in FILES.cases} | FILES.open.keys()
    assert named <= set(WORDINGS)


def test_both_outcomes_are_shown() -> None:
    """Nearly every wording has look-alikes that are answered otherwise: a rule that says one thing of everything must fail."""
    answers: dict[str, set[str]] = {}
    for case in FILES.cases:
        answers.setdefault(case.wording, set()).add(case.expect)
    one_sided = sorted(wording for wording, found in answers.items() if len(found) == 1)
    assert len(one_sided) <= len(WORDINGS) // 4, one_sided
