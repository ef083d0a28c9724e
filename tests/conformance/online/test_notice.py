"""online, « Avertissement »: the warnings."""

import pytest
from tests.clauses import clause
from tests.conformance.online.tables import MAIN, dealt, net, paid, played
from tests.script import go, happened, refused, results

from mississippi_stud.money import balances
from mississippi_stud.prose.signs import Signs
from mississippi_stud.round.transfers import transfers
from mississippi_stud.rulebooks import rulebook


@clause("online notice.1")
def test_notice_1__50_dollars_three_times_everywhere_and_a_royal_flush_pays_250_000_and_not_250_500():
    cap = rulebook("online").caps["game"]
    assert cap.wagers.value == (*MAIN, "three-card-bonus")
    assert (cap.amount.value, cap.bounds.value, cap.cents.value) == ("as-printed", "won-and-returned", 250_000_00)
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
    (event,) = happened("online", state, "settle")
    assert balances(transfers(book, state, event)) == {"round": -500_00, "house": -249_500_00, "player:ann": 250_000_00}


@clause("online notice.2")
def test_notice_2__a_game_knows_nothing_of_the_one_before():
    assert rulebook("online").limits.past_rounds_stand.value is True
    first = played("Ah Kh", "Qh Jh Th", ante="50")
    second = played("Ah Kh", "Qh Jh Th", ante="50")
    assert first == second


@clause("online notice.3", "online notice.4")
@pytest.mark.parametrize("until", ["", "1 bet 1; reveal", "1 max-all; reveal; reveal; reveal", "1 fold"])
def test_notice_3_and_4__a_void_game_gives_every_wager_back(until: str):
    assert {rule.on_misdeal.value for rule in rulebook("online").wagers.values()} == {"returned"}
    state = go("online", dealt("Ah Kh", "Qh Jh Th", bonus="5"), f"{until}; void online notice.3")
    assert {result[:2] for result in results(state).values()} == {("void", "0.00")}
    assert results(state)["three-card-bonus"] == ("void", "0.00", "5.00")
    assert (state.phase, net(state)) == ("void", 0)


@clause("online notice.4")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "A round left unfinished for more than 30 days is cancelled; its wagers are returned."),
        ("fr", "Une partie laissée inachevée plus de 30 jours est annulée; les mises sont rendues."),
    ],
)
def test_notice_4__the_page_says_more_than_30_days(language: str, said: str):
    lines = list(Signs(rulebook("online"), {}, language).limits())
    assert [line.text for line in lines if line.clause == "online notice.4"] == [said]


@clause("online notice.4")
def test_notice_4__a_game_waits_for_its_player():
    assert (rulebook("online").notices.cancel_game_days.value, rulebook("online").play.absent.value) == (30, "waits")
    assert refused("online", dealt("Ah Kh", "Qh Jh Th"), "1 leave") == ("game-waits", "online notice.4")
