"""Runs every benchmark in this folder and reports which targets were missed and which benchmarks crashed.

`python -m benchmarks web floor` runs those whose names contain one of the words.
"""

import importlib
import pkgutil
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping

import benchmarks
from benchmarks.measure import Result

Benchmark = Callable[[], Iterable[Result]]


def found() -> dict[str, Benchmark]:
    """Return the benchmarks by module name; each module is imported only when its benchmark runs."""
    names = sorted(each.name for each in pkgutil.iter_modules(benchmarks.__path__) if each.name.startswith("bench_"))
    return {name: lambda name=name: importlib.import_module(f"benchmarks.{name}").run() for name in names}


def run_all(chosen: Mapping[str, Benchmark]) -> bool:
    """Run all chosen benchmarks, even if some crash; return whether every target was reached."""
    results: list[Result] = []
    crashes: list[str] = []
    for name, benchmark in chosen.items():
        try:
            for result in benchmark():
                print(result, flush=True)
                results.append(result)
        except (Exception, SystemExit) as error:
            traceback.print_exception(error)
            crashes.append(f"! {name} crashed, its figures are incomplete: {type(error).__name__}: {error}")
    missed = [result for result in results if not result.reached]
    print(f"\n{len(results) - len(missed)} of {len(results)} targets reached")
    for line in (*missed, *crashes):
        print(line)
    return bool(results) and not missed and not crashes


def main() -> None:
    """Run the benchmarks chosen on the command line; exit with status 1 if a target was missed."""
    words = sys.argv[1:]
    every = found()
    chosen = {name: each for name, each in every.items() if not words or any(word in name for word in words)}
    if not chosen:
        sys.exit(f"no benchmark matches {' '.join(words)!r}: there are {', '.join(every)}")
    sys.exit(0 if run_all(chosen) else 1)


if __name__ == "__main__":
    main()
