"""The pages of promotions: the list of a house, a patron's page, the promoter's, the scrutineer's, the big screen."""

import asyncio
from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter
from litestar.response import Template

from mississippi_stud.floor import houses
from mississippi_stud.floor import promotion_acts as acts
from mississippi_stud.floor.promotion_acts import PromotionRun
from mississippi_stud.language import translator
from mississippi_stud.prose.names import short_name
from mississippi_stud.prose.pages import SENTENCES
from mississippi_stud.prose.promotion_form import promotion_form
from mississippi_stud.prose.promotion_page import HEADINGS, PROMOTION, TEMPLATES_SHOWN
from mississippi_stud.prose.promotion_refusals import PRIZE_FAULTS, STAGES
from mississippi_stud.prose.promotion_terms import printed, promotion_document
from mississippi_stud.prose.rule_values import RULE_VALUES
from mississippi_stud.web import terms_page
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import language_of, page
from mississippi_stud.web.houses import belongs, person_of
from mississippi_stud.web.pages.house import called, house_words
from mississippi_stud.web.promotion_shapes import PromotionEntryLine, PromotionList
from mississippi_stud.web.promotion_view import record_of, sight_of_promotion, terms_answer
from mississippi_stud.web.static_files import STATIC_PATH

Asking = Request[Any, Any, Any]
_ANYBODY: Final = {"access": Access.ANYBODY}
_PATH: Final = "/house/{house:str}/promotions"
_ONE: Final = f"{_PATH}/{{name:str}}"
_OF_LIVE_PAGES: Final = {name: SENTENCES[name] for name in ("lostConnection", "databaseAway", "secondsLeft")}
Printed = Annotated[str, QueryParameter(pattern="^(html|pdf)$")]
Version = Annotated[int, QueryParameter(ge=0, description="Which version of the terms; 0 for the one in force.")]


def _run(request: Asking, house: str, name: str) -> PromotionRun:
    return acts.promotion_at(request.app.state.floor, house, name)


def _words(request: Asking, house: str, **facts: Any) -> str:
    _ = translator(language_of(request))
    return house_words(
        request,
        {**_OF_LIVE_PAGES, **PROMOTION},
        house=house,
        terms={},
        person=person_of(request),
        signed_in=request.app.state.people.visitor(request).signed_in,
        member=belongs(request, house),
        lives={life: _(text) for life, text in STAGES.items()},
        **facts,
    )


def _shown(request: Asking, run: PromotionRun, script: str, **facts: Any) -> Template:
    """Show one promotion by a script, with what the script knows besides what its topic tells."""
    language, terms = language_of(request), run.promotion.terms
    document, chance = promotion_document(run.rules, terms, language), terms.draw.chance
    words = _words(
        request,
        run.house,
        name=run.name,
        script=script,
        seen=msgspec.to_builtins(sight_of_promotion(run, person_of(request)), str_keys=True),
        claiming=[line for item in document.items if item.name in _CLAIMING for line in item.lines],
        public_value="" if isinstance(chance, str) else chance.source,
        **facts,
    )
    heading = translator(language)(HEADINGS.get(script, "{title}")).format(title=terms.title or run.name)
    template = "tournament_screen.html" if script == "promotion-screen" else "tournament.html"
    return page(request, template, words=words, heading=heading, script=script)


_CLAIMING: Final = ("how-to-claim", "how-winners-are-told")
"""The items of the terms that say how somebody comes by a prize."""


@get(_PATH, opt=_ANYBODY, include_in_schema=False, sync_to_thread=True)
def promotions(request: Asking, house: FromPath[str]) -> Template:
    """The promotions of a house, and for those who belong to it the form that drafts one."""
    language, floor = language_of(request), request.app.state.floor
    if not houses.NAME.fullmatch(house):
        raise NotFoundException
    _ = translator(language)
    lines = tuple(PromotionEntryLine(**each._asdict()) for each in acts.promotions_of(floor, house))
    listed = PromotionList(house=house, promotions=lines, drafts=belongs(request, house))
    words = _words(
        request,
        house,
        list=msgspec.to_builtins(listed),
        templates=[(name, _(about)) for name, about in TEMPLATES_SHOWN.items()] if listed.drafts else [],
        books=[(book, short_name(book, language)) for book in houses.settings_of(floor, house).books],
    )
    heading = _("{house}: promotions").format(house=called(floor, house, language))
    return page(request, "tournament.html", words=words, heading=heading, script="promotions")


@get(_ONE, opt=_ANYBODY, include_in_schema=False, sync_to_thread=True)
def promotion(request: Asking, house: FromPath[str], name: FromPath[str]) -> Template:
    """A promotion for its patrons and for whoever follows it."""
    return _shown(request, _run(request, house, name), "promotion")


@get(f"{_ONE}/screen", opt=_ANYBODY, include_in_schema=False, sync_to_thread=True)
def draw_screen(request: Asking, house: FromPath[str], name: FromPath[str]) -> Template:
    """The big screen of the draw."""
    return _shown(request, _run(request, house, name), "promotion-screen")


@get(f"{_ONE}/scrutineer", opt={"access": Access.ACCOUNT}, include_in_schema=False, sync_to_thread=True)
def scrutineer(request: Asking, house: FromPath[str], name: FromPath[str]) -> Template:
    """The page of the scrutineer."""
    return _shown(request, _run(request, house, name), "promotion-scrutineer")


@get(f"{_ONE}/promoter", opt={"access": Access.MEMBER}, include_in_schema=False, sync_to_thread=True)
def promoter(request: Asking, house: FromPath[str], name: FromPath[str]) -> Template:
    """The console of whoever holds the promotion for the house."""
    run, _ = _run(request, house, name), translator(language_of(request))
    payments, ways = RULE_VALUES["Promotion.payment_choices"], RULE_VALUES["Promotion.winner_told_by"]
    return _shown(
        request,
        run,
        "promotion-promoter",
        record=msgspec.to_builtins(record_of(run, request.app.state.floor.clock()), str_keys=True),
        terms_now=msgspec.to_builtins(terms_answer(run, run.promotion.terms), str_keys=True),
        items=_items(request),
        ways={way.value: _(ways[way.value]) for way in run.rules.chapter.winner_told_by},
        payments=[(way, _(payments[way])) for way in acts.single_payments(run.rules)],
        choice_over=run.rules.chapter.payment_choice_over_cents.value,
    )


def _items(request: Asking) -> dict[str, str]:
    """Return what may be missing from terms, or wrong with them."""
    items = {**RULE_VALUES["Promotion.terms"], **RULE_VALUES["Promotion.prohibited"], **PRIZE_FAULTS}
    return {item: translator(language_of(request))(text) for item, text in items.items()}


@get(f"{_ONE}/revise", opt={"access": Access.MEMBER}, include_in_schema=False, sync_to_thread=True)
def revise_promotion(request: Asking, house: FromPath[str], name: FromPath[str]) -> Template:
    """Where the house revises the terms, and is told at once what they lack."""
    run = _run(request, house, name)
    return _shown(
        request,
        run,
        "promotion-terms",
        form=promotion_form(run.rules, language_of(request)),
        written=msgspec.to_builtins(terms_answer(run, run.promotion.terms), str_keys=True),
        items=_items(request),
    )


@get(f"{_ONE}/terms", opt=_ANYBODY, include_in_schema=False)
async def terms_of_promotion(
    request: Asking, house: FromPath[str], name: FromPath[str], form: Printed = "html", version: Version = 0
) -> Response[Any]:
    """The terms and conditions, made to print, of every version; those of a draft are for the house alone."""

    def written() -> bytes | str:
        run = _run(request, house, name)
        versions = run.promotion.versions
        if version > len(versions) or (run.promotion.submitted_at is None and not belongs(request, house)):
            raise NotFoundException
        number = version or len(versions)
        document = printed(run.rules, versions[number - 1].terms, language_of(request), number)
        return terms_page.pdf(document) if form == "pdf" else terms_page.html(document, f"{STATIC_PATH}/terms.css")

    made = await asyncio.to_thread(written)
    if isinstance(made, bytes):
        return Response(made, media_type="application/pdf", headers={"Content-Disposition": "inline"})
    return Response(made, media_type=MediaType.HTML)


routes = [promotions, promotion, draw_screen, scrutineer, promoter, revise_promotion, terms_of_promotion]
