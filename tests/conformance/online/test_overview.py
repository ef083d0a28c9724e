"""online, « Aperçu »: the game in short."""

from tests.clauses import clause

from mississippi_stud.cards import DECK
from mississippi_stud.rulebooks import rulebook


def words(name: str) -> tuple[str, str]:
    term = rulebook("online").terms[name]
    return term.fr.value, term.en.value


@clause("online overview.1")
def test_overview_1__one_standard_deck_of_52_shuffled_between_games_and_never_cut():
    dealing = rulebook("online").dealing
    assert (dealing.cards.value, dealing.jokers.value, dealing.shuffled_every_round.value) == (52, False, True)
    assert {name: (method.decks.value, method.cut.value) for name, method in dealing.methods.items()} == {
        "electronic": (1, "never")
    }
    assert len(DECK) == 52


@clause("online overview.3")
def test_overview_3__one_player_two_cards_and_three_community_cards():
    book = rulebook("online")
    assert (book.dealing.hole_cards.value, book.dealing.community_cards.value) == (2, 3)
    assert (book.positions.maximum.value, book.positions.default.value) == (1, 1)
    assert book.positions.hands_per_player.value == "one"
    assert book.positions.seated_players_only.value is False
    assert words("community-cards") == ("cartes communes", "community cards")


@clause("online overview.4")
def test_overview_4__one_two_or_three_antes_on_each_of_three_streets_and_nothing_else():
    book = rulebook("online")
    assert book.streets.multiples.value == (1, 2, 3)
    assert book.streets.may_vary.value is True
    assert book.streets.order.value == ("third-street", "fourth-street", "fifth-street")
    assert book.limits.street_over_multiple.value == "refused"
    assert book.limits.street_under_multiple.value == "refused"
    assert book.limits.cannot_fund.value == "refused"


@clause("online overview.5")
def test_overview_5__the_most_on_all_streets_left_at_the_3rd_or_4th():
    assert rulebook("online").streets.max_all_at.value == ("third-street", "fourth-street")
    assert words("max-all") == ("MISE MAX. TOUS", "MAX BET ALL")


@clause("online overview.7")
def test_overview_7__the_bonus_is_placed_before_the_deal():
    bonus = rulebook("online").wagers["three-card-bonus"]
    assert bonus.closes.value == "at-no-more-bets"
    assert bonus.one_per_hand.value is True
    assert words("three-card-bonus") == ("Bonus 3 cartes", "3 Card Bonus")
