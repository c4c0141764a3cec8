"""English actions: what a stretch of effect text does, in order, with linking words, options and delays."""

import re
from functools import lru_cache

import msgspec

from pipeline.read.en_objects import object_after, stat_object
from pipeline.read.en_verbs import BY_WORD, PLAIN, TABLE
from pipeline.records import Action, ActionWhat, Link, Object, Span

# Where one processing ends and the next begins. Every alternative opens with a plain letter and none is a group: so the
# regular expression engine skips to letters that can open one instead of trying each position.
_LINKS = re.compile(
    r"if (?:you do|they do|you did|it does|your opponent does|so)\b(?! not),?|"
    r"then\b,?|after that\b,?|afterwards\b,?|next,|finally,|also\b,?|in addition,|"
    r"additionally,|;|but\b,?|otherwise\b,?|or else\b",
    re.ASCII,
)
# What the first letters of a link make of the processing behind it.
_LINK_OF: dict[str, Link] = {"if": "and_if_you_do", "th": "then", "af": "then", "ne": "then", "fi": "then", "al": "also", "in": "also", "ad": "also"}
_BACK = 60
_OPENS = BY_WORD.__contains__
_JOINTS = (" and", " and,", " but", ",")
_CANNOT = re.compile(r"\b(?:cannot|can't|can only|may not|neither player can|do not|does not)\b", re.ASCII)
_YOU_CAN = re.compile(
    r"\b(?:you|they|your opponent|that player|either player|its controller|each player) (?:can|may|could) (?!only|\bnot\b)", re.ASCII
)
_DELAY = re.compile(
    r"\b(?:during|at|in) (?:the |your |your opponent's |each |this turn's |that |its |any )?(?:next |opponent's |start of |"
    r"end of |of )*(?:the |your |that |this )?(?:next )?"
    r"(?:end phase|standby phase|battle phase|draw phase|main phase|damage calculation|damage step)|\b(?:next|first|"
    r"each) time\b|\bwhen (?!this card (?:was|is) activated|this (?:card|effect) resolves)(?:that|this|the|it|those|they|a|"
    r"any|your|you|an) |\bwhile |"
    r"\bif (?!(?:that|the|those) (?:target|monster|card)s? (?:is|are) still )[^,]{1,200},",
    re.ASCII,
)
_LATE_STAT = re.compile(r"during (?:damage calculation|the damage step|that damage calculation)(?: only)?|at the end of the damage step")
# Marks around words become spaces, one for one. A table of bytes is ten times as fast as one of characters.
_BARE = bytes.maketrans(b".,;:()-\n", b" " * 8)
_SUMMONS = frozenset(what for what, _, _ in TABLE if what.endswith("_summon")) - {"negate_summon"}
_TARGET_NOUN = re.compile(r"\b(?:that|the|those|both|these|attack|effect|its|new|correct|appropriate|another|other|all|each|an?|as) $")
_IF_BEFORE = re.compile(r"\b(?:if|when|unless|while)\b[^,]*$")
_MEASURED = re.compile(r"\b(?:combined|total|whose|with|if its|if the|when the|because its) (?:original |current |combined |total )*$")
_NOUN_SUMMON = re.compile(
    r"(?:treated as|counts? as|this is|for|by|used as|used for|except by|of|after|your|that|this|be|was|were|not|proper) (?:an? |"
    r"the |its |any )?$|materials? (?:for|in) (?:an? |the |its )?$"
)
# "unless you Pendulum Summon", "this card's Link Summon": a Summon that is spoken of, not performed.
_SPOKEN_OF = re.compile(r"(?:'s|\b(?:unless|after|if|when|once|that|monsters?) you|\byou) $")
_COUNTED_AS = re.compile(r"(?:treated as|counts? as) an? $")


class Deed(msgspec.Struct, frozen=True, gc=False):
    """One thing done in a clause; places are relative to the clause."""

    what: ActionWhat
    optional: bool
    object: Object
    delayed: bool
    treated_as: bool
    start: int
    end: int


class Parsed(msgspec.Struct, frozen=True, gc=False):
    """What one stretch does and what of it was not understood; places are relative to its start.

    The records of its actions are made where it stands in a text, by `placed`.
    """

    deeds: tuple[tuple[Link, int, Deed], ...]  # how it hangs on what was before, where its clause begins, what is done
    residue: tuple[Span, ...]

    @property
    def first(self) -> ActionWhat | None:
        """The first thing done."""
        return self.deeds[0][2].what if self.deeds else None

    @property
    def targets(self) -> bool:
        """Whether something is targeted or selected."""
        return any([deed.what in ("target", "select") for _, _, deed in self.deeds])


def _may_link(text: str) -> bool:
    return (
        "then" in text
        or ";" in text
        or "also" in text
        or "if " in text
        or "but" in text
        or "after" in text
        or "next," in text
        or "finally," in text
        or "addition" in text
        or "otherwise" in text
        or "or else" in text
    )


def _may_delay(clause: str) -> bool:
    return "phase" in clause or "damage" in clause or " time" in clause or "when " in clause or "while " in clause or "if " in clause


@lru_cache(maxsize=16384)
def parse_actions(text: str, first: Link) -> Parsed:
    """Parse one sentence of processing (lower case, quotes masked); `first` is the link of its first action. Cached."""
    done: list[tuple[Link, int, Deed]] = []
    residue: list[Span] = []
    begin = 0
    link: Link = first
    pieces: list[tuple[int, int, Link]] = []
    for match in _LINKS.finditer(text) if _may_link(text) else ():
        end = match.start()
        if end and text[end - 1].isalpha():
            continue
        # Looking back is bounded throughout, so that time grows with the length of a text and not with its square.
        before = text[max(begin, end - _BACK) : end].rstrip()
        found_link = _LINK_OF.get(text[end : end + 2], "and")
        if (
            before
            and not before.endswith(_JOINTS)
            and found_link != "then"
            and text[end] != ";"
            and not (found_link == "also" and text[match.end() - 1] == ",")
        ):
            # "it is also treated as ..." and "anything but ..." link nothing.
            continue
        if before:
            pieces.append((begin, max(begin, end - _BACK) + len(before), link))
        link = found_link
        begin = match.end()
    pieces.append((begin, len(text), link))
    for start, end, piece_link in pieces:
        clause = text[start:end]
        deeds = _deeds(clause)
        for deed in deeds:
            done.append((piece_link, start, deed))
            piece_link = "and"
        if not deeds and clause.strip(" .,()"):
            residue.append((start, end))
    return Parsed(tuple(done), tuple(residue))


def _bare(clause: str) -> str:
    """The words of a clause between spaces, without the marks around them; one place behind those of the clause."""
    if not clause.isascii():
        clause = clause.replace("●", " ")
    return f" {clause.encode('ascii', 'replace').translate(_BARE).decode('ascii')} "


def _verbs(clause: str) -> list[tuple[int, int, ActionWhat, bool]]:
    """The verbs of a clause in order: start, end, action, and whether a Special Summon is treated as another Summon."""
    found: list[tuple[int, int, ActionWhat, bool]] = []
    skip_until = 0
    behind = 0
    bare = _bare(clause)
    stats = "atk" in clause or "def" in clause
    for word in filter(_OPENS, bare.split(" ")):
        between_spaces, patterns, without_stats = BY_WORD[word]
        # All words before it that are like it have been passed.
        at = bare.find(between_spaces, behind)
        behind = at + len(word) + 1
        if at < skip_until:
            continue
        for what, pattern in patterns if stats else without_stats:
            match = pattern.match(clause, at)
            if match is None:
                continue
            if what in _SUMMONS:
                before = clause[max(0, at - _BACK) : at]
                if _COUNTED_AS.search(before):
                    for n in range(len(found) - 1, -1, -1):
                        if found[n][2] == "special_summon":
                            found[n] = (*found[n][:3], True)
                            break
                    skip_until = match.end()
                    break
                if _NOUN_SUMMON.search(before) or (what != "special_summon" and _SPOKEN_OF.search(before)):
                    skip_until = match.end()
                    break
            # A measure or a filter, not a change: "so that the combined ATK becomes ...", "whose ATK is ...".
            if what == "atk_def_change" and _MEASURED.search(clause, max(0, at - 40), at):
                break
            if what == "target" and _TARGET_NOUN.search(clause, max(0, at - 14), at):
                # "destroy that target" names a thing, it does not target.
                break
            found.append((at, match.end(), what, False))
            skip_until = match.end()
            break
    return found


@lru_cache(maxsize=32768)
def _deeds(clause: str) -> tuple[Deed, ...]:
    """What a clause does, in order; empty where nobody here understands it. Cached, for clauses recur in other sentences."""
    found = _verbs(clause)
    if not found:
        plain = PLAIN.search(clause)
        return () if plain is None else (Deed("other", False, "other", False, False, plain.start(), plain.end()),)
    able = "can" in clause
    refuses = "not" in clause or (able and ("can't" in clause or "can only" in clause or "player can" in clause))
    cannot = _CANNOT.search(clause) if refuses else None
    can = _YOU_CAN.search(clause) if (able and " can " in clause) or " may " in clause or " could " in clause else None
    delay = _DELAY.search(clause) if _may_delay(clause) else None
    # The places from which on what is done is left to choice, and comes later.
    optional_from = len(clause) if can is None else can.start()
    late_from = len(clause) if delay is None else delay.start()
    deeds: list[Deed] = []
    limits = False
    for start, end, verb, treated in found:
        what = verb
        if (
            cannot is not None
            and cannot.start() < start
            and what not in ("protect", "unaffected")
            and not clause.find(" but ", cannot.end(), start) > 0
            and not ("," in clause[cannot.end() : start] and _IF_BEFORE.search(clause, max(0, cannot.start() - 90), cannot.start()))
        ):
            if what != "restrict" and limits:
                continue
            what = "restrict"
        late = late_from < start
        if what == "atk_def_change":
            # "..., and if it battled, it is banished at the end of the step" dates what comes behind.
            behind = clause.find(", and if ", end)
            late = late or _LATE_STAT.search(clause, 0, behind if behind > 0 else len(clause)) is not None
            thing = stat_object(clause, start, end)
        else:
            thing = object_after(clause, end)
        limits = limits or what in ("restrict", "protect")
        deeds.append(Deed(what, optional_from < start, thing, late, treated, start, end))
    return tuple(deeds)


def placed(parsed: Parsed, offset: int) -> tuple[Action, ...]:
    """The actions of a stretch that begins at `offset`."""
    return tuple(
        [
            Action(d.what, link, d.optional, d.object, d.delayed, d.treated_as, (offset + at + d.start, offset + at + d.end))
            for link, at, d in parsed.deeds
        ]
    )
