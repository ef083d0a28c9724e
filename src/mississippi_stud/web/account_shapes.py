"""What is asked and answered about an account."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from mississippi_stud.floor import PersonalData

Line = Annotated[str, Meta(max_length=200)]


class Ask(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request about an account."""


class LoginRequest(Ask, frozen=True, kw_only=True):
    """Sign in, or make an account."""

    login: Line
    password: Line
    code: Line = ""


class PasswordRequest(Ask, frozen=True, kw_only=True):
    """Change the name and the password."""

    login: Line
    before: Line = ""
    password: Line


class PasskeyRequest(Ask, frozen=True, kw_only=True):
    """What a browser's passkey has made or signed."""

    credential: dict[str, Any]
    label: Line = ""
    """What the person calls it; if empty, as the device."""


class CodeRequest(Ask, frozen=True, kw_only=True):
    """A code of the second factor; with the ticket of a new one, its first."""

    code: Line
    ticket: Annotated[str, Meta(max_length=2000)] = ""


class PersonalDataRequest(Ask, frozen=True, kw_only=True):
    """What is known of a person."""

    name: Line = ""
    address: Line = ""
    email: Line = ""
    born: Annotated[str, Meta(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$(?!\n)")] = ""


class EraseRequest(Ask, frozen=True, kw_only=True):
    """Erase the person; the word is typed, so that nobody does it by a slip."""

    word: Line


class SessionLine(msgspec.Struct, frozen=True, kw_only=True):
    """A session in the list of them."""

    id: str
    device: str
    begun_at: int
    seen_at: int
    second_factor: bool
    this: bool


class PasskeyLine(msgspec.Struct, frozen=True, kw_only=True):
    """A passkey in the list of them."""

    id: str
    label: str
    added_at: int
    cloned: bool


class GuestLine(msgspec.Struct, frozen=True, kw_only=True):
    """What the guest of a browser would bring into the account, in the reader's language."""

    won: str
    back: str
    """What the house would take back."""


class AccountAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An account as its owner sees it."""

    login: str
    opened_at: int
    sessions: tuple[SessionLine, ...]
    passkeys: tuple[PasskeyLine, ...]
    second_factor: bool
    recovery_codes: int
    """How many are left."""
    personal: PersonalData
    guest: GuestLine | None
    """Whom this browser was before somebody signed in; None for nobody, or if the account has them already."""


class NewSecondFactor(msgspec.Struct, frozen=True, kw_only=True):
    """What an authenticator app needs, as a picture and to type."""

    ticket: str
    secret: str
    picture: str
    """An SVG picture as a data URL."""


class RecoveryCodes(msgspec.Struct, frozen=True, kw_only=True):
    """Recovery codes, shown once."""

    codes: tuple[str, ...]
