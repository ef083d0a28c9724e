"""`mstud staff` as it is really run: before there is a server, and while one runs on the same database."""

import json
import os
import subprocess
from pathlib import Path

import httpx
import pytest

from mississippi_stud.floor import Floor, approvals, staff_links
from mississippi_stud.floor.persons import stream_of
from mississippi_stud.person.credentials import SetPassword, SetSecondFactor
from mississippi_stud.store import log
from tests.test_cli import MSTUD
from tests.web.test_serve import OWN, address, starting


class Machine:
    """A home folder in which `mstud` is run."""

    def __init__(self, home: Path) -> None:
        self.home = home
        given = {name: value for name, value in os.environ.items() if name not in OWN}
        homes = {"XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "settings")}
        self.environment = given | homes

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [MSTUD, "staff", *arguments], capture_output=True, text=True, timeout=120, check=False, env=self.environment
        )

    def told(self, *arguments: str) -> dict:
        done = self.run(*arguments, "--json")
        assert (done.returncode, done.stderr) == (0, "")
        return json.loads(done.stdout)

    def refused(self, *arguments: str) -> str:
        done = self.run(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        return done.stderr

    def floor(self) -> Floor:
        folder = self.home / "data" / "mississippi-stud"
        return Floor.open(f"sqlite:///{folder}/floor.db", self.home / "settings" / "mississippi-stud" / "key")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def token(told: dict) -> str:
    return str(told["link"]).rpartition("/")[2]


def account(floor: Floor, person: str) -> None:
    floor.send(stream_of(person), SetPassword(sealed="x"))
    floor.send(stream_of(person), SetSecondFactor(sealed="x"))


def test_a_house_is_made_and_staffed_from_the_machine(machine: Machine):
    assert machine.refused("list").startswith("mstud: ")
    first = machine.told("new", "Ann", "--url", "https://play.example")
    assert first["link"].startswith("https://play.example/invitation/play.")
    assert (first["by"], first["proposed"]) == ("console", False)
    with machine.floor() as floor:
        account(floor, "ann")
        staff_links.accept(floor, token(first), "ann")
        made = [record.actor for record in log.read(floor.database, "house:play")]
        assert made == ["console", "console", "ann"]
    second = machine.told("new", "Bob")
    assert second["proposed"], "an owner approves it"
    deb = machine.told("invite", "Deb", "--title", "crown:dealer", "--why", "new")
    with machine.floor() as floor:
        account(floor, "deb")
        staff_links.accept(floor, token(deb), "deb")
    listed = machine.told("list")
    assert [(each["person"], each["name"], each["owner"]) for each in listed["members"]] == [
        ("ann", "Ann", True),
        ("deb", "Deb", False),
    ]
    assert [(each["act"], each["by"]) for each in listed["proposals"]] == [("invite", "console")]
    machine.told("titles", "deb", "--grant", "crown:tg-area-manager", "--withdraw", "crown:dealer", "--why", "promoted")
    held = {each["title"]: each["held_by"] for each in machine.told("titles")["titles"] if each["held_by"]}
    assert held == {"tg-area-manager": ["deb"]}
    machine.told("disable", "deb", "--why", "gone")
    assert machine.told("list")["members"][1]["disabled"]
    machine.told("enable", "deb")
    assert "/recovery/play." in machine.told("recover", "deb")["link"]
    assert "last owner" in machine.refused("disable", "ann")
    assert "such as crown:dealer" in machine.refused("invite", "Eve", "--title", "dealer")
    assert "croupier" in machine.run("titles", "--lang", "fr").stdout
    shown = machine.run("list", "--lang", "fr").stdout
    assert "propriétaire" in shown
    bob = next(each["id"] for each in listed["proposals"])
    with machine.floor() as floor:
        approvals.approve(floor, "play", bob, by="ann")
        account(floor, "bob")
        staff_links.accept(floor, token(second), "bob")
    machine.told("disable", "bob")
    assert machine.run("enable", "bob").stdout.startswith("Proposed in the house play: another owner must approve it.")
    assert "Inviter un autre propriétaire\u00a0: Bob (la proposition" in shown.replace("\n", " ")


def test_a_house_is_staffed_while_the_server_runs(machine: Machine, tmp_path: Path):
    with starting(tmp_path) as start:
        url = address(start())
        link = machine.told("new", "Ann", "--url", url)["link"]
        page = httpx.get(link, headers={"accept": "text/html", "accept-language": "en"})
        assert page.status_code == 200
        assert "You are invited to the house play." in page.text
        assert "eve does not belong to this house" in machine.refused("disable", "eve")
        assert [each["name"] for each in machine.told("list")["invitations"]] == ["Ann"]
        assert machine.run("new", "Zoe", "--house", "club", "--lang", "fr").stdout.count("/invitation/club.") == 1
