#!/usr/bin/env python3
"""Pages of other sites: nothing that changes anything can be sent from them, by any route."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Live, Server, toy_server  # noqa: E402
from harness import finish, holds, run, same, test  # noqa: E402

PUBLIC = "https://words.example"
SERVER = Server("--public-url", PUBLIC, start=False).start()
PLAIN = Server()  # knows no public address


def routes():
    lines = run([toy_server(), "--routes"]).out.splitlines()
    return [tuple(line.split()[:2]) for line in lines]


UNSAFE = [(method, re.sub(":[a-z]+", "x", path)) for method, path in routes() if method != "GET"]


def foreign(server):
    """Headers as browsers send them for pages that are not ours."""
    own = f"127.0.0.1:{server.port}"
    yield from ({"Origin": origin} for origin in (
        "https://evil.example", "http://evil.example:8080", "null", f"http://{own}.evil.example", f"http://evil.example:{server.port}",
        f"http://{own}@evil.example", f"http://evil.example/{own}", "https://words.example.evil", "http://", "://" + own, own,
        f"http://127.0.0.1:{server.port + 1}", f"http://localhost:{server.port}"))
    yield from ({"Sec-Fetch-Site": site} for site in ("cross-site", "same-site", "nonsense"))
    yield {"Origin": f"http://{own}", "Sec-Fetch-Site": "cross-site"}
    yield {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"}


def ours(server):
    own = f"127.0.0.1:{server.port}"
    yield {}
    yield {"Origin": f"http://{own}"}
    yield {"Origin": f"https://{own}"}  # behind a proxy that nobody told us of
    yield {"Origin": f"http://{own}", "Sec-Fetch-Site": "same-origin"}
    yield {"Sec-Fetch-Site": "none"}


def code(answer):
    return ((answer.json or {}).get("error") or {}).get("code")


def refused(client, method, path, headers):
    answer = client.call(method, path, None if "form" in headers else {}, **headers)
    return (answer.status, code(answer), "set-cookie" in answer.headers) == (403, "api.foreign", False)


@test
def no_unsafe_route_takes_a_request_of_another_site():
    holds(len(UNSAFE) > 25, UNSAFE)
    nobody, ann = Client(SERVER), Client(SERVER).register("Ann")
    program = Client(SERVER)
    program.token = ann.ok("POST", "/api/me/tokens", {"label": "bot"}, 201)["token"]
    let = [(method, path, headers, who) for method, path in UNSAFE for headers in foreign(SERVER)
           for who, client in (("nobody", nobody), ("ann", ann), ("program", program))
           if not refused(client, method, path, headers)]
    same(let, [], f"{len(let)} were let through")
    same(ann.get("/api/me")["account"]["name"], "Ann", "still logged in")


@test
def a_form_of_another_site_makes_no_guest():
    """As a browser sends it: no cookie, no body. The answer would replace the visitor's session."""
    answer = Client(SERVER).call("POST", "/api/guest", b"", **{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site",
                                                              "Content-Type": "application/x-www-form-urlencoded"})
    same((answer.status, code(answer), answer.headers.get("set-cookie")), (403, "api.foreign", None))


@test
def our_own_pages_and_programs_are_let_in():
    for server in (SERVER, PLAIN):
        for headers in ours(server):
            same(Client(server).call("POST", "/api/guest", {}, **headers).status, 201, headers)
    for origin in (PUBLIC, "https://WORDS.example", PUBLIC + ":443"):
        same(Client(SERVER).call("POST", "/api/guest", {}, Origin=origin).status, 201, origin)
    for origin in ("http://words.example", PUBLIC + ":8443"):
        same(Client(SERVER).call("POST", "/api/guest", {}, Origin=origin).status, 403, origin)
    same(Client(PLAIN).call("POST", "/api/guest", {}, Origin=PUBLIC).status, 403, "not this one's")


@test
def reading_is_not_changing():
    for headers in foreign(SERVER):
        same(Client(SERVER).call("GET", "/api/me", **headers).status, 200, headers)


@test
def sockets_are_as_careful():
    for headers in foreign(SERVER):
        same(Live(SERVER, **headers).status, 403, headers)
    for headers in ours(SERVER):
        live = Live(SERVER, **headers)
        same(live.status, 101, headers)
        live.close()
    same(Live(SERVER, Origin=PUBLIC).status, 101, "the public address")


@test
def the_servers_were_well_to_the_end():
    for server in (SERVER, PLAIN):
        server.__exit__(None, None, None)


finish()
