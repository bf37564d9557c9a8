"""Shared by the tests of the whole server: a server that can be started, stopped and killed, and clients
of its HTTP API and its WebSocket. Only the standard library is used; the client side of WebSocket is our own.

    with Server() as server:
        ann = Client(server).guest()
        match = ann.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"]}, 201)
        live = ann.live()
        live.send(op="watch", match=match["id"], request="w1")
        live.answer("w1")
"""
import atexit
import base64
import collections
import http.client
import json
import os
import re
import secrets
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "cli"))
from harness import ENVIRONMENT, LEXICONS, PROGRAM, ROOT, Skip, folder, holds  # noqa: E402
from harness.ports import free_port  # noqa: E402

# Nothing here takes long; a test that waits so long for something has failed.
PATIENCE = 60


def toy_server():
    """The server that also knows the games of the tests, from the same build as the program."""
    named = os.environ.get("LOGOMACHY_TOY_SERVER")
    places = [named] if named else [os.path.join(ROOT, "build", path) for path in ("san/tests/toy-server",
                                                                                  "tests/toy-server")]
    for path in places:
        if os.path.exists(path):
            return path
    raise Skip("toy-server is not built")


def until(condition, about, patience=PATIENCE):
    """Asks again and again until there is an answer."""
    end = time.monotonic() + patience
    while True:
        answer = condition()
        if answer:
            return answer
        holds(time.monotonic() < end, f"in vain waited for {about}")
        time.sleep(0.02)


class Server:
    """A server of its own on a database of its own, on a port of its own, also after a restart."""

    def __init__(self, *flags, program=None, toy=False, where=None, limits="off", wrap=None, start=True):
        self.command = [toy_server()] if toy else [program or PROGRAM, "serve"]
        self.folder = where or folder()
        self.db = os.path.join(self.folder, "db")
        self.outbox = os.path.join(self.folder, "outbox")
        self.journal = os.path.join(folder(), "journal")
        self.flags = ["--db", self.db, "--outbox", self.outbox, "--lexicons", LEXICONS, "--limits", limits, *flags]
        self.wrap = wrap or []
        self.port, self.process, self.starts = free_port(), None, 0
        self.stops = False  # for tests that stop it and have clients that wait for it
        self.clients = []
        os.makedirs(self.outbox, exist_ok=True)
        if start:
            self.start()

    def start(self, wait=True):
        command = [*self.wrap, *self.command, "--port", str(self.port), *self.flags]
        environment = dict(ENVIRONMENT, LOGOMACHY_LEXICONS=LEXICONS)
        self.starts += 1
        with open(self.journal, "ab") as journal:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=journal,
                                            cwd=self.folder, env=environment)
        atexit.register(self.process.kill)  # nothing is left behind, whatever a test forgets
        if wait:
            self.wait()
        return self

    def wait(self):
        """Until it says where it is."""
        line = self.process.stdout.readline().decode()
        address = re.search(r"https?://[^ \n]*", line)
        if not address:
            self.process.wait(PATIENCE)
        holds(address, f"the server did not start: {line} {self.words()[-2000:]}")

    def http(self):
        """A connection for requests."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def dial(self):
        """A connection for whatever is to be sent over it."""
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)

    def words(self):
        """Its standard error so far."""
        with open(self.journal, "rb") as journal:
            return journal.read().decode("utf-8", "replace")

    def end(self):
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        words = self.words()
        for sign in ("Sanitizer", "runtime error", "logomachy: bug at"):
            holds(sign not in words, f"the server broke: {words[-3000:]}")
        return status

    def kill(self):
        self.process.kill()
        self.end()

    def stop(self):
        """As an operator does it."""
        self.process.send_signal(signal.SIGTERM)
        status = self.end()
        holds(status == 0, f"the server ended with {status}: {self.words()[-2000:]}")

    def is_alive(self):
        return self.process.poll() is None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind and self.is_alive():
            self.process.kill()
            self.process.wait()
            print("# " + "\n# ".join(self.words()[-1500:].splitlines()))
        elif self.is_alive():
            for client in self.clients:  # or it waits for them for a while
                client.drop()
            self.stop()


Answer = collections.namedtuple("Answer", "status json headers bytes")


IDLE = 10  # seconds that a client keeps an unused connection: a third of the server's keep-alive time


class Client:
    """Somebody who makes requests: a browser with its cookie, or a program with its token."""

    def __init__(self, server):
        self.server = server
        server.clients.append(self)
        self.cookie = self.token = self.name = None
        self.csrf = ""
        self.connection, self.starts, self.used = None, server.starts, 0
        self.seen = bytearray()  # every byte of every answer

    def guest(self, **body):
        me = self.ok("POST", "/api/guest", body, 201)
        self.name = me["name"]
        return self

    def register(self, name, password="correct horse", **body):
        me = self.ok("POST", "/api/register", {"name": name, "password": password, **body}, 201)
        self.name = me["name"]
        return self

    def headers(self, **more):
        headers = {"Content-Type": "application/json", **more}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        elif self.cookie:
            headers["Cookie"] = self.cookie
        if self.csrf:
            headers["X-CSRF-Token"] = self.csrf
        return headers

    def connect(self):
        if self.starts != self.server.starts:
            self.drop()  # it was to the server before
        if time.monotonic() - self.used > IDLE:
            self.drop()  # the server may be closing it just now
        if not self.connection:
            self.starts = self.server.starts
            self.connection = self.server.http()
        return self.connection

    def drop(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def call(self, method, path, body=None, **headers):
        """An Answer. Any failure is an OSError."""
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        try:
            self.connect().request(method, path, data, self.headers(**headers))
            answer = self.connection.getresponse()
            got = answer.read()
            self.used = time.monotonic()
        except (OSError, http.client.HTTPException) as lost:
            self.drop()
            raise ConnectionError(str(lost)) from lost
        if answer.will_close:
            self.drop()
        return self.take(answer, got)

    def take(self, answer, got):
        self.seen += got
        cookie = answer.headers.get("Set-Cookie")
        if cookie and cookie.startswith(("logomachy=", "__Host-logomachy=")):
            self.cookie = cookie.split(";")[0]
        try:
            parsed = json.loads(got)
        except ValueError:
            parsed = None
        if isinstance(parsed, dict) and isinstance(parsed.get("csrf"), str):
            self.csrf = parsed["csrf"]
        fields = {name.lower(): ", ".join(answer.headers.get_all(name)) for name in answer.headers}
        return Answer(answer.status, parsed, fields, got)

    def ok(self, method, path, body=None, status=200):
        answer = self.call(method, path, body)
        holds(answer.status == status, f"{method} {path} {body}: {answer.status}, not {status}: {answer.bytes[:600]}")
        return answer.json if answer.json is not None else answer.bytes.decode()

    def get(self, path, status=200):
        return self.ok("GET", path, None, status)

    def act(self, match, verb, status=200, **more):
        return self.ok("POST", f"/api/matches/{match}/actions", {"verb": verb, **more}, status)

    def events(self, match, start=1):
        found, more = [], True
        while more:
            page = self.get(f"/api/matches/{match}/events?from={start}")
            found += page["events"]
            start, more = page["next"], page["more"]
        return found

    def live(self, **options):
        return Live(self.server, self, **options)


TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def frame(kind, payload, final=True):
    """One frame of a client: masked."""
    size = len(payload)
    head = bytes([kind | (0x80 if final else 0)])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 1 << 16:
        head += bytes([0x80 | 126]) + struct.pack(">H", size)
    else:
        head += bytes([0x80 | 127]) + struct.pack(">Q", size)
    mask = secrets.token_bytes(4)
    stretched = (mask * (size // 4 + 1))[:size]
    masked = (int.from_bytes(payload, "big") ^ int.from_bytes(stretched, "big")).to_bytes(size, "big")
    return head + mask + masked


class Live:
    """A WebSocket. A thread reads; what came is in `got`, in order, and stays there."""

    def __init__(self, server, client=None, hello=True, listen=True, match=None, **headers):
        self.got, self.raw = [], bytearray()
        self.closed = None  # the code, once it is: 1006 where there was none
        self.change = threading.Condition()
        self.mark = 0  # how far `next` has read
        self.socket = server.dial()
        self.file = self.socket.makefile("rb")
        self.status = self.shake_hands(server, client, f"/api/live?match={match}" if match else "/api/live", headers)
        if self.status != 101:
            self.shut()
            return
        if listen:
            threading.Thread(target=self.read, daemon=True).start()
        if listen and hello:
            self.hello = self.until(lambda m: m["op"] == "hello")

    def shake_hands(self, server, client, path, more):
        headers = {"Host": f"127.0.0.1:{server.port}", "Upgrade": "websocket", "Connection": "Upgrade",
                   "Sec-WebSocket-Key": base64.b64encode(secrets.token_bytes(16)).decode(), "Sec-WebSocket-Version": "13"}
        if client and client.token:
            headers["Authorization"] = "Bearer " + client.token
        elif client and client.cookie:
            headers["Cookie"] = client.cookie
        headers.update(more)
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.socket.sendall(f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode())
        first = self.file.readline().split()
        if len(first) < 2:
            raise ConnectionError("no answer to the handshake")
        while self.file.readline().strip():
            pass
        return int(first[1])

    def frame(self):
        """The next frame that came: its kind and what is in it."""
        first, second = self.exactly(2)
        size = second & 127
        if size == 126:
            size, = struct.unpack(">H", self.exactly(2))
        elif size == 127:
            size, = struct.unpack(">Q", self.exactly(8))
        return first & 15, first & 0x80, self.exactly(size)

    def exactly(self, size):
        got = self.file.read(size) if size else b""
        if len(got) < size:
            raise ConnectionError("cut off")
        return got

    def read(self):
        code, text = 1006, b""
        try:
            while True:
                kind, final, payload = self.frame()
                if kind == CLOSE:
                    code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
                    break
                if kind == PING:
                    self.socket.sendall(frame(PONG, payload))
                elif kind != PONG:
                    text += payload
                    if final:
                        self.came(text)
                        text = b""
        except (OSError, ValueError):
            pass
        with self.change:
            self.closed = code
            self.change.notify_all()
        self.shut()

    def came(self, text):
        with self.change:
            self.raw += text
            self.got.append(json.loads(text))
            self.change.notify_all()

    def shut(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()

    def send(self, **message):
        self.send_raw(json.dumps(message).encode())

    def send_raw(self, payload, kind=TEXT):
        self.socket.sendall(frame(kind, payload))

    def wait(self, condition, about, patience=PATIENCE):
        """Until condition(self) is true; ConnectionError where the socket closes before."""
        end = time.monotonic() + patience
        with self.change:
            while True:
                found = condition(self)
                if found:
                    return found
                if self.closed is not None:
                    raise ConnectionError(f"closed with {self.closed} before {about}")
                left = end - time.monotonic()
                holds(left > 0, f"in vain waited for {about}; came: {self.got[-5:]}")
                self.change.wait(left)

    def until(self, wanted, about="a message"):
        """The first message that is wanted, of those that came after the last one that was."""
        def find(self):
            for at in range(self.mark, len(self.got)):
                if wanted(self.got[at]):
                    self.mark = at + 1
                    return self.got[at]
            return None
        return self.wait(find, about)

    def answer(self, request):
        """The messages for this request, whenever they came."""
        return self.wait(lambda self: next((m for m in self.got if m.get("request") == request), None),
                         f"the answer to {request}")

    def ask(self, **message):
        """Sends it under a fresh name and waits for its answer."""
        message.setdefault("request", secrets.token_hex(8))
        self.send(**message)
        return self.answer(message["request"])

    def settle(self):
        """Until all that was sent has been answered."""
        self.ask(op="ping")

    def end(self, patience=PATIENCE):
        """Waits until it is closed, and says with which code."""
        stop = time.monotonic() + patience
        with self.change:
            while self.closed is None:
                left = stop - time.monotonic()
                holds(left > 0, "the socket is still open")
                self.change.wait(left)
        return self.closed

    def events(self, match):
        return [m for m in self.got if m["op"] == "event" and m["match"] == match]

    def close(self):
        try:
            self.send_raw(struct.pack(">H", 1000), CLOSE)
        except OSError:
            pass
        self.shut()


SEATS = "ABCD"


def start_match(players, game="balda", **terms):
    """A match of these clients, begun. The first client has the first seat."""
    first, *others = players
    body = {"game": game, "lang": "en", "seats": ["me"] + ["open"] * len(others), **terms}
    match = first.ok("POST", "/api/matches", body, 201)["id"]
    for other in others:
        other.act(match, "join")
    until(lambda: first.get(f"/api/matches/{match}")["status"] != "waiting", "the start")
    return match


def fill(size):
    """Moves that are always legal in Balda, one letter each, from the middle outwards, until the board is full."""
    middle = size // 2
    rows = sorted((row for row in range(size) if row != middle), key=lambda row: abs(row - middle))
    return [f"{'abcdefghi'[column]}{row + 1}={'ETAOIN'[(row * size + column) % 6]}/{'abcdefghi'[column]}{row + 1}"
            for row in rows for column in range(size)]
