"""The HTTP API: tables and lobbies here; past rounds and rule books in modules of their own."""

import asyncio
from typing import Annotated

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.datastructures import State as AppState
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, QueryParameter

from mississippi_stud.floor import Admission, houses
from mississippi_stud.web import book_api, practice, round_api
from mississippi_stud.web.access import Access
from mississippi_stud.web.company import new_company, sit_down, stand_in_line
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.lobby import lobby_of
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.request import (
    DONE,
    OWN,
    Asking,
    HouseName,
    TableId,
    game_of,
    past_seat_of,
    player_of,
    problem_spec,
    rounds_wanted,
    seat_of,
    strict,
    visitor_of,
)
from mississippi_stud.web.seats import PlayerSeat, solo_seat
from mississippi_stud.web.shapes import (
    END,
    AdviceAnswer,
    CommandRequest,
    CurrentTable,
    LobbyBoard,
    NewTable,
    PlayVerdict,
    QueueRequest,
    SeatRequest,
    VoucherOffer,
)
from mississippi_stud.web.standing import open_standing


def _player(request: Asking, state: AppState) -> tuple[str, list[Cookie]]:
    """Return who wants to play, and a guest's cookie; refuse guests where only accounts may play."""
    name, cookies = player_of(request, state)
    if not state.people.visitor(request).signed_in and not houses.guests_may(state.floor, "guests_play"):
        raise Complaint("account-needed", 403)
    return name, cookies


@post("/guest", opt={"access": Access.PLAYER}, status_code=200, summary="Be recognised as a guest", responses=DONE)
async def recognise_guest(request: Asking, state: AppState) -> Response[dict[str, str]]:
    """Give a stranger a guest's cookie, and nothing else: whatever they ask for afterwards can be asked for again."""
    _, cookies = await asyncio.to_thread(player_of, request, state)
    return Response({}, cookies=cookies)


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
    if found.view.admission is Admission.LOBBY and found.house == houses.PLAY:
        await asyncio.to_thread(open_standing, state.floor, state.games.values())  # the next has room again
    return Response(found, status_code=201, cookies=cookies)


@post(
    "/tables/{table_id:str}/queue",
    opt={"access": Access.PLAYER},
    status_code=200,
    summary="Wait in line for a seat",
    responses=DONE,
)
async def wait_in_line(
    request: Asking, state: AppState, table_id: TableId, data: JSONBody[QueueRequest]
) -> Response[CurrentTable]:
    """Wait in line for a seat at a table, or no longer; whoever is offered one has thirty seconds to take it."""
    data, language = await strict(request, QueueRequest), language_of(request)
    name, cookies = await asyncio.to_thread(_player, request, state)
    found = await asyncio.to_thread(lambda: stand_in_line(state.floor, name, table_id, data, language).now())
    return Response(found, status_code=200, cookies=cookies)


@get("/houses/{house:str}/lobby", opt={"access": Access.ANYBODY}, summary="The tables of a house", responses=OWN)
async def show_lobby(request: Asking, state: AppState, house: HouseName) -> LobbyBoard:
    """The open tables of a house, with book, limits, seats, speed, side wagers, exact house edge and meter."""
    return await asyncio.to_thread(lobby_seen, request, state, house)


def lobby_seen(request: Asking, state: AppState, house: str) -> LobbyBoard:
    """Return the lobby of a house as a visitor sees it; the guests' house opens the tables that it always has."""
    if house == houses.PLAY:
        open_standing(state.floor, state.games.values())
    return lobby_of(state.floor, house, state.people.known(request), language_of(request))


@get(
    "/tables/{table_id:str}",
    opt={"access": Access.PLAYER},
    summary="A table as its player sees it",
    responses=OWN,
)
async def show_table(seat: NamedDependency[PlayerSeat]) -> CurrentTable:
    """The version, the view, what may be done now, the balance."""
    return await seat.soon()


@post(
    "/tables/{table_id:str}/commands",
    opt={"access": Access.PLAYER},
    status_code=200,
    summary="Do something at a table",
    responses=DONE,
)
async def command_table(
    request: Asking, state: AppState, seat: NamedDependency[PlayerSeat], data: JSONBody[CommandRequest]
) -> CurrentTable:
    """Carry out a command; the answer is the table after it."""
    data = await strict(request, CommandRequest)
    return await seat.do(data.command, data.id, state.relay)


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


@post(
    "/tables/{table_id:str}/voucher",
    opt={"access": Access.PLAYER},
    status_code=200,
    summary="Exchange a voucher for promotional tokens",
    responses=DONE,
    sync_to_thread=True,
)
def exchange_voucher(seat: NamedDependency[PlayerSeat]) -> CurrentTable:
    """Give a player promotional tokens, once at a table, where the book accepts them."""
    return seat.exchange_voucher()


@post(
    "/tables/{table_id:str}/vouchers",
    opt={"access": Access.PLAYER},
    status_code=200,
    summary="Exchange a voucher that a promotion issued",
    responses=DONE,
    sync_to_thread=True,
)
def exchange_issued_voucher(seat: NamedDependency[PlayerSeat], data: JSONBody[VoucherOffer]) -> CurrentTable:
    """Exchange a promotion's voucher for tokens, once, at a table without staff and if it has no conditions."""
    return seat.exchange_issued(data)


@get(
    "/tables/{table_id:str}/advice",
    opt={"access": Access.PLAYER},
    summary="What each choice is worth",
    responses={**OWN, 409: problem_spec("There is nothing to decide.")},
    sync_to_thread=True,
)
def show_advice(seat: NamedDependency[PlayerSeat]) -> AdviceAnswer:
    """The exact value of fold and of each bet in antes, the best of them, and why: for practice."""
    return practice.advice_now(seat)


@get(
    "/tables/{table_id:str}/verdict",
    opt={"access": Access.PLAYER},
    summary="What a play would cost",
    responses={**OWN, 409: problem_spec("There is nothing to decide, or no such play.")},
    sync_to_thread=True,
)
def show_verdict(
    seat: NamedDependency[PlayerSeat],
    play: Annotated[str, QueryParameter(pattern=f"^(fold|[1-9][0-9]?){END}", description="fold, or a multiple.")],
) -> PlayVerdict:
    """The cost of a play at the open street, in antes and cents, and its grade; not which play would be better."""
    return practice.verdict_now(seat, play)


routes = Router(
    path="/api",
    dependencies={
        "seat": seat_of,
        "past_seat": Provide(past_seat_of, sync_to_thread=True),
        "wanted": Provide(rounds_wanted, sync_to_thread=True),
        "who": visitor_of,
    },
    route_handlers=[
        recognise_guest,
        open_table,
        take_seat,
        wait_in_line,
        show_lobby,
        show_table,
        command_table,
        more_money,
        exchange_voucher,
        exchange_issued_voucher,
        show_advice,
        show_verdict,
        *round_api.routes,
        *book_api.routes,
    ],
)
