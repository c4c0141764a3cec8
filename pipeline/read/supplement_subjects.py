"""Whose a note of the official supplement is: the subject, followed from clause to clause and from line to line.

A note finds its effect by printed number, by quotation, as an option (``●``), or as the only effect of its card. It may speak of turning
up a card alone or together with an effect; these are kept apart.
"""

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from pipeline.read.supplement_claims import Aside, Claim, claim
from pipeline.read.supplement_clauses import Clause, clauses

# An effect; the card itself; the card alone, without an effect in the same link; the card together with one.
What = Literal["effect", "card", "alone", "together"]


class Subject(msgspec.Struct, frozen=True, order=True):
    """What a note speaks of. Without number, quotation and option: the only effect of the card (or the card)."""

    what: What = "effect"
    number: int | None = None
    quote: str | None = None
    option: int | None = None  # from 1, in the order of the text
    named: str | None = None  # the card is called by this name, which may be another card's


_NUMBERS = {chr(0x2460 + n): n + 1 for n in range(20)}
_HEADING = re.compile(r"【(.*?)】?$", re.DOTALL)
_NUMBER = re.compile(
    r"(?<![①-⑳・や])([①-⑳])(?:(?:の|に)?(?:モンスター|ペンデュラム|魔法|罠|永続)?効果)?(?:は|も|を(?!発動せず)|の発動[はをもに]|に?について|$|、)"
)
_QUOTED_NUMBER = re.compile(r"([①-⑳])(?:の?(?:モンスター|ペンデュラム)?効果)?(?:$|[:：])")
_ORDINAL = re.compile(r"([１-９1-9一二三四])つ目の?(?:●|○+|効果|$)")
_ORDINALS = {c: n for n, cs in enumerate(("１1一", "２2二", "３3三", "４4四", "５5", "６6", "７7", "８8", "９9"), 1) for c in cs}
_THE_OPTION = re.compile(r"『?●』?の?(?:モンスター)?効果")
_EVERY = re.compile(r"(?:いずれ|どちら|どの)の?(?:●|○+|効果|選択肢)?")
_ALONE = re.compile(r"発動の?み(?:を|は|に|も|で|$)|効果(?:を|の発動を)(?:発動せず|伴わず)")
_TOGETHER = re.compile(
    r"(?:カードの発動と(?:、)?(?:同じ|同一の|同時)|同(?:じ|一の)チェーンブロックに?で?て?、?(?:[①-⑳]の?)?効果の発動も?(?:を?行う|する))|効果の発動をカードの発動と同"
)
_CARD = re.compile(
    r"(?<!罠カードの)(?<!魔法カードの)カードの発動(?:及び効果の発動)?(?:は|を|も|が)|この?カードを、?[^。]{0,20}発動|^(?:また、|ただし、)?このカードは、?[^。]{0,40}発動(?:する|でき)"
)
_NAMED = re.compile(r"(□+)(?:は|を)、?(?!装備)[^。、]{0,24}発動")
_EXCEPT = re.compile("場合を除き|場合を除いて|場合以外")
_OF_QUOTE = re.compile(r"○+(?:する)?\s?(?:モンスター|ペンデュラム|永続|装備|罠|魔法|カードの)*(?:の?効果)?(?:を|は|も|の?発動|について|$|、)")
_ACTIVATED = re.compile(r"○+\s?(?:モンスター|ペンデュラム)?効果(?:を|は|も|の)、?発動")
# What is quoted so is no effect that later lines could be about.
_NO_SUBJECT = re.compile("として|扱い|処理|読み替え|を持つ")
_SO = re.compile(r"(?:ただし|また|なお)?、?その場合")


def number_quoted(quote: str) -> int | None:
    """The printed number that a quotation begins with."""
    found = _QUOTED_NUMBER.match(quote)
    return None if found is None else _NUMBERS[found[1]]


class SectionReader:
    """Follows the subject through the lines of one section."""

    def __init__(self, key: str) -> None:
        number = int(key) if key.isascii() and key.isdecimal() and 0 < int(key) <= 20 else None
        self._default = self._passage = Subject(number=number)
        self._general = key == "0"
        self._heading = False
        # Between two numbers stand the options of the first.
        whole = key.partition(".")[0]
        self._owner = int(whole) if whole.isascii() and whole.isdecimal() and 0 < int(whole) <= 20 else None

    def line(self, line: str) -> Iterator[tuple[Clause, Subject, Claim | Aside | None]]:
        """Each clause with its subject and what it says."""
        if not line.startswith("【") and line.endswith("】") and "【" in line:
            # A heading that lost its line break.
            before, _, line = line.rpartition("【")
            yield from self.line(before)
            line = "【" + line
        heading = _HEADING.match(line)
        if heading is not None:
            self._passage, self._heading = self._headed(heading[1]), True
            return
        if "ダメージ" not in line and not line.startswith("『"):
            # Says nothing of the step, and changes nothing of what is spoken of.
            return
        current = self._passage
        first = True
        for clause in clauses(line):
            own = self._subject(clause, current)
            if own is not None:
                current = own
                # A quotation that opens a line is what the following lines are about.
                if first and own.quote is not None and not self._heading and _NO_SUBJECT.search(clause.text) is None:
                    self._passage = own
            first = False
            said = claim(clause.text)
            if isinstance(said, Claim) and (current.option is not None or current.what in ("alone", "together")):
                # The case is what the subject says already.
                said = said._replace(case=False)
            yield clause, current, said

    def _headed(self, words: str) -> Subject:
        if _THE_OPTION.match(words):
            return Subject(number=self._owner, option=1)
        for clause in clauses(words):
            found = self._subject(clause, self._default)
            if found is not None:
                return found
        return self._default

    def _subject(self, clause: Clause, current: Subject) -> Subject | None:
        """The subject that a clause names; null where it goes on with the one before."""
        text = clause.text
        if current.what in ("alone", "together") and _SO.match(text):
            return None
        if _EXCEPT.search(text):
            return Subject("alone")
        if _TOGETHER.search(text):
            return Subject("together")
        if _ALONE.search(text):
            return Subject("alone")
        if _EVERY.match(text):
            # Whichever way it is done: said of all that the line has spoken of.
            return msgspec.structs.replace(current, option=None) if current.what == "effect" else Subject("card")
        if (ordinal := _ORDINAL.search(text)) is not None:
            return Subject(number=current.number or self._owner, option=_ORDINALS[ordinal[1]])
        quoted = _OF_QUOTE.search(text) if clause.quotes else None
        if quoted is not None and (quoted.start() < 12 or (len(clause.quotes) == 1 and _ACTIVATED.search(text))):
            quote = clause.quotes[0]
            if (number := number_quoted(quote)) is not None:
                return Subject(number=number)
            if quote.startswith("●") and len(quote) < 3:
                return None
            # Under a heading or a number, what is quoted is that effect or a part of it; only its options stand apart.
            if (current.number is not None or self._heading) and not quote.startswith("●"):
                return current
            return Subject(quote=quote)
        if (numbered := _NUMBER.search(text)) is not None:
            return Subject(number=_NUMBERS[numbered[1]])
        if _CARD.search(text):
            return Subject("card")
        if (named := _NAMED.search(text)) is not None and self._general:
            return Subject("card", named=clause.raw[named.start(1) + 1 : named.end(1) - 1])
        return None
