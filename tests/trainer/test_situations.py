"""Every situation of the standard game, one by one, against the adviser, which enumerates every board."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.cards import Card, parse
from mississippi_stud.errors import InputError
from mississippi_stud.maths.advice import Situation, advise
from mississippi_stud.maths.classes import example, levels
from mississippi_stud.maths.features import Features
from mississippi_stud.maths.options import read
from mississippi_stud.maths.strategy import rule_for
from mississippi_stud.rulebooks.load import BOOKS
from mississippi_stud.trainer.situations import Syllabus, rule_of, shuffled, syllabus, weighted

COURSE = syllabus(read("online")[2])
IDS = [each.id for each in COURSE.situations]
RANDOM = Random(16)  # noqa: S311


def advised(course: Syllabus, now: Situation) -> dict[str, Fraction]:
    advice = advise(course.game, now)
    return {"fold": advice.fold, **{str(bet): value for bet, value in advice.bets.items()}}


@pytest.mark.parametrize(("cards", "board", "bets"), [("As Ah", "Kd", (2,)), ("7s 2h", "7d 7c", (2, 1))])
def test_a_situation_that_the_best_play_never_meets_has_its_values_too(cards, board, bets):
    now = Situation(parse(cards), parse(board), bets)
    assert COURSE.values(now.hole, now.board, now.bets) == advised(COURSE, now)


def test_there_are_355_and_each_has_its_own_name():
    assert [sum(each.street == street for each in COURSE.situations) for street in range(3)] == [169, 79, 107]
    assert len(set(IDS)) == len(IDS) == 355


@pytest.mark.parametrize("name", IDS)
def test_a_situation_is_worth_what_the_adviser_says(name):
    situation = COURSE.of(name)
    shown, dealt = COURSE.representative(situation), COURSE.deal(situation, RANDOM.randrange)
    for now in (shown, dealt) if situation.street else (dealt,):
        assert COURSE.find(now.hole, now.board, now.bets) is situation
        assert COURSE.path(now.hole, now.board) == now.bets, "the best play comes here with these cards"
        found = advise(COURSE.game, now)
        assert situation.values == advised(COURSE, now) == COURSE.values(now.hole, now.board, now.bets)
        assert found.best in situation.best
        assert COURSE.play(now.hole, now.board, now.bets) == (None if found.best == "fold" else int(found.best))
        cards = (*now.hole, *now.board)
        assert rule_of(situation.street, cards, 3 in now.bets) == situation.rule


def test_the_frequencies_are_those_of_the_streets():
    """The first street is always met; the later ones unless an earlier one is folded."""
    met = [sum(each.probability for each in COURSE.situations if each.street == street) for street in range(3)]
    folded = [COURSE.solved.fold_probability(street) for street in range(3)]
    assert met == [1, 1 - folded[0], 1 - folded[0] - folded[1]]


def test_literals():
    """Aces on 3rd street; and the tie that trainers mark wrong, four points against nothing made, before 5th street."""
    aces = COURSE.of("3..AsAh")
    assert (aces.probability, aces.best, aces.rule) == (Fraction(6, 1326), ("3",), "any-pair")
    tie = COURSE.of("5.1+1.AsTs9s5h")
    assert tie.values == {"fold": -3, "1": -3, "2": Fraction(-15, 4), "3": Fraction(-9, 2)}
    assert tie.best == ("fold", "1")
    assert [each.id for each in COURSE.situations if len(each.best) > 1] == ["5.1+1.AsTs9s5h", "5.1+1.AsKs5s4h"]


def test_122_situations_carry_nine_tenths_of_what_second_best_plays_would_cost():
    stakes = [each.stake for each in COURSE.situations]
    assert stakes == sorted(stakes, reverse=True)
    assert sum(stakes[:121]) < Fraction(9, 10) * sum(stakes) <= sum(stakes[:122])


@pytest.mark.parametrize("book", BOOKS)
def test_the_four_books_are_learnt_together(book):
    assert syllabus(read(book)[2]).key == COURSE.key


def test_another_pay_table_is_another_course():
    other = syllabus(read("online", pays=["straight=5"])[2])
    assert other.key != COURSE.key
    now = other.representative(other.of(other.situations[0].id))
    assert other.situations[0].values == advised(other, now)


def test_a_game_whose_values_depend_on_the_arrangement_is_refused():
    game = read("online", ["three-card-bonus=10"], ante="2500")[2]
    assert game.crowded()
    with pytest.raises(InputError, match="which cards are the player's and which are on the board"):
        syllabus(game)


def test_what_is_not_there():
    with pytest.raises(InputError, match=r"no situation '3\.\.XX'"):
        COURSE.of("3..XX")
    hole = parse("7s 2h")
    assert COURSE.path(hole, parse("7d")) is None, "the best play has folded"
    assert COURSE.find(hole, parse("7d"), (1,)) is not None, "but others come to the same situation"
    assert COURSE.find(parse("As Ah"), parse("Ad"), (2,)) is None, "the best play never bets 2x"


@pytest.mark.parametrize("raised", [False, True])
@pytest.mark.parametrize("street", [0, 1, 2])
def test_one_rule_of_the_strategy_card_names_a_whole_kind(street, raised):
    size, rules = 2 + street, {}
    for number, kind in enumerate(levels()[size].kind.tolist()):
        rule = rule_for(street, Features(example(size, number)), raised)
        assert rules.setdefault(kind, rule) is rule


@settings(max_examples=50)
@given(seed=st.integers(0, 10**9), place=st.integers(0, 354))
def test_random_cards_are_of_the_situation_and_different(seed, place):
    situation = COURSE.situations[place]
    now = COURSE.deal(situation, Random(seed).randrange)  # noqa: S311
    cards = (*now.hole, *now.board)
    assert len(set(cards)) == 2 + situation.street == 2 + len(now.bets)
    assert sum(now.bets) == sum(situation.bets)
    assert COURSE.find(now.hole, now.board, now.bets) is situation


def test_random_cards_are_fair():
    """Every naming of the suits and every order of a suited hand comes about equally often."""
    rolls, situation = Random(5), COURSE.of("3..AsKs")  # noqa: S311
    found = [COURSE.deal(situation, rolls.randrange).hole for _ in range(8_000)]
    assert len(set(found)) == 8
    assert all(850 < found.count(each) < 1150 for each in set(found))


def test_chance_by_weight_and_order():
    assert [weighted([2, 0, 3], lambda _, left=left: left) for left in range(5)] == [0, 0, 2, 2, 2]
    assert shuffled((Card(1), Card(2), Card(3)), lambda n: n - 1) == (3, 2, 1)
