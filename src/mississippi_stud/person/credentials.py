"""What a person signs in with. Every secret arrives sealed with the person's own key: nothing here can read it."""

import msgspec
from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.messages import CommandBase, EventBase


class SetPassword(CommandBase, frozen=True, kw_only=True):
    """Set the name and the password to sign in with; a guest's first one makes them an account."""

    sealed: str
    """The hash of the password, sealed."""


class PasswordSet(EventBase, frozen=True, kw_only=True):
    """The password was set; with the first one the guest became an account."""

    sealed: str
    at: int


Command = SetPassword
Event = PasswordSet


class Credentials(msgspec.Struct, frozen=True, kw_only=True):
    """What a person signs in with, sealed; a guest has nothing."""

    opened_at: int = 0
    """When the guest became an account, in microseconds since 1970."""
    password: str = ""


def decide(credentials: Credentials, command: Command, at: int) -> tuple[Event, ...]:
    """Return the events of a command."""
    if not command.sealed:
        raise InputError("password-missing")
    return (PasswordSet(sealed=command.sealed, at=at),)


def evolve(credentials: Credentials, event: Event) -> Credentials:
    """Return the credentials after an event."""
    return replace(credentials, password=event.sealed, opened_at=credentials.opened_at or event.at)
