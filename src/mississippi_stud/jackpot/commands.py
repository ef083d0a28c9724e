"""The commands of the meters. Each has a stable name, carries its time, and round-trips as JSON."""

from collections.abc import Mapping

import msgspec

from mississippi_stud.cards import Card
from mississippi_stud.jackpot.state import Exact, MeterNotice, RegisteredWager, ShownHand
from mississippi_stud.messages import CommandBase
from mississippi_stud.money import Cents
from mississippi_stud.rulebooks.model import Clause


class _Command(CommandBase, frozen=True, kw_only=True):
    """The base of all commands; `at` is the time in microseconds."""

    at: int = 0


class _AtTable(_Command, frozen=True, kw_only=True):
    """The base of the commands about one table."""

    table: str


class MeterOffer(msgspec.Struct, frozen=True, kw_only=True):
    """The operator's choices for a meter, where the book leaves a choice."""

    cost_cents: Cents
    option: str = ""
    seed: str = ""
    """The row of the option's table."""
    seed_cents: Cents = Cents(0)
    """The seed, or the initial and reset amount, if the book has no options."""
    rate: str = ""
    guaranteed_cents: Mapping[str, Cents] = {}
    pays: Mapping[str, str] = {}
    bonus_cents: Mapping[str, Cents] = {}


class OpenMeter(_Command, frozen=True, kw_only=True):
    """Start a meter with its tables, at its seed or at a value taken over from an earlier meter."""

    meter: str
    offer: MeterOffer
    tables: tuple[str, ...] = ()
    value_cents: Cents | None = None


class DisplayNotice(_Command, frozen=True, kw_only=True):
    """Put up the sign that a change needs."""

    notice: MeterNotice


class AddTable(_AtTable, frozen=True, kw_only=True):
    """Link a table to a meter; `fitted` says whether it has the electronic equipment."""

    meter: str
    cost_cents: Cents
    fitted: bool = True


class RemoveTable(_AtTable, frozen=True, kw_only=True):
    """Take a table off its meter."""


class MoveTable(_AtTable, frozen=True, kw_only=True):
    """Link a table to another meter."""

    meter: str


class SetEquipment(_AtTable, frozen=True, kw_only=True):
    """Record that a table's equipment fails or works again; `manual`: manual arrangements replace it."""

    working: bool
    manual: bool = False


class Register(_AtTable, frozen=True, kw_only=True):
    """Register the jackpot wagers of a table's round, carried ones included, when the betting closes.

    The round pays by `pay_table` and `sign`; `counted` is how many chips the dealer counted.
    """

    round: str
    wagers: tuple[RegisteredWager, ...]
    pay_table: str = ""
    sign: Mapping[str, str] = {}
    counted: int | None = None
    count_rule: Clause | None = None
    """The clause by which the chips are counted, if the way of dealing has one."""
    corrects: Clause | None = None
    """The clause by which a game that is registered already is corrected."""


class CancelGame(_AtTable, frozen=True, kw_only=True):
    """Cancel a table's jackpot game and return its wagers by that clause; with `positions`, only theirs."""

    clause: Clause
    positions: tuple[int, ...] = ()


class CancelMistake(_AtTable, frozen=True, kw_only=True):
    """Cancel a jackpot game that was started by mistake."""

    by: str = ""


class RetractWagers(_AtTable, frozen=True, kw_only=True):
    """Return the wagers of players who retract during a round; cancel the game and re-register the other wagers."""

    positions: tuple[int, ...]


class Carry(_AtTable, frozen=True, kw_only=True):
    """Carry over or return the jackpot wagers of a round without a result, as the book says."""


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that a position won with a hand."""

    position: int
    hand: str


class RecordOutcome(_AtTable, frozen=True, kw_only=True):
    """Record a round's outcome, which is the moment of settlement.

    `by` is the title of the person who determines the prizes; if empty, the title is not checked.
    """

    round: str
    hands: tuple[ShownHand, ...]
    community: tuple[Card, ...]
    by: str = ""
    claims: tuple[Claim, ...] = ()


class DocumentPrizes(_AtTable, frozen=True, kw_only=True):
    """Record that the paperwork of a table's prizes is done, so that the cards may leave the table."""

    by: str = ""


class ReturnPrize(_Command, frozen=True, kw_only=True):
    """Return a prize that was not validated to its meter, and what the house added after it to the house."""

    meter: str
    cents: Cents
    reset_exact: Exact = "0"
    clause: Clause


class CloseMeter(_Command, frozen=True, kw_only=True):
    """Close a meter; its value above the seed goes to other meters in whole-number shares."""

    meter: str
    to: Mapping[str, int] = {}
    to_other_games: Mapping[str, int] = {}


class ReceiveValue(_Command, frozen=True, kw_only=True):
    """Receive the value of another game's meter that was closed."""

    meter: str
    cents: Cents
    source: str


class ChangeOption(_Command, frozen=True, kw_only=True):
    """Change all meters to another option or seed."""

    option: str
    seed: str


class CorrectMeter(_Command, frozen=True, kw_only=True):
    """Correct a meter with a further entry that says what it corrects, who does it and why."""

    meter: str
    amount_exact: Exact
    corrects: str
    by: str
    why: str


Command = (
    OpenMeter | DisplayNotice | AddTable | RemoveTable | MoveTable | SetEquipment | Register | CancelGame
    | CancelMistake | RetractWagers | Carry | RecordOutcome | DocumentPrizes | ReturnPrize | CloseMeter | ReceiveValue
    | ChangeOption | CorrectMeter
)  # fmt: skip
