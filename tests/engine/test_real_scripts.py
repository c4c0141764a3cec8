"""The facts that come with the project beside what the real core offered in play, and real checkouts where somebody has them."""

import os
from pathlib import Path
from typing import get_args

import pytest

from pipeline.engine.core_numbers import CardType
from pipeline.engine.core_rules import Outcome, of_card
from pipeline.engine.script_facts import ENGINES, EngineName, Facts, ScriptEffect, read_facts
from pipeline.engine.scripts import read_scripts
from pipeline.resources import data_folder
from pipeline.validate.script_verdicts import REASONS, Verdict
from pipeline.windows import ALL, NONE, UNTIL_CALC, Window

MONSTER, SPELL, TRAP = CardType.MONSTER, CardType.SPELL, CardType.TRAP
# Card, type, and what a running core offered in the step: https://github.com/edo9300/ygopro-core with the scripts of EDOPro.
OFFERED = [
    ("Honest", 37742478, MONSTER, UNTIL_CALC),
    ("Rush Recklessly", 70046172, SPELL | CardType.QUICK_PLAY, UNTIL_CALC),
    ("Forbidden Chalice", 25789292, SPELL | CardType.QUICK_PLAY, UNTIL_CALC),
    ("Book of Moon", 14087893, SPELL | CardType.QUICK_PLAY, NONE),
    ("Injection Fairy Lily", 79575620, MONSTER, Window.DURING_CALC),
    ("Kuriboh", 40640057, MONSTER, Window.DURING_CALC),
    ("D.D. Warrior Lady", 7572887, MONSTER, Window.AFTER_CALC),
    ("Man-Eater Bug", 54652250, MONSTER, Window.AFTER_CALC),
    ("Mystic Tomato", 83011277, MONSTER, Window.END),
    ("Solemn Judgment", 41420027, TRAP | CardType.COUNTER, ALL),
    ("Ash Blossom & Joyous Spring", 14558127, MONSTER, NONE),
    ("Mirror Force", 44095762, TRAP, NONE),
]


@pytest.fixture(scope="module", params=ENGINES)
def facts(request: pytest.FixtureRequest) -> Facts:
    return read_facts(data_folder("engines") / f"{request.param}.parquet")


@pytest.mark.parametrize(("name", "number", "card", "expected"), OFFERED)
def test_what_the_real_core_offered(facts: Facts, name: str, number: int, card: CardType, expected: Window) -> None:
    outcomes = of_card(facts.by_script()[number], card)
    found = NONE
    for outcome in outcomes:
        found |= outcome.windows
    assert found == expected, name


def test_the_facts_that_come_along(facts: Facts) -> None:
    assert len(facts.scripts) > 13_000 and len(facts.effects) > 34_000
    assert len(facts.failed) < 0.005 * len(facts.scripts) and len(facts.revision) == 40
    orders: dict[int, list[int]] = {}
    for effect in facts.effects:
        orders.setdefault(effect.script, []).append(effect.order)
        assert len(effect.condition) in (0, 7, 9) and set(effect.condition + effect.cost + effect.target) <= set("TFUN")
        assert effect.registered_line >= 0 and effect.clone_of != effect.order
    assert all(order == list(range(1, len(order) + 1)) for order in orders.values())
    assert sum(effect.line == 0 for effect in facts.effects) < 5


def test_every_column_is_described() -> None:
    told = (data_folder("engines") / "README.md").read_text(encoding="utf-8")
    lacking = [field for field in ScriptEffect.__struct_fields__ if f"`{field}`" not in told]
    compared = ("verdict", "because", "level", "score", "windows", "sure", "script", "effects")
    lacking += [field for field in compared if f"`..._{field}`" not in told]
    lacking += [word for word in (*get_args(Verdict), *REASONS) if f"`{word}`" not in told]
    assert not lacking


def test_how_much_the_core_opens(facts: Facts) -> None:
    """Of the activated effects some two fifths are open in the step; conditions that stay unknown are rare."""
    outcomes: list[Outcome] = [outcome for effects in facts.by_script().values() for outcome in of_card(effects)]
    activated = [outcome for outcome in outcomes if outcome.kind != "continuous"]
    assert len(activated) > 20_000
    assert 0.2 < sum(bool(outcome.windows) for outcome in activated) / len(activated) < 0.5
    assert sum("condition_unknown" in outcome.notes for outcome in activated) < 0.005 * len(activated)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_real_checkout(engine: EngineName) -> None:
    given = os.environ.get(f"{engine.upper()}_SCRIPTS")
    if not given:
        pytest.skip(f"needs a checkout of the scripts: set {engine.upper()}_SCRIPTS to its folder")
    pytest.importorskip("lupa.lua53", reason="running scripts needs lupa")
    found, errors = read_scripts(engine, Path(given))
    assert len(errors) < 0.005 * len(found.scripts), list(errors.items())[:5]
    kept = read_facts(data_folder("engines") / f"{engine}.parquet")
    if found.sha256 == kept.sha256:
        assert found.effects == kept.effects and found.scripts == kept.scripts
