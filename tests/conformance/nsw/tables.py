"""Tables of nsw for the tests by clause."""

from typing import Any

from tests.script import command, go, lines
from tests.script import opened as opened_round
from tests.table.hall import Pit, opened

from mississippi_stud.money import balances
from mississippi_stud.round import Setup, State, decide, evolve
from mississippi_stud.round.transfers import transfers
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t

GS = "gaming-supervisor"
CUT = ["cut 4.2", "cutting-card 4.2", "cut-into-shoe 4.2"]
"""What comes after every shuffle where a shoe is used."""
METER = {"royal-flush": "100% of the meter", "straight-flush": "10% of the meter"}
SIGN = {"four-of-a-kind": "500 for 1", "full-house": "50 for 1", "flush": "30 for 1"}


def table(players: str = "ann", dealing: str = "shuffler", **setup: Any) -> Setup:
    """Players at positions 1, 2, 3 …, and what else is set up."""
    return Setup(dealing=dealing, seats=tuple(enumerate(players.split(), start=1)), **setup)


def with_jackpots() -> dict[str, Any]:
    """A jackpot for $5.00 and a fixed jackpot for $1.00, with their signs."""
    return {
        "signs": {Wager.JACKPOT: METER | SIGN, Wager.FIXED_JACKPOT: SIGN},
        "costs_cents": {Wager.JACKPOT: 5_00, Wager.FIXED_JACKPOT: 1_00},
    }


def alone(hole: str, community: str, *bets: str, ante: str = "10", before: str = "", **setup: Any) -> State:
    """One player's round to the end: the ante, what else lies there before the deal, and three street wagers."""
    third, fourth, fifth = bets or (ante,) * 3
    return go(
        "nsw",
        table(**setup),
        f"1 ante {ante}; {before}; deal {community} {hole}; 1 place {third}; reveal; 1 place {fourth}; reveal; "
        f"1 place {fifth}; reveal; settle",
    )


def accounts(setup: Setup, script: str) -> dict[str, int]:
    """What every account gained or lost by a round; nothing may stay in the round."""
    book, state, moved = rulebook("nsw"), opened_round("nsw", setup), []
    for line in lines(script):
        for event in decide(book, state, command(book, state, line)):
            moved += transfers(book, state, event)
            state = evolve(state, event)
    gained = balances(moved)
    assert sum(gained.values()) == 0
    return {account: cents for account, cents in gained.items() if cents}


def arrived(dealing: str, **deck: object) -> Pit:
    """A table at which a deck has arrived and everything was done that it asked for."""
    pit = Pit("nsw", dealing)
    pit.do(t.ReceiveDeck, backs="red", **deck)
    pit.sit("ann", "ben")
    pit.confirm_all()
    return pit


def settled_by_hand(pit: Pit) -> None:
    """The hands of the round have been turned, paid and racked."""
    while waiting := [each for each in pit.table.prompts if each.moment == "hand-settled"]:
        pit.confirm(waiting[0])


def let_be(incident: str, facts: dict[str, Any], said: str) -> None:
    """Check that a supervisor who may act on an incident may also let it be: nothing happens, and the round goes on."""
    pit = opened("nsw", "shoe")
    pit.betting()
    pit.deal()
    before = pit.table.round
    pit.report(incident, by=GS, waived=True, **facts)
    assert [(each.ruling, each.clause) for each in pit.table.rulings] == [("let-be", said)]
    assert (pit.table.round, pit.table.prompts) == (before, ())
    pit.finish()
    assert pit.table.rounds == 1
