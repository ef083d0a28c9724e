"""crown 11, in play: what a round itself makes of a street that cannot be funded or is wrong, and of a misdeal."""

import pytest
from tests.clauses import clause
from tests.conformance.crown.tables import ANN_BEN, ANN_TWICE, crown, with_jackpot
from tests.conformance.table import cents, clauses, go, refused, results, seen

from mississippi_stud.round.transfers import net_cents

JACKS, SIXES, NOTHING = "Jc Jd 2h 3s 4c", "6c 6d Kh Qs 9c", "2c 7d 9h Js Kc"
AGAIN = (("ann", "cannot-fund"),)


# 11.9: a street that cannot be funded.


@clause("crown 11.9")
@pytest.mark.parametrize(
    ("played", "wagered"),
    [
        ("", {"ante": "10.00"}),
        ("1 bet 30; reveal", {"ante": "10.00", "third-street": "30.00"}),
        (
            "1 bet 30; reveal; 1 bet 20; reveal",
            {"ante": "10.00", "third-street": "30.00", "fourth-street": "20.00"},
        ),
    ],
)
@pytest.mark.parametrize("again", [False, True])
def test_11_9__the_first_time_void_and_returned_then_forfeited(played: str, wagered: dict[str, str], again: bool):
    table = crown(warned=AGAIN if again else ())
    state = go("crown", table, f"1 ante 10; deal {JACKS}; {played}; 1 cannot-fund; settle")
    if again:
        assert results(state) == dict.fromkeys(wagered, ("forfeit", "0.00", "0.00"))
        assert state.warnings == ()
    else:
        assert results(state) == {wager: ("void", "0.00", amount) for wager, amount in wagered.items()}
        assert state.warnings == AGAIN
        assert net_cents(state, 1) == 0
    assert set(clauses(state).values()) == {"crown 11.9"}


@clause("crown 11.9")
@pytest.mark.parametrize("warned", [(), AGAIN])
def test_11_9__the_hands_own_jackpot_wager_is_carried(warned: tuple[tuple[str, str], ...]):
    script = """
        1 ante 10; 1 jackpot 5; 2 ante 10; 2 jackpot 5; deal 2h 3h 7h 8h 9h Jh Kh
        1 cannot-fund; 2 bet 10; reveal; 2 bet 10; reveal; 2 bet 10; reveal; settle
    """
    state = go("crown", with_jackpot(ANN_BEN, warned=warned), script)
    assert results(state, 1)["jackpot"] == ("carried", "0.00", "0.00")
    assert clauses(state, 1)["jackpot"] == "crown 11.12"
    assert results(state, 2)["jackpot"] == ("win", "500.00", "0.00")
    assert net_cents(state, 1) == (-10_00 if warned else 0)


@clause("crown 11.9")
def test_11_9__a_warning_is_for_its_owner_alone():
    script = "1 ante 10; 2 ante 10; deal 2c 3c 7d 8d 9h Js Kc; 1 cannot-fund; 2 cannot-fund; settle"
    state = go("crown", crown(ANN_BEN, warned=AGAIN), script)
    assert results(state, 1) == {"ante": ("forfeit", "0.00", "0.00")}
    assert results(state, 2) == {"ante": ("void", "0.00", "10.00")}
    assert state.warnings == (("ben", "cannot-fund"),)


@clause("crown 11.9")
def test_11_9__the_hand_is_out_and_the_round_goes_on():
    state = go("crown", crown(ANN_BEN), "1 ante 10; 2 ante 10; deal 2c 3c 7d 8d 9h Js Kc; 1 cannot-fund; 2 bet 10")
    state = go("crown", state, "reveal")
    for line in ("1 bet 10", "1 fold", "1 cannot-fund"):
        assert refused("crown", state, line)[0] == "hand-ended"
    state = go("crown", state, "2 bet 10; reveal; 2 bet 10; reveal; settle")
    assert state.order == (2,)
    assert seen("crown", state, "dealer")["1"] == "- -"


@clause("crown 11.9")
def test_11_9__not_once_the_street_is_wagered():
    state = go("crown", crown(), f"1 ante 10; deal {NOTHING}; 1 bet 10")
    assert refused("crown", state, "1 cannot-fund")[0] == "already-placed"


@clause("crown 11.9", "crown 5.10.2(b)")
@pytest.mark.parametrize(("warned", "result"), [((), ("void", "0.00", "20.00")), (AGAIN, ("forfeit", "0.00", "0.00"))])
def test_11_9__a_blind_box_that_cannot_be_funded(warned: tuple[tuple[str, str], ...], result: tuple[str, str, str]):
    script = "1 ante 10; 2 ante 20; deal 2c 6s 7d 6h 9h Js Kc; 2 cannot-fund; 1 fold; settle"
    assert results(go("crown", crown(ANN_TWICE, warned=warned), script), 2) == {"ante": result}


# 11.10: a wrong street wager that is found at settlement.


def found(cards: str, amount: str, street: int, warned: tuple[tuple[str, str], ...] = ()):
    """A $10 ante and 1x streets, but for one that nobody looks at."""
    bets = ["1 bet 10"] * 3
    bets[street] = f"1 bet {amount} unnoticed"
    return go("crown", crown(warned=warned), f"1 ante 10; deal {cards}; {'; reveal; '.join(bets)}; reveal; settle")


STREETS = list(enumerate(["third-street", "fourth-street", "fifth-street"]))


@clause("crown 11.10.1")
@pytest.mark.parametrize(("number", "street"), STREETS)
@pytest.mark.parametrize(
    ("amount", "excess"), [("30.00", "0.00"), ("30.01", "0.01"), ("40.00", "10.00"), ("300.00", "270.00")]
)
@pytest.mark.parametrize("cards", [JACKS, SIXES, NOTHING])
def test_11_10_1__the_excess_over_three_antes_goes_back(number: int, street: str, amount: str, excess: str, cards: str):
    state = found(cards, amount, number)
    expected = {
        JACKS: ("win", "30.00", amount),
        SIXES: ("push", "0.00", amount),
        NOTHING: ("lose", "0.00", excess),
    }
    assert results(state)[street] == expected[cards]
    assert state.warnings == ()
    assert state.hands[1].stakes[street].found == ("crown 11.10.1" if cents(excess) else None)


@clause("crown 11.10.1")
def test_11_10_1__a_fold_takes_the_multiple_and_no_more():
    state = go("crown", crown(), f"1 ante 10; deal {NOTHING}; 1 bet 35 unnoticed; reveal; 1 fold; settle")
    assert results(state)["third-street"] == ("lose", "0.00", "5.00")


@clause("crown 11.10.1", "crown 11.10.2")
@pytest.mark.parametrize("amount", ["9.99", "30.01"])
def test_11_10__seen_in_time_it_is_not_taken(amount: str):
    state = go("crown", crown(), f"1 ante 10; deal {NOTHING}")
    assert refused("crown", state, f"1 bet {amount}") == ("wrong-multiple", "crown 5.5")


@clause("crown 11.10.2")
@pytest.mark.parametrize(("number", "street"), STREETS)
@pytest.mark.parametrize("amount", ["9.99", "1.00", "0.01"])
@pytest.mark.parametrize("cards", [JACKS, SIXES, NOTHING])
def test_11_10_2__too_little_is_settled_as_it_lies_with_a_warning(number: int, street: str, amount: str, cards: str):
    state = found(cards, amount, number)
    expected = {
        JACKS: ("win", amount, amount),
        SIXES: ("push", "0.00", amount),
        NOTHING: ("lose", "0.00", "0.00"),
    }
    assert results(state)[street] == expected[cards]
    assert state.warnings == (("ann", "under-multiple"),)


@clause("crown 11.10.2")
@pytest.mark.parametrize("cards", [JACKS, SIXES, NOTHING])
@pytest.mark.parametrize(("amount", "returned"), [("9.99", True), ("10.00", False)])
def test_11_10_2__after_the_warning_it_goes_back_whatever_the_result(cards: str, amount: str, returned: bool):
    state = found(cards, amount, 0, warned=(("ann", "under-multiple"),))
    assert (results(state)["third-street"] == ("void", "0.00", amount)) is returned
    assert (clauses(state)["third-street"] == "crown 11.10.2") is returned
    assert results(state)["ante"][0] == {JACKS: "win", SIXES: "push", NOTHING: "lose"}[cards]
    assert state.warnings == ()


# A round that is declared void.


@clause("crown 11.2.1", "crown 11.12")
@pytest.mark.parametrize("street", [0, 1, 2, 3])
def test_11_2_1__a_misdeal_returns_every_wager_and_carries_the_jackpots(street: int):
    played = "; ".join(["1 bet 10; 2 bet 20; reveal"] * street)
    script = f"1 ante 10; 1 jackpot 5; 2 ante 20; deal 2c 3c 7d 8d 9h Js Kc; {played}; void crown 11.2.1"
    state = go("crown", with_jackpot(ANN_BEN), script)
    streets = ["third-street", "fourth-street", "fifth-street"][:street]
    main = {"ante": ("void", "0.00", "10.00")} | dict.fromkeys(streets, ("void", "0.00", "10.00"))
    assert results(state, 1) == main | {"jackpot": ("carried", "0.00", "0.00")}
    assert set(results(state, 2).values()) == {("void", "0.00", "20.00")}
    assert [net_cents(state, position) for position in (1, 2)] == [0, 0]
    assert clauses(state, 1)["ante"] == "crown 11.2.1"
    assert clauses(state, 1)["jackpot"] == "crown 11.12"
    assert refused("crown", state, "settle")[0] == "round-over"
