"""Run once more, alone, the few tests that failed beside others: `python -m tests.again`, which `make test` does.

With a browser, a database and real time, one test in ten thousand may fail because the machine was busy elsewhere. What
is wrong fails alone too. What passes alone is named: it is a fault of the test or of the program all the same, and to
be mended (decision 370).
"""

import json
import sys
from pathlib import Path

import pytest

FEW = 3
"""More than so many failures are not chance: they are not tried again."""
FAILED = Path(".pytest_cache/v/cache/lastfailed")


def main() -> int:
    """Return what the tests that failed last end with alone, or 1 if there are too many of them or none."""
    failed = sorted(json.loads(FAILED.read_text())) if FAILED.exists() else []
    if not 0 < len(failed) <= FEW:
        return 1
    print("\nFailed beside others, and run once more alone:", *failed, sep="\n  ")
    ended = pytest.main(["-q", "-n", "0", "-m", "not campaign", *failed])
    if ended == pytest.ExitCode.OK:
        print("Passed alone. To be mended all the same:", *failed, sep="\n  ")
    return int(ended)


if __name__ == "__main__":
    sys.exit(main())
