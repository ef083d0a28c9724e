"""The part of a par sheet about one wager: its figures, pays, ends and sessions, with the formulas between them."""

from fractions import Fraction
from typing import Final

from mississippi_stud.maths.par import NORMAL_90, ParRow, ParWager, SessionInterval
from mississippi_stud.prose.names import cite, pays
from mississippi_stud.prose.par_sheets import column, ending, wager_title, word
from mississippi_stud.sheets.document import CellKind, SheetBlock, SheetCell, SheetPart

COUNT, NUMBER, PERCENT = CellKind.COUNT, CellKind.NUMBER, CellKind.PERCENT
Row = tuple[SheetCell, ...]
_COUNTED: Final = {"three-card-bonus": "note-counts-three", "six-card-bonus": "note-counts-six"}
"""What is said of the deals of a wager that is not about the player's five cards."""


def headings(names: str, language: str) -> dict[str, str]:
    """Return the headings of columns, by name."""
    return {name: column(name, language) for name in names.split("/")}


def name_of(wager: ParWager, language: str) -> str:
    """Return what a wager is called, with its pay table where it has several."""
    name = wager_title(wager.wager, language)
    return name if wager.table in ("main", "") else f"{name} {wager.table}"


def title_of(wager: ParWager, language: str) -> str:
    """Return what a wager is called, with the stake for which it is worked out."""
    name = name_of(wager, language)
    return name if wager.stake_cents is None else f"{name}, {stake_cell(wager).shown(language)}"


def stake_cell(wager: ParWager) -> SheetCell:
    """Return the stake for which a wager is worked out, in dollars; none where everything is in antes."""
    return SheetCell(None if wager.stake_cents is None else Fraction(wager.stake_cents, 100), CellKind.MONEY)


def wager_part(wager: ParWager, language: str) -> SheetPart:
    """Return everything about one wager."""
    blocks = (_figures(wager, language), _pays(wager, language), _ends(wager, language), _sessions(wager, language))
    return SheetPart(wager.key, title_of(wager, language), blocks)


def _figures(wager: ParWager, language: str) -> SheetBlock:
    cells = {
        "combinations": SheetCell(wager.deals, COUNT, "SUM({ends.*.count})"),
        "value": SheetCell(wager.distribution.mean, NUMBER, "SUM({ends.*.contribution})"),
        "edge": SheetCell(wager.edge, PERCENT, "-{figures.value.value}"),
        "average_wager": SheetCell(wager.average_wager, NUMBER, "SUMPRODUCT({ends.*.chance},{ends.*.wagered})"),
        "element_of_risk": SheetCell(
            wager.element_of_risk, PERCENT, "{figures.edge.value}/{figures.average_wager.value}"
        ),
        "return": SheetCell(1 - wager.element_of_risk, PERCENT, "1-{figures.element_of_risk.value}"),
        "hit_rate": SheetCell(wager.hit_rate, PERCENT, 'SUMIF({ends.*.net},">0",{ends.*.chance})'),
        "push_rate": SheetCell(wager.push_rate, PERCENT, "SUMIF({ends.*.net},0,{ends.*.chance})"),
        "variance": SheetCell(
            wager.distribution.variance,
            NUMBER,
            "SUMPRODUCT({ends.*.chance},{ends.*.net},{ends.*.net})-{figures.value.value}^2",
        ),
        "deviation": SheetCell(Fraction(wager.deviation), NUMBER, "SQRT({figures.variance.value})"),
        "volatility_index": SheetCell(
            Fraction(wager.volatility_index),
            NUMBER,
            f"{NORMAL_90.numerator}/{NORMAL_90.denominator}*{{figures.deviation.value}}",
        ),
    }
    rows: dict[str, Row] = {name: (SheetCell(word(name, language)), cell) for name, cell in cells.items()}
    rows["clause"] = (SheetCell(column("clause", language)), SheetCell(cite(wager.clause, language)))
    if wager.stake_cents is not None:
        rows["stake"] = (SheetCell(column("stake", language)), stake_cell(wager))
    notes = [_COUNTED.get(wager.wager, "note-counts")]
    notes += [*(["note-jackpot"] if wager.jackpot else []), *([] if wager.offered else ["note-not-offered"])]
    title = word("figures" if wager.stake_cents is None else "figures-staked", language)
    said = tuple(word(note, language) for note in notes)
    return SheetBlock("figures", title, headings("what/value", language), rows, said)


def _pays(wager: ParWager, language: str) -> SheetBlock:
    rows = {
        row.end: (
            SheetCell(ending(row.end, language)),
            SheetCell(pays(row.pays, language) if row.pays else None),
            SheetCell(row.per_unit, NUMBER),
        )
        for row in wager.rows
    }
    return SheetBlock("pays", word("pays-table", language), headings("end/pays/per_unit", language), rows)


def _ends(wager: ParWager, language: str) -> SheetBlock:
    columns = headings("end/pays/wagered/count/odds/chance/net/contribution", language)
    rows = {f"{row.end}-{row.wagered}": _end(wager, row, language) for row in wager.rows}
    return SheetBlock("ends", word("ends", language), columns, rows)


def _end(wager: ParWager, row: ParRow, language: str) -> Row:
    whole = "{figures.combinations.value}"
    return (
        SheetCell(ending(row.end, language)),
        SheetCell(pays(row.pays, language) if row.pays else None),
        SheetCell(row.wagered, COUNT),
        SheetCell(row.count, COUNT),
        SheetCell(wager.odds(row), CellKind.ODDS, f"{whole}/{{.count}}"),
        SheetCell(wager.chance(row), CellKind.SMALL, f"{{.count}}/{whole}"),
        SheetCell(row.net, NUMBER, f"{{.wagered}}*{{pays.{row.end}.per_unit}}"),
        SheetCell(wager.contribution(row), NUMBER, "{.chance}*{.net}"),
    )


def _sessions(wager: ParWager, language: str) -> SheetBlock:
    columns = headings("rounds/normal_from/normal_to/from/to", language)
    rows = {str(each.rounds): _session(each) for each in wager.sessions}
    return SheetBlock("sessions", word("sessions", language), columns, rows, (word("note-normal", language),))


def _session(interval: SessionInterval) -> Row:
    middle, off = "{.rounds}*{figures.value.value}", "{figures.volatility_index.value}*SQRT({.rounds})"
    low, high = interval.normal
    return (
        SheetCell(interval.rounds, COUNT),
        SheetCell(Fraction(low), NUMBER, f"{middle}-{off}"),
        SheetCell(Fraction(high), NUMBER, f"{middle}+{off}"),
        *(SheetCell(quantile, NUMBER) for quantile in interval.quantiles),
    )
