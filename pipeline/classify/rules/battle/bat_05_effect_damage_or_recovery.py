"""Effect damage and recovery alone do not open it."""

from pipeline.classify.cites import supplement
from pipeline.classify.events import live
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO

_LIFE = frozenset({"effect_damage", "lp_gained", "lp_paid"})


def answer(case: Case) -> Answer:
    effect = case.effect
    events = live(effect.condition)
    return NO if events and not effect.mandatory and all(event.what in _LIFE for event in events) else None


RULE = Rule(
    code="BAT-05",
    rank=950,
    statement="An optional, unmarked trigger on effect damage, on gaining or on paying LP is closed.",
    reason="It triggers on a change of Life Points that no battle can cause, and is optional.",
    rulebook=("R-ACT-20", "W-74"),
    cites=(supplement(12740), supplement(19505)),
    reads=("condition.events", "mandatory"),
    kinds=EVENT_KINDS,
    needs=("life_points",),
    answer=answer,
    examples=(
        Example(text='If you gain LP: You can target 1 "Tidewright" monster in your GY; add it to your hand.', answer="no"),
        Example(text="①：相手が効果ダメージを受けた場合に発動できる。デッキから「潮細工」モンスター１体を墓地へ送る。", answer="no", language="ja"),
        Example(text='If you gain LP: Target 1 "Tidewright" monster in your GY; add it to your hand.', answer=None),
        Example(text='If you take battle damage: You can target 1 "Tidewright" monster in your GY; add it to your hand.', answer=None),
    ),
    confidence=0.975,
)
