"""The human strategy: that it costs nothing in the printed game, and exactly what it costs elsewhere."""

from fractions import Fraction
from itertools import combinations

import pytest

from mississippi_stud.cards import DECK, parse
from mississippi_stud.hands import Hand, five
from mississippi_stud.maths.features import Features
from mississippi_stud.maths.solver import solve
from mississippi_stud.maths.strategy import CARD, MOST, card, human, rule_for
from mississippi_stud.prose.calculations import CALCULATIONS
from tests.maths.test_solver import book_game


@pytest.mark.parametrize("name", ["nsw", "maryland", "crown", "online"])
def test_in_the_printed_game_the_strategy_is_the_best_play(name: str):
    found = human(book_game(name))
    assert (found.cost, found.mistakes) == (0, ())
    assert found.value == Fraction(-53223, 1082900)


def test_in_another_game_it_costs_something():
    found = human(book_game(pays=("straight=9", "flush=2")))
    assert found.cost > 0
    assert found.value < solve(book_game(pays=("straight=9", "flush=2"))).value
    assert all(mistake.loss > 0 and mistake.played != mistake.best for mistake in found.mistakes)
    assert [mistake.cost for mistake in found.mistakes] == sorted((m.cost for m in found.mistakes), reverse=True)


@pytest.mark.parametrize(
    ("cards", "raised", "play"),
    [
        ("2c 2d", False, "most"),
        ("6c 5c", False, "least"),
        ("6c 4c", False, None),
        ("Jc 2d", False, "least"),
        ("9c 5d", False, None),
        ("9c 6d", False, "least"),
        ("7c 6c 5c", False, "most"),
        ("6c 5c 4c", False, "least"),
        ("Jc 9c 8c", False, "most"),
        ("Tc 9c 7c", False, "least"),
        ("Ac 2c 3c", False, "least"),
        ("6c 5d 4h", False, "least"),
        ("5c 4d 3h", False, None),
        ("8c 7d 6h 5s", False, "most"),
        ("7c 6d 5h 4s", False, "least"),
        ("Tc 8d 6h 2s", False, None),
        ("Tc 8d 6h 2s", True, "least"),
        ("Kc Qd 3h 2s", False, "least"),
        ("Kc Td 3h 2s", False, None),
    ],
)
def test_the_rules_at_their_edges(cards: str, raised: bool, play: str | None):
    held = parse(cards)
    rule = rule_for(len(held) - 2, Features(held), raised)
    assert (None if rule is None else rule.bet) == play


def test_the_card_has_every_rule():
    text = "\n".join(card())
    assert all(CALCULATIONS[rule.code] in text for rules in CARD for rule in rules)


@pytest.mark.campaign
def test_the_cost_by_playing_every_deal():
    """Play every starting hand and every board literally by the rules, in a game that the rules do not fit."""
    pays = {Hand.ROYAL_FLUSH: 500, Hand.STRAIGHT_FLUSH: 100, Hand.FOUR_OF_A_KIND: 40, Hand.FULL_HOUSE: 10}
    pays |= {Hand.FLUSH: 2, Hand.STRAIGHT: 9, Hand.THREE_OF_A_KIND: 3, Hand.TWO_PAIR: 2, Hand.JACKS_OR_BETTER: 1}
    pays |= {Hand.PAIR_OF_6S_TO_10S: 0}
    ends: dict[frozenset[int], int] = {}
    rules: dict[tuple[frozenset[int], bool], int] = {}

    def bet(cards: frozenset[int], raised: bool) -> int:
        key = (cards, raised)
        if key not in rules:
            rule = rule_for(len(cards) - 2, Features(tuple(cards)), raised)
            rules[key] = 0 if rule is None else 3 if rule.bet == MOST else 1
        return rules[key]

    def per_unit(cards: frozenset[int]) -> int:
        if cards not in ends:
            ends[cards] = sum(pays.get(five(*cards, last), -1) for last in DECK if last not in cards)
        return ends[cards]

    total = 0
    for hole in map(frozenset, combinations(DECK, 2)):
        third = bet(hole, False)
        if not third:
            total -= 117_600
            continue
        for a in DECK:
            if a in hole:
                continue
            three = hole | {a}
            fourth = bet(three, third == 3)
            if not fourth:
                total -= (1 + third) * 49 * 48
                continue
            for b in DECK:
                if b in three:
                    continue
                four = three | {b}
                fifth = bet(four, 3 in (third, fourth))
                wagered = 1 + third + fourth
                total += per_unit(four) * (wagered + fifth) if fifth else -wagered * 48
    assert human(book_game(pays=("straight=9", "flush=2"))).value == Fraction(total, 155_937_600)
