"""Moments in a Japanese activation clause: limits of use, bounds of clauses, windows, marks, phases and turns."""

import re
from typing import Literal

from pipeline.records import Mark, Phase
from pipeline.windows import NONE, UNTIL_CALC, Window

Once = Literal["turn", "turn_by_name", "duel", "chain", "battle", "face_up"]
Whose = Literal["you", "opponent"]
# Whose turn the words let it be used in: only your own, both (or the opponent's, which makes it a Quick Effect).
Turns = Literal["you", "both", "unsaid"]

_TIMES = r"[0-9一]度(?:だけ|まで|のみ|ずつ)?、?"
_STAYING = f"(?:表側表示で)?存在する限り{_TIMES}"
_PER_TURN = f"[0-9一]ターンに{_TIMES}"
# Each begins with a plain character, which lets the search skip to those.
_LIMITS: tuple[tuple[Once, str], ...] = (
    ("face_up", f"このカードが(?:自分?フィールド上?に|モンスターゾーンに)?{_STAYING}"),
    ("face_up", f"自分?フィールド上?に{_STAYING}"),
    ("face_up", f"モンスターゾーンに{_STAYING}"),
    ("face_up", f"表側表示で存在する限り{_TIMES}"),
    ("face_up", f"存在する限り{_TIMES}"),
    *(("battle", f"{digit}度の(?:戦闘|バトルフェイズ|ダメージステップ)(?:に|中に)?(?:つき)?{_TIMES}") for digit in "0123456789一"),
    ("duel", f"デュエル中に?{_TIMES}"),
    ("chain", f"同一チェーン上では?{_TIMES}"),
    ("turn", f"自分の?ターンに{_PER_TURN}"),
    ("turn", f"相手の?ターンに{_PER_TURN}"),
    ("turn", f"に(?<=ターンに){_PER_TURN}"),
    *(("turn", f"{digit}ターンに{_TIMES}") for digit in "0123456789一"),
)
# The empty group behind each tells which it was.
_ONCE = re.compile("|".join(f"{limit}()" for _, limit in _LIMITS))
# A moment or a condition ends with one of these words; behind it stands the next one, the cost, the target or the verb.
_AFTER = "(?:に(?:は?のみ|は)?|で|のみ|だけ)?(?:[0-9一]度(?:だけ|まで|のみ)?)?"
_NEXT = (
    "(?=発動|このカード|墓地|手札|自分の|自分フィールド|フィールドの|除外|[0-9]+(?:LP|ライフ)|LP|ライフ|デッキ|EX|相手フィールド|相手の|表側"
    "|以下|「|カード|その|この効果)"
)


def _bare(word: str, ending: str) -> str:
    """What may follow such a word without a comma: it bounds only in front of some nouns, and not as "this time" or "that turn"."""
    return rf"(?<!この{word})(?<!その{word}){ending}(?:に(?:のみ|は)?|のみ|で)(?:[0-9一]度(?:だけ|まで|のみ)?)?、?{_NEXT}"


def _bound(word: str, ending: str = "", bare: str | None = None) -> str:
    """The alternative of one such word: with a comma, bare (with an ending of its own then), or at the end of the words.

    It is found by its last character: the first ones stand in every other word. Only the ends of what is found are of use.
    """
    found = word if len(word) == 1 else f"{word[-1]}(?<={word})"
    if bare is None:
        return f"{found}{ending}{_AFTER}(?:、|$)"
    return f"{found}(?:{ending}{_AFTER}、|{_bare(word, bare)}|{ending}{_AFTER}$)"


# Every alternative begins with a plain literal, which lets the search skip to those.
BOUND = re.compile(
    "|".join(
        [
            *(_bound(word, bare="") for word in ("場合", "時", "際", "度", "前まで", "毎")),
            *(_bound(word) for word in ("とき", "瞬間", "状態", "の間", "後", "れば", "限り", "前", "中")),
            _bound("ターン", "中?", "中?"),
            _bound("フェイズ", "[12]?(?:開始|終了)?", "[12]?(?:開始時|終了時|中)?"),
            _bound("ステップ", "(?:開始|終了)?", "(?:開始時|終了時|時|中)?"),
            _bound("計算", "[前後]", "[前時後]"),
            "、または" + _bare("、または", ""),
            r"ダメージ(?:ステップ(?:開始時|終了時|時|中)|計算[前時後])(?:に|で(?!は|も))(?:[0-9一]度(?:だけ|まで|のみ)?)?、?",
        ]
    )
)
_WINDOWS = re.compile(
    r"ダメージ(?:(?P<until>ステップ開始時から(?:その)?ダメージ計算前まで)"
    r"|(?P<start>ステップの?開始時(?!に裏側|に表側|まで|から))"
    r"|(?P<before>計算(?:を行う)?の?前(?!まで))"
    r"|(?P<during>計算(?:を行う)?時(?!のみ|まで))"
    r"|(?P<after>計算の?後)"
    r"|(?P<end>ステップの?終了時(?!まで)))"
)
_WINDOW: dict[str, Window] = {
    "until": UNTIL_CALC, "start": Window.START, "before": Window.BEFORE_CALC, "during": Window.DURING_CALC, "after": Window.AFTER_CALC,
    "end": Window.END,
}  # fmt: skip
STEP = re.compile(r"ダメージステップ(?:時|中|の間|内|に|(?=に発動|及び|または|、))(?!でも)")
_EVEN = re.compile(r"ダメージステップ(?:で|に|時|中)?も")
_EXCEPT = re.compile(
    r"ダメージステップ(?:で|に|時|中)?は、?(?:発動|使用)(?:でき|する事(?:は|が)でき|し)?(?:ない|ず)"
    r"|ダメージステップ以外|ダメージステップを除"
)
# The step lies in the Battle Phase.
_NO_BATTLE_PHASE = re.compile(r"この効果はバトルフェイズ(?:中?に|では?)は?(?:発動|使用)(?:する事は|する事が)?でき(?:ない|ず)")
PHASE = re.compile(
    r"(?P<whose>自分・相手の?|自分または相手の|自分か相手の|お互いの|自分の?|相手の?|次の)?(?:ターンの?)?(?:それぞれの|お互いの)?"
    r"(?P<name>ドローフェイズ|スタンバイフェイズ|メインフェイズ[12]?|バトルフェイズ|バトルステップ|エンドフェイズ)"
    r"(?P<edge>の?開始時|の?終了時)?(?!まで|時?まで|を|が|は|以外)"
)
_PHASES: dict[str, Phase] = {"ド": "draw", "ス": "standby", "メ": "main", "エ": "end"}
_TURN = re.compile(
    r"(?P<both>(?:自分・相手|お互い|自分か相手|自分または相手)の?ターン)|(?P<opponent>相手の?ターン)|(?P<you>自分の?ターン)"
)  # fmt: skip


def blank_limits(words: str) -> tuple[str, Once | None]:
    """The words with their "once per turn" blanked out at equal length, and what kind of limit it is."""
    once: Once | None = None
    if "度" not in words:
        return words, once
    pieces: list[str] = []
    at = 0
    for found in _ONCE.finditer(words):
        once = once or _LIMITS[(found.lastindex or 1) - 1][0]
        pieces += [words[at : found.start()], "＿" * (found.end() - found.start())]
        at = found.end()
    return "".join(pieces) + words[at:], once


def clauses(words: str) -> list[tuple[int, int]]:
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


def marks(words: str) -> Mark | None:
    """The explicit mark of a clause or a bracketed note: "even" or "except" during the Damage Step, or the whole Battle Phase."""
    if "ダメージステップ" not in words:
        return "except" if "バトルフェイズ" in words and _NO_BATTLE_PHASE.match(words) else None
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


def first_window(words: str) -> Window:
    """The first window that the words name: what stands behind it in an old sentence dates the processing."""
    window = _WINDOWS.search(words) if "ダメージ" in words else None
    return NONE if window is None or window.lastgroup is None else _WINDOW[window.lastgroup]


def names_step(words: str) -> bool:
    """Whether the words date something to the Damage Step without a window."""
    return "ダメージステップ" in words and STEP.search(words) is not None


def phases(words: str) -> tuple[tuple[Phase, ...], Whose | None, Turns]:
    """Phases and steps that the words name, whose turn they say, and in whose turn they let something be used."""
    found: list[Phase] = []
    whose: Whose | None = None
    turns: Turns = "unsaid"
    for match in PHASE.finditer(words):
        name, edge = match["name"], match["edge"]
        if name == "バトルステップ":
            found.append("battle_step")
        elif name == "バトルフェイズ":
            found.append("battle" if not edge else "battle_start" if "開始" in edge else "battle_end")
        else:
            found.append(_PHASES[name[0]])
        owner = match["whose"] or ""
        if owner.startswith(("自分・", "自分ま", "自分か", "お互い")):
            turns = "both"
        elif owner.startswith("相手"):
            whose, turns = "opponent", "both"
        elif owner.startswith("自分"):
            whose, turns = "you", turns if turns == "both" else "you"
    for match in _TURN.finditer(words):
        if match.lastgroup == "both":
            turns = "both"
        elif match.lastgroup == "opponent":
            whose, turns = whose or "opponent", "both"
        else:
            whose, turns = whose or "you", turns if turns == "both" else "you"
    return tuple(dict.fromkeys(found)), whose, turns
