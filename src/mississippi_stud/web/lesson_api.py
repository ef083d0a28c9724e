"""The API of the school: begin a lesson, act at its training table, leave it."""

import secrets
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Router, post
from litestar.exceptions import ValidationException
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_409_CONFLICT
from msgspec import Meta

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, Refused
from mississippi_stud.floor.lessons import (
    Act,
    LessonRun,
    leave_lesson,
    lesson_at,
    library,
    open_lesson,
    perform,
    source_of,
)
from mississippi_stud.web.access import Access
from mississippi_stud.web.account_shapes import Ask
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.houses import HouseCommand, TableAnswer, person_of
from mississippi_stud.web.lesson_view import teller_of
from mississippi_stud.web.problems import Complaint, Objection

Asking = Request[Any, Any, Any]
_STAFF: Final = {"access": Access.STAFF}
_WITHOUT: Final = ("at", "by", "person")
"""What a trainee does not say: they are the dealer, and the lesson knows the time."""


class NewLesson(Ask, frozen=True, kw_only=True):
    """A lesson to begin: one that comes with the program, a file that is brought, or one that was taken before."""

    name: Annotated[str, Meta(max_length=80)] = ""
    text: Annotated[str, Meta(max_length=50_000)] = ""
    repeat: Annotated[str, Meta(max_length=64)] = ""
    memory: bool = False
    id: Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{8,64}$(?!\n)")] = ""


def _floor(request: Asking) -> Floor:
    floor: Floor = request.app.state.floor
    return floor


@post("/houses/{house:str}/lessons", opt=_STAFF, status_code=201, sync_to_thread=True)
def begin_lesson(request: Asking, house: FromPath[str], data: JSONBody[NewLesson]) -> TableAnswer:
    """Begin a lesson under a book for which one holds a title."""
    floor, person = _floor(request), person_of(request)
    name, text = _source(floor, house, person, data)
    own = data.id or secrets.token_hex(16)
    lesson = open_lesson(floor, house, person, name=name, text=text, memory=data.memory, command_id=own)
    return TableAnswer(id=lesson, version=1)


def _source(floor: Floor, house: str, person: str, data: NewLesson) -> tuple[str, str]:
    if data.text:
        return data.name, data.text
    if data.repeat:
        lesson = source_of(floor, house, data.repeat, person)
        return lesson.name, lesson.text
    return data.name, library.lesson(data.name).text


@post(
    "/houses/{house:str}/lessons/{lesson_id:str}/acts",
    opt={**_STAFF, "console": True},
    status_code=200,
    sync_to_thread=True,
)
def act_in_lesson(
    request: Asking, house: FromPath[str], lesson_id: FromPath[str], data: JSONBody[HouseCommand]
) -> TableAnswer:
    """Do something at one's training table; what is marked is told as a problem, and has changed nothing there."""
    floor = _floor(request)
    told = {name: value for name, value in data.command.items() if name not in _WITHOUT}
    try:
        act = msgspec.convert(told, Act)
    except msgspec.ValidationError as error:
        raise ValidationException(str(error)) from None
    run = _done(floor, house, lesson_id, person_of(request), act, data.id or None)
    if run.lesson.wrong:
        said = teller_of(run, language_of(request)).objection(run.lesson.marks[-1])
        raise Complaint("marked", HTTP_409_CONFLICT, said=said)
    return TableAnswer(id=lesson_id, version=run.version)


def _done(floor: Floor, house: str, lesson_id: str, person: str, act: Any, command_id: str | None) -> LessonRun:
    try:
        return perform(floor, house, lesson_id, person, act, command_id)
    except Refused as refused:
        run = lesson_at(floor, house, lesson_id, person)
        if run is None:
            raise InputError("no-lesson") from None
        raise Objection(refused, run.book.money.currency.value) from None


@post("/houses/{house:str}/lessons/{lesson_id:str}/leave", opt=_STAFF, status_code=200, sync_to_thread=True)
def leave(request: Asking, house: FromPath[str], lesson_id: FromPath[str]) -> TableAnswer:
    """Leave a lesson before it is over."""
    run = leave_lesson(_floor(request), house, lesson_id, person_of(request))
    return TableAnswer(id=lesson_id, version=run.version)


routes = Router(path="/api", include_in_schema=False, route_handlers=[begin_lesson, act_in_lesson, leave])
