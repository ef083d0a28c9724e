"""The static files as they are sent: scripts and styles without comments and indentation, compressed once, at start.

The path of the files contains a hash of what is sent, so that browsers may keep them for ever: decision 72,
decision 285.
"""

import gzip
import re
from hashlib import sha256
from pathlib import Path
from typing import Final

from msgspec import Struct

STATIC: Final = Path(__file__).with_name("static")
_TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png"}
_COMMENT: Final = re.compile(r"^[ \t]*(?://.*|/\*(?s:.*?)\*/)\n|^[ \t]+", re.MULTILINE)
"""A comment that has its lines to itself, and the indentation of any other line: neither is in the way of a script."""


class StaticFile(Struct, frozen=True):
    """A file as it is sent."""

    media_type: str
    content: bytes
    compressed: bytes

    def encoded(self, accepted: str) -> tuple[bytes, dict[str, str]]:
        """Return the bytes for a client that accepts these encodings, and what the headers say of them."""
        headers = {"Vary": "Accept-Encoding"}
        if "gzip" not in accepted or len(self.compressed) >= len(self.content):
            return self.content, headers
        return self.compressed, headers | {"Content-Encoding": "gzip"}


def bare(source: str) -> str:
    """Return a script or a style sheet without the comments that have lines to themselves, and without indentation."""
    return _COMMENT.sub("", source)


def _static_file(file: Path) -> StaticFile:
    content = bare(file.read_text()).encode() if file.suffix in (".js", ".css") else file.read_bytes()
    return StaticFile(_TYPES[file.suffix], content, gzip.compress(content, mtime=0))


SENT: Final = {file.name: _static_file(file) for file in sorted(STATIC.iterdir()) if file.suffix in _TYPES}
_HASH: Final = sha256(b"".join(name.encode() + b"\0" + file.content for name, file in SENT.items())).hexdigest()
STATIC_PATH: Final = f"/static/{_HASH[:12]}"
STATIC_FILES: Final = frozenset(f"{STATIC_PATH}/{name}" for name in SENT)
"""The paths of all static files: the gate lets no other path through."""
