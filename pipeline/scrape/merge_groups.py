"""Which cards of several sources are one card: by the number printed on it, by what databases call it, at last by its name.

Different passcodes are different cards, unless a source lists one as alternate art of the other and nobody has both. Two cards of one
source are never one.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from pipeline.records import Card

FoundBy = Literal["passcode", "alternate art", "Konami id", "wiki page", "provisional number", "name"]
_FIRST_PROVISIONAL = 100_000_000


class Group:
    """The cards that are one, in the order of their sources, each with how it was found to belong (the first: by nothing)."""

    def __init__(self, source: str, card: Card) -> None:
        self.members: list[tuple[str, Card, FoundBy | None]] = [(source, card, None)]
        self.passcode = card.passcode
        self.sources = {source}

    def add(self, source: str, card: Card, found_by: FoundBy) -> None:
        """One more source's card."""
        self.members.append((source, card, found_by))
        self.sources.add(source)
        self.passcode = self.passcode or card.passcode

    def fits(self, source: str, card: Card, alternate: bool = False) -> bool:
        """Whether the card may be this one."""
        if source in self.sources:
            return False
        return alternate or self.passcode is None or card.passcode is None or self.passcode == card.passcode


def groups(sources: Mapping[str, Sequence[Card]]) -> list[Group]:
    """The cards of all sources, those that are one together; in the order in which they first appear."""
    found: list[Group] = []
    by: dict[FoundBy, dict[object, list[Group]]] = {kind: {} for kind in _KEYS}
    for source, cards in sources.items():
        left = list(cards)
        # What is surer goes first for all cards, so that a vague likeness never takes the place of a number.
        for kind in _KEYS:
            waiting = []
            for card in left:
                group = _find(by, kind, source, card)
                if group is None:
                    waiting.append(card)
                else:
                    group.add(source, card, kind)
                    _register(by, group, card)
            left = waiting
        new = [Group(source, card) for card in left]
        found += new
        for group, card in zip(new, left, strict=True):
            _register(by, group, card)
    return found


def _find(by: Mapping[FoundBy, Mapping[object, list[Group]]], kind: FoundBy, source: str, card: Card) -> Group | None:
    fitting: list[Group] = []
    for key in _KEYS[kind](card):
        for group in by[kind].get(key, ()):
            if group not in fitting and group.fits(source, card, kind == "alternate art"):
                fitting.append(group)
    # A name that fits several cards tells none of them apart; of cards that share a Konami id, the first stands for all.
    return fitting[0] if fitting and (len(fitting) == 1 or kind != "name") else None


def _register(by: Mapping[FoundBy, dict[object, list[Group]]], group: Group, card: Card) -> None:
    for kind, keys in _REGISTERED.items():
        for key in keys(card):
            known = by[kind].setdefault(key, [])
            if group not in known:
                known.append(group)


def _passcode(card: Card) -> Iterable[object]:
    return () if card.passcode is None else (card.passcode,)


def _printed(card: Card) -> Iterator[object]:
    """Every passcode of the card, that of its alternate arts too."""
    for number in card.script_ids:
        if 0 < number < _FIRST_PROVISIONAL:
            yield f"{number:08d}"


def _others(card: Card) -> Iterator[object]:
    return (code for code in _printed(card) if code != card.passcode)


def _konami(card: Card) -> Iterable[object]:
    return () if card.konami_id is None else (card.konami_id,)


def _page(card: Card) -> Iterable[object]:
    return () if card.page_id is None else (card.page_id,)


def _provisional(card: Card) -> Iterator[object]:
    return (number for number in card.script_ids if number >= _FIRST_PROVISIONAL)


def _name(card: Card) -> Iterable[object]:
    """Only of what is not printed yet: once a card has its passcode, a like name is another card's."""
    return () if card.passcode is not None else ((card.card_type, plain_name(card.name)),)


def _any_name(card: Card) -> Iterable[object]:
    return ((card.card_type, plain_name(card.name)),)


def plain_name(name: str) -> str:
    """Letters and digits of a name, whatever their case and width."""
    return "".join(c for c in unicodedata.normalize("NFKC", name).casefold() if c.isalnum())


# What a card is looked up by, the surest first; and what it can be found by later.
_Keys = dict[FoundBy, Callable[[Card], Iterable[object]]]
_KEYS: _Keys = {
    "passcode": _passcode, "alternate art": _passcode, "Konami id": _konami, "wiki page": _page, "provisional number": _provisional, "name": _name,
}  # fmt: skip
_REGISTERED: _Keys = _KEYS | {"alternate art": _others, "name": _any_name}
