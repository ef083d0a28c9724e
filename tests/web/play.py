"""The lines of a script, sent by a guest through the API: each of the table's commands becomes a request."""

import msgspec

from mississippi_stud.round.state import PlayerHand, Stake, State
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.table.commands import PlaceWagers
from mississippi_stud.table.state import Seat, Table
from mississippi_stud.table.view import TableView
from mississippi_stud.web.client import Client
from mississippi_stud.web.shapes import Command, CurrentTable
from tests.table.script import commands


def play(
    guest: Client, script: str, seed: str = "", command_id: str | None = None, book: str | None = None
) -> CurrentTable:
    """Carry out the lines of a script, as `tests/table/script.py` reads them; return the table after the last one."""
    rules = rulebook(book or guest.table.book)
    for command in commands(rules, lambda: seen(guest.table.view), script, seed=seed):
        if isinstance(command, PlaceWagers) and command.ready:
            guest.deal(command.wagers, command.seed or None, command_id)
        else:
            guest.do(request(command, guest.table.view), command_id)
    return guest.table


def request(command: object, view: TableView) -> Command:
    """Return the request by which a guest gives a command of the table, for the turn that they see."""
    told = msgspec.to_builtins(command)
    for house in ("by", "person", "at", "round"):
        told.pop(house, None)
    if "do" in told:
        told["do"] = {name: value for name, value in told["do"].items() if name in ("command", "position", "cents")}
        told["turn"] = msgspec.to_builtins(view.turn)
    return msgspec.convert(told, type=Command)


def seen(view: TableView) -> Table:
    """Return as much of a table as its view shows."""
    state = None
    if view.round is not None:
        state = State(
            setup=view.round.setup,
            phase=view.round.phase,
            hands={
                hand.position: PlayerHand(
                    position=hand.position,
                    player=hand.player,
                    blind=hand.blind,
                    stakes={wager: Stake(cents, cents) for wager, cents in hand.wagers_cents.items()},
                    hole=hand.hole,
                )
                for hand in view.round.hands
            },
        )
    return Table(
        id=view.id,
        dealing="",
        dealt=view.dealt,
        shuffling=Shuffling.AUTOMATIC,
        positions=view.positions,
        opened_at=0,
        number=view.number,
        seats={
            each.position: Seat(position=each.position, player=each.player, box=each.box, ready=each.ready)
            for each in view.seats
        },
        round=state if view.playing else None,
        last_round=state,
    )
