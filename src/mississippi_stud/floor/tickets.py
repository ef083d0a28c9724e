"""Tickets: what the server said to a browser and gets back within minutes, unchanged and, where it matters, once."""

import hmac
import secrets
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import json

from mississippi_stud.errors import InputError
from mississippi_stud.floor.persons import mark
from mississippi_stud.person.credentials import MINUTE

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

VALID: Final = 10 * MINUTE
_NONCE_BYTES: Final = 16


class Ticket(msgspec.Struct, frozen=True, array_like=True):
    """What a ticket says."""

    purpose: str
    person: str
    content: str
    until: int
    nonce: str


def issue(floor: "Floor", purpose: str, person: str = "", content: str = "") -> str:
    """Return a ticket for ten minutes; nobody else can make one."""
    ticket = Ticket(purpose, person, content, floor.clock() + VALID, secrets.token_hex(_NONCE_BYTES))
    text = json.encode(ticket).hex()
    return f"{text}.{mark(floor, 'ticket', text)}"


def read(floor: "Floor", given: str, purpose: str) -> Ticket:
    """Return what a ticket says; `InputError` if it is not ours, for something else, or too old."""
    text, _, signature = given.partition(".")
    if not hmac.compare_digest(signature.encode(), mark(floor, "ticket", text).encode()):
        raise InputError("ticket-stale")
    ticket = json.decode(bytes.fromhex(text), type=Ticket)
    if ticket.purpose != purpose or not floor.clock() < ticket.until <= floor.clock() + VALID:
        raise InputError("ticket-stale")
    return ticket


def redeem(floor: "Floor", given: str, purpose: str) -> Ticket:
    """Return what a ticket says, the first time; after that it is worth nothing."""
    ticket, seen = read(floor, given, purpose), ""

    def spend(text: str) -> str:
        nonlocal seen
        seen = text
        return "used"

    floor.vault.revise(mark(floor, "used", given), spend, at=floor.clock(), until=ticket.until)
    if seen:
        raise InputError("ticket-stale")
    return ticket
