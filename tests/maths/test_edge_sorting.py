"""Edge sorting: published figures, properties, and all deals of some starting hands played without any classes."""

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.cards import DECK, parse, rank
from mississippi_stud.cli import main
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand, five
from mississippi_stud.maths.classes import FUTURES, class_of
from mississippi_stud.maths.edge_sorting import SortedGame, parse_group
from mississippi_stud.maths.game import Game
from mississippi_stud.maths.options import read
from mississippi_stud.maths.solver import solve


def game_with(straight: int) -> Game:
    return read("online", [], [f"straight={straight}"])[2]


@pytest.mark.parametrize(
    ("group", "straight", "percent", "within"),
    [
        ("J", 4, "38.489", "0.0005"),  # published as exact
        ("J", 5, "39.7", "0.25"),  # the others by simulation
        ("JQ", 5, "48.9", "0.25"),
        ("JQK", 5, "59.0", "0.25"),
        ("JQKA", 5, "63.4", "0.25"),
    ],
)
def test_published_figures(group: str, straight: int, percent: str, within: str):
    value = SortedGame(game_with(straight), parse_group(group)).value
    assert abs(100 * value - Fraction(percent)) < Fraction(within)


def test_a_group_of_all_ranks_tells_nothing():
    game = game_with(4)
    assert SortedGame(game, parse_group("23456789TJQKA")).value == solve(game).value


@settings(max_examples=5, deadline=None)
@given(st.sets(st.integers(0, 12), min_size=1, max_size=12).map(frozenset))
def test_a_group_tells_as_much_as_the_ranks_outside_it(group: frozenset[int]):
    game = game_with(4)
    inside, outside = SortedGame(game, group), SortedGame(game, frozenset(range(13)) - group)
    assert inside.value == outside.value >= solve(game).value


def grouped(boards: list[tuple[int, ...]], key: Callable[[tuple[int, ...]], Any]) -> list[list[tuple[int, ...]]]:
    """Return the boards that a player cannot tell from each other yet."""
    found: dict[Any, list[tuple[int, ...]]] = {}
    for board in boards:
        found.setdefault(key(board), []).append(board)
    return list(found.values())


@pytest.mark.parametrize(("hole", "group"), [("Js 9s", "JQKA"), ("6h 2c", "J")])
def test_all_deals_of_a_starting_hand(hole: str, group: str):
    """Play every ordered board, knowing at each street only what the player knows then."""
    game, ranks, held = game_with(4), parse_group(group), parse(hole)

    def best(bets: int, boards: list[tuple[int, ...]], street: int) -> int:
        """Return the sum of the results of the best play on boards of which `street` cards are open, in antes."""
        if street == 2:
            made = Counter(hand for *_, hand in boards)
            further = [sum(nets[bets + bet][hand] * count for hand, count in made.items()) for bet in game.multiples]
        else:
            apart = grouped(boards, lambda board: board[street])
            further = [sum(best(bets + bet, each, street + 1) for each in apart) for bet in game.multiples]
        return max(-(1 + bets) * len(boards), *further)

    nets = {total: [game.net((1, 1, total - 2), hand) for hand in Hand] for total in range(3, 10)}
    boards = [(*board, five(*held, *board)) for board in permutations([card for card in DECK if card not in held], 3)]
    told = grouped(boards, lambda board: tuple(rank(card) in ranks for card in board[:3]))
    summed = sum(best(0, each, 0) for each in told)
    assert SortedGame(game, ranks).starting_value(class_of(held)) == Fraction(summed, FUTURES[2])


@pytest.mark.parametrize("text", ["", "JJ", "X", "1", "J Q"])
def test_what_is_no_group(text: str):
    with pytest.raises(InputError, match="is not a group of ranks: write each rank once, such as JQKA"):
        parse_group(text)


def test_ten_is_written_as_a_letter_or_a_number():
    assert parse_group("10j") == parse_group("TJ") == {8, 9}


def test_the_command_answers_in_both_languages(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    def run(*arguments: str) -> str:
        monkeypatch.setattr("sys.argv", ["mstud", "solve", "online", "--sorted", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return out if end.value.code == 0 else err

    assert "makes a round worth 15004603/38984400 (0.384887) antes" in run("J")
    assert "la valeur de 15004603/38984400 (0,384887) mises initiales" in run("J", "--lang", "fr")
    answer = json.loads(run("jqka", "--json"))
    assert (answer["sorted"], answer["value"]) == ("JQKA", "76697/124950")
    assert Fraction(answer["worth_of_sorting"]) == Fraction(76697, 124950) - Fraction(answer["fair_value"])
    assert "is not a group of ranks" in run("JJ")
    assert "--sorted, --human" in run("J", "--human")
