"""Summons that can be negated do not take place in the step."""

from pipeline.classify.cites import BATTLE_PHASE, RULEBOOK_TURN
from pipeline.classify.events import SUMMONS, answers_activation, live, windows_of
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO
from pipeline.windows import NONE


def answer(case: Case) -> Answer:
    condition = case.effect.condition
    negates = any(action.what == "negate_summon" and not action.delayed for action in case.effect.actions)
    # "When a monster is Summoned: Negate the Summon" answers the Summon all the same.
    events = tuple([event for event in live(condition) if not (negates and event.what in SUMMONS)])
    if condition.window is not NONE or answers_activation(condition) or windows_of(events) is not NONE:
        return None
    return NO if negates or "summon" in condition.responds_to else None


RULE = Rule(
    code="NOOC-04",
    rank=655,
    statement="Only Summons that start no chain can be negated as such, and none of them is performed in the Damage Step.",
    reason="It answers a Summon that could still be stopped, and no such Summon is performed during the Damage Step.",
    rulebook=("R-ACT-01", "W-38"),
    cites=(BATTLE_PHASE, RULEBOOK_TURN),
    reads=("actions", "condition.responds_to", "condition.events", "condition.window"),
    kinds=EVENT_KINDS,
    needs=("stops_summon",),
    answer=answer,
    examples=(
        Example(
            text=(
                'When your opponent would Special Summon a "Rooksong" monster(s) (Quick Effect): You can Tribute this card; '
                "negate the Special Summon."
            ),
            answer="no",
        ),
        Example(
            text=("相手が「鴉歌」モンスターを特殊召喚する際に、「鴉歌」モンスター１体をリリースして発動できる。その特殊召喚を無効にし、除外する。"),
            answer="no",
            card_type="Trap",
            property="Counter",
            types=(),
            language="ja",
        ),
        Example(
            text=(
                "When a monster would be Summoned, OR when a Spell/Trap Card is activated: Pay 900 LP; negate the Summon or "
                "activation, and if you do, destroy that card."
            ),
            answer=None,
            card_type="Trap",
            property="Counter",
            types=(),
        ),
        Example(text='If your opponent Special Summons a "Rooksong" monster(s): You can Special Summon this card from your hand.', answer=None),
    ),
    confidence=0.97,
)
