"""Every command sent twice at once takes effect once and gets one answer; another body under its id is refused."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import log
from tests.floor.drive import (
    ROUND,
    chance_of,
    check_all,
    command_of,
    next_command,
    opened,
    play,
    seated,
    secrets_from,
    submit,
    table_of,
)


@pytest.fixture
def floor(database_url: str) -> Iterator[Floor]:
    with opened(database_url) as one:
        yield one


def test_every_command_sent_thrice_at_once_has_one_effect(floor: Floor):
    table = seated(floor)
    for number in range(5):
        for step, script in enumerate(ROUND):
            before, same = log.version(floor.database, table), command_of(floor, table, script)
            answers = [floor.submit(table, same, command_id=f"{number}.{step}") for _ in range(3)]
            versions = {answer.result().version for answer in answers}
            assert versions == {log.version(floor.database, table)}
            assert versions != {before}
    assert floor.balance("ann") == 975_00
    assert check_all(floor)


def test_the_same_from_many_threads(floor: Floor):
    table = seated(floor)
    together = threading.Barrier(8)

    def play_on(_: int) -> list[int]:
        versions = []
        for step, script in enumerate(ROUND * 2):
            same = command_of(floor, table, script)
            together.wait()
            versions.append(floor.send(table, same, command_id=f"step {step}").version)
            together.wait()
        return versions

    with ThreadPoolExecutor(8) as threads:
        heard = list(threads.map(play_on, range(8)))
    assert heard == [heard[0]] * 8
    assert heard[0] == sorted(set(heard[0]))
    assert floor.balance("ann") == 990_00
    assert check_all(floor)


def test_ones_own_retry_through_another_process_has_the_first_answer(postgres_url: str):
    """Both decide the same command at once; one is first, and the other gets that answer, not a refusal."""
    with opened(postgres_url) as one, opened(postgres_url) as two:
        table = seated(one)
        for number in range(10):
            for step, script in enumerate(ROUND):
                same = command_of(one, table, script)
                answers = [floor.submit(table, same, command_id=f"{number}.{step}") for floor in (one, two)]
                assert answers[0].result() == answers[1].result()
        assert one.balance("ann") == 950_00
        assert check_all(two)


def test_a_retry_after_much_else_has_the_first_answer(database_url: str):
    with opened(database_url) as floor:
        table = seated(floor)
        same = command_of(floor, table, "1 ante 5; deal")
        first = floor.send(table, same, command_id="the first")
        play(floor, table, "1 fold; 1 ante 5; deal; 1 fold")
        assert floor.send(table, same, command_id="the first") == first
    with opened(database_url) as floor:
        assert floor.send(table, same, command_id="the first") == first
        assert check_all(floor)


def test_a_command_that_changed_nothing_does_nothing_when_it_comes_again_late(floor: Floor):
    table = seated(floor)
    play(floor, table, "1 ante 5")
    same = command_of(floor, table, "1 ante 5")
    first = floor.send(table, same, command_id="changes nothing")
    play(floor, table, "1 withdraw ante")
    assert floor.balance("ann") == 1_000_00
    assert floor.send(table, same, command_id="changes nothing") == first
    assert floor.balance("ann") == 1_000_00
    assert check_all(floor)


@pytest.mark.parametrize(
    ("script", "changed"),
    [
        ("1 fold", {}),
        ("1 ante 5; deal", {}),
        ("1 ante 5", {"seed": "another"}),
        ("1 ante 5.01", {}),
    ],
    ids=["another command", "the deal", "another seed", "another amount"],
)
def test_another_body_under_the_same_id_is_refused(floor: Floor, script: str, changed: dict[str, str]):
    table = seated(floor)
    play(floor, table, "1 ante 5", command_id="mine")
    before = log.version(floor.database, table)
    with pytest.raises(InputError, match="the command id mine was used before for another command"):
        floor.send(table, replace(command_of(floor, table, script), **changed), command_id="mine")
    assert log.version(floor.database, table) == before
    assert check_all(floor)


def test_the_same_body_on_another_table_under_the_same_id_is_refused(floor: Floor):
    one, two = seated(floor), seated(floor, "bob")
    with floor.database.lock:
        answers = [submit(floor, table, "1 ante 5", command_id="mine") for table in (one, two)]
    failed = [answer.exception() for answer in answers]
    assert failed[0] is None
    assert isinstance(failed[1], InputError)
    assert floor.table(two).round is None
    assert check_all(floor)


def test_deposits_and_openings_are_repeated_without_harm(floor: Floor):
    for _ in range(3):
        floor.deposit("ann", 100_00, command_id="my deposit")
    assert floor.balance("ann") == 100_00
    with pytest.raises(InputError, match="another command"):
        floor.deposit("ann", 200_00, command_id="my deposit")
    assert len({table_of(floor, "ann", command_id="my table") for _ in range(3)}) == 1
    assert check_all(floor)


def test_a_refused_command_may_be_tried_again_under_its_id(floor: Floor):
    """Only what was carried out is recorded: a refusal changed nothing, and its reason may no longer hold."""
    table = seated(floor, cents=1_00)
    with pytest.raises(Refused, match="insufficient-funds"):
        play(floor, table, "1 ante 5; deal", command_id="again")
    floor.deposit("ann", 100_00)
    assert play(floor, table, "1 ante 5; deal", command_id="again").version == log.version(floor.database, table)


def test_a_long_play_with_every_command_doubled_is_the_same_as_without(sqlite_url: str):
    def played(url: str, times: int) -> int:
        chance = chance_of("doubled")
        with opened(url, clock=lambda: 0, secrets=lambda: bytes(32)) as floor:
            floor.deposit("ann", 10_000_00)
            table = table_of(floor, "ann", command_id="one table")
            for number in range(60):
                command = next_command(chance, floor.table(table))
                for answer in [floor.submit(table, command, command_id=str(number)) for _ in range(times)]:
                    assert answer.exception() is None
            check_all(floor)
            return int(floor.balance("ann"))

    assert played(sqlite_url, 1) == played(sqlite_url + "2", 3)


@pytest.mark.parametrize("at_once", [False, True])
def test_which_commands_share_a_commit_decides_nothing(at_once: bool):
    """Chance is drawn as commands come: a refused one sent twice takes the same whether or not the next waits."""
    with opened("sqlite://", secrets=secrets_from(chance_of("shared commits"))) as floor:
        floor.deposit("ann", 1_000_00, command_id="money")
        first, second = (table_of(floor, "ann", command_id=f"open {number}") for number in (1, 2))
        play(floor, second, "1 ante 5; 1 ready", seed="x")
        waiting = []
        for table, name in ((first, "refused"), (first, "refused"), (second, "done")):
            answer = submit(floor, table, "1 fold", name)
            waiting.append(answer)
            if not at_once:
                answer.exception()
        assert [type(answer.exception()) for answer in waiting] == [Refused, Refused, type(None)]
        committed = floor.table(second).committed
        assert committed is not None
        assert committed.secret[:8] == "5f45b597"
