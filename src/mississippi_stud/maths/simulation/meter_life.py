"""A meter over simulated rounds: it grows by every wager, and its prizes are those of the jackpot's own rules.

Every seat has the wager out in every round. Between the rounds with a prize nothing happens but contributions.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from mississippi_stud.cards import Card
from mississippi_stud.hands import Hand
from mississippi_stud.jackpot.prizes import HouseAddition, reckon
from mississippi_stud.jackpot.state import (
    AdditionReason,
    Fate,
    Meter,
    MeterTerms,
    PrizeSource,
    RegisteredWager,
    ShownHand,
)
from mississippi_stud.maths.game import STREETS
from mississippi_stud.maths.offers import JackpotOffer
from mississippi_stud.money import Cents
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.pays import Percent, percent_text

Span = tuple[int, int]
"""The first of some rounds, and the one after the last."""
TellingRound = tuple[int, Sequence[int], Sequence[str]]
"""The number of a round, its cards (the community's, then two a seat) and how each seat ended."""


@dataclass
class MeterLife:
    """What became of a meter. Amounts are in cents."""

    start: Fraction
    value: Fraction
    highest: Fraction
    resets: int = 0
    added: Counter[str] = field(default_factory=Counter)
    """What the house added after the first seed, by reason."""
    won: list[tuple[int, str, Fraction]] = field(default_factory=list)
    """By seat, the hand it ended with and what it won of the meter or for the hands of others."""
    prizes_cents: Counter[str] = field(default_factory=Counter)
    """Off the meter, by hand."""
    bonus_cents: Counter[int] = field(default_factory=Counter)
    """For the hands of others, by seat."""

    def of_seat(self, seat: int) -> list[tuple[str, Fraction]]:
        """Return what a seat won in each round in which it won more than a fixed prize."""
        return [(name, won) for position, name, won in self.won if position == seat]

    def plain(self) -> dict[str, Any]:
        """Return the life of the meter as plain data for JSON."""
        return {
            "start_decimal": float(self.start / 100),
            "end": str(self.value / 100),
            "end_decimal": float(self.value / 100),
            "highest_decimal": float(self.highest / 100),
            "resets": self.resets,
            "prizes_cents": dict(self.prizes_cents),
            "house_added_decimal": {name: float(Fraction(cents) / 100) for name, cents in self.added.items()},
        }


def pays_others(offer: JackpotOffer, hand: Hand) -> bool:
    """Return whether other players receive something for a hand."""
    bonus = offer.rules.bonus
    return bonus is not None and hand in bonus.hands.value


def meter_of(offer: JackpotOffer) -> Meter:
    """Return a new meter under an offer's terms, at its seed."""
    terms = offer.terms
    sign = {} if offer.rules.options or not offer.rules.shares else {
        hand.key: str(pay) for hand, pay in terms.pays.items()
    }  # fmt: skip
    option = offer.rules.options.get(offer.option)
    table = option.table.value if option else "" if sign else "main"
    return Meter(
        id="simulated",
        terms=MeterTerms(
            cost_cents=Cents(terms.cost_cents),
            rate=percent_text(Percent(offer.rate)),
            seed_cents=Cents(terms.seed_cents),
            option=offer.option,
            table=table,
            sign=sign,
            guaranteed_cents={hand.key: Cents(cents) for hand, cents in terms.guaranteed_cents.items()},
            bonus_cents={hand.key: Cents(cents) for hand, cents in terms.bonus_cents.items()},
        ),
        value_exact=str(terms.seed_cents),
    )


def meter_life(
    book: Rulebook, offer: JackpotOffer, seats: int, rounds: Iterable[TellingRound], spans: Sequence[Span]
) -> MeterLife:
    """Return what becomes of a new meter over these spans of rounds; `rounds` are all those with a prize in them."""
    meter = meter_of(offer)
    life = MeterLife(meter.value, meter.value, meter.value)
    growth = seats * offer.rate * offer.terms.cost_cents
    played = 0
    for number, cards, names in rounds:
        until = _played(spans, number + 1)
        life.value += growth * (until - played)
        played = until
        life.highest = max(life.highest, life.value)
        _pay(book, replace(meter, value_exact=str(life.value)), seats, cards, names, life)
    life.value += growth * (_played(spans, max((last for _, last in spans), default=0)) - played)
    life.highest = max(life.highest, life.value)
    return life


def _played(spans: Sequence[Span], end: int) -> int:
    """Return how many rounds before `end` were played."""
    return sum(max(0, min(last, end) - first) for first, last in spans)


def _pay(book: Rulebook, meter: Meter, seats: int, cards: Sequence[int], names: Sequence[str], life: MeterLife) -> None:
    """Carry out every step that the round's outcome brings."""
    cost, positions = meter.terms.cost_cents, range(1, seats + 1)
    wagers = tuple(RegisteredWager(position=at, player=str(at), cents=cost) for at in positions)
    hands = tuple(_shown(at, cards, names[at - 1]) for at in positions)
    community = tuple(Card(card) for card in cards[:3])
    won: Counter[int] = Counter()
    for step in reckon(book, meter, wagers, hands, community):
        if isinstance(step, HouseAddition):
            life.value += step.amount
            life.added[step.why.value] += step.amount  # type: ignore[assignment]
            life.resets += step.why is AdditionReason.RESET
        elif step.source is PrizeSource.METER:
            life.value -= step.cents
            life.prizes_cents[step.hand] += step.cents
            won[step.position] += step.cents
        elif any(each.code == "other-hand" for each in step.sums):
            life.bonus_cents[step.position] += step.cents
            won[step.position] += step.cents
    life.won += [(position, names[position - 1], Fraction(cents)) for position, cents in won.items()]


def _shown(position: int, cards: Sequence[int], name: str) -> ShownHand:
    """Return a seat's hand at the end; the key of an ending is a hand's, or that of the street on which it folded."""
    folded = name in STREETS
    hole = () if folded else tuple(Card(card) for card in cards[1 + 2 * position : 3 + 2 * position])
    return ShownHand(position=position, player=str(position), hole=hole, fate=Fate.FOLDED if folded else Fate.PLAYED)
