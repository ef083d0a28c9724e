"""`mstud` as a person or a program uses it: real processes, their output and their exit status."""

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import mississippi_stud

MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"


def mstud(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([MSTUD, *arguments], capture_output=True, text=True, timeout=60, check=False)


def answer(*arguments: str) -> dict:
    done = mstud(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def check_refused(done: subprocess.CompletedProcess[str], message: str) -> None:
    """Check a refusal: exit status 2, one clear line on standard error, nothing on standard output."""
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("mstud: ")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr


def test_version():
    assert mstud("--version").stdout == f"mstud {mississippi_stud.__version__}\n"


def test_help_lists_the_commands():
    shown = mstud("--help").stdout
    assert all(command in shown for command in ("hand", "doctor"))


@pytest.mark.parametrize(
    ("cards", "hand"),
    [("As Kd Qh Jc 10s", "straight"), ("A♠ 2♠ 3♠", "straight flush"), ("2c 2d 3c 3d 4c 4d", "two pair")],
)
def test_hand_says_what_the_cards_make(cards: str, hand: str):
    assert answer("hand", cards)["hand"] == hand
    assert hand in mstud("hand", cards).stdout


@pytest.mark.parametrize(
    ("arguments", "label", "pays"),
    [
        (["Ah Kh Qh Jh Th"], "ante", "500 to 1"),
        (["Jd Jc 9h Ts Kd", "--book", "crown"], "ante", "1 to 1"),
        (["Td Tc 9h Js Kd", "--book", "nsw"], "ante", "push"),
        (["5d 5c 9h Js Kd"], "ante", None),
        (["Ah 2h 3h"], "three-card-bonus", "40 to 1"),
        (["Ah 2h 3h", "--book", "maryland"], "three-card-bonus A", "40 to 1"),
        (["Ah Kh Qh", "--book", "maryland"], "three-card-bonus A", "40 to 1"),  # the table does not name the mini royal
        (["Ah Kh Qh", "--book", "maryland"], "three-card-bonus C", "50 to 1"),
        (["Ad Kd Qd Jd Td 9d", "--book", "maryland"], "six-card-bonus A", "$1000000.00"),
        (["Ah Kh Qh Jh Th 9h", "--book", "maryland"], "six-card-bonus A", "$100000.00"),
        (["Ah Kh Qh Jh Th 9h", "--book", "maryland"], "six-card-bonus draft-B", "1000 to 1"),
    ],
)
def test_hand_says_what_the_book_pays(arguments: list[str], label: str, pays: str | None):
    assert answer("hand", *arguments)["pays"][label]["pays"] == pays
    assert (pays or "loses") in mstud("hand", *arguments).stdout.replace(",", "")


def test_hand_speaks_french():
    told = mstud("hand", "Ah Kh Qh Jh Th 9h", "--book", "maryland", "--lang", "fr").stdout
    assert "Bonus 6 cartes A\xa0: 100\xa0000,00\xa0$ (Maryland .12E(1)(b))" in told
    assert "Bonus 6 cartes draft-A\xa0: 1\xa0000 à 1 (Maryland .12E)" in told


def test_hand_names_the_suit_of_a_super_royal():
    assert answer("hand", "9d Td Jd Qd Kd Ad")["super_royal"] == "d"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hand", "As Kd Qh Jc Zz"], "card 5: 'Zz' is not a card"),
        (["hand", "As Kd Qh Jc as"], "As is named twice, as card 1 and as card 5"),
        (["hand", "As Kd"], "2 cards were given: a hand has five cards"),
        (["hand", ""], "0 cards were given"),
        (["hand"], "Missing argument"),
        (["hand", "As", "--nope"], "No such option: --nope"),
        (["nope"], "No such command 'nope'"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], message: str):
    check_refused(mstud(*arguments), message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hand", "As Kd", "--lang", "fr"], "2 cartes ont été données\xa0: une main compte cinq cartes"),
        (["hand", "--lang=fr", "As Kd"], "2 cartes ont été données\xa0: une main compte cinq cartes"),
        (["serve", "--log", "loud", "--lang", "fr"], "«\xa0loud\xa0» n'est pas un niveau de journal"),
        (
            ["export", "--format", "pdf", "--lang", "fr"],
            "«\xa0pdf\xa0» n'est pas un format\xa0: choisissez l'un de csv",
        ),
        (["replay", "nowhere.toml", "--lang", "fr"], "il n'y a pas de fichier «\xa0nowhere.toml\xa0»"),
        (["hand", "As Kd", "--lang", "en"], "2 cards were given: a hand has five cards"),
    ],
)
def test_bad_input_is_told_in_the_readers_language(arguments: list[str], message: str):
    check_refused(mstud(*arguments), message)


def test_doctor_finds_everything_here():
    report = answer("doctor")
    assert report["healthy"] is True
    assert {check["name"]: check["status"] for check in report["checks"]}["Python"] == "ok"
    assert "Everything needed is here." in mstud("doctor").stdout


def test_doctor_says_what_is_missing_and_how_to_mend_it(monkeypatch, capsys):
    from mississippi_stud.cli import doctor

    found = doctor._installed
    monkeypatch.setattr(
        doctor,
        "_installed",
        lambda name: {"rich": None, "msgspec": "0.1", "numpy": None, "altair": None}.get(name, found(name)),
    )
    with pytest.raises(SystemExit) as stopped:
        doctor.doctor(as_json=True)
    assert stopped.value.code == 1
    checks = {check["name"]: check for check in json.loads(capsys.readouterr().out)["checks"]}
    assert checks["rich"]["status"] == checks["msgspec"]["status"] == checks["numpy"]["status"] == "missing"
    assert checks["rich"]["mend"] == 'pip install "mississippi-stud"'
    assert checks["altair (plots)"]["status"] == "optional"
    assert checks["altair (plots)"]["mend"] == 'pip install "mississippi-stud[plots]"'
    assert checks["psycopg (postgres)"]["wanted"] == ">=3.2"
    with pytest.raises(SystemExit):
        doctor.doctor()
    assert 'pip install "mississippi-stud[plots]"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("found", "good"), [("0.25.9", False), ("0.26", True), ("0.26.0", True), ("0.28.9", True), ("0.29.0", False)]
)
def test_doctor_knows_both_bounds_of_a_version(found: str, good: bool):
    from mississippi_stud.cli import doctor

    assert doctor._satisfies(found, "<0.29,>=0.26") is good


@pytest.mark.parametrize("arguments", [[], ["rules"]])
def test_a_group_without_a_command_shows_its_help_as_it_is_laid_out(arguments: list[str]):
    done = mstud(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Usage: {' '.join(['mstud', *arguments])} [OPTIONS]")
    assert "\nCommands:\n" in done.stderr


@pytest.mark.parametrize(
    ("encoding", "shown"), [("utf-8", "A♠ 10♦ 2♣: nothing"), ("ascii", "As 10d 2c: nothing"), ("latin-1", "As 10d 2c")]
)
def test_a_terminal_without_the_suits_shows_their_letters(encoding: str, shown: str):
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    done = subprocess.run([MSTUD, "hand", "As Td 2c"], capture_output=True, check=True, env=environment)
    assert done.stdout.decode(encoding).startswith(shown)


ROYAL = str(Path(__file__).parent / "scenarios" / "online" / "01-royal-flush-at-the-limit.toml")
WRITING = [
    ["--version"],
    ["--help"],
    ["hand", "As Td 2c"],
    ["hand", "As Td 2c", "--json"],
    ["doctor"],
    ["rules", "list"],
    ["rules", "coverage", "--json"],
    ["incidents", "nsw"],
    ["replay", ROYAL],
    ["advise", "Ah 6h"],
    ["play", "--text"],
]


@pytest.fixture(params=["buffered", "unbuffered"])
def environment(request: pytest.FixtureRequest) -> dict[str, str]:
    """Return the environment of a process whose output Python buffers, as it does by default, or does not."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return kept | ({"PYTHONUNBUFFERED": "1"} if request.param == "unbuffered" else {})


def redirected(arguments: list[str], redirection: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    shell = ["bash", "-c", f'"$0" "$@" {redirection}', MSTUD, *arguments]
    return subprocess.run(shell, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, check=False)


@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
def test_a_full_output_is_one_clear_line(arguments: list[str], environment: dict[str, str]):
    done = redirected(arguments, ">/dev/full", environment)
    assert (done.returncode, done.stderr) == (2, "mstud: No space left on device\n")


@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
def test_a_reader_that_goes_away_is_no_error(arguments: list[str], environment: dict[str, str]):
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as gone:
        done = subprocess.run(
            [MSTUD, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=gone,
            stderr=subprocess.PIPE,
            env=environment,
            check=False,
        )
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize("redirection", [">&-", "2>&-", ">&- 2>&-", "2>/dev/full"])
def test_an_output_that_is_closed_or_not_needed_is_no_error(redirection: str, environment: dict[str, str]):
    for arguments in (["hand", "As Td 2c"], ["hand", "As Td 2c", "--json"], ["doctor"]):
        done = redirected(arguments, redirection, environment)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full", ">/dev/full 2>/dev/full"])
def test_bad_input_has_its_status_when_nobody_can_read_the_message(redirection: str, environment: dict[str, str]):
    for arguments in (["hand", "As Td 2z"], ["nope"], ["rules"]):
        assert redirected(arguments, redirection, environment).returncode == 2


def test_a_server_starts_without_numpy():
    loaded = "import sys, mississippi_stud.web.server; sys.exit('numpy' in sys.modules)"
    assert subprocess.run((sys.executable, "-c", loaded), timeout=60).returncode == 0


@pytest.mark.parametrize("arguments", [["--version"], ["hand", "As Kd Qh Jc Ts"], ["doctor"]])
def test_commands_that_need_no_numpy_do_not_import_it(arguments: list[str]):
    """Start-up stays fast because of what is not imported; `make bench` measures it."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", MSTUD, *arguments], capture_output=True, text=True, check=True
    )
    assert "numpy" not in done.stderr
