"""What is significant at tables, on meters, in houses and about persons.

Voids, large wins, failures, grants, alterations by staff, exclusions, recoveries, erasures.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from msgspec import to_builtins
from msgspec.structs import replace

from mississippi_stud.floor.significance import Alteration, Finding, Judge, Occurrence
from mississippi_stud.jackpot import events as j
from mississippi_stud.jackpot.house_meters import HouseMeters
from mississippi_stud.jackpot.state import Meter, PrizeSource
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.care_messages import PersonAdmitted, PersonExcluded, SelfExcluded
from mississippi_stud.person.credentials import SignedIn, SignInFailed
from mississippi_stud.person.person import Person, PersonErased
from mississippi_stud.round.events import RoundSettled, RoundVoided
from mississippi_stud.table import events as e
from mississippi_stud.table.state import Table


def flat(values: Any, name: str = "") -> dict[str, Any]:
    """Return a tree of values as one table, under names such as ``ante.minimum_cents``."""
    tree = to_builtins(values, str_keys=True)
    if not isinstance(tree, dict):
        return {name: tree}
    return {
        key: value
        for inner, each in tree.items()
        for key, value in flat(each, f"{name}.{inner}" if name else inner).items()
    }


# Tables.


def _voided(seen: Occurrence[Table, RoundVoided]) -> Finding:
    reason = next((each.voided for each in seen.beside() if isinstance(each, e.SecretRevealed)), "")
    values = {"round": _number(seen), "clause": seen.event.clause}
    return Finding("round-voided-why", {**values, "reason": reason}) if reason else Finding("round-voided", values)


def _number(seen: Occurrence[Table, Any]) -> int:
    before, _ = seen.fold()
    return 0 if before is None else before.number


def _large_win(seen: Occurrence[Table, RoundSettled]) -> Finding | None:
    won = Counter[int]()
    for result in seen.event.results:
        won[result.position] += result.won_cents
    large = {position: cents for position, cents in won.items() if cents >= seen.large_win_cents}
    if not large:
        return None
    _, table = seen.fold()
    if table.contest:  # these are tournament chips
        return None
    hands = {} if table.last_round is None else table.last_round.hands
    players = sorted({hands[position].player for position in large if position in hands})
    return Finding("large-win", {"round": _number(seen), "players": players, "won_cents": sum(large.values())})


def _limits(seen: Occurrence[Table, e.LimitsChanged]) -> Finding:
    before, after = ({} if table is None else flat(table.limits) for table in seen.fold())
    clause = seen.event.clause
    return Finding("limits-changed", {"clause": clause}, Alteration(clause, before, after))


def _agreed(seen: Occurrence[Table, e.LimitsAgreed]) -> Finding:
    player = seen.event.player
    before, after = ({} if table is None else _personal(table, player) for table in seen.fold())
    clause = seen.event.clause
    return Finding("limits-agreed", {"player": player, "clause": clause}, Alteration(clause, before, after))


def _personal(table: Table, player: str) -> dict[str, Any]:
    return flat(next((seat.personal for seat in table.seats.values() if seat.player == player), {}))


def _dealing(seen: Occurrence[Table, e.DealingChanged]) -> Finding:
    def told(table: Table | None) -> Mapping[str, Any]:
        return {} if table is None else {"dealing": table.dealing, "counts": table.counts}

    before, after = map(told, seen.fold())
    return Finding("dealing-changed", {"dealing": seen.event.dealing}, Alteration("", before, after))


def _device(seen: Occurrence[Table, e.IncidentRuled]) -> Finding | None:
    before, after = seen.fold()
    if before is None or not before.device_works or after.device_works:
        return None
    return Finding("device-failed", {"clause": after.device_clause})


def _withheld(seen: Occurrence[Table, e.WinningsWithheld]) -> Finding:
    aside = seen.event.winnings
    return Finding("winnings-withheld", {"player": aside.player, "withheld_cents": aside.cents, "clause": aside.clause})


def _kept(seen: Occurrence[Table, e.WinningsKept]) -> Finding:
    event = seen.event
    return Finding("winnings-kept", {"player": event.player, "grounds": event.grounds, "clause": event.clause})


def _rejected(seen: Occurrence[Table, e.PrizeRejected]) -> Finding:
    event = seen.event
    return Finding("prize-rejected", {"grounds": event.grounds, "clause": event.clause})


OF_TABLES: Final[Mapping[type[Any], Judge]] = {
    RoundVoided: _voided,
    RoundSettled: _large_win,
    e.LimitsChanged: _limits,
    e.LimitsAgreed: _agreed,
    e.DealingChanged: _dealing,
    e.IncidentRuled: _device,
    e.WinningsWithheld: _withheld,
    e.WinningsKept: _kept,
    e.PrizeRejected: _rejected,
}


# Meters.


def _meter(house: HouseMeters | None, name: str) -> dict[str, Any]:
    """Return what a meter holds and its terms; nothing if it is not open."""
    meter: Meter | None = None if house is None else house.meters.meters.get(name)
    if meter is None or not meter.open:
        return {}
    return {"value_exact_cents": meter.value_exact, **flat(meter.terms, "terms")}


def _corrected(seen: Occurrence[HouseMeters, j.MeterCorrected]) -> Finding:
    event = seen.event
    before, after = (_meter(house, event.meter) for house in seen.fold())
    values = {"meter": event.meter, "corrects": event.corrects, "amount_exact": event.amount_exact, "why": event.why}
    return Finding("meter-corrected", values, Alteration(event.why, before, after, event.by))


def _opened_or_closed(seen: Occurrence[HouseMeters, j.MeterOpened | j.MeterClosed]) -> Finding:
    event, (before, after) = seen.event, seen.fold()
    code = "meter-opened" if isinstance(event, j.MeterOpened) else "meter-closed"
    told = Alteration(event.clause, _meter(before, event.meter), _meter(after, event.meter))
    return Finding(code, {"meter": event.meter}, told)


def _option(seen: Occurrence[HouseMeters, j.OptionChanged]) -> Finding:
    before, after = (
        {f"{name}.{key}": value for name in seen.event.terms for key, value in _meter(house, name).items()}
        for house in seen.fold()
    )
    return Finding("meters-changed", {"meters": list(seen.event.terms)}, Alteration(seen.event.clause, before, after))


def _linked(seen: Occurrence[HouseMeters, j.TableAdded | j.TableRemoved | j.TableMoved]) -> Finding:
    event = seen.event
    table = event.table if isinstance(event, j.TableRemoved) else event.linked.table
    links = (None if house is None else house.meters.tables.get(table) for house in seen.fold())
    before, after = ({"meter": None if link is None else link.meter} for link in links)
    return Finding("table-linked", {"table": table}, Alteration(event.clause, before, after))


def _equipment(seen: Occurrence[HouseMeters, j.EquipmentSet]) -> Finding:
    link = seen.event.linked
    return Finding("equipment-works" if link.working else "equipment-failed", {"table": link.table})


def _prize(seen: Occurrence[HouseMeters, j.PrizePaid]) -> Finding | None:
    event, prize = seen.event, seen.event.prize
    if prize.source is not PrizeSource.METER:
        return None
    values = {"meter": event.meter, "round": event.round, "player": prize.player, "won_cents": prize.cents}
    return Finding("jackpot-won", values)


def _returned(seen: Occurrence[HouseMeters, j.PrizeReturned]) -> Finding:
    return Finding("prize-returned", {"meter": seen.event.meter, "prize_cents": seen.event.cents})


OF_METERS: Final[Mapping[type[Any], Judge]] = {
    j.MeterCorrected: _corrected,
    j.MeterOpened: _opened_or_closed,
    j.MeterClosed: _opened_or_closed,
    j.OptionChanged: _option,
    j.TableAdded: _linked,
    j.TableRemoved: _linked,
    j.TableMoved: _linked,
    j.EquipmentSet: _equipment,
    j.PrizePaid: _prize,
    j.PrizeReturned: _returned,
}


# Houses and persons.


def _member(seen: Occurrence[m.House, m.InvitationUsed]) -> Finding:
    event = seen.event
    before, after = ({} if each is None else flat(replace(each, called="")) for each in (event.before, event.after))
    changed = Alteration(event.why, before, after, event.by)
    return Finding("member-changed", {"person": event.after.person, "why": event.why}, changed)


def _setting(seen: Occurrence[m.House, m.SettingChanged]) -> Finding:
    event = seen.event
    changed = Alteration(event.why, {event.name: event.before}, {event.name: event.after}, event.by)
    return Finding("house-setting-changed", {"name": event.name, "why": event.why}, changed)


def _chips(seen: Occurrence[m.House, m.ChipsChanged]) -> Finding:
    event = seen.event
    before, after = (
        {f"chips.{chip.cents}": ", ".join(filter(None, (chip.name_en, chip.name_fr, chip.colour))) for chip in chips}
        for chips in (event.before, event.after)
    )
    return Finding("house-chips-changed", {"why": event.why}, Alteration(event.why, before, after, event.by))


def _book(seen: Occurrence[m.House, m.BookChanged]) -> Finding:
    event = seen.event
    changed = Alteration(event.why, {event.book: event.before}, {event.book: event.after}, event.by)
    return Finding("house-book-changed", {"book": event.book, "why": event.why}, changed)


def _signed_in(seen: Occurrence[Person, SignedIn]) -> Finding | None:
    return Finding("staff-signed-in", {"method": seen.event.method.value}) if seen.event.staff else None


def _locked(seen: Occurrence[Person, SignInFailed]) -> Finding | None:
    return Finding("sign-in-locked") if seen.event.locked_until else None


def _recovery(seen: Occurrence[m.House, m.RecoveryOffered]) -> Finding:
    return Finding("recovery-offered", {"person": seen.event.link.person, "why": seen.event.why})


def _recovered(seen: Occurrence[m.House, m.RecoveryUsed]) -> Finding:
    return Finding("recovery-used", {"person": seen.event.person})


def _excluded(seen: Occurrence[Person, PersonExcluded | PersonAdmitted]) -> Finding:
    """Judge what staff did about an exclusion; it is of a house, or from before there were houses of all."""
    event, house = seen.event, seen.event.house
    held = [each.care.exclusions.get(house) if each else None for each in seen.fold()]
    before, after = ({"exclusion": each and each.clause} for each in held)
    told = Alteration(event.grounds, before, after, event.person)
    if isinstance(event, PersonAdmitted):
        return Finding("person-admitted", {"grounds": event.grounds}, told)
    return Finding("person-excluded", {"clause": event.clause, "grounds": event.grounds}, told)


def _self_excluded(seen: Occurrence[Person, SelfExcluded]) -> Finding:
    until = seen.event.until
    return Finding("self-excluded") if until is None else Finding("self-excluded-until", {"until": until})


def _erased(seen: Occurrence[Person, PersonErased]) -> Finding:
    by, why = seen.event.by, seen.event.reason
    return Finding("person-erased", {"why": why}, Alteration(why, {"erased": False}, {"erased": True}, by))


def _unless_so_already(judge: Judge) -> Judge:
    """Return a judge for whom what changed nothing is not significant: it is in the log all the same (decision 570)."""
    return lambda seen: None if seen.event.before == seen.event.after else judge(seen)


OF_HOUSES: Final[Mapping[type[Any], Judge]] = {
    m.InvitationUsed: _member,
    m.TitleGranted: _unless_so_already(_member),
    m.TitleWithdrawn: _member,
    m.OwnershipGranted: _unless_so_already(_member),
    m.OwnershipWithdrawn: _unless_so_already(_member),
    m.MemberDisabled: _unless_so_already(_member),
    m.MemberEnabled: _unless_so_already(_member),
    m.SettingChanged: _unless_so_already(_setting),
    m.ChipsChanged: _unless_so_already(_chips),
    m.BookChanged: _unless_so_already(_book),
    m.RecoveryOffered: _recovery,
    m.RecoveryUsed: _recovered,
}
OF_PERSONS: Final[Mapping[type[Any], Judge]] = {
    SignedIn: _signed_in,
    SignInFailed: _locked,
    PersonExcluded: _excluded,
    PersonAdmitted: _excluded,
    SelfExcluded: _self_excluded,
    PersonErased: _erased,
}
