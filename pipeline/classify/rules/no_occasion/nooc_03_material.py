"""Nothing is used as material in the step."""

from pipeline.classify.cites import BATTLE_PHASE, WIKI
from pipeline.classify.events import answers_activation, live, windows_of
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO
from pipeline.windows import NONE


def answer(case: Case) -> Answer:
    condition = case.effect.condition
    events = live(condition)
    if not events or condition.window is not NONE or answers_activation(condition) or windows_of(events) is not NONE:
        return None
    return NO if any(event.what == "used_as_material" for event in events) else None


RULE = Rule(
    code="NOOC-03",
    rank=650,
    statement="Materials are used in Summons by procedure, which cannot be performed in the Damage Step.",
    reason="Its event, being used as material, goes with a Summon that cannot be performed during the Damage Step.",
    rulebook=("R-ACT-12", "R-ACT-14", "W-55"),
    cites=(BATTLE_PHASE, WIKI),
    reads=("condition.events", "condition.window", "condition.responds_to"),
    kinds=EVENT_KINDS,
    needs=("material",),
    answer=answer,
    examples=(
        Example(text='If this card is sent to the GY as Synchro Material for an "Emberloom" monster: You can draw 1 card.', answer="no"),
        Example(
            text="①：このカードが「燠機」モンスターのＬ素材として墓地へ送られた場合に発動できる。自分はデッキから１枚ドローする。",
            answer="no",
            language="ja",
        ),
        Example(text='If this card is sent to the GY by an "Emberloom" card effect: You can draw 1 card, then discard 1 card.', answer=None),
        Example(text='If this card is detached from an "Emberloom" Xyz Monster: You can draw 1 card.', answer=None),
    ),
    confidence=0.93,
)
