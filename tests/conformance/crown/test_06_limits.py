"""crown 6: wagers outside the limits, amounts that chips cannot pay, and personal limits."""

from typing import Any

import pytest
from tests.clauses import clause
from tests.conformance.crown.tables import (
    AM,
    ANN_BEN,
    ANN_TWICE,
    DEAL_JACKS,
    JACKS,
    KING_HIGH,
    SIXES,
    crown,
    limits,
    refused_table,
    round_of,
    with_jackpot,
)
from tests.script import bounds, cents, go, refused, results
from tests.table.hall import opened

from mississippi_stud.round import Bounds, legal
from mississippi_stud.round.transfers import net_cents
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t
from mississippi_stud.table import signs
from mississippi_stud.table.state import NoticeKind


@clause("crown 6.1")
def test_6_1__wagers_are_multiples_of_the_minimum_only_where_the_sign_says_so():
    assert rulebook("crown").limits.multiples_of_minimum.value is False


SIGN = crown(limits=limits("5.00", "500.00"))


@clause("crown 6.1")
@pytest.mark.parametrize("amount", ["5.00", "5.01", "499.99", "500.00"])
def test_6_1__from_the_minimum_to_the_maximum(amount: str):
    stake = go("crown", SIGN, f"1 ante {amount}").hands[1].stakes["ante"]
    assert (stake.cents, stake.counted_cents, stake.found) == (cents(amount), cents(amount), None)


@clause("crown 6.1")
@pytest.mark.parametrize("amount", ["4.99", "500.01"])
def test_6_1__what_is_seen_outside_the_limits_is_not_taken(amount: str):
    assert refused("crown", SIGN, f"1 ante {amount}") == ("outside-limits", "crown 6.1")


@clause("crown 6.1")
@pytest.mark.parametrize(("amount", "taken"), [("5.00", True), ("7.50", True), ("7.51", False), ("8.00", False)])
def test_6_1__in_the_steps_that_the_sign_names(amount: str, taken: bool):
    sign = crown(limits=limits("5.00", "500.00", "2.50"))
    if taken:
        assert go("crown", sign, f"1 ante {amount}").hands[1].stakes["ante"].cents == cents(amount)
    else:
        assert refused("crown", sign, f"1 ante {amount}") == ("not-in-units", "crown 6.1")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"chips_cents": (0,)}, "no-such-chip"),
        ({"chips_cents": (-5,)}, "no-such-chip"),
        ({"max_payout_cents": 0}, "no-such-payout"),
        ({"limits": {Wager.ANTE: Bounds(-1)}}, "no-amount"),
        ({"limits": {Wager.ANTE: Bounds(1, None, 0)}}, "no-such-unit"),
        ({"limits": {Wager.ANTE: Bounds(5, 4)}}, "limits-crossed"),
    ],
)
def test_6_1__a_sign_that_cannot_be_is_refused(changes: dict[str, Any], code: str):
    assert refused_table(**changes)[0] == code


@clause("crown 6.1")
@pytest.mark.parametrize("at", [20 * 60, 20 * 60 + 1])
def test_6_1__a_higher_minimum_needs_20_minutes_and_never_comes_at_once(at: int):
    drive, ten = opened("crown", "shoe"), {Wager.ANTE: bounds("10", "500")}
    assert drive.refused(t.ChangeLimits, limits=ten) == ("notice-missing", "crown 6.1")
    assert drive.refused(t.ChangeLimits, limits=ten, at_once=True) == ("notice-missing", "crown 6.1")
    drive.do(t.GiveNotice, at=0, kind=NoticeKind.RAISE_MINIMUM, limits=ten)
    assert drive.refused(t.ChangeLimits, at=19 * 60 + 59, limits=ten) == ("sign-not-due", "crown 6.1")
    drive.do(t.ChangeLimits, at=at, limits=ten)
    shown = [(sign.kind, sign.limits, sign.clause) for sign in signs(drive.book, drive.table)]
    assert ("limits", ten, "crown 6.1") in shown


@clause("crown 6.2.1")
@pytest.mark.parametrize(
    ("ante", "warnings"), [("4.99", (("ann", "under-minimum"),)), ("5.00", ()), ("5.01", ()), ("0.01", None)]
)
@pytest.mark.parametrize("cards", [JACKS, KING_HIGH])
def test_6_2_1__under_the_minimum_and_found_later_it_counts_with_a_warning(
    ante: str, warnings: tuple[tuple[str, str], ...] | None, cards: str
):
    state = round_of(cards, ante, (ante, ante, ante), setup=SIGN, unnoticed="unnoticed")
    assert results(state)["ante"] == (("win", ante, ante) if cards == JACKS else ("lose", "0.00", "0.00"))
    assert state.warnings == ((("ann", "under-minimum"),) if warnings is None else warnings)


WARNED = crown(limits=limits("5.00", "500.00"), warned=(("ann", "under-minimum"),))


@clause("crown 6.2.1")
@pytest.mark.parametrize("cards", [JACKS, SIXES, KING_HIGH])
def test_6_2_1__after_the_warning_it_goes_back_whatever_the_result(cards: str):
    state = round_of(cards, "4.99", ("4.99", "4.99", "4.99"), setup=WARNED, unnoticed="unnoticed")
    assert results(state)["ante"] == ("void", "0.00", "4.99")
    assert state.warnings == ()


@clause("crown 6.2.1")
def test_6_2_1__also_when_the_hand_folds():
    state = go("crown", WARNED, f"1 ante 4.99 unnoticed; deal {KING_HIGH}; 1 fold; settle")
    assert results(state) == {"ante": ("void", "0.00", "4.99")}


@clause("crown 6.2.1")
def test_6_2_1__the_minimum_itself_counts_after_a_warning_too():
    state = round_of(JACKS, "5.00", ("5.00", "5.00", "5.00"), setup=WARNED, unnoticed="unnoticed")
    assert results(state)["ante"] == ("win", "5.00", "5.00")


@clause("crown 6.2.1")
def test_6_2_1__a_warning_is_for_its_owner_alone():
    sign = crown(ANN_BEN, limits=limits("5.00"), warned=(("ann", "under-minimum"),))
    script = "1 ante 4 unnoticed; 2 ante 4 unnoticed; deal 2c 3c 7d 8d 9h Js Kc; 1 fold; 2 fold; settle"
    state = go("crown", sign, script)
    assert results(state, 1) == {"ante": ("void", "0.00", "4.00")}
    assert results(state, 2) == {"ante": ("lose", "0.00", "0.00")}
    assert state.warnings == (("ben", "under-minimum"),)


@clause("crown 6.2.1")
@pytest.mark.parametrize(("ante", "told"), [("4.99 unnoticed", True), ("5", False), ("5.01", False)])
def test_6_2_1__whose_wager_was_under_the_minimum_is_advised_of_it(ante: str, told: bool):
    drive = opened("crown", "shoe")
    drive.betting(f"1 ante {ante};2 ante 10")
    drive.lines(f"{DEAL_JACKS};1 fold;2 fold")
    drive.finish()
    asked = [each for each in drive.prompted if each.duty == "advise-under-minimum"]
    assert [(each.clause, each.position) for each in asked] == ([("crown 6.2.1", 1)] if told else [])
    if told:
        assert drive.refused(t.OpenRound)[0] == "prompt-waits"


@clause("crown 6.2.1")
def test_6_2_1__the_warning_is_carried_to_later_rounds():
    drive = opened("crown", "shoe")
    drive.whole_round("1 ante 4 unnoticed;2 ante 10")
    assert drive.table.warned == (("ann", "under-minimum"),)
    assert drive.table.last_round.results[1].returned_cents == 0
    drive.whole_round("1 ante 4 unnoticed;2 ante 10")
    antes = [each for each in drive.table.last_round.results if each.position == 1 and each.wager == "ante"]
    assert [(str(each.outcome), each.returned_cents) for each in antes] == [("void", 400)]


@clause("crown 6.2.2")
def test_6_2_2__past_rounds_stand():
    assert rulebook("crown").limits.past_rounds_stand.value is True


@clause("crown 6.2.2")
@pytest.mark.parametrize(
    ("ante", "counted", "excess"),
    [("499.99", "499.99", "0.00"), ("500.00", "500.00", "0.00"), ("500.01", "500.00", "0.01")],
)
@pytest.mark.parametrize("cards", [JACKS, SIXES, KING_HIGH])
def test_6_2_2__over_the_maximum_and_found_later_it_counts_to_the_maximum(
    ante: str, counted: str, excess: str, cards: str
):
    state = round_of(cards, ante, (counted, counted, counted), setup=SIGN, unnoticed="unnoticed")
    expected = {
        JACKS: ("win", counted, ante),
        SIXES: ("push", "0.00", ante),
        KING_HIGH: ("lose", "0.00", excess),
    }
    assert results(state)["ante"] == expected[cards]
    assert state.warnings == ()


@clause("crown 6.2.2")
def test_6_2_2__much_over_the_maximum():
    state = round_of("Ah Kh Qh Jh Th", "900.00", ("500.00", "1000.00", "1500.00"), setup=SIGN, unnoticed="unnoticed")
    assert results(state)["ante"] == ("win", "250000.00", "900.00")
    assert net_cents(state, 1) == 500 * 3500_00


@clause("crown 6.2.2")
def test_6_2_2__a_fold_loses_to_the_maximum_only():
    state = go("crown", SIGN, f"1 ante 500.01 unnoticed; deal {KING_HIGH}; 1 fold; settle")
    assert results(state) == {"ante": ("lose", "0.00", "0.01")}
    assert net_cents(state, 1) == -500_00


@clause("crown 6.2.2")
def test_6_2_2__the_streets_are_multiples_of_what_counts():
    state = go("crown", SIGN, f"1 ante 600 unnoticed; deal {KING_HIGH}")
    assert refused("crown", state, "1 place 1500.01") == ("wrong-multiple", "crown 5.5")
    assert go("crown", state, "1 place 1500").hands[1].stakes["third-street"].cents == 1500_00


@clause("crown 6.2.2")
def test_6_2_2__a_misdeal_returns_the_excess_too():
    state = go("crown", SIGN, "1 ante 500.01 unnoticed; deal; void crown 11.1")
    assert results(state) == {"ante": ("void", "0.00", "500.01")}


@clause("crown 6.2.2", "crown 11.10.1")
@pytest.mark.parametrize(
    ("bet", "counted"), [("800", 500_00), ("1600", 1000_00), ("2400", 1500_00), ("2400.01", 1500_00)]
)
def test_6_2_2__a_street_matched_to_an_ante_over_the_maximum_counts_with_it(bet: str, counted: int):
    state = go("crown", crown(limits=limits("5.00", "500.00")), f"1 ante 800 unnoticed; deal {JACKS}")
    stake = go("crown", state, f"1 place {bet} unnoticed").hands[1].stakes["third-street"]
    assert (stake.counted_cents, stake.found) == (counted, "crown 11.10.1")


def chips(*values: str) -> tuple[int, ...]:
    return tuple(map(cents, values))


@clause("crown 6.2.3")
@pytest.mark.parametrize(
    ("ante", "won"),
    [
        ("5.00", "5.00"),
        ("5.01", "10.00"),
        ("9.99", "10.00"),
        ("10.00", "10.00"),
        ("12.00", "15.00"),
        ("25.01", "30.00"),
    ],
)
def test_6_2_3__paid_to_the_next_amount_that_chips_make(ante: str, won: str):
    table = crown(limits=limits("5.00"), chips_cents=chips("5.00", "25.00", "100.00"))
    state = round_of(JACKS, ante, (ante, ante, ante), setup=table)
    assert set(results(state).values()) == {("win", won, ante)}


@clause("crown 6.2.3")
@pytest.mark.parametrize(
    ("cards", "won"),
    [
        ("Jc Jd 2h 3s 4c", "15.00"),
        ("2c 2d 3h 3s 9c", "25.00"),
        ("9c 9d 9h 3s 4c", "40.00"),
        ("5c 6d 7h 8s 9c", "50.00"),
        ("2h 7h 9h Jh Kh", "75.00"),
        ("2c 2d 2h 3s 3c", "120.00"),
        ("2c 2d 2h 2s 3c", "480.00"),
    ],
)
def test_6_2_3__twelve_dollars_where_the_smallest_chip_is_five(cards: str, won: str):
    table = crown(limits=limits("5.00"), chips_cents=chips("5.00", "25.00"))
    assert results(round_of(cards, "12.00", ("12.00", "12.00", "12.00"), setup=table))["ante"][1] == won


@clause("crown 6.2.3")
@pytest.mark.parametrize(
    ("ante", "won"), [("1.00", "2.00"), ("2.00", "2.00"), ("3.00", "4.00"), ("5.00", "5.00"), ("7.01", "8.00")]
)
def test_6_2_3__chips_of_two_and_five_make_neither_one_nor_three(ante: str, won: str):
    state = round_of(JACKS, ante, (ante, ante, ante), setup=crown(chips_cents=chips("2.00", "5.00")))
    assert results(state)["ante"] == ("win", won, ante)


@clause("crown 6.2.3")
@pytest.mark.parametrize("ante", ["9.99", "10.00", "10.01"])
def test_6_2_3__without_named_chips_to_the_cent(ante: str):
    assert results(round_of(JACKS, ante, (ante, ante, ante)))["ante"] == ("win", ante, ante)


@clause("crown 6.2.3")
@pytest.mark.parametrize(
    ("cards", "result"), [(SIXES, ("push", "0.00", "12.00")), (KING_HIGH, ("lose", "0.00", "0.00"))]
)
def test_6_2_3__only_a_payment_is_raised(cards: str, result: tuple[str, str, str]):
    table = crown(chips_cents=chips("5.00"))
    assert set(results(round_of(cards, "12.00", ("12.00", "12.00", "12.00"), setup=table)).values()) == {result}


@clause("crown 6.2.3")
@pytest.mark.parametrize(
    ("ante", "won", "found"), [("7.49", "7.50", True), ("7.50", "7.50", False), ("7.51", "10.00", True)]
)
def test_6_2_3__a_multiple_that_is_not_permitted_is_paid_up_when_it_is_found(ante: str, won: str, found: bool):
    table = crown(limits=limits("5.00", "500.00", "2.50"), chips_cents=chips("2.50", "25.00"))
    state = round_of(JACKS, ante, (ante, ante, ante), setup=table, unnoticed="unnoticed")
    assert results(state)["ante"] == ("win", won, ante)
    assert state.hands[1].stakes["ante"].found == ("crown 6.2.3" if found else None)


@clause("crown 6.2.3", "crown 11.10")
def test_6_2_3__a_street_between_two_multiples_is_paid_up_when_it_is_found():
    assert rulebook("crown").limits.wrong_multiple.value == "paid-up-to-chips"
    table = crown(chips_cents=chips("10.00"))
    script = f"1 ante 10; deal {JACKS}; 1 place 15 unnoticed; reveal; 1 place 10; reveal; 1 place 10; reveal; settle"
    state = go("crown", table, script)
    assert results(state)["third-street"] == ("win", "20.00", "15.00")
    assert state.hands[1].stakes["third-street"].found == "crown 6.2.3"


@clause("crown 6.2.3")
def test_6_2_3__a_jackpot_prize_too():
    table = with_jackpot(cost="1.25", chips_cents=chips("50.00"))
    state = round_of("2h 7h 9h Jh Kh", setup=table, before="1 jackpot 1.25")
    assert results(state)["jackpot"] == ("win", "150.00", "0.00")


PERSONAL = crown(
    ANN_BEN,
    limits=limits("25.00", "500.00"),
    personal={"ann": {Wager.ANTE: bounds("5.00", "5000.00")}},
)


@clause("crown 6.3")
@pytest.mark.parametrize("amount", ["5.00", "24.99", "500.01", "5000.00"])
def test_6_3__a_player_wagers_within_the_limits_agreed(amount: str):
    assert go("crown", PERSONAL, f"1 ante {amount}").hands[1].stakes["ante"].found is None


@clause("crown 6.3")
@pytest.mark.parametrize("amount", ["4.99", "5000.01"])
def test_6_3__and_not_outside_them(amount: str):
    assert refused("crown", PERSONAL, f"1 ante {amount}") == ("outside-limits", "crown 6.3")


@clause("crown 6.3")
@pytest.mark.parametrize("amount", ["24.99", "500.01"])
def test_6_3__the_others_by_the_sign(amount: str):
    assert refused("crown", PERSONAL, f"2 ante {amount}") == ("outside-limits", "crown 6.1")


@clause("crown 6.3")
@pytest.mark.parametrize(("ante", "excess"), [("5000.00", "0.00"), ("5000.01", "0.01")])
def test_6_3__what_is_found_later_counts_to_the_personal_maximum(ante: str, excess: str):
    state = go("crown", PERSONAL, f"1 ante {ante} unnoticed; deal {KING_HIGH}; 1 fold; settle")
    assert results(state) == {"ante": ("lose", "0.00", excess)}


@clause("crown 6.3")
def test_6_3__personal_limits_may_be_narrower_and_hold_for_the_players_boxes():
    table = crown(ANN_TWICE, limits=limits("5.00", "500.00"), personal={"ann": {Wager.ANTE: bounds("10.00", "100.00")}})
    for position in (1, 2):
        assert refused("crown", table, f"{position} ante 9.99") == ("outside-limits", "crown 6.3")
        assert refused("crown", table, f"{position} ante 100.01") == ("outside-limits", "crown 6.3")
    offered = legal(rulebook("crown"), go("crown", table), 2)
    assert [(option.minimum_cents, option.maximum_cents) for option in offered if option.command == "place"] == [
        (10_00, 100_00)
    ]


@clause("crown 6.3")
def test_6_3__personal_limits_stand_under_a_marker():
    drive = opened("crown", "shoe")
    before = len(drive.prompted)
    drive.do(t.AgreeLimits, by=AM, player="ann", limits={Wager.ANTE: bounds("1", "1000")})
    assert drive.since(before) == ["place-marker 6.3"]
    assert [sign.position for sign in signs(drive.book, drive.table) if sign.kind == "marker"] == [1]
    drive.confirm_all()
    drive.do(t.OpenRound)
    drive.lines("1 ante 1")
    assert drive.line_refused("2 ante 4.99") == ("outside-limits", "crown 6.1")
    drive.lines("1 withdraw ante")
    before = len(drive.prompted)
    drive.do(t.Stand, position=1)
    assert drive.since(before) == ["remove-marker 6.3"]
    drive.confirm_all()
