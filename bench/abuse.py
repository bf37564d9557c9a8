#!/usr/bin/env python3
"""The cost to other clients of one that takes all it can get: one line of figures for each way. Loopback only.

    bench/abuse.py [PROGRAM]      the server, build/logomachy if none is named

A line has the time of another client's requests, before it and during it.
"""
import http.client
import os
import resource
import socket
import statistics
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.environ["LOGOMACHY_PROGRAM"] = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(ROOT, "build", "logomachy")
sys.path.insert(0, os.path.join(ROOT, "tests", "server"))
sys.path.insert(0, os.path.join(ROOT, "tests", "cli"))
from client import Client, Live, Server  # noqa: E402

SECONDS = 4
GREEDY = "127.0.0.9"


def dial(server):
    return socket.create_connection(("127.0.0.1", server.port), 5, source_address=(GREEDY, 0))


class Greedy(Client):
    """From an address of its own."""

    def connect(self):
        if not self.connection:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=5, source_address=(GREEDY, 0))
        return self.connection


def others(server, seconds=SECONDS):
    """Median and worst time of an answer to another client, in ms."""
    bob, times = Client(server).guest(), []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        bob.call("GET", "/api/me")
        times.append((time.monotonic() - began) * 1000)
        time.sleep(0.025)  # no more requests than an address may make
    return f"p50 {statistics.median(times):.1f}, most {max(times):.0f} ms"


def memory(server):
    for line in open(f"/proc/{server.process.pid}/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024


def tell(name, text):
    print(f"{name:<12} {text}", flush=True)


def connections():
    with Server(limits="on") as server:
        held, refused = [], 0
        for _ in range(3000):
            try:
                sock = dial(server)
                held.append(sock)
            except OSError:
                refused += 1
        time.sleep(0.5)
        open_now = [line for line in Client(server).get("/metrics").splitlines() if line.startswith('logomachy_connections{kind="http"}')]
        tell("connections", f"3000 asked for by one address: {open_now[0].split()[1]} open, others {others(server, 1)}")
        for sock in held:
            sock.close()


def bodies():
    with Server(limits="on") as server:
        before, held = memory(server), []
        head = b"POST /api/analysis HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1048576\r\n\r\n"
        for _ in range(300):
            sock = dial(server)
            sock.setblocking(False)
            held.append(sock)
            try:
                sock.send(head)
            except OSError:
                pass
        for _ in range(8):  # 960 kB each, if a client reads them
            for sock in held:
                try:
                    sock.send(b"x" * 120000)
                except OSError:
                    pass
            time.sleep(0.1)
        tell("bodies", f"300 of 1 MB without a session: {before} -> {memory(server)} MB")
        for sock in held:
            sock.close()


def json(size):
    with Server(limits="on") as server:
        calm, guest, counts = others(server), Greedy(server).guest(), {}
        stop = time.monotonic() + SECONDS + 0.5
        body = b'{"record":[' + b"{}," * (size // 3) + b"1]}"

        def push():
            client = Greedy(server)
            client.cookie, client.csrf = guest.cookie, guest.csrf
            while time.monotonic() < stop:
                try:
                    answer = client.call("POST", "/api/analysis", body).status
                except OSError:
                    answer = "closed"
                counts[answer] = counts.get(answer, 0) + 1
        threads = [threading.Thread(target=push) for _ in range(4)]
        for thread in threads:
            thread.start()
        busy = others(server)
        for thread in threads:
            thread.join()
        tell("json", f"4 connections, {size // 1000} kB of {{}}: others {calm} -> {busy}; answers {counts}")


def lobby():
    with Server("--max-per-address", "2000", limits="off") if "--max-per-address" in helped() else Server() as server:
        watchers = [Live(server, listen=False) for _ in range(1000)]
        for watcher in watchers:
            watcher.send(op="lobby")
        taken = [0]

        def drain():
            import select
            poll = select.epoll()
            sockets = {w.socket.fileno(): w.socket for w in watchers}
            for fd in sockets:
                poll.register(fd, select.EPOLLIN)
            while not done.is_set():
                for fd, _ in poll.poll(0.1):
                    taken[0] += len(sockets[fd].recv(1 << 16))
        done = threading.Event()
        ann, bob = Client(server).guest(), Client(server).guest()
        table = ann.ok("POST", "/api/matches", {"game": "bali", "lang": "en", "seats": ["me", "open", "open"]}, 201)["id"]

        def flip():
            while not done.is_set():
                for verb in ("join", "leave"):
                    bob.act(table, verb)
                time.sleep(0.024)
        reader = threading.Thread(target=drain)
        reader.start()
        calm = others(server)
        taken[0] = 0
        flipper = threading.Thread(target=flip)
        flipper.start()
        busy = others(server)
        rate = taken[0] / SECONDS / 1e6
        done.set()
        flipper.join()
        reader.join()
        tell("lobby", f"1000 watchers, one joins and leaves: others {calm} -> {busy}; {rate:.1f} MB/s out")
        for watcher in watchers:
            watcher.shut()


def helped():
    import subprocess
    return subprocess.run([os.environ["LOGOMACHY_PROGRAM"], "serve", "--help"], capture_output=True, text=True).stdout


resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
connections()
bodies()
json(1000000)
json(60000)
lobby()
