"""A house: its owners, its staff with the titles of its rule books, links to join and to recover, settings, tables.

The titles, ranks and powers of the books are the roles; nobody can do everything. Owners grant and withdraw, and hold
no title themselves; what one person alone may not do is proposed by one and approved by another (decision 176).

What was so already is recorded too: forgotten, it could come back after it was changed (decision 570). Pure.
"""

from collections.abc import Mapping
from typing import Final, assert_never

from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.messages import HOUR
from mississippi_stud.person import house_links
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.house_chips import check_chips
from mississippi_stud.person.house_rights import (
    WHY_MAX,
    Books,
    check_last,
    check_other,
    check_owner,
    check_room,
    check_separate,
    check_title,
    check_why,
    member_named,
    standings,
)
from mississippi_stud.person.house_settings import check_setting
from mississippi_stud.person.proposals import (
    CONSOLE,
    RULES,
    Act,
    AdmitAgain,
    EnableMember,
    ForeignAct,
    GrantOwnership,
    Invite,
    OwnAct,
    Proposal,
)

PROPOSALS_MAX: Final = 100
TABLES_MAX: Final = 200
BOOKS_MAX: Final = 40
_ID_MAX: Final = 64


# Deciding.


def decide(house: m.House | None, command: m.Command, at: int, books: Books) -> tuple[m.Event, ...]:
    """Return the events of a command at a time; `InputError` if it is not possible."""
    if isinstance(command, m.OpenHouse):
        return _open(house, command)
    if house is None:
        raise InputError("no-house")
    check_why(getattr(command, "why", ""))
    match command:
        case Invite() | GrantOwnership() | EnableMember():
            return _do(house, command, at, books)
        case m.Accept():
            return house_links.accept(house, command, at, books)
        case m.Revoke():
            return house_links.revoke(house, command)
        case m.WithdrawTitle():
            return _withdraw(house, command)
        case m.GrantTitle():
            return _grant(house, command, books)
        case m.WithdrawOwnership() | m.DisableMember():
            return _remove(house, command)
        case m.OfferRecovery():
            return house_links.offer_recovery(house, command, at, books)
        case m.Recover():
            return house_links.recover(house, command, at, books)
        case m.ChangeSetting():
            return _change_setting(house, command)
        case m.ChangeChips():
            return _change_chips(house, command)
        case m.ChangeBook():
            return _change_book(house, command, books)
        case m.Propose():
            return _propose(house, command, at, books)
        case m.Approve():
            return _approve(house, command, at, books)
        case m.Decline():
            return _decline(house, command, books)
        case m.Conclude():
            done = command.id in house.approved and command.by == m.FLOOR
            return (m.ProposalConcluded(id=command.id, refused=command.refused[:WHY_MAX]),) if done else ()
        case m.Lapse():
            return _lapse(house, command.key, at)
        case _:
            assert_never(command)


def _open(house: m.House | None, command: m.OpenHouse) -> tuple[m.Event, ...]:
    if house is not None:
        return ()
    if command.by != CONSOLE:
        raise InputError("only-on-the-machine")
    return (m.HouseOpened(books=command.books, by=command.by),)


# Members.


def _do(house: m.House, command: OwnAct, at: int, books: Books) -> tuple[m.Event, ...]:
    """Do what one person may do alone: invite staff or the first owner, or enable somebody who is no owner."""
    if isinstance(command, GrantOwnership):
        raise InputError("second-person-needed")
    check_owner(house, command.by)
    if isinstance(command, Invite):
        alone = not command.owner or (command.by == CONSOLE and not house.owners)
    else:
        alone = not member_named(house, command.person).owner or (command.by == CONSOLE and not house.owners)
    if not alone:
        raise InputError("second-person-needed")
    return _carry_out(house, command, "", at, books)


def _carry_out(house: m.House, act: OwnAct, second: str, at: int, books: Books) -> tuple[m.Event, ...]:
    """Return the events of something that a second person approved or that needs none."""
    if isinstance(act, Invite):
        return (house_links.invited(house, act, second, at, books),)
    before = member_named(house, act.person)
    check_other(act.by, act.person)
    if isinstance(act, GrantOwnership):
        if before.disabled:
            raise InputError("member-disabled")
        after = replace(before, owner=True)
        check_separate(house, books, after)
        return _changed(m.OwnershipGranted, before, after, act, second)
    return _changed(m.MemberEnabled, before, replace(before, disabled=False), act, second)


def _changed(
    event: type[m.MemberEvent], before: m.Member, after: m.Member, command: GrantOwnership | EnableMember, second: str
) -> tuple[m.Event, ...]:
    return (event(before=before, after=after, by=command.by, why=command.why, second=second),)  # type: ignore[call-arg]


def _grant(house: m.House, command: m.GrantTitle, books: Books) -> tuple[m.Event, ...]:
    check_owner(house, command.by)
    check_other(command.by, command.person)
    before = member_named(house, command.person)
    if before.disabled:
        raise InputError("member-disabled")
    check_title(house, books, command.book, command.title)
    titles = {**before.titles, command.book: tuple(sorted({*before.titles.get(command.book, ()), command.title}))}
    after = replace(before, titles=titles)
    check_separate(house, books, after)
    return (m.TitleGranted(before=before, after=after, by=command.by, why=command.why),)


def _withdraw(house: m.House, command: m.WithdrawTitle) -> tuple[m.Event, ...]:
    check_owner(house, command.by)
    before = member_named(house, command.person)
    held = before.titles.get(command.book, ())
    if command.title not in held:
        raise InputError("title-not-held", title=command.title, book=command.book)
    kept = tuple(title for title in held if title != command.title)
    titles = {book: each for book, each in {**before.titles, command.book: kept}.items() if each}
    return (m.TitleWithdrawn(before=before, after=replace(before, titles=titles), by=command.by, why=command.why),)


def _remove(house: m.House, command: m.WithdrawOwnership | m.DisableMember) -> tuple[m.Event, ...]:
    check_owner(house, command.by)
    before = member_named(house, command.person)
    check_last(house, before)
    if isinstance(command, m.DisableMember):
        after = replace(before, disabled=True)
        changed: type[m.MemberDisabled | m.OwnershipWithdrawn] = m.MemberDisabled
    else:
        after, changed = replace(before, owner=False), m.OwnershipWithdrawn
    return (changed(before=before, after=after, by=command.by, why=command.why),)


# Settings, books and tables.


def _change_setting(house: m.House, command: m.ChangeSetting) -> tuple[m.Event, ...]:
    check_owner(house, command.by)
    check_setting(command.name, command.value)
    before = house.setting(command.name)
    return (m.SettingChanged(name=command.name, before=before, after=command.value, by=command.by, why=command.why),)


def _change_chips(house: m.House, command: m.ChangeChips) -> tuple[m.Event, ...]:
    check_owner(house, command.by)
    check_chips(command.chips)
    after = tuple(sorted(command.chips, key=lambda chip: chip.cents))
    return (m.ChipsChanged(before=house.own_chips, after=after, by=command.by, why=command.why),)


def _change_book(house: m.House, command: m.ChangeBook, books: Books) -> tuple[m.Event, ...]:
    check_owner(house, command.by)
    before = house.books.get(command.book, "")
    if command.content and books(command.content).id != command.book:
        raise InputError("book-other-id", book=command.book)
    if not command.content and command.book in house.tables.values():
        raise InputError("book-at-a-table", book=command.book)
    if command.content and not before:
        check_room(house.books, BOOKS_MAX, "rule books")
    return (m.BookChanged(book=command.book, before=before, after=command.content, by=command.by, why=command.why),)


def listed(house: m.House, table: str, book: str, by: str) -> m.TableListed:
    """Return the event of a table that somebody with a title under its book opens; `InputError` if there are many."""
    check_room(house.tables, TABLES_MAX, "tables")
    return m.TableListed(table=table, book=book, by=by)


# What needs a second person.


def _check_standing(house: m.House, books: Books, person: str, act: Act, *, approves: bool) -> None:
    rule = RULES[type(act)]
    allowed = rule.approves if approves else rule.proposes
    if not set(allowed) & set(standings(house, books, person)):
        raise InputError("standing-short", standard=rule.source)
    if person == getattr(act, "person", ""):
        raise InputError("not-for-oneself")
    if isinstance(act, AdmitAgain) and act.title not in house.members[act.by].titles.get(act.book, ()):
        raise InputError("no-title", book=act.book)


def _propose(house: m.House, command: m.Propose, at: int, books: Books) -> tuple[m.Event, ...]:
    act = command.act
    if act.by != command.by or not 0 < len(command.id) <= _ID_MAX:
        raise InputError("proposal-unknown")
    check_why(act.why)
    if not act.why:
        raise InputError("reason-text", most=WHY_MAX)
    _check_standing(house, books, command.by, act, approves=False)
    if command.id in house.proposals or command.id in house.approved:
        raise InputError("proposal-unknown")
    check_room({**house.proposals, **house.approved}, PROPOSALS_MAX, "proposals")
    if isinstance(act, OwnAct):
        _carry_out(house, act, "", at, books)  # what could never be carried out is not proposed
    lapses = at + house.amount("proposal_hours") * HOUR
    return (m.ProposalMade(proposal=Proposal(id=command.id, act=act, lapses_at=lapses)),)


def _approve(house: m.House, command: m.Approve, at: int, books: Books) -> tuple[m.Event, ...]:
    proposal = house.proposals.get(command.id)
    if proposal is None or at >= proposal.lapses_at:
        raise InputError("proposal-unknown")
    act = proposal.act
    check_other(command.by, act.by)
    _check_standing(house, books, act.by, act, approves=False)
    _check_standing(house, books, command.by, act, approves=True)
    follows = isinstance(act, ForeignAct)
    approved = m.ProposalApproved(id=command.id, by=command.by, why=command.why, follows=follows)
    return (approved, *(() if isinstance(act, ForeignAct) else _carry_out(house, act, command.by, at, books)))


def _decline(house: m.House, command: m.Decline, books: Books) -> tuple[m.Event, ...]:
    proposal = house.proposals.get(command.id)
    if proposal is None:
        raise InputError("proposal-unknown")
    if command.by != proposal.act.by:
        _check_standing(house, books, command.by, proposal.act, approves=True)
    return (m.ProposalEnded(id=command.id, by=command.by, why=command.why),)


# Time.


def deadlines(house: m.House) -> dict[str, int]:
    """Return when each link and each proposal ends, by its key."""
    return {
        **{f"invitation/{mark}": each.expires_at for mark, each in house.invitations.items()},
        **{f"recovery/{mark}": each.expires_at for mark, each in house.recoveries.items()},
        **{f"proposal/{name}": each.lapses_at for name, each in house.proposals.items()},
    }


def _lapse(house: m.House, key: str, at: int) -> tuple[m.Event, ...]:
    if at < deadlines(house).get(key, at + 1):
        return ()
    kind, _, name = key.partition("/")
    match kind:
        case "invitation":
            return (m.InvitationEnded(mark=name),)
        case "recovery":
            return (m.RecoveryEnded(mark=name),)
        case _:
            return (m.ProposalEnded(id=name),)


# Evolving.


def evolve(house: m.House | None, event: m.Event) -> m.House:
    """Return the house after an event."""
    if isinstance(event, m.HouseOpened):
        return m.House(books=event.books)
    assert house is not None, "a house begins with m.HouseOpened"  # noqa: S101
    if isinstance(event, m.MemberEvent):
        invitations = _without(house.invitations, event.mark) if isinstance(event, m.InvitationUsed) else None
        members = {**house.members, event.after.person: event.after}
        return replace(house, members=members, invitations=house.invitations if invitations is None else invitations)
    match event:
        case m.InvitationMade(mark=mark, invitation=invitation):
            return replace(house, invitations={**house.invitations, mark: invitation})
        case m.InvitationEnded(mark=mark):
            return replace(house, invitations=_without(house.invitations, mark))
        case m.RecoveryOffered(mark=mark, link=link):
            return replace(house, recoveries={**house.recoveries, mark: link})
        case m.RecoveryUsed(mark=mark) | m.RecoveryEnded(mark=mark):
            return replace(house, recoveries=_without(house.recoveries, mark))
        case m.SettingChanged(name=name, after=after):
            return replace(house, settings={**house.settings, name: after})
        case m.ChipsChanged(after=after):
            return replace(house, own_chips=after)
        case m.BookChanged(book=book, after=after):
            return replace(house, books={**house.books, book: after} if after else _without(house.books, book))
        case m.TableListed(table=table, book=book):
            return replace(house, tables={**house.tables, table: book})
        case m.TableUnlisted(table=table):
            return replace(house, tables=_without(house.tables, table))
        case _:
            return _evolve_proposals(house, event)


def _evolve_proposals(
    house: m.House, event: m.ProposalMade | m.ProposalApproved | m.ProposalConcluded | m.ProposalEnded
) -> m.House:
    match event:
        case m.ProposalMade(proposal=proposal):
            return replace(house, proposals={**house.proposals, proposal.id: proposal})
        case m.ProposalApproved(id=name, by=by, follows=follows):
            left = _without(house.proposals, name)
            waiting = {**house.approved, name: replace(house.proposals[name], approved_by=by)}
            return replace(house, proposals=left, approved=waiting if follows else house.approved)
        case m.ProposalConcluded(id=name):
            return replace(house, approved=_without(house.approved, name))
        case m.ProposalEnded(id=name):
            return replace(house, proposals=_without(house.proposals, name))
        case _:
            assert_never(event)


def _without(held: Mapping[str, object], key: str) -> dict[str, object]:
    return {each: value for each, value in held.items() if each != key}
