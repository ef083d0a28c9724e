"""What a jackpot wager costs is on the sign, and every wagering area has limits of its own."""

import pytest
from tests.clauses import clause

from mississippi_stud.round import (
    Bet,
    Bounds,
    Deal,
    Open,
    PlaceWager,
    Refused,
    Setup,
    decide,
    legal,
    play,
)
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager

SIGN = {"royal-flush": "100% of the meter", "flush": "30 for 1"}


@pytest.mark.parametrize(
    ("book", "offer", "clause_named"),
    [
        pytest.param("nsw", {"signs": {Wager.JACKPOT: SIGN}}, "nsw 15.2.3", marks=clause("nsw 15.2.3")),
    ],
)
def test_a_jackpot_wager_has_the_one_cost_that_the_sign_names(book: str, offer: dict, clause_named: str):
    rules = rulebook(book)
    with pytest.raises(Refused) as told:
        decide(rules, None, Open(setup=Setup(dealing="shoe", seats=((1, "ann"),), **offer)))
    assert (told.value.code, told.value.clause) == ("no-cost", clause_named)
    setup = Setup(dealing="shoe", seats=((1, "ann"),), costs_cents={Wager.JACKPOT: 5_00}, **offer)
    seated = play(rules, Open(setup=setup), PlaceWager(position=1, wager=Wager.ANTE, cents=10_00))
    for cents in (4_99, 5_01):
        with pytest.raises(Refused) as told:
            decide(rules, seated, PlaceWager(position=1, wager=Wager.JACKPOT, cents=cents))
        assert (told.value.code, told.value.clause) == ("wrong-cost", clause_named)
    assert decide(rules, seated, PlaceWager(position=1, wager=Wager.JACKPOT, cents=5_00))


@clause("nsw 6.1")
@pytest.mark.parametrize(
    ("maximum", "allowed"), [(19_99, [10_00]), (20_00, [10_00, 20_00]), (30_00, [10_00, 20_00, 30_00])]
)
def test_6_1__a_street_has_limits_of_its_own_where_the_sign_names_them(maximum: int, allowed: list[int]):
    rules = rulebook("nsw")
    setup = Setup(dealing="shoe", seats=((1, "ann"),), limits={Wager.THIRD_STREET: Bounds(1_00, maximum)})
    dealt = play(rules, Open(setup=setup), PlaceWager(position=1, wager=Wager.ANTE, cents=10_00), Deal(cards=(51, 50)))
    (bet,) = [option for option in legal(rules, dealt, 1) if option.command == "bet"]
    assert list(bet.choices_cents) == allowed
    for cents in (10_00, 20_00, 30_00):
        if cents in allowed:
            assert decide(rules, dealt, Bet(position=1, cents=cents))
            continue
        with pytest.raises(Refused) as told:
            decide(rules, dealt, Bet(position=1, cents=cents))
        assert (told.value.code, told.value.clause) == ("outside-limits", "nsw 6.1")


@clause("nsw 6.3")
def test_6_3__a_street_over_the_limit_of_its_area_counts_to_it():
    rules = rulebook("nsw")
    setup = Setup(dealing="shoe", seats=((1, "ann"),), limits={Wager.THIRD_STREET: Bounds(1_00, 20_00)})
    dealt = play(rules, Open(setup=setup), PlaceWager(position=1, wager=Wager.ANTE, cents=10_00), Deal(cards=(51, 50)))
    (placed,) = decide(rules, dealt, Bet(position=1, cents=30_00, unnoticed=True))
    assert (placed.stake.cents, placed.stake.counted_cents) == (30_00, 20_00)


def test_a_sign_that_cannot_be_read_is_refused_before_anybody_wagers():
    setup = Setup(dealing="shoe", seats=((1, "ann"),), signs={Wager.FIXED_JACKPOT: {"flush": "rubbish"}})
    with pytest.raises(Refused) as told:
        decide(rulebook("nsw"), None, Open(setup=setup))
    assert told.value.code == "no-such-pay"
