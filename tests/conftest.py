"""What all tests share: the mark that names clauses, profiles for hypothesis, and databases."""

import os

from hypothesis import HealthCheck, settings

from tests.databases import database_url, key_file, postgres_kept, postgres_server, postgres_url, sqlite_url

__all__ = ["database_url", "key_file", "postgres_kept", "postgres_server", "postgres_url", "sqlite_url"]

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")
