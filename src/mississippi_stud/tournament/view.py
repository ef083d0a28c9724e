"""What a person may see of a tournament. No secret wager leaves it in any other way before its hand is recorded."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from mississippi_stud.tournament.heats import betting_order, first_bets, time_over_at
from mississippi_stud.tournament.practice_hands import practising
from mississippi_stud.tournament.purse import PoolReckoning, reckon
from mississippi_stud.tournament.standings import Groups, session_ranking
from mississippi_stud.tournament.state import Contest, Entrant, EntrantStatus, Heat, Life, SealedWager
from mississippi_stud.tournament.terms import digest


class EntrantView(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant as a viewer sees them; chips that would betray a secret wager are None."""

    name: str
    player: str
    number: int
    """The order of application, by which they are known who gave no name."""
    status: EntrantStatus
    bot: bool
    """Whether it is a bot of the house, which wins nothing."""
    chips: int | None
    away: bool
    secret: bool
    """Whether a secret wager of theirs is in play."""
    sealed: SealedWager | None = None
    """What it is, for its owner."""
    secrets_left: int


class HeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A heat as everybody sees it."""

    number: int
    table: str
    seats: Mapping[int, str]
    hand: int
    hands: int | None
    time_over_at: int | None
    """When the time of a session by minutes is over: no hand begins after it."""
    betting: tuple[int, ...]
    """The positions in the order in which they bet in the next hand."""
    first_bets: Mapping[str, int]
    """How often everybody has bet first, which shows that chances are equal (crown 12.1)."""
    agreed: tuple[str, ...]
    """Who agrees that it ends early (crown 12.5.3(d)(ii)); no hand begins while all of them do."""
    play_off: bool
    over: bool


class ContestView(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as a viewer sees it."""

    id: str
    title: str
    life: Life
    version: int
    terms: str
    """The hash of the terms."""
    in_charge: tuple[str, ...]
    tables: tuple[str, ...]
    session: int
    entrants: tuple[EntrantView, ...]
    heats: tuple[HeatView, ...]
    practice: tuple[HeatView, ...]
    """The groups that practise, or wait for a table to do so (crown 12.3.2)."""
    standings: Groups
    pool: PoolReckoning | None


def view(contest: Contest, viewer: str = "") -> ContestView:
    """Return the tournament as a person sees it; nobody in particular sees what everybody does."""
    sealed = {name: (heat, each) for heat in contest.heats.values() for name, each in heat.sealed.items()}
    hidden = {name for name in sealed if contest.entrants[name].player != viewer}
    return ContestView(
        id=contest.id,
        title=contest.terms.title,
        life=contest.life,
        version=contest.version,
        terms=digest(contest.terms),
        in_charge=contest.present,
        tables=contest.tables,
        session=contest.session,
        entrants=tuple(_entrant(contest, each, hidden) for each in contest.entrants.values()),
        heats=tuple(_heat(contest, each) for each in contest.heats.values()),
        practice=tuple(_practice(contest, each) for each in contest.practice.values()),
        standings=contest.ranking or (session_ranking(contest) if contest.session else ()),
        pool=reckon(contest) if contest.terms.prize_pool else None,
    )


def _entrant(contest: Contest, entrant: Entrant, hidden: set[str]) -> EntrantView:
    heat = contest.heat_of(entrant.name)
    sealed = heat.sealed.get(entrant.name) if heat is not None else None
    shown = entrant.name not in hidden
    return EntrantView(
        name=entrant.name,
        player=entrant.player,
        number=entrant.number,
        status=entrant.status,
        bot=entrant.bot,
        chips=entrant.chips if shown else None,
        away=entrant.away,
        secret=sealed is not None,
        sealed=sealed if shown else None,
        secrets_left=contest.terms.secrets_each_session - entrant.secrets,
    )


def _heat(contest: Contest, heat: Heat) -> HeatView:
    return HeatView(
        number=heat.number,
        table=heat.table,
        seats=heat.seats,
        hand=heat.hand,
        hands=contest.terms.programme.play_off_hands if heat.play_off else contest.play_session.hands,
        time_over_at=time_over_at(contest, heat),
        betting=betting_order(contest, heat, heat.hand + 1),
        first_bets=first_bets(contest, heat),
        agreed=heat.agreed,
        play_off=heat.play_off,
        over=heat.over,
    )


def _practice(contest: Contest, group: Heat) -> HeatView:
    return replace(_heat(practising(contest, group), group), hands=contest.practice_each, time_over_at=None)


def publishable(contest: Contest) -> tuple[str, ...]:
    """Return those whose names and images may be used to advertise: with their permission alone."""
    stated = contest.terms.use_of_names_and_images
    return tuple(name for name, entrant in contest.entrants.items() if stated and entrant.may_publish)
