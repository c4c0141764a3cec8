"""The flip of another monster: only the English marks tell."""

from pipeline.classify.cites import WIKI, supplement
from pipeline.classify.events import live
from pipeline.classify.rule import EVENT_KINDS, UNDECIDED, Answer, Case, Example, Rule
from pipeline.classify.verdicts import by_event
from pipeline.windows import Window


def answer(case: Case) -> Answer:
    effect = case.effect
    events = live(effect.condition)
    if effect.mandatory or not events or any(event.what != "flipped" or event.subject == "self" for event in events):
        return None
    # Japanese texts never carry the negative mark, nor does a translation that is not official.
    return UNDECIDED if effect.language == "ja" or case.card.unofficial_translation else by_event(Window.AFTER_CALC)


RULE = Rule(
    code="FLIP-03",
    rank=957,
    statement="An optional trigger on another monster's flip is open where an official English text leaves it unmarked; Japanese does not tell.",
    reason="The text leaves out the usual exclusion although monsters are often flipped by attacks; it is used after damage calculation then.",
    rulebook=("R-ACT-09", "R-ACT-12", "W-109"),
    cites=(WIKI, supplement(12684)),
    reads=("condition.events", "mandatory", "language", "card.unofficial_translation"),
    kinds=EVENT_KINDS,
    needs=("flipped",),
    answer=answer,
    examples=(
        Example(
            text='If another "Rooksong" monster you control is flipped face-up: You can Special Summon this card from your hand.',
            answer="yes",
            windows=("after_calc",),
        ),
        Example(
            text="①：自分フィールドの他の「鴉歌」モンスターがリバースした場合に発動できる。このカードを手札から特殊召喚する。",
            answer="uncertain",
            language="ja",
        ),
        Example(text="If this card is flipped face-up: You can Special Summon this card from your GY.", answer=None),
        Example(text='If another "Rooksong" monster you control is flipped face-up: Inflict 200 damage to your opponent.', answer=None),
    ),
    confidence=0.75,
)
