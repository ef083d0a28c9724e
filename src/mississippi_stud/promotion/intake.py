"""Taking entries until the second they close: from play by the terms, from staff with a reason, from a file."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from mississippi_stud.fairness.draw import WEIGHT_MAX, DrawEntry
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion import events as e
from mississippi_stud.promotion.chapter import PromotionRules
from mississippi_stud.promotion.evolve import evolve
from mississippi_stud.promotion.guards import check_life, check_words, stamp
from mississippi_stud.promotion.offer_terms import EntryRule, PlayKind
from mississippi_stud.promotion.state import Holding, PrizePromotion, PromotionLife
from mississippi_stud.round.refusal import Refused

FAULTS_SHOWN = 10
"""How many lines of a file are named at once."""


def record_play(rules: PromotionRules, promotion: PrizePromotion, command: c.RecordPlay) -> Iterator[e.Event]:
    """Give the entries that the terms promise for a round, a session or a visit."""
    _check_open(rules, promotion, command.at)
    _check_eligible(rules, promotion, command.player, member=command.member, employee=command.employee)
    matching = [rule for rule in promotion.terms.draw.entries if _gives(rule, command)]
    if not matching:
        raise Refused("play-gives-nothing", rules.term("how-awarded"))
    least = promotion.terms.minimum_wager_cents
    if command.play in (PlayKind.WAGER, PlayKind.HAND) and command.wagered_cents < least:
        clause = rules.term("minimum-or-compulsory-wager")
        raise Refused("wager-below-terms", clause, least_cents=least, offered_cents=command.wagered_cents)
    wanted = ((command.player, rule.weight) for rule in matching)
    yield _taken(rules, promotion, command, e.EntrySource.PLAY, command.reference, wanted)


def count(rules: PromotionRules, promotion: PrizePromotion, command: c.CountPlays) -> Iterator[e.Event]:
    """Give the entries for all play in a span of time, in its order; what gives none is passed over."""
    clause = rules.term("how-awarded")
    check_life(promotion, clause, PromotionLife.RUNNING)
    if command.since != promotion.counted_until or command.until <= command.since:
        raise Refused("play-counted", clause, moment=promotion.counted_until)
    for each in command.plays:
        if not command.since <= each.at < command.until:
            raise Refused("play-counted", clause, moment=promotion.counted_until)
        play = c.RecordPlay(
            at=each.at,
            by=command.by,
            player=each.player,
            play=each.play,
            reference=each.reference,
            wagered_cents=each.wagered_cents,
            hand=each.hand,
            member=each.member,
            employee=each.employee,
        )
        try:
            taken = [replace(event, at=command.at) for event in record_play(rules, promotion, play)]
        except Refused:
            continue  # not eligible, too small a wager, or as many entries as one may have
        for event in taken:
            yield event
            promotion = evolve(promotion, event)
    yield e.PlaysCounted(until=command.until, **stamp(command, clause))


def _gives(rule: EntryRule, play: c.RecordPlay) -> bool:
    if rule.play is PlayKind.HAND:
        return play.play in (PlayKind.WAGER, PlayKind.HAND) and play.hand == rule.hand
    return play.play is rule.play or (play.play is PlayKind.HAND and rule.play is PlayKind.WAGER)


def add(rules: PromotionRules, promotion: PrizePromotion, command: c.AddEntry) -> Iterator[e.Event]:
    """Enter somebody by hand."""
    _check_open(rules, promotion, command.at)
    check_words(command.reason, rules.term("how-awarded"))
    _check_eligible(rules, promotion, command.player, member=command.member, employee=command.employee)
    wanted = [(command.player, command.weight)]
    yield _taken(rules, promotion, command, e.EntrySource.STAFF, command.reason, wanted)


def import_file(rules: PromotionRules, promotion: PrizePromotion, command: c.ImportEntries) -> Iterator[e.Event]:
    """Enter everybody in a file; whatever is wrong with its lines is told at once, and then nobody is entered."""
    _check_open(rules, promotion, command.at)
    clause = rules.term("how-awarded")
    wrong = [
        number
        for number, (player, weight) in enumerate(command.entries, start=1)
        if not _name(player) or not 1 <= weight <= 1_000_000 or player == promotion.scrutineer
    ]
    if wrong or not command.entries:
        raise Refused("file-lines-wrong", clause, lines=tuple(wrong[:FAULTS_SHOWN]), count=len(wrong))
    yield _taken(rules, promotion, command, e.EntrySource.FILE, command.file, command.entries)


def bar(rules: PromotionRules, promotion: PrizePromotion, command: c.BarEntrant) -> Iterator[e.Event]:
    """Bar somebody from winning whatever they have entered; entries once taken stay in the list."""
    clause = rules.term("eligibility")
    check_life(promotion, clause, PromotionLife.RUNNING, PromotionLife.CLOSED)
    check_words(command.reason, clause)
    if command.player in promotion.barred:
        raise Refused("barred-already", clause, player=command.player)
    yield e.EntrantBarred(player=command.player, reason=command.reason, **stamp(command, clause))


def close(rules: PromotionRules, promotion: PrizePromotion, command: c.ClosePromotion) -> Iterator[e.Event]:
    """Close entries, not before their time, and publish the root of all."""
    clause = rules.term("closing-date-and-time")
    check_life(promotion, clause, PromotionLife.RUNNING)
    if command.at < promotion.terms.closes_at:
        raise Refused("closes-later", clause, moment=promotion.terms.closes_at)
    yield e.EntriesClosed(root=promotion.root, size=promotion.size, weight=promotion.weight, **stamp(command, clause))
    yield e.PromotionLifeChanged(life=PromotionLife.CLOSED, **stamp(command, clause))


def _check_open(rules: PromotionRules, promotion: PrizePromotion, at: int) -> None:
    clause = rules.term("closing-date-and-time")
    check_life(promotion, clause, PromotionLife.RUNNING)
    if at >= promotion.terms.closes_at:
        raise Refused("entries-over", clause, moment=promotion.terms.closes_at)


def _check_eligible(
    rules: PromotionRules, promotion: PrizePromotion, player: str, *, member: bool, employee: bool
) -> None:
    clause, eligibility = rules.term("eligibility"), promotion.terms.eligibility
    if not _name(player):
        raise Refused("no-entrant", clause)
    if player == promotion.scrutineer:
        raise Refused("scrutineer-enters", rules.chapter.scrutineer_over_cents.clause, person=player)
    if player in promotion.barred:
        raise Refused("barred-already", clause, player=player)
    if eligibility and eligibility.members_only and not member:
        raise Refused("members-only", clause, player=player)
    if employee and not (eligibility and eligibility.employees):
        raise Refused("employees-not-eligible", clause, player=player)


def _name(player: str) -> bool:
    return bool(player.strip()) and player.isprintable() and len(player) <= 200


def _taken(
    rules: PromotionRules,
    promotion: PrizePromotion,
    command: c.Command,
    source: e.EntrySource,
    reference: str,
    wanted: Iterable[tuple[str, int]],
) -> e.EntriesTaken:
    clause, most = rules.term("how-awarded"), promotion.terms.draw.most_entries_each
    first = promotion.size + 1
    entries = tuple(DrawEntry(number, player, weight) for number, (player, weight) in enumerate(wanted, start=first))
    if promotion.weight + sum(entry.weight for entry in entries) > WEIGHT_MAX:
        raise Refused("too-many-entries", clause)
    counts: dict[str, int] = {}
    for entry in entries:
        held = counts.get(entry.holder, promotion.holdings.get(entry.holder, Holding()).entries)
        counts[entry.holder] = held + 1
    over = [player for player, count in counts.items() if most is not None and count > most]
    if over:
        raise Refused("entries-full", clause, player=over[0], most=most)
    return e.EntriesTaken(source=source, reference=reference, entries=entries, **stamp(command, clause))
