"""Power loss on SQLite: what was acknowledged was synced.

What is proved: the floor itself, with the store's own statements, transactions and pragmas, runs on a SQLite (apsw's,
newer than Python's) whose file system keeps apart what was synced from what was only written. At random writes and
syncs the power goes: a copy is made of what would be on the disk then, either nothing of what was not synced or any
sectors of it (torn pages, writes out of order). Each copy is opened by Python's own SQLite and must be a sound log and
ledger that holds every command acknowledged up to then. With `synchronous = NORMAL` in place of `FULL`, and nothing
else changed, acknowledged commands are missing: so the test can tell. What is not proved: disks that lie about syncs,
and folders that forget a file that was synced.
"""

import sqlite3.dbapi2
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from sqlalchemy import select

from mississippi_stud.floor import Floor
from mississippi_stud.round.refused import Refused
from mississippi_stud.store import audit, schema
from tests.floor.drive import chance_of, check_all, next_command, opened, seated
from tests.store.power import Connection, Disk, Vfs

GAMES = 4
STEPS = 40


class Cut(NamedTuple):
    """What was on the disk at a moment, and what had been acknowledged."""

    files: dict[str, bytes]
    acknowledged: dict[str, int]


@pytest.fixture
def lossy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    """A disk that every SQLite connection of this test writes to; `synchronous` says how the store opens it."""
    disk = Disk()
    vfs = Vfs(disk)
    disk.synchronous = "FULL"

    def connect(path: str, **_: object) -> Connection:
        return Connection(path, vfs, disk.synchronous)

    monkeypatch.setattr(sqlite3.dbapi2, "connect", connect)
    yield disk
    vfs.unregister()


def played(disk: Disk, folder: Path, chance: Random, cuts: int, torn: bool) -> list[Cut]:
    """Play, and note at random moments what a power cut would leave."""
    acknowledged: dict[str, int] = {}
    taken: list[Cut] = []

    def moment() -> None:
        if len(taken) < cuts and chance.random() < 0.05:
            taken.append(Cut(disk.after_the_cut(chance if torn else None), dict(acknowledged)))

    with opened(f"sqlite:///{folder}/floor.db") as floor:
        games = [seated(floor, f"p{number}") for number in range(GAMES)]
        disk.moment = moment
        for step in range(STEPS):
            for game in games:
                answer = floor.submit(game, next_command(chance, floor.game(game)), command_id=f"{step}.{game[-8:]}")
                try:
                    acknowledged[f"{step}.{game[-8:]}"] = answer.result().version
                except Refused:
                    continue
        taken.append(Cut(disk.after_the_cut(None), dict(acknowledged)))
        disk.moment = lambda: None
        check_all(floor)
    return taken


def missing(cut: Cut, folder: Path) -> set[str]:
    """What was acknowledged and is not in the log after a power cut; the log is sound in any case."""
    folder.mkdir()
    for name, content in cut.files.items():
        (folder / name).write_bytes(content)
    with opened(f"sqlite:///{folder}/floor.db") as floor:
        check_all(floor)
        with floor.database.transaction() as connection:
            known = dict(
                tuple(row) for row in connection.execute(select(schema.commands.c.id, schema.commands.c.version))
            )
        goes_on(floor)
    return {name for name, version in cut.acknowledged.items() if known.get(name) != version}


def goes_on(floor: Floor) -> None:
    """The floor plays at once."""
    game = floor.open_game("p0", "online")
    floor.send(game, next_command(chance_of(1), floor.game(game)))
    audit.verify(floor.database)


def lost(disk: Disk, monkeypatch: pytest.MonkeyPatch, folder: Path, seed: object, cuts: int, torn: bool) -> int:
    """How many acknowledged commands power cuts lose."""
    (folder / "run").mkdir()
    taken = played(disk, folder / "run", chance_of(seed), cuts, torn)
    monkeypatch.undo()  # the copies are opened by Python's own SQLite
    assert len(taken) > cuts // 2
    assert len({len(cut.acknowledged) for cut in taken}) > 3, "the power went at different moments of play"
    assert any("floor.db-wal" in cut.files for cut in taken)
    assert len({cut.files["floor.db"] for cut in taken}) > 1, "a checkpoint was met"
    return sum(len(missing(cut, folder / f"cut{number}")) for number, cut in enumerate(taken))


@pytest.mark.parametrize("torn", [False, True])
def test_with_full_nothing_acknowledged_is_lost(
    lossy: Disk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, torn: bool
):
    assert lost(lossy, monkeypatch, tmp_path, "full", 12, torn) == 0


def test_with_normal_something_is_so_this_test_can_tell(lossy: Disk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    lossy.synchronous = "NORMAL"
    assert lost(lossy, monkeypatch, tmp_path, "normal", 12, torn=False) > 0


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("torn", [False, True])
def test_many_power_cuts(lossy: Disk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, torn: bool, seed: int):
    assert lost(lossy, monkeypatch, tmp_path, seed, 60, torn) == 0
