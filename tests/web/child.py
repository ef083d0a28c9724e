"""A server with decks chosen by a test, to be killed: `python -m tests.web.child PORT DATABASE KEY`."""

import sys

import uvicorn

from mississippi_stud.floor import Floor
from mississippi_stud.web.app import create_app
from mississippi_stud.web.limits import Settings
from mississippi_stud.web.server import configuration
from tests.decks import scripted_decks

SECRET = "a secret for the tests"
FREELY = Settings(requests_a_second=10_000, guests_a_minute=10_000)
"""All the tests come from one address."""


def main(port: str, database: str, key: str) -> None:
    app = create_app(Floor.open(f"sqlite:///{database}", key), SECRET, FREELY)
    with scripted_decks():
        uvicorn.Server(configuration(app, FREELY, port=int(port), timeout_graceful_shutdown=2)).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
