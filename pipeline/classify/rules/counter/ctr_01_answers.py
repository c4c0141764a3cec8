"""Counter Traps answer any activation."""

from pipeline.classify.cites import RULEBOOK_TURN, WIKI, supplement
from pipeline.classify.events import answers_activation
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import RESPONSE_ANYWHERE


def answer(case: Case) -> Answer:
    if case.card.property != "Counter" or not answers_activation(case.effect.condition):
        return None
    return RESPONSE_ANYWHERE


RULE = Rule(
    code="CTR-01",
    rank=700,
    statement="A Counter Trap Card that answers an activation may be activated in every window.",
    reason="Counter Traps may answer an activation at any time, the Damage Step included.",
    rulebook=("R-ACT-02", "W-49"),
    cites=(RULEBOOK_TURN, supplement(7473), WIKI),
    reads=("kind", "card.property", "condition.responds_to"),
    kinds=("card_activation",),
    needs=("counter_trap", "answers_activation"),
    answer=answer,
    examples=(
        Example(
            text='When your opponent activates a monster effect: Discard 1 "Rooksong" card; negate that effect, then draw 1 card.',
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            card_type="Trap",
            property="Counter",
            types=(),
        ),
        Example(
            text="①：相手がカードの効果を発動した時、自分フィールドの「鴉歌」モンスター１体をリリースして発動できる。その効果を無効にする。",
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            card_type="Trap",
            property="Counter",
            types=(),
            language="ja",
        ),
        Example(
            text='When your opponent activates a monster effect: Discard 1 "Rooksong" card; negate that effect, then draw 1 card.',
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text="When an opponent's monster declares an attack: Pay 500 LP; negate the attack, then banish that monster.",
            answer=None,
            card_type="Trap",
            property="Counter",
            types=(),
        ),
    ),
    confidence=0.99,
)
