"""`mstud person`: what is known of a person, and how it is forgotten."""

from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mississippi_stud.cli.floor import DatabaseUrl, KeyFile, database_at, keys_of, now, reading
from mississippi_stud.cli.help import CommandLine
from mississippi_stud.cli.output import AsJson, Language, escape, print_json, print_rich, speak

if TYPE_CHECKING:
    from mississippi_stud.person.person import Person
    from mississippi_stud.store import Database
    from mississippi_stud.store.vault import Vault

app = CommandLine(no_args_is_help=True, callback=speak)
PersonId = Annotated[str, typer.Argument()]


def _vault(key: Path | None, opened: "Database | None" = None) -> "Vault":
    """Open the vault; one that lacks the keys of the persons in the database is refused."""
    from mississippi_stud.floor.home import key_file, vault_url
    from mississippi_stud.floor.persons import check_vault
    from mississippi_stud.store.vault import Vault

    vault = Vault(vault_url(key_file(key)))
    if opened is not None:
        check_vault(opened, vault.id)
    return vault


def _known(opened: "Database", person_id: str) -> "Person":
    """Return what the log knows of somebody; an error if it has never heard of them."""
    from mississippi_stud.floor.cache import States
    from mississippi_stud.floor.kinds import STREAMS
    from mississippi_stud.floor.persons import stream_of

    person: Person = States(opened, STREAMS).now(stream_of(person_id))[0]
    return person


@app.command("show")
def show(
    person_id: PersonId,
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Show what is known of a person."""
    import msgspec

    from mississippi_stud.floor.persons import unsealed
    from mississippi_stud.language import translator
    from mississippi_stud.money import Cents, text
    from mississippi_stud.prose.account import ACCOUNT
    from mississippi_stud.store import log

    with closing(reading(database, key)) as opened, closing(_vault(key, opened)) as vault:
        person = _known(opened, person_id)
        data = unsealed(vault, person_id, person)
        balance = log.balance(opened, f"player:{person_id}")
    if as_json:
        told = {"erased": person.erased, "opened_at": person.credentials.opened_at, "balance_cents": balance}
        print_json({"person": person_id, **told, "data": msgspec.to_builtins(data)})
        return
    print_rich(_status(person, language))
    for name, value in msgspec.to_builtins(data or {}).items():
        label = translator(language)(ACCOUNT[name])
        print_rich(f"  {_said('person-data', language, label=label, value=escape(value))}")
    print_rich(f"  {_said('person-balance', language, amount=text(Cents(balance)))}")


def _said(name: str, language: str, **values: object) -> str:
    from mississippi_stud.prose.terminal import say

    return say(name, language, **values)


def _status(person: "Person", language: str) -> str:
    from datetime import UTC, datetime

    if person.erased:
        return _said("person-erased", language)
    if person.guest:
        return _said("person-guest", language)
    opened = datetime.fromtimestamp(person.credentials.opened_at // 1_000_000, UTC)
    return _said("person-account", language, opened=opened.date().isoformat())


@app.command("erase")
def erase(
    person_id: PersonId,
    by: Annotated[str, typer.Option("--by")],
    reason: Annotated[str, typer.Option("--reason")],
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Destroy what is known of a person for ever; a running server notices within a second and tells its log."""
    from mississippi_stud.floor import Floor
    from mississippi_stud.floor.home import key_file
    from mississippi_stud.floor.persons import check_erasure
    from mississippi_stud.store.database import InUseError
    from mississippi_stud.store.vault import Erasure

    with closing(reading(database, key)) as opened, closing(_vault(key, opened)) as vault:
        check_erasure(vault, Erasure(person_id, by, reason), _known(opened, person_id))
        vault.erase(person_id, now(), by=by, reason=reason)
    with suppress(InUseError):
        Floor.open(database_at(database), key_file(key)).close()  # this tells the log
    if as_json:
        print_json({"person": person_id, "erased": True})
    else:
        print_rich(_said("person-forgotten", language, person=escape(person_id)))


@app.command("accept-vault")
def accept(
    database: DatabaseUrl = None, key: KeyFile = None, as_json: AsJson = False, language: Language = "en"
) -> None:
    """Accept that the vault of personal keys is lost for ever and go on with a new one."""
    from mississippi_stud.floor.kinds import STREAMS
    from mississippi_stud.floor.persons import accept_vault
    from mississippi_stud.store import Database

    reading(database, key).close()  # this raises an error if there is none
    opened = Database(database_at(database), keys_of(key), STREAMS.tables)
    with closing(opened), closing(_vault(key)) as vault:
        accept_vault(opened, vault)
    if as_json:
        print_json({"vault": vault.id})
    else:
        print_rich(_said("vault-accepted", language))
