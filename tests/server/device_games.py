#!/usr/bin/env python3
"""Games of a device that an account keeps: replayed, bounded, its own; of two versions the longer one stays."""
import contextlib
import json
import os
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Server  # noqa: E402
from harness import finish, holds, logomachy, same, test  # noqa: E402

SERVER = Server()
PASSWORD = "correct horse"
TERMS = {"game": "balda", "lang": "en", "lexicon": "en", "levels": [0, 2], "seat": "A", "settings": {}, "start": "crown"}
HEADER = "game balda\nlang en\nlexicon en\nstart crown\nseat A\nseat B\n"
COUNTER = [0]


def rows_of(name):
    with contextlib.closing(sqlite3.connect(SERVER.db, timeout=30)) as db:
        return db.execute("SELECT COUNT(*) FROM device_games WHERE id = ?", (name,)).fetchone()[0]


def person(server=SERVER):
    COUNTER[0] += 1
    return Client(server).register(f"Keeper{COUNTER[0]}", PASSWORD)


def extended(record, choice=0):
    """With one more move, as the core has it."""
    moves = json.loads(logomachy("moves", "-", "--json", stdin=record.encode()).out)["moves"]
    seat = "AB"[sum(line[:2] in ("A ", "B ") for line in record.splitlines()) % 2]
    return f"{record}{seat} {moves[choice]['text']}\n"


ONE = extended(HEADER)
OTHER = extended(HEADER, 1)
TWO = extended(ONE)


def game(record=ONE, **more):
    return {"terms": TERMS, "record": record, "begun": 1000, "changed": 2000, **more}


def put(client, name, body, status=200):
    return client.ok("PUT", f"/api/me/games/{name}", body, status)


def refusal(client, body, name="a1"):
    answer = client.call("PUT", f"/api/me/games/{name}", body)
    return answer.status, answer.json["error"]["code"]


def ids(client):
    return [one["id"] for one in client.get("/api/me/games")["games"]]


@test
def a_game_is_kept_shown_and_deleted():
    ann = person()
    same(ann.get("/api/me/games"), {"games": []})
    kept = put(ann, "k3xf", game(helped=True))
    same((kept["id"], kept["record"], kept["terms"], kept["begun"], kept["changed"], kept["helped"], kept["leader"]),
         ("k3xf", ONE, TERMS, 1000, 2000, True, None))
    same((len(kept["scores"]), kept["scores"][0] > 0, kept["result"]), (2, True, None), "as it was replayed")
    same(ann.get("/api/me/games/k3xf"), kept)
    listed = dict(kept)
    del listed["record"]
    same(ann.get("/api/me/games"), {"games": [listed]})
    ann.ok("DELETE", "/api/me/games/k3xf", None, 204)
    ann.ok("DELETE", "/api/me/games/k3xf", None, 204)
    same((ids(ann), ann.call("GET", "/api/me/games/k3xf").status), ([], 404))


@test
def the_result_is_the_record_s():
    ann = person()
    told = put(ann, "a1", game(ONE + "B resign\n", result={"winners": ["B"], "draw": False}))
    same(told["result"], {"winners": ["A"], "draw": False})
    name = ann.get("/api/me")["account"]["name"]
    same([one for one in ann.get(f"/api/players/{name}/matches")["matches"]], [], "no match, no rating")
    same(ann.get("/api/me")["ratings"], [])


@test
def the_longer_record_stays():
    ann = person()
    first = put(ann, "a1", game(ONE))
    longer = put(ann, "a1", game(TWO, changed=3000))
    same((longer["record"], longer["changed"]), (TWO, 3000))
    holds(longer["version"] > first["version"], "another version")
    same(put(ann, "a1", game(ONE, changed=4000)), longer, "an older one changes nothing, and is told the newer one")
    same(put(ann, "a1", game(TWO, changed=5000))["changed"], 5000, "the same again")


@test
def of_two_versions_none_is_lost():
    ann = person()
    first = put(ann, "a1", game(ONE))
    same(refusal(ann, game(OTHER)), (409, "me.games_fork"))
    same(ann.get("/api/me/games/a1"), first)
    put(ann, "b2", game(OTHER))
    same(sorted(ids(ann)), ["a1", "b2"])
    # A takeback replaces the version that was seen, and no other.
    second = put(ann, "a1", game(OTHER, base=first["version"]))
    same(second["record"], OTHER)
    same(refusal(ann, game(ONE, base=first["version"])), (409, "me.games_fork"))
    same(put(ann, "a1", game(HEADER, base=second["version"]))["record"], HEADER, "also by a shorter one")


@test
def what_does_not_hold_together_is_refused():
    ann = person()
    same(refusal(ann, game(HEADER + "A a1=Q/a1\n"))[0], 422, "a move that cannot be")
    same(refusal(ann, game("nonsense"))[0], 422)
    same(refusal(ann, {"terms": TERMS})[0], 422, "no record")
    same(refusal(ann, game("x" * 40_000))[0], 400, "too long")
    for wrong in ({"game": "bukva"}, {"lang": "de"}, {"lexicon": "en-international"}, {"levels": [0]}, {"levels": [0, 9]},
                  {"levels": "0,2"}, {"seat": "C"}, {"settings": {"a": 1}}, {"settings": {"a": "x" * 300}}, {"start": None},
                  {"start": "x" * 300}, {"seed": 5}):
        same(refusal(ann, game(terms={**TERMS, **wrong})), (422, "me.games_terms"), wrong)
    same(refusal(ann, game(terms="balda")), (422, "me.games_terms"))
    same(refusal(ann, game(leader=2)), (422, "me.games_terms"))
    for wrong in ({"begun": -1}, {"changed": "now"}, {"base": -1}, {"leader": 9}, {"helped": "yes"}, {"record": 5}):
        same(refusal(ann, game(**wrong))[0], 400, wrong)
    for name in ("A1", "a-1", "a" * 16, "%C3%A9"):
        same(ann.call("PUT", f"/api/me/games/{name}", game()).status, 404, name)
    same(put(ann, "a1", game(terms={**TERMS, "more": "x" * 3000}))["terms"], TERMS, "what nobody knows is left out")
    same(ids(ann), ["a1"])


@test
def there_is_a_quota():
    ann = person()
    for i in range(200):
        put(ann, f"g{i}", game(HEADER))
    same(refusal(ann, game(HEADER), "more"), (409, "me.too_many"))
    put(ann, "g0", game(ONE))
    ann.ok("DELETE", "/api/me/games/g1", None, 204)
    put(ann, "more", game(HEADER))
    same(len(ids(ann)), 200)


@test
def they_are_limited():
    server = Server(limits="on")
    ann = person(server)
    for _ in range(600):
        answer = ann.call("PUT", "/api/me/games/a1", game(HEADER))
        if answer.status == 429:
            break
    same((answer.status, ids(ann)), (429, ["a1"]))
    server.stop()


@test
def they_are_the_account_s_alone():
    ann, bob, guest = person(), person(), Client(SERVER).guest()
    put(ann, "a1", game(ONE))
    same((ids(bob), bob.call("GET", "/api/me/games/a1").status), ([], 404))
    put(bob, "a1", game(OTHER))
    bob.ok("DELETE", "/api/me/games/a1", None, 204)
    same(ann.get("/api/me/games/a1")["record"], ONE)
    same(guest.call("GET", "/api/me/games").status, 403, "a guest keeps none")
    same(Client(SERVER).call("GET", "/api/me/games").status, 401)


@test
def they_are_exported_and_end_with_the_account():
    ann, bob = person(), person()
    put(bob, "bobs", game(ONE))
    names = [f"g{i:02}" for i in range(23)] + ["onlyanns"]  # more than a page
    for name in names:
        put(ann, name, game(ONE))
    exported = ann.get("/api/me/export")["device_games"]
    same([one["id"] for one in exported], names)
    same(exported[0], ann.get("/api/me/games/g00"))
    ann.ok("DELETE", "/api/me", {"password": PASSWORD}, 204)
    same([rows_of(name) for name in ("onlyanns", "bobs")], [0, 1])


@test
def the_server_was_well_to_the_end():
    SERVER.stop()


finish()
