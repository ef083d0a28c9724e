"""What is asked of a person's care, and what comes of it: commands and events, in words of the log."""

from enum import StrEnum

from mississippi_stud.messages import CommandBase, EventBase
from mississippi_stud.person.periods import Period


class LimitKind(StrEnum):
    """What a limit is on."""

    DEPOSIT = "deposit"
    LOSS = "loss"
    WAGER = "wager"
    TIME = "time"
    """In minutes; all others are in cents."""


class SetLimit(CommandBase, frozen=True, kw_only=True):
    """Set a limit: a first or a lower one counts at once; a higher one or none at all has to be confirmed later."""

    kind: LimitKind
    period: Period
    most: int | None
    """Cents, or minutes for time; None for no limit."""


class ConfirmLimit(CommandBase, frozen=True, kw_only=True):
    """Confirm, after the period and a day, that a limit shall be higher or gone."""

    kind: LimitKind
    period: Period


class TimeOut(CommandBase, frozen=True, kw_only=True):
    """Keep oneself from playing until a time."""

    until: int


class ExcludeSelf(CommandBase, frozen=True, kw_only=True):
    """Exclude oneself for at least a day, or for ever."""

    until: int | None


class ExcludePerson(CommandBase, frozen=True, kw_only=True):
    """Exclude a person from all tables of a house, as a member of its staff with the power to."""

    by: str
    """The title of the member of staff."""
    person: str = ""
    """Their id."""
    book: str
    """The content hash of the rule book that gives the power."""
    clause: str
    grounds: str
    house: str = ""
    """Their house; empty for every house."""


class AdmitPerson(CommandBase, frozen=True, kw_only=True):
    """Lift an exclusion by the staff of a house; what a person chose for themselves stays."""

    by: str
    person: str = ""
    book: str
    grounds: str
    house: str = ""


class SetBreaks(CommandBase, frozen=True, kw_only=True):
    """Have breaks from play, or no longer; only the house can end those that it ordered."""

    on: bool
    by_house: bool = False


class SetRealityCheck(CommandBase, frozen=True, kw_only=True):
    """Be told every so many minutes of play how long it was and what it cost; 0 for never."""

    minutes: int


class AcknowledgeReality(CommandBase, frozen=True, kw_only=True):
    """Say that one has read the reality check."""


class _Event(EventBase, frozen=True, kw_only=True):
    at: int


class LimitSet(_Event, frozen=True, kw_only=True):
    """A limit is in force."""

    kind: LimitKind
    period: Period
    most: int


class LimitWanted(_Event, frozen=True, kw_only=True):
    """The person wants a higher limit, or none (None), and may confirm it from that time on."""

    kind: LimitKind
    period: Period
    most: int | None
    confirm_from: int


class LimitRemoved(_Event, frozen=True, kw_only=True):
    """A limit is gone."""

    kind: LimitKind
    period: Period


class TimedOut(_Event, frozen=True, kw_only=True):
    """The person does not play until then."""

    until: int


class SelfExcluded(_Event, frozen=True, kw_only=True):
    """The person excluded themselves until then, or for ever."""

    until: int | None


class PersonExcluded(_Event, frozen=True, kw_only=True):
    """Staff excluded the person from the tables of their house; from those of every house, if none is named."""

    by: str
    person: str
    clause: str
    grounds: str
    house: str = ""


class PersonAdmitted(_Event, frozen=True, kw_only=True):
    """Staff lifted the exclusion from their house."""

    by: str
    person: str
    grounds: str
    house: str = ""


class BreaksSet(_Event, frozen=True, kw_only=True):
    """Breaks are due until that time; 0 for no longer."""

    until: int
    by_house: bool


class BreakBegun(_Event, frozen=True, kw_only=True):
    """The person has played so long that they take a break."""

    until: int
    house: str = ""
    """The house that asks for it, from whose tables it is; empty for the person's own breaks."""


class RealityCheckSet(_Event, frozen=True, kw_only=True):
    """The person chose how often to be told of their play."""

    minutes: int


class RealityAcknowledged(_Event, frozen=True, kw_only=True):
    """The person read how long they played and what it cost."""


class PlayReserved(_Event, frozen=True, kw_only=True):
    """The most that the person's play in a round can cost was set aside; nothing if they took their wagers back."""

    table: str
    round: int
    cents: int
    capped: bool = False
    """Whether the person holds less than the round could cost, and this is all they hold."""
    played: int
    """How much play was counted since the last time, in microseconds."""
    rested: bool = False
    """Whether the person had not played for a while."""
    house: str = ""
    """The house of the table, if it asks for breaks."""
    house_played: int = 0
    """How much play was counted at its tables since the last time."""
    house_rested: bool = False


class PlayCounted(_Event, frozen=True, kw_only=True):
    """A round ended: what was wagered and won or lost counts, and the rest of what was set aside is free again."""

    table: str
    wagered_cents: int
    net_cents: int
    played: int
    house: str = ""
    house_played: int = 0


class FeeCounted(_Event, frozen=True, kw_only=True):
    """Something was paid to take part in a tournament, or, below zero, came back: it is wagered, and lost until then.

    What is won there gives nothing back.
    """

    tournament: str
    cents: int


class DepositCounted(_Event, frozen=True, kw_only=True):
    """Money was deposited."""

    cents: int


Command = (
    SetLimit | ConfirmLimit | TimeOut | ExcludeSelf | ExcludePerson | AdmitPerson | SetBreaks | SetRealityCheck
    | AcknowledgeReality
)  # fmt: skip


Event = (
    LimitSet | LimitWanted | LimitRemoved | TimedOut | SelfExcluded | PersonExcluded | PersonAdmitted | BreaksSet
    | BreakBegun | RealityCheckSet | RealityAcknowledged | PlayReserved | PlayCounted | FeeCounted | DepositCounted
)  # fmt: skip
