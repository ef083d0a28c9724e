"""A table for one player in the terminal: the solo game of a book with its side wagers, a meter and play money."""

from typing import TYPE_CHECKING, Final

from mississippi_stud.floor.solo import METER, solo_game
from mississippi_stud.jackpot.commands import OpenMeter
from mississippi_stud.jackpot.decide import play as play_meters
from mississippi_stud.jackpot.link import Link
from mississippi_stud.jackpot.state import Meters
from mississippi_stud.prose.signs import Signs
from mississippi_stud.round import Open, decide, evolve
from mississippi_stud.round.state import Setup
from mississippi_stud.round.transfers import transfers
from mississippi_stud.round.wagers import limit
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager

if TYPE_CHECKING:
    from mississippi_stud.money import Cents, Transfer
    from mississippi_stud.round.commands import Command
    from mississippi_stud.round.state import State

START_CENTS: Final = 1_000_00
_TABLE: Final = "1"


class PrivateTable:
    """The table with its meter, and the player's money; both change with every command that is carried out."""

    def __init__(self, source: str, player: str, language: str) -> None:
        game = solo_game(source)
        self.book = rulebook(source)
        self.player = player
        self.signs = Signs(self.book, game.options, language)
        self.balance_cents = START_CENTS
        self.rounds = 0
        self._meters = Meters()
        if game.meter is not None:
            opening = OpenMeter(meter=METER, offer=game.meter, tables=(_TABLE,))
            self._meters, _ = play_meters(self.book, self._meters, opening)

    @property
    def meter_cents(self) -> "Cents | None":
        """What the meter shows, if the table has one."""
        return self._meters.meters[METER].shown_cents if self._meters.meters else None

    @property
    def least_cents(self) -> "Cents":
        """The smallest ante."""
        return limit(self.book, self.signs.setup, self.player, Wager.ANTE).minimum_cents

    def open(self) -> "State":
        """Open the next round."""
        self.rounds += 1
        offer = {name: getattr(self.signs.setup, name) for name in Setup.__struct_fields__}
        setup = self._link().setup(Setup(**{**offer, "seats": ((1, self.player),)}))
        return evolve(None, decide(self.book, None, Open(setup=setup))[0])

    def after(self, state: "State", command: "Command") -> "State | None":
        """Return the round after a command, None if the player cannot pay for it; a refusal propagates."""
        number, link = str(self.rounds), self._link()
        events = decide(self.book, state, link.before(state, command, number))
        gained, after = 0, state
        for event in events:
            link.after(state, event, number)
            gained += sum(self._gain(each) for each in transfers(self.book, after, event))
            after = evolve(after, event)
        if self.balance_cents + gained < 0:
            return None
        link.document()  # nobody else does the paperwork of a prize
        self._meters = link.meters
        self.balance_cents += gained
        return after

    def _link(self) -> Link:
        return Link(self.book, _TABLE, lambda: self._meters)

    def _gain(self, transfer: "Transfer") -> int:
        own = f"player:{self.player}"
        return (transfer.target == own) * transfer.cents - (transfer.source == own) * transfer.cents
