"""Runs a wording case through readers and rules, and tells a person who knows the game what came of it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pipeline.classify.decide import Vote, decide, judge
from pipeline.classify.rule import Case as Question
from pipeline.classify.rule import Undecided
from pipeline.read.align import pair
from pipeline.read.english import read_english
from pipeline.read.japanese import read_japanese
from pipeline.records import Action, Card, Condition, Effect, Row, Tag
from tests.classify.wording_case import SHAPES, Case, Run, in_words, parse_expected

_RUN_NAMES: dict[Run, str] = {"text": "English text alone", "text_ja": "Japanese text alone", "both": "both texts together"}
_LINKS = {"first": "", "and_if_you_do": "and if you do: ", "sentence": "in a new sentence: "}
_OBJECTS = {"self": "of this card", "target": "of the target", "that": "of that card", "summoned": "of the Summoned monster", "other": ""}


class Outcome(NamedTuple):
    """What one run of a case came to. ``complaints`` is empty where all is as the case says; ``message`` shows the whole."""

    complaints: tuple[str, ...]
    message: str


def run(case: Case, which: Run) -> Outcome:
    """Read the case's texts (one language or both) and judge the effect that the case names."""
    card = _card(case, which)
    english = read_english(case.text, case.part, card).effects if case.text and which != "text_ja" else ()
    japanese = read_japanese(case.text_ja, case.part, card).effects if case.text_ja and which != "text" else ()
    row = next((r for r in pair(card, case.part, english, japanese) if (r.number, r.bullet) == (case.effect, case.option)), None)
    if row is None:
        found = ", ".join(_place(e.number, e.bullet) for e in (*english, *japanese)) or "none"
        complaint = f"there is no {_place(case.effect, case.option)}; the text was read to have: {found}"
        return Outcome((complaint,), _message(case, which, [complaint], (*english, *japanese)))
    tag = decide(card, row, english, japanese, case.ruleset)
    rules = _rules(card, row, english, japanese, tag, case)
    complaints = list(_complaints(case, which, row, tag, rules))
    return Outcome(tuple(complaints), _message(case, which, complaints, tuple(e for e in (row.en, row.ja) if e is not None), tag, rules))


def _card(case: Case, which: Run) -> Card:
    shape = SHAPES[case.card]
    english, japanese = case.text if which != "text_ja" else None, case.text_ja if which != "text" else None
    main = case.part == "text"
    return Card(
        card_id="00000000",
        name="Example",
        card_type=shape.card_type,
        property=shape.property,
        types=shape.types,
        text_en=english if main else None,
        text_ja=japanese if main else None,
        pendulum_en=None if main else english,
        pendulum_ja=None if main else japanese,
    )


def _rules(card: Card, row: Row, english: Sequence[Effect], japanese: Sequence[Effect], tag: Tag, case: Case) -> tuple[str, ...]:
    """The rule behind the tag; where rules leave it open on purpose, those rules."""
    if tag.rule is not None:
        return (tag.rule,)
    sides: list[Vote | None] = []
    for effect, siblings in ((row.en, english), (row.ja, japanese)):
        if effect is not None:
            sides.append(judge(Question(card, effect, tuple(siblings), case.ruleset)))
    return tuple(dict.fromkeys(vote.rule.code for vote in sides if vote is not None and isinstance(vote.answer, Undecided)))


def _complaints(case: Case, which: Run, row: Row, tag: Tag, rules: tuple[str, ...]) -> Iterator[str]:
    if not parse_expected(case.expect).met_by(tag):
        yield "the answer is another one"
    if case.because and not set(rules) & set(case.because):
        yield f"the deciding rule is {' and '.join(rules) or 'none'}, not {' or '.join(case.because)}"
    promised = SHAPES[case.card].reads_as
    for effect in (row.en, row.ja):
        if effect is not None and promised is not None and case.effect == 1 and effect.kind != promised:
            yield f"the effect was read as {effect.kind.replace('_', ' ')}, the case says {promised}"
    if which == "both" and (row.en is None or row.ja is None):
        yield "the English and the Japanese effect were not recognised as the same one"


def _place(number: int, option: int | None) -> str:
    name = f"effect {number}" if number else "effect 0 (the bare activation)"
    return name if option is None else f"{name} option {option}"


def _message(
    case: Case, which: Run, complaints: Sequence[str], effects: Sequence[Effect], tag: Tag | None = None, rules: tuple[str, ...] = ()
) -> str:
    lines = [f"{case.wording}: {'; '.join(complaints) or 'as expected'}", f"  case       {case.name} in {case.where}, {_RUN_NAMES[which]}"]
    if case.shows:
        lines.append(f"  shows      {case.shows}")
    lines.append(f"  card       {case.card}, {_place(case.effect, case.option)}, ruleset {case.ruleset}")
    for key, text in (("text", case.text), ("text_ja", case.text_ja)):
        if text is not None and which in (key, "both"):
            lines += [f"  {key:<11}{text}".replace("\n", "\n             ")]
    because = f" because {' or '.join(case.because)}" if case.because else ""
    lines.append(f"  expected   {case.expect}{because}")
    if tag is not None:
        lines.append(f"  got        {in_words(tag)}")
        lines.append(f"  rule       {', '.join(rules) or 'no rule decides'}")
        lines.append(f"  reason     {tag.reason or 'none given'}")
    for effect in effects:
        source = (case.text if effect.language == "en" else case.text_ja) or ""
        lines += [f"  read ({effect.language})  {line}" if n == 0 else f"             {line}" for n, line in enumerate(reading(effect, source))]
    return "\n".join(lines)


def reading(effect: Effect, text: str) -> list[str]:
    """How an effect was read, in lines for a person."""
    kind = effect.kind.replace("_", " ")
    forced = {True: ", must be activated", False: ", may be activated", None: ""}[effect.mandatory]
    lines = [f"{_place(effect.number, effect.bullet)}: {kind}{forced}{'' if effect.speed is None else f', Spell Speed {effect.speed}'}"]
    condition = effect.condition
    events = " or ".join(_event(condition, n) for n in range(len(condition.events)))
    moment = [
        *condition.window.keys(),
        *(["the Damage Step"] if condition.names_step else []),
        *(f"{phase.replace('_', ' ')} {'step' if phase == 'battle_step' else 'phase'}" for phase in condition.phases),
    ]
    mark = {"even": "even during the Damage Step", "except": "except during the Damage Step", None: ""}[condition.mark]
    for name, value in (
        ("events", events),
        ("answers", ", ".join(condition.responds_to)),
        ("moment", ", ".join(moment)),
        ("mark", mark),
        ("battle of", {"self": "this card", "other": "another card", None: ""}[condition.battle_of]),
        ("cost", _actions(effect.cost)),
        ("actions", _actions(effect.actions)),
        ("applies in", ", ".join(effect.applies_in.keys())),
        ("left over", " / ".join(text[start:end] for start, end in effect.residue)),
    ):
        if value:
            lines.append(f"{name}: {value}")
    return lines


def _event(condition: Condition, n: int) -> str:
    event = condition.events[n]
    who = {"self": "this card", "other": "another card"}.get(event.subject, event.subject)
    cause = "" if event.cause == "unsaid" else f" by {event.cause.replace('either', 'battle or effect').replace('not_battle', 'other than battle')}"
    return f"{who} {event.what.replace('_', ' ')}{cause}{' (earlier this turn)' if event.past else ''}"


def _actions(actions: Sequence[Action]) -> str:
    said = []
    for action in actions:
        link = _LINKS.get(action.link, f"{action.link}: ")
        notes = [_OBJECTS.get(action.object, f"of {action.object}"), "optional" if action.optional else "", "later" if action.delayed else ""]
        noted = ", ".join(filter(None, [*notes, "treated as" if action.treated_as else ""]))
        said.append(f"{link}{action.what.replace('_', ' ')}{f' ({noted})' if noted else ''}")
    return "; ".join(said)
