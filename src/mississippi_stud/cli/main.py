"""`mstud` itself: its commands, and how bad input is told: one line on standard error, exit status 2."""

import sys
from typing import Annotated, NoReturn

import typer

from mississippi_stud import __version__
from mississippi_stud.cli import doctor, hand
from mississippi_stud.errors import InputError

app = typer.Typer(
    name="mstud",
    help="Mississippi Stud Poker by the book: the rules, the mathematics and the floor.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
app.command()(hand.hand)
app.command()(doctor.doctor)


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
    try:
        status = app(standalone_mode=False)
    except (InputError, typer.TyperException) as error:
        message = error.format_message() if isinstance(error, typer.TyperException) else str(error)
        _fail(message)
    except typer.Abort:
        sys.exit(130)
    except BrokenPipeError:  # the reader of our output went away: nothing is wrong
        sys.stderr.close()
        sys.exit(141)
    sys.exit(status if isinstance(status, int) else 0)


def _fail(message: str) -> NoReturn:
    line = " ".join(message.split())
    sys.stderr.write(f"mstud: {line}\n")
    sys.exit(2)
