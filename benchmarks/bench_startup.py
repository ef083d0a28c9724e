"""Start-up of commands that only print something, compared with a program that only imports Typer and rich."""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator

from benchmarks.measure import Result, compare

TIMES = {("--version",): 1.3, ("hand", "As Kd Qh Jc Ts"): 1.3, ("rules", "show", "crown"): 1.6}
"""How many times as long as its peer each command may take."""


def run() -> Iterator[Result]:
    mstud = f"{sysconfig.get_path('scripts')}/mstud"
    # As users start it: the first start caches the bytecode for the next.
    ordinary = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def start(*command: str) -> None:
        subprocess.run(command, check=True, capture_output=True, env=ordinary)

    def peer() -> None:
        start(sys.executable, "-c", "import typer, rich.console")

    for words, times in TIMES.items():
        title = f"start-up of mstud {' '.join(words[:2])}"

        def ours(words: tuple[str, ...] = words) -> None:
            start(mstud, *words)

        yield compare(title, ours, peer, target=round(1 / times, 2), peer_name="importing Typer and rich")
