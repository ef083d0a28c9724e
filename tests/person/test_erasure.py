"""Erasing a person: their key is destroyed, the log stays whole, and a restore repeats it."""

from pathlib import Path

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.floor import STREAMS, Floor
from mississippi_stud.floor.persons import change_personal_data, erase, person_of, personal_data
from mississippi_stud.person.person import PersonalData
from mississippi_stud.store import backup
from mississippi_stud.store.database import Database
from mississippi_stud.store.keys import Keys
from mississippi_stud.store.vault import ErasedPersonError, Vault

ANN = PersonalData(name="Ann Example", address="1 High Street", email="ann@example.org", born="1990-12-31")


def opened(folder: Path, name: str, vault: Vault) -> Floor:
    return Floor(Database(f"sqlite:///{folder}/{name}.db", Keys(bytes(32)), STREAMS.tables), vault=vault)


def test_personal_data_is_read_until_the_person_is_erased_and_never_after(tmp_path: Path):
    vault_file = tmp_path / "vault.db"
    with opened(tmp_path, "floor", Vault(f"sqlite:///{vault_file}")) as floor:
        change_personal_data(floor, "ann", ANN, actor="ann")
        assert personal_data(floor, "ann") == ANN
        assert floor.vault.claim("mark", "ann")
        erase(floor, "ann", by="ann", reason="asked")
        assert personal_data(floor, "ann") is None
        assert person_of(floor, "ann").erased
        assert floor.vault.person_of("mark") is None
        with pytest.raises(ErasedPersonError):
            change_personal_data(floor, "ann", ANN, actor="ann")
        erase(floor, "ann", by="ann", reason="asked")  # a second time changes nothing


def test_a_restore_repeats_the_erasure(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/vault.db"
    with opened(tmp_path, "floor", Vault(url)) as floor:
        change_personal_data(floor, "ann", ANN, actor="ann")
        floor.backup(tmp_path / "before.backup")
        erase(floor, "ann", by="ann", reason="asked")
    backup.restore(tmp_path / "before.backup", f"sqlite:///{tmp_path}/again.db", Keys(bytes(32)))
    with opened(tmp_path, "again", Vault(url)) as floor:
        assert person_of(floor, "ann").erased
        assert personal_data(floor, "ann") is None


def test_a_bad_reason_erases_nobody():
    with Floor.in_memory() as floor:
        change_personal_data(floor, "ann", ANN, actor="ann")
        with pytest.raises(InputError):
            erase(floor, "ann", by="ann", reason="")
        assert personal_data(floor, "ann") == ANN
