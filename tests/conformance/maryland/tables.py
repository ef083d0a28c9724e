"""Maryland tables for the tests by clause: who sits where, what is offered, and a whole round in one line."""

from typing import Any

import pytest
from tests.clauses import clause
from tests.jackpot.floor import Floor
from tests.script import command, go, lines, opened, seen
from tests.table.hall import Pit
from tests.table.hall import opened as opened_table

from mississippi_stud.cards import text
from mississippi_stud.jackpot.link import register
from mississippi_stud.jackpot.terms import offered_by
from mississippi_stud.money import Cents, balances
from mississippi_stud.money import text as dollars
from mississippi_stud.round import Refused, Setup, State, decide, evolve, legal, view
from mississippi_stud.round.state import Result
from mississippi_stud.round.transfers import net_cents, transfers
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.table import commands as t

MAIN = ("ante", "third-street", "fourth-street", "fifth-street")
ALL_SIDE = "1 ante 10; 1 progressive 5; 1 three-card-bonus 5; 1 six-card-bonus 5"
OTHERS = ("dealer", "supervisor", "inspector", "spectator", "ben")
"""Everybody but ann."""


def maryland(
    seats: str | dict[int, str] = "ann",
    dealing: str = "shoe",
    three: str | None = None,
    six: str | None = None,
    progressive: bool = False,
    **more: Any,
) -> Setup:
    """A table of players at positions 1, 2, 3 …, or at the positions named, where these bonus tables are offered."""
    named = seats if isinstance(seats, dict) else dict(enumerate(seats.split(), start=1))
    offered = {"three-card-bonus": three, "six-card-bonus": six, "progressive": "main" if progressive else None}
    tables = {wager: name for wager, name in offered.items() if name}
    return Setup(dealing=dealing, seats=tuple(named.items()), tables=tables, **more)


def bonuses(seats: str | dict[int, str] = "ann", three: str = "F", six: str = "A", **more: Any) -> Setup:
    """A table where everything is offered."""
    return maryland(seats, "automatic", three, six, progressive=True, **more)


def refused_table(**setup: Any) -> tuple[str, str]:
    """The code and the clause by which a table that is set up so is refused."""
    with pytest.raises(Refused) as refusal:
        opened("maryland", maryland(**setup))
    return refusal.value.code, refusal.value.clause


def played(
    hole: str,
    community: str,
    *wagers: str,
    ante: str = "10",
    bets: tuple[int, int, int] = (1, 1, 1),
    bonus: str = "2c 7d Jc Kc",
    setup: Setup | None = None,
) -> State:
    """Ann's round alone at the table, every street so many times the ante, settled and with the accounts at rest."""
    setup = setup or bonuses()
    cards = f"{hole} {community}"
    if setup.dealing == "automatic":
        cards = f"{bonus} {community} {hole}" if "six-card-bonus" in setup.tables else f"{community} {hole}"
    counted = go("maryland", setup, f"1 ante {ante}").hands[1].ante_cents
    third, fourth, fifth = (dollars(Cents(counted * times)) for times in bets)
    script = f"""
        1 ante {ante}; {"; ".join(f"1 {wager}" for wager in wagers)}; deal {cards}
        1 place {third}; reveal; 1 place {fourth}; reveal; 1 place {fifth}; reveal; settle
    """
    state = go("maryland", setup, script)
    net = net_cents(state, 1)
    moved = accounts(setup, script)
    assert (moved.pop("player:ann", 0), "round" in moved) == (net, False)
    if not any(wager.startswith("progressive") for wager in wagers):  # that goes to a meter
        assert moved == ({"house": -net} if net else {})
    return state


def accounts(setup: Setup, script: str) -> dict[str, int]:
    """What every account gained or lost by a script."""
    book, state, moved = rulebook("maryland"), opened("maryland", setup), []
    for line in lines(script):
        for event in decide(book, state, command(book, state, line)):
            moved += transfers(book, state, event)
            state = evolve(state, event)
    return {account: cents for account, cents in balances(moved).items() if cents}


def result(state: State, wager: str, position: int = 1) -> Result:
    """The one result of a wager."""
    (found,) = (each for each in state.results if (each.position, each.wager) == (position, wager))
    return found


def pays(state: State, position: int = 1) -> dict[str, str | None]:
    """By wager of a position: the odds or the prize at which it was paid."""
    return {str(each.wager): each.pays for each in state.results if each.position == position}


def sees(state: State, who: str) -> dict[str, str]:
    """The cards as somebody sees them, a role or else a player by name: by position, and the community's."""
    if who in ("dealer", "supervisor", "inspector", "spectator"):
        return seen("maryland", state, who)
    return seen("maryland", state, "player", who)


def bonus_cards(state: State, who: str) -> str:
    """The four cards of the six-card bonus as somebody sees them."""
    roles = ("dealer", "supervisor", "inspector", "spectator")
    what = view(rulebook("maryland"), state, *((Role(who),) if who in roles else (Role.PLAYER, who)))
    return shown(what.bonus_cards)


def may(state: State, position: int | None = None) -> list[str]:
    """What a position, or else the dealer, may do now, by name of the command."""
    return [option.command for option in legal(rulebook("maryland"), state, position)]


def shown(cards: tuple[Any, ...]) -> str:
    """Cards as text; one that is not known or not to be seen is ``-``."""
    return " ".join("-" if card is None else text((card,)) for card in cards)


# A table with people.

OPENING = [
    "inspect-cards .04A",
    "spread-for-first-player .04B",
    "turn-face-down .04C(1)",
    "wash .04C(2)",
    "stack .04C(3)",
    "shuffle .04D",
    "shuffled-before-play .05A(1)",
]
CUT = ["cut .05E", "top-to-bottom .05E(1)", "cut-into-shoe .05E(2)"]
AFTER_SHUFFLE = {
    "shoe": [*CUT, "load-shoe .08B"],
    "hand": ["deal-as-shuffled .05D(1)", "take-deck-in-one-hand .09A(2)"],
    "automatic": ["deal-as-shuffled .05D(1)", "load-automatic-shoe .10A(1)"],
}
BEFORE_DEAL = {
    "shoe": ["no-more-bets .08C", "draw-with-near-hand .08D"],
    "hand": ["no-more-bets-by-hand .09A(3)(a)", "keep-to-one-hand .09A(2)(a)", "cards-over-the-tray .09A(2)(b)"],
    "automatic": ["no-more-bets-automatic .10A(2)(a)"],
}
DEALT = {
    "shoe": "stub-to-rack .08F",
    "hand": "stub-to-rack-by-hand .09B(3)",
    "automatic": "empty-automatic-shoe .10B(4)",
}
STUB = {
    "shoe": ["lay-stub-face-down .08H", "count-stub .08G", "counted-stub-to-rack .08I"],
    "hand": ["lay-stub-face-down-by-hand .09C(2)", "count-stub-by-hand .09C(1)", "counted-stub-to-rack-by-hand .09D"],
    "automatic": ["count-stub-automatic .10C", "counted-stub-to-rack-automatic .10D"],
}
METHODS = ["shoe", "hand", "automatic"]


def methods(*by_method: tuple[str, ...]) -> list[object]:
    """Every dealing method with the clauses of all: what is prompted with one is not what is prompted with another."""
    every = {f"maryland {each}" for clauses in by_method for each in clauses}
    return [pytest.param(method, marks=clause(*every)) for method in METHODS]


def arrived(dealing: str, *backs: str, prechecked: bool = False, **opening: object) -> Pit:
    """Ann and ben sit at a table to which decks have just come, and everything is done that had to be."""
    drive = Pit("maryland", dealing, **opening)
    for each in backs or ("red",):
        drive.do(t.ReceiveDeck, backs=each, prechecked=prechecked)
    drive.sit("ann", "ben")
    drive.confirm_all()
    return drive


def dealt(dealing: str, wagers: str = "1 ante 25;2 ante 10", **opening: object) -> Pit:
    """A round of ann's and ben's in which the cards have been dealt."""
    drive = opened_table("maryland", dealing, **opening)
    drive.betting(wagers)
    drive.deal()
    return drive


def report_refused(drive: Pit, incident: str, **facts: object) -> tuple[str, str]:
    """The code and the clause by which the report of an incident is refused."""
    with pytest.raises(Refused) as refusal:
        drive.report(incident, **facts)
    return refusal.value.code, refusal.value.clause


def at_table(casino: Floor, script: str, dealing: str = "shoe", counted: int | None = None) -> State:
    """A round at table A of a casino, its wagers registered when it is dealt."""
    tables, signs, costs = offered_by(casino.book, casino.meters.meters["main"].terms)
    seats = ((1, "ann"), (2, "ben"), (3, "cat"))
    setup = Setup(dealing=dealing, seats=seats, tables=tables, signs=signs, costs_cents=costs, meter="main")
    before, _, after = script.partition("deal ")
    state = go("maryland", setup, before.rstrip(" ;"))
    wagers = register(casino.book, state, "A", "1")
    number = len(wagers.wagers) if counted is None else counted
    casino.do(register(casino.book, state, "A", "1", counted=number))
    return go("maryland", state, "deal " + after)
