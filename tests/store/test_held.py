"""Each transfer records its accounts' balances after it, to the cent, with many writers, on both databases."""

import multiprocessing
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import select

from mississippi_stud.store import Database, StreamPart, Success, audit, log, schema
from mississippi_stud.store.entries import InsufficientFunds, ProjectionRow, Refusal
from tests.store.drive import KEYS, append, chance_of, command, happened, opened, paid, parts

TRANSFERS = schema.transfers.c


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = Database(database_url, KEYS)
    yield opened
    opened.close()


def held(database: Database, *streams: str) -> list[tuple[str, int, str, int]]:
    """Return each transfer of these streams in order: source, its balance after, target, its balance after."""
    columns = (TRANSFERS.source, TRANSFERS.source_cents, TRANSFERS.target, TRANSFERS.target_cents)
    with database.transaction() as connection:
        return [
            tuple(row)
            for stream in streams
            for row in connection.execute(
                select(*columns).where(TRANSFERS.stream == stream).order_by(TRANSFERS.version, TRANSFERS.number)
            )
        ]


def test_each_transfer_says_what_its_accounts_held_after_it(database: Database):
    """Within an event, from event to event, from command to command of one commit, and from commit to commit."""
    ann = "player:ann"
    first = parts(
        "1",
        StreamPart(
            "a", 0, (happened(paid("house", ann, 500), paid(ann, "round:a", 200)), happened(paid(ann, "round:a", 50)))
        ),
        StreamPart("b", 0, (happened(paid("house", ann, 1)),)),
    )
    assert append(database, first, command("c", 0, "2", paid("round:a", ann, 250))) == [Success((2, 1)), Success((1,))]
    append(database, command("c", 1, "3", paid(ann, "house", 501)))
    assert held(database, "a", "b", "c") == [
        ("house", -500, ann, 500),
        (ann, 300, "round:a", 200),
        (ann, 250, "round:a", 250),
        ("house", -501, ann, 251),
        ("round:a", 0, ann, 501),
        (ann, 0, "house", 0),
    ]
    audit.verify(database)


def test_what_a_refused_neighbour_would_have_moved_is_in_no_balance(database: Database):
    ann = "player:ann"
    batch = (
        command("a", 0, "1", paid("house", ann, 10)),
        command("b", 0, "2", paid(ann, "house", 11)),
        command("c", 0, "3", paid(ann, "house", 10)),
    )
    assert append(database, *batch) == [Success((1,)), InsufficientFunds(ann), Success((1,))]
    assert held(database, "a", "b", "c") == [("house", -10, ann, 10), (ann, 0, "house", 0)]
    audit.verify(database)


def check_chains(database: Database) -> None:
    """Follow every account from zero to its balance, transfer by transfer, using each transfer once."""
    steps: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    count = 0
    with database.transaction() as connection:
        for row in connection.execute(select(schema.transfers)):
            steps[row.source][row.source_cents + row.cents].append(row.source_cents)
            steps[row.target][row.target_cents - row.cents].append(row.target_cents)
            count += 2
        balances = {row.account: row.cents for row in connection.execute(select(schema.balances))}
    assert count
    for account, balance in balances.items():
        of_account = {before: len(afters) for before, afters in steps[account].items()}
        for afters in steps[account].values():
            for after in afters:
                of_account[after] = of_account.get(after, 0) - 1
        ends = {value: times for value, times in of_account.items() if times}
        assert ends == ({0: 1, balance: -1} if balance else {}), account
    audit.verify(database)


def move_at_random(database: Database, who: str, times: int) -> list[object]:
    """Make random deposits, wagers and payouts for three shared players; some lack the funds."""
    chance, versions, outcomes = chance_of(who), defaultdict(int), []
    for number in range(times):
        batch = []
        for stream in chance.sample(("x", "y", "z"), chance.randint(1, 3)):
            player, other = f"player:{chance.randrange(3)}", chance.choice(("house", "pool:main"))
            source, target = chance.choice(((player, other), (other, player), ("house", player)))
            name = f"{who}.{stream}"
            batch.append(command(name, versions[name], f"{name}.{number}", paid(source, target, chance.randint(1, 40))))
        for each, outcome in zip(batch, append(database, *batch), strict=True):
            versions[each.parts[0].stream] += isinstance(outcome, Success)
            outcomes.append(outcome)
    assert {type(outcome) for outcome in outcomes} <= {Success, InsufficientFunds}
    return outcomes


def test_threads_that_share_accounts_leave_one_chain_for_each(database: Database):
    with ThreadPoolExecutor() as pool:
        outcomes = [one for each in pool.map(lambda who: move_at_random(database, who, 40), "abcd") for one in each]
    assert any(isinstance(outcome, InsufficientFunds) for outcome in outcomes)
    check_chains(database)


def _move(url: str, who: str) -> None:
    database = Database(url, KEYS)
    move_at_random(database, who, 40)
    database.close()


def test_processes_that_share_accounts_leave_one_chain_for_each(postgres_url: str):
    database = Database(postgres_url, KEYS)
    context = multiprocessing.get_context("spawn")
    others = [context.Process(target=_move, args=(postgres_url, who)) for who in "pqr"]
    for each in others:
        each.start()
    move_at_random(database, "o", 40)
    for each in others:
        each.join()
        assert each.exitcode == 0
    check_chains(database)
    assert len(log.streams(database)) >= 10
    database.close()


def test_what_accounts_hold_is_known_from_the_commit_alone(database_url: str):
    """Not from what was rolled back: the second command takes too much, and the third changes a row that is missing."""
    ann, ben = "player:ann", "player:ben"
    lost = ProjectionRow("counters", {"stream": "c"}, {"number": 1})
    broken = parts("3", StreamPart("c", 0, (happened(paid("house", ben, 7), rows=(lost,)),)))
    group = (command("a", 0, "1", paid("house", ann, 500)), command("b", 0, "2", paid(ann, "house", 501)), broken)
    with closing(opened(database_url)) as database:
        assert [type(each) for each in append(database, *group)] == [Success, InsufficientFunds, Refusal]
        assert dict(database.balances) == ({} if database.postgres else {"house": -500, ann: 500})
        database.balances.clear()
        assert log.balances(database, "house", ann, ben) == {"house": -500, ann: 500, ben: 0}
