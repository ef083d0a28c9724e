"""A clock that is set by hand, and a floor and a table that go by it."""

from pathlib import Path

from mississippi_stud.floor import Floor
from tests.floor.drive import table_of

DAY = 24 * 60 * 60 * 1_000_000
NOON = 1_790_000_000_000_000


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self, now: int = NOON) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


def opened(url: str, key: Path, clock: Clock | None = None) -> Floor:
    return Floor.open(url, key, clock or Clock())


def table(floor: Floor, player: str = "ann", book: str = "online") -> str:
    return table_of(floor, player, book)
