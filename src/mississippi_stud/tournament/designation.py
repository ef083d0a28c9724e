"""Tables as a tournament sees them: which it may have, and that they then serve nothing else."""

from collections.abc import Iterable

import msgspec

from mississippi_stud.round.refusal import Refused
from mississippi_stud.table.state import Table
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.state import CONDUCTED, Contest


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A table that a tournament would like to have."""

    table: str
    low_limit: bool = False
    in_use: bool = False
    """Whether people play at it for money."""


def candidate(table: Table) -> Candidate:
    """Return a table as a tournament sees it."""
    return Candidate(table=table.id, low_limit=table.low_limit, in_use=bool(table.seats) or table.round is not None)


def check_candidates(rules: TournamentRules, contest: Contest, tables: Iterable[Candidate]) -> None:
    """Raise `Refused` for a table with low limits, or one that serves something else."""
    low = rules.book.limits.low_limit_in_tournaments
    for each in tables:
        if each.low_limit and low is not None and not low.value:
            raise Refused("low-limit-tournament", low.clause)
        if each.in_use and each.table not in contest.tables and rules.chapter.tables_exclusive.value:
            raise Refused("table-in-use", rules.chapter.tables_exclusive.clause, table=each.table)


def check_exclusive(rules: TournamentRules, contests: Iterable[Contest], table: str) -> None:
    """Raise `Refused` if a table is to serve something else while a tournament has it."""
    exclusive = rules.chapter.tables_exclusive
    for contest in contests:
        if exclusive.value and table in contest.tables and contest.life in CONDUCTED:
            raise Refused("table-of-tournament", exclusive.clause, table=table, tournament=contest.id)
