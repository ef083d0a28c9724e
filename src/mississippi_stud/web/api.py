"""The HTTP API: tables, their past rounds, and the rule books."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Final, TypeVar

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.datastructures import State as AppState
from litestar.di import NamedDependency
from litestar.exceptions import TooManyRequestsException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from mississippi_stud.floor import SoloGame, houses
from mississippi_stud.floor.history.export import Format
from mississippi_stud.floor.history.recall import RoundFilter
from mississippi_stud.rulebooks.ledger import ledger
from mississippi_stud.rulebooks.load import content_hash, leaves, rulebook
from mississippi_stud.web import practice, recall, statistics
from mississippi_stud.web.access import Access
from mississippi_stud.web.company import new_company, sit_down
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.gate import client_of
from mississippi_stud.web.limits import client_name
from mississippi_stud.web.people import People
from mississippi_stud.web.problems import Complaint, Problem
from mississippi_stud.web.seats import PlayerSeat, solo_seat
from mississippi_stud.web.shapes import (
    END,
    AdviceAnswer,
    BookLine,
    BookValue,
    ClauseLine,
    CommandRequest,
    CurrentTable,
    Decision,
    NewTable,
    PlayVerdict,
    ProofAnswer,
    RoundLine,
    RoundResult,
    RoundSteps,
    SeatRequest,
    ShareLink,
)
from mississippi_stud.web.shares import SharedRound, ShareLinks, seen_by_anybody

_T = TypeVar("_T")

TableId = Annotated[str, PathParameter(pattern=f"^[0-9a-f]{{32}}{END}", description="The id of a table.")]
Number = Annotated[int, PathParameter(ge=1, le=1_000_000_000, description="The number of a round at its table.")]
ShareId = Annotated[
    str,
    PathParameter(
        pattern=f"^[0-9a-f]{{32}}-[1-9][0-9]{{0,8}}[.][0-9A-Za-z_-]{{43}}{END}", description="The id of a shared round."
    ),
]
_LATE: Final = 2**53
BookFilter = Annotated[str, QueryParameter(max_length=40, description="The id of a rule book; empty: of all.")]
BookId = Annotated[str, PathParameter(description="The id of a rule book.")]
Asking = Request[Any, Any, Any]


def _problem(text: str) -> ResponseSpec:
    return ResponseSpec(
        data_container=Problem,
        description=text,
        generate_examples=False,
        media_type="application/problem+json",
    )


BAD: Final = {400: _problem("It cannot be read."), 429: _problem("Too many requests.")}
_OWN: Final = {**BAD, 404: _problem("There is no such thing, or it is not yours.")}
_OVER: Final = {**_OWN, 409: _problem("The round is not over.")}
DONE: Final = {
    **_OWN,
    403: _problem("It comes from another site."),
    409: _problem("The rules, or the moment, do not allow it."),
    413: _problem("The body is too large."),
    415: _problem("The body is not JSON."),
    503: _problem("The database is away."),
}
"""What a request that brings a body can be answered with if it is refused."""


async def seat_of(request: Asking, state: AppState, table_id: TableId) -> PlayerSeat:
    """Return the seat at a table that a request is about."""
    people: People = state.people
    return PlayerSeat(state.floor, people.known(request), table_id, language_of(request))


async def visitor_of(request: Asking, state: AppState) -> str:
    """Return the name under which a visitor waits in line: the guest's, or the address of somebody who is none."""
    people: People = state.people
    return people.known(request) or client_name(client_of(request.scope))


async def rounds_wanted(
    request: Asking,
    state: AppState,
    book: BookFilter = "",
    result: FromQuery[RoundResult] = RoundResult.ANY,
    since: Annotated[int, QueryParameter(ge=1, le=_LATE, description="Opened then or later.")] = 1,
    until: Annotated[int, QueryParameter(ge=1, le=_LATE, description="Opened before that.")] = _LATE,
) -> RoundFilter:
    """Return which of the guest's rounds a request is about; a stranger has none."""
    people: People = state.people
    return recall.wanted_by(people.known(request) or "", book, result, since, until)


class RecallQueue:
    """Who looks back at rounds. At a table with a long past that takes long: few do it at once, each a few times.

    Whoever comes by a link is known by their address.
    """

    at_once: Final = 2
    of_a_person: Final = 4

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(self.at_once)
        self._asked = Counter[str]()

    async def at(self, who: str, look: Callable[[], _T]) -> _T:
        """What is seen of a round, when there is room; somebody who waits for much already is refused."""
        if self._asked[who] >= self.of_a_person:
            raise TooManyRequestsException(headers={"Retry-After": "1"})
        self._asked[who] += 1
        try:
            async with self._room:
                return await asyncio.to_thread(look)
        finally:
            self._asked[who] -= 1
            if not self._asked[who]:
                del self._asked[who]


async def strict(request: Asking, shape: type[_T]) -> _T:
    """Decode the body again, strictly: the framework would accept "500" as a number."""
    try:
        return msgspec.json.decode(await request.body(), type=shape)
    except msgspec.ValidationError as error:
        raise ValidationException(str(error)) from None


def player_of(request: Asking, state: AppState) -> tuple[str, list[Cookie]]:
    """Return the person that a request comes from, and a guest's cookie; a stranger becomes a guest."""
    people: People = state.people
    visitor = people.visitor(request)
    if visitor.lapsed:
        raise Complaint("idle", 401)
    if visitor.signed_in and visitor.person is not None:
        return visitor.person, []
    if visitor.person is None and state.tallies.guests.is_over(client_name(client_of(request.scope))):
        raise Complaint("too-many-guests", 429)
    guest = visitor.person or people.guests.new()
    return guest, [people.guests.cookie(guest, request)]


def _player(request: Asking, state: AppState) -> tuple[str, list[Cookie]]:
    """Return who wants to play, and a guest's cookie; refuse guests where only accounts may play."""
    name, cookies = player_of(request, state)
    if not state.people.visitor(request).signed_in and not houses.guests_may(state.floor, "guests_play"):
        raise Complaint("account-needed", 403)
    return name, cookies


@post("/tables", opt={"access": Access.PLAYER}, status_code=201, summary="Open a table", responses=DONE)
async def open_table(request: Asking, state: AppState, data: JSONBody[NewTable]) -> Response[CurrentTable]:
    """Open a table for the guest, with play money; a repeated request returns the same table.

    One with several seats is for whoever is given its link.
    """
    data = await strict(request, NewTable)
    game, language = game_of(state, data.book), language_of(request)
    name, cookies = await asyncio.to_thread(_player, request, state)
    if data.seats == 1:
        found = await asyncio.to_thread(lambda: solo_seat(state.floor, name, game, language).now())
    else:
        found = await asyncio.to_thread(lambda: new_company(state.floor, name, game, data, language).now())
    return Response(found, status_code=201, cookies=cookies)


@post(
    "/tables/{table_id:str}/seats",
    opt={"access": Access.PLAYER},
    status_code=201,
    summary="Take a seat at a table",
    responses=DONE,
)
async def take_seat(
    request: Asking, state: AppState, table_id: TableId, data: JSONBody[SeatRequest]
) -> Response[CurrentTable]:
    """Sit down at a table whose link one was given, with play money; a repeated request finds the same seat."""
    data, language = await strict(request, SeatRequest), language_of(request)
    name, cookies = await asyncio.to_thread(_player, request, state)
    found = await asyncio.to_thread(lambda: sit_down(state.floor, name, table_id, data, language).now())
    return Response(found, status_code=201, cookies=cookies)


@get(
    "/tables/{table_id:str}",
    opt={"access": Access.PLAYER},
    summary="A table as its player sees it",
    responses=_OWN,
    sync_to_thread=True,
)
def show_table(seat: NamedDependency[PlayerSeat]) -> CurrentTable:
    """The version, the view, what may be done now, the balance."""
    return seat.now()


@post(
    "/tables/{table_id:str}/commands",
    opt={"access": Access.PLAYER},
    status_code=200,
    summary="Do something at a table",
    responses=DONE,
)
async def command_table(
    request: Asking, seat: NamedDependency[PlayerSeat], data: JSONBody[CommandRequest]
) -> CurrentTable:
    """Carry out a command; the answer is the table after it."""
    data = await strict(request, CommandRequest)
    return await asyncio.to_thread(seat.do, data.command, data.id)


@post(
    "/tables/{table_id:str}/money",
    opt={"access": Access.PLAYER},
    status_code=200,
    summary="More play money",
    responses=DONE,
    sync_to_thread=True,
)
def more_money(request: Asking, state: AppState, seat: NamedDependency[PlayerSeat]) -> CurrentTable:
    """Give a player with little left as much play money as at the start."""
    if not state.people.visitor(request).signed_in and not houses.guests_may(state.floor, "guests_more_money"):
        raise Complaint("account-needed", 403)
    return seat.more_money()


@get(
    "/tables/{table_id:str}/rounds",
    opt={"access": Access.PLAYER},
    summary="The rounds of a table",
    responses=_OWN,
    sync_to_thread=True,
)
def list_rounds(
    seat: NamedDependency[PlayerSeat],
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    before: Annotated[int | None, QueryParameter(ge=1, le=1_000_000_000)] = None,
) -> list[RoundLine]:
    """The last rounds first."""
    return recall.rounds_of(seat, limit, before)


@get(
    "/rounds",
    opt={"access": Access.PLAYER},
    summary="The guest's rounds at all tables",
    responses=BAD,
    sync_to_thread=True,
)
def list_history(
    state: AppState,
    wanted: NamedDependency[RoundFilter],
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
) -> list[RoundLine]:
    """The last rounds first; times are microseconds since 1970. It only looks: whoever has no table gets none by it."""
    return recall.history_of(state.floor, wanted, limit)


@get(
    "/rounds.csv",
    opt={"access": Access.PLAYER},
    summary="The guest's rounds as a table",
    responses=BAD,
    media_type="text/csv",
)
async def download_csv(
    state: AppState, wanted: NamedDependency[RoundFilter], who: NamedDependency[str]
) -> Response[str]:
    """The last 1,000 of those rounds as their player saw them, the last first, a line for each hand."""
    return await _file(state, wanted, who, Format.CSV, "text/csv")


@get("/rounds.json", opt={"access": Access.PLAYER}, summary="The guest's rounds with every action", responses=BAD)
async def download_json(
    state: AppState, wanted: NamedDependency[RoundFilter], who: NamedDependency[str]
) -> Response[Any]:
    """The last 1,000 of those rounds as their player saw them, the last first."""
    return await _file(state, wanted, who, Format.JSON, "application/json")


async def _file(state: AppState, wanted: RoundFilter, who: str, kind: Format, media_type: str) -> Response[Any]:
    looking: RecallQueue = state.looking_back
    content = await looking.at(who, lambda: recall.file_of(state.floor, wanted, kind))
    saved = {"Content-Disposition": f'attachment; filename="mississippi-stud-rounds.{kind.value}"'}
    return Response(content, media_type=media_type, headers=saved)


@get("/statistics", opt={"access": Access.PLAYER}, summary="The guest's statistics", responses=BAD)
async def show_statistics(
    request: Asking,
    state: AppState,
    span: FromQuery[statistics.Span] = statistics.Span.ALL,
    book: BookFilter = "",
) -> statistics.StatisticsAnswer:
    """Rounds, money by currency, decisions, and the main game's course beside the exact band of the best play."""
    return await figures_of(request, state, span, book)


async def figures_of(request: Asking, state: AppState, span: statistics.Span, book: str) -> statistics.StatisticsAnswer:
    """Work out a visitor's statistics when there is room."""
    people: People = state.people
    looking: RecallQueue = state.looking_back
    name = people.known(request)
    return await looking.at(
        await visitor_of(request, state), lambda: statistics.statistics_of(state.floor, name, span, book)
    )


@get(
    "/tables/{table_id:str}/rounds/{number:int}",
    opt={"access": Access.PLAYER},
    summary="A round by steps",
    responses=_OWN,
)
async def show_round(state: AppState, seat: NamedDependency[PlayerSeat], number: Number) -> RoundSteps:
    """Every step of a round as it was shown."""
    looking: RecallQueue = state.looking_back
    return await looking.at(seat.name, lambda: recall.recalled(seat, number))


@get(
    "/tables/{table_id:str}/rounds/{number:int}/proof",
    opt={"access": Access.PLAYER},
    summary="What proves a deal",
    responses=_OVER,
    sync_to_thread=True,
)
def show_proof(seat: NamedDependency[PlayerSeat], number: Number) -> ProofAnswer:
    """The commitment, the secret, the seeds and the cards of a round that has ended."""
    return recall.proof_of(seat, number)


@get(
    "/tables/{table_id:str}/rounds/{number:int}/review",
    opt={"access": Access.PLAYER},
    summary="What the decisions of a round have lost",
    responses=_OVER,
)
async def show_review(state: AppState, seat: NamedDependency[PlayerSeat], number: Number) -> list[Decision]:
    """Each decision of a finished round, compared with the best one."""
    looking: RecallQueue = state.looking_back
    return await looking.at(seat.name, lambda: practice.review(seat, number))


@post(
    "/tables/{table_id:str}/rounds/{number:int}/share",
    opt={"access": Access.PLAYER},
    status_code=200,
    summary="Share a round",
    responses=DONE,
    sync_to_thread=True,
)
def share_round(state: AppState, seat: NamedDependency[PlayerSeat], number: Number) -> ShareLink:
    """A link to a round of one's own that has ended; whoever has it sees that round as its player saw it."""
    links: ShareLinks = state.share_links
    return links.share(seat, number)


@get("/shared/{share_id:str}", opt={"access": Access.ANYBODY}, summary="A shared round by steps", responses=_OWN)
async def show_shared(request: Asking, state: AppState, share_id: ShareId) -> RoundSteps:
    """Every step of a shared round as its player saw it."""
    looking: RecallQueue = state.looking_back
    return await looking.at(
        client_name(client_of(request.scope)), lambda: seen_by_anybody(_shared(request, state, share_id))
    )


@get(
    "/shared/{share_id:str}/proof",
    opt={"access": Access.ANYBODY},
    summary="What proves the deal of a shared round",
    responses=_OWN,
)
async def show_shared_proof(request: Asking, state: AppState, share_id: ShareId) -> ProofAnswer:
    """The commitment, the secret, the seed and the cards of a shared round."""
    looking: RecallQueue = state.looking_back
    return await looking.at(
        client_name(client_of(request.scope)), lambda: recall.proof_of(*_shared(request, state, share_id))
    )


def _shared(request: Asking, state: AppState, share_id: str) -> SharedRound:
    links: ShareLinks = state.share_links
    return links.find(state.floor, share_id, language_of(request))


@get(
    "/tables/{table_id:str}/advice",
    opt={"access": Access.PLAYER},
    summary="What each choice is worth",
    responses={**_OWN, 409: _problem("There is nothing to decide.")},
    sync_to_thread=True,
)
def show_advice(seat: NamedDependency[PlayerSeat]) -> AdviceAnswer:
    """The exact value of fold and of each bet in antes, the best of them, and why: for practice."""
    return practice.advice_now(seat)


@get(
    "/tables/{table_id:str}/verdict",
    opt={"access": Access.PLAYER},
    summary="What a play would cost",
    responses={**_OWN, 409: _problem("There is nothing to decide, or no such play.")},
    sync_to_thread=True,
)
def show_verdict(
    seat: NamedDependency[PlayerSeat],
    play: Annotated[str, QueryParameter(pattern=f"^(fold|[1-9][0-9]?){END}", description="fold, or a multiple.")],
) -> PlayVerdict:
    """The cost of a play at the open street, in antes and cents, and its grade; not which play would be better."""
    return practice.verdict_now(seat, play)


@cache
def hash_of(source: str) -> str:
    """The content hash of a book, worked out once."""
    return content_hash(rulebook(source))


def game_of(state: AppState, book: str) -> SoloGame:
    """The solo game of a book, by its id; a complaint where there is none."""
    games: Mapping[str, SoloGame] = state.games
    if book not in games:
        raise Complaint("no-book", 404, books=", ".join(games))
    return games[book]


@get("/books", opt={"access": Access.ANYBODY}, summary="The rule books", responses=BAD)
async def list_books(state: AppState) -> list[BookLine]:
    """The four books, and the custom ones that are served."""
    return [
        BookLine(
            id=book.id,
            title=book.title,
            version=book.version,
            language=book.language,
            clauses=len(ledger(game.source)),
            hash=hash_of(game.source),
        )
        for game, book in ((game, rulebook(game.source)) for game in state.games.values())
    ]


@get("/books/{book:str}/clauses", opt={"access": Access.ANYBODY}, summary="The clauses of a rule book", responses=_OWN)
async def list_clauses(state: AppState, book: BookId) -> list[ClauseLine]:
    """Every clause of a book with its summary and how it is handled."""
    return [
        ClauseLine(id=name.partition(" ")[2], en=entry.en, fr=entry.fr, handling=entry.handled.value)
        for name, entry in ledger(game_of(state, book).source).items()
    ]


@get("/books/{book:str}", opt={"access": Access.ANYBODY}, summary="The values of a rule book", responses=_OWN)
async def show_book(state: AppState, book: BookId) -> list[BookValue]:
    """Every value of a book with its clause."""
    rules = rulebook(game_of(state, book).source)
    return [BookValue(path=leaf.path, value=str(leaf.shown), clause=leaf.ruled.clause) for leaf in leaves(rules)]


routes = Router(
    path="/api",
    dependencies={"seat": seat_of, "wanted": rounds_wanted, "who": visitor_of},
    route_handlers=[
        open_table,
        take_seat,
        show_table,
        command_table,
        more_money,
        list_rounds,
        list_history,
        download_csv,
        download_json,
        show_statistics,
        show_round,
        show_proof,
        show_review,
        share_round,
        show_shared,
        show_shared_proof,
        show_advice,
        show_verdict,
        list_books,
        show_book,
        list_clauses,
    ],
)
