"""A child that plays a whole tournament and may be killed at any moment: `python -m tests.floor.cup_child URL KEY …`.

Started again it goes on where the log says, whatever was under way; it prints how many hands are recorded.
"""

import subprocess
import sys
from pathlib import Path

from msgspec.structs import replace
from sqlalchemy import func, select

from mississippi_stud.floor import Floor
from mississippi_stud.messages import SECOND
from mississippi_stud.store import log, schema
from mississippi_stud.tournament.programme import Field, PlaySession, Pool, Programme
from mississippi_stud.tournament.state import Life
from mississippi_stud.tournament.terms import TournamentTerms
from tests.floor.cups import FakeTime, FloorCup, finished, house_with_director, terms


def start(*words: object) -> "subprocess.Popen[str]":
    """Start a child; its output comes through the pipe."""
    told = [sys.executable, "-m", "tests.floor.cup_child", *map(str, words)]
    return subprocess.Popen(told, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])


def programme(hands: int) -> TournamentTerms:
    """Return terms with heats of six, a repechage and a final."""
    heats = PlaySession(name="heats", hands=hands, best=2, of=Pool.TABLE)
    again = PlaySession(name="repechage", field=Field.OUT, hands=hands // 2, best=2, entry_cents=2_500)
    ready = terms("repechage")
    return replace(
        ready, rounds_and_sessions=Programme(sessions=(heats, again, PlaySession(name="final", hands=hands)))
    )


class SpokenCup(FloorCup):
    """A tournament that says how many hands it has had."""

    def after_turn(self) -> None:
        sys.stdout.write(f"{sum(heat.hand for heat in self.now.heats.values())} {self.now.session}\n")
        sys.stdout.flush()


def play(url: str, key: str, players: int, tables: int, hands: int) -> None:
    """Play the tournament from wherever it is to its end."""
    time = FakeTime()
    with Floor.open(url, key, time) as floor:
        with floor.database.transaction() as connection:
            last = connection.scalar(select(func.max(schema.events.c.at))) or 0
        time.now = max(time.now, int(last) + SECOND)
        if not log.version(floor.database, "house:play"):
            house_with_director(floor)
        cup = SpokenCup(floor, time)
        if not log.version(floor.database, cup.stream) or cup.now.life in (
            Life.DRAFTED, Life.ANNOUNCED, Life.ENTRIES_OPEN, Life.ENTRIES_CLOSED, Life.BRIEFED,
        ):  # fmt: skip
            cup.drafted(programme(hands)).opened().enter(*(f"p{number}" for number in range(players)))
            cup.begun(tables)
        if cup.now.life is not Life.FINAL:
            finished(cup)
        sys.stdout.write("final\n")


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6]))
