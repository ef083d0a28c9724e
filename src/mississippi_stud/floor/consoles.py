"""What the people who run a table need of it: the title under which they work there, what is due, and what is paid."""

from typing import TYPE_CHECKING, NamedTuple

from mississippi_stud.floor.houses import titles_of
from mississippi_stud.floor.listing import rounds_in_the_last_hour
from mississippi_stud.floor.streams import MissingStreamError
from mississippi_stud.floor.tenancy import house_at
from mississippi_stud.money import Cents
from mississippi_stud.round.legal import Option
from mississippi_stud.round.state import Result
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.table import REGISTRY, DealingMode, whereabouts
from mississippi_stud.table.agenda import DueKind, DueStep, NumberKind, agenda, payments
from mississippi_stud.table.chips import COLOURS, USUAL_CENTS, chips_for
from mississippi_stud.table.incidents import Spec
from mississippi_stud.table.staff import called, lowest, rank
from mississippi_stud.table.state import Deck, Table
from mississippi_stud.table.whereabouts import CardPlace

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

__all__ = [
    "COLOURS", "USUAL_CENTS", "CardPlace", "DealingMode", "Deck", "DueKind", "DueStep", "NumberKind", "Option",
    "Result", "TableWork", "called", "chips_for", "shufflings", "work_at",
]  # fmt: skip


class TableWork(NamedTuple):
    """A table as somebody works there."""

    table: Table
    version: int
    book: Rulebook
    titles: tuple[str, ...]
    """The titles that they hold under its book, the highest first."""
    title: str
    """The lowest of those under which they are on duty there; empty if they are not."""
    due: tuple[DueStep, ...]
    payments: tuple[tuple[int, tuple[Result, ...]], ...]
    decks: tuple[tuple[Deck, tuple[CardPlace, ...]], ...]
    incidents: dict[str, Spec]
    """What may be reported there."""
    rounds_an_hour: int | None
    """How many rounds began in the last hour; for those with a rank, and nobody else."""

    @property
    def chips_cents(self) -> tuple[Cents, ...]:
        """The values of the table's chips."""
        return self.table.chips_cents or USUAL_CENTS


def shufflings(book: Rulebook, dealing: str) -> tuple[Shuffling, ...]:
    """Return how cards may be shuffled where they are dealt that way; a device that reshuffles may need approval."""
    allowed, needs = book.dealing.methods[dealing].shuffled_by, book.dealing.reshuffling_device_needs_approval
    known = tuple(Shuffling) if allowed is None else allowed.value
    return tuple(each for each in known if each is not Shuffling.CONTINUOUS or not (needs and needs.value))


def work_at(floor: "Floor", house: str, table_id: str, person: str, told: int = 0) -> TableWork | None:
    """Return a table that people of a house run, as somebody works there; None if it is not there for them."""
    stream = f"table:{table_id}"
    try:
        table, version = floor.state(stream, told)
    except MissingStreamError:
        return None
    if table is None or table.automatic or house_at(table) != house:
        return None
    book = floor.book(table.book)
    held = titles_of(floor, house, person).get(book.id, frozenset())
    if not held:
        return None
    titles = tuple(sorted(held, key=lambda title: (-rank(book, title), title)))
    working = [title for title in titles if (person, title) in table.on_duty]
    title = working[-1] if working else ""
    ranked = rank(book, titles[0]) >= rank(book, lowest(book))
    return TableWork(
        table=table,
        version=version,
        book=book,
        titles=titles,
        title=title,
        due=agenda(book, table, title, person, floor.clock()) if title else (),
        payments=payments(book, table),
        decks=whereabouts(book, table)[: len(table.decks)],
        incidents={
            each: REGISTRY[each]
            for each in book.incidents
            if table.dealt is DealingMode.PHYSICAL or not REGISTRY[each].of_cards
        },
        rounds_an_hour=rounds_in_the_last_hour(floor, [stream]).get(stream, 0) if ranked else None,
    )
