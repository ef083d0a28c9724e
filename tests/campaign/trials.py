"""The trials of the campaign: what each proves, by which test, and how much of it is wanted."""

import sys
from dataclasses import dataclass, field, replace
from typing import Self

PYTEST = (sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "--show-capture=no")
OTHERS = "others"
CRASH, TROUBLE = "tests/floor/test_crash.py", "tests/floor/test_trouble.py"
FORGERY = "tests/store/test_forgery.py"
BOOKS = ("nsw", "maryland", "crown", "online")


@dataclass(frozen=True)
class Trial:
    """One kind of proof, done in parts."""

    name: str
    proves: str
    unit: str
    wanted: int
    each: int
    """How much a part does: some minutes' work."""
    tests: tuple[str, ...]
    """What a part runs; where there are several, one part after another takes the next."""
    least_share: float | None = None
    """The least share of what was tried that must be of the kind `shared`."""
    shared: str = ""
    counted: bool = True
    """Whether the test counts what it does; otherwise a part is one that passes."""
    minutes_max: int = 60
    options: tuple[str, ...] = ()
    settings_of: tuple[dict[str, str], ...] = field(default=({},))
    """Settings of the environment; one part after another takes the next."""

    def command(self, number: int) -> list[str]:
        return [*PYTEST, *self.options, self.tests[number % len(self.tests)]]

    def settings(self, number: int) -> dict[str, str]:
        return self.settings_of[number % len(self.settings_of)]

    def of(self, tests: tuple[str, ...]) -> Self:
        """Return the trial with these tests, each to be run once."""
        return replace(self, tests=tests, wanted=len(tests))


def both(test: str) -> tuple[str, str]:
    """Return a test on either database."""
    return f"{test}[sqlite]", f"{test}[postgres]"


TRIALS = (
    Trial(
        "kills-play",
        "kill -9 at any moment of play at six tables, three of them on a jackpot meter: what was acknowledged is "
        "there, nothing is done twice, play goes on",
        "kills", 4_000, 25, both(f"{CRASH}::test_killed_very_often_at_random_moments"),
    ),
    Trial(
        "kills-round",
        "kill -9 before and after the commit of every command of a round of six players",
        "kills", 2_000, 20, both(f"{CRASH}::test_killed_at_every_event_of_a_round_of_six_players"),
    ),
    Trial(
        "kills-desk",
        "kill -9 before and after the commit of every command of a round with real cards and chips, by three books",
        "kills", 1_200, 20, both(f"{CRASH}::test_killed_at_every_command_of_a_round_with_real_cards"),
    ),
    Trial(
        "kills-tournament", "kill -9 at any moment of a tournament, which is then played to its last cent",
        "kills", 800, 8, both("tests/floor/test_tournaments.py::test_tournaments_survive_kill_9"),
    ),
    Trial(
        "kills-draw", "kill -9 at every step of a promotion up to its draw, and while its entries are imported",
        "kills", 700, 7, both("tests/floor/test_promotions.py::test_draws_survive_kill_9"), minutes_max=120,
    ),
    Trial(
        "kills-migration", "kill -9 while a database is made or brought up to date: the next start finishes it",
        "kills", 700, 10, both(f"{TROUBLE}::test_killed_while_a_database_is_brought_up_to_date"),
    ),
    Trial(
        "kills-backup",
        "kill -9 while a backup is written or restored: the backup before is whole, nothing is half restored",
        "kills", 600, 10, both(f"{TROUBLE}::test_killed_while_a_backup_is_written_or_restored"),
    ),
    Trial(
        "power", "the power fails at every write and sync of SQLite, with and without torn pages: what was "
        "acknowledged is there, log and ledger are sound",
        "power cuts", 100_000, 1_000, ("tests/store/test_power_loss.py::test_power_cuts_at_every_write",),
    ),
    Trial(
        "simulation", "a whole floor from a seed with duplicates, crashes, clock jumps and watchers: every invariant "
        "holds, a quarter of the seeds with a second worker on the same PostgreSQL",
        "commands", 10_000_000, 2_000,
        (*("tests/floor/test_simulation.py::test_many_commands[sqlite]",) * 3,
         "tests/floor/test_simulation.py::test_many_commands[postgres]"),
        minutes_max=120,
    ),
    Trial(
        "interleavings", "six seats, clocks and lost connections in every order: nobody is refused for what somebody "
        "else did, money is conserved",
        "rounds", 1_000_000, 2_000, ("tests/table/test_interleavings.py::test_a_million_interleavings",),
    ),
    Trial(
        "payloads", "no hidden card and no secret in any frame, for every seat, watcher, sign and role of staff, nor "
        "in pages, metrics and logs",
        "frames", 10_000_000, 50_000, ("tests/web/test_frames.py::test_ten_million_frames",),
    ),
    Trial(
        "repeats", "a command that comes 1 to 50 times, at once and late, is done once and has one answer",
        "commands", 1_000_000, 2_000, both(f"{TROUBLE}::test_commands_sent_up_to_fifty_times"), minutes_max=120,
    ),
    Trial(
        "mutations",
        "a value changed in any row, or a bit flipped anywhere in the file, is found by the audit",
        "mutations",
        100_000,
        500,
        (f"{FORGERY}::test_changed_rows_are_found", f"{FORGERY}::test_flipped_bits_are_found"),
    ),
    Trial(
        "restores", "a backup of whatever has been played restores to equal contents, on either database",
        "restores", 100, 5, both(f"{TROUBLE}::test_restores_are_equal"),
    ),
    Trial(
        "http", "random requests for other people's things: nobody gets in, nothing changes, no error of the server",
        "requests", 1_000_000, 10_000, ("tests/web/test_strangers.py::test_random_requests_for_other_peoples_things",),
    ),
    Trial(
        "websocket", "random and damaged frames over the live socket: each is answered or ends it, nothing changes, "
        "the server stays well",
        "frames", 1_000_000, 10_000, ("tests/web/test_socket_fuzz.py::test_random_frames",),
    ),
    Trial(
        "mutants", "random changes to the source of round, jackpot, table and store are noticed by their own tests",
        "mutants", 1_000, 4, ("tests/campaign/test_mutants.py::test_random_mutants",),
        least_share=0.95, shared="killed", minutes_max=240,
    ),
    Trial(
        "roles", "every route and every topic answers every role by its rule", "runs of the matrix", 1, 1,
        ("tests/web/test_access.py",), counted=False,
    ),
    Trial(
        "books", "every value of every rule book, changed, is noticed by a test of its clause",
        "rule books", 4, 1, ("tests",), counted=False, minutes_max=600, options=("-p", "tests.teeth"),
        settings_of=tuple({"TEETH_BOOKS": book, "TEETH_JOBS": "1"} for book in BOOKS),
    ),
    Trial(
        OTHERS, "every other long test: exact enumerations, chances, bad networks, pictures in all sizes",
        "tests", 0, 1, (), counted=False, minutes_max=600,
    ),
)  # fmt: skip
