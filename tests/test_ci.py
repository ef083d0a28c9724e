"""What continuous integration runs: `make test`, without the variables that one machine happens to set."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).parents[1] / ".ci" / "run"


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """Return a folder with a `make` that records its arguments and its environment, and fails."""
    make = tmp_path / "make"
    make.write_text('#!/bin/sh\necho "arguments: $*"\nenv\nexit 7\n')
    make.chmod(0o755)
    return tmp_path


def run(tools: Path, **variables: str) -> tuple[int, dict[str, str], str]:
    """Run it; return its status, the environment in which `make` ran, and the arguments of `make`."""
    path = f"{tools}:{os.environ['PATH']}"
    done = subprocess.run([RUN], capture_output=True, text=True, env={"PATH": path, **variables}, check=False)
    arguments, *lines = done.stdout.splitlines()
    return done.returncode, dict(line.split("=", 1) for line in lines), arguments


def test_the_tests_run_in_a_bare_environment_and_give_their_status(tools: Path):
    settings = {"PIP_INDEX_URL": "a place", "PIP_CERT": "a file", "SSL_CERT_FILE": "another file", "https_proxy": "us"}
    chance = {"PYTHONUNBUFFERED": "1", "PYTHONPATH": "elsewhere", "MSTUD_DATABASE": "mine", "LANG": "fr_CA.UTF-8"}
    status, environment, arguments = run(tools, HOME="/home/ann", **settings, **chance)
    assert (status, arguments) == (7, "arguments: test")
    assert not environment.keys() & chance.keys()
    assert environment.items() >= {"HOME": "/home/ann", "CI": "true", **settings}.items()
    assert environment["PATH"].startswith(f"{tools}:")
    assert environment.keys() <= {"HOME", "CI", "PATH", *settings, "PWD", "OLDPWD", "SHLVL", "_"}


def test_a_home_is_made_where_there_is_none(tools: Path):
    _, environment, _ = run(tools, CI="1")
    home = Path(environment["HOME"])
    assert home.is_dir()
    home.rmdir()  # this fails unless it is empty
    assert environment["CI"] == "1"


UNLUCKY = """
from pathlib import Path
import pytest

@pytest.mark.parametrize("number", range({count}))
def test_at_the_second_try(number):
    first = not Path(f"tried-{{number}}").exists()
    Path(f"tried-{{number}}").touch()
    assert not first

def test_never():
    assert {never}
"""


@pytest.mark.parametrize(
    ("count", "never", "status", "told"),
    [
        (3, "True", 0, "Passed alone"),
        (2, "False", 1, "1 failed, 2 passed"),
        (4, "True", 1, "4 failed, 1 passed"),
        (0, "True", 0, "1 passed"),
    ],
)
def test_a_few_tests_that_failed_beside_others_are_tried_once_more_alone(
    tmp_path: Path, count: int, never: str, status: int, told: str
):
    """At three failures, not at four; what fails alone too fails the run, and what passes alone is named."""
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = campaign\n")
    (tmp_path / "test_unlucky.py").write_text(UNLUCKY.format(count=count, never=never))
    line = next(line for line in RUN.parents[1].joinpath("Makefile").read_text().splitlines() if "tests.again" in line)
    command = line.replace("$(BIN)/", f"{Path(sys.executable).parent}/").replace("$(WORKERS)", "0").replace("$$", "$")
    path = {"PATH": os.environ["PATH"], "PYTHONPATH": str(RUN.parents[1])}
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, env=path, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout
    assert told in done.stdout
    assert ("once more alone" in done.stdout) is (0 < count <= 3)
