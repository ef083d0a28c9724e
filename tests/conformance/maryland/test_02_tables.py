"""maryland .02: the table, its layout and the progressive system."""

from fractions import Fraction

import pytest
from tests.clauses import clause
from tests.conformance.felt import felt
from tests.conformance.maryland.tables import at_table, bonuses, maryland, played, refused_table
from tests.jackpot.floor import floor
from tests.script import go, refused
from tests.table.hall import Hall, opened

from mississippi_stud.jackpot import AddTable, MeterOffer
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.table import commands as t
from mississippi_stud.table import view
from mississippi_stud.table.state import Admission


@clause("maryland .02A")
def test_02a__six_positions_and_a_seventh_is_refused():
    positions = rulebook("maryland").positions
    assert (positions.maximum.value, positions.default.value) == (6, 6)
    assert go("maryland", maryland({6: "fay"}), "6 ante 5").hands[6].ante_cents == 5_00
    assert refused_table(seats={7: "gus"}) == ("no-such-position", "maryland .02A")
    assert refused_table(seats={0: "gus"}) == ("no-such-position", "maryland .02A")


@clause("maryland .02B", "maryland .02E", "maryland .08A", "maryland .05H")
@pytest.mark.parametrize("what", ["layout", "tip-box-location", "shoe-location", "reshuffling-device"])
def test_02b__approvals_of_the_commission_are_on_record(what: str):
    drive = opened("maryland", "shoe")
    drive.do(t.RecordApproval, by="floorperson", what=what, reference="2014-17")
    assert (what, "2014-17") in drive.table.approvals


@pytest.mark.parametrize(
    ("wager", "area"),
    [
        pytest.param("ante", "maryland .02B(2)", marks=clause("maryland .02B(2)")),
        pytest.param("progressive", "maryland .02B(4)", marks=clause("maryland .02B(4)")),
        pytest.param("three-card-bonus", "maryland .02B(5)", marks=clause("maryland .02B(5)")),
        pytest.param("six-card-bonus", "maryland .02B(6)", marks=clause("maryland .02B(6)")),
    ],
)
def test_02b__one_wager_an_area(wager: str, area: str):
    assert rulebook("maryland").wagers[wager].one_per_hand.value is True
    state = go("maryland", bonuses(), "1 ante 5; 1 progressive 5; 1 three-card-bonus 5; 1 six-card-bonus 5")
    assert refused("maryland", state, f"1 {wager} 5") == ("already-placed", area)


@clause("maryland .02B(2)")
def test_02b_2__four_main_wagers_lie_in_four_areas():
    rules = rulebook("maryland").wagers
    areas = [wager for wager, rule in rules.items() if rule.presence.value != "if-offered" and rule.one_per_hand.value]
    assert areas == ["ante", "third-street", "fourth-street", "fifth-street"]
    stakes = played("As Kh", "2d 5c 9d", setup=maryland(), bets=(3, 2, 1)).hands[1].stakes
    assert {wager: stakes[wager].cents for wager in stakes} == dict(
        zip(areas, (10_00, 30_00, 20_00, 10_00), strict=True)
    )


@clause("maryland .02C")
def test_02c__a_table_without_the_system_takes_no_progressive_wagers():
    casino = floor("maryland")
    bare = AddTable(table="B", meter="main", cost_cents=5_00, fitted=False)
    assert casino.refused(bare) == ("not-fitted", "maryland .02C")
    casino.do(AddTable(table="B", meter="main", cost_cents=1_00))
    casino.do(casino.register(1, table="B"))
    assert casino.value() == Fraction("10000.20")


@clause("maryland .02C(2)", "maryland .07D")
@pytest.mark.parametrize(
    ("dealing", "cards"),
    [
        pytest.param("shoe", "2c 4d 3c 6d Qh Jh Th", marks=clause("maryland .08C(1)")),
        pytest.param("hand", "2c 4d 3c 6d Qh Jh Th", marks=clause("maryland .09A(3)(b)")),
        pytest.param("automatic", "Qh Jh Th 2c 4d 3c 6d", marks=clause("maryland .10A(2)(b)")),
    ],
)
def test_02c_2__no_progressive_wager_after_no_more_bets(dealing: str, cards: str):
    casino = floor("maryland")
    state = at_table(casino, f"1 ante 5; 1 progressive 5; 2 ante 5; deal {cards}", dealing)
    assert refused("maryland", state, "2 progressive 5") == ("bets-closed", "maryland .07D")
    assert casino.refused(casino.register(1, 2)) == ("game-registered", "maryland .07D")


@clause("maryland .02B(1)")
def test_02b_1__the_layout_bears_the_name_of_the_operator():
    with felt("maryland") as table:
        assert table.seen["operator"] == "Mississippi Stud"
        terms = {"house": "riverside", "dealing": "automatic", "admission": Admission.LINK}
        table.floor.open_table("maryland", id="a" * 32, **terms)
        watched = table.caller.ask("GET", f"/api/tables/{'a' * 32}", table.cookies[0]).problem
        assert watched["operator"] == "riverside"


@clause("maryland .02B(2)", "maryland .02B(3)", "maryland .02B(4)", "maryland .02B(5)", "maryland .02B(6)")
def test_02b__every_wager_has_an_area_of_its_own_and_each_community_card_a_place_with_its_name():
    with felt("maryland") as table:
        assert table.areas == [
            "Six Card Bonus", "Three Card Bonus", "Progressive wager", "Ante", "3rd Street", "4th Street", "5th Street",
        ]  # fmt: skip
        assert table.streets == ["3rd Street", "4th Street", "5th Street"]
        table.deal(ante=5_00)
        assert table.seen["view"]["round"]["community"] == [None, None, None]


@clause("maryland .02B(7)")
def test_02b_7__a_sign_posts_what_every_wager_pays_and_how_much_a_street_wager_is():
    with felt("maryland") as table:
        page = table.page
    for line in (
        "Royal flush 500 : 1", "Jacks or better 1 : 1", "Royal flush 100% of the meter", "Flush 40 for 1",
        "Envy Bonus Royal flush $1,000.00 Straight flush $300.00", "Pair 1 : 1",
        "Super royal of diamonds $1,000,000.00",
        "On each street, bet 1, 2 or 3 times your ante, or fold.",
    ):  # fmt: skip
        assert line.lower() in page.lower(), line


@clause("maryland .02C(1)")
def test_02c_1__each_position_shows_that_its_progressive_wager_was_accepted():
    hall = Hall("maryland", "automatic", meter=MeterOffer(cost_cents=1_00, rate="20%", seed_cents=10_000_00))
    for position, player in ((1, "ann"), (2, "ben")):
        hall.do(t.Sit, position=position, player=player)
    hall.lines("1 ante 5; 1 progressive 1; 2 ante 5")
    seen = view(hall.book, hall.table, Role.SPECTATOR)
    assert [(seat.position, seat.acknowledged) for seat in seen.seats] == [(1, True), (2, False)]
