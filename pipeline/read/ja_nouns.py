"""Who and what a Japanese clause is about: the stat that changes, whose it is, what is acted on, which player."""

import re
from typing import Literal

from pipeline.read.ja_alternatives import any_of
from pipeline.records import Object

Topic = Literal["stat", "damage", "level", "identity", "lp", "control", "counter", "limit"]
# The nouns that a bare "make", "become" or "rise" can be about; longer before shorter.
_TOPICS: dict[str, Topic] = {
    "攻撃力": "stat", "守備力": "stat", "攻守": "stat", "ダメージ": "damage", "レベル": "level", "ランク": "level", "スケール": "level",
    "リンクマーカー": "level", "属性": "identity", "種族": "identity", "カード名": "identity", "モンスター名": "identity", "種類": "identity",
    "トークン名": "identity", "LP": "lp", "ライフポイント": "lp", "ライフ": "lp", "コントロール": "control", "カウンター": "counter",
    "枚数制限": "limit", "手札の制限": "limit", "手札制限": "limit", "手札枚数": "limit",
}  # fmt: skip
_TOPIC = re.compile("|".join(_TOPICS))
_MARKED = re.compile(
    r"(?:・[^、・]{1,12}|それぞれ|及び[^、]{1,10}|と[^、はをが]{1,12})?"
    r"(?:は|を|が|も|に|、|それぞれ|は?ターン終了時まで)"
)
# Whose something is, longer before shorter.
_OWNERS: dict[str, Object] = {
    "このカード": "self", "このモンスター": "self",
    "このトークン": "summoned", "そのトークン": "summoned", "この効果で特殊召喚した": "summoned", "この効果で特殊召喚された": "summoned",
    "この方法で特殊召喚した": "summoned", "特殊召喚した": "summoned",
    "その": "that", "対象の": "that", "選択した": "that", "それら": "that", "対象に選択": "that", "両方のモンスター": "that",
    "両方モンスター": "that",
    "自分フィールド": "other", "相手フィールド": "other", "フィールドの": "other", "フィールド上": "other", "全ての": "other",
    "装備モンスター": "other", "相手モンスター": "other", "自分の": "other", "相手の": "other", "「」": "other",
    "モンスター1体の攻撃力": "other", "他の": "other",
}  # fmt: skip
_ELSEWHERE = "(?!墓地|手札|デッキ|LP|フィールド)"
# Where these words say whose.
_ONLY: dict[str, str] = {
    "特殊召喚した": "(?<=^特殊召喚した)(?!場合)", "その": "(?!数|後|時|差|合計|元々|それぞれ|攻撃力|守備力|レベル)",
    "自分の": _ELSEWHERE, "相手の": _ELSEWHERE,
}  # fmt: skip
_POSSESSOR = re.compile(any_of(word + _ONLY.get(word, "") for word in _OWNERS))
# Behind "this card" these words make it a mere reference point.
_NOT_ITSELF = ("以外", "の効果で", "のリンク先", "と同", "を素材", "をリリース", "と戦闘")
_THAT = re.compile(r"その[^、をがは]*$|対象の[^、をがは]*$|それら?$|選択した[^、をがは]*$")
_STATS_CHANGED = ("攻撃力は", "守備力は", "攻撃力・守備力は", "攻撃力を", "攻撃力が")


def topic(words: str) -> Topic | None:
    """What the words are about: the first topic with "wa", else the last that a particle marks."""
    found: Topic | None = None
    for noun in _TOPIC.finditer(words):
        end = noun.end()
        mark = _MARKED.match(words, end)
        if mark and not words.startswith("が0の", end):
            found = _TOPICS[noun[0]]
            if words[mark.end() - 1] == "は":
                break
    return found


def owner(words: str) -> Object:
    """Whose ATK, DEF or whatever: the possessor that stands last in the words before the noun."""
    last: re.Match[str] | None = None
    for noun in _POSSESSOR.finditer(words):
        last = noun
    if last is None:
        return "other"
    found = _OWNERS[last[0]]
    return "other" if found == "self" and words.startswith(_NOT_ITSELF, last.end()) else found


def stat_owner(before: str) -> Object:
    """Whose ATK or DEF changes. The first stat of the words is the one that changes; later ones only measure."""
    first = min((n for name in _STATS_CHANGED if (n := before.find(name)) >= 0), default=-1)
    if first < 0:
        first = max(before.rfind("攻撃力"), before.rfind("守備力"), before.rfind("攻守"))
    return owner(before[:first] if first >= 0 else before)


def patient(clause: str) -> Object:
    """What is destroyed, Summoned, banished ...: the noun before the last object particle, or the topic."""
    at = clause.rfind("を")
    words = clause[:at] if at >= 0 else clause
    if words.endswith(("このカード", "このモンスター")):
        return "self"
    if "選択して" in clause or _THAT.search(words[-24:]):
        return "that"
    return "other" if at >= 0 else owner(clause)


def player(clause: str) -> Object:
    """Which player something is done to; the effect's own player where the words name none."""
    if "相手に" in clause or "相手は" in clause or "相手ライフ" in clause or "相手プレイヤー" in clause or "相手の" in clause:
        return "opponent"
    return "you"
