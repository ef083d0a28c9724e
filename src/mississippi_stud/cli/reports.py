"""`mstud floor`: stops and starts gaming, and reports significant events and alterations from the log."""

import csv
import sys
from collections.abc import Iterable
from contextlib import closing
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from mississippi_stud.cli.floor import DatabaseUrl, KeyFile, moment_of, opened, reading
from mississippi_stud.cli.help import CommandLine
from mississippi_stud.cli.output import AsJson, Language, escape, print_json, print_rich, print_table, speak
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.floor.history.occurrences import SignificantEvent

app = CommandLine(no_args_is_help=True, callback=speak)

Who = Annotated[str, typer.Option("--who")]
Why = Annotated[str, typer.Option("--why")]
AsCsv = Annotated[bool, typer.Option("--csv")]
_ALTERED: Final = ("why", "before", "after")


# Stopping and starting.


@app.command("show")
def show(database: DatabaseUrl = None, key: KeyFile = None, as_json: AsJson = False, language: Language = "en") -> None:
    """Show what is stopped now, and the settings of the operation."""
    from mississippi_stud.floor.accounts import FLOOR, Switches
    from mississippi_stud.floor.cache import States
    from mississippi_stud.floor.kinds import STREAMS
    from mississippi_stud.floor.operation import OPERATION, Operation
    from mississippi_stud.language import translator
    from mississippi_stud.prose.reasons import tell_reason
    from mississippi_stud.prose.terminal import say

    translator(language)
    with closing(reading(database, key)) as source:
        states = States(source, STREAMS)
        switches: Switches = states.known(FLOOR).state or Switches()
        operation: Operation = states.known(OPERATION).state or Operation()
    if as_json:
        print_json({"stopped": switches.stopped, "settings": operation.settings})
        return
    for target, reason in switches.stopped.items():
        told = say("stopped", language, target=target or say("everything", language))
        print_rich(f"[red]✗[/red] {escape(told)} ({escape(tell_reason(reason, language))})")
    if not switches.stopped:
        print_rich(f"[green]✓[/green] {say('nothing-stopped', language)}")
    _tell_settings(operation.settings, language)


def _tell_settings(settings: Any, language: str) -> None:
    from mississippi_stud.language import translator
    from mississippi_stud.money import Currency
    from mississippi_stud.prose.names import amount
    from mississippi_stud.prose.terminal import say

    answer = translator(language)("yes" if settings.stop_on_difference else "no")
    print_rich(f"  {say('stop-on-difference', language, answer=answer)}")
    least = amount(settings.large_win_cents, Currency.CAD, language)
    print_rich(f"  {say('large-win-from', language, amount=least)}")


@app.command("stop")
def stop(
    who: Who,
    why: Why,
    player: str | None = None,
    table: str | None = None,
    house: str | None = None,
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Stop new rounds everywhere, or those of one player, table or house; rounds under way are played to the end."""
    _switch("disable", who, why, {"player": player, "table": table, "house": house}, database, key, as_json, language)


@app.command("start")
def start(
    who: Who,
    why: Why,
    player: str | None = None,
    table: str | None = None,
    house: str | None = None,
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Lift a stop: allow new rounds again, unless another stop still holds."""
    _switch("enable", who, why, {"player": player, "table": table, "house": house}, database, key, as_json, language)


def _switch(
    way: str,
    who: str,
    why: str,
    named: dict[str, str | None],
    database: str | None,
    key: Any,
    as_json: bool,
    language: str,
) -> None:
    from mississippi_stud.floor.accounts import FLOOR, check_text
    from mississippi_stud.floor.integrity import operator
    from mississippi_stud.floor.operation import WHO_MAX
    from mississippi_stud.language import translator
    from mississippi_stud.prose.terminal import say

    translator(language)
    check_text("who-text", who, WHO_MAX)
    with opened(database, key) as floor:
        if named["table"] is not None:
            floor.table(named["table"])  # this raises an error if there is none
        getattr(floor, way)(why, **named, actor=operator(who))
        stopped = floor.state(FLOOR)[0].stopped
    if as_json:
        print_json({"stopped": stopped})
        return
    targets = [name if kind == "table" else f"{kind}:{name}" for kind, name in named.items() if name is not None]
    target = targets[0] if targets else say("everything", language)
    print_rich(escape(say("stopped" if way == "disable" else "started", language, target=target)))


@app.command("settings")
def settings(
    who: Who,
    why: Why,
    stop_on_difference: Annotated[
        bool | None, typer.Option("--stop-on-difference/--no-stop-on-difference", show_default=False)
    ] = None,
    large_win: str | None = None,
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Change the settings of the operation; `mstud floor show` shows them."""
    from mississippi_stud.floor.integrity import operator, state_of
    from mississippi_stud.floor.operation import OPERATION, ChangeOperation
    from mississippi_stud.language import LOCALES, translator
    from mississippi_stud.money import parse

    translator(language)
    least = None if large_win is None else parse(large_win, LOCALES[language])
    change = ChangeOperation(who=who, why=why, stop_on_difference=stop_on_difference, large_win_cents=least)
    with opened(database, key) as floor:
        floor.send(OPERATION, change, actor=operator(who))
        settings = state_of(floor).settings
    if as_json:
        print_json({"settings": settings})
        return
    _tell_settings(settings, language)


# Reports.


@app.command("events")
def events(
    since: str | None = None,
    until: str | None = None,
    as_csv: AsCsv = False,
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Report the significant events, by day, from the log."""
    _report(since, until, False, as_csv, database, key, as_json, language)


@app.command("alterations")
def alterations(
    since: str | None = None,
    until: str | None = None,
    as_csv: AsCsv = False,
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Report what people altered: who, why, before and after, as the log says."""
    _report(since, until, True, as_csv, database, key, as_json, language)


def _report(
    since: str | None,
    until: str | None,
    altered: bool,
    as_csv: bool,
    database: str | None,
    key: Any,
    as_json: bool,
    language: str,
) -> None:
    from mississippi_stud.floor.cache import States
    from mississippi_stud.floor.history import occurrences
    from mississippi_stud.floor.kinds import STREAMS
    from mississippi_stud.language import translator

    translator(language)
    if as_csv and as_json:
        raise InputError("csv-and-json")
    read = occurrences.alterations if altered else occurrences.significant_events
    with closing(reading(database, key)) as source:
        found = read(States(source, STREAMS), moment_of(since), moment_of(until))
        if as_csv:
            _print_csv(found, altered, language)
        elif as_json:
            print_json({"alterations" if altered else "events": [_told(each, language) for each in found]})
        else:
            _print_days(found, altered, language)


def _told(event: "SignificantEvent", language: str) -> dict[str, Any]:
    """Return a significant event for programs."""
    from mississippi_stud.prose.operation import moment, tell_significance

    told = {
        "at": event.at,
        "time": moment(event.at),
        "stream": event.stream,
        "version": event.version,
        "who": event.who,
        "code": event.finding.code,
        "what": tell_significance(event.finding.code, event.finding.params, language),
        "values": event.finding.params,
    }
    altered = event.finding.alteration
    if altered is not None:
        before, after = altered.differing
        told |= {"why": altered.why, "before": before, "after": after}
    return told


def _print_csv(found: Iterable["SignificantEvent"], altered: bool, language: str) -> None:
    from mississippi_stud.prose.operation import listed

    columns = ("time", "stream", "version", "who", "code", "what", *(_ALTERED if altered else ()))
    out = csv.writer(sys.stdout)
    out.writerow(columns)
    for event in found:
        told = _told(event, language)
        cells = (told[name] for name in columns)
        out.writerow(listed(cell) if isinstance(cell, dict) else cell for cell in cells)


def _print_days(found: Iterable["SignificantEvent"], altered: bool, language: str) -> None:
    from mississippi_stud.language import translator
    from mississippi_stud.prose.alterations import tell_changes
    from mississippi_stud.prose.terminal import say

    _ = translator(language)
    headings = [_("time"), _("stream"), _("who"), _("what")]
    headings += [_("why"), say("what-changed", language)] if altered else []
    none = True
    for day, those in groupby((_told(event, language) for event in found), lambda told: told["time"][:10]):
        rows = [
            [
                told["time"][11:19],
                told["stream"],
                told["who"],
                told["what"],
                *((told["why"], "\n".join(tell_changes(told["before"], told["after"], language))) if altered else ()),
            ]
            for told in those
        ]
        print_rich(f"[bold]{day}[/bold]")
        print_table(headings, rows)
        none = False
    if none:
        print_rich(say("no-alterations" if altered else "no-events", language))
