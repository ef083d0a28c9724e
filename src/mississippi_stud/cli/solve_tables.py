"""What `mstud solve` shows to people: the plain data of `maths.report` and `maths.studies` as tables."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from rich.table import Table

from mississippi_stud.cli.output import escape
from mississippi_stud.language import translator
from mississippi_stud.maths.remarks import KNOWN_STREETS, Remark
from mississippi_stud.maths.strategy import card
from mississippi_stud.prose import solutions
from mississippi_stud.prose.names import NAMES, pays
from mississippi_stud.prose.problems import tell_remark
from mississippi_stud.prose.terminal import STREETS

Answer = dict[str, Any]
_NO_BREAK = "\N{NO-BREAK SPACE}"
_FRACTION_MAX = 60
"""The longest fraction that a table prints; JSON has any."""
_ONE_TABLE = "main"
"""The pay table of a book that has no name for it, as it has no other."""
_ROWS_MOST = 20
"""The most rows of a table of losses; JSON has all."""


def shown(answer: Answer, language: str) -> list[Any]:
    """Return the parts to print, depending on what the answer holds."""
    tables = _Tables(language)
    if "sorted" in answer:
        return tables.edge_sorting(answer)
    if "strategy" in answer:
        return tables.strategy(answer)
    if "first_card" in answer:
        return tables.first_card(answer)
    if "wallet" in answer:
        return tables.short_wallet(answer)
    if "seen_cards" in answer:
        return tables.seen_cards(answer)
    if "covariance" in answer:
        return tables.covariance(answer)
    if "bankroll" in answer:
        return tables.session(answer)
    if "card" in answer:
        return tables.human(answer)
    if "tables" in answer:
        return [tables.side(answer)]
    if "antes" in answer:
        return tables.caps(answer)
    if "never_fold" in answer:
        return tables.where_dollars_go(answer)
    if "jackpot" in answer:
        return tables.meter(answer)
    return tables.summary(answer)


def name_of(name: str, language: str) -> str:
    """Return the name of a hand, a street or a wager."""
    known = STREETS | {wager: called for wager, called in NAMES.items() if wager not in STREETS}
    return translator(language)(known.get(name, name.replace("-", " ")))


def written(value: Any, spec: str, language: str) -> str:
    """Format a number in a reader's language.

    >>> written(1234.5, ",.2f", "fr")
    '1\xa0234,50'
    """
    number = format(value, spec)
    if language != "fr":
        return number
    return number.replace(",", _NO_BREAK).replace(".", ",").replace("%", f"{_NO_BREAK}%")


class _Tables(NamedTuple):
    """The tables of an answer in one language."""

    language: str

    # Words and numbers.

    def say(self, name: str, /, **values: object) -> str:
        return solutions.say(name, self.language, **values)

    def name(self, name: str) -> str:
        return name_of(name, self.language)

    def number(self, value: Any, spec: str) -> str:
        """Format a number in the reader's language."""
        return written(value, spec, self.language)

    def dollars(self, value: Any, spec: str = "") -> str:
        """Format an amount in dollars."""
        written = self.number(value, spec)
        return f"{written}{_NO_BREAK}$" if self.language == "fr" else f"${written}"

    def table(self, headings: str, title: str) -> Table:
        return _table(title, solutions.headings(headings, self.language))

    def warnings(self, answer: Answer) -> list[str]:
        return [f"[yellow]{self.say('warning', remark=self.remark(each))}[/yellow]" for each in answer["warnings"]]

    def remark(self, remark: Remark) -> str:
        """What is said of a calculation."""
        return tell_remark(remark, self.language)

    def streets(self, answer: Answer) -> str:
        """The streets whose card is known from the start."""
        conjunction = translator(self.language)("and")
        return f" {conjunction} ".join(self.remark(KNOWN_STREETS[each]) for each in answer["known"])

    # A solution.

    def summary(self, answer: Answer) -> list[Any]:
        """The figures, the hands and the starting hands."""
        first = list[Any]()
        if "known" in answer:
            decimal = self.number(answer["worth_of_knowing_decimal"], ".6f")
            first = [
                self.say("knowing", streets=self.streets(answer), worth=answer["worth_of_knowing"], decimal=decimal)
            ]
        parts = [self.figures(answer), self.hands(answer), self.results(answer), self.starting(answer)]
        return [
            *self.warnings(answer),
            *first,
            self.edge(answer),
            *parts,
            self.say("ties", ties=self.remark(answer["ties"])),
        ]

    def edge_sorting(self, answer: Answer) -> list[Any]:
        """What telling some ranks from their backs is worth."""
        numbers = {
            name: f"{answer[name]} ({self.number(answer[f'{name}_decimal'], '.6f')})"
            for name in ("value", "fair_value", "worth_of_sorting")
        }
        return [*self.warnings(answer), self.say("sorting", ranks=answer["sorted"], **numbers)]

    def seen_cards(self, answer: Answer) -> list[Any]:
        """What other cards seen are worth."""
        value, fair, worth = (
            self.number(answer[f"{name}_decimal"], ".6f") for name in ("value", "fair_value", "worth_of_seeing")
        )
        if "value" in answer:
            shown = f"{answer['value']} ({value})"
        else:
            width, sets = self.number(answer["half_width_95_decimal"], ".6f"), self.number(answer["sets_solved"], ",")
            shown = self.say("seen-cards-interval", value=value, width=width, sets=sets)
        said = self.say("seen-cards", count=answer["seen_cards"], value=shown, fair=fair, worth=worth)
        return [*self.warnings(answer), said]

    def first_card(self, answer: Answer) -> list[Any]:
        """What a round is worth by one's first card."""
        table = self.table("figures", self.say("first-card", book=answer["book"]))
        for rank, row in answer["first_card"].items():
            table.add_row(rank, row["value"], self.number(row["value_decimal"], ".6f"))
        value, worth = (self.number(answer[f"{name}_decimal"], ".6f") for name in ("value", "worth_of_seeing"))
        return [*self.warnings(answer), table, self.say("first-card-seen", value=value, worth=worth)]

    def short_wallet(self, answer: Answer) -> list[Any]:
        """What a round is worth to whoever cannot cover every wager, and which hands are then played."""
        value, cost = (self.number(answer[f"{name}_decimal"], ".6f") for name in ("value", "cost"))
        told = self.say("wallet", wallet=answer["wallet"], value=value, cost=cost)
        table = self.table("wallet", self.say("by-wallet", book=answer["book"]))
        for row in answer["by_wallet"]:
            table.add_row(str(row["wallet"]), row["value"], self.number(row["value_decimal"], ".6f"))
        return [*self.warnings(answer), told, table, self.starting(answer)]

    def covariance(self, answer: Answer) -> list[Any]:
        """How two results hang together."""
        of = "one-table" if answer["table"] == _ONE_TABLE else answer["of"]
        title = self.say(f"covariance-{of}", book=answer["book"], table=answer["table"])
        table = self.table("figures", title)
        table.add_row(self.say("covariance"), answer["covariance"], self.number(answer["covariance_decimal"], ".6f"))
        table.add_row(self.say("correlation"), "", self.number(answer["correlation_decimal"], ".6f"))
        return [*self.warnings(answer), table]

    def figures(self, answer: Answer) -> Table:
        table = self.table("figures", self.say("figures", book=answer["book"]))
        for name in ("value", "house_edge", "average_wager", "element_of_risk", "return", "variance"):
            percent = name in ("house_edge", "element_of_risk", "return")
            decimal = self.number(answer[f"{name}_decimal"], ".4%" if percent else ".6f")
            table.add_row(self.say(name), answer[name], decimal)
        table.add_row(self.say("deviation"), "", self.number(answer["deviation_decimal"], ".6f"))
        for name, amount in answer["limits"].items():
            ante = self.say("ante", amount=self.dollars(answer["ante"]))
            table.add_row(self.say("limit", name=name), self.dollars(amount), ante)
        return table

    def edge(self, answer: Answer) -> str:
        """House edge and element of risk, in dollars."""
        edge, risk = (answer[f"{name}_decimal"] for name in ("house_edge", "element_of_risk"))
        return self.say(
            "edge-player" if edge < 0 else "edge-house",
            edge=self.dollars(abs(edge) * 100, ".2f"),
            risk=self.dollars(abs(risk) * 100, ".2f"),
            wagered=self.number(answer["average_wager_decimal"], ".2f"),
        )

    def hands(self, answer: Answer) -> Table:
        _ = translator(self.language)
        table = self.table("hands", self.say("hands"))
        for name, row in answer["hands"].items():
            paid = answer["pays"].get(name)
            table.add_row(self.name(name), pays(paid, self.language) if paid else _("loses"), *self.chance(row))
        for name, row in answer["folds"].items():
            table.add_row(self.say("folds", street=self.name(name)), "", *self.chance(row))
        return table

    def results(self, answer: Answer) -> Table:
        table = self.table("results", self.say("results"))
        for row in answer["distribution"]:
            table.add_row(row["net"], row["probability"], self.number(row["probability_decimal"], ".8f"))
        return table

    def chance(self, row: Answer) -> tuple[str, str]:
        return self.number(row["probability_decimal"], ".8f"), self.number(row["contribution_decimal"], "+.6f")

    def starting(self, answer: Answer) -> Table:
        """Lay out all 169: pairs on the diagonal, suited above it, the rest below; the value over the play."""
        ranks = "AKQJT98765432"
        title = self.say("starting")
        table = Table("", *ranks, title=title, title_justify="left", box=None, padding=(0, 1, 0, 0), pad_edge=False)
        found = answer["starting_hands"]
        for down, low in enumerate(ranks):
            cells = []
            for across, high in enumerate(ranks):
                name = low + high if across > down else high + low
                row = found[name if down == across else name + ("s" if across > down else "o")]
                cells.append(f"{self.number(row['value_decimal'], '.2f')}\n{self.play(row)}")
            table.add_row(low, *cells)
        return table

    def play(self, row: Answer) -> str:
        if "play" not in row:
            return ""
        if row["play"] == "fold":
            return f"[red]{self.choice('fold')}[/red]"
        return f"[green]{row['play']}×[/green]"

    def choice(self, played: str) -> str:
        """Return a fold in the reader's language, or the multiple that is bet."""
        _ = translator(self.language)
        return _("fold") if played == "fold" else played

    # Other studies.

    def human(self, answer: Answer) -> list[Any]:
        cost = self.say(
            "human",
            value=answer["value"],
            best=answer["best_value"],
            cost=answer["cost"],
            decimal=self.number(answer["cost_decimal"], ".8f"),
        )
        parts: list[Any] = [*self.warnings(answer), *card(translator(self.language)), "", cost]
        return [*parts, *self.mistakes(self.say("mistakes"), answer["mistakes"])]

    def mistakes(self, title: str, rows: list[Answer]) -> list[Table]:
        """Where something is given away; no table if nothing is."""
        table = self.table("mistakes", title)
        for row in rows:
            loss = self.number(row["loss_decimal"], ".6f")
            table.add_row(*self.where(row), self.cards(row), self.choice(row["played"]), self.choice(row["best"]), loss)
        return [table] if rows else []

    def strategy(self, answer: Answer) -> list[Any]:
        """What a strategy is worth, and what it loses where."""
        figures = self.table("figures", self.say("strategy", book=answer["book"], strategy=answer["strategy"]))
        for name in ("value", "best_value", "cost", "average_wager", "variance"):
            figures.add_row(self.say(name), answer[name], self.number(answer[f"{name}_decimal"], ".6f"))
        streets = self.table("by-street", self.say("by-street"))
        for street, row in answer["cost_by_street"].items():
            streets.add_row(self.name(street), row["cost"], self.number(row["cost_decimal"], ".6f"))
        rows, wrong = answer["cost_by_class"], answer["mistakes"]
        classes = self.table("by-class", self.say("by-class", count=len(rows)))
        for row in rows[:_ROWS_MOST]:
            classes.add_row(self.name(row["street"]), self.cards(row), self.number(row["cost_decimal"], ".6f"))
        losing = [streets, classes, *self.mistakes(self.say("mistakes-most", count=len(wrong)), wrong[:_ROWS_MOST])]
        return [*self.warnings(answer), *self.history(answer.get("history")), figures, *(losing if wrong else [])]

    def history(self, told: Answer | None) -> Iterator[str]:
        """What a strategy repeats, if it is somebody's history."""
        if told is None:
            return
        counts = {name: told[name] for name in ("rounds", "decisions", "situations")}
        player = escape(told["player"])
        yield self.say("history", player=player, lost=self.number(told["lost_decimal"], ".6f"), **counts)
        yield self.say("history-met", met=self.number(told["met_decimal"], ".2%"))
        if told["left_out"]:
            yield self.say("history-left-out", count=told["left_out"])

    def cards(self, row: Answer) -> str:
        """Return what people see in the cards."""
        words = row["cards"]
        return self.remark(words) if isinstance(words, Remark) else translator(self.language)(words)

    def where(self, row: Answer) -> tuple[str, str, str]:
        """Return the street of a decision, the bets before it and an example."""
        return self.name(row["street"]), ",".join(map(str, row["bets"])), row["example"]

    def side(self, answer: Answer) -> Table:
        table = self.table("side", self.say("side", book=answer["book"], wager=self.name(answer["wager"])))
        for row in answer["tables"]:
            called = "–" if row["table"] == _ONE_TABLE else row["table"]
            name = called if row["offered"] else self.say("not-offered", table=called)
            figures = (("value", "+.6f"), ("return", ".4%"), ("variance", ".3f"))
            numbers = (self.number(row[f"{each}_decimal"], spec) for each, spec in figures)
            table.add_row(name, self.dollars(row["stake"]), row["value"], *numbers)
        return table

    def caps(self, answer: Answer) -> list[Any]:
        limits = self.table("limits", self.say("limits", book=answer["book"]))
        for name, row in answer["limits"].items():
            bounds = (row["can_bind_above_ante_decimal"], row["costs_best_play_above_ante_decimal"])
            amounts = (self.dollars(row["amount"]), *(self.dollars(each, ".2f") for each in bounds))
            limits.add_row(f"{name} ({row['clause']})", *amounts)
        table = self.table("costs", self.say("costs"))
        for row in answer["antes"]:
            figures = (("value", ".6f"), ("cost", ".6f"), ("cost_in_dollars", ".4f"))
            numbers = (self.number(row[f"{each}_decimal"], spec) for each, spec in figures)
            table.add_row(self.dollars(row["ante"]), *numbers, str(len(row["changes"])))
        if answer["three_card_bonus"]:
            most = max(answer["three_card_bonus"].values(), key=Decimal)
            limits.caption = self.say("with-bonus", most=self.dollars(most))
        last = answer["antes"][-1]
        return [
            limits,
            table,
            self.changes(self.say("changed-at", ante=self.dollars(last["ante"])), last["changes"]),
        ]

    def changes(self, title: str, rows: list[Answer]) -> Table:
        table = self.table("changes", title)
        for row in rows:
            chance = self.number(row["probability_decimal"], ".6f")
            table.add_row(
                *self.where(row), self.cards(row), self.choice(row["before"]), self.choice(row["after"]), chance
            )
        return table

    def session(self, answer: Answer) -> list[Any]:
        """What a session comes to: its chances, the spread of its result, and how that grows on the way."""
        asked = {name: self.number(answer[name], ",") for name in ("rounds", "bankroll")}
        if answer["known"]:
            title = self.say("session-known", book=answer["book"], streets=self.streets(answer), **asked)
        else:
            title = self.say("session", book=answer["book"], **asked)
        chances = self.table("figures", title)
        for name, row in answer["chances"].items():
            written = row.get("chance", self.say("numerical"))
            written = written if len(written) <= _FRACTION_MAX else self.say("in-json", digits=len(written) - 1)
            chances.add_row(self.say(f"session-{name}"), written, self.number(row["chance_decimal"], ".10%"))
        for name in ("expected", "rounds_to_outgrow"):
            chances.add_row(self.say(f"session-{name}"), answer[name], self.number(answer[f"{name}_decimal"], ",.6f"))
        bounds = " – ".join(self.number(answer[f"ruin_ever_{end}_decimal"], ".10%") for end in ("from", "to"))
        chances.add_row(self.say("session-ruin_ever"), "", bounds)
        for name, key, spec in (
            ("goal_first", "goal_first_decimal", ".10%"),
            ("drawdown", "drawdown_within_decimal", ".10%"),
            ("kelly", "kelly_decimal", ".6%"),
            ("skewness", "skewness_decimal", ".6f"),
        ):
            if answer[key] is not None:
                chances.add_row(self.say(f"session-{name}"), "", self.number(answer[key], spec))
        parts = [self.number(Decimal(part), ".0%") for part in answer["quantiles"]]
        way = _table(self.say("on-the-way"), (solutions.headings("rounds", self.language)[0], *parts))
        for row in answer["on_the_way"]:
            way.add_row(self.number(row["rounds"], ","), *row["at_most"])
        drawn = self.table("bars", self.say("bars"))
        for row in answer["picture"]:
            drawn.add_row(row["from"], row["to"], self.number(row["chance_decimal"], ".3%"))
        return [*self.warnings(answer), chances, way, drawn]

    # Meters.

    def meter(self, answer: Answer) -> list[Any]:
        last = answer["by_other_players"][-1]
        steps = [self.steps(self.say("steps-alone"), answer["play_changes_at"])]
        if last["others"]:
            steps.append(self.steps(self.say("steps-beside", others=last["others"]), last["play_changes_at"]))
        told = self.say(
            "together",
            value=answer["value"],
            decimal=self.number(answer["value_decimal"], ".6f"),
            without=self.number(answer["value_without_jackpot_decimal"], ".6f"),
        )
        changed = self.changes(self.say("changed-by-wager"), answer["changes_from_main_game"])
        tables = [self.prizes(answer), self.others(answer), changed, *steps]
        return [*self.warnings(answer), *tables, told, *map(self.remark, answer["notes"])]

    def prizes(self, answer: Answer) -> Table:
        jackpot = answer["jackpot"]
        amounts = {"cost": jackpot["cost"], "ante": answer["ante"], "meter": jackpot["meter"]}
        shown = {name: self.dollars(Decimal(each), ",.2f") for name, each in amounts.items()}
        title = self.say("meter", book=answer["book"], wager=self.name(jackpot["wager"]), **shown)
        table = self.table("prizes", title)
        for name, row in jackpot["prizes"].items():
            paid = pays(row["pays"], self.language)
            table.add_row(self.name(name), paid, self.number(row["dollars_decimal"], ",.2f"))
        return table

    def others(self, answer: Answer) -> Table:
        table = self.table("others", self.say("others"))
        for row in answer["by_other_players"]:
            figures = (("value", "+.8f"), ("bonus", ".8f"), ("value_joint", "+.8f"))
            values = (self.number(row[f"{each}_decimal"], spec) for each, spec in figures)
            even = (self.dollars_or_none(row, each) for each in ("break_even_meter", "break_even_meter_joint"))
            table.add_row(str(row["others"]), *values, *even)
        return table

    def steps(self, title: str, rows: list[Answer]) -> Table:
        table = self.table("steps", title)
        for step in rows:
            for change in step["changes"]:
                at = self.dollars(step["meter_decimal"], ",.2f")
                table.add_row(at, *self.where(change), self.choice(change["before"]), self.choice(change["after"]))
        return table

    def dollars_or_none(self, row: Answer, name: str) -> str:
        _ = translator(self.language)
        return _("none") if row[name] is None else self.dollars(row[f"{name}_decimal"], ",.2f")

    def where_dollars_go(self, answer: Answer) -> list[Any]:
        rows = [*answer["optimal"], *answer["never_fold"]]
        off = max(row[f"{name}_error_decimal"] for row in rows for name in ("topping_up", "guaranteed"))
        least, most = (
            pick(row["rounding_decimal"] + sign * row["rounding_error_decimal"] for row in rows)
            for pick, sign in ((min, -1), (max, 1))
        )
        bounds = {name: self.number(each, ".1e") for name, each in (("off", off), ("least", least), ("most", most))}
        tables = [
            self.dollar_shares(self.say(title, book=answer["book"]), answer[name])
            for name, title in (("optimal", "dollars-best"), ("never_fold", "dollars-never-fold"))
        ]
        return [*tables, *map(self.remark, answer["notes"]), self.say("bounds", **bounds)]

    def dollar_shares(self, title: str, rows: list[Answer]) -> Table:
        options = any(row["option"] for row in rows)
        bonus = any(row["others"] for row in rows) and any(row["bonus_decimal"] for row in rows)
        minimums = any(row["guaranteed_decimal"] for row in rows)
        cost, seed, fixed, *middle, players, house = solutions.headings("dollars", self.language)
        option, least = solutions.headings("dollars-more", self.language)
        others = [self.say("bonus-others", others=rows[0]["others"])] if bonus else []
        columns = (option if options else cost, seed, fixed, *others, *middle, *([least] if minimums else []))
        table = _table(title, (*columns, players, house))
        shares = ("fixed", *(["bonus"] if bonus else []), "meter", "reseeding", "topping_up")
        shares += (*(["guaranteed"] if minimums else []), "to_players", "house")
        for row in rows:
            paid = (self.dollars(row["cost"]), self.dollars(row["seed_amount"]))
            first = (row["option"], str(row["seed"])) if options else paid
            table.add_row(*first, *(self.number(row[f"{name}_decimal"], ".4%") for name in shares))
        return table


def _table(title: str, columns: tuple[str, ...]) -> Table:
    table = Table(title=title, title_justify="left")
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left")
    return table
