"""The jackpot games of the tables: registering, cancelling and carrying over wagers, and paying the prizes."""

from collections.abc import Iterator
from fractions import Fraction

from mississippi_stud.jackpot import commands as c
from mississippi_stud.jackpot import events as e
from mississippi_stud.jackpot.evolve import evolve
from mississippi_stud.jackpot.prizes import HouseAddition, made, reckon
from mississippi_stud.jackpot.state import (
    AdditionReason,
    Fate,
    JackpotGame,
    Meter,
    Meters,
    Prize,
    PrizeSource,
    RegisteredWager,
    TableLink,
    exact,
)
from mississippi_stud.jackpot.terms import check_cost, least_of, rules_of
from mississippi_stud.money import Cents
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Clause, Rulebook, RuledValue, clause_of
from mississippi_stud.rulebooks.vocabulary import OnMisdeal, Power


def register(book: Rulebook, meters: Meters, command: c.Register) -> tuple[e.Event, ...]:
    """Register the wagers of a round, once the bets are closed."""
    linked = linked_table(book, meters, command.table)
    meter = meters.meters[linked.meter]
    _check_ready(book, meters, meter, command)
    _check_wagers(book, linked, command)
    game = meters.games.get(command.table)
    if game is None:
        return tuple(_registered(book, meter, command.table, command.round, command.wagers, command.at))
    if command.corrects is not None:
        gone = tuple(wager for wager in game.wagers if wager not in command.wagers)
        return tuple(_anew(book, meter, game, gone, command.corrects, command))
    if not game.carried:
        _, rule = rules_of(book)
        raise Refused("game-registered", rule.closes.clause, table=command.table)
    return _after_carrying(book, meter, game, command)


def linked_table(book: Rulebook, meters: Meters, table: str) -> TableLink:
    """A table that feeds a meter, by itself or in a group."""
    linked = meters.linked(table)
    if linked is None:
        jackpot, _ = rules_of(book)
        raise Refused("table-not-linked", jackpot.equipment_fitted.clause, table=table)
    return linked


def failing(book: Rulebook, meters: Meters, table: str) -> RuledValue[bool] | None:
    """The rule by which a table takes no jackpot wagers while its equipment fails and nothing stands in for it."""
    rule, linked = rules_of(book)[0].equipment_working, meters.linked(table)
    works = linked is None or linked.working or linked.manual
    return None if rule is None or not rule.value or works else rule


def check_working(book: Rulebook, meters: Meters, table: str) -> None:
    """Raise `Refused` while the equipment of a table cannot record jackpot wagers."""
    if rule := failing(book, meters, table):
        raise Refused("equipment", rule.clause, table=table)


def _check_ready(book: Rulebook, meters: Meters, meter: Meter, command: c.Register) -> None:
    """Whether the table may take jackpot wagers now."""
    jackpot, _ = rules_of(book)
    papers, same = jackpot.documented_first, jackpot.one_pay_table_a_meter
    if not command.wagers:
        return
    game = meters.games.get(command.table)
    if game is None or set(command.wagers) - set(game.wagers):  # those of a carried game are recorded
        check_working(book, meters, command.table)
    if papers and papers.value and command.table in meters.undocumented:
        raise Refused("undocumented", papers.clause, table=command.table)
    theirs = (command.pay_table, dict(command.sign))
    if same and same.value and theirs != (meter.terms.table, dict(meter.terms.sign)):
        raise Refused("other-pay-table", same.clause, table=command.table, meter=meter.id)


def _check_wagers(book: Rulebook, linked: TableLink, command: c.Register) -> None:
    jackpot, rule = rules_of(book)
    clause = (jackpot.one_cost_a_meter or rule.costs_cents or rule.one_per_hand).clause
    cost: RuledValue[tuple[Cents, ...]] = RuledValue((linked.cost_cents,), clause)
    seen: set[int] = set()
    for wager in command.wagers:
        if wager.position in seen:
            name, position = jackpot.wager.value, wager.position
            raise Refused("already-placed", rule.one_per_hand.clause, wager=name, position=position)
        seen.add(wager.position)
        check_cost(book, cost, wager.cents)
    if command.count_rule and command.wagers and command.counted != len(command.wagers):
        raise Refused("count-differs", command.count_rule, counted=command.counted or 0, accepted=len(command.wagers))


def _contribution(meter: Meter, wagers: tuple[RegisteredWager, ...]) -> Fraction:
    return sum(wager.cents for wager in wagers) * Fraction(meter.terms.share)


def _registered(
    book: Rulebook, meter: Meter, table: str, number: str, wagers: tuple[RegisteredWager, ...], at: int
) -> Iterator[e.Event]:
    if wagers:
        jackpot, _ = rules_of(book)
        yield e.GameRegistered(
            meter=meter.id,
            table=table,
            round=number,
            wagers=wagers,
            contribution_exact=exact(_contribution(meter, wagers)),
            at=at,
            clause=jackpot.maximum_rate.clause,
        )


def topped(book: Rulebook, meter: Meter, at: int, taken: Fraction | int = 0) -> Iterator[e.Event]:
    """Yield what the house adds to keep the meter from falling below its seed once `taken` is off it."""
    jackpot, _ = rules_of(book)
    rule = jackpot.never_below_seed
    short = least_of(jackpot, meter) - (meter.value - taken)
    if short > 0:
        yield e.HouseAdded(
            meter=meter.id, why=AdditionReason.RESET, amount_exact=exact(short), at=at, clause=rule.clause
        )


def _cancelled(
    book: Rulebook,
    meter: Meter,
    game: JackpotGame,
    returned: tuple[RegisteredWager, ...],
    clause: Clause,
    at: int,
    anew: tuple[RegisteredWager, ...] = (),
) -> Iterator[e.Event]:
    """Take a game off the meter; `returned` wagers go back to their players, `anew` ones are re-registered at once."""
    amount = _contribution(meter, game.wagers)
    yield from topped(book, meter, at, amount - _contribution(meter, anew))
    yield e.GameCancelled(
        meter=meter.id,
        table=game.table,
        round=game.round,
        returned=returned,
        wagered_cents=Cents(sum(wager.cents for wager in game.wagers)),
        contribution_exact=exact(amount),
        at=at,
        clause=clause,
    )


def _after_carrying(book: Rulebook, meter: Meter, game: JackpotGame, command: c.Register) -> tuple[e.Event, ...]:
    """Continue a game with its carried wagers; if anybody left or joined, cancel and re-register it."""
    jackpot, rule = rules_of(book)
    gone = tuple(wager for wager in game.wagers if wager not in command.wagers)
    came = tuple(wager for wager in command.wagers if wager not in game.wagers)
    if not gone and not came:
        clause = rule.on_misdeal.clause
        continued = e.GameContinued(meter=meter.id, table=game.table, round=command.round, at=command.at, clause=clause)
        return (continued,)
    changed = (jackpot.leaver_cancels if gone else jackpot.joiner_cancels) or rule.on_misdeal
    return tuple(_anew(book, meter, game, gone, changed.clause, command))


def _anew(
    book: Rulebook, meter: Meter, game: JackpotGame, gone: tuple[RegisteredWager, ...], clause: Clause, by: c.Register
) -> Iterator[e.Event]:
    """Cancel a game, and register its round with the wagers that lie there."""
    yield from _cancelled(book, meter, game, gone, clause, by.at, by.wagers)
    yield from _registered(book, meter, game.table, by.round, by.wagers, by.at)


# Games that do not come to an end.


def _game(book: Rulebook, meters: Meters, table: str) -> tuple[Meter, JackpotGame]:
    linked = linked_table(book, meters, table)
    game = meters.games.get(table)
    if game is None:
        _, rule = rules_of(book)
        raise Refused("no-game", rule.presence.clause, table=table)
    return meters.meters[linked.meter], game


def cancel(book: Rulebook, meters: Meters, command: c.CancelGame) -> tuple[e.Event, ...]:
    """Return the wagers of a table's game: all of them, or those of some positions."""
    meter, game = _game(book, meters, command.table)
    gone = tuple(wager for wager in game.wagers if not command.positions or wager.position in command.positions)
    if gone == game.wagers:
        return tuple(_cancelled(book, meter, game, gone, command.clause, command.at))
    return tuple(_returned(book, meter, game, gone, command.at, command.clause))


def cancel_mistake(book: Rulebook, meters: Meters, command: c.CancelMistake) -> tuple[e.Event, ...]:
    """Cancel a game started by mistake, by somebody of sufficient rank; all may wager for the next round."""
    jackpot, rule = rules_of(book)
    meter, game = _game(book, meters, command.table)
    check_title(book, Power.CANCEL_JACKPOT_GAME, command.by)
    clause = (jackpot.mistake_cancels or rule.on_misdeal).clause
    return tuple(_cancelled(book, meter, game, game.wagers, clause, command.at))


def retract(book: Rulebook, meters: Meters, table: str, positions: tuple[int, ...], at: int) -> tuple[e.Event, ...]:
    """Return the wagers of some positions; cancel the game and re-register the others for the same round."""
    jackpot, rule = rules_of(book)
    meter, game = _game(book, meters, table)
    allowed = jackpot.retraction_cancels
    if allowed is None or not allowed.value:
        raise Refused("no-retraction", (allowed or rule.closes).clause)
    gone = tuple(wager for wager in game.wagers if wager.position in positions)
    if not gone:
        raise Refused("no-game", rule.presence.clause, table=table)
    rest = tuple(wager for wager in game.wagers if wager not in gone)
    return (
        *_cancelled(book, meter, game, gone, allowed.clause, at, rest),
        *_registered(book, meter, table, game.round, rest, at),
    )


def carry(book: Rulebook, meters: Meters, table: str, at: int) -> tuple[e.Event, ...]:
    """Carry the wagers of a round without a result to the next round, or return them, as the book says."""
    _, rule = rules_of(book)
    if table not in meters.games:
        return ()
    meter, game = _game(book, meters, table)
    if rule.on_misdeal.value is OnMisdeal.CARRIED:
        return (e.GameCarried(meter=meter.id, table=table, at=at, clause=rule.on_misdeal.clause),)
    return tuple(_cancelled(book, meter, game, game.wagers, rule.on_misdeal.clause, at))


# The outcome.


def check_title(book: Rulebook, power: Power, by: str) -> None:
    """Raise `Refused` unless the title has at least the rank that the book requires for the power."""
    staff = book.staff
    needed = staff.powers.get(power) if staff else None
    if staff is None or needed is None:
        return
    title = staff.titles.get(by)
    if title is None or title.rank.value < staff.titles[needed.value].rank.value:
        raise Refused("needs-title", needed.clause, title=staff.titles[needed.value].en.value, by=by or "-")


def record(book: Rulebook, meters: Meters, command: c.RecordOutcome) -> tuple[e.Event, ...]:
    """Record the outcome of a round, with the prizes determined from the cards."""
    meter, game = _game(book, meters, command.table)
    if game.carried or game.round != command.round:
        _, rule = rules_of(book)
        raise Refused("other-round", rule.closes.clause, table=command.table, round=game.round)
    _check_hands(book, game, command)
    fates = {shown.position: shown.fate for shown in command.hands}
    returned = tuple(wager for wager in game.wagers if fates[wager.position] is Fate.RETURNED)
    carried = tuple(wager for wager in game.wagers if fates[wager.position] is Fate.CARRIED)
    events = tuple(_returned(book, meter, game, returned, command.at))
    for event in events:
        meters = evolve(meters, event)
    meter = meters.meters[meter.id]
    kept = tuple(wager for wager in game.wagers if wager not in returned and wager not in carried)
    steps = reckon(book, meter, kept, command.hands, command.community)
    _check_claims(book, command, kept)
    if command.by and any(isinstance(step, Prize) and step.source is PrizeSource.METER for step in steps):
        check_title(book, Power.VALIDATE_JACKPOT, command.by)
    return (*events, _outcome(book, meter, command, carried), *(_paid(meter, command, step) for step in steps))


def _returned(
    book: Rulebook, meter: Meter, game: JackpotGame, returned: tuple[RegisteredWager, ...], at: int, clause: Clause = ""
) -> Iterator[e.Event]:
    if returned:
        _, rule = rules_of(book)
        amount = _contribution(meter, returned)
        yield from topped(book, meter, at, amount)
        yield e.WagersReturned(
            meter=meter.id,
            table=game.table,
            round=game.round,
            returned=returned,
            contribution_exact=exact(amount),
            at=at,
            clause=clause or rule.on_misdeal.clause,
        )


def _outcome(
    book: Rulebook, meter: Meter, command: c.RecordOutcome, carried: tuple[RegisteredWager, ...]
) -> e.OutcomeRecorded:
    jackpot, _ = rules_of(book)
    return e.OutcomeRecorded(
        meter=meter.id,
        table=command.table,
        round=command.round,
        by=command.by,
        hands=command.hands,
        community=command.community,
        value_exact=meter.value_exact,
        carried=carried,
        at=command.at,
        clause=clause_of(jackpot.settled_when_recorded, jackpot.rounding),
    )


def _paid(meter: Meter, command: c.RecordOutcome, step: Prize | HouseAddition) -> e.Event:
    if isinstance(step, Prize):
        return e.PrizePaid(
            meter=meter.id,
            table=command.table,
            round=command.round,
            prize=step,
            at=command.at,
            clause=step.clause,
        )
    amount = exact(step.amount)
    return e.HouseAdded(meter=meter.id, why=step.why, amount_exact=amount, at=command.at, clause=step.clause)


def _check_hands(book: Rulebook, game: JackpotGame, command: c.RecordOutcome) -> None:
    """Raise `Refused` unless every registered wager has a hand, and no card is in two places."""
    _, rule = rules_of(book)
    shown = {hand.position: hand for hand in command.hands}
    for wager in game.wagers:
        if wager.position not in shown:
            raise Refused("hand-missing", rule.basis.clause, position=wager.position)
    cards = [card for hand in command.hands for card in hand.hole] + list(command.community)
    if len(set(cards)) < len(cards):
        raise Refused("card-twice", rule.basis.clause)
    for hand in command.hands:
        if hand.fate is Fate.PLAYED and (len(hand.hole), len(command.community)) != (2, 3):
            raise Refused("card-unknown", rule.basis.clause, position=hand.position)


def _check_claims(book: Rulebook, command: c.RecordOutcome, kept: tuple[RegisteredWager, ...]) -> None:
    """Raise `Refused` if a claimed prize is not in the cards or has no wager."""
    _, rule = rules_of(book)
    shown = {hand.position: hand for hand in command.hands}
    wagers = {wager.position for wager in kept}
    for claim in command.claims:
        hand = shown.get(claim.position)
        if hand is None or claim.position not in wagers or made(hand, command.community) != claim.hand:
            raise Refused("no-such-win", rule.basis.clause, position=claim.position, hand=claim.hand)


def document(book: Rulebook, meters: Meters, table: str, by: str, at: int) -> tuple[e.Event, ...]:
    """Record that the paperwork of a table's prizes is done."""
    jackpot, _ = rules_of(book)
    rule = jackpot.documented_first or jackpot.wager
    if table not in meters.undocumented:
        raise Refused("nothing-to-document", rule.clause, table=table)
    return (e.PrizesDocumented(table=table, by=by, at=at, clause=rule.clause),)
