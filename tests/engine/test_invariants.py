"""The invariants themselves: each must object to what it is there for."""

import msgspec
import pytest

from pipeline.engine.damage_step import Activate, Pass, step
from pipeline.engine.library import read_rules
from pipeline.engine.state import Change, State, change
from tests.engine import invariants
from tests.engine.battles import Broken, main, played, told
from tests.engine.choices import Seeded
from tests.engine.plain import at, plain

RULES = frozenset(read_rules())


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"doomed": True, "fixed": (0, 0)}, "Wall is doomed in start"),
        ({"id": "Fence"}, "Wall is called Fence"),
        ({"counters": (("counter", -1),)}, "Wall has fewer than no counters or materials"),
        ({"zone": "gy", "changes": (Change("+100"),)}, "Wall in gy keeps what was done to it on the field"),
        ({"zone": "gy", "equipped_to": "Sheep"}, "Wall in gy is equipped to Sheep in monster"),
    ],
)
def test_an_impossible_card_is_seen(changed: dict[str, object], words: str) -> None:
    state = plain()
    assert list(invariants.of_state(state)) == []
    broken = msgspec.structs.replace(state.cards["Wall"], **changed)
    assert words in list(invariants.of_state(msgspec.structs.replace(state, cards={**state.cards, "Wall": broken})))


def test_a_sixth_monster_is_seen() -> None:
    state = plain()
    more = {f"Copy {number}": msgspec.structs.replace(state.cards["Wall"], id=f"Copy {number}") for number in range(5)}
    assert list(invariants.of_state(msgspec.structs.replace(state, cards={**state.cards, **more}))) == ["N has 6 monsters"]


def test_life_points_out_of_nowhere_are_seen() -> None:
    state = plain()
    after = msgspec.structs.replace(state, lp=(8000, 7900))
    assert list(invariants.of_step(state, Pass("T"), after)) == ["the Life Points of N change by -100, of which 0 are accounted for"]


def test_a_card_that_vanishes_is_seen_and_a_token_is_none() -> None:
    state = plain()
    assert list(invariants.of_step(state, Pass("T"), change(state, "Card", zone="gone"))) == ["Card has vanished"]
    assert list(invariants.of_step(state, Pass("T"), change(state, "Sheep", zone="gone"))) == []
    fewer = {name: card for name, card in state.cards.items() if name != "Card"}
    with pytest.raises(KeyError):
        list(invariants.of_step(msgspec.structs.replace(state, cards=fewer), Pass("T"), state))


def test_windows_out_of_order_are_seen() -> None:
    early, late = plain(), at(plain(), "end")
    assert "from end back to start" in list(invariants.of_step(late, Pass("T"), early))
    assert "from start straight to during_calc" in list(invariants.of_step(early, Pass("T"), msgspec.structs.replace(early, at=3)))


def test_a_doomed_target_is_seen() -> None:
    state = plain()
    after = step(state, Activate("T", "Oracle", 1, targets=("Wall",)))
    doomed = change(state, "Wall", doomed=True, fixed=(0, 0))
    assert any("has targeted a doomed monster" in words for words in invariants.of_step(doomed, Activate("T", "Oracle", 1, targets=("Wall",)), after))


def test_an_unknown_rule_is_seen() -> None:
    assert any("which is no rule" in words for words in invariants.of_actions(plain(), RULES - {"R-ATK-01"}))


def test_an_activation_that_should_be_refused_is_seen() -> None:
    state = plain()
    assert list(invariants.of_refusal(state, Activate("T", "Oracle", 1, targets=("Wall",)), RULES)) != []
    assert list(invariants.of_refusal(state, Activate("N", "Oracle", 1, targets=("Wall",)), RULES)) == []


def test_what_is_broken_is_told_with_the_battle() -> None:
    with pytest.raises(Broken, match="no rule") as caught:
        played(Seeded("1"), plain_start(), frozenset(), thorough=True)
    assert told(caught.value.battle).startswith("tcg: Oracle attacks Wall, LP 8000 and 8000")


def plain_start() -> State:
    """The plain battle before it has begun."""
    return msgspec.structs.replace(plain(), at=1)


def test_the_command_plays_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--count", "20", "--seed", "5"]) == 0
    assert capsys.readouterr().out.startswith("20 battles, ")
    assert main(["--seed", "5", "--only", "7"]) == 0
    first = capsys.readouterr().out
    assert " attacks " in first and "start: " in first
    assert main(["--seed", "5", "--only", "7"]) == 0
    assert capsys.readouterr().out.partition(" s, ")[0].rpartition(",")[0] == first.partition(" s, ")[0].rpartition(",")[0]
