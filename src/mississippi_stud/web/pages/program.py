"""The operation of a house, for its owners and for officials: whether the program is the one that was approved."""

from typing import Any

from litestar import Request, get
from litestar.params import FromPath
from litestar.response import Template

from mississippi_stud.floor.integrity import state_of
from mississippi_stud.language import translator
from mississippi_stud.prose.operation import WORDS, moment
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import language_of, page
from mississippi_stud.web.pages.house import called


@get("/house/{house:str}/operation", opt={"access": Access.OPERATION}, include_in_schema=False, sync_to_thread=True)
def operation(request: Request[Any, Any, Any], house: FromPath[str]) -> Template:
    """What was approved, by whom and why, and what the last check found."""
    _, now = translator(language_of(request)), state_of(request.app.state.floor)
    checked = now.checked
    differences = [] if checked is None else checked.differences
    rows = [(_(WORDS[each.part]), each.name, _(WORDS[each.kind])) for each in differences]
    occasion = "" if checked is None else _(WORDS[checked.occasion])
    shown = {"approved": now.approved, "checked": checked, "occasion": occasion, "differences": rows}
    name = called(request.app.state.floor, house, language_of(request))
    return page(request, "operation.html", moment=moment, house=house, name=name, **shown)


routes = [operation]
