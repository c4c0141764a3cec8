"""An effect that must perform a Summon by procedure is closed."""

from pipeline.classify.cites import BATTLE_PHASE, supplement
from pipeline.classify.processing import performs_procedure_summon
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    effect = case.effect
    return NO if not effect.mandatory and performs_procedure_summon(effect) else None


RULE = Rule(
    code="PROC-01",
    rank=803,
    statement="An optional effect that must Normal, Ritual, Fusion, Synchro, Xyz, Link or Pendulum Summon is closed, whatever else opens it.",
    reason="It performs a Summon that the Damage Step does not allow, so it cannot be activated there.",
    rulebook=("R-ACT-14", "W-111", "W-113", "W-137"),
    cites=(supplement(12744), supplement(13831), supplement(17414), BATTLE_PHASE),
    reads=("actions", "mandatory"),
    kinds=EVENT_KINDS,
    needs=("procedure_summon",),
    answer=answer,
    examples=(
        Example(
            text=('If this card is Special Summoned: You can Fusion Summon 1 "Emberloom" Fusion Monster, using "Emberloom" monsters from your hand.'),
            answer="no",
        ),
        Example(
            text=(
                "①：このカードが効果で墓地へ送られた場合に発動できる。このカードを含む手札・墓地のモンスターを素材として「燠機」融合モン"
                "スター１体を融合召喚する。"
            ),
            answer="no",
            language="ja",
        ),
        Example(
            text=(
                'If this card is Special Summoned: You can Special Summon 1 "Emberloom" Fusion Monster from your Extra Deck. '
                "(This is treated as a Fusion Summon.)"
            ),
            answer=None,
        ),
        Example(
            text=(
                'If this card is Special Summoned: You can add 1 "Emberloom" card from your Deck to your hand, then you can Synchro Summon 1 monster.'
            ),
            answer=None,
        ),
    ),
    confidence=0.97,
)
