"""A change tied to another processing is open."""

from pipeline.classify.cites import supplement
from pipeline.classify.rule import FAST_KINDS, Answer, Case, Example, Rule
from pipeline.classify.stats import free_role
from pipeline.classify.verdicts import OPEN_UNTIL_CALC


def answer(case: Case) -> Answer:
    return OPEN_UNTIL_CALC if free_role(case.effect) == "joined" else None


RULE = Rule(
    code="STAT-02",
    rank=1000,
    statement='A fixed change of ATK or DEF that happens together with another processing ("also", "and if you do") counts as a changer.',
    reason="Changing ATK or DEF is a fixed part of what it does at once, which is allowed until damage calculation begins.",
    rulebook=("R-ATK-04", "W-03", "W-04"),
    cites=(supplement(8121), supplement(12803), supplement(16558), supplement(22956)),
    reads=("actions", "condition"),
    kinds=FAST_KINDS,
    needs=("free", "changes_stats"),
    answer=answer,
    examples=(
        Example(
            text="Target 1 face-up monster on the field; this turn, it cannot be destroyed by battle, also its ATK is halved.",
            answer="yes",
            windows=("start", "before_calc"),
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text=(
                "①：自分フィールドの「銅鷺」カード１枚を対象として発動できる。そのカードを持ち主の手札に戻し、自分フィールドの全ての「銅"
                "鷺」モンスターの攻撃力は８００アップする。"
            ),
            answer="yes",
            windows=("start", "before_calc"),
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(
            text="Target 1 face-up monster on the field; this turn, it cannot be destroyed by battle, then you can halve its ATK.",
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text='Special Summon 1 "Copper Heron" monster from your GY, and if you do, it gains 800 ATK.',
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
    ),
    confidence=0.93,
)
