"""The API of tournaments: drafting and conducting one, entering it, and what it shows."""

from typing import Any

import msgspec
from litestar import Request, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, StoreError, houses
from mississippi_stud.floor import tournament_acts as acts
from mississippi_stud.floor.tournament_acts import TournamentRun
from mississippi_stud.web.access import Access
from mississippi_stud.web.houses import belongs, person_of
from mississippi_stud.web.request import OWN, SIGNED_IN
from mississippi_stud.web.seats import objecting
from mississippi_stud.web.tournament_shapes import (
    NewTournament,
    OptionsAnswer,
    TermsAnswer,
    TermsProposal,
    TournamentAct,
    TournamentEntryLine,
    TournamentHandLine,
    TournamentHands,
    TournamentList,
    TournamentNames,
    TournamentRecord,
    TournamentResults,
    TournamentSight,
    TournamentTables,
)
from mississippi_stud.web.tournament_view import (
    carry_out,
    read_terms,
    record_of,
    results_of,
    sight_of_tournament,
    terms_answer,
)

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
    floor = _floor(request)
    if not houses.NAME.fullmatch(house):
        raise NotFoundException
    lines = tuple(TournamentEntryLine(**each._asdict()) for each in acts.tournaments_of(floor, house))
    return TournamentList(house=house, tournaments=lines, drafts=belongs(request, house))


@get(_ONE, opt=_ANYBODY, sync_to_thread=True, responses=OWN)
def show_tournament(request: Asking, house: FromPath[str], name: FromPath[str]) -> TournamentSight:
    """Show a tournament: to an entrant with their own standing, to anybody else as the big screen shows it."""
    return sight_of_tournament(_found(request, house, name), person_of(request))


@get(f"{_ONE}/terms", opt=_ANYBODY, sync_to_thread=True, responses=OWN)
def show_terms(request: Asking, house: FromPath[str], name: FromPath[str]) -> TermsAnswer:
    """Show the terms as data, with their hash and all that they lack; those of a draft to the house alone."""
    run = _found(request, house, name)
    if "terms-available-to-patrons" not in run.contest.steps and not belongs(request, house):
        raise NotFoundException
    return terms_answer(run, run.contest.terms)


@get(f"{_ONE}/names", opt=_ANYBODY, sync_to_thread=True, responses=OWN)
def show_names(request: Asking, house: FromPath[str], name: FromPath[str]) -> TournamentNames:
    """Show what entrants and officials are called, by id; the tournament itself knows ids and numbers alone."""
    return TournamentNames(names=acts.names_of(_floor(request), _found(request, house, name)))


@get(f"{_ONE}/results", opt=_ANYBODY, sync_to_thread=True, responses=OWN)
def show_results(request: Asking, house: FromPath[str], name: FromPath[str]) -> TournamentResults:
    """Show the places and, once they are declared, the prizes with their arithmetic."""
    return results_of(_floor(request), _found(request, house, name))


# Entrants.


@get(f"{_ONE}/options", opt=_ACCOUNT, sync_to_thread=True, responses=SIGNED_IN)
def show_options(request: Asking, house: FromPath[str], name: FromPath[str]) -> OptionsAnswer:
    """Show what one may do in a tournament now."""
    return OptionsAnswer(options=_found(request, house, name).options(person_of(request), _floor(request).clock()))


@get(f"{_ONE}/hands", opt=_ACCOUNT, sync_to_thread=True, responses=SIGNED_IN)
def show_hands(request: Asking, house: FromPath[str], name: FromPath[str]) -> TournamentHands:
    """Show the hands that one has played for chips in a tournament."""
    run = _found(request, house, name)
    hands = acts.hands_of(_floor(request), run, person_of(request))
    return TournamentHands(version=run.version, hands=tuple(TournamentHandLine(**each._asdict()) for each in hands))


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
    terms = read_terms({**base, **data.terms})
    with objecting(floor.book(acts.content_of(floor, house, data.book))):
        run = acts.draft(floor, house, data.name, person, book=data.book, terms=terms, command_id=data.id)
    return sight_of_tournament(run, person)


@post(f"{_ONE}/terms", opt=_MEMBER, status_code=200, sync_to_thread=True, responses=SIGNED_IN)
def check_terms(
    request: Asking, house: FromPath[str], name: FromPath[str], data: JSONBody[TermsProposal]
) -> TermsAnswer:
    """Tell what terms would lack, what of them cannot be carried out, and their hash; nothing is changed."""
    return terms_answer(_found(request, house, name), read_terms(data.terms))


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
        show_names,
        show_results,
        check_terms,
        show_options,
        show_hands,
        act_as_entrant,
        draft_tournament,
        conduct_tournament,
        designate_tables,
        show_record,
    ],
)
