"""Seeded runs of a whole floor with everything that can go wrong; the seed is printed when an invariant breaks."""

from pathlib import Path

import pytest

from mississippi_stud.store import rows
from tests.floor.simulation import Simulation

STEPS = 60
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
@pytest.mark.parametrize("seed", range(1000, 1100))
def test_many_seeds(sqlite_url: str, seed: int):
    assert simulated(sqlite_url, seed, 120).met["game_registered"]


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(2000, 2040))
def test_many_seeds_on_postgresql(postgres_url: str, seed: int):
    simulated(postgres_url, seed, 80)
