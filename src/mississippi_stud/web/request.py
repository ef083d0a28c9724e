"""What a request of the API is about: whose it is, which table, rounds and game it names, and how it can be refused."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeVar

import msgspec
from litestar import Request
from litestar.datastructures import Cookie
from litestar.datastructures import State as AppState
from litestar.exceptions import ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, PathParameter, QueryParameter

from mississippi_stud.floor import SoloGame
from mississippi_stud.floor.history.recall import RoundFilter, has_played
from mississippi_stud.web import recall
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.gate import client_of
from mississippi_stud.web.limits import client_name
from mississippi_stud.web.people import People
from mississippi_stud.web.problems import Complaint, Problem
from mississippi_stud.web.seats import PlayerSeat
from mississippi_stud.web.shapes import (
    END,
    RoundResult,
)

_T = TypeVar("_T")

TableId = Annotated[str, PathParameter(pattern=f"^[0-9a-f]{{32}}{END}", description="The id of a table.")]


Number = Annotated[int, PathParameter(ge=1, le=1_000_000_000, description="The number of a round at its table.")]


TableVersion = Annotated[int, PathParameter(ge=1, le=1_000_000_000, description="A version of the table.")]


ShareId = Annotated[
    str,
    PathParameter(
        pattern=f"^[0-9a-f]{{32}}-[1-9][0-9]{{0,8}}[.][0-9A-Za-z_-]{{43}}{END}", description="The id of a shared round."
    ),
]


_LATE: Final = 2**53


BookFilter = Annotated[str, QueryParameter(max_length=40, description="The id of a rule book; empty: of all.")]


HouseName = Annotated[str, PathParameter(pattern=f"^[a-z0-9][a-z0-9-]{{0,39}}{END}", description="A house.")]


BookId = Annotated[str, PathParameter(description="The id of a rule book.")]


Asking = Request[Any, Any, Any]


def problem_spec(text: str) -> ResponseSpec:
    return ResponseSpec(
        data_container=Problem,
        description=text,
        generate_examples=False,
        media_type="application/problem+json",
    )


BAD: Final = {400: problem_spec("It cannot be read."), 429: problem_spec("Too many requests.")}


OWN: Final = {**BAD, 404: problem_spec("There is no such thing, or it is not yours.")}


OVER: Final = {**OWN, 409: problem_spec("The round is not over.")}


DONE: Final = {
    **OWN,
    403: problem_spec("It comes from another site."),
    409: problem_spec("The rules, or the moment, do not allow it."),
    413: problem_spec("The body is too large."),
    415: problem_spec("The body is not JSON."),
    503: problem_spec("The database is away."),
}
"""What a request that brings a body can be answered with if it is refused."""
SIGNED_IN: Final = {**DONE, 401: problem_spec("Nobody is signed in, or they are to sign in again.")}
"""What a request that only somebody with an account may make can be answered with if it is refused."""


async def seat_of(request: Asking, state: AppState, table_id: TableId) -> PlayerSeat:
    """Return the seat at a table that a request is about."""
    people: People = state.people
    return PlayerSeat(state.floor, people.known(request), table_id, language_of(request))


def past_seat_of(request: Asking, state: AppState, table_id: TableId) -> PlayerSeat:
    """Return the seat from which somebody saw the past rounds of a table, be it as a guest whom their account has."""
    people: People = state.people
    own, *guests = people.names(request) or (None,)
    name = next((each for each in guests if has_played(state.floor, each, f"table:{table_id}")), own)
    return PlayerSeat(state.floor, name, table_id, language_of(request))


async def visitor_of(request: Asking, state: AppState) -> str:
    """Return the name under which a visitor waits in line: the guest's, or the address of somebody who is none."""
    people: People = state.people
    return people.known(request) or client_name(client_of(request.scope))


def rounds_wanted(
    request: Asking,
    state: AppState,
    book: BookFilter = "",
    result: FromQuery[RoundResult] = RoundResult.ANY,
    since: Annotated[int, QueryParameter(ge=1, le=_LATE, description="Opened then or later.")] = 1,
    until: Annotated[int, QueryParameter(ge=1, le=_LATE, description="Opened before that.")] = _LATE,
) -> RoundFilter:
    """Return which of the guest's rounds a request is about; a stranger has none."""
    people: People = state.people
    return recall.wanted_by(people.names(request), book, result, since, until)


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


def game_of(state: AppState, book: str) -> SoloGame:
    """The solo game of a book, by its id; a complaint where there is none."""
    games: Mapping[str, SoloGame] = state.games
    if book not in games:
        raise Complaint("no-book", 404, books=", ".join(games))
    return games[book]
