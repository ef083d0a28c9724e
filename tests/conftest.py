"""What all tests share: the mark that names clauses, profiles for hypothesis, databases, campaigns that resume."""

import gc
import os
from collections.abc import Generator
from hashlib import sha256

import pytest
from hypothesis import HealthCheck, settings

from mississippi_stud.floor.integrity import program_hash
from tests.databases import database_url, key_file, postgres_kept, postgres_server, postgres_url, sqlite_url

__all__ = ["database_url", "key_file", "postgres_kept", "postgres_server", "postgres_url", "sqlite_url"]

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--resume", action="store_true", help="skip long tests that this very program has passed before")


def pytest_collection_finish() -> None:
    """Let Python no longer look for rubbish among what was collected: thousands of tests, and all that they import."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.config.getoption("--resume") and (key := _passed_key(item)) and item.config.cache.get(key, None):
        pytest.skip("passed before by the same program")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call" and report.passed and (key := _passed_key(item)):
        item.config.cache.set(key, True)
    return report


def _passed_key(item: pytest.Item) -> str | None:
    """Return under which key of pytest's cache a long test's success is kept: by program, test file and parameters."""
    if item.get_closest_marker("campaign") is None or not hasattr(item.config, "cache"):
        return None
    if not hasattr(item.config, "program"):
        item.config.program = program_hash()
    tested = sha256(item.path.read_bytes()).hexdigest()[:12]
    name = sha256(item.nodeid.encode()).hexdigest()[:16]
    return f"campaign/{item.config.program[:12]}-{tested}/{name}"
