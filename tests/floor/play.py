"""Rounds for the floor's tests: a clock that is set by hand, and a player who always does the same."""

from pathlib import Path

from mississippi_stud.floor import Bet, BetAll, Floor, Fold, PlaceWagers, Play, Wager
from tests.floor.drive import play, table_of

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


def wagers(bonus_cents: int = 0, ante_cents: int = 5_00, **options: object) -> PlaceWagers:
    made = {Wager.ANTE: ante_cents} | ({Wager.THREE_CARD_BONUS: bonus_cents} if bonus_cents else {})
    return PlaceWagers(position=1, wagers=made, **options)  # type: ignore[arg-type]


def begin(floor: Floor, stream: str, ante_cents: int = 5_00, bonus_cents: int = 0) -> None:
    """Begin a round and leave its wagers open."""
    play(floor, stream, wagers(bonus_cents, ante_cents, ready=False))


def fold(floor: Floor, stream: str, seed: str = "ann", bonus_cents: int = 0) -> None:
    play(floor, stream, wagers(bonus_cents, seed=seed), Play(do=Fold(position=1)))


def bet_all(floor: Floor, stream: str, seed: str = "ann", bonus_cents: int = 0) -> None:
    play(floor, stream, wagers(bonus_cents, seed=seed), Play(do=BetAll(position=1)))


def bet_each(floor: Floor, stream: str, seed: str = "ann") -> None:
    play(floor, stream, wagers(seed=seed), *(Play(do=Bet(position=1, cents=cents)) for cents in (5_00, 10_00, 15_00)))


def dealt(floor: Floor, stream: str, seed: str = "ann") -> None:
    """Leave a round unfinished: dealt, with the first street bet."""
    play(floor, stream, wagers(2_00, seed=seed), Play(do=Bet(position=1, cents=5_00)))
