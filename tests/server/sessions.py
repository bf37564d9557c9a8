#!/usr/bin/env python3
"""Sessions of browsers: what their cookie is called, how long they last, and passwords that were hashed long ago."""
import hashlib
import os
import re
import secrets
import sqlite3
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Live, Server, until  # noqa: E402
from harness import finish, holds, same, test  # noqa: E402

DAY = 86400 * 1000
PLAIN = Server()
SECURE = Server("--public-url", "https://words.example", start=False).start()
PASSWORD = "correct horse"
# The same password, hashed with fewer passes and less memory than today.
CHEAP = "$argon2id$v=19$m=8192,t=1,p=1$OKLS5jmPoQ++xPtEEHAfyw$5YwesNebHgs1vY/Qfjrj+1mE7HtgfJ7GyzgFoctm3h8"


def database(server, statement, *values):
    with sqlite3.connect(server.db, timeout=30) as db:
        return db.execute(statement, values).fetchall()


def now():
    return int(time.time() * 1000)


def digest(client):
    return hashlib.sha256(client.cookie.split("=")[1].encode()).hexdigest()


def set_cookies(client, method="GET", path="/api/me", body=None):
    """All cookies that an answer sets: name -> (value, attributes)."""
    connection = client.server.http()
    connection.request(method, path, body, client.headers())
    answer = connection.getresponse()
    answer.read()
    found = {}
    for one in answer.headers.get_all("Set-Cookie") or []:
        first, *rest = one.split("; ")
        name, value = first.split("=", 1)
        found[name] = (value, sorted(rest))
    connection.close()
    return found


def age(attributes):
    return int(re.search(r"Max-Age=(\d+)", " ".join(attributes)).group(1))


# --- Names.

@test
def over_tls_the_cookie_is_bound_to_the_host():
    made = set_cookies(Client(SECURE), "POST", "/api/guest", b"{}")
    same(set(made), {"__Host-logomachy", "logomachy"}, "and one of before is deleted")
    value, attributes = made["__Host-logomachy"]
    same(attributes, ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Lax", "Secure"])
    holds(value.startswith("h."), value)
    same((made["logomachy"][0], age(made["logomachy"][1])), ("", 0))
    plain = set_cookies(Client(PLAIN), "POST", "/api/guest", b"{}")
    same((set(plain), "Secure" in plain["logomachy"][1]), ({"logomachy"}, False), "without TLS")


@test
def the_device_is_remembered_as_safely():
    made = set_cookies(Client(SECURE), "POST", "/api/register", b'{"name": "Dora", "password": "correct horse"}')
    same(set(made), {"__Host-logomachy", "logomachy", "__Host-logomachy-device"})
    same(made["__Host-logomachy-device"][1], ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Lax", "Secure"])
    plain = set_cookies(Client(PLAIN), "POST", "/api/register", b'{"name": "Dora", "password": "correct horse"}')
    same(set(plain), {"logomachy", "logomachy-device"})
    same(plain["logomachy-device"][1], ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Lax"])
    again = set_cookies(Client(PLAIN), "POST", "/api/login", b'{"name": "Dora", "password": "correct horse"}')
    holds(again["logomachy-device"][0] not in ("", plain["logomachy-device"][0]), "a new one with each login")


@test
def a_cookie_of_another_host_cannot_be_planted():
    """A neighbouring host can set `logomachy` for the whole domain, but not __Host-logomachy."""
    mallory = Client(SECURE).register("Mallory")
    planted = Client(SECURE)
    planted.cookie = "logomachy=" + mallory.cookie.split("=")[1]
    same(planted.get("/api/me"), {"account": None})
    same(Live(SECURE, planted).hello["name"], None)
    token = mallory.ok("POST", "/api/me/tokens", {"label": "planted"}, 201)["token"]
    for name in ("__Host-logomachy", "logomachy"):
        planted.cookie = f"{name}={token}"
        for _ in range(2):  # from the store, then from memory
            same(planted.get("/api/me"), {"account": None}, "a token is no cookie")
            same(Live(SECURE, planted).hello["name"], None)
    ann = Client(SECURE).register("Ann")
    ann.cookie = planted.cookie + "; " + ann.cookie
    same(ann.get("/api/me")["account"]["name"], "Ann")


def session_of_before(server, client):
    """One as it was made before cookies were bound to the host."""
    secret, account = secrets.token_urlsafe(32), client.get("/api/me")["account"]["id"]
    database(server, "INSERT INTO sessions (hash, account, created, expires, token, label) VALUES (?, ?, ?, ?, 0, '')",
             hashlib.sha256(secret.encode()).hexdigest(), account, now(), now() + 60 * DAY)
    old = Client(server)
    old.cookie = "logomachy=" + secret
    return old, secret


@test
def a_session_of_before_is_moved_to_the_new_name():
    bea = Client(SECURE).register("Bea")
    old, secret = session_of_before(SECURE, bea)
    made = set_cookies(old)
    same((made["__Host-logomachy"][0], made["logomachy"][0]), (secret, ""))
    old.cookie = "__Host-logomachy=" + secret
    same(old.get("/api/me")["account"]["name"], "Bea")
    same(set_cookies(old), {}, "once")


@test
def logging_out_deletes_the_cookie_under_every_name():
    cid = Client(SECURE).register("Cid")
    gone = set_cookies(cid, "POST", "/api/logout", b"")
    same({name: (value, age(attributes)) for name, (value, attributes) in gone.items()},
         {"__Host-logomachy": ("", 0), "logomachy": ("", 0)})
    same("Secure" in gone["__Host-logomachy"][1], True, "browsers take it only so")
    dan = Client(SECURE).guest()
    same(set(set_cookies(dan, "DELETE", "/api/me", b"{}")), {"__Host-logomachy", "logomachy"})


# --- How long.

def aged(client, created_days, left_days):
    """As if it had been made and used last some time ago."""
    hash_ = digest(client)
    database(client.server, "UPDATE sessions SET created = ?, expires = ? WHERE hash = ?",
             now() - int(created_days * DAY), now() + int(left_days * DAY), hash_)
    return hash_


def left(client, hash_):
    return (database(client.server, "SELECT expires FROM sessions WHERE hash = ?", hash_)[0][0] - now()) / DAY


@test
def a_session_that_is_used_lasts():
    # kind, days since it was made, days that are left, days that are left when it was used
    table = (("person", 30, 30, 60), ("person", 1.5, 58.5, 60), ("person", 0.5, 59.5, 59.5), ("person", 380, 5, 20),
             ("person", 399.5, 0.4, 0.4), ("person", 339, 1, 60), ("guest", 390, 10, 400), ("guest", 900, 10, 400),
             ("guest", 0.2, 399.8, 399.8))
    for i, (kind, made, have, want) in enumerate(table):
        one = Client(PLAIN).guest() if kind == "guest" else Client(PLAIN).register(f"Lasting{'abcdefghi'[i]}")
        hash_ = aged(one, made, have)
        cookies = set_cookies(one)
        until(lambda: abs(left(one, hash_) - want) < 0.1, f"{kind} {made} {have}: {left(one, hash_)}, not {want}")
        same("logomachy" in cookies, want != have, (kind, made, have))
        if cookies:
            value, attributes = cookies["logomachy"]
            same((value, round(age(attributes) * 1000 / DAY)), (one.cookie.split("=")[1], want), (kind, made, have))
            same(set_cookies(one), {}, "once a day")


@test
def one_that_was_not_used_ends():
    eve = Client(PLAIN).register("Eve")
    aged(eve, 61, -1)
    same(eve.get("/api/me"), {"account": None})
    same(set_cookies(eve), {})


@test
def tokens_end_when_they_were_meant_to():
    fay = Client(PLAIN).register("Fay")
    program = Client(PLAIN)
    program.token = fay.ok("POST", "/api/me/tokens", {"label": "bot", "days": 30}, 201)["token"]
    hash_ = hashlib.sha256(program.token.encode()).hexdigest()
    database(PLAIN, "UPDATE sessions SET expires = ? WHERE hash = ?", now() + 5 * DAY, hash_)
    same(set_cookies(program), {})
    fay.ok("PATCH", "/api/me", {"lang": "de"})  # a later write is done
    holds(left(program, hash_) < 5, "not extended")


@test
def answers_for_everybody_carry_no_cookie():
    gus = Client(PLAIN).register("Gus")
    aged(gus, 30, 30)
    same(set_cookies(gus, "GET", "/api/games"), {}, "a cache may keep it")
    holds(set_cookies(gus), "but the next one does")


# --- Passwords.

def stored(name):
    return database(PLAIN, "SELECT password FROM accounts WHERE name = ?", name)[0][0]


def log_in(name, password):
    return Client(PLAIN).call("POST", "/api/login", {"name": name, "password": password}).status


@test
def a_cheap_hash_is_replaced_at_login():
    Client(PLAIN).register("Hal", PASSWORD)
    today = stored("Hal")
    database(PLAIN, "UPDATE accounts SET password = ? WHERE name = 'Hal'", CHEAP)
    same((log_in("Hal", "wrong horse"), stored("Hal")), (401, CHEAP), "not by a wrong password")
    same(log_in("Hal", PASSWORD), 200)
    fresh = stored("Hal")
    same(fresh.split("$")[1:4], today.split("$")[1:4], "today's parameters")
    same((log_in("Hal", PASSWORD), log_in("Hal", "wrong horse")), (200, 401))
    same(stored("Hal"), fresh, "and not at every login")


@test
def the_servers_were_well_to_the_end():
    for server in (PLAIN, SECURE):
        server.__exit__(None, None, None)


finish()
