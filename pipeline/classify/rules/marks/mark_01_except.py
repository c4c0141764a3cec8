"""An express exclusion closes the step."""

from pipeline.classify.cites import WIKI, supplement
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    return NO if case.effect.condition.mark == "except" else None


RULE = Rule(
    code="MARK-01",
    rank=400,
    statement="A text that excludes the Damage Step closes that effect, and that effect alone.",
    reason="The text itself rules out the Damage Step for this effect.",
    rulebook=("R-ACT-12", "W-52", "W-53"),
    cites=(WIKI, supplement(12705)),
    reads=("condition.mark",),
    kinds=("trigger", "quick", "flip", "ignition", "card_activation"),
    needs=("marked",),
    answer=answer,
    examples=(
        Example(
            text=(
                'If a "Glassmoor" monster is sent to your GY (except during the Damage Step): You can place 1 "Glassmoor" card on top of your Deck.'
            ),
            answer="no",
        ),
        Example(
            text=(
                'If this card is Normal or Special Summoned (except during the Damage Step): Its owner can return 1 "Glassmoor" '
                "card from the GY to the hand."
            ),
            answer="no",
        ),
        Example(
            text=(
                "①：このカードは相手モンスターを対象として発動できる。そのモンスターの攻撃力は５００ダウンする。この効果はダメージステッ"
                "プでは発動できない。②：自分の「硝子沼」モンスターが戦闘で破壊された場合に発動できる。自分はデッキから１枚ドローする。"
            ),
            answer=None,
            effect=2,
            language="ja",
        ),
        Example(
            text=('If a "Glassmoor" monster you control is destroyed by battle: You can return 1 "Glassmoor" Trap from your GY to the hand.'),
            answer=None,
        ),
        Example(
            text=('If a "Glassmoor" monster is sent to your GY, even during the Damage Step: You can place 1 "Glassmoor" card on top of your Deck.'),
            answer=None,
        ),
    ),
    explicit=True,
    confidence=0.99,
)
