"""Tables as a kind of stream: connects `table` to the floor's meters, switches and accounts."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.floor import listing, meters
from mississippi_stud.floor.accounts import FLOOR, PLAYER_MAX, Switches, check_text
from mississippi_stud.floor.allowances import of_table
from mississippi_stud.floor.findings import OF_TABLES
from mississippi_stud.floor.history import proof, rounds
from mississippi_stud.floor.membership import check_title
from mississippi_stud.floor.promotions import redeemed
from mississippi_stud.floor.streams import Books, Context, Kind, MissingStreamError
from mississippi_stud.floor.tenancy import NAME, house_at, house_of
from mississippi_stud.floor.tenancy import PREFIX as HOUSES
from mississippi_stud.floor.tenancy import stream_of as house_stream
from mississippi_stud.floor.tournament_tables import decide_at
from mississippi_stud.jackpot.house_meters import account, renamed
from mississippi_stud.jackpot.link import Link
from mississippi_stud.messages import SECOND
from mississippi_stud.money import Transfer
from mississippi_stud.person.house import listed
from mississippi_stud.person.house_messages import House, TableUnlisted
from mississippi_stud.round.commands import Bet
from mississippi_stud.round.events import RoundOpened, WagerPlaced
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks.model import Rulebook, clause_of
from mississippi_stud.store.entries import ProjectionRow
from mississippi_stud.table import Felt, deadlines, decide, evolve, for_players, public, transfers
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.state import Table, TableTerms

PREFIX: Final = "table:"
GRACE: Final = SECOND // 2
"""How long after a deadline it is carried out: what a player sent in time may still be under way (decision 410)."""


def _decide(context: Context, stream: str, table: Table | None, command: c.Command) -> dict[str, Sequence[object]]:
    command = replace(command, at=context.at)
    if table is not None and table.contest and not table.closed:
        found = decide_at(context, stream, table, command)
        _check_enabled(context, context.book(table.book), stream, table, found.get(stream, ()))  # type: ignore[arg-type]
        return found
    _check_no_contest(command)
    if isinstance(command, c.OpenTable):
        command = replace(command, house=_house(command))
    book, name = _book(context, stream, table, command)
    _check_title(context, book, table, command)
    link = None
    if name:
        link = Link(
            book,
            stream,
            lambda: meters.house_at(context, name, book).meters,
            context.at,
            lambda: context.glance(meters.stream_of(name)).meters,
        )
    walks_in = isinstance(command, c.Sit) and not command.player and table is not None and table.chips
    if isinstance(command, c.Sit | c.JoinQueue) and not walks_in:
        check_text("player-text", command.player, PLAYER_MAX)
    events = decide(book, table, command, link=link, secret=context.secret)
    if not events and isinstance(command, c.PlaceWagers):  # unlogged, its late duplicate could still act
        events = (e.SeatReady(at=command.at, by=command.by, position=command.position, ready=command.ready),)
    _check_enabled(context, book, stream, table, events)
    concerned = of_table(context, book, stream, table, events) if table is not None else {}
    concerned |= _listing(context, book, stream, table, events)
    if isinstance(command, c.ExchangeVoucher) and table is not None:
        clause = clause_of(book.money.vouchers, book.money.instruments)
        concerned |= redeemed(context, house_at(table), clause, command)
    if link is None or not link.events:
        return {stream: events, **concerned}
    return {stream: events, meters.stream_of(name): link.events, **concerned}


def _check_no_contest(command: c.Command) -> None:
    """Raise `InputError` for what belongs to a tournament alone: secret wagers, and tables that somebody calls its."""
    if isinstance(command, c.Play) and isinstance(command.do, Bet) and command.do.secret:
        raise InputError("secret-elsewhere")
    if isinstance(command, c.OpenTable) and command.contest and command.by != c.FLOOR:
        raise InputError("contest-elsewhere")


def _house(command: c.OpenTable) -> str:
    """Return the house that a table is opened for; it is linked to no other house's meters."""
    house = house_at(command)
    if command.house:
        house_stream(house)
    if command.meters and house != house_of(command.meters):
        raise InputError("meters-elsewhere", meters=command.meters)
    return house


def _seen(context: Context, house: str) -> House | None:
    """Return a house as it was last seen; None if it has no owners."""
    seen: House | None = context.look(HOUSES + house) if NAME.fullmatch(house) else None
    return seen


def _check_title(context: Context, book: Rulebook, table: Table | None, command: c.Command) -> None:
    """Raise `InputError` unless whoever acts as staff holds that title in the table's house, if it has owners.

    Whoever loses a title may still go off duty.
    """
    if command.by in (c.PLAYER, c.FLOOR) or isinstance(command, c.GoOffDuty):
        return
    terms = command if isinstance(command, c.OpenTable) else table
    if terms is not None and _seen(context, house_at(terms)) is not None:
        check_title(context, house_at(terms), command.person, book, command.by)


def _listing(
    context: Context, book: Rulebook, stream: str, table: Table | None, events: Sequence[e.Event]
) -> dict[str, Sequence[object]]:
    """Return what a house's list of the tables that its people run gains or loses when one opens or closes."""
    for event in events:
        match event:
            case e.TableOpened(house=name, by=by, person=person) if by != c.FLOOR or person:
                if _seen(context, name) is not None:
                    return {HOUSES + name: (listed(context.need(HOUSES + name), stream, book.id, person),)}
            case e.TableClosed(by=by) if table is not None:
                name = house_at(table)
                if _seen(context, name) is not None and stream in context.need(HOUSES + name).tables:
                    return {HOUSES + name: (TableUnlisted(table=stream, by=by),)}
            case _:
                pass
    return {}


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
    for event in events:
        match event:
            case e.TableOpened():
                why = _switches(context).why(switch_of(event))
            case e.Seated(player=player) | e.QueueJoined(player=player):
                why = _switches(context).stopped.get(f"player:{player}")
            case RoundOpened():
                why = _switches(context).why(*(() if table is None else (switch_of(table),)), stream)
            case WagerPlaced(position=position) if table is not None and not _plays(table, position):
                why = _switches(context).why(switch_of(table), f"player:{table.seats[position].player}", stream)
            case _:
                continue
        if why is not None:
            raise Refused("gaming-disabled", book.play.absent.clause, reason=why)


def _switches(context: Context) -> Switches:
    return context.look(FLOOR) or Switches()


def switch_of(table: TableTerms) -> str:
    """Return the target of the switch that stops a table with its house."""
    return HOUSES + house_at(table)


def _looks(stream: str, table: Table | None, command: c.Command) -> tuple[str, ...]:
    """Return the switches, and the house of a table or of one that is to be opened."""
    terms = command if isinstance(command, c.OpenTable) else table
    name = "" if terms is None else house_at(terms)
    return (FLOOR, HOUSES + name) if NAME.fullmatch(name) else (FLOOR,)


def _plays(table: Table, position: int) -> bool:
    """Whether a position has a wager in the open round."""
    hand = None if table.round is None else table.round.hands.get(position)
    return hand is not None and bool(hand.stakes)


def _transfers(books: Books, stream: str, table: Table | None, event: e.Event) -> tuple[Transfer, ...]:
    """Return an event's transfers, with the round's account named after its stream and the pool's after its house.

    At a table with chips, players wager with money that the floor does not hold (decision 340).
    """
    if table is None or table.contest:  # chips move when the tournament records the hand (decision 541)
        return ()
    moved = transfers(books(table.book), table, event)
    if not moved:
        return ()
    pools = {each for one in moved for each in (one.source, one.target) if each.startswith("pool:")}
    own = {pool: account(table.meters, pool.removeprefix("pool:")) for pool in pools if table.meters}
    if table.chips:
        players = {hand.player for hand in table.round.hands.values()} if table.round else set[str]()
        players |= {*table.players, *(prize.player for prize in table.pending)}
        players |= {winnings.player for winnings in table.aside}
        own |= {f"player:{each}": rounds.purse(table, each) for each in players}
    return tuple(renamed(each, {"round": f"round:{stream}", **own}) for each in moved)


def _rows(
    stream: str, before: Table | None, after: Table, event: e.Event, version: int, at: int
) -> Iterator[ProjectionRow]:
    yield from rounds.rows(stream, before, after, event, version, at)
    yield from listing.rows(stream, before, after, event, version, at)


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
    rows=_rows,
    tables=(*rounds.TABLES, *listing.TABLES),
    deadlines=lambda _, table: {key: at + GRACE * for_players(key) for key, at in deadlines(table).items()},
    time_up=lambda key: c.TimeUp(key=key, by=c.FLOOR),
    time_up_unfunded=lambda key: c.TimeUp(key=key, by=c.FLOOR, funded=False),
    after_outage=lambda since, allowance: c.MoveDeadlines(since=since, allowance=allowance, by=c.FLOOR),
    at_rest=lambda table: table.round is None or (table.round.phase is Phase.BETTING and not table.read),
    short=_short,
    views=lambda books, table: Felt(books(table.book), table).seen_by,
    audit=proof.audit_table,
    looks=_looks,
    renew=_renew,
    significant=OF_TABLES,
)
