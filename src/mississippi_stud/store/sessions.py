"""Sessions of people who have signed in, in the vault: only the hash of the token that a browser holds is kept.

Decision 173 says why."""

from hashlib import sha256

import msgspec
from sqlalchemy import case, delete, insert, literal, select, update

from mississippi_stud.store.vault import Vault, alone, erasures, sessions


class SignInSession(msgspec.Struct, frozen=True, kw_only=True):
    """A browser in which a person has signed in."""

    id: str
    person: str
    begun_at: int
    seen_at: int
    device: str
    second_factor: bool
    away: int = 0
    """The longest time between two moments when they were seen, in microseconds."""


def id_of(token: str) -> str:
    """Return the id of the session with this token."""
    return sha256(token.encode()).hexdigest()


def add(vault: Vault, session: SignInSession, seen_after: int) -> None:
    """Keep a new session, unless its person was erased meanwhile, and none that was not seen after a time."""
    values = msgspec.structs.asdict(session)
    new = select(*(literal(value, sessions.c[name].type) for name, value in values.items()))
    erased = select(erasures.c.person).where(erasures.c.person == session.person)
    with vault.transaction() as connection:
        alone(connection)
        connection.execute(delete(sessions).where(sessions.c.seen_at <= seen_after))
        connection.execute(insert(sessions).from_select(list(values), new.where(~erased.exists())))


def find(vault: Vault, id: str) -> SignInSession | None:  # noqa: A002
    """Return a session by its id."""
    with vault.transaction() as connection:
        row = connection.execute(select(sessions).where(sessions.c.id == id)).one_or_none()
    return None if row is None else SignInSession(**row._mapping)


def see(vault: Vault, id: str, at: int) -> None:  # noqa: A002
    """Note when a session was last seen, and for how long at most it was not."""
    gap = at - sessions.c.seen_at
    away = case((gap > sessions.c.away, gap), else_=sessions.c.away)
    with vault.transaction() as connection:
        connection.execute(update(sessions).where(sessions.c.id == id).values(seen_at=at, away=away))


def all_of(vault: Vault, person: str, seen_after: int) -> list[SignInSession]:
    """Return a person's sessions that were seen after a time, the last seen first."""
    chosen = select(sessions).where(sessions.c.person == person, sessions.c.seen_at > seen_after)
    with vault.transaction() as connection:
        rows = connection.execute(chosen.order_by(sessions.c.seen_at.desc(), sessions.c.id)).all()
    return [SignInSession(**row._mapping) for row in rows]


def end(vault: Vault, person: str, *ids: str) -> list[str]:
    """End these sessions of a person, or all of them if none is named; return the ids of those that were there."""
    chosen = sessions.c.person == person
    if ids:
        chosen &= sessions.c.id.in_(ids)
    with vault.transaction() as connection:
        found = list(connection.scalars(select(sessions.c.id).where(chosen)))
        connection.execute(delete(sessions).where(chosen))
    return found
