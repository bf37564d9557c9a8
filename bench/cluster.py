#!/usr/bin/env python3
"""The cost of a site of several machines: moves a second on PostgreSQL, with one server process and with several; the cost of
a connection, a stored game and a second of search. tools/capacity.py reads what this prints.

    bench/cluster.py                    all of it, about three minutes; nothing else should run meanwhile
    bench/cluster.py --seconds 5 --only postgresql
    bench/cluster.py --every 30         the same at a pace: at most 3,333 moves a second
    bench/cluster.py --profile          where the processor time of a move goes, with one process and with several
    bench/cluster.py --share 10         one process against several, each with a tenth of a processor: the rest has enough, as it
                                        would on machines of its own

./run --build must have been done. docs/capacity.md says what the figures mean."""
import argparse
import os
import re
import resource
import subprocess
import sys
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.environ.setdefault("TMPDIR", "/var/tmp")  # a real disk: where /tmp is memory, a commit costs nothing
os.environ.setdefault("LOGOMACHY_PROGRAM", os.path.join(ROOT, "build", "obj", "logomachy"))
sys.path.insert(0, os.path.join(ROOT, "tests", "cli"))
sys.path.insert(0, os.path.join(ROOT, "tests", "cluster"))

from harness import LEXICONS, PROGRAM, folder, write  # noqa: E402
from world.network import Loopback  # noqa: E402
from world.services import POSTGRES_PORT, SERVER_PORT, Nats, Postgres, Server, hosts, until  # noqa: E402

POSITION = "game balda\nlang en\nlexicon en\nstart CROWN\n"


def arguments():
    told = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    told.add_argument("--seconds", type=int, default=8, help="how long each load lasts")
    told.add_argument("--every", type=int, default=0, help="milliseconds between two moves of a game; 0: as fast as it goes")
    told.add_argument("--servers", type=int, default=3, help="processes of the larger site")
    told.add_argument("--load", default=os.path.join(ROOT, "build", "obj", "bench", "bench-load"), help="the load program")
    told.add_argument("--profile", action="store_true", help="only where the processor time goes, part by part")
    told.add_argument("--share", type=float, default=0, help="only one process against several, each with so many percent of a processor")
    told.add_argument("--games", type=int, default=100, help="games at a time")
    told.add_argument("--only", default="", help="only what has this in its name")
    return told.parse_args()


OPTIONS = arguments()


def tell(name, text):
    print(f"{name:<30}{text}", flush=True)


def command(servers, *arguments, database=None):
    pids = ",".join(str(server.process.pid) for server in servers)
    addresses = ",".join(f"{server.address}:{SERVER_PORT}" for server in servers)
    words = [OPTIONS.load, *(["-d", str(database.process.pid)] if database else []), *arguments[:1]]
    return [word for word in words if word] + [addresses, *arguments[1:], pids]


def load(words):
    """A line of what the load program found."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
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
        flags = ["--db", self.db, "--max-connections", "12000", "--max-per-address", "12000"]
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

    def command(self, together=False):
        # A server sees within two seconds what was begun at others.
        how = "-t" if together else "-w6" if self.brokers else ""
        return command(self.servers, how, LEXICONS, str(OPTIONS.games), str(OPTIONS.seconds), str(OPTIONS.every), database=self.database)


# Where the time goes.

TICKS = os.sysconf("SC_CLK_TCK")
EVERY = 0.25  # seconds between two looks


def used(path):
    """Seconds of processor in user mode and in the kernel, of a process or thread; of one that has gone, none."""
    try:
        with open(f"{path}/stat", encoding="utf-8") as stat:
            words = stat.read().rpartition(")")[2].split()
        return int(words[11]) / TICKS, int(words[12]) / TICKS
    except OSError:
        return 0, 0


def moves_so_far(site):
    count = 0
    for server in site.servers:
        with urllib.request.urlopen(f"http://{server.address}:{SERVER_PORT}/metrics", timeout=60) as answer:
            count += int(re.search(r'logomachy_actions_total{result="applied"} (\d+)', answer.read().decode())[1])
    return count


class Look:
    """The processor time so far of each process and thread of a site, and of the load program."""

    def __init__(self, site, client):
        self.time, self.moves = time.monotonic(), moves_so_far(site)
        self.used = {("load program",): used(f"/proc/{client}")}
        for server in site.servers:
            pid = server.process.pid
            for thread in os.listdir(f"/proc/{pid}/task"):
                self.used["server: loop" if thread == str(pid) else "server: other threads", thread] = used(f"/proc/{pid}/task/{thread}")
        for broker in site.brokers:
            self.used["NATS", broker.name] = used(f"/proc/{broker.process.pid}")
        for path in site.database.children():
            self.used["PostgreSQL", path.split("/")[2]] = used(os.path.dirname(path))


def name_part(part, writers, readers):
    if part[0] != "PostgreSQL":
        return part[0]
    return "PostgreSQL: writers" if part[1] in writers else "PostgreSQL: readers" if part[1] in readers else "PostgreSQL: the rest"


def differences(site, first, last):
    """The processor time between two samples, by part. The last statement of a connection tells whether it writes."""
    pids = [site.database.ask(f"SELECT pid FROM pg_stat_activity WHERE application_name = 'logomachy' AND {query}").split()
            for query in ("query IN ('COMMIT', 'BEGIN')", "query NOT IN ('COMMIT', 'BEGIN')")]
    parts = {}
    for part, (user, system) in last.used.items():
        before, sums = first.used.get(part, (0, 0)), parts.setdefault(name_part(part, *pids), [0, 0])
        sums[0] += user - before[0]
        sums[1] += system - before[1]
    return parts


def tell_profile(site, looks):
    """Of the time in which moves were made, without the beginning and the end of it."""
    first, last = looks[2], looks[-2]
    moves, parts = last.moves - first.moves, differences(site, first, last)
    everything = sum(sum(part) for part in parts.values())
    for name, (user, system) in sorted(parts.items()):
        tell(f"    {name}", f"{user / moves * 1e6:6.1f} us user, {system / moves * 1e6:6.1f} us kernel a move, {(user + system) / everything:4.0%}")
    tell("    all", f"{everything / moves * 1e6:6.1f} us a move, {everything / (last.time - first.time):.2f} processors busy with it")


SITES = ((1, True, "one process"), (OPTIONS.servers, True, f"{OPTIONS.servers} processes, together"),
         (OPTIONS.servers, False, f"{OPTIONS.servers} processes, apart"))


def play(site, together, prepared=lambda: None):
    """The output of the load program, and the samples taken while it made moves."""
    playing = subprocess.Popen(site.command(together), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until(lambda: b"prepared" in playing.stderr.readline(), "the games")
    prepared()
    looks = []
    while playing.poll() is None:
        looks.append(Look(site, playing.pid))
        time.sleep(EVERY)
    return playing.stdout.read().decode().strip(), looks


def profile():
    for servers, together, how in SITES:
        with Site(servers) as site:
            said, looks = play(site, together)
            tell(how, said)
            tell_profile(site, looks)


# One process against several, where they are what there is too little of.

PERIOD = 50000  # microseconds of which a process gets its share


class Share:
    """A control group that gives a process a share of one processor: by version 1 of them, or by 2."""

    def __init__(self, name):
        old, new = "/sys/fs/cgroup/cpu", "/sys/fs/cgroup"
        quota = int(PERIOD * OPTIONS.share / 100)
        if os.path.exists(f"{old}/cpu.cfs_quota_us"):
            self.path, limits = f"{old}/{name}", (("cpu.cfs_period_us", PERIOD), ("cpu.cfs_quota_us", quota))
        else:
            self.path, limits = f"{new}/{name}", (("cpu.max", f"{quota} {PERIOD}"),)
        try:
            os.mkdir(self.path)
            for file, limit in limits:
                self.write(file, limit)
        except OSError as error:
            sys.exit(f"bench/cluster.py: a process cannot be given a share of a processor here, which takes root and control groups for it: {error}")

    def write(self, file, text):
        with open(f"{self.path}/{file}", "w", encoding="utf-8") as out:
            out.write(str(text))

    def end(self):
        os.rmdir(self.path)


def tell_share(how, looks, alone):
    """Moves a second in the middle of the run, and how much of its share each server has used."""
    first, last = looks[len(looks) // 4], looks[-2]
    seconds, moves = last.time - first.time, last.moves - first.moves
    rate, sums = moves / seconds, {}
    for part, (user, system) in last.used.items():
        before = first.used.get(part, (0, 0))
        sums[part[0]] = sums.get(part[0], 0) + user + system - before[0] - before[1]
    of_servers = sum(used for part, used in sums.items() if part.startswith("server"))
    tell(how, f"{rate:6.0f} moves/s, {rate / (alone or rate):.2f} times one; {of_servers / moves * 1e6:.0f} us a move in the servers, which used"
              f" {of_servers / seconds:.3f} processors, all else {(sum(sums.values()) - of_servers) / seconds:.2f}")
    return alone or rate


def share():
    alone = None
    for servers, together, how in SITES:
        shares = [Share(f"logomachy-{os.getpid()}-{number}") for number in range(servers)]
        try:
            with Site(servers) as site:
                # The games are made with all there is.
                looks = play(site, together, lambda: [group.write("cgroup.procs", server.process.pid)
                                                      for group, server in zip(shares, site.servers)])[1]
                alone = tell_share(how, looks, alone)
        finally:
            for group in shares:
                group.end()


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
        tell("sqlite, one process", load(site.command()))
        sizes_in_sqlite(site)


def on_postgresql():
    with Site(1) as site:
        tell("postgresql, one process", load(site.command()))
        sizes_in_postgresql(site)


def several():
    for together, how in ((True, "together"), (False, "apart")):
        with Site(OPTIONS.servers) as site:
            tell(f"{OPTIONS.servers} processes, {how}", load(site.command(together)))


def connections():
    with Site(1, postgresql=False) as site:
        tell("connections", load(command(site.servers, "", "idle", "10000")))


def search():
    """The load of the processors while a client waits for a second."""
    path, count = write(os.path.join(folder(), "position"), POSITION), 4
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    for _ in range(count):
        subprocess.run([PROGRAM, "best", path, "--level", "6", "--time", "1", "--lexicons", LEXICONS], check=True, stdout=subprocess.DEVNULL)
    after, took = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - start
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    tell("search", f"{count} of 1 s each, {took:.1f} s: {used / count:.2f} s of processor a second")


with open("/proc/loadavg", encoding="utf-8") as busy:
    print(f"{os.cpu_count()} processors, load {busy.read().split()[0]}: latencies and rates are of an idle machine only", flush=True)
for what in (profile,) if OPTIONS.profile else (share,) if OPTIONS.share else (on_sqlite, on_postgresql, several, connections, search):
    if OPTIONS.only in what.__name__:
        what()
