"""What kind of effect a Japanese text is: started in a chain (and how fast), or applied (and as what)."""

import re

from pipeline.read.ja_actions import Deed
from pipeline.read.ja_condition import Head
from pipeline.records import Card, Condition, Event, Kind, Part
from pipeline.windows import NONE, Window

LASTING = frozenset({"Continuous", "Field", "Equip"})
# Events of the battle that a named window dates.
_BATTLE = frozenset({"battles", "attacks", "attack_declared", "battle_damage"})
_FIGHTS = frozenset({"battles", "attacks"})
_TARGETED = frozenset({"targeted", "attack_targeted"})
# Phases in which an effect without an event is used at will.
_OPEN_PHASES = frozenset({"main", "battle"})
# Phases in which an optional effect without an event is a Trigger Effect: it comes up once, when the phase gets there.
_TRIGGER_PHASES = frozenset({"draw", "standby", "end", "battle_start", "battle_end"})
_SUMMON_RULE = re.compile(
    r"召喚条件|通常召喚(?:でき|・セットでき|及び)"
    r"|(?:は|から|に|で|として|も|のみ|なしで|により|して)(?:[^。]{0,30}?)(?:特殊召喚|召喚)(?:・セット)?"
    r"(?:(?:する事|すること)?(?:が|も|は)?でき(?:る|ない|ず)|が可能|しなければならない|は(?:でき|1ターンに|無効化されない))"
    r"|降臨|特殊召喚(?:の成功)?は無効(?:化され|にされ)ない|召喚(?:の成功)?は無効化されない|リリースなしで|の方法(?:でのみ|による)特殊召喚"
    r"|特殊召喚できない|融合召喚でのみ|召喚でのみ|体分のリリース|必要なリリース|融合召喚及び|重ねて(?:X|エクシーズ)召喚する事もできる"
)
_OWN_SUMMON = re.compile(
    r"^(?:また、)?(?:「」|このカード|このモンスター|このカード名|[^。]*(?:、|場合、|時、)このカード)[はをの][^。]*召喚"
    r"|^[^。]*(?:手札|墓地|EXデッキ)から(?:守備表示で|攻撃表示で|表側守備表示で)?特殊召喚できる|降臨"
    r"|場合に?(?:のみ|、)?[^。、]{0,12}特殊召喚(?:できる|する事ができる|が可能)"
)
# Rules of the card rather than effects that hold: names, materials, numbers on the field, where it may be activated from.
_RULE = re.compile(
    r"ルール上|しか表側表示で存在できない|通常モンスターとして扱"
    r"|として扱(?:う|わない)(?:事ができる)?$|素材モンスター1体の代わり|扱いとして手札から"
    r"|素材(?:には?でき|とする場合|として使用する場合|の代わり|にする場合|1体の代わり|は|の条件)|代わりにできる|チューナーとして扱"
    r"|装備可能|のみ装備|装備できない|装備できる「」|1枚まで|以下の効果を得る|効果を(?:加え|得)る|手札からも?発動(?:できる|する事)|手札からもできる"
    r"|セットしたターン(?:に|でも)|セットできる$|召喚に使用する場合|召喚する場合|召喚を行う場合|枚数制限|手札の枚数|としても?使用(?:でき|する事)"
)
_ONE_OF_IT = re.compile(r"(?:また、)?「」(?:モンスター|カード)?は(?:お互いの|自分)?フィールド上?に")
_LOCK = re.compile(
    r"(?:相手は|お互い[はに]|自分は|プレイヤーは|互いに)[^。]*?(?:発動|使用)(?:する事が|することが|する事は)?でき(?:ない|ず)"
    r"|(?:相手は|お互いは|お互いに)[^。]*効果(?:の発動(?:が|は)?)?を?(?:発動)?できない|発動に対して[^。]*発動できない"
)
_INSTEAD = re.compile(
    r"(?<!通常のドローを行う)(?<!攻撃する)代わり(?:に(?!でき)|として)|墓地(?:へ|に)は?(?:行かず|送らず|送られず|送らない)|デッキ(?:へ|に)?は?(?:行かず|戻らず)"
    r"|手札(?:へ|に)?は?(?:行かず|戻らず)"
    r"|ではなく(?:除外|持ち主)"
)
_UPKEEP = re.compile(
    r"(?:スタンバイフェイズ|エンドフェイズ)(?:毎|時|ごと)?(?:に|、)[^。]*(?:払(?:う|わなければ|わない|えない)|維持)"
    r"|コントローラーは[^。]*フェイズ[^。]*(?:払|破壊|送|捨て|リリース)"
)
_WHILE_HERE = re.compile(r"このカード[がは](?:[^。、]{0,12})?(?:モンスターゾーン|フィールド)上?に(?:表側(?:攻撃|守備)?表示で)?存在する限り")
_WHILE_THERE = re.compile(r"(?:フィールド|手札)・墓地に存在する限り|(?<!・)墓地に存在する限り")
# Applied once, at a moment: "the turn it is Summoned ...", "applied when it is Summoned".
_AT_ONCE = re.compile(
    r"このカードが[^。、]{0,30}(?:召喚|リバース)(?:に成功)?し(?:たターン|た時に適用|た場合、(?:このカードは|次の|相手は|自分は|お互い))|適用する。"
)
_AS_SUMMONED = re.compile(
    r"召喚した(?:このカード|場合の?このカード)の(?:元々の|レベル)|表側表示のこのカードは[^。]*離れた場合"
    r"|このカードを(?:[SXL]|シンクロ|エクシーズ|融合|リンク|儀式)?素材と(?:した|する|して)[^。]*(?:モンスターは|場合)"
)


def _summoning(words: str) -> bool:
    """Whether the words are about how this monster is Summoned."""
    if ("召喚" not in words and "降臨" not in words) or "以下の効果を得る" in words:
        return False
    return _SUMMON_RULE.search(words) is not None and _OWN_SUMMON.search(words) is not None


def applied_kind(words: str, deeds: tuple[Deed, ...], card: Card) -> Kind:
    """The kind of a text that starts no chain."""
    here = "存在する限り" in words and _WHILE_HERE.search(words) is not None and not _WHILE_THERE.search(words)
    if "フェイズ" in words and _UPKEEP.search(words):
        return "maintenance"
    instead = _INSTEAD.search(words)
    if instead and "召喚する場合" not in words and "素材" not in words and not (deeds and deeds[0].end < instead.start()):
        return "replacement"
    if card.card_type == "Monster" and not here and _summoning(words):
        return "summoning"
    if "でき" in words and _LOCK.search(words):
        return "lock"
    if here:
        return "continuous"
    if _AT_ONCE.search(words):
        return "lingering"
    rule = _ONE_OF_IT.match(words) or _RULE.search(words.rstrip("。")) or _AS_SUMMONED.search(words)
    return "condition" if rule else "continuous"


def _dated(condition: Condition, current: list[Event], must: bool, words: str) -> Kind | None:
    """The kind of an effect that names a window or the step; null where an event beside the battle decides.

    Quick Effects are those up to the calculation, Trigger Effects those about its start or about what the battle did.
    """
    window = condition.window
    if window is not NONE:
        if any(e.what not in _BATTLE for e in current):
            return None
        fast = Window.DURING_CALC in window or (Window.BEFORE_CALC in window and (Window.START in window or "計算前に1度" in words))
        return "quick" if fast and not must else "trigger"
    if condition.names_step and not must and all(e.what in _FIGHTS for e in current):
        return "quick"
    return None


def activated_kind(head: Head, card: Card, part: Part, must: bool, quick_remark: bool, words: str) -> Kind:
    """The kind of a text that starts a chain, a card's own activation aside; `words` is the sentence that opens it."""
    condition = head.condition
    current = [e for e in condition.events if not e.past]
    # "If it became a target" waits until the chain is over; "when" answers.
    waits = condition.responds_to == ("targeting",) and any(e.what in _TARGETED for e in current) and "対象になった場合" in words
    if quick_remark or (condition.responds_to and not waits):
        return "quick"
    dated = _dated(condition, current, must, words)
    if dated is not None:
        return dated
    phases = condition.phases
    if not _TRIGGER_PHASES.isdisjoint(phases) and _OPEN_PHASES.isdisjoint(phases):
        return "trigger"
    if current and not (phases and all(e.what in _FIGHTS for e in current)):
        own_flip = all(e.what == "flipped" for e in current) and any(e.subject == "self" for e in current)
        return "flip" if own_flip and "Flip" in card.types else "trigger"
    if (must and phases) or (phases == ("battle",) and head.turns == "you"):
        return "trigger"
    if head.turns == "both" or "battle" in phases or "battle_step" in phases or condition.names_step:
        return "quick"
    if card.card_type == "Trap" and part == "text" and head.turns == "unsaid":
        return "quick"
    return "ignition"


def comes_up(condition: Condition) -> bool:
    """Whether something makes the effect come up at all; without it, "is activated" is an old text's "can be"."""
    return bool(condition.events or condition.responds_to or condition.phases) or condition.window is not NONE


def about_itself(condition: Condition) -> bool:
    """Whether some event that is the moment of activation happens to this card."""
    # A loop, since this is asked of every effect: a generator costs more than what it does here.
    for event in condition.events:  # noqa: SIM110
        if event.subject == "self" and not event.past:
            return True
    return False


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
