"""Backups in a folder, of which so many are kept, and rehearsed restores: by the commands, and killed in the middle."""

import csv
import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sysconfig
import tempfile
import time
from collections import Counter
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, select

from mississippi_stud.errors import InputError
from mississippi_stud.floor import STREAMS, Floor
from mississippi_stud.floor.cache import States
from mississippi_stud.floor.history.export_all import write_all
from mississippi_stud.floor.history.rehearsal import rehearse
from mississippi_stud.floor.home import anchors_file
from mississippi_stud.store import Database, Keys, backup, backup_folder, log
from mississippi_stud.store.anchors import Anchors
from mississippi_stud.store.audit import LogError
from mississippi_stud.store.schema import metadata
from tests.floor.drive import play, seated
from tests.floor.test_fitness import now
from tests.store.drive import command

TABLES = metadata.tables
MSTUD = f"{sysconfig.get_path('scripts')}/mstud"


def mstud(*arguments: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([MSTUD, *map(str, arguments)], capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "backups"
    path.mkdir(mode=0o700)
    return path


@pytest.fixture
def played(sqlite_url: str, key_file: Path) -> str:
    """Return the URL of a floor on which a round was played and another is open."""
    with Floor.open(sqlite_url, key_file) as floor:
        table = seated(floor)
        play(floor, table, "1 ante 5; deal; 1 fold")
        play(floor, table, "1 ante 5; deal; 1 bet 1")
    return sqlite_url


def save(url: str, key: Path, folder: Path, keep: int | None = None, at: int | None = None) -> backup_folder.BackupFile:
    with closing(Database(url, Keys.from_file(key), STREAMS.tables, reading=True)) as source:
        return backup_folder.save_into(folder, source, at or now(), keep)


def test_the_commands_make_keep_and_rehearse_backups_in_a_folder(played: str, key_file: Path, folder: Path):
    given = ("--database", played, "--key", key_file)
    for each in (3, 2, 1):
        save(played, key_file, folder, at=now() - each * 3_600_000_000)
    rehearse(backup_folder.kept(folder)[-1], Keys.from_file(key_file), Anchors(anchors_file(key_file)), now())
    done = json.loads(mstud("backup", folder, "--keep", 2, *given, "--json").stdout)
    assert [Path(each).parent for each in done["removed"]] == [folder, folder]
    assert sorted(folder.iterdir()) == sorted(backup_folder.kept(folder)), "the record has gone with its backup"
    assert len(backup_folder.kept(folder)) == 2
    said = mstud("verify", "backup", folder, "--key", key_file)
    assert said.returncode == 0, said.stderr
    assert "was restored in a scratch place: rows: " in said.stdout
    record = json.loads(Path(f"{done['file']}.rehearsed").read_text())
    assert (record["file"], record["rows"]) == (Path(done["file"]).name, done["rows"])
    said = mstud("backup", folder / "none" / "there", "--keep", 2, *given)
    assert (said.returncode, said.stderr.count("\n")) == (2, 1)
    assert "give a folder that is there" in said.stderr
    assert "there is no backup in" in mstud("verify", "backup", folder.parent, "--key", key_file).stderr


def test_two_backups_at_once_in_a_folder_are_refused(played: str, key_file: Path, folder: Path):
    with backup_folder.alone(folder), pytest.raises(InputError, match="another backup is being made"):
        save(played, key_file, folder)
    save(played, key_file, folder)


def test_nothing_is_removed_for_a_backup_that_cannot_be_read_again(
    played: str, key_file: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    first = save(played, key_file, folder, at=now() - 60_000_000).path
    honest = backup_folder.save

    def spoils(database: Database, path: Path, at: int) -> backup.Backup:
        done = honest(database, path, at)
        path.write_bytes(path.read_bytes()[:-9])
        return done

    monkeypatch.setattr(backup_folder, "save", spoils)
    with pytest.raises(InputError, match="is cut short"):
        save(played, key_file, folder, keep=1)
    assert first.exists()


def test_a_rehearsal_changes_nothing_but_its_record(played: str, key_file: Path, folder: Path):
    path = save(played, key_file, folder).path
    kept = {each: each.read_bytes() for each in (path, *key_file.parent.iterdir())}
    keys = Keys.from_file(key_file)
    done = rehearse(path, keys, Anchors(anchors_file(key_file)), now())
    assert (done.rounds, done.rows) == (2, backup.check(path, keys).rows)
    assert {each: each.read_bytes() for each in kept} == kept
    assert backup_folder.rehearsed(folder, keys) == done


def test_a_backup_that_lacks_what_was_anchored_before_it_is_told(
    played: str, key_file: Path, folder: Path, tmp_path: Path
):
    older, anchors, keys = tmp_path / "older.db", Anchors(anchors_file(key_file)), Keys.from_file(key_file)
    shutil.copy(tmp_path / "floor.db", older)
    with Floor.open(played, key_file) as floor:
        floor.deposit("bob", 1_00)
    with closing(Database(f"sqlite:///{older}", keys, STREAMS.tables)) as opened:
        log.append(opened, [command("account:eve", 0, "later")._replace(at=now() + 10_000_000)])
    path = save(f"sqlite:///{older}", key_file, folder).path
    with pytest.raises(LogError, match=r"lacks commit .* which was anchored before it was made"):
        rehearse(path, keys, anchors, now())
    assert backup_folder.rehearsed(folder, keys) is None


def _work(url: str, key: Path, folder: Path) -> None:
    """Make backups, keep two and rehearse the newest, for ever."""
    at = now()
    while True:
        at += 1_000_000
        path = save(url, key, folder, keep=2, at=at).path
        rehearse(path, Keys.from_file(key), Anchors(anchors_file(key)), at)


def test_killed_in_the_middle_every_file_is_whole_and_the_next_goes_on(
    played: str, key_file: Path, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """At whatever moment: two good backups are there once there were two, and each record is of its backup."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # where scratch places of the killed are left
    keys, chance = Keys.from_file(key_file), Random(2026)  # noqa: S311
    for number in range(2):
        save(played, key_file, folder, at=now() - (9 - number) * 60_000_000)
    for _ in range(8):
        child = multiprocessing.get_context("fork").Process(target=_work, args=(played, key_file, folder))
        child.start()
        time.sleep(chance.uniform(0.02, 0.5))
        os.kill(child.pid, signal.SIGKILL)
        child.join()
        good = backup_folder.kept(folder)
        assert len(good) in (2, 3)
        assert all(backup.check(path, keys).rows for path in good)
        for record in folder.glob("*.rehearsed"):
            assert record.with_suffix("") in good or not record.with_suffix("").exists()
    done = save(played, key_file, folder, keep=2, at=now() + 900_000_000)
    rehearse(done.path, keys, Anchors(anchors_file(key_file)), now())
    assert {path.suffix for path in folder.iterdir()} <= {".backup", ".rehearsed"}, "nothing unfinished is left"
    assert not list(folder.glob(".floor*"))


# Everything in plain files.


def test_everything_is_exported_and_adds_up(played: str, key_file: Path, tmp_path: Path):
    out, given = tmp_path / "all", ("--database", played, "--key", key_file)
    done = mstud("export", "--everything", out, *given)
    assert done.returncode == 0, done.stderr
    listed = json.loads((out / "manifest.json").read_text())
    assert listed == {path.name: sha256(path.read_bytes()).hexdigest() for path in out.glob("[!m]*")}
    with closing(Database(played, Keys.from_file(key_file), STREAMS.tables, reading=True)) as opened:
        counts = {name: opened.fetch(select(func.count()).select_from(table))[0][0] for name, table in TABLES.items()}
    events = [json.loads(line) for line in (out / "events.jsonl").read_text().splitlines()]
    assert len(events) == counts["events"]
    with (out / "transfers.csv").open() as file:
        moved = list(csv.DictReader(file))
    assert len(moved) == counts["transfers"]
    held: Counter[str] = Counter()
    for row in moved:
        held[row["target"]] += int(row["cents"])
        held[row["source"]] -= int(row["cents"])
    with (out / "balances.csv").open() as file:
        assert {row["account"]: int(row["cents"]) for row in csv.DictReader(file)} == held
    assert [each["status"] for each in json.loads((out / "rounds.json").read_text())] == ["open", "settled"]
    books = [json.loads(line) for line in (out / "rulebooks.jsonl").read_text().splitlines()]
    assert len(books) == counts["rulebooks"] > 0
    assert "is there already" in mstud("export", "--everything", out, *given).stderr
    assert "leave out" in mstud("export", "--everything", tmp_path / "b", "--table", "t", *given).stderr
    assert not (tmp_path / "b").exists()


def _export(url: str, key: Path, folder: Path) -> None:
    number = 0
    while True:
        with closing(Database(url, Keys.from_file(key), STREAMS.tables, reading=True)) as opened:
            write_all(States(opened, STREAMS), folder / f"all-{number}")
        number += 1


def test_an_export_that_is_killed_is_whole_or_not_there(played: str, key_file: Path, folder: Path):
    chance = Random(7)  # noqa: S311
    for _ in range(6):
        child = multiprocessing.get_context("fork").Process(target=_export, args=(played, key_file, folder))
        child.start()
        time.sleep(chance.uniform(0.02, 0.3))
        os.kill(child.pid, signal.SIGKILL)
        child.join()
        for out in folder.glob("all-*"):
            listed = json.loads((out / "manifest.json").read_text())
            assert listed == {path.name: sha256(path.read_bytes()).hexdigest() for path in out.glob("[!m]*")}
            shutil.rmtree(out)
