"""Load, decide, append, publish: what every floor does, on both databases."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures import wait as wait_for

import pytest
from sqlalchemy import event, update

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Act, Begin, Floor, MovedOn, OpenGame, Place, Wager, Withdraw, recall
from mississippi_stud.floor.write import SNAPSHOT_EVERY
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Setup
from mississippi_stud.store import log, schema
from tests.floor.drive import ALL_IN, ANTE, DEAL, FOLD, ROUND, check_all, opened, replayed, seated


@pytest.fixture
def floor(database_url: str) -> Iterator[Floor]:
    with opened(database_url) as one:
        yield one


def test_a_round_from_the_deposit_to_the_balance(floor: Floor):
    game = seated(floor)
    for command in ROUND:
        floor.send(game, command)
    assert floor.balance("ann") == 995_00
    assert check_all(floor)


def test_wagers_are_debited_at_once(floor: Floor):
    game = seated(floor)
    floor.send(game, Begin())
    floor.send(game, ANTE)
    assert floor.balance("ann") == 995_00
    assert log.balance(floor.database, f"round:{game}") == 5_00


@pytest.mark.parametrize(("cents", "taken"), [(4_99, False), (5_00, True), (5_01, True)])
def test_a_wager_is_never_more_than_the_account_holds(floor: Floor, cents: int, taken: bool):
    game = seated(floor, cents=cents)
    floor.send(game, Begin())
    if taken:
        floor.send(game, ANTE)
    else:
        with pytest.raises(Refused, match="insufficient-funds"):
            floor.send(game, ANTE)
    assert floor.balance("ann") == (cents - 5_00 if taken else cents)
    assert check_all(floor)


def test_no_second_round_before_the_first_has_ended(floor: Floor):
    game = seated(floor)
    floor.send(game, Begin())
    with pytest.raises(Refused, match="game-waits"):
        floor.send(game, Begin())


def test_a_game_is_opened_once(floor: Floor):
    """Opening it again in the middle of a round would forget the wagers."""
    game = seated(floor)
    floor.send(game, Begin())
    floor.send(game, ANTE)
    opening = OpenGame(player="ann", book=floor.game(game).book, setup=Setup(dealing="electronic", seats=((1, "ann"),)))
    with pytest.raises(Refused, match="already-open"):
        floor.send(game, opening)
    assert check_all(floor)


@pytest.mark.parametrize("stream", ["game:nowhere", "account:ann", "x" * 81, "", "game:\0"])
def test_what_is_no_game_is_said_to_be_none(floor: Floor, stream: str):
    seated(floor)
    with pytest.raises(InputError):
        floor.send(stream, Begin())
    with pytest.raises(InputError):
        floor.game(stream)


@pytest.mark.parametrize("stream", ["account:bob", "table:1"])
def test_a_game_is_opened_under_a_games_name(floor: Floor, stream: str):
    game = seated(floor)
    opening = OpenGame(player="ann", book=floor.game(game).book, setup=floor.game(game).setup)
    with pytest.raises(InputError, match="is no game"):
        floor.send(stream, opening)


@pytest.mark.parametrize("name", ["", "x" * 65, "nul\0", "lone \ud800"])
def test_names_that_a_database_cannot_keep_are_refused_before_it(floor: Floor, name: str):
    game = seated(floor)
    with pytest.raises(InputError):
        floor.open_game(name, "online")
    if name:
        with pytest.raises(InputError):
            floor.send(game, Begin(), command_id=name)
    assert check_all(floor)


def test_money_that_no_account_can_hold_is_refused(floor: Floor):
    floor.deposit("ann", schema.BALANCE_MAX_CENTS - 1)
    with pytest.raises(InputError, match="cannot hold so much"):
        floor.deposit("ann", 1_00)
    assert check_all(floor)


def test_a_refused_command_does_not_undo_its_neighbours(floor: Floor):
    """Some without money, some not allowed, some impossible, all at once; each has its own answer."""
    games = [seated(floor, f"p{number}", 5_00 if number % 3 else 4_00) for number in range(12)]
    answers = [floor.submit(game, Begin()) for game in games]
    assert not wait_for(answers, timeout=30).not_done
    with floor.database.lock:  # they gather while the database is busy, and share a commit
        answers = [floor.submit(game, ANTE) for game in games]
        answers += [floor.submit("game:nowhere", Begin()), floor.submit(games[1], Begin())]
    assert not wait_for(answers, timeout=30).not_done
    said = ["ok" if one.exception() is None else type(one.exception()).__name__ for one in answers]
    assert said == ["Refused" if number % 3 == 0 else "ok" for number in range(12)] + ["InputError", "Refused"]
    assert check_all(floor)


def test_a_fault_of_ours_in_one_command_does_not_undo_its_neighbours(floor: Floor, monkeypatch: pytest.MonkeyPatch):
    games = [seated(floor, f"p{number}") for number in range(3)]
    faulty = floor.games.at_hand

    def at_hand(stream: str):
        if stream == games[1]:
            raise ZeroDivisionError("a fault of ours")
        return faulty(stream)

    monkeypatch.setattr(floor.games, "at_hand", at_hand)
    answers = [floor.submit(game, Begin()) for game in games]
    assert not wait_for(answers, timeout=30).not_done
    assert [type(one.exception()) for one in answers] == [type(None), ZeroDivisionError, type(None)]
    monkeypatch.undo()
    assert check_all(floor)


def test_a_watcher_is_told_and_a_failing_one_harms_nobody(floor: Floor, caplog: pytest.LogCaptureFixture):
    game = seated(floor)
    told: list[int] = []

    def fails(version: int) -> None:
        raise RuntimeError("a watcher's own fault")

    floor.watch(game, fails)
    stop = floor.watch(game, told.append)
    for command in ROUND:
        floor.send(game, command)
    stop()
    floor.send(game, Begin())
    assert max(told) == [record.version for record in log.read(floor.database, game)][-3]
    assert "a watcher's own fault" in caplog.text
    assert check_all(floor)


def test_a_command_given_up_in_time_is_not_carried_out_and_harms_nobody(floor: Floor):
    """A client that goes away cancels its future; the writer has others to answer."""
    games = [seated(floor, f"p{number}") for number in range(20)]
    with floor.database.lock:
        answers = [floor.submit(game, Begin()) for game in games]
        given_up = [answer.cancel() for answer in answers[::2]]
    assert not wait_for(answers, timeout=30).not_done
    for game, answer in zip(games, answers, strict=True):
        assert floor.game(game).playing == (not answer.cancelled())
    if not floor.database.postgres:  # where the lock is what makes them wait
        assert any(given_up)
    assert check_all(floor)


def test_closing_finishes_what_was_taken_and_takes_no_more(database_url: str):
    floor = opened(database_url)
    games = [seated(floor, f"p{number}") for number in range(10)]
    answers: list[Future] = [floor.submit(game, Begin()) for game in games]
    closing = [threading.Thread(target=floor.close) for _ in range(2)]
    for thread in closing:
        thread.start()
    refused = 0
    for game in games * 5:
        try:
            answers.append(floor.submit(game, ANTE))
        except InputError:
            refused += 1
    for thread in closing:
        thread.join()
    with pytest.raises(InputError, match="closed"):
        floor.submit(games[0], Begin())
    assert not wait_for(answers, timeout=10).not_done
    done = sum(answer.exception() is None for answer in answers)
    with opened(database_url) as again:
        check_all(again)
        events = sum(log.version(again.database, game) for game in games)
    assert events == 10 + 2 * 10 + (done - 10)


def test_an_unfinished_game_is_there_again_exactly(database_url: str):
    with opened(database_url) as floor:
        game = seated(floor)
        for command in (Begin(), ANTE, DEAL):
            floor.send(game, command)
        before = floor.game(game)
    with opened(database_url) as floor:
        assert floor.game(game) == before
        floor.send(game, ALL_IN)
        assert check_all(floor)


def test_a_long_game_opens_from_its_snapshot(database_url: str):
    with opened(database_url) as floor:
        game = seated(floor)
        while log.version(floor.database, game) <= SNAPSHOT_EVERY + 5:
            for command in ROUND:
                floor.send(game, command)
        floor.send(game, Begin())
        before = floor.games.now(game)
        kept = log.snapshot(floor.database, game)
        assert kept is not None
        assert SNAPSHOT_EVERY <= kept[0] < before[1]
    with opened(database_url) as floor:
        assert floor.games.now(game) == before == replayed(floor, game)


def test_a_snapshot_that_cannot_be_read_is_done_without(database_url: str):
    """Of another version of ours, or damaged: the log has it all."""
    with opened(database_url) as floor:
        game = seated(floor)
        while log.snapshot(floor.database, game) is None:
            for command in ROUND:
                floor.send(game, command)
        before = floor.games.now(game)
        with floor.database.transaction() as connection:
            connection.execute(update(schema.snapshots).values(sealed=b"nonsense"))
    with opened(database_url) as floor:
        assert floor.games.now(game) == before
        older = floor.database.keys.seal(b'{"an":"older shape"}', f"snapshot {game} 5".encode())
        with floor.database.transaction() as connection:
            connection.execute(update(schema.snapshots).values(version=5, sealed=older))
    with opened(database_url) as floor:
        assert floor.games.now(game) == before
        assert check_all(floor)


def test_a_command_thought_out_on_an_old_version_is_not_carried_out(floor: Floor):
    game = seated(floor)
    first = floor.send(game, Begin(), seen=1, command_id="begin")
    with pytest.raises(MovedOn, match=r"is at version 3, not at 1 any more: look again"):
        floor.send(game, ANTE, seen=1)
    assert floor.send(game, Begin(), seen=1, command_id="begin") == first, "a retry has its first answer"
    assert floor.send(game, ANTE, seen=first.version).version == first.version + 1
    assert check_all(floor)


def test_of_two_that_saw_the_same_version_one_is_carried_out(postgres_url: str):
    """Two processes pass every check of their own at the same moment."""
    with opened(postgres_url) as one, opened(postgres_url) as two:
        game = seated(one)
        one.send(game, Begin())
        two.game(game)
        for _ in range(10):
            version = log.version(one.database, game)
            placed = Act(do=Place(position=1, wager=Wager.ANTE, cents=5_00))
            answers = [floor.submit(game, placed, seen=version) for floor in (one, two)]
            assert {type(answer.exception()) for answer in answers} == {MovedOn, type(None)}
            one.send(game, Act(do=Withdraw(position=1, wager=Wager.ANTE)))
        assert check_all(one)


@pytest.mark.parametrize("seats", [(), ((1, "bob"),), ((1, "ann"), (2, "bob"))])
def test_a_game_seats_its_player_alone(floor: Floor, seats: tuple[tuple[int, str], ...]):
    """Every seat is paid for by whoever is named there."""
    floor.deposit("bob", 100_00)
    with pytest.raises(InputError, match=r"a game of ann seats ann alone, not (bob|nobody)"):
        floor.open_game("ann", "crown", Setup(dealing="shoe", seats=seats))
    floor.open_game("ann", "crown", Setup(dealing="shoe", seats=((1, "ann"), (2, "ann"))))


def test_games_at_hand_stay_bounded_and_the_others_are_read_again(floor: Floor):
    floor.games._states.at_most = floor.games._versions.at_most = 3
    games = [seated(floor, f"p{number}") for number in range(8)]
    for command in ROUND:
        for game in games:
            floor.send(game, command)
        assert len(floor.games._states) <= 3
        assert len(floor.games._versions) <= 3
    assert all(floor.game(game).number == 1 for game in games)
    assert check_all(floor)


def test_whoever_stops_watching_leaves_nothing_behind(floor: Floor):
    game = seated(floor)
    for _ in range(3):
        floor.watch(game, print)()
    assert not floor._watchers.streams


def test_funds_before_and_after_are_those_at_each_round_whatever_shares_its_commit(floor: Floor):
    """Two games of one player end in the same commit: the one after the other."""
    games = [seated(floor), floor.open_game("ann", "online")]
    for command in ROUND[:-1]:
        for game in games:
            floor.send(game, command)
    floor.send(games[0], FOLD)
    with floor.database.lock:
        answers = [floor.submit(games[0], Begin()), floor.submit(games[1], ALL_IN)]
    for each in answers:
        each.result()
    first, second = (recall.past(floor.database, game, 1) for game in games)
    assert (first.funds_before_cents, first.funds_after_cents) == (1_000_00, 990_00)
    assert (second.funds_before_cents, second.funds_after_cents) == (1_000_00, 990_00 + 5_00 + second.net_cents)
    assert recall.past(floor.database, games[0], 2).funds_before_cents == 990_00


def test_many_threads_on_one_floor(floor: Floor):
    """Simultaneous inputs do no harm: each thread's commands have their effect once and in order."""
    games = [seated(floor, f"p{number}") for number in range(8)]
    faults: list[BaseException] = []

    def play(game: str) -> None:
        try:
            for command in ROUND * 3:
                floor.send(game, command)
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=play, args=(game,)) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert [floor.balance(f"p{number}") for number in range(8)] == [985_00] * 8
    assert check_all(floor)


def test_disabled_gaming_begins_nothing_and_ends_what_is_under_way(floor: Floor):
    playing, waiting = seated(floor), seated(floor, "bob")
    floor.send(playing, Begin())
    floor.disable("the regulator asks")
    floor.disable("the regulator asks again")
    for refused in (lambda: floor.send(waiting, Begin()), lambda: floor.open_game("cy", "online")):
        with pytest.raises(Refused, match="gaming-disabled"):
            refused()
    for command in (ANTE, DEAL, FOLD):
        floor.send(playing, command)
    floor.enable()
    floor.send(waiting, Begin())
    assert check_all(floor)


def test_the_layout_is_as_the_book_has_it(floor: Floor):
    game = seated(floor)
    floor.send(game, Begin())
    with pytest.raises(Refused):
        floor.send(game, Act(do=Place(position=2, wager=Wager.ANTE, cents=5_00)))
    assert check_all(floor)


# A look at a game.


def test_a_look_has_the_game_and_the_money_after_every_command(floor: Floor):
    game = seated(floor)
    for number, (command, held) in enumerate(zip(ROUND, (1_000_00, 995_00, 995_00, 995_00), strict=True)):
        floor.send(game, command)
        assert floor.look(game) == (*floor.games.now(game), held, None), number
        assert floor.look(game).version == log.version(floor.database, game)
    floor.deposit("ann", 1_00)
    assert floor.look(game).balance_cents == floor.balance("ann") == 996_00
    with pytest.raises(InputError, match="there is no game game:none"):
        floor.look("game:none")
    with pytest.raises(InputError, match="no game"):
        floor.look("account:ann")


def test_a_look_on_sqlite_asks_the_database_only_after_money_moved(sqlite_url: str):
    with opened(sqlite_url) as floor:
        game, questions = seated(floor), []
        event.listen(floor.database.engine, "begin", questions.append)

        def asked() -> int:
            questions.clear()
            floor.look(game)
            floor.look(game)
            return len(questions)

        floor.send(game, Begin())
        assert (asked(), asked()) == (1, 0)  # what is stopped, the writer knows
        floor.deposit("bob", 1_00)
        assert asked() == 0
        floor.send(game, ANTE)
        assert asked() == 1


def test_a_look_sees_what_another_process_did_with_one_question(postgres_url: str):
    with opened(postgres_url) as looking, opened(postgres_url) as playing:
        game = seated(playing)
        looking.look(game)
        playing.send(game, Begin())
        playing.send(game, ANTE)
        playing.disable("maintenance")
        assert looking.look(game) == (*playing.games.now(game), 995_00, "maintenance")
        questions = []
        event.listen(looking.database.engine, "before_cursor_execute", lambda *asked: questions.append(asked[2]))
        looking.look(game)
        assert len(questions) == 1


def test_no_look_is_behind_an_answer(sqlite_url: str):
    """Whoever has an answer sees what it did, though others look all the time and keep what they saw."""
    with opened(sqlite_url) as floor:
        game, done = seated(floor, cents=10_000_00), threading.Event()

        def keep_looking() -> None:
            while not done.is_set():
                floor.look(game)

        others = [threading.Thread(target=keep_looking) for _ in range(3)]
        for each in others:
            each.start()
        try:
            for number in range(100):
                floor.deposit("ann", 1)
                assert floor.balance("ann") == 10_000_00 + number + 1
        finally:
            done.set()
            for each in others:
                each.join()
