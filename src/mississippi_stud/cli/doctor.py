"""`mstud doctor`: what is installed, what is missing, how to mend it."""

import re
import sys
from collections.abc import Callable
from typing import Any

from mississippi_stud.cli.extras import PACKAGE, install_command
from mississippi_stud.cli.output import AsJson, Language, print_json, print_rich
from mississippi_stud.language import translator


def doctor(as_json: AsJson = False, language: Language = "en") -> None:
    """Show what is installed, what is missing and how to mend it; exit status 1 if something needed is missing."""
    _ = translator(language)
    checks = [*_machine(_), *_libraries()]
    healthy = all(check["status"] != "missing" for check in checks)
    if as_json:
        print_json({"healthy": healthy, "checks": checks})
    else:
        _print_table(checks, _)
        said = _("Everything needed is here.") if healthy else _("Something needed is missing.")
        print_rich(f"[{'green' if healthy else 'red'}]{said}[/]")
    if not healthy:
        sys.exit(1)


def _check(name: str, found: str | None, wanted: str, mend: str, *, optional: bool = False) -> dict[str, Any]:
    good = found is not None and _satisfies(found, wanted)
    status = "ok" if good else "optional" if optional else "missing"
    return {"name": name, "status": status, "found": found, "wanted": wanted, "mend": None if good else mend}


def _satisfies(found: str, wanted: str) -> bool:
    """Whether a version is within bounds written as ``>=0.26,<0.29``."""
    bounds = re.findall(r"(>=|<)\s*([\d.]+)", wanted)
    return all((_numbers(found) < _numbers(bound)) == (sign == "<") for sign, bound in bounds)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])


def _machine(_: Callable[[str], str]) -> list[dict[str, Any]]:
    import sqlite3

    python = ".".join(str(part) for part in sys.version_info[:3])
    encoding = sys.stdout.encoding or "unknown"
    symbols = "UTF-8" if encoding.lower().replace("-", "") == "utf8" else None
    return [
        _check("Python", python, ">=3.11", _("install Python 3.11 or newer")),
        _check("SQLite", sqlite3.sqlite_version, ">=3.38", _("install a Python built with SQLite 3.38 or newer")),
        {
            "name": _("output encoding"),
            "status": "ok" if symbols else "optional",
            "found": encoding,
            "wanted": "UTF-8",
            "mend": None if symbols else _("set PYTHONUTF8=1, or a UTF-8 locale, to see the suits as symbols"),
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


def _print_table(checks: list[dict[str, Any]], _: Callable[[str], str]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from mississippi_stud import __version__

    headings = ("", _("what"), _("found"), _("wanted"), _("what to do"))
    table = Table(*headings, title=f"mstud {__version__}", title_justify="left")
    marks = {"ok": "[green]✓[/green]", "optional": "[yellow]–[/yellow]", "missing": "[red]✗[/red]"}
    for check in checks:
        cells = (check["name"], check["found"] or "", check["wanted"], check["mend"] or "")
        table.add_row(marks[check["status"]], *map(escape, cells))
    print_rich(table)
