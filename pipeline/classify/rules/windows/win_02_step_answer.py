"""An answer that names the step itself."""

from pipeline.classify.cites import supplement
from pipeline.classify.events import answers_activation
from pipeline.classify.negation import negates_activation
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import RESPONSE_UNTIL_CALC


def answer(case: Case) -> Answer:
    condition = case.effect.condition
    if not condition.names_step or not answers_activation(condition) or negates_activation(case.effect):
        return None
    return RESPONSE_UNTIL_CALC


RULE = Rule(
    code="WIN-02",
    rank=610,
    statement="An effect that answers an activation, negates none and names the Damage Step is used before damage calculation begins.",
    reason="The text names the step for this answer; without negating an activation it is held to the time before damage calculation.",
    rulebook=("R-ACT-13", "W-43", "W-125"),
    cites=(supplement(9109),),
    reads=("condition.names_step", "condition.responds_to", "actions"),
    kinds=EVENT_KINDS,
    needs=("names_step", "answers_activation"),
    answer=answer,
    examples=(
        Example(
            text=(
                'During the Battle Step or Damage Step of this card\'s attack, when a "Rooksong" card or effect is activated '
                "(Quick Effect): You can Special Summon 1 monster from your GY."
            ),
            answer="yes",
            windows=("start", "before_calc"),
        ),
        Example(
            text=(
                "①：このカードが攻撃を行うバトルステップ及びダメージステップに相手が魔法・罠カードを発動した時に発動できる。自分の墓地の"
                "「鴉歌」モンスター１体を特殊召喚する。"
            ),
            answer="yes",
            windows=("start", "before_calc"),
            language="ja",
        ),
        Example(
            text=('During the Damage Step, when a "Rooksong" Spell is activated (Quick Effect): You can negate the activation, also draw 1 card.'),
            answer=None,
        ),
        Example(
            text='When a "Rooksong" card or effect is activated (Quick Effect): You can Special Summon 1 monster from your GY.',
            answer=None,
        ),
    ),
    confidence=0.9,
)
