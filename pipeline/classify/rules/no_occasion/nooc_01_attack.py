"""Attacks are declared and answered before the step."""

from pipeline.classify.cites import BATTLE_PHASE, RULEBOOK_TURN
from pipeline.classify.events import ATTACKS, answers_activation, live, windows_of
from pipeline.classify.negation import negates_activation
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO
from pipeline.windows import NONE


def answer(case: Case) -> Answer:
    condition = case.effect.condition
    events = live(condition)
    if not events or condition.window is not NONE or windows_of(events) is not NONE:
        return None
    if answers_activation(condition):
        # To negate an activation that answers an attack declaration. Beside any other answer the declaration is an alternative.
        return NO if negates_activation(case.effect) and all(event.what == "attack_declared" for event in events) else None
    return NO if any(event.what in ATTACKS for event in events) else None


RULE = Rule(
    code="NOOC-01",
    rank=650,
    statement="Attack declarations, attack targets and negated attacks belong to the Battle Step and cannot come up in the Damage Step.",
    reason="Its event, an attack being declared, directed or stopped, lies before the Damage Step.",
    rulebook=("R-ACT-01", "R-SUB-01", "W-80", "W-81"),
    cites=(BATTLE_PHASE, RULEBOOK_TURN),
    reads=("condition.events", "condition.window", "condition.responds_to"),
    kinds=EVENT_KINDS,
    needs=("attack",),
    answer=answer,
    examples=(
        Example(
            text=('When a "Copper Heron" monster declares a direct attack: You can change its target to this card and perform damage calculation.'),
            answer="no",
        ),
        Example(
            text="相手モンスターの攻撃宣言時に発動できる。その攻撃モンスターの攻撃力は０になる。",
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(text="When this card is targeted for an attack: You can change the attacking monster to Defense Position.", answer="no"),
        Example(text="If this card attacks, at the end of the Damage Step: You can draw 1 card.", answer=None),
        Example(text='If this card inflicts battle damage to your opponent by a direct attack, they discard 1 "Copper Heron" card.', answer=None),
    ),
    confidence=0.98,
)
