"""Numbers and names by which a card is known, and how two cards with the same number are kept apart."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from pipeline.records import Card

# Above eight digits nothing is printed on a card: databases and simulators number prereleases and Skill Cards there.
_FIRST_PROVISIONAL = 100_000_000
_LAST = 1 << 62


def passcode(number: int | None) -> str | None:
    """The eight digits printed on the card, or null where the number cannot be a passcode."""
    return f"{number:08d}" if number is not None and 0 < number < _FIRST_PROVISIONAL else None


def keep_apart(cards: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[str, ...]]:
    """The cards with unique `card_id`s, in the same order, and a line for each that had to be left out.

    Of several cards with one id, the one with the lowest wiki page id (then Konami id) keeps it, whatever the order of the
    file; the others go by their page id, else their Konami id. Only a card given twice, or one with no free number, is left out.
    """
    shared = {card_id for card_id, times in Counter(card.card_id for card in cards).items() if times > 1}
    if not shared:
        return tuple(cards), ()
    placed: dict[int, Card] = {position: card for position, card in enumerate(cards) if card.card_id not in shared}
    owners: dict[str, Card] = {card.card_id: card for card in placed.values()}
    seen: set[Card] = set()
    losers: list[int] = []
    skipped: list[str] = []
    for position in sorted((p for p, card in enumerate(cards) if card.card_id in shared), key=lambda p: _seniority(cards[p])):
        card = cards[position]
        if card in seen:
            skipped.append(f"{card.card_id} {card.name!r}: given twice")
        elif card.card_id not in owners:
            placed[position] = owners[card.card_id] = card
        else:
            losers.append(position)
        seen.add(card)
    for position in losers:
        card = cards[position]
        other_id = next((other_id for other_id in _other_ids(card) if other_id not in owners), None)
        if other_id is None:
            skipped.append(f"{card.card_id} {card.name!r}: all its numbers are those of other cards, as {owners[card.card_id].name!r}")
        else:
            placed[position] = owners[other_id] = msgspec.structs.replace(card, card_id=other_id)
    return tuple(placed[position] for position in sorted(placed)), tuple(skipped)


def _seniority(card: Card) -> tuple[int, int, bytes]:
    return (
        _LAST if card.page_id is None else card.page_id,
        _LAST if card.konami_id is None else card.konami_id,
        msgspec.json.encode(card),  # whatever else tells them apart, so that the order of the file never does
    )


def _other_ids(card: Card) -> list[str]:
    return [f"{letter}{number}" for letter, number in (("y", card.page_id), ("k", card.konami_id)) if number is not None]
