"""`mstud school`: the lessons, what a file would teach, and a lesson in the terminal."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mississippi_stud.cli.help import CommandLine
from mississippi_stud.cli.output import AsJson, Language, escape, print_json, print_rich, print_table, speak
from mississippi_stud.cli.replay import read_scenario
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.prose.school import LessonTeller
    from mississippi_stud.school.desk import Desk
    from mississippi_stud.school.marks import Doing, Mark

app = CommandLine(no_args_is_help=True, callback=speak)
Lesson = Annotated[str, typer.Argument()]


@app.command("list")
def list_lessons(as_json: AsJson = False, language: Language = "en") -> None:
    """List the lessons that come with the program."""
    from mississippi_stud.language import translator
    from mississippi_stud.school.library import lessons

    _ = translator(language)
    found = [
        {
            "name": each.name,
            "book": each.book,
            "title": each.head.title[language],
            "aim": each.head.aim[language],
            "clauses": list(each.head.clauses),
        }
        for each in lessons()
    ]
    if as_json:
        print_json({"lessons": found})
        return
    rows = [(str(each["name"]), str(each["title"]), ", ".join(each["clauses"])) for each in found]
    print_table((_("lesson"), _("title"), _("clauses")), rows)


@app.command("check")
def check(lesson: Lesson, as_json: AsJson = False, language: Language = "en") -> None:
    """Show what a lesson or a scenario file asks of a trainee, or report why it cannot be taught."""
    from mississippi_stud.school.judge import play_through

    desk, teller = _open(lesson, language)
    asked = play_through(desk)
    if as_json:
        print_json({"asks": [_asked(teller, each) for each in asked]})
        return
    for each in asked:
        print_rich(escape(f"{teller.doing(each, facts=True)} ({_cite(each.clause, language)})"))


def _asked(teller: "LessonTeller", doing: "Doing") -> dict[str, Any]:
    return {"kind": str(doing.kind), "clause": doing.clause, "says": teller.doing(doing, facts=True)}


def _cite(clause: str, language: str) -> str:
    from mississippi_stud.prose.names import cite

    return cite(clause, language).strip()


def _open(lesson: str, language: str) -> "tuple[Desk, LessonTeller]":
    """Return the training table of a lesson that comes with the program, or of a scenario file."""
    from mississippi_stud.prose.school import LessonTeller
    from mississippi_stud.rulebooks import rulebook
    from mississippi_stud.school import library
    from mississippi_stud.school.opening import open_desk

    if "/" in lesson or lesson.endswith(".toml") or Path(lesson).exists():
        text, named = read_scenario(lesson)
        try:
            desk = open_desk(text, named)
        except InputError as error:
            raise InputError("in-file", file=lesson, error=error) from None
    else:
        desk = open_desk(library.lesson(lesson).text, rulebook)
    return desk, LessonTeller(desk, language, Path(lesson).stem)


@app.command("take")
def take(lesson: Lesson, language: Language = "en") -> None:
    """Take a lesson in the terminal: type what you do, as in a scenario's script."""
    from mississippi_stud.school.judge import play_through

    play_through(_open(lesson, language)[0])  # it can be taught to its end
    desk, teller = _open(lesson, language)
    print_rich(escape(f"{teller.title}: {teller.aim}" if teller.aim else teller.title))
    marks = list(_lesson(desk, teller, language))
    print_rich("", escape(_say("countMarks", language, count=len(marks))))
    print_rich(*(escape(f"- {teller.objection(each)}") for each in marks))
    raise typer.Exit(1 if marks else 0)


def _say(key: str, language: str, **values: Any) -> str:
    from mississippi_stud.language import translator
    from mississippi_stud.prose.school import SCHOOL

    return translator(language)(SCHOOL[key]).format(**values)


def _hands(desk: "Desk", language: str) -> Iterator[Any]:
    """Yield the table and the hands that are to be settled."""
    from mississippi_stud.cards import text
    from mississippi_stud.cli.drawing import table
    from mississippi_stud.round.view import Role, view

    yield table(view(desk.book, desk.open_round(), Role.DEALER), desk.book, language)
    for position, cards in desk.turned:
        name = _say("hand", language, position=position) if position else _say("bonusCards", language)
        yield escape(f"{name}: {text(cards)}")


def _lesson(desk: "Desk", teller: "LessonTeller", language: str) -> "Iterator[Mark]":
    """Go through a lesson line by line; yield what is marked."""
    from mississippi_stud.prose.problems import tell
    from mississippi_stud.school.judge import judge, left
    from mississippi_stud.school.lines import act_of

    told: list[str] = []
    turned: Any = ()
    while desk.expected:
        happens = list(teller.happens(counts=True))
        print_rich(*(escape(f"• {each}") for each in happens if each not in told))
        if desk.turned and desk.turned != turned:
            print_rich(*_hands(desk, language))
        told, turned = happens, desk.turned
        written = sys.stdin.readline()
        if not written or written.strip() == "leave":
            mark = left(desk)
            yield from (mark,) if mark else ()
            return
        try:
            judgement = judge(desk, act_of(desk, written))
        except InputError as error:
            print_rich(escape(tell(error, language)))
            continue
        if judgement.mark is not None:
            print_rich(escape(f"✗ {teller.objection(judgement.mark)}"))
            yield judgement.mark
        elif judgement.done is not None:
            print_rich(escape(f"✓ {teller.doing(judgement.done)}"))
    print_rich(escape(_say("over", language)))
