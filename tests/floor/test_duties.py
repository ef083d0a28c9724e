"""What the clock brings: the 30-day cancellation, once, in one place, whatever happens; malfunctions; stopping."""

import multiprocessing
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Act, Begin, BetAll, ChangeMeters, Floor, Fold, VoidGame, duties, recall
from mississippi_stud.floor import meters as m
from mississippi_stud.floor.duties import Duties
from mississippi_stud.floor.recall import Wanted
from mississippi_stud.jackpot import DisplayNotice, MoveTable, Notice
from mississippi_stud.jackpot.state import Change
from mississippi_stud.round.refused import Refused
from mississippi_stud.store import audit, log
from tests.clauses import clause
from tests.floor.drive import HOUSE, METERS, linked
from tests.floor.play import DAY, NOON, Clock, begin, bet_each, dealt, fold, opened


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def floor(database_url: str, key_file: Path, clock: Clock) -> Iterator[Floor]:
    with opened(database_url, key_file, clock) as floor:
        floor.deposit("ann", 1_000_00)
        yield floor


def statuses(floor: Floor) -> list[str]:
    return [each.status for each in recall.history(floor.database, Wanted())]


@clause("online notice.4")
@pytest.mark.parametrize(
    ("waited", "cancelled"), [(30 * DAY - 1, False), (30 * DAY, False), (30 * DAY + 1, True), (365 * DAY, True)]
)
def test_a_game_open_for_more_than_30_days_is_cancelled_and_its_wagers_go_back(
    floor: Floor, clock: Clock, waited: int, cancelled: bool
):
    game = floor.open_game("ann", "online")
    dealt(floor, game)
    assert floor.balance("ann") == 1_000_00 - 5_00 - 2_00 - 5_00
    clock.now = NOON + waited
    assert duties.tick(floor) == ([f"{game}#1"] if cancelled else [])
    assert floor.balance("ann") == (1_000_00 if cancelled else 988_00)
    assert floor.game(game).playing is not cancelled


@clause("online notice.4")
def test_a_cancelled_game_is_marked_with_its_clause_and_reveals_its_secret(floor: Floor, clock: Clock):
    game = floor.open_game("ann", "online")
    dealt(floor, game)
    clock.now += 31 * DAY
    duties.tick(floor)
    *_, voided, revealed = recall.steps(floor.database, game, 1)
    assert (voided.name, voided.event.clause, voided.actor) == ("round_voided", "online notice.4", "clock")
    assert {result.outcome for result in voided.event.results} == {"void"}
    assert revealed.event.voided == "the game lay unfinished for more than 30 days"
    assert (statuses(floor), recall.unrevealed(floor.database)) == (["void"], 0)
    audit.verify(floor.database)
    fold(floor, game)
    assert statuses(floor) == ["settled", "void"]


@clause("online notice.4")
def test_only_what_lay_too_long_is_cancelled_and_only_once(floor: Floor, clock: Clock):
    old, young, ended = (floor.open_game("ann", "online") for _ in range(3))
    begin(floor, old)
    fold(floor, ended)
    clock.now += 20 * DAY
    begin(floor, young)
    clock.now += 10 * DAY + 1
    assert duties.tick(floor) == [f"{old}#1"]
    assert duties.tick(floor) == []
    version = log.version(floor.database, old)
    clock.now += 20 * DAY
    assert duties.tick(floor) == [f"{young}#1"]
    assert log.version(floor.database, old) == version
    assert floor.balance("ann") == 995_00


def test_books_that_know_no_cancellation_leave_their_games(floor: Floor, clock: Clock):
    game = floor.open_game("ann", "crown")
    begin(floor, game)
    clock.now += 1_000 * DAY
    assert duties.tick(floor) == []
    assert floor.game(game).playing


def test_a_round_that_began_meanwhile_is_not_touched(floor: Floor, clock: Clock):
    """What was due ended between the look and the command, and its player has begun another round."""
    game = floor.open_game("ann", "online")
    begin(floor, game)
    clock.now += 31 * DAY
    (found,) = duties.due(floor, clock.now)
    floor.void(game, "by hand")
    begin(floor, game)
    assert not duties.cancel(floor, found)
    assert floor.game(game).playing
    assert floor.game(game).number == 2


def test_what_was_due_while_nobody_was_there_is_done_after_a_restart(database_url: str, key_file: Path, clock: Clock):
    with opened(database_url, key_file, clock) as floor:
        floor.deposit("ann", 1_000_00)
        game = floor.open_game("ann", "online")
        dealt(floor, game)
    clock.now += 31 * DAY
    with opened(database_url, key_file, clock) as floor:
        assert floor.game(game).playing
        assert duties.tick(floor) == [f"{game}#1"]
        assert floor.balance("ann") == 1_000_00


def test_a_cancellation_that_was_done_before_is_answered_and_not_done_again(floor: Floor, clock: Clock):
    """As after a crash between the commit and the answer."""
    game = floor.open_game("ann", "online")
    begin(floor, game)
    clock.now += 31 * DAY
    (found,) = duties.due(floor, clock.now)
    assert duties.cancel(floor, found)
    version = log.version(floor.database, game)
    assert duties.cancel(floor, found)
    assert log.version(floor.database, game) == version
    assert floor.balance("ann") == 1_000_00


def _tick(url: str, key: Path, now: int, start: object, told: object) -> None:
    with opened(url, key, Clock(now)) as floor:
        start.wait()
        told.put(duties.tick(floor))


def test_several_processes_on_one_postgresql_do_it_once(postgres_url: str, key_file: Path, clock: Clock):
    with opened(postgres_url, key_file, clock) as floor:
        floor.deposit("ann", 1_000_00)
        games = [floor.open_game("ann", "online") for _ in range(5)]
        for game in games:
            dealt(floor, game)
        spawn = multiprocessing.get_context("spawn")
        start, told = spawn.Barrier(3), spawn.Queue()
        others = [
            spawn.Process(target=_tick, args=(postgres_url, key_file, NOON + 31 * DAY, start, told)) for _ in range(3)
        ]
        for other in others:
            other.start()
        answers = [told.get(timeout=60) for _ in others]
        for other in others:
            other.join()
        assert set().union(*answers) <= {f"{game}#1" for game in games}
        clock.now += 31 * DAY
        duties.tick(floor)
        assert floor.balance("ann") == 1_000_00
        for game in games:
            names = [step.name for step in recall.steps(floor.database, game, 1)]
            assert names.count("round_voided") == 1
        audit.verify(floor.database)


def test_while_another_process_is_at_it_nothing_is_done_here(postgres_url: str, key_file: Path, clock: Clock):
    with opened(postgres_url, key_file, clock) as floor, opened(postgres_url, key_file, clock) as other:
        floor.deposit("ann", 1_000_00)
        game = floor.open_game("ann", "online")
        dealt(floor, game)
        clock.now += 31 * DAY
        with duties._alone(other) as alone:
            assert alone
            assert duties.tick(floor) == []
        assert duties.tick(floor) == [f"{game}#1"]


def test_the_thread_does_it_by_itself(floor: Floor, clock: Clock):
    game = floor.open_game("ann", "online")
    dealt(floor, game)
    clock.now += 31 * DAY
    with Duties(floor):
        deadline = time.monotonic() + 20
        while floor.game(game).playing and time.monotonic() < deadline:
            time.sleep(0.01)
    assert floor.balance("ann") == 1_000_00


def test_the_thread_outlives_a_failure(floor: Floor, clock: Clock, monkeypatch: pytest.MonkeyPatch):
    game = floor.open_game("ann", "online")
    dealt(floor, game)
    clock.now += 31 * DAY
    honest, failed = duties.due, []

    def fails_once(*asked: object) -> object:
        if not failed:
            failed.append(True)
            raise RuntimeError
        return honest(*asked)

    monkeypatch.setattr(duties, "due", fails_once)
    with Duties(floor, every_seconds=0):
        deadline = time.monotonic() + 20
        while floor.game(game).playing and time.monotonic() < deadline:
            time.sleep(0.01)
    assert not floor.game(game).playing


# Notices about meters.

MINUTE = 60 * 1_000_000


def notice(floor: Floor, change: Change, **what: str) -> None:
    shown = DisplayNotice(notice=Notice(change=change, at=0, **what))
    floor.send(METERS, ChangeMeters(do=shown), actor="manager")


def announced(floor: Floor) -> list[tuple[str, str]]:
    """What was announced as due, and by which clause."""
    said = [msgspec.json.decode(each.payload) for each in log.read(floor.database, METERS) if each.name == "notice_due"]
    return [(each["notice"]["change"], each["clause"]) for each in said]


@pytest.mark.parametrize(("waited", "due"), [(20 * MINUTE - 1_000_000, 0), (20 * MINUTE, 1), (20 * MINUTE + DAY, 1)])
@pytest.mark.parametrize(
    ("change", "what", "ruled"),
    [
        pytest.param(Change.MOVE, {"meter": "low"}, "crown 9.1.1(h)", marks=clause("crown 9.1.1(h)")),
        pytest.param(Change.CLOSE, {"meter": "main"}, "crown 9.1.1(i)", marks=clause("crown 9.1.1(i)")),
        pytest.param(Change.OPTION, {"option": "2"}, "crown 9.1.1(g)", marks=clause("crown 9.1.1(g)")),
    ],
)
def test_a_notice_about_meters_is_announced_once_when_its_20_minutes_are_over(
    sqlite_url: str, key_file: Path, clock: Clock, waited: int, due: int, change: Change, what: dict, ruled: str
):
    with opened(sqlite_url, key_file, clock) as floor:
        game = linked(floor)
        notice(floor, change, **what, **({} if change is Change.OPTION else {"table": game}))
        clock.now += waited
        assert duties.tick(floor) == [f"{METERS} {change}"] * due
    with opened(sqlite_url, key_file, clock) as floor:
        assert duties.tick(floor) == []
        assert announced(floor) == [(change, ruled)] * due
        audit.verify(floor.database)


def test_a_notice_whose_change_was_made_is_not_due_and_a_later_one_is_due_anew(floor: Floor, clock: Clock):
    game = linked(floor)
    for meter, other in (("low", "main"), ("main", "low")):
        notice(floor, Change.MOVE, table=game, meter=meter)
        clock.now += 20 * MINUTE
        assert duties.tick(floor) == [f"{METERS} move"]
        floor.send(METERS, ChangeMeters(do=MoveTable(table=game, meter=meter)), actor="manager")
        clock.now += DAY
        assert duties.tick(floor) == []
        assert other not in {floor.meters(HOUSE).tables[game].meter}
    assert announced(floor) == [("move", "crown 9.1.1(h)")] * 2


def test_two_processes_announce_a_notice_once(postgres_url: str, key_file: Path, clock: Clock):
    with opened(postgres_url, key_file, clock) as floor, opened(postgres_url, key_file, clock) as other:
        notice(floor, Change.MOVE, table=linked(floor), meter="low")
        clock.now += 20 * MINUTE
        with duties._alone(other) as alone:
            assert alone
            assert duties.tick(floor) == []
        house, _ = other.house(HOUSE)
        (due,) = m.due(other.book(house.book), house, clock.now // 1_000_000)
        assert duties.tick(floor) == [f"{METERS} move"]
        with pytest.raises(Refused, match="notice-not-due"):
            other.send(METERS, m.AnnounceDue(notice=due.notice), actor="clock")
        assert duties.tick(other) == []
        assert len(announced(other)) == 1


@clause("online notice.3")
@pytest.mark.parametrize("moment", [begin, dealt])
def test_a_malfunction_voids_the_round_returns_every_wager_and_is_recorded(floor: Floor, moment: object):
    game = floor.open_game("ann", "online")
    moment(floor, game)
    floor.void(game, "the display failed", actor="supervisor bob")
    assert floor.balance("ann") == 1_000_00
    *_, voided, revealed = recall.steps(floor.database, game, 1)
    assert (voided.event.clause, voided.actor) == ("online notice.3", "supervisor bob")
    assert all((result.outcome, result.won_cents) == ("void", 0) for result in voided.event.results)
    assert all(result.clause == "online notice.3" for result in voided.event.results)
    assert revealed.event.voided == "the display failed"
    assert statuses(floor) == ["void"]
    assert audit.verify(floor.database)


@clause("online notice.3")
def test_a_round_that_has_ended_is_not_voided(floor: Floor):
    game = floor.open_game("ann", "online")
    bet_each(floor, game)
    before = floor.balance("ann")
    with pytest.raises(Refused, match="round-over"):
        floor.void(game, "too late")
    with pytest.raises(Refused, match="round-over"):
        floor.send(game, VoidGame(clause="online notice.3", reason="of another round", number=7))
    assert floor.balance("ann") == before


@pytest.mark.parametrize("named", ["", "crown 11.2.1", "online notice.5", "because"])
def test_a_round_is_voided_by_a_clause_of_its_book_that_voids(floor: Floor, named: str):
    game = floor.open_game("ann", "online")
    dealt(floor, game)
    with pytest.raises(InputError, match=r"is no clause by which online voids a round: .*online notice\.3"):
        floor.send(game, VoidGame(clause=named, reason="as I please"))
    assert floor.game(game).playing


def test_this_dealer_sees_every_wager_at_once(floor: Floor):
    """A wager outside its limits that nobody notices is for tables where people deal."""
    from mississippi_stud.floor import Place, Wager

    game = floor.open_game("ann", "crown")
    floor.send(game, Begin())
    with pytest.raises(Refused, match="seen-at-once"):
        floor.send(game, Act(do=Place(position=1, wager=Wager.ANTE, cents=5_00, unnoticed=True)))


# Stopping and starting.


def test_all_gaming_is_stopped_and_rounds_under_way_finish(floor: Floor):
    game, other = floor.open_game("ann", "online"), floor.open_game("ann", "online")
    dealt(floor, game)
    floor.disable("maintenance at noon")
    assert floor.disabled() == floor.disabled(player="ann") == "maintenance at noon"
    floor.send(game, Act(do=Fold(position=1)))
    for stopped in (game, other):
        with pytest.raises(Refused, match="maintenance at noon"):
            floor.send(stopped, Begin())
    with pytest.raises(Refused, match="gaming-disabled"):
        floor.open_game("ann", "online")
    floor.enable()
    assert floor.disabled() is None
    fold(floor, game)


def test_one_player_is_stopped_and_others_play(floor: Floor):
    floor.deposit("bob", 100_00)
    game, others = floor.open_game("ann", "online"), floor.open_game("bob", "online")
    dealt(floor, game)
    floor.disable("excluded herself", player="ann")
    fold(floor, others)
    floor.send(game, Act(do=Fold(position=1)))
    with pytest.raises(Refused, match="excluded herself"):
        floor.send(game, Begin())
    with pytest.raises(Refused, match="excluded herself"):
        floor.open_game("ann", "online")
    assert (floor.disabled(), floor.disabled(player="ann"), floor.disabled(player="bob")) == (
        None,
        "excluded herself",
        None,
    )
    floor.enable(player="ann")
    fold(floor, game)


def test_one_game_is_stopped_and_its_player_plays_another(floor: Floor):
    game, other = floor.open_game("ann", "online"), floor.open_game("ann", "online")
    floor.disable("under inspection", game=game)
    with pytest.raises(Refused, match="under inspection"):
        floor.send(game, Begin())
    fold(floor, other)
    floor.enable(game=game)
    fold(floor, game)


def test_a_stop_outlives_a_restart_and_the_log_says_who_and_why(database_url: str, key_file: Path):
    with opened(database_url, key_file) as floor:
        game = floor.open_game("ann", "online")
        floor.disable("first", actor="supervisor bob")
        floor.disable("second", actor="supervisor eve")
    with opened(database_url, key_file) as floor:
        assert floor.disabled() == "second"
        with pytest.raises(Refused, match="second"):
            floor.send(game, Begin())
        floor.enable(actor="supervisor bob")
        floor.enable(actor="supervisor bob")
        told = [(each.name, each.actor, each.payload) for each in log.read(floor.database, "floor")]
        assert [each[:2] for each in told] == [
            ("gaming_disabled", "supervisor bob"),
            ("gaming_disabled", "supervisor eve"),
            ("gaming_enabled", "supervisor bob"),
            ("gaming_enabled", "supervisor bob"),
        ]
        assert b'"reason":"first"' in told[0][2]
        audit.verify(floor.database)
    with pytest.raises(InputError, match="name a player or a game, not both"):
        floor.disable("both", player="ann", game=game)


def test_a_stop_says_why(floor: Floor):
    with pytest.raises(InputError, match="a reason is a printable text of 1 to 200 characters"):
        floor.disable("")
    assert floor.disabled() is None


def test_a_look_shows_the_stop_that_holds_for_the_game_and_its_player(floor: Floor):
    """The widest comes first; another player's, or another game's, is none of theirs."""
    game, other = floor.open_game("ann", "online"), floor.open_game("bob", "online")
    assert floor.look(game).disabled is None
    floor.disable("under inspection", game=other)
    floor.disable("excluded himself", player="bob")
    assert (floor.look(game).disabled, floor.look(other).disabled) == (None, "excluded himself")
    floor.disable("maintenance")
    assert floor.look(game).disabled == floor.look(other).disabled == "maintenance"
    floor.enable()
    floor.enable(player="bob")
    assert (floor.look(game).disabled, floor.look(other).disabled) == (None, "under inspection")


def test_a_finished_round_pays_while_gaming_is_stopped(floor: Floor):
    game = floor.open_game("ann", "online")
    dealt(floor, game)
    floor.disable("fire alarm")
    floor.send(game, Act(do=BetAll(position=1)))
    assert statuses(floor) == ["settled"]
