"""An attack can no longer be negated in the step."""

from pipeline.classify.cites import BATTLE_PHASE, RULEBOOK_TURN
from pipeline.classify.events import answers_activation, live, windows_of
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO
from pipeline.windows import NONE


def answer(case: Case) -> Answer:
    condition = case.effect.condition
    if condition.window is not NONE or answers_activation(condition) or windows_of(live(condition)) is not NONE:
        return None
    negates = any(action.what == "negate_attack" for action in case.effect.actions) and not condition.phases
    return NO if "attack" in condition.responds_to or negates else None


RULE = Rule(
    code="NOOC-05",
    rank=655,
    statement="An effect that answers an attack to negate it has no occasion once the Damage Step has begun.",
    reason="It answers an attack, which lies behind once the Damage Step has begun.",
    rulebook=("R-ACT-01", "W-39"),
    cites=(BATTLE_PHASE, RULEBOOK_TURN),
    reads=("condition.responds_to", "condition.events", "condition.window"),
    kinds=EVENT_KINDS,
    needs=("stops_attack",),
    answer=answer,
    examples=(
        Example(
            text='Negate the attack of 1 monster your opponent controls, and if you do, your "Glassmoor" monsters gain 300 ATK.',
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text="①：手札のこのカードを捨てて発動できる。相手モンスター１体の攻撃を無効にし、「硝子沼」カード１枚をデッキから墓地へ送る。",
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(text="If this card battles an opponent's monster, after damage calculation: You can negate that monster's effects.", answer=None),
        Example(
            text=(
                'When a "Glassmoor" card or effect is activated (Quick Effect): You can negate the activation, then you can '
                "negate 1 attack this turn."
            ),
            answer=None,
        ),
    ),
    confidence=0.97,
)
