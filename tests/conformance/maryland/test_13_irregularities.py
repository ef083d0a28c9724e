"""maryland .13: irregularities."""

from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("maryland .13D")
def test_13d__a_wrong_number_of_cards_returns_all_wagers_and_the_dealer_sees_to_it():
    book = rulebook("maryland")
    assert {wager: rule.on_misdeal.value for wager, rule in book.wagers.items()} == {
        "ante": "returned",
        "third-street": "returned",
        "fourth-street": "returned",
        "fifth-street": "returned",
        "progressive": "returned",
        "three-card-bonus": "returned",
        "six-card-bonus": "returned",
    }
    assert book.staff.powers["rule-irregularity"].value == "dealer"
