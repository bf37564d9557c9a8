#!/usr/bin/env python3
"""Sizes a site from measurements: reads the lines that bench/cluster.py and bench/load.sh print, and does
the arithmetic of docs/capacity.md.

    bench/cluster.py | tee measured.txt
    tools/capacity.py measured.txt
    tools/capacity.py --players 50000 --moves 60 measured.txt

Everything that is assumed and not measured is an option, and is printed with its value."""
import argparse
import math
import re
import sys

# name, value, what it is
ASSUMPTIONS = [
    ("players", 10_000_000, "people who play on a day"),
    ("games", 3, "games that each of them plays on a day"),
    ("seats", 2, "people or computers in a game"),
    ("moves", 40, "moves in a game, of all seats together"),
    ("minutes", 30, "minutes that each is connected on a day"),
    ("peak", 3, "how much busier the busiest hour is than the mean one"),
    ("computers", 0.3, "share of the games that are played against a computer"),
    ("thought", 0.25, "seconds of search for a move of a computer"),
    ("analyses", 0.5, "analyses that each asks for on a day"),
    ("analysis-seconds", 2, "seconds of search in an analysis"),
    ("keep-days", 365, "days that games are kept"),
    ("load", 0.5, "share of a machine that is used at the busiest hour"),
    ("cores", 16, "processors of a machine"),
    ("memory", 64, "gigabytes of memory of a machine"),
    ("disk", 4000, "gigabytes of disk of a machine"),
    ("socket-kernel", 5, "kilobytes that the kernel keeps for a connection that is idle"),
    ("copies", 2, "copies of the database, the first included"),
]

# The values read: the beginning of a line, the pattern, and its meaning. On a site of many machines the players of a
# game are at different processes.
MEASURES = [
    ("server_us", r"\d+ processes, apart", r"server (\d+) us/move", "processor time of a move in the server, µs"),
    ("database_us", r"\d+ processes, apart", r"database (\d+) us/move", "the same in PostgreSQL, µs"),
    ("process_rate", r"postgresql, one process", r"(\d+) moves/s", "moves a second of one process, measured"),
    ("socket_kb", r"connections", r"([\d.]+) kB a socket", "memory of an idle connection in the server, kB"),
    ("game_bytes", r"stored in postgresql", r"([\d.]+) bytes a game", "a stored game without its moves, bytes"),
    ("move_bytes", r"stored in postgresql", r"([\d.]+) bytes a move", "a stored move, bytes"),
    ("search_cpu", r"search", r"([\d.]+) s of processor a second", "processor time of a second of search, s"),
]


class Wrong(Exception):
    """The values read."""


def read(lines):
    found = {}
    for line in lines:
        for name, begins, pattern, _ in MEASURES:
            value = re.search(pattern, line)
            if re.match(begins, line) and value:
                found[name] = float(value.group(1))
    missing = [name for name, *_ in MEASURES if not found.get(name)]
    if missing:
        raise Wrong(f"not measured: {', '.join(missing)} (bench/cluster.py prints it)")
    return found


def demand(m, a):
    """The needs of the site at its busiest, and its storage."""
    games = a["players"] * a["games"] / (a["seats"] - (a["seats"] - 1) * a["computers"])
    moves = games * a["moves"] / 86400 * a["peak"]
    computer_moves = moves * a["computers"] * (a["seats"] - 1) / a["seats"]
    analyses = a["players"] * a["analyses"] / 86400 * a["peak"]
    connections = a["players"] * a["minutes"] / 1440 * a["peak"]
    return {
        "games a day": games,
        "moves a second": moves,
        "connections": connections,
        "server processors": moves * m["server_us"] / 1e6,
        "server memory, GB": connections * (m["socket_kb"] + a["socket-kernel"]) / 1e6,
        "database processors": moves * m["database_us"] / 1e6,
        "disk, GB a day": games * (m["game_bytes"] + a["moves"] * m["move_bytes"]) / 1e9,
        "search processors": (computer_moves * a["thought"] + analyses * a["analysis-seconds"]) * m["search_cpu"],
    }


def machines(need, a):
    """How many machines of each kind. All writes go to one database, until it is sharded."""
    kept = need["disk, GB a day"] * a["keep-days"]
    usable = a["cores"] * a["load"]
    return {
        "servers": max(need["server processors"] / usable, need["server memory, GB"] / (a["memory"] * a["load"])),
        "workers": need["search processors"] / usable,
        "databases, by processors": need["database processors"] / usable,
        "databases, by disk": kept / (a["disk"] * a["load"]),
    }


def first_limit(m, a):
    """The first bottleneck with one machine of each kind, and its players a day. Servers and workers are
    not limits: more of them are put beside the others. One primary takes all writes."""
    one = dict(a, players=1)
    per_player = machines(demand(m, one), one)
    return sorted((1 / per_player[name], name) for name in per_player)


def table(title, rows):
    print(title)
    for name, value in rows:
        shown = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
        print(f"    {shown:>14}  {name}")
    print()


def report(m, a):
    need = demand(m, a)
    count = machines(need, a)
    table("Measured", [(what, m[name]) for name, _, _, what in MEASURES])
    table("Assumed", [(f"{what} (--{name})", a[name]) for name, _, what in ASSUMPTIONS])
    table("Needed at the busiest hour", need.items())
    shards = max(1, math.ceil(max(count["databases, by processors"], count["databases, by disk"])))
    table("Machines", [("servers", math.ceil(count["servers"])), ("workers", math.ceil(count["workers"])),
                       ("databases, each with its part of the matches", shards), ("databases with their copies", shards * a["copies"])])
    table("One machine of each kind is enough for so many players a day", [(name, players) for players, name in first_limit(m, a)])
    divided = [row for row in first_limit(m, a) if row[1].startswith("databases")][0]
    print(f"Servers and workers are added one by one. The first limit that is none of them is one primary ({divided[1]}): {divided[0]:,.0f} players a "
          f"day. Matches divided among {shards} by their ids carry {divided[0] * shards:,.0f}.")


def arguments():
    told = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    told.add_argument("measured", nargs="*", help="files with what the benchmarks printed; standard input where there are none")
    for name, value, what in ASSUMPTIONS:
        told.add_argument("--" + name, type=float, default=value, help=f"{what} ({value})")
    given = vars(told.parse_args())
    for name, _, _ in ASSUMPTIONS:
        given[name] = given.pop(name.replace("-", "_"))
        if not given[name] > 0 and name not in ("computers", "analyses"):
            told.error(f"--{name} must be above 0")
    return given


def main():
    a = arguments()
    try:
        lines = []
        for path in a.pop("measured"):
            with open(path, encoding="utf-8") as file:
                lines += file.readlines()
        report(read(lines or sys.stdin.readlines()), a)
    except (Wrong, OSError) as why:
        print(f"capacity.py: {why}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
