"""Sentences about meters: the arithmetic of a prize, and every entry of a meter's log with its cause and clause."""

import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import NamedTuple, assert_never

from mississippi_stud.cards import text as cards_text
from mississippi_stud.jackpot import events as e
from mississippi_stud.jackpot.evolve import evolve
from mississippi_stud.jackpot.state import (
    AdditionReason,
    Change,
    Exact,
    Meter,
    MeterNotice,
    Meters,
    Prize,
    PrizeSource,
    PrizeStep,
    RegisteredWager,
)
from mississippi_stud.language import LOCALES, translator
from mississippi_stud.money import Currency
from mississippi_stud.prose.names import HANDS, NAMES, amount, pays
from mississippi_stud.rulebooks.model import Clause, Rulebook


class MeterEntry(NamedTuple):
    """A line of a meter's log: what happened, under which clause, by how much, and what the meter holds afterwards."""

    at: int
    meter: str
    words: str
    clause: Clause
    change_exact: Exact
    value_exact: Exact


def bare(clause: Clause) -> str:
    """Return a clause without its book, as the arithmetic cites it."""
    return clause.partition(" ")[2]


# Amounts.


def exact(value: Exact | Fraction, currency: Currency, language: str) -> str:
    """Format an amount with every fraction of a cent, so that a column of them adds up: ``$61,236.263``."""
    cents = Fraction(value)
    if cents.denominator == 1:
        return amount(cents.numerator, currency, language)
    millionths = floor(cents * 10_000)
    shown = _currency(Decimal(millionths).scaleb(-6).normalize(), currency, language)
    return shown if millionths == cents * 10_000 else f"{shown}…"


def _dollars(cents: int, currency: Currency, language: str) -> str:
    """Format a whole number of dollars without cents."""
    return _currency(Decimal(cents // 100), currency, language, "¤#,##0" if language == "en" else "#,##0\u00a0¤")


def _currency(dollars: Decimal, currency: Currency, language: str, pattern: str | None = None) -> str:
    """Format a number of dollars with all its decimals."""
    from babel.numbers import format_currency, get_currency_symbol

    locale = LOCALES[language]
    shown = format_currency(
        dollars, currency.value, pattern, locale, currency_digits=pattern is None, decimal_quantization=False
    )
    return shown.replace(get_currency_symbol(currency.value, locale=locale), "$")


def percent(written: str, language: str) -> str:
    """Format a rate in the reader's language: ``34.06%``, ``34,06 %``."""
    if language == "en":
        return written
    return re.sub(r"\.(?=[0-9]+%)", ",", written).replace("%", "\u00a0%")


def hand_words(name: str, language: str) -> str:
    """Return a hand of a pay table as people say it."""
    plain = name.replace("-", " ")
    return translator(language)(HANDS.get(plain, plain))


# A prize, and a meter's value.


def arithmetic(prize: Prize, currency: Currency, language: str = "en") -> str:
    """Explain a prize: ``10% of $61,237, the meter rounded up (10.2.1); $55,112.56 stays on the meter (9.3)``."""
    return "; ".join(f"{_sum(each, currency, language)} ({bare(each.clause)})" for each in prize.sums)


def _sum(step: PrizeStep, currency: Currency, language: str) -> str:
    _ = translator(language)
    whole = step.cents % 100 == 0 and step.other_cents % 100 == 0
    show = _dollars if whole else amount
    texts = {
        "share-rounded": _("{share} of {amount}, the meter rounded up"),
        "share": _("{share} of {amount}, the meter"),
        "weight": _("{share} of {amount}, the meter rounded up, for royal and straight flushes together"),
        "above-seed": _(
            "one of {count} equal shares of successive payouts of {share} from what {amount} holds above {other}, "
            "and {share} of {other}"
        ),
        "equal-shares": _("one of {count} equal shares of {amount}, the meter"),
        "successive": _("one of {count} equal shares of successive payouts of {share} from {amount}, the meter"),
        "guaranteed": _("the guaranteed minimum of {amount} is more than {other}"),
        "cut": _("rounded down to the cent"),
        "paid-first": _("the {hand} is paid first"),
        "fixed": _("{share} on a wager of {amount}"),
        "other-hand": _("for the {hand} of position {count}"),
        "stays": _("{amount} stays on the meter"),
        "reset": _("the meter starts again at {amount}"),
    }
    return texts[step.code].format(
        share=pays(step.share, language) if step.code == "fixed" else percent(step.share, language),
        amount=show(step.cents, currency, language),
        other=show(step.other_cents, currency, language),
        count=step.count,
        hand=hand_words(step.share, language),
    )


def reckoning(meter: Meter, currency: Currency, language: str = "en") -> str:
    """Explain a meter's value, to the last fraction of a cent."""
    _ = translator(language)

    def told(sentence: str, value: Exact | int) -> str:
        return sentence.format(amount=exact(str(value), currency, language))

    parts = [
        told(_("{amount} from the house"), meter.house_exact),
        told(_("{amount} from wagers"), meter.contributed_exact),
    ]
    moved = Fraction(meter.moved_exact)
    if moved > 0:
        parts.append(told(_("{amount} from other meters"), str(moved)))
    parts.append(told(_("less {amount} in prizes"), meter.prizes_cents))
    if moved < 0:
        parts.append(told(_("less {amount} to other meters"), str(-moved)))
    return f"{', '.join(parts)} = {exact(meter.value_exact, currency, language)}"


# A meter's life.


def life(book: Rulebook, events: Iterable[e.Event], language: str = "en") -> tuple[MeterEntry, ...]:
    """Return everything that happened to every meter, in order; an event that affects two meters appears for both."""
    meters = Meters()
    entries: list[MeterEntry] = []
    outcomes: dict[str, e.OutcomeRecorded] = {}
    for event in events:
        after = evolve(meters, event)
        if isinstance(event, e.OutcomeRecorded):
            outcomes[event.table] = event
        for name in _touched(meters, event):
            before = meters.meters[name].value if name in meters.meters else Fraction(0)
            value = after.meters[name].value
            words = _Teller(book, language, meters, outcomes, name).words(event)
            entries.append(MeterEntry(event.at, name, words, event.clause, str(value - before), str(value)))
        meters = after
    return tuple(entries)


def _touched(before: Meters, event: e.Event) -> list[str]:
    """Return the meters that an event affects."""
    match event:
        case e.NoticeDisplayed(notice=notice):
            return [notice.meter] if notice.meter else [name for name, each in before.meters.items() if each.open]
        case e.TableAdded(linked=linked) | e.EquipmentSet(linked=linked):
            return [linked.meter]
        case e.TableMoved(linked=linked, source=source):
            return [source, linked.meter]
        case e.OptionChanged(terms=terms):
            return list(terms)
        case e.MeterClosed(meter=name, moved=moved):
            return [name, *(each.target for each in moved if not each.other_game)]
        case e.PrizesDocumented(table=table):
            link = before.linked(table)
            return [] if link is None else [link.meter]
        case _:
            return [event.meter]


_OfTables = e.NoticeDisplayed | e.TableAdded | e.TableRemoved | e.TableMoved | e.EquipmentSet
_OfGames = (
    e.GameRegistered | e.GameCancelled | e.WagersReturned | e.GameCarried | e.GameContinued | e.OutcomeRecorded
    | e.PrizesDocumented
)  # fmt: skip
_OfMeters = (
    e.MeterOpened | e.HouseAdded | e.PrizeReturned | e.MeterClosed | e.ValueReceived | e.OptionChanged
    | e.MeterCorrected
)  # fmt: skip


def _number(round_id: str) -> str:
    """Return the number of a round at its table."""
    return round_id.rpartition("#")[2]


class _Teller(NamedTuple):
    """Describes an event from the point of view of one meter."""

    book: Rulebook
    language: str
    meters: Meters
    """The meters as they were before the event."""
    outcomes: dict[str, e.OutcomeRecorded]
    """The last outcome of each table: the one whose prizes are paid."""
    name: str

    def _(self, sentence: str, **values: object) -> str:
        return translator(self.language)(sentence).format(**values)

    def money(self, value: Exact | int) -> str:
        return exact(str(value), self.book.money.currency.value, self.language)

    def wagers(self, wagers: tuple[RegisteredWager, ...]) -> dict[str, str]:
        """Return the sum of some wagers, and whose they are."""
        players = ", ".join(dict.fromkeys(wager.player for wager in wagers))
        return {"amount": self.money(sum(wager.cents for wager in wagers)), "players": players}

    def title(self, by: str) -> str:
        """Return who did something: a title of the book in words, anyone else by name."""
        title = self.book.staff.titles.get(by) if self.book.staff else None
        return by if title is None else (title.fr if self.language == "fr" else title.en).value

    def words(self, event: e.Event) -> str:
        """Return the cause of an entry."""
        if isinstance(event, e.PrizePaid):
            return self.of_prize(event)
        if isinstance(event, _OfTables):
            return self.of_tables(event)
        if isinstance(event, _OfGames):
            return self.of_games(event)
        return self.of_meters(event)

    def of_tables(self, event: _OfTables) -> str:
        match event:
            case e.NoticeDisplayed(notice=notice):
                return self.of_notice(notice)
            case e.TableAdded(linked=linked):
                return self._("table {table} joins the meter", table=linked.table)
            case e.TableMoved(linked=linked, source=source) if self.name != source:
                return self._("table {table} moves to this meter from {source}", table=linked.table, source=source)
            case e.TableMoved(linked=linked):
                return self._("table {table} leaves the meter", table=linked.table)
            case e.TableRemoved(table=table):
                return self._("table {table} leaves the meter", table=table)
            case e.EquipmentSet(linked=linked) if linked.working:
                return self._("the equipment of table {table} works", table=linked.table)
            case e.EquipmentSet(linked=linked) if linked.manual:
                return self._("manual arrangements replace the equipment at table {table}", table=linked.table)
            case e.EquipmentSet(linked=linked):
                return self._("the equipment of table {table} has failed", table=linked.table)
            case _:
                assert_never(event)

    def of_notice(self, notice: MeterNotice) -> str:
        table, meter = notice.table, notice.meter
        match notice.change:
            case Change.ADD:
                return self._("a notice says that table {table} will join the meter {meter}", table=table, meter=meter)
            case Change.REMOVE:
                return self._("a notice says that table {table} will leave the meter {meter}", table=table, meter=meter)
            case Change.MOVE:
                return self._(
                    "a notice says that table {table} will move to the meter {meter}", table=table, meter=meter
                )
            case Change.CLOSE:
                return self._(
                    "a notice at table {table} says that the meter {meter} will close", table=table, meter=meter
                )
            case Change.OPTION:
                return self._("a notice says that all meters will change to option {option}", option=notice.option)
            case _:
                assert_never(notice.change)

    def of_games(self, event: _OfGames) -> str:
        place = {"table": event.table, "round": _number(getattr(event, "round", ""))}
        match event:
            case e.GameRegistered(wagers=wagers):
                rate = percent(self.meters.meters[self.name].terms.rate, self.language)
                return self._(
                    "{rate} of {amount} wagered at table {table}, round {round}, by {players}",
                    rate=rate,
                    **place,
                    **self.wagers(wagers),
                )
            case e.GameCancelled(returned=returned):
                said = self._("the jackpot game of table {table}, round {round}, is cancelled", **place)
                back = self._("{amount} is returned to {players}", **self.wagers(returned))
                return f"{said}; {back}" if returned else said
            case e.WagersReturned(returned=returned):
                said = self._("void hands at table {table}, round {round}", **place)
                return f"{said}; " + self._("{amount} is returned to {players}", **self.wagers(returned))
            case e.GameCarried():
                return self._("the wagers of table {table} are carried to the next round", **place)
            case e.GameContinued():
                return self._("the wagers of table {table} are in play again, round {round}", **place)
            case e.OutcomeRecorded(community=community):
                said = self._("the outcome of table {table}, round {round}, is recorded", **place)
                cards = self._("the community cards are {cards}", cards=cards_text(community))
                return f"{said}; {cards}" if community else said
            case e.PrizesDocumented():
                return self._("the paperwork of table {table} is done", **place)
            case _:
                assert_never(event)

    def of_meters(self, event: _OfMeters) -> str:
        match event:
            case e.MeterOpened(value_cents=cents, terms=terms):
                values = {"amount": self.money(cents), "seed": self.money(terms.seed_cents)}
                rate, cost = percent(terms.rate, self.language), self.money(terms.cost_cents)
                return self._(
                    "the meter opens at {amount}: seed {seed}, plus {rate} of every wager of {cost}",
                    **values,
                    rate=rate,
                    cost=cost,
                )
            case e.HouseAdded(why=AdditionReason.ROUNDING, amount_exact=added):
                return self._("the house adds {amount} for the rounding up", amount=self.money(added))
            case e.HouseAdded(why=AdditionReason.GUARANTEED, amount_exact=added):
                return self._("the house adds {amount} for the guaranteed minimum", amount=self.money(added))
            case e.HouseAdded(amount_exact=added) if Fraction(added) < 0:
                return self._("the house takes {amount} back", amount=self.money(added.removeprefix("-")))
            case e.HouseAdded(amount_exact=added):
                return self._("the house adds {amount}: the meter starts again from its seed", amount=self.money(added))
            case e.PrizeReturned(cents=cents):
                amount = self.money(cents)
                return self._("a prize of {amount} was not validated and goes back onto the meter", amount=amount)
            case e.MeterClosed(meter=closed, moved=moved) if self.name != closed:
                (came,) = (each.amount_exact for each in moved if each.target == self.name)
                return self._("{amount} comes from {source}", amount=self.money(came), source=closed)
            case e.MeterClosed(seed_cents=seed, moved=moved):
                said = self._("the meter closes; {amount} goes back to the house", amount=self.money(seed))
                out = [(self.money(each.amount_exact), each.target) for each in moved]
                return "; ".join([said, *(self._("{amount} goes to {target}", amount=a, target=t) for a, t in out)])
            case e.ValueReceived(cents=cents, source=source):
                return self._("{amount} comes from {source}", amount=self.money(cents), source=source)
            case e.OptionChanged(terms=terms):
                new = terms[self.name]
                return self._(
                    "from now on, option {option}: {rate} of every wager, seed {seed}",
                    option=new.option,
                    rate=percent(new.rate, self.language),
                    seed=self.money(new.seed_cents),
                )
            case e.MeterCorrected(by=by, why=why, corrects=what, amount_exact=added):
                values = {"by": self.title(by), "what": what, "amount": self.money(added), "why": why}
                return self._("{by} corrects {what} by {amount}: {why}", **values)
            case _:
                assert_never(event)

    def of_prize(self, event: e.PrizePaid) -> str:
        prize, outcome, currency = event.prize, self.outcomes[event.table], self.book.money.currency.value
        values = {"player": prize.player, "position": prize.position, "table": event.table}
        values |= {"round": _number(event.round), "amount": self.money(prize.cents)}
        if prize.source is PrizeSource.METER or prize.sums[0].code == "fixed":
            (shown,) = (hand for hand in outcome.hands if hand.position == prize.position)
            told = self._(
                "{player} at position {position} of table {table}, round {round}, wins {amount} with {cards}, {hand}",
                **values,
                cards=cards_text(shown.hole),
                hand=hand_words(prize.hand, self.language),
            )
        else:
            told = self._(
                "{player} at position {position} of table {table}, round {round}, receives {amount} as {wager}",
                **values,
                wager=translator(self.language)(NAMES.get(prize.wager, prize.wager)),
            )
        if prize.source is PrizeSource.METER and outcome.by:
            told += "; " + self._("confirmed by {by}", by=self.title(outcome.by))
        if not prize.from_table:
            told += "; " + self._("not paid from the table's chips")
        return f"{told}; {arithmetic(prize, currency, self.language)}"
