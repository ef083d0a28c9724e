"""What a strategy plays for a bot, from its own cards and the board alone."""

from typing import TYPE_CHECKING

from mississippi_stud.floor import TableView, Wager
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import STREETS

if TYPE_CHECKING:
    from mississippi_stud.maths.evaluation import Strategy


def bot_choice(book: Rulebook, view: TableView, position: int, strategy: "Strategy") -> int:
    """Return what a strategy plays at the open street: a multiple of the ante, or 0 for a fold."""
    from mississippi_stud.maths.classes import class_of
    from mississippi_stud.maths.round_games import round_game
    from mississippi_stud.maths.solver import solve

    assert view.round is not None, "a decision is asked for"  # noqa: S101
    hand = next(hand for hand in view.round.hands if hand.position == position)
    ante = hand.wagers_cents[Wager.ANTE]
    bets = tuple(hand.wagers_cents[street] // ante for street in STREETS if street in hand.wagers_cents)
    best = solve(round_game(book, view.round.setup, {Wager.ANTE: ante}).game)
    cards = tuple(card for card in (*hand.hole, *view.round.community[: len(bets)]) if card is not None)
    play = strategy.plan(best, len(bets), bets)[class_of(cards)]
    return int((0, *best.game.multiples)[play])


def best_play(book: Rulebook, view: TableView, position: int) -> int:
    """Return what the best strategy plays."""
    from mississippi_stud.maths.evaluation import OPTIMAL

    return bot_choice(book, view, position, OPTIMAL)
