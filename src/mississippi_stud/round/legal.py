"""What may be done now, as commands with bounds: for pages, players' programs and tests alike."""

from collections.abc import Iterator

import msgspec

from mississippi_stud.money import MAX_CENTS, Cents
from mississippi_stud.round import commands as c
from mississippi_stud.round import events as e
from mississippi_stud.round.deal import dealt_when_due, places, steps
from mississippi_stud.round.decide import decide, decides
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase, PlayerHand, State, offered
from mississippi_stud.round.wagers import costs_of, limit, multiples_clause, street_stake
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.vocabulary import STREETS, Instrument, Wager


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be done now. Amounts are one of `choices_cents`, or within the bounds and on the unit."""

    command: str
    position: int | None = None
    wager: Wager | None = None
    choices_cents: tuple[Cents, ...] = ()
    minimum_cents: Cents | None = None
    maximum_cents: Cents | None = None
    unit_cents: Cents | None = None
    tokens: bool = False
    """Whether promotional tokens are accepted."""
    cards: int = 0
    """How many cards it takes."""
    clause: Clause = ""

    def takes(self, cents: int) -> bool:
        """Whether the option takes an amount."""
        if self.choices_cents:
            return cents in self.choices_cents
        if self.minimum_cents is None or not self.minimum_cents <= cents <= (self.maximum_cents or MAX_CENTS):
            return False
        return not self.unit_cents or (cents - self.minimum_cents) % self.unit_cents == 0


def legal(book: Rulebook, state: State, position: int | None = None) -> tuple[Option, ...]:
    """Return what a position may do now or, without a position, what the dealer may do."""
    if position is None:
        return tuple(_dealer(book, state))
    return tuple(_player(book, state, position))


def _may(book: Rulebook, state: State, command: c.Command, but_for: str = "") -> bool:
    """Whether a command is allowed; `but_for` names a refusal to ignore, for a card or a prize still to be supplied."""
    try:
        decide(book, state, command)
    except Refused as refused:
        return refused.code == but_for
    return True


def _player(book: Rulebook, state: State, position: int) -> Iterator[Option]:
    hand = state.hands.get(position)
    if hand is None or state.phase in (Phase.SETTLED, Phase.VOID):
        return
    tokens = Instrument.PROMOTIONAL_TOKENS in book.money.instruments.value
    if state.phase is Phase.BETTING:
        yield from _placing(book, state, position, tokens)
        yield from (
            Option(command="withdraw", position=position, wager=wager, clause=book.wagers[wager].closes.clause)
            for wager in hand.stakes
            if _may(book, state, c.Withdraw(position=position, wager=wager))
        )
    asked = decides(book, state, position)
    if asked:
        yield from _betting(book, state, position, tokens)
        if book.streets.max_all_at is not None:
            yield from _betting_all(book, state, position)
    retract = book.play.retract_after_stray_hand or book.play.fold_is_final
    for command, rule in (  # what cannot be now is not tried: every viewer of every table asks this after every command
        *(((c.Fold(position=position), book.wagers[Wager.ANTE].on_fold),) if asked else ()),
        *(((c.Concede(position=position), book.play.concede),) if state.phase is Phase.SHOWDOWN else ()),
        (c.Leave(position=position), book.play.absent),
        *(((c.CannotFund(position=position), book.limits.cannot_fund),) if asked else ()),
        *(((c.Retract(position=position), retract),) if position in state.may_retract else ()),
    ):
        if _may(book, state, command):
            name = str(command.__struct_config__.tag)
            yield Option(command=name, position=position, clause=rule.clause)


def _betting_all(book: Rulebook, state: State, position: int) -> Iterator[Option]:
    """Yield the highest multiple on every remaining street, if the book has a button for it, with its cost."""
    try:
        placed = decide(book, state, c.BetAll(position=position))
    except Refused:
        return
    cents = Cents(sum(each.stake.cents for each in placed if isinstance(each, e.WagerPlaced)))
    clause = (book.streets.max_all_at or book.streets.order).clause
    yield Option(command="bet_all", position=position, choices_cents=(cents,), clause=clause)


def _betting(book: Rulebook, state: State, position: int, tokens: bool) -> Iterator[Option]:
    """Yield the wager of the open street or, for a blind box, of all three, with the amounts that each area takes."""
    hand = state.hands[position]
    amounts = [Cents(hand.ante_cents * times) for times in book.streets.multiples.value]
    bets = tuple(cents for cents in amounts if _may(book, state, c.Bet(position=position, cents=cents)))
    if bets and state.street is not None:
        clause = multiples_clause(book, state.street)
        yield Option(command="bet", position=position, choices_cents=bets, tokens=tokens, clause=clause)
    if not hand.blind:
        return
    taken = [tuple(cents for cents in amounts if _takes(book, state, hand, each, cents)) for each in STREETS]
    third, fourth, fifth = taken
    if not all(taken) or not _may(book, state, c.BetBlind(position=position, cents=(third[0], fourth[0], fifth[0]))):
        return
    for street, choices in zip(STREETS, taken, strict=True):
        clause = multiples_clause(book, street)
        yield Option(command="bet_blind", position=position, wager=street, choices_cents=choices, clause=clause)


def _takes(book: Rulebook, state: State, hand: PlayerHand, street: Wager, cents: Cents) -> bool:
    """Whether a street's area takes an amount."""
    try:
        street_stake(book, state.setup, hand, street, cents)
    except Refused:
        return False
    return True


def _placing(book: Rulebook, state: State, position: int, tokens: bool) -> Iterator[Option]:
    hand = state.hands[position]
    for wager in Wager:
        rule = offered(book, state.setup, wager)
        needs = rule.needs.value if rule and rule.needs else ()
        if rule is None or wager in hand.stakes or set(needs) - set(hand.stakes):
            continue
        bounds = limit(book, state.setup, hand.player, wager)
        costs = costs_of(state.setup, rule, wager)
        yield Option(
            command="place",
            position=position,
            wager=wager,
            choices_cents=costs.value if costs else (),
            minimum_cents=bounds.minimum_cents,
            maximum_cents=bounds.maximum_cents,
            unit_cents=bounds.unit_cents,
            tokens=tokens,
            clause=bounds.clause,
        )


def _dealer(book: Rulebook, state: State) -> Iterator[Option]:
    if _may(book, state, c.Deal()):
        yield Option(command="deal", cards=len(places(book, state)), clause=steps(book, state).clause)
    due = dealt_when_due(book, state) or (state.street is not None and state.community[state.revealed] is None)
    if state.street in STREETS and _may(book, state, c.Reveal(), but_for="card-unknown"):
        yield Option(command="reveal", cards=int(due), clause=book.wagers[state.street].closes.clause)
    if _may(book, state, c.Settle(), but_for="meter-prize"):
        yield Option(command="settle", clause=book.play.settlement_order.clause)
