"""What `mstud solve` shows to people: the plain data of `maths.report` and `maths.studies` as tables."""

from decimal import Decimal
from typing import Any

from rich.table import Table

Answer = dict[str, Any]


def shown(answer: Answer) -> list[Any]:
    """The parts to print, by what the answer holds."""
    if "card" in answer:
        return _human(answer)
    if "tables" in answer:
        return [_side(answer)]
    if "antes" in answer:
        return _caps(answer)
    if "never_fold" in answer:
        return _where_dollars_go(answer)
    if "jackpot" in answer:
        return _meter(answer)
    return _summary(answer)


def _summary(answer: Answer) -> list[Any]:
    """The figures, the hands and the starting hands."""
    first: list[Any] = []
    if "known" in answer:
        worth, streets = answer["worth_of_knowing"], " and ".join(answer["known"])
        first = [f"Knowing the {streets} street card from the start is worth {worth} antes a round "
                 f"({answer['worth_of_knowing_decimal']:.6f})."]  # fmt: skip
    parts = [_figures(answer), _hands(answer), _results(answer), _starting(answer)]
    return [*_warnings(answer), *first, *parts, f"Ties: {answer['ties']}."]


def _warnings(answer: Answer) -> list[str]:
    return [f"[yellow]Warning: {each}.[/yellow]" for each in answer["warnings"]]


def _figures(answer: Answer) -> Table:
    table = _table(f"{answer['book']}: per round, in antes", "", "exact", "decimal")
    titles = {"value": "value to the player", "average_wager": "average wager", "return": "return per unit wagered",
              "variance": "variance"}  # fmt: skip
    for name, title in titles.items():
        decimal = answer[f"{name}_decimal"]
        table.add_row(title, answer[name], f"{decimal:.4%}" if name == "return" else f"{decimal:.6f}")
    table.add_row("standard deviation", "", f"{answer['deviation_decimal']:.6f}")
    for name, amount in answer["limits"].items():
        table.add_row(f"limit: {name}", f"${amount}", f"ante ${answer['ante']}")
    return table


def _hands(answer: Answer) -> Table:
    table = _table("how rounds end", "", "pays", "probability", "contribution")
    for name, row in answer["hands"].items():
        table.add_row(_words(name), answer["pays"].get(name, "loses"), *_chance(row))
    for name, row in answer["folds"].items():
        table.add_row(f"fold on {_words(name)}", "", *_chance(row))
    return table


def _results(answer: Answer) -> Table:
    table = _table("net result of a round, in antes", "net", "probability, exact", "probability")
    for row in answer["distribution"]:
        table.add_row(row["net"], row["probability"], f"{row['probability_decimal']:.8f}")
    return table


def _chance(row: Answer) -> tuple[str, str]:
    return f"{row['probability_decimal']:.8f}", f"{row['contribution_decimal']:+.6f}"


def _starting(answer: Answer) -> Table:
    """All 169: pairs on the diagonal, suited above it, the rest below; the value over the play."""
    ranks = "AKQJT98765432"
    title = "starting hands: value in antes, and play (suited above the diagonal)"
    table = Table("", *ranks, title=title, title_justify="left", box=None, padding=(0, 1, 0, 0), pad_edge=False)
    found = answer["starting_hands"]
    for down, low in enumerate(ranks):
        cells = []
        for across, high in enumerate(ranks):
            name = low + high if across > down else high + low
            row = found[name if down == across else name + ("s" if across > down else "o")]
            cells.append(f"{row['value_decimal']:.2f}\n{_play(row)}")
        table.add_row(low, *cells)
    return table


def _play(row: Answer) -> str:
    if "play" not in row:
        return ""
    return "[red]fold[/red]" if row["play"] == "fold" else f"[green]{row['play']}×[/green]"


def _human(answer: Answer) -> list[Any]:
    lines = [*_warnings(answer), *answer["card"], ""]
    cost = f"cost against the best play: {answer['cost']} antes a round ({answer['cost_decimal']:.8f})"
    parts = [*lines, f"value {answer['value']}, best {answer['best_value']}; {cost}"]
    if answer["mistakes"]:
        table = _table("where it does not play best", "street", "after", "example", "cards", "plays", "best", "loses")
        for row in answer["mistakes"]:
            bets = ",".join(map(str, row["bets"]))
            table.add_row(_words(row["street"]), bets, row["example"], row["cards"], row["played"], row["best"],
                          f"{row['loss_decimal']:.6f}")  # fmt: skip
        parts.append(table)
    return parts


def _side(answer: Answer) -> Table:
    title = f"{answer['book']}: {_words(answer['wager'])}, per unit staked"
    table = _table(title, "table", "stake", "value, exact", "value", "return", "variance")
    for row in answer["tables"]:
        name = row["table"] if row["offered"] else f"{row['table']} (not offered)"
        table.add_row(name, f"${row['stake']}", row["value"], f"{row['value_decimal']:+.6f}",
                      f"{row['return_decimal']:.4%}", f"{row['variance_decimal']:.3f}")  # fmt: skip
    return table


def _caps(answer: Answer) -> list[Any]:
    limits = _table(f"{answer['book']}: limits", "", "amount", "can bind above an ante of", "costs the best play above")
    for name, row in answer["limits"].items():
        limits.add_row(f"{name} ({row['clause']})", f"${row['amount']}", f"${row['can_bind_above_ante_decimal']:.2f}",
                       f"${row['costs_best_play_above_ante_decimal']:.2f}")  # fmt: skip
    table = _table("what they cost", "ante", "value in antes", "cost in antes", "cost in dollars", "plays changed")
    for row in answer["antes"]:
        table.add_row(f"${row['ante']}", f"{row['value_decimal']:.6f}", f"{row['cost_decimal']:.6f}",
                      f"{row['cost_in_dollars_decimal']:.4f}", str(len(row["changes"])))  # fmt: skip
    if answer["three_card_bonus"]:
        most = max(answer["three_card_bonus"].values(), key=Decimal)
        limits.caption = f"with a Three Card Bonus beside the ante that pays up to ${most}, its stake included"
    last = answer["antes"][-1]
    return [limits, table, _changes(f"plays changed at an ante of ${last['ante']}", last["changes"])]


def _changes(title: str, rows: list[Answer]) -> Table:
    table = _table(title, "street", "after", "example", "cards", "without", "with", "probability")
    for row in rows:
        bets = ",".join(map(str, row["bets"]))
        table.add_row(_words(row["street"]), bets, row["example"], row["cards"], row["before"], row["after"],
                      f"{row['probability_decimal']:.6f}")  # fmt: skip
    return table


def _meter(answer: Answer) -> list[Any]:
    jackpot = answer["jackpot"]
    title = f"{answer['book']}: {_words(jackpot['wager'])} of ${jackpot['cost']} beside an ante of ${answer['ante']}"
    prizes = _table(f"{title}, meter ${jackpot['meter']}", "", "pays", "dollars")
    for name, row in jackpot["prizes"].items():
        prizes.add_row(_words(name), row["pays"], f"{row['dollars_decimal']:.2f}")
    table = _table("per dollar wagered, by other players", "others", "value", "of it bonus", "value together",
                   "break-even meter", "break-even together")  # fmt: skip
    for row in answer["by_other_players"]:
        even = [_dollars_or_none(row, name) for name in ("break_even_meter", "break_even_meter_joint")]
        values = (f"{row['value_decimal']:+.8f}", f"{row['bonus_decimal']:.8f}", f"{row['value_joint_decimal']:+.8f}")
        table.add_row(str(row["others"]), *values, *even)
    last = answer["by_other_players"][-1]
    steps = [_steps("where the best play of both changes, alone", answer["play_changes_at"])]
    if last["others"]:
        steps.append(_steps(f"the same beside {last['others']} other players", last["play_changes_at"]))
    value = (
        f"A round with the wager, both played best together: {answer['value']} antes ({answer['value_decimal']:.6f}); "
    )
    without = f"without it {answer['value_without_jackpot_decimal']:.6f}."
    changed = _changes("plays that the wager changes at this meter", answer["changes_from_main_game"])
    return [*_warnings(answer), prizes, table, changed, *steps, value + without, *answer["notes"]]


def _steps(title: str, rows: list[Answer]) -> Table:
    table = _table(title, "meter", "street", "after", "example", "from", "to")
    for step in rows:
        for change in step["changes"]:
            where = (_words(change["street"]), ",".join(map(str, change["bets"])), change["example"])
            table.add_row(f"${step['meter_decimal']:,.2f}", *where, change["before"], change["after"])
    return table


def _dollars_or_none(row: Answer, name: str) -> str:
    return "none" if row[name] is None else f"${row[f'{name}_decimal']:,.2f}"


def _where_dollars_go(answer: Answer) -> list[Any]:
    rows = [*answer["optimal"], *answer["never_fold"]]
    off = max(row[f"{name}_error_decimal"] for row in rows for name in ("topping_up", "guaranteed"))
    least, most = (pick(row["rounding_decimal"] + sign * row["rounding_error_decimal"] for row in rows)
                   for pick, sign in ((min, -1), (max, 1)))  # fmt: skip
    bounds = (f"In dollars of each dollar: topping up and guaranteed minimums are off by at most {off:.1e} (proved); "
              f"rounding prizes gives players between {least:.1e} and {most:.1e}.")  # fmt: skip
    tables = [_dollars(f"{answer['book']}: where each jackpot dollar goes, {title}", answer[name])
              for name, title in (("optimal", "for who plays the main game best"),
                                  ("never_fold", "for who never folds"))]  # fmt: skip
    return [*tables, *answer["notes"], bounds]


def _dollars(title: str, rows: list[Answer]) -> Table:
    options = any(row["option"] for row in rows)
    bonus = any(row["others"] for row in rows) and any(row["bonus_decimal"] for row in rows)
    others = f"bonus, {rows[0]['others']} others"
    minimums = any(row["guaranteed_decimal"] for row in rows)
    table = _table(title, "option" if options else "cost", "seed", "fixed prizes", *([others] if bonus else []),
                   "to the meter", "reseeding", "topping up", *(["minimums"] if minimums else []), "to players",
                   "house")  # fmt: skip
    shares = ("fixed", *(["bonus"] if bonus else []), "meter", "reseeding", "topping_up",
              *(["guaranteed"] if minimums else []), "to_players", "house")  # fmt: skip
    for row in rows:
        first = (row["option"], str(row["seed"])) if options else (f"${row['cost']}", f"${row['seed_amount']}")
        table.add_row(*first, *(f"{row[f'{name}_decimal']:.4%}" for name in shares))
    return table


def _words(name: str) -> str:
    return name.replace("-", " ")


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left")
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left")
    return table
