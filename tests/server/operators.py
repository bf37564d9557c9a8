#!/usr/bin/env python3
"""The tools of operators: /healthz, /metrics, the journal, and the plain page."""
import re

from client import Client, Server
from harness import finish, holds, same, test

SERVER = Server()
SAMPLE = re.compile(r'([a-z_]+)(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? (-?[0-9.e+-]+|NaN|\+Inf)$')


def metrics():
    answer = Client(SERVER).call("GET", "/metrics")
    same(answer.status, 200, "metrics")
    return answer.bytes.decode()


def value(text, name):
    return sum(float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if re.match(name + r"[ {]", line))


@test
def the_server_is_healthy():
    answer = Client(SERVER).call("GET", "/healthz")
    same((answer.status, answer.bytes), (200, b"ok\n"))


@test
def metrics_are_in_prometheus_form():
    Client(SERVER).guest()
    types = {}
    for line in metrics().splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            types[name] = kind
            continue
        if line.startswith("#"):
            holds(line.startswith("# HELP "), line)
            continue
        found = SAMPLE.match(line)
        holds(found, f"a sample: {line}")
        base = re.sub(r"_(bucket|sum|count)$", "", found[1])
        holds(found[1] in types or types.get(base) == "histogram", f"a type before {line}")
    holds(len(types) > 10, "many metrics")


@test
def metrics_count_what_happens():
    before = metrics()
    ann, bob = Client(SERVER).guest(), Client(SERVER).guest()
    match = ann.ok("POST", "/api/matches", {"game": "balda", "seats": ["me", "open"]}, 201)["id"]
    bob.ok("POST", f"/api/matches/{match}/actions", {"verb": "join"})
    after = metrics()
    holds(value(after, "logomachy_actions_total") >= value(before, "logomachy_actions_total") + 2, "actions")
    holds(value(after, "logomachy_matches") >= 1, "matches in memory")
    for name in ("http_requests_total", "http_request_seconds_count", "commits_total", "connections_total", "bytes_out_total"):
        holds(value(after, "logomachy_" + name) > value(before, "logomachy_" + name), name)
    for _ in range(3):
        metrics()  # asking often harms nothing


PROXIED = ({"X-Forwarded-For": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}, {"Via": "1.1 proxy"}, {"X-Real-IP": "127.0.0.1"},
           {"X-Forwarded-Proto": "https"}, {"X-Forwarded-Host": "words.example.org"})


@test
def metrics_are_for_this_machine_unless_told_otherwise():
    """Also where a proxy stands on this machine, so that all requests come from here."""
    for flags, direct, proxied in (((), 200, 404), (("--trust-proxy", "on"), 200, 404), (("--metrics", "off"), 404, 404),
                                   (("--metrics", "on"), 200, 200)):
        with Server(*flags) as server:
            client = Client(server)
            same(client.call("GET", "/metrics").status, direct, flags)
            for headers in PROXIED:
                same(client.call("GET", "/metrics", **headers).status, proxied, f"{flags} {headers}")


@test
def the_plain_page_lists_open_games():
    ann = Client(SERVER).guest()
    match = ann.ok("POST", "/api/matches", {"game": "bukva", "seats": ["me", "open"]}, 201)["id"]
    with Server("--web", "/nonexistent") as plain:
        page = Client(plain).call("GET", "/")
        same(page.status, 200)
        holds("/api/openapi.json" in page.bytes.decode(), "a link to the API")
        bob = Client(plain).guest()
        other = bob.ok("POST", "/api/matches", {"game": "balda", "seats": ["me", "open"]}, 201)["id"]
        holds(other in Client(plain).call("GET", "/").bytes.decode(), "the open game")
        holds(match not in Client(plain).call("GET", "/").bytes.decode(), "no other server's")


@test
def the_server_was_well_to_the_end():
    SERVER.stop()


finish()
