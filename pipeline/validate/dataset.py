"""A built dataset, read back: its effects as a frame, its cards as records."""

from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np
import pandas as pd
import pyarrow as pa

from pipeline.build import hashes_at_hand
from pipeline.errors import InputError
from pipeline.publish.lookup import opened, typed
from pipeline.publish.schema import CARDS, EFFECTS
from pipeline.records import Card
from pipeline.windows import COLUMNS, RULESETS, Ruleset

_NULLABLE = {pa.int64(): pd.Int64Dtype(), pa.int32(): pd.Int32Dtype(), pa.bool_(): pd.BooleanDtype()}
_EFFECTS = (
    "effect_id", "passcode", "konami_id", "name", "part", "effect_no", "bullet", "ja_no", "span_start", "span_end", "ja_span_start", "ja_span_end",
    "kind", "eligible", "condition", "decided_by", "rule", "witness_en", "witness_ja", "witness_supplement",
)  # fmt: skip
_KEYS = ("passcode", "konami_id")
_TEXTS = ("text_en", "text_ja", "pendulum_en", "pendulum_ja")
# The columns of `cards` that are fields of a `Card`, one of them under another name.
_CARDS = tuple(column.name for column in CARDS if column.name in Card.__struct_fields__ or column.name == "def")


class Dataset(msgspec.Struct, frozen=True):
    """The effects of a dataset, and where they come from.

    ``effects``: the columns of the published table that reports use, nullable where those are, and ``windows``: the open
    windows as the value of a `Window` (unknown ones count as closed). One row an effect, index 0, 1, 2 ...
    ``cards``: passcode and Konami id of every card. ``stale``: it was built by other code than the one at hand.
    """

    folder: Path
    ruleset: Ruleset
    source: str
    revision: str
    stale: bool
    effects: pd.DataFrame
    cards: pd.DataFrame

    @property
    def title(self) -> str:
        """Its origin in a few words."""
        return f"{self.source} {self.revision[:12]}, ruleset {self.ruleset}".strip()


def open_dataset(folder: Path) -> Dataset:
    """The dataset in `folder`. `InputError` where there is none, or where it is damaged."""
    with opened(folder / "effects.parquet") as file:
        table = file.read(columns=typed(file, EFFECTS, (*_EFFECTS, *COLUMNS.values())))
        metadata = {key.decode(errors="replace"): value.decode(errors="replace") for key, value in (file.schema_arrow.metadata or {}).items()}
    ruleset = metadata.get("ruleset", "")
    if ruleset not in RULESETS:
        raise InputError(f"{folder / 'effects.parquet'} does not say which ruleset it was built for")
    with opened(folder / "cards.parquet") as file:
        cards = file.read(columns=typed(file, CARDS, _KEYS))
    windows = np.zeros(table.num_rows, np.uint8)
    for window, column in COLUMNS.items():
        windows |= table[column].fill_null(False).to_numpy().astype(np.uint8) * np.uint8(window.value)
    effects = table.select(list(_EFFECTS)).to_pandas(types_mapper=_NULLABLE.get).assign(windows=windows)
    return Dataset(
        folder=folder,
        ruleset=cast(Ruleset, ruleset),
        source=metadata.get("source", ""),
        revision=metadata.get("source_revision", ""),
        stale=metadata.get("rules_hash") not in hashes_at_hand(),
        effects=effects,
        cards=cards.to_pandas(types_mapper=_NULLABLE.get),
    )


def read_cards(folder: Path) -> list[Card] | None:
    """The cards of the dataset in `folder`, as far as the table keeps them (no scale, no page id); null where it holds no texts."""
    with opened(folder / "cards.parquet") as file:
        table = file.read(columns=typed(file, CARDS, _CARDS))
        if table.num_rows and all(table[name].null_count == table.num_rows for name in _TEXTS):
            return None
        return [_card(row) for row in table.to_pylist()]


def _card(row: dict[str, Any]) -> Card:
    defense = row.pop("def")
    return Card(
        **row
        | {
            "types": tuple(row["types"]),
            "script_ids": tuple(row["script_ids"]),
            "text_source": row["text_source"] or "",
            "defense": defense,
        }
    )
