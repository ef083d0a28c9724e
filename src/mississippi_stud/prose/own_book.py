"""The initial file of a custom rule book, with comments in the reader's language."""

from collections.abc import Iterator

from mississippi_stud.errors import InputError
from mississippi_stud.language import translator
from mississippi_stud.rulebooks.load import BOOKS, is_book_id, rulebook
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Wager

COMMENTS = {
    "head": "The rules of {name}, where they differ from {base}. Everything that is not written here is as in {base}.",
    "marks": "Take the marks off the lines that you need, then: mstud rules check {name}.toml",
    "clauses": "Your own clauses: every value that you write below names one of them, its own or that of a table "
    "above it.",
    "pays": "Another pay table: a straight at {better} instead of {straight}.",
    "limits": "Other limits: an ante of 10 to 500 dollars.",
    "positions": "Fewer positions.",
    "bonus": "A table of your own for the Three Card Bonus.",
}
_BETTER = "5 to 1"
_HEAD = """\
id = "{name}"
title = "{name}"
version = "1"
date = "{date}"
language = "{language}"
extends = "{base}"
"""
_CLAUSES = """\
[clauses]
"H.1" = { en = "Our own rules, as posted at the table.", fr = "Nos propres règles, affichées à la table." }
"""
_PAYS = f"""\
[wagers.ante.tables.main.pays]
straight = {{ value = "{_BETTER}", clause = "H.1" }}
"""
_LIMITS = """\
[wagers.ante]
minimum_cents = { value = "10.00", clause = "H.1" }
maximum_cents = { value = "500.00", clause = "H.1" }
"""
_POSITIONS = """\
[positions]
clause = "H.1"
maximum = 5
default = 5
"""
_BONUS = """\
[wagers.three-card-bonus.tables.house]
clause = "H.1"
offered = true
[wagers.three-card-bonus.tables.house.pays]
mini-royal = "60 to 1"
straight-flush = "40 to 1"
three-of-a-kind = "30 to 1"
straight = "6 to 1"
flush = "3 to 1"
pair = "1 to 1"
"""


def own_book(name: str, base: str, date: str, language: str = "en") -> str:
    """Return the text of a new rule book with that date that extends `base`."""
    if not is_book_id(name):
        raise InputError("not-a-book-id", name=name)
    if name in BOOKS:
        raise InputError("book-id-taken", name=name)
    if base not in BOOKS:
        raise InputError("no-base-book", base=base, books=BOOKS)
    book = rulebook(base)
    straight = str(book.wagers[Wager.ANTE].tables["main"].pays["straight"].value)
    params = {"name": name, "base": base, "date": date, "language": language, "straight": straight, "better": _BETTER}

    def say(comment: str) -> str:
        return "# " + translator(language)(COMMENTS[comment]).format(**params) + "\n"

    text = say("head") + say("marks") + _HEAD.format(**params) + "\n" + say("clauses") + _CLAUSES
    return text + "".join("\n" + say(comment) + _marked(lines) for comment, lines in _suggestions(book))


def _suggestions(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Yield what such a book may want to change, and the lines that would."""
    yield "pays", _PAYS
    yield "limits", _LIMITS
    if book.positions.maximum.value > 5:
        yield "positions", _POSITIONS
    if Wager.THREE_CARD_BONUS in book.wagers:
        yield "bonus", _BONUS


def _marked(lines: str) -> str:
    return "".join(f"# {line}\n" for line in lines.splitlines())
