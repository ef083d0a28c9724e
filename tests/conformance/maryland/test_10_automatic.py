"""maryland .10: dealing from an automated shoe or shuffler."""

from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("maryland .10B")
def test_10b__a_stack_of_four_then_one_of_three_then_two_to_each():
    steps = rulebook("maryland").dealing.methods["automatic"].steps.value
    assert steps == ("four-bonus", "three-community", "two-to-each")


@clause("maryland .10B(1)")
def test_10b_1__only_this_method_deals_the_six_card_bonus():
    book = rulebook("maryland")
    assert book.wagers["six-card-bonus"].dealt_by.value == ("automatic",)
    assert [name for name, method in book.dealing.methods.items() if "four-bonus" in method.steps.value] == [
        "automatic"
    ]


@clause("maryland .10C")
def test_10c__the_stub_is_counted_every_5_rounds():
    assert rulebook("maryland").dealing.methods["automatic"].stub_count_rounds.value == 5
