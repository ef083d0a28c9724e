"""nsw 6: minimum and maximum wagers, in a round. The sign: $5.00 to $500.00."""

from typing import Any

import pytest
from tests.clauses import clause
from tests.conformance.nsw_tables import accounts, alone, table, with_jackpots
from tests.conformance.table import bounds, clauses, go, refused, results

from mississippi_stud.round import Open, Refused, play
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager

SIGN: dict[str, Any] = {"limits": {"ante": bounds("5", "500")}}
UNITS: dict[str, Any] = {"limits": {"ante": bounds("5", "500", "2.50")}}


@clause("nsw 6.1")
@pytest.mark.parametrize("ante", ["5", "5.01", "7.77", "499.99", "500"])
def test_6_1__what_is_within_the_limits_is_taken_and_needs_no_multiple(ante: str):
    assert results(alone("5c 5d", "Ah Ks 3d", ante=ante, **SIGN))["ante"] == ("lose", "0.00", "0.00")


@clause("nsw 6.1")
@pytest.mark.parametrize("ante", ["0.01", "4.99", "500.01", "5000"])
def test_6_1__what_is_seen_outside_them_is_refused(ante: str):
    assert refused("nsw", table(**SIGN), f"1 ante {ante}") == ("outside-limits", "nsw 6.1")


@clause("nsw 6.1")
@pytest.mark.parametrize("ante", ["5", "7.50", "10", "500"])
def test_6_1__where_the_sign_names_a_unit_above_the_minimum_wagers_are_in_it(ante: str):
    assert "ante" in go("nsw", table(**UNITS), f"1 ante {ante}").hands[1].stakes


@clause("nsw 6.1")
@pytest.mark.parametrize("ante", ["5.01", "7.49", "7.51", "9"])
def test_6_1__and_otherwise_refused(ante: str):
    assert refused("nsw", table(**UNITS), f"1 ante {ante}") == ("not-in-units", "nsw 6.1")


@clause("nsw 6.1")
def test_6_1__the_sign_is_for_every_player():
    with pytest.raises(Refused) as refusal:
        play(rulebook("nsw"), Open(setup=table(personal={"ann": {"ante": bounds("5", "1000")}})))
    assert (refusal.value.code, refusal.value.clause) == ("no-personal-limits", "nsw 6.1")


@clause("nsw 6.1")
@pytest.mark.parametrize(("least", "most", "taken"), [("5", "5", True), ("5.01", "5", False)])
def test_6_1__a_minimum_is_not_above_the_maximum(least: str, most: str, taken: bool):
    setup = table(limits={"ante": bounds(least, most)})
    if taken:
        assert go("nsw", setup, "1 ante 5").hands[1].ante_cents == 5_00
    else:
        assert refused_open(setup) == ("limits-crossed", "nsw 6.1")


def refused_open(setup: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as refusal:
        play(rulebook("nsw"), Open(setup=setup))
    return refusal.value.code, refusal.value.clause


@clause("nsw 6.2")
@pytest.mark.parametrize(
    ("ante", "won", "found"),
    [("0.01", "0.01", "nsw 6.2"), ("4.99", "4.99", "nsw 6.2"), ("5.00", "5.00", None), ("5.01", "5.01", None)],
)
def test_6_2__a_wager_under_the_minimum_found_after_the_first_card_is_valid(ante: str, won: str, found: str | None):
    script = f"1 ante {ante} unnoticed; deal Ah Ks 3d Jc Jd; 1 bet {ante}; reveal; 1 bet {ante}; reveal; 1 bet {ante}"
    state = go("nsw", table(**SIGN), f"{script}; reveal; settle")
    assert state.hands[1].stakes["ante"].found == found
    assert results(state) == dict.fromkeys(
        ("ante", "third-street", "fourth-street", "fifth-street"), ("win", won, ante)
    )


@clause("nsw 6.2")
def test_6_2__every_time():
    setup = table(warned=(("ann", "under-minimum"),), **SIGN)
    state = go("nsw", setup, "1 ante 4.99 unnoticed; deal Ah Ks 3d Jc Jd; 1 fold; settle")
    assert results(state) == {"ante": ("lose", "0.00", "0.00")}
    assert state.warnings == ()


@clause("nsw 6.2")
@pytest.mark.parametrize("ante", ["5.01", "7.49"])
def test_6_2__a_wager_off_the_unit_found_later_stands_as_it_lies(ante: str):
    state = go("nsw", table(**UNITS), f"1 ante {ante} unnoticed; deal Ah Ks 3d Jc Jd")
    stake = state.hands[1].stakes["ante"]
    assert (stake.cents, stake.found) == (stake.counted_cents, "nsw 6.2")


@clause("nsw 6.2")
@pytest.mark.parametrize("bet", ["0.01", "9.99", "15.00", "10.01"])
def test_6_2__a_street_wager_under_the_ante_or_between_its_multiples_found_later_is_valid(bet: str):
    state = go("nsw", table(), f"1 ante 10; deal Ah Ks 3d Jc Jd; 1 bet {bet} unnoticed; reveal")
    assert state.hands[1].stakes["third-street"].found == "nsw 6.2"
    state = go("nsw", state, "1 bet 10; reveal; 1 bet 10; reveal; settle")
    assert results(state)["third-street"] == ("win", bet, bet)


@clause("nsw 6.3")
@pytest.mark.parametrize(
    ("ante", "counted", "excess"),
    [("499.99", "499.99", "0.00"), ("500.00", "500.00", "0.00"), ("500.01", "500.00", "0.01")],
)
def test_6_3__a_wager_over_the_maximum_found_after_the_first_card_counts_to_it(ante: str, counted: str, excess: str):
    start = f"1 ante {ante} unnoticed; deal Ah Ks 3d"
    rest = f"1 bet {counted}; reveal; 1 bet {counted}; reveal; 1 bet {counted}; reveal; settle"
    jacks = go("nsw", table(**SIGN), f"{start} Jc Jd; {rest}")
    assert results(jacks)["ante"] == ("win", counted, ante)
    sixes = go("nsw", table(**SIGN), f"{start} 6c 6d; {rest}")
    assert results(sixes)["ante"] == ("push", "0.00", ante)
    fives = go("nsw", table(**SIGN), f"{start} 5c 5d; {rest}")
    assert results(fives)["ante"] == ("lose", "0.00", excess)
    folded = go("nsw", table(**SIGN), f"{start} 5c 5d; 1 fold; settle")
    assert results(folded)["ante"] == ("lose", "0.00", excess)
    conceded = go("nsw", table(**SIGN), f"{start} 5c 5d; {rest.removesuffix('settle')} 1 concede; settle")
    assert results(conceded)["ante"] == ("lose", "0.00", excess)


@clause("nsw 6.3")
def test_6_3__the_clause_goes_with_the_wager_and_the_money_is_all_accounted_for():
    script = "1 ante 800 unnoticed; deal Ah Ks 3d 5c 5d; 1 fold; settle"
    state = go("nsw", table(**SIGN), script)
    assert state.hands[1].stakes["ante"].found == "nsw 6.3"
    assert clauses(state) == {"ante": "nsw 9.1.1"}
    assert accounts(table(**SIGN), script) == {"player:ann": -500_00, "house": 500_00}


@clause("nsw 6.3")
@pytest.mark.parametrize("bet", ["500", "1000", "1500"])
def test_6_3__streets_are_multiples_of_what_counts(bet: str):
    state = go("nsw", table(**SIGN), "1 ante 800 unnoticed; deal Ah Ks 3d Jc Jd")
    assert refused("nsw", state, "1 bet 800") == ("wrong-multiple", "nsw 1.1 3rd Street Wager")
    stake = go("nsw", state, f"1 bet {bet}").hands[1].stakes["third-street"]
    assert stake.counted_cents == int(bet) * 100


@clause("nsw 6.3")
@pytest.mark.parametrize(("bet", "won"), [("30.00", "30.00"), ("30.01", "30.00"), ("40.00", "30.00")])
def test_6_3__a_street_wager_over_three_antes_found_later_counts_to_three(bet: str, won: str):
    state = go("nsw", table(), f"1 ante 10; deal Ah Ks 3d Jc Jd; 1 bet {bet} unnoticed; reveal")
    state = go("nsw", state, "1 bet 10; reveal; 1 bet 10; reveal; settle")
    assert results(state)["third-street"] == ("win", won, bet)


@clause("nsw 6.3")
def test_6_3__the_same_goes_for_every_area_with_limits():
    limits = {"ante": bounds("5", "500"), "fixed-jackpot": bounds("1", "25")}
    offer = with_jackpots() | {"costs_cents": {Wager.JACKPOT: 5_00}, "limits": limits}
    state = alone("Ah 2h", "9h 7h 4h", before="1 fixed-jackpot 25.01 unnoticed", **offer)
    assert results(state)["fixed-jackpot"] == ("win", "750.00", "0.01")  # 30 for 1 on 25.00, and the cent back
    seated = go("nsw", table(**offer), "1 ante 10")
    assert refused("nsw", seated, "1 fixed-jackpot 25.01") == ("outside-limits", "nsw 6.1")


@clause("nsw 6.3")
def test_6_3__a_round_that_was_settled_before_the_finding_stands():
    past = go("nsw", table(), "1 ante 800; deal Ah Ks 3d 5c 5d; 1 fold; settle")
    assert refused("nsw", past, "void nsw 6.3") == ("round-over", "nsw 10.1")
    assert results(past) == {"ante": ("lose", "0.00", "0.00")}


@clause("nsw 6.3")
@pytest.mark.parametrize(
    ("tokens", "lost"),
    [
        ("100", {"tokens:ann": -100_00, "player:ann": -400_00}),
        ("500", {"tokens:ann": -500_00}),
        ("500.01", {"tokens:ann": -500_00}),
        ("800", {"tokens:ann": -500_00}),
    ],
)
def test_6_3__of_a_mixed_stack_over_the_maximum_the_chips_go_back_first(tokens: str, lost: dict[str, int]):
    script = f"1 ante 800 tokens={tokens} unnoticed; deal Ah Ks 3d 5c 5d; 1 fold; settle"
    assert accounts(table(**SIGN), script) == lost | {"house": 500_00}


@clause("nsw 6.3")
@pytest.mark.parametrize(
    ("bet", "counted"),
    [
        ("800", 500_00),
        ("1600", 1000_00),
        ("2400", 1500_00),
        ("799.99", 799_99),
        ("800.01", 800_01),
        ("2400.01", 1500_00),
    ],
)
def test_6_3__a_street_matched_to_an_ante_over_the_maximum_counts_with_it(bet: str, counted: int):
    state = go("nsw", table(**SIGN), f"1 ante 800 unnoticed; deal Ah Ks 3d Jc Jd; 1 bet {bet} unnoticed")
    assert state.hands[1].stakes["third-street"].counted_cents == counted


@clause("nsw 6.3")
@pytest.mark.parametrize(
    ("bet", "counted", "found"),
    [
        ("20", 20_00, None),
        ("30", 25_00, "nsw 6.3"),
        ("24.99", 24_99, "nsw 6.2"),
        ("25.01", 25_00, "nsw 6.3"),
        ("40", 25_00, "nsw 6.3"),
    ],
)
def test_6_3__a_street_of_any_size_counts_to_the_maximum_of_its_area(bet: str, counted: int, found: str | None):
    limits = {"ante": bounds("5", "500"), "third-street": bounds("5", "25")}
    state = go("nsw", table(limits=limits), f"1 ante 10; deal Ah Ks 3d Jc Jd; 1 bet {bet} unnoticed")
    stake = state.hands[1].stakes["third-street"]
    assert (stake.counted_cents, stake.found) == (counted, found)


@clause("nsw 6.2", "nsw 6.3")
@pytest.mark.parametrize(("ante", "found"), [("4.99", "nsw 6.2"), ("5", None), ("500", None), ("500.01", "nsw 6.3")])
def test_6_3__the_result_names_the_clause_of_what_was_found(ante: str, found: str | None):
    state = go("nsw", table(**SIGN), f"1 ante {ante} unnoticed; deal Ah Ks 3d 5c 5d; 1 fold; settle")
    assert [result.found for result in state.results] == [found]
