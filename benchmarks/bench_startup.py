"""Start-up of a command that needs no NumPy, beside one that imports it and does nothing else."""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator

from benchmarks.measure import Result, compare


def run() -> Iterator[Result]:
    mstud = f"{sysconfig.get_path('scripts')}/mstud"
    # As anybody starts it: the first start keeps the bytecode for the next.
    ordinary = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def start(*command: str) -> None:
        subprocess.run(command, check=True, capture_output=True, env=ordinary)

    def ours() -> None:
        start(mstud, "hand", "As Kd Qh Jc Ts")

    def peer() -> None:
        start(sys.executable, "-c", "import numpy, rich.table, typer")

    yield compare("start-up of mstud hand", ours, peer, target=0.9, peer_name="importing NumPy, rich and Typer")
