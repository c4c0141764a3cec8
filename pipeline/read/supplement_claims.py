"""What one clause of an official note says of activating in the Damage Step: a claim, or something else that only sounds alike.

What an opponent may not activate is a lock, what is applied is no activation, and how an effect is handled at resolution is neither.
"""

import re
from itertools import zip_longest
from typing import Literal, NamedTuple

from pipeline.windows import ALL, NONE, UNTIL_CALC, Window

Says = Literal["yes", "no"]
# Why a clause that has the words says nothing of its own activation.
Aside = Literal["applied", "lock", "other_cards", "until", "handling"]

_STEP = "ダメージステップ"
SPEAKS = re.compile(f"{_STEP}|ダメージ計算[前時後]")
_LONGEST = 1500  # characters; the longest real clause has a quarter of that
_ABOUT = re.compile("発動|行[うえ]")
_RANGE = re.compile(rf"{_STEP}(?:の)?開始時から、?(?:(?P<end>{_STEP}終了時)|ダメージ計算(?P<calc>[前時])?)(?:まで)?")
_POINT = re.compile(
    rf"(?:{_STEP}の?(?P<edge>開始|終了)時|(?:その|戦闘)?ダメージ計算(?P<calc>[前時後]))"
    r"(?:、|＝|で(?!の)|に(?!は?、?(?:適用|存在))|にて|のみ|も|発動|であれば|を迎える[度毎]に)"
)
_WITHIN = re.compile(rf"{_STEP}(?:中|の間)?(?:や、?[^。、]{{1,30}}?)?(?:でも|にも|には|では|にて|に(?![入進移])|で|、|も)")
_BEFORE = re.compile(rf"{_STEP}[にへ](?:入|進|移)[るむ](?:まで|前)")
_OUTSIDE = re.compile(rf"{_STEP}以外(?:であれば|のバトルフェイズ|で|に|、)")
_JOINED = re.compile("または|及び|もしくは|や|と、")
_OR_WHEN = re.compile("または、?[^。]{0,60}(?:時|場合)に")
_EDGES = {"開始": Window.START, "終了": Window.END}
_CALCS = {"前": Window.BEFORE_CALC, "時": Window.DURING_CALC, "後": Window.AFTER_CALC}
_DO = "発動(?:発動)?(?:の?み)?(?:、|を|は|も)?"
# The verb behind the moment. "Was activated" belongs to another clause's subject; "when activating" opens a case.
_VERB = re.compile(
    rf"(?P<no>(?:{_DO}(?:する|行う)?(?:事|こと)?(?:は|も|が)?(?:発動)?(?:でき|行え)(?:ません|ない)|発動しません|発動は?行われません))"
    rf"|(?P<yes>{_DO}(?:する|行う)?(?:事|こと)?(?:は|も|が)?(?:でき|でい|行え)(?:ます|る)|{_DO}(?:行う)?(?:事|こと)に?(?:なり|とな)"
    r"|発動(?:します|し、|となり|になり|する(?!場合|際|時(?!に?のみ)|ため|条件|度|タイミング|事は|ことは))|発動を?行(?:います|う(?:事|こと)に)|発動した事になり)"
)
# "The activation of this card may not be done in the Damage Step": the noun stands before the moment.
_DOES = re.compile(
    r"(?P<no>行(?:う(?:事|こと)?(?:は|も|が)?でき|え)(?:ません|ない))|(?P<yes>行(?:う(?:事|こと)?(?:は|も|が)?でき|え|い)(?:ます|る)|行う(?:事|こと)に)"
)
_NOUN = re.compile(r"発動(?:のみ)?(?:及び効果の発動)?(?:は|を|も|の?み)|発動する場合、")
_LOCK = re.compile(r"(?:相手|お互い|両者|互いのプレイヤー|プレイヤー)(?:は|に(?![^。]{0,12}ダメージを))")
_CASE = re.compile(r"(?:場合|際|時)(?:に)?(?:は|、)|場合に|(?:場合|時)のみ")
_ANY_CASE = re.compile(r"(?:いずれ|どちら|その|どの|種類)[^。、]{0,14}場合(?:で)?も|場合(?:に)?(?:で)?も、")
_STEP_CASE = re.compile(rf"{_STEP}(?:中)?(?:に|で|にて)[^。]{{0,30}}?(?:場合|際)(?:に)?(?:は|、)")
_FREE_CASE = re.compile(r"存在する(?:の)?(?:場合|であれば)、|満たして?いる場合、")


class Claim(NamedTuple):
    """``says``: may it be activated in the Damage Step (in ``windows``, where some are named). ``case``: only of a case, so that other
    moments and cases stay open; ``span``: the words, in the clause."""

    says: Says
    windows: Window
    case: bool
    span: tuple[int, int]


def claim(text: str) -> Claim | Aside | None:
    """What a masked clause claims; what else it speaks of where it names the step; null where it does not or is not understood."""
    if len(text) > _LONGEST or SPEAKS.search(text) is None:
        return None
    found = _outside(text) or _range(text) or _point(text) or _within(text)
    if found is not None:
        if found.says == "no" and _LOCK.search(text[: found.span[1]]):
            return "lock"
        return found
    return _aside(text)


def _outside(text: str) -> Claim | None:
    found = _OUTSIDE.search(text) or _BEFORE.search(text)
    if found is None or _ABOUT.search(text) is None:
        return None
    verb = _verb(text, found.start(), found.end())
    return None if verb is None or verb[0] == "no" else Claim("no", NONE, False, (found.start(), verb[1]))


def _range(text: str) -> Claim | None:
    found = _RANGE.search(text)
    if found is None:
        return None
    verb = _verb(text, found.start(), found.end())
    if verb is None:
        return None
    windows = ALL if found["end"] else UNTIL_CALC | Window.DURING_CALC if found["calc"] == "時" else UNTIL_CALC
    return Claim(verb[0], windows, _is_case(text[: found.start()]), (found.start(), verb[1]))


def _point(text: str) -> Claim | None:
    windows, first, behind, last, says = NONE, -1, 0, 0, None
    moments = list(_POINT.finditer(text))
    for found, later in zip_longest(moments, moments[1:]):
        verb = _verb(text, found.start(), found.end())
        # What happens before another moment comes is what that one is about, unless both are named in one breath.
        if verb is None or (later is not None and later.start() < verb[2] and _JOINED.search(text, found.end() - 1, later.start() + 1) is None):
            continue
        windows |= _EDGES[found["edge"]] if found["edge"] else _CALCS[found["calc"]]
        if first < 0:
            first, behind = found.span()
        last, says = max(last, verb[1]), verb[0]
    if says is None:
        return None
    between = text[behind:last]
    case = (_CASE if says == "no" else _OR_WHEN).search(between) is not None
    return Claim(says, windows, case or _is_case(text[:first]), (first, last))


def _within(text: str) -> Claim | None:
    for found in _WITHIN.finditer(text):
        verb = _verb(text, found.start(), found.end())
        if verb is not None:
            return Claim(verb[0], NONE, _is_case(text[: found.start()]), (found.start(), verb[1]))
    return None


def _verb(text: str, start: int, end: int) -> tuple[Says, int, int] | None:
    """Whether what stands behind the moment activates: polarity, end and start of the verb."""
    # The moment may have eaten the verb's first word.
    begin = end - 2 if text.startswith("発動", end - 2) else end
    found = _VERB.search(text, begin)
    if found is None and _NOUN.search(text, 0, start) is not None:
        found = _DOES.search(text, end)
    if found is None or text.endswith("しか", begin, found.start()):
        # "Only once" is a limit, no ban.
        return None
    return ("no" if found["no"] else "yes"), found.end(), found.start()


def _is_case(before: str) -> bool:
    """Whether the words before the moment limit the claim to a case."""
    if _CASE.search(before) is None or _ANY_CASE.search(before) or _STEP_CASE.search(before):
        return False
    return _FREE_CASE.search(before) is None


def _aside(text: str) -> Aside | None:
    if "適用" in text or "処理" in text or "効果を受け" in text:
        return "applied"
    if _LOCK.search(text):
        return "lock"
    if re.search(r"発動(?:した|され|して)", text):
        return "other_cards"
    if re.search("時まで|までに", text):
        return "until"
    return "handling" if "発動" not in text else None
