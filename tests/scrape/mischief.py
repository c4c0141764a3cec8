"""Everything that can go wrong with an answer, put before the good one: at random, but the same way for the same seed."""

import gzip
import json
import random
from collections import Counter
from collections.abc import Callable
from email.utils import formatdate
from functools import cache
from pathlib import Path

from tests.scrape.loopback import HTML, JSON, Asked, Reply

_PAGE = b"<!DOCTYPE html><html><head><title>One moment</title></head><body>Checking.</body></html>"
_GZIP = (("Content-Type", JSON), ("Content-Encoding", "gzip"))


@cache
def bomb() -> bytes:
    """Some kilobytes that unpack to 64 MB."""
    return gzip.compress(b"\0" * (64 << 20), 5)


# Each makes a broken answer of a good one.
MISCHIEF: dict[str, Callable[[Reply], Reply]] = {
    "429 with seconds": lambda good: Reply(b"{}", 429, (("Retry-After", "1"),)),
    "429 with a date": lambda good: Reply(b"{}", 429, (("Retry-After", formatdate(usegmt=True)),)),
    "500": lambda good: Reply(b"oops", 500),
    "503 as a page": lambda good: Reply(_PAGE, 503, (("Content-Type", HTML),)),
    "slow drip": lambda good: good._replace(body=good.body[:400], length=len(good.body), manner="drip"),
    "reset in mid-body": lambda good: good._replace(manner="reset"),
    "body cut short": lambda good: good._replace(body=good.body[: len(good.body) // 2], length=len(good.body)),
    "truncated gzip": lambda good: Reply(gzip.compress(good.body, 1)[:-9], 200, _GZIP),
    "not gzip at all": lambda good: Reply(good.body, 200, _GZIP),
    "gzip bomb": lambda good: Reply(bomb(), 200, _GZIP),
    "HTML instead of JSON": lambda good: Reply(_PAGE, 200, (("Content-Type", HTML),)),
    "HTML that says it is JSON": lambda good: Reply(_PAGE),
    "wrong charset": lambda good: Reply('{"title": "é"}'.encode("utf-16"), 200, (("Content-Type", "application/json; charset=UTF-8"),)),
    "Latin-1": lambda good: Reply('{"batchcomplete": true, "x": "é"}'.encode("latin-1")),
    "redirect loop": lambda good: Reply(status=302),
    "redirect to another host": lambda good: Reply(status=302, headers=(("Location", "https://elsewhere.invalid/"),)),
    "endless body": lambda good: Reply(b" " * 65536, manner="endless"),
    "changed layout": lambda good: Reply(b'{"result": {"cards": []}}'),
    "another kind of JSON": lambda good: Reply(b'["cards"]'),
    "JSON cut short": lambda good: Reply(good.body[: len(good.body) // 3]),
}
# Looked at twice only; any more in a row would rightly be believed.
STRANGE = frozenset(
    {
        "gzip bomb", "HTML instead of JSON", "HTML that says it is JSON", "wrong charset", "Latin-1", "redirect loop", "redirect to another host",
        "endless body", "changed layout", "another kind of JSON", "JSON cut short",
    }
)  # fmt: skip


class Mischief:
    """A dialect whose good answers come only after some broken ones."""

    def __init__(self, dialect: Callable[[Asked], Reply], seed: int, *, share: float = 0.6, strange: int = 1, most: int = 3) -> None:
        self._dialect, self._random, self._share, self._strange, self._most = dialect, random.Random(seed), share, strange, most
        self._plans: dict[str, list[str]] = {}
        self.done: Counter[str] = Counter()

    def __call__(self, asked: Asked) -> Reply:
        plan = self._plans.get(asked.path)
        if plan is None:
            plan = self._plans[asked.path] = self._plan()
        good = self._dialect(asked)
        if not plan:
            return good
        if plan[0] == "redirect loop":
            # A loop is gone through as long as the client lets itself be led.
            self._plans[asked.path] = plan = [*["a round"] * 3, *plan[1:]]
            self.done["redirect loop"] += 1
            return Reply(status=302, headers=(("Location", asked.path),))
        kind = plan.pop(0)
        if kind == "a round":
            return Reply(status=302, headers=(("Location", asked.path),))
        self.done[kind] += 1
        return MISCHIEF[kind](good)

    def _plan(self) -> list[str]:
        if self._random.random() >= self._share:
            return []
        kinds = self._random.sample(sorted(MISCHIEF), self._random.randint(1, self._most))
        strange = [kind for kind in kinds if kind in STRANGE][: self._strange]
        plan = [kind for kind in kinds if kind not in STRANGE] + strange
        self._random.shuffle(plan)
        return plan


class Watch:
    """An answerer that notes every question whose answer the client had kept already: those are asked for nothing."""

    def __init__(self, answer: Callable[[Asked], Reply], kept: Callable[[str], bool]) -> None:
        """`kept`: whether the answer to a path with its query is kept."""
        self.answer, self._kept = answer, kept
        self.needless: list[str] = []

    def __call__(self, asked: Asked) -> Reply:
        if self._kept(asked.path):
            self.needless.append(asked.path)
        return self.answer(asked)


def kept_below(folder: Path) -> Callable[[str], bool]:
    """Whether a note below `folder` is about a path with its query."""

    def kept(path: str) -> bool:
        return any(json.loads(note.read_bytes())["url"].endswith(path) for note in folder.rglob("*.source.json"))

    return kept
