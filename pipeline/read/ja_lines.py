"""What one Japanese sentence is by itself: the opening of an activated effect, a limit of use, a remark, or more of the same."""

import re
from functools import lru_cache
from typing import Literal

import msgspec

# "act": says that it is activated; "old": an old text that is activated all the same; "once": how often; "about": a remark about
# the effect itself; "rule": applied; "more": not told by itself.
Role = Literal["act", "old", "once", "about", "rule", "more"]

# "can be activated", "is activated" at the end of a sentence.
_ACTIVATION = re.compile(
    r"(?:発動(?:できる|する(?:事|こと)(?:が|も)できる|する|しなければならない|可能(?:である)?)|(?<=効果を)使用(?:できる|する事ができる))(?=。?$)"
)  # fmt: skip
_LONGEST = 12
# What is activated, where it is this effect itself ...
_ITSELF = (
    "このカードを", "以下の効果を", "次の効果を", "その効果を", "下記の効果を", "この効果を", "いずれかの効果を", "これらの効果を",
    "どちらかの効果を", "1つを", "効果を発動を",
)  # fmt: skip
# ... and where the words only widen when or from where.
_WIDER = ("手札から", "手札からも", "ターンでも", "からも", "でも", "ステップにも", "ターンにも")
_ABOUT = re.compile(
    r"^(?:また、|ただし、?|なお、)?(?:"
    r"この(?:カード名の)?(?:[①-⑳・]+の|モンスター|コイントス)?効果"
    r"(?:は(?!、?(?:自分|相手)の?(?:スタンバイ|エンド)|[^。]*同じになる)|の発動(?:と|に対して|を|は|にチェーン)"
    r"|を発動する(?:ターン|場合|際)|を使用|を適用する(?:ターン|場合)|に対して|にチェーン)"
    r"|この発動|このカード(?:名)?の発動(?:に対して|を|と)|このカードを発動(?:する|した)(?:ターン(?!の(?:自分|相手|次|エンド|スタンバイ|バトル|メイン))|場合)|このカードは[^。]{0,24}発動(?:でき|する)"
    r"|このカードの発動は|「」(?:の[①-⑳]*の?(?:モンスター)?効果)?は[^。]{0,20}[0-9一](?:度|枚)|発動ターン(?!のエンドフェイズ)|このカードの効果は)"
)
_ABOUT_BEGINS = "またなこ「発"
# How often: "only once per turn", "up to twice per turn".
_LIMIT = re.compile(
    r"[0-9一](?:度|枚|回|体|つ)しか[^。]*(?:でき(?:ない|ず)|行えない)"
    r"|[0-9一](?:度|枚|回|体|つ)(?:まで|ずつ|のみ|だけ)(?:しか)?(?:使用|発動|適用|選択)(?:する(?:事|こと)が)?できる"
)
# What a limit of use never begins or goes on with: those limit players or last.
_NO_LIMIT = re.compile(
    r"^(?:また、)?(?:相手は|お互い|自分は|プレイヤーは)|限り|効果を得る|存在できない|ターンの自分メインフェイズに"
    r"|^(?![^。]*しか)[^。]*(?:場合|時)[にの、]"
    r"|^(?!(?:また、|ただし、?)?(?:この|「」|その効果|それぞれ|[①-⑳]|以下))"
)


class Line(msgspec.Struct, frozen=True, gc=False):
    """What one sentence is, apart from its neighbours."""

    role: Role
    stop: int  # where the activation verb begins; for an old effect, where its condition ends
    must: bool  # "is activated" rather than "can be"


RULE = Line("rule", 0, False)
_ONCE = Line("once", 0, False)
_REMARK = Line("about", 0, False)
_MORE = Line("more", 0, False)


def _may_limit(sentence: str) -> bool:
    """Whether a sentence has the words without which it limits nothing."""
    return "しか" in sentence or ("できる" in sentence and ("まで" in sentence or "のみ" in sentence or "だけ" in sentence or "ずつ" in sentence))


@lru_cache(maxsize=65536)
def read_line(sentence: str) -> Line:
    """Role of a sentence of working text by itself."""
    if _may_limit(sentence) and _LIMIT.search(sentence) and not _NO_LIMIT.search(sentence):
        return _ONCE
    if sentence[0] in _ABOUT_BEGINS and _ABOUT.match(sentence):
        return _REMARK
    activation = _ACTIVATION.search(sentence, max(0, len(sentence) - _LONGEST)) if "発動" in sentence or "使用" in sentence else None
    if activation is not None:
        before = sentence[: activation.start()]
        if before.endswith("ターンでも") and "この効果" in before:
            return _REMARK
        if not before.endswith(_WIDER) and (not before.endswith("を") or before.endswith(_ITSELF)):
            return Line("act", activation.start(), activation[0] in ("発動する", "発動しなければならない"))
    return _MORE
