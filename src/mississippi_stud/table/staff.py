"""Who may do what at a table: titles, their ranks and their powers, as a book's chapter on staff says."""

from typing import Final

from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import BilingualName, Clause, Rulebook, RuledValue
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.table.commands import FLOOR
from mississippi_stud.table.state import Table

_ABOVE_ALL: Final = 1_000
"""The rank of the floor: where it acts, nobody else is asked."""


def rank(book: Rulebook, title: str) -> int:
    """The rank of a title; 0 where the book does not know it."""
    if title == FLOOR:
        return _ABOVE_ALL
    return book.staff.titles[title].rank.value if book.staff and title in book.staff.titles else 0


def lowest(book: Rulebook) -> str:
    """The title of the lowest rank: the dealer."""
    titles = book.staff.titles if book.staff else {}
    return min(titles, key=lambda title: titles[title].rank.value, default="")


def called(book: Rulebook, title: str) -> BilingualName | str:
    """What the book calls somebody with that title, in both languages; as it is where the book does not know it."""
    known: dict[str, BilingualName] = {**book.staff.titles, **book.staff.officials} if book.staff else {}
    return known.get(title, title)


def staff_clause(book: Rulebook, title: str) -> Clause:
    """The clause that says who has a title; for one that the book does not know, who its first member of staff is."""
    known = called(book, title)
    if isinstance(known, str) and book.staff:
        known = next(iter(book.staff.titles.values()), known)
    return book.positions.maximum.clause if isinstance(known, str) else known.en.clause


def holder(book: Rulebook, power: Power) -> RuledValue[str] | None:
    """The lowest title that may do a thing, where the book says so."""
    return book.staff.powers.get(power) if book.staff else None


def power_clause(book: Rulebook, power: Power) -> Clause:
    """The clause that says who may do a thing; that of the layout where the book is silent."""
    return (holder(book, power) or book.positions.maximum).clause


def check_rank(book: Rulebook, by: str, needed: str, clause: Clause) -> None:
    """Raise `Refused` unless `by` ranks at least as high as `needed`."""
    if rank(book, by) < rank(book, needed):
        raise Refused("rank-too-low", clause, by=called(book, by), needed=called(book, needed))


def check_power(book: Rulebook, by: str, power: Power, *, named: bool = False) -> Clause:
    """The clause by which `by` may do a thing, else `Refused`; `named`: only where the book names somebody who may."""
    official = book.staff.officials.get(by) if book.staff else None
    if official is not None and power in official.may.value:
        return official.may.clause
    held = holder(book, power)
    if held is not None:
        check_rank(book, by, held.value, held.clause)
    elif named:
        raise Refused("no-such-power", staff_clause(book, by), power=power)
    return power_clause(book, power)


def check_on_duty(book: Rulebook, table: Table, by: str, person: str) -> None:
    """Raise `Refused` unless somebody with that title works at the table."""
    known = (person, by) in table.on_duty if person else by in {title for _, title in table.on_duty}
    if not known:
        raise Refused("not-on-duty", staff_clause(book, by), by=called(book, by))


def check_grounds(grounds: str, clause: Clause) -> None:
    """Raise `Refused` for a decision against somebody without grounds for the record."""
    if not grounds:
        raise Refused("no-grounds", clause)
