"""English actions: what a stretch of effect text does, in order, with linking words, options and delays."""

import re
from functools import lru_cache

import msgspec

from pipeline.read.en_objects import object_after, stat_object
from pipeline.read.en_verbs import BY_WORD, PLAIN
from pipeline.records import Action, ActionWhat, Link, Span

# Where one processing ends and the next begins. Every alternative opens with a plain letter and none is a group: so the
# regular expression engine skips to letters that can open one instead of trying each position.
_LINKS = re.compile(
    r"if (?:you do|they do|you did|it does|your opponent does|so)\b(?! not),?|"
    r"then\b,?|after that\b,?|afterwards\b,?|next,|finally,|also\b,?|in addition,|"
    r"additionally,|;|but\b,?|otherwise\b,?|or else\b"
)
# What the first letters of a link make of the processing behind it.
_LINK_OF: dict[str, Link] = {"if": "and_if_you_do", "th": "then", "af": "then", "ne": "then", "fi": "then", "al": "also", "in": "also", "ad": "also"}
_BACK = 60
_JOINTS = (" and", " and,", " but", ",")
_CANNOT = re.compile(r"\b(?:cannot|can't|can only|may not|neither player can|do not|does not)\b")
_YOU_CAN = re.compile(r"\b(?:you|they|your opponent|that player|either player|its controller|each player) (?:can|may|could) (?!only|\bnot\b)")
_DELAY = re.compile(
    r"\b(?:during|at|in) (?:the |your |your opponent's |each |this turn's |that |its |any )?(?:next |opponent's |start of |"
    r"end of |of )*(?:the |your |that |this )?(?:next )?"
    r"(?:end phase|standby phase|battle phase|draw phase|main phase|damage calculation|damage step)|\b(?:next|first|"
    r"each) time\b|\bwhen (?!this card (?:was|is) activated|this (?:card|effect) resolves)(?:that|this|the|it|those|they|a|"
    r"any|your|you|an) |\bwhile |"
    r"\bif (?!(?:that|the|those) (?:target|monster|card)s? (?:is|are) still )[^,]{1,200},"
)
_LATE_STAT = re.compile(r"during (?:damage calculation|the damage step|that damage calculation)(?: only)?|at the end of the damage step")
# Marks around words become spaces, one for one. A table of bytes is ten times as fast as one of characters.
_BARE = bytes.maketrans(b".,;:()-\n", b" " * 8)
_SUMMONS = frozenset(what for patterns in BY_WORD.values() for what, _ in patterns if what.endswith("_summon")) - {"negate_summon"}
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


class Parsed(msgspec.Struct, frozen=True, gc=False):
    """Actions of one stretch and what of it was not understood; spans relative to its start."""

    actions: tuple[Action, ...]
    residue: tuple[Span, ...]


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
    actions: list[Action] = []
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
        done = _clause_actions(clause, start, piece_link)
        if done:
            actions += done
        elif clause.strip(" .,()"):
            residue.append((start, end))
    return Parsed(tuple(actions), tuple(residue))


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
    for word in [word for word in bare.split(" ") if word in BY_WORD]:
        # All words before it that are like it have been passed.
        at = bare.find(f" {word} ", behind)
        behind = at + len(word) + 1
        if at < skip_until:
            continue
        for what, pattern in BY_WORD[word]:
            if what == "atk_def_change" and not stats:
                continue
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


def _clause_actions(clause: str, offset: int, link: Link) -> list[Action]:
    found = _verbs(clause)
    if not found:
        plain = PLAIN.search(clause)
        return [] if plain is None else [Action("other", link, False, "other", False, False, (offset + plain.start(), offset + plain.end()))]
    able = "can" in clause
    refuses = "not" in clause or (able and ("can't" in clause or "can only" in clause or "player can" in clause))
    cannot = _CANNOT.search(clause) if refuses else None
    can = _YOU_CAN.search(clause) if (able and " can " in clause) or " may " in clause or " could " in clause else None
    delay = _DELAY.search(clause) if _may_delay(clause) else None
    actions: list[Action] = []
    for n, (start, end, verb, treated) in enumerate(found):
        what = verb
        if (
            cannot is not None
            and cannot.start() < start
            and what not in ("protect", "unaffected")
            and not clause.find(" but ", cannot.end(), start) > 0
            and not ("," in clause[cannot.end() : start] and _IF_BEFORE.search(clause, max(0, cannot.start() - 90), cannot.start()))
        ):
            if what != "restrict" and any(a.what in ("restrict", "protect") for a in actions):
                continue
            what = "restrict"
        late = delay is not None and delay.start() < start
        if what == "atk_def_change":
            # "..., and if it battled, it is destroyed at the end of the Damage Step" dates what comes behind.
            behind = clause.find(", and if ", end)
            late = late or _LATE_STAT.search(clause, 0, behind if behind > 0 else len(clause)) is not None
            thing = stat_object(clause, start, end)
        else:
            thing = object_after(clause, end)
        optional = can is not None and can.start() < start
        actions.append(Action(what, link if n == 0 else "and", optional, thing, late, treated, (offset + start, offset + end)))
    return actions


def shift(actions: tuple[Action, ...], offset: int) -> tuple[Action, ...]:
    """Actions with their spans moved by `offset`."""
    if not offset:
        return actions
    return tuple([Action(a.what, a.link, a.optional, a.object, a.delayed, a.treated_as, (a.span[0] + offset, a.span[1] + offset)) for a in actions])
