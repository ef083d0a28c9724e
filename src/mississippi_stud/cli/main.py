"""`mstud` itself: its commands, and how bad input is told: one line on standard error, exit status 2."""

import sys
from typing import Annotated, NoReturn

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
from mississippi_stud.cli.output import speak
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
    speak()
    try:
        status = app(standalone_mode=False)
    except InputError as error:
        _fail(str(error))
    except typer.TyperException as error:
        if isinstance(error, NoArgsIsHelpError):  # the help of a group, as it is laid out
            sys.stderr.write(f"{error.format_message()}\n")
            sys.exit(2)
        _fail(" ".join(error.format_message().split()))
    except typer.Abort:
        sys.exit(130)
    except BrokenPipeError:  # the reader of our output went away: nothing is wrong
        sys.stderr.close()
        sys.exit(141)
    except OSError as error:  # a full disk, a closed terminal
        _fail(str(error))
    sys.exit(status if isinstance(status, int) else 0)


def _fail(message: str) -> NoReturn:
    sys.stderr.write(f"mstud: {message}\n")
    sys.exit(2)
