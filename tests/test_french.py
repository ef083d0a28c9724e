"""French typography: as in Quebec, a no-break space before a colon and inside guillemets, none before ; ? and !."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import mississippi_stud
from mississippi_stud.language import CATALOGUE

BOOKS = Path(mississippi_stud.__file__).parent / "rulebooks"
WRONG = re.compile(r"[^\u00a0]:(?=\s|$)|[\s\u202f][;?!](?=\s|$)|«[^\u00a0]|[^\u00a0]»")


def _french(value: object) -> Iterator[str]:
    """Yield every French text in a file of a book."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key == "fr" and isinstance(each, str):
                yield each
            else:
                yield from _french(each)


def test_the_catalogue_is_set_so():
    with CATALOGUE.open("rb") as file:
        said = [message.string for message in read_po(file) if message.id]
    assert len(said) > 800
    assert [each for each in said if WRONG.search(each)] == []


@pytest.mark.parametrize("file", sorted(BOOKS.rglob("*.toml")), ids=lambda file: f"{file.parent.name}/{file.name}")
def test_the_books_are_set_so(file: Path):
    said = list(_french(tomllib.loads(file.read_text(encoding="utf-8"))))
    assert [each for each in said if WRONG.search(each)] == []
