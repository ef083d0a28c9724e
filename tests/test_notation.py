"""A round is told in the lines of a script: its commands are made by the readers of lines alone.

CONTRIBUTING.md says how. A file whose subject is the command itself is named here, with what it is about.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from mississippi_stud import round as rounds
from mississippi_stud.messages import stable_name
from mississippi_stud.table import commands as table_commands

TESTS = Path(__file__).parent
COMMANDS = {each.__name__ for each in get_args(rounds.Command)} - {"Open"} | {"PlaceWagers", "Play"}
MADE = COMMANDS | {f"{name}Request" for name in COMMANDS}
JSON = {stable_name(name) for name in COMMANDS}
READERS = {
    "script.py": "a single round",
    "round/drive.py": "random rounds, whose cards and prizes are in their plan",
    "table/script.py": "a table with people, on a floor or without one",
    "table/hall.py": "wagers whose seed, hash or commitment the test itself sets",
}
ABOUT_COMMANDS = {
    "conformance/felt.py": "what a page sends, from a table that its page shows",
    "conformance/maryland/test_10_automatic.py": "cards that no deck has, which a line cannot name",
    "floor/test_read_cards.py": "a deal that is sent once every card was read, and again",
    "floor/cups.py": "entrants who decide by what they are asked and what is left of their chips",
    "floor/test_tournaments.py": "what a tournament does not take at its tables, and secret wagers",
    "jackpot/test_follow.py": "what a link to a meter is told of a command",
    "round/test_dealer.py": "the dealer's next step is a command",
    "round/test_properties.py": "random commands, sensible or not",
    "school/test_lessons.py": "what a trainee does, right or wrong, is a command",
    "table/interleavings.py": "commands under way, late and twice",
    "table/test_agenda.py": "the commands of which an agenda is made",
    "table/test_actors.py": "who may give which command",
    "table/test_machine.py": "random commands of anybody, in any order",
    "table/test_seeds.py": "what a command says of seeds, hashes and commitments",
    "table/test_shoe.py": "what may be sent while cards leave the shoe",
    "table/test_view.py": "each option promises commands, at its bounds and not beyond",
    "table/test_wagers.py": "wagers that name their round",
    "test_play_text.py": "a round far above the limits of a screen",
    "tournament/test_equal_chance.py": "players who decide by the cards that they see and what is left of their chips",
    "web/test_api.py": "the shape, the id and the turn of a request",
    "web/test_books.py": "a decision for the turn that was seen",
    "web/test_commands.py": "who may send which command",
    "web/test_company.py": "what several people send at once, in and out of turn",
    "web/test_console_trials.py": "what a player sends from elsewhere while a dealer deals",
    "web/test_crowded.py": "two commands on one socket, the first of which takes long",
    "web/test_exactly_once.py": "commands late, out of order, twice and two ways at once",
    "web/test_live.py": "the turn and the commitment of a message",
    "web/test_school.py": "what somebody chooses who is not told what is due",
    "web/test_shared_wagers.py": "a box that folds, and a wager of which a part is tokens",
    "web/test_socket_fuzz.py": "random commands on a socket about other people's tables",
    "web/test_strangers.py": "random requests for other people's things",
    "web/test_tournaments.py": "what is sent to a tournament and to its table",
    "web/test_workers.py": "one request sent by several at once",
}


def made(source: str) -> list[str]:
    """Return the commands of a round that a module makes, has made, or writes in JSON, each with its line."""
    tree = ast.parse(source)
    names = dict(_imported(tree))
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            asks = isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "issubclass", "all_of")
            handed = () if asks else (node.func, *node.args, *(each.value for each in node.keywords))
            found += [(node.lineno, name) for each in handed if (name := _named(each, names)) in MADE]
        elif isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            told = [getattr(value, "value", None) for key, value in pairs if getattr(key, "value", None) == "command"]
            found += [(node.lineno, name) for name in told if name in JSON]
    return [f"{line}: {name}" for line, name in sorted(found)]


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the package's own names in a module, by the name that it gives them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("mississippi_stud"):
            yield from ((each.asname or each.name, each.name) for each in node.names)


def _named(node: ast.expr, names: dict[str, str]) -> str:
    """Return the package's name for an expression: `Fold`, or `t.Play` where `t` is one of its modules."""
    match node:
        case ast.Name(id=name):
            return names.get(name, "")
        case ast.Attribute(value=ast.Name(id=module), attr=name) if module in names:
            return name
        case _:
            return ""


def test_rounds_are_told_in_lines():
    exempt = READERS | ABOUT_COMMANDS
    found = {str(path.relative_to(TESTS)): made(path.read_text()) for path in sorted(TESTS.rglob("*.py"))}
    assert {name: lines for name, lines in found.items() if lines and name not in exempt} == {}
    assert [name for name in exempt if not found[name]] == [], "these no longer need to be named here"


@pytest.mark.parametrize(
    "planted",
    [
        "from mississippi_stud.round import Fold\nplay(floor, table, Fold(position=1))",
        "from mississippi_stud.floor import Fold as Gone\nGone(position=1)",
        "from mississippi_stud.round import commands as c\nyield_(c.Deal())",
        "from mississippi_stud.table import commands as t\nhall.do(t.Play, do=told)",
        "from mississippi_stud.table.commands import PlaceWagers\nattempt(kind=PlaceWagers)",
        "from mississippi_stud.web.shapes import BetRequest\ndef late():\n    return BetRequest(position=1, cents=5)",
        "def late():\n    from mississippi_stud.round.commands import BetBlind\n    return BetBlind(position=1)",
        'post(json={"id": "a", "command": {"command": "place_wagers", "wagers": {}}})',
        'post(json={"command": "play", "do": {"command": "fold"}})',
    ],
)
def test_a_command_made_elsewhere_is_found(planted: str):
    assert made(planted)


@pytest.mark.parametrize(
    "innocent",
    [
        'play(floor, table, "1 ante 5; deal; 1 fold")',
        "from mississippi_stud.table.commands import Play\nassert isinstance(command, Play)",
        "from mississippi_stud.round.commands import Fold\nmatch do:\n    case Fold(position=1):\n        pass",
        "from somewhere import Fold\nFold(position=1)",
        "from mississippi_stud.table import commands as t\nhall.do(t.Sit, position=1)",
        'post(json={"command": "stand", "position": 1})',
    ],
)
def test_what_makes_no_command_of_a_round_is_let_be(innocent: str):
    assert made(innocent) == []


def test_the_commands_are_those_of_the_package():
    assert {"PlaceWagers", "Play"} <= {each.__name__ for each in get_args(table_commands.Command)}
    assert {"Bet", "BetAll", "BetBlind", "Deal", "Fold", "Place", "Reveal", "Settle", "Withdraw"} <= COMMANDS
