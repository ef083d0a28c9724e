"""What `mstud doctor --server` looks at, and what can be wrong with it: what it is, why it matters, how to mend it."""

from typing import Final, NamedTuple

CHECKS: Final = {
    "key": "key",
    "vault-file": "file of the vault",
    "cookies-file": "file of the cookies' secret",
    "anchors-file": "file of the anchors",
    "database-file": "file of the database",
    "journal": "journal of SQLite",
    "file-system": "file system",
    "disk": "room on the disk",
    "database": "database",
    "fsync": "fsync",
    "full_page_writes": "full_page_writes",
    "synchronous_commit": "synchronous_commit",
    "wal_level": "wal_level",
    "data_checksums": "data_checksums",
    "autovacuum": "autovacuum",
    "default_transaction_isolation": "default_transaction_isolation",
    "default_transaction_read_only": "default_transaction_read_only",
    "server_encoding": "server_encoding",
    "statement_timeout": "statement_timeout",
    "role": "role in PostgreSQL",
    "connection": "connection to PostgreSQL",
    "connections": "connections to PostgreSQL",
    "notices": "notices between processes",
    "clock": "clock",
    "clock-log": "clock and log",
    "clock-database": "clock of the database",
    "log": "log",
    "vault": "vault",
    "anchors": "anchors",
    "program": "program",
    "backups": "backups",
    "rehearsal": "rehearsed restore",
    "open-files": "open files",
    "address": "address",
}
"""The names of what is looked at."""


class FitnessProblem(NamedTuple):
    """A problem in three sentences."""

    what: str
    why: str
    mend: str


_REPLACED: Final = "Whoever can write there can put another file in its place."
_READ: Final = "It is meant for the server's own user alone."
_CHMOD: Final = "chmod 600 {path}; if others may have read it, ask who."

PROBLEMS: Final = {
    # The key and the files.
    "key-new": FitnessProblem(
        "there is no key yet; the server makes one when it first starts",
        "Without the key nobody can read the database or restore a backup.",
        "After the first start, copy the key to a place that is not on this machine.",
    ),
    "key-missing": FitnessProblem(
        "there is no key at {path}",
        "The database was made with a key; the server will not start without it.",
        "Put the copy of the key back, or name its file with --key or MSTUD_KEY.",
    ),
    "key-exposed": FitnessProblem(
        "others than its owner can read the key {path}",
        "Whoever has the key can read sealed cards and forge the log; the server will not start.",
        "chmod 600 {path}, and find out who has read it: a key that is known cannot be changed under a log.",
    ),
    "key-unusable": FitnessProblem(
        "the key cannot be used: {error}",
        "The server will not start.",
        "Put the copy of the key back as {path}.",
    ),
    "key-beside": FitnessProblem(
        "the key lies in the folder of the database, {path}",
        "A copy of that folder holds both, and whoever has it can read every sealed card.",
        "Move the key and what lies beside it to a folder of their own, and name it with MSTUD_KEY.",
    ),
    "folder-open": FitnessProblem("others can write in {path} (mode {mode})", _REPLACED, "chmod go-w {path}"),
    "file-exposed": FitnessProblem("others can read or write {path} (mode {mode})", _READ, _CHMOD),
    "file-closed": FitnessProblem(
        "{path} cannot be read and written by the user who runs this",
        "The server, run by the same user, will not start or will refuse every command.",
        "Run this as the server's user; give the file and its folder to that user with chown.",
    ),
    "owners-differ": FitnessProblem(
        "{path} and the key {key} belong to different users",
        "The server is one of them at most and cannot open both.",
        "chown both to the server's user; do not run commands that write as root.",
    ),
    "file-linked": FitnessProblem(
        "{path} has a second name (a hard link)",
        "Under each name SQLite would keep a journal of its own, and damage the file; the server will not start.",
        "Remove the other name.",
    ),
    "journal-old": FitnessProblem(
        "the database is not in WAL mode",
        "Somebody changed it; the server changes it back, and waits for whoever has the file open.",
        "Find out which program opens this file besides the server, and let it read backups.",
    ),
    "journal-long": FitnessProblem(
        "the journal {path} has grown to {size}",
        "Somebody has been reading for so long that SQLite cannot carry it into the database: reads take longer.",
        "End the program that reads, such as a backup that hangs or a shell that is open.",
    ),
    "disk-vanishes": FitnessProblem(
        "the database is on {kind} ({point}), which is in memory",
        "Everything is gone when the machine is switched off.",
        "Name a database on a disk with --database.",
    ),
    "disk-remote": FitnessProblem(
        "the database is on {kind} ({point}), a file system of another machine",
        "SQLite's journal needs locks and memory shared on one machine: two servers would damage the file.",
        "Keep SQLite on a disk of this machine, or use PostgreSQL.",
    ),
    "disk-unsafe": FitnessProblem(
        "the file system {point} ({kind}) is mounted with {options}",
        "A power cut can lose rounds that were acknowledged.",
        "Mount it without {options}.",
    ),
    "disk-layered": FitnessProblem(
        "the database is on {kind} ({point}), the layers of a container",
        "It is gone when the container is removed.",
        "Mount a volume there.",
    ),
    "disk-full": FitnessProblem(
        "there is hardly room on the disk of {path}: {free}, {files} files",
        "The server refuses every command when a commit finds no room.",
        "Make room, or move the folder to a larger disk.",
    ),
    "disk-filling": FitnessProblem(
        "there is little room left on the disk of {path}: {free}",
        "The log only grows: the server refuses every command when a commit finds no room.",
        "Make room in time; remove old backups with mstud backup --keep.",
    ),
    # PostgreSQL.
    "postgres-away": FitnessProblem(
        "PostgreSQL does not answer: {said}",
        "The server will not start.",
        "Start PostgreSQL, and check address, role, password and pg_hba.conf.",
    ),
    "fsync": FitnessProblem(
        "fsync is {value}",
        "PostgreSQL acknowledges what is not on a disk: a power cut loses rounds or the whole database.",
        "ALTER SYSTEM SET fsync = on; SELECT pg_reload_conf();",
    ),
    "full_page_writes": FitnessProblem(
        "full_page_writes is {value}",
        "A page half written in a power cut cannot be repaired.",
        "ALTER SYSTEM SET full_page_writes = on; SELECT pg_reload_conf();",
    ),
    "synchronous_commit": FitnessProblem(
        "synchronous_commit is {value}",
        "The server sets it to on for itself if it is off; other programs and replicas may lose acknowledged rounds.",
        "ALTER SYSTEM SET synchronous_commit = on, and reset it for role and database.",
    ),
    "wal_level": FitnessProblem(
        "wal_level is {value}",
        "There can be no replica, and no archive from which any moment can be restored.",
        "ALTER SYSTEM SET wal_level = replica, and restart PostgreSQL.",
    ),
    "data_checksums": FitnessProblem(
        "data_checksums is {value}",
        "A page that the disk has altered is noticed only when mstud verify log reads it.",
        "Stop PostgreSQL and run pg_checksums --enable.",
    ),
    "autovacuum": FitnessProblem(
        "autovacuum is {value}",
        "Balances are updated with every bet: without it their table grows, and every bet takes longer.",
        "ALTER SYSTEM SET autovacuum = on; SELECT pg_reload_conf();",
    ),
    "default_transaction_isolation": FitnessProblem(
        "default_transaction_isolation is {value}",
        "The floor takes its locks for read committed: with more, commands clash and are tried again for nothing.",
        "ALTER DATABASE … RESET default_transaction_isolation, and the same for the role.",
    ),
    "default_transaction_read_only": FitnessProblem(
        "default_transaction_read_only is {value}",
        "The server can write nothing.",
        "ALTER DATABASE … RESET default_transaction_read_only, and the same for the role.",
    ),
    "server_encoding": FitnessProblem(
        "the encoding of the database is {value}",
        "Names and phrases of people cannot all be written in it.",
        "Create a database with createdb --encoding UTF8, and restore a backup into it.",
    ),
    "statement_timeout": FitnessProblem(
        "statement_timeout is {value} ms",
        "Backups and mstud verify log read for minutes, and are broken off.",
        "ALTER ROLE … SET statement_timeout = 0.",
    ),
    "postgres-standby": FitnessProblem(
        "this PostgreSQL is a replica",
        "Nothing can be written to it.",
        "Name the primary with --database.",
    ),
    "role-weak": FitnessProblem(
        "the role may not create tables in its schema",
        "The server creates its tables, and brings them up to date, when it starts.",
        "Make the role the owner of the database: ALTER DATABASE … OWNER TO ….",
    ),
    "role-mighty": FitnessProblem(
        "the role is a superuser",
        "Whoever takes over the server can read and alter every database, and switch off what protects the log.",
        "Use a role of its own that owns this one database: createuser --pwprompt mstud.",
    ),
    "postgres-plain": FitnessProblem(
        "what is sent to PostgreSQL at {server} is not encrypted",
        "Whoever listens on the network reads balances and names, and may change what is sent.",
        "Add ?sslmode=verify-full&sslrootcert=… to the address of the database, and give PostgreSQL a certificate.",
    ),
    "connections-few": FitnessProblem(
        "PostgreSQL has room for {free} connections; {workers} processes may want {needed}",
        "Under load, requests wait for a connection or are refused.",
        "Raise max_connections to {needed} and what others use, and restart PostgreSQL.",
    ),
    "notices-lost": FitnessProblem(
        "one connection does not hear what another tells with NOTIFY",
        "Players on one process do not see what happens on another; a pooler that shares connections between "
        "transactions does that.",
        "Name PostgreSQL itself, or a pooler that keeps a session to its connection (pool_mode = session).",
    ),
    # The clocks.
    "clock-unseen": FitnessProblem(
        "the kernel does not say whether the clock is kept right",
        "Limits, deadlines and records depend on the time.",
        "Run a time service, such as chrony or systemd-timesyncd, on the host.",
    ),
    "clock-alone": FitnessProblem(
        "nothing keeps this machine's clock right",
        "Limits, deadlines and records depend on the time; a clock that is set right at last jumps.",
        "Run a time service, such as chrony or systemd-timesyncd.",
    ),
    "clock-behind-log": FitnessProblem(
        "the clock is {seconds} s behind the last entry of the log",
        "The floor goes on from the log's time: everything is recorded too late until the clock has caught up.",
        "Set the clock right. If it is right now, it was wrong then: the times of the last entries are too late.",
    ),
    "clocks-apart": FitnessProblem(
        "the clock of PostgreSQL and that of this machine are {seconds} s apart",
        "The floor goes by PostgreSQL's clock; logs and sessions of this machine go by its own.",
        "Run a time service on both machines.",
    ),
    # The log.
    "log-new": FitnessProblem(
        "there is no log yet; it begins when the server first starts",
        "There is nothing to back up or verify.",
        "Start the server, then run this again.",
    ),
    "log-behind": FitnessProblem(
        "the database is of version {current}, and this program uses {newest}",
        "The server brings it up to date when it starts, and an older program cannot use it afterwards.",
        "Make a backup, rehearse it with this program (mstud verify backup), then start the server.",
    ),
    "log-unreadable": FitnessProblem(
        "the log cannot be read: {error}",
        "The server will not start.",
        "Do what the sentence says; if the database is damaged, restore a backup into a new one.",
    ),
    "vault-unreadable": FitnessProblem(
        "the vault {vault} cannot be read",
        "Without it nobody can sign in, and what is personal cannot be read.",
        "Give it to the server's user, start its PostgreSQL, or put its copy back.",
    ),
    "vault-missing": FitnessProblem(
        "the vault {vault} is not there",
        "The log has persons whose keys were in it; the server will not start without them.",
        "Put its copy back, or name it with MSTUD_VAULT.",
    ),
    "vault-other": FitnessProblem(
        "the vault {vault} does not have the keys of the persons in this log",
        "The server will not start with it.",
        "Put the right one back, or name it with MSTUD_VAULT.",
    ),
    "anchors-unreadable": FitnessProblem(
        "the anchors cannot be read: {error}",
        "A log that was cut would not be noticed.",
        "Give the file to the server's user.",
    ),
    "log-older": FitnessProblem(
        "the log lacks {commit}, which an anchor in {path} names",
        "The log was cut, or this is an older copy of the database.",
        "Find the right database. If it is lost, restore the newest backup into an empty one, which says so.",
    ),
    "anchors-none": FitnessProblem(
        "no anchor of this log is in {path}",
        "A log that was cut at its end would not be noticed.",
        "The server writes one an hour; if it runs, see whether it uses another file (MSTUD_ANCHORS).",
    ),
    "anchors-old": FitnessProblem(
        "the log grew for {hours} hours after the last anchor in {path}",
        "What was cut from its end since then would not be noticed.",
        "See in the server's own log why it could not write there.",
    ),
    "anchors-beside": FitnessProblem(
        "the anchors lie in the folder of the database, {path}",
        "Whoever puts an older copy of that folder back puts the anchors back with it.",
        "Name a file on another disk with MSTUD_ANCHORS, and copy it elsewhere every day.",
    ),
    "program-differs": FitnessProblem(
        "the program is not the one that was approved; differences: {count}",
        "What decides rounds may have been altered.",
        "mstud integrity check names them; install the approved program again, or have this one approved.",
    ),
    "program-unapproved": FitnessProblem(
        "no program has been approved",
        "Nobody would notice that it was altered.",
        "mstud integrity approve --who … --why …",
    ),
    # Backups.
    "backups-unnamed": FitnessProblem(
        "no folder of backups was named",
        "Nobody knows whether the log can be restored.",
        "Name it with --backups; docs/guides/back-up-and-restore.md says how to make one every night.",
    ),
    "backups-none": FitnessProblem(
        "there is no backup in {path}",
        "Whatever happens to the disk of the database cannot be undone.",
        "mstud backup {path}",
    ),
    "backups-sealed": FitnessProblem(
        "the newest backup cannot be checked without the key",
        "Nobody knows whether it can be restored.",
        "Mend the key first.",
    ),
    "backup-bad": FitnessProblem(
        "the newest backup cannot be restored: {error}",
        "Whatever happens to the disk of the database may not be undone.",
        "Make another now with mstud backup, and find out what damages files on that disk.",
    ),
    "backup-old": FitnessProblem(
        "the newest backup, {path}, is {hours} hours old; at most {most} were allowed",
        "Everything since then is lost with the disk of the database.",
        "See why the last one failed: systemctl status mississippi-stud-backup.",
    ),
    "rehearsal-none": FitnessProblem(
        "no backup in {path} was ever restored as a rehearsal",
        "A backup that was never restored is a hope.",
        "mstud verify backup {path}",
    ),
    "rehearsal-old": FitnessProblem(
        "the last rehearsed restore was {days} days ago",
        "What has changed since then was never tried.",
        "mstud verify backup {path}",
    ),
    # How it is reached.
    "open-files-few": FitnessProblem(
        "a process may have {limit} files open, and the server wants {needed}",
        "It allows fewer connections and live views.",
        "LimitNOFILE={needed} in the systemd unit, or ulimit -n {needed}.",
    ),
    "address-taken": FitnessProblem(
        "something else answers at {address}",
        "The server cannot listen there.",
        "Stop it, or give another --port.",
    ),
    "address-unusable": FitnessProblem(
        "the server cannot listen at {address}: {why}",
        "It will not start.",
        "Give another --host or --port; ports below 1024 are for a proxy.",
    ),
    "address-open": FitnessProblem(
        "{address} can be reached from other machines without TLS",
        "Cookies and what people type travel in plain text.",
        "Listen on 127.0.0.1 behind a proxy that speaks TLS, or let a firewall allow the proxy alone.",
    ),
}
"""What can be wrong, by its code."""
