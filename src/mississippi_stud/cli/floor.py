"""`mstud backup`, `restore`, `rebuild` and `export`: a floor's database to a file and back, and its projections."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from mississippi_stud.cli.extras import require
from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from mississippi_stud.floor import Floor
    from mississippi_stud.store import Database, Keys

DatabaseUrl = Annotated[
    str | None,
    typer.Option("--database"),
]
KeyFile = Annotated[
    Path | None,
    typer.Option("--key"),
]


def keys_of(key: Path | None) -> "Keys":
    """Return the keys in a key file, which must exist."""
    from mississippi_stud.floor.home import key_file
    from mississippi_stud.store import Keys

    return Keys.from_file(key_file(key))


def database_at(given: str | None) -> str:
    """Return the URL of the named database, or of the default one; its driver must be installed."""
    from mississippi_stud.floor.home import database_url

    url = database_url(given)
    if url.startswith("postgresql"):
        require("postgres")
    return url


def reading(database: str | None, key: Path | None, *, public_key: str | None = None) -> "Database":
    """Open the database read-only; a floor may be running on it. `public_key` can replace the key."""
    from mississippi_stud.floor.kinds import STREAMS
    from mississippi_stud.store import Database, Keys

    keys = keys_of(key) if public_key is None else Keys.of_public(public_key)
    return Database(database_at(database), keys, STREAMS.tables, reading=True)


def check_out(out: Path, database: str | None, key: Path | None) -> None:
    """Refuse to overwrite the database being read, or its key."""
    from sqlalchemy.engine import make_url

    from mississippi_stud.floor.home import key_file
    from mississippi_stud.store.location import file_of

    if out.resolve() in (file_of(make_url(database_at(database))), key_file(key).resolve()):
        raise InputError("out-database", path=out)


def _rebuilt(database: str | None, key: Path | None) -> "Floor":
    """Open a floor on an existing database, with all its projections rebuilt from the log."""
    from mississippi_stud.floor import STREAMS, Floor
    from mississippi_stud.floor.home import key_file, vault_url
    from mississippi_stud.store import Database
    from mississippi_stud.store.vault import Vault

    opened = Database(database_at(database), keys_of(key), STREAMS.tables)
    stale = bool(opened.stale)
    floor = Floor(opened, vault=Vault(vault_url(key_file(key))))  # this rebuilds what is stale
    if not stale:
        floor.rebuild()
    return floor


def opened(database: str | None, key: Path | None) -> "Floor":
    """Open a floor on an existing database, to write to its log."""
    from mississippi_stud.floor import Floor
    from mississippi_stud.floor.home import key_file

    reading(database, key).close()  # this raises an error if there is none
    return Floor.open(database_at(database), key_file(key))


def now() -> int:
    """Return microseconds since 1970, UTC."""
    from time import time_ns

    return time_ns() // 1000


def backup(
    out: Annotated[Path, typer.Argument()],
    keep: Annotated[int | None, typer.Option(min=1, max=10_000)] = None,
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Write a whole database to one file, even while it is in use."""
    from contextlib import closing

    import msgspec

    from mississippi_stud.language import translator
    from mississippi_stud.prose.terminal import say
    from mississippi_stud.store import backup as backups
    from mississippi_stud.store import backup_folder

    translator(language)  # reject an unknown language before doing anything
    removed: list[Path] = []
    with closing(reading(database, key)) as source:
        if keep is not None or out.is_dir():
            out, done, removed = backup_folder.save_into(out, source, now(), keep)
        else:
            check_out(out, database, key)
            done = backups.save(source, out, now())
    if as_json:
        print_json(msgspec.to_builtins(done) | {"file": out, "removed": removed})
        return
    print_rich(say("saved", language, rows=done.rows, file=out, key=done.key))
    if removed:
        print_rich(f"  {say('backups-removed', language, count=len(removed))}")


def restore(
    file: Annotated[Path, typer.Argument()],
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Fill an empty database from a backup, completely or not at all. Rounds that were open then are void."""
    import msgspec

    from mississippi_stud.language import translator
    from mississippi_stud.prose.terminal import say
    from mississippi_stud.store import backup as backups

    translator(language)  # reject an unknown language before doing anything
    done = backups.restore(file, database_at(database), keys_of(key))
    with _rebuilt(database, key) as floor:
        renewed = floor.renewed
    if as_json:
        print_json(msgspec.to_builtins(done) | renewed._asdict())
        return
    print_rich(say("restored", language, rows=done.rows, file=file))
    print_rich(f"  {say('voided', language, **renewed._asdict())}")


def rebuild(
    database: DatabaseUrl = None, key: KeyFile = None, as_json: AsJson = False, language: Language = "en"
) -> None:
    """Rebuild every projection (rounds, hands, deadlines) from the log, and show how many rows each has."""
    from sqlalchemy import func, select

    from mississippi_stud.language import translator
    from mississippi_stud.prose.terminal import say

    translator(language)
    reading(database, key).close()  # this raises an error if there is none
    with _rebuilt(database, key) as floor, floor.database.transaction() as connection:
        tables = floor.database.projections
        rows = {name: connection.scalar(select(func.count()).select_from(table)) for name, table in tables.items()}
    if as_json:
        print_json({"rows": rows})
        return
    print_rich(say("rebuilt", language, rows=", ".join(f"{name} {count}" for name, count in rows.items())))


def export(
    kind: Annotated[str, typer.Option("--format")] = "csv",
    player: str | None = None,
    whole: Annotated[bool, typer.Option("--whole")] = False,
    table: str | None = None,
    book: str | None = None,
    status: str | None = None,
    since: str | None = None,
    until: str | None = None,
    stream: str | None = None,
    everything: Annotated[Path | None, typer.Option("--everything")] = None,
    out: Path | None = None,
    database: DatabaseUrl = None,
    key: KeyFile = None,
    language: Language = "en",
) -> None:
    """Export rounds as CSV, JSON or hand histories, latest first; or the events of any stream."""
    from contextlib import closing

    from mississippi_stud.floor.cache import States
    from mississippi_stud.floor.history.export import Format, stream_lines, write
    from mississippi_stud.floor.history.export_all import write_all
    from mississippi_stud.floor.history.recall import RoundFilter
    from mississippi_stud.floor.kinds import STREAMS
    from mississippi_stud.language import translator
    from mississippi_stud.prose.terminal import say

    translator(language)
    if kind not in list(Format):
        raise InputError("format-bad", format=kind, formats=list(Format))
    wanted = RoundFilter(
        player=player, table=table, book=book, status=status, since=moment_of(since), until=moment_of(until)
    )
    if stream is not None and wanted != RoundFilter():
        raise InputError("stream-and-rounds")
    if everything is not None and (stream is not None or out is not None or wanted != RoundFilter()):
        raise InputError("everything-and-more")
    seen_by = None if whole else player
    with closing(reading(database, key)) as opened:
        if out is not None:
            check_out(out, database, key)
        source = States(opened, STREAMS)
        if everything is not None:
            files = write_all(source, everything)
            print_rich(say("exported", language, folder=everything, files=len(files)))
        elif stream is not None:
            _write(out, lambda file: file.writelines(stream_lines(source, stream)))
        else:
            _write(out, lambda file: write(source, wanted, Format(kind), file, seen_by))


def _write(out: Path | None, fill: "Callable[[TextIO], object]") -> None:
    """Write a file completely or not at all; without one, write to standard output."""
    import io

    from mississippi_stud.store.files import whole

    if out is None:
        fill(sys.stdout)
        return
    with whole(out) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        fill(text)
        text.detach()  # this flushes it and leaves the file to `whole`


def moment_of(written: str | None) -> int | None:
    """Parse a time as the log counts it; without a zone it is UTC."""
    if written is None:
        return None
    try:
        read = datetime.fromisoformat(written)
    except ValueError:
        raise InputError("time-bad", text=written) from None
    since = (read if read.tzinfo else read.replace(tzinfo=UTC)) - datetime(1970, 1, 1, tzinfo=UTC)
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds
