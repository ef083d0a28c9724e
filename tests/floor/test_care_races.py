"""Races about a person's care: from two processes on one PostgreSQL and from two threads on SQLite.

Whatever comes first, nobody loses, wagers or deposits more than they allowed themselves, and nobody sits down after
they have chosen not to play.
"""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from threading import Barrier

import pytest

from mississippi_stud.floor import Floor
from mississippi_stud.floor.care import care_of, leave_seats
from mississippi_stud.floor.persons import stream_of
from mississippi_stud.person.care_messages import LimitKind, SetLimit
from mississippi_stud.person.periods import Period
from mississippi_stud.store import log
from tests.floor import child
from tests.floor.child import rivals
from tests.floor.drive import check_all, opened, play, table_of
from tests.floor.test_races import raced

TIMES = 8
PERSONS = [f"p{number}" for number in range(TIMES)]

Race = Callable[[Floor, str, str, list[list[str]]], list[dict[str, str]]]


def in_processes(floor: Floor, first: str, second: str, tables: list[list[str]]) -> list[dict[str, str]]:
    """Let two processes do these things at once, each for every person at its own tables; return what came of them."""
    url = floor.database.url.render_as_string(hide_password=False)
    children = [child.start("race", url, what, *own) for what, own in zip((first, second), tables, strict=True)]
    return [{words[1]: words[2] for words in each} for each in raced(children)]


def in_threads(floor: Floor, first: str, second: str, tables: list[list[str]]) -> list[dict[str, str]]:
    """Let two threads of one process do them, person by person at the same moment."""
    together = Barrier(2)

    def run(what: str, own: list[str]) -> dict[str, str]:
        done = {}
        for person, table in zip(PERSONS, own, strict=True):
            together.wait()
            done.update(rivals(floor, what, [person], [table]))
        return done

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(run, (first, second), tables))


@pytest.fixture(params=["processes", "threads"])
def race(request: pytest.FixtureRequest) -> tuple[str, Race]:
    """Return the URL of a database, and how two race on it."""
    if request.param == "processes":
        return request.getfixturevalue("postgres_url"), in_processes
    return request.getfixturevalue("sqlite_url"), in_threads


def two_tables_each(floor: Floor, *, seated: bool = True) -> list[list[str]]:
    """Give everybody money and, for each of two devices, a table of their own."""
    for person in PERSONS:
        floor.deposit(person, 1_000_00)
    opens = table_of if seated else lambda floor, _: floor.open_table("online")
    return [[opens(floor, person) for person in PERSONS] for _ in range(2)]


def set_limits(floor: Floor, kind: LimitKind, limits: dict[str, int]) -> None:
    for person, most in limits.items():
        floor.send(stream_of(person), SetLimit(kind=kind, period=Period.DAY, most=most))


def left(floor: Floor, kind: LimitKind, person: str) -> int:
    (limit,) = (each for each in care_of(floor, person).limits if each.kind is kind)
    assert log.balance(floor.database, f"allowance:{person}:{kind}-day") == limit.left
    return limit.left


@pytest.mark.parametrize(
    ("kind", "what"), [(LimitKind.LOSS, "wager"), (LimitKind.WAGER, "wager"), (LimitKind.DEPOSIT, "deposit")]
)
def test_the_last_allowed_dollar_is_taken_once(race: tuple[str, Race], kind: LimitKind, what: str):
    """Each of two devices wagers, or deposits, $50.00: both if the limit allows it to the cent, else one of them."""
    url, run = race
    with opened(url) as floor:
        tables, limits = two_tables_each(floor), dict(zip(PERSONS, cycle([99_99, 100_00]), strict=False))
        set_limits(floor, kind, limits)
        said = run(floor, what, what, tables)
        for person, most in limits.items():
            taken = {99_99: 1, 100_00: 2}[most]
            assert Counter(each[person] for each in said) == Counter({"done": taken, f"{kind}-limit": 2 - taken})
            assert left(floor, kind, person) == most - 50_00 * taken
        check_all(floor)


def test_rounds_played_to_their_end_on_two_devices_never_lose_more_than_the_limit(race: tuple[str, Race]):
    """Antes of $5.00, folded, until one is refused: what came back of one round is set aside for the next."""
    url, run = race
    with opened(url) as floor:
        tables = two_tables_each(floor)
        set_limits(floor, LimitKind.LOSS, dict.fromkeys(PERSONS, 69_99))
        said = run(floor, "rounds", "rounds", tables)
        for person in PERSONS:
            lost = 1_000_00 - floor.balance(person)
            assert {each[person] for each in said} == {"loss-limit"}
            assert 5_00 <= lost <= 20_00, "a round needs $50.00 of $69.99 free: after four lost antes none begins"
            assert left(floor, LimitKind.LOSS, person) == 69_99 - lost
        check_all(floor)


CODES = {"time_out": {"timed-out"}, "exclude": {"self-excluded"}, "limit": {"loss-limit", "deposit-limit"}}


@pytest.mark.parametrize(
    ("choice", "what"),
    [("time_out", "sit"), ("exclude", "sit"), ("exclude", "wager"), ("limit", "wager"), ("limit", "deposit")],
)
def test_play_at_the_moment_of_a_choice_against_it_comes_before_it_or_not_at_all(
    race: tuple[str, Race], choice: str, what: str
):
    url, run = race
    with opened(url) as floor:
        tables = two_tables_each(floor, seated=what != "sit")
        chosen, played = run(floor, choice, what, tables)
        assert set(chosen.values()) == {"done"}
        assert set(played.values()) <= {"done"} | CODES[choice]
        for person, table in zip(PERSONS, tables[1], strict=True):
            assert not care_of(floor, person).playing, "a wager that was taken came first, and set nothing aside"
            if floor.table(table).round is not None:
                play(floor, table, "1 fold")
            free = floor.open_table("online") if what == "sit" else table
            assert rivals(floor, what, [person], [free])[person] in CODES[choice], "and from now on nothing"
        leave_seats(floor)
        if choice != "limit":
            assert not any(floor.table(table).seats for own in tables for table in own)
        check_all(floor)
