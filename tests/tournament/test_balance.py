"""Tables that are broken and balanced within a session: everybody plays as many hands, and no chip is made or lost."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.fairness.lot import lot, lot_commitment
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.balance import even, plan, waits
from mississippi_stud.tournament.heats import first_bets
from mississippi_stud.tournament.programme import Cull, PlaySession, Pool, Programme, faults
from mississippi_stud.tournament.state import EntrantStatus
from tests.tournament.hall import Cup, secret, terms

SEATS = 4


def hall(players: int, hands: int = 6, tables: int = 9) -> Cup:
    """Return a session of so many hands at tables of four, begun at every table."""
    session = PlaySession(name="open", hands=hands, seats=SEATS, balance=True)
    told = terms(rounds_and_sessions=Programme(sessions=(session,)))
    names = " ".join(f"p{number}" for number in range(players))
    return Cup(told).begun(names, " ".join(f"t{number}" for number in range(tables)))


def sizes(cup: Cup) -> list[int]:
    return sorted(len(cup.now.active(heat)) for heat in cup.now.heats.values() if not heat.over)


def bust(cup: Cup, heat: int, count: int) -> None:
    """Have a heat play a hand in which so many lose all they have."""
    names = cup.now.active(cup.now.heats[heat])
    lost = {name: -cup.now.entrants[name].chips for name in names[:count]}
    cup.hand(heat, **dict.fromkeys(names[count:], 0), **lost)


def balanced(cup: Cup) -> tuple[object, ...]:
    fields = {"secret": secret(cup.draws), "commitment": lot_commitment(secret(cup.draws + 1))}
    events = cup.do(c.BalanceTables, **fields)
    cup.draws += 1
    return events


def refused(cup: Cup) -> tuple[str, str]:
    return cup.refused(c.BalanceTables, secret=secret(cup.draws), commitment=lot_commitment(secret(cup.draws + 1)))


def test_a_table_that_is_not_needed_any_more_is_broken():
    cup = hall(12)
    bust(cup, 1, 3)
    assert plan(cup.now) == (2, False), "nine players need three tables of four, and one may move"
    bust(cup, 2, 1)
    assert refused(cup) == ("hands-uneven", "crown 12.1")
    assert waits(cup.now, cup.now.heats[1])
    assert not waits(cup.now, cup.now.heats[3]), "the table that is behind plays its hand"
    bust(cup, 3, 0)
    (last,) = cup.now.active(cup.now.heats[1])
    moved, committed = balanced(cup)
    assert isinstance(moved, e.PlayersMoved)
    assert isinstance(committed, e.DrawCommitted)
    assert (moved.heat, moved.breaks, moved.clause) == (1, True, "crown 12.1")
    assert moved.moves == {last: (2, 1)}, "to the table with the fewest players, at the first free position"
    assert cup.now.heats[1].over
    assert sizes(cup) == [4, 4]
    assert not waits(cup.now, cup.now.heats[2])
    assert refused(cup) == ("tables-balanced", "crown 12.4.3(a)(ii)")


def test_a_table_that_everybody_has_left_holds_up_nobody_and_draws_nobody():
    cup = hall(12)
    for name in cup.now.heats[3].seats.values():
        cup.do(c.RetirePlayer, by=name, name=name)
    bust(cup, 1, 1)
    assert plan(cup.now) is None
    assert not waits(cup.now, cup.now.heats[1])
    bust(cup, 2, 3)
    assert plan(cup.now) == (2, True)
    moved, _ = balanced(cup)
    assert isinstance(moved, e.PlayersMoved)
    assert [heat for heat, _ in moved.moves.values()] == [1]


def test_somebody_moves_from_the_fullest_table_by_the_lot():
    cup = hall(8)
    bust(cup, 1, 2)
    bust(cup, 2, 0)
    assert sizes(cup) == [2, 4]
    there = cup.now.active(cup.now.heats[2])
    moved, _ = balanced(cup)
    assert isinstance(moved, e.PlayersMoved)
    assert moved.order == lot(moved.secret, "cup/1/move/2/1", there)
    assert list(moved.moves) == [moved.order[0]]
    assert sizes(cup) == [3, 3]
    assert moved.order[0] not in cup.now.heats[2].seats.values()
    heat = cup.now.heat_of(moved.order[0])
    assert heat is not None
    assert heat.number == 1


@pytest.mark.parametrize("gone", [0, 1])
def test_one_more_or_less_is_balanced_enough(gone: int):
    cup = hall(8)
    bust(cup, 1, gone)
    bust(cup, 2, 0)
    assert refused(cup)[0] == "tables-balanced"


def test_nothing_is_balanced_but_by_an_official_with_the_secret_that_was_committed_to():
    cup = hall(8)
    bust(cup, 1, 2)
    bust(cup, 2, 0)
    other = {"secret": secret(99), "commitment": lot_commitment(secret(100))}
    assert cup.refused(c.BalanceTables, **other) == ("other-lot", "crown 12.1")
    assert cup.refused(c.BalanceTables, by="p1", **other)[0] == "not-an-official"


def test_how_often_everybody_has_bet_first_goes_with_them():
    cup = hall(8)
    for _ in range(2):
        bust(cup, 1, 0)
        bust(cup, 2, 0)
    bust(cup, 1, 2)
    bust(cup, 2, 0)
    before = {name: count for heat in cup.now.heats.values() for name, count in first_bets(cup.now, heat).items()}
    balanced(cup)
    for heat in cup.now.heats.values():
        for name, count in first_bets(cup.now, heat).items():
            assert count == before[name]


def test_whoever_is_out_keeps_their_place_although_somebody_else_sits_there_now():
    cup = hall(8, hands=2)
    bust(cup, 1, 2)
    bust(cup, 2, 0)
    balanced(cup)
    for heat in list(cup.now.heats.values()):
        cup.hand(heat.number)
    cup.do(c.EndSession)
    cup.do(c.DeclareResults)
    assert sum(map(len, cup.now.ranking)) == 8


@settings(max_examples=25, deadline=None)
@given(players=st.integers(2, 17), seed=st.integers(0, 10**6))
def test_everybody_plays_as_many_hands_and_tables_stay_equal(players: int, seed: int):
    cup, chance, played = hall(players, hands=5), Random(seed), dict[str, int]()  # noqa: S311
    while any(not heat.over for heat in cup.now.heats.values()):
        while plan(cup.now) is not None and even(cup.now):
            balanced(cup)
        running = [heat for heat in cup.now.heats.values() if heat.running and not waits(cup.now, heat)]
        assert running, "somebody can always play"
        heat = chance.choice(running)
        names = cup.now.active(heat)
        for name in names:
            played[name] = played.get(name, 0) + 1
        nets = {name: chance.choice((0, 5_000, -2_500, -cup.now.entrants[name].chips)) for name in names}
        cup.hand(heat.number, **nets)
        if plan(cup.now) is None and even(cup.now):
            assert not sizes(cup) or max(sizes(cup)) - min(sizes(cup)) <= 1
    stayed = [each.name for each in cup.now.with_status(EntrantStatus.IN)]
    assert {played[name] for name in stayed} <= {5} or len(stayed) <= 1
    cup.do(c.EndSession)
    cup.do(c.DeclareResults)
    assert sorted(name for group in cup.now.ranking for name in group) == sorted(cup.now.entrants)


@pytest.mark.parametrize(
    "session",
    [
        PlaySession(name="open", minutes=9, balance=True),
        PlaySession(name="open", hands=9, heats=2, balance=True),
        PlaySession(name="open", hands=9, culls=(Cull(after_hand=3),), balance=True),
        PlaySession(name="open", hands=9, of=Pool.TABLE, balance=True),
    ],
)
def test_terms_say_where_tables_cannot_be_balanced(session: PlaySession):
    assert faults(Programme(sessions=(session,))) == ("balance-differs",)
