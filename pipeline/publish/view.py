"""One card as people are shown it, in words and without a form: what the terminal prints and what the explorer's page lays out.

Everything that is said of a card - labels, verdicts, moments, reasons, witnesses, engines - is put into words here and nowhere else,
so that both say the same thing. All strings are fit to print: without control characters and direction marks (see `terminal`).
"""

import re
from collections.abc import Mapping, Sequence

import msgspec

from pipeline.publish.lookup import Record
from pipeline.publish.tables import effect_label
from pipeline.publish.terminal import plain, plain_lines
from pipeline.publish.view_words import CLOSED, KIND_WORDS, SYMBOLS, UNKNOWN, read_in_words, windows_in_words
from pipeline.windows import COLUMNS, TERMS, Window

_RUBY = re.compile(r"<r[tp]>[^<]*</r[tp]>|</?ruby>|</?rb>")
_REVISION = 12


class EngineSays(msgspec.Struct, frozen=True):
    """What a simulator's script makes of one effect. ``says``: in words; ``state``: agrees, differs, or silent (nothing to compare)."""

    engine: str
    says: str
    state: str


class EffectView(msgspec.Struct, frozen=True, kw_only=True):
    """One row of `effects`. ``timeline``: a symbol a window; empty strings where there is nothing to say.

    ``text`` is English where there is English, else Japanese; ``stands_in`` says what was read where the dataset holds no text.
    """

    effect_id: str
    label: str
    described: str
    option: bool
    text: str
    text_ja: str
    stands_in: str
    eligible: str
    timeline: str
    mode: str
    when: str
    condition: str
    reason: str
    rule: str
    decided_by: str
    confidence: str
    source: str
    languages: str
    languages_differ: bool
    engines: tuple[EngineSays, ...] = ()


class CardView(msgspec.Struct, frozen=True, kw_only=True):
    """A card: its names, a line on its type and stats, its numbers and notes, and its effects in their order."""

    card_id: str
    name: str
    name_ja: str
    type_line: str
    numbers: str
    effects: tuple[EffectView, ...]


Engines = Mapping[str, Sequence[EngineSays]]


def card_view(card: Record, effects: Sequence[Record], reading: Mapping[str, Record], engines: Engines) -> CardView:
    """A row of `cards` and its rows of `effects`, with the first reading of each effect and what the engines say, by ``effect_id``."""
    numbers = [
        f"passcode {card['passcode']}" if card["passcode"] else None,
        f"Konami id {card['konami_id']}" if card["konami_id"] else None,
        "unofficial translation" if card["unofficial_translation"] else None,
    ]
    return CardView(
        card_id=card["card_id"],
        name=plain(card["name"]),
        name_ja=plain(card["name_ja"] or ""),
        type_line=_type_line(card),
        numbers=plain(" · ".join(filter(None, numbers))),
        effects=tuple(effect_view(card, row, reading.get(row["effect_id"]), engines.get(row["effect_id"], ())) for row in effects),
    )


def effect_view(card: Record, row: Record, read: Record | None, engines: Sequence[EngineSays]) -> EffectView:
    """One row of `effects` in words."""
    english, japanese = _text(card, row, "en"), _text(card, row, "ja")
    text = japanese if english is None else english
    differ = len(_witnesses(row)) > 1
    return EffectView(
        effect_id=row["effect_id"],
        label=effect_label(row["part"], row["effect_no"], row["bullet"]),
        described=_described(row),
        option=row["bullet"] is not None,
        text=text or "",
        text_ja=japanese or "" if english is not None else "",
        stands_in=read_in_words(read) if text is None and read is not None else "",
        eligible=plain(str(row["eligible"])),
        timeline=timeline(row),
        mode=row["mode"] or "",
        when=_when(row),
        condition=plain(row["condition"] or ""),
        reason=plain(row["reason"] or ("nobody decides it" if row["eligible"] == "uncertain" else "")),
        rule=plain(row["rule"] or ""),
        decided_by="" if row["decided_by"] == "nobody" else row["decided_by"],
        confidence="" if row["confidence"] is None else f"{row['confidence']:.3g}",
        source=plain(row["source"] or ""),
        languages=_languages(row),
        languages_differ=differ,
        engines=tuple(engines),
    )


def timeline(row: Mapping[str, object]) -> str:
    """The five windows of a row of `effects`, a symbol each: how it may be activated there, closed, or unknown."""
    opened = SYMBOLS.get(str(row["mode"]), SYMBOLS["open"])
    return "".join(UNKNOWN if row[column] is None else opened if row[column] else CLOSED for column in COLUMNS.values())


def origin(metadata: Mapping[bytes, bytes]) -> str:
    """Where a dataset comes from, out of the metadata of its Parquet files."""
    ruleset, source, revision = (metadata.get(key, b"").decode(errors="replace") for key in (b"ruleset", b"source", b"source_revision"))
    if source == "sample":
        source = "SAMPLE, texts in our own wording: do not rule by it,"
    return plain(" · ".join(filter(None, [f"ruleset {ruleset}" if ruleset else "", f"{source} {revision[:_REVISION]}".strip()])))


def engines_in_words(engines: Sequence[EngineSays]) -> str:
    """What all engines say, in one line; those that say the same together."""
    said: dict[str, list[str]] = {}
    for one in engines:
        said.setdefault(one.says, []).append(one.engine)
    return "; ".join(f"{' and '.join(names)}: {words}" for words, names in said.items())


def _type_line(card: Record) -> str:
    types = card["types"]
    if card["card_type"] != "Monster":
        return plain(" ".join(filter(None, [card["property"], card["card_type"]])))
    rating = "Rank" if "Xyz" in types else "Link Rating" if "Link" in types else "Level"
    facts = [
        " / ".join(types) or "Monster",
        card["attribute"],
        f"{rating} {card['level']}" if card["level"] is not None else None,
        f"ATK {card['atk']}" if card["atk"] is not None else None,
        f"DEF {card['def']}" if card["def"] is not None else None,
    ]
    return plain(" · ".join(filter(None, facts)))


def _described(row: Record) -> str:
    kind = str(row["kind"])
    parts = [KIND_WORDS.get(kind, kind) if row["effect_no"] else None, {True: "mandatory", False: "optional", None: None}[row["mandatory"]]]
    return plain(", ".join(filter(None, parts)))


def _text(card: Record, row: Record, language: str) -> str | None:
    """The words of an effect in a language; empty for a bare activation, None where the dataset has no such text."""
    text = card[f"{'text' if row['part'] == 'text' else 'pendulum'}_{language}"]
    start, end = (row["span_start"], row["span_end"]) if language == "en" else (row["ja_span_start"], row["ja_span_end"])
    return None if text is None or start is None else plain_lines(_RUBY.sub("", text[start:end])).strip()


def _when(row: Record) -> str:
    """The open windows in words; of what is not activated, those that it names."""
    if row["eligible"] == "not_activated":
        named = ", ".join(_term(key) for key in row["applies_in"])
        return f"applies at: {named}" if named else ""
    if row["eligible"] != "yes":
        return ""
    names = [TERMS["en"][window] for window, column in COLUMNS.items() if row[column]]
    return "any time in the Damage Step" if len(names) == len(COLUMNS) else ", ".join(names)


def _term(key: str) -> str:
    try:
        return TERMS["en"][Window.of([key])]
    except KeyError:
        return plain(key)


def _witnesses(row: Record) -> dict[str, list[str]]:
    """What is said of the effect, and which of the sources say so, each alone."""
    found: dict[str, list[str]] = {}
    for name, column in (("English", "witness_en"), ("Japanese", "witness_ja"), ("the official supplement", "witness_supplement")):
        if row[column]:
            found.setdefault(row[column], []).append(name)
    return found


def _languages(row: Record) -> str:
    return plain("; ".join(f"{_together(names)} {windows_in_words(value)}" for value, names in _witnesses(row).items()))


def _together(names: Sequence[str]) -> str:
    return f"{names[0]} says" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} say"
