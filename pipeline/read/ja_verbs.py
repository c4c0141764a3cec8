"""Japanese verbs of card text: which stems do something, and which of their forms close a clause.

A verb counts where it closes a clause (dictionary form before a stop, continuative before the next clause, "can", passive,
negative); before a noun it only describes that noun ("a monster that was destroyed") and is passed over.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import msgspec

from pipeline.read.ja_alternatives import any_of

# How a verb stands: as it is, going on to the next clause, "can", "not", "must", "by doing so".
Shape = Literal["plain", "joined", "can", "not", "must", "by"]

# A dictionary form closes a clause only before a stop, a comma or "or" (か).
_STOP = r"(?=[。、か●\n]|と共に|$)"
# "Can" and "by doing so" in their long forms.
_LONG = r"(?:事|こと)(?:(?:が|も|は)?でき(?:る(?!もの)|ない|ず)|で(?!き))"
# What may follow a continuative without a comma.
_NEXT = r"(?=[、。]|その|この|これ|対象|自分|相手|攻撃|守備|デッキ|手札|墓地|シャッフル|除外|破壊|特殊|発動|[0-9「])"
# "Not" closes a clause, too; before a noun it describes it.
_NOT = r"(?:ない(?=[。、かとが●\n]|$)|なくなる(?=[。、]|$)|ず(?![にら]))"
_MUST = r"なければなら(?:ない|ず)"
_SURU = (
    rf"する(?:{_STOP}|{_LONG})"
    rf"|(?:が|は|も|を)?でき(?:る(?:ようになる)?{_STOP}|{_NOT}|(?=、))"
    r"|して(?!い[るたなく])"
    rf"|し(?:{_MUST}|{_NOT}|続ける{_STOP})"
    rf"|(?:は|も)し{_NOT}|せず(?!に)"
    r"|し(?![たてなまよろか続始])"
    rf"|され(?:る{_STOP}|{_NOT}|(?![たてるなま]))"
    rf"|させ(?:る{_STOP}|(?=、))"
)
# The forms behind a stem, by the way it conjugates.
_FORMS: dict[str, re.Pattern[str]] = {
    "suru": re.compile(_SURU),
    "summon": re.compile(
        rf"を行(?:う(?:{_STOP}|{_LONG})|って(?!い)|い(?=、)|え(?:る{_STOP}|{_NOT})|わ{_NOT})"
        rf"|(?:を|の)?(?:無効に|無効化)?(?:{_SURU})"
    ),
    "godan": re.compile(
        rf"[すくうぶるつむ](?:{_STOP}|{_LONG})"
        r"|(?:して|いて|って|んで)(?!い[るたなく])"
        rf"|[しきいびりち]{_NEXT}"
        rf"|[さかわばらたま](?:{_MUST}|{_NOT}|れ(?:る{_STOP}|{_NOT}|(?=、)))"
        rf"|[せけえべれ](?:る{_STOP}|{_NOT})"
    ),
    "ichidan": re.compile(
        rf"る(?:{_STOP}|{_LONG})|て(?!い[るたなく])|{_NEXT}|{_MUST}|{_NOT}|続ける{_STOP}|られ(?:る{_STOP}|{_NOT}|(?=、))"
    ),
}  # fmt: skip
# Stems by the way they conjugate.
_STEMS: dict[str, str] = {
    "suru": (
        "破壊|除外|リリース|ドロー|セット|装備|シャッフル|確認|公開|宣言|適用|発動|スキップ|変更|選択|移動|交換|使用|勝利|無効化|回復|アップ"
        "|ダウン|減少|増加|少なく|攻撃宣言|攻撃|存在|指定|追加|解除|終了|無視|開始|コピー|消費|更新|反転|継続|代用"
    ),
    "ichidan": "入れ替え|移し替え|加え|捨て|与え|見せ|重ね|揃え|変え|当て|投げ|上げ|下げ|受け|捧げ|得|付け|並べ替え|見",
    "godan": (
        "戻|移|出|返|増や|回|送|振り直|選択し直|振|めく|乗|減|終わ|上が|下が|加わ|入れ替わ|取り除|取|成|入|変わ|置|引|抜|払|失|行|扱|従"
        "|使|選|並|なく"
    ),
    "summon": "召喚",
}  # fmt: skip
_GROUP = {stem: group for group, stems in _STEMS.items() for stem in stems.split("|")}
# "make" behind its particle (0にする), "become" (0になる), "can" behind "also" (手札からもできる): the stem is empty or な.
_MAKE = "(?=する|し|でき|され|せず|はでき|もでき|もし|はし)"
_BARE = {"に": _MAKE, "と": _MAKE, "く": _MAKE, "を": _MAKE, "も": "(?=でき)", "か": "(?=でき)"}
_BECOME = ("にな", "とな", "くな", "はな", "もな")
# How what was found conjugates.
_CONJUGATION = _GROUP | dict.fromkeys(_BECOME, "godan") | dict.fromkeys(_BARE, "suru")
# Most of what follows these stems is no form of them ("ATK", "that exists on", "destroyed" in front of a noun): a look at what comes
# next spares asking. All forms of `_FORMS` begin like this; no other verb begins inside these stems.
_BEGINS = r"し(?!た)|され(?!た)|さ(?!れ)|せ|で|が|は|も|を|する(?:[。、か●\n事こ]|$)"
_AHEAD = {"見": "(?=る)", "なく": "(?<![にとくはも]なく)(?=す)", "召喚": f"(?={_BEGINS}|の|無)"} | dict.fromkeys(
    ("攻撃", "存在", "発動", "破壊", "除外", "装備", "終了", "選択", "リリース", "ドロー", "セット"), f"(?={_BEGINS})"
)
_LITERALS = [stem + _AHEAD.get(stem, "") for stem in sorted(_GROUP, key=len, reverse=True)]
_STEM = re.compile(any_of([*_LITERALS, *_BECOME, *(particle + ahead for particle, ahead in _BARE.items())]))
_KINDS_OF_SUMMON = "(?:特殊|通常|反転|融合|儀式|アドバンス|シンクロ|エクシーズ|リンク|ペンデュラム|再度|[ASXLP])?"
# The list that a last word "Summon" ends: "Normal or Special Summon".
_LIST = re.compile(rf"(?:{_KINDS_OF_SUMMON}召喚[・または及び]{{0,3}})*{_KINDS_OF_SUMMON}$")
_POTENTIAL = frozenset({"せる", "ける", "える", "べる", "れる"})


class Verb(msgspec.Struct, frozen=True, gc=False):
    """A verb that closes a clause: its stem, its form, its place in the sentence."""

    stem: str  # empty for "make" and "can" behind a particle
    shape: Shape
    start: int
    end: int
    passive: bool


@lru_cache(maxsize=4096)
def _shape(form: str, godan: bool) -> tuple[Shape, bool]:
    """How a form stands, and whether it is passive. There are not many forms."""
    if "なければ" in form:
        return "must", False
    passive = "れ" in form
    if form.endswith(("ない", "ず", "なくなる")):
        return "not", passive
    if form.endswith(("事で", "ことで")):
        return "by", passive
    if "でき" in form or (godan and form in _POTENTIAL):
        return "can", passive
    return ("plain" if form and form[-1] in "るうくすぶ" else "joined"), passive


def verbs(sentence: str, begin: int = 0) -> Iterator[Verb]:
    """The verbs of a sentence of working text (`ja_fold`) that close a clause, in order, from `begin` on."""
    at = begin
    for found in _STEM.finditer(sentence, begin):
        start, stop = found.span()
        if start < at:
            continue
        stem = found[0]
        conjugation = _CONJUGATION[stem]
        form = _FORMS[conjugation].match(sentence, stop)
        if form is None:
            continue
        words, end = form[0], form.end()
        if stem not in _GROUP:
            # The particle is no part of the verb.
            stem, start = stem[1:], start + 1
        # "as" (として) is a particle, not the verb "make"; "beside the Normal Summon" (召喚に加えて) is no adding.
        if (not stem and words == "して" and sentence[start - 1] == "と") or (stem == "加え" and sentence.endswith("召喚に", begin, start)):
            at = end
            continue
        if conjugation == "summon":
            # Without another Summon in front of it there is no list, only the kind (at most six characters).
            earliest = max(at, start - 30)
            if sentence.find("召喚", earliest, start) < 0:
                earliest = max(at, start - 6)
            listed = _LIST.search(sentence, earliest, start)
            start = listed.start() if listed is not None else start
            stem = sentence[start:stop]
        shape, passive = _shape(words, conjugation == "godan")
        yield Verb(stem, shape, start, end, passive)
        at = end
