"""The Japanese activation clause: window, mark, phases, what it answers, its events and states; then cost and target.

In Japanese the clause runs "when or if ..., cost ..., target ... : can activate" in one sentence. Everything here works on that
sentence of working text up to its activation verb, and is cached.
"""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from pipeline.read.ja_actions import Deed, parse_actions
from pipeline.read.ja_events import read_clause
from pipeline.records import Condition, Event, Mark, Phase, Place, ResponseTo, Span
from pipeline.windows import NONE, UNTIL_CALC, Window

Once = Literal["turn", "turn_by_name", "duel", "chain", "battle", "face_up"]
# Whose turn the words let it be used in: only your own, both (or the opponent's, which makes it a Quick Effect).
Turns = Literal["you", "both", "unsaid"]

_ONCE = re.compile(
    r"(?P<face_up>(?:このカードが)?(?:自分?フィールド上?に|モンスターゾーンに)?(?:表側表示で)?存在する限り(?:[0-9]|一)度(?:だけ|まで|のみ)?、?)"
    r"|(?P<battle>[0-9一]度の(?:戦闘|バトルフェイズ|ダメージステップ)(?:に|中に)?(?:つき)?[0-9一]度(?:だけ|まで|のみ)?、?)"
    r"|(?P<duel>デュエル中に?[0-9一]度(?:だけ|まで|のみ)?、?)"
    r"|(?P<chain>(?:同一チェーン上では?[0-9一]度(?:だけ|まで|のみ)?、?))"
    r"|(?P<turn>(?:自分の?ターンに|相手の?ターンに|(?<=ターン)に)?(?:[0-9一]ターンに[0-9一]度(?:だけ|まで|のみ|ずつ)?、?))"
)
# A moment or a condition ends here; behind it stands the next one, the cost, the target or the verb.
_MARK = r"(?:場合|時|とき|際|度|瞬間|ターン中?|フェイズ[12]?(?:開始|終了)?|ステップ(?:開始|終了)?|計算[前後]|前まで|状態|の間|後|ていれば|であれば|なければ|れば|限り|毎|前|中)"
BOUND = re.compile(
    rf"{_MARK}(?:に|で|には|にのみ|のみ|には?のみ|だけ)?(?:[0-9一]度(?:だけ|まで|のみ)?)?、"
    r"|(?<!この)(?<!その)(?:場合|時|際|度|ターン中?|フェイズ[12]?(?:開始時|終了時|中)?|ステップ(?:開始時|終了時|時|中)?|計算[前時後]|前まで|毎|、または)(?:に|にのみ|には|のみ|で)"
    r"(?:[0-9一]度(?:だけ|まで|のみ)?)?、?(?=発動|このカード|墓地|手札|自分の|自分フィールド|フィールドの|除外|[0-9]+(?:LP|ライフ)|LP|ライフ|デッキ|EX|相手フィールド|相手の|表側|以下|「|カード|その)"
    r"|(?:ダメージステップ(?:開始時|終了時|時|中)|ダメージ計算[前時後])(?:に|で(?!は|も))(?:[0-9一]度(?:だけ|まで|のみ)?)?、?"
    rf"|{_MARK}(?:に|で|には|にのみ|のみ|だけ)?(?:[0-9一]度(?:だけ|まで|のみ)?)?$"
)
_OR = re.compile(r"(?:場合|時)(?:、)?または")
_WINDOWS = re.compile(
    r"(?P<until>ダメージステップ開始時から(?:その)?ダメージ計算前まで)|(?P<start>ダメージステップ(?:の)?開始時(?!に裏側|に表側|まで|から))|(?P<before>ダメージ計算(?:を行う)?(?:の)?前(?!まで))"
    r"|(?P<during>ダメージ計算(?:を行う)?時(?!のみ|まで))|(?P<after>ダメージ計算(?:の)?後)|(?P<end>ダメージステップ(?:の)?終了時(?!まで))"
)
_WINDOW: dict[str, Window] = {
    "until": UNTIL_CALC, "start": Window.START, "before": Window.BEFORE_CALC, "during": Window.DURING_CALC, "after": Window.AFTER_CALC, "end": Window.END,
}  # fmt: skip
_STEP = re.compile(r"ダメージステップ(?:時|中|の間|内|に|(?=に発動|及び|または|、))(?!でも)")
_EVEN = re.compile(r"ダメージステップ(?:で|に|時|中)?も(?:、)?(?:発動|使用)?")
_EXCEPT = re.compile(
    r"ダメージステップ(?:で|に|時|中)?は(?:、)?(?:発動|使用)(?:でき|する事(?:は|が)でき|し)?(?:ない|ず|できない)|ダメージステップ以外|ダメージステップを除"
)
_PHASE = re.compile(
    r"(?P<whose>自分・相手の?|自分または相手の|自分か相手の|お互いの|自分の?|相手の?|次の)?(?:ターンの?)?(?:それぞれの|お互いの)?"
    r"(?P<name>ドローフェイズ|スタンバイフェイズ|メインフェイズ[12]?|バトルフェイズ|バトルステップ|エンドフェイズ)(?P<edge>の?開始時|の?終了時)?(?!まで|時?まで|を|が|は)"
)
_PHASES: dict[str, Phase] = {"ド": "draw", "ス": "standby", "メ": "main", "エ": "end"}
_TURN = re.compile(
    r"(?P<both>自分・相手の?ターン|お互いの?ターン|自分か相手の?ターン|自分または相手の?ターン)|(?P<opponent>相手の?ターン)|(?P<you>自分の?ターン)"
)
_CHAIN = re.compile(r"チェーン[0-9]|チェーンが|チェーンブロック")
_PAST = re.compile(r"(?:自分・相手|お互い|自分か相手|自分|相手)?の?(?:ターン(?!プレイヤー)|バトルフェイズ|エンドフェイズ|メインフェイズ)")
_BATTLE = frozenset({"battles", "attacks", "attack_declared"})
_THIS_IN: tuple[tuple[re.Pattern[str], Place], ...] = (
    (
        re.compile(
            r"手札(?:・フィールド|・墓地|・除外状態)*(?:の|に(?:ある|存在する))(?:[^、。がを]{0,8})?このカード(?!以外|の効果|のみが)|このカードが[^、。]{0,16}?手札(?:・フィールド|・墓地|・除外状態|か墓地|または墓地)*に(?:存在|ある)"
            r"|このカード(?:と、?[^。]{0,30})?を手札(?:・墓地|・フィールド)*から(?!融合)|このカードを手札に加え|手札からこのカードと|手札から[^。、]{0,30}とこのカードを|このカードを含む(?:自分の)?手札|手札がこのカード|手札・フィールドからこのカードを"
        ),
        "hand",
    ),
    (
        re.compile(
            r"墓地[^、。がを]{0,14}このカード(?!以外|の効果)|このカードが(?:[^、。]{0,10}?[・に]?)墓地[^、。]{0,8}?(?:に(?:存在|ある)|へ送られている|・除外状態)|このカードを(?:手札・|フィールド・)?墓地(?:・除外状態)?から|この効果[をは]墓地で|墓地で発動|墓地からこのカードを|このカードを含む(?:自分の)?墓地"
        ),
        "gy",
    ),
    (
        re.compile(
            r"除外(?:されている|状態の)[^、。]{0,6}このカード(?!以外)|このカードが[^、。]{0,8}?除外(?:されている|状態)|このカードを(?:墓地・)?除外状態から"
        ),
        "banished",
    ),
    (
        re.compile(
            r"(?:フィールド|モンスターゾーン|魔法&罠ゾーン)(?:上)?(?:に表側表示で存在する|に存在する|で表側表示の|の表側表示の|・墓地の|の)*このカード(?!以外)|このカードが[^、。]{0,10}?(?:モンスターゾーン|フィールド)(?:・墓地)?に[^、。]{0,12}?存在"
        ),
        "field",
    ),
    (re.compile(r"EXデッキ[^、。]{0,8}このカード(?!以外)|このカードがEXデッキ"), "extra"),
    (re.compile(r"(?<!EX)(?<!エクストラ)デッキ(?:の|に存在する)このカード(?!以外)"), "deck"),
)
# Where the resolution takes this card from.
_TAKEN_FROM = re.compile(
    r"このカード(?:と[^。、]{0,24}|、[^。]{0,20})?を(?P<from>(?:手札|墓地|除外状態|EXデッキ|デッキ)(?:・(?:手札|墓地|除外状態))*)から|(?P<in>手札|墓地|除外状態)の(?:このカード)(?:と[^。、]{0,40})?を|(?:フィールド・)?(?P<out>墓地|手札)からこのカードを"
)
_ZONES: dict[str, Place] = {"手札": "hand", "墓地": "gy", "除外状態": "banished", "EXデッキ": "extra", "デッキ": "deck"}
_EVENT_PLACE: dict[str, Place] = {
    "sent_to_gy": "gy", "discarded": "gy", "banished": "banished", "drawn": "hand", "added_to_hand": "hand", "added_to_extra": "extra",
    "destroyed": "gy", "used_as_material": "gy", "tributed": "gy", "detached": "gy", "excavated": "gy", "revealed": "hand",
}  # fmt: skip
_TARGET = re.compile(r"対象(?:として|とし|に選択|にして|に取|となる)|(?:選択|指定)して(?:発動|、)|選択し、|を選択して")
_CHOICE = re.compile(r"(?:以下|次の効果|下記|その効果|効果|[いど]ずれか)[^、。]{0,8}から(?:[0-9一]つ|[0-9]|いずれか)?[^、。]{0,6}(?:選択|選ん)")


class Head(NamedTuple):
    """A parsed activation clause; spans are relative to the sentence."""

    condition: Condition
    cost: tuple[Deed, ...]
    targets: bool
    places: tuple[Place, ...]  # as the words say; empty where they say nothing
    once: Once | None
    turns: Turns
    residue: tuple[Span, ...]
    bound: int  # where the condition ends and cost and target begin


def marks(words: str) -> Mark | None:
    """The explicit mark of a clause or a bracketed note: "even" or "except" during the Damage Step."""
    if "ダメージステップ" not in words:
        return None
    if _EXCEPT.search(words):
        return "except"
    return "even" if _EVEN.search(words) else None


def windows(words: str) -> Window:
    """The windows that the words name as a moment; durations ("until the end of ...") are none."""
    found = NONE
    if "ダメージ" in words:
        for window in _WINDOWS.finditer(words):
            group = window.lastgroup
            assert group is not None
            found |= _WINDOW[group]
    return found


def _phases(words: str) -> tuple[tuple[Phase, ...], Literal["you", "opponent"] | None, Turns]:
    phases: list[Phase] = []
    whose: Literal["you", "opponent"] | None = None
    turns: Turns = "unsaid"
    for found in _PHASE.finditer(words):
        name, edge = found["name"], found["edge"]
        phase: Phase
        if name == "バトルステップ":
            phase = "battle_step"
        elif name == "バトルフェイズ":
            phase = "battle" if not edge else "battle_start" if "開始" in edge else "battle_end"
        else:
            phase = _PHASES[name[0]]
        phases.append(phase)
        owner = found["whose"] or ""
        if owner.startswith(("自分・", "自分ま", "自分か", "お互い")):
            turns = "both"
        elif owner.startswith("相手"):
            whose, turns = "opponent", "both"
        elif owner.startswith("自分"):
            whose, turns = "you", turns if turns == "both" else "you"
    for found in _TURN.finditer(words):
        group = found.lastgroup
        if group == "both":
            turns = "both"
        elif group == "opponent":
            whose, turns = whose or "opponent", "both"
        else:
            whose, turns = whose or "you", turns if turns == "both" else "you"
    return tuple(dict.fromkeys(phases)), whose, turns


def _blank(words: str) -> tuple[str, Once | None]:
    """The words with their "once per turn" blanked out at equal length, and what kind of limit it is."""
    once: Once | None = None
    if "度" not in words:
        return words, once
    found = _ONCE.search(words)
    while found is not None:
        group = found.lastgroup
        if once is None and group in ("turn", "duel", "chain", "battle", "face_up"):
            once = group  # type: ignore[assignment]
        words = words[: found.start()] + "＿" * (found.end() - found.start()) + words[found.end() :]
        found = _ONCE.search(words)
    return words, once


def _clauses(words: str) -> list[tuple[int, int]]:
    """The stretches of a condition that end with a moment or a condition word."""
    found: list[tuple[int, int]] = []
    at = 0
    for bound in BOUND.finditer(words):
        # "... in the opponent's turn is sent ...": a date inside a clause does not end it.
        if bound[0].endswith("、") or words.startswith("または", bound.end()):
            found.append((at, bound.end()))
            at = bound.end()
    if at < len(words):
        found.append((at, len(words)))
    return found


@lru_cache(maxsize=32768)
def parse_head(sentence: str, stop: int, whole: bool = False) -> Head:
    """Parse an activation clause; `sentence` ends with its verb ("can be activated"), which begins at `stop`.

    `whole`: all of it is condition, as in old texts that name no cost in front of what they do.
    """
    words, once = _blank(sentence[:stop])
    bound = len(words) if whole else 0
    for found in BOUND.finditer(words) if not whole else ():
        bound = found.end()
    condition = words[:bound]
    rest = words[bound:]
    window = windows(condition)
    mark = marks(condition)
    names_step = not window and "ダメージステップ" in condition and mark is None and _STEP.search(condition) is not None
    phases, whose, turns = (
        _phases(condition) if ("フェイズ" in condition or "ステップ" in condition or "ターン" in condition) else ((), None, "unsaid")
    )
    events: list[Event] = []
    responds: list[ResponseTo] = []
    states: list[Span] = []
    battle_of: Literal["self", "other"] | None = None
    for start, end in _clauses(condition):
        clause = condition[start:end]
        told = read_clause(clause, events[-1].subject if events and clause.startswith(("または", "もしくは")) else None)
        if told.answers is not None:
            responds.append(told.answers)
        for happening in told.events:
            past = happening.what not in ("targeted",) and ("このターン" in clause or _PAST.match(clause, happening.end) is not None)
            event = Event(happening.what, happening.subject, happening.cause, (start + happening.start, start + happening.end), past)
            events.append(event)
            if happening.what in _BATTLE and battle_of is None and (window or names_step or happening.what == "battles"):
                battle_of = "self" if happening.subject == "self" else "other"
        if not told.events and told.answers is None and not clause.strip("＿、"):
            continue
        if (
            not told.events
            and told.answers is None
            and ("場合" in clause or "れば" in clause or "状態" in clause or "限り" in clause or "時" in clause)
        ):
            if not _PHASE.search(clause) and not windows(clause) and not _STEP.search(clause):
                states.append((start, end))
        elif "存在し" in clause or "状態で" in clause:
            states.append((start, start + max(clause.rfind("存在し"), clause.rfind("状態で")) + 3))
    if _CHAIN.search(condition) or _CHAIN.search(rest):
        responds.append("chain")
    targets = bool(_TARGET.search(rest)) and ("対象" in rest or not _CHOICE.search(rest))
    if not targets and "対象として" in condition:
        targets = True
    # Only the stretch before the target is paid.
    parsed = parse_actions(sentence, bound) if rest.strip("＿、") else None
    cost = (
        tuple(
            d
            for d in parsed.deeds
            if d.what not in ("choose", "select", "target", "activate", "opponent_chooses", "other") and not d.what.startswith("negate")
        )
        if parsed
        else ()
    )
    residue = parsed.residue if parsed else ()
    places = places_of(sentence[:stop], events)
    return Head(
        Condition(
            events=tuple(events),
            responds_to=tuple(dict.fromkeys(responds)),
            window=window,
            names_step=names_step,
            mark=mark,
            phases=phases,
            whose_turn=whose,
            states=tuple(states),
            battle_of=battle_of,
        ),
        cost,
        targets,
        places,
        once,
        turns,
        residue,
        bound,
    )


def places_of(words: str, events: list[Event]) -> tuple[Place, ...]:
    """Where this card must be: said in so many words, else where its own event leaves it."""
    found: list[Place] = []
    if "このカード" in words or "墓地で" in words:
        for pattern, place in _THIS_IN:
            if pattern.search(words):
                found.append(place)
    own = [e for e in events if e.subject == "self"]
    now = [e for e in own if not e.past]
    left = tuple(dict.fromkeys(p for e in now or own if (p := _EVENT_PLACE.get(e.what)) is not None))
    if now:
        return left or ("field",)
    # What happened to it earlier in the turn tells where it is now, unless the words do.
    return left if left and found in ([], ["field"]) else tuple(found)


def taken_from(resolution: str) -> tuple[Place, ...]:
    """Where a resolution takes this very card from, which is where it is activated if the clause does not say."""
    found = _TAKEN_FROM.search(resolution) if "このカード" in resolution else None
    if found is None:
        return ()
    return tuple(_ZONES[zone] for zone in (found["from"] or found["in"] or found["out"]).split("・"))
