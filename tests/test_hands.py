"""Hands, proved over every possible deal: by exact counts, by other people's evaluators, and against each other.

The counts are combinatorics, each with its formula; C(n, k) is written out.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
import pytest

from mississippi_stud import hands
from mississippi_stud.cards import DECK, parse
from mississippi_stud.hands import Hand, ThreeCardHand, five, six, three
from mississippi_stud.maths import batch

ONE_PAIR_EACH_RANK = comb(4, 2) * comb(12, 3) * 4**3  # 84,480

FIVE_CARD_COUNTS = {
    Hand.ROYAL_FLUSH: 4,
    Hand.STRAIGHT_FLUSH: 36,
    Hand.FOUR_OF_A_KIND: 13 * 48,
    Hand.FULL_HOUSE: 13 * comb(4, 3) * 12 * comb(4, 2),
    Hand.FLUSH: 4 * comb(13, 5) - 40,
    Hand.STRAIGHT: 10 * 4**5 - 40,
    Hand.THREE_OF_A_KIND: 13 * comb(4, 3) * comb(12, 2) * 4**2,
    Hand.TWO_PAIR: comb(13, 2) * comb(4, 2) ** 2 * 44,
    Hand.JACKS_OR_BETTER: 4 * ONE_PAIR_EACH_RANK,
    Hand.PAIR_OF_6S_TO_10S: 5 * ONE_PAIR_EACH_RANK,
    Hand.LOW_PAIR: 4 * ONE_PAIR_EACH_RANK,
    Hand.NOTHING: (comb(13, 5) - 10) * (4**5 - 4),
}

# Twelve sequences if A 2 3 is a straight, otherwise eleven.
THREE_CARD_COUNTS = {
    True: {
        ThreeCardHand.MINI_ROYAL: 4,
        ThreeCardHand.STRAIGHT_FLUSH: 44,
        ThreeCardHand.THREE_OF_A_KIND: 52,
        ThreeCardHand.STRAIGHT: 720,
        ThreeCardHand.FLUSH: 1096,
        ThreeCardHand.PAIR: 3744,
        ThreeCardHand.NOTHING: 16440,
    },
    False: {
        ThreeCardHand.MINI_ROYAL: 4,
        ThreeCardHand.STRAIGHT_FLUSH: 40,
        ThreeCardHand.THREE_OF_A_KIND: 52,
        ThreeCardHand.STRAIGHT: 660,
        ThreeCardHand.FLUSH: 1100,
        ThreeCardHand.PAIR: 3744,
        ThreeCardHand.NOTHING: 16500,
    },
}


def all_deals(size: int) -> np.ndarray:
    """Return every choice of `size` cards, one per row, in the order of `itertools.combinations`."""
    return np.fromiter(combinations(range(52), size), dtype=np.dtype((np.uint8, size)), count=comb(52, size))


@pytest.fixture(scope="module")
def five_card_deals() -> np.ndarray:
    return all_deals(5)


@pytest.fixture(scope="module")
def five_card_hands(five_card_deals: np.ndarray) -> np.ndarray:
    return batch.five(five_card_deals)


def test_every_five_card_hand_is_counted(five_card_hands: np.ndarray):
    assert len(five_card_hands) == 2_598_960
    assert Counter(five_card_hands.tolist()) == FIVE_CARD_COUNTS


def test_the_scalar_and_the_batch_agree_on_every_five_card_hand(five_card_hands: np.ndarray):
    scalar = np.fromiter((five(*deal) for deal in combinations(DECK, 5)), dtype=np.uint8, count=2_598_960)
    assert np.array_equal(scalar, five_card_hands)


# Both evaluators rank hands from 1, a royal flush, to 7462. The last rank of each hand, by counting the distinct ones:
# 1 royal, 9 straight flushes, 156 fours, 156 full houses, 1277 flushes, 10 straights, 858 threes, 858 two pairs,
# 220 of each pair from aces down, 1277 of nothing.
LAST_RANKS = np.cumsum([1, 9, 156, 156, 1277, 10, 858, 858, 4 * 220, 5 * 220, 4 * 220, 1277])


def hands_of_ranks(ranks: np.ndarray) -> np.ndarray:
    return 11 - np.searchsorted(LAST_RANKS, ranks)


def test_phevaluator_agrees_on_every_five_card_hand(five_card_deals: np.ndarray, five_card_hands: np.ndarray):
    from phevaluator.evaluator import evaluate_5cards

    ranks = np.fromiter((evaluate_5cards(*deal) for deal in five_card_deals.tolist()), dtype=np.int16)
    assert np.array_equal(hands_of_ranks(ranks), five_card_hands)


def test_treys_agrees_on_every_five_card_hand(five_card_deals: np.ndarray, five_card_hands: np.ndarray):
    from treys import Card, Evaluator

    theirs = [Card.new("23456789TJQKA"[card // 4] + "cdhs"[card % 4]) for card in range(52)]
    evaluate = Evaluator()._five
    ranks = np.fromiter(
        (evaluate([theirs[card] for card in deal]) for deal in five_card_deals.tolist()), dtype=np.int16
    )
    assert np.array_equal(hands_of_ranks(ranks), five_card_hands)


@pytest.mark.parametrize("ace_low", [True, False])
def test_every_three_card_hand_is_counted(ace_low: bool):
    scalar = [three(*deal, ace_low=ace_low) for deal in combinations(DECK, 3)]
    assert len(scalar) == 22_100
    assert Counter(scalar) == THREE_CARD_COUNTS[ace_low]
    assert np.array_equal(batch.three(all_deals(3), ace_low=ace_low), scalar)


def six_card_deals(five_card_deals: np.ndarray) -> Iterator[np.ndarray]:
    """Yield every choice of six cards, in one block for each lowest card: with it, every five cards above it."""
    for lowest in range(47):
        others = five_card_deals[np.searchsorted(five_card_deals[:, 0], lowest, side="right") :]
        yield np.column_stack([np.full(len(others), lowest, dtype=np.uint8), others])


@pytest.fixture(scope="module")
def six_card_hands(five_card_deals: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """What every six cards make, block by block."""
    return [batch.six(deals) for deals in six_card_deals(five_card_deals)]


# The best five of six cards, by the counts published for six-card poker; the three lines of one pair and the line of
# nothing are proved separately by the second count below.
SIX_CARD_COUNTS = {
    Hand.ROYAL_FLUSH: 4 * 47,
    Hand.STRAIGHT_FLUSH: 1_656,
    Hand.FOUR_OF_A_KIND: 13 * comb(48, 2),
    Hand.FULL_HOUSE: 165_984,
    Hand.FLUSH: 205_792,
    Hand.STRAIGHT: 361_620,
    Hand.THREE_OF_A_KIND: 732_160,
    Hand.TWO_PAIR: 2_532_816,
    "one pair": 9_730_740,
    Hand.NOTHING: 6_612_900,
}


def test_every_six_card_hand_is_counted_and_a_sample_agrees_with_the_scalar(
    five_card_deals: np.ndarray, six_card_hands: list[tuple[np.ndarray, np.ndarray]]
):
    counts: Counter[int] = Counter()
    super_royals: Counter[int] = Counter()
    chosen = np.random.default_rng(6)
    sample = 0
    for deals, (made, suits) in zip(six_card_deals(five_card_deals), six_card_hands, strict=True):
        counts.update(dict(enumerate(np.bincount(made, minlength=12).tolist())))
        super_royals.update(suits[suits != batch.NO_SUPER_ROYAL].tolist())
        for row in chosen.choice(len(deals), size=min(len(deals), 5_000), replace=False):
            best = six(*deals[row].tolist())
            assert (best.hand, batch.NO_SUPER_ROYAL if best.super_royal is None else best.super_royal) == (
                made[row],
                suits[row],
            )
            sample += 1
    assert sample > 150_000
    assert sum(counts.values()) == 20_358_520
    pairs = [counts.pop(pair) for pair in (Hand.LOW_PAIR, Hand.PAIR_OF_6S_TO_10S, Hand.JACKS_OR_BETTER)]
    assert sum(pairs) == SIX_CARD_COUNTS["one pair"]
    assert counts == {hand: count for hand, count in SIX_CARD_COUNTS.items() if hand != "one pair"}
    assert super_royals == {0: 1, 1: 1, 2: 1, 3: 1}


def test_the_six_card_counts_of_single_pairs_by_counting_ranks(six_card_hands: list[tuple[np.ndarray, np.ndarray]]):
    """One pair among six cards and nothing better: five ranks without a straight, and no five cards of one suit."""
    counted = dict.fromkeys((Hand.LOW_PAIR, Hand.PAIR_OF_6S_TO_10S, Hand.JACKS_OR_BETTER), 0)
    suit_choices = 0
    for paired in combinations(range(4), 2):
        for others in np.ndindex(4, 4, 4, 4):
            suit_choices += all(others.count(suit) < 4 or suit not in paired for suit in range(4))
    for ranks in combinations(range(13), 5):
        if ranks[4] - ranks[0] == 4 or ranks == (0, 1, 2, 3, 12):
            continue
        for pair in ranks:
            name = Hand.LOW_PAIR if pair < 4 else Hand.PAIR_OF_6S_TO_10S if pair < 9 else Hand.JACKS_OR_BETTER
            counted[name] += suit_choices
    assert sum(counted.values()) == SIX_CARD_COUNTS["one pair"]
    made = sum(np.bincount(block, minlength=12) for block, _ in six_card_hands)
    assert {hand: made[hand] for hand in counted} == counted


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("5h 4h 3h 2h Ah", "straight flush"),
        ("Kc Ac 2c 3c 4c", "flush"),
        ("Kd Ac 2c 3c 4c", "nothing"),
        ("Kd Ac Qc Jc Tc", "straight"),
        ("5d 5c 9h Js Kd", "low pair"),
        ("6d 6c 9h Js Kd", "pair of 6s to 10s"),
        ("Td Tc 9h Js Kd", "pair of 6s to 10s"),
        ("Jd Jc 9h Ts Kd", "jacks or better"),
        ("2d 2c Ah As Kd", "two pair"),
    ],
)
def test_hands_by_their_names(cards: str, hand: str):
    assert str(five(*parse(cards))) == hand


@pytest.mark.parametrize(
    ("cards", "hand", "suit"),
    [
        ("Ad Kd Qd Jd Td 9d", Hand.ROYAL_FLUSH, 1),
        ("Ad Kd Qd Jd Td 9h", Hand.ROYAL_FLUSH, None),
        ("Ad Kd Qd Jd Td 8d", Hand.ROYAL_FLUSH, None),
        ("Kd Qd Jd Td 9d 8d", Hand.STRAIGHT_FLUSH, None),
        ("9c 9d 9h 2c 2d 2h", Hand.FULL_HOUSE, None),
        ("2c 2d 3c 3d 4c 4d", Hand.TWO_PAIR, None),
    ],
)
def test_the_best_five_of_six(cards: str, hand: Hand, suit: int | None):
    assert six(*parse(cards)) == (hand, suit)


@pytest.mark.parametrize(
    ("cards", "error"),
    [
        (np.zeros((2, 4), dtype=int), r"shape \(n, 5\), one hand a row; this is \(2, 4\)"),
        (np.zeros(5, dtype=int), r"this is \(5,\)"),
        (np.array([[0, 1, 2, 3, 52]]), "from 0 to 51; this array goes from 0 to 52"),
        (np.array([[0, 1, 2, 3, -1]]), "from 0 to 51; this array goes from -1 to 3"),
        (np.zeros((1, 5)), "cards are integers from 0 to 51; this array holds float64"),
    ],
)
def test_the_batch_refuses_what_are_no_cards(cards: np.ndarray, error: str):
    with pytest.raises((ValueError, TypeError), match=error):
        batch.five(cards)


def test_the_batch_takes_no_hands_at_all():
    assert len(batch.five(np.empty((0, 5), dtype=np.uint8))) == 0


def _unsuited(ranks: tuple[int, ...]) -> Hand:
    """Return what five ranks make if the cards are not all of one suit, by counting."""
    match sorted(Counter(ranks).values()):
        case [1, 4]:
            return Hand.FOUR_OF_A_KIND
        case [2, 3]:
            return Hand.FULL_HOUSE
        case [1, 1, 3]:
            return Hand.THREE_OF_A_KIND
        case [1, 2, 2]:
            return Hand.TWO_PAIR
        case [1, 1, 1, 2]:
            pair = next(each for each in ranks if ranks.count(each) == 2)
            return Hand.JACKS_OR_BETTER if pair >= 9 else Hand.PAIR_OF_6S_TO_10S if pair >= 4 else Hand.LOW_PAIR
    return Hand.STRAIGHT if ranks[-1] - ranks[0] == 4 or ranks == (0, 1, 2, 3, 12) else Hand.NOTHING


def test_sums_of_weights_never_mix_hands():
    """The tables are keyed by sums: if two different hands shared one, the later would hide the earlier."""
    made: dict[int, Hand] = {}
    for ranks in combinations_with_replacement(range(13), 5):
        if len(set(ranks)) > 1:
            total, hand = sum(hands.WEIGHTS[4 * each] for each in ranks), _unsuited(ranks)
            assert made.setdefault(total, hand) is hand
            assert hands.UNSUITED[total] is hand
    assert len(made) > 6000
