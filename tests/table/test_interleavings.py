"""Six seats, clocks and lost connections in every order: nobody is refused for what somebody else did."""

import pytest

from tests.campaign.part import Part
from tests.table.interleavings import Devices, Sent

FEW, MANY = 150, 1_000


def played(seed: int, rounds: int) -> Devices:
    devices = Devices(seed)
    try:
        devices.play(rounds)
    except BaseException as error:
        error.add_note(f"the devices part with seed {seed}: tests/table/interleavings.py")
        raise
    return devices


@pytest.mark.parametrize("seed", range(4))
def test_seats_do_not_refuse_each_other_in_any_order(seed: int):
    met = played(seed, FEW).met
    assert met["round"] == FEW
    for what in ("accepted", "refused", "time up", "line lost", "line back"):
        assert met[what] > FEW / 10, f"{what} hardly ever happened: the run says nothing about it"


class Comparing(Devices):
    """Devices at a table that compares versions: whatever anybody has done meanwhile, the next one is refused."""

    def refused(self, sent: Sent) -> str:
        return super().refused(sent) if sent.seen.table is self.hall.table else "version-conflict"


def test_a_seat_that_is_refused_for_what_another_did_is_noticed():
    with pytest.raises(AssertionError, match="for what somebody else did"):
        Comparing(0).play(FEW)


@pytest.mark.campaign
def test_a_million_interleavings(part: Part):
    """A thousand rounds from each seed, with tables under a book of its own."""
    for nth, _ in enumerate(part.seeds()):
        rounds = min(MANY, part.left)
        met = played(1_000 + 1_000 * part.number + nth, rounds).met
        part.count(number=rounds)
        part.met += met
