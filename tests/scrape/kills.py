"""Builds that are killed at random moments and begun again: ``python -m tests.scrape.kills --count 50``.

A build fetches invented pages from the loopback (some answers broken, as on a bad line), judges them and writes the tables
(`--light`: writes the cards alone, for the tests), in a process of its own that is killed without warning. In the end the files
must be those of a build that nobody disturbed, and no question may have been asked whose answer was kept.
"""

import argparse
import hashlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import msgspec

from pipeline.scrape import yugipedia
from pipeline.scrape.manners import Manners
from pipeline.scrape.session import Session
from tests.scrape.dialects import Yugipedia, page
from tests.scrape.loopback import answering
from tests.scrape.mischief import Mischief, Watch, kept_below

ROOT = Path(__file__).parents[2]
MANNERS = Manners(interval=0, connect=5, read=5, whole=0.2, most=2 << 20, most_packed=1 << 20, tries=6)


class Survived(NamedTuple):
    """How often the build was killed, whether its tables are those of the other, and how often it asked for what it had."""

    kills: int
    finished: int
    questions: int
    needless: int
    identical: bool
    leftovers: tuple[str, ...]

    def complaints(self) -> list[str]:
        """What is wrong; empty where nothing is."""
        wrong = [] if self.identical else ["the tables differ from those of an undisturbed build"]
        if self.needless:
            wrong.append(f"{self.needless} questions were asked whose answers were kept")
        if self.leftovers:
            wrong.append(f"left behind: {', '.join(self.leftovers)}")
        return wrong


def one_build(base: str, raw: Path, out: Path, light: bool) -> None:
    """The child: from the server to the tables, or to the cards alone."""
    session = Session(base, raw, progress=lambda _: None, manners=MANNERS, plain_loopback=True, sleep=lambda _: time.sleep(0.002))
    loaded = yugipedia.load(None, offline=False, progress=lambda _: None, session=session)
    if light:
        out.mkdir(parents=True, exist_ok=True)
        draft = out / ".cards.json.part"  # one name: what a kill leaves of it the next child writes over, as builds do with theirs
        draft.write_bytes(msgspec.json.encode([loaded.cards, loaded.skipped, loaded.revision]))
        draft.replace(out / "cards.json")
        return
    from pipeline.build import build  # the rest of the pipeline takes longer to load than a light child lives
    from pipeline.publish import write

    built = build(loaded, "tcg", cache=None)
    write(built.tables, out, built.provenance, {})


def kill_and_go_on(count: int, records: int, seed: int, folder: Path, *, light: bool = False) -> Survived:
    """`count` kills while `records` pages are fetched in batches of ten, then a last build that is let be."""
    pages = [page(n) for n in range(records)]
    chance = random.Random(seed)
    calm, rough = folder / "calm", folder / "rough"
    with answering(Yugipedia(pages, batch=10)) as server:
        started = time.perf_counter()
        assert _child(server.base, calm, light).wait() == 0
        whole = time.perf_counter() - started
    kills = finished = 0
    watch = Watch(Mischief(Yugipedia(pages, batch=10), seed, share=0.3), kept_below(rough / "raw"))
    with answering(watch) as server:
        while True:
            child = _child(server.base, rough, light)
            killed = False
            if kills < count:
                try:
                    # Mostly not before the interpreter is up: the kills are to hit the work.
                    child.wait(chance.uniform(0.2, 1.1) * whole)
                except subprocess.TimeoutExpired:
                    child.kill()
                    killed = True
                    kills += 1
            code = child.wait()
            assert killed or code == 0, f"a build that nobody killed ended with exit code {code}, after {kills} kills"
            if code == 0:
                finished += 1
                if kills == count:
                    break
                shutil.rmtree(rough / "raw")  # it got through: the next one begins anew, over the tables of this one
                watch.answer = Mischief(Yugipedia(pages, batch=10), seed + finished, share=0.3)
    left = tuple(sorted({file.name for file in (rough / "out").iterdir()} - {file.name for file in (calm / "out").iterdir()}))
    return Survived(kills, finished, len(server.log), len(watch.needless), _tables(rough / "out") == _tables(calm / "out"), left)


def _child(base: str, folder: Path, light: bool) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "tests.scrape.kills", "--child", base, str(folder / "raw"), str(folder / "out")]
    return subprocess.Popen([*command, "--light"] if light else command, cwd=ROOT)


def _tables(folder: Path) -> dict[str, str]:
    """The hash of every file of a dataset but its run's own facts."""
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.iterdir()) if file.name != "run.json"}


def main() -> int:
    """Run the kills and say how they went; as a child, one build."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--records", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--light", action="store_true", help="write the cards alone")
    parser.add_argument("--child", nargs=3, metavar=("BASE", "RAW", "OUT"))
    args = parser.parse_args()
    if args.child:
        one_build(args.child[0], Path(args.child[1]), Path(args.child[2]), args.light)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        found = kill_and_go_on(args.count, args.records, args.seed, Path(folder), light=args.light)
    print(
        f"{found.kills} kills, {found.finished} builds got through; {found.questions:,} requests, {found.needless} of them for what was kept; "
        f"tables identical: {found.identical}"
    )
    for line in found.complaints():
        print(f"WRONG: {line}")
    return 1 if found.complaints() else 0


if __name__ == "__main__":
    sys.exit(main())
