"""Where an English effect is activated from, as its activation clause says: in so many words, or by what happened to this card."""

import re
from collections.abc import Sequence

from pipeline.records import Event, Place

# Where a card lies once this has happened to it.
_LEFT_FOR: dict[str, Place] = {
    "sent_to_gy": "gy", "discarded": "gy", "destroyed": "gy", "used_as_material": "gy", "tributed": "gy", "detached": "gy", "excavated": "gy",
    "banished": "banished", "drawn": "hand", "added_to_hand": "hand", "revealed": "hand", "added_to_extra": "extra",
}  # fmt: skip


def places_of(head: str, events: Sequence[Event]) -> tuple[Place, ...]:
    """Where this card must be, from an activation clause (lower case) and its events; empty where neither tells."""
    places: list[Place] = []
    if "this card" in head:
        hand, grave = "hand" in head, "gy" in head or "graveyard" in head
        if hand and grave and re.search(r"this card (?:is )?in your (?:hand or gy|gy or hand)", head):
            places += ["hand", "gy"]
        elif grave and re.search(r"this card (?:is )?(?:in|from) (?:your|the|its owner's) (?:gy|graveyard)", head):
            places.append("gy")
        elif hand and re.search(r"this card (?:is )?(?:in|from) your hand", head):
            places.append("hand")
        elif "while" in head and re.search(r"this (?:card is banished|banished card)", head):
            places.append("banished")
    if not places:
        for event in events:
            if event.subject == "self":
                where = _LEFT_FOR.get(event.what)
                if where is not None and where not in places:
                    places.append(where)
    return tuple(places)
