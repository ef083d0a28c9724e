"""The browser draws what it is told: its scripts contain no rule, book, wager, hand, currency or seat."""

import re

import pytest

from mississippi_stud.money import Currency
from mississippi_stud.prose.signs import WORDS
from mississippi_stud.rulebooks.load import BOOKS, rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.web.static_files import STATIC, bare

SCRIPTS = sorted(script for script in STATIC.glob("*.js") if script.name != "lit.js")
HANDS = {
    hand
    for book in map(rulebook, BOOKS)
    for rule in book.wagers.values()
    for table in rule.tables.values()
    for hand in table.pays
} | {name for name in WORDS if "pair" in name or "kind" in name}
FORBIDDEN = {
    "a wager": "|".join(Wager),
    "a book": "|".join(BOOKS),
    "a currency": rf"{'|'.join(Currency)}|\$(?=[\"'\d])|(?<!\w)(?:C|A|US)\$",
    "a hand": rf"[\"'](?:{'|'.join(HANDS)})[\"']",
    "a position": r"(?:hands|seats|positions)\[\d|position\s*(?::|===?|!==?)\s*\d|(?:hands|seats)\.at\(",
    "a multiple": r"\* ?10(?!\d)|\* ?[2-9]\b|\b[1-9]×|[\"']123[\"']",
}


def code(text: str) -> str:
    """Return a script without its comments, and without the browser event that shares its name with a book."""
    bare = re.sub(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", "", text, flags=re.DOTALL)
    return bare.replace('addEventListener("online"', "")


def found(text: str) -> dict[str, list[str]]:
    """Return forbidden words found in a script."""
    words = {what: re.findall(rf"(?<![\w-])(?:{pattern})(?![\w-])", text) for what, pattern in FORBIDDEN.items()}
    return {what: each for what, each in words.items() if each}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_no_rule_is_left_in_a_script(script):
    assert found(code(script.read_text())) == {}


def test_there_are_scripts_to_read():
    assert {"api.js", "game.js", "history.js", "proof.js", "table.js"} <= {script.name for script in SCRIPTS}


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('const SPOTS = ["three-card-bonus", ...STREETS];', "a wager"),
        ("const stake = wagers.ante;", "a wager"),
        ('open: view.phase === "third-street"', "a wager"),
        ('money = (cents, currency = "CAD") => cents', "a currency"),
        ('return "$" + amount;', "a currency"),
        ("const { hole } = view.hands[0];", "a position"),
        ("act({ command, position: 1 })", "a position"),
        ("if (hand.position === 1) return", "a position"),
        ("const most = ante_cents * 10 * pays;", "a multiple"),
        ('if ("123".includes(key)) bet(key)', "a multiple"),
        ("label = `1×`", "a multiple"),
        ('if (made === "low-pair") say()', "a hand"),
        ('row = "royal-flush"', "a hand"),
        ("href=/rules/online/clause", "a book"),
        ('if (book === "crown") draw()', "a book"),
    ],
)
def test_what_must_not_stand_there_is_seen(line: str, what: str):
    assert what in found(code(line))


def test_what_is_sent_lacks_comments_and_indentation_alone():
    source = (
        "// What it is for.\n"
        "/** What a\n"
        " *  function does. */\n"
        'const link = "https://example.org/*", half = 1 / 2; // why\n'
        "function draw() {\n"
        "  /* Why. */\n"
        "  return html`<p\n"
        "    class=a>${link} // ${half}</p>`;\n"
        "}\n"
    )
    assert bare(source) == (
        'const link = "https://example.org/*", half = 1 / 2; // why\n'
        "function draw() {\n"
        "return html`<p\n"
        "class=a>${link} // ${half}</p>`;\n"
        "}\n"
    )
