"""A named window is the permission for its first chain."""

from pipeline.classify.cites import BATTLE_PHASE, RULEBOOK_TURN, faq
from pipeline.classify.events import answers_activation
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import named
from pipeline.windows import NONE


def answer(case: Case) -> Answer:
    condition = case.effect.condition
    if condition.window is NONE or answers_activation(condition):
        return None
    return named(condition.window)


RULE = Rule(
    code="WIN-04",
    rank=630,
    statement="An effect dated to one of the five windows may be activated there, in the first chain of that window.",
    reason="The text names this moment of the battle, so it may be activated there, and must be in the first chain of that window.",
    rulebook=(
        "R-ACT-13",
        "R-ATK-10",
        "R-WIN-01",
        "R-WIN-02",
        "R-WIN-03",
        "R-WIN-04",
        "R-WIN-05",
        "R-WIN-06",
        "R-WIN-09",
        "R-CAL-05",
        "W-21",
        "W-22",
        "W-59",
        "W-60",
        "W-61",
        "W-63",
        "W-64",
        "W-65",
        "W-75",
        "W-77",
        "W-82",
        "W-83",
        "W-84",
        "W-86",
        "W-91",
    ),
    cites=(BATTLE_PHASE, RULEBOOK_TURN, faq(7279), faq(24050)),
    reads=("condition.window",),
    kinds=EVENT_KINDS,
    needs=("names_window",),
    answer=answer,
    examples=(
        Example(
            text='At the start of the Damage Step, if this card battles a "Copper Heron" monster: You can banish that monster.',
            answer="yes",
            windows=("start",),
        ),
        Example(
            text=(
                'During damage calculation, if your "Night Orchard" monster battles (Quick Effect): You can discard this card; '
                "halve the battle damage you take."
            ),
            answer="yes",
            windows=("during_calc",),
        ),
        Example(
            text="①：このカードが「銅鷺」モンスターと戦闘を行ったダメージ計算後に発動できる。その相手モンスターを持ち主の手札に戻す。",
            answer="yes",
            windows=("after_calc",),
            language="ja",
        ),
        Example(
            text='At the end of the Damage Step, if this card attacked: You can Special Summon 1 "Night Orchard" monster from your GY.',
            answer="yes",
            windows=("end",),
        ),
        Example(text="If this card inflicts battle damage to your opponent: You can draw 1 card.", answer=None),
        Example(text="You can target 1 monster your opponent controls; its ATK is halved until the end of the Damage Step.", answer=None),
    ),
    confidence=0.985,
)
