"""The formulas of crown 10.3 and nsw 15.2.13 against shares worked out in another way."""

from fractions import Fraction

import pytest

from mississippi_stud.jackpot.sharing import by_weight, successive
from tests.clauses import clause
from tests.jackpot.plain_ledger import successive_by_enumeration, weights_by_enumeration

TENTH = Fraction(1, 10)


@clause("crown 10.3", "crown table 6", "crown table 7")
@pytest.mark.parametrize("royals", [1, 2, 3, 4])
@pytest.mark.parametrize("straights", range(6))
def test_royal_and_straight_flushes_by_handing_out_tickets(royals: int, straights: int):
    meter = Fraction(61_237_00)
    shares = by_weight(meter, Fraction(50_000_00), royals, straights, TENTH, (10, 1))
    royal, straight = weights_by_enumeration(royals, straights)
    assert shares.royal == meter * royal
    assert not straights or shares.straight_flush == meter * straight
    assert royals * shares.royal + straights * shares.straight_flush == meter


@clause("crown 10.3", "crown table 8")
@pytest.mark.parametrize("straights", range(1, 8))
def test_straight_flushes_alone_by_inclusion_and_exclusion(straights: int):
    meter, seed = Fraction(61_237_00), Fraction(50_000_00)
    each = by_weight(meter, seed, 0, straights, TENTH, (10, 1)).straight_flush
    assert each == (meter - seed) * successive_by_enumeration(straights) + seed / 10


@clause("crown table 6", "crown table 7", "crown table 8")
def test_the_printed_tables_6_to_8_fall_out():
    royal, straight = by_weight(Fraction(1), Fraction(0), 1, 1, TENTH, (10, 1))
    assert (f"{float(royal):.3%}", f"{float(straight):.3%}") == ("90.909%", "9.091%")
    of_j = by_weight(Fraction(1), Fraction(0), 0, 2, TENTH, (10, 1)).straight_flush
    of_r = by_weight(Fraction(0), Fraction(1), 0, 2, TENTH, (10, 1)).straight_flush
    assert (f"{float(of_j):.3%}", f"{float(of_r):.3%}") == ("9.500%", "0.500%")


@clause("nsw 15.2.13.2")
@pytest.mark.parametrize(("winners", "each"), [(1, 100), (2, 95), (3, Fraction(271, 3))])
def test_successive_tenths_halved(winners: int, each: Fraction):
    assert successive(Fraction(1000), winners, TENTH) == each
