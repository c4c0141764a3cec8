"""The last to speak: a model for wording that no rule decides, asked only where a row is left, and loaded only then.

It decides where it is sure enough (see `fallback_train`): otherwise the row stays `uncertain`. Its reason names the categories and the single
words that weighed most, never a stretch of the text.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from pipeline.classify.calibration import Reals
from pipeline.classify.decide import Decision
from pipeline.classify.events import live
from pipeline.classify.fallback_example import key_text
from pipeline.classify.fallback_features import Named, named, unread
from pipeline.classify.fallback_file import read_model
from pipeline.classify.fallback_model import SUPPORT, Answer, Model, Slice, confidences, needed
from pipeline.classify.fallback_text import PLACES, buckets, fingerprint, stretches, word_bucket, words
from pipeline.errors import InputError
from pipeline.records import Card, Effect, Mode, Row, Verdict
from pipeline.resources import model_folder
from pipeline.windows import NONE, Ruleset

FILE = model_folder() / "fallback.npz"
CODE = "MODEL"  # in the column `rule`
_REASONS = 3
_SAYS = {True: "legal", False: "not legal"}


class Fallback(msgspec.Struct, frozen=True):
    """The model in a file, not read yet; it can be pickled, so processes may share it. Without a file it says nothing."""

    path: Path | None
    digest: str  # 12 hex digits that change with the file; empty without one

    def decision(self, card: Card, row: Row, english: Sequence[Effect], japanese: Sequence[Effect], ruleset: Ruleset) -> Decision | None:
        """Its verdict on a row, where it is sure enough; `english` and `japanese` are all effects of the row's part."""
        if self.path is None or not row.effect.activated:
            return None
        answer = self.answer(card, row, english, japanese, ruleset)
        if answer is None or not answer.accepted:
            return None
        verdict = Verdict("yes", answer.opened, _mode(row.effect)) if answer.opened is not NONE else Verdict("no")
        weighed = f", mostly by {'; '.join(answer.why)}" if answer.why else ""
        like = _SAYS[answer.opened is not NONE]
        reason = f"No rule decides this wording; a model of effects that are decided finds it most like those that are {like}{weighed}."
        return Decision(by="model", verdict=verdict, rule=CODE, reason=reason, confidence=answer.confidence)

    def answer(self, card: Card, row: Row, english: Sequence[Effect], japanese: Sequence[Effect], ruleset: Ruleset) -> Answer | None:
        """All that it says of a row, sure or not; null where it was not made for such rows. `InputError` for a damaged file."""
        if self.path is None:
            return None
        model = _loaded(self.path, self.digest)
        if ruleset not in model.facts.rulesets:
            return None
        sides = [(one, tuple(some)) for one, some in ((row.en, english), (row.ja, japanese)) if one is not None]
        return answer_of(model, card, row.effect, sides)


def load_fallback(path: Path = FILE) -> Fallback:
    """The model in this file; one that says nothing where there is no file."""
    try:
        return Fallback(path, hashlib.sha256(path.read_bytes()).hexdigest()[:12])
    except FileNotFoundError:
        return NO_FALLBACK
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from error


NO_FALLBACK = Fallback(None, "")


@cache
def _loaded(path: Path, digest: str) -> Model:
    return read_model(path)


def answer_of(model: Model, card: Card, effect: Effect, sides: Sequence[tuple[Effect, Sequence[Effect]]]) -> Answer:
    """What a model says of an effect, read in one language or two, each with all effects of its part; ``effect``: the one of them that leads."""
    siblings = next(some for one, some in sides if one is effect)
    fold = model.fold(fingerprint(key_text(card, effect, siblings)))
    models = list(range(len(model.weights))) if fold is None else [fold]
    seen = [(one, named(card, one, some)) for one, some in sides]
    scores = np.mean([_scores(model, models, card, one, its) for one, its in seen], axis=0)
    met = min(model.support(its.joint, models) for _, its in seen)
    where: Slice = "unread" if any(unread(one) for one, _ in seen) else "known" if met >= SUPPORT else "new"
    # A clause that was not understood is judged by such clauses, if the rest of the wording is known.
    bar = needed(model.facts.thresholds, where if met >= SUPPORT else "new", effect.old_wording, effect.kind)
    p = np.array([float(curve(score)) for curve, score in zip(model.facts.curves[where], scores, strict=True)])
    confidence = float(confidences(p[:1], p[None, 1:])[0])
    why = _why(model, models, card, seen, bool(p[0] >= 0.5))
    return Answer(float(p[0]), tuple(map(float, p[1:])), where, confidence, bar, fold, why)


def _scores(model: Model, models: list[int], card: Card, effect: Effect, its: Named) -> Reals:
    """Log-odds of the targets by one language, the mean of these models."""
    columns, values = model.columns(its.names, sorted(buckets(stretches(card, effect), effect.language)))
    weights = model.weights[models][:, :, columns].astype(np.float64)
    return np.asarray((weights @ values + model.shifts[models]).mean(axis=0), np.float64)


def _why(model: Model, models: list[int], card: Card, seen: Sequence[tuple[Effect, Named]], legal: bool) -> tuple[str, ...]:
    """The categories, and single English words, that spoke loudest for the verdict."""
    index = model.index()
    weights = model.weights[models][:, 0].astype(np.float64).mean(axis=0) * (1 if legal else -1)
    found: dict[str, float] = {}
    for effect, its in seen:
        for name in its.names:
            if name in index and name not in its.joint:
                words_for = _in_words(name)
                found[words_for] = max(found.get(words_for, 0.0), float(weights[index[name]]))
        if effect.language == "en":
            texts = stretches(card, effect)
            columns, values = model.columns((), buckets(texts, "en"))
            each = float(values[0]) if len(columns) else 0.0
            for place, text in zip(PLACES, texts, strict=True):
                for word in set(words(text)):
                    if word.isalpha() and len(word) > 2:
                        found[f'the word "{word}"'] = each * float(weights[len(model.names) + word_bucket(place, word)])
    loudest: dict[str, str] = {}  # one of a sort, by what stands before the colon
    for name in sorted(found, key=lambda name: (-found[name], name)):
        if found[name] > 0 and len(loudest) < _REASONS:
            loudest.setdefault(name.partition(":")[0], name)
    return tuple(loudest.values())


def _in_words(name: str) -> str:
    """A category for people: ``event=destroyed/other/unsaid`` as "event: destroyed, other, unsaid"."""
    return name.replace("=", ": ", 1).replace("/", ", ").replace("_", " ")


def _mode(effect: Effect) -> Mode:
    condition = effect.condition
    if condition.responds_to:
        return "response"
    if live(condition):
        return "event"
    return "first_chain" if condition.window is not NONE else "open"
