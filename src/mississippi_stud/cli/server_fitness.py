"""`mstud doctor --server`: what a server on this machine stands on, told for people or for programs."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mississippi_stud.cli.floor import database_at
from mississippi_stud.cli.output import escape, print_json, print_rich

if TYPE_CHECKING:
    from mississippi_stud.floor.fitness import FitnessFinding

_MARKS: Final = {
    "ok": "[green]✓[/green]",
    "warning": "[yellow]![/yellow]",
    "wrong": "[red]✗[/red]",
    "unseen": "[yellow]–[/yellow]",
}


def examine_server(database: str | None, key: Path | None, as_json: bool, language: str, **server: Any) -> bool:
    """Examine and print; return whether nothing is wrong, whatever there is to warn of."""
    from mississippi_stud.floor.fitness import Server, examine
    from mississippi_stud.floor.home import anchors_file, key_file, vault_url
    from mississippi_stud.prose.terminal import say

    path = key_file(key)
    found = list(examine(Server(database_at(database), path, vault_url(path), anchors_file(path), **server)))
    healthy = all(each.status != "wrong" for each in found)
    if as_json:
        print_json({"healthy": healthy, "checks": [_told(each, "en") for each in found]})
        return healthy
    for each in found:
        _print(each, language)
    count = sum(each.status == "warning" for each in found)
    if not healthy:
        print_rich(f"[red]{say('server-unfit', language)}[/red]")
    else:
        print_rich(f"[green]{say('server-warned' if count else 'server-fit', language, count=count)}[/green]")
    return healthy


def _told(finding: "FitnessFinding", language: str) -> dict[str, Any]:
    """Return a finding in words, with the keys that `mstud doctor` has for a library."""
    from mississippi_stud.language import translator
    from mississippi_stud.prose.fitness import CHECKS
    from mississippi_stud.prose.problems import tell_fitness

    problem = tell_fitness(finding.problem, finding.params, language) if finding.problem else (None, None, None)
    return {
        "name": translator(language)(CHECKS[finding.check]),
        "code": finding.problem or None,
        "status": finding.status,
        "found": finding.found,
        **dict(zip(("problem", "why", "mend"), problem, strict=True)),
    }


def _print(finding: "FitnessFinding", language: str) -> None:
    from mississippi_stud.language import translator
    from mississippi_stud.prose.terminal import say

    _, told = translator(language), _told(finding, language)
    shown = told["problem"] or finding.found
    print_rich(f"{_MARKS[finding.status]} {told['name']}{_(': ')}{escape(shown)}")
    if told["problem"]:
        print_rich(f"    {escape(told['why'])}", f"    {say('how-to-fix', language)}{_(': ')}{escape(told['mend'])}")
