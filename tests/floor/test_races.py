"""Several processes on one PostgreSQL: nothing is lost, doubled or reordered, whichever comes first."""

import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import msgspec
import pytest
from sqlalchemy import select

from mississippi_stud.floor import Floor
from mississippi_stud.store import log, schema
from tests.decks import scripted_decks
from tests.floor import child
from tests.floor.drive import (
    HOUSE,
    METERS,
    check_all,
    crown_table,
    linked,
    open_crown,
    opened,
    run_house,
    seated,
    table_of,
)
from tests.floor.simulation import Watcher

PROCESSES = pytest.mark.parametrize("processes", [pytest.param(2, marks=pytest.mark.campaign), 4])


def raced(children: list) -> list[list[list[str]]]:
    """Start them all at the same moment, and return what each printed."""
    for each in children:
        assert each.stdout.readline() == "ready\n"
    for each in children:
        each.stdin.write("go\n")
        each.stdin.flush()
    said = [child.lines(each) for each in children]
    for each in children:
        each.stdin.close()
        each.stdout.close()
        assert each.wait() == 0
    return said


def commands_of(floor: Floor, stream: str) -> list[str]:
    """Return the commands of a stream in the order of the log."""
    chosen = select(schema.events.c.command_id).where(schema.events.c.stream == stream)
    with floor.database.transaction() as connection:
        every = connection.scalars(chosen.order_by(schema.events.c.version)).all()
    return list(dict.fromkeys(every))


@PROCESSES
@pytest.mark.parametrize("seat", [seated, linked], ids=["online", "on a meter"])
def test_the_same_commands_from_everyone_have_one_effect_and_one_answer(
    postgres_url: str, processes: int, seat: Callable[[Floor], str]
):
    rounds = 5
    with opened(postgres_url) as floor:
        table = seat(floor)
        said = raced([child.start("same", postgres_url, table, rounds) for _ in range(processes)])
        assert said == [said[0]] * processes
        assert all(words[0] == "done" for words in said[0]), said[0]
        in_order = [f"{number}.{step}" for number in range(rounds) for step in range(2)]
        assert [words[1] for words in said[0]] == in_order == commands_of(floor, table)[2:]
        assert floor.table(table).number == rounds
        check_all(floor)


@PROCESSES
def test_a_table_that_everyone_plays_at_at_once_keeps_its_order(postgres_url: str, processes: int):
    """Each command is decided on all those before it: the answers match the log."""
    with opened(postgres_url) as floor:
        table = seated(floor, cents=1_000_000_00)
        said = raced([child.start("own", postgres_url, table, f"who{n}", 20) for n in range(processes)])
        done = {words[1]: int(words[3]) for each in said for words in each if words[0] == "done"}
        assert sorted(done, key=lambda name: done[name]) == commands_of(floor, table)[2:]
        assert len(set(done.values())) == len(done)
        for each in said:  # each process's commands keep their order
            versions = [int(words[3]) for words in each if words[0] == "done"]
            assert versions == sorted(versions)
        check_all(floor)


@PROCESSES
def test_an_account_that_everyone_spends_from_is_never_overdrawn(postgres_url: str, processes: int):
    antes = 15
    with opened(postgres_url) as floor:
        tables = [table_of(floor, "ann") for _ in range(processes)]
        floor.deposit("ann", 5_00 * antes + 4_99)
        said = raced([child.start("spend", postgres_url, table, table[-6:], antes) for table in tables])
        assert sum(words[0] == "done" for each in said for words in each) == antes
        assert {words[2] for each in said for words in each if words[0] == "refused"} <= {"insufficient-funds"}
        assert floor.balance("ann") == 4_99
        check_all(floor)


@PROCESSES
def test_a_meter_that_everyone_feeds_and_wins_from_loses_and_doubles_nothing(postgres_url: str, processes: int):
    """Whatever their order, each win is computed from exactly what the meter holds at that point."""
    each_has, rounds = 2, 5
    with scripted_decks(), opened(postgres_url) as floor:
        run_house(floor)
        tables = [crown_table(floor, f"p{n}", f"p{n}") for n in range(processes * each_has)]
        open_crown(floor, *tables)
        for number in range(len(tables)):
            floor.deposit(f"p{number}", 10_000_00)
        own = [tables[n * each_has : (n + 1) * each_has] for n in range(processes)]
        said = raced([child.start("jackpots", postgres_url, f"who{n}", rounds, *own[n]) for n in range(processes)])
        for each, mine in zip(said, own, strict=True):
            assert {words[0] for words in each} == {"done"}, each
            for table in mine:
                done = [words[1] for words in each if words[2] == table]
                assert done == [name for name in commands_of(floor, table) if name.startswith("who")]
        records = list(log.read(floor.database, METERS))
        assert [record.version for record in records] == list(range(1, len(records) + 1))
        assert reckoned(records) == floor.meters(HOUSE).meters["main"].value
        names = Counter(record.name for record in records)
        assert names["game_registered"] == names["outcome_recorded"] == len(tables) * rounds
        assert names["prize_paid"] == len(tables) * 2, "a straight flush and a royal flush at each table"
        gave = floor.meters(HOUSE).meters["main"].gave_exact
        assert gave == dict.fromkeys(tables, str(rounds * Fraction("170.3")))
        check_all(floor)


def reckoned(records: list[log.StoredEvent]) -> Fraction:
    """Compute the meter from its events by plain arithmetic, each win from the value then. Crown 10.1.1, 10.2.1."""
    value, seed = Fraction(0), Fraction(50_000_00)
    for record in records:
        said = msgspec.json.decode(record.payload)
        if said.get("meter") != "main":
            continue
        match record.name:
            case "meter_opened":
                value = seed
            case "game_registered":
                value += Fraction("170.3")
            case "outcome_recorded":
                assert Fraction(said["value_exact"]) == value
                rounded_up = -(-value // 100) * 100
            case "prize_paid":
                share = {"royal-flush": 1, "straight-flush": Fraction(1, 10)}[said["prize"]["hand"]]
                assert said["prize"]["cents"] == rounded_up * share
                value -= said["prize"]["cents"]
            case "house_added":
                value += Fraction(said["amount_exact"])
                assert value >= (0 if said["why"] == "rounding" else seed)
    return value


@PROCESSES
def test_groups_in_different_orders_do_not_stop_each_other(postgres_url: str, processes: int):
    """Every process groups the same wagers in its own order; locks are still taken in one fixed order."""
    with opened(postgres_url) as floor:
        tables = [seated(floor, f"p{number}") for number in range(8)]
        said = raced([child.start("clash", postgres_url, f"who{n}", *tables) for n in range(processes)])
        for each in said:
            assert {tuple(words) for words in each} == {tuple(words) for words in said[0]}
        assert len(said[0]) == 8 * 10
        assert [log.balance(floor.database, f"round:{table}") for table in tables] == [5_09] * 8
        check_all(floor)


def test_processes_that_start_at_once_on_an_empty_database(postgres_url: str):
    """Only one brings the schema up to date and only one records the key; then all of them play."""
    children = [child.start("play_on", postgres_url, f"seed{number}") for number in range(3)]
    try:
        ready = [each.stdout.readline().split() for each in children if each.stdout]
        assert [words[0] for words in ready] == ["ready"] * 3
        assert ready[0] == ready[1] == ready[2], "the tables were opened once"
    finally:
        for each in children:
            each.kill()
            child.lines(each)
            each.wait()
            for pipe in (each.stdin, each.stdout):
                assert pipe is not None
                pipe.close()
    with opened(postgres_url) as floor:
        check_all(floor)


def test_a_watcher_hears_of_what_another_process_does_and_skips_nothing(postgres_url: str):
    with opened(postgres_url) as floor:
        watcher = Watcher(seated(floor))
        watcher.connect(floor)
        raced([child.start("same", postgres_url, watcher.stream, 5) for _ in range(2)])
        last = log.version(floor.database, watcher.stream)
        until = time.monotonic() + 20
        while watcher.seen[-1] < last and time.monotonic() < until:
            time.sleep(0.02)
        watcher.disconnect()
        assert watcher.seen == list(range(1, last + 1))
