"""Findings for a simulator's own continuous integration: SARIF 2.1.0 and GitHub's annotations, pointing at the script's file and line.

SARIF: https://docs.oasis-open.org/sarif/sarif/v2.1.0/. Annotations and what has to be escaped in them:
https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
"""

import hashlib
from collections.abc import Sequence
from urllib.parse import quote

from pipeline import __version__
from pipeline.engine.script_facts import Facts
from pipeline.publish.terminal import plain
from pipeline.validate.findings import Finding, Severity
from pipeline.validate.findings_tables import message

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
REPOSITORIES = {
    "edopro": "https://github.com/ProjectIgnis/CardScripts",
    "ygopro": "https://github.com/Fluorohydride/ygopro-scripts",
}
_BASE = "SCRIPTS"


def rule_of(finding: Finding) -> str:
    """The rule of the report under which a finding falls."""
    return "official_statement" if finding.contradicts_official else finding.comparison.verdict


def sarif(found: Sequence[Finding], engines: Sequence[Facts]) -> dict[str, object]:
    """The whole report as a SARIF log: one run an engine, paths relative to a checkout of its scripts."""
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run([one for one in found if one.engine == facts.engine], facts) for facts in engines]}


def _run(found: Sequence[Finding], facts: Facts) -> dict[str, object]:
    rules = [{"id": name, "shortDescription": {"text": words}, "helpUri": "https://yugipedia.com/wiki/Damage_Step"} for name, words in _RULES.items()]
    order = list(_RULES)
    run: dict[str, object] = {
        "tool": {"driver": {"name": "damage-step-pipeline", "version": __version__, "rules": rules}},
        "automationDetails": {"id": f"damage-step/{facts.engine}/"},
        "originalUriBaseIds": {_BASE: {"description": {"text": "The root of a checkout of the scripts."}}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(one, order) for one in found],
    }
    if facts.revision:
        run["versionControlProvenance"] = [
            {"repositoryUri": REPOSITORIES[facts.engine], "revisionId": plain(facts.revision), "mappedTo": {"uriBaseId": _BASE}}
        ]
    return run


def _result(finding: Finding, order: Sequence[str]) -> dict[str, object]:
    rule = rule_of(finding)
    variable = finding.effect.name if finding.effect is not None else ""
    mark = f"{finding.engine} {finding.path} {finding.text.effect_id} {variable} {rule}"
    location: dict[str, object] = {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(finding.path), "uriBaseId": _BASE},
            "region": {"startLine": max(1, finding.line)},
        }
    }
    if variable:
        location["logicalLocations"] = [{"name": plain(variable), "kind": "variable"}]
    return {
        "ruleId": rule,
        "ruleIndex": order.index(rule),
        "level": _LEVELS[finding.severity],
        "rank": round(100 * finding.likelihood, 1),
        "message": {"text": plain(message(finding))},
        "locations": [location],
        "partialFingerprints": {"damageStepEffect/v1": hashlib.sha256(mark.encode("utf-8", "replace")).hexdigest()[:32]},
        "properties": {
            "severity": finding.severity,
            "because": [f"{words} {weight:+.1f}" for words, weight in finding.because],
        },
    }


def annotations(found: Sequence[Finding]) -> list[str]:
    """A workflow command a finding. Nothing in a name or path can end the command or begin another."""
    return [
        f"::{_COMMANDS[one.severity]} file={_property(one.path)},line={max(1, one.line)},title={_property(f'{one.severity}: {rule_of(one)}')}"
        f"::{_data(message(one))}"
        for one in found
    ]


def _data(text: str) -> str:
    """Escaped as the runner's toolkit escapes the text of a command; control characters are gone already."""
    return plain(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
