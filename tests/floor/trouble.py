"""Work that is killed in the middle: bringing a database up to date, writing a backup, restoring one."""

import multiprocessing
import os
import shutil
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from mississippi_stud.floor import STREAMS
from mississippi_stud.store import Database, backup
from mississippi_stud.store import database as databases
from tests.floor.drive import KEYS

LATER = "9000"
"""The revision of a migration that only these tests have."""
_LATER = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9000", "NEWEST"


def upgrade():
    op.add_column("facts", sa.Column("since", sa.BigInteger(), server_default="7"))
    op.create_table("copied", sa.Column("id", sa.String(64), primary_key=True), sa.Column("version", sa.Integer))
    op.execute("INSERT INTO copied SELECT id, version FROM commands")
    op.create_index("copied_versions", "copied", ["version"])
"""
_SERVER = multiprocessing.get_context("forkserver")
_SERVER.set_forkserver_preload([__name__])


def later_migrations(folder: Path) -> Path:
    """Return a folder of migrations with one more, of several steps."""
    shutil.copytree(databases.MIGRATIONS, folder)
    told = _LATER.replace("NEWEST", databases.newest())
    folder.joinpath("versions", f"v{LATER}_later.py").write_text(told)
    return folder


def bring_up_to_date(url: str, migrations: Path) -> None:
    databases.MIGRATIONS = migrations  # type: ignore[misc]
    Database(url, KEYS, STREAMS.tables).close()


def save(url: str, path: Path) -> None:
    source = Database(url, KEYS, reading=True)
    backup.save(source, path, 0)
    source.close()


def restore(url: str, path: Path) -> None:
    backup.restore(path, url, KEYS)


def killed(work: Callable[..., None], *given: Any, seconds: float | None = None) -> float:
    """Do work in a process of its own, killed so long after it began; return how long it took."""
    ours, theirs = _SERVER.Pipe()
    process = _SERVER.Process(target=_say_and_do, args=(theirs, dict(os.environ), work, *given))
    process.start()
    assert ours.recv() == "begins"
    began = time.monotonic()
    process.join(seconds)
    process.kill()
    process.join()
    took = time.monotonic() - began
    assert seconds is not None or process.exitcode == 0
    process.close()
    return took


def _say_and_do(told: Connection, environment: dict[str, str], work: Callable[..., None], *given: Any) -> None:
    os.environ.update(environment)  # the server that forks knows that of its start
    told.send("begins")
    work(*given)
