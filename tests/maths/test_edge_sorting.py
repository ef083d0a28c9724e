"""Edge sorting: published figures, properties, and all deals of some starting hands played without any classes."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import permutations, product
from math import perm
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.cards import DECK, parse, parse_card, rank
from mississippi_stud.cli import main
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand, five
from mississippi_stud.maths import jackpot_wagers
from mississippi_stud.maths.advice import Situation, advise
from mississippi_stud.maths.classes import FUTURES, class_of, example, levels
from mississippi_stud.maths.edge_sorting import Backs, SortedGame, parse_backs, parse_group
from mississippi_stud.maths.game import Bets, Game
from mississippi_stud.maths.options import read
from mississippi_stud.maths.solver import solve
from tests.maths import deals


def game_with(straight: int) -> Game:
    return read("online", [], [f"straight={straight}"])[2]


@pytest.mark.parametrize(
    ("group", "straight", "percent", "within"),
    [
        ("J", 4, "38.489", "0.0005"),  # published as exact
        ("J", 5, "39.7", "0.25"),  # the others by simulation
        ("JQ", 5, "48.9", "0.25"),
        ("JQK", 5, "59.0", "0.25"),
        ("JQKA", 5, "63.4", "0.25"),
    ],
)
def test_published_figures(group: str, straight: int, percent: str, within: str):
    value = SortedGame(game_with(straight), parse_group(group)).value
    assert abs(100 * value - Fraction(percent)) < Fraction(within)


@pytest.mark.parametrize(
    ("group", "straight", "antes"),
    [
        ("6789T", 5, 56_115_768),
        pytest.param("6789T", 4, 52_909_560, marks=pytest.mark.campaign),
        pytest.param("23", 4, 37_979_672, marks=pytest.mark.campaign),
        pytest.param("2A", 4, 45_722_628, marks=pytest.mark.campaign),
    ],
)
def test_all_deals_of_the_whole_game(group: str, straight: int, antes: int):
    """The sums of the results of all deals: a program in C had them first, and `deals` plays them here."""
    ranks = frozenset("23456789TJQKA".index(each) for each in group)
    assert deals.sorted_total(ranks, straight) == antes
    assert SortedGame(game_with(straight), parse_group(group)).value == Fraction(antes, deals.DEALS)


@pytest.mark.campaign
@settings(max_examples=40, deadline=None)
@given(st.sets(st.integers(0, 12), min_size=1, max_size=12).map(frozenset), st.integers(0, 12))
def test_all_deals_of_any_group(group: frozenset[int], straight: int):
    assert SortedGame(game_with(straight), group).value == Fraction(deals.sorted_total(group, straight), deals.DEALS)


def test_a_group_of_all_ranks_tells_nothing():
    game = game_with(4)
    assert SortedGame(game, parse_group("23456789TJQKA")).value == solve(game).value


@settings(max_examples=5, deadline=None)
@given(st.sets(st.integers(0, 12), min_size=1, max_size=12).map(frozenset))
def test_a_group_tells_as_much_as_the_ranks_outside_it(group: frozenset[int]):
    game = game_with(4)
    inside, outside = SortedGame(game, group), SortedGame(game, frozenset(range(13)) - group)
    assert inside.value == outside.value >= solve(game).value


def grouped(boards: list[tuple[int, ...]], key: Callable[[tuple[int, ...]], Any]) -> list[list[tuple[int, ...]]]:
    """Return the boards that a player cannot tell from each other yet."""
    found: dict[Any, list[tuple[int, ...]]] = {}
    for board in boards:
        found.setdefault(key(board), []).append(board)
    return list(found.values())


@pytest.mark.parametrize(("hole", "group"), [("Js 9s", "JQKA"), ("6h 2c", "J"), ("5c 5d", "23"), ("8h 7d", "6789T")])
def test_all_deals_of_a_starting_hand(hole: str, group: str):
    """Play every ordered board, knowing at each street only what the player knows then."""
    game, ranks, held = game_with(4), parse_group(group), parse(hole)

    def best(bets: int, boards: list[tuple[int, ...]], street: int) -> int:
        """Return the sum of the results of the best play on boards of which `street` cards are open, in antes."""
        if street == 2:
            made = Counter(hand for *_, hand in boards)
            further = [sum(nets[bets + bet][hand] * count for hand, count in made.items()) for bet in game.multiples]
        else:
            apart = grouped(boards, lambda board: board[street])
            further = [sum(best(bets + bet, each, street + 1) for each in apart) for bet in game.multiples]
        return max(-(1 + bets) * len(boards), *further)

    nets = {total: [game.net((1, 1, total - 2), hand) for hand in Hand] for total in range(3, 10)}
    boards = [(*board, five(*held, *board)) for board in permutations([card for card in DECK if card not in held], 3)]
    told = grouped(boards, lambda board: tuple(rank(card) in ranks for card in board[:3]))
    summed = sum(best(0, each, 0) for each in told)
    assert SortedGame(game, ranks).starting_value(class_of(held)) == Fraction(summed, FUTURES[2])


def played(game: Game, now: Situation) -> dict[int, Fraction]:
    """Return what each bet is worth now, by playing every ordered board with those backs by the rules alone."""
    assert now.backs is not None
    elsewhere, boards = {*now.hole, *now.board, *now.seen}, []
    for cards in permutations([card for card in DECK if card not in elsewhere], 3 - len(now.board)):
        board = (*now.board, *cards)
        exposed = all(board[int(street[0]) - 3] == card for street, card in (now.known or {}).items())
        if exposed and tuple(rank(card) in now.backs.group for card in cards) == now.backs.pattern:
            boards.append((*board, five(*now.hole, *board)))

    def choices(bets: Bets, boards: list[tuple[int, ...]]) -> dict[int, Fraction]:
        """Return the sum of the results after each bet that the wallet covers."""
        can = [each for each in game.multiples if now.wallet is None or 1 + sum(bets) + each <= now.wallet]
        return {each: bet((*bets, each), boards) for each in can}

    def bet(bets: Bets, boards: list[tuple[int, ...]]) -> Fraction:
        """Return the sum of the results once the last of these bets is made and its card turned."""
        if len(bets) == 3:
            made = Counter(hand for *_, hand in boards)
            return sum((net(bets, hand) * count for hand, count in made.items()), Fraction())
        found = Fraction()
        for each in grouped(boards, lambda board: board[len(bets) - 1]):
            found += max([Fraction(game.folded(bets)) * len(each), *choices(bets, each).values()])
        return found

    net = cache(lambda bets, hand: Fraction(game.net(bets, Hand(hand))))
    return {multiple: total / len(boards) for multiple, total in choices(now.bets, boards).items()}


def check_advice(game: Game, now: Situation) -> None:
    advice, bets = advise(game, now), played(game, now)
    assert (advice.fold, advice.bets) == (game.folded(now.bets), bets)
    most = max(bets.values(), default=advice.fold - 1)
    assert advice.best == ("fold" if advice.fold > most else str(min(bet for bet in bets if bets[bet] == most)))


@pytest.mark.parametrize(
    ("cards", "board", "bets", "group", "backs"),
    [
        ("Ah 6h", "9c 9d", (1, 3), "JQKA", "in"),
        ("Ah 6h", "Kc 9d", (1, 1), "JQKA", "in"),
        ("Ah 6h", "Kc 9d", (1, 1), "JQKA", "out"),
        ("Jh Th", "9h 8h", (2, 1), "7Q", "out"),
        ("Ah 6h", "9c", (1,), "JQKA", "in out"),
        ("Ah 6h", "9c", (1,), "JQKA", "out in"),
        ("5c 5d", "2s", (3,), "23", "in in"),
        ("8h 7d", "Tc", (2,), "6789T", "out out"),
        ("Jh 6c", "", (), "J", "in out in"),
        ("7h 2c", "", (), "6789T", "in in out"),
    ],
)
def test_advice_is_what_playing_every_board_gives(
    cards: str, board: str, bets: tuple[int, ...], group: str, backs: str
):
    check_advice(game_with(4), Situation(parse(cards), parse(board), bets, backs=parse_backs(group, backs)))


def test_advice_with_backs_and_whatever_else_is_known():
    told, hole, board = parse_backs("JQKA", "in out"), parse("Ah 6h"), parse("9c")
    game = game_with(4)
    check_advice(game, Situation(hole, board, (1,), seen=parse("As Ad 6c Kd"), backs=told))
    check_advice(game, Situation(hole, board, (1,), known={"4th": parse_card("Ks")}, backs=told))
    check_advice(game, Situation(hole, board, (1,), known={"5th": parse_card("6s")}, backs=told))
    for wallet in (2, 3, 5):
        check_advice(game, Situation(hole, board, (1,), wallet=wallet, backs=told))
    capped = read("crown", ["maximum-payout=1000"], [], "100")[2]
    check_advice(capped, Situation(parse("As Ks"), parse("Qs"), (3,), backs=parse_backs("TJ", "in in")))
    book, choices, plain = read("crown", [], [], "5")
    with_meter = jackpot_wagers.joined(book, choices, plain, 25_000_00)
    check_advice(with_meter, Situation(parse("5s 4s"), parse("3s"), (1,), backs=parse_backs("2A", "in out")))


def test_advice_over_all_backs_of_all_starting_hands_is_the_value_of_the_game():
    game, group = game_with(4), parse_group("JQKA")
    total = Fraction()
    for number, sets in enumerate(levels()[2].sets.tolist()):
        hole = example(2, number)
        inside = 16 - sum(rank(card) in group for card in hole)
        for pattern in product((False, True), repeat=3):
            ways = perm(inside, sum(pattern)) * perm(50 - inside, 3 - sum(pattern))
            advice = advise(game, Situation(hole, backs=Backs(group, pattern)))
            total += sets * ways * max(advice.fold, *advice.bets.values())
    assert total / (1326 * FUTURES[2]) == Fraction(76697, 124950) == SortedGame(game, group).value


@pytest.mark.parametrize(
    ("now", "backs", "message"),
    [
        (Situation(parse("Ah 6h")), "in", "still face down is 3, and --backs has 1: write in or out for each"),
        (Situation(parse("Ah 6h"), parse("9c"), (1,)), "in in in", "still face down is 2, and --backs has 3"),
        (Situation(parse("Jh Jd")), "in in in", "only 2 of the group and 48 of other ranks are left"),
        (Situation(parse("Jh Jd"), known={"4th": parse_card("7c")}), "in in in", "7c on 4th street is not what"),
        (Situation(parse("Jh 6h"), seen=parse("Js Jd Jc")), "in out out", "0 of the group and 47 of other ranks"),
        (
            Situation(parse("2h 3h"), seen=tuple(card for card in DECK if card not in parse("2h 3h 4h Js Jc Jd"))),
            "out out in",
            "3 of the group and 1 of other ranks",
        ),
    ],
)
def test_backs_that_cannot_be_are_told(now: Situation, backs: str, message: str):
    with pytest.raises(InputError, match=message):
        advise(game_with(4), replace(now, backs=parse_backs("J", backs)))


@pytest.mark.parametrize("text", ["", "yes no", "in,outs", "ioo"])
def test_what_tells_no_backs(text: str):
    with pytest.raises(InputError, match="does not tell backs: write in or out for each"):
        parse_backs("J", text)


@pytest.mark.parametrize("text", ["", "JJ", "X", "1", "J Q"])
def test_what_is_no_group(text: str):
    with pytest.raises(InputError, match="is not a group of ranks: write each rank once, such as JQKA"):
        parse_group(text)


def test_ten_is_written_as_a_letter_or_a_number():
    assert parse_group("10j") == parse_group("TJ") == {8, 9}


def test_the_command_answers_in_both_languages(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    def mstud(*arguments: str) -> str:
        monkeypatch.setattr("sys.argv", ["mstud", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return out if end.value.code == 0 else err

    run = partial(mstud, "solve", "online", "--sorted")
    assert "makes a round worth 15004603/38984400 (0.384887) antes" in run("J")
    assert "la valeur de 15004603/38984400 (0,384887) mises initiales" in run("J", "--lang", "fr")
    answer = json.loads(run("jqka", "--json"))
    assert (answer["sorted"], answer["value"]) == ("JQKA", "76697/124950")
    assert Fraction(answer["worth_of_sorting"]) == Fraction(76697, 124950) - Fraction(answer["fair_value"])
    assert "is not a group of ranks" in run("JJ")
    assert "--sorted, --human" in run("J", "--human")
    assert "--out writes the card of --human or the strategy of --strategy: give one" in run("J", "--out", "x")

    advised = partial(mstud, "advise", "Ah 6h", "--board", "9c", "--bets", "1")
    answer = json.loads(advised("--sorted", "jqka", "--backs", "In, OUT", "--json"))
    assert {name: answer[name] for name in ("fold", "1", "2", "3", "best")} == {
        "fold": "-2",
        "1": "-84/85",
        "2": "-132/85",
        "3": "-176/85",
        "best": "1",
    }
    assert "miser 1 fois la mise initiale vaut 1,012" in advised(
        "--sorted", "JQKA", "--backs", "in out", "--lang", "fr"
    )
    assert "--sorted belongs to --backs: give both" in advised("--sorted", "JQKA")
    assert "--backs va avec --sorted\xa0: donnez les deux" in advised("--backs", "in out", "--lang", "fr")
    assert "écrivez in ou out pour chacune" in advised("--sorted", "J", "--backs", "in", "--lang", "fr")
