"""Which effect of a script is which effect of the text: an assignment by kind, event, place, actions and order, with a score.

A text has one effect where scripts may register several (a Summon of either kind; a Quick and an Ignition form), and may have options
where a script has one effect. So what is matched are groups: `Match` joins rows of the text with effects of a script.
"""

from collections.abc import Mapping, Sequence

import msgspec

from pipeline.engine import core_numbers as number
from pipeline.engine.core_rules import Outcome, of_card
from pipeline.engine.script_facts import ScriptEffect
from pipeline.read.assignment import MOST_SCORES, undisputed
from pipeline.validate.script_groups import ScriptGroup, groups_of
from pipeline.validate.script_marks import ACTION_LABELS, ANSWER_CODES, EVENT_CODES, PZONE, WINDOW_CODES
from pipeline.validate.text_effects import TextCard, TextEffect

# Below this two effects are not the same (found by eye: unlike effects of one card score below 0.4).
LEAST_SCORE = 0.45
# A pair is sure where any exchange of partners would cost this much, or change nothing in the windows.
_MARGIN = 0.06
# Below this a pair is the best there is, and not sure.
_SURE = 0.52
_ORDER = 0.04
_CARD_TARGET = 0x10
# Kinds of text (first) and script, and how alike they are. What is not listed never goes together.
_KINDS: dict[tuple[str, str], float] = {
    ("card_activation", "card_activation"): 1.0,
    ("trigger", "trigger"): 1.0, ("trigger", "flip"): 0.6, ("trigger", "quick"): 0.5, ("trigger", "ignition"): 0.0,
    ("flip", "flip"): 1.0, ("flip", "trigger"): 0.7,
    ("quick", "quick"): 1.0, ("quick", "trigger"): 0.5, ("quick", "ignition"): 0.5, ("quick", "flip"): 0.0,
    ("ignition", "ignition"): 1.0, ("ignition", "quick"): 0.5, ("ignition", "trigger"): 0.1,
}  # fmt: skip
_WEIGHTS = {"kind": 3.0, "event": 3.0, "place": 2.0, "actions": 3.0, "targets": 0.7, "limited": 0.5, "pays": 0.5, "mandatory": 0.7, "granted": 1.0}


class Match(msgspec.Struct, frozen=True):
    """Rows of a text beside groups of a script. ``score`` 0-1; ``sure``: no exchange of partners would do as well and change windows."""

    texts: tuple[TextEffect, ...]
    groups: tuple[ScriptGroup, ...]
    score: float
    sure: bool

    @property
    def effects(self) -> tuple[ScriptEffect, ...]:
        """All effects of the script that belong to it."""
        return tuple(effect for group in self.groups for effect in group.effects)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What the core makes of them, in the same order."""
        return tuple(outcome for group in self.groups for outcome in group.outcomes)


class CardAlignment(msgspec.Struct, frozen=True):
    """One card beside its script. Every activated row of the text is in one match or in ``texts_left``."""

    script: int
    matches: tuple[Match, ...]
    texts_left: tuple[TextEffect, ...]
    groups_left: tuple[ScriptGroup, ...]

    @property
    def effect_level(self) -> bool:
        """Whether every activated effect of the text has its own in the script, without doubt."""
        return not self.texts_left and all(match.sure for match in self.matches)


def script_of(card: TextCard, scripts: Mapping[int, object]) -> int | None:
    """The number under which an engine has the card: the printed one, else that of another art or a stand-in."""
    return next((one for one in card.script_ids if one in scripts), None)


def expected_codes(text: TextEffect) -> frozenset[int]:
    """The codes for which a script may wait by the events, answers, windows and phases of the text; empty where it names none."""
    found: frozenset[int] = frozenset()
    for words, table in ((text.events, EVENT_CODES), (text.responds_to, ANSWER_CODES), (text.named, WINDOW_CODES)):
        for word in words:
            found |= table.get(word, frozenset())
    if text.phases and (text.kind == "trigger" or not found):
        found |= {number.EVENT_PHASE, number.FREE_CHAIN}
    return found


def _event(text: TextEffect, group: ScriptGroup) -> float:
    if group.kind == "ignition":
        return 1.0 if text.kind == "ignition" or not text.events else 0.0
    expected = expected_codes(text)
    if group.codes & expected:
        return 1.0
    if not expected:
        return 1.0 if number.FREE_CHAIN in group.codes else 0.3
    if number.EVENT_CUSTOM in group.codes:
        return 0.6
    return 0.35 if number.FREE_CHAIN in group.codes else 0.0


def _shared(text: TextEffect, group: ScriptGroup) -> float | None:
    """How much of what either side names the other names too; null where one of them says nothing."""
    wanted = [labels for action in text.actions if (labels := ACTION_LABELS.get(action))]
    if not wanted and not group.labels:
        return None
    if not wanted or not group.labels:
        return 0.4
    met = sum(1 for labels in wanted if labels & group.labels)
    known = frozenset(label for labels in wanted for label in labels)
    return (met + len(group.labels & known)) / (len(wanted) + len(group.labels))


def likeness(text: TextEffect, group: ScriptGroup) -> float:
    """How alike a row of a text and a group of a script are, 0 (never the same) to 1."""
    kind = _KINDS.get((text.kind, group.kind))
    if kind is None:
        return 0.0
    first = group.effects[0]
    ranges = 0
    for effect in group.effects:
        ranges |= effect.range
    activation = group.kind == "card_activation"
    if not activation and (text.part == "pendulum_effect") != (ranges & ~PZONE == 0 and bool(ranges & PZONE)):
        return 0.0
    found: dict[str, float] = {"kind": kind, "event": _event(text, group)}
    if not activation and text.places and group.places:
        found["place"] = 1.0 if text.places & group.places else 0.0
    if text.number == 0:
        found["event"] = 1.0
    else:
        shared = _shared(text, group)
        if shared is not None:
            found["actions"] = shared
        found["targets"] = float(text.targets == bool(first.flags & _CARD_TARGET))
        found["pays"] = float(text.pays == first.has_cost)
        found["limited"] = float(text.limited == bool(first.count))
    if text.mandatory is not None and group.kind in ("trigger", "flip"):
        found["mandatory"] = float(text.mandatory == group.outcomes[0].mandatory)
    granted = first.place == "granted" or bool(first.type & number.XMATERIAL)
    if granted or text.granted:
        found["granted"] = float(granted == text.granted)
    weight = sum(_WEIGHTS[name] for name in found)
    return sum(_WEIGHTS[name] * value for name, value in found.items()) / weight


def align(card: TextCard, script: int, effects: Sequence[ScriptEffect], outcomes: Sequence[Outcome]) -> CardAlignment:
    """The card's activated rows beside the activated effects of its script. ``outcomes``: of all effects, in their order (`of_card`).

    No real card is beyond `MOST_SCORES`; what is, is compared as a whole.
    """
    texts = [text for text in card.effects if text.activated]
    groups = groups_of(effects, outcomes)
    if len(texts) * len(groups) > MOST_SCORES:
        return CardAlignment(script, (), tuple(texts), tuple(groups))
    scores = [[likeness(text, group) for group in groups] for text in texts]
    pairs = _assigned(scores)
    sure = {(i, j): _is_sure(i, j, scores, texts, groups, pairs) for i, j in pairs}
    rows_of: dict[int, list[int]] = {j: [i] for i, j in pairs}
    groups_for: dict[int, list[int]] = {j: [j] for _, j in pairs}
    home = dict(pairs)
    # Options and other rows beyond the script's effects, then effects of the script beyond the rows: each goes with what it resembles most.
    texts_left = []
    for i, text in enumerate(texts):
        if i in home:
            continue
        best = max(rows_of, key=lambda j, i=i: (_kin(text, texts[rows_of[j][0]]), scores[i][j]), default=None)  # type: ignore[misc]
        if best is not None and (scores[i][best] >= 0.6 or (scores[i][best] >= LEAST_SCORE and _kin(text, texts[rows_of[best][0]]))):
            rows_of[best].append(i)
        else:
            texts_left.append(text)
    groups_left = []
    for j, group in enumerate(groups):
        if j in rows_of:
            continue
        best = max(home, key=lambda i, j=j: scores[i][j], default=None)  # type: ignore[misc]
        if best is not None and scores[best][j] >= 0.6:
            groups_for[home[best]].append(j)
        else:
            groups_left.append(group)
    matches = [
        Match(
            tuple(texts[i] for i in sorted(rows_of[j])),
            tuple(groups[k] for k in sorted(groups_for[j])),
            round(scores[rows_of[j][0]][j], 3),
            sure[rows_of[j][0], j],
        )
        for j in sorted(rows_of, key=lambda j: rows_of[j][0])
    ]
    return CardAlignment(script, tuple(matches), tuple(texts_left), tuple(groups_left))


def _kin(one: TextEffect, other: TextEffect) -> bool:
    return one.part == other.part and one.number == other.number


def _assigned(scores: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    if not scores or not scores[0]:
        return []
    height, width = len(scores), len(scores[0])
    gains = [[score + _ORDER * (1 - abs(i / height - j / width)) if score else 0.0 for j, score in enumerate(row)] for i, row in enumerate(scores)]
    pairs = undisputed(gains, 1e-9)
    if pairs is None:
        # Loaded on first use, as the alignment of the two languages does.
        from scipy.optimize import linear_sum_assignment

        rows, columns = linear_sum_assignment(gains, maximize=True)
        pairs = list(zip(rows.tolist(), columns.tolist(), strict=True))
    return [(i, j) for i, j in pairs if scores[i][j] >= LEAST_SCORE]


def _is_sure(
    i: int, j: int, scores: Sequence[Sequence[float]], texts: Sequence[TextEffect], groups: Sequence[ScriptGroup], pairs: Sequence[tuple[int, int]]
) -> bool:
    """Whether no exchange with another pair, or with a group that is free, comes near in score and would tell other windows."""
    if scores[i][j] < _SURE or _KINDS[texts[i].kind, groups[j].kind] < 0.5:
        return False
    partner = {column: row for row, column in pairs}
    for other, group in enumerate(groups):
        if other == j or group.windows == groups[j].windows or not scores[i][other]:
            continue
        taken = partner.get(other)
        loss = scores[i][j] - scores[i][other]
        if taken is not None:
            if not scores[taken][j] or (texts[taken].windows == texts[i].windows and texts[taken].eligible == texts[i].eligible):
                continue
            loss += scores[taken][other] - scores[taken][j]
        if loss < _MARGIN:
            return False
    return True


def align_card(card: TextCard, script: int, effects: Sequence[ScriptEffect]) -> CardAlignment:
    """As `align`, with the core's outcomes found here."""
    return align(card, script, effects, of_card(effects, number.card_type(card.card_type, card.property)))
