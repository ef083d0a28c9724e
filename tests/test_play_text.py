"""`mstud play --text`: whole games with known decks, and the balance after every round calculated by hand."""

import subprocess
import sysconfig
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from mississippi_stud.cards import DECK, Card, parse, text
from mississippi_stud.cli.play import Quit, TerminalGame, shuffled
from mississippi_stud.rulebooks import rulebook
from tests.clauses import clause

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


def run(book: str, language: str, decks: Iterable[str], answers: str) -> tuple[list[int], Script]:
    """Return the balance after every round, and the questions asked."""
    tops = iter(decks)
    script = Script(answers)
    game = TerminalGame(rulebook(book), language, lambda: deck(next(tops)), script)
    balances: list[int] = []
    one_round: Callable[[], None] = game.round

    def watched() -> None:
        one_round()
        balances.append(game.balance_cents)

    game.round = watched  # type: ignore[method-assign]
    game.run()
    assert next(script.answers, None) is None, "every answer was asked for"
    return balances, script


LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])

NO_BONUS = {"nsw": "", "crown": "", "online": "0", "maryland": "0"}
"""The answer that declines the bonus in each book's game."""


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
    assert {"en": "jacks or better", "fr": "paire de valets ou mieux"}[language] in told
    assert {"en": "You leave with $910.00.", "fr": "910,00"}[language] in told.replace("\xa0", " ")
    assert ("Play money" in told) == (language == "en")


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
    balances, script = run("maryland", "en", [top], "10 5 5 f")
    assert balances == [1_000_00 - 10_00 + 20_00 + 25_00]
    assert [question.partition("; ")[2].partition(" [")[0] for question in script.questions[:3]] == [
        "ante",
        "Three Card Bonus",
        "Six Card Bonus",
    ]


@clause("online overview.5")
def test_max_bet_all(capsys: pytest.CaptureFixture[str]):
    """On 3rd street 10 + 3 × 30, on 4th street 10 + 10 + 2 × 30, at 1 to 1; on 5th street it is not offered."""
    decks = [hand("online", "Jh Js", "2c 5d 8s")] * 3
    balances, script = run("online", "en", decks, "10 0 m . 0 1 m . . 1 1 m 1")
    assert balances == [1_100_00, 1_180_00, 1_220_00]
    offered = ["m = max bet all" in question for question in script.questions if "f = fold" in question]
    assert offered == [True, True, True, True, True, False, False]
    assert "Please type one of the letters or numbers." in capsys.readouterr().out


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_max_bet_all_is_offered_online_only(book: str):
    balances, script = run(book, "en", [hand(book, "Jh Js", "2c 5d 8s")], f"10 {NO_BONUS[book]} m f")
    assert balances == [990_00]
    assert not any("m =" in question for question in script.questions)


def test_nothing_typed_repeats_the_last_wagers():
    decks = [hand("online", "2h 7s", "4c 9d Ks")] * 3
    balances, script = run("online", "en", decks, "20 5 f . . f 30 0 f")
    assert balances == [975_00, 950_00, 920_00]
    assert script.questions[3] == "balance $975.00; ante [$20.00]:"
    assert script.questions[4] == "balance $955.00; Three Card Bonus [$5.00]:"


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
    balances, _ = run(book, language, decks, f"1000.01 250 {NO_BONUS[book]} 1 1 2 1")
    assert balances == [2_000_00]
    told = capsys.readouterr().out.replace("\xa0", " ")
    assert {"en": "You have only $1,000.00.", "fr": "Vous n'avez que"}[language] in told
    assert {"en": "You have only $250.00.", "fr": "250,00 $"}[language] in told


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_a_street_that_cannot_be_paid_leaves_the_fold(book: str, capsys: pytest.CaptureFixture[str]):
    """$600 on the ante leaves $400, so no street can be bet, whatever the cards; then only $400 can be bet."""
    decks = [hand(book, "Jh Js", "2c 5d 8s")] * 2
    balances, script = run(book, "en", decks, f"600 {NO_BONUS[book]} 1 2 3 f . {NO_BONUS[book]} 1 f")
    assert balances == [400_00, 0]
    assert "balance $400.00; ante [$400.00]:" in script.questions
    told = capsys.readouterr().out
    assert told.count("You have only $400.00.") == 3
    assert "You have only $0.00." in told
    assert "Nothing is left. Thank you for playing." in told


@LANGUAGES
@pytest.mark.parametrize("book", ["nsw", "maryland", "crown"])
def test_going_broke_ends_the_game(book: str, language: str, capsys: pytest.CaptureFixture[str]):
    balances, _ = run(book, language, [hand(book, "5h 5s", "2c 3d 8s")], f"250 {NO_BONUS[book]} 1 1 1")
    assert balances == [0]
    told = capsys.readouterr().out
    assert ("Nothing is left." in told) == (language == "en")
    assert "leave with" not in told


def test_a_bonus_that_the_balance_no_longer_covers_is_not_suggested():
    decks = [hand("maryland", "2h 7s", "4c 9d Ks")] * 2
    balances, script = run("maryland", "en", decks, "10 500 0 f . 0 f")
    assert balances == [490_00, 480_00]
    assert "balance $480.00; Three Card Bonus [$0.00]:" in script.questions


def test_leaving_in_the_middle_of_a_round_leaves_the_wagers(capsys: pytest.CaptureFixture[str]):
    balances, _ = run("crown", "en", [hand("crown", "Jh Js", "2c 5d 8s")], "25 3 q")
    assert balances == []
    assert "You leave with $900.00." in capsys.readouterr().out


def test_the_table_never_shows_a_card_that_is_not_turned(capsys: pytest.CaptureFixture[str]):
    run("crown", "en", [hand("crown", "Jh Js", "2c 5d 8s")], "25 1 q")
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


# As a process.


def mstud_play(*arguments: str, typed: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([MSTUD, "play", *arguments], input=typed, capture_output=True, timeout=60, check=False)


def test_a_game_by_piped_input_ends_with_it():
    done = mstud_play("--text", "--book", "crown", "--lang", "fr", typed=b"10\nf\n\xff\xfe\n25\nf\n")
    assert (done.returncode, done.stderr) == (0, b"")
    told = done.stdout.decode().replace("\xa0", " ")
    assert told.count("mise initiale [") == 4  # the third was not an amount, the last was not answered
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
    ("answers", "left"), [("", "1,000.00"), ("10", "1,000.00"), ("10 5", "1,000.00"), ("10 5 5", "980.00")]
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
    from mississippi_stud.money import Currency
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
    console.print(table(view(rulebook("crown"), state, Role.PLAYER, "ann"), Currency.AUD, language))
    drawn = console.export_text().replace("\xa0", " ")
    shown = {"en": ("$1,234.00", "$3,702.00"), "fr": ("1 234,00 $", "3 702,00 $")}[language]
    assert all(each in drawn for each in ("10♥ 10♦", "▒▒ ▒▒ ▒▒", *shown))
    assert max(map(len, drawn.splitlines())) <= columns
