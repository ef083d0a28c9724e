"""crown: every irregularity, as the second reader of the book says that it is ruled."""

import pytest
from tests.table.second_reader import Row, check, of


@pytest.mark.parametrize("row", of("crown"))
def test_11__the_ruling_is_that_of_the_second_reader(row: Row):
    check(row)
