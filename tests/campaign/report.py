"""One page that says what was run, how much of it, with which seeds, and what was found."""

import os
import platform
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from html import escape
from pathlib import Path

from mississippi_stud.trainer.leaks import wilson
from tests.campaign.progress import lasting
from tests.campaign.results import ROOT, Results, below_least, put
from tests.campaign.runner import Campaign
from tests.campaign.trials import Trial

STYLE = """
:root { color-scheme: light dark; --good: #1a7f45; --bad: #c0262d; --less: #a86400; --line: #8885; }
@media (prefers-color-scheme: dark) { :root { --good: #4cc38a; --bad: #ff7b72; --less: #e3a64a; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
td.number { text-align: right; white-space: nowrap; }
td.number, th.number { text-align: right; }
.good { color: var(--good); } .bad { color: var(--bad); } .less { color: var(--less); }
.verdict { font-size: 1.3rem; font-weight: 600; }
.bar { display: block; width: 8rem; height: .6rem; }
.bar rect { fill: var(--line); } .bar rect + rect { fill: currentColor; }
small { display: block; opacity: .8; }
section { border-top: 1px solid var(--line); margin-top: 1.5rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: .6rem; border: 1px solid var(--line); white-space: pre-wrap; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem 1rem; }
dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
td:last-child { min-width: 14rem; }
"""


def write(path: Path, code: str, campaign: Campaign, trials: Sequence[Trial]) -> None:
    put(path, page(code, campaign, [_known(campaign, trial) for trial in trials]).encode())


def _known(campaign: Campaign, trial: Trial) -> Trial:
    return next((each for each in campaign.trials if each.name == trial.name), trial)


def page(code: str, campaign: Campaign, trials: Sequence[Trial]) -> str:
    results = campaign.results
    rows = "".join(row(trial, results) for trial in trials)
    details = "".join(section(trial, results) for trial in trials)
    facts = {
        "Commit": commit(),
        "Code": code[:16],
        "Machine": machine(),
        "Written": _now(),
        "Python": platform.python_version(),
    }
    told = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in facts.items())
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(verdict(trials, results)[1])} – campaign of mississippi-stud</title><style>{STYLE}</style></head>
<body><h1>Campaign of mississippi-stud</h1>
<p class="verdict {verdict(trials, results)[0]}">{escape(verdict(trials, results)[1])}</p>
<dl>{told}</dl>
<div class="table"><table><thead><tr><th>Trial</th><th class="number">Wanted</th><th class="number">Done</th>
<th></th><th class="number">Time</th><th class="number">Rate</th><th>Result</th></tr></thead>
<tbody>{rows}</tbody></table></div>
<p><small>Done is what this very code has done and passed; what other code did does not count. Time is of one process.
Where nothing was found, “at most 1 in” is the bound that 95 of 100 such campaigns keep.</small></p>
{details}</body></html>
"""


def verdict(trials: Sequence[Trial], results: Results) -> tuple[str, str]:
    """Return the colour and the sentence that stand above all."""
    if failed := [trial.name for trial in trials if _fails(trial, results)]:
        return "bad", f"Something was found: {', '.join(failed)}"
    if less := [trial for trial in trials if results.done(trial) < trial.wanted or not trial.wanted]:
        return "less", f"Nothing was found, but {len(less)} of {len(trials)} trials were run for less than is wanted"
    return "good", "Everything that is wanted was run, and nothing was found"


def _fails(trial: Trial, results: Results) -> bool:
    return bool(results.failed(trial) or below_least(trial, results))


def row(trial: Trial, results: Results) -> str:
    done, seconds = results.done(trial), results.seconds(trial)
    kind = "bad" if _fails(trial, results) else "good" if trial.wanted and done >= trial.wanted else "less"
    part = min(1, done / trial.wanted) if trial.wanted else 0
    bar = (
        f'<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="{part:.1%}">'
        f'<rect width="100" height="10"/><rect width="{100 * part:.2f}" height="10"/></svg>{part:.1%}'
    )
    rate = f"{done / seconds:,.3g}/s" if done and seconds else ""
    return (
        f'<tr><td><a href="#{trial.name}">{trial.name}</a><small>{escape(trial.unit)}</small></td>'
        f'<td class="number">{trial.wanted:,}</td><td class="number">{done:,}</td><td class="{kind}">{bar}</td>'
        f'<td class="number">{lasting(seconds)}</td><td class="number">{rate}</td>'
        f'<td class="{kind}">{escape(outcome(trial, results))}</td></tr>'
    )


def outcome(trial: Trial, results: Results) -> str:
    """Return what came of a trial, in words."""
    done, failed, met = results.done(trial), results.failed(trial), results.met(trial)
    told = [f"{len(failed)} of {len(list(results.all_of(trial)))} parts failed"] if failed else []
    told += [below] if (below := below_least(trial, results)) else []
    if trial.least_share is not None and (tried := sum(met.values())):
        low, high = (float(each) for each in wilson(met[trial.shared], tried))
        told.append(f"{met[trial.shared] / tried:.1%} {trial.shared} (95%: {low:.1%} to {high:.1%})")
    elif done and not failed and trial.counted:
        told.append(f"nothing found; at most 1 in {1 / (1 - 0.05 ** (1 / done)):,.0f} fails")
    elif done and not failed:
        told.append("nothing found")
    if not done and not failed:
        told.append("not run")
    elif done < trial.wanted and not failed:
        told.append(f"less than wanted: {done / trial.wanted:.2%}")
    return "; ".join(told)


def section(trial: Trial, results: Results) -> str:
    every = list(results.all_of(trial))
    seeds = f"Parts {', '.join(spans([each.number for each in every]))}" if every else "No part was run"
    left = trial.wanted - results.done(trial)
    told = [f"<h2>{trial.name}</h2><p>{escape(trial.proves[0].upper() + trial.proves[1:])}.</p>"]
    told.append(
        f"<p>{escape(seeds)}, of up to {trial.each:,} {escape(trial.unit)} each; the number of a part is its seed.</p>"
    )
    if (done := results.done(trial)) and left > 0:
        told.append(f"<p>What remains takes one process about {lasting(left * results.seconds(trial) / done)}.</p>")
    if met := results.met(trial):
        told.append(f"<p>Met: {escape(', '.join(f'{kind} {number:,}' for kind, number in sorted(met.items())))}.</p>")
    for each in every:
        told += [f"<p>Part {each.number}: {escape(found)}</p>" for found in each.found]
        if each.output:
            test = trial.tests[each.number % len(trial.tests)] if trial.tests else ""
            what = "failed" if not each.passed else f"passed at try {each.tries}, having failed before"
            told.append(
                f'<p class="bad">Part {each.number} ({escape(test)}) {what}:</p><pre>{escape(each.output)}</pre>'
            )
    return f'<section id="{trial.name}">{"".join(told)}</section>'


def spans(numbers: Sequence[int]) -> list[str]:
    """Return numbers as spans.

    >>> spans([0, 1, 2, 5])
    ['0 to 2', '5']
    """
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return [str(first) if first == last else f"{first} to {last}" for first, last in found]


def _now() -> str:
    return datetime.now(UTC).strftime("%d %B %Y, %H:%M UTC")


@cache
def commit() -> str:
    """Return the commit, and whether the work tree differs from it."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()

    try:
        hash_, changed = git("rev-parse", "HEAD"), git("status", "--porcelain")
    except FileNotFoundError:
        return "unknown"
    return f"{hash_ or 'unknown'}{' with changes that are not committed' if changed else ''}"


@cache
def machine() -> str:
    """Return what the machine is."""
    model = platform.processor() or platform.machine()
    cpus = Path("/proc/cpuinfo")
    if cpus.exists():
        named = (
            line.partition(":")[2].strip() for line in cpus.read_text().splitlines() if line.startswith("model name")
        )
        model = next(named, model)
    return f"{os.cpu_count()} × {model}, {platform.system()} {platform.release()}"
