"""Negating an activation is open in every window."""

from pipeline.classify.cites import BATTLE_PHASE, NEGATION, supplement
from pipeline.classify.negation import negates_activation
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import RESPONSE_ANYWHERE, responds
from pipeline.windows import NONE


def answer(case: Case) -> Answer:
    effect = case.effect
    if not negates_activation(effect):
        return None
    window = effect.condition.window
    return RESPONSE_ANYWHERE if window is NONE else responds(window)


RULE = Rule(
    code="NEG-01",
    rank=800,
    statement="A fast effect that negates an activation may answer it in every window, whatever else it does.",
    reason="It negates an activation, and that may be done at any time in the Damage Step.",
    rulebook=("R-ACT-03", "R-LEG-02", "W-25", "W-33", "W-35", "W-37", "W-44", "W-47"),
    cites=(NEGATION, BATTLE_PHASE, supplement(13415), supplement(5260)),
    reads=("actions", "condition.window"),
    kinds=EVENT_KINDS,
    needs=("negates_activation",),
    answer=answer,
    examples=(
        Example(
            text=(
                'When your opponent activates a Spell/Trap Card (Quick Effect): You can discard 1 "Glassmoor" card; negate the '
                "activation, and if you do, destroy that card."
            ),
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
        ),
        Example(
            text=(
                "①：相手がモンスターの効果を発動した時に発動できる。その発動を無効にし、自分フィールドの「硝子沼」モンスターの攻撃力は４"
                "００アップする。"
            ),
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(
            text=(
                'When your opponent activates a Spell/Trap Card (Quick Effect): You can discard 1 "Glassmoor" card; negate that '
                "effect, and if you do, destroy that card."
            ),
            answer=None,
        ),
        Example(
            text=("①：相手がモンスターの効果を発動した時に発動できる。その発動した効果を無効にし、「硝子沼」モンスター１体を手札から特殊召喚する。"),
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
    ),
    confidence=0.99,
)
