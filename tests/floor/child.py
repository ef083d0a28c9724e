"""What runs in a process of its own, to be killed or to race others: `python -m tests.floor.child MODE URL …`.

A line is written for each command before it is sent ("sent ID STREAM COMMAND") and after it is answered
("done ID STREAM VERSION" or "refused ID CODE"). What was written as done was acknowledged to somebody.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Act, Begin, Command, DealCards, Floor, Place, Wager
from mississippi_stud.round.refused import Refused
from mississippi_stud.store import StoreError
from tests.floor.drive import (
    ALL_IN,
    ANTE,
    BETS,
    DEAL,
    FOLD,
    JACKPOT,
    JACKPOT_ROUND,
    ROUND,
    ROYAL,
    STRAIGHT_FLUSH,
    chance_of,
    crown_game,
    next_command,
    open_crown,
    opened,
    run_house,
    stacked,
)

PLAYERS = 6
COMMANDS: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


def start(mode: str, url: str, *rest: object) -> "subprocess.Popen[str]":
    """Start a child; its words come through the pipe."""
    words = [sys.executable, "-m", "tests.floor.child", mode, url, *map(str, rest)]
    root = Path(__file__).parents[2]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root)


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def player_of(number: int) -> str:
    return f"p{number}"


def game_of(floor: Floor, number: int) -> str:
    """The game of a player, opened once however often it is asked for; every second one is on a meter."""
    if number % 2:
        return crown_game(floor, player_of(number), f"open {number}")
    return floor.open_game(player_of(number), "online", command_id=f"open {number}")


def games_of(floor: Floor) -> list[str]:
    """The games of all players, and the meters."""
    run_house(floor)
    games = [game_of(floor, number) for number in range(PLAYERS)]
    open_crown(floor, *games[1::2])
    return games


def play(url: str, seed: str) -> None:
    """Many games at once, until somebody kills us; each round of commands shares commits."""
    chance = chance_of(seed)
    floor = opened(url)
    games = games_of(floor)
    say("ready", *games)
    for step in range(1_000_000):
        waiting = []
        for game in games:
            name = f"{seed}.{step}.{game[-6:]}"
            command = next_command(chance, floor.game(game))
            say("sent", name, game, msgspec.json.encode(command).decode())
            waiting.append((name, floor.submit(game, command, command_id=name)))
        for name, answer in waiting:
            try:
                done = answer.result()
            except Refused as refused:
                say("refused", name, refused.code)
            else:
                say("done", name, done.stream, done.version)


def die_when(url: str, moment: str, game: str) -> None:
    """Play one round, and die by our own hand before the last commit, or between it and its publication."""
    floor = opened(url)
    script = JACKPOT_ROUND if floor.game(game).meters else ROUND
    for number, command in enumerate(script):
        if command is script[-1]:
            die = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # noqa: E731
            if moment == "before-commit":
                floor.database.engine.dialect.do_commit = die  # type: ignore[method-assign]
            else:
                floor._watchers.publish = die  # type: ignore[method-assign]
        say("sent", f"last.{number}", game)
        say("done", f"last.{number}", game, floor.send(game, command, command_id=f"last.{number}").version)


def await_start() -> None:
    say("ready")
    sys.stdin.readline()


def same(url: str, game: str, rounds: str) -> None:
    """The same commands under the same ids as every other process, at the same time."""
    with opened(url) as floor:
        await_start()
        for number in range(int(rounds)):
            last = ALL_IN if number % 2 else FOLD
            script: tuple[Command, ...] = (Begin(), ANTE, DealCards(seed=str(number)), last)
            if floor.game(game).meters:
                script = JACKPOT_ROUND
            for step, command in enumerate(script):
                name = f"{number}.{step}"
                try:
                    answer = floor.send(game, command, command_id=name)
                    say("done", name, answer.stream, answer.version)
                except (Refused, InputError) as refused:
                    say("refused", name, refused)


def own(url: str, game: str, who: str, times: str) -> None:
    """Commands of our own on a game that others play too: each is carried out once or refused."""
    with opened(url) as floor:
        await_start()
        chance = chance_of(who)
        for number in range(int(times)):
            name = f"{who}.{number}"
            command = next_command(chance, floor.game(game))
            try:
                answer = floor.send(game, command, command_id=name)
                say("done", name, answer.stream, answer.version)
            except Refused as refused:
                say("refused", name, refused.code)


def spend(url: str, game: str, who: str, times: str) -> None:
    """Antes from an account that others spend from too, round after round in a game of our own."""
    with opened(url) as floor:
        await_start()
        for number in range(int(times)):
            try:
                for step, command in enumerate((Begin(), ANTE, DEAL, FOLD)):
                    answer = floor.send(game, command, command_id=f"{who}.{number}.{step}")
                say("done", f"{who}.{number}", game, answer.version)
            except Refused as refused:
                say("refused", f"{who}.{number}", refused.code)
                return


def jackpots(url: str, who: str, rounds: str, *games: str) -> None:
    """Jackpot rounds at tables of our own on a meter that others feed too; now and then one wins a part of it, or all.

    The tables go together, so that their commands share commits.
    """
    with opened(url, shuffle=stacked) as floor:
        await_start()
        for number in range(int(rounds)):
            deal = {1: STRAIGHT_FLUSH, 3: ROYAL}.get(number % 5, DEAL)
            for step, command in enumerate((Begin(), ANTE, JACKPOT, deal, *(BETS if deal is not DEAL else (FOLD,)))):
                waiting = [(game, floor.submit(game, command, command_id=f"{who}.{number}.{step}.{game[-6:]}"))
                           for game in games]  # fmt: skip
                for game, answer in waiting:
                    say("done", f"{who}.{number}.{step}.{game[-6:]}", game, answer.result().version)


def clash(url: str, who: str, *games: str) -> None:
    """Groups of commands in an order of our own, on games and accounts that others move in theirs."""
    with opened(url) as floor:
        await_start()
        chance = chance_of(who)
        for number in range(10):
            waiting = []
            for game in chance.sample(games, len(games)):
                command = Act(do=Place(position=1, wager=Wager.ANTE, cents=5_00 + number))
                waiting.append((game, floor.submit(game, command, command_id=f"{number}.{game[-12:]}")))
            for game, answer in waiting:
                try:
                    say("done", f"{number}.{game[-12:]}", game, answer.result().version)
                except Refused as refused:
                    say("refused", f"{number}.{game[-12:]}", refused.code)


def full(url: str) -> None:
    """Play until a file may not grow, then go on when it may."""
    import resource

    floor = opened(url)
    floor.deposit("ann", 1_000_000_00)
    game = floor.open_game("ann", "online")
    chance = chance_of("full")
    resource.setrlimit(resource.RLIMIT_FSIZE, (512 * 1024, resource.RLIM_INFINITY))
    done = 0
    try:
        while True:
            done = floor.send(game, next_command(chance, floor.game(game))).version
    except StoreError as error:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        say("acknowledged", "-", game, done)
        say("failed", error)
        assert floor.games.now(game)[1] == done, "what was not acknowledged is not there"
        again = floor.send(game, next_command(chance, floor.game(game)))
        say("again", "-", game, again.version)
    floor.close()


def lines(child: "subprocess.Popen[str]") -> list[list[str]]:
    """Every whole line that a child wrote; what was cut in the middle was not said."""
    pipe: IO[str] | None = child.stdout
    assert pipe is not None
    return [line.split(" ", 3) for line in pipe.read().split("\n")[:-1]]


MODES = {each.__name__: each for each in (play, die_when, same, own, spend, jackpots, clash, full)}

if __name__ == "__main__":
    MODES[sys.argv[1]](*sys.argv[2:])
