"""`mstud play`: whole games with known decks, and the balance after every round calculated by hand."""

import re
import subprocess
import sysconfig
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from mississippi_stud.cards import DECK, Card, parse, text
from mississippi_stud.cli.play import Quit, TerminalGame, shuffled
from mississippi_stud.cli.private_table import PrivateTable
from mississippi_stud.rulebooks import rulebook
from tests.clauses import clause
from tests.terminal import Terminal, plain

MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"
BOOKS = ("nsw", "maryland", "crown", "online")


def deck(top: str) -> tuple[Card, ...]:
    """Return a whole deck that begins with these cards."""
    first = parse(top)
    return (*first, *(card for card in DECK if card not in first))


def hand(book: str, hole: str, community: str) -> str:
    """Return the top of a deck that deals a lone player these cards; maryland's bonus cards make nothing with them."""
    return f"Kc Jd 9s 7c {community} {hole}" if book == "maryland" else f"{hole} {community}"


class Script:
    """Answers to the game's questions; when they run out, the player stops."""

    def __init__(self, answers: str) -> None:
        self.answers = iter(answers.split())
        self.questions: list[str] = []

    def __call__(self, question: str) -> str:
        self.questions.append(question)
        answer = next(self.answers, "q")
        if answer == "q":
            raise Quit
        return "" if answer == "." else answer


def run(
    book: str, language: str, decks: Iterable[str], answers: str, balance: int = 1_000_00
) -> tuple[list[int], Script]:
    """Return the balance after every round, and the questions asked."""
    tops = iter(decks)
    script = Script(answers)
    table = PrivateTable(book, {"en": "you", "fr": "vous"}[language], language)
    table.balance_cents = balance
    game = TerminalGame(table, language, lambda: deck(next(tops)), script)
    balances: list[int] = []
    one_round: Callable[[], None] = game.round

    def watched() -> None:
        one_round()
        balances.append(table.balance_cents)

    game.round = watched  # type: ignore[method-assign]
    game.run()
    assert next(script.answers, None) is None, "every answer was asked for"
    return balances, script


LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])

NO_BONUS = {"nsw": "0 0", "crown": "0", "online": "0", "maryland": "0 0"}
"""The answers that decline the side wagers of each book's game; the Six Card Bonus needs the Three Card Bonus."""


@LANGUAGES
@pytest.mark.parametrize("book", BOOKS)
def test_win_push_lose_and_fold(book: str, language: str, capsys: pytest.CaptureFixture[str]):
    decks = [
        hand(book, "Jh Js", "2c 5d 8s"),  # jacks: 10 + 10 + 20 + 30 at 1 to 1
        hand(book, "Th Ts", "2c 5d 8s"),  # tens push
        hand(book, "5h 5s", "2c 3d 8s"),  # fives lose 10 + 10 + 20 + 30
        hand(book, "2h 7s", "4c 9d 8s"),  # folded on 3rd street, the ante lost
        hand(book, "2h 7s", "4c 9d 8s"),  # folded on 4th street
        hand(book, "2h 7s", "4c 9d 8s"),  # folded on 5th street
    ]
    bonus = NO_BONUS[book]
    rounds = ("1 2 3", "1 1 1", "1 2 3", "f", "1 f", "2 3 f")
    answers = " ".join(f"10 {bonus} {decisions}" for decisions in rounds)
    balances, _ = run(book, language, decks, answers)
    assert balances == [1_070_00, 1_070_00, 1_000_00, 990_00, 970_00, 910_00]
    told = capsys.readouterr().out
    told = told.replace("\xa0", " ")
    assert {"en": "You have: jacks or better.", "fr": "Vous avez : paire de valets ou mieux."}[language] in told
    assert {"en": "You leave with $910.00.", "fr": "910,00"}[language] in told.replace("\xa0", " ")
    assert ("of play money" in told) == (language == "en")


@LANGUAGES
@clause("online play.8")
def test_a_folded_hand_keeps_its_bonus(language: str, capsys: pytest.CaptureFixture[str]):
    """A straight among the community cards: 6 to 1 on $5 against an ante of $10."""
    balances, _ = run("online", language, [hand("online", "2c Ks", "4c 5d 6h")], "10 5 f")
    assert balances == [1_020_00]
    assert "6 à 1" in (told := capsys.readouterr().out) or "6 to 1" in told


@clause("maryland .11H(2)")
def test_a_folded_maryland_hand_keeps_both_bonuses(capsys: pytest.CaptureFixture[str]):
    """Table A: a flush on the table 4 to 1 on $5, three kings among the six cards 5 to 1 on $5; the ante lost."""
    top = "Kc Kd 9s 7c 2h 8h Jh Ks 3c"
    balances, script = run("maryland", "en", [top], "10 0 5 5 f")
    assert balances == [1_000_00 - 10_00 + 20_00 + 25_00]
    assert script.questions[:4] == [
        "Ante, $5.00 to $100.00 [$5.00]:",
        "Progressive wager, $1.00 [$0.00]:",
        "Three Card Bonus, $1.00 to $100.00 [$0.00]:",
        "Six Card Bonus, $1.00 to $100.00 [$0.00]:",
    ]


@clause("online overview.5")
def test_max_bet_all(capsys: pytest.CaptureFixture[str]):
    """On 3rd street 10 + 3 × 30, on 4th street 10 + 10 + 2 × 30, at 1 to 1; on 5th street it is not offered."""
    decks = [hand("online", "Jh Js", "2c 5d 8s")] * 3
    balances, script = run("online", "en", decks, "10 0 m . 0 1 m . . 1 1 m 1")
    assert balances == [1_100_00, 1_180_00, 1_220_00]
    offered = ["m = max bet all" in question for question in script.questions if "f = fold" in question]
    assert offered == [True, True, True, True, True, False, False]
    assert "Please type one of the letters or numbers, or ? for help." in capsys.readouterr().out


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_max_bet_all_is_offered_online_only(book: str):
    balances, script = run(book, "en", [hand(book, "Jh Js", "2c 5d 8s")], f"10 {NO_BONUS[book]} m f")
    assert balances == [990_00]
    assert not any("m =" in question for question in script.questions)


def test_nothing_typed_repeats_the_last_wagers():
    decks = [hand("online", "2h 7s", "4c 9d Ks")] * 3
    balances, script = run("online", "en", decks, "20 5 f . . f 30 0 f")
    assert balances == [975_00, 950_00, 920_00]
    assert script.questions[3] == "ANTE, up to $50.00 [$20.00], r = same wagers:"
    assert script.questions[4] == "3 Card Bonus, up to $50.00 [$5.00]:"


@LANGUAGES
def test_wrong_answers_change_nothing_and_are_asked_again(language: str, capsys: pytest.CaptureFixture[str]):
    wrong_amounts = "ten -5 NaN 1e3 0.001 [/bold] 0 50.01 1000.01"  # 50.01 and 1000.01: over what online takes
    wrong_bonus = "x 50.01"
    wrong_decisions = "x 0 4 -1 1.5 ² ٣ [/] 99999999999999999999 . M1"
    decks = [hand("online", "Jh Js", "2c 5d 8s")]
    balances, script = run("online", language, decks, f"{wrong_amounts} 10 {wrong_bonus} 5 {wrong_decisions} 1 1 1")
    assert balances == [1_000_00 + 40_00 - 5_00]
    assert len(script.questions) == 9 + 1 + 2 + 1 + 11 + 3 + 1  # the last one ends the game
    told = capsys.readouterr().out
    assert {"en": "Please type an amount", "fr": "Tapez un montant"}[language] in told
    assert {"en": "Please type one of", "fr": "Tapez une des lettres"}[language] in told
    assert "Online limits.1" in told
    assert {
        "en": "The ante is $50.01;",
        "fr": "Mise initiale\xa0: montant proposé, 50,01\xa0$; cette table accepte de",
    }[language] in told
    assert {"en": "│ you ", "fr": "│ vous "}[language] in told


def test_french_amounts_are_read_as_french_people_write_them():
    balances, _ = run("online", "fr", [hand("online", "2h 7s", "4c 9d Ks")], "12,50 0 f")
    assert balances == [987_50]


def test_a_large_letter_is_a_letter():
    balances, _ = run("online", "en", [hand("online", "Jh Js", "2c 5d 8s")] * 2, "10 0 F 10 0 M")
    assert balances == [990_00, 1_090_00]


@LANGUAGES
@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_an_amount_over_the_balance_is_not_bet(book: str, language: str, capsys: pytest.CaptureFixture[str]):
    decks = [hand(book, "Jh Js", "2c 5d 8s")]
    balances, script = run(book, language, decks, f"41 10 {NO_BONUS[book]} 1 1 2 1", balance=40_00)
    assert balances == [80_00]
    told = capsys.readouterr().out.replace("\xa0", " ")
    assert {"en": "You have only $40.00.", "fr": "Vous n'avez que 40,00 $"}[language] in told
    assert {"en": "You have only $10.00.", "fr": "Vous n'avez que 10,00 $"}[language] in told
    assert (
        script.questions[-3].replace("\xa0", " ")
        == {
            "en": "1 = $10.00, f = fold:",
            "fr": "1 = 10,00 $, f = se coucher :",
        }[language]
    ), "only what can be paid is offered"


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_a_street_that_cannot_be_paid_leaves_the_fold(book: str, capsys: pytest.CaptureFixture[str]):
    """$10 on the ante leaves $5, so no street can be bet, whatever the cards; then only $5 can be bet."""
    decks = [hand(book, "Jh Js", "2c 5d 8s")] * 2
    answers = f"10 {NO_BONUS[book]} 1 2 3 f . {NO_BONUS[book]} 1 f"
    balances, script = run(book, "en", decks, answers, balance=15_00)
    assert balances == [5_00, 0]
    assert any("[$5.00], r = same wagers:" in question for question in script.questions)
    assert script.questions.count("f = fold:") == 6
    told = capsys.readouterr().out
    assert told.count("You have only $5.00.") == 3
    assert "You have only $0.00." in told
    assert "You have $0.00 left, less than the smallest ante. Thank you for playing.\nYou lost $15.00 in all." in told


@LANGUAGES
@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_going_broke_ends_the_game(book: str, language: str, capsys: pytest.CaptureFixture[str]):
    answers = f"10 {NO_BONUS[book]} 1 1 1"
    balances, _ = run(book, language, [hand(book, "5h 5s", "2c 3d 8s")], answers, balance=44_99)
    assert balances == [4_99]
    told = capsys.readouterr().out
    assert {"en": "You have $4.99 left", "fr": "Il vous reste 4,99\xa0$"}[language] in told
    assert "leave with" not in told


@pytest.mark.parametrize(("balance", "played"), [(4_99, False), (5_00, True)])
def test_the_game_ends_below_the_smallest_ante(balance: int, played: bool, capsys: pytest.CaptureFixture[str]):
    _, script = run("crown", "en", [], "", balance=balance)
    assert bool(script.questions) is played


def test_a_bonus_that_the_balance_no_longer_covers_is_not_suggested():
    decks = [hand("maryland", "2h 7s", "4c 9d Ks")] * 2
    balances, script = run("maryland", "en", decks, "10 0 40 0 f r f", balance=60_00)
    assert balances == [10_00, 0]
    assert script.questions[-2:] == ["Ante, $5.00 to $100.00 [$10.00], r = same wagers:", "f = fold:"]


# The side wagers of each book, with what they pay and what they leave on the meter.


@LANGUAGES
@clause("nsw 1.1 Fixed Jackpot", "nsw 15.2.9")
def test_the_side_wagers_of_new_south_wales(language: str, capsys: pytest.CaptureFixture[str]):
    """A flush: $40 at 6 to 1, 100 for 1 on the jackpot wager of $1, 60 to 1 on $2 of fixed jackpot; then all lose."""
    decks = [hand("nsw", "2h 7h", "9h Jh Kh"), hand("nsw", "2h 7s", "9c Jd Ks")]
    balances, _ = run("nsw", language, decks, "10 1 2 1 1 1 r 1 1 1")
    assert balances == [1_000_00 + 240_00 + 99_00 + 120_00, 1_459_00 - 40_00 - 1_00 - 2_00]
    told = capsys.readouterr().out.replace("\xa0", " ")
    meter = {"en": ("$10,000.00", "$10,000.30", "$10,000.60"), "fr": ("10 000,00 $", "10 000,30 $", "10 000,60 $")}
    begins = {"en": "The meter shows {}.", "fr": "Le compteur affiche {}."}
    assert all(begins[language].format(value) in told for value in meter[language])
    for said in {
        "en": ("You win $459.00.", "You lose $43.00.", "Jackpot wager loses, -$1.00", "Ante loses, -$10.00"),
        "fr": ("Vous gagnez 459,00 $.", "Vous perdez 43,00 $.", "Mise de jackpot perd, -1,00 $", "perd, -10,00 $"),
    }[language]:
        assert said in told


@clause("maryland .12C(1)(e)", "maryland .12D", "maryland .12E")
def test_the_side_wagers_of_maryland(capsys: pytest.CaptureFixture[str]):
    """A flush: $20 at 6 to 1, $1 of progressive at 40 for 1; on the table, 4 to 1 on $3.

    Then a folded hand with a flush among the six cards: 15 to 1 on $2, while the ante of $5 and a bonus of $1 lose.
    """
    balances, _ = run("maryland", "en", ["Qh Td 9s 8c 9h Jh Kh 2h 7h"], "5 1 3 0 1 1 1")
    assert balances == [1_000_00 + 120_00 + 39_00 + 12_00]
    balances, _ = run("maryland", "en", ["Qh Th 9h 8c 9d Jd 4c 2h 7h"], "5 0 1 2 f")
    assert balances == [1_000_00 - 5_00 - 1_00 + 30_00]
    assert "Six Card Bonus wins, $30.00 (15 to 1), $2.00 is returned" in capsys.readouterr().out


@clause("crown 9.4.1", "crown 10.1.2", "crown 10.2.1")
def test_the_jackpot_of_crown(capsys: pytest.CaptureFixture[str]):
    """A straight flush: $20 at 100 to 1 and a tenth of the meter, rounded up to $50,001; the house tops it up again."""
    decks = [hand("crown", "5h 6h", "7h 8h 9h"), hand("crown", "2h 7s", "9c Jd Ks")]
    balances, _ = run("crown", "en", decks, "5 1 1 1 1 5 0 f")
    told = capsys.readouterr().out
    assert balances == [1_000_00 + 2_000_00 + 5_000_10 - 1_00, 7_994_10]
    assert "You win $6,999.10." in told
    assert told.count("The meter shows $50,000.00.") == 3


@pytest.mark.parametrize("book", BOOKS)
@LANGUAGES
def test_every_question_is_explained_and_shows_the_pay_tables(
    book: str, language: str, capsys: pytest.CaptureFixture[str]
):
    """? and p at every question of a round change nothing, and both are shown each time."""
    wagers = " ".join(f"? p P {each}" for each in f"10 {NO_BONUS[book]}".split())
    balances, script = run(book, language, [hand(book, "Jh Js", "2c 5d 8s")], f"{wagers} ? p 1 p ? 1 ? ? p 1 ? p")
    assert balances == [1_040_00]
    told = flat(capsys.readouterr().out)
    sides = len(NO_BONUS[book].split())
    how = {"en": "Each bet turns one of the three community", "fr": "Chaque mise révèle une des trois cartes"}[language]
    street = {"en": "Type a number to bet that many times", "fr": "Tapez un nombre pour miser autant"}[language]
    tables = {"en": "Ante and streets", "fr": "Mise initiale et tours"}[language]
    keys = {"en": "p shows the pay tables", "fr": "p : tableaux des gains"}[language]
    assert told.count(how) == 1 + sides + 1
    assert told.count(street) == 4
    assert told.count(tables) == 2 * (1 + sides) + 3 + 1
    assert told.count(keys) == 1 + 1 + sides + 1 + 4
    assert told.count("500 : 1") >= told.count(tables)
    assert ("m bets" in told or "MAX BET ALL" in told or "MISE MAX" in told) == (book == "online")
    assert len(script.questions) == 3 * (1 + sides) + (1 + sides) + 7 + 3 + 3


def flat(told: str) -> str:
    return " ".join(told.split())


def test_leaving_in_the_middle_of_a_round_leaves_the_wagers(capsys: pytest.CaptureFixture[str]):
    balances, _ = run("crown", "en", [hand("crown", "Jh Js", "2c 5d 8s")], "25 0 3 q")
    assert balances == []
    told = capsys.readouterr().out
    assert "The wagers of this round stay on the table.\n\nYou leave with $900.00." in told
    assert "You lost $100.00 in all." in told


def test_the_table_never_shows_a_card_that_is_not_turned(capsys: pytest.CaptureFixture[str]):
    run("crown", "en", [hand("crown", "Jh Js", "2c 5d 8s")], "25 0 1 q")
    told = capsys.readouterr().out
    assert "J♥ J♠" in told
    assert "2♣ ▒▒ ▒▒" in told
    assert "5♦" not in told
    assert "8♠" not in told


def test_a_shuffled_deck_is_a_whole_deck():
    decks = {shuffled() for _ in range(10)}
    assert len(decks) == 10
    assert all(sorted(each) == list(DECK) for each in decks)
    assert "As" in text(next(iter(decks)))


# At a terminal.

WAGER = {"en": "ANTE, up to $50.00 [$5.00]", "fr": "MISE INITIALE, jusqu'à 50,00\xa0$ [5,00\xa0$]"}
PROMPTS = {
    "the ante": ([], "1,000.00"),
    "the bonus": (["5"], "1,000.00"),
    "3rd street": (["5", ""], "995.00"),
    "4th street": (["5", "", "1"], "990.00"),
    "5th street": (["5", "", "1", "1"], "985.00"),
}
"""What is typed before each question, and what a player who leaves there takes along."""


@pytest.mark.parametrize(
    ("arguments", "language"), [([], "en"), ([], "fr"), (["play"], "fr"), (["play", "--text"], "en")]
)
def test_mstud_alone_welcomes_and_starts(arguments: list[str], language: str):
    terminal = Terminal(*arguments, MSTUD_LANG=language)
    terminal.until(WAGER[language])
    welcome = {"en": "Welcome to Mississippi Stud.", "fr": "Bienvenue au Mississippi Stud."}[language]
    assert welcome in terminal.shown
    terminal.type("q")
    assert terminal.end() == 0


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
@pytest.mark.parametrize("prompt", PROMPTS)
def test_every_question_can_be_left(prompt: str, key: str):
    typed, left = PROMPTS[prompt]
    terminal = Terminal("play", rows=20, columns=60)
    for line in typed:
        terminal.question()
        terminal.type(line)
    terminal.question()
    terminal.type(key)
    assert terminal.end() == 0
    told = flat(plain(terminal.shown))
    assert f"You leave with ${left}. Thank you for playing." in told
    assert ("The wagers of this round stay on the table." in told) == (left != "1,000.00")
    assert "Traceback" not in told


@pytest.mark.parametrize(("rows", "columns", "language"), [(24, 80, "en"), (20, 60, "fr")])
@pytest.mark.parametrize("book", BOOKS)
def test_a_round_in_a_small_terminal(book: str, language: str, rows: int, columns: int):
    """Nothing is wider than the terminal, and without colours nothing is coloured."""
    terminal = Terminal("play", "--book", book, "--lang", language, rows=rows, columns=columns, NO_COLOR="1")
    for line in ("?", "p", "5", *NO_BONUS[book].split(), "?", "1", "1", "f", "q"):
        terminal.question()
        terminal.type(line)
    assert terminal.end() == 0
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", terminal.shown)
    assert max(map(len, plain(terminal.shown).splitlines())) <= columns
    net = {"en": "You lose $15.00.", "fr": "Vous perdez 15,00\xa0$."}[language]
    assert net in terminal.shown


# As a process.


def mstud_play(*arguments: str, typed: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([MSTUD, "play", *arguments], input=typed, capture_output=True, timeout=60, check=False)


def test_a_game_by_piped_input_ends_with_it():
    done = mstud_play("--text", "--book", "crown", "--lang", "fr", typed=b"10\n0\nf\n\xff\xfe\n25\n\nf\n")
    assert (done.returncode, done.stderr) == (0, b"")
    told = done.stdout.decode().replace("\xa0", " ")
    assert (
        told.count("Mise initiale, de 5,00 $ à 500,00 $ [") == 4
    )  # the third was not an amount, the last was not answered
    assert "965,00 $" in told


@pytest.mark.parametrize("typed", [b"QUIT\n", b""])
def test_a_game_that_is_left_at_once(typed: bytes):
    done = mstud_play("--text", typed=typed)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "You leave with $1,000.00." in done.stdout.decode()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--book", "monaco"], "monaco"),
        (["--text", "--book", "monaco"], "monaco"),
        (["--lang", "de"], "'de' is not a language of this house"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(arguments: list[str], said: str):
    done = mstud_play(*arguments, typed=b"")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert said in done.stderr.decode()


@pytest.mark.parametrize(
    ("answers", "left"),
    [("", "1,000.00"), ("10", "1,000.00"), ("10 1", "1,000.00"), ("10 1 5", "1,000.00"), ("10 1 5 5", "979.00")],
)
def test_whoever_leaves_before_the_deal_takes_the_wagers_along(
    answers: str, left: str, capsys: pytest.CaptureFixture[str]
):
    run("maryland", "en", [hand("maryland", "2h 7s", "4c 9d 8s")], answers)
    assert f"You leave with ${left}." in capsys.readouterr().out


def test_the_book_is_named_in_french(capsys: pytest.CaptureFixture[str]):
    run("online", "fr", [], "")
    assert "Mississippi Stud, jeu électronique pour un joueur" in capsys.readouterr().out


@LANGUAGES
@pytest.mark.parametrize("columns", [40, 72, 100])
def test_the_cards_and_wagers_are_seen_in_a_narrow_terminal_too(columns: int, language: str):
    from rich.console import Console

    from mississippi_stud.cli.drawing import table
    from mississippi_stud.round import Bet, Deal, Open, Place, Setup, play, view
    from mississippi_stud.round.view import Role
    from mississippi_stud.rulebooks.vocabulary import Wager

    state = play(
        rulebook("crown"),
        Open(setup=Setup(dealing="shoe", seats=((1, "ann"),))),
        Place(position=1, wager=Wager.ANTE, cents=1234_00),
        Deal(cards=parse("Th Td 4c 5c 6c")),
        Bet(position=1, cents=3702_00),
    )
    console = Console(width=columns, record=True)
    console.print(table(view(rulebook("crown"), state, Role.PLAYER, "ann"), rulebook("crown"), language))
    drawn = console.export_text().replace("\xa0", " ")
    shown = {"en": ("$1,234.00", "$3,702.00"), "fr": ("1 234,00 $", "3 702,00 $")}[language]
    assert all(each in drawn for each in ("10♥ 10♦", "▒▒ ▒▒ ▒▒", *shown))
    assert max(map(len, drawn.splitlines())) <= columns


@pytest.mark.parametrize(("language", "called"), [("en", "3 Card Bonus"), ("fr", "Bonus 3 cartes")])
def test_a_side_wager_has_the_books_name_everywhere(language: str, called: str, capsys: pytest.CaptureFixture[str]):
    run("online", language, ["Ah Kh Qh Jh Th"], "5 2 1 1 1")
    shown = capsys.readouterr().out
    assert shown.count(called) > 4, "the tables and the result"
    assert f"    {called} " in shown
    assert "Three Card" not in shown
