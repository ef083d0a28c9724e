"""Meters on the floor: a jackpot wager, its game, its meter and its money in one transaction, on both databases."""

import threading
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import delete, update

from mississippi_stud.cards import Card
from mississippi_stud.errors import InputError
from mississippi_stud.fairness.shuffle import deck
from mississippi_stud.floor import (
    Act,
    Begin,
    Bet,
    ChangeMeters,
    DealCards,
    Floor,
    Fold,
    OpenMeters,
    Place,
    Wager,
    Withdraw,
    export,
    notation,
    proof,
    recall,
    write,
)
from mississippi_stud.jackpot import (
    AddTable,
    ChangeOption,
    CloseMeter,
    CorrectMeter,
    DisplayNotice,
    DocumentPrizes,
    MoveTable,
    Notice,
    Offer,
    OpenMeter,
    ReceiveValue,
    SetEquipment,
)
from mississippi_stud.jackpot.state import Change
from mississippi_stud.round.commands import CannotFund
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Phase, Setup
from mississippi_stud.rulebooks.load import BOOKS, rulebook
from mississippi_stud.store import audit, log, schema
from mississippi_stud.store import backup as backups
from mississippi_stud.store.audit import LogError
from tests.clauses import clause
from tests.floor.drive import (
    ANTE,
    DEAL,
    FOLD,
    HOUSE,
    JACKPOT,
    JACKPOT_ROUND,
    KEYS,
    METERS,
    NOTHING,
    ROYAL,
    STRAIGHT_FLUSH,
    check_all,
    crown_game,
    linked,
    open_crown,
    opened,
    run_house,
    stacked,
)
from tests.floor.play import NOON, Clock
from tests.jackpot.floor import MARYLAND, NSW

MINUTE = 60 * 1_000_000


@pytest.fixture
def floor(database_url: str) -> Iterator[Floor]:
    with opened(database_url, shuffle=stacked) as one:
        yield one


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def lone(sqlite_url: str, clock: Clock) -> Iterator[Floor]:
    """For what does not depend on the database."""
    with opened(sqlite_url, shuffle=stacked, clock=clock) as one:
        yield one


def value(floor: Floor, meter: str = "main") -> Fraction:
    return floor.meters(HOUSE).meters[meter].value


def pool(floor: Floor, meter: str = "main") -> int:
    return log.balance(floor.database, f"pool:{HOUSE}/{meter}")


def change(floor: Floor, do: object) -> None:
    floor.send(METERS, ChangeMeters(do=do), actor="manager")  # type: ignore[arg-type]


def play(floor: Floor, game: str, *commands: object) -> None:
    for command in commands:
        floor.send(game, command)  # type: ignore[arg-type]


def bets(floor: Floor, game: str, cents: int = 5_00) -> None:
    for _ in range(3):
        floor.send(game, Act(do=Bet(position=1, cents=cents)))


# A round and its meter.


@clause("crown 9.3.2")
def test_a_jackpot_wager_is_on_the_meter_from_the_deal_on(floor: Floor):
    game = linked(floor)
    assert (value(floor), pool(floor)) == (50_000_00, 50_000_00)
    play(floor, game, Begin(), ANTE, JACKPOT)
    assert value(floor) == 50_000_00
    play(floor, game, DEAL)
    assert value(floor) == Fraction("5000170.3")
    main = floor.meters(HOUSE).meters["main"]
    assert (main.shown_cents, pool(floor)) == (50_001_70, 50_001_71)
    assert main.gave_exact == {game: "1703/10"}
    check_all(floor)
    play(floor, game, FOLD)
    assert (value(floor), pool(floor)) == (Fraction("5000170.3"), 50_001_71)
    assert floor.balance("ann") == 1_000_00 - 5_00 - 5_00
    assert floor.meters(HOUSE).games == {}
    assert check_all(floor)


@clause("crown 10.1.1")
@clause("crown 10.2.1")
def test_a_straight_flush_is_paid_a_tenth_of_the_meter_at_its_place(floor: Floor):
    """$61,234.56 and this wager's $1.703 round up to $61,237; a tenth is $6,123.70, and $55,112.563 stays."""
    floor.open_meters(HOUSE, "crown")
    floor.deposit("ann", 1_000_00)
    game = crown_game(floor, "ann", "ann")
    offer = Offer(cost_cents=5_00, option="1", seed="10000")
    change(floor, OpenMeter(meter="main", offer=offer, tables=(game,), value_cents=61_234_56))
    play(floor, game, Begin(), ANTE, JACKPOT, STRAIGHT_FLUSH)
    bets(floor, game)
    assert value(floor) == Fraction("5511256.3")
    assert pool(floor) == 55_112_57
    won = next(each for each in floor.game(game).round.results if each.wager == "jackpot")
    assert (won.won_cents, won.clause) == (6_123_70, "crown 10.1.1")
    assert floor.balance("ann") == 1_000_00 - 5_00 + 4 * 5_00 * 100 + 6_123_70
    assert check_all(floor)


@clause("crown 9.4.1")
def test_a_royal_flush_takes_the_meter_and_the_house_resets_it(floor: Floor):
    game = linked(floor)
    play(floor, game, Begin(), ANTE, JACKPOT, ROYAL)
    bets(floor, game)
    assert (value(floor), pool(floor)) == (50_000_00, 50_000_00)
    won = next(each.won_cents for each in floor.game(game).round.results if each.wager == "jackpot")
    assert won == 50_002_00  # $50,001.703, rounded up to the dollar
    assert check_all(floor)


@pytest.mark.parametrize(
    ("book", "offer", "wager", "prize", "left"),
    [
        ("nsw", NSW, Wager.JACKPOT, 10_001_25, 10_000_00),
        ("maryland", MARYLAND, Wager.PROGRESSIVE, 10_001_00, 10_000_00),
    ],
)
def test_the_other_books_pay_their_royal_flush_from_the_meter_too(
    lone: Floor, book: str, offer: Offer, wager: Wager, prize: int, left: int
):
    """NSW takes 25% of $5 onto $10,000, Maryland 20%; a royal flush wins the whole."""
    lone.open_meters("house", book)
    lone.deposit("ann", 1_000_00)
    game = lone.open_game("ann", book, meters="house")
    lone.send("meters:house", ChangeMeters(do=OpenMeter(meter="m", offer=offer, tables=(game,))))
    play(lone, game, Begin(), ANTE, Act(do=Place(position=1, wager=wager, cents=5_00)), ROYAL)
    bets(lone, game)
    won = next(each.won_cents for each in lone.game(game).round.results if each.wager == wager)
    assert (won, lone.meters("house").meters["m"].value) == (prize, left)
    assert check_all(lone)


@clause("maryland .11I(4)(d)(ii)")
def test_after_a_prize_that_is_not_from_the_table_its_papers_come_before_the_next_wager(lone: Floor):
    lone.open_meters("house", "maryland")
    lone.deposit("ann", 1_000_00)
    game = lone.open_game("ann", "maryland", meters="house")
    lone.send("meters:house", ChangeMeters(do=OpenMeter(meter="m", offer=MARYLAND, tables=(game,))))
    wager = Act(do=Place(position=1, wager=Wager.PROGRESSIVE, cents=5_00))
    play(lone, game, Begin(), ANTE, wager, ROYAL)
    bets(lone, game)
    play(lone, game, Begin(), ANTE, wager)
    with pytest.raises(Refused, match="undocumented"):
        lone.send(game, NOTHING)
    lone.send("meters:house", ChangeMeters(do=DocumentPrizes(table=game, by="floorperson")), actor="floorperson eve")
    play(lone, game, NOTHING)
    assert check_all(lone)


def test_a_deck_is_shuffled_once_though_its_deal_is_decided_again_with_the_meters(sqlite_url: str):
    shuffled: list[str] = []

    def counting(secret: bytes, seed: str, round_id: str) -> tuple[Card, ...]:
        shuffled.append(round_id)
        return deck(secret, seed, round_id)

    with opened(sqlite_url, shuffle=counting) as floor:
        game = linked(floor)
        play(floor, game, *JACKPOT_ROUND)
        assert shuffled == [f"{game}#1"]


def test_a_deal_that_the_meter_refuses_moves_nothing(floor: Floor):
    game = linked(floor)
    play(floor, game, Begin(), ANTE, JACKPOT)
    change(floor, SetEquipment(table=game, working=False))
    before = log.version(floor.database, game), log.version(floor.database, METERS), value(floor)
    with pytest.raises(Refused, match="equipment"):
        floor.send(game, DEAL)
    assert before == (log.version(floor.database, game), log.version(floor.database, METERS), value(floor))
    change(floor, SetEquipment(table=game, working=True))
    play(floor, game, DEAL, FOLD)
    assert check_all(floor)


def test_a_malfunction_takes_the_wager_off_the_meter_again(floor: Floor):
    game = linked(floor)
    play(floor, game, Begin(), ANTE, JACKPOT, DEAL)
    floor.void(game, "the display failed")
    assert (value(floor), pool(floor)) == (50_000_00, 50_000_00)
    assert floor.balance("ann") == 1_000_00
    assert floor.meters(HOUSE).games == {}
    play(floor, game, Begin(), ANTE, JACKPOT)
    floor.void(game, "it failed again, before the deal")
    assert (value(floor), floor.balance("ann")) == (50_000_00, 1_000_00)
    assert check_all(floor)


def test_a_jackpot_wager_that_the_purse_does_not_cover_touches_nothing(floor: Floor):
    game = linked(floor, cents=9_99)
    play(floor, game, Begin(), ANTE)
    with pytest.raises(Refused, match="insufficient-funds"):
        floor.send(game, JACKPOT)
    play(floor, game, DEAL)
    assert value(floor) == 50_000_00
    assert check_all(floor)


def test_a_street_that_the_purse_does_not_cover_leaves_the_wager_on_the_meter(floor: Floor):
    """The same group of commands has one that falls short: its neighbour on the same meter stands."""
    games = [linked(floor, "ann", cents=10_00)]
    floor.deposit("bob", 100_00)
    games.append(crown_game(floor, "bob", "bob"))
    change(floor, DisplayNotice(notice=Notice(change=Change.ADD, table=games[1], meter="main", at=0)))
    for game in games:
        play(floor, game, Begin(), ANTE)
    play(floor, games[0], JACKPOT, NOTHING)
    with floor.database.lock:
        short = floor.submit(games[0], Act(do=Bet(position=1, cents=5_00)))
        deals = floor.submit(games[1], DEAL)
    assert isinstance(short.exception(), Refused)
    assert deals.result().version == log.version(floor.database, games[1])
    assert check_all(floor)


def test_a_table_on_no_meter_offers_no_jackpot(floor: Floor):
    linked(floor)
    floor.deposit("bob", 100_00)
    game = crown_game(floor, "bob", "bob")
    play(floor, game, Begin(), ANTE)
    with pytest.raises(Refused, match="not-offered"):
        floor.send(game, JACKPOT)
    play(floor, game, DEAL, FOLD)
    assert value(floor) == 50_000_00
    assert check_all(floor)


@clause("crown 9.1.1(h)")
@pytest.mark.parametrize(("minutes", "moved"), [(19, False), (20, True), (21, True)])
def test_a_table_moves_to_another_meter_after_20_minutes_of_notice(
    lone: Floor, clock: Clock, minutes: int, moved: bool
):
    game = linked(lone)
    change(lone, DisplayNotice(notice=Notice(change=Change.MOVE, table=game, meter="low", at=0)))
    clock.now += minutes * MINUTE
    if not moved:
        with pytest.raises(Refused, match="notice-too-short"):
            change(lone, MoveTable(table=game, meter="low"))
        return
    play(lone, game, Begin(), ANTE, JACKPOT)
    change(lone, MoveTable(table=game, meter="low"))
    with pytest.raises(Refused, match="meter-changed"):
        lone.send(game, DEAL)
    play(lone, game, Act(do=Withdraw(position=1, wager=Wager.JACKPOT)), DEAL, FOLD, Begin(), ANTE)
    play(lone, game, Act(do=Place(position=1, wager=Wager.JACKPOT, cents=1_00)), DEAL, FOLD)
    assert (value(lone), value(lone, "low")) == (50_000_00, 10_000_00 + Fraction("34.06"))
    assert check_all(lone)


# Wagers that wait for the next round.


def carried(floor: Floor) -> str:
    """A game whose player could not pay the first street: the jackpot wager stays."""
    game = linked(floor)
    play(floor, game, Begin(), ANTE, JACKPOT, NOTHING, Act(do=CannotFund(position=1)))
    assert not floor.game(game).playing
    assert (value(floor), floor.game(game).carried_cents) == (Fraction("5000170.3"), {1: 5_00})
    assert floor.balance("ann") == 1_000_00 - 5_00
    assert log.balance(floor.database, f"round:{game}") == 5_00
    check_all(floor)
    return game


@clause("crown 11.12")
def test_a_carried_wager_plays_on_with_the_next_ante_and_is_counted_once(floor: Floor):
    game = carried(floor)
    play(floor, game, Begin(), ANTE)
    assert floor.balance("ann") == 1_000_00 - 5_00 - 5_00
    play(floor, game, STRAIGHT_FLUSH)
    bets(floor, game)
    assert next(each.won_cents for each in floor.game(game).round.results if each.wager == "jackpot") == 5_000_20
    assert value(floor) == Fraction("5000170.3") - 5_000_20 + (5_000_20 - Fraction("170.3"))  # and up to its seed
    assert floor.game(game).carried_cents == {}
    assert check_all(floor)


@clause("crown 11.12.1")
def test_a_carried_wager_that_is_taken_back_comes_off_the_meter_with_the_deal(floor: Floor):
    game = carried(floor)
    play(floor, game, Begin(), ANTE, Act(do=Withdraw(position=1, wager=Wager.JACKPOT)))
    assert floor.balance("ann") == 1_000_00 - 5_00
    play(floor, game, NOTHING, FOLD)
    assert (value(floor), pool(floor)) == (50_000_00, 50_000_00)
    assert check_all(floor)


def test_a_round_that_is_void_before_its_ante_leaves_the_carried_wager(floor: Floor):
    game = carried(floor)
    play(floor, game, Begin())
    floor.void(game, "a malfunction")
    assert floor.game(game).carried_cents == {1: 5_00}
    check_all(floor)
    play(floor, game, Begin(), ANTE)
    floor.void(game, "another")
    assert floor.game(game).carried_cents == {}
    assert (value(floor), floor.balance("ann")) == (50_000_00, 1_000_00)
    assert check_all(floor)


def test_whoever_could_not_pay_and_was_warned_forfeits_the_next_time(lone: Floor):
    game = carried(lone)
    play(lone, game, Begin(), ANTE, NOTHING, Act(do=CannotFund(position=1)))
    assert {each.outcome for each in lone.game(game).round.results if each.wager == "ante"} == {"forfeit"}
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
        (OpenMeter(meter="a/b", offer=Offer(cost_cents=5_00)), "without /"),
        (OpenMeter(meter="", offer=Offer(cost_cents=5_00)), "printable text"),
        (AddTable(table="T\n", meter="main", cost_cents=5_00), "printable text"),
        (OpenMeter(meter="more", offer=Offer(cost_cents=5_00, option="1", seed="10000")), "cost-taken"),
        (ReceiveValue(meter="main", cents=5_00, source="another game"), "does not hold so much"),
        (ReceiveValue(meter="main", cents=5_00, source="crown/low"), "without /"),
        (CloseMeter(meter="main", to_other_games={"crown/low": 1}), "without /"),
        (OpenMeter(meter="m" * 41, offer=Offer(cost_cents=5_00)), "1 to 40 characters"),
    ],
)
def test_what_staff_may_not_do_is_refused(lone: Floor, do: object, said: str):
    linked(lone)
    with pytest.raises((Refused, InputError), match=said):
        change(lone, do)
    assert check_all(lone)


def test_a_closed_meter_gives_its_surplus_to_another_and_its_seed_to_the_house(lone: Floor, clock: Clock):
    game = linked(lone)
    play(lone, game, *JACKPOT_ROUND)
    change(lone, DisplayNotice(notice=Notice(change=Change.CLOSE, table=game, meter="main", at=0)))
    clock.now += 20 * MINUTE
    change(lone, CloseMeter(meter="main", to={"low": 1}))
    assert (pool(lone), pool(lone, "low")) == (0, 10_001_71)
    assert value(lone, "low") == Fraction("1000170.3")
    assert check_all(lone)


def test_meters_of_two_houses_have_pools_of_their_own(lone: Floor):
    linked(lone)
    for name, book, offer in (
        ("nsw", "nsw", NSW),
        ("second", "crown", Offer(cost_cents=1_00, option="1", seed="20000")),
    ):
        lone.open_meters(name, book)
        lone.send(f"meters:{name}", ChangeMeters(do=OpenMeter(meter="main", offer=offer)))
    assert log.balance(lone.database, "pool:nsw/main") == 10_000_00
    assert log.balance(lone.database, "pool:second/main") == 20_000_00
    assert pool(lone) == 50_000_00
    assert check_all(lone)


def test_meters_that_are_not_there_or_run_by_another_book(lone: Floor):
    with pytest.raises(InputError, match="no meters meters:nowhere"):
        lone.meters("nowhere")
    with pytest.raises(InputError, match="open them first"):
        change(lone, SetEquipment(table="A", working=True))
    with pytest.raises(InputError, match="no meters meters:nowhere"):
        lone.open_game("ann", "crown", meters="nowhere")
    lone.open_meters(HOUSE, "crown")
    with pytest.raises(InputError, match="run by the book crown"):
        lone.open_game("ann", "nsw", meters=HOUSE)
    with pytest.raises(InputError, match="run by the book crown"):
        lone.open_meters(HOUSE, "nsw")
    with pytest.raises(Refused, match="no-jackpot"):
        lone.open_meters("online", "online")
    with pytest.raises(InputError, match="write meters: and 1 to 40"):
        lone.send("game:x", ChangeMeters(do=SetEquipment(table="A", working=True)))
    jackpot = {"tables": {Wager.JACKPOT: "option-1"}, "costs_cents": {Wager.JACKPOT: 5_00}}
    with pytest.raises(InputError, match="offered by the meters"):
        lone.open_game("ann", "crown", Setup(dealing="shoe", seats=((1, "ann"),), **jackpot))


def test_meters_go_over_to_another_edition_of_their_book_between_games(lone: Floor):
    game = linked(lone)
    edition = msgspec.structs.replace(rulebook("crown"), version="another edition")
    other = lone.keep(edition)
    play(lone, game, Begin(), ANTE, JACKPOT, NOTHING)
    with pytest.raises(Refused, match="game-in-play"):
        lone.send(METERS, OpenMeters(book=other))
    play(lone, game, FOLD)
    lone.send(METERS, OpenMeters(book=other))
    assert lone.house(HOUSE)[0].book == other
    play(lone, game, *JACKPOT_ROUND)  # the game goes on under the edition that it began with
    assert value(lone) == 50_000_00 + 2 * Fraction("170.3")
    assert check_all(lone)


# Retries, snapshots, watchers.


def test_every_command_of_a_jackpot_round_sent_three_times_at_once_has_one_effect(floor: Floor):
    game = linked(floor)
    for number in range(3):
        for step, command in enumerate(JACKPOT_ROUND):
            answers = [floor.submit(game, command, command_id=f"{number}.{step}") for _ in range(3)]
            assert {each.result().version for each in answers} == {log.version(floor.database, game)}
    assert (value(floor), floor.balance("ann")) == (50_000_00 + 3 * Fraction("170.3"), 1_000_00 - 3 * 10_00)
    assert check_all(floor)


def test_many_tables_share_one_commit_and_one_meter(floor: Floor):
    players = [f"p{number}" for number in range(12)]
    run_house(floor)
    games = [crown_game(floor, player, player) for player in players]
    open_crown(floor, *games)
    for player in players:
        floor.deposit(player, 100_00)
    for command in (Begin(), ANTE, JACKPOT, STRAIGHT_FLUSH, FOLD):
        with floor.database.lock:
            answers = [floor.submit(game, command) for game in games]
        for each in answers:
            each.result()
    assert value(floor) == 50_000_00 + 12 * Fraction("170.3")
    assert floor.meters(HOUSE).meters["main"].gave_exact == dict.fromkeys(games, "1703/10")
    order = [record.version for record in log.read(floor.database, METERS)]
    assert order == list(range(1, 3 + 2 * 12 + 1))
    assert check_all(floor)


def test_meters_open_from_their_snapshot(database_url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(write, "SNAPSHOT_EVERY", 4)
    with opened(database_url) as floor:
        game = linked(floor)
        play(floor, game, *JACKPOT_ROUND, *JACKPOT_ROUND, Begin(), ANTE, JACKPOT, DEAL)
        before = floor.house(HOUSE)
        kept = log.snapshot(floor.database, METERS)
        assert kept is not None
        assert kept[0] >= 4
    with opened(database_url) as floor:
        assert floor.house(HOUSE) == before
        play(floor, game, FOLD)
        assert check_all(floor)


def test_whoever_watches_a_meter_is_told_of_every_change(floor: Floor):
    game = linked(floor)
    heard = threading.Condition()
    values: list[Fraction] = []

    def told(_: int) -> None:
        with heard:
            values.append(value(floor))
            heard.notify()

    stop = floor.watch(METERS, told)
    play(floor, game, Begin(), ANTE, JACKPOT, DEAL)
    with heard:
        assert heard.wait_for(lambda: Fraction("5000170.3") in values, 20)
    stop()


def test_a_watcher_in_another_process_is_told_too(postgres_url: str):
    with opened(postgres_url) as watching, opened(postgres_url) as playing:
        game = linked(playing)
        heard = threading.Event()

        def told(_: int) -> None:
            if value(watching) == Fraction("5000170.3"):
                heard.set()

        watching.watch(METERS, told)
        play(playing, game, Begin(), ANTE, JACKPOT, DEAL)
        assert heard.wait(20)
        play(watching, game, FOLD)
        assert check_all(watching)
        assert check_all(playing)


# What was.


def test_recall_shows_what_each_step_did_to_the_meters_and_the_funds(floor: Floor):
    game = linked(floor)
    play(floor, game, *JACKPOT_ROUND)
    steps = recall.steps(floor.database, game, 1, player="ann")
    assert [(step.name, [each.__struct_config__.tag for each in step.meters]) for step in steps if step.meters] == [
        ("meters_moved", ["game_registered"]),
        ("meters_moved", ["outcome_recorded"]),
    ]
    past = recall.past(floor.database, game, 1)
    assert (past.funds_before_cents, past.funds_after_cents) == (1_000_00, 990_00)
    play(floor, game, Begin())
    assert recall.past(floor.database, game, 2)[-2:] == (990_00, None)


def test_a_jackpot_hand_is_exported_and_replayed_with_its_prize(lone: Floor):
    game = linked(lone)
    play(lone, game, Begin(), ANTE, JACKPOT, STRAIGHT_FLUSH)
    bets(lone, game)
    told = export.record(lone.database, game, 1)
    assert (told.contributed_exact, [prize.won_cents for prize in told.prizes]) == ("1703/10", [5_000_20])
    parsed = notation.parse(notation.phh(told))
    assert parsed == told
    unproved = msgspec.structs.replace(parsed, secret="")  # a stacked deck follows from no secret
    assert notation.replay(unproved, export.book_from()).phase is Phase.SETTLED
    with pytest.raises(InputError, match="refuses what the file tells: meter-prize"):
        notation.replay(msgspec.structs.replace(unproved, prizes=()), export.book_from())


def test_a_carried_hand_is_exported_and_replayed(lone: Floor):
    game = carried(lone)
    play(lone, game, Begin(), ANTE, NOTHING, FOLD)
    told = export.record(lone.database, game, 2)
    assert "p1 post jackpot 500 carried" in told.actions
    assert notation.parse(notation.phh(told)) == told
    replayed = notation.replay(msgspec.structs.replace(told, secret=""), export.book_from())
    assert replayed.results == told.results


def test_a_backup_has_the_meters_and_play_goes_on_where_it_was(sqlite_url: str, postgres_url: str, tmp_path: Path):
    with opened(sqlite_url) as floor:
        game = linked(floor)
        play(floor, game, *JACKPOT_ROUND, Begin(), ANTE, JACKPOT, DEAL)
        floor.backup(tmp_path / "kept")
        before = floor.house(HOUSE)
    backups.restore(tmp_path / "kept", postgres_url, KEYS)
    with opened(postgres_url) as floor:
        assert floor.house(HOUSE) == before
        play(floor, game, FOLD)
        proof.verify_rounds(floor.database)
        assert check_all(floor)


# What is wrong with meters is found.


def tampered(floor: Floor, name: str, old: bytes, new: bytes) -> None:
    """Change an event of the meters and recompute all hashes, as somebody would who can write to the database."""
    from tests.store.test_tamper import recompute

    with floor.database.transaction() as connection:
        event = schema.events
        where = (event.c.stream == METERS) & (event.c.name == name)
        payload = connection.scalar(event.select().with_only_columns(event.c.payload).where(where))
        assert payload is not None
        assert old in payload
        connection.execute(update(event).where(where).values(payload=payload.replace(old, new)))
        recompute(connection, METERS)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("game_registered", b'"1703/10"', b'"1803/10"', "is worth"),
        ("game_registered", b'"meter":"main"', b'"meter":"none"', "cannot follow what was before it"),
        ("outcome_recorded", b'"table":"game:', b'"table":"Game:', "do not tell the same"),
    ],
)
def test_meters_that_were_written_anew_contradict_their_pools_or_their_games(
    lone: Floor, name: str, old: bytes, new: bytes, said: str
):
    play(lone, linked(lone), *JACKPOT_ROUND)
    assert proof.verify_meters(lone.database) == 2
    tampered(lone, name, old, new)
    assert audit.verify(lone.database), "the chains are right in themselves"
    with pytest.raises(LogError, match=said):
        proof.verify_meters(lone.database)


def test_meters_that_the_clock_would_not_find_are_missed(lone: Floor):
    linked(lone)
    with lone.database.transaction() as connection:
        connection.execute(delete(schema.facts).where(schema.facts.c.name == METERS))
    with pytest.raises(LogError, match="the facts do not say that meters:crown run by the book"):
        proof.verify_meters(lone.database)


def test_a_flipped_event_of_the_meters_is_named(floor: Floor):
    play(floor, linked(floor), *JACKPOT_ROUND)
    with floor.database.transaction() as connection:
        event = schema.events
        where = (event.c.stream == METERS) & (event.c.version == 4)
        connection.execute(update(event).where(where).values(actor="somebody else"))
    with pytest.raises(LogError, match=f"{METERS}: event 4 \\(game_registered\\) is not what was written"):
        audit.verify(floor.database)


# Every book, one player and an automatic dealer.


@pytest.mark.parametrize(
    ("book", "dealing"), [(name, dealing) for name in BOOKS for dealing in rulebook(name).dealing.methods]
)
def test_a_round_of_each_book_and_way_of_dealing(lone: Floor, book: str, dealing: str):
    """To the end and folded, with the side wagers that the way of dealing takes."""
    rules = rulebook(book)
    sides = [
        wager
        for wager in (Wager.THREE_CARD_BONUS, Wager.SIX_CARD_BONUS)
        if wager in rules.wagers
        and not (rules.wagers[wager].dealt_by and dealing not in rules.wagers[wager].dealt_by.value)
    ]
    tables = {wager: next(iter(rules.wagers[wager].tables)) for wager in sides}
    lone.deposit("ann", 1_000_00)
    game = lone.open_game("ann", book, Setup(dealing=dealing, seats=((1, "ann"),), tables=tables))
    for last in (bets, lambda floor, game: floor.send(game, FOLD)):
        play(lone, game, Begin(), ANTE)
        for wager in sides:
            lone.send(game, Act(do=Place(position=1, wager=wager, cents=5_00)))
        play(lone, game, DealCards(seed="mine"))
        last(lone, game)
        assert lone.game(game).round.phase is Phase.SETTLED
        assert {each.wager for each in lone.game(game).round.results} >= {"ante", *sides}
    proof.verify_rounds(lone.database)
    assert check_all(lone)


def test_the_folded_hand_of_a_live_side_wager_sees_the_cards_that_decide_it(lone: Floor):
    """Maryland's progressive outlives a fold, and its cards are dealt one by one by hand."""
    lone.open_meters("house", "maryland")
    lone.deposit("ann", 1_000_00)
    game = lone.open_game("ann", "maryland", Setup(dealing="hand", seats=((1, "ann"),)), meters="house")
    lone.send("meters:house", ChangeMeters(do=OpenMeter(meter="m", offer=MARYLAND, tables=(game,))))
    play(lone, game, Begin(), ANTE, Act(do=Place(position=1, wager=Wager.PROGRESSIVE, cents=5_00)), DEAL)
    play(lone, game, Act(do=Fold(position=1)))
    assert lone.game(game).round.phase is Phase.SETTLED
    assert check_all(lone)


def test_the_clock_of_the_meters_never_goes_back(lone: Floor, clock: Clock):
    game = linked(lone)
    play(lone, game, *JACKPOT_ROUND)
    clock.now = NOON - 48 * 60 * MINUTE
    play(lone, game, *JACKPOT_ROUND)
    change(lone, DisplayNotice(notice=Notice(change=Change.OPTION, option="2", at=0)))
    clock.now = NOON + 19 * MINUTE
    with pytest.raises(Refused, match="notice-too-short"):
        change(lone, ChangeOption(option="2", seed="10000"))
    clock.now = NOON + 20 * MINUTE
    change(lone, ChangeOption(option="2", seed="10000"))
    assert check_all(lone)
