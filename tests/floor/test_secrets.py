"""Secret files are complete or absent, readable only by their owner, and never trusted if empty."""

import os
import resource
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

from mississippi_stud.errors import InputError
from mississippi_stud.floor import STREAMS, Floor
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.floor.home import cookie_secret
from mississippi_stud.store import Database, Keys, StoreError, audit, schema
from tests.floor.clock import opened
from tests.floor.drive import command_of
from tests.floor.several import Staffed


def mode(path: Path) -> str:
    return f"{path.stat().st_mode & 0o777:o}"


@pytest.fixture
def open_to_all() -> Iterator[None]:
    """Let everybody read files that are created without a mode."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_to_all")
def test_only_the_owner_reads_what_we_make(tmp_path: Path, key_file: Path):
    with opened(f"sqlite:///{tmp_path}/data/floor.db", key_file) as floor:
        floor.deposit("ann", 5_00)
        floor.backup(tmp_path / "backup")
        cookie_secret(key_file)
        made = {path.relative_to(tmp_path).as_posix(): mode(path) for path in tmp_path.rglob("*") if path.is_file()}
    assert sorted(made) == [
        "backup", "data/floor.db", "data/floor.db-shm", "data/floor.db-wal", "data/floor.db.lock", "keys/cookies",
        "keys/key", "keys/key.vault",
    ]  # fmt: skip
    assert set(made.values()) == {"600"}
    assert mode(key_file.with_name("key.anchors")) == "600"
    assert {mode(tmp_path / "data"), mode(tmp_path / "keys")} == {"700"}


def test_files_of_before_are_closed_to_others(tmp_path: Path, key_file: Path):
    path = tmp_path / "floor.db"
    with opened(f"sqlite:///{path}", key_file) as floor:
        floor.deposit("ann", 5_00)
    for each in (path, tmp_path / "floor.db.lock"):
        each.chmod(0o644)
    with opened(f"sqlite:///{path}", key_file) as floor:
        assert floor.balance("ann") == 5_00
        assert {mode(path), mode(tmp_path / "floor.db.lock"), mode(tmp_path / "floor.db-wal")} == {"600"}


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_link_in_place_of_the_lock_empties_no_other_file(tmp_path: Path, key_file: Path, link: Callable[..., None]):
    url = f"sqlite:///{tmp_path}/floor.db"
    opened(url, key_file).close()
    (tmp_path / "floor.db.lock").unlink()
    link(key_file, tmp_path / "floor.db.lock")
    held = key_file.read_bytes()
    with suppress(StoreError):
        opened(url, key_file).close()
    assert key_file.read_bytes() == held


def test_a_file_is_written_by_one_process_under_whatever_name(tmp_path: Path, key_file: Path):
    path = tmp_path / "floor.db"
    with opened(f"sqlite:///{path}", key_file) as floor:
        floor.deposit("ann", 5_00)
        (tmp_path / "other.db").symlink_to(path)
        with pytest.raises(StoreError, match="in use by another process"):
            opened(f"sqlite:///{tmp_path}/other.db", key_file)
    with opened(f"sqlite:///{tmp_path}/other.db", key_file) as floor:
        assert floor.balance("ann") == 5_00
        (tmp_path / "other.db").unlink()
        (tmp_path / "other.db").symlink_to(tmp_path / "elsewhere.db")
        with pytest.raises(StoreError, match="was moved away or replaced"):
            floor.deposit("ann", 5_00)
    os.link(path, tmp_path / "third.db")
    for name in ("floor.db", "third.db"):
        with pytest.raises(StoreError, match="has a second name, a hard link"):
            opened(f"sqlite:///{tmp_path}/{name}", key_file)


@pytest.mark.parametrize("bits", [0o640, 0o604, 0o644, 0o660])
def test_a_key_that_others_can_read_is_refused(tmp_path: Path, key_file: Path, bits: int):
    opened(f"sqlite:///{tmp_path}/floor.db", key_file).close()
    key_file.chmod(bits)
    with pytest.raises(InputError) as said:
        opened(f"sqlite:///{tmp_path}/floor.db", key_file)
    assert (
        str(said.value) == f"the secret file {key_file} can be read by others (mode {bits:o}): run chmod 600 {key_file}"
    )
    cookies = key_file.with_name("cookies")
    cookie_secret(key_file)
    cookies.chmod(bits)
    with pytest.raises(InputError, match=f"chmod 600 {cookies}"):
        cookie_secret(key_file)


@pytest.mark.parametrize("left", [b"", b"\n"])
def test_an_empty_key_is_never_believed(tmp_path: Path, key_file: Path, left: bytes):
    key_file.parent.mkdir()
    key_file.write_bytes(left)
    key_file.chmod(0o600)
    with pytest.raises(InputError, match="is empty, as a full disk leaves it"):
        Keys.from_file(key_file)
    if left:  # somebody wrote something, which is not ours to replace
        with pytest.raises(InputError, match="is empty, as a full disk leaves it"):
            opened(f"sqlite:///{tmp_path}/floor.db", key_file)
        return
    opened(f"sqlite:///{tmp_path}/floor.db", key_file).close()
    assert len(key_file.read_text()) == 65, "nobody can have used it: it was made anew"


def test_a_key_that_was_emptied_is_not_made_anew_for_a_database_that_has_one(tmp_path: Path, key_file: Path):
    url = f"sqlite:///{tmp_path}/floor.db"
    opened(url, key_file).close()
    key_file.write_bytes(b"")
    with pytest.raises(InputError, match=r"there is no key file .*: name the one that this database was made with"):
        opened(url, key_file)
    assert not key_file.exists()


@pytest.mark.parametrize("held", ["00" * 31, "00" * 33, "xyz", "0"])
def test_a_short_or_odd_key_is_refused(key_file: Path, held: str):
    key_file.parent.mkdir()
    key_file.write_text(held)
    key_file.chmod(0o600)
    with pytest.raises(InputError, match=f"the key file {key_file} does not hold a key: "):
        Keys.from_file(key_file, create=True)
    assert key_file.read_text() == held


def test_an_empty_secret_of_the_cookies_is_made_anew_and_a_short_one_refused(key_file: Path):
    key_file.parent.mkdir()
    cookies = key_file.with_name("cookies")
    cookies.touch(0o600)
    first = cookie_secret(key_file)
    assert len(first) == 64
    assert cookie_secret(key_file) == first
    cookies.write_text("short\n")
    with pytest.raises(InputError, match="is too short for a secret: remove it, and guests begin with new names"):
        cookie_secret(key_file)


def test_many_who_heal_at_once_end_with_one_secret(tmp_path: Path):
    key = tmp_path / "key"
    key.touch(0o600)
    code = "import sys; from pathlib import Path; from mississippi_stud.store import Keys;" \
        "print(Keys.from_file(Path(sys.argv[1]), create=True).fingerprint)"  # fmt: skip
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(key)], stdout=subprocess.PIPE, text=True) for _ in range(6)
    ]
    found = {each.communicate()[0].strip() for each in running}
    assert found == {Keys.from_file(key).fingerprint}


FIRST_START = textwrap.dedent("""
    import sys
    from pathlib import Path
    from mississippi_stud.errors import InputError
    from mississippi_stud.floor import Floor
    from mississippi_stud.floor.home import cookie_secret
    folder = Path(sys.argv[1])
    try:
        cookie_secret(folder / "key")
        with Floor.open(f"sqlite:///{folder}/floor.db", folder / "key") as floor:
            floor.deposit("ann", 500)
    except InputError as error:
        sys.exit(str(error))
""")


def first_start(folder: Path, room: int | None = None) -> tuple[int, str]:
    """Open a floor for the first time in a child process; no file may grow beyond `room` bytes."""

    def limit() -> None:
        if room is not None:
            import signal

            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    done = subprocess.run(
        [sys.executable, "-c", FIRST_START, str(folder)], preexec_fn=limit, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("room", [0, 64, 65, 4096, 20_000])
def test_a_disk_that_is_full_at_the_first_start_leaves_nothing_that_a_later_start_believes(tmp_path: Path, room: int):
    status, said = first_start(tmp_path, room)
    assert status == 1, "there was not enough room"
    assert len(said.strip().splitlines()) == 1, said
    for name in ("key", "cookies"):
        held = tmp_path / name
        assert not held.exists() or len(held.read_text().strip()) == 64
    assert first_start(tmp_path) == (0, ""), "with room it starts"
    with Floor.open(f"sqlite:///{tmp_path}/floor.db", tmp_path / "key") as floor:
        assert floor.balance("ann") == 5_00


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of 64 KiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no disk can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_disk_that_is_really_full(small_disk: Path):
    filler = small_disk / "filler"
    filler.write_bytes(bytes(64 * 1024))
    status, said = first_start(small_disk)
    assert (status, len(said.strip().splitlines())) == (1, 1), said
    filler.write_bytes(bytes(60 * 1024))
    status, said = first_start(small_disk)
    assert (status, len(said.strip().splitlines())) == (1, 1), said
    filler.unlink()
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    assert first_start(small_disk) == (0, "")
    Keys.from_file(small_disk / "key")


def test_a_disk_that_can_only_be_read_is_read(small_disk: Path, key_file: Path, tmp_path: Path):
    """With a journal that was not checkpointed, and without one."""
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    url = f"sqlite:///{small_disk}/floor.db"
    floor = opened(url, key_file)
    floor.deposit("ann", 5_00)
    keys = floor.database.keys
    for name in ("floor.db", "floor.db-wal"):
        small_disk.joinpath(f"copy{name[5:]}").write_bytes(small_disk.joinpath(name).read_bytes())
    floor.close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    before = sorted(path.name for path in small_disk.iterdir())
    for name in ("floor.db", "copy.db"):
        still = Database(f"sqlite:///{small_disk}/{name}", keys, STREAMS.tables, reading=True)
        assert audit.verify(still) == 1
        assert verify_streams(still, STREAMS).streams == {"account:": 1}
        still.close()
    assert sorted(path.name for path in small_disk.iterdir()) == before
    with pytest.raises(StoreError):
        Database(url, keys)


def test_what_was_asked_cannot_be_found_by_trying(tmp_path: Path, key_file: Path):
    """Otherwise, anyone who has seen two cards of a deal could find the other three among 117,600 candidates."""
    with opened(f"sqlite:///{tmp_path}/floor.db", key_file) as floor:
        staffed, deal = Staffed(floor, "physical", {1: "ann"}), "deal 2c 3c 4c 5c 6c"
        staffed.lines(f"round; 1 ante 5; no-more-bets; {deal}")
        asked = msgspec.json.encode([staffed.stream, command_of(floor, staffed.stream, deal)])
        with floor.database.transaction() as connection:
            kept = connection.scalars(select(schema.commands.c.body)).all()
        assert floor.database.keys.mark(asked) in kept
        assert sha256(asked).digest() not in kept
