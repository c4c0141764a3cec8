"""An own change of state opens the step."""

from pipeline.classify.cites import BATTLE_PHASE, RULEBOOK_CARDS, script_issue, supplement
from pipeline.classify.events import all_own, changes_own, live, windows_of
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import by_event
from pipeline.windows import NONE


def answer(case: Case) -> Answer:
    events = live(case.effect.condition)
    if not all_own(events) or not changes_own(events):
        return None
    windows = windows_of(events)
    return by_event(windows) if windows is not NONE else None


RULE = Rule(
    code="OWN-01",
    rank=930,
    statement="An optional trigger on what happens to this card (Summoned by an effect, destroyed, sent, banished, drawn, moved ...) is open.",
    reason="It triggers on what happens to this very card, which may be used in the Damage Step whenever that happens there.",
    rulebook=(
        "R-ACT-06",
        "R-WIN-07",
        "W-15",
        "W-88",
        "W-97",
        "W-98",
        "W-99",
        "W-101",
        "W-102",
        "W-110",
        "W-112",
        "W-117",
        "W-119",
        "W-132",
        "W-133",
        "W-136",
    ),
    cites=(RULEBOOK_CARDS, BATTLE_PHASE, supplement(7414), supplement(5957), script_issue(354)),
    reads=("condition.events",),
    kinds=EVENT_KINDS,
    needs=("own_change",),
    answer=answer,
    examples=(
        Example(
            text=('If this card is sent to the GY: You can target 1 "Glassmoor" monster you control; it gains 800 ATK until the end of this turn.'),
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
        ),
        Example(
            text=('If this card is destroyed by battle: You can Special Summon 1 "Glassmoor" monster with 1600 or less ATK from your Deck.'),
            answer="yes",
            windows=("end",),
        ),
        Example(
            text="①：このカードが特殊召喚した場合に発動できる。デッキから「硝子沼」魔法カード１枚を手札に加える。",
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            language="ja",
        ),
        Example(
            text='If this card is banished: You can return 1 "Glassmoor" card from your GY to the hand.',
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
        ),
        Example(text='If another "Glassmoor" monster is Special Summoned to your field: You can draw 1 card.', answer=None),
        Example(text="If a monster is Special Summoned to a zone this card points to: You can draw 1 card.", answer=None),
    ),
    confidence=0.99,
)
