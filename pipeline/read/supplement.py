"""The official supplement of a card, read: what it says of each effect, and of activating the card itself.

What is said of one subject in several notes is put together here (see `supplement_subjects` for whose a note is, `supplement_claims`
for what it says of the step, `supplement_kinds` for what it says of kinds).
"""

from typing import Literal

import msgspec

from pipeline.read.supplement_claims import SPEAKS, Claim
from pipeline.read.supplement_kinds import Stated, Statement, statements
from pipeline.read.supplement_subjects import SectionReader, Subject, number_quoted
from pipeline.records import Notes, Part, Place, Span
from pipeline.windows import NONE, UNTIL_CALC, Window


class Words(msgspec.Struct, frozen=True):
    """Where it is said: section, line in it from 0, and the span in that line."""

    section: str
    line: int
    span: Span


class Supplement(msgspec.Struct, frozen=True, kw_only=True):
    """What the official supplement says of one subject.

    ``eligible``: ``depends`` where it may and may not be activated in the step, by what else is so; null where nothing is said of it.
    ``windows``: those named, and ``partial`` where they are named for some cases only, so that others may be open too. ``never``: those
    in which it is expressly not activated. ``kind``, ``mandatory``, ``places``: of the effect, null or empty where unsaid.
    """

    konami_id: int
    part: Part
    subject: Subject
    eligible: Literal["yes", "no", "depends"] | None = None
    windows: Window = NONE
    partial: bool = False
    never: Window = NONE
    kind: Stated | None = None
    mandatory: bool | None = None
    places: tuple[Place, ...] = ()
    words: tuple[Words, ...] = ()
    date: str | None = None


class Unread(msgspec.Struct, frozen=True):
    """A clause that names the step and activation, and was not understood."""

    konami_id: int
    part: Part
    words: Words
    text: str


class ReadNotes(msgspec.Struct, frozen=True):
    """What the notes of one part say. ``spoken``: how many lines speak of activating in the Damage Step; ``unread``: what was not understood."""

    supplements: tuple[Supplement, ...]
    spoken: int
    unread: tuple[Unread, ...]


def read_notes(notes: Notes) -> ReadNotes:
    """What the notes of one part say, by subject in the order of the notes."""
    found: dict[Subject, _Heard] = {}
    unread: list[Unread] = []
    spoken = 0
    for section, lines in notes.sections:
        reader = SectionReader(section)
        for n, line in enumerate(lines):
            speaks = False
            for clause, subject, said in reader.line(line):
                words = Words(section, n, (clause.start, clause.start + len(clause.text)))
                if isinstance(said, Claim):
                    found.setdefault(subject, _Heard()).claims.append((said, words))
                    speaks = True
                elif "発動" in clause.text and SPEAKS.search(clause.text):
                    speaks = True
                    if said is None:
                        unread.append(Unread(notes.konami_id, notes.part, words, line[slice(*words.span)]))
            spoken += speaks
    for stated in statements(notes.konami_id, notes.part, dict(notes.sections)):
        number = stated.number if stated.quote is None else number_quoted(stated.quote)
        subject = Subject(number=number, quote=stated.quote if number is None else None)
        found.setdefault(subject, _Heard()).kinds.append(stated)
    supplements = tuple(heard.said(notes, subject) for subject, heard in found.items())
    return ReadNotes(supplements, spoken, tuple(unread))


class _Heard:
    """What is said of one subject, as it comes."""

    def __init__(self) -> None:
        self.claims: list[tuple[Claim, Words]] = []
        self.kinds: list[Statement] = []

    def said(self, notes: Notes, subject: Subject) -> Supplement:
        yes = [said for said, _ in self.claims if said.says == "yes"]
        no = [said for said, _ in self.claims if said.says == "no" and not said.windows]
        never = NONE
        for said, _ in self.claims:
            if said.says == "no" and not said.case:
                never |= said.windows
        windows = NONE
        for said in yes:
            windows |= said.windows
        # "May also be activated in the step" beside a moment: there are more moments than the one. A span of windows is a limit.
        limited = any(not said.case and UNTIL_CALC in said.windows for said in yes)
        partial = not limited and any(said.case or not said.windows for said in yes)
        full = [said for said in no if not said.case]
        eligible: Literal["yes", "no", "depends"] | None = None
        if yes and no:
            eligible = "depends"
        elif yes:
            eligible = "yes"
        elif no:
            eligible = "no" if full else "depends"
        kind = next((one for one in self.kinds if one.stated is not None), None)
        return Supplement(
            konami_id=notes.konami_id,
            part=notes.part,
            subject=subject,
            eligible=eligible,
            windows=windows,
            partial=bool(windows) and partial,
            never=never,
            kind=None if kind is None else kind.stated,
            mandatory=None if kind is None else kind.mandatory,
            places=() if kind is None else kind.places,
            words=tuple(words for _, words in self.claims),
            date=notes.date,
        )
