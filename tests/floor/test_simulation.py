"""Seeded runs of a whole floor with everything that can go wrong; the seed is printed when an invariant breaks."""

from pathlib import Path

import pytest

from mississippi_stud.store import rows
from tests.campaign.part import Part
from tests.databases import emptied
from tests.floor.simulation import Simulation

STEPS = 60
COMMANDS, CHECKED_EVERY = 1_000, 100
WON = 21
"""A seed in whose run part of the meter is won."""


def simulated(url: str, seed: object, steps: int = STEPS, *, checked: bool = True) -> Simulation:
    try:
        return Simulation(url, seed).run(steps, checked=checked)
    except BaseException as error:
        error.add_note(f"the simulation breaks with seed {seed!r}: tests/floor/simulation.py")
        print(f"the simulation breaks with seed {seed!r}")
        raise


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in (1, 2))])
def test_all_invariants_hold_after_every_step(database_url: str, seed: int):
    run = simulated(database_url, seed, STEPS if database_url.startswith("sqlite") else STEPS // 3)
    assert run.met["game_registered"], "no jackpot wager was ever registered: the run says nothing about meters"


def test_a_seed_replays_byte_for_byte(tmp_path: Path):
    """The run includes a prize from the meter."""
    one, two, other = (
        simulated(f"sqlite:///{tmp_path}/{name}.db", seed, checked=False)
        for name, seed in (("a", WON), ("b", WON), ("c", 7))
    )
    assert one.trace == two.trace
    assert one.trace != other.trace
    assert one.met["prize_paid"], "nothing is won with this seed any more: choose another"


def test_a_seed_replays_on_the_other_database(sqlite_url: str, postgres_url: str):
    one, two = (simulated(url, 9, STEPS // 3, checked=False) for url in (sqlite_url, postgres_url))
    assert one.trace == two.trace


def test_a_broken_invariant_is_seen_and_the_seed_printed(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """With a ledger that drops every tenth transfer, the simulation stops at once and says how to reproduce it."""
    real, calls = rows._changes, 0

    def forgetful(*arguments: object) -> list[dict[str, object]]:
        nonlocal calls
        calls += 1
        changes = real(*arguments)  # type: ignore[arg-type]
        return changes if calls % 10 else changes[1:]

    monkeypatch.setattr(rows, "_changes", forgetful)
    with pytest.raises(ValueError, match="its transfers make"):
        simulated(sqlite_url, 3)
    assert "breaks with seed 3" in capsys.readouterr().out


@pytest.mark.campaign
def test_many_commands(database_url: str, part: Part):
    """A thousand commands from each seed; all is checked after every tenth step and at the end."""
    for seed in part.seeds():
        second, commands = database_url.startswith("postgres"), min(COMMANDS, part.left)
        try:
            run = Simulation(emptied(database_url, seed), f"campaign {seed}", second=second)
            run.run_commands(commands, CHECKED_EVERY)
        except BaseException as error:
            error.add_note(f"the simulation breaks with the seed 'campaign {seed}': tests/floor/simulation.py")
            raise
        part.count("seeds")
        part.done += run.number - 1
        part.met.update(run.met)
