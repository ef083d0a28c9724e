"""What all tests share: the mark that names clauses, profiles for hypothesis, databases, the parts of a campaign."""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

from tests.campaign.part import end_with_the_runner, list_others, part
from tests.databases import database_url, key_file, postgres_kept, postgres_server, postgres_url, sqlite_url

__all__ = ["database_url", "key_file", "part", "postgres_kept", "postgres_server", "postgres_url", "sqlite_url"]

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_configure() -> None:
    end_with_the_runner()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Let Python no longer look for rubbish among what was collected: thousands of tests, and all that they import."""
    list_others(session.items)
    gc.collect()
    gc.freeze()
