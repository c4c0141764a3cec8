"""The report of uncertain effects as a table, with empty columns for a reviewer's answers."""

import io

import pyarrow as pa

from pipeline.publish.csv_cells import write_csv
from pipeline.publish.schema import REAL, TEXT
from pipeline.publish.uncertain_page import in_words, similar_in_words
from pipeline.validate.uncertain import Group, Open, Report
from pipeline.windows import BY_KEY

# What a reviewer fills in. `scope`: "effect" (or empty), or "group" for every effect of the group.
ANSWERS = ("answer", "windows", "mode", "condition", "ruleset", "authority", "source", "date", "reason", "scope")
_FACTS = (
    "group",
    "question",
    "effect_id",
    "card",
    "effect",
    "kind",
    "why",
    "settles",
    "text_en",
    "text_ja",
    "witness_en",
    "witness_ja",
    "witness_supplement",
)


def uncertain_csv(report: Report) -> bytes:
    """One row an uncertain effect, in the order of the page."""
    numbers = ("p_legal", *(f"p_{key}" for key in BY_KEY))
    fields = [(name, TEXT) for name in _FACTS] + [(name, REAL) for name in numbers]
    fields += [(name, TEXT) for name in ("model", "similar", *ANSWERS)]
    rows = [_row(group, one) for group in report.groups for one in group.effects]
    stream = io.BytesIO()
    write_csv(pa.Table.from_pylist(rows, schema=pa.schema(fields)), stream)
    return stream.getvalue()


def _row(group: Group, one: Open) -> dict[str, object]:
    texts = {text.language: "".join(f"[[{piece}]]" if marked else piece for piece, marked in text.pieces) for text in one.texts}
    chances = () if one.answer is None else (one.answer.eligible, *one.answer.windows)
    return {
        "group": group.key, "question": group.title, "effect_id": one.effect_id, "card": one.card.name, "effect": one.label,
        "kind": one.effect.kind, "why": one.why, "settles": group.settles, "text_en": texts.get("en"), "text_ja": texts.get("ja"),
        "witness_en": one.witness_en, "witness_ja": one.witness_ja, "witness_supplement": one.witness_supplement,
        **{name: round(p, 4) for name, p in zip(("p_legal", *(f"p_{key}" for key in BY_KEY)), chances, strict=False)},
        "model": in_words(one.answer), "similar": " / ".join(map(similar_in_words, one.similar)),
    }  # fmt: skip
