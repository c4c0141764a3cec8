"""Damage of either kind opens the step."""

from pipeline.classify.cites import faq, supplement
from pipeline.classify.events import live
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import by_event
from pipeline.windows import ALL


def answer(case: Case) -> Answer:
    events = live(case.effect.condition)
    if not events or any(event.what != "damage" or event.cause not in ("either", "unsaid") for event in events):
        return None
    return by_event(ALL)


RULE = Rule(
    code="BAT-04",
    rank=945,
    statement="An optional trigger on taking or inflicting damage of any kind is open wherever the damage falls.",
    reason="Battle damage is one of the kinds of damage it triggers on, so it may be used in the Damage Step for each of them.",
    rulebook=("R-ACT-20", "W-72", "W-73"),
    cites=(supplement(4946), supplement(10908), faq(20117)),
    reads=("condition.events",),
    kinds=EVENT_KINDS,
    needs=("life_points",),
    answer=answer,
    examples=(
        Example(
            text='When you take damage: Gain LP equal to the damage you took, then you can Set 1 "Emberloom" Trap from your GY.',
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text="①：自分がダメージを受けた場合に発動できる。このカードを手札から特殊召喚し、「燠機」カード１枚を墓地から手札に加える。",
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            language="ja",
        ),
        Example(
            text=(
                'When you take effect damage: You can Special Summon this card from your hand, then add 1 "Emberloom" card from your GY to your hand.'
            ),
            answer=None,
        ),
        Example(text="When you gain LP: You can draw 1 card.", answer=None),
    ),
    confidence=0.96,
)
