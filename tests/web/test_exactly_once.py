"""Commands that come late, out of order, twice, from two tabs, over the socket and by HTTP at once: each is done once.

Nothing is taken twice, nothing is lost, and nobody is refused for what somebody else did.
"""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from mississippi_stud.client import LiveError, LiveSite, LiveTable
from mississippi_stud.floor import NoAnswer, Turn, Wager
from mississippi_stud.round.state import Phase
from mississippi_stud.web.shapes import (
    BetRequest,
    ChooseNoAnswerRequest,
    ChoosePaceRequest,
    Command,
    CommandRequest,
    FoldRequest,
    PlaceWagersRequest,
    PlayRequest,
    QueueRequest,
    SitOutRequest,
)
from tests.web.conftest import Site
from tests.web.friends import Friends, id_of, player_of, refusal
from tests.web.test_live import events

TIMES = 4
"""How often a command comes each way."""


@pytest.fixture
def friends(house: Site) -> Iterator[Friends]:
    with ExitStack() as open_sites:
        yield Friends(house, open_sites)


def by_http(table: LiveTable, command: Command, name: str) -> int | str:
    """Send a command by HTTP; return the version of the table afterwards, or the code with which it is refused."""
    try:
        return int(
            json.loads(table.site.ask(f"/api/tables/{id_of(table)}/commands", CommandRequest(name, command)))["version"]
        )
    except LiveError as refused:
        return refused.problem.code


@contextmanager
def page(live: LiveSite) -> Iterator[ClientConnection]:
    """Open a socket of somebody that is shown nothing."""
    path = f"{live.url.replace('http', 'ws')}/api/live"
    with connect(path, additional_headers={"Cookie": live._cookies}) as socket:
        yield socket


def sent(topic: str, name: str, **command: Any) -> str:
    return json.dumps({"do": "command", "id": name, "topic": topic, "command": command})


def answers(socket: ClientConnection, number: int) -> dict[str, str]:
    """Return how so many commands were answered, by their ids: accepted, or the code of the problem."""
    told: dict[str, str] = {}
    while len(told) < number:
        frame = json.loads(socket.recv(30))
        if frame.get("id"):
            told[frame["id"]] = frame["frame"] if frame["frame"] == "accepted" else frame["problem"]["code"]
    return told


def dealt(friends: Friends, players: int = 2) -> list[LiveTable]:
    """Seat people at a table of their own, and have the cards dealt."""
    tables = friends.table("crown", players)
    friends.together(*(partial(table.deal, ante=10_00) for table in tables))
    for table in tables:
        table.wait(lambda _, table=table: table.deciding)  # type: ignore[misc]
    return tables


def bet(table: LiveTable, street: Phase = Phase.THIRD_STREET, *, fold: bool = False) -> PlayRequest:
    do = FoldRequest(position=table.position) if fold else BetRequest(position=table.position, cents=10_00)
    return PlayRequest(do=do, turn=Turn(round=table.view.number, phase=street))


def test_a_command_that_comes_over_the_socket_and_by_http_at_once_is_done_once(friends: Friends):
    ann, ben = dealt(friends)
    devices = [friends.device(ann.site).table(id_of(ann)) for _ in range(TIMES)]
    told: list[int | str] = []

    def over_the_socket(device: LiveTable) -> None:
        told.append(device.site.do(device.topic, bet(ann), "bets-once"))

    def by_request() -> None:
        told.append(by_http(ann, bet(ann), "bets-once"))

    friends.together(*(partial(over_the_socket, device) for device in devices), *(by_request,) * TIMES)
    assert len(told) == 2 * TIMES
    assert all(isinstance(version, int) for version in told), told
    assert events(friends.site, ann).count("wager_placed") == 2 + 1
    assert ben.bet(1).playing, "and nobody else is refused"


def test_another_command_under_an_id_that_was_used_is_refused_whichever_way_it_comes(friends: Friends):
    ann, _ = dealt(friends)
    ann.do(bet(ann), "bets-once")
    before = events(friends.site, ann)
    assert refusal(partial(ann.do, bet(ann, fold=True), "bets-once")) == ("bad-input", 409)
    assert by_http(ann, bet(ann, fold=True), "bets-once") == "bad-input"
    assert by_http(ann, SitOutRequest(position=1, out=True), "bets-once") == "bad-input"
    assert events(friends.site, ann) == before
    ann.do(bet(ann), "bets-once")
    assert events(friends.site, ann) == before


def test_two_commands_under_one_id_that_come_at_once_are_one_and_a_refusal(friends: Friends):
    ann, _ = dealt(friends)
    with ThreadPoolExecutor(2) as pool:
        told = list(pool.map(lambda folds: by_http(ann, bet(ann, fold=folds), "one-of-two"), (False, True)))
    assert sorted(isinstance(each, int) for each in told) == [False, True], told
    assert "bad-input" in told
    found = events(friends.site, ann)
    assert found.count("wager_placed") + found.count("hand_ended") == 2 + 1


def test_what_one_player_calls_a_command_is_nothing_to_another(friends: Friends):
    ann, ben = dealt(friends)
    for table in (ann, ben):
        table.do(bet(table), "the-same-name")
    assert events(friends.site, ann).count("wager_placed") == 4


def test_decisions_that_arrive_in_the_wrong_order_are_each_for_their_own_street(friends: Friends):
    """A page never sends so; a network that kept three of them back and turned them round would."""
    (ann,) = dealt(friends, 1)
    streets = (Phase.FIFTH_STREET, Phase.FOURTH_STREET, Phase.THIRD_STREET)
    with page(ann.site) as socket:
        for street in streets:
            turn = {"round": 1, "phase": street}
            do = {"command": "bet", "position": 1, "cents": 10_00}
            socket.send(sent(ann.topic, f"bets-on-{street}", command="play", turn=turn, do=do))
        assert list(answers(socket, 3).values()) == ["turn-passed", "turn-passed", "accepted"]
        assert len(ann.wait(lambda view: "third-street" in ann.hand.wagers_cents).round.hands) == 1  # type: ignore[union-attr]
        for street in reversed(streets):  # and again, as whoever was not answered does: now each finds its street
            turn = {"round": 1, "phase": street}
            do = {"command": "bet", "position": 1, "cents": 10_00}
            socket.send(sent(ann.topic, f"bets-on-{street}", command="play", turn=turn, do=do))
        assert set(answers(socket, 3).values()) == {"accepted"}
    ann.wait(lambda view: not view.playing)
    assert events(friends.site, ann).count("wager_placed") == 4


def test_what_comes_after_the_round_has_ended_changes_nothing(friends: Friends):
    ann, ben = dealt(friends)
    person, turn = player_of(ann), ann.view.turn
    asked = PlaceWagersRequest(position=1, wagers={Wager.ANTE: 10_00}, commitment=ann.view.commitment)
    for table in (ann, ben):
        table.do(PlayRequest(do=FoldRequest(position=table.position), turn=turn), f"folds-{table.position}-only")
    for table in (ann, ben):
        table.wait(lambda view: not view.playing)
    before, held = events(friends.site, ann), friends.site.floor.balance(person)
    ann.do(PlayRequest(do=FoldRequest(position=1), turn=turn), "folds-1-only")  # its answer was lost
    for late in (bet(ann), PlayRequest(do=FoldRequest(position=1), turn=turn)):
        assert refusal(partial(ann.do, late)) == ("turn-passed", 409)
    assert refusal(partial(ann.do, asked)) == ("other-commitment", 409)
    assert (events(friends.site, ann), friends.site.floor.balance(person)) == (before, held)


def test_wagers_of_two_tabs_at_once_are_those_of_one_of_them_and_paid_once(friends: Friends):
    ann, _ = friends.table("crown", 2)
    second, person = friends.device(ann.site).table(id_of(ann)), player_of(ann)
    floor, held = friends.site.floor, friends.site.floor.balance(player_of(ann))
    for round_ in range(3):
        placed = {5_00 * (round_ + 1), 50_00 * (round_ + 1)}
        wagers = [PlaceWagersRequest(position=1, wagers={Wager.ANTE: cents}, ready=False) for cents in placed]
        friends.together(*(partial(tab.do, wager) for tab, wager in zip((ann, second), wagers, strict=True)))
        ann.site.wait(lambda: ann.version >= second.version)
        lies = ann.hand.wagers_cents[Wager.ANTE]
        assert lies in placed
        assert floor.balance(person) == held - lies


def test_a_command_is_the_first_word_of_whoever_comes_back(friends: Friends):
    """It needs no view: a page that reconnects may send what was not answered before it is shown anything."""
    ann, _ = dealt(friends)
    do = {"command": "bet", "position": 1, "cents": 10_00}
    command = {"command": "play", "turn": {"round": 1, "phase": "third-street"}, "do": do}
    for _ in range(2):
        with page(ann.site) as socket:
            socket.send(sent(ann.topic, "bets-once", **command))
            assert answers(socket, 1) == {"bets-once": "accepted"}
    assert events(friends.site, ann).count("wager_placed") == 2 + 1


CHOICES = {
    "sit out": [SitOutRequest(position=1, out=out) for out in (False, True)],
    "pace": [ChoosePaceRequest(position=1, pace=pace) for pace in (1, 10)],
    "no answer": [ChooseNoAnswerRequest(position=1, no_answer=each) for each in (NoAnswer.FOLD, NoAnswer.SMALLEST_BET)],
}


@pytest.mark.parametrize("choice", CHOICES)
def test_a_choice_that_changed_nothing_changes_nothing_when_it_comes_again_either(friends: Friends, choice: str):
    """It was accepted when it was the case already; the player has chosen otherwise since then."""
    ann, _ = friends.table("crown", 2)
    as_it_was, otherwise = CHOICES[choice]
    ann.do(as_it_was, "chooses-first")
    ann.do(otherwise, "chooses-then")
    chosen = ann.seat
    ann.do(as_it_was, "chooses-first")
    assert by_http(ann, as_it_was, "chooses-first") == ann.version
    assert ann.seat == chosen


def test_a_place_in_line_is_neither_taken_nor_left_by_what_comes_again(friends: Friends):
    ann, _ = friends.table("crown", 2)
    guest = friends.device()
    path = f"/api/tables/{id_of(ann)}/queue"

    def place(name: str, *, waits: bool) -> int | None:
        found: int | None = json.loads(guest.ask(path, QueueRequest(name, waits)))["view"]["queue"]["place"]
        return found

    guest.open("online")  # now the server knows who asks
    assert place("never-waited", waits=False) is None
    assert place("waits-once", waits=True) == 1
    assert place("never-waited", waits=False) == 1
    assert place("waits-again", waits=True) == 1
    assert place("waits-no-more", waits=False) is None
    assert place("waits-again", waits=True) is None
