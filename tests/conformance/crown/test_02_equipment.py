"""crown 2: places at the table, dealing devices, and the equipment of a jackpot."""

import pytest
from tests.clauses import clause
from tests.conformance.felt import felt
from tests.jackpot.floor import floor, notice
from tests.table.hall import Pit

from mississippi_stud.jackpot import AddTable
from mississippi_stud.messages import MINUTE
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Shuffling


@clause("crown 2.1")
def test_2_1__a_table_has_places_for_nine_or_fewer():
    positions = rulebook("crown").positions
    assert positions.maximum.value == 9
    assert positions.default.value == 9
    assert positions.seated_players_only.value is False


@clause("crown 2.3")
def test_2_3__cards_come_from_a_manual_shoe_or_a_continuous_shuffler():
    assert set(rulebook("crown").dealing.methods) == {"shoe", "shuffler"}


@clause("crown 2.3", "crown 4.1.3")
@pytest.mark.parametrize(
    ("dealing", "shuffling", "said"),
    [
        ("shoe", Shuffling.CONTINUOUS, "crown 4.1.3"),
        ("shuffler", Shuffling.BY_HAND, "crown 2.3"),
        ("shuffler", Shuffling.AUTOMATIC, "crown 2.3"),
        ("shoe", Shuffling.BY_HAND, None),
        ("shoe", Shuffling.AUTOMATIC, None),
        ("shuffler", Shuffling.CONTINUOUS, None),
    ],
)
def test_2_3__a_manual_shoe_or_a_continuous_shuffler(dealing: str, shuffling: Shuffling, said: str | None):
    if said is None:
        Pit("crown", dealing, shuffling=shuffling)
        return
    with pytest.raises(Exception, match="not-shuffled-so") as refusal:
        Pit("crown", dealing, shuffling=shuffling)
    assert refusal.value.clause == said


@clause("crown 2.5")
def test_2_5__a_table_without_the_equipment_takes_no_jackpot_wagers():
    casino = floor("crown")
    casino.do(notice("add", table="B", meter="main"))
    bare = AddTable(table="B", meter="main", cost_cents=5_00, fitted=False, at=20 * MINUTE)
    assert casino.refused(bare) == ("not-fitted", "crown 2.5")
    assert casino.refused(casino.register(1, table="C")) == ("table-not-linked", "crown 2.5")


@clause("crown 2.2", "crown 2.2.1", "crown 2.2.1(a)", "crown 2.2.1(b)", "crown 2.2.1(c)", "crown 2.2.2")
def test_2_2__the_layout_has_an_area_for_each_wager_of_the_rules_and_may_have_more():
    with felt("crown") as table:
        assert table.areas == ["Jackpot wager", "Ante", "3rd Street", "4th Street", "5th Street"]
        assert table.words["cards"] == {"hole": 2, "community": 3}
        assert table.seen["operator"] == "Mississippi Stud", "a name is optional"
        assert table.seen["view"]["vacant"] == [3], "each place is a betting area, also for a further box (5.10)"
