"""Japanese verbs of card text: which stems do something, and which of their forms close a clause.

A verb counts where it closes a clause (dictionary form before a stop, continuative before the next clause, "can", passive,
negative); before a noun it only describes that noun ("a monster that was destroyed") and is passed over.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

Shape = Literal["plain", "joined", "can", "not", "must", "by"]

# A dictionary form closes a clause only before a stop, a comma or "or" (か).
_STOP = r"(?=[。、か●\n]|と共に|$)"
# "Can" and "by doing so" in their long forms.
_LONG = r"(?:事|こと)(?:(?:が|も|は)?でき(?:る(?!もの)|ない|ず)|で(?!き))"
# What may follow a continuative without a comma.
_NEXT = r"(?=[、。]|その|この|これ|対象|自分|相手|攻撃|守備|デッキ|手札|墓地|シャッフル|除外|破壊|特殊|発動|[0-9「])"
# "not" closes a clause, too; before a noun it describes it.
_NOT = r"(?:ない(?=[。、かとが●\n]|場合|時|事に|こと|$)|ず(?![にら]))"
_MUST_NOT = rf"なければなら(?:ない|ず)|{_NOT}"
_GODAN = re.compile(
    rf"[すくうぶるつむ](?:{_STOP}|{_LONG})|(?:して|いて|って|んで)(?!い[るたなく])|[しきいびりち]{_NEXT}"
    rf"|[さかわばらたま](?:{_MUST_NOT}|れ(?:る{_STOP}|{_NOT}|(?=、)))|[せけえべれ](?:る{_STOP}|{_NOT})"
)
_ICHIDAN = re.compile(rf"る(?:{_STOP}|{_LONG})|て(?!い[るたなく])|{_NEXT}|{_MUST_NOT}|続ける{_STOP}|られ(?:る{_STOP}|{_NOT}|(?=、))")
_SURU_FORMS = (
    rf"する(?:{_STOP}|{_LONG})|(?:が|は|も|を)?でき(?:る(?:ようになる)?{_STOP}|{_NOT}|なくなる|(?=、))|して(?!い[るたなく])|し(?:なければなら(?:ない|ず)|{_NOT}|続ける{_STOP})"
    rf"|(?:は|も)し{_NOT}|せず(?!に)|し(?![たてなまよろか続始])|され(?:る{_STOP}|{_NOT}|(?![たてるなま]))|させ(?:る{_STOP}|(?=、))"
)
_SURU = re.compile(_SURU_FORMS)
_SUMMON = re.compile(
    rf"を行(?:う(?:{_STOP}|{_LONG})|って(?!い)|い(?=、)|え(?:る{_STOP}|{_NOT})|わ{_NOT})|(?:を|の)?(?:無効に|無効化)?(?:{_SURU_FORMS})"
)
_STEM = re.compile(
    r"(?P<summon>(?:(?:特殊|通常|反転|融合|儀式|アドバンス|シンクロ|エクシーズ|リンク|ペンデュラム|再度|[ASXLP])?召喚[・または及び]{0,3})+)"
    r"|(?P<suru>破壊|除外|リリース|ドロー|セット|装備|シャッフル|確認|公開|宣言|適用|発動|スキップ|変更|選択|移動|交換|使用|勝利|無効化|回復|アップ|ダウン|減少|増加"
    r"|攻撃宣言|攻撃|存在|指定|追加|解除|終了|無視|開始|コピー|消費|更新|反転|継続|代用|(?<=[にとくを])(?=する|し|でき|され|せず|はでき|もでき|もし|はし)|(?<=[もか])(?=でき))"
    r"|(?P<ichidan>入れ替え|移し替え|(?<!召喚に)加え|捨て|与え|見せ|重ね|揃え|変え|当て|投げ|上げ|下げ|受け|捧げ|得|付け|並べ替え|見(?=る))"
    r"|(?P<godan>戻|移|出|返|増や|回|送|振り直|選択し直|振|めく|乗|減|終わ|上が|下が|加わ|入れ替わ|取り除|取|成|入|変わ|置|引|抜|払|失|行|扱|従|使|選|並|なく(?=す)"
    r"|(?<=[にとくはも])な)"
)
_FORMS = {"summon": _SUMMON, "suru": _SURU, "godan": _GODAN, "ichidan": _ICHIDAN}
_POTENTIAL = frozenset({"せる", "ける", "える", "べる", "れる"})


class Verb(NamedTuple):
    """A verb that closes a clause: its stem, its form, its place in the sentence."""

    stem: str
    shape: Shape
    start: int
    end: int
    passive: bool


def _shape(form: str, godan: bool) -> Shape:
    if "なければ" in form:
        return "must"
    if form.endswith(("ない", "ず", "なくなる")):
        return "not"
    if form.endswith(("事で", "ことで")):
        return "by"
    if "でき" in form or (godan and form in _POTENTIAL):
        return "can"
    return "plain" if form and form[-1] in "るうくすぶ" else "joined"


def verbs(sentence: str, begin: int = 0) -> Iterator[Verb]:
    """The verbs of a sentence of working text (`ja_fold`) that close a clause, in order, from `begin` on."""
    at = begin
    for stem in _STEM.finditer(sentence, begin):
        start, stop = stem.span()
        if start < at:
            continue
        group = stem.lastgroup
        assert group is not None
        form = _FORMS[group].match(sentence, stop)
        if form is None or form.end() == start:
            continue
        words = form[0]
        # "as" (として) is a particle, not the verb "make".
        if start == stop and words == "して" and sentence[start - 1] == "と":
            at = form.end()
            continue
        yield Verb(stem[0], _shape(words, group == "godan"), start, form.end(), "れ" in words and "なければ" not in words)
        at = form.end()
