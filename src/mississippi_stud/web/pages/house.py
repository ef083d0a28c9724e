"""The pages of a house for its owners and its staff, and those that the links to join and to recover lead to."""

import json
from collections.abc import Mapping
from typing import Any

from litestar import Request, get
from litestar.params import FromPath
from litestar.response import Redirect, Template

from mississippi_stud.floor import Floor, houses, staff_links
from mississippi_stud.floor.pit import supervises
from mississippi_stud.language import translator
from mississippi_stud.prose.house_page import HOUSE
from mississippi_stud.prose.names import short_name
from mississippi_stud.prose.pages import SENTENCES
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import language_of, page

_OPENING = (
    "filterBook", "least", "most", "seats", "bots", "noBots", "openTable", "tableSpeed",
    "tableSpeed-untimed", "tableSpeed-slow", "tableSpeed-normal", "tableSpeed-quick",
)  # fmt: skip
"""The sentences of the form that opens a table, on the page of a house as on that of friends."""
_ANYBODY = {"access": Access.ANYBODY}


def house_words(request: Request[Any, Any, Any], more: Mapping[str, str] | None = None, **facts: Any) -> str:
    """What the scripts say, and the facts of the page, as JSON."""
    _ = translator(language_of(request))
    said = {key: _(sentence) for key, sentence in {**HOUSE, **(more or {})}.items()}
    words = {"say": said, "passkeys": False, "games": list(request.app.state.games), **facts}
    return json.dumps(words, ensure_ascii=False).replace("</", "<\\/")


def called(floor: Floor, house: str, language: str) -> str:
    """Return what a house is called."""
    return str(houses.settings_of(floor, house).setting(f"name_{language}")) or house


@get("/house", opt={"access": Access.ACCOUNT}, include_in_schema=False, sync_to_thread=True)
def home(request: Request[Any, Any, Any]) -> Redirect:
    """Lead somebody to the house that they belong to, to the list of several, or to the game."""
    own = houses.houses_of(request.app.state.floor, request.app.state.people.known(request) or "")
    return Redirect(f"/house/{own[0]}" if len(own) == 1 else "/account" if own else "/")


@get("/house/{house:str}", opt={"access": Access.MEMBER}, include_in_schema=False, sync_to_thread=True)
def own_house(request: Request[Any, Any, Any], house: FromPath[str]) -> Template:
    """A house: for its owners all of it; for its staff their titles, the tables and what waits for them."""
    floor, person = request.app.state.floor, request.app.state.people.known(request) or ""
    owner = houses.is_owner(floor, house, person)
    name = called(floor, house, language_of(request))
    operation = owner or houses.is_official(floor, house, person)
    deals = any(houses.titles_of(floor, house, person).values())
    words = house_words(request, {name: SENTENCES[name] for name in _OPENING}, house=house)
    above = not owner and supervises(floor, house, person)
    shown = {"owner": owner, "operation": operation, "deals": deals, "pit": above}
    return page(request, "house.html", words=words, name=name, house=house, **shown)


@get("/invitation/{token:str}", opt=_ANYBODY, include_in_schema=False, sync_to_thread=True)
def invitation(request: Request[Any, Any, Any], token: FromPath[str]) -> Template:
    """What somebody is invited to, for whoever has the link."""
    floor, language = request.app.state.floor, language_of(request)
    house, found = staff_links.invitation_of(floor, token)
    named = houses.title_names(floor, house, found.titles, language)
    titles = [f"{title} ({short_name(book, language)})" for (book, _), title in named]
    name = called(floor, house, language)
    words = house_words(request, token=token)
    return page(request, "invitation.html", words=words, name=name, owner=found.owner, titles=titles)


@get("/recovery/{token:str}", opt=_ANYBODY, include_in_schema=False, sync_to_thread=True)
def recovery(request: Request[Any, Any, Any], token: FromPath[str]) -> Template:
    """Where somebody who cannot sign in sets a new password, with the link for it."""
    staff_links.recovery_of(request.app.state.floor, token)
    return page(request, "recovery.html", words=house_words(request, token=token))


routes = [home, own_house, invitation, recovery]
