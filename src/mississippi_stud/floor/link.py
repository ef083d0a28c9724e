"""Where a game meets its meters: what a round asks of them while one command is decided. Pure.

The table's name on the meters is the game's stream. Whatever comes of a command here, on the meters and in the round,
stands or falls together: the floor appends it in one transaction, decided while nobody else can touch the meters.
"""

from msgspec.structs import replace

from mississippi_stud.jackpot import commands as j
from mississippi_stud.jackpot import events as je
from mississippi_stud.jackpot.decide import decide
from mississippi_stud.jackpot.evolve import evolve
from mississippi_stud.jackpot.state import Meters
from mississippi_stud.jackpot.table import record, register, settle_prizes, validator
from mississippi_stud.jackpot.terms import offered_by, rules_of
from mississippi_stud.round import commands as c
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Phase, Setup, State
from mississippi_stud.rulebooks.model import Rulebook


class MetersNeeded(Exception):  # noqa: N818 - what is missing, not a fault of the program
    """The command cannot be decided without the meters as they are now."""


class Link:
    """A game's table on its meters. Without `meters` it serves as long as nobody asks for them."""

    def __init__(self, book: Rulebook, table: str, meters: Meters | None = None, at: int = 0) -> None:
        self._book = book
        self._table = table
        self._known = meters
        self._at = at if meters is None else max(at, meters.at)
        self.events: list[je.Event] = []
        """What happened to the meters."""

    @property
    def meters(self) -> Meters:
        """The meters as they are now."""
        if self._known is None:
            raise MetersNeeded
        return self._known

    def _ask(self, command: j.Command) -> tuple[je.Event, ...]:
        happened = decide(self._book, self.meters, command)
        for event in happened:
            self._known = evolve(self.meters, event)
        self.events += happened
        return happened

    def setup(self, setup: Setup) -> Setup:
        """A round's table with what its meter offers now; a table on no meter offers no jackpot wager."""
        linked = self.meters.tables.get(self._table)
        if linked is None:
            return setup
        tables, signs, costs = offered_by(self._book, self.meters.of_table(self._table).terms)
        return replace(
            setup,
            tables={**setup.tables, **tables},
            signs={**setup.signs, **signs},
            costs_cents={**setup.costs_cents, **costs},
            meter=linked.meter,
        )

    def before(self, state: State, command: c.Command, number: str, *, carried: bool) -> c.Command:
        """What a command of the round asks of the meters first; gives the command with the prizes that it needs.

        `carried`: the round before had no result, and the meters still know its wagers.
        """
        wagered = self._wagered(state)
        match command:
            case c.Deal() if state.phase is Phase.BETTING and (wagered or carried):
                self._register(state, number)
            case c.Settle() if wagered:
                outcome = record(self._book, state, self._table, number, self._at, validator(self._book))
                return c.Settle(prizes=settle_prizes(self._book, self._ask(outcome)))
            case c.VoidRound(clause=clause) if (wagered and state.phase is not Phase.BETTING) or carried:
                if self._table in self.meters.games and not unplaced(self._book, state):
                    self._ask(j.CancelGame(table=self._table, clause=clause, at=self._at))
            case _:
                pass
        return command

    def _wagered(self, state: State) -> bool:
        jackpot, _ = rules_of(self._book)
        return bool(state.setup.meter) and any(jackpot.wager.value in hand.stakes for hand in state.hands.values())

    def _register(self, state: State, number: str) -> None:
        jackpot, rule = rules_of(self._book)
        for position in unplaced(self._book, state):
            raise Refused("jackpot-carried", rule.on_misdeal.clause, position=position)
        linked = self.meters.tables.get(self._table)
        if linked is not None and linked.meter != state.setup.meter:
            clause = (jackpot.one_meter_a_table or jackpot.wager).clause
            raise Refused("meter-changed", clause, table=self._table, meter=linked.meter)
        lying = register(self._book, state, self._table, number, self._at)
        self._ask(replace(lying, counted=len(lying.wagers)))  # this dealer counts what lies there


def unplaced(book: Rulebook, state: State) -> dict[int, int]:
    """Carried jackpot wagers that are not in play again, by position."""
    if book.jackpot is None:
        return {}
    wager = book.jackpot.wager.value
    return {
        position: cents
        for position, cents in state.setup.carried_cents.items()
        if wager not in state.hands[position].stakes
    }
