"""Every command sent twice at once has one effect and the same answer; another body under its id is refused."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Act, Begin, DealCards, Floor, Place, Wager
from mississippi_stud.round.refused import Refused
from mississippi_stud.store import log
from tests.floor.drive import ANTE, DEAL, ROUND, chance_of, check_all, next_command, opened, seated


@pytest.fixture
def floor(database_url: str) -> Iterator[Floor]:
    with opened(database_url) as one:
        yield one


def test_every_command_sent_twice_at_once_has_one_effect(floor: Floor):
    game = seated(floor)
    for number in range(5):
        for step, command in enumerate(ROUND):
            name = f"{number}.{step}"
            before = log.version(floor.database, game)
            answers = [floor.submit(game, command, command_id=name) for _ in range(3)]
            versions = {answer.result().version for answer in answers}
            assert versions == {log.version(floor.database, game)}
            assert versions != {before}
    assert floor.balance("ann") == 975_00
    assert check_all(floor)


def test_the_same_from_many_threads(floor: Floor):
    game = seated(floor)
    together = threading.Barrier(8)

    def play(_: int) -> list[int]:
        versions = []
        for step, command in enumerate(ROUND * 2):
            together.wait()
            versions.append(floor.send(game, command, command_id=f"step {step}").version)
        return versions

    with ThreadPoolExecutor(8) as threads:
        heard = list(threads.map(play, range(8)))
    assert heard == [heard[0]] * 8
    assert heard[0] == sorted(set(heard[0]))
    assert floor.balance("ann") == 990_00
    assert check_all(floor)


def test_a_retry_after_much_else_has_the_first_answer(database_url: str):
    with opened(database_url) as floor:
        game = seated(floor)
        first = floor.send(game, Begin(), command_id="the first")
        for command in (*ROUND[1:], *ROUND):
            floor.send(game, command)
        assert floor.send(game, Begin(), command_id="the first") == first
    with opened(database_url) as floor:
        assert floor.send(game, Begin(), command_id="the first") == first
        assert check_all(floor)


@pytest.mark.parametrize(
    "other",
    [Begin(), DEAL, DealCards(seed=""), Act(do=Place(position=1, wager=Wager.ANTE, cents=5_01))],
    ids=["another command", "the deal", "another seed", "another amount"],
)
def test_another_body_under_the_same_id_is_refused(floor: Floor, other: object):
    game = seated(floor)
    floor.send(game, Begin())
    floor.send(game, ANTE, command_id="mine")
    before = log.version(floor.database, game)
    with pytest.raises(InputError, match="the command id mine was used before for another command"):
        floor.send(game, other, command_id="mine")  # type: ignore[arg-type]
    assert log.version(floor.database, game) == before
    assert check_all(floor)


def test_the_same_body_on_another_game_under_the_same_id_is_refused(floor: Floor):
    one, two = seated(floor), seated(floor, "bob")
    with floor.database.lock:
        answers = [floor.submit(one, Begin(), command_id="mine"), floor.submit(two, Begin(), command_id="mine")]
    failed = [answer.exception() for answer in answers]
    assert failed[0] is None
    assert isinstance(failed[1], InputError)
    assert not floor.game(two).playing
    assert check_all(floor)


def test_deposits_and_openings_are_repeated_without_harm(floor: Floor):
    for _ in range(3):
        floor.deposit("ann", 100_00, command_id="my deposit")
    assert floor.balance("ann") == 100_00
    with pytest.raises(InputError, match="another command"):
        floor.deposit("ann", 200_00, command_id="my deposit")
    assert len({floor.open_game("ann", "online", command_id="my game") for _ in range(3)}) == 1
    assert check_all(floor)


def test_a_refused_command_may_be_tried_again_under_its_id(floor: Floor):
    """Only what was carried out is remembered: a refusal changed nothing, and what it says may have changed since."""
    game = seated(floor, cents=1_00)
    floor.send(game, Begin())
    with pytest.raises(Refused, match="insufficient-funds"):
        floor.send(game, ANTE, command_id="again")
    floor.deposit("ann", 100_00)
    assert floor.send(game, ANTE, command_id="again").version == log.version(floor.database, game)


def test_a_long_play_with_every_command_doubled_is_the_same_as_without(sqlite_url: str):
    def played(url: str, times: int) -> int:
        chance = chance_of("doubled")
        with opened(url, clock=lambda: 0, secrets=lambda: bytes(32)) as floor:
            floor.deposit("ann", 10_000_00)
            game = floor.open_game("ann", "online", command_id="one game")
            for number in range(60):
                command = next_command(chance, floor.game(game))
                for answer in [floor.submit(game, command, command_id=str(number)) for _ in range(times)]:
                    assert answer.exception() is None
            check_all(floor)
            return int(floor.balance("ann"))

    assert played(sqlite_url, 1) == played(sqlite_url + "2", 3)
