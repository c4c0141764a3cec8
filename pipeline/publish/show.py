"""One card on a terminal: every effect with its verdict, a timeline of the Damage Step, and the reason. The words are `view`'s."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from pipeline.publish.lookup import Record, card_row, effect_rows, find_card, opened
from pipeline.publish.schema import EFFECTS, READING
from pipeline.publish.terminal import painted, plain, wrapped
from pipeline.publish.view import CardView, EffectView, Engines, card_view, engines_in_words, origin
from pipeline.publish.view_words import CELLS, CLOSED, MEANINGS, SYMBOLS, UNKNOWN, VERDICT_WORDS

_COLOURS = {"yes": "green", "no": "red", "uncertain": "yellow", "not_activated": "dim"}
_LABEL = 10
_READ = ("effect_id", "places", "events", "responds_to", "cost", "actions")


class Shown(msgspec.Struct, frozen=True):
    """What to print, and whether a card was found; ``suggestions`` are names to try where none was."""

    found: bool
    text: str
    suggestions: tuple[str, ...] = ()


def show_card(dataset: Path, query: str, *, colour: bool = False, columns: int = 88, engines: Callable[[Path, str], Engines] | None = None) -> Shown:
    """Find a card in a built dataset and render it, ``columns`` wide. `InputError` where the folder holds no dataset.

    ``engines`` is asked what the simulators' scripts say of the card's effects. Whether a card that is not there is an error, the
    caller decides: the text then is one line.
    """
    found = find_card(dataset, query)
    if found.card_id is None:
        return Shown(False, plain(found.message), tuple(map(plain, found.suggestions)))
    view = view_of(dataset, found.card_id, {} if engines is None else engines(dataset, found.card_id))
    with opened(dataset / "effects.parquet") as file:
        about = origin(file.schema_arrow.metadata or {})
    lines = [*_header(view, about, colour), ""]
    for effect in view.effects:
        lines += [*_effect(effect, colour, columns), ""]
    lines.append(_legend(view.effects) if view.effects else "No effects: nothing of this card is activated.")
    return Shown(True, "\n".join(lines))


def view_of(dataset: Path, card_id: str, engines: Engines) -> CardView:
    """The card of this id, which must be one of the dataset's."""
    reading: dict[str, Record] = {}
    card = card_row(dataset, card_id)
    for row in effect_rows(dataset / "reading.parquet", card_id, READING, _READ):
        # English comes first.
        reading.setdefault(row["effect_id"], row)
    effects = effect_rows(dataset / "effects.parquet", card_id, EFFECTS, [column.name for column in EFFECTS])
    return card_view(card, effects, reading, engines)


def bars(timeline: str, colour: bool = False) -> str:
    """The five windows: ``[start ■][before calc ■][during calc ·][after calc ·][end ·]``."""
    cells = zip(CELLS, timeline, strict=True)
    shades = {UNKNOWN: "yellow", CLOSED: "dim"}
    return "".join(painted(f"[{name} {symbol}]", shades.get(symbol, "green"), colour) for name, symbol in cells)


def _header(view: CardView, about: str, colour: bool) -> list[str]:
    names = painted(view.name, "bold", colour) + (f"  {view.name_ja}" if view.name_ja else "")
    return [names, view.type_line, " · ".join(filter(None, [view.numbers, about]))]


def _effect(effect: EffectView, colour: bool, columns: int) -> list[str]:
    indent = "    " if effect.option else ""
    inner = indent + "  "
    lines = [indent + painted(effect.label, "bold", colour) + (f": {effect.described}" if effect.described else "")]
    if effect.text:
        lines += wrapped(effect.text, columns, inner)
        if effect.eligible == "uncertain":
            # What is open between two texts can be settled only by who sees both.
            lines += wrapped(effect.text_ja, columns, inner)
    elif effect.stands_in:
        lines += wrapped(f"(no text; {effect.stands_in})", columns, inner)
    words = VERDICT_WORDS.get(effect.eligible, effect.eligible)
    verdict = painted(f"{words:<{_LABEL - 1}} ", _COLOURS.get(effect.eligible, "dim"), colour)
    applied = effect.eligible == "not_activated"
    lines.append(inner + verdict + (effect.when if applied else bars(effect.timeline, colour)))
    for name, value in (
        ("when", "" if applied else effect.when),
        ("condition", effect.condition),
        ("because", _because(effect)),
        ("source", effect.source),
        ("languages", effect.languages),
        ("engines", engines_in_words(effect.engines)),
    ):
        if value:
            # An address that is cut in two can be neither clicked nor copied.
            room = columns if name != "source" else len(value) + columns
            first, *rest = wrapped(value, room, inner + " " * _LABEL)
            lines += [inner + f"{name:<{_LABEL}}" + first[len(inner) + _LABEL :], *rest]
    return [line.rstrip() for line in lines]


def _because(effect: EffectView) -> str:
    by = [
        effect.rule,
        f"by {effect.decided_by}" if effect.decided_by else "",
        f"confidence {effect.confidence}" if effect.confidence else "",
    ]
    known = " · ".join(filter(None, by))
    return f"{effect.reason} ({known})" if effect.reason and known else effect.reason or known


def _legend(effects: tuple[EffectView, ...]) -> str:
    """The symbols that occur, explained."""
    modes = {effect.mode for effect in effects}
    parts = [f"{symbol} {MEANINGS[mode]}" for mode, symbol in SYMBOLS.items() if mode in modes]
    unknown = [f"{UNKNOWN} unknown"] if any(UNKNOWN in effect.timeline for effect in effects) else []
    return "   ".join([*parts, f"{CLOSED} closed", *unknown])
