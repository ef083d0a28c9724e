"""What the page of care and the notices of care at the table say; none lies over a decision (decision 186)."""

from typing import Final

EXCLUDE: Final = "exclude me"
"""The words that somebody types to exclude themselves."""

AT_THE_TABLE: Final = {
    "care": "Limits and breaks",
    "reality": "Reality check",
    "realityTime": "You have played for {time}.",
    "realityRounds": "Rounds: {rounds}.",
    "realityWon": "You have won {amount}.",
    "realityLost": "You have lost {amount}.",
    "realityEven": "You have neither won nor lost.",
    "realityGoOn": "Go on",
    "realityBreak": "Take a 15-minute break",
    "title-out": "You are taking a time-out",
    "outUntil": "Until {until} you cannot sit down, wager or get play money.",
    "title-self": "You have excluded yourself",
    "selfForever": "You cannot play here any more.",
    "title-staff": "You are excluded from play",
    "staffBy": "Staff of the house have excluded you, by clause {clause}.",
    "title-break": "Time for a break",
    "breakUntil": "You have played for a long time. The next round can begin on {until}.",
    "title-house": "Time for a break",
    "houseBreaks": "The house “{house}” asks everybody at its tables for a break of {rest} after {after} of play.",
    "houseBreakUntil": "Your next round there can begin on {until}.",
    "stillYours": "Your balance and your history stay as they are.",
    "inTime": "That is in {time}.",
    "toCare": "Your limits and breaks",
    "toHistory": "Your past rounds",
    "daysAway": "{count} days",
}
"""The notices at the table, by the names that the scripts use."""

CARE: Final = {
    **AT_THE_TABLE,
    "working": "One moment …",
    "lost": "The connection is lost. Try again.",
    "done": "Done.",
    "played": "What you have played",
    "day": "Today",
    "week": "This week",
    "month": "This month",
    "periodLabel": "Period",
    "time": "Time",
    "rounds": "Rounds",
    "wagered": "Wagered",
    "net": "Net",
    "playedNote": "Days begin at midnight UTC, weeks on Monday. Only rounds that have been settled count.",
    "limits": "Limits",
    "limitsAbout": (
        "A lower limit counts at once. A higher one, or none, has to be confirmed after the period and a further day: "
        "so nobody raises a limit in the heat of the moment. A round that has begun is never interrupted."
    ),
    "deposit": "Deposit limit",
    "depositAbout": "The most play money that you can get in a period.",
    "loss": "Loss limit",
    "lossAbout": "The most that you can lose in a period. A round begins only if its worst outcome fits.",
    "wager": "Wager limit",
    "wagerAbout": "The most that you can wager in a period, whether you win or lose.",
    "timeLimit": "Time limit",
    "timeAbout": "The longest that you can play in a period. A pause of up to five minutes between rounds counts.",
    "noLimit": "You have not set one.",
    "perDay": "a day",
    "perWeek": "a week",
    "perMonth": "a month",
    "limitLeft": "{left} left of {most} {period}; renewed on {until}.",
    "wanted": "You have asked for {most} {period}. You can confirm it from {from}.",
    "wantedNone": "You have asked for no limit {period}. You can confirm it from {from}.",
    "confirm": "Confirm the change",
    "keepLimit": "Keep the limit as it is",
    "removeLimit": "Remove this limit",
    "amount": "Amount in dollars",
    "minutes": "Minutes",
    "set": "Set the limit",
    "limitSet": "The limit is in force.",
    "limitWanted": "Your wish is noted: come back on {from} to confirm it.",
    "badAmount": "Write an amount such as 50 or 12.50.",
    "badMinutes": "Write a whole number of minutes.",
    "realityAbout": (
        "Between two rounds the game tells you how long you have played, how many rounds, and what you have won or "
        "lost. You read it, then you go on or stop."
    ),
    "realityEvery": "Remind me",
    "never": "never",
    "every": "every {minutes} minutes of play",
    "breaks": "Breaks",
    "breaksAbout": (
        "After 3 hours of play you take a break of 15 minutes, after 12 hours within 24 hours one of a day, and after "
        "36 hours within a week the rest of the week."
    ),
    "breaksOn": "I want breaks",
    "breaksEnd": "Your breaks end on {until}.",
    "houseBreakBegins": "If you play on now, yours begins on {from}.",
    "timeOut": "Time-out",
    "timeOutAbout": "For a while you cannot sit down, wager or get play money. It can be made longer, never shorter.",
    "howLong": "How long",
    "hour1": "1 hour",
    "day1": "1 day",
    "week1": "1 week",
    "week6": "6 weeks",
    "begin": "Begin the time-out",
    "exclusion": "Self-exclusion",
    "exclusionAbout": (
        "If play is no longer fun, exclude yourself: no seat, no wager, no play money, no tournament and no promotion. "
        "Nobody can lift it before its end, not even the house. A round that has begun is played to its end."
    ),
    "month6": "6 months",
    "year1": "1 year",
    "year5": "5 years",
    "forever": "for ever",
    "excludeWord": "Type: {word}",
    "exclude": "Exclude myself",
    "excluded": "You have excluded yourself.",
    "needHelp": (
        "This is play money, but people practise here. If gambling troubles you or somebody close to you, talk about "
        "it: to somebody you trust, or to the help line for gamblers where you live."
    ),
}
"""The page of care, by the names that its script uses."""
