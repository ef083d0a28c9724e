"""Run the commands of a documentation page as its reader would; `python -m tests.pages PAGE` writes what they print.

In a block marked `console`, a line that begins with `$` is a command and the lines below it are what it prints, with
`...` for what differs from run to run. A `code-block` with a caption is a file of that name. All of a page's commands
run in one shell, in a folder of their own that is also the home folder.
"""

import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
FENCE: Final = re.compile(r"^```(?P<kind>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
CAPTION: Final = re.compile(r":caption: (?P<file>\S+)\n\n?(?P<text>.*)", re.DOTALL)
MARK: Final = "=== the next command ==="


class Shown(NamedTuple):
    """A command with the output that the page shows."""

    command: str
    output: str


def read(text: str) -> Iterator[Shown | tuple[str, str]]:
    """Yield the commands of a page and its files, each as a name and a text, in order.

    >>> list(read("```console\\n$ mstud --version\\nmstud ...\\n```"))
    [Shown(command='mstud --version', output='mstud ...')]
    """
    for fence in FENCE.finditer(text):
        if fence["kind"] == "console":
            for part in re.split(r"^\$ ", fence["body"], flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                yield Shown(command, output.rstrip())
        elif fence["kind"].startswith("{code-block}") and (file := CAPTION.match(fence["body"])):
            yield file["file"], file["text"]


def run(text: str, folder: Path, replaced: Mapping[str, str]) -> list[tuple[Shown, str, int]]:
    """Run the commands of a page in a folder; return each with its output and its exit status.

    `replaced` has what stands for something else on this machine, such as the address of a database.
    """
    parts, lines = list(read(text)), []
    for part in parts:
        if isinstance(part, Shown):
            command = part.command
            for shown, real in replaced.items():
                command = command.replace(shown, real)
            quiet = command.endswith("&")
            lines += [
                f"{command[:-1]}>log 2>&1 &" if quiet else f"{{ {command}\n}} 2>&1",
                f"printf '\n%s%s\n' $? '{MARK}'",
            ]
        else:
            lines.append(f"cat > {part[0]} <<'END OF FILE'\n{part[1]}END OF FILE")
    lines.append("kill $(jobs -p) 2>/dev/null; wait")
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("XDG_", "MSTUD_DATABASE", "MSTUD_KEY"))
    }
    path = f"{sysconfig.get_path('scripts')}:{kept['PATH']}"
    surroundings = {**kept, "PATH": path, "HOME": str(folder), "PWD": str(folder)}
    done = subprocess.run(
        ["bash", "-c", "\n".join(lines)],
        cwd=folder,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    commands = [part for part in parts if isinstance(part, Shown)]
    outputs = re.split(rf"\n(\d+){MARK}\n", done.stdout)
    return [
        (command, outputs[2 * number].rstrip(), int(outputs[2 * number + 1])) for number, command in enumerate(commands)
    ]


def written(text: str, folder: Path, replaced: Mapping[str, str]) -> str:
    """Return the page with every output as it is now, except where it has `...`."""
    for shown, output, _ in run(text, folder, replaced):
        if "..." not in shown.output:
            before = f"$ {shown.command}\n" + (f"{shown.output}\n" if shown.output else "")
            after = f"$ {shown.command}\n" + (f"{output}\n" if output else "")
            text = text.replace(before, after, 1)
    return text


if __name__ == "__main__":
    for page in map(Path, sys.argv[1:]):
        with tempfile.TemporaryDirectory() as place:
            page.write_text(written(page.read_text(), Path(place), {}))
