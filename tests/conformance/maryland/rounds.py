"""Rounds by the Maryland rules, for its conformance tests: lines in; results in cents, refusals and views out."""

from typing import Any, Self

import pytest
from tests.conformance.table import command

from mississippi_stud.cards import text
from mississippi_stud.money import Transfer
from mississippi_stud.money import text as dollars
from mississippi_stud.round import Command, Event, Open, Refused, Setup, State, decide, evolve, legal, view
from mississippi_stud.round.state import Result
from mississippi_stud.round.transfers import net_cents, transfers
from mississippi_stud.round.view import Role, View
from mississippi_stud.rulebooks import rulebook

MAIN = ("ante", "third-street", "fourth-street", "fifth-street")


class Table:
    """One round. `seats` are the players at positions 1, 2, 3 …, or a player for each position."""

    state: State

    def __init__(self, dealing: str, seats: str | dict[int, str], **setup: Any) -> None:
        self.book = rulebook("maryland")
        self.events: list[Event] = []
        self.transfers: list[Transfer] = []
        named = seats if isinstance(seats, dict) else dict(enumerate(seats.split(), start=1))
        opening = Open(setup=Setup(dealing=dealing, seats=tuple(named.items()), **setup))
        for event in decide(self.book, None, opening):
            self.state = evolve(None, event)
            self.events.append(event)

    def do(self, *lines: str) -> Self:
        """Carry out lines of `tests.conformance.table`; ``1 bet 3x`` is three times the ante."""
        for line in lines:
            for event in decide(self.book, self.state, self._command(line)):
                self.transfers += transfers(self.book, self.state, event)
                self.state = evolve(self.state, event)
                self.events.append(event)
        return self

    def _command(self, line: str) -> Command:
        if line.endswith("x"):
            position, _, times = line.removesuffix("x").split()
            ante = self.state.hands[int(position)].ante_cents
            line = f"{position} bet {dollars(type(ante)(ante * int(times)))}"
        return command(line)

    def refuses(self, line: str) -> tuple[str, str]:
        """Why a line is refused: the code, and the clause without its book."""
        with pytest.raises(Refused) as refused:
            self.do(line)
        return refused.value.code, refused.value.clause.removeprefix("maryland ")

    def result(self, wager: str, position: int = 1) -> Result:
        """The one result of a wager."""
        (found,) = (each for each in self.state.results if (each.position, each.wager) == (position, wager))
        return found

    def paid(self, wager: str, position: int = 1) -> tuple[str, int, int]:
        """Outcome, cents won and cents of the stake returned."""
        result = self.result(wager, position)
        return result.outcome.value, result.won_cents, result.returned_cents

    def clause(self, wager: str, position: int = 1) -> str:
        """The clause by which a wager was settled, without its book."""
        return self.result(wager, position).clause.removeprefix("maryland ")

    def net(self, position: int = 1) -> int:
        """What a position is up or down, in cents."""
        return net_cents(self.state, position)

    def balance(self, account: str) -> int:
        """What has come into an account less what has gone out of it: ``house``, ``round``, ``player:ann``."""
        into = sum(each.cents for each in self.transfers if each.target == account)
        return into - sum(each.cents for each in self.transfers if each.source == account)

    def sees(self, who: str) -> View:
        """The round as somebody sees it: a role, or else a player by name."""
        if who in ("dealer", "supervisor", "inspector", "spectator"):
            return view(self.book, self.state, Role(who))
        return view(self.book, self.state, Role.PLAYER, who)

    def hole(self, who: str, position: int = 1) -> str:
        """The cards of a position as somebody sees them."""
        return next(shown(hand.hole) for hand in self.sees(who).hands if hand.position == position)

    def community(self, who: str) -> str:
        """The community cards as somebody sees them."""
        return shown(self.sees(who).community)

    def may(self, position: int | None = None) -> list[str]:
        """What a position, or else the dealer, may do now, by name of the command."""
        return [option.command for option in legal(self.book, self.state, position)]


def shown(cards: tuple[Any, ...]) -> str:
    """Cards as text; one that is not known or not to be seen is ``-``."""
    return " ".join("-" if card is None else text((card,)) for card in cards)


def maryland(
    seats: str | dict[int, str] = "ann",
    dealing: str = "shoe",
    three: str | None = None,
    six: str | None = None,
    progressive: bool = False,
    **setup: Any,
) -> Table:
    """A table where these bonus tables are offered."""
    names = {"three-card-bonus": three, "six-card-bonus": six, "progressive": "main" if progressive else None}
    return Table(dealing, seats, tables={wager: name for wager, name in names.items() if name}, **setup)


def bonuses(seats: str | dict[int, str] = "ann", three: str = "F", six: str = "A", **setup: Any) -> Table:
    """A table where everything is offered."""
    return maryland(seats, "automatic", three, six, progressive=True, **setup)


def refused_setup(**setup: Any) -> tuple[str, str]:
    """Why a table cannot be set up so: the code, and the clause without its book."""
    with pytest.raises(Refused) as refused:
        maryland(**setup)
    return refused.value.code, refused.value.clause.removeprefix("maryland ")


def played(
    hole: str,
    community: str,
    *wagers: str,
    ante: str = "10",
    bets: tuple[int, int, int] = (1, 1, 1),
    bonus: str = "2c 7d Jc Kc",
    table: Table | None = None,
) -> Table:
    """One player's round, every street wagered, settled; with the bonus cards where they are dealt."""
    table = table or bonuses()
    cards = f"{hole} {community}"
    if table.state.setup.dealing == "automatic":
        cards = f"{bonus} {community} {hole}" if "six-card-bonus" in table.state.setup.tables else f"{community} {hole}"
    table.do(f"1 ante {ante}", *(f"1 {wager}" for wager in wagers), f"deal {cards}")
    for times in bets:
        table.do(f"1 bet {times}x", "reveal")
    return table.do("settle")
