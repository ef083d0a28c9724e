"""Side wagers beside the main game: every seat makes the same ones in every round.

The cards of a run with side wagers are those of several seats (`seats`), also for a single one, and with the Six Card
Bonus four more. Whatever is frequent is counted: how a seat ended beside what the community cards make, and the best of
six cards. The rounds in which a prize comes off a meter, or others receive something for a hand, are kept
by number, and `meter_life` plays them by the rules of the jackpot itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from mississippi_stud.errors import InputError
from mississippi_stud.hands import SUIT_NAMES, Hand, ThreeCardHand
from mississippi_stud.maths import jackpot_wagers, offers, options, side_wagers
from mississippi_stud.maths.classes import Ints
from mississippi_stud.maths.game import End, Game
from mississippi_stud.maths.options import Choices
from mississippi_stud.maths.simulation import kernel, seats
from mississippi_stud.maths.simulation.meter_life import MeterLife, Span, meter_life, pays_others
from mississippi_stud.maths.simulation.seats import CardMachine
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, Basis, Wager

_THREES: Final = len(ThreeCardHand)
_SIXES: Final = tuple(hand.key for hand in Hand) + tuple(f"super-royal-of-{name}" for name in SUIT_NAMES)


class SideCounts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was counted of side wagers; counts of other rounds can be added."""

    by_board: list[list[int]]
    """By seat, and by ending and what the community cards make."""
    by_six: list[list[int]]
    """By seat and by the best of six cards; nothing without the Six Card Bonus."""
    events: list[int]
    """The rounds of which a meter must be told, in ascending order."""

    def __add__(self, other: "SideCounts") -> "SideCounts":
        return SideCounts(
            by_board=_sum(self.by_board, other.by_board),
            by_six=_sum(self.by_six, other.by_six),
            events=sorted(self.events + other.events),
        )


def _sum(left: list[list[int]], right: list[list[int]]) -> list[list[int]]:
    return (np.array(left, dtype=np.int64) + np.array(right, dtype=np.int64)).tolist()  # type: ignore[no-any-return]


@dataclass(frozen=True)
class SideGame:
    """The side wagers of every seat, with the terms under which they are offered."""

    book: Rulebook
    choices: Choices
    tables: Mapping[Wager, str | None]
    stakes: Mapping[Wager, int]
    """In cents."""

    @property
    def bonus_cards(self) -> bool:
        """Whether the four cards of the Six Card Bonus are dealt."""
        return Wager.SIX_CARD_BONUS in self.stakes

    @cached_property
    def offer(self) -> offers.JackpotOffer | None:
        """The jackpot with a meter."""
        jackpot = self.book.jackpot
        if jackpot is None or jackpot.wager.value not in self.stakes:
            return None
        return offers.offers(self.book, self._choices(jackpot.wager.value))[0]

    def _choices(self, wager: Wager) -> Choices:
        return replace(self.choices, jackpot_cost=self.stakes[wager], table=self.tables.get(wager))

    def terms(self, wager: Wager) -> jackpot_wagers.JackpotTerms:
        """Return the terms of a jackpot wager."""
        if self.offer is not None and self.offer.terms.wager is wager:
            return self.offer.terms
        return jackpot_wagers.terms(self.book, self._choices(wager), wager)

    def by_table(self, wager: Wager) -> side_wagers.SideWager:
        """Return the exact value of a wager that no decision affects, by hand."""
        name, _ = options.pay_table(self.book, wager, self.tables.get(wager))
        (found,) = side_wagers.tables(self.book, wager, self._choices_of_table(name), self.stakes[wager])
        return found

    def _choices_of_table(self, name: str) -> Choices:
        return replace(self.choices, table=name)


def parse_sides(book: Rulebook, texts: Sequence[str], choices: Choices) -> SideGame:
    """Parse side wagers such as ``three-card-bonus=5`` or, with one of several pay tables, ``six-card-bonus/B=5``."""
    tables: dict[Wager, str | None] = {}
    stakes: dict[Wager, int] = {}
    offered = [wager for wager in book.wagers if wager not in MAIN_WAGERS]
    for text in texts:
        name, sign, value = text.partition("=")
        wager, _, table = name.strip().partition("/")
        if wager not in offered:
            raise InputError("no-wager-in-book", book=book.id, wager=wager, wagers=tuple(offered))
        if not sign or wager in stakes:
            raise InputError("side-wager-unread", text=text, wager=offered[0])
        stakes[Wager(wager)], tables[Wager(wager)] = options.amount(value.strip()), table or None
    found = SideGame(book, choices, tables, stakes)
    for each in stakes:  # name whatever the sign must say before anything is played
        found.terms(each) if book.wagers[each].basis.value is Basis.FIVE_CARDS else found.by_table(each)
    return found


@dataclass(frozen=True)
class SideRun:
    """Counts side wagers, and says what they come to."""

    game: Game
    sides: SideGame
    machine: CardMachine
    seats: int
    chances: Mapping[str, Fraction]
    """The exact chance of each ending of the main game, by its name."""

    def nothing(self) -> SideCounts:
        """Return the counts of no round at all."""
        return self.count(0, 0, 0)[1]

    def count(self, seed: int, first: int, rounds: int) -> tuple[Ints, SideCounts]:
        """Return how many rounds of a seed end in each way, by seat, and what is counted of their side wagers."""
        low = options.ace_low(self.sides.book, self.sides.choices)
        played = kernel.play(self.machine, seed, first, rounds, self.seats, low)
        threes, sixes = np.asarray(played.threes), played.sixes
        boards = len(self.machine.endings) * _THREES
        by_board = np.stack([np.bincount(row * _THREES + threes, minlength=boards) for row in played.ended.astype(int)])
        by_six = [np.bincount(row, minlength=len(_SIXES)).tolist() for row in sixes] if sixes is not None else []
        found = self._telling[played.ended].any(axis=0)
        counts = SideCounts(
            by_board=by_board.tolist(),
            by_six=by_six or [[] for _ in range(self.seats)],
            events=(first + np.flatnonzero(found)).tolist(),
        )
        return by_board.reshape(self.seats, -1, _THREES).sum(axis=2), counts

    @cached_property
    def _telling(self) -> npt.NDArray[np.bool_]:
        """By ending, whether the meter must be told: of a share of it, or of something for others."""
        offer = self.sides.offer
        names = {hand.key for hand in Hand if offer and (offer.terms.share(hand) or pays_others(offer, hand))}
        return np.array([ending.name in names for ending in self.machine.endings])

    def plain(self, counts: SideCounts, seed: int, spans: Sequence[Span]) -> dict[str, Any]:
        """Return what the side wagers of seat 1 came to, and the life of the meter, as plain data for JSON."""
        rounds = sum(last - first for first, last in spans)
        found: dict[str, Any] = {}
        for wager in self.sides.stakes:
            basis = self.sides.book.wagers[wager].basis.value
            if basis is Basis.FIVE_CARDS:
                found[wager] = self._jackpot(wager, counts, seed, spans)
            else:
                table = self.sides.by_table(wager)
                by_hand = self._threes(counts, table) if basis is Basis.COMMUNITY_CARDS else self._sixes(counts, table)
                nets = {row.hand: row.net for row in table.rows}
                found[wager] = _estimate(by_hand, nets, table.stake_cents, rounds, table.value)
        cut = self._cut(counts)
        return found | ({"shared_cap_cents": str(cut)} if cut else {})

    def _threes(self, counts: SideCounts, table: side_wagers.SideWager) -> dict[str, int]:
        made = np.array(counts.by_board[0]).reshape(-1, _THREES).sum(axis=0)
        by_hand = {hand.key: int(made[hand]) for hand in reversed(ThreeCardHand)}
        if "mini-royal" not in [row.hand for row in table.rows]:
            by_hand["straight-flush"] += by_hand.pop("mini-royal")
        return by_hand

    def _sixes(self, counts: SideCounts, table: side_wagers.SideWager) -> dict[str, int]:
        made = dict(zip(_SIXES, counts.by_six[0], strict=True))
        return {row.hand: made[row.hand] for row in table.rows}

    def _hands(self, counts: SideCounts, seat: int) -> dict[str, int]:
        """Return how often a seat ended with each hand, or with a fold."""
        ended = np.array(counts.by_board[seat]).reshape(-1, _THREES).sum(axis=1).tolist()
        found = {hand.key: 0 for hand in reversed(Hand)} | {"fold": 0}
        for ending, count in zip(self.machine.endings, ended, strict=True):
            found[ending.name if ending.name in found else "fold"] += count
        return found

    def _jackpot(self, wager: Wager, counts: SideCounts, seed: int, spans: Sequence[Span]) -> dict[str, Any]:
        """Return what a jackpot wager of seat 1 came to: fixed prizes by counts, the others by the meter's life."""
        terms, by_hand, rounds = self.sides.terms(wager), self._hands(counts, 0), sum(b - a for a, b in spans)
        cost = Fraction(terms.cost_cents)
        fixed = {hand.key: terms.prize(hand, Fraction(0)) for hand in Hand if not terms.share(hand)}
        nets = {name: (fixed.get(name, Fraction(0)) - cost) / cost for name in by_hand}
        offer = self.sides.offer
        if offer is None or offer.terms.wager is not wager:
            exact = sum((nets.get(name, Fraction(-1)) * chance for name, chance in self.chances.items()), Fraction(0))
            return _estimate(by_hand, nets, terms.cost_cents, rounds, exact)
        life = self.life(offer, counts.events, seed, spans)
        more = [(nets[name], won / cost) for name, won in life.of_seat(1)]
        return _estimate(by_hand, nets, terms.cost_cents, rounds, None, more) | {
            "bonus_cents": life.bonus_cents.get(1, 0),
            "meter": life.plain(),
        }

    def life(self, offer: offers.JackpotOffer, events: Sequence[int], seed: int, spans: Sequence[Span]) -> MeterLife:
        """Return the life of the meter over the rounds that were played."""
        numbers = np.array(events, dtype=np.uint64)
        cards = seats.deals(seed, numbers, self.seats, self.sides.bonus_cards)
        ended = seats.ended(self.machine, cards, seed, numbers, self.seats)
        names = [[self.machine.endings[at].name for at in row] for row in ended.tolist()]
        rounds = zip(events, cards.tolist(), names, strict=True)
        return meter_life(self.sides.book, offer, self.seats, rounds, spans)

    @cached_property
    def _with_bonus(self) -> Game:
        """The game in which a cap counts the Three Card Bonus too, where a book has such a cap."""
        stake = self.sides.stakes.get(Wager.THREE_CARD_BONUS)
        if stake is None or not any(limit.with_bonus for limit in self.game.limits):
            return self.game
        choices = replace(self.sides.choices, table=None, three_card_bonus=stake)
        return options.main_game(self.sides.book, choices, None, self.game.ante_cents)

    def _cut(self, counts: SideCounts) -> Fraction:
        """Return what a cap on main wagers and bonus together took from seat 1, in cents."""
        game = self._with_bonus
        crowded, ante = {hand.key: hand for hand in game.crowded()}, Fraction(game.ante_cents or 0)
        made = np.array(counts.by_board[0]).reshape(-1, _THREES)
        total = Fraction(0)
        for at, ending in enumerate(self.machine.endings):
            hand = crowded.get(ending.name)
            for board in ThreeCardHand if hand is not None else ():
                if hand is not None and made[at][board]:
                    net = game.net(ending.bets, End(hand, board=board))
                    total += (ending.net - net) * ante * int(made[at][board])
        return total


def _estimate(
    by_hand: Mapping[str, int],
    nets: Mapping[str, Fraction],
    stake_cents: int,
    rounds: int,
    exact: Fraction | None,
    more: Sequence[tuple[Fraction, Fraction]] = (),
) -> dict[str, Any]:
    """Return a wager's counts and its mean per unit; `more` lists rounds whose result was more than the counts say."""
    net = sum((nets[name] * count for name, count in by_hand.items()), Fraction(0)) + sum(_more(more), Fraction(0))
    squares = sum((nets[name] ** 2 * count for name, count in by_hand.items()), Fraction(0))
    squares += sum(((had + won) ** 2 - had**2 for had, won in more), Fraction(0))
    mean = net / max(rounds, 1)
    error = sqrt((squares - net * mean) / max(rounds - 1, 1) / max(rounds, 1))
    return {
        "stake_cents": stake_cents,
        "counts": dict(by_hand),
        "net_cents": str(net * stake_cents),
        "mean_decimal": float(mean),
        "standard_error_decimal": error,
        "exact_mean": None if exact is None else str(exact),
        "exact_mean_decimal": None if exact is None else float(exact),
        "z_decimal": None if exact is None or not error else float(mean - exact) / error,
    }


def _more(more: Sequence[tuple[Fraction, Fraction]]) -> Iterator[Fraction]:
    return (won for _, won in more)
