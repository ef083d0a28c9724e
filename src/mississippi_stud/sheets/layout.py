"""Lays out the model of a par sheet as a document in one language; it calculates nothing."""

from fractions import Fraction
from hashlib import sha256

from mississippi_stud import __version__
from mississippi_stud.language import translator
from mississippi_stud.maths.dollars import Dollar
from mississippi_stud.maths.par import ParSheet, ParWager
from mississippi_stud.maths.par_demands import Demand, demands
from mississippi_stud.maths.practice import CountTest, WagerPractice
from mississippi_stud.maths.side_offers import JackpotWorth
from mississippi_stud.prose.analysis import card_sections, play_name
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.par_sheets import cap_title, column, ending, exposed, wager_title, word
from mississippi_stud.prose.problems import tell
from mississippi_stud.sheets.document import CellKind, SheetBlock, SheetCell, SheetDocument, SheetPart
from mississippi_stud.sheets.wager_layout import (
    COUNT,
    NUMBER,
    PERCENT,
    Row,
    headings,
    name_of,
    stake_cell,
    title_of,
    wager_part,
)

MONEY = CellKind.MONEY


def document(
    sheet: ParSheet, program_hash: str, language: str, observed: tuple[WagerPractice, ...] = ()
) -> SheetDocument:
    """Return the par sheet as a document, with tests of observed counts if there are any."""
    parts = (
        _identity(sheet, program_hash, language),
        *(wager_part(wager, language) for wager in sheet.wagers),
        _meters(sheet, language),
        _caps(sheet, language),
        _strategy(sheet, language),
        _protection(sheet, language),
        _demands(sheet, language),
        *([_practice(observed, language)] if observed else []),
    )
    whole = "\n".join((sheet.hashes["book"], program_hash, sheet.hashes["options"]))
    title = word("par-sheet", language, title=translator(language)(sheet.book.title))
    return SheetDocument(title, language, parts, sha256(whole.encode()).hexdigest())


def _identity(sheet: ParSheet, program_hash: str, language: str) -> SheetPart:
    book = sheet.book
    facts = {
        "title": translator(language)(book.title),
        "book": book.id,
        "version": book.version,
        "date": word("undated", language) if book.date == "undated" else book.date,
        "book_hash": sheet.hashes["book"],
        "program": f"mississippi-stud {__version__}",
        "program_hash": program_hash,
        "options": "; ".join(sheet.options) or word("no-option", language),
        "options_hash": sheet.hashes["options"],
    }
    rows: dict[str, Row] = {name: (SheetCell(word(name, language)), SheetCell(fact)) for name, fact in facts.items()}
    title = word("identity", language)
    blocks = [
        SheetBlock("identity", word("identity-table", language), headings("what/value", language), rows),
        _summary(sheet, language),
    ]
    if sheet.without_value:
        untold: dict[str, Row] = {
            wager.value: (SheetCell(wager_title(wager, language)), SheetCell(tell(fault, language)))
            for wager, fault in sheet.without_value
        }
        columns = headings("wager/missing", language)
        blocks.append(SheetBlock("without-value", word("without-value", language), columns, untold))
    return SheetPart("identity", title, tuple(blocks))


def _summary(sheet: ParSheet, language: str) -> SheetBlock:
    columns = headings("wager/stake/combinations/edge/element_of_risk/hit_rate/volatility_index", language)
    rows = {wager.key: _summed(wager, language) for wager in sheet.wagers}
    return SheetBlock("summary", word("summary", language), columns, rows)


def _summed(wager: ParWager, language: str) -> Row:
    def linked(value: Fraction | int, kind: CellKind, name: str) -> SheetCell:
        return SheetCell(value, kind, f"{{{wager.key}!figures.{name}.value}}")

    return (
        SheetCell(name_of(wager, language), target=f"{wager.key}/figures/edge"),
        stake_cell(wager),
        linked(wager.deals, COUNT, "combinations"),
        linked(wager.edge, PERCENT, "edge"),
        linked(wager.element_of_risk, PERCENT, "element_of_risk"),
        linked(wager.hit_rate, PERCENT, "hit_rate"),
        linked(Fraction(wager.volatility_index), NUMBER, "volatility_index"),
    )


# Meters.


def _meters(sheet: ParSheet, language: str) -> SheetPart:
    jackpots = [(wager, wager.jackpot) for wager in sheet.wagers if wager.jackpot]
    columns = headings("wager/cost/seed/value/per_dollar/even/even_together", language)
    rows = {wager.key: _jackpot(wager, found, language) for wager, found in jackpots}
    notes = [] if sheet.book.jackpot else [word("note-no-meters", language)]
    blocks = [SheetBlock("jackpots", word("jackpots", language), columns, rows, tuple(notes))]
    if sheet.book.jackpot is not None:
        blocks.append(_dollars(sheet, language))
    return SheetPart("meters", word("meters", language), tuple(blocks))


def _jackpot(wager: ParWager, found: JackpotWorth, language: str) -> Row:
    def dollars(cents: Fraction | None, formula: str = "") -> SheetCell:
        return SheetCell(cents if cents is None else cents * Fraction(1, 100), MONEY, formula if cents else "")

    return (
        SheetCell(name_of(wager, language), target=f"{wager.key}/figures/edge"),
        dollars(Fraction(found.cost_cents)),
        dollars(Fraction(found.seed_cents)),
        SheetCell(found.value_at_seed, NUMBER, f"{{{wager.key}!figures.value.value}}"),
        SheetCell(100 * found.per_cent, CellKind.SMALL),
        dollars(found.break_even, "{.seed}-{.value}/{.per_dollar}"),
        dollars(found.break_even_together),
    )


def _dollars(sheet: ParSheet, language: str) -> SheetBlock:
    shares = "fixed/bonus/rate/reseeding/topping_up/guaranteed/rounding/to_players/house"
    columns = headings(f"option/cost/seed/{shares}", language)
    rows = {f"{each.option}-{each.cost_cents}-{each.seed_cents}": _dollar(each) for each in sheet.dollars}
    notes = [word("note-bounds", language)]
    if sheet.dollars_fault is not None:
        notes = [word("note-missing", language, fault=tell(sheet.dollars_fault, language))]
    return SheetBlock("dollars", word("dollars", language), columns, rows, tuple(notes))


def _dollar(row: Dollar) -> Row:
    cents = Fraction(1, 100)
    parts = "{.fixed}+{.bonus}+{.rate}+{.reseeding}+{.topping_up}+{.guaranteed}+{.rounding}"
    return (
        SheetCell(row.option or None),
        SheetCell(row.cost_cents * cents, MONEY),
        SheetCell(row.seed_cents * cents, MONEY),
        SheetCell(sum(row.fixed.values(), Fraction(0)), PERCENT),
        SheetCell(row.bonus, PERCENT),
        SheetCell(row.rate, PERCENT),
        SheetCell(row.reseeding, PERCENT),
        SheetCell(row.topped.middle, PERCENT),
        SheetCell(row.guaranteed.middle, PERCENT),
        SheetCell(row.rounding.middle, PERCENT),
        SheetCell(row.players.middle, PERCENT, parts),
        SheetCell(row.house.middle, PERCENT, "1-{.to_players}"),
    )


# Caps, strategy, protection and demands.


def _caps(sheet: ParSheet, language: str) -> SheetPart:
    cents = Fraction(1, 100)
    lines: dict[str, Row] = {
        line.cap.name: (
            SheetCell(cap_title(line.cap.name, language)),
            SheetCell(cite(line.cap.clause, language)),
            SheetCell(line.cap.cents * cents, MONEY),
            SheetCell(line.binds_above * cents, MONEY),
            SheetCell(line.costs_above * cents, MONEY),
        )
        for line in sheet.caps
    }
    costs: dict[str, Row] = {
        str(each.ante_cents): (
            SheetCell(each.ante_cents * cents, MONEY),
            SheetCell(each.value, NUMBER),
            SheetCell(each.cost, NUMBER),
        )
        for each in sheet.cap_costs
    }
    notes = () if sheet.caps else (word("note-no-caps", language),)
    columns = headings("cap/clause/amount/binds_above/costs_above", language)
    blocks = (
        SheetBlock("caps", word("caps-table", language), columns, lines, notes),
        SheetBlock("cap-costs", word("cap-costs", language), headings("ante/value/cost_in_antes", language), costs),
    )
    return SheetPart("caps", word("caps", language), blocks)


def _strategy(sheet: ParSheet, language: str) -> SheetPart:
    points, streets = card_sections(language)
    lines: dict[str, Row] = {}
    for street in streets:
        for bet, when in (*street.plays, (play_name("fold", language), street.rest)):
            lines[str(len(lines))] = (SheetCell(street.heading), SheetCell(bet), SheetCell(when))
    hands: dict[str, Row] = {
        name: (SheetCell(name), SheetCell(play_name(play, language)), SheetCell(count, COUNT), SheetCell(value, NUMBER))
        for name, play, count, value in sheet.plays
    }
    cost: Row = (SheetCell(word("card-cost", language)), SheetCell(sheet.card_cost, NUMBER))
    blocks = (
        SheetBlock("card", word("card", language), headings("street/bet/when", language), lines, (points,)),
        SheetBlock("card-cost", word("card-cost-table", language), headings("what/value", language), {"cost": cost}),
        SheetBlock("starting", word("starting", language), headings("hand/play/hands/value", language), hands),
    )
    return SheetPart("strategy", word("strategy", language), blocks)


def _protection(sheet: ParSheet, language: str) -> SheetPart:
    fair = f"{{{sheet.main.key}!figures.value.value}}"
    rows: dict[str, Row] = {
        f"{each.kind}-{each.seen}": (
            SheetCell(word(each.kind, language, seen=exposed(each.seen, language))),
            SheetCell(each.value, PERCENT),
            SheetCell(each.gain, PERCENT, f"{{.value}}-{fair}"),
        )
        for each in sheet.exposures
    }
    columns, notes = headings("what/value/gain", language), (word("note-exposures", language),)
    block = SheetBlock("exposures", word("exposures", language), columns, rows, notes)
    return SheetPart("protection", word("protection", language), (block,))


def _demands(sheet: ParSheet, language: str) -> SheetPart:
    titles = {wager.key: title_of(wager, language) for wager in sheet.wagers}
    rows = {str(place): _demand(each, titles, language) for place, each in enumerate(demands(sheet))}
    columns = headings("source/demand/cell", language)
    block = SheetBlock("demands", word("demands-table", language), columns, rows)
    return SheetPart("demands", word("demands", language), (block,))


def _demand(each: Demand, titles: dict[str, str], language: str) -> Row:
    asked = SheetCell(word(each.code, language, wager=titles.get(each.part, "")))
    if not each.part:
        return SheetCell(each.source), asked, SheetCell(word("by-applicant", language))
    part = titles.get(each.part, word("identity", language))
    name = column(each.cell, language) if each.block == "ends" else word(each.cell, language)
    answer = SheetCell(f"{part}: {name}", target=f"{each.part}/{each.block}/{each.cell}")
    return SheetCell(each.source), asked, answer


# Theory against practice.


def _practice(observed: tuple[WagerPractice, ...], language: str) -> SheetPart:
    blocks = [_tests(each, language) for each in observed]
    return SheetPart("observed", word("observed", language), tuple(blocks))


def _tests(each: WagerPractice, language: str) -> SheetBlock:
    title = word("tests", language, wager=title_of(each.wager, language))
    note = word("note-practice", language, rounds=each.rounds, rows=len(each.tests))
    rows = {test.end: _test(test, language) for test in each.tests}
    return SheetBlock(
        each.wager.key, title, headings("end/observed/expected/at_most/at_least", language), rows, (note,)
    )


def _test(test: CountTest, language: str) -> Row:
    return (
        SheetCell(ending(test.end, language)),
        SheetCell(test.observed, COUNT),
        SheetCell(test.expected, CellKind.ODDS),
        SheetCell(test.at_most, CellKind.SMALL),
        SheetCell(test.at_least, CellKind.SMALL),
    )
