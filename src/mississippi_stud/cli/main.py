"""`mstud` itself: its commands, and how bad input is reported: one line on standard error, exit status 2."""

import sys
from importlib import import_module
from typing import Annotated, Final

import typer
from typer._click.exceptions import NoArgsIsHelpError

from mississippi_stud import __version__
from mississippi_stud.cli.help import CommandLine, usage_error, wanted_language
from mississippi_stud.cli.output import Language, at_terminal, discard, prepare_streams, speak
from mississippi_stud.errors import InputError

COMMANDS: Final = {
    "rules": "rules",
    "verify": "verify",
    "promotion": "promotion",
    "play": "play",
    "serve": "serve",
    "bot": "bot",
    "replay": "replay",
    "tournament": "tournament",
    "school": "school",
    "hand": "hand",
    "meter": "meter",
    "incidents": "incidents",
    "doctor": "doctor",
    "person": "person",
    "backup": "floor",
    "restore": "floor",
    "rebuild": "floor",
    "export": "floor",
    "staff": "staff",
    "floor": "reports",
    "integrity": "integrity",
    "solve": "solve",
    "advise": "advise",
    "risk": "risk",
    "simulate": "simulate",
    "par": "par",
}
"""The module of each command."""


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"mstud {__version__}")
        raise typer.Exit


def _mstud(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True)] = False,
    language: Language = "en",
) -> None:
    speak(language)
    if context.invoked_subcommand is None:
        if not at_terminal():
            raise NoArgsIsHelpError(context)
        from mississippi_stud.cli.play import play

        play(language=language)


def application(*names: str) -> CommandLine:
    """Return `mstud` with the named commands, or with all of them if none is named."""
    app = CommandLine(name="mstud", invoke_without_command=True)
    app.callback()(_mstud)
    for name in names or COMMANDS:
        module = import_module(f"mississippi_stud.cli.{COMMANDS[name]}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name)
        else:
            app.command(name)(getattr(module, name))
    return app


def main() -> None:
    """Run `mstud` with the arguments of the process."""
    prepare_streams()
    try:
        status = _run()
        sys.stdout.flush()  # output still buffered: if it cannot be written, we report it, not the interpreter
    except BrokenPipeError:  # the reader of our output has gone: not an error
        discard(sys.stdout)
        status = 128 + 13  # as a shell reports SIGPIPE
    except OSError as error:  # such as a full disk or a closed terminal
        discard(sys.stdout)
        said = (error.filename, error.strerror or str(error))
        status = _complain(f"mstud: {': '.join(map(str, filter(None, said)))}")
    sys.exit(status)


def _run() -> int:
    """Run the command and return its exit status; an `OSError` from the output is left to the caller."""
    try:
        named = (word for word in sys.argv[1:2] if word in COMMANDS)  # the other commands need not be imported
        status = application(*named)(prog_name="mstud", standalone_mode=False)
    except InputError as error:
        from mississippi_stud.prose.problems import tell

        return _complain(f"mstud: {tell(error, wanted_language())}")
    except NoArgsIsHelpError as error:  # show the help of a group with its layout
        return _complain(error.format_message())
    except typer.TyperException as error:
        return _complain(f"mstud: {usage_error(error)}")
    except typer.Abort:
        return 130
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # Typer turns it into status 1
            raise end.__context__ from None
        return end.code if isinstance(end.code, int) else 0
    return status if isinstance(status, int) else 0


def _complain(message: str) -> int:
    """Report an error on standard error, if possible, and return the exit status for bad input."""
    try:
        sys.stderr.write(f"{message}\n")
        sys.stderr.flush()
    except OSError:
        discard(sys.stderr)
    return 2
