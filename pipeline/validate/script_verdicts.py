"""What a tag and a simulator say of the same effect, side by side: one `Comparison` an effect and engine."""

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import msgspec

from pipeline.engine import core_numbers as number
from pipeline.engine.core_rules import Outcome, of_card
from pipeline.engine.script_facts import EngineName, Facts, ScriptEffect
from pipeline.validate.script_alignment import CardAlignment, Match, align, expected_codes, script_of
from pipeline.validate.text_effects import TextCard, TextEffect
from pipeline.windows import ALL, NONE, Window

Verdict = Literal["agree", "more_permissive", "more_restrictive", "different_window", "not_comparable"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
Because = Literal[
    "no_script",  # the engine has no script under any number of the card
    "unread_script",  # it has one, which could not be read
    "no_script_effect",  # no effect of the script is this one, and the card as a whole cannot be compared either
    "unsure_alignment",  # as before: more than one might be this one
    "tag_uncertain",  # the dataset does not know
    "answers_unknown",  # what the script's condition answers could not be found out
    "companion",  # a Continuous Trap's bare activation that the core lets ride on another effect, whatever its script says
]
REASONS: tuple[Because, ...] = get_args(Because)
Level = Literal["effect", "card"]


class Comparison(msgspec.Struct, frozen=True, gc=False):
    """One row of the dataset beside one engine. ``level``: card where no single effect of the script could be told to be this one."""

    engine: EngineName
    verdict: Verdict
    because: Because | None
    level: Level
    tag: Window  # of all rows compared together
    windows: Window | None  # the engine's; null where there are none to compare
    score: float | None
    script: int | None
    effects: tuple[ScriptEffect, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    peers: tuple[str, ...] = ()  # effect_id of the rows compared together
    refused: ScriptEffect | None = None  # the form that makes it more restrictive, where the windows as a whole are equal

    @property
    def differs(self) -> bool:
        """Whether the two sides contradict each other."""
        return self.verdict in ("more_permissive", "more_restrictive", "different_window")

    @property
    def sure(self) -> bool:
        """Whether the core's answer rests on what it surely does."""
        return all(outcome.confidence == "high" for outcome in self.outcomes)

    @property
    def culprit(self) -> tuple[ScriptEffect, Outcome] | None:
        """The effect of the script to point at: one that is open where the tag is not, else the first that could be open."""
        if not self.effects:
            return None
        pairs = list(zip(self.effects, self.outcomes, strict=True))
        if self.refused is not None:
            return next(pair for pair in pairs if pair[0] is self.refused)
        extra = [pair for pair in pairs if pair[1].windows & ~self.tag]
        possible = [pair for pair in pairs if pair[1].possible]
        return (extra or possible or pairs)[0]


def verdict(tag: Window, windows: Window) -> Verdict:
    """How the engine's windows differ from the tag's."""
    if windows == tag:
        return "agree"
    if windows & tag == tag:
        return "more_permissive"
    return "more_restrictive" if windows & tag == windows else "different_window"


def seen(texts: Sequence[TextEffect], effects: Sequence[ScriptEffect], outcomes: Sequence[Outcome]) -> Window:
    """The windows in which the engine lets the effects be activated, as far as they can come up.

    What the text waits for may never fall into the step, though the script listens to more (every Summon, every use as material): such a
    trigger is open nowhere, whatever the core would let pass. Where a script raises the event itself, the text says when that may be.
    """
    tag = tagged(texts)
    rules = {text.rule or "" for text in texts}
    never = not tag and all(rule.startswith(_NO_OCCASION) for rule in rules)
    elsewhere = not tag and all(rule.startswith((*_NO_OCCASION, "PHASE-")) for rule in rules)
    ignition = any(outcome.kind == "ignition" for outcome in outcomes) and all(text.kind == "ignition" for text in texts)
    flips = all(text.events == {"flipped"} for text in texts)
    found = NONE
    for effect, outcome in zip(effects, outcomes, strict=True):
        opened = outcome.windows
        if effect.code >= number.EVENT_CUSTOM:
            opened &= NONE if elsewhere else tag or ALL
        elif outcome.mode == "event" and effect.code not in BATTLE_EVENTS and (never or (elsewhere and outcome.reason == "exempt")):
            opened = NONE
        elif effect.code == number.EVENT_FLIP or (flips and effect.code == _POSITION):
            # By the dataset's convention a flip falls after damage calculation, where the battle's own is settled.
            opened &= Window.AFTER_CALC
        elif ignition and outcome.kind == "quick":
            # The same effect as a Quick Effect, which another card makes of it: the text at hand does not speak of that.
            opened = NONE
        if "calculation_artefact" in outcome.notes:
            # A condition that names one of the two phases means the step (trap 5 of the simulators).
            opened &= ~Window.DURING_CALC
        found |= opened
    return found


# Rules of the group `no_occasion`: their events cannot occur in the step.
_NO_OCCASION = ("NOOC-",)
_POSITION = 1016  # EVENT_CHANGE_POS, which some scripts ask for a flip
# Events of the step itself do occur in it, so that a script that waits for them is open.
BATTLE_EVENTS = frozenset({*range(number.BATTLE_START, number.DAMAGE_STEP_END + 1), number.BATTLE_DAMAGE})


def doubtful(tag: Window, windows: Window, effects: Sequence[ScriptEffect], outcomes: Sequence[Outcome]) -> bool:
    """Whether the difference may be one of what the functions of the effects would not say.

    What they do not say counts as open, so it can only be too much; one that refuses always, which is no script's intention, too little.
    """
    results = Window.AFTER_CALC | Window.END
    for effect, outcome in zip(effects, outcomes, strict=True):
        if windows & ~tag and "condition_unknown" in outcome.notes:
            return True
        if tag and not tag & ~results and outcome.windows & ~tag and effect.code in _CAUSED and effect.condition[8:] in ("", "T", "U", "N"):
            # The text wants a battle as the cause, and whether the cards were asked for theirs is not recorded.
            return True
        if tag & ~windows and tag & ~results and "by_battle" in outcome.notes:
            # That an effect as the cause is refused may be a matter of whose effect it was.
            return True
        answers = (effect.condition, effect.cost, effect.target)
        if tag & ~windows and outcome.possible and any(letters[:7] == "F" * 7 for letters in answers):
            return True
    return False


def refused_event(texts: Sequence[TextEffect], effects: Sequence[ScriptEffect], outcomes: Sequence[Outcome]) -> ScriptEffect | None:
    """An optional trigger for one of several events of the text that is permitted nowhere, while another form of the same effect is.

    The union of both hides that: the effect as a whole has its windows, but not for that event.
    """
    if len(texts) != 1 or len(effects) < 2 or texts[0].kind != "trigger" or texts[0].mandatory or not tagged(texts):
        return None
    expected = expected_codes(texts[0])
    for effect, outcome in zip(effects, outcomes, strict=True):
        if outcome.kind == "trigger" and outcome.reason == "not_permitted" and effect.code in expected and effect.code not in BATTLE_EVENTS:
            return effect
    return None


# Events of which a battle or an effect may be the cause, which scripts often ask of the cards instead of the event.
_CAUSED = frozenset({1014, 1015, 1019, number.DESTROYED, number.DAMAGE})


def tagged(texts: Sequence[TextEffect]) -> Window:
    """The windows in which the dataset has one of the rows open."""
    found = NONE
    for text in texts:
        if text.eligible == "yes":
            found |= text.windows
    return found


def compare_card(card: TextCard, facts: Facts, by_script: Mapping[int, Sequence[ScriptEffect]]) -> dict[int, Comparison]:
    """Every activated row of a card beside one engine, by the row's place in the table."""
    script = script_of(card, by_script)
    texts = [text for text in card.effects if text.activated]
    if script is None:
        unread = next((one for one in card.script_ids if one in facts.failed), None)
        return {text.row: _without(facts.engine, "no_script" if unread is None else "unread_script", unread) for text in texts}
    effects = by_script[script]
    relayed = any(_is_relay(effect) for effect in effects)
    outcomes = of_card(effects, number.card_type(card.card_type, card.property))
    aligned = align(card, script, effects, outcomes)
    found: dict[int, Comparison] = {}
    for match in aligned.matches:
        if match.sure:
            one = _of_match(facts.engine, script, match)
            if relayed and one.verdict == "more_permissive" and any(effect.code >= number.EVENT_CUSTOM for effect in one.effects):
                one = msgspec.structs.replace(one, verdict="not_comparable", because="answers_unknown")
            found |= {text.row: one for text in match.texts}
    rest = [text for text in texts if text.row not in found]
    if rest:
        whole = _of_card(facts.engine, script, texts, aligned)
        unsure = {text.row for match in aligned.matches for text in match.texts}
        because: dict[bool, Because] = {True: "unsure_alignment", False: "no_script_effect"}
        for text in rest:
            found[text.row] = msgspec.structs.replace(whole, because=whole.because or because[text.row in unsure])
    return found


def _is_relay(effect: ScriptEffect) -> bool:
    """Whether it may raise an event of the script's own under a condition, whose answers are recorded of activated effects only."""
    return bool(effect.type & number.CONTINUOUS and effect.code >= 1000 and effect.has_condition)


def _without(engine: EngineName, because: Because, script: int | None) -> Comparison:
    return Comparison(engine, "not_comparable", because, "effect", NONE, None, None, script)


def _of_match(engine: EngineName, script: int, match: Match) -> Comparison:
    return _beside(engine, "effect", script, match.texts, match.effects, match.outcomes, match.score)


def _of_card(engine: EngineName, script: int, texts: Sequence[TextEffect], aligned: CardAlignment) -> Comparison:
    groups = [group for match in aligned.matches for group in match.groups] + list(aligned.groups_left)
    effects = [effect for group in groups for effect in group.effects]
    outcomes = [outcome for group in groups for outcome in group.outcomes]
    return _beside(engine, "card", script, texts, effects, outcomes, None)


def _beside(
    engine: EngineName,
    level: Level,
    script: int,
    texts: Sequence[TextEffect],
    effects: Sequence[ScriptEffect],
    outcomes: Sequence[Outcome],
    score: float | None,
) -> Comparison:
    tag, windows = tagged(texts), seen(texts, effects, outcomes)
    because: Because | None = None
    if any(text.eligible == "uncertain" for text in texts):
        because = "tag_uncertain"
    elif doubtful(tag, windows, effects, outcomes):
        because = "answers_unknown"
    elif level == "effect" and windows and not tag and all(outcome.reason == "companion" and not outcome.permitted for outcome in outcomes):
        because = "companion"
    word: Verdict = verdict(tag, windows) if because is None else "not_comparable"
    refused = refused_event(texts, effects, outcomes) if word == "agree" and level == "effect" else None
    if refused is not None:
        word = "more_restrictive"
    peers = tuple(text.effect_id for text in texts)
    return Comparison(engine, word, because, level, tag, windows, score, script, tuple(effects), tuple(outcomes), peers, refused)
