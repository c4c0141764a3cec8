"""Japanese events: what happens to whom, by which cause, out of one clause of an activation clause."""

import re

import msgspec
from msgspec.structs import replace

from pipeline.read.ja_subjects import SELF_AMONG, cause_of, either_cause, player_of, subject_of, with_battle
from pipeline.records import Cause, EventWhat, ResponseTo, Subject

_TURN = r"(?:自分・相手|お互い|自分|相手)の?(?:ターン|メイン|バトル|エンド|スタンバイ|ダメージ)"
# What may stand behind the past form of an event: the moment it gives, or another alternative.
_MOMENT = (
    r"(?=場合|時|とき|際|度|ターン|後|瞬間|、|。|または|もしくは|か(?:、|[^らかけ])|事|状態|その?ダメージ|ダメージ|バトル|エンド|メイン"
    rf"|スタンバイ|{_TURN}|$)"
)
_PAST = rf"た{_MOMENT}"
# Behind "each time".
_EACH = "(?=度)"
# A continuative joins two verbs to one event ("destroyed and sent").
_JOINED = "(?=、|墓地|ゲームから|除外|手札|デッキ|持ち主|フィールド|EX|エクストラ|戦闘|相手|自分|破壊|表側)"
_NOW = rf"(?=場合|時|度|際|その?ダメージ|ダメージ|バトル|{_TURN}|攻撃宣言時|$)"
_KINDS: dict[str, EventWhat] = {
    "特殊": "special_summoned", "反転": "flip_summoned", "融合": "fusion_summoned", "儀式": "ritual_summoned", "アドバンス": "tribute_summoned",
    "A": "tribute_summoned", "S": "synchro_summoned", "シンクロ": "synchro_summoned", "X": "xyz_summoned", "エクシーズ": "xyz_summoned",
    "L": "link_summoned", "リンク": "link_summoned", "P": "pendulum_summoned", "ペンデュラム": "pendulum_summoned", "通常": "normal_summoned",
    "": "normal_summoned", "再度": "other", "デュアル": "other",
}  # fmt: skip
_KIND = "|".join(k for k in _KINDS if k)
_LISTED = re.compile(rf"(?:(?:{_KIND}|リバース)?(?:召喚)?(?:・|または|及び|か))*(?:{_KIND})?$")
_LIST_MARK = re.compile("・|または|及び|か")
_SENT = rf"(?:送(?:られ|っ)(?:{_PAST}|て除外|る{_EACH})|送る{_EACH}|送られ{_JOINED}|落ち{_PAST}|捨て(?:られ)?{_PAST})"
_LEFT = rf"(?:離れ|なくなっ)(?:{_PAST}|る{_EACH}|{_JOINED})"
_GONE = rf"離れ(?:{_PAST}|{_JOINED})"
_BANISHED = rf"除外(?:され|し)(?:{_PAST}|る{_EACH}|{_JOINED})"
_TRIBUTED = rf"(?:{_PAST}|{_JOINED}(?=、|墓地))"
_REACHED = rf"[^、。が]{{0,10}}?(?:[0-9](?:つ|枚|体|個)?(?:以[上下])?|以上|以下|同じ)に(?:なっ|達し){_PAST}"
_CHANCE = rf"[^、。]{{0,6}}(?:行|振)(?:う|る|っ)(?:{_EACH}|{_PAST})"
_GAINED = rf"(?:が|を)[^、。]{{0,8}}?(?:回復し{_PAST}|回復する{_EACH})"
_LOST = rf"を[^、。]{{0,8}}?(?:払っ|失っ){_PAST}"
_DONE = rf"(?:し|され){_PAST}"
_STAT = rf"(?:が|は)[^、。]{{0,16}}?(?:変化し|変動し|アップし|ダウンし|なっ){_PAST}"
# The verbs of events, with the forms in which they tell one. The order matters: the first that fits at a place counts. Every form
# begins with a plain literal, which lets the search skip to those.
_PATTERNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "summon",
        (
            r"召喚(?P<also>(?:・リバース|・セット)*)"
            rf"(?:(?:に成功し|され|し|を行っ|をし|が成功し){_PAST}|成功時|時(?=に|、|$)|(?:される|する|に成功する){_EACH})",
        ),
    ),
    ("would", (r"召喚(?:する|される|を行う|しようとする)際",)),
    ("destroyed", (rf"破壊され(?:{_PAST}|る(?=度|時)|{_JOINED})",)),
    ("destroys", (rf"破壊(?:し(?:{_PAST}|{_JOINED})|する{_EACH})",)),
    (
        "flipped",
        (
            rf"リバース(?:に成功)?し(?:{_PAST}|{_JOINED})",
            rf"リバース(?:し|する){_EACH}",
            rf"表側(?:守備|攻撃)?表示になっ{_PAST}",
        ),
    ),
    ("sent", (rf"墓地(?:へ|に)(?:[^、。]{{0,16}}が)?{_SENT}", rf"捨て(?:られ)?(?:て)?墓地へ{_SENT}")),
    ("banished", (f"ゲームから{_BANISHED}", _BANISHED)),
    ("discarded", (rf"捨て(?:られ)?(?:{_PAST}|る{_EACH}|て墓地へ送(?:られ|っ){_PAST})",)),
    ("tributed", (f"リリース(?:され|し)?{_TRIBUTED}", f"生け贄に捧げ(?:られ)?{_TRIBUTED}")),
    ("tohand", (rf"加わっ{_PAST}", rf"加え(?:られ)?(?:{_PAST}|る{_EACH})")),
    ("returned", (rf"戻(?:っ|さ|し|され){_PAST}", rf"戻る{_EACH}", "戻った後")),
    ("drawn", (rf"ドロー(?:し|され)?(?:{_PAST}|た後)", rf"ドローする{_EACH}")),
    ("leaves", (f"フィールド(?:上)?(?:から)?{_LEFT}", f"モンスターゾーンから{_LEFT}", f"ゾーンから{_LEFT}", f"場から{_LEFT}")),
    ("away", (f"墓地(?:から)?{_GONE}", f"デッキ(?:から)?{_GONE}", f"除外状態(?:から)?{_GONE}", f"手札(?:から)?{_GONE}")),
    (
        "material",
        (
            r"素材(?:となっ|になっ|とし(?!て)|に(?:さ|使用さ)れ|として(?:使用され|墓地へ送られ|除外され|取り除かれ)|に使用し)"
            rf"(?:{_PAST}|て墓地へ送られ{_PAST}|て|{_JOINED})",
        ),
    ),
    (
        "position",
        (
            rf"表示形式(?:が|を)(?:[^、。]*?)変更(?:され|し){_PAST}",
            rf"表示に(?:なっ|変更され|変更し|変わっ|し){_PAST}",
            rf"表示形式が変わっ{_PAST}",
        ),
    ),
    ("control", (rf"コントロール(?:が|を)(?:[^、。]{{0,12}}?)(?:移っ|変更され|変わっ|得|移し|変更し){_PAST}",)),
    ("counter", (rf"カウンター[^、。]{{0,14}}?(?:置かれ|取り除(?:かれ|い)|乗っ){_PAST}",)),
    ("detached", (rf"取り除(?:かれ|い)(?:{_PAST}|{_JOINED})",)),
    ("equipped", (rf"装備(?:(?:され|し)(?:{_PAST}|{_JOINED})|(?:させ|され|す)る{_EACH})",)),
    ("set", (rf"セット(?:され|し){_PAST}",)),
    ("placed", (rf"置(?:かれ|い){_PAST}", rf"出(?:され|し)?{_PAST}")),
    ("moved", (rf"移動し{_PAST}",)),
    ("shown", (rf"公開され{_PAST}", rf"見せ{_PAST}", rf"確認し{_PAST}")),
    ("excavated", (rf"めくられ(?:{_PAST}|て墓地へ送られ{_PAST}|{_JOINED})",)),
    (
        "targeted",
        (rf"対象(?:に(?:なっ|選択され|され|し|選択し)|と(?:なっ|され|し)){_PAST}", r"対象になる(?=度|時)"),
    ),
    (
        "declared",
        (rf"攻撃宣言(?:の?(?:時|際)|(?:を)?(?:し|行っ|され){_PAST}|する(?=度|際|時)|を行う(?=度|際|時)|をする)",),
    ),
    ("direct", (rf"直接攻撃(?:に|が)成功し{_PAST}", rf"直接攻撃によって戦闘ダメージを与え{_PAST}")),
    ("attacks", (rf"攻撃(?:し|され|を行っ|をし|を受け){_PAST}", rf"攻撃(?:する|される|を行う|をする){_NOW}")),
    ("reached", (f"が{_REACHED}", f"も{_REACHED}")),
    ("chance", (f"コイントス{_CHANCE}", f"サイコロ{_CHANCE}", rf"シャッフルし{_PAST}")),
    ("battles", (rf"戦闘(?:を行(?:っ(?:{_PAST}|ている)|う{_NOW})|し{_PAST}|する{_NOW})",)),
    ("dealt", (rf"ダメージ(?:計算)?を[^、。が]{{0,14}}?与え(?:{_PAST}|られ{_PAST}|る{_EACH})",)),
    ("taken", (rf"ダメージ(?:を|は)[^、。が]{{0,12}}?(?:受け|喰らっ)(?:{_PAST}|る(?=度|時|場合|ダメージ計算))",)),
    ("arisen", (rf"ダメージ(?:が)?(?:発生し|0になっ){_PAST}",)),
    ("gained", (f"LP{_GAINED}", f"ライフ(?:ポイント)?{_GAINED}", rf"回復し{_PAST}")),
    ("paid", (f"LP{_LOST}", f"ライフ(?:ポイント)?{_LOST}")),
    (
        "activated",
        (
            rf"発動(?:に成功)?(?:し|され|を行っ){_PAST}",
            r"発動(?:する|される)(?=度|時|際)",
            rf"使用し{_PAST}",
        ),
    ),
    ("answered", (r"発動(?:時|にチェーン)",)),
    ("resolved", (f"処理{_DONE}", f"適用{_DONE}")),
    ("negated", (rf"無効(?:に(?:なっ|し|され)|化(?:され|し)){_PAST}",)),
    ("changed", (f"攻撃力(?:・守備力)?{_STAT}", f"守備力(?:・守備力)?{_STAT}")),
)  # fmt: skip
# An empty group behind each form tells which it was: its number leads to the name (`also` is a group, too).
_EVENT = re.compile("|".join(f"{form}()" for _, forms in _PATTERNS for form in forms))
_NAMES = ("", *(name for name, forms in _PATTERNS for form in forms for _ in range(2 if "(?P<" in form else 1)))
_WHAT: dict[str, EventWhat] = {
    "destroyed": "destroyed", "flipped": "flipped", "sent": "sent_to_gy", "banished": "banished", "discarded": "discarded", "tributed": "tributed",
    "returned": "returned", "drawn": "drawn", "leaves": "leaves_field", "away": "moved", "material": "used_as_material",
    "position": "position_changed", "control": "control_changed", "detached": "detached", "counter": "counter", "equipped": "equipped",
    "set": "set", "placed": "placed", "moved": "moved", "shown": "revealed", "excavated": "excavated", "declared": "attack_declared",
    "attacks": "attacks", "direct": "battle_damage", "battles": "battles", "gained": "lp_gained", "paid": "lp_paid", "resolved": "resolved",
    "changed": "stat_changed", "reached": "other", "chance": "other",
}  # fmt: skip
_CAUSED = frozenset({"destroyed", "sent_to_gy", "banished", "leaves_field", "returned", "tributed", "discarded", "damage"})
_DAMAGES = frozenset({"battle_damage", "effect_damage", "damage"})
# Without a past form, a "when" or a battle there is no event in a clause.
_HINT = re.compile("た|時|際|度|戦闘|攻撃|チェーン")
_ALTERNATIVE = re.compile(r"または|もしくは|か、?$|か(?:、|[^らかけ])")
_TO_EXTRA = re.compile(r"(?:EX|エクストラ)デッキに[^、]*$")
_ATTACK_TARGET = re.compile(r"攻撃[^、。]{0,6}対象")
_EITHER_TARGET = re.compile(r"攻撃・[^、。]*効果|効果[^、。]*攻撃の")
_TARGETING = re.compile(r"対象(?:とする|にする|に(?:した|選択)|とした|を取る)")


class Happening(msgspec.Struct, frozen=True, gc=False):
    """One event of a clause; its span is relative to the clause."""

    what: EventWhat
    subject: Subject
    cause: Cause
    start: int
    end: int


class Clause(msgspec.Struct, frozen=True, gc=False):
    """What one clause tells."""

    events: tuple[Happening, ...]
    answers: ResponseTo | None  # what it responds to


_NOTHING = Clause((), None)


def _damage(words: str) -> EventWhat:
    words = with_battle(words)
    if either_cause(words):
        return "damage"
    if "戦闘" in words or "直接攻撃" in words:
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
        elif name:
            what = _KINDS.get(name.removesuffix("召喚"))
            if what is not None:
                kinds.append(what)
    return list(dict.fromkeys(kinds)), len(before) - len(listed)


def _answer(group: str, clause: str, start: int, end: int, words: str) -> ResponseTo | None:
    """What an activation in the clause is answered as; null where it is only an event (or this card's own activation)."""
    if group == "would":
        return "summon"
    if group == "answered":
        return None if clause.endswith("このカードの", 0, start) else "targeting" if _TARGETING.search(words) else "activation"
    if clause.startswith(("時", "際"), end):
        return "targeting" if _TARGETING.search(words) else "activation"
    return None


def _whats(group: str, clause: str, last: int, start: int, end: int) -> list[EventWhat]:
    """What the verb of a group tells, from its clause; `last` is where the event before it ended."""
    words = clause[last:start]
    if group == "destroys":
        return ["destroyed" if cause_of(clause[last:end]) == "effect" else "destroys"]
    if group in ("taken", "dealt", "arisen"):
        return [_damage(clause[last:end])]
    if group == "tohand":
        return ["added_to_extra" if _TO_EXTRA.search(words) else "added_to_hand"]
    if group == "targeted":
        if _EITHER_TARGET.search(clause, last, end):
            return ["attack_targeted", "targeted"]
        attack = _ATTACK_TARGET.search(clause, last, end) is not None and clause.find("効果の対象", last, end) < 0
        return ["attack_targeted" if attack else "targeted"]
    if group == "negated":
        return ["attack_negated" if "攻撃" in words else "negated"]
    return [_WHAT[group]]


def read_clause(clause: str, inherited: Subject | None = None) -> Clause:
    """The events of one clause, alternatives in order; a state ("if you control ...") gives none.

    `inherited`: the subject of the clause before, for "... or is banished".
    """
    if not _HINT.search(clause):
        return _NOTHING
    events: list[Happening] = []
    answers: ResponseTo | None = None
    last = 0
    joined = False
    for found in _EVENT.finditer(clause):
        group = _NAMES[found.lastindex or 0]
        start, end = found.span()
        before, words = clause[:start], clause[last:start]
        if joined and group not in ("activated", "reached") and not _ALTERNATIVE.search(words):
            # "was destroyed and sent": one event, told by its first verb.
            if events:
                events[-1] = replace(events[-1], end=end)
            last, joined = end, False
            continue
        if group in ("would", "answered", "activated"):
            answer = _answer(group, clause, start, end, words)
            answers = answer or answers
            if answer is None and group == "activated":
                events.append(Happening("activated", subject_of(before, "activated", None), "unsaid", start, end))
            last = end
            continue
        if group == "summon":
            whats, begin = _summons(before, found["also"])
            before = before[:begin]
        else:
            whats = _whats(group, clause, last, start, end)
        if "targeted" in whats:
            answers = "targeting"
        for what in whats:
            subject = subject_of(before, what, inherited if not events else None)
            if what in _DAMAGES and group == "taken" and subject == "other":
                subject = player_of(before[-4:].rstrip("はが")) or "you"
            cause: Cause = cause_of(clause[last:end]) if what in _CAUSED else "unsaid"
            if what == "destroys":
                cause = "either" if cause_of(words) == "either" else "battle"
            if subject == "self" and SELF_AMONG.search(before[: max(before.rfind("が"), 0)]):
                events.append(Happening(what, "other", cause, start, end))
            events.append(Happening(what, subject, cause, start, end))
        joined = found[0][-1] in "しれてり"
        last = end
    return Clause(tuple(events), answers)
