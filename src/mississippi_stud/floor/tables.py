"""Tables as a kind of stream: connects `table` to the floor's meters, switches and accounts."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.floor import meters
from mississippi_stud.floor.accounts import FLOOR, PLAYER_MAX, Switches, check_text
from mississippi_stud.floor.allowances import of_table
from mississippi_stud.floor.findings import OF_TABLES
from mississippi_stud.floor.history import proof, rounds
from mississippi_stud.floor.streams import Books, Context, Kind, MissingStreamError
from mississippi_stud.jackpot.house_meters import account, renamed
from mississippi_stud.jackpot.link import Link
from mississippi_stud.messages import SECOND
from mississippi_stud.money import Transfer
from mississippi_stud.round.events import RoundOpened, WagerPlaced
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.table import commands as c
from mississippi_stud.table import deadlines, decide, evolve, for_players, public, transfers, view
from mississippi_stud.table import events as e
from mississippi_stud.table.state import Table

PREFIX: Final = "table:"
GRACE: Final = SECOND // 2
"""How long after a deadline it is carried out: what a player sent in time may still be under way."""


def _decide(context: Context, stream: str, table: Table | None, command: c.Command) -> dict[str, Sequence[object]]:
    command = replace(command, at=context.at)
    book, name = _book(context, stream, table, command)
    link = None
    if name:
        link = Link(
            book,
            stream,
            lambda: meters.house_at(context, name, book).meters,
            context.at,
            lambda: context.glance(meters.stream_of(name)).meters,
        )
    if isinstance(command, c.Sit):
        check_text("player-text", command.player, PLAYER_MAX)
    events = decide(book, table, command, link=link, secret=context.secret)
    if not events and isinstance(command, c.PlaceWagers):  # unlogged, its late duplicate could still act
        events = (e.SeatReady(at=command.at, by=command.by, position=command.position, ready=command.ready),)
    _check_enabled(context, book, stream, table, events)
    concerned = of_table(context, book, stream, table, events) if table is not None else {}
    if link is None or not link.events:
        return {stream: events, **concerned}
    return {stream: events, meters.stream_of(name): link.events, **concerned}


def _book(context: Context, stream: str, table: Table | None, command: c.Command) -> tuple[Rulebook, str]:
    """Return a table's rule book and the name of the house whose meters it uses."""
    if table is not None:
        return context.book(table.book), table.meters
    if not isinstance(command, c.OpenTable):
        raise MissingStreamError("stream-missing", stream=stream)
    if command.id != stream:
        raise InputError("table-stream", table=command.id, stream=stream)
    book = context.book(command.book)
    if command.meters:
        meters.house_at(context, command.meters, book)
    return book, command.meters


def _check_enabled(
    context: Context, book: Rulebook, stream: str, table: Table | None, events: Sequence[e.Event]
) -> None:
    """Raise `Refused` if these events would start a table, a round or somebody's play where gaming is stopped."""
    switches: Switches | None = context.look(FLOOR)
    if switches is None or not switches.stopped:
        return
    for event in events:
        match event:
            case e.TableOpened(meters=house):
                why = switches.why(house_of(house))
            case e.Seated(player=player):
                why = switches.stopped.get(f"player:{player}")
            case RoundOpened():
                why = switches.why(house_of("" if table is None else table.meters), stream)
            case WagerPlaced(position=position) if table is not None and not _plays(table, position):
                why = switches.why(house_of(table.meters), f"player:{table.seats[position].player}", stream)
            case _:
                continue
        if why is not None:
            raise Refused("gaming-disabled", book.play.absent.clause, reason=why)


def house_of(meters: str) -> str:
    """Return the target of the switch that stops a table with its house: the one whose meters it may be linked to."""
    return f"house:{meters}"


def _plays(table: Table, position: int) -> bool:
    """Whether a position has a wager in the open round."""
    hand = None if table.round is None else table.round.hands.get(position)
    return hand is not None and bool(hand.stakes)


def _transfers(books: Books, stream: str, table: Table | None, event: e.Event) -> tuple[Transfer, ...]:
    """Return an event's transfers, with the round's account named after its stream and the pool's after its house."""
    if table is None:
        return ()
    moved = transfers(books(table.book), table, event)
    if not moved:
        return ()
    pools = {each for one in moved for each in (one.source, one.target) if each.startswith("pool:")}
    own = {pool: account(table.meters, pool.removeprefix("pool:")) for pool in pools if table.meters}
    return tuple(renamed(each, {"round": f"round:{stream}", **own}) for each in moved)


def _short(books: Books, table: Table | None) -> Exception:
    if table is None:
        return InputError("account-short")
    return Refused("insufficient-funds", books(table.book).limits.cannot_fund.clause)


def _renew(table: Table) -> c.CommitAnew | None:
    if table.closed or (table.round is None and table.committed is None):
        return None
    return c.CommitAnew(by=c.FLOOR, reason="restored")


TABLES: Final[Kind[Table, c.Command, e.Event]] = Kind(
    prefix=PREFIX,
    commands=c.Command,
    events=e.Event,
    state=Table,
    decide=_decide,
    evolve=evolve,
    public=public,
    transfers=_transfers,
    rows=rounds.rows,
    tables=rounds.TABLES,
    deadlines=lambda _, table: {key: at + GRACE * for_players(key) for key, at in deadlines(table).items()},
    time_up=lambda key: c.TimeUp(key=key, by=c.FLOOR),
    time_up_unfunded=lambda key: c.TimeUp(key=key, by=c.FLOOR, funded=False),
    after_outage=lambda since, allowance: c.MoveDeadlines(since=since, allowance=allowance, by=c.FLOOR),
    at_rest=lambda table: table.round is None or table.round.phase is Phase.BETTING,
    short=_short,
    view=lambda books, table, role, person: view(books(table.book), table, role, person),
    audit=proof.audit_table,
    looks=(FLOOR,),
    renew=_renew,
    significant=OF_TABLES,
)
