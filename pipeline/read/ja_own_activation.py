"""Words by which a Japanese sentence of a Spell or Trap Card tells what the activation of the card itself does, and what waits on the field."""

import re

ONCE_ACTIVATED = re.compile(r"^このカードは発動後、?[^。]*(?:モンスター|装備カード)[^。]*と?なり")
AT_ACTIVATION = re.compile(r"^発動時に|このカードを発動|このカードの発動時|発動時の効果処理|セットされたこのカードを[^、。]*宣言時に発動")
# A lasting card's effect that is applied as it is activated, without a clause of its own.
ON_ACTIVATION = re.compile(
    r"^発動時に|^このカードを発動する場合、[^。]*て発動する。|^このカードの発動時(?:の効果処理として|に)、|^このカードは発動後、?(?:以下の|効果|通常|モンスター|装備)|^発動後このカードは"
    r"|^[^。]*特殊召喚し、このカードを装備する。"
    r"|^このカードは[^。]*発動する(?:事|こと)(?:も|が)できる。(?:その場合|この効果)"
)
# Effects that a Spell or Trap has only where it lies on the field.
WORN = re.compile(
    r"このカードを装備した|このカードが[^。]{0,16}装備されて|装備されているこのカード|装備モンスター|装備カード(?:になって|扱い)いる"
    r"|このカードの効果で特殊召喚した|①の効果で"
)
COMPARES = re.compile("攻撃された守備表示モンスターの守備力が、?相手?攻撃モンスターの攻撃力を(?:越|超)えていた場合")
# A lasting card of which nothing is told but when it may be activated.
WHEN_ONLY = re.compile(
    r"(?:場合|時|ターン|開始時|フェイズ[12]?|以下の場合)に?(?:のみ|だけ)?(?:この(?:カード|効果)を)?発動(?:できる|する事ができる)。$"
)
