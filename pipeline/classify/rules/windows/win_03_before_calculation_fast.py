"""Fast effects of the time before damage calculation open it freely."""

from pipeline.classify.cites import BATTLE_PHASE, supplement
from pipeline.classify.events import answers_activation
from pipeline.classify.rule import EVENT_KINDS, FAST_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import opens
from pipeline.windows import NONE, Window


def answer(case: Case) -> Answer:
    effect = case.effect
    window = effect.condition.window
    if window is NONE or answers_activation(effect.condition):
        return None
    # A span from the start of the step onwards is no single moment: it is open like any change of ATK or DEF.
    if Window.START in window and Window.BEFORE_CALC in window:
        return opens(window)
    return opens(window) if window == Window.BEFORE_CALC and effect.kind in FAST_KINDS else None


RULE = Rule(
    code="WIN-03",
    rank=620,
    statement="A fast effect dated to before damage calculation (or from the start of the step until then) may be used there in any chain.",
    reason="The text names the time before damage calculation, and a fast effect may be used there at will.",
    rulebook=("R-ACT-13", "R-ATK-11", "R-WIN-02", "R-WIN-10", "W-62"),
    cites=(BATTLE_PHASE, supplement(13712)),
    reads=("kind", "condition.window"),
    kinds=EVENT_KINDS,
    needs=("names_window",),
    answer=answer,
    examples=(
        Example(
            text=(
                'Before damage calculation, if your "Emberloom" monster battles an opponent\'s monster (Quick Effect): You can '
                "discard this card; return that opponent's monster to the hand."
            ),
            answer="yes",
            windows=("before_calc",),
        ),
        Example(
            text=(
                "①：ダメージステップ開始時からダメージ計算前までに、このカードを手札から捨て、自分フィールドの「燠機」モンスター１体を対"
                "象として発動できる。そのモンスターの攻撃力は８００アップする。"
            ),
            answer="yes",
            windows=("start", "before_calc"),
            language="ja",
        ),
        Example(text='Before damage calculation, if this card battles an "Emberloom" monster: You can banish that opponent\'s monster.', answer=None),
        Example(
            text=(
                'During damage calculation, if this card battles an "Emberloom" monster (Quick Effect): You can discard 1 card; '
                "this card gains 800 ATK."
            ),
            answer=None,
        ),
    ),
    confidence=0.97,
)
