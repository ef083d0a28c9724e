"""How a scenario's meters follow a round that has no result."""

import tomllib

import pytest

from mississippi_stud.jackpot import Command, Event
from mississippi_stud.jackpot.link import Link
from mississippi_stud.round import Deal, evolve
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.scenario.head import read_setup
from mississippi_stud.scenario.jackpots import ONE_TABLE, Jackpots, after_round
from tests.clauses import clause
from tests.script import go, happened

HEAD = {
    "crown": 'meter = { wager = "5.00", value = "61234.56", option = 1, seed = 10000 }',
    "nsw": 'meter = { wager = "5.00", value = "61234.56", seed = "10000.00", rate = "34.06%" }',
}
CARDS = {"crown": "9h 8h 2c 4d Qh Jh Th", "nsw": "Qh Jh Th 9h 8h 2c 4d"}
DEALING = {"crown": "shoe", "nsw": "shuffler"}


@pytest.mark.parametrize(
    ("book", "dealt", "shown", "again"),
    [
        pytest.param("crown", True, "61236.26", "61236.26", marks=clause("crown 11.12")),
        pytest.param("crown", False, "61236.26", "61236.26", marks=clause("crown 11.12")),
        pytest.param("nsw", True, "61234.56", "61236.26", marks=clause("nsw 15.3.1")),
        pytest.param("nsw", False, "61234.56", "61236.26", marks=clause("nsw 15.3.1")),
    ],
)
def test_a_void_round_keeps_or_gives_back_and_the_next_one_counts_once(book: str, dealt: bool, shown: str, again: str):
    rules = rulebook(book)
    raw = tomllib.loads(f'players = {{ 1 = "ann", 2 = "ben" }}\ndealing = "{DEALING[book]}"\n{HEAD[book]}')
    jackpots = Jackpots(rules, raw)
    state = go(book, jackpots.link(ONE_TABLE).setup(read_setup(rules, raw)), "1 ante 5; 1 jackpot 5; 2 ante 5")
    if dealt:
        linked(jackpots).before(state, Deal(), "1")
        state = go(book, state, f"deal {CARDS[book]}")
    link = linked(jackpots)
    before, voided = state, happened(book, state, f"void {book} 11.1")
    for event in voided:
        link.after(before, event, "1")
        state = evolve(state, event)
    assert jackpots.shown() == {"main": shown}
    stayed = {each.position: 5_00 for each in state.results if each.outcome == "carried"}
    following = jackpots.link(ONE_TABLE).setup(after_round(state, read_setup(rules, raw), stayed))
    assert dict(following.carried_cents) == ({1: 5_00} if book == "crown" else {})
    state = go(book, following, "1 ante 5; 1 jackpot 5; 2 ante 5")
    linked(jackpots).before(state, Deal(), "2")
    assert jackpots.shown() == {"main": again}


def linked(jackpots: Jackpots) -> Link:
    """Return a link that immediately carries out what it asks of the meters."""
    link = jackpots.link(ONE_TABLE)
    ask = link.do

    def do(command: Command) -> tuple[Event, ...]:
        happened = ask(command)
        jackpots.apply(happened)
        return happened

    link.do = do  # type: ignore[method-assign]
    return link
