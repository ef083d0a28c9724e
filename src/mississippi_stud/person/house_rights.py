"""Who may do what in a house, by the titles, ranks and powers of its books, and what must be kept apart."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.proposals import (
    CONSOLE,
    Standing,
)
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Power

Books = Callable[[str], Rulebook]
"""Looks up a rule book by its content hash."""


WHY_MAX: Final = 200


def standings(house: m.House, books: Books, person: str) -> Iterator[Standing | Power]:
    """Yield what a person is in the house, and the powers that the books give them there."""
    if person == CONSOLE:
        yield Standing.CONSOLE
    member = house.members.get(person)
    if member is None or member.disabled:
        return
    if member.owner:
        yield Standing.OWNER
    for book, titles in member.titles.items():
        rules = books(house.books[book]) if book in house.books else None
        if rules is not None and rules.staff is not None:
            for title in titles:
                yield from powers_of(rules, title)


def powers_of(book: Rulebook, title: str) -> Iterator[Power]:
    """Yield the powers of a title: an official's own, or all that the book gives to its rank or a lower one."""
    staff = book.staff
    if staff is None:
        return
    if title in staff.officials:
        yield from staff.officials[title].may.value
    for power, held in staff.powers.items():
        if rank_of(book, title) >= rank_of(book, held.value) > 0:
            yield power


def rank_of(book: Rulebook, title: str) -> int:
    return book.staff.titles[title].rank.value if book.staff and title in book.staff.titles else 0


def check_owner(house: m.House, by: str) -> None:
    if by != CONSOLE and by not in house.owners:
        raise InputError("not-an-owner")


def check_other(by: str, person: str) -> None:
    if by == person:
        raise InputError("not-for-oneself")


def member_named(house: m.House, person: str) -> m.Member:
    if person not in house.members:
        raise InputError("not-a-member", person=person)
    return house.members[person]


def check_why(why: str) -> None:
    if len(why) > WHY_MAX or not why.isprintable():
        raise InputError("reason-text", most=WHY_MAX)


def check_title(house: m.House, books: Books, book: str, title: str) -> None:
    if book not in house.books:
        raise InputError("book-not-in-house", book=book, books=tuple(house.books))
    staff = books(house.books[book]).staff
    titles = (*staff.titles, *staff.officials) if staff else ()
    if title not in titles:
        raise InputError("title-unknown", book=book, title=title, titles=titles)


def check_separate(house: m.House, books: Books, member: m.Member) -> None:
    """Raise `InputError` for somebody who would be an owner and staff, or staff and an official, of one house."""
    if member.owner and any(member.titles.values()):
        raise InputError("owner-and-staff")
    known = [(books(house.books[book]), titles) for book, titles in member.titles.items() if book in house.books]
    held = [(book, title) for book, titles in known for title in titles]
    officials = [book.staff is not None and title in book.staff.officials for book, title in held]
    if any(officials) and not all(officials):
        raise InputError("official-and-staff")


def check_last(house: m.House, member: m.Member) -> None:
    if house.owners == {member.person}:
        raise InputError("last-owner")


def check_room(held: Mapping[str, object], most: int, what: str) -> None:
    if len(held) >= most:
        raise InputError("house-full", what=what, most=most)
