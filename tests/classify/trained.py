"""A small model, trained on the sample of invented wordings, for tests of what a model does."""

from functools import cache

from pipeline.classify.fallback_example import Example, Label
from pipeline.classify.fallback_model import Facts, Model
from pipeline.classify.fallback_table import Table, table_of
from pipeline.classify.fallback_train import train
from pipeline.scrape import load
from pipeline.validate.fallback_examples import examples_of

FACTS = Facts(source="invented", revision="r1", rulesets=("tcg", "ocg"), examples=0, official=0, risk=0.02, curves={}, thresholds={})


@cache
def examples() -> tuple[Example, ...]:
    """The activated effects of the sample."""
    return tuple(examples_of(load("sample", None, progress=lambda line: None).cards, "tcg"))


@cache
def table() -> Table:
    """Their table, every tenth labelled effect with a statement that agrees with the rules."""
    stated = {one.effect_id: one.rule for one in examples()[::10] if one.rule is not None}
    return table_of(examples(), {key: Label(rule.eligible, None if rule.eligible else 0) for key, rule in stated.items()})


@cache
def model() -> Model:
    """The model."""
    return train(table(), FACTS)
