"""Meters on the floor: a jackpot wager, its round, its meter and its money in one commit, on both databases."""

import threading
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import update

from mississippi_stud.errors import InputError
from mississippi_stud.floor import ChangeMeters, Floor, OpenMeters, Wager, decider
from mississippi_stud.jackpot import (
    AddTable,
    ChangeOption,
    CloseMeter,
    CorrectMeter,
    DisplayNotice,
    MeterNotice,
    MeterOffer,
    MoveTable,
    OpenMeter,
    ReceiveValue,
    RemoveTable,
    SetEquipment,
)
from mississippi_stud.jackpot.state import EVERY_TABLE, Change
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks.load import BOOKS, rulebook
from mississippi_stud.store import audit, log, schema
from mississippi_stud.store import backup as backups
from mississippi_stud.store.audit import LogError
from tests.clauses import clause
from tests.decks import scripted_decks
from tests.floor.clock import NOON, Clock
from tests.floor.drive import (
    HOUSE,
    JACKPOT_ROUND,
    KEYS,
    METERS,
    check_all,
    command_of,
    crown_table,
    hand_of,
    linked,
    open_crown,
    opened,
    play,
    run_house,
    submit,
    table_of,
)
from tests.jackpot.floor import MARYLAND, NSW

MINUTE = 60 * 1_000_000


@pytest.fixture
def floor(database_url: str) -> Iterator[Floor]:
    with scripted_decks(), opened(database_url) as one:
        yield one


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def lone(sqlite_url: str, clock: Clock) -> Iterator[Floor]:
    """Open a floor on SQLite, for what does not depend on the database."""
    with scripted_decks(), opened(sqlite_url, clock=clock) as one:
        yield one


def value(floor: Floor, meter: str = "main") -> Fraction:
    return floor.meters(HOUSE).meters[meter].value


def pool(floor: Floor, meter: str = "main") -> int:
    return log.balance(floor.database, f"pool:{HOUSE}/{meter}")


def change(floor: Floor, do: object) -> None:
    floor.send(METERS, ChangeMeters(do=do), actor="manager")  # type: ignore[arg-type]


def won(floor: Floor, table: str, wager: str = "jackpot") -> int:
    """Return what the last round paid for a wager."""
    results = floor.table(table).last_round.results
    return next(each.won_cents for each in results if each.wager == wager)


# A round and its meter.


@clause("crown 9.3.2")
def test_a_jackpot_wager_is_on_the_meter_from_the_deal_on(floor: Floor):
    table = linked(floor)
    assert (value(floor), pool(floor)) == (50_000_00, 50_000_00)
    play(floor, table, "1 ante 5; 1 jackpot 5")
    assert value(floor) == 50_000_00
    play(floor, table, "1 ante 5; 1 jackpot 5; deal")
    assert value(floor) == Fraction("5000170.3")
    main = floor.meters(HOUSE).meters["main"]
    assert (main.shown_cents, pool(floor)) == (50_001_70, 50_001_71)
    assert main.gave_exact == {table: "1703/10"}
    check_all(floor)
    play(floor, table, "1 fold")
    assert (value(floor), pool(floor)) == (Fraction("5000170.3"), 50_001_71)
    assert floor.balance("ann") == 1_000_00 - 5_00 - 5_00
    assert floor.meters(HOUSE).games == {}
    assert check_all(floor)


@clause("crown 10.1.1")
@clause("crown 10.2.1")
def test_a_straight_flush_is_paid_a_tenth_of_the_meter_at_its_place(floor: Floor):
    """$61,234.56 plus this wager's $1.703 is rounded up to $61,237; a tenth is $6,123.70, and $55,112.563 stays."""
    floor.open_meters(HOUSE, "crown")
    floor.deposit("ann", 1_000_00)
    table = crown_table(floor, "ann", "ann")
    offer = MeterOffer(cost_cents=5_00, option="1", seed="10000")
    change(floor, OpenMeter(meter="main", offer=offer, tables=(table,), value_cents=61_234_56))
    play(floor, table, "1 ante 5; 1 jackpot 5; deal 9h 8h Qh Jh Th; 1 bet 1; 1 bet 1; 1 bet 1")
    assert value(floor) == Fraction("5511256.3")
    assert pool(floor) == 55_112_57
    paid = next(each for each in floor.table(table).last_round.results if each.wager == "jackpot")
    assert (paid.won_cents, paid.clause) == (6_123_70, "crown 10.1.1")
    assert floor.balance("ann") == 1_000_00 - 5_00 + 4 * 5_00 * 100 + 6_123_70
    assert check_all(floor)


@clause("crown 9.4.1")
def test_a_royal_flush_takes_the_meter_and_the_house_resets_it(floor: Floor):
    table = linked(floor)
    play(floor, table, "1 ante 5; 1 jackpot 5; deal Ah Kh Qh Jh Th; 1 bet 1; 1 bet 1; 1 bet 1")
    assert (value(floor), pool(floor)) == (50_000_00, 50_000_00)
    assert won(floor, table) == 50_002_00  # $50,001.703, rounded up to the dollar
    assert check_all(floor)


@pytest.mark.parametrize(
    ("book", "offer", "wager", "prize", "left"),
    [
        ("nsw", NSW, Wager.JACKPOT, 10_001_25, 10_000_00),
        ("maryland", MARYLAND, Wager.PROGRESSIVE, 10_001_00, 10_000_00),
    ],
)
def test_the_other_books_pay_their_royal_flush_from_the_meter_too(
    lone: Floor, book: str, offer: MeterOffer, wager: Wager, prize: int, left: int
):
    """NSW adds 25% of $5 to $10,000, Maryland 20%; a royal flush wins it all."""
    lone.open_meters("house", book)
    lone.deposit("ann", 1_000_00)
    table = table_of(lone, "ann", book, meters="house")
    lone.send("meters:house", ChangeMeters(do=OpenMeter(meter="m", offer=offer, tables=(table,))))
    play(lone, table, f"1 ante 5; 1 {wager} 5; deal Ah Kh Qh Jh Th; 1 bet 1; 1 bet 1; 1 bet 1")
    assert (won(lone, table, wager), lone.meters("house").meters["m"].value) == (prize, left)
    assert check_all(lone)


@clause("maryland .11I(4)(d)(ii)")
def test_at_an_automatic_table_the_log_is_the_papers_of_a_prize_that_is_not_from_the_table(lone: Floor):
    """Nobody is there to write any: the record is made in the commit that pays, and the next wager is taken."""
    lone.open_meters("house", "maryland")
    lone.deposit("ann", 1_000_00)
    table = table_of(lone, "ann", "maryland", meters="house")
    lone.send("meters:house", ChangeMeters(do=OpenMeter(meter="m", offer=MARYLAND, tables=(table,))))
    play(lone, table, "1 ante 5; 1 progressive 5; deal Ah Kh Qh Jh Th; 1 bet 1; 1 bet 1; 1 bet 1")
    *_, settled = log.read(lone.database, table)
    papers = [each for each in log.read(lone.database, "meters:house") if each.name == "prizes_documented"]
    assert [(each.at, each.actor) for each in papers] == [(settled.at, settled.actor)]
    assert b'"by":"floor"' in papers[0].payload
    play(lone, table, "1 ante 5; 1 progressive 5; deal 2c 4d Qh Jh 9s")
    assert check_all(lone)


@clause("crown 9.2.1")
def test_what_the_meter_cannot_record_is_refused_or_goes_back_and_moves_nothing(floor: Floor):
    table = linked(floor)
    change(floor, SetEquipment(table=table, working=False))
    before = log.version(floor.database, table), log.version(floor.database, METERS), value(floor)
    with pytest.raises(Refused, match="equipment"):
        play(floor, table, "1 ante 5; 1 jackpot 5; deal")
    assert before == (log.version(floor.database, table), log.version(floor.database, METERS), value(floor))
    change(floor, SetEquipment(table=table, working=True))
    play(floor, table, "1 ante 5; 1 jackpot 5")
    change(floor, SetEquipment(table=table, working=False))
    play(floor, table, "1 ante 5; 1 jackpot 5; deal")
    assert (value(floor), pool(floor), floor.balance("ann")) == (50_000_00, 50_000_00, 1_000_00 - 5_00)
    change(floor, SetEquipment(table=table, working=True))
    play(floor, table, "1 fold; 1 ante 5; 1 jackpot 5; deal; 1 fold")
    assert value(floor) == Fraction("5000170.3")
    assert check_all(floor)


def test_a_malfunction_takes_the_wager_off_the_meter_again(floor: Floor):
    table = linked(floor)
    play(floor, table, "1 ante 5; 1 jackpot 5; deal")
    floor.void(table, "the display failed")
    assert (value(floor), pool(floor)) == (50_000_00, 50_000_00)
    assert floor.balance("ann") == 1_000_00
    assert floor.meters(HOUSE).games == {}
    play(floor, table, "1 ante 5; 1 jackpot 5")
    floor.void(table, "it failed again, before the deal")
    assert (value(floor), floor.balance("ann")) == (50_000_00, 1_000_00)
    assert check_all(floor)


def test_a_jackpot_wager_that_the_purse_does_not_cover_touches_nothing(floor: Floor):
    table = linked(floor, cents=9_99)
    with pytest.raises(Refused, match="insufficient-funds"):
        play(floor, table, "1 ante 5; 1 jackpot 5; deal")
    play(floor, table, "1 ante 5; deal")
    assert value(floor) == 50_000_00
    assert check_all(floor)


def test_a_street_that_the_purse_does_not_cover_leaves_the_wager_on_the_meter(floor: Floor):
    """One command of the group lacks the funds; its neighbour on the same meter still succeeds."""
    tables = [linked(floor, "ann", cents=10_00)]
    floor.deposit("bob", 100_00)
    tables.append(crown_table(floor, "bob", "bob"))
    play(floor, tables[0], "1 ante 5; 1 jackpot 5; deal 2c 4d Qh Jh 9s")
    with floor.database.lock:
        short, deals = submit(floor, tables[0], "1 bet 1"), submit(floor, tables[1], "1 ante 5; deal")
    assert isinstance(short.exception(), Refused)
    assert deals.result().version == log.version(floor.database, tables[1])
    assert check_all(floor)


def test_a_table_on_no_meter_offers_no_jackpot(floor: Floor):
    linked(floor)
    floor.deposit("bob", 100_00)
    table = crown_table(floor, "bob", "bob")
    with pytest.raises(Refused, match="not-offered"):
        play(floor, table, "1 ante 5; 1 jackpot 5; deal")
    play(floor, table, "1 ante 5; deal; 1 fold")
    assert value(floor) == 50_000_00
    assert check_all(floor)


@clause("crown 9.1.1(h)")
@pytest.mark.parametrize(("minutes", "moved"), [(19, False), (20, True), (21, True)])
def test_a_table_moves_to_another_meter_after_20_minutes_of_notice(
    lone: Floor, clock: Clock, minutes: int, moved: bool
):
    table = linked(lone)
    change(lone, DisplayNotice(notice=MeterNotice(change=Change.MOVE, table=table, meter="low", at=0)))
    clock.now += minutes * MINUTE
    if not moved:
        with pytest.raises(Refused, match="notice-too-short"):
            change(lone, MoveTable(table=table, meter="low"))
        return
    play(lone, table, "1 ante 5; 1 jackpot 5")
    change(lone, MoveTable(table=table, meter="low"))
    with pytest.raises(Refused, match="meter-changed"):
        play(lone, table, "1 ante 5; 1 jackpot 5; deal")
    play(lone, table, "1 withdraw jackpot; deal; 1 fold; 1 ante 5; 1 jackpot 1; deal; 1 fold")
    assert (value(lone), value(lone, "low")) == (50_000_00, 10_000_00 + Fraction("34.06"))
    assert check_all(lone)


# Wagers that wait for the next round.


def carried(floor: Floor) -> str:
    """Return a table whose player could not fund the first street: the jackpot wager stays."""
    table = linked(floor)
    play(floor, table, "1 ante 5; 1 jackpot 5; deal 2c 4d Qh Jh 9s")
    play(floor, table, "1 cannot-fund", by="floor")
    assert floor.table(table).round is None
    assert (value(floor), floor.table(table).carried_cents) == (Fraction("5000170.3"), {1: 5_00})
    assert floor.balance("ann") == 1_000_00 - 5_00
    assert log.balance(floor.database, f"round:{table}") == 5_00
    check_all(floor)
    return table


@clause("crown 11.12")
def test_a_carried_wager_plays_on_with_the_next_ante_and_is_counted_once(floor: Floor):
    table = carried(floor)
    play(floor, table, "1 ante 5")
    assert floor.balance("ann") == 1_000_00 - 5_00 - 5_00
    play(floor, table, "1 ante 5; deal 9h 8h Qh Jh Th; 1 bet 1; 1 bet 1; 1 bet 1")
    assert won(floor, table) == 5_000_20
    assert value(floor) == Fraction("5000170.3") - 5_000_20 + (5_000_20 - Fraction("170.3"))  # topped up to its seed
    assert floor.table(table).carried_cents == {}
    assert check_all(floor)


@clause("crown 11.12.1")
def test_a_carried_wager_that_is_taken_back_comes_off_the_meter(floor: Floor):
    table = carried(floor)
    play(floor, table, "1 ante 5; 1 withdraw jackpot")
    assert floor.balance("ann") == 1_000_00 - 5_00
    play(floor, table, "1 ante 5; deal 2c 4d Qh Jh 9s; 1 fold")
    assert (value(floor), pool(floor)) == (50_000_00, 50_000_00)
    assert check_all(floor)


def test_a_malfunction_gives_a_carried_wager_back(floor: Floor):
    table = carried(floor)
    play(floor, table, "1 ante 5")
    floor.void(table, "a malfunction")
    assert floor.table(table).carried_cents == {}
    assert (value(floor), floor.balance("ann")) == (50_000_00, 1_000_00)
    assert check_all(floor)


def test_whoever_could_not_pay_and_was_warned_forfeits_the_next_time(lone: Floor):
    table = carried(lone)
    play(lone, table, "1 ante 5; deal 2c 4d Qh Jh 9s")
    play(lone, table, "1 cannot-fund", by="floor")
    results = lone.table(table).last_round.results
    assert {each.outcome for each in results if each.wager == "ante"} == {"forfeit"}
    assert check_all(lone)


# What staff do.


def test_what_staff_do_is_in_the_log_with_who_did_it(floor: Floor):
    linked(floor)
    entry = CorrectMeter(
        meter="main", amount_exact="1703/10", corrects="round 7", by="manager", why="was not registered"
    )
    floor.send(METERS, ChangeMeters(do=entry), command_id="once", actor="eve")
    floor.send(METERS, ChangeMeters(do=entry), command_id="once", actor="eve")
    assert (value(floor), pool(floor)) == (Fraction("5000170.3"), 50_001_71)
    last = list(log.read(floor.database, METERS))[-1]
    assert (last.name, last.actor, last.command_id) == ("meter_corrected", "eve", "once")
    assert check_all(floor)


@pytest.mark.parametrize(
    ("do", "said"),
    [
        (CorrectMeter(meter="main", amount_exact="much", corrects="x", by="x", why="x"), "correction-unsaid"),
        (OpenMeter(meter="a/b", offer=MeterOffer(cost_cents=5_00)), "without /"),
        (OpenMeter(meter="", offer=MeterOffer(cost_cents=5_00)), "printable text"),
        (AddTable(table="T\n", meter="main", cost_cents=5_00), "printable text"),
        (OpenMeter(meter="more", offer=MeterOffer(cost_cents=5_00, option="1", seed="10000")), "cost-taken"),
        (ReceiveValue(meter="main", cents=5_00, source="another game"), "does not hold that much"),
        (ReceiveValue(meter="main", cents=5_00, source="crown/low"), "without /"),
        (CloseMeter(meter="main", to_other_games={"crown/low": 1}), "without /"),
        (OpenMeter(meter="m" * 41, offer=MeterOffer(cost_cents=5_00)), "1 to 40 characters"),
    ],
)
def test_what_staff_may_not_do_is_refused(lone: Floor, do: object, said: str):
    linked(lone)
    with pytest.raises((Refused, InputError), match=said):
        change(lone, do)
    assert check_all(lone)


def test_a_closed_meter_gives_its_surplus_to_another_and_its_seed_to_the_house(lone: Floor, clock: Clock):
    table = linked(lone)
    play(lone, table, "1 ante 5; 1 jackpot 5; deal; 1 fold")
    change(lone, DisplayNotice(notice=MeterNotice(change=Change.CLOSE, table=table, meter="main", at=0)))
    clock.now += 20 * MINUTE
    change(lone, CloseMeter(meter="main", to={"low": 1}))
    assert (pool(lone), pool(lone, "low")) == (0, 10_001_71)
    assert value(lone, "low") == Fraction("1000170.3")
    assert check_all(lone)


def test_meters_of_two_houses_have_pools_of_their_own(lone: Floor):
    linked(lone)
    for name, book, offer in (
        ("nsw", "nsw", NSW),
        ("second", "crown", MeterOffer(cost_cents=1_00, option="1", seed="20000")),
    ):
        lone.open_meters(name, book)
        lone.send(f"meters:{name}", ChangeMeters(do=OpenMeter(meter="main", offer=offer)))
    assert log.balance(lone.database, "pool:nsw/main") == 10_000_00
    assert log.balance(lone.database, "pool:second/main") == 20_000_00
    assert pool(lone) == 50_000_00
    assert check_all(lone)


def test_meters_that_are_not_there_or_run_by_another_book(lone: Floor):
    with pytest.raises(InputError, match="there is no meters:nowhere"):
        lone.meters("nowhere")
    with pytest.raises(InputError, match="open them first"):
        change(lone, SetEquipment(table="A", working=True))
    with pytest.raises(InputError, match="no meters meters:nowhere: open them first"):
        lone.open_table("crown", meters="nowhere")
    lone.open_meters(HOUSE, "crown")
    with pytest.raises(InputError, match="run by the book crown"):
        lone.open_table("nsw", meters=HOUSE)
    with pytest.raises(InputError, match="run by the book crown"):
        lone.open_meters(HOUSE, "nsw")
    with pytest.raises(Refused, match="no-jackpot"):
        lone.open_meters("online", "online")
    for name in ("a/b", "m" * 41):
        with pytest.raises(InputError, match="1 to 40 characters, without /"):
            lone.open_meters(name, "crown")
    with pytest.raises(InputError, match="ChangeMeters is not a command for table:x"):
        lone.send("table:x", ChangeMeters(do=SetEquipment(table="A", working=True)))


def test_meters_go_over_to_another_edition_of_their_book_between_games(lone: Floor):
    table = linked(lone)
    edition = msgspec.structs.replace(rulebook("crown"), version="another edition")
    other = lone.keep(edition)
    play(lone, table, "1 ante 5; 1 jackpot 5; deal 2c 4d Qh Jh 9s")
    with pytest.raises(Refused, match="game-in-play"):
        lone.send(METERS, OpenMeters(book=other))
    play(lone, table, "1 fold")
    lone.send(METERS, OpenMeters(book=other))
    assert lone.house_meters(HOUSE)[0].book == other
    play(lone, table, "1 ante 5; 1 jackpot 5; deal; 1 fold")  # the table continues under the edition it began with
    assert value(lone) == 50_000_00 + 2 * Fraction("170.3")
    assert check_all(lone)


# Retries, snapshots, watchers.


def test_every_command_of_a_jackpot_round_sent_three_times_at_once_has_one_effect(floor: Floor):
    table = linked(floor)
    for number in range(3):
        for step, script in enumerate(JACKPOT_ROUND):
            same = command_of(floor, table, script)
            answers = [floor.submit(table, same, command_id=f"{number}.{step}") for _ in range(3)]
            assert {each.result().version for each in answers} == {log.version(floor.database, table)}
    assert (value(floor), floor.balance("ann")) == (50_000_00 + 3 * Fraction("170.3"), 1_000_00 - 3 * 10_00)
    assert check_all(floor)


def test_many_tables_share_one_commit_and_one_meter(floor: Floor):
    players = [f"p{number}" for number in range(12)]
    run_house(floor)
    tables = [crown_table(floor, player, player) for player in players]
    open_crown(floor, *tables)
    for player in players:
        floor.deposit(player, 100_00)
    for script in ("1 ante 5; 1 jackpot 5; deal 9h 8h Qh Jh Th", "1 fold"):
        with floor.database.lock:
            answers = [submit(floor, table, script) for table in tables]
        for each in answers:
            each.result()
    assert value(floor) == 50_000_00 + 12 * Fraction("170.3")
    assert floor.meters(HOUSE).meters["main"].gave_exact == dict.fromkeys(tables, "1703/10")
    order = [record.version for record in log.read(floor.database, METERS)]
    assert order == list(range(1, 3 + 2 * 12 + 1))
    assert check_all(floor)


def test_a_table_never_fails_because_of_a_hot_meter(postgres_url: str):
    """Staff and two processes' tables write to one meter at once: nobody is refused, nobody waits forever."""
    with opened(postgres_url) as one, opened(postgres_url) as two:
        run_house(one)
        tables = [crown_table(one, f"p{number}", f"p{number}") for number in range(6)]
        open_crown(one, *tables)
        for number in range(6):
            one.deposit(f"p{number}", 1_000_00)
        faults: list[BaseException] = []

        def busy(floor: Floor, *mine: str) -> None:
            try:
                for number in range(6):
                    for script in JACKPOT_ROUND:
                        answers = [submit(floor, table, script) for table in mine]
                        for each in answers:
                            each.result()
                    change(floor, SetEquipment(table=mine[0], working=True, manual=bool(number % 2)))
            except BaseException as error:
                faults.append(error)

        threads = [threading.Thread(target=busy, args=(one, *tables[:3])),
                   threading.Thread(target=busy, args=(two, *tables[3:]))]  # fmt: skip
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not faults
        assert value(one) == 50_000_00 + 36 * Fraction("170.3")
        assert check_all(two)


def test_meters_open_from_their_snapshot(database_url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(decider, "SNAPSHOT_EVERY", 4)
    with opened(database_url) as floor:
        table = linked(floor)
        play(
            floor,
            table,
            "; ".join((*JACKPOT_ROUND, *JACKPOT_ROUND, "1 ante 5; 1 jackpot 5; deal")),
        )
        before = floor.house_meters(HOUSE)
        kept = log.snapshot(floor.database, METERS)
        assert kept is not None
        assert kept[0] >= 4
    with opened(database_url) as floor:
        assert floor.house_meters(HOUSE) == before
        play(floor, table, "1 fold")
        assert check_all(floor)


def test_whoever_watches_a_meter_is_told_of_every_change(floor: Floor):
    table = linked(floor)
    heard = threading.Condition()
    values: list[Fraction] = []

    def told(_: int) -> None:
        with heard:
            values.append(value(floor))
            heard.notify()

    stop = floor.watch(METERS, told)
    play(floor, table, "1 ante 5; 1 jackpot 5; deal")
    with heard:
        assert heard.wait_for(lambda: Fraction("5000170.3") in values, 20)
    stop()


def test_a_watcher_in_another_process_is_told_too(postgres_url: str):
    with opened(postgres_url) as watching, opened(postgres_url) as playing:
        table = linked(playing)
        heard = threading.Event()

        def told(_: int) -> None:
            if value(watching) == Fraction("5000170.3"):
                heard.set()

        watching.watch(METERS, told)
        play(playing, table, "1 ante 5; 1 jackpot 5; deal")
        assert heard.wait(20)
        play(watching, table, "1 fold")
        assert check_all(watching)
        assert check_all(playing)


# The log and backups.


def test_the_log_shows_what_each_command_did_to_the_meters_and_the_funds(floor: Floor):
    table = linked(floor)
    play(floor, table, "1 ante 5; 1 jackpot 5; deal", command_id="the deal")
    play(floor, table, "1 fold", command_id="the fold")
    for name, happened in (("the deal", ["game_registered"]), ("the fold", ["outcome_recorded"])):
        caused = log.caused(floor.database, name)
        assert [each.name for each in caused if each.stream == METERS] == happened
    hand = hand_of(floor, table, 1)
    assert (hand.funds_before_cents, hand.funds_after_cents, hand.net_cents) == (1_000_00, 990_00, -10_00)


def test_a_backup_has_the_meters_and_play_goes_on_where_it_was(sqlite_url: str, postgres_url: str, tmp_path: Path):
    with opened(sqlite_url) as floor:
        table = linked(floor)
        play(floor, table, "1 ante 5; 1 jackpot 5; deal; 1 fold; 1 ante 5; 1 jackpot 5; deal")
        floor.backup(tmp_path / "kept")
        before = floor.house_meters(HOUSE)[0].meters
    backups.restore(tmp_path / "kept", postgres_url, KEYS)
    with opened(postgres_url) as floor:
        after = floor.house_meters(HOUSE)[0].meters
        assert list(after.meters) == list(before.meters)
        assert after.games == {}, "the round that was open is void, and its wager is off the meter again"
        play(floor, table, "1 ante 5; 1 jackpot 5; deal; 1 fold")
        assert check_all(floor)


# Faults in meters are found.


def test_a_flipped_event_of_the_meters_is_named(floor: Floor):
    play(floor, linked(floor), "1 ante 5; 1 jackpot 5; deal; 1 fold")
    with floor.database.transaction() as connection:
        event = schema.events
        where = (event.c.stream == METERS) & (event.c.version == 4)
        connection.execute(update(event).where(where).values(actor="somebody else"))
    with pytest.raises(LogError, match=f"{METERS}: event 4 \\(game_registered\\) is not what was written"):
        audit.verify(floor.database)


# Every rule book, with one player and automatic dealing.


@pytest.mark.parametrize(
    ("book", "dealing"), [(name, dealing) for name in BOOKS for dealing in rulebook(name).dealing.methods]
)
def test_a_round_of_each_book_and_way_of_dealing(lone: Floor, book: str, dealing: str):
    """Played to the end and folded, with the side wagers that the dealing method allows."""
    rules = rulebook(book)
    sides = [
        wager
        for wager in (Wager.THREE_CARD_BONUS, Wager.SIX_CARD_BONUS)
        if wager in rules.wagers
        and not (rules.wagers[wager].dealt_by and dealing not in rules.wagers[wager].dealt_by.value)
    ]
    tables = {wager: next(iter(rules.wagers[wager].tables)) for wager in sides}
    lone.deposit("ann", 1_000_00)
    table = table_of(lone, "ann", book, dealing=dealing, tables=tables)
    wagers = "; ".join(f"1 {wager} 5" for wager in (Wager.ANTE, *sides))
    for decisions in ("1 bet 1; 1 bet 1; 1 bet 1", "1 fold"):
        play(lone, table, f"{wagers}; deal; {decisions}")
        state = lone.table(table).last_round
        assert state.phase is Phase.SETTLED
        assert {each.wager for each in state.results} >= {"ante", *sides}
    assert check_all(lone)


def test_the_folded_hand_of_a_live_side_wager_sees_the_cards_that_decide_it(lone: Floor):
    """Maryland's progressive outlives a fold, and its cards are dealt one by one by hand."""
    lone.open_meters("house", "maryland")
    lone.deposit("ann", 1_000_00)
    table = table_of(lone, "ann", "maryland", dealing="hand", meters="house")
    lone.send("meters:house", ChangeMeters(do=OpenMeter(meter="m", offer=MARYLAND, tables=(table,))))
    play(lone, table, "1 ante 5; 1 progressive 5; deal; 1 fold")
    assert lone.table(table).last_round.phase is Phase.SETTLED
    assert check_all(lone)


def test_the_clock_of_the_meters_never_goes_back(lone: Floor, clock: Clock):
    table = linked(lone)
    play(lone, table, "1 ante 5; 1 jackpot 5; deal; 1 fold")
    clock.now = NOON - 48 * 60 * MINUTE
    play(lone, table, "1 ante 5; 1 jackpot 5; deal; 1 fold")
    change(lone, DisplayNotice(notice=MeterNotice(change=Change.OPTION, option="2", at=0)))
    clock.now = NOON + 19 * MINUTE
    with pytest.raises(Refused, match="notice-too-short"):
        change(lone, ChangeOption(option="2", seed="10000"))
    clock.now = NOON + 20 * MINUTE
    change(lone, ChangeOption(option="2", seed="10000"))
    assert check_all(lone)


# A group of tables.


def group(floor: Floor, *players: str) -> list[str]:
    """Tables of a house whose meter is for all of its tables, opened when it runs already."""
    floor.open_meters(HOUSE, "crown")
    offer = MeterOffer(cost_cents=5_00, option="1", seed="10000")
    change(floor, OpenMeter(meter="main", offer=offer, tables=(EVERY_TABLE,)))
    for player in players:
        floor.deposit(player, 1_000_00)
    return [table_of(floor, player, "crown", meters=HOUSE) for player in players]


@clause("crown 9.1.1(a)", "crown 9.3.2")
def test_every_table_of_a_house_is_on_the_meter_of_its_group(floor: Floor):
    """34.06% of $5 from each of three rounds at two tables; what they gave is told together."""
    ann, bob = group(floor, "ann", "bob")
    play(floor, ann, "1 ante 5; 1 jackpot 5; deal")
    play(floor, bob, "1 ante 5; 1 jackpot 5; deal; 1 fold")  # while the other table's game is in play
    play(floor, ann, "1 fold; 1 ante 5; 1 jackpot 5; deal; 1 fold")
    assert (value(floor), pool(floor)) == (Fraction("5000510.9"), 50_005_11)
    assert floor.meters(HOUSE).meters["main"].gave_exact == {EVERY_TABLE: "5109/10"}
    play(floor, bob, "1 ante 5; 1 jackpot 5; deal 9h 8h Qh Jh Th; 1 bet 1; 1 bet 1; 1 bet 1")
    assert won(floor, bob) == 5_000_70  # $50,006.812 round up to $50,007
    assert check_all(floor)


@clause("crown 9.1.1(h)", "crown 9.1.1(i)")
def test_a_group_is_changed_as_one_and_not_while_a_game_is_in_play(lone: Floor, clock: Clock):
    (ann,) = group(lone, "ann")
    with pytest.raises(Refused, match="table-not-linked"):
        change(lone, RemoveTable(table=ann))
    with pytest.raises(Refused, match="no-notice"):
        change(lone, RemoveTable(table=EVERY_TABLE))
    change(lone, DisplayNotice(notice=MeterNotice(change=Change.REMOVE, table=EVERY_TABLE, meter="main", at=0)))
    clock.now += 20 * MINUTE
    play(lone, ann, "1 ante 5; 1 jackpot 5; deal")
    with pytest.raises(Refused, match="game-in-play"):
        change(lone, RemoveTable(table=EVERY_TABLE))
    play(lone, ann, "1 fold")
    change(lone, RemoveTable(table=EVERY_TABLE))
    assert lone.meters(HOUSE).tables == {}
    assert check_all(lone)


def test_a_round_without_a_jackpot_wager_leaves_the_meter_alone(floor: Floor, monkeypatch: pytest.MonkeyPatch):
    """Many tables share it: who does not wager on it neither writes to it nor waits for its lock."""
    (ann,) = group(floor, "ann")
    before, needed = log.version(floor.database, METERS), []
    monkeypatch.setattr(decider.Decider, "need", staticmethod(lambda job, wanted: needed.append(wanted.stream)))
    play(floor, ann, "1 ante 5; deal; 1 bet 1; 1 bet 1; 1 bet 1; 1 ante 5; deal; 1 fold")
    assert (needed, log.version(floor.database, METERS)) == ([], before)
