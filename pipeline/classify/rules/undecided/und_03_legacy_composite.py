"""Composite conditions in the older rulesets."""

from pipeline.classify.cites import supplement
from pipeline.classify.events import all_own, answers_activation, changes_own, live
from pipeline.classify.rule import UNDECIDED, Answer, Case, Example, Rule


def answer(case: Case) -> Answer:
    condition = case.effect.condition
    events = live(condition)
    if not changes_own(events):
        return None
    other = answers_activation(condition) or not all_own(events)
    return UNDECIDED if other else None


RULE = Rule(
    code="UND-03",
    rank=805,
    statement="Composite conditions with an own half are ruled on for today alone; for the older rulesets they are left open.",
    reason="Half of its condition is about this very card; no ruling of that time tells how such conditions were treated.",
    rulebook=("R-ACT-10",),
    cites=(supplement(14345),),
    reads=("condition.events", "condition.responds_to"),
    kinds=("trigger", "quick", "flip"),
    needs=("own_change", "beside_own"),
    answer=answer,
    examples=(
        Example(
            text=('If this card is Special Summoned, or if another "Glassmoor" monster is Special Summoned to your field: You can draw 1 card.'),
            answer="uncertain",
            ruleset="edison",
        ),
        Example(
            text=(
                "①：このカードが特殊召喚した場合、または相手がモンスターを特殊召喚した場合に発動できる。デッキから「硝子沼」カード１枚を墓地へ送る。"
            ),
            answer="uncertain",
            ruleset="ocg-mr2",
            language="ja",
        ),
        Example(text='If this card is Special Summoned: You can draw 1 card, then discard 1 "Glassmoor" card.', answer=None, ruleset="edison"),
        Example(text='If another "Glassmoor" monster is Special Summoned to your field: You can draw 1 card.', answer=None, ruleset="edison"),
    ),
    rulesets=("ocg-mr2", "edison", "goat"),
)
