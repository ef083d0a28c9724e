"""Where a floor is stored. A database left by earlier code is recognised, left untouched and reported in a sentence,
and a new one is begun next to it, so that play goes on.
"""

import sqlite3
from pathlib import Path

import pytest

from mississippi_stud.floor import Floor
from mississippi_stud.floor.home import database_url, key_file
from mississippi_stud.store import Database, OldFormat
from tests.floor.drive import KEYS, check_all, play, seated
from tests.store.test_format import REVISIONS, old


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide empty user folders."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    for name in ("MSTUD_DATABASE", "MSTUD_KEY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def leave_behind(path: Path, revision: str) -> bytes:
    """Create a database of earlier code with one row; return its bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as connection:
        connection.executescript(old(revision, "BLOB"))
    connection.close()
    return path.read_bytes()


def test_the_database_and_its_key_are_in_folders_of_their_own(home: Path, monkeypatch: pytest.MonkeyPatch):
    assert database_url() == f"sqlite:///{home}/data/mississippi-stud/floor.db"
    assert key_file() == home / "settings" / "mississippi-stud" / "key"
    monkeypatch.setenv("MSTUD_DATABASE", "postgresql://here/floor")
    monkeypatch.setenv("MSTUD_KEY", "/my/key")
    assert (database_url(), key_file()) == ("postgresql://here/floor", Path("/my/key"))
    assert (database_url("sqlite:///mine.db"), key_file(Path("key"))) == ("sqlite:///mine.db", Path("key"))
    assert database_url("nonsense") == "nonsense"
    assert database_url("sqlite://") == "sqlite://"


@pytest.mark.parametrize("revision", REVISIONS)
def test_an_old_database_is_left_untouched_and_a_new_one_begins_beside_it(
    home: Path, revision: str, caplog: pytest.LogCaptureFixture
):
    path = home / "data" / "mississippi-stud" / "floor.db"
    before = leave_behind(path, revision)
    url = database_url()
    assert url == f"sqlite:///{path.with_name('floor-2.db')}"
    (told,) = (record.getMessage() for record in caplog.records)
    assert told == (
        f"{path} was written by an earlier version of this program, in a format that is no longer read: "
        f"it is left untouched, and a new one begins as {path.with_name('floor-2.db')}"
    )
    with Floor.open(url, key_file()) as floor:
        table = seated(floor)
        play(floor, table, "1 ante 5; deal; 1 fold")
    caplog.clear()
    assert database_url() == url, "from now on it is the new one"
    assert not caplog.records, "which need not be told again"
    with Floor.open(database_url(), key_file()) as floor:
        assert floor.table(table).number == 1
        assert check_all(floor)
    assert path.read_bytes() == before
    assert sorted(each.name for each in path.parent.iterdir() if each.name.startswith("floor.")) == ["floor.db"]


def test_a_named_database_of_before_is_treated_alike_and_never_opened(tmp_path: Path):
    before = leave_behind(tmp_path / "mine.sqlite", "0002")
    assert database_url(f"sqlite:///{tmp_path}/mine.sqlite") == f"sqlite:///{tmp_path}/mine-2.sqlite"
    with pytest.raises(OldFormat, match="it is left untouched"):
        Database(f"sqlite:///{tmp_path}/mine.sqlite", KEYS)
    leave_behind(tmp_path / "mine-2.sqlite", "0001")
    assert database_url(f"sqlite:///{tmp_path}/mine.sqlite") == f"sqlite:///{tmp_path}/mine-3.sqlite"
    assert (tmp_path / "mine.sqlite").read_bytes() == before
