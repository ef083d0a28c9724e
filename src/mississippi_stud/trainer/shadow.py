"""The shadow player: plays the same cards as somebody did, without a mistake, seeing no more than they saw."""

from mississippi_stud.cards import Card
from mississippi_stud.hands import five
from mississippi_stud.maths.game import Bets
from mississippi_stud.trainer.situations import Syllabus


def shadow_cents(course: Syllabus, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """Return what the best play wins or loses on the main wagers with these cards, in cents."""
    game, bets = course.game, course.path(hole, board)
    ante = game.ante_cents or 0
    if bets is not None:
        return round(game.net(bets, five(*hole, *board)) * ante)
    return round(game.folded(_before_fold(course, hole, board)) * ante)


def _before_fold(course: Syllabus, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Bets:
    """Return what the best play wagers until it folds."""
    return next(bets for street in (2, 1, 0) if (bets := course.path(hole, board[:street])) is not None)
