#!/usr/bin/env python3
"""A site of several machines keeps its promises while its parts are killed, frozen, cut off and replaced, under a load
of games. Every part is a real one: PostgreSQL with a synchronous standby, NATS servers, server processes, workers.

    tests/cluster/faults.py            the short run, under a minute
    tests/cluster/faults.py --long     500 games, every fault, longer ones
    tests/cluster/faults.py --games 100 --outage 20 ...    see --help
"""
import argparse
import itertools
import json
import os
import sys
import time
import urllib.error
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "cli"))
sys.path.insert(0, HERE)

from harness import finish, holds, same, test  # noqa: E402
from world.network import enter  # noqa: E402
from world.players import Crowd, moves  # noqa: E402
from world.services import SERVER_PORT, Site, until  # noqa: E402
from world.stuck import report  # noqa: E402


def arguments():
    told = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    told.add_argument("--long", action="store_true", help="every fault, longer ones, and 500 games")
    told.add_argument("--games", type=int, help="how many at a time (40; 500 in the long run)")
    told.add_argument("--outage", type=float, help="seconds that all of PostgreSQL is away (7; 30)")
    told.add_argument("--silence", type=float, help="seconds that all of NATS is away (2; 60)")
    told.add_argument("--servers", type=int, default=3)
    told.add_argument("--brokers", type=int, default=3)
    told.add_argument("--workers", type=int, default=2)
    told.add_argument("--only", default="", help="only faults whose names have this in them")
    o = told.parse_args()
    o.games = o.games or (500 if o.long else 40)
    o.outage = o.outage or (30 if o.long else 7)
    o.silence = o.silence or (60 if o.long else 2)
    o.down = 3 if o.long else 0.5  # seconds that a part is away
    o.pace = o.games / (150 if o.long else 80)  # seconds between two moves of a game
    return o


class Trial:
    """Inflicts faults, and after each waits until every single game has gone on."""

    def __init__(self, site, crowd, options):
        self.site, self.crowd, self.o = site, crowd, options
        self.survived = []

    def inflict(self, name, what):
        if self.o.only not in name:
            return
        start, before = time.monotonic(), len(self.crowd.acks)
        what()
        self.crowd.check()
        healed = time.monotonic()
        meanwhile = len(self.crowd.acks) - before
        self.go_on(name)
        took, gap = time.monotonic() - healed, self.crowd.longest_gap(start)
        self.survived.append(name)
        print(f"# {name}: {healed - start:.1f} s, {meanwhile} moves meanwhile; all games went on after {took:.1f} s; "
              f"nobody waited longer than {gap:.1f} s", flush=True)

    def go_on(self, about):
        before = self.crowd.progress()

        def all_went_on():
            self.crowd.check()
            return all(now > then for now, then in zip(self.crowd.progress(), before))
        try:
            until(all_went_on, f"every game to go on after: {about}")
        except AssertionError as why:
            stuck = [game for game, now, then in zip(self.crowd.games, self.crowd.progress(), before) if now == then]
            print(report(self.site, stuck), end="", flush=True)
            raise AssertionError(f"{why}: {len(stuck)} do not") from why

    # Faults that can happen to a part.

    def killed(self, part):
        part.kill()
        time.sleep(self.o.down)
        self.again(part)

    def stopped(self, part):
        """As an operator does it."""
        same(part.stop(), 0, f"{part.name} ended: {part.words()[-1000:]}")
        self.again(part)

    def again(self, part):
        part.start()
        if part in self.site.servers:
            until(part.is_ready, part.name)

    def frozen(self, part):
        """Long enough for others to take over what it had; then it goes on as if nothing had happened."""
        part.freeze()
        time.sleep(max(self.o.down, 6))
        part.thaw()

    def cut(self, one, other):
        self.site.network.cut(one, other)
        time.sleep(max(self.o.down, 1))
        self.site.network.heal(one, other)

    # PostgreSQL.

    def standby_killed(self):
        """Commits wait for it, until the operator says that they need not; then it comes back."""
        site = self.site
        site.standby.kill()
        time.sleep(self.o.down)
        site.primary.wait_for([])
        time.sleep(self.o.down)
        site.standby.start()
        site.primary.wait_for([site.standby.name])
        until(site.primary.is_followed, "the standby")

    def primary_killed(self):
        """The standby takes over; the old primary comes back as its standby."""
        self.site.primary.kill()
        self.site.change_over()
        self.site.join(self.site.standby)

    def primary_cut_off(self):
        """The same, but the old primary lives on behind a cut: what it is asked there it cannot commit."""
        site, network = self.site, self.site.network
        others = [site.standby.name, *(server.name for server in site.servers)]
        for other in others:
            network.cut(site.primary.name, other)
        time.sleep(self.o.down)
        site.change_over()
        self.go_on("the standby was promoted while the primary was cut off")
        site.standby.kill()
        for other in others:
            network.heal(site.standby.name, other)
        site.join(site.standby)

    def postgres_outage(self):
        """Both are away: moves are refused, and clocks stand still."""
        site, refused = self.site, self.crowd.refused
        hurried = Hurried(site.servers, self.o.outage)
        site.standby.kill()
        site.primary.kill()
        time.sleep(self.o.outage)
        holds(self.crowd.refused > refused, "moves were refused with 503 meanwhile")
        site.primary.start()
        site.standby.start()
        hurried.move()

    # NATS.

    def nats_outage(self):
        for part in self.site.nats:
            part.kill()
        time.sleep(self.o.silence / 2)
        self.go_on("there was no NATS")
        time.sleep(self.o.silence / 2)
        for part in self.site.nats:
            part.start()

    def rolling_restart(self):
        for server in self.site.servers:
            self.stopped(server)

    def all_of_it(self):
        site, network = self.site, self.site.network
        for part in [*site.servers, *site.workers, *site.nats] if self.o.long else [*site.servers, *site.workers[:1], *site.nats[:1]]:
            self.inflict(f"{part.name} killed", lambda part=part: self.killed(part))
        self.inflict("standby killed", self.standby_killed)
        self.inflict("primary killed, standby promoted", self.primary_killed)
        for server in site.servers if self.o.long else site.servers[:1]:
            self.inflict(f"{server.name} frozen", lambda server=server: self.frozen(server))
        if network.cuts:
            for one, other in self.links():
                self.inflict(f"link cut: {one} - {other}", lambda one=one, other=other: self.cut(one, other))
        if network.cuts and self.o.long:
            self.inflict("primary cut off, standby promoted", self.primary_cut_off)
        if site.nats:
            self.inflict("NATS away", self.nats_outage)
        self.inflict("PostgreSQL away", self.postgres_outage)
        self.inflict("rolling restart", self.rolling_restart)

    def links(self):
        """Each kind once in the short run, each in the long one."""
        site = self.site
        groups = [[(server.name, site.primary.name) for server in site.servers],
                  [(server.name, broker.name) for server in site.servers for broker in site.nats],
                  [(one.name, other.name) for one in site.nats for other in site.nats if one.name < other.name],
                  [(worker.name, broker.name) for worker in site.workers for broker in site.nats],
                  [(site.primary.name, site.standby.name)],
                  [("players", server.name) for server in site.servers]]
        return [link for group in groups for link in (group if self.o.long else group[:1])]


class Hurried:
    """A match with less time for a move than an outage takes: nobody loses for what is the site's fault."""

    def __init__(self, servers, outage):
        self.servers, self.people = servers, [fetch(servers[0], "/api/guest", {}) for _ in range(2)]
        terms = {"game": "balda", "lang": "en", "seats": ["me", "open"], "clock": {"kind": "move", "base_ms": int(outage * 1000)}}
        self.match = fetch(servers[0], "/api/matches", terms, self.people[0])["id"]
        fetch(servers[-1], f"/api/matches/{self.match}/actions", {"verb": "join"}, self.people[1])
        until(lambda: len(self.log()) == 3, "the match has begun, and its clock runs")

    def move(self):
        tries = itertools.cycle(self.servers)
        action = {"verb": "move", "move": "a2=E/a2", "request": "hurried"}
        done = []

        def moved():
            try:
                done.append(fetch(next(tries), f"/api/matches/{self.match}/actions", action, self.people[0]))
            except urllib.error.HTTPError as why:
                said = why.read().decode()
                holds(why.code == 503, f"a clock was not kind: {said} {self.log()}")
            except OSError:
                pass
            return done
        until(moved, "the first move after an outage")
        kinds = [kind for kind, _ in itertools.groupby(text.split()[0] for text in self.log())]  # a long outage may be noted twice
        same(kinds, ["sit", "start", "hold", "A"], "nobody has lost, and the time came back")

    def log(self):
        return [event["text"] for event in fetch(self.servers[0], f"/api/matches/{self.match}/events?from=1")["events"]]


# Invariants at the end.

def fetch(server, path, body=None, person=None):
    """The answer; of POST where there is a body. A person is what /api/guest has answered."""
    headers = {"Content-Type": "application/json"}
    if person:
        headers.update({"Cookie": person["cookie"], "X-CSRF-Token": person["csrf"]})
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(f"http://{server.address}:{SERVER_PORT}{path}", data, headers)
    with urllib.request.urlopen(asked, timeout=60) as answer:
        found = json.load(answer)
        if answer.headers["Set-Cookie"]:
            found["cookie"] = answer.headers["Set-Cookie"].split(";")[0]
        return found


def check_database(primary):
    """The logs as they lie in the database."""
    same(primary.ask("SELECT count(*) FROM (SELECT match_id FROM entries GROUP BY match_id HAVING min(seq) <> 1 OR max(seq) <> count(*)) AS x"),
         "0", "matches whose numbers have gaps")
    same(primary.ask("SELECT count(*) FROM (SELECT 1 FROM entries WHERE request <> '' GROUP BY match_id, account, request HAVING count(*) > 1)"
                     " AS x"), "0", "requests that were done twice")
    same(primary.ask("SELECT count(*) FROM (SELECT 1 FROM entries WHERE text LIKE '_ __=%'"
                     " AND match_id NOT IN (SELECT match_id FROM entries WHERE text LIKE '%takeback%') GROUP BY match_id, substr(text, 3, 2)"
                     " HAVING count(*) > 1) AS x"), "0", "squares that were filled twice")


def check_acks(acks, logs):
    seen = set()
    for match, seq, text, game in acks:
        same(logs[match].get(seq), text, f"{match} {seq} was acknowledged, in game {game}")
        holds((match, seq) not in seen, f"{match} {seq} was acknowledged for two moves")
        seen.add((match, seq))


def check_servers(site, matches, logs):
    """All servers show every match alike."""
    for match in matches:
        shown = [fetch(server, f"/api/matches/{match}") for server in site.servers]
        for one in shown[1:]:
            for member in ("seq", "status", "state", "record", "turn", "result"):
                same(one.get(member), shown[0].get(member), f"{match}: {member}")
    for server in site.servers[1:]:
        for match in matches[-20:]:
            events = fetch(server, f"/api/matches/{match}/events?from=1")["events"]
            same({event["seq"]: event["text"] for event in events}, logs[match], f"{match} at {server.name}")


def wait_for_computers(site, crowd):
    """The players have stopped; a computer whose turn it is has not."""
    for game in crowd.games:
        if game.computer:
            path = f"/api/matches/{game.matches[-1]}/events?from=1"
            until(lambda path=path: len(moves([event["text"] for event in fetch(site.servers[0], path)["events"]])) % 2 == 0, "a computer")


def check_all(site, crowd):
    wait_for_computers(site, crowd)
    matches = [match for game in crowd.games for match in game.matches]
    logs = {match: {event["seq"]: event["text"] for event in fetch(site.servers[0], f"/api/matches/{match}/events?from=1")["events"]}
            for match in matches}
    check_database(site.primary)
    check_acks(crowd.acks, logs)
    said = site.primary.ask("SELECT match_id || ' ' || text FROM chat").splitlines()
    for match, line in crowd.said:
        same(said.count(f"{match} {line}"), 1, f"{line} was said once in {match}")
    crowd.converge({match: len(log) for match, log in logs.items()}, 120)
    heard = 0
    for match, log in crowd.logs():
        same(dict(enumerate(log, 1)), logs[match], f"{match}, as somebody heard it")
        heard += len(log)
    check_servers(site, matches, logs)
    return len(matches), heard


OPTIONS = arguments()
NETWORK = enter()
sys.argv[1:] = []  # no names of tests


@test
def no_acknowledged_move_is_lost_or_doubled_whatever_breaks():
    with Site(NETWORK, OPTIONS.servers, OPTIONS.brokers, OPTIONS.workers) as site:
        start = time.monotonic()
        site.start()
        crowd = Crowd([server.address for server in site.servers], OPTIONS.games, OPTIONS.pace).start()
        trial = Trial(site, crowd, OPTIONS)
        until(lambda: crowd.games and (crowd.check() or all(crowd.progress())), "the first moves")
        print(f"# {len(site.parts())} processes, {OPTIONS.games} games, started in {time.monotonic() - start:.1f} s; links "
              + ("are cut by network namespaces" if NETWORK.cuts else "cannot be cut here: namespaces need root"), flush=True)
        trial.all_of_it()
        crowd.finish(120)
        matches, heard = check_all(site, crowd)
        print(f"# {len(trial.survived)} faults survived in {time.monotonic() - start:.0f} s: {len(crowd.acks)} moves acknowledged in {matches} "
              f"matches, each in the log once; {heard} events heard, none missing; {crowd.refused} requests refused for a while, "
              f"{crowd.repeats} that had to be repeated were done already, {crowd.stale} were too late; {crowd.behind} times a "
              f"server was asked that had not heard yet what the client knew, {crowd.again} events came a second time")
        holds(trial.survived, "there were faults")


finish()
