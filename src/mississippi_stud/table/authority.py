"""What a title may not do whatever else a command says: it is refused before the rest of the command is read."""

from collections.abc import Mapping
from typing import Any, Final

from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.table import commands as c
from mississippi_stud.table.entries import corrector_clause
from mississippi_stud.table.notices import POWERS
from mississippi_stud.table.staff import check_above, check_power, check_rank, staff_clause
from mississippi_stud.table.state import NoticeKind, Table

_POWERS: Final = {
    c.ChangeLimits: Power.CHANGE_LIMITS,
    c.EndKeptMinimum: Power.CHANGE_LIMITS,
    c.CloseTable: Power.CLOSE_TABLE,
    c.DecideDispute: Power.DECIDE_DISPUTE,
}
_NAMED: Final = {
    c.RefuseWager: Power.REFUSE_WAGER,
    c.ReviewDispute: Power.REVIEW_DISPUTE,
    c.Validate: Power.VALIDATE_JACKPOT,
    c.Determine: Power.DETERMINE_WINNINGS,
}
"""Powers that nobody has where the book names nobody."""
_KINDS: Final = {str(kind.__struct_config__.tag): kind for kind in c.Command.__args__}


def check_authority(book: Rulebook, table: Table, by: str, told: Mapping[str, Any]) -> None:
    """Raise `Refused` if a title may not give a command, of which no more than its name may be right."""
    kind = _KINDS.get(str(told.get("command", "")))
    if kind in c.FLOOR_COMMANDS:
        raise Refused("no-such-power", staff_clause(book, by), power=kind.__name__)
    if kind in _POWERS:
        check_power(book, by, _POWERS[kind])
    elif kind in _NAMED:
        check_power(book, by, _NAMED[kind], named=True)
    elif kind in (c.CorrectCard, c.CorrectWager):
        corrector_clause(book, by)
    elif kind is c.AnswerCall:
        check_above(book, by)
    elif kind is c.GiveNotice and told.get("kind") in POWERS:
        check_power(book, by, POWERS[NoticeKind(told["kind"])])
    elif kind is c.Order and told.get("what") in tuple(c.OrderKind):
        check_power(book, by, Power(told["what"]), named=True)
    elif kind is c.Rule and table.question is not None:
        check_rank(book, by, table.question.decides, table.question.clause)
