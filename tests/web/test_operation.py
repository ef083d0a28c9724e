"""A server checks its program when it starts, once however many processes it has, with its books and its settings."""

import signal
from pathlib import Path
from typing import Any

import pytest

from mississippi_stud.cli.serve import TOKEN
from mississippi_stud.floor import Floor
from mississippi_stud.floor.operation import OPERATION, ProgramChecked
from mississippi_stud.store import log
from mississippi_stud.web.limits import settings
from mississippi_stud.web.server import told_settings
from tests.rulebooks.test_load import OWN, STRAIGHT
from tests.web.test_serve import Start, address, start

__all__ = ["start"]


def ended(process: Any) -> None:
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=30)


def checks(url: str, tmp_path: Path) -> list[ProgramChecked]:
    with Floor.open(url, tmp_path / "settings" / "mississippi-stud" / "key") as floor:
        return [floor.streams.decode(each) for each in log.read(floor.database, OPERATION)]


def test_every_start_is_a_check_with_the_books_and_the_settings(start: Start, tmp_path: Path, sqlite_url: str):
    mine = tmp_path / "my-casino.toml"
    mine.write_text(OWN + STRAIGHT)
    for options in ((), ("--limit=table-days=30", f"--book={mine}")):
        process = start("--database", sqlite_url, *options, **{TOKEN: "a secret"})
        address(process)
        ended(process)
    first, second = checks(sqlite_url, tmp_path)
    assert [each.occasion.value for each in (first, second)] == ["start", "start"]
    assert list(first.books) == ["nsw", "maryland", "crown", "online"]
    assert list(second.books) == [*first.books, "my-casino"]
    changed = {name for name in first.settings if first.settings[name] != second.settings[name]}
    assert (changed, second.settings["table_days"]) == ({"table_days"}, "30")
    assert "a secret" not in str(first.settings)


def test_several_processes_are_one_start(start: Start, tmp_path: Path, postgres_url: str):
    process = start("--workers=2", "--database", postgres_url)
    address(process)
    ended(process)
    assert [each.occasion.value for each in checks(postgres_url, tmp_path)] == ["start"]


@pytest.mark.parametrize("token", ["", "one", "two"])
def test_a_secret_among_the_settings_is_told_by_its_presence_alone(token: str):
    told = told_settings(settings((), metrics_token=token))
    assert told["metrics_token"] == ("true" if token else "false")
    assert told["hosts"] == "[]"
    assert told["connections"] == "1000"
