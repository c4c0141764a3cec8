"""Other cards' ways open nothing."""

from pipeline.classify.cites import BATTLE_PHASE, supplement
from pipeline.classify.events import live, of_battle, own_change
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO

_WAYS = frozenset(
    {
        "sent_to_gy", "banished", "discarded", "tributed", "returned", "added_to_hand", "drawn", "added_to_extra", "leaves_field", "detached",
        "attached", "position_changed", "control_changed", "moved", "equipped", "set", "placed", "shuffled", "excavated", "revealed",
    }
)  # fmt: skip


def answer(case: Case) -> Answer:
    effect = case.effect
    events = live(effect.condition)
    if effect.mandatory or not events or any(own_change(event) or of_battle(event) for event in events):
        return None
    return NO if any(event.what in _WAYS and event.subject != "self" for event in events) else None


RULE = Rule(
    code="OTH-03",
    rank=960,
    statement="An optional trigger on other cards being sent, banished, returned, added, drawn, Tributed, leaving the field or changing is closed.",
    reason="It triggers on what happens to other cards, which does not open the Damage Step unless a battle is named.",
    rulebook=("R-ACT-09", "W-56", "W-103", "W-119", "W-130", "W-131", "W-132"),
    cites=(BATTLE_PHASE, supplement(15557), supplement(15482), supplement(17552)),
    reads=("condition.events", "mandatory"),
    kinds=EVENT_KINDS,
    needs=("of_others",),
    answer=answer,
    examples=(
        Example(text='If a "Emberloom" card is sent from your hand to the GY: You can Special Summon this card from your GY.', answer="no"),
        Example(
            text="①：自分の「燠機」モンスターが除外された場合に発動できる。そのモンスター１体を特殊召喚する。",
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(
            text=("If your opponent adds a card(s) from their Deck to their hand: You can discard this card; your opponent discards 1 card."),
            answer="no",
        ),
        Example(text="If this card is sent from your hand to the GY: You can Special Summon this card from your GY.", answer=None),
        Example(text='If an "Emberloom" card is sent from your hand to the GY: Special Summon this card from your GY.', answer=None),
    ),
    confidence=0.985,
)
