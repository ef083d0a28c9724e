"""Tables for several people: found by their link, dealt automatically, nobody in anybody's way."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from mississippi_stud.client import LiveError, LiveSite, LiveTable
from mississippi_stud.errors import InputError
from mississippi_stud.floor import Admission, Floor, NoAnswer, Phrase, Turn, Wager
from mississippi_stud.floor.accounts import Disable, Enable
from mississippi_stud.floor.care import leave_seats
from mississippi_stud.floor.clock import tick
from mississippi_stud.messages import SECOND
from mississippi_stud.person.care_messages import ExcludePerson
from mississippi_stud.round.state import Ending, Phase
from mississippi_stud.web.app import create_app
from mississippi_stud.web.seats import ROUND_EVENTS_MAX
from mississippi_stud.web.shapes import (
    AskReviewRequest,
    BetRequest,
    ChooseNoAnswerRequest,
    ChoosePaceRequest,
    CommitSeedRequest,
    FoldRequest,
    OpenDisputeRequest,
    PlaceWagersRequest,
    PlayerCommand,
    PlayRequest,
    SayPhraseRequest,
    SitOutRequest,
    SitRequest,
    StandRequest,
    TakeTimeRequest,
)
from tests.floor.clock import Clock
from tests.web.cast import GUEST, Caller, Reply
from tests.web.child import FREELY, SECRET
from tests.web.conftest import Site, new_floor, serve
from tests.web.friends import Friends, id_of, play_round, player_of, refusal
from tests.web.test_live import Eavesdropper

BOOKS = ("crown", "nsw", "maryland")
TOGETHER = ("crown", "nsw")


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory, decks: None) -> Iterator[Site]:
    """A site where somebody without a live view is away at once."""
    floor = new_floor(tmp_path_factory.mktemp("company"))
    url, stop = serve(create_app(floor, SECRET, replace(FREELY, away_seconds=0)))
    yield Site(url, floor)
    stop()


@pytest.fixture
def friends(company: Site) -> Iterator[Friends]:
    with ExitStack() as open_sites:
        yield Friends(company, open_sites)


# Together.


@pytest.mark.parametrize("book", BOOKS)
def test_people_who_act_at_the_same_time_never_refuse_each_other(friends: Friends, book: str):
    tables = friends.table(book, 4, players=3)
    for number in (1, 2):
        friends.together(*(partial(play_round, table) for table in tables))
        for table in tables:
            view = table.wait(lambda view: not view.playing)
            assert (view.number, len(view.round.hands if view.round else ())) == (number, 3)
            assert len(table.hand.wagers_cents) == 4
            assert None not in table.hand.hole
    floor, people = friends.site.floor, [player_of(table) for table in tables]
    for table, person in zip(tables, people, strict=True):
        table.site.wait(lambda table=table, person=person: table.balance_cents == floor.balance(person))  # type: ignore[misc]
    proofs = [table.site.ask(f"/api/tables/{id_of(table)}/rounds/2/proof") for table in tables]
    assert len(set(proofs)) == 1
    assert all(json.loads(proofs[0])["seeds"].values()), "everybody had a part in the shuffle"


@pytest.mark.parametrize("book", TOGETHER)
def test_a_decision_names_its_turn_and_not_the_version(friends: Friends, book: str):
    ann, bob = friends.table(book, 2)
    friends.together(*(partial(table.deal, ante=5_00) for table in (ann, bob)))
    assert ann.asked()
    assert bob.asked()
    turn = ann.view.turn
    assert turn == bob.view.turn
    for table in (ann, bob):  # the second's version is old by then
        table.do(PlayRequest(do=BetRequest(position=table.position, cents=5_00), turn=turn))
    assert refusal(partial(ann.do, PlayRequest(do=FoldRequest(position=1), turn=turn))) == ("turn-passed", 409)


def test_a_stranger_whose_answer_is_lost_leaves_nobody_in_a_seat(company: Site, monkeypatch: pytest.MonkeyPatch):
    with LiveSite(company.url) as host, LiveSite(company.url) as guest:
        table, lost, send = host.company("crown", 3), [], guest._http.open

        def lose(request: Any, timeout: int) -> Any:
            """Lose the first answer to every request that changes something, with its cookie."""
            if request.data is None or request.full_url in lost:
                return send(request, timeout=timeout)
            lost.append(request.full_url)
            headers = {"Content-Type": "application/json", "Cookie": guest._cookies}
            assert httpx.post(request.full_url, content=request.data, headers=headers).is_success
            raise ConnectionResetError

        monkeypatch.setattr(guest._http, "open", lose)
        assert guest.join(table.link).view.own == (2,)
        assert len(lost) == 2
        assert sorted(company.floor.table(table.topic).seats) == [1, 2]


def test_maryland_asks_one_after_another_first_and_all_together_later(friends: Friends):
    ann, bob = friends.table("maryland", 2)
    friends.together(*(partial(table.deal, ante=5_00) for table in (ann, bob)))
    assert ann.asked()
    bob.wait(lambda view: view.turn is not None and view.turn == ann.view.turn)
    assert not bob.deciding
    assert bob.view.seats[1].due_at is None
    code, status = refusal(partial(bob.bet, 1))
    assert (code, status) == ("not-in-turn", 409)
    ann.bet(1)
    assert bob.asked()
    assert not ann.deciding
    bob.bet(1)
    assert ann.asked()
    assert bob.asked(), "on 4th street both are asked"
    bob.bet(1)
    ann.bet(1)
    assert ann.asked()


def test_a_newcomer_in_the_middle_of_a_round_waits_for_the_next(friends: Friends):
    ann, bob = friends.table("crown", 3, players=2)
    friends.together(*(partial(table.deal, ante=5_00) for table in (ann, bob)))
    eve = friends.device().join(ann.link)
    assert (eve.position, eve.view.options, eve.view.playing) == (3, (), True)
    asked = PlaceWagersRequest(position=3, wagers={Wager.ANTE: 5_00}, commitment=eve.view.commitment)
    assert refusal(partial(eve.do, asked)) == ("bets-closed", 409)
    assert not any(hand.position == 3 for hand in eve.view.round.hands)  # type: ignore[union-attr]

    def finish(table: LiveTable) -> None:
        while table.asked():
            table.bet(1)
        play_round(table)

    friends.together(partial(finish, ann), partial(finish, bob), partial(play_round, eve))
    assert eve.view.number == 2
    assert [hand.position for hand in eve.view.round.hands] == [1, 2, 3]  # type: ignore[union-attr]


def test_a_newcomer_while_others_wager_neither_plays_nor_keeps_them_waiting(friends: Friends):
    ann, bob = friends.table("crown", 3, players=2)
    ann.deal(ante=5_00)
    eve = friends.device().join(ann.link)
    assert eve.view.options == ()
    bob.deal(ante=5_00)
    assert ann.asked()
    assert [hand.position for hand in ann.view.round.hands] == [1, 2]  # type: ignore[union-attr]


# Watching.


@pytest.mark.parametrize("book", BOOKS)
def test_who_watches_sees_no_hole_card_and_can_do_nothing(friends: Friends, book: str):
    ann, bob = friends.table(book, 3, players=2)
    guest, visitor = friends.device(), friends.device()
    guest.open("online")
    watching = [Eavesdropper(guest), Eavesdropper(visitor)]
    for site in (guest, visitor):
        site.subscribe(ann.topic)
    friends.together(*(partial(table.deal, ante=5_00) for table in (ann, bob)))
    path, answers = f"/api/tables/{id_of(ann)}", ""
    state = friends.site.floor.table(ann.topic)
    assert state.round is not None
    assert state.committed is not None
    holes = {position: set(hand.hole) for position, hand in state.round.hands.items()}
    assert ann.asked()
    ann.bet(1)
    assert bob.asked()
    bob.fold()
    while True:
        for site, heard in zip((guest, visitor), watching, strict=True):
            site.wait(lambda site=site: site.views[ann.topic].version >= ann.version)  # type: ignore[misc]
            answers += site.ask(path).decode()
            assert heard.cards.isdisjoint(holes[2]), "not even of a hand that was folded"
            if ann.view.playing:
                assert heard.cards.isdisjoint(holes[1])
                assert state.committed.secret not in heard.text + answers
        if not ann.asked():
            break
        ann.bet(1)
    for site in (guest, visitor):
        seen = msgspec.json.decode(site.ask(path), type=dict[str, Any])
        assert (seen["view"]["own"], seen["view"]["options"]) == ([], [])
        shown = {hand["position"]: hand["hole"] for hand in seen["view"]["round"]["hands"]}
        assert set(shown[1]) == holes[1], "turned up at the end"
        assert not holes[2] & set(shown[2])
    _check_powerless(friends, ann, guest, "no-table")
    _check_powerless(friends, ann, visitor, "no-guest")


def _check_powerless(friends: Friends, table: LiveTable, site: LiveSite, code: str) -> None:
    """Somebody who watches is refused whatever they ask for, as a stranger is."""
    before = friends.site.floor.state(table.topic)[1]
    turn = Turn(round=1, phase=Phase.BETTING)
    acts: tuple[PlayerCommand, ...] = (
        PlaceWagersRequest(position=1, wagers={Wager.ANTE: 5_00}, commitment=table.view.commitment),
        PlayRequest(do=FoldRequest(position=1)),
        SitRequest(position=3),
        StandRequest(position=1),
        CommitSeedRequest(position=1, seed_hash="0" * 64),
        ChooseNoAnswerRequest(position=1, no_answer=NoAnswer.SMALLEST_BET),
        ChoosePaceRequest(position=1, pace=2),
        TakeTimeRequest(position=1, turn=turn),
        SitOutRequest(position=1),
        SayPhraseRequest(position=1, phrase=Phrase.HELLO),
        OpenDisputeRequest(about="the light"),
        AskReviewRequest(dispute=1),
    )
    assert {type(act) for act in acts} == set(PlayerCommand.__subclasses__())
    for act in acts[:-1]:
        assert refusal(partial(site.do, table.topic, act)) == (code, 404)
    not_theirs = (code, 404) if code == "no-guest" else ("not-yours", 409)  # who has left may still ask for a review
    assert refusal(partial(site.do, table.topic, acts[-1])) == not_theirs
    path = f"/api/tables/{id_of(table)}"
    for part in ("/rounds", "/rounds/1", "/rounds/1/proof", "/rounds/1/review"):
        assert refusal(partial(site.ask, path + part)) == (code, 404)
    assert friends.site.floor.state(table.topic)[1] == before


def test_a_table_that_is_not_shared_is_as_one_that_does_not_exist(friends: Friends):
    mine = friends.device().open("maryland")
    mine.deal(ante=5_00)
    version = mine.version
    stranger = friends.device()
    stranger.open("online")
    fold = {"command": "play", "do": {"command": "fold", "position": 1}}
    asked: list[tuple[str, dict[str, Any] | None]] = [
        ("", None),
        ("/advice", None),
        ("/rounds", None),
        ("/rounds/1", None),
        ("/rounds/1/proof", None),
        (f"/rounds/1/views/{version}", None),
        ("/seats", {"position": 1, "id": "sit-down"}),
        ("/queue", {"id": "in-its-line"}),
        ("/commands", {"id": "fold-it-now", "command": fold}),
        ("/money", {}),
        ("/voucher", {}),
        ("/vouchers", {"promotion": "play/spring", "voucher": 1}),
        ("/rounds/1/share", {}),
    ]
    with httpx.Client(base_url=friends.site.url, headers={"Cookie": stranger._cookies}) as http:
        for part, body in asked:
            told = []
            for table_id in (id_of(mine), "0" * 32):
                path = f"/api/tables/{table_id}{part}"
                answer = http.get(path) if body is None else http.post(path, json=body)
                told.append((answer.status_code, answer.json()))
            assert told[0] == told[1], part
            assert (told[0][0], told[0][1]["code"]) == (404, "no-table"), part
    for topic in (mine.topic, f"table:{'0' * 32}"):
        assert refusal(partial(stranger.subscribe, topic)) == ("no-table", 404)
        acts = PlayRequest(do=FoldRequest(position=1)), AskReviewRequest(dispute=1)
        assert [refusal(partial(stranger.do, topic, act)) for act in acts] == [("no-table", 404)] * 2
    assert friends.site.floor.state(mine.topic)[1] == version
    assert friends.site.floor.table(mine.topic).admission is Admission.SEATED


# Seats.


def test_repeated_requests_find_the_same_table_and_the_same_seat(company: Site):
    with httpx.Client(base_url=company.url) as ann, httpx.Client(base_url=company.url) as bob:
        wanted = {"book": "crown", "seats": 3, "id": "our-table"}
        opened = [ann.post("/api/tables", json=wanted) for _ in range(2)]
        assert [each.status_code for each in opened] == [201, 201]
        first, again = (each.json() for each in opened)
        assert first == again
        other = ann.post("/api/tables", json={**wanted, "id": "our-other-table"}).json()
        assert other["id"] != first["id"]
        path = f"/api/tables/{first['id']}"
        seated = [bob.post(f"{path}/seats", json={"position": 2, "id": "my-seat-please"}) for _ in range(2)]
        assert [each.status_code for each in seated] == [201, 201]
        assert [each.json()["view"]["own"] for each in seated] == [[2], [2]]
        assert [seat["position"] for seat in bob.get(path).json()["view"]["seats"]] == [1, 2]
        assert bob.get(path).json()["balance_cents"] == 1_000_00, "money to begin with comes once"
        left = ann.post(f"{path}/commands", json={"id": "i-go-now", "command": {"command": "stand", "position": 1}})
        assert left.json()["view"]["own"] == []
        assert ann.post("/api/tables", json=wanted).json()["view"]["own"] == [], "an old request seats nobody again"


@pytest.mark.parametrize(
    ("book", "asked", "code", "clause"),
    [
        ("crown", {"seats": 10}, "no-such-position", "crown 2.1"),
        ("nsw", {"seats": 10}, "no-such-position", "nsw 2.1"),
        ("maryland", {"seats": 7}, "no-such-position", "maryland .02A"),
        ("online", {"seats": 2}, "no-such-position", "online"),
    ],
)
def test_more_seats_than_the_book_has_are_refused_with_the_clause(
    company: Site, book: str, asked: dict[str, Any], code: str, clause: str
):
    with httpx.Client(base_url=company.url) as http:
        answer = http.post("/api/tables", json={"book": book, "id": "too-many", **asked})
        assert (answer.status_code, answer.json()["code"]) == (409, code)
        assert answer.json()["clause"].startswith(clause)
        most = asked["seats"] - 1
        opened = http.post("/api/tables", json={"book": book, "seats": most, "id": "just-enough"})
        assert (opened.status_code, opened.json()["view"]["positions"]) == (201, most)


@pytest.mark.parametrize(
    "body",
    [
        {"seats": 0},
        {"seats": 101},
        {"seats": "2"},
        {"speed": "fast"},
        {"seats": 2, "id": "short"},
        {"seats": 2, "id": "with a space"},
        {"seats": 2, "friends": True},
    ],
)
def test_what_cannot_be_read_is_refused(company: Site, body: dict[str, Any]):
    with httpx.Client(base_url=company.url) as http:
        assert http.post("/api/tables", json={"book": "crown", **body}).status_code == 400


@pytest.mark.parametrize(
    ("book", "position", "code"),
    [("crown", 1, "position-taken"), ("crown", 4, "no-such-position"), ("maryland", 1, "position-taken")],
)
def test_a_seat_that_is_taken_or_not_there_is_refused(friends: Friends, book: str, position: int, code: str):
    (ann,) = friends.table(book, 3, players=1)
    eve = friends.device()
    with pytest.raises(LiveError) as caught:
        eve.join(ann.link, position)
    assert (caught.value.problem.code, caught.value.problem.status) == (code, 409)
    assert caught.value.problem.clause.startswith(book)
    assert eve.join(id_of(ann)).position == 2
    assert eve.join(ann.link, 3).position == 2, "whoever has a seat keeps it"


def test_everybody_who_comes_at_once_gets_a_seat_and_the_last_is_told_that_there_is_none(friends: Friends):
    (ann,) = friends.table("crown", 4, players=1)
    seated: list[int] = []
    friends.together(*(lambda: seated.append(friends.device().join(ann.link).position) for _ in range(3)))
    assert sorted(seated) == [2, 3, 4]
    with pytest.raises(InputError, match="every seat at this table is taken"):
        friends.device().join(ann.link)


def test_links_that_are_not_of_a_table_here_are_refused(friends: Friends):
    site = friends.device()
    for link, said in (
        ("https://elsewhere.example/table/" + "0" * 32, "another server"),
        (f"{site.url}/history", "does not name a table"),
        ("", "does not name a table"),
    ):
        with pytest.raises(InputError, match=said):
            site.join(link)
    assert refusal(partial(site.join, "0" * 32)) == ("no-guest", 404)
    with pytest.raises(InputError, match="fast"):
        site.company("crown", 2, "fast")


def test_nobody_leaves_in_the_middle_of_their_hand(friends: Friends):
    ann, bob = friends.table("crown", 2)
    friends.together(*(partial(table.deal, ante=5_00) for table in (ann, bob)))
    assert ann.asked()
    with pytest.raises(LiveError) as caught:
        ann.stand()
    assert (caught.value.problem.code, caught.value.problem.clause) == ("hand-in-play", "crown 5.7.3")
    ann.fold()
    assert refusal(ann.stand) == ("hand-in-play", 409), "side wagers and the proof need the seat until the end"
    while bob.asked():
        bob.bet(1)
    ann.wait(lambda view: not view.playing)
    assert ann.stand().own == ()
    assert friends.device().join(bob.link).position == 1


def test_a_round_does_not_wait_for_who_sits_out(friends: Friends):
    ann, bob = friends.table("nsw", 2)
    bob.sit_out()
    play_round(ann)
    assert [hand.position for hand in ann.view.round.hands if hand.wagers_cents] == [1]  # type: ignore[union-attr]
    bob.sit_out(False)
    friends.together(partial(play_round, ann), partial(play_round, bob))
    hands = bob.wait(lambda view: not view.playing).round.hands  # type: ignore[union-attr]
    assert [hand.position for hand in hands if hand.wagers_cents] == [1, 2]


def test_there_is_no_advice_where_others_play(friends: Friends):
    ann, bob = friends.table("crown", 2)
    friends.together(*(partial(table.deal, ante=5_00) for table in (ann, bob)))
    for part in ("advice", "verdict?play=fold"):
        assert refusal(partial(ann.site.ask, f"/api/tables/{id_of(ann)}/{part}")) == ("no-advice", 409)


# Away.


def away(table: LiveTable, position: int) -> bool:
    return any(seat.away_at is not None for seat in table.view.seats if seat.position == position)


def test_who_has_gone_is_away_and_back_at_once(friends: Friends):
    ann, bob = friends.table("crown", 2)
    person = bob.site
    friends.together(*(partial(table.deal, ante=5_00) for table in (ann, bob)))
    person.close()
    ann.wait(lambda _: away(ann, 2))
    back = friends.device(of=person).table(id_of(ann))
    back.wait(lambda view: not away(back, 2))
    ann.wait(lambda view: not away(ann, 2))
    assert back.asked(), "the seat and its hand are still theirs"
    back.bet(1)


def test_nobody_is_away_as_long_as_another_tab_stays(friends: Friends):
    ann, bob, eve = friends.table("crown", 3)
    second = friends.device(of=bob.site).table(id_of(ann))
    bob.site.close()
    eve.site.close()
    ann.wait(lambda _: away(ann, 3))  # had Bob been away too, it would have been noted before
    assert not away(ann, 2)
    second.site.close()
    ann.wait(lambda _: away(ann, 2))


def test_a_table_of_ones_own_has_no_seat_for_others_and_no_line(friends: Friends):
    with httpx.Client(base_url=friends.site.url) as http:
        table = f"/api/tables/{http.post('/api/tables', json={}).json()['id']}"
        assert http.post(f"{table}/seats", json={"position": 1, "id": "another-seat"}).status_code == 404
        assert http.post(f"{table}/queue", json={"id": "in-its-line"}).status_code == 404


def test_who_watches_or_has_left_is_never_away(friends: Friends):
    ann, bob = friends.table("crown", 3, players=2)
    watcher = friends.device()
    watcher.subscribe(ann.topic)
    bob.stand()
    bob.site.close()
    watcher.close()
    eve = friends.device().join(ann.link, 3)
    eve.site.close()
    ann.wait(lambda _: away(ann, 3))
    noted = [event for event in _events(friends.site.floor, ann.topic) if event == "connection_noted"]
    assert noted == ["connection_noted"]


def _events(floor: Floor, stream: str) -> list[str]:
    from mississippi_stud.store import log

    return [event.name for event in log.read(floor.database, stream)]


def test_a_round_does_not_wait_for_who_is_away(friends: Friends):
    ann, bob = friends.table("crown", 2)
    bob.site.close()
    ann.wait(lambda _: away(ann, 2))
    play_round(ann)
    assert ann.view.number == 1


def test_who_does_not_come_back_after_a_restart_is_away_and_nobody_else(tmp_path: Path, friends: Friends):
    url, stop = serve(create_app(new_floor(tmp_path), SECRET, FREELY))
    before = Friends(Site(url, friends.site.floor), friends._open)
    ann, _bob = before.table("crown", 2)
    stop()  # with both connected: nobody has gone by themselves
    floor = new_floor(tmp_path)
    assert [seat.away_at for seat in floor.table(ann.topic).seats.values()] == [None, None]
    url, stop = serve(create_app(floor, SECRET, replace(FREELY, away_seconds=1)))
    back = Friends(Site(url, floor), friends._open).device(ann.site).table(id_of(ann))
    back.wait(lambda _: away(back, 2))
    assert not away(back, 1)
    stop()


# Clocks, which a test ticks.


class TimedTable:
    """A table whose clock the test sets, played by HTTP; nothing ticks by itself."""

    def __init__(self, caller: Caller, floor: Floor, clock: Clock) -> None:
        self.caller, self.floor, self.clock = caller, floor, clock
        self.cookies: dict[int, dict[str, str]] = {}
        self.path = "/api/tables"
        self._sent = 0

    def open(self, book: str, seats: int, speed: str = "normal") -> None:
        self._enter(1, self.path, {"book": book, "seats": seats, "speed": speed, "id": "the-timed-table"})
        for position in range(2, seats + 1):
            self._enter(position, f"{self.path}/seats", {"position": position, "id": f"position-{position}"})

    def _enter(self, position: int, path: str, body: dict[str, Any]) -> None:
        reply = self.caller.ask("POST", path, {}, body)
        assert reply.status == 201, reply
        self.cookies[position] = {GUEST: reply.headers["set-cookie"].partition("=")[2].partition(";")[0]}
        self.path = f"/api/tables/{reply.problem['id']}"

    def do(self, position: int, command: str, **fields: Any) -> Reply:
        return self._send(position, {"command": command, "position": position, **fields})

    def _send(self, position: int, command: dict[str, Any]) -> Reply:
        self._sent += 1
        body = {"id": f"command-{self._sent}", "command": command}
        return self.caller.ask("POST", f"{self.path}/commands", self.cookies[position], body)

    def play(self, position: int, command: str, **fields: Any) -> Reply:
        """Decide at a position, for the turn that is open."""
        do = {"command": command, "position": position, **fields}
        return self._send(position, {"command": "play", "do": do, "turn": self.view(position)["turn"]})

    def deal(self) -> None:
        for position in self.cookies:
            commitment = self.view(position)["commitment"]
            assert self.do(position, "place_wagers", wagers={"ante": 500}, commitment=commitment).status == 200

    def view(self, position: int) -> dict[str, Any]:
        return dict(self.caller.ask("GET", self.path, self.cookies[position]).problem["view"])

    def wait(self, seconds: int) -> None:
        """Let time pass, and the clock tick once at its end."""
        self.clock.now += seconds * SECOND
        tick(self.floor)

    def folded(self) -> list[int]:
        hands = self.view(1)["round"]["hands"]
        return [hand["position"] for hand in hands if hand["ending"] == Ending.FOLDED]

    def wagers(self, position: int) -> dict[str, int]:
        hands = self.view(position)["round"]["hands"]
        return next(hand["wagers_cents"] for hand in hands if hand["position"] == position)


@pytest.fixture
def timed(tmp_path: Path) -> Iterator[TimedTable]:
    clock = Clock()
    with Floor.open(f"sqlite:///{tmp_path}/floor.db", tmp_path / "key", clock) as floor:
        caller = Caller(create_app(floor, SECRET, FREELY))
        yield TimedTable(caller, floor, clock)
        caller.close()


# Excluded and stopped.


def test_an_exclusion_and_a_stop_hold_at_tables_of_several_too(timed: TimedTable):
    """Nothing ticks by itself here: the clock frees the seat of somebody excluded when the test says so."""
    floor = timed.floor
    timed.open("nsw", 2, "untimed")
    table = f"table:{timed.path.rpartition('/')[2]}"

    def wager(position: int) -> tuple[int, Any]:
        commitment = floor.table(table).committed
        assert commitment is not None
        placed = {"wagers": {"ante": 500}, "commitment": commitment.commitment}
        reply = timed.do(position, "place_wagers", **placed)
        return reply.status, reply.problem.get("code")

    floor.send("floor", Disable(target=table, reason="a test"), actor="house")
    assert wager(1) == (409, "gaming-disabled")
    floor.send("floor", Enable(target=table, reason="a test"), actor="house")
    bob = floor.table(table).seats[2].player
    ruled = {"by": "gaming-supervisor", "person": "sue", "book": floor.table(table).book, "grounds": "a device"}
    floor.send(f"person:{bob}", ExcludePerson(clause="nsw 13.3.3", **ruled))
    assert wager(2) == (409, "excluded")
    leave_seats(floor)
    assert list(floor.table(table).seats) == [1]
    assert wager(2) == (404, "no-table")
    again = timed.caller.ask("POST", f"{timed.path}/seats", timed.cookies[2], {"position": 2, "id": "back-again"})
    assert (again.status, again.problem["code"]) == (409, "excluded")
    assert wager(1) == (200, None)


@pytest.mark.parametrize(("speed", "seconds"), [("slow", 60), ("normal", 20), ("quick", 10)])
def test_who_does_not_answer_in_time_folds_and_nobody_before(timed: TimedTable, speed: str, seconds: int):
    timed.open("crown", 2, speed)
    timed.deal()
    assert timed.view(1)["seats"][1]["due_at"] == timed.clock.now + seconds * SECOND
    timed.wait(seconds)  # and half a second for the way
    assert timed.folded() == []
    timed.wait(1)
    assert timed.folded() == [1, 2]
    assert not timed.view(1)["playing"]


@pytest.mark.parametrize("book", TOGETHER)
def test_who_chose_it_bets_the_least_without_an_answer(timed: TimedTable, book: str):
    timed.open(book, 2)
    assert timed.do(2, "choose_no_answer", no_answer="smallest-bet").status == 200
    timed.deal()
    late = timed.do(2, "choose_no_answer", no_answer="fold")
    assert (late.status, late.problem["code"]) == (409, "bets-closed")
    for _ in range(3):
        timed.wait(21)
    assert timed.folded() == [1]
    assert timed.wagers(2) == dict.fromkeys(("ante", "third-street", "fourth-street", "fifth-street"), 500)
    assert [seat.get("no_answer") for seat in timed.view(1)["seats"]] == ["fold", None], "it is nobody else's business"


def test_maryland_times_one_after_another(timed: TimedTable):
    timed.open("maryland", 2)
    timed.deal()
    assert [seat["due_at"] for seat in timed.view(1)["seats"]] == [timed.clock.now + 20 * SECOND, None]
    timed.wait(21)
    assert timed.folded() == [1]
    assert timed.view(2)["seats"][1]["due_at"] == timed.clock.now + 20 * SECOND


def test_the_reserve_and_a_slower_pace_are_ones_own(timed: TimedTable):
    timed.open("crown", 3)
    assert timed.do(3, "choose_pace", pace=2).status == 200
    assert timed.do(3, "choose_pace", pace=3).problem["code"] == "bad-input"
    timed.deal()
    turn = timed.view(1)["turn"]
    assert timed.do(1, "take_time", turn=turn).status == 200
    assert timed.view(1)["seats"][0]["reserve_seconds"] == 45
    timed.wait(21)
    assert timed.folded() == [2]
    timed.wait(15)
    assert timed.folded() == [1, 2]
    timed.wait(5)
    assert timed.folded() == [1, 2, 3]
    late = timed.do(1, "take_time", turn=turn)
    assert (late.status, late.problem["code"]) == (409, "turn-passed")


def test_nobody_acts_for_another_seat(timed: TimedTable):
    timed.open("crown", 2)
    for command, fields in (
        ("stand", {}),
        ("sit_out", {}),
        ("choose_pace", {"pace": 10}),
        ("choose_no_answer", {"no_answer": "smallest-bet"}),
        ("commit_seed", {"seed_hash": "0" * 64}),
    ):
        timed.cookies[2], mine = timed.cookies[1], timed.cookies[2]
        refused = timed.do(2, command, **fields)
        timed.cookies[2] = mine
        assert (refused.status, refused.problem["code"]) == (409, "not-yours"), command


def test_who_changes_without_end_is_refused_alone(timed: TimedTable):
    """Whoever has used up the changes of a round does not use up those of others."""
    timed.open("crown", 2, "untimed")
    assert timed.do(2, "place_wagers", wagers={"ante": 500}, ready=False).status == 200
    replies = [timed.do(1, "sit_out", out=number % 2 == 0) for number in range(ROUND_EVENTS_MAX + 1)]
    assert [reply.status for reply in replies].index(409) == ROUND_EVENTS_MAX
    assert replies[-1].problem["code"] == "too-many-changes"
    assert timed.do(2, "place_wagers", wagers={"ante": 600}, ready=False).status == 200
    assert timed.do(2, "sit_out", out=True).status == 200
    assert timed.do(2, "sit_out", out=False).status == 200
    timed.deal()
    assert timed.do(1, "sit_out", out=True).problem["code"] == "too-many-changes"
    for position in (1, 2):
        assert timed.play(position, "fold").status == 200
    assert timed.do(1, "sit_out", out=False).status == 200, "it is a new round's turn"


def test_the_betting_ends_in_time_with_those_who_wagered(timed: TimedTable):
    timed.open("crown", 2)
    commitment = timed.view(1)["commitment"]
    assert timed.do(1, "place_wagers", wagers={"ante": 500}, commitment=commitment).status == 200
    timed.wait(20)
    assert timed.view(1)["turn"]["phase"] == "betting"
    timed.wait(1)
    assert timed.view(1)["turn"]["phase"] == "third-street"
    assert [hand["position"] for hand in timed.view(1)["round"]["hands"] if hand["hole"]] == [1]


@pytest.mark.parametrize("table", ["abc", "0" * 32])
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "There is no table behind this link: ask for it again, or open a table of your own."),
        (
            "fr",
            "Aucune table ne se trouve à ce lien\N{NO-BREAK SPACE}: demandez-le de nouveau, "
            "ou ouvrez votre propre table.",
        ),
    ],
)
def test_a_link_to_a_table_that_there_is_not_says_so(client: httpx.Client, table: str, language: str, said: str):
    answer = client.get(f"/table/{table}", params={"lang": language}, headers={"accept": "text/html"})
    assert (answer.status_code, said in answer.text) == (404, True)
