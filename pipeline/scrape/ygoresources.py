"""Cards, supplements and answers of https://db.ygoresources.com, one card at a time.

Input: a file with Konami ids, one a line (or a JSON list). What was fetched once is kept until the server's manifest lists it as
changed; the manifest is asked for once a day at most. The operators ask not to have their database walked through: for many cards
at once there are the mirrors on GitHub.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape.faq import Answer, Faq, Supplement
from pipeline.scrape.identity import keep_apart
from pipeline.scrape.intake import one_line, read_file
from pipeline.scrape.kept import revision
from pipeline.scrape.manners import Manners
from pipeline.scrape.meter import Meter
from pipeline.scrape.retry import Missing
from pipeline.scrape.session import Session
from pipeline.scrape.source import Loaded, Progress
from pipeline.scrape.ygoresources_records import CardAnswer, read_card, read_properties, read_question, record_answer, record_card, record_supplement
from pipeline.scrape.ygoresources_sync import REVISION, Sync

NAME = "ygoresources"
BASE = "https://db.ygoresources.com/"
KEEP = Path("data/raw/ygoresources")
MOST_CARDS = 500  # of one run; whoever wants more is better served by the mirrors
MANNERS = Manners(interval=1.5, most=32 << 20, most_packed=16 << 20)
_SEPARATOR = re.compile(r"[\s,;]+")


def load(path: Path | None, *, offline: bool, progress: Progress, session: Session | None = None) -> Loaded:
    """The cards whose Konami ids stand in `path`. Raises `InputError`."""
    wanted = konami_ids(path)
    with session or _session(offline, progress) as live:
        sync = Sync(live, progress)
        properties, _ = sync.get("data/meta/mprop", read_properties)
        answers, skipped = _cards(sync, wanted, progress)
    cards: list[Card] = []
    for answer in answers:
        card = record_card(answer, properties)
        if isinstance(card, Card):
            cards.append(card)
        else:
            skipped.append(f"{answer.cardId}: {card}")
    kept, doubles = keep_apart(cards)
    return Loaded(cards=kept, source=NAME, revision=revision(live.used), skipped=(*skipped, *doubles), built_from=live.used)


def load_faq(path: Path | None, *, offline: bool, progress: Progress, session: Session | None = None) -> Faq:
    """The supplements of the cards whose Konami ids stand in `path`, and the answers that name them. Raises `InputError`."""
    wanted = konami_ids(path)
    with session or _session(offline, progress) as live:
        sync = Sync(live, progress)
        cards, skipped = _cards(sync, wanted, progress)
        answers: list[Answer] = []
        questions = sorted({number for card in cards for number in card.questions()})
        meter = Meter(progress, "answers", len(questions))
        for number in questions:
            try:
                answer, fresh = sync.get(f"data/qa/{number}", read_question)
            except Missing:
                skipped.append(f"question {number}: the server knows no such question")
                continue
            meter.add(1, fresh=fresh)
            record = record_answer(number, answer)
            if isinstance(record, Answer):
                answers.append(record)
            else:
                skipped.append(f"question {number}: {record}")
    supplements: list[Supplement] = [found for card in cards if not (found := record_supplement(card)).empty()]
    return Faq(tuple(supplements), tuple(answers), NAME, revision(live.used), tuple(skipped), live.used)


def konami_ids(path: Path | None) -> list[int]:
    """The ids in a file, each once, in its order. Raises `InputError`."""
    if path is None:
        raise InputError(f"{NAME} needs an input: a file with Konami ids, one a line")
    data, _ = read_file(path, 1 << 20)
    found: dict[int, None] = {}
    for word in _SEPARATOR.split(data.decode("utf-8", "replace").strip("\ufeff[] \r\n")):
        if not (word.isascii() and word.isdigit() and len(word) <= 9 and int(word) > 0):
            raise InputError(f"{one_line(path)}: {one_line(word, 40)!r} is no Konami id")
        found[int(word)] = None
    if len(found) > MOST_CARDS:
        raise InputError(f"{one_line(path)}: {len(found):,} cards; more than {MOST_CARDS} are to be had from the mirrors (see the README)")
    return list(found)


def _session(offline: bool, progress: Progress) -> Session:
    return Session(BASE, KEEP, offline=offline, progress=progress, manners=MANNERS, headers=(REVISION,))


def _cards(sync: Sync, wanted: Sequence[int], progress: Progress) -> tuple[list[CardAnswer], list[str]]:
    found: list[CardAnswer] = []
    skipped: list[str] = []
    meter = Meter(progress, "cards", len(wanted))
    for number in wanted:
        try:
            answer, fresh = sync.get(f"data/card/{number}", read_card)
        except Missing:
            skipped.append(f"{number}: the server knows no such card")
            continue
        meter.add(1, fresh=fresh)
        if answer.cardId not in (None, number):
            skipped.append(f"{number}: the answer is about card {answer.cardId}")
            continue
        found.append(msgspec.structs.replace(answer, cardId=number))
    progress(meter.line())
    return found, skipped
