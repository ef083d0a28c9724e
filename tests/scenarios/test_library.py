"""The scenario library, a textbook of play: each file is replayed and compared with results worked out by hand.

Next to each ``NN-name.toml`` is ``NN-name.json``, a part of what `mstud replay --json` prints: a table names only the
keys that matter for the lesson, a list is complete. Its amounts were worked out from the books, not by the engine.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.scenarios.library import FILES, FOLDER, differences, name, replayed

import mississippi_stud
from mississippi_stud.cli.replay import tell
from mississippi_stud.money import Transfer, balances
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.refusals import REFUSALS
from mississippi_stud.round.state import Outcome, Phase
from mississippi_stud.round.transfers import HOUSE, ROUND, net_cents, transfers
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.ledger import ledger
from mississippi_stud.rulebooks.load import BOOKS
from mississippi_stud.rulebooks.pays import MeterShare
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, Wager
from mississippi_stud.scenario import Playthrough
from mississippi_stud.scenario.report import report

each_file = pytest.mark.parametrize("file", FILES, ids=name)


def expectation(file: Path) -> dict:
    return json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))


@each_file
def test_it_plays_as_worked_out_by_hand(file: Path):
    wrong = list(differences(expectation(file), report(replayed(file))))
    assert not wrong, f"{name(file)}:\n  " + "\n  ".join(wrong)


@each_file
def test_the_expectation_says_what_it_must(file: Path):
    expected = expectation(file)
    assert {"round", "positions", "refused"} <= set(expected)
    assert set(expected["positions"]) == {str(position) for position in replayed(file).state.hands}
    assert all("net" in position for position in expected["positions"].values())
    assert all(set(each) == {"line", "clause", "message"} for each in expected["refused"])


@each_file
def test_the_first_line_says_what_it_teaches_and_by_which_clause(file: Path):
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    book = file.parent.name
    assert first.startswith("# ")
    _, cited, rest = first.partition(f"({cite(book)}")
    assert cited, "the clause stands in parentheses, after the name of its book"
    assert any(rest.strip().startswith(clause.partition(" ")[2]) for clause in ledger(book))
    assert replayed(file).book.id == book


def test_the_files_are_numbered_without_gaps_and_each_has_its_expectation():
    for book in BOOKS:
        numbers = [int(file.name[:2]) for file in FILES if file.parent.name == book]
        assert numbers == list(range(1, len(numbers) + 1))
    folders = {file.parent for file in FILES}
    found = {each for folder in folders for each in folder.iterdir()}
    assert found == {*FILES, *(file.with_suffix(".json") for file in FILES)}


# Money.


def moved(played: Playthrough) -> Iterator[Transfer]:
    before = played.opened
    for step in played.steps:
        if step.events:
            yield from (each for event in step.events for each in transfers(played.book, before, event))
        before = step.state


@each_file
def test_no_cent_is_made_or_lost(file: Path):
    played = replayed(file)
    state = played.state
    gained = balances(moved(played))
    assert sum(gained.values()) == 0
    if state.phase is not Phase.SETTLED:
        assert gained[HOUSE] == 0
        return
    carried = {(result.position, Wager(result.wager)) for result in state.results if result.outcome is Outcome.CARRIED}
    waiting = {position: state.hands[position].stakes[wager].cents for position, wager in carried}
    assert gained[ROUND] == sum(waiting.values())
    for player in {hand.player for hand in state.hands.values()}:
        own = [position for position, hand in state.hands.items() if hand.player == player]
        net = sum(net_cents(state, position) - waiting.get(position, 0) for position in own)
        assert gained[f"player:{player}"] + gained[f"tokens:{player}"] == net
        assert gained[f"tokens:{player}"] <= 0, "what tokens win is paid in chips"
    theirs = {account for account in gained if account.startswith(("player:", "tokens:")) or account == ROUND}
    rest = sum(cents for account, cents in gained.items() if account not in theirs)
    assert rest == -sum(net_cents(state, position) for position in state.hands), "the house's, and the meters' pools'"


# Together the files show everything.


def wins() -> set[tuple[str, str, str, str]]:
    """Return the book, wager, pay table and pay of every win or push by a pay table of the book."""
    found = set()
    for file in FILES:
        played = replayed(file)
        for result in played.state.results:
            if result.outcome in (Outcome.WIN, Outcome.PUSH) and result.wager in set(Wager):
                table = played.state.setup.tables.get(Wager(result.wager), "main")
                found.add((played.book.id, result.wager, table, result.pays or "push"))
    return found


def test_every_row_of_every_pay_table_is_won():
    rows = set()
    for book in map(rulebook, BOOKS):
        for wager, rule in book.wagers.items():
            tables = book.wagers[Wager.ANTE].tables if wager in MAIN_WAGERS else rule.tables
            for table, pays in tables.items():
                fixed = (row.value for row in pays.pays.values() if not isinstance(row.value, MeterShare))
                rows |= {(book.id, wager.value, table, str(pay)) for pay in fixed}
    assert len(rows) == 4 * 4 * 10 + 33 + 6 + (9 + 8 + 4 * 7) + 5 + (3 + 4)
    assert rows - wins() == set()


def test_every_row_of_a_sign_is_won():
    for wager in (Wager.JACKPOT, Wager.FIXED_JACKPOT):
        signs = {pay for file in FILES for pay in replayed(file).state.setup.signs.get(wager, {}).values()}
        fixed = {("nsw", wager.value, "main", pay) for pay in signs if "meter" not in pay}
        assert fixed
        assert fixed - wins() == set()


def test_every_outcome_is_shown():
    shown = {result.outcome for file in FILES for result in replayed(file).state.results}
    assert shown == set(Outcome) - {Outcome.PENDING}  # only at a staffed table: table/crown-pending-prize.toml


def test_every_wager_of_every_book_wins_and_loses():
    for outcome in (Outcome.WIN, Outcome.LOSE):
        shown = {
            (replayed(file).book.id, result.wager)
            for file in FILES
            for result in replayed(file).state.results
            if result.outcome is outcome
        }
        assert {(book, wager.value) for book in BOOKS for wager in rulebook(book).wagers} - shown == set()


def test_every_way_of_dealing_is_used():
    used = {(replayed(file).book.id, replayed(file).state.setup.dealing) for file in FILES}
    assert used == {(book, method) for book in BOOKS for method in rulebook(book).dealing.methods}


def test_every_street_is_folded_on():
    folds = {
        (replayed(file).book.id, position["folded"])
        for file in FILES
        for position in report(replayed(file))["positions"].values()
    }
    assert folds == {(book, street) for book in BOOKS for street in (None, "third", "fourth", "fifth")}


def test_every_cap_that_can_cut_does():
    """One online wager at its maximum just reaches its own cap (limits.2, .3, .5): only the game's cap ever cuts."""
    cuts = {result.cap for file in FILES for result in replayed(file).state.results if result.cap}
    assert cuts == {"crown 8.2", "maryland .12B(1)", "maryland .12B(2)", "online notice.1"}


HEAD = "a table that the book does not allow: the file is in the wrong form, tests/scenarios/test_bad_files.py"
UNREACHABLE = {
    "no-bonus-cards": "a scenario knows its cards from the start",
    "no-card": "a scenario knows its cards from the start",
    "no-cost": "a scenario that offers a jackpot names its cost in the meter",
    "no-such-pay": "a scenario writes what a sign pays as numbers",
    "limits-crossed": HEAD,
    "no-burn": HEAD,
    "no-chips": HEAD,
    "no-max-payout": HEAD,
    "no-personal-limits": HEAD,
    "no-such-chip": HEAD,
    "no-such-dealing": HEAD,
    "no-such-hand": HEAD,
    "no-such-payout": HEAD,
    "no-such-position": HEAD,
    "no-such-table": HEAD,
    "no-such-unit": HEAD,
    "nobody-seated": HEAD,
    "not-with-dealing": HEAD,
    "one-hand": HEAD,
    "position-taken": HEAD,
    "already-open": "a scenario opens its round once",
    "not-open": "a scenario opens its round before the first line",
    "book-decides": "a file has no key for the sign of a wager whose pay table the book prints",
    "card-twice": "a card that the file names twice is an error of the file",
    "card-unknown": "the cards of a scenario are known from the start",
    "cards-known": "the cards of a scenario are known from the start",
    "other-card": "a scenario turns the card that lies there",
    "stray-prize": "the prizes of a scenario are those of its own meter",
    "wrong-cards": "a scenario deals as many cards as the method needs",
}
ELSEWHERE = {"incident-not-built", "meter-prize", "no-kept-minimum", "no-retraction", "not-carried"}
"""Refusals that the scenarios of incidents and of meters show."""


def refusals() -> set[str]:
    """Return every refusal code of a round or a scenario, read from the source; the floor has its own codes."""
    package = Path(mississippi_stud.__file__).parent
    sources = [module.read_text() for part in ("round", "scenario") for module in package.joinpath(part).glob("*.py")]
    return {code for source in sources for code in re.findall(r'Refused\(\s*"([a-z-]+)"', source)}


def test_every_refusal_is_shown_or_has_a_reason_why_it_cannot_be():
    shown = {step.refused.code for file in FILES for step in replayed(file).steps if step.refused}
    assert len(refusals()) > 50
    assert refusals() - shown - set(UNREACHABLE) - ELSEWHERE == set()
    assert shown & set(UNREACHABLE) == set(), "these can be reached after all"
    assert set(UNREACHABLE) - set(REFUSALS) == set(), "these are no refusals any more"


# What a person reads.


@each_file
def test_the_story_is_told_in_both_languages(file: Path, capsys: pytest.CaptureFixture[str]):
    played = replayed(file)
    told = {}
    for language in ("en", "fr"):
        tell(played, language)
        told[language] = capsys.readouterr().out
    assert told["en"] != told["fr"]
    for story in told.values():
        for step in played.steps:
            assert step.line.text in story
            assert step.refused is None or cite(step.refused.clause) in story
        for result in played.state.results:
            assert cite(result.clause) in story


# The documentation.

EXAMPLE = FOLDER / "example.toml"
DOCUMENTATION = FOLDER.parents[1] / "docs" / "scenarios.md"


def test_the_example_of_the_documentation_is_the_file_and_plays_so():
    told = DOCUMENTATION.read_text(encoding="utf-8")
    assert f"```toml\n{EXAMPLE.read_text(encoding='utf-8')}```" in told
    assert f"```json\n{EXAMPLE.with_suffix('.json').read_text(encoding='utf-8')}```" in told
    assert not list(differences(expectation(EXAMPLE), report(replayed(EXAMPLE))))


def test_every_key_line_and_word_is_documented():
    told = DOCUMENTATION.read_text(encoding="utf-8")
    verbs = {line.verb for file in FILES for line in (step.line for step in replayed(file).steps)}
    assert verbs - {"third-street"} == {verb for verb in verbs if f"`{verb}`" in told or f"`N {verb}" in told}
    assert len(verbs) >= 20
    keys = set(report(replayed(EXAMPLE))) | set(report(replayed(EXAMPLE))["positions"]["1"])
    outcomes = {outcome.value for outcome in Outcome}
    warnings = {"under-minimum", "under-multiple", "cannot-fund"}
    for word in keys | outcomes | warnings | {"personal-limits", "warned", "unnoticed", "tokens", "found"}:
        assert f"`{word}`" in told, f"{word} is not documented"
    for book in map(rulebook, BOOKS):
        assert all(f"`{method}`" in told for method in book.dealing.methods)
