"""nsw 1: definitions."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("nsw 1.1 3rd Street Wager", "nsw 1.1 4th Street Wager", "nsw 1.1 5th Street Wager")
def test_1_1__a_street_wager_is_one_two_or_three_antes():
    assert rulebook("nsw").streets.multiples.value == (1, 2, 3)


@clause("nsw 1.1 Hole Cards")
def test_1_1__two_hole_cards():
    assert rulebook("nsw").dealing.hole_cards.value == 2


@clause("nsw 1.1 Community Cards")
def test_1_1__three_community_cards():
    assert rulebook("nsw").dealing.community_cards.value == 3


@clause("nsw 1.1 Fold")
@pytest.mark.parametrize("wager", ["ante", "third-street", "fourth-street", "fifth-street", "jackpot", "fixed-jackpot"])
def test_1_1__a_fold_forfeits_all_wagers(wager: str):
    assert rulebook("nsw").wagers[wager].on_fold.value == "lost"


@clause("nsw 1.1 Player’s Hand")
def test_1_1__a_fixed_jackpot_goes_by_the_hole_cards_and_the_community_cards():
    assert rulebook("nsw").wagers["fixed-jackpot"].basis.value == "five-cards"


@clause("nsw 1.1 Jackpot Wager")
def test_1_1__the_jackpot_wager_is_optional_where_there_is_a_jackpot():
    assert rulebook("nsw").wagers["jackpot"].presence.value == "if-offered"


@clause("nsw 1.1 Fixed Jackpot")
def test_1_1__the_fixed_jackpot_is_an_addition_whose_odds_the_sign_gives():
    fixed = rulebook("nsw").wagers["fixed-jackpot"]
    assert (fixed.presence.value, fixed.on_push.value, fixed.tables) == ("if-offered", "lost", {})


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


@clause("nsw 1.1 Inspector", "nsw 3.8")
def test_1_1__an_inspector_is_no_member_of_staff_and_may_only_have_the_cards_counted():
    officials = rulebook("nsw").staff.officials
    assert {name: each.may.value for name, each in officials.items()} == {"inspector": ("verify-cards",)}
    assert (officials["inspector"].en.value, officials["inspector"].fr.value) == ("inspector", "inspecteur")


@clause("nsw 1.1 Casino Supervisor")
def test_1_1__a_gaming_supervisor_and_an_assistant_gaming_manager_are_casino_supervisors():
    staff = rulebook("nsw").staff
    least = staff.titles[
        staff.powers["change-limits"].value
    ].rank.value  # 6.5: a casino supervisor may alter the limits
    may = {name for name, title in staff.titles.items() if title.rank.value >= least}
    assert {"gaming-supervisor", "assistant-gaming-manager"} <= may
    assert "dealer" not in may
