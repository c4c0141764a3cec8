"""A plain flip-up is closed."""

from pipeline.classify.cites import BATTLE_PHASE, supplement
from pipeline.classify.events import free_timing
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.stats import stat_role
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    if case.card.property != "Continuous" or case.card.card_type != "Trap" or not free_timing(case.effect):
        return None
    return NO if stat_role(case.effect) is None else None


RULE = Rule(
    code="ACT-03",
    rank=1030,
    statement="Turning up a Continuous Trap without a legal effect in the same chain link is closed.",
    reason="A Continuous Trap may be turned up in the Damage Step only if it changes ATK/DEF or negates an activation; this does neither.",
    rulebook=("R-ACT-18", "R-ACT-01", "W-121", "W-36"),
    cites=(BATTLE_PHASE, supplement(5918)),
    reads=("kind", "card.property", "condition", "actions"),
    kinds=("card_activation",),
    needs=("lasting_trap", "free"),
    answer=answer,
    examples=(
        Example(
            text='"Night Orchard" monsters you control cannot be destroyed by card effects.',
            answer="no",
            card_type="Trap",
            property="Continuous",
            types=(),
            effect=0,
        ),
        Example(
            text=(
                "①：このカードが魔法＆罠ゾーンに存在する限り、お互いに墓地のカードを除外できない。②：自分フィールドの「夜果樹」モンスタ"
                "ーが効果で破壊された場合に発動できる。自分はデッキから１枚ドローする。"
            ),
            answer="no",
            card_type="Trap",
            property="Continuous",
            types=(),
            effect=0,
            language="ja",
        ),
        Example(text='Draw 1 card, then discard 1 "Night Orchard" card.', answer=None, card_type="Trap", property="Normal", types=()),
        Example(
            text='"Night Orchard" monsters you control cannot be destroyed by card effects.',
            answer=None,
            card_type="Spell",
            property="Continuous",
            types=(),
            effect=0,
        ),
    ),
    confidence=0.97,
)
