"""Removing the monster just beaten comes before it leaves the field."""

from pipeline.classify.cites import BATTLE_PHASE, supplement
from pipeline.classify.events import live
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import by_event
from pipeline.windows import Window


def answer(case: Case) -> Answer:
    effect = case.effect
    events = live(effect.condition)
    if len(events) != 1 or events[0].what != "destroys" or events[0].subject != "self" or not effect.actions:
        return None
    if events[0].arrived:
        return None  # it lies in the Graveyard by then
    first = effect.actions[0]
    return by_event(Window.AFTER_CALC) if first.what == "banish" and first.object == "that" else None


RULE = Rule(
    code="BAT-01",
    rank=903,
    statement="An effect of the victor that banishes the very monster it destroyed by battle activates after damage calculation.",
    reason="It removes the beaten monster while that is still on the field, so it is used right after damage calculation.",
    rulebook=("R-WIN-08", "W-91"),
    cites=(supplement(6374), supplement(5593), BATTLE_PHASE),
    reads=("condition.events", "actions"),
    kinds=("trigger",),
    needs=("of_battle",),
    answer=answer,
    examples=(
        Example(text="If this card destroys a monster by battle: Banish that monster.", answer="yes", windows=("after_calc",)),
        Example(
            text=(
                "①：このカードが戦闘で相手モンスターを破壊した場合に発動する。その相手モンスターを除外し、デッキから「潮細工」カード１枚"
                "を墓地へ送る。"
            ),
            answer="yes",
            windows=("after_calc",),
            language="ja",
        ),
        Example(text="If this card destroys a monster by battle: You can Special Summon that monster to your field.", answer=None),
        Example(text='If this card destroys a monster by battle: Banish 1 "Tidewright" card from your GY.', answer=None),
        Example(text="If this card destroys a Fairy monster by battle and sends it to the GY: Banish that monster.", answer=None),
    ),
    confidence=0.85,
)
