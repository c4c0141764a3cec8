"""No Normal, Tribute, Flip or Pendulum Summon takes place in the step."""

from pipeline.classify.cites import BATTLE_PHASE, WIKI
from pipeline.classify.events import TURN_SUMMONS, answers_activation, live, windows_of
from pipeline.classify.negation import negates_activation
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO
from pipeline.windows import NONE


def answer(case: Case) -> Answer:
    condition = case.effect.condition
    events = live(condition)
    if not events or condition.window is not NONE or windows_of(events) is not NONE:
        return None
    if answers_activation(condition):
        # To negate an activation that comes with such a Summon. Beside any other answer the Summon is an alternative.
        return NO if negates_activation(case.effect) and all(event.what in TURN_SUMMONS for event in events) else None
    return NO if any(event.what in TURN_SUMMONS for event in events) else None


RULE = Rule(
    code="NOOC-02",
    rank=650,
    statement="A Normal, Tribute, Flip or Pendulum Summon cannot be performed in the Damage Step, so an effect that waits for one has no occasion.",
    reason="Its event is a Summon that cannot be performed during the Damage Step.",
    rulebook=("R-ACT-12", "R-ACT-14", "W-55", "W-114"),
    cites=(BATTLE_PHASE, WIKI),
    reads=("condition.events", "condition.window", "condition.responds_to"),
    kinds=EVENT_KINDS,
    needs=("turn_summon",),
    answer=answer,
    examples=(
        Example(text='When this card is Normal Summoned: You can add 1 "Copper Heron" Spell from your Deck to your hand.', answer="no"),
        Example(text="①：このカードがアドバンス召喚した場合に発動できる。デッキから「銅鷺」カード１枚を墓地へ送る。", answer="no", language="ja"),
        Example(text='If this card is Normal or Special Summoned: You can add 1 "Copper Heron" Spell from your Deck to your hand.', answer=None),
        Example(
            text=('If this card is Normal Summoned, or if another "Copper Heron" monster is Special Summoned to your field: You can draw 1 card.'),
            answer=None,
        ),
    ),
    confidence=0.97,
)
