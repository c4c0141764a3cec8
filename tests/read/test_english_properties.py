"""What holds for every text whatsoever: nothing raises, nothing is lost, and work grows with the length of the text."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.read import en_context, en_events
from pipeline.read.english import read_english
from pipeline.records import Action, Effect, Event, Part, Reading, Span
from tests.read.english_cards import SHAPES, card

# Pieces of card text in any order make what no printer would print, but much that looks like it.
FRAGMENTS = [
    "If this card is Special Summoned", "When your opponent activates a card or effect", "if another monster is banished", "or", "and", ",",
    ", or if", ":", ";", ".", ". ", "...", "!", "?", "(Quick Effect)", "(except during the Damage Step)", "even during the Damage Step", "(", ")",
    "(max. 5)", "You can", "you can", "You can only use this effect of", "once per turn", "Once per turn,", "per turn", "target 1 monster",
    "destroy it", "it gains 500 ATK", "ATK", "DEF becomes 0", "negate the activation", "and if you do,", "then", "also", "instead",
    "would be destroyed by battle", "by battle", "by battle or card effect", "except by battle", "At the start of the Damage Step",
    "during damage calculation", "until the end of the Damage Step", "● ", "●", "\n● ", "\n", "\r\n", "\r", "FLIP:", "Activate 1 of these effects;",
    "gains these effects.", "it gains this effect.", "Heads: ", "3 or more: ", "While in Attack Position: ", "this card", "This card", "your GY",
    "1 Tuner + 1+ non-Tuner monsters", '"', '"Glass Heron"', '"Heron: the "Pale""', "“", "”", "„", "'", "’", "_", '"_"', "\u200f", "\u200e",
    "\u202e", "\x00", "\ufeff", "\u2028", "\u0085", "\t", "\u3000", "：", "；", "•", "–", "硝子の鷺", "İ", "ß", "é", "👁", "\ud800",
    "Cannot be Normal Summoned/Set.", "Fusion Summon", "(this is treated as a Fusion Summon)", "This is a Quick Effect",
    "apply the following effects", "Activate only when", "during your Standby Phase", "pay 500 LP or", "equip this card to it",
]  # fmt: skip
TEXTS = st.one_of(
    st.text(max_size=200),
    st.text(alphabet=st.sampled_from('()":;.,!?● \n\r_' + "Iaf1"), max_size=120),
    st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=4)), max_size=40).map(" ".join),
    st.lists(st.sampled_from(FRAGMENTS), max_size=60).map("".join),
)
PARTS: st.SearchStrategy[Part] = st.sampled_from(["text", "pendulum_effect"])


def spans(effect: Effect) -> list[Span]:
    """Every span that an effect holds."""
    condition = effect.condition
    things: tuple[Event | Action, ...] = (*condition.events, *effect.cost, *effect.actions)
    own = [] if condition.span is None else [condition.span]
    return [effect.span, *own, *condition.states, *effect.residue, *(thing.span for thing in things)]


def hold_together(text: str, reading: Reading) -> None:
    """Asserts what is true of the reading of any text."""
    assert "".join(text[s.start : s.end] for s in reading.segments) == text
    at = 0
    for segment in reading.segments:
        assert segment.start == at
        assert segment.end > at
        at = segment.end
    numbers = [e.number for e in reading.effects]
    counted = sorted({n for n in numbers if n > 0})
    assert counted == list(range(1, len(counted) + 1))
    assert numbers == sorted(numbers)
    rows = [(e.number, e.bullet) for e in reading.effects if e.span != (0, 0) or e.number > 0]
    assert len(rows) == len(set(rows)), rows
    starts = [e.span[0] for e in reading.effects if e.number > 0]
    assert starts == sorted(starts)
    for effect in reading.effects:
        for start, end in spans(effect):
            assert 0 <= start <= end <= len(text)
        assert (effect.speed is not None) == effect.activated
    assert {s.effect for s in reading.segments} - {None} <= set(counted)


@given(text=TEXTS, shape=st.sampled_from(sorted(SHAPES)), part=PARTS)
@settings(max_examples=400, deadline=None)
def test_any_text_on_any_card(text: str, shape: str, part: Part) -> None:
    hold_together(text, read_english(text, part, card(shape)))


@given(text=TEXTS, shape=st.sampled_from(sorted(SHAPES)))
@settings(max_examples=50, deadline=None)
def test_reading_twice_gives_the_same(text: str, shape: str) -> None:
    assert read_english(text, "text", card(shape)) == read_english(text, "text", card(shape))


@given(name=st.text(alphabet=string.ascii_letters + string.digits + " :;.!?()●,'-", min_size=1, max_size=60).map(str.strip).filter(bool))
@settings(max_examples=150, deadline=None)
def test_no_name_between_quotes_changes_the_reading(name: str) -> None:
    plain = 'If "X" is destroyed by battle: You can discard 1 "X"; destroy 1 monster, then add 1 "X" to your hand. Gains 300 ATK.'
    here = read_english(plain.replace("X", name), "text", card("monster")).effects
    there = read_english(plain, "text", card("monster")).effects
    assert [(e.number, e.kind, e.mandatory, e.condition.events[:0], [a.what for a in e.cost], [a.what for a in e.actions]) for e in here] == [
        (e.number, e.kind, e.mandatory, e.condition.events[:0], [a.what for a in e.cost], [a.what for a in e.actions]) for e in there
    ]
    assert [[(v.what, v.subject, v.cause) for v in e.condition.events] for e in here] == [
        [(v.what, v.subject, v.cause) for v in e.condition.events] for e in there
    ]


LENGTH = 100_000
# Each repeated to 100 kB: a pattern that tries every start against every end would not come back.
RUNS = [
    "(", ")", "(a", "()", '"', '""', ' "', '" "', '"a ', "“", "if ", "when ", ",", ", ", ":", "; ", ".", ". ", "a", "A.", "E.C. ", "1", "x1 ", "_",
    "●", "● ", "●a: ", "\n", "\r\n", "● a\n", " ", "\u200f", "\x00", "é", "硝", "atk", "atk ", "you can ", "or ", "and ", "this card ",
    "if this card ", "damage ", "by battle ", "during the damage step ", "was at the start of the damage step ", "(except during the damage step) ",
    "negate ", "activate 1 of these effects;\n● ", "during your ", "phase ", "1000 lp ", "become ", "materials ", "Draw 1 card. ",
    "If this card is banished: Draw 1 card. ", "cannot ", "does not ",
]  # fmt: skip
BOX = ": You can destroy it."
# Words behind which a pattern might search on to the end of the sentence from every repeat: unit, lead, tail.
CLAUSES = [
    ("once per turn, ", "", ""), ("inflicts damage ", "If ", BOX), ("is sent to ", "If ", BOX), ("is destroyed, ", "If ", BOX),
    ("is destroyed or ", "If ", BOX), ("take ", "If ", BOX), ("gains ", "If ", BOX), ("add ", "If ", BOX), ("gains atk ", "", ""),
    ("atk becomes ", "", ""), ("special summon ", "", ""), ("would be ", "", ""), ("take damage ", "If ", BOX), ("add ", "Target 1 monster; ", ""),
]  # fmt: skip


@pytest.mark.parametrize("unit", RUNS)
@pytest.mark.parametrize(("lead", "tail"), [("", ""), ("If ", BOX)])
def test_a_long_run_of_one_thing_comes_back(unit: str, lead: str, tail: str) -> None:
    text = lead + unit * (LENGTH // len(unit)) + tail
    hold_together(text, read_english(text, "text", card("monster")))


@pytest.mark.parametrize(("unit", "lead", "tail"), CLAUSES)
def test_a_long_run_of_clauses_comes_back(unit: str, lead: str, tail: str) -> None:
    text = lead + unit * (LENGTH // len(unit)) + tail
    hold_together(text, read_english(text, "text", card("monster")))


@pytest.mark.parametrize(("unit", "lead", "tail"), CLAUSES)
@pytest.mark.parametrize("longest", [en_events.LONGEST, en_context.LONGEST])
@pytest.mark.parametrize("shape", ["monster", "normal trap"])
def test_many_sentences_as_long_as_are_read_come_back(unit: str, lead: str, tail: str, longest: int, shape: str) -> None:
    # Each sentence is another one, so that none is known already.
    times = (longest - len(lead) - len(tail) - 20) // len(unit)
    text = " ".join(f"{lead or 'Now '}{n} {unit * times}{tail.rstrip('.')}." for n in range(LENGTH // longest))
    reading = read_english(text, "text", card(shape))
    hold_together(text, reading)
    assert "note" not in {s.role for s in reading.segments}


def test_a_sentence_longer_than_any_real_one_is_a_note() -> None:
    text = f"Draw 1 card. If {'a card or ' * (en_context.LONGEST // 10)}is banished: You can draw 1 card. Gain 500 LP."
    reading = read_english(text, "text", card("monster"))
    assert [s.role for s in reading.segments if s.role != "space"].count("note") == 1
    assert len(reading.effects) == 2


@pytest.mark.parametrize("shape", ["quick-play", "continuous trap", "xyz", "pendulum"])
def test_a_long_text_of_real_shape_comes_back(shape: str) -> None:
    text = "If this card is destroyed by battle: You can discard 1 card; draw 1 card, then your monsters gain 500 ATK.\n" * (LENGTH // 110)
    reading = read_english(text, "text", card(shape))
    hold_together(text, reading)
    assert len(reading.effects) > 100
