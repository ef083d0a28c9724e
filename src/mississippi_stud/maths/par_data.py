"""A par sheet as plain data for JSON: exact values as "p/q", each with a decimal."""

from typing import Any

from mississippi_stud.maths.par import Exposure, ParRow, ParSheet, ParWager, SessionInterval
from mississippi_stud.maths.par_demands import demands
from mississippi_stud.maths.report import exact
from mississippi_stud.maths.side_offers import JackpotWorth
from mississippi_stud.money import Cents, text

Answer = dict[str, Any]


def par_data(sheet: ParSheet) -> Answer:
    """Return everything that the par sheet says; amounts of money are in dollars."""
    book = sheet.book
    return {
        "book": book.id,
        "title": book.title,
        "version": book.version,
        "date": book.date,
        "options": list(sheet.options),
        "book_hash": sheet.hashes["book"],
        "options_hash": sheet.hashes["options"],
        "wagers": [_wager(each) for each in sheet.wagers],
        "without_value": {wager.value: str(fault) for wager, fault in sheet.without_value},
        "dollars": [each.plain() for each in sheet.dollars],
        "dollars_missing": str(sheet.dollars_fault) if sheet.dollars_fault else None,
        **_caps(sheet),
        "strategy": {
            **exact("card_cost", sheet.card_cost),
            "starting_hands": {
                name: {"play": play, "hands": count, **exact("value", value)}
                for name, play, count, value in sheet.plays
            },
        },
        "protection": [_exposure(each) for each in sheet.exposures],
        "demands": [each.plain() for each in demands(sheet)],
    }


def _wager(wager: ParWager) -> Answer:
    return {
        "key": wager.key,
        "wager": wager.wager,
        "table": wager.table,
        "clause": wager.clause,
        "offered": wager.offered,
        "stake": None if wager.stake_cents is None else text(Cents(wager.stake_cents)),
        "combinations": wager.deals,
        "rows": [_row(wager, each) for each in wager.rows],
        **exact("value", wager.distribution.mean),
        **exact("edge", wager.edge),
        **exact("average_wager", wager.average_wager),
        **exact("element_of_risk", wager.element_of_risk),
        **exact("return", 1 - wager.element_of_risk),
        **exact("hit_rate", wager.hit_rate),
        **exact("push_rate", wager.push_rate),
        **exact("variance", wager.distribution.variance),
        "deviation_decimal": wager.deviation,
        "volatility_index_decimal": wager.volatility_index,
        "sessions": [_session(each) for each in wager.sessions],
        "jackpot": None if wager.jackpot is None else _jackpot(wager.jackpot),
    }


def _row(wager: ParWager, row: ParRow) -> Answer:
    return {
        "end": row.end,
        "pays": row.pays or None,
        "combinations": row.count,
        "wagered": row.wagered,
        **exact("odds", wager.odds(row)),
        **exact("probability", wager.chance(row)),
        **exact("net", row.net),
        **exact("contribution", wager.contribution(row)),
    }


def _session(interval: SessionInterval) -> Answer:
    (normal_low, normal_high), (low, high) = interval.normal, interval.quantiles
    return {
        "rounds": interval.rounds,
        "normal_from_decimal": normal_low,
        "normal_to_decimal": normal_high,
        **exact("from", low),
        **exact("to", high),
    }


def _jackpot(found: JackpotWorth) -> Answer:
    even = {"break_even_meter": found.break_even, "break_even_meter_joint": found.break_even_together}
    answer: Answer = {
        "cost": text(Cents(found.cost_cents)),
        "seed": text(Cents(found.seed_cents)),
        **exact("value_at_seed", found.value_at_seed),
        **exact("per_dollar", 100 * found.per_cent),
    }
    for name, cents in even.items():
        answer |= {name: None} if cents is None else exact(name, cents / 100)
    return answer


def _caps(sheet: ParSheet) -> Answer:
    lines = {
        line.cap.name: {
            "clause": line.cap.clause,
            "amount": text(Cents(line.cap.cents)),
            **exact("can_bind_above_ante", line.binds_above / 100),
            **exact("costs_best_play_above_ante", line.costs_above / 100),
        }
        for line in sheet.caps
    }
    costs = [
        {"ante": text(Cents(each.ante_cents)), **exact("value", each.value), **exact("cost", each.cost)}
        for each in sheet.cap_costs
    ]
    return {"caps": lines, "cap_costs": costs}


def _exposure(each: Exposure) -> Answer:
    return {"kind": each.kind, "seen": each.seen, **exact("value", each.value), **exact("gain", each.gain)}
