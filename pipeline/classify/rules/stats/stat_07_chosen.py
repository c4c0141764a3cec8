"""A change that may not come about does not count."""

from pipeline.classify.cites import ORGANIZATION, supplement
from pipeline.classify.rule import FAST_KINDS, Answer, Case, Example, Rule
from pipeline.classify.stats import free_role
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    return NO if free_role(case.effect) == "chosen" else None


RULE = Rule(
    code="STAT-07",
    rank=1000,
    statement="An effect that may end up changing no ATK or DEF, as somebody chooses among several results, is closed.",
    reason="Depending on a choice it may change no ATK or DEF at all, so it does not count as such a change.",
    rulebook=("R-ATK-07", "W-29"),
    cites=(supplement(8062), ORGANIZATION),
    reads=("actions", "condition"),
    kinds=FAST_KINDS,
    needs=("free", "changes_stats"),
    answer=answer,
    examples=(
        Example(
            text="Your opponent chooses 1 monster they control, and if they do, halve its ATK, also end the Battle Phase.",
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text=(
                "相手は以下から１つを選択する。●相手フィールドのモンスターの攻撃力は５００ダウンする。●自分はデッキから「硝子沼」カード"
                "１枚を手札に加える。"
            ),
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(
            text="Choose 1 monster your opponent controls, and halve its ATK until the end of this turn.",
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(text="Your opponent chooses 1 card in their hand and discards it.", answer=None, card_type="Trap", property="Normal", types=()),
    ),
    confidence=0.85,
)
