"""The game that a round at a table is: its main wagers on the table's terms, and the wagers that a fold loses.

What the sign, the chips and the meter say comes from the round's own setup, so decisions are judged by what they were
worth where they were made. Wagers that stay in play after a fold are the same whatever the player decides and are left
out, unless a cap counts them together with the main wagers. Chips are taken as multiples of the smallest one, and a cap
as an amount that they can pay.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, Protocol

from mississippi_stud.hands import Hand
from mississippi_stud.maths.game import Game, JackpotStake
from mississippi_stud.maths.jackpot_wagers import JackpotTerms
from mississippi_stud.maths.options import HAND_NAMES, Choices, main_game
from mississippi_stud.money import Cents
from mississippi_stud.round.settle import pays
from mississippi_stud.round.state import Bounds, Setup
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, CapAmount, OnFold, UnevenPayment, Wager


class RoundGame(NamedTuple):
    """A round as a game to solve."""

    game: Game
    counted: tuple[Wager, ...] = ()
    """The wagers besides the main ones that a fold loses, and that the game has."""
    left_out: tuple[Wager, ...] = ()
    """Those that a fold loses too, but whose prizes are not known: those of a meter without a value."""


class TableSigns(Protocol):
    """What a table says that the mathematics needs: a round's setup, or a table."""

    @property
    def tables(self) -> Mapping[Wager, str]: ...
    @property
    def signs(self) -> Mapping[Wager, Mapping[str, str]]: ...
    @property
    def limits(self) -> Mapping[Wager, Bounds]: ...
    @property
    def max_payout_cents(self) -> Cents | None: ...
    @property
    def chips_cents(self) -> tuple[Cents, ...]: ...


def choices_of(book: Rulebook, setup: TableSigns) -> Choices:
    """Return what a table's sign and chips say, as options of a calculation."""
    signs = any(cap.amount.value is CapAmount.ON_THE_SIGN for cap in book.caps.values())
    rounds_to_chips = book.money.uneven_payment.value is UnevenPayment.UP_TO_CHIPS and setup.chips_cents
    ante = setup.limits.get(Wager.ANTE)
    return Choices(
        table=setup.tables.get(Wager.ANTE),
        minimum_ante=ante.minimum_cents if ante else None,
        maximum_payout=setup.max_payout_cents if signs else None,
        smallest_chip=min(setup.chips_cents) if rounds_to_chips else 1,
    )


def round_game(
    book: Rulebook, setup: Setup, wagers_cents: Mapping[Wager, int], meter_cents: Fraction | None = None
) -> RoundGame:
    """Return the game of a round with these wagers, of a player alone; `meter_cents` is the value of the meter."""
    beside = {wager: cents for wager, cents in wagers_cents.items() if lost_by_fold(book, wager)}
    found = table_game(book, setup, wagers_cents[Wager.ANTE], beside, meter_cents)
    bonus = wagers_cents.get(Wager.THREE_CARD_BONUS)
    if not bonus or not any(limit.with_bonus for limit in found.game.limits):
        return found
    choices = replace(choices_of(book, setup), three_card_bonus=bonus)
    counting = main_game(book, choices, {}, wagers_cents[Wager.ANTE])
    return found._replace(game=replace(counting, jackpot=found.game.jackpot))


def table_game(
    book: Rulebook,
    table: TableSigns,
    ante_cents: int | None,
    beside_cents: Mapping[Wager, int],
    meter_cents: Fraction | None = None,
) -> RoundGame:
    """Return the main game on a table's terms, with those wagers beside it that a fold loses."""
    game = main_game(book, choices_of(book, table), {}, ante_cents)
    lost = [_terms(book, table, wager, cents) for wager, cents in beside_cents.items()]
    known = [each for each in lost if meter_cents is not None or not any(map(each.share, Hand))]
    counted, left_out = (tuple(each.wager for each in lost if (each in known) is kept) for kept in (True, False))
    if known and ante_cents is not None:
        meter = meter_cents or Fraction(0)
        prizes = tuple(sum((each.prize(hand, meter) for each in known), Fraction(0)) / ante_cents for hand in Hand)
        cost = Fraction(sum(each.cost_cents for each in known), ante_cents)
        game = replace(game, jackpot=JackpotStake(cost, prizes))
    return RoundGame(game, counted, left_out)


def lost_by_fold(book: Rulebook, wager: str) -> bool:
    """Return whether a wager besides the main ones is lost by a fold."""
    side = wager in book.wagers and wager not in MAIN_WAGERS
    return side and book.wagers[Wager(wager)].on_fold.value is OnFold.LOST


def _terms(book: Rulebook, table: TableSigns, wager: Wager, cents: int) -> JackpotTerms:
    """Return a wager as the table offers it; what others' hands bring does not depend on a decision."""
    rules = book.jackpot if book.jackpot and book.jackpot.wager.value is wager else None
    offered = Setup(dealing="", seats=(), tables=table.tables, signs=table.signs)
    printed = {HAND_NAMES[hand]: row.value for hand, row in pays(book, offered, wager).items()}
    return JackpotTerms(wager, rules, cents, printed, 0, {})
