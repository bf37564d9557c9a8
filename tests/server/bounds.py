#!/usr/bin/env python3
"""No request takes more than its share: of time, of memory, of the threads, and nothing is done for clients that have left."""
import http.client
import json
import re
import socket
import sqlite3

from client import PATIENCE, Client, Server, until
from harness import finish, holds, same, test


def refused(answer, status, code):
    same((answer.status, answer.json["error"]["code"]), (status, code), answer.bytes)


def bali(cards, seats):
    """A position of Bali with these cards on the table, for seats that have a row each."""
    row = len(cards) // seats
    lines = ["game bali", "lang en", "lexicon en-international"] + [f"seat {'ABCD'[i]}" for i in range(seats)]
    lines += [f"deal {'ABCD'[i // row]}{i % row + 1} {card}" for i, card in enumerate(cards)]
    return "\n".join(lines) + "\n"


# Nearly nine million legal moves.
HUGE = bali("**AEINRSTLOUDGM", 3)


def metric(server, name):
    """The value of a metric, or of one of its labels: name{label="value"}."""
    if not hasattr(server, "operator"):
        server.operator = Client(server)
    return float(re.search(rf"^{re.escape(name)} (\S+)$", server.operator.get("/metrics"), re.M)[1])


def running(server):
    return sum(metric(server, f'logomachy_pool_running{{class="{name}"}}') for name in ("move", "analysis"))


def peak_memory(server):
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as status:
        return int(re.search(r"VmHWM:\s+(\d+) kB", status.read())[1]) << 10


class From(Client):
    """A client with an address of its own."""

    def __init__(self, server, address):
        super().__init__(server)
        self.address = address

    def connect(self):
        if not self.connection:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE, source_address=(self.address, 0))
        return self.connection


def against(client, level, **more):
    """A match that the computer begins."""
    body = {"game": "balda", "lang": "en", "seats": [level, "me"], "start": "LARGE", "listed": False, **more}
    return client.ok("POST", "/api/matches", body, 201)["id"]


def has_moved(client, match):
    return "\nA " in client.get(f"/api/matches/{match}")["record"]


class Left:
    """Somebody who asks and goes away before the answer."""

    def __init__(self, client, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else b""
        head = "".join(f"{name}: {value}\r\n" for name, value in client.headers().items())
        self.socket = client.server.dial()
        self.socket.sendall(f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(data)}\r\n{head}\r\n".encode() + data)

    def leave(self):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


@test
def a_list_of_moves_is_bounded():
    with Server() as server:
        ann = Client(server).guest()
        small = ann.ok("POST", "/api/analysis", {"record": bali("AEINRST", 1), "top": 5})
        holds(small["complete"] and small["count"] > len(small["moves"]) == 5, small)
        before = peak_memory(server)
        for top in (1, 1000):
            huge = ann.ok("POST", "/api/analysis", {"record": HUGE, "ask": "moves", "top": top, "seconds": 0.5})
            holds(not huge["complete"] and top <= huge["count"] <= 2_000_000 and len(huge["moves"]) == top, (huge["count"], huge["complete"]))
        grown = peak_memory(server) - before
        holds(grown < 400 << 20, f"{grown >> 20} MB")


def stopped_early(server, client, question):
    """A running search is stopped when the client leaves. A busy machine may notice that late, so there are several attempts.
    Returns how many it took."""
    for attempt in range(1, 11):
        before = metric(server, "logomachy_search_seconds_sum")
        gone = Left(client, *question)
        until(lambda: running(server) == 1, "the search")
        gone.leave()
        until(lambda: running(server) == 0, "its end")
        if metric(server, "logomachy_search_seconds_sum") - before < question[2]["seconds"]:
            return attempt
    raise AssertionError("each search went on to its end")


@test
def nothing_is_done_for_who_has_left():
    with Server("--threads", "2") as server:
        ann = Client(server).register("Ann")
        asked = [("POST", "/api/analysis", {"record": HUGE, "seconds": 5, "ask": kind}) for kind in ("moves", "best")]
        left = sum(stopped_early(server, ann, question) for question in asked)
        same(metric(server, "logomachy_http_abandoned_total"), left)
        first = Left(ann, *asked[0])
        until(lambda: running(server) == 1, "the first search")
        others = [Left(ann, *question) for question in (*asked, ("POST", "/api/analysis/replay", {"record": HUGE}))]
        for other in others:
            other.leave()
        until(lambda: metric(server, "logomachy_http_abandoned_total") == left + len(others), "all have left")
        searches = metric(server, "logomachy_search_seconds_count")
        first.leave()
        until(lambda: running(server) == 0 and metric(server, 'logomachy_pool_queued{class="analysis"}') == 0, "an empty queue")
        holds(metric(server, "logomachy_search_seconds_count") <= searches + 1, "what waited was not searched for")


@test
def a_flood_of_matches_takes_the_computers_from_nobody():
    with Server("--threads", "2") as server:
        guests = [From(server, "127.0.0.60").guest() for _ in range(4)]
        flood = [(guest, against(guest, 6)) for guest in guests for _ in range(10)]
        for level in (3, 6):
            ann = From(server, f"127.0.0.7{level}").guest()
            match = against(ann, level)
            until(lambda: has_moved(ann, match), f"a move at level {level}")
            began, moved = ann.events(match)[0]["at"], ann.events(match)[-1]["at"]
            before = sum(began < e["at"] < moved for guest, one in flood for e in guest.events(one) if e.get("seat") == "A")
            holds(before <= 12, f"level {level}: {before} of {len(flood)} computers moved while hers waited")
        # Words are looked for and passwords hashed meanwhile.
        ann.get("/api/lexicons/en/find?pattern=Q*")
        Client(server).register("Bob")
        holds(not all(has_moved(*one) for one in flood), "all before that")


OPEN = {"game": "balda", "lang": "en", "seats": ["me", "open"]}


@test
def open_games_are_bounded_by_account_and_address():
    with Server(limits="on") as server:
        guests = [From(server, "127.0.0.61").guest() for _ in range(5)]
        mine = [guests[0].ok("POST", "/api/matches", OPEN, 201)["id"] for _ in range(5)]
        refused(guests[0].call("POST", "/api/matches", OPEN), 429, "api.many_open")
        guests[0].ok("POST", "/api/matches", {**OPEN, "listed": False}, 201)
        guests[0].ok("POST", "/api/matches", {**OPEN, "seats": ["me", 1]}, 201)
        for guest in guests[1:4]:
            for _ in range(5):
                guest.ok("POST", "/api/matches", OPEN, 201)
        refused(guests[4].call("POST", "/api/matches", OPEN), 429, "api.many_open_here")
        ann = From(server, "127.0.0.61").register("Ann")  # an account has its own share
        ann.ok("POST", "/api/matches", OPEN, 201)
        From(server, "127.0.0.62").guest().ok("POST", "/api/matches", OPEN, 201)
        ann.act(mine[0], "join")  # and what has begun makes room
        guests[0].ok("POST", "/api/matches", OPEN, 201)
        guests[0].act(mine[1], "abort")
        guests[0].ok("POST", "/api/matches", OPEN, 201)
        refused(guests[0].call("POST", "/api/matches", OPEN), 429, "api.many_open")


@test
def making_matches_is_bounded_by_address():
    with Server(limits="on") as server:
        guests = [From(server, "127.0.0.63").guest() for _ in range(4)]
        first = [against(guest, 1) for guest in guests]
        made = 0
        for guest, match in zip(guests, first):
            guest.act(match, "resign")
            for path in ("/api/matches", f"/api/matches/{match}/rematch"):
                for _ in range(13):
                    answer = guest.call("POST", path, {"game": "balda", "lang": "en", "seats": [1, "me"], "listed": False})
                    done = answer.status in (200, 201)  # a rematch that runs is not made again
                    made += done
                    holds(done or answer.json["error"]["code"] == "api.slow_down", answer.bytes)
        holds(40 <= made <= 75, made)
        against(From(server, "127.0.0.64").guest(), 1)


# Logs.

LONG = 3000


def lengthen(server, match, account, move):
    """Makes the log of a match that seat A is to move in long, as it could be before takebacks were bounded. The server is stopped."""
    with sqlite3.connect(server.db) as db:
        last, at = db.execute("SELECT MAX(seq), MAX(at) FROM entries WHERE match_id = ?", (match,)).fetchone()
        for seq in range(last + 1, LONG + 1):
            text = f"A {move}" if (seq - last) % 2 else "ask A takeback 1"
            db.execute("INSERT INTO entries (match_id, seq, at, account, request, text, turn) VALUES (?, ?, ?, ?, '', ?, ?)",
                       (match, seq, at, account, text, 2 if (seq - last) % 2 else 1))
    db.close()


def replayed(server, where="loop"):
    return metric(server, f'logomachy_replayed_events_total{{where="{where}"}}')


@test
def a_long_log_is_not_replayed_on_the_loop():
    with Server() as server:
        ann = Client(server).guest()
        match = ann.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", 1], "start": "CROWN"}, 201)["id"]
        until(lambda: ann.get(f"/api/matches/{match}")["seq"] == 3, "the start")
        server.stop()
        with sqlite3.connect(server.db) as db:
            account = db.execute("SELECT creator FROM matches WHERE id = ?", (match,)).fetchone()[0]
        db.close()
        lengthen(server, match, account, "c2=T/b3c3c2")
        server.start()
        anybody = Client(server)
        path = f"/api/matches/{match}/events"
        same(anybody.get(f"/api/matches/{match}")["seq"], LONG + 1)
        holds(replayed(server) <= 300, "loading")
        holds(replayed(server, "thread") >= LONG - 300, "but somewhere")

        def on_loop(call):
            before = replayed(server)
            answer = call()
            holds(replayed(server) - before <= 300, f"{replayed(server) - before} events on the loop")
            return answer
        last = on_loop(lambda: anybody.get(f"{path}?from={LONG}"))
        same(([e["seq"] for e in last["events"]], last["next"], last["more"]), ([LONG], LONG + 1, False))
        same(on_loop(lambda: anybody.get(f"{path}?from={LONG + 1}")), {"events": [], "next": LONG + 1, "more": False})
        found, start = [], 1
        while True:  # all of it, page by page
            page = on_loop(lambda: anybody.get(f"{path}?from={start}&states=1"))
            holds(len(page["events"]) <= 500, len(page["events"]))
            found += [(e["seq"], e["text"]) for e in page["events"]]
            start = page["next"]
            if not page["more"]:
                break
        same([seq for seq, _ in found], list(range(1, LONG + 1)))
        same(found[LONG // 2 - 1], (LONG // 2, on_loop(lambda: anybody.get(f"{path}?from={LONG // 2}&limit=1"))["events"][0]["text"]))
        same(anybody.call("GET", f"{path}?limit=1001").status, 400)
        live = ann.live()
        recent = on_loop(lambda: live.ask(op="watch", match=match, **{"from": LONG - 5}))
        same([e["seq"] for e in recent["events"]], list(range(LONG - 5, LONG + 1)))
        holds("more" not in recent, "all of them")
        old = on_loop(lambda: live.ask(op="watch", match=match, **{"from": 1}))
        holds(old["more"] and old["match"]["seq"] == LONG + 1, old["match"]["seq"])
        # Only the game goes on: nothing more is taken back.
        answer = ann.call("POST", f"/api/matches/{match}/actions", {"verb": "ask-takeback"})
        same(answer.status, 422)
        ann.act(match, "resign")


@test
def takebacks_and_comings_have_an_end():
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        match = ann.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", 1], "start": "CROWN"}, 201)["id"]
        until(lambda: ann.get(f"/api/matches/{match}")["status"] == "running", "the start")

        def once():
            until(lambda: ann.get(f"/api/matches/{match}")["turn"] == ["A"], "the turn")
            ann.act(match, "move", move="c2=T/b3c3c2")
            return ann.call("POST", f"/api/matches/{match}/actions", {"verb": "ask-takeback"})
        answers = [once() for _ in range(4)]
        same([answer.status for answer in answers], [200, 200, 200, 422])
        same(answers[3].json["error"]["code"], "match.takebacks_move")
        holds("ask-takeback" not in ann.get(f"/api/matches/{match}")["may"], "shown as well")
        body = {"game": "bali", "lang": "en", "seats": ["me", "open", "open"]}
        path = "/api/matches/" + ann.ok("POST", "/api/matches", body, 201)["id"] + "/actions"
        for _ in range(10):
            for verb in ("join", "leave"):
                same(bob.call("POST", path, {"verb": verb}).status, 200)
        refused(bob.call("POST", path, {"verb": "join"}), 422, "match.comings")
        same(Client(server).guest().call("POST", path, {"verb": "join"}).status, 200, "others may come")


finish()
