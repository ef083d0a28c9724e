"""Several seats at an automatic table: nine players at once, in any order, and nobody is refused because of another."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, Play
from mississippi_stud.floor.history import proof
from mississippi_stud.floor.history.rounds import hands
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.table import Table
from tests.floor.drive import chance_of, check_all, command_of, opened, play, rounds_of, sit
from tests.table.script import hash_of, only, seed_of

SEATS = 9
ROUNDS = 3


def full_table(floor: Floor, seats: int = SEATS) -> str:
    """Open an automatic table with a player at every seat, each with the hash of a first seed published."""
    table = floor.open_table("crown", positions=seats)
    for position in range(1, seats + 1):
        floor.deposit(f"p{position}", 1_000_00)
        sit(floor, table, f"p{position}", position, seed_hash=hash_of(f"p{position}", 1))
    return table


class Player(threading.Thread):
    """A seated player who wagers and decides as soon as it is their turn, sending each command twice."""

    def __init__(self, floor: Floor, table: str, position: int, rounds: int) -> None:
        super().__init__(name=f"player {position}")
        self._floor = floor
        self._table = table
        self._position = position
        self._rounds = rounds
        self._chance = chance_of(f"player {position}")
        self.fault: BaseException | None = None
        self.sent = 0

    def run(self) -> None:
        try:
            for number in range(1, self._rounds + 1):
                self._play(number)
        except BaseException as error:
            self.fault = error

    def _seen(self, ready: Callable[[Table], bool]) -> Table:
        """Wait until it is time, and return the table."""
        until = time.monotonic() + 60
        while not ready(now := self._floor.table(self._table)):
            assert time.monotonic() < until, "it was never time"
            time.sleep(0.001)
        return now

    def _send(self, now: Table, line: str) -> None:
        self.sent += 1
        same, name = only(rulebook("crown"), now, line), f"{self._position}.{self.sent}"
        if isinstance(same, Play):
            same = replace(same, turn=now.turn)
        answers = [self._floor.submit(self._table, same, command_id=name) for _ in range(2)]
        assert answers[0].result() == answers[1].result()

    def _play(self, number: int) -> None:
        now = self._seen(lambda table: table.committed is not None and table.committed.number == number)
        self._send(now, f"{self._position} ante 5; {self._position} ready")
        for phase in (Phase.THIRD_STREET, Phase.FOURTH_STREET, Phase.FIFTH_STREET):
            now = self._seen(lambda table, phase=phase: _at(table, number, phase) or table.rounds >= number)
            if now.rounds >= number:
                return
            if self._chance.random() < 0.2:
                self._send(now, f"{self._position} fold")
                return
            self._send(now, f"{self._position} bet 1")


def _at(table: Table, number: int, phase: Phase) -> bool:
    return table.turn is not None and (table.turn.round, table.turn.phase) == (number, phase)


def played(floors: list[Floor], table: str, rounds: int = ROUNDS) -> None:
    players = [Player(floors[n % len(floors)], table, n, rounds) for n in range(1, SEATS + 1)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    assert [player.fault for player in players] == [None] * SEATS


def check_played(floor: Floor, table: str, rounds: int = ROUNDS) -> None:
    """Check that every round is settled and proved with all seats' seeds, and that the projection has every hand."""
    assert [row.status for row in rounds_of(floor, table)] == ["settled"] * rounds
    for number in range(1, rounds + 1):
        proved = proof.prove(floor, table, number)
        assert proved.deal.seeds == tuple(seed_of(f"p{position}", number) for position in range(1, SEATS + 1))
    with floor.database.transaction() as connection:
        rows = connection.execute(select(hands).where(hands.c.stream == table)).all()
    assert len(rows) == SEATS * rounds
    for position in range(1, SEATS + 1):
        own = [row for row in rows if row.position == position]
        assert {row.player for row in own} == {f"p{position}"}
        assert floor.balance(f"p{position}") == 1_000_00 + sum(row.net_cents for row in own)
    assert check_all(floor)


def test_nine_players_decide_in_any_order_and_nobody_is_refused(database_url: str):
    with opened(database_url) as floor:
        table = full_table(floor)
        played([floor], table)
        check_played(floor, table)


def test_nine_players_through_three_processes_and_nobody_is_refused(postgres_url: str):
    """Each is served by whichever process they reach; conflicts are decided again and never reported."""
    with ExitStack() as stack:
        floors = [stack.enter_context(opened(postgres_url)) for _ in range(3)]
        table = full_table(floors[0])
        played(floors, table)
        for floor in floors:
            check_played(floor, table)


# What a seat may and may not do to others.


@pytest.fixture
def floor(database_url: str) -> Iterator[Floor]:
    with opened(database_url) as one:
        yield one


def test_the_cards_come_when_the_last_seat_is_ready_in_one_commit(floor: Floor):
    table = full_table(floor, 3)
    play(floor, table, "2 ante 5; 2 ready; 3 ante 5; 3 ready")
    assert floor.table(table).round.phase is Phase.BETTING
    play(floor, table, "1 ante 5; 1 ready")
    assert floor.table(table).round.phase is Phase.THIRD_STREET
    assert check_all(floor)


def test_a_seed_that_was_not_committed_to_is_refused_and_one_that_does_not_come_is_empty(floor: Floor):
    """Nobody can choose last: a seed counts only if its hash was published before any seed was opened."""
    table = full_table(floor, 2)
    play(floor, table, "1 ante 5; 1 ready")
    with pytest.raises(InputError, match="does not have the hash"):
        play(floor, table, "2 ante 5; 2 ready", seed="chosen after the other's was opened")
    play(floor, table, "2 ante 5; 2 ready", seed="")
    play(floor, table, "1 fold; 2 fold")
    proved = proof.prove(floor, table, 1)
    assert proved.deal.seeds == (seed_of("p1", 1), "")
    assert check_all(floor)


def test_a_deal_names_the_commitment_that_was_seen(floor: Floor):
    table = full_table(floor, 2)
    for position in (1, 2):
        command = replace(command_of(floor, table, f"{position} ante 5; {position} ready"), commitment="0" * 64)
        with pytest.raises(Refused, match="commitment"):
            floor.send(table, command)
    assert check_all(floor)


def test_who_cannot_pay_is_told_and_the_others_are_dealt(floor: Floor):
    table = floor.open_table("crown", positions=2)
    for position, cents in ((1, 1_000_00), (2, 4_99)):
        floor.deposit(f"p{position}", cents)
        sit(floor, table, f"p{position}", position, seed_hash=hash_of(f"p{position}", 1))
    play(floor, table, "1 ante 5; 1 ready")
    with pytest.raises(Refused, match="insufficient-funds"):
        play(floor, table, "2 ante 5; 2 ready")
    play(floor, table, "2 ready; 1 fold")
    assert (floor.balance("p1"), floor.balance("p2")) == (995_00, 4_99)
    assert check_all(floor)


def test_somebody_elses_late_word_does_not_end_my_turn(floor: Floor):
    """A decision names its turn, not the version, so what others did in the meantime does not matter."""
    table = full_table(floor, 3)
    play(floor, table, "1 ante 5; 2 ante 5; 3 ante 5; deal")
    third = floor.table(table).turn
    decisions = [replace(command_of(floor, table, f"{position} bet 1"), turn=third) for position in (1, 2, 3)]
    for decision in reversed(decisions):
        floor.send(table, decision)
    assert floor.table(table).turn.phase is Phase.FOURTH_STREET
    with pytest.raises(Refused, match="turn-passed"):
        floor.send(table, decisions[0])
    assert check_all(floor)
