"""The wheel: built with the locked backend, installed into an empty environment, and every command tried there."""

import csv
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from mississippi_stud.cli.main import application

ROOT = Path(__file__).parents[1]
SCENARIOS = ROOT / "tests" / "scenarios"


def run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    building = ("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "-w", folder, ".")
    run(sys.executable, "-m", "pip", *building)
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path):
    names = set(zipfile.ZipFile(wheel).namelist())
    packaged = {name for name in names if name.startswith("mississippi_stud/")}
    sources = {str(path.relative_to(ROOT / "src")) for path in (ROOT / "src").rglob("*") if path.is_file()}
    assert packaged == {name for name in sources if "__pycache__" not in name}
    assert all(".dist-info/" in name for name in names - packaged)


class Installed:
    """An environment with the wheel and its requirements, without any extra, and an initially empty home."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.bin, self.home = folder / "venv" / "bin", folder / "home"
        self.home.mkdir()
        run(sys.executable, "-m", "venv", "--without-pip", folder / "venv")
        pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", self.bin / "python")
        locked = ("--require-hashes", "-r", ROOT / "requirements" / "run.txt")
        run(*pip, "install", "--no-compile", "--no-deps", *locked)
        run(*pip, "install", "--no-compile", "--no-deps", "--no-index", wheel)
        run(*pip, "check")  # the lock names every requirement

    def start(self, program: str, *arguments: str) -> "subprocess.Popen[str]":
        """Start a process whose environment holds only its home and the path of programs."""
        bare = {"HOME": str(self.home), "PATH": os.environ["PATH"]}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen([self.bin / program, *arguments], cwd=self.home, env=bare, text=True, **pipes)

    def run(self, program: str, *arguments: str) -> tuple[int, str, str]:
        """Return status, output and errors of a process with nothing to read."""
        with self.start(program, *arguments) as process:
            output, errors = process.communicate(timeout=120)
            return process.returncode, output, errors


def commands(group: object = None, *path: str) -> "Iterator[tuple[str, set[str]]]":
    """Yield every command of mstud, such as "rules list", and its options."""
    for name, each in (group or typer.main.get_command(application())).commands.items():
        if hasattr(each, "commands"):
            yield from commands(each, *path, name)
        else:
            yield " ".join((*path, name)), {option for parameter in each.params for option in parameter.opts}


# The arguments with which each command is tried, in this order. ROUND is a round that was played in the browser's
# place.
TRIED = {
    "rules list": "",
    "rules show": "crown 6.2.2",
    "rules diff": "nsw crown",
    "rules coverage": "",
    "rules new": "mine --from online",
    "rules check": "mine.toml",
    "play": "--text",
    "replay": f"{SCENARIOS}/promotion/cash-draw.toml --draw draw.json",
    "meter": f"{SCENARIOS}/crown/07-jackpot-option-1-high.toml",
    "hand": "'As Kd Qh Jc 10s'",
    "incidents": "nsw",
    "doctor": "",
    "solve": "online",
    "advise": "'Ah 6h'",
    "verify log": "",
    "verify anchor": "anchor.json",
    "verify round": "ROUND",
    "verify draw": "draw.json",
    "export": "--format json",
    "backup": "backup.mstud",
    "verify backup": "backup.mstud",
    "tournament templates": "",
    "tournament terms": "shoot-out",
    "promotion terms": "cash-draw",
    "restore": "backup.mstud --database sqlite:///restored.db",
    "rebuild": "",
    "floor show": "",
    "floor stop": "--who ann --why trial",
    "floor start": "--who ann --why trial",
    "floor settings": "--who ann --why trial --stop-on-difference",
    "floor events": "",
    "floor alterations": "",
    "integrity show": "",
    "integrity check": "",
    "integrity approve": "--who ann --why trial",
    "risk": "online",
    "par": "online --log",
    "simulate run": "online --rounds 1000 --out run",
    "simulate merge": "run",
    "simulate show": "7 12",
    "school list": "",
    "school check": "nsw-1-a-clean-round",
    "staff new": "Ann",
    "staff invite": "Ben --title crown:dealer",
    "staff list": "",
    "staff titles": "",
    "serve": "--port 0",
}
ELSEWHERE = {
    "staff recover", "staff disable", "staff enable", "person show", "person erase", "person accept-vault", "bot",
    "school take",
}  # fmt: skip
"""They need an account, a lost vault, a table or somebody who types: see `test_staff.py`, `person/test_erasure.py`,
`web/test_bot.py` and `school/test_files.py`.
"""
# Options that need an extra: a value for each, and the message in English and French.
LACKING = {
    "--plot": (
        "picture.svg",
        "plots",
        "--plot needs Altair, which is not installed",
        "--plot exige Altair, qui n'est pas installé",
    ),
    "--database": (
        "postgresql://localhost/none",
        "postgres",
        "a PostgreSQL database needs a driver that is not installed",
        "une base de données PostgreSQL exige un pilote qui n'est pas installé",
    ),
}

PLAY = """
import sys, httpx
from mississippi_stud.web.client import Client
with httpx.Client(base_url=sys.argv[1], timeout=60) as http:
    http.get("/").raise_for_status()
    guest = Client(http)
    guest.deal({"ante": 500})
    guest.advice()
    guest.fold()
    guest.prove(1)
"""
IMPORT_EVERYTHING = """
import importlib, pkgutil
from importlib.util import find_spec
import numpy, mississippi_stud
for extra in ("altair", "numba", "psycopg", "vl_convert"):
    assert find_spec(extra) is None, f"{extra} is installed"
for module in pkgutil.walk_packages(mississippi_stud.__path__, "mississippi_stud."):
    # Alembic runs the first; the others need Numba, and are not imported without it.
    if not module.name.endswith("store.migrations.env") and ".simulation.machine_code" not in module.name:
        importlib.import_module(module.name)
from mississippi_stud.maths import kernels
print(kernels.five(numpy.array([[48, 44, 40, 36, 32]], dtype=numpy.uint8)))
"""
RUN_EACH = """
import contextlib, io, json, sys
from mississippi_stud.cli import main
found = []
for arguments in json.loads(sys.argv[1]):
    sys.argv[1:] = arguments
    with (
        contextlib.redirect_stdout(io.StringIO()) as output,
        contextlib.redirect_stderr(io.StringIO()) as errors,
    ):
        try:
            main()
        except SystemExit as ended:
            found.append((ended.code, output.getvalue(), errors.getvalue()))
print(json.dumps(found))
"""


def check_serving(installed: Installed) -> str:
    """Serve the game, play a round, and return the round's id."""
    with installed.start("mstud", "serve", "--port", "0") as server:
        try:
            line = server.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, line + server.stderr.read()
            status, output, errors = installed.run("python", "-c", PLAY, found[0])
            assert (status, output, errors) == (0, "", "")
        finally:
            server.send_signal(signal.SIGINT)
        assert "Traceback" not in server.communicate(timeout=60)[1]
    (row,) = csv.DictReader(installed.run("mstud", "export")[1].splitlines())
    return row["round"]


def check_runs(installed: Installed, command: str, arguments: list[str]) -> None:
    status, output, errors = installed.run("mstud", *command.split(), *arguments)
    assert (status, errors) == (0, ""), command
    assert output, command


def lacking(options: dict[str, set[str]], played: str) -> Iterator[tuple[list[str], str]]:
    """Yield the arguments of every command with every option that needs an extra, and what it must say."""
    for command, line in TRIED.items():
        for option in LACKING.keys() & options[command]:
            value, extra, english, french = LACKING[option]
            arguments = [*command.split(), *shlex.split(line.replace("ROUND", played)), option, value]
            install = f'pip install "mississippi-stud[{extra}]"\n'
            yield arguments, f"mstud: {english}: {install}"
            if "--lang" in options[command]:
                yield [*arguments, "--lang", "fr"], f"mstud: {french}\N{NO-BREAK SPACE}: {install}"


def test_every_command_runs_with_the_wheel_alone_or_names_the_extra_that_it_lacks(wheel: Path, tmp_path: Path):
    options = dict(commands())
    assert options.keys() == TRIED.keys() | ELSEWHERE, "say above how each command is tried"
    installed = Installed(wheel, tmp_path)
    assert installed.run("python", "-c", IMPORT_EVERYTHING) == (0, "[11]\n", "")
    played = check_serving(installed)
    for command, line in TRIED.items():
        if command != "serve":
            check_runs(installed, command, shlex.split(line.replace("ROUND", played)))
    lines, wanted = zip(*lacking(options, played), strict=True)
    status, output, errors = installed.run("python", "-c", RUN_EACH, json.dumps(lines))
    assert (status, errors) == (0, "")
    for arguments, said, found in zip(lines, wanted, json.loads(output), strict=True):
        assert found == [2, "", said], arguments
    doctor = installed.run("mstud", "doctor")[1]
    assert all(f"mississippi-stud[{extra}]" in doctor for extra in ("plots", "postgres", "simulation"))
    assert "Everything needed is here." in doctor


def test_the_locks_name_no_registry():
    for lock in (ROOT / "requirements").glob("*.txt"):
        assert "://" not in lock.read_text()
        assert "--index" not in lock.read_text()
