"""A place in the chain is no permission."""

from pipeline.classify.cites import BATTLE_PHASE
from pipeline.classify.negation import negates_activation
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.stats import stat_role
from pipeline.classify.verdicts import NO, OPEN_UNTIL_CALC


def answer(case: Case) -> Answer:
    effect = case.effect
    if effect.mandatory or "chain" not in effect.condition.responds_to or negates_activation(effect):
        return None
    return OPEN_UNTIL_CALC if stat_role(effect) in ("first", "joined", "sentence", "equipped") else NO


RULE = Rule(
    code="ANS-03",
    rank=835,
    statement="An effect that asks for a certain length of the chain is closed unless it negates an activation or changes ATK or DEF.",
    reason="Asking for a certain place in the chain does not open the Damage Step.",
    rulebook=("R-ACT-01", "W-50"),
    cites=(BATTLE_PHASE,),
    reads=("condition.responds_to", "actions", "mandatory"),
    kinds=EVENT_KINDS,
    needs=("answers_activation",),
    answer=answer,
    examples=(
        Example(
            text='Activate as Chain Link 3 or higher: Draw 1 card, then you can Set 1 "Emberloom" Trap from your hand.',
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text="チェーン３以降に発動できる。デッキから「燠機」カード２枚を墓地へ送る。",
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(
            text='When your opponent activates a monster effect: Draw 1 card, then you can Set 1 "Emberloom" Trap from your hand.',
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(text='Draw 1 card, then you can Set 1 "Emberloom" Trap from your hand.', answer=None, card_type="Trap", property="Normal", types=()),
    ),
    confidence=0.96,
)
