"""One check: something that was read, held against a witness. What was measured, of which text, whether it agrees, and if not, why."""

from typing import Literal, NamedTuple

from pipeline.records import Kind, allowed
from pipeline.validate.read_texts import ReadText

Measure = Literal[
    "wiki_numbers", "count", "count_all", "order", "order_all", "kinds", "followed", "languages", "must", "supplement", "chain", "place",
    "supplement_must", "understood",
]  # fmt: skip
_STARTING = ("trigger", "quick", "ignition", "activation")
_OFFICIAL = ("trigger", "quick", "ignition", "continuous", "unclassified")


def _causes() -> dict[str, str]:
    found = {
        "wiki-more": "the wiki labels more effects than the Japanese text has numbers",
        "wiki-fewer": "the wiki labels fewer effects than the Japanese text has numbers",
        "wiki-unknown": "the wiki uses a label that the table of labels does not know (not compared)",
        "missed": "an activated effect was read as applied",
        "invented": "an applied effect was read as activated",
        "merged": "fewer activated effects, fewer in all: several were read as one",
        "split": "more activated effects, more in all: one was read as several",
        "applied-merged": "as many activated effects, but fewer applied ones",
        "applied-split": "as many activated effects, but more applied ones",
        "other-order": "the same effects in another order",
        "several-kinds": "more than one kind differs",
    }
    found |= {f"{a}-as-{b}": f"labelled {a} by the wiki, read as {b}" for a in _STARTING for b in _STARTING if a != b}
    for kind in _STARTING:
        found[f"english-more-{kind}"] = f"{kind}: more in English than in Japanese, all else alike"
        found[f"japanese-more-{kind}"] = f"{kind}: more in Japanese than in English, all else alike"
    found |= {
        "languages-mixed": "the languages differ in more than one kind",
        "must-english": "mandatory in English alone, of two effects of one kind",
        "must-japanese": "mandatory in Japanese alone, of two effects of one kind",
        "must-other-pair": "the numbers pair two kinds: the languages print the effects in different orders, or one is misread",
    }
    found |= {f"official-{a}-as-{b}": f"{a} by the supplement, read as {b}" for a in _OFFICIAL for b in allowed(Kind)}
    return found | {
        "official-chain": "the supplement says that it starts a chain; read otherwise",
        "official-no-chain": "the supplement says that it starts no chain, or is no effect; read as activated",
        "official-place": "the supplement names a place of activation that was not read",
        "official-must": "the supplement says otherwise whether it must be activated",
        "official-unlocated": "the passage that the supplement speaks of was not read as an effect of its own (not compared)",
        "residue-en-condition": "English words of an activation clause that were not understood",
        "residue-en-rest": "English words of a cost or an action that were not understood",
        "residue-ja-condition": "Japanese words of an activation clause that were not understood",
        "residue-ja-rest": "Japanese words of a cost or an action that were not understood",
    }


# Why something disagrees, decided by code alone: name and meaning. The list is closed.
CAUSES: dict[str, str] = _causes()


def needed_for(cause: str) -> Literal["pages", "supplements"] | None:
    """The witness without which nothing can have this cause; null where the dataset alone shows it."""
    if cause.startswith("official-"):
        return "supplements"
    return None if cause.startswith(("english-", "japanese-", "languages-", "must-", "residue-")) else "pages"


class Check(NamedTuple):
    """`n` things were compared (effects, texts, characters), `ok` of them agree. A cause with n = 0 is listed, not counted."""

    measure: Measure
    card: str  # name
    number: str  # passcode or the card's id
    part: str
    card_type: str
    kind: str  # of the effect; "" where the whole text is compared
    era: str
    wording: str
    language: str
    goal: bool  # whether the goal speaks of it
    n: int
    ok: int
    cause: str
    detail: str


def check(
    text: ReadText,
    measure: Measure,
    agrees: bool,
    cause: str = "",
    detail: str = "",
    *,
    kind: str = "",
    language: str = "",
    goal: bool = True,
    n: int = 1,
    ok: int | None = None,
) -> Check:
    """A check of (an effect of) this text; the cause counts only where it does not agree."""
    card = text.card
    return Check(
        measure=measure,
        card=card.name,
        number=card.passcode or card.card_id,
        part=text.part,
        card_type=card.card_type,
        kind=kind,
        era=text.era,
        wording=text.wording,
        language=language,
        goal=goal,
        n=n,
        ok=ok if ok is not None else n if agrees else 0,
        cause="" if agrees else cause,
        detail="" if agrees else detail,
    )
