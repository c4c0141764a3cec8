"""The course of a play: the states one after another with what led to each, and how play goes on without anybody's will."""

from collections.abc import Callable

from pipeline.engine.calculation import calculate, possible
from pipeline.engine.damage_step import Action, Decide, IllegalAction, Pass, must, step
from pipeline.engine.flow import enter
from pipeline.engine.scenario_format import Who
from pipeline.engine.spec import EffectSpec
from pipeline.engine.state import Pending, State
from pipeline.windows import Window

_MOST_STEPS = 400  # of one line: a rule that never comes to an end is a fault, not a wait


class Differs(Exception):
    """Play did not come out as expected."""

    def __init__(self, expected: str, got: str, rule: str | None = None) -> None:
        super().__init__(expected)
        self.expected, self.got, self.rule = expected, got, rule


class Course:
    """States with what led to each, in words; the last is where play stands."""

    def __init__(self, *states: tuple[str, State]) -> None:
        self.states = list(states)

    @property
    def state(self) -> State:
        """Where play stands."""
        return self.states[-1][1]

    def fork(self) -> "Course":
        """A course that goes on from here by itself, to try something."""
        return Course(*self.states)

    def add(self, told: str, state: State) -> None:
        """Goes on to this state."""
        self.states.append((told, state))

    def act(self, action: Action, told: str = "") -> None:
        """Takes an action and writes down what it led to. Raises `IllegalAction`."""
        before = self.state
        after = step(before, action)
        if before.moment.window == Window.DURING_CALC and not before.calculated and isinstance(action, Pass) and not after.chain:
            if after.calculated and after.at > before.at:
                self.add("damage calculation", calculate(before))
            elif after.calculated:
                told = "damage calculation"
            elif after.at > before.at and not possible(before):
                self.add("no damage calculation takes place", before)
        if not told and before.chain and not after.chain:
            told = "the chain resolves"
        self.add(told, after)

    def drift(self) -> None:
        """One step without anybody's will: what must be done is done, the rest is passed."""
        state = self.state
        if state.questions:
            question = state.questions[0]
            forced = any(effect.no == question.effect and effect.mandatory for effect in state.cards[question.card].spec.effects)
            self.act(Decide(question.player, forced), f"{question.card} {'saves' if forced else 'does not save'} {question.victim}")
            return
        owed = must(state, state.priority)
        if owed:
            first = owed[0]
            self.act(first, f"{first.player}: {first.card} ({first.effect}) becomes chain link {len(state.chain) + 1} (R-ACT-05: mandatory)")
        else:
            self.act(Pass(state.priority))

    def go(self, arrived: Callable[[State], bool], where: str, *, to_battle_end: bool = False) -> None:
        """Play goes on without anybody's will until it has arrived. Raises `Differs` where it never does."""
        for _ in range(_MOST_STEPS):
            if arrived(self.state) and not self.state.questions:
                return
            if self.state.moment.key == "closed":
                if not to_battle_end:
                    raise Differs(f"play comes to {where}", "the Damage Step is over")
                self.add("", enter(self.state, self.state.rules.index("battle_end")))
            else:
                self.drift()
        raise Differs(f"play comes to {where}", "it never does")

    def resolve(self) -> None:
        """The open chain resolves, and triggers that must come start the next. Raises `Differs` where none is open."""
        if not self.state.chain and not self.state.stages:
            raise Differs("a chain resolves", "no chain is open")
        open_chain = False
        for _ in range(_MOST_STEPS):
            open_chain = open_chain or bool(self.state.chain)
            if not self.state.chain and (open_chain or not self.state.stages):
                return
            self.drift()
        raise Differs("the chain resolves", "it never does")

    def decide(self, yes: bool) -> None:
        """Play goes on to the next question whether to replace a destruction, which gets this answer."""
        for _ in range(_MOST_STEPS):
            if self.state.questions:
                try:
                    self.act(Decide(self.state.questions[0].player, yes), f"replace the destruction: {'yes' if yes else 'no'}")
                except IllegalAction as error:
                    raise Differs("the replacement may be declined", error.permit.why, error.permit.rule) from error
                return
            if self.state.over:
                break
            self.drift()
        raise Differs("a replacement may be chosen", "nothing is asked")

    def grant(self, who: Who, card: str, effects: list[EffectSpec]) -> None:
        """Gives the player his turn to act, if passing by the other leads there without resolving or closing anything."""
        for _ in range(_MOST_STEPS):
            state = self.state
            if state.questions or state.moment.key == "closed":
                return
            if state.stages:
                player, group = state.stages[0]
                wanted = any(_means(one, card, effects) for one in group)
                later = any(_means(one, card, effects) for _, rest in state.stages[1:] for one in rest)
                if player == who and (wanted or not later) and not (not wanted and _fast(effects)):
                    return
                if not later and not _fast(effects) and not wanted:
                    return
                self.drift()
            elif state.priority == who:
                return
            elif must(state, state.priority):
                self.drift()
            elif state.passes == 0:
                self.act(Pass(state.priority))
            else:
                return


def _means(one: Pending, card: str, effects: list[EffectSpec]) -> bool:
    return one.card == card and any((effect.no, effect.option) == (one.effect, one.option) for effect in effects)


def _fast(effects: list[EffectSpec]) -> bool:
    return all(effect.kind not in ("trigger", "flip") for effect in effects)
