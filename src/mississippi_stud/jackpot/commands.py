"""What can be asked of meters. Each command has a stable name, says when it is given, and round-trips as JSON."""

from collections.abc import Mapping

import msgspec

from mississippi_stud.cards import Card
from mississippi_stud.jackpot.state import Exact, MeterNotice, RegisteredWager, ShownHand
from mississippi_stud.messages import CommandBase
from mississippi_stud.money import Cents
from mississippi_stud.rulebooks.model import Clause


class _Command(CommandBase, frozen=True, kw_only=True):
    """What all commands share: their name is their tag; `at` is the time in microseconds."""

    at: int = 0


class _AtTable(_Command, frozen=True, kw_only=True):
    """What the commands about one table share."""

    table: str


class MeterOffer(msgspec.Struct, frozen=True, kw_only=True):
    """What the operator chose for a meter, where the book gives a choice."""

    cost_cents: Cents
    option: str = ""
    seed: str = ""
    """A row of the option's table."""
    seed_cents: Cents = Cents(0)
    """The seed, or the initial and reset amount, where the book has no options."""
    rate: str = ""
    guaranteed_cents: Mapping[str, Cents] = {}
    pays: Mapping[str, str] = {}
    bonus_cents: Mapping[str, Cents] = {}


class OpenMeter(_Command, frozen=True, kw_only=True):
    """Start a meter with its tables, at its seed or at a value taken over from before."""

    meter: str
    offer: MeterOffer
    tables: tuple[str, ...] = ()
    value_cents: Cents | None = None


class DisplayNotice(_Command, frozen=True, kw_only=True):
    """Put up the sign that a change needs."""

    notice: MeterNotice


class AddTable(_AtTable, frozen=True, kw_only=True):
    """Link a table to a meter; `fitted`: it has the electronic equipment."""

    meter: str
    cost_cents: Cents
    fitted: bool = True


class RemoveTable(_AtTable, frozen=True, kw_only=True):
    """Take a table off its meter."""


class MoveTable(_AtTable, frozen=True, kw_only=True):
    """Link a table to another meter."""

    meter: str


class SetEquipment(_AtTable, frozen=True, kw_only=True):
    """The equipment of a table fails, or works again; `manual`: manual arrangements stand in for it."""

    working: bool
    manual: bool = False


class Register(_AtTable, frozen=True, kw_only=True):
    """No more bets: the jackpot wagers of a table's round, those carried over included.

    `pay_table` and `sign` are what the round pays by, `counted` is how many chips the dealer counted.
    """

    round: str
    wagers: tuple[RegisteredWager, ...]
    pay_table: str = ""
    sign: Mapping[str, str] = {}
    counted: int | None = None
    count_rule: Clause | None = None
    """The clause by which the chips are counted, where the way of dealing has one."""


class CancelGame(_AtTable, frozen=True, kw_only=True):
    """Cancel a table's jackpot game: its wagers go back, by that clause; with `positions` only theirs do."""

    clause: Clause
    positions: tuple[int, ...] = ()


class CancelMistake(_AtTable, frozen=True, kw_only=True):
    """Cancel a jackpot game that was started by mistake."""

    by: str = ""


class RetractWagers(_AtTable, frozen=True, kw_only=True):
    """Players take their wagers back in the middle of a round; the game is cancelled and the others registered anew."""

    positions: tuple[int, ...]


class Carry(_AtTable, frozen=True, kw_only=True):
    """The round has no result: what becomes of a jackpot wager then is the book's to say."""


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody says that a position won with a hand."""

    position: int
    hand: str


class RecordOutcome(_AtTable, frozen=True, kw_only=True):
    """The dealer records a round's outcome: the time for settlement.

    `by`: the title of who determines the prizes; where nobody is named, whoever asked has them determined.
    """

    round: str
    hands: tuple[ShownHand, ...]
    community: tuple[Card, ...]
    by: str = ""
    claims: tuple[Claim, ...] = ()


class DocumentPrizes(_AtTable, frozen=True, kw_only=True):
    """The papers of a table's prizes are done; the cards may leave the table."""

    by: str = ""


class ReturnPrize(_Command, frozen=True, kw_only=True):
    """A prize was not validated: it goes back onto its meter, and what the house added after it back to the house."""

    meter: str
    cents: Cents
    reset_exact: Exact = "0"
    clause: Clause


class CloseMeter(_Command, frozen=True, kw_only=True):
    """Close a meter: what stands above the seed goes to other meters, by whole-number shares."""

    meter: str
    to: Mapping[str, int] = {}
    to_other_games: Mapping[str, int] = {}


class ReceiveValue(_Command, frozen=True, kw_only=True):
    """Another game's meter closed and its value comes here."""

    meter: str
    cents: Cents
    source: str


class ChangeOption(_Command, frozen=True, kw_only=True):
    """All meters go over to another option or seed."""

    option: str
    seed: str


class CorrectMeter(_Command, frozen=True, kw_only=True):
    """Put a meter right by a further entry that says what it corrects, who does it and why."""

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
