"""Open the training table of a scenario, with the people of the file or with all whom its book names."""

from collections.abc import Callable

from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.scenario import Scenario, ScenarioError, located, read, read_toml
from mississippi_stud.scenario.head import read_setup
from mississippi_stud.school.desk import Desk
from mississippi_stud.table.staff import lowest


def open_desk(text: str, rulebook: Callable[[str], Rulebook]) -> Desk:
    """Return the training table of a scenario; one without staff gets everybody whom its book names."""
    raw = read_toml(text)
    if "staffed" not in raw:
        scenario = read(text, raw, rulebook)
        raw["staffed"] = {"staff": _everybody(scenario.book), "positions": _seats(scenario)}
        return Desk(read(text, raw, rulebook), staffed=False)
    return Desk(read(text, raw, rulebook))


def _seats(scenario: Scenario) -> int:
    """Return how many seats a table needs for the players of a file."""
    book = scenario.book
    try:
        taken = [position for raw in scenario.rounds for position, _ in read_setup(book, raw).seats]
    except ScenarioError as error:
        raise located(scenario.text, error) from None
    return max(book.positions.default.value, *taken, 0)


def _everybody(book: Rulebook) -> list[str]:
    if book.staff is None:
        raise ScenarioError("no-staff", book=book.id)
    return [title for title in book.staff.titles if title != lowest(book)]
