"""What has changed since the last publication, for people (Markdown) and for programs (a table)."""

import pyarrow as pa

from pipeline.publish.changes import Change, Changes
from pipeline.publish.schema import Provenance

_TITLE = "# Changes of the published tags\n\nThe newest first; every changed effect of the newest is in `changes.parquet`.\n"
_MOST_LISTED = 40
_MOST_SECTIONS = 20
WORDS = {
    "verdict": "another verdict",
    "windows": "other windows",
    "mode": "another mode",
    "condition": "another condition",
    "rule": "the same tag by another rule",
    "added": "new effects",
    "removed": "effects gone",
}


def changelog(earlier: bytes, provenance: Provenance, changes: Changes | None, cards: int, effects: int, same: bool) -> bytes:
    """The changelog with a section in front for this publication; as it was where nothing at all has changed."""
    if same and earlier:
        return earlier
    old = earlier.decode("utf-8", "replace").partition("\n## ")[2]
    sections = ["## " + one for one in old.split("\n## ")] if old else []
    newest = "\n".join(_section(provenance, changes, cards, effects))
    return ("\n".join([_TITLE, newest, *(one.rstrip("\n") + "\n" for one in sections[: _MOST_SECTIONS - 1])]).rstrip("\n") + "\n").encode()


def _section(provenance: Provenance, changes: Changes | None, cards: int, effects: int) -> list[str]:
    built = f"{provenance.source} {provenance.source_revision[:12]}".strip()
    lines = [f"## {built}, {provenance.ruleset}, reader {provenance.reader_version}, rules {provenance.rules_hash[:8]}", ""]
    if changes is None:
        return [*lines, f"First publication: {cards:,} cards, {effects:,} effects.", ""]
    lines += [
        f"- {cards:,} cards ({changes.cards_added:,} new, {changes.cards_removed:,} gone, {changes.texts_changed:,} with another text)",
        f"- {changes.after:,} effects (before: {changes.before:,})",
    ]
    for what, count in changes.counts().items():
        lines.append(f"- {count:,} {WORDS[what]}")
        if what == "verdict":
            lines += [f"  - {before} to {after}: {moved:,}" for before, after, moved in changes.moves()]
    told = [one for one in changes.changes if one.what in ("verdict", "windows")]
    if told:
        lines += ["", "| card | effect | before | now |", "|---|---|---|---|"]
        lines += [_row(one) for one in told[:_MOST_LISTED]]
        if len(told) > _MOST_LISTED:
            lines += ["", f"and {len(told) - _MOST_LISTED:,} more."]
    return [*lines, ""]


def _row(one: Change) -> str:
    cells = (one.name, one.effect_id, f"{one.before} ({one.rule_before or 'nobody'})", f"{one.after} ({one.rule_after or 'nobody'})")
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |"


def _cell(text: str) -> str:
    """Nothing in a name ends a cell or makes a link, an image or a tag of it."""
    return "".join("\\" + character if character in r"\`*_{}[]<>#|!" else character for character in text)


def changes_table(changes: Changes | None) -> pa.Table:
    """All changes, one a row; none the first time."""
    rows = [{name: getattr(one, name) for name in Change.__struct_fields__} for one in (changes.changes if changes is not None else ())]
    return pa.Table.from_pylist(rows, schema=pa.schema([(name, pa.string()) for name in Change.__struct_fields__]))
