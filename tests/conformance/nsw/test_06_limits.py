"""nsw 6: minimum and maximum wagers. The sign: $5.00 to $500.00."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.clauses import clause
from tests.conformance.felt import felt
from tests.conformance.nsw.tables import GS, accounts, alone, table, with_jackpots
from tests.script import bounds, clauses, go, refused, refused_setup, results
from tests.table.hall import Pit, all_of, opened
from tests.tournament.hall import Cup

from mississippi_stud.round import (
    Bounds,
    legal,
)
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.model import RuledValue
from mississippi_stud.rulebooks.vocabulary import HandsPerPlayer, Wager
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table import signs
from mississippi_stud.table.state import NoticeKind
from mississippi_stud.tournament.commands import DesignateTables
from mississippi_stud.tournament.designation import candidate

SIGN: dict[str, Any] = {"limits": {"ante": bounds("5", "500")}}
UNITS: dict[str, Any] = {"limits": {"ante": bounds("5", "500", "2.50")}}
MINUTES_19_59 = 19 * 60 + 59
MINUTES_20 = 20 * 60
TEN = {Wager.ANTE: bounds("10", "500")}


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
    limits = rulebook("nsw").limits
    assert (limits.multiples_of_minimum.value, limits.personal_limits.value) == (False, False)
    setup = table(personal={"ann": {"ante": bounds("5", "1000")}})
    assert refused_setup("nsw", setup) == ("no-personal-limits", "nsw 6.1")


@clause("nsw 6.1")
@pytest.mark.parametrize(("least", "most", "taken"), [("5", "5", True), ("5.01", "5", False)])
def test_6_1__a_minimum_is_not_above_the_maximum(least: str, most: str, taken: bool):
    setup = table(limits={"ante": bounds(least, most)})
    if taken:
        assert go("nsw", setup, "1 ante 5").hands[1].ante_cents == 5_00
    else:
        assert refused_setup("nsw", setup) == ("limits-crossed", "nsw 6.1")


@clause("nsw 6.1")
@pytest.mark.parametrize(
    ("maximum", "allowed"), [(19_99, [10_00]), (20_00, [10_00, 20_00]), (30_00, [10_00, 20_00, 30_00])]
)
def test_6_1__a_street_has_limits_of_its_own_where_the_sign_names_them(maximum: int, allowed: list[int]):
    setup = table(limits={Wager.THIRD_STREET: Bounds(1_00, maximum)})
    dealt = go("nsw", setup, "1 ante 10; deal Qh Jh Th 9h 8h")
    (bet,) = [option for option in legal(rulebook("nsw"), dealt, 1) if option.command == "bet"]
    assert list(bet.choices_cents) == allowed
    for times in (1, 2, 3):
        if times * 10_00 in allowed:
            assert Wager.THIRD_STREET in go("nsw", dealt, f"1 bet {times}").hands[1].stakes
        else:
            assert refused("nsw", dealt, f"1 bet {times}") == ("outside-limits", "nsw 6.1")


@clause("nsw 6.2")
@pytest.mark.parametrize(
    ("ante", "won", "found"),
    [("0.01", "0.01", "nsw 6.2"), ("4.99", "4.99", "nsw 6.2"), ("5.00", "5.00", None), ("5.01", "5.01", None)],
)
def test_6_2__a_wager_under_the_minimum_found_after_the_first_card_is_valid(ante: str, won: str, found: str | None):
    script = (
        f"1 ante {ante} unnoticed; deal Ah Ks 3d Jc Jd; 1 place {ante}; reveal; 1 place {ante}; reveal; 1 place {ante}"
    )
    state = go("nsw", table(**SIGN), f"{script}; reveal; settle")
    assert state.hands[1].stakes["ante"].found == found
    assert results(state) == dict.fromkeys(
        ("ante", "third-street", "fourth-street", "fifth-street"), ("win", won, ante)
    )


@clause("nsw 6.2")
def test_6_2__every_time():
    limits = rulebook("nsw").limits
    assert (limits.below_minimum.value, limits.street_under_multiple.value) == ("valid", "valid")
    assert limits.wrong_multiple.value == "as-it-lies"
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
    state = go("nsw", table(), f"1 ante 10; deal Ah Ks 3d Jc Jd; 1 place {bet} unnoticed; reveal")
    assert state.hands[1].stakes["third-street"].found == "nsw 6.2"
    state = go("nsw", state, "1 bet 1; reveal; 1 bet 1; reveal; settle")
    assert results(state)["third-street"] == ("win", bet, bet)


@clause("nsw 6.3")
@pytest.mark.parametrize(
    ("ante", "counted", "excess"),
    [("499.99", "499.99", "0.00"), ("500.00", "500.00", "0.00"), ("500.01", "500.00", "0.01")],
)
def test_6_3__a_wager_over_the_maximum_found_after_the_first_card_counts_to_it(ante: str, counted: str, excess: str):
    start = f"1 ante {ante} unnoticed; deal Ah Ks 3d"
    rest = f"1 place {counted}; reveal; 1 place {counted}; reveal; 1 place {counted}; reveal; settle"
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
    assert refused("nsw", state, "1 place 800") == ("wrong-multiple", "nsw 1.1 3rd Street Wager")
    stake = go("nsw", state, f"1 place {bet}").hands[1].stakes["third-street"]
    assert stake.counted_cents == int(bet) * 100


@clause("nsw 6.3")
@pytest.mark.parametrize(("bet", "won"), [("30.00", "30.00"), ("30.01", "30.00"), ("40.00", "30.00")])
def test_6_3__a_street_wager_over_three_antes_found_later_counts_to_three(bet: str, won: str):
    state = go("nsw", table(), f"1 ante 10; deal Ah Ks 3d Jc Jd; 1 place {bet} unnoticed; reveal")
    state = go("nsw", state, "1 bet 1; reveal; 1 bet 1; reveal; settle")
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
    limits = rulebook("nsw").limits
    assert (limits.above_maximum.value, limits.street_over_multiple.value) == ("counts-to-maximum", "counts-to-maximum")
    assert limits.past_rounds_stand.value is True
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
    state = go("nsw", table(**SIGN), f"1 ante 800 unnoticed; deal Ah Ks 3d Jc Jd; 1 place {bet} unnoticed")
    assert state.hands[1].stakes["third-street"].counted_cents == counted


@clause("nsw 6.3")
@pytest.mark.parametrize(
    ("most", "bet", "counted", "found"),
    [
        ("25", "20", 20_00, None),
        ("20", "30", 20_00, "nsw 6.3"),
        ("25", "30", 25_00, "nsw 6.3"),
        ("25", "24.99", 24_99, "nsw 6.2"),
        ("25", "25.01", 25_00, "nsw 6.3"),
        ("25", "40", 25_00, "nsw 6.3"),
    ],
)
def test_6_3__a_street_of_any_size_counts_to_the_maximum_of_its_area(
    most: str, bet: str, counted: int, found: str | None
):
    limits = {"ante": bounds("5", "500"), "third-street": bounds("5", most)}
    state = go("nsw", table(limits=limits), f"1 ante 10; deal Ah Ks 3d Jc Jd; 1 place {bet} unnoticed")
    stake = state.hands[1].stakes["third-street"]
    assert (stake.counted_cents, stake.found) == (counted, found)


@clause("nsw 6.2", "nsw 6.3")
@pytest.mark.parametrize(("ante", "found"), [("4.99", "nsw 6.2"), ("5", None), ("500", None), ("500.01", "nsw 6.3")])
def test_6_3__the_result_names_the_clause_of_what_was_found(ante: str, found: str | None):
    state = go("nsw", table(**SIGN), f"1 ante {ante} unnoticed; deal Ah Ks 3d 5c 5d; 1 fold; settle")
    assert [result.found for result in state.results] == [found]


@clause("nsw 6.5")
def test_6_5__a_higher_minimum_needs_a_sign_that_stood_20_minutes():
    assert rulebook("nsw").notices.raise_minimum_minutes.value == 20
    assert rulebook("nsw").staff.powers["change-limits"].value == "gaming-supervisor"
    pit = opened("nsw", "shoe")
    assert pit.refused(t.ChangeLimits, limits=TEN) == ("rank-too-low", "nsw 6.5")
    assert pit.refused(t.ChangeLimits, by=GS, limits=TEN) == ("notice-missing", "nsw 6.5")
    pit.do(t.GiveNotice, by=GS, at=0, kind=NoticeKind.RAISE_MINIMUM, limits=TEN)
    assert pit.refused(t.ChangeLimits, by=GS, at=MINUTES_19_59, limits=TEN) == ("sign-not-due", "nsw 6.5")
    other = {Wager.ANTE: bounds("15", "500")}
    assert pit.refused(t.ChangeLimits, by=GS, at=MINUTES_20, limits=other) == ("other-minimum", "nsw 6.5")
    pit.do(t.ChangeLimits, by=GS, at=MINUTES_20, limits=TEN)
    assert pit.table.limits == TEN


@clause("nsw 6.5")
@pytest.mark.parametrize("due", [MINUTES_19_59, MINUTES_20])
def test_6_5__the_time_on_the_sign_is_at_least_20_minutes_ahead(due: int):
    pit = opened("nsw", "shoe")
    give = {"by": GS, "at": 0, "kind": NoticeKind.RAISE_MINIMUM, "limits": TEN, "due_at": due}
    if due < MINUTES_20:
        assert pit.refused(t.GiveNotice, **give) == ("notice-time-too-soon", "nsw 6.5")
    else:
        pit.do(t.GiveNotice, **give)


@clause("nsw 6.5")
def test_6_5__a_lower_minimum_and_another_maximum_come_at_once():
    pit = opened("nsw", "shoe")
    pit.do(t.ChangeLimits, by=GS, limits={Wager.ANTE: bounds("2", "1000")})
    assert pit.table.limits == {Wager.ANTE: bounds("2", "1000")}


# 6.5: what is kept is the minimum, as a right.
def limits(minimum: str, maximum: str) -> dict:
    return {Wager.ANTE: bounds(minimum, maximum)}


@clause("nsw 6.5")
def test_6_5__at_any_time__limits_changed_while_wagers_are_placed_hold_for_those_placed_then():
    pit = opened("nsw", "shoe")
    pit.confirm_all()
    pit.do(t.OpenRound)
    assert pit.line_refused("1 ante 2") == ("outside-limits", "nsw 6.1")
    pit.do(t.ChangeLimits, by=GS, limits=limits("2", "400"))
    pit.lines("1 ante 2")
    assert pit.line_refused("2 ante 400.01") == ("outside-limits", "nsw 6.1")
    pit.lines("2 ante 400;deal 9h 2c 7d 8s")
    pit.do(t.ChangeLimits, by=GS, limits=limits("2", "100"))
    assert pit.table.round.setup.limits == limits("2", "400"), "the hands in play go on under theirs"


def raised_at_once():
    pit = opened("nsw", "shoe")
    pit.do(t.ChangeLimits, by=GS, limits=TEN, at_once=True)
    return pit


@clause("nsw 6.5.1", "nsw 6.5.4", "nsw 6.1")
def test_6_5_1__raised_at_once_those_who_play_keep_the_old_minimum_and_others_do_not():
    assert rulebook("nsw").notices.raise_at_once_with_marker.value is True
    pit = raised_at_once()
    pit.do(t.Sit, position=3, player="cyd")
    pit.confirm_all()
    pit.do(t.OpenRound)
    pit.lines("1 ante 5;2 ante 9.99")
    assert pit.line_refused("3 ante 9.99") == ("outside-limits", "nsw 6.1")
    pit.lines("3 ante 10")


@clause("nsw 6.5.1")
def test_6_5_1__the_old_minimum_still_holds_for_those_who_keep_it():
    pit = raised_at_once()
    pit.confirm_all()
    pit.do(t.OpenRound)
    assert pit.line_refused("1 ante 4.99") == ("outside-limits", "nsw 6.5.1")


@clause("nsw 6.5.1")
@pytest.mark.parametrize(("table", "least"), [("2", "2"), ("5", "5"), ("8", "5")])
def test_6_5_1__a_lower_minimum_of_the_table_is_for_those_who_keep_one_too(table: str, least: str):
    pit = raised_at_once()
    pit.do(t.ChangeLimits, by=GS, limits=limits(table, "500"))
    pit.confirm_all()
    pit.do(t.OpenRound)
    below = f"{float(least) - 0.01:.2f}"
    assert pit.line_refused(f"1 ante {below}") == ("outside-limits", "nsw 6.5.1" if table == "8" else "nsw 6.1")
    pit.lines(f"1 ante {least}")


@clause("nsw 6.5.1", "nsw 6.1")
@pytest.mark.parametrize("most", ["100", "1000"])
def test_6_5_1__the_maximum_is_the_tables(most: str):
    pit = opened("nsw", "shoe")
    pit.do(t.ChangeLimits, by=GS, limits=limits("10", most), at_once=True)
    pit.confirm_all()
    pit.do(t.OpenRound)
    assert pit.line_refused(f"1 ante {most}.01") == ("outside-limits", "nsw 6.1")
    pit.lines(f"1 ante {most}")


@clause("nsw 6.5.1")
def test_6_5_1__lowered_and_raised_again_the_lowest_minimum_is_kept():
    pit = raised_at_once()
    pit.do(t.ChangeLimits, by=GS, limits=limits("2", "500"))
    pit.do(t.ChangeLimits, by=GS, limits=limits("50", "500"), at_once=True)
    pit.confirm_all()
    pit.do(t.OpenRound)
    assert pit.line_refused("1 ante 1.99") == ("outside-limits", "nsw 6.5.1")
    pit.lines("1 ante 2")


@clause("nsw 6.5.1")
def test_6_5_1__where_there_was_no_minimum_there_is_still_none_for_those_who_sit_there():
    pit = opened("nsw", "shoe", limits={})
    pit.do(t.ChangeLimits, by=GS, limits=TEN, at_once=True)
    pit.do(t.Sit, position=3, player="cyd")
    pit.confirm_all()
    pit.do(t.OpenRound)
    pit.lines("1 ante 0.01")
    assert pit.line_refused("3 ante 9.99") == ("outside-limits", "nsw 6.1")


@clause("nsw 6.5.1.1", "nsw 6.5.1.2")
def test_6_5_1_1__a_marker_is_placed_and_goes_with_the_player():
    pit = raised_at_once()
    assert [(each.duty, each.clause, each.position) for each in pit.table.prompts] == [
        ("place-marker", "nsw 6.5.1.1", 1),
        ("place-marker", "nsw 6.5.1.1", 2),
    ]
    pit.confirm_all()
    before = len(pit.prompted)
    pit.do(t.Stand, position=1)
    assert pit.since(before) == ["remove-marker 6.5.1.2"]
    pit.confirm_all()


@clause("nsw 6.5.1.3", "nsw 5.4")
def test_6_5_1_3__nobody_has_several_boxes_but_where_a_house_allows_them_the_marker_is_at_the_seat():
    pit = opened("nsw", "shoe")
    assert pit.refused(t.Sit, position=3, player="ann") == ("one-hand", "nsw 5.4")
    several = RuledValue(HandsPerPlayer.ONE_SEEN_OTHERS_BLIND, "house 1")
    pit.book = replace(pit.book, positions=replace(pit.book.positions, hands_per_player=several))
    pit.do(t.Sit, position=3, player="ann")
    pit.do(t.ChangeLimits, by=GS, limits=TEN, at_once=True)
    assert [(each.duty, each.clause, each.position) for each in pit.table.prompts] == [
        ("place-marker", "nsw 6.5.1.1", 1),
        ("marker-at-the-seat", "nsw 6.5.1.3", 1),
        ("place-marker", "nsw 6.5.1.1", 2),
    ]
    assert {each.by for each in pit.table.prompts} == {"dealer"}


@clause("nsw 6.5.2")
def test_6_5_2__the_old_minimum_ends_only_after_20_minutes_notice():
    pit = raised_at_once()
    pit.confirm_all()
    assert pit.refused(t.EndKeptMinimum, by=GS) == ("notice-missing", "nsw 6.5.2")
    pit.do(t.GiveNotice, by=GS, at=100, kind=NoticeKind.RAISE_KEPT_MINIMUM, limits=TEN)
    late = 100 + MINUTES_19_59
    assert pit.refused(t.EndKeptMinimum, by=GS, at=late) == ("sign-not-due", "nsw 6.5.2")
    ended = pit.do(t.EndKeptMinimum, by=GS, at=100 + MINUTES_20)
    assert [event.clause for event in all_of(te.KeptMinimumEnded, ended)] == ["nsw 6.5.2"]
    pit.confirm_all()
    pit.do(t.OpenRound)
    assert pit.line_refused("1 ante 9.99") == ("outside-limits", "nsw 6.1")


@clause("nsw 6.5.2")
def test_6_5_2__a_sign_without_a_figure_names_the_tables_minimum():
    pit = raised_at_once()
    pit.confirm_all()
    pit.do(t.GiveNotice, by=GS, at=0, kind=NoticeKind.RAISE_KEPT_MINIMUM)
    pit.do(t.ChangeLimits, by=GS, limits=limits("50", "500"), at_once=True)
    pit.do(t.EndKeptMinimum, by=GS, at=MINUTES_20)
    pit.confirm_all()
    pit.do(t.OpenRound)
    assert pit.line_refused("1 ante 9.99") == ("outside-limits", "nsw 6.5.1")
    pit.lines("1 ante 10")


@clause("nsw 6.5.2")
def test_6_5_2__what_is_kept_rises_to_the_figure_on_its_own_sign():
    pit = opened("nsw", "shoe")
    pit.do(t.ChangeLimits, by=GS, limits=limits("50", "500"), at_once=True)
    pit.confirm_all()
    pit.do(t.GiveNotice, by=GS, at=0, kind=NoticeKind.RAISE_KEPT_MINIMUM, limits=TEN)
    before = len(pit.prompted)
    pit.do(t.EndKeptMinimum, by=GS, at=MINUTES_20)
    assert pit.since(before) == [], "the marker stays"
    pit.do(t.OpenRound)
    assert pit.line_refused("1 ante 9.99") == ("outside-limits", "nsw 6.5.1")
    pit.lines("1 ante 10;deal 9h 7d")
    pit.finish()
    pit.do(t.GiveNotice, by=GS, kind=NoticeKind.RAISE_KEPT_MINIMUM, limits=limits("50", "500"))
    pit.do(t.EndKeptMinimum, by=GS, at=MINUTES_20 * 2)
    pit.confirm_all()
    assert pit.since(before).count("remove-marker 6.5.1.2") == 2
    pit.do(t.OpenRound)
    assert pit.line_refused("1 ante 49.99") == ("outside-limits", "nsw 6.1")


@clause("nsw 6.5.3")
def test_6_5_3__the_signs_show_both_limits():
    pit = raised_at_once()
    shown = {sign.kind: sign.limits for sign in signs(pit.book, pit.table) if sign.limits and not sign.position}
    assert shown == {"limits": TEN, "kept-limits": {Wager.ANTE: bounds("5", "500")}}


@clause("nsw 6.6.2", "nsw 6.6.1")
def test_6_6__low_limits_only_from_a_device_and_never_in_tournaments():
    limits = rulebook("nsw").limits
    assert (limits.low_limit_in_tournaments.value, limits.low_limit_needs_shuffler.value) == (False, True)
    with pytest.raises(Exception, match="low-limit-shuffler") as refusal:
        Pit("nsw", "shoe", low_limit=True)
    assert refusal.value.clause == "nsw 6.6.2"
    with pytest.raises(Exception, match="low-limit-tournament") as refusal:
        Pit("nsw", "shuffler", low_limit=True, tournament=True)
    assert refusal.value.clause == "nsw 6.6.1"
    assert Pit("nsw", "shuffler", low_limit=True).table.low_limit
    assert Pit("nsw", "shoe", tournament=True).table.tournament


@clause("nsw 6.6.1")
def test_6_6_1__a_tournament_cannot_have_a_table_with_low_limits():
    cup = Cup(book="nsw")
    low = candidate(Pit("nsw", "shuffler", low_limit=True).table)
    assert cup.refused(DesignateTables, tables=(low,)) == ("low-limit-tournament", "nsw 6.6.1")
    cup.do(DesignateTables, tables=(candidate(Pit("nsw", "shuffler").table),))
    assert Cup(book="crown").do(DesignateTables, tables=(low,)), "no other book says so"


@clause("nsw 6.5.3", "nsw 6.5.1", "nsw 6.5.4")
def test_6_5_3__a_shared_table_tells_both_minimums_while_two_are_in_force():
    """A supervisor of the house comes to a table that is dealt automatically."""
    with felt("nsw") as table:
        for command in (
            t.ComeOnDuty(by="assistant-gaming-manager", person="sue"),
            t.ChangeLimits(by="assistant-gaming-manager", person="sue", limits={"ante": bounds("25")}, at_once=True),
        ):
            table.floor.send(f"table:{table.id}", command)
        assert table.notes["nsw 6.1"] == "Ante at least $25.00 for everybody who sits down now."
        assert "Ante still at least $5.00" in table.notes["nsw 6.5.3"]
        assert [area["minimum_cents"] for area in table.seen["view"]["areas"] if area["wager"] == "ante"] == [5_00]
        table.deal(ante=5_00)
        new = table.caller.ask("POST", f"{table.path}/seats", {}, {"position": 3, "id": "the-third-seat"})
        assert [area["minimum_cents"] for area in new.problem["view"]["areas"] if area["wager"] == "ante"] == [25_00]
