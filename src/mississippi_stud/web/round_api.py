"""The API of past rounds: lists, files, statistics, steps, proofs, reviews, disputes and what is shared."""

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.datastructures import State as AppState
from litestar.di import NamedDependency
from litestar.params import FromQuery, QueryParameter

from mississippi_stud.floor.history.export import Format
from mississippi_stud.floor.history.recall import RoundFilter
from mississippi_stud.web import practice, recall, statistics
from mississippi_stud.web.access import Access
from mississippi_stud.web.floor_calls import dispute_of
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.gate import client_of
from mississippi_stud.web.limits import client_name
from mississippi_stud.web.people import People
from mississippi_stud.web.recall_queue import RecallQueue
from mississippi_stud.web.request import (
    BAD,
    DONE,
    OVER,
    OWN,
    Asking,
    BookFilter,
    Number,
    ShareId,
    TableVersion,
    visitor_of,
)
from mississippi_stud.web.seats import PlayerSeat
from mississippi_stud.web.shapes import (
    Decision,
    DisputeAnswer,
    ProofAnswer,
    RoundLine,
    RoundSteps,
    ShareLink,
)
from mississippi_stud.web.shares import SharedRound, ShareLinks, seen_by_anybody


@get(
    "/tables/{table_id:str}/rounds",
    opt={"access": Access.PLAYER},
    summary="The rounds of a table",
    responses=OWN,
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
    return await looking.at(
        await visitor_of(request, state),
        lambda: statistics.statistics_of(state.floor, people.names(request), span, book),
    )


@get(
    "/tables/{table_id:str}/rounds/{number:int}",
    opt={"access": Access.PLAYER},
    summary="A round by steps",
    responses=OWN,
)
async def show_round(state: AppState, past_seat: NamedDependency[PlayerSeat], number: Number) -> RoundSteps:
    """Every step of a round as it was shown."""
    looking: RecallQueue = state.looking_back
    return await looking.at(past_seat.name, lambda: recall.recalled(past_seat, number))


@get(
    "/tables/{table_id:str}/rounds/{number:int}/views/{version:int}",
    opt={"access": Access.PLAYER},
    summary="What was shown at a version",
    responses=OWN,
)
async def show_view(
    state: AppState, seat: NamedDependency[PlayerSeat], number: Number, version: TableVersion
) -> Response[Any]:
    """The table as the live socket showed it to a player of that round: its SHA-256 is the hash in the frame."""
    looking: RecallQueue = state.looking_back
    content = await looking.at(seat.name, lambda: recall.shown_at(seat, number, version))
    return Response(content, media_type="application/json")


@get(
    "/tables/{table_id:str}/rounds/{number:int}/proof",
    opt={"access": Access.PLAYER},
    summary="What proves a deal",
    responses=OVER,
    sync_to_thread=True,
)
def show_proof(past_seat: NamedDependency[PlayerSeat], number: Number) -> ProofAnswer:
    """The commitment, the secret, the seeds and the cards of a round that has ended."""
    return recall.proof_of(past_seat, number)


@get(
    "/tables/{table_id:str}/rounds/{number:int}/review",
    opt={"access": Access.PLAYER},
    summary="What the decisions of a round have lost",
    responses=OVER,
)
async def show_review(state: AppState, past_seat: NamedDependency[PlayerSeat], number: Number) -> list[Decision]:
    """Each decision of a finished round, compared with the best one."""
    looking: RecallQueue = state.looking_back
    return await looking.at(past_seat.name, lambda: practice.review(past_seat, number))


@get(
    "/tables/{table_id:str}/disputes/{number:int}",
    opt={"access": Access.PLAYER},
    summary="A call to the floor",
    responses=OWN,
)
async def show_dispute(state: AppState, seat: NamedDependency[PlayerSeat], number: Number) -> DisputeAnswer:
    """A dispute of one's own: what was said, the evidence, how it stands and what follows by the book."""
    looking: RecallQueue = state.looking_back
    return await looking.at(seat.name, lambda: dispute_of(seat, number))


@post(
    "/tables/{table_id:str}/rounds/{number:int}/share",
    opt={"access": Access.PLAYER},
    status_code=200,
    summary="Share a round",
    responses=DONE,
    sync_to_thread=True,
)
def share_round(state: AppState, past_seat: NamedDependency[PlayerSeat], number: Number) -> ShareLink:
    """A link to a round of one's own that has ended; whoever has it sees that round as its player saw it."""
    links: ShareLinks = state.share_links
    return links.share(past_seat, number)


@get("/shared/{share_id:str}", opt={"access": Access.ANYBODY}, summary="A shared round by steps", responses=OWN)
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
    responses=OWN,
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


routes = [
    list_rounds,
    list_history,
    download_csv,
    download_json,
    show_statistics,
    show_round,
    show_view,
    show_proof,
    show_review,
    show_dispute,
    share_round,
    show_shared,
    show_shared_proof,
]
