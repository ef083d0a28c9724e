"""Connect a round to its meter: what the round's commands and events ask of the meters, and report to them. Pure.

Tables, scenarios and the floor all use it. The effects of a command on the meters and in the round stand or fall
together: the caller keeps `events` if the command is carried out, and drops them if it is refused.

Wagers are registered when the bets close, carried over when a round has no result, and recorded with the cards before
the round settles; the resulting prizes go into `Settle(prizes=…)`.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import assert_never

from msgspec.structs import replace

from mississippi_stud.jackpot import commands as j
from mississippi_stud.jackpot import events as je
from mississippi_stud.jackpot.decide import decide
from mississippi_stud.jackpot.evolve import evolve
from mississippi_stud.jackpot.games import check_working, failing
from mississippi_stud.jackpot.state import Exact, Fate, Meters, Prize, PrizeSource, RegisteredWager, ShownHand, exact
from mississippi_stud.jackpot.terms import offered_by, rules_of
from mississippi_stud.round import commands as c
from mississippi_stud.round import events as e
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Ending, Outcome, Phase, PlayerHand, Setup, State
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.vocabulary import OnFold, OnForfeit, OnMisdeal, Wager


class Link:
    """A table's connection to its meters while one command is carried out.

    `meters` is asked only when the meters are needed: whoever has many tables on one meter need not lock it for all
    that they do. `seen` gives them without a lock, for what a round is opened with: where that is not so any more, its
    wagers are refused when they are registered.
    """

    def __init__(
        self,
        book: Rulebook,
        table: str,
        meters: Callable[[], Meters],
        at: int = 0,
        seen: Callable[[], Meters] | None = None,
    ) -> None:
        self._book = book
        self._table = table
        self._ask = meters
        self._look = seen
        self._known: Meters | None = None
        self._at = at
        self.events: list[je.Event] = []
        """The events of the meters so far."""

    @property
    def meters(self) -> Meters:
        """The current meters."""
        if self._known is None:
            self._known = self._ask()
            self._at = max(self._at, self._known.at)
        return self._known

    def do(self, command: j.Command) -> tuple[je.Event, ...]:
        """Carry out a command of the meters and return its events."""
        happened = decide(self._book, self.meters, replace(command, at=self._at))
        for event in happened:
            self._known = evolve(self.meters, event)
        self.events += happened
        return happened

    def setup(self, setup: Setup) -> Setup:
        """A round's table with what its meter offers now; a table on no meter offers no jackpot wager."""
        meters = self.meters if self._look is None or self._known is not None else self._look()
        linked = meters.linked(self._table)
        if linked is None:
            return setup
        tables, signs, costs = offered_by(self._book, meters.meters[linked.meter].terms)
        return replace(
            setup,
            tables={**setup.tables, **tables},
            signs={**setup.signs, **signs},
            costs_cents={**setup.costs_cents, **dict.fromkeys(costs, linked.cost_cents)},
            meter=linked.meter,
        )

    def before(self, state: State, command: c.Command, number: str, *, validated: bool = False) -> c.Command:
        """Carry out what the command first asks of the meters, and return it with the prizes that it needs.

        `validated`: a person must validate prizes before they are paid, where the book requires it.
        """
        if not state.setup.meter:
            return command
        match command:
            case c.Place(wager=wager, carried=False) if wager is self._wager:
                check_working(self._book, self.meters, self._table)
            case c.Deal() if state.phase is Phase.BETTING and (self._wagered(state) or state.setup.carried_cents):
                self._register(state, number)
            case c.Settle() if _over(state) and self._wagered(state) and self._table in self.meters.games:
                happened = self.do(record(self._book, state, self._table, number))
                return c.Settle(prizes=settle_prizes(self._book, happened, validated=validated))
            case _:
                pass
        return command

    def after(self, state: State, event: e.Event, number: str) -> None:
        """Apply an event of the round to the meters; `state` is the round before the command."""
        if not state.setup.meter or not (self._wagered(state) or state.setup.carried_cents):
            return
        jackpot, rule = rules_of(self._book)
        match event:
            case e.RoundVoided():
                self._voided(state, event, number)
            case e.HandEnded(position=position, ending=Ending.RETURNED):
                if jackpot.retraction_cancels and self._registered((position,)):
                    self.do(j.RetractWagers(table=self._table, positions=(position,)))
            case e.WagerWithdrawn(position=position, stake=stake) if stake.carried:
                self.give_back((position,), (jackpot.leaver_cancels or rule.on_misdeal).clause)
            case _:
                pass

    def register_anew(self, state: State, wager: Wager, number: str, clause: Clause) -> None:
        """Register the jackpot wagers of a round again, once what was entered of one of them is corrected."""
        if state.setup.meter and wager is self._wager:
            self.do(replace(register(self._book, state, self._table, number), corrects=clause))

    def document(self, by: str = "") -> None:
        """Record that the paperwork of the table's prizes is done, if there is any."""
        if self._table in self.meters.undocumented:
            self.do(j.DocumentPrizes(table=self._table, by=by))

    def document_recorded(self, by: str) -> None:
        """Where nobody writes papers, the record of the prizes that this command paid stands for them."""
        if any(isinstance(each, je.PrizePaid) and not each.prize.from_table for each in self.events):
            self.document(by)

    def give_back(self, positions: tuple[int, ...], clause: Clause) -> None:
        """Take the wagers of these positions out of the jackpot game, and their contribution off the meter."""
        if self._registered(positions):
            self.do(j.CancelGame(table=self._table, positions=positions, clause=clause))

    def unrecorded(self, state: State) -> tuple[int, ...]:
        """Return the positions of jackpot wagers accepted in this round that the equipment can no longer record."""
        if not state.setup.meter:
            return ()
        stakes = {hand.position: hand.stakes.get(self._wager) for hand in state.hands.values()}
        new = tuple(position for position, stake in stakes.items() if stake is not None and not stake.carried)
        return new if new and failing(self._book, self.meters, self._table) else ()

    def prize(self, position: int) -> Prize:
        """Return what the jackpot wager of a position has won in this command."""
        won = (each.prize for each in self.events if isinstance(each, je.PrizePaid))
        return next(each for each in won if each.position == position and each.wager == self._wager)

    def reset_exact(self, position: int) -> Exact:
        """Return what the house has added to the meter in this command for the prize of a position.

        Where a meter never falls below its seed, all prizes of a round are calculated together: the same addition is
        reported for each of them, and goes back only once (`take_back`).
        """
        together, total, own = rules_of(self._book)[0].never_below_seed.value, Fraction(0), False
        for each in self.events:
            match each:
                case je.OutcomeRecorded():
                    total, own = Fraction(0), together
                case je.PrizePaid(prize=prize) if prize.source is PrizeSource.METER:
                    own = together or prize.position == position
                case je.HouseAdded(amount_exact=added) if own:
                    total += Fraction(added)
                case _:
                    pass
        return exact(total)

    def take_back(self, prize: j.ReturnPrize) -> Exact:
        """Put a prize back onto its meter, and return how much of its addition the house took back."""
        taken = (Fraction(each.amount_exact) for each in self.do(prize) if isinstance(each, je.HouseAdded))
        return exact(-sum(taken, Fraction(0)))

    @property
    def _wager(self) -> Wager:
        return rules_of(self._book)[0].wager.value

    def _wagered(self, state: State) -> bool:
        wager = self._wager
        return any(wager in hand.stakes for hand in state.hands.values())

    def _registered(self, positions: tuple[int, ...]) -> bool:
        """Whether one of these positions has a wager in the table's jackpot game."""
        game = self.meters.games.get(self._table)
        return game is not None and any(wager.position in positions for wager in game.wagers)

    def _register(self, state: State, number: str) -> None:
        jackpot, rule = rules_of(self._book)
        placed = {hand.position for hand in state.hands.values() if self._wager in hand.stakes}
        for position in state.setup.carried_cents:
            if position not in placed:
                raise Refused("jackpot-carried", rule.on_misdeal.clause, position=position)
        linked = self.meters.linked(self._table)
        if linked is not None and linked.meter != state.setup.meter:
            clause = (jackpot.one_meter_a_table or jackpot.wager).clause
            raise Refused("meter-changed", clause, table=self._table, meter=linked.meter)
        lying = register(self._book, state, self._table, number)
        self.do(replace(lying, counted=len(lying.wagers)))

    def _voided(self, state: State, event: e.RoundVoided, number: str) -> None:
        """Carry the wagers of a round without a result to the next round, or return them."""
        own = [each for each in event.results if each.wager == self._wager]
        if any(each.outcome is Outcome.CARRIED for each in own):
            if state.phase is Phase.BETTING:
                self._register(state, number)
            self.do(j.Carry(table=self._table))
        elif own:
            self.give_back(tuple(each.position for each in own), own[0].clause)


def _over(state: State) -> bool:
    """Whether only the settlement is left."""
    return state.phase is Phase.SHOWDOWN or (state.phase is not Phase.BETTING and not state.live_hands())


# What a table reports to its meter, read from the round, and what the round needs back.


def register(book: Rulebook, state: State, table: str, number: str, counted: int | None = None) -> j.Register:
    """Return the command that registers the round's jackpot wagers; `counted` is how many chips the dealer counted."""
    jackpot, _ = rules_of(book)
    wager = jackpot.wager.value
    counting = book.dealing.methods[state.setup.dealing].jackpot_chips_counted
    return j.Register(
        table=table,
        round=number,
        wagers=tuple(
            RegisteredWager(position=position, player=hand.player, cents=hand.stakes[wager].cents)
            for position, hand in sorted(state.hands.items())
            if wager in hand.stakes
        ),
        pay_table=state.setup.tables.get(wager, ""),
        sign=dict(state.setup.signs.get(wager, {})),
        counted=counted,
        count_rule=counting.clause if counting and counting.value else None,
    )


def record(book: Rulebook, state: State, table: str, number: str) -> j.RecordOutcome:
    """Return the command that records the outcome of a round whose cards are all face up."""
    hands = (hand for _, hand in sorted(state.hands.items()) if hand.stakes)
    shown = tuple(_shown(book, hand) for hand in hands)
    played = any(hand.fate is Fate.PLAYED for hand in shown)
    community = tuple(card for card in state.community[: None if played else state.revealed] if card is not None)
    return j.RecordOutcome(table=table, round=number, hands=shown, community=community)


def _shown(book: Rulebook, hand: PlayerHand) -> ShownHand:
    fate = _fate(book, hand)
    hole = tuple(card for card in hand.hole if card is not None) if fate is Fate.PLAYED else ()
    return ShownHand(position=hand.position, player=hand.player, hole=hole, fate=fate)


def _fate(book: Rulebook, hand: PlayerHand) -> Fate:
    jackpot, rule = rules_of(book)
    stake = hand.stakes.get(jackpot.wager.value)
    if stake is not None and stake.returned:
        return Fate.RETURNED
    match hand.ending:
        case None:
            return Fate.PLAYED
        case Ending.FOLDED | Ending.CONCEDED:
            return Fate.FOLDED if rule.on_fold.value is OnFold.LOST else Fate.PLAYED
        case Ending.FORFEITED:
            stays = rule.on_forfeit.value is OnForfeit.STAYS and Wager.FIFTH_STREET in hand.stakes
            return Fate.PLAYED if stays else Fate.LOST
        case Ending.RETURNED:
            return Fate.RETURNED
        case Ending.VOID | Ending.UNFUNDED | Ending.MISDEALT:
            return Fate.CARRIED if rule.on_misdeal.value is OnMisdeal.CARRIED else Fate.RETURNED
        case Ending.ABANDONED:
            return Fate.LOST
        case _:
            assert_never(hand.ending)


def settle_prizes(book: Rulebook, events: Iterable[je.Event], *, validated: bool = False) -> tuple[c.MeterPrize, ...]:
    """Return the prizes that the round needs to settle, from the meter's events: the meter's, and what others receive.

    `validated`: prizes that the book wants validated are pending, because somebody at the table must validate them.
    """
    jackpot, _ = rules_of(book)
    every, found = jackpot.validates_all is not None and jackpot.validates_all.value, []
    for prize in (event.prize for event in events if isinstance(event, je.PrizePaid)):
        own, of_meter = prize.wager == jackpot.wager.value, prize.source is PrizeSource.METER
        pending = validated and own and (every or of_meter)
        if pending or of_meter or not own:
            holder = next((each.count for each in prize.sums if each.code == "other-hand"), None)
            paid = c.MeterPrize(
                position=prize.position,
                wager=prize.wager,
                pays=prize.pays,
                won_cents=prize.cents,
                clause=prize.clause,
                holder=holder,
                pending=pending,
                of_meter=of_meter,
            )
            found.append(paid)
    return tuple(found)
