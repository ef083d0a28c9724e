"""`mstud verify`, `backup`, `restore`, `rebuild` and `export` from the command line, on a floor that may be running."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Table, select, text, update

from mississippi_stud.cards import DECK, parse
from mississippi_stud.cli.main import main
from mississippi_stud.fairness import deck
from mississippi_stud.floor import STREAMS, Admission, Floor, JoinQueue, home
from mississippi_stud.floor.history import proof
from mississippi_stud.floor.history.rounds import rounds
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.floor.tournament_acts import draft
from mississippi_stud.store import Database, Keys, audit, log, schema
from mississippi_stud.tournament.terms import TournamentTerms
from tests.floor.clock import Clock, opened, table
from tests.floor.draws import drawn_from
from tests.floor.drive import METERS, dump, linked, play
from tests.floor.several import Staffed, deal, decide, seats
from tests.floor.test_houses import join, open_house
from tests.floor.test_lessons import begun

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def floor(database_url: str, key_file: Path) -> Iterator[Floor]:
    with opened(database_url, key_file, Clock()) as floor:
        floor.deposit("ann", 1_000_00)
        yield floor


@pytest.fixture
def lite(sqlite_url: str, key_file: Path) -> Iterator[Floor]:
    with opened(sqlite_url, key_file) as floor:
        floor.deposit("ann", 1_000_00)
        yield floor


@pytest.fixture
def run(
    database_url: str, key_file: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Run:
    """Run `mstud` with these arguments on the test's database; return its status, output and errors."""
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


def verify(floor: Floor) -> Any:
    return verify_streams(floor.database, floor.streams)


def changed(floor: Floor, statement: str) -> None:
    """Tamper with the database."""
    with floor.database.transaction() as connection:
        connection.execute(text(statement))


def emptied(floor: Floor, *tables: Table) -> None:
    with floor.database.transaction() as connection:
        for each in tables:
            connection.execute(each.delete())


# The whole log.


def test_a_good_log_is_said_to_be_good_while_the_floor_runs(floor: Floor, run: Run):
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 bet 1; 1 bet 2; 1 bet 3")
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    status, out, err = run("verify", "log", "--json")
    told = msgspec.json.decode(out)
    assert (status, err, told["good"], told["rounds"], told["anchor"]) == (0, "", True, 2, None)
    assert told["events"] == audit.verify(floor.database)
    assert told["commitments"] == {"made": 2, "revealed": 1, "open": 1, "unrevealed": 0, "void": 0, "withdrawn": 0}
    status, out, _ = run("verify", "log")
    assert (status, "rounds: 2; all are what was written" in out, "without --anchor" in out) == (0, True, True)
    assert "parties\xa0: 2; tous sont tels qu'ils ont été écrits" in run("verify", "log", "--lang", "fr")[1]


def test_tables_of_every_kind_are_verified(floor: Floor):
    for book, players in (("nsw", range(1, 10)), ("maryland", range(1, 7))):
        stream = seats(floor, book, {position: f"player {position}" for position in players})
        for folding in ((), (2, 3)):
            deal(floor, stream)
            decide(floor, stream, folding)
        deal(floor, stream)
    boxes = seats(floor, "crown", {1: "ann", 2: "bob", 3: "ann"})
    deal(floor, boxes)
    floor.void(boxes, "power")
    for dealt in ("dealer", "physical"):
        ready = "; ".join(f"{position} ante 5; {position} ready" for position in (1, 2, 3))
        Staffed(floor, dealt).lines(f"round; {ready}; no-more-bets; deal")
    play(floor, linked(floor, "cy"), "1 ante 5; 1 jackpot 5; deal; 1 fold; 1 ante 5; 1 jackpot 5; deal")
    floor.disable("a storm")
    verified = verify(floor)
    assert verified.streams == {"table:": 6, "meters:": 1, "account:": 12, "floor": 1}
    assert verified.rows["rounds"] == 3 + 3 + 1 + 1 + 1 + 2
    assert verified.rows["hands"] == 3 * 9 + 3 * 6 + 3 + 3 + 3 + 2


def test_meters_are_verified_and_exported_while_the_floor_runs(floor: Floor, run: Run):
    stream = linked(floor)
    play(floor, stream, "1 ante 5; 1 jackpot 5; deal; 1 fold; 1 ante 5; 1 jackpot 5; deal", seed="a seed")
    status, out, _ = run("verify", "log", "--json")
    assert (status, msgspec.json.decode(out)["meters"]) == (0, 2)
    assert "meters: 2, each worth what was given to it less its prizes" in " ".join(run("verify", "log")[1].split())
    assert "compteurs : 2; chacun vaut" in " ".join(run("verify", "log", "--lang", "fr")[1].split())
    first = run("export", "--status", "settled")[1].splitlines()
    row = dict(zip(first[0].split(","), first[1].split(","), strict=True))
    assert (row["jackpot"], row["contributed_cents"]) == ("5.00", "1703/10")
    assert (row["funds_before"], row["funds_after"]) == ("2000.00", "1990.00")
    with floor.database.transaction() as connection:
        richer = schema.transfers.c.cents + 100
        moved = update(schema.transfers).where(schema.transfers.c.target == "pool:crown/low")
        connection.execute(moved.values(cents=richer))
    assert run("verify", "log")[0] == 1


def test_a_changed_event_is_named_with_status_1(floor: Floor, run: Run):
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 fold")
    with floor.database.transaction() as connection:
        events = schema.events
        opening = update(events).where(events.c.stream == stream, events.c.version == 4)
        connection.execute(opening.values(payload=b"{}"))
    status, out, err = run("verify", "log")
    assert (status, out) == (1, "")
    assert err == f"mstud: {stream}: event 4 (round_opened) is not what was written\n"
    status, out, _ = run("verify", "log", "--json")
    told = {"good": False, "problem": f"{stream}: event 4 (round_opened) is not what was written"}
    assert (status, msgspec.json.decode(out)) == (1, told)


# What is stored alongside the log.


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("rounds SET status = 'void'", "the projection rounds does not say what the log says of stream {0}, round 1"),
        ("rounds SET revealed = 0", "the projection rounds does not"),
        ("rounds SET opened_at = 1", "the projection rounds does not"),
        ("rounds SET book = 'x'", "the projection rounds does not"),
        ("rounds SET commitment = 'x'", "the projection rounds does not"),
        ("rounds SET last_version = NULL", "the projection rounds does not"),
        ("hands SET net_cents = 5", "the projection hands does not say what the log says of stream {0}, round 1"),
        ("hands SET player = 'bob'", "the projection hands does not"),
        ("hands SET funds_before_cents = 1", "the projection hands does not"),
        ("hands SET funds_after_cents = NULL", "the projection hands does not"),
        ("plays SET wagers = '{}'", "the projection plays does not say what the log says of stream {0}, round 1"),
        ("plays SET cards = 'As Kd'", "the projection plays does not"),
        ("seats SET player = 'bob'", "the projection seats does not say what the log says of stream {0}, position 1"),
        ("deadlines SET due_at = 1", "the projection deadlines does not say what the log says of stream {0}, key 2"),
    ],
)  # fmt: skip
def test_a_projection_that_lies_is_found_and_rebuilt(lite: Floor, change: str, said: str):
    stream = table(lite)
    play(lite, stream, "1 ante 5; deal; 1 fold")
    play(lite, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    rows = {name: count for name, count in verify(lite).rows.items() if count}
    assert rows == {"rounds": 2, "hands": 2, "plays": 1, "seats": 1, "deadlines": 1}
    changed(
        lite, f"UPDATE {change} WHERE 1 = 1" + ("" if change.startswith(("deadlines", "seats")) else " AND round = 1")
    )
    with pytest.raises(audit.LogError) as found:
        verify(lite)
    assert str(found.value).startswith(f"{stream}: {said.format(stream)}")
    lite.rebuild()
    verify(lite)


def test_a_row_more_or_less_in_a_projection_is_found(lite: Floor):
    play(lite, table(lite), "1 ante 5; deal; 1 fold")
    for name, more in (("rounds", "round"), ("hands", "position"), ("plays", "position")):
        projection = lite.database.projections[name]
        with lite.database.transaction() as connection:
            row = connection.execute(select(projection)).one()
            connection.execute(projection.insert(), row._asdict() | {more: 9})
        with pytest.raises(audit.LogError, match=f"the projection {name} has 2 rows, but the log makes 1"):
            verify(lite)
        emptied(lite, projection)
        with pytest.raises(audit.LogError, match=f"the projection {name} does not say what the log says"):
            verify(lite)
        lite.rebuild()
    changed(lite, "INSERT INTO deadlines VALUES ('table:gone', '1/open', 5)")
    with pytest.raises(audit.LogError, match="the projection deadlines has 1 rows, but the log makes 0"):
        verify(lite)


def test_projections_rebuilt_are_equal_to_the_letter(floor: Floor, run: Run):
    crowd = seats(floor, "nsw", {position: f"player {position}" for position in range(1, 10)})
    for folding in ((), (1, 2, 3), tuple(range(1, 10))):
        deal(floor, crowd)
        decide(floor, crowd, folding)
    deal(floor, crowd)
    boxes = seats(floor, "crown", {1: "ann", 2: "bob", 3: "ann"})
    deal(floor, boxes)
    decide(floor, boxes, (2,))
    play(floor, linked(floor, "cy"), "1 ante 5; 1 jackpot 5; deal; 1 fold; 1 ante 5; 1 jackpot 5; deal")
    play(floor, table(floor), "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    open_house(floor, "eve", "fay")
    listed = seats(floor, "nsw", {1: "gus"}, admission=Admission.LOBBY)
    floor.send(listed, JoinQueue(player="hal", person="hal"), actor="hal")
    join(floor, "ivy", by="eve", crown=("dealer",))
    begun(floor, person="ivy")
    draft(floor, "play", "cup", "eve", book="crown", terms=TournamentTerms(title="Cup"), command_id="drafts a cup")
    drawn_from(floor, "eve")
    before = dump(floor.database)
    for name in floor.database.projections:
        assert before[name], f"{name} is tried"
    emptied(floor, *floor.database.projections.values())
    floor.rebuild()
    assert dump(floor.database) == before
    floor.rebuild()
    assert dump(floor.database) == before


def test_projections_are_rebuilt_from_the_command_line(
    database_url: str, key_file: Path, run: Run, tmp_path: Path
):  # fmt: skip
    with opened(database_url, key_file) as floor:
        floor.deposit("ann", 1_000_00)
        stream = table(floor)
        play(floor, stream, "1 ante 5; deal; 1 fold")
        play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
        before = dump(floor.database)
        changed(floor, "UPDATE hands SET net_cents = 77")
        if not floor.database.postgres:
            status, _, err = run("rebuild")
            assert (status, "is in use by another process" in err, err.count("\n")) == (2, True, 1)
    assert run("verify", "log")[0] == 1
    status, out, err = run("rebuild")
    assert (status, err) == (0, "")
    assert "the projections were rebuilt from the log: deadlines 1, rounds 2, hands 2, plays 1, seats 1" in out
    none = ("house_members", "house_proposals", "house_books", "open_tables", "queue_places", "lesson_runs",
            "tournament_list", "promotion_list", "promotion_entries")  # fmt: skip
    empty = dict.fromkeys(none, 0)
    rows = {"deadlines": 1, "rounds": 2, "hands": 2, "plays": 1, "seats": 1, **empty}
    assert msgspec.json.decode(run("rebuild", "--json")[1]) == {"rows": rows}
    assert "les projections ont été refaites" in run("rebuild", "--lang", "fr")[1]
    assert run("verify", "log")[0] == 0
    with opened(database_url, key_file) as floor:
        assert dump(floor.database) == before
    for words, said in (
        (("--database", f"sqlite:///{tmp_path}/none.db"), "cannot be opened"),
        (("--key", tmp_path / "none"), "there is no key file"),
    ):
        status, out, err = run("rebuild", *words)
        assert (status, out, said in err, err.count("\n")) == (2, "", True, 1), err
    assert not (tmp_path / "none.db").exists()


def test_stale_projections_are_told(sqlite_url: str, key_file: Path, run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MSTUD_DATABASE", sqlite_url)
    with opened(sqlite_url, key_file) as floor:
        floor.deposit("ann", 1_000_00)
        play(floor, table(floor), "1 ante 5; deal; 1 fold")
        changed(floor, "DROP TABLE hands")
    status, _, err = run("verify", "log")
    assert (status, err) == (
        1, "mstud: these projections are out of date: hands; rebuild them with `mstud rebuild`\n",
    )  # fmt: skip
    assert run("rebuild")[0] == 0
    assert run("verify", "log")[0] == 0


def rewritten(floor: Floor, stream: str, version: int, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Rewrite an event and all hashes, as somebody with the key can."""
    for record in log.read(floor.database, stream, version - 1, version):
        hidden = record.hidden and msgspec.json.encode(change(msgspec.json.decode(record.hidden)))
        payload = record.payload if record.hidden else msgspec.json.encode(change(msgspec.json.decode(record.payload)))
    sealed = None if hidden is None else floor.database.keys.seal_event(stream, version, payload, hidden)
    events = schema.events
    with floor.database.transaction() as connection:
        one = update(events).where(events.c.stream == stream, events.c.version == version)
        connection.execute(one.values(payload=payload, sealed=sealed))


def test_events_that_cannot_have_happened_are_found_even_if_every_hash_is_right(lite: Floor):
    """The chains are not checked here: a forger who recomputes them is caught by what the events mean."""
    stream = table(lite)
    play(lite, stream, "1 ante 5; deal; 1 bet 1; 1 bet 2; 1 bet 3")
    versions = {record.name: record.version for record in log.read(lite.database, stream)}

    def tried(name: str, change: Callable[[dict[str, Any]], Any], said: str) -> None:
        kept = dump(lite.database, projections=False)["events"]
        rewritten(lite, stream, versions[name], lambda tree: tree | change(tree))
        with pytest.raises(audit.LogError) as found:
            verify(lite)
        assert said in str(found.value), str(found.value)
        with lite.database.transaction() as connection:
            connection.execute(schema.events.delete())
            names = [column.name for column in schema.events.c]
            connection.execute(schema.events.insert(), [dict(zip(names, row, strict=True)) for row in kept])
        verify(lite)

    tried("wager_placed", lambda _: {"position": 7}, "cannot follow what was before it: it cannot have happened")
    tried("wager_placed", lambda _: {"event": "nonsense"}, "cannot follow what was before it: Invalid value")
    tried(
        "wager_placed",
        lambda tree: {"stake": tree["stake"] | {"cents": 1}},
        "does not move the money that is stored with it",
    )
    tried("round_settled", lambda _: {"results": []}, "does not move the money that is stored with it")
    tried("cards_dealt", lambda _: {"community": [0, 1]}, "its sealed part is not what its public part leaves out")
    tried("cards_dealt", lambda _: {"community": [0, 1, 2]}, "card revealed is not what the rules make of it")
    tried("seed_opened", lambda _: {"seed": "x"}, "the seeds that were revealed are not those that were opened")
    tried("secret_revealed", lambda _: {"secret": "00" * 32}, "what was revealed is not what was sealed when it began")
    tried("secret_revealed", lambda _: {"number": 2}, "is not what was sealed when it began")


def test_the_house_is_bound_once_and_to_the_secret_that_it_keeps(lite: Floor):
    stream = table(lite)
    play(lite, stream, "1 ante 5; deal; 1 fold")
    bound = [each for each in log.read(lite.database, stream) if each.name == "round_committed"]
    rewritten(lite, stream, bound[-1].version, lambda tree: tree | {"secret": "11" * 32})
    with pytest.raises(audit.LogError, match=f"round {stream}#2: the sealed secret is not the one that was committed"):
        verify(lite)


def test_a_seed_that_was_not_announced_is_found(lite: Floor):
    stream = seats(lite, "nsw", {1: "ann", 2: "bob"})
    deal(lite, stream)
    (seated, *_) = (each.version for each in log.read(lite.database, stream) if each.name == "seated")
    rewritten(lite, stream, seated, lambda tree: tree | {"seed_hash": "0" * 64})
    with pytest.raises(audit.LogError, match="the seed of position 1 does not have the hash that was published"):
        verify(lite)


@pytest.mark.parametrize("name", ["game_registered", "outcome_recorded"])
def test_a_command_that_table_and_meters_tell_differently_is_found(lite: Floor, name: str):
    stream = linked(lite)
    play(lite, stream, "1 ante 5; 1 jackpot 5; deal; 1 fold")
    (found,) = (each for each in log.read(lite.database, METERS) if each.name == name)
    events = schema.events
    with lite.database.transaction() as connection:
        lone = update(events).where(events.c.stream == METERS, events.c.version == found.version)
        connection.execute(lone.values(command_id="another"))
    with pytest.raises(audit.LogError, match=f"{stream}: it and {METERS} do not agree on the command"):
        verify(lite)


def test_a_command_to_a_table_that_is_said_to_be_one_to_its_meters_is_found(lite: Floor):
    stream = linked(lite)
    play(lite, stream, "1 ante 5; 1 jackpot 5; deal; 1 fold")
    changed(
        lite,
        "UPDATE commands SET stream = last.stream, version = last.version FROM"
        " (SELECT command_id, stream, max(version) AS version FROM events GROUP BY command_id, stream) AS last"
        " WHERE last.command_id = id AND last.stream LIKE 'meters:%' AND commands.stream LIKE 'table:%'",
    )
    with pytest.raises(audit.LogError, match=f"{stream}: the command .* is not what was written"):
        verify(lite)


def test_a_meter_whose_pool_holds_something_else_is_found(lite: Floor):
    linked(lite)
    changed(lite, "UPDATE balances SET cents = cents + 1 WHERE account = 'pool:crown/low'")
    with pytest.raises(audit.LogError, match=f"{METERS}: the meter low is worth .* but its pool .* holds"):
        verify(lite)


def test_a_stream_of_an_unknown_kind_is_found(lite: Floor):
    changed(lite, "UPDATE events SET stream = 'riddle:1'")
    with pytest.raises(audit.LogError, match="'riddle:1' is not the name of a stream"):
        verify(lite)


# Anchors.


def test_an_anchor_shows_a_cut_that_nothing_else_shows(floor: Floor, run: Run, tmp_path: Path):
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 fold")
    kept = tmp_path / "kept.anchor"
    status, out, _ = run("verify", "anchor", kept)
    assert (status, "the end of the log is signed in" in out, "public key: " in out) == (0, True, True)
    assert msgspec.json.decode(run("verify", "anchor", kept, "--json")[1])["commits"] == 1
    play(floor, stream, "1 ante 5; deal; 1 fold")
    told = msgspec.json.decode(run("verify", "log", "--anchor", kept, "--json")[1])
    assert (told["good"], told["anchors"]) == (True, 1)
    kept_tables = (schema.facts, schema.rulebooks)
    emptied(floor, *(each for each in schema.metadata.sorted_tables if each not in kept_tables))
    emptied(floor, *floor.database.projections.values())
    assert run("verify", "log")[0] == 0
    status, _, err = run("verify", "log", "--anchor", kept)
    assert (status, "the anchor names it" in err) == (1, True)


def test_the_anchors_beside_the_key_are_used_by_themselves(floor: Floor, run: Run):
    play(floor, table(floor), "1 ante 5; deal; 1 fold")
    floor.anchor()
    told = msgspec.json.decode(run("verify", "log", "--json")[1])
    assert (told["good"], told["anchors"], told["anchor"]) == (True, 1, floor.clock())
    kept_tables = (schema.facts, schema.rulebooks)
    emptied(floor, *(each for each in schema.metadata.sorted_tables if each not in kept_tables))
    emptied(floor, *floor.database.projections.values())
    status, _, err = run("verify", "log")
    assert (status, "the anchor names it" in err) == (1, True)


def test_an_inspector_verifies_with_the_public_key_and_is_told_what_that_leaves(floor: Floor, run: Run):
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 fold")
    public = floor.database.keys.public.hex()
    status, out, err = run("verify", "log", "--public-key", public)
    assert (status, err) == (0, "")
    assert "are what was written and signed" in out
    assert "needs the key itself" in out
    told = msgspec.json.decode(run("verify", "log", "--public-key", public, "--json")[1])
    assert (told["good"], "rounds" in told) == (True, False)
    assert "il faut la clé elle-même" in run("verify", "log", "--public-key", public, "--lang", "fr")[1]
    changed(floor, "UPDATE events SET actor = 'eve' WHERE version = 2")
    assert run("verify", "log", "--public-key", public)[0] == 1
    assert run("verify", "log", "--public-key", "00")[0] == 2


def test_an_anchor_that_is_none_or_was_changed(floor: Floor, run: Run, tmp_path: Path):
    kept = tmp_path / "kept.anchor"
    assert run("verify", "log", "--anchor", kept)[::2] == (
        2, f"mstud: there is no file {kept}: give one that `mstud verify anchor` wrote\n",
    )  # fmt: skip
    kept.write_text("{}")
    status, _, err = run("verify", "log", "--anchor", kept)
    assert (status, f"{kept} is not an anchor" in err) == (2, True)
    run("verify", "anchor", kept)
    kept.write_bytes(kept.read_bytes().replace(b'"at":1', b'"at":2'))
    status, _, err = run("verify", "log", "--anchor", kept)
    assert (status, err) == (1, "mstud: the anchor was changed: its signature is not good\n")
    with Floor.in_memory() as other:
        kept.write_bytes(msgspec.json.encode(audit.anchor(other.database, 0)))
    status, _, err = run("verify", "log", "--anchor", kept)
    assert (status, err) == (1, "mstud: the anchor was signed with another key: it belongs to another database\n")


# One deal.


def test_a_past_deal_is_proved_with_every_card_that_was_dealt(floor: Floor, run: Run):
    stream = table(floor)
    bound = floor.table(stream).committed.commitment
    play(floor, stream, "1 ante 5; deal; 1 bet 1; 1 bet 2; 1 bet 3", seed="ann's own [seed]")
    status, out, _ = run("verify", "round", f"{stream}#1", "--json")
    told = msgspec.json.decode(out)
    assert (status, told["good"], told["book"], told["status"]) == (0, True, "online", "settled")
    assert (told["players"], told["seeds"], told["commitment"]) == ({"1": "ann"}, {"1": "ann's own [seed]"}, bound)
    assert parse(told["cards"]) == deck(bytes.fromhex(told["secret"]), ("ann's own [seed]",), f"{stream}#1")[:5]
    status, out, _ = run("verify", "round", f"{stream}#1")
    assert (status, "the deal is proved" in out, "seed 1: ann's own [seed]" in out) == (0, True, True)
    assert "la donne est prouvée" in run("verify", "round", f"{stream}#1", "--lang", "fr")[1]


def test_a_deal_of_nine_is_proved_with_the_seeds_of_all_who_wagered(floor: Floor, run: Run):
    stream = seats(floor, "nsw", {position: f"player {position}" for position in range(1, 10)})
    antes = [position for position in range(1, 10) if position != 4]
    play(floor, stream, "; ".join([*(f"{position} ante 5" for position in antes), "deal"]))
    decide(floor, stream)
    told = msgspec.json.decode(run("verify", "round", f"{stream}#1", "--json")[1])
    assert told["seeds"] == {str(position): f"player {position}, round 1" for position in antes}
    assert len(parse(told["cards"])) == 8 * 2 + 3
    seeds = tuple(told["seeds"].values())
    assert parse(told["cards"]) == deck(bytes.fromhex(told["secret"]), seeds, f"{stream}#1")[:19]


def test_cards_that_leave_the_deck_one_by_one_are_proved_too():
    with Floor.in_memory() as floor:
        floor.deposit("ann", 1_000_00)
        for book, cards in (("nsw", 5), ("crown", 5), ("maryland", 5)):
            stream = table(floor, book=book)
            play(floor, stream, "1 ante 5; deal; 1 bet 1; 1 bet 2; 1 bet 3")
            assert len(proof.prove(floor, stream, 1).deal.cards) == cards
        assert verify(floor).rows["rounds"] == 3


def test_a_deal_that_does_not_follow_from_its_secret_is_found(key_file: Path, monkeypatch: pytest.MonkeyPatch):
    """If a house deals cards other than the shuffle's, its log is in order but its deal is not proved."""
    keys = Keys.from_file(key_file, create=True)
    with Floor(Database("sqlite://", keys, STREAMS.tables), Clock()) as crooked:
        crooked.deposit("ann", 1_000_00)
        stream = table(crooked)
        with monkeypatch.context() as patched:
            patched.setattr("mississippi_stud.fairness.shuffle.deck", lambda *_: DECK)
            play(crooked, stream, "1 ante 5; deal; 1 fold")
        assert audit.verify(crooked.database)
        said = f"round {stream}#1: card . does not follow from the secret and the seeds"
        with pytest.raises(audit.LogError, match=said):
            proof.prove(crooked, stream, 1)
        with pytest.raises(audit.LogError, match=said):
            verify(crooked)


def test_another_commitment_in_the_projection_is_found(floor: Floor, run: Run):
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 fold")
    with floor.database.transaction() as connection:
        connection.execute(update(rounds).values(commitment="0" * 64))
    status, _, err = run("verify", "round", f"{stream}#1")
    assert (status, err) == (
        1, f"mstud: round {stream}#1: the table of rounds names another commitment than the log\n",
    )  # fmt: skip


# The command line.


def test_bad_input_is_one_line_and_status_2(floor: Floor, run: Run, tmp_path: Path):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    for words, said in (
        (("round", "x"), "'x' is not a round: write its table and number"),
        (("round", f"{stream}#2"), f"there is no round {stream}#2"),
        (("round", f"{stream}#1"), f"the round {stream}#1 is not over: its secret is revealed when it ends"),
        (("log", "--key", tmp_path / "none"), "there is no key file"),
        (("log", "--database", "sqlite:////nowhere/x.db"), "the database cannot be opened"),
        (("log", "--database", "mysql://x/y"), "mysql is not a database that this program knows"),
        (("log", "--database", "nonsense"), "'nonsense' is not a database URL"),
    ):
        status, out, err = run("verify", *words)
        assert (status, out, said in err, err.count("\n")) == (2, "", True, 1), err


def test_another_key_is_told(floor: Floor, run: Run, tmp_path: Path):
    Keys.from_file(tmp_path / "other", create=True)
    status, _, err = run("verify", "log", "--key", tmp_path / "other")
    assert (status, "name the right key file" in err) == (2, True)


def test_nothing_is_written_over_the_database_or_its_key(lite: Floor, run: Run, tmp_path: Path, key_file: Path):
    url = ("--database", f"sqlite:///{tmp_path}/floor.db")
    (tmp_path / "link.db").symlink_to(tmp_path / "floor.db")
    for out in (tmp_path / "floor.db", tmp_path / "link.db", key_file):
        for words in (("backup", out), ("verify", "anchor", out), ("export", "--out", out)):
            held = out.read_bytes()
            status, _, err = run(*words, *url)
            assert (status, "is the database itself, or its key: name another file" in err) == (2, True)
            assert out.read_bytes() == held


def test_backup_and_restore_from_the_command_line(floor: Floor, run: Run, tmp_path: Path, key_file: Path):
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 fold")
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
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
    assert "open rounds voided: 1; commitments withdrawn: 0" in out
    assert run("verify", "log", "--database", url)[0] == 0, "the projections are there again"
    with opened(url, key_file) as again:
        play(again, stream, "1 ante 5; deal; 1 fold")
        assert {name: dump(again.database)[name] for name in ("rounds", "hands")} != {}
    status, _, err = run("restore", saved, "--database", url)
    assert (status, "the database is not empty" in err) == (2, True)


@pytest.mark.parametrize(("kind", "start"), [("csv", "round,player,"), ("json", "[\n{"), ("toml", "[1]\nvariant")])
def test_rounds_are_exported_from_the_command_line(floor: Floor, run: Run, tmp_path: Path, kind: str, start: str):
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 fold")
    status, out, _ = run("export", "--format", kind, "--since", "2026-01-31")
    assert (status, out.startswith(start), stream in out) == (0, True, True)
    run("export", "--format", kind, "--table", stream, "--out", tmp_path / "rounds")
    assert (tmp_path / "rounds").read_bytes().decode() == out
    assert stream not in run("export", "--format", kind, "--until", "2026-01-31T10:00")[1]


def test_an_export_for_a_player_hides_what_they_never_saw(floor: Floor, run: Run):
    stream = seats(floor, "nsw", {1: "ann", 2: "bob"})
    deal(floor, stream)
    decide(floor, stream, folding=(2,))
    secret = proof.prove(floor, stream, 1).deal.secret.hex()
    for words, shown in (
        ((), True), (("--player", "ann"), False), (("--player", "bob"), True), (("--player", "ann", "--whole"), True),
    ):  # fmt: skip
        out = run("export", "--format", "json", *words)[1]
        assert (secret in out, "??" in out) == (shown, not shown)


def test_any_stream_is_exported_from_the_command_line(floor: Floor, run: Run, tmp_path: Path):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    status, out, _ = run("export", "--stream", stream, "--out", tmp_path / "lines")
    told = [msgspec.json.decode(line) for line in (tmp_path / "lines").read_bytes().splitlines()]
    assert (status, out, len(told)) == (0, "", log.version(floor.database, stream))
    assert msgspec.json.decode(run("export", "--stream", "account:ann")[1])["event"]["cents"] == 1_000_00
    for words, said in (
        (("--stream", "account:nobody"), "there is no account:nobody"),
        (("--stream", "x"), "'x' is not the name of a stream"),
        (("--stream", stream, "--player", "ann"), "--stream writes all events of the stream"),
    ):
        status, out, err = run("export", *words)
        assert (status, out, said in err, err.count("\n")) == (2, "", True, 1), err


def test_an_export_of_what_is_unknown_is_told(floor: Floor, run: Run):
    assert run("export", "--format", "xml")[::2] == (
        2, "mstud: 'xml' is not a format: choose one of csv, json, toml\n",
    )  # fmt: skip
    assert "'soon' is not a time" in run("export", "--since", "soon")[2]
    assert "'lost' is not a status of a round" in run("export", "--status", "lost")[2]


def test_the_key_is_never_beside_the_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    for name in ("MSTUD_DATABASE", "MSTUD_KEY", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert home.database_url() == f"sqlite:///{tmp_path}/.local/share/mississippi-stud/floor.db"
    assert home.key_file() == tmp_path / ".config" / "mississippi-stud" / "key"
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/settings")
    assert home.database_url() == "sqlite:////data/mississippi-stud/floor.db"
    assert home.key_file() == Path("/settings/mississippi-stud/key")
    monkeypatch.setenv("MSTUD_DATABASE", "postgresql://host/name")
    monkeypatch.setenv("MSTUD_KEY", "/elsewhere/key")
    assert (home.database_url(), home.key_file()) == ("postgresql://host/name", Path("/elsewhere/key"))
    assert (home.database_url("sqlite://"), home.key_file(Path("k"))) == ("sqlite://", Path("k"))
