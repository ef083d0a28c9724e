"""Side wagers: the printed return, counts by independent means, and every table of the books."""

from fractions import Fraction
from math import comb

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.maths import side_wagers
from mississippi_stud.maths.options import Choices
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.pays import percent_text
from mississippi_stud.rulebooks.vocabulary import Wager
from tests.clauses import clause

THREE = Wager.THREE_CARD_BONUS
SIX = Wager.SIX_CARD_BONUS


def worked_out(
    book: str, wager: Wager, table: str | None = None, stake: int = 100, **choices: object
) -> side_wagers.SideWager:
    return side_wagers.tables(rulebook(book), wager, Choices(table=table, **choices), stake)[0]


@clause("online return.2")
def test_return_2__the_bonus_returns_97_86_percent_with_a_2_3_a_straight():
    bonus = worked_out("online", THREE)
    assert f"{float(bonus.return_):.2%}" == "97.86%"
    printed = rulebook("online").returns
    assert printed is not None
    assert percent_text(printed.three_card_bonus.value) == "97.86%"
    assert bonus.return_ == 1 + Fraction(50 * 4 + 40 * 44 + 30 * 52 + 6 * 720 + 4 * 1096 + 3744 - 16440, 22100)
    assert f"{float(worked_out('online', THREE, ace_low_in_three=False).return_):.2%}" != "97.86%"


# The counts of three cards are literals of tests/test_hands.py: 4, 44, 52, 720, 1096, 3744, 16440.
@pytest.mark.parametrize(
    ("table", "value"),
    [
        pytest.param("A", 40 * 48 + 30 * 52 + 6 * 720 + 4 * 1096 + 3744 - 16440, marks=clause("maryland .12D(1)")),
        pytest.param("B", 40 * 48 + 30 * 52 + 5 * 720 + 4 * 1096 + 3744 - 16440, marks=clause("maryland .12D(2)")),
        pytest.param(
            "C", 200 + 40 * 44 + 30 * 52 + 5 * 720 + 4 * 1096 + 3744 - 16440, marks=clause("maryland .12D(3)")
        ),
        pytest.param(
            "D", 200 + 40 * 44 + 30 * 52 + 6 * 720 + 3 * 1096 + 3744 - 16440, marks=clause("maryland .12D(4)")
        ),
        pytest.param("E", 40 * 48 + 30 * 52 + 6 * 720 + 3 * 1096 + 3744 - 16440, marks=clause("maryland .12D(5)")),
        pytest.param(
            "F", 200 + 40 * 44 + 30 * 52 + 6 * 720 + 4 * 1096 + 3744 - 16440, marks=clause("maryland .12D(6)")
        ),
    ],
)
def test_12_d__the_six_tables_of_the_three_card_bonus(table: str, value: int):
    assert worked_out("maryland", THREE, table).value == Fraction(value, 22100)


# As tests/test_hands.py counts them one by one over all 20,358,520 sets; the royal flushes without the Super Royals.
SIX_CARDS = {
    "royal-flush": 4 * 47 - 4,
    "straight-flush": 1_656,
    "four-of-a-kind": 13 * comb(48, 2),
    "full-house": 165_984,
    "flush": 205_792,
    "straight": 361_620,
    "three-of-a-kind": 732_160,
    "two-pair": 2_532_816,
    "nothing": 6_612_900,
}


def test_every_set_of_six_cards_is_counted():
    found = side_wagers.six_card_counts()
    assert sum(found.values()) == comb(52, 6) == 20_358_520
    assert {name: found[name] for name in SIX_CARDS} == SIX_CARDS
    assert sum(found[name] for name in ("low-pair", "pair-of-6s-to-10s", "jacks-or-better")) == 9_730_740
    assert all(found[f"super-royal-of-{suit}"] == 1 for suit in ("clubs", "diamonds", "hearts", "spades"))


def six_card_net(odds: tuple[int, ...]) -> int:
    """Return the sum over all sets of a table's odds, royal flush to three of a kind, without Super Royals."""
    names = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind")
    won = sum(SIX_CARDS[name] * pays for name, pays in zip(names, odds, strict=True))
    return won - (comb(52, 6) - 4 - sum(SIX_CARDS[name] for name in names))


@clause("maryland .12E(1)", "maryland .12E(2)")
@pytest.mark.parametrize("stake", [1, 5, 25])
def test_12_e__super_royals_are_worth_less_the_more_is_staked(stake: int):
    net = six_card_net((1000, 200, 50, 20, 15, 10, 5))
    a = worked_out("maryland", SIX, "A", stake * 100)
    b = worked_out("maryland", SIX, "B", stake * 100)
    assert a.value == Fraction(net * stake + 1_000_000 + 3 * 100_000 - 4 * stake, comb(52, 6) * stake)
    assert b.value == Fraction(net * stake + 4 * 100_000 - 4 * stake, comb(52, 6) * stake)


@pytest.mark.parametrize(
    ("table", "odds"),
    [
        ("draft-A", (1000, 200, 50, 25, 20, 10, 5)),
        ("draft-B", (1000, 200, 100, 20, 15, 9, 8)),
        ("draft-C", (1000, 200, 100, 20, 15, 10, 7)),
        ("draft-D", (1000, 200, 50, 25, 15, 10, 5)),
    ],
)
def test_the_drafts_pay_a_super_royal_as_a_royal_flush(table: str, odds: tuple[int, ...]):
    bonus = worked_out("maryland", SIX, table)
    assert bonus.value == Fraction(six_card_net(odds) + 4 * 1000, comb(52, 6))
    assert not bonus.offered


@clause("online limits.5")
def test_limits_5__the_bonus_pays_at_most_2550_with_the_stake():
    at, above = worked_out("online", THREE, stake=50_00), worked_out("online", THREE, stake=50_01)
    assert at.rows[0].net == 50
    assert above.rows[0].net == Fraction(2550_00, 50_01) - 1


def test_probabilities_add_up():
    for book in ("online", "maryland"):
        for each in side_wagers.tables(rulebook(book), THREE, Choices(), 100):
            assert sum(row.probability for row in each.rows) == 1


@pytest.mark.parametrize(
    ("book", "wager", "table", "message"),
    [
        ("online", SIX, None, "online has no six-card-bonus: its wagers are ante"),
        ("maryland", SIX, "Z", "choose one of A, B, draft-A"),
        ("crown", Wager.JACKPOT, None, "give --meter"),
    ],
)
def test_what_is_not_there_is_told(book: str, wager: Wager, table: str | None, message: str):
    with pytest.raises(InputError, match=message):
        worked_out(book, wager, table)
