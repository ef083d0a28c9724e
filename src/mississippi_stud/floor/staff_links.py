"""Links by which people join a house or recover their account, each shown once.

A token of a link is known to nobody but whoever was shown it: the log has its keyed hash alone (decision 177)."""

import secrets
from typing import TYPE_CHECKING, Final, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.floor.accounts import check_text
from mississippi_stud.floor.approvals import propose
from mississippi_stud.floor.houses import check_reach, settings_of
from mississippi_stud.floor.persons import person_of
from mississippi_stud.floor.signin import check_password
from mississippi_stud.floor.signin import recover as sign_in_anew
from mississippi_stud.floor.tenancy import NAME, stream_of
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.proposals import (
    Invite,
    Titles,
)

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor
    from mississippi_stud.store.keys import Keys
    from mississippi_stud.store.vault import Vault


_BADGE: Final = "badge"


_CALLED_MAX: Final = 60


_TOKEN_BYTES: Final = 32


class StaffLink(NamedTuple):
    """A link as it is shown once: the token for whoever uses it, and the mark that the log has."""

    token: str
    mark: str


def new_link(keys: "Keys", house: str) -> StaffLink:
    """Return a new token of a house, 256 random bits, and its mark."""
    token = f"{house}.{secrets.token_urlsafe(_TOKEN_BYTES)}"
    return StaffLink(token, mark_of(keys, token))


def mark_of(keys: "Keys", token: str) -> str:
    """Return the keyed hash of a token."""
    return keys.mark(f"link {token}".encode()).hex()


def house_in(token: str) -> str:
    """Return the house that a token is of; `InputError` if it is of none."""
    house, dot, rest = token.partition(".")
    if not dot or not rest or not NAME.fullmatch(house):
        raise InputError("link-unknown")
    return house


def badge(vault: "Vault", link: StaffLink, name: str) -> str:
    """Return the name for an invitation, sealed with a key that is destroyed when the link is used."""
    check_text("badge-text", name, _CALLED_MAX)
    return vault.seal(_holder(link.mark), name.encode(), _BADGE)


def badge_name(vault: "Vault", sealed: str, *, person: str = "", mark: str = "") -> str:
    """Return the name on a badge, of a member or of an invitation; empty if the person was erased."""
    plain = vault.unseal(person or _holder(mark), sealed, _BADGE) if sealed else None
    return "" if plain is None else plain.decode()


def _holder(mark: str) -> str:
    return f"link-{mark[:32]}"


def invite(
    floor: "Floor",
    house: str,
    name: str,
    *,
    by: str,
    titles: Titles | None = None,
    why: str = "",
    owner: bool = False,
    proposed: bool = False,
    command_id: str | None = None,
) -> StaffLink:
    """Invite somebody by the name on their badge, or propose it to the owners; return the link to show once."""
    link = new_link(floor.database.keys, house)
    sealed = badge(floor.vault, link, name)
    command = Invite(by=by, why=why, mark=link.mark, called=sealed, owner=owner, titles=titles or {})
    if proposed:
        propose(floor, house, command, command_id)
    else:
        floor.send(stream_of(house), command, command_id=command_id, actor=by)
    return link


def invitation_of(floor: "Floor", token: str) -> tuple[str, m.Invitation]:
    """Return the house and the invitation of a token; `InputError` if it has none, or its time is up."""
    house, mark = house_in(token), mark_of(floor.database.keys, token)
    settings = settings_of(floor, house)
    found = settings.invitations.get(mark)
    if found is None:
        if any(isinstance(each.act, Invite) and each.act.mark == mark for each in settings.proposals.values()):
            raise InputError("link-waits")
        raise InputError("link-unknown")
    if floor.clock() >= found.expires_at:
        raise InputError("link-expired")
    return house, found


def accept(floor: "Floor", token: str, person: str) -> str:
    """Accept an invitation as a person; return the house. The name on the badge is sealed with their own key."""
    house, found = invitation_of(floor, token)
    mark = mark_of(floor.database.keys, token)
    if person_of(floor, person).guest:
        raise InputError("account-first")
    name = badge_name(floor.vault, found.called, mark=mark)
    called = floor.vault.seal(person, name.encode(), _BADGE) if name else ""
    floor.send(stream_of(house), m.Accept(by=person, mark=mark, called=called), actor=person)
    floor.vault.destroy(_holder(mark))
    return house


def offer_recovery(
    floor: "Floor", house: str, person: str, *, by: str, why: str, command_id: str | None = None
) -> StaffLink:
    """Make a recovery link for somebody of the house; return it to show once."""
    check_reach(floor, house, person)
    if person_of(floor, person).guest:
        raise InputError("not-an-account", person=person)
    link = new_link(floor.database.keys, house)
    offer = m.OfferRecovery(by=by, why=why, mark=link.mark, person=person)
    floor.send(stream_of(house), offer, command_id=command_id, actor=by)
    return link


def recovery_of(floor: "Floor", token: str) -> tuple[str, m.RecoveryLink]:
    """Return the house and the recovery link of a token; `InputError` if it has none, or its time is up."""
    house = house_in(token)
    found = settings_of(floor, house).recoveries.get(mark_of(floor.database.keys, token))
    if found is None:
        raise InputError("link-unknown")
    if floor.clock() >= found.expires_at:
        raise InputError("link-expired")
    return house, found


def use_recovery(floor: "Floor", token: str) -> str:
    """Use up a recovery link; return the person, who may then set a new password and second factor."""
    house, found = recovery_of(floor, token)
    mark = mark_of(floor.database.keys, token)
    floor.send(stream_of(house), m.Recover(by=found.person, mark=mark), actor=found.person)
    return found.person


def recover(floor: "Floor", token: str, login: str, password: str) -> None:
    """Give the person of a recovery link a name and a password, and end their sessions; a bad one uses up no link."""
    _, found = recovery_of(floor, token)
    check_password(floor, found.person, login, password)
    sign_in_anew(floor, use_recovery(floor, token), login, password)
