"""Power loss on SQLite: everything acknowledged had been synced.

What this proves: the store itself, with its own statements, transactions and pragmas, runs on a SQLite (apsw's, newer
than Python's) whose file system tracks separately what was synced and what was only written. The power fails at random
writes and syncs: a copy is made of what would then be on the disk, with none of the unsynced data or with random
sectors of it (torn pages, writes out of order). Each copy is opened by Python's own SQLite and must be a sound log and
ledger, with matching projections, that holds every command acknowledged by then. With `synchronous = NORMAL` instead of
`FULL`, and no other change, acknowledged commands are missing: so the test can fail. What it does not cover: disks that
lie about syncs, and folders that lose a synced file. Decision 64 lists the other tests of crashes.
"""

import shutil
import sqlite3.dbapi2
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from sqlalchemy import select

from mississippi_stud.store import Database, Success, audit, log, schema
from tests.campaign.part import Part
from tests.store.drive import append, chance_of, counted, opened, paid, projected
from tests.store.power import Connection, Disk, Vfs

STREAMS = ("a", "b", "c", "d")
STEPS = 80


class Cut(NamedTuple):
    """What was on the disk at one moment, and what had been acknowledged by then."""

    files: dict[str, bytes]
    acknowledged: dict[str, int]


@pytest.fixture
def lossy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    """Provide a disk that every SQLite connection of this test writes to, opened with its `synchronous` setting."""
    disk = Disk()
    vfs = Vfs(disk)
    disk.synchronous = "FULL"

    def connect(path: str, **_: object) -> Connection:
        return Connection(path, vfs, disk.synchronous)

    monkeypatch.setattr(sqlite3.dbapi2, "connect", connect)
    yield disk
    vfs.unregister()


def step(database: Database, chance: Random, number: int, versions: Counter[str]) -> dict[str, int]:
    """Commit a few commands, some of which lack the funds; return those that were acknowledged."""
    batch = []
    for stream in chance.sample(STREAMS, chance.randint(1, len(STREAMS))):
        player = f"player:{chance.choice(('ann', 'bob'))}"
        source, target = chance.choice((("house", player), (player, "house")))
        moved = paid(source, target, chance.randint(1, 100))
        batch.append(counted(stream, versions[stream], f"{number}.{stream}", moved))
    done: dict[str, int] = {}
    for each, outcome in zip(batch, append(database, *batch), strict=True):
        if isinstance(outcome, Success):
            (versions[each.parts[0].stream],) = outcome.versions
            done[each.command_id] = outcome.versions[0]
    return done


def played(disk: Disk, folder: Path, chance: Random, cuts: int, torn: bool, share: float = 0.05) -> list[Cut]:
    """Append commands, and record at so many of the writes and syncs what a power cut would leave."""
    acknowledged: dict[str, int] = {}
    taken: list[Cut] = []

    def moment() -> None:
        if len(taken) < cuts and chance.random() < share:
            taken.append(Cut(disk.after_the_cut(chance if torn else None), dict(acknowledged)))

    database, versions = opened(f"sqlite:///{folder}/floor.db"), Counter[str]()
    disk.moment = moment
    for number in range(STEPS):
        acknowledged |= step(database, chance, number, versions)
    taken.append(Cut(disk.after_the_cut(None), dict(acknowledged)))
    disk.moment = lambda: None
    check(database)
    database.close()
    return taken


def check(database: Database) -> None:
    """Check that the log and the ledger are sound and that the projections match."""
    assert database.stale == set()
    audit.verify(database)
    versions = log.versions(database, log.streams(database))
    rows = projected(database)
    assert {row[0]: row[2] for row in rows["counters"]} == versions
    assert {row[0]: row[2] for row in rows["deadlines"]} == {stream: 999 + last for stream, last in versions.items()}


def missing(cut: Cut, folder: Path) -> set[str]:
    """Return what was acknowledged but is not in the log after a power cut; check that the log is sound."""
    folder.mkdir()
    for name, content in cut.files.items():
        (folder / name).write_bytes(content)
    database = opened(f"sqlite:///{folder}/floor.db")
    check(database)
    with database.transaction() as connection:
        known = {row.id: row.version for row in connection.execute(select(schema.commands))}
    versions = Counter(log.versions(database, STREAMS))
    assert step(database, chance_of(1), STEPS, versions), "it goes on at once"
    check(database)
    database.close()
    return {name for name, version in cut.acknowledged.items() if known.get(name) != version}


def lost(disk: Disk, monkeypatch: pytest.MonkeyPatch, folder: Path, seed: object, cuts: int, torn: bool) -> int:
    """Return how many acknowledged commands are lost in power cuts."""
    (folder / "run").mkdir()
    taken = played(disk, folder / "run", chance_of(seed), cuts, torn)
    monkeypatch.undo()  # the copies are opened by Python's own SQLite
    assert len(taken) > cuts // 2
    assert len({len(cut.acknowledged) for cut in taken}) > 3, "the power went at different moments"
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
def test_power_cuts_at_every_write(lossy: Disk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, part: Part):
    """At every write and every sync of a run, one after the other; by turns nothing unsynced survives, or some does."""
    chance, torn = chance_of(f"power {part}"), part.number % 2 == 1
    cuts = played(lossy, tmp_path, chance, part.size - 1, torn, share=1)
    monkeypatch.undo()  # the copies are opened by Python's own SQLite
    for cut in cuts:
        assert missing(cut, tmp_path / "cut") == set()
        shutil.rmtree(tmp_path / "cut")
        part.count("torn" if torn else "whole")
