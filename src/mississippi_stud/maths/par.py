"""A par sheet as pure data: every wager of a book, hand by hand, with counts, pays and all that follows from them.

Nothing is calculated here in a way of its own: the main game is the solver's, side wagers are those of `side_offers`,
meters those of `dollars`, caps those of `caps`; a wager's figures are those of a `Distribution`. Renderings are in
`sheets`; they lay out this model and know no game (decision 197).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from hashlib import sha256
from math import comb, sqrt
from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths import caps as the_caps
from mississippi_stud.maths import dollars as the_dollars
from mississippi_stud.maths import strategy
from mississippi_stud.maths.classes import ORDERED_DEALS, levels, starting_hand
from mississippi_stud.maths.distribution import Distribution
from mississippi_stud.maths.edge_sorting import SortedGame, parse_group
from mississippi_stud.maths.game import STREETS, Game, PayCap
from mississippi_stud.maths.options import Choices, pay_table, read
from mississippi_stud.maths.seen_cards import seen_value
from mississippi_stud.maths.sessions import sum_of
from mississippi_stud.maths.side_offers import JackpotWorth, SideOffer, side_offers
from mississippi_stud.maths.side_wagers import SideWager
from mississippi_stud.maths.solver import Solution, seen_with, solve
from mississippi_stud.rulebooks.load import content_hash
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.pays import Pay
from mississippi_stud.rulebooks.vocabulary import Basis, Wager

NORMAL_90: Final = Fraction(1645, 1000)
"""How many standard deviations the normal formula takes for nine results in ten: the volatility index has it."""
SESSION_ROUNDS: Final = (100, 1_000, 10_000)
_LOW, _HIGH = Fraction(1, 20), Fraction(19, 20)
_CARDS_OF_BASIS: Final = {Basis.COMMUNITY_CARDS: 3, Basis.BEST_OF_SIX: 6}
_STREETS_KNOWN: Final = (("3rd",), ("4th",), ("5th",), ("3rd", "4th", "5th"))
_GROUPS: Final = ("J", "JQ", "JQK", "JQKA")
MAIN_GAME: Final = "main-game"


@dataclass(frozen=True)
class ParRow:
    """One way in which a wager ends, in so many of the equally likely deals. Amounts are in antes, or in stakes."""

    end: str
    """A hand, the street of a fold, or `no-prize`."""
    count: int
    wagered: int
    pays: str
    """As the book prints it; empty where nothing is paid."""
    per_unit: Fraction
    """What each unit wagered wins or loses."""

    @property
    def net(self) -> Fraction:
        return self.per_unit * self.wagered


@dataclass(frozen=True)
class SessionInterval:
    """Between what nine sums of so many rounds in ten lie: by the normal formula, and exactly."""

    rounds: int
    normal: tuple[float, float]
    quantiles: tuple[Fraction, Fraction]
    """The 5% and 95% quantiles."""


@dataclass(frozen=True)
class ParWager:
    """A wager with every way in which it ends."""

    wager: str
    table: str
    clause: str
    offered: bool
    stake_cents: int | None
    """None where everything is in antes."""
    rows: tuple[ParRow, ...]
    jackpot: JackpotWorth | None = None
    """For a jackpot wager, whose rows are those of a meter at its seed."""

    @property
    def key(self) -> str:
        """A name that no other wager of the sheet has."""
        stake = "" if self.stake_cents is None else str(self.stake_cents)
        return "-".join(part for part in (self.wager, self.table, stake) if part)

    @property
    def deals(self) -> int:
        return sum(row.count for row in self.rows)

    def chance(self, row: ParRow) -> Fraction:
        return Fraction(row.count, self.deals)

    def odds(self, row: ParRow) -> Fraction:
        """Return of how many deals one ends so."""
        return Fraction(self.deals, row.count)

    def contribution(self, row: ParRow) -> Fraction:
        return row.net * self.chance(row)

    @cached_property
    def distribution(self) -> Distribution:
        """The chance of each net result."""
        return Distribution((row.net, self.chance(row)) for row in self.rows)

    @property
    def edge(self) -> Fraction:
        """The house advantage: what a round loses on average, per ante or per stake."""
        return -self.distribution.mean

    @cached_property
    def average_wager(self) -> Fraction:
        return sum((row.wagered * self.chance(row) for row in self.rows), Fraction(0))

    @property
    def element_of_risk(self) -> Fraction:
        """What a round loses on average for each unit wagered in it."""
        return self.edge / self.average_wager

    @property
    def hit_rate(self) -> Fraction:
        """The chance of a net win."""
        return 1 - self.distribution.at_most(0)

    @property
    def push_rate(self) -> Fraction:
        """The chance to get back exactly what was wagered."""
        return self.distribution.get(Fraction(0), Fraction(0))

    @property
    def deviation(self) -> float:
        return sqrt(self.distribution.variance)

    @property
    def volatility_index(self) -> float:
        """The standard deviation times the factor of the normal formula for nine results in ten."""
        return float(NORMAL_90) * self.deviation

    @cached_property
    def sessions(self) -> tuple[SessionInterval, ...]:
        return tuple(self._session(rounds) for rounds in SESSION_ROUNDS)

    def _session(self, rounds: int) -> SessionInterval:
        middle, off = -rounds * float(self.edge), self.volatility_index * sqrt(rounds)
        return SessionInterval(rounds, (middle - off, middle + off), _quantiles(self.distribution, rounds))


def _quantiles(one: Distribution, rounds: int) -> tuple[Fraction, Fraction]:
    """Return the 5% and 95% quantiles of the sum of so many rounds.

    A great prize makes the sums of a session many. If it is lowered to `most`, sums without it stay as they are, and
    those with it are still at least `most` less what all other rounds can lose: a quantile below that is the same.
    """
    lost = -min(*one, Fraction(0)) * rounds
    most = 2 * lost + 1_000
    after = sum_of(Distribution((min(net, most), chance) for net, chance in one.items()), rounds)
    low, high = after.quantile(_LOW), after.quantile(_HIGH)
    if high >= most - lost:
        after = sum_of(one, rounds)
        low, high = after.quantile(_LOW), after.quantile(_HIGH)
    return low, high


@dataclass(frozen=True)
class CapLine:
    """A cap of the book, and the antes in cents above which it binds and costs the best play something."""

    cap: PayCap
    binds_above: Fraction
    costs_above: Fraction


@dataclass(frozen=True)
class Exposure:
    """What a player who sees what should be hidden gains: the value of a round to such a player, in antes."""

    kind: str
    """`known` for community cards known from the start, `sorted` for ranks told from the backs, `seen` for others'."""
    seen: str
    value: Fraction
    gain: Fraction


@dataclass(frozen=True)
class ParSheet:
    """Everything that the par sheet of a book says."""

    book: Rulebook
    game: Game
    options: tuple[str, ...]
    wagers: tuple[ParWager, ...]
    without_value: tuple[tuple[Wager, InputError], ...]
    """Wagers whose prizes only a sign says, and what would have to be given."""
    dollars: tuple[the_dollars.Dollar, ...]
    """Where each jackpot dollar goes, for players who play the main game best."""
    dollars_fault: InputError | None
    caps: tuple[CapLine, ...]
    cap_costs: tuple[the_caps.CapCost, ...]
    plays: tuple[tuple[str, str, int, Fraction], ...]
    """The 169 starting hands, best first: its name, the best play, how many hands it stands for, its value."""

    @cached_property
    def card_cost(self) -> Fraction:
        """What the learnable strategy costs, in antes a round."""
        return strategy.human(self.game).cost

    @cached_property
    def exposures(self) -> tuple[Exposure, ...]:
        """What seeing cards is worth."""
        return _exposures(tuple(self.game.pays.items()), self.game.multiples, self.game.ties_bet)

    @property
    def main(self) -> ParWager:
        return self.wagers[0]

    @cached_property
    def hashes(self) -> dict[str, str]:
        """The SHA-256 of the book, whole, and of the options, one a line."""
        options = sha256("\n".join(self.options).encode()).hexdigest()
        return {"book": content_hash(self.book), "options": options}


def par_sheet(name: str, options: Sequence[str] = (), pays: Sequence[str] = ()) -> ParSheet:
    """Return the par sheet of a book, with the options and changed pays of `mstud solve`."""
    book, choices, game = read(name, options, pays)
    solved = solve(game)
    beside = replace(choices, table=None)
    found, fault = _dollars(book, beside, solved)
    offers = [_told(offer, fault) for offer in _offers(book, beside)]
    lines, costs = _caps(book, game)
    return ParSheet(
        book=book,
        game=game,
        options=(*sorted(options), *sorted(f"pay.{each}" for each in pays)),
        wagers=(_main(book, choices, solved), *(wager for offer in offers for wager in _wagers(book, offer))),
        without_value=tuple((offer.wager, offer.fault) for offer in offers if offer.fault),
        dollars=found,
        dollars_fault=fault,
        caps=lines,
        cap_costs=costs,
        plays=_plays(solved),
    )


def _main(book: Rulebook, choices: Choices, solved: Solution) -> ParWager:
    """Return the main game under its best play: by hand and by antes wagered, then the folds."""
    per_unit = solved.game.per_unit() or []
    rows = []
    for hand in reversed(Hand):
        pay = solved.game.pays.get(hand)
        for bets, ends in zip(solved.betting.leaves, solved.ends, strict=True):
            if count := int(ends[solved.cards.columns(hand)].sum()):
                rows.append(ParRow(hand.key, count, 1 + sum(bets), str(pay or ""), per_unit[hand]))
    for street, name in enumerate(STREETS):
        for bets, count in zip(solved.betting.pasts[street], solved.folds[street].tolist(), strict=True):
            if count:
                rows.append(ParRow(name, count, 1 + sum(bets), "", Fraction(-1)))
    table, _ = pay_table(book, Wager.ANTE, choices.table)
    return ParWager(MAIN_GAME, table, book.wagers[Wager.ANTE].basis.clause, True, None, tuple(rows))


def _offers(book: Rulebook, choices: Choices) -> list[SideOffer]:
    """Return every side wager once, a jackpot wager once for each option and cost that the choices leave open."""
    variants, order = enumerate(_variants(book, choices)), list(book.wagers)
    found = [offer for place, variant in variants for offer in side_offers(book, variant) if offer.jackpot or not place]
    return sorted(found, key=lambda offer: order.index(offer.wager))


def _variants(book: Rulebook, choices: Choices) -> list[Choices]:
    if book.jackpot is None:
        return [choices]
    printed = book.wagers[book.jackpot.wager.value].costs_cents
    costs = (choices.jackpot_cost,) if choices.jackpot_cost or printed is None else printed.value
    options = (choices.jackpot_option,) if choices.jackpot_option or not book.jackpot.options else book.jackpot.options
    return [replace(choices, jackpot_option=option, jackpot_cost=cost) for option in options for cost in costs]


def _told(offer: SideOffer, fault: InputError | None) -> SideOffer:
    """Return a jackpot wager without a value if the sign says more than was given; `fault` says what is missing."""
    if offer.jackpot and fault and (offer.jackpot.missing or not offer.jackpot.seed_cents):
        return replace(offer, jackpot=None, fault=fault)
    return offer


def _wagers(book: Rulebook, offer: SideOffer) -> list[ParWager]:
    if offer.jackpot is not None:
        return [_jackpot(offer, offer.jackpot)]
    return [_side(book, offer, table) for table in offer.tables]


def _side(book: Rulebook, offer: SideOffer, table: SideWager) -> ParWager:
    deals = comb(52, _CARDS_OF_BASIS[book.wagers[offer.wager].basis.value])
    rows = [
        ParRow(row.hand, int(row.probability * deals), 1, "" if row.pays == "loses" else row.pays, row.net)
        for row in table.rows
    ]
    return ParWager(offer.wager.value, table.table, offer.clause, table.offered, table.stake_cents, tuple(rows))


def _jackpot(offer: SideOffer, found: JackpotWorth) -> ParWager:
    """Return a jackpot wager at its seed; a fold loses it, and so does a hand without a prize."""
    rows = [
        ParRow(row.hand.key, int(row.chance * ORDERED_DEALS), 1, row.pays, row.cents / found.cost_cents - 1)
        for row in found.rows
    ]
    rest = ORDERED_DEALS - sum(row.count for row in rows)
    rows.append(ParRow("no-prize", rest, 1, "", Fraction(-1)))
    return ParWager(offer.wager.value, offer.table, offer.clause, True, found.cost_cents, tuple(rows), found)


def _dollars(
    book: Rulebook, choices: Choices, solved: Solution
) -> tuple[tuple[the_dollars.Dollar, ...], InputError | None]:
    """Return where each jackpot dollar goes, or what the operator would have to say first."""
    if book.jackpot is None:
        return (), None
    try:
        return tuple(the_dollars.by_play(book, choices, solved)), None
    except InputError as fault:
        return (), fault


def _caps(book: Rulebook, game: Game) -> tuple[tuple[CapLine, ...], tuple[the_caps.CapCost, ...]]:
    if not game.limits:
        return (), ()
    lines = [CapLine(each, the_caps.binds_above(game, each), the_caps.costs_above(game, each)) for each in game.limits]
    return tuple(lines), tuple(the_caps.cap_costs(game, the_caps.telling_antes(book, game)))


def _plays(solved: Solution) -> tuple[tuple[str, str, int, Fraction], ...]:
    level = levels()[2]
    order = sorted(range(level.classes), key=lambda number: (-solved.starting_value(number), number))
    return tuple(
        (starting_hand(each), solved.play_name(int(solved.plays[0][0, each])), int(level.sets[each]),
         solved.starting_value(each))
        for each in order
    )  # fmt: skip


@cache
def _exposures(pays: tuple[tuple[Hand, Pay], ...], multiples: tuple[int, ...], ties_bet: bool) -> tuple[Exposure, ...]:
    """Return what seeing cards is worth in a game; most books share one, so that it is worked out once."""
    game = Game("", dict(pays), multiples, ties_bet=ties_bet)
    fair = solve(game).value
    found = [("known", "+".join(streets), solve(game, seen_with(streets)).value) for streets in _STREETS_KNOWN]
    found += [("sorted", group, SortedGame(game, parse_group(group)).value) for group in _GROUPS]
    if (one := seen_value(game, 1).exact) is not None:
        found.append(("seen", "1", one))
    return tuple(Exposure(kind, seen, value, value - fair) for kind, seen, value in found)
