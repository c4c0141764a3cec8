"""Tags beside the simulators' scripts: how far they agree, and where a script looks wrong."""

import re
from collections.abc import Callable, Sequence
from urllib.parse import quote

import msgspec

from pipeline.engine.script_facts import EngineName, Facts
from pipeline.publish.pages.templates import render
from pipeline.publish.tables import effect_label
from pipeline.publish.terminal import plain
from pipeline.publish.view_words import ENGINE_WORDS, KIND_WORDS
from pipeline.validate.agreement import Tally, tallies, total
from pipeline.validate.findings import SEVERITIES, Compared, Finding
from pipeline.validate.findings_formats import REPOSITORIES
from pipeline.validate.findings_report import agreed, is_easy, share
from pipeline.validate.intervals import interval, percent

HEADS = ["", "compared", "agree", "share", "95 % interval", "script opens more", "script opens less", "other windows", "not comparable"]
_COMMIT = re.compile(r"[0-9a-f]{40}")


class Line(msgspec.Struct, frozen=True):
    """One finding as the page lists it. Windows are short names."""

    severity: str
    likelihood: str
    engine: str
    card_id: str
    name: str
    effect: str
    verdict: str
    rule: str
    tag: tuple[str, ...]
    script: tuple[str, ...] | None
    other: tuple[str, ...] | None
    other_engine: str
    official: str
    place: str
    address: str
    because: tuple[str, ...]


def validation_page(compared: Sequence[Compared], found: Sequence[Finding], engines: Sequence[Facts], about: str) -> str:
    """The whole page."""
    tables = []
    for facts in engines:
        name = ENGINE_WORDS[facts.engine]
        tables.append(
            {
                "engine": name,
                "revision": plain(facts.revision)[:12],
                "all": _rows([total(compared, facts.engine)]),
                "kinds": _rows(tallies(compared, facts.engine, _kind)),
                "rules": _rows(tallies(compared, facts.engine, lambda one: one.text.rule or "none")),
                "severities": [(severity, sum(one.severity == severity for one in found if one.engine == facts.engine)) for severity in SEVERITIES],
            }
        )
    lines = [_line(one, {facts.engine: facts.revision for facts in engines}) for one in found]
    return render(
        "validation.html.j2",
        scripts=("rows.js",),
        styles=("base.css", "report.css"),
        about=about,
        heads=HEADS,
        engines=tables,
        both=_both(compared),
        findings=lines,
        severities=SEVERITIES,
        engine_names=[ENGINE_WORDS[facts.engine] for facts in engines],
        verdicts=sorted({one.verdict for one in lines}),
        rules=sorted({one.rule for one in lines}),
    )


def _kind(one: Compared) -> str:
    return KIND_WORDS.get(one.text.kind, one.text.kind)


def _rows(found: Sequence[Tally]) -> list[list[str]]:
    return [
        [
            one.label, f"{one.compared:,}", f"{one.agreeing:,}", percent(one.agreeing, one.compared), interval(one.agreeing, one.compared),
            *(f"{one.counts[verdict]:,}" for verdict in ("more_permissive", "more_restrictive", "different_window")), f"{one.silent:,}",
        ]
        for one in found
    ]  # fmt: skip


def _both(compared: Sequence[Compared]) -> list[tuple[str, str]]:
    """Where both engines say the same: how often the tags do too."""
    rows = agreed(compared)
    sets: tuple[tuple[str, Callable[[Compared], bool]], ...] = (
        ("All effects on which the two simulators agree", lambda _: True),
        ("Of these, all but ignition effects, Normal Spells and events that never fall into the step", lambda one: not is_easy(one)),
    )
    lines = []
    for words, chosen in sets:
        some = [its for one, its in rows if chosen(one)]
        if some:
            lines.append((words, share(sum(its.verdict == "agree" for its in some), len(some))))
    return lines


def _line(one: Finding, revisions: dict[EngineName, str]) -> Line:
    comparison, text = one.comparison, one.text
    official = ""
    if one.official is not None:
        official = "official: " + ("legal" if one.official.legal else "not legal")
        if one.official.windows:
            official += f" ({', '.join(one.official.windows.keys())})".replace("_", " ")
    effect = "the card as a whole" if comparison.level == "card" else effect_label(text.part, text.number, text.bullet)
    revision = revisions[one.engine]
    # What a checkout says of itself goes into an address only where it is a commit.
    known = _COMMIT.fullmatch(revision) is not None
    return Line(
        severity=one.severity,
        likelihood=f"{one.likelihood:.2f}",
        engine=ENGINE_WORDS[one.engine],
        card_id=one.card.card_id,
        name=plain(one.card.name),
        effect=effect,
        verdict="official statement" if one.contradicts_official else comparison.verdict.replace("_", " "),
        rule=plain(text.rule or "none"),
        tag=comparison.tag.keys(),
        script=None if comparison.windows is None else comparison.windows.keys(),
        other=None if one.other is None or one.other.windows is None else one.other.windows.keys(),
        other_engine="" if one.other is None else ENGINE_WORDS[one.other.engine],
        official=official,
        place=plain(f"{one.path}:{one.line}"),
        address=f"{REPOSITORIES[one.engine]}/blob/{revision}/{quote(one.path)}#L{one.line}" if known else "",
        because=tuple(f"{words} {weight:+.1f}" for words, weight in one.because),
    )
