"""The help of the commands, and what Typer says in help and errors of its own. This module imports nothing."""

from typing import Final

HELP: Final = {
    "mstud": (
        "Mississippi Stud Poker by the book: the rules, the mathematics and the floor. In a terminal, mstud alone "
        "starts a game."
    ),
    "--version": "Show the version and exit.",
    # In several commands.
    "--book": "nsw, maryland, crown, online, or a rule book file.",
    "--database": "sqlite:///path or postgresql://…; default: $MSTUD_DATABASE.",
    "--help": "Show this message and exit.",
    "--json": "Print one JSON object, for programs.",
    "--key": "The key the database was created with; default: $MSTUD_KEY.",
    "--keys": "Show the keys of the rule book file and its hash as well.",
    "--lang": "The language: en or fr.",
    "book": "nsw, maryland, crown, online, or a rule book file.",
    # The rule books.
    "rules": "The rule books and all their clauses.",
    "rules list": "List the books.",
    "rules show": (
        "Show a book, or one of its clauses: what it says, how it is read, its values, where it acts and its proofs."
    ),
    "rules show clause": 'A clause, such as 6.3, ".12B" or "1.1 Fold".',
    "rules diff": "Show where two books differ, side by side, with the clauses.",
    "rules diff left": "A book: nsw, maryland, crown, online, or a rule book file.",
    "rules diff right": "The book to compare it with.",
    "rules coverage": "Account for every clause of every book: how it is handled and how many tests prove it.",
    "rules check": "Check that a rule book is sound, or report everything that is wrong with it.",
    "rules check file": "A rule book file.",
    "rules new": "Write a commented custom rule book that extends another, to NAME.toml.",
    "rules new name": "The id of your book, such as my-casino.",
    "rules new --from": "The book that yours extends.",
    # Houses and their staff.
    "staff": "A house's owners and staff, from the machine itself; the log says that the console did it.",
    "--house": "The house.",
    "--url": "The address of the site, for the link.",
    "--why": "The reason, for the log.",
    "--title": "A title under a rule book, such as crown:dealer; can be repeated.",
    "staff new": "Invite the first owner of a house, or propose a further one to its owners; prints the link once.",
    "staff new name": "The name on their badge.",
    "staff invite": "Invite a member of staff, with titles or without; prints the link once.",
    "staff invite name": "The name on their badge.",
    "staff recover": "Make a link with which somebody who cannot sign in sets a new password; prints it once.",
    "staff recover person": "The person's id, as `mstud staff list` shows it.",
    "staff disable": "Take everything that somebody holds in a house from them, and end their sessions.",
    "staff disable person": "The person's id, as `mstud staff list` shows it.",
    "staff enable": "Give somebody who was disabled back what they held; for an owner, propose it to the other owners.",
    "staff enable person": "The person's id, as `mstud staff list` shows it.",
    "staff titles": "List the titles of a house's books and who holds them, or grant and withdraw somebody's.",
    "staff titles person": "The person's id, as `mstud staff list` shows it; without it, list the titles.",
    "staff titles --grant": "A title to grant, such as crown:dealer; can be repeated.",
    "staff titles --withdraw": "A title to withdraw, such as crown:dealer; can be repeated.",
    "staff list": "List a house's owners and staff, its open invitations, and what waits for a second person.",
    # The log.
    "promotion": "The terms and conditions of a promotion.",
    "promotion terms": "Write out the terms of a promotion, from a template or a scenario file.",
    "promotion terms source": "A template (cash-draw, voucher-draw or car-draw) or the scenario file of a promotion.",
    "verify": "Prove that the log, or a deal, has not been altered.",
    "verify log": (
        "Check every chain and signature, add up the money and replay every round; exit status 1 if anything is wrong."
    ),
    "verify log --anchor": "A file written earlier by `mstud verify anchor`.",
    "verify log --public-key": "For an inspector: replaces the house's key.",
    "verify anchor": (
        "Write the signed end of the log to a file: its holder notices if the log is truncated or rewritten."
    ),
    "verify anchor out": "The file to write; keep it away from the database.",
    "verify backup": (
        "Rehearse a restore: restore a backup in a scratch place, verify everything there and keep a signed record "
        "beside the file; exit status 1 if anything is wrong."
    ),
    "verify backup path": "A backup, or a folder, of which the newest is taken.",
    "verify round": (
        "Prove a past deal: the secret matches its commitment, and every card follows from it and the players' seeds."
    ),
    "verify round round_id": "A round, such as table:6fb1…#3.",
    "verify draw": "Check a past draw: its secret, its seed, its entries and who was drawn.",
    "verify draw file": "The record of a draw.",
    "verify draw --root": "The root of the entries as you noted it when they closed.",
    "backup": "Write a whole database to one file, even while it is in use.",
    "backup out": "The file to write, or a folder, in which it is named by the time.",
    "backup --keep": "How many backups to keep in the folder; older ones are removed once the new one has been read.",
    "restore": ("Fill an empty database from a backup, completely or not at all. Rounds that were open then are void."),
    "restore file": "A file written by `mstud backup`.",
    "person": "What is known of a person, and how it is forgotten.",
    "person_id": "The id of a person, as the log has it.",
    "person show": "Show what is known of a person.",
    "person erase": (
        "Destroy what is known of a person for ever, in every backup too. Their play and their money stay in the log, "
        "under an id that nobody can trace."
    ),
    "person erase --by": "Who asks for it: an id, not a name, because it stays in the log.",
    "person erase --reason": "Why, without saying who it is: it stays in the log.",
    "person accept-vault": "Accept that the vault of personal keys is lost for ever and go on with a new one.",
    "rebuild": "Rebuild every projection (rounds, hands, deadlines) from the log, and show how many rows each has.",
    "export": "Export rounds as CSV, JSON or hand histories, latest first; or the events of any stream.",
    "export --format": "csv, json or toml (hand histories).",
    "export --player": "Only rounds of this player, with what the player saw.",
    "export --whole": "With --player: include everything the house knows.",
    "export --table": "Only rounds of this table.",
    "export --book": "Only rounds under this book.",
    "export --status": "open, settled or void.",
    "export --since": "Opened at this time or later, such as 2026-01-31.",
    "export --until": "Opened before this time.",
    "export --stream": "Export the public events of this stream as JSON lines, not rounds.",
    "export --everything": "Export everything into this new folder: rounds, events, money and rule books.",
    "export --out": "The file to write; default: standard output.",
    # The operation.
    "floor": "Stop and start gaming, and report what happened on the floor.",
    "floor show": "Show what is stopped now, and the settings of the operation.",
    "floor stop": (
        "Stop new rounds everywhere, or those of one player, table or house; rounds under way are played to the end."
    ),
    "floor start": "Lift a stop: allow new rounds again, unless another stop still holds.",
    "floor settings": "Change the settings of the operation; `mstud floor show` shows them.",
    "floor settings --stop-on-difference": "Whether to stop gaming when the program is not the one that was approved.",
    "floor settings --large-win": "From which amount on a win is reported, such as 10000.",
    "floor events": "Report the significant events, by day, from the log.",
    "floor alterations": "Report what people altered: who, why, before and after, as the log says.",
    "integrity": "Check that the program is the one that was approved.",
    "integrity show": "Show which program was approved, by whom and why, and what the last check found.",
    "integrity check": (
        "Check now whether the program is the one that was approved, and record it; exit status 1 if it is not."
    ),
    "integrity approve": "Approve the installed program, with the books and settings that the server last reported.",
    "--who": "Who does this; the log keeps it.",
    "--player": "Only this player.",
    "--table": "Only this table, such as table:6fb1….",
    "--since": "From this time on, such as 2026-01-31; UTC unless it names a zone.",
    "--until": "Before this time.",
    "--csv": "Print comma-separated values, for a spreadsheet.",
    # Playing.
    "play": "Play in the terminal, for play money.",
    "play --text": "Play in the terminal, as without this option.",
    "serve": "Serve the game in the browser.",
    "serve --database": "sqlite:///path or postgresql://…; default: the embedded database.",
    "serve --port": "The port to listen on; 0 for any free port.",
    "serve --host": "The address to listen on.",
    "serve --workers": "Processes; more than one needs PostgreSQL.",
    "serve --open": "Open the game in a browser.",
    "serve --log": "The log level: debug, info, warning or error.",
    "serve --trust-proxy": "A proxy (address or network) whose forwarded headers are trusted.",
    "serve --allow-host": "A host name to answer to besides addresses and localhost; * for all.",
    "serve --metrics-from": "An address or network that may read /metrics; default: this machine.",
    "serve --limit": "NAME=NUMBER, such as connections=500; docs/web.md lists them.",
    "serve --book": "The file of a custom rule book to offer besides the four.",
    # Scenarios, hands and incidents.
    "replay": "Play a scenario file: every payment, refusal and ruling with its clause.",
    "replay file": "A scenario file.",
    "replay --step": "Walk through the round line by line, forwards and back.",
    "replay --draw": "Write the record of a promotion's draw to a file, for `mstud verify draw`.",
    "meter": (
        "Show the history of a scenario's meters: value, contributions, wins and arithmetic, each with its clause."
    ),
    "meter file": "A scenario file.",
    "hand": "Show what three, five or six cards make and what a rule book pays for them.",
    "hand cards": 'Three, five or six cards, such as "As Kd Qh Jc 10s".',
    "school": "Lessons for dealers: a scenario plays the players, the trainee deals, and what goes wrong is marked.",
    "school list": "List the lessons that come with the program.",
    "school check": "Show what a lesson or a scenario file asks of a trainee, or report why it cannot be taught.",
    "lesson": "A lesson, as `mstud school list` shows it, or a scenario file.",
    "school take": (
        "Take a lesson in the terminal: type what you do, as in a scenario's script; exit status 1 if something is "
        "marked."
    ),
    "incidents": "List everything that can go wrong, with the ruling and the clause of each case.",
    "incidents book": "A rule book; default: all of them.",
    "doctor": (
        "Show what is installed, what is missing and how to fix it; exit with status 1 if a requirement is missing."
    ),
    "doctor --server": (
        "Examine what a server on this machine stands on instead: files, database, clock, disk, backups and program; "
        "exit with status 1 if something is wrong. Naming a database, a key or backups does the same."
    ),
    "doctor --backups": "The folder of the backups, which are named by their time.",
    "doctor --backup-hours": "How old the newest backup may be.",
    "doctor --port": "The port on which the server listens.",
    "doctor --host": "The address on which the server listens.",
    "doctor --workers": "The processes of the server.",
    # The mathematics.
    "solve": "Solve a game exactly: its value, the optimal play, every hand and the distribution of the result.",
    "solve --option": "An option K=V, such as minimum-ante=5; repeatable.",
    "solve --known": "A street whose card is known from the start: 3rd; repeatable.",
    "solve --sorted": "Ranks that the player tells from the backs of the cards (edge sorting): JQKA.",
    "solve --seen-cards": "The game with this many random other cards seen: up to 2 exactly, more with an interval.",
    "solve --open-hands": "The game when this many players show each other their hands: 2 to 9.",
    "solve --first-card": "The value by the rank of one's own first card, and of seeing it before the ante.",
    "solve --wallet": "The best play with this many antes in the wallet, the ante of the round among them.",
    "solve --strategy": (
        "What a strategy is worth and where it loses: optimal, human, never-fold, a file, or a history that mstud "
        "export wrote as JSON or TOML."
    ),
    "solve --player": "Whose history --strategy means, if the file has several players.",
    "solve --covariance": "The covariance of the main game with three-card-bonus, or of two seats: seats.",
    "solve --human": "A learnable strategy: its card and its exact cost.",
    "solve --side": "A side wager, such as three-card-bonus.",
    "solve --stake": "The stake of the side wager in dollars.",
    "solve --caps": "What the book's caps cost at each ante.",
    "solve --antes": "The antes for --caps: 5,25,100.",
    "solve --meter": "A jackpot wager at this meter, alone and joined.",
    "solve --dollars": "Where each jackpot dollar goes.",
    "solve --plot": "Write a chart to this SVG file.",
    "solve --picture": "Which chart: starting-hands, hands or meter.",
    "solve --out": "Write the strategy card of --human to this PDF file, or the strategy of --strategy as text.",
    "advise": "Show the value of folding and of each bet, in antes, and which is best.",
    "advise cards": 'Your two cards, such as "Ah 6h".',
    "advise --board": 'The community cards so far, 3rd street first: "9c Kd".',
    "advise --bets": "The multiples wagered so far: 1 after 3rd street, 1,3 after 4th.",
    "advise --seen": "Other cards you have seen, which cannot come.",
    "advise --known": "A community card already known: 5th=Ks; repeatable.",
    "advise --sorted": "Ranks that you tell from the backs of the cards (edge sorting): JQKA; with --backs.",
    "advise --backs": (
        "Whether the rank of each community card still face down is among those of --sorted, the next card first: "
        '"in out out".'
    ),
    "advise --option": "An option K=V, as for mstud solve; repeatable.",
    "advise --meter": "The meter, if you have made a jackpot wager.",
    "advise --wallet": "The antes in your wallet, that of the round among them, if they do not cover every wager.",
    "risk --plot": "Write a picture to this SVG file: exact bands of the result, and sample sessions.",
    "risk --paths": "How many sample sessions the picture shows.",
    "risk --seed": "The seed of the sample sessions.",
    "risk": (
        "Show what a session of the best play comes to: the chances to be ahead and to lose the bankroll, and the "
        "spread of the result."
    ),
    "risk --rounds": "The rounds of the session: 1 to 10000; up to 100 the chances are exact.",
    "risk --bankroll": "The bankroll in antes.",
    "risk --goal": "A result in antes to be reached before the bankroll is lost.",
    "risk --known": "A street whose card is known from the start: 3rd; repeatable.",
    "risk --option": "An option K=V, as for mstud solve; repeatable.",
    "par": (
        "Write the par sheet of a book: every wager with its combinations, odds, pays, house advantage and spread; "
        "caps, meters, strategy and game protection."
    ),
    "par --option": "An option K=V, as for mstud solve; repeatable.",
    "par --observed": "A JSON file of observed counts, by wager and end, to be tested against the sheet.",
    "par --log": "Test the rounds under this book in a floor's own log against the sheet, which plays best.",
    "par --out": "Write the sheet to this file: .html, .pdf or .xlsx, a workbook with live formulas.",
    "tournament": "Tournaments: ready terms, and the terms and conditions in words.",
    "tournament templates": "List the templates of terms, one for each common format.",
    "tournament terms": (
        "Write out the terms and conditions of a tournament, with the clause of each item, and say all that is missing."
    ),
    "source": "A TOML file of terms, a tournament's scenario file, or the name of a template.",
    "tournament terms --out": "Write the terms to this file, made to print: .html or .pdf.",
    "--ante": "The ante in dollars; with it, the book's caps apply.",
    "--pay": "A changed pay, such as straight=5; repeatable.",
    "bot": (
        "Play at a table with friends by a strategy, from the bot's own cards and the board alone, until Ctrl+C or so "
        "many rounds."
    ),
    "bot table": "The link of the table, as its page shows it.",
    "bot --strategy": "optimal, the best play; human, the strategy card; or never-fold, always the smallest wager.",
    "bot --rounds": "How many rounds each bot plays; until Ctrl+C if nothing is said.",
    "bot --ante": "The ante, such as 12.50; the least that the table takes if nothing is said.",
    "bot --count": "How many bots sit down.",
    "bot --delay": "How many seconds a bot thinks about each decision.",
    "simulate": "Simulate rounds; mstud simulate BOOK is mstud simulate run BOOK.",
    "simulate run": "Simulate rounds: how they ended, and the mean beside its exact value.",
    "simulate run --rounds": "How many rounds to simulate.",
    "simulate run --seed": "The seed: a round is a function of it and of the round's number.",
    "simulate run --part": "Only this part of the run, such as 3/10; it needs --out.",
    "simulate run --out": "A folder that keeps what was counted: the same command goes on from there.",
    "simulate run --dask": "Play on the Dask cluster whose scheduler is at ADDRESS, such as tcp://host:8786.",
    "simulate run --workers": "How many cores work; all of them if nothing is said.",
    "simulate run --find": 'Name the first ten rounds that ended so, such as "royal flush".',
    "--seats": "How many seats play, each by the same strategy.",
    "--strategy": (
        "How a seat plays: optimal, human, never-fold (always the smallest wager), a file, or a history that mstud "
        "export wrote as JSON or TOML."
    ),
    "simulate run --player": "Whose history --strategy means, if the file has several players.",
    "simulate show --player": "Whose history --strategy means, if the file has several players.",
    "simulate run --side": "A side wager of every seat, and its stake.",
    "simulate show --side": "A side wager of every seat, and its stake.",
    "simulate run --option": "What is left to the house, such as rate=20%, as in mstud solve.",
    "simulate show --option": "What is left to the house, such as rate=20%, as in mstud solve.",
    "--without-replacement": "Let no deal come twice: one seat, at most 155,937,600 rounds.",
    "--errors": "How often a player errs: the chance, such as 1/50 or 2%, that a decision is another, at random.",
    "simulate run --session": "Divide the rounds into sessions of so many, each of which a player may leave early.",
    "simulate run --stop-loss": "Leave a session once so many antes are lost.",
    "simulate run --stop-win": "Leave a session once so many antes are won.",
    "simulate run --stop-drawdown": "Leave a session once the result is so many antes below its highest.",
    "simulate merge": "Add up the parts of a run, and name those that are missing.",
    "simulate merge folder": "The folder with the parts.",
    "simulate show": "Replay a simulated round by the engine, with the same cards and the same result.",
    "simulate show seed": "The seed of the run.",
    "simulate show number": "The number of the round, from 0.",
}
"""By command and parameter: `hand` and `hand --book`; a parameter's name alone stands for it in every other command."""

METAVARS: Final = {
    # Arguments.
    "book": "BOOK",
    "cards": "CARDS",
    "clause": "CLAUSE",
    "file": "FILE",
    "folder": "DIR",
    "left": "BOOK",
    "lesson": "LESSON",
    "name": "NAME",
    "number": "N",
    "out": "FILE",
    "path": "PATH",
    "person": "PERSON",
    "person_id": "PERSON",
    "right": "BOOK",
    "round_id": "TABLE#N",
    "seed": "SEED",
    "source": "SOURCE",
    "table": "TABLE",
    # Options.
    "--allow-host": "HOST",
    "--anchor": "FILE",
    "--ante": "AMOUNT",
    "--antes": "AMOUNTS",
    "--backs": "BACKS",
    "--backup-hours": "N",
    "--backups": "DIR",
    "--bankroll": "ANTES",
    "--bets": "MULTIPLES",
    "--board": "CARDS",
    "--book": "BOOK",
    "--by": "PERSON",
    "--count": "N",
    "--covariance": "WITH",
    "--dask": "ADDRESS",
    "--database": "URL",
    "--delay": "SECONDS",
    "--draw": "FILE",
    "--errors": "CHANCE",
    "--everything": "DIR",
    "--find": "ENDING",
    "--format": "FORMAT",
    "--from": "BOOK",
    "--goal": "ANTES",
    "--grant": "BOOK:TITLE",
    "--host": "ADDRESS",
    "--house": "HOUSE",
    "--keep": "N",
    "--key": "FILE",
    "--known": "STREET",
    "advise --known": "STREET=CARD",
    "--lang": "LANGUAGE",
    "--large-win": "AMOUNT",
    "--limit": "NAME=N",
    "--log": "LEVEL",
    "--meter": "AMOUNT",
    "--metrics-from": "ADDRESS",
    "--observed": "FILE",
    "--open-hands": "N",
    "--option": "K=V",
    "--out": "FILE",
    "simulate run --out": "DIR",
    "--part": "I/N",
    "--paths": "N",
    "--pay": "HAND=ODDS",
    "--picture": "PICTURE",
    "--player": "PERSON",
    "--plot": "FILE",
    "--port": "PORT",
    "--public-key": "KEY",
    "--reason": "REASON",
    "--root": "ROOT",
    "--rounds": "N",
    "--seats": "N",
    "--seed": "SEED",
    "--seen": "CARDS",
    "--seen-cards": "N",
    "--session": "N",
    "--side": "WAGER",
    "simulate run --side": "WAGER=AMOUNT",
    "simulate show --side": "WAGER=AMOUNT",
    "--since": "TIME",
    "--sorted": "RANKS",
    "--stake": "AMOUNT",
    "--status": "STATUS",
    "--stop-drawdown": "ANTES",
    "--stop-loss": "ANTES",
    "--stop-win": "ANTES",
    "--strategy": "STRATEGY",
    "--stream": "STREAM",
    "--table": "TABLE",
    "--title": "BOOK:TITLE",
    "--trust-proxy": "ADDRESS",
    "--until": "TIME",
    "--url": "URL",
    "--wallet": "ANTES",
    "--who": "NAME",
    "--why": "REASON",
    "--withdraw": "BOOK:TITLE",
    "--workers": "N",
}
"""What a parameter takes, in capitals: what it is in one command, or in every one."""

REST: Final = "COMMAND [ARGS]..."
"""What follows the name of a group of commands."""

LABELS: Final = ("Arguments", "Commands", "Options", "default", "env var", "required")
"""Typer's headings, and its details of a parameter."""

NOT_A_NUMBER: Final = "Invalid value for '{name}': '{value}' is not a whole number."
"""What we say where Typer says that something is not a valid int range."""

OUT_OF_BOUNDS: Final = "Invalid value for '{name}': {value} is not between {least} and {most}."
"""What we say where Typer says that something is not in the range 1<=x<=9."""

USAGE_ERRORS: Final = (
    "Got unexpected extra argument(s) ({arguments})",
    "Invalid value for '{name}': '{value}' is not a valid {kind}.",
    "Invalid value for '{name}': {value} is not in the range {range}.",
    "Missing argument '{name}'.",
    "Missing command.",
    "Missing option '{name}'.",
    "No such command '{name}'. Did you mean {names}?",
    "No such command '{name}'.",
    "No such option: {name} (Possible options: {names})",
    "No such option: {name}",
    "Option '{name}' does not take a value.",
    "Option '{name}' requires an argument.",
)
"""What Typer finds wrong with arguments, as it says it; of two that fit, the more precise first."""
