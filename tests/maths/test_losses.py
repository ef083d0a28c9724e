"""What past decisions lost: looked up in a solution, equal to the adviser's enumeration of all futures."""

import random
from fractions import Fraction

import pytest

from mississippi_stud.cards import DECK, parse
from mississippi_stud.maths.advice import Situation, advise
from mississippi_stud.maths.losses import PastDecision, in_antes, losses
from mississippi_stud.maths.options import Choices, main_game
from mississippi_stud.maths.solver import solve
from mississippi_stud.rulebooks.load import rulebook


@pytest.mark.parametrize(("book", "ante"), [("nsw", 5_00), ("maryland", 100_00), ("online", 50_00), ("online", 500_00)])
def test_a_loss_is_what_the_adviser_says(book: str, ante: int):
    """Caps bind at the three greater antes; at the greatest it matters on which street a wager was made."""
    game, chance = main_game(rulebook(book), Choices(), {}, ante), random.Random(7)  # noqa: S311
    asked = []
    for seen in (2, 3, 4) * 12:
        bets = tuple(chance.choice(game.multiples) for _ in range(seen - 2))
        asked.append(PastDecision(tuple(chance.sample(DECK, seen)), bets, chance.choice((0, *game.multiples))))
    for each, lost in zip(asked, losses(solve(in_antes(game)), asked), strict=True):
        advice = advise(game, Situation(each.cards[:2], each.cards[2:], each.bets))
        own = advice.bets[each.multiple] if each.multiple else advice.fold
        assert lost == max(advice.fold, *advice.bets.values()) - own


def test_a_tie_loses_nothing():
    """On 5th street a bet of 1× is worth as much as a fold."""
    solved = solve(main_game(rulebook("online"), Choices(), {}, None))
    asked = [PastDecision(parse("As Ts 9s 5h"), (1, 1), multiple) for multiple in (0, 1, 2, 3)]
    assert losses(solved, asked) == [0, 0, Fraction(3, 4), Fraction(3, 2)]


@pytest.mark.parametrize(("ante", "free"), [(5_00, True), (49_00, True), (50_00, False)])
def test_an_ante_matters_only_where_a_cap_can_bind(ante: int, free: bool):
    game = in_antes(main_game(rulebook("online"), Choices(), {}, ante))
    assert (game.ante_cents is None) == free
