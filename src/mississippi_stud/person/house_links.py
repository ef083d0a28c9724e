"""The links of a house: by an invitation somebody joins it, by a recovery somebody of it can sign in again. Pure.

A link works as long as whoever made it may make it: until it is used, they could be the ones who use it (decision 177).
"""

from typing import Final

from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.messages import HOUR, MINUTE
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.house_rights import (
    Books,
    check_other,
    check_owner,
    check_room,
    check_separate,
    check_title,
    rank_of,
    standings,
)
from mississippi_stud.person.proposals import CONSOLE, Invite
from mississippi_stud.rulebooks.vocabulary import Power

MEMBERS_MAX: Final = 500
LINKS_MAX: Final = 100


def invited(house: m.House, act: Invite, second: str, at: int, books: Books) -> m.InvitationMade:
    """Return the event of a link to join the house; `InputError` for titles that nobody can hold together."""
    check_room(house.invitations, LINKS_MAX, "invitations")
    if not act.mark or act.mark in house.invitations:
        raise InputError("link-unknown")
    for book, titles in act.titles.items():
        for title in titles:
            check_title(house, books, book, title)
    granted = {book: tuple(sorted(set(each))) for book, each in sorted(act.titles.items()) if each}
    check_separate(house, books, m.Member(person="", owner=act.owner, titles=granted))
    expires = at + house.amount("invitation_hours") * HOUR
    made = m.Invitation(
        called=act.called, owner=act.owner, titles=granted, by=act.by, second=second, expires_at=expires
    )
    return m.InvitationMade(mark=act.mark, invitation=made, why=act.why)


def accept(house: m.House, command: m.Accept, at: int, books: Books) -> tuple[m.Event, ...]:
    """Let somebody join the house with the titles of their invitation, if whoever made it is still an owner."""
    link = house.invitations.get(command.mark)
    if link is None or (link.by != CONSOLE and link.by not in house.owners):
        raise InputError("link-unknown")
    if link.owner and house.owners and not link.second:  # another first owner was faster
        raise InputError("owner-there")
    if at >= link.expires_at:
        raise InputError("link-expired")
    if command.by in (link.by, link.second):
        raise InputError("not-for-oneself")
    before = house.members.get(command.by)
    if before is None:
        check_room(house.members, MEMBERS_MAX, "members")
    old = before or m.Member(person=command.by)
    if old.disabled:
        raise InputError("member-disabled")
    both = {book: tuple(sorted({*old.titles.get(book, ()), *link.titles.get(book, ())}))
            for book in sorted({*old.titles, *link.titles})}  # fmt: skip
    after = replace(old, called=command.called or old.called, owner=old.owner or link.owner, titles=both)
    check_separate(house, books, after)
    return (m.InvitationUsed(before=before, after=after, by=link.by, second=link.second, mark=command.mark),)


def revoke(house: m.House, command: m.Revoke) -> tuple[m.Event, ...]:
    """Make a link worthless."""
    check_owner(house, command.by)
    if command.mark in house.invitations:
        return (m.InvitationEnded(mark=command.mark, by=command.by, why=command.why),)
    if command.mark in house.recoveries:
        return (m.RecoveryEnded(mark=command.mark, by=command.by, why=command.why),)
    raise InputError("link-unknown")


def offer_recovery(house: m.House, command: m.OfferRecovery, at: int, books: Books) -> tuple[m.Event, ...]:
    """Return the event of a link to recover an account.

    Those that the person was offered before end with it (decision 506).
    """
    _check_recovers(house, books, command.by, command.person)
    check_room(house.recoveries, LINKS_MAX, "recovery links")
    if not command.mark or command.mark in house.recoveries:
        raise InputError("link-unknown")
    expires = at + house.amount("recovery_minutes") * MINUTE
    link = m.RecoveryLink(person=command.person, by=command.by, expires_at=expires)
    earlier = (mark for mark, each in house.recoveries.items() if each.person == command.person)
    ended = (m.RecoveryEnded(mark=mark, by=command.by, why=command.why) for mark in earlier)
    return (*ended, m.RecoveryOffered(mark=command.mark, link=link, why=command.why))


def _check_recovers(house: m.House, books: Books, by: str, person: str) -> None:
    """Raise `InputError` unless `by` may make a recovery link for a person, and so have one that works.

    One owner alone makes no other owner, and so does not take the account of one either (decision 451).
    """
    check_other(by, person)
    if by == CONSOLE:
        return
    other = house.members.get(person, m.Member(person=person))
    if other.owner:
        raise InputError("owner-recovery", person=person)
    if by not in house.owners:
        _check_outranks(house, books, by, other)


def _check_outranks(house: m.House, books: Books, by: str, other: m.Member) -> None:
    """Raise `InputError` unless a book lets `by` exclude players, and `by` ranks above all that the other is."""
    if Power.EXCLUDE_PLAYER not in standings(house, books, by):
        raise InputError("no-recovery")
    for book, titles in other.titles.items():
        if book not in house.books:
            continue
        rules = books(house.books[book])
        own = max((rank_of(rules, title) for title in house.members[by].titles.get(book, ())), default=0)
        officials = rules.staff.officials if rules.staff else {}
        if any(title in officials or rank_of(rules, title) >= own for title in titles):
            raise InputError("not-above", person=other.person)


def recover(house: m.House, command: m.Recover, at: int, books: Books) -> tuple[m.Event, ...]:
    """Use up a recovery link, if whoever made it may still make one."""
    link = house.recoveries.get(command.mark)
    if link is None or link.person != command.by:
        raise InputError("link-unknown")
    try:
        _check_recovers(house, books, link.by, link.person)
    except InputError:  # whoever made it may not any more, and could be the one who uses it
        raise InputError("link-unknown") from None
    if at >= link.expires_at:
        raise InputError("link-expired")
    return (m.RecoveryUsed(mark=command.mark, person=command.by),)
