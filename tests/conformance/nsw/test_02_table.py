"""nsw 2: table layout and equipment."""

from tests.clauses import clause
from tests.conformance.felt import felt
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


@clause("nsw 2.2", "nsw 2.2.1.1", "nsw 2.2.1.2", "nsw 2.2.1.3", "nsw 2.2.1.4", "nsw 2.2.2")
def test_2_2__the_layout_has_its_areas_in_order_with_their_words_and_places_for_community_cards():
    with felt("nsw") as table:
        assert table.areas[-4:] == ["Ante", "3rd Street", "4th Street", "5th Street"]
        assert table.areas[:-4] == ["Fixed jackpot wager", "Jackpot wager"], "further areas, for what the sign offers"
        assert table.words["cards"]["community"] == 3
        table.deal(ante=5_00)
        assert table.seen["view"]["round"]["community"] == [None, None, None]
