"""Trends: exact chances, a planted bias found, and silence without one."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from mississippi_stud.cards import DECK, parse
from mississippi_stud.hands import Hand, five
from mississippi_stud.maths.trend_chart import trend_chart
from mississippi_stud.maths.trends import (
    ALARM,
    CHANCES,
    DealtHand,
    Trend,
    TrendKind,
    TrendSubject,
    corrected,
    hypergeometric_tails,
    trends,
)

ACE_OF_SPADES = parse("As")[0]


def chance_of(seed: int) -> Random:
    return Random(seed)  # noqa: S311


def fair(seed: int, rounds: int, tables: int = 4, dealers: int = 3) -> list[DealtHand]:
    """Return rounds from a fair shuffle, a few of which are void for no reason of the cards."""
    chance = chance_of(seed)
    found = []
    for _ in range(rounds):
        a, b, c, d, e = chance.sample(DECK, 5)
        table, dealer = f"table:{chance.randrange(tables)}", f"dealer {chance.randrange(dealers)}"
        found.append(DealtHand(table, dealer, (a, b, c, d, e), void=chance.random() < 0.02))
    return found


def alarms(hands: list[DealtHand]) -> list[Trend]:
    return [look for look in trends(hands) if look.alarming]


def test_the_chances_are_those_of_every_deal():
    dealt = Counter(five(*cards) for cards in combinations(DECK, 5))
    assert {hand: chance * 2_598_960 for hand, chance in CHANCES.items()} == dealt
    assert dealt == {
        Hand.ROYAL_FLUSH: 4,
        Hand.STRAIGHT_FLUSH: 36,
        Hand.FOUR_OF_A_KIND: 624,
        Hand.FULL_HOUSE: 3_744,
        Hand.FLUSH: 5_108,
        Hand.STRAIGHT: 10_200,
        Hand.THREE_OF_A_KIND: 54_912,
        Hand.TWO_PAIR: 123_552,
        Hand.JACKS_OR_BETTER: 337_920,
        Hand.PAIR_OF_6S_TO_10S: 422_400,
        Hand.LOW_PAIR: 337_920,
        Hand.NOTHING: 1_302_540,
    }


@pytest.mark.parametrize("seed", range(5))
def test_fair_shuffles_raise_no_alarm(seed: int):
    assert alarms(fair(seed, 3_000)) == []


def test_a_card_that_comes_too_often_is_found():
    chance = chance_of(7)
    hands = fair(7, 3_000)
    for place, each in enumerate(hands):
        if each.table == "table:2" and ACE_OF_SPADES not in each.cards and chance.random() < 0.15:
            hands[place] = each._replace(cards=(ACE_OF_SPADES, *each.cards[1:]))
    found = alarms(hands)
    assert any(look.kind is TrendKind.CARD and look.key == str(ACE_OF_SPADES) for look in found)
    tables = {look.name for look in found if look.subject is TrendSubject.TABLE}
    assert tables == {"table:2"}


def test_a_dealer_who_voids_too_much_is_found():
    chance = chance_of(11)
    hands = [each._replace(void=each.void or (each.dealer == "dealer 1" and chance.random() < 0.08))
             for each in fair(11, 3_000)]  # fmt: skip
    found = alarms(hands)
    assert ("dealer 1", TrendKind.VOIDS) in {(look.name, look.kind) for look in found}


def test_a_house_that_voids_what_it_would_have_to_pay_is_found():
    chance = chance_of(13)
    hands = [each._replace(void=five(*each.cards) >= Hand.JACKS_OR_BETTER and chance.random() < 0.2)
             for each in fair(13, 3_000)]  # fmt: skip
    assert TrendKind.VOID_HANDS in {look.kind for look in alarms(hands)}


def test_the_correction_is_holms():
    def look(chance: str) -> Trend:
        return Trend(TrendSubject.HOUSE, "", TrendKind.HAND, "", 1, 1, Fraction(1), Fraction(chance))

    found = corrected([look("1/2"), look("1/1000"), look("1/50"), look("1/60")])
    assert [each.corrected for each in found] == [
        Fraction(4, 1000),
        Fraction(3, 60),
        Fraction(3, 60),
        Fraction(1, 2),
    ]
    assert [each.alarming for each in found] == [True, False, False, False]
    assert Fraction(1, 100) == ALARM


def test_the_tails_of_a_share_add_up():
    low, high = hypergeometric_tails(50, 10, 20, 3)
    _, above = hypergeometric_tails(50, 10, 20, 4)
    assert abs(low + above - 1) < Fraction(1, 10**40)
    assert hypergeometric_tails(10, 10, 3, 3) == (1, 1)
    assert high > above
    assert trends([]) == []


@pytest.mark.parametrize(("rounds", "labels"), [(1, ["0", "1"]), (4, ["0", "1", "2", "3", "4"])])
def test_the_axis_of_a_few_rounds_has_each_whole_number_once(rounds: int, labels: list[str]):
    look = Trend(TrendSubject.HOUSE, "", TrendKind.HAND, "flush", rounds, rounds, Fraction(1, 508), Fraction(1))
    words = {"count": "hands", "observed": "dealt", "expected": "expected"}
    drawn = trend_chart([look], {"flush": "flush"}, words, "en", "light")
    assert re.findall(r">(\d+)</text>", drawn) == labels
