"""Bring the French catalogues up to date with the pages: `make catalogues`, then translate what is empty in them.

A page is in French if its folder, or the page itself beside this file, has a catalogue under `locale/fr/LC_MESSAGES`.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po, write_po

HERE: Final = Path(__file__).parent
CATALOGUES: Final = HERE / "locale" / "fr" / "LC_MESSAGES"
THEME: Final = CATALOGUES / "sphinx.po"
"""The words of the theme, which Sphinx looks for under this name; no page has them."""
ENGLISH_ONLY: Final = "reference/[!i]*,rules,readings,decisions,templates"
"""Pages without French, which need not be read."""
HEADER: Final = """\
# The pages in French; `make catalogues` brings this file up to date with them.
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

"""


def extract(folder: Path) -> None:
    """Write the messages of the pages to a folder, a template for each catalogue."""
    command = [sys.executable, "-m", "sphinx", "--quiet", "-b", "gettext", "-D", f"exclude_patterns={ENGLISH_ONLY}"]
    subprocess.run([*command, HERE, folder], cwd=HERE.parent, stderr=subprocess.PIPE, check=True)  # noqa: S603


def main() -> None:
    """Update every catalogue; messages that are on no page any more are removed."""
    with tempfile.TemporaryDirectory() as folder:
        extract(Path(folder))
        for file in sorted({*CATALOGUES.glob("*.po")} - {THEME}):
            with file.open("rb") as old, Path(folder, f"{file.stem}.pot").open("rb") as template:
                catalogue = read_po(old, locale="fr")
                catalogue.update(read_po(template), no_fuzzy_matching=True)
            catalogue.obsolete.clear()
            with file.open("wb") as new:
                new.write(HEADER.encode())
                write_po(new, catalogue, width=0, no_location=True, omit_header=True)
            empty = sum(1 for message in catalogue if message.id and not message.string)
            sys.stdout.write(f"{file.relative_to(HERE)}: {len(catalogue)} messages, {empty} to translate\n")


if __name__ == "__main__":
    main()
