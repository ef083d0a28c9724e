"""Start-up of a command that needs no NumPy, beside one that imports it and does nothing else."""

import subprocess
import sys
import sysconfig
from collections.abc import Iterator

from benchmarks.measure import Result, compare


def run() -> Iterator[Result]:
    mstud = f"{sysconfig.get_path('scripts')}/mstud"

    def ours() -> None:
        subprocess.run([mstud, "hand", "As Kd Qh Jc Ts"], check=True, capture_output=True)

    def peer() -> None:
        subprocess.run([sys.executable, "-c", "import numpy, rich.table, typer"], check=True, capture_output=True)

    yield compare("start-up of mstud hand", ours, peer, target=0.9, peer_name="importing NumPy, rich and Typer")
