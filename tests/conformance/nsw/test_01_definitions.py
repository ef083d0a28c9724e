"""nsw 1: definitions."""

import pytest
from tests.clauses import clause
from tests.conformance.nsw.tables import accounts, alone, table, with_jackpots
from tests.script import go, refused, refused_setup, results, seen
from tests.table.hall import opened

from mississippi_stud.round import (
    Setup,
)
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t

DEALT = "1 ante 10; deal Qh Jh Th 9h 8h"
WAGERS = ("ante", "third-street", "fourth-street", "fifth-street", "jackpot", "fixed-jackpot")


STREETS = [
    pytest.param("", "third-street", marks=clause("nsw 1.1 3rd Street Wager")),
    pytest.param("1 bet 1; reveal", "fourth-street", marks=clause("nsw 1.1 4th Street Wager")),
    pytest.param("1 bet 1; reveal; 1 bet 3; reveal", "fifth-street", marks=clause("nsw 1.1 5th Street Wager")),
]


@pytest.mark.parametrize(("until", "street"), STREETS)
@pytest.mark.parametrize("bet", ["10", "20", "30"])
def test_1_1__a_street_wager_of_one_two_or_three_antes_is_taken(until: str, street: str, bet: str):
    assert rulebook("nsw").streets.multiples.value == (1, 2, 3)
    state = go("nsw", table(), f"{DEALT}; {until}; 1 place {bet}")
    assert state.hands[1].stakes[street].cents == int(bet) * 100


SAYS = {
    "third-street": "nsw 1.1 3rd Street Wager",
    "fourth-street": "nsw 1.1 4th Street Wager",
    "fifth-street": "nsw 1.1 5th Street Wager",
}
"""The clause that says how many antes a street takes."""


@pytest.mark.parametrize(("until", "street"), STREETS)
@pytest.mark.parametrize("bet", ["0.01", "9.99", "10.01", "15", "19.99", "20.01", "29.99", "30.01", "40"])
def test_1_1__a_street_wager_of_anything_else_is_refused(until: str, street: str, bet: str):
    state = go("nsw", table(), f"{DEALT}; {until}")
    assert refused("nsw", state, f"1 place {bet}") == ("wrong-multiple", SAYS[street])


@pytest.mark.parametrize(("until", "street"), STREETS)
@pytest.mark.parametrize("bet", ["0", "-10"])
def test_1_1__a_street_wager_is_not_of_nothing(until: str, street: str, bet: str):
    state = go("nsw", table(), f"{DEALT}; {until}")
    assert refused("nsw", state, f"1 place {bet}") == ("no-amount", SAYS[street])


@pytest.mark.parametrize(
    ("until", "closes"),
    [
        pytest.param("", "nsw 7.2.4", marks=clause("nsw 1.1 3rd Street Wager")),
        pytest.param("1 bet 1; reveal", "nsw 7.2.5", marks=clause("nsw 1.1 4th Street Wager")),
        pytest.param("1 bet 1; reveal; 1 bet 1; reveal", "nsw 7.2.6", marks=clause("nsw 1.1 5th Street Wager")),
    ],
)
def test_1_1__a_player_who_does_not_wager_on_a_street_does_not_see_its_card(until: str, closes: str):
    state = go("nsw", table(), f"{DEALT}; {until}")
    assert refused("nsw", state, "reveal") == ("still-deciding", closes)


@clause(
    "nsw 1.1 Assistant Gaming Manager",
    "nsw 1.1 Casino Supervisor",
    "nsw 1.1 Dealer",
    "nsw 1.1 Gaming Supervisor",
    "nsw 1.1 Inspector",
)
def test_1_1__the_titles_from_the_dealer_up():
    titles = rulebook("nsw").staff.titles
    assert [(title.rank.value, title.en.value, title.fr.value) for title in titles.values()] == [
        (1, "dealer", "croupier"),
        (2, "gaming supervisor", "superviseur de jeu"),
        (3, "assistant gaming manager", "directeur adjoint des jeux"),
    ]


@clause("nsw 1.1 Casino Promotional Token", "nsw 5.1")
@pytest.mark.parametrize(
    ("hole", "moved"),
    [
        ("Jc Jd", {"player:ann": 40_00, "house": -40_00}),  # won in chips; the tokens come back
        ("6c 6d", {}),
        ("5c 5d", {"tokens:ann": -40_00, "house": 40_00}),
    ],
)
def test_1_1__what_tokens_win_is_paid_in_chips(hole: str, moved: dict[str, int]):
    bets = "1 bet 1 tokens; reveal; 1 bet 1 tokens; reveal; 1 bet 1 tokens; reveal"
    assert accounts(table(), f"1 ante 10 tokens; deal Ah Ks 3d {hole}; {bets}; settle") == moved


@clause("nsw 1.1 Casino Promotional Token", "nsw 5.1")
def test_1_1__one_area_in_tokens_and_another_in_chips():
    bets = "1 bet 3; reveal; 1 bet 1 tokens; reveal; 1 fold"
    moved = accounts(table(), f"1 ante 10 tokens; deal Ah Ks 3d 5c 5d; {bets}; settle")
    assert moved == {"tokens:ann": -20_00, "player:ann": -30_00, "house": 50_00}


@clause("nsw 1.1 Casino Promotional Token", "nsw 5.1")
@pytest.mark.parametrize(
    ("hole", "moved"),
    [
        ("Jc Jd", {"player:ann": 40_00, "house": -40_00}),
        ("6c 6d", {}),
        ("5c 5d", {"tokens:ann": -13_99, "player:ann": -26_01, "house": 40_00}),
    ],
)
def test_1_1__chips_and_tokens_on_one_area(hole: str, moved: dict[str, int]):
    bets = "1 bet 1 tokens=9.99; reveal; 1 bet 1; reveal; 1 bet 1; reveal"
    assert accounts(table(), f"1 ante 10 tokens=4; deal Ah Ks 3d {hole}; {bets}; settle") == moved


@clause("nsw 1.1 Casino Promotional Token")
def test_1_1__a_voucher_becomes_tokens_of_the_same_value_on_its_conditions():
    pit = opened("nsw", "shoe")
    ask = {"player": "ann", "cents": 2500}
    assert pit.refused(t.ExchangeVoucher, conditions_met=False, **ask) == (
        "voucher-conditions",
        "nsw 1.1 Casino Promotional Token",
    )
    pit.do(t.ExchangeVoucher, **ask)
    (moved,) = pit.moved
    assert (moved.source, moved.target, moved.cents) == ("house", "tokens:ann", 2500)


@clause("nsw 1.1 Casino Supervisor")
def test_1_1__a_gaming_supervisor_and_an_assistant_gaming_manager_are_casino_supervisors():
    staff = rulebook("nsw").staff
    least = staff.titles[
        staff.powers["change-limits"].value
    ].rank.value  # 6.5: a casino supervisor may alter the limits
    may = {name for name, title in staff.titles.items() if title.rank.value >= least}
    assert {"gaming-supervisor", "assistant-gaming-manager"} <= may
    assert "dealer" not in may


@clause("nsw 1.1 Hole Cards", "nsw 1.1 Community Cards")
@pytest.mark.parametrize(("dealing", "cards"), [("shoe", "Ah 2c Kh 3c"), ("shuffler", "Qh Jh Th Ah Kh 2c 3c")])
def test_1_1__two_cards_that_only_their_player_sees(dealing: str, cards: str):
    assert rulebook("nsw").dealing.hole_cards.value == 2
    assert rulebook("nsw").dealing.community_cards.value == 3
    state = go("nsw", table("ann ben", dealing), f"1 ante 10; 2 ante 10; deal {cards}")
    assert seen("nsw", state, "player", "ann") == {"1": "Ah Kh", "2": "- -", "community": "- - -"}
    assert seen("nsw", state, "player", "ben") == {"1": "- -", "2": "2c 3c", "community": "- - -"}
    for role in ("dealer", "supervisor", "inspector", "spectator"):
        assert seen("nsw", state, role) == {"1": "- -", "2": "- -", "community": "- - -"}
    assert seen("nsw", state, "spectator", "ann")["1"] == "- -"  # a name alone opens nothing


@clause("nsw 1.1 Player’s Hand", "nsw 1.1 Fixed Jackpot")
@pytest.mark.parametrize(
    ("hole", "community", "won"),
    [
        ("Ah 2h", "9h 7h 4h", "30.00"),  # five hearts
        ("Ah 2c", "9h 7h 4h", None),  # four
        ("9c 9d", "9h 7h 7c", "50.00"),
        ("9c 9d", "9h 9s 7c", "500.00"),
        ("9c 9d", "9h 8s 7c", None),
    ],
)
def test_1_1__both_hole_cards_and_all_community_cards_make_the_hand(hole: str, community: str, won: str | None):
    assert rulebook("nsw").wagers["fixed-jackpot"].basis.value == "five-cards"
    state = alone(hole, community, before="1 fixed-jackpot 1", **with_jackpots())
    expected = ("win", won, "0.00") if won else ("lose", "0.00", "0.00")
    assert results(state)["fixed-jackpot"] == expected


@clause("nsw 1.1 Stand off", "nsw 1.1 Fixed Jackpot", "nsw 15.2.8")
def test_1_1__a_hand_that_stands_off_wins_no_jackpot():
    state = alone("6c 6d", "Ah Ks 3d", before="1 jackpot 5; 1 fixed-jackpot 1", **with_jackpots())
    paid = results(state)
    assert paid["ante"] == ("push", "0.00", "10.00")
    assert paid["jackpot"] == paid["fixed-jackpot"] == ("lose", "0.00", "0.00")


@clause("nsw 1.1 Jackpot Wager", "nsw 1.1 Fixed Jackpot")
@pytest.mark.parametrize("wager", ["jackpot", "fixed-jackpot"])
def test_1_1__a_jackpot_is_wagered_on_only_where_it_is_offered_and_by_whoever_likes(wager: str):
    assert rulebook("nsw").wagers[wager].presence.value == "if-offered"
    without = go("nsw", table(), "1 ante 10")
    assert refused("nsw", without, f"1 {wager} 5") == (
        "not-offered",
        {"jackpot": "nsw 1.1 Jackpot Wager", "fixed-jackpot": "nsw 1.1 Fixed Jackpot"}[wager],
    )
    assert "jackpot" not in results(alone("Ah Kh", "Qh Jh Th", **with_jackpots()))


@clause("nsw 1.1 Fixed Jackpot")
def test_1_1__a_fixed_jackpot_is_paid_by_the_sign_and_no_meter_is_touched():
    fixed = rulebook("nsw").wagers["fixed-jackpot"]
    assert (fixed.on_push.value, fixed.tables) == ("lost", {})
    setup = Setup(
        dealing="shuffler",
        seats=((1, "ann"),),
        signs={"fixed-jackpot": {"flush": "25 for 1"}},
        costs_cents={"fixed-jackpot": 1_00},
    )
    state = go("nsw", setup, "1 ante 5; 1 fixed-jackpot 1; deal Qh Jh Th 2h 3h; 1 bet 1; reveal; 1 bet 1; reveal")
    state = go("nsw", state, "1 bet 1; reveal; settle")
    assert results(state)["fixed-jackpot"] == ("win", "25.00", "0.00")


@clause("nsw 1.1 Fixed Jackpot")
def test_1_1__a_sign_that_cannot_be_read_is_refused_before_anybody_wagers():
    setup = table(signs={Wager.FIXED_JACKPOT: {"flush": "rubbish"}})
    assert refused_setup("nsw", setup) == ("no-such-pay", "nsw 1.1 Fixed Jackpot")


@clause("nsw 1.1 Fold")
@pytest.mark.parametrize(
    ("until", "lost"),
    [
        ("", ["ante", "jackpot", "fixed-jackpot"]),
        ("1 bet 3; reveal", ["ante", "third-street", "jackpot", "fixed-jackpot"]),
        (
            "1 bet 3; reveal; 1 bet 2; reveal",
            ["ante", "third-street", "fourth-street", "jackpot", "fixed-jackpot"],
        ),
    ],
)
def test_1_1__a_fold_ends_the_hand_and_forfeits_all_wagers_even_of_a_straight_flush(until: str, lost: list[str]):
    rules = rulebook("nsw").wagers
    assert {wager: rules[wager].on_fold.value for wager in WAGERS} == dict.fromkeys(WAGERS, "lost")
    wagers = "1 ante 10; 1 jackpot 5; 1 fixed-jackpot 1; deal Qh Jh Th 9h 8h"
    state = go("nsw", table(**with_jackpots()), f"{wagers}; {until}; 1 fold; settle")
    assert results(state) == dict.fromkeys(lost, ("lose", "0.00", "0.00"))
    assert state.order == ()  # nothing is left to settle


@clause("nsw 1.1 Fold")
def test_1_1__a_fold_is_for_that_hand_alone():
    state = go("nsw", table("ann ben"), "1 ante 10; 2 ante 10; deal Qh Jh Th 9h 8h 2c 2d; 2 fold; 1 bet 1")
    state = go("nsw", state, "reveal; 1 bet 1; reveal; 1 bet 1; reveal; settle")
    assert results(state, 2) == {"ante": ("lose", "0.00", "0.00")}
    assert results(state, 1)["ante"] == ("win", "1000.00", "10.00")


@clause("nsw 1.1 Hole Cards", "nsw 10.1")
def test_1_1__hole_cards_stay_hidden_until_the_settlement_and_folded_ones_for_ever():
    state = go("nsw", table("ann ben"), "1 ante 10; 2 ante 10; deal Qh Jh Th Ah Kh 2c 3c; 2 fold; 1 bet 1; reveal")
    state = go("nsw", state, "1 bet 1; reveal; 1 bet 1; reveal")
    assert seen("nsw", state, "dealer") == {"1": "- -", "2": "- -", "community": "Qh Jh Th"}
    assert seen("nsw", state, "player", "ben")["1"] == "- -"
    state = go("nsw", state, "settle")
    for role in ("dealer", "supervisor", "inspector", "spectator"):
        assert seen("nsw", state, role) == {"1": "Ah Kh", "2": "- -", "community": "Qh Jh Th"}
    assert seen("nsw", state, "player", "ann")["2"] == "- -"


@clause("nsw 1.1 Inspector", "nsw 3.8")
def test_1_1__an_inspector_is_no_member_of_staff_and_may_only_have_the_cards_counted():
    officials = rulebook("nsw").staff.officials
    assert {name: each.may.value for name, each in officials.items()} == {"inspector": ("verify-cards",)}
    assert (officials["inspector"].en.value, officials["inspector"].fr.value) == ("inspector", "inspecteur")


@clause("nsw 1.1 Player’s Hand")
def test_1_1__the_hand_is_the_players_own():
    state = go("nsw", table("ann ben"), "1 ante 10; 2 ante 10; deal Qh Jh Th Ah Kh 2c 3c")
    state = go(
        "nsw",
        state,
        "1 bet 1; 2 bet 1; reveal; 1 bet 1; 2 bet 1; reveal; 1 bet 1; 2 bet 1; reveal; settle",
    )
    assert results(state, 1)["ante"] == ("win", "5000.00", "10.00")
    assert results(state, 2)["ante"] == ("lose", "0.00", "0.00")


@clause("nsw 1.1 Stand off")
@pytest.mark.parametrize("hole", ["6c 6d", "Tc Td"])
def test_1_1__a_stand_off_neither_wins_nor_loses(hole: str):
    setup = table()
    script = f"1 ante 10; deal Ah Ks 3d {hole}; 1 bet 1; reveal; 1 bet 2; reveal; 1 bet 3; reveal; settle"
    assert results(go("nsw", setup, script)) == {
        "ante": ("push", "0.00", "10.00"),
        "third-street": ("push", "0.00", "10.00"),
        "fourth-street": ("push", "0.00", "20.00"),
        "fifth-street": ("push", "0.00", "30.00"),
    }
    assert accounts(setup, script) == {}
