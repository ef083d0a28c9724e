"""What continuous integration runs: `make test`, without the variables that one machine happens to set."""

import os
import subprocess
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
