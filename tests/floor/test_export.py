"""Rounds leave as CSV, JSON and hand histories; a history that is read back gives the same results."""

import csv
import io
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Act, Begin, Bet, DealCards, Floor, Fold, Place, VoidGame, Wager, export, notation
from mississippi_stud.floor.export import Format, book_from
from mississippi_stud.floor.recall import Wanted
from mississippi_stud.round.commands import BetBlind, Withdraw
from mississippi_stud.round.state import Setup
from tests.floor.play import Clock, begin, bet_all, bet_each, dealt, fold, opened


@pytest.fixture
def floor(database_url: str, key_file: Path) -> Iterator[Floor]:
    with opened(database_url, key_file, Clock()) as floor:
        floor.deposit("ann", 10_000_00)
        yield floor


def rounds(floor: Floor) -> str:
    """A game with a round of every kind."""
    game = floor.open_game("ann", "online")
    bet_each(floor, game, seed='a "quoted" \\ seed é')
    fold(floor, game, bonus_cents=2_00)
    bet_all(floor, game, bonus_cents=3_00)
    begin(floor, game)
    floor.send(game, Act(do=Withdraw(position=1, wager=Wager.ANTE)))
    floor.send(game, Act(do=Place(position=1, wager=Wager.ANTE, cents=7_77)))
    floor.send(game, VoidGame(clause="online notice.3", reason="the screen went dark"))
    return game


@cache
def folded() -> notation.HandRecord:
    with Floor.in_memory(Clock()) as floor:
        floor.deposit("ann", 100_00)
        game = floor.open_game("ann", "online")
        fold(floor, game)
        return export.record(floor.database, game, 1)


def written(floor: Floor, kind: Format, **wanted: object) -> str:
    out = io.StringIO(newline="")
    export.write(floor.database, Wanted(**wanted), kind, out)
    return out.getvalue()


def test_a_hand_history_is_read_back_and_replayed_to_the_same_results(floor: Floor):
    game = rounds(floor)
    for number in (1, 2, 3, 4):
        record = export.record(floor.database, game, number)
        text = notation.phh(record)
        assert notation.parse(text) == record
        state = notation.replay(notation.parse(text), book_from())
        assert state.results == record.results
        assert notation.replay(record, book_from(floor.book)) == state


def test_a_hand_history_says_what_was_done(floor: Floor):
    game = rounds(floor)
    tree = tomllib.loads(notation.phh(export.record(floor.database, game, 1)))
    assert (tree["variant"], tree["players"], tree["seats"], tree["currency"]) == ("MS-stud", ["ann"], [1], "CAD")
    assert (tree["hand"], tree["table"], tree["_book"], tree["_seed"]) == (1, game, "online", 'a "quoted" \\ seed é')
    hole, board = tree["_hole"]["1"].split(), tree["_board"].split()
    assert tree["actions"] == [
        "p1 post ante 500",
        f"d deal {''.join((*hole, *board))}",
        "p1 cbr 500",
        f"d db {board[0]}",
        "p1 cbr 1000",
        f"d db {board[1]}",
        "p1 cbr 1500",
        f"d db {board[2]}",
        "d settle",
    ]
    void = export.record(floor.database, game, 4)
    assert void.actions == ("p1 post ante 500", "p1 take-back ante", "p1 post ante 777", "d void online notice.3")
    assert (void.reason, void.net_cents, void.status) == ("the screen went dark", 0, "void")


@pytest.mark.parametrize(
    ("book", "dealing"),
    [("nsw", "shoe"), ("nsw", "shuffler"), ("maryland", "hand"), ("crown", "shoe"), ("crown", "shuffler")],
)
def test_every_book_and_way_of_dealing_is_replayed(book: str, dealing: str):
    with Floor.in_memory(Clock()) as floor:
        floor.deposit("ann", 10_000_00)
        game = floor.open_game("ann", book, Setup(dealing=dealing, seats=((1, "ann"),)))
        bet_each(floor, game)
        begin(floor, game)
        floor.send(game, DealCards(seed="two"))
        floor.send(game, Act(do=Bet(position=1, cents=15_00)))
        floor.send(game, Act(do=Fold(position=1)))
        for number in (1, 2):
            record = notation.parse(notation.phh(export.record(floor.database, game, number)))
            assert notation.replay(record, book_from()).results == record.results != ()


def test_a_blind_box_is_replayed():
    with Floor.in_memory(Clock()) as floor:
        floor.deposit("ann", 10_000_00)
        game = floor.open_game("ann", "crown", Setup(dealing="shoe", seats=((1, "ann"), (2, "ann"))))
        floor.send(game, Begin())
        for position in (1, 2):
            floor.send(game, Act(do=Place(position=position, wager=Wager.ANTE, cents=5_00)))
        floor.send(game, DealCards(seed="s"))
        floor.send(game, Act(do=BetBlind(position=2, cents=(5_00, 10_00, 15_00))))
        floor.send(game, Act(do=Fold(position=1)))
        record = notation.parse(notation.phh(export.record(floor.database, game, 1)))
        assert "p2 blind 500 1000 1500" in record.actions
        assert notation.replay(record, book_from()).results == record.results != ()


def test_of_an_unfinished_round_only_what_its_player_sees_is_written(floor: Floor):
    game = floor.open_game("ann", "online")
    dealt(floor, game)
    state = floor.game(game).round
    record = export.record(floor.database, game, 1)
    hole, board = record.hole["1"].replace(" ", ""), record.board
    assert record.actions[2] == f"d deal {hole}??????"
    assert record.actions[-1] == f"d db {board}"
    assert (record.status, record.secret, record.results) == ("open", "", ())
    replayed = notation.replay(notation.parse(notation.phh(record)), book_from())
    assert (replayed.phase, replayed.revealed) == (state.phase, 1)
    for kind in Format:
        assert floor.game(game).secret not in written(floor, kind)


def test_a_changed_history_is_found(floor: Floor):
    record = export.record(floor.database, rounds(floor), 3)
    change = msgspec.structs.replace
    other = tuple(change(result, won_cents=result.won_cents + 1) for result in record.results)
    with pytest.raises(InputError, match="the rules give other results than the file"):
        notation.replay(change(record, results=other), book_from())
    with pytest.raises(InputError, match="does not follow from the secret and the seed"):
        notation.replay(change(record, seed="another"), book_from())
    with pytest.raises(InputError, match="is not the one that was committed to"):
        notation.replay(change(record, commitment="0" * 64), book_from())
    with pytest.raises(InputError, match="the file says that it is settled; its actions do not"):
        notation.replay(change(record, actions=record.actions[:-1]), book_from())
    with pytest.raises(InputError, match="the book refuses what the file tells"):
        notation.replay(change(record, actions=record.actions[1:]), book_from())
    with pytest.raises(InputError, match="which is not at hand"):
        notation.replay(change(record, book_hash="0" * 64), book_from())


@pytest.mark.parametrize(
    "line",
    ["p1", "p2 f", "p0 f", "x f", "p1 dance", "p1 f now", "p1 cbr x", "p1 cbr 5 chips", "d", "d deal As", "d db"],
)
def test_a_line_that_is_no_action_is_told(line: str):
    record = folded()
    with pytest.raises(InputError, match=r"is no action of MS-stud|the book refuses"):
        notation.replay(msgspec.structs.replace(record, actions=(line,)), book_from())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("variant = ", "the hand history is no TOML"),
        ('variant = "NT"', "the hand is of the variant 'NT'; this reads 'MS-stud'"),
        ('variant = "MS-stud"', "the hand history cannot be read: Object missing required field"),
        ('variant = "MS-stud"\nmore = 1', "the hand history cannot be read"),
    ],
)
def test_a_file_that_is_no_history_is_told(text: str, said: str):
    with pytest.raises(InputError, match=said):
        notation.parse(text)


def test_several_hands_in_one_file(floor: Floor):
    rounds(floor)
    read = notation.parse_several(written(floor, Format.TOML, player="ann"))
    assert sorted(each.hand for each in read) == [1, 2, 3, 4]
    for each in read:
        notation.replay(each, book_from())


def test_csv_has_a_line_for_each_round_with_amounts_as_files_write_them(floor: Floor):
    game = rounds(floor)
    dealt(floor, game)
    lines = {
        int(line["round"].partition("#")[2]): line for line in csv.DictReader(io.StringIO(written(floor, Format.CSV)))
    }
    assert sorted(lines) == [1, 2, 3, 4, 5]
    first = lines[1]
    assert (first["ante"], first["third-street"], first["fourth-street"], first["fifth-street"]) == (
        "5.00", "5.00", "10.00", "15.00",
    )  # fmt: skip
    assert (first["wagered"], first["three-card-bonus"], first["jackpot"]) == ("35.00", "", "")
    assert (lines[2]["ante"], lines[2]["three-card-bonus"], lines[2]["wagered"]) == ("5.00", "2.00", "7.00")
    assert (lines[4]["status"], lines[4]["net"], lines[4]["returned"]) == ("void", "0.00", "7.77")
    assert (lines[5]["status"], lines[5]["net"], lines[5]["wagered"]) == ("open", "", "12.00")
    before = floor.balance("ann")
    for line in (lines[1], lines[2], lines[3]):
        wagered, won, returned = (int(line[name].replace(".", "")) for name in ("wagered", "won", "returned"))
        assert int(line["net"].replace(".", "")) == won + returned - wagered
        before -= won + returned - wagered
    assert before == 10_000_00 - 12_00


def test_csv_cells_are_no_formulas(floor: Floor):
    floor.deposit("=1+1", 100_00)
    game = floor.open_game("=1+1", "online")
    fold(floor, game, seed="@SUM(A1)")
    (line,) = csv.DictReader(io.StringIO(written(floor, Format.CSV)))
    assert (line["player"], line["seed"], line["net"]) == ("'=1+1", "'@SUM(A1)", "-5.00")


def test_json_has_the_same_rounds(floor: Floor):
    rounds(floor)
    told = msgspec.json.decode(written(floor, Format.JSON))
    assert sorted(each["hand"] for each in told) == [1, 2, 3, 4]
    assert all(each["book"] == "online" and each["players"] == ["ann"] and each["actions"] for each in told)
    assert msgspec.json.decode(written(floor, Format.JSON, player="nobody")) == []


def test_many_rounds_are_exported_page_by_page(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(export, "PAGE", 3)
    with Floor.in_memory() as floor:
        floor.deposit("ann", 1_000_00)
        game = floor.open_game("ann", "online")
        for _ in range(7):
            fold(floor, game)
        assert [each.hand for each in export.records(floor.database, Wanted())] == [7, 6, 5, 4, 3, 2, 1]


@given(
    book=st.sampled_from(["nsw", "maryland", "crown", "online"]),
    choices=st.lists(st.sampled_from([0, 1, 2, 3]), min_size=3, max_size=3),
    bonus=st.booleans(),
    seed=st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=20),
)
@settings(max_examples=25)
def test_whatever_is_played_is_replayed_to_the_same_end(book: str, choices: list[int], bonus: bool, seed: str):
    """0 folds, others bet that many times the ante; whatever the cards were."""
    with Floor.in_memory(Clock()) as floor:
        floor.deposit("ann", 1_000_00)
        game = floor.open_game("ann", book)
        begin(floor, game, bonus_cents=2_00 if bonus and book == "online" else 0)
        floor.send(game, DealCards(seed=seed))
        for times in choices:
            if floor.game(game).playing:
                act = Bet(position=1, cents=times * 5_00) if times else Fold(position=1)
                floor.send(game, Act(do=act))
        record = notation.parse(notation.phh(export.record(floor.database, game, 1)))
        state = notation.replay(record, book_from())
        live = floor.game(game).round
        assert (state.results, state.phase, state.revealed) == (live.results, live.phase, live.revealed)
        assert floor.balance("ann") == 1_000_00 + record.net_cents
