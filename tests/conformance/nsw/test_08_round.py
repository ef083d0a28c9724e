"""nsw 8: hands, as a round pays them. An ante of $10.00 and as much on each street."""

import pytest
from tests.clauses import clause
from tests.conformance.nsw_tables import alone
from tests.conformance.table import results

WINS = [
    pytest.param("Ah Kh", "Qh Jh Th", "5000.00", marks=clause("nsw 8.1(a)")),
    pytest.param("Th Ah", "Jh Kh Qh", "5000.00", marks=clause("nsw 8.1(a)")),
    pytest.param("9h Kh", "Qh Jh Th", "1000.00", marks=clause("nsw 8.1(b)")),
    pytest.param("Ah 2h", "3h 4h 5h", "1000.00", marks=clause("nsw 8.1(b)", "nsw 8.1(a)")),
    pytest.param("9h 9s", "9c 9d Th", "400.00", marks=clause("nsw 8.1(c)")),
    pytest.param("9h 9s", "9c Td Th", "100.00", marks=clause("nsw 8.1(d)")),
    pytest.param("Ah Kh", "Qh Jh 9h", "60.00", marks=clause("nsw 8.1(e)")),
    pytest.param("Kh Ah", "2h 3h 4h", "60.00", marks=clause("nsw 8.1(e)")),
    pytest.param("Ah Kh", "Qh Jh Tc", "40.00", marks=clause("nsw 8.1(f)")),
    pytest.param("Ah 2h", "3h 4h 5c", "40.00", marks=clause("nsw 8.1(f)")),
    pytest.param("2h 2s", "2c Td Ah", "30.00", marks=clause("nsw 8.1(g)")),
    pytest.param("2h 2s", "3c 3d Ah", "20.00", marks=clause("nsw 8.1(h)")),
    pytest.param("Ah As", "3c 4d 6h", "10.00", marks=clause("nsw 8.1(i)")),
    pytest.param("Jh Js", "3c 4d 6h", "10.00", marks=clause("nsw 8.1(i)")),
    pytest.param("3h 4s", "Jc Jd 6h", "10.00", marks=clause("nsw 8.1(i)")),
]


@pytest.mark.parametrize(("hole", "community", "won"), WINS)
def test_8_1__what_a_hand_wins_on_each_of_four_wagers(hole: str, community: str, won: str):
    wagers = ("ante", "third-street", "fourth-street", "fifth-street")
    assert results(alone(hole, community)) == dict.fromkeys(wagers, ("win", won, "10.00"))


@clause("nsw 8.1(j)")
@pytest.mark.parametrize("rank", list("6789T"))
def test_8_1_j__pairs_of_6s_to_10s_stand_off(rank: str):
    assert results(alone(f"{rank}c {rank}d", "Ah Ks 3d"))["ante"] == ("push", "0.00", "10.00")


@clause("nsw 8.1", "nsw 8.1(j)", "nsw 10.3")
@pytest.mark.parametrize("rank", list("2345"))
def test_8_1__pairs_of_2s_to_5s_lose(rank: str):
    wagers = ("ante", "third-street", "fourth-street", "fifth-street")
    state = alone(f"{rank}c {rank}d", "Ah Ks Qd")
    assert results(state) == dict.fromkeys(wagers, ("lose", "0.00", "0.00"))


@clause("nsw 8.1", "nsw 8.1(f)")
@pytest.mark.parametrize(
    ("hole", "community"), [("Kc Ad", "2h 3s 4c"), ("Qc Kd", "Ah 2s 3c"), ("Jc Qd", "Kh As 2c"), ("Ac Kd", "Qh Js 9c")]
)
def test_8_1__an_ace_never_stands_inside_a_straight(hole: str, community: str):
    assert results(alone(hole, community))["ante"] == ("lose", "0.00", "0.00")
