"""maryland .07: wagers, as a round takes them."""

import pytest
from tests.clauses import clause
from tests.conformance.maryland.rounds import MAIN, bonuses, maryland, played, refused_setup
from tests.conformance.table import bounds, cents

LIMITS = {"ante": bounds("5.00", "500.00")}
JACKS = ("Js Jh", "2d 5c 9d")
EIGHTS = ("8s 8h", "2d 5c 9d")
NOTHING = ("As Kh", "2d 5c 9d")


@clause("maryland .07A")
@pytest.mark.parametrize("line", ["1 ante 5 tokens", "1 three-card-bonus 5 tokens"])
def test_07a__promotional_tokens_are_no_wagering_instrument_of_the_book(line: str):
    table = bonuses()
    if "ante" not in line:
        table.do("1 ante 5")
    assert table.refuses(line) == ("no-tokens", ".07A")


@clause("maryland .07A")
def test_07a__promotional_tokens_are_refused_on_a_street_too():
    table = maryland().do("1 ante 5", "deal As Kh 2d 5c 9d")
    assert table.refuses("1 bet 5 tokens") == ("no-tokens", ".07A")


@clause("maryland .07A")
@pytest.mark.parametrize("amount", ["5.00", "5.01", "499.99", "500.00"])
def test_07a__a_wager_within_the_limits_is_taken(amount: str):
    assert maryland(limits=LIMITS).do(f"1 ante {amount}").state.hands[1].ante_cents == cents(amount)


@clause("maryland .07A")
@pytest.mark.parametrize("amount", ["4.99", "500.01"])
def test_07a__a_wager_outside_the_limits_is_refused_while_it_is_seen(amount: str):
    assert maryland(limits=LIMITS).refuses(f"1 ante {amount}") == ("outside-limits", ".07A")


@clause("maryland .07A")
@pytest.mark.parametrize("amount", ["0", "-5"])
def test_07a__nothing_is_no_wager(amount: str):
    assert maryland().refuses(f"1 ante {amount}") == ("no-amount", ".07F(1)")


@clause("maryland .07A")
@pytest.mark.parametrize(
    ("cards", "ante", "paid"),
    [
        (JACKS, "499.99", ("win", 499_99, 499_99)),
        (JACKS, "500.00", ("win", 500_00, 500_00)),
        (JACKS, "500.01", ("win", 500_00, 500_01)),
        (NOTHING, "499.99", ("lose", 0, 0)),
        (NOTHING, "500.00", ("lose", 0, 0)),
        (NOTHING, "500.01", ("lose", 0, 1)),
        (NOTHING, "650.00", ("lose", 0, 150_00)),
        (EIGHTS, "500.01", ("push", 0, 500_01)),
        (JACKS, "4.99", ("win", 4_99, 4_99)),
        (JACKS, "5.00", ("win", 5_00, 5_00)),
        (JACKS, "5.01", ("win", 5_01, 5_01)),
        (NOTHING, "4.99", ("lose", 0, 0)),
    ],
)
def test_07a__an_unnoticed_ante_is_valid_below_the_minimum_and_counts_to_the_maximum(
    cards: tuple[str, str], ante: str, paid: tuple[str, int, int]
):
    table = played(*cards, ante=f"{ante} unnoticed", table=maryland(limits=LIMITS))
    assert table.paid("ante") == paid
    assert table.balance("round") == 0


@clause("maryland .07A")
def test_07a__the_streets_follow_the_ante_as_it_counts():
    table = maryland(limits=LIMITS).do("1 ante 500.01 unnoticed", "deal Js Jh 2d 5c 9d")
    assert table.refuses("1 bet 500.01") == ("wrong-multiple", ".11B(1)(a)")
    assert table.do("1 bet 1500").state.hands[1].stakes["third-street"].counted_cents == 1500_00


@clause("maryland .07A")
@pytest.mark.parametrize("amount", ["2.00", "10.00"])
def test_07a__an_unnoticed_bonus_wager_outside_its_limits(amount: str):
    table = maryland(three="A", limits={"three-card-bonus": bounds("2.01", "9.99")})
    table.do("1 ante 5")
    assert table.refuses(f"1 three-card-bonus {amount}") == ("outside-limits", ".07A")
    table.do(f"1 three-card-bonus {amount} unnoticed", "deal As Kh 5d 5c 9d", "1 fold", "settle")
    assert table.paid("three-card-bonus") == ("win", *{"2.00": (2_00, 2_00), "10.00": (9_99, 10_00)}[amount])


@clause("maryland .07A")
def test_07a__an_unnoticed_wager_off_the_unit_stays_as_it_lies():
    limits = {"ante": bounds("5.00", "500.00", "5.00")}
    assert maryland(limits=limits).refuses("1 ante 12.50") == ("not-in-units", ".07A")
    assert maryland(limits=limits).do("1 ante 15").state.hands[1].ante_cents == 15_00
    table = played(*JACKS, ante="12.50 unnoticed", table=maryland(limits=limits))
    assert table.paid("ante") == ("win", 12_50, 12_50)


@clause("maryland .07A")
def test_07a__no_player_has_limits_of_their_own():
    setup = refused_setup(personal={"ann": {"ante": bounds("5.00", "1000.00")}})
    assert setup == ("no-personal-limits", ".07A")


@clause("maryland .07C")
def test_07c__a_position_where_nobody_sits_has_no_wager():
    assert maryland("ann").refuses("2 ante 5")[0] == "nobody-there"


@clause("maryland .07C(2)")
@pytest.mark.parametrize("bets", [0, 1, 2, 3])
def test_07c_2__the_wagers_of_a_player_who_leaves_are_lost(bets: int):
    table = bonuses().do("1 ante 5", "1 progressive 1", "1 three-card-bonus 5", "1 six-card-bonus 5")
    table.do("deal Ad Kd Qd Jd 5s 5h 5c Td 9d", *("1 bet 3x", "reveal") * bets, "1 leave", "settle")
    assert {result.outcome.value for result in table.state.results} == {"lose"}
    assert {result.clause for result in table.state.results} == {"maryland .07C(2)"}
    assert table.net() == -16_00 - bets * 15_00
    assert table.state.order == ()


@clause("maryland .07C(2)")
def test_07c_2__so_are_the_bonus_wagers_of_a_player_who_folds_and_leaves():
    table = bonuses().do("1 ante 5", "1 three-card-bonus 5", "deal Ad Kd Qd Jd 5s 5h 5c Td 9d", "1 fold", "1 leave")
    assert table.do("settle").paid("three-card-bonus") == ("lose", 0, 0)


@clause("maryland .07C(2)")
def test_07c_2__a_folded_player_without_a_bonus_wager_has_nothing_to_abandon():
    table = maryland("ann ben").do("1 ante 5", "2 ante 5", "deal As Kh 3s 4h 2d 5c 9d", "1 fold")
    assert table.refuses("1 leave") == ("hand-ended", ".07C(2)")


@clause("maryland .07C(2)")
def test_07c_2__who_leaves_before_the_deal_takes_every_wager_back():
    table = bonuses("ann ben").do("1 ante 5", "1 three-card-bonus 5", "1 six-card-bonus 5", "2 ante 5", "1 leave")
    assert table.state.hands[1].stakes == {}
    assert table.balance("player:ann") == 0


@clause("maryland .07D")
@pytest.mark.parametrize("wager", ["ante 5", "progressive 1", "three-card-bonus 5"])
def test_07d__wagers_are_down_before_no_more_bets(wager: str):
    first = () if wager == "ante 5" else ("1 ante 5",)
    before = bonuses("ann ben").do("2 ante 5", *first, f"1 {wager}")
    assert wager.split()[0] in before.state.hands[1].stakes
    dealt = "deal 2c 7d Jc Kc 5s 5h 9c " + ("As Kh Td 4d" if first else "Td 4d")
    after = bonuses("ann ben").do("2 ante 5", *first, dealt)
    assert after.refuses(f"1 {wager}") == ("bets-closed", ".07D")


@clause("maryland .07E")
@pytest.mark.parametrize("wager", ["ante", "progressive", "three-card-bonus", "six-card-bonus"])
@pytest.mark.parametrize("bets", [0, 1, 2, 3])
def test_07e__after_no_more_bets_no_wager_is_increased_or_withdrawn(wager: str, bets: int):
    table = bonuses().do("1 ante 5", "1 progressive 5", "1 three-card-bonus 5", "1 six-card-bonus 5")
    table.do("deal 2c 7d Jc Kc 5s 5h 9c As Kh", *("1 bet 1x", "reveal") * bets)
    assert table.refuses(f"1 {wager} 5")[0] == "bets-closed"
    assert table.refuses(f"1 withdraw {wager}")[0] == "bets-closed"


@clause("maryland .07E")
def test_07e__a_street_wager_is_made_once_and_stays():
    table = maryland("ann ben").do("1 ante 5", "2 ante 5", "deal As Kh 3s 4h 2d 5c 9d", "1 bet 1x")
    assert table.refuses("1 bet 5") == ("already-placed", ".02B(2)")
    assert table.refuses("1 withdraw third-street") == ("bets-closed", ".11C")


@clause("maryland .07E")
def test_07e__before_no_more_bets_a_wager_may_be_withdrawn_and_placed_anew():
    table = maryland().do("1 ante 5", "1 withdraw ante", "1 ante 25")
    assert table.state.hands[1].ante_cents == 25_00
    assert table.balance("player:ann") == -25_00


@clause("maryland .07F(1)")
def test_07f_1__without_an_ante_there_is_no_round():
    table = maryland("ann ben", three="A")
    assert table.refuses("deal As Kh 2d 5c 9d") == ("no-ante", ".07F(1)")
    assert table.refuses("1 three-card-bonus 5") == ("needs", ".07F(1)")


@clause("maryland .07F(1)")
def test_07f_1__who_has_no_ante_takes_no_part():
    table = maryland("ann ben").do("2 ante 5", "deal As Kh 2d 5c 9d")
    assert (table.hole("ann", 1), table.hole("ben", 2)) == ("", "As Kh")
    assert table.refuses("1 bet 5") == ("no-ante", ".07F(1)")
    assert table.refuses("1 fold") == ("no-ante", ".07F(1)")
    assert table.do("2 fold", "settle").state.results[0].position == 2


@clause("maryland .07F(1)")
def test_07f_1__an_ante_is_not_withdrawn_from_under_a_bonus_wager():
    table = maryland(three="A").do("1 ante 5", "1 three-card-bonus 5")
    assert table.refuses("1 withdraw ante") == ("needed-by", ".07F(1)")
    assert table.do("1 withdraw three-card-bonus", "1 withdraw ante").state.hands[1].stakes == {}


@clause("maryland .07F(2)")
@pytest.mark.parametrize("street", ["third-street", "fourth-street", "fifth-street"])
def test_07f_2__no_street_wager_before_the_deal(street: str):
    assert maryland().do("1 ante 5").refuses(f"1 {street} 5") == ("not-before-deal", ".07F(2)")


@clause("maryland .07F(2)")
def test_07f_2__third_fourth_and_fifth_street_each_in_its_turn():
    table = maryland().do("1 ante 5")
    assert table.refuses("1 bet 5") == ("no-street-open", ".07F(2)")
    table.do("deal As Kh 2d 5c 9d")
    for street in ("third-street", "fourth-street", "fifth-street"):
        assert list(table.state.hands[1].stakes)[-1] != street
        table.do("1 bet 1x")
        assert list(table.state.hands[1].stakes)[-1] == street
        table.do("reveal")
    assert table.refuses("1 bet 5") == ("no-street-open", ".07F(2)")


@pytest.mark.parametrize(
    "wager",
    [
        pytest.param("progressive 5", marks=clause("maryland .07F(3)")),
        pytest.param("three-card-bonus 5", marks=clause("maryland .07F(4)")),
        pytest.param("six-card-bonus 5", marks=clause("maryland .07F(5)")),
    ],
)
def test_07f__what_the_operator_does_not_offer_is_refused(wager: str):
    assert maryland(dealing="automatic").do("1 ante 5").refuses(f"1 {wager}")[0] == "not-offered"


@clause("maryland .07F(3)(a)")
def test_07f_3_a__the_progressive_comes_after_an_ante():
    table = maryland(progressive=True)
    assert table.refuses("1 progressive 1") == ("needs", ".07F(3)(a)")
    assert "progressive" in table.do("1 ante 5", "1 progressive 1").state.hands[1].stakes


@clause("maryland .07F(4)")
@pytest.mark.parametrize(
    ("community", "paid"),
    [("5d 5c 9d", ("win", 5_00, 5_00)), ("4d 5c 9d", ("lose", 0, 0)), ("Ad Kc Jd", ("lose", 0, 0))],
)
def test_07f_4__the_three_card_bonus_wins_from_a_pair_upwards(community: str, paid: tuple[str, int, int]):
    assert played("As Kh", community, "three-card-bonus 5", bonus="2c 3d 7c 8c").paid("three-card-bonus") == paid


@clause("maryland .07F(4)")
def test_07f_4__the_players_own_cards_are_no_part_of_it():
    table = played("5s 5h", "5d Kc 9d", "three-card-bonus 5", bonus="2c 3d 7c 8c")
    assert (table.paid("ante")[0], table.paid("three-card-bonus")[0]) == ("win", "lose")


@clause("maryland .07F(5)(a)")
@pytest.mark.parametrize(
    ("hole", "bonus", "paid"),
    [
        ("5s 5h", "5d Kc 9d 2c", ("win", 25_00, 5_00)),
        ("5s Kh", "5d 5c 9d 2c", ("win", 25_00, 5_00)),
        ("7s Kh", "5d 5c 5h 2c", ("win", 25_00, 5_00)),
        ("5s Kh", "5d Kc 9d 2c", ("lose", 0, 0)),
        ("As Ah", "Kd Kc 9d 9c", ("lose", 0, 0)),
        ("Ts Th", "Kd 2c 9d 4c", ("lose", 0, 0)),
    ],
)
def test_07f_5_a__the_six_card_bonus_wins_from_three_of_a_kind_of_the_four_and_the_two(
    hole: str, bonus: str, paid: tuple[str, int, int]
):
    table = played(hole, "3d 8c Qs", "three-card-bonus 5", "six-card-bonus 5", bonus=bonus)
    assert table.paid("six-card-bonus") == paid


@clause("maryland .07F(5)(a)")
def test_07f_5_a__the_three_community_cards_are_no_part_of_it():
    table = played("As Ah", "Ad Ac Qs", "three-card-bonus 5", "six-card-bonus 5", bonus="2c 7d Jc Kc")
    assert table.result("ante").pays == "40 to 1"
    assert (table.paid("six-card-bonus"), table.clause("six-card-bonus")) == (("lose", 0, 0), ".07F(5)(a)")


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
    table = played(hole, "2d 5c 7s", *wagers, bonus=bonus, table=bonuses(six=six))
    assert table.paid("six-card-bonus") == ("win", won, 5_00)


@clause("maryland .07F(5)(c)")
def test_07f_5_c__the_six_card_bonus_comes_after_an_ante_and_a_three_card_bonus_wager():
    table = bonuses()
    assert table.refuses("1 six-card-bonus 5") == ("needs", ".07F(5)(c)")
    assert table.do("1 ante 5").refuses("1 six-card-bonus 5") == ("needs", ".07F(5)(c)")
    assert "six-card-bonus" in table.do("1 three-card-bonus 5", "1 six-card-bonus 5").state.hands[1].stakes
    assert table.refuses("1 withdraw three-card-bonus") == ("needed-by", ".07F(5)(c)")


@clause("maryland .07F(5)(c)")
def test_07f_5_c__and_before_no_more_bets():
    table = bonuses().do("1 ante 5", "1 three-card-bonus 5", "deal 2c 7d Jc Kc 5s 5h 9c As Kh")
    assert table.refuses("1 six-card-bonus 5") == ("bets-closed", ".07F(5)(c)")


@clause("maryland .07F(5)(c)")
def test_07f_5_c__it_is_not_offered_without_the_three_card_bonus():
    assert refused_setup(dealing="automatic", six="A") == ("needs", ".07F(5)(c)")


@clause("maryland .07G")
def test_07g__nobody_wagers_on_two_positions():
    assert refused_setup(seats={1: "ann", 2: "ann"}) == ("one-hand", ".07G")
    assert refused_setup(seats={1: "ann", 2: "ben", 6: "ann"}) == ("one-hand", ".07G")


@clause("maryland .07G")
def test_07g__so_there_is_no_blind_box():
    table = maryland().do("1 ante 5", "deal As Kh 2d 5c 9d")
    assert table.refuses("1 blind 5 5 5") == ("no-blind-box", ".07G")


@clause("maryland .02A")
def test_02a__a_seventh_position_is_refused():
    assert maryland({6: "fay"}).do("6 ante 5").state.hands[6].ante_cents == 5_00
    assert refused_setup(seats={7: "gus"}) == ("no-such-position", ".02A")
    assert refused_setup(seats={0: "gus"}) == ("no-such-position", ".02A")


@pytest.mark.parametrize(
    ("wager", "area"),
    [
        pytest.param("ante", ".02B(2)", marks=clause("maryland .02B(2)")),
        pytest.param("progressive", ".02B(4)", marks=clause("maryland .02B(4)")),
        pytest.param("three-card-bonus", ".02B(5)", marks=clause("maryland .02B(5)")),
        pytest.param("six-card-bonus", ".02B(6)", marks=clause("maryland .02B(6)")),
    ],
)
def test_02b__one_wager_an_area(wager: str, area: str):
    table = bonuses().do("1 ante 5", "1 progressive 5", "1 three-card-bonus 5", "1 six-card-bonus 5")
    assert table.refuses(f"1 {wager} 5") == ("already-placed", area)


@clause("maryland .02B(2)")
def test_02b_2__four_main_wagers_lie_in_four_areas():
    table = played(*NOTHING, table=maryland(), bets=(3, 2, 1))
    stakes = table.state.hands[1].stakes
    assert [(wager, stakes[wager].cents) for wager in MAIN] == list(
        zip(MAIN, (10_00, 30_00, 20_00, 10_00), strict=True)
    )
