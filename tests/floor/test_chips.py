"""Tables where people play with chips: walk-ins, people with an account, and what the floor counts of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mississippi_stud.cards import parse
from mississippi_stud.errors import InputError
from mississippi_stud.floor import STREAMS, Floor, LimitKind, Period, Refused, SetLimit
from mississippi_stud.floor.care import care_of
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.history.round_inspection import whole_round
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.floor.persons import stream_of
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.store import audit, log
from mississippi_stud.table import commands as t
from mississippi_stud.table.state import DealingMode
from tests.floor.clock import Clock
from tests.floor.drive import play
from tests.floor.several import BOSS, Staffed


@pytest.fixture
def floor(database_url: str, key_file: Path) -> Iterator[Floor]:
    with Floor.open(database_url, key_file, Clock()) as one:
        yield one
        audit.verify(one.database)
        verify_streams(one.database, STREAMS)


def with_chips(floor: Floor, *players: str) -> tuple["Chips", list[str]]:
    """Open a table with chips and seat these players, who are named by the table if they are not; return their ids."""
    staffed = Chips(floor)
    for position, player in enumerate(players, start=1):
        staffed.do(t.Sit(position=position, player=player, by="dealer", person="dealer"))
    return staffed, [seat.player for seat in floor.table(staffed.stream).seats.values()]


class Chips(Staffed):
    """A Crown table with chips, and nobody seated yet."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.stream = floor.open_table("crown", positions=4, dealt="physical", chips=True)
        for title in ("dealer", BOSS):
            self.do(t.ComeOnDuty(by=title, person=title))
        self.do(t.ReceiveDeck(backs="red", prechecked=True, by="dealer", person="dealer"))

    def enter(self, script: str) -> None:
        """Have the dealer enter what happens on the layout."""
        self.lines(script, by="dealer", person="dealer")

    def whole_round(self) -> None:
        """Position 1 has three queens, position 2 a pair of queens; each has $40.00 on the layout."""
        self.enter("round; 1 ante 10; 2 ante 10; no-more-bets; deal")
        for card in ("Qh", "3d", "2c"):
            self.enter(f"1 bet 1; 2 bet 1; reveal {card}")
        self.enter("2 show Qc 9s; 1 show Qs Qd; settle")


def held(floor: Floor, player: str) -> int:
    """Return what a player has won or lost with chips."""
    return log.balance(floor.database, f"house:chips:{player}")


def test_walk_ins_play_with_money_that_the_floor_does_not_hold(floor: Floor):
    staffed, (first, second) = with_chips(floor, "", "")
    name = staffed.stream.removeprefix("table:")
    assert (first, second) == (f"walk-in:{name}:1", f"walk-in:{name}:2")
    staffed.enter("round; 1 ante 10; 2 ante 10")
    assert (held(floor, first), held(floor, second), floor.balance(first)) == (-10_00, -10_00, 0)
    staffed.enter("1 withdraw ante; 2 withdraw ante; 1 ante 10; 2 ante 10; no-more-bets; deal")
    for card in ("Qh", "3d", "2c"):
        staffed.enter(f"1 bet 1; 2 bet 1; reveal {card}")
    staffed.enter("2 show Qc 9s; 1 show Qs Qd; settle")
    assert (held(floor, first), held(floor, second)) == (3 * 40_00, 40_00), "three queens pay 3 to 1, two 1 to 1"
    assert log.balance(floor.database, "house") == -160_00
    (past,) = recall.history(floor, recall.RoundFilter(table=staffed.stream))
    assert [(each.player, each.wagered_cents, each.net_cents) for each in past.hands] == [
        (first, 40_00, 120_00),
        (second, 40_00, 40_00),
    ]
    assert [(each.funds_before_cents, each.funds_after_cents) for each in past.hands] == [(0, 120_00), (0, 40_00)]


def test_a_past_round_is_recalled_as_it_was_corrected(floor: Floor):
    """What was taken back or corrected is not in the evidence of a round, nor in what is exported or printed of it."""
    staffed, _ = with_chips(floor, "", "")
    above = {"by": BOSS, "person": BOSS, "grounds": "misread"}
    staffed.enter("round; 1 ante 10; 2 ante 10; no-more-bets; deal; 1 fold")
    staffed.do(t.TakeBack(**above))
    staffed.enter("1 bet 1; 2 bet 2; reveal Qh")
    staffed.do(t.CorrectCard(old=parse("Qh")[0], new=parse("Qd")[0], **above))
    staffed.do(t.CorrectWager(position=2, wager=Wager.THIRD_STREET, cents=30_00, **above))
    for card in ("3d", "2c"):
        staffed.enter(f"1 bet 1; 2 bet 1; reveal {card}")
    staffed.enter("2 show Qc 9s; 1 show Qs 8d; settle")
    (past,) = recall.history(floor, recall.RoundFilter(table=staffed.stream))
    recalled = whole_round(floor, past)
    assert recalled == floor.table(staffed.stream).last_round
    assert recalled.community == tuple(parse("Qd 3d 2c"))
    assert recalled.hands[2].stakes[Wager.THIRD_STREET].cents == 30_00
    assert recalled.hands[1].ending is None


def test_a_person_with_an_account_plays_with_chips_too_and_keeps_their_limits(floor: Floor):
    floor.deposit("ann", 5_00)
    floor.send(stream_of("ann"), SetLimit(kind=LimitKind.LOSS, period=Period.DAY, most=100_00))
    staffed, _ = with_chips(floor, "ann", "")
    staffed.enter("round; 1 ante 10; 2 ante 10; no-more-bets; deal; 1 fold; 2 fold; settle")
    assert (floor.balance("ann"), held(floor, "ann")) == (5_00, -10_00), "her balance is not touched"
    (limit,) = care_of(floor, "ann").limits
    assert limit.left == 90_00
    staffed.enter("round; 2 ante 10")
    with pytest.raises(Refused) as refused:
        staffed.enter("1 ante 50")
    assert refused.value.code == "loss-limit", "what she could lose counts in full: nobody counts her chips"


def test_nobody_knows_who_a_walk_in_is(floor: Floor):
    """Neither care nor an exclusion makes a stream of theirs, and nobody can give them money."""
    staffed, (first, _) = with_chips(floor, "", "")
    staffed.whole_round()
    staffed.report("rule-broken", position=1, measure="exclude")
    assert first in floor.table(staffed.stream).excluded
    with floor.database.transaction() as connection:
        streams = {row.stream for row in connection.exec_driver_sql("SELECT DISTINCT stream FROM events")}
    assert not [each for each in streams if "walk-in" in each]
    with pytest.raises(InputError) as wrong:
        floor.deposit(first, 5_00)
    assert wrong.value.code == "walk-in-account"


def test_a_walk_in_sits_where_the_dealer_seats_them(floor: Floor):
    staffed, (first, second) = with_chips(floor, "", "")
    dealer = {"by": "dealer", "person": "dealer"}
    staffed.do(t.Sit(position=3, player=first, nobody_shut_out=True, seats_elsewhere=True, **dealer))
    assert floor.table(staffed.stream).seats[3].box
    staffed.do(t.Stand(position=2, **dealer))
    for stray in (second, "walk-in:elsewhere:1"):
        with pytest.raises(InputError) as wrong:
            staffed.do(t.Sit(position=4, player=stray, **dealer))
        assert wrong.value.code == "no-such-walk-in"
    staffed.do(t.Sit(position=4, player="", **dealer))
    assert floor.table(staffed.stream).seats[4].player.endswith(":3"), "no number is given twice"


def test_chips_are_entered_by_the_dealer_alone_and_only_where_there_are_any(floor: Floor):
    staffed, _ = with_chips(floor, "ann")
    staffed.enter("round")
    for line in ("1 ante 10", "1 ready"):
        with pytest.raises(Refused) as refused:
            play(floor, staffed.stream, line)
        assert (refused.value.code, refused.value.clause) == ("chips-on-layout", "crown 5.1")
    for dealt in (DealingMode.AUTOMATIC, DealingMode.DEALER):
        with pytest.raises(InputError) as wrong:
            floor.open_table("crown", dealt=dealt, chips=True)
        assert wrong.value.code == "chips-without-cards"
    elsewhere = floor.open_table("crown", dealt=DealingMode.PHYSICAL)
    floor.send(elsewhere, t.ComeOnDuty(by="dealer", person="dealer"))
    with pytest.raises(InputError) as wrong:
        floor.send(elsewhere, t.Sit(position=1, player="", by="dealer", person="dealer"))
    assert wrong.value.code == "player-text"
