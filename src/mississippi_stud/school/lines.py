"""What a trainee types at a training table in a terminal: lines of a script, as in any scenario, and a few more."""

from typing import Any, Final

from mississippi_stud.money import parse as parse_money
from mississippi_stud.round import commands as rc
from mississippi_stud.scenario import ScenarioError
from mississippi_stud.scenario.script import ScriptLine, incident_of, lines
from mississippi_stud.school.desk import Desk
from mississippi_stud.school.marks import Act, AskHelp, ConfirmDuty, Pay
from mississippi_stud.table import commands as c

USAGE: Final = (
    "confirm DUTY [count=N] [depth=N]", "round", "no-more-bets", "deal", "reveal", "pay SEAT AMOUNT", "settle",
    "incident NAME key=value", "on-duty", "off-duty", "help", "leave",
)  # fmt: skip
_PLAIN: Final[dict[str, Act]] = {
    "round": c.OpenRound(),
    "no-more-bets": c.CloseBetting(announced=True),
    "deal": c.Play(do=rc.Deal()),
    "reveal": c.Play(do=rc.Reveal()),
    "settle": c.Play(do=rc.Settle()),
    "on-duty": c.ComeOnDuty(),
    "off-duty": c.GoOffDuty(),
    "help": AskHelp(),
}


def act_of(desk: Desk, written: str) -> Act:
    """Return what a line says that a trainee does; raise `InputError` if it cannot be read."""
    line = next(lines(written), None)
    if line is None or line.position is not None:
        raise ScenarioError("trainee-line", text=written.strip(), usage=USAGE)
    match line.verb, *line.words:
        case [verb] if verb in _PLAIN:
            return _PLAIN[verb]
        case ["incident", *_] if desk.line is not None:
            incident, facts = incident_of(desk.book, None, desk.line.deck, line)
            return c.Report(incident=incident, facts=facts)
        case ["confirm", duty, *more]:
            return ConfirmDuty(duty=duty, **dict(_number(line, word) for word in more))
        case ["pay", seat, amount] if seat.isdigit():
            return Pay(position=int(seat), cents=parse_money(amount))
        case _:
            raise ScenarioError("trainee-line", text=line.text, usage=USAGE)


def _number(line: ScriptLine, word: str) -> tuple[str, Any]:
    key, _, value = word.partition("=")
    if key not in ("count", "depth"):
        raise ScenarioError("trainee-line", text=line.text, usage=USAGE)
    return key, line.whole(value, f"{key}=")
