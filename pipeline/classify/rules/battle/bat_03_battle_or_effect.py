""" "By battle or by effect" is open for either cause."""

from pipeline.classify.cites import BATTLE_PHASE, script_issue, supplement
from pipeline.classify.events import either_cause, live, windows_of
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import by_event


def answer(case: Case) -> Answer:
    events = live(case.effect.condition)
    if not either_cause(events):
        return None
    return by_event(windows_of(events))


RULE = Rule(
    code="BAT-03",
    rank=940,
    statement="An optional trigger that names battle and effect as alternative causes is open for either, also where an effect was the cause.",
    reason="Battle is one of the causes it names, so it may be used in the Damage Step for either of them.",
    rulebook=("R-ACT-08", "W-96", "W-104", "W-130"),
    cites=(BATTLE_PHASE, supplement(13670), script_issue(876), script_issue(1899)),
    reads=("condition.events",),
    kinds=EVENT_KINDS,
    needs=("of_battle",),
    answer=answer,
    examples=(
        Example(
            text=('If your "Rooksong" monster is destroyed by battle, or leaves the field because of a "Copper Heron" effect: You can draw 1 card.'),
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
        ),
        Example(
            text=(
                'If a "Night Orchard" monster(s) is destroyed by battle or card effect: Add 1 "Night Orchard" monster from your Deck to your hand.'
            ),
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text="①：自分フィールドの「夜果樹」モンスターが戦闘・効果で破壊された場合に発動できる。「夜果樹」カード１枚を手札に加える。",
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            language="ja",
        ),
        Example(
            text=('If a "Night Orchard" monster(s) is destroyed by card effect: Add 1 "Night Orchard" monster from your Deck to your hand.'),
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text=('If a "Night Orchard" monster(s) would be destroyed by battle or card effect, you can discard 1 "Night Orchard" card instead.'),
            answer=None,
        ),
    ),
    confidence=0.985,
)
