"""The start and the end of the Battle Phase lie outside the step."""

from pipeline.classify.cites import BATTLE_PHASE, RULEBOOK_TURN
from pipeline.classify.phases import excluding_phases
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO

_EDGES = frozenset({"battle_start", "battle_end"})


def answer(case: Case) -> Answer:
    phases = excluding_phases(case.effect.condition)
    return NO if phases and not _EDGES.isdisjoint(phases) and _EDGES.issuperset(p for p in phases if p != "battle_step") else None


RULE = Rule(
    code="PHASE-03",
    rank=500,
    statement="An effect dated to the start or the end of the Battle Phase cannot be used in the Damage Step.",
    reason="This effect is used when the Battle Phase starts or ends, never inside a Damage Step.",
    rulebook=("R-STR-05", "W-85"),
    cites=(BATTLE_PHASE, RULEBOOK_TURN),
    reads=("condition.phases", "condition.window", "condition.names_step"),
    kinds=("trigger", "quick", "flip", "card_activation"),
    needs=("names_phases",),
    answer=answer,
    examples=(
        Example(
            text=('At the end of the Battle Phase, if this card battled a "Night Orchard" monster: You can shuffle it into the Deck; draw 1 card.'),
            answer="no",
        ),
        Example(
            text=(
                'At the start of the Battle Phase: You can target 1 "Night Orchard" monster you control; it gains 500 ATK until the end of this turn.'
            ),
            answer="no",
        ),
        Example(text="①：このカードが戦闘を行ったバトルフェイズ終了時に発動できる。このカードを持ち主の手札に戻す。", answer="no", language="ja"),
        Example(text="At the end of the Damage Step, if this card battled: You can return this card to the hand.", answer=None),
        Example(text="If this card battles an opponent's monster, after damage calculation: You can draw 1 card.", answer=None),
    ),
    confidence=0.99,
)
