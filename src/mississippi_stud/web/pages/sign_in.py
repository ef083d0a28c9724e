"""The pages for signing in and for one's own account."""

import json
from contextlib import suppress
from typing import Any

from litestar import Request, get
from litestar.exceptions import NotAuthorizedException
from litestar.params import FromQuery
from litestar.response import Template

from mississippi_stud.floor import StoreError
from mississippi_stud.floor.houses import has_second_factor, houses_of
from mississippi_stud.language import translator
from mississippi_stud.prose.account import ACCOUNT, ERASE
from mississippi_stud.prose.complaints import COMPLAINTS
from mississippi_stud.web.access import Access
from mississippi_stud.web.entrance import site_of
from mississippi_stud.web.frame import language_of, page


def _words(request: Request[Any, Any, Any], *, idle: bool = False) -> str:
    """What the scripts say, and whether there are passkeys at this address, as JSON; to whoever was away, why."""
    _ = translator(language_of(request))
    words = {
        "why": _(COMPLAINTS["idle"]) if idle else "",
        "say": {key: _(sentence) for key, sentence in ACCOUNT.items()},
        "erase": _(ERASE),
        "passkeys": site_of(request) is not None,
    }
    return json.dumps(words, ensure_ascii=False).replace("</", "<\\/")


@get("/sign-in", opt={"access": Access.ANYBODY}, include_in_schema=False, sync_to_thread=True)
def sign_in(request: Request[Any, Any, Any], to: FromQuery[str] = "") -> Template:
    """Where somebody signs in and is led back to where they came from; a guest is told what becomes of their things."""
    again = guest = idle = False
    with suppress(StoreError):  # the page itself needs no database
        visitor = request.app.state.people.visitor(request)
        inside = to.startswith("/house") and visitor.signed_in
        again, idle = inside and not visitor.second_factor, visitor.lapsed or (inside and visitor.second_factor)
        guest = request.app.state.people.guest_before(request) is not None
    return page(request, "sign_in.html", words=_words(request, idle=idle), again=again, guest=guest)


@get("/account", opt={"access": Access.ANYBODY}, include_in_schema=False, sync_to_thread=True)
def own_account(request: Request[Any, Any, Any], to: FromQuery[str] = "") -> Template:
    """One's own account, and the houses that one belongs to; for a guest, how to make one.

    Whoever was away signs in first, unless they come from there to make another account.
    """
    visitor = request.app.state.people.visitor(request)
    if visitor.lapsed and not to:
        raise NotAuthorizedException(detail="idle")
    floor, person = request.app.state.floor, visitor.person or ""
    houses = houses_of(floor, person) if person else []
    factor = not houses or has_second_factor(floor, person)
    return page(request, "account.html", words=_words(request), houses=houses, factor=factor, person=person)


routes = [sign_in, own_account]
