"""The rule catalogue: what every rule says, on what it rests and how it looks at work, written out of the rules themselves."""

from pathlib import Path

from pipeline.classify import registry
from pipeline.classify.rule import Example, Rule
from pipeline.windows import RULESETS

PATH = Path(__file__).parent / "rules" / "CATALOGUE.md"
# The hard wordings of the rule catalogue's fourth section; two have a suffix.
WORDINGS = tuple(f"W-{n:02}" + suffix for n in range(1, 138) for suffix in (("", "b") if n in (18, 32) else ("",)))
# What is settled elsewhere than in a rule: by the card (rulings), or by how a text is cut into effects and clauses (reading).
SETTLED_ELSEWHERE = {
    "W-06": "single cards: rulings",
    "W-31": "reading: every option is an effect of its own",
    "W-48": "single card: ruling",
    "W-51": "single card: ruling",
    "W-66": "reading: a moment behind the activation clause dates the processing",
    "W-81": "reading: the calculation stands behind the activation clause",
}


def markdown() -> str:
    """The whole catalogue as Markdown."""
    lines = [
        "# Rules of the classifier",
        "",
        "Written by `python -m pipeline rules --markdown` from the rules in this folder; do not edit.",
        "",
        "A rule is asked about the kinds of effect it names. The first that speaks, by rank, decides; `uncertain` means that official",
        "statements leave the wording open and that no later rule may guess. Ids such as R-ACT-06 and W-15 name the statements and hard",
        "wordings of the project's rulebook. All examples are invented.",
        "",
    ]
    for heading, rules in registry.groups().values():
        lines += [f"## {heading}", ""]
        for rule in rules:
            lines += _rule(rule)
    lines += ["## Hard wordings", "", "| wording | rules |", "|---|---|"]
    lines += [f"| {wording} | {covered} |" for wording, covered in coverage().items()]
    return "\n".join(lines) + "\n"


def coverage() -> dict[str, str]:
    """For every hard wording the codes of the rules that deal with it, or where else it is settled, or `open`."""
    found = {wording: ", ".join(rule.code for rule in registry.rules() if wording in rule.rulebook) for wording in WORDINGS}
    return {wording: codes or SETTLED_ELSEWHERE.get(wording, "open") for wording, codes in found.items()}


def _rule(rule: Rule) -> list[str]:
    rulesets = "all rulesets" if rule.rulesets == RULESETS else ", ".join(rule.rulesets)
    cites = " ".join(f"[{n}]({url})" for n, url in enumerate(rule.cites, 1))
    lines = [
        f"### {rule.code}",
        "",
        rule.statement,
        "",
        f"- Says to a player: {rule.reason}",
        f"- Rulebook: {', '.join(rule.rulebook)} · sources: {cites}",
        f"- Asked about: {', '.join(rule.kinds)} · reads: {', '.join(f'`{field}`' for field in rule.reads)}",
        f"- Rank {rule.rank} · {rulesets}",
        "",
    ]
    lines += [_example(example) for example in rule.examples]
    return [*lines, ""]


def _example(example: Example) -> str:
    where = place_of(example)
    note = f" ({', '.join(where)})" if where else ""
    answer = "silent" if example.answer is None else example.answer + (f": {', '.join(example.windows)}" if example.windows else "")
    return f"- **{answer}**{note}: {' '.join(example.text.split())}"


def place_of(example: Example) -> list[str]:
    """On what card an example stands, which effect of it is meant and under which ruleset, as far as that is not the usual."""
    card = " ".join(word for word in (example.property, example.card_type) if word)
    where = [card] if example.card_type != "Monster" else []
    if example.part != "text":
        where.append("Pendulum effect")
    if example.effect == 0:
        where.append("the bare activation")
    elif example.effect > 1:
        where.append(f"effect {example.effect}")
    if example.bullet is not None:
        where.append(f"option {example.bullet}")
    if example.ruleset != "tcg":
        where.append(example.ruleset)
    return where
