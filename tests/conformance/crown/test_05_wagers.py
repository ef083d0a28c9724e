"""crown 5: when wagers are placed, what they win, and blind boxes."""

from fractions import Fraction

import pytest
from tests.clauses import clause
from tests.conformance.crown.tables import (
    ANN_BEN,
    ANN_TWICE,
    KING_HIGH,
    MAIN_WAGERS,
    METER,
    crown,
    round_of,
    with_jackpot,
)
from tests.jackpot.floor import NOTHING, ROYAL, floor
from tests.script import cents, clauses, go, refused, results, seen
from tests.table.hall import Pit, opened

from mississippi_stud.round import legal
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te

DEALT = f"1 ante 10; deal {KING_HIGH}"


@clause("crown 5.1")
def test_5_1__chips_are_taken_and_promotional_tokens_are_not():
    assert rulebook("crown").money.instruments.value == ("chips",)
    assert refused("crown", crown(), "1 ante 10 tokens") == ("no-tokens", "crown 5.1")
    assert refused("crown", go("crown", crown(), DEALT), "1 place 10 tokens") == ("no-tokens", "crown 5.1")


@clause("crown 5.2")
def test_5_2__no_ante_after_the_first_card():
    assert rulebook("crown").wagers["ante"].closes.value == "at-first-card"
    state = go("crown", crown(ANN_BEN), f"2 ante 10; deal {KING_HIGH}")
    assert refused("crown", state, "1 ante 10") == ("bets-closed", "crown 5.2")


@clause("crown 5.2")
def test_5_2__an_ante_may_be_placed_again_until_then():
    state = go("crown", crown(), "1 ante 10; 1 withdraw ante; 1 ante 25")
    assert state.hands[1].stakes["ante"].cents == 25_00


@clause("crown 5.2", "crown 5.5")
@pytest.mark.parametrize("street", ["third-street", "fourth-street", "fifth-street"])
def test_5_2__a_street_is_no_wager_before_the_first_card(street: str):
    state = go("crown", crown(), "1 ante 10")
    assert refused("crown", state, f"1 {street} 10") == ("not-before-deal", "crown 5.5")
    assert refused("crown", state, "1 place 10") == ("no-street-open", "crown 5.5")


@clause("crown 5.3")
@pytest.mark.parametrize(
    ("accompanied", "converted", "good"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_5_3__a_called_wager_counts_only_if_converted_at_once(accompanied: bool, converted: bool, good: bool):
    assert rulebook("crown").money.oral_wagers.value == "if-converted-at-once"
    drive = opened("crown", "shoe")
    drive.do(t.OpenRound)
    call = {"position": 1, "wager": Wager.ANTE, "cents": 2500, "accompanied": accompanied, "converted": converted}
    if good:
        drive.do(t.CallWager, **call)
        assert drive.table.round.hands[1].ante_cents == 2500
    else:
        assert drive.refused(t.CallWager, **call) == ("not-called", "crown 5.3")


@clause("crown 5.4")
def test_5_4__ante_and_jackpot_before_the_first_card_and_not_after():
    assert rulebook("crown").wagers["jackpot"].closes.value == "at-first-card"
    state = go("crown", with_jackpot(ANN_BEN), "1 ante 10; 1 jackpot 5; 2 ante 10")
    assert set(state.hands[1].stakes) == {"ante", "jackpot"}
    state = go("crown", state, "deal 2c 3c 7d 8d 9h Js Kc")
    assert refused("crown", state, "2 jackpot 5") == ("bets-closed", "crown 5.4")
    assert refused("crown", state, "1 withdraw jackpot") == ("bets-closed", "crown 5.4")


@clause("crown 5.4")
def test_5_4__what_a_player_is_offered_before_and_after_the_first_card():
    book = rulebook("crown")

    def offered(script: str) -> list[str]:
        options = legal(book, go("crown", with_jackpot(), script), 1)
        return [str(option.wager) for option in options if option.command == "place"]

    assert offered("") == ["ante"]
    assert offered("1 ante 10") == ["jackpot"]
    assert offered(DEALT) == []


@clause("crown 5.4.1")
def test_5_4_1__one_ante_an_area():
    assert rulebook("crown").wagers["ante"].one_per_hand.value is True
    state = go("crown", crown(), "1 ante 10")
    assert refused("crown", state, "1 ante 10") == ("already-placed", "crown 5.4.1")


@clause("crown 5.4.1")
@pytest.mark.parametrize("amount", ["0", "-5", "-0.01"])
def test_5_4_1__an_ante_is_more_than_nothing(amount: str):
    assert refused("crown", crown(), f"1 ante {amount}")[0] == "no-amount"


@clause("crown 5.4.2")
def test_5_4_2__no_jackpot_wager_where_none_is_offered():
    state = go("crown", crown(), "1 ante 10")
    assert refused("crown", state, "1 jackpot 5") == ("not-offered", "crown 5.4.2")


@clause("crown 5.4.2")
def test_5_4_2__a_round_without_jackpot_wagers_leaves_the_meter_alone():
    casino = floor("crown")
    assert casino.do(casino.register()) == ()
    assert casino.refused(casino.record({1: ROYAL}))[0] == "no-game"
    assert casino.value() == 50_000


TO_THIRD = DEALT
TO_FOURTH = f"{DEALT}; 1 place 10; reveal"
TO_FIFTH = f"{DEALT}; 1 place 10; reveal; 1 place 10; reveal"


@clause("crown 5.5")
@pytest.mark.parametrize("script", [TO_THIRD, TO_FOURTH, TO_FIFTH])
@pytest.mark.parametrize("amount", ["10.00", "20.00", "30.00"])
def test_5_5__one_to_three_times_the_ante(script: str, amount: str):
    state = go("crown", crown(), f"{script}; 1 place {amount}")
    assert max(state.hands[1].stakes.values(), key=lambda stake: stake.cents).cents == cents(amount)


@clause("crown 5.5")
@pytest.mark.parametrize("script", [TO_THIRD, TO_FOURTH, TO_FIFTH])
@pytest.mark.parametrize("amount", ["9.99", "10.01", "15.00", "19.99", "20.01", "25.00", "29.99", "30.01", "40.00"])
def test_5_5__not_less_not_more_and_nothing_between(script: str, amount: str):
    assert refused("crown", go("crown", crown(), script), f"1 place {amount}") == ("wrong-multiple", "crown 5.5")


@clause("crown 5.5")
@pytest.mark.parametrize("amount", ["0", "-10"])
def test_5_5__a_street_wager_is_more_than_nothing(amount: str):
    assert refused("crown", go("crown", crown(), DEALT), f"1 place {amount}") == ("no-amount", "crown 5.5")


@clause("crown 5.5")
def test_5_5__each_street_opens_when_the_card_before_it_is_turned():
    book = rulebook("crown")
    assert book.streets.order.value == MAIN_WAGERS[1:]
    assert [book.wagers[street].one_per_hand.value for street in MAIN_WAGERS[1:]] == [True] * 3
    state = go("crown", crown(), DEALT)
    for street, shown in [
        ("third-street", "- - -"),
        ("fourth-street", "9h - -"),
        ("fifth-street", "9h Js -"),
    ]:
        assert state.street == street
        assert seen("crown", state, "player", "ann")["community"] == shown
        state = go("crown", state, "1 place 10")
        assert refused("crown", state, "1 place 10") == ("already-placed", "crown 5.5")
        state = go("crown", state, "reveal")
    assert seen("crown", state, "player", "ann")["community"] == "9h Js Kc"
    assert refused("crown", state, "1 place 10") == ("no-street-open", "crown 5.5")


@clause("crown 5.5.1")
def test_5_5_1__the_streets_need_not_be_equal():
    assert rulebook("crown").streets.may_vary.value is True


@clause("crown 5.5.1")
@pytest.mark.parametrize("third", ["10.00", "20.00", "30.00"])
@pytest.mark.parametrize("fourth", ["10.00", "20.00", "30.00"])
@pytest.mark.parametrize("fifth", ["10.00", "20.00", "30.00"])
def test_5_5_1__the_streets_may_vary(third: str, fourth: str, fifth: str):
    state = round_of("Jc Jd 2h 3s 4c", "10.00", (third, fourth, fifth))
    assert results(state) == {
        "ante": ("win", "10.00", "10.00"),
        "third-street": ("win", third, third),
        "fourth-street": ("win", fourth, fourth),
        "fifth-street": ("win", fifth, fifth),
    }


@clause("crown 5.6")
@pytest.mark.parametrize(
    ("script", "wager"),
    [
        (DEALT, "ante"),
        (f"{DEALT}; 1 place 10", "ante"),
        (f"{DEALT}; 1 place 10", "third-street"),
        (f"{TO_FOURTH}; 1 place 10", "fourth-street"),
        (f"{TO_FIFTH}; 1 place 10", "fifth-street"),
        (f"{TO_FIFTH}; 1 place 10; reveal", "fifth-street"),
    ],
)
def test_5_6__nothing_is_taken_back_after_the_first_card(script: str, wager: str):
    state = go("crown", crown(), script)
    assert refused("crown", state, f"1 withdraw {wager}")[0] == "bets-closed"
    assert not [option for option in legal(rulebook("crown"), state, 1) if option.command == "withdraw"]


@clause("crown 5.6")
@pytest.mark.parametrize("line", ["1 place 20", "1 place 10", "1 fold"])
def test_5_6__nor_altered(line: str):
    assert refused("crown", go("crown", crown(), f"{DEALT}; 1 place 10"), line)[0] == "already-placed"


@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        pytest.param("5c 5d Kh Qs 9c", "lose", marks=clause("crown 5.7.3(b)", "crown 5.8.2", "crown 8.1.1(b)")),
        pytest.param("2c 2d Kh Qs 9c", "lose", marks=clause("crown 5.7.3(b)", "crown 5.8.2", "crown 8.1.1(b)")),
        pytest.param("Ac Kd Qh Js 9c", "lose", marks=clause("crown 5.7.3(b)", "crown 5.8.2", "crown 8.1.1(b)")),
        pytest.param("6c 6d Kh Qs 9c", "push", marks=clause("crown 5.7.1", "crown 5.8", "crown 8.1.1(a)")),
        pytest.param("7c 7d Kh Qs 9c", "push", marks=clause("crown 5.7.1", "crown 5.8", "crown 8.1.1(a)")),
        pytest.param("Tc Td Kh Qs 9c", "push", marks=clause("crown 5.7.1", "crown 5.8", "crown 8.1.1(a)")),
        pytest.param("Jc Jd Kh Qs 9c", "win", marks=clause("crown 5.7.2", "crown 5.8.1", "crown 8.1.1(a)")),
        pytest.param("Ac Ad Kh Qs 9c", "win", marks=clause("crown 5.7.2", "crown 5.8.1", "crown 8.1.1(a)")),
        pytest.param("2c 2d 3h 3s 9c", "win", marks=clause("crown 5.7.2", "crown 5.8.1", "crown 8.1.1(a)")),
    ],
)
def test_5_7__fives_lose_sixes_to_tens_push_jacks_win(cards: str, outcome: str):
    state = round_of(cards)
    back = {"ante": "10.00", "third-street": "10.00", "fourth-street": "20.00", "fifth-street": "30.00"}
    for wager in MAIN_WAGERS:
        assert results(state)[wager][0] == outcome
        assert results(state)[wager][2] == ("0.00" if outcome == "lose" else back[wager])


@clause("crown 5.7.1", "crown 5.8")
def test_5_7_1__a_push_is_returned_wins_nothing_and_names_its_clause():
    assert {rulebook("crown").wagers[wager].on_push.value for wager in MAIN_WAGERS} == {"returned"}
    state = round_of("6c 6d Kh Qs 9c")
    assert [won for _, won, _ in results(state).values()] == ["0.00"] * 4
    assert clauses(state) == {
        "ante": "crown 5.7.1",
        "third-street": "crown 5.8",
        "fourth-street": "crown 5.8",
        "fifth-street": "crown 5.8",
    }


@clause("crown 5.7.3")
def test_5_7_3__whoever_is_not_there_to_bet_takes_no_further_part():
    assert rulebook("crown").play.absent.value == "folded"
    state = go("crown", crown(), f"{TO_FOURTH}; 1 leave; settle")
    assert results(state) == {"ante": ("lose", "0.00", "0.00"), "third-street": ("lose", "0.00", "0.00")}


@clause("crown 5.7.3(a)")
@pytest.mark.parametrize("cards", ["Ac Ad Ah As 7c", "6c 6d Kh Qs 9c", "2c 7d 9h Js Kc"])
def test_5_7_3_a__a_fold_loses_the_ante_whatever_the_hand(cards: str):
    state = go("crown", crown(), f"1 ante 10; deal {cards}; 1 fold; settle")
    assert results(state) == {"ante": ("lose", "0.00", "0.00")}
    assert clauses(state) == {"ante": "crown 5.7.3(a)"}


@clause("crown 5.7.3(b)", "crown 5.8.2")
def test_5_7_3_b__a_lost_hand_names_its_clause():
    assert clauses(round_of("5c 5d Kh Qs 9c")) == {
        "ante": "crown 5.7.3(b)",
        "third-street": "crown 5.8.2",
        "fourth-street": "crown 5.8.2",
        "fifth-street": "crown 5.8.2",
    }


@clause("crown 5.9", "crown 5.9.1", "crown 5.9.2", "crown 1.1 Fold")
def test_5_9__a_folded_hand_wins_nothing_and_a_hand_without_a_prize_loses():
    casino = floor("crown")
    assert casino.book.jackpot.wager.value == "jackpot"
    assert casino.round({1: "folded", 2: NOTHING, 3: "lost"}) == []
    assert casino.value() == 50_000 + 3 * Fraction("1.703")


@clause("crown 5.9.1")
@pytest.mark.parametrize("cards", ["2h 7h 9h Jh Kh", "9h 7h Jh 2h Kh"])
def test_5_9_1__a_jackpot_wager_wins_with_hole_and_community_cards_together(cards: str):
    state = round_of(cards, setup=with_jackpot(), before="1 jackpot 5")
    assert results(state)["jackpot"] == ("win", "500.00", "0.00")


@clause("crown 5.9.2")
@pytest.mark.parametrize("cards", ["6c 6d Kh Qs 9c", "Tc Td Kh Qs 9c"])
def test_5_9_2__a_pushed_hand_loses_its_jackpot_wager(cards: str):
    assert rulebook("crown").wagers["jackpot"].on_push.value == "lost"
    state = round_of(cards, setup=with_jackpot(), before="1 jackpot 5")
    assert results(state)["ante"] == ("push", "0.00", "10.00")
    assert results(state)["jackpot"] == ("lose", "0.00", "0.00")
    assert clauses(state)["jackpot"] == "crown 5.9.2"


@clause("crown 5.9.2")
@pytest.mark.parametrize(
    ("option", "cards"),
    [(1, "2c 7d 9h Js Kc"), (1, "Jc Jd 2h 3s 4c"), (1, "9c 9d 9h 3s 4c"), (1, "5c 6d 7h 8s 9c"), (2, "9c 9d 9h 3s 4c")],
)
def test_5_9_2__a_jackpot_wager_loses_with_a_hand_that_its_table_does_not_name(option: int, cards: str):
    state = round_of(cards, setup=with_jackpot(option=option), before="1 jackpot 5")
    assert results(state)["jackpot"] == ("lose", "0.00", "0.00")


@clause("crown 5.10")
def test_5_10__one_player_on_several_areas_up_to_every_one():
    seats = tuple((position, "ann") for position in range(1, 10))
    state = go("crown", crown(seats), "; ".join(f"{position} ante 10" for position in range(1, 10)) + "; deal")
    assert [hand.blind for hand in state.hands.values()] == [False] + [True] * 8
    for position in range(2, 10):
        state = go("crown", state, f"{position} blind 1 2 3")
    assert list(state.hands[9].stakes) == list(MAIN_WAGERS)


BOXES = "1 ante 10; 2 ante 20; deal 2c 6s 7d 6h 9h Js Kc"
"""Ann's seen hand 2c 7d makes nothing, her blind box 6s 6h a push."""


@clause("crown 5.10")
def test_5_10__each_area_is_settled_by_itself():
    script = f"{BOXES}; 1 place 30; 2 blind 1 2 3; reveal; 1 place 10; reveal; 1 place 10; reveal; settle"
    state = go("crown", crown(ANN_TWICE), script)
    assert {outcome for outcome, _, _ in results(state, 1).values()} == {"lose"}
    assert results(state, 2) == {
        "ante": ("push", "0.00", "20.00"),
        "third-street": ("push", "0.00", "20.00"),
        "fourth-street": ("push", "0.00", "40.00"),
        "fifth-street": ("push", "0.00", "60.00"),
    }
    assert state.order == (2, 1)


@clause("crown 5.10")
def test_5_10__a_box_goes_on_when_the_seen_hand_has_folded():
    state = go("crown", crown(ANN_TWICE), f"{BOXES}; 1 fold; 2 blind 1 1 1; reveal; reveal; reveal; settle")
    assert results(state, 1) == {"ante": ("lose", "0.00", "0.00")}
    assert results(state, 2)["fifth-street"] == ("push", "0.00", "20.00")
    assert state.order == (2,)


@clause("crown 5.10")
def test_5_10__a_box_may_have_a_jackpot_wager_of_its_own():
    script = """
        1 ante 10; 2 ante 10; 2 jackpot 5
        deal 2c 2h 7d 7h 9h Jh Kh
        1 fold; 2 blind 1 1 1; reveal; reveal; reveal; settle
    """
    state = go("crown", with_jackpot(ANN_TWICE), script)
    assert results(state, 2)["jackpot"] == ("win", "500.00", "0.00")


def full(**opening: object) -> Pit:
    """A table of three positions: ann at 1 with a box at 3, ben at 2."""
    drive = opened("crown", "shoe", positions=3, **opening)
    drive.do(t.Sit, position=3, player="ann", nobody_shut_out=True, seats_elsewhere=True)
    return drive


@clause("crown 5.10.1")
def test_5_10_1__a_further_box_is_freed_for_a_newcomer_at_a_full_table():
    drive = full()
    events = drive.do(t.Sit, position=3, player="cyd")
    left = next(each for each in events if isinstance(each, te.SeatLeft))
    assert (left.position, left.clause) == (3, "crown 5.10.1")
    assert (drive.table.seats[3].player, drive.table.seats[3].box) == ("cyd", False)


@clause("crown 5.10.1")
@pytest.mark.parametrize(("position", "player"), [(1, "cyd"), (2, "cyd"), (3, "ben")])
def test_5_10_1__neither_a_seat_nor_a_box_for_another_box_is_freed(position: int, player: str):
    sits = {"position": position, "player": player, "nobody_shut_out": True, "seats_elsewhere": True}
    assert full().refused(t.Sit, **sits)[0] == "position-taken"


@clause("crown 5.10.1")
def test_5_10_1__while_a_place_is_free_no_box_is():
    drive = opened("crown", "shoe", positions=4)
    drive.do(t.Sit, position=3, player="ann", nobody_shut_out=True, seats_elsewhere=True)
    assert drive.refused(t.Sit, position=3, player="cyd")[0] == "position-taken"
    drive.do(t.Sit, position=4, player="cyd")


@clause("crown 5.10.1")
def test_5_10_1__a_box_with_a_hand_in_play_is_freed_after_the_round():
    drive = full()
    drive.betting("1 ante 25;2 ante 10;3 ante 10")
    assert drive.refused(t.Sit, position=3, player="cyd")[0] == "hand-in-play"
    drive.lines("deal 9h 2c 4d 7d 8s 5s Ts Jc Qd;1 fold;2 fold;3 blind 1 1 1")
    drive.finish()
    drive.do(t.Sit, position=3, player="cyd")


@clause("crown 5.10.1", "crown 11.12.1")
def test_5_10_1__a_carried_wager_of_a_freed_box_goes_back_to_its_player():
    drive = full(meter=METER)
    drive.betting("1 ante 25;2 ante 10;3 ante 10;3 jackpot 5")
    drive.lines("deal 9h 2c 4d 7d 8s 5s Ts Jc Qd")
    drive.report("wrong-hole-count", position=2, cards=3)
    drive.do(t.Sit, position=3, player="cyd")
    assert (drive.money["player:ann"], drive.table.carried_cents, drive.meters.games) == (0, {}, {})


@clause("crown 5.10.1")
@pytest.mark.parametrize(("shut_out", "seats"), [(False, False), (True, False), (False, True)])
def test_5_10_1__more_boxes_only_if_nobody_is_shut_out_and_seats_suffice(shut_out: bool, seats: bool):
    drive = opened("crown", "shoe")
    ask = {"position": 3, "player": "ann"}
    said = drive.refused(t.Sit, nobody_shut_out=shut_out, seats_elsewhere=seats, **ask)
    assert said == ("no-room-for-boxes", "crown 5.10.1")
    drive.do(t.Sit, nobody_shut_out=True, seats_elsewhere=True, **ask)
    assert drive.table.seats[3].box


@clause("crown 5.10.2(a)")
@pytest.mark.parametrize("role", ["player", "dealer", "supervisor", "inspector", "spectator"])
def test_5_10_2_a__nobody_sees_a_blind_hand_before_it_is_settled(role: str):
    player = "ann" if role == "player" else None
    state = go("crown", crown(ANN_TWICE), BOXES)
    for line in ["1 place 10", "2 blind 1 1 1", "reveal", "1 place 10", "reveal", "1 place 10", "reveal"]:
        assert seen("crown", state, role, player)["2"] == "- -"
        state = go("crown", state, line)
    assert seen("crown", state, role, player)["2"] == "- -"
    assert seen("crown", go("crown", state, "settle"), role, player)["2"] == "6s 6h"


@clause("crown 5.10.2(a)")
def test_5_10_2_a__a_player_sees_the_hand_at_the_seat_and_no_other():
    state = go("crown", crown(((2, "ann"), (1, "ann"), (3, "ben"))), "1 ante 10; 2 ante 10; 3 ante 10")
    state = go("crown", state, "deal 2c 3c 4c 2d 3d 4d 9h Js Kc")
    assert seen("crown", state, "player", "ann") == {"1": "- -", "2": "3c 3d", "3": "- -", "community": "- - -"}
    assert seen("crown", state, "player", "ben") == {"1": "- -", "2": "- -", "3": "4c 4d", "community": "- - -"}


@clause("crown 5.10.2(a)")
def test_5_10_2_a__a_blind_hand_stays_down_when_the_round_is_void():
    state = go("crown", crown(ANN_TWICE), f"{BOXES}; void crown 11.1")
    assert seen("crown", state, "player", "ann")["2"] == "- -"


@clause("crown 5.10.2(b)")
@pytest.mark.parametrize(
    ("antes", "cents"),
    [
        ("1 1 1", [20_00, 20_00, 20_00]),
        ("1 2 3", [20_00, 40_00, 60_00]),
        ("3 3 3", [60_00, 60_00, 60_00]),
        ("3 1 2", [60_00, 20_00, 40_00]),
    ],
)
def test_5_10_2_b__all_three_streets_at_one_to_three_antes(antes: str, cents: list[int]):
    state = go("crown", crown(ANN_TWICE), f"{BOXES}; 2 blind {antes}")
    assert [state.hands[2].stakes[wager].cents for wager in MAIN_WAGERS] == [20_00, *cents]


@clause("crown 5.10.2(b)")
@pytest.mark.parametrize("antes", ["0.9995 1 1", "1 3.0005 1", "1 1 1.5", "4 1 1", "1 1 0", "1 -0.0005 1"])
def test_5_10_2_b__and_at_nothing_else(antes: str):
    """Of an ante of $20.00: one cent too little, one too much, between two multiples, too many, nothing, less."""
    state = go("crown", crown(ANN_TWICE), BOXES)
    assert refused("crown", state, f"2 blind {antes}")[1] == "crown 5.5"


@clause("crown 5.10.2(b)")
@pytest.mark.parametrize("line", ["2 fold", "2 place 20", "2 leave"])
def test_5_10_2_b__a_box_cannot_fold_nor_bet_street_by_street(line: str):
    state = go("crown", crown(ANN_TWICE), BOXES)
    assert refused("crown", state, line) == ("blind-box", "crown 5.10.2(b)")


@clause("crown 5.10.2(b)")
def test_5_10_2_b__the_first_community_card_waits_for_the_boxes():
    state = go("crown", crown(ANN_TWICE), f"{BOXES}; 1 place 10")
    assert refused("crown", state, "reveal") == ("still-deciding", "crown 7.4.4")
    assert go("crown", state, "2 blind 1 1 1; reveal").street == "fourth-street"


@clause("crown 5.10.2(b)")
def test_5_10_2_b__nothing_is_altered_afterwards():
    state = go("crown", crown(ANN_TWICE), f"{BOXES}; 1 place 10; 2 blind 1 1 1; reveal")
    assert refused("crown", state, "2 blind 3 3 3") == ("blind-too-late", "crown 5.10.2(b)")
    for wager in MAIN_WAGERS:
        assert refused("crown", state, f"2 withdraw {wager}")[0] == "bets-closed"


@clause("crown 5.10.2(b)")
def test_5_10_2_b__the_hand_at_the_seat_is_not_played_blind():
    state = go("crown", crown(ANN_TWICE), BOXES)
    assert refused("crown", state, "1 blind 1 1 1") == ("no-blind-box", "crown 5.10")


@clause("crown 5.10.2(b)")
def test_5_10_2_b__what_a_box_is_offered():
    play = rulebook("crown").play
    assert (play.blind_boxes_fold.value, play.blind_wagers_before_first_card.value) == (False, True)
    state = go("crown", crown(ANN_TWICE), BOXES)
    offered = {option.command: option.choices_cents for option in legal(rulebook("crown"), state, 2)}
    assert offered["bet_blind"] == (20_00, 40_00, 60_00)
    assert not {"bet", "fold", "leave"} & set(offered)
