"""The command `mstud`. Each command imports what it needs when it runs, so that none pays for another's start-up."""

from mississippi_stud.cli.main import main

__all__ = ["main"]
