"""online, « Aperçu »: the game in short."""

import pytest
from tests.clauses import clause
from tests.conformance.online.tables import GAME, MAIN, dealt, net, played, words
from tests.script import clauses, go, refused, refused_setup, results, seen

from mississippi_stud.cards import DECK, text
from mississippi_stud.prose.signs import Signs
from mississippi_stud.round import Setup, legal
from mississippi_stud.rulebooks import rulebook


@clause("online overview.1")
def test_overview_1__one_deck_of_52_shuffled_between_games_never_cut_and_no_card_twice():
    dealing = rulebook("online").dealing
    assert (dealing.cards.value, dealing.jokers.value, dealing.shuffled_every_round.value) == (52, False, True)
    assert {name: (method.decks.value, method.cut.value) for name, method in dealing.methods.items()} == {
        "electronic": (1, "never")
    }
    assert len(DECK) == 52
    state = go("online", GAME, "1 ante 10; deal")
    state = go("online", state, "1 bet 1; reveal Qh; 1 bet 1")
    assert refused("online", state, "reveal Qh") == ("card-twice", "online play.2")


@clause("online overview.2")
@pytest.mark.parametrize("hole", ["Ac Kd", "5c 5d", "2c 2d"])
def test_overview_2__a_hand_that_the_pay_table_does_not_name_loses_and_nobody_is_beaten(hole: str):
    state = played(hole, "Qh Js 9c", "10", "20", "30")
    assert results(state) == dict.fromkeys(MAIN, ("lose", "0.00", "0.00"))
    assert clauses(state) == dict.fromkeys(MAIN, "online overview.2")
    assert net(state) == -70_00


@clause("online overview.2")
def test_overview_2__a_hand_is_compared_with_nothing_but_the_table():
    assert list(GAME.seats) == [(1, "ann")]
    assert results(played("Jc Jd", "Qh 4s 9c")) == dict.fromkeys(MAIN, ("win", "10.00", "10.00"))


@clause("online overview.3")
def test_overview_3__five_cards_of_which_the_player_sees_two_and_nobody_else_any():
    book = rulebook("online")
    assert (book.dealing.hole_cards.value, book.dealing.community_cards.value) == (2, 3)
    assert (book.positions.maximum.value, book.positions.default.value) == (1, 1)
    assert book.positions.hands_per_player.value == "one"
    assert book.positions.seated_players_only.value is False
    assert words("community-cards") == [("cartes communes", "community cards")]
    before = go("online", GAME, "1 ante 10")
    assert seen("online", before, "player", "ann") == {"1": "", "community": "- - -"}
    state = dealt("Ah Kh", "Qh Jh Th")
    assert (text(state.hands[1].hole), text(state.community)) == ("Ah Kh", "Qh Jh Th")
    assert seen("online", state, "player", "ann") == {"1": "Ah Kh", "community": "- - -"}
    for role in ("spectator", "supervisor", "inspector", "dealer"):
        assert seen("online", state, role) == {"1": "- -", "community": "- - -"}


@clause("online overview.3")
@pytest.mark.parametrize("seats", [((1, "ann"), (2, "ben")), ((2, "ann"),), ((0, "ann"),)])
def test_overview_3__one_player_at_one_position(seats: tuple[tuple[int, str], ...]):
    setup = Setup(dealing="electronic", seats=seats)
    assert refused_setup("online", setup) == ("no-such-position", "online overview.3")


@clause("online overview.3")
@pytest.mark.parametrize("cards", ["Ah Kh Qh Jh", "Ah Kh Qh Jh Th 9h"])
def test_overview_3__not_four_cards_and_not_six(cards: str):
    state = go("online", GAME, "1 ante 10")
    assert refused("online", state, f"deal {cards}") == ("wrong-cards", "online play.2")


@clause("online overview.4")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "bet 1, 2 or 3 times your ante, or fold."),
        ("fr", "misez 1, 2 ou 3 fois la mise initiale, ou couchez-vous."),
    ],
)
def test_overview_4__the_page_says_that_streets_are_times_the_ante(language: str, said: str):
    told = [line.text for line in Signs(rulebook("online"), {}, language).how() if line.clause == "online overview.4"]
    assert said in told[0]


UNTIL = {
    "third-street": "",
    "fourth-street": "1 bet 2; reveal",
    "fifth-street": "1 bet 2; reveal; 1 bet 1; reveal",
}


@clause("online overview.4")
@pytest.mark.parametrize("street", UNTIL)
@pytest.mark.parametrize("bet", ["10", "20", "30"])
def test_overview_4__one_two_or_three_antes_for_each_card(street: str, bet: str):
    state = go("online", dealt("Ah Kh", "Qh Jh Th"), f"{UNTIL[street]}; 1 place {bet}; reveal")
    assert state.hands[1].stakes[street].cents == int(bet) * 100
    assert seen("online", state, "player", "ann")["community"].split().count("-") == 2 - list(UNTIL).index(street)


@clause("online overview.4")
@pytest.mark.parametrize("street", UNTIL)
@pytest.mark.parametrize("bet", ["0.01", "9.99", "10.01", "19.99", "20.01", "29.99", "30.01", "40"])
def test_overview_4__nothing_less_between_or_more(street: str, bet: str):
    state = go("online", dealt("Ah Kh", "Qh Jh Th"), UNTIL[street])
    assert refused("online", state, f"1 place {bet}") == ("wrong-multiple", "online overview.4")


@clause("online overview.4")
@pytest.mark.parametrize(("bet", "by"), [("9.99", "online overview.4"), ("30.01", "online overview.4")])
def test_overview_4__the_game_overlooks_nothing(bet: str, by: str):
    assert refused("online", dealt("Ah Kh", "Qh Jh Th"), f"1 place {bet} unnoticed") == ("seen-at-once", by)


@clause("online overview.4")
@pytest.mark.parametrize("street", UNTIL)
@pytest.mark.parametrize("bet", ["0", "-10"])
def test_overview_4__not_nothing(street: str, bet: str):
    state = go("online", dealt("Ah Kh", "Qh Jh Th"), UNTIL[street])
    assert refused("online", state, f"1 place {bet}") == ("no-amount", "online overview.4")


@clause("online overview.4")
@pytest.mark.parametrize("street", UNTIL)
def test_overview_4__no_card_without_a_bet_and_no_way_out_but_a_fold(street: str):
    state = go("online", dealt("Ah Kh", "Qh Jh Th"), UNTIL[street])
    assert refused("online", state, "reveal")[0] == "still-deciding"
    assert refused("online", state, "settle")[0] == "still-playing"
    assert refused("online", state, "1 cannot-fund") == ("must-fold", "online overview.4")
    offers = {option.command: option.choices_cents for option in legal(rulebook("online"), state, 1)}
    most = {"third-street": {"bet_all": (90_00,)}, "fourth-street": {"bet_all": (60_00,)}}.get(street, {})
    assert offers == {"bet": (10_00, 20_00, 30_00), "fold": ()} | most


@clause("online overview.4")
def test_overview_4__a_bet_stands_until_its_card_is_shown():
    book = rulebook("online")
    assert book.streets.multiples.value == (1, 2, 3)
    assert book.streets.may_vary.value is True
    assert book.streets.order.value == ("third-street", "fourth-street", "fifth-street")
    assert book.limits.street_over_multiple.value == "refused"
    assert book.limits.street_under_multiple.value == "refused"
    assert book.limits.cannot_fund.value == "refused"
    state = go("online", dealt("Ah Kh", "Qh Jh Th"), "1 bet 1")
    assert refused("online", state, "1 bet 3")[0] == "already-placed"
    assert refused("online", state, "1 fold")[0] == "already-placed"
    assert refused("online", state, "1 withdraw third-street")[0] == "bets-closed"


@clause("online overview.5")
@pytest.mark.parametrize(
    ("until", "bets"),
    [("", ["30.00", "30.00", "30.00"]), ("1 bet 1; reveal", ["10.00", "30.00", "30.00"])],
)
def test_overview_5__the_most_on_every_street_left_at_the_3rd_and_at_the_4th(until: str, bets: list[str]):
    state = go("online", dealt("Jc Jd", "Qh 4s 9c"), f"{until}; 1 max-all")
    state = go("online", state, "; ".join(["reveal"] * (3 - state.revealed)) + "; settle")
    assert results(state) == {
        "ante": ("win", "10.00", "10.00"),
        **{street: ("win", bet, bet) for street, bet in zip(MAIN[1:], bets, strict=True)},
    }


@clause("online overview.5")
def test_overview_5__not_at_the_5th_and_not_before_the_deal():
    assert rulebook("online").streets.max_all_at.value == ("third-street", "fourth-street")
    assert words("max-all") == [("MISE MAX. TOUS", "MAX BET ALL")]
    state = go("online", dealt("Jc Jd", "Qh 4s 9c"), UNTIL["fifth-street"])
    assert refused("online", state, "1 max-all") == ("no-max-all", "online overview.5")
    assert refused("online", go("online", GAME, "1 ante 10"), "1 max-all")[0] == "no-street-open"


@clause("online overview.5")
@pytest.mark.parametrize("until", ["", "reveal", "reveal; reveal"])
def test_overview_5__after_it_nothing_is_left_to_decide(until: str):
    state = go("online", dealt("Jc Jd", "Qh 4s 9c"), f"1 max-all; {until}")
    for line in ("1 fold", "1 bet 1", "1 max-all"):
        assert refused("online", state, line)[0] == "already-placed"
    assert legal(rulebook("online"), state, 1) == ()


@clause("online overview.5")
@pytest.mark.parametrize("until", ["", "1 bet 1; reveal"])
def test_overview_5__the_cards_still_come_one_by_one(until: str):
    state = go("online", dealt("Jc Jd", "Qh 4s 9c"), f"{until}; 1 max-all")
    assert seen("online", state, "player", "ann")["community"] == ("Qh - -" if until else "- - -")


@clause("online overview.6")
def test_overview_6__the_whole_hand_is_paid_when_every_card_is_shown():
    state = go("online", dealt("Ah Kh", "Qh Jh Th"), "1 bet 1; reveal; 1 bet 2; reveal; 1 bet 3")
    assert refused("online", state, "settle") == ("still-playing", "online play.6")
    state = go("online", state, "reveal; settle")
    assert results(state) == {
        "ante": ("win", "5000.00", "10.00"),
        "third-street": ("win", "5000.00", "10.00"),
        "fourth-street": ("win", "10000.00", "20.00"),
        "fifth-street": ("win", "15000.00", "30.00"),
    }
    assert seen("online", state, "spectator") == {"1": "Ah Kh", "community": "Qh Jh Th"}


@clause("online overview.7")
@pytest.mark.parametrize("until", ["", "1 bet 1; reveal", "1 max-all; reveal; reveal; reveal", "1 fold"])
def test_overview_7__the_bonus_is_placed_before_the_deal_or_not_at_all(until: str):
    state = go("online", dealt("Jc Jd", "Qh 4s 9c"), until)
    assert refused("online", state, "1 three-card-bonus 10") == ("bets-closed", "online overview.7")
    held = go("online", dealt("Jc Jd", "Qh 4s 9c", bonus="10"), until)
    assert refused("online", held, "1 withdraw three-card-bonus") == ("bets-closed", "online overview.7")


@clause("online overview.7")
def test_overview_7__one_bonus_which_may_be_taken_back_until_then():
    bonus = rulebook("online").wagers["three-card-bonus"]
    assert bonus.closes.value == "at-no-more-bets"
    assert bonus.one_per_hand.value is True
    assert words("three-card-bonus") == [("Bonus 3 cartes", "3 Card Bonus")]
    state = go("online", GAME, "1 ante 10; 1 three-card-bonus 10")
    assert refused("online", state, "1 three-card-bonus 5") == ("already-placed", "online overview.7")
    state = go("online", state, "1 withdraw three-card-bonus; 1 three-card-bonus 5")
    assert state.hands[1].stakes["three-card-bonus"].cents == 5_00


@clause("online overview.7")
def test_overview_7__it_goes_by_the_three_community_cards():
    state = played("2c 7d", "Ah Kh Qh", bonus="10")
    assert results(state)["three-card-bonus"] == ("win", "500.00", "10.00")
    state = played("Ah Kh", "Qh 7d 2c", bonus="10")
    assert results(state)["three-card-bonus"] == ("lose", "0.00", "0.00")
