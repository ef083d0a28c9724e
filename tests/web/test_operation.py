"""A server checks its program when it starts, once however many processes it has, with its books and its settings."""

import signal
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mississippi_stud.cli.serve import TOKEN
from mississippi_stud.floor import Floor
from mississippi_stud.floor.integrity import Program, check, record
from mississippi_stud.floor.operation import OPERATION, ApproveProgram, CheckOccasion, ProgramChecked
from mississippi_stud.store import log
from mississippi_stud.web.app import create_app
from mississippi_stud.web.limits import settings
from mississippi_stud.web.server import told_settings
from tests.rulebooks.test_load import OWN, STRAIGHT
from tests.web.cast import Caller, assemble
from tests.web.child import FREELY, SECRET
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


def test_owners_and_officials_see_whether_the_program_is_the_one_that_was_approved():
    with Floor.in_memory() as floor:
        app = create_app(floor, SECRET, FREELY)
        caller, cast = Caller(app), assemble(app, [("nsw", "inspector"), ("crown", "dealer")])
        path = "/house/play/operation"

        def page(role: str, language: str = "en") -> str:
            reply = caller.ask("GET", f"{path}?lang={language}", cast.cookies[role], accept="text/html")
            assert reply.status == 200, role
            return reply.body.decode()

        assert "The program has not been checked yet." in page("owner")
        program = Program()
        approved = ApproveProgram(manifest=program.manifest(), who="Ida", why="tested")
        floor.send(OPERATION, approved)
        check(floor, program, CheckOccasion.DEMAND)
        for role in ("owner", "nsw inspector"):
            assert "It is the program that was approved." in page(role)
        changed = replace(approved.manifest, settings={"hosts": "*"}, libraries={"left-pad": "1.0"})
        record(floor, changed, CheckOccasion.DEMAND)
        told = page("nsw inspector", "fr")
        assert "Ce n&#39;est pas le programme qui a été approuvé" in told
        assert "left-pad" in told
        for role, status in (("crown dealer", 404), ("account", 404), ("guest", 401)):
            assert caller.ask("GET", path, cast.cookies[role]).status == status
        caller.close()
