"""The API of tournaments: drafting and conducting one, entering it, and what it shows."""

from typing import Any

import msgspec
from litestar import Request, Router, get, post
from litestar.exceptions import NotFoundException, ValidationException
from litestar.params import FromPath, JSONBody

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, StoreError, houses
from mississippi_stud.floor import tournament_acts as acts
from mississippi_stud.floor.tournament_acts import TournamentRun, TournamentTerms
from mississippi_stud.web.access import Access
from mississippi_stud.web.houses import person_of
from mississippi_stud.web.request import OWN, SIGNED_IN
from mississippi_stud.web.seats import objecting
from mississippi_stud.web.tournament_shapes import (
    NewTournament,
    OptionsAnswer,
    TermsAnswer,
    TournamentAct,
    TournamentEntryLine,
    TournamentList,
    TournamentRecord,
    TournamentResults,
    TournamentSight,
    TournamentTables,
)
from mississippi_stud.web.tournament_view import carry_out, record_of, results_of, sight_of_tournament, terms_answer

Asking = Request[Any, Any, Any]
_ANYBODY = {"access": Access.ANYBODY}
_MEMBER = {"access": Access.MEMBER}
_ACCOUNT = {"access": Access.ACCOUNT}
_PATH = "/houses/{house:str}/tournaments"
_ONE = f"{_PATH}/{{name:str}}"


def _floor(request: Asking) -> Floor:
    floor: Floor = request.app.state.floor
    return floor


def _found(request: Asking, house: str, name: str) -> TournamentRun:
    try:
        return acts.tournament_at(_floor(request), house, name)
    except StoreError:  # the database is away: whether there is one, nobody knows now
        raise
    except InputError:
        raise NotFoundException from None


# Anybody.


@get(_PATH, opt=_ANYBODY, sync_to_thread=True, responses=OWN)
def list_tournaments(request: Asking, house: FromPath[str]) -> TournamentList:
    """List the tournaments of a house, those that begin last first."""
    floor, person = _floor(request), person_of(request)
    if not houses.NAME.fullmatch(house):
        raise NotFoundException
    lines = tuple(TournamentEntryLine(**each._asdict()) for each in acts.tournaments_of(floor, house))
    drafts = bool(person) and houses.member_of(floor, house, person) is not None
    return TournamentList(house=house, tournaments=lines, drafts=drafts)


@get(_ONE, opt=_ANYBODY, sync_to_thread=True, responses=OWN)
def show_tournament(request: Asking, house: FromPath[str], name: FromPath[str]) -> TournamentSight:
    """Show a tournament: to an entrant with their own standing, to anybody else as the big screen shows it."""
    return sight_of_tournament(_found(request, house, name), person_of(request))


@get(f"{_ONE}/terms", opt=_ANYBODY, sync_to_thread=True, responses=OWN)
def show_terms(request: Asking, house: FromPath[str], name: FromPath[str]) -> TermsAnswer:
    """Show the terms as data, with the hash by which they are accepted and all that they lack."""
    return terms_answer(_found(request, house, name))


@get(f"{_ONE}/results", opt=_ANYBODY, sync_to_thread=True, responses=OWN)
def show_results(request: Asking, house: FromPath[str], name: FromPath[str]) -> TournamentResults:
    """Show the places and, once they are declared, the prizes with their arithmetic."""
    return results_of(_floor(request), _found(request, house, name))


# Entrants.


@get(f"{_ONE}/options", opt=_ACCOUNT, sync_to_thread=True, responses=SIGNED_IN)
def show_options(request: Asking, house: FromPath[str], name: FromPath[str]) -> OptionsAnswer:
    """Show what one may do in a tournament now."""
    return OptionsAnswer(options=_found(request, house, name).options(person_of(request), _floor(request).clock()))


@post(f"{_ONE}/entry", opt=_ACCOUNT, status_code=200, sync_to_thread=True, responses=SIGNED_IN)
def act_as_entrant(
    request: Asking, house: FromPath[str], name: FromPath[str], data: JSONBody[TournamentAct]
) -> TournamentSight:
    """Apply, withdraw, name a substitute, buy chips, retire, or raise a dispute."""
    person = person_of(request)
    run = carry_out(_floor(request), house, name, person, data.command, data.id, officials=False)
    return sight_of_tournament(run, person)


# The house, the Director and the deputies.


@post(_PATH, opt=_MEMBER, status_code=201, sync_to_thread=True, responses=SIGNED_IN)
def draft_tournament(request: Asking, house: FromPath[str], data: JSONBody[NewTournament]) -> TournamentSight:
    """Draft a tournament, as an owner or under a title that may open tables for everybody."""
    floor, person = _floor(request), person_of(request)
    base = msgspec.to_builtins(acts.template(data.template)) if data.template else {}
    try:
        terms = msgspec.convert({**base, **data.terms}, TournamentTerms)
    except msgspec.ValidationError as error:
        raise ValidationException(str(error)) from None
    with objecting(floor.book(acts.content_of(floor, house, data.book))):
        run = acts.draft(floor, house, data.name, person, book=data.book, terms=terms, command_id=data.id)
    return sight_of_tournament(run, person)


@post(f"{_ONE}/commands", opt=_MEMBER, status_code=200, sync_to_thread=True, responses=SIGNED_IN)
def conduct_tournament(
    request: Asking, house: FromPath[str], name: FromPath[str], data: JSONBody[TournamentAct]
) -> TournamentSight:
    """Give a command of the house, the Director or a deputy; the tournament decides who may."""
    person = person_of(request)
    run = carry_out(_floor(request), house, name, person, data.command, data.id)
    return sight_of_tournament(run, person)


@post(f"{_ONE}/tables", opt=_MEMBER, status_code=200, sync_to_thread=True, responses=SIGNED_IN)
def designate_tables(
    request: Asking, house: FromPath[str], name: FromPath[str], data: JSONBody[TournamentTables]
) -> TournamentSight:
    """Open tables for the tournament and designate them (crown 12.2.4): they serve nothing else."""
    person = person_of(request)
    with objecting(_found(request, house, name).rules.book):
        run = acts.designate(_floor(request), house, name, person, data.count, command_id=data.id)
    return sight_of_tournament(run, person)


@get(f"{_ONE}/record", opt=_MEMBER, sync_to_thread=True, responses=SIGNED_IN)
def show_record(request: Asking, house: FromPath[str], name: FromPath[str]) -> TournamentRecord:
    """Show entries, breaches and disputes to those who belong to the house, its inspectors among them."""
    return record_of(_found(request, house, name))


routes = Router(
    path="/api",
    route_handlers=[
        list_tournaments,
        show_tournament,
        show_terms,
        show_results,
        show_options,
        act_as_entrant,
        draft_tournament,
        conduct_tournament,
        designate_tables,
        show_record,
    ],
)
