""" "During the Battle Phase" is no permission."""

from pipeline.classify.cites import BATTLE_PHASE, RULEBOOK_TURN
from pipeline.classify.events import free_timing, live
from pipeline.classify.rule import FAST_KINDS, Answer, Case, Example, Rule
from pipeline.classify.stats import stat_role
from pipeline.classify.verdicts import NO
from pipeline.windows import NONE


def answer(case: Case) -> Answer:
    effect = case.effect
    if "battle" not in effect.condition.phases or live(effect.condition) or effect.condition.window is not NONE:
        return None
    # What only the turn player may start there (no Quick Effect) is closed whatever it does.
    return NO if effect.kind == "trigger" or (free_timing(effect) and stat_role(effect) is None) else None


RULE = Rule(
    code="FREE-03",
    rank=1090,
    statement="An effect dated to the Battle Phase that is no free change of ATK or DEF may be used there, but not in the Damage Step.",
    reason="The Damage Step lies in the Battle Phase, but naming that phase does not open the step.",
    rulebook=("R-ACT-01", "W-18"),
    cites=(BATTLE_PHASE, RULEBOOK_TURN),
    reads=("kind", "condition.phases", "actions"),
    kinds=("trigger", *FAST_KINDS),
    needs=("names_phases",),
    answer=answer,
    examples=(
        Example(text='During the Battle Phase (Quick Effect): You can Special Summon 1 "Emberloom" monster from your hand.', answer="no"),
        Example(
            text="①：自分・相手のバトルフェイズに発動できる。手札から「燠機」モンスター１体を表側守備表示で特殊召喚する。",
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(text='During the Battle Phase (Quick Effect): You can target 1 "Emberloom" monster you control; it gains 500 ATK.', answer=None),
        Example(text='During your Main Phase: You can Special Summon 1 "Emberloom" monster from your hand.', answer=None),
    ),
    confidence=0.985,
)
