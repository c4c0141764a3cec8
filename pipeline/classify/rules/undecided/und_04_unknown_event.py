"""The clause tells of something that nobody here knows."""

from pipeline.classify.cites import BATTLE_PHASE
from pipeline.classify.events import live, unknown
from pipeline.classify.rule import EVENT_KINDS, UNDECIDED, Answer, Case, Example, Rule


def answer(case: Case) -> Answer:
    effect = case.effect
    if not effect.residue:
        return None
    events = live(effect.condition)
    return UNDECIDED if events and all(unknown(event, effect) for event in events) else None


RULE = Rule(
    code="UND-04",
    rank=901,
    statement="An effect that waits for something that the readers do not understand is left open, also where it is mandatory.",
    reason="Its text names what starts it in words that are not understood, so nobody can say whether that happens in the Damage Step.",
    rulebook=("R-ACT-01",),
    cites=(BATTLE_PHASE,),
    reads=("condition.events", "residue"),
    kinds=EVENT_KINDS,
    answer=answer,
    examples=(
        Example(text="If this card is frizzled: You can draw 1 card.", answer="uncertain"),
        Example(text='If a "Tidewright" monster you control frizzles: Draw 1 card.', answer="uncertain"),
        Example(text="①：このカードがもやもやした場合に発動できる。自分は１枚ドローする。", answer="uncertain", language="ja"),
        Example(text="If this card is in your GY: You can draw 1 card.", answer=None),
        Example(text="If this card is destroyed: You can draw 1 card.", answer=None),
    ),
)
