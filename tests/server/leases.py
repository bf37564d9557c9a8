#!/usr/bin/env python3
"""Clocks and computers belong to one process of a site at a time. Two processes on a real PostgreSQL, with a bus where
there is a nats-server: each is killed while computers think and clocks run out, and the other goes on, once."""
import atexit
import contextlib
import importlib.util
import itertools
import json
import os
import re
import threading
import time

from client import Client, Server, fill, start_match, until
import harness  # noqa: E402
from harness import ROOT, finish, folder, holds, same, test  # noqa: E402


def part(name, *path):
    """Another test as a module; its own tests are not meant here."""
    spec = importlib.util.spec_from_file_location(name, os.path.join(ROOT, "tests", *path))
    module = importlib.util.module_from_spec(spec)
    mine = list(harness.tests)
    spec.loader.exec_module(module)
    harness.tests[:] = mine
    return module


postgres = part("store_postgres", "store", "postgres.py")
processes = part("server_processes", "server", "processes.py")

ROUNDS = 20
SHARDS = 64
SIZE = 5
CLOCK_MS = 3000


class Site:
    """Two processes on one database."""

    def __init__(self, bus=True):
        self.stack = contextlib.ExitStack()
        db = self.stack.enter_context(postgres.Postgres()).url
        flags = ["--bus", self.stack.enter_context(processes.Nats()).url] if bus else []
        where = folder()
        self.servers = []
        for _ in range(2):
            server = Server(*flags, where=where, start=False)
            server.flags[server.flags.index("--db") + 1] = db
            self.servers.append(self.stack.enter_context(server.start()))

    def __enter__(self):
        return self

    def __exit__(self, *why):
        return self.stack.__exit__(*why)


WORLD = contextlib.ExitStack()
atexit.register(WORLD.close)
PARTS = {}


def site():
    """One for most of the tests. Both of its processes run."""
    if not PARTS:
        PARTS["site"] = WORLD.enter_context(Site())
    for server in PARTS["site"].servers:
        if not server.is_alive():
            server.start()
    settled(PARTS["site"])
    return PARTS["site"]


def shares(server):
    """The shares that the process has logged since it was last started, as (shards, processes)."""
    words = server.words().rsplit('"event":"server.started"', 1)[-1]
    lines = [json.loads(line) for line in words.splitlines() if '"event":"lease.share"' in line]
    return [(line["shards"], line["processes"]) for line in lines]


def settled(site):
    """Until both have their half."""
    until(lambda: all(shares(server)[-1:] == [(SHARDS // 2, 2)] for server in site.servers), "equal shares")


def face(player, server):
    """The same person at another process."""
    other = Client(server)
    other.cookie, other.csrf, other.name = player.cookie, player.csrf, player.name
    return other


def metric(server, name):
    return int(re.search(rf"^{re.escape(name)} (\d+)", Client(server).ok("GET", "/metrics"), re.M)[1])


def searches(server):
    return metric(server, "logomachy_search_seconds_count")


def leases(server):
    """How many shards it has, how many it has taken since it was started, and how many it has lost."""
    return tuple(metric(server, name) for name in ("logomachy_leases", 'logomachy_lease_changes_total{kind="taken"}',
                                                   'logomachy_lease_changes_total{kind="lost"}'))


def moves(log):
    return [event["text"] for event in log if re.match(r"[AB] [a-e][1-5]=", event["text"])]


def next_move(log):
    """A letter on a square that is free and touches a filled one, whatever the computer has done."""
    used = {text[2:4] for text in moves(log)}
    return next(move for move in fill(SIZE) if move[:2] not in used)


def check_log(log, about):
    same([event["seq"] for event in log], list(range(1, len(log) + 1)), about)
    seats = "".join(text[0] for text in moves(log))
    same(seats, ("AB" * len(seats))[:len(seats)], f"{about}: each moves once, in turn: {log}")
    same(len({text[2:4] for text in moves(log)}), len(seats), f"{about}: no square is filled twice")


class Player(threading.Thread):
    """Plays against computers, at whichever process answers."""

    def __init__(self, site, matches):
        super().__init__(daemon=True)
        self.site, self.done, self.failure, self.logs = site, threading.Event(), None, {}
        self.faces = [Client(site.servers[0]).guest()]
        self.faces.append(face(self.faces[0], site.servers[1]))
        self.turn = itertools.count()
        self.matches, self.over = [self.begin() for _ in range(matches)], set()

    def begin(self):
        body = {"game": "balda", "lang": "en", "seats": ["me", 1], "settings": {"size": str(SIZE)}}
        return self.somewhere(lambda me: me.ok("POST", "/api/matches", body, 201))["id"]

    def somewhere(self, what):
        while True:
            try:
                return what(self.faces[next(self.turn) % 2])
            except ConnectionError:
                time.sleep(0.02)

    def run(self):
        try:
            while not self.done.is_set():
                for match in [match for match in self.matches if match not in self.over]:
                    self.move(match)
                time.sleep(0.05)
        except Exception as why:  # told by the test
            self.failure = repr(why)

    def move(self, match):
        """Ignores the answer: the log counts."""
        shown = self.somewhere(lambda me: me.get(f"/api/matches/{match}"))
        if shown["status"] == "over":
            self.over.add(match)
            self.matches.append(self.begin())
        if shown["status"] != "running" or shown["turn"] != ["A"]:
            return
        log = self.somewhere(lambda me: me.events(match))
        if len(moves(log)) % 2:
            return
        action = {"verb": "move", "move": next_move(log), "seq": len(log) + 1}
        answer = self.somewhere(lambda me: me.call("POST", f"/api/matches/{match}/actions", action))
        holds(answer.status in (200, 409, 503), f"{match} {action}: {answer.status} {answer.bytes[:300]}")

    def waits(self, match):
        """The computer has moved, or the game is over."""
        shown = self.somewhere(lambda me: me.get(f"/api/matches/{match}"))
        return shown["status"] == "over" or shown["turn"] == ["A"]


@test
def two_share_and_one_that_stops_leaves_all():
    here = site()
    one, two = here.servers
    began = time.monotonic()
    until(lambda: [leases(server)[0] for server in here.servers] == [SHARDS // 2] * 2, "halves in the metrics")
    two.stop()
    until(lambda: shares(one)[-1] == (SHARDS, 1), "all of them")
    print(f"# taken over {time.monotonic() - began:.1f} s after the other was told to stop")
    held, taken, lost = until(lambda: leases(one)[0] == SHARDS and leases(one), "all of them in the metrics")
    holds(taken - lost >= held, f"{taken} taken, {lost} lost, {held} held")  # one that ran out is taken again
    two.start()
    settled(here)
    # On a slow machine a lease may expire for a moment and be renewed without being lost.
    until(lambda: leases(one)[0] == SHARDS // 2 and leases(one)[2] >= lost + SHARDS // 2, "what was given up, in the metrics")


@test
def a_computer_is_thought_about_once():
    here = site()
    me = Client(here.servers[0]).guest()
    both = [me, face(me, here.servers[1])]

    def play():
        """As many searches as moves. A machine that is very slow may lose a lease on the way."""
        before = sum(searches(server) for server in here.servers)
        matches = [start_match([both[i % 2]], seats=["me", 1], settings={"size": str(SIZE)}) for i in range(8)]
        lives = [client.live() for client in both]
        for match in matches:
            for live in lives:
                live.send(op="watch", match=match)
        for i, match in enumerate(matches):
            both[(i // 2) % 2].act(match, "move", move="a2=E/a2")
        for match in matches:
            until(lambda match=match: len(moves(both[0].events(match))) == 2, "the computer's move")
            check_log(both[1].events(match), match)
        for live in lives:
            live.close()
        return sum(searches(server) for server in here.servers) - before == len(matches)
    holds(play() or play() or play(), "a computer was thought about more than once")


def made(server, matches):
    """Moves of computers in all of them so far."""
    looker = Client(server)
    return sum(text[0] == "B" for match in matches for text in moves(looker.events(match)))


def flags(log):
    return sum(re.fullmatch(r"[AB] flag|flag [AB]", event["text"]) is not None for event in log)


@test
def a_process_that_is_killed_is_followed():
    here = site()
    one, two = here.servers
    ann, bob = Client(two).guest(), Client(two).guest()
    games = [start_match([ann], seats=["me", 1], settings={"size": str(SIZE)}) for _ in range(8)]
    clocks = [start_match([ann, bob], clock={"kind": "move", "base_ms": CLOCK_MS}) for _ in range(8)]
    for match in games:
        ann.act(match, "move", move="a2=E/a2")
    one.kill()
    began = time.monotonic()
    until(lambda: all(len(moves(ann.events(match))) == 2 for match in games), "the computers' moves")
    print(f"# every computer has moved {time.monotonic() - began:.1f} s after the kill")
    until(lambda: all(ann.get(f"/api/matches/{match}")["status"] == "over" for match in clocks), "the lost clocks")
    for match in games:
        check_log(ann.events(match), match)
    for match in clocks:
        same(flags(ann.events(match)), 1, f"{match}: {ann.events(match)}")
    until(lambda: shares(two)[-1] == (SHARDS, 1), "all shards")
    one.start()
    settled(here)


@test
def killed_again_and_again_nothing_happens_twice():
    here = site()
    player = Player(here, 6)
    ann, bob = (face(player.faces[0], server) for server in here.servers)
    others = [Client(server).guest() for server in here.servers]
    player.start()
    clocks = []
    for number in range(ROUNDS):
        alive, dead = here.servers[number % 2], here.servers[1 - number % 2]
        # Nobody moves in it: its clock runs out within one of the next rounds.
        pair = [(ann, bob)[number % 2], face(others[0], alive)]
        clocks.append(start_match(pair, clock={"kind": "move", "base_ms": CLOCK_MS}))
        if number % 5 == 4:  # not every computer is kept from moving for ever
            before = made(alive, player.matches)
            until(lambda alive=alive, before=before: made(alive, player.matches) > before,
                  "a move between kills")
        dead.kill()
        dead.start()
    player.done.set()
    player.join(60)
    holds(not player.is_alive() and player.failure is None, player.failure or "the player hangs")
    for match in player.matches:
        until(lambda match=match: player.waits(match), f"the computer's move in {match}")
        for server in here.servers:
            check_log(Client(server).events(match), match)
    for match in clocks:
        until(lambda match=match: ann.get(f"/api/matches/{match}")["status"] == "over", f"the lost clock in {match}")
        same(flags(Client(here.servers[0]).events(match)), 1, match)
    count = made(here.servers[0], player.matches)
    print(f"# {ROUNDS} kills, {count} moves of computers, {len(clocks)} lost clocks")
    holds(count >= ROUNDS // 5, "games went on meanwhile")
    settled(here)


@test
def without_a_bus_it_is_slower():
    with Site(bus=False) as site:
        settled(site)
        me = [Client(site.servers[0]).guest()]
        me.append(face(me[0], site.servers[1]))
        matches = [start_match([me[i % 2]], seats=["me", 1], settings={"size": str(SIZE)}) for i in range(4)]
        for i, match in enumerate(matches):
            me[i // 2].act(match, "move", move="a2=E/a2")
        for match in matches:
            until(lambda match=match: len(moves(me[0].events(match))) == 2 or len(moves(me[1].events(match))) == 2,
                  "the computer's move")


if __name__ == "__main__":
    finish()
