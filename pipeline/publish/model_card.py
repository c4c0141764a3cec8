"""The card of the fallback model: what it is for, what it was made from, how good it is and where it is not. Markdown, and the scores as JSON."""

from collections.abc import Sequence
from typing import Any

import msgspec

from pipeline.classify.calibration import Quality
from pipeline.classify.fallback_model import SUPPORT, Model
from pipeline.validate.model_lift import Way
from pipeline.validate.model_scores import ModelScores, Share

# A share of fewer official statements than this proves nothing, and is not claimed.
_FEW = 50
_REPEAT = (
    "python -m pipeline train --dataset DIR --gold official_dev.jsonl",
    "python -m pipeline evaluate-model --dataset DIR --gold official_dev.jsonl --write",
)


def scores_json(model: Model, sha256: str, size: int, scores: ModelScores, ways: Sequence[Way]) -> bytes:
    """Every number that the card is made of."""
    facts = model.facts
    content: dict[str, Any] = {
        "model": {
            "sha256": sha256, "bytes": size, "source": facts.source, "revision": facts.revision, "rulesets": facts.rulesets, "risk": facts.risk,
            "examples": facts.examples, "official": facts.official, "folds": len(model.weights), "categories": len(model.names),
            "thresholds": facts.thresholds, "curves": facts.curves,
        },
        "unknown_effects": scores.unknown, "by_slice": scores.by_slice, "by_era_and_kind": scores.by_kind, "targets": scores.targets,
        "verdicts": scores.verdicts, "rule_drop_out": scores.drop_out, "rule_drop_out_all": scores.drop_out_all,
        "unknown_verbs": scores.unread, "unknown_verbs_all": scores.unread_all, "lift": list(ways),
    }  # fmt: skip
    return msgspec.json.format(msgspec.json.encode(_rounded(msgspec.to_builtins(content)), order="sorted"), indent=1) + b"\n"


def _rounded(value: Any) -> Any:
    """Numbers to six places: the last ones differ between machines."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list | tuple) else value


def model_card(model: Model, sha256: str, size: int, scores: ModelScores, ways: Sequence[Way]) -> str:
    """The card."""
    facts = model.facts
    known = scores.by_slice[0]
    rules, both = ways[-3], ways[-1]
    gained = both.effects_decided - rules.effects_decided
    parts = [
        "# Model card: the fallback for wording that no rule decides",
        "Made by `evaluate-model --write`; the numbers are in `scores.json` too. Repeat them (`make model DATASET=DIR GOLD=FILE` does both):",
        "\n".join(f"    {line}" for line in _REPEAT),
        "## What it is",
        f"`fallback.npz`, {size:,} bytes, SHA-256 `{sha256}`: plain arrays, read without pickle. {len(model.weights)} linear models (logistic "
        f"regression, scikit-learn) of {len(model.names):,} categories - kind, speed, events and their causes, windows, phases, actions, property - "
        "and of hashed n-grams of words and characters, of the activation clause and of the rest apart, English and Japanese. No card text is in it. "
        "One target says whether the effect may be activated in the Damage Step, five say in which windows.",
        f"Trained on {facts.source} {facts.revision[:12]}: {facts.examples:,} activated effects, {facts.official:,} of them with official statements "
        "(weight 1), the others as the rules decide them where both languages agree (weight 0.3; near-duplicates share theirs). Never on what a "
        f"simulator's script says. For the rulesets {' and '.join(facts.rulesets)}.",
        "## What it is for, and what not",
        "It is asked last, for an effect of which rules, rulings and supplements say nothing and whose two texts do not contradict each other. It "
        "decides only wording that it knows - activation clause and deeds, each and both together, met in at least "
        f"{SUPPORT} clusters of training texts - and only above a threshold at which at most {100 * facts.risk:g} % of its decisions on held-out "
        "texts are wrong (95 % sure, exact binomial bound; Learn then Test), and never below a confidence of 0.9. Everything else stays `uncertain`. "
        "It is no source: do not rule a game by it.",
        "A known text is judged by the fold that has seen neither it, nor a near-duplicate (at least 70 % of its three-word shingles alike), nor "
        "another effect of its card; an unknown one by the mean of all.",
        "## Is it worth having?",
        _ways(ways),
        f"In this dataset the rules leave {rules.effects - rules.effects_decided:,} of {rules.effects:,} activated effects open; the model is not "
        f"asked about those of which the languages contradict each other, and decides {gained} of the rest. " + _worth(gained),
        "## On texts that it has not seen (out of fold)",
        "A verdict is right where eligibility and every window are; for official statements, as far as they name windows.",
        _shares([*scores.by_slice, *scores.by_kind], "slice; era and kind"),
        f"`known` and `new`: whether the wording was met in training. Of all held-out verdicts {_percent(known.right, known.n)} are right.",
        "Calibrated probabilities, held-out examples:",
        _targets(scores),
        "Reliability of the whole verdict (said, came true, how many): "
        + "; ".join(f"{one.said:.2f} {one.true:.2f} {one.n:,}" for one in scores.verdicts.bins) + ".",
        *_dropped(scores),
        "## Thresholds",
        _table(("slice, era, kind", "decided from"), [(name, "never" if bar > 1 else f"{bar:.3f}") for name, bar in facts.thresholds.items()]),
        "A group with too few held-out texts for a promise of its own (149 without an error, at 2 %) uses the threshold of its slice. The promise "
        "holds for each group with a probability of 95 %, not for all of them at once, and for texts like those that it was tried on.",
        "## Limits",
        "- Most labels are the rules' own: agreement with them is no proof of being right. The columns of official statements are.\n"
        f"- Nothing is claimed of fewer than {_FEW} official statements; such cells are in brackets.\n"
        "- The probabilities of `new` and `unread` wording come from clauses whose verbs were held out, and are shown in the report of uncertain "
        "effects alone.\n"
        "- It knows one effect at a time: an exception that only a ruling makes is beyond it.",
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def _worth(gained: int) -> str:
    if gained:
        return "Each of these is named as decided by the model."
    return (
        "So on this pool it decides nothing: what the rules leave open is what official statements decide both ways or what the readers do not "
        "understand, and that is new to the model as well. Its use is the ranking in the report of uncertain effects, and a safety net for new cards."
    )


def _dropped(scores: ModelScores) -> list[str]:
    if scores.drop_out_all is None or scores.unread_all is None:
        return []
    return [
        "## Wording that no rule knows: rule drop-out",
        "Each group of rules taken away in turn: a model is trained without any effect of which a rule of the group speaks, official statements and "
        "near-duplicates included, and asked about those effects. This is how the model meets wording that no rule knows.",
        _shares([*scores.drop_out, scores.drop_out_all], "group"),
        _verdict_on(scores.drop_out_all),
        "## A clause that the readers do not understand",
        "The same with a fifth of the verbs at a time: trained without them, asked with the verb of the activation clause blotted out.",
        _shares([*scores.unread, scores.unread_all], "held out"),
    ]


def _verdict_on(whole: Share) -> str:
    right = whole.accepted_right / whole.accepted if whole.accepted else 0.0

    def goal(met: bool) -> str:
        return "met" if met else "missed"

    return (
        f"Goals: accepted predictions at least 95 % right: {goal(right >= 0.95)} ({_percent(whole.accepted_right, whole.accepted)} of "
        f"{whole.accepted:,}; only {_percent(whole.accepted, whole.n)} of all are accepted, since it keeps out of what it has not met); expected "
        f"calibration error at most 0.05: {goal(whole.accepted_ece <= 0.05)} for what is accepted ({whole.accepted_ece:.3f}), "
        f"{goal(whole.ece <= 0.05)} for all predictions ({whole.ece:.3f}), most of which are not used."
    )


def _shares(shares: Sequence[Share], title: str) -> str:
    rows = []
    for one in shares:
        rows.append(
            (
                one.name, f"{one.n:,}", _percent(one.right, one.n), _percent(one.accepted, one.n), _percent(one.accepted_right, one.accepted),
                f"{100 * one.bound:.1f} %" if one.accepted else "-", f"{one.ece:.3f}", f"{one.official:,}", _stated(one.official_right, one.official),
                _stated(one.official_accepted_right, one.official_accepted) + (f" of {one.official_accepted:,}" if one.official_accepted else ""),
            )
        )  # fmt: skip
    heads = (
        title,
        "n",
        "right of all",
        "accepted",
        "right of accepted",
        "error at most",
        "ECE",
        "official n",
        "official right",
        "official, accepted",
    )
    return _table(heads, rows)


def _stated(right: int, n: int) -> str:
    """A share of official statements; in brackets where they are too few to claim anything."""
    if not n:
        return "-"
    return _percent(right, n) if n >= _FEW else f"({right}/{n})"


def _targets(scores: ModelScores) -> str:
    def row(name: str, found: Quality) -> tuple[str, ...]:
        return name, f"{found.n:,}", f"{found.brier:.4f}", f"{found.ece:.4f}"

    rows = [row(name, found) for name, found in scores.targets.items()]
    return _table(("target", "n", "Brier score", "ECE"), [*rows, row("the whole verdict", scores.verdicts)])


def _ways(ways: Sequence[Way]) -> str:
    rows = [
        (
            one.name, f"{one.n:,}", _percent(one.decided, one.n), _percent(one.right, one.decided),
            f"{one.windows_right}/{one.windows}" if one.windows_right else "-", _percent(one.effects_decided, one.effects),
        )
        for one in ways
    ]  # fmt: skip
    return _table(("", "official statements", "decided", "right of decided", "windows right", "of all effects decided"), rows)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def _percent(some: int, n: int) -> str:
    return f"{100 * some / n:.1f} %" if n else "-"
