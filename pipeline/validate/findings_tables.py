"""Findings and comparisons as tables, and a folder of reports that appears whole or not at all."""

import json
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, cast

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.engine.core_rules import Reason
from pipeline.engine.script_facts import ENGINES
from pipeline.errors import InputError
from pipeline.publish.csv_cells import write_csv
from pipeline.publish.files import HashedFile
from pipeline.publish.schema import BOOL, INT, REAL, TEXT, TEXTS
from pipeline.validate.findings import Compared, Finding

_MARK = b"damage_step_findings"
_OURS = ("findings.csv", "findings.parquet", "compared.csv", "compared.parquet")

_FINDINGS = pa.schema([
    ("rank", INT), ("severity", TEXT), ("likelihood", REAL), ("engine", TEXT), ("effect_id", TEXT), ("peers", TEXTS), ("name", TEXT), ("level", TEXT),
    ("verdict", TEXT), ("tag_windows", TEXTS), ("engine_windows", TEXTS), ("other_windows", TEXTS), ("official", TEXT), ("official_source", TEXT),
    ("path", TEXT), ("line", INT), ("script", pa.int64()), ("effect_order", INT), ("variable", TEXT), ("code", pa.int64()), ("flags", pa.int64()),
    ("core_reason", TEXT), ("notes", TEXTS), ("alignment_score", REAL), ("rule", TEXT), ("decided_by", TEXT), ("confidence", REAL),
    ("reason", TEXT), ("source", TEXT), ("witness_en", TEXT), ("witness_ja", TEXT), ("because", TEXTS), ("message", TEXT),
])  # fmt: skip


# What the core goes by, for people who write scripts.
_CORE: dict[Reason, str] = {
    "not_activated": "it is never activated",
    "ignition": "an Ignition Effect",
    "speed": "an activation of Spell Speed 1",
    "no_occasion": "its event never falls into the step",
    "not_permitted": "neither flag nor type nor event lets it pass",
    "condition": "its functions refuse",
    "flag": "by its flags",
    "exempt": "its type needs no flag",
    "battle_event": "its event needs no flag",
    "counter": "a Counter Trap needs no flag",
    "companion": "in the link of another effect of the card",
    "duel": "effects of the duel need no flag",
}


def in_words(windows: Sequence[str] | None) -> str:
    """Windows for people."""
    if windows is None:
        return "unknown"
    return ", ".join(windows) or "no window"


def message(finding: Finding) -> str:
    """What is wrong, in one sentence that quotes no card: script, text and official statement."""
    one, culprit = finding.comparison, finding.comparison.culprit
    engine, tag = in_words(one.windows.keys() if one.windows is not None else None), in_words(one.tag.keys())
    where = "the card as a whole" if one.level == "card" else f"effect {finding.text.effect_id.partition('/')[2]}"
    how = f" ({_CORE[culprit[1].reason]})" if culprit is not None and one.level == "effect" and one.refused is None else ""
    rule = finding.text.rule or "none"
    words = f"{finding.card.name} ({finding.card.card_id}), {where}: the script opens {engine}{how}; the text, by rule {rule}, {tag}"
    if one.refused is not None:
        words += f"; for one of its events (code {one.refused.code}) the script opens nothing"
    if finding.official is not None:
        named = f" ({in_words(finding.official.windows.keys())})" if finding.official.windows else ""
        words += f"; official: {'legal' if finding.official.legal else 'not legal'}{named}"
    if finding.other is not None and finding.other.windows is not None:
        words += f"; the other engine: {in_words(finding.other.windows.keys())}"
    return words


def explained(finding: Finding) -> str:
    """`message`, and the rule's reason for the windows of the text."""
    return message(finding) + (f". {finding.text.reason}" if finding.text.reason else "")


def findings_table(found: Sequence[Finding]) -> pa.Table:
    """One row a finding, the likeliest first."""
    return pa.Table.from_pylist([_row(rank, one) for rank, one in enumerate(found, 1)], schema=_FINDINGS)


def _row(rank: int, one: Finding) -> dict[str, object]:
    comparison, culprit = one.comparison, one.comparison.culprit
    outcome = culprit[1] if culprit else None
    effect = one.effect
    return {
        "rank": rank, "severity": one.severity, "likelihood": one.likelihood, "engine": one.engine, "effect_id": one.text.effect_id,
        "peers": list(comparison.peers), "name": one.card.name, "level": comparison.level, "verdict": comparison.verdict,
        "tag_windows": list(comparison.tag.keys()), "engine_windows": _keys(comparison.windows),
        "other_windows": _keys(one.other and one.other.windows),
        "official": None if one.official is None else "legal" if one.official.legal else "not legal",
        "official_source": one.official and one.official.source, "path": one.path, "line": one.line, "script": comparison.script,
        "effect_order": effect and effect.order, "variable": effect and effect.name, "code": effect and effect.code, "flags": effect and effect.flags,
        "core_reason": outcome and outcome.reason, "notes": list(outcome.notes) if outcome else [], "alignment_score": comparison.score,
        "rule": one.text.rule, "decided_by": one.text.decided_by, "confidence": one.text.confidence,
        "reason": one.text.reason, "source": one.text.source, "witness_en": one.text.witness_en, "witness_ja": one.text.witness_ja,
        "because": [f"{words} {weight:+.1f}" for words, weight in one.because], "message": message(one),
    }  # fmt: skip


def _keys(windows: object) -> list[str]:
    keys = getattr(windows, "keys", None)
    return list(keys()) if keys is not None else []


def compared_table(compared: Sequence[Compared]) -> pa.Table:
    """One row an activated effect of the dataset: its tag beside every engine's windows and verdict."""
    engines = [name for name in ENGINES if compared and name in compared[0].engines]
    fields: list[tuple[str, pa.DataType]] = [("effect_id", TEXT), ("name", TEXT), ("eligible", TEXT), ("tag_windows", TEXTS), ("rule", TEXT)]
    for name in engines:
        fields += [(f"{name}_{column}", kind) for column, kind in (("verdict", TEXT), ("because", TEXT), ("level", TEXT), ("windows", TEXTS))]
        fields += [(f"{name}_score", REAL), (f"{name}_script", pa.int64()), (f"{name}_effects", pa.list_(INT)), (f"{name}_sure", BOOL)]
    rows = []
    for one in compared:
        row: dict[str, object] = {
            "effect_id": one.text.effect_id, "name": one.card.name, "eligible": one.text.eligible, "tag_windows": list(one.text.windows.keys()),
            "rule": one.text.rule,
        }  # fmt: skip
        for name in engines:
            its = one.engines[name]
            row |= {
                f"{name}_verdict": its.verdict, f"{name}_because": its.because, f"{name}_level": its.level, f"{name}_windows": _keys(its.windows),
                f"{name}_score": its.score, f"{name}_script": its.script, f"{name}_effects": [effect.order for effect in its.effects],
                f"{name}_sure": its.sure,
            }  # fmt: skip
        rows.append(row)
    return pa.Table.from_pylist(rows, schema=pa.schema(fields))


def write_reports(out: Path, found: Sequence[Finding], compared: Sequence[Compared], about: Mapping[str, str]) -> None:
    """Write findings and comparisons, CSV and Parquet each, into the folder ``out``, made where missing.

    All files are written and synced beside their place before the first is moved there. `InputError` where one of the names is taken by
    a file that no earlier run wrote, or where writing fails.
    """
    metadata = {_MARK: json.dumps(dict(about), sort_keys=True).encode()}
    tables = {"findings": findings_table(found), "compared": compared_table(compared)}
    try:
        out.mkdir(parents=True, exist_ok=True)
        _refuse_foreign(out)
        with tempfile.TemporaryDirectory(prefix=".findings-", dir=out) as staging:
            for name, table in tables.items():
                _save(Path(staging) / f"{name}.csv", lambda sink, table=table: write_csv(table, sink))  # type: ignore[misc]
                marked = table.replace_schema_metadata(metadata)
                _save(Path(staging) / f"{name}.parquet", lambda sink, table=marked: pq.write_table(table, sink, compression="zstd"))  # type: ignore[misc]
            for name in _OURS:
                os.replace(Path(staging) / name, out / name)
    except OSError as error:
        raise InputError(f"cannot write the findings into {out}: {error.strerror or error}") from error


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all. `InputError` where that fails."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.unlink(missing_ok=True)
        _save(draft, lambda sink: _all(sink, text.encode("utf-8", "replace")))
        os.replace(draft, path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error


def _all(sink: BinaryIO, data: bytes) -> None:
    sink.write(data)


def _save(path: Path, write: Callable[[BinaryIO], None]) -> None:
    with HashedFile(path) as sink:
        write(cast(BinaryIO, sink))


def _refuse_foreign(out: Path) -> None:
    """Names that are taken must be taken by an earlier run, which marks its Parquet files."""
    taken = [name for name in _OURS if (out / name).exists()]
    for name in taken:
        marked = (out / name).with_suffix(".parquet")
        try:
            if _MARK in (pq.read_schema(marked).metadata or {}):
                continue
        except (OSError, pa.ArrowException):
            pass
        raise InputError(f"{out / name} is there and was not written by this command; choose another folder")
