"""An answer that names a window as its other moment."""

from pipeline.classify.cites import supplement
from pipeline.classify.events import answers_activation
from pipeline.classify.negation import negates_activation
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import named
from pipeline.windows import NONE, Window

# By the last window named: all windows up to it.
_UP_TO = {w.value: Window(2 * w.value - 1) for w in Window}
_CONDITION = "outside the named window only chained to what it answers"


def answer(case: Case) -> Answer:
    condition = case.effect.condition
    if condition.window is NONE or not answers_activation(condition) or negates_activation(case.effect):
        return None
    return named(_UP_TO[max(w.value for w in condition.window)], _CONDITION)


RULE = Rule(
    code="WIN-01",
    rank=600,
    statement="An effect that answers an activation or is used in a named window opens the named window, and answers in the step up to it.",
    reason="The text names this part of the battle as its other moment, which opens the step for its answers as well, up to that point.",
    rulebook=("R-ACT-17", "W-135"),
    cites=(supplement(22691), supplement(23393)),
    reads=("condition.window", "condition.responds_to", "actions"),
    kinds=EVENT_KINDS,
    needs=("names_window", "answers_activation"),
    answer=answer,
    examples=(
        Example(
            text=(
                "When your opponent activates a monster effect, or during damage calculation, if your monster battles (Quick "
                'Effect): You can Tribute this card; Special Summon 1 "Glassmoor" monster from your hand.'
            ),
            answer="yes",
            windows=("start", "before_calc", "during_calc"),
        ),
        Example(
            text=(
                "①：相手がモンスターの効果を発動した時、または自分のモンスターが戦闘を行うダメージ計算時に、このカードを手札から捨てて発"
                "動できる。手札から「硝子沼」モンスター１体を特殊召喚する。"
            ),
            answer="yes",
            windows=("start", "before_calc", "during_calc"),
            language="ja",
        ),
        Example(
            text=(
                'When your opponent activates a "Glassmoor" monster effect (Quick Effect): You can Tribute this card; Special '
                'Summon 1 "Glassmoor" monster.'
            ),
            answer=None,
        ),
        Example(
            text=(
                'During damage calculation, if your "Glassmoor" monster battles (Quick Effect): You can discard this card; halve '
                "the battle damage you take."
            ),
            answer=None,
        ),
    ),
    confidence=0.9,
)
