"""All live card pools together: what one source knows first-hand, completed by what the others add.

Texts come from the first source that has the card; the numbers under which simulators know it come from all.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape.identity import keep_apart
from pipeline.scrape.kept import Origin, revision
from pipeline.scrape.source import Loaded, Progress
from pipeline.scrape.source import load as load_one

NAME = "all"
# In the order of their say: both languages and wiki pages first, then the freshest wiki, then English alone.
POOLS = ("yaml-yugi", "yugipedia", "ygoprodeck")


def load(path: Path | None, *, offline: bool, progress: Progress) -> Loaded:
    """The cards of every pool, each fetched or kept as its source does. Raises `InputError`, also where one source alone fails."""
    if path is not None:
        raise InputError(f"{NAME} takes no input: every source brings its own")
    loaded = []
    for number, name in enumerate(POOLS, 1):
        progress(f"source {number} of {len(POOLS)}: {name}")
        loaded.append(load_one(name, None, offline=offline, progress=progress))
    return combine(loaded)


def combine(loaded: Sequence[Loaded]) -> Loaded:
    """One pool of several, in the order of their say."""
    cards: list[Card] = []
    place_of: dict[tuple[str, object], int] = {}
    for source in loaded:
        taken: set[int] = set()  # two cards of one source are never one
        for card in source.cards:
            places = [place for key in _keys(card) if (place := place_of.get(key)) is not None and place not in taken]
            same = next((place for place in places if _fit(cards[place], card)), None)
            if same is None:
                same = len(cards)
                cards.append(card)
            else:
                cards[same] = _completed(cards[same], card)
            taken.add(same)
            for key in _keys(card):
                place_of.setdefault(key, same)
    kept, doubles = keep_apart(cards)
    built_from = tuple(Origin(f"{one.source}/{origin.file}", *_rest(origin)) for one in loaded for origin in one.built_from)
    skipped = tuple(f"{one.source}: {line}" for one in loaded for line in one.skipped)
    return Loaded(cards=kept, source=NAME, revision=revision(built_from), skipped=(*skipped, *doubles), built_from=built_from)


def _keys(card: Card) -> list[tuple[str, object]]:
    """What a card may be found by, the surest first."""
    pairs: tuple[tuple[str, object], ...] = (("passcode", card.passcode), ("page", card.page_id), ("konami", card.konami_id))
    return [(kind, value) for kind, value in pairs if value is not None]


def _fit(known: Card, card: Card) -> bool:
    """Whether two cards with a number in common are one: different passcodes are different cards."""
    return known.passcode is None or card.passcode is None or known.passcode == card.passcode


def _completed(known: Card, card: Card) -> Card:
    """`known` with what it lacks and `card` has."""
    changes: dict[str, object] = {
        field: value
        for field in ("passcode", "konami_id", "page_id", "name_ja", "text_en", "text_ja", "pendulum_en", "pendulum_ja")
        if getattr(known, field) is None and (value := getattr(card, field)) is not None
    }
    numbers = tuple(dict.fromkeys([*known.script_ids, *card.script_ids]))
    if numbers != known.script_ids:
        changes["script_ids"] = numbers
    return msgspec.structs.replace(known, **changes) if changes else known


def _rest(origin: Origin) -> tuple[str, int | None, str | None, str | None]:
    return origin.sha256, origin.size, origin.url, origin.fetched
