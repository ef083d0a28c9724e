"""The exact solver: the printed returns, and equality with brute force for printed, random and absurd games."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.cards import parse
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths import solver
from mississippi_stud.maths.classes import ORDERED_DEALS, class_of, example, levels, starting_hand
from mississippi_stud.maths.game import Game, PayCap
from mississippi_stud.maths.options import parse_odds, read
from mississippi_stud.money import Odds
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.pays import percent_text
from tests.clauses import clause
from tests.maths import oracle

ALL_FOUR = frozenset(range(4))


def book_game(name: str = "online", *options: str, pays: tuple[str, ...] = (), ante: str | None = None) -> Game:
    return read(name, options, pays, ante)[2]


def game_of(rules: oracle.Rules) -> Game:
    """Return the oracle's rules as a game: the bridge between the two arithmetics."""
    limits = []
    if rules.won_cap is not None:
        limits.append(PayCap("won", "", ALL_FOUR, False, rules.won_cap))
    if rules.paid_cap is not None:
        limits.append(PayCap("paid", "", ALL_FOUR, True, rules.paid_cap, with_bonus=rules.bonus is not None))
    for place, cap in enumerate(rules.single_caps or ()):
        limits.append(PayCap(f"single {place}", "", frozenset([place]), True, cap))
    pays = {hand: Odds(pays=pays, on=on, keeps_stake=True) for hand, (pays, on) in rules.odds.items()}
    in_cents = rules.ante if limits or rules.round_up else None
    beside = {"bonus_cents": rules.bonus or {}, "ace_low_in_three": True}
    return Game("random", pays, rules.multiples, in_cents, tuple(limits), ties_bet=rules.ties_bet, **beside)


@clause("online return.1")
def test_return_1__the_main_game_returns_98_63_percent_where_ties_bet():
    solved = solver.solve(book_game())
    assert solved.value == Fraction(-53223, 1082900)
    assert solved.average_wager == Fraction(74757, 20825)
    assert f"{float(solved.return_):.2%}" == "98.63%"
    printed = rulebook("online").returns
    assert printed is not None
    assert (percent_text(printed.main.value), printed.ties_bet.value) == ("98.63%", True)
    folding = solver.solve(book_game("online", "ties=fold"))
    assert folding.value == solved.value
    assert f"{float(folding.return_):.2%}" == "98.59%"


@pytest.mark.parametrize("name", ["nsw", "maryland", "crown"])
def test_the_other_books_print_the_same_game(name: str):
    assert solver.solve(book_game(name)).value == Fraction(-53223, 1082900)


def test_classes_are_as_many_as_suit_isomorphism_leaves():
    found = levels()
    assert [found[size].classes for size in (2, 3, 4)] == [169, 1755, 16432]
    assert [int(found[size].sets.sum()) for size in (2, 3, 4)] == [1326, 22100, 270725]
    assert [found[size].kinds for size in (2, 3, 4)] == [169, 88, 65]
    for size, unseen in ((2, 50), (3, 49), (4, 48)):
        assert set(found[size].onward.sum(axis=1).tolist()) == {unseen}
    assert len({starting_hand(number) for number in range(169)}) == 169


@pytest.mark.parametrize("size", [2, 3, 4])
def test_an_example_of_a_class_is_of_that_class(size: int):
    for number in range(0, levels()[size].classes, 97):
        assert class_of(example(size, number)) == number


def test_every_count_adds_up_to_all_ordered_deals():
    solved = solver.solve(book_game())
    assert int(solved.ends.sum()) + sum(int(each.sum()) for each in solved.folds) == ORDERED_DEALS == 155_937_600
    assert sum(solved.distribution.values()) == 1
    assert sum(net * chance for net, chance in solved.distribution.items()) == solved.value
    parts = [solved.hand_contribution(hand) for hand in Hand] + [solved.fold_contribution(n) for n in range(3)]
    assert sum(parts) == solved.value
    assert sum(solved.hand_probability(hand) for hand in Hand) + sum(map(solved.fold_probability, range(3))) == 1


def check_hole(rules: oracle.Rules, cards: tuple[int, int]) -> None:
    """Check one starting hand against brute force: value and first play."""
    solved = solver.solve(game_of(rules))
    played = oracle.hole(rules, cards)
    number = class_of(cards)
    assert solved.starting_value(number) * 117_600 == Fraction(played.value, rules.ante)
    assert solved.play_name(int(solved.plays[0][0, number])) == (
        str(int(played.plays[()])) if played.plays[()] else "fold"
    )


@pytest.mark.parametrize("cards", ["Ah 6h", "9c 9d", "2c 7d", "6h 5h", "Qd Jc", "Ts 5s"])
def test_brute_force_agrees_on_a_starting_hand(cards: str):
    check_hole(oracle.Rules(oracle.STANDARD), parse(cards))
    check_hole(oracle.Rules(oracle.STANDARD, ties_bet=False), parse(cards))


def test_the_rules_read_aloud_agree():
    """Compare the oracle itself with a recursion that reads like the rules."""
    rules = oracle.Rules(oracle.STANDARD, (1, 3))
    assert oracle.literal(rules, parse("Th 6h")) == oracle.hole(rules, parse("Th 6h")).value


def random_rules(seed: int) -> oracle.Rules:
    """Return a random pay table: fractional odds, huge pays, odd multiples, caps of every kind."""
    chance = random.Random(seed)  # noqa: S311
    odds = {hand: (chance.randint(0, 40), chance.choice([1, 1, 2, 3, 7])) for hand in Hand if chance.random() < 0.7}
    if seed % 3 == 0:
        odds[Hand.ROYAL_FLUSH] = (10**12 - chance.randint(1, 99), 1)
    multiples = tuple(sorted(chance.sample(range(1, 7), chance.randint(1, 4))))
    ante = chance.choice([100, 500, 733])
    caps: dict[str, object] = {"round_up": True, "ante": ante}
    kind = seed % 4
    if kind == 1:
        caps |= {"won_cap": chance.randint(10, 60) * ante}
    elif kind == 2:
        caps |= {"paid_cap": chance.randint(40, 90) * ante}
    elif kind == 3:
        caps |= {"single_caps": tuple(chance.randint(20, 60) * ante for _ in range(4))}
    else:
        caps = {}
    return oracle.Rules(odds, multiples, ties_bet=bool(seed & 1), **caps)


@pytest.mark.parametrize("seed", range(12))
def test_brute_force_agrees_on_random_games(seed: int):
    chance = random.Random(seed)  # noqa: S311
    check_hole(random_rules(seed), tuple(chance.sample(range(52), 2)))


def check_whole(rules: oracle.Rules) -> None:
    """Check all 1,326 starting hands and 155,937,600 ordered deals against brute force."""
    results: Counter = Counter()
    folds: Counter = Counter()
    finals: Counter = Counter()
    for cards in combinations(range(52), 2):
        played = oracle.hole(rules, cards)
        results.update(played.results)
        folds.update(played.folds)
        finals.update(played.finals)
    solved = solver.solve(game_of(rules))
    distribution: Counter = Counter()
    for (net, _), count in results.items():
        distribution[Fraction(net, rules.ante)] += count
    assert {net: chance * ORDERED_DEALS for net, chance in solved.distribution.items()} == distribution
    assert solved.average_wager * ORDERED_DEALS == sum(wagered * count for (_, wagered), count in results.items())
    assert [int(each.sum()) for each in solved.folds] == [folds[street] for street in range(3)]
    assert solved.ends.sum(axis=0).tolist() == [finals[hand] for hand in Hand]


@pytest.mark.campaign
def test_brute_force_agrees_on_the_whole_game():
    check_whole(oracle.Rules(oracle.STANDARD))


@pytest.mark.campaign
@pytest.mark.parametrize("seed", [101, 102, 103, 105, 106, 107])
def test_brute_force_agrees_on_whole_random_games(seed: int):
    check_whole(random_rules(seed))


def test_python_integers_take_over_where_int64_could_overflow():
    small = book_game()
    huge = book_game(pays=("royal-flush=999999999999",))
    assert solver.solve(small).numbers.leaves.dtype == np.int64
    solved = solver.solve(huge)
    assert solved.numbers.leaves.dtype == object
    assert sum(net * chance for net, chance in solved.distribution.items()) == solved.value
    # exactly at the bound: the greatest result times all deals must stay below 2**63
    assert solver._dtype(2**63 // ORDERED_DEALS) is np.int64
    assert solver._dtype(2**63 // ORDERED_DEALS + 1) is object


def test_both_kinds_of_integers_agree(monkeypatch: pytest.MonkeyPatch):
    game = book_game()
    fast = solver.solve(game)
    monkeypatch.setattr(solver, "_dtype", lambda greatest: object)
    slow = solver.solve(game)
    assert (fast.value, fast.distribution) == (slow.value, slow.distribution)
    assert all(np.array_equal(ours, theirs) for ours, theirs in zip(fast.plays, slow.plays, strict=True))


odds = st.tuples(st.integers(0, 60), st.integers(1, 4))


@settings(max_examples=40)
@given(st.dictionaries(st.sampled_from(Hand), odds, min_size=1), st.sampled_from(Hand), st.integers(1, 50))
def test_raising_a_pay_never_lowers_the_value(table: dict, hand: Hand, more: int):
    rules = oracle.Rules(table)
    pays, on = table.get(hand, (0, 1))
    higher = replace(rules, odds=table | {hand: (pays + more, on)})
    assert solver.solve(game_of(higher)).value >= solver.solve(game_of(rules)).value


@settings(max_examples=30)
@given(st.dictionaries(st.sampled_from(Hand), odds, min_size=1), st.sets(st.sampled_from(["3rd", "4th", "5th"])))
def test_knowing_a_card_never_lowers_the_value(table: dict, known: set):
    game = game_of(oracle.Rules(table))
    before = solver.solve(game, solver.seen_with(sorted(known - {max(known)}) if known else ()))
    after = solver.solve(game, solver.seen_with(sorted(known)))
    assert after.value >= before.value


@settings(max_examples=30)
@given(st.dictionaries(st.sampled_from(Hand), odds, min_size=1), st.integers(1, 300))
def test_a_cap_never_raises_the_value(table: dict, cap: int):
    free = oracle.Rules(table, ante=100)
    capped = replace(free, won_cap=cap * 100)
    assert solver.solve(game_of(capped)).value <= solver.solve(game_of(replace(free, round_up=True))).value


@pytest.mark.parametrize(
    ("cards", "known"),
    [
        ("Qh 8h", [0]),
        pytest.param("Jh 7h", [1], marks=pytest.mark.campaign),
        pytest.param("7h 5h", [2], marks=pytest.mark.campaign),
        pytest.param("4c 4d", [0, 2], marks=pytest.mark.campaign),
        pytest.param("6c 3d", [1, 2], marks=pytest.mark.campaign),
    ],
)
def test_brute_force_agrees_on_a_game_with_known_cards(cards: str, known: list[int]):
    """The average, over the cards that may be known, of the best value that brute force then finds."""
    rules = oracle.Rules(oracle.STANDARD, (1, 3))
    hole = parse(cards)
    rest = [card for card in range(52) if card not in hole]
    total, ways = Fraction(0), 0
    for exposed in permutations(rest, len(known)):
        bets, fold = oracle.situation(rules, hole, known=dict(zip(known, exposed, strict=True)))
        total += max(fold, *bets.values())
        ways += 1
    solved = solver.solve(game_of(rules), solver.seen_with([("3rd", "4th", "5th")[place] for place in known]))
    assert solved.starting_value(class_of(hole)) == total / ways


def test_a_player_who_knows_all_cards_bets_the_most_on_every_winner():
    solved = solver.solve(book_game(), solver.seen_with(["3rd", "4th", "5th"]))
    paid = {hand: pay for hand, (pay, _) in oracle.STANDARD.items()}
    counts = dict(
        zip(
            Hand,
            (levels()[2].sets @ levels()[2].onward @ levels()[3].onward @ levels()[4].onward).tolist(),
            strict=True,
        )
    )
    expected = sum(count * (paid[hand] * 10 if hand in paid else -1) for hand, count in counts.items())
    assert solved.value == Fraction(expected, ORDERED_DEALS)


def test_an_odd_pay_table_is_solved_with_a_warning():
    game = book_game(pays=("flush=2",))
    assert list(map(str, game.warnings())) == [
        "the flush pays less than the straight; the table is solved as it stands"
    ]
    assert solver.solve(game).value < Fraction(-53223, 1082900)
    assert not list(book_game().warnings())


@pytest.mark.parametrize(
    ("options", "pays", "ante", "message"),
    [
        (["foo=1"], [], None, "there is no option 'foo'"),
        (["tabel=x"], [], None, "did you mean table?"),
        (["table=x"], [], None, "ante has no pay table 'x' in online: choose one of main"),
        (["ties"], [], None, "write KEY=VALUE"),
        (["ties=maybe"], [], None, "choose one of bet, fold"),
        (["multiples=3,2"], [], None, "ascending order"),
        (["multiples=0"], [], None, "from 1 to 100"),
        (["multiples=a"], [], None, "write them as 1,2,3"),
        (["players=12"], [], None, "write 0 to 8"),
        ([], ["straight"], None, "write HAND=ODDS"),
        ([], ["straight=-5"], None, "odds cannot be negative"),
        ([], ["strait=5"], None, "did you mean straight?"),
        ([], ["straight=5/0"], None, "pay on a stake of nothing"),
        ([], ["straight=five"], None, "'five' are not odds"),
        ([], [], "-5", "cannot be negative"),
        ([], [], "0", "at least one cent"),
        (["prize.flush=push"], [], None, "cannot be a push"),
    ],
)
def test_bad_input_is_told(options: list[str], pays: list[str], ante: str | None, message: str):
    with pytest.raises(InputError, match=message.replace("?", r"\?")):
        read("online", options, pays, ante)


@pytest.mark.parametrize(
    ("text", "odds"), [("5", (5, 1, True)), ("9/2", (9, 2, True)), ("4.5", (9, 2, True)), ("9 for 1", (9, 1, False))]
)
def test_odds_as_people_write_them(text: str, odds: tuple[int, int, bool]):
    assert parse_odds(text) == Odds(*odds)


def test_unknown_street():
    with pytest.raises(InputError, match="name 3rd, 4th or 5th"):
        solver.seen_with(["6th"])
