"""Other cards seen: small decks played literally, the exact averages, and an interval that keeps its promise."""

import json
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from mississippi_stud.cards import DECK
from mississippi_stud.cli import main
from mississippi_stud.errors import InputError
from mississippi_stud.maths.options import read
from mississippi_stud.maths.seen_cards import DeckGame, _controls, _every, _means, estimate, seen_value
from tests.maths.oracle import STANDARD, Rules, prefers_fold, situation

GAME = read("online")[2]


def literal(left: list[int]) -> Fraction:
    """The value of a round with these cards alone, by the rules, card by card and wager by wager."""
    rules, seen, total = Rules(STANDARD), tuple(card for card in DECK if card not in left), Fraction(0)
    holes = list(combinations(left, 2))
    for hole in holes:
        bets, fold = situation(rules, hole, seen=seen)
        best = max(bets.values())
        total += fold if prefers_fold(rules, fold, best) else best
    return total / len(holes)


@pytest.mark.parametrize("left", [[48, 44, 40, 36, 32], [0, 1, 4, 5, 8, 50], [3, 7, 11, 15, 36, 40, 41, 51]])
def test_a_small_deck_played_by_the_rules(left: list[int]):
    seen = [card for card in DECK if card not in left]
    assert DeckGame(GAME).value(seen) == literal(left)


def test_without_cards_seen_it_is_the_game():
    found = seen_value(GAME, 0)
    assert (found.exact, found.half_width, found.samples) == (Fraction(-53223, 1082900), 0, 1)


def test_one_card_seen_is_exact_and_worth_something():
    """The names of suits do not matter: another king out of the deck is the same."""
    found = seen_value(GAME, 1)
    assert (found.exact, found.half_width) == (Fraction(-12391933, 305377800), 0)
    one = DeckGame(GAME)
    assert one.value([44]) == one.value([46]) != one.value([3])


def test_the_sets_of_two_cards_are_all_of_them():
    assert sum(ways for _, ways in _every(2)) == 1326
    assert sum(ways for _, ways in _every(1)) == 52


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_means_of_the_controls_are_exact(count: int):
    every = np.array(list(combinations(range(52), count)))
    assert np.allclose(_controls(every).mean(axis=0), _means(count), rtol=1e-12, atol=0)


def test_what_the_controls_explain_has_no_interval():
    """The number of pairs of one rank, and of hearts twice, among ten cards."""

    def pairs(seen: list[int]) -> float:
        return float(sum(a // 4 == b // 4 for a, b in combinations(seen, 2)))

    found = estimate(pairs, 10, 1e-9)
    assert found.samples == 400
    assert abs(found.estimate - 45 * 3 / 51) < 1e-9 >= found.half_width


@pytest.mark.parametrize("count", range(3, 48))
def test_a_constant_is_its_own_mean(count: int):
    """Some controls never vary in a sample, such as three of a rank among three cards; they explain nothing."""
    found = estimate(lambda seen: -0.25, count, 1.0)
    assert found.estimate == pytest.approx(-0.25, abs=1e-9)
    assert found.half_width < 1e-9


def test_the_interval_holds_as_often_as_it_says():
    """The chance that the ace and the king of spades are both among ten cards, which no control knows."""
    true, trials = 10 * 9 / (52 * 51), 60
    found = [estimate(lambda seen: float({51, 47} <= set(seen)), 10, 1.0, seed) for seed in range(trials)]
    held = sum(abs(each.estimate - true) <= each.half_width for each in found)
    assert held >= 50  # by chance fewer than once in a thousand times


def test_fewer_cards_left_than_a_round_needs():
    for count in (-1, 48):
        with pytest.raises(InputError, match="0 to 47 other cards can be seen"):
            seen_value(GAME, count)
    assert seen_value(GAME, 47, half_width=1.0).samples == 400


def test_pays_too_great_to_be_added_exactly():
    with pytest.raises(InputError, match="too finely divided"):
        seen_value(read("online", [], ["royal-flush=99999999"])[2], 1)


def test_the_command_answers_in_both_languages(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    def run(*arguments: str) -> str:
        monkeypatch.setattr("sys.argv", ["mstud", "solve", "online", "--seen-cards", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return out if end.value.code == 0 else err

    answer = json.loads(run("0", "--json"))
    assert (answer["seen_cards"], answer["value"], answer["half_width_95_decimal"]) == (0, "-53223/1082900", 0)
    assert "a round is worth -53223/1082900 (-0.049149) antes" in run("0")
    assert "une partie vaut -53223/1082900 (-0,049149) mises initiales" in run("0", "--lang", "fr")
    assert "0 to 47 other cards can be seen, not 48" in run("48")
