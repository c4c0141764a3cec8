"""Who and what a Japanese clause is about: the stat that changes, whose it is, what is acted on, which player."""

import re

from pipeline.records import Object

# The nouns that a bare "make", "become" or "rise" can be about.
_TOPIC = re.compile(
    r"(?P<stat>攻撃力|守備力|攻守)"
    r"|(?P<damage>ダメージ)"
    r"|(?P<level>レベル|ランク|スケール|リンクマーカー)"
    r"|(?P<identity>属性|種族|カード名|モンスター名|種類|トークン名)"
    r"|(?P<lp>LP|ライフポイント|ライフ)"
    r"|(?P<control>コントロール)"
    r"|(?P<counter>カウンター)"
    r"|(?P<limit>枚数制限|手札の?制限|手札枚数)"
)
_MARKED = re.compile(
    r"(?:・[^、・]{1,12}|それぞれ|及び[^、]{1,10}|と[^、はをが]{1,12})?"
    r"(?:は|を|が|も|に|、|それぞれ|は?ターン終了時まで)"
)
_OTHERS = (
    "自分フィールド|相手フィールド|フィールドの|フィールド上|全ての|装備モンスター|相手モンスター"
    "|自分の(?!墓地|手札|デッキ|LP|フィールド)|相手の(?!墓地|手札|デッキ|LP|フィールド)|「」|モンスター1体の攻撃力|他の"
)
_POSSESSOR = re.compile(
    r"(?P<self>このカード|このモンスター)"
    r"|(?P<summoned>このトークン|そのトークン|この効果で特殊召喚(?:した|された)|この方法で特殊召喚した|^特殊召喚した(?!場合))"
    r"|(?P<that>その(?!数|後|時|差|合計|元々|それぞれ|攻撃力|守備力|レベル)|対象の|選択した|それら|対象に選択|両方の?モンスター)"
    rf"|(?P<other>{_OTHERS})"
)
_OWNERS: dict[str, Object] = {"self": "self", "summoned": "summoned", "that": "that", "other": "other"}
# Behind "this card" these words make it a mere reference point.
_NOT_ITSELF = ("以外", "の効果で", "のリンク先", "と同", "を素材", "をリリース", "と戦闘")
_THAT = re.compile(r"(?:そ|対象)の(?:[^、をがは]*)$|それら?$|選択した[^、をがは]*$")
_STATS_CHANGED = ("攻撃力は", "守備力は", "攻撃力・守備力は", "攻撃力を", "攻撃力が")


def topic(words: str) -> str | None:
    """What the words are about, as a group name of the topics: the first with "wa", else the last that a particle marks."""
    found = None
    for noun in _TOPIC.finditer(words):
        mark = _MARKED.match(words, noun.end())
        if mark and not words.startswith("が0の", noun.end()):
            found = noun.lastgroup
            if mark[0].endswith("は"):
                break
    return found


def owner(words: str) -> Object:
    """Whose ATK, DEF or whatever: the possessor that stands last in the words before the noun."""
    found: Object = "other"
    for noun in _POSSESSOR.finditer(words):
        group = noun.lastgroup
        assert group is not None
        found = _OWNERS[group]
        if group == "self" and words.startswith(_NOT_ITSELF, noun.end()):
            found = "other"
    return found


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
