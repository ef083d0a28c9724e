"""Tournaments as a kind of stream: connects `tournament` to its house, its tables, its players and their accounts.

A tournament is a stream of its house, `tournament:HOUSE/NAME`. What concerns a table is in the same commit as the
table's own events (`floor/tournament_tables.py`); what concerns many tables follows as one command for each, as the
clock's duties do (decision 541).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace
from sqlalchemy import BigInteger, Column, Index, Integer, String, Table

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.lot import lot_commitment
from mississippi_stud.floor.allowances import of_fees
from mississippi_stud.floor.allowances import stream_of as person_stream
from mississippi_stud.floor.history.tournament_proof import audit_tournament
from mississippi_stud.floor.membership import check_belongs, check_host
from mississippi_stud.floor.streams import Books, Context, Kind, MissingStreamError
from mississippi_stud.floor.tenancy import NAME
from mississippi_stud.floor.tenancy import PREFIX as HOUSES
from mississippi_stud.floor.tournament_effects import at_table, closed
from mississippi_stud.floor.tournament_findings import OF_TOURNAMENTS
from mississippi_stud.floor.tournament_tables import PREFIX, contest_rules, opening
from mississippi_stud.jackpot.house_meters import renamed
from mississippi_stud.money import Transfer
from mississippi_stud.person.house_messages import House
from mississippi_stud.person.person import Person
from mississippi_stud.person.play import check_admission
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.store.entries import ProjectionRow
from mississippi_stud.store.schema import projections
from mississippi_stud.table import commands as tc
from mississippi_stud.table.state import Table as GamingTable
from mississippi_stud.tournament import TournamentRules, decide, evolve, rules_of
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.balance import even, plan
from mississippi_stud.tournament.designation import candidate
from mississippi_stud.tournament.heats import time_over_at
from mississippi_stud.tournament.practice_hands import ending, waiting
from mississippi_stud.tournament.state import BEFORE_PLAY, ENDED, Contest, Life
from mississippi_stud.tournament.transfers import BANK, chip_moves, transfers
from mississippi_stud.tournament.view import view

SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,27}")

tournament_list: Final = Table(
    "tournament_list",
    projections,
    Column("stream", String(80), primary_key=True),
    Column("house", String(40), nullable=False),
    Column("title", String(200), nullable=False),
    Column("life", String(20), nullable=False),
    Column("starts_at", BigInteger, nullable=False),  # of the first session; 0 as long as it is not known
    Column("entrants", Integer, nullable=False),  # everybody who applied
    Index("tournaments_of_a_house", "house", "starts_at"),
)


def stream_of(house: str, name: str) -> str:
    """Return the stream of a tournament by its house and its name there."""
    if not NAME.fullmatch(house) or not SLUG.fullmatch(name):
        raise InputError("tournament-name", name=name)
    return f"{PREFIX}{house}/{name}"


def house_of(contest: str) -> str:
    """Return the house of a tournament by its id or its stream."""
    return contest.removeprefix(PREFIX).partition("/")[0]


# Deciding.


def _decide(
    context: Context, stream: str, contest: Contest | None, command: c.StreamCommand
) -> dict[str, Sequence[object]]:
    command = replace(command, at=context.at)
    if isinstance(command, c.DraftTournament):
        stream_of(*command.id.partition("/")[::2])
        if command.id != stream.removeprefix(PREFIX):
            raise InputError("tournament-name", name=command.id)
        rules = rules_of(context.book(command.book), context.book(command.chapter))
    elif contest is None:
        raise MissingStreamError("stream-missing", stream=stream)
    else:
        rules = contest_rules(context, contest)
    if isinstance(command, c.TournamentDue):
        assert contest is not None, "a draft is never due"  # noqa: S101
        return _due(context, rules, stream, contest, command.key)
    _check_giver(context, rules.book, house_of(stream), command)
    return _decided(context, rules, stream, contest, _completed(context, contest, command))


def _decided(
    context: Context, rules: TournamentRules, stream: str, contest: Contest | None, command: c.Command
) -> dict[str, Sequence[object]]:
    """Return the events of a command whose giver may give it, with those of the table that it concerns."""
    events = list(decide(rules, contest, command))
    after = contest
    for number, event in enumerate(events):
        if isinstance(event, e.DrawCommitted):
            events[number] = event = replace(event, secret=context.secret)
        after = evolve(after, event)
    assert after is not None, "every command has events"  # noqa: S101
    if contest is not None and _untold(after):  # in the same commit as what changed (crown 12.2.2(b), 12.4.1(c))
        events += decide(rules, after, c.AdviseInspectorate(at=context.at, by=command.by))
    if contest is None:
        return {stream: events}
    beside = at_table(context, rules, contest, after, command, events)
    if isinstance(command, _PAYING):
        beside |= of_fees(context, contest.id, house_of(stream), _fees(contest, events))
    return {stream: events, **beside}


def _fees(contest: Contest, events: Sequence[e.Event]) -> dict[str, int]:
    """Return what everybody pays by these events or, below zero, has back."""
    paid: dict[str, int] = {}
    for event in events:
        for transfer in transfers(contest, event):
            for account, sign in ((transfer.source, 1), (transfer.target, -1)):
                if account.startswith(_PURSE):
                    player = account.removeprefix(_PURSE)
                    paid[player] = paid.get(player, 0) + sign * transfer.cents
        contest = evolve(contest, event)
    return paid


_PURSE: Final = "player:"
_PAYING: Final = (
    c.ApplyToEnter, c.AdmitEntrant, c.TurnAway, c.WithdrawEntry, c.BuyChips, c.NoteBreach, c.DisqualifyPlayer,
    c.UndoAct,
)  # fmt: skip
"""What an entrant pays or has back by: it counts towards their limits (decision 587)."""


def _untold(contest: Contest) -> bool:
    """Whether patrons can read terms of which the inspectorate has not been advised."""
    waits = "terms-available-to-patrons" in contest.steps and "inspectorate-advised" not in contest.steps
    return waits and contest.life in BEFORE_PLAY


def _completed(context: Context, contest: Contest | None, command: c.Command) -> c.Command:
    """Return a command with what only the floor knows: its draws, the tables as they are, whether somebody may play."""
    match command:
        case c.OpenEntries() | c.RenewDraw():
            return replace(command, commitment=lot_commitment(context.secret))
        case c.DrawSeats() | c.EndSession() | c.BalanceTables() if contest is not None:
            return replace(command, secret=contest.secret, commitment=lot_commitment(context.secret))
        case c.DesignateTables(tables=tables):
            found: Mapping[str, GamingTable | None] = {each.table: context.glance(each.table) for each in tables}
            if not all(table is not None and table.contest == PREFIX + _id(contest) for table in found.values()):
                raise InputError("tables-of-another")
            return replace(command, tables=tuple(candidate(table) for table in found.values() if table is not None))
        case c.ReviseTerms(terms=terms) if contest is not None and contest.tables and contest.life in BEFORE_PLAY:
            book = contest_rules(context, contest).book
            was, shall = opening(contest, book), opening(replace(contest, terms=terms), book)
            if any(was[each] != shall[each] for each in ("positions", "bots")):
                raise InputError("tables-of-other-terms")
            return command
        case c.ApplyToEnter(name=name):
            return _applied(context, contest, command, name)
        case c.NominateSubstitute(player=name) if contest is not None:
            person, employed = _known(context, contest, name)
            return replace(command, entitled=person is None or not person.erased, employee=employed)
        case _:
            return command


def _id(contest: Contest | None) -> str:
    return "" if contest is None else contest.id


def _applied(context: Context, contest: Contest | None, command: c.ApplyToEnter, name: str) -> c.ApplyToEnter:
    """Return an application as the floor knows the applicant: their care is asked, and whether the house employs them.

    Nobody approves of their own entry as an employee: whoever is in charge records who did.
    """
    person, employed = _known(context, contest, name)
    return replace(
        command,
        entitled=person is None or not person.erased,
        employee=employed,
        approved_by=command.approved_by if command.by != name else "",
    )


def _known(context: Context, contest: Contest | None, name: str) -> tuple[Person | None, bool]:
    """Return somebody who is to play, and whether the house employs them; raise `Refused` if they may not take part."""
    house = house_of(_id(contest))
    found = context.needs((HOUSES + house, person_stream(name)))
    person: Person | None = found[person_stream(name)]
    known: House | None = found[HOUSES + house]
    check_admission(name, (person or Person()).care, context.at, house)
    member = known.members.get(name) if known else None
    return person, member is not None and not member.disabled


# Who gives a command.


def _check_giver(context: Context, book: Rulebook, house: str, command: c.Command) -> None:
    """Raise `InputError` or `Refused` unless somebody may give a command for the house, or belongs to it still.

    Whether somebody is the Director, a deputy or the entrant, `tournament` decides.
    """
    match command:
        case c.RecordHand() | c.DropHand() | c.SealWager() | c.RecordPractice() | c.LeavePractice():
            raise InputError("from-the-table")
        case c.RenewDraw():
            return
        case c.AppointDirector(person=person):
            check_host(context, book, house, command.by)
            check_belongs(context, house, person)
        case c.AppointDeputy(person=person):
            check_belongs(context, house, command.by)
            check_belongs(context, house, person)
        case _ if isinstance(command, c.HouseCommand):
            check_host(context, book, house, command.by)
        case _ if isinstance(command, c.DirectorCommand):
            check_belongs(context, house, command.by)
        case _:
            return


# Deadlines.


def _deadlines(_books: Books, contest: Contest) -> dict[str, int]:
    """Return what is due: a session whose hour has come, heats for which a table is free, and the end of timed ones."""
    if contest.life in ENDED:
        return {f"close/{table}": contest.at for table in contest.tables}
    found = {f"practice-over/{group.number}": contest.at for group in ending(contest)}
    found |= {f"practice/{group.number}": contest.at for group in waiting(contest)[: len(_free(contest))]}
    sessions, following = contest.terms.programme.sessions, contest.following
    if contest.life in (Life.BRIEFED, Life.BETWEEN_SESSIONS) and contest.present and following <= len(sessions):
        found[f"draw/{following}"] = contest.terms.when[following - 1]
    if contest.life is not Life.IN_PLAY:
        return found
    session = contest.session
    if contest.present and contest.turn < contest.play_session.heats and all(h.over for h in contest.heats.values()):
        found[f"draw/{session}/{contest.turn + 1}"] = contest.at
    if contest.present:
        for number in _beginning(contest):
            found[f"heat/{session}/{number}"] = contest.terms.when[session - 1]
    if contest.present and plan(contest) is not None and even(contest):
        found[f"balance/{session}"] = contest.at
    for heat in contest.heats.values():
        if heat.running and (ends_at := time_over_at(contest, heat)) is not None:
            found[f"time/{session}/{heat.number}"] = ends_at
    return found


def _free(contest: Contest) -> list[str]:
    busy = {heat.table for heat in (*contest.heats.values(), *contest.practice.values()) if heat.running}
    return [table for table in contest.tables if table not in busy]


def _beginning(contest: Contest) -> list[int]:
    """Return the heats that can begin now: as many as there are tables free and the terms allow."""
    room, allowed = len(_free(contest)), contest.terms.tables_in_each_round
    if isinstance(allowed, tuple):
        running = sum(heat.running for heat in contest.heats.values())
        room = min(room, allowed[contest.session - 1] - running)
    waiting = [heat.number for heat in contest.heats.values() if not heat.over and not heat.running]
    return waiting[: max(0, room)]


def _due(
    context: Context, rules: TournamentRules, stream: str, contest: Contest, key: str
) -> dict[str, Sequence[object]]:
    """Do what is due, in the name of whoever is in charge; what cannot be done now is tried again at the next tick."""
    if key not in _deadlines(context.book, contest) or context.at < _deadlines(context.book, contest)[key]:
        return {}
    kind, _, rest = key.partition("/")
    stamped: dict[str, Any] = {"at": context.at, "by": contest.present[-1] if contest.present else ""}
    match kind:
        case "draw":
            command: c.Command = c.DrawSeats(secret=b"", commitment="", **stamped)
        case "heat":
            command = c.BeginHeat(heat=int(rest.rpartition("/")[2]), table=_free(contest)[0], **stamped)
        case "balance":
            command = c.BalanceTables(secret=b"", commitment="", **stamped)
        case "practice":
            command = c.SeatPractice(practice=int(rest), table=_free(contest)[0], **stamped)
        case "practice-over":
            command = c.LeavePractice(practice=int(rest), **stamped)
        case "time":
            command = c.ConcludeHeat(heat=int(rest.rpartition("/")[2]), **stamped)
        case _:
            return _given_back(context, rules, stream, contest, rest)
    try:
        return _decided(context, rules, stream, contest, _completed(context, contest, command))
    except Refused:
        return {}


def _given_back(
    context: Context, rules: TournamentRules, stream: str, contest: Contest, table: str
) -> dict[str, Sequence[object]]:
    """Close a table of a tournament that is over."""
    left = tuple(each for each in contest.tables if each != table)
    clause = rules.step("tables-designated")
    given = e.TablesDesignated(at=context.at, by=tc.FLOOR, clause=clause, tables=left)
    return {stream: (given,), table: closed(context, rules, table)}


# Money, chips and rows.


def _transfers(_books: Books, _stream: str, contest: Contest | None, event: e.Event) -> tuple[Transfer, ...]:
    """Return the money and the chips that an event moves: two sorts of accounts that never meet."""
    if contest is None:
        return ()
    chips = chip_moves(contest, event)
    if not chips:
        return transfers(contest, event)
    named = {each for move in chips for each in (move.source, move.target)}
    own = {each: chip_account(contest, each) for each in named}
    return (*transfers(contest, event), *(renamed(move, own) for move in chips))


def chip_account(contest: Contest, account: str) -> str:
    """Return the account of the ledger that holds a stack of chips or the bank's; chips are outside money."""
    kind, _, name = account.partition(":")
    if account == BANK:
        return f"house:bank:{contest.id}"
    return f"{kind}:{contest.id}:{contest.entrants[name].number}"


def _short(books: Books, contest: Contest | None) -> Exception:
    if contest is None:
        return InputError("account-short")
    rules = rules_of(books(contest.book), books(contest.chapter))
    return Refused("insufficient-funds", rules.term("fees-and-buy-ins"))


_LISTED: Final = (e.TournamentDrafted, e.TermsRevised, e.LifeChanged, e.EntryMade, e.SessionMoved)


def _rows(
    stream: str, _before: Contest | None, after: Contest, event: e.Event, _version: int, _at: int
) -> Iterator[ProjectionRow]:
    if isinstance(event, _LISTED):
        values = {
            "house": house_of(after.id),
            "title": after.terms.title[:200],
            "life": after.life.value,
            "starts_at": next(iter(after.terms.when), 0),
            "entrants": len(after.entrants),
        }
        yield ProjectionRow(tournament_list.name, {"stream": stream}, values)


def _renew(contest: Contest) -> c.Command | None:
    if not contest.commitment or contest.life in ENDED:
        return None
    return c.RenewDraw(commitment="", by=tc.FLOOR)


TOURNAMENTS: Final[Kind[Contest, c.StreamCommand, e.Event]] = Kind(
    prefix=PREFIX,
    commands=c.StreamCommand,
    events=e.Event,
    state=Contest,
    decide=_decide,
    evolve=evolve,
    public=e.public,
    transfers=_transfers,
    rows=_rows,
    tables=(tournament_list,),
    deadlines=_deadlines,
    time_up=lambda key: c.TournamentDue(key=key, by=tc.FLOOR),
    at_rest=lambda contest: not any(heat.sealed for heat in contest.heats.values()),
    short=_short,
    audit=audit_tournament,
    views=lambda _books, contest: lambda _role, person: view(contest, person),
    renew=_renew,
    locked=True,
    significant=OF_TOURNAMENTS,
)
