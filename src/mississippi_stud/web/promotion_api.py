"""The API of promotions: drafting and holding one, overseeing its draw, taking part in it, and what it shows."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody, Parameter

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, StoreError, houses
from mississippi_stud.floor import promotion_acts as acts
from mississippi_stud.floor.promotion_acts import DrawRecord, PromotionRun
from mississippi_stud.web.access import Access
from mississippi_stud.web.houses import belongs, person_of
from mississippi_stud.web.promotion_shapes import (
    ClaimAnswer,
    NewPromotion,
    OwnEntries,
    PromotionAct,
    PromotionEntryLine,
    PromotionList,
    PromotionRecord,
    PromotionSight,
    PromotionTermsAnswer,
)
from mississippi_stud.web.promotion_view import (
    OFFICE,
    PATRON,
    SCRUTINY,
    carry_out,
    claim_answer,
    entries_answer,
    read_terms,
    record_of,
    sight_of_promotion,
    terms_answer,
)
from mississippi_stud.web.request import OWN, SIGNED_IN
from mississippi_stud.web.seats import objecting
from mississippi_stud.web.tournament_shapes import TermsProposal

Asking = Request[Any, Any, Any]
_ANYBODY = {"access": Access.ANYBODY}
_MEMBER = {"access": Access.MEMBER}
_ACCOUNT = {"access": Access.ACCOUNT}
_PATH = "/houses/{house:str}/promotions"
_ONE = f"{_PATH}/{{name:str}}"


def _floor(request: Asking) -> Floor:
    floor: Floor = request.app.state.floor
    return floor


def _found(request: Asking, house: str, name: str) -> PromotionRun:
    try:
        return acts.promotion_at(_floor(request), house, name)
    except StoreError:  # the database is away: whether there is one, nobody knows now
        raise
    except InputError:
        raise NotFoundException from None


def _done(request: Asking, house: str, name: str, data: PromotionAct, kinds: Any) -> PromotionSight:
    person = person_of(request)
    _found(request, house, name)
    run = carry_out(_floor(request), house, name, person, data.command, data.id, kinds=kinds)
    return sight_of_promotion(run, person)


# Anybody.


@get(_PATH, opt=_ANYBODY, sync_to_thread=True, responses=OWN)
def list_promotions(request: Asking, house: FromPath[str]) -> PromotionList:
    """List the promotions of a house, those that begin last first."""
    floor = _floor(request)
    if not houses.NAME.fullmatch(house):
        raise NotFoundException
    lines = tuple(PromotionEntryLine(**each._asdict()) for each in acts.promotions_of(floor, house))
    return PromotionList(house=house, promotions=lines, drafts=belongs(request, house))


@get(_ONE, opt=_ANYBODY, sync_to_thread=True, responses=OWN)
def show_promotion(request: Asking, house: FromPath[str], name: FromPath[str]) -> PromotionSight:
    """Show a promotion: to whoever entered with what is theirs, to anybody else as the big screen shows it."""
    return sight_of_promotion(_found(request, house, name), person_of(request))


@get(f"{_ONE}/terms", opt=_ANYBODY, sync_to_thread=True, responses=OWN)
def show_promotion_terms(request: Asking, house: FromPath[str], name: FromPath[str]) -> PromotionTermsAnswer:
    """Show the terms as data, with all that they lack; those of a draft to the house alone."""
    run = _found(request, house, name)
    if run.promotion.submitted_at is None and not belongs(request, house):
        raise NotFoundException
    return terms_answer(run, run.promotion.terms)


@get(f"{_ONE}/draw", opt=_ANYBODY, sync_to_thread=True, responses=OWN)
def show_draw(request: Asking, house: FromPath[str], name: FromPath[str]) -> DrawRecord:
    """Show all that was published and opened of a draw, as `mstud verify draw` and a browser check it."""
    return acts.draw_file(_floor(request), _found(request, house, name))


# Whoever takes part, and the scrutineer.


@get(f"{_ONE}/entries", opt=_ACCOUNT, sync_to_thread=True, responses=SIGNED_IN)
def show_own_entries(
    request: Asking,
    house: FromPath[str],
    name: FromPath[str],
    after: Annotated[int, Parameter(ge=0, description="Show the entries after this number.")] = 0,
) -> OwnEntries:
    """Show one's own entries, a hundred at a time."""
    run, person = _found(request, house, name), person_of(request)
    return entries_answer(run, person, acts.own_entries(_floor(request), run, person, after))


@post(f"{_ONE}/acts", opt=_ACCOUNT, status_code=200, sync_to_thread=True, responses=SIGNED_IN)
def take_part(
    request: Asking, house: FromPath[str], name: FromPath[str], data: JSONBody[PromotionAct]
) -> PromotionSight:
    """Check in for the draw, claim a prize, or raise a dispute."""
    return _done(request, house, name, data, PATRON)


@post(f"{_ONE}/scrutiny", opt=_ACCOUNT, status_code=200, sync_to_thread=True, responses=SIGNED_IN)
def oversee_promotion(
    request: Asking, house: FromPath[str], name: FromPath[str], data: JSONBody[PromotionAct]
) -> PromotionSight:
    """Seal a seed, be there, open it by drawing, attest the draw and go, as the scrutineer (nsw 14.2)."""
    return _done(request, house, name, data, SCRUTINY)


# The house.


@post(_PATH, opt=_MEMBER, status_code=201, sync_to_thread=True, responses=SIGNED_IN)
def draft_promotion(request: Asking, house: FromPath[str], data: JSONBody[NewPromotion]) -> PromotionSight:
    """Draft a promotion, as an owner or under a title that may open tables for everybody."""
    floor, person = _floor(request), person_of(request)
    base = msgspec.to_builtins(acts.template(data.template)) if data.template else {}
    terms = read_terms({**base, **data.terms})
    with objecting(floor.book(acts.content_of(floor, house, data.book))):
        run = acts.draft(floor, house, data.name, person, book=data.book, terms=terms, command_id=data.id)
    return sight_of_promotion(run, person)


@post(f"{_ONE}/terms", opt=_MEMBER, status_code=200, sync_to_thread=True, responses=SIGNED_IN)
def check_promotion_terms(
    request: Asking, house: FromPath[str], name: FromPath[str], data: JSONBody[TermsProposal]
) -> PromotionTermsAnswer:
    """Tell what terms would lack, what of them cannot be carried out, and their hash; nothing is changed."""
    return terms_answer(_found(request, house, name), read_terms(data.terms))


@post(f"{_ONE}/commands", opt=_MEMBER, status_code=200, sync_to_thread=True, responses=SIGNED_IN)
def hold_promotion(
    request: Asking, house: FromPath[str], name: FromPath[str], data: JSONBody[PromotionAct]
) -> PromotionSight:
    """Give a command of the house, also for somebody at the desk."""
    return _done(request, house, name, data, OFFICE)


@get(f"{_ONE}/record", opt=_MEMBER, sync_to_thread=True, responses=SIGNED_IN)
def show_promotion_record(request: Asking, house: FromPath[str], name: FromPath[str]) -> PromotionRecord:
    """Show what is due, attempts, claims and disputes to those who belong to the house, inspectors among them."""
    return record_of(_found(request, house, name), _floor(request).clock())


@get(f"{_ONE}/claims/{{number:int}}", opt=_MEMBER, sync_to_thread=True, responses=SIGNED_IN)
def show_claim(request: Asking, house: FromPath[str], name: FromPath[str], number: FromPath[int]) -> ClaimAnswer:
    """Show a claim with the name and the address that are kept, to whoever decides claims and to inspectors."""
    _found(request, house, name)
    return claim_answer(acts.claim_record(_floor(request), house, name, number, person_of(request)))


routes = Router(
    path="/api",
    route_handlers=[
        list_promotions,
        show_promotion,
        show_promotion_terms,
        check_promotion_terms,
        show_draw,
        show_own_entries,
        take_part,
        oversee_promotion,
        draft_promotion,
        hold_promotion,
        show_promotion_record,
        show_claim,
    ],
)
