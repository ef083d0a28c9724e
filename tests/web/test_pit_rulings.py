"""Every incident of every live book, reported and ruled on through the API, ends as at the pure table."""

from collections.abc import Iterator
from typing import Any

import pytest

from mississippi_stud.floor import Floor
from mississippi_stud.prose.rulings import RULINGS
from mississippi_stud.table.commands import Rule
from mississippi_stud.table.preview import preview_question
from mississippi_stud.table.state import PromptHold
from mississippi_stud.web.app import create_app
from tests.floor.clock import Clock
from tests.passwords import cheap_passwords
from tests.table.mishaps import Mishap
from tests.table.second_reader import Row, rows
from tests.web.cast import Caller
from tests.web.child import FREELY, SECRET
from tests.web.pit_house import HouseTable, open_house, plain

ROWS = [pytest.param(row, id=f"{row.book} {row.clause} {row.incident} {row.given} {row.state}") for row in rows()]


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[Caller, Floor, dict[str, dict[str, str]]]]:
    with cheap_passwords(), Floor.in_memory(Clock()) as floor:
        caller = Caller(create_app(floor, SECRET, FREELY))
        yield caller, floor, open_house(floor)
        caller.close()


def replayed(house: Any, mishap: Mishap) -> HouseTable:
    """Give the commands of a mishap to a table of the house, each as the person who has the title."""
    own = HouseTable(mishap.book.id, *house)
    for command in mishap.given:
        reply = own.give(command)
        assert reply.status in (200, 201), (command, reply)
    assert plain(own.table) == plain(mishap.table)
    return own


@pytest.mark.parametrize("row", ROWS)
def test_an_incident_is_reported_and_ruled_on_through_the_api(house: Any, row: Row):
    mishap = Mishap(row)
    own = replayed(house, mishap)
    shown = own.send("dealer", f"/pit/{own.id}/previews", {"command": {}})
    assert shown.status == 404, "a dealer does not supervise"
    for each in (own, mishap):
        each.give(mishap.command)
    assert plain(own.table) == plain(mishap.table)
    question = mishap.table.question
    if question is not None:
        for prompt in [each for each in mishap.table.prompts if each.blocks is PromptHold.RULING]:
            mishap.confirm(prompt)
            assert own.give(mishap.given[-1]).status == 200
        seen = own.look(question.decides)["question"]
        foreseen = preview_question(mishap.book, mishap.table, mishap.meters, at=mishap.at)
        assert seen["proposal"]["text"] == RULINGS[foreseen.ruling.ruling]
        assert seen["proposal"]["clause"] == foreseen.ruling.clause == f"{row.book} {row.clause}"
        assert len(seen["proposal"]["wagers"]) == len(foreseen.wagers)
        below = [title for title in ("dealer",) if title != question.decides]
        for title in below:
            refused = own.send(title, f"/tables/{own.id}/commands", {"command": {"command": "rule", "by": title}})
            assert (refused.status, refused.problem["code"]) == (403, "rank-too-low")
            assert refused.problem["clause"] == question.clause
        assert own.act(question.decides, seen["proposal"]["act"], grounds="as reported").status == 200
        mishap.do(Rule, by=question.decides, grounds="as reported")
    assert plain(own.table) == plain(mishap.table)
    assert own.table.rulings[-1].clause == f"{row.book} {row.clause}"
