"""Tables of several seats for the tests of the history: who sits, what they wager, and a round of them."""

from collections.abc import Mapping
from typing import Any

from mississippi_stud.fairness.shuffle import seed_commitment
from mississippi_stud.floor import Bet, Floor, Fold, PlaceWagers, Play, Wager
from mississippi_stud.round.commands import BetBlind
from tests.floor.drive import play, sit

ANTE = {Wager.ANTE: 5_00}


def seats(floor: Floor, book: str, players: Mapping[int, str], **options: Any) -> str:
    """An automatic table with these players, each with money and the hash of a first seed."""
    table = floor.open_table(book, positions=max(players), **options)
    for position, player in players.items():
        box = player in floor.table(table).players
        if not box:
            floor.deposit(player, 10_000_00)
        room = {"nobody_shut_out": box, "seats_elsewhere": box}
        sit(floor, table, player, position, seed_hash=seed_commitment(seed(position, 1)), **room)
    return table


def seed(position: int, number: int) -> str:
    """What a seat opens in a round."""
    return f"seed {position} of round {number}"


def deal(floor: Floor, table: str, wagers: Mapping[int, Mapping[Wager, int]] | None = None) -> None:
    """The wagers of every seat with its seed, the hash of its next one, and with the last of them the deal."""
    now = floor.table(table)
    for position in sorted(now.seats, key=lambda each: not now.seats[each].box):  # the cards wait for seats only
        made = PlaceWagers(
            position=position,
            wagers=ANTE if wagers is None else wagers.get(position, {}),
            seed=seed(position, now.number + 1),
            next_seed_hash=seed_commitment(seed(position, now.number + 2)),
        )
        play(floor, table, made)


def decide(floor: Floor, table: str, folding: tuple[int, ...] = ()) -> None:
    """Play the round that is dealt to its end: these positions fold, the others bet what the ante was."""
    while (state := floor.table(table).round) is not None:
        hand = next(state.waiting())
        do: Any = Bet(position=hand.position, cents=5_00)
        if hand.blind and Wager.THIRD_STREET not in hand.stakes:
            do = BetBlind(position=hand.position, cents=(5_00, 5_00, 5_00))
        elif hand.position in folding:
            do = Fold(position=hand.position)
        play(floor, table, Play(do=do))
