"""The API of the rule books."""

from functools import cache

from litestar import get
from litestar.datastructures import State as AppState

from mississippi_stud.rulebooks.ledger import ledger
from mississippi_stud.rulebooks.load import content_hash, leaves, rulebook
from mississippi_stud.web.access import Access
from mississippi_stud.web.request import (
    BAD,
    OWN,
    BookId,
    game_of,
)
from mississippi_stud.web.shapes import (
    BookLine,
    BookValue,
    ClauseLine,
)


@cache
def hash_of(source: str) -> str:
    """The content hash of a book, worked out once."""
    return content_hash(rulebook(source))


@get("/books", opt={"access": Access.ANYBODY}, summary="The rule books", responses=BAD)
async def list_books(state: AppState) -> list[BookLine]:
    """The four books, and the custom ones that are served."""
    return [
        BookLine(
            id=book.id,
            title=book.title,
            version=book.version,
            language=book.language,
            clauses=len(ledger(game.source)),
            hash=hash_of(game.source),
        )
        for game, book in ((game, rulebook(game.source)) for game in state.games.values())
    ]


@get("/books/{book:str}/clauses", opt={"access": Access.ANYBODY}, summary="The clauses of a rule book", responses=OWN)
async def list_clauses(state: AppState, book: BookId) -> list[ClauseLine]:
    """Every clause of a book with its summary and how it is handled."""
    return [
        ClauseLine(id=name.partition(" ")[2], en=entry.en, fr=entry.fr, handling=entry.handled.value)
        for name, entry in ledger(game_of(state, book).source).items()
    ]


@get("/books/{book:str}", opt={"access": Access.ANYBODY}, summary="The values of a rule book", responses=OWN)
async def show_book(state: AppState, book: BookId) -> list[BookValue]:
    """Every value of a book with its clause."""
    rules = rulebook(game_of(state, book).source)
    return [BookValue(path=leaf.path, value=str(leaf.shown), clause=leaf.ruled.clause) for leaf in leaves(rules)]


routes = [list_books, show_book, list_clauses]
