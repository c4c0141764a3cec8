"""The figures that are published with the tags: how they stand beside gold and beside the simulators."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from pipeline.engine.script_facts import Facts
from pipeline.errors import InputError
from pipeline.scrape.intake import one_line
from pipeline.validate.agreement import total
from pipeline.validate.dataset import open_dataset
from pipeline.validate.findings import Compared, compare
from pipeline.validate.findings_report import agreed, is_easy
from pipeline.validate.gold import read_gold
from pipeline.validate.intervals import wilson
from pipeline.validate.score import score
from pipeline.validate.text_effects import read_text_cards


class Held(msgspec.Struct, frozen=True):
    """The figures of one collection, as they are published."""

    file: str
    facts: int
    right: int
    wrong: int
    open: int
    windows_exactly_right: int
    windows_compared: int


class _Published(msgspec.Struct, frozen=True):
    gold: tuple[Held, ...] = ()


def read_measured(dataset: Path) -> tuple[Held, ...]:
    """The figures that were published with these tags; none where the folder holds none. `InputError` where they are damaged."""
    path = dataset / "measured.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Published).gold if path.is_file() else ()
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(f"{path} is damaged: {one_line(str(error), 120)}") from error


def measured(dataset: Path, gold: Sequence[Path], facts: Sequence[Facts]) -> dict[str, object]:
    """Figures of a built dataset, ready for JSON. `InputError` where a file cannot be read or holds nothing to score."""
    held = [_held(dataset, path) for path in gold]
    compared = compare(read_text_cards(dataset), list(facts), {})
    return {"gold": held, "simulators": [_engine(compared, one) for one in facts], "both_simulators": _both(compared)}


def _held(dataset: Path, path: Path) -> dict[str, object]:
    found = score(read_gold(path), open_dataset(dataset)).facts
    if found.empty:
        raise InputError(f"{one_line(path)}: no fact to score")
    counts = found["outcome"].value_counts()
    right, wrong, left, missing = (int(counts.get(name, 0)) for name in ("right", "wrong", "open", "not found"))
    windows = found["windows_right"].dropna()
    return {
        "file": path.name,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "facts": len(found),
        "right": right,
        "wrong": wrong,
        "open": left,
        "not_found": missing,
        **_share(right, right + wrong),
        "windows_exactly_right": int(windows.sum()),
        "windows_compared": len(windows),
    }


def _share(part: int, whole: int) -> dict[str, object]:
    return {"share": round(part / whole, 4) if whole else None, "interval_95": [round(end, 4) for end in wilson(part, whole)]}


def _engine(compared: Sequence[Compared], facts: Facts) -> dict[str, object]:
    found = total(compared, facts.engine)
    return {
        "engine": facts.engine,
        "revision": facts.revision,
        "compared": found.compared,
        "agree": found.agreeing,
        **_share(found.agreeing, found.compared),
    }


def _both(compared: Sequence[Compared]) -> dict[str, object]:
    """Where both engines open the same windows: how often the tags do too, over all and without the easy kinds."""
    rows = agreed(compared)
    hard = [its for one, its in rows if not is_easy(one)]
    same = sum(its.verdict == "agree" for _, its in rows)
    return {"compared": len(rows), "agree": same, "hard_compared": len(hard), "hard_agree": sum(its.verdict == "agree" for its in hard)}
