"""An express permission opens the step."""

from pipeline.classify.cites import WIKI, supplement
from pipeline.classify.events import live, windows_of
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.stats import stat_role
from pipeline.classify.verdicts import OPEN_UNTIL_CALC, RESPONSE_ANYWHERE, by_event, named, opens
from pipeline.windows import ALL, NONE


def answer(case: Case) -> Answer:
    condition = case.effect.condition
    if condition.mark != "even":
        return None
    if condition.window is not NONE:
        return named(condition.window)
    if condition.responds_to:
        return RESPONSE_ANYWHERE
    events = live(condition)
    if events:
        return by_event(windows_of(events) or ALL)
    return OPEN_UNTIL_CALC if stat_role(case.effect) is not None else opens(ALL)


RULE = Rule(
    code="MARK-02",
    rank=410,
    statement="A text that admits the Damage Step opens it in every window where the condition can be met.",
    reason="The text itself allows this effect in the Damage Step, whenever its condition is met there.",
    rulebook=("R-ACT-11", "W-42", "W-54", "W-58"),
    cites=(supplement(12684), supplement(4939), WIKI),
    reads=("condition.mark", "condition.events", "condition.responds_to", "condition.window", "actions"),
    kinds=("trigger", "quick", "flip", "card_activation"),
    needs=("marked",),
    answer=answer,
    examples=(
        Example(
            text='If a "Rooksong" monster is Special Summoned to your field, even during the Damage Step: You can draw 1 card.',
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
        ),
        Example(
            text=(
                "When your opponent activates a monster effect (Quick Effect), even during the Damage Step: You can discard this "
                "card; destroy 1 card your opponent controls."
            ),
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
        ),
        Example(
            text=("①：「鴉歌」モンスターがリバースした場合に発動できる（ダメージステップでも発動可能）。デッキから「鴉歌」カード１枚を墓地へ送る。"),
            answer="yes",
            windows=("after_calc",),
            language="ja",
        ),
        Example(text='If a "Rooksong" monster is Special Summoned to your field: You can draw 1 card.', answer=None),
        Example(
            text=('If a "Rooksong" monster is Special Summoned to your field (except during the Damage Step): Each player can draw 1 card.'),
            answer=None,
        ),
    ),
    explicit=True,
    confidence=0.98,
)
