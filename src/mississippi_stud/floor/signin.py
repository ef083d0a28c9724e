"""Signing in: passwords, sessions, and what happens to whoever fails too often.

Whoever fails learns nothing: a wrong name, a wrong password, a wrong code and a lock have the same answer and take as
long (decision 171).
"""

import secrets
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.floor import second_factor
from mississippi_stud.floor.accounts import check_text
from mississippi_stud.floor.membership import memberships
from mississippi_stud.floor.persons import mark, person_of, stream_of
from mississippi_stud.person import credentials as c
from mississippi_stud.person.credentials import SignInMethod
from mississippi_stud.store import sessions
from mississippi_stud.store.database import StoreError
from mississippi_stud.store.sessions import SignInSession

if TYPE_CHECKING:
    from argon2 import PasswordHasher

    from mississippi_stud.floor.floor import Floor

LOGIN_MAX: Final = 64
PASSWORD_MIN: Final = 10
PASSWORD_MAX: Final = 200
DEVICE_MAX: Final = 80
_TOKEN_BYTES: Final = 32
_PASSWORD: Final = "password"  # noqa: S105
_NOBODY: Final = "nobody"
"""Looked up in place of somebody who does not exist, so that it takes as long."""
_DUMMY: Final = "$argon2id$v=19$m=65536,t=3,p=4$efyDJ6VoplSzyHxHyJjY8Q$C/smFWKt/oRXzluOAtk5Sa/bBbKg5HgP4akwq1XyCUQ"
"""The hash of a password that nobody knows, made with the same work."""


NOTED_EVERY: Final = c.MINUTE
"""How often at most it is noted that somebody was seen in a session."""


class SignInError(InputError):
    """The one answer to whoever cannot sign in, whatever is wrong."""

    def __init__(self) -> None:
        super().__init__("sign-in-failed")


class Entry(NamedTuple):
    """A session that has just begun, and the token for the browser: the only time that it is known."""

    token: str
    session: SignInSession


class Password(msgspec.Struct, frozen=True, kw_only=True):
    """A name to sign in with and the hash of its password, as they are before they are sealed."""

    login: str
    hash: str


# Names and passwords.


def login_mark(floor: "Floor", login: str) -> str:
    """Return the keyed hash under which a name is known, however it is capitalised."""
    return mark(floor, "login", unicodedata.normalize("NFKC", login).casefold().strip())


def check_password(floor: "Floor", person: str, login: str, password: str) -> str:
    """Return the hash of a name that a person may have with a password; `InputError` if they may not."""
    check_text("login-text", login.strip(), LOGIN_MAX)
    if not PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
        raise InputError("password-length", least=PASSWORD_MIN, most=PASSWORD_MAX)
    name = login_mark(floor, login)
    if floor.vault.person_of(name) not in (None, person):
        raise InputError("login-taken")
    return name


def set_password(floor: "Floor", person: str, login: str, password: str, *, first: bool = False) -> None:
    """Give a person a name and a password, and take an earlier name away; a guest becomes an account by it.

    `first` is for a guest alone: whoever has become an account meanwhile keeps their own.
    """
    name, before = check_password(floor, person, login, password), _login_of(floor, person)
    if not floor.vault.claim(name, person):
        raise InputError("login-taken")
    plain = msgspec.json.encode(Password(login=login.strip(), hash=_hasher().hash(_normal(password))))
    try:
        sealed = floor.vault.seal(person, plain, _PASSWORD)
        floor.send(stream_of(person), c.SetPassword(sealed=sealed, first=first), actor=person)
    except StoreError:  # it may be in the log: the name stays theirs
        raise
    except InputError:
        if _login_of(floor, person) != name:
            floor.vault.release(name, person)
        raise
    if before is not None and before != name:
        floor.vault.release(before, person)


def _login_of(floor: "Floor", person: str) -> str | None:
    """Return the hash of the name that a person signs in with."""
    held = password_of(floor, person)
    return None if held is None else login_mark(floor, held.login)


def password_of(floor: "Floor", person: str) -> Password | None:
    """Return a person's name and the hash of their password; None without one."""
    sealed = person_of(floor, person).credentials.password
    plain = floor.vault.unseal(person, sealed, _PASSWORD) if sealed or person == _NOBODY else None
    return msgspec.json.decode(plain, type=Password) if plain is not None else None


@cache
def _hasher() -> "PasswordHasher":
    """Return Argon2id with the second choice of RFC 9106: 64 MiB, three passes, four lanes."""
    from argon2 import PasswordHasher  # here, as nobody needs it to play

    return PasswordHasher(time_cost=3, memory_cost=65536, parallelism=4)


def _matches(hashed: str, password: str) -> bool:
    from argon2.exceptions import VerifyMismatchError

    try:
        return _hasher().verify(hashed, _normal(password[:PASSWORD_MAX]))
    except VerifyMismatchError:
        return False


def _normal(password: str) -> bytes:
    return unicodedata.normalize("NFKC", password).encode(errors="replace")


# Signing in.


def sign_in(floor: "Floor", login: str, password: str, code: str, device: str) -> Entry:
    """Begin a session with a password and, where there is one, the second factor; else `SignInError`."""
    name = login_mark(floor, login)
    found = floor.vault.person_of(name)
    held, asked = password_of(floor, found or _NOBODY), _asked_for_code(floor, found or _NOBODY)
    person = _prove(
        floor,
        name,
        found,
        SignInMethod.PASSWORD,
        lambda: _matches(held.hash if held else _DUMMY, password),
        lambda known: second_factor.passed(floor, known, code),
    )
    proved = asked and _asked_for_code(floor, person)  # and not set up or removed meanwhile
    return begin(floor, person, device, SignInMethod.PASSWORD, second_factor=proved)


def _asked_for_code(floor: "Floor", person: str) -> bool:
    return bool(person_of(floor, person).credentials.second_factor)


def confirm(floor: "Floor", person: str, *, password: str | None = None, code: str | None = None) -> None:
    """Check the password or a code of somebody who has signed in; too many failures are answered as elsewhere."""
    held = password_of(floor, person)
    _prove(
        floor,
        mark(floor, "confirm", person),
        person,
        SignInMethod.CODE if password is None else SignInMethod.PASSWORD,
        lambda: password is None or (held is not None and _matches(held.hash, password)),
        lambda known: code is None or second_factor.passed(floor, known, code),
    )


def _prove(
    floor: "Floor",
    name: str,
    person: str | None,
    method: SignInMethod,
    first: Callable[[], bool],
    then: Callable[[str], bool],
) -> str:
    """Return the person if both proofs hold; else `SignInError`.

    The first takes its time for everybody; the second uses up a code. An attempt counts as a failure before it is
    tried: many at once are no more than one after the other.
    """
    attempts, locked = _try(floor, name)
    if first() and not locked and person is not None and then(person):
        floor.vault.forget(name)
        return person
    if person is not None and not locked:  # without waiting: for somebody who does not exist there would be no wait
        failure = c.FailSignIn(method=method, locked_until=attempts.locked_until)
        floor.submit(stream_of(person), failure, actor=person)
    raise SignInError


def _try(floor: "Floor", name: str) -> tuple[c.Attempts, bool]:
    """Count an attempt under a name; return the attempts so far, and whether the name was locked already."""
    at, before = floor.clock(), c.Attempts()

    def tried(text: str) -> str:
        nonlocal before
        before = msgspec.json.decode(text, type=c.Attempts) if text else c.Attempts()
        return msgspec.json.encode(before.tried(at)).decode()

    text = floor.vault.revise(name, tried, at=at, until=at + c.FAILURES_WITHIN)
    return msgspec.json.decode(text, type=c.Attempts), before.locked(at)


def unlock(floor: "Floor", person: str) -> None:
    """Let a person try again at once, as after a recovery."""
    floor.vault.forget(mark(floor, "confirm", person), *floor.vault.marks_of(person))


def recover(floor: "Floor", person: str, login: str, password: str, *, by: str = "") -> None:
    """Give a person who cannot sign in a name and a password, without a second factor; all their sessions end.

    `by` is who has made that possible for them, if not they themselves.
    """
    set_password(floor, person, login, password)
    second_factor.remove_second_factor(floor, person, by=by or person)
    sign_out(floor, person)
    unlock(floor, person)


# Sessions.


def begin(floor: "Floor", person: str, device: str, method: SignInMethod, *, second_factor: bool) -> Entry:
    """Begin a session with a token of its own, which nobody has seen before."""
    token, now = secrets.token_urlsafe(_TOKEN_BYTES), floor.clock()
    session = SignInSession(
        id=sessions.id_of(token),
        person=person,
        begun_at=now,
        seen_at=now,
        device=device[:DEVICE_MAX],
        second_factor=second_factor,
    )
    staff = bool(memberships(floor, person))
    signed_in = c.SignIn(session=session.id, method=method, second_factor=second_factor, staff=staff)
    floor.send(stream_of(person), signed_in, actor=person)
    sessions.add(floor.vault, session, now - c.IDLE)
    return Entry(token, session)


def session_of(floor: "Floor", token: str) -> SignInSession | None:
    """Return the session of a token, as it was last seen; None if it has ended or lasted, or its owner was away."""
    found, now = sessions.find(floor.vault, sessions.id_of(token)), floor.clock()
    return found if found and -c.MINUTE <= now - found.seen_at < c.IDLE and now - found.begun_at < c.SESSION else None


def see(floor: "Floor", session: str) -> None:
    """Note that somebody does something in a session."""
    sessions.see(floor.vault, session, floor.clock())


def sessions_of(floor: "Floor", person: str) -> list[SignInSession]:
    """Return a person's sessions, the last seen first."""
    now = floor.clock()
    found = sessions.all_of(floor.vault, person, now - c.IDLE)
    return [session for session in found if now - session.begun_at < c.SESSION]


def sign_out(floor: "Floor", person: str, *ids: str) -> None:
    """End these sessions of a person, or all of them if none is named."""
    ended = sessions.end(floor.vault, person, *ids)
    floor.send(stream_of(person), c.SignOut(sessions=tuple(ended)), actor=person)


def renew(floor: "Floor", session: SignInSession, method: SignInMethod, *, everywhere: bool = False) -> Entry:
    """Begin a session anew after the second factor was proved or, `everywhere`, after the password was changed."""
    sign_out(floor, session.person, *(() if everywhere else (session.id,)))
    proved = session.second_factor or method is SignInMethod.CODE
    return begin(floor, session.person, session.device, method, second_factor=proved)
