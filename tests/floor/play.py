"""Rounds for the tests of the floor: a clock that is told the time, and a player who always does the same."""

from pathlib import Path

from mississippi_stud.floor import Act, Begin, Bet, BetAll, DealCards, Floor, Fold, Place, Wager

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


def begin(floor: Floor, game: str, ante_cents: int = 5_00, bonus_cents: int = 0) -> None:
    floor.send(game, Begin())
    floor.send(game, Act(do=Place(position=1, wager=Wager.ANTE, cents=ante_cents)))
    if bonus_cents:
        floor.send(game, Act(do=Place(position=1, wager=Wager.THREE_CARD_BONUS, cents=bonus_cents)))


def fold(floor: Floor, game: str, seed: str = "ann", bonus_cents: int = 0) -> None:
    begin(floor, game, bonus_cents=bonus_cents)
    floor.send(game, DealCards(seed=seed))
    floor.send(game, Act(do=Fold(position=1)))


def bet_all(floor: Floor, game: str, seed: str = "ann", bonus_cents: int = 0) -> None:
    begin(floor, game, bonus_cents=bonus_cents)
    floor.send(game, DealCards(seed=seed))
    floor.send(game, Act(do=BetAll(position=1)))


def bet_each(floor: Floor, game: str, seed: str = "ann") -> None:
    begin(floor, game)
    floor.send(game, DealCards(seed=seed))
    for cents in (5_00, 10_00, 15_00):
        floor.send(game, Act(do=Bet(position=1, cents=cents)))


def dealt(floor: Floor, game: str, seed: str = "ann") -> None:
    """An unfinished round: dealt, and its first street bet."""
    begin(floor, game, bonus_cents=2_00)
    floor.send(game, DealCards(seed=seed))
    floor.send(game, Act(do=Bet(position=1, cents=5_00)))
