"""A plan as commands for the engine, and what came of it in plain values."""

from collections.abc import Iterator

from mississippi_stud.cards import parse, parse_card
from mississippi_stud.round import commands as c
from mississippi_stud.round.state import Bounds, Setup
from mississippi_stud.rulebooks.vocabulary import Wager
from tests.round.oracle import DEALS, Limits, Plan, boxes, made


def setup_of(plan: Plan) -> Setup:
    """The table of a plan."""
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
    """The commands of a plan, the first one opening the round."""
    yield c.Open(setup=setup_of(plan))
    named_when_turned = plan.unseen_deck or "due" in DEALS[plan.book, plan.method]
    revealed = 0
    live = set(plan.hole)
    for verb, *rest in plan.script:
        match verb:
            case "place":
                position, wager, cents, tokens, unseen = rest
                yield c.Place(position=position, wager=Wager(wager), cents=cents, tokens_cents=tokens, unnoticed=unseen)
            case "withdraw":
                yield c.Withdraw(position=rest[0], wager=Wager(rest[1]))
            case "deal":
                yield c.Deal(cards=None if plan.unseen_deck else parse(" ".join(plan.deck())))
            case "bet":
                position, cents, tokens, unseen = rest
                yield c.Bet(position=position, cents=cents, tokens_cents=tokens, unnoticed=unseen)
            case "blind":
                yield c.BetBlind(position=rest[0], cents=rest[1])
            case "reveal":
                yield c.Reveal(card=parse_card(plan.community[revealed]) if named_when_turned else None)
                revealed += 1
            case "void":
                yield c.VoidRound(clause=rest[0])
            case "settle":
                if plan.unseen_deck and revealed == 3:
                    yield from _shown(plan, live)
                yield settlement(plan)
            case _:
                if verb in ("fold", "leave", "concede"):
                    live.discard(rest[0])
                yield SIMPLE[verb](position=rest[0])


EXTRA_BY = {"nsw": "nsw 15.2.10.2", "maryland": "maryland .12C(5)", "crown": "crown 10.1.1"}
SIMPLE = {
    "max-all": c.BetAll,
    "fold": c.Fold,
    "leave": c.Leave,
    "concede": c.Concede,
    "forfeit": c.Forfeit,
    "cannot-fund": c.CannotFund,
}


def _shown(plan: Plan, live: set[int]) -> Iterator[c.ShowHole]:
    """The hands that are turned at settlement where the cards were not known before."""
    for position in sorted(live, reverse=True):
        first, second = parse(" ".join(plan.hole[position]))
        yield c.ShowHole(position=position, cards=(first, second))


def _pays(plan: Plan, position: int, wager: str) -> str:
    """What a meter says it pays: for a wager on it the row of its table."""
    box = boxes(plan)[0][position]
    return made(plan, box, wager) if wager in box.stakes else "extra"


def settlement(plan: Plan) -> c.Settle:
    """The settlement with what the meters pay."""
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
