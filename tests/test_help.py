"""The help of every command comes from `prose.commands`, in the reader's language, and so do Typer's own words."""

import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
import typer
from typer._click.core import Command, Context
from typer.testing import CliRunner

from mississippi_stud.cli.help import CommandLine, commands_of, help_of, metavar_of, name_of
from mississippi_stud.cli.main import application, main
from mississippi_stud.language import translator
from mississippi_stud.prose.commands import HELP, METAVARS

MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"


def walk(command: Command, *path: str) -> Iterator[tuple[tuple[str, ...], Command]]:
    """Yield a command with its path, and all those in it."""
    yield path, command
    for name, each in commands_of(command):
        yield from walk(each, *path, name)


def texts(path: tuple[str, ...], command: Command) -> Iterator[str]:
    """Yield the help of a command and of its parameters, in English."""
    yield help_of(" ".join(path) or "mstud")
    yield from (help_of(*path, name_of(each)) for each in command.get_params(Context(command)))


COMMANDS = dict(walk(typer.main.get_command(application())))


def mstud(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    bare = {name: value for name, value in os.environ.items() if name != "MSTUD_LANG"}
    return subprocess.run(
        [MSTUD, *arguments], capture_output=True, text=True, check=False, env=bare | environment, timeout=60
    )


def flat(text: str) -> str:
    return " ".join(text.split()).replace("- ", "-")  # a line may end after a hyphen


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_command_shows_the_catalogue_in_both_languages(
    path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    said = list(texts(path, COMMANDS[path]))
    for language in ("en", "fr"):
        monkeypatch.setattr(sys, "argv", ["mstud", *path, "--help", "--lang", language])
        with pytest.raises(SystemExit) as ended:
            main()
        done = capsys.readouterr()
        assert (ended.value.code, done.err) == (0, "")
        shown = flat(done.out)
        assert [each for each in said if flat(translator(language)(each)) not in shown] == []
        assert not re.search(r" <[a-z]", shown), "what an option takes is written in capitals"
    assert not any(word in shown for word in ("Usage", "default:", "required", "Commands", "env var", "Show "))


def test_the_catalogue_has_nothing_more():
    used = {" ".join(path) or "mstud" for path in COMMANDS}
    for path, command in COMMANDS.items():
        for each in command.get_params(Context(command)):
            own = " ".join((*path, name_of(each)))
            used.add(own if own in HELP else name_of(each))
    assert set(HELP) == used
    assert len(COMMANDS) == 66


def test_every_number_has_two_bounds_and_its_error_says_both():
    """Otherwise Typer's own sentence about x>=1 is what a person reads."""
    ranged = [
        (*path, name_of(each))
        for path, command in COMMANDS.items()
        for each in command.get_params(Context(command))
        if getattr(each.type, "min", None) is not None and getattr(each.type, "max", None) is None
    ]
    assert ranged == []


def test_what_every_parameter_takes_is_in_the_catalogue_and_nothing_more():
    """A switch takes nothing; nothing is called a text or a number only."""
    used = set()
    for path, command in COMMANDS.items():
        for each in command.get_params(Context(command)):
            assert each.metavar is None, "the catalogue says what it takes"
            if metavar_of(each, *path) is not None:
                own = " ".join((*path, name_of(each)))
                used.add(own if own in METAVARS else name_of(each))
    assert set(METAVARS) == used
    assert not {"TEXT", "X", "INTEGER"} & set(METAVARS.values())


def test_a_command_without_an_entry_and_its_docstring_are_noticed():
    app = CommandLine()

    @app.command("hand")
    def known(cards: str) -> None:
        """Say something else."""

    @app.command("planted")
    def planted(cards: str) -> None:
        """Say what no catalogue says."""

    commands = dict(walk(typer.main.get_command(app)))
    assert flat(HELP["hand"]) in flat(CliRunner().invoke(app, ["hand", "--help"], prog_name="mstud").output)
    with pytest.raises(KeyError, match="planted"):
        list(texts(("planted",), commands["planted",]))
    failed = CliRunner().invoke(app, ["planted", "--help"], prog_name="mstud")
    assert isinstance(failed.exception, KeyError)
    assert "no catalogue" not in failed.output


@pytest.mark.parametrize(
    ("arguments", "environment", "french"),
    [
        (("--lang", "fr", "--help"), "", True),
        (("--help", "--lang=fr"), "", True),
        (("--lang", "fr", "hand", "--help"), "", True),
        (("rules", "--lang", "fr", "list", "--help"), "", True),
        (("hand", "--help"), "fr", True),
        (("hand", "--help", "--lang", "en"), "fr", False),
        (("--lang", "fr", "hand", "--help", "--lang", "en"), "", False),
        (("hand", "--help"), "", False),
        (("hand", "--help"), "de", False),
        (("hand", "--help", "--lang", "de"), "fr", False),
    ],
)
def test_the_language_of_the_help(arguments: tuple[str, ...], environment: str, french: bool):
    done = mstud(*arguments, MSTUD_LANG=environment)
    assert done.returncode == 0
    assert done.stdout.startswith("Utilisation\xa0: mstud" if french else "Usage: mstud")


@pytest.mark.parametrize(
    ("arguments", "environment", "said"),
    [
        (("hand", "As Kd 2c"), "fr", "rien"),
        (("--lang", "fr", "hand", "As Kd 2c"), "", "rien"),
        (("--lang", "fr", "hand", "As Kd 2c", "--lang", "en"), "", "nothing"),
        (("rules", "--lang", "fr", "list"), "", "livre"),
        (("rules", "list"), "fr", "livre"),
        (("rules", "list"), "", "book"),
    ],
)
def test_the_language_of_an_answer(arguments: tuple[str, ...], environment: str, said: str):
    assert said in mstud(*arguments, MSTUD_LANG=environment).stdout


def test_an_unknown_language_of_the_environment_is_bad_input():
    done = mstud("doctor", MSTUD_LANG="de")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'de' is not a language of this house" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "english", "french"),
    [
        ("hand", "Missing argument 'CARDS'.", "Il manque l'argument «\xa0CARTES\xa0»."),
        ("rules new mine", "Missing option '--from'.", "Il manque l'option «\xa0--from\xa0»."),
        ("hand As --nope", "No such option: --nope", "Il n'y a pas d'option --nope"),
        (
            "hand As --boo",
            "No such option: --boo (Possible options: --book)",
            "Il n'y a pas d'option --boo (options possibles\xa0: --book)",
        ),
        ("nope", "No such command 'nope'.", "Il n'y a pas de commande «\xa0nope\xa0»."),
        (
            "rule",
            "No such command 'rule'. Did you mean 'rules'?",
            "Il n'y a pas de commande «\xa0rule\xa0». Vouliez-vous dire 'rules'?",
        ),
        ("hand As Kd", "Got unexpected extra argument(s) (Kd)", "Il y a des arguments de trop\xa0: Kd"),
        ("serve --host", "Option '--host' requires an argument.", "L'option «\xa0--host\xa0» exige une valeur."),
        (
            "serve --open=3",
            "Option '--open' does not take a value.",
            "L'option «\xa0--open\xa0» ne prend pas de valeur.",
        ),
        (
            "serve --port x",
            "Invalid value for '--port': 'x' is not a whole number.",
            "La valeur de «\xa0--port\xa0» ne convient pas\xa0: «\xa0x\xa0» n'est pas un nombre entier.",
        ),
        (
            "risk --rounds=",
            "Invalid value for '--rounds': '' is not a whole number.",
            "La valeur de «\xa0--rounds\xa0» ne convient pas\xa0: «\xa0\xa0» n'est pas un nombre entier.",
        ),
        (
            "serve --port 65536",
            "Invalid value for '--port': 65536 is not between 0 and 65535.",
            "La valeur de «\xa0--port\xa0» ne convient pas\xa0: 65536 n'est pas entre 0 et 65535.",
        ),
        ("rules --lang {}", "Missing command.", "Il manque une commande."),
    ],
)
def test_wrong_arguments_are_told_in_both_languages(arguments: str, english: str, french: str):
    for language, said in (("en", english), ("fr", french)):
        done = mstud(*arguments.format(language).split(), MSTUD_LANG=language)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"mstud: {said}\n")


def test_what_typer_says_otherwise_stays_as_it_is(monkeypatch: pytest.MonkeyPatch):
    from mississippi_stud.cli.help import usage_error

    monkeypatch.setenv("MSTUD_LANG", "fr")
    monkeypatch.setattr(sys, "argv", ["mstud"])
    assert usage_error(typer.TyperException("Something new is wrong.")) == "Something new is wrong."


@pytest.mark.parametrize("group", [(), ("rules",), ("verify",)])
def test_a_group_without_a_command_shows_its_help_where_nobody_sits(group: tuple[str, ...]):
    for language, said in (("en", "\nCommands:\n"), ("fr", "\nCommandes\xa0:\n")):
        done = mstud(*group, MSTUD_LANG=language)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr


def loaded_by(*arguments: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    code = "import sys; from mississippi_stud.cli import main\ntry: main()\nexcept SystemExit: print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_the_catalogue_is_only_loaded_for_help():
    assert "mississippi_stud.prose.commands" not in loaded_by("hand", "As Kd 2c")
    assert "mississippi_stud.prose.commands" in loaded_by("hand", "--help")


HEAVY: Final = {"sqlalchemy", "numpy", "numba", "altair", "litestar", "rich", "cryptography", "jinja2"}


@pytest.mark.parametrize(
    "arguments", [("--version",), ("hand", "As Kd 2c"), ("rules", "show", "crown"), ("solve", "--help")]
)
def test_what_answers_at_once_loads_nothing_heavy(arguments: tuple[str, ...]):
    """The start of every command would pay for a heavy import at the head of any one command's module."""
    assert loaded_by(*arguments) & HEAVY == set()
