"""What a book's caps on payments cost the player at each ante, and which plays they change (decision 24)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths.arrangements import Cards, by_board, together
from mississippi_stud.maths.deviations import Deviation, changes
from mississippi_stud.maths.game import Bets, End, Game, PayCap
from mississippi_stud.maths.solver import solve
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Wager

USUAL_ANTES: Final = (5_00, 10_00, 25_00, 50_00, 100_00, 250_00, 500_00, 1000_00)


@dataclass(frozen=True)
class CapCost:
    """One ante, with and without the caps. Values are in antes."""

    ante_cents: int
    value: Fraction
    free: Fraction
    changed: tuple[Deviation, ...]

    @property
    def cost(self) -> Fraction:
        return self.free - self.value


def cap_costs(game: Game, antes: Sequence[int]) -> list[CapCost]:
    """Return what the caps of a game cost at each of those antes."""
    if not game.limits:
        raise InputError("no-limits", book=game.name)
    rows = []
    for ante in antes:
        capped = solve(replace(game, ante_cents=ante))
        free = solve(replace(game, ante_cents=ante, limits=()), cards=capped.cards)
        rows.append(CapCost(ante, capped.value, free.value, tuple(changes(free, capped))))
    return rows


def binds_above(game: Game, limit: PayCap) -> Fraction:
    """Return the ante in cents above which a limit can reduce a payment, however badly the player plays."""
    most = (game.multiples[-1],) * 3
    return _first(game, limit, lambda cards: [(most, end) for end in (*Hand, *cards.ends)])


def costs_above(game: Game, limit: PayCap) -> Fraction:
    """Return the ante in cents above which a limit reduces a payment under the best play without it."""

    def met(cards: Cards) -> list[tuple[Bets, Hand | End]]:
        free = solve(replace(game, ante_cents=None), cards=cards)
        leaves = zip(free.betting.leaves, free.ends.tolist(), strict=True)
        ends = (*Hand, *cards.ends)
        return [(bets, end) for bets, row in leaves for end, count in zip(ends, row, strict=True) if count]

    return _first(game, limit, met)


def _first(game: Game, limit: PayCap, met: Callable[[Cards], list[tuple[Bets, Hand | End]]]) -> Fraction:
    """Return the ante above which a combination that occurs exceeds the limit; `met` says which ones occur.

    Hands that reach the limit only together with the bonus are distinguished by the board, so that no bonus is counted
    that cannot come with the hand.
    """
    bonuses = game.bonus_cents if limit.with_bonus else {}
    most = max(bonuses.values(), default=0)
    alone = [(_counted(game, limit, bets, end), end) for bets, end in met(together()) if isinstance(end, Hand)]
    paid = [(counted, hand) for counted, hand in alone if counted]
    if not paid:
        raise InputError("nothing-to-limit")
    reached = min(limit.cents / counted for counted, _ in paid)
    near = frozenset(hand for counted, hand in paid if (limit.cents - most) / counted < reached)
    for bets, end in met(by_board(near, game.ace_low_in_three)) if most else ():
        if isinstance(end, End) and end.board is not None:
            left = limit.cents - bonuses.get(end.board, 0)
            reached = min(reached, left / _counted(game, limit, bets, end.hand))
    return reached


def _counted(game: Game, limit: PayCap, bets: Bets, hand: Hand) -> Fraction:
    """Return the part of a hand's payment that a limit counts, in antes."""
    wins = [replace(game, ante_cents=None).win(stake, hand) for stake in (1, *bets)]
    counted = [won + (returned if limit.with_stake else 0) for won, returned in wins]
    return sum((counted[place] for place in limit.wagers), Fraction(0))


def telling_antes(book: Rulebook, game: Game) -> list[int]:
    """Return the usual antes up to the book's maximum, and those at which a limit begins to bind."""
    maximum = book.wagers[Wager.ANTE].maximum_cents
    most = maximum.value if maximum else USUAL_ANTES[-1]
    bounds = [int(bound(game, limit)) for limit in game.limits for bound in (binds_above, costs_above)]
    every = {*USUAL_ANTES, most, *bounds, *(bound + 1 for bound in bounds)}
    return sorted(ante for ante in every if 0 < ante <= most)
