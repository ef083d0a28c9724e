"""The renderings of a par sheet: every formula calculated again, the same bytes twice, both languages, every link."""

import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from math import comb
from pathlib import Path

import openpyxl
import pytest
from pycel import ExcelCompiler
from typer.testing import CliRunner

from mississippi_stud.cli.main import application
from mississippi_stud.errors import InputError
from mississippi_stud.maths import par
from mississippi_stud.maths.practice import practice
from mississippi_stud.rulebooks.load import BOOKS
from mississippi_stud.sheets import page, workbook
from mississippi_stud.sheets.document import CellKind, SheetBlock, SheetCell, SheetDocument, SheetPart
from mississippi_stud.sheets.layout import document

MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"
PROGRAM = "5" * 64


par_sheet = cache(par.par_sheet)


@cache
def made(book: str, language: str = "en") -> SheetDocument:
    return document(par_sheet(book), PROGRAM, language)


def cells(found: SheetDocument) -> Iterator[tuple[str, SheetCell]]:
    """Yield every cell with its address in the workbook."""
    addresses = workbook._Addresses(found)
    for part in found.parts:
        for block in part.blocks:
            for row, line in block.rows.items():
                for column, cell in zip(block.columns, line, strict=True):
                    at = addresses.of(part.key, block.key, row, column).replace("$", "")
                    yield f"'{addresses.names[part.key]}'!{at}", cell


def bare(found: SheetDocument, folder: Path) -> Path:
    """Write the workbook without the values of its formulas."""
    file = folder / "par.xlsx"
    file.write_bytes(workbook.xlsx(found))
    openpyxl.load_workbook(file).save(file)
    return file


# The workbook.


@pytest.mark.parametrize("book", BOOKS)
def test_no_cell_is_off_when_every_formula_is_calculated_again(book: str, tmp_path: Path):
    engine = ExcelCompiler(filename=str(bare(made(book), tmp_path)))
    formulas = [(at, cell) for at, cell in cells(made(book)) if cell.formula]
    assert len(formulas) > 150
    for at, cell in formulas:
        assert isinstance(cell.value, int | Fraction)
        assert engine.evaluate(at) == pytest.approx(float(cell.value), rel=1e-9, abs=1e-12), (at, cell)


def test_the_formulas_are_alive(tmp_path: Path):
    """With a straight at 5 to 1 in the cell of its pay, the value is that of the same plays at 5 to 1."""
    found = made("online")
    engine = ExcelCompiler(filename=str(bare(found, tmp_path)))
    addresses, main = workbook._Addresses(found), par_sheet("online").main

    def at(block: str, row: str, column: str) -> str:
        return f"'{addresses.names[main.key]}'!{addresses.of(main.key, block, row, column)}".replace("$", "")

    before = engine.evaluate(at("figures", "value", "value"))
    engine.set_value(at("pays", "straight", "per_unit"), 5)
    more = sum(main.chance(row) * row.wagered for row in main.rows if row.end == "straight")
    assert engine.evaluate(at("figures", "value", "value")) == pytest.approx(before + float(more), rel=1e-12)
    assert engine.evaluate(at("figures", "edge", "value")) == pytest.approx(-before - float(more), rel=1e-12)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_workbook_shows_its_values_to_a_reader_that_calculates_nothing(language: str, tmp_path: Path):
    file = tmp_path / "par.xlsx"
    file.write_bytes(workbook.xlsx(made("crown", language)))
    sheets = openpyxl.load_workbook(file, data_only=True)
    for at, cell in cells(made("crown", language)):
        name, address = at.removeprefix("'").split("'!")
        value = sheets[name][address].value
        if cell.target:
            assert value.startswith(f"{cell.value} (")
        elif isinstance(cell.value, int | Fraction):
            assert value == pytest.approx(float(cell.value), rel=1e-14)
        else:
            assert value == cell.value
    for name in sheets.sheetnames:
        assert len(name) <= 31


def test_a_link_leads_to_the_cell_that_answers(tmp_path: Path):
    file = tmp_path / "par.xlsx"
    file.write_bytes(workbook.xlsx(made("maryland")))
    sheets = openpyxl.load_workbook(file, data_only=True)
    demands = sheets[next(name for name in sheets.sheetnames if name.endswith("What regulators demand"))]
    links = [cell.hyperlink.location for row in demands for cell in row if cell.hyperlink]
    edges = {each.key: each.edge for each in par_sheet("maryland").wagers}
    assert len(links) == 5 * len(edges) + 2
    found = []
    for link in links:
        name, address = link.removeprefix("'").split("'!")
        target = sheets[name][address]
        if not isinstance(target, tuple) and sheets[name][f"A{target.row}"].value == "house advantage":
            found.append(target.value)
    assert sorted(found) == pytest.approx(sorted([*map(float, edges.values())] * 2))


def test_the_workbook_is_the_same_to_the_byte_and_has_no_date_of_today(tmp_path: Path):
    first, second = (workbook.xlsx(made("online")) for _ in range(2))
    assert first == second
    file = tmp_path / "par.xlsx"
    file.write_bytes(first)
    with zipfile.ZipFile(file) as parts:
        assert {info.date_time[0] for info in parts.infolist()} == {1980}
        assert set(re.findall(r"\b(19|20)(\d\d)-", parts.read("docProps/core.xml").decode())) == {("19", "80")}


@pytest.mark.campaign
@pytest.mark.parametrize("book", BOOKS)
def test_libreoffice_calculates_the_same(book: str, tmp_path: Path):
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if office is None:
        pytest.fail("LibreOffice is missing: `make office` installs it, or apt-get install libreoffice-calc-nogui")
    file = bare(made(book), tmp_path)
    (tmp_path / "out").mkdir()
    to = ["--headless", "--convert-to", "xlsx", "--outdir", str(tmp_path / "out"), str(file)]
    subprocess.run([office, *to], check=True, capture_output=True, timeout=300)
    sheets = openpyxl.load_workbook(tmp_path / "out" / "par.xlsx", data_only=True)
    for at, cell in cells(made(book)):
        if cell.formula and cell.value is not None:
            name, address = at.removeprefix("'").split("'!")
            assert sheets[name][address].value == pytest.approx(float(cell.value), rel=1e-9, abs=1e-12), at


# The page.


class Reader(HTMLParser):
    """Collects ids, links and the texts of cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.cells: list[str] = []
        self.inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"]] if found.get("id") else []
        self.links += [found["href"]] if found.get("href") else []
        if tag == "td":
            self.inside = True
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "td"

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.cells[-1] += data


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_has_every_cell_and_every_link_leads_somewhere(book: str, language: str):
    found = made(book, language)
    read = Reader(page.html(found))
    assert read.cells == [cell.shown(language) for _, cell in cells(found)]
    assert len(read.ids) == len(set(read.ids))
    assert {link.removeprefix("#") for link in read.links} <= set(read.ids)
    assert page.html(found) == page.html(found)
    assert found.hash in page.html(found)


@pytest.mark.parametrize("book", BOOKS)
def test_a_sheet_speaks_of_the_deals_of_its_own_wagers_only(book: str):
    told = [(part.key, block.notes[0]) for part in made(book).parts for block in part.blocks if block.key == "figures"]
    assert told
    for key, note in told:
        dealt = {"three": "three community cards", "six": "six cards"}.get(
            key.split("-")[0], "two cards to the player and three community cards in their order"
        )
        assert note == f"Every count is of equally likely deals: {dealt}."


def test_the_page_speaks_both_languages():
    english, french = Reader(page.html(made("online"))), Reader(page.html(made("online", "fr")))
    assert {"4.9149%", "house advantage", "1.3691%", "royal flush", "500 to 1"} <= set(english.cells)
    assert {"4,9149\u00a0%", "avantage de la maison", "500 à 1"} <= set(french.cells)
    titles = [{part.title for part in made("maryland", each).parts} for each in ("en", "fr")]
    assert titles[0] & titles[1] == set()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_two_parts_have_the_same_title_and_no_key_is_shown(language: str):
    """One wager is worked out for several stakes; caps and exposures are told in words."""
    found = document(par_sheet("maryland", ("seed=10000", "rate=20%")), PROGRAM, language)
    titles = [part.title for part in found.parts]
    assert len(set(titles)) == len(titles)
    (caps, protection) = (
        {str(row[0].value) for part in made("online", language).parts if part.key == key for block in part.blocks[:1]
         for row in block.rows.values()}
        for key in ("caps", "protection")
    )  # fmt: skip
    told = {
        "en": {"3rd street wager", "Main wagers and bonus together", "known: 3rd street", "other cards seen: 1"},
        "fr": {"Mises principales et bonus ensemble", "connu\u00a0: 3e tour", "autres cartes vues\u00a0: 1"},
    }
    assert told[language] <= caps | protection


def test_the_hash_is_of_book_program_and_options():
    online, sheet = made("online"), par_sheet("online", ("ties=fold",))
    hashes = {
        online.hash,
        made("crown").hash,
        document(sheet, PROGRAM, "en").hash,
        document(sheet, "6" * 64, "en").hash,
    }
    assert len(hashes) == 4
    assert made("online", "fr").hash == online.hash


# Observed counts.


def test_observed_counts_are_a_part_of_every_rendering():
    sheet = par_sheet("online")
    found = document(sheet, PROGRAM, "en", practice(sheet, {"three-card-bonus-main-100": {"nothing": 74, "pair": 26}}))
    assert found.parts[:-1] == made("online").parts
    (block,) = found.parts[-1].blocks
    assert "Rounds: 100." in block.notes[0]
    chance = Fraction(3744, 22_100)
    weights = [comb(100, seen) * chance**seen * (1 - chance) ** (100 - seen) for seen in range(101)]
    tails = [f"{float(sum(part)):.10f}" for part in (weights[:27], weights[26:])]
    assert [cell.shown("en") for cell in block.rows["pair"]] == ["pair", "26", "16.94", *tails]
    assert tails[0] in Reader(page.html(found)).cells
    assert workbook.xlsx(found) != workbook.xlsx(made("online"))


# The PDF.


def small() -> SheetDocument:
    block = SheetBlock("ends", "Ends", {"a": "A", "b": "B"}, {"x": (SheetCell("é"), SheetCell(3, CellKind.COUNT))})
    return SheetDocument("A sheet", "fr", (SheetPart("one", "One", (block,)),), "ab" * 32)


def test_the_pdf_is_the_same_to_the_byte_in_another_process():
    first = page.pdf(small())
    assert first.startswith(b"%PDF-")
    assert b"CreationDate" not in first
    code = "import sys; from tests.maths.test_par_sheets import page, small; sys.stdout.buffer.write(page.pdf(small()))"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout == first


# The command.


def test_the_command_writes_what_is_asked(tmp_path: Path):
    to = [MSTUD, "par", "online", "--lang", "fr", "--out", str(tmp_path / "par.html")]
    done = subprocess.run(to, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "avantage de la maison" in (tmp_path / "par.html").read_text()


def test_a_full_disk_leaves_the_file_that_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "par.html"
    file.write_text("the last one")
    monkeypatch.setattr("os.fsync", full)
    failed = CliRunner().invoke(application("par"), ["par", "online", "--out", str(file)], prog_name="mstud")
    assert isinstance(failed.exception, InputError)
    assert str(failed.exception) == f"{file} cannot be written: No space left on device"
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("par.html", "the last one")]


def test_without_a_file_the_command_shows_a_summary():
    shown = CliRunner().invoke(application("par"), ["par", "online"], prog_name="mstud").output
    assert re.search(r"Main game +– +155,937,600 +4.9149% +1.3691% +16.0515% +16.181275", shown)
    assert re.search(r"Three Card Bonus +\$1.00 +22,100 +2.1357% +2.1357% +25.6109% ", shown)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--out", "par.docx"], "'par.docx' is not a file for a par sheet: its name must end in one of .html, .pdf"),
        (["--out", "/nowhere/par.pdf"], "there is no folder '/nowhere'"),
        (["--option", "ties=maybe"], "option ties: 'maybe' is not allowed"),
        (["--lang", "de"], "'de' is not a language"),
    ],
)
def test_bad_input_is_told(arguments: list[str], said: str):
    done = CliRunner().invoke(application("par"), ["par", "online", *arguments], prog_name="mstud")
    assert isinstance(done.exception, InputError)
    assert said in str(done.exception)


def test_without_pango_the_pdf_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    class Finder:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "weasyprint":
                raise OSError("cannot load library 'libpango-1.0-0'")

    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    monkeypatch.delitem(sys.modules, "weasyprint", raising=False)
    with pytest.raises(InputError, match="apt-get install libpango"):
        page.pdf(small())
