"""The help of the commands: from `prose.commands`, in the reader's language, and only when it is shown.

Typer's own words, in the help and in its errors, are translated as it writes them; what is not known stays English.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import typer
from typer._click.formatting import HelpFormatter
from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from typer._click.core import Command, Parameter

LANGUAGE: Final = "MSTUD_LANG"
"""The environment variable with the language of whoever gives no `--lang`."""


def wanted_language() -> str:
    """Return the language asked for anywhere on the command line, or by the environment; English for any other."""
    from mississippi_stud.language import LANGUAGES

    words = sys.argv[1:]
    chosen = [os.environ.get(LANGUAGE, "")]
    chosen += [after for word, after in pairwise(words) if word == "--lang"]
    chosen += [word.removeprefix("--lang=") for word in words if word.startswith("--lang=")]
    return chosen[-1] if chosen[-1] in LANGUAGES else "en"


def _translator() -> Callable[[str], str]:
    from mississippi_stud.language import translator

    return translator(wanted_language())


class _Formatter(HelpFormatter):
    """Lays out help with Typer's own words in the reader's language."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        from mississippi_stud.prose.commands import REST

        _ = _translator()
        super().write_usage(prog, args.replace(REST, _(REST)), prefix or f"{_('Usage')}{_(': ')}")

    def write_heading(self, heading: str) -> None:
        _ = _translator()
        self.write(f"{'':>{self.current_indent}}{_(heading)}{_(': ').rstrip()}\n")

    def write_dl(self, rows: Sequence[tuple[str, str]], *columns: int, **spacing: int) -> None:
        super().write_dl([(name, _details(text)) for name, text in rows], *columns, **spacing)


def _details(written: str) -> str:
    """Return the help of a parameter with the details that Typer puts after it in the reader's language."""
    _ = _translator()
    text, mark, details = written.rpartition("  [")
    if not mark:
        return written
    names = (detail.partition(": ") for detail in details.removesuffix("]").split("; "))
    return f"{text}{mark}{'; '.join(_(name) + (_(colon) if colon else '') + value for name, colon, value in names)}]"


class _Context(typer.Context):
    """Fills in the help of a command, its parameters and its own commands when it is asked for."""

    formatter_class = _Formatter

    def get_help(self) -> str:
        _ = _translator()
        path = self.command_path.split()[1:]
        self.command.help = _(help_of(" ".join(path) or "mstud"))
        for parameter in self.command.get_params(self):
            parameter.metavar = metavar_of(parameter, *path)
            parameter.help = _(help_of(*path, name_of(parameter)))  # type: ignore[attr-defined]
        for name, command in commands_of(self.command):
            command.help = _(help_of(" ".join((*path, name))))
        return super().get_help()


def metavar_of(parameter: "Parameter", *path: str) -> str | None:
    """Return what a parameter of a command takes, in capitals and in the reader's language; of a switch, nothing."""
    from mississippi_stud.prose.commands import METAVARS

    if getattr(parameter, "is_flag", False):
        return None
    return _translator()(_entry(METAVARS, *path, name_of(parameter)))


def commands_of(command: "Command") -> "Iterator[tuple[str, Command]]":
    """Yield the commands of a group, by name; a command has none."""
    yield from getattr(command, "commands", {}).items()


def name_of(parameter: "Parameter") -> str:
    """Return the name of a parameter in the catalogue: `--book` for an option, `book` for an argument."""
    return parameter.opts[0]


def help_of(*path: str) -> str:
    """Return the English help of a command, or of a parameter of one: its own, or what it is in every command."""
    from mississippi_stud.prose.commands import HELP

    return _entry(HELP, *path)


def _entry(catalogue: Mapping[str, str], *path: str) -> str:
    """Return the entry of a command or of its parameter, or else that of the parameter's name in every command."""
    own = " ".join(path)
    return catalogue[own] if own in catalogue else catalogue[path[-1]]


class DocumentedCommand(TyperCommand):
    """A command whose help is in the catalogue."""

    context_class = _Context


class DocumentedGroup(TyperGroup):
    """A group of commands whose help is in the catalogue."""

    context_class = _Context


class CommandLine(typer.Typer):
    """An application, or a part of one, whose help is in the catalogue."""

    def __init__(self, group: type[DocumentedGroup] = DocumentedGroup, **options: Any) -> None:
        super().__init__(cls=group, add_completion=False, rich_markup_mode=None, **options)

    def command(self, name: str | None = None, **options: Any) -> Callable[..., Any]:
        return super().command(name, cls=DocumentedCommand, **options)


def usage_error(error: typer.TyperException) -> str:
    """Return an error that Typer found in the arguments in the reader's language, or as it is if we do not know it."""
    from mississippi_stud.prose.commands import NOT_A_NUMBER, OUT_OF_BOUNDS, USAGE_ERRORS

    parameter, context = (getattr(error, name, None) for name in ("param", "ctx"))
    if parameter is not None and context is not None:
        parameter.metavar = metavar_of(parameter, *context.command_path.split()[1:])
    message = " ".join(error.format_message().split())
    _ = _translator()
    for template in USAGE_ERRORS:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*)", re.escape(template))
        if found := re.fullmatch(pattern, message):
            said = found.groupdict()
            if bounds := re.fullmatch(r"(?P<least>\d+)<=x<=(?P<most>\d+)", said.get("range", "")):
                return _(OUT_OF_BOUNDS).format(**said, **bounds.groupdict())
            number = said.get("kind", "").startswith("int")  # "int", "integer" and "int range" are Typer's
            return _(NOT_A_NUMBER if number else template).format(**said)
    return message
