"""The game by brute force, as slow and plain as possible: every card, every wager, no isomorphism, no algebra.

Imports nothing from `mississippi_stud.maths`. `Rules` values a hand in its own arithmetic; `hole` plays all 117,600
boards of one starting hand; `literal` does the same again as a recursion that reads like the rules.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np

from mississippi_stud.cards import DECK
from mississippi_stud.hands import Hand, ThreeCardHand, five, three

STANDARD = {
    Hand.ROYAL_FLUSH: (500, 1),
    Hand.STRAIGHT_FLUSH: (100, 1),
    Hand.FOUR_OF_A_KIND: (40, 1),
    Hand.FULL_HOUSE: (10, 1),
    Hand.FLUSH: (6, 1),
    Hand.STRAIGHT: (4, 1),
    Hand.THREE_OF_A_KIND: (3, 1),
    Hand.TWO_PAIR: (2, 1),
    Hand.JACKS_OR_BETTER: (1, 1),
    Hand.PAIR_OF_6S_TO_10S: (0, 1),
}


@dataclass(frozen=True)
class Rules:
    """Odds "to" by hand, multiples, and caps; everything in cents if an ante is given, otherwise in antes."""

    odds: Mapping[Hand, tuple[int, int]]
    multiples: tuple[int, ...] = (1, 2, 3)
    ante: int = 1
    won_cap: int | None = None
    """Limits what all four wagers win together."""
    paid_cap: int | None = None
    """Limits what all four wagers win and return together, including what the bonus pays."""
    single_caps: tuple[int, int, int, int] | None = None
    """Limits what each wager wins and returns."""
    jackpot_cost: int = 0
    jackpot_prizes: Mapping[Hand, int] | None = None
    bonus: Mapping[ThreeCardHand, int] | None = None
    """What a bonus on the three community cards pays, stake included; it counts towards the cap, not the result."""
    round_up: bool = False
    ties_bet: bool = True

    def net(self, bets: tuple[int, ...], hand: Hand, board: ThreeCardHand = ThreeCardHand.NOTHING) -> Fraction:
        stakes = [self.ante, *(self.ante * bet for bet in bets)]
        prize = (self.jackpot_prizes or {}).get(hand, 0) - self.jackpot_cost
        if hand not in self.odds:
            return Fraction(prize - sum(stakes))
        pays, on = self.odds[hand]
        wins = [Fraction(stake * pays, on) for stake in stakes]
        if self.round_up:
            wins = [Fraction(-(-win.numerator // win.denominator)) for win in wins]
        if self.single_caps:
            wins = [min(win, cap - stake) for win, cap, stake in zip(wins, self.single_caps, stakes, strict=True)]
        won = sum(wins)
        if self.won_cap is not None:
            won = min(won, self.won_cap)
        if self.paid_cap is not None:
            won = min(won, self.paid_cap - (self.bonus or {}).get(board, 0) - sum(stakes))
        return Fraction(won + prize)

    def fold(self, bets: tuple[int, ...]) -> Fraction:
        return Fraction(-self.ante * (1 + sum(bets)) - self.jackpot_cost)


@dataclass
class Played:
    """One starting hand or many: sums over ordered boards."""

    value: Fraction
    plays: dict[Any, Any]
    results: Counter[tuple[Fraction, int]]
    """(net result, antes wagered) -> boards."""
    finals: Counter[Hand]
    folds: Counter[int]


def prefers_fold(rules: Rules, fold: Fraction, best: Fraction) -> bool:
    return fold > best if rules.ties_bet else fold >= best


def literal(rules: Rules, hole: tuple[int, int]) -> Fraction | int:
    """The value of a starting hand, summed over 117,600 boards."""
    options, fold = situation(rules, hole)
    best = max(options.values())
    return 117_600 * (fold if prefers_fold(rules, fold, best) else best)


def situation(
    rules: Rules,
    hole: tuple[int, int],
    board: tuple[int, ...] = (),
    bets: tuple[int, ...] = (),
    seen: tuple[int, ...] = (),
    known: Mapping[int, int] | None = None,
    beside: Callable[[tuple[int, ...], Hand], Fraction] | None = None,
) -> tuple[dict[int, Fraction], Fraction]:
    """Return the values of each bet and of a fold at any moment, straight from the rules. `known` has 0 for 3rd street.

    `beside` gives the additional value of a hand on a board, in the order of its cards.
    """
    known = known or {}
    made: dict[frozenset[int], Hand] = {}
    nets: dict[Any, Fraction | int] = {}

    def value(board: tuple[int, ...], bets: tuple[int, ...]) -> Fraction | int:
        if len(board) == 3:
            cards = frozenset((*hole, *board))
            if cards not in made:
                made[cards] = five(*cards)
            hand = made[cards]
            key = (bets, hand, three(*board, ace_low=True) if rules.bonus else ThreeCardHand.NOTHING)
            if key not in nets:
                net = rules.net(*key)
                nets[key] = net.numerator if net.denominator == 1 else net  # ints are ten times faster
            return nets[key] + beside(board, hand) if beside else nets[key]
        ways = count_ways(board)
        fold = rules.fold(bets) * ways
        choices = options(board, bets)
        best = max(choices.values())
        return fold if prefers_fold(rules, fold, best) else best

    def next_cards(board: tuple[int, ...]) -> list[int]:
        if len(board) in known:
            return [known[len(board)]]
        gone = {*hole, *board, *seen, *known.values()}
        return [card for card in DECK if card not in gone]

    def count_ways(board: tuple[int, ...]) -> int:
        if len(board) == 3:
            return 1
        cards = next_cards(board)
        return len(cards) * count_ways((*board, cards[0]))

    def options(board: tuple[int, ...], bets: tuple[int, ...]) -> dict[int, Fraction | int]:
        return {bet: sum(value((*board, card), (*bets, bet)) for card in next_cards(board)) for bet in rules.multiples}

    ways = count_ways(board)
    return {bet: Fraction(total, ways) for bet, total in options(board, bets).items()}, rules.fold(bets)


def _hands(rules: Rules, hole: tuple[int, int]) -> np.ndarray:
    """Return what every three of the 50 other cards make with the two and, if it matters, by themselves: hand + 12
    board.

    It is -1 where a card occurs twice.
    """
    rest = [card for card in DECK if card not in hole]
    made = np.full((50, 50, 50), -1)
    for a in range(50):
        for b in range(a):
            for c in range(b):
                board = (rest[a], rest[b], rest[c])
                hand = five(*hole, *board) + (12 * three(*board, ace_low=True) if rules.bonus else 0)
                for order in permutations((a, b, c)):
                    made[order] = hand
    return made


def hole(rules: Rules, cards: tuple[int, int]) -> Played:
    """Play all boards of one starting hand: find the plays from the last street to the first, then play every board."""
    made = _hands(rules, cards)
    boards = ThreeCardHand if rules.bonus else [ThreeCardHand.NOTHING]
    table = {
        (b3, b4, b5): [rules.net((b3, b4, b5), hand, board) for board in boards for hand in Hand]
        for b3 in rules.multiples
        for b4 in rules.multiples
        for b5 in rules.multiples
    }
    unit = int(np.lcm.reduce([each.denominator for row in table.values() for each in row], dtype=object))
    flat = made.reshape(-1)

    def at_leaf(bets: tuple[int, ...]) -> np.ndarray:
        whole = np.array([*(int(each * unit) for each in table[bets]), 0], dtype=object)  # the last is for -1
        if max(map(abs, whole)) * 117_600 < 2**62:
            whole = whole.astype(np.int64)
        return whole[flat].reshape(50, 50, 50)

    def decided(bets: tuple[int, ...], ways: int, axis: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the value of the next decision, by the cards seen, and the play."""
        options = []
        for bet in rules.multiples:
            more = (*bets, bet)
            inner = at_leaf(more) if axis == 2 else decided(more, ways // (50 - axis), axis + 1)[0]
            options.append(inner.sum(axis=axis))
        stacked = np.array(options)
        best = stacked.argmax(axis=0)
        fold = int(rules.fold(bets) * unit) * ways
        most = stacked.max(axis=0)
        folded = fold > most if rules.ties_bet else fold >= most
        played = np.where(folded, 0, np.array(rules.multiples)[best])
        plays[bets] = played
        return np.where(folded, fold, most) * seen_once(axis), played

    def seen_once(axis: int) -> Any:
        """Return 1 where the cards seen before this decision are all different."""
        if axis == 2:
            return 1 - np.eye(50, dtype=int)
        return 1

    plays: dict[Any, np.ndarray] = {}
    total, _ = decided((), 50 * 49 * 48, 0)
    return _follow(rules, made, plays, Fraction(int(total), unit))


def _follow(rules: Rules, made: np.ndarray, plays: dict[Any, np.ndarray], value: Fraction) -> Played:
    """Play every ordered board as decided."""
    played = Played(value, plays, Counter(), Counter(), Counter())
    nets: dict[Any, Fraction] = {}
    first = int(plays[()])
    if first == 0:
        played.folds[0] = 117_600
        played.results[rules.fold(()), 1] = 117_600
        return played
    for a in range(50):
        second = int(plays[(first,)][a])
        if second == 0:
            played.folds[1] += 49 * 48
            played.results[rules.fold((first,)), 1 + first] += 49 * 48
            continue
        for b in range(50):
            if b == a:
                continue
            third = int(plays[first, second][a, b])
            if third == 0:
                played.folds[2] += 48
                played.results[rules.fold((first, second)), 1 + first + second] += 48
                continue
            for end, count in Counter(made[a, b].tolist()).items():
                if end >= 0:
                    bets, hand, board = (first, second, third), Hand(end % 12), ThreeCardHand(end // 12)
                    played.finals[hand] += count
                    if (bets, end) not in nets:
                        nets[bets, end] = rules.net(bets, hand, board)
                    played.results[nets[bets, end], 1 + sum(bets)] += count
    return played
