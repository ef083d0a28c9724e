"""crown 2: places at the table and dealing devices."""

from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("crown 2.1")
def test_2_1__a_table_has_places_for_nine_or_fewer():
    positions = rulebook("crown").positions
    assert positions.maximum.value == 9
    assert positions.default.value == 9
    assert positions.seated_players_only.value is False


@clause("crown 2.3")
def test_2_3__cards_come_from_a_manual_shoe_or_a_continuous_shuffler():
    assert set(rulebook("crown").dealing.methods) == {"shoe", "shuffler"}
