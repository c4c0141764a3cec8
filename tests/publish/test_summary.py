"""The summary of a build."""

from pipeline.publish import build_tables, summary
from tests.publish.invented import PROVENANCE, hostile, tables

EXPECTED = """\
Damage Step, ruleset tcg
  cards                                  18
  cards with an effect open in the step   2   11.1%
  effects                                21

May be activated in the step
  yes             3   14.3%
  no              2    9.5%
  uncertain      15   71.4%
  not activated   1    4.8%

Open in the window
  start of the Damage Step   2    9.5%
  before damage calculation  2    9.5%
  during damage calculation  1    4.8%
  after damage calculation   1    4.8%
  end of the Damage Step     2    9.5%

Decided by
  supplement   0    0.0%
  ruling       1    4.8%
  rule         5   23.8%
  model        0    0.0%
  nobody      15   71.4%

Rules that decided most (4 of 4)
  T-1    2    9.5%
  T-2    2    9.5%
  RUL-1  1    4.8%
  T-3    1    4.8%"""


def test_the_summary_counts_and_aligns() -> None:
    assert summary(tables()) == EXPECTED


def test_an_empty_build_has_a_summary() -> None:
    text = summary(build_tables([], PROVENANCE))
    assert text.startswith("Damage Step\n  cards  ") and "Rules that decided" not in text


def test_large_numbers_are_grouped() -> None:
    text = summary(build_tables([hostile(i, "x") for i in range(1200)], PROVENANCE))
    assert "  effects                                1,200" in text
