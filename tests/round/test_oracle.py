"""The engine settles random complete rounds like a second, table-driven settlement that shares no code with it."""

import zlib
from collections import Counter
from random import Random

import pytest

from mississippi_stud.round import Refused, Settle, decide
from mississippi_stud.round.evolve import evolve
from mississippi_stud.round.transfers import net_cents
from mississippi_stud.rulebooks import rulebook
from tests.round.drive import commands_of
from tests.round.oracle import Plan, settle
from tests.round.rounds import BOOKS, random_plan
from tests.script import happened


def agree(plan: Plan) -> Counter[str]:
    """Play a plan on the engine and compare every result; return what was covered, to test the tests themselves."""
    book = rulebook(plan.book)
    expected = settle(plan)
    state = None
    for command in commands_of(plan):
        if isinstance(command, Settle) and any(what in ("jackpot", "progressive") for _, what, _ in plan.prizes):
            with pytest.raises(Refused, match="meter-prize"):  # a share of the meter is never guessed
                happened(plan.book, state, "settle")
        for event in decide(book, state, command):
            state = evolve(state, event)
    assert state.phase.value == expected.round
    found = [(each.position, each.wager, each.outcome, each.won_cents, each.returned_cents) for each in state.results]
    assert [tuple(map(str, row)) for row in found] == [tuple(map(str, row)) for row in expected.results]
    assert list(state.order) == expected.order
    assert {position: net_cents(state, position) for position in state.hands} == expected.nets
    assert Counter(state.warnings) == expected.warnings
    assert [each.pays for each in state.results] == expected.pays
    seen = Counter(f"{wager} {outcome}" for _, wager, outcome, _, _ in expected.results)
    seen.update(f"{wager} pays {pays}" for (_, wager, *_), pays in zip(expected.results, expected.pays, strict=True))
    seen.update(hand.ending.value for hand in state.hands.values() if hand.ending)
    seen["cut"] = sum(each.cut_cents > 0 for each in state.results)
    return seen


def campaign(book: str, first: int, rounds: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for number in range(first, first + rounds):
        plan = random_plan(book, Random(zlib.crc32(f"{book} {number}".encode())))  # noqa: S311
        try:
            seen += agree(plan)
        except Exception as error:
            error.add_note(f"{book}, round {number}: {plan}")
            raise
    return seen


ALWAYS = ("ante win", "ante push", "ante lose", "ante void", "ante pays 500 to 1", "ante pays 100 to 1", "folded")
SEEN = {
    "nsw": ("ante forfeit", "conceded", "jackpot pays 100% of the meter", "jackpot pays 500 for 1", "fixed-jackpot win",
            "fixed-jackpot pays 3 to 2", "fixed-jackpot pays $12345.67", "bonus-jackpot win", "forfeited"),
    "maryland": ("ante forfeit", "abandoned", "progressive pays 10% of the meter", "progressive pays 9 for 1", "cut",
                 "three-card-bonus pays 50 to 1", "six-card-bonus pays $100000.00", "six-card-bonus pays $1000000.00",
                 "six-card-bonus pays 1000 to 1", "three-card-bonus pays 3 to 1", "envy-bonus win"),
    "crown": ("ante forfeit", "jackpot carried", "jackpot pays 100% of the meter", "jackpot pays 600 for 1", "void",
              "jackpot pays 150 for 1", "jackpot pays 40 for 1", "unfunded", "forfeited", "cut"),
    "online": ("three-card-bonus pays 50 to 1", "three-card-bonus pays 1 to 1", "cut"),
}  # fmt: skip


@pytest.mark.parametrize("book", BOOKS)
def test_a_second_settlement_agrees_on_a_thousand_rounds(book):
    seen = campaign(book, 0, 1_000)
    never = [what for what in (*ALWAYS, *SEEN[book]) if not seen[what]]
    assert not never, "the rounds are not as varied as they should be"


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(1, 11))
@pytest.mark.parametrize("book", BOOKS)
def test_a_second_settlement_agrees_on_a_hundred_thousand_rounds(book, part):
    campaign(book, part * 10_000, 10_000)
