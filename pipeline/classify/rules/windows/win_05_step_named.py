"""A fast effect that names the whole step is used before damage calculation."""

from pipeline.classify.cites import faq, supplement
from pipeline.classify.events import live
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import OPEN_UNTIL_CALC, WHILE_BATTLING, opens
from pipeline.windows import NONE, UNTIL_CALC


def answer(case: Case) -> Answer:
    condition = case.effect.condition
    if not condition.names_step or condition.window is not NONE or condition.responds_to:
        return None
    events = live(condition)
    # Another event than the battle itself has windows of its own.
    if any(event.what not in ("battles", "attacks") for event in events):
        return None
    return opens(UNTIL_CALC, WHILE_BATTLING) if events or condition.battle_of is not None else OPEN_UNTIL_CALC


RULE = Rule(
    code="WIN-05",
    rank=640,
    statement="A fast effect dated to the Damage Step while a monster battles may be used in it until damage calculation begins.",
    reason="The text names the Damage Step of a battle, so it may be used there until damage calculation begins, but not during it.",
    rulebook=("R-ATK-11", "W-20"),
    cites=(supplement(8898), supplement(7718), supplement(6227), faq(17078)),
    reads=("kind", "condition.names_step", "condition.events", "condition.battle_of"),
    kinds=EVENT_KINDS,
    needs=("names_step",),
    answer=answer,
    examples=(
        Example(
            text=(
                'During the Damage Step, when your "Tidewright" monster battles a "Copper Heron" monster (Quick Effect): You can '
                'discard this card; that "Tidewright" monster gains 1000 ATK.'
            ),
            answer="yes",
            windows=("start", "before_calc"),
        ),
        Example(
            text="自分フィールドの「潮細工」モンスターが戦闘を行うダメージステップに発動できる。そのモンスターの攻撃力は１０００アップする。",
            answer="yes",
            windows=("start", "before_calc"),
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(
            text=(
                'During damage calculation, when your "Tidewright" monster battles (Quick Effect): You can discard this card; '
                "that monster you control gains 1000 ATK."
            ),
            answer=None,
        ),
        Example(
            text=(
                'During the Battle Step, when your "Tidewright" monster attacks (Quick Effect): You can discard this card; that '
                "monster gains 1000 ATK."
            ),
            answer=None,
        ),
    ),
    confidence=0.95,
)
