"""Effects of a script that are one effect of the text: what differs in the event alone."""

from collections.abc import Sequence

import msgspec

from pipeline.engine.core_rules import Outcome
from pipeline.engine.script_facts import ScriptEffect
from pipeline.validate.script_marks import base_code, labels_of, places_of
from pipeline.windows import NONE, Window


class ScriptGroup(msgspec.Struct, frozen=True):
    """Effects of a script that are one effect in different forms, with what the core makes of them together."""

    effects: tuple[ScriptEffect, ...]
    outcomes: tuple[Outcome, ...]
    kind: str
    codes: frozenset[int]
    places: frozenset[str]
    labels: frozenset[str]

    @property
    def windows(self) -> Window:
        """The windows in which some form may be activated."""
        found = NONE
        for outcome in self.outcomes:
            found |= outcome.windows
        return found


def groups_of(effects: Sequence[ScriptEffect], outcomes: Sequence[Outcome]) -> list[ScriptGroup]:
    """The activated effects of a script, those joined that differ in the event alone: clones, and effects with the same string."""
    runs: list[list[int]] = []
    where: dict[int, list[int]] = {}
    same: dict[tuple[object, ...], list[int]] = {}
    for at, effect in enumerate(effects):
        kind = outcomes[at].kind
        if kind == "continuous" or effect.place == "duel":
            continue
        family = "trigger" if kind == "flip" else kind
        key = (family, effect.category, effect.range, effect.string_no, effect.place, effect.count_code)
        run = where.get(effect.clone_of)
        if run is None or not _like(effects[run[0]], effect, outcomes[run[0]], outcomes[at]):
            run = same.get(key) if effect.string_no is not None and family == "trigger" else None
        if run is None:
            run = []
            runs.append(run)
        run.append(at)
        where[effect.order] = run
        same.setdefault(key, run)
    return [_group([effects[at] for at in run], [outcomes[at] for at in run]) for run in runs]


def _like(first: ScriptEffect, clone: ScriptEffect, one: Outcome, other: Outcome) -> bool:
    same_kind = {one.kind, other.kind} <= {"trigger", "flip"} or one.kind == other.kind
    return same_kind and first.category == clone.category and first.string_no == clone.string_no


def _group(effects: Sequence[ScriptEffect], outcomes: Sequence[Outcome]) -> ScriptGroup:
    places: frozenset[str] = frozenset()
    category = 0
    for effect in effects:
        places |= places_of(effect.range)
        category |= effect.category
    codes = frozenset(base_code(effect.code) for effect in effects)
    return ScriptGroup(tuple(effects), tuple(outcomes), outcomes[0].kind, codes, places, labels_of(category))
