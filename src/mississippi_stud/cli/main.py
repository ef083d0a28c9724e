"""`mstud` itself: its commands, and how bad input is told: one line on standard error, exit status 2."""

import sys
from typing import Annotated

import typer
from typer._click.exceptions import NoArgsIsHelpError

from mississippi_stud import __version__
from mississippi_stud.cli import (
    advise,
    doctor,
    floor,
    hand,
    incidents,
    meter,
    play,
    replay,
    rules,
    serve,
    solve,
    verify,
)
from mississippi_stud.cli.output import discard, prepare_streams
from mississippi_stud.errors import InputError

app = typer.Typer(
    name="mstud",
    help="Mississippi Stud Poker by the book: the rules, the mathematics and the floor.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
app.add_typer(rules.app, name="rules")
app.add_typer(verify.app, name="verify")
app.command()(play.play)
app.command()(serve.serve)
app.command()(replay.replay)
app.command()(hand.hand)
app.command()(meter.meter)
app.command()(incidents.incidents)
app.command()(doctor.doctor)
app.command()(floor.backup)
app.command()(floor.restore)
app.command()(floor.rebuild)
app.command()(floor.export)
app.command()(solve.solve)
app.command()(advise.advise)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"mstud {__version__}")
        raise typer.Exit


@app.callback()
def _mstud(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run `mstud` with the arguments of the process."""
    prepare_streams()
    try:
        status = _run()
        sys.stdout.flush()  # what is still buffered: if it cannot be written, we say so rather than the interpreter
    except BrokenPipeError:  # the reader of our output went away: nothing is wrong
        discard(sys.stdout)
        status = 128 + 13  # as a shell reports SIGPIPE
    except OSError as error:  # a full disk, a closed terminal
        discard(sys.stdout)
        status = _complain(f"mstud: {error}")
    sys.exit(status)


def _run() -> int:
    """Run the command and return its exit status; an `OSError` of the output is left to the caller."""
    try:
        status = app(standalone_mode=False)
    except InputError as error:
        return _complain(f"mstud: {error}")
    except NoArgsIsHelpError as error:  # the help of a group, as it is laid out
        return _complain(error.format_message())
    except typer.TyperException as error:
        return _complain(f"mstud: {' '.join(error.format_message().split())}")
    except typer.Abort:
        return 130
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # Typer turns it into status 1
            raise end.__context__ from None
        return end.code if isinstance(end.code, int) else 0
    return status if isinstance(status, int) else 0


def _complain(message: str) -> int:
    """Say on standard error what is wrong, if anybody can read it, and return the exit status for bad input."""
    try:
        sys.stderr.write(f"{message}\n")
        sys.stderr.flush()
    except OSError:
        discard(sys.stderr)
    return 2
