"""Run the campaign: `python -m tests.campaign [--only NAME …] [--scale 0.01] [--for 30m] [--jobs 2] [--again]`."""

import argparse
import fcntl
import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.campaign import report
from tests.campaign.progress import Progress, lasting
from tests.campaign.results import ROOT, Results, below_least, code_hash
from tests.campaign.runner import Campaign, CodeChangedError
from tests.campaign.trials import TRIALS, Trial

FOLDER = ROOT / "build" / "campaign"
INTERRUPTED, FAILED, BAD_USE = 130, 1, 2
UNITS = {"s": 1, "m": 60, "h": 3600}


def options(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaign",
        description="Runs the long trials in parts. What was done by the same code before is not done again.",
    )
    parser.add_argument("--only", metavar="NAME", nargs="+", default=[], help="these trials only (see --list)")
    parser.add_argument("--scale", type=share, default=1.0, metavar="SHARE", help="this share of every size: 0.01")
    parser.add_argument("--for", dest="seconds", type=span, metavar="TIME", help="end after this time: 90s, 30m, 8h")
    parser.add_argument("--jobs", type=at_least_one, default=os.cpu_count() or 1, help="how many parts run at once")
    parser.add_argument("--again", action="store_true", help="try parts that failed once more")
    parser.add_argument("--list", action="store_true", help="list the trials and their sizes, and run nothing")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where results and report are kept")
    return parser.parse_args(words)


def span(told: str) -> float:
    """Return a time in seconds.

    >>> span("30m"), span("1.5h")
    (1800.0, 5400.0)
    """
    if not (match := re.fullmatch(r"(\d+(?:\.\d+)?)([smh])", told)):
        raise argparse.ArgumentTypeError(f"{told!r} is not a time; write 90s, 30m or 8h")
    return float(match[1]) * UNITS[match[2]]


def at_least_one(told: str) -> int:
    if not told.isdecimal() or int(told) < 1:
        raise argparse.ArgumentTypeError(f"{told!r} is not a number of jobs; write 1 or more")
    return int(told)


def share(told: str) -> float:
    try:
        value = float(told)
    except ValueError:
        value = 0
    if not 0 < value <= 1:
        raise argparse.ArgumentTypeError(f"{told!r} is not a share; write a number above 0, and at most 1")
    return value


def main(words: Sequence[str], trials: Sequence[Trial] = TRIALS) -> int:
    given = options(words)
    console = Console()
    if unknown := set(given.only) - {trial.name for trial in trials}:
        console.print(f"There is no trial {', '.join(sorted(unknown))}; there are: {' '.join(t.name for t in trials)}")
        return BAD_USE
    chosen = [trial for trial in trials if not given.only or trial.name in given.only]
    if given.list:
        show(console, chosen)
        return 0
    given.folder.mkdir(parents=True, exist_ok=True)
    with (given.folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            console.print(f"A campaign is already running in {given.folder}; wait for it, or name another --folder.")
            return BAD_USE
        return run(given, chosen, trials, console)


def run(given: argparse.Namespace, chosen: Sequence[Trial], trials: Sequence[Trial], console: Console) -> int:
    """Run the chosen trials; the report tells of all of them."""
    code = code_hash()
    results = Results.read(given.folder / code[:16])
    campaign = Campaign(results, chosen, given.scale, given.again, lambda: code_hash() == code)
    page = given.folder / "report.html"
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    interrupted = False
    try:
        with Progress(console, campaign) as progress:
            campaign.run(given.jobs, given.seconds, lambda: _each(progress, page, code, campaign, trials))
    except KeyboardInterrupt:
        interrupted = True
    except CodeChangedError:
        console.print(
            "The code has changed while the campaign ran: what it did since then does not count. Start it again."
        )
        interrupted = True
    finally:
        signal.signal(signal.SIGTERM, before)
    report.write(page, code, campaign, trials)
    failed = [trial.name for trial in chosen if results.failed(trial) or below_least(trial, results)]
    done = sum(results.done(trial) >= campaign.wanted(trial) for trial in chosen)
    console.print(
        f"{done} of {len(chosen)} trials are done, {len(failed)} failed{': ' * bool(failed)}{', '.join(failed)}"
    )
    if (left := campaign.seconds_left()) is not None and left > 0:
        console.print(
            f"What remains takes about {lasting(left / given.jobs)}; the same command goes on where it ended."
        )
    console.print(f"The report is {page}", soft_wrap=True)
    return FAILED if failed else INTERRUPTED if interrupted else 0


def _each(progress: Progress, page: Path, code: str, campaign: Campaign, trials: Sequence[Trial]) -> None:
    progress.update()
    report.write(page, code, campaign, trials)


def show(console: Console, trials: Sequence[Trial]) -> None:
    table = Table("trial", "wanted", "what it proves", box=None)
    for trial in trials:
        table.add_row(
            trial.name, f"{trial.wanted:,} {trial.unit}" if trial.wanted else f"all {trial.unit}", trial.proves
        )
    console.print(table)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
