"""Is the model worth having? Rules alone, model alone, both, beside two ways that anybody could take, on official statements."""

import re
from collections.abc import Sequence

import msgspec

from pipeline.classify.fallback_table import Table
from pipeline.validate.dataset import Dataset
from pipeline.validate.model_scores import ModelScores

# What somebody would search for who has no rules: a name of the step or of its windows, battle as a cause, a change of ATK or DEF.
_SPEAKS = re.compile(
    r"damage step|damage calculation|destroyed by battle|battle damage|gains? 0* ?(?:atk|def)|loses? 0* ?(?:atk|def)|(?:atk|def) (?:becomes|is)"
    r"|flip :|ダメージステップ|ダメージ計算|戦闘で破壊|戦闘ダメージ|攻撃力|守備力"
)
_EXCEPT = re.compile(r"except during the damage step|ダメージステップ以外")
YES, NO, OPEN = 1, 0, -1


class Way(msgspec.Struct, frozen=True):
    """One way to decide: of ``n`` official statements it answers ``decided``, ``right`` of them rightly; ``windows_right`` of the ``windows`` named.

    ``effects``, ``effects_decided``: of all activated effects in the dataset.
    """

    name: str
    n: int
    decided: int
    right: int
    windows: int
    windows_right: int
    effects: int
    effects_decided: int


def lift(table: Table, dataset: Dataset, scores: ModelScores) -> list[Way]:
    """The ways, the simplest first. The model is asked out of fold; what it or a supplement decided there counts as undecided by the rules."""
    effects = dataset.effects
    # "not activated" is an answer, and counts as "no" as far as the statement is concerned.
    verdict = (
        effects["eligible"]
        .map({"yes": YES, "no": NO, "not_activated": NO})
        .fillna(OPEN)
        .mask(effects["decided_by"].isin(["model", "supplement"]), OPEN)
        .astype(int)
    )
    by_rules = dict(zip(effects["effect_id"], zip(verdict, effects["windows"], strict=True), strict=True))
    rules = [by_rules.get(one.effect_id, (OPEN, 0)) for one in table.examples]
    model = [
        (OPEN, 0) if not taken else (int(said > 0), int(said)) for said, taken in zip(scores.said.tolist(), scores.accepted.tolist(), strict=True)
    ]
    # A contradiction between the languages is not for the model to settle.
    silent = [not one.groups for one in table.examples]
    both = [one if one[0] != OPEN else two if asked else (OPEN, 0) for one, two, asked in zip(rules, model, silent, strict=True)]
    ways = {
        "always no": [(NO, 0)] * len(rules),
        "search for words": [(_searched(" ".join(one.text)), 0) for one in table.examples],
        "rules alone": rules,
        "model alone, out of fold": model,
        "rules, then model": both,
    }
    return [_way(name, table, answers) for name, answers in ways.items()]


def _searched(text: str) -> int:
    text = text if text.isascii() else text.replace(" ", "")
    return YES if _SPEAKS.search(text) and not _EXCEPT.search(text) else NO


def _way(name: str, table: Table, answers: Sequence[tuple[int, int]]) -> Way:
    decided = right = windows = exact = 0
    stated = table.official & table.labelled
    for (said, opened), truth, named, counts in zip(answers, table.eligible.tolist(), table.stated_windows.tolist(), stated.tolist(), strict=True):
        if not counts or said == OPEN:
            continue
        decided += 1
        right += said == truth
        if said == truth == YES and named > 0:
            windows += 1
            exact += opened == named
    return Way(
        name=name,
        n=int(stated.sum()),
        decided=decided,
        right=right,
        windows=windows,
        windows_right=exact,
        effects=len(answers),
        effects_decided=sum(said != OPEN for said, _ in answers),
    )
