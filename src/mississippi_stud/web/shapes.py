"""The shapes of the API: what is asked and what is answered."""

from typing import Annotated

import msgspec
from msgspec import Meta

from mississippi_stud.floor import Begin, Bet, BetAll, DealCards, Fold, Place, Withdraw
from mississippi_stud.round.legal import Option
from mississippi_stud.round.view import View

CommandId = Annotated[
    str, Meta(min_length=8, max_length=64, pattern=r"^[0-9A-Za-z_-]+$", description="An id of the sender's own.")
]
WagerCents = Annotated[int, Meta(ge=0, le=1_000_000_000_00, description="An amount in cents.")]

Version = Annotated[int, Meta(ge=0, le=2**53, description="A version of a game.")]


class GameNow(msgspec.Struct, frozen=True, kw_only=True):
    """A game as its player sees it now."""

    id: str
    version: int
    book: str
    currency: str
    balance_cents: int
    more_money: bool
    """Whether there is more play money for the asking."""
    number: int
    """Rounds begun, the one under way included."""
    commitment: str
    """The house's commitment to the deck of this round."""
    view: View | None
    options: tuple[Option, ...]
    """What the player may do now."""
    playing: bool
    disabled: str | None
    made: str | None
    """What the five cards made, by the name of its row in the pay table, when the round has been settled."""
    bonus_made: str | None
    """The same of the three community cards."""


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a new game is asked with."""

    book: Annotated[str, Meta(pattern="^online$", description="The rule book: the solo game has one.")] = "online"


class Act(msgspec.Struct, frozen=True, kw_only=True, tag="act", tag_field="command"):
    """Do something in the round: what a solo player can do."""

    do: Place | Withdraw | Bet | BetAll | Fold


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command, with an id of the sender's own: sent again under the same id it has one effect."""

    id: CommandId
    command: Begin | DealCards | Act
    version: Version = 0
    """The version that the sender has seen: if the game is past it, nothing is done; 0: whatever it is."""


class Wagered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wagers and the wish to have the cards dealt, as one command."""

    id: CommandId
    ante_cents: WagerCents
    bonus_cents: WagerCents = 0
    seed: Annotated[
        str, Meta(max_length=64, pattern="^[ -~]*$", description="The player's own part in the shuffle.")
    ] = ""
    version: Version = 0


class Advice(msgspec.Struct, frozen=True, kw_only=True, rename={"one": "1", "two": "2", "three": "3"}):
    """What each choice is worth in antes, exactly; the best of them, and why."""

    fold: str
    one: str
    two: str
    three: str
    best: str
    reason: str
    why: str
    """The reason in the reader's language."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of a past round, beside the best one."""

    street: str
    played: str
    best: str
    lost: str
    """What it was worth less than the best, in antes, exactly."""
    advice: Advice


class BookLine(msgspec.Struct, frozen=True, kw_only=True):
    """A rule book in a list."""

    id: str
    title: str
    version: str
    language: str
    clauses: int
    hash: str


class ClauseLine(msgspec.Struct, frozen=True, kw_only=True):
    """A clause: what it says and how it is handled."""

    id: str
    en: str
    fr: str
    handling: str


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """A value of a rule book with its clause."""

    path: str
    value: str
    clause: str


class RoundLine(msgspec.Struct, frozen=True, kw_only=True):
    """A round in a list."""

    number: int
    status: str
    opened_at: int
    """Microseconds since 1970."""
    wagered_cents: int
    net_cents: int
    commitment: str


class RoundStep(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of a round, as it was shown."""

    event: str
    at: int
    view: View | None


class RoundSteps(msgspec.Struct, frozen=True, kw_only=True):
    """A round, step by step."""

    number: int
    status: str
    commitment: str
    made: str | None
    bonus_made: str | None
    steps: tuple[RoundStep, ...]


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """What proves a deal; anyone can check it, and the browser does."""

    round_id: str
    commitment: str
    secret: str
    seed: str
    cards: str
    """The five cards that left the deck, in order."""
