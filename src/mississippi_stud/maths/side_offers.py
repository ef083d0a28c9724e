"""Every side wager of a book as it is offered: its exact value, and the meter at which a jackpot wager breaks even."""

from dataclasses import dataclass
from fractions import Fraction

from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths.jackpot_wagers import Worth, terms, worth
from mississippi_stud.maths.joint_play import joint
from mississippi_stud.maths.options import Choices, main_game
from mississippi_stud.maths.side_wagers import SideWager, needs_stake, tables
from mississippi_stud.maths.studies import USUAL_STAKES
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, Basis, Wager

ANTE_CENTS = 5_00


@dataclass(frozen=True)
class JackpotRow:
    """A prize of a jackpot wager, for a player who plays the main game best."""

    hand: Hand
    pays: str
    chance: Fraction
    cents: Fraction
    """The prize where the meter stands at its seed."""


@dataclass(frozen=True)
class JackpotWorth:
    """A jackpot wager, for a player alone. Amounts are in cents, values per unit wagered."""

    cost_cents: int
    seed_cents: int
    rows: tuple[JackpotRow, ...]
    missing: tuple[Hand, ...]
    """Hands that the sign pays too; they are not counted."""
    value_at_seed: Fraction
    per_cent: Fraction
    """What each further cent of the meter adds to the value."""
    break_even: Fraction | None
    """Where the main game is played by its own best play."""
    break_even_together: Fraction | None
    """Where both are played best together."""


@dataclass(frozen=True)
class SideOffer:
    """A side wager of a book; `fault` says why it has no value without what the sign says."""

    wager: Wager
    clause: str
    table: str = ""
    """The option of a jackpot that a book prints in several."""
    tables: tuple[SideWager, ...] = ()
    """By each pay table, and by each usual stake if the stake matters."""
    jackpot: JackpotWorth | None = None
    fault: InputError | None = None


def side_offers(book: Rulebook, choices: Choices | None = None) -> list[SideOffer]:
    """Return every side wager of a book, with what the choices say of a sign."""
    return [_offer(book, wager, choices or Choices()) for wager in book.wagers if wager not in MAIN_WAGERS]


def _offer(book: Rulebook, wager: Wager, choices: Choices) -> SideOffer:
    rule = book.wagers[wager]
    if rule.basis.value is not Basis.FIVE_CARDS:
        stakes = USUAL_STAKES if needs_stake(book, wager) else (100,)
        found = {
            (table.table, table.value): table for s in reversed(stakes) for table in tables(book, wager, choices, s)
        }
        by_stake = sorted(found.values(), key=lambda table: table.stake_cents)
        return SideOffer(wager, rule.basis.clause, tables=tuple(by_stake))
    try:
        game = main_game(book, choices, {}, ANTE_CENTS)
        alone = worth(game, terms(book, choices, wager), choices)
    except InputError as error:
        return SideOffer(wager, rule.on_fold.clause, fault=error)
    return SideOffer(wager, rule.on_fold.clause, choices.jackpot_option or "", jackpot=_jackpot(alone))


def _jackpot(alone: Worth) -> JackpotWorth:
    found, even, (_, slope) = alone.wager, alone.break_even(), alone.line()
    cost, seed = Fraction(found.cost_cents), Fraction(found.seed_cents)
    rows = [
        JackpotRow(hand, str(found.pays[hand]), alone.mine.hand_probability(hand), found.prize(hand, seed))
        for hand in reversed(Hand)
        if hand in found.pays
    ]
    both = None if even is None else joint(alone.mine.game, found, Fraction(0), 2 * even).break_even()
    at_seed = alone.value(seed) / cost
    signs = found.rules.qualifying.value if found.rules and found.rules.qualifying else ()
    missing = tuple(hand for hand in signs if hand not in found.pays)
    return JackpotWorth(found.cost_cents, found.seed_cents, tuple(rows), missing, at_seed, slope / cost, even, both)
