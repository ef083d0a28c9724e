"""Advice for any moment, compared with brute force, and what is refused."""

import random
from fractions import Fraction

import pytest

from mississippi_stud.cards import parse, parse_card
from mississippi_stud.errors import InputError
from mississippi_stud.maths import solver
from mississippi_stud.maths.advice import Situation, advise
from mississippi_stud.maths.classes import class_of, levels
from mississippi_stud.maths.features import Features
from mississippi_stud.maths.options import read
from tests.maths import oracle
from tests.maths.test_solver import book_game, game_of, random_rules


def check(rules: oracle.Rules, now: Situation) -> None:
    known = {solver.STREET_CARDS.index(street): card for street, card in (now.known or {}).items()}
    bets, fold = oracle.situation(rules, now.hole, now.board, now.bets, now.seen, known)
    advice = advise(game_of(rules), now)
    assert advice.fold == Fraction(fold, rules.ante)
    assert advice.bets == {bet: Fraction(value, rules.ante) for bet, value in bets.items()}
    best = max(bets.values())
    folds = oracle.prefers_fold(rules, fold, best)
    assert advice.best == ("fold" if folds else str(min(bet for bet, value in bets.items() if value == best)))


def test_a_half_is_rounded_up_as_browsers_round_it():
    """A bet at 3 points costs exactly 1/16; what a decision has cost is rounded in the browser."""
    advice = advise(book_game(), Situation(parse("8d 9d"), parse("4s 7c"), (1, 2)))
    assert advice.fold - max(advice.bets.values()) == Fraction(1, 16)
    assert dict(advice.reason.params)["value"] == "0.063"


def test_one_ante_is_singular():
    known = Situation(parse("7c 5h"), known={"3rd": parse("9s")[0]})
    assert advise(book_game(), known).plain()["reason"].endswith(": the best bet loses one ante more than folding.")


def test_the_example_of_the_command():
    advice = advise(book_game(), Situation(parse("Ah 6h"), parse("9c"), (1,)))
    assert advice.plain() == {
        "fold": "-2",
        "1": "-303/196",
        "2": "-781/392",
        "3": "-239/98",
        "best": "1",
        "reason": "4 points and no draw: betting 1× is worth 0.454 antes more than folding.",
    }


@pytest.mark.parametrize("seed", range(24))
def test_brute_force_agrees_on_random_moments(seed: int):
    """4th and 5th street, with and without cards seen and known."""
    chance = random.Random(seed)  # noqa: S311
    rules = oracle.Rules(oracle.STANDARD) if seed % 2 else random_rules(seed)
    cards = chance.sample(range(52), 12)
    shown = 1 + seed % 2
    bets = tuple(chance.choice(rules.multiples) for _ in range(shown))
    known = {"5th": cards[4]} if seed % 3 == 0 else {}
    seen = tuple(cards[5 : 5 + seed % 7])
    check(rules, Situation(tuple(cards[:2]), tuple(cards[2 : 2 + shown]), bets, seen, known))


@pytest.mark.parametrize("street", ["3rd", "4th", "5th"])
def test_a_community_card_exposed_by_mistake_on_third_street(street: str):
    check(oracle.Rules(oracle.STANDARD), Situation(parse("Qh 5h"), known={street: parse_card("Qs")}))


def test_cards_seen_from_the_start():
    everything = tuple(card for card in range(52) if card not in parse("Qh 5h 2c 3c 4d 6s Qs Jd Td"))
    check(oracle.Rules(oracle.STANDARD), Situation(parse("Qh 5h"), seen=everything))


@pytest.mark.parametrize("cards", ["Ah 6h", "2c 2d", "7c 2d"])
def test_the_start_agrees_with_the_solver(cards: str):
    advice = advise(book_game(), Situation(parse(cards)))
    best = max(advice.fold, *advice.bets.values())
    assert best == solver.solve(book_game()).starting_value(class_of(parse(cards)))


def test_later_streets_agree_with_the_solver():
    solved = solver.solve(book_game())
    for cards, board, bets in (("Ah 6h", "9c", (1,)), ("Ah 6h", "9c 9d", (1, 3)), ("Jh Th", "9h 2h", (1, 1))):
        advice = advise(book_game(), Situation(parse(cards), parse(board), bets))
        street = len(bets)
        kind = levels()[2 + street].kind[class_of(parse(cards) + parse(board))]
        assert solved.play_name(int(solved.plays[street][solved.node(bets), kind])) == advice.best


def test_a_cap_changes_advice():
    """With 3x on every street, a royal flush draw wins no more with a larger bet once the cap is reached."""
    free = advise(book_game("crown", ante="100"), Situation(parse("As Ks"), parse("Qs Js"), (3, 3)))
    capped = advise(
        book_game("crown", "maximum-payout=1000", ante="100"), Situation(parse("As Ks"), parse("Qs Js"), (3, 3))
    )
    assert (free.best, capped.best) == ("3", "1")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ah 6h", "3 points and a draw to a flush"),
        ("Ah Kh Qh", "6 points and a draw to a royal flush"),
        ("9h 8h 7h", "3 points and a draw to a straight flush"),
        ("9h 8h 7d 6c", "4 points and an open draw to a straight"),
        ("Ah 2d 3c", "2 points and a draw to a straight"),
        ("9h 6d 2c", "2 points and no draw"),
        ("6h 2d 3s Kc", "3 points and no draw"),
        ("6h 6d", "pair of 6s to 10s"),
        ("5h 5d Ac", "low pair"),
        ("5h 5d Ac As", "two pair"),
        ("Ad Ac As", "three of a kind"),
        ("Ad Ac As Ah", "four of a kind"),
        ("Ad Ac 2s 2h 2d", "full house"),
        ("Jd Jc", "jacks or better"),
    ],
)
def test_the_words_for_cards(cards: str, words: str):
    assert str(Features(parse(cards)).words()) == words


@pytest.mark.parametrize(
    ("now", "message"),
    [
        (Situation(parse("Ah")), "a player holds two cards, not 1"),
        (Situation(parse("Ah Kh"), parse("2c 3c 4c 5c 6c 7c")), "three community cards, not 6"),
        (Situation(parse("Ah Kh"), parse("2c 3c 4c")), "nothing left to decide"),
        (Situation(parse("Ah Kh"), parse("2c")), "--bets has 0 and --board has 1"),
        (Situation(parse("Ah Kh"), parse("2c"), (4,)), "4 antes is not a street wager here: choose one of 1, 2, 3"),
        (Situation(parse("Ah Kh"), parse("Kh"), (1,)), "Kh is in CARDS and in --board"),
        (Situation(parse("Ah Kh"), seen=parse("Ah")), "Ah is in CARDS and in --seen"),
        (Situation(parse("Ah Kh"), known={"6th": parse_card("2c")}), "'6th' is not a street"),
        (Situation(parse("Ah Kh"), parse("2c"), (1,), known={"3rd": parse_card("3c")}), "on the board already"),
        (Situation(tuple(range(2)), seen=tuple(range(2, 51))), "too few are left"),
    ],
)
def test_what_cannot_be_advised_on_is_told(now: Situation, message: str):
    with pytest.raises(InputError, match=message):
        advise(book_game(), now)


def test_setup_is_shared():
    assert read("online")[2] == book_game()
