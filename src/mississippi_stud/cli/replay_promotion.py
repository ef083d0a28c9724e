"""`mstud replay` of a promotion's file: every line with what was refused, the winners, the record of the draw."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mississippi_stud.cli.output import print_json, print_rich
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.scenario.promotion_play import PromotionPlay


def replay_promotion(file: str, language: str, *, as_json: bool, draw: Path | None = None) -> None:
    """Play the promotion of a file and show what happened; write the record of its draw to a file, if asked to."""
    import msgspec

    from mississippi_stud.cli.replay import read_scenario
    from mississippi_stud.scenario import read_toml
    from mississippi_stud.scenario.promotion_play import play_promotion, promotion_report

    text, named = read_scenario(file)
    try:
        played = play_promotion(text, read_toml(text), named)
    except InputError as error:
        raise InputError("in-file", file=file, error=error) from None
    if draw is not None:
        if played.draw is None:
            raise InputError("nothing-drawn", file=file)
        from mississippi_stud.store.files import whole

        with whole(draw) as record:
            record.write(msgspec.json.encode(played.draw) + b"\n")
    if as_json:
        print_json(promotion_report(played))
    else:
        print_rich(*_told(played, language))


def _told(played: "PromotionPlay", language: str) -> Iterator[str]:
    from mississippi_stud.cli.drawing import plain
    from mississippi_stud.language import translator
    from mississippi_stud.prose.names import amount, cite
    from mississippi_stud.prose.refusals import explain

    _, currency = translator(language), played.rules.book.money.currency.value
    for step in played.steps:
        told = f"[bold]{step.line.number:>3}[/bold]  {plain(step.line.text)}"
        if step.refused:
            said = explain(step.refused, currency, language)
            told += f"  [yellow]✗ {plain(said)} ({cite(step.refused.clause)})[/yellow]"
        yield told
    promotion = played.promotion
    for winner in promotion.winners.values():
        prize = promotion.prize(winner.prize)
        value = amount(prize.value_cents, currency, language)
        yield f"{winner.prize:>3}  [bold]{plain(winner.holder)}[/bold]{_(': ')}{plain(prize.description)}, {value}"
