"""Where a Japanese effect is activated from: said in so many words, or where its own event or its resolution finds the card."""

import re
from collections.abc import Sequence

from pipeline.records import Event, Place

_HERE = r"このカード(?!以外|の効果|のみが)"
_ON_FIELD = rf"上?(?:に表側表示で存在する|に存在する|で表側表示の|の表側表示の|・墓地の|の)*{_HERE}"
# A word without which a pattern need not be looked for, the pattern, the place.
_THIS_IN: tuple[tuple[str, re.Pattern[str], Place], ...] = (
    (
        "手札",
        re.compile(
            rf"手札(?:・フィールド|・墓地|・除外状態)*(?:の|に(?:ある|存在する))(?:[^、。がを]{{0,8}})?{_HERE}"
            r"|このカードが[^、。]{0,16}?手札(?:・フィールド|・墓地|・除外状態|か墓地|または墓地)*に(?:存在|ある)"
            r"|このカード(?:と、?[^。]{0,30})?を手札(?:・墓地|・フィールド)*から(?!融合)|このカードを手札に加え"
            r"|手札からこのカードと|手札から[^。、]{0,30}とこのカードを|このカードを含む(?:自分の)?手札|手札がこのカード"
            r"|手札・フィールドからこのカードを"
        ),
        "hand",
    ),
    (
        "墓地",
        re.compile(
            rf"墓地[^、。がを]{{0,14}}{_HERE}"
            r"|このカードが(?:[^、。]{0,10}?[・に]?)墓地[^、。]{0,8}?(?:に(?:存在|ある)|へ送られている|・除外状態)"
            r"|このカードを(?:手札・|フィールド・)?墓地(?:・除外状態)?から|この効果[をは]墓地で|墓地で発動|墓地からこのカードを"
            r"|このカードを含む(?:自分の)?墓地"
        ),
        "gy",
    ),
    (
        "除外",
        re.compile(
            rf"除外(?:されている|状態の)[^、。]{{0,6}}{_HERE}|このカードが[^、。]{{0,8}}?除外(?:されている|状態)"
            r"|このカードを(?:墓地・)?除外状態から"
        ),
        "banished",
    ),
    (
        "",
        re.compile(
            rf"フィールド{_ON_FIELD}|モンスターゾーン{_ON_FIELD}|魔法&罠ゾーン{_ON_FIELD}"
            r"|このカードが[^、。]{0,10}?(?:モンスターゾーン|フィールド)(?:・墓地)?に[^、。]{0,12}?存在"
        ),
        "field",
    ),
    ("EXデッキ", re.compile(rf"EXデッキ[^、。]{{0,8}}{_HERE}|このカードがEXデッキ"), "extra"),
    ("デッキ", re.compile(rf"(?<!EX)(?<!エクストラ)デッキ(?:の|に存在する){_HERE}"), "deck"),
)
_TAKEN_FROM = re.compile(
    r"このカード(?:と[^。、]{0,24}|、[^。]{0,20})?を(?P<from>(?:手札|墓地|除外状態|EXデッキ|デッキ)(?:・(?:手札|墓地|除外状態))*)から"
    r"|(?P<in>手札|墓地|除外状態)の(?:このカード)(?:と[^。、]{0,40})?を"
    r"|(?:フィールド・)?(?P<out>墓地|手札)からこのカードを"
)
_ZONES: dict[str, Place] = {"手札": "hand", "墓地": "gy", "除外状態": "banished", "EXデッキ": "extra", "デッキ": "deck"}
_AFTER_EVENT: dict[str, Place] = {
    "sent_to_gy": "gy", "discarded": "gy", "banished": "banished", "drawn": "hand", "added_to_hand": "hand", "added_to_extra": "extra",
    "destroyed": "gy", "used_as_material": "gy", "tributed": "gy", "detached": "gy", "excavated": "gy", "revealed": "hand",
}  # fmt: skip
_OLD_HAND = re.compile(r"^(?:このカードを手札から|手札から(?:この|「))|手札のこのカード")
_OLD_GRAVE = re.compile(r"墓地の?(?:に存在する)?このカード|このカードを墓地から")


def places_of(words: str, events: Sequence[Event]) -> tuple[Place, ...]:
    """Where this card must be, from an activation clause and its events; empty where neither tells."""
    own = [e for e in events if e.subject == "self"]
    now = [e for e in own if not e.past]
    left = tuple(dict.fromkeys([_AFTER_EVENT[e.what] for e in now or own if e.what in _AFTER_EVENT]))
    if now:
        return left or ("field",)
    found: list[Place] = []
    if "このカード" in words or "墓地で" in words:
        found = [place for word, pattern, place in _THIS_IN if word in words and pattern.search(words)]
    # What happened to it earlier in the turn tells where it is now, unless the words do.
    return left if left and found in ([], ["field"]) else tuple(found)


def taken_from(resolution: str) -> tuple[Place, ...]:
    """Where a resolution takes this very card from, which is where it is activated if the clause does not say."""
    found = _TAKEN_FROM.search(resolution) if "このカード" in resolution else None
    if found is None:
        return ()
    return tuple(_ZONES[zone] for zone in (found["from"] or found["in"] or found["out"]).split("・"))


def old_places(sentence: str) -> tuple[Place, ...]:
    """Where an old text without an activation clause is used from; empty where it does not say."""
    if "手札" in sentence and _OLD_HAND.search(sentence):
        return ("hand",)
    return ("gy",) if "墓地" in sentence and _OLD_GRAVE.search(sentence) else ()
