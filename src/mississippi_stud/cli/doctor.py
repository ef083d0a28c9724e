"""`mstud doctor`: what is installed, what is missing, and how to fix it."""

import re
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from mississippi_stud.cli.extras import PACKAGE, install_command
from mississippi_stud.cli.floor import DatabaseUrl, KeyFile
from mississippi_stud.cli.output import AsJson, Language, escape, print_json, print_rich
from mississippi_stud.language import translator
from mississippi_stud.prose.terminal import say


def doctor(
    server: Annotated[bool, typer.Option("--server")] = False,
    database: DatabaseUrl = None,
    key: KeyFile = None,
    backups: Path | None = None,
    backup_hours: Annotated[int, typer.Option(min=1, max=8760)] = 26,
    host: str = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    workers: Annotated[int, typer.Option(min=1, max=64)] = 1,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Show what is installed, what is missing and how to fix it; exit with status 1 if a requirement is missing."""
    translator(language)  # reject an unknown language before anything else
    if server or database or key or backups:
        from mississippi_stud.cli.server_fitness import examine_server

        given = {"backups": backups, "backup_hours": backup_hours, "host": host, "port": port, "workers": workers}
        if not examine_server(database, key, as_json, language, **given):
            sys.exit(1)
        return
    checks = [*_machine(language), *_libraries()]
    healthy = all(check["status"] != "missing" for check in checks)
    if as_json:
        print_json({"healthy": healthy, "checks": checks})
    else:
        _print_table(checks, language)
        said = say("healthy" if healthy else "unhealthy", language)
        print_rich(f"[{'green' if healthy else 'red'}]{said}[/]")
    if not healthy:
        sys.exit(1)


def _check(name: str, found: str | None, wanted: str, mend: str, *, optional: bool = False) -> dict[str, Any]:
    good = found is not None and _satisfies(found, wanted)
    status = "ok" if good else "optional" if optional else "missing"
    return {"name": name, "status": status, "found": found, "wanted": wanted, "mend": None if good else mend}


def _satisfies(found: str, wanted: str) -> bool:
    """Return whether a version is within bounds written as ``>=0.26,<0.29``."""
    bounds = re.findall(r"(>=|<)\s*([\d.]+)", wanted)
    return all((_numbers(found) < _numbers(bound)) == (sign == "<") for sign, bound in bounds)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])


def _machine(language: str) -> list[dict[str, Any]]:
    import sqlite3

    _ = translator(language)
    python = ".".join(str(part) for part in sys.version_info[:3])
    encoding = sys.stdout.encoding or "unknown"
    symbols = "UTF-8" if encoding.lower().replace("-", "") == "utf8" else None
    return [
        _check("Python", python, ">=3.11", say("install-python", language)),
        _check("SQLite", sqlite3.sqlite_version, ">=3.38", say("install-sqlite", language)),
        {
            "name": _("output encoding"),
            "status": "ok" if symbols else "optional",
            "found": encoding,
            "wanted": "UTF-8",
            "mend": None if symbols else say("set-utf8", language),
        },
    ]


def _libraries() -> list[dict[str, Any]]:
    from importlib import metadata

    rows = []
    for line in metadata.requires(PACKAGE) or []:
        requirement, _, marker = line.partition(";")
        name, wanted = re.match(r"([\w.-]+)(?:\[.*?\])?\s*(.*)", requirement.strip()).groups()  # type: ignore[union-attr]
        extra = re.search(r"extra == [\"'](\w+)[\"']", marker)
        mend = install_command(extra[1] if extra else "")
        label = f"{name} ({extra[1]})" if extra else name
        rows.append(_check(label, _installed(name), wanted, mend, optional=extra is not None))
    return rows


def _installed(name: str) -> str | None:
    from importlib import metadata

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _print_table(checks: list[dict[str, Any]], language: str) -> None:
    from rich.table import Table

    from mississippi_stud import __version__

    _ = translator(language)
    headings = ("", _("what"), _("found"), _("wanted"), say("how-to-fix", language))
    table = Table(*headings, title=f"mstud {__version__}", title_justify="left")
    marks = {"ok": "[green]✓[/green]", "optional": "[yellow]–[/yellow]", "missing": "[red]✗[/red]"}
    for check in checks:
        cells = (check["name"], check["found"] or "", check["wanted"], check["mend"] or "")
        table.add_row(marks[check["status"]], *map(escape, cells))
    print_rich(table)
