"""How commands speak: JSON for programs, rich text for people."""

import sys
from typing import Annotated, Any

import typer

Language = Annotated[str, typer.Option("--lang", help="en or fr.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object, for programs.")]


def print_json(answer: Any) -> None:
    """Print `answer` as one JSON document, readable and with its keys in the order given."""
    import msgspec

    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(answer), indent=2) + b"\n")
    sys.stdout.flush()


def print_rich(*parts: Any) -> None:
    """Print for a person: coloured in a terminal, plain elsewhere."""
    from rich.console import Console

    console = Console() if sys.stdout.isatty() else Console(width=140, soft_wrap=True)
    console.print(*parts, highlight=False, sep="\n")
