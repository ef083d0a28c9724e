"""The program is compared with the one approved: at the start, every day and on demand; differences are recorded."""

import importlib.util
import multiprocessing
import os
import py_compile
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Clock, Floor
from mississippi_stud.floor import clock as clocks
from mississippi_stud.floor.clock import HEARTBEAT, note_outage
from mississippi_stud.floor.history.occurrences import significant_events
from mississippi_stud.floor.integrity import PACKAGE, Program, approve, check, check_daily, on_demand, record, state_of
from mississippi_stud.floor.operation import (
    OPERATION,
    ApproveProgram,
    ChangeOperation,
    CheckOccasion,
    CheckProgram,
    Manifest,
    ProgramChecked,
)
from mississippi_stud.money import Cents
from mississippi_stud.prose.operation import tell_significance
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import log
from tests.floor import child
from tests.floor.clock import DAY, NOON, opened, table
from tests.floor.clock import Clock as Hands
from tests.floor.drive import check_all, play
from tests.floor.test_clock import until
from tests.rulebooks.test_load import OWN, STRAIGHT

MIDNIGHT = NOON - NOON % DAY + DAY
START, DAILY, DEMAND = CheckOccasion.START, CheckOccasion.DAY, CheckOccasion.DEMAND


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
def floor(database_url: str, key_file: Path, clock: Hands) -> Iterator[Floor]:
    with opened(database_url, key_file, clock) as floor:
        yield floor


@pytest.fixture
def memory(clock: Hands) -> Iterator[Floor]:
    with Floor.in_memory(clock) as floor:
        yield floor


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the program."""
    return shutil.copytree(PACKAGE, tmp_path / "program", ignore=shutil.ignore_patterns("__pycache__"))


def small(**parts: dict[str, str]) -> Manifest:
    empty: dict[str, dict[str, str]] = {"files": {}, "libraries": {}, "books": {}, "settings": {}}
    return Manifest(version="1", **empty | parts)


def told(checked: ProgramChecked) -> list[tuple[str, str, str]]:
    return [(each.part.value, each.kind.value, each.name) for each in checked.differences]


def checks(floor: Floor) -> list[str]:
    """Return the occasions of the checks in the log."""
    return [
        floor.streams.decode(each).occasion.value
        for each in log.read(floor.database, OPERATION)
        if each.name == "program_checked"
    ]


# What is read.


def test_files_that_were_changed_removed_and_added_are_named(floor: Floor, folder: Path):
    approve(floor, "ann", "the first release", folder)
    program = Program(folder=folder)
    fine = check(floor, program, DEMAND)
    assert (fine.count, fine.differences, fine.approved) == (0, (), fine.manifest)
    with (folder / "cards.py").open("ab") as file:
        file.write(b"\n")
    (folder / "rulebooks" / "crown.toml").unlink()
    (folder / "store" / "extra.py").write_text("x = 1\n")
    found = check(floor, program, DEMAND)
    assert found.count == 3
    assert told(found) == [
        ("files", "changed", "cards.py"),
        ("files", "missing", "rulebooks/crown.toml"),
        ("files", "added", "store/extra.py"),
    ]
    assert found.manifest != found.approved == fine.manifest
    (event,) = (each for each in significant_events(floor) if each.finding.code == "program-differs")
    english = (
        "the program is not the one that was approved; differences: 3, such as cards.py, rulebooks/crown.toml, "
        "store/extra.py"
    )
    assert tell_significance(event.finding.code, event.finding.params) == english
    french = "le programme n'est pas celui qui a été approuvé; différences\xa0: 3, dont cards.py, "
    assert tell_significance(event.finding.code, event.finding.params, "fr").startswith(french)
    assert check_all(floor)


def test_compiled_code_counts_only_if_it_is_not_that_of_its_source(tmp_path: Path):
    folder = tmp_path / "program"
    folder.mkdir()
    source, other = folder / "money.py", tmp_path / "other.py"
    source.write_text("PAYS = 1\n")
    other.write_text("PAYS = 9\n")
    for path in (source, other):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    bare = Program(folder=folder).manifest().files
    compiled = Path(py_compile.compile(str(source), doraise=True) or "")
    assert compiled.parent.name == "__pycache__"
    assert Program(folder=folder).manifest().files == bare == {"money.py": bare["money.py"]}
    py_compile.compile(str(other), cfile=str(compiled), doraise=True)
    spec = importlib.util.spec_from_file_location("planted", source)
    assert spec is not None
    assert spec.loader is not None
    planted = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(planted)
    assert planted.PAYS == 9, "Python runs it in place of the source"
    name = f"__pycache__/{compiled.name}"
    assert list(Program(folder=folder).manifest().files) == ["money.py", name]
    compiled.write_bytes(compiled.read_bytes()[:20])
    assert list(Program(folder=folder).manifest().files) == ["money.py", name], "unreadable code is not its own either"
    py_compile.compile(str(other), cfile=str(compiled), doraise=True)
    os.utime(source, (1_700_000_001, 1_700_000_001))
    assert Program(folder=folder).manifest().files == bare, "Python does not run it: the source is newer"
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(other), cfile=str(compiled), doraise=True, invalidation_mode=unchecked)
    assert list(Program(folder=folder).manifest().files) == ["money.py", name], "Python runs it unchecked"


def test_the_installed_program_has_no_foreign_code():
    files = Program().manifest().files
    assert not [name for name in files if name.endswith(".pyc")]
    assert {"cards.py", "rulebooks/nsw.toml", "translations/fr.po", "web/static/lit.js"} <= files.keys()


def test_names_that_are_not_text_and_files_that_cannot_be_read_are_noticed(floor: Floor, folder: Path):
    approve(floor, "ann", "the first release", folder)
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff.py")).write_text("x = 1\n")
    (folder / "cards.py").unlink()
    (folder / "cards.py").symlink_to("/proc/self/mem")  # not even root can read it from the start
    found = check(floor, Program(folder=folder), DEMAND)
    assert told(found) == [("files", "added", "\\udcff.py"), ("files", "changed", "cards.py")]
    assert check_all(floor)


def test_libraries_books_and_settings_are_compared_too(memory: Floor):
    before = small(
        libraries={"msgspec": "1"}, books={"crown": "a", "mine": "b"}, settings={"hosts": "[]", "table_days": "90"}
    )
    after = small(
        libraries={"msgspec": "2"}, books={"crown": "c"}, settings={"hosts": "[]", "table_days": "30", "proxies": "[]"}
    )
    memory.send(OPERATION, ApproveProgram(manifest=before, who="ann", why="tried"))
    assert told(record(memory, after, START)) == [
        ("libraries", "changed", "msgspec"),
        ("books", "changed", "crown"),
        ("books", "missing", "mine"),
        ("settings", "added", "proxies"),
        ("settings", "changed", "table_days"),
    ]
    assert record(memory, before, START).count == 0


def test_a_manifest_is_the_same_in_any_order_and_no_other():
    one, two = small(files={"a": "1", "b": "2"}), small(files={"b": "2", "a": "1"})
    assert one.hash == two.hash
    assert len(one.hash) == 64
    assert len({one.hash, small(files={"a": "1"}).hash, small(books={"a": "1", "b": "2"}).hash}) == 3


@pytest.mark.parametrize(("added", "listed"), [(49, 49), (50, 50), (51, 50), (1000, 50)])
def test_a_record_names_at_most_fifty_differences_and_counts_all(memory: Floor, added: int, listed: int):
    memory.send(OPERATION, ApproveProgram(manifest=small(), who="ann", why="tried"))
    found = record(memory, small(files={f"{number:04}": "x" for number in range(added)}), DEMAND)
    assert (found.count, len(found.differences)) == (added, listed)


def test_a_custom_book_is_in_the_manifest_and_one_that_is_gone_is_noticed(tmp_path: Path):
    mine, gone = tmp_path / "my-casino.toml", tmp_path / "gone.toml"
    mine.write_text(OWN + STRAIGHT)
    books = Program(books=(str(mine), str(gone))).manifest().books
    assert list(books) == ["nsw", "maryland", "crown", "online", "my-casino", str(gone)]
    assert books["my-casino"] not in (books["crown"], "unreadable")
    assert books[str(gone)] == "unreadable"


# Approving.


def test_an_approval_says_who_why_and_what_was_approved_before(floor: Floor, folder: Path, clock: Hands):
    first = approve(floor, "ann", "the first release", folder)
    (folder / "extra.py").write_text("x = 1\n")
    clock.now += DAY
    second = approve(floor, "bob", "a new file", folder)
    assert (first.before, second.before) == ("", first.manifest.hash)
    assert (second.who, second.why, second.at) == ("bob", "a new file", NOON + DAY)
    assert [each.actor for each in log.read(floor.database, OPERATION)] == ["operator ann", "operator bob"]
    assert check(floor, Program(folder=folder), DEMAND).count == 0


@pytest.mark.parametrize(("who", "why"), [("", "tried"), ("ann", ""), ("a" * 65, "tried"), ("ann", "line\nbreak")])
def test_an_approval_without_who_or_why_is_refused(memory: Floor, who: str, why: str):
    for command in (
        ApproveProgram(manifest=small(), who=who, why=why),
        ChangeOperation(who=who, why=why, stop_on_difference=True),
    ):
        with pytest.raises(InputError, match=r"must be 1 to (64|200) printable characters"):
            memory.send(OPERATION, command)
    assert log.version(memory.database, OPERATION) == 0


def test_what_only_the_server_knows_is_taken_from_its_last_check(floor: Floor):
    record(floor, small(books={"mine": "m", "crown": "old"}, settings={"table_days": "30"}), START)
    found = on_demand(state_of(floor))
    assert found.settings == {"table_days": "30"}
    assert found.books == {**Program().manifest().books, "mine": "m"}
    assert approve(floor, "ann", "tried").manifest.settings == {"table_days": "30"}
    assert record(floor, found, DEMAND).count == 0


def test_without_an_approval_nothing_differs_and_every_check_is_still_recorded(floor: Floor):
    for _ in range(2):
        found = record(floor, small(files={"a": "1"}), START)
        assert (found.approved, found.count) == ("", 0)
    assert checks(floor) == ["start", "start"]
    assert list(significant_events(floor)) == []


# Every day.


@pytest.mark.parametrize(
    ("checked_at", "now", "due"),
    [
        (MIDNIGHT, MIDNIGHT, False),
        (MIDNIGHT, MIDNIGHT + DAY - 1, False),
        (MIDNIGHT, MIDNIGHT + DAY, True),
        (MIDNIGHT + DAY - 1, MIDNIGHT + DAY, True),
        (MIDNIGHT, MIDNIGHT + 40 * DAY, True),
    ],
)
def test_a_check_is_due_once_a_day_by_the_floors_clock(
    memory: Floor, clock: Hands, checked_at: int, now: int, due: bool
):
    clock.now = checked_at
    record(memory, small(), START)
    clock.now = now
    program = Program(folder=Path("nowhere"))
    assert (check_daily(memory, program) is not None) is due
    assert check_daily(memory, program) is None
    assert checks(memory) == ["start", *(["day"] if due else [])]


def test_a_check_on_demand_does_not_stand_for_the_days(memory: Floor, clock: Hands):
    program = Program(folder=Path("nowhere"))
    check(memory, program, DEMAND)
    assert check_daily(memory, program) is not None
    clock.now += DAY
    check(memory, program, DEMAND)
    assert check_daily(memory, program) is not None


def test_the_clock_makes_the_days_check_by_itself(floor: Floor, clock: Hands):
    floor.program = Program(folder=Path("nowhere"))
    with Clock(floor, every_seconds=0, stands_seconds=0):
        until(lambda: checks(floor) == ["day"])
        clock.now += DAY
        until(lambda: checks(floor) == ["day", "day"])
    assert check_all(floor)


def test_a_floor_that_is_not_a_servers_checks_nothing(floor: Floor):
    with Clock(floor, every_seconds=0):
        until(lambda: log.fact(floor.database, HEARTBEAT) is not None)
    assert log.version(floor.database, OPERATION) == 0


def _check_at_once(url: str, key: Path, now: int, start: object, told: object) -> None:
    with opened(url, key, Hands(now)) as floor:
        start.wait()
        told.put(check_daily(floor, Program(folder=Path("nowhere"))) is not None)


def test_two_processes_that_both_believe_they_hold_the_clock_leave_one_record(postgres_url: str, key_file: Path):
    spawn = multiprocessing.get_context("spawn")
    with opened(postgres_url, key_file) as floor:
        start, told = spawn.Barrier(2), spawn.Queue()
        others = [
            spawn.Process(target=_check_at_once, args=(postgres_url, key_file, NOON, start, told)) for _ in range(2)
        ]
        for other in others:
            other.start()
        assert True in [told.get(timeout=60) for _ in others]
        for other in others:
            other.join()
        assert checks(floor) == ["day"]
        assert check_all(floor)


def test_two_servers_with_other_files_and_other_clocks_leave_one_record_a_day(postgres_url: str, key_file: Path):
    """Each was decided on a state without the other's check, and under another id."""
    early, late = Hands(MIDNIGHT), Hands(MIDNIGHT + DAY - 1)
    with opened(postgres_url, key_file, early) as one, opened(postgres_url, key_file, late) as two:
        sent = [
            floor.submit(OPERATION, CheckProgram(occasion=DAILY, manifest=small(files={"a": name})))
            for floor, name in ((one, "1"), (two, "2"))
        ]
        for each in sent:
            each.result()
        assert checks(one) == ["day"]
        early.now = late.now = MIDNIGHT + DAY
        for floor in (one, two, one):
            check_daily(floor, Program(folder=Path("nowhere")))
        assert checks(two) == ["day", "day"]


def _die_in_the_check(url: str, key: Path) -> None:
    with opened(url, key) as floor:
        floor.database.engine.dialect.do_commit = child.die  # type: ignore[method-assign]
        check_daily(floor, Program(folder=Path("nowhere")))


def test_a_process_killed_before_its_check_is_written_leaves_it_to_the_next(database_url: str, key_file: Path):
    with opened(database_url, key_file):
        pass
    spawn = multiprocessing.get_context("spawn")
    dying = spawn.Process(target=_die_in_the_check, args=(database_url, key_file))
    dying.start()
    dying.join()
    assert dying.exitcode == -signal.SIGKILL
    with opened(database_url, key_file) as floor:
        assert checks(floor) == []
        program = Program(folder=Path("nowhere"))
        assert check_daily(floor, program) is not None
        assert check_daily(floor, program) is None
        assert checks(floor) == ["day"]
        assert check_all(floor)


# Stopping on a difference.


def differing(floor: Floor) -> ProgramChecked:
    return record(floor, small(files={"cards.py": "altered"}), DEMAND)


def test_a_difference_stops_nothing_unless_the_settings_say_so(floor: Floor):
    floor.deposit("ann", 1_000_00)
    stream = table(floor)
    floor.send(OPERATION, ApproveProgram(manifest=small(files={"cards.py": "right"}), who="ann", why="tried"))
    assert differing(floor).count == 1
    assert floor.disabled() is None
    play(floor, stream, "1 ante 5; deal; 1 fold")


def test_with_the_setting_gaming_is_stopped_in_the_same_commit_and_rounds_under_way_finish(floor: Floor):
    floor.deposit("ann", 1_000_00)
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal")
    floor.send(OPERATION, ChangeOperation(who="ann", why="the regulator asks", stop_on_difference=True))
    assert differing(floor).count == 0, "nothing has been approved"
    right = small(files={"cards.py": "right"})
    floor.send(OPERATION, ApproveProgram(manifest=right, who="ann", why="tried"))
    assert record(floor, right, DEMAND).count == 0
    assert floor.disabled() is None
    differing(floor)
    *_, last = log.read(floor.database, OPERATION)
    assert [(each.stream, each.name, each.actor) for each in log.caused(floor.database, last.command_id)] == [
        ("floor", "gaming_disabled", "integrity"),
        ("operation", "program_checked", "integrity"),
    ]
    play(floor, stream, "1 fold")
    with pytest.raises(Refused, match="program-differs"):
        play(floor, stream, "1 ante 5; deal")
    differing(floor)
    assert log.version(floor.database, "floor") == 1, "it is stopped already"
    record(floor, right, DEMAND)
    assert floor.disabled() == "program-differs", "a person starts it again"
    floor.enable("the file was put back", actor="operator ann")
    play(floor, stream, "1 ante 5; deal; 1 fold")
    assert check_all(floor)


def test_settings_that_are_left_out_stay_and_none_at_all_is_an_error(memory: Floor):
    memory.send(OPERATION, ChangeOperation(who="ann", why="tried", large_win_cents=Cents(500_00)))
    memory.send(OPERATION, ChangeOperation(who="ann", why="tried", stop_on_difference=True))
    settings = state_of(memory).settings
    assert (settings.stop_on_difference, settings.large_win_cents) == (True, 500_00)
    with pytest.raises(InputError, match="at least one setting to change: stop_on_difference, large_win_cents"):
        memory.send(OPERATION, ChangeOperation(who="ann", why="tried"))
    with pytest.raises(InputError, match="an amount cannot be negative"):
        memory.send(OPERATION, ChangeOperation(who="ann", why="tried", large_win_cents=Cents(-1)))


# Outages.


@pytest.mark.parametrize(("seconds", "noted"), [(0, False), (59, False), (60, True), (7 * 24 * 3600, True)])
def test_a_clock_that_stood_still_for_a_minute_is_recorded_once(floor: Floor, clock: Hands, seconds: int, noted: bool):
    note_outage(floor)  # it has never ticked
    log.put_fact(floor.database, HEARTBEAT, str(NOON))
    clock.now += seconds * 1_000_000
    for _ in range(2):  # as after a crash before the next tick
        note_outage(floor)
    found = [(each.finding.code, each.finding.params) for each in significant_events(floor)]
    assert found == [("clock-interrupted", {"since": NOON, "until": NOON + seconds * 1_000_000})] * noted
    assert check_all(floor) == noted


def test_the_clock_notes_its_own_outage_before_it_ticks_again(floor: Floor, clock: Hands):
    log.put_fact(floor.database, HEARTBEAT, str(NOON))
    clock.now += clocks.RECORDED_OUTAGE_SECONDS * 1_000_000
    with Clock(floor, every_seconds=0):
        until(lambda: log.fact(floor.database, HEARTBEAT) == str(clock.now))
    (event,) = significant_events(floor)
    said = "the clock stood still from 2026-09-21 14:13:20 UTC to 2026-09-21 14:14:20 UTC, so nothing that fell due"
    assert tell_significance(event.finding.code, event.finding.params).startswith(said)
    assert event.actor == "clock"
