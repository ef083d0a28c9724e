"""A dealer who simply follows the book: the next step at every moment, and the cards that it takes from the deck."""

from random import Random
from typing import Any

import pytest

from mississippi_stud.cards import DECK, Card
from mississippi_stud.round import (
    Deal,
    Reveal,
    Settle,
    Setup,
    State,
    play,
)
from mississippi_stud.round.dealer import dealt_cards, draws, next_step
from mississippi_stud.round.events import CardExposed, CardsDiscarded
from mississippi_stud.round.evolve import evolve
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from tests.clauses import clause
from tests.round.drive import commands_of
from tests.round.oracle import DEALS
from tests.round.rounds import BOOKS, random_plan
from tests.script import go

SHUFFLED = tuple(Random(52).sample(DECK, 52))  # noqa: S311


def opened(book: str, dealing: str, players: str = "ann", **setup: Any) -> State:
    """Return a round with an ante of $10.00 on every position."""
    seats = tuple(enumerate(players.split(), start=1))
    antes = ";".join(f"{position} ante 10" for position, _ in seats)
    return go(book, Setup(dealing=dealing, seats=seats, **setup), antes)


def dealt(book: str, state: State, step: Deal | Reveal | Settle | None = None) -> State:
    """Return the round after a step of the dealer, by default the next one, with cards from the deck."""
    step = step or next_step(rulebook(book), state)
    assert step is not None
    return play(rulebook(book), dealt_cards(rulebook(book), state, SHUFFLED, step), state=state)


def dealt_out(book: str, state: State) -> list[object]:
    """Return the dealer's steps until somebody must decide or the round is over."""
    steps: list[object] = []
    while (step := next_step(rulebook(book), state)) is not None:
        steps.append(step)
        state = dealt(book, state, step)
    return [*steps, state.phase]


def taken(state: State) -> list[Card | None]:
    """Return every card that the round has taken from the deck, in no particular order."""
    hole = [card for hand in state.hands.values() for card in hand.hole]
    return [*hole, *state.community, *state.bonus_cards, *state.burnt]


@pytest.mark.parametrize(("book", "dealing"), DEALS)
def test_a_round_of_bets_by_every_dealing_method(book: str, dealing: str):
    """Three seats if the book has them; everybody bets on every street."""
    rules = rulebook(book)
    players = "ann" if book == "online" else "ann ben cat"
    state = opened(book, dealing, players)
    assert next_step(rules, state) is None, "who closes the bets is not the round's business"
    state = dealt(book, state, Deal())
    for _ in range(3):
        for position in state.hands:
            assert next_step(rules, state) is None
            state = go(book, state, f"{position} bet 1")
        assert next_step(rules, state) == Reveal()
        state = dealt(book, state)
    assert next_step(rules, state) == Settle()
    assert set(taken(state)) == set(SHUFFLED[: 3 + 2 * len(state.hands)])
    state = dealt(book, state)
    assert state.phase is Phase.SETTLED
    assert next_step(rules, state) is None


@pytest.mark.parametrize(("book", "dealing"), DEALS)
def test_everybody_folds(book: str, dealing: str):
    """If no wager is left for the community cards to decide, none is turned."""
    state = dealt(book, opened(book, dealing), Deal())
    assert dealt_out(book, go(book, state, "1 fold")) == [Settle(), Phase.SETTLED]


@clause("online play.8")
def test_play_8__the_bonus_of_a_folded_hand_is_decided_by_cards_turned_one_by_one():
    state = dealt("online", go("online", opened("online", "electronic"), "1 three-card-bonus 5"), Deal())
    folded = go("online", state, "1 fold")
    assert dealt_out("online", folded) == [Reveal(), Reveal(), Reveal(), Settle(), Phase.SETTLED]
    later = dealt("online", go("online", state, "1 bet 1"))
    assert dealt_out("online", go("online", later, "1 fold")) == [Reveal(), Reveal(), Settle(), Phase.SETTLED]


@clause("maryland .11H(2)")
def test_11h_2__a_folded_bonus_waits_for_those_who_still_decide():
    book = rulebook("maryland")
    tables = {Wager.THREE_CARD_BONUS: "A", Wager.SIX_CARD_BONUS: "A"}
    state = opened("maryland", "automatic", "ann ben", tables=tables)
    state = dealt("maryland", go("maryland", state, "1 three-card-bonus 5; 1 six-card-bonus 5"), Deal())
    assert set(taken(state)) == set(SHUFFLED[: 4 + 3 + 4])
    state = go("maryland", state, "1 fold")
    assert next_step(book, state) is None
    state = go("maryland", state, "2 bet 1")
    assert dealt_out("maryland", state) == [Reveal(), Phase.FOURTH_STREET]
    both = go("maryland", dealt("maryland", state), "2 fold")
    assert dealt_out("maryland", both) == [Reveal(), Reveal(), Settle(), Phase.SETTLED]


def test_community_cards_dealt_when_due_follow_those_of_folded_hands():
    """From the shoe in nsw, each community card leaves the deck when its street is complete, whoever has folded."""
    state = dealt("nsw", opened("nsw", "shoe", "ann ben cat"), Deal())
    assert {card for hand in state.hands.values() for card in hand.hole} == set(SHUFFLED[:6])
    assert state.community == (None, None, None)
    state = dealt("nsw", go("nsw", state, "1 fold; 2 bet 1; 3 bet 1"))
    state = dealt("nsw", go("nsw", state, "2 fold; 3 bet 1"))
    state = dealt("nsw", go("nsw", state, "3 bet 1"))
    assert state.community == SHUFFLED[6:9]


def test_cards_that_left_the_deck_by_mistake_are_not_dealt_again():
    """A card is out of the round before the deal; the next community card is exposed, and is then the one turned."""
    gone = CardsDiscarded(cards=SHUFFLED[1:2], clause="nsw 11.4")
    state = dealt("nsw", evolve(opened("nsw", "shoe"), gone), Deal())
    assert state.hands[1].hole == (SHUFFLED[0], SHUFFLED[2])
    state = evolve(state, CardExposed(places=(0,), cards=SHUFFLED[3:4], clause="nsw 11.6"))
    for _ in range(3):
        state = dealt("nsw", go("nsw", state, "1 bet 1"))
    assert state.community == SHUFFLED[3:6]


def test_a_deck_is_needed_only_where_cards_leave_it():
    """Face-down community cards are turned; those from nsw's shoe are drawn when they are due."""
    for (book, dealing), cards in {("online", "electronic"): 5, ("nsw", "shuffler"): 5, ("nsw", "shoe"): 2}.items():
        rules, state = rulebook(book), opened(book, dealing)
        assert draws(rules, state, Deal()) == cards
        state = go(book, dealt(book, state, Deal()), "1 bet 1")
        assert draws(rules, state, Reveal()) == (dealing == "shoe")
        assert draws(rules, state, Settle()) == 0


@clause("crown 7.3.1(a)")
def test_7_3_1_a__a_burnt_card_leaves_the_deck_first():
    state = dealt("crown", opened("crown", "shuffler", burn=True), Deal())
    assert (state.burnt, state.community) == (SHUFFLED[:1], SHUFFLED[1:4])


def test_a_blind_box_decides_before_the_first_card_is_turned():
    book = rulebook("crown")
    state = dealt("crown", opened("crown", "shoe", "ann ann"), Deal())
    state = go("crown", state, "1 bet 1")
    assert next_step(book, state) is None
    state = go("crown", state, "2 blind 1 2 3")
    assert dealt_out("crown", state) == [Reveal(), Phase.FOURTH_STREET]
    state = go("crown", dealt("crown", state), "1 fold")
    assert dealt_out("crown", state) == [Reveal(), Reveal(), Settle(), Phase.SETTLED]


@pytest.mark.parametrize(("book", "dealing"), DEALS)
def test_cards_that_nobody_knows_are_left_to_the_caller(book: str, dealing: str):
    state = go(book, opened(book, dealing), "deal; 1 bet 1")
    assert next_step(rulebook(book), state) == Reveal(card=None)


@pytest.mark.parametrize("book", BOOKS)
def test_the_dealer_and_the_players_play_every_round_to_its_end(book: str):
    """In random rounds of every kind, the dealer does what the written round does: deal, turn or settle."""
    rules, chance, compared = rulebook(book), Random(12), 0  # noqa: S311
    for _ in range(150):
        state: State | None = None
        for command in commands_of(random_plan(book, chance)):
            if state is not None and state.phase is not Phase.BETTING:
                step = next_step(rules, state)
                if isinstance(command, Reveal):
                    assert step == Reveal()
                    compared += 1
                elif step is None:
                    assert not isinstance(command, Settle)
            state = play(rules, command, state=state)
    assert compared > 150
