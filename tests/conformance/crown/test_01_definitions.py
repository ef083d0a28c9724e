"""crown 1: definitions, staff and their ranks."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("crown 1.1 Ante")
def test_1_1_ante__is_required_for_a_hand():
    assert rulebook("crown").wagers["ante"].presence.value == "required"


@clause("crown 1.1 Community cards")
def test_1_1_community_cards__are_three():
    assert rulebook("crown").dealing.community_cards.value == 3


@clause("crown 1.1 Hole Cards")
def test_1_1_hole_cards__are_two():
    assert rulebook("crown").dealing.hole_cards.value == 2


@clause("crown 1.1 Fold")
def test_1_1_fold__ends_the_hand_and_costs_whatever_was_wagered():
    book = rulebook("crown")
    assert book.play.fold_is_final.value is True
    assert book.wagers["fifth-street"].on_fold.value == "lost"


# 11.2 sends a matter up from the dealer to the higher duties dealer to the area manager, who manages one area; the
# assistant casino manager manages the whole floor.
@pytest.mark.parametrize(
    ("title", "rank", "en", "fr"),
    [
        pytest.param("dealer", 1, "dealer", "croupier", marks=clause("crown 1.1 Dealer")),
        pytest.param(
            "tg-higher-duties-dealer",
            2,
            "TG higher duties dealer",
            "croupier aux fonctions supérieures",
            marks=clause("crown 1.1 TG Higher Duties Dealer"),
        ),
        pytest.param(
            "tg-area-manager", 3, "TG area manager", "chef de secteur", marks=clause("crown 1.1 TG Area Manager")
        ),
        pytest.param(
            "tg-assistant-casino-manager",
            4,
            "TG assistant casino manager",
            "directeur adjoint du casino",
            marks=clause("crown 1.1 TG Assistant Casino Manager"),
        ),
    ],
)
def test_1_1__each_title_and_its_rank(title: str, rank: int, en: str, fr: str):
    staff = rulebook("crown").staff.titles[title]
    assert (staff.rank.value, staff.en.value, staff.fr.value) == (rank, en, fr)


@clause("crown 1.2")
def test_1_2__a_higher_duties_dealer_may_do_a_dealers_work():
    assert rulebook("crown").staff.powers["do-dealers-work"].value == "tg-higher-duties-dealer"
