"""online, « Classement des mains », in a game: what a hand makes decides what it is paid."""

import pytest
from tests.clauses import clause
from tests.conformance.online_tables import net, played
from tests.conformance.table import results


@clause("online rank5.1", "online rank.2")
@pytest.mark.parametrize(
    ("hole", "community", "won"),
    [
        ("Ad Kd", "Qd Jd Td", "5000.00"),
        ("9d Kd", "Qd Jd Td", "1000.00"),
        ("2c 2d", "2h 2s 3c", "400.00"),
        ("2c 2d", "2h 3s 3c", "100.00"),
        ("Ad Kd", "Qd Jd 9d", "60.00"),
        ("Ad Kd", "Qd Jd Tc", "40.00"),
        ("2c 2d", "2h 3s 4c", "30.00"),
        ("3c 3d", "2h 2s 4c", "20.00"),
        ("Jc Jd", "2h 3s 4c", "10.00"),
    ],
)
def test_rank5_1__a_hand_wins_once_for_the_best_that_it_makes(hole: str, community: str, won: str):
    state = played(hole, community)
    assert results(state)["ante"] == ("win", won, "10.00")
    assert len(state.results) == 4
    assert net(state) == 4 * int(won.replace(".", ""))


@clause("online rank3.1", "online rank.2")
@pytest.mark.parametrize(
    ("community", "won"),
    [
        ("As Ks Qs", "50.00"),
        ("Ks Qs Js", "40.00"),
        ("9c 9d 9s", "30.00"),
        ("Ks Qs Jd", "6.00"),
        ("As Ks Js", "4.00"),
        ("9c 9d Ks", "1.00"),
    ],
)
def test_rank3_1__the_bonus_wins_once_for_the_best_of_the_community_cards(community: str, won: str):
    assert results(played("2h 7h", community, bonus="1"))["three-card-bonus"] == ("win", won, "1.00")


@clause("online rank3.1")
def test_rank3_1__the_bonus_loses_with_less_than_a_pair():
    assert results(played("As Kd", "Ac Kh 2c", bonus="1"))["three-card-bonus"] == ("lose", "0.00", "0.00")


@clause("online rank.1")
@pytest.mark.parametrize(
    ("ranks", "outcome"), [("AKQJ", "win"), (["10", "9", "8", "7", "6"], "push"), ("5432", "lose")]
)
def test_rank_1__pairs_from_the_ace_down_to_the_2(ranks: str | list[str], outcome: str):
    for rank in ranks:
        others = [card for card in ("2h", "4s", "7h", "9c", "Kh") if card[0] != rank[0]][:3]
        assert results(played(f"{rank}c {rank}d", " ".join(others)))["ante"][0] == outcome


@clause("online rank.1", "online rank.3")
@pytest.mark.parametrize("lowest", range(10))
def test_rank_1__every_run_of_five_from_the_ace_low_to_the_ace_high_is_a_straight(lowest: int):
    a, b, c, d, e = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"][lowest : lowest + 5]
    assert results(played(f"{c}c {a}d", f"{e}h {b}s {d}c"))["ante"] == ("win", "40.00", "10.00")


@clause("online rank.3")
@pytest.mark.parametrize("cards", ["Kc Ad 2h 3s 4c", "Qc Kd Ah 2s 3c", "Jc Qd Kh As 2c"])
def test_rank_3__an_ace_inside_a_run_makes_nothing(cards: str):
    assert results(played(cards[:5], cards[6:]))["ante"] == ("lose", "0.00", "0.00")


@clause("online rank.3")
@pytest.mark.parametrize(
    ("community", "outcome", "won"),
    [("Ac 2d 3h", "win", "6.00"), ("Qc Kd Ah", "win", "6.00"), ("Kc Ad 2h", "lose", "0.00")],
)
def test_rank_3__the_ace_ends_three_community_cards_high_or_low(community: str, outcome: str, won: str):
    assert results(played("7s 9s", community, bonus="1"))["three-card-bonus"][:2] == (outcome, won)
