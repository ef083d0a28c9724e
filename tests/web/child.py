"""A server with decks that a test chooses, to be killed: `python -m tests.web.child PORT DATABASE KEY`."""

import sys

import uvicorn

from mississippi_stud.floor import Floor
from mississippi_stud.web.app import create_app
from tests.web.decks import scripted_decks

SECRET = "a secret for the tests"  # noqa: S105


def main(port: str, database: str, key: str) -> None:
    app = create_app(Floor.open(f"sqlite:///{database}", key), SECRET, requests_a_second=10_000)
    with scripted_decks():
        uvicorn.run(app, port=int(port), log_level="error", ws="websockets-sansio", timeout_graceful_shutdown=2)


if __name__ == "__main__":
    main(*sys.argv[1:])
