#!/usr/bin/env python3
"""The transport (src/server/net/net.h) on real sockets: slow, many and vanishing clients, addresses, and the
end."""
import os
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from harness import Skip, finish, holds, same, test  # noqa: E402
from net_peer import PLAIN, Server, is_guarded, request, sent  # noqa: E402

# Time.

@test
def slow_heads_and_bodies_are_cut_off():
    with Server("--head-ms=500") as s:
        quiet, slow, body, chunked = (s.connect() for _ in range(4))
        slow.send(b"GET / HTT")
        body.send(request("/echo", method="POST", body=b"12345")[:-2])
        chunked.send(request("/echo", "Transfer-Encoding: chunked", method="POST") + b"3\r\n12")
        for _ in range(60):  # a byte now and then does not help
            time.sleep(0.02)
            sent(slow, b"x")
        same(slow.answer().status, 408)
        for c in [body, chunked]:
            a = c.answer()
            same((a.status, c.is_closed()), (408, True))
            is_guarded(a)
        same(quiet.rest(), b"", "one that never spoke")
        same(s.counts()["drop_slow_in"], 4)
        for c in (quiet, slow, body, chunked):
            c.close()


@test
def an_idle_connection_is_closed():
    with Server("--idle-ms=400", "--head-ms=5000") as s, s.connect() as c:
        began = time.monotonic()
        same(c.get("/").status, 200)
        holds(c.is_closed(), "closed")
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
        holds(0.28 < time.monotonic() - began, "not before")
        for _ in range(3):
            same(s.get("/wake").body, b"woken\n")
        before, now, after = time.time() * 1000, s.counts()["now"], time.time() * 1000
        holds(before - 1 <= now <= after + 1, "the wall clock")


@test
def empty_lines_before_a_request_have_an_end():
    with Server() as s:
        with s.connect() as c:
            for _ in range(3):
                c.send(b"\r\n" * 8 + request("/"))
                same(c.answer().body, b"hello\n", "a few are passed over, each time")
        for chunk in [b"\r\n" * 20000, b"\r\n", b"\r", b"\r\n\r"]:
            with s.connect() as c:
                for _ in range(30):  # however they are cut
                    sent(c, chunk)
                    sent(c, b"\n" if chunk.endswith(b"\r") else b"")
                same((c.answer().status, c.is_closed()), (400, True))


# Bodies: only the head is read until the application wants more.

@test
def a_body_that_is_not_wanted_is_not_read():
    with Server() as s:
        for wait in ["", "?ms=50"]:
            for length in ["Content-Length: 60000", "Content-Length: 99999999999", "Transfer-Encoding: chunked"]:
                for more in [[], ["Expect: 100-continue"]]:
                    with s.connect() as c:
                        c.send(request("/refuse" + wait, length, *more, method="POST"))
                        a = c.answer()
                        same((a.status, a["connection"], c.is_closed()), (401, "close", True), f"{length} {more}")
            with s.connect() as c:
                c.send(request("/refuse" + wait, method="POST", body=b"x" * 500) + request("/"))
                a = c.answer()
                same((a.status, a["connection"], c.answer().body), (401, "", b"hello\n"), "skipped, as it was there")
        counts = s.counts()
        same((counts["wanted"], counts["bytes_in"], counts["abandoned"]), (0, 0, 0))


@test
def a_body_waits_for_the_application():
    with Server() as s:
        for step in [1, 1000]:
            with s.connect() as c:
                whole = request("/ponder?ms=200", method="POST", body=b"b" * 1000) + request("/")
                for at in range(0, len(whole), 1 if step == 1 else len(whole)):
                    c.send(whole[at:at + (1 if step == 1 else len(whole))])
                same((c.answer().values()["body"], c.answer().body), ("b" * 1000, b"hello\n"))
        with s.connect() as c:
            c.send(request("/ponder?ms=100", "Expect: 100-continue", "Content-Length: 3", method="POST"))
            same(c.head()[0], 100, "asked for when it is wanted")
            c.send(b"abc")
            same(c.answer().values()["body"], "abc")
        with s.connect() as c:
            c.send(request("/ponder?ms=50", "Content-Length: 1025", method="POST"))
            same((c.answer().status, c.is_closed()), (413, True), "more than is wanted")


@test
def what_is_sent_before_it_is_wanted_takes_little_memory():
    with Server() as s:
        pushers = [s.connect() for _ in range(20)]
        for c in pushers:
            c.send(request("/never", "Content-Length: 1000", method="POST"))
        s.wait(lambda counts: counts["heads"] == 20)
        flood = b"x" * (64 << 20)  # more than the kernel keeps for both ends
        for c in pushers:
            c.sock.settimeout(0.05)
            try:
                c.sock.sendall(flood)
                raise AssertionError("somebody read all that")
            except OSError:
                pass
        holds(s.counts()["buffered"] < 20 * 70000, s.counts())
        for c in pushers:
            c.close()


@test
def a_body_that_never_comes_is_abandoned_once():
    with Server("--head-ms=400") as s:
        gone, cut, early = (s.connect() for _ in range(3))
        gone.send(request("/echo", "Content-Length: 10", method="POST") + b"12345")
        cut.send(request("/ponder?ms=300", "Content-Length: 10", method="POST") + b"12345")
        early.send(request("/ponder?ms=300", "Content-Length: 10", method="POST") + b"12345")
        s.wait(lambda counts: counts["wanted"] >= 1)
        gone.close()
        early.reset()
        with s.connect() as slow:
            slow.send(request("/echo", "Content-Length: 10", method="POST") + b"12345")
            same(slow.answer().status, 408)
        long, broken = s.connect(), s.connect()
        long.send(request("/echo", "Transfer-Encoding: chunked", method="POST") + b"fffff\r\n" + b"x" * 70000)
        same(long.answer().status, 413)
        broken.send(request("/echo", "Transfer-Encoding: chunked", method="POST") + b"zz\r\n")
        same(broken.answer().status, 400)
        same(cut.answer().status, 408)
        counts = s.wait(lambda counts: counts["open_requests"] == 1)
        same(counts["abandoned"], counts["wanted"], "each that was wanted, and once")
        for c in (cut, long, broken):
            c.close()
    with Server() as s:
        held = [s.connect() for _ in range(3)]
        for c in held:
            c.send(request("/ponder?ms=1", "Content-Length: 10", method="POST") + b"12345")
        s.wait(lambda counts: counts["wanted"] == 3)
        s.stop()


@test
def whoever_holds_the_most_memory_gives_way():
    with Server("--trust-proxy", "--max-buffered-mb=1", "--max-per-address=1000") as s:
        def holding(client, size):
            c = s.connect()
            sent(c, request("/upload", f"X-Forwarded-For: {client}", f"Content-Length: {size + 1}", method="POST") + b"x" * size)
            return c
        modest = holding("198.51.100.7", 100000)
        s.wait(lambda counts: counts["buffered"] >= 100000)
        greedy = [holding("2001:db8::%d" % i, 20000) for i in range(100)]  # one network
        s.wait(lambda counts: counts["drop_memory"] >= 20)
        holds(s.counts()["buffered"] <= 1 << 20, "within the budget")
        modest.send(b"x")
        same(modest.answer().status, 200, "who holds less is served, even with the largest of all")
        ended = 0
        for c in greedy:
            sent(c, b"x")
            try:
                c.answer()
            except EOFError:
                ended += 1
            c.close()
        holds(ended >= 20, "those gave way")
        s.wait(lambda counts: counts["buffered"] < 100000)


@test
def answers_that_nobody_takes_count_too():
    with Server("--max-buffered-mb=4") as s:
        held = [s.connect(size=4096) for _ in range(6)]
        for c in held:
            c.send(request("/big?size=3000000"))
        s.wait(lambda counts: counts["drop_memory"] >= 3)
        same(s.get("/").body, b"hello\n")
        holds(s.counts()["buffered"] <= 4 << 20, "within the budget")
        for c in held:
            c.close()


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
        refused = 1
        held.pop().close()
        while not (counts := s.counts()):  # until it has noticed
            refused += 1
        same((counts["open_connections"], counts["drop_full"]), (20, refused))
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
        s.wait(lambda counts: counts["open_connections"] == 10, "one has gone")
        for c in held:
            c.close()


@test
def large_answers_of_one_address_are_few_at_once():
    with Server("--max-transfers=3", "--trust-proxy") as s:
        me, other = "X-Forwarded-For: 203.0.113.9", "X-Forwarded-For: 203.0.113.10"
        held = [s.connect(size=4096) for _ in range(3)]
        for i, c in enumerate(held):
            c.send(request(f"/big?size=4000000&stays={i % 2}", me))
        s.wait(lambda counts: counts["open_requests"] == 1 and counts["requests"] > 3)
        a = s.get("/big?size=300000", me)
        same((a.status, a["retry-after"]), (429, "5"))
        same(s.get("/big?size=300000", me, method="HEAD").status, 200, "nothing is sent of it")
        same(s.get("/big?size=100000", me).status, 200, "small ones are no matter")
        same(s.get("/big?size=300000", other).status, 200)
        same(len(held[0].answer().body), 4000000)
        for _ in range(3):
            same(s.get("/big?size=300000", me).status, 200, "one has gone")
        held[1].close()
        held[2].close()
        s.wait(lambda counts: counts["open_connections"] == 2)
        same(s.counts()["drop_transfers"], 1)
        held[0].close()


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
        same(c.get("/unhog").body, b"free\n")
        s.wait(lambda counts: True, "others can come in again")
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
        for options, word in [(["--address=127.0.0.1", f"--port={s.port}"], "in use"),
                              (["--address=no.such.invalid"], ""), (["--address=192.0.2.1"], "192.0.2.1"), (["--port=70000"], "70000")]:
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
        same(s.get("/echo", "X-Forwarded-For: 203.0.113.9").status, 429, "requests count, too")
        same(s.get("/echo", "X-Forwarded-For: 203.0.113.11").status, 200, "the proxy itself is not counted")
        held.append(s.socket("/ws", "X-Forwarded-For: 203.0.113.10"))
        for c in held:
            c.close()
        s.wait(lambda counts: counts["open_sockets"] == 0)
        s.socket("/ws", "X-Forwarded-For: 203.0.113.9").close()


@test
def only_the_configured_proxy_is_believed():
    """A client that reaches the port directly cannot claim another address."""
    forged = ["X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https"]

    def client(s, *said):
        values = s.get("/echo", *said).values()
        return values["client"], values["secure"]

    for proxies, believed in (("off", False), ("10.0.0.5", False), ("127.0.0.2", False), ("127.0.0.0/29", True), ("127.0.0.1", True),
                              ("10.0.0.0/8, 127.0.0.1/32", True), ("::ffff:127.0.0.1", True), ("::1", False), ("on", True)):
        with Server("--proxies=" + proxies) as s:
            same(client(s, *forged), ("203.0.113.9", "1") if believed else ("127.0.0.1", "0"), proxies)
    with Server("--proxies=127.0.0.1,198.51.100.0/24,2001:db8:1::/48") as s:
        for said, who in (("203.0.113.9, 198.51.100.7", "203.0.113.9"), ("1.2.3.4, 203.0.113.9, 198.51.100.7, 198.51.100.8", "203.0.113.9"),
                          ("203.0.113.9, 2001:db8:1::7", "203.0.113.9"), ("198.51.100.7", "198.51.100.7"),
                          ("nonsense, 198.51.100.7", "198.51.100.7"), ("203.0.113.9, nonsense", "127.0.0.1"), ("", "127.0.0.1"),
                          ("203.0.113.9:80, 198.51.100.7", "198.51.100.7"), ("1.2.3.4, 203.0.113.9", "203.0.113.9"),
                          ("203.0.113.9,", "127.0.0.1"), ("2001:db8:2::1", "2001:db8:2::1")):
            same(client(s, "X-Forwarded-For: " + said)[0], who, said)


@test
def a_connection_of_a_proxy_counts_for_the_client_it_serves():
    with Server("--trust-proxy", "--max-per-address=2") as s:
        idle = [s.connect() for _ in range(8)]
        for i, c in enumerate(idle):
            same(c.get("/", f"X-Forwarded-For: 203.0.113.{i % 2}").status, 200, "between requests it counts for nobody")
        for c in idle[:2]:
            c.send(request("/never", "X-Forwarded-For: 2001:db8::1"))
        s.wait(lambda counts: counts["open_requests"] == 3)
        same(idle[2].get("/", "X-Forwarded-For: 2001:db8::2").status, 429, "a third of that network")
        same(idle[3].get("/", "X-Forwarded-For: 2001:db8:0:1::2").status, 200, "another network")
        for c in idle:
            c.close()


# The end.

@test
def a_graceful_stop():
    for number in [signal.SIGTERM, signal.SIGINT]:
        with Server("--grace-ms=300000") as s:
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
            holds(time.monotonic() - began < 200, "it does not wait for the end of the grace period")


@test
def a_stop_does_not_wait_for_ever():
    with Server("--grace-ms=300") as s:
        clients = [s.connect() for _ in range(4)]
        clients[0].send(request("/never"))
        clients[1].send(request("/late?ms=600000"))
        clients[2].send(b"GET")
        clients[3].upgrade()
        s.wait(lambda counts: counts["open_requests"] == 3)
        s.process.send_signal(signal.SIGTERM)
        s.process.send_signal(signal.SIGTERM)
        s.process.wait(300)  # half of what the late answer would take
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


finish()
