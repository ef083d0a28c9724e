"""maryland .07: wagers."""

import pytest
from tests.clauses import clause
from tests.conformance.felt import felt
from tests.conformance.maryland.tables import accounts, bonuses, maryland, pays, played, refused_table, sees
from tests.script import bounds, cents, clauses, go, refused, results
from tests.table.hall import opened

from mississippi_stud.money import text as dollars
from mississippi_stud.round.transfers import net_cents
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t


@clause("maryland .07A")
def test_07a__where_the_book_is_silent_on_limits_it_is_as_in_new_south_wales():
    limits = rulebook("maryland").limits
    assert limits.below_minimum.value == "valid"
    assert limits.above_maximum.value == "counts-to-maximum"
    assert limits.wrong_multiple.value == "as-it-lies"
    assert limits.past_rounds_stand.value is True
    assert limits.personal_limits.value is False
    assert limits.multiples_of_minimum.value is False


@clause("maryland .07A")
@pytest.mark.parametrize("line", ["1 ante 5 tokens", "1 three-card-bonus 5 tokens"])
def test_07a__promotional_tokens_are_no_wagering_instrument_of_the_book(line: str):
    state = go("maryland", bonuses(), "" if "ante" in line else "1 ante 5")
    assert refused("maryland", state, line) == ("no-tokens", "maryland .07A")


@clause("maryland .07A")
def test_07a__promotional_tokens_are_refused_on_a_street_too():
    assert rulebook("maryland").money.instruments.value == ("chips", "plaques", "approved-instruments")
    state = go("maryland", maryland(), "1 ante 5; deal As Kh 2d 5c 9d")
    assert refused("maryland", state, "1 place 5 tokens") == ("no-tokens", "maryland .07A")


LIMITS = {"ante": bounds("5.00", "500.00")}


@clause("maryland .07A")
@pytest.mark.parametrize("amount", ["5.00", "5.01", "499.99", "500.00"])
def test_07a__a_wager_within_the_limits_is_taken(amount: str):
    assert go("maryland", maryland(limits=LIMITS), f"1 ante {amount}").hands[1].ante_cents == cents(amount)


@clause("maryland .07A")
@pytest.mark.parametrize("amount", ["4.99", "500.01"])
def test_07a__a_wager_outside_the_limits_is_refused_while_it_is_seen(amount: str):
    assert refused("maryland", maryland(limits=LIMITS), f"1 ante {amount}") == ("outside-limits", "maryland .07A")


@clause("maryland .07A")
@pytest.mark.parametrize("amount", ["0", "-5"])
def test_07a__nothing_is_no_wager(amount: str):
    assert refused("maryland", maryland(), f"1 ante {amount}") == ("no-amount", "maryland .07F(1)")


JACKS = ("Js Jh", "2d 5c 9d")
EIGHTS = ("8s 8h", "2d 5c 9d")
NOTHING = ("As Kh", "2d 5c 9d")


@clause("maryland .07A")
@pytest.mark.parametrize(
    ("cards", "ante", "paid"),
    [
        (JACKS, "499.99", ("win", "499.99", "499.99")),
        (JACKS, "500.00", ("win", "500.00", "500.00")),
        (JACKS, "500.01", ("win", "500.00", "500.01")),
        (NOTHING, "499.99", ("lose", "0.00", "0.00")),
        (NOTHING, "500.00", ("lose", "0.00", "0.00")),
        (NOTHING, "500.01", ("lose", "0.00", "0.01")),
        (NOTHING, "650.00", ("lose", "0.00", "150.00")),
        (EIGHTS, "500.01", ("push", "0.00", "500.01")),
        (JACKS, "4.99", ("win", "4.99", "4.99")),
        (JACKS, "5.00", ("win", "5.00", "5.00")),
        (JACKS, "5.01", ("win", "5.01", "5.01")),
        (NOTHING, "4.99", ("lose", "0.00", "0.00")),
    ],
)
def test_07a__an_unnoticed_ante_is_valid_below_the_minimum_and_counts_to_the_maximum(
    cards: tuple[str, str], ante: str, paid: tuple[str, str, str]
):
    state = played(*cards, ante=f"{ante} unnoticed", setup=maryland(limits=LIMITS))
    assert results(state)["ante"] == paid


@clause("maryland .07A")
def test_07a__the_streets_follow_the_ante_as_it_counts():
    state = go("maryland", maryland(limits=LIMITS), "1 ante 500.01 unnoticed; deal Js Jh 2d 5c 9d")
    assert refused("maryland", state, "1 place 500.01") == ("wrong-multiple", "maryland .11B(1)(a)")
    state = go("maryland", state, "1 place 1500")
    assert state.hands[1].stakes["third-street"].counted_cents == 1500_00


@clause("maryland .07A")
@pytest.mark.parametrize("amount", ["2.00", "10.00"])
def test_07a__an_unnoticed_bonus_wager_outside_its_limits(amount: str):
    limits = {"three-card-bonus": bounds("2.01", "9.99")}
    state = go("maryland", maryland(three="A", limits=limits), "1 ante 5")
    assert refused("maryland", state, f"1 three-card-bonus {amount}") == ("outside-limits", "maryland .07A")
    state = go("maryland", state, f"1 three-card-bonus {amount} unnoticed; deal As Kh 5d 5c 9d; 1 fold; settle")
    assert results(state)["three-card-bonus"] == ("win", {"2.00": "2.00", "10.00": "9.99"}[amount], amount)


@clause("maryland .07A")
def test_07a__an_unnoticed_wager_off_the_unit_stays_as_it_lies():
    limits = {"ante": bounds("5.00", "500.00", "5.00")}
    assert refused("maryland", maryland(limits=limits), "1 ante 12.50") == ("not-in-units", "maryland .07A")
    assert go("maryland", maryland(limits=limits), "1 ante 15").hands[1].ante_cents == 15_00
    state = played(*JACKS, ante="12.50 unnoticed", setup=maryland(limits=limits))
    assert results(state)["ante"] == ("win", "12.50", "12.50")


@clause("maryland .07A")
def test_07a__no_player_has_limits_of_their_own():
    setup = refused_table(personal={"ann": {"ante": bounds("5.00", "1000.00")}})
    assert setup == ("no-personal-limits", "maryland .07A")


@clause("maryland .07B")
@pytest.mark.parametrize(("cash", "good"), [(True, False), (False, True)])
def test_07b__a_called_wager_with_cash_is_refused(cash: bool, good: bool):
    drive = opened("maryland", "shoe")
    drive.do(t.OpenRound)
    call = {"position": 1, "wager": Wager.ANTE, "cents": 2500, "accompanied": True, "converted": True, "cash": cash}
    if good:
        drive.do(t.CallWager, **call)
    else:
        assert drive.refused(t.CallWager, **call) == ("not-called", "maryland .07B")


@clause("maryland .07C")
def test_07c__a_position_where_nobody_sits_has_no_wager():
    assert rulebook("maryland").positions.seated_players_only.value is True
    assert refused("maryland", maryland("ann"), "2 ante 5")[0] == "nobody-there"


@clause("maryland .07C", "maryland .07G")
def test_07c__only_seated_players_wager_and_each_at_one_position():
    drive = opened("maryland", "shoe")
    drive.do(t.OpenRound)
    assert drive.line_refused("3 ante 25")[0] == "nobody-there"
    assert drive.refused(t.Sit, position=3, player="ann") == ("one-hand", "maryland .07G")


@clause("maryland .07C(2)")
@pytest.mark.parametrize("bets", [0, 1, 2, 3])
def test_07c_2__the_wagers_of_a_player_who_leaves_are_lost(bets: int):
    state = go("maryland", bonuses(), "1 ante 5; 1 progressive 1; 1 three-card-bonus 5; 1 six-card-bonus 5")
    state = go("maryland", state, "deal Ad Kd Qd Jd 5s 5h 5c Td 9d; " + "1 bet 3; reveal; " * bets + "1 leave; settle")
    assert {result.outcome.value for result in state.results} == {"lose"}
    assert {result.clause for result in state.results} == {"maryland .07C(2)"}
    assert net_cents(state, 1) == -16_00 - bets * 15_00
    assert state.order == ()


@clause("maryland .07C(2)")
def test_07c_2__so_are_the_bonus_wagers_of_a_player_who_folds_and_leaves():
    state = go(
        "maryland", bonuses(), "1 ante 5; 1 three-card-bonus 5; deal Ad Kd Qd Jd 5s 5h 5c Td 9d; 1 fold; 1 leave"
    )
    state = go("maryland", state, "settle")
    assert results(state)["three-card-bonus"] == ("lose", "0.00", "0.00")


@clause("maryland .07C(2)")
def test_07c_2__a_folded_player_without_a_bonus_wager_has_nothing_to_abandon():
    state = go("maryland", maryland("ann ben"), "1 ante 5; 2 ante 5; deal As Kh 3s 4h 2d 5c 9d; 1 fold")
    assert refused("maryland", state, "1 leave") == ("hand-ended", "maryland .07C(2)")


@clause("maryland .07C(2)")
def test_07c_2__who_leaves_before_the_deal_takes_every_wager_back():
    script = "1 ante 5; 1 three-card-bonus 5; 1 six-card-bonus 5; 2 ante 5; 1 leave"
    assert go("maryland", bonuses("ann ben"), script).hands[1].stakes == {}
    assert accounts(bonuses("ann ben"), script) == {"player:ben": -5_00, "round": 5_00}


@clause("maryland .07D", "maryland .07F(5)(c)")
def test_07d__every_wager_but_the_streets_closes_at_no_more_bets():
    closes = {wager: rule.closes.value for wager, rule in rulebook("maryland").wagers.items()}
    assert [wager for wager in closes if closes[wager] == "at-no-more-bets"] == [
        "ante",
        "progressive",
        "three-card-bonus",
        "six-card-bonus",
    ]


@clause("maryland .07D")
@pytest.mark.parametrize("wager", ["ante 5", "progressive 1", "three-card-bonus 5"])
def test_07d__wagers_are_down_before_no_more_bets(wager: str):
    first = "" if wager == "ante 5" else "1 ante 5"
    before = go("maryland", bonuses("ann ben"), f"2 ante 5; {first}; 1 {wager}")
    assert wager.split()[0] in before.hands[1].stakes
    dealt = "deal 2c 7d Jc Kc 5s 5h 9c " + ("As Kh Td 4d" if first else "Td 4d")
    after = go("maryland", bonuses("ann ben"), f"2 ante 5; {first}; {dealt}")
    assert refused("maryland", after, f"1 {wager}") == ("bets-closed", "maryland .07D")


@clause("maryland .07E")
@pytest.mark.parametrize("wager", ["ante", "progressive", "three-card-bonus", "six-card-bonus"])
@pytest.mark.parametrize("bets", [0, 1, 2, 3])
def test_07e__after_no_more_bets_no_wager_is_increased_or_withdrawn(wager: str, bets: int):
    state = go("maryland", bonuses(), "1 ante 5; 1 progressive 5; 1 three-card-bonus 5; 1 six-card-bonus 5")
    state = go("maryland", state, "deal 2c 7d Jc Kc 5s 5h 9c As Kh; " + "1 place 5; reveal; " * bets)
    assert refused("maryland", state, f"1 {wager} 5")[0] == "bets-closed"
    assert refused("maryland", state, f"1 withdraw {wager}")[0] == "bets-closed"


@clause("maryland .07E")
def test_07e__a_street_wager_is_made_once_and_stays():
    state = go("maryland", maryland("ann ben"), "1 ante 5; 2 ante 5; deal As Kh 3s 4h 2d 5c 9d; 1 place 5")
    assert refused("maryland", state, "1 place 5") == ("already-placed", "maryland .02B(2)")
    assert refused("maryland", state, "1 withdraw third-street") == ("bets-closed", "maryland .11C")


@clause("maryland .07E")
def test_07e__before_no_more_bets_a_wager_may_be_withdrawn_and_placed_anew():
    script = "1 ante 5; 1 withdraw ante; 1 ante 25"
    assert go("maryland", maryland(), script).hands[1].ante_cents == 25_00
    assert accounts(maryland(), script) == {"player:ann": -25_00, "round": 25_00}


@pytest.mark.parametrize(
    "wager",
    [
        pytest.param("progressive 5", marks=clause("maryland .07F(3)")),
        pytest.param("three-card-bonus 5", marks=clause("maryland .07F(4)")),
        pytest.param("six-card-bonus 5", marks=clause("maryland .07F(5)")),
    ],
)
def test_07f__what_the_operator_does_not_offer_is_refused(wager: str):
    state = go("maryland", maryland(dealing="automatic"), "1 ante 5")
    assert refused("maryland", state, f"1 {wager}")[0] == "not-offered"


@clause("maryland .07F(1)")
def test_07f_1__without_an_ante_there_is_no_round():
    assert rulebook("maryland").wagers["ante"].presence.value == "required"
    table = maryland("ann ben", three="A")
    assert refused("maryland", table, "deal As Kh 2d 5c 9d") == ("no-ante", "maryland .07F(1)")
    assert refused("maryland", table, "1 three-card-bonus 5") == ("needs", "maryland .07F(1)")


@clause("maryland .07F(1)")
def test_07f_1__who_has_no_ante_takes_no_part():
    state = go("maryland", maryland("ann ben"), "2 ante 5; deal As Kh 2d 5c 9d")
    assert (sees(state, "ann")["1"], sees(state, "ben")["2"]) == ("", "As Kh")
    assert refused("maryland", state, "1 place 5") == ("no-ante", "maryland .07F(1)")
    assert refused("maryland", state, "1 fold") == ("no-ante", "maryland .07F(1)")
    state = go("maryland", state, "2 fold; settle")
    assert state.results[0].position == 2


@clause("maryland .07F(1)")
def test_07f_1__an_ante_is_not_withdrawn_from_under_a_bonus_wager():
    state = go("maryland", maryland(three="A"), "1 ante 5; 1 three-card-bonus 5")
    assert refused("maryland", state, "1 withdraw ante") == ("needed-by", "maryland .07F(1)")
    state = go("maryland", state, "1 withdraw three-card-bonus; 1 withdraw ante")
    assert state.hands[1].stakes == {}


@clause("maryland .07F(2)")
@pytest.mark.parametrize("street", ["third-street", "fourth-street", "fifth-street"])
def test_07f_2__no_street_wager_before_the_deal(street: str):
    state = go("maryland", maryland(), "1 ante 5")
    assert refused("maryland", state, f"1 {street} 5") == ("not-before-deal", "maryland .07F(2)")


@clause("maryland .07F(2)")
def test_07f_2__third_fourth_and_fifth_street_each_in_its_turn():
    assert rulebook("maryland").streets.order.value == ("third-street", "fourth-street", "fifth-street")
    state = go("maryland", maryland(), "1 ante 5")
    assert refused("maryland", state, "1 place 5") == ("no-street-open", "maryland .07F(2)")
    state = go("maryland", state, "deal As Kh 2d 5c 9d")
    for street in ("third-street", "fourth-street", "fifth-street"):
        assert list(state.hands[1].stakes)[-1] != street
        state = go("maryland", state, "1 place 5")
        assert list(state.hands[1].stakes)[-1] == street
        state = go("maryland", state, "reveal")
    assert refused("maryland", state, "1 place 5") == ("no-street-open", "maryland .07F(2)")


@clause("maryland .07F(3)(a)")
def test_07f_3_a__the_progressive_comes_after_an_ante():
    table = maryland(progressive=True)
    assert refused("maryland", table, "1 progressive 1") == ("needs", "maryland .07F(3)(a)")
    assert "progressive" in go("maryland", table, "1 ante 5; 1 progressive 1").hands[1].stakes


@clause("maryland .07F(4)")
@pytest.mark.parametrize(
    ("community", "paid"),
    [
        ("5d 5c 9d", ("win", "5.00", "5.00")),
        ("4d 5c 9d", ("lose", "0.00", "0.00")),
        ("Ad Kc Jd", ("lose", "0.00", "0.00")),
    ],
)
def test_07f_4__the_three_card_bonus_wins_from_a_pair_upwards(community: str, paid: tuple[str, str, str]):
    assert results(played("As Kh", community, "three-card-bonus 5", bonus="2c 3d 7c 8c"))["three-card-bonus"] == paid


@clause("maryland .07F(4)")
def test_07f_4__the_players_own_cards_are_no_part_of_it():
    state = played("5s 5h", "5d Kc 9d", "three-card-bonus 5", bonus="2c 3d 7c 8c")
    assert (results(state)["ante"][0], results(state)["three-card-bonus"][0]) == ("win", "lose")


@clause("maryland .07F(5)(a)")
@pytest.mark.parametrize(
    ("hole", "bonus", "paid"),
    [
        ("5s 5h", "5d Kc 9d 2c", ("win", "25.00", "5.00")),
        ("5s Kh", "5d 5c 9d 2c", ("win", "25.00", "5.00")),
        ("7s Kh", "5d 5c 5h 2c", ("win", "25.00", "5.00")),
        ("5s Kh", "5d Kc 9d 2c", ("lose", "0.00", "0.00")),
        ("As Ah", "Kd Kc 9d 9c", ("lose", "0.00", "0.00")),
        ("Ts Th", "Kd 2c 9d 4c", ("lose", "0.00", "0.00")),
    ],
)
def test_07f_5_a__the_six_card_bonus_wins_from_three_of_a_kind_of_the_four_and_the_two(
    hole: str, bonus: str, paid: tuple[str, str, str]
):
    state = played(hole, "3d 8c Qs", "three-card-bonus 5", "six-card-bonus 5", bonus=bonus)
    assert results(state)["six-card-bonus"] == paid


@clause("maryland .07F(5)(a)")
def test_07f_5_a__the_three_community_cards_are_no_part_of_it():
    state = played("As Ah", "Ad Ac Qs", "three-card-bonus 5", "six-card-bonus 5", bonus="2c 7d Jc Kc")
    assert pays(state)["ante"] == "40 to 1"
    assert (results(state)["six-card-bonus"], clauses(state)["six-card-bonus"]) == (
        ("lose", "0.00", "0.00"),
        "maryland .07F(5)(a)",
    )


@clause("maryland .07F(5)(b)")
@pytest.mark.parametrize(
    ("six", "hole", "bonus", "won"),
    [
        ("A", "Ad Kd", "Qd Jd Td 9d", 1_000_000_00),
        ("A", "9d Td", "Ad Kd Qd Jd", 1_000_000_00),
        ("A", "Ah Kh", "Qh Jh Th 9h", 100_000_00),
        ("A", "Ac Kc", "Qc Jc Tc 9c", 100_000_00),
        ("A", "As Ks", "Qs Js Ts 9s", 100_000_00),
        ("A", "Ad Kd", "Qd Jd Td 8d", 5_000_00),
        ("A", "8d Kd", "Qd Jd Td 9d", 1_000_00),
        ("B", "Ad Kd", "Qd Jd Td 9d", 100_000_00),
        ("B", "Ah Kh", "Qh Jh Th 9h", 100_000_00),
        ("B", "Ah Kh", "Qh Jh Th 9d", 5_000_00),
        ("draft-A", "Ad Kd", "Qd Jd Td 9d", 5_000_00),
    ],
)
def test_07f_5_b__all_six_cards_make_the_super_royal(six: str, hole: str, bonus: str, won: int):
    wagers = ("three-card-bonus 5", "six-card-bonus 5")
    state = played(hole, "2d 5c 7s", *wagers, bonus=bonus, setup=bonuses(six=six))
    assert results(state)["six-card-bonus"] == ("win", dollars(won), "5.00")


@clause("maryland .07F(5)(c)")
def test_07f_5_c__the_six_card_bonus_comes_after_an_ante_and_a_three_card_bonus_wager():
    assert rulebook("maryland").wagers["six-card-bonus"].needs.value == ("ante", "three-card-bonus")
    assert refused("maryland", bonuses(), "1 six-card-bonus 5") == ("needs", "maryland .07F(5)(c)")
    state = go("maryland", bonuses(), "1 ante 5")
    assert refused("maryland", state, "1 six-card-bonus 5") == ("needs", "maryland .07F(5)(c)")
    state = go("maryland", state, "1 three-card-bonus 5; 1 six-card-bonus 5")
    assert "six-card-bonus" in state.hands[1].stakes
    assert refused("maryland", state, "1 withdraw three-card-bonus") == ("needed-by", "maryland .07F(5)(c)")


@clause("maryland .07F(5)(c)")
def test_07f_5_c__and_before_no_more_bets():
    state = go("maryland", bonuses(), "1 ante 5; 1 three-card-bonus 5; deal 2c 7d Jc Kc 5s 5h 9c As Kh")
    assert refused("maryland", state, "1 six-card-bonus 5") == ("bets-closed", "maryland .07F(5)(c)")


@clause("maryland .07F(5)(c)")
def test_07f_5_c__it_is_not_offered_without_the_three_card_bonus():
    assert refused_table(dealing="automatic", six="A") == ("needs", "maryland .07F(5)(c)")


@clause("maryland .07G")
def test_07g__nobody_wagers_on_two_positions():
    assert refused_table(seats={1: "ann", 2: "ann"}) == ("one-hand", "maryland .07G")
    assert refused_table(seats={1: "ann", 2: "ben", 6: "ann"}) == ("one-hand", "maryland .07G")


@clause("maryland .07G")
def test_07g__so_there_is_no_blind_box():
    state = go("maryland", maryland(), "1 ante 5; deal As Kh 2d 5c 9d")
    assert refused("maryland", state, "1 blind 1 1 1") == ("no-blind-box", "maryland .07G")


@clause("maryland .07C(1)", "maryland .07F(3)(b)")
def test_07c_1__players_are_told_to_stay_seated_and_to_see_that_a_progressive_wager_was_accepted():
    with felt("maryland") as table:
        assert list(table.notes) == ["maryland .07F(3)(b)"]
        table.deal(ante=5_00, progressive=1_00)
        assert "maryland .07C(1)" in table.notes
        assert "maryland .07F(3)(b)" not in table.notes
