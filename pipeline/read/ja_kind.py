"""What kind of effect a Japanese text is: started in a chain (and how fast), or applied (and as what)."""

import re

from pipeline.read.ja_actions import Deed
from pipeline.read.ja_condition import Head
from pipeline.records import Card, Kind, Part, Place

LASTING = frozenset({"Continuous", "Field", "Equip"})
# Phases in which an optional effect without an event is a Trigger Effect: it comes up once, when the phase gets there.
_BATTLE = frozenset({"battles", "attacks", "attack_declared", "battle_damage"})
_TRIGGER_PHASES = frozenset({"draw", "standby", "end", "battle_start", "battle_end"})
_SUMMON_RULE = re.compile(
    r"召喚条件|通常召喚(?:でき|・セットでき|及び)|(?:は|から|に|で|として|も|のみ|なしで|により|して)(?:[^。]{0,30}?)(?:特殊召喚|召喚)(?:・セット)?(?:(?:する事|すること)?(?:が|も|は)?でき(?:る|ない|ず)|が可能|しなければならない|は(?:でき|1ターンに|無効化されない))"
    r"|降臨|特殊召喚(?:の成功)?は無効(?:化され|にされ)ない|召喚(?:の成功)?は無効化されない|リリースなしで|の方法(?:でのみ|による)特殊召喚|特殊召喚できない|融合召喚でのみ|召喚でのみ|体分のリリース|必要なリリース|融合召喚及び|重ねてX召喚する事もできる|重ねてエクシーズ召喚する事もできる"
)
_OWN_SUMMON = re.compile(
    r"^(?:また、)?(?:「」|このカード|このモンスター|このカード名|[^。]*(?:、|場合、|時、)このカード)(?:は|を|の)[^。]*召喚|^[^。]*(?:手札|墓地|EXデッキ)から(?:守備表示で|攻撃表示で|表側守備表示で)?特殊召喚できる|降臨|場合(?:に)?(?:のみ|、)?[^。、]{0,12}特殊召喚(?:できる|する事ができる|が可能)"
)
_RULE = re.compile(
    r"ルール上|^「」(?:モンスター)?は(?:自分)?フィールド(?:上)?に[0-9]|^(?:また、)?「」(?:モンスター|カード)?は(?:お互いの|自分)?フィールド(?:上)?に[0-9]?|しか表側表示で存在できない|通常モンスターとして扱|として扱(?:う|わない)(?:事ができる)?$|素材モンスター1体の代わり|扱いとして手札から|素材(?:に(?:は)?でき|とする場合|として使用する場合|の代わり|にする場合|1体の代わり)|素材(?:は|の条件)"
    r"|代わりにできる|チューナーとして扱|装備可能|のみ装備|装備できない|装備できる「」|1枚まで|以下の効果を得る|効果を(?:加え|得)る|手札から(?:も)?発動(?:できる|する事)|手札からもできる|セットしたターン(?:に|でも)|セットできる$|召喚に使用する場合|召喚する場合|召喚を行う場合|枚数制限|手札の枚数|として(?:も)?使用(?:でき|する事)"
)  # fmt: skip
_LOCK = re.compile(
    r"(?:相手は|お互い[はに]|自分は|プレイヤーは|互いに)[^。]*?(?:発動|使用)(?:する事が|することが|する事は)?でき(?:ない|ず)|(?:相手は|お互いは|お互いに)[^。]*効果(?:の発動(?:が|は)?)?(?:を)?(?:発動)?できない|発動に対して[^。]*発動できない"
)
_INSTEAD = re.compile(
    r"代わり(?:に(?!でき)|として)|墓地(?:へ|に)は?(?:行かず|送らず|送られず|送らない)|(?:デッキ|手札)(?:へ|に)?(?:は)?(?:行かず|戻らず)|ではなく(?:除外|持ち主)|代わりとして"
)
_UPKEEP = re.compile(
    r"(?:スタンバイフェイズ|エンドフェイズ)(?:毎|時|ごと)?(?:に|、)[^。]*(?:払(?:う|わなければ|わない|えない)|払う。|維持)|コントローラーは[^。]*フェイズ[^。]*(?:払|破壊|送|捨て|リリース)"
)
_WHILE_HERE = re.compile(
    r"(?:このカードが|このカードは)(?:[^。、]{0,12})?(?:モンスターゾーン|フィールド)(?:上)?に(?:表側(?:攻撃|守備)?表示で)?存在する限り"
)
_WHILE_THERE = re.compile(r"フィールド・墓地に存在する限り|手札・墓地に存在する限り|(?<!・)墓地に存在する限り")
# Applied once, at a moment: "the turn it is Summoned ...", "applied when it is Summoned".
_AT_ONCE = re.compile(
    r"このカードが[^。、]{0,30}(?:召喚|リバース)(?:に成功)?し(?:たターン|た時に適用|た場合、(?:このカードは|次の|相手は|自分は|お互い))|適用する。"
)
_AS_SUMMONED = re.compile(
    r"召喚した(?:このカード|場合の?このカード)の(?:元々の|レベル)|このカードを(?:[SXL]|シンクロ|エクシーズ|融合|リンク|儀式)?素材と(?:した|する|して)[^。]*(?:モンスターは|場合)|表側表示のこのカードは[^。]*離れた場合"
)


def applied_kind(words: str, deeds: tuple[Deed, ...], card: Card) -> Kind:
    """The kind of a text that starts no chain."""
    stripped = words.rstrip("。")
    here = _WHILE_HERE.search(words) is not None and not _WHILE_THERE.search(words)
    if _UPKEEP.search(words):
        return "maintenance"
    instead = _INSTEAD.search(words)
    if instead and "召喚する場合" not in words and "素材" not in words and not (deeds and deeds[0].end < instead.start()):
        return "replacement"
    if card.card_type == "Monster" and not here and "以下の効果を得る" not in words and _SUMMON_RULE.search(words) and _OWN_SUMMON.search(words):
        return "summoning"
    if _LOCK.search(words):
        return "lock"
    if here:
        return "continuous"
    if _AT_ONCE.search(words):
        return "lingering"
    if _RULE.search(stripped) or _AS_SUMMONED.search(words):
        return "condition"
    return "continuous"


def activated_kind(head: Head, card: Card, part: Part, must: bool, quick_note: bool, places: tuple[Place, ...], words: str) -> Kind:
    """The kind of a text that starts a chain, a card's own activation aside."""
    condition = head.condition
    trap = card.card_type == "Trap"
    current = [e for e in condition.events if not e.past]
    if condition.responds_to and not (
        condition.responds_to == ("targeting",) and any(e.what in ("targeted", "attack_targeted") for e in current) and "対象になった場合" in words
    ):
        return "quick"
    if quick_note:
        return "quick"
    deciding = [e for e in current if e.what not in _BATTLE] if condition.window else current
    if condition.window and not deciding:
        # Effects that name their window: Quick Effects up to the calculation, Trigger Effects about what the battle did.
        early = "before_calc" in condition.window.keys() and "start" in condition.window.keys()
        return "quick" if not must and (early or "during_calc" in condition.window.keys()) else "trigger"
    if condition.names_step and not must and all(e.what in ("battles", "attacks") for e in current):
        return "quick"
    if any(phase in _TRIGGER_PHASES for phase in condition.phases) and not ({"main", "battle"} & set(condition.phases)):
        return "trigger"
    if current and not (condition.phases and all(e.what in ("battles", "attacks") for e in current)):
        if any(e.what == "flipped" and e.subject == "self" for e in current) and len({e.what for e in current}) == 1 and "Flip" in card.types:
            return "flip"
        return "trigger"
    if must and (condition.phases or condition.window):
        return "trigger"
    if condition.phases == ("battle",) and head.turns == "you":
        return "trigger"
    if head.turns == "both" or "battle" in condition.phases or "battle_step" in condition.phases or condition.names_step:
        return "quick"
    if trap and part == "text" and head.turns == "unsaid":
        return "quick"
    return "ignition"


def speed(kind: Kind, card: Card, part: Part) -> int | None:
    """Spell Speed of what starts a chain."""
    if kind == "card_activation":
        if part == "pendulum_effect" or card.card_type == "Monster":
            return 1
        if card.card_type == "Trap":
            return 3 if card.property == "Counter" else 2
        return 2 if card.property == "Quick-Play" else 1
    if kind == "quick":
        return 2
    if kind in ("trigger", "ignition", "flip"):
        return 2 if card.card_type == "Trap" else 1
    return None
