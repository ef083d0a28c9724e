"""Prizes of a meter that must be validated: who requires it, what waits, and what happens to the meter.

All accounts add up to zero after every command, and every pool holds what its meter shows (`hall.Hall.check`).
"""

from collections import Counter
from fractions import Fraction

import pytest

from mississippi_stud.jackpot import CloseMeter, DisplayNotice
from mississippi_stud.jackpot import decide as decide_meters
from mississippi_stud.jackpot.state import Change, MeterNotice
from mississippi_stud.messages import MINUTE
from mississippi_stud.round.state import Outcome
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.table import DealingMode, Facts
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from tests.table.hall import JACKPOT, METER, NAMES, OFFERS, TABLE, TOP, Hall, Staffed, all_of

VALUE = 61_234_56
"""What the meter shows before the round, in cents."""
BOARD = "Qh Jh Th"
ROYAL, STRAIGHT_FLUSH, NOTHING = "Ah Kh", "9h 8h", "2c 4d"
CONTRIBUTED = {"crown": Fraction("340.6"), "maryland": 200, "nsw": 250}
"""What two wagers of 5 dollars contribute to the meter, in cents: 34.06%, 20% and 25%."""
VALIDATES = {"crown": "crown 10.1.1", "maryland": "maryland .11I(4)(c)"}


def before(book: str, value: int = VALUE) -> Fraction:
    """Return what the meter holds when the cards are dealt to two players."""
    return value + Fraction(CONTRIBUTED[book])


def order(book: str, hands: tuple[str, ...], board: str) -> str:
    """Return hands and board in the order in which a shoe deals them; in nsw each card of the board comes when due."""
    each = [hand.split() for hand in hands]
    if book == "maryland":
        return " ".join([*hands, board])
    one_by_one = [hand[nth] for nth in (0, 1) for hand in each]
    return " ".join([*one_by_one, board] if book == "crown" else one_by_one)


class Won(Staffed):
    """A table with real cards on a meter, where these hands were played to the end."""

    def __init__(self, book: str, *hands: str, board: str = BOARD, value: int = VALUE, **opening: object) -> None:
        offer = {"meter": OFFERS[book], "value_cents": value, "positions": max(len(hands), 2)}
        super().__init__(book, "shoe", DealingMode.PHYSICAL, **offer, **opening)
        self.sit(*NAMES[: len(hands)])
        self.again_with(*hands, board=board)

    def again_with(self, *hands: str, board: str = BOARD) -> None:
        self.dealt_out(order(self.book.id, hands, board), f"{JACKPOT[self.book.id]} 5")
        for card in board.split():
            self.street()
            self.confirm_all()
            self.lines(f"reveal {card}" if self.book.id == "nsw" else "reveal")
        self.confirm_all()
        self.lines("settle")

    @property
    def meter(self) -> Fraction:
        return self.meters.meters[METER].value

    @property
    def waiting(self) -> dict[str, int]:
        return {each.player: each.cents for each in self.table.pending}

    def number(self, player: str) -> int:
        return next(each.number for each in self.table.pending if each.player == player)

    def verify(self, player: str) -> None:
        """Confirm what must be verified before the validation itself."""
        position = next(each.position for each in self.table.pending if each.player == player)
        for prompt in list(self.table.prompts):
            if prompt.duty.startswith("verify") and prompt.position == position:
                self.do(t.Confirm, by="dealer", person="dee", prompt=prompt.number)
                if any(each.number == prompt.number for each in self.table.prompts):
                    self.do(t.Confirm, by=TOP[self.book.id], person="sue", prompt=prompt.number)

    def validate(self, player: str, *, accepted: bool = True) -> list[te.Event]:
        self.verify(player)
        grounds = "" if accepted else "the hand was not complete"
        who = {"by": TOP[self.book.id], "person": "sue"}
        return self.do(t.Validate, **who, prize=self.number(player), accepted=accepted, grounds=grounds)


# Who is asked.


@pytest.mark.parametrize("book", ["crown", "maryland"])
def test_at_a_staffed_table_a_prize_of_the_meter_waits(book: str):
    hall = Won(book, ROYAL, NOTHING)
    assert list(hall.waiting) == ["ann"]
    prize = hall.table.pending[0]
    assert (prize.number, prize.round, prize.position, prize.clause) == (1, 1, 1, VALIDATES[book])
    assert prize.pays == "100% of the meter"
    result = next(each for each in hall.table.last_round.results if each.wager == JACKPOT[book] and each.position == 1)
    assert (result.outcome, result.won_cents) == (Outcome.PENDING, 0)
    assert hall.money["pending:ann"] == prize.cents
    main = 10_00 * 4 * 500 - 5_00  # ante and three streets at 500 to 1; the jackpot wager is gone
    assert hall.money["player:ann"] == main


def test_in_nsw_nobody_is_asked_and_it_is_paid_at_once():
    hall = Won("nsw", ROYAL, NOTHING)
    assert hall.table.pending == ()
    assert not all_of(te.PrizePending, hall.events)
    assert hall.money["player:ann"] == 10_00 * 4 * 500 - 5_00 + int(before("nsw"))


class Plain(Hall):
    """Open an automatic table without a commitment, as in a plain scenario: the cards come in commands."""

    def secret(self) -> bytes:
        return b""


@pytest.mark.parametrize("book", ["crown", "maryland", "nsw"])
@pytest.mark.parametrize(
    ("hands", "board"), [((ROYAL, NOTHING), BOARD), ((ROYAL, STRAIGHT_FLUSH), BOARD), (("Qh Kh", "7h 8h"), "9h Th Jh")]
)
def test_at_an_automatic_table_the_cards_are_the_verification(book: str, hands: tuple[str, ...], board: str):
    hall = Plain(book, "shoe", positions=2, meter=OFFERS[book], value_cents=VALUE)
    hall.sit("ann", "ben")
    hall.lines("; ".join(f"{position} {wager}" for position in (1, 2) for wager in ("ante 10", f"{JACKPOT[book]} 5")))
    hall.lines(f"deal {order(book, hands, board)}", by="floor")
    for card in board.split():
        hall.street()
        hall.lines(f"reveal {card}" if book == "nsw" else "reveal", by="floor")
    hall.lines("settle", by="floor")
    assert hall.table.pending == ()
    assert hall.table.prized == 0
    won = [each for each in hall.table.last_round.results if each.wager == JACKPOT[book]]
    assert all(each.outcome is Outcome.WIN for each in won if each.won_cents)


# Validated.


@pytest.mark.parametrize(
    ("book", "hand", "cents", "left"),
    [
        ("crown", ROYAL, 61_238_00, 50_000_00),  # rounded up to the whole dollar, and the meter restarts
        ("crown", STRAIGHT_FLUSH, 6_123_80, VALUE + Fraction("340.6") - 6_123_80),
        ("maryland", ROYAL, 61_236_56, 10_000_00),
        ("maryland", STRAIGHT_FLUSH, 6_123_65, VALUE + 200 - 6_123_65),
    ],
)
def test_a_prize_that_is_validated_is_paid(book: str, hand: str, cents: int, left: Fraction):
    hall = Won(book, hand, NOTHING)
    assert hall.waiting == {"ann": cents}
    assert hall.meter == left
    had = hall.money["player:ann"]
    events = hall.validate("ann")
    validated = all_of(te.PrizeValidated, events)[0]
    assert (validated.prize, validated.person, validated.clause) == (1, "sue", VALIDATES[book])
    assert hall.money["player:ann"] == had + cents
    assert hall.money["pending:ann"] == 0
    assert hall.table.pending == ()
    assert hall.meter == left
    result = next(each for each in hall.table.last_round.results if each.wager == JACKPOT[book] and each.position == 1)
    assert (result.outcome, result.won_cents) == (Outcome.WIN, cents)
    assert hall.again() == hall.table


@pytest.mark.parametrize("book", ["crown", "maryland"])
def test_a_prize_is_validated_once_and_by_somebody_of_the_rank(book: str):
    hall = Won(book, ROYAL, NOTHING)
    assert hall.refused(t.Validate, by="dealer", person="dee", prize=1) == ("rank-too-low", VALIDATES[book])
    assert hall.refused(t.Validate, by="player", person="ann", prize=1)[0] == "not-a-players"
    top = {"by": TOP[book], "person": "sue"}
    for number in (0, 2, -1):
        assert hall.refused(t.Validate, **top, prize=number) == ("nothing-pending", VALIDATES[book])
    hall.verify("ann")
    assert hall.refused(t.Validate, **top, prize=1, accepted=False) == ("no-grounds", VALIDATES[book])
    hall.validate("ann")
    assert hall.refused(t.Validate, **top, prize=1) == ("nothing-pending", VALIDATES[book])


# Rejected.


@pytest.mark.parametrize("value", [VALUE, 50_000_00, 50_000_01])
@pytest.mark.parametrize("hand", [ROYAL, STRAIGHT_FLUSH])
@pytest.mark.parametrize("book", ["crown", "maryland"])
def test_a_prize_that_is_rejected_leaves_the_meter_as_if_it_had_never_been_taken(book: str, hand: str, value: int):
    hall = Won(book, hand, NOTHING, value=value)
    cents, had = hall.table.pending[0].cents, hall.money["player:ann"]
    events = hall.validate("ann", accepted=False)
    assert hall.meter == before(book, value)
    assert hall.meters.meters[METER].prizes_cents == 0
    assert hall.money["player:ann"] == had
    assert hall.money["pending:ann"] == 0
    rejected = all_of(te.PrizeRejected, events)[0]
    assert (rejected.prize, rejected.person, rejected.grounds) == (1, "sue", "the hand was not complete")
    result = next(each for each in hall.table.last_round.results if each.wager == JACKPOT[book] and each.position == 1)
    assert (result.outcome, result.won_cents) == (Outcome.LOSE, 0)
    assert cents > 0
    assert hall.again() == hall.table


@pytest.mark.parametrize("hands", [(ROYAL, STRAIGHT_FLUSH), (STRAIGHT_FLUSH, ROYAL), ("Qh Kh", "7h 8h")])
@pytest.mark.parametrize("book", ["crown", "maryland"])
def test_two_prizes_that_are_both_rejected_leave_it_so_too(book: str, hands: tuple[str, ...]):
    hall = Won(book, *hands, board=BOARD if ROYAL in hands else "9h Th Jh")
    assert list(hall.waiting) == ["ben", "ann"]  # from the dealer's right
    for player in ("ben", "ann"):
        hall.validate(player, accepted=False)
    assert hall.meter == before(book)
    assert hall.meters.meters[METER].prizes_cents == 0
    assert {name: hall.money[name] for name in ("pending:ann", "pending:ben")} == {"pending:ann": 0, "pending:ben": 0}


@pytest.mark.parametrize("rejected", ["ann", "ben"])
@pytest.mark.parametrize("hands", [(ROYAL, STRAIGHT_FLUSH), (STRAIGHT_FLUSH, ROYAL), ("Qh Kh", "7h 8h")])
def test_of_two_prizes_in_crown_one_is_paid_and_the_other_comes_back(hands: tuple[str, ...], rejected: str):
    hall = Won("crown", *hands, board=BOARD if ROYAL in hands else "9h Th Jh")
    prizes, paid = hall.waiting, "ben" if rejected == "ann" else "ann"
    for player in ("ben", "ann"):
        hall.validate(player, accepted=player == paid)
    left = before("crown") - prizes[paid]
    assert hall.meter == max(left, 50_000_00)  # as if only the other had been taken: never below the seed (9.4.1)
    assert hall.money[f"pending:{rejected}"] == 0


def test_of_two_prizes_in_maryland_one_is_paid_and_the_other_comes_back():
    hall = Won("maryland", STRAIGHT_FLUSH, ROYAL)  # the royal flush, to the dealer's right, is paid first
    prizes = hall.waiting
    assert prizes == {"ben": 61_236_56, "ann": 1_000_00}
    hall.validate("ben", accepted=False)
    assert hall.meter == before("maryland") - 1_000_00
    hall.validate("ann")
    assert hall.meter == before("maryland") - 1_000_00


@pytest.mark.parametrize("accepted", [True, False])
@pytest.mark.parametrize("book", ["crown", "maryland"])
def test_the_next_round_waits_for_the_validation_and_finds_its_meter_right(book: str, accepted: bool):
    hall = Won(book, STRAIGHT_FLUSH, NOTHING)
    assert hall.refused(t.OpenRound, by="dealer", person="dee")[0] == "prompt-waits"
    prize = hall.waiting["ann"]
    hall.validate("ann", accepted=accepted)
    hall.again_with(NOTHING, "3c 5d", board="6s 9c Kd")
    assert hall.meter == before(book) + CONTRIBUTED[book] - (prize if accepted else 0)


@pytest.mark.parametrize("book", ["crown", "maryland"])
def test_a_table_does_not_close_while_a_prize_waits(book: str):
    hall = Won(book, ROYAL, NOTHING)
    for position in list(hall.table.seats):
        hall.stand(position)
    top = {"by": TOP[book], "person": "sue"}
    assert hall.refused(t.CloseTable, **top) == ("prize-waits", VALIDATES[book])
    hall.validate("ann")
    hall.confirm_all()
    hall.do(t.CloseTable, **top)
    hall.confirm_all()
    if not hall.table.closed:
        hall.do(t.CloseTable, **top)
    assert hall.table.closed


@pytest.mark.parametrize("book", ["crown", "maryland"])
def test_whoever_leaves_has_the_prize_when_it_is_validated(book: str):
    hall = Won(book, STRAIGHT_FLUSH, NOTHING)
    cents, had = hall.waiting["ann"], hall.money["player:ann"]
    hall.stand(1)
    hall.validate("ann")
    assert hall.money["player:ann"] == had + cents


# Meters that have closed, and prizes that are withheld.


class Closed(Won):
    """A table whose meter closes while a prize is pending."""

    def close_meter(self) -> None:
        self.at += 21 * MINUTE
        sign = MeterNotice(change=Change.CLOSE, table=TABLE, meter=METER, at=self.at)
        self.on_meters_do(DisplayNotice(notice=sign, at=self.at))
        self.at += 21 * MINUTE
        self.on_meters_do(CloseMeter(meter=METER, to_other_games={"roulette": 1}, at=self.at))
        assert not self.meters.meters[METER].open

    def on_meters_do(self, command: object) -> None:
        for event in decide_meters(self.book, self.meters, command):
            self.on_meter(event)


@pytest.mark.parametrize("accepted", [True, False])
@pytest.mark.parametrize("hand", [ROYAL, STRAIGHT_FLUSH])
@pytest.mark.parametrize("book", ["crown", "maryland"])
def test_a_prize_whose_meter_has_closed_is_paid_or_goes_to_the_house(book: str, hand: str, accepted: bool):
    hall = Closed(book, hand, NOTHING)
    cents, had = hall.waiting["ann"], Counter(hall.money)
    hall.close_meter()
    closed = hall.money["house"] - had["house"]
    hall.validate("ann", accepted=accepted)
    gained = {name: hall.money[name] - had[name] for name in ("player:ann", "pending:ann", f"pool:{METER}")}
    paid = cents if accepted else 0
    assert gained == {"player:ann": paid, "pending:ann": -cents, f"pool:{METER}": -had[f"pool:{METER}"]}
    assert hall.money["house"] - had["house"] == closed + cents - paid
    assert hall.meter == 0


@pytest.mark.parametrize("kept_first", [True, False])
@pytest.mark.parametrize("hands", [(ROYAL, STRAIGHT_FLUSH), ("Qh Kh", "7h 8h")])
def test_what_the_house_added_for_two_prizes_it_takes_back_once(hands: tuple[str, ...], kept_first: bool):
    """One prize is validated, withheld and kept, the other rejected: the meter is as if neither had been paid."""
    hall = Won("crown", *hands, board=BOARD if ROYAL in hands else "9h Th Jh")
    top = {"by": TOP["crown"], "person": "sue"}
    hall.do(t.Report, **top, incident=Incident.RULE_BROKEN, facts=Facts(position=2, measure="withhold"))
    hall.validate("ben")
    kept = {**top, "player": "ben", "release": False, "grounds": "a camera"}
    if kept_first:
        hall.do(t.Determine, **kept)
    hall.validate("ann", accepted=False)
    if not kept_first:
        hall.do(t.Determine, **kept)
    assert hall.meter == before("crown")
    assert hall.money["withheld:ben"] == hall.money["pending:ann"] == 0
    assert hall.again() == hall.table
