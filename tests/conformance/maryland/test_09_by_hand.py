"""maryland .09: dealing from the hand."""

from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("maryland .09A(1)")
def test_09a_1__a_device_shuffles_and_only_a_deck_that_came_shuffled_is_cut():
    method = rulebook("maryland").dealing.methods["hand"]
    assert method.shuffled_by.value == ("automatic-shuffler",)
    assert method.cut.value == "unless-machine-shuffled"


@clause("maryland .09B")
def test_09b__two_cards_to_each_player_then_three_community_cards():
    assert rulebook("maryland").dealing.methods["hand"].steps.value == ("two-to-each", "three-community")


@clause("maryland .09C(1)")
def test_09c_1__the_stub_is_counted_every_5_rounds():
    assert rulebook("maryland").dealing.methods["hand"].stub_count_rounds.value == 5
