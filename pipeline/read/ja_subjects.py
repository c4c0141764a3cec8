"""Whom a Japanese event happens to, and by which cause: from the words in front of its verb."""

import re

from pipeline.records import Cause, Subject

_EITHER = re.compile(
    r"戦闘(?:・|または|及び|か|、|や|もしくは)(?:で?、?)(?:[^、。]{0,24}?)?効果"
    r"|効果(?:・|または|及び|か|、|や|もしくは|で、?または)(?:[^、。]{0,8}?)?戦闘"
    r"|戦闘で、?または[^、。]{0,14}効果"
)
# An attack as the cause ("destroyed by an attack") is the battle.
_BY_ATTACK = re.compile(r"(?<!直接)攻撃(?=によって|で破壊|で墓地|・効果|または[^、。]{0,8}効果|、または[^、。]{0,10}効果)")
_BY_EFFECT = re.compile(r"効果(?:によ|で|を発動|の発動|処理)|カードの?効果[^、がを]{0,6}$")
_NOT_BATTLE = re.compile(r"戦闘(?:(?:で|によって)破壊(?:される|された))?以外")
_SELF_NOUN = re.compile(r"(?:このカード|このモンスター|自身)(?:自身|1[枚体])?(?:のみ)?$")
# "This card or a monster ...": both.
SELF_AMONG = re.compile(r"このカード(?:または|か|及び|と(?!同じ|戦闘|相互|の)|、)[^。がを]*$")
_SELF_OBJECT = re.compile(r"(?:このカード|自身)(?:自身)?を(?!対象)[^、。がを]{0,24}$")
# "When Summoned this way": the Summon that the text of this card told of before.
_THIS_WAY = re.compile(r"(?:このカードの(?:[①-⑳]の)?(?:方法|効果)で|この方法で|この|このカードの)$")
_OF_SELF = re.compile(r"このカードの[^のをがは]*$")
_PLAYERS = ("自分か相手", "自分または相手", "自分・相手", "お互い", "プレイヤー", "自分及び相手", "両方", "いずれか")
# Events of players: the subject is who they happen to, not a card.
_OF_PLAYERS = frozenset(
    {"drawn", "lp_gained", "lp_paid", "battle_damage", "effect_damage", "damage", "activated", "attack_declared", "attacks", "battles"}
)  # fmt: skip
# Events told of something that a card has: "the battle position of this card was changed".
_OWNED = frozenset({"control_changed", "position_changed", "stat_changed", "detached", "attack_declared"})
_PAID = frozenset({"tributed", "discarded", "banished", "sent_to_gy", "battles"})
_ACTIVATOR = re.compile(r"(?:自分か相手|自分・相手|自分または相手|自分|相手|お互い)が発動した")


def with_battle(words: str) -> str:
    """The words with an attack that is a cause written as battle."""
    return _BY_ATTACK.sub("戦闘", words) if "攻撃" in words else words


def either_cause(words: str) -> bool:
    """Whether battle and effect are named as alternative causes."""
    return "効果" in words and _EITHER.search(words) is not None


def cause_of(words: str) -> Cause:
    """The cause that the words name."""
    words = with_battle(words.replace("このカードの効果でこのカードを装備した", "") if "を装備した" in words else words)
    if "戦闘" in words:
        if "以外" in words and _NOT_BATTLE.search(words):
            return "not_battle"
        if _EITHER.search(words):
            return "either"
        if "戦闘で" in words or "戦闘によ" in words or "戦闘破壊" in words:
            return "battle"
    return "effect" if "効果" in words and _BY_EFFECT.search(words) else "unsaid"


def player_of(noun: str) -> Subject | None:
    """The player that a noun ends with."""
    noun = noun.removesuffix("プレイヤー") if noun != "プレイヤー" else noun
    if noun.endswith(_PLAYERS):
        return "player"
    if noun.endswith("自分"):
        return "you"
    return "opponent" if noun.endswith("相手") else None


def subject_of(before: str, what: str, inherited: Subject | None) -> Subject:
    """Who an event happens to, from the words in front of its verb; `inherited` where they name nobody."""
    if before.startswith(("または", "もしくは")):
        before = before[3 if before[0] == "ま" else 4 :]
    if "発動した" in before:
        before = _ACTIVATOR.sub("", before)
    if what != "attack_declared" and _SELF_OBJECT.search(before):
        return "self"
    if what.endswith("summoned") and _THIS_WAY.search(before):
        return "self"
    if what in _OWNED and before.endswith("の"):
        return "self" if _SELF_NOUN.search(before[:-1]) else "other"
    if what in ("lp_gained", "lp_paid") and before.endswith("の"):
        return player_of(before[:-1]) or "player"
    if what in ("equipped", "counter") and (held := before.rfind("このカードに")) >= 0 and "、" not in before[held:]:
        return "self"
    at = before.rfind("が")
    if at < 0:
        at = before.rfind("も")
    if at < 0:
        at = before.rfind("は")
    if at < 0:
        if what == "attacks":
            return "self" if _OF_SELF.search(before) else "other"
        if what in _PAID and "このカードを" in before:
            return "self"
        return inherited or player_of(before) or "other"
    noun = before[:at]
    if what == "position_changed":
        noun = noun.removesuffix("の表示形式")
    if _SELF_NOUN.search(noun):
        return "self"
    player = player_of(noun)
    if player is not None:
        return player if what in _OF_PLAYERS else "other"
    return "self" if SELF_AMONG.search(noun) else "other"
