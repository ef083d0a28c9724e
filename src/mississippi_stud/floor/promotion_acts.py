"""What people do in the promotions of a house: the promoter, the scrutineer, the patrons; and what there is to list."""

from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace
from sqlalchemy import select

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.draw import DrawEntry
from mississippi_stud.fairness.draw import DrawRecord as DrawRecord
from mississippi_stud.floor.houses import is_official, is_owner, settings_of, titles_of
from mississippi_stud.floor.membership import TitleError, lists
from mississippi_stud.floor.promotions import promotion_entries, promotion_list, rules_at, stream_of
from mississippi_stud.promotion import PrizePromotion as PrizePromotion
from mississippi_stud.promotion import PromotionRules
from mississippi_stud.promotion import PromotionTerms as PromotionTerms
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion import events as e
from mississippi_stud.promotion.agenda import PromotionDuty as PromotionDuty
from mississippi_stud.promotion.agenda import agenda
from mississippi_stud.promotion.drawing import check_in_from
from mississippi_stud.promotion.guards import needs_scrutineer
from mississippi_stud.promotion.offer_terms import conflicts, missing
from mississippi_stud.promotion.offer_terms import digest as digest
from mississippi_stud.promotion.offer_terms import single_payments as single_payments
from mississippi_stud.promotion.promoter_options import PromotionOption as PromotionOption
from mississippi_stud.promotion.promoter_options import promoter_options
from mississippi_stud.promotion.state import PrizeClaim, PrizeVoucher
from mississippi_stud.promotion.templates import TEMPLATES
from mississippi_stud.promotion.view import PromotionView as PromotionView
from mississippi_stud.promotion.view import draw_record, view
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.store import log
from mississippi_stud.table.commands import ExchangeVoucher
from mississippi_stud.table.events import VoucherExchanged
from mississippi_stud.table.staff import lists_clause

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

CHAPTER: Final = "nsw"
"""The book whose chapter on promotional prizes governs where the book that is played has none (decision 560)."""
LISTED_MAX: Final = 100
ENTRIES_MAX: Final = 100
"""How many of one's own entries are shown at a time."""
OfficeCommand = c.OfficeCommand
ScrutineerCommand = c.ScrutineerCommand
PatronCommand = c.PatronCommand
_ABOUT: Final = "claim"
_NAME_BYTES, _ADDRESS_BYTES = 255, 511
"""To what a claimant's name and address are filled up before they are sealed, so that their length tells nothing."""


class PromotionLine(NamedTuple):
    """A promotion in the list of its house."""

    name: str
    title: str
    life: str
    begins_at: int
    closes_at: int


class OwnEntry(NamedTuple):
    """An entry, for whoever has it."""

    number: int
    weight: int
    source: str
    reference: str
    at: int


class ClaimRecord(NamedTuple):
    """A claim with the name and the address that are kept of it."""

    claim: PrizeClaim
    name: str
    address: str


class PromotionRun(NamedTuple):
    """A promotion as it is, with what is needed to show it."""

    house: str
    name: str
    promotion: PrizePromotion
    version: int
    rules: PromotionRules

    def seen_by(self, person: str) -> PromotionView:
        """Return the promotion as somebody sees it."""
        return view(self.promotion, person)

    @property
    def agenda(self) -> tuple[PromotionDuty, ...]:
        """What is due."""
        return agenda(self.rules, self.promotion)

    def options(self, at: int) -> tuple[PromotionOption, ...]:
        """Return what the promoter may do at a time."""
        return promoter_options(self.rules, self.promotion, at)

    @property
    def overseen(self) -> bool:
        """Whether a scrutineer oversees the draw (nsw 14.2)."""
        return needs_scrutineer(self.rules, self.promotion.terms)

    @property
    def check_in_from(self) -> int | None:
        """From when entrants check in for the draw; None if they need not."""
        return check_in_from(self.promotion)

    @property
    def stream(self) -> str:
        """Its stream."""
        return stream_of(self.house, self.name)


def concerned(promotion: PrizePromotion) -> frozenset[str]:
    """Return who does not see a promotion as everybody does: who entered, who claims, and the scrutineer."""
    claimants = (each.claimant for each in promotion.claims.values())
    return frozenset((promotion.scrutineer, *promotion.holdings, *claimants))


def promotion_at(floor: "Floor", house: str, name: str, told: int = 0) -> PromotionRun:
    """Return a promotion of a house; `InputError` if there is none of that name."""
    promotion, version = floor.state(stream_of(house, name), told)
    if promotion is None:
        raise InputError("promotion-missing", name=name, house=house)
    return PromotionRun(house, name, promotion, version, rules_at(floor.book, promotion))


def promotions_of(floor: "Floor", house: str) -> list[PromotionLine]:
    """Return the latest promotions of a house, those that begin last first."""
    row = promotion_list.c
    chosen = select(promotion_list).where(row.house == house).order_by(row.begins_at.desc(), row.stream)
    return [
        PromotionLine(each.stream.rpartition("/")[2], each.title, each.life, each.begins_at, each.closes_at)
        for each in floor.database.fetch(chosen.limit(LISTED_MAX))
    ]


def template(name: str) -> PromotionTerms:
    """Return the ready terms of a usual promotion."""
    if name not in TEMPLATES:
        raise InputError("no-template", name=name, templates=tuple(TEMPLATES))
    return TEMPLATES[name]


def lacking(run: PromotionRun, terms: PromotionTerms) -> tuple[tuple[str, str], ...]:
    """Return all that the book asks for and the terms lack, or say although it cannot be: each with its clause."""
    return missing(run.rules, terms) or tuple((each.code, each.clause) for each in conflicts(run.rules, terms))


# Acting.


def draft(
    floor: "Floor", house: str, name: str, person: str, *, book: str, terms: PromotionTerms, command_id: str
) -> PromotionRun:
    """Begin a promotion of a house with a draft of its terms, under a book of the house."""
    stream, content = stream_of(house, name), content_of(floor, house, book)
    chapter = content if floor.book(content).promotion else floor.keep(rulebook(CHAPTER))
    command = c.DraftPromotion(id=f"{house}/{name}", terms=terms, book=content, chapter=chapter, by=person)
    floor.send(stream, command, command_id=_own(person, command_id), actor=person)
    return promotion_at(floor, house, name)


def content_of(floor: "Floor", house: str, book: str) -> str:
    """Return the content hash of a book of the house."""
    books = settings_of(floor, house).books
    if book not in books:
        raise InputError("book-not-in-house", book=book, books=tuple(books))
    return books[book]


def give(
    floor: "Floor", house: str, name: str, person: str, command: c.Command, *, command_id: str | None = None
) -> PromotionRun:
    """Give a command in a promotion, in one's own name; return the promotion after it."""
    if isinstance(command, c.DraftPromotion):
        raise InputError("command-misplaced", command=type(command).__name__, stream=stream_of(house, name))
    own = command_id and _own(person, command_id)
    completed = _completed(floor, stream_of(house, name), replace(command, by=person))
    answer = floor.send(stream_of(house, name), completed, command_id=own, actor=person)
    return promotion_at(floor, house, name, answer.version)


def give_for_oneself(
    floor: "Floor", house: str, name: str, person: str, command: c.PatronCommand, *, command_id: str
) -> PromotionRun:
    """Check in, claim a prize or raise a dispute: always as oneself, whatever the command says."""
    match command:
        case c.CheckIn():
            mine: c.Command = replace(command, player=person)
        case c.LodgeClaim():
            mine = replace(command, claimant=person)
        case _:
            mine = replace(command, person=person)
    return give(floor, house, name, person, mine, command_id=command_id)


def _completed(floor: "Floor", stream: str, command: c.Command) -> c.Command:
    """Return a command with the entries that are drawn from, or with a claimant's details sealed."""
    match command:
        case c.DrawPrizes():
            return replace(command, entries=tuple(entries_of(floor, stream)))
        case c.LodgeClaim(name=name, address=address) | c.DenyClaim(name=name, address=address):
            sealed = {
                "name": _sealed(floor, stream, "name", name, _NAME_BYTES),
                "address": _sealed(floor, stream, "address", address, _ADDRESS_BYTES),
            }
            return replace(command, **sealed)
        case _:
            return command


def _own(person: str, command_id: str) -> str:
    """Return the id of somebody's command: nobody can use up anybody else's."""
    return sha256(f"{person} {command_id}".encode()).hexdigest()


# What is kept of claims (nsw 14.10.1) is sealed with a key of the promotion, not of the claimant (decision 598)


def _holder(stream: str) -> str:
    return f"claims-{sha256(stream.encode()).hexdigest()[:32]}"


def _sealed(floor: "Floor", stream: str, what: str, told: str, length: int) -> str:
    plain = told.strip().encode()
    if not plain:
        return ""
    if len(plain) > length:
        raise InputError("claimant-details", most=length)
    return floor.vault.seal(_holder(stream), plain.ljust(length, b"\0"), f"{_ABOUT} {what}")


def _opened(floor: "Floor", stream: str, what: str, sealed: str) -> str:
    plain = floor.vault.unseal(_holder(stream), sealed, f"{_ABOUT} {what}") if sealed else None
    return "" if plain is None else plain.decode()


def claim_record(floor: "Floor", house: str, name: str, number: int, person: str) -> ClaimRecord:
    """Return a claim with what is kept of it: to whoever decides claims, to inspectors, and to the claimant."""
    run = promotion_at(floor, house, name)
    claim = run.promotion.claims.get(number)
    if claim is None:
        raise InputError("claim-missing", claim=number)
    if claim.claimant != person:
        check_reads_claims(floor, run, person)
    kept = [_opened(floor, run.stream, what, getattr(claim, what)) for what in ("name", "address")]
    return ClaimRecord(replace(claim, name="", address=""), *kept)


def check_reads_claims(floor: "Floor", run: PromotionRun, person: str) -> None:
    """Raise `TitleError` unless somebody may read who claimed: whoever acts for the house, and its inspectors."""
    book = run.rules.book
    held = titles_of(floor, run.house, person).get(book.id, frozenset())
    may = is_owner(floor, run.house, person) or is_official(floor, run.house, person)
    if not may and not any(lists(book, title) for title in held):
        raise TitleError(book.id, lists_clause(book))


# Vouchers.


def with_voucher(floor: "Floor", house: str, exchange: ExchangeVoucher, command_id: str | None) -> ExchangeVoucher:
    """Return an exchange with the voucher of that value that a promotion of the house issued to the player, if any.

    An exchange that is sent once more under its id is of the voucher that it was of.
    """
    for record in log.caused(floor.database, command_id) if command_id else ():
        done = floor.streams.decode(record)
        if isinstance(done, VoucherExchanged):
            return replace(exchange, promotion=done.promotion, voucher=done.voucher)
    for promotion, each in vouchers_of(floor, house, exchange.player):
        if exchange.cents == each.cents:
            return replace(exchange, promotion=promotion, voucher=each.number)
    return exchange


def vouchers_of(floor: "Floor", house: str, player: str) -> Iterator[tuple[str, PrizeVoucher]]:
    """Yield the vouchers of a house that a player may still exchange, each with the id of its promotion."""
    for line in promotions_of(floor, house):
        promotion = promotion_at(floor, house, line.name).promotion
        for each in promotion.vouchers.values():
            if each.holder == player and not each.redeemed and each.expires_at >= floor.clock():
                yield promotion.id, each


# Entries.


def entries_of(floor: "Floor", stream: str) -> Iterator[DrawEntry]:
    """Yield every entry of a promotion, as the log has them."""
    name = str(e.EntriesTaken.__struct_config__.tag)
    for record in log.read(floor.database, stream, names=(name,)):
        event: e.EntriesTaken = floor.streams.decode(record)
        yield from event.entries


def own_entries(floor: "Floor", run: PromotionRun, person: str, after: int = 0) -> list[OwnEntry]:
    """Return somebody's entries after a number, the first ones."""
    row = promotion_entries.c
    chosen = select(promotion_entries).where(row.stream == run.stream, row.holder == person, row.number > after)
    found = floor.database.fetch(chosen.order_by(row.number).limit(ENTRIES_MAX))
    return [OwnEntry(each.number, each.weight, each.source, each.reference, each.at) for each in found]


def draw_file(floor: "Floor", run: PromotionRun) -> DrawRecord:
    """Return what anybody needs to check the draw: `mstud verify draw` reads it."""
    if run.promotion.drawn_at is None:
        raise InputError("draw-to-come", name=run.name)
    return draw_record(run.promotion, tuple(entries_of(floor, run.stream)))
