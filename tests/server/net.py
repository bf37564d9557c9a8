#!/usr/bin/env python3
"""The transport (src/server/net.h) on real sockets: what it does for clients that behave, and what it
does to those that do not."""
import gzip
import os
import random
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from harness import Skip, finish, folder, holds, same, test, write  # noqa: E402
from net_peer import (BINARY, CLOSE, PING, PLAIN, PONG, TEXT, Client, Server, frame, request)  # noqa: E402

SECURITY = {
    "x-content-type-options": "nosniff", "x-frame-options": "DENY", "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin",
}
K = 1024


def is_guarded(answer, about=""):
    """Every answer has the security headers."""
    for name, value in SECURITY.items():
        same(answer[name], value, f"{about} {name}")
    holds(answer["content-security-policy"].startswith("default-src 'self'"), about)
    holds("frame-ancestors 'none'" in answer["content-security-policy"], about)
    holds("camera=()" in answer["permissions-policy"], about)


# Requests and answers.

@test
def a_request_is_answered_with_all_headers():
    with Server() as s:
        a = s.get("/")
        same((a.status, a.body, a["content-type"], a["content-length"]), (200, b"hello\n", "text/plain", "6"))
        is_guarded(a)
        same(a["strict-transport-security"], "", "only with TLS")
        holds(a["date"].endswith(" GMT"), a["date"])
        a = s.get("/nothing")
        same(a.status, 404)
        is_guarded(a)


@test
def the_application_may_replace_headers_or_leave_them_out():
    with Server() as s:
        a = s.get("/echo")
        same((a["x-frame-options"], a["permissions-policy"]), ("SAMEORIGIN", ""))
        same(a["set-cookie"], "a=1; HttpOnly, b=2")


@test
def a_request_is_understood():
    with Server() as s:
        a = s.get("/echo?b=2&a=x%20y+z%C3%A9&a=second", "Cookie: one=1; sid=s3cret", "Cookie: two=2",
                  "X-Test: first", "x-tEST:   second  ", method="POST", body=b"the body").values()
        same((a["method"], a["path"], a["query"]), ("1", "/echo", "b=2&a=x%20y+z%C3%A9&a=second"))
        same((a["a"], a["sid"], a["x-test"]), ("x y zé", "s3cret", "first, second"))
        same((a["client"], a["secure"], a["body"]), ("127.0.0.1", "0", "the body"))


@test
def every_method_of_the_interface():
    with Server() as s, s.connect() as c:
        for number, method in enumerate(["GET", "POST", "PUT", "PATCH", "DELETE"]):
            same(c.get("/echo", method=method).values()["method"], str(number), method)
        same(c.get("/echo", method="OPTIONS").values()["method"], "6")
        same(c.get("/echo", method="DELETE", body=b"gone").values()["body"], "gone")


@test
def paths_are_decoded_and_resolved():
    with Server() as s, s.connect() as c:
        for target, path in [
            ("/path/a%20b", "/path/a b"), ("/path//a///b", "/path/a/b"), ("/path/./a/./b/.", "/path/a/b/"),
            ("/path/a/../b", "/path/b"), ("/path/a/%2e%2E/b", "/path/b"), ("/path/a/..", "/path/"),
            ("/../../path/x", "/path/x"), ("/path/x%2f..%2fy", "/path/y"), ("/path/%D0%B1", "/path/б"),
            ("/path/...", "/path/..."), ("/path/.hidden", "/path/.hidden"), ("/path/a/", "/path/a/"),
            ("/path/+", "/path/+"), ("http://other:80/path/x?y", "/path/x"),
        ]:
            same(c.get(target).body.decode(), path, target)
        same(c.get("/path/..").status, 200, "the root")
        same(c.get("/..").body, b"hello\n")


@test
def head_counts_the_body_and_does_not_send_it():
    with Server() as s, s.connect() as c:
        a = c.get("/big?size=12345", method="HEAD")
        same((a.status, a["content-length"]), (200, "12345"))
        same(c.get("/").body, b"hello\n", "the connection goes on")


@test
def a_connection_is_kept_or_closed_as_agreed():
    with Server() as s:
        with s.connect() as c:
            for _ in range(5):
                same(c.get("/")["connection"], "")
            same(c.get("/", "Connection: close")["connection"], "close")
            holds(c.is_closed(), "after close")
        with s.connect() as c:
            c.send(b"GET / HTTP/1.0\r\n\r\n")
            same((c.answer()["connection"], c.is_closed()), ("close", True), "HTTP/1.0")
        with s.connect() as c:
            for _ in range(2):
                c.send(b"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
                same(c.answer()["connection"], "keep-alive")
        same(s.counts()["connections"], 4)


@test
def pipelined_requests_are_answered_in_order():
    with Server() as s, s.connect() as c:
        c.send(request("/late?ms=150") + request("/echo", method="POST", body=b"two") + request("/") +
               request("/path/4"))
        same([c.answer().body[-5:] for _ in range(4)], [b"late\n", b"y=two", b"ello\n", b"ath/4"])
        for _ in range(3):
            c.send(b"".join(request(f"/path/{i}") for i in range(700)))
            same([c.answer().body for _ in range(700)], [b"/path/%d" % i for i in range(700)])


@test
def bytes_may_come_one_by_one():
    with Server() as s, s.connect() as c:
        c.trickle(request("/echo", method="POST", body=b"slow but sure"))
        same(c.answer().values()["body"], "slow but sure")
        c.trickle(request("/echo", "Transfer-Encoding: chunked", method="POST") +
                  b"5;x=y\r\nslow \r\n3\r\nbut\r\n0\r\nTrailer: x\r\n\r\n")
        same(c.answer().values()["body"], "slow but")
        c.send(b"\r\n\r\n" + request("/"))
        same(c.answer().body, b"hello\n", "empty lines between requests")


@test
def bodies_in_chunks():
    with Server() as s, s.connect() as c:
        data = random.Random(1).randbytes(50 * K)
        chunks, at = b"", 0
        while at < len(data):
            part = data[at:at + random.Random(at).randint(1, 5000)]
            chunks += b"%X\r\n%s\r\n" % (len(part), part)
            at += len(part)
        c.send(request("/echo", "Transfer-Encoding: Chunked", method="PUT") + chunks + b"0\r\n\r\n" + request("/"))
        a = c.answer()
        holds(a.body.endswith(b"body=" + data), "as it was sent")
        same(c.answer().body, b"hello\n", "what comes after it is the next request")


@test
def bad_chunks_are_refused():
    for chunks, status in [
        (b"x\r\n", 400), (b"\r\n", 400), (b"5\r\nhelloX\r\n", 400), (b"5\nhello\r\n", 400), (b"-1\r\n", 400),
        (b"123456789\r\n", 413), (b"FFFFFFFF\r\n", 413), (b"10001\r\n", 413), (b"5" + b" " * 300 + b"\r\n", 400),
        (b"0\r\n" + b"X: y\r\n" * 1000 + b"\r\n", 431), (b"1;" + b"x" * 1000, 400),
    ]:
        with SHARED.connect() as c:
            c.send(request("/echo", "Transfer-Encoding: chunked", method="POST") + chunks)
            a = c.answer()
            same(a.status, status, chunks[:40])
            is_guarded(a, chunks[:40])
            holds(c.is_closed(), chunks[:40])


@test
def a_client_that_asks_first_is_told_to_continue():
    with SHARED.connect() as c:
        head = request("/echo", "Expect: 100-continue", method="POST", body=b"12345")[:-5]
        c.send(head)
        same(c.answer().status, 100)
        c.send(b"12345")
        same(c.answer().values()["body"], "12345")
        c.send(request("/echo", "Expect: 100-continue", "Content-Length: 999999", method="POST"))
        same(c.answer().status, 413, "before the body comes")
    same(SHARED.get("/", "Expect: miracles").status, 417)


@test
def malformed_requests_are_refused_and_the_connection_closed():
    cases = [
        (b"\r\n\r\nnonsense\r\n\r\n", 400), (b"GET / HTTP/1.1\r\n\r\n", 400), (b"GET /\r\n\r\n", 400),
        (b"GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400), (b"GET / HTTP/1.1 \r\nHost: x\r\n\r\n", 400),
        (b"GET / http/1.1\r\nHost: x\r\n\r\n", 400), (b"GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505), (b"GET / HTTP/1.2\r\nHost: x\r\n\r\n", 505),
        (b"get / HTTP/1.1\r\nHost: x\r\n\r\n", 501), (b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 501),
        (b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", 501), (b"TRACE / HTTP/1.1\r\nHost: x\r\n\r\n", 501),
        (b"G@T / HTTP/1.1\r\nHost: x\r\n\r\n", 400), (b"GET * HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET x HTTP/1.1\r\nHost: x\r\n\r\n", 400), (b"GET http://x HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET /#a HTTP/1.1\r\nHost: x\r\n\r\n", 400), (b"GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET /%4 HTTP/1.1\r\nHost: x\r\n\r\n", 400), (b"GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET /%0d%0a HTTP/1.1\r\nHost: x\r\n\r\n", 400), (b"GET /%ff HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET /%c0%af HTTP/1.1\r\nHost: x\r\n\r\n", 400), (b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400), (b"GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", 400), (b"GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n", 400), (b"GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n", 400), (b"GET / HTTP/1.1\nHost: x\r\n\r\n", 400),
        # What a proxy and we could read differently.
        (b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 400),
        (b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 5\r\n\r\nhello", 400),
        (b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\nhello", 400),
        (b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 0x5\r\n\r\nhello", 400),
        (b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\nhello", 400),
        (b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\nhello", 400),
        (b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413),
        (b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
        (b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n", 501),
        (b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n", 400),
        (b"POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ]
    for raw, status in cases:
        with SHARED.connect() as c:
            c.send(raw)
            a = c.answer()
            same(a.status, status, raw)
            same(a["connection"], "close", raw)
            is_guarded(a, raw)
            holds(c.is_closed(), raw)


@test
def heads_have_a_limit():
    with SHARED.connect() as c:
        same(c.get("/", "X: " + "x" * 7000).status, 200)
        same(c.get("/?" + "q" * 7000).status, 200)
        for big in ["X: " + "x" * 9000, "X: " + "x" * 200000]:
            with SHARED.connect() as d:
                d.send(request("/", big))
                a = d.answer()
                same(a.status, 431)
                is_guarded(a)
        c.send(b"GET /" + b"x" * 100000)
        same(c.answer().status, 431, "that does not end")
    same(SHARED.get("/", *(f"X{i}: y" for i in range(98))).status, 200)
    same(SHARED.get("/", *(f"X{i}: y" for i in range(101))).status, 431)
    same(SHARED.get("/", *("X: y" for i in range(101))).status, 431)


@test
def bodies_have_a_limit_and_the_client_hears_of_it():
    same(SHARED.get("/echo", method="POST", body=b"x" * 64 * K).status, 200)
    for size in [64 * K + 1, 3000 * K]:
        with SHARED.connect() as c:
            sender = threading.Thread(target=lambda: sent(c, request("/echo", method="POST", body=b"x" * size)))
            sender.start()
            a = c.answer()
            same(a.status, 413)
            is_guarded(a)
            holds(c.rest() == b"", "closed")
            sender.join()
    same(len(SHARED.get("/upload", method="POST", body=b"y" * 1024 * K).body) > 1024 * K, True)
    same(SHARED.get("/upload", "Content-Length: 1048577", method="POST").status, 413)


def sent(client, data):
    try:
        client.send(data)
    except OSError:
        pass


@test
def a_client_that_has_closed_its_half_is_still_answered():
    for target, body in [("/late?ms=200", b"late\n"), ("/", b"hello\n")]:
        with SHARED.connect() as c:
            c.send(request(target))
            c.sock.shutdown(socket.SHUT_WR)
            same(c.answer().body, body)
            holds(c.is_closed(), "and then closed")
    with SHARED.connect(size=4096) as c:
        c.send(request("/big?size=3000000"))
        c.sock.shutdown(socket.SHUT_WR)
        time.sleep(0.1)
        same(len(c.answer().body), 3000000, "all of a long answer")


@test
def a_request_outlives_its_client():
    before = SHARED.counts()
    for gone in [Client.close, Client.reset]:
        for size in ["", "&x=y"]:
            c = SHARED.connect()
            c.send(request("/late?ms=100" + size))
            time.sleep(0.02)
            gone(c)
    for stop in [10, 60]:
        c = SHARED.connect()
        c.send(request("/echo", method="POST", body=b"never complete")[:-stop])
        gone(c)
    after = SHARED.wait(lambda c: c["open_requests"] == 1 and c["open_connections"] == 1)
    same(after["requests"] - before["requests"] >= 5, True)


@test
def a_long_answer_to_a_slow_reader():
    for stays in "01":
        with SHARED.connect(size=4096) as c:
            c.send(request(f"/big?size=2000000&stays={stays}"))
            time.sleep(0.2)
            body = c.answer().body
            same((len(body), body[:30], body[-3:]), (2000000, b"abcdefghijklmnopqrstuvwxyzabcd", b"hijklmnopqrstuvwxyz"[:0] +
                 bytes(97 + i % 26 for i in range(1999997, 2000000))))
            same(c.get("/").body, b"hello\n")


@test
def random_bytes_do_no_harm():
    seed = random.SystemRandom().randrange(2**32)
    rng = random.Random(seed)
    print(f"# seed {seed}")
    models = [request("/echo?a=1", "Cookie: a=b", method="POST", body=b"12345"),
              request("/echo", "Transfer-Encoding: chunked", method="PUT") + b"5\r\n12345\r\n0\r\n\r\n",
              request("/ws", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                      "Sec-WebSocket-Version: 13") + frame(TEXT, b"hello") + frame(PING, b"x") + frame(CLOSE)]
    for _ in range(400):
        data = bytearray(rng.choice(models))
        for _ in range(rng.randint(0, 8)):
            at = rng.randrange(len(data))
            if rng.random() < 0.5:
                data[at] = rng.choice(b"\0\r\n :;%/?0\xff" + bytes([rng.randrange(256)]))
            elif rng.random() < 0.5:
                del data[at:at + rng.randint(1, 20)]
            else:
                data[at:at] = rng.randbytes(rng.randint(1, 30))
            data = data or bytearray(b"x")
        with SHARED.connect() as c:
            sent(c, bytes(data))
            c.sock.shutdown(socket.SHUT_WR)
            c.rest()
    same(SHARED.get("/").body, b"hello\n", "it is still there")


# Time.

@test
def slow_heads_and_bodies_are_cut_off():
    with Server("--head-ms=500") as s:
        quiet, slow, body, chunked = (s.connect() for _ in range(4))
        slow.send(b"GET / HTT")
        body.send(request("/echo", method="POST", body=b"12345")[:-2])
        chunked.send(request("/echo", "Transfer-Encoding: chunked", method="POST") + b"3\r\n12")
        began = time.monotonic()
        for i in range(60):  # a byte now and then does not help
            time.sleep(0.02)
            sent(slow, b"P"[:0] if i < 5 else b"x")
        same(slow.answer().status, 408)
        for c in [body, chunked]:
            a = c.answer()
            same((a.status, c.is_closed()), (408, True))
            is_guarded(a)
        same(quiet.rest(), b"", "one that never spoke")
        holds(time.monotonic() - began < 10, "in time")
        same(s.counts()["drop_slow_in"], 4)
        for c in (quiet, slow, body, chunked):
            c.close()


@test
def an_idle_connection_is_closed():
    with Server("--idle-ms=400", "--head-ms=5000") as s, s.connect() as c:
        same(c.get("/").status, 200)
        began = time.monotonic()
        holds(c.is_closed(10), "closed")
        holds(time.monotonic() - began > 0.3, "not at once")
        same(s.counts()["drop_idle"], 1)


@test
def a_client_that_takes_no_answer_is_dropped():
    with Server("--write-ms=500") as s:
        with s.connect(size=4096) as c:
            c.send(request("/big?size=8000000"))
            s.wait(lambda counts: counts["drop_slow_out"] == 1)
            holds(len(c.rest()) < 8000000, "cut off")


@test
def a_late_answer_may_come_very_late():
    with Server("--head-ms=300", "--idle-ms=300", "--write-ms=300") as s:
        same(s.get("/late?ms=1500").body, b"late\n", "the limits are for clients, not for the application")


@test
def timers_and_other_threads():
    with Server() as s:
        began = time.monotonic()
        same(s.get("/late?ms=300").body, b"late\n")
        holds(0.28 < time.monotonic() - began < 5, "about then")
        for _ in range(3):
            same(s.get("/wake").body, b"woken\n")
        counts = s.counts()
        holds(abs(counts["now"] - time.time() * 1000) < 5000, "the wall clock")


# Floods.

@test
def no_more_connections_than_are_allowed():
    with Server("--max-clients=20") as s:
        held = [s.connect() for _ in range(20)]
        for c in held:
            c.send(b"G")
        with s.connect() as c:
            a = c.answer()
            same((a.status, a["retry-after"]), (503, "5"))
            is_guarded(a)
        held.pop().close()
        time.sleep(0.1)
        counts = s.counts()
        same((counts["open_connections"], counts["drop_full"]), (20, 1))
        for c in held:
            c.close()
        s.wait(lambda counts: counts["open_connections"] == 1)


@test
def no_more_connections_of_one_address_than_are_allowed():
    with Server("--max-per-address=10") as s:
        held = [s.connect() for _ in range(10)]
        with s.connect() as c:
            a = c.answer()
            same(a.status, 429)
            is_guarded(a)
        with s.connect("127.0.0.1") as c, s.connect("::1") as other:
            same(other.get("/").status, 200, "another address")
        held[0].close()
        time.sleep(0.1)
        same(s.get("/").status, 200, "one has gone")
        for c in held:
            c.close()


@test
def a_storm_of_connections():
    with Server() as s:
        for _ in range(10):
            clients = [s.connect() for _ in range(150)]
            for i, c in enumerate(clients):
                if i % 3 == 0:
                    c.send(b"GET / HTTP/1.1\r\n")
                elif i % 3 == 1:
                    c.send(request("/"))
            for i, c in enumerate(clients):
                c.reset() if i % 2 else c.close()
        s.wait(lambda counts: counts["open_connections"] == 1)


@test
def without_file_descriptors_clients_are_told_and_it_recovers():
    with Server(files=64) as s, s.connect() as c:
        same(c.get("/hog").body, b"hogged\n")
        answers = []
        for _ in range(40):
            with s.connect() as d:
                answers.append(d.answer())
        same({a.status for a in answers}, {503})
        is_guarded(answers[0])
        same(c.get("/").body, b"hello\n", "those who are in are served")
        waiting = [s.connect() for _ in range(3)]
        used = s.cpu()
        time.sleep(1)
        holds(s.cpu() - used < 0.4, "no busy loop")
        same(c.get("/hog?leave=0").status, 200)
        same(c.get("/unhog").body, b"free\n")
        time.sleep(0.3)
        same(s.get("/").body, b"hello\n")
        holds(s.counts()["drop_files"] >= 40, "counted")
        for d in waiting:
            d.close()


@test
def the_limit_of_files_is_the_limit_of_connections():
    with Server(files=80) as s:
        held = [s.connect() for _ in range(60)]
        with s.connect() as c:
            same(c.answer().status, 503)
        for c in held:
            c.close()
        s.wait(lambda counts: counts["open_connections"] == 1)
        same(s.counts()["drop_files"], 0)


# Where it listens, and for whom.

@test
def both_kinds_of_addresses():
    with Server() as s:
        for address in ["127.0.0.1", "::1"]:
            with s.connect(address) as c:
                same(c.get("/echo").values()["client"], address)
    with Server("--address=::1") as s:
        with s.connect("::1") as c:
            same(c.get("/").status, 200)
        refused(s, "127.0.0.1")
    with Server("--address=127.0.0.1") as s:
        same(s.get("/").status, 200)
        refused(s, "::1")
    with Server("--address=localhost") as s:
        same(s.get("/").status, 200)


def refused(server, address):
    try:
        server.connect(address).close()
    except ConnectionRefusedError:
        return
    raise AssertionError(f"{address} is not refused")


@test
def an_address_that_cannot_be_had():
    with Server() as s:
        for options, word in [(["--address=127.0.0.1", f"--port={s.port}"], "in use"), (["--address=no.such.invalid"], ""),
                              (["--address=192.0.2.1"], "192.0.2.1"), (["--port=70000"], "70000")]:
            try:
                Server(*options)
            except RuntimeError as why:
                holds(str(why).startswith("status 1: ") and "cannot listen" in str(why) and word in str(why), why)
                continue
            raise AssertionError(f"{options} works")


@test
def who_a_proxy_speaks_for():
    said = ["X-Forwarded-For: 198.51.100.7, 203.0.113.9", "X-Forwarded-Proto: https"]
    with Server() as s:
        a = s.get("/echo", *said)
        same((a.values()["client"], a.values()["secure"], a["strict-transport-security"]), ("127.0.0.1", "0", ""))
    with Server("--trust-proxy", "--max-per-address=3") as s:
        a = s.get("/echo", *said)
        same((a.values()["client"], a.values()["secure"]), ("203.0.113.9", "1"), "what the proxy itself added")
        holds(a["strict-transport-security"].startswith("max-age="), "as it is secure for the client")
        same(s.get("/echo", "X-Forwarded-For: 2001:db8::7").values()["client"], "2001:db8::7")
        for nonsense in ["X-Forwarded-For: unknown", "X-Forwarded-For: " + "1" * 300, "X-Forwarded-For: ,"]:
            same(s.get("/echo", nonsense).values()["client"], "127.0.0.1", nonsense)
        held = [s.socket("/ws", "X-Forwarded-For: 203.0.113.9") for _ in range(3)]
        try:
            s.socket("/ws", "X-Forwarded-For: 203.0.113.9")
            raise AssertionError("a fourth of that client")
        except ConnectionRefusedError as why:
            same(why.args[0], 429)
        same(s.get("/stream?count=1", "X-Forwarded-For: 203.0.113.9").status, 429)
        held.append(s.socket("/ws", "X-Forwarded-For: 203.0.113.10"))
        for c in held:
            c.close()
        s.wait(lambda counts: counts["open_sockets"] == 0)
        s.socket("/ws", "X-Forwarded-For: 203.0.113.9").close()


# TLS.

def certificate():
    """Paths of a certificate and its key, made now."""
    if not shutil.which("openssl"):
        raise Skip("there is no openssl command to make a certificate with")
    where = folder()
    cert, key = where + "/cert.pem", where + "/key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=localhost", "-addext",
                    "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    return cert, key


@test
def everything_works_over_tls():
    cert, key = certificate()
    tls = ssl.create_default_context(cafile=cert)
    tls.set_alpn_protocols(["h2", "http/1.1"])
    with Server(f"--cert={cert}", f"--key={key}", tls=tls) as s:
        with s.connect() as c:
            same(c.sock.selected_alpn_protocol(), "http/1.1")
            a = c.get("/echo", method="POST", body=b"secret" * 9000)
            same((a.status, a.values()["secure"], a.body.endswith(b"secret" * 9000)), (200, "1", True))
            holds(a["strict-transport-security"].startswith("max-age="), "HSTS")
            same(c.get("/late?ms=50").body, b"late\n")
            c.send(b"".join(request(f"/path/{i}") for i in range(1000)))
            same([c.answer().body for _ in range(1000)], [b"/path/%d" % i for i in range(1000)])
            same(len(c.get("/big?size=3000000").body), 3000000)
            same(c.get("/stream?count=3&ms=10").body.count(b"tick"), 3)
        with s.socket() as c:
            for i in range(50):
                c.say(f"number {i} " + "x" * i * 100)
                same(c.message(), f"number {i} " + "x" * i * 100)
            c.say("close 4000 enough")
            same(c.closing(), (4000, "enough"))
        with s.connect(size=4096) as c:
            c.send(request("/big?size=3000000"))
            time.sleep(0.2)
            same(len(c.answer().body), 3000000, "a slow reader")
        with s.connect() as c:
            same(c.get("/", "X: " + "x" * 20000).status, 431)


@test
def clients_that_fail_at_tls():
    cert, key = certificate()
    tls = ssl.create_default_context(cafile=cert)
    with Server(f"--cert={cert}", f"--key={key}", "--head-ms=500") as s:
        with s.connect() as c:
            c.send(request("/"))
            holds(b"HTTP" not in c.rest(), "plain HTTP")
        for start in [b"", b"\x16\x03\x01", random.randbytes(300)]:
            with s.connect() as c:
                c.send(start)
                c.rest()
        s.tls = tls
        s.wait(lambda counts: counts["open_connections"] == 1)
        same(s.get("/").status, 200)


@test
def a_certificate_that_cannot_be_used():
    cert, key = certificate()
    bad = write(folder() + "/bad.pem", "no certificate")
    for options in [[f"--cert={bad}", f"--key={key}"], [f"--cert={cert}", f"--key={bad}"], ["--cert=/none", f"--key={key}"],
                    [f"--cert={cert}"], [f"--key={key}"]]:
        try:
            Server(*options)
        except RuntimeError as why:
            holds(str(why).startswith("status 1: ") and "cannot be used" in str(why), why)
            continue
        raise AssertionError(f"{options} works")


# WebSockets.

@test
def messages_go_both_ways():
    with SHARED.socket("/ws?greet=hello%20there") as c:
        same(c.message(), "hello there")
        for text in ["", "x", "x" * 125, "x" * 126, "ёж 🎲 " * 1000, "y" * 16 * K]:
            c.say(text)
            same(c.message(), text)
        c.send(b"".join(frame(TEXT, b"%d" % i) for i in range(1000)))
        same([c.message() for _ in range(1000)], [str(i) for i in range(1000)])
        c.trickle(frame(TEXT, "по байту".encode()))
        same(c.message(), "по байту")
        c.send(frame(CLOSE, struct.pack(">H", 1000) + b"bye"))
        same(c.closing(), (1000, ""))


@test
def a_message_may_come_with_the_handshake():
    with SHARED.connect() as c:
        c.upgrade(more=frame(TEXT, b"early") + frame(TEXT, b"bird"))
        same([c.message(), c.message()], ["early", "bird"])


@test
def fragments_are_put_together():
    with SHARED.socket() as c:
        whole = ("ж" * 4000).encode()
        cut = [whole[i:i + 333] for i in range(0, len(whole), 333)]  # inside letters, too
        for i, part in enumerate(cut):
            c.send(frame(TEXT if i == 0 else 0, part, final=i == len(cut) - 1))
            c.send(frame(PING, b"%d" % i))
            if i < len(cut) - 1:
                same(c.frame(), (PONG, b"%d" % i), "between fragments")
        same(c.message(), whole.decode())
        same(c.frame()[0], PONG)
        for final in [False] * 1000 + [True]:
            c.send(frame(0 if c.buffer or final or fragments_begun(c) else TEXT, b"", final=final))
        same(c.message(), "", "a thousand empty ones")


def fragments_begun(client):
    begun = getattr(client, "begun", False)
    client.begun = True
    return begun


@test
def broken_frames_close_the_socket_with_the_right_code():
    big = b"x" * (16 * K + 1)
    for raw, code in [
        (frame(TEXT, b"\xff"), 1007), (frame(TEXT, b"\xc0\x80"), 1007), (frame(TEXT, b"\xed\xa0\x80"), 1007),
        (frame(TEXT, b"\xd0", final=False) + frame(0, b"x"), 1007), (frame(TEXT, b"cut \xd0"), 1007),
        (frame(BINARY, b"x"), 1003), (frame(BINARY, b"x", final=False), 1003),
        (frame(TEXT, big), 1009), (frame(TEXT, b"x", size=70000), 1009), (frame(TEXT, size=2**62), 1009),
        (frame(TEXT, big[:9000], final=False) + frame(0, big[:9000]), 1009),
        (frame(TEXT, b"x", mask=False), 1002), (frame(TEXT, b"x", rsv=4), 1002), (frame(TEXT, b"x", rsv=1), 1002),
        (frame(3, b"x"), 1002), (frame(7), 1002), (frame(11), 1002), (frame(15), 1002),
        (frame(0, b"x"), 1002), (frame(TEXT, b"x", final=False) + frame(TEXT, b"y"), 1002),
        (frame(PING, b"x" * 126), 1002), (frame(PING, b"x", final=False), 1002), (frame(CLOSE, final=False), 1002),
        (b"\x81\xfe\x00\x05" + b"\0\0\0\0hello", 1002), (b"\x81\xff" + struct.pack(">Q", 5) + b"\0\0\0\0hello", 1002),
        (b"\x81\xff" + struct.pack(">Q", 2**63 + 5) + b"\0\0\0\0hello", 1002),
        (frame(CLOSE, b"\x03"), 1002), (frame(CLOSE, struct.pack(">H", 999)), 1002),
        (frame(CLOSE, struct.pack(">H", 1005)), 1002), (frame(CLOSE, struct.pack(">H", 1006)), 1002),
        (frame(CLOSE, struct.pack(">H", 2500)), 1002), (frame(CLOSE, struct.pack(">H", 5000)), 1002),
        (frame(CLOSE, struct.pack(">H", 1000) + b"\xff"), 1007),
        (frame(CLOSE), 1000), (frame(CLOSE, struct.pack(">H", 1001)), 1001), (frame(CLOSE, struct.pack(">H", 4999)), 4999),
    ]:
        with SHARED.socket() as c:
            c.send(raw)
            same(c.closing()[0], code, raw[:40])


@test
def handshakes_that_are_refused():
    base = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    for fields, target, status in [
        ([*base, key], "/elsewhere", 403), ([*base], "/ws", 400), ([*base, "Sec-WebSocket-Key: short"], "/ws", 400),
        ([*base, key, key], "/ws", 400), ([*base, "Sec-WebSocket-Key: !!!!!!!!!!!!!!!!!!!!!!=="], "/ws", 400),
        ([*base[:2], key, "Sec-WebSocket-Version: 8"], "/ws", 426), ([*base[:2], key], "/ws", 426),
        ([*base, key, "Content-Length: 3"], "/ws", 400),
    ]:
        with SHARED.connect() as c:
            a = c.get(target, *fields)
            same(a.status, status, fields)
            is_guarded(a, fields)
            holds(c.is_closed(), fields)
    a = SHARED.get("/ws", *base[:2], key, "Sec-WebSocket-Version: 8")
    same(a["sec-websocket-version"], "13")
    same(SHARED.get("/", "Upgrade: h2c", "Connection: Upgrade").status, 200, "another upgrade is not ours")
    same(SHARED.get("/echo", *base, key, method="POST").status, 200, "nor is one of a POST")
    before = SHARED.counts()
    SHARED.socket("/ws", "Origin: https://x", "Sec-WebSocket-Extensions: permessage-deflate").close()
    SHARED.wait(lambda c: c["opened"] == before["opened"] + 1 and c["closed"] == c["opened"])


@test
def the_server_closes_a_socket():
    with SHARED.socket() as c:
        c.say("many 3 before")
        c.say("close 4001 " + "why" * 100)
        same([c.message() for _ in range(3)], ["before"] * 3)
        same(c.closing(), (4001, ("why" * 100)[:123]), "and nothing after it")
    before = SHARED.counts()["closed"]
    with SHARED.socket() as c:
        c.say("close 4002 " + "ж" * 100)
        same(c.closing(), (4002, "ж" * 61), "cut where a letter ends")
    SHARED.wait(lambda counts: counts["closed"] == before + 1)


@test
def silent_sockets_are_pinged_and_then_dropped():
    with Server("--ping-ms=300", "--pong-ms=300") as s:
        deaf, well = s.socket(), s.socket()
        for _ in range(6):
            same(well.frame(), (PING, b""))
            well.send(frame(PONG))
        same(deaf.frame(), (PING, b""))
        same(deaf.rest(), b"", "dropped")
        well.say("still here")
        opcode, payload = well.frame()
        while opcode == PING:
            opcode, payload = well.frame()
        same(payload, b"still here")
        same(s.counts()["drop_silent"], 1)
        deaf.close()
        well.close()


@test
def a_socket_that_does_not_read_is_dropped():
    with Server() as s:
        c = s.socket(size=4096)
        c.say("many 5000 " + "x" * 2000)
        counts = s.wait(lambda counts: counts["closed"] == 1)
        same((counts["open_sockets"], counts["drop_slow_out"]), (0, 1))
        c.close()


@test
def a_flood_that_is_never_read_disturbs_nobody():
    with Server("--write-ms=3000") as s:
        flood = [s.socket(size=4096) for _ in range(4)]
        stop = threading.Event()

        def pour(c):
            data = b"".join(frame(TEXT, b"z" * 1000) for _ in range(50)) + frame(PING, b"p" * 100)
            c.sock.settimeout(0.1)
            while not stop.is_set():
                try:
                    c.sock.send(data)
                except TimeoutError:
                    pass
                except OSError:
                    return

        threads = [threading.Thread(target=pour, args=(c,)) for c in flood]
        for thread in threads:
            thread.start()
        with s.connect() as c:
            began = time.monotonic()
            for _ in range(50):
                same(c.get("/").status, 200)
            holds(time.monotonic() - began < 10, "others are served")
        time.sleep(0.5)
        used = s.cpu()
        time.sleep(1)
        holds(s.cpu() - used < 0.5, "it sleeps while nothing can be sent")
        s.wait(lambda counts: counts["open_sockets"] == 0, "dropped in the end")
        stop.set()
        for thread in threads:
            thread.join()
        for c in flood:
            c.close()


# Streams.

@test
def a_stream_goes_on_until_it_is_ended():
    with Server() as s:
        with s.connect() as c:
            c.send(request("/stream?count=3&ms=30"))
            status, fields = c.head()
            same((status, dict(fields)["content-type"], dict(fields)["transfer-encoding"]),
                 (200, "application/x-ndjson", "chunked"))
            same([c.chunk() for _ in range(5)], [b"{}\n"] + [b'{"tick":1}\n'] * 3 + [b""])
            holds(c.is_closed(), "and closed")
        with s.connect() as c:
            c.send(request("/stream?count=2&ms=10", version="HTTP/1.0"))
            a = c.answer()
            same((a["transfer-encoding"], a.body), ("", b'{}\n{"tick":1}\n{"tick":1}\n'))
        same(s.get("/stream", method="HEAD").status, 200)
        counts = s.wait(lambda counts: counts["streams_closed"] == 2)
        same((counts["streams"], counts["open_streams"]), (2, 0))


@test
def a_stream_ends_with_its_client():
    with Server() as s:
        for gone in [Client.close, Client.reset]:
            c = s.connect()
            c.send(request("/stream?ms=600000"))
            c.head()
            c.send(request("/") * 3)
            same(s.counts()["open_streams"], 1)
            gone(c)
            s.wait(lambda counts: counts["open_streams"] == 0, "noticed without sending")
        with s.connect(size=4096) as c:
            c.send(request("/stream?ms=1&size=60000"))
            s.wait(lambda counts: counts["drop_slow_out"] == 1)
            holds(c.rest(), "what was sent before")
        s.wait(lambda counts: counts["streams_closed"] == 3)


# Files.

@test
def files_are_served():
    where = folder()
    page = b"<!doctype html>" + b"page " * 500
    write(where + "/index.html", page)
    write(where + "/index.html.gz", gzip.compress(page))
    write(where + "/index.html.br", b"as if compressed")
    write(where + "/app.0123abcd.js", "let x")
    write(where + "/.secret", "hidden")
    write(where + "/empty.txt", "")
    os.mkdir(where + "/icons")
    write(where + "/icons/a.svg", "<svg/>")
    write(where + "/archive.gz", "not a variant")
    write(os.path.dirname(where) + "/outside.txt", "outside")
    with Server(f"--files={where}") as s, s.connect() as c:
        a = c.get("/files/index.html")
        same((a.status, a.body, a["content-type"]), (200, page, "text/html; charset=utf-8"))
        same((a["cache-control"], a["vary"], a["content-encoding"]), ("no-cache", "Accept-Encoding", ""))
        same(a["content-security-policy"], "default-src 'none'", "a policy of its own")
        tags = {a["etag"]}
        for accepted, encoding in [("gzip, deflate", "gzip"), ("gzip, deflate, br", "br"), ("br;q=0, gzip;q=0.5", "gzip"),
                                   ("br;q=0.1", "br"), ("identity", ""), ("brr, xgzip", ""), ("BR", "br"), ("gzip;q=0", "")]:
            a = c.get("/files/index.html", f"Accept-Encoding: {accepted}")
            same(a["content-encoding"], encoding, accepted)
            tags.add(a["etag"])
            if encoding == "gzip":
                same(gzip.decompress(a.body), page)
            a = c.get("/files/index.html", f"Accept-Encoding: {accepted}", f'If-None-Match: "x", W/{a["etag"]}')
            same((a.status, a.body), (304, b""), accepted)
        same(len(tags), 3, "a tag for each variant")
        a = c.get("/files/app.0123abcd.js")
        same((a["cache-control"], a["content-type"]), ("public, max-age=31536000, immutable", "text/javascript; charset=utf-8"))
        is_guarded(a)
        same(c.get("/files/icons/a.svg")["content-type"], "image/svg+xml")
        same(c.get("/files/archive.gz").body, b"not a variant")
        same((c.get("/files/empty.txt").status, c.get("/files/empty.txt")["content-length"]), (200, "0"))
        a = c.get("/files/index.html", method="HEAD")
        same((a.status, a["content-length"]), (200, str(len(page))))
        for path in ["/files/", "/files/.secret", "/files/../outside.txt", "/files/%2e%2e/outside.txt", "/files/icons",
                     "/files/..%2foutside.txt", "/files/icons/../../outside.txt", "/files/index.html/", "/files//etc/passwd",
                     "/files/index.html.gz", "/files/index.html.br", "/files/INDEX.HTML", "/files/\\..\\outside.txt"]:
            same(c.get(path).status, 404, path)
        same(c.get("/files/index.html", method="POST").status, 404)
    try:
        Server("--files=/no/such/folder")
        raise AssertionError("no folder")
    except RuntimeError as why:
        holds("/no/such/folder" in str(why), why)


# The end.

@test
def a_graceful_stop():
    for number in [signal.SIGTERM, signal.SIGINT]:
        with Server("--grace-ms=5000") as s:
            idle, busy, half, ws, stream, closing = (s.connect() for _ in range(6))
            same(idle.get("/").status, 200)
            busy.send(request("/late?ms=700") + request("/"))
            half.send(request("/echo", method="POST", body=b"hello")[:-3])
            ws.upgrade()
            stream.send(request("/stream?ms=600000"))
            stream.head()
            stream.chunk()
            closing.upgrade()
            s.wait(lambda counts: counts["open_requests"] >= 2)
            s.process.send_signal(number)
            same(s.process.stdout.readline(), b"stopping\n")
            same(ws.closing(), (1012, "restart"))
            same(closing.closing(), (1012, "restart"))
            same(stream.chunk(), b"", "ended")
            holds(idle.is_closed(), "idle")
            half.send(b"llo")
            same(half.answer().values()["body"], "hello", "a body under way may still come")
            try:
                s.connect().close()
                raise AssertionError("still listening")
            except ConnectionRefusedError:
                pass
            a = busy.answer()
            same((a.body, a["connection"]), (b"late\n", "close"))
            same(busy.rest(), b"", "the next one is not begun")
            for c in (idle, busy, half, ws, stream, closing):
                c.close()
            began = time.monotonic()
            s.finish()
            holds(time.monotonic() - began < 3, "no longer than needed")


@test
def a_stop_does_not_wait_for_ever():
    with Server("--grace-ms=300") as s:
        clients = [s.connect() for _ in range(4)]
        clients[0].send(request("/never"))
        clients[1].send(request("/late?ms=600000"))
        clients[2].send(b"GET")
        clients[3].upgrade()
        s.wait(lambda counts: counts["open_requests"] == 3)
        began = time.monotonic()
        s.process.send_signal(signal.SIGTERM)
        s.process.send_signal(signal.SIGTERM)
        s.process.wait(20)
        holds(time.monotonic() - began < 10, "over")
        for c in clients:
            c.close()
    with Server() as s:
        s.stop()


@test
def it_stops_from_a_request_too():
    with Server() as s, s.connect() as c:
        same(c.get("/stop").body, b"stopping\n")
        c.close()
        s.finish()


# Size.

@test
def two_thousand_idle_sockets_take_little_memory():
    if not os.path.exists(PLAIN):
        raise Skip(f"{PLAIN} is not built: the sanitizers' memory is not the server's")
    with Server("--max-per-address=100000", program=PLAIN) as s:
        warm = [s.socket() for _ in range(50)]
        before, count = s.memory(), 2000
        held = [s.socket() for _ in range(count)]
        each = (s.memory() - before) / count
        print(f"# {each:.1f} kB a socket, {before} kB before")
        holds(each <= 10, f"{each:.1f} kB a socket")
        used = s.cpu()
        time.sleep(1)
        holds(s.cpu() - used < 0.1, "and no time")
        same(s.counts()["open_sockets"], count + 50)
        for c in held + warm:
            c.close()
        s.wait(lambda counts: counts["open_sockets"] == 0)


SHARED = Server("--max-per-address=1000")
try:
    finish()
finally:
    SHARED.stop()
