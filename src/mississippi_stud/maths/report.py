"""A solution as plain data: exact values as "p/q", each with a decimal, ready for JSON and for tables."""

from fractions import Fraction
from math import sqrt
from typing import Any

from mississippi_stud.hands import Hand
from mississippi_stud.maths.classes import FUTURES, ORDERED_DEALS, levels, starting_hand
from mississippi_stud.maths.game import STREETS, Game
from mississippi_stud.maths.solver import FOLD, SEEN, Solution, describe_ties
from mississippi_stud.money import Cents, text


def exact(name: str, number: Fraction) -> dict[str, Any]:
    """Return a number under its name as "p/q", together with a decimal."""
    return {name: str(number), f"{name}_decimal": float(number)}


def solution(solved: Solution) -> dict[str, Any]:
    """Return everything that `mstud solve` reports about a game."""
    game = solved.game
    return {
        **header(game),
        **exact("value", solved.value),
        **exact("average_wager", solved.average_wager),
        **exact("return", solved.return_),
        **exact("house_edge", -solved.value),
        **exact("element_of_risk", -solved.value / solved.average_wager),
        **exact("variance", solved.variance),
        "deviation_decimal": sqrt(solved.variance),
        "ordered_deals": ORDERED_DEALS,
        "hands": {
            hand.key: _end(solved.hand_probability(hand), solved.hand_contribution(hand)) for hand in reversed(Hand)
        },
        "folds": {
            name: _end(solved.fold_probability(street), solved.fold_contribution(street))
            for street, name in enumerate(STREETS)
        },
        "distribution": [
            {**exact("net", net), **exact("probability", chance)} for net, chance in solved.distribution.items()
        ],
        "starting_hands": starting_hands(solved),
    }


def header(game: Game) -> dict[str, Any]:
    """Return the solved game in words and numbers."""
    return {
        "book": game.name,
        "pays": {hand.key: str(game.pays[hand]) for hand in reversed(Hand) if hand in game.pays},
        "multiples": list(game.multiples),
        "ante": None if game.ante_cents is None else text(Cents(game.ante_cents)),
        "limits": {limit.name: text(Cents(limit.cents)) for limit in game.limits if game.ante_cents is not None},
        "ties": describe_ties(game),
        "warnings": list(game.warnings()),
    }


def _end(probability: Fraction, contribution: Fraction) -> dict[str, Any]:
    return {**exact("probability", probability), **exact("contribution", contribution)}


def starting_hands(solved: Solution) -> dict[str, Any]:
    """Return the 169 starting hands, best first, with the value of each and how it is played."""
    rows = sorted(range(levels()[2].classes), key=lambda number: -solved.starting_value(number))
    return {starting_hand(number): _starting(solved, number) for number in rows}


def _starting(solved: Solution, number: int) -> dict[str, Any]:
    value = exact("value", solved.starting_value(number))
    hands = {"hands": int(levels()[2].sets[number])}
    if solved.seen[0] == SEEN[0]:
        return {**value, "play": solved.play_name(int(solved.plays[0][0, number])), **hands}
    return {**value, "plays": _shares(solved, number), **hands}


def _shares(solved: Solution, number: int) -> dict[str, str]:
    """Return how often each play is best on 3rd street, where a card is already known."""
    seen = solved.seen[0]
    found = solved.cards.levels
    ahead = found[2].onward[number]
    for level in range(3, seen):
        ahead = ahead @ found[level].onward
    ways = FUTURES[2] // FUTURES[seen]
    plays = range(FOLD, len(solved.game.multiples) + 1)
    counts = {solved.play_name(each): int(ahead[solved.plays[0][0] == each].sum()) for each in plays}
    return {name: str(Fraction(count, ways)) for name, count in counts.items() if count}
