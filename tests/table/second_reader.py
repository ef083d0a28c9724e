"""The second reader's table, `rulings.tsv`, and how its rows are checked against the code.

The table was written from the books before the code: for every incident, what is ruled, by whom, and what happens to
the money, the jackpot wagers and the deck. A row's state is `METHOD:SITUATION`; two players, ann at 1 and ben at 2,
have antes of 25 and 10 dollars and a jackpot wager each.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from mississippi_stud.cards import parse
from mississippi_stud.prose.rulings import RULINGS
from mississippi_stud.round import Setup, State, evolve
from mississippi_stud.round.state import Outcome, Phase
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.vocabulary import STREETS, Wager
from mississippi_stud.table import apply, rule
from mississippi_stud.table.state import Facts, Ruling
from tests.clauses import clause
from tests.script import go

JACKPOT = {"nsw": Wager.JACKPOT, "maryland": Wager.PROGRESSIVE, "crown": Wager.JACKPOT}
# two or three hands that win no meter prize, in the dealing order of each method
CARDS = ["9h", "2c", "7d", "8s", "Ts", "Jc", "Qd", "3h", "4s", "5d", "6c", "Kh", "As"]
STREET = {"3rd": 0, "4th": 1, "5th": 2}


class Row(NamedTuple):
    book: str
    clause: str
    incident: str
    given: str
    state: str
    ruling: str
    decides: str
    money: str
    jackpot: str
    deck: str
    told: str
    by: str
    """The clause by which a main wager is returned, if one is."""


@cache
def rows() -> tuple[Row, ...]:
    lines = Path(__file__).with_name("rulings.tsv").read_text().splitlines()
    return tuple(Row(*line.split("\t")) for line in lines[2:])


def of(book: str) -> list[object]:
    """Return the rows of a book as parameters of a test, each with the clause that it proves."""
    return [
        pytest.param(row, marks=clause(*carried(row)), id=f"{row.clause} {row.incident} {row.given} {row.state}")
        for row in rows()
        if row.book == book
    ]


_ALSO = {  # clauses that say who decides, who is told, what happens to the deck, or where a case comes from
    "nsw 11.2": ("11.3", "15.3.1"),
    "nsw 11.4": ("11.3", "15.3.1"),
    "nsw 11.5": ("7.3.2", "11.3", "15.3.1"),
    "nsw 11.7": ("11.3", "15.3.1"),
    "nsw 11.9.2": ("11.9.3", "11.9.4", "15.3.1"),
    "nsw 11.9.1": ("11.9.3", "11.9.4"),
    "nsw 12.2.1": ("12.2.3",),
    "nsw 12.2.2": ("12.2.3",),
    "nsw 13.4.1": ("13.5",),
    "nsw 13.4.2": ("13.5",),
    "crown 11.2.1": ("11.2", "11.2.2"),
    "crown 11.3.1": ("11.3",),
    "crown 11.3.1(a)": ("11.3",),
    "crown 11.3.1(b)": ("11.3",),
    "crown 11.3.2": ("11.3",),
    "crown 11.6.2": ("11.6.3",),
    "crown 11.8": ("11.2.2(b)",),
    "crown 11.15": ("11.2.2(b)",),
    "crown 11.11.1": ("11.11",),
    "crown 11.11.2": ("11.11",),
    "crown 13.2.1": ("13.2",),
    "crown 13.2.2": ("13.2",),
    "crown 13.2.3": ("13.2",),
    "crown 13.3.1": ("13.3", "13.4"),
    "crown 13.3.2": ("13.3", "13.4"),
}


def carried(row: Row) -> list[str]:
    """Return the clauses that a row proves: its own, and those of the other cases that it is distinguished from."""
    own = f"{row.book} {row.clause}"
    cases = [each.clause for each in rows() if (each.book, each.incident) == (row.book, row.incident)]
    named = dict.fromkeys([row.clause, *_ALSO.get(own, ()), *cases])
    return [f"{row.book} {each}" for each in named]


def setup(book: str, method: str, *, blind: bool = False, warned: bool = False, burn: bool = False) -> Setup:
    offers = {
        "nsw": {"signs": {Wager.JACKPOT: {"royal-flush": "100% of the meter", "flush": "30 for 1"}}},
        "maryland": {"tables": {Wager.PROGRESSIVE: "main"}},
        "crown": {"tables": {Wager.JACKPOT: "option-1"}},
    }[book]
    if (book, method) == ("maryland", "automatic"):
        offers = {"tables": {Wager.PROGRESSIVE: "main", Wager.THREE_CARD_BONUS: "A", Wager.SIX_CARD_BONUS: "A"}}
    seats = ((1, "ann"), (2, "ben"), *(((3, "ann"),) if blind else ()))
    costs = {JACKPOT[book]: 500}
    known = (("ben", "cannot-fund"),) if warned else ()
    return Setup(dealing=method, seats=seats, costs_cents=costs, warned=known, burn=burn, **offers)


def start(row: Row) -> State | None:
    """Return the round in the situation that the row names, or None between rounds."""
    method, situation, *more = row.state.split(":")
    if situation in ("between", "carried"):
        return None
    blind = situation == "blind"
    table = setup(row.book, method, blind=blind, warned="warned" in more, burn="burnt" in more)
    wager = JACKPOT[row.book]
    antes = "".join(f"{n} ante {amount};{n} {wager} 5;" for n, amount in ((1, 25), (2, 10)))
    antes += "3 ante 10;3 jackpot 5;" if blind else ""
    state = go(row.book, table, antes)
    if situation == "betting":
        return state
    state = go(row.book, state, f"deal {' '.join(CARDS[: cards_dealt(row.book, state)])}")
    return go(row.book, state, SITUATIONS[situation].replace("reveal", reveal(row.book, method)))


def cards_dealt(book: str, state: State) -> int:
    from mississippi_stud.round.deal import places

    return len(list(places(rulebook(book), state)))


def reveal(book: str, method: str) -> str:
    return "reveal Ac" if (book, method) == ("nsw", "shoe") else "reveal"


SITUATIONS = {
    "dealt": "",
    "blind": "",
    "one-bet": "1 bet 1",
    "third-done": "1 bet 1;2 bet 1",
    "fourth": "1 bet 1;2 bet 1;reveal;1 bet 1",
    "showdown": "1 bet 1;2 bet 1;reveal;1 bet 1;2 bet 1;reveal;1 bet 1;2 bet 1;reveal",
    "over": "1 bet 4 unnoticed;2 bet 1",
    "under": "1 place 10 unnoticed;2 bet 1",
}


def facts(row: Row, state: State | None) -> Facts:
    told = dict(word.split("=") for word in row.given.split())
    made: dict[str, object] = {}
    for key, value in told.items():
        match key:
            case "position" | "cards":
                made[key] = int(value)
            case "positions":
                made[key] = tuple(map(int, value.split(",")))
            case "street":
                made["streets"] = tuple(STREET[each] for each in value.split(","))
            case "looked" | "misdealt" | "forfeit":
                made[key] = value == "yes"
            case "order":
                made["order_known"] = value == "known"
            case "only":
                made["alone"] = value == "yes"
            case "named":
                assert state is not None
                made["named"] = state.hands[1].hole if value == "own" else parse("2s 3s")
            case _:
                made[key] = value
    return Facts(**made)


def ruled(row: Row) -> tuple[Ruling, State | None]:
    """Return the ruling, and the round after it, played to its end."""
    book, state = rulebook(row.book), start(row)
    found = rule(book, state, Incident(row.incident), facts(row, state))
    for event in apply(book, state, found):
        state = evolve(state, event)
    return found, finished(row.book, state) if state is not None else None


def finished(book: str, state: State) -> State:
    """Play the round to its end; everybody who must still decide bets once the ante."""
    if state.phase is Phase.BETTING and any(state.live_hands()):
        state = go(book, state, f"deal {' '.join(CARDS[: cards_dealt(book, state)])}")
    while state.phase not in (Phase.SETTLED, Phase.VOID, Phase.BETTING):
        if state.phase is Phase.SHOWDOWN or not any(state.live_hands()):
            return go(book, state, "settle")
        for hand in list(state.waiting()):
            street = STREETS.index(state.street)
            blind = hand.blind and street == 0
            line = "blind 1 1 1" if blind else "bet 1"
            state = go(book, state, f"{hand.position} {line}")
        due = state.community[state.revealed] is None
        state = go(book, state, f"reveal {('Ac', '5h', '8c')[state.revealed]}" if due else "reveal")
    return state


NAMES = {Outcome.VOID: "returned", Outcome.FORFEIT: "forfeited", Outcome.CARRIED: "carried"}


def fate(state: State, position: int, wager: Wager) -> str:
    """Return what happened to a wager: returned, carried, forfeited, lost with its hand, or played to the end."""
    result = next(each for each in state.results if each.position == position and each.wager == wager)
    if result.outcome in NAMES:
        stake = state.hands[position].stakes[wager].cents
        if result.outcome is Outcome.VOID:
            assert result.returned_cents == stake
        return NAMES[result.outcome]
    return "in play" if state.hands[position].ending is None else "lost"


def clause_of(state: State, position: int, wager: Wager) -> str:
    """Return the clause by which a wager was settled."""
    return next(each.clause for each in state.results if each.position == position and each.wager == wager)


def expected(said: str, positions: list[int]) -> dict[int, str]:
    """Return what the row says about each position: `1 returned, 2 in play`, or one word for all."""
    if not said:
        return {}
    if not said[0].isdigit():
        return dict.fromkeys(positions, said)
    return {int(each.split(" ", 1)[0]): each.split(" ", 1)[1] for each in said.split(", ")}


def check(row: Row) -> None:
    """Check that the code rules as the second reader does."""
    found, state = ruled(row)
    assert RULINGS[found.ruling] == row.ruling
    assert found.clause == f"{row.book} {row.clause}"
    assert found.decides == row.decides
    assert ", ".join(found.told) == row.told
    assert (found.deck or "routine") == row.deck
    if state is None:
        return
    positions = sorted(state.hands)
    for position, what in expected(row.money, positions).items():
        assert fate(state, position, Wager.ANTE) == what
        if what == "returned":
            assert clause_of(state, position, Wager.ANTE) == f"{row.book} {row.by}"
    for position, what in expected(row.jackpot, positions).items():
        assert fate(state, position, JACKPOT[row.book]) == what
        if what == "returned" and row.book == "nsw" and row.ruling in ("misdeal", "the round is void"):
            assert clause_of(state, position, Wager.JACKPOT) == "nsw 15.3.1"
