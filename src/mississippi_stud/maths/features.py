"""What people see in two to five cards: pairs, points and draws. The vocabulary of the human strategy and of the
advice.

A jack or better is 2 points, a 6 to a 10 is 1 point, anything lower is none: what a pair of that card would be good
for.
"""

from dataclasses import dataclass
from functools import cached_property

from mississippi_stud.cards import Card, rank, suit
from mississippi_stud.hands import Hand, five
from mississippi_stud.maths.remarks import Remark

_HIGH = 9
_MIDDLE = 4
_ACE = 12


@dataclass(frozen=True)
class Features:
    """Two to five cards as a player looks at them."""

    cards: tuple[Card, ...]

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        return tuple(sorted(map(rank, self.cards)))

    @cached_property
    def highs(self) -> int:
        """Jacks or better."""
        return sum(each >= _HIGH for each in self.ranks)

    @cached_property
    def middles(self) -> int:
        """Sixes to tens."""
        return sum(_MIDDLE <= each < _HIGH for each in self.ranks)

    @property
    def points(self) -> int:
        return 2 * self.highs + self.middles

    @cached_property
    def made(self) -> Hand:
        """The hand that the cards already make, whatever comes."""
        if len(self.cards) == 5:
            return five(*self.cards)
        counts = sorted((self.ranks.count(each) for each in set(self.ranks)), reverse=True)
        if counts[0] == 4:
            return Hand.FOUR_OF_A_KIND
        if counts[0] == 3:
            return Hand.THREE_OF_A_KIND
        if counts[:2] == [2, 2]:
            return Hand.TWO_PAIR
        if counts[0] == 2:
            paired = next(each for each in self.ranks if self.ranks.count(each) == 2)
            low = Hand.PAIR_OF_6S_TO_10S if paired >= _MIDDLE else Hand.LOW_PAIR
            return Hand.JACKS_OR_BETTER if paired >= _HIGH else low
        return Hand.NOTHING

    @cached_property
    def suited(self) -> bool:
        return len(set(map(suit, self.cards))) == 1

    @cached_property
    def gaps(self) -> int | None:
        """The ranks missing between the lowest and the highest; None if no straight can hold all the cards."""
        if len(set(self.ranks)) < len(self.ranks):
            return None
        ace_low = [-1 if each == _ACE else each for each in self.ranks]
        span = min(max(ranks) - min(ranks) + 1 for ranks in (self.ranks, ace_low))
        return span - len(self.ranks) if span <= 5 else None

    @cached_property
    def outside_straight(self) -> bool:
        """Whether the cards are consecutive and a straight can extend them at both ends."""
        return self.gaps == 0 and _ACE not in self.ranks

    @property
    def royal(self) -> bool:
        """Whether all the cards belong to one royal flush."""
        return self.suited and self.ranks[0] >= _HIGH - 1

    @property
    def aces(self) -> int:
        return self.ranks.count(_ACE)

    def _draw(self) -> Remark:
        if self.royal and len(self.cards) > 2:
            return Remark("royal-flush-draw")
        if self.suited and self.gaps is not None:
            return Remark("straight-flush-draw")
        if self.suited:
            return Remark("flush-draw")
        if self.gaps is not None and len(self.cards) > 2:
            return Remark("open-straight-draw") if self.outside_straight else Remark("straight-draw")
        return Remark("no-draw")

    def seen(self) -> Hand | Remark:
        """What people see in the cards: the hand they make, or their points and their draw."""
        if len(self.cards) == 5 or self.made is not Hand.NOTHING:
            return self.made
        few = {0: Remark("no-points"), 1: Remark("point")}
        points = few.get(self.points) or Remark("points", points=self.points)
        return Remark("points-and-draw", points=points, draw=self._draw())

    def words(self) -> str | Remark:
        """The cards in a few words, to be translated: ``"pair of 6s to 10s"``, ``"3 points and a draw to a flush"``."""
        seen = self.seen()
        return str(seen) if isinstance(seen, Hand) else seen
