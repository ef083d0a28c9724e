"""A walk through frames in the terminal, forwards and back: one drawing, drawn again in its place at each key."""

from collections.abc import Sequence
from typing import Any, Final

import typer
from rich.console import Console, Group
from rich.control import Control
from rich.segment import SegmentLines

from mississippi_stud.cli.output import escape
from mississippi_stud.prose.terminal import say

_BACK: Final = ("b", "B", "\x7f", "\x1b[D", "\x1bOD", "\x1b[A", "\x1bOA")
_QUIT: Final = ("q", "Q", "\x1b")
_HELP: Final = "?"
"""Asks for the keys, which stand above every frame: nothing moves."""


def walk(frames: Sequence[Sequence[Any]], language: str) -> bool:
    """Show frames until the last is passed; return False if the reader quits before.

    A frame that is higher than the terminal is shown in several pages.
    """
    console = Console(highlight=False)
    at = page = 0
    with console.screen() as screen:
        while at < len(frames):
            lines = console.render_lines(Group(*frames[at]), pad=False)
            height = max(console.size.height - 2, 1)
            pages = [lines[start : start + height] for start in range(0, len(lines), height)] or [[]]
            page = min(page, len(pages) - 1) if page >= 0 else len(pages) - 1
            keys = f"{at + 1}/{len(frames)}  [dim]{escape(say('step-keys', language))}[/dim]"
            console.control(Control.home())
            screen.update(keys, SegmentLines(pages[page], new_lines=True))
            key = _key()
            if key in _QUIT:
                return False
            if key == _HELP:
                continue
            if key not in _BACK:
                at, page = (at, page + 1) if page + 1 < len(pages) else (at + 1, 0)
            elif page or at:
                at, page = (at, page - 1) if page else (at - 1, -1)
    return True


def _key() -> str:
    """Return the key that is pressed; an interruption or the end of the input quits."""
    try:
        return typer.getchar()
    except (KeyboardInterrupt, EOFError):
        return _QUIT[0]
