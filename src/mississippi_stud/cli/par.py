"""`mstud par`: the par sheet of a book, as a page, a PDF or a workbook with live formulas."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from mississippi_stud.cli.extras import require
from mississippi_stud.cli.floor import DatabaseUrl, KeyFile
from mississippi_stud.cli.output import AsJson, Language, escape, print_json, print_rich, print_table
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.maths.par import ParSheet
    from mississippi_stud.sheets.document import SheetDocument

Repeated = list[str] | None
SUFFIXES: Final = (".html", ".pdf", ".xlsx")


def par(
    book: Annotated[str, typer.Argument()] = "online",
    option: Repeated = None,
    pay: Repeated = None,
    observed: str | None = None,
    log: Annotated[bool, typer.Option("--log")] = False,
    database: DatabaseUrl = None,
    key: KeyFile = None,
    out: str | None = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Write the par sheet of a book: every wager with its combinations, odds, pays, edge and spread."""
    from mississippi_stud import __version__
    from mississippi_stud.floor.integrity import program_hash
    from mississippi_stud.language import translator
    from mississippi_stud.maths.par import par_sheet
    from mississippi_stud.maths.par_data import par_data
    from mississippi_stud.maths.practice import practice
    from mississippi_stud.maths.whole_file import replace_file
    from mississippi_stud.sheets.layout import document

    translator(language)  # reject an unknown language before solving anything
    target = None if out is None else _target(out)
    sheet = par_sheet(book, option or [], pay or [])
    if log and observed is not None:
        raise InputError("one-question", options=["--observed", "--log"])
    counts = _logged(sheet, database, key) if log else _counts(observed) if observed is not None else {}
    tests = practice(sheet, counts)
    program = program_hash()
    if target is not None:
        replace_file(target, _written(document(sheet, program, language, tests), target.suffix))
    if as_json:
        told = {"observed": [each.plain() for each in tests]} if counts else {}
        print_json({"program": __version__, "program_hash": program, **par_data(sheet), **told})
    elif target is None:
        _show(document(sheet, program, language, tests))


def _target(path: str) -> Path:
    """Return the file to write, if it can be written."""
    target = Path(path)
    if target.suffix not in SUFFIXES:
        raise InputError("not-a-par-sheet", path=path, suffixes=SUFFIXES)
    if not target.parent.is_dir():
        raise InputError("no-folder", folder=target.parent, name=target.name)
    if target.suffix != ".html":
        require("par")
    return target


def _logged(sheet: "ParSheet", database: str | None, key: Path | None) -> dict[str, dict[str, int]]:
    """Return how the wagers in a floor's own log under the rule book of a sheet ended."""
    from contextlib import closing

    from mississippi_stud.cli.floor import reading
    from mississippi_stud.floor.history.plays import settled
    from mississippi_stud.maths.practice import main_ends, side_ends

    with closing(reading(database, key)) as source:
        found = list(settled(source, sheet.hashes["book"]))
    if not found:
        raise InputError("observed-log-empty")
    main = main_ends((hand.made or hand.folded_on, count) for hand, count in found)
    wagers = ((name, hand.made, *cents, count) for hand, count in found for name, cents in hand.wagers.items())
    return {"counts": main, **side_ends(sheet, wagers)}


def _counts(path: str) -> dict[str, dict[str, int]]:
    """Return the observed counts in a file, by wager and end; of what `mstud simulate` answers, its counts."""
    import msgspec

    try:
        read = msgspec.json.decode(Path(path).read_bytes())
        if isinstance(read, dict) and "counts" in read:
            read = {"counts": read["counts"]}
        return msgspec.convert(read, dict[str, dict[str, Annotated[int, msgspec.Meta(ge=0)]]])
    except (OSError, msgspec.MsgspecError):
        raise InputError("observed-unread", path=path) from None


def _written(sheet: "SheetDocument", suffix: str) -> bytes:
    from mississippi_stud.sheets import page, workbook

    match suffix:
        case ".html":
            return page.html(sheet).encode()
        case ".pdf":
            return page.pdf(sheet)
        case _:
            return workbook.xlsx(sheet)


def _show(sheet: "SheetDocument") -> None:
    """Print what the sheet is of, every wager, and the tests of observed counts."""
    print_rich(sheet.title)
    shown = (part for part in sheet.parts if part.key in ("identity", "observed"))
    for block in (block for part in shown for block in part.blocks):
        print_rich("", escape(block.title))
        rows = [[cell.shown(sheet.language) for cell in row] for row in block.rows.values()]
        print_table(tuple(block.columns.values()), rows)
