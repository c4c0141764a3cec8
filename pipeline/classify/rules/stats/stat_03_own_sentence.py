"""A change in a sentence of its own is open."""

from pipeline.classify.cites import supplement
from pipeline.classify.rule import FAST_KINDS, Answer, Case, Example, Rule
from pipeline.classify.stats import free_role
from pipeline.classify.verdicts import OPEN_UNTIL_CALC


def answer(case: Case) -> Answer:
    return OPEN_UNTIL_CALC if free_role(case.effect) == "sentence" else None


RULE = Rule(
    code="STAT-03",
    rank=1000,
    statement="A fixed change of ATK or DEF in a sentence of its own behind another processing, with no break between, counts as a changer.",
    reason="Changing ATK or DEF is a fixed part of what it does, with no break before it, which is allowed until damage calculation begins.",
    rulebook=("R-ATK-04", "W-134"),
    cites=(supplement(8980), supplement(18510), supplement(15307), supplement(15948)),
    reads=("actions", "condition"),
    kinds=FAST_KINDS,
    needs=("free", "changes_stats"),
    answer=answer,
    examples=(
        Example(
            text=(
                'Target 1 "Emberloom" card in your GY; add it to your hand. All "Emberloom" monsters you control gain 500 ATK '
                "until the end of this turn."
            ),
            answer="yes",
            windows=("start", "before_calc"),
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text=(
                "自分の墓地の「燠機」カード１枚を対象として発動できる。そのカードを手札に加える。自分フィールドの全ての「燠機」モンスター"
                "の攻撃力は５００アップする。"
            ),
            answer="yes",
            windows=("start", "before_calc"),
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(
            text='Target 1 "Emberloom" card in your GY; add it to your hand, then all "Emberloom" monsters you control gain 500 ATK.',
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text=('Target 1 "Emberloom" card in your GY; add it to your hand. You can make 1 "Emberloom" monster you control gain 500 ATK.'),
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
    ),
    confidence=0.88,
)
