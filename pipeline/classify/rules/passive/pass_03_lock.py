"""Forbidding others to activate is no activation."""

from pipeline.classify.cites import BATTLE_PHASE, faq, supplement
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import not_activated


def answer(case: Case) -> Answer:
    return not_activated(case.effect.applies_in)


RULE = Rule(
    code="PASS-03",
    rank=200,
    statement="A ban on the activations of others that applies by itself is not activated.",
    reason="This only forbids others to act; it applies by itself and is never activated.",
    rulebook=("R-ACT-21", "W-68"),
    cites=(supplement(12676), supplement(13480), faq(8328), BATTLE_PHASE),
    reads=("kind", "applies_in"),
    kinds=("lock",),
    answer=answer,
    examples=(
        Example(
            text=(
                'If this card attacks an "Emberloom" monster, your opponent cannot activate Traps or "Emberloom" cards until the '
                "end of the Damage Step."
            ),
            answer="not_activated",
        ),
        Example(
            text="①：このカードが戦闘を行う場合、相手はダメージステップ終了時までモンスターの効果を発動できない。",
            answer="not_activated",
            language="ja",
        ),
        Example(
            text="At the end of the Damage Step, if this card attacked: You can change this card to Defense Position, then draw 1 card.", answer=None
        ),
        Example(text="When this card declares an attack: You can target 1 Set card your opponent controls; banish it.", answer=None),
    ),
)
