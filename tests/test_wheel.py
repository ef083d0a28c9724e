"""The wheel: built with the locked backend, installed into an empty environment with locked packages, and run."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "-w",
        folder,
        ".",
    )
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path):
    names = set(zipfile.ZipFile(wheel).namelist())
    packaged = {name for name in names if name.startswith("mississippi_stud/")}
    sources = {str(path.relative_to(ROOT / "src")) for path in (ROOT / "src").rglob("*") if path.is_file()}
    assert packaged == {name for name in sources if "__pycache__" not in name}
    assert all(".dist-info/" in name for name in names - packaged)


def test_the_wheel_installs_and_runs_in_an_empty_environment(wheel: Path, tmp_path: Path):
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", python)
    locked = ("--require-hashes", "-r", ROOT / "requirements" / "run.txt")
    run(*pip, "install", "--no-compile", "--no-deps", *locked)
    run(*pip, "install", "--no-compile", "--no-deps", "--no-index", wheel)
    run(*pip, "check")  # the lock names whatever is needed
    mstud = tmp_path / "venv" / "bin" / "mstud"
    assert "straight" in run(mstud, "hand", "As Kd Qh Jc 10s")
    assert "numpy (maths)" in run(mstud, "doctor")


def test_the_locks_name_no_registry():
    for lock in (ROOT / "requirements").glob("*.txt"):
        assert "://" not in lock.read_text()
        assert "--index" not in lock.read_text()
