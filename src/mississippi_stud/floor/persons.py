"""Persons as a kind of stream, and their vault: what is personal is sealed here, read here and erased here."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.floor.accounts import PLAYER_MAX, check_text
from mississippi_stud.floor.allowances import PREFIX
from mississippi_stud.floor.allowances import stream_of as stream_of
from mississippi_stud.floor.findings import OF_PERSONS
from mississippi_stud.floor.membership import check_title
from mississippi_stud.floor.renewal import ACTOR
from mississippi_stud.floor.streams import Context, Kind
from mississippi_stud.person import care_messages as m
from mississippi_stud.person import person as p
from mississippi_stud.person.former_guest import BringGuest, bring
from mississippi_stud.person.person import PersonalData
from mississippi_stud.rulebooks.conduct import Incident, Remedy
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.store import Database, log
from mississippi_stud.store.database import StoreError
from mississippi_stud.store.vault import Erasure, Vault
from mississippi_stud.table.staff import check_power

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

_PERSONAL: Final = "personal data"
_VAULT: Final = "vault"
_ERASED: Final = "erased"
"""The facts that name the vault of a database, and how many persons were erased there."""


def mark(floor: "Floor", *about: str) -> str:
    """Return a keyed hash of what something in the vault is about."""
    return floor.database.keys.mark(msgspec.json.encode(about)).hex()


def _decide(
    context: Context, stream: str, person: p.Person | None, command: p.Command
) -> dict[str, tuple[p.Event, ...]]:
    name = stream.removeprefix(PREFIX)
    check_text("player-text", name, PLAYER_MAX)
    if isinstance(command, BringGuest):
        check_text("player-text", command.guest, PLAYER_MAX)
        other = stream_of(command.guest)
        guest, held = context.need(other) or p.Person(), context.balance(f"player:{command.guest}")
        own, left = bring(name, person or p.Person(), guest, command, held, context.at)
        return {stream: own, other: left}
    if isinstance(command, m.ExcludePerson | m.AdmitPerson):
        book = context.book(command.book)
        _check_power(book, command)
        if isinstance(command, m.ExcludePerson) and command.house:
            check_title(context, command.house, command.person, book, command.by)
    return {stream: p.decide(person, command, context.at)}


def _check_power(book: Rulebook, command: m.ExcludePerson | m.AdmitPerson) -> None:
    """Raise `Refused` unless the book lets somebody of that title exclude people, by that clause."""
    held = check_power(book, command.by, Power.EXCLUDE_PLAYER, named=True)
    if isinstance(command, m.ExcludePerson) and command.clause not in {held, *exclusion_clauses(book)}:
        raise InputError("no-exclusion-clause", book=book.id, clause=command.clause)


def exclusion_clauses(book: Rulebook) -> tuple[str, ...]:
    """Return the clauses by which a book lets staff exclude people, from the game or from the casino."""
    cases = book.incidents.get(Incident.RULE_BROKEN, {}).values()
    out = (Remedy.EXCLUDED, Remedy.EXCLUDED_FROM_CASINO)
    return tuple(case.ruling.clause for case in cases if case.ruling.value in out)


PERSONS: Final[Kind[p.Person, p.Command, p.Event]] = Kind(
    prefix=PREFIX,
    commands=p.Command,
    events=p.Event,
    state=p.Person,
    decide=_decide,
    evolve=p.evolve,
    transfers=lambda _, stream, person, event: p.transfers(stream.removeprefix(PREFIX), person, event),
    locked=True,
    significant=OF_PERSONS,
)


def person_of(floor: "Floor", person: str) -> p.Person:
    """Return all that the log knows of a person; of a guest nothing."""
    known: p.Person | None = floor.states.current(stream_of(person)).state
    return known or p.Person()


def past_guests(floor: "Floor", guests: Sequence[str]) -> frozenset[str]:
    """Return which of these guests have become an account, were brought into one, or were erased.

    The log says so, and not the vault, which may have been lost. It takes one query on PostgreSQL for all who have not.
    """
    found = floor.states.currents([stream_of(guest) for guest in guests])
    known = {guest: found[stream_of(guest)].state or p.Person() for guest in guests}
    return frozenset(guest for guest, of in known.items() if of.erased or not of.guest or of.account)


def names_of(floor: "Floor", person: str) -> tuple[str, ...]:
    """Return the ids under which somebody has played: their own, and those that they had as a guest."""
    return (person, *person_of(floor, person).guests)


def change_personal_data(floor: "Floor", person: str, data: PersonalData, *, actor: str) -> None:
    """Replace what is known of a person."""
    sealed = floor.vault.seal(person, msgspec.json.encode(data), _PERSONAL)
    floor.send(stream_of(person), p.ChangePersonalData(sealed=sealed), actor=actor)


def personal_data(floor: "Floor", person: str) -> PersonalData | None:
    """Return what is known of a person; None if they were erased or nothing is known."""
    return unsealed(floor.vault, person, person_of(floor, person))


def unsealed(vault: Vault, person: str, known: p.Person) -> PersonalData | None:
    """Return what is known of a person, from what the log knows of them."""
    plain = vault.unseal(person, known.personal, _PERSONAL) if known.personal else None
    return None if plain is None else msgspec.json.decode(plain, type=PersonalData)


def choose(floor: "Floor", person: str, chosen: Mapping[str, str]) -> dict[str, str]:
    """Keep what a person has just chosen for the pages beside what they chose before; return all of it."""
    every = {**person_of(floor, person).preferences, **chosen}
    floor.send(stream_of(person), p.ChangePreferences(preferences=every), actor=person)
    return every


def check_vault(database: Database, vault: str) -> None:
    """Refuse a vault, by its name, that lacks the keys of the persons in a database."""
    if log.fact(database, _VAULT) not in (None, vault) and any(log.streams(database, PREFIX)):
        raise StoreError("vault-other")


def accept_vault(database: Database, vault: Vault) -> None:
    """Make this the vault of a database: what was sealed with the keys of another cannot be read any more."""
    if log.fact(database, _VAULT) != vault.id:
        log.put_fact(database, _VAULT, vault.id)


def erase(floor: "Floor", person: str, *, by: str, reason: str) -> None:
    """Destroy a person's key for ever, then say so in the log; whoever dies in between resumes at the next start."""
    check_erasure(floor.vault, Erasure(person, by, reason), person_of(floor, person))
    floor.vault.erase(person, floor.clock(), by=by, reason=reason)
    _log_erasure(floor, Erasure(person, by, reason))


def check_erasure(vault: Vault, erasure: Erasure, known: p.Person) -> None:
    """Refuse, before anything is destroyed, a reason that is none or would keep in the log what is to be forgotten."""
    person, by, reason = erasure
    p.decide(known, p.ErasePerson(by=by, reason=reason), 0)
    data = unsealed(vault, person, known)
    told = msgspec.structs.astuple(data) if data else ()
    if any(each.strip() and each.strip().casefold() in reason.casefold() for each in told):
        raise InputError("reason-personal")


def repeat_erasures(floor: "Floor") -> int:
    """Tell the log of every erasure that it does not know of, as after a restore; return how many there were.

    The clock asks every second, since others may erase somebody in the vault: one query, mostly without an answer.
    """
    forgotten = floor.vault.to_repeat(floor.database.id)
    for erasure in forgotten:
        _log_erasure(floor, erasure)
    return len(forgotten)


def _log_erasure(floor: "Floor", erasure: Erasure) -> None:
    person, by, reason = erasure
    command_id = sha256(f"erased {floor.database.id} {person}".encode()).hexdigest()
    if not person_of(floor, person).erased:
        floor.send(stream_of(person), p.ErasePerson(by=by, reason=reason), command_id=command_id, actor=by)
    floor.vault.repeated(person, floor.database.id)
    log.put_fact(floor.database, _ERASED, str(floor.vault.erased()))


def notice_older_vault(floor: "Floor") -> None:
    """Erase again in a vault whom the log knows to be erased, if the vault remembers fewer: it is an older copy."""
    if floor.vault.erased() >= int(log.fact(floor.database, _ERASED) or 0):
        return
    for stream in log.streams(floor.database, PREFIX):
        person = stream.removeprefix(PREFIX)
        if person_of(floor, person).erased:
            floor.vault.erase(person, floor.clock(), by=ACTOR, reason="restored")
