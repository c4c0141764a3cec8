"""An own half beside an answer to an activation."""

from pipeline.classify.cites import supplement
from pipeline.classify.events import answers_activation, live, own_change
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import by_event
from pipeline.windows import ALL, CURRENT


def answer(case: Case) -> Answer:
    condition = case.effect.condition
    if not answers_activation(condition) or not any(own_change(event) for event in live(condition)):
        return None
    return by_event(ALL)


RULE = Rule(
    code="OWN-04",
    rank=805,
    statement="A condition about this card beside an answer to an activation, in a single effect, counts as an own trigger as well.",
    reason="One half of its condition is about this very card, and then the whole effect may be used in the Damage Step.",
    rulebook=("R-ACT-10", "W-129"),
    cites=(supplement(21813),),
    reads=("condition.events", "condition.responds_to"),
    kinds=("trigger", "quick"),
    answer=answer,
    examples=(
        Example(
            text=(
                "If this card is Xyz Summoned, or when your opponent activates a Spell Card (Quick Effect): You can target 1 card"
                " your opponent controls; destroy it."
            ),
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
        ),
        Example(
            text=("①：このカードがＸ召喚した場合、または相手が魔法カードを発動した場合に発動できる。相手フィールドのカード１枚を選んで除外する。"),
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            language="ja",
        ),
        Example(
            text="When your opponent activates a Spell Card (Quick Effect): You can target 1 card your opponent controls; destroy it.", answer=None
        ),
        Example(text="If this card is Xyz Summoned: You can target 1 card your opponent controls; destroy it.", answer=None),
    ),
    rulesets=tuple(sorted(CURRENT)),
    confidence=0.85,
)
