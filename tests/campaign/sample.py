"""Trials of some seconds, on which the runner itself is tested: one that counts, one that fails, one that waits."""

import os
import time
from pathlib import Path

import pytest

from tests.campaign.part import Part

pytestmark = pytest.mark.campaign
SEEN = "CAMPAIGN_SAMPLE"
"""The environment's name of a file in which each part leaves a line."""


def _leave(what: str) -> None:
    if SEEN in os.environ:
        with Path(os.environ[SEEN]).open("a") as file:
            file.write(f"{what}\n")


def test_counts(part: Part) -> None:
    for seed in part.seeds():
        part.count("odd" if int(seed.rpartition(".")[2]) % 2 else "even")
    _leave(f"counts {part.number}")


def test_counts_too_little(part: Part) -> None:
    part.count()


def test_fails_in_its_second_part(part: Part) -> None:
    part.count(number=part.size)
    assert part.number != 1, "part 1 has found <something>"


def test_waits(part: Part) -> None:
    """Wait in the second part, until the process is ended."""
    _leave(f"waits {part.number} in {os.getpid()}")
    if part.number == 1 and SEEN in os.environ:
        time.sleep(600)
    part.count(number=part.size)
