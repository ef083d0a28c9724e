"""The table of a plain scenario: it has neither staff nor prompts, and everything is ruled on and paid at once."""

from typing import Any

from mississippi_stud.jackpot.link import Link
from mississippi_stud.round.commands import Bet, Place
from mississippi_stud.round.commands import Command as RoundCommand
from mississippi_stud.round.decide import decide as decide_round
from mississippi_stud.round.events import Event as RoundEvent
from mississippi_stud.round.state import Setup, State
from mississippi_stud.rulebooks.conduct import Shuffling
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.scenario.head import StackedDeck
from mississippi_stud.scenario.jackpots import Jackpots
from mississippi_stud.scenario.script import ScriptLine, command, incident_of
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.decide import decide
from mississippi_stud.table.evolve import disputed, fold
from mississippi_stud.table.rounds import PLAYERS
from mississippi_stud.table.state import DealingMode, Dispute, Prompt, Question, Ruling, Seat, Table, WithheldWinnings

_REMEMBERED = (
    "excluded", "excluded_from_casino", "withheld", "aside", "separated", "separated_clause", "english_only",
    "play_first", "play_first_clause",
)  # fmt: skip
"""What a table keeps from one round of the file to the next, besides warnings and carried wagers."""


class PlainTable:
    """A table that nobody runs: a line of the script is an action of the house or of a player."""

    def __init__(self, book: Rulebook, table: Table, by: str = t.FLOOR) -> None:
        self.book, self.table = book, table
        self.now, self.by, self.person = 0, by, ""
        self.disputes: dict[int, Dispute] = {}
        """Every dispute so far, including the closed ones."""
        self.withheld: tuple[WithheldWinnings, ...] = ()
        """Winnings that their players have not received: withheld, or kept by the house since."""

    @property
    def actor(self) -> dict[str, Any]:
        """The time and the actor of a command given now."""
        return {"at": self.now, "by": self.by, "person": self.person}

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """The prompts that are waiting."""
        return self.table.prompts

    @property
    def question(self) -> Question | None:
        """The ruling that is pending."""
        return self.table.question

    def state(self, before: State) -> State:
        """Return the round to show: the open one, or else the last."""
        return self.table.round or self.table.last_round or before

    def do(self, asked: t.Command, link: Link | None = None) -> tuple[te.Event, ...]:
        """Carry out a command and return its events; a refusal propagates."""
        events = decide(self.book, self.table, asked, link=link)
        for event in events:
            if isinstance(event, te.DisputeOpened):
                self.disputes[event.dispute.number] = event.dispute
            elif isinstance(event, te.DisputeDecided | te.ReviewAsked | te.DisputeReviewed | te.DisputeClosed):
                self.disputes[event.dispute] = disputed(self.disputes[event.dispute], event)
            elif isinstance(event, te.WinningsWithheld):
                self.withheld = (*self.withheld, event.winnings)
            elif isinstance(event, te.WinningsReleased):
                self.withheld = tuple(each for each in self.withheld if each.player != event.player)
        self.table = fold(events, self.table)
        return events

    def step(
        self, deck: StackedDeck, line: ScriptLine, jackpots: Jackpots
    ) -> tuple[tuple[RoundEvent, ...], Ruling | None]:
        """Carry out a line of the script, and return its events of the round and its ruling."""
        asked, cards = self.asked(deck, line)
        if asked is None:
            return (), None
        link = jackpots.link(self.table.id)
        events = self.do(asked, link)
        deck.take(cards)
        if self.table.automatic:
            link.document()  # nobody is there to do the paperwork
        jackpots.take(link)
        ruled = next((event.ruled for event in events if isinstance(event, te.IncidentRuled)), None)
        return tuple(event for event in events if isinstance(event, RoundEvent)), ruled

    def asked(self, deck: StackedDeck, line: ScriptLine) -> tuple[t.Command | None, int]:
        """Return the command of a line and how many cards it takes; None if it has been done already."""
        if line.verb == "incident":
            incident, facts = incident_of(self.book, self.table.round, deck, line)
            return t.Report(**self.actor, incident=incident, facts=facts), 0
        if line.verb == "determine":
            return self._determination(line), 0
        state = self.open_round()
        do, cards = command(self.book, state, deck, line)
        if self.table.round is None:
            decide_round(self.book, state, do)  # raises `Refused`: the round is over
        if _lies_there(state, do):
            return None, 0
        return self._playing(line, do), cards

    def _determination(self, line: ScriptLine) -> t.Determine:
        match line.words:
            case [player, "release"]:
                return t.Determine(**self.actor, player=player)
            case [player, "keep", *grounds] if grounds:
                return t.Determine(**self.actor, player=player, release=False, grounds=" ".join(grounds))
            case _:
                raise line.error("not-a-determination")

    def open_round(self) -> State:
        """Return the round that a line is about."""
        state = self.table.round or self.table.last_round
        assert state is not None, "a plain table has a round from the beginning"  # noqa: S101
        return state

    def _playing(self, line: ScriptLine, do: RoundCommand) -> t.Command:
        """Return a command of the round, given by the player or by the dealer."""
        overlooked = isinstance(do, Place | Bet) and do.unnoticed  # only the dealer can say that it went unnoticed
        if line.position is not None and isinstance(do, PLAYERS) and not overlooked:
            return t.Play(at=self.now, person=player_at(self.table, line.position), do=do)
        return t.Play(**self.actor, do=do)


def player_at(table: Table, position: int) -> str:
    """Return the player at a position, or an empty name if nobody sits there."""
    return table.seats[position].player if position in table.seats else ""


def _lies_there(state: State, do: RoundCommand) -> bool:
    """Whether a line places a carried wager that has already come into play with the ante."""
    if not isinstance(do, Place) or not do.carried or do.position not in state.hands:
        return False
    stake = state.hands[do.position].stakes.get(do.wager)
    return stake is not None and stake.carried and stake.cents == do.cents


def sign(setup: Setup) -> dict[str, Any]:
    """Return what a table offers and what its sign says, by field name."""
    names = ("limits", "tables", "signs", "costs_cents", "max_payout_cents", "chips_cents", "meter")
    return {name: getattr(setup, name) for name in names}


def without_staff(book: Rulebook, opened: State, name: str, number: int, before: Table | None) -> Table:
    """Return a table that nobody runs, with an open round and what it keeps from the round before."""
    setup = opened.setup
    return Table(
        id=name,
        dealt=DealingMode.AUTOMATIC,
        dealing=setup.dealing,
        shuffling=Shuffling.BY_HAND,
        positions=book.positions.maximum.value,
        **sign(setup),
        opened_at=0,
        seats={
            position: Seat(
                position=position,
                player=player,
                box=opened.hands[position].blind,
                personal=setup.personal.get(player, {}),
            )
            for position, player in setup.seats
        },
        warned=setup.warned,
        carried_cents=setup.carried_cents,
        round=opened,
        number=number,
        **{field: getattr(before, field) for field in _REMEMBERED if before is not None},
    )
