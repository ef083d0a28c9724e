"""Sentences about meters: the arithmetic of a prize, and every entry of a meter's log with its cause and clause."""

from collections.abc import Iterable
from fractions import Fraction
from math import floor
from typing import NamedTuple, assert_never

from mississippi_stud.jackpot import events as e
from mississippi_stud.jackpot.evolve import evolve
from mississippi_stud.jackpot.state import Exact, Meters, Prize, Source, Sum, Why
from mississippi_stud.language import LOCALES, translator
from mississippi_stud.money import Currency
from mississippi_stud.prose import HANDS, NAMES, amount
from mississippi_stud.rulebooks.model import Clause, Rulebook


class Entry(NamedTuple):
    """A line of a meter's log: what happened, by which clause, by how much, and what the meter shows after it."""

    at: int
    meter: str
    words: str
    clause: Clause
    change_exact: Exact
    value_exact: Exact


def bare(clause: Clause) -> str:
    """A clause without its book, as the arithmetic cites it."""
    return clause.partition(" ")[2]


def arithmetic(prize: Prize, currency: Currency, language: str = "en") -> str:
    """How a prize came about: ``10% of $61,237, the meter rounded up (10.2.1); $55,112.56 stays (9.3)``."""
    return "; ".join(f"{_sum(each, currency, language)} ({bare(each.clause)})" for each in prize.sums)


def _dollars(cents: int, currency: Currency, language: str) -> str:
    """A whole number of dollars without its cents."""
    from babel.numbers import format_currency, get_currency_symbol

    locale = LOCALES[language]
    pattern = "¤#,##0" if language == "en" else "#,##0 ¤"
    shown = format_currency(cents // 100, currency.value, pattern, locale, currency_digits=False)
    return shown.replace(get_currency_symbol(currency.value, locale=locale), "$")


def _sum(step: Sum, currency: Currency, language: str) -> str:
    _ = translator(language)
    whole = step.cents % 100 == 0 and step.other_cents % 100 == 0
    show = _dollars if whole else amount
    texts = {
        "share-rounded": _("{share} of {amount}, the meter rounded up"),
        "share": _("{share} of {amount}, the meter"),
        "weight": _("{share} of {amount}, the meter rounded up, for royal and straight flushes at once"),
        "above-seed": _(
            "one of {count} equal shares of successive payouts of {share} from what {amount} holds above {other}, "
            "and {share} of {other}"
        ),
        "equal-shares": _("one of {count} equal shares of {amount}, the meter"),
        "successive": _("one of {count} equal shares of successive payouts of {share} from {amount}, the meter"),
        "guaranteed": _("the guaranteed minimum of {amount} is more"),
        "fixed": _("{share} on a wager of {amount}"),
        "other-hand": _("for the {hand} of position {count}"),
        "stays": _("{amount} stays"),
        "reset": _("the meter starts again at {amount}"),
    }
    return texts[step.code].format(
        share=step.share,
        amount=show(step.cents, currency, language),
        other=show(step.other_cents, currency, language),
        count=step.count,
        hand=hand_words(step.share, language),
    )


def hand_words(name: str, language: str) -> str:
    """A hand of a pay table as people say it."""
    plain = name.replace("-", " ")
    return translator(language)(HANDS.get(plain, plain))


def life(book: Rulebook, events: Iterable[e.Event], language: str = "en") -> tuple[Entry, ...]:
    """Everything that happened to every meter, in order; what touches two meters is told of both."""
    currency = book.money.currency.value
    meters = Meters()
    entries: list[Entry] = []
    for event in events:
        after = evolve(meters, event)
        for name in _touched(meters, after, event):
            before = meters.meters[name].value if name in meters.meters else Fraction(0)
            value = after.meters[name].value
            words = _words(meters, event, name, currency, language)
            entries.append(Entry(event.at, name, words, event.clause, str(value - before), str(value)))
        meters = after
    return tuple(entries)


def _touched(before: Meters, after: Meters, event: e.Event) -> list[str]:
    """The meters that an event is about."""
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
            return [before.tables[table].meter] if table in before.tables else []
        case _:
            return [event.meter]


def _words(meters: Meters, event: e.Event, name: str, currency: Currency, language: str) -> str:
    _ = translator(language)

    def money(exact: Exact | int) -> str:
        return amount(floor(Fraction(exact)), currency, language)

    match event:
        case e.MeterOpened(value_cents=cents):
            return _("the meter opens at {amount}").format(amount=money(cents))
        case e.NoticeDisplayed(notice=notice):
            what = " ".join(each for each in (notice.change, notice.table, notice.meter, notice.option) if each)
            return _("a sign announces: {what}").format(what=what)
        case e.TableAdded(linked=linked):
            return _("table {table} joins the meter").format(table=linked.table)
        case e.TableRemoved(table=table):
            return _("table {table} leaves the meter").format(table=table)
        case e.TableMoved(linked=linked, source=source):
            if name == source:
                return _("table {table} leaves the meter").format(table=linked.table)
            return _("table {table} moves here from {source}").format(table=linked.table, source=source)
        case e.EquipmentSet(linked=linked):
            if linked.working:
                return _("the equipment of table {table} works").format(table=linked.table)
            if linked.manual:
                return _("manual arrangements stand in at table {table}").format(table=linked.table)
            return _("the equipment of table {table} has failed").format(table=linked.table)
        case e.GameRegistered(table=table, round=number, wagers=wagers):
            wagered = money(sum(wager.cents for wager in wagers))
            rate = meters.meters[name].terms.rate
            said = _("{rate} of {amount} wagered at table {table}, round {round}")
            return said.format(rate=rate, amount=wagered, table=table, round=number)
        case e.GameCancelled(table=table, round=number):
            said = _("the jackpot game of table {table}, round {round}, is cancelled")
            return said.format(table=table, round=number)
        case e.WagersReturned(table=table, round=number):
            said = _("void hands at table {table}, round {round}: their wagers go back")
            return said.format(table=table, round=number)
        case e.GameCarried(table=table):
            return _("the wagers of table {table} wait for the next round").format(table=table)
        case e.GameContinued(table=table, round=number):
            said = _("the wagers of table {table} are in play again, round {round}")
            return said.format(table=table, round=number)
        case e.OutcomeRecorded(table=table, round=number):
            return _("the outcome of table {table}, round {round}, is recorded").format(table=table, round=number)
        case e.PrizePaid():
            return _prize(event, currency, language)
        case e.HouseAdded(why=why, amount_exact=added):
            texts = {
                Why.ROUNDING: _("the house adds {amount} for the rounding up"),
                Why.GUARANTEED: _("the house adds {amount} for the guaranteed minimum"),
                Why.RESET: _("the house adds {amount}: the meter starts again from its seed"),
            }
            return texts[why].format(amount=money(added))
        case e.PrizesDocumented(table=table):
            return _("the papers of table {table} are done").format(table=table)
        case e.MeterClosed(meter=closed, seed_cents=seed, moved=moved):
            if name != closed:
                (came,) = (each.amount_exact for each in moved if each.target == name)
                return _("{amount} comes from {source}").format(amount=money(came), source=closed)
            said = _("the meter closes; {amount} goes back to the house").format(amount=money(seed))
            gone = (
                _("{amount} goes to {target}").format(amount=money(each.amount_exact), target=each.target)
                for each in moved
            )
            return "; ".join((said, *gone))
        case e.ValueReceived(cents=cents, source=source):
            return _("{amount} comes from {source}").format(amount=money(cents), source=source)
        case e.OptionChanged(terms=terms):
            said = _("from now on {rate} of every wager, option {option}")
            return said.format(rate=terms[name].rate, option=terms[name].option)
        case e.MeterCorrected(by=by, why=reason):
            return _("corrected by {by}: {why}").format(by=by, why=reason)
        case _:
            assert_never(event)


def _prize(event: e.PrizePaid, currency: Currency, language: str) -> str:
    _ = translator(language)
    prize = event.prize
    own = prize.source is Source.METER or prize.sums[0].code == "fixed"
    said = (
        _("{player} at position {position} of table {table}, {hand}, wins {amount}")
        if own
        else _("{player} at position {position} of table {table} receives {amount} as {wager}")
    )
    told = said.format(
        player=prize.player,
        position=prize.position,
        table=event.table,
        hand=hand_words(prize.hand, language),
        amount=amount(prize.cents, currency, language),
        wager=_(NAMES.get(prize.wager, prize.wager)),
    )
    apart = _("not from the table's chips")
    where = "" if prize.from_table else f", {apart}"
    return f"{told}{where}: {arithmetic(prize, currency, language)}"
