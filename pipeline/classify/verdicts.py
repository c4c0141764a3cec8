"""The verdicts that rules share. They are constants: thousands of effects get the same few answers."""

from functools import cache

from pipeline.records import Mode, Verdict
from pipeline.windows import ALL, NONE, UNTIL_CALC, Window

NO = Verdict("no")
# Changes of ATK or DEF: any number of chains until damage calculation begins.
OPEN_UNTIL_CALC = Verdict("yes", UNTIL_CALC, "open")
RESPONSE_ANYWHERE = Verdict("yes", ALL, "response")
RESPONSE_UNTIL_CALC = Verdict("yes", UNTIL_CALC, "response")
WHILE_BATTLING = "only while the monster that it names battles"
TREATED_AS = "only a Summon by an effect that is treated as one of that kind"
SAME_LINK = "only with that effect in the same chain link"


@cache
def by_event(windows: Window, condition: str | None = None) -> Verdict:
    """Legal when its event falls in one of these windows."""
    return Verdict("yes", windows, "event", condition)


@cache
def named(windows: Window, condition: str | None = None) -> Verdict:
    """Legal in the first chain of the windows that the text names."""
    return Verdict("yes", windows, "first_chain", condition)


@cache
def opens(windows: Window, condition: str | None = None) -> Verdict:
    """Legal in these windows, where it may start any number of chains."""
    return Verdict("yes", windows, "open", condition)


@cache
def in_same_link(windows: Window, mode: Mode) -> Verdict:
    """Legal in these windows as an effect that starts in the same chain link is, in its mode."""
    return Verdict("yes", windows, mode, SAME_LINK)


@cache
def responds(windows: Window) -> Verdict:
    """Legal in these windows, chained to what it answers."""
    return Verdict("yes", windows, "response")


@cache
def not_activated(applies_in: Window = NONE) -> Verdict:
    """No activation: it is applied, in these windows where it names any."""
    return Verdict("not_activated", applies_in=applies_in)
