"""What a hand makes so far."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mississippi_stud.cards import DECK, parse, rank
from mississippi_stud.hands import Hand, five
from mississippi_stud.prose.holdings import PAIRS, so_far


@pytest.mark.parametrize(
    ("cards", "en", "fr"),
    [
        ("As Kd", "no pair yet", "pas encore de paire"),
        ("As Ks Qs Js", "no pair yet", "pas encore de paire"),
        ("Ac Ad", "a pair of aces", "une paire d'as"),
        ("2c 7d 2h", "a pair of twos", "une paire de deux"),
        ("Jc 7d 3h Jh", "a pair of jacks", "une paire de valets"),
        ("Jc 7d 7h Jh", "two pair", "2 paires"),
        ("7c 7d 7h Jh", "three of a kind", "brelan"),
        ("7c 7d 7h 7s", "four of a kind", "carré"),
    ],
)
def test_a_hand_so_far_in_words(cards: str, en: str, fr: str):
    assert (so_far(parse(cards), "en"), so_far(parse(cards), "fr")) == (en, fr)


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True))
def test_what_four_cards_make_the_fifth_does_not_undo(cards):
    """Compared with the ranking of whole hands: it never says more than the five cards turn out to be worth."""
    told, whole = so_far(tuple(cards[:4]), "en"), five(*cards)
    least = {"no pair yet": Hand.NOTHING, "two pair": Hand.TWO_PAIR, "three of a kind": Hand.THREE_OF_A_KIND}
    if told in PAIRS:
        (twice,) = {rank(card) for card in cards[:4] if sum(rank(card) == rank(each) for each in cards[:4]) == 2}
        assert told == PAIRS[twice]
        assert whole >= (Hand.LOW_PAIR if twice < 4 else Hand.PAIR_OF_6S_TO_10S if twice < 9 else Hand.JACKS_OR_BETTER)
    else:
        assert whole >= least.get(told, Hand.FOUR_OF_A_KIND)
