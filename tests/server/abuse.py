#!/usr/bin/env python3
"""One client that takes all it can get, over real sockets: what it holds is bounded, and others are served."""
import contextlib
import json
import os
import re
import socket
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from client import PATIENCE, Client, Live, Server, frame, until  # noqa: E402
from harness import finish, holds, same, test  # noqa: E402

GREEDY = "127.0.0.9"  # the address of the one who takes too much; the others are 127.0.0.1


def dial(server, address=GREEDY):
    """A connection from that address."""
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE, source_address=(address, 0))


def status(sock):
    """The status of the next answer, whose head and no more is read; 0 where the connection ends without one."""
    got = b""
    try:
        while not got.endswith(b"\r\n\r\n"):
            more = sock.recv(1)
            if not more:
                return 0
            got += more
    except OSError:
        return 0
    return int(got.split()[1])


def head(path, *fields, method="GET"):
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: x", *fields, "", ""]).encode()


def metrics(server):
    """What /metrics says, by name and label."""
    text = Client(server).get("/metrics")
    return {name: float(value) for name, value in re.findall(r"^(\w+(?:\{.*\})?) (\S+)$", text, re.M)}


# Connections.

@test
def one_address_gets_its_share_of_the_connections():
    with Server("--max-per-address", "20") as server:
        held = [dial(server) for _ in range(20)]
        for sock in held:  # each one is known to be accepted
            sock.sendall(head("/healthz"))
            same(status(sock), 200)
        with dial(server) as more:
            same(status(more), 429, "the 21st of that address")
        Client(server).get("/healthz")
        Live(server).shut()
        held.pop().close()

        def again():
            with dial(server) as sock:
                sock.sendall(head("/healthz"))
                return status(sock) == 200
        until(again, "a place, when one has gone")
        for sock in held:
            sock.close()


@test
def one_address_may_not_connect_too_fast():
    with Server(limits="on") as server:
        refused = 0
        for _ in range(2000):  # far more than a burst
            with dial(server) as sock:
                sock.sendall(head("/healthz"))
                refused += status(sock) != 200
            if refused >= 20:
                break
        holds(refused >= 20, "refused some")
        Client(server).get("/healthz")


# Bodies.

def begin(server, path, length, who=None, *more):
    """The head of a request with a body of that length to come, and perhaps the first part of it."""
    sock = dial(server)
    fields = [f"{name}: {value}" for name, value in (who.headers() if who else {"Content-Type": "application/json"}).items()]
    sock.sendall(head(path, *fields, f"Content-Length: {length}", *more, method="POST"))
    return sock


def answered(sock):
    with sock:
        return status(sock)


@test
def a_body_is_read_only_of_those_who_may_send_it():
    with Server() as server:
        guest = Client(server).guest()
        stranger = Client(server).guest()
        stranger.csrf = "wrong"
        # None of these bodies ever comes: the head alone is answered.
        for path, length, who, wanted in [
            ("/api/analysis", 1 << 20, None, 401), ("/api/analysis", 10, None, 401), ("/api/matches", 60000, None, 401),
            ("/api/me/tokens", 100, guest, 403), ("/api/admin/news", 60000, guest, 403),
            ("/api/analysis", 10, stranger, 403), ("/api/no/such/thing", 60000, guest, 404), ("/api/games", 10, guest, 405),
            ("/index.html", 100, None, 405), ("/healthz", 60000, None, 200),
            ("/api/login", 4097, None, 413), ("/api/matches", (16 << 10) + 1, guest, 413),
            ("/api/analysis", (64 << 10) + 1, guest, 413), ("/api/analysis", 10**18, guest, 413),
        ]:
            same(answered(begin(server, path, length, who)), wanted, f"{path} {length}")
            same(answered(begin(server, path, length, who, "Expect: 100-continue")), wanted, f"{path} {length} asked first")
        same(answered(begin(server, "/api/login", 4096, None, "Expect: 100-continue")), 100, "one that may come")
        with begin(server, "/api/login", 10, None) as sock:
            sock.sendall(b"x")
            sock.sendall(b"x" * 9)
            same(status(sock), 400, "read, and no JSON")
        record = {"record": "x" * 60000, "ask": "moves"}
        same(guest.call("POST", "/api/analysis", record).status, 422, "a long record is read")


@test
def one_who_logs_out_does_nothing_more_with_a_slow_body():
    with Server() as server:
        guest = Client(server).guest()
        body = json.dumps({"game": "balda", "lang": "en", "seats": ["me", "open"]}).encode()
        with begin(server, "/api/matches", len(body), guest, "Expect: 100-continue") as sock:
            same(status(sock), 100)
            guest.ok("POST", "/api/logout", None, 204)
            sock.sendall(body)
            same(status(sock), 401)


@test
def bytes_are_limited_and_not_only_requests():
    with Server(limits="on") as server:
        guest = Client(server).guest()
        sizes = {}
        for size in (100, 60000):
            other = Client(server).guest()
            for _ in range(150):
                answer = other.call("POST", "/api/analysis", {"record": "x" * size, "ask": "moves", "top": 1})
                if answer.status == 429 and answer.headers.get("retry-after"):
                    break
                sizes[size] = sizes.get(size, 0) + 1
        holds(sizes[60000] < 80, sizes)
        text = metrics(server)
        holds(text['logomachy_limited_total{kind="body_account"}'] + text['logomachy_limited_total{kind="body_address"}'] > 0, "by bytes")
        guest.get("/api/me")


@test
def json_with_too_many_values_builds_no_tree():
    with Server() as server:
        guest = Client(server).guest()
        for body in (b'{"a":[' + b"{}," * 20000 + b"1]}", b'{"a":[' + b"1," * 30000 + b"1]}", b'{"a":' + b"[" * 60000,
                     b'{"a":' + b'{"a":' * 12000):
            answer = guest.call("POST", "/api/analysis", body)
            same((answer.status, answer.json["error"]["code"]), (400, "api.json_too_much"))
        live = guest.live()
        live.send_raw(b'{"a":[' + b"{}," * 5000 + b"1]}")
        live.until(lambda m: m["op"] == "refused")
        live.shut()


# Files.

@test
def files_are_limited_by_count_and_by_bytes():
    with Server(limits="on") as server:
        lexicon = max(Client(server).get("/api/lexicons")["lexicons"], key=lambda l: l["words"])["name"]
        many, files, got = head("/livez") * 500, 0, b""
        with dial(server) as sock:
            while b" 429 " not in got:
                holds(files < 50000, "an end")
                sock.sendall(many)
                got, files = b"", files + 500
                while got.count(b"HTTP/1.1 ") < 500:  # those of the last batch may come with the next
                    more = sock.recv(1 << 16)
                    holds(more, "all are answered")
                    got += more
        holds(files >= 2000, files)
        size = 0
        while True:
            with dial(server, "127.0.0.10") as sock:
                sock.sendall(head(f"/lexicons/{lexicon}.lex"))
                got = status(sock)
            if got == 429:
                break
            same(got, 200)
            size += 1
            holds(size < 3000, "an end")
        parts, got = 0, 206
        while got == 206:  # parts are no way around it
            holds(parts < 3000, "an end")
            parts += 1
            with dial(server, "127.0.0.10") as sock:
                sock.sendall(head(f"/lexicons/{lexicon}.lex", "Range: bytes=0-199999"))
                got = status(sock)
        same(got, 429)
        Client(server).get("/healthz")
        text = metrics(server)
        for name, most in [('logomachy_limited_total{kind="file"}', 500), ('logomachy_limited_total{kind="download"}', 2),
                           ('logomachy_drops_total{why="transfers"}', 2)]:
            holds(1 <= text[name] <= most, f"{name} {text[name]}")
        holds(text["logomachy_buffered_bytes"] < 1e6, "nothing is left of it")


# The lobby, and messages.

TABLE = {"game": "bali", "lang": "en", "seats": ["me", "open", "open"]}


@test
def changes_in_the_lobby_are_gathered():
    with Server() as server:
        ann, *others = (Client(server).guest() for _ in range(5))
        lobby = Live(server)
        lobby.send(op="lobby")
        lobby.settle()
        table = ann.ok("POST", "/api/matches", TABLE, 201)["id"]
        began = time.monotonic()
        for turn in range(40):
            others[turn % 4].act(table, "join")
            others[turn % 4].act(table, "leave")
        ann.act(table, "abort")

        def told():
            return [m["match"] for m in list(lobby.got) if m["op"] == "lobby" and m["match"]["id"] == table]
        until(lambda: told() and told()[-1]["status"] == "aborted", "the last change is told")
        rounds = time.monotonic() - began + 2
        holds(len(told()) <= rounds, f"{len(told())} messages of 82 changes in {rounds - 2:.1f} s")
        began = time.monotonic()
        before = len(lobby.got)
        for _ in range(100):
            ann.ok("POST", "/api/matches", TABLE, 201)
        lobby.settle()
        holds(len(lobby.got) - before <= 20 * (time.monotonic() - began + 2), "no more than that of many matches")
        lobby.shut()


@test
def one_account_comes_and_goes_only_so_often():
    with Server(limits="on") as server:
        ann, bob, cat = (Client(server).guest() for _ in range(3))
        table = ann.ok("POST", "/api/matches", TABLE, 201)["id"]
        live = bob.live()
        refused = None
        for i in range(100):
            for verb in ("join", "leave"):
                if i % 2:
                    answer = bob.call("POST", f"/api/matches/{table}/actions", {"verb": verb})
                    refused = answer if answer.status == 429 else refused
                else:
                    answer = live.ask(op="act", match=table, verb=verb)
                    refused = answer if answer.get("status") == 429 else refused
            if refused:
                break
        holds(refused and i < 60, "by either way")
        same(cat.call("POST", f"/api/matches/{table}/actions", {"verb": "join"}).status, 200, "others may")
        live.shut()


@test
def handshakes_behind_a_proxy_are_limited_like_requests():
    upgrade = head("/api/live", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "X-Forwarded-For: 203.0.113.9")
    with Server("--trust-proxy", "127.0.0.1", limits="on") as server:
        answers = []
        while 403 not in answers:
            holds(len(answers) < 20000, "an end")
            with contextlib.ExitStack() as stack:  # several at a time, because a slow client gets its tokens back
                sockets = [stack.enter_context(dial(server, "127.0.0.1")) for _ in range(20)]
                for sock in sockets:
                    sock.sendall(upgrade)
                answers += [status(sock) for sock in sockets]
        holds(len(answers) > 400 and set(answers) == {101, 403}, (len(answers), set(answers)))
        Client(server).live().shut()


@test
def several_connections_are_no_more_than_one():
    with Server(limits="on") as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        calm = bob.live()
        lives = [ann.live() for _ in range(24)]
        pings = b"".join(frame(1, b'{"op":"ping","request":"p"}') for _ in range(100))  # not too many for any of them
        for live in lives:
            try:
                live.socket.sendall(pings)
            except OSError:
                pass
        until(lambda: any(live.closed == 1008 for live in lives), "the reason")
        calm.ask(op="ping")
        for live in [*lives, calm]:
            live.shut()


@test
def whole_matches_are_sent_only_so_often():
    with Server(limits="on") as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        table = ann.ok("POST", "/api/matches", TABLE, 201)["id"]
        lives = [ann.live() for _ in range(4)]
        answers = []
        for i in range(400):
            answers.append(lives[i % 4].ask(op="watch", match=table))
            if answers[-1].get("status") == 429:
                break
        same(answers[-1].get("status"), 429)
        holds(len(answers) > 64, "as many as can be watched are sent at once")
        other = bob.live()
        same(other.ask(op="watch", match=table)["op"], "match")
        for live in [*lives, other]:
            live.shut()


finish()
