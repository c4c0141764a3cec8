"""Yugipedia's labels of effects: what its editors say each clause of a text is, in the order of the English text.

Every page of a card holds them in ``effect_types`` (and ``pendulum_effect_types``) of its CardTable2. They mark clauses, not only
effects, and name an effect of a Spell, a Trap or a Pendulum Card "-like" its counterpart of a monster; `LABELS` maps them onto ours.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from pipeline.records import Kind, Part
from pipeline.scrape.intake import read_file
from pipeline.scrape.wikitext import plain_words, template_fields
from pipeline.validate.json_lines import json_lines

# What reading is compared by: four kinds that start a chain, what is applied, and clauses that are no effects (for the wiki), or
# may be printed with a number or without one (for ours).
Class = Literal["trigger", "quick", "ignition", "activation", "applied", "clause"]
ACTIVATED_CLASSES: tuple[Class, ...] = ("trigger", "quick", "ignition", "activation")
# The wiki names one Flip Effect "Flip" and the next "Trigger"; the official database counts them among Trigger Effects.
LABELS: dict[str, Class] = {
    "trigger": "trigger",
    "trigger-like": "trigger",
    "flip": "trigger",
    "flip-like": "trigger",
    "quick": "quick",
    "quick-like": "quick",
    "ignition": "ignition",
    "ignition-like": "ignition",
    "effect": "activation",
    "continuous": "applied",
    "continuous-like": "applied",
    "unclassified": "applied",
    "condition": "clause",
    "summoning condition": "clause",
    "activation condition": "clause",
    "activation requirement": "clause",
    "cost": "clause",
    "maintenance cost": "clause",
    "lingering": "clause",
}
CLASS_OF: dict[Kind, Class] = {
    "trigger": "trigger",
    "flip": "trigger",
    "quick": "quick",
    "ignition": "ignition",
    "card_activation": "activation",
    "continuous": "applied",
    "replacement": "applied",
    "lock": "applied",
    "summoning": "clause",
    "condition": "clause",
    "maintenance": "clause",
    "lingering": "clause",
}
_TABLE = re.compile(r"\{\{\s*card[ _]?table2\b", re.IGNORECASE)
_FIELDS: dict[Part, str] = {"text": "effect_types", "pendulum_effect": "pendulum_effect_types"}
_WANTED = frozenset({*_FIELDS.values(), "name", "password", "database_id"})
_NUMBER = re.compile(r"[0-9]+")
_BETWEEN = re.compile(r"[,;\n*]")


class Labels(msgspec.Struct, frozen=True):
    """The labels of one text: `effects` without clauses, in order; `unknown` holds words that `LABELS` lacks."""

    effects: tuple[Class, ...]
    unknown: tuple[str, ...] = ()


class _Page(msgspec.Struct):
    pageid: int
    title: str
    content: str


class WikiPages:
    """The labels of many pages, found by passcode, else by Konami id, else by name."""

    def __init__(self) -> None:
        self.labelled = 0
        self._by: dict[tuple[str, str | int, Part], Labels] = {}

    def add(self, title: str, content: str) -> None:
        """Takes the labels of one page; a page without a card table or without labels adds nothing."""
        if "effect_types" not in content:
            return
        fields = template_fields(content, _TABLE, _WANTED)
        if fields is None:
            return
        keys: list[tuple[str, str | int]] = [("name", plain_words(fields.get("name") or title))]
        password = fields.get("password", "")
        if _NUMBER.fullmatch(password):
            keys.append(("passcode", password.zfill(8)))
        keys += [("konami_id", int(found)) for found in _NUMBER.findall(fields.get("database_id", "")) if len(found) < 10]
        labelled = False
        for part, field in _FIELDS.items():
            labels = read_labels(fields.get(field, ""))
            if labels is None:
                continue
            labelled = True
            for key in keys:
                self._by.setdefault((*key, part), labels)
        self.labelled += labelled

    def labels(self, part: Part, passcode: str | None, konami_id: int | None, name: str) -> Labels | None:
        """The labels of one text of a card; null where no page gives any."""
        for key, value in (("passcode", passcode), ("konami_id", konami_id), ("name", name)):
            if value is not None and (found := self._by.get((key, value, part))) is not None:
                return found
        return None

    def all_labels(self) -> Iterator[Labels]:
        """The labels of every text, those of a page that is found in several ways as often."""
        yield from self._by.values()


def read_labels(value: str) -> Labels | None:
    """The labels in the value of one field; null where it names none."""
    words = [" ".join(word.split()).lower() for word in _BETWEEN.split(plain_words(value))]
    words = [word for word in words if word]
    if not words:
        return None
    classes = [LABELS[word] for word in words if word in LABELS]
    return Labels(tuple(one for one in classes if one != "clause"), tuple(word for word in words if word not in LABELS))


def read_pages(path: Path) -> WikiPages:
    """The pages in a file of JSON lines (``pageid``, ``title``, ``content`` = wikitext), plain or gzip. Raises `InputError`."""
    data, _ = read_file(path)
    return pages(json_lines(data, _Page, path))


def pages(found: Iterable[_Page]) -> WikiPages:
    """The labels of these pages."""
    collected = WikiPages()
    for page in found:
        collected.add(page.title, page.content)
    return collected
