"""Long lists of alternatives as patterns that are searched for quickly."""

from collections.abc import Iterable

# First characters that stand in nearly every Japanese card text, the most frequent in front: mostly ends of other words, and particles.
_FREQUENT = "ドをスにはかとモがフ召発攻な上存破除選リダ送ア下装加戻終無くも"


def by_first_character(alternatives: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Alternatives, each of which begins with a plain character, gathered by that character; what is behind it keeps its order.

    A search goes through all alternatives wherever one of their first characters stands, so those of the commonest come first.
    """
    found: dict[str, list[str]] = {}
    for alternative in alternatives:
        found.setdefault(alternative[0], []).append(alternative[1:])
    return sorted(found.items(), key=lambda one: _FREQUENT.find(one[0]) % (len(_FREQUENT) + 1))


def any_of(alternatives: Iterable[str]) -> str:
    """One pattern for alternatives that each begin with a plain character; of two with the same one, the first is tried first."""
    return "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in by_first_character(alternatives))
