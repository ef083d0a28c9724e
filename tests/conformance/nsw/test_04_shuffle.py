"""nsw 4: the shuffle and cut."""

from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("nsw 4.1.2")
def test_4_1_2__a_shuffle_at_the_completion_of_each_round():
    assert rulebook("nsw").dealing.shuffled_every_round.value is True


@clause("nsw 4.2", "nsw 4.3")
def test_4_2__with_a_shoe_the_dealer_cuts():
    assert rulebook("nsw").dealing.methods["shoe"].cut.value == "by-dealer"


@clause("nsw 4.4.3")
def test_4_4_3__with_a_shuffling_device_nobody_cuts():
    assert rulebook("nsw").dealing.methods["shuffler"].cut.value == "never"


@clause("nsw 4.4.5")
def test_4_4_5__a_casino_supervisor_may_order_a_shuffle():
    assert rulebook("nsw").staff.powers["order-shuffle"].value == "gaming-supervisor"
