"""The charts of all streets, what can still come after a play, and games with changed terms."""

import json
import subprocess
import sysconfig
from collections import Counter
from fractions import Fraction

import pytest

from mississippi_stud.cards import DECK, parse
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand, five
from mississippi_stud.maths.advice import Situation, advise
from mississippi_stud.maths.charts import ChartCell, chart
from mississippi_stud.maths.options import read
from mississippi_stud.maths.prospects import prospects
from mississippi_stud.maths.side_offers import side_offers
from mississippi_stud.maths.solver import solve
from mississippi_stud.maths.variations import Variation, changed_pay, net_pays, varied
from mississippi_stud.rulebooks.load import BOOKS, rulebook
from tests.maths.plain import plain_solve

GAME = read("online")[2]
SOLVED = solve(GAME)
CHARTS = [chart(SOLVED, street) for street in range(3)]


def cells(street: int) -> list[ChartCell]:
    return [cell for row in CHARTS[street] for cell in row]


def test_355_situations_can_be_met_under_best_play():
    assert [len(cells(street)) for street in range(3)] == [169, 88 * 3, 65 * 5]
    assert [sum(cell.chance > 0 for cell in cells(street)) for street in range(3)] == [169, 79, 107]


def test_a_street_is_reached_as_often_as_no_street_before_it_is_folded():
    left = Fraction(1)
    for street in range(3):
        assert sum(cell.chance for cell in cells(street)) == left
        left -= sum(cell.chance for cell in cells(street) if cell.best == "fold")
    assert sum(cell.chance * cell.value for cell in cells(0)) == SOLVED.value == Fraction(-53223, 1082900)


@pytest.mark.parametrize("street", range(3))
def test_a_square_says_what_the_advice_says(street: int):
    every = cells(street)
    for cell in every[:: len(every) // 8]:
        advice = advise(GAME, Situation(cell.cards[:2], cell.cards[2:], cell.bets))
        assert cell.values == {"fold": advice.fold, **{str(bet): value for bet, value in advice.bets.items()}}
        assert cell.best == advice.best
        others = sorted((value for play, value in cell.values.items() if play != cell.best), reverse=True)
        assert (cell.values[cell.second], cell.cost) == (others[0], cell.value - others[0])


def test_a_tie_costs_nothing():
    tie = next(cell for cell in cells(2) if cell.bets == (1, 1) and cell.value == -3 and cell.best == "1")
    assert (tie.second, tie.cost) == ("fold", 0)


def test_starting_hands_by_name():
    by_name = {cell.name: cell for cell in cells(0)}
    assert {"AA", "AKs", "AKo", "32o"} <= set(by_name)
    assert (by_name["JJ"].best, by_name["JJ"].value) == ("3", Fraction(3824, 245))
    assert (by_name["65s"].best, by_name["65o"].best) == ("1", "fold")
    assert (by_name["AKs"].chance, by_name["AKo"].chance, by_name["AA"].chance) == (
        Fraction(4, 1326),
        Fraction(12, 1326),
        Fraction(6, 1326),
    )


# What can still come.


def counted(found, play: str) -> dict[tuple[str, Fraction], int]:
    return {(row.end, row.net): row.ways for each in found if each.play == play for row in each.rows}


def test_on_the_last_street_every_card_is_counted():
    hole, board, seen = parse("Ah Kh"), parse("Qh Jh"), parse("2c 3c 4d")
    found = prospects(GAME, Situation(hole, board, (3, 3), seen))
    left = [card for card in DECK if card not in {*hole, *board, *seen}]
    made = Counter(five(*hole, *board, card) for card in left)
    ends = counted(found, "1")
    assert {end: ways for (end, _), ways in ends.items()} == {hand.key: count for hand, count in made.items()}
    assert ends["royal-flush", Fraction(8 * 500)] == 1
    assert ends["nothing", Fraction(-8)] == made[Hand.NOTHING] == 21
    assert counted(found, "fold") == {("fifth-street", Fraction(-7)): 45}


def test_on_an_earlier_street_every_card_is_played_on_by_advice():
    hole, board, bets = parse("9s 8h"), parse("5d"), (1,)
    found = prospects(GAME, Situation(hole, board, bets))
    for bet in GAME.multiples:
        ends: Counter[tuple[str, Fraction]] = Counter()
        for fourth in set(DECK) - {*hole, *board}:
            after = (*board, fourth)
            best = advise(GAME, Situation(hole, after, (*bets, bet))).best
            for fifth in set(DECK) - {*hole, *after}:
                if best == "fold":
                    ends["fifth-street", Fraction(-1 - 1 - bet)] += 1
                else:
                    made, wagers = five(*hole, *after, fifth), (*bets, bet, int(best))
                    ends[made.key, GAME.net(wagers, made)] += 1
        assert counted(found, str(bet)) == ends
        assert any(end == "fifth-street" for end, _ in ends)
        assert sum(ends.values()) == 49 * 48


@pytest.mark.parametrize(
    ("book", "ante", "now"),
    [
        ("online", None, Situation(parse("Ah 6h"))),
        ("maryland", "100", Situation(parse("Ah Kh"), parse("Qh"), (3,))),
        ("crown", "5", Situation(parse("5h 5c"), parse("9c"), (2,), parse("Kd 7s"), {"5th": parse("Qs")[0]})),
    ],
    ids=["two cards", "a cap", "seen and known"],
)
def test_what_can_come_adds_up_to_the_value_of_each_play(book: str, ante: str | None, now: Situation):
    game = read(book, (), (), ante)[2]
    found, advice = prospects(game, now), advise(game, now)
    assert [each.value for each in found] == [advice.fold, *advice.bets.values()]
    for each in found:
        assert sum(map(each.chance, each.rows)) == 1
        assert each.ahead == sum(each.chance(row) for row in each.rows if row.net > 0)


def test_nothing_can_come_where_nothing_is_to_be_decided():
    with pytest.raises(InputError, match="nothing left to decide"):
        prospects(GAME, Situation(parse("Ah 6h"), parse("2c 3c 4c"), (1, 1, 1)))


# What if.

ASKED = [
    Variation("online", ("straight=5",)),
    Variation("crown", ("flush=13/2", "straight=5", "low-pair=push"), ("multiples=1,3",), "5"),
    Variation("maryland", ("royal-flush=lose",), ("maximum-payout=5000",), "25"),
    Variation("crown", (), (), "5", "60000"),
]


def test_a_variation_is_solved_like_by_its_plain_twin():
    found = varied(ASKED[1])
    twin = plain_solve(found.solved.game)
    assert found.value == Fraction(twin.value, found.solved.numbers.unit * 155_937_600)
    assert (found.solved.ends == twin.ends).all()
    assert all((one == other).all() for one, other in zip(found.solved.folds, twin.folds, strict=True))


@pytest.mark.parametrize("asked", ASKED[2:])
def test_the_command_that_a_variation_names_makes_its_value(asked: Variation):
    command = [f"{sysconfig.get_path('scripts')}/mstud", "solve", asked.book, "--json"]
    done = subprocess.run(" ".join(command) + asked.arguments(), shell=True, capture_output=True, check=True, text=True)  # noqa: S602
    assert Fraction(json.loads(done.stdout)["value"]) == varied(asked).value


def test_a_straight_at_5_to_1():
    found = varied(ASKED[0])
    assert f"{float(-found.value):.4%}" == "3.7591%"
    own = varied(Variation("online"))
    assert f"{float(own.element_of_risk):.2%}" == "1.37%"
    assert own.win_chance + own.push_chance < 1
    assert sum(chance for _, chance, _ in own.ends) == 1
    assert sum(adds for _, _, adds in own.ends) == own.value


def test_plays_are_compared_by_what_is_bet_whatever_the_multiples():
    own = varied(Variation("online"))
    assert varied(Variation("online", (), ("multiples=1,3",))).changes(own) == []  # twice the ante is never best
    small = varied(Variation("online", (), ("multiples=1,2",))).changes(own)
    assert ("3", "2") in {(each.before, each.after) for each in small}
    assert not any(each.before == each.after for each in small)


def test_a_jackpot_wager_is_part_of_what_is_wagered():
    both, main = varied(ASKED[3]), varied(Variation("crown", ante="5"))
    assert both.average_wager == both.solved.average_wager + Fraction(1, 5)
    assert both.element_of_risk == -both.value / both.average_wager
    assert both.changes(main)


@pytest.mark.parametrize("book", BOOKS)
def test_pays_as_what_each_unit_wins(book: str):
    nets = net_pays(rulebook(book))
    assert list(nets) == list(reversed(Hand))
    assert [int(net) for net in nets.values()] == [500, 100, 40, 10, 6, 4, 3, 2, 1, 0, -1, -1]
    again = Variation(book, tuple(changed_pay(hand, net) for hand, net in nets.items()))
    assert varied(again).value == varied(Variation(book)).value


# Side wagers.


def test_the_side_wagers_of_each_book():
    found = {book: {offer.wager.value: offer for offer in side_offers(rulebook(book))} for book in BOOKS}
    assert {book: list(offers) for book, offers in found.items()} == {
        "nsw": ["jackpot", "fixed-jackpot"],
        "maryland": ["progressive", "three-card-bonus", "six-card-bonus"],
        "crown": ["jackpot"],
        "online": ["three-card-bonus"],
    }
    (main,) = found["online"]["three-card-bonus"].tables
    assert f"{float(-main.value):.2%}" == "2.14%"
    six = found["maryland"]["six-card-bonus"].tables
    assert len({(table.table, table.value) for table in six}) == len(six) == 12  # by stake only where it matters
    crown = found["crown"]["jackpot"].jackpot
    assert (f"{float(crown.break_even) / 100:.2f}", f"{float(crown.break_even_together) / 100:.2f}") == (
        "242202.53",
        "201958.95",
    )
    assert crown.value_at_seed + (crown.break_even - crown.seed_cents) * crown.per_cent == 0
    nsw = found["nsw"]
    assert {hand.key for hand in nsw["jackpot"].jackpot.missing} == {"four-of-a-kind", "full-house", "flush"}
    assert nsw["fixed-jackpot"].fault.code == "prizes-on-sign"
