"""`mstud promotion`: the terms and conditions of a promotion in words, each item with its clause."""

from typing import TYPE_CHECKING, Annotated

import typer

from mississippi_stud.cli.help import CommandLine
from mississippi_stud.cli.output import AsJson, Language, escape, print_json, print_rich, speak
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.prose.promotion_terms import PromotionDocument

app = CommandLine(no_args_is_help=True, callback=speak)


@app.command("terms")
def promotion_terms(
    source: Annotated[str, typer.Argument()], as_json: AsJson = False, language: Language = "en"
) -> None:
    """Write out the terms of a promotion, from a template or a scenario file."""
    from mississippi_stud.prose.names import cite

    document = _document(source, language)
    if as_json:
        print_json(
            {
                "title": document.title,
                "hash": document.hash,
                "missing": [{"item": each.name, "clause": each.clause} for each in document.missing],
                "items": [
                    {"item": each.name, "clause": each.clause, "title": each.title, "lines": each.lines}
                    for each in document.items
                ],
            }
        )
        return
    print_rich(f"[bold]{escape(document.title)}[/bold]", f"[dim]{document.hash}[/dim]")
    for item in document.items:
        colour = "yellow" if item.missing else "default"
        print_rich("", f"[bold]{item.title}[/bold]  [dim]{cite(item.clause)}[/dim]")
        print_rich(*(f"  [{colour}]{escape(line)}[/{colour}]" for line in item.lines))


def _document(source: str, language: str) -> "PromotionDocument":
    from mississippi_stud.cli.replay import read_scenario
    from mississippi_stud.promotion.chapter import promotion_rules
    from mississippi_stud.promotion.templates import TEMPLATES
    from mississippi_stud.prose.promotion_terms import promotion_document
    from mississippi_stud.rulebooks import rulebook
    from mississippi_stud.scenario import read_toml
    from mississippi_stud.scenario.promotion_play import play_promotion

    if source in TEMPLATES:
        return promotion_document(promotion_rules(rulebook("nsw"), rulebook("nsw")), TEMPLATES[source], language)
    text, named = read_scenario(source)
    try:
        played = play_promotion(text, read_toml(text), named)
    except InputError as error:
        raise InputError("in-file", file=source, error=error) from None
    return promotion_document(played.rules, played.promotion.terms, language)
