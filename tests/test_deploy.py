"""What the server is deployed with: the systemd units as systemd reads them, the container's recipe as it is followed.

`web/test_proxy.py` plays behind the documented proxy.
"""

import ctypes
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from mississippi_stud.floor.fitness.files import mount_of
from mississippi_stud.floor.fitness.sockets import FILES
from tests.web.test_serve import MSTUD, address, starting

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
UNITS = DEPLOY / "systemd"
ANALYZE = shutil.which("systemd-analyze")
RECIPE = (DEPLOY / "Containerfile").read_text()
CLONE_NEWNS = 0x0002_0000
"""Of unshare(2): a view of its own of the file systems."""


def settings(unit: str) -> dict[str, list[str]]:
    """Return the settings of a unit by name, each with all its values."""
    found: dict[str, list[str]] = {}
    for line in (UNITS / unit).read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """Return a folder with the units, in which the program is one that is here."""
    if ANALYZE is None:
        pytest.fail("these tests need systemd-analyze: `make test` installs it, or apt-get install systemd")
    shutil.copytree(UNITS, tmp_path / "units")
    for unit in (tmp_path / "units").iterdir():
        unit.write_text(unit.read_text().replace("/opt/mississippi-stud/bin/mstud", sys.executable))
    return tmp_path / "units"


def analyze(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    given = [ANALYZE, *arguments]
    return subprocess.run(given, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


def test_systemd_reads_the_units_without_a_complaint(units: Path):
    names = [f"./{unit.name}" for unit in sorted(units.iterdir()) if unit.suffix in (".service", ".timer")]
    assert len(names) == 3
    done = analyze(units, "verify", "--man=no", *names)
    complaints = [line for line in done.stderr.splitlines() if "mississippi-stud" in line]
    assert (done.returncode, complaints) == (0, [])
    unit = units / "mississippi-stud.service"
    unit.write_text(unit.read_text().replace("KillMode=mixed", "KillMode=some"))
    done = analyze(units, "verify", "--man=no", *names)
    assert "Failed to parse kill mode" in done.stderr, "a wrong word is noticed"


@pytest.mark.parametrize("unit", ["mississippi-stud.service", "mississippi-stud-backup.service"])
def test_systemd_finds_little_to_attack(units: Path, unit: str):
    done = analyze(units, "security", "--offline=true", "--threshold=20", f"./{unit}")
    assert done.returncode == 0, done.stdout
    exposed = units / unit
    exposed.write_text(exposed.read_text().replace("=yes\n", "=no\n"))
    assert analyze(units, "security", "--offline=true", "--threshold=20", f"./{unit}").returncode != 0


def test_the_whole_group_ends_and_has_its_own_files():
    serving, saving = settings("mississippi-stud.service"), settings("mississippi-stud-backup.service")
    assert (serving["KillMode"], serving.get("SendSIGKILL", [])) == (["mixed"], [])
    assert serving["User"] == saving["User"] == ["mstud"]
    assert "\nu mstud " in (UNITS / "mississippi-stud.sysusers").read_text()
    assert int(serving["LimitNOFILE"][0]) >= FILES
    for unit in (serving, saving):
        folders = {f"/var/lib/{name}" for name in unit["StateDirectory"][0].split()}
        named = {value.partition("=")[2].removeprefix("sqlite:///") for value in unit["Environment"] if "/" in value}
        assert {str(Path(path).parent) for path in named} <= folders
        assert len(named) == 2, "the key is apart from the database"


def test_the_units_name_commands_that_there_are(tmp_path: Path):
    """Every command line of the units is understood, with the variables as the units set them."""
    for unit in ("mississippi-stud.service", "mississippi-stud-backup.service"):
        given = settings(unit)
        variables = dict(value.split("=", 1) for value in given["Environment"])
        for line in given["ExecStart"]:
            for name, value in variables.items():
                line = line.replace(f"${{{name}}}", value).replace(f"${name}", value)
            words = line.replace("/var/lib/mississippi-stud-backups", str(tmp_path)).split()[1:]
            environment = os.environ | {"MSTUD_KEY": f"{tmp_path}/none", "MSTUD_DATABASE": f"sqlite:///{tmp_path}/x/f"}
            if words[0] == "serve":
                continue  # it would go on for ever
            done = subprocess.run(
                [MSTUD, *words],
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            assert not re.search(r"option|argument|Traceback", done.stderr), (words, done.stderr)


def test_the_recipe_names_no_host_and_follows_the_locks():
    assert not re.search(r"https?://(?!127\.0\.0\.1)|\b[\w-]+\.(io|com|org)/", RECIPE)
    for line in re.findall(r"pip install [^\n]*", RECIPE):
        assert "--require-hashes" in line or "--no-index" in line, line
    assert re.findall(r"^USER (.+)$", RECIPE, re.MULTILINE) == ["10001:10001"]
    assert re.search(r"^HEALTHCHECK ", RECIPE, re.MULTILINE)
    copied = {
        source for line in re.findall(r"^COPY (?!--from)(.+) \S+$", RECIPE, re.MULTILINE) for source in line.split()
    }
    assert all((ROOT / source).exists() for source in copied)
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert all(f"!{source.partition('/')[0]}" in ignored for source in copied), "the engine is sent what is copied"
    locked, own = ((ROOT / "requirements" / name).read_text() for name in ("dev.txt", "serve.txt"))
    assert set(re.findall(r"^\S+==\S+", own, re.MULTILINE)) <= set(re.findall(r"^\S+==\S+", locked, re.MULTILINE))
    assert "psycopg-binary==" in own


def may_mount() -> bool:
    """Whether this process may have a view of its own of the file systems."""
    return subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not may_mount(), reason="whoever runs this may not mount anything")
def test_a_read_only_program_writes_nowhere_but_in_its_folders(tmp_path: Path):
    """As in the container: the root file system is read-only but for two folders; the health check says how it is."""
    own = tmp_path / "own"
    own.mkdir()
    health = re.search(r'CMD \["python3", "-c", "(.+)"\]', RECIPE)
    assert health is not None

    def read_only() -> None:
        if ctypes.CDLL(None).unshare(CLONE_NEWNS):
            os._exit(1)
        for how in (["--make-rprivate", "/"], ["--bind", own, own], ["-o", "remount,bind,ro", "/"]):
            subprocess.run(["mount", *how], check=True)

    with starting(tmp_path) as start:
        given = {"MSTUD_DATABASE": f"sqlite:///{own}/data/floor.db", "MSTUD_KEY": f"{own}/keys/key"}
        process = start(limit=read_only, PYTHONDONTWRITEBYTECODE="1", **given)
        url = address(process)
        check = [sys.executable, "-c", health[1].replace("http://127.0.0.1:8000", url)]
        mounts = Path(f"/proc/{process.pid}/mountinfo").read_text()
        assert "ro" in mount_of(Path("/"), mounts).options
        assert subprocess.run(check, capture_output=True, timeout=30, check=False).returncode == 0
        assert httpx.get(f"{url}/readyz").json() == {"status": "ready"}
        process.send_signal(signal.SIGTERM)
        assert "Traceback" not in process.communicate(timeout=60)[1]
        assert subprocess.run(check, capture_output=True, timeout=30, check=False).returncode != 0
    written = {path.relative_to(own).as_posix() for path in own.rglob("*") if path.is_file()}
    assert {"data/floor.db", "keys/key", "keys/key.vault", "keys/cookies"} <= written
