#!/usr/bin/env python3
"""The nginx configuration of docs/operations.md, as it stands there, in front of real servers: TLS, WebSocket,
event streams, who the visitor is, and a process that goes away in the middle of a game."""
import atexit
import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time

from client import PATIENCE, Client, Server, fill, start_match, until
from client.nats import Nats
from harness import ROOT, Skip, finish, folder, holds, run, same, test, write  # noqa: E402
from harness.ports import free_port  # noqa: E402

DOCUMENT = os.path.join(ROOT, "docs", "operations.md")


def program(name):
    found = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin")
    if not found:
        raise Skip(f"there is no {name}")
    return found


def documented():
    """The indented lines from the one that names the file to the first that is not indented."""
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    start = text.index("    # /etc/nginx/conf.d/logomachy.conf\n")
    lines = []
    for line in text[start:].splitlines():
        if line and not line.startswith("    "):
            break
        lines.append(line[4:])
    return "\n".join(lines)


def adapted(port, upstreams, certificate, key):
    """The same with other ports and files. Each must be there to be replaced."""
    text = documented()
    lines = re.findall(r"server 127\.0\.0\.1:\d+ (.*);", text)
    same(len(lines), 2, "two processes in the document")
    for pattern, other in ((r"server 127\.0\.0\.1:8080 .*;", f"server 127.0.0.1:{upstreams[0]} {lines[0]};"),
                           (r"server 127\.0\.0\.1:8081 .*;", f"server 127.0.0.1:{upstreams[1]} {lines[1]};"),
                           (r"listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
                           (r"/etc/ssl/words\.pem", certificate), (r"/etc/ssl/words\.key", key)):
        text, count = re.subn(pattern, other, text)
        same(count, 1, pattern)
    return text


class Proxy:
    """nginx with the document's configuration. Clients take it for the server."""

    def __init__(self, upstreams):
        self.folder = folder()
        self.clients, self.starts = [], 0
        self.port = free_port()
        certificate, key = (os.path.join(self.folder, name) for name in ("words.pem", "words.key"))
        made = run([program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate,
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"])
        same(made.status, 0, made.err)
        self.trust = ssl.create_default_context(cafile=certificate)
        write(os.path.join(self.folder, "site.conf"), adapted(self.port, upstreams, certificate, key))
        write(os.path.join(self.folder, "nginx.conf"), self.frame())
        write(os.path.join(self.folder, "error.log"), "")
        self.process = subprocess.Popen([program("nginx"), "-p", self.folder, "-c", "nginx.conf", "-e", "error.log"], stdin=subprocess.DEVNULL)
        atexit.register(self.stop)  # whatever happens
        until(self.listens, "nginx")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)

    def frame(self):
        places = "".join(f"{name}_temp_path temp-{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        root = "user root;\n" if os.geteuid() == 0 else ""
        return (f"{root}daemon off;\npid nginx.pid;\nerror_log error.log info;\nworker_processes 2;\nevents {{ worker_connections 512; }}\n"
                f"http {{\naccess_log off;\n{places}include site.conf;\n}}\n")

    def listens(self):
        holds(self.process.poll() is None, f"nginx ended: {self.words()}")
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def words(self):
        with open(os.path.join(self.folder, "error.log"), encoding="utf-8") as log:
            return log.read()[-2000:]

    def http(self):
        return Https(self.port, self.trust)

    def dial(self):
        plain = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        return self.trust.wrap_socket(plain, server_hostname="localhost")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        for client in self.clients:
            client.drop()
        self.stop()
        if kind:
            print("# " + "\n# ".join(self.words().splitlines()))


class Https(http.client.HTTPSConnection):
    """To this machine, by a name that the certificate knows."""

    def __init__(self, port, trust):
        super().__init__("localhost", port, timeout=PATIENCE, context=trust)

    def connect(self):
        plain = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        self.sock = self._context.wrap_socket(plain, server_hostname="localhost")


def patiently(what):
    """Does it until there is an answer that is none of the proxy's own."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            answer = what()
            if answer.status not in (502, 503, 504):
                return answer
        except OSError:
            pass
        holds(time.monotonic() < end, "no answer through the proxy")
        time.sleep(0.05)


class Watcher:
    """A player over WebSocket who comes again when the connection breaks, and asks for what is missing."""

    def __init__(self, client, match):
        self.client, self.match, self.log, self.live, self.comings = client, match, [], None, 0

    def come(self):
        while True:
            try:
                self.live = self.client.live(match=self.match)
                if self.live.status == 101:
                    break
            except OSError:
                pass
            time.sleep(0.05)
        self.comings += 1
        told = self.live.ask(op="watch", match=self.match, **{"from": len(self.log) + 1})
        self.log += [event["text"] for event in told["events"]]
        self.live.next = len(self.live.got)

    def hear(self):
        for message in self.live.got[self.live.next:]:
            self.live.next += 1
            if message["op"] == "event":
                same(message["seq"], len(self.log) + 1, "one after the other")
                self.log.append(message["text"])

    def act(self, **action):
        while True:
            try:
                if not self.live:
                    self.come()
                answer = self.live.ask(op="act", match=self.match, **action)
                self.hear()
                if answer.get("status") != 503:
                    return answer
            except OSError:
                if self.live:
                    self.hear()
                self.live = None


@test
def a_game_over_https_and_wss():
    ports = [free_port(), free_port()]
    with Server("--trust-proxy", "on", start=False) as server:
        server.port = ports[0]
        server.start()
        with Proxy(ports) as proxy:
            ann, bob = Client(proxy).guest(), Client(proxy).guest()
            match = start_match([ann, bob])
            watcher = Watcher(ann, match)
            for number, move in enumerate(fill(5)):
                if number % 2 == 0:
                    same(watcher.act(verb="move", move=move, seq=4 + number)["op"], "done", move)
                else:
                    bob.act(match, "move", move=move, seq=4 + number)
            until(lambda: watcher.hear() or len(watcher.log) == 23, "the last move")
            same(watcher.log, [event["text"] for event in bob.events(match)], "heard it all")
            same(bob.get(f"/api/matches/{match}")["status"], "over", "the game is over")
            same(watcher.comings, 1, proxy.words())


@test
def the_server_knows_who_comes_and_how():
    ports = [free_port(), free_port()]
    with Server("--trust-proxy", "on", limits="on", start=False) as server:
        server.port = ports[0]
        server.start()
        with Proxy(ports) as proxy:
            answer = Client(proxy).call("POST", "/api/guest", {}, **{"X-Forwarded-For": "203.0.113.9"})
            same(answer.status, 201, answer)
            holds(answer.headers["set-cookie"].startswith("__Host-logomachy=") and "; Secure" in answer.headers["set-cookie"],
                  "a cookie for https only")
            holds("strict-transport-security" in answer.headers, "and the browser is to stay there")
            same(Client(proxy).call("GET", "/metrics").status, 404, "not for strangers")
            holds(len(Client(server).get("/metrics")) > 100, "but for who is behind the proxy")
            # Limits go by the visitor's address, and what a visitor claims to be is not believed.
            statuses = [Client(proxy).call("POST", "/api/guest", {}, **{"X-Forwarded-For": f"203.0.113.{number}"}).status for number in range(60)]
            holds(429 in statuses, f"another address each time did not help: {statuses}")


@test
def an_event_stream_is_not_held_back():
    ports = [free_port(), free_port()]
    with Server("--trust-proxy", "on", start=False) as server:
        server.port = ports[0]
        server.start()
        with Proxy(ports) as proxy:
            ann, bob = Client(proxy).register("ann"), Client(proxy).guest()
            ann.token = ann.ok("POST", "/api/me/tokens", {"label": "stream"}, 201)["token"]
            match = start_match([ann, bob])
            stream = proxy.http()
            stream.request("GET", "/api/events", headers={"Authorization": "Bearer " + ann.token})
            lines = stream.getresponse()

            def line(op):
                while True:
                    message = json.loads(lines.readline())
                    if message["op"] == op:
                        return message
            line("ready")
            for number, move in enumerate(fill(5)[:6]):
                (ann, bob)[number % 2].act(match, "move", move=move)
                same(line("event")["seq"], 4 + number, "each as it happens")  # before the next one is made
            stream.close()


def play_through(watcher, other, match, trouble):
    """A whole game, with what `trouble` does before each move. Returns its log, which the watcher has heard whole."""
    for number, move in enumerate(fill(7)):
        action = {"verb": "move", "move": move, "seq": 4 + number, "request": f"move-{number}"}
        trouble(number)
        if number % 2 == 0:
            answer = watcher.act(**action)
        else:
            answer = patiently(lambda: other.call("POST", f"/api/matches/{match}/actions", action)).json
        same((answer.get("op", "done"), answer["seq"]), ("done", 4 + number), answer)
    log = [event["text"] for event in patiently(lambda: other.call("GET", f"/api/matches/{match}/events?from=1")).json["events"]]
    until(lambda: watcher.hear() or len(watcher.log) == len(log), "the last move")
    same(watcher.log, log, "nothing is missing, nothing came twice")
    return log


@test
def a_process_that_goes_away_is_noticed_by_nobody_but_a_reconnect():
    """The first process is killed in mid-game and the second takes its place, then the other way round."""
    ports = [free_port(), free_port()]
    server = Server("--trust-proxy", "on", start=False)
    server.port = ports[0]
    server.start()
    with server, Proxy(ports) as proxy:
        ann, bob = Client(proxy).guest(), Client(proxy).guest()
        match = start_match([ann, bob], settings={"size": "7"})
        watcher = Watcher(ann, match)
        def trouble(number):
            if number in (10, 20, 30):
                server.kill()
                server.port = ports[number // 10 % 2]
                server.start()

        log = play_through(watcher, bob, match, trouble)
        same(len(set(log)), 3 + len(fill(7)), "each move once")
        same(watcher.comings, 4, "one reconnect for each time")


@contextlib.contextmanager
def two_processes():
    """Both serve the site, behind one address."""
    ports, where = [free_port(), free_port()], folder()
    with Nats() as nats, Proxy(ports) as proxy:
        servers = [Server("--trust-proxy", "on", "--bus", nats.url, where=where, start=False) for _ in ports]
        for server, server.port in zip(servers, ports):
            server.start()
        with servers[0], servers[1]:
            yield servers, proxy


@test
def two_processes_behind_one_address():
    """Each is killed in mid-game and comes back, and the other goes on meanwhile."""
    with two_processes() as (servers, proxy):
        ann, bob = Client(proxy).guest(), Client(proxy).guest()
        match = start_match([ann, bob], settings={"size": "7"})
        watcher = Watcher(ann, match)

        def trouble(number):
            if number in (8, 24):
                servers[number // 16].kill()
            if number in (16, 32):
                servers[(number - 8) // 16].start()

        play_through(watcher, bob, match, trouble)
        holds(watcher.live.hello["spread"], "clients are told that there are several")
        holds(watcher.comings <= 3, f"a reconnect for each kill at most, not {watcher.comings}")
        proxy.clients[:] = []


@test
def who_watches_a_match_comes_to_one_process():
    def sockets(server):
        return int(re.search(r'^logomachy_connections\{kind="websocket"\} (\d+)$', Client(server).get("/metrics"), re.MULTILINE)[1])

    with two_processes() as (servers, proxy):
        ann, bob = Client(proxy).guest(), Client(proxy).guest()
        for number in range(6):
            match = start_match([ann, bob])
            watchers = [client.live(match=match) for client in (ann, bob, ann)]
            same(sorted(sockets(server) for server in servers), [0, 3], f"match {number}")
            for live in watchers:
                live.shut()
            until(lambda: not any(sockets(server) for server in servers), "they have gone")
        lives = [ann.live() for _ in range(20)]
        holds(all(sockets(server) for server in servers), "all others are spread")
        for live in lives:
            live.shut()


finish()
