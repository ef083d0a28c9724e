"""What the campaign is doing, as bars in a terminal or as lines in a file."""

import time
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, TaskID, TextColumn
from rich.progress import Progress as Bars

from tests.campaign.runner import Campaign

LINES_SECONDS = 30


def lasting(seconds: float) -> str:
    """Return a time as it is told.

    >>> lasting(40), lasting(400), lasting(40_000)
    ('40 s', '7 min', '11.1 h')
    """
    return (
        f"{seconds:.0f} s"
        if seconds < 90
        else f"{seconds / 60:.0f} min"
        if seconds < 5_400
        else f"{seconds / 3600:.1f} h"
    )


class Progress:
    """A bar for each trial: what is done, at which rate, and how much longer it takes one process."""

    def __init__(self, console: Console, campaign: Campaign) -> None:
        self.console, self.campaign = console, campaign
        self._bars = Bars(
            TextColumn("{task.description:17}"), BarColumn(20), TextColumn("{task.fields[told]}"), console=console
        )
        self._live = Live(self._bars, console=console, refresh_per_second=2) if console.is_terminal else None
        self._told_at = 0.0
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Self:
        for trial in self.campaign.trials:
            self._tasks[trial.name] = self._bars.add_task(trial.name, total=self.campaign.wanted(trial), told="")
        if self._live:
            self._live.start()
        self.update()
        return self

    def __exit__(self, *_: object) -> None:
        self.update(last=True)
        if self._live:
            self._live.stop()

    def update(self, *, last: bool = False) -> None:
        for trial in self.campaign.trials:
            done = min(self.campaign.results.done(trial), self.campaign.wanted(trial))
            self._bars.update(self._tasks[trial.name], completed=done, told=self.line(trial.name))
        if self._live is None and (last or time.monotonic() - self._told_at > LINES_SECONDS):
            self._told_at = time.monotonic()
            for trial in self.campaign.trials:
                self.console.print(f"{trial.name:17} {self.line(trial.name)}", soft_wrap=True, highlight=False)

    def line(self, name: str) -> str:
        """Return what is to be said of a trial."""
        trial = next(each for each in self.campaign.trials if each.name == name)
        results, wanted = self.campaign.results, self.campaign.wanted(trial)
        seconds, done = results.seconds(trial), results.done(trial)
        told = f"{done:,} of {wanted:,} {trial.unit}"
        if done and done < wanted:
            told += f", {done / seconds:.3g}/s, {lasting((wanted - done) * seconds / done)} left"
        if failed := len(results.failed(trial)):
            told += f", {failed} FAILED"
        if running := sum(of == name for of, _ in list(self.campaign.running)):
            told += f", {running} running"
        return told
