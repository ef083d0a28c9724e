"""online, « Comment jouer »: how a game goes."""

import pytest
from tests.clauses import clause
from tests.conformance.online.tables import BONUS, GAME, MAIN, dealt, net, played
from tests.script import clauses, go, refused, results, seen
from tests.table.hall import Hall

from mississippi_stud.cards import text
from mississippi_stud.round import legal
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager


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
def test_play_1_to_9__the_words(name: str, fr: str, en: str):
    term = rulebook("online").terms[name]
    assert (term.fr.value, term.en.value) == (fr, en)


@clause("online play.1")
def test_play_1__no_game_without_an_ante():
    ante = rulebook("online").wagers["ante"]
    assert (ante.presence.value, ante.one_per_hand.value) == ("required", True)
    assert refused("online", GAME, "deal Ah Kh Qh Jh Th") == ("no-ante", "online play.1")
    assert refused("online", GAME, "1 three-card-bonus 10") == ("needs", "online play.1")
    both = go("online", GAME, "1 ante 10; 1 three-card-bonus 10")
    assert refused("online", both, "1 withdraw ante") == ("needed-by", "online play.1")
    assert refused("online", both, "1 ante 10") == ("already-placed", "online play.1")


@clause("online play.1")
def test_play_1__the_bonus_is_offered_and_may_be_left_out():
    bonus = rulebook("online").wagers["three-card-bonus"]
    assert (bonus.presence.value, bonus.needs.value) == ("optional", ("ante",))
    state = go("online", GAME, "1 ante 10")
    assert [option.wager for option in legal(rulebook("online"), state, 1) if option.command == "place"] == [
        "three-card-bonus"
    ]
    assert tuple(results(played("Ah Kh", "Qh Jh Th"))) == MAIN
    assert tuple(results(played("Ah Kh", "Qh Jh Th", bonus="1"))) == (*MAIN, "three-card-bonus")


@clause("online play.1")
@pytest.mark.parametrize("line", ["1 jackpot 5", "1 progressive 1", "1 six-card-bonus 5", "1 fixed-jackpot 1"])
def test_play_1__there_is_no_other_wager(line: str):
    assert refused("online", go("online", GAME, "1 ante 10"), line) == ("not-offered", "online play.1")


@clause("online play.2")
def test_play_2__the_players_two_first_then_the_community_cards_face_down():
    steps = rulebook("online").dealing.methods["electronic"].steps.value  # RULEBOOKS.md says so
    assert steps == ("two-to-each", "three-community")
    state = go("online", GAME, "1 ante 10; deal 2c 3d 4h 5s 6c")
    assert (text(state.hands[1].hole), text(state.community)) == ("2c 3d", "4h 5s 6c")
    assert seen("online", state, "player", "ann") == {"1": "2c 3d", "community": "- - -"}


@clause("online play.2")
def test_play_2__the_deal_ends_the_betting():
    assert rulebook("online").wagers["ante"].closes.value == "at-no-more-bets"
    state = dealt("2c 3d", "4h 5s 6c")
    assert refused("online", state, "1 ante 10") == ("bets-closed", "online play.2")
    assert refused("online", state, "1 withdraw ante") == ("bets-closed", "online play.2")
    assert refused("online", state, "deal 7c 8c 9c Tc Jc") == ("already-dealt", "online play.2")


@clause("online play.2", "online play.4", "online play.5", "online play.6")
def test_play_2_to_6__the_first_card_then_the_second_then_the_last():
    state = dealt("2c 3d", "4h 5s 6c")
    for shown in ("4h - -", "4h 5s -", "4h 5s 6c"):
        state = go("online", state, "1 bet 1; reveal")
        for role, player in (("player", "ann"), ("spectator", None)):
            assert seen("online", state, role, player)["community"] == shown


FOLDS = [
    pytest.param("", {"ante": "online play.3"}, marks=clause("online play.3")),
    pytest.param(
        "1 bet 3; reveal",
        {"ante": "online play.3", "third-street": "online play.4"},
        marks=clause("online play.4"),
    ),
    pytest.param(
        "1 bet 3; reveal; 1 bet 2; reveal",
        {"ante": "online play.3", "third-street": "online play.4", "fourth-street": "online play.5"},
        marks=clause("online play.5"),
    ),
]


@pytest.mark.parametrize(("until", "lost"), FOLDS)
def test_play_3_to_5__a_fold_loses_what_was_wagered_and_ends_the_game(until: str, lost: dict[str, str]):
    book = rulebook("online")
    assert (book.play.fold_is_final.value, book.play.third_street_order.value, book.play.later_streets_order.value) == (
        True,
        "any",
        "any",
    )
    for wager in lost:
        rule = book.wagers[wager]
        assert (rule.on_fold.value, rule.on_forfeit.value, rule.one_per_hand.value) == ("lost", "lost", True)
    state = go("online", dealt("Ah Kh", "Qh Jh Th"), f"{until}; 1 fold")
    assert refused("online", state, "reveal")[0] == "all-folded"
    for line in ("1 bet 1", "1 fold", "1 max-all"):
        assert refused("online", state, line) == ("hand-ended", "online play.3")
    state = go("online", state, "settle")
    assert results(state) == dict.fromkeys(lost, ("lose", "0.00", "0.00"))
    assert clauses(state) == lost
    assert state.order == ()


@pytest.mark.parametrize(("until", "lost"), FOLDS)
def test_play_3_to_5__what_was_not_shown_stays_face_down(until: str, lost: dict[str, str]):
    state = go("online", dealt("Ah Kh", "Qh Jh Th"), until)
    before = seen("online", state, "player", "ann")["community"]
    assert seen("online", go("online", state, "1 fold; settle"), "player", "ann")["community"] == before


STREETS = [
    pytest.param("", "third-street", marks=clause("online play.3")),
    pytest.param("1 bet 1; reveal", "fourth-street", marks=clause("online play.4")),
    pytest.param("1 bet 1; reveal; 1 bet 2; reveal", "fifth-street", marks=clause("online play.5")),
]


@pytest.mark.parametrize(("until", "street"), STREETS)
@pytest.mark.parametrize("bet", ["10", "20", "30"])
def test_play_3_to_5__one_two_or_three_antes(until: str, street: str, bet: str):
    state = go("online", dealt("Ah Kh", "Qh Jh Th"), f"{until}; 1 place {bet}")
    assert state.hands[1].stakes[street].cents == int(bet) * 100


@pytest.mark.parametrize(("until", "street"), STREETS)
@pytest.mark.parametrize("bet", ["9.99", "10.01", "15", "29.99", "30.01", "40"])
def test_play_3_to_5__and_no_other_amount(until: str, street: str, bet: str):
    state = go("online", dealt("Ah Kh", "Qh Jh Th"), until)
    assert refused("online", state, f"1 place {bet}")[0] == "wrong-multiple"


@pytest.mark.parametrize(("until", "street"), STREETS)
def test_play_3_to_5__the_card_of_a_street_waits_for_its_bet(until: str, street: str):
    rule = rulebook("online").wagers[street]
    assert (rule.presence.value, rule.closes.value) == ("to-continue", "at-next-card")
    assert (rule.on_fold.value, rule.on_forfeit.value, rule.one_per_hand.value) == ("lost", "lost", True)
    state = go("online", dealt("Ah Kh", "Qh Jh Th"), until)
    by = {"third-street": "online play.3", "fourth-street": "online play.4", "fifth-street": "online play.5"}
    assert refused("online", state, "reveal") == ("still-deciding", by[street])


@clause("online play.6")
def test_play_6__all_wagers_are_settled_when_the_last_card_is_shown():
    state = played("9h 9s", "9c Td Th", "10", "20", "30", bonus="5")
    assert results(state) == {
        "ante": ("win", "100.00", "10.00"),
        "third-street": ("win", "100.00", "10.00"),
        "fourth-street": ("win", "200.00", "20.00"),
        "fifth-street": ("win", "300.00", "30.00"),
        "three-card-bonus": ("win", "5.00", "5.00"),
    }
    assert (state.phase, state.order, net(state)) == ("settled", (1,), 705_00)


@clause("online play.6")
def test_play_6__there_is_nothing_to_concede_and_nobody_to_talk_to():
    rules = rulebook("online").play
    assert rules.settlement_order.value == "from-dealers-right"
    assert rules.jackpots_paid.value == "with-each-hand"
    assert rules.concede.value is False
    state = go("online", dealt("2c 3d", "4h 5s 6c"), "1 max-all; reveal; reveal; reveal")
    assert refused("online", state, "1 concede") == ("no-concession", "online play.6")
    assert refused("online", state, "1 forfeit") == ("nobody-to-talk-to", "online overview.3")


@clause("online play.6")
@pytest.mark.parametrize("line", ["1 ante 10", "deal", "1 bet 1", "1 fold", "reveal", "settle"])
def test_play_6__a_settled_game_is_over(line: str):
    assert refused("online", played("2c 3d", "4h 5s 6c"), line) == ("round-over", "online play.6")


@clause("online play.7")
def test_play_7__hole_cards_never_help_the_bonus_nor_the_bonus_the_hand():
    wagers = rulebook("online").wagers
    assert {wager: rule.basis.value for wager, rule in wagers.items()} == {
        "ante": "five-cards",
        "third-street": "five-cards",
        "fourth-street": "five-cards",
        "fifth-street": "five-cards",
        "three-card-bonus": "community-cards",
    }
    assert wagers["three-card-bonus"].on_push.value == "decided-apart"
    state = played("Qh Jh", "Ah Kd Tc", bonus="10")
    assert results(state)["ante"] == ("win", "40.00", "10.00")
    assert results(state)["three-card-bonus"] == ("lose", "0.00", "0.00")
    assert clauses(state)["three-card-bonus"] == "online play.7"


@clause("online play.7")
@pytest.mark.parametrize(
    ("community", "bonus"),
    [
        ("8h Kh Ah", ("win", "40.00", "10.00")),
        ("8h Ks Ad", ("lose", "0.00", "0.00")),
        ("7h 6s 5d", ("win", "60.00", "10.00")),
    ],
)
def test_play_7__a_pushed_hand_leaves_the_bonus_to_itself(community: str, bonus: tuple[str, str, str]):
    state = played("Tc Td", community, bonus="10")
    assert results(state) == dict.fromkeys(MAIN, ("push", "0.00", "10.00")) | {"three-card-bonus": bonus}


@clause("online play.8")
@pytest.mark.parametrize("until", ["", "1 bet 1; reveal", "1 bet 1; reveal; 1 bet 1; reveal"])
@pytest.mark.parametrize(("community", "outcome", "won"), BONUS)
def test_play_8__the_bonus_is_settled_after_a_fold_too(until: str, community: str, outcome: str, won: str):
    state = go("online", dealt("7d 4s", community, bonus="10"), f"{until}; 1 fold; settle")
    back = "0.00" if outcome == "lose" else "10.00"
    assert results(state)["three-card-bonus"] == (outcome, won, back)
    assert {result[0] for wager, result in results(state).items() if wager in MAIN} == {"lose"}
    assert state.order == (1,)


@clause("online play.8")
def test_play_8__the_cards_that_decide_it_are_shown_one_by_one_or_at_once():
    bonus = rulebook("online").wagers["three-card-bonus"]
    assert (bonus.on_fold.value, bonus.on_forfeit.value) == ("stays", "stays")
    folded = go("online", dealt("7d 4s", "Ah Kh Qh", bonus="10"), "1 fold")
    assert [option.command for option in legal(rulebook("online"), folded)] == ["reveal", "settle"]
    one = go("online", folded, "reveal")
    assert seen("online", one, "player", "ann")["community"] == "Ah - -"
    step_by_step = go("online", one, "reveal; reveal; settle")
    at_once = go("online", folded, "settle")
    assert step_by_step == at_once
    assert seen("online", at_once, "spectator") == {"1": "- -", "community": "Ah Kh Qh"}
    assert net(at_once) == 490_00


@clause("online play.9")
def test_play_9__another_game_starts_with_the_last_wagers_or_with_new_ones():
    hall = Hall("online")
    hall.sit("ann")
    last = ("1 ante 10; 1 three-card-bonus 5", {Wager.ANTE: 10_00, Wager.THREE_CARD_BONUS: 5_00})
    for number, (lines, wagers) in enumerate((last, last, ("1 ante 20", {Wager.ANTE: 20_00})), start=1):
        hall.lines(f"{lines}; deal")
        assert (hall.table.number, hall.state.phase) == (number, "third-street")
        assert {wager: stake.cents for wager, stake in hall.state.hands[1].stakes.items()} == wagers
        hall.finish()
