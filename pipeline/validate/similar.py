"""Decided effects most like undecided ones, by their words: cosine of TF-IDF vectors over words and pairs of words (Japanese: characters)."""

import zlib
from collections.abc import Sequence
from itertools import pairwise

import msgspec
import numpy as np
import pandas as pd
from scipy.sparse import csr_array, diags_array

from pipeline.classify.fallback_text import words
from pipeline.publish.tables import effect_label
from pipeline.read import en_text, ja_fold
from pipeline.records import Card
from pipeline.windows import Window

_SIZE = 1 << 18
_MOST = 4
_MOST_TEXT = 2000


class Similar(msgspec.Struct, frozen=True):
    """One decided effect. ``likeness``: 0 to 1."""

    effect_id: str
    name: str
    label: str
    eligible: str
    windows: tuple[str, ...]
    rule: str
    likeness: float


def similar_effects(cards: Sequence[Card], effects: pd.DataFrame, rows: Sequence[int]) -> dict[str, tuple[Similar, ...]]:
    """For each of these rows of ``effects`` (see `Dataset.effects`) the decided effects of other cards most like it, by ``effect_id``."""
    by_id = {card.card_id: card for card in cards}
    ids = effects["effect_id"].tolist()
    spans = effects[["span_start", "span_end", "ja_span_start", "ja_span_end"]].astype("Float64").to_numpy(float, na_value=np.nan)
    parts = effects["part"].tolist()
    tokens = [_tokens(by_id.get(one.partition("/")[0]), part, span) for one, part, span in zip(ids, parts, spans.tolist(), strict=True)]
    matrix = _tf_idf(tokens)
    decided = effects["eligible"].isin(["yes", "no"]).to_numpy()
    likeness = (matrix[list(rows)] @ matrix.T).toarray() if rows else np.zeros((0, len(ids)))
    found: dict[str, tuple[Similar, ...]] = {}
    for row, scores in zip(rows, likeness, strict=True):
        scores[~decided] = 0.0
        best = np.argsort(-scores, kind="stable")[: 4 * _MOST].tolist()
        own = ids[row].partition("/")[0]
        chosen = [(n, float(scores[n])) for n in best if scores[n] > 0 and ids[n].partition("/")[0] != own][:_MOST]
        found[ids[row]] = tuple(_similar(effects, n, score) for n, score in chosen)
    return found


def _similar(effects: pd.DataFrame, row: int, score: float) -> Similar:
    one = effects.iloc[row]
    bullet = None if pd.isna(one["bullet"]) else int(one["bullet"])
    return Similar(
        effect_id=str(one["effect_id"]),
        name=str(one["name"]),
        label=effect_label(str(one["part"]), int(one["effect_no"]), bullet),
        eligible=str(one["eligible"]),
        windows=Window(int(one["windows"])).keys(),
        rule=str(one["rule"] or ""),
        likeness=round(score, 2),
    )


def _tokens(card: Card | None, part: str, span: Sequence[float]) -> list[int]:
    if card is None:
        return []
    english, japanese = (card.text_en, card.text_ja) if part == "text" else (card.pendulum_en, card.pendulum_ja)
    start, end, ja_start, ja_end = span
    if english and start == start and start < end:
        single = words(en_text.fold(english[int(start) : min(int(end), int(start) + _MOST_TEXT)]).low.replace("_", ""))
    elif japanese and ja_start == ja_start:
        single = list(ja_fold.fold(japanese[int(ja_start) : min(int(ja_end), int(ja_start) + _MOST_TEXT)]).text)
    else:
        return []
    pairs = [f"{one} {two}" for one, two in pairwise(single)]
    return [zlib.crc32(token.encode("utf-8", "surrogatepass")) & (_SIZE - 1) for token in (*single, *pairs)]


def _tf_idf(tokens: Sequence[list[int]]) -> csr_array:
    """One row a text, each of length 1 (or empty)."""
    starts = np.cumsum([0, *map(len, tokens)])
    columns = np.fromiter((token for some in tokens for token in some), np.int64, int(starts[-1]))
    counts = csr_array((np.ones(len(columns), np.float32), columns, starts), shape=(len(tokens), _SIZE))
    counts.sum_duplicates()
    in_texts = np.bincount(counts.indices, minlength=_SIZE)
    counts.data = (1 + np.log(counts.data)) * np.log((1 + len(tokens)) / (1 + in_texts[counts.indices]))
    lengths = np.sqrt(counts.multiply(counts).sum(axis=1))
    return csr_array(diags_array(1 / np.maximum(lengths, 1e-9)) @ counts)
