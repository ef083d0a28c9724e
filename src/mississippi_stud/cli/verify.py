"""`mstud verify`: check that the log is unchanged, write a signed anchor of it, and prove a past deal."""

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from mississippi_stud.cli.floor import DatabaseUrl, KeyFile, check_out, now, reading
from mississippi_stud.cli.help import CommandLine
from mississippi_stud.cli.output import AsJson, Language, escape, print_json, print_rich, speak
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.fairness.draw import DrawRecord
    from mississippi_stud.floor.history.verify import Verification
    from mississippi_stud.store import Database
    from mississippi_stud.store.audit import Anchor

app = CommandLine(no_args_is_help=True, callback=speak)


@app.command("log")
def verify_log(
    database: DatabaseUrl = None,
    key: KeyFile = None,
    anchor: Annotated[Path | None, typer.Option("--anchor")] = None,
    public_key: Annotated[str | None, typer.Option("--public-key")] = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Check every chain and signature, add up the money and replay every round; exit status 1 if anything is wrong."""
    from mississippi_stud.floor.history.verify import verify_streams
    from mississippi_stud.floor.home import anchors_file, key_file
    from mississippi_stud.floor.kinds import STREAMS
    from mississippi_stud.store import audit
    from mississippi_stud.store.anchors import Anchors

    own = [] if anchor is None else [_anchor(anchor)]
    beside = list(Anchors(anchors_file(key_file(key))).kept())  # before opening the database, which may grow meanwhile
    with closing(reading(database, key, public_key=public_key)) as opened:
        own += [each for each in beside if each.database == opened.id]
        try:
            events = audit.verify(opened, *own)
            indexes = audit.check_indexes(opened)
            verified = verify_streams(opened, STREAMS) if opened.keys.whole else None
        except audit.LogError as error:
            _wrong(error, as_json, language)
        found: dict[str, Any] = {"good": True, "events": events, "anchors": len(own), "indexes": indexes}
        found["anchor"] = max((each.at for each in own), default=None)
        if verified is not None:
            found |= _counted(opened, verified)
    if as_json:
        print_json(found)
    else:
        _tell_log(found, language)


def _counted(opened: "Database", verified: "Verification") -> dict[str, Any]:
    """Return the counts that only the key itself makes possible."""
    from mississippi_stud.floor.cache import States
    from mississippi_stud.floor.history import recall
    from mississippi_stud.floor.kinds import STREAMS
    from mississippi_stud.store import log

    source = States(opened, STREAMS)
    counted = recall.commitments(source)._replace(withdrawn=recall.withdrawn(source))
    houses = [source.now(stream)[0] for stream in log.streams(opened, "meters:")]
    meters = sum(len(house.meters.meters) for house in houses)
    return {"rounds": verified.rows["rounds"], "meters": meters, "commitments": counted._asdict()}


def _tell_log(found: dict[str, Any], language: str) -> None:
    from mississippi_stud.prose.terminal import say

    good = "log-good" if "rounds" in found else "log-signed"
    print_rich(f"[green]✓[/green] {say(good, language, **found)}")
    if "rounds" in found:
        print_rich(f"  {say('commitments', language, **found['commitments'])}")
        if found["meters"]:
            print_rich(f"  {say('meters-hold', language, **found)}")
    else:
        print_rich(f"  {say('needs-key', language)}")
    if found["indexes"] is False:
        print_rich(f"  {say('no-amcheck', language)}")
    if not found["anchors"]:
        print_rich(f"  {say('no-anchor', language)}")


@app.command("anchor")
def write_anchor(
    out: Annotated[Path, typer.Argument()],
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Write the signed end of the log to a file: its holder notices if the log is truncated or rewritten."""
    import msgspec

    from mississippi_stud.language import translator
    from mississippi_stud.prose.terminal import say
    from mississippi_stud.store import audit
    from mississippi_stud.store.files import whole

    _ = translator(language)
    with closing(reading(database, key)) as source:
        made = audit.anchor(source, now())
    check_out(out, database, key)
    with whole(out) as file:
        file.write(msgspec.json.encode(made) + b"\n")
    if as_json:
        print_json({"at": made.at, "commits": len(made.tips), "public_key": made.public_key})
        return
    print_rich(say("anchored", language, file=out))
    print_rich(f"  {_('public key')}{_(': ')}{made.public_key}")


@app.command("backup")
def verify_backup(
    path: Annotated[Path, typer.Argument()],
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Restore a backup in a scratch place, verify everything there, and keep a signed record of it beside the file."""
    from mississippi_stud.cli.floor import keys_of
    from mississippi_stud.floor.history.rehearsal import rehearse
    from mississippi_stud.floor.home import anchors_file, key_file
    from mississippi_stud.prose.terminal import say
    from mississippi_stud.store import backup_folder
    from mississippi_stud.store.anchors import Anchors
    from mississippi_stud.store.audit import LogError

    file = backup_folder.newest(path) if path.is_dir() else path
    if file is None:
        raise InputError("backup-folder-empty", path=path)
    try:
        done = rehearse(file, keys_of(key), Anchors(anchors_file(key_file(key))), now())
    except LogError as error:
        _wrong(error, as_json, language)
    if as_json:
        print_json({"good": True, "rehearsal": done})
        return
    shown = {"file": file, "rows": done.rows, "events": done.events, "rounds": done.rounds}
    print_rich(f"[green]✓[/green] {say('rehearsed', language, **shown)}")
    if done.anchors:
        print_rich(f"  {say('rehearsed-anchors', language, count=done.anchors)}")


@app.command("round")
def verify_round(
    round_id: Annotated[str, typer.Argument()],
    database: DatabaseUrl = None,
    key: KeyFile = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Prove a past deal: the secret matches its commitment, and every card follows from it and the players' seeds."""
    from mississippi_stud.floor.cache import States
    from mississippi_stud.floor.history import proof, recall
    from mississippi_stud.floor.kinds import STREAMS
    from mississippi_stud.store.audit import LogError

    stream, number = recall.split_id(round_id)
    with closing(reading(database, key)) as opened:
        try:
            proved = proof.prove(States(opened, STREAMS), stream, number)
        except LogError as error:
            _wrong(error, as_json, language)
    if as_json:
        print_json({"good": True, **_told(proved)})
        return
    _tell(proved, language)


@app.command("draw")
def verify_draw(
    file: Annotated[Path, typer.Argument()],
    root: Annotated[str, typer.Option("--root")] = "",
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Check a past draw: what was opened is what was committed to, and the winners follow from it and the entries."""
    from mississippi_stud.fairness.draw import check_draw
    from mississippi_stud.prose.terminal import say

    record = _draw_record(file)
    try:
        check_draw(record, root.lower())
    except InputError as error:
        _wrong(error, as_json, language)
    if as_json:
        told = {"draw": record.draw, "root": record.root, "entries": len(record.entries), "drawn": record.drawn}
        print_json({"good": True, "published": bool(root), **told})
        return
    found = {"draw": escape(record.draw), "entries": len(record.entries), "root": record.root}
    print_rich(f"[green]✓[/green] {say('draw-proved', language, **found)}")
    if not root:
        print_rich(f"  {say('root-believed', language)}")
    holders = {entry.number: entry.holder for entry in record.entries}
    for place, number in enumerate(record.drawn[:20], start=1):
        print_rich(f"{place:>5}  {escape(holders[number])}  [dim]{number}[/dim]")


def _draw_record(path: Path) -> "DrawRecord":
    import msgspec

    from mississippi_stud.fairness.draw import DrawRecord

    try:
        return msgspec.json.decode(path.read_bytes(), type=DrawRecord)
    except FileNotFoundError:
        raise InputError("draw-missing", path=path) from None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError("draw-bad", path=path, error=error) from None


def _told(proved: Any) -> dict[str, Any]:
    from mississippi_stud.cards import text

    return {
        "round": proved.deal.round_id,
        "players": {hand.position: hand.player for hand in proved.past.hands},
        "book": proved.book,
        "status": proved.past.status,
        "commitment": proved.deal.commitment,
        "secret": proved.deal.secret.hex(),
        "seeds": proved.seeds,
        "cards": text(proved.deal.cards),
    }


def _tell(proved: Any, language: str) -> None:
    from mississippi_stud.cards import symbols
    from mississippi_stud.language import translator
    from mississippi_stud.prose.terminal import say

    _ = translator(language)
    told = _told(proved)
    print_rich(f"[green]✓[/green] {say('deal-proved', language, round=escape(told['round']))}")
    for name, value in (
        (_("commitment"), told["commitment"]),
        (_("secret"), told["secret"]),
        *((f"{_('seed')} {position}", seed) for position, seed in proved.seeds.items()),
        (_("cards"), symbols(proved.deal.cards)),
    ):
        print_rich(f"  {name}{_(': ')}{escape(value)}")


def _anchor(path: Path) -> "Anchor":
    import msgspec

    from mississippi_stud.store.audit import Anchor

    try:
        return msgspec.json.decode(path.read_bytes(), type=Anchor)
    except FileNotFoundError:
        raise InputError("anchor-missing", path=path) from None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError("anchor-bad", path=path, error=error) from None


def _wrong(error: InputError, as_json: bool, language: str) -> NoReturn:
    """Report what is wrong with the log, and exit with status 1."""
    from mississippi_stud.prose.problems import tell

    said = tell(error, language)
    if as_json:
        print_json({"good": False, "problem": said})
    else:
        sys.stderr.write(f"mstud: {said}\n")
    sys.exit(1)
