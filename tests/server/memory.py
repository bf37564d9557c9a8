#!/usr/bin/env python3
"""Memory runs out in the middle of a request: at each allocation in turn, once or from then on. The request gets
an answer or loses its connection, and the server goes on."""
import mmap
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from client import Client, Live, Server  # noqa: E402
from harness import ENVIRONMENT, finish, folder, holds, same, test  # noqa: E402

NEVER = -1
FROM_THEN_ON = 1 << 30


class Hunger:
    """The numbers that tests/server/starve.c counts down."""

    def __init__(self):
        self.path = os.path.join(folder(), "hunger")
        with open(self.path, "wb") as file:
            file.write(struct.pack("ii", NEVER, 0))
        with open(self.path, "r+b") as file:
            self.page = mmap.mmap(file.fileno(), 8)
        ENVIRONMENT["LOGOMACHY_STARVE"] = self.path

    def begin(self, before, fails):
        self.page[4:8] = struct.pack("i", fails)
        self.page[0:4] = struct.pack("i", before)

    def end(self):
        """Whether any allocation has failed."""
        before, = struct.unpack("i", self.page[0:4])
        self.page[0:4] = struct.pack("i", NEVER)
        return before == 0


HUNGER = Hunger()
SERVER = Server(toy=True)
ANN = Client(SERVER).register("Ann")
BOB = Client(SERVER).guest()
TABLE = {"game": "balda", "lang": "en", "seats": ["me", "open"], "start": "LARGE"}
RECORD = "game balda\nlang en\nlexicon en\nseat A\nseat B\nstart LARGE\n"


def match():
    """One that Ann and Bob play."""
    it = ANN.ok("POST", "/api/matches", TABLE, 201)["id"]
    BOB.act(it, "join")
    return it


def starve(run, most=400):
    """Calls run() again and again, each time with another allocation that fails, and then with all from that one on;
    run() says what came of it. Returns the samples of both."""
    all_seen = []
    for fails in (1, FROM_THEN_ON):
        seen = set()
        all_seen.append(seen)
        for before in range(most):
            HUNGER.begin(before, fails)
            try:
                seen.add(run())
            except ConnectionError:
                seen.add("closed")
            failed = HUNGER.end()
            holds(SERVER.is_alive(), f"the server ended at allocation {before}: {SERVER.words()[-2000:]}")
            if not failed:
                break
        else:
            raise AssertionError("that many allocations")
        holds(before > 3, "something is allocated for it")
    same(ANN.call("GET", "/api/me").status, 200, "afterwards all is well")
    return all_seen


def calls(client, method, path, body=None, wanted=()):
    """A request at each of whose allocations memory runs out: 503, no answer at all, or what it should be."""
    once, on = starve(lambda: client.call(method, path, body).status)
    holds(503 in on or "closed" in on, f"{path}: nothing failed: {on}")
    holds(on <= {503, "closed", *wanted}, f"{path}: {on}")
    # The text of a match's terms, where there was no memory for all of it, is refused by its readers.
    holds(once <= {503, "closed", 422, *wanted}, f"{path}: {once}")


@test
def what_everybody_may_read():
    for path in ("/", "/healthz", "/metrics", "/api/games", "/api/matches", "/api/news", "/api/lexicons/en/words/horse",
                 "/api/players/Ann", "/api/players/Ann/matches", "/api/no/such"):
        calls(Client(SERVER), "GET", path, None, (200, 404))


@test
def what_a_player_may_read():
    it = match()
    for path in ("/api/me", "/api/matches?mine=1", f"/api/matches/{it}", f"/api/matches/{it}/events?states=1",
                 f"/api/matches/{it}/record", f"/api/matches/{it}/chat", "/api/me/sessions", "/api/me/tokens"):
        calls(ANN, "GET", path, None, (200,))


@test
def what_a_player_may_do():
    it = match()
    for path, body, wanted in (
            ("/api/matches", TABLE, (201,)), (f"/api/matches/{it}/actions", {"verb": "offer-draw"}, (200, 409, 422)),
            (f"/api/matches/{it}/actions", {"verb": "move", "move": "nonsense"}, (422,)),
            (f"/api/matches/{it}/chat", {"text": "hello"}, (201,)), ("/api/analysis", {"record": RECORD, "ask": "moves"}, (200, 422)),
            ("/api/analysis/replay", {"record": RECORD}, (200, 422)), ("/api/me/tokens", {"label": "x"}, (201, 409)),
            ("/api/login", {"name": "Ann", "password": "correct horse"}, (200,)), ("/api/guest", {}, (201,))):
        calls(Client(SERVER) if path in ("/api/login", "/api/guest") else ANN, "POST", path, body, wanted)


@test
def connections_that_stay():
    it = match()

    def watch():
        try:
            live = Live(SERVER, ANN, hello=False)
        except (OSError, IndexError, ValueError):
            return "closed"
        if live.status != 101:
            return live.status
        try:
            for op in ("lobby", "mine"):
                live.send(op=op)
            for op in ("watch", "act", "chat", "ping", "nonsense"):
                live.send(op=op, match=it, request=op, verb="offer-draw", text="hi")
        except OSError:
            return "closed"
        live.shut()
        return "open"
    starve(watch)


@test
def and_at_the_end_it_stops_as_always():
    for client in SERVER.clients:
        client.drop()
    SERVER.stop()


finish()
