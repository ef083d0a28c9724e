"""Seeded runs of a whole floor: many tables with duplicates, crashes, clock jumps and watchers that come and go.

Randomness, time and secrets come from the seed, so it determines the steps, the answers and every byte in the tables.
"""

import threading
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Self

from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import round_id
from mississippi_stud.floor import Answer, ChangeMeters, Floor, PlaceWagers, Wager
from mississippi_stud.floor.clock import tick
from mississippi_stud.jackpot import CorrectMeter, DisplayNotice, MeterNotice, MoveTable, SetEquipment
from mississippi_stud.jackpot.state import Change
from mississippi_stud.money import text as dollars
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import log
from mississippi_stud.table.commands import Command
from tests.floor.drive import (
    METERS,
    chance_of,
    check_all,
    command_of,
    crown_table,
    digest,
    lucky_seed,
    next_command,
    open_crown,
    opened,
    play,
    run_house,
    secrets_from,
    table_of,
)

PLAYERS = 4
TABLES = 6
ON_METERS = 4
"""How many of the tables are linked to meters."""
HOUR = 3_600 * 1_000_000


class Crash(BaseException):
    """The process has crashed."""


class Watcher:
    """A follower of a stream: when notified that it has grown, it reads on from where it was."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.seen: list[int] = []
        self.stop: Callable[[], None] | None = None
        self._one = threading.Lock()

    def connect(self, floor: Floor) -> None:
        self.stop = floor.watch(self.stream, lambda _: self.catch_up(floor))
        self.catch_up(floor)

    def catch_up(self, floor: Floor) -> None:
        with self._one:
            after = self.seen[-1] if self.seen else 0
            self.seen += [record.version for record in log.read(floor.database, self.stream, after=after)]

    def disconnect(self) -> None:
        if self.stop:
            self.stop()
        self.stop = None


class Simulation:
    """One run on one database; with `second`, another worker on it takes half of the commands, and never crashes."""

    def __init__(self, url: str, seed: object, *, second: bool = False) -> None:
        self.url = url
        self.chance: Random = chance_of(seed)
        self.secrets = secrets_from(chance_of(f"secrets of {seed}"))
        self.now = 1_700_000_000_000_000
        self.trace: list[str] = []
        """Everything that was done and, at the end, a hash over everything stored."""
        self.lucky: str | None = None if self.chance.randrange(3) == 0 else ""
        """The round that wins the meter; None if it has not come yet, "" if no round is to win."""
        self.met: Counter[str] = Counter()
        """Counts of the meters' events by name, filled at the end."""
        self.answers: dict[str, tuple[str, Command | ChangeMeters, int]] = {}
        self.floor = self._open()
        self.second = self._open() if second else None
        self.number = 0
        for player in range(PLAYERS):
            self.floor.deposit(f"p{player}", 500_00, command_id=f"first deposit {player}")
        run_house(self.floor)
        self.tables = [
            crown_table(self.floor, f"p{number % PLAYERS}", f"open {number}")
            if number < ON_METERS
            else table_of(self.floor, f"p{number % PLAYERS}", command_id=f"open {number}")
            for number in range(TABLES)
        ]
        open_crown(self.floor, *self.tables[:ON_METERS])
        self.watchers = [Watcher(stream) for stream in (*self.tables, METERS) for _ in range(2)]

    def _open(self) -> Floor:
        return opened(self.url, clock=lambda: self.now, secrets=self.secrets)

    def run(self, steps: int, *, checked: bool = True) -> Self:
        """Take steps, checking everything after each, or only after the last."""
        for _ in range(steps):
            self.step()
            if checked:
                self.check()
        return self.end()

    def run_commands(self, commands: int, checked_every: int) -> Self:
        """Take steps until so many commands were sent, checking everything now and then."""
        steps = 0
        while self.number < commands:
            self.step()
            steps += 1
            if steps % checked_every == 0:
                self.check()
        return self.end()

    def step(self) -> None:
        kinds = {self.play: 14, self.retry: 3, self.abuse: 2, self.deposit: 1, self.jump: 2, self.watching: 4,
                 self.crash: 2, self.halt: 1, self.staff: 2}  # fmt: skip
        self.now += self.chance.randrange(HOUR)
        if self.floor.disabled() is not None and self.chance.random() < 0.3:
            self.halt()
        self.chance.choices(list(kinds), list(kinds.values()))[0]()

    def end(self) -> Self:
        """Check everything, build the projections anew, and close."""
        self.check()
        if self.second:
            self.second.close()
        for watcher in self.watchers:
            watcher.disconnect()
        before = digest(self.floor.database)
        self.floor.rebuild()
        assert digest(self.floor.database) == before, "projections are not what the log tells"
        self.met.update(record.name for record in log.read(self.floor.database, METERS))
        self.trace.append(digest(self.floor.database))
        self.floor.close()
        return self

    def check(self) -> None:
        """Check every invariant: of the database, of each table, of the answers, of the watchers."""
        check_all(self.floor, tables=self.tables)
        known = log.known_commands(self.floor.database, list(self.answers))
        assert {name: version for name, (version, _) in known.items()} == {
            name: version for name, (_, _, version) in self.answers.items()
        }, "an answer was forgotten or changed"
        for watcher in self.watchers:
            last = log.version(self.floor.database, watcher.stream) if watcher.stop else len(watcher.seen)
            assert watcher.seen == list(range(1, last + 1)), "a watcher missed something"

    def _worker(self) -> Floor:
        """Return the floor that a command comes to."""
        return self.chance.choice((self.floor, self.second)) if self.second else self.floor

    def _name(self) -> str:
        self.number += 1
        return f"c{self.number}"

    def _heard(self, name: str, table: str, command: Command | ChangeMeters, ask: Callable[[], Answer]) -> None:
        """Record an answer."""
        try:
            version = ask().version
        except Refused as refused:
            self.trace.append(f"{name} refused {refused.code}")
        else:
            self.trace.append(f"{name} done {version}")
            assert self.answers.setdefault(name, (table, command, version))[2] == version

    def _next(self, table: str) -> Command:
        """Return a player's next command; in one run of three, somebody knows a secret and wins part of the meter."""
        now, command = self.floor.table(table), next_command(self.chance, self.floor.table(table))
        coming = round_id(table, now.number + (now.round is None))
        deals = isinstance(command, PlaceWagers) and command.ready and Wager.JACKPOT in command.wagers
        if deals and self.lucky is None and now.committed is not None:
            self.lucky = coming
            return replace(command, seed=lucky_seed(bytes.fromhex(now.committed.secret), coming))
        if now.round is not None and now.seeds and self.lucky == coming:
            return command_of(self.floor, table, "1 bet 1")
        return command

    # The kinds of step.

    def play(self) -> None:
        """Send commands at several tables at once, some of them twice."""
        waiting = []
        for table in self.chance.sample(self.tables, self.chance.randint(3, TABLES)):
            name, command = self._name(), self._next(table)
            times = self.chance.choice((1, 1, 2))
            answers = [self._worker().submit(table, command, command_id=name) for _ in range(times)]
            waiting += [(name, table, command, answer) for answer in answers]
        for name, table, command, answer in waiting:
            self._heard(name, table, command, answer.result)

    def retry(self) -> None:
        """Send an old command once more, or a different one under its id."""
        if not self.answers:
            return
        name = self.chance.choice(list(self.answers))
        table, command, version = self.answers[name]
        assert self.floor.send(table, command, command_id=name).version == version
        try:
            play(self.floor, self.tables[0], "1 ready", name, seed="quite another")
        except InputError:
            self.trace.append(f"{name} is taken")
        else:
            raise AssertionError("another body under the same id was taken")

    def abuse(self) -> None:
        """Send something that is rarely allowed."""
        table = self.chance.choice(self.tables)
        cents, position = self.chance.choice((0, 1, 4_99, 10**9)), self.chance.randint(1, 3)
        scripts = (
            f"1 ante {dollars(cents)}; 1 ready",
            f"{position} ante 5; {position} ready",
            f"{position} fold",
            "1 ready",
        )
        command, name = command_of(self.floor, table, self.chance.choice(scripts), seed="x"), self._name()
        self._heard(name, table, command, lambda: self.floor.send(table, command, command_id=name))

    def deposit(self) -> None:
        player, name = self.chance.randrange(PLAYERS), self._name()
        for _ in range(self.chance.choice((1, 2))):
            self.floor.deposit(f"p{player}", 100_00, command_id=name)
        self.trace.append(f"{name} deposit {self.floor.balance(f'p{player}')}")

    def jump(self) -> None:
        """Set the clock forwards or back and do what is then due: a round left open too long is cancelled."""
        self.now += self.chance.choice((-48, -1, 1, 24 * 40)) * HOUR
        self.trace.append(f"now {self.now}, done: {tick(self.floor)}")

    def staff(self) -> None:
        """Do something to the meters, mostly at the wrong moment."""
        table, meter = self.chance.choice(self.tables[:ON_METERS]), self.chance.choice(("main", "low"))
        cents, working = self.chance.randrange(1, 1000), self.chance.random() < 0.95
        do = self.chance.choice((
            DisplayNotice(notice=MeterNotice(change=Change.MOVE, table=table, meter=meter, at=0)),
            MoveTable(table=table, meter=meter),
            SetEquipment(table=table, working=working),
            CorrectMeter(meter=meter, amount_exact=f"{cents}/7", corrects="a count", by="manager", why="miscounted"),
        ))  # fmt: skip
        name, command = self._name(), ChangeMeters(do=do)
        for _ in range(self.chance.choice((1, 2))):
            self._heard(name, METERS, command, lambda: self.floor.send(METERS, command, command_id=name))

    def watching(self) -> None:
        """Disconnect or reconnect a watcher."""
        watcher = self.chance.choice(self.watchers)
        if watcher.stop:
            watcher.disconnect()
        else:
            watcher.connect(self.floor)

    def halt(self) -> None:
        """Disable or enable gaming."""
        if self.floor.disabled() is None:
            self.floor.disable("for the simulation", command_id=self._name())
        else:
            self.floor.enable("for the simulation", command_id=self._name())
        self.trace.append(f"disabled: {self.floor.disabled()}")

    def crash(self) -> None:
        """Crash the process: while idle, before a commit, or between a commit and its publication."""
        table, name = self.chance.choice(self.tables), self._name()
        command = self._next(table)
        moment = self.chance.choice(("idle", "commit", "publish"))
        lost = self._lost(moment)
        try:
            if moment != "idle":
                self.floor.send(table, command, command_id=name)
                lost = False
        except (Crash, Refused):
            pass
        for watcher in self.watchers:
            watcher.disconnect()
        self._abandon()
        self.floor = self._open()
        there = name in log.known_commands(self.floor.database, [name])
        self.trace.append(f"{name} crash {moment} {there}")
        assert not (there and lost and moment == "commit"), "what was never committed is there"
        self._heard(name, table, command, lambda: self.floor.send(table, command, command_id=name))

    def _lost(self, moment: str) -> bool:
        """Arrange the crash; return whether the command may be lost in it."""
        committed = self.chance.choice((False, True))

        def dies(*_: object) -> None:
            if committed:
                real(*_)
            raise Crash

        def unheard(*_: object) -> None:
            if threading.current_thread().name == "floor-writer":
                raise Crash

        if moment == "commit":
            real = self.floor.database.engine.dialect.do_commit
            self.floor.database.engine.dialect.do_commit = dies  # type: ignore[method-assign]
        elif moment == "publish":
            self.floor.watchers.publish = unheard  # type: ignore[method-assign]
        return not committed

    def _abandon(self) -> None:
        """Abandon the floor as a crash does: release only what the operating system would release."""
        self.floor._writer.close()
        if self.floor._listener:
            self.floor._listener.close()
        self.floor.database.close()
