"""`mstud backup`, `mstud restore` and `mstud export`: a floor's database into a file, and back."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mississippi_stud.cli.extras import require
from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.store import Database, Keys

DatabaseUrl = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="sqlite:///path or postgresql://…; else $MSTUD_DATABASE."),
]
KeyFile = Annotated[
    Path | None,
    typer.Option("--key", metavar="FILE", help="The key that the database was made with; else $MSTUD_KEY."),
]


def keys_of(key: Path | None) -> "Keys":
    """The keys of a key file, which must be there."""
    from mississippi_stud.floor.places import key_file
    from mississippi_stud.store import Keys

    return Keys.from_file(key_file(key))


def database_at(given: str | None, language: str = "en") -> str:
    """The URL of the database that was named, or of the usual one; its driver must be installed."""
    from mississippi_stud.floor.places import database_url

    url = database_url(given)
    if url.startswith("postgresql"):
        require("postgres", language)
    return url


def reading(database: str | None, key: Path | None, language: str = "en") -> "Database":
    """The database as it is now, for reading only; a floor may be running on it."""
    from mississippi_stud.store import Database

    return Database(database_at(database, language), keys_of(key), reading=True)


def now() -> int:
    """Microseconds since 1970, UTC."""
    from time import time_ns

    return time_ns() // 1000


def backup(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.")],
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Write a whole database to one file, while it is in use."""
    from contextlib import closing

    from mississippi_stud.language import translator
    from mississippi_stud.store import backup as backups

    _ = translator(language)
    with closing(reading(database, key, language)) as source:
        done = backups.save(source, out, now())
    if as_json:
        print_json(done)
        return
    print_rich(_("{rows} rows were saved to {file}; they can be read with the key {key} only").format(
        rows=done.rows, file=out, key=done.key))  # fmt: skip


def restore(
    file: Annotated[Path, typer.Argument(metavar="IN", help="A file that `mstud backup` wrote.")],
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Fill an empty database from a backup: everything, or nothing."""
    from mississippi_stud.language import translator
    from mississippi_stud.store import backup as backups

    _ = translator(language)
    done = backups.restore(file, database_at(database, language), keys_of(key))
    if as_json:
        print_json(done)
        return
    print_rich(_("{rows} rows were restored from {file}; `mstud verify log` checks them").format(
        rows=done.rows, file=file))  # fmt: skip


def export(
    kind: Annotated[str, typer.Option("--format", help="csv, json or toml (hand histories).")] = "csv",
    player: Annotated[str | None, typer.Option(help="Rounds of this player only.")] = None,
    game: Annotated[str | None, typer.Option(help="Rounds of this game only.")] = None,
    book: Annotated[str | None, typer.Option(help="Rounds under this book only.")] = None,
    status: Annotated[str | None, typer.Option(help="open, settled or void.")] = None,
    since: Annotated[str | None, typer.Option(help="Opened at this time or later, such as 2026-01-31.")] = None,
    until: Annotated[str | None, typer.Option(help="Opened before this time.")] = None,
    out: Annotated[Path | None, typer.Option(help="The file to write; else standard output.")] = None,
    database: DatabaseUrl = None,
    key: KeyFile = None,
) -> None:
    """Write rounds as CSV, JSON or hand histories, the latest first."""
    import io
    from contextlib import closing

    from mississippi_stud.floor.export import Format, write
    from mississippi_stud.floor.recall import Wanted
    from mississippi_stud.store.files import whole

    if kind not in list(Format):
        raise InputError(f"{kind!r} is no format: choose one of {', '.join(Format)}")
    wanted = Wanted(player=player, game=game, book=book, status=status, since=_moment(since), until=_moment(until))
    with closing(reading(database, key)) as source:
        if out is None:
            write(source, wanted, Format(kind), sys.stdout)
            return
        with whole(out) as file:
            text = io.TextIOWrapper(file, encoding="utf-8", newline="")
            write(source, wanted, Format(kind), text)
            text.detach()  # which flushes it and leaves the file to `whole`


def _moment(written: str | None) -> int | None:
    """A time as the log counts it; without a zone it is UTC."""
    if written is None:
        return None
    try:
        read = datetime.fromisoformat(written)
    except ValueError:
        raise InputError(f"{written!r} is no time: write it as 2026-01-31 or 2026-01-31T18:30") from None
    since = (read if read.tzinfo else read.replace(tzinfo=UTC)) - datetime(1970, 1, 1, tzinfo=UTC)
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds
