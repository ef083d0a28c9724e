"""maryland .03: cards and decks."""

from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("maryland .03B")
def test_03b__two_decks_may_be_used_with_a_shuffling_device():
    methods = rulebook("maryland").dealing.methods
    assert {name: method.decks.value for name, method in methods.items()} == {"shoe": 2, "hand": 2, "automatic": 2}


@clause("maryland .03B(2)")
def test_03b_2__the_backs_of_the_two_decks_differ_in_colour():
    assert rulebook("maryland").dealing.alternating_backs_differ.value is True


@clause("maryland .03C(1)", "maryland .03C(2)")
def test_03c__decks_are_changed_every_4_hours_by_hand_and_every_8_from_a_shoe():
    methods = rulebook("maryland").dealing.methods
    hours = {name: method.change_deck_hours.value for name, method in methods.items()}
    assert hours == {"hand": 4, "shoe": 8, "automatic": 8}
