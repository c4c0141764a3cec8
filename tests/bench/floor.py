"""How long each stage takes, as a multiple of a fixed floor measured in the same run.

The floor is what no pipeline over this corpus can do without: gunzip, typed decoding of the fields in use, and writing a
Parquet table of 35,000 rows by 25 columns. It stands here on its own and shares no code with the pipeline, so that it does not
move when the pipeline does. Ratios compare across machines, seconds do not.

Run by ``make bench``; needs the real corpus (``../shared/corpus`` beside the repository, or ``--corpus FILE``) and ends with exit
code 2 where it is absent. A stage is a callable in `STAGES`; stages run in order, each gets the results of those before it.
Checkouts of the simulators' scripts are run too where they are given (`tests.bench.scripts`).
"""

import argparse
import gzip
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.build import Built, build, parts_of, process
from pipeline.engine.script_facts import ENGINES
from pipeline.publish import write
from pipeline.read.english import read_english
from pipeline.read.japanese import read_japanese
from pipeline.records import Card
from pipeline.scrape import Loaded, load
from tests.bench import scripts

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus" / "yaml-yugi-cards.json.gz"
ROWS = 35_000
WINDOW_COLUMNS = 5
_ELIGIBLE = ("yes", "no", "no", "not_activated", "uncertain")


class Context(NamedTuple):
    """What a stage may use: the corpus, a directory of its own for output, the results of earlier stages by name."""

    corpus: Path
    scratch: Path
    results: Mapping[str, Any]


Stage = Callable[[Context], object]


def _scrape(context: Context) -> object:
    return load("yaml-yugi", context.corpus, progress=lambda _: None)


def _cold() -> None:
    """Forgets every parsed clause: readers cache them, and a stage must not profit from the one before it."""
    for name, module in list(sys.modules.items()):
        if name.startswith("pipeline.read."):
            for thing in vars(module).values():
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()


def _cards(context: Context) -> tuple[Card, ...]:
    loaded: Loaded = context.results["scrape"]
    return loaded.cards


def _read_english(context: Context) -> object:
    _cold()
    for card in _cards(context):
        for part, english, _ in parts_of(card):
            if english:
                read_english(english, part, card)
    return None


def _read_both(context: Context) -> object:
    _cold()
    for card in _cards(context):
        for part, english, japanese in parts_of(card):
            if english:
                read_english(english, part, card)
            if japanese:
                read_japanese(japanese, part, card)
    return None


def _read_and_judge(context: Context) -> object:
    _cold()
    return [process(card, "tcg") for card in _cards(context)]


def _build(context: Context) -> object:
    _cold()
    return build(context.results["scrape"], "tcg")


def _publish(context: Context) -> object:
    built: Built = context.results["read, judge, tables"]
    write(built.tables, context.scratch / "out", built.provenance, {})
    return None


# Name -> stage, in the order in which they run.
STAGES: dict[str, Stage] = {
    "scrape": _scrape,
    "read English": _read_english,
    "read both languages": _read_both,
    "read, align, judge": _read_and_judge,
    "read, judge, tables": _build,
    "write files": _publish,
}


class _Text(msgspec.Struct, gc=False):
    en: str | None = None
    ja: str | None = None


class _Card(msgspec.Struct, gc=False, rename={"defense": "def"}):
    name: _Text
    text: _Text
    card_type: str
    yugipedia_page_id: int
    password: int | None = None
    konami_id: int | None = None
    property: str | None = None
    monster_type_line: str | None = None
    attribute: str | None = None
    level: int | None = None
    rank: int | None = None
    link_arrows: list[str] | None = None
    pendulum_scale: int | None = None
    pendulum_effect: _Text | None = None
    atk: int | str | None = None
    defense: int | str | None = None


_DECODER = msgspec.json.Decoder(list[_Card])


def _columns(cards: list[_Card]) -> dict[str, list[Any]]:
    """25 columns of the kinds that the product has, filled from the corpus; made outside the time that is taken."""
    many = list(islice(cycle(cards), ROWS))
    columns: dict[str, list[Any]] = {
        "effect_id": [f"{card.password or card.yugipedia_page_id:08d}/text/{row // len(cards) + 1}" for row, card in enumerate(many)],
        "passcode": [None if card.password is None else f"{card.password:08d}" for card in many],
        "konami_id": [card.konami_id for card in many],
        "script_ids": [[card.password or 0] for card in many],
        "name": [card.name.en for card in many],
        "name_ja": [card.name.ja for card in many],
        "card_type": [card.card_type for card in many],
        "property": [card.property for card in many],
        "part": ["text"] * ROWS,
        "number": [row // len(cards) + 1 for row in range(ROWS)],
        "span_start": [row % 400 for row in range(ROWS)],
        "span_end": [row % 400 + 120 for row in range(ROWS)],
        "kind": [card.attribute for card in many],
        "mandatory": [None if row % 3 else row % 2 == 0 for row in range(ROWS)],
        "eligible": [_ELIGIBLE[row % len(_ELIGIBLE)] for row in range(ROWS)],
        "rule": [f"rule-{row % 90}" for row in range(ROWS)],
        "confidence": [0.9 + row % 90 / 1000 for row in range(ROWS)],
        "reason": [f"Reason number {row % 90} of those that a row may have, a sentence of usual length." for row in range(ROWS)],
        "source": [f"https://example.org/rulings/{row % 90}" for row in range(ROWS)],
        "ruleset": ["tcg"] * ROWS,
    }
    for window in range(WINDOW_COLUMNS):
        columns[f"window_{window}"] = [None if row % 11 == 0 else (row >> window) % 3 == 0 for row in range(ROWS)]
    return columns


def floor(corpus: Path, scratch: Path, repeat: int) -> dict[str, float]:
    """Seconds of the three parts of the floor, each the median of `repeat` turns."""
    taken: dict[str, list[float]] = {"gunzip": [], "decode": [], "write": []}
    columns: dict[str, list[Any]] = {}
    for _ in range(repeat):
        times = [time.perf_counter()]
        data = gzip.decompress(corpus.read_bytes())
        times.append(time.perf_counter())
        cards = _DECODER.decode(data)
        times.append(time.perf_counter())
        columns = columns or _columns(cards)
        start = time.perf_counter()
        pq.write_table(pa.table(columns), scratch / "floor.parquet")
        taken["write"].append(time.perf_counter() - start)
        for part, begin, end in zip(("gunzip", "decode"), times, times[1:], strict=False):
            taken[part].append(end - begin)
        del data, cards
    return {part: statistics.median(seconds) for part, seconds in taken.items()}


def run(stages: Mapping[str, Stage], corpus: Path, repeat: int) -> str:
    """Times the floor and the stages and gives the table as text: a line each with seconds and ratio to the floor."""
    with tempfile.TemporaryDirectory() as directory:
        scratch = Path(directory)
        parts = floor(corpus, scratch, repeat)
        whole = sum(parts.values())
        lines = [f"{'':22}{'seconds':>9}{'x floor':>9}"]
        lines += [f"{'floor: ' + part:22}{seconds:9.3f}{seconds / whole:9.2f}" for part, seconds in parts.items()]
        lines.append(f"{'floor':22}{whole:9.3f}{1:9.2f}")
        results: dict[str, Any] = {}
        for name, stage in stages.items():
            seconds = []
            for turn in range(repeat):
                own = scratch / f"{name}-{turn}".replace(" ", "-")
                own.mkdir()
                start = time.perf_counter()
                results[name] = stage(Context(corpus, own, results))
                seconds.append(time.perf_counter() - start)
            median = statistics.median(seconds)
            lines.append(f"{name:22}{median:9.3f}{median / whole:9.2f}")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Prints the table; exit code 2 without the corpus or for an unknown stage."""
    parser = argparse.ArgumentParser(description="Seconds of each stage, and as a multiple of a fixed floor.")
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="yaml-yugi's cards.json, gzip (default: beside the repository)")
    parser.add_argument("--repeat", type=int, default=3, help="turns of which the median counts (default: 3)")
    for engine in ENGINES:
        given = os.environ.get(f"{engine.upper()}_SCRIPTS") or None
        words = f"checkout of {engine}'s scripts, run too (default: {engine.upper()}_SCRIPTS)"
        parser.add_argument(f"--{engine}", type=Path, metavar="DIR", default=given and Path(given), help=words)
    parser.add_argument("--until", metavar="STAGE", choices=list(STAGES), help="the last stage to run")
    options = parser.parse_args(arguments)
    if not options.corpus.is_file():
        print(f"bench: the real corpus is needed and there is none at {options.corpus}; say where it is with --corpus", file=sys.stderr)
        return 2
    names = list(STAGES)
    if options.until is not None:
        names = names[: names.index(options.until) + 1]
    repeat = max(1, options.repeat)
    print(run({name: STAGES[name] for name in names}, options.corpus, repeat), flush=True)
    print("\n".join(scripts.lines({engine: getattr(options, engine) for engine in ENGINES}, repeat)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
