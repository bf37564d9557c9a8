#!/usr/bin/env python3
"""How much later a move is seen at another process than at the one where it was made: games of two people at a pace that
people never reach together, once with both at one process and once apart, on the same PostgreSQL in the same run.

    bench/fanout.py [--games 20] [--seconds 10] [--pace 0.2]

$LOGOMACHY_PROGRAM is a program that was built without sanitizers. The difference of the two lines is what lies between the
processes: the commit's message through NATS, and the reading of the log."""
import argparse
import json
import os
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "server"))
options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
options.add_argument("--games", type=int, default=20)
options.add_argument("--seconds", type=float, default=10)
options.add_argument("--pace", type=float, default=0.2, help="seconds between two moves of a game")
OPTIONS = options.parse_args()

from client import Client, fill, start_match  # noqa: E402
from processes import Nats, Site, store_postgres, watch  # noqa: E402


def noting(came, seen):
    def noted(text):
        now, message = time.perf_counter(), json.loads(text)
        if message["op"] == "event":
            seen[message["seq"]] = now
        came(text)
    return noted


class Game(threading.Thread):
    """Two people who move in turn, on boards of nine; each notes when it sees what."""

    def __init__(self, servers):
        super().__init__(daemon=True)
        self.players = [Client(server).guest() for server in servers]
        self.between = []
        self.begin()

    def begin(self):
        self.match = start_match(self.players, settings={"size": "9"})
        self.lives = [watch(player, self.match) for player in self.players]
        self.seen = [{}, {}]
        for live, seen in zip(self.lives, self.seen):
            live.came = noting(live.came, seen)
        self.moves = fill(9)

    def run(self):
        end = time.monotonic() + OPTIONS.seconds
        for number, move in enumerate(self.moves):
            if time.monotonic() > end:
                break
            mover, seq = number % 2, 4 + number
            self.lives[mover].ask(op="act", verb="move", match=self.match, move=move, seq=seq)
            while seq not in self.seen[0] or seq not in self.seen[1]:
                time.sleep(0.001)
            self.between.append(self.seen[1 - mover][seq] - self.seen[mover][seq])
            time.sleep(OPTIONS.pace)


def measure(name, servers):
    games = [Game(servers) for _ in range(OPTIONS.games)]
    for game in games:
        game.start()
        time.sleep(OPTIONS.pace / OPTIONS.games)
    for game in games:
        game.join()
    times = sorted(time * 1000 for game in games for time in game.between)
    print(f"{name:<24}{len(times)} moves, p50 {times[len(times) // 2]:.1f} ms, p99 {times[len(times) * 99 // 100]:.1f} ms,"
          f" at most {times[-1]:.1f} ms", flush=True)


def main():
    with open("/proc/loadavg", encoding="utf-8") as busy:
        print(f"{os.cpu_count()} processors, load {busy.read().split()[0]}: compare the lines, not with other machines", flush=True)
    with Nats() as nats, store_postgres.Postgres() as postgres, Site(postgres.url, nats, 2) as site:
        measure("at one process", [site.servers[0]] * 2)
        measure("at two processes", site.servers)
        measure("at one process, again", [site.servers[1]] * 2)


main()
