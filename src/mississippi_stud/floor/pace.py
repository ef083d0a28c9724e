"""The pace of a table: how many rounds began in the last hour, and how long each phase of the latest ones took.

It is for those who deal there and those above them, and for nobody else.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import select

from mississippi_stud.floor.history.rounds import rounds
from mississippi_stud.floor.listing import rounds_in_the_last_hour
from mississippi_stud.messages import HOUR, SECOND
from mississippi_stud.round.state import STREET_OF, Phase
from mississippi_stud.store import schema

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

MEASURED: Final = 10
"""How many of the latest rounds are measured."""
_PHASES: Final[tuple[Phase, ...]] = (Phase.BETTING, *STREET_OF, Phase.SHOWDOWN)
_MARKS: Final = ("round_opened", "cards_dealt", "card_revealed", "round_settled", "entry_taken_back")


class Pace(NamedTuple):
    """The pace of a table."""

    rounds_an_hour: int
    seconds: dict[Phase, int]
    """How long each phase took on average in the latest rounds of the last hour."""


def pace_of(floor: "Floor", stream: str, version: int) -> Pace:
    """Return the pace of a table, which is at that version."""
    began = rounds_in_the_last_hour(floor, [stream]).get(stream, 0)
    taken: dict[Phase, list[int]] = defaultdict(list)
    for marks in _rounds(floor, stream, version) if began else ():
        for phase, microseconds in _phases(marks):
            taken[phase].append(microseconds)
    seconds = {phase: _average(taken[phase]) // SECOND for phase in _PHASES if phase in taken}
    return Pace(began, seconds)


def _average(values: list[int]) -> int:
    return sum(values) // len(values)


def _rounds(floor: "Floor", stream: str, version: int) -> Iterator[list[tuple[str, int]]]:
    """Yield when each phase of the latest settled rounds of the last hour began, by the event that began it."""
    known, logged = rounds.c, schema.events.c
    over = (known.status == "settled", known.last_version <= version)  # by then, on a floor of the past
    latest = (
        select(known.first_version, known.last_version)
        .where(known.stream == stream, *over, known.opened_at > floor.clock() - HOUR)
        .order_by(known.round.desc())
        .limit(MEASURED)
    )
    spans = [(row.first_version, row.last_version) for row in floor.database.fetch_beside(latest)]
    if not spans:
        return
    marked = select(logged.version, logged.name, logged.at).where(
        logged.stream == stream,
        logged.version.between(min(first for first, _ in spans), max(last for _, last in spans)),
        logged.name.in_(_MARKS),
    )
    events = floor.database.fetch_beside(marked.order_by(logged.version))
    for first, last in spans:
        yield [(row.name, row.at) for row in events if first <= row.version <= last]


def _phases(marks: Iterable[tuple[str, int]]) -> Iterator[tuple[Phase, int]]:
    """Yield how long each phase of a round took.

    Nothing of a round in which an entry was taken back, nor of streets that nobody played because all had folded: their
    cards are turned as the round is settled.
    """
    found = list(marks)
    if any(name == "entry_taken_back" for name, _ in found):
        return
    ended = found[-1][1] if found else 0
    played = [at for name, at in found if name != "card_revealed" or at < ended]
    every = len(played) == len(_PHASES) + 1
    for phase, (began, over) in zip(_PHASES if every else _PHASES[: len(played) - 2], pairwise(played), strict=False):
        yield phase, over - began
