"""Strategies as values: names, files, functions and histories, each against deals played literally by the rules."""

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mississippi_stud as ms
from mississippi_stud.cards import DECK, parse, rank
from mississippi_stud.cli import main
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand, five
from mississippi_stud.maths.classes import Ints, class_of, classes_of, example, levels
from mississippi_stud.maths.evaluation import Strategy, evaluate
from mississippi_stud.maths.game import Bets
from mississippi_stud.maths.losses import PastDecision
from mississippi_stud.maths.options import read
from mississippi_stud.maths.solver import Solution, solve
from mississippi_stud.maths.strategy_file import parse_strategy, strategy_of, write

PAYS = dict(zip(reversed(Hand), (500, 100, 40, 10, 6, 4, 3, 2, 1, 0, -1, -1), strict=True))
GAME = read("online")[2]
BEST = solve(GAME)
Choice = Callable[[frozenset[int], tuple[int, ...]], int]


def played(hole: tuple[int, int], choose: Choice) -> Fraction:
    """The average result of one starting hand over all 117,600 boards, played card by card."""
    total = 0
    for board in permutations([card for card in DECK if card not in hole], 3):
        bets: tuple[int, ...] = ()
        for street in range(3):
            bet = choose(frozenset((*hole, *board[:street])), bets)
            if not bet:
                total -= 1 + sum(bets)
                break
            bets += (bet,)
        else:
            total += PAYS[five(*hole, *board)] * (1 + sum(bets))
    return Fraction(total, 117_600)


def valued(strategy: Strategy, hole: tuple[int, int]) -> Fraction:
    """What a strategy gains over folding every other starting hand, for one of them."""
    own = class_of(hole)

    def plan(best: Solution, street: int, bets: Bets) -> Ints:
        plays = strategy.plan(best, street, bets).copy()
        if street == 0:
            plays[[number for number in range(len(plays)) if number != own]] = 0
        return plays

    chance = Fraction(int(levels()[2].sets[own]), 1326)
    return (evaluate(BEST, Strategy("one", plan)) + 1) / chance - 1


def bold(cards: frozenset[int], bets: tuple[int, ...]) -> int:
    """A play that depends on ranks, suits, the number of cards and the order of wagers: (1, 3) is not (3, 1)."""
    ranks, suits = sorted(map(rank, cards)), {card % 4 for card in cards}
    if len(set(ranks)) < len(ranks) or bets == (3, 1):
        return 3
    if len(suits) < len(cards) or bets == (2, 2):
        return 2 if ranks[-1] > 8 else 1
    return 1 if len(cards) == 2 and sum(ranks) % 3 else 0


@pytest.mark.parametrize("hole", ["Kd 9d"])
def test_a_function_is_worth_what_its_deals_come_to(hole: str):
    first, second = parse(hole)
    found = valued(Strategy.of_function(lambda cards, bets: bold(frozenset(cards), bets)), (first, second))
    assert found == played((first, second), bold)


def test_a_file_is_worth_what_its_deals_come_to():
    """Lines by starting hand and example, one of them only after a wager; the rest is folded or bet once."""
    first, second = parse("Qh 9h")
    text = """
    otherwise = never-fold
    Q9s = 3   # a comment
    Qh 9h 2c = fold
    Qh Qd 9h = 2
    As Ah Ks 9s after 3 2 = fold
    """
    kinds = {size: levels()[size].kind for size in (3, 4)}
    low, pair = (kinds[3][class_of(parse(cards))] for cards in ("Qh 9h 2c", "Qh Qd 9h"))
    paired = kinds[4][class_of(parse("As Ah Ks 9s"))]
    sets = {size: np.array([(first, second, *more) for more in combinations(set(DECK) - {first, second}, size - 2)])
            for size in (3, 4)}  # fmt: skip
    kind_of = {
        frozenset(cards): kind
        for size, rows in sets.items()
        for cards, kind in zip(rows.tolist(), kinds[size][classes_of(rows)].tolist(), strict=True)
    }

    def choose(cards: frozenset[int], bets: tuple[int, ...]) -> int:
        if len(cards) == 2:
            return 3
        kind = kind_of[cards]
        if len(cards) == 3:
            return {low: 0, pair: 2}.get(kind, 1)
        return 0 if kind == paired and bets == (3, 2) else 1

    assert valued(parse_strategy(text, GAME), (first, second)) == played((first, second), choose)


def test_never_folding_is_the_smallest_wager_to_the_end():
    """Four antes on every five cards, by the known numbers of hands."""
    counts = (4, 36, 624, 3744, 5108, 10200, 54912, 123552, 337920, 422400, 337920, 1302540)
    mean = Fraction(sum(pay * count for pay, count in zip(PAYS.values(), counts, strict=True)), 2598960)
    found = ms.solve("crown").evaluate("never-fold")
    assert (found, found.value, found.average_wager) == (4 * mean, 4 * mean, 4)
    assert found.distribution.tail(1) == Fraction(sum(counts[:9]), 2598960)


@settings(max_examples=2, deadline=None)
@given(st.integers(0, 2**32))
def test_what_is_lost_adds_up_to_the_difference(seed: int):
    """For a strategy without sense: the value over all deals, and the best value less every loss, are the same."""

    def plan(_: Solution, street: int, bets: Bets) -> Ints:
        weights = (0.5, 0.2, 0, 0.3) if street < 2 else (0.7, 0.1, 0.1, 0.1)
        return np.random.default_rng([seed, *bets]).choice(4, levels()[2 + street].classes, p=weights)

    found = evaluate(BEST, Strategy("chance", plan))
    assert found.cost == sum(each.cost for each in found.mistakes) == sum(found.by_street.values()) >= 0
    assert sum(found.by_class.values()) == found.cost
    assert found.distribution.mean == found.value == found


@pytest.mark.parametrize("name", ["optimal", "human", "never-fold"])
def test_a_strategy_written_is_the_strategy_read(name: str, tmp_path: Path):
    found = evaluate(BEST, strategy_of(name, GAME))
    path = tmp_path / "strategy.txt"
    path.write_text(write(found))
    again = evaluate(BEST, strategy_of(str(path), GAME))
    assert (again, again.distribution) == (found, found.distribution)


def test_the_best_play_in_every_game():
    """Also where a cap tells wagers with the same sum apart."""
    for options in (("online", [], [], "500"), ("maryland", ["multiples=1,2,5"], ["flush=9/2"])):
        game = read(*options)[2]
        best = solve(game)
        found = evaluate(best, strategy_of("optimal", game))
        assert (found, found.mistakes) == (best.value, ())
        assert (found.distribution, found.average_wager) == (best.distribution, best.average_wager)


def test_a_file_tells_cards_with_one_future_apart_no_more_than_the_game():
    with pytest.raises(InputError, match="a file cannot tell them apart"):
        write(evaluate(BEST, Strategy.of_function(lambda cards, bets: 1 if rank(cards[-1]) or not bets else 0)))


def test_a_history_plays_as_was_played_most_often():
    """Folding a pair of queens twice of three times; of equals, the latest; elsewhere the best play."""
    queens, kings = parse("Qh Qd"), parse("Kh Kd")
    played = [PastDecision(queens, (), bet) for bet in (0, 3, 0)] + [PastDecision(kings, (), bet) for bet in (0, 2)]
    found = evaluate(BEST, Strategy.of_history(played))
    assert {str(each.words) for each in found.mistakes} == {"jacks or better"}
    assert [(each.cards[0] // 4, each.played) for each in found.mistakes] == [(10, "fold"), (11, "2")]
    assert evaluate(BEST, Strategy.of_history([])) == BEST.value


def test_cards_known_change_nothing_about_a_strategy():
    assert ms.solve("crown", known=["3rd"]).evaluate("optimal") == ms.solve("crown").value


@pytest.mark.parametrize("chosen", [4, -1, "raise", "1"])
def test_a_function_that_plays_what_cannot_be(chosen: int | str):
    with pytest.raises(InputError, match="is not a street wager here"):
        ms.solve("crown").evaluate(lambda cards, bets: chosen)


FAULTS = """AKs 3
AA = 7
AKs = 3
KAs = 1
AAs = 1
Ah Kh Qh after 1 1 = 3
Ah Kh Qh Jh Th = 3
otherwise = sometimes
Ax = 2
Ah Ah = 2
 = 3
otherwise = fold
otherwise = human
"""


def test_all_faults_of_a_file_are_named_at_once():
    with pytest.raises(InputError) as error:
        parse_strategy(FAULTS, GAME, "mine.txt")
    told = str(error.value)
    assert told.startswith("the strategy mine.txt cannot be used: line 1: 'AKs 3' is not a line of a strategy")
    for line, words in {
        2: "7 antes is not a street wager here: choose one of 1, 2, 3",
        4: "AKs has a line already",
        5: "'AAs' is not a starting hand",
        6: "Ah Kh Qh: the number of wagers before these cards is 1, not 2",
        7: "'Ah Kh Qh Jh Th': a situation shows two, three or four cards, not 5",
        8: "'sometimes' is not what can be played otherwise: choose one of optimal, human, never-fold, fold",
        9: "card 1: 'Ax' is not a card",
        10: "Ah is named twice",
        11: "'= 3' is not a line of a strategy",
        13: "otherwise has a line already",
    }.items():
        assert f"; line {line}: {words}" in told
    assert "line 3:" not in told
    assert "line 12:" not in told


def test_the_command_answers_in_both_languages(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    def run(*arguments: str) -> str:
        monkeypatch.setattr("sys.argv", ["mstud", "solve", "online", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return out if end.value.code == 0 else err

    path = str(tmp_path / "mine.txt")
    answer = json.loads(run("--strategy", "optimal", "--out", path, "--json"))
    assert (answer["value"], answer["cost"], answer["mistakes"]) == ("-53223/1082900", "0", [])
    Path(path).write_text(Path(path).read_text().replace("AA = 3", "AA = fold"))
    answer = json.loads(run("--strategy", path, "--json"))
    assert answer["strategy"] == path
    assert Fraction(answer["value"]) == Fraction(-53223, 1082900) - Fraction(answer["cost"])
    assert answer["cost_by_street"]["third-street"]["cost"] == answer["cost"]
    assert [(row["street"], row["cards"]) for row in answer["cost_by_class"]] == [("third-street", "jacks or better")]
    assert "what it costs by street and cards: the most expensive of 1" in run("--strategy", path)
    assert "paire de valets ou mieux" in run("--strategy", path, "--lang", "fr")
    assert "'nobody' is not a strategy" in run("--strategy", "nobody")
    assert "--sorted, --strategy" in run("--sorted", "J", "--strategy", "human")
    assert "cannot be written" in run("--strategy", "human", "--out", str(tmp_path / "no" / "mine.txt"))


def test_the_classes_shown_to_a_function_have_the_highest_card_first():
    shown = []
    ms.solve("crown").evaluate(lambda cards, bets: shown.append(cards) or 1)  # type: ignore[func-returns-value]
    assert all(list(map(rank, cards)) == sorted(map(rank, cards), reverse=True) for cards in shown)
    assert len(shown) == sum(level.classes for level in levels().values())
    assert shown[0] == example(2, 0)


@pytest.mark.parametrize("written", ["", "\n  \n", "# AKs = 3\n"])
def test_a_file_that_says_nothing_is_no_strategy(written: str):
    """It would be played as the best play, which is hardly what was meant."""
    with pytest.raises(InputError, match="it has no line"):
        parse_strategy(written, read("online")[2])
