#!/usr/bin/env python3
"""The transport (src/server/net/net.h) on real sockets: requests and their answers, good and bad."""
import os
import random
import socket
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from harness import finish, holds, same, test  # noqa: E402
from net_peer import CLOSE, PING, TEXT, Client, Server, frame, is_guarded, request, sent  # noqa: E402

K = 1024


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
            ("/path/+", "/path/+"), ("http://test/path/x?y", "/path/x"),
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
        # Requests that a proxy and we could read differently.
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
            same(body == bytes(97 + i % 26 for i in range(2000000)), True, "every byte")
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


SHARED = Server("--max-per-address=1000")
try:
    finish()
finally:
    SHARED.stop()
