"""A game to solve: the exact value of every hand to the player after every sequence of wagers, in antes.

A `Game` comes from a rule book's data and a few choices (`options` reads them from text). It knows pay tables,
multiples, caps, how uneven wins are rounded, and what is wagered next to the ante: a jackpot wager, or a Three Card
Bonus that a cap counts. It knows nothing of cards or of how it is solved.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand, ThreeCardHand
from mississippi_stud.maths.remarks import Remark
from mississippi_stud.money import Odds
from mississippi_stud.rulebooks.pays import Pay, Push

Bets = tuple[int, ...]
"""The multiples wagered so far, 3rd street first."""

STREETS: Final = ("third-street", "fourth-street", "fifth-street")
NOTHING: Final = Fraction(0)
MULTIPLES_MAX: Final = 8
"""The most multiples for which each sequence of wagers is examined by itself."""


@dataclass(frozen=True)
class End:
    """A hand together with whatever else decides its value: how the cards divide between the player and the board."""

    hand: Hand
    others: tuple[Hand, ...] = ()
    """The hands with which one other player who did not fold may also win on this board."""
    board: ThreeCardHand | None = None
    """What the community cards make, if a Three Card Bonus counts."""


@dataclass(frozen=True)
class PayCap:
    """A cap on what is paid, in cents."""

    name: str
    clause: str
    wagers: frozenset[int]
    """0 is the ante, 1 to 3 are the streets."""
    with_stake: bool
    """Whether returned stakes count."""
    cents: int
    with_bonus: bool = False
    """Whether the payment of the Three Card Bonus counts too."""


@dataclass(frozen=True)
class JackpotStake:
    """A jackpot wager made next to the ante; a fold forfeits it. All in antes."""

    cost: Fraction
    prizes: tuple[Fraction, ...]
    """By `Hand`; a prize replaces the stake."""
    shared: Mapping[End, Fraction] = field(default_factory=dict)
    """The average value of the prize where another player may win too."""


@dataclass(frozen=True)
class Game:
    """A game that can be solved."""

    name: str
    pays: Mapping[Hand, Pay]
    multiples: tuple[int, ...] = (1, 2, 3)
    ante_cents: int | None = None
    """Caps and rounding need an amount; without one the game is solved in antes and ignores them."""
    limits: tuple[PayCap, ...] = ()
    chip_cents: int = 1
    """The smallest payment: a win that is not a multiple of it is rounded up."""
    jackpot: JackpotStake | None = None
    bonus_cents: Mapping[ThreeCardHand, int] = field(default_factory=dict)
    """What a Three Card Bonus pays, including its stake; it matters where a limit counts it."""
    ace_low_in_three: bool = False
    """Whether A 2 3 is a straight for that bonus."""
    ties_bet: bool = True
    remarks: tuple[Remark, ...] = ()
    """Anything odd about how the game was set up."""

    def win(self, stake: int, hand: Hand) -> tuple[Fraction, Fraction]:
        """Return what a wager of `stake` antes wins and how much of it is returned; both are 0 if it loses."""
        pay = self.pays.get(hand)
        if pay is None:
            return NOTHING, NOTHING
        if isinstance(pay, Push):
            return NOTHING, Fraction(stake)
        if not isinstance(pay, Odds):
            raise InputError("main-not-odds", hand=hand, pay=str(pay))
        won = Fraction(stake * pay.pays, pay.on)
        if self.ante_cents is not None:
            unit = Fraction(self.chip_cents, self.ante_cents)
            won = -(-won // unit) * unit
        return won, Fraction(stake if pay.keeps_stake else 0)

    def net(self, bets: Bets, end: Hand | End) -> Fraction:
        """Return the value of a hand played to the end after those street wagers, in antes, without any bonus."""
        stakes = (1, *bets)
        hand = end.hand if isinstance(end, End) else end
        wins = [self.win(stake, hand) for stake in stakes]
        bonus = self.bonus_cents.get(end.board, 0) if isinstance(end, End) and end.board is not None else 0
        paid = sum((won + returned for won, returned in wins), NOTHING) - self._cut(hand, wins, bonus)
        return paid - sum(stakes) + self.jackpot_net(end)

    def folded(self, bets: Bets) -> Fraction | int:
        """Return the value of a fold after those street wagers, in antes."""
        return -1 - sum(bets) - (self.jackpot.cost if self.jackpot else 0)

    def jackpot_net(self, end: Hand | End) -> Fraction:
        """Return the value of the jackpot wager with that hand, in antes; 0 if there is no such wager."""
        if self.jackpot is None:
            return NOTHING
        alone = self.jackpot.prizes[end.hand if isinstance(end, End) else end]
        return (self.jackpot.shared.get(end, alone) if isinstance(end, End) else alone) - self.jackpot.cost

    def crowded(self) -> frozenset[Hand]:
        """Return the hands with which main wagers and bonus together can exceed a limit that counts both."""
        if self.ante_cents is None or not self.bonus_cents:
            return frozenset()
        most = (self.multiples[-1],) * 3
        best = max(self.bonus_cents, key=lambda board: self.bonus_cents[board])
        return frozenset(hand for hand in Hand if self.net(most, End(hand, board=best)) != self.net(most, hand))

    def _cut(self, hand: Hand, wins: list[tuple[Fraction, Fraction]], bonus_cents: int) -> Fraction:
        """Return what the limits take away, those on single wagers first."""
        if self.ante_cents is None or not self._binding[hand]:
            return NOTHING
        cut_of = [NOTHING] * len(wins)
        for limit in self._binding[hand]:
            counted = [
                won + (returned if limit.with_stake else 0) - cut_of[place]
                for place, (won, returned) in enumerate(wins)
                if place in limit.wagers
            ]
            allowed = limit.cents - (bonus_cents if limit.with_bonus else 0)
            excess = sum(counted, NOTHING) - Fraction(allowed, self.ante_cents)
            if excess > 0:
                cut_of[min(limit.wagers)] += excess
        return sum(cut_of, NOTHING)

    def per_unit(self) -> list[Fraction] | None:
        """Return the value of each hand per unit wagered, without the jackpot, if only the total wagered matters."""
        if self.ante_cents is not None and (any(map(self._binds, self.limits)) or not self.total_decides()):
            return None
        return [sum(self.win(1, hand), NOTHING) - 1 for hand in Hand]

    def total_decides(self) -> bool:
        """Return whether only the sum of the wagers matters, not how it is made up."""
        if self.ante_cents is None:
            return True
        unit = Fraction(self.chip_cents, self.ante_cents)
        rounded = any(isinstance(pay, Odds) and Fraction(pay.pays, pay.on) % unit for pay in self.pays.values())
        return not rounded and all(len(limit.wagers) == 4 or not self._binds(limit) for limit in self.limits)

    def _binds(self, limit: PayCap) -> bool:
        """Return whether a limit can take anything away at all."""
        return any(self._binds_with(limit, hand) for hand in self.pays)

    def _binds_with(self, limit: PayCap, hand: Hand) -> bool:
        """Return whether a limit can take anything away from a hand."""
        most = (1, *(self.multiples[-1],) * 3)
        wins = [self.win(stake, hand) for place, stake in enumerate(most) if place in limit.wagers]
        counted = sum((won + (returned if limit.with_stake else 0) for won, returned in wins), NOTHING)
        beside = max(self.bonus_cents.values(), default=0) if limit.with_bonus else 0
        return counted * (self.ante_cents or 0) + beside > limit.cents

    @cached_property
    def _binding(self) -> Mapping[Hand, tuple[PayCap, ...]]:
        """The limits that can take anything away from each hand, those on single wagers first."""
        limits = sorted(self.limits, key=lambda each: len(each.wagers))
        return {hand: tuple(each for each in limits if self._binds_with(each, hand)) for hand in Hand}

    def warnings(self) -> Iterator[Remark]:
        """Yield anything odd about the game, above all a better hand that pays less than a lesser one."""
        yield from self.remarks
        worth = {hand: sum(self.win(1, hand), NOTHING) for hand in Hand}
        for lesser, better in pairwise(Hand):
            if worth[better] < worth[lesser]:
                yield Remark("pays-less", better=better, lesser=lesser)


@dataclass(frozen=True)
class Tree:
    """The possible wagers: the different histories at each street, and where each multiple leads."""

    pasts: tuple[tuple[Bets, ...], ...]
    """By street: one example of the wagers that lead to each node."""
    leads_to: tuple[tuple[tuple[int, ...], ...], ...]
    """By street and node: for each multiple, the node of the next street, or the leaf."""
    leaves: tuple[Bets, ...]


def tree(game: Game, merged: bool | None = None) -> Tree:
    """Return the wagering tree of a game, merging wagers with the same total, by default where nothing else matters."""
    if any(low >= high for low, high in pairwise(game.multiples)) or not game.multiples or game.multiples[0] < 1:
        raise InputError("multiples-disordered", text=",".join(map(str, game.multiples)))
    if merged is None:
        merged = game.total_decides()
    if not merged and len(game.multiples) > MULTIPLES_MAX:
        raise InputError("too-many-multiples", most=MULTIPLES_MAX)
    pasts: list[tuple[Bets, ...]] = [((),)]
    leads_to = []
    for _ in STREETS:
        places: dict[Bets | int, int] = {}
        examples: list[Bets] = []
        rows = []
        for past, multiple in product(pasts[-1], game.multiples):
            bets = (*past, multiple)
            key = sum(bets) if merged else bets
            if key not in places:
                places[key] = len(examples)
                examples.append(bets)
            rows.append(places[key])
        width = len(game.multiples)
        leads_to.append(tuple(tuple(rows[at : at + width]) for at in range(0, len(rows), width)))
        pasts.append(tuple(examples))
    return Tree(tuple(pasts[:3]), tuple(leads_to), pasts[3])
