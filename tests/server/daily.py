#!/usr/bin/env python3
"""The deal of the day: the same for everybody, once for each, with its own list of the best; and one's own best."""
import hashlib
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Server  # noqa: E402
from harness import finish, holds, same, test  # noqa: E402

SERVER = Server()
PLAIN = {"game": "bali", "lang": "fr", "seats": ["me"]}
DAILY = {**PLAIN, "deal": "daily"}


def today():
    return time.strftime("%Y-%m-%d", time.gmtime())


def cards(match):
    return [line for line in match["state"].splitlines() if line.startswith("column ")]


def stop(client, match):
    client.act(match, "move", move="done")


def refusal(client, body):
    answer = client.call("POST", "/api/matches", body)
    return answer.status, answer.json["error"]["code"]


@test
def it_is_the_same_for_everybody():
    date = today()
    ann, bob = Client(SERVER).guest(), Client(SERVER).register("Bob", "correct horse")
    first, second = (one.get("/api/matches/" + one.ok("POST", "/api/matches", DAILY, 201)["id"]) for one in (ann, bob))
    holds(first["id"] != second["id"], "two matches")
    same(cards(first), cards(second), "the same cards")
    seed = hashlib.sha256(f"{date} bali fr".encode()).hexdigest()
    if date == today():
        same(first["seed_hash"], hashlib.sha256(bytes.fromhex(seed)).hexdigest(), "what every device can compute")
    same((first["takebacks"], first["settings"]["min_word"], first["listed"]), (False, "3", True))
    other = ann.ok("POST", "/api/matches", PLAIN, 201)
    holds(other["seed_hash"] != first["seed_hash"], "another deal is another one")
    german = ann.ok("POST", "/api/matches", {**DAILY, "lang": "de"}, 201)
    holds(german["seed_hash"] != first["seed_hash"], "as is another language's")


@test
def it_is_played_once():
    ann = Client(SERVER).guest()
    match = ann.ok("POST", "/api/matches", DAILY, 201)["id"]
    same(ann.ok("POST", "/api/matches", DAILY, 200)["id"], match, "while it runs")
    stop(ann, match)
    again = ann.ok("POST", "/api/matches", DAILY, 200)
    same((again["id"], again["status"]), (match, "over"), "and after")


@test
def it_is_played_as_it_comes():
    ann = Client(SERVER).guest()
    for more in ({"settings": {"min_word": "5"}}, {"lexicon": "fr"}, {"takebacks": True}, {"listed": False},
                 {"clock": {"kind": "none"}}, {"rated": False}, {"start": "MAISON"}):
        holds(refusal(ann, {**DAILY, **more})[0] == 422, more)
    same(refusal(ann, {**DAILY, "settings": {}}), (422, "api.deal_plain"))
    same(refusal(ann, {**DAILY, "seats": ["me", 1]}), (422, "api.deal_alone"))
    same(refusal(ann, {**PLAIN, "deal": "weekly"}), (422, "api.no_deal"))
    same(refusal(Client(SERVER), DAILY), (401, "api.log_in"))


@test
def it_has_a_list_of_its_own():
    date = today()
    ann, bob = Client(SERVER).guest(), Client(SERVER).register("Bea", "correct horse")
    matches = {}
    for one in (ann, bob):
        matches[one] = one.ok("POST", "/api/matches", DAILY, 201)["id"]
        stop(one, matches[one])
    plain = ann.ok("POST", "/api/matches", PLAIN, 201)["id"]
    stop(ann, plain)

    def listed(query, client=Client(SERVER)):
        return {one["id"]: one["deal"] for one in client.get("/api/bests/bali?lang=fr&limit=100" + query)["matches"]}

    if date != today():
        return  # midnight has passed
    daily = listed("&deal=daily")
    holds(set(matches.values()) <= set(daily) and plain not in daily, daily)
    same(set(daily.values()), {date})
    same(listed("&deal=" + date), daily)
    same(listed("&deal=2020-02-02"), {})
    same(listed("")[plain], None)
    same(set(listed("&mine=1", ann)), {matches[ann], plain}, "one's own")
    same(set(listed("&mine=1&deal=daily", ann)), {matches[ann]})
    for query, status, code in (("&deal=never", 400, "api.no_deal"), ("&deal=2026-1-1", 400, "api.no_deal"),
                                ("&mine=1", 401, "api.log_in"), ("&mine=2", 400, "api.wants_number")):
        answer = Client(SERVER).call("GET", "/api/bests/bali?lang=fr" + query)
        same((answer.status, answer.json["error"]["code"]), (status, code), query)


@test
def the_server_was_well_to_the_end():
    SERVER.stop()


finish()
