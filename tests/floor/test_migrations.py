"""Migrations from nothing give exactly the schema that the program uses, on both databases."""

import ast
import warnings
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import CheckConstraint, inspect, text

from mississippi_stud.floor import recall
from mississippi_stud.store import Database, Keys, StoreError, schema
from mississippi_stud.store import migrations as history
from tests.floor.drive import ROUND, check_all, opened, seated

REVISIONS = sorted(Path(history.__file__).parent.joinpath("versions").glob("v*.py"))


@pytest.fixture
def database(database_url: str):
    opened = Database(database_url, Keys(bytes(32)))
    yield opened
    opened.close()


def test_migrations_from_nothing_give_exactly_the_schema(database: Database):
    with database.engine.connect() as connection, warnings.catch_warnings():
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, schema.metadata) == []


def test_a_missing_column_would_be_seen(database: Database):
    with database.engine.begin() as connection:
        connection.execute(text("ALTER TABLE rounds DROP COLUMN net_cents"))
    with database.engine.connect() as connection:
        difference = compare_metadata(MigrationContext.configure(connection), schema.metadata)
    assert [change[0] for change in difference] == ["add_column"]


def test_migrations_make_the_checks_which_alembic_does_not_compare(database: Database):
    wanted = {
        table.name: {check.name for check in table.constraints if isinstance(check, CheckConstraint)}
        for table in schema.metadata.tables.values()
    }
    assert "balances_not_negative" in wanted["balances"]
    assert wanted["transfers"] == {"transfers_move_money"}
    with database.engine.connect() as connection:
        found = {name: {check["name"] for check in inspect(connection).get_check_constraints(name)} for name in wanted}
    assert found == wanted


@pytest.mark.parametrize("revision", REVISIONS, ids=lambda path: path.stem)
def test_a_revision_does_not_import_the_live_schema(revision: Path):
    """What a past migration did must not change when the schema does."""
    for node in ast.walk(ast.parse(revision.read_text())):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [getattr(node, "module", "") or "", *(alias.name for alias in node.names)]
            assert not [name for name in names if name.startswith("mississippi_stud")]


def test_a_database_of_a_later_version_is_refused(database_url: str):
    keys = Keys(bytes(32))
    later = Database(database_url, keys)
    with later.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    later.close()
    with pytest.raises(StoreError, match=r"is of version 9999, which is later than this program: use a newer one"):
        Database(database_url, keys)


def test_rounds_of_the_first_schema_are_there_after_it_and_say_nothing_of_funds(database_url: str):
    with opened(database_url) as floor:
        game = seated(floor)
        for command in ROUND:
            floor.send(game, command)
        with floor.database.transaction() as connection:
            for column in ("funds_before_cents", "funds_after_cents"):
                connection.execute(text(f"ALTER TABLE rounds DROP COLUMN {column}"))
            connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    with opened(database_url) as floor:
        assert recall.past(floor.database, game, 1)[-2:] == (None, None)
        for command in ROUND:
            floor.send(game, command)
        assert recall.past(floor.database, game, 2)[-2:] == (995_00, 990_00)
        assert check_all(floor)
