"""The game that a round is: the table's terms, and the wagers that a fold loses."""

from fractions import Fraction

import pytest

from mississippi_stud.cards import parse
from mississippi_stud.hands import Hand
from mississippi_stud.maths.advice import Situation, advise
from mississippi_stud.maths.jackpot_wagers import joined
from mississippi_stud.maths.options import read
from mississippi_stud.maths.round_games import choices_of, lost_by_fold, round_game
from mississippi_stud.maths.solver import solve
from mississippi_stud.money import Cents
from mississippi_stud.round.state import Bounds, Setup
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager

CROWN, NSW, MARYLAND, ONLINE = map(rulebook, ("crown", "nsw", "maryland", "online"))


def setup(**more) -> Setup:
    return Setup(dealing="automatic", seats=((1, "somebody"),), **more)


def test_which_wagers_a_fold_loses():
    lost = {
        book.id: [wager for wager in book.wagers if lost_by_fold(book, wager)]
        for book in (CROWN, NSW, MARYLAND, ONLINE)
    }
    assert lost == {
        "crown": ["jackpot"],
        "nsw": ["jackpot", "fixed-jackpot"],
        "maryland": ["progressive"],
        "online": [],
    }
    assert not lost_by_fold(NSW, "bonus-jackpot"), "a prize, not a wager"


def test_the_sign_and_the_chips_of_a_table():
    terms = setup(
        max_payout_cents=Cents(5_000_00),
        chips_cents=(Cents(5_00), Cents(25_00)),
        limits={Wager.ANTE: Bounds(Cents(25_00))},
    )
    assert (choices_of(CROWN, terms).maximum_payout, choices_of(CROWN, terms).smallest_chip) == (5_000_00, 5_00)
    game = round_game(CROWN, terms, {Wager.ANTE: 25_00}).game
    assert solve(game).value == solve(read("crown", ["maximum-payout=5000"], (), "25")[2]).value
    assert solve(game).value != solve(round_game(CROWN, setup(), {Wager.ANTE: 25_00}).game).value
    assert choices_of(NSW, terms).maximum_payout is None, "its sign has no such line"
    assert choices_of(NSW, terms).smallest_chip == 1, "it pays to the cent"
    high = setup(limits={Wager.ANTE: Bounds(Cents(50_00))})
    assert round_game(MARYLAND, high, {Wager.ANTE: 50_00}).game.limits[0].cents == 10 * 500 * 50_00


def test_a_wager_on_the_meter():
    terms = setup(tables={Wager.JACKPOT: "option-1"}, costs_cents={Wager.JACKPOT: Cents(1_00)}, meter="main")
    wagers = {Wager.ANTE: 5_00, Wager.JACKPOT: 1_00}
    found = round_game(CROWN, terms, wagers, Fraction(60_000_00))
    book, choices, game = read("crown", (), (), "5")
    assert (found.counted, found.left_out) == ((Wager.JACKPOT,), ())
    assert solve(found.game).value == solve(joined(book, choices, game, 60_000_00)).value
    low = Situation(parse("5s 4s"))
    assert (advise(found.game, low).best, advise(game, low).best) == ("1", "fold")
    unknown = round_game(CROWN, terms, wagers)
    assert (unknown.counted, unknown.left_out) == ((), (Wager.JACKPOT,))
    assert solve(unknown.game).value == solve(game).value


def test_two_wagers_that_a_fold_loses():
    signs = {
        Wager.FIXED_JACKPOT: {"flush": "60 to 1"},
        Wager.JACKPOT: {"royal-flush": "100% of the meter", "flush": "100 for 1"},
    }
    wagers = {Wager.ANTE: 5_00, Wager.JACKPOT: 1_00, Wager.FIXED_JACKPOT: 2_00}
    found = round_game(NSW, setup(signs=signs, meter="main"), wagers, Fraction(20_000_00))
    stake = found.game.jackpot
    assert stake is not None
    assert stake.cost == Fraction(3, 5)
    assert stake.prizes[Hand.FLUSH] == Fraction(61 * 2 + 100, 5)
    assert stake.prizes[Hand.ROYAL_FLUSH] == Fraction(20_000, 5)
    assert stake.prizes[Hand.STRAIGHT] == 0
    alone = round_game(NSW, setup(signs=signs, meter="main"), wagers)
    assert (alone.counted, alone.left_out) == ((Wager.FIXED_JACKPOT,), (Wager.JACKPOT,))


@pytest.mark.parametrize(("ante", "apart"), [(5_00, False), (50_00, True)])
def test_a_bonus_that_a_cap_counts_with_the_main_wagers(ante: int, apart: bool):
    game = round_game(ONLINE, setup(), {Wager.ANTE: ante, Wager.THREE_CARD_BONUS: 50_00}).game
    assert bool(game.crowded()) is apart
    assert not round_game(ONLINE, setup(), {Wager.ANTE: ante}).game.bonus_cents
