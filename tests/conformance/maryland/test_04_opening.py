"""maryland .04: opening a table."""

from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("maryland .04A")
def test_04a__the_dealer_inspects_and_a_floorperson_verifies():
    staff = rulebook("maryland").staff
    titles = {name: (title.rank.value, title.en.value, title.fr.value) for name, title in staff.titles.items()}
    assert titles == {
        "dealer": (1, "dealer", "croupier"),
        "floorperson": (2, "floorperson", "chef de table"),
        "pit-manager": (3, "pit manager", "chef de section"),
        "shift-manager": (4, "shift manager", "responsable de quart"),
    }
    assert staff.powers["verify-inspection"].value == "floorperson"
