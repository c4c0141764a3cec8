"""A composite with an own half counts as own."""

from pipeline.classify.cites import supplement
from pipeline.classify.events import all_own, answers_activation, changes_own, live, windows_of
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import by_event
from pipeline.windows import ALL, CURRENT, NONE


def answer(case: Case) -> Answer:
    condition = case.effect.condition
    events = live(condition)
    if not changes_own(events):
        return None
    if answers_activation(condition):
        return by_event(ALL)
    if all_own(events):
        return None
    windows = windows_of(events)
    return by_event(windows) if windows is not NONE else None


RULE = Rule(
    code="OWN-02",
    rank=805,
    statement="A condition about this card or else about another card or an activation, in one effect, counts as an own trigger as a whole.",
    reason="One half of its condition is about this very card, and then the whole effect may be used in the Damage Step.",
    rulebook=("R-ACT-10", "W-115", "W-129"),
    cites=(supplement(14345), supplement(7240), supplement(22199), supplement(21813)),
    reads=("condition.events", "condition.responds_to"),
    kinds=("trigger", "quick", "flip"),
    needs=("own_change", "beside_own"),
    answer=answer,
    examples=(
        Example(
            text="①：このカードがＸ召喚した場合、または相手が魔法カードを発動した時に発動できる。相手フィールドのカード１枚を選んで除外する。",
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            language="ja",
        ),
        Example(
            text=(
                'If this card is Special Summoned, or if another "Copper Heron" monster is Special Summoned to your field: You '
                "can target 1 monster your opponent controls; it loses 600 ATK."
            ),
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
        ),
        Example(
            text="If this card is Link Summoned, or if your opponent Special Summons a monster(s): You can banish 1 card from either GY.",
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
        ),
        Example(
            text=(
                "①：このカードが特殊召喚した場合、または他の「銅鷺」モンスターが自分フィールドに特殊召喚された場合に発動できる。相手フィ"
                "ールドのカード１枚を選んで除外する。"
            ),
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            language="ja",
        ),
        Example(
            text=("If your opponent Special Summons a monster(s), or if this card is targeted for an attack: You can return this card to the hand."),
            answer=None,
        ),
        Example(text='If this card is Special Summoned: You can target 1 "Copper Heron" monster; it loses 600 ATK.', answer=None),
    ),
    rulesets=tuple(sorted(CURRENT)),
    confidence=0.96,
)
