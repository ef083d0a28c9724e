"""The results of a tournament, for a page and as files: the same results make the same bytes and the same hash."""

import csv
from collections.abc import Mapping
from hashlib import sha256
from io import StringIO
from typing import Any, Final, NamedTuple
from unicodedata import combining, normalize

import msgspec

from mississippi_stud.floor import Floor
from mississippi_stud.floor.tournament_acts import TournamentRun, names_of, terms_digest
from mississippi_stud.language import translator
from mississippi_stud.prose.names import amount
from mississippi_stud.prose.tournament_page import RESULTS, TOURNAMENT
from mississippi_stud.web.tournament_shapes import TournamentPrizeLine, TournamentResults
from mississippi_stud.web.tournament_view import results_of

COLUMNS: Final = (
    "place", "entrant", "number", "name", "prize_cents", "parts", "of_parts", "group_cents", "shared_by",
    "redeemed_cents",
)  # fmt: skip
PART: Final = 100
"""How many places a page of the results shows."""
MEDIA_TYPES: Final = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


class ExportFile(NamedTuple):
    """The results as a file."""

    form: str
    name: str
    media_type: str
    content: bytes

    @property
    def hash(self) -> str:
        """The SHA-256 of the file."""
        return sha256(self.content).hexdigest()


class ResultsRow(NamedTuple):
    """An entrant in the results, for a page."""

    place: int
    name: str
    prize: str
    arithmetic: str


class ResultsPage(NamedTuple):
    """The results in the reader's language."""

    heading: str
    final: bool
    rows: tuple[ResultsRow, ...]
    """Those of the page that is shown."""
    pool: str
    said: dict[str, str]
    find: str
    shown: str
    """Which they are of how many; empty if all are shown."""
    earlier: int
    later: int
    """The pages before and after; 0 if there is none."""


def _places(results: TournamentResults) -> list[tuple[int, str]]:
    place, found = 1, []
    for group in results.ranking:
        found += [(place, name) for name in group]
        place += len(group)
    return found


def export_of(floor: Floor, run: TournamentRun, form: str) -> ExportFile:
    """Return the results as a file: CSV for spreadsheets, JSON for programs."""
    results, names = results_of(floor, run), names_of(floor, run)
    content = _csv(run, results, names) if form == "csv" else _json(run, results, names)
    return ExportFile(form, f"{run.house}-{run.name}.{form}", MEDIA_TYPES[form], content)


def _csv(run: TournamentRun, results: TournamentResults, names: Mapping[str, str]) -> bytes:
    prizes = {prize.name: prize for prize in results.prizes}
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for place, name in _places(results):
        prize = prizes.get(name)
        known = _plain(name), run.contest.entrants[name].number, _plain(names.get(name, ""))
        writer.writerow((place, *known, *(_told(prize) if prize else (0,) * 5), results.redeemed_cents.get(name, 0)))
    return text.getvalue().encode()


def _told(prize: TournamentPrizeLine) -> tuple[int, ...]:
    return prize.cents, prize.parts, prize.of_parts, prize.group_cents, prize.last - prize.first + 1


def _plain(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@", "\t", "\r") else name


def _json(run: TournamentRun, results: TournamentResults, names: Mapping[str, str]) -> bytes:
    terms = run.contest.terms
    told: dict[str, Any] = {
        "tournament": f"{run.house}/{run.name}",
        "title": terms.title,
        "rulebook": run.contest.book,
        "terms": terms_digest(terms),
        "currency": run.rules.book.money.currency.value,
        "numbers": {name: each.number for name, each in run.contest.entrants.items()},
        "names": names,
        **msgspec.to_builtins(results),
    }
    return msgspec.json.format(msgspec.json.encode(told, order="sorted"), indent=2) + b"\n"


def results_shown(floor: Floor, run: TournamentRun, language: str, find: str, part: int) -> ResultsPage:
    """Return a page of the results in the reader's language, with the arithmetic of each prize.

    `find` leaves those whose name or place has it.
    """
    _, results, currency = translator(language), results_of(floor, run), run.rules.book.money.currency.value
    names = names_of(floor, run)
    said = {key: _(text) for key, text in {**TOURNAMENT, **RESULTS}.items()}
    prizes = {prize.name: prize for prize in results.prizes}
    pool = amount(results.pool_cents, currency, language)

    def row(place: int, name: str) -> ResultsRow:
        prize = prizes.get(name)
        entrant = run.contest.entrants[name]
        called = names.get(name) or said["botNumber" if entrant.bot else "playerNumber"].format(number=entrant.number)
        redeemed = results.redeemed_cents.get(name, 0)
        besides = said["redeemed"].format(amount=amount(redeemed, currency, language)) if redeemed else ""
        if prize is None:
            return ResultsRow(place, called, "–", besides)
        among, group = prize.last - prize.first + 1, amount(prize.group_cents, currency, language)
        told = said["shared" if among > 1 else "alone"].format(
            parts=prize.parts, whole=prize.of_parts, pool=pool, group=group, among=among
        )
        return ResultsRow(
            place, called, amount(prize.cents, currency, language), "; ".join(filter(None, (told, besides)))
        )

    said["version"] = said["version"].format(number=results.version)
    heading = said["title"].format(title=run.contest.terms.title or run.name)
    every = [row(*each) for each in _places(results)]
    wanted = _folded(find)
    found = [each for each in every if wanted in _folded(f"{each.place} {each.name}")]
    first = min((part - 1) * PART, max(0, len(found) - 1) // PART * PART)
    rows, number = tuple(found[first : first + PART]), first // PART + 1
    shown = said["shownOf"].format(first=first + 1, last=first + len(rows), count=len(found)) if rows else ""
    later = number + 1 if first + PART < len(found) else 0
    told = (shown or said["nobodyFound"]) if find or len(every) > PART else ""
    return ResultsPage(heading, results.final, rows, pool, said, find, told, number - 1, later)


def _folded(text: str) -> str:
    """Return a text without accents and capitals, as people type what they look for."""
    return "".join(each for each in normalize("NFD", text) if not combining(each)).casefold()
