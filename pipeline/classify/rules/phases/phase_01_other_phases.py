"""A phase outside the battle closes the step."""

from pipeline.classify.cites import BATTLE_PHASE, RULEBOOK_TURN
from pipeline.classify.phases import excluding_phases
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO

_OTHER = frozenset({"draw", "standby", "main", "end"})


def answer(case: Case) -> Answer:
    phases = excluding_phases(case.effect.condition)
    return NO if phases and not _OTHER.isdisjoint(phases) else None


RULE = Rule(
    code="PHASE-01",
    rank=500,
    statement="An effect dated to the Draw, Standby, Main or End Phase cannot be used in the Damage Step.",
    reason="This effect belongs to another phase of the turn, and the Damage Step lies in the Battle Phase.",
    rulebook=("R-ACT-01", "W-16", "W-106"),
    cites=(RULEBOOK_TURN, BATTLE_PHASE),
    reads=("condition.phases", "condition.window", "condition.names_step"),
    kinds=("trigger", "quick", "flip", "card_activation"),
    needs=("names_phases",),
    answer=answer,
    examples=(
        Example(
            text='During the Main Phase (Quick Effect): You can target 1 "Tidewright" monster in the Monster Zone; its ATK becomes 0.', answer="no"
        ),
        Example(
            text=(
                'During the End Phase, if this card was destroyed by battle this turn: You can add 1 "Tidewright" monster from '
                "your Deck to your hand."
            ),
            answer="no",
        ),
        Example(
            text="①：自分・相手のメインフェイズに、手札のこのカードを捨てて発動できる。相手モンスター１体の攻撃力は７００ダウンする。",
            answer="no",
            language="ja",
        ),
        Example(
            text='During the Battle Phase (Quick Effect): You can target 1 "Tidewright" monster in the Monster Zone; its ATK becomes 0.', answer=None
        ),
        Example(
            text=('If this card is destroyed by battle: You can add 1 "Tidewright" monster from your Deck to your hand during the End Phase.'),
            answer=None,
        ),
    ),
    confidence=0.985,
)
