"""The pages of the school: its lessons and who has taken them, and a training table."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from litestar import Request, get
from litestar.params import FromPath
from litestar.response import Template

from mississippi_stud.floor import Floor, houses
from mississippi_stud.floor.lessons import LessonHead, head_of, lesson_at, library, own_lessons, runs
from mississippi_stud.language import translator
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.school import SCHOOL
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import language_of, page
from mississippi_stud.web.house_view import HouseReader
from mississippi_stud.web.lesson_view import lesson_board, teller_of
from mississippi_stud.web.pages.console import console_words
from mississippi_stud.web.pages.house import called
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.request import TableId

_STAFF: Final = {"access": Access.STAFF}
Asking = Request[Any, Any, Any]


def _person(request: Asking) -> str:
    return str(request.app.state.people.known(request) or "")


def _words(request: Asking, **facts: Any) -> str:
    return console_words(request, SCHOOL, **facts)


@get("/house/{house:str}/school", opt=_STAFF, include_in_schema=False, sync_to_thread=True)
def school(request: Asking, house: FromPath[str]) -> Template:
    """The lessons under the books of somebody's titles, a form for a scenario of one's own, and what was taken."""
    floor, person, language = request.app.state.floor, _person(request), language_of(request)
    held = houses.titles_of(floor, house, person)
    offered = [
        {"begin": {"name": each.name}, "name": each.name, **_told(each.book, each.name, each.head, language)}
        for each in library.lessons()
        if each.book in held
    ]
    for own, brought in own_lessons(floor, house, person):
        head = head_of(brought.text)
        told = _told(floor.book(brought.book).id, brought.name, head, language)
        offered.append({"begin": {"repeat": own}, "name": own, **told})
    taken = list(_taken(floor, house, person, language))
    words = _words(request, house=house, lessons=offered, runs=taken)
    return page(request, "school.html", words=words, name=called(floor, house, language), house=house)


def _told(book: str, name: str, head: LessonHead | None, language: str) -> dict[str, Any]:
    """Return what the list tells of a lesson."""
    return {
        "title": head.title[language] if head else name,
        "aim": head.aim[language] if head else "",
        "book": cite(book, language).strip(),
        "clauses": [cite(clause, language).strip() for clause in head.clauses] if head else [],
    }


def _taken(floor: Floor, house: str, person: str, language: str) -> Iterator[dict[str, Any]]:
    reader = HouseReader(floor, house, person, language)
    titles = {each.name: each.head.title[language] for each in library.lessons()}
    for each in runs(floor, house, person):
        shown = {"title": titles.get(each.name, each.name), "person": reader.called(each.person)}
        yield {"id": each.id, "at": each.began_at, "marks": each.marks, "ended": each.ended, **shown}


@get(
    "/house/{house:str}/lesson/{lesson_id:str}",
    opt={**_STAFF, "console": True},
    include_in_schema=False,
    sync_to_thread=True,
)
def lesson(request: Asking, house: FromPath[str], lesson_id: TableId) -> Template:
    """A training table with its console, and at the end its report."""
    floor, person, language = request.app.state.floor, _person(request), language_of(request)
    run = lesson_at(floor, house, lesson_id, person)
    if run is None:
        raise Complaint("no-lesson", 404)
    board = msgspec.to_builtins(lesson_board(floor, house, run, person, language), enc_hook=str)
    words = _words(request, house=house, table=lesson_id, topic=f"lesson:{house}/{lesson_id}", board=board)
    title = teller_of(run, language).title
    book = cite(run.book.id).strip()
    training = translator(language)(SCHOOL["training"])
    return page(request, "lesson.html", words=words, title=title, house=house, book=book, training=training)


routes = [school, lesson]
