"""A second bookkeeper of meters, in plain fractions of dollars; it shares no code with the package.

It is told through its own methods what happened on the floor, and tracks what each meter should hold by the text of
the books: the seed plus the increments less the prizes, in crown never below the seed. It also works out the prizes by
its own rules.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations

RANKS = "23456789TJQKA"
RATES = {
    ("1", 10_000): "34.06", ("1", 20_000): "32.51", ("1", 30_000): "30.94", ("1", 75_000): "23.50",
    ("2", 10_000): "31.02", ("2", 20_000): "29.47", ("2", 30_000): "27.90", ("2", 75_000): "20.28",
}  # fmt: skip
LESSER = {
    "crown 1": {"quads": 500, "full": 150, "flush": 100},
    "crown 2": {"quads": 600, "full": 100, "flush": 60, "straight": 40},
    "maryland": {"quads": 300, "full": 50, "flush": 40, "straight": 30, "trips": 9},
    "nsw": {"quads": 500, "full": 50, "flush": 30},
}
ENVY = {(1, "royal"): 1_000, (1, "sf"): 300, (5, "royal"): 5_000, (5, "sf"): 1_500}


def hand(cards: list[str]) -> str:
    """Return what five cards make, by direct inspection."""
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    counts = sorted(Counter(ranks).values(), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    run = len(set(ranks)) == 5 and (ranks[4] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12])
    if suited and run:
        return "royal" if ranks[0] == 8 else "sf"
    if counts[0] == 4:
        return "quads"
    if counts == [3, 2]:
        return "full"
    if suited:
        return "flush"
    if run:
        return "straight"
    return "trips" if counts[0] == 3 else "less"


def up_to_dollar(value: Fraction) -> Fraction:
    return Fraction(-(-value.numerator // value.denominator))


def to_cent(value: Fraction) -> Fraction:
    return Fraction(value.numerator * 100 // value.denominator, 100)


class Meter:
    """What one meter holds, in dollars."""

    def __init__(self, book: str, cost: int, seed: Fraction, rate: str, value: Fraction, guaranteed=0, bonus=None):
        self.book, self.cost, self.seed, self.rate = book, cost, seed, Fraction(rate) / 100
        self.value = value
        self.guaranteed, self.bonus = guaranteed, bonus or {}
        self.from_house = value
        self.increments = self.paid = self.moved = Fraction(0)

    def wagers(self, count: int) -> None:
        self.value += count * self.cost * self.rate
        self.increments += count * self.cost * self.rate

    def taken_back(self, count: int) -> None:
        self.wagers(-count)
        self.floor()

    def comes(self, dollars: Fraction) -> None:
        """Receive dollars from another meter."""
        self.value += dollars
        self.moved += dollars

    def closes(self, into: list[tuple["Meter", int]], elsewhere: int) -> None:
        """Pay out the value above the seed in shares, some to other games; the seed goes back to the house."""
        above = max(Fraction(0), self.value - self.seed)
        whole = sum(share for _, share in into) + elsewhere
        for other, share in into:
            other.comes(above * share / whole)

    def put_right(self, dollars: Fraction) -> None:
        self.value += dollars
        self.from_house += dollars

    def goes_over(self, book: str, seed: Fraction, rate: str) -> None:
        self.book, self.seed, self.rate = book, seed, Fraction(rate) / 100
        self.floor()

    def floor(self, *, all_won: bool = False) -> None:
        if self.value < self.seed and (all_won or self.book.startswith("crown")):
            self.from_house += self.seed - self.value
            self.value = self.seed

    def pay(self, prize: Fraction) -> Fraction:
        self.value -= prize
        self.paid += prize
        return prize

    def outcome(self, holes: dict[int, list[str] | str], board: list[str], wagered: set[int]) -> list[tuple]:
        """Return the position, kind and dollars of every prize. `holes` has two cards, or what happened to the hand."""
        made = {p: hand([*h, *board]) for p, h in holes.items() if isinstance(h, list)}
        kind = self.book.split()[0]
        prizes = [(p, "lesser", LESSER[self.book][made[p]] * self.cost) for p in wagered & set(made)
                  if made[p] in LESSER[self.book]]  # fmt: skip
        royals = [p for p in wagered & set(made) if made[p] == "royal"]
        straights = [p for p in wagered & set(made) if made[p] == "sf"]
        prizes += getattr(self, f"_{kind}")(royals, straights)
        self.floor(all_won=bool(royals) and kind == "nsw")
        return prizes + list(self._others(kind, made, holes, wagered, royals + straights))

    def _crown(self, royals, straights):
        j, r = up_to_dollar(self.value), self.seed
        if royals:
            parts = 10 * len(royals) + len(straights)
            shares = [(p, j * 10 / parts) for p in royals] + [(p, j / parts) for p in straights]
        elif straights:
            # from the value above the seed, each takes a tenth of what the one before left; the sum is then shared
            left, sum_ = j - r, Fraction(0)
            for _ in straights:
                sum_, left = sum_ + left / 10, left - left / 10
            shares = [(p, sum_ / len(straights) + r / 10) for p in straights]
        else:
            return []
        prizes = [(p, "meter", to_cent(share)) for p, share in shares]
        total = sum(prize for _, _, prize in prizes)
        if total > self.value:
            self.from_house += total - self.value
            self.value = total
        self.pay(total)
        return prizes

    def _nsw(self, royals, straights):
        prizes = []
        if straights:
            left, sum_ = self.value, Fraction(0)
            for _ in straights:
                sum_, left = sum_ + left / 10, left - left / 10
            prizes += self._each(straights, to_cent(sum_ / len(straights)))
        if royals:
            prizes += self._each(royals, to_cent(self.value / len(royals)))
        return prizes

    def _each(self, positions, share):
        prize = max(share, Fraction(self.guaranteed)) if len(positions) > 1 else share
        self.from_house += (prize - share) * len(positions)
        self.value += (prize - share) * len(positions)
        return [(p, "meter", self.pay(prize)) for p in positions]

    def _maryland(self, royals, straights):
        prizes = []
        for p in sorted(royals + straights, reverse=True):
            prizes.append((p, "meter", self.pay(to_cent(self.value if p in royals else self.value / 10))))
            self.floor(all_won=p in royals)
        return prizes

    def _others(self, kind, made, holes, wagered, winners):
        for p in wagered:
            if holes[p] not in ("lost", "returned", "carried") and not (kind == "nsw" and p in winners):
                for other, what in made.items():
                    if other != p and what in ("royal", "sf") and (kind == "maryland" or other in wagered):
                        prize = ENVY.get((self.cost, what)) if kind == "maryland" else self.bonus.get(what)
                        if prize and kind != "crown":
                            yield (p, "other", prize)


def weights_by_enumeration(royals: int, straights: int) -> tuple[Fraction, Fraction]:
    """Return the shares of tables 6 and 7 by handing out tickets: ten to a royal flush, one to a straight flush."""
    tickets = [who for who in range(royals) for _ in range(10)] + [royals + who for who in range(straights)]
    held = Counter(tickets)
    return Fraction(held[0], len(tickets)), Fraction(held.get(royals, 0), len(tickets))


def successive_by_enumeration(straights: int) -> Fraction:
    """Return the share of Σ 9^(k−1)/10^k, found instead by inclusion and exclusion over who takes a tenth."""
    total = Fraction(0)
    for size in range(1, straights + 1):
        for _ in combinations(range(straights), size):
            total += Fraction((-1) ** (size + 1), 10**size)
    return total / straights
