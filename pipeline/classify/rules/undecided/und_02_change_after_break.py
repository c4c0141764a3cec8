"""A fixed change of ATK or DEF only behind a break."""

from pipeline.classify.cites import supplement
from pipeline.classify.rule import FAST_KINDS, UNDECIDED, Answer, Case, Example, Rule
from pipeline.classify.stats import free_role


def answer(case: Case) -> Answer:
    return UNDECIDED if free_role(case.effect) == "broken" else None


RULE = Rule(
    code="UND-02",
    rank=1000,
    statement='A free-timing effect whose fixed change of ATK or DEF stands only behind "then" is left open: three are ruled legal, three are not.',
    reason="It changes ATK or DEF only after something else has been done, and official answers for such texts differ from card to card.",
    rulebook=("R-ATK-04", "W-05", "W-06"),
    cites=(supplement(18486), supplement(13994), supplement(12548), supplement(11668)),
    reads=("actions", "condition"),
    kinds=FAST_KINDS,
    needs=("free", "changes_stats"),
    answer=answer,
    examples=(
        Example(text="(Quick Effect): You can target 1 card your opponent controls; destroy it, then this card gains 600 ATK.", answer="uncertain"),
        Example(
            text=(
                "自分フィールドの「夜果樹」モンスター１体を選んで除外する。その後、自分フィールドの全ての「夜果樹」モンスターの攻撃力は６"
                "００アップする。"
            ),
            answer="uncertain",
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(
            text="(Quick Effect): You can target 1 card your opponent controls; destroy it, and if you do, this card gains 600 ATK.", answer=None
        ),
        Example(
            text='If this card is Special Summoned: You can target 1 "Night Orchard" card; destroy it, then this card gains 600 ATK.',
            answer=None,
        ),
    ),
)
