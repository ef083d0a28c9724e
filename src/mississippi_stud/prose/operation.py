"""The significant events of a floor in sentences, and the words for a check of its program."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from mississippi_stud.language import translator
from mississippi_stud.money import Currency
from mississippi_stud.prose.house_page import SETTINGS
from mississippi_stud.prose.meters import exact
from mississippi_stud.prose.names import amount, cite
from mississippi_stud.prose.reasons import tell_reason
from mississippi_stud.prose.rule_values import RULE_VALUES

SIGNIFICANT: Final = {
    # The program.
    "program-differs": "the program is not the one that was approved; differences: {count}, such as {names}",
    "program-approved": "version {version} of the program was approved, {manifest}: {why}",
    "operation-changed": "the settings of the operation were changed: {why}",
    "clock-interrupted": "the clock stood still from {since} to {until}, so nothing that fell due was done",
    "database-restored": "the database was restored from a backup of {backup_at}",
    "database-older": "the database was found to be an older copy of itself",
    # Stops and starts.
    "gaming-stopped": "new rounds were stopped everywhere: {reason}",
    "gaming-started": "new rounds were allowed again everywhere: {reason}",
    "house-stopped": "new rounds were stopped in the house {name}: {reason}",
    "house-started": "new rounds were allowed again in the house {name}: {reason}",
    "table-stopped": "new rounds were stopped at the table {name}: {reason}",
    "table-started": "new rounds were allowed again at the table {name}: {reason}",
    "player-stopped": "new rounds of the player {name} were stopped: {reason}",
    "player-started": "new rounds of the player {name} were allowed again: {reason}",
    # Tables.
    "round-voided": "round {round} was voided ({clause})",
    "round-voided-why": "round {round} was voided ({clause}): {reason}",
    "large-win": "a large win in round {round}: {players}, {won_cents}",
    "limits-changed": "the limits of the table were changed ({clause})",
    "limits-agreed": "personal limits were agreed with {player} ({clause})",
    "dealing-changed": "the cards are dealt in another way from now on: {dealing}",
    "device-failed": "the shuffling device is out of order ({clause})",
    "winnings-withheld": "{withheld_cents} of winnings of {player} were withheld ({clause})",
    "winnings-kept": "the house kept the withheld winnings of {player} ({clause}): {grounds}",
    "prize-rejected": "a prize was rejected ({clause}): {grounds}",
    # Houses and persons.
    "member-changed": "what {person} is in the house was changed: {why}",
    "house-setting-changed": "the setting “{name}” of the house was changed: {why}",
    "house-chips-changed": "the chips of the house were changed: {why}",
    "house-book-changed": "the rule book {book} of the house was changed: {why}",
    "staff-signed-in": "somebody of the staff signed in, by {method}",
    "sign-in-locked": "signing in was locked after several failures",
    "recovery-offered": "a recovery link was made for {person}: {why}",
    "recovery-used": "the recovery link for {person} was used",
    "money-given": "the house gave the player {given_cents}, which {second} approved: {why}",
    "person-excluded": "staff excluded the player ({clause}): {grounds}",
    "person-admitted": "staff lifted an exclusion of the player: {grounds}",
    "self-excluded": "the player excluded themselves for ever",
    "self-excluded-until": "the player excluded themselves until {until}",
    "person-erased": "what was known of the person was erased: {why}",
    # Tournaments.
    "tournament-advised": "the inspectorate was advised of the tournament {title} and its terms, version {version}",
    "tournament-postponed": "the tournament {title} was postponed: {why}",
    "tournament-cancelled": "the tournament {title} was called off: {why}",
    "tournament-final": "the results of the tournament {title} are final",
    "tournament-dispute": "a dispute in the tournament {title} was decided: {decision}",
    # Promotions.
    "promotion-submitted": "the Authority was given the terms of the promotion {title}, version {version}",
    "promotion-amended": "the terms of the promotion {title} were changed with the approval {approval}",
    "promotion-postponed": "the promotion {title} was postponed, as its integrity is in doubt: {why}",
    "promotion-cancelled": "the draw of the promotion {title} was cancelled, as its integrity is in doubt: {why}",
    "promotion-validated": "the promotion {title} goes on, as its integrity was validated: {finding}",
    "promotion-scrutineer": "{person} was nominated to oversee the draw of the promotion {title}",
    "promotion-drawn": "the promotion {title} was drawn from {entries} entries",
    "promotion-claim-denied": "a claim for a prize of the promotion {title} was refused: {why}",
    "promotion-dispute": "a dispute about the promotion {title} was decided: {decision}",
    "promotion-complaint": "somebody was told of the right to complain about the promotion {title}",
    # Meters.
    "meter-opened": "the meter {meter} was opened",
    "meter-closed": "the meter {meter} was closed",
    "meter-corrected": "the meter {meter} was corrected by {amount_exact} ({corrects}): {why}",
    "meters-changed": "the terms of the meters were changed: {meters}",
    "table-linked": "the link of {table} to a meter was changed",
    "equipment-failed": "the meter's equipment at {table} has failed",
    "equipment-works": "the meter's equipment at {table} works again",
    "jackpot-won": "{player} won {won_cents} from the meter {meter}, in {round}",
    "prize-returned": "a prize of {prize_cents} went back onto the meter {meter}",
}
"""By the code of the finding."""

WORDS: Final = {
    "files": "file",
    "libraries": "library",
    "books": "rule book",
    "settings": "setting",
    "added": "added",
    "changed": "changed",
    "missing": "missing",
    "start": "at the start",
    "day": "as every day",
    "demand": "on demand",
}
"""What differs, how, and on which occasion it was found."""

METHODS: Final = {"password": "password", "passkey": "passkey", "code": "code"}
"""What somebody signs in by."""

_TIMES: Final = ("since", "until", "backup_at")


def tell_significance(code: str, params: Mapping[str, Any], language: str = "en") -> str:
    """Return the sentence of a significant event in the reader's language.

    >>> tell_significance("large-win", {"round": 3, "players": ["ann", "bob"], "won_cents": 1_000_000})
    'a large win in round 3: ann, bob, $10,000.00'
    >>> tell_significance("member-changed", {"person": "ann", "why": ""})
    'what ann is in the house was changed'
    >>> tell_significance("house-setting-changed", {"name": "idle_minutes", "why": "a new policy"}, "fr")
    "le réglage «\\xa0Minutes d'inactivité\\xa0» de la maison a été changé\\xa0: a new policy"
    """
    shown = {name: _shown(name, value, language) for name, value in params.items()}
    if code == "house-setting-changed":
        (label, *_) = SETTINGS.get(params["name"], (params["name"],))  # an earlier release may have had others
        shown["name"] = translator(language)(label)
    return translator(language)(SIGNIFICANT[code]).format(**shown).rstrip(": \N{NO-BREAK SPACE}")  # no reason given


def moment(at: int) -> str:
    """Format a time of the log.

    >>> moment(1_790_000_000_000_000)
    '2026-09-21 14:13:20 UTC'
    """
    return f"{datetime.fromtimestamp(at // 1_000_000, UTC):%Y-%m-%d %H:%M:%S} UTC"


def listed(values: Mapping[str, Any]) -> str:
    """Write values with their names, for a cell of a table.

    >>> listed({"ante.minimum_cents": 500, "titles.crown": ("dealer", "tg-area-manager"), "called": None})
    'ante.minimum_cents 500, titles.crown dealer + tg-area-manager, called –'
    """
    return ", ".join(f"{name} {_listed(value)}" for name, value in values.items())


def _listed(value: Any) -> str:
    if value is None:
        return "–"
    return " + ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def _shown(name: str, value: Any, language: str) -> str:
    if name in _TIMES:
        return moment(value)
    if name.endswith("_cents"):
        return amount(value, Currency.CAD, language)
    if name.endswith("_exact"):
        return exact(value, Currency.CAD, language)
    if name == "clause":
        return cite(value, language)
    if name == "method":
        return translator(language)(METHODS[value])
    if name == "dealing":
        return translator(language)(RULE_VALUES["Method"].get(value, value))
    if name == "reason":
        return tell_reason(value, language)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ", ".join(map(str, value))
    return str(value)
