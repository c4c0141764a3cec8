"""An own Fusion, Ritual, Synchro, Xyz or Link Summon exists only as a treated one."""

from pipeline.classify.cites import BATTLE_PHASE, RULEBOOK_CARDS
from pipeline.classify.events import NO_OCCASION, TREATED_ONLY, live
from pipeline.classify.processing import performs_procedure_summon
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import TREATED_AS, by_event
from pipeline.windows import ALL, NONE


def answer(case: Case) -> Answer:
    condition = case.effect.condition
    events = live(condition)
    if not events or condition.window is not NONE or condition.responds_to or performs_procedure_summon(case.effect):
        return None
    # A treated Summon beside events that cannot occur at all ("Normal or Link Summoned") is still the one occasion.
    possible = [event for event in events if event.what not in NO_OCCASION]
    if not possible or any(event.subject != "self" or event.what not in TREATED_ONLY for event in possible):
        return None
    return by_event(ALL, TREATED_AS)


RULE = Rule(
    code="NOOC-06",
    rank=660,
    statement="An effect that waits for this card's own Fusion, Ritual, Synchro, Xyz or Link Summon needs a Special Summon that is treated as one.",
    reason="This kind of Summon cannot be made in the Damage Step; this is open only where an effect Special Summons the card and treats it as one.",
    rulebook=("R-ACT-06", "R-ACT-14", "W-112", "W-114"),
    cites=(BATTLE_PHASE, RULEBOOK_CARDS),
    reads=("condition.events", "condition.window", "condition.responds_to", "mandatory", "actions"),
    kinds=("trigger", "quick"),
    needs=("treated_summon",),
    answer=answer,
    examples=(
        Example(
            text='If this card is Xyz Summoned: You can target 1 "Tidewright" card in either GY; return it to the hand.',
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
        ),
        Example(
            text="①：このカードがＬ召喚した場合に発動できる。デッキから「潮細工」魔法カード１枚を手札に加える。",
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            language="ja",
        ),
        Example(text='If this card is Special Summoned: You can target 1 "Tidewright" card in either GY; return it to the hand.', answer=None),
        Example(text='If your opponent Synchro Summons a "Tidewright" monster(s): You can return 1 card from either GY to the hand.', answer=None),
    ),
    confidence=0.95,
)
