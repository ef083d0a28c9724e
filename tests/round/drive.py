"""Turn a plan into commands for the engine: its table, the lines of its script, its cards and its prizes."""

from collections.abc import Iterator

from mississippi_stud.cards import parse, parse_card
from mississippi_stud.round import commands as c
from mississippi_stud.round import play
from mississippi_stud.round.state import Bounds, Setup, State
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.scenario.script import ScriptLine
from tests.round.oracle import DEALS, Limits, Plan, boxes, made, words_of
from tests.script import command, lines


def setup_of(plan: Plan) -> Setup:
    """Return the setup of a plan's table."""
    return Setup(
        dealing=plan.method,
        seats=tuple(plan.seats),
        limits=_bounds(plan.limits),
        personal={player: _bounds(limits) for player, limits in plan.personal.items()},
        tables={Wager(wager): name for wager, name in plan.tables.items()},
        signs={Wager(wager): rows for wager, rows in plan.signs.items()},
        costs_cents={Wager(wager): cents for wager, cents in plan.costs.items()},
        burn=plan.burn,
        max_payout_cents=plan.max_payout,
        chips_cents=plan.chips,
        warned=tuple(plan.warned),
    )


def _bounds(limits: dict[str, Limits]) -> dict[Wager, Bounds]:
    return {Wager(wager): Bounds(*three) for wager, three in limits.items()}


def commands_of(plan: Plan) -> Iterator[c.Command]:
    """Yield the commands of a plan; the first one opens the round."""
    book, told = rulebook(plan.book), [c.Open(setup=setup_of(plan))]
    yield told[0]
    opened, revealed = play(book, *told), 0
    for line in lines("\n".join(plan.script)):
        state = play(book, *told) if line.verb == "blind" else opened  # only multiples of the ante depend on the round
        for each in _commands(plan, state, line, revealed):
            told.append(each)
            yield each
        revealed += line.verb == "reveal"


def _commands(plan: Plan, state: State, line: ScriptLine, revealed: int) -> list[c.Command]:
    match line.verb:
        case "deal":
            return [c.Deal(cards=None if plan.unseen_deck else parse(" ".join(plan.deck())))]
        case "reveal" if plan.unseen_deck or "due" in DEALS[plan.book, plan.method]:
            return [c.Reveal(card=parse_card(plan.community[revealed]))]
        case "settle":
            return [*(_shown(plan) if plan.unseen_deck and revealed == 3 else ()), settlement(plan)]
        case _:
            return [command(rulebook(plan.book), state, line)]


EXTRA_BY = {"nsw": "nsw 15.2.10.2", "maryland": "maryland .12C(5)", "crown": "crown 10.1.1"}


def _shown(plan: Plan) -> Iterator[c.ShowHole]:
    """Yield the hands that are turned at settlement, if the cards were not known before."""
    gone = {position for position, verb, _ in map(words_of, plan.script) if verb in ("fold", "leave", "concede")}
    for position in sorted(set(plan.hole) - gone, reverse=True):
        first, second = parse(" ".join(plan.hole[position]))
        yield c.ShowHole(position=position, cards=(first, second))


def _pays(plan: Plan, position: int, wager: str) -> str:
    """Return what a meter says it pays: for a wager on the meter, the row of its pay table."""
    box = boxes(plan)[0][position]
    return made(plan, box, wager) if wager in box.stakes else "extra"


def settlement(plan: Plan) -> c.Settle:
    """Return the settlement with what the meters pay."""
    return c.Settle(
        prizes=tuple(
            c.MeterPrize(
                position=position,
                wager=wager,
                pays=_pays(plan, position, wager),
                won_cents=cents,
                clause=EXTRA_BY[plan.book],
            )
            for position, wager, cents in plan.prizes
        )
    )
