"""What each source would answer, in its documented structure and in words of our own: the good behaviour that tests then break."""

import gzip
import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tests.scrape.loopback import Asked, Reply, json_reply

_BIRDS = ("Heron", "Bittern", "Egret", "Stork", "Crane", "Ibis", "Spoonbill", "Grebe", "Coot", "Rail")
_REEDS = ("Glass", "Amber", "Salt", "Reed", "Mist", "Slate", "Copper", "Tidal", "Hollow", "Winter")


def bird_name(number: int) -> str:
    """An invented card's name."""
    return f"{_REEDS[number % 10]} {_BIRDS[number // 10 % 10]} {number}"


class Page(NamedTuple):
    """A wiki page of an invented card."""

    page_id: int
    title: str
    content: str


def page(number: int, text: str | None = None) -> Page:
    """The page of the `number`-th invented card, in the wiki's present layout."""
    name = bird_name(number)
    words = text or f'[[Once per turn]]: You can [[draw]] 1 card.<br />If this card is [[destroy]]ed: Add "{bird_name(number + 1)}" to your [[hand]].'
    content = f"""{{{{About|the bird|another bird|Bird}}}}
{{{{CardTable2
| fr_name       = Oiseau {number}
| ja_name       = {{{{Ruby|鳥|とり}}}}の{number}
| types         = [[Winged Beast]] / Effect
| attribute     = WATER
| level         = {number % 12 + 1}
| atk           = {number % 40 * 100}
| def           = 0
| password      = {number + 20_000_000}
| database_id   = {number + 900_000}
| effect_types  = Ignition, Trigger
| text          = {words}
| ja_text       = ①：自分は水辺で{number}回泳ぐ。
}}}}"""
    return Page(1000 + number, name, content)


class Yugipedia:
    """The wiki's API for one category: `pages` in their order, `changed` by time, batches of 50."""

    def __init__(self, pages: Sequence[Page], *, batch: int = 50) -> None:
        self.pages = list(pages)
        self.changed: list[tuple[Page, bool]] = []
        self.batch = batch

    def __call__(self, asked: Asked) -> Reply:
        query = asked.query
        if asked.place != "/api/v7/api.php" or query.get("action") != "query" or query.get("formatversion") != "2" or query.get("maxlag") != "5":
            return json_reply({"error": {"code": "badvalue", "info": "not a question of this wiki"}})
        if query.get("prop") == "categoryinfo":
            return json_reply({"batchcomplete": True, "query": {"pages": [{"title": "C", "pageid": 1, "categoryinfo": {"pages": len(self.pages)}}]}})
        if query.get("generator") == "categorymembers" and query.get("gcmtitle") == "Category:Duel_Monsters_cards":
            return self._bulk(query)
        if query.get("generator") == "recentchanges" and query.get("grcstart"):
            return self._changes(query)
        return json_reply({"error": {"code": "badvalue", "info": "unknown generator"}})

    def _bulk(self, query: dict[str, str]) -> Reply:
        start = int(query.get("gcmcontinue", "page|0").split("|")[1])
        end = min(start + self.batch, len(self.pages))
        answer: dict[str, Any] = {"query": {"pages": [_as_page(one) for one in self.pages[start:end]]}, "batchcomplete": True}
        if end < len(self.pages):
            answer["continue"] = {"gcmcontinue": f"page|{end}", "continue": "gcmcontinue||"}
        return json_reply(answer)

    def _changes(self, query: dict[str, str]) -> Reply:
        """Contents first, categories in a second answer, as the wiki does once a limit is reached."""
        if not self.changed:
            return json_reply({"batchcomplete": True})
        if "clcontinue" not in query:
            pages = [_as_page(one) for one, _ in self.changed]
            return json_reply({"continue": {"clcontinue": "1|C", "continue": "||revisions"}, "query": {"pages": pages}})
        pages = [{"pageid": one.page_id, "title": one.title, **({"categories": [{"title": "C"}]} if listed else {})} for one, listed in self.changed]
        return json_reply({"batchcomplete": True, "query": {"pages": pages}})


def _as_page(one: Page) -> dict[str, Any]:
    return {"pageid": one.page_id, "ns": 0, "title": one.title, "revisions": [{"contentformat": "text/x-wiki", "content": one.content}]}


def pages_file(pages: Sequence[Page]) -> bytes:
    """The same pages as JSON lines."""
    return b"".join(json.dumps({"pageid": one.page_id, "title": one.title, "content": one.content}).encode() + b"\n" for one in pages)


class Ygoprodeck:
    """The card pool in one answer, and the version of the database."""

    def __init__(self, rows: Sequence[Any], version: str = "147.22", updated: str = "2026-11-01 10:00:00") -> None:
        self.rows, self.version, self.updated = list(rows), version, updated

    def __call__(self, asked: Asked) -> Reply:
        if asked.place.endswith("/checkDBVer.php"):
            return json_reply([{"database_version": self.version, "last_update": self.updated}])
        if asked.place.endswith("/cardinfo.php") and asked.query == {"misc": "yes"}:
            return json_reply({"data": self.rows}) if self.rows else Reply(b'{"error": "No card matching your query was found"}', 400)
        return Reply(b'{"error": "unknown parameter"}', 400)


class YamlYugi:
    """The aggregate as a static host gives it: with ETag and Last-Modified, and 304 for who has it already."""

    def __init__(self, cards: Sequence[Any]) -> None:
        self.body = json.dumps(list(cards)).encode()

    def __call__(self, asked: Asked) -> Reply:
        tag = f'"{hashlib.md5(self.body).hexdigest()}"'
        if asked.headers.get("If-None-Match") == tag:
            return Reply(status=304, headers=(("ETag", tag),))
        return Reply(gzip.compress(self.body, 1), headers=(("Content-Type", "application/json"), ("Content-Encoding", "gzip"), ("ETag", tag)))


class Ygoresources:
    """One card or question at a time, with the revision of the database in a header, and what changed since a revision."""

    def __init__(self, cards: dict[int, Any], questions: dict[int, Any], revision: int = 100) -> None:
        self.cards, self.questions, self.revision = cards, questions, revision
        self.changed: dict[int, list[str]] = {}
        self.forgotten = False

    def __call__(self, asked: Asked) -> Reply:
        header = ("X-Cache-Revision", str(self.revision))
        kind, _, number = asked.place.removeprefix("/api/v7/").removeprefix("data/").rpartition("/")
        if kind == "meta" and number == "mprop":
            return json_reply([None, {"en": "Effect", "ja": "効果"}, {"en": "Winged Beast"}, {"en": "Pendulum"}], header)
        if kind == "manifest":
            if self.forgotten:
                return Reply(b'{"error": "too old"}', 400)
            tree: dict[str, Any] = {}
            for revision, paths in self.changed.items():
                for path in paths if revision > int(number) else ():
                    level = tree
                    *folders, leaf = path.split("/")
                    for folder in folders:
                        level = level.setdefault(folder, {})
                    level[leaf] = 1
            return json_reply({"data": tree}, header)
        found = (self.cards if kind == "card" else self.questions if kind == "qa" else {}).get(int(number) if number.isdigit() else -1)
        return Reply(b"{}", 404) if found is None else json_reply(found, header)

    def change(self, *paths: str) -> None:
        """A new revision in which these paths changed."""
        self.revision += 1
        self.changed[self.revision] = list(paths)


Dialect = Callable[[Asked], Reply]
