"""`@clause("nsw 6.3")`: the mark by which a test says what it proves; an unknown clause is an error."""

import pytest

from mississippi_stud.rulebooks.ledger import ledger


def clause(*names: str) -> pytest.MarkDecorator:
    """Mark a test, or one of its parameters, with the clauses that it proves."""
    for name in names:
        if name not in ledger(name.partition(" ")[0]):
            raise LookupError(f"no rule book has the clause {name!r}")
    return pytest.mark.clause(*names)


def clauses_of(item: pytest.Item) -> set[str]:
    """Return the clauses that a collected test names."""
    return {name for mark in item.iter_markers("clause") for name in mark.args}
