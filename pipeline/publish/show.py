"""One card as people want to see it: every effect with its verdict, a timeline of the Damage Step, and the reason."""

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from pipeline.publish.lookup import Record, card_row, effect_rows, find_card, opened
from pipeline.publish.schema import EFFECTS, READING
from pipeline.publish.tables import effect_label
from pipeline.publish.terminal import painted, plain, plain_lines, wrapped
from pipeline.windows import COLUMNS, TERMS, Window

_SYMBOLS = {"open": "■", "first_chain": "◆", "response": "▲", "event": "●"}
_MEANINGS = {
    "open": "open, any number of chains",
    "first_chain": "first chain of the window only",
    "response": "response, only chained",
    "event": "event, when it happens there",
}
_CLOSED, _UNKNOWN = "·", "?"
_CELLS = {window: window.key.replace("_", " ") for window in COLUMNS}
_COLOURS = {"yes": "green", "no": "red", "uncertain": "yellow", "not_activated": "dim"}
_KINDS = {"card_activation": "card activation", "quick": "quick effect", "flip": "flip effect", "condition": "condition or note"}
_PLACES = {"gy": "the GY", "hand": "the hand", "field": "the field", "deck": "the Deck", "extra": "the Extra Deck", "set": "its Set place"}
_RUBY = re.compile(r"<r[tp]>[^<]*</r[tp]>|</?ruby>|</?rb>")
_LABEL = 10
_REVISION = 12


class Shown(msgspec.Struct, frozen=True):
    """What to print, and whether a card was found; ``suggestions`` are names to try where none was."""

    found: bool
    text: str
    suggestions: tuple[str, ...] = ()


def show_card(dataset: Path, query: str, *, colour: bool = False, columns: int = 88) -> Shown:
    """Find a card in a built dataset and render it, ``columns`` wide. `InputError` where the folder holds no dataset.

    Whether a card that is not there is an error, the caller decides: the text then is one line.
    """
    found = find_card(dataset, query)
    if found.card_id is None:
        return Shown(False, plain(found.message), tuple(map(plain, found.suggestions)))
    card = card_row(dataset, found.card_id)
    effects = effect_rows(dataset / "effects.parquet", found.card_id, EFFECTS, [c.name for c in EFFECTS])
    places = _places(dataset, found.card_id) if any(_text(card, row) is None for row in effects) else {}
    lines = [*_header(card, _origin(dataset), colour), ""]
    for row in effects:
        lines += [*_effect(card, row, places.get(row["effect_id"], []), colour, columns), ""]
    lines.append(_legend(effects) if effects else "No effects: nothing of this card is activated.")
    return Shown(True, "\n".join(lines))


def timeline(row: Mapping[str, object], colour: bool = False) -> str:
    """The five windows of a row of `effects`: ``[start ■][before calc ■][during calc ·][after calc ·][end ·]``."""
    cells = []
    for window, column in COLUMNS.items():
        symbol = _UNKNOWN if row[column] is None else _SYMBOLS.get(str(row["mode"]), "■") if row[column] else _CLOSED
        shade = "yellow" if row[column] is None else "green" if row[column] else "dim"
        cells.append(painted(f"[{_CELLS[window]} {symbol}]", shade, colour))
    return "".join(cells)


def _header(card: Record, origin: str, colour: bool) -> list[str]:
    names = painted(plain(card["name"]), "bold", colour) + (f"  {plain(card['name_ja'])}" if card["name_ja"] else "")
    numbers = [f"passcode {card['passcode']}" if card["passcode"] else None, f"Konami id {card['konami_id']}" if card["konami_id"] else None]
    notes = ["unofficial translation"] if card["unofficial_translation"] else []
    return [names, _type_line(card), plain(" · ".join(filter(None, [*numbers, *notes, origin])))]


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


def _origin(dataset: Path) -> str:
    with opened(dataset / "effects.parquet") as file:
        found = file.schema_arrow.metadata or {}
    ruleset, source, revision = (found.get(key, b"").decode(errors="replace") for key in (b"ruleset", b"source", b"source_revision"))
    if source == "sample":
        source = "SAMPLE, texts in our own wording: do not rule by it,"
    return " · ".join(filter(None, [f"ruleset {ruleset}" if ruleset else "", f"{source} {revision[:_REVISION]}".strip()]))


def _places(dataset: Path, card_id: str) -> dict[str, list[str]]:
    """Where each effect is activated from, the English reading before the Japanese."""
    found: dict[str, list[str]] = {}
    for row in effect_rows(dataset / "reading.parquet", card_id, READING, ("effect_id", "places")):
        found.setdefault(row["effect_id"], row["places"])
    return found


def _effect(card: Record, row: Record, places: list[str], colour: bool, columns: int) -> list[str]:
    indent = "    " if row["bullet"] is not None else ""
    inner = indent + "  "
    kind = str(row["kind"])
    head = [_KINDS.get(kind, kind) if row["effect_no"] else None, {True: "mandatory", False: "optional", None: None}[row["mandatory"]]]
    described = ", ".join(filter(None, head))
    label = effect_label(row["part"], row["effect_no"], row["bullet"])
    text = _text(card, row)
    lines = [indent + painted(label, "bold", colour) + (f": {plain(described)}" if described else "")]
    if text:
        lines += wrapped(text, columns, inner)
        if row["eligible"] == "uncertain" and row["span_start"] is not None:
            # What is open between two texts can be settled only by who sees both.
            lines += wrapped(_text(card, row, japanese=True) or "", columns, inner)
    elif text is None and places:
        lines.append(f"{inner}(no text; from {plain(' or '.join(_PLACES.get(place, place) for place in places))})")
    verdict = painted(f"{plain(str(row['eligible'])).replace('_', ' '):<{_LABEL - 1}} ", _COLOURS.get(str(row["eligible"]), "dim"), colour)
    if row["eligible"] == "not_activated":
        named = ", ".join(_term(key) for key in row["applies_in"])
        lines.append(inner + verdict + (f"applies at: {named}" if named else ""))
    else:
        lines.append(inner + verdict + timeline(row, colour))
    for name, value in (
        ("when", _when(row)),
        ("condition", row["condition"]),
        ("because", _because(row)),
        ("source", row["source"]),
        ("languages", _witnesses(row)),
    ):
        if value:
            # An address that is cut in two can be neither clicked nor copied.
            room = columns if name != "source" else len(value) + columns
            first, *rest = wrapped(plain(str(value)), room, inner + " " * _LABEL)
            lines += [inner + f"{name:<{_LABEL}}" + first[len(inner) + _LABEL :], *rest]
    return [line.rstrip() for line in lines]


def _when(row: Record) -> str | None:
    """The open windows in words."""
    if row["eligible"] != "yes":
        return None
    names = [TERMS["en"][window] for window, column in COLUMNS.items() if row[column]]
    return "any time in the Damage Step" if len(names) == len(COLUMNS) else ", ".join(names)


def _text(card: Record, row: Record, *, japanese: bool = False) -> str | None:
    """The words of an effect: English, else Japanese; empty for a bare activation, None where the dataset has no text."""
    part = "text" if row["part"] == "text" else "pendulum"
    spans = (("en", row["span_start"], row["span_end"]), ("ja", row["ja_span_start"], row["ja_span_end"]))
    for language, start, end in spans[1:] if japanese else spans:
        text = card[f"{part}_{language}"]
        if text is not None and start is not None:
            return plain_lines(_RUBY.sub("", text[start:end])).strip()
    return None


def _term(key: str) -> str:
    try:
        return TERMS["en"][Window.of([key])]
    except KeyError:
        return plain(key)


def _because(row: Record) -> str:
    by = [row["rule"], f"by {row['decided_by']}" if row["decided_by"] != "nobody" else None]
    by.append(f"confidence {row['confidence']:.3g}" if row["confidence"] is not None else None)
    known = " · ".join(filter(None, by))
    reason = row["reason"] or ("nobody decides it" if row["eligible"] == "uncertain" else "")
    return f"{reason} ({known})" if reason and known else reason or known


def _witnesses(row: Record) -> str | None:
    """What each source alone says, where they differ."""
    said = {"English": row["witness_en"], "Japanese": row["witness_ja"], "the official supplement": row["witness_supplement"]}
    spoken = {name: value.replace("|", ", ") for name, value in said.items() if value}
    return "; ".join(f"{name} says {value}" for name, value in spoken.items()) if len(set(spoken.values())) > 1 else None


def _legend(effects: list[Record]) -> str:
    """The symbols that occur, explained."""
    modes = {str(row["mode"]) for row in effects}
    parts = [f"{symbol} {_MEANINGS[mode]}" for mode, symbol in _SYMBOLS.items() if mode in modes]
    unknown = [f"{_UNKNOWN} unknown"] if any(row[column] is None for row in effects for column in COLUMNS.values()) else []
    return "   ".join([*parts, f"{_CLOSED} closed", *unknown])
