"""The pages of tournaments: the list of a house, a player's page, the Director's console, the big screen, results."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter
from litestar.response import Template

from mississippi_stud.floor import houses, staff_links
from mississippi_stud.floor import tournament_acts as acts
from mississippi_stud.floor.tournament_acts import TournamentRun
from mississippi_stud.language import translator
from mississippi_stud.prose.names import short_name
from mississippi_stud.prose.pages import SENTENCES
from mississippi_stud.prose.rule_values import RULE_VALUES
from mississippi_stud.prose.signs import Signs
from mississippi_stud.prose.terms_form import terms_form
from mississippi_stud.prose.tournament_page import STATUSES, TOURNAMENT
from mississippi_stud.prose.tournament_refusals import ACTS, LIVES, TERM_FAULTS
from mississippi_stud.prose.tournament_terms import (
    grounds_shown,
    order_shown,
    session_names,
    templates_shown,
    terms_document,
)
from mississippi_stud.rulebooks.vocabulary import STREETS
from mississippi_stud.web import terms_page
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import language_of, page
from mississippi_stud.web.houses import belongs, person_of
from mississippi_stud.web.pages.house import called, house_words
from mississippi_stud.web.static_files import STATIC_PATH
from mississippi_stud.web.tournament_export import export_of, results_shown
from mississippi_stud.web.tournament_shapes import TournamentEntryLine, TournamentList
from mississippi_stud.web.tournament_view import record_of, sight_of_tournament, terms_answer

Asking = Request[Any, Any, Any]
_ANYBODY: Final = {"access": Access.ANYBODY}
_MEMBER: Final = {"access": Access.MEMBER}
_PATH: Final = "/house/{house:str}/tournaments"
_ONE: Final = f"{_PATH}/{{name:str}}"
_OF_LIVE_PAGES: Final = {name: SENTENCES[name] for name in ("lostConnection", "databaseAway", "secondsLeft")}
_CITED: Final = ("fees-and-buy-ins", "directors-decision-final", "right-to-complain")
"""The items whose clauses the player's page names."""
Printed = Annotated[str, QueryParameter(pattern="^(html|pdf)$")]
Found = Annotated[str, QueryParameter(max_length=60)]
Part = Annotated[int, QueryParameter(ge=1, le=10_000)]
Exported = Annotated[str, QueryParameter(pattern="^(|csv|json)$")]


def _run(request: Asking, house: str, name: str) -> TournamentRun:
    return acts.tournament_at(request.app.state.floor, house, name)


def _words(request: Asking, house: str, **facts: Any) -> str:
    _ = translator(language_of(request))
    return house_words(
        request,
        {**_OF_LIVE_PAGES, **TOURNAMENT},
        house=house,
        terms={},
        person=person_of(request),
        signed_in=request.app.state.people.visitor(request).signed_in,
        member=belongs(request, house),
        lives={life: _(text) for life, text in LIVES.items()},
        statuses={status: _(text) for status, text in STATUSES.items()},
        **facts,
    )


def _of_one(request: Asking, run: TournamentRun, **facts: Any) -> str:
    """What the scripts of one tournament's page know besides what its topic tells."""
    language, terms, book = language_of(request), run.contest.terms, run.rules.book
    seen = sight_of_tournament(run, person_of(request))
    return _words(
        request,
        run.house,
        name=run.name,
        seen=msgspec.to_builtins(seen, str_keys=True),
        names=acts.names_of(request.app.state.floor, run),
        called_max=acts.CALLED_MAX,
        session_names=session_names(terms, language),
        signature=terms.signature_required is True,
        secrets=terms.secrets_each_session,
        prices=_prices(terms),
        withdrawal=_withdrawal(terms),
        clauses={each: run.rules.term(each) for each in _CITED},
        pays=Signs(book, {}, language).main_odds(),
        least_total=terms.wager.minimum_chips * (1 + len(STREETS) * book.streets.multiples.value[0]),
        **facts,
    )


def _prices(terms: acts.TournamentTerms) -> dict[str, tuple[int, int]]:
    """What entering costs and what may be bought later: its cents, and the chips that it brings."""
    fees, back = terms.fees, terms.buying_back_in
    bought = {"rebuy": fees.rebuy, "add-on": fees.add_on}
    return {
        "entry": (fees.entry_cents, 0),
        "buy-in": (fees.buy_in_cents, 0),
        **{kind: (each.cents, each.chips) for kind, each in bought.items() if each is not None},
        **({"buy-back": (back.cents, 0)} if back is not None and not isinstance(back, str) else {}),
    }


def _withdrawal(terms: acts.TournamentTerms) -> dict[str, int | None]:
    """Until how long before the first session one withdraws for nothing, and what part comes back later."""
    rule, refunds = terms.withdrawal_and_substitutes, terms.refunds
    return {
        "free_until_minutes": rule.free_until_minutes if rule and terms.when else None,
        "late_percent": refunds.late_withdrawal_percent if refunds else 0,
    }


@get(_PATH, opt=_ANYBODY, include_in_schema=False, sync_to_thread=True)
def tournaments(request: Asking, house: FromPath[str]) -> Template:
    """The tournaments of a house, and for those who belong to it the form that drafts one."""
    language, floor = language_of(request), request.app.state.floor
    if not houses.NAME.fullmatch(house):
        raise NotFoundException
    lines = tuple(TournamentEntryLine(**each._asdict()) for each in acts.tournaments_of(floor, house))
    listed = TournamentList(house=house, tournaments=lines, drafts=belongs(request, house))
    ready = [{"name": name, "about": about, "sessions": names} for name, about, names in templates_shown(language)]
    words = _words(
        request,
        house,
        list=msgspec.to_builtins(listed),
        templates=ready if listed.drafts else [],
        books=[(book, short_name(book, language)) for book in houses.settings_of(floor, house).books],
    )
    _ = translator(language)
    heading = _("{house}: tournaments").format(house=called(floor, house, language))
    return page(request, "tournament.html", words=words, heading=heading, script="tournaments")


@get(_ONE, opt=_ANYBODY, include_in_schema=False, sync_to_thread=True)
def tournament(request: Asking, house: FromPath[str], name: FromPath[str]) -> Template:
    """A tournament for its players and for whoever follows it."""
    run = _run(request, house, name)
    heading = run.contest.terms.title or name
    return page(request, "tournament.html", words=_of_one(request, run), heading=heading, script="tournament")


@get(f"{_ONE}/director", opt=_MEMBER, include_in_schema=False, sync_to_thread=True)
def director(request: Asking, house: FromPath[str], name: FromPath[str]) -> Template:
    """The console of the Director and the deputies, and of those who prepare the tournament for the house."""
    run, language, floor = _run(request, house, name), language_of(request), request.app.state.floor
    _, terms = translator(language), run.contest.terms
    items = RULE_VALUES["Tournament.terms"]
    members = houses.settings_of(floor, house).members.values()
    words = _of_one(
        request,
        run,
        record=msgspec.to_builtins(record_of(run), str_keys=True),
        missing=[(_(items[item]), clause) for item, clause in acts.missing_terms(run, terms)],
        ladders=order_shown(run.rules, terms, language),
        grounds=grounds_shown(terms, language),
        acts={event: _(text) for event, text in ACTS.items()},
        notice=terms.starting_time_may_change,
        redeemed=terms.cash_cents_each > 0,
        director_skips=terms.repechage == "director",
        people=[
            (each.person, staff_links.badge_name(floor.vault, each.called, person=each.person))
            for each in members
            if not each.disabled
        ],
    )
    heading = _("Conduct: {title}").format(title=terms.title or name)
    return page(request, "tournament.html", words=words, heading=heading, script="tournament-director")


@get(f"{_ONE}/revise", opt=_MEMBER, include_in_schema=False, sync_to_thread=True)
def revise(request: Asking, house: FromPath[str], name: FromPath[str]) -> Template:
    """Where the house revises the terms, and is told at once what they lack."""
    run, language = _run(request, house, name), language_of(request)
    _ = translator(language)
    words = _of_one(
        request,
        run,
        form=terms_form(run.rules, language),
        written=msgspec.to_builtins(terms_answer(run, run.contest.terms)),
        faults={code: _(text) for code, text in TERM_FAULTS.items()},
    )
    heading = _("Terms: {title}").format(title=run.contest.terms.title or name)
    return page(request, "tournament.html", words=words, heading=heading, script="tournament-terms")


@get(f"{_ONE}/screen", opt=_ANYBODY, include_in_schema=False, sync_to_thread=True)
def screen(request: Asking, house: FromPath[str], name: FromPath[str]) -> Template:
    """The big screen."""
    run = _run(request, house, name)
    heading = run.contest.terms.title or name
    return page(
        request, "tournament_screen.html", words=_of_one(request, run), heading=heading, script="tournament-screen"
    )


@get(f"{_ONE}/terms", opt=_ANYBODY, include_in_schema=False)
async def terms_of_tournament(
    request: Asking, house: FromPath[str], name: FromPath[str], form: Printed = "html"
) -> Response[Any]:
    """The terms and conditions, made to print; those of a draft are for the house alone."""

    def written() -> bytes | str:
        run = _run(request, house, name)
        if "terms-available-to-patrons" not in run.contest.steps and not belongs(request, house):
            raise NotFoundException
        document = terms_document(run.rules, run.contest.terms, language_of(request), run.contest.version)
        return terms_page.pdf(document) if form == "pdf" else terms_page.html(document, f"{STATIC_PATH}/terms.css")

    return await _sent(written)


async def _sent(written: Callable[[], bytes | str]) -> Response[Any]:
    made = await asyncio.to_thread(written)
    if isinstance(made, bytes):
        return Response(made, media_type="application/pdf", headers={"Content-Disposition": "inline"})
    return Response(made, media_type=MediaType.HTML)


@get(f"{_ONE}/results", opt=_ANYBODY, include_in_schema=False, sync_to_thread=True)
def results(
    request: Asking, house: FromPath[str], name: FromPath[str], form: Exported = "", find: Found = "", part: Part = 1
) -> Template | Response[bytes]:
    """The places and prizes with their arithmetic, a hundred to a page, and the same as files, each with its hash."""
    run, language, floor = _run(request, house, name), language_of(request), request.app.state.floor
    if form:
        file = export_of(floor, run, form)
        headers = {"Content-Disposition": f'attachment; filename="{file.name}"', "ETag": f'"{file.hash}"'}
        return Response(file.content, media_type=file.media_type, headers=headers)
    shown = results_shown(floor, run, language, find, part)
    files = [export_of(floor, run, each) for each in ("csv", "json")]
    base = f"/house/{house}/tournaments/{name}"
    return page(request, "tournament_results.html", base=base, files=files, **shown._asdict())


routes = [tournaments, tournament, director, revise, screen, terms_of_tournament, results]
