"""A named window is the permission for its first chain."""

from pipeline.classify.cites import BATTLE_PHASE, RULEBOOK_TURN, faq
from pipeline.classify.events import SUMMONS, TREATED_ONLY, TURN_SUMMONS, answers_activation, live, windows_of
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import by_event, named
from pipeline.windows import NONE

_ONLY_FIRST = "in the window that it names only in the first chain"
_ONLY_TREATED = "outside the window that it names only a Summon by an effect that is treated as one of that kind"


def answer(case: Case) -> Answer:
    condition = case.effect.condition
    if condition.window is NONE or answers_activation(condition):
        return None
    # No Summon is dated to a window: beside one it is another moment, with windows of its own.
    summons = tuple([event for event in live(condition) if event.subject == "self" and event.what in SUMMONS])
    elsewhere = windows_of(summons)
    if elsewhere is NONE:
        return named(condition.window)
    treated = all(event.what in TREATED_ONLY or event.what in TURN_SUMMONS for event in summons)
    return by_event(condition.window | elsewhere, _ONLY_TREATED if treated else _ONLY_FIRST)


RULE = Rule(
    code="WIN-04",
    rank=630,
    statement="An effect dated to one of the five windows may be activated there, in the first chain; a Summon named beside it opens what it does.",
    reason="The text names this moment of the battle, so it may be activated there, and must be in the first chain of that window.",
    rulebook=(
        "R-ACT-13",
        "R-ATK-10",
        "R-WIN-01",
        "R-WIN-02",
        "R-WIN-03",
        "R-WIN-04",
        "R-WIN-05",
        "R-WIN-06",
        "R-WIN-09",
        "R-CAL-05",
        "W-21",
        "W-22",
        "W-59",
        "W-60",
        "W-61",
        "W-63",
        "W-64",
        "W-65",
        "W-75",
        "W-77",
        "W-82",
        "W-83",
        "W-84",
        "W-86",
        "W-91",
    ),
    cites=(BATTLE_PHASE, RULEBOOK_TURN, faq(7279), faq(24050)),
    reads=("condition.window", "condition.events"),
    kinds=EVENT_KINDS,
    needs=("names_window",),
    answer=answer,
    examples=(
        Example(
            text='At the start of the Damage Step, if this card battles a "Copper Heron" monster: You can banish that monster.',
            answer="yes",
            windows=("start",),
        ),
        Example(
            text=(
                'During damage calculation, if your "Night Orchard" monster battles (Quick Effect): You can discard this card; '
                "halve the battle damage you take."
            ),
            answer="yes",
            windows=("during_calc",),
        ),
        Example(
            text="①：このカードが「銅鷺」モンスターと戦闘を行ったダメージ計算後に発動できる。その相手モンスターを持ち主の手札に戻す。",
            answer="yes",
            windows=("after_calc",),
            language="ja",
        ),
        Example(
            text='At the end of the Damage Step, if this card attacked: You can Special Summon 1 "Night Orchard" monster from your GY.',
            answer="yes",
            windows=("end",),
        ),
        Example(text="If this card inflicts battle damage to your opponent: You can draw 1 card.", answer=None),
        Example(text="You can target 1 monster your opponent controls; its ATK is halved until the end of the Damage Step.", answer=None),
        Example(
            text=(
                'If this card is Flip or Special Summoned, or at the start of the Damage Step, if it battles a "Copper Heron" monster: You can add '
                '1 "Night Orchard" card from your GY to your hand.'
            ),
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
        ),
        Example(
            text="①：このカードが召喚した場合、またはこのカードが戦闘を行ったダメージステップ終了時に発動できる。自分は５００ＬＰ回復する。",
            answer="yes",
            windows=("end",),
            language="ja",
        ),
    ),
    confidence=0.985,
)
