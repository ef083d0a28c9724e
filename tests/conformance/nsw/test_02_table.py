"""nsw 2: table layout and equipment."""

from tests.clauses import clause
from tests.table.hall import opened

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.table import commands as t


@clause("nsw 2.1")
def test_2_1__places_for_players_as_the_layout_has_them():
    positions = rulebook("nsw").positions  # RULEBOOKS.md: ours has 7 by default, up to 9
    assert (positions.default.value, positions.maximum.value) == (7, 9)
    assert positions.seated_players_only.value is False


@clause("nsw 2.3.1")
def test_2_3_1__a_shoe_for_a_single_deck_or_a_shuffling_device_for_two():
    methods = rulebook("nsw").dealing.methods
    assert {name: method.decks.value for name, method in methods.items()} == {"shoe": 1, "shuffler": 2}
    assert opened("nsw", "shoe").refused(t.ReceiveDeck, backs="blue") == ("too-many-decks", "nsw 2.3.1")
