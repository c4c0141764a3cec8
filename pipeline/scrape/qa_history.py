"""Questions and answers of a checkout of ``yugioh-qa-history`` (https://github.com/db-ygoresources-com/yugioh-qa-history).

Input: the folder of the checkout, one ``<number>.json`` a question. A pull brings it up to date; nothing is fetched here.
"""

from pathlib import Path

import msgspec

from pipeline.errors import InputError
from pipeline.scrape.faq import Answer, Faq
from pipeline.scrape.folders import Folder
from pipeline.scrape.intake import decode, one_line
from pipeline.scrape.kept import revision
from pipeline.scrape.source import Progress

NAME = "qa-history"
_DECODER = msgspec.json.Decoder(Answer)


def load_faq(path: Path | None, *, offline: bool, progress: Progress) -> Faq:
    """The answers in the checkout `path`. Nothing is fetched, so `offline` changes nothing. Raises `InputError`."""
    if path is None:
        raise InputError(f"{NAME} needs an input: the folder of a checkout of yugioh-qa-history")
    folder = Folder(path, (".json",))
    answers: list[Answer] = []
    skipped: list[str] = []
    for name, data in folder.files():
        try:
            answers.append(decode(_DECODER, data, one_line(name)))
        except InputError as error:
            skipped.append(str(error))
    if not answers:
        raise InputError(f"{one_line(path)}: no answer in it" + (f" ({skipped[0]})" if skipped else ""))
    progress(f"{NAME}: {len(answers):,} answers, {len(skipped):,} files skipped")
    commit, built_from = folder.commit(), tuple(folder.origins)
    digest = revision(built_from)
    return Faq((), tuple(answers), NAME, f"{commit}+{digest}" if commit else digest, tuple(skipped), built_from)
