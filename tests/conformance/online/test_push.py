"""online, « Report »: the push."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("online push.1")
@pytest.mark.parametrize("wager", ["ante", "third-street", "fourth-street", "fifth-street"])
def test_push_1__a_pushed_wager_goes_back(wager: str):
    assert rulebook("online").wagers[wager].on_push.value == "returned"


@clause("online push.1")
def test_push_1__the_word():
    term = rulebook("online").terms["push"]
    assert (term.fr.value, term.en.value) == ("REPORT", "PUSH")
