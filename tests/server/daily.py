#!/usr/bin/env python3
"""The deal of the day: the same for all players, once for each, with its own list of the best; and one's own best."""
import hashlib
import hmac
import itertools
import json
import os
import sqlite3
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Server  # noqa: E402
from harness import finish, holds, logomachy, same, test  # noqa: E402

SERVER = Server()
PLAIN = {"game": "bali", "lang": "fr", "seats": ["me"]}
DAILY = {**PLAIN, "deal": "daily"}


def today():
    return time.strftime("%Y-%m-%d", time.gmtime())


def cards(match):
    return [line for line in match["state"].splitlines() if line.startswith("column ")]


def stop(client, match):
    client.act(match, "move", move="done")


def dealt(client, match):
    """The record of a first position, from the cards that lie on the table."""
    lying = (line.split() for line in cards(client.get(f"/api/matches/{match}")))
    return "".join(f"deal {place} {card}\n" for _, place, card in lying)


def first_move(client, match):
    result = logomachy("moves", "-", "--json", stdin=f"game bali\nlang fr\n{dealt(client, match)}".encode())
    return next(move["text"] for move in json.loads(result.out)["moves"] if move["text"] != "done")


def finds_a_move(client, match):
    """Takes three cards that spell a word, or joins two that are inside of one: the server knows."""
    places = [f"A{number}" for number in range(1, 8)]
    moves = ["take " + "+".join(some) for some in itertools.permutations(places, 3)]
    moves += ["+".join(some) for some in itertools.permutations(places, 2)]
    return any(client.call("POST", f"/api/matches/{match}/actions", {"verb": "move", "move": move}).status == 200 for move in moves)


def stop_with_points(client, match):
    """Only a score above 0 is among the best. Taken words are out of sight, so there is no record to ask the program about."""
    while client.get(f"/api/matches/{match}")["scores"][0] == 0:
        holds(finds_a_move(client, match), "there is a move")
    stop(client, match)


def refusal(client, body):
    answer = client.call("POST", "/api/matches", body)
    return answer.status, answer.json["error"]["code"]


@test
def it_is_the_same_for_everybody():
    ann, bob = Client(SERVER).guest(), Client(SERVER).register("Bob", "correct horse")
    first, second = (one.get("/api/matches/" + one.ok("POST", "/api/matches", DAILY, 201)["id"]) for one in (ann, bob))
    holds(first["id"] != second["id"], "two matches")
    same(cards(first), cards(second), "the same cards")
    same(first["seed_hash"], second["seed_hash"], "from the same seed")
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
        stop_with_points(one, matches[one])
    plain, nothing = (ann.ok("POST", "/api/matches", PLAIN, 201)["id"] for _ in range(2))
    stop_with_points(ann, plain)
    stop(ann, nothing)

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
    same(set(listed("&mine=1", ann)), {matches[ann], plain}, "one's own, but not what has no points")
    same(set(listed("&mine=1&deal=daily", ann)), {matches[ann]})
    for query, status, code in (("&deal=never", 400, "api.no_deal"), ("&deal=2026-1-1", 400, "api.no_deal"),
                                ("&mine=1", 401, "api.log_in"), ("&mine=2", 400, "api.wants_number")):
        answer = Client(SERVER).call("GET", "/api/bests/bali?lang=fr" + query)
        same((answer.status, answer.json["error"]["code"]), (status, code), query)


def hashed(seed):
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def date_of(days):
    return time.strftime("%Y-%m-%d", time.gmtime(time.time() + days * 86400))


def database(statement, *values):
    with sqlite3.connect(SERVER.db, timeout=30) as db:
        return db.execute(statement, values).fetchall()


def deals(date, client=None):
    day, = (client or Client(SERVER)).get(f"/api/daily?date={date}")["days"]
    return day["revealed"], {(deal["game"], deal["lang"]): deal for deal in day["deals"]}


@test
def nobody_knows_a_deal_before():
    date = today()
    ann = Client(SERVER).guest()
    match = ann.get("/api/matches/" + ann.ok("POST", "/api/matches", DAILY, 201)["id"])
    revealed, of_today = deals(date)
    if date != today():
        return
    same((revealed, match["seed_hash"]), (False, of_today["bali", "fr"]["seed_hash"]), "what was published")
    holds(match["seed_hash"] != hashed(hashlib.sha256(f"{date} bali fr".encode()).hexdigest()), "it does not follow from the date")
    days = Client(SERVER).get("/api/daily")["days"]
    same([day["date"] for day in days], [date_of(i) for i in range(-2, 8)], "a week ahead")
    hashes = [deal["seed_hash"] for day in days for deal in day["deals"]]
    same(len(set(hashes)), len(hashes), "every one its own")
    holds(len(days[0]["deals"]) >= 5, days[0])
    same([day["date"] for day in days if day["revealed"] or any(deal["seed"] for deal in day["deals"])], [date_of(-2)])
    for wrong in (date_of(9), "2026-02-30", "tomorrow", "2026-1-1", ""):
        answer = Client(SERVER).call("GET", f"/api/daily?date={wrong}")
        same((answer.status, answer.json["error"]["code"]), (400, "api.no_deal"), wrong)


@test
def what_was_published_is_what_is_revealed():
    """As a player checks it who has kept the hash: the seed's SHA-256, and the same draws from it."""
    key = bytes.fromhex(database("SELECT text FROM notes WHERE name = 'key'")[0][0])
    database("UPDATE notes SET text = '2026-01-01' WHERE name = 'daily'")
    kept = deals(today())[1]
    SERVER.stop()
    SERVER.start()
    same(deals(today())[1], kept, "the same after a restart")
    for game, lang in kept:
        for date in (date_of(-3), "2026-01-01"):
            revealed, of_day = deals(date)
            deal = of_day[game, lang]
            same((revealed, hashed(deal["seed"])), (True, deal["seed_hash"]))
            want = hmac.new(key, b"daily\0" + f"{date} {game} {lang}".encode(), hashlib.sha256).hexdigest()
            same(deal["seed"], want, "as the documentation says")
    old = deals("2025-12-31")[1]["bali", "fr"]
    same(old["seed"], hashlib.sha256(b"2025-12-31 bali fr").hexdigest(), "days before the change stay as they were")


@test
def the_end_of_a_game_opens_no_deal_that_others_still_play():
    ann = Client(SERVER).guest()
    match = ann.ok("POST", "/api/matches", DAILY, 201)["id"]
    stop(ann, match)
    for who in (ann, Client(SERVER)):
        shown = who.get(f"/api/matches/{match}")
        seed = hmac.new(bytes.fromhex(database("SELECT text FROM notes WHERE name = 'key'")[0][0]),
                        f"daily\0{shown['deal']} bali fr".encode(), hashlib.sha256).hexdigest()
        same((shown["status"], shown["seed"], hashed(seed)), ("over", None, shown["seed_hash"]))
        said = who.call("GET", f"/api/matches/{match}/record").bytes + who.call("GET", f"/api/matches/{match}/events?states=1").bytes
        holds(seed.encode() not in bytes(who.seen) + said, "no answer has it")
    plain = ann.ok("POST", "/api/matches", PLAIN, 201)["id"]
    stop(ann, plain)
    same(hashed(ann.get(f"/api/matches/{plain}")["seed"]), ann.get(f"/api/matches/{plain}")["seed_hash"], "any other is open")


@test
def a_game_in_which_something_was_taken_back_is_in_no_list():
    ann = Client(SERVER).register("Fair")
    fair, unfair = (ann.ok("POST", "/api/matches", PLAIN | more, 201)["id"] for more in ({}, {"takebacks": True}))
    same([ann.get(f"/api/matches/{match}")["takebacks"] for match in (fair, unfair)], [False, True], "alone only on demand")
    asked = ann.call("POST", f"/api/matches/{unfair}/actions", {"verb": "move", "move": first_move(ann, unfair)})
    same(asked.status, 200, asked.bytes[:300])
    ann.act(unfair, "ask-takeback", moves=1)
    for match in (fair, unfair):
        stop_with_points(ann, match)
    same([ann.get(f"/api/matches/{match}")["unranked"] for match in (fair, unfair)], [None, "takeback"])
    for query in ("&mine=1", ""):
        listed = [one["id"] for one in ann.get("/api/bests/bali?lang=fr&limit=100" + query)["matches"]]
        same((fair in listed, unfair in listed), (True, False), query)
    mine = {one["id"]: one["unranked"] for one in ann.get("/api/players/Fair/matches")["matches"]}
    same((mine[fair], mine[unfair]), (None, "takeback"), "and it is said why")


def asked(client, record):
    answer = client.call("POST", "/api/analysis", {"record": record, "ask": "best", "level": 1, "seconds": 0.2})
    return answer.status, answer.json.get("error", {}).get("code")


@test
def the_engine_gives_no_hint_about_a_game_for_the_list():
    for ann in (Client(SERVER).guest(), Client(SERVER).register("Honest")):
        for terms in (PLAIN, DAILY):
            match = ann.ok("POST", "/api/matches", terms, 201)["id"]
            records = [f"game bali\nlang fr\n{settings}{dealt(ann, match)}"
                       for settings in ("", "set recall off\n", "set min_word 5\nset recall off\nset obsolete forbid\n")]
            for record in records:
                same(asked(ann, record), (409, "analysis.rated"), record)
            same(asked(Client(SERVER).guest(), records[0])[0], 200, "another player's game is not known")
            stop(ann, match)
            same(asked(ann, records[0])[0], 200, "when it is over")


@test
def a_game_that_ends_when_the_seed_is_known_is_in_no_list():
    ann = Client(SERVER).guest()
    match = ann.ok("POST", "/api/matches", DAILY, 201)["id"]
    SERVER.stop()
    database("UPDATE matches SET deal = ? WHERE id = ?", date_of(-3), match)
    database("UPDATE seats SET deal = ? WHERE match_id = ?", date_of(-3), match)
    SERVER.start()
    stop(ann, match)
    same(ann.get(f"/api/matches/{match}")["unranked"], "late")
    same(ann.get(f"/api/bests/bali?lang=fr&deal={date_of(-3)}")["matches"], [])


@test
def the_server_was_well_to_the_end():
    SERVER.stop()


finish()
