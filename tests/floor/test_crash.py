"""kill -9: what was acknowledged is there, nothing is half-written, and play resumes at once, on both databases.

Decision 64 lists the other tests of crashes.
"""

import signal
import threading
from collections.abc import Callable
from random import Random

import pytest
from sqlalchemy import select, text

from mississippi_stud.floor import Floor
from mississippi_stud.floor.clock import move_after_outage, tick
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Result
from mississippi_stud.store import log, schema
from mississippi_stud.store.entries import CHANNEL
from mississippi_stud.table.agenda import DueKind, payments
from tests.campaign.part import Part
from tests.floor import child
from tests.floor.desk import RealDesk, real_table
from tests.floor.drive import (
    JACKPOT_ROUND,
    ROUND,
    SIX_SEATS,
    chance_of,
    check_all,
    dump,
    linked,
    next_command,
    opened,
    play,
    seated,
    six_seats,
)

FEW = 3


def prepared(url: str) -> None:
    with opened(url) as floor:
        for number in range(child.PLAYERS):
            floor.deposit(child.player_of(number), 100_000_00)


def killed_at_random(url: str, chance: Random, seed: str) -> list[list[str]]:
    """Play in a child process and kill it at a random moment; return what it printed until then."""
    playing = child.start("play_on", url, seed)
    killer = threading.Timer(chance.random() * 0.4, playing.send_signal, [signal.SIGKILL])
    with playing:
        assert playing.stdout is not None
        first = playing.stdout.readline().split(" ", 3)
        if chance.random() < 0.9:  # otherwise it may die while still opening its tables
            killer.start()
        else:
            playing.kill()
        said = [first, *child.lines(playing)]
    killer.cancel()
    assert playing.returncode == -signal.SIGKILL
    return said


def check_acknowledged(floor: Floor, said: list[list[str]]) -> None:
    """Check that every answered command is in the log at the version of its answer, with its events."""
    with floor.database.transaction() as connection:
        known = {row.id: row for row in connection.execute(select(schema.commands))}
    for _, name, stream, version in (words for words in said if words[0] == "done"):
        assert (known[name].stream, known[name].version) == (stream, int(version)), f"{name} was acknowledged"
    for _, name, *_ in (words for words in said if words[0] == "refused"):
        assert name not in known, f"{name} was refused"


def retry_unanswered(floor: Floor, said: list[list[str]]) -> None:
    """Resend unanswered commands under their ids, as a client does: each is carried out once, whatever happened."""
    answered = {words[1] for words in said if words[0] in ("done", "refused")}
    for _, name, stream, command in (words for words in said if words[0] == "sent" and words[1] not in answered):
        before = _first_answer(floor, name)
        version = log.version(floor.database, stream)
        try:
            answer = floor.send(stream, child.COMMANDS.decode(command), command_id=name)
        except Refused:
            assert before is None
            continue
        assert (answer.version == before) if before else (answer.version > version)


def _first_answer(floor: Floor, name: str) -> int | None:
    """Return the version that a command was answered with, or would have been; None if it is not in the log."""
    with floor.database.transaction() as connection:
        return connection.scalar(select(schema.commands.c.version).where(schema.commands.c.id == name))


def play_on(floor: Floor, chance: Random) -> None:
    """Play every table to the end of its round, and one more round."""
    for table in child.tables_of(floor):
        rounds = floor.table(table).number
        while floor.table(table).round or floor.table(table).number == rounds:
            floor.send(table, next_command(chance, floor.table(table)))


def kill_and_check(url: str, chance: Random, seed: str) -> int:
    said = killed_at_random(url, chance, seed)
    with opened(url) as floor:
        check_all(floor)
        check_acknowledged(floor, said)
        retry_unanswered(floor, said)
        play_on(floor, chance)
        check_all(floor)
        before = dump(floor.database)
        floor.rebuild()
        assert dump(floor.database) == before
    return sum(words[0] == "done" for words in said)


def test_killed_at_random_moments(database_url: str):
    chance = chance_of()  # any moment will do
    prepared(database_url)
    acknowledged = sum(kill_and_check(database_url, chance, f"kill{number}") for number in range(FEW))
    assert acknowledged > 0


@pytest.mark.campaign
def test_killed_very_often_at_random_moments(database_url: str, part: Part):
    """A part has a database of its own: the whole log is walked after each kill."""
    chance = chance_of(f"kills of {part}")
    prepared(database_url)
    for seed in part.seeds():
        acknowledged = kill_and_check(database_url, chance, f"kill{seed}")
        part.count("while playing" if acknowledged else "while opening tables")


@pytest.mark.parametrize("seat", [seated, linked], ids=["online", "on a meter"])
@pytest.mark.parametrize("moment", ["before-commit", "after-commit"])
def test_killed_before_the_commit_or_between_it_and_its_publication(
    database_url: str, moment: str, seat: Callable[[Floor], str]
):
    """Nobody was notified, yet a watcher still converges with the log."""
    script = ROUND if seat is seated else JACKPOT_ROUND
    with opened(database_url) as floor:
        table = seat(floor)
        known = log.version(floor.database, table)
    with child.start("die_when", database_url, moment, table) as dying:
        said = child.lines(dying)
    assert dying.returncode == -signal.SIGKILL
    assert [words[0] for words in said] == ["sent", "done"] * (len(script) - 1) + ["sent"]
    with opened(database_url) as floor:
        check_all(floor)
        there = moment == "after-commit"
        assert (floor.table(table).round is None) == there
        caught_up = [record.version for record in log.read(floor.database, table, after=known)]
        before_last = int(said[-2][3])
        assert caught_up == list(range(known + 1, log.version(floor.database, table) + 1))
        assert (caught_up[-1] > before_last) == there
        answer = play(floor, table, script[-1], command_id=f"last.{len(script) - 1}")
        assert answer.version == log.version(floor.database, table)
        assert floor.balance("ann") == (995_00 if seat is seated else 990_00)
        assert check_all(floor)


BETTING_ENDS, STREET_ENDS, ROUND_ENDS = 5, 11, len(SIX_SEATS) - 1


def killed_in_round(url: str, moment: str, last: int, name: str = "") -> None:
    """Kill a server at a commit of a round with six players; each command is then done once."""
    with opened(url) as floor:
        table = six_seats(floor, f"{moment} {last}{name}")
    with child.start("die_in_round", url, moment, table, last) as dying:
        said = child.lines(dying)
    assert dying.returncode == -signal.SIGKILL
    assert [words[0] for words in said] == ["sent", "done"] * last + ["sent"]
    with opened(url) as floor:
        check_acknowledged(floor, said)
        move_after_outage(floor)
        assert tick(floor) == [], "the time of nobody is up"
        retry_unanswered(floor, said)
        for number, line in enumerate(SIX_SEATS[last + 1 :], last + 1):
            play(floor, table, line, command_id=f"{table[-8:]}.{number}")
        assert floor.table(table).round is None
        events = [record.name for record in log.read(floor.database, table)]
        assert (events.count("wager_placed"), events.count("hand_ended")) == (6 + 5 + 5 + 4, 2)
        assert events.count("round_settled") == events.count("secret_revealed") == 1
        check_all(floor, tables=[table])


@pytest.mark.parametrize("last", [BETTING_ENDS, STREET_ENDS, ROUND_ENDS])
def test_killed_where_a_round_of_six_players_turns(database_url: str, last: int):
    killed_in_round(database_url, "before-commit" if last % 2 else "after-commit", last)


MOMENTS = ("before-commit", "after-commit")


@pytest.mark.campaign
def test_killed_at_every_event_of_a_round_of_six_players(database_url: str, part: Part):
    """Each part goes on in the round where the one before ended."""
    first = part.number * part.size
    for seed in part.seeds():
        last, moment = (first + part.done) // 2 % len(SIX_SEATS), MOMENTS[part.done % 2]
        killed_in_round(database_url, moment, last, f" {seed}")
        part.count(moment)


PAYS = (DueKind.TAKE_WAGERS, DueKind.DEAL, DueKind.SHOW_HOLE, DueKind.SETTLE)
"""Where a kill could cost money: a wager is entered, cards are out, a hand is turned and paid, all is settled."""


class RealRound:
    """A round with real cards and chips that nobody disturbs, and others like it in which a server is killed."""

    def __init__(self, url: str, book: str) -> None:
        self.url, self.book = url, book
        with opened(url) as floor:
            table = real_table(floor, book, "whole")
            self.done = RealDesk(floor, table).round()
            self.results, self.paid, self.money = self.outcome(floor, table, "whole")
        assert any(won.won_cents for won in self.results), "somebody is paid"

    def outcome(self, floor: Floor, table: str, name: str) -> tuple[tuple[Result, ...], object, list[int]]:
        """Return what a round came to, seat by seat, and what it did to everybody's money."""
        state = floor.table(table)
        players = (f"ann{name}", *(f"walk-in:{table.removeprefix('table:')}:{number}" for number in (1, 2)))
        money = [log.balance(floor.database, f"house:chips:{player}") for player in players]
        return state.last_round.results, payments(floor.book(state.book), state), money

    def killed(self, moment: str, last: int, nth: str = "") -> None:
        """Kill a server at a command of the round; everybody goes on where they were, and each is paid once."""
        name = f"{moment}{last}{nth}"
        with opened(self.url) as floor:
            table = real_table(floor, self.book, name)
        with child.start("die_at_desk", self.url, moment, table, last) as dying:
            said = child.lines(dying)
        assert dying.returncode == -signal.SIGKILL
        assert [words[0] for words in said] == ["sent", "done"] * last + ["sent"]
        with opened(self.url) as floor:
            check_acknowledged(floor, said)
            state = floor.table(table)
            assert ([*state.seats], len(state.on_duty)) == ([1, 2, 3], 3), "everybody is there"
            retry_unanswered(floor, said)
            done = RealDesk(floor, table, last + 1).round()
            assert done == self.done[last + 1 :], "nothing is asked for twice, and nothing is left out"
            retry_unanswered(floor, said)
            assert self.outcome(floor, table, name) == (self.results, self.paid, self.money)
            events = [record.name for record in log.read(floor.database, table)]
            assert events.count("round_settled") == events.count("cards_dealt") == 1
            check_all(floor, tables=[table])


def test_killed_while_a_dealer_takes_wagers_deals_and_pays(database_url: str):
    """Whether the command is known or not, the dealer's console goes on with the seat that it was at."""
    whole = RealRound(database_url, "crown")
    for number, kind in enumerate(PAYS):
        whole.killed("before-commit" if number % 2 else "after-commit", whole.done.index(kind))


@pytest.mark.campaign
def test_killed_at_every_command_of_a_round_with_real_cards(database_url: str, part: Part):
    """By a book, and each part by another; it goes on in the round where the book's last part ended."""
    book, first = ("nsw", "maryland", "crown")[part.number // 2 % 3], part.number // 6 * part.size
    whole = RealRound(database_url, book)
    for seed in part.seeds():
        moment = MOMENTS[part.done % 2]
        whole.killed(moment, (first + part.done) // 2 % len(whole.done), f"x{seed}")
        part.count(f"{book}, {moment}")


def test_a_watcher_in_another_process_converges_when_the_writer_dies_unpublished(postgres_url: str):
    """The notification is part of the commit, so listeners hear about what the dead process never published."""
    told = threading.Event()
    with opened(postgres_url) as floor:
        table = seated(floor)
        seen: list[int] = []

        def watch(version: int) -> None:
            """Read on from the last version, as any watcher does."""
            for record in log.read(floor.database, table, after=seen[-1] if seen else 0):
                seen.append(record.version)
                if record.name == "secret_revealed":
                    told.set()

        floor.watch(table, watch)
        with child.start("die_when", postgres_url, "after-commit", table) as dying:
            child.lines(dying)
        assert told.wait(20), "the watcher never heard of it"
        assert seen == list(range(1, log.version(floor.database, table) + 1))


def test_a_watcher_catches_up_after_its_connection_was_cut(postgres_url: str):
    """Notifications sent while nobody listened are lost; the floor reads the log when it listens again."""
    with opened(postgres_url) as watching, opened(postgres_url) as playing:
        table = seated(playing)
        heard = threading.Condition()
        versions: list[int] = []

        def watch(version: int) -> None:
            with heard:
                versions.append(version)
                heard.notify()

        watching.watch(table, watch)
        for script in ROUND:
            with playing.database.engine.connect() as connection:
                connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE strpos(query, 'LISTEN') = 1"
                )
            play(playing, table, script)
        last = log.version(playing.database, table)
        with heard:
            assert heard.wait_for(lambda: last in versions, 20), versions


def test_a_strange_notice_does_not_end_the_listening(postgres_url: str):
    """Anybody who can connect can notify; an unreadable notification is skipped and the next is heard."""
    with opened(postgres_url) as watching, opened(postgres_url) as playing:
        table, told, versions = seated(playing), threading.Event(), []

        def watch(version: int) -> None:
            versions.append(version)
            told.set()

        watching.watch(table, watch)
        listening = watching._listener._thread
        with playing.database.engine.connect() as connection:
            for strange in ("", " ", "nonsense", f"{table} ", f"{table} -1", f"{table} x", f"{table} ٣", "9" * 5_000):
                connection.execute(text("SELECT pg_notify(:channel, :told)"), {"channel": CHANNEL, "told": strange})
            connection.commit()
        answer = play(playing, table, ROUND[0])
        assert told.wait(20)
        assert listening.is_alive()
        assert set(versions) <= {1, 2, 3, answer.version}
