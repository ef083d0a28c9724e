"""The command `mstud`. Each command imports what it needs when it runs, so that none pays for another's start-up."""

import gc

# What a start creates stays: looking for garbage in it every 700 objects takes a tenth of the time.
gc.set_threshold(200_000)

from mississippi_stud.cli.main import main  # noqa: E402

__all__ = ["main"]
