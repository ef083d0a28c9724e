"""Durable commands through the floor, compared with a store in memory, a commit per command and a young table.

It also compares few tables with many. Decision 65 says what is compared with what.
"""

import gc
import resource
import tempfile
import tracemalloc
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

from benchmarks.measure import Result, compare
from mississippi_stud.fairness import new_secret
from mississippi_stud.floor import STREAMS, BetAll, ChangeMeters, Floor, Fold, PlaceWagers, Play, Sit, Wager
from mississippi_stud.floor.decider import SNAPSHOT_EVERY
from mississippi_stud.jackpot import MeterOffer, OpenMeter
from mississippi_stud.money import Cents
from mississippi_stud.store import Append, Database, Keys, Success, log
from mississippi_stud.table.commands import Command

TABLES = 64
ANTE = {Wager.ANTE: 5_00}
JACKPOT = {Wager.ANTE: 5_00, Wager.JACKPOT: 5_00}
ALL_IN, FOLD = Play(do=BetAll(position=1)), Play(do=Fold(position=1))
MEMORY_TABLES = (100, 1_000)
BEFORE_BYTES, BEFORE_MICROSECONDS = 2_588, 844
"""Memory and time of the solo game that one-seat tables replaced, measured on the same machine as these on 2026-11-16:
an open game among 1,000, and a durable round, in four commands, of one game among 64 at once.
"""


class Tables:
    """A floor with many one-seat tables, each playing round after round."""

    def __init__(self, url: str, tables: int = TABLES, book: str = "online", **options: str) -> None:
        self.floor = Floor(Database(url, Keys(new_secret()), STREAMS.tables))
        if options:
            self.floor.open_meters(options["meters"], book)
        self.tables: dict[str, str] = {}
        for number in range(tables):
            self.floor.deposit(f"p{number}", 100_000_000_00)
            self.open(f"p{number}", book, **options)

    def open(self, player: str, book: str = "online", **options: str) -> str:
        """Open a one-seat table for a player."""
        table = self.floor.open_table(book, **options)
        self.floor.send(table, Sit(position=1, player=player, person=player))
        self.tables[table] = player
        return table

    def deal(self, table: str, wagers: dict[Wager, int] = ANTE) -> Command:
        """Return the command that wagers and deals, naming the commitment that its player sees."""
        committed = self.floor.table(table).committed
        assert committed is not None
        person, seen = self.tables[table], committed.commitment
        return PlaceWagers(position=1, wagers=wagers, seed="a seed", commitment=seen, person=person)

    def decide(self, table: str, decision: Play) -> Command:
        """Return the command for a decision by the table's player."""
        return Play(do=decision.do, person=self.tables[table])

    def together(self, wagers: dict[Wager, int] = ANTE, decision: Play = ALL_IN) -> None:
        """Play a round at every table at once."""
        for answer in [self.floor.submit(table, self.deal(table, wagers)) for table in self.tables]:
            answer.result()
        for answer in [self.floor.submit(table, self.decide(table, decision)) for table in self.tables]:
            answer.result()

    def one_by_one(self) -> None:
        """Play a round at every table with a commit per command."""
        for table in self.tables:
            self.floor.send(table, self.deal(table))
        for table in self.tables:
            self.floor.send(table, self.decide(table, ALL_IN))


class Memory:
    """The least that a store can do: lists and dictionaries, neither sealed nor chained, lost with the process."""

    def __init__(self) -> None:
        self.events: list[Append] = []
        self.commands: dict[str, tuple[int, bytes]] = {}

    def append(self, _: Database, batch: Sequence[Append]) -> list[Success]:
        self.events += batch
        outcomes = [
            Success(tuple(part.after + len(part.events) for part in each.parts), each.states) for each in batch
        ]  # fmt: skip
        for each, done in zip(batch, outcomes, strict=True):
            self.commands[each.command_id] = done.versions[0], each.body
        return outcomes


def durable(folder: Path) -> Result:
    """Compare 64 tables at once on disk with the same commands on lists in memory."""
    tables, others, memory = Tables(f"sqlite:///{folder}/durable.db"), Tables("sqlite://"), Memory()

    def in_memory() -> None:
        with patch.object(log, "append", memory.append):
            others.together()

    result = compare(
        "a durable command",
        tables.together,
        in_memory,
        target=0.35,
        peer_name="kept in memory alone",
        units=TABLES * 2,
    )
    tables.floor.close()
    others.floor.close()
    both = (
        f"{2_000_000 * result.ours:.0f} µs in two commands (the solo game before it: {BEFORE_MICROSECONDS} µs in four)"
    )
    print(f"  a durable round at one of {TABLES} one-seat tables: {both}", flush=True)
    return result


def linked(folder: Path) -> Result:
    """Compare rounds of 64 tables that all feed one meter with rounds that feed none."""
    hot, cold = (Tables(f"sqlite:///{folder}/{name}.db", TABLES, "crown", meters="house") for name in ("hot", "cold"))
    offer = MeterOffer(cost_cents=Cents(5_00), option="1", seed="10000")
    opening = OpenMeter(meter="main", offer=offer, tables=tuple(hot.tables))
    hot.floor.send("meters:house", ChangeMeters(do=opening))
    result = compare(
        "a jackpot round on a meter that 64 tables feed",
        lambda: hot.together(JACKPOT, FOLD),
        lambda: cold.together(ANTE, FOLD),
        target=0.35,
        peer_name="the same without a jackpot wager",
        units=TABLES,
    )
    hot.floor.close()
    cold.floor.close()
    return result


def grouped(folder: Path) -> Result:
    """Compare group commit with a commit per command."""
    tables = Tables(f"sqlite:///{folder}/grouped.db")
    result = compare(
        "a command in a group commit",
        tables.together,
        tables.one_by_one,
        target=2,
        peer_name="a commit per command",
        units=TABLES * 2,
    )
    tables.floor.close()
    return result


def opening(folder: Path, old_rounds: int = 10_000, young_rounds: int = 10) -> Result:
    """Compare opening a table with a long history with opening one that has hardly any."""
    tables = Tables(f"sqlite:///{folder}/opening.db", 2)
    old, young = tables.tables

    def play(table: str) -> None:
        for command in (tables.deal, lambda table: tables.decide(table, FOLD)):
            tables.floor.send(table, command(table))

    for table, rounds in ((old, old_rounds), (young, young_rounds)):
        for _ in range(rounds):
            play(table)
    while log.version(tables.floor.database, old) % SNAPSHOT_EVERY < SNAPSHOT_EVERY - 10:
        play(old)  # the worst case: as long as possible after the last snapshot

    def opened(table: str) -> None:
        for _ in range(20):
            tables.floor.states.forget(table)
            tables.floor.table(table)

    result = compare(
        f"opening a table with {old_rounds} past rounds",
        lambda: opened(old),
        lambda: opened(young),
        target=0.5,
        peer_name=f"one with {young_rounds}",
        units=20,
    )
    tables.floor.close()
    return result


def memory_per_table() -> None:
    """Measure the memory of an open one-seat table, with few of them and with many."""
    costs = []
    for number in MEMORY_TABLES:
        tables = Tables("sqlite://", 1)
        tables.together()  # create what all tables share first
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        more = [tables.open("p0") for _ in range(number)]
        for answer in [tables.floor.submit(table, tables.deal(table)) for table in more]:
            answer.result()
        gc.collect()
        costs.append((tracemalloc.get_traced_memory()[0] - before) // number)
        tracemalloc.stop()
        tables.floor.close()
    few, many = costs
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"  memory of an open one-seat table: {few} bytes among {MEMORY_TABLES[0]}, {many} among {MEMORY_TABLES[1]}")
    print(f"  (the solo game before it: {BEFORE_BYTES} bytes; peak of this process {peak} MiB)", flush=True)


def run() -> Iterator[Result]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mstud-bench-")))
        yield durable(folder)
        yield grouped(folder)
        yield linked(folder)
        yield opening(folder)
    memory_per_table()
