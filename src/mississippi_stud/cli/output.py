"""Output of the commands: JSON for programs, rich text for people."""

import codecs
import os
import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated, Any, TextIO

import typer

from mississippi_stud.cli.help import LANGUAGE

Language = Annotated[str, typer.Option("--lang", envvar=LANGUAGE)]
AsJson = Annotated[bool, typer.Option("--json")]


def speak(language: Language = "en") -> None:
    """Make this the language of the command that follows, unless that names another."""
    os.environ[LANGUAGE] = language


_PLAIN = str.maketrans("♣♦♥♠–−×✓✗→…’", "cdhs--x+!>.'")


def _written_plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return what a terminal that lacks our characters shows instead: a suit as its letter."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end].translate(_PLAIN)
    return "".join(letter if letter.isascii() else "?" for letter in letters), error.end


def prepare_streams() -> None:
    """Make both outputs accept anything we write, even if one is closed or its encoding lacks the suits."""
    codecs.register_error("plainly", _written_plainly)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 - it is open as long as the process is
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="plainly")


def at_terminal() -> bool:
    """Return whether somebody sits at a terminal, to read and to answer."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def discard(stream: TextIO) -> None:
    """Drop what `stream` still holds because it cannot be written.

    Python flushes once more on exit, and would replace our exit status with 120 if that failed.
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def print_json(answer: Any) -> None:
    """Print `answer` as one JSON document, readable, with its keys in the order given and remarks in English."""
    import msgspec

    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(answer, enc_hook=str), indent=2) + b"\n")
    sys.stdout.flush()


_TAG = re.compile(r"(\\*)(\[[a-z#/@][^\[]*?\])")
"""What rich takes for markup, after any number of backslashes; an odd one means that it is text."""


def escape(text: str) -> str:
    """Return a text for `print_rich` in which nothing is markup, as `rich.markup.escape` does; rich need not load."""
    return _TAG.sub(r"\1\1\\\2", text)


def _plain(found: re.Match[str]) -> str:
    slashes, tag = found.groups()
    return "\\" * (len(slashes) // 2) + (tag if len(slashes) % 2 else "")


def print_rich(*parts: Any) -> None:
    """Print for a person: coloured in a terminal, plain elsewhere, where lines of text do not wait for rich to load."""
    if not sys.stdout.isatty() and all(isinstance(part, str) for part in parts):
        sys.stdout.writelines(_TAG.sub(_plain, part) + "\n" for part in parts)
        return
    from rich.console import Console

    console = Console() if sys.stdout.isatty() else Console(width=140, soft_wrap=True)
    console.print(*parts, highlight=False, sep="\n")


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: drawn and wrapped in a terminal; elsewhere one line per row, in columns, for `grep` and `less`."""
    if not sys.stdout.isatty():
        widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
        for row in (headings, *rows):
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            sys.stdout.write("  ".join(cells).rstrip() + "\n")
        return
    from rich.table import Table

    table = Table(show_edge=False, pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, style="cyan" if number == 0 else "", overflow="fold")
    for row in rows:
        table.add_row(*map(escape, row))
    print_rich(table)
