"""The summary of a build."""

from pipeline.publish import build_tables, summary
from tests.publish.invented import PROVENANCE, hostile, tables

EXPECTED = """\
Damage Step, ruleset tcg
  cards                                  17
  cards with an effect open in the step   2   11.8%
  effects                                20

May be activated in the step
  yes             3   15.0%
  no              2   10.0%
  uncertain      14   70.0%
  not activated   1    5.0%

Open in the window
  start of the Damage Step   2   10.0%
  before damage calculation  2   10.0%
  during damage calculation  1    5.0%
  after damage calculation   1    5.0%
  end of the Damage Step     2   10.0%

Decided by
  supplement   0    0.0%
  ruling       1    5.0%
  rule         5   25.0%
  model        0    0.0%
  nobody      14   70.0%

Rules that decided most (4 of 4)
  T-1    2   10.0%
  T-2    2   10.0%
  RUL-1  1    5.0%
  T-3    1    5.0%"""


def test_the_summary_counts_and_aligns() -> None:
    assert summary(tables()) == EXPECTED


def test_an_empty_build_has_a_summary() -> None:
    text = summary(build_tables([], PROVENANCE))
    assert text.startswith("Damage Step\n  cards  ") and "Rules that decided" not in text


def test_large_numbers_are_grouped() -> None:
    text = summary(build_tables([hostile(i, "x") for i in range(1200)], PROVENANCE))
    assert "  effects                                1,200" in text
