#!/usr/bin/env python3
"""The arithmetic of docs/capacity.md, by numbers that one can check in one's head."""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "cli"))

from harness import ROOT, finish, holds, refused, run, same, test  # noqa: E402

MEASURED = """2 processors
sqlite, one process           100 games, 8 s: 9999 moves/s, p50 1.0 ms, p99 2.0 ms, server 5 us/move, client 5 us/move
postgresql, one process       100 games, 8 s: 5000 moves/s, p50 10.0 ms, p99 20.0 ms, server 7 us/move, database 7 us/move, client 30 us/move
3 processes, together         100 games, 8 s: 5000 moves/s, p50 10.0 ms, p99 20.0 ms, server 8 us/move, database 8 us/move, client 30 us/move
3 processes, apart            100 games, 8 s: 5000 moves/s, p50 10.0 ms, p99 20.0 ms, server 100 us/move, database 200 us/move, client 30 us/move
connections                   10000 idle sockets, 10000 held: server 14.0 MB before, 5.0 kB a socket
stored in sqlite              10 games, 100 moves: 900 bytes a game, 90 bytes a move
stored in postgresql          10 games, 100 moves: 1000 bytes a game, 100 bytes a move
search                        4 of 1 s each: 1.00 s of processor a second
"""
# A day has 86,400 seconds: with this many players there is one game a second.
PLAIN = {"players": 86400, "games": 2, "seats": 2, "moves": 40, "minutes": 144, "peak": 1, "computers": 0, "analyses": 1,
         "analysis-seconds": 2, "keep-days": 10, "load": 0.5, "cores": 16, "memory": 64, "disk": 100, "socket-kernel": 5, "copies": 2}


def told(lines=MEASURED, **changes):
    options = [f"--{name.replace('_', '-')}={value}" for name, value in {**PLAIN, **changes}.items()]
    return run([sys.executable, os.path.join(ROOT, "tools", "capacity.py"), *options], stdin=lines.encode())


def figures(**changes):
    """The numbers of the report by their names, those of the last table left out, which has its names from others."""
    result = told(**changes)
    same((result.status, result.err), (0, ""), result)
    needs = result.out.split("One machine of each kind")[0]
    return {name.strip(): float(number.replace(",", "")) for number, name in re.findall(r"^ +([\d.,e+-]+)  (.*)$", needs, re.M)}


@test
def a_game_a_second():
    got = figures()
    wanted = {"games a day": 86400, "moves a second": 40, "connections": 8640, "server processors": 0.004, "database processors": 0.008,
              "server memory, GB": 0.0864, "disk, GB a day": 0.432, "search processors": 2, "workers": 1}
    same({name: got[name] for name in wanted}, wanted)


@test
def what_is_assumed_can_be_changed():
    base = figures()
    for change, name, factor in (({"players": 172800}, "moves a second", 2), ({"peak": 3}, "moves a second", 3),
                                 ({"peak": 3}, "games a day", 1), ({"moves": 80}, "moves a second", 2), ({"minutes": 288}, "connections", 2),
                                 ({"socket_kernel": 15}, "server memory, GB", 2), ({"analysis_seconds": 4}, "search processors", 2)):
        got = figures(**change)
        holds(abs(got[name] / base[name] - factor) < 0.01, f"{change}: {name} {base[name]} -> {got[name]}")


@test
def against_computers():
    """Half of the games against a computer: more games for the same people, and half of a quarter of the moves are searched for."""
    got = figures(computers=0.5, analyses=0, thought=0.25)
    same(got["games a day"], 115200)  # 172,800 seats of people, one and a half to a game
    holds(abs(got["search processors"] - 53.3 * 0.25 * 0.25) < 0.02, got)


@test
def the_first_limit_and_what_lifts_it():
    """The disk takes 50 GB of 10 days at 0.432 GB: 11.6 times these players."""
    out = told().out
    holds("(databases, by disk): 1,000,000 players a day" in out, out)
    holds("(databases, by processors): 86,400,000 players a day" in told(disk=1e9).out, told(disk=1e9).out)
    same(figures(players=3_500_000)["databases, each with its part of the matches"], 4)
    same(figures(players=3_500_000)["databases with their copies"], 8)


@test
def what_was_not_measured_is_not_made_up():
    refused(told("\n".join(line for line in MEASURED.splitlines() if not line.startswith("stored in postgresql"))), "game_bytes, move_bytes")
    refused(told(""), "server_us", "search_cpu")
    refused(told(players=0), "--players must be above 0", status=2)
    refused(told(players="many"), "--players", status=2)


finish()
