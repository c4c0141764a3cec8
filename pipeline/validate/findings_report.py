"""The comparison in figures, and its first findings, for the terminal."""

from collections import Counter
from collections.abc import Iterable, Sequence

from pipeline.engine.script_facts import EngineName, Facts
from pipeline.publish.terminal import plain
from pipeline.validate.findings import SEVERITIES, Compared, Finding
from pipeline.validate.findings_tables import message
from pipeline.validate.script_verdicts import VERDICTS, Comparison
from pipeline.windows import Window

_TOP = 20


def report(compared: Sequence[Compared], found: Sequence[Finding], engines: Sequence[Facts], top: int = _TOP) -> list[str]:
    """Lines: each engine beside the tags, both together, findings by severity, and the likeliest of them."""
    lines = [line for facts in engines for line in _engine_lines(compared, facts.engine)]
    if compared and len(compared[0].engines) == 2:
        lines += _both_lines(compared)
    for facts in engines:
        counts = Counter(one.severity for one in found if one.engine == facts.engine)
        official = sum(one.contradicts_official for one in found if one.engine == facts.engine)
        words = ", ".join(f"{counts[severity]} {severity}" for severity in SEVERITIES)
        lines.append(f"{facts.engine}: findings: {words}; {official} contradict an official statement")
    if top:
        lines += ["", f"{min(top, len(found)):,} of {len(found):,} findings, the likeliest first:"]
        lines += [f"{one.severity:6} {one.likelihood:.2f} {one.engine} {plain(one.path)}:{one.line} {plain(message(one))}" for one in found[:top]]
    return lines


def share(part: int, whole: int) -> str:
    """A share with its counts."""
    return f"{part:,} of {whole:,} ({part / whole:.2%})" if whole else "0 of 0"


def _engine_lines(compared: Sequence[Compared], engine: EngineName) -> list[str]:
    rows = [(one, one.engines[engine]) for one in compared]
    scripted = [(one, its) for one, its in rows if its.because not in ("no_script", "unread_script")]
    cards: dict[str, bool] = {}
    for one, its in scripted:
        cards[one.card.card_id] = cards.get(one.card.card_id, True) and its.level == "effect"
    counts = Counter(its.verdict for _, its in rows)
    reasons = Counter(its.because for _, its in rows if its.verdict == "not_comparable")
    by_effect = sum(is_comparable(its) for _, its in scripted)
    agreeing = sum(is_comparable(its) and its.verdict == "agree" for _, its in scripted)
    return [
        f"{engine}: aligned effect by effect: {share(sum(cards.values()), len(cards))} cards with a script and an activated effect",
        f"{engine}: comparable: {share(by_effect, len(scripted))} activated effects with a script; {share(agreeing, by_effect)} of these agree",
        f"{engine}: verdicts: " + ", ".join(f"{counts[verdict]:,} {verdict}" for verdict in VERDICTS),
        f"{engine}: not comparable: " + (", ".join(f"{n:,} {why}" for why, n in reasons.most_common()) or "none"),
    ]


def is_comparable(one: Comparison) -> bool:
    """Whether an effect was compared with its own in the script, not with the card."""
    return one.level == "effect" and one.verdict != "not_comparable"


def is_easy(one: Compared) -> bool:
    """Ignition effects, Normal Spells, and events that never fall into the step."""
    normal_spell = one.text.kind == "card_activation" and one.card.card_type == "Spell" and one.card.property == "Normal"
    return one.text.kind == "ignition" or normal_spell or (one.text.rule or "").startswith("NOOC-")


def agreed(compared: Iterable[Compared]) -> list[tuple[Compared, Comparison]]:
    """Rows on which two engines give the same windows, both compared effect by effect."""
    found = []
    for one in compared:
        its = list(one.engines.values())
        if len(its) == 2 and all(is_comparable(each) for each in its) and its[0].windows == its[1].windows:
            found.append((one, its[0]))
    return found


def _both_lines(compared: Sequence[Compared]) -> list[str]:
    rows = agreed(compared)
    hard = [(one, its) for one, its in rows if not is_easy(one)]
    sets = (
        ("both engines agree", rows),
        ("  without the easy ones", hard),
        ("  without the easy and the model's", [(one, its) for one, its in hard if one.text.decided_by != "model"]),
    )
    lines = [f"{words}: windows equal on {share(sum(its.verdict == 'agree' for _, its in some), len(some))}" for words, some in sets]
    lacking = sum(
        its.windows is not None and bool(its.windows) and its.verdict != "agree" and its.windows | Window.DURING_CALC == its.tag != its.windows
        for _, its in rows
    )
    return [*lines, f"  of those that differ, {lacking} lack damage calculation alone"]
