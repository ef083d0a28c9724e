"""Who may do what at a table: titles, ranks and powers, from the book's chapter on staff."""

from typing import Final

from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import BilingualName, Clause, Rulebook, RuledValue
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.table.commands import FLOOR
from mississippi_stud.table.state import Table

_ABOVE_ALL: Final = 1_000
"""The rank of the floor: above every title, so nobody else need be asked."""
_LISTING: Final = (Power.CLOSE_TABLE, Power.CHANGE_LIMITS)
"""What a title may do that may open a table for the lobby."""


def rank(book: Rulebook, title: str) -> int:
    """Return the rank of a title, or 0 if the book does not know it."""
    if title == FLOOR:
        return _ABOVE_ALL
    return book.staff.titles[title].rank.value if book.staff and title in book.staff.titles else 0


def lowest(book: Rulebook) -> str:
    """Return the title with the lowest rank: the dealer."""
    titles = book.staff.titles if book.staff else {}
    return min(titles, key=lambda title: titles[title].rank.value, default="")


def called(book: Rulebook, title: str) -> BilingualName | str:
    """Return the book's name for a title in both languages, or the title itself if the book does not know it."""
    known: dict[str, BilingualName] = {**book.staff.titles, **book.staff.officials} if book.staff else {}
    return known.get(title, title)


def staff_clause(book: Rulebook, title: str) -> Clause:
    """The clause that says who has a title; for one that the book does not know, who its first member of staff is."""
    known = called(book, title)
    if isinstance(known, str) and book.staff:
        known = next(iter(book.staff.titles.values()), known)
    return book.positions.maximum.clause if isinstance(known, str) else known.en.clause


def holder(book: Rulebook, power: Power) -> RuledValue[str] | None:
    """Return the lowest title that holds a power, if the book names one."""
    return book.staff.powers.get(power) if book.staff else None


def power_clause(book: Rulebook, power: Power) -> Clause:
    """Return the clause that says who holds a power, or the clause of the layout where the book is silent."""
    return (holder(book, power) or book.positions.maximum).clause


def check_rank(book: Rulebook, by: str, needed: str, clause: Clause) -> None:
    """Raise `Refused` unless `by` ranks at least as high as `needed`."""
    if rank(book, by) < rank(book, needed):
        raise Refused("rank-too-low", clause, by=called(book, by), needed=called(book, needed))


def check_above(book: Rulebook, by: str) -> Clause:
    """Return the clause of a title above the dealer's, or raise `Refused`."""
    dealer = lowest(book)
    if rank(book, by) <= rank(book, dealer):
        titles = book.staff.titles if book.staff else ()
        above = min((each for each in titles if each != dealer), key=lambda each: rank(book, each), default=dealer)
        raise Refused("rank-too-low", staff_clause(book, above), by=called(book, by), needed=called(book, above))
    return staff_clause(book, by)


def check_power(book: Rulebook, by: str, power: Power, *, named: bool = False) -> Clause:
    """Return the clause that gives `by` a power, or raise `Refused`; if `named`, also where the book names nobody."""
    official = book.staff.officials.get(by) if book.staff else None
    if official is not None and power in official.may.value:
        return official.may.clause
    held = holder(book, power)
    if held is not None:
        check_rank(book, by, held.value, held.clause)
    elif named:
        raise Refused("no-such-power", staff_clause(book, by), power=power)
    return power_clause(book, power)


def check_lists(book: Rulebook, by: str) -> None:
    """Raise `Refused` unless a title may open a table that the lobby lists.

    No book says who opens a table: whoever may close one and set its limits may open it with them (decision 300).
    """
    for power in _LISTING:
        check_power(book, by, power)


def lists_clause(book: Rulebook) -> Clause:
    """Return the clause that says who may open such a table; where the book names nobody, who its dealers are."""
    held = next(filter(None, (holder(book, power) for power in _LISTING)), None)
    return staff_clause(book, lowest(book)) if held is None else held.clause


def check_on_duty(book: Rulebook, table: Table, by: str, person: str) -> None:
    """Raise `Refused` unless somebody with that title works at the table."""
    known = (person, by) in table.on_duty if person else by in {title for _, title in table.on_duty}
    if not known:
        raise Refused("not-on-duty", staff_clause(book, by), by=called(book, by))


def check_grounds(grounds: str, clause: Clause) -> None:
    """Raise `Refused` if a decision against somebody has no grounds to record."""
    if not grounds:
        raise Refused("no-grounds", clause)
