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
# Phrases that Japanese cards do not print.
ENGLISH_ALONE = frozenset({"W-53"})


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
        pytest.fail(
            f"{outcome.message}\n  This was a known fault ({fault}) and is none any more: take its line out of `known_fault:`.", pytrace=False
        )
    if fault is not None:
        pytest.xfail(fault)


@pytest.mark.parametrize("wording", WORDINGS)
def test_wording_has_cases(wording: str) -> None:
    cases = [case for case in FILES.cases if case.wording == wording]
    if len(cases) < FEWEST and wording not in FILES.open:
        pytest.fail(f"{wording} has {len(cases)} of at least {FEWEST} cases; add some, or give a reason in open.yml", pytrace=False)
    if len({case.expect for case in cases}) < 2 and wording not in FILES.open:
        pytest.fail(f"all cases of {wording} have the same answer; add a look-alike that is answered otherwise", pytrace=False)
    if wording not in ENGLISH_ALONE and not any(case.text_ja for case in cases):
        pytest.fail(f"{wording} has no case in Japanese, though Japanese cards print it too", pytrace=False)


def test_no_other_wordings_are_named() -> None:
    strange = [f"{case.where}: the catalogue has no wording {case.wording}" for case in FILES.cases if case.wording not in WORDINGS]
    strange += [f"open.yml: the catalogue has no wording {wording}" for wording in FILES.open if wording not in WORDINGS]
    if strange:
        pytest.fail("\n".join(strange), pytrace=False)
