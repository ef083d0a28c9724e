"""What the people who run a table need of it: the title under which they work there, what is due, and what is paid."""

from typing import TYPE_CHECKING, NamedTuple

from mississippi_stud.floor.houses import settings_of, titles_of
from mississippi_stud.floor.pace import Pace, pace_of
from mississippi_stud.floor.streams import MissingStreamError
from mississippi_stud.floor.tenancy import house_at
from mississippi_stud.money import Cents
from mississippi_stud.person.house_chips import Chip
from mississippi_stud.round.legal import Option
from mississippi_stud.round.state import Result
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import REGISTRY, DealingMode, whereabouts
from mississippi_stud.table.agenda import DueKind, DueStep, NumberKind, agenda, may_close, payments
from mississippi_stud.table.chips import chips_for
from mississippi_stud.table.entries import correctable, may_correct
from mississippi_stud.table.incidents import Spec
from mississippi_stud.table.staff import called, lowest, rank
from mississippi_stud.table.state import Deck, Table
from mississippi_stud.table.view import TableView
from mississippi_stud.table.whereabouts import CardPlace

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

__all__ = [
    "CardPlace", "Chip", "DealingMode", "Deck", "DueKind", "DueStep", "NumberKind", "Option", "Pace", "Result",
    "TableWork", "called", "chips_for", "reportable", "shufflings", "work_at",
]  # fmt: skip


class TableWork(NamedTuple):
    """A table as somebody works there."""

    table: Table
    view: TableView
    """What whoever deals sees of it."""
    version: int
    book: Rulebook
    titles: tuple[str, ...]
    """The titles that they hold under its book, the highest first."""
    title: str
    """The lowest of those under which they are on duty there; empty if they are not."""
    due: tuple[DueStep, ...]
    payments: tuple[tuple[int, tuple[Result, ...]], ...]
    decks: tuple[tuple[Deck, tuple[CardPlace, ...]], ...]
    closes: bool
    """Whether they could close the table now, with nobody there."""
    incidents: dict[str, Spec]
    """What may be reported there."""
    pace: Pace | None
    """For those with a rank, and nobody else."""
    chips: dict[Cents, Chip]
    """The chips of the house by their values."""
    corrects: bool
    """Whether they may correct what others have entered."""
    stakes: tuple[tuple[int, Wager, Cents], ...]
    """By position, the wagers whose amounts they may correct."""

    @property
    def chips_cents(self) -> tuple[Cents, ...]:
        """The values of the table's chips: its own or, if it names none, the house's."""
        return self.table.chips_cents or tuple(self.chips)


def shufflings(book: Rulebook, dealing: str) -> tuple[Shuffling, ...]:
    """Return how cards may be shuffled where they are dealt that way; a device that reshuffles may need approval."""
    allowed, needs = book.dealing.methods[dealing].shuffled_by, book.dealing.reshuffling_device_needs_approval
    known = tuple(Shuffling) if allowed is None else allowed.value
    return tuple(each for each in known if each is not Shuffling.CONTINUOUS or not (needs and needs.value))


def reportable(book: Rulebook, table: Table) -> dict[str, Spec]:
    """Return the incidents that the book rules on and that may happen where the table is dealt as it is."""
    real = table.dealt is DealingMode.PHYSICAL
    return {each: REGISTRY[each] for each in book.incidents if real or not REGISTRY[each].of_cards}


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
    corrects = bool(title) and bool(may_correct(book, title))
    return TableWork(
        table=table,
        view=floor.views(stream, table)(Role.DEALER, ""),
        version=version,
        book=book,
        titles=titles,
        title=title,
        due=agenda(book, table, title, person, floor.clock()) if title else (),
        payments=payments(book, table),
        decks=whereabouts(book, table)[: len(table.decks)],
        closes=bool(title) and may_close(book, table, title, floor.clock()),
        incidents=reportable(book, table),
        pace=pace_of(floor, stream, version) if ranked else None,
        chips={chip.cents: chip for chip in settings_of(floor, house).chips},
        corrects=corrects,
        stakes=tuple(correctable(book, table)) if corrects else (),
    )
