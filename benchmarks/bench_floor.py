"""Durable commands through the floor: beside a store in memory, a commit per command, a young game, and few games."""

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
from mississippi_stud.floor import Act, Begin, BetAll, ChangeMeters, Command, DealCards, Floor, Fold, Place, Wager
from mississippi_stud.floor.write import SNAPSHOT_EVERY
from mississippi_stud.jackpot import Offer, OpenMeter
from mississippi_stud.money import Cents
from mississippi_stud.store import Append, Database, Done, Keys, log

GAMES = 64
ANTE = Act(do=Place(position=1, wager=Wager.ANTE, cents=5_00))
JACKPOT = Act(do=Place(position=1, wager=Wager.JACKPOT, cents=5_00))
ROUND: tuple[Command, ...] = (Begin(), ANTE, DealCards(seed="a seed"), Act(do=BetAll(position=1)))
FOLDED: tuple[Command, ...] = (*ROUND[:3], Act(do=Fold(position=1)))
MEMORY_GAMES = (100, 1_000)


class Games:
    """A floor with many games, each on its way through round after round."""

    def __init__(self, url: str, games: int = GAMES) -> None:
        self.floor = Floor(Database(url, Keys(new_secret())))
        self.games = []
        for number in range(games):
            self.floor.deposit(f"p{number}", 100_000_000_00)
            self.games.append(self.floor.open_game(f"p{number}", "online"))

    def together(self) -> None:
        """A round in every game at once."""
        for command in ROUND:
            for answer in [self.floor.submit(game, command) for game in self.games]:
                answer.result()

    def one_by_one(self) -> None:
        """The same, with a commit for each command."""
        for command in ROUND:
            for game in self.games:
                self.floor.send(game, command)


class Linked:
    """Tables of one house, all on one meter, on their way through jackpot rounds; or the same rounds on no meter."""

    def __init__(self, url: str, *, meter: bool) -> None:
        self.floor = Floor(Database(url, Keys(new_secret())))
        self.floor.open_meters("house", "crown")
        self.games = [self.floor.open_game(f"p{number}", "crown", meters="house") for number in range(GAMES)]
        for number in range(GAMES):
            self.floor.deposit(f"p{number}", 100_000_000_00)
        self.round = (Begin(), ANTE, JACKPOT, *FOLDED[2:]) if meter else FOLDED
        if meter:
            offer = Offer(cost_cents=Cents(5_00), option="1", seed="10000")
            opening = OpenMeter(meter="main", offer=offer, tables=tuple(self.games))
            self.floor.send("meters:house", ChangeMeters(do=opening))

    def together(self) -> None:
        """A round at every table at once."""
        for command in self.round:
            for answer in [self.floor.submit(game, command) for game in self.games]:
                answer.result()


class Memory:
    """The least that a store can do: lists and dictionaries, neither sealed nor chained, and gone with the process."""

    def __init__(self) -> None:
        self.events: list[Append] = []
        self.commands: dict[str, tuple[int, bytes]] = {}

    def append(self, _: Database, batch: Sequence[Append]) -> list[Done]:
        self.events += batch
        outcomes = [Done(each.after + len(each.events), each.state) for each in batch]
        for each, done in zip(batch, outcomes, strict=True):
            self.commands[each.command_id] = done.version, each.body
        return outcomes

    def known(self, _: Database, names: Sequence[str]) -> dict[str, tuple[int, bytes]]:
        return {name: self.commands[name] for name in names if name in self.commands}


def durable(folder: Path) -> Result:
    """64 games at once on disk, and the same commands on lists in memory."""
    games, others, memory = Games(f"sqlite:///{folder}/durable.db"), Games("sqlite://"), Memory()

    def in_memory() -> None:
        with patch.object(log, "append", memory.append), patch.object(log, "known_commands", memory.known):
            others.together()

    units = GAMES * len(ROUND)
    result = compare(
        "a durable command", games.together, in_memory, target=0.35, peer_name="kept in memory alone", units=units
    )
    games.floor.close()
    others.floor.close()
    return result


def linked(folder: Path) -> Result:
    """Rounds of 64 tables that all feed one meter, beside rounds that feed none."""
    hot, cold = Linked(f"sqlite:///{folder}/hot.db", meter=True), Linked(f"sqlite:///{folder}/cold.db", meter=False)
    result = compare(
        "a jackpot round on a meter that 64 tables feed",
        hot.together,
        cold.together,
        target=0.35,
        peer_name="the same without a jackpot wager",
        units=GAMES,
    )
    hot.floor.close()
    cold.floor.close()
    return result


def grouped(folder: Path) -> Result:
    """Group commit beside a commit per command."""
    games = Games(f"sqlite:///{folder}/grouped.db")
    result = compare(
        "a command in a group commit",
        games.together,
        games.one_by_one,
        target=2,
        peer_name="a commit per command",
        units=GAMES * len(ROUND),
    )
    games.floor.close()
    return result


def opening(folder: Path, old_rounds: int = 10_000, young_rounds: int = 10) -> Result:
    """Opening a game with a long past beside one that has hardly any."""
    games = Games(f"sqlite:///{folder}/opening.db", 2)
    old, young = games.games
    for game, rounds in ((old, old_rounds), (young, young_rounds)):
        answers = [games.floor.submit(game, command) for _ in range(rounds) for command in FOLDED]
        for answer in answers:
            answer.result()
    while log.version(games.floor.database, old) % SNAPSHOT_EVERY < SNAPSHOT_EVERY - 10:
        for command in FOLDED:  # the worst moment: as long after the last snapshot as can be
            games.floor.send(old, command)

    def opened(game: str) -> None:
        for _ in range(20):
            games.floor.games.forget(game)
            games.floor.game(game)

    result = compare(
        f"opening a game with {old_rounds} past rounds",
        lambda: opened(old),
        lambda: opened(young),
        target=0.5,
        peer_name=f"one with {young_rounds}",
        units=20,
    )
    games.floor.close()
    return result


def memory_per_game() -> None:
    """What an open game costs in memory, with few of them and with many."""
    costs = []
    for number in MEMORY_GAMES:
        games = Games("sqlite://", 1)
        games.together()  # what is made once for all games is there
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        more = [games.floor.open_game("p0", "online") for _ in range(number)]
        for command in ROUND[:3]:
            for answer in [games.floor.submit(game, command) for game in more]:
                answer.result()
        gc.collect()
        costs.append((tracemalloc.get_traced_memory()[0] - before) // number)
        tracemalloc.stop()
        games.floor.close()
    few, many = costs
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"  memory of an open game: {few} bytes among {MEMORY_GAMES[0]}, {many} among {MEMORY_GAMES[1]}")
    print(f"  (peak of this process {peak} MiB)", flush=True)


def run() -> Iterator[Result]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mstud-bench-")))
        yield durable(folder)
        yield grouped(folder)
        yield linked(folder)
        yield opening(folder)
    memory_per_game()
