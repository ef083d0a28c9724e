"""Questions beyond a plain solution, each answered as plain data: known cards, the human strategy, side wagers, caps,
meters, where each jackpot dollar goes, and the sessions and risk of many rounds.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from mississippi_stud.cards import RANKS, rank
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths import caps as the_caps
from mississippi_stud.maths import covariance as the_covariance
from mississippi_stud.maths import dollars as the_dollars
from mississippi_stud.maths import side_wagers as the_side
from mississippi_stud.maths import strategy as the_human
from mississippi_stud.maths.classes import FUTURES, example, levels, starting_hand
from mississippi_stud.maths.deviations import changes
from mississippi_stud.maths.distribution import Distribution
from mississippi_stud.maths.edge_sorting import SortedGame, parse_group
from mississippi_stud.maths.evaluation import Evaluation, Strategy, choices_taken, evaluate
from mississippi_stud.maths.game import Game
from mississippi_stud.maths.jackpot_wagers import JackpotTerms, OtherPlayers, Worth, terms, with_jackpot, worth
from mississippi_stud.maths.joint_play import JointPlay, joint
from mississippi_stud.maths.lattice import Floats
from mississippi_stud.maths.losses import PastDecision, losses
from mississippi_stud.maths.options import Choices
from mississippi_stud.maths.plots import Curve
from mississippi_stud.maths.remarks import Remark
from mississippi_stud.maths.report import exact, header, solution
from mississippi_stud.maths.risk import drawdown_within, first_ruin, kelly, ruin_ever
from mississippi_stud.maths.seen_cards import seen_value
from mississippi_stud.maths.sessions import Session, sample_paths, session
from mississippi_stud.maths.short_wallet import WalletGame
from mississippi_stud.maths.solver import seen_with, solve
from mississippi_stud.maths.strategy_file import write
from mississippi_stud.maths.whole_file import replace_file
from mississippi_stud.money import Cents, text
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, Wager

Answer = dict[str, Any]
OPEN_HANDS_LEAST: Final = 2
OPEN_HANDS_MOST: Final = 9
PATHS_MOST: Final = 200
USUAL_STAKES: Final = (100, 500, 1000, 2500)


def known(game: Game, streets: Sequence[str]) -> Answer:
    """Solve the game of a player who knows some community cards from the start, and value that knowledge."""
    knowing, fair = solve(game, seen_with(streets)), solve(game)
    return {
        "known": sorted(set(streets)),
        **exact("worth_of_knowing", knowing.value - fair.value),
        **exact("fair_value", fair.value),
        **solution(knowing),
    }


def edge_sorting(game: Game, group: str) -> Answer:
    """Value the game of a player who sees from the backs whether a rank is in the group."""
    found, fair = SortedGame(game, parse_group(group)), solve(game)
    return {
        **header(game),
        "sorted": found.ranks,
        **exact("value", found.value),
        **exact("fair_value", fair.value),
        **exact("worth_of_sorting", found.value - fair.value),
    }


def seen_cards(game: Game, count: int) -> Answer:
    """Value the game of a player who has seen so many random other cards, and value that knowledge."""
    found, fair = seen_value(game, count), solve(game)
    return {
        **header(game),
        "seen_cards": count,
        **({} if found.exact is None else exact("value", found.exact)),
        "value_decimal": found.estimate,
        "half_width_95_decimal": found.half_width,
        "sets_solved": found.samples,
        **exact("fair_value", fair.value),
        "worth_of_seeing_decimal": found.estimate - float(fair.value),
    }


def open_hands(game: Game, hands: int) -> Answer:
    """Value the game of a player at a table where so many show each other their hands before the first decision."""
    if not OPEN_HANDS_LEAST <= hands <= OPEN_HANDS_MOST:
        raise InputError("open-hands-count", hands=hands, least=OPEN_HANDS_LEAST, most=OPEN_HANDS_MOST)
    return {**seen_cards(game, 2 * (hands - 1)), "open_hands": hands}


def first_card(game: Game) -> Answer:
    """Value a round by the rank of one's own first card, and the right to see it before the ante is wagered."""
    solved, sums = solve(game), [Fraction(0)] * len(RANKS)
    for number in range(levels()[2].classes):
        high, low = (rank(card) for card in example(2, number))
        ways = Fraction(int(levels()[2].sets[number]), 4 * 51)  # how many of 51 second cards, for each first card
        for each in {high, low}:
            sums[each] += ways * solved.starting_value(number) * (2 if high == low else 1)
    seen = sum((max(each, Fraction(0)) for each in sums), Fraction(0)) / len(RANKS)
    return {
        **header(game),
        "first_card": {RANKS[each]: exact("value", sums[each]) for each in reversed(range(len(RANKS)))},
        **exact("value", seen),
        **exact("fair_value", solved.value),
        **exact("worth_of_seeing", seen - solved.value),
    }


def short_wallet(game: Game, wallet: int) -> Answer:
    """Value the best play of somebody with so many antes, by wallet, and tell how the starting hands are played."""
    found, fair = WalletGame(game, wallet), solve(game)
    rows = {each: WalletGame(game, each).value for each in range(1, found.most + 1)}
    numbers = sorted(range(levels()[2].classes), key=lambda number: -found.starting_value(number))
    return {
        **header(game),
        "wallet": wallet,
        **exact("value", found.value),
        **exact("fair_value", fair.value),
        **exact("cost", fair.value - found.value),
        "by_wallet": [{"wallet": each, **exact("value", value)} for each, value in rows.items()],
        "starting_hands": {
            starting_hand(number): {**exact("value", found.starting_value(number)), "play": found.starting_play(number)}
            for number in numbers
        },
    }


def covariance(book: Rulebook, choices: Choices, game: Game, name: str) -> Answer:
    """Return the covariance of the main game with the Three Card Bonus, or of two seats."""
    solved, table = solve(game), None
    if name == "seats":
        found = the_covariance.seats(solved)
    elif name == Wager.THREE_CARD_BONUS:
        tables = the_side.tables(book, Wager.THREE_CARD_BONUS, choices, 100)
        chosen = next((each for each in tables if each.offered), tables[0])
        table, found = chosen.table, the_covariance.bonus(solved, chosen)
    else:
        raise InputError("no-covariance", name=name)
    return {
        **header(game),
        "of": name,
        "table": table,
        **exact("covariance", found.value),
        "correlation_decimal": found.correlation,
    }


def human(game: Game) -> Answer:
    """Return the human strategy's card and exactly what it costs."""
    return {"card": the_human.card(), **_evaluated(the_human.human(game))}


def strategy(game: Game, chosen: Strategy, history: Sequence[PastDecision] = ()) -> Answer:
    """Return what a strategy is worth, and where it loses what; and of the history that it is, what was really lost."""
    found = evaluate(solve(game), chosen)
    words = {str(each.words): each.words for each in found.mistakes}
    classes = ((street, words[cards], cost) for (street, cards), cost in found.by_class.items())
    return {
        "strategy": chosen.name,
        **_evaluated(found),
        **exact("average_wager", found.average_wager),
        **exact("variance", found.distribution.variance),
        "cost_by_street": {street: exact("cost", cost) for street, cost in found.by_street.items()},
        "cost_by_class": [{"street": street, "cards": cards, **exact("cost", cost)} for street, cards, cost in classes],
        "distribution": [
            {**exact("net", net), **exact("probability", chance)} for net, chance in found.distribution.items()
        ],
        **({"history": _history(found, history)} if history else {}),
    }


def _history(found: Evaluation, decisions: Sequence[PastDecision]) -> Answer:
    """Return what decisions really lost, and how many of those that such a player makes they say something about."""
    taken = choices_taken(decisions)
    all_met = known = 0
    for bets, met in found.met.items():
        size = 2 + len(bets)
        kinds = np.isin(levels()[size].kind, list(taken.get(bets, ())))
        all_met += int(met.ways.sum()) * FUTURES[size]
        known += int(met.ways[kinds].sum()) * FUTURES[size]
    return {
        "decisions": len(decisions),
        "situations": sum(map(len, taken.values())),
        **exact("met", Fraction(known, all_met)),
        **exact("lost", sum(losses(found.best, decisions), Fraction(0))),
    }


def write_strategy(game: Game, chosen: Strategy, path: str) -> None:
    """Write a strategy as a file, to be changed by hand."""
    replace_file(Path(path), write(evaluate(solve(game), chosen)).encode())


def _evaluated(found: Evaluation) -> Answer:
    return {
        **header(found.best.game),
        **exact("value", found.value),
        **exact("best_value", found.best.value),
        **exact("cost", found.cost),
        "mistakes": [mistake.plain() for mistake in found.mistakes],
    }


def side(book: Rulebook, wager: Wager, choices: Choices, stake_cents: int | None) -> Answer:
    """Value a side wager by its table, or by each of its tables; by stake where a prize is a fixed sum."""
    fixed = stake_cents is None and the_side.needs_stake(book, wager)
    stakes = USUAL_STAKES if fixed else (stake_cents or 100,)
    tables = [table for stake in stakes for table in the_side.tables(book, wager, choices, stake)]
    return {"book": book.id, "wager": wager.value, "tables": [_side(table) for table in tables]}


def _side(table: the_side.SideWager) -> Answer:
    rows = {
        row.hand: {
            "pays": row.pays,
            **exact("probability", row.probability),
            **exact("contribution", row.contribution),
        }
        for row in table.rows
    }
    return {
        "table": table.table,
        "offered": table.offered,
        "stake": text(Cents(table.stake_cents)),
        **exact("value", table.value),
        **exact("return", table.return_),
        **exact("variance", table.variance),
        "hands": rows,
    }


def caps(book: Rulebook, game: Game, antes: Sequence[int]) -> Answer:
    """Return what the book's caps cost at each ante, and which plays they change."""
    rows = the_caps.cap_costs(game, antes or the_caps.telling_antes(book, game))
    limits = {
        limit.name: {
            "clause": limit.clause,
            "amount": text(Cents(limit.cents)),
            **exact("can_bind_above_ante", the_caps.binds_above(game, limit) / 100),
            **exact("costs_best_play_above_ante", the_caps.costs_above(game, limit) / 100),
        }
        for limit in game.limits
    }
    beside = {hand.key: text(Cents(cents)) for hand, cents in game.bonus_cents.items()}
    return {**header(game), "limits": limits, "three_card_bonus": beside, "antes": [_cap_row(row) for row in rows]}


def _cap_row(row: the_caps.CapCost) -> Answer:
    return {
        "ante": text(Cents(row.ante_cents)),
        **exact("value", row.value),
        **exact("cost", row.cost),
        **exact("cost_in_dollars", row.cost * row.ante_cents / 100),
        "changes": [change.plain() for change in row.changed],
    }


def dollars(book: Rulebook, choices: Choices, game: Game) -> Answer:
    """Return where each jackpot dollar goes, for a player who plays the main game best and for one who never folds."""
    never = the_dollars.by_play(book, choices, None)
    return {
        "book": book.id,
        "optimal": [row.plain() for row in the_dollars.by_play(book, choices, solve(game))],
        "never_fold": [row.plain() for row in never],
        "notes": [Remark("dollars-exact"), Remark("dollars-model")],
    }


def meter(book: Rulebook, choices: Choices, game: Game, meter_cents: int, wager: Wager | None = None) -> Answer:
    """Value a jackpot wager at a meter: alone, by number of other players, and solved together with the main game."""
    game, apart, high = _apart(book, choices, game, meter_cents, wager)
    the_terms, at = apart.wager, Fraction(meter_cents)
    together = solve(with_jackpot(game, the_terms, at))
    both = joint(game, the_terms, Fraction(0), high)
    beside = [
        joint(game, the_terms, Fraction(0), high, OtherPlayers(n, apart.theirs)) for n in range(1, choices.players + 1)
    ]
    return {
        **header(game),
        "jackpot": _terms(the_terms, at),
        **exact("value", together.value),
        **exact("value_without_jackpot", both.plain.value),
        **exact("jackpot_worth_in_antes", together.value - both.plain.value),
        "by_meter": _by_meter(apart, both),
        "by_other_players": [_others(apart, each, at) for each in (both, *beside)],
        "changes_from_main_game": [change.plain() for change in changes(both.plain, together)],
        "play_changes_at": [_step(at_cents, changed) for at_cents, changed in both.steps()],
        "solution": solution(together),
        "notes": [Remark("meter-alone"), Remark("meter-others"), *_not_told(the_terms)],
    }


def _not_told(found: JackpotTerms) -> list[Remark]:
    """Remark that the sign pays more than was given."""
    hands = found.rules.qualifying.value if found.rules and found.rules.qualifying else ()
    missing = tuple(hand.key for hand in hands if hand not in found.pays)
    return [Remark("sign-pays-more", hands=missing)] if missing else []


def _apart(
    book: Rulebook, choices: Choices, game: Game, meter_cents: int, wager: Wager | None
) -> tuple[Game, Worth, Fraction]:
    """Return the game with an ante, its jackpot wager, and a range past the given meter and the break-even."""
    game = game if game.ante_cents is not None else replace(game, ante_cents=500)
    apart = worth(game, terms(book, choices, wager), choices)
    return game, apart, 2 * max(Fraction(meter_cents), apart.break_even() or Fraction(0), Fraction(100_000_00))


def _terms(found: JackpotTerms, at: Fraction) -> Answer:
    return {
        "wager": found.wager.value,
        "cost": text(Cents(found.cost_cents)),
        "meter": text(Cents(int(at))),
        "seed": text(Cents(found.seed_cents)),
        "prizes": {hand.key: _prize(found, hand, at) for hand in reversed(Hand) if hand in found.pays},
        "bonus": {hand.key: text(Cents(cents)) for hand, cents in found.bonus_cents.items()},
        "guaranteed": {hand.key: text(Cents(cents)) for hand, cents in found.guaranteed_cents.items()},
    }


def _prize(found: JackpotTerms, hand: Hand, at: Fraction) -> Answer:
    return {"pays": str(found.pays[hand]), **exact("dollars", found.prize(hand, at) / 100)}


def _others(apart: Worth, both: JointPlay, at: Fraction) -> Answer:
    """Return values per dollar wagered by number of other players; meters are in dollars."""
    cost, count = apart.wager.cost_cents, both.others.count
    together = (both.value(at) - both.plain.value) * Fraction(both.game.ante_cents or 1, cost)
    return {
        "others": count,
        **exact("value", apart.value(at, count) / cost),
        **exact("bonus", apart.bonus(count) / cost),
        **exact("value_joint", together),
        **_dollars("break_even_meter", apart.break_even(count)),
        **_dollars("break_even_meter_joint", both.break_even()),
        "by_meter": {"main_game": _lines(apart, both), "joint": _pieces(both)},
        "play_changes_at": [_step(at_cents, changed) for at_cents, changed in both.steps()],
    }


def _by_meter(apart: Worth, both: JointPlay) -> Answer:
    """Return the value of the wager as a function of the meter, in dollars, for a player alone and an unrounded meter.

    Under the main game's best play it is one straight line, per dollar wagered; under the best play of both, pieces of
    lines.
    """
    line = apart.line()
    cost = apart.wager.cost_cents
    return {**exact("at_nothing", line[0] / cost), **exact("per_dollar", line[1] * 100 / cost), "joint": _pieces(both)}


def _pieces(both: JointPlay) -> list[Answer]:
    """Return the value under the best play of both, in pieces of lines, per dollar wagered."""
    share = Fraction(both.game.ante_cents or 1, both.wager.cost_cents)
    ends = [(piece, piece.low, piece.high) for piece in both.pieces]
    return [_piece(at, to, *((both.at(p, x) - both.plain.value) * share for x in (at, to))) for p, at, to in ends]


def _lines(apart: Worth, both: JointPlay) -> list[Answer]:
    """Return the value under the main game's own best play, with others: straight unless a shared prize bends."""
    low, high, cost = both.pieces[0].low, both.pieces[-1].high, apart.wager.cost_cents
    ends = [low, *(bend for bend in apart.wager.bends() if low < bend < high and both.others.count), high]
    values = [apart.unrounded.value(at, both.others.count) / cost for at in ends]
    return [_piece(*meters, *worth) for meters, worth in zip(pairwise(ends), pairwise(values), strict=True)]


def _piece(low: Fraction, high: Fraction, at_low: Fraction, at_high: Fraction) -> Answer:
    return {
        **exact("from", low / 100),
        **exact("to", high / 100),
        **exact("value_at_from", at_low),
        **exact("value_at_to", at_high),
    }


def _dollars(name: str, cents: Fraction | None) -> Answer:
    return {name: None} if cents is None else exact(name, cents / 100)


def _step(at: Fraction, changed: Sequence[Any]) -> Answer:
    return {**exact("meter", at / 100), "changes": [change.plain() for change in changed]}


def meter_curves(book: Rulebook, choices: Choices, game: Game, meter_cents: int, wager: Wager) -> list[Curve]:
    """Return the value per dollar by meter with those others, under the main game's best play and that of both."""
    game, apart, high = _apart(book, choices, game, meter_cents, wager)
    cost = apart.wager.cost_cents
    both = joint(game, apart.wager, Fraction(0), high, OtherPlayers(choices.players, apart.theirs))
    share = Fraction(game.ante_cents or 1, cost)
    grid = [high * step / 60 for step in range(61)]
    together = sorted({*grid, *(piece.low for piece in both.pieces)})
    alone = [(at, apart.value(at, choices.players) / cost) for at in grid]
    best = [(at, (both.value(at) - both.plain.value) * share) for at in together]
    return [
        Curve(Remark("main-game-best"), alone, apart.break_even(choices.players)),
        Curve(Remark("both-best"), best, both.break_even()),
    ]


def side_wager(name: str) -> Wager:
    """Return a side wager by its name."""
    names = [wager for wager in Wager if wager not in MAIN_WAGERS]
    if name not in names:
        raise InputError("not-a-side-wager", name=name, wagers=names)
    return Wager(name)


def risk(game: Game, rounds: int, bankroll: int, goal: int | None = None, streets: Sequence[str] = ()) -> Answer:
    """Return what to expect of so many rounds of the best play with a bankroll in antes.

    The mean and the variance are those of one round.
    """
    round_ = solve(game, seen_with(streets)).distribution
    return risk_of(game, round_, session(round_, rounds, bankroll), goal, streets)


def risk_of(game: Game, round_: Distribution, found: Session, goal: int | None, streets: Sequence[str]) -> Answer:
    """Return what to expect of a session with that distribution of a round."""
    rounds, wallet = found.rounds, Fraction(found.bankroll)
    ever = ruin_ever(round_, wallet)
    first = None if goal is None else 1 - first_ruin(round_, wallet, Fraction(goal)).middle
    return {
        **header(game),
        "known": sorted(set(streets)),
        "rounds": rounds,
        "bankroll": found.bankroll,
        "goal": goal,
        **exact("mean", found.one.mean),
        **exact("variance", found.one.variance),
        "skewness_decimal": found.one.skewness,
        "n0_decimal": float(found.one.n0),
        "ruin_within_decimal": float(found.chances["ruin"]),
        "ruin_ever_from_decimal": ever.low,
        "ruin_ever_to_decimal": ever.high,
        "goal_first_decimal": first,
        "ahead_decimal": float(found.chances["ahead"]),
        "quantiles": {str(float(part)): _plain_number(most) for part, most in found.quantiles},
        "kelly_decimal": kelly(round_).part,
        "kelly_growth_decimal": kelly(round_).growth,
        "drawdown_within_decimal": drawdown_within(round_, wallet, rounds),
        "chances": {name: _chance(each, found.exact is not None) for name, each in found.chances.items()},
        "error_decimal": found.after.error,
        **exact("expected", found.one.mean * rounds),
        **exact("rounds_to_outgrow", found.one.n0),
        "on_the_way": [{"rounds": count, "at_most": [str(most) for most in sums]} for count, sums in found.bands],
        "picture": [
            {"from": str(bar.low), "to": str(bar.high), "chance_decimal": float(bar.chance)} for bar in found.bars
        ],
    }


class DrawnSession(NamedTuple):
    """A session and sample sessions, to be drawn."""

    session: Session
    paths: Floats


def drawn_session(
    game: Game, rounds: int, bankroll: int, streets: Sequence[str], count: int, seed: int
) -> DrawnSession:
    """Return a session of the best play with so many sample sessions."""
    if not 0 <= count <= PATHS_MOST:
        raise InputError("paths-count", count=count, most=PATHS_MOST)
    round_ = solve(game, seen_with(streets)).distribution
    return DrawnSession(session(round_, rounds, bankroll), sample_paths(round_, rounds, count, seed))


def _plain_number(number: Fraction) -> int | float:
    """Return a number as JSON has it: whole if it is."""
    return int(number) if number.denominator == 1 else float(number)


def _chance(chance: Fraction, known_exactly: bool) -> Answer:
    """Return a chance: its decimal, and the fraction if that is known."""
    return exact("chance", chance) if known_exactly else {"chance_decimal": float(chance)}
