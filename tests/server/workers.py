#!/usr/bin/env python3
"""Workers: processes that only search, asked over NATS. The site uses them, does without them when they are busy, dead,
wrong or not there, and uses them again."""
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import threading
import time

from client import PATIENCE, Client, Server, until
from client.nats import Nats
from harness import ENVIRONMENT, LEXICONS, PROGRAM, ROOT, finish, folder, holds, logomachy, refused, same, test

SEEN = {1: 700, 6: 1200}  # ms that a level is seen to think, at least


class Worker:
    def __init__(self, nats, threads=2, lexicons=LEXICONS):
        self.journal = os.path.join(folder(), "journal")
        with open(self.journal, "ab") as journal:
            self.process = subprocess.Popen(
                [PROGRAM, "worker", "--bus", nats.url, "--threads", str(threads), "--lexicons", lexicons, "--log-level", "debug"],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=journal,
                env=dict(ENVIRONMENT, LOGOMACHY_LEXICONS=lexicons))
        holds(self.process.stdout.readline(), "the worker did not start: " + self.words())
        until(lambda: '"bus.up"' in self.words(), "the worker's bus")

    def words(self):
        with open(self.journal, encoding="utf-8") as journal:
            return journal.read()

    def jobs(self):
        """How many it has done."""
        return self.words().count('"event":"worker.job"')

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        same(self.process.wait(PATIENCE), 0, self.words()[-2000:])
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()
        for sign in ("Sanitizer", "runtime error", "logomachy: bug at"):
            holds(sign not in self.words(), f"a worker broke: {self.words()[-3000:]}")


class Stranger:
    """A stranger on the bus who speaks its protocol and sends anything. Answers jobs as a worker would, with the lines
    that `answers` makes of a job's name."""

    def __init__(self, nats, answers=None):
        host, port = re.match(r"nats://([^:]*):(\d+)", nats.url).groups()
        self.socket = socket.create_connection((host, int(port)), PATIENCE)
        self.file = self.socket.makefile("rb")
        self.answers, self.got, self.told = answers, [], []
        self.flushed = threading.Event()
        self.file.readline()
        self.send("CONNECT {\"verbose\":false,\"pedantic\":false}")
        self.send("SUB stranger 2")
        self.send("SUB search.done.stranger 3")
        if answers:
            self.send("SUB search.ask workers 1")
        self.send("PING")
        until(lambda: self.file.readline().startswith(b"PONG"), "the bus")
        threading.Thread(target=self.listen, daemon=True).start()

    def send(self, line, body=None):
        data = line.encode() + b"\r\n"
        if body is not None:
            data += body.encode() + b"\r\n"
        self.socket.sendall(data)

    def publish(self, subject, body, reply=""):
        self.send(f"PUB {subject} {reply + ' ' if reply else ''}{len(body.encode())}", body)

    def listen(self):
        try:
            for line in self.file:
                words = line.decode().split()
                if words[:1] == ["PING"]:
                    self.send("PONG")
                elif words[:1] == ["PONG"]:
                    self.flushed.set()
                elif words[:1] == ["MSG"]:
                    body = self.file.read(int(words[-1]) + 2)[:-2].decode()
                    self.hear(words[1], words[3] if len(words) == 5 else "", body)
        except (OSError, ValueError):
            pass

    def hear(self, subject, reply, body):
        if subject != "search.ask":
            (self.got if subject == "stranger" else self.told).append(body)
            return
        lines = dict(line.split(" ", 1) for line in body.splitlines()[:12] if " " in line)
        for to, text in self.answers(lines["name"]):
            self.publish(reply if to == "taken" else lines["reply"], text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """It gets no more jobs."""
        self.send("UNSUB 1")
        self.send("PING")
        holds(self.flushed.wait(PATIENCE), "the bus is gone")
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


class Site(Server):
    def __init__(self, nats, *flags):
        super().__init__("--bus", nats.url, "--threads", "2", *flags)
        until(lambda: "bus up" in self.health(), "the bus")

    def health(self):
        connection = self.http()
        connection.request("GET", "/healthz")
        text = connection.getresponse().read().decode()
        connection.close()
        return text

    def metrics(self):
        connection = self.http()
        connection.request("GET", "/metrics")
        text = connection.getresponse().read().decode()
        connection.close()
        return text

    def count(self, result):
        """Searches that workers were asked for, by what came of them."""
        return int(re.search(rf'logomachy_remote_searches_total{{result="{result}"}} (\d+)', self.metrics())[1])

    def running(self):
        return int(re.search(r"^logomachy_remote_searches (\d+)", self.metrics(), re.M)[1])

    def in_pool(self):
        """Analyses that the site's own threads are at, or that wait for one."""
        return sum(map(int, re.findall(r'^logomachy_pool_(?:queued|running){class="analysis"} (\d+)', self.metrics(), re.M)))


def bot_match(client, level=6, game="balda", **more):
    """A match whose first move is the computer's. Where players cut for the lead, several may be begun for that."""
    terms = {"game": game, "lang": "en", "seats": [level, "me"], **more}
    while True:
        match = client.ok("POST", "/api/matches", terms, 201)["id"]
        if client.ok("GET", f"/api/matches/{match}")["seats"][0]["level"]:
            return match


def bot_move(client, match):
    """Waits for the computer's first move; how long it was seen to think, in ms."""
    event = until(lambda: next((e for e in client.events(match) if e.get("seat") == "A"), None), "the computer's move")
    return event["at"] - client.events(match)[0]["at"]


def play_until(site, client, result, level=1, game="balda", **more):
    """On a machine that is very busy a worker may answer too late, and the site thinks itself. So matches are begun until
    one of them has come to the result; every one of them gets its move."""
    before = site.count(result)

    def play():
        took = bot_move(client, bot_match(client, level, game, **more))
        holds(took >= SEEN[level], f"{game}: a move of level {level} was seen after {took} ms")
        return site.count(result) > before
    until(play, f"a search that is {result}")


@test
def computers_think_at_workers():
    with Nats() as nats, Site(nats) as site, Worker(nats) as one, Worker(nats) as two:
        ann = Client(site).guest()
        same(site.health(), "ok\nbus up\nworkers untried\n")
        for level, game, lang in ((6, "wordgame", "en"), (1, "balda", "en"), (6, "bukva", "ru"), (1, "bali", "en")):
            play_until(site, ann, "done", level, game, lang=lang)
        same(site.health(), "ok\nbus up\nworkers working\n")
        while not (one.jobs() and two.jobs()):  # by chance
            play_until(site, ann, "done")
        one.stop()
        two.stop()


@test
def a_site_without_a_bus():
    with Server("--threads", "2") as server:
        ann = Client(server).guest()
        for level, game in ((6, "wordgame"), (1, "balda")):
            took = bot_move(ann, bot_match(ann, level, game))
            holds(took >= SEEN[level], f"{game}: a move of level {level} was seen after {took} ms")
        same(ann.get("/healthz"), "ok\n")
        holds('logomachy_remote_searches_total{result="nobody"} 0' in ann.get("/metrics"), "nobody was asked")


def die_with_jobs(nats, site, client):
    with Worker(nats) as one, Worker(nats) as two:
        matches = [bot_match(client, 6, "wordgame"), bot_match(client, 6)]
        until(lambda: site.running() == 2 or len(client.events(matches[1])) > 1, "both thoughts at workers")
        one.kill()
        two.kill()
        for match in matches:
            holds(bot_move(client, match) >= SEEN[6], "it is seen to think as long as ever")
    return site.count("lost") > 0


def stop_with_a_job(nats, site, client):
    """As an operator does it: what it has is finished first."""
    with Worker(nats) as worker:
        lost, done = site.count("lost"), site.count("done")
        match = bot_match(client, 6, "wordgame")
        until(lambda: site.running() == 1 or len(client.events(match)) > 1, "a thought at the worker")
        worker.stop()
        bot_move(client, match)
        same(site.count("lost"), lost, worker.words())
        return site.count("done") > done


@test
def workers_that_end():
    with Nats() as nats, Site(nats) as site:
        ann = Client(site).guest()
        until(lambda: die_with_jobs(nats, site, ann), "a worker that dies with its job")
        play_until(site, ann, "nobody")
        same(site.health(), "ok\nbus up\nworkers none\n")
        until(lambda: '"state":"none","own_pool":true' in site.words(), "a line in the journal")
        with Worker(nats):
            play_until(site, ann, "done")
            holds("workers working" in site.health(), site.health())
        until(lambda: stop_with_a_job(nats, site, ann), "a worker that ends its job before it stops")


@test
def a_bus_that_goes_away():
    with Nats() as nats, Site(nats) as site, Worker(nats):
        ann = Client(site).guest()
        nats.process.kill()
        until(lambda: "bus down" in site.health(), "the loss")
        bot_move(ann, bot_match(ann, 1))
        same(site.health(), "ok\nbus down\nworkers none\n")


RECORD = "game balda\nlang en\nlexicon en\nstart CROWN\n"
ASK = {"record": RECORD, "ask": "best", "seconds": 1, "level": 6}


def flood(site, clients):
    """All ask at once; returns the answers, and how often the site answered another client meanwhile."""
    answers, healthy = [], 0
    threads = [threading.Thread(target=lambda c=c: answers.append(c.call("POST", "/api/analysis", ASK))) for c in clients]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        holds("ok" in site.health(), "the site is there")
        healthy += 1
    for thread in threads:
        thread.join()
    return answers, healthy


@test
def more_analyses_than_anybody_can_do():
    with Nats() as nats, Site(nats) as site, Worker(nats):
        clients = [Client(site).guest() for _ in range(8)]
        first = clients[0]
        until(lambda: first.ok("POST", "/api/analysis", ASK) and site.count("done"), "an analysis by a worker")
        alone = first.ok("POST", "/api/analysis", ASK)

        def crowd():
            answers, healthy = flood(site, clients)
            same([answer.status for answer in answers], [200] * 8, [answer.bytes for answer in answers])
            for answer in answers:
                same((set(answer.json), answer.json["seat"]), (set(alone), "A"))
            # A site that searched before it answered would have answered once for each of them.
            holds(healthy > 12, f"only {healthy} answers beside the searches")
            return site.count("busy") > 0
        until(crowd, "a busy worker")
        # Invalid searches are refused as before.
        same(first.call("POST", "/api/analysis", {**ASK, "record": "game balda\nlang en\nlexicon en\n"}).status, 422)
        same(first.call("POST", "/api/analysis", {**ASK, "record": "game chess\n"}).status, 422)


@test
def a_flood_takes_the_workers_from_nobody():
    with Nats() as nats, Site(nats) as site, Worker(nats):
        many, ann = Client(site).register("Many"), Client(site).register("Ann")
        matches = [bot_match(many, 6, "wordgame") for _ in range(30)]
        hers = bot_match(ann, 6, "wordgame")
        bot_move(ann, hers)
        began, moved = ann.events(hers)[0]["at"], ann.events(hers)[-1]["at"]
        before = sum(began < e["at"] < moved for match in matches for e in many.events(match) if e.get("seat") == "A")
        holds(before <= 15, f"{before} of {len(matches)} computers moved while hers waited")


@test
def a_match_that_ends_while_its_computer_thinks():
    with Nats() as nats, Site(nats) as site, Worker(nats) as worker:
        ann = Client(site).guest()

        def resign():
            """On a machine that is very busy it may have moved before."""
            match = bot_match(ann)
            until(lambda: site.running() or len(ann.events(match)) > 3, "a search at the worker")
            ann.act(match, "resign")
            until(lambda: not site.running(), "the search to end")
            return site.count("unwanted") > 0
        until(resign, "a search that nobody wants any more")
        until(lambda: '"unwanted":true' in worker.words(), "the worker to stop")


def ask_and_go(site, person, count, are_there):
    """Analyses whose clients have gone before they were answered."""
    askers = [Client(site) for _ in range(count)]
    for asker in askers:
        asker.cookie, asker.csrf = person.cookie, person.csrf
        asker.connect().request("POST", "/api/analysis", json.dumps({**ASK, "seconds": 5}), asker.headers())
    until(are_there, "their searches")
    for asker in askers:
        asker.drop()


@test
def nobody_waits_for_searches_of_clients_that_have_gone():
    """The one thread that searches would be at it for a minute."""
    with Nats() as nats, Site(nats) as site:
        ann = Client(site).register("Ann")
        ask_and_go(site, ann, 12, lambda: site.in_pool() >= 10)
        start = time.monotonic()
        ann.ok("POST", "/api/analysis", {**ASK, "seconds": 0.1})
        holds(time.monotonic() - start < 45, "it had to wait")
        until(lambda: not site.in_pool(), "the pool to be empty")


@test
def a_worker_stops_when_the_client_has_gone():
    with Nats() as nats, Worker(nats) as worker, Site(nats) as site:
        ann = Client(site).register("Ann")

        def go():
            """On a machine that is very busy the site may do it itself."""
            ask_and_go(site, ann, 1, lambda: site.running() or site.in_pool())
            until(lambda: not site.running() and not site.in_pool(), "the search to end")
            return site.count("unwanted") > 0
        until(go, "a search that nobody waits for any more")
        until(lambda: '"unwanted":true' in worker.words(), "the worker to stop")
        same(site.count("done"), 0)


@test
def a_site_that_stops_meanwhile():
    with Nats() as nats, Worker(nats) as worker, Site(nats) as site:
        ann, bob, answers = Client(site).guest(), Client(site).guest(), []
        bot_match(ann, 6, "wordgame")
        thread = threading.Thread(target=lambda: answers.append(bob.call("POST", "/api/analysis", {**ASK, "seconds": 2})))
        thread.start()
        until(lambda: site.running() or answers, "searches at the worker")
        ann.drop()
        site.stop()
        thread.join()
        holds(answers and answers[0].status in (200, 503), "whoever asked is answered")
        worker.stop()


@test
def other_words():
    lexicons = folder()
    shutil.copy(os.path.join(LEXICONS, "en-american.lex"), os.path.join(lexicons, "en.lex"))
    with Nats() as nats, Site(nats) as site, Worker(nats, lexicons=lexicons) as worker:
        play_until(site, Client(site).guest(), "refused")
        same(site.count("done"), 0)
        holds("worker.refused" in worker.words() and "en has other words" in worker.words(), worker.words())


NUMBERS = "points 900\nmargin 1\nexact 1\ndepth 1\nnodes 1\nworth 0\nleave 0\nequity 0\nwin 0\nforeseen 0\nscore 0\nbonus 0\n"
LIES = [
    ("wrong", lambda name: [("taken", f"taken {name}\n"), ("done", f"done {name}\n{NUMBERS}A a1=Q/a1b1c1\n")]),
    ("wrong", lambda name: [("taken", "\0" * 1000), ("done", "x" * 100000)]),
    ("lost", lambda name: [("taken", f"taken {name}\n")]),
    ("nothing", lambda name: [("taken", f"taken {name}\n"), ("done", f"nothing {name}\n")]),
    ("busy", lambda name: [("taken", f"busy {name}\n")]),
]


@test
def strangers_are_not_believed():
    with Nats() as nats, Site(nats) as site:
        ann = Client(site).guest()
        for result, answers in LIES:
            with Stranger(nats, answers):
                play_until(site, ann, result)
        same(site.count("done"), 0)


def job(purpose="move", ms=500):
    """A job as a site writes it, with the checksum of the lexicon that is here."""
    with open(os.path.join(LEXICONS, "en.lex"), "rb") as lexicon:
        checksum, = struct.unpack("<Q", lexicon.read(32)[24:])
    with open(os.path.join(ROOT, "tests", "fuzz", "seeds", "search_job", "balda-0"), encoding="utf-8") as seed:
        text = seed.read()
    for key, value in (("words", f"{checksum:016x}"), ("for", purpose), ("ms", ms), ("level", 6),
                       ("reply", "search.done.stranger")):
        text = re.sub(rf"(?m)^{key} .*$", f"{key} {value}", text, count=1)
    return text


@test
def what_a_worker_takes():
    with Nats() as nats, Worker(nats, threads=2) as worker, Stranger(nats) as stranger:
        def ask(body):
            count = len(stranger.got)
            stranger.publish("search.ask", body, "stranger")
            until(lambda: len(stranger.got) > count, "an answer")
            return stranger.got[count].split()[0]
        for body in ("", "nonsense"):
            stranger.publish("search.ask", body, "stranger")
        for more in ("a" * 200000, "\0" * 99):
            same(ask("name 1\nreply search.done.stranger\n" + more), "refused")
        same(ask(job("analysis", ms=20000)), "taken")
        same([ask(job("analysis")), ask(job(ms=20000)), ask(job())], ["busy", "taken", "busy"])
        until(lambda: stranger.told.count("at-it 17\n") > 4, "what it says while it searches")
        # A client cancels its job; cancelling other jobs, or nonsense, has no effect on it.
        for body in ("", "\0" * 99, "name 17\n", "name 16\nreply search.done.stranger\n", "name 17\nreply search.done.other\n", "x" * 200000):
            stranger.publish("search.stop", body)
        same(ask(job()), "busy")
        stranger.publish("search.stop", "name 17\nreply search.done.stranger\n")
        until(lambda: worker.words().count('"unwanted":true') == 2, "both to stop")
        same(ask(job("analysis", ms=20000)), "taken")
        same([text for text in stranger.told if not text.startswith("at-it")], [], "of what was stopped nothing is said")


@test
def what_a_worker_finds():
    with Nats() as nats, Worker(nats, threads=1), Stranger(nats) as stranger:
        stranger.publish("search.ask", job(), "stranger")
        until(lambda: any(body.startswith("done 17\n") for body in stranger.told), "the result")
        same(stranger.got, ["taken 17\n"])
        holds(re.search(r"(?m)^A [a-e][1-5]=[A-Z]/", stranger.told[-1]), stranger.told[-1])


@test
def usage():
    refused(logomachy("worker"), "--bus", status=2)
    refused(logomachy("worker", "--bus", "nats://127.0.0.1", "more"), "more", status=2)
    refused(logomachy("worker", "--bus", "nats://127.0.0.1", "--threads", "64"), "63", status=2)
    refused(logomachy("worker", "--bus", "nats://127.0.0.1", "--log-level", "loud"), "loud", status=2)
    refused(logomachy("worker", "--bus", "http://127.0.0.1"), "http://127.0.0.1")
    holds("--threads" in logomachy("worker", "--help").out, "it is explained")


finish()
