"""`mstud hand`: what three, five or six cards make."""

from typing import Annotated, Any

import typer

from mississippi_stud.cli.output import AsJson, print_json, print_rich
from mississippi_stud.errors import InputError


def hand(
    cards: Annotated[str, typer.Argument(help='Three, five or six cards, such as "As Kd Qh Jc 10s".')],
    as_json: AsJson = False,
) -> None:
    """Say what three, five or six cards make."""
    answer = _made(cards)
    if as_json:
        print_json(answer)
        return
    print_rich(f"{answer['shown']}: [bold]{answer['hand']}[/bold]")


def _made(line: str) -> dict[str, Any]:
    from mississippi_stud import cards as the_cards
    from mississippi_stud import hands

    held = the_cards.parse(line)
    answer: dict[str, Any] = {"cards": the_cards.text(held), "shown": the_cards.symbols(held)}
    match held:
        case (a, b, c):
            answer["hand"] = str(hands.three(a, b, c, ace_low=True))
        case (a, b, c, d, e):
            answer["hand"] = str(hands.five(a, b, c, d, e))
        case (a, b, c, d, e, f):
            best = hands.six(a, b, c, d, e, f)
            answer["hand"] = str(best.hand)
            answer["super_royal"] = None if best.super_royal is None else the_cards.SUITS[best.super_royal]
        case _:
            raise InputError(
                f"{len(held)} cards were given: a hand has five cards, or three or six for the bonus wagers"
            )
    return answer
