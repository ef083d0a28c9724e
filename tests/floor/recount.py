"""An independent reckoning of a tournament from what the floor exports: chips, places and prizes, by other means."""

import json
from collections import defaultdict
from fractions import Fraction
from typing import Any

from mississippi_stud.floor.history import export
from tests.floor.cups import FloorCup, balances


def recount(cup: FloorCup) -> None:
    """Compare every stack, every place and every prize with what the exported events come to."""
    told = [json.loads(line) for line in export.stream_lines(cup.floor, cup.stream)]
    events = [line["event"] for line in told]
    chips = _chips(events)
    for name, entrant in cup.now.entrants.items():
        assert chips[name] == entrant.chips, name
    declared = next(event for event in events if event["event"] == "results_declared")
    _check_places(events, declared)
    _check_prizes(cup, events, declared)


def _chips(events: list[dict[str, Any]]) -> dict[str, int]:
    """Add up what every entrant received and gave, event by event."""
    held: dict[str, int] = defaultdict(int)
    aside: dict[str, int] = {}
    heats: dict[int, tuple[bool, list[str]]] = {}
    for event in events:
        match event["event"]:
            case "seats_drawn":
                if event["turn"] == 1:
                    heats = {}
                heats |= {int(heat): (False, list(seats.values())) for heat, seats in event["heats"].items()}
            case "play_off_called":
                names, most = event["players"], event.get("seats") or len(event["players"])
                count, first = -(-len(names) // most), max(heats) + 1
                heats |= {first + at: (True, names[at::count]) for at in range(count)}
            case "heat_begun":
                if heats[event["heat"]][0]:
                    for name in heats[event["heat"]][1]:
                        aside[name], held[name] = held[name], 0
                for name in event["returned"]:
                    held[name] -= event["returned"][name]
                for name in event["issued"]:
                    held[name] += event["issued"][name]
            case "hand_recorded":
                for result in event["results"]:
                    held[result["name"]] += result["net"]
                for name, lost in event["lost"].items():
                    held[name] -= lost
            case "players_eliminated":
                for name, gone in event["chips"].items():
                    held[name] -= gone
                    assert held[name] == 0
            case "heat_ended" if heats[event["heat"]][0]:
                for name in event["scores"]:
                    held[name] = aside.pop(name)
            case "status_changed" | "breach_noted":
                held[event["name"]] -= event.get("chips", 0)
            case "fee_paid":
                held[event["name"]] += event.get("chips", 0)
            case _:
                pass
        assert all(chips >= 0 for chips in held.values()), event
    return held


def _check_places(events: list[dict[str, Any]], declared: dict[str, Any]) -> None:
    """Rank everybody by when they went out, and those of one hand or session by what they had."""
    session, keys = 0, dict[str, tuple[int, ...]]()
    scores: dict[str, list[int]] = defaultdict(list)
    offs: dict[str, list[int]] = defaultdict(list)
    played: set[str] = set()
    heats: dict[int, bool] = {}
    best = None
    for event in events:
        match event["event"]:
            case "tournament_drafted":
                best = event["terms"]["rounds-and-sessions"]["sessions"]
            case "seats_drawn":
                session = event["session"]
                if event["turn"] == 1:
                    scores.clear()
                    offs.clear()
                    heats, played = {}, set()
                heats |= {int(heat): False for heat in event["heats"]}
                played |= set(event["order"])
                for name in event["order"]:
                    keys.pop(name, None)
            case "play_off_called":
                most = event.get("seats") or len(event["players"])
                first = max(heats) + 1
                heats |= {first + at: True for at in range(-(-len(event["players"]) // most))}
            case "status_changed" if event["status"] == "disqualified":
                played.discard(event["name"])
            case "players_eliminated":
                for name, chips in event["chips"].items():
                    keys[name] = (session, event["hand"], chips)
            case "heat_ended":
                for name, score in event["scores"].items():
                    (offs if heats[event["heat"]] else scores)[name].append(score)
            case "session_ended":
                assert best is not None
                count = max if best[session - 1].get("counting", "best") == "best" else sum
                for name in played:
                    if name not in keys:
                        total = count(scores[name]) if scores[name] else 0
                        keys[name] = (session, 10**9, total, *offs[name])
            case _:
                pass
    width = max(map(len, keys.values()))
    groups: dict[tuple[int, ...], set[str]] = defaultdict(set)
    for name, key in keys.items():
        groups[key + (-1,) * (width - len(key))].add(name)
    mine = [groups[key] for key in sorted(groups, reverse=True)]
    assert [set(group) for group in declared["ranking"]] == mine


def _check_prizes(cup: FloorCup, events: list[dict[str, Any]], declared: dict[str, Any]) -> None:
    """Share the pool out anew, each group of equals the parts of its places."""
    terms = cup.now.terms
    assert terms.prize_pool is not None
    entry = sum(event["cents"] for event in events if event["event"] == "fee_paid" and event["kind"] == "entry")
    others = sum(event["cents"] for event in events if event["event"] == "fee_paid" and event["kind"] != "entry")
    pool = entry * terms.prize_pool.fees_percent // 100 + others + terms.prize_pool.added_cents
    pool = max(pool, terms.prize_pool.guaranteed_cents)
    assert declared["pool"]["pool_cents"] == pool
    won = {award["name"]: award["cents"] for award in declared["awards"]}
    assert sum(won.values()) == pool
    entered = [event["entrant"] for event in events if event["event"] == "entry_made"]
    bots = {entrant["name"] for entrant in entered if entrant["bot"]}
    assert not bots & won.keys()
    ranking = [left for group in declared["ranking"] if (left := [name for name in group if name not in bots])]
    parts = terms.prize_distribution[: sum(map(len, ranking))]
    place = 0
    for group in ranking:
        share = Fraction(sum(parts[place : place + len(group)]), sum(parts)) * pool / len(group)
        for name in group:
            assert abs(won.get(name, 0) - share) < 2, (name, share)
        place += len(group)
    assert balances(cup.floor).get(f"tournament:{cup.now.id}", 0) == 0
