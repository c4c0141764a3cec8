"""Equipping with a bonus is a change of ATK or DEF."""

from pipeline.classify.cites import supplement
from pipeline.classify.rule import FAST_KINDS, Answer, Case, Example, Rule
from pipeline.classify.stats import free_role
from pipeline.classify.verdicts import OPEN_UNTIL_CALC


def answer(case: Case) -> Answer:
    return OPEN_UNTIL_CALC if free_role(case.effect) == "equipped" else None


RULE = Rule(
    code="STAT-04",
    rank=1000,
    statement="A Trap or Quick Effect that equips a card with a bonus or loss of ATK or DEF counts as a changer.",
    reason="It equips a card that changes ATK or DEF, which is allowed in the Damage Step until damage calculation begins.",
    rulebook=("R-ATK-13", "W-11"),
    cites=(supplement(4664), supplement(5396), supplement(18171)),
    reads=("actions", "condition"),
    kinds=FAST_KINDS,
    needs=("free", "changes_stats"),
    answer=answer,
    examples=(
        Example(
            text='Target 1 "Rooksong" monster you control; equip this card to that target. It gains 700 ATK.',
            answer="yes",
            windows=("start", "before_calc"),
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text=(
                "自分フィールドの「鴉歌」モンスター１体を対象として発動できる。このカードを攻撃力７００アップの装備カード扱いとして、その"
                "モンスターに装備する。"
            ),
            answer="yes",
            windows=("start", "before_calc"),
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(
            text='Target 1 "Rooksong" monster you control; equip this card to that target. It cannot be destroyed by battle.',
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text='Target 1 "Rooksong" monster you control; equip this card to that target. It gains 700 ATK.',
            answer=None,
            card_type="Spell",
            property="Normal",
            types=(),
        ),
    ),
    confidence=0.95,
)
