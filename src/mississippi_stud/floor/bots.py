"""Bots that fill the seats of a table while people are there: what they do next follows from the table alone.

A bot is a player like any other, with an account, a view and commands of its own; the floor only seats it. It acts at
most once a second, never opens a round by itself, and stands up when somebody waits for a seat or the last person has
gone (decision 233). Every command has an id made of the moment it is for: from two processes it takes effect once.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.floor.accounts import FundsLeftError
from mississippi_stud.floor.clock import Clock
from mississippi_stud.floor.floor import Floor
from mississippi_stud.floor.listing import tables_with_bots
from mississippi_stud.money import Cents
from mississippi_stud.round.commands import Bet, Fold
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import STREETS, Wager
from mississippi_stud.table.commands import FLOOR, PlaceWagers, Play, Sit, Stand
from mississippi_stud.table.state import BOT, Seat, Table
from mississippi_stud.table.view import TableView

_LOG: Final = logging.getLogger(__name__)
ACTOR: Final = "bots"
PURSE_ROUNDS: Final = 20
"""For how many of the dearest rounds a bot is given play money at a time."""
BotChoice = Callable[[Rulebook, TableView, int], int]
"""What is played at the open street from a position, seen from there: a multiple of the ante, or 0 for a fold."""


class BotStep(NamedTuple):
    """What a bot does next, and the moment that it is for."""

    command: Any
    moment: str


def bot_name(table: Table, position: int) -> str:
    """Return the player that a bot at a position is."""
    return f"{BOT}{table.id.partition(':')[2][:32]}-{position}"


def bots_wanted(table: Table) -> int:
    """Return how many bots there should be: none while no people are there, and one less for everybody who waits."""
    people = [seat for seat in table.seats.values() if not seat.bot]
    room = table.positions - len(people) - len(table.queue)
    there = any(seat.away_at is None for seat in people)
    return max(0, min(table.bots, room)) if there and not table.closing else 0


def steps(
    book: Rulebook, table: Table, version: int, seen: Callable[[str], TableView], choose: BotChoice
) -> Iterator[BotStep]:
    """Yield what the bots of a table do now, each of them one thing."""
    crew = [seat for seat in table.seats.values() if seat.bot]
    missing = 0 if table.contest else bots_wanted(table) - len(crew)  # a tournament seats its own
    leaving = [seat for seat in reversed(crew) if not _engaged(table, seat)][: max(0, -missing)]
    for seat in leaving:
        yield BotStep(Stand(position=seat.position, person=seat.player), f"stands {version}")
    free = (position for position in range(1, table.positions + 1) if position not in table.seats)
    for position, _ in zip(free, range(missing), strict=False):
        sitting = Sit(position=position, player=bot_name(table, position), by=FLOOR, bot=True)
        yield BotStep(sitting, f"sits {version}")
    for seat in crew:
        if seat not in leaving and (step := _round_step(book, table, seat, seen, choose)) is not None:
            yield step


def _engaged(table: Table, seat: Seat) -> bool:
    hand = table.round.hands.get(seat.position) if table.round else None
    return hand is not None and hand.player == seat.player and bool(hand.stakes)


def _round_step(
    book: Rulebook, table: Table, seat: Seat, seen: Callable[[str], TableView], choose: BotChoice
) -> BotStep | None:
    """Return what a seated bot does in the open round: it wagers once a person has, and decides when it is asked."""
    state = table.round
    if state is None:
        return None
    if state.phase is Phase.BETTING:
        people = [each.position for each in table.seats.values() if not each.bot]
        begun = any(hand.stakes for position, hand in state.hands.items() if position in people)
        plays = seat.position in state.hands and state.hands[seat.position].player == seat.player
        begun = begun or bool(table.contest)
        return _wager(seen(seat.player), seat) if begun and plays and not seat.ready else None
    if seat.position not in {hand.position for hand in state.waiting()}:
        return None
    view = seen(seat.player)
    if not any(option.command == "fold" for option in view.options) or view.turn is None:
        return None  # it is another's turn
    times, ante = choose(book, view, seat.position), state.hands[seat.position].stakes[Wager.ANTE].cents
    do = Bet(position=seat.position, cents=Cents(times * ante)) if times else Fold(position=seat.position)
    return BotStep(Play(do=do, turn=view.turn, person=seat.player), f"{view.turn.round} {view.turn.phase}")


def least_ante(view: TableView) -> int:
    """Return the least ante that a table takes from the viewer."""
    return next((area.minimum_cents for area in view.areas if area.wager is Wager.ANTE), None) or 1


def _wager(view: TableView, seat: Seat) -> BotStep:
    wagers = {Wager.ANTE: Cents(least_ante(view))}
    command = PlaceWagers(
        position=seat.position,
        wagers=wagers,
        commitment=view.commitment,
        ready=True,
        round=view.number,
        person=seat.player,
    )
    return BotStep(command, f"{view.number} wagers {view.commitment[:16]}")


def run_bots(floor: Floor, choose: BotChoice) -> int:
    """Let the bots of every table do what they do now; return how many commands took effect."""
    return sum(_run(floor, stream, choose) for stream in tables_with_bots(floor))


def _run(floor: Floor, stream: str, choose: BotChoice) -> int:
    table, version = floor.state(stream)
    book = floor.book(table.book)

    def seen(bot: str) -> TableView:
        view: TableView = floor.view(stream, Role.PLAYER, bot)[0]
        return view

    done = 0
    for command, moment in steps(book, table, version, seen, choose):
        bot = command.player if isinstance(command, Sit) else command.person
        if isinstance(command, PlaceWagers) and not table.contest:
            _fund(floor, bot, command.wagers[Wager.ANTE], max(book.streets.multiples.value))
        command_id = sha256(f"{stream} {bot} {moment}".encode()).hexdigest()
        try:
            floor.send(stream, command, command_id=command_id, actor=ACTOR)
            done += 1
        except Refused as error:
            done += table.contest != "" and error.code == "stack-short" and _play_less(floor, stream, command, moment)
        except InputError as error:  # the moment has passed, or something keeps everybody from playing
            _LOG.debug("%s: %s could not act: %s", stream, bot, error)
    return done


def _play_less(floor: Floor, stream: str, command: Any, moment: str) -> bool:
    """Have a bot of a tournament bet once the ante, or fold, when its stack does not cover more."""
    table: Table = floor.table(stream)
    state = table.round
    if state is None or not isinstance(command, Play) or not isinstance(command.do, Bet):
        return False
    position = command.do.position
    ante = state.hands[position].stakes[Wager.ANTE].cents
    for do in (Bet(position=position, cents=ante), Fold(position=position)):
        command_id = sha256(f"{stream} {command.person} {moment} {type(do).__name__} less".encode()).hexdigest()
        try:
            floor.send(stream, replace(command, do=do), command_id=command_id, actor=ACTOR)
        except (Refused, InputError):
            continue
        return True
    return False


def _fund(floor: Floor, bot: str, ante_cents: int, most_times: int) -> None:
    """Give a bot play money for the coming rounds, if it has too little for one."""
    dearest = ante_cents * (1 + len(STREETS) * most_times)
    if floor.balance(bot) < dearest:
        try:
            floor.top_up(bot, dearest * PURSE_ROUNDS, below_cents=dearest)
        except FundsLeftError:
            return


@contextmanager
def bots_at_play(floor: Floor, clock: Clock, choose: BotChoice, every_seconds: int = 1) -> Iterator[None]:
    """Run the bots every second in a background thread, in the process that holds the clock."""
    ending = threading.Event()

    def work() -> None:
        while not ending.wait(every_seconds):
            try:
                if clock.holds:
                    run_bots(floor, choose)
            except Exception:
                _LOG.exception("the bots could not play and will try again")

    thread = threading.Thread(target=work, name="bots", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join()
