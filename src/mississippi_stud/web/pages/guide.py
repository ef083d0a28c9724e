"""The rule books as people read them: each book as a guide, each clause on a page, two books compared.

Decision 75 says why keys and names of the data stay in English.
"""

import re
import unicodedata
from functools import cache
from itertools import combinations, groupby
from typing import Any, Final, NamedTuple, cast

from litestar import Request, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from mississippi_stud.errors import InputError
from mississippi_stud.language import LANGUAGES, translator
from mississippi_stud.prose.books import HANDLING, INTRODUCTIONS, SPECIALITIES, SUBJECTS
from mississippi_stud.prose.clause_acts import clause_acts
from mississippi_stud.prose.comparison import Difference, compare
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.rules import RuleProse, book_name, chapter_titles
from mississippi_stud.rulebooks.ledger import LedgerEntry, anchor, explanations, find, ledger, ledger_of, proofs
from mississippi_stud.rulebooks.load import content_hash, leaves, rulebook
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.web.access import Access
from mississippi_stud.web.book_api import hash_of
from mississippi_stud.web.frame import language_of, page
from mississippi_stud.web.pages.summary import SummaryPart, summary
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.request import game_of

FEW: Final = 6
"""As many sentences of one book alone are shown without being asked for."""
_HASH: Final = re.compile("[0-9a-f]{64}")
"""The content hash of an edition."""


class GuideLine(NamedTuple):
    """A clause in the guide to its book."""

    id: str
    """The clause as the address of its page names it: with its book in front if that is another one."""
    bare: str
    entry: LedgerEntry
    text: str
    also: str
    """The same in the other languages, as it is searched."""
    depth: int
    anchor: str

    def answers(self, wanted: list[str]) -> bool:
        """Return whether the clause has all the words that somebody looks for."""
        text = f"{plain_letters(f'{self.bare} {self.text}')} {self.also}"
        return all(word in text for word in wanted)


class Chapter(NamedTuple):
    """A chapter of a guide: what it is called, and its clauses."""

    key: str
    number: str
    title: str
    lines: list[GuideLine]


def plain_letters(text: str) -> str:
    """Return a text in small letters without accents, as it is searched.

    >>> plain_letters("Égalité")
    'egalite'
    """
    return "".join(each for each in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(each))


def _depth(bare: str) -> int:
    """Return how deep a clause lies below its section.

    >>> [_depth(bare) for bare in ("6.1", "6.5.1.1", "11.3.1(b)", ".12", ".12C(3)(b)", "table 2")]
    [0, 2, 2, 0, 2, 0]
    """
    return max(0, len(re.findall(r"\(|\.(?=\d)", bare)) - 1)


def chapters_of(book: Rulebook, language: str) -> list[Chapter]:
    """Return the clauses of a book by chapter, in its order; a clause accounted for by another is not told twice."""
    found: dict[str, Chapter] = {}
    titles = chapter_titles(book, language)
    key = ""
    for name, entry in ledger_of(book).items():
        of, _, bare = name.partition(" ")
        key = next((each for each in reversed(titles) if _begins(of, bare, each)), key)
        if entry.inherited_from is None:
            id = name.removeprefix(f"{book.id} ")  # noqa: A001
            others = (entry.summary(each) for each in LANGUAGES if each != language)
            also = plain_letters(" ".join(others))
            line = GuideLine(id, bare, entry, entry.summary(language), also, _depth(bare), anchor(id))
            found.setdefault(key, Chapter(anchor(key), _number(key), titles[key], [])).lines.append(line)
    return list(found.values())


def _number(key: str) -> str:
    """Return the number of a chapter, if the book numbers its chapters."""
    chapter = key.partition(" ")[2]
    return chapter if chapter.strip(".").isdecimal() else ""


def _begins(book: str, bare: str, key: str) -> bool:
    """Return whether a clause is of the chapter ``"crown 11"``, and not of ``"crown 1"``; ``"mine "`` has them all."""
    of, _, chapter = key.partition(" ")
    return of == book and (not chapter or re.match(rf"{re.escape(chapter)}(?!\d)", bare) is not None)


class Guide(NamedTuple):
    """A book as people read it."""

    book: Rulebook
    hash: str
    summary: list[SummaryPart]
    chapters: list[Chapter]


def _guide(book: Rulebook, language: str) -> Guide:
    return Guide(book, content_hash(book), summary(book, language), chapters_of(book, language))


@cache
def _served(source: str, language: str) -> Guide:
    """Return the guide of a book that is served, made once."""
    return _guide(rulebook(source), language)


def _book_at(state: State, at: str) -> Rulebook:
    """Return the book that an address names: one that is served, or an edition by its content hash."""
    if _HASH.fullmatch(at):
        try:
            return cast(Rulebook, state.floor.book(at))
        except InputError:
            raise Complaint("no-book", 404, books=", ".join(state.games)) from None
    return rulebook(game_of(state, at).source)


def guide_at(state: State, at: str, language: str) -> Guide:
    """Return the guide of the book that an address names."""
    served = state.games.get(at)
    return _served(served.source, language) if served else _guide(_book_at(state, at), language)


@cache
def _compared(left: str, right: str, language: str) -> tuple[list[Difference], int]:
    """Return where two books differ, worked out once: the books do not change while they are served."""
    return compare(rulebook(left), rulebook(right), language)


@get("/rules", opt={"access": Access.ANYBODY}, include_in_schema=False, sync_to_thread=True)
def rules(request: Request[Any, Any, Any]) -> Template:
    """The books that are served, each in a sentence, with what makes it special."""
    _ = translator(language := language_of(request))
    books = [(rulebook(game.source), game.source) for game in request.app.state.games.values()]
    shown = [
        {
            "book": book,
            "name": book_name(book, language),
            "introduction": _(INTRODUCTIONS.get(book.id, "")),
            "specialities": list(map(_, SPECIALITIES.get(book.id, ()))),
            "base": book_name(rulebook(book.extends), language) if book.extends else "",
            "own": len(_compared(book.extends, source, language)[0]) if book.extends else 0,
            "clauses": len(ledger(source)),
            "hash": hash_of(source),
        }
        for book, source in books
    ]
    names = [(book.id, book_name(book, language)) for book, _source in books]
    return page(request, "rules.html", shown=shown, pairs=list(combinations(names, 2)))


@get("/rules/{book:str}", opt={"access": Access.ANYBODY}, include_in_schema=False, sync_to_thread=True)
def rules_of(request: Request[Any, Any, Any], book: FromPath[str], q: FromQuery[str] = "") -> Template:
    """One book as a guide: its summary, and its clauses by chapter, or those that answer a search.

    A house's edition is found by its content hash, so that whoever plays by it can read it.
    """
    state, language, wanted = request.app.state, language_of(request), plain_letters(q).split()
    guide = guide_at(state, book, language)
    return page(
        request,
        "book.html",
        **guide._asdict(),
        at=book,
        q=q if wanted else "",
        answers={line.anchor for chapter in guide.chapters for line in chapter.lines if line.answers(wanted)},
        introduction=translator(language)(INTRODUCTIONS.get(book, "")),
        handling=HANDLING,
    )


@get("/rules/{book:str}/clause", opt={"access": Access.ANYBODY}, include_in_schema=False, sync_to_thread=True)
def clause_of(request: Request[Any, Any, Any], book: FromPath[str], id: FromQuery[str] = "") -> Template:  # noqa: A002
    """One clause: what it says, how we read it, its values, what proves it and where it acts."""
    rules, language = _book_at(request.app.state, book), language_of(request)
    try:
        name, entry = find(rules, id)
    except InputError:
        raise Complaint("no-clause", 404) from None
    names = list(ledger_of(rules))
    place = names.index(name)
    values = [leaf for leaf in leaves(rules) if leaf.ruled.clause == name]
    prose = RuleProse(rules, language)
    return page(
        request,
        "clause.html",
        book=rules,
        at=book,
        name=cite(name),
        entry=entry,
        handling=HANDLING[entry.handled],
        values=prose.passages(values),
        keys=values,
        why=explanations().get(name),
        tests=proofs().get(name, ()) or proofs().get(entry.inherited_from or "", ()),
        before=names[place - 1] if place else None,
        here=anchor(name.removeprefix(f"{rules.id} ")),
        after=names[place + 1] if place + 1 < len(names) else None,
        **clause_acts(rules, name, values, language)._asdict(),
    )


@get("/diff/{left:str}/{right:str}", opt={"access": Access.ANYBODY}, include_in_schema=False, sync_to_thread=True)
def differences(request: Request[Any, Any, Any], left: FromPath[str], right: FromPath[str]) -> Template:
    """Two books side by side, where they differ, by subject."""
    language = language_of(request)
    sources = [game_of(request.app.state, book).source for book in (left, right)]
    found, same = _compared(*sources, language)
    subjects = [
        (key, translator(language)(SUBJECTS[key]), list(group))
        for key, group in groupby(found, lambda difference: difference.subject)
    ]
    names = [book_name(rulebook(source), language) for source in sources]
    context = {"names": names, "subjects": subjects, "same": same, "count": len(found), "few": FEW}
    return page(request, "diff.html", left=left, right=right, **context)


routes = [rules, rules_of, clause_of, differences]
