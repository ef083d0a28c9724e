"""What two regulators ask of whoever offers a game, each demand with the cell of the par sheet that answers it.

Maryland's COMAR 36.05.03.20 asks for the true odds, the payout odds and the house advantage of each wager; Nevada's
Regulation 14.230(2) for the developer, the name and the rules of the game, its payouts and a statistical evaluation.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from mississippi_stud.maths.par import ParSheet

MARYLAND: Final = "COMAR 36.05.03.20"
NEVADA: Final = "Nevada Regulation 14.230(2)"
_OF_EACH_WAGER: Final = (
    (MARYLAND, "true-odds", "ends", "odds"),
    (MARYLAND, "payout-odds", "ends", "pays"),
    (MARYLAND, "house-advantage", "figures", "edge"),
    (NEVADA, "schedule-of-payouts", "ends", "pays"),
    (NEVADA, "statistical-evaluation", "figures", "edge"),
)
_OF_THE_GAME: Final = (("name-of-game", "title"), ("rules-of-play", "book_hash"))


class Demand(NamedTuple):
    """A demand of a regulator, and where the sheet answers it."""

    source: str
    code: str
    part: str
    """The sheet: `identity` or a wager's key; empty if the applicant must answer."""
    block: str
    cell: str
    """The row of a block of figures, or the column of a table."""

    def plain(self) -> dict[str, Any]:
        """Return the demand as plain data for JSON."""
        where = f"{self.part}/{self.block}/{self.cell}" if self.part else None
        return {"source": self.source, "demand": self.code, "cell": where}


def demands(sheet: ParSheet) -> Iterator[Demand]:
    """Yield every demand, those of Maryland first, once for each wager that it is about."""
    for source in (MARYLAND, NEVADA):
        if source == NEVADA:
            yield Demand(NEVADA, "developer", "", "", "")
            yield from (Demand(NEVADA, code, "identity", "identity", cell) for code, cell in _OF_THE_GAME)
        for wager in sheet.wagers:
            for owner, code, block, cell in _OF_EACH_WAGER:
                if owner == source:
                    yield Demand(source, code, wager.key, block, cell)
