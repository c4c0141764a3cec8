"""Findings for a simulator's own continuous integration: SARIF 2.1.0 and GitHub's annotations, pointing at the script's file and line.

SARIF: https://docs.oasis-open.org/sarif/sarif/v2.1.0/. Annotations and what has to be escaped in them:
https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
"""

import hashlib
from collections.abc import Collection, Sequence
from pathlib import Path
from urllib.parse import quote

import msgspec

from pipeline import __version__
from pipeline.engine.script_facts import Facts
from pipeline.errors import InputError
from pipeline.publish.terminal import plain
from pipeline.scrape.intake import decode, one_line, read_file
from pipeline.validate.findings import Finding, Severity
from pipeline.validate.findings_tables import explained

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: dict[Severity, str] = {"high": "error", "medium": "warning", "low": "note"}
# A finding is a likelihood: what fails a job is ``--fail-on``, never the annotation.
_COMMANDS: dict[Severity, str] = {"high": "warning", "medium": "warning", "low": "notice"}
_RULES: dict[str, str] = {
    "more_permissive": "The script lets the effect be activated in a window of the Damage Step in which the text does not.",
    "more_restrictive": "The script does not let the effect be activated in a window of the Damage Step in which the text does.",
    "different_window": "The script lets the effect be activated in another window of the Damage Step than the text does.",
    "official_statement": "An official statement on the effect contradicts the script.",
}
_HELP = (
    "What a text says is decided by a rule, which the message names; how sure it is stands in the properties. Where the text is read wrongly, say so."
)
_HELP_URI = "https://yugipedia.com/wiki/Damage_Step"
REPOSITORIES = {
    "edopro": "https://github.com/ProjectIgnis/CardScripts",
    "ygopro": "https://github.com/Fluorohydride/ygopro-scripts",
}
_BASE = "SCRIPTS"
_FINGERPRINT = "damageStepEffect/v1"


class _Result(msgspec.Struct):
    partialFingerprints: dict[str, str] = {}


class _Run(msgspec.Struct):
    results: list[_Result] | None = None


class _Log(msgspec.Struct):
    """A SARIF log as far as a later one is told apart from it."""

    version: str
    runs: list[_Run]


def rule_of(finding: Finding) -> str:
    """The rule of the report under which a finding falls."""
    return "official_statement" if finding.contradicts_official else finding.comparison.verdict


def fingerprint(finding: Finding) -> str:
    """What a finding is recognised by in another revision of the script, where its line may be another one."""
    variable = finding.effect.name if finding.effect is not None else ""
    mark = f"{finding.engine} {finding.path} {finding.text.effect_id} {variable} {finding.comparison.verdict}"
    return hashlib.sha256(mark.encode("utf-8", "replace")).hexdigest()[:32]


def fingerprints(path: Path) -> frozenset[str]:
    """Those of all findings in an earlier report. `InputError` where the file is no SARIF log of this tool."""
    data, _ = read_file(path)
    log = decode(msgspec.json.Decoder(_Log), data, one_line(path))
    if log.version != "2.1.0" or not log.runs:
        raise InputError(f"{one_line(path)}: not a SARIF 2.1.0 log with runs in it")
    found = [result.partialFingerprints.get(_FINGERPRINT) for run in log.runs for result in run.results or ()]
    if None in found:
        raise InputError(f"{one_line(path)}: a SARIF log, but of another tool than validate")
    return frozenset(one for one in found if one is not None)


def sarif(found: Sequence[Finding], engines: Sequence[Facts], known: Collection[str] | None = None) -> dict[str, object]:
    """The whole report as a SARIF log: one run an engine, paths relative to a checkout of its scripts.

    ``known``: fingerprints of an earlier report, beside which each finding is new or unchanged.
    """
    runs = [_run([one for one in found if one.engine == facts.engine], facts, known) for facts in engines]
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": runs}


def _run(found: Sequence[Finding], facts: Facts, known: Collection[str] | None) -> dict[str, object]:
    rules = [
        {
            "id": name,
            "shortDescription": {"text": words},
            "fullDescription": {"text": words},
            "help": {"text": f"{words} {_HELP}"},
            "helpUri": _HELP_URI,
        }
        for name, words in _RULES.items()
    ]
    order = list(_RULES)
    run: dict[str, object] = {
        "tool": {"driver": {"name": "damage-step-pipeline", "version": __version__, "rules": rules}},
        "automationDetails": {"id": f"damage-step/{facts.engine}/"},
        "originalUriBaseIds": {_BASE: {"description": {"text": "The root of a checkout of the scripts."}}},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": [_unread(facts, script) for script in sorted(facts.failed)]}],
        "results": [_result(one, order, known) for one in found],
    }
    if facts.revision:
        run["versionControlProvenance"] = [
            {"repositoryUri": REPOSITORIES[facts.engine], "revisionId": plain(facts.revision), "mappedTo": {"uriBaseId": _BASE}}
        ]
    return run


def _not_read(facts: Facts, script: int) -> str:
    return f"The script could not be read ({facts.failed[script]}), so its card is not compared."


def _unread(facts: Facts, script: int) -> dict[str, object]:
    return {
        "level": "warning",
        "message": {"text": plain(_not_read(facts, script))},
        "locations": [_place(facts.path_of(script), 1)],
    }


def _place(path: str, line: int) -> dict[str, object]:
    return {"physicalLocation": {"artifactLocation": {"uri": quote(path), "uriBaseId": _BASE}, "region": {"startLine": max(1, line)}}}


def _result(finding: Finding, order: Sequence[str], known: Collection[str] | None) -> dict[str, object]:
    rule = rule_of(finding)
    variable = finding.effect.name if finding.effect is not None else ""
    location, mark = _place(finding.path, finding.line), fingerprint(finding)
    if variable:
        location["logicalLocations"] = [{"name": plain(variable), "kind": "variable"}]
    state = {} if known is None else {"baselineState": "unchanged" if mark in known else "new"}
    return {
        "ruleId": rule,
        "ruleIndex": order.index(rule),
        "level": _LEVELS[finding.severity],
        "rank": round(100 * finding.likelihood, 1),
        "message": {"text": plain(explained(finding))},
        "locations": [location],
        "partialFingerprints": {_FINGERPRINT: mark},
        "properties": {
            "severity": finding.severity,
            "because": [f"{words} {weight:+.1f}" for words, weight in finding.because],
            "rule": finding.text.rule,
            "source": finding.text.source,
        },
        **state,
    }


def annotations(found: Sequence[Finding]) -> list[str]:
    """A workflow command a finding. Nothing in a name or path can end the command or begin another."""
    return [
        f"::{_COMMANDS[one.severity]} file={_property(one.path)},line={max(1, one.line)},title={_property(f'{one.severity}: {rule_of(one)}')}"
        f"::{_data(explained(one))}"
        for one in found
    ]


def unread(engines: Sequence[Facts]) -> list[str]:
    """A workflow command for each script that could not be read, and whose card is therefore not compared."""
    return [
        f"::warning file={_property(facts.path_of(script))},line=1,title=not read::{_data(_not_read(facts, script))}"
        for facts in engines
        for script in sorted(facts.failed)
    ]


def _data(text: str) -> str:
    """Escaped as the runner's toolkit escapes the text of a command; control characters are gone already."""
    return plain(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
