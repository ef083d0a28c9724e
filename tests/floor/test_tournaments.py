"""Tournaments on the floor: streams, tables, ledger and clock, on both databases."""

import gzip
import io
import json
import signal
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.lot import lot, lot_commitment
from mississippi_stud.floor import Floor, staff_links
from mississippi_stud.floor import tournament_acts as acts
from mississippi_stud.floor.bots import run_bots
from mississippi_stud.floor.care import leave_seats
from mississippi_stud.floor.history import export
from mississippi_stud.floor.history.recall import RoundFilter
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.floor.persons import erase
from mississippi_stud.money import Currency
from mississippi_stud.person.care_messages import ExcludeSelf, LimitKind, SetLimit
from mississippi_stud.person.periods import Period
from mississippi_stud.prose.refusals import explain
from mississippi_stud.round.commands import Bet, Fold
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.store import log
from mississippi_stud.store.backup import mark_restored
from mississippi_stud.table import commands as t
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament import events as e
from mississippi_stud.tournament.programme import PlaySession, Programme
from mississippi_stud.tournament.seating import draw_id
from mississippi_stud.tournament.state import Breach, EntrantStatus, Life
from mississippi_stud.tournament.templates import TEMPLATES
from mississippi_stud.tournament.terms import (
    NOT_APPLICABLE,
    BuyBack,
    ChipsAtEnd,
    EntryMethod,
    PlayerNumbers,
    PrizePool,
    TournamentTerms,
    digest,
)
from tests.campaign.part import Part
from tests.databases import emptied
from tests.floor import cup_child
from tests.floor.cups import DIRECTOR, START, FakeTime, FloorCup, balances, finished, house_with_director, terms
from tests.floor.drive import chance_of, dump
from tests.floor.recount import recount
from tests.floor.test_houses import account

LONGEST = "O" * 30
PLAYERS = tuple(f"p{number}" for number in range(1, 14))


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def floor(database_url: str, key_file: Path, time: FakeTime) -> Iterator[Floor]:
    with Floor.open(database_url, key_file, time) as one:
        house_with_director(one)
        yield one


@pytest.fixture
def memory(time: FakeTime) -> Iterator[Floor]:
    with Floor.in_memory(time) as one:
        house_with_director(one)
        yield one


def begun(floor: Floor, time: FakeTime, template: str = "shoot-out", players: int = 3, tables: int = 1) -> FloorCup:
    cup = FloorCup(floor, time).drafted(terms(template)).opened()
    return cup.enter(*PLAYERS[:players]).begun(tables)


def refused(cup: FloorCup, stream: str, command: Any) -> str:
    """Return the code of a command that is refused, and changes nothing."""
    before = cup.floor.state(stream)[1], cup.floor.state(cup.stream)[1]
    with pytest.raises((Refused, InputError)) as caught:
        cup.floor.send(stream, command)
    assert (cup.floor.state(stream)[1], cup.floor.state(cup.stream)[1]) == before
    return caught.value.code


def events(cup: FloorCup, kind: Any) -> list[Any]:
    name = str(kind.__struct_config__.tag)
    return [cup.floor.streams.decode(record) for record in log.read(cup.floor.database, cup.stream, names=(name,))]


# Whole tournaments.


def test_a_tournament_of_heats_and_a_final_is_played_to_the_last_cent(floor: Floor, time: FakeTime):
    before = balances(floor)
    cup = finished(begun(floor, time, "heats-and-final", players=12, tables=2))
    assert cup.now.life is Life.FINAL
    recount(cup)
    cup.tick()
    assert not cup.now.tables, "the tables are given back"
    assert all(floor.table(table).closed for table in events(cup, e.TablesDesignated)[0].tables)
    held = balances(floor)
    paid = {name: held[f"player:{name}"] - 1_000_00 for name in PLAYERS[:12]}
    assert sum(paid.values()) == -12 * 50_00, "buy-ins are the pool's, fees the house's"
    assert held.get("tournament:play/cup", 0) == 0
    assert set(before) <= set(held)
    verify_streams(floor.database, floor.streams)
    floor.rebuild()
    verify_streams(floor.database, floor.streams)


@pytest.mark.campaign
@pytest.mark.parametrize("template", TEMPLATES)
def test_every_format_is_played_to_its_end(memory: Floor, time: FakeTime, template: str):
    cup = finished(begun(memory, time, template, players=9, tables=2))
    recount(cup)


def test_draws_are_by_the_lot_that_was_committed_to(memory: Floor, time: FakeTime):
    cup = finished(begun(memory, time, "heats-and-final", players=9, tables=2))
    committed = [each.commitment for each in events(cup, e.DrawCommitted)]
    drawn = events(cup, e.SeatsDrawn)
    assert [lot_commitment(each.secret) for each in drawn] == committed[:-1]
    for each in drawn:
        assert lot(each.secret, draw_id(cup.now, each.session, each.turn), each.order) == each.order


def killed_and_played(url: str, key: Path, *size: int, kills: Sequence[int]) -> None:
    """Play a tournament in a child that is killed whenever it has said so many lines, and check what it has come to."""
    for lines in kills:
        child = cup_child.start(url, key, *size)
        assert child.stdout is not None
        for spoken, _line in enumerate(child.stdout, start=1):
            if spoken == lines:
                child.send_signal(signal.SIGKILL)
                break
        assert child.wait() == -signal.SIGKILL, "it was over before"
        child.stdout.close()
    child = cup_child.start(url, key, *size)
    assert child.stdout is not None
    *_, last = child.stdout
    assert (child.wait(), last) == (0, "final\n")
    child.stdout.close()
    with Floor.open(url, key, FakeTime()) as floor:
        cup = FloorCup(floor, FakeTime())
        cup.check()
        recount(cup)
        verify_streams(floor.database, floor.streams)


def test_a_tournament_survives_kill_9(database_url: str, key_file: Path):
    killed_and_played(database_url, key_file, 7, 2, 4, kills=(12, 12))


@pytest.mark.campaign
def test_600_entrants_on_100_tables_survive_kill_9(database_url: str, key_file: Path):
    killed_and_played(database_url, key_file, 600, 100, 6, kills=(12, 12, 12))


@pytest.mark.campaign
def test_tournaments_survive_kill_9(database_url: str, key_file: Path, part: Part):
    """Each tournament is killed four times, where its seed says."""
    chance = chance_of(f"tournaments {part}")
    while part.left:
        kills = [chance.randint(1, 12) for _ in range(min(4, part.left))]
        url = emptied(database_url, part.done)
        killed_and_played(url, key_file, chance.randint(7, 12), 2, 6, kills=kills)
        part.count(number=len(kills))


# At the table.


def test_seats_are_the_tournaments_alone(memory: Floor, time: FakeTime):
    cup = begun(memory, time)
    table = cup.now.heats[1].table
    own = memory.table(table).seats[1].player
    for command in (
        t.Sit(position=5, player="eve", person="eve"),
        t.Stand(position=1, person=own),
        t.SitOut(position=1, person=own),
        t.JoinQueue(player="eve", person="eve"),
        t.OpenRound(by=t.FLOOR),
        t.CloseTable(by=t.FLOOR),
    ):
        assert refused(cup, table, command) == "table-of-tournament"
    assert memory.view(table, Role.PLAYER, "eve")[0].vacant == ()


def test_nobody_else_calls_a_table_a_tournaments_or_a_wager_secret(memory: Floor, time: FakeTime):
    cup = begun(memory, time)
    opening = t.OpenTable(id="table:x", book=cup.now.book, dealing="hand", contest=cup.stream, by="dealer")
    with pytest.raises(InputError, match="only a tournament opens tables for itself"):
        memory.send("table:x", opening)
    other = memory.open_table("crown")
    with pytest.raises(InputError, match="only at the table of a tournament"):
        memory.send(other, t.Play(do=Bet(position=1, cents=5_00, secret=True), person="p1"))


def test_positions_bet_in_an_order_that_rotates(memory: Floor, time: FakeTime):
    cup = begun(memory, time)
    table, firsts = cup.now.heats[1].table, []
    for _ in range(3):
        time.sleep(9)
        cup.tick()
        while memory.table(table).round is not None:
            state, hand = memory.table(table), cup.now.heats[1].hand
            if state.round is not None and state.round.phase is Phase.THIRD_STREET and len(firsts) == hand:
                seats = memory.view(table, Role.PLAYER, "")[0].seats
                (asked,) = [seat.position for seat in seats if seat.asked]
                late = next(seat for seat in seats if not seat.asked)
                folding = t.Play(do=Fold(position=late.position), turn=state.turn, person=late.player)
                assert refused(cup, table, folding) == "not-in-turn"
                firsts.append(asked)
            cup.act(cup.now.heats[1], lambda *_: 0)
    assert firsts == [1, 2, 3]


def test_a_wager_is_limited_by_the_stack_and_moves_no_chips_before_the_hand_is_over(memory: Floor, time: FakeTime):
    cup = begun(memory, time)
    table = cup.now.heats[1].table
    time.sleep(9)
    cup.tick()
    view = memory.view(table, Role.PLAYER, "")[0]
    own = {seat.position: seat.player for seat in view.seats}
    wager = {"commitment": view.commitment, "round": view.number}
    over = t.PlaceWagers(position=1, wagers={Wager.ANTE: 1_000_01}, person=own[1], **wager)
    assert refused(cup, table, over) == "stack-short"
    under = t.PlaceWagers(position=1, wagers={Wager.ANTE: 24_00}, person=own[1], **wager)
    assert refused(cup, table, under) == "outside-limits"
    none = t.PlaceWagers(position=1, wagers={}, person=own[1], **wager)
    assert refused(cup, table, none) == "compulsory-wager"
    whole = t.PlaceWagers(position=1, wagers={Wager.ANTE: 1_000_00}, person=own[1], **wager)
    memory.send(table, whole)
    cup.check()
    assert cup.now.entrants[own[1]].chips == 1_000_00


def test_whoever_does_not_bet_loses_the_minimum_and_the_hand_counts(memory: Floor, time: FakeTime):
    cup = begun(memory, time)
    for _ in range(2):
        time.sleep(9)
        cup.tick()
        time.sleep(21)
        cup.tick()
    assert cup.now.heats[1].hand == 2
    assert {each.chips for each in cup.now.entrants.values()} == {950_00}
    cup.check()


# Officials.


def test_nothing_begins_while_nobody_is_in_charge_but_a_hand_is_played_to_its_end(memory: Floor, time: FakeTime):
    cup = begun(memory, time)
    table = cup.now.heats[1].table
    time.sleep(9)
    cup.tick()
    cup.act(cup.now.heats[1])
    time.sleep(1)
    cup.do(c.StepAway())
    while memory.table(table).round is not None:
        assert cup.act(cup.now.heats[1], lambda *_: 0)
    assert cup.now.heats[1].hand == 1
    time.sleep(60)
    cup.tick()
    assert memory.table(table).round is None
    view = memory.view(table, Role.PLAYER, "")[0]
    seat = view.seats[0]
    early = t.PlaceWagers(
        position=seat.position, wagers={Wager.ANTE: 25_00}, commitment=view.commitment, person=seat.player
    )
    assert refused(cup, table, early) == "director-absent"
    cup.do(c.TakeCharge())
    cup.tick()
    assert memory.table(table).round is not None


def test_a_postponed_tournament_opens_no_hand_and_goes_on_where_it_was(memory: Floor, time: FakeTime):
    cup = begun(memory, time)
    table = cup.now.heats[1].table
    time.sleep(9)
    cup.tick()
    cup.act(cup.now.heats[1])
    time.sleep(1)
    cup.do(c.PostponeTournament(why="the lights are out"))
    while memory.table(table).round is not None:
        assert cup.act(cup.now.heats[1], lambda *_: 0)
    time.sleep(60)
    cup.tick()
    assert (cup.now.heats[1].hand, memory.table(table).round) == (1, None)
    cup.do(c.ResumeTournament())
    cup.tick()
    assert memory.table(table).round is not None


def test_a_tournament_that_is_called_off_voids_its_hands_and_pays_back(memory: Floor, time: FakeTime):
    cup = begun(memory, time, players=9, tables=2)
    tables = cup.now.tables
    time.sleep(9)
    cup.tick()
    cup.act(cup.now.heats[1])
    cup.do(c.CancelTournament(why="fire"))
    cup.tick()
    assert all(memory.table(table).closed and not memory.table(table).seats for table in tables)
    assert {balances(memory)[f"player:{name}"] for name in PLAYERS[:9]} == {1_000_00}
    cup.check()


def test_sanctions_during_a_hand_leave_it_to_be_played(memory: Floor, time: FakeTime):
    cup = begun(memory, time, players=4)
    heat = cup.now.heats[1]
    time.sleep(9)
    cup.tick()
    cup.act(heat)
    first, second, third, _ = (name for _, name in sorted(heat.seats.items()))
    with pytest.raises(Refused, match="hand-in-play"):
        cup.do(c.RetirePlayer(name=first), by=first)
    for _ in range(2):
        cup.do(c.NoteBreach(name=second, breach=Breach.CONDUCT, grounds="shouted"))
    cup.do(c.NoteBreach(name=third, breach=Breach.LATE, grounds="late"))
    cup.do(c.DisqualifyPlayer(name=first, ground="cheating"))
    while memory.table(heat.table).round is not None:
        assert cup.act(cup.now.heats[1], lambda *_: 0)
    cup.check()
    (hand,) = events(cup, e.HandRecorded)
    assert {each.name for each in hand.results} == set(heat.seats.values()) - {first}
    assert cup.now.entrants[second].chips == 875_00, "the bank less the fine of 100 and the ante of 25"
    assert cup.now.entrants[third].missing_hands == 1, "from the next hand on"
    assert cup.now.entrants[first].status is EntrantStatus.DISQUALIFIED
    assert first not in memory.table(heat.table).players
    cup.do(c.RetirePlayer(name=second), by=second)
    time.sleep(9)
    cup.tick()
    seats = memory.table(heat.table).seats.values()
    assert {seat.player for seat in seats if seat.sits_out} == {third}
    assert second not in {seat.player for seat in seats}, "whoever retires leaves the table"


def test_the_house_and_the_director_are_asked_for_in_the_commit(memory: Floor, time: FakeTime):
    cup = FloorCup(memory, time)
    with pytest.raises(InputError):
        acts.draft(memory, "play", "cup", "eve", book="crown", terms=terms(), command_id="eve")
    cup.drafted(terms())
    with pytest.raises(InputError):
        cup.do(c.MakeTermsAvailable(), by="eve")
    with pytest.raises(InputError):
        cup.do(c.AppointDirector(person="eve"))
    cup.opened()
    with pytest.raises(InputError):
        cup.do(c.CloseEntries(), by="eve")
    for hand in (c.RecordHand(heat=1, round="x", began_at=0, results=()), c.DropHand(heat=1)):
        with pytest.raises(InputError):
            cup.do(hand)


def test_the_inspectorate_is_advised_of_a_new_hour_in_the_same_commit(memory: Floor, time: FakeTime):
    cup = FloorCup(memory, time).drafted(terms()).opened()
    before = len(events(cup, e.StepTaken))
    answer = cup.do(c.MoveSession(session=1, starts_at=START + 60_000_000), command_id="move")
    assert answer.terms.when == (START + 60_000_000,)
    assert [each.step for each in events(cup, e.StepTaken)[before:]] == ["inspectorate-advised"]


def test_an_entry_is_paid_once_however_often_it_is_sent(floor: Floor, time: FakeTime):
    cup = FloorCup(floor, time).drafted(terms()).opened()
    for _ in range(3):
        cup.enter("p1")
    assert balances(floor)["player:p1"] == 900_00
    with pytest.raises(Refused, match="insufficient-funds"):
        cup.do(c.ApplyToEnter(name="p2", accepts=acts.terms_digest(cup.now.terms), signed=True), by="p2")


# Secret wagers.


def secret_at_the_table(floor: Floor, time: FakeTime) -> tuple[FloorCup, str, int, str]:
    """Have a secret wager made; return the tournament, the table, the position and the player."""
    told = terms("elimination")
    cup = FloorCup(floor, time).drafted(told).opened().enter(*PLAYERS[:3]).begun()
    table = cup.now.heats[1].table
    time.sleep(9)
    cup.tick()
    view = floor.view(table, Role.PLAYER, "")[0]
    for seat in view.seats:
        wagers = {Wager.ANTE: 131_00 if seat.position == 1 else 25_00}  # whoever bets first
        floor.send(
            table,
            t.PlaceWagers(
                position=seat.position, wagers=wagers, commitment=view.commitment, person=seat.player, round=1
            ),
        )
    seat = next(each for each in floor.view(table, Role.PLAYER, "")[0].seats if each.asked)
    do = Bet(position=seat.position, cents=3 * 131_00, secret=True)
    floor.send(table, t.Play(do=do, turn=floor.table(table).turn, person=seat.player))
    return cup, table, seat.position, seat.player


def stored(floor: Floor, folder: Path) -> Iterator[bytes]:
    """Yield every byte at rest: rows or files with their journal, and a backup."""
    if floor.database.postgres:
        for rows in dump(floor.database).values():
            for row in rows:
                yield from (cell if isinstance(cell, bytes) else str(cell).encode() for cell in row)
    else:
        yield from (file.read_bytes() for file in Path(floor.database.url.database or "").parent.glob("floor.db*"))
    floor.backup(folder / "backup")
    yield gzip.decompress((folder / "backup").read_bytes())


def test_a_secret_wager_is_told_and_stored_nowhere_before_its_hand_is_over(
    floor: Floor, time: FakeTime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("mississippi_stud.floor.decider.SNAPSHOT_EVERY", 1)
    cup, table, position, player = secret_at_the_table(floor, time)
    canary = b"39300"

    def told() -> Iterator[bytes]:
        for role in Role:
            for person in ("", "eve", DIRECTOR, *PLAYERS[:3]):
                if (role, person) != (Role.PLAYER, player):
                    yield msgspec.json.encode(floor.view(table, role, person)[0])
                if person != player:
                    yield msgspec.json.encode(floor.view(cup.stream, role, person)[0])
        for kind in export.Format:
            out = io.StringIO(newline="")
            export.write(floor, RoundFilter(), kind, out, None)
            yield out.getvalue().encode()
        for stream in (table, cup.stream):
            yield "\n".join(export.stream_lines(floor, stream)).encode()

    assert not any(canary in each for each in told())
    assert not any(canary in each for each in stored(floor, tmp_path))
    own = floor.view(table, Role.PLAYER, player)[0]
    assert canary in msgspec.json.encode(own)
    assert canary in msgspec.json.encode(floor.view(cup.stream, Role.PLAYER, player)[0])
    hand = next(each for each in own.round.hands if each.position == position)
    assert hand.secret == (Wager.THIRD_STREET,)
    again = t.Play(do=Bet(position=position, cents=131_00, secret=True), turn=floor.table(table).turn, person=player)
    assert refused(cup, table, again) in ("already-placed", "sealed-already", "not-in-turn")
    while floor.table(table).round is not None:
        cup.act(cup.now.heats[1], lambda *_: 0)
    seen = json.loads(msgspec.json.encode(floor.view(table, Role.SPECTATOR, "")[0]))
    shown = {each["position"]: each["wagers_cents"] for each in seen["round"]["hands"]}
    assert shown[position]["third-street"] == 3 * 131_00
    cup.check()
    verify_streams(floor.database, floor.streams)


def test_a_secret_that_cannot_be_paid_is_refused_and_a_second_one_too(memory: Floor, time: FakeTime):
    cup, table, position, player = secret_at_the_table(memory, time)
    assert cup.now.entrants[player].secrets == 1
    while memory.table(table).turn != t.Turn(round=1, phase=Phase.FOURTH_STREET):
        cup.act(cup.now.heats[1], lambda *_: 1)
    while not any(seat.asked and seat.position == position for seat in memory.view(table)[0].seats):
        cup.act(cup.now.heats[1], lambda *_: 1)
    turn = memory.table(table).turn
    for cents, why in ((131_00, "no-secret-left"), (4 * 131_00, "not-a-multiple")):
        do = Bet(position=position, cents=cents, secret=True)
        code = refused(cup, table, t.Play(do=do, turn=turn, person=player))
        assert code == why or why == "not-a-multiple", code
    beyond = t.Play(do=Bet(position=position, cents=3 * 131_00 * 3), turn=turn, person=player)
    assert refused(cup, table, beyond)


def test_a_hand_that_is_voided_gives_the_secret_wager_back(memory: Floor, time: FakeTime):
    cup, table, _, player = secret_at_the_table(memory, time)
    memory.void(table, "the screen failed")
    assert cup.now.entrants[player].secrets == 0
    assert not cup.now.heats[1].sealed
    assert cup.now.heats[1].hand == 0
    cup.check()
    time.sleep(9)
    cup.tick()
    assert memory.table(table).round is not None, "the hand is played again"


# What happens to floors.


def test_after_a_restore_no_draw_and_no_secret_wager_is_held_to_what_may_be_known(
    database_url: str, key_file: Path, time: FakeTime
):
    with Floor.open(database_url, key_file, time) as floor:
        house_with_director(floor)
        cup, table, _, player = secret_at_the_table(floor, time)
        before = cup.now.commitment
        mark_restored(floor.database)
    with Floor.open(database_url, key_file, time) as floor:
        cup = FloorCup(floor, time)
        assert floor.renewed.voided == 1
        assert (cup.now.entrants[player].secrets, cup.now.heats[1].hand) == (0, 0)
        (withdrawn,) = events(cup, e.DrawWithdrawn)
        assert lot_commitment(withdrawn.secret) == before != cup.now.commitment
        assert lot_commitment(cup.now.secret) == cup.now.commitment
        time.sleep(9)
        cup.tick()
        assert floor.table(table).round is not None
        verify_streams(floor.database, floor.streams)


def test_whoever_excludes_themselves_neither_enters_nor_goes_on(memory: Floor, time: FakeTime):
    cup = FloorCup(memory, time).drafted(terms()).opened().enter(*PLAYERS[:3])
    memory.deposit("p9", 1_000_00)
    memory.send("person:p9", ExcludeSelf(until=time() + 10**12))
    entry = c.ApplyToEnter(name="p9", accepts=acts.terms_digest(cup.now.terms), signed=True)
    with pytest.raises(Refused):
        cup.do(entry, by="p9")
    cup.begun()
    memory.send("person:p2", ExcludeSelf(until=time() + 10**12))
    leave_seats(memory)
    assert cup.now.entrants["p2"].status is EntrantStatus.RETIRED
    assert "p2" not in memory.table(cup.now.heats[1].table).players
    cup.check()


# What people are called.


def test_entrants_are_called_as_they_said_and_their_name_is_gone_when_they_are_erased(memory: Floor, time: FakeTime):
    cup = FloorCup(memory, time).drafted(terms()).opened()
    said = {"p1": " Ann Roy ", "p2": "ann roy", "p3": LONGEST, "p4": ""}
    for name, called in said.items():
        memory.deposit(name, 1_000_00)
        entry = c.ApplyToEnter(name=name, accepts=digest(cup.now.terms), signed=True)
        acts.give(memory, "play", "cup", name, entry, called=called)
    run = acts.tournament_at(memory, "play", "cup")
    expected = {"p1": "Ann Roy (1)", "p2": "ann roy (2)", "p3": LONGEST, DIRECTOR: "Dora"}
    assert acts.names_of(memory, run) == expected
    assert not any(b"nn Roy" in record.payload for record in log.read(memory.database, cup.stream))
    erase(memory, "p1", by="p1", reason="own wish")
    assert acts.names_of(memory, run) == {"p2": "ann roy", "p3": LONGEST, DIRECTOR: "Dora"}


@pytest.mark.parametrize("called", [LONGEST + "O", "a\nb"])
def test_a_name_to_be_shown_is_short_and_printable(memory: Floor, time: FakeTime, called: str):
    cup = FloorCup(memory, time).drafted(terms()).opened()
    entry = c.ApplyToEnter(name="p1", accepts=digest(cup.now.terms), signed=True)
    with pytest.raises(InputError, match="at most 30 characters"):
        acts.give(memory, "play", "cup", "p1", entry, called=called)
    assert not cup.now.entrants


@pytest.mark.parametrize("said", ["x" * 201, "a\0b", "a\u202eb"])
def test_what_is_said_in_a_tournament_is_short_and_printable(memory: Floor, time: FakeTime, said: str):
    cup = begun(memory, time)
    told = {"match": "at most 200 characters"}
    for command in (
        c.RaiseDispute(name="p1", about=said),
        c.NoteBreach(name="p1", breach=Breach.CONDUCT, grounds=said),
        c.PostponeTournament(why=said),
        c.ReviseTerms(terms=terms(title=said)),
    ):
        with pytest.raises(InputError, **told):
            cup.do(command)
    cup.do(c.RaiseDispute(name="p1", about="x" * 200))
    with pytest.raises(InputError, **told):
        cup.do(c.DecideTournamentDispute(dispute=1, decision=said))
    with pytest.raises(InputError, **told):
        FloorCup(memory, time, "other").drafted(terms(title=said))


# Taking back, and ending early.


def test_a_sanction_is_taken_back_between_hands_and_not_while_it_is_felt(memory: Floor, time: FakeTime):
    cup = begun(memory, time, players=4)
    heat = cup.now.heats[1]
    first, second, *_ = (name for _, name in sorted(heat.seats.items()))
    time.sleep(1)
    cup.do(c.DisqualifyPlayer(name=first, ground="cheating"))
    cup.do(c.UndoAct(act=cup.now.acted))
    cup.do(c.NoteBreach(name=second, breach=Breach.LATE, grounds="late"))
    late = cup.now.acted
    time.sleep(9)
    cup.tick()
    assert refused(cup, cup.stream, c.UndoAct(act=late, by=DIRECTOR)) == "hand-in-play"
    cup.act(cup.now.heats[1])
    time.sleep(1)
    cup.do(c.DisqualifyPlayer(name=first, ground="abuse"))  # during the hand, and taken back during it
    cup.do(c.UndoAct(act=cup.now.acted))
    cup.check()
    while memory.table(heat.table).round is not None:
        assert cup.act(cup.now.heats[1], lambda *_: 0)
    (hand,) = events(cup, e.HandRecorded)
    assert {each.name for each in hand.results} == set(heat.seats.values()) - {second}
    assert refused(cup, cup.stream, c.UndoAct(act=late, by=DIRECTOR)) == "act-built-upon"
    assert first in memory.table(heat.table).players
    cup.check()


def test_a_heat_ends_when_all_say_so_themselves_and_the_next_hand_waits_for_the_director(floor: Floor, time: FakeTime):
    cup = FloorCup(floor, time).drafted(terms(chips_at_the_end=ChipsAtEnd(cents_each=1))).opened()
    cup.enter(*PLAYERS[:3]).begun()
    table = cup.now.heats[1].table
    names = PLAYERS[:3]
    time.sleep(9)
    cup.tick()
    for name in names:
        with pytest.raises(Refused, match="only-oneself"):
            cup.do(c.AgreeToConclude(name=name))
        cup.do(c.AgreeToConclude(name=name), by=name)
    assert floor.table(table).round is None, "no card was out"
    time.sleep(60)
    cup.tick()
    assert floor.table(table).round is None
    view = floor.view(table, Role.PLAYER, "p1")[0]
    seat = next(each for each in view.seats if each.player == "p1")
    wagers = {"wagers": {Wager.ANTE: 25_00}, "commitment": view.commitment, "person": "p1"}
    assert refused(cup, table, t.PlaceWagers(position=seat.position, **wagers)) == "heat-agreed"
    cup.do(c.DeclineConclusion(heat=1))
    cup.tick()
    assert floor.table(table).round is not None, "the Director has them play on"
    cup.act(cup.now.heats[1])
    for name in names:
        cup.do(c.AgreeToConclude(name=name), by=name)
    assert refused(cup, cup.stream, c.ConcludeHeat(heat=1, by=DIRECTOR)) == "hand-in-play"
    while floor.table(table).round is not None:
        cup.act(cup.now.heats[1], lambda *_: 0)
    assert refused(cup, cup.stream, c.ConcludeHeat(heat=1, by=DIRECTOR)) == "not-determined", "a hand has been played"
    for name in names:
        cup.do(c.AgreeToConclude(name=name), by=name)
    cup.do(c.ConcludeHeat(heat=1))
    assert cup.now.heats[1].over
    assert not floor.table(table).seats
    cup.do(c.UndoAct(act=cup.now.acted))
    assert floor.table(table).players == set(names), "they sit where they sat"
    assert {seat.position: seat.player for seat in floor.table(table).seats.values()} == dict(cup.now.heats[1].seats)
    cup.check()
    cup.do(c.ConcludeHeat(heat=1))
    cup.do(c.EndSession())
    cup.do(c.DeclareResults())
    cup.check()
    verify_streams(floor.database, floor.streams)


# Practice.


def closed_for_practice(floor: Floor, time: FakeTime, template: str = "elimination", players: int = 8) -> FloorCup:
    cup = FloorCup(floor, time).drafted(terms(template)).opened().enter(*PLAYERS[:players])
    acts.designate(floor, "play", "cup", DIRECTOR, 1, command_id="tables")
    cup.do(c.CloseEntries())
    return cup


def practise(cup: FloorCup, hands: int) -> None:
    """Have everybody bet and play for so long as practice goes on, one of them in secret."""
    (table,) = cup.now.tables
    while cup.now.practice and cup.now.practice_hands < hands:
        cup.time.sleep(9)
        cup.tick()
        while (state := cup.floor.table(table)).round is not None:
            view = cup.floor.view(table, Role.PLAYER, "")[0]
            if state.round.phase is Phase.BETTING:
                for seat in state.seats.values():
                    cup.floor.send(
                        table,
                        t.PlaceWagers(
                            position=seat.position, wagers={Wager.ANTE: 25_00}, commitment=view.commitment,
                            person=seat.player, round=view.number,
                        ),
                    )  # fmt: skip
                continue
            seat = next(each for each in view.seats if each.asked)
            secret = state.round.phase is Phase.THIRD_STREET
            do = Bet(position=seat.position, cents=75_00, secret=secret)
            cup.floor.send(table, t.Play(do=do, turn=state.turn, person=seat.player))


def test_practice_hands_are_played_at_the_tables_and_touch_nothing(floor: Floor, time: FakeTime):
    cup = closed_for_practice(floor, time)
    before, ledger = cup.now, balances(floor)
    (table,) = cup.now.tables
    cup.do(c.PractiseHands(hands=2))
    cup.tick()
    assert len(floor.table(table).seats) == 4, "half of them, and then the other half"
    first = set(floor.table(table).players)
    run = acts.tournament_at(floor, "play", "cup")
    own = acts.standing_of(run, next(iter(first)))
    assert own is not None
    assert (own.practises, own.table, own.heat, run.free) == (True, table, 0, ())
    with pytest.raises(InputError):
        cup.do(c.RecordPractice(practice=1))
    practise(cup, 2)
    assert not floor.table(table).seats
    cup.tick()
    assert not first & floor.table(table).players, "the other half has its turn"
    practise(cup, 4)
    assert not cup.now.practice
    assert msgspec.structs.replace(cup.now, practice_hands=0, practice_each=0, at=before.at) == before
    assert cup.now.practice_hands == 4
    assert balances(floor) == ledger
    assert not events(cup, e.HandRecorded)
    assert not events(cup, e.WagerSealed)
    verify_streams(floor.database, floor.streams)


def test_practice_makes_room_when_the_hour_has_come(memory: Floor, time: FakeTime):
    cup = closed_for_practice(memory, time, "shoot-out", players=3)
    (table,) = cup.now.tables
    cup.do(c.BriefPlayers(understood=tuple(cup.now.entrants)))
    cup.do(c.PractiseHands(hands=9))
    cup.tick()
    time.sleep(9)
    cup.tick()
    assert memory.table(table).round is not None
    assert refused(cup, table, t.PlaceWagers(
        position=1, wagers={Wager.ANTE: 1_000_01}, person=memory.table(table).seats[1].player,
        commitment=memory.view(table)[0].commitment, round=1)) == "stack-short"  # fmt: skip
    time.now = START
    for _ in range(3):
        cup.tick()
    assert not cup.now.practice
    assert cup.now.heats[1].running
    assert {each.chips for each in cup.now.entrants.values()} == {1_000_00}
    cup.check()


def test_the_director_ends_practice(memory: Floor, time: FakeTime):
    cup = closed_for_practice(memory, time)
    (table,) = cup.now.tables
    cup.do(c.PractiseHands(hands=9))
    cup.tick()
    cup.do(c.EndPractice())
    cup.tick()
    assert (memory.table(table).seats, cup.now.practice) == ({}, {})


# Limits and exclusion.


def limited(floor: Floor, person: str, kind: LimitKind, cents: int) -> None:
    floor.send(f"person:{person}", SetLimit(kind=kind, period=Period.DAY, most=cents))


@pytest.mark.parametrize("kind", [LimitKind.LOSS, LimitKind.WAGER])
def test_a_fee_counts_towards_ones_limits_and_what_comes_back_frees_them(floor: Floor, time: FakeTime, kind: LimitKind):
    cup = FloorCup(floor, time).drafted(terms("heats-and-final", buying_back_in=BuyBack(cents=50_00))).opened()
    limited(floor, "p1", kind, 99_99)
    limited(floor, "p2", kind, 100_00)
    accepts = acts.terms_digest(cup.now.terms)
    for name in ("p1", "p2"):
        floor.deposit(name, 1_000_00)
    with pytest.raises(Refused, match="fee-limit") as caught:
        cup.do(c.ApplyToEnter(name="p1", accepts=accepts, signed=True), by="p1")
    assert "99.99" in explain(caught.value, Currency.AUD)
    assert "p1" not in cup.now.entrants
    assert floor.balance("p1") == 1_000_00
    cup.do(c.ApplyToEnter(name="p2", accepts=accepts, signed=True), by="p2", command_id="once")
    cup.do(c.ApplyToEnter(name="p2", accepts=accepts, signed=True), by="p2", command_id="once")
    assert left(floor, "p2", kind) == 0
    cup.do(c.TurnAway(name="p2"))
    assert left(floor, "p2", kind) == 100_00
    cup.do(c.UndoAct(act=cup.now.acted))
    assert (left(floor, "p2", kind), floor.balance("p2")) == (0, 900_00)
    verify_streams(floor.database, floor.streams)


def left(floor: Floor, person: str, kind: LimitKind) -> int:
    """Return what somebody's limit of the day leaves, as their care and the ledger have it."""
    care = floor.state(f"person:{person}")[0].care
    (limit,) = care.limits.values()
    assert care.left(limit) == balances(floor).get(f"allowance:{person}:{kind}-day", 0)
    return int(care.left(limit))


@pytest.mark.parametrize("why", ["fee-limit", "insufficient-funds"])
def test_what_was_paid_back_is_not_taken_again_from_whoever_cannot_pay_it(memory: Floor, time: FakeTime, why: str):
    cup = FloorCup(memory, time).drafted(terms()).opened()
    memory.deposit("p1", 100_00)
    entry = c.ApplyToEnter(name="p1", accepts=digest(cup.now.terms), signed=True)
    cup.do(entry, by="p1")
    cup.do(c.TurnAway(name="p1"))
    if why == "fee-limit":
        limited(memory, "p1", LimitKind.LOSS, 99_99)
    else:
        other = FloorCup(memory, time, name="other").drafted(terms(title="Other Cup"))
        other.do(c.MakeTermsAvailable())
        other.do(c.AppointDirector(person=DIRECTOR))
        other.do(c.OpenEntries(commitment=""))
        other.do(msgspec.structs.replace(entry, accepts=digest(other.now.terms)), by="p1")
    held = memory.balance("p1")
    with pytest.raises(Refused, match=why):
        cup.do(c.UndoAct(act=cup.now.acted))
    assert cup.now.entrants["p1"].status is EntrantStatus.TURNED_AWAY
    assert memory.balance("p1") == held


def test_whoever_may_not_gamble_is_neither_admitted_nor_buys_nor_plays_for_somebody_else(memory: Floor, time: FakeTime):
    told = terms(method_of_entry=EntryMethod.SELECTION, selection_criteria="members")
    cup = FloorCup(memory, time).drafted(told).opened().enter("p1", "p2")
    memory.deposit("p9", 1_000_00)
    for person in ("p1", "p9"):
        memory.send(f"person:{person}", ExcludeSelf(until=time() + 10**12))
    with pytest.raises(Refused, match="self-excluded"):
        cup.do(c.AdmitEntrant(name="p1"))
    cup.do(c.AdmitEntrant(name="p2"))
    with pytest.raises(Refused, match="self-excluded"):
        cup.do(c.NominateSubstitute(name="p2", player="p9"), by="p2")
    with pytest.raises(Refused, match="official-plays"):
        cup.do(c.NominateSubstitute(name="p2", player=DIRECTOR), by="p2")
    account(memory, "dealer")
    link = staff_links.invite(memory, "play", "Dee", by=DIRECTOR, titles={"crown": ("dealer",)})
    staff_links.accept(memory, link.token, "dealer")
    with pytest.raises(Refused, match="employee-substitute"):
        cup.do(c.NominateSubstitute(name="p2", player="dealer"), by="p2")
    assert balances(memory).get("player:p1") == 1_000_00


def test_ones_hands_for_chips_are_listed_and_come_to_ones_chips(memory: Floor, time: FakeTime):
    cup = finished(begun(memory, time, "heats-and-final", players=7, tables=2))
    run = acts.tournament_at(memory, "play", "cup")
    assert acts.hands_of(memory, run, DIRECTOR) == []
    for name, entrant in cup.now.entrants.items():
        hands = acts.hands_of(memory, run, name)
        assert len({(each.session, each.heat, each.hand) for each in hands}) == len(hands)
        last = [each for each in hands if each.session == (entrant.exit.session if entrant.exit else 2)]
        had = entrant.exit.score if entrant.exit else entrant.chips
        assert sum(each.net for each in last if not each.play_off) == had - 1_000_00
        assert all(sum(each.wagers.values()) == each.wagered for each in hands if not each.missed)
    assert acts.hands_of(memory, run, cup.now.ranking[0][0])[-1].session == 2


def test_a_missed_hand_is_listed_with_what_it_cost(memory: Floor, time: FakeTime):
    cup = begun(memory, time)
    time.sleep(9)
    cup.tick()
    time.sleep(21)
    cup.tick()
    (hand,) = acts.hands_of(memory, acts.tournament_at(memory, "play", "cup"), "p1")
    assert (hand.missed, hand.wagers, hand.wagered, hand.net, hand.hand) == (True, {}, 25_00, -25_00, 1)


# Balancing.


def test_tables_are_broken_and_balanced_by_the_clock_and_chips_stay(floor: Floor, time: FakeTime):
    session = PlaySession(name="open", hands=4, seats=3, balance=True)
    cup = FloorCup(floor, time).drafted(terms(rounds_and_sessions=Programme(sessions=(session,)))).opened()
    cup.enter(*PLAYERS[:8]).begun(3)
    for name in cup.now.heats[1].seats[1], cup.now.heats[1].seats[2], cup.now.heats[2].seats[1]:
        cup.do(c.DisqualifyPlayer(name=name, ground="cheating"))
    cup = finished(cup)
    moved = events(cup, e.PlayersMoved)
    assert moved[0].breaks, "five players need two tables"
    committed = [each.commitment for each in events(cup, e.DrawCommitted)]
    opened = sorted((*events(cup, e.SeatsDrawn), *moved), key=lambda event: event.at)
    assert [lot_commitment(each.secret) for each in opened] == committed[:-1]
    run = acts.tournament_at(floor, "play", "cup")
    stayed = [each.name for each in cup.now.with_status(EntrantStatus.IN)]
    assert {len(acts.hands_of(floor, run, name)) for name in stayed} <= {4}
    recount(cup)
    verify_streams(floor.database, floor.streams)


def test_no_hand_begins_at_a_table_that_waits_to_be_balanced(memory: Floor, time: FakeTime):
    session = PlaySession(name="open", hands=5, seats=3, balance=True)
    cup = FloorCup(memory, time).drafted(terms(rounds_and_sessions=Programme(sessions=(session,)))).opened()
    cup.enter(*PLAYERS[:6]).begun(2)
    table = cup.now.heats[1].table
    first, second = (cup.now.heats[1].seats[at] for at in (1, 2))
    for name in (first, second):
        cup.do(c.DisqualifyPlayer(name=name, ground="cheating"))
    time.sleep(9)
    cup.tick()
    cup.tick()
    (moved,) = events(cup, e.PlayersMoved)
    assert (moved.heat, moved.breaks) == (2, False)
    assert len(memory.table(table).seats) == 2, "those who are out have gone, and somebody has come"
    assert set(moved.moves) <= memory.table(table).players
    cup.check()


def test_tables_are_opened_for_whole_terms_and_stay_fit_for_them(memory: Floor, time: FakeTime):
    cup = FloorCup(memory, time).drafted(TournamentTerms())
    with pytest.raises(Refused) as lacking:
        acts.designate(memory, "play", "cup", DIRECTOR, 1, command_id="early")
    assert lacking.value.code == "terms-incomplete"
    cup.do(c.ReviseTerms(terms=terms()))
    acts.designate(memory, "play", "cup", DIRECTOR, 1, command_id="tables")
    for change in (
        {"rounds_and_sessions": Programme(sessions=(PlaySession(name="final", hands=30, seats=7),))},
        {"number_of_players": PlayerNumbers(minimum=2, maximum=9, bots=3), "fees_and_buy_ins": NOT_APPLICABLE},
    ):
        revised = c.ReviseTerms(terms=terms(**change))
        assert refused(cup, cup.stream, replace(revised, by=DIRECTOR)) == "tables-of-other-terms"
    cup.do(c.ReviseTerms(terms=terms(location="Room 2")))
    (table,) = cup.now.tables
    cup.do(c.ReleaseTable(table=table))
    cup.do(c.ReviseTerms(terms=terms(**change)))


# Bots.


def test_bots_of_the_house_play_a_tournament_to_its_end_and_win_nothing(floor: Floor, time: FakeTime):
    numbers = PlayerNumbers(minimum=2, maximum=12, bots=8)
    session = PlaySession(name="final", hands=3, bank_chips=10_000, seats=5)
    told = terms(
        fees_and_buy_ins=NOT_APPLICABLE,
        number_of_players=numbers,
        prize_pool=PrizePool(added_cents=90_00),
        rounds_and_sessions=Programme(sessions=(session,)),
    )
    cup = FloorCup(floor, time).drafted(told).opened().enter("p1", "p2")
    cup.do(c.FillWithBots(count=8), command_id="fill")
    cup.do(c.FillWithBots(count=8), command_id="fill")
    bots = {name for name, entrant in cup.now.entrants.items() if entrant.bot}
    assert len(bots) == 8
    before = balances(floor)
    cup.begun(2)
    times = cycle((3, 3, 1))
    while any(not heat.over for heat in cup.now.heats.values()):
        time.sleep(2)
        cup.tick()
        run_bots(floor, lambda *_: next(times))
        for heat in cup.now.heats.values():
            if heat.running:
                people(cup, heat.table)
    cup.check()
    cup.do(c.EndSession())
    cup.do(c.DeclareResults())
    held = balances(floor)
    assert {account for account in held if account.startswith("player:bot-")} <= {a for a in before if not held[a]}
    won = sum(held[f"player:{name}"] - before[f"player:{name}"] for name in ("p1", "p2"))
    assert won == 90_00
    recount(cup)


def people(cup: FloorCup, table: str) -> None:
    """Let the two people bet the minimum, and fold when they are asked."""
    state = cup.floor.table(table)
    if state.round is None:
        return
    view = cup.floor.view(table, Role.PLAYER, "")[0]
    for seat in view.seats:
        if seat.bot:
            continue
        if state.round.phase is Phase.BETTING and not state.seats[seat.position].ready:
            cup._ante(table, seat.position, seat.player)
        elif seat.asked and state.round.phase is not Phase.BETTING:
            turn = cup.floor.table(table).turn
            cup.floor.send(table, t.Play(do=Fold(position=seat.position), turn=turn, person=seat.player))
        return
