"""A restored backup revives nothing that somebody may have learned since: no open round, no commitment, no seed."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.fairness import commitment
from mississippi_stud.floor import STREAMS, Floor, Sit, renewal
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import Database, Keys, StoreError, audit, backup, log
from mississippi_stud.table.commands import CommitAnew
from tests.floor.clock import Clock, opened, table
from tests.floor.drive import command_of, play
from tests.floor.several import deal, seats


@pytest.fixture
def floor(sqlite_url: str, key_file: Path) -> Iterator[Floor]:
    with opened(sqlite_url, key_file, Clock()) as floor:
        floor.deposit("ann", 1_000_00)
        yield floor


def restored(floor: Floor, folder: Path, key_file: Path, name: str = "again.db") -> str:
    """Restore a backup of the floor to a new database and return its URL; no floor has been opened on it yet."""
    file, url = folder / "backup", f"sqlite:///{folder}/{name}"
    file.unlink(missing_ok=True)
    floor.backup(file)
    backup.restore(file, url, Keys.from_file(key_file))
    return url


def sound(floor: Floor) -> None:
    audit.verify(floor.database)
    verify_streams(floor.database, STREAMS)


def test_a_round_whose_secret_was_revealed_meanwhile_cannot_be_played_again(
    floor: Floor, tmp_path: Path, key_file: Path
):
    """The attack: see the cards, restore, and choose a seed that is known to win."""
    stream = table(floor)
    before = floor.table(stream).committed
    url = restored(floor, tmp_path, key_file)
    play(floor, stream, "1 ante 5; deal; 1 fold")  # reveals the secret
    with Floor.open(url, key_file) as again:
        assert again.renewed == (0, 1)
        now = again.table(stream).committed
        assert now
        assert before
        assert now.secret != before.secret
        assert now.number == before.number == 1
        wagers = replace(command_of(again, stream, "1 ante 5; deal", seed="chosen"), commitment=before.commitment)
        with pytest.raises(Refused, match="other-commitment"):
            again.send(stream, wagers)
        (shown,) = (each for each in log.read(again.database, stream) if each.name == "commitment_withdrawn")
        assert before.secret.encode() in shown.payload, "the old one is shown, unused"
        play(again, stream, "1 ante 5; deal; 1 fold")
        sound(again)
        assert recall.withdrawn(again) == 1


def test_a_round_that_was_open_is_void_by_the_books_clause_and_its_wagers_go_back(
    floor: Floor, tmp_path: Path, key_file: Path
):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    bound = floor.table(stream).committed
    url = restored(floor, tmp_path, key_file)
    play(floor, stream, "1 fold")
    with Floor.open(url, key_file) as again:
        assert again.renewed == (1, 0)
        assert again.balance("ann") == 1_000_00
        now = again.table(stream)
        assert now.round is None
        assert now.committed
        assert bound
        assert now.committed.secret != bound.secret
        (past,) = recall.history(again, recall.RoundFilter())
        assert (past.status, past.revealed) == ("void", True)
        with pytest.raises(Refused):
            play(again, stream, "1 bet 1")
        sound(again)


def test_seats_of_several_publish_new_hashes_too(floor: Floor, tmp_path: Path, key_file: Path):
    """The house must not commit to a new secret while it already knows their seeds."""
    waiting, playing = seats(floor, "nsw", {1: "ann", 2: "bob"}), seats(floor, "crown", {1: "cat", 2: "dan"})
    deal(floor, playing)
    url = restored(floor, tmp_path, key_file)
    with Floor.open(url, key_file) as again:
        assert again.renewed == (1, 1)
        for stream in (waiting, playing):
            assert {(seat.seed_hash, seat.next_seed_hash) for seat in again.table(stream).seats.values()} == {("", "")}
        sound(again)


def test_it_is_done_once_and_whoever_dies_in_the_middle_goes_on(
    floor: Floor, tmp_path: Path, key_file: Path, monkeypatch: pytest.MonkeyPatch
):
    floor.deposit("bob", 1_000_00)
    first, second = sorted((table(floor), table(floor, "bob")))
    url = restored(floor, tmp_path, key_file)
    send, sent = Floor.send, list[str]()

    def dies(self: Floor, stream: str, *given: object, **named: object) -> object:
        if sent:
            raise KeyboardInterrupt
        sent.append(stream)
        return send(self, stream, *given, **named)

    monkeypatch.setattr(Floor, "send", dies)
    with pytest.raises(KeyboardInterrupt):
        Floor.open(url, key_file)
    monkeypatch.undo()
    with Floor.open(url, key_file) as again:
        for stream in (first, second):
            names = [each.name for each in log.read(again.database, stream)]
            assert names.count("commitment_withdrawn") == 1
        kept = again.table(first).committed
        sound(again)
    with Floor.open(url, key_file) as again:
        assert again.renewed == (0, 0), "and never again"
        assert again.table(first).committed == kept


def test_a_restored_database_is_another_to_which_old_anchors_do_not_speak(floor: Floor, tmp_path: Path, key_file: Path):
    url = restored(floor, tmp_path, key_file)
    with Floor.open(url, key_file) as again:
        assert again.database.id != floor.database.id
        sound(again)


def test_an_older_copy_of_the_file_is_noticed_by_its_anchors(
    tmp_path: Path, key_file: Path, caplog: pytest.LogCaptureFixture
):
    """Nobody runs `mstud restore`: somebody copies the file back."""
    path = tmp_path / "floor.db"
    url = f"sqlite:///{path}"
    with opened(url, key_file, Clock()) as floor:
        floor.deposit("ann", 1_000_00)
        stream = table(floor)
        bound = floor.table(stream).committed
    shutil.copy(path, tmp_path / "copy")
    with opened(url, key_file, Clock()) as floor:
        play(floor, stream, "1 ante 5; deal; 1 fold")
    shutil.copy(tmp_path / "copy", path)
    with opened(url, key_file, Clock()) as again:
        assert "is an older copy of itself" in caplog.text
        assert again.renewed == (0, 1)
        assert again.table(stream).committed != bound
        sound(again)
    with opened(url, key_file, Clock()) as again:
        assert again.renewed == (0, 0)


@pytest.mark.parametrize("line", ["forged", b'{"database":"\xff"}'])
def test_an_anchor_that_counts_for_nothing_does_not_hide_those_before_it(
    tmp_path: Path, key_file: Path, line: bytes | str
):
    path, anchors = tmp_path / "floor.db", key_file.with_name("key.anchors")
    with opened(f"sqlite:///{path}", key_file, Clock()) as floor:
        floor.deposit("ann", 1_000_00)
        stream = table(floor)
    shutil.copy(path, tmp_path / "copy")
    with opened(f"sqlite:///{path}", key_file, Clock()) as floor:
        play(floor, stream, "1 ante 5; deal; 1 fold")
    last = msgspec.json.decode(anchors.read_bytes().splitlines()[0], type=audit.Anchor)
    added = line if isinstance(line, bytes) else msgspec.json.encode(msgspec.structs.replace(last, signature="00"))
    with anchors.open("ab") as file:
        file.write(added + b"\n")
    shutil.copy(tmp_path / "copy", path)
    with opened(f"sqlite:///{path}", key_file, Clock()) as again:
        assert again.renewed == (0, 1)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("DELETE FROM facts WHERE name = 'database'", "do not say which database this is"),
        ("UPDATE facts SET value = 'another' WHERE name = 'database'", "the fact database is not what was signed"),
        ("UPDATE facts SET value = x'00' WHERE name = 'database'", "the fact database is not what was signed"),
    ],
)
def test_an_older_copy_does_not_escape_its_anchors_under_another_name(
    tmp_path: Path, key_file: Path, change: str, said: str
):
    """If a database got a new name when opened, no anchor would apply to it."""
    path = tmp_path / "floor.db"
    with opened(f"sqlite:///{path}", key_file, Clock()) as floor:
        floor.deposit("ann", 1_000_00)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(change)
    with pytest.raises(StoreError, match=said):
        opened(f"sqlite:///{path}", key_file, Clock())


def test_a_restore_whose_mark_was_taken_away_is_one_all_the_same(floor: Floor, tmp_path: Path, key_file: Path):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    url = restored(floor, tmp_path, key_file)
    with closing(sqlite3.connect(tmp_path / "again.db")) as connection, connection:
        connection.execute("DELETE FROM facts WHERE name = 'restored'")
    with Floor.open(url, key_file) as again:
        assert again.renewed == (1, 0)
        assert again.table(stream).round is None
        sound(again)
    with Floor.open(url, key_file) as again:
        assert again.renewed == (0, 0)


def test_an_older_copy_does_not_escape_under_the_name_from_before_a_restore(
    floor: Floor, tmp_path: Path, key_file: Path
):
    """That name is signed too, and is in every backup."""
    stream = table(floor)
    facts = "SELECT value, signature FROM facts WHERE name = 'database'"
    with floor.database.transaction() as connection:
        older = tuple(connection.exec_driver_sql(facts).one())
    url, path = restored(floor, tmp_path, key_file), tmp_path / "again.db"
    with Floor.open(url, key_file) as again:
        play(again, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    shutil.copy(path, tmp_path / "copy")
    with Floor.open(url, key_file) as again:
        play(again, stream, "1 fold")  # reveals the secret
    shutil.copy(tmp_path / "copy", path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE facts SET value = ?, signature = ? WHERE name = 'database'", older)
    with Floor.open(url, key_file) as again:
        assert again.renewed == (1, 0)
        assert again.table(stream).round is None
        sound(again)


def test_nobody_but_a_restore_voids_what_is_open(tmp_path: Path, key_file: Path):
    """If an unsigned mark counted, it would return a lost wager."""
    path = tmp_path / "floor.db"
    with opened(f"sqlite:///{path}", key_file, Clock()) as floor:
        floor.deposit("ann", 1_000_00)
        play(floor, table(floor), "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO facts VALUES ('restored', '0', x'00')")
    with pytest.raises(StoreError, match="the fact restored is not what was signed"):
        opened(f"sqlite:///{path}", key_file, Clock())


def test_a_table_that_is_bound_to_nothing_is_left_alone(floor: Floor, tmp_path: Path, key_file: Path):
    floor.open_table("online")
    with Floor.open(restored(floor, tmp_path, key_file), key_file) as again:
        assert again.renewed == (0, 0)


def test_only_the_floor_binds_a_table_anew(floor: Floor):
    stream = table(floor)
    with pytest.raises(Refused, match="not-a-players"):
        floor.send(stream, CommitAnew(reason="I saw the cards", person="ann"))
    assert renewal.renew_after_restore(floor) == (0, 0), "nothing was restored"


def test_a_command_that_was_carried_out_after_the_backup_may_come_again(floor: Floor, tmp_path: Path, key_file: Path):
    """Its answer is lost with everything after the backup: it is decided again, on the new commitment."""
    stream = floor.open_table("online")
    url = restored(floor, tmp_path, key_file)
    sit = Sit(position=1, player="ann", person="ann")
    floor.send(stream, sit, command_id="sits")
    with Floor.open(url, key_file) as again:
        again.send(stream, sit, command_id="sits")
        made = again.table(stream).committed
        assert made
        assert made.commitment == commitment(bytes.fromhex(made.secret))
        with pytest.raises(InputError, match="was used before for another command"):
            again.send(stream, Sit(position=1, player="bob", person="bob"), command_id="sits")


def test_a_restore_of_a_database_that_was_never_opened_again_is_still_marked(
    floor: Floor, tmp_path: Path, key_file: Path
):
    url = restored(floor, tmp_path, key_file)
    database = Database(url, Keys.from_file(key_file), STREAMS.tables)
    assert log.fact(database, backup.RESTORED) is not None
    database.close()
