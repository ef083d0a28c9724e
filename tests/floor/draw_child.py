"""A child that holds a promotion up to its draw and kills itself at a step.

`python -m tests.floor.draw_child URL KEY N SECONDS`.

At step N the command is on its way when the child dies, so many seconds after it was
sent. The next child repeats every step under the same ids.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

from mississippi_stud.fairness.draw import sealed
from mississippi_stud.floor import Floor
from mississippi_stud.floor import promotion_acts as acts
from mississippi_stud.floor.promotion_entries import BEHIND
from mississippi_stud.promotion import commands as c
from mississippi_stud.store import log
from tests.floor.draws import (
    BEGIN,
    CLOSE,
    DRAW,
    PROMOTER,
    SCRUTINEER,
    SEED,
    FakeTime,
    FloorDraw,
    house_with_scrutineer,
    offer,
)

STEPS = 9


def start(*words: object) -> "subprocess.Popen[str]":
    """Start a child; its output comes through the pipe."""
    told = [sys.executable, "-m", "tests.floor.draw_child", *map(str, words)]
    return subprocess.Popen(told, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])


class MortalDraw(FloorDraw):
    """A promotion whose holder dies at a step."""

    def __init__(self, floor: Floor, time: FakeTime, dies_at: int, late: float) -> None:
        super().__init__(floor, time)
        self.step, self.dies_at, self.late = 0, dies_at, late

    def take(self, command: c.Command, by: str = PROMOTER) -> None:
        """Give the command of the next step, under the id of that step."""
        self.step += 1
        if self.step == self.dies_at:
            self.floor.send = lambda *told, **how: die(self.floor.submit(*told, **how), self.late)  # type: ignore[assign]
        acts.give(self.floor, "play", self.name, by, command, command_id=f"step {self.step}")

    def pass_to(self, moment: int) -> None:
        """Let the clock do what is due at a moment: a step of its own."""
        self.step += 1
        if self.step == self.dies_at:
            submit = self.floor.submit
            self.floor.submit = lambda *told, **how: die(submit(*told, **how), self.late)  # type: ignore[assign]
        self.at(moment)


def die(_answer: object, late: float) -> None:
    """Die without a word, and without waiting for the answer to what is on its way."""
    sleep(late)
    os.kill(os.getpid(), signal.SIGKILL)


def hold(url: str, key: str, dies_at: int, late: float) -> None:
    """Hold the promotion from its draft to the scrutineer's attestation."""
    time = FakeTime()
    with Floor.open(url, key, time) as floor:
        draw = MortalDraw(floor, time, dies_at, late)
        if not log.version(floor.database, draw.stream):
            if not log.version(floor.database, "house:play"):
                house_with_scrutineer(floor)
            draw.drafted(offer())
        time.now = BEGIN - 30 * 60 * 60 * 1_000_000
        draw.take(c.NominateScrutineer(person=SCRUTINEER))
        draw.take(c.SealSeed(commitment=sealed(SEED)), SCRUTINEER)
        draw.take(c.SubmitPromotion())
        draw.pass_to(BEGIN)
        told = tuple((f"p{number}", 1 + number % 3) for number in range(20))
        draw.take(c.ImportEntries(file="coupons.csv", entries=told))
        draw.at(CLOSE)
        draw.pass_to(CLOSE + BEHIND)
        time.now = DRAW
        draw.take(c.OverseeDraw(), SCRUTINEER)
        draw.take(c.DrawPrizes(seed=SEED), SCRUTINEER)
        winners = [winner.holder for _, winner in sorted(draw.now.winners.items())]
        sys.stdout.write(f"winners {winners}\n")
        sys.stdout.flush()
        draw.take(c.AttestDraw(), SCRUTINEER)


if __name__ == "__main__":
    hold(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
