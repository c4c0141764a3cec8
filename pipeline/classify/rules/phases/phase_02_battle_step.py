"""The Battle Step is another step."""

from pipeline.classify.cites import BATTLE_PHASE, RULEBOOK_TURN
from pipeline.classify.phases import excluding_phases
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    phases = excluding_phases(case.effect.condition)
    return NO if phases and all(phase == "battle_step" for phase in phases) else None


RULE = Rule(
    code="PHASE-02",
    rank=500,
    statement="An effect dated to the Battle Step alone cannot be used in the Damage Step.",
    reason="This effect belongs to the Battle Step, which is over when the Damage Step begins.",
    rulebook=("R-ACT-01", "W-19", "W-87"),
    cites=(BATTLE_PHASE, RULEBOOK_TURN),
    reads=("condition.phases", "condition.window", "condition.names_step"),
    kinds=("trigger", "quick", "flip", "card_activation"),
    needs=("names_phases",),
    answer=answer,
    examples=(
        Example(
            text=(
                'During the Battle Step, when your "Copper Heron" monster is attacked (Quick Effect): You can discard this card; '
                "that monster gains 900 ATK until the end of this turn."
            ),
            answer="no",
        ),
        Example(
            text="①：自分の「銅鷺」モンスターが戦闘を行うバトルステップに発動できる。そのモンスターの攻撃力は９００アップする。",
            answer="no",
            language="ja",
        ),
        Example(
            text=(
                'During the Damage Step, when your "Copper Heron" monster battles (Quick Effect): You can discard this card; that'
                " monster gains 900 ATK until the end of this turn."
            ),
            answer=None,
        ),
        Example(
            text=(
                'During the Battle Phase (Quick Effect): You can target 1 "Copper Heron" monster you control; it gains 900 ATK '
                "until the end of this turn."
            ),
            answer=None,
        ),
    ),
    confidence=0.98,
)
