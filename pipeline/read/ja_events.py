"""Japanese events: what happens to whom, by which cause, out of one clause of an activation clause."""

import re
from typing import NamedTuple

from pipeline.records import Cause, EventWhat, Subject

# What may stand behind the past form of an event: the moment it gives, or another alternative.
_TURN = r"(?:自分・相手|お互い|自分|相手)の?(?:ターン|メイン|バトル|エンド|スタンバイ|ダメージ)"
_MOMENT = rf"(?=場合|時|とき|際|度|ターン|後|瞬間|、|。|または|もしくは|か(?:、|[^らかけ])|事|状態|その?ダメージ|ダメージ|バトル|エンド|メイン|スタンバイ|{_TURN}|$)"
_PAST = rf"た{_MOMENT}"
# A continuative joins two verbs to one event ("destroyed and sent").
_JOINED = r"(?=、|墓地|ゲームから|除外|手札|デッキ|持ち主|フィールド|EX|エクストラ|戦闘|相手|自分|破壊|表側)"
_NOW = rf"(?=場合|時|度|際|その?ダメージ|ダメージ|バトル|{_TURN}|攻撃宣言時|$)"
_KINDS: dict[str, EventWhat] = {
    "特殊": "special_summoned", "反転": "flip_summoned", "融合": "fusion_summoned", "儀式": "ritual_summoned", "アドバンス": "tribute_summoned",
    "A": "tribute_summoned", "S": "synchro_summoned", "シンクロ": "synchro_summoned", "X": "xyz_summoned", "エクシーズ": "xyz_summoned",
    "L": "link_summoned", "リンク": "link_summoned", "P": "pendulum_summoned", "ペンデュラム": "pendulum_summoned", "通常": "normal_summoned", "": "normal_summoned",
    "再度": "other", "デュアル": "other",
}  # fmt: skip
_KIND = "|".join(k for k in _KINDS if k)
_LISTED = re.compile(rf"(?:(?:{_KIND}|リバース)?(?:召喚)?(?:・|または|及び|か))*(?:{_KIND})?$")
_LIST_MARK = re.compile("・|または|及び|か")
_EVENT = re.compile(
    rf"(?P<summon>召喚(?P<also>(?:・リバース|・セット)*)(?:(?:に成功し|され|し|を行っ|をし|が成功し){_PAST}|成功時|時(?=に|、|$)|(?:される|する|に成功する)(?=度)))"
    rf"|(?P<would>召喚(?:する|される|を行う|しようとする)際)"
    rf"|(?P<destroyed>破壊)(?P<destroys>し(?:{_PAST}|{_JOINED})|(?:され(?:{_PAST}|る(?=度|時)|{_JOINED}))|する(?=度))"
    rf"|(?P<flipped>リバース(?:に成功)?し(?:{_PAST}|{_JOINED})|リバース(?:し|する)(?=度)|表側(?:守備|攻撃)?表示になっ{_PAST})"
    rf"|(?P<sent>(?:墓地(?:へ|に)(?:[^、。]{{0,16}}が)?|捨て(?:られ)?(?:て)?墓地へ)(?:送(?:られ|っ)(?:{_PAST}|て除外|る(?=度))|送られ{_JOINED}|落ち{_PAST}|捨て(?:られ)?{_PAST}))"
    rf"|(?P<banished>(?:ゲームから)?除外(?:され|し)(?:{_PAST}|る(?=度)|{_JOINED}))"
    rf"|(?P<discarded>捨て(?:られ)?(?:{_PAST}|る(?=度)|て墓地へ送(?:られ|っ){_PAST}))"
    rf"|(?P<tributed>(?:リリース(?:され|し)?|生け贄に捧げ(?:られ)?)(?:{_PAST}|{_JOINED}(?=、|墓地)))"
    rf"|(?P<tohand>加わっ{_PAST}|加え(?:られ)?(?:{_PAST}|る(?=度)))"
    rf"|(?P<returned>戻(?:っ|さ|し|され){_PAST}|戻る(?=度)|戻った後)"
    rf"|(?P<drawn>ドロー(?:し|され)?(?:{_PAST}|た後)|ドローする(?=度))"
    rf"|(?P<leaves>(?:フィールド(?:上)?(?:から)?|モンスターゾーンから|ゾーンから|場から)(?:離れ|なくなっ)(?:{_PAST}|る(?=度)|{_JOINED}))"
    rf"|(?P<away>(?:墓地|デッキ|除外状態|手札)(?:から)?離れ(?:{_PAST}|{_JOINED}))"
    rf"|(?P<material>素材(?:となっ|になっ|とし(?!て)|に(?:さ|使用さ)れ|として(?:使用され|墓地へ送られ|除外され|取り除かれ)|に使用し)(?:{_PAST}|て墓地へ送られ{_PAST}|て|{_JOINED}))"
    rf"|(?P<position>表示形式(?:が|を)(?:[^、。]*?)変更(?:され|し){_PAST}|表示に(?:なっ|変更され|変更し|変わっ|し){_PAST}|表示形式が変わっ{_PAST})"
    rf"|(?P<control>コントロール(?:が|を)(?:[^、。]{{0,12}}?)(?:移っ|変更され|変わっ|得|移し|変更し){_PAST})"
    rf"|(?P<counter>カウンター[^、。]{{0,14}}?(?:置かれ|取り除(?:かれ|い)|乗っ){_PAST})"
    rf"|(?P<detached>取り除(?:かれ|い)(?:{_PAST}|{_JOINED}))"
    rf"|(?P<equipped>装備(?:(?:され|し)(?:{_PAST}|{_JOINED})|(?:させ|され|す)る(?=度)))"
    rf"|(?P<set>セット(?:され|し){_PAST})"
    rf"|(?P<placed>置(?:かれ|い){_PAST}|出(?:され|し)?{_PAST})"
    rf"|(?P<moved>移動し{_PAST})"
    rf"|(?P<shown>公開され{_PAST}|見せ{_PAST}|確認し{_PAST})"
    rf"|(?P<excavated>めくられ(?:{_PAST}|て墓地へ送られ{_PAST}|{_JOINED}))"
    rf"|(?P<targeted>対象(?:に(?:なっ|選択され|され|し|選択し)|と(?:なっ|され|し)){_PAST}|対象になる(?=度|時))"
    rf"|(?P<declared>攻撃宣言(?:の?(?:時|際)|(?:を)?(?:し|行っ|され){_PAST}|する(?=度|際|時)|を行う(?=度|際|時)|をする))"
    rf"|(?P<direct>直接攻撃(?:に|が)成功し{_PAST}|直接攻撃によって戦闘ダメージを与え{_PAST})"
    rf"|(?P<attacks>攻撃(?:し|され|を行っ|をし|を受け){_PAST}|攻撃(?:する|される|を行う|をする){_NOW})"
    rf"|(?P<reached>(?:が|も)[^、。が]{{0,10}}?(?:[0-9](?:つ|枚|体|個)?(?:以[上下])?|以上|以下|同じ)に(?:なっ|達し){_PAST})"
    rf"|(?P<other>(?:コイントス|サイコロ)[^、。]{{0,6}}(?:行|振)(?:う|る|っ)(?:(?=度)|{_PAST})|シャッフルし{_PAST})"
    rf"|(?P<battles>戦闘(?:を行(?:っ(?:{_PAST}|ている)|う{_NOW})|し{_PAST}|する{_NOW}))"
    rf"|(?P<dealt>ダメージ(?:計算)?を[^、。が]{{0,14}}?与え(?:{_PAST}|られ{_PAST}|る(?=度)))"
    rf"|(?P<taken>ダメージ(?:を|は)[^、。が]{{0,12}}?(?:受け|喰らっ)(?:{_PAST}|る(?=度|時|場合|ダメージ計算)))"
    rf"|(?P<dealt2>ダメージ(?:が)?(?:発生し|0になっ){_PAST})"
    rf"|(?P<gained>(?:LP|ライフポイント|ライフ)(?:が|を)[^、。]{{0,8}}?(?:回復し(?:{_PAST})|回復する(?=度))|回復し{_PAST})"
    rf"|(?P<paid>(?:LP|ライフポイント|ライフ)を[^、。]{{0,8}}?(?:払っ|失っ){_PAST})"
    rf"|(?P<activated>(?:発動(?:に成功)?(?:し|され|を行っ){_PAST}|発動(?:する|される)(?=度|時|際)|使用し{_PAST}))"
    rf"|(?P<answered>発動(?:時|にチェーン))"
    rf"|(?P<resolved>(?:処理|適用)(?:し|され){_PAST})"
    rf"|(?P<negated>無効(?:に(?:なっ|し|され)|化(?:され|し)){_PAST})"
    rf"|(?P<changed>(?:攻撃力|守備力)(?:・守備力)?(?:が|は)[^、。]{{0,16}}?(?:変化し|変動し|アップし|ダウンし|なっ){_PAST})"
)
_WHAT: dict[str, EventWhat] = {
    "flipped": "flipped", "sent": "sent_to_gy", "banished": "banished", "discarded": "discarded", "tributed": "tributed", "returned": "returned",
    "drawn": "drawn", "leaves": "leaves_field", "away": "moved", "other": "other", "reached": "other", "material": "used_as_material", "position": "position_changed", "control": "control_changed",
    "detached": "detached", "counter": "counter", "equipped": "equipped", "set": "set", "placed": "placed", "moved": "moved", "shown": "revealed",
    "excavated": "excavated", "declared": "attack_declared", "attacks": "attacks", "direct": "battle_damage", "battles": "battles", "gained": "lp_gained", "paid": "lp_paid",
    "activated": "activated", "resolved": "resolved", "changed": "stat_changed",
}  # fmt: skip
# Events of players: the subject is who they happen to, not a card.
_OF_PLAYERS = frozenset(
    {"drawn", "lp_gained", "lp_paid", "battle_damage", "effect_damage", "damage", "activated", "attack_declared", "attacks", "battles"}
)
_CAUSED = frozenset({"destroyed", "sent_to_gy", "banished", "leaves_field", "returned", "tributed", "discarded", "damage"})
_EITHER = re.compile(
    r"戦闘(?:・|または|及び|か|、|や|もしくは)(?:で?、?)(?:[^、。]{0,24}?)?効果|効果(?:・|または|及び|か|、|や|もしくは|で、?または)(?:[^、。]{0,8}?)?戦闘|戦闘で、?または[^、。]{0,14}効果"
)
_BY_ATTACK = re.compile(r"(?<!直接)攻撃(?=によって|で破壊|で墓地|・効果|または[^、。]{0,8}効果|、または[^、。]{0,10}効果)")
_BY_EFFECT = re.compile(r"効果(?:によ|で|を発動|の発動|処理|モンスターの効果で)|カードの?効果[^、がを]{0,6}$")
_ALTERNATIVE = re.compile(r"または|もしくは|か、?$|か(?:、|[^らかけ])")
_TO_EXTRA = re.compile(r"(?:EX|エクストラ)デッキに[^、]*$")
_ATTACK_TARGET = re.compile(r"攻撃[^、。]{0,6}対象")
_EITHER_TARGET = re.compile(r"攻撃・[^、。]*効果|効果[^、。]*攻撃の")
_OF_SELF = re.compile(r"このカードの[^のをがは]*$")
_TARGETING = re.compile(r"対象(?:とする|にする|に(?:した|選択)|とした|を取る)")
_SELF_NOUN = re.compile(r"(?:このカード|このモンスター|自身)(?:自身|1枚)?$")
_SELF_ALSO = re.compile(r"このカード(?:または|か|及び|と|、)[^、。がを]*$")
_SELF_OBJECT = re.compile(r"(?:このカード|自身)(?:自身)?を(?!対象)[^、。がを]{0,24}$")


class Happening(NamedTuple):
    """One event of a clause; its span is relative to the clause."""

    what: EventWhat
    subject: Subject
    cause: Cause
    start: int
    end: int


class Clause(NamedTuple):
    """What one clause tells."""

    events: tuple[Happening, ...]
    answers: str | None  # an activation it responds to: "activation", "targeting", "summon"


_NOTHING = Clause((), None)
# Without a past form, a "when" or a battle there is no event in a clause.
_HINT = re.compile("た|時|際|度|戦闘|攻撃|チェーン")


def _cause(words: str) -> Cause:
    if "攻撃" in words:
        words = _BY_ATTACK.sub("戦闘", words)
    if "戦闘" in words:
        if "戦闘以外" in words:
            return "not_battle"
        if _EITHER.search(words):
            return "either"
        if "戦闘で" in words or "戦闘によ" in words or "戦闘破壊" in words:
            return "battle"
    return "effect" if "効果" in words and _BY_EFFECT.search(words) else "unsaid"


def _player(noun: str) -> Subject | None:
    noun = noun.removesuffix("プレイヤー") if noun != "プレイヤー" else noun
    if noun.endswith(("自分か相手", "自分または相手", "自分・相手", "お互い", "プレイヤー", "自分及び相手", "両方", "いずれか")):
        return "player"
    if noun.endswith("自分"):
        return "you"
    return "opponent" if noun.endswith("相手") else None


_OWNED = frozenset({"control_changed", "position_changed", "stat_changed", "detached", "attack_declared"})
_ACTIVATOR = re.compile(r"(?:自分か相手|自分・相手|自分または相手|自分|相手|お互い)が発動した")


def _subject(before: str, what: str, inherited: Subject | None) -> Subject:
    """Who it happens to, from the words in front of the verb."""
    if "発動した" in before:
        before = _ACTIVATOR.sub("", before)
    if _SELF_OBJECT.search(before):
        return "self"
    if what in _OWNED and before.endswith("の"):
        return "self" if _SELF_NOUN.search(before[:-1]) else "other"
    if what in ("equipped", "counter") and (held := before.rfind("このカードに")) >= 0 and "、" not in before[held:]:
        return "self"
    at = max(before.rfind("が"), before.rfind("も"))
    if at < 0 or (before[at] == "も" and "が" in before):
        at = before.rfind("が")
    if at < 0:
        at = before.rfind("は")
    if at < 0:
        if what == "attacks":
            return "self" if _OF_SELF.search(before) else "other"
        if what in ("tributed", "discarded", "banished", "sent_to_gy", "battles") and "このカードを" in before:
            return "self"
        return inherited or _player(before) or "other"
    noun = before[:at]
    if _SELF_NOUN.search(noun):
        return "self"
    player = _player(noun)
    if player is not None:
        return player if what in _OF_PLAYERS else "other"
    return "self" if _SELF_ALSO.search(noun) else "other"


def _damage(words: str, verb: str) -> EventWhat:
    words = _BY_ATTACK.sub("戦闘", words)
    if "戦闘" in words and ("効果" in words and _EITHER.search(words)):
        return "damage"
    if "戦闘ダメージ" in words + verb or "直接攻撃" in words or "戦闘" in words:
        return "battle_damage"
    return "effect_damage" if "効果" in words else "damage"


def _summons(before: str, also: str) -> tuple[list[EventWhat], int]:
    """Which Summons are listed up to the last word "Summon", and where the list begins."""
    found = _LISTED.search(before[-40:])
    listed = found[0] if found else ""
    kinds: list[EventWhat] = []
    for name in _LIST_MARK.split(listed + "召喚" + also):
        if name in ("リバース", "セット"):
            kinds.append("flipped" if name == "リバース" else "set")
        elif name.endswith("召喚") or name:
            what = _KINDS.get(name.removesuffix("召喚"))
            if what is not None:
                kinds.append(what)
    return list(dict.fromkeys(kinds)), len(before) - len(listed)


def read_clause(clause: str, inherited: Subject | None = None) -> Clause:
    """The events of one clause, alternatives in order; a state ("if you control ...") gives none.

    `inherited`: the subject of the clause before, for "... or is banished".
    """
    if not _HINT.search(clause):
        return _NOTHING
    events: list[Happening] = []
    answers: str | None = None
    last = 0
    joined = False
    for found in _EVENT.finditer(clause):
        group = found.lastgroup
        assert group is not None
        start, end = found.span()
        before = clause[:start]
        words = clause[last:start]
        what: EventWhat
        # "was destroyed and sent": one event, told by its first verb.
        alternative = _ALTERNATIVE.search(words) is not None
        if joined and not alternative and group not in ("activated", "reached"):
            if events:
                events[-1] = events[-1]._replace(end=end)
            last, joined = end, False
            continue
        if group in ("would", "answered", "activated"):
            if group == "would":
                answers = answers or "summon"
            elif group == "answered" and before.endswith("このカードの"):
                pass
            else:
                moment = clause[end : end + 3]
                if group == "answered" or moment.startswith(("時", "際")):
                    answers = "targeting" if _TARGETING.search(words) else "activation"
                else:
                    events.append(Happening("activated", _subject(before, "activated", None), "unsaid", start, end))
            last = end
            continue
        kinds: list[EventWhat]
        if group == "summon":
            kinds, begin = _summons(before, found["also"])
            before = before[:begin]
        elif group == "destroys" or group == "destroyed":
            cause = _cause(words + clause[start:end])
            if found["destroys"][0] in "しす":
                kinds = ["destroyed" if cause == "effect" else "destroys"]
            else:
                kinds = ["destroyed"]
        elif group in ("taken", "dealt", "dealt2"):
            kinds = [_damage(words, found[0])]
        elif group == "tohand":
            kinds = ["added_to_extra" if _TO_EXTRA.search(words) else "added_to_hand"]
        elif group == "targeted":
            attack = _ATTACK_TARGET.search(clause, last, end) is not None
            both = _EITHER_TARGET.search(clause, last, end) is not None
            kinds = (
                ["attack_targeted", "targeted"] if both else ["attack_targeted"] if attack and "効果の対象" not in clause[last:end] else ["targeted"]
            )
            if "targeted" in kinds:
                answers = "targeting"
        elif group == "negated":
            kinds = ["attack_negated" if "攻撃" in words else "negated"]
        else:
            kinds = [_WHAT[group]]
        for what in kinds:
            subject = _subject(before, what, inherited if not events else None)
            if what in ("battle_damage", "effect_damage", "damage") and group == "taken" and subject == "other":
                subject = _player(before[-4:].rstrip("はが")) or "you"
            why: Cause = _cause(words + clause[start:end]) if what in _CAUSED else "unsaid"
            if what == "destroys":
                why = "either" if _cause(words) == "either" else "battle"
            if _SELF_ALSO.search(before[: max(before.rfind("が"), 0)]) and subject == "self":
                events.append(Happening(what, "other", why, start, end))
            events.append(Happening(what, subject, why, start, end))
        joined = found[0][-1] in "しれてり"
        last = end
    return Clause(tuple(events), answers)
