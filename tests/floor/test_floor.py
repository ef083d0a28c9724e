"""Load, decide, append, publish: what every floor does, on both databases."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import event, update

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, MissingStreamError, OpenTable, Sit
from mississippi_stud.floor.accounts import Deposit
from mississippi_stud.floor.decider import SNAPSHOT_EVERY
from mississippi_stud.floor.writer import TRIES_MAX
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import StoreError, log, schema
from mississippi_stud.store.entries import Conflict
from mississippi_stud.table.state import DealingMode
from tests.decks import scripted_decks
from tests.floor.drive import (
    ROUND,
    asked_of,
    check_all,
    command_of,
    hand_of,
    opened,
    play,
    replayed,
    seated,
    submit,
    table_of,
)


@pytest.fixture
def floor(database_url: str) -> Iterator[Floor]:
    with opened(database_url) as one:
        yield one


def test_a_round_from_the_deposit_to_the_balance(floor: Floor):
    table = seated(floor)
    play(floor, table, "1 ante 5; deal; 1 fold")
    assert floor.balance("ann") == 995_00
    assert check_all(floor)


def test_wagers_and_deal_are_one_command_and_one_commit(floor: Floor):
    table = seated(floor)
    before = log.version(floor.database, table)
    play(floor, table, "1 ante 5; deal", command_id="the deal")
    caused = log.caused(floor.database, "the deal")
    assert [record.name for record in caused][:4] == ["round_opened", "wager_placed", "seed_opened", "cards_dealt"]
    assert [record.version for record in caused] == list(range(before + 1, log.version(floor.database, table) + 1))
    assert floor.table(table).round is not None


def test_wagers_are_debited_at_once(floor: Floor):
    table = seated(floor)
    play(floor, table, "1 ante 5")
    assert floor.balance("ann") == 995_00
    assert log.balance(floor.database, f"round:{table}") == 5_00


@pytest.mark.parametrize(("cents", "taken"), [(4_99, False), (5_00, True), (5_01, True)])
def test_a_wager_is_never_more_than_the_account_holds(floor: Floor, cents: int, taken: bool):
    table = seated(floor, cents=cents)
    if taken:
        play(floor, table, "1 ante 5; deal")
    else:
        with pytest.raises(Refused, match="insufficient-funds"):
            play(floor, table, "1 ante 5; deal")
    assert floor.balance("ann") == (cents - 5_00 if taken else cents)
    assert check_all(floor)


def test_no_second_round_before_the_first_has_ended(floor: Floor):
    table = seated(floor)
    play(floor, table, "1 ante 5; deal")
    with pytest.raises(Refused, match="bets-closed"):
        play(floor, table, "1 ante 10; deal", seed="another")
    assert floor.table(table).number == 1


def test_a_table_is_opened_once(floor: Floor):
    """Opening it again in the middle of a round would forget the wagers."""
    table = seated(floor)
    play(floor, table, "1 ante 5")
    now = floor.table(table)
    again = OpenTable(id=table, book=now.book, dealt=now.dealt, dealing=now.dealing, positions=1, by="floor")
    with pytest.raises(Refused, match="already-open"):
        floor.send(table, again)
    assert check_all(floor)


@pytest.mark.parametrize("stream", ["table:nowhere", "account:ann", "nowhere", "x" * 81, "", "table:\0", "table:"])
def test_what_is_not_a_table_is_said_not_to_be_one(floor: Floor, stream: str):
    deal = command_of(floor, seated(floor), "1 ante 5; deal")
    with pytest.raises(InputError):
        floor.send(stream, deal)
    with pytest.raises(InputError):
        floor.table(stream)


def test_an_unknown_stream_is_told_apart_from_a_database_that_fails(floor: Floor):
    for ask in (floor.state, floor.view, lambda stream: floor.look(stream, "ann")):
        with pytest.raises(MissingStreamError, match="there is no table:nowhere"):
            ask("table:nowhere")
    with pytest.raises(MissingStreamError, match="'tables:x' is not the name of a stream: use one of table:…, "):
        floor.state("tables:x")
    assert not issubclass(MissingStreamError, StoreError)


def test_a_table_is_opened_in_its_own_stream(floor: Floor):
    now = floor.table(seated(floor))
    opening = OpenTable(id="table:1", book=now.book, dealt=DealingMode.AUTOMATIC, dealing=now.dealing, by="floor")
    with pytest.raises(InputError, match="OpenTable is not a command for account:bob"):
        floor.send("account:bob", opening)
    with pytest.raises(InputError, match="the table 'table:1' cannot be opened in the stream table:2"):
        floor.send("table:2", opening)


@pytest.mark.parametrize("name", ["", "x" * 65, "nul\0", "lone \ud800"])
def test_names_that_a_database_cannot_keep_are_refused_before_it(floor: Floor, name: str):
    table = floor.open_table("online")
    for refused in (
        lambda: floor.send(table, Sit(position=1, player=name, person=name)),
        lambda: floor.deposit(name, 1_00),
        lambda: floor.open_table("online", command_id=name),
        lambda: floor.open_table("online", actor=name * 2),
        lambda: floor.disable(4 * name),
        lambda: floor.disable("a reason", player=2 * name + "\n"),
    ):
        with pytest.raises(InputError):
            refused()
    assert check_all(floor)


def test_a_command_that_cannot_be_written_down_is_refused(floor: Floor):
    table = seated(floor)
    with pytest.raises(InputError, match="the command cannot be written down"):
        play(floor, table, "1 ante 5; deal", seed="\ud800")
    with pytest.raises(Refused, match="no-amount"):
        play(floor, table, f"1 ante {2**70}")
    with pytest.raises(InputError, match="Deposit is not a command for table:"):
        floor.send(table, Deposit(cents=5))  # type: ignore[arg-type]


def test_money_that_no_account_can_hold_is_refused(floor: Floor):
    floor.deposit("ann", schema.BALANCE_MAX_CENTS - 1)
    with pytest.raises(InputError, match="cannot hold that much"):
        floor.deposit("ann", 1_00)
    assert check_all(floor)


def test_a_refused_command_does_not_undo_its_neighbours(floor: Floor):
    """Some lack the money, some are not allowed, some are impossible, all at once; each gets its own answer."""
    tables = [seated(floor, f"p{number}", 5_00 if number % 3 else 4_00) for number in range(12)]
    empty = floor.open_table("online")
    with floor.database.lock:  # they queue up while the database is busy, and share a commit
        answers = [submit(floor, table, "1 ante 5; deal") for table in tables]
        answers += [
            floor.submit("table:nowhere", command_of(floor, empty, "1 ante 5; 1 ready")),
            submit(floor, empty, "1 ante 5; 1 ready"),
        ]
    assert not wait_for(answers, timeout=30).not_done
    said = ["ok" if one.exception() is None else type(one.exception()).__name__ for one in answers]
    assert said == ["Refused" if number % 3 == 0 else "ok" for number in range(12)] + ["MissingStreamError", "Refused"]
    assert check_all(floor)


def test_a_fault_of_ours_in_one_command_does_not_undo_its_neighbours(floor: Floor, monkeypatch: pytest.MonkeyPatch):
    tables = [seated(floor, f"p{number}") for number in range(3)]
    faulty, commands = floor.states.known, [command_of(floor, table, "1 ante 5; deal") for table in tables]

    def known(stream: str):
        if stream == tables[1]:
            raise ZeroDivisionError("a fault of ours")
        return faulty(stream)

    monkeypatch.setattr(floor.states, "known", known)
    answers = [floor.submit(table, command) for table, command in zip(tables, commands, strict=True)]
    assert not wait_for(answers, timeout=30).not_done
    assert [type(one.exception()) for one in answers] == [type(None), ZeroDivisionError, type(None)]
    monkeypatch.undo()
    assert check_all(floor)


def test_a_watcher_is_told_and_a_failing_one_harms_nobody(floor: Floor, caplog: pytest.LogCaptureFixture):
    table = seated(floor)
    told: list[int] = []

    def fails(version: int) -> None:
        raise RuntimeError("a watcher's own fault")

    floor.watch(table, fails)
    stop = floor.watch(table, told.append)
    answer = play(floor, table, "1 ante 5; deal; 1 fold")
    stop()
    play(floor, table, "1 ante 5; deal")
    assert max(told) == answer.version
    assert "a watcher's own fault" in caplog.text
    assert check_all(floor)


def test_a_command_given_up_in_time_is_not_carried_out_and_harms_nobody(floor: Floor):
    """A client that goes away cancels its future; the writer still answers the others."""
    tables = [seated(floor, f"p{number}") for number in range(20)]
    with floor.database.lock:
        answers = [submit(floor, table, "1 ante 5; deal") for table in tables]
        given_up = [answer.cancel() for answer in answers[::2]]
    assert not wait_for(answers, timeout=30).not_done
    for table, answer in zip(tables, answers, strict=True):
        assert (floor.table(table).round is not None) == (not answer.cancelled())
    if not floor.database.postgres:  # where the lock makes them wait
        assert any(given_up)
    assert check_all(floor)


def test_closing_finishes_what_was_taken_and_takes_no_more(database_url: str):
    floor = opened(database_url)
    tables = [seated(floor, f"p{number}") for number in range(10)]
    commands = [command_of(floor, table, "1 ante 5") for table in tables]
    answers: list[Future] = [floor.submit(table, command) for table, command in zip(tables, commands, strict=True)]
    closing = [threading.Thread(target=floor.close) for _ in range(2)]
    for thread in closing:
        thread.start()
    refused = 0
    for number in range(50):
        try:
            answers.append(floor.submit(tables[number % 10], commands[number % 10]))
        except InputError:
            refused += 1
    for thread in closing:
        thread.join()
    with pytest.raises(InputError, match="closed"):
        floor.submit(tables[0], commands[0])
    assert not wait_for(answers, timeout=10).not_done
    assert all(answer.exception() is None for answer in answers)
    with opened(database_url) as again:
        check_all(again)
        assert all(again.table(table).round is not None for table in tables)


def test_an_unfinished_round_is_there_again_exactly(database_url: str):
    with opened(database_url) as floor:
        table = seated(floor)
        play(floor, table, "1 ante 5; deal")
        before = floor.table(table)
    with opened(database_url) as floor:
        assert floor.table(table) == before
        play(floor, table, "1 max-all")
        assert check_all(floor)


def test_a_long_play_opens_from_its_snapshot(database_url: str):
    with opened(database_url) as floor:
        table = seated(floor)
        while log.version(floor.database, table) <= SNAPSHOT_EVERY + 15:
            play(floor, table, "1 ante 5; deal; 1 fold")
        play(floor, table, "1 ante 5; deal")
        before = floor.state(table)
        kept = log.snapshot(floor.database, table)
        assert kept is not None
        assert SNAPSHOT_EVERY <= kept[0] < before[1]
    with opened(database_url) as floor:
        assert floor.state(table) == before == replayed(floor, table)


def test_a_snapshot_that_cannot_be_read_is_done_without(database_url: str):
    """Written by another version or damaged: the log has everything."""
    with opened(database_url) as floor:
        table = seated(floor)
        while log.snapshot(floor.database, table) is None:
            play(floor, table, "1 ante 5; deal; 1 fold")
        before = floor.state(table)
        with floor.database.transaction() as connection:
            connection.execute(update(schema.snapshots).values(sealed=b"nonsense"))
    for content in (
        b'{"an":"older shape"}',
        b'["0123456789abcdef",{"dealing":"x","shuffling":"by-hand","positions":1}]',
    ):
        with opened(database_url) as floor:
            assert floor.state(table) == before
            older = floor.database.keys.seal(content, f"snapshot {table} 5".encode())
            with floor.database.transaction() as connection:
                connection.execute(update(schema.snapshots).values(version=5, sealed=older))
    with opened(database_url) as floor:
        assert floor.state(table) == before
        assert check_all(floor)


def test_a_decision_for_a_turn_that_has_passed_is_refused_and_its_retry_has_its_answer(floor: Floor):
    table = seated(floor)
    play(floor, table, "1 ante 5; deal")
    third = floor.table(table).turn
    all_in, fold = (replace(command_of(floor, table, line), turn=third) for line in ("1 max-all", "1 fold"))
    first = floor.send(table, all_in, command_id="all in")
    with pytest.raises(Refused, match="turn-passed"):
        floor.send(table, fold)
    play(floor, table, "1 ante 5; deal")
    with pytest.raises(Refused, match="turn-passed"):
        floor.send(table, fold)
    assert floor.send(table, all_in, command_id="all in") == first
    assert check_all(floor)


def test_a_conflict_is_decided_again_and_never_told(postgres_url: str):
    """Two processes deal at two tables of one floor, each before it has heard about the other."""
    with opened(postgres_url) as one, opened(postgres_url) as two:
        table = seated(one)
        two.table(table)
        for number in range(10):
            wagers = [command_of(one, table, script) for script in ("1 ante 5", "1 ante 10")]
            answers = [floor.submit(table, each) for floor, each in zip((one, two), wagers, strict=True)]
            assert [answer.exception() for answer in answers] == [None, None], number
        assert check_all(one)
        assert check_all(two)


def test_a_stream_that_others_always_reach_first_is_given_up_with_a_word(floor: Floor, monkeypatch: pytest.MonkeyPatch):
    table, tries = seated(floor), []

    def never(_: object, batch: list) -> list:
        tries.append(batch)
        return [Conflict() for _ in batch]

    monkeypatch.setattr(log, "append", never)
    with pytest.raises(StoreError, match="is too busy: others came first 50 times in a row; try again"):
        play(floor, table, "1 ante 5; deal")
    assert len(tries) == TRIES_MAX
    monkeypatch.undo()
    play(floor, table, "1 ante 5; deal")
    assert check_all(floor)


def test_a_player_acts_for_their_own_positions_only(floor: Floor):
    """Each seat's wagers are paid by the player who sits there."""
    table = seated(floor)
    floor.deposit("bob", 100_00)
    deal = command_of(floor, table, "1 ante 5; deal")
    for person in ("bob", "", "ANN"):
        with pytest.raises(Refused, match="not-yours"):
            floor.send(table, replace(deal, person=person))
    with pytest.raises(Refused, match="not-yours"):
        floor.send(floor.open_table("crown", positions=2), Sit(position=2, player="ann", person="bob"))
    assert check_all(floor)


def test_states_at_hand_stay_bounded_and_the_others_are_read_again(floor: Floor):
    floor.states._known.at_most = 4
    tables = [seated(floor, f"p{number}") for number in range(8)]
    for script in ROUND:
        for table in tables:
            play(floor, table, script)
        assert len(floor.states._known) <= 4
    assert all(floor.table(table).number == 1 for table in tables)
    assert check_all(floor)


def test_whoever_stops_watching_leaves_nothing_behind(floor: Floor):
    table = seated(floor)
    for _ in range(3):
        floor.watch(table, print)()
    assert not floor.watchers.streams


def test_funds_before_and_after_are_those_at_each_round_whatever_shares_its_commit(floor: Floor):
    """Two rounds of one player end in the same commit, one after the other."""
    one, two = seated(floor), table_of(floor, "ann")
    play(floor, one, "1 ante 5; deal")
    play(floor, two, "1 ante 5; deal")
    play(floor, one, "1 fold")
    with floor.database.lock:
        answers = [submit(floor, one, "1 ante 5; deal"), submit(floor, two, "1 max-all")]
    for each in answers:
        each.result()
    first, second, third = hand_of(floor, one, 1), hand_of(floor, two, 1), hand_of(floor, one, 2)
    assert (first.funds_before_cents, first.funds_after_cents) == (1_000_00, 995_00)
    assert second.funds_before_cents == 995_00
    assert third.funds_before_cents == 990_00
    assert second.funds_after_cents == floor.balance("ann") == 985_00 + 5_00 + second.net_cents


def test_many_threads_on_one_floor(floor: Floor):
    """Simultaneous inputs do no harm: each thread's commands take effect once and in order."""
    tables = [seated(floor, f"p{number}") for number in range(8)]
    faults: list[BaseException] = []

    def play_on(table: str) -> None:
        try:
            play(floor, table, "; ".join(ROUND * 3))
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=play_on, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert [floor.balance(f"p{number}") for number in range(8)] == [985_00] * 8
    assert check_all(floor)


def test_the_layout_is_as_the_book_has_it(floor: Floor):
    table = seated(floor)
    with pytest.raises(Refused):
        play(floor, table, "2 ante 5; 2 ready")
    assert check_all(floor)


# Looking at a table.


def test_a_look_has_the_table_and_the_money_after_every_command(floor: Floor):
    table = seated(floor)
    for script, held in (("1 ante 5", 995_00), ("deal", 995_00), ("1 fold", 995_00)):
        play(floor, table, script)
        view, version = floor.view(table, person="ann")
        assert floor.look(table, "ann") == (view, version, held, None, False, None)
        assert version == log.version(floor.database, table)
    floor.deposit("ann", 1_00)
    assert floor.look(table, "ann").balance_cents == floor.balance("ann") == 996_00


def test_a_look_on_sqlite_asks_the_database_nothing_that_a_commit_has_told(sqlite_url: str):
    with opened(sqlite_url) as floor:
        table, questions = seated(floor), []
        event.listen(floor.database.engine, "begin", questions.append)

        def asked() -> int:
            questions.clear()
            floor.look(table, "ann")
            floor.look(table, "ann")
            return len(questions)

        play(floor, table, "1 ante 5; deal")
        assert asked() == 0  # the writer knows what is stopped and what it has moved
        floor.deposit("bob", 1_00)
        assert asked() == 0
        play(floor, table, "1 fold")
        assert asked() == 0, "a fold moves nothing of the player's"
        play(floor, table, "1 ante 5; deal")
        assert asked() == 0
    with opened(sqlite_url) as later:
        event.listen(later.database.engine, "begin", questions.append)
        assert later.look(table, "ann").balance_cents == 990_00
        questions.clear()
        later.look(table, "ann")
        assert questions == [], "asked once"


def test_a_look_sees_what_another_process_did_with_one_question(postgres_url: str):
    with opened(postgres_url) as looking, opened(postgres_url) as playing:
        table = seated(playing)
        looking.look(table, "ann")
        play(playing, table, "1 ante 5; deal")
        playing.disable("maintenance")
        assert looking.look(table, "ann") == (*playing.view(table, person="ann"), 995_00, "maintenance", False, None)
        questions = asked_of(looking.database)
        looking.look(table, "ann")
        assert len(questions) == 1


def test_a_look_has_the_money_of_its_version(floor: Floor, monkeypatch: pytest.MonkeyPatch):
    """A round that is won between the two has its prize in the look, or neither the prize nor the end."""
    last_seen = floor.states.last_seen
    with scripted_decks():
        table = seated(floor)
        play(floor, table, "1 ante 5; deal Qc Qd 3h 9s 4c; 1 bet 1; 1 bet 1")

        def meanwhile(stream: str) -> tuple[Any, int]:
            monkeypatch.undo()
            play(floor, table, "1 bet 1")
            return last_seen(stream)

        monkeypatch.setattr(floor.states, "last_seen", meanwhile)
        seen = floor.look(table, "ann")
    assert (seen.version, seen.balance_cents) == (floor.state(table)[1], 1_020_00)


def test_no_look_is_behind_an_answer(sqlite_url: str):
    """Once a command is answered its effect is visible, although others keep looking and caching what they see."""
    with opened(sqlite_url) as floor:
        table, done = seated(floor, cents=10_000_00), threading.Event()

        def keep_looking() -> None:
            while not done.is_set():
                floor.look(table, "ann")

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


def test_who_watches_a_kind_is_told_of_every_growth(floor: Floor):
    """A table that has seen less than another still changes the lobby: what is told grows all the same."""
    told = list[int]()
    floor.watchers.watch("table:", told.append)
    busy = seated(floor)
    play(floor, busy, "1 ante 5; deal; 1 fold")
    before, quiet = len(told), seated(floor, "ben")
    assert floor.state(quiet)[1] < floor.state(busy)[1]
    assert len(told) > before
    assert told == sorted(set(told))


def test_who_watches_a_kind_hears_of_streams_that_another_process_opens(postgres_url: str):
    with opened(postgres_url) as one, opened(postgres_url) as other:
        heard = threading.Event()
        one.watchers.watch("table:", lambda _number: heard.set())
        seated(other)
        assert heard.wait(30)


def test_news_under_a_name_that_is_no_stream_reach_every_process(postgres_url: str):
    with opened(postgres_url) as one, opened(postgres_url) as two:
        heard = threading.Event()
        two.watch("places:ann", lambda _number: heard.set())
        one.tell("places:ann")
        assert heard.wait(30)
