"""The devices of a table, and the incidents that cannot happen without them."""

from enum import StrEnum
from typing import Final

from mississippi_stud.round.refused import Refused
from mississippi_stud.rulebooks.conduct import Incident, Shuffling
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.table.state import Table


class Device(StrEnum):
    """A device that an incident is about."""

    SHUFFLER = "shuffler"
    SHOE = "automated-shoe"
    COUNTER = "counting-device"
    ANY = "device"


DEVICES: Final = {
    Incident.SHUFFLER_JAMS: Device.SHUFFLER,
    Incident.DEVICE_FAILS: Device.SHUFFLER,
    Incident.SHOE_JAMS: Device.SHOE,
    Incident.DEVICE_COUNT: Device.COUNTER,
    Incident.DEVICE_UNUSABLE: Device.ANY,
}
"""The device that must be in use for an incident to happen."""


def in_use(book: Rulebook, table: Table) -> set[Device]:
    """The devices in use at a table; of one that nobody runs the dealing method says which it has.

    Where the book has the stub counted unless a device counts, not every shuffling device does.
    """
    if not table.device_works:
        return set()
    method = book.dealing.methods[table.dealing]
    deals = method.device_deals is not None and method.device_deals.value
    shuffles = table.shuffling is not Shuffling.BY_HAND
    if table.automatic:
        shuffles = deals or (method.shuffled_by is not None and Shuffling.BY_HAND not in method.shuffled_by.value)
    continuous, by_hand = table.shuffling is Shuffling.CONTINUOUS, method.stub_count_rounds is not None
    counts = shuffles and (table.automatic or table.counts or continuous or not by_hand)
    found = {Device.SHUFFLER: shuffles, Device.SHOE: deals, Device.COUNTER: counts, Device.ANY: shuffles or deals}
    return {device for device, there in found.items() if there}


def check_device(book: Rulebook, table: Table, incident: Incident, clause: Clause) -> None:
    """Raise `Refused` for an incident with a device that the table does not have in use."""
    device = DEVICES.get(incident)
    if device is not None and device not in in_use(book, table):
        raise Refused(f"no-{device}", clause)
