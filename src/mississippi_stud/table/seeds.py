"""The table's part in a provable shuffle: the house's commitments, and the seeds of the seats and their hashes.

Nobody chooses last (decision 93).
"""

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import check_seed, commitment, seed_commitment
from mississippi_stud.round.state import Phase, State
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.state import DealingMode, Table


def commit(course: Course) -> None:
    """Publish the commitment to the next round's deck, if the floor deals and no commitment is outstanding."""
    table, secret = course.table, course.secret
    if table.dealt is not DealingMode.PHYSICAL and table.committed is None and secret:
        course.add(e.RoundCommitted, number=table.number + 1, commitment=commitment(secret), secret=secret.hex())


def counted_seeds(table: Table, state: State) -> dict[int, str]:
    """Return the seeds that count: those of the positions with a wager, in order; empty where one was not opened."""
    return {hand.position: table.seeds.get(hand.position, "") for hand in state.hands.values() if hand.stakes}


def open_seed(course: Course, command: c.PlaceWagers) -> None:
    """Open a seat's seed for the shuffle; with several seats, its hash must have been published before any was opened.

    Real cards are shuffled by hand, so a seed plays no part there.
    """
    table, position, seed = course.table, command.position, command.seed
    if not seed or table.committed is None or table.seeds.get(position) == seed:
        return
    check_seed(seed)
    if table.positions > 1 and table.seats[position].seed_hash != seed_commitment(seed):
        raise InputError("other-seed")
    course.add(e.SeedOpened, position=position, seed=seed)


def commit_seed(course: Course, command: c.CommitSeed) -> None:
    """Publish the hash of a seat's next seed: for the next round, unless somebody has already opened a seed for it."""
    table = course.table
    course.seat(command.position)
    coming = not table.seeds and (table.round is None or table.round.phase is Phase.BETTING)
    publish_hash(course, command.position, command.seed_hash, coming=coming)


def publish_hash(course: Course, position: int, seed_hash: str, *, coming: bool) -> None:
    """Record the hash of a seat's seed, for the next round if `coming`, otherwise for the one after it."""
    check_hash(seed_hash)
    course.add(e.SeedCommitted, position=position, seed_hash=seed_hash, coming=coming)


def check_hash(seed_hash: str) -> None:
    """Raise an error unless the hash of a seed is 64 hexadecimal digits."""
    if len(seed_hash) != 64 or not set(seed_hash) <= set("0123456789abcdef"):
        raise InputError("not-a-seed-hash")
