"""Runs every benchmark of this folder, prints a table, and fails if a ratio is below its target."""

import importlib
import pkgutil
import sys

import benchmarks
from benchmarks.measure import Result


def main() -> None:
    names = sorted(
        module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name.startswith("bench_")
    )
    wanted = sys.argv[1:]
    results: list[Result] = []
    for name in names:
        if wanted and not any(part in name for part in wanted):
            continue
        for result in importlib.import_module(f"benchmarks.{name}").run():
            print(result, flush=True)
            results.append(result)
    if not results:
        sys.exit(f"no benchmark matches {' '.join(wanted)!r}: there are {', '.join(names)}")
    missed = [result for result in results if not result.reached]
    print(f"{len(results) - len(missed)} of {len(results)} targets reached")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
