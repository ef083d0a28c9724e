"""Rounds are exported as CSV, JSON and hand histories; replaying a history gives the same results for every reader.

At a table with several players, each player's own history hides what that player never saw.
"""

import csv
import io
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mississippi_stud.cards import text
from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, MissingStreamError
from mississippi_stud.floor.history import export, notation, proof, recall
from mississippi_stud.floor.history.export import Format, book_from
from mississippi_stud.floor.history.recall import RoundFilter
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.round.view import Role
from mississippi_stud.store import log
from tests.decks import scripted_decks
from tests.floor.clock import Clock, opened, table
from tests.floor.drive import METERS, chance_of, linked, play
from tests.floor.several import Staffed, deal, decide, seats

CROWD = {1: "ann", 2: "bob", 3: "ann", 4: "cy"}


@pytest.fixture
def floor(database_url: str, key_file: Path) -> Iterator[Floor]:
    with opened(database_url, key_file, Clock()) as floor:
        floor.deposit("ann", 10_000_00)
        yield floor


@pytest.fixture
def memory() -> Iterator[Floor]:
    with Floor.in_memory(Clock()) as floor:
        floor.deposit("ann", 10_000_00)
        yield floor


def rounds(floor: Floor) -> str:
    """Play a round of every kind at a table with one seat; return the table."""
    stream = table(floor)
    play(floor, stream, "1 ante 5; deal; 1 bet 1; 1 bet 2; 1 bet 3", seed='a "quoted" \\ seed é')
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 fold")
    play(floor, stream, "1 ante 5; 1 three-card-bonus 3; deal; 1 max-all")
    play(floor, stream, "1 ante 5")
    play(floor, stream, "1 ante 7.77")
    floor.void(stream, "the screen went dark")
    return stream


@cache
def folded() -> notation.HandRecord:
    with Floor.in_memory(Clock()) as floor:
        floor.deposit("ann", 100_00)
        stream = table(floor)
        play(floor, stream, "1 ante 5; deal; 1 fold")
        return export.record(floor, stream, 1)


def written(floor: Floor, kind: Format, seen_by: str | None = None, **wanted: Any) -> str:
    out = io.StringIO(newline="")
    export.write(floor, RoundFilter(**wanted), kind, out, seen_by)
    return out.getvalue()


def lines(floor: Floor, seen_by: str | None = None, **wanted: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(written(floor, Format.CSV, seen_by, **wanted))))


def reread(record: notation.HandRecord) -> notation.HandRecord:
    """Write a record to text and read it back."""
    read = notation.parse(notation.phh(record))
    assert read == record
    return read


# One seat.


def test_a_hand_history_is_read_back_and_replayed_to_the_same_results(floor: Floor):
    stream = rounds(floor)
    for number in (1, 2, 3, 4):
        for seen_by in (None, "ann"):
            record = reread(export.record(floor, stream, number, seen_by))
            state = notation.replay(record, book_from())
            assert state.results == record.results
            assert record.secret, "there is nobody whom it would tell of"
            assert notation.replay(record, book_from(floor.book)) == state


def test_a_hand_history_says_what_was_done(floor: Floor):
    stream = rounds(floor)
    tree = tomllib.loads(notation.phh(export.record(floor, stream, 1)))
    assert (tree["variant"], tree["players"], tree["seats"], tree["currency"]) == ("MS-stud", ["ann"], [1], "CAD")
    assert (tree["hand"], tree["table"], tree["_book"]) == (1, stream, "online")
    assert tree["_seeds"] == {"1": 'a "quoted" \\ seed é'}
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
    assert export.record(floor, stream, 3).actions[3] == "p1 max"
    void = export.record(floor, stream, 4)
    assert void.actions == ("p1 post ante 500", "p1 take-back ante", "p1 post ante 777", "d void online notice.3")
    assert (void.reason, void.net_cents, void.status) == ("the screen went dark", {"1": 0}, "void")


@pytest.mark.parametrize(
    ("book", "dealing"),
    [("nsw", "shoe"), ("nsw", "shuffler"), ("maryland", "hand"), ("crown", "shoe"), ("crown", "shuffler")],
)
def test_every_book_and_way_of_dealing_is_replayed(memory: Floor, book: str, dealing: str):
    stream = seats(memory, book, {1: "ann", 2: "bob"}, dealing=dealing)
    for folding in ((), (1,), (1, 2)):
        deal(memory, stream)
        decide(memory, stream, folding)
    for number in (1, 2, 3):
        for seen_by in (None, "ann", "bob"):
            record = reread(export.record(memory, stream, number, seen_by))
            assert notation.replay(record, book_from()).results == record.results != ()


def test_of_an_unfinished_round_only_what_its_reader_sees_is_written(floor: Floor):
    stream = table(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    state = floor.table(stream).round
    record = export.record(floor, stream, 1, "ann")
    hole, board = record.hole["1"].replace(" ", ""), record.board
    assert record.actions[2] == f"d deal {hole}{board}????"
    assert record.actions[-1] == f"d db {board}"
    assert (record.status, record.secret, record.results, record.net_cents) == ("open", "", (), {})
    replayed = notation.replay(reread(record), book_from())
    assert (replayed.phase, replayed.revealed) == (state.phase, 1)
    house = export.record(floor, stream, 1)
    assert (house.hole, house.actions[2]) == ({"1": "?? ??"}, f"d deal ????{board}????")
    for kind in Format:
        assert floor.table(stream).committed.secret not in written(floor, kind)


def test_a_changed_history_is_found(floor: Floor):
    record = export.record(floor, rounds(floor), 3)
    change = msgspec.structs.replace
    other = tuple(change(result, won_cents=result.won_cents + 1) for result in record.results)
    with pytest.raises(InputError, match="the rules give other results than the file"):
        notation.replay(change(record, results=other), book_from())
    with pytest.raises(InputError, match="does not follow from the secret and the seeds"):
        notation.replay(change(record, seeds={"1": "another"}), book_from())
    with pytest.raises(InputError, match="is not the one that was committed to"):
        notation.replay(change(record, commitment="0" * 64), book_from())
    with pytest.raises(InputError, match="the file says that it is settled; its actions do not"):
        notation.replay(change(record, actions=record.actions[:-1]), book_from())
    with pytest.raises(InputError, match="the book refuses what the file says"):
        notation.replay(change(record, actions=record.actions[1:]), book_from())
    with pytest.raises(InputError, match="which is not available here"):
        notation.replay(change(record, book_hash="0" * 64), book_from())
    settled = msgspec.json.encode({"event": "round_settled", "results": record.results, "order": []}).decode()
    with pytest.raises(InputError, match="is not an action of MS-stud"):  # results come from the rules alone
        notation.replay(change(record, actions=(*record.actions[:-1], f"d ruled {settled}")), book_from())


@pytest.mark.parametrize(
    "line",
    ["p1", "p2 f", "p0 f", "x f", "p1 dance", "p1 f now", "p1 cbr x", "p1 cbr 5 chips", "d", "d deal As", "d db",
     "d deal As??", "p1 sm As", "d bonus As", "d ruled {}", "d ruled", "p1 post ante 500 twice"],
)  # fmt: skip
def test_a_line_that_is_not_an_action_is_told(line: str):
    record = folded()
    ante = () if "post" in line else ("p1 post ante 500",)
    with pytest.raises(InputError, match=r"is not an action of MS-stud|the book refuses"):
        notation.replay(msgspec.structs.replace(record, actions=(*ante, line)), book_from())


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("variant = ", "the hand history is not TOML"),
        ('variant = "NT"', "the hand is of the variant 'NT', and only 'MS-stud' can be read"),
        ('variant = "MS-stud"', "the hand history cannot be read: Object missing required field"),
        ('variant = "MS-stud"\nmore = 1', "the hand history cannot be read"),
    ],
)
def test_a_file_that_is_not_a_history_is_told(file: str, said: str):
    with pytest.raises(InputError, match=said):
        notation.parse(file)


def test_several_hands_in_one_file(floor: Floor):
    rounds(floor)
    read = notation.parse_several(written(floor, Format.TOML, player="ann"))
    assert sorted(each.hand for each in read) == [1, 2, 3, 4]
    for each in read:
        notation.replay(each, book_from())


def test_csv_has_a_line_for_each_round_with_amounts_as_files_write_them(floor: Floor):
    stream = rounds(floor)
    play(floor, stream, "1 ante 5; 1 three-card-bonus 2; deal; 1 bet 1")
    told = {int(line["round"].partition("#")[2]): line for line in lines(floor)}
    assert sorted(told) == [1, 2, 3, 4, 5]
    first = told[1]
    assert (first["ante"], first["third-street"], first["fourth-street"], first["fifth-street"]) == (
        "5.00", "5.00", "10.00", "15.00",
    )  # fmt: skip
    assert (first["wagered"], first["three-card-bonus"], first["jackpot"]) == ("35.00", "", "")
    assert (first["player"], first["position"], first["seed"]) == ("ann", "1", 'a "quoted" \\ seed é')
    assert (told[2]["ante"], told[2]["three-card-bonus"], told[2]["wagered"]) == ("5.00", "2.00", "7.00")
    assert (told[4]["status"], told[4]["net"], told[4]["returned"]) == ("void", "0.00", "7.77")
    assert (told[5]["status"], told[5]["net"], told[5]["wagered"]) == ("open", "", "12.00")
    before = floor.balance("ann")
    for line in (told[1], told[2], told[3]):
        wagered, won, returned = (int(line[name].replace(".", "")) for name in ("wagered", "won", "returned"))
        assert int(line["net"].replace(".", "")) == won + returned - wagered
        before -= won + returned - wagered
    assert before == 10_000_00 - 12_00


def test_csv_cells_are_not_formulas(floor: Floor):
    floor.deposit("=1+1", 100_00)
    stream = table(floor, "=1+1")
    play(floor, stream, "1 ante 5; deal; 1 fold", seed="@SUM(A1)")
    (line,) = lines(floor)
    assert (line["player"], line["seed"], line["net"]) == ("'=1+1", "'@SUM(A1)", "-5.00")


def test_json_has_the_same_rounds(floor: Floor):
    rounds(floor)
    told = msgspec.json.decode(written(floor, Format.JSON))
    assert sorted(each["hand"] for each in told) == [1, 2, 3, 4]
    assert all(each["book"] == "online" and each["players"] == ["ann"] and each["actions"] for each in told)
    assert msgspec.json.decode(written(floor, Format.JSON, player="nobody")) == []


def test_many_rounds_are_exported_page_by_page(memory: Floor, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(export, "PAGE", 3)
    stream = table(memory)
    for _ in range(7):
        play(memory, stream, "1 ante 5; deal; 1 fold")
    assert [each.hand for each in export.records(memory, RoundFilter())] == [7, 6, 5, 4, 3, 2, 1]


@given(
    book=st.sampled_from(["nsw", "maryland", "crown", "online"]),
    choices=st.lists(st.sampled_from([0, 1, 2, 3]), min_size=3, max_size=3),
    bonus=st.booleans(),
    seed=st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=20),
)
@settings(max_examples=25)
def test_whatever_is_played_is_replayed_to_the_same_end(book: str, choices: list[int], bonus: bool, seed: str):
    """A choice of 0 folds, others bet that many times the ante; the cards are random."""
    with Floor.in_memory(Clock()) as floor:
        floor.deposit("ann", 1_000_00)
        stream = table(floor, book=book)
        side = "1 three-card-bonus 2; " if bonus and book == "online" else ""
        play(floor, stream, f"1 ante 5; {side}deal", seed=seed)
        for times in choices:
            if floor.table(stream).round is not None:
                play(floor, stream, f"1 bet {times}" if times else "1 fold")
        record = reread(export.record(floor, stream, 1))
        state = notation.replay(record, book_from())
        live = floor.table(stream).last_round
        assert (state.results, state.phase, state.revealed) == (live.results, live.phase, live.revealed)
        assert floor.balance("ann") == 1_000_00 + record.net_cents["1"]


# Several seats.


def test_a_folded_hand_that_others_never_saw_stays_hidden_from_them(floor: Floor):
    stream = seats(floor, "nsw", {1: "ann", 2: "bob", 3: "cy"})
    deal(floor, stream)
    hands = {position: hand.hole for position, hand in floor.table(stream).round.hands.items()}
    decide(floor, stream, folding=(2,))
    secret = proof.prove(floor, stream, 1).deal.secret.hex()
    for seen_by, hidden in ((None, False), ("bob", False), ("ann", True), ("cy", True), ("eve", True)):
        record = reread(export.record(floor, stream, 1, seen_by))
        shown = {int(position): notation.cards_of(held.replace(" ", "")) for position, held in record.hole.items()}
        assert shown == {**hands, 2: (None, None)} if hidden else hands
        assert record.actions[3].count("??") == (2 if hidden else 0)
        assert record.secret == ("" if hidden else secret)
        assert set(record.hands_made) == {"1", "3"}
        assert record.seen_by == (seen_by or "")
        assert notation.replay(record, book_from()).results == record.results != ()


def test_no_format_for_a_player_has_the_secret_or_another_hand_that_was_never_shown(memory: Floor):
    stream = seats(memory, "nsw", {position: f"player {position}" for position in range(1, 10)})
    deal(memory, stream)
    hands = {position: hand.hole for position, hand in memory.table(stream).round.hands.items()}
    decide(memory, stream, folding=(2, 3, 6, 9))
    secret = proof.prove(memory, stream, 1).deal.secret.hex()
    for kind in Format:
        assert secret in written(memory, kind), "the house's own shows all"
        assert secret not in written(memory, kind, "player 2", player="player 2")
        assert secret not in written(memory, kind, "player 1", player="player 1")
    (read,) = notation.parse_several(written(memory, Format.TOML, "player 2", player="player 2"))
    known = {card for held in read.hole.values() for card in notation.cards_of(held.replace(" ", ""))}
    assert not known & {*hands[3], *hands[6], *hands[9]}
    assert known >= {card for position in (1, 2, 4, 5, 7, 8) for card in hands[position]}
    told = " ".join(read.actions)
    assert not [card for card in (*hands[3], *hands[6], *hands[9]) if text([card]) in told]


def test_only_ones_own_money_is_in_a_players_history(floor: Floor):
    stream = seats(floor, "crown", CROWD)
    deal(floor, stream)
    decide(floor, stream)
    house = export.record(floor, stream, 1)
    assert set(house.funds_before_cents) == set(house.funds_after_cents) == {"1", "2", "3", "4"}
    anns = export.record(floor, stream, 1, "ann")
    assert set(anns.funds_before_cents) == set(anns.funds_after_cents) == {"1", "3"}
    assert set(export.record(floor, stream, 1, "eve").funds_before_cents) == set()
    assert anns.net_cents == house.net_cents, "what is paid across the table everybody sees"
    assert sum(house.net_cents.values()) == sum(map(floor.balance, ("ann", "bob", "cy"))) - 40_000_00
    assert house.players == ("ann", "bob", "ann", "cy")


def test_boxes_of_crown_are_replayed(floor: Floor):
    stream = seats(floor, "crown", CROWD)
    deal(floor, stream)
    decide(floor, stream, folding=(1, 4))
    record = reread(export.record(floor, stream, 1))
    assert "p3 blind 500 500 500" in record.actions
    assert notation.replay(record, book_from()).results == record.results != ()
    deal(floor, stream)
    under_way = export.record(floor, stream, 2, "ann")
    assert under_way.hole["3"] == "?? ??", "a blind box is blind to its own player"
    assert "??" not in under_way.hole["1"]
    notation.replay(reread(under_way), book_from())


def test_a_void_round_shows_each_only_the_cards_that_were_seen(floor: Floor):
    stream = seats(floor, "nsw", {1: "ann", 2: "bob"})
    deal(floor, stream)
    floor.void(stream, "the power failed")
    anns = reread(export.record(floor, stream, 1, "ann"))
    assert (anns.hole["2"], anns.secret, anns.hands_made) == ("?? ??", "", {})
    assert anns.actions[-1] == "d void nsw 11.3"
    assert "??" not in export.record(floor, stream, 1).actions[2]
    notation.replay(anns, book_from())


def test_csv_has_a_line_for_each_hand_of_several(floor: Floor):
    stream = seats(floor, "crown", CROWD)
    play(floor, stream, "1 ante 5; 2 ante 10; 3 ante 15; deal; 1 bet 1; 2 fold; 3 blind 1 1 1; 1 bet 1; 1 bet 1")
    told = lines(floor)
    assert [(line["player"], line["position"], line["ante"]) for line in told] == [
        ("ann", "1", "5.00"), ("bob", "2", "10.00"), ("ann", "3", "15.00"),
    ]  # fmt: skip
    assert [line["hole"] == "?? ??" for line in told] == [False, False, False]
    own = lines(floor, "ann", player="ann")
    assert [(line["player"], line["position"]) for line in own] == [("ann", "1"), ("ann", "3")]
    assert {line["secret"] for line in own} == {""}
    assert lines(floor, player="cy") == []
    net = sum(int(line["net"].replace(".", "")) for line in own)
    assert net == floor.balance("ann") - 20_000_00


def test_a_round_in_which_nobody_wagered_has_a_line_too(floor: Floor):
    stream = seats(floor, "nsw", {1: "ann", 2: "bob"})
    play(floor, stream, "1 ante 5")
    play(floor, stream, "1 withdraw ante")
    floor.void(stream, "nobody came")
    (line,) = lines(floor)
    assert (line["player"], line["wagered"], line["status"]) == ("ann", "0.00", "void")


@given(
    book=st.sampled_from(["nsw", "maryland", "crown"]),
    count=st.integers(2, 6),
    box=st.booleans(),
    seed=st.integers(0, 2**32),
)
@example(book="crown", count=2, box=True, seed=4298)  # a void round with a blind box
@settings(max_examples=20)
def test_whatever_several_play_each_of_them_reads_and_replays(book: str, count: int, box: bool, seed: int):
    """Anybody may sit out, bet or fold; each history has what its reader saw, and can be replayed."""
    chance = chance_of(seed)
    people = {position: f"player {position}" for position in range(1, count + 1)}
    if box and book == "crown":
        people[count + 1] = "player 1"
    with Floor.in_memory(Clock()) as floor:
        stream = seats(floor, book, people)
        held: dict[int, dict[int, tuple[int, ...]]] = {}
        for number in (1, 2):
            playing = [position for position in people if position == 1 or chance.random() < 0.8]
            antes = [f"{position} ante {5 * chance.randint(1, 3)}" for position in playing]
            play(floor, stream, "; ".join([*antes, "deal"]))
            held[number] = {hand.position: hand.hole for hand in floor.table(stream).round.hands.values()}
            play_on(floor, stream, chance)
        for number, seen_by in product((1, 2), (None, *sorted(set(people.values())), "a stranger")):
            record = reread(export.record(floor, stream, number, seen_by))
            assert notation.replay(record, book_from()).results == record.results
            state = recall.steps(floor, stream, number, Role.PLAYER, seen_by or "")[-1].view.round
            for hand in state.hands:
                shown = notation.cards_of(record.hole[str(hand.position)].replace(" ", ""))
                assert shown == (held[number][hand.position] if seen_by is None else hand.hole)
        verify_streams(floor.database, floor.streams)


def play_on(floor: Floor, stream: str, chance: Random) -> None:
    """Play legally to the end, or until a malfunction."""
    while (state := floor.table(stream).round) is not None:
        if chance.random() < 0.03:
            floor.void(stream, "a malfunction")
            return
        hand = next(state.waiting())
        times = chance.randint(1, 3)
        decision = f"bet {times}"
        if hand.blind:
            decision = f"blind {times} {times} {times}"
        elif chance.random() < 0.3:
            decision = "fold"
        play(floor, stream, f"{hand.position} {decision}")


# Tables run by staff.


def test_what_rulings_did_to_a_round_is_written_and_replayed(memory: Floor):
    table_ = Staffed(memory, "physical")
    deal = "round; 1 ante 5; 2 ante 5; 3 ante 5; no-more-bets; deal 9h 2c 4d 7d 8s 5s Ts Jc Qd"
    table_.lines(deal)
    table_.report("community-exposed", streets=(1,))
    table_.lines("1 bet 1; 2 fold; 3 blind 1 1 1; reveal")
    table_.report("cards-taken", position=2, looked=True)  # alone in the rack, so they come back
    table_.lines("2 fold; 1 bet 1; reveal; 1 bet 1; reveal; settle")
    table_.lines(deal)
    table_.report("blind-hand-viewed", positions=(3,))
    table_.report("stray-hand", position=4, looked=True)
    table_.lines("2 retract")
    table_.report("wrong-hole-count", position=1, cards=3)
    for number, ruled, status in (
        (1, ["card_exposed", "hand_restored"], "settled"),
        (2, ["seat_moved", "cards_discarded", "retraction_offered"], "void"),
    ):
        for seen_by in (None, "ann", "bob"):
            record = reread(export.record(memory, table_.stream, number, seen_by))
            told = [line.removeprefix("d ruled ") for line in record.actions if line.startswith("d ruled ")]
            assert [msgspec.json.decode(line)["event"] for line in told] == ruled
            assert record.status == status
            assert notation.replay(record, book_from()).results == record.results
    assert record.actions[-2:] == ("p2 retract", "d void crown 11.2.1")
    seen = export.record(memory, table_.stream, 2, "ann").hole
    assert ("??" in seen["3"], "??" in seen["2"]) == (False, True), "the box that she looked at, and Bob's hand"


def test_real_cards_are_written_when_they_are_turned(memory: Floor):
    table_ = Staffed(memory, "physical")
    table_.lines("round; 1 ante 5; 2 ante 5; 3 ante 5; no-more-bets; deal; 1 bet 1; 2 fold; 3 blind 1 1 1")
    table_.lines("reveal 2c; 1 bet 1; reveal 3c; 1 bet 1; reveal 4d")
    table_.lines("1 show As Ad; 3 show Ks Kd; settle")
    for seen_by in (None, "ann", "bob"):
        record = reread(export.record(memory, table_.stream, 1, seen_by))
        assert record.actions[3] == "d deal " + 9 * "??"
        assert record.actions[-3:] == ("p1 sm AsAd", "p3 sm KsKd", "d settle")
        assert (record.hole["2"], record.commitment, record.secret) == ("?? ??", "", "")
        assert notation.replay(record, book_from()).results == record.results != ()
    with pytest.raises(InputError, match="was dealt with real cards: there is no commitment to prove"):
        proof.prove(memory, table_.stream, 1)


# Meters, and other streams.


def test_prizes_of_the_meter_are_written_and_replayed(memory: Floor):
    stream = linked(memory)
    with scripted_decks():
        play(memory, stream, "1 ante 5; 1 jackpot 5; deal Ah Kh Qh Jh Th; 1 bet 1; 1 bet 1; 1 bet 1")
    record = reread(export.record(memory, stream, 1))
    (prize,) = record.prizes
    assert (prize.wager, prize.pays, record.contributed_exact) == ("jackpot", "100% of the meter", "1703/10")
    unproved = msgspec.structs.replace(record, secret="")  # the deck was stacked
    assert notation.replay(unproved, book_from()).results == record.results
    with pytest.raises(InputError, match="the book refuses what the file says: meter-prize"):
        notation.replay(msgspec.structs.replace(unproved, prizes=()), book_from())
    more = msgspec.structs.replace(prize, won_cents=prize.won_cents + 1)
    with pytest.raises(InputError, match="the rules give other results"):
        notation.replay(msgspec.structs.replace(unproved, prizes=(more,)), book_from())


def test_any_stream_is_written_as_json_lines_of_what_is_public(floor: Floor):
    stream = linked(floor)
    play(floor, stream, "1 ante 5; 1 jackpot 5; deal")
    for name in log.streams(floor.database):
        told = [msgspec.json.decode(line) for line in export.stream_lines(floor, name)]
        records = list(log.read(floor.database, name))
        assert [(each["version"], each["event"]["event"]) for each in told] == [(r.version, r.name) for r in records]
        assert [each["event"] for each in told] == [msgspec.json.decode(each.payload) for each in records]
        assert {each["stream"] for each in told} == {name}
    assert floor.table(stream).committed.secret not in "".join(export.stream_lines(floor, stream))
    assert [msgspec.json.decode(line)["actor"] for line in export.stream_lines(floor, METERS)][1:3] == ["manager"] * 2
    with pytest.raises(MissingStreamError):
        list(export.stream_lines(floor, "table:none"))
