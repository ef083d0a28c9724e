"""online, « Limites » and « Avertissement »: the most that is wagered and paid, in a game."""

import pytest
from tests.clauses import clause
from tests.conformance.online_tables import GAME, MAIN, dealt, net, paid, played
from tests.conformance.table import bounds, go, refused, results

from mississippi_stud.money import balances
from mississippi_stud.round import Open, Refused, Settle, Setup, decide, legal, play
from mississippi_stud.round.transfers import transfers
from mississippi_stud.rulebooks import rulebook


@clause("online limits.1")
@pytest.mark.parametrize("ante", ["0.01", "49.99", "50.00"])
def test_limits_1__an_ante_of_up_to_50_dollars_to_the_cent(ante: str):
    assert results(played("Jc Jd", "Qh 4s 9c", ante=ante)) == dict.fromkeys(MAIN, ("win", ante, ante))


@clause("online limits.1")
@pytest.mark.parametrize("ante", ["50.01", "100"])
def test_limits_1__not_a_cent_more_seen_or_not(ante: str):
    assert refused("online", GAME, f"1 ante {ante}") == ("outside-limits", "online limits.1")
    assert refused("online", GAME, f"1 ante {ante} unnoticed") == ("seen-at-once", "online limits.1")


@clause("online limits.1")
def test_limits_1__a_site_may_ask_for_less_but_not_allow_more():
    site = Setup(dealing="electronic", seats=((1, "ann"),), limits={"ante": bounds("1", "20", "0.50")})
    for ante in ("1", "1.50", "20"):
        assert "ante" in go("online", site, f"1 ante {ante}").hands[1].stakes
    for ante in ("0.99", "20.01"):
        assert refused("online", site, f"1 ante {ante}") == ("outside-limits", "online limits.1")
        assert refused("online", site, f"1 ante {ante} unnoticed") == ("seen-at-once", "online limits.1")
    assert refused("online", site, "1 ante 1.25") == ("not-in-units", "online limits.1")
    assert refused("online", site, "1 ante 1.25 unnoticed") == ("seen-at-once", "online limits.1")
    more = Setup(dealing="electronic", seats=((1, "ann"),), limits={"ante": bounds("1", "100")})
    assert refused("online", more, "1 ante 50.01") == ("outside-limits", "online limits.1")


@clause("online limits.1")
def test_limits_1__from_the_balance_alone_and_for_every_player_alike():
    assert refused("online", GAME, "1 ante 10 tokens") == ("no-tokens", "online limits.1")
    personal = {"ann": {"ante": bounds("1", "40")}}
    with pytest.raises(Refused) as refusal:
        play(rulebook("online"), Open(setup=Setup(dealing="electronic", seats=((1, "ann"),), personal=personal)))
    assert (refusal.value.code, refusal.value.clause) == ("no-personal-limits", "online limits.1")


@clause("online limits.1", "online limits.4")
def test_limits_1_and_4__the_bounds_are_offered():
    state = go("online", GAME)
    (ante,) = legal(rulebook("online"), state, 1)[:1]
    assert (ante.wager, ante.minimum_cents, ante.maximum_cents) == ("ante", 1, 50_00)
    bonus = next(
        each for each in legal(rulebook("online"), go("online", state, "1 ante 1"), 1) if each.command == "place"
    )
    assert (bonus.wager, bonus.minimum_cents, bonus.maximum_cents) == ("three-card-bonus", 1, 50_00)


@clause("online limits.2")
@pytest.mark.parametrize(("ante", "won"), [("49.99", "24995.00"), ("50.00", "25000.00")])
def test_limits_2__the_ante_pays_25_050_at_most(ante: str, won: str):
    state = played("Ah Kh", "Qh Jh Th", ante=ante)
    assert results(state)["ante"] == ("win", won, ante)  # with the stake: 25,044.99 and 25,050.00
    assert all(result.cut_cents == 0 for result in state.results)


@clause("online limits.3")
@pytest.mark.parametrize("street", [1, 2, 3])
def test_limits_3__a_street_pays_75_150_at_most(street: int):
    bets = ["50", "50", "50"]
    bets[street - 1] = "150"
    state = played("Ah Kh", "Qh Jh Th", *bets, ante="50")
    assert results(state)[MAIN[street]] == ("win", "75000.00", "150.00")
    assert all(result.cut_cents == 0 for result in state.results)


@clause("online limits.4")
@pytest.mark.parametrize("bonus", ["0.01", "49.99", "50.00"])
def test_limits_4__a_bonus_of_up_to_50_dollars_to_the_cent(bonus: str):
    assert results(played("7d 4s", "2h 2s Ah", bonus=bonus))["three-card-bonus"] == ("win", bonus, bonus)


@clause("online limits.4")
def test_limits_4__not_a_cent_more():
    state = go("online", GAME, "1 ante 10")
    assert refused("online", state, "1 three-card-bonus 50.01") == ("outside-limits", "online limits.4")


@clause("online limits.5")
@pytest.mark.parametrize(("bonus", "won"), [("49.99", "2499.50"), ("50.00", "2500.00")])
def test_limits_5__the_bonus_pays_2_550_at_most(bonus: str, won: str):
    assert results(played("7d 4s", "Ah Kh Qh", bonus=bonus))["three-card-bonus"] == ("win", won, bonus)


@clause("online notice.1")
def test_notice_1__50_dollars_three_times_everywhere_and_a_royal_flush_pays_250_000_and_not_250_500():
    state = go("online", dealt("Ah Kh", "Qh Jh Th", ante="50"), "1 max-all; reveal; reveal; reveal; settle")
    assert results(state) == {
        "ante": ("win", "25000.00", "50.00"),
        "third-street": ("win", "75000.00", "150.00"),
        "fourth-street": ("win", "75000.00", "150.00"),
        "fifth-street": ("win", "74500.00", "150.00"),
    }
    assert (paid(state), net(state)) == (250_000_00, 249_500_00)
    cut = state.results[-1]
    assert (cut.wager, cut.cut_cents, cut.cap) == ("fifth-street", 500_00, "online notice.1")
    assert all(result.cut_cents == 0 for result in state.results[:-1])


@clause("online notice.1")
def test_notice_1__the_bonus_counts_too():
    state = played("Jh Th", "Ah Kh Qh", "150", "150", "150", ante="50", bonus="50")
    assert results(state)["three-card-bonus"] == ("win", "2500.00", "50.00")
    assert results(state)["fifth-street"] == ("win", "71950.00", "150.00")  # 250,500 and 2,550 less 3,050
    assert paid(state) == 250_000_00


@clause("online notice.1")
@pytest.mark.parametrize(
    ("ante", "thrice", "bonus", "pays", "cut"),
    [
        ("49.87", "149.61", "3.69", 249_999_99, 0),
        ("49.82", "149.46", "9.80", 250_000_00, 0),
        ("49.77", "149.31", "15.91", 250_000_00, 1),
    ],
)
def test_notice_1__up_to_the_cent_and_not_beyond(ante: str, thrice: str, bonus: str, pays: int, cut: int):
    """A royal flush gives 501 for each dollar and, with a suited Q J T, the bonus 41."""
    state = played("Ah Kh", "Qh Jh Th", thrice, thrice, thrice, ante=ante, bonus=bonus)
    assert (paid(state), sum(result.cut_cents for result in state.results)) == (pays, cut)


@clause("online notice.1")
def test_notice_1__a_royal_flush_under_the_cap_is_paid_whole():
    state = played("Ah Kh", "Qh Jh Th", "150", "150", "100", ante="50")
    assert paid(state) == 225_450_00  # 450.00 wagered, 501 for each dollar
    assert all(result.cut_cents == 0 for result in state.results)


@clause("online notice.1")
@pytest.mark.parametrize("hole", ["9h 8h", "2c 2d"])
def test_notice_1__no_other_hand_comes_near(hole: str):
    state = played(hole, "Qh Jh Th", "150", "150", "150", ante="50", bonus="50")
    assert paid(state) <= 101 * 500_00 + 2_550_00
    assert all(result.cut_cents == 0 for result in state.results)


@clause("online notice.1")
def test_notice_1__what_is_cut_stays_with_the_house():
    book = rulebook("online")
    state = go("online", dealt("Ah Kh", "Qh Jh Th", ante="50"), "1 max-all; reveal; reveal; reveal")
    (event,) = decide(book, state, Settle())
    assert balances(transfers(book, state, event)) == {"round": -500_00, "house": -249_500_00, "player:ann": 250_000_00}


@clause("online notice.2")
def test_notice_2__a_game_knows_nothing_of_the_one_before():
    first = played("Ah Kh", "Qh Jh Th", ante="50")
    second = played("Ah Kh", "Qh Jh Th", ante="50")
    assert first == second


@clause("online notice.3", "online notice.4")
@pytest.mark.parametrize("until", ["", "1 bet 10; reveal", "1 max-all; reveal; reveal; reveal", "1 fold"])
def test_notice_3_and_4__a_void_game_gives_every_wager_back(until: str):
    state = go("online", dealt("Ah Kh", "Qh Jh Th", bonus="5"), f"{until}; void online notice.3")
    assert {result[:2] for result in results(state).values()} == {("void", "0.00")}
    assert results(state)["three-card-bonus"] == ("void", "0.00", "5.00")
    assert (state.phase, net(state)) == ("void", 0)


@clause("online notice.4")
def test_notice_4__a_game_waits_for_its_player():
    assert refused("online", dealt("Ah Kh", "Qh Jh Th"), "1 leave") == ("game-waits", "online notice.4")
