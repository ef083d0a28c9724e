"""PostgreSQL: whether it keeps what it acknowledges, whom it takes us for, and whether it has room for every worker."""

from collections.abc import Iterator
from ipaddress import ip_address
from time import time_ns
from typing import Any, Final, NamedTuple
from uuid import uuid4

from sqlalchemy.engine import URL

from mississippi_stud.floor.fitness import clocks
from mississippi_stud.floor.fitness.finding import FitnessFinding, Status, fine, size, warning, wrong
from mississippi_stud.store.database import address

_WORKER: Final = 33
"""The connections of a process at most: two pools of 16, and one that listens."""
_VAULT: Final = 15
"""The further connections of a process whose vault is on PostgreSQL too."""
_PATIENCE: Final = 2


_SETTINGS: Final[dict[str, tuple[tuple[str, ...], Status]]] = {
    "fsync": (("on",), "wrong"),
    "full_page_writes": (("on",), "wrong"),
    "synchronous_commit": (("on", "remote_apply"), "warning"),
    "wal_level": (("replica", "logical"), "warning"),
    "data_checksums": (("on",), "warning"),
    "autovacuum": (("on",), "warning"),
    "default_transaction_isolation": (("read committed",), "warning"),
    "default_transaction_read_only": (("off",), "wrong"),
    "server_encoding": (("UTF8",), "wrong"),
    "statement_timeout": (("0",), "warning"),
}
"""The settings that matter to us: what is good, and how grave anything else is."""
_ROOM: Final = (
    "SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,"
    " (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' AND datname IS DISTINCT FROM"
    " current_database()), pg_database_size(current_database())"
)
_WHO: Final = (
    "SELECT current_user::text, (SELECT rolsuper FROM pg_roles WHERE rolname = current_user), pg_is_in_recovery(),"
    " inet_server_addr()::text,"
    " coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false),"
    " coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)"
)


def examine(url: URL, vault: str, workers: int) -> Iterator[FitnessFinding]:
    """Yield what PostgreSQL says about itself."""
    import psycopg

    try:
        with connection_to(url) as connection:
            yield from settings(connection)
            yield from about(Who(*connection.execute(_WHO).fetchone()))
            yield _room(connection, workers, address(vault).get_backend_name() == "postgresql")
            yield clocks.against_database(_ahead(connection))
            with connection_to(url) as other:
                yield listening(connection, other)
    except psycopg.Error as error:
        said = str(error).strip().partition("\n")[0]
        yield wrong("database", "postgres-away", url.render_as_string(hide_password=True), said=said)


def connection_to(url: URL) -> Any:
    """Open a connection in which every statement stands for itself."""
    import psycopg

    text = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(text, autocommit=True)


def settings(connection: Any) -> Iterator[FitnessFinding]:
    """Yield each setting that matters, as it is for our role in our database."""
    rows = connection.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", (list(_SETTINGS),))
    found = dict(rows.fetchall())
    for name in _SETTINGS:
        yield judged(name, found.get(name, ""))


def judged(name: str, value: str) -> FitnessFinding:
    """Return whether a setting is as it should be."""
    good, otherwise = _SETTINGS[name]
    return fine(name, value) if value in good else FitnessFinding(name, otherwise, value, name, {"value": value})


class Who(NamedTuple):
    """Whom PostgreSQL takes us for, and how we reach it."""

    name: str
    superuser: bool
    standby: bool
    server: str | None
    """Its address, if there is a network between us."""
    encrypted: bool
    may_create: bool


def about(who: Who) -> Iterator[FitnessFinding]:
    """Yield what is to be said about our role and our connection."""
    if who.standby:
        yield wrong("role", "postgres-standby")
    elif not who.may_create:
        yield wrong("role", "role-weak")
    elif who.superuser:
        yield warning("role", "role-mighty")
    else:
        yield fine("role", who.name)
    if who.server is None or ip_address(who.server.partition("/")[0]).is_loopback or who.encrypted:
        yield fine("connection", who.server or "unix")
    else:
        yield wrong("connection", "postgres-plain", who.server, server=who.server)


def _room(connection: Any, workers: int, with_vault: bool) -> FitnessFinding:
    """Return whether there are connections enough for every worker, beside those that others have now."""
    most, others, stored = connection.execute(_ROOM).fetchone()
    needed = workers * (_WORKER + _VAULT * with_vault)
    told = f"{most - others} / {needed}, {size(stored)}"
    if most - others < needed:
        return warning("connections", "connections-few", told, free=most - others, needed=needed, workers=workers)
    return fine("connections", told)


def _ahead(connection: Any) -> int:
    """Return by how many microseconds PostgreSQL's clock is ahead of this machine's."""
    before = time_ns()
    (there,) = connection.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint").fetchone()
    return int(there) - (before + time_ns()) // 2_000


def listening(hearing: Any, telling: Any) -> FitnessFinding:
    """Return whether one connection hears what another tells: through a pooler that shares them, it does not."""
    channel = f"mstud_{uuid4().hex}"
    hearing.execute(f"LISTEN {channel}")
    telling.execute(f"NOTIFY {channel}")
    heard = list(hearing.notifies(timeout=_PATIENCE, stop_after=1))
    hearing.execute(f"UNLISTEN {channel}")
    return fine("notices", "LISTEN") if heard else wrong("notices", "notices-lost")
