"""A person's stream: joins what they sign in with, the care they take of themselves, and what they have chosen."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.messages import CommandBase, EventBase
from mississippi_stud.money import Transfer
from mississippi_stud.person import care, care_messages, credentials, former_guest
from mississippi_stud.person.care import Care
from mississippi_stud.person.credentials import Credentials
from mississippi_stud.person.former_guest import BringGuest, GuestBrought, GuestLeft

SETTINGS_MAX: Final = 40
SETTING_TEXT_MAX: Final = 200
REASON_MAX: Final = 200


class PersonalData(msgspec.Struct, frozen=True, kw_only=True):
    """What is personal, as it is before it is sealed."""

    name: str = ""
    address: str = ""
    email: str = ""
    born: str = ""
    """The date of birth, as 1990-12-31."""


class ChangePersonalData(CommandBase, frozen=True, kw_only=True):
    """Replace what is known of the person."""

    sealed: str
    """A `PersonalData`, sealed with the person's key."""


class ChangePreferences(CommandBase, frozen=True, kw_only=True):
    """Replace what the person has chosen for the pages: speed, sound, deck, shortcuts …"""

    preferences: Mapping[str, str]


class ErasePerson(CommandBase, frozen=True, kw_only=True):
    """Record that the person's key was destroyed."""

    by: str
    """The person who asked for it."""
    reason: str


class PersonalDataChanged(EventBase, frozen=True, kw_only=True):
    """What is known of the person was replaced."""

    sealed: str


class PreferencesChanged(EventBase, frozen=True, kw_only=True):
    """The person chose these for the pages."""

    preferences: Mapping[str, str]


class PersonErased(EventBase, frozen=True, kw_only=True):
    """The person's key was destroyed: what was sealed with it cannot be read any more, and nobody can sign in."""

    by: str
    reason: str
    leaves: bool = False
    """Whether they leave their seats and lines by it: not so in logs from before decision 452."""


_OwnCommand = ChangePersonalData | ChangePreferences | ErasePerson
_OwnEvent = PersonalDataChanged | PreferencesChanged | PersonErased | GuestBrought | GuestLeft
OneCommand = _OwnCommand | credentials.Command | care_messages.Command
"""What concerns one person alone; `former_guest.bring` decides what concerns two."""
Command = OneCommand | BringGuest
Event = _OwnEvent | credentials.Event | care_messages.Event


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """All that the log knows of a person; somebody without a stream is a guest who has chosen nothing."""

    personal: str = ""
    """Sealed."""
    preferences: Mapping[str, str] = {}
    credentials: Credentials = Credentials()
    care: Care = Care()
    erased: bool = False
    guests: tuple[str, ...] = ()
    """Whom they were as a guest besides, elsewhere or before."""
    account: str = ""
    """The account that a guest was brought into."""

    @property
    def guest(self) -> bool:
        """Whether they have nothing to sign in with."""
        return not self.credentials.opened_at


def decide(person: Person | None, command: OneCommand, at: int) -> tuple[Event, ...]:
    """Return the events of a command at a time; `InputError` if it is not possible."""
    person = person or Person()
    if isinstance(command, care_messages.Command):  # whoever was erased still has their care
        return care.decide(person.care, command, at)
    if person.erased:
        if isinstance(command, ErasePerson):
            return ()
        raise InputError("person-erased")
    if isinstance(command, credentials.Command):
        if person.account:
            raise InputError("account-made")
        return credentials.decide(person.credentials, command, at)
    match command:
        case ChangePersonalData(sealed=sealed):
            return (PersonalDataChanged(sealed=sealed),)
        case ChangePreferences(preferences=preferences):
            _check_preferences(preferences)
            return (PreferencesChanged(preferences=preferences),) if preferences != person.preferences else ()
        case ErasePerson(by=by, reason=reason):
            if not 0 < len(reason) <= REASON_MAX:
                raise InputError("reason-text", most=REASON_MAX)
            return (PersonErased(by=by, reason=reason, leaves=True),)


def _check_preferences(preferences: Mapping[str, str]) -> None:
    texts = (*preferences, *preferences.values())
    if len(preferences) > SETTINGS_MAX or any(len(text) > SETTING_TEXT_MAX for text in texts):
        raise InputError("preferences-size", most=SETTINGS_MAX, length=SETTING_TEXT_MAX)


def evolve(person: Person | None, event: Event) -> Person:
    """Return the person after an event."""
    person = person or Person()
    if isinstance(event, credentials.Event):
        return replace(person, credentials=credentials.evolve(person.credentials, event))
    if isinstance(event, care_messages.Event):
        return replace(person, care=care.evolve(person.care, event))
    match event:
        case PersonalDataChanged(sealed=sealed):
            return replace(person, personal=sealed)
        case PreferencesChanged(preferences=preferences):
            return replace(person, preferences=preferences)
        case PersonErased(leaves=leaves):
            return Person(care=replace(person.care, erased=leaves), erased=True)
        case GuestBrought(guest=guest):
            return replace(person, guests=(*person.guests, guest))
        case GuestLeft(account=account):
            return replace(person, account=account, care=replace(person.care, former=True))


def transfers(name: str, person: Person | None, event: Event) -> Iterator[Transfer]:
    """Return the transfers of an event: between the accounts of the person's care, or of what they won as a guest."""
    if isinstance(event, care_messages.Event | GuestLeft | PersonErased):
        before = person or Person()
        yield from care.transfers(name, before.care, evolve(before, event).care)
    elif isinstance(event, GuestBrought):
        yield from former_guest.transfers(name, event)
