"""Other monsters' Summons open nothing."""

from pipeline.classify.cites import BATTLE_PHASE, supplement
from pipeline.classify.events import SUMMONS, live, of_battle, own_change
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    effect = case.effect
    events = live(effect.condition)
    if effect.mandatory or not events or any(own_change(event) or of_battle(event) for event in events):
        return None
    return NO if any(event.what in SUMMONS and event.subject != "self" for event in events) else None


RULE = Rule(
    code="OTH-01",
    rank=960,
    statement="An optional trigger on the Summon of other monsters is closed.",
    reason="It triggers on the Summon of a monster other than this card, which does not open the Damage Step.",
    rulebook=("R-ACT-09", "R-ATK-06", "W-13", "W-56", "W-116", "W-126", "W-128", "W-130", "W-131"),
    cites=(BATTLE_PHASE, supplement(5624), supplement(19733), supplement(15253)),
    reads=("condition.events", "mandatory"),
    kinds=EVENT_KINDS,
    needs=("of_others",),
    answer=answer,
    examples=(
        Example(text="If your opponent Special Summons a monster(s): You can target 1 of those monsters; it loses 700 ATK.", answer="no"),
        Example(
            text="①：相手がモンスターを特殊召喚した場合に発動できる。自分フィールドの「硝子沼」モンスターの攻撃力は５００アップする。",
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(
            text=(
                'While this card is in your GY, if a "Glassmoor" monster is Special Summoned to your field: You can banish this card; draw 1 card.'
            ),
            answer="no",
        ),
        Example(text='If a "Glassmoor" monster is Special Summoned to your field: Gain 500 LP.', answer=None),
        Example(text='If this card is Special Summoned: You can target 1 "Glassmoor" monster; it loses 700 ATK.', answer=None),
    ),
    confidence=0.985,
)
