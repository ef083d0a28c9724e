"""The breaks that a house asks of everybody who plays at its tables: how long they may play, and how long they rest.

A house counts what is played at its own tables and nothing else (decision 196). Pure.
"""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from mississippi_stud.messages import DAY


class HouseBreaks(NamedTuple):
    """How a house wants it, in microseconds."""

    after: int
    """How long somebody may play before a break is due."""
    rest: int
    """How long the break is; whoever has not played there for so long has rested."""


class HousePlay(msgspec.Struct, frozen=True, kw_only=True):
    """How long a person has played at the tables of a house, in microseconds."""

    last_at: int = 0
    """When they last began or ended a round there."""
    stretch: int = 0
    """Since they last rested."""
    break_until: int = 0

    def rested(self, breaks: HouseBreaks, at: int) -> bool:
        """Whether they have had a break, or as long without play as one."""
        return self.break_until <= at and (self.break_until > 0 or at - self.last_at >= breaks.rest)

    def begins_at(self, breaks: HouseBreaks, at: int) -> int:
        """Return when their next break begins if they play on from now: at once, if it is due."""
        return at + max(0, breaks.after - (0 if self.rested(breaks, at) else self.stretch))


Plays = Mapping[str, HousePlay]
"""By house."""


def after_play(plays: Plays, house: str, played: int, at: int, *, rested: bool = False) -> Plays:
    """Count play at a house; what is older than the longest break there can be is dropped."""
    known = plays.get(house, HousePlay())
    begun = HousePlay(last_at=at) if rested else known
    kept = {name: each for name, each in plays.items() if max(each.last_at, each.break_until) > at - DAY}
    return {**kept, house: replace(begun, last_at=at, stretch=begun.stretch + played)}


def after_break(plays: Plays, house: str, until: int) -> Plays:
    """Have a break begin at a house."""
    return {**plays, house: replace(plays.get(house, HousePlay()), break_until=until)}
