"""A child process to be killed or to race against others: `python -m tests.floor.child MODE URL …`.

It prints a line for each command before sending it ("sent ID STREAM COMMAND") and after the answer
("done ID STREAM VERSION" or "refused ID CODE"). Whatever is printed as done was acknowledged to somebody.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, PlaceWagers
from mississippi_stud.floor.persons import stream_of
from mississippi_stud.person.care_messages import ExcludeSelf, LimitKind, SetLimit, TimeOut
from mississippi_stud.person.periods import Period
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import StoreError, log
from mississippi_stud.table.commands import Command
from tests.decks import scripted_decks
from tests.floor.desk import RealDesk
from tests.floor.drive import (
    JACKPOT_ROUND,
    ROUND,
    SIX_SEATS,
    chance_of,
    command_of,
    crown_table,
    next_command,
    open_crown,
    opened,
    play,
    run_house,
    sit,
    submit,
    table_of,
)

PLAYERS = 6
COMMANDS: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


def start(mode: str, url: str, *rest: object) -> "subprocess.Popen[str]":
    """Start a child; its output comes through the pipe."""
    words = [sys.executable, "-m", "tests.floor.child", mode, url, *map(str, rest)]
    root = Path(__file__).parents[2]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root)


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def player_of(number: int) -> str:
    return f"p{number}"


def table_for(floor: Floor, number: int) -> str:
    """Return a player's table, opened on first use; every second one is linked to a meter."""
    if number % 2:
        return crown_table(floor, player_of(number), f"open {number}")
    return table_of(floor, player_of(number), command_id=f"open {number}")


def tables_of(floor: Floor) -> list[str]:
    """Return the tables of all players, after opening the meters."""
    run_house(floor)
    tables = [table_for(floor, number) for number in range(PLAYERS)]
    open_crown(floor, *tables[1::2])
    return tables


def play_on(url: str, seed: str) -> None:
    """Play at many tables at once until killed; each batch of commands shares commits."""
    chance = chance_of(seed)
    floor = opened(url)
    tables = tables_of(floor)
    say("ready", *tables)
    for step in range(1_000_000):
        waiting = []
        for table in tables:
            name = f"{seed}.{step}.{table[-6:]}"
            command = next_command(chance, floor.table(table))
            say("sent", name, table, msgspec.json.encode(command).decode())
            waiting.append((name, floor.submit(table, command, command_id=name)))
        for name, answer in waiting:
            try:
                done = answer.result()
            except Refused as refused:
                say("refused", name, refused.code)
            else:
                say("done", name, done.stream, done.version)


def die(*_: object) -> None:
    """End this process at once if called from its writer."""
    if threading.current_thread().name == "floor-writer":
        os.kill(os.getpid(), signal.SIGKILL)


def arm(floor: Floor, moment: str) -> None:
    """Die before the next commit, or between it and its publication."""
    if moment == "before-commit":
        floor.database.engine.dialect.do_commit = die  # type: ignore[method-assign]
    else:
        floor.watchers.publish = die  # type: ignore[method-assign]


def die_when(url: str, moment: str, table: str) -> None:
    """Play one round, and kill ourselves before the last commit or between it and its publication."""
    floor = opened(url)
    script = JACKPOT_ROUND if floor.table(table).meters else ROUND
    for number, lines in enumerate(script):
        if number == len(script) - 1:
            arm(floor, moment)
        say("sent", f"last.{number}", table)
        say("done", f"last.{number}", table, play(floor, table, lines, command_id=f"last.{number}").version)


def die_in_round(url: str, moment: str, table: str, last: str) -> None:
    """Play a round of six seats, and kill ourselves before a commit or between it and its publication."""
    floor = opened(url)
    for number, line in enumerate(SIX_SEATS):
        if number == int(last):
            arm(floor, moment)
        command, name = command_of(floor, table, line), f"{table[-8:]}.{number}"
        say("sent", name, table, msgspec.json.encode(command).decode())
        say("done", name, table, floor.send(table, command, command_id=name).version)


def die_at_desk(url: str, moment: str, table: str, last: str) -> None:
    """Deal a round with real cards and chips, and kill ourselves before a commit or between it and its publication."""

    def told(word: str, name: str, stream: str, what: object) -> None:
        say(word, name, stream, what if isinstance(what, int) else msgspec.json.encode(what).decode())

    floor = opened(url)
    desk = RealDesk(floor, table, told=told)
    while True:
        if desk.number == int(last):
            arm(floor, moment)
        desk.step()


def await_start() -> None:
    say("ready")
    sys.stdin.readline()


def of_round(floor: Floor, table: str, number: int, command: Command) -> Command:
    """Return a command as every process sends it in this round: with the round's commitment, read from the log."""
    if not isinstance(command, PlaceWagers):
        return command
    said = (
        msgspec.json.decode(each.payload) for each in log.read(floor.database, table) if each.name == "round_committed"
    )
    return msgspec.structs.replace(command, commitment=next(e["commitment"] for e in said if e["number"] == number))


def same(url: str, table: str, rounds: str) -> None:
    """Send the same commands under the same ids as every other process, at the same time."""
    with opened(url) as floor:
        deal, fold = (command_of(floor, table, lines, seed="a seed")
                      for lines in (JACKPOT_ROUND if floor.table(table).meters else ROUND))  # fmt: skip
        all_in = fold if floor.table(table).meters else command_of(floor, table, "1 max-all")
        await_start()
        for number in range(int(rounds)):
            for step, command in enumerate((deal, all_in if number % 2 else fold)):
                name = f"{number}.{step}"
                try:
                    answer = floor.send(table, of_round(floor, table, number + 1, command), command_id=name)
                    say("done", name, answer.stream, answer.version)
                except (Refused, InputError) as refused:
                    say("refused", name, refused)


def own(url: str, table: str, who: str, times: str) -> None:
    """Send our own commands at a table where others play too: each is carried out once or refused."""
    with opened(url) as floor:
        await_start()
        chance = chance_of(who)
        for number in range(int(times)):
            name = f"{who}.{number}"
            command = next_command(chance, floor.table(table))
            try:
                answer = floor.send(table, command, command_id=name)
                say("done", name, answer.stream, answer.version)
            except Refused as refused:
                say("refused", name, refused.code)


def spend(url: str, table: str, who: str, times: str) -> None:
    """Place antes from an account that others also spend from, round after round at our own table."""
    with opened(url) as floor:
        await_start()
        for number in range(int(times)):
            try:
                for step, lines in enumerate(ROUND):
                    answer = play(floor, table, lines, command_id=f"{who}.{number}.{step}")
                say("done", f"{who}.{number}", table, answer.version)
            except Refused as refused:
                say("refused", f"{who}.{number}", refused.code)
                return


def jackpots(url: str, who: str, rounds: str, *tables: str) -> None:
    """Play jackpot rounds at our own tables on a shared meter; now and then one wins part or all of it.

    The tables play in step, so that their commands share commits.
    """
    with scripted_decks(), opened(url) as floor:
        await_start()
        for number in range(int(rounds)):
            cards = {1: "9h 8h Qh Jh Th", 3: "Ah Kh Qh Jh Th"}.get(number % 5)
            wins = (f"1 ante 5; 1 jackpot 5; deal {cards}", "1 bet 1", "1 bet 1", "1 bet 1")
            for step, lines in enumerate(wins if cards else JACKPOT_ROUND):
                waiting = [(table, submit(floor, table, lines, command_id=f"{who}.{number}.{step}.{table[-6:]}"))
                           for table in tables]  # fmt: skip
                for table, answer in waiting:
                    say("done", f"{who}.{number}.{step}.{table[-6:]}", table, answer.result().version)


def clash(url: str, who: str, *tables: str) -> None:
    """Send groups of commands in our own order, at tables and accounts that others use in a different order."""
    with opened(url) as floor:
        await_start()
        chance = chance_of(who)
        for number in range(10):
            waiting = [
                (table, submit(floor, table, f"1 ante 5.{number:02}", command_id=f"{number}.{table[-12:]}"))
                for table in chance.sample(tables, len(tables))
            ]
            for table, answer in waiting:
                say("done", f"{number}.{table[-12:]}", table, answer.result().version)


def _rounds(floor: Floor, person: str, table: str) -> None:
    """Play round after round, until one may not begin."""
    while True:
        play(floor, table, "1 ante 5; deal")
        play(floor, table, "1 fold")


def _limit(floor: Floor, person: str, _table: str) -> None:
    for kind in (LimitKind.LOSS, LimitKind.DEPOSIT):
        floor.send(stream_of(person), SetLimit(kind=kind, period=Period.DAY, most=1_00))


def _stop(floor: Floor, _: str, table: str) -> str:
    """Stop the house of a table once a few rounds were played there; return the number of the last round then."""
    while floor.table(table).number < 3:
        time.sleep(0.001)
    floor.disable("a storm", house=floor.table(table).house)
    return str(floor.table(table).number)


RACES: dict[str, Callable[[Floor, str, str], object]] = {
    "stop": _stop,
    "wager": lambda floor, _, table: play(floor, table, "1 ante 5; deal"),
    "rounds": _rounds,
    "sit": lambda floor, person, table: sit(floor, table, person),
    "deposit": lambda floor, person, _: floor.deposit(person, 50_00),
    "limit": _limit,
    "time_out": lambda floor, person, _: floor.send(stream_of(person), TimeOut(until=floor.clock() + 3_600_000_000)),
    "exclude": lambda floor, person, _: floor.send(stream_of(person), ExcludeSelf(until=None)),
}
"""What a person does that another device of theirs may do, or rule out, at the same moment."""


def rivals(floor: Floor, what: str, persons: Sequence[str], tables: Sequence[str]) -> dict[str, str]:
    """Do one of these for each person in turn; return what came of it: its answer, "done", or a refusal's code."""
    done = {}
    for person, table in zip(persons, tables, strict=True):
        try:
            said = RACES[what](floor, person, table)
            done[person] = said if isinstance(said, str) else "done"
        except Refused as refused:
            done[person] = refused.code
    return done


def race(url: str, what: str, *tables: str) -> None:
    """Do one of these for everybody, while another process does the same or the opposite."""
    with opened(url) as floor:
        await_start()
        for person, code in rivals(floor, what, [player_of(number) for number in range(len(tables))], tables).items():
            say("race", person, code)


def full(url: str) -> None:
    """Play until a file may not grow any more, and go on once it may again."""
    import resource

    floor = opened(url)
    floor.deposit("ann", 1_000_000_00)
    table = table_of(floor, "ann")
    chance = chance_of("full")
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024 * 1024, resource.RLIM_INFINITY))
    done = floor.state(table)[1]
    try:
        while True:
            done = floor.send(table, next_command(chance, floor.table(table))).version
    except StoreError as error:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        say("acknowledged", "-", table, done)
        say("failed", error)
        assert floor.state(table)[1] == done, "what was not acknowledged is not there"
        again = floor.send(table, next_command(chance, floor.table(table)))
        say("again", "-", table, again.version)
    floor.close()


def lines(child: "subprocess.Popen[str]") -> list[list[str]]:
    """Return every complete line that a child printed; a line cut off in the middle does not count."""
    pipe: IO[str] | None = child.stdout
    assert pipe is not None
    return [line.split(" ", 3) for line in pipe.read().split("\n")[:-1]]


MODES = {
    each.__name__: each
    for each in (play_on, die_when, die_in_round, die_at_desk, same, own, spend, jackpots, clash, race, full)
}

if __name__ == "__main__":
    MODES[sys.argv[1]](*sys.argv[2:])
