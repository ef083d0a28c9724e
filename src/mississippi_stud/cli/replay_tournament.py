"""`mstud replay` of a tournament's file: every line with what was refused, then the standings and the prizes."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mississippi_stud.cli.output import print_json, print_rich
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.scenario.tournament_play import TournamentPlay


def replay_tournament(file: str, language: str, *, as_json: bool) -> None:
    """Play the tournament of a file and show what happened."""
    from mississippi_stud.cli.replay import read_scenario
    from mississippi_stud.scenario import read_toml
    from mississippi_stud.scenario.tournament_play import play_tournament, tournament_report

    text, named = read_scenario(file)
    try:
        played = play_tournament(text, read_toml(text), named)
    except InputError as error:
        raise InputError("in-file", file=file, error=error) from None
    if as_json:
        print_json(tournament_report(played))
    else:
        print_rich(*_told(played, language))


def _told(played: "TournamentPlay", language: str) -> Iterator[str]:
    from mississippi_stud.cli.drawing import plain
    from mississippi_stud.language import translator
    from mississippi_stud.prose.names import amount, cite
    from mississippi_stud.prose.refusals import explain
    from mississippi_stud.prose.tournament_refusals import chips_shown
    from mississippi_stud.scenario.tournament_play import declared_results

    _, currency = translator(language), played.rules.book.money.currency.value
    for step in played.steps:
        told = f"[bold]{step.line.number:>3}[/bold]  {plain(step.line.text)}"
        if step.refused:
            said = explain(step.refused, currency, language)
            told += f"  [yellow]✗ {plain(said)} ({cite(step.refused.clause)})[/yellow]"
        yield told
    place = 1
    for group in played.standings:
        for name in group:
            shown = chips_shown(played.contest.entrants[name].chips, language)
            yield f"{place:>3}  [bold]{plain(name)}[/bold]{_(': ')}{shown}"
        place += len(group)
    results = declared_results(played)
    if results is None:
        return
    for award in results.awards:
        won, pool = amount(award.cents, currency, language), amount(award.group_cents, currency, language)
        shares = f"{award.parts}/{award.of_parts} = {pool}, ÷ {award.among}"
        yield f"     {plain(award.name)}{_(': ')}[bold]{won}[/bold]  {shares} [dim]({cite(results.clause)})[/dim]"
