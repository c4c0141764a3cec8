"""The contract of every rule, and of the registry that finds them."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pipeline.classify import catalogue, registry, rules
from pipeline.classify.rule import Rule
from pipeline.records import Kind, allowed

RULES = registry.rules()
FOLDER = Path(rules.__path__[0])
CODE = re.compile(r"[A-Z]+-\d\d")
RULEBOOK_ID = re.compile(r"R-[A-Z]{3,4}-\d\d|W-\d\d\d?b?")
ANSWERS = {"yes", "no", "not_activated", "uncertain"}


def modules() -> dict[str, str]:
    """Code by file, as the file name spells it."""
    found = {}
    for path in sorted(FOLDER.rglob("*.py")):
        if path.name != "__init__.py":
            word, number, slug = path.stem.split("_", 2)
            assert slug, path
            found[path.stem] = f"{word.upper()}-{number}"
    return found


def test_every_module_is_found_under_the_code_of_its_file_name() -> None:
    assert sorted(modules().values()) == sorted(rule.code for rule in RULES)
    assert len(RULES) > 50


def test_every_folder_of_rules_has_a_heading() -> None:
    assert {heading for heading, _ in registry.groups().values()}
    assert all(heading.endswith(".") and " " in heading for heading, _ in registry.groups().values())
    assert sorted(r.code for _, some in registry.groups().values() for r in some) == sorted(r.code for r in RULES)


def test_rules_are_sorted_and_every_kind_is_asked_about() -> None:
    assert [r.rank for r in RULES] == sorted(r.rank for r in RULES)
    table = registry.by_kind("tcg")
    assert set(table) == set(allowed(Kind))
    assert all(table[kind] for kind in table), "a kind that no rule is asked about"
    assert all(rule.code in registry.by_code() for rule in RULES)


def test_a_code_used_twice_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    names = list(registry._modules())
    monkeypatch.setattr(registry, "_modules", lambda: iter([*names, names[0]]))
    with pytest.raises(ValueError, match="used twice"):
        registry.rules.__wrapped__()


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.code)
def test_contract(rule: Rule) -> None:
    assert CODE.fullmatch(rule.code)
    for line in (rule.statement, rule.reason):
        assert line.endswith(".") and "\n" not in line and 20 < len(line) < 200
    assert '"' not in rule.reason, "a reason quotes no card words"
    assert rule.rulebook and all(RULEBOOK_ID.fullmatch(i) for i in rule.rulebook)
    assert len(set(rule.rulebook)) == len(rule.rulebook)
    assert rule.cites and len(set(rule.cites)) == len(rule.cites)
    for url in rule.cites:
        parts = urlsplit(url)
        assert parts.scheme == "https" and parts.netloc and url.isascii(), url
    assert rule.reads and rule.kinds and set(rule.kinds) <= set(allowed(Kind))
    assert 0 < rule.confidence < 1
    assert rule.rulesets


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.code)
def test_examples_are_enough(rule: Rule) -> None:
    speaks = [e for e in rule.examples if e.answer is not None]
    silent = [e for e in rule.examples if e.answer is None]
    assert len(speaks) >= 2 and len(silent) >= 2
    assert {e.language for e in speaks} == {"en", "ja"} or rule.code == "MARK-01", "both languages have examples"
    for example in rule.examples:
        assert example.answer is None or example.answer in ANSWERS
        assert bool(example.windows) == (example.answer == "yes")
        assert example.ruleset in rule.rulesets or example.answer is None


def test_ranks_that_are_shared_belong_to_one_group() -> None:
    """Rules of one rank that disagree are reported; they should at least be about one thing."""
    by_rank: dict[int, set[str]] = {}
    for group, (_, some) in registry.groups().items():
        for rule in some:
            by_rank.setdefault(rule.rank, set()).add(group)
    shared = {rank: groups for rank, groups in by_rank.items() if len(groups) > 1}
    assert shared == {805: {"own", "undecided"}, 1000: {"stats", "undecided"}}


def test_catalogue_names_every_rule_and_every_wording() -> None:
    text = catalogue.markdown()
    for rule in RULES:
        assert f"### {rule.code}\n" in text and rule.statement in text
    covered = catalogue.coverage()
    assert len(covered) == 139 and next(iter(covered)) == "W-01" and list(covered)[-1] == "W-137"
    assert set(catalogue.SETTLED_ELSEWHERE) <= set(covered)
    assert text.endswith("\n") and "| W-18b | ACT-01 |" in text
    named = {i for rule in RULES for i in rule.rulebook if i.startswith("W-")}
    assert named <= set(covered), "a rule names a wording that does not exist"


def test_the_catalogue_beside_the_rules_is_current() -> None:
    assert catalogue.PATH.read_text(encoding="utf-8") == catalogue.markdown(), "run `python -m pipeline rules --markdown`"
