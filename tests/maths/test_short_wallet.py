"""The best play when the wallet cannot cover every wager: against every card and every wager played by hand."""

from fractions import Fraction
from functools import cache

import pytest

from mississippi_stud.cards import DECK, parse
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand, five
from mississippi_stud.maths.advice import Situation, advise
from mississippi_stud.maths.classes import class_of
from mississippi_stud.maths.options import read
from mississippi_stud.maths.short_wallet import WalletGame
from mississippi_stud.maths.solver import solve

GAME = read("crown")[2]
PAYS = {
    Hand.ROYAL_FLUSH: 500, Hand.STRAIGHT_FLUSH: 100, Hand.FOUR_OF_A_KIND: 40, Hand.FULL_HOUSE: 10, Hand.FLUSH: 6,
    Hand.STRAIGHT: 4, Hand.THREE_OF_A_KIND: 3, Hand.TWO_PAIR: 2, Hand.JACKS_OR_BETTER: 1, Hand.PAIR_OF_6S_TO_10S: 0,
}  # fmt: skip


def best_by_hand(cards: tuple, wagered: int, wallet: int) -> Fraction:
    """Play every card that can come and every wager that the wallet covers."""

    @cache
    def worth(seen: tuple, wagered: int) -> Fraction:
        if len(seen) == 5:
            return Fraction(wagered * PAYS.get(five(*seen), -1))
        return max([Fraction(-wagered), *(after(seen, wagered + bet) for bet in (1, 2, 3) if wagered + bet <= wallet)])

    @cache
    def after(seen: tuple, wagered: int) -> Fraction:
        rest = [card for card in DECK if card not in seen]
        return sum((worth(tuple(sorted((*seen, card))), wagered) for card in rest), Fraction(0)) / len(rest)

    return worth(tuple(sorted(cards)), wagered)


@pytest.mark.parametrize(("cards", "wallet"), [("Jh 6h", 6), ("8c 8d", 5)])
def test_starting_hands_with_a_short_wallet(cards: str, wallet: int):
    found = WalletGame(GAME, wallet).starting_value(class_of(parse(cards)))
    assert found == best_by_hand(parse(cards), 1, wallet)


def test_a_wallet_that_covers_everything_is_the_game_itself():
    solved = solve(GAME)
    assert [WalletGame(GAME, wallet).value for wallet in (10, 11, 500)] == [solved.value] * 3
    capped = read("maryland", (), (), "101")[2]
    assert WalletGame(capped, 10).value == solve(capped).value


def test_more_money_is_never_worth_less_and_three_antes_are_worth_nothing():
    values = [WalletGame(GAME, wallet).value for wallet in range(1, 11)]
    assert values[:3] == [-1, -1, -1]
    assert values[2:] == sorted(set(values[2:]))


@pytest.mark.parametrize(
    ("cards", "board", "bets", "wallet"),
    [("Jh Jd", "", (), 4), ("Jh Jd", "", (), 6), ("Ah 6h", "9c", (1,), 5), ("Ah 6h", "Ac 2d", (1, 1), 5)],
)
def test_advice_with_a_short_wallet(cards: str, board: str, bets: tuple, wallet: int):
    found = advise(GAME, Situation(parse(cards), parse(board), bets, wallet=wallet))
    seen, wagered = (*parse(cards), *parse(board)), 1 + sum(bets)
    assert max(found.fold, *found.bets.values()) == best_by_hand(seen, wagered, wallet)
    assert set(found.bets) == {bet for bet in (1, 2, 3) if wagered + bet <= wallet}


def test_a_pair_of_jacks_keeps_money_for_the_later_streets():
    best = {wallet: advise(GAME, Situation(parse("Jh Jd"), wallet=wallet)).best for wallet in (3, 4, 5, 10)}
    assert best == {3: "fold", 4: "1", 5: "1", 10: "3"}
    broke = advise(GAME, Situation(parse("Jh Jd"), parse("2c"), (1,), wallet=2))
    assert (broke.bets, broke.best, broke.reason.code) == ({}, "fold", "why-broke")


def test_what_no_wallet_can_be():
    with pytest.raises(InputError, match="at least the ante, not 0"):
        WalletGame(GAME, 0)
    with pytest.raises(InputError, match="holds 2 antes, and 4 were already wagered"):
        advise(GAME, Situation(parse("Jh Jd"), parse("2c"), (3,), wallet=2))
