"""Every item of the terms of a tournament in sentences: what `prose.tournament_terms` puts under each clause."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from mississippi_stud.language import translator
from mississippi_stud.prose.names import amount, moment, percent
from mississippi_stud.prose.terms_wording import TERMS_COUNTS, TERMS_NAMES, TERMS_SENTENCES
from mississippi_stud.prose.tournament_refusals import approver_name, chips_shown
from mississippi_stud.rulebooks.pays import Percent
from mississippi_stud.tournament import terms as t
from mississippi_stud.tournament.chapter import TournamentRules
from mississippi_stud.tournament.programme import Bank, Counting, Field, PlaySession, Pool, TieBreak

_HOUR: Final = 60
_DAY: Final = 24 * _HOUR
_CARD: Final = "card"
"""The method of a secret wager that the templates name."""


class TermsWords(NamedTuple):
    """How the sentences of the terms are filled."""

    rules: TournamentRules
    terms: t.TournamentTerms
    language: str

    def say(self, name: str, /, **values: object) -> str:
        return translator(self.language)(TERMS_SENTENCES[name]).format(**values)

    def counted(self, what: str, count: int) -> str:
        return translator(self.language)(TERMS_COUNTS[what][count != 1]).format(count=count)

    def called(self, name: str) -> str:
        return translator(self.language)(TERMS_NAMES[name]) if name in TERMS_NAMES else name

    def money(self, cents: int) -> str:
        return amount(cents, self.rules.book.money.currency.value, self.language)

    def chips(self, chips: int) -> str:
        return chips_shown(chips, self.language)

    def share(self, parts: int, whole: int = 100) -> str:
        hundredths = Fraction(round(Fraction(parts * 10_000, whole)), 10_000)
        return percent(Percent(hundredths), self.language)

    def time(self, minutes: int) -> str:
        """Return a number of minutes in the largest unit that measures it."""
        unit, size = next(
            ((unit, size) for unit, size in (("day", _DAY), ("hour", _HOUR)) if minutes % size == 0), ("minute", 1)
        )
        return self.counted(unit, minutes // size)

    def sessions(self) -> Iterator[tuple[dict[str, object], PlaySession]]:
        """Yield every session, with its number and its name."""
        for number, session in enumerate(self.terms.programme.sessions, start=1):
            yield {"number": number, "name": self.called(session.name)}, session


# 12.4.1: tournament details.


def _when(words: TermsWords) -> Iterator[str]:
    names = [words.called(session.name) for session in words.terms.programme.sessions]
    for number, at in enumerate(words.terms.when, start=1):
        name = names[number - 1] if number <= len(names) else "–"
        yield words.say("session-starts", number=number, name=name, moment=moment(at, words.language))


def _fees(words: TermsWords) -> Iterator[str]:
    fees = words.terms.fees_and_buy_ins
    if not isinstance(fees, t.Fees):
        yield words.say("no-fees")
        return
    for name, cents in (("entry-fee", fees.entry_cents), ("buy-in", fees.buy_in_cents)):
        yield words.say(name, amount=words.money(cents)) if cents else words.say(f"no-{name}")
    for name, offer in (("rebuy", fees.rebuy), ("add-on", fees.add_on)):
        if offer is None:
            yield words.say(f"no-{name}")
        else:
            chips, times = words.chips(offer.chips), words.counted("time", offer.most)
            yield words.say(name, chips=chips, amount=words.money(offer.cents), times=times, hand=offer.until_hand)


def _players(words: TermsWords) -> Iterator[str]:
    players = words.terms.number_of_players
    if players is not None:
        yield words.say("players", minimum=players.minimum, maximum=players.maximum)
        if players.bots:
            yield words.say("bots", count=players.bots)


def _notice(words: TermsWords) -> Iterator[str]:
    yield words.say("start-moves", notice=words.time(words.terms.starting_time_may_change or 0))


# 12.4.2: conditions of entry.


def _criteria(words: TermsWords) -> Iterator[str]:
    criteria = words.terms.selection_criteria
    yield words.say("no-criteria") if criteria == t.NOT_APPLICABLE else words.say("criteria", criteria=criteria)


def _employees(words: TermsWords) -> Iterator[str]:
    if words.terms.employees_in_charity_events is not True:
        yield words.say("no-employees")
        return
    offices = words.rules.chapter.employee_approvers.value
    approvers = f" {translator(words.language)('or')} ".join(approver_name(each, words.language) for each in offices)
    yield words.say("employees", approvers=approvers)
    if not words.rules.chapter.employees_win_prizes.value:
        yield words.say("employees-win-nothing")


def _method(words: TermsWords) -> Iterator[str]:
    yield words.say(f"by-{words.terms.method_of_entry}")


def _withdrawal(words: TermsWords) -> Iterator[str]:
    period = words.terms.withdrawal_and_substitutes
    if period is None:
        return
    for name, minutes in (("withdrawal", period.free_until_minutes), ("substitute", period.substitute_until_minutes)):
        if name == "substitute" and words.terms.when_a_substitute is t.SubstituteTime.NEVER:
            yield words.say("substitute-never")
        elif minutes:
            yield words.say(name if name == "withdrawal" else "substitute-time", time=words.time(minutes))
        else:
            yield words.say(f"{name}-to-start")
    yield words.say("withdrawal-changed")


# 12.4.3: the format.


def _sessions(words: TermsWords) -> Iterator[str]:
    for named, session in words.sessions():
        timed = session.hands is None
        length = words.counted("minute" if timed else "hand", session.minutes or session.hands or 0)
        seats = words.counted("player", session.seats)
        told = [words.say("session-minutes" if timed else "session-hands", length=length, seats=seats, **named)]
        told.append(words.say("session-in" if session.field is Field.IN else "session-out"))
        if session.heats > 1:
            counting = "best" if session.counting is Counting.BEST else "total"
            told.append(words.say(f"session-{counting}", heats=session.heats))
        if session.balance:
            told.append(words.say("session-balance"))
        yield " ".join(told)
    programme = words.terms.programme
    yield words.say("draw")
    yield words.say("rotation" if programme.rotation else "no-rotation")
    yield words.say("play-off-length", length=words.counted("hand", programme.play_off_hands))


def _tables(words: TermsWords) -> Iterator[str]:
    tables = words.terms.tables_in_each_round
    if not isinstance(tables, tuple):
        yield words.say("tables-needed")
        return
    names = [named["name"] for named, _ in words.sessions()]
    for number, count in enumerate(tables, start=1):
        name = names[number - 1] if number <= len(names) else "–"
        yield words.say("tables-most", number=number, name=name, tables=words.counted("table", count))


_TIES: Final = {TieBreak.PLAY_OFF: "play-off", TieBreak.ALL: "all", TieBreak.LOT: "lot"}


def _progression(words: TermsWords) -> Iterator[str]:
    if words.terms.progression == t.NOT_APPLICABLE:
        yield words.say("one-session")
    for named, session in words.sessions():
        if session.best:
            pool = "table" if session.of is Pool.TABLE else "overall"
            told = [words.say(f"on-{pool}", count=session.best, **named), words.say(f"on-{_TIES[session.ties]}")]
            if session.wild_cards:
                told.append(words.say("wild-cards", players=words.counted("player", session.wild_cards)))
            yield " ".join(told)


def _buy_back(words: TermsWords) -> Iterator[str]:
    offer = words.terms.buying_back_in
    if isinstance(offer, t.BuyBack):
        times = words.counted("time", offer.most)
        yield words.say("buy-back", amount=words.money(offer.cents), times=times, session=offer.until_session)
    else:
        yield words.say("no-buy-back")


def _repechage(words: TermsWords) -> Iterator[str]:
    if words.terms.repechage == t.NOT_APPLICABLE:
        yield words.say("no-repechage")
    for named, session in words.sessions():
        if session.field is Field.OUT:
            fee = words.say("repechage-fee", amount=words.money(session.entry_cents))
            yield f"{words.say('repechage', **named)} {fee if session.entry_cents else words.say('repechage-free')}"
    if words.terms.repechage == "director":
        yield words.say("repechage-director")


def _bank(words: TermsWords) -> Iterator[str]:
    yield words.say("same-bank")
    for named, session in words.sessions():
        kind = "bank-fresh" if session.bank is Bank.FRESH else "bank-kept"
        yield words.say(kind, chips=words.chips(session.bank_chips), **named)


def _chips_at_end(words: TermsWords) -> Iterator[str]:
    if not isinstance(words.terms.chips_at_the_end, t.ChipsAtEnd):
        yield words.say("chips-casinos")
    elif words.terms.cash_cents_each:
        yield words.say("chips-redeemed", amount=words.money(words.terms.cash_cents_each))
    else:
        yield words.say("chips-worthless")


# 12.4.4: wagers.


def _wager(words: TermsWords) -> Iterator[str]:
    wager = words.terms.minimum_or_compulsory_wager
    if not isinstance(wager, t.WagerTerms):
        yield words.say("no-minimum")
        return
    least = words.chips(wager.minimum_chips)
    if wager.maximum_chips is None:
        yield words.say("ante-least", least=least)
    else:
        yield words.say("ante-bounds", least=least, most=words.chips(wager.maximum_chips))
    yield words.say("compulsory" if wager.compulsory else "voluntary")


def _secrets(words: TermsWords) -> Iterator[str]:
    secrets = words.terms.secret_wagers
    if not isinstance(secrets, t.SecretWagers):
        yield words.say("no-secrets")
        return
    yield words.say("secrets", times=words.counted("time", secrets.each_session))
    method = words.say("secret-card") if secrets.method == _CARD else secrets.method
    yield words.say("secret-method", method=method)


# 12.5 and 12.5.2: elimination, winners and prizes.


def _elimination(words: TermsWords) -> Iterator[str]:
    rule = words.terms.elimination
    yield words.say("short-out" if rule is None or rule.when_short else "short-stays")
    for named, session in words.sessions():
        for cull in session.culls:
            yield words.say("cull", hand=cull.after_hand, players=words.counted("player", cull.out), **named)
        if session.culls:
            yield words.say(f"cull-{_TIES[session.ties]}")
    if len(words.terms.programme.sessions) > 1:
        yield words.say("not-on-out")
    yield words.say("later-better")


def _winner(words: TermsWords) -> Iterator[str]:
    yield words.say(str(words.terms.how_winners_are_determined))
    yield words.say("first-play-off" if words.terms.programme.play_off_for_first else "first-shared")


def _pool(words: TermsWords) -> Iterator[str]:
    pool = words.terms.prize_pool
    if pool is None:
        return
    fees = pool.fees_percent
    yield words.say("pool", percent=words.share(fees)) if fees else words.say("pool-of-buy-ins")
    if pool.added_cents:
        yield words.say("pool-added", amount=words.money(pool.added_cents))
    if pool.guaranteed_cents:
        yield words.say("pool-guaranteed", amount=words.money(pool.guaranteed_cents))


def _distribution(words: TermsWords) -> Iterator[str]:
    parts = words.terms.prize_distribution
    for place, each in enumerate(parts, start=1):
        share, held = words.share(each, sum(parts)), words.counted("part", each)
        yield words.say("place", place=place, parts=held, whole=sum(parts), share=share)
    yield words.say("ties-share")


# 12.5.3: conduct of play.


def _ladder(words: TermsWords, opening: str, rungs: t.Ladder) -> Iterator[str]:
    yield words.say(opening)
    for number, rung in enumerate(rungs, start=1):
        place = "rung" if number < len(rungs) else "rung-only" if number == 1 else "rung-last"
        yield words.say(place, number=number, sanction=sanction_shown(words, rung))


def sanction_shown(words: TermsWords, sanction: t.Sanction) -> str:
    """Return a rung of a ladder in words."""
    match sanction.penalty:
        case t.Penalty.CHIPS:
            return words.say("lost-chips", chips=words.chips(sanction.amount))
        case t.Penalty.HANDS:
            return words.say("missed-hands", hands=words.counted("hand", sanction.amount))
        case t.Penalty.WARNING:
            return words.say("warning")
        case t.Penalty.DISQUALIFICATION:
            return words.say("disqualified")


def _grounds(words: TermsWords) -> Iterator[str]:
    yield words.say("grounds", grounds=", ".join(words.called(each) for each in words.terms.disqualification))


_SUBSTITUTES: Final = {
    t.SubstituteTime.NEVER: "never",
    t.SubstituteTime.BEFORE_PLAY: "before",
    t.SubstituteTime.BETWEEN_SESSIONS: "between",
}


def _substitute(words: TermsWords) -> Iterator[str]:
    when = words.terms.when_a_substitute
    if when is not None:
        yield words.say(f"substitute-{_SUBSTITUTES[when]}")


def _refunds(words: TermsWords) -> Iterator[str]:
    refunds = words.terms.refunds or t.Refunds()
    yield words.say("refund-late", percent=words.share(refunds.late_withdrawal_percent))
    yield words.say("refund-disqualified", percent=words.share(refunds.disqualified_percent))
    yield words.say("refund-cancelled", percent=words.share(refunds.cancelled_percent))
    yield words.say("refund-declined")


def _early(words: TermsWords) -> Iterator[str]:
    yield from (words.say(name) for name in ("early", "early-determined", "early-agreed"))


def _statement(*names: str) -> Callable[[TermsWords], Iterator[str]]:
    """Return what writes an item that is one statement, whatever else the terms say."""
    return lambda words: (words.say(name) for name in names)


def _choice(item: str, value: object, named: str, otherwise: str) -> Callable[[TermsWords], Iterator[str]]:
    """Return what writes an item that has one of two values: a sentence for this one, and one for the other."""
    return lambda words: iter((words.say(named if t.item(words.terms, item) == value else otherwise),))


WRITERS: Final[dict[str, Callable[[TermsWords], Iterator[str]]]] = {
    "when": _when,
    "fees-and-buy-ins": _fees,
    "number-of-players": _players,
    "location": lambda words: iter((words.say("location", place=words.terms.location),)),
    "starting-time-may-change": _notice,
    "regulator-told-of-changes": _statement("regulator-told"),
    "participation-accepts-terms": _statement("acceptance"),
    "only-persons-entitled": _statement("entitled"),
    "entry-may-be-refused": _choice("entry-may-be-refused", True, "refusal", "no-refusal"),
    "selection-criteria": _criteria,
    "employees-in-charity-events": _employees,
    "abide-or-risk-disqualification": _statement("abide"),
    "where-terms-are-found": lambda words: iter((words.say("found", where=words.terms.where_terms_are_found),)),
    "signature-required": _choice("signature-required", True, "signature", "no-signature"),
    "method-of-entry": _method,
    "withdrawal-and-substitutes": _withdrawal,
    "rounds-and-sessions": _sessions,
    "tables-in-each-round": _tables,
    "progression": _progression,
    "buying-back-in": _buy_back,
    "repechage": _repechage,
    "same-starting-bank": _bank,
    "chips-at-the-end": _chips_at_end,
    "type-of-chips": lambda words: iter((words.say("chips-type", type=words.called(words.terms.type_of_chips)),)),
    "minimum-or-compulsory-wager": _wager,
    "secret-wagers": _secrets,
    "elimination": _elimination,
    "how-winners-are-determined": _winner,
    "prize-pool": _pool,
    "prize-distribution": _distribution,
    "penalties": lambda words: _ladder(words, "ladder-conduct", words.terms.penalties),
    "disqualification": _grounds,
    "when-a-substitute": _substitute,
    "refunds": _refunds,
    "late-arrival": lambda words: _ladder(words, "ladder-late", words.terms.late_arrival),
    "absence": lambda words: _ladder(words, "ladder-absent", words.terms.absence),
    "mobile-phones": lambda words: _ladder(words, "ladder-phone", words.terms.mobile_phones),
    "consequence-of-substitute": _statement("substitute-everything"),
    "consequence-of-disqualification": _choice(
        "consequence-of-disqualification", t.ChipsFate.REMOVED, "disqualified-removed", "disqualified-stand"
    ),
    "retirement": _choice("retirement", t.ChipsFate.REMOVED, "retired-removed", "retired-stand"),
    "rules-prevail": _statement("prevail"),
    "early-conclusion": _early,
    "privacy": _statement("privacy"),
    "use-of-names-and-images": _statement("publicity"),
    "conducted-by-terms-and-rules": _statement("conducted"),
    "directors-decision-final": _statement("final"),
    "limit-of-liability": _statement("liability"),
    "right-to-complain": _statement("complain"),
}
"""What writes each item, by its name in the rule book."""
