#!/usr/bin/env python3
"""What a site costs beyond one machine: moves a second on PostgreSQL, with one server process and with several; what a
connection, a stored game and a second of search cost. tools/capacity.py reads what this prints.

    bench/cluster.py                    all of it, about three minutes; nothing else should run meanwhile
    bench/cluster.py --seconds 5 --only postgresql

./run --build must have been done. docs/capacity.md says what the figures mean."""
import argparse
import os
import resource
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.environ.setdefault("TMPDIR", "/var/tmp")  # a real disk: where /tmp is memory, a commit costs nothing
os.environ.setdefault("LOGOMACHY_PROGRAM", os.path.join(ROOT, "build", "obj", "logomachy"))
sys.path.insert(0, os.path.join(ROOT, "tests", "cli"))
sys.path.insert(0, os.path.join(ROOT, "tests", "cluster"))

from harness import LEXICONS, PROGRAM, folder, write  # noqa: E402
from world.network import Loopback  # noqa: E402
from world.services import POSTGRES_PORT, SERVER_PORT, Nats, Postgres, Server, hosts, until  # noqa: E402

GAMES = 100
POSITION = "game balda\nlang en\nlexicon en\nstart CROWN\n"


def arguments():
    told = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    told.add_argument("--seconds", type=int, default=8, help="how long each load lasts")
    told.add_argument("--servers", type=int, default=3, help="processes of the larger site")
    told.add_argument("--load", default=os.path.join(ROOT, "build", "obj", "bench", "bench-load"), help="the load program")
    told.add_argument("--only", default="", help="only what has this in its name")
    return told.parse_args()


OPTIONS = arguments()


def tell(name, text):
    print(f"{name:<30}{text}", flush=True)


def load(servers, *arguments, database=None):
    """A line of what the load program found."""
    pids = ",".join(str(server.process.pid) for server in servers)
    addresses = ",".join(f"{server.address}:{SERVER_PORT}" for server in servers)
    command = [OPTIONS.load, *(["-d", str(database.process.pid)] if database else []), *arguments[:1]]
    command = [word for word in command if word] + [addresses, *arguments[1:], pids]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"bench/cluster.py: the load failed: {done.stdout.decode()} {done.stderr.decode()}")
    return done.stdout.decode().strip()


class Site:
    """Servers on one PostgreSQL, or one on SQLite; with more than one there is NATS between them."""

    def __init__(self, servers, postgresql=True):
        network = Loopback()
        self.database = Postgres(network, "pg") if postgresql else None
        self.brokers = []
        self.brokers += [Nats(network, "nats", self.brokers)] if servers > 1 else []
        self.db = f"postgresql://tester@{hosts([self.database], POSTGRES_PORT)}/postgres" if postgresql else os.path.join(folder(), "db")
        flags = ["--db", self.db, "--max-connections", "12000"]
        if self.brokers:
            flags += ["--bus", f"nats://{self.brokers[0].address}:4222"]
        self.servers = [Server(network, f"server{number}", flags) for number in range(servers)]

    def __enter__(self):
        for part in self.brokers:
            part.start()
        if self.database:
            self.database.make().start()
        for server in self.servers:
            server.start()
            until(server.is_ready, server.name)
        return self

    def __exit__(self, *_):
        for part in [*self.servers, *self.brokers, *([self.database] if self.database else [])]:
            part.end()

    def play(self, together=False):
        return load(self.servers, "-t" if together else "", LEXICONS, str(GAMES), str(OPTIONS.seconds), "0", database=self.database)


def tell_sizes(name, games, moves, of_games, of_moves):
    tell(name, f"{games} games, {moves} moves: {of_games / games:.0f} bytes a game, {of_moves / moves:.0f} bytes a move")


def sizes_in_sqlite(site):
    """Read when the server has gone, all in one file."""
    import sqlite3  # only this needs it
    site.servers[0].stop()
    db = sqlite3.connect(site.db)
    games, moves = (db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("matches", "entries"))
    size = dict(db.execute("SELECT CASE WHEN tbl_name = 'entries' THEN 'moves' ELSE 'games' END, sum(pgsize) FROM dbstat JOIN sqlite_master"
                           " USING (name) WHERE tbl_name IN ('entries', 'matches', 'seats') GROUP BY 1"))
    tell_sizes("stored in sqlite", games, moves, size["games"], size["moves"])


def sizes_in_postgresql(site):
    """After what was overwritten has been given back, as it is in the long run."""
    ask = site.database.ask
    ask("VACUUM FULL")
    games, moves = int(ask("SELECT count(*) FROM matches")), int(ask("SELECT count(*) FROM entries"))
    of_games = int(ask("SELECT pg_total_relation_size('matches') + pg_total_relation_size('seats')"))
    tell_sizes("stored in postgresql", games, moves, of_games, int(ask("SELECT pg_total_relation_size('entries')")))


def on_sqlite():
    with Site(1, postgresql=False) as site:
        tell("sqlite, one process", site.play())
        sizes_in_sqlite(site)


def on_postgresql():
    with Site(1) as site:
        tell("postgresql, one process", site.play())
        sizes_in_postgresql(site)


def several():
    for together, how in ((True, "together"), (False, "apart")):
        with Site(OPTIONS.servers) as site:
            tell(f"{OPTIONS.servers} processes, {how}", site.play(together))


def connections():
    with Site(1, postgresql=False) as site:
        tell("connections", load(site.servers, "", "idle", "10000"))


def search():
    """What the processors have to do while somebody waits for a second."""
    path, count = write(os.path.join(folder(), "position"), POSITION), 4
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    for _ in range(count):
        subprocess.run([PROGRAM, "best", path, "--level", "6", "--time", "1", "--lexicons", LEXICONS], check=True, stdout=subprocess.DEVNULL)
    after, took = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - start
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    tell("search", f"{count} of 1 s each, {took:.1f} s: {used / count:.2f} s of processor a second")


with open("/proc/loadavg", encoding="utf-8") as busy:
    print(f"{os.cpu_count()} processors, load {busy.read().split()[0]}: latencies and rates are of an idle machine only", flush=True)
for what in (on_sqlite, on_postgresql, several, connections, search):
    if OPTIONS.only in what.__name__:
        what()
