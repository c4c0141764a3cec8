"""Every example of every rule, read and judged: what the rule says of it, and that it is this rule that decides."""

import pytest

from pipeline.classify import registry
from pipeline.classify.decide import Vote, judge
from pipeline.classify.rule import Case, Example, Rule, Undecided
from pipeline.read.english import read_english
from pipeline.read.japanese import read_japanese
from pipeline.records import Card, Effect

EXAMPLES = [(rule, n, example) for rule in registry.rules() for n, example in enumerate(rule.examples)]


def card_of(example: Example) -> Card:
    """A card that carries the example's text."""
    english = example.language == "en"
    main = example.part == "text"
    return Card(
        card_id="00000000",
        name="Example",
        card_type=example.card_type,
        property=example.property,
        types=example.types,
        text_en=example.text if english and main else None,
        text_ja=example.text if not english and main else None,
        pendulum_en=example.text if english and not main else None,
        pendulum_ja=example.text if not english and not main else None,
    )


def case_of(example: Example) -> Case:
    """The case that the example is about; fails where the reader finds no such effect."""
    card = card_of(example)
    read = read_english if example.language == "en" else read_japanese
    effects = read(example.text, example.part, card).effects
    found = [e for e in effects if e.number == example.effect and e.bullet == example.bullet]
    assert found, f"no effect {example.effect} among {[(e.number, e.bullet, e.kind) for e in effects]}"
    return Case(card, found[0], tuple(effects), example.ruleset)


def says(vote: Vote | None) -> tuple[str | None, tuple[str, ...]]:
    """An answer in the words of an example."""
    if vote is None:
        return None, ()
    if isinstance(vote.answer, Undecided):
        return "uncertain", ()
    return vote.answer.eligible, vote.answer.windows.keys()


def describe(effect: Effect) -> str:
    """The fields that rules read, for the message of a failing test."""
    return f"{effect.kind} mandatory={effect.mandatory} {effect.condition} {[(a.what, a.link, a.object, a.optional) for a in effect.actions]}"


@pytest.mark.parametrize(("rule", "n", "example"), EXAMPLES, ids=[f"{rule.code}-{n}" for rule, n, _ in EXAMPLES])
def test_example(rule: Rule, n: int, example: Example) -> None:
    case = case_of(example)
    vote = judge(case)
    if example.answer is None:
        asked = case.effect.kind in rule.kinds and case.ruleset in rule.rulesets
        assert not asked or rule.answer(case) is None, describe(case.effect)
    else:
        assert vote is not None, describe(case.effect)
        assert (vote.rule.code, *says(vote)) == (rule.code, example.answer, example.windows), describe(case.effect)
