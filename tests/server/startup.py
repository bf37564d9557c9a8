#!/usr/bin/env python3
"""A server whose database is away, locked, full or damaged: it waits or begins with what there is, says what is wrong where
operators and load balancers look, and goes on by itself. A wrong configuration ends it at once."""
import contextlib
import importlib.util
import json
import os
import shutil
import signal
import sqlite3
import subprocess

from client import PATIENCE, Client, Server, fill, start_match, until
from client.postgres_proxy import Proxy
import harness  # noqa: E402
from harness import ROOT, Skip, finish, folder, holds, same, test, write  # noqa: E402

spec = importlib.util.spec_from_file_location("store_postgres", os.path.join(ROOT, "tests", "store", "postgres.py"))
store_postgres = importlib.util.module_from_spec(spec)
spec.loader.exec_module(store_postgres)
harness.tests.clear()  # its own tests are not meant here

MOVES = fill(5)


def server_on(db=None, **options):
    """Not started yet."""
    server = Server(start=False, **options)
    if db:
        server.flags[server.flags.index("--db") + 1] = db
    return server


def ask(server, path):
    try:
        return Client(server).call("GET", path)
    except OSError:
        return None


def health(server):
    answer = ask(server, "/healthz")
    return (answer.status, answer.bytes.decode()) if answer else (0, "")


def stays_until(server, state, bring_back):
    """It waits, says for what, and starts when that is there."""
    server.start(wait=False)
    until(lambda: health(server) == (503, f"starting\ndatabase {state}\n"), state)
    same((ask(server, "/livez").status, ask(server, "/api/me").json["error"]["code"], ask(server, "/").status), (200, "api.unavailable", 503))
    holds("server.waiting" in server.words(), "the journal says so")
    bring_back()
    server.wait()
    until(lambda: health(server) == (200, "ok\n"), "the database")
    Client(server).guest()


@test
def it_waits_for_postgresql():
    with store_postgres.Postgres() as postgres, contextlib.closing(Proxy(postgres.url)) as proxy:
        proxy.take_away()
        with server_on(proxy.url) as server:
            stays_until(server, "store.away", proxy.bring_back)
            proxy.take_away()
            until(lambda: health(server) == (503, "unavailable\ndatabase reads busy\ndatabase writes busy\n"), "the loss is noticed")
            same(ask(server, "/livez").status, 200)
            proxy.bring_back()
            until(lambda: health(server)[0] == 200, "the database")
            for event in ("database.ill", "database.well"):
                until(lambda event=event: event in server.words(), event)
        with server_on(proxy.url) as server:  # a server that hangs from the first moment
            proxy.freeze()
            stays_until(server, "store.away", proxy.thaw)
        refused_at_once(server_on(postgres.url.replace("tester@", "stranger@")), "stranger")
        refused_at_once(server_on(postgres.url.rsplit("/", 1)[0] + "/nowhere"), "nowhere")


def refused_at_once(server, part):
    server.start(wait=False)
    same(server.process.wait(PATIENCE), 1, server.words())
    holds(part in server.words() and "server.waiting" not in server.words(), server.words())


@test
def it_waits_for_a_file_that_is_locked_or_until_it_is_told_to_stop():
    with server_on() as server:
        server.start()
        server.stop()
        other = sqlite3.connect(server.db, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        server.start(wait=False)
        until(lambda: health(server)[0] == 503, "the wait")
        server.process.send_signal(signal.SIGTERM)
        same(server.end(), 0, "it was told to stop")
        stays_until(server, "store.locked", other.close)


@test
def a_missing_wal_is_told():
    with Server() as server:
        Client(server).guest()
        for gone, told in ((False, False), (True, True), (False, True)):
            server.kill()
            if gone:
                os.remove(server.db + "-wal")
            server.start()
            same("database.no_wal" in server.words(), told, "since the first start")


@test
def what_is_no_database_is_refused_at_once():
    where = folder()
    for db, part in ((write(os.path.join(where, "text"), "not a database, but a text that is long enough" * 100), "not a database"),
                     (where, "open"), (os.path.join(where, "none", "db"), "open")):
        refused_at_once(server_on(db), part)


# --- A full disk.

class SmallDisk:
    """A disk of a few megabytes that only its processes see."""

    def __init__(self, kilobytes):
        self.folder = folder()
        root = os.geteuid() == 0
        mount = f'mount -t tmpfs -o size={kilobytes}k tmpfs "$0" || exit 77; echo mounted; exec sleep 1000'
        if not shutil.which("unshare") or not shutil.which("nsenter"):
            raise Skip("no disk can be mounted here")
        self.holder = subprocess.Popen(["unshare", "-m" if root else "-rm", "sh", "-c", mount, self.folder], stdout=subprocess.PIPE)
        if self.holder.stdout.readline() != b"mounted\n":
            raise Skip("no disk can be mounted here")
        self.enter = ["nsenter", "-t", str(self.holder.pid), "-m", *([] if root else ["-U", "--preserve-credentials"])]
        self.filler = f"/proc/{self.holder.pid}/root{self.folder}/filler"

    def fill(self):
        with open(self.filler, "wb") as file:
            with contextlib.suppress(OSError):
                while True:
                    os.write(file.fileno(), bytes(4096))

    def free(self):
        os.unlink(self.filler)

    def close(self):
        self.holder.kill()
        self.holder.wait()
        self.holder.stdout.close()


@test
def a_full_disk_is_told_and_what_is_there_can_be_read_also_after_a_start():
    with contextlib.closing(SmallDisk(8000)) as disk:
        server = server_on(os.path.join(disk.folder, "db"), wrap=disk.enter)
        with server:
            server.start()
            ann, bob = Client(server).guest(), Client(server).guest()
            match = start_match([ann, bob], settings={"size": "5"})

            def move(number):
                return (ann, bob)[number % 2].call("POST", f"/api/matches/{match}/actions",
                                                   {"verb": "move", "move": MOVES[number], "request": f"m{number}"}).status

            done = 0
            for end in (server.stop, server.kill, None):
                disk.fill()
                while move(done) == 200:  # what is there may have a little room left
                    done += 1
                same(move(done), 507, "the disk is full")
                until(lambda: health(server) == (503, "unavailable\ndatabase writes full\n"), "it is told")
                if end:
                    end()
                    server.start()
                    same(len(ann.events(match)), 3 + done, "all can be read")
                    same((move(done), health(server)), (507, (503, "unavailable\ndatabase writes full\n")))
                disk.free()
                until(lambda: move(done) == 200, "room")
                done += 1
                until(lambda: health(server) == (200, "ok\n"), "all is well")
            same(len(ann.events(match)), 3 + done)


# --- Damage.

def value_of(server, metric):
    return next(float(line.split()[-1]) for line in Client(server).get("/metrics").splitlines() if line.startswith(metric + " "))


def unreadable(server):
    return [line["match"] for line in map(json.loads, server.words().splitlines()) if line.get("event") == "match.unreadable"]


@test
def damage_is_told_and_keeps_to_itself():
    with server_on() as server:
        server.start()
        ann, bob = Client(server).guest(), Client(server).guest()
        matches = [start_match([ann, bob], settings={"size": "5"}) for _ in range(30)]
        for match in matches:
            for number, text in enumerate(MOVES[:6]):
                (ann, bob)[number % 2].act(match, "move", move=text)
        server.stop()
        spoilt = {matches[3]}
        with contextlib.closing(sqlite3.connect(server.db)) as db:
            db.execute("UPDATE entries SET text = 'A nothing' WHERE match_id = ? AND seq = 5", (matches[3],))
            db.commit()
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            size, = db.execute("PRAGMA page_size").fetchone()
        spoilt |= damage(server.db, size, matches, matches[17])
        server.start()
        for match in matches:
            seen = ann.call("GET", f"/api/matches/{match}")
            wanted = (500, "api.damaged") if match in spoilt else (200, None)
            same((seen.status, (seen.json.get("error") or {}).get("code")), wanted, match)
            if match in spoilt:
                same(ann.call("POST", f"/api/matches/{match}/actions", {"verb": "resign"}).json["error"]["code"], "api.damaged")
                live = ann.live()
                same(live.ask(op="watch", match=match)["error"]["code"], "api.damaged")
                live.close()
        same(set(unreadable(server)), spoilt, "the journal names each")
        holds(value_of(server, "logomachy_unreadable_matches_total") >= len(spoilt), "it is counted")
        until(lambda: value_of(server, "logomachy_database_damaged_total") > 0, "and so is the damage")
        status, body = health(server)
        holds(status == 200 and body.startswith("ok\ndatabase damaged "), body)
        until(lambda: "database.damaged" in server.words(), "the journal")


def damage(path, size, matches, match):
    """Writes noise over a page that holds moves of `match`. Returns the matches that can no longer be read.

    A page that mentions the match need not hold its moves: it may belong to another table, or be free. So each such
    page is tried, and restored if its loss does not spoil the moves of this match and a few others at most."""
    with open(path, "r+b") as file:
        content = file.read()
        for at in range(0, len(content), size):
            if content.find(match.encode(), at, at + size) < 0:
                continue
            overwrite(file, at, bytes(range(255, 0, -1))[:200])
            spoilt = {other for other in matches if not healthy(path, other)}
            if match in spoilt and len(spoilt) < len(matches) / 2:
                return spoilt
            overwrite(file, at, content[at:at + 200])
    raise AssertionError("no page holds moves of few matches")


def overwrite(file, at, noise):
    file.seek(at)
    file.write(noise)
    file.flush()


def healthy(path, match):
    """Can a program that knows nothing of ours read all of it?"""
    with contextlib.closing(sqlite3.connect(path)) as db:
        try:
            return len(db.execute("SELECT text FROM entries WHERE match_id = ? ORDER BY seq", (match,)).fetchall()) == 9
        except sqlite3.DatabaseError:
            return False


finish()
