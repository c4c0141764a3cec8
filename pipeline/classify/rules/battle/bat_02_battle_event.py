"""Battle events open the step whoever they are about."""

from pipeline.classify.cites import BATTLE_PHASE, RULEBOOK_TURN, supplement
from pipeline.classify.events import either_cause, live, of_battle, windows_of
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import by_event


def answer(case: Case) -> Answer:
    events = live(case.effect.condition)
    if either_cause(events) or not any(of_battle(event) for event in events):
        return None
    return by_event(windows_of(events))


RULE = Rule(
    code="BAT-02",
    rank=940,
    statement="An optional trigger on a battle, battle damage or destruction by battle is open in the window of that event, for other cards too.",
    reason="It triggers on the outcome of a battle, which lies in the Damage Step itself.",
    rulebook=("R-ACT-07", "R-WIN-04", "R-WIN-05", "R-END-03", "R-END-04", "R-CAL-07", "W-69", "W-70", "W-71", "W-88", "W-89", "W-90"),
    cites=(RULEBOOK_TURN, BATTLE_PHASE, supplement(9439)),
    reads=("condition.events",),
    kinds=EVENT_KINDS,
    needs=("of_battle",),
    answer=answer,
    examples=(
        Example(
            text='If this card inflicts battle damage to your opponent: You can add 1 "Rooksong" card from your Deck to your hand.',
            answer="yes",
            windows=("after_calc",),
        ),
        Example(
            text='If a "Rooksong" monster you control is destroyed by battle: You can add 1 "Rooksong" card from your GY to your hand.',
            answer="yes",
            windows=("end",),
        ),
        Example(
            text="①：自分が戦闘ダメージを受けた時に発動できる。手札から「鴉歌」モンスター１体を特殊召喚する。",
            answer="yes",
            windows=("after_calc",),
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(
            text='If a "Rooksong" monster you control is destroyed by card effect: You can Special Summon this card from your hand.', answer=None
        ),
        Example(
            text='If a "Rooksong" monster you control would be destroyed by battle, you can discard 1 "Rooksong" card instead.',
            answer=None,
        ),
    ),
    confidence=0.985,
)
