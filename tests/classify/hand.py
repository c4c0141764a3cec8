"""Effects built by hand, so that rules are tested apart from the readers."""

from typing import Any, cast

from pipeline.classify.decide import Vote, judge
from pipeline.classify.rule import Case, Undecided
from pipeline.records import Action, ActionWhat, Card, Condition, Effect, Event, EventWhat, Kind, Subject
from pipeline.windows import NONE, Ruleset, Window


def card(card_type: str = "Monster", prop: str | None = None, **more: Any) -> Card:
    """A card of a type and property."""
    return Card(card_id="1", name="Example", card_type=cast(Any, card_type), property=prop, types=("Warrior", "Effect"), **more)


def event(what: str, subject: str = "other", cause: str = "unsaid", past: bool = False) -> Event:
    """One event."""
    return Event(cast(EventWhat, what), cast(Subject, subject), cast(Any, cause), past=past)


def action(what: str, link: str = "first", **more: Any) -> Action:
    """One processing."""
    return Action(cast(ActionWhat, what), cast(Any, link), **more)


def effect(kind: str = "quick", *actions: Action, events: tuple[Event, ...] = (), window: Window = NONE, **more: Any) -> Effect:
    """An effect; what `Condition` knows goes into its condition, the rest into the effect."""
    known = {"responds_to", "names_step", "mark", "phases", "battle_of"}
    condition = Condition(events=events, window=window, **{k: v for k, v in more.items() if k in known})
    rest = {k: v for k, v in more.items() if k not in known}
    rest.setdefault("mandatory", None if kind == "card_activation" else False)
    return Effect(part="text", number=rest.pop("number", 1), span=(0, 1), kind=cast(Kind, kind), condition=condition, actions=actions, **rest)


def judged(what: Effect, of: Card | None = None, ruleset: Ruleset = "tcg", siblings: tuple[Effect, ...] = ()) -> str:
    """The deciding rule and its answer in one word: ``STAT-01 yes start|before_calc open``; ``silent`` where none speaks."""
    return said(judge(Case(of or card(), what, siblings, ruleset)))


def said(vote: Vote | None) -> str:
    """A vote in one line."""
    if vote is None:
        return "silent"
    if isinstance(vote.answer, Undecided):
        return f"{vote.rule.code} uncertain"
    answer = vote.answer
    return " ".join([vote.rule.code, answer.eligible, *(["|".join(answer.windows.keys()), answer.mode or ""] if answer.eligible == "yes" else [])])
