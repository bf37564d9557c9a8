#!/usr/bin/env python3
"""The transport (src/server/net/net.h) on real sockets: TLS, WebSockets, streams and files."""
import gzip
import os
import random
import shutil
import ssl
import struct
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from harness import Skip, finish, folder, holds, same, test, write  # noqa: E402
from net_peer import BINARY, CLOSE, PING, PONG, TEXT, Client, Server, frame, is_guarded, request  # noqa: E402

K = 1024


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
        c.send(frame(TEXT, final=False) + frame(0, final=False) * 1000 + frame(0))
        same(c.message(), "", "a thousand empty ones")


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
    with Server("--ping-ms=300", "--pong-ms=3000") as s:
        deaf, well = s.socket(), s.socket()
        heard = []

        def listen():
            while len(heard) == 0 or heard[-1][0] == PING:
                heard.append(well.frame())
                if heard[-1][0] == PING:
                    well.send(frame(PONG))
        listener = threading.Thread(target=listen)
        listener.start()
        same(deaf.frame(), (PING, b""))
        same(deaf.rest(), b"", "dropped")
        same(s.counts()["drop_silent"], 1)
        well.say("still here")
        listener.join()
        same(heard[-1][1], b"still here")
        holds(len(heard) > 6, f"{len(heard) - 1} pings")
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
            for _ in range(50):
                same(c.get("/").status, 200, "others are served")
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
    write(where + "/app-2DYQOLNC.js", "x")
    write(where + "/app-NOT_HASH.js", "x")
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
        same(c.get("/files/app-2DYQOLNC.js")["cache-control"], "public, max-age=31536000, immutable")
        same(c.get("/files/app-NOT_HASH.js")["cache-control"], "no-cache")
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


SHARED = Server("--max-per-address=1000")
try:
    finish()
finally:
    SHARED.stop()
