"""A mandatory answer is given in every window."""

from pipeline.classify.cites import RULEBOOK_TURN, faq
from pipeline.classify.events import answers_activation
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import by_event
from pipeline.windows import ALL


def answer(case: Case) -> Answer:
    effect = case.effect
    return by_event(ALL) if effect.mandatory and answers_activation(effect.condition) else None


RULE = Rule(
    code="MAND-02",
    rank=810,
    statement="An effect that must answer an activation does so in every window, also where it negates no more than the effect.",
    reason="The player has no choice here: the answer must be given whenever something fitting is activated, the Damage Step included.",
    rulebook=("R-ACT-05", "W-45", "W-120"),
    cites=(RULEBOOK_TURN, faq(9132)),
    reads=("mandatory", "condition.responds_to"),
    kinds=("trigger", "quick"),
    needs=("mandatory", "answers_activation"),
    answer=answer,
    examples=(
        Example(
            text=("When your opponent activates a monster effect (Quick Effect): Negate that effect, and if you do, this card loses 500 ATK."),
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
        ),
        Example(
            text="①：このカードを対象とするモンスターの効果が発動した時に発動する。その効果を無効にし、このカードの攻撃力は５００ダウンする。",
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            language="ja",
        ),
        Example(
            text=(
                'When your opponent activates a "Copper Heron" monster effect (Quick Effect): You can negate that effect, and if '
                "you do, this card loses 500 ATK."
            ),
            answer=None,
        ),
        Example(
            text="相手がモンスターの効果を発動した時に発動する。その効果を無効にし、「銅鷺」モンスター１体をデッキから手札に加える。",
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
    ),
    confidence=0.98,
)
