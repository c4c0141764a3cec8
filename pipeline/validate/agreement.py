"""How often tags and simulators agree: by engine, and by kind of effect or rule."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from pipeline.engine.script_facts import EngineName
from pipeline.validate.findings import Compared
from pipeline.validate.findings_report import is_comparable
from pipeline.validate.script_verdicts import VERDICTS, Comparison, Verdict


class Tally(msgspec.Struct, frozen=True):
    """The comparable effects of one group beside one engine, by verdict; ``silent``: those that could not be compared."""

    label: str
    counts: dict[Verdict, int]
    silent: int

    @property
    def compared(self) -> int:
        """Effects that were compared with their own in the script."""
        return sum(self.counts.values())

    @property
    def agreeing(self) -> int:
        """Those of the same windows."""
        return self.counts["agree"]


def tallies(compared: Sequence[Compared], engine: EngineName, by: Callable[[Compared], str]) -> list[Tally]:
    """Agreement with an engine by a grouping of the effects, the largest group first."""
    groups: dict[str, list[Comparison]] = {}
    for one in compared:
        if engine in one.engines:
            groups.setdefault(by(one), []).append(one.engines[engine])
    found = [_tally(label, some) for label, some in groups.items()]
    return sorted(found, key=lambda one: (-one.compared, one.label))


def total(compared: Sequence[Compared], engine: EngineName) -> Tally:
    """Agreement with an engine over all effects."""
    return _tally("all", (one.engines[engine] for one in compared if engine in one.engines))


def _tally(label: str, comparisons: Iterable[Comparison]) -> Tally:
    counts: dict[Verdict, int] = {verdict: 0 for verdict in VERDICTS if verdict != "not_comparable"}
    silent = 0
    for one in comparisons:
        if is_comparable(one):
            counts[one.verdict] += 1
        else:
            silent += 1
    return Tally(label, counts, silent)
