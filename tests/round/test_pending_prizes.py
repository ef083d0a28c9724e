"""A prize of the meter that must be validated first: the wager is collected, and nothing is paid yet."""

from mississippi_stud.money import balances
from mississippi_stud.round import Setup
from mississippi_stud.round.commands import MeterPrize
from mississippi_stud.round.state import Outcome
from mississippi_stud.round.transfers import net_cents, transfers
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from tests.script import go, happened


def test_a_pending_prize_moves_no_money_but_the_wagers():
    book = rulebook("crown")
    offered = {"tables": {Wager.JACKPOT: "option-1"}, "costs_cents": {Wager.JACKPOT: 5_00}, "meter": "m"}
    setup = Setup(dealing="shoe", seats=((1, "ann"),), **offered)
    streets = "1 bet 1; reveal; 1 bet 1; reveal; 1 bet 1; reveal"
    state = go("crown", setup, f"1 ante 10; 1 jackpot; deal As Ks Qs Js Ts; {streets}")
    prize = MeterPrize(
        position=1, wager="jackpot", pays="100% of the meter", won_cents=50_000_00, clause="crown 10.1.1", pending=True
    )
    (event,) = happened("crown", state, "settle", (prize,))
    jackpot = next(each for each in event.results if each.wager == Wager.JACKPOT)
    assert (jackpot.outcome, jackpot.won_cents, jackpot.returned_cents) == (Outcome.PENDING, 0, 0)
    assert (jackpot.pays, jackpot.clause) == ("100% of the meter", "crown 10.1.1")
    gained = balances(transfers(book, state, event))
    assert gained["pool:m"] == 5_00
    settled = go("crown", state, "settle", (prize,))
    assert net_cents(settled, 1) == 4 * 10_00 * 500 - 5_00
