"""`mstud verify`, `backup`, `restore` and `export` from the command line, on a floor that may be running."""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text, update

from mississippi_stud.cards import DECK, parse
from mississippi_stud.cli.main import main
from mississippi_stud.fairness import deck
from mississippi_stud.floor import Begin, Floor, places, proof
from mississippi_stud.store import Database, Keys, audit, schema
from tests.floor.drive import ANTE, DEAL, JACKPOT, JACKPOT_ROUND, linked
from tests.floor.play import Clock, bet_each, dealt, fold, opened


@pytest.fixture
def floor(database_url: str, key_file: Path) -> Iterator[Floor]:
    with opened(database_url, key_file, Clock()) as floor:
        floor.deposit("ann", 1_000_00)
        yield floor


@pytest.fixture
def run(database_url: str, key_file: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]):
    """`mstud` with these arguments, on the database of the test; gives status, output and errors."""
    monkeypatch.setenv("MSTUD_DATABASE", database_url)
    monkeypatch.setenv("MSTUD_KEY", str(key_file))

    def run(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["mstud", *map(str, words)])
        capsysbinary.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsysbinary.readouterr()
        return int(ended.value.code or 0), out.decode(), err.decode()

    return run


def test_a_good_log_is_said_to_be_good_while_the_floor_runs(floor: Floor, run):
    game = floor.open_game("ann", "online")
    bet_each(floor, game)
    dealt(floor, game)
    status, out, err = run("verify", "log", "--json")
    told = msgspec.json.decode(out)
    assert (status, err, told["good"], told["rounds"], told["anchor"]) == (0, "", True, 2, None)
    assert told["events"] == audit.verify(floor.database)
    assert told["commitments"] == {"made": 2, "revealed": 1, "open": 1, "unrevealed": 0, "void": 0}
    status, out, _ = run("verify", "log")
    assert (status, "2 rounds are what was written" in out, "without --anchor" in out) == (0, True, True)
    assert "2 parties sont tels qu'ils ont été écrits" in run("verify", "log", "--lang", "fr")[1]


def test_meters_are_verified_and_exported_while_the_floor_runs(floor: Floor, run):
    game = linked(floor)
    for command in (*JACKPOT_ROUND, Begin(), ANTE, JACKPOT, DEAL):
        floor.send(game, command)
    status, out, _ = run("verify", "log", "--json")
    assert (status, msgspec.json.decode(out)["meters"]) == (0, 2)
    assert "meters: 2, each worth what was given to it less its prizes" in " ".join(run("verify", "log")[1].split())
    assert "compteurs : 2, chacun valant" in " ".join(run("verify", "log", "--lang", "fr")[1].split())
    first = run("export", "--status", "settled")[1].splitlines()
    row = dict(zip(first[0].split(","), first[1].split(","), strict=True))
    assert (row["jackpot"], row["contributed_cents"]) == ("5.00", "1703/10")
    assert (row["funds_before"], row["funds_after"]) == ("2000.00", "1990.00")
    with floor.database.transaction() as connection:
        richer = schema.transfers.c.cents + 100
        moved = update(schema.transfers).where(schema.transfers.c.target == "pool:crown/low")
        connection.execute(moved.values(cents=richer))
    assert run("verify", "log")[0] == 1


def test_a_changed_event_is_named_with_status_1(floor: Floor, run):
    game = floor.open_game("ann", "online")
    fold(floor, game)
    with floor.database.transaction() as connection:
        events = schema.events
        changed = update(events).where(events.c.stream == game, events.c.version == 3)
        connection.execute(changed.values(payload=b"{}"))
    status, out, err = run("verify", "log")
    assert (status, out) == (1, "")
    assert err == f"mstud: {game}: event 3 (round_opened) is not what was written\n"
    status, out, _ = run("verify", "log", "--json")
    told = {"good": False, "problem": f"{game}: event 3 (round_opened) is not what was written"}
    assert (status, msgspec.json.decode(out)) == (1, told)


@pytest.mark.parametrize(
    "change", ["net_cents = 5", "status = 'void'", "player = 'bob'", "revealed = 0", "opened_at = 1", "book = 'x'"]
)
def test_a_table_of_rounds_that_lies_is_found(sqlite_url: str, key_file: Path, change: str):
    with opened(sqlite_url, key_file) as floor:
        floor.deposit("ann", 1_000_00)
        game = floor.open_game("ann", "online")
        fold(floor, game)
        assert proof.verify_rounds(floor.database) == 1
        with floor.database.transaction() as connection:
            connection.execute(text(f"UPDATE rounds SET {change}"))  # noqa: S608
        with pytest.raises(audit.LogError, match=f"round {game}#1: the table of rounds does not say what the log says"):
            proof.verify_rounds(floor.database)


def test_a_round_more_or_less_in_the_table_is_found(sqlite_url: str, key_file: Path):
    with opened(sqlite_url, key_file) as floor:
        floor.deposit("ann", 1_000_00)
        fold(floor, floor.open_game("ann", "online"))
        with floor.database.transaction() as connection:
            connection.execute(text("CREATE TEMPORARY TABLE kept AS SELECT * FROM rounds"))
            connection.execute(text("UPDATE kept SET round = 9"))
            connection.execute(text("INSERT INTO rounds SELECT * FROM kept"))
        with pytest.raises(audit.LogError, match="the table of rounds has 2 rounds, and the log has 1"):
            proof.verify_rounds(floor.database)
        with floor.database.transaction() as connection:
            connection.execute(text("DELETE FROM rounds"))
        with pytest.raises(audit.LogError, match="does not say what the log says"):
            proof.verify_rounds(floor.database)


def test_an_anchor_shows_a_cut_that_nothing_else_shows(floor: Floor, run, tmp_path: Path):
    game = floor.open_game("ann", "online")
    fold(floor, game)
    kept = tmp_path / "kept.anchor"
    status, out, _ = run("verify", "anchor", kept)
    assert (status, "the heads of 2 streams are signed in" in out) == (0, True)
    assert msgspec.json.decode(run("verify", "anchor", kept, "--json")[1])["streams"] == 2
    fold(floor, game)
    told = msgspec.json.decode(run("verify", "log", "--anchor", kept, "--json")[1])
    assert (told["good"], told["anchor"]["streams"]) == (True, 2)
    with floor.database.transaction() as connection:
        for table in ("events", "commands", "transfers", "balances", "rounds", "snapshots"):
            connection.execute(schema.metadata.tables[table].delete())
    assert run("verify", "log")[0] == 0
    status, _, err = run("verify", "log", "--anchor", kept)
    assert (status, "the anchor knows event" in err) == (1, True)


def test_an_anchor_that_is_none_or_was_changed(floor: Floor, run, tmp_path: Path):
    kept = tmp_path / "kept.anchor"
    assert run("verify", "log", "--anchor", kept)[::2] == (
        2, f"mstud: there is no file {kept}: give what `mstud verify anchor` wrote\n",
    )  # fmt: skip
    kept.write_text("{}")
    status, _, err = run("verify", "log", "--anchor", kept)
    assert (status, f"{kept} is no anchor" in err) == (2, True)
    run("verify", "anchor", kept)
    kept.write_bytes(kept.read_bytes().replace(b'"at":1', b'"at":2'))
    status, _, err = run("verify", "log", "--anchor", kept)
    assert (status, err) == (1, "mstud: the anchor's signature is not good: it was changed\n")
    with Floor.in_memory() as other:
        kept.write_bytes(msgspec.json.encode(audit.anchor(other.database, 0)))
    status, _, err = run("verify", "log", "--anchor", kept)
    assert (status, err) == (1, "mstud: the anchor was signed with another key: it is another database's\n")


def test_a_past_deal_is_proved_with_every_card_that_was_dealt(floor: Floor, run):
    game = floor.open_game("ann", "online")
    bet_each(floor, game, seed="ann's own [seed]")
    status, out, _ = run("verify", "round", f"{game}#1", "--json")
    told = msgspec.json.decode(out)
    assert (status, told["good"], told["book"], told["status"]) == (0, True, "online", "settled")
    assert (told["player"], told["seed"], told["commitment"]) == (
        "ann", "ann's own [seed]", floor.game(game).commitment,
    )  # fmt: skip
    assert parse(told["cards"]) == deck(bytes.fromhex(told["secret"]), "ann's own [seed]", f"{game}#1")[:5]
    status, out, _ = run("verify", "round", f"{game}#1")
    assert (status, "the deal is proved" in out, "ann's own [seed]" in out) == (0, True, True)
    assert "la donne est prouvée" in run("verify", "round", f"{game}#1", "--lang", "fr")[1]


def test_cards_that_leave_the_deck_one_by_one_are_proved_too():
    with Floor.in_memory() as floor:
        floor.deposit("ann", 1_000_00)
        for book, cards in (("nsw", 5), ("crown", 5), ("maryland", 5)):
            game = floor.open_game("ann", book)
            bet_each(floor, game)
            proved = proof.prove(floor.database, game, 1)
            assert len(proved.deal.cards) == cards
        assert proof.verify_rounds(floor.database) == 3


def test_a_deal_that_does_not_follow_from_its_secret_is_found(key_file: Path):
    """A house that deals other cards than the shuffle gives: its log is in order, and its deal is not proved."""
    keys = Keys.from_file(key_file, create=True)
    with Floor(Database("sqlite://", keys), Clock(), shuffle=lambda *_: DECK) as crooked:
        crooked.deposit("ann", 1_000_00)
        game = crooked.open_game("ann", "online")
        fold(crooked, game)
        assert audit.verify(crooked.database)
        said = f"round {game}#1: card . does not follow from the secret and the seed"
        with pytest.raises(audit.LogError, match=said):
            proof.prove(crooked.database, game, 1)
        with pytest.raises(audit.LogError, match=said):
            proof.verify_rounds(crooked.database)


def test_another_commitment_in_the_table_is_found(floor: Floor, run):
    game = floor.open_game("ann", "online")
    fold(floor, game)
    with floor.database.transaction() as connection:
        connection.execute(update(schema.rounds).values(commitment="0" * 64))
    status, _, err = run("verify", "round", f"{game}#1")
    assert (status, err) == (
        1, f"mstud: round {game}#1: the table of rounds names another commitment than the log\n",
    )  # fmt: skip


def test_bad_input_is_one_line_and_status_2(floor: Floor, run, tmp_path: Path):
    game = floor.open_game("ann", "online")
    dealt(floor, game)
    for words, said in (
        (("round", "x"), "'x' is no round: write its game and number"),
        (("round", f"{game}#2"), f"there is no round {game}#2"),
        (("round", f"{game}#1"), f"the round {game}#1 is not over: its secret is revealed when it ends"),
        (("log", "--key", tmp_path / "none"), "there is no key file"),
        (("log", "--database", "sqlite:////nowhere/x.db"), "the database cannot be opened"),
        (("log", "--database", "mysql://x/y"), "mysql is no database that we know"),
        (("log", "--database", "nonsense"), "'nonsense' is no database URL"),
    ):
        status, out, err = run("verify", *words)
        assert (status, out, said in err, err.count("\n")) == (2, "", True, 1), err


def test_another_key_is_told(floor: Floor, run, tmp_path: Path):
    Keys.from_file(tmp_path / "other", create=True)
    status, _, err = run("verify", "log", "--key", tmp_path / "other")
    assert (status, "name the right key file" in err) == (2, True)


def test_backup_and_restore_from_the_command_line(floor: Floor, run, tmp_path: Path):
    game = floor.open_game("ann", "online")
    fold(floor, game)
    dealt(floor, game)
    saved, url = tmp_path / "floor.backup", f"sqlite:///{tmp_path}/again.db"
    status, out, _ = run("backup", saved)
    assert (status, "rows were saved to" in out) == (0, True)
    rows = msgspec.json.decode(run("backup", saved, "--json")[1])["rows"]
    Keys.from_file(tmp_path / "other", create=True)
    for words in (("--key", tmp_path / "other"), ("--key", tmp_path / "none")):
        status, _, err = run("restore", saved, "--database", url, *words)
        assert (status, "key" in err) == (2, True)
        assert not (tmp_path / "again.db").exists()
    status, out, _ = run("restore", saved, "--database", url)
    assert (status, f"{rows} rows were restored from" in out) == (0, True)
    assert run("verify", "log", "--database", url)[0] == 0
    status, _, err = run("restore", saved, "--database", url)
    assert (status, "the database is not empty" in err) == (2, True)


@pytest.mark.parametrize(("kind", "start"), [("csv", "round,player,book"), ("json", "[\n{"), ("toml", "[1]\nvariant")])
def test_rounds_are_exported_from_the_command_line(floor: Floor, run, tmp_path: Path, kind: str, start: str):
    game = floor.open_game("ann", "online")
    fold(floor, game)
    status, out, _ = run("export", "--format", kind, "--player", "ann", "--since", "2026-01-31")
    assert (status, out.startswith(start), game in out) == (0, True, True)
    run("export", "--format", kind, "--out", tmp_path / "rounds")
    assert (tmp_path / "rounds").read_bytes().decode() == out
    assert game not in run("export", "--format", kind, "--until", "2026-01-31T10:00")[1]


def test_an_export_of_what_is_unknown_is_told(floor: Floor, run):
    assert run("export", "--format", "xml")[::2] == (
        2, "mstud: 'xml' is no format: choose one of csv, json, toml\n",
    )  # fmt: skip
    assert "'soon' is no time" in run("export", "--since", "soon")[2]
    assert "'lost' is no status of a round" in run("export", "--status", "lost")[2]


def test_the_key_is_never_beside_the_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    for name in ("MSTUD_DATABASE", "MSTUD_KEY", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert places.database_url() == f"sqlite:///{tmp_path}/.local/share/mississippi-stud/floor.db"
    assert places.key_file() == tmp_path / ".config" / "mississippi-stud" / "key"
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/settings")
    assert places.database_url() == "sqlite:////data/mississippi-stud/floor.db"
    assert places.key_file() == Path("/settings/mississippi-stud/key")
    monkeypatch.setenv("MSTUD_DATABASE", "postgresql://host/name")
    monkeypatch.setenv("MSTUD_KEY", "/elsewhere/key")
    assert (places.database_url(), places.key_file()) == ("postgresql://host/name", Path("/elsewhere/key"))
    assert (places.database_url("sqlite://"), places.key_file(Path("k"))) == ("sqlite://", Path("k"))
