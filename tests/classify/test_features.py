"""What rules say they need: a rule that lacks it must keep silent, since nobody asks it then."""

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from pipeline import records
from pipeline.build import parts_of
from pipeline.classify.decide import judge, votes
from pipeline.classify.features import Feature, bits, features
from pipeline.classify.registry import Panel, by_kind, rules
from pipeline.classify.rule import Case, Rule
from pipeline.classify.verdicts import NO, RESPONSE_ANYWHERE
from pipeline.read.english import read_english
from pipeline.read.japanese import read_japanese
from pipeline.records import Action, Condition, Effect, Event, allowed
from pipeline.scrape import load
from pipeline.windows import ALL, NONE, RULESETS, Window
from tests.classify.hand import action, card, effect, event
from tests.classify.test_examples import EXAMPLES, case_of

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "yaml-yugi-cards.json.gz"
CARDS = [
    ("Monster", None), ("Spell", "Normal"), ("Spell", "Quick-Play"), ("Spell", "Continuous"), ("Spell", "Counter"), ("Trap", "Normal"),
    ("Trap", "Continuous"), ("Trap", "Counter"),
]  # fmt: skip


def held_to_its_needs(case: Case) -> list[str]:
    """The rules that speak of a case; fails where one does so without what it says it needs."""
    there = features(case.card, case.effect)
    spoken = []
    for rule in rules():
        if case.effect.kind in rule.kinds and rule.answer(case) is not None:
            missing = [name for name in rule.needs if not there & bits((name,))]
            assert not missing, (rule.code, missing, case.effect)
            spoken.append(rule.code)
    return spoken


def first_of_all(case: Case) -> None:
    """Fails where asking fewer rules changes who decides."""
    everyone = votes(case)
    assert judge(case) == (everyone[0] if everyone else None)


def some(random: Random, words: tuple[str, ...], most: int) -> tuple[Any, ...]:
    """A few of these words, often none."""
    return tuple(random.choice(words) for _ in range(random.choice((0, 0, *range(1, most + 1)))))


def any_effect(random: Random) -> Effect:
    """An effect that no text needs to have: whatever the fields allow, one beside the other."""
    word: Any = random.choice
    # As often as not about nothing but this card, and from few words: else hardly any effect would be what some rules are about.
    subjects = word((("self",), allowed(records.Subject)))
    happens = word((allowed(records.EventWhat), ("destroys", "destroyed", "damage", "lp_gained", "flipped", "targeted", "link_summoned")))
    deeds = word((allowed(records.ActionWhat), ("atk_def_change", "equip", "banish", "opponent_chooses", "special_summon")))
    return Effect(
        part=word(("text", "pendulum_effect")),
        number=word((0, 1, 2)),
        span=(0, 1),
        kind=word(("trigger", "quick", "card_activation", word(allowed(records.Kind)))),
        language=word(("en", "ja")),
        speed=word((1, 2, 2, 3, None)),
        mandatory=word((True, False, False, None)),
        places=some(random, ("hand", "field", "gy"), 1),
        condition=Condition(
            events=tuple(
                Event(what, word(subjects), word(allowed(records.Cause)), past=word((False,) * 4 + (True,))) for what in some(random, happens, 2)
            ),
            responds_to=word(((), (), some(random, allowed(records.ResponseTo), 2))),
            window=word((NONE,) * 20 + (*Window, ALL)),
            names_step=word((False,) * 9 + (True,)),
            mark=word((None,) * 8 + allowed(records.Mark)),
            phases=word(((), (), some(random, allowed(records.Phase), 2))),
            battle_of=word((None, "self", "other")),
        ),
        actions=tuple(
            Action(
                what,
                word(allowed(records.Link)),
                word((False, False, True)),
                word(("that", word(allowed(records.Object)))),
                word((False, False, True)),
            )
            for what in some(random, deeds, 3)
        ),
    )


def test_on_effects_of_any_shape() -> None:
    random = Random(20)
    spoken: Counter[str] = Counter()
    for _ in range(20_000):
        of = card(*random.choice(CARDS), unofficial_translation=random.random() < 0.1)
        one, other = any_effect(random), any_effect(random)
        legal = ((other, RESPONSE_ANYWHERE),) if random.random() < 0.5 else ()
        case = Case(of, one, (one, other), random.choice(RULESETS), legal)
        first_of_all(case)
        spoken.update(held_to_its_needs(case))
    assert [rule.code for rule in rules() if rule.needs and not spoken[rule.code]] == [], "a rule that never speaks here is not put to the test"


@pytest.mark.parametrize(("rule", "example"), [(rule, example) for rule, _, example in EXAMPLES], ids=lambda value: getattr(value, "code", ""))
def test_on_the_examples(rule: Rule, example: Any) -> None:
    case = case_of(example)
    first_of_all(case)
    held_to_its_needs(case)


@pytest.mark.skipif(not CORPUS.is_file(), reason="the corpus of card texts is not beside this folder")
def test_on_texts_of_the_corpus() -> None:
    loaded = load("yaml-yugi", CORPUS, progress=lambda line: None)
    for of in islice(loaded.cards, 7, None, 23):
        for part, english, japanese in parts_of(of):
            for read, text in ((read_english, english), (read_japanese, japanese)):
                siblings = read(text, part, of).effects if text else ()
                for one in siblings:
                    first_of_all(Case(of, one, siblings, "tcg"))
                    held_to_its_needs(Case(of, one, siblings, "edison"))


def test_every_feature_is_some_rules_need_and_tells_effects_apart() -> None:
    assert {name for rule in rules() for name in rule.needs} | {"beside_own"} == set(get_args(Feature))
    assert bits(()) == 0
    assert len({bits((name,)) for name in get_args(Feature)}) == len(get_args(Feature))
    assert bits(("free", "free", "mandatory")) == bits(("mandatory", "free")) == bits(("free",)) | bits(("mandatory",))
    free = features(card(), effect("quick", action("atk_def_change")))
    assert free == bits(("free", "changes_stats"))
    assert features(card(), effect("trigger", events=(event("normal_summoned", "self"),))) == bits(("own_change", "turn_summon"))
    assert features(card(), effect("trigger", events=(event("normal_summoned", "self", past=True),), phases=("end",))) == bits(
        ("free", "names_phases")
    )


def test_a_panel_asks_whom_it_must_and_nobody_else() -> None:
    def rule(code: str, *needs: Feature) -> Rule:
        return Rule(
            code=code, rank=1, statement="", reason="", rulebook=(), cites=(), reads=(), kinds=(), answer=lambda case: NO, examples=(), needs=needs
        )  # fmt: skip

    in_front, bound, between, both = rule("A-01"), rule("A-02", "free"), rule("A-03"), rule("A-04", "free", "mandatory")
    panel = Panel((in_front, bound, between, both))
    assert panel.first == (in_front,)
    assert panel.fitting(0) == (between,)
    assert panel.fitting(bits(("free",))) == (bound, between)
    assert panel.fitting(bits(("mandatory", "free", "flipped"))) == (bound, between, both)
    assert Panel(()).first == () == Panel(()).fitting(0)


def test_few_rules_are_left_for_most_effects() -> None:
    """The point of it all: without needs every trigger would be put to forty rules."""
    own = features(card(), effect("trigger", events=(event("sent_to_gy", "self"),)))
    everyone = by_kind("tcg")["trigger"]
    assert len(Panel(everyone).fitting(own)) < len(everyone) / 8
