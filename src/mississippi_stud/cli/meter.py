"""`mstud meter`: the history of every meter in a scenario: its value, each table's contributions, every win."""

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mississippi_stud.cli.output import AsJson, Language, escape, print_json, print_rich
from mississippi_stud.errors import InputError
from mississippi_stud.messages import SECOND

if TYPE_CHECKING:
    from mississippi_stud.money import Currency
    from mississippi_stud.prose.meters import MeterEntry
    from mississippi_stud.scenario.jackpots import Jackpots


def meter(
    file: Annotated[str, typer.Argument()],
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Show the history of a scenario's meters: value, contributions, wins and arithmetic, each with its clause."""
    from mississippi_stud.cli.replay import played_from

    played = played_from(file)
    if not played.jackpots.meters.meters:
        raise InputError("scenario-meterless", file=file)
    if as_json:
        print_json(told(played.jackpots, language))
    else:
        _tell(played.jackpots, language)


def _text(exact: str) -> str:
    """Format an exact amount, rounded down to the cent."""
    from mississippi_stud.money import Cents, text

    return text(Cents(floor(Fraction(exact))))


def told(jackpots: "Jackpots", language: str) -> dict[str, Any]:
    """Return the history of the meters for programs; amounts in dollars, exact ones as fractions of cents."""
    from mississippi_stud.jackpot.events import PrizePaid
    from mississippi_stud.money import text
    from mississippi_stud.prose.meters import arithmetic, bare, life, reckoning

    currency = jackpots.book.money.currency.value
    log = life(jackpots.book, jackpots.events, language)
    wins = [event for event in jackpots.events if isinstance(event, PrizePaid)]
    return {
        name: {
            "open": meter.open,
            "value": text(meter.shown_cents),
            "exact_cents": meter.value_exact,
            "pool": text(meter.pool_cents),
            "seed": text(meter.terms.seed_cents),
            "rate": meter.terms.rate,
            "cost": text(meter.terms.cost_cents),
            "reckoning": reckoning(meter, currency, language),
            "gave": {table: _text(given) for table, given in meter.gave_exact.items()},
            "wins": [
                {
                    "table": win.table,
                    "round": win.round,
                    "position": win.prize.position,
                    "player": win.prize.player,
                    "wager": win.prize.wager,
                    "hand": win.prize.hand.replace("-", " "),
                    "won": text(win.prize.cents),
                    "from": win.prize.source.value,
                    "from_table": win.prize.from_table,
                    "clause": bare(win.prize.clause),
                    "arithmetic": arithmetic(win.prize, currency, language),
                }
                for win in wins
                if win.meter == name
            ],
            "log": [
                {
                    "at": entry.at // SECOND,
                    "cause": entry.words,
                    "clause": bare(entry.clause),
                    "change_cents": entry.change_exact,
                    "value": _text(entry.value_exact),
                }
                for entry in log
                if entry.meter == name
            ],
        }
        for name, meter in jackpots.meters.meters.items()
    }


def _tell(jackpots: "Jackpots", language: str) -> None:
    from mississippi_stud.language import translator
    from mississippi_stud.prose.meters import exact, life, reckoning
    from mississippi_stud.prose.names import amount
    from mississippi_stud.prose.terminal import say

    _ = translator(language)
    currency = jackpots.book.money.currency.value
    log = life(jackpots.book, jackpots.events, language)
    for name, meter in jackpots.meters.meters.items():
        shown = amount(meter.shown_cents, currency, language) if meter.open else _("closed")
        gave = [
            say("table-gave", language, table=table, amount=exact(given, currency, language))
            for table, given in meter.gave_exact.items()
        ]
        pool = say("pool-holds", language, amount=amount(meter.pool_cents, currency, language))
        print_rich(f"[bold]{escape(name)}{_(': ')}{shown}[/bold]", f"  {reckoning(meter, currency, language)}")
        print_rich("  " + escape("; ".join([*gave, pool])))
        _tell_log([entry for entry in log if entry.meter == name], currency, language)


def _tell_log(entries: "list[MeterEntry]", currency: "Currency", language: str) -> None:
    from rich.table import Table

    from mississippi_stud.language import translator
    from mississippi_stud.prose.meters import exact
    from mississippi_stud.prose.names import cite

    _ = translator(language)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in (_("time"), _("change"), _("value")):
        table.add_column(heading, justify="right")
    table.add_column(_("cause"))
    table.add_column(_("clause"))
    for entry in entries:
        change = exact(entry.change_exact, currency, language) if Fraction(entry.change_exact) else ""
        value = exact(entry.value_exact, currency, language)
        table.add_row(clock(entry.at // SECOND), change, value, escape(entry.words), cite(entry.clause))
    print_rich(table)


def clock(seconds: int) -> str:
    """Format a time since the start of the scenario.

    >>> clock(3_725)
    '1:02:05'
    """
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
