"""Free Quick Effects are closed."""

from pipeline.classify.cites import BATTLE_PHASE, RULEBOOK_TURN
from pipeline.classify.events import free_timing
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.stats import stat_role
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    effect = case.effect
    if not free_timing(effect) or "battle" in effect.condition.phases or stat_role(effect) is not None:
        return None
    return NO


RULE = Rule(
    code="FREE-01",
    rank=1090,
    statement="A Quick Effect of free timing that changes no ATK or DEF is closed, marked or not.",
    reason="It may be used at almost any time, but not in the Damage Step, as it neither changes ATK or DEF nor negates an activation.",
    rulebook=("R-ACT-01", "R-ATK-03", "R-ATK-12", "W-26", "W-27", "W-30", "W-32", "W-32b", "W-36", "W-57", "W-78", "W-105", "W-118"),
    cites=(RULEBOOK_TURN, BATTLE_PHASE),
    reads=("kind", "condition", "actions"),
    kinds=("quick",),
    needs=("free",),
    answer=answer,
    examples=(
        Example(
            text=('(Quick Effect): You can discard this card, then target 1 "Glassmoor" monster your opponent controls; negate its effects.'),
            answer="no",
        ),
        Example(
            text="①：自分・相手ターンに、手札のこのカードを捨てて発動できる。相手フィールドの魔法カード１枚を選んで持ち主の手札に戻す。",
            answer="no",
            language="ja",
        ),
        Example(
            text=(
                '(Quick Effect): You can banish 1 "Glassmoor" card from your GY; change the battle position of all monsters your opponent controls.'
            ),
            answer="no",
        ),
        Example(
            text='(Quick Effect): You can target 1 "Glassmoor" monster in the Monster Zone; its ATK becomes 0, also negate its effects.', answer=None
        ),
        Example(
            text=(
                'During damage calculation, if your monster battles (Quick Effect): You can discard this "Glassmoor" card; halve '
                "the battle damage you take."
            ),
            answer=None,
        ),
    ),
    confidence=0.985,
)
