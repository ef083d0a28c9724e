"""The results of a tournament, for a page and as files: the same results make the same bytes and the same hash."""

import csv
from hashlib import sha256
from io import StringIO
from typing import Any, Final, NamedTuple

import msgspec

from mississippi_stud.floor import Floor
from mississippi_stud.floor.tournament_acts import TournamentRun, terms_digest
from mississippi_stud.language import translator
from mississippi_stud.prose.names import amount
from mississippi_stud.prose.tournament_page import RESULTS, TOURNAMENT
from mississippi_stud.web.tournament_shapes import TournamentPrizeLine, TournamentResults
from mississippi_stud.web.tournament_view import results_of

COLUMNS: Final = ("place", "entrant", "prize_cents", "parts", "of_parts", "group_cents", "shared_by")
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
    pool: str
    said: dict[str, str]


def _places(results: TournamentResults) -> list[tuple[int, str]]:
    place, found = 1, []
    for group in results.ranking:
        found += [(place, name) for name in group]
        place += len(group)
    return found


def export_of(floor: Floor, run: TournamentRun, form: str) -> ExportFile:
    """Return the results as a file: CSV for spreadsheets, JSON for programs."""
    results = results_of(floor, run)
    content = _csv(results) if form == "csv" else _json(run, results)
    return ExportFile(form, f"{run.house}-{run.name}.{form}", MEDIA_TYPES[form], content)


def _csv(results: TournamentResults) -> bytes:
    prizes = {prize.name: prize for prize in results.prizes}
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for place, name in _places(results):
        prize = prizes.get(name)
        writer.writerow((place, _plain(name), *(_told(prize) if prize else (0, 0, 0, 0, 0))))
    return text.getvalue().encode()


def _told(prize: TournamentPrizeLine) -> tuple[int, ...]:
    return prize.cents, prize.parts, prize.of_parts, prize.group_cents, prize.last - prize.first + 1


def _plain(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@", "\t", "\r") else name


def _json(run: TournamentRun, results: TournamentResults) -> bytes:
    terms = run.contest.terms
    told: dict[str, Any] = {
        "tournament": f"{run.house}/{run.name}",
        "title": terms.title,
        "rulebook": run.contest.book,
        "terms": terms_digest(terms),
        "currency": run.rules.book.money.currency.value,
        **msgspec.to_builtins(results),
    }
    return msgspec.json.format(msgspec.json.encode(told, order="sorted"), indent=2) + b"\n"


def results_shown(floor: Floor, run: TournamentRun, language: str) -> ResultsPage:
    """Return the results in the reader's language, with the arithmetic of each prize."""
    _, results, currency = translator(language), results_of(floor, run), run.rules.book.money.currency.value
    said = {key: _(text) for key, text in {**TOURNAMENT, **RESULTS}.items()}
    prizes = {prize.name: prize for prize in results.prizes}
    pool = amount(results.pool_cents, currency, language)

    def row(place: int, name: str) -> ResultsRow:
        prize = prizes.get(name)
        if prize is None:
            return ResultsRow(place, name, "–", "")
        among, group = prize.last - prize.first + 1, amount(prize.group_cents, currency, language)
        told = said["shared" if among > 1 else "alone"].format(
            parts=prize.parts, whole=prize.of_parts, pool=pool, group=group, among=among
        )
        return ResultsRow(place, name, amount(prize.cents, currency, language), told)

    said["version"] = said["version"].format(number=results.version)
    heading = said["title"].format(title=run.contest.terms.title or run.name)
    return ResultsPage(heading, results.final, tuple(row(*each) for each in _places(results)), pool, said)
