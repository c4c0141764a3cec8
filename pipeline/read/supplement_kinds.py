"""What the official supplements state of an effect: its kind, where it is activated, and whether it must be.

A record holds ``FAQ`` (and ``pendulumFAQ``): "0" general lines, "1" ... what stands under a circled number, and fractions (0.5,
1.75 ...) for passages and options between them. A heading in 【】 names its subject by number or by quotation; older lines quote the
passage themselves. What is conditional, speaks of an option, or contradicts the line before is left out: silence costs nothing here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from pipeline.records import Part, Place

Stated = Literal["trigger", "quick", "ignition", "continuous", "unclassified", "no_effect", "activation", "in_a_chain", "without_chain"]
# The kinds of the official rules; the other statements only say whether a chain is started.
OFFICIAL_KINDS: tuple[Stated, ...] = ("trigger", "quick", "ignition", "continuous", "unclassified")
_KIND_WORDS: dict[str, Stated] = {
    "誘発即時効果": "quick",
    "誘発効果": "trigger",
    "リバース効果": "trigger",
    "起動効果": "ignition",
    "永続効果": "continuous",
}
_KIND = re.compile(r"(誘発即時効果|誘発効果|リバース効果|起動効果|永続効果)(?:です|であり|となり|として|で、|。|$)")
_UNCLASSIFIED = re.compile(r"いずれ(?:の効果)?にも分類されな")
_OWN_ACTIVATION = re.compile(r"カードの発動(?:時|の際)の?効果(?:処理)?(?:です|であり|$)")
_CHAIN = re.compile(r"チェーンブロックの作られる(?:モンスター|魔法|罠|ペンデュラム)?(?:カードの)?効果(?:です|であり|$)")
_NO_CHAIN = re.compile(r"チェーンブロックの作られない(?:モンスター|魔法|罠|ペンデュラム)?(?:カードの)?効果(?:です|であり|$)")
_NO_EFFECT = re.compile(r"効果として(?:は)?扱(?:いませ|われませ|わな|われな)|効果の?扱いではありません")
# Words that make a statement hold only sometimes, or for something else than the effect as such.
_SOMETIMES = re.compile(r"場合(?:に)?は|ターンに(?:は|発動する場合)|時は|として発動します|名称|この効果を得た|得たモンスター|得る効果")
_MUST = re.compile(r"必ず発動|強制的?に?発動|強制効果")
# "Can be activated" is said of mandatory effects as well: only the words for free choice tell.
_MAY = re.compile(r"任意[にで]発動|任意の効果|任意効果")
_HEADING = re.compile(r"^【(.*)】?$", re.DOTALL)
_NUMBERED_HEADING = re.compile(r"^([①-⑳])の?(?:モンスター|ペンデュラム)?の?(?:効果)?(?:について)?$")
_LEADING_QUOTE = re.compile(r"^[『“]([^『』]{2,400})』")
_NESTED = re.compile(r"『[^『』]*』|「[^「」]*」|（[^（）]*）|\([^()]*\)")
_PLACES: tuple[tuple[Place, re.Pattern[str]], ...] = (
    ("hand", re.compile(r"手札")),
    ("gy", re.compile(r"墓地")),
    ("field", re.compile(r"モンスターゾーン|フィールド|魔法＆罠ゾーン|ペンデュラムゾーン")),
    ("banished", re.compile(r"除外")),
    ("deck", re.compile(r"(?<!エクストラ)(?<!EX)(?<!ＥＸ)デッキ")),
    ("extra", re.compile(r"(?:エクストラ|EX|ＥＸ)デッキ")),
)
# A list of places right before "activates"; a place on which something happens ("sent to the GY from the field") is none.
_WHERE = re.compile(
    r"(?:(?:メイン)?モンスターゾーン|フィールド(?:ゾーン)?上?|魔法＆罠ゾーン|ペンデュラムゾーン|手札|墓地|(?:エクストラ|EX|ＥＸ)?デッキ|除外(?:された|されている)?(?:状態|ゾーン)?"
    r"|または|もしくは|及び|[や、・の]|[表裏]側(?:攻撃|守備)?表示)+(?:で|にて|このカードが)(?:任意に|必ず)?発動"
)
_STARTING: tuple[Stated, ...] = ("trigger", "quick", "ignition", "activation", "in_a_chain")
_LONGEST = 300  # characters of a sentence that are searched for places; real ones have a third of that
_LINES = 4  # statements about the effect as such stand first; what follows are cases


class Statement(msgspec.Struct, frozen=True):
    """What is stated of one passage: found by its printed number, else by `quote` (its words), else it is the card's only effect."""

    konami_id: int
    part: Part
    number: int | None
    quote: str | None
    stated: Stated | None = None
    places: tuple[Place, ...] = ()
    mandatory: bool | None = None


def statements(konami_id: int, part: Part, entries: Mapping[str, Sequence[str]]) -> list[Statement]:
    """What one record states of the effects of one part, at most one statement a passage."""
    found: dict[int | str | None, Statement] = {}
    for key, lines in entries.items():
        number = int(key) if key.isascii() and key.isdecimal() and len(key) < 4 and int(key) > 0 else None
        for n, (quote, group, headed) in enumerate(_passages(lines)):
            # Under a number the first passage is the effect's; between numbers, what quotes nothing has no subject to be found by.
            if (number is not None and n > 0) or (number is None and quote is None and key != "0"):
                continue
            subject = number if number is not None else quote
            statement = _statement(konami_id, part, number, None if number is not None else quote, group, headed)
            if statement is not None:
                found.setdefault(subject, statement)
    return list(found.values())


def _passages(lines: Sequence[str]) -> Iterator[tuple[str | None, list[str], bool]]:
    """The lines by the passage they speak of: its quotation, or null for the number's (or the card's only) effect; whether a heading says so."""
    quote: str | None = None
    headed = skip = False
    group: list[str] = []
    for line in lines:
        line = line.strip()
        heading = _HEADING.match(line)
        if heading is not None:
            if group and not skip:
                yield quote, group, headed
            subject = heading[1].rstrip("】").strip()
            quoted = _LEADING_QUOTE.match(subject)
            headed, group = True, []
            quote = quoted[1] if quoted else None
            # An option ("the second ●") or a side of the effect is no passage that a number or a quotation finds.
            skip = quoted is None and _NUMBERED_HEADING.match(subject) is None
            continue
        quoted = _LEADING_QUOTE.match(line)
        if quoted and not headed:
            if group:
                yield quote, group, headed
            quote, group = quoted[1], [line]
        else:
            group.append(line)
    if group and not skip:
        yield quote, group, headed


def _statement(konami_id: int, part: Part, number: int | None, quote: str | None, lines: Sequence[str], headed: bool) -> Statement | None:
    stated: Stated | None = None
    places: tuple[Place, ...] = ()
    must = may = False
    for n, line in enumerate(lines[:_LINES]):
        bare = _bare(line)
        first = bare.split("。")[0]
        # What quotes words behind the first line speaks of these words, not of the whole effect; so does a torn quotation.
        if "』" in bare or ((n > 0 or headed) and _LEADING_QUOTE.match(line)) or _SOMETIMES.search(first):
            continue
        kind = _kind(first)
        if kind is not None and stated is not None and kind not in (stated, "in_a_chain", "without_chain"):
            if stated not in ("in_a_chain", "without_chain"):
                break
            stated = None
        if kind is not None and stated is None:
            stated = kind
            places = _places(first)
        must = must or _MUST.search(line) is not None
        may = may or _MAY.search(line) is not None
    mandatory = None if must == may or stated not in _STARTING else must
    if stated is None:
        return None
    return Statement(konami_id, part, number, quote, stated, places, mandatory)


def _bare(line: str) -> str:
    """A line without quotations, names and bracketed remarks, from the inside out."""
    for _ in range(3):
        shorter = _NESTED.sub("", line)
        if shorter == line:
            break
        line = shorter
    return line


def _kind(sentence: str) -> Stated | None:
    """The kind that a sentence states; null where it states none, or more than one."""
    if _UNCLASSIFIED.search(sentence):
        return "unclassified"
    named = {_KIND_WORDS[found] for found in _KIND.findall(sentence)}
    if len(named) == 1:
        return named.pop()
    if named:
        return None
    if _OWN_ACTIVATION.search(sentence):
        return "activation"
    if _NO_CHAIN.search(sentence):
        return "without_chain"
    if _CHAIN.search(sentence):
        return "in_a_chain"
    return "no_effect" if _NO_EFFECT.search(sentence) else None


def _places(sentence: str) -> tuple[Place, ...]:
    """Where the sentence says that the effect is activated; empty where it does not say."""
    named = _WHERE.search(sentence[:_LONGEST])
    return () if named is None else tuple(place for place, words in _PLACES if words.search(named[0]))
