"""What a Japanese resolution (or cost) does: its actions in order, and the clauses that nothing understood.

Works on one sentence of working text at a time and is cached, for sentences recur from card to card. What "that monster" is
only the whole effect can tell; `ja_settle` does.
"""

import re
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from pipeline.read.ja_meaning import meaning
from pipeline.read.ja_verbs import verbs
from pipeline.records import ActionWhat, Link, Object, Span

_FROM_THEN = "(?:に(?:のみ)?|のみ|は|だけ)?、"
_AT = "(?:に|のみ)(?!発動)"
_IN_PHASE = "(?:開始時|終了時)?時?毎?(?:に(?!な)|のみ)"
_IN_STEP = "(?:に|のみ|だけ|、|まで(?=、(?:相手|自分|そ)))"
_SOME_PHASE = "(?<=エンドフェイズ)|(?<=スタンバイフェイズ)|(?<=ドローフェイズ)|(?<=バトルフェイズ)|(?<=メインフェイズ)[12]?"
# What happens only later, or only under a condition that the sentence adds. Every alternative begins with a plain literal, which
# lets the search skip to those; only the end of what is found is of use, so words are found by their rarest character.
_LATER = re.compile(
    rf"場合(?:(?<!表側表示で存在する場合){_FROM_THEN}|{_AT})"
    rf"|時(?<!その時)(?<!この時)(?<!発動時)(?:{_FROM_THEN}|{_AT})"
    rf"|度(?<![0-9一二三]度)(?:{_FROM_THEN}|{_AT})"
    rf"|ば(?:(?<=ならば)|(?<=れば)){_FROM_THEN}|際{_FROM_THEN}|毎{_FROM_THEN}"
    rf"|ズ(?:{_SOME_PHASE}){_IN_PHASE}|プ(?:(?<=ダメージステップ)(?:終了時{_IN_STEP}|の間{_IN_STEP}?)|(?<=ステップ){_IN_PHASE})"
    rf"|計算(?<=ダメージ計算)[前時後]{_IN_STEP}"
    r"|次の(?:自分|相手)?の?ターンの(?!終了時まで|エンドフェイズまで)|終了時に(?<=ターン終了時に)|後(?<=[0-9]ターン後)|目(?<=[0-9]ターン目)"
)
# What old texts pay in a connective clause.
_COSTS = frozenset({"discard", "tribute", "pay_lp", "detach"})
# "Can" that permits rather than leaves to choice.
_PERMITS = frozenset({"attack_modify", "summon_permission", "treat", "restrict", "protect"})
# Verbs of what happens to a card that "leaves the field": in the passive, they come only later.
_LEAVING = frozenset({"除外", "戻", "送", "破壊"})
_HOW = frozenset({"選", "選択", "確認", "見せ", "指定"})
# A clause that ends like a verb without holding one we know ...
_LOOSE = "しりきえちみびずて"
# ... unless it is one of the usual adverbs and states.
_ADVERBS = (
    "により", "につき", "限り", "及び", "のみ", "まで", "ていれば", "として", "であり", "であれば", "において", "ならば", "よって", "対して", "除き",
    "ごとに", "向かって", "いずれも", "それぞれ", "もしくは", "とおり", "より", "よりも", "際し", "なし", "関して", "以外で", "続けて", "改めて",
    "同じく", "合わせて", "存在し", "が異なり", "で異なり", "ており", "応じて", "無視して", "おらず", "続き", "含み", "持ち", "なく", "超え", "ず",
    "満たし", "満たして", "としてのみ", "関わらず", "対し", "だけ", "きり", "あり", "通して", "加えて", "限って", "残り",
)  # fmt: skip
# Ends of a sentence that need no verb of the lexicon.
_CLOSED = re.compile(
    r"(?:装備可能|により降臨|降臨に必要|でなければならない|発動と処理ができる|が可能|まで続く|のみ有効|しなくてもよい|[でにがはも](?:ない|ある|いる)"
    r"|と共に|事|なる|する)$|^(?:か|と共に|が|た|事|まで)$"
)


class Deed(msgspec.Struct, frozen=True, gc=False):
    """One action in a sentence; spans are relative to the sentence."""

    what: ActionWhat
    link: Link
    optional: bool
    object: Object
    delayed: bool
    treated_as: bool
    start: int
    end: int
    joined: bool  # its clause goes on ("... and")
    paid: bool  # an old text's cost: "by discarding ..."


class Parsed(msgspec.Struct, frozen=True, gc=False):
    """The actions of one sentence and the stretches that nothing understood."""

    deeds: tuple[Deed, ...]
    residue: tuple[Span, ...]


def _link(lead: str, previous: Deed | None) -> Link:
    if "その後" in lead or "さらに" in lead or "続けて" in lead:
        return "then"
    if previous is None:
        return "sentence"
    if lead.startswith("か") or "または" in lead or "もしくは" in lead:
        return "or"
    return "and_if_you_do" if previous.joined else "and"


def _manner(stem: str, start: int, end: int, sentence: str, clause: str) -> bool:
    """Whether a joined verb only tells how the next one is done ("choose and destroy") or describes ("exists, and ...")."""
    if stem in _HOW:
        return sentence[end - 1] in "でて" and not sentence.startswith(("、", "発動"), end)
    if stem in ("存在", "無視"):
        return True
    return not stem and sentence.endswith(("素材と", "素材に"), 0, start) and "X素材" not in clause


def _loose(sentence: str, start: int, end: int) -> list[Span]:
    """Clauses between two verbs that end like a verb without being one we know."""
    found: list[Span] = []
    at = start
    for piece in sentence[start:end].split("、")[:-1]:
        if piece and piece[-1] in _LOOSE and not piece.endswith(_ADVERBS):
            found.append((at, at + len(piece)))
        at += len(piece) + 1
    return found


@lru_cache(maxsize=65536)
def parse_actions(sentence: str, begin: int = 0) -> Parsed:
    """The actions of one sentence of working text from `begin` on."""
    deeds: list[Deed] = []
    residue: list[Span] = []
    at = known = begin  # the clause under way; up to where all is understood, also where it is no action
    previous: Deed | None = None
    moment = _LATER.search(sentence, begin)
    later_from = moment.end() if moment else len(sentence) + 1
    treated = "召喚扱い" in sentence
    for verb in verbs(sentence, begin):
        stem, shape, start, end = verb.stem, verb.shape, verb.start, verb.end
        clause = sentence[at:end]
        if shape == "joined" and _manner(stem, start, end, sentence, clause):
            if stem not in _HOW:
                known = end
            continue
        if verb.passive and stem in _LEAVING and "離れ" in clause:
            later_from = min(later_from, end)
        what, thing = meaning(verb, clause, sentence[begin:start])
        opening = at if clause[0] not in "、か" else end - len(clause.lstrip("、か"))
        if what == "other" and stem in ("", "な"):
            residue.append((opening, end))
        deed = Deed(
            what,
            _link(clause, previous),
            shape == "can" and what not in _PERMITS,
            thing,
            end >= later_from,
            treated and "召喚扱い" in clause,
            opening,
            end,
            (shape == "joined" or shape == "not") and not sentence.startswith("。", end),
            shape == "by" or (shape == "joined" and what in _COSTS and sentence[end - 1] in "てで"),
        )
        # "Negate the activation or the Summon, whichever it is".
        if what == "negate_summon" or what == "negate_activation":
            if "発動" in clause and ("召喚を" in clause or "召喚の" in clause or "召喚または" in clause):
                deeds.append(replace(deed, what="negate_activation"))
                deed = replace(deed, what="negate_summon", link="or")
        # "Set to 0 and Special Summon": the change is made on what is being Summoned.
        elif what == "special_summon":
            if deeds and deeds[-1].end == at and sentence[at - 1] == "て":
                deeds[-1] = replace(deeds[-1], object="summoned")
        elif what == "equip" and ("アップの" in clause or "ダウンの" in clause):
            deeds.append(deed)
            deed = replace(deed, what="atk_def_change", object="that", link="also")
        deeds.append(deed)
        previous = deed
        if known < at:
            known = at
        if "、" in sentence[known:start]:
            residue += _loose(sentence, known, start)
        at = end
    tail = sentence[max(at, known) :]
    if tail != "。" and (tail := tail.strip(" 。、\n　")) and not _CLOSED.search(tail):
        residue.append((at, len(sentence)))
    return Parsed(tuple(deeds), tuple(residue))
