"""The situations of a game that are met under the best play, each with the exact value of every play.

A situation is a street, what was wagered before it, and a kind of hand: hands with the same future (decision 20), which
the strategy card calls by one rule. The standard game has 355.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from hashlib import sha256
from itertools import combinations, permutations
from typing import Any, Final

from mississippi_stud.cards import Card, rank, suit, text
from mississippi_stud.errors import InputError
from mississippi_stud.maths.advice import Situation
from mississippi_stud.maths.classes import FUTURES, ORDERED_DEALS, example, levels
from mississippi_stud.maths.features import Features
from mississippi_stud.maths.game import Bets, Game
from mississippi_stud.maths.solver import FOLD, Solution, option_values, solve
from mississippi_stud.maths.strategy import rule_for

Chance = Callable[[int], int]
"""A source of chance: given n, a number from 0 to n - 1."""
_FINE: Final = 10**12
REST: Final = "fold-the-rest"
"""The rule of the strategy card for a hand that none of its lines fits."""


@dataclass(frozen=True)
class MetSituation:
    """A street, the wagers before it and a kind of hand, as the best play meets them."""

    street: int
    bets: Bets
    """One sequence of wagers that leads there; there may be others with the same total."""
    kind: int
    cards: tuple[Card, ...]
    """An example of the kind."""
    rule: str
    """The line of the strategy card that the hand belongs to."""
    probability: Fraction
    """How often it is met, per round."""
    values: Mapping[str, Fraction]
    """The value of a fold and of each bet, in antes, with the best play afterwards."""

    @property
    def id(self) -> str:
        """A name that outlasts a solution: the number of the street, the wagers, an example."""
        return f"{self.street + 3}.{'+'.join(map(str, self.bets))}.{text(self.cards).replace(' ', '')}"

    @property
    def best(self) -> tuple[str, ...]:
        """Every play that is worth as much as any."""
        most = max(self.values.values())
        return tuple(play for play, value in self.values.items() if value == most)

    @cached_property
    def stake(self) -> Fraction:
        """How much there is to learn: the frequency times what the best of the wrong plays costs, antes per round."""
        right, *others = sorted(set(self.values.values()), reverse=True)
        return self.probability * (right - others[0]) if others else Fraction(0)

    @cached_property
    def weight(self) -> int:
        """The stake as a whole number to draw by; a situation without one still has a small weight."""
        return 1 + int(self.stake * _FINE)


def rule_of(street: int, cards: tuple[Card, ...], raised: bool) -> str:
    """Return the code of the strategy card's rule for a hand; `raised`: the most was bet on an earlier street."""
    rule = rule_for(street, Features(cards), raised)
    return REST if rule is None else rule.code


@dataclass(frozen=True)
class Syllabus:
    """A solved game and everything there is to learn about it."""

    solved: Solution
    situations: tuple[MetSituation, ...]
    """Those with most to learn first."""
    _by_id: Mapping[str, MetSituation] = field(repr=False)

    @property
    def game(self) -> Game:
        return self.solved.game

    @cached_property
    def key(self) -> str:
        """A digest of what the plays are worth: games that pay the same are learnt together."""
        told = ((each.id, *map(str, each.values.values())) for each in sorted(self.situations, key=lambda one: one.id))
        return sha256(repr(list(told)).encode()).hexdigest()[:16]

    @cached_property
    def _weights(self) -> int:
        return sum(each.weight for each in self.situations)

    def share(self, situation: MetSituation) -> int:
        """Return how much of all there is to learn a situation is, in millionths."""
        return 1_000_000 * situation.weight // self._weights

    def of(self, name: str) -> MetSituation:
        """Return a situation by its id."""
        if name not in self._by_id:
            raise InputError("no-situation", name=name)
        return self._by_id[name]

    @cached_property
    def _options(self) -> list[Any]:
        """By street: the values of all plays at each node for each kind, in the solution's units."""
        return [option_values(self.solved, street).tolist() for street in range(3)]

    def values(self, hole: tuple[Card, ...], board: tuple[Card, ...], bets: Bets) -> dict[str, Fraction]:
        """Return the value of a fold and of each bet in antes, in whatever situation."""
        node, kind = self.solved.node(bets), _kind((*hole, *board))
        unit = self.solved.numbers.unit * FUTURES[2 + len(board)]
        plays = ("fold", *map(str, self.game.multiples))
        worth = self._options[len(board)][node]
        return {play: Fraction(worth[place][kind], unit) for place, play in enumerate(plays)}

    def play(self, hole: tuple[Card, ...], board: tuple[Card, ...], bets: Bets) -> int | None:
        """Return the best play as a multiple of the ante, or None for a fold."""
        street = len(board)
        chosen = self.solved.plays[street][self.solved.node(bets), _kind((*hole, *board))]
        return None if chosen == FOLD else self.game.multiples[int(chosen) - 1]

    def path(self, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Bets | None:
        """Return what the best play wagers before the next decision; None if it folds before that."""
        bets: Bets = ()
        for street in range(len(board)):
            bet = self.play(hole, board[:street], bets)
            if bet is None:
                return None
            bets = (*bets, bet)
        return bets

    def find(self, hole: tuple[Card, ...], board: tuple[Card, ...], bets: Bets) -> MetSituation | None:
        """Return the situation of these cards and wagers, or None if the best play never meets it."""
        node, kind = self.solved.node(bets), _kind((*hole, *board))
        return self._places.get((len(board), node, kind))

    @cached_property
    def _places(self) -> dict[tuple[int, int, int], MetSituation]:
        return {(each.street, self.solved.node(each.bets), each.kind): each for each in self.situations}

    def _leads_to(self, situation: MetSituation, cards: tuple[Card, ...]) -> Bets | None:
        """Return the wagers by which the best play brings these cards, in this order, to the situation, if it does."""
        bets = self.path(cards[:2], cards[2:])
        return bets if bets is not None and self.solved.node(bets) == self.solved.node(situation.bets) else None

    def representative(self, situation: MetSituation) -> Situation:
        """Return the cards to show for a situation: the highest hand of the kind that the best play brings there."""
        for number in reversed(_classes(situation)):
            for cards in _arrangements(example(2 + situation.street, number)):
                bets = self._leads_to(situation, cards)
                if bets is not None:
                    return Situation(cards[:2], cards[2:], bets)
        raise AssertionError("a situation is met")

    def deal(self, situation: MetSituation, chance: Chance) -> Situation:
        """Return random cards for a situation, each deal that the best play brings there as likely as any other."""
        size = 2 + situation.street
        numbers = _classes(situation)
        sets = [int(levels()[size].sets[number]) for number in numbers]
        while True:
            cards = _renamed(example(size, numbers[weighted(sets, chance)]), chance)
            bets = self._leads_to(situation, cards)
            if bets is not None:
                return Situation(cards[:2], cards[2:], bets)


def _kind(cards: tuple[Card, ...]) -> int:
    """Return the kind of two, three or four cards."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[suit(card)] |= 1 << rank(card)
    return _kinds(len(cards))[tuple(sorted(masks, reverse=True))]


@cache
def _kinds(size: int) -> dict[tuple[int, ...], int]:
    """Return the kind of each class of so many cards, by its masks: `classes.class_of` for one hand, without NumPy."""
    level = levels()[size]
    return dict(zip(map(tuple, level.masks.tolist()), level.kind.tolist(), strict=True))


def _classes(situation: MetSituation) -> list[int]:
    """Return the classes of hands that a situation's kind consists of."""
    return [int(each) for each in (levels()[2 + situation.street].kind == situation.kind).nonzero()[0]]


def _arrangements(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Yield the ways in which cards can be the player's two and a board in order, the highest two first."""
    for hole in combinations(cards, 2):
        for board in permutations(card for card in cards if card not in hole):
            yield (*hole, *board)


def weighted(weights: list[int], chance: Chance) -> int:
    """Return a place, each as likely as its weight says."""
    left = chance(sum(weights))
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    raise AssertionError("chance(n) is less than n")


def shuffled(cards: tuple[Card, ...], chance: Chance) -> tuple[Card, ...]:
    """Return the cards in random order."""
    left, found = list(cards), []
    while left:
        found.append(left.pop(chance(len(left))))
    return tuple(found)


def _renamed(cards: tuple[Card, ...], chance: Chance) -> tuple[Card, ...]:
    """Return cards of the same class, the suits renamed and the order changed at random."""
    suits = shuffled((Card(0), Card(1), Card(2), Card(3)), chance)
    return shuffled(tuple(Card(4 * rank(card) + suits[suit(card)]) for card in cards), chance)


def syllabus(game: Game) -> Syllabus:
    """Solve a game and list the situations that its best play meets."""
    solved = solve(game)
    if solved.cards.ends:
        raise InputError("situations-by-arrangement")
    found = sorted(_met(solved), key=lambda each: (-each.stake, each.id))
    return Syllabus(solved, tuple(found), {each.id: each for each in found})


def _met(solved: Solution) -> Iterator[MetSituation]:
    game = solved.game
    plays = ["fold", *map(str, game.multiples)]
    for street, met in enumerate(solved.met):
        size = 2 + street
        unit, values = solved.numbers.unit * FUTURES[size], option_values(solved, street)
        highest = {kind: number for number, kind in enumerate(levels()[size].kind.tolist())}
        for node, kind in zip(*(each.tolist() for each in met.nonzero()), strict=True):
            bets, cards = solved.betting.pasts[street][node], example(size, highest[kind])
            worth = [Fraction(int(value), unit) for value in values[node, :, kind].tolist()]
            yield MetSituation(
                street=street,
                bets=bets,
                kind=kind,
                cards=cards,
                rule=rule_of(street, cards, game.multiples[-1] in bets),
                probability=Fraction(int(met[node, kind]), ORDERED_DEALS),
                values=dict(zip(plays, worth, strict=True)),
            )
