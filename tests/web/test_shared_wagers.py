"""Every wager of a book at tables for several people: what a seat wins by the hands of others, and on one meter."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import httpx
import pytest

from mississippi_stud.client import LiveError, LiveTable
from mississippi_stud.floor import Wager
from mississippi_stud.web.shapes import BetRequest, FoldRequest, PlayRequest, SitRequest
from tests.floor.drive import check_all
from tests.web.conftest import Site
from tests.web.friends import Friends, id_of, refusal


@pytest.fixture
def friends(house: Site) -> Iterator[Friends]:
    with ExitStack() as open_sites:
        yield Friends(house, open_sites)


def play(friends: Friends, tables: list[LiveTable], cards: str, fold: int = 0, **wagers: int) -> None:
    """Play a round with these cards and the smallest bets; the seat `fold` gives up at once."""
    tables[0].deal(cards, **wagers)
    friends.together(*(partial(table.deal, **wagers) for table in tables[1:]))

    def decide(table: LiveTable) -> None:
        while table.asked():
            if table.position == fold:
                table.fold()
            else:
                table.bet(1)

    friends.together(*(partial(decide, table) for table in tables))
    for table in tables:
        table.wait(lambda view: not view.playing)


def won(table: LiveTable, *names: str) -> list[tuple[int, str, int, str]]:
    """Return the position, the name, the amount and the clause of what was won by these names, in order of payment."""
    results = table.view.round.results if table.view.round else ()
    return [
        (result.position, str(result.wager), result.won_cents, result.clause)
        for result in results
        if result.wager in names and result.won_cents
    ]


def meter_of(friends: Friends, table: LiveTable) -> Any:
    return httpx.get(f"{friends.site.url}/api/tables/{id_of(table)}").json()["meter"]


# maryland: the progressive with Envy, the bonuses on three and six cards.


def test_maryland_pays_envy_to_the_others_whatever_became_of_their_own_hand(friends: Friends):
    tables = friends.table("maryland", 3)
    before = meter_of(friends, tables[0])["shown_cents"]
    placed = {"ante": 5_00, "progressive": 1_00, "three_card_bonus": 2_00, "six_card_bonus": 2_00}
    play(friends, tables, "2c 3c 4c 5c Qh Jh Th Ah Kh 9h 8h 7d 8s", fold=3, **placed)
    envy = won(tables[2], "envy-bonus")
    assert sorted(envy) == [
        (1, "envy-bonus", 300_00, "maryland .12C(5)(a)(ii)"),
        (2, "envy-bonus", 1_000_00, "maryland .12C(5)(a)(i)"),
        (3, "envy-bonus", 300_00, "maryland .12C(5)(a)(ii)"),
        (3, "envy-bonus", 1_000_00, "maryland .12C(5)(a)(i)"),
    ], "a folded hand keeps its Envy (.11H(2)), nobody has any for their own"
    progressive = won(tables[0], "progressive")
    assert [(position, clause) for position, _, _, clause in progressive] == [
        (2, "maryland .12C(1)(b)"),
        (1, "maryland .12C(1)(a)"),
    ]
    assert sum(cents for _, _, cents, _ in progressive) == before + 90, "10% of the meter, then all of what is left"
    assert {name for _, name, _, _ in won(tables[0], "three-card-bonus")} == {"three-card-bonus"}
    assert len(won(tables[0], "three-card-bonus")) == 3, "also after a fold"
    assert tables[2].sight.labels["envy-bonus"] == "Envy Bonus"
    assert meter_of(friends, tables[0])["shown_cents"] == 10_000_00, "it starts anew"
    check_all(friends.site.floor)


# nsw: the jackpot with its bonus and its guaranteed minimums, the fixed jackpot.


def test_nsw_pays_the_bonus_jackpot_to_everybody_else_with_a_jackpot_wager(friends: Friends):
    tables = friends.table("nsw", 4)
    cards = "Ah 9h 2c 3d Kh 8h 2d 3s Qh Jh Th"
    play(friends, tables, cards, fold=4, ante=5_00, jackpot=1_00, fixed_jackpot=1_00)
    paid = won(tables[3], "bonus-jackpot", "jackpot")
    assert paid[:4] == [
        (4, "bonus-jackpot", 1_000_00, "nsw 15.2.10.2"),
        (4, "bonus-jackpot", 100_00, "nsw 15.2.10.2"),
        (3, "bonus-jackpot", 1_000_00, "nsw 15.2.10.2"),
        (3, "bonus-jackpot", 100_00, "nsw 15.2.10.2"),
    ], "before the jackpots (15.2.10.4), also to who folded, not to the winners"
    assert [(position, clause) for position, _, _, clause in paid[4:]] == [
        (2, "nsw 15.2.13.2"),
        (1, "nsw 15.2.13.1"),
    ], "the straight flush first (15.2.14)"
    fixed = {position: cents for position, _, cents, _ in won(tables[0], "fixed-jackpot")}
    assert fixed == {1: 10_000_00, 2: 2_000_00}
    check_all(friends.site.floor)


def test_nsw_gives_each_of_two_straight_flushes_the_guaranteed_minimum_if_that_is_more(friends: Friends):
    tables = friends.table("nsw", 3)
    shown = meter_of(friends, tables[0])["shown_cents"]
    assert shown < 10_500_00, "half of 10% and 9% of it is less than the guaranteed minimum"
    play(friends, tables, "Jh 6h 2c Th 5h 3d 9h 8h 7h", ante=5_00, jackpot=1_00)
    assert [cents for _, _, cents, _ in won(tables[0], "jackpot")] == [1_000_00, 1_000_00]
    check_all(friends.site.floor)


# crown: one meter for all its tables, shares of simultaneous winners, a maximum payout.


def test_crown_shares_one_meter_between_a_royal_and_a_straight_flush_of_one_round(friends: Friends):
    tables, others = friends.table("crown", 3), friends.table("crown", 2)
    play(friends, others, "2c 3d 2d 3s 4h 6h 8c", ante=5_00, jackpot=1_00)
    before = meter_of(friends, tables[0])
    assert before == meter_of(friends, others[0]), "both tables are on one meter"
    cards = "Ah 9h 2c Kh 8h 3d Qh Jh Th"
    play(friends, tables, cards, fold=3, ante=25_00, jackpot=1_00)
    prizes = {position: (cents, clause) for position, _, cents, clause in won(tables[0], "jackpot")}
    whole = sum(cents for cents, _ in prizes.values())
    assert prizes.keys() == {1, 2}
    assert abs(prizes[1][0] - whole * 10 / 11) < 100
    assert abs(prizes[2][0] - whole / 11) < 100
    assert {clause for _, clause in prizes.values()} == {"crown 10.1.1"}
    cut = [result for result in tables[0].view.round.results if result.cut_cents]  # type: ignore[union-attr]
    assert not cut, "four wagers of $25 on a royal flush win $50,000"
    outcomes = Counter(result.outcome for result in tables[2].view.round.results if result.position == 3)  # type: ignore[union-attr]
    assert outcomes == {"lose": 2}, "a fold loses the jackpot wager too"
    check_all(friends.site.floor)


def test_crown_pays_up_to_the_maximum_on_the_sign(friends: Friends):
    tables = friends.table("crown", 2)
    for table in tables:
        friends.site.floor.deposit(table.seat.player, 10_000_00)
    play(friends, tables, "Ah 9h Kh 8h Qh Jh Th", ante=500_00)
    mine = [result for result in tables[0].view.round.results if result.position == 1]  # type: ignore[union-attr]
    assert sum(result.won_cents for result in mine) == 250_000_00, "500 times four wagers of $500 would be $1,000,000"
    assert {result.cap for result in mine if result.cut_cents} == {"crown 8.2"}
    page = httpx.get(f"{friends.site.url}/table/{id_of(tables[0])}", headers={"Accept": "text/html"}).text
    assert "a win of at most $250,000.00" in page


# crown: further boxes, played blind.


def test_a_further_box_is_played_blind_and_makes_room_for_a_newcomer(friends: Friends):
    ann, bob = friends.table("crown", 3, players=2)
    assert ann.wait(lambda view: len(view.seats) == 2).vacant == (3,)
    assert ann.take_box(3).own == (1, 3)
    assert bob.wait(lambda view: len(view.seats) == 3).vacant == ()
    ann.lay(3, ante=10_00, jackpot=1_00)
    ann.deal("2c 9d Ah 3c 8d Kh Qh Jh Th", ante=5_00)
    bob.deal(ante=5_00)
    assert ann.asked()
    hands = {hand.position: hand for hand in ann.view.round.hands}  # type: ignore[union-attr]
    assert (hands[3].blind, hands[3].hole) == (True, (None, None)), "not even who owns the box sees its cards"
    assert None not in hands[1].hole
    blind = {option.wager: option.choices_cents for option in ann.view.options if option.position == 3}
    assert blind == dict.fromkeys(("third-street", "fourth-street", "fifth-street"), (10_00, 20_00, 30_00))
    assert refusal(partial(ann.do, PlayRequest(do=FoldRequest(position=3), turn=ann.view.turn)))[0] == "blind-box"
    assert refusal(partial(bob.do, SitRequest(position=3)))[0] == "position-taken"
    ann.bet(1)
    bob.asked()
    bob.bet(1)
    ann.wait(lambda view: "third-street" in view.round.hands[1].wagers_cents)  # type: ignore[union-attr]
    assert ann.view.round.phase == "third-street", "the box has not wagered yet"  # type: ignore[union-attr]
    ann.bet_blind(3, 1, 2, 3)
    for table in (ann, bob):
        table.wait(lambda view: view.turn is not None and view.turn.phase == "fourth-street")
        table.fold()
    ann.wait(lambda view: not view.playing)
    mine = {(result.position, result.wager): result.won_cents for result in ann.view.round.results}  # type: ignore[union-attr]
    streets = {"ante": 10_00, "third-street": 10_00, "fourth-street": 20_00, "fifth-street": 30_00}
    assert {wager: mine[3, wager] for wager in streets} == {wager: 500 * cents for wager, cents in streets.items()}
    assert mine[3, "jackpot"] > 0
    eve = friends.device().join(ann.link, 3)
    assert (eve.position, ann.wait(lambda view: len(view.own) == 1).own) == (3, (1,)), "crown 5.10.1"
    check_all(friends.site.floor)


@pytest.mark.parametrize(("book", "clause"), [("nsw", "nsw 5.4"), ("maryland", "maryland .07G")])
def test_where_a_player_has_one_hand_no_further_box_is_offered(friends: Friends, book: str, clause: str):
    (ann,) = friends.table(book, 3, players=1)
    assert ann.view.vacant == ()
    with pytest.raises(LiveError) as caught:
        ann.take_box(2)
    assert (caught.value.problem.code, caught.value.problem.clause) == ("one-hand", clause)


# What is told, and what a table acknowledges.


def told(table: LiveTable) -> list[str]:
    return [note.clause for note in table.sight.notes]


def test_what_players_answer_for_is_told_while_it_matters(friends: Friends):
    told_while = {
        "nsw": (["nsw 5.6", "nsw 6.4", "nsw 15.2.2"], ["nsw 9.7", "nsw 9.8", "nsw 9.9"]),
        "maryland": (
            ["maryland .07F(3)(b)"],
            ["maryland .07C(1)", *(f"maryland .11A({number})" for number in (1, 2, 3, 4))],
        ),
        "crown": (["crown 9.2.3"], ["crown 7.4.1(a)", "crown 7.4.2(a)"]),
    }
    for book, (wagering, cards) in told_while.items():
        ann, bob = friends.table(book, 3, players=2)
        watcher = friends.device()
        watcher.subscribe(ann.topic)
        assert told(ann) == wagering
        friends.together(*(partial(table.deal, ante=5_00) for table in (ann, bob)))
        assert ann.asked()
        assert told(ann) == cards
        assert watcher.views[ann.topic].view["notes"] == [], "a watcher has neither wagers nor cards"


def test_the_light_at_a_position_shows_everybody_that_its_progressive_wager_was_accepted(friends: Friends):
    ann, bob = friends.table("maryland", 3, players=2)
    ann.deal(ante=5_00, progressive=1_00)
    bob.wait(lambda view: view.playing)
    for table in (ann, bob):
        assert [seat.acknowledged for seat in table.view.seats] == [True, False]


# Promotional tokens.


def exchange(table: LiveTable) -> httpx.Response:
    headers = {"Cookie": table.site._cookies}
    return httpx.post(f"{table.site.url}/api/tables/{id_of(table)}/voucher", headers=headers)


def test_nsw_takes_promotional_tokens_and_pays_what_they_win_in_chips(friends: Friends):
    ann, bob = friends.table("nsw", 2)
    floor, person = friends.site.floor, ann.seat.player
    assert exchange(ann).json()["tokens_cents"] == 25_00
    again = exchange(ann)
    assert (again.status_code, again.json()["code"], floor.tokens(person)) == (409, "voucher-used", 25_00)
    chips = floor.balance(person)
    ann.deal("Jh 2c Jd 3d 9s 5c 7h", ante=10_00, tokens={Wager.ANTE: 10_00})
    bob.deal(ante=5_00)
    assert (floor.tokens(person), floor.balance(person)) == (15_00, chips)
    assert ann.asked()
    ann.do(PlayRequest(do=BetRequest(position=1, cents=10_00, tokens_cents=10_00), turn=ann.view.turn))
    bob.fold()
    for _ in range(2):
        ann.asked()
        ann.bet(1)
    ann.wait(lambda view: not view.playing)
    assert floor.tokens(person) == 25_00, "the stakes come back as they lay"
    assert floor.balance(person) == chips + 40_00, "a pair of jacks pays 1 to 1, in chips"
    with pytest.raises(LiveError) as caught:
        ann.deal(ante=30_00, tokens={Wager.ANTE: 30_00})
    assert caught.value.problem.code == "insufficient-funds"
    check_all(floor)


@pytest.mark.parametrize(("book", "clause"), [("crown", "crown 5.1"), ("maryland", "maryland .07A")])
def test_other_books_take_no_tokens(friends: Friends, book: str, clause: str):
    (ann,) = friends.table(book, 2, players=1)
    answer = exchange(ann)
    assert (answer.status_code, answer.json()["code"], answer.json()["clause"]) == (409, "no-tokens", clause)
    with pytest.raises(LiveError) as caught:
        ann.deal(ante=5_00, tokens={Wager.ANTE: 5_00})
    assert (caught.value.problem.code, caught.value.problem.clause) == ("no-tokens", clause)
