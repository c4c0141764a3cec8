"""A lasting Trap that changes ATK or DEF may be turned up until damage calculation."""

from pipeline.classify.cites import BATTLE_PHASE, supplement
from pipeline.classify.events import free_timing
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.same_link import together
from pipeline.classify.verdicts import OPEN_UNTIL_CALC, opens
from pipeline.records import Effect
from pipeline.windows import UNTIL_CALC

_LATER_IN_LINK = "once damage calculation has begun only with an effect of its own in the same chain link"


def answer(case: Case) -> Answer:
    if case.card.property != "Continuous" or case.card.card_type != "Trap" or not free_timing(case.effect):
        return None
    if any(_becomes_monster(effect) for effect in case.siblings):
        return None
    if not any(_changes_while_there(effect) for effect in case.siblings):
        return None
    later = together(case).windows & ~UNTIL_CALC
    return opens(UNTIL_CALC | later, _LATER_IN_LINK) if later else OPEN_UNTIL_CALC


def _becomes_monster(effect: Effect) -> bool:
    """Whether the activation makes the card a monster: what that has or gains is no change by the Trap."""
    if effect.kind != "card_activation" or not effect.number:
        return False
    itself = any(a.what in ("special_summon", "identity_change") and a.object == "self" for a in effect.actions)
    return itself and any(a.what == "special_summon" for a in effect.actions)


def _changes_while_there(effect: Effect) -> bool:
    """Whether a text that applies, or the activation itself where it turns the card into no monster, holds a change of ATK or DEF."""
    if effect.granted or (effect.activated and effect.kind != "card_activation"):
        return False
    deeds = {action.what for action in effect.actions}
    return "atk_def_change" in deeds and "special_summon" not in deeds


RULE = Rule(
    code="ACT-01",
    rank=1010,
    statement="A Continuous Trap that itself changes ATK or DEF as long as it lies there may be activated until damage calculation begins.",
    reason="Once face-up the card itself changes ATK or DEF, so it may be activated until damage calculation begins.",
    rulebook=("R-ACT-18", "W-18b", "W-121"),
    cites=(BATTLE_PHASE, supplement(4993), supplement(16037)),
    reads=("kind", "card.property", "condition", "siblings.actions"),
    kinds=("card_activation",),
    needs=("lasting_trap", "free"),
    answer=answer,
    examples=(
        Example(
            text=(
                'All "Rooksong" monsters you control gain 400 ATK. Once per turn: You can target 1 "Rooksong" card in your GY; '
                "shuffle it into the Deck."
            ),
            answer="yes",
            windows=("start", "before_calc"),
            card_type="Trap",
            property="Continuous",
            types=(),
            effect=0,
        ),
        Example(
            text="①：このカードが魔法＆罠ゾーンに存在する限り、相手フィールドの「鴉歌」モンスターの攻撃力は３００ダウンする。",
            answer="yes",
            windows=("start", "before_calc"),
            card_type="Trap",
            property="Continuous",
            types=(),
            effect=0,
            language="ja",
        ),
        Example(
            text='"Rooksong" monsters you control cannot be destroyed by battle.',
            answer=None,
            card_type="Trap",
            property="Continuous",
            types=(),
            effect=0,
        ),
        Example(
            text=(
                "Special Summon this card as an Effect Monster (Fish/WATER/Level 3/ATK 0/DEF 1900) with the following effect (this card is also "
                "still a Trap).\n● This card gains 300 ATK."
            ),
            answer=None,
            card_type="Trap",
            property="Continuous",
            types=(),
            effect=0,
        ),
        Example(
            text='After damage calculation, if your "Rooksong" monster battled: It gains 400 ATK.',
            answer=None,
            card_type="Trap",
            property="Continuous",
            types=(),
            effect=0,
        ),
        Example(
            text=(
                '"Rooksong" monsters you control gain 200 ATK. When your "Rooksong" monster is destroyed by battle: You can add 1 "Rooksong" card '
                "from your GY to your hand."
            ),
            answer="yes",
            windows=("start", "before_calc", "end"),
            card_type="Trap",
            property="Continuous",
            types=(),
            effect=0,
        ),
    ),
    confidence=0.95,
)
