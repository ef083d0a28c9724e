"""Canaries in the terminal: no command tells anything personal or secret of a player.

`mstud person show` tells what is personal and no secret, and after an erasure not even that.

Every command that opens a floor's database has its line here: a new one fails until it is tried too.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import pyotp
import typer

from mississippi_stud.cli.main import application
from mississippi_stud.floor import Floor, second_factor, signin
from mississippi_stud.floor.persons import change_personal_data, stream_of
from mississippi_stud.money import Cents
from mississippi_stud.person.credentials import SignInMethod
from mississippi_stud.person.former_guest import BringGuest
from mississippi_stud.store import log
from tests.floor.drive import play, seated
from tests.passwords import cheap_passwords
from tests.person.test_erasure import CANARY, ZEB, mstud
from tests.test_help import walk

LOGIN, PASSWORD = "zebulon.canary", "the canary's password"
READING: dict[str, list[list[str]]] = {
    "doctor": [["--server"], ["--server", "--json"]],
    "export": [
        *([["--format", kind, *whole] for kind in ("csv", "json", "toml") for whole in ([], ["--player", ZEB])]),
        ["--player", ZEB, "--whole", "--format", "json"],
    ],
    "floor alterations": [[], ["--json"]],
    "floor events": [[], ["--json"]],
    "floor show": [[], ["--json"]],
    "integrity check": [["--json"]],
    "integrity show": [[], ["--json"]],
    "par": [["online", "--log"], ["online", "--log", "--json"]],
    "staff list": [["--json"], ["--lang", "fr"]],
    "staff titles": [["--json"]],
    "verify anchor": [["ANCHOR", "--json"]],
    "verify log": [[], ["--json"]],
    "verify round": [["ROUND"], ["ROUND", "--json"]],
}
"""The commands that tell something of a floor, and what they are asked."""
WRITING = {
    "backup",
    "floor settings",
    "floor start",
    "floor stop",
    "integrity approve",
    "person accept-vault",
    "person erase",
    "rebuild",
    "restore",
    "serve",
    "staff disable",
    "staff enable",
    "staff invite",
    "staff new",
    "staff recover",
}
"""The commands that do something, and answer with what they were told; their files are searched in `test_erasure`."""


def floor_commands() -> set[str]:
    """Return the commands that open a floor's database."""
    return {
        " ".join(path)
        for path, command in walk(typer.main.get_command(application()))
        if any("--database" in parameter.opts for parameter in command.params)
    }


def test_every_command_that_opens_a_floor_has_its_line():
    assert floor_commands() - WRITING == READING.keys() | {"person show"}


class Aviary:
    """A floor on which somebody has done everything that involves something personal or secret."""

    def __init__(self, folder: Path) -> None:
        url, self.key, self.anchor = f"sqlite:///{folder}/floor.db", folder / "keys" / "key", folder / "anchor"
        self.names = ["--database", url, "--key", str(self.key)]
        mstud("staff", "new", "Somebody", *self.names)
        with cheap_passwords(), Floor.open(url, self.key) as floor:
            change_personal_data(floor, ZEB, CANARY, actor=ZEB)
            signin.set_password(floor, ZEB, LOGIN, PASSWORD)
            secret = second_factor.new_totp_secret()
            code = pyotp.TOTP(secret).at(floor.clock() // 1_000_000)
            codes = second_factor.set_second_factor(floor, ZEB, secret, code)
            token = signin.begin(floor, ZEB, "Firefox, Linux", SignInMethod.PASSWORD, second_factor=True).token
            bring = BringGuest(guest="guest-before", stake_cents=Cents(0), held_cents=Cents(0))
            floor.send(stream_of(ZEB), bring, actor=ZEB)
            held = signin.password_of(floor, ZEB)
            assert held is not None
            self.table = seated(floor, ZEB)
            play(floor, self.table, "1 ante 5; deal; 1 fold")
            floor.disable("a complaint", player=ZEB)
            self.streams = list(log.streams(floor.database))
        self.personal = [*msgspec.structs.astuple(CANARY), LOGIN]
        self.secrets = [PASSWORD, held.hash, secret, *codes, token]

    def asked(self) -> Iterator[list[str]]:
        """Yield what the commands are asked."""
        put = {"ROUND": f"{self.table}#1", "ANCHOR": str(self.anchor)}
        for command, ways in READING.items():
            for way in ways:
                yield [*command.split(), *(put.get(word, word) for word in way), *self.names]
        yield from (["export", "--stream", stream, *self.names] for stream in self.streams)

    def leaks(self, asked: Iterable[list[str]]) -> dict[str, list[str]]:
        """Return what the answers tell that nobody may know; they do tell of the player, under the id alone."""
        told = {" ".join(words): mstud(*words) for words in asked}
        told["the anchor"] = self.anchor.read_text()
        assert sum(ZEB in text for text in told.values()) > 10
        found = {words: self.found(text, [*self.personal, *self.secrets]) for words, text in told.items()}
        return {words: leaked for words, leaked in found.items() if leaked}

    def found(self, text: str, forbidden: list[str]) -> list[str]:
        """Return what of this is in a text, as it is or as JSON writes it."""
        return [each for each in forbidden if each in text or msgspec.json.encode(each).decode()[1:-1] in text]


def test_no_command_tells_anything_personal_or_secret_before_an_erasure_or_after(tmp_path: Path):
    aviary = Aviary(tmp_path)
    show = [["person", "show", ZEB, *way, *aviary.names] for way in ([], ["--json"])]
    for words in show:
        told = mstud(*words)
        assert aviary.found(told, aviary.personal) == list(msgspec.structs.astuple(CANARY)), "the search finds it"
        assert aviary.found(told, aviary.secrets) == []
    assert aviary.leaks(aviary.asked()) == {}
    mstud("person", "erase", ZEB, "--by", "owner-1", "--reason", "asked", *aviary.names)
    assert aviary.leaks([*show, *(words for words in aviary.asked() if words[0] in ("export", "floor"))]) == {}
