"""`mstud integrity`: whether the program is the one that was approved."""

import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

from mississippi_stud.cli.floor import DatabaseUrl, KeyFile, opened, reading
from mississippi_stud.cli.help import CommandLine
from mississippi_stud.cli.output import AsJson, Language, escape, print_json, print_rich, speak
from mississippi_stud.cli.reports import Who, Why

if TYPE_CHECKING:
    from pathlib import Path

    from mississippi_stud.floor.operation import Operation, ProgramApproved, ProgramChecked

app = CommandLine(no_args_is_help=True, callback=speak)
_IN_USE: Final = "database-in-use"


@app.command("show")
def show(database: DatabaseUrl = None, key: KeyFile = None, as_json: AsJson = False, language: Language = "en") -> None:
    """Show which program was approved, by whom and why, and what the last check found."""
    from mississippi_stud.language import translator
    from mississippi_stud.prose.terminal import say

    translator(language)
    operation = _read(database, key)
    if as_json:
        approved = None if operation.approved is None else _approval(operation.approved)
        print_json({"approved": approved, "checked": operation.checked})
        return
    if operation.approved is not None:
        _tell_approval(operation.approved, language)
    if operation.checked is None:
        print_rich(say("not-checked", language))
    else:
        _tell_check(operation.checked, language)


@app.command("check")
def check(
    database: DatabaseUrl = None, key: KeyFile = None, as_json: AsJson = False, language: Language = "en"
) -> None:
    """Check now whether the program is the one that was approved, and record it; exit status 1 if it is not."""
    from mississippi_stud.floor.integrity import on_demand, record, state_of
    from mississippi_stud.floor.operation import CheckOccasion, compare
    from mississippi_stud.language import translator
    from mississippi_stud.prose.terminal import say
    from mississippi_stud.store.database import StoreError

    translator(language)
    recorded = True
    try:
        with opened(database, key) as floor:
            checked = record(floor, on_demand(state_of(floor)), CheckOccasion.DEMAND)
    except StoreError as error:
        if error.code != _IN_USE:
            raise
        from mississippi_stud.cli.floor import now

        recorded, operation = False, _read(database, key)
        checked = compare(operation, on_demand(operation), CheckOccasion.DEMAND, now())
    if as_json:
        print_json({"good": not checked.count, "recorded": recorded, "checked": checked})
    else:
        _tell_check(checked, language)
        if not recorded:
            print_rich(say("not-recorded", language))
    if checked.count:
        sys.exit(1)


@app.command("approve")
def approve_program(
    who: Who,
    why: Why,
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Approve the installed program, with the books and settings that the server last reported."""
    from mississippi_stud.floor.integrity import approve
    from mississippi_stud.language import translator

    translator(language)
    with opened(database, key) as floor:
        approved = approve(floor, who, why)
    if as_json:
        print_json({"approved": _approval(approved)})
        return
    _tell_approval(approved, language)


def _read(database: str | None, key: "Path | None") -> "Operation":
    """Return the state of the operation as the log has it now."""
    from mississippi_stud.floor.cache import States
    from mississippi_stud.floor.kinds import STREAMS
    from mississippi_stud.floor.operation import OPERATION, Operation

    with closing(reading(database, key)) as source:
        return States(source, STREAMS).known(OPERATION).state or Operation()


def _approval(approved: "ProgramApproved") -> dict[str, Any]:
    """Return an approval for programs: with the hash of the manifest, and how much it covers."""
    found = approved.manifest
    return {
        "at": approved.at,
        "who": approved.who,
        "why": approved.why,
        "before": approved.before,
        "manifest": found.hash,
        "version": found.version,
        "files": len(found.files),
        "libraries": found.libraries,
        "books": found.books,
        "settings": found.settings,
    }


def _tell_approval(approved: "ProgramApproved", language: str) -> None:
    from mississippi_stud.prose.operation import moment
    from mississippi_stud.prose.terminal import say

    who, why = escape(approved.who), escape(approved.why)
    print_rich(say("approved", language, who=who, at=moment(approved.at), why=why))
    print_rich(f"  {approved.manifest.hash}")


def _tell_check(checked: "ProgramChecked", language: str) -> None:
    from mississippi_stud.language import translator
    from mississippi_stud.prose.operation import WORDS, moment
    from mississippi_stud.prose.terminal import say

    _ = translator(language)
    occasion = _(WORDS[checked.occasion])
    print_rich(say("checked", language, version=checked.version, occasion=occasion, at=moment(checked.at)))
    print_rich(f"  {checked.manifest}")
    if checked.count:
        print_rich(f"[red]✗[/red] {say('not-as-approved', language, count=checked.count)}")
    elif checked.approved:
        print_rich(f"[green]✓[/green] {say('as-approved', language)}")
    else:
        print_rich(say("nothing-approved", language))
    for each in checked.differences:
        print_rich(f"  {_(WORDS[each.kind])}{_(': ')}{_(WORDS[each.part])} {escape(each.name)}")
    if checked.count > len(checked.differences):
        print_rich(f"  {say('more-differences', language, count=checked.count - len(checked.differences))}")
