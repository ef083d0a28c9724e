"""maryland .08: dealing from a manual shoe."""

from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("maryland .08E")
def test_08e__two_cards_to_each_player_then_three_community_cards():
    assert rulebook("maryland").dealing.methods["shoe"].steps.value == ("two-to-each", "three-community")


@clause("maryland .08E(1)", "maryland .08E(2)")
def test_08e__two_cards_of_ones_own_and_three_community_cards():
    dealing = rulebook("maryland").dealing
    assert (dealing.hole_cards.value, dealing.community_cards.value) == (2, 3)


@clause("maryland .08G")
def test_08g__the_stub_is_counted_every_5_rounds():
    assert rulebook("maryland").dealing.methods["shoe"].stub_count_rounds.value == 5
