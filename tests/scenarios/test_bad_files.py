"""Malformed scenario files: exit status 2, nothing on standard output, and one line that names the line at fault."""

import subprocess
import sysconfig
from pathlib import Path

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.scenario import ScenarioError, play

MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"

CROWN = """rulebook = "crown"
dealing  = "shoe"
cards    = "9h 2c 8h Ts Qh Jh Th"
players  = { 1 = "ann", 2 = "ben" }

script = \"\"\"
1 ante 25
2 ante 10
deal
1 bet 1
2 fold
reveal
1 bet 1
reveal
1 bet 1
reveal
settle
\"\"\"
"""
MARYLAND = CROWN.replace("crown", "maryland").replace("shoe", "automatic")
NSW = CROWN.replace("crown", "nsw")
ONLINE = CROWN.replace("crown", "online").replace('dealing  = "shoe"\n', "").replace(', 2 = "ben"', "")


def error(text: str) -> str:
    with pytest.raises(ScenarioError) as raised:
        play(text, rulebook)
    message = str(raised.value)
    assert "\n" not in message
    return message


def test_a_script_beside_rounds_is_refused_rather_than_passed_over():
    head, script = CROWN.split("\n\n", 1)
    rounds = f"{head}\n\n[[rounds]]\n{script}"
    assert play(rounds, rulebook).state.phase == "settled"
    message = error(rounds.replace("[[rounds]]", f"{script}\n[[rounds]]"))
    assert message.startswith("line 6: script: the file has rounds, and each has its own")


def test_the_files_here_are_good_before_they_are_spoilt():
    for good in (CROWN, MARYLAND, NSW):
        assert not any(step.refused for step in play(good, rulebook).steps)
    play(ONLINE, rulebook)


@pytest.mark.parametrize(
    ("written", "line", "said"),
    [
        ("1 ante NaN", 1, "'NaN' is not a number"),
        ("1 ante inf", 1, "'inf' is not a number"),
        ("1 ante 1e3", 1, "'1e3' is not a number"),
        ("1 ante 1_000", 1, "'1_000' is not a number"),
        ("1 ante ٥", 1, "'٥' is not a number"),
        ("１ ante 5", 1, "cannot be read"),
        (f"1 ante {'9' * 5000}", 1, "is not a number"),
        (f"1 ante 0.{'0' * 5000}1", 1, "is not a number"),
        (f"{'9' * 5000} ante 5", 1, "cannot be read"),
        ("1 ante 5 tokens=all", 1, "'all' is not a number"),
        ("1 ante 5 carried", 1, "ante takes one thing more"),
        ("1 fold unnoticed", 1, "fold takes nothing more"),
        ("1 withdraw ante unnoticed", 1, "withdraw takes one thing more"),
        ("1 ante", 1, "ante takes one thing more, not ''"),
        ("1 ante 5 5", 1, "ante takes one thing more"),
        ("1 ante five dollars", 1, "ante takes one thing more"),
        ("1 anti 5", 1, "'anti' is not something that a position can do"),
        ("ante 5", 1, "ante takes nothing more"),
        ("wager", 1, "'wager' cannot be read"),
        ("1", 1, "cannot be read: '1'"),
        ("one ante 5", 1, "'ante 5' cannot be read"),
        ("1 Ante 5", 1, "cannot be read"),
        ("!", 1, "cannot be read: '!'"),
        ("-1 ante 5", 1, "cannot be read"),
        ("\n\n1 ante NaN", 3, "'NaN' is not a number"),
        ("# a comment\n1 ante 5 # and one more\n1 bet x", 3, "'x' is not a number"),
        ("1 blind 1 1", 1, "blind takes three multiples"),
        ("1 blind 1 1 x", 1, "'x' is not a number"),
        ("1 withdraw", 1, "withdraw takes one thing more"),
        ("1 withdraw everything", 1, "'everything' is not a wager"),
        ("1 fold now", 1, "fold takes nothing more"),
        ("1 jackpot 5 5", 1, "jackpot takes one thing more"),
        ("deal 5", 1, "deal takes nothing more"),
        ("reveal Ah", 1, "reveal takes nothing more"),
        ("settle all", 1, "settle takes nothing more"),
        ("1 deal", 1, "'deal' is not something that a position can do"),
    ],
)
def test_a_line_of_the_script_that_cannot_be_read(written: str, line: int, said: str):
    message = error(CROWN.partition("1 ante")[0] + written + '\n"""\n')
    assert message.startswith(f"line {line} of the script")
    assert said in message


@pytest.mark.parametrize("line", ["1 ante 5 unnoticed tokens", "1 ante 5 tokens unnoticed"])
def test_both_words_may_end_a_wager_line(line: str):
    text = NSW.replace("1 ante 25", line)
    assert play(text, rulebook).steps[0].refused is None


def test_a_line_that_cannot_be_read_is_an_error_wherever_it_stands():
    """It is an error even after the end of the round, and even if the lines before it were played."""
    assert error(CROWN.replace('settle\n"""', 'settle\n1 ante NaN\n"""')).startswith("line 12 of the script")


HEAD = [
    # Bad TOML.
    (CROWN.replace('"crown"', "crown"), 1, "the file is not valid TOML"),
    (CROWN.replace("cards    =", "cards    "), 3, "the file is not valid TOML"),
    (CROWN + 'cards = "Ah"\n', 19, "the file is not valid TOML"),
    (CROWN.rpartition('"""')[0], 17, "the file is not valid TOML"),
    # The rule book.
    (CROWN.replace('"crown"', '"monaco"'), 1, "monaco"),
    (CROWN.replace('"crown"', '"no/such.toml"'), 1, "no/such.toml"),
    (CROWN.replace('"crown"', "7"), 1, "rulebook = 7: a text is expected"),
    (CROWN.replace('rulebook = "crown"\n', ""), 1, "rulebook is missing"),
    # Keys.
    (
        "# a comment\n" + CROWN.replace("players", 'colour = "red"\nplayers'),
        5,
        "'colour' is not a key of a scenario file",
    ),
    (CROWN.replace("players", "options = { sparkle = true }\nplayers"), 4, "'sparkle' is not a key of options"),
    (
        NSW.replace("players", 'options = { fixed-jackpot = { price = "1.00" } }\nplayers'),
        4,
        "'price' is not a key of options.fixed-jackpot",
    ),
    (CROWN.replace("script", "scrpt"), 6, "'scrpt' is not a key of a scenario file"),
    (CROWN.partition("script")[0], 1, "script is missing"),
    # Dealing.
    (
        CROWN.replace('dealing  = "shoe"\n', ""),
        1,
        "dealing is missing: crown deals in more than one way; choose one of shoe, shuffler",
    ),
    (CROWN.replace('"shoe"', '"hand"'), 2, "there is no dealing method hand; choose from shoe, shuffler"),
    (CROWN.replace('"shoe"', "2"), 2, "dealing = 2: a text is expected"),
    # Cards.
    (CROWN.replace("Qh Jh Th", "Qh Jh 9h"), 3, "9h is named twice, as card 1 and as card 7"),
    (CROWN.replace("Qh Jh Th", "Qh Jh 1h"), 3, "card 7: '1h' is not a card"),
    (CROWN.replace('cards    = "9h 2c 8h Ts Qh Jh Th"', "cards    = 52"), 3, "cards = 52: a text is expected"),
    (CROWN.replace('cards    = "9h 2c 8h Ts Qh Jh Th"\n', ""), 1, "cards is missing"),
    # Players.
    (CROWN.replace('players  = { 1 = "ann", 2 = "ben" }\n', ""), 1, "nobody is seated at the table"),
    (CROWN.replace('2 = "ben"', '10 = "ben"'), 4, "there is no position 10; the table has positions 1 to 9"),
    (CROWN.replace('2 = "ben"', '0 = "ben"'), 4, "there is no position 0; the table has positions 1 to 9"),
    (CROWN.replace('2 = "ben"', '01 = "ben"'), 4, "only one player can play at a position"),
    (CROWN.replace('2 = "ben"', 'two = "ben"'), 4, "two = 'ben' is not a seat"),
    (CROWN.replace('2 = "ben"', "2 = 7"), 4, "2 = 7 is not a seat"),
    (CROWN.replace('2 = "ben"', f'{"9" * 5000} = "ben"'), 4, "is not a seat"),
    (CROWN.replace('"ben"', r'"\u001b[31mben"'), 4, "is not a seat"),
    (CROWN.replace('"ben"', r'"be\nn"'), 4, "is not a seat"),
    (CROWN.replace('2 = "ben"', '2 = ""'), 4, "2 = '' is not a seat"),
    (CROWN.replace('{ 1 = "ann", 2 = "ben" }', '"ann"'), 4, "a table is expected"),
    (NSW.replace("ben", "ann"), 4, "a player may have only one hand; ann has more"),
    (MARYLAND.replace("ben", "ann"), 4, "a player may have only one hand; ann has more"),
    (ONLINE.replace('1 = "ann"', '2 = "ann"'), 3, "there is no position 2; the table has positions 1 to 1"),
]


def with_key(text: str, key: str) -> str:
    """Return the file with an additional fifth line."""
    return text.replace("\n\nscript", f"\n{key}\n\nscript")


LIMITS = [
    (CROWN, 'limits = { ante = "5.00" }', "write the minimum and the maximum"),
    (CROWN, 'limits = { ante = ["5.00"] }', "write the minimum and the maximum"),
    (CROWN, 'limits = { ante = ["5", "6", "7", "8"] }', "write the minimum and the maximum"),
    (CROWN, "limits = { ante = [5, 500] }", "5 (int) is not an amount"),
    (CROWN, 'limits = { ante = ["-5.00", "500.00"] }', "an amount cannot be negative"),
    (CROWN, 'limits = { ante = ["5.00", "NaN"] }', "'NaN' is not an amount"),
    (CROWN, 'limits = { ante = ["5.005", "500.00"] }', "has a fraction of a cent"),
    (CROWN, 'limits = { anti = ["5.00", "500.00"] }', "'anti' is not a wager: choose one of ante"),
    (CROWN, 'limits = { ante = ["5.01", "5.00"] }', "the maximum of the ante is less than its minimum"),
    (CROWN, "limits = 5", "a table is expected"),
    (CROWN, 'limits = { ante = ["5", "500", "0"] }', "the ante must go up in steps of more than nothing; $0.00"),
    (CROWN, 'personal-limits = { ann = { ante = ["5.01", "5.00"] } }', "the maximum of the ante is less"),
    (CROWN, 'personal-limits = { ann = ["1.00", "50.00"] }', "a table is expected"),
    (NSW, 'personal-limits = { ann = { ante = ["1.00", "50.00"] } }', "this book has no personal limits (NSW 6.1)"),
    (CROWN, 'warned = { ann = "cannot-fund" }', "a list is expected"),
    (CROWN, 'warned = { ann = ["being late"] }', "a list is expected"),
    (CROWN, "warned = { ann = [[]] }", "a list is expected"),
]
OPTIONS = [
    (CROWN, 'options = { burn = "yes" }', "burn = 'yes': true or false is expected"),
    (NSW, "options = { burn = true }", "no card is burnt when dealing this way"),
    (CROWN, 'options = { chips = "5.00" }', "a list is expected"),
    (CROWN, 'options = { chips = ["five"] }', "'five' is not an amount"),
    (
        CROWN,
        'options = { chips = ["1", "0"] }',
        "a chip must be worth more than nothing; $0.00 was given (Crown 6.2.3)",
    ),
    (
        CROWN,
        'options = { max-payout = "0" }',
        "a maximum payout must be more than nothing; $0.00 was given (Crown 8.2)",
    ),
    (NSW, 'options = { chips = ["5.00"] }', "this book pays to the cent: chip values make no difference"),
    (CROWN, "options = { max-payout = 100000 }", "max-payout: 100000 (int) is not an amount"),
    (NSW, 'options = { max-payout = "100000.00" }', "does not let a sign set a maximum payout"),
    (CROWN, 'options = { three-card-bonus = "A" }', "the Three Card Bonus is not offered here"),
    (
        MARYLAND,
        'options = { three-card-bonus = "G" }',
        "has no pay table G; choose from A, B, C, D, E, F (Maryland .07F(4))",
    ),
    (MARYLAND, "options = { three-card-bonus = true }", "three-card-bonus = True: a text is expected"),
    (
        MARYLAND,
        'options = { six-card-bonus = "A" }',
        "can be placed only together with the Three Card Bonus (Maryland .07F(5)(c))",
    ),
    (
        MARYLAND.replace("automatic", "hand"),
        'options = { three-card-bonus = "A", six-card-bonus = "A" }',
        "the Six Card Bonus is not offered when dealing by hand (Maryland .10B(1))",
    ),
    (CROWN, 'options = { fixed-jackpot = { wager = "1.00", pays = { flush = 5 } } }', "is not offered here"),
    (
        NSW,
        'options = { fixed-jackpot = { wager = "1.00", pays = { flash = 5 } } }',
        "flash is not a hand that a sign can",
    ),
    (NSW, 'options = { fixed-jackpot = { wager = "1.00", pays = { flush = "5" } } }', "a whole number of dollars"),
    (NSW, 'options = { fixed-jackpot = { wager = "1.00", pays = { flush = 0 } } }', "a whole number of dollars"),
    (NSW, 'options = { fixed-jackpot = { wager = "1.00", pays = { flush = true } } }', "a whole number of dollars"),
    (NSW, "options = { fixed-jackpot = { pays = { flush = 5 } } }", "options.fixed-jackpot.wager is missing"),
    (NSW, 'options = { fixed-jackpot = "yes" }', "a table is expected"),
]


@pytest.mark.parametrize(("text", "line", "said"), HEAD)
def test_a_head_that_cannot_be_read(text: str, line: int, said: str):
    message = error(text)
    assert f"line {line}" in message
    assert said in message


@pytest.mark.parametrize(("book", "key", "said"), LIMITS + OPTIONS)
def test_a_table_that_the_book_does_not_allow(book: str, key: str, said: str):
    message = error(with_key(book, key))
    assert message.startswith("line 4:" if "dealing" not in book else "line 5:")
    assert said in message


def test_a_key_is_found_in_a_table_of_its_own():
    text = CROWN.partition("\n\nscript")
    script = text[1] + text[2]
    assert error(f'{text[0]}{script}\n[limits]\nante = ["5.01", "5.00"]\n').startswith("line 20:")


@pytest.mark.parametrize(
    ("cards", "line", "said"),
    [
        ("9h 2c 8h Ts Qh Jh", 3, "7 cards are needed and 6 are left in cards"),
        ("", 3, "7 cards are needed and 0 are left in cards"),
    ],
)
def test_cards_that_are_missing_are_told_by_the_line_that_needs_them(cards: str, line: int, said: str):
    message = error(CROWN.replace("9h 2c 8h Ts Qh Jh Th", cards))
    assert message.startswith(f"line {line} of the script: {said}")


def test_a_card_that_leaves_the_deck_late_is_missed_late():
    """New South Wales deals each card from a shoe as its street is bet."""
    assert error(NSW.replace(" Th", "")).startswith("line 10 of the script: a card is needed and none is left")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (CROWN.replace("1 ante 25", "1 ante NaN"), "line 1 of the script"),
        (CROWN.replace("Qh Jh Th", "Qh Jh 9h"), "line 3"),
        (CROWN.replace('"crown"', '"monaco"'), "line 1"),
    ],
)
def test_the_command_exits_with_2_and_one_line(text: str, line: str, tmp_path: Path):
    file = tmp_path / "bad.toml"
    file.write_text(text)
    done = subprocess.run([MSTUD, "replay", file, "--json"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"mstud: {file}: ")
    assert done.stderr.count("\n") == 1
    assert line in done.stderr


def test_a_scenario_error_is_bad_input():
    assert issubclass(ScenarioError, InputError)
