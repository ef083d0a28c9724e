"""What a person signs in with. Every secret arrives sealed with the person's own key: nothing here can read it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.messages import CommandBase, EventBase

PASSKEYS_MAX: Final = 10
MINUTE: Final = 60 * 1_000_000
FAILURES_MAX: Final = 3
FAILURES_WITHIN: Final = 30 * MINUTE
LOCK: Final = 15 * MINUTE
IDLE: Final = 30 * MINUTE
"""How long somebody may be away before they are asked to sign in again."""
SESSION: Final = 24 * 60 * MINUTE
"""How long a session lasts at most, however busy somebody is in it (decision 465)."""


class SignInMethod(StrEnum):
    """How somebody signs in."""

    PASSWORD = "password"  # noqa: S105
    PASSKEY = "passkey"
    CODE = "code"
    """A code of the second factor, asked of somebody who has signed in already."""


# Commands.


class SetPassword(CommandBase, frozen=True, kw_only=True):
    """Set the name and the password to sign in with; a guest's first one makes them an account."""

    sealed: str
    """The name and the hash of the password, sealed."""
    first: bool = False
    """Whether it is to make an account of a guest: not if somebody has made one of them meanwhile."""


class AddPasskey(CommandBase, frozen=True, kw_only=True):
    """Add a passkey; a guest's first one makes them an account."""

    passkey: str
    """A keyed hash of the passkey's id."""
    sealed: str
    """Its public key and what the person calls it, sealed."""
    first: bool = False


class RemovePasskey(CommandBase, frozen=True, kw_only=True):
    """Remove a passkey that is not the only way to sign in."""

    passkey: str


class ReportPasskey(CommandBase, frozen=True, kw_only=True):
    """Report that a passkey's counter went back: there is a copy of it, and it is not accepted any more."""

    passkey: str


class SetSecondFactor(CommandBase, frozen=True, kw_only=True):
    """Set the second factor that is asked for besides the password, with fresh recovery codes."""

    sealed: str
    """The secret and the hashes of the recovery codes, sealed."""


class RemoveSecondFactor(CommandBase, frozen=True, kw_only=True):
    """Ask for the password alone from now on."""

    by: str
    """Who wanted that: the person, or whoever recovered the account for them."""


class SignIn(CommandBase, frozen=True, kw_only=True):
    """Record that the person signed in."""

    session: str
    method: SignInMethod
    second_factor: bool
    staff: bool = False
    """Whether they belong to a house."""


class FailSignIn(CommandBase, frozen=True, kw_only=True):
    """Record that somebody could not sign in as this person."""

    method: SignInMethod
    locked_until: int
    """Microseconds since 1970; 0 if it locked nothing."""


class SignOut(CommandBase, frozen=True, kw_only=True):
    """Record that sessions ended."""

    sessions: tuple[str, ...]


# Events.


class PasswordSet(EventBase, frozen=True, kw_only=True):
    """The password was set; with the first one the guest became an account."""

    sealed: str
    at: int


class PasskeyAdded(EventBase, frozen=True, kw_only=True):
    """A passkey was added; with the first one the guest became an account."""

    passkey: str
    sealed: str
    at: int


class PasskeyRemoved(EventBase, frozen=True, kw_only=True):
    """A passkey was removed."""

    passkey: str


class PasskeyCloned(EventBase, frozen=True, kw_only=True):
    """A passkey's counter went back: somebody has a copy of it."""

    passkey: str


class SecondFactorSet(EventBase, frozen=True, kw_only=True):
    """The second factor was set, or its recovery codes were replaced."""

    sealed: str


class SecondFactorRemoved(EventBase, frozen=True, kw_only=True):
    """The password alone is asked for."""

    by: str


class SignedIn(EventBase, frozen=True, kw_only=True):
    """The person signed in, or proved the second factor in a session."""

    session: str
    method: SignInMethod
    second_factor: bool
    staff: bool = False


class SignInFailed(EventBase, frozen=True, kw_only=True):
    """Somebody could not sign in as this person."""

    method: SignInMethod
    locked_until: int


class SignedOut(EventBase, frozen=True, kw_only=True):
    """Sessions ended."""

    sessions: tuple[str, ...]


Command = (
    SetPassword
    | AddPasskey
    | RemovePasskey
    | ReportPasskey
    | SetSecondFactor
    | RemoveSecondFactor
    | SignIn
    | FailSignIn
    | SignOut
)
Event = (
    PasswordSet
    | PasskeyAdded
    | PasskeyRemoved
    | PasskeyCloned
    | SecondFactorSet
    | SecondFactorRemoved
    | SignedIn
    | SignInFailed
    | SignedOut
)


# State.


class Passkey(msgspec.Struct, frozen=True, kw_only=True):
    """A passkey."""

    sealed: str
    added_at: int
    cloned: bool = False


class Credentials(msgspec.Struct, frozen=True, kw_only=True):
    """What a person signs in with, sealed; a guest has nothing."""

    opened_at: int = 0
    """When the guest became an account, in microseconds since 1970."""
    password: str = ""
    passkeys: Mapping[str, Passkey] = {}
    second_factor: str = ""


def decide(credentials: Credentials, command: Command, at: int) -> tuple[Event, ...]:
    """Return the events of a command."""
    if isinstance(command, SetPassword | AddPasskey) and command.first and credentials.opened_at:
        raise InputError("account-made")
    match command:
        case SetPassword(sealed=sealed):
            if not sealed:
                raise InputError("password-missing")
            return (PasswordSet(sealed=sealed, at=at),)
        case AddPasskey(passkey=passkey, sealed=sealed):
            if passkey in credentials.passkeys:
                return ()
            if len(credentials.passkeys) >= PASSKEYS_MAX:
                raise InputError("passkeys-many", most=PASSKEYS_MAX)
            return (PasskeyAdded(passkey=passkey, sealed=sealed, at=at),)
        case RemovePasskey(passkey=passkey) | ReportPasskey(passkey=passkey):
            return _less(credentials, command, passkey)
        case SetSecondFactor(sealed=sealed):
            if not credentials.password:
                raise InputError("password-missing")
            return (SecondFactorSet(sealed=sealed),)
        case RemoveSecondFactor(by=by):
            return (SecondFactorRemoved(by=by),) if credentials.second_factor else ()
        case SignIn(session=session, method=method, second_factor=second_factor, staff=staff):
            return (SignedIn(session=session, method=method, second_factor=second_factor, staff=staff),)
        case FailSignIn(method=method, locked_until=locked_until):
            return (SignInFailed(method=method, locked_until=locked_until),)
        case SignOut(sessions=sessions):
            return (SignedOut(sessions=sessions),) if sessions else ()


def _less(credentials: Credentials, command: RemovePasskey | ReportPasskey, passkey: str) -> tuple[Event, ...]:
    if passkey not in credentials.passkeys:
        raise InputError("passkey-missing")
    if isinstance(command, ReportPasskey):
        return () if credentials.passkeys[passkey].cloned else (PasskeyCloned(passkey=passkey),)
    if not credentials.password and len(credentials.passkeys) == 1:
        raise InputError("credential-last")
    return (PasskeyRemoved(passkey=passkey),)


def evolve(credentials: Credentials, event: Event) -> Credentials:
    """Return the credentials after an event."""
    passkeys = credentials.passkeys
    match event:
        case PasswordSet(sealed=sealed, at=at):
            return replace(credentials, password=sealed, opened_at=credentials.opened_at or at)
        case PasskeyAdded(passkey=passkey, sealed=sealed, at=at):
            added = {**passkeys, passkey: Passkey(sealed=sealed, added_at=at)}
            return replace(credentials, passkeys=added, opened_at=credentials.opened_at or at)
        case PasskeyRemoved(passkey=passkey):
            return replace(credentials, passkeys={id: held for id, held in passkeys.items() if id != passkey})  # noqa: A001
        case PasskeyCloned(passkey=passkey):
            return replace(credentials, passkeys={**passkeys, passkey: replace(passkeys[passkey], cloned=True)})
        case SecondFactorSet(sealed=sealed):
            return replace(credentials, second_factor=sealed)
        case SecondFactorRemoved():
            return replace(credentials, second_factor="")
        case _:
            return credentials


# Failures, by name: known or not.


class Attempts(msgspec.Struct, frozen=True, kw_only=True):
    """The last tries to sign in under a name; each counts as a failure until it has succeeded."""

    tried_at: tuple[int, ...] = ()
    locked_until: int = 0

    def locked(self, at: int) -> bool:
        """Return whether nobody may try now."""
        return at < self.locked_until

    def tried(self, at: int) -> "Attempts":
        """Return the attempts after one more: the third locks the name, and a lock counts no more of them.

        A clock that was set back does not make a lock longer.
        """
        if self.locked(at):
            return Attempts(locked_until=min(self.locked_until, at + LOCK))
        recent = (*(each for each in self.tried_at if abs(at - each) < FAILURES_WITHIN), at)
        if len(recent) < FAILURES_MAX:
            return Attempts(tried_at=recent)
        return Attempts(locked_until=at + LOCK)
