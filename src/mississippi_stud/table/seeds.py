"""The table's part in a provable shuffle: the house's commitments, and the seats' seeds and their hashes."""

from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import check_seed, commitment, seed_commitment
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Phase, State
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.state import Dealt, Table

HASH_CHARACTERS: Final = 64


def commit(course: Course) -> None:
    """Publish the commitment to the coming round's deck, where the floor deals and none is outstanding."""
    if course.table.dealt is Dealt.PHYSICAL or course.table.committed is not None or not course.secret:
        return
    secret, number = course.secret, course.table.number + 1
    course.add(
        e.RoundCommitted(
            at=course.at, by=course.by, number=number, commitment=commitment(secret), secret=secret.hex()
        )
    )  # fmt: skip


def counted_seeds(table: Table, state: State) -> dict[int, str]:
    """The seeds that count: of the positions with a wager, in order; one that was not opened is empty."""
    return {hand.position: table.seeds.get(hand.position, "") for hand in state.hands.values() if hand.stakes}


def open_seed(course: Course, command: c.PlaceWagers) -> None:
    """A seat's own part in the shuffle; at a table of several its hash was published before anybody's was opened.

    Real cards are shuffled by hand: a seed has no part in it.
    """
    if not command.seed or course.table.committed is None:
        return
    if course.table.seeds.get(command.position) == command.seed:
        return
    check_seed(command.seed)
    seat = course.table.seats[command.position]
    if course.table.positions > 1 and seat.seed_hash != seed_commitment(command.seed):
        raise InputError(
            "this seed does not have the hash that was published for the seat: send the one that does, or none"
        )
    course.add(e.SeedOpened(at=course.at, by=course.by, position=command.position, seed=command.seed))


def commit_seed(course: Course, command: c.CommitSeed) -> None:
    """The hash of a seat's next seed: for the coming round as long as nobody has opened a seed for it."""
    if command.position not in course.table.seats:
        clause = course.book.positions.seated_players_only.clause
        raise Refused("nobody-there", clause, position=command.position)
    table = course.table
    coming = not table.seeds and (table.round is None or table.round.phase is Phase.BETTING)
    publish_hash(course, command.position, command.seed_hash, coming=coming)


def publish_hash(course: Course, position: int, seed_hash: str, *, coming: bool) -> None:
    """Put the hash of a seat's seed down, for the coming round or for the one after it."""
    check_hash(seed_hash)
    course.add(
        e.SeedCommitted(at=course.at, by=course.by, position=position, seed_hash=seed_hash, coming=coming)
    )  # fmt: skip


def check_hash(seed_hash: str) -> None:
    """The hash of a seed is 64 hexadecimal digits."""
    if len(seed_hash) != HASH_CHARACTERS or not set(seed_hash) <= set("0123456789abcdef"):
        raise InputError("the hash of a seed is its SHA-256 in 64 hexadecimal digits")
