"""online, « Comment jouer »: how a game goes."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("online play.1")
def test_play_1__an_ante_is_required_and_the_bonus_optional():
    wagers = rulebook("online").wagers
    assert wagers["ante"].presence.value == "required"
    assert wagers["ante"].one_per_hand.value is True
    assert wagers["three-card-bonus"].presence.value == "optional"
    assert wagers["three-card-bonus"].needs.value == ("ante",)


@clause("online play.2")
def test_play_2__the_deal_closes_the_ante_and_gives_the_players_two_first():
    book = rulebook("online")  # RULEBOOKS.md: the player's two, then the three community cards
    assert book.wagers["ante"].closes.value == "at-no-more-bets"
    assert book.dealing.methods["electronic"].steps.value == ("two-to-each", "three-community")


@clause("online play.3")
def test_play_3__to_fold_loses_the_ante_and_ends_the_game():
    book = rulebook("online")
    assert (book.wagers["ante"].on_fold.value, book.wagers["ante"].on_forfeit.value) == ("lost", "lost")
    assert book.play.fold_is_final.value is True
    assert book.play.third_street_order.value == "any"


@clause("online play.4")
def test_play_4__later_decisions_have_no_order_either():
    assert rulebook("online").play.later_streets_order.value == "any"


@pytest.mark.parametrize(
    "wager",
    [
        pytest.param("third-street", marks=clause("online play.3", "online play.4")),
        pytest.param("fourth-street", marks=clause("online play.4", "online play.5")),
        pytest.param("fifth-street", marks=clause("online play.5")),
    ],
)
def test_play_3_to_5__a_street_is_bet_to_see_its_card_and_lost_by_a_later_fold(wager: str):
    rule = rulebook("online").wagers[wager]
    assert rule.presence.value == "to-continue"
    assert rule.closes.value == "at-next-card"
    assert rule.on_fold.value == "lost"
    assert rule.on_forfeit.value == "lost"
    assert rule.one_per_hand.value is True


@clause("online play.6")
def test_play_6__one_hand_is_settled_when_the_last_card_is_shown():
    play = rulebook("online").play
    assert play.settlement_order.value == "from-dealers-right"
    assert play.jackpots_paid.value == "with-each-hand"
    assert play.concede.value is False


@clause("online play.7")
def test_play_7__five_cards_for_the_main_wagers_and_the_community_cards_for_the_bonus():
    wagers = rulebook("online").wagers
    assert {wager: rule.basis.value for wager, rule in wagers.items()} == {
        "ante": "five-cards",
        "third-street": "five-cards",
        "fourth-street": "five-cards",
        "fifth-street": "five-cards",
        "three-card-bonus": "community-cards",
    }
    assert wagers["three-card-bonus"].on_push.value == "decided-apart"


@clause("online play.8")
def test_play_8__the_bonus_outlives_a_fold():
    bonus = rulebook("online").wagers["three-card-bonus"]
    assert (bonus.on_fold.value, bonus.on_forfeit.value) == ("stays", "stays")


@pytest.mark.parametrize(
    ("name", "fr", "en"),
    [
        pytest.param("ante", "MISE INITIALE", "ANTE", marks=clause("online play.1")),
        pytest.param("fold", "SE COUCHER", "FOLD", marks=clause("online play.3")),
        pytest.param("bet", "MISER", "BET", marks=clause("online play.3")),
        pytest.param("third-street", "troisième tour", "3rd street", marks=clause("online play.3")),
        pytest.param("fourth-street", "quatrième tour", "4th street", marks=clause("online play.4")),
        pytest.param("fifth-street", "cinquième tour", "5th street", marks=clause("online play.5")),
        pytest.param("deal", "DISTRIBUER", "DEAL", marks=clause("online play.9")),
        pytest.param("new-game", "NOUVELLE PARTIE", "NEW GAME", marks=clause("online play.9")),
        pytest.param("rebet", "MISER DE NOUVEAU ET DISTRIBUER", "REBET AND DEAL", marks=clause("online play.9")),
    ],
)
def test_play__the_words(name: str, fr: str, en: str):
    term = rulebook("online").terms[name]
    assert (term.fr.value, term.en.value) == (fr, en)
