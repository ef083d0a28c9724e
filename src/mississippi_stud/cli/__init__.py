"""The command `mstud`. Each command imports what it needs when it runs, so that none pays for another's start-up."""

import gc

gc.set_threshold(
    200_000
)  # what a start makes stays: looking for garbage in it every 700 objects takes a tenth of the time

from mississippi_stud.cli.main import main  # noqa: E402

__all__ = ["main"]
