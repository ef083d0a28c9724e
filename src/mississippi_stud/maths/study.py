"""The mathematics for whoever writes Python: a game solved, with its value, its distribution and its risk.

>>> import mississippi_stud as ms
>>> game = ms.solve("crown")
>>> game
GameStudy('crown', known=(), value=Fraction(-53223, 1082900))
>>> game.value, game.evaluate("human") == game.value
(Fraction(-53223, 1082900), True)
>>> game.distribution.tail(100) > 0, game.risk(bankroll=100, rounds=100)["quantiles"]["0.5"]
(True, -17)

A strategy may be a function of the cards in sight, the highest first, and the wagers before them:

>>> pairs = game.evaluate(lambda cards, bets: 3 if len({card // 4 for card in cards}) < len(cards) else "fold")
>>> f"{float(pairs):.4f}", f"{float(pairs.average_wager):.4f}", max(pairs.by_street, key=pairs.by_street.get)
('-0.4456', '1.5294', 'third-street')
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mississippi_stud.maths import arrow, options, plots, report, sessions, solver, studies
from mississippi_stud.maths.arrow import Column, DataTable, MappingTable
from mississippi_stud.maths.distribution import Distribution
from mississippi_stud.maths.evaluation import Evaluation, PlayFunction, Strategy, evaluate
from mississippi_stud.maths.game import Game
from mississippi_stud.maths.remarks import Remark
from mississippi_stud.maths.seen_cards import HALF_WIDTH, SeenCardsValue, seen_value
from mississippi_stud.maths.strategy_file import strategy_of

if TYPE_CHECKING:
    from mississippi_stud.maths.simulation.run import SimulatedRun
    from mississippi_stud.maths.simulation.stops import StopRules


def _english(remark: Remark) -> str:
    return str(remark)


@dataclass(frozen=True, eq=False, repr=False)
class RiskStudy(MappingTable[str, Any]):
    """What `mstud risk` answers, by its keys; as a table, how the result spreads with the rounds.

    >>> risk = solve("crown").risk(bankroll=100, rounds=20)
    >>> risk
    RiskStudy(book='crown', rounds=20, bankroll=100, goal=None)
    >>> list(risk.columns())[:3], risk.columns()["rounds"][-1]
    (['rounds', '0.01', '0.05'], 20)
    """

    answer: dict[str, Any]
    session: sessions.Session
    distribution: Distribution
    """Of one round."""

    def __repr__(self) -> str:
        told = {name: self[name] for name in ("book", "rounds", "bankroll", "goal")}
        return f"RiskStudy({', '.join(f'{name}={value!r}' for name, value in told.items())})"

    def __getitem__(self, name: str) -> Any:
        return self.answer[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.answer)

    def __len__(self) -> int:
        return len(self.answer)

    def columns(self) -> dict[str, Column]:
        """Return the quantiles of the sum, in antes, by rounds played."""
        ways = self.session.bands
        parts = [str(float(part)) for part in sessions.QUANTILES]
        found = {part: [float(sums[place]) for _, sums in ways] for place, part in enumerate(parts)}
        return {"rounds": [rounds for rounds, _ in ways], **found}

    def _repr_html_(self) -> str:
        """Return the bands of the sum with twenty sample sessions, and the figures."""
        paths = sessions.sample_paths(self.distribution, self.session.rounds, 20, seed=1)
        drawn = plots.html(lambda: plots.session_bands(self.session, _english, paths=paths))
        plain = {name: each for name, each in self.items() if isinstance(each, int | float | str)}
        return drawn + arrow.html({"figure": list(plain), "": [str(each) for each in plain.values()]})


@dataclass(frozen=True, repr=False)
class GameStudy(DataTable):
    """A solved game; `solution` has all that the solver knows. As a table, its 169 starting hands."""

    game: Game
    known: tuple[str, ...]
    solution: solver.Solution

    def __repr__(self) -> str:
        return f"GameStudy({self.game.name!r}, known={self.known!r}, value={self.value!r})"

    @property
    def value(self) -> Fraction:
        """The value of a round under the best play, in antes."""
        return self.solution.value

    @property
    def distribution(self) -> Distribution:
        """The chance of each result of a round, in antes."""
        return self.solution.distribution

    @cached_property
    def _fair(self) -> solver.Solution:
        """The best play of whoever sees only what the rules show."""
        return solver.solve(self.game) if self.known else self.solution

    def evaluate(self, strategy: str | Path | PlayFunction | Strategy) -> Evaluation:
        """Return the value of a round under a strategy, in antes, which also knows where the strategy loses what.

        A strategy is a name (optimal, human or never-fold, which always makes the smallest wager), the path of a file
        (`strategy_file` has the format), a function, or a `Strategy`. It sees what the rules show: `known` does not
        change it.
        """
        if isinstance(strategy, str | Path):
            strategy = strategy_of(str(strategy), self.game)
        elif not isinstance(strategy, Strategy):
            strategy = Strategy.of_function(strategy)
        return evaluate(self._fair, strategy)

    def seen_cards(self, count: int, half_width: float = HALF_WIDTH, seed: int = 0) -> SeenCardsValue:
        """Return the value of a round for a player who has seen so many random other cards.

        >>> solve("crown").seen_cards(0).exact
        Fraction(-53223, 1082900)
        """
        return seen_value(self.game, count, half_width, seed)

    def risk(self, bankroll: int, rounds: int, goal: int | None = None) -> RiskStudy:
        """Return what `mstud risk` answers."""
        found = sessions.session(self.distribution, rounds, bankroll)
        answer = studies.risk_of(self.game, self.distribution, found, goal, self.known)
        return RiskStudy(answer, found, self.distribution)

    def simulate(
        self,
        rounds: int,
        seed: int,
        name: str = "optimal",
        *,
        seats: int = 1,
        errors: str | None = None,
        stops: "StopRules | None" = None,
    ) -> "SimulatedRun":
        """Play rounds 0 to `rounds` − 1 of a seed by a strategy that sees what the rules show; `known` changes nothing.

        `errors` is how often a player errs, such as ``2%``; with `stops` the rounds are sessions that end by a rule.

        >>> solve("crown").simulate(1_000, seed=7)
        SimulatedRun(rounds=1000, seed=7, mean=-0.489000, exact_mean=-0.049149)
        """
        from mississippi_stud.maths.simulation import erring, run

        run.check_run(rounds, seed)
        often = None if errors is None else erring.parse_errors(errors, self.game)
        found = run.simulate(self.game, rounds, seed, name, seats=seats, errors=often, stops=stops)
        return _counted(found)

    def columns(self) -> dict[str, Column]:
        """Return the starting hands, the best first: in how many ways each comes, its play and its value in antes."""
        rows = report.starting_hands(self.solution)
        plays = [
            row.get("play") or " ".join(f"{play}:{part}" for play, part in row["plays"].items())
            for row in rows.values()
        ]
        return {
            "hand": list(rows),
            "ways": [row["hands"] for row in rows.values()],
            "play": plays,
            "value": [row["value_decimal"] for row in rows.values()],
            "value_exact": [row["value"] for row in rows.values()],
        }

    def _repr_html_(self) -> str:
        """Return the chart of starting hands, and the distribution of a round as a table, for a notebook."""
        drawn = plots.html(lambda: plots.starting_hands(studies.known(self.game, self.known), _english))
        caption = f"{escape(self.game.name)}: {self.value} = {float(self.value):.6f}"
        return drawn + arrow.html(self.distribution.columns(), caption)


def _counted(found: "SimulatedRun") -> "SimulatedRun":
    """Return a run that is also a table: how often each ending came, beside what was to be expected."""
    from mississippi_stud.maths.simulation.run import SimulatedRun

    class CountedRun(SimulatedRun, DataTable):
        """A run as a table."""

        def __repr__(self) -> str:
            found = f"mean={float(self.mean):.6f}, exact_mean={float(self.exact_mean):.6f}"
            return f"SimulatedRun(rounds={self.rounds}, seed={self.seed}, {found})"

        def columns(self) -> dict[str, Column]:
            """Return each ending, how often it came, its share and its exact chance."""
            shares = {name: count / max(self.rounds, 1) for name, count in self.counts.items()}
            return {
                "end": list(self.counts),
                "count": list(self.counts.values()),
                "share": list(shares.values()),
                "exact": [float(self.exact[name]) for name in self.counts],
            }

    return CountedRun(**{each.name: getattr(found, each.name) for each in fields(found)})


def solve(
    book: str,
    *,
    choices: Sequence[str] = (),
    pays: Sequence[str] = (),
    ante: str | None = None,
    known: Sequence[str] = (),
) -> GameStudy:
    """Solve the main game of a book, with the options of `mstud solve`."""
    game = options.read(book, choices, pays, ante)[2]
    return GameStudy(game, tuple(known), solver.solve(game, solver.seen_with(known)))
