#!/usr/bin/env python3
"""The database goes away, is locked, hangs, or is lost in the middle of a COMMIT, while people do everything that they can
do in a match: the server lives and answers, nothing that was acknowledged is lost, nothing happens twice, and those who
watch hear of everything without asking again. With a file and with a PostgreSQL server behind a proxy."""
import contextlib
import importlib.util
import os
import sqlite3
import threading
import time

from client import Client, Server, fill, start_match, until
from client.postgres_proxy import Proxy
import harness  # noqa: E402
from harness import ROOT, finish, folder, holds, same, test  # noqa: E402

spec = importlib.util.spec_from_file_location("store_postgres", os.path.join(ROOT, "tests", "store", "postgres.py"))
store_postgres = importlib.util.module_from_spec(spec)
spec.loader.exec_module(store_postgres)
harness.tests.clear()  # its own tests are not meant here

MOVES = fill(5)
BOUND = 30  # seconds in which every request has its answer, on a machine that is busy


class File:
    """SQLite. It is away while another process has it locked."""

    def __init__(self, server):
        self.server = server
        self.other = None

    def take_away(self):
        self.other = sqlite3.connect(self.server.db, isolation_level=None, timeout=60)
        self.other.execute("BEGIN IMMEDIATE")

    def bring_back(self):
        self.other.close()


WORLD = contextlib.ExitStack()
PARTS = {}


def on_file():
    if "file" not in PARTS:
        server = WORLD.enter_context(Server())
        PARTS["file"] = server, File(server)
    return PARTS["file"]


def on_postgres():
    if "postgres" not in PARTS:
        postgres = WORLD.enter_context(store_postgres.Postgres())
        proxy = WORLD.enter_context(contextlib.closing(Proxy(postgres.url)))
        server = Server(where=folder(), start=False)
        server.flags[server.flags.index("--db") + 1] = proxy.url
        PARTS["server"] = postgres
        PARTS["postgres"] = WORLD.enter_context(server.start()), proxy
    return PARTS["postgres"]


class Thing:
    """An action of a player, in a situation that was made for it."""

    def __init__(self, name, who, path, body, match=None):
        self.name, self.who, self.path, self.match = name, who, path, match
        self.too_late = ""  # the code of the refusal, where a computer may be faster when the database is back
        self.body = {**body, "request": name.replace(" ", "-")[:40]}
        self.answers = []

    def do(self):
        started = time.monotonic()
        answer = self.who.call("POST", self.path, self.body)
        self.answers.append((answer, time.monotonic() - started))
        return answer


def act(name, who, match, verb, **more):
    return Thing(name, who, f"/api/matches/{match}/actions", {"verb": verb, **more}, match)


def all_things(server):
    """Every verb once, each in a match of its own; those of a computer's matches last, so that it still thinks."""
    people = [Client(server).guest() for _ in range(2)]
    ann, bob = people

    def match(moves=0, **terms):
        found = start_match(people, settings={"size": "5"}, **terms)
        for number in range(moves):
            people[number % 2].act(found, "move", move=MOVES[number])
        return found

    def opened():
        return ann.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"]}, 201)["id"]

    things = [act("join", bob, opened(), "join"), act("leave", ann, opened(), "leave"), act("withdraw", ann, opened(), "abort"),
              act("abort", ann, match(), "abort"), act("move", ann, match(), "move", move=MOVES[0]),
              act("resign", bob, match(2), "resign"), act("offer", ann, match(1), "offer-draw"),
              act("takeback", ann, match(1), "ask-takeback")]
    for verb in ("accept-draw", "decline-draw", "accept-takeback", "decline-takeback"):
        asked = match(1)
        ann.act(asked, "offer-draw" if "draw" in verb else "ask-takeback")
        things.append(act(verb, bob, asked, verb))
    over = match(2)
    ann.act(over, "resign")
    said = match()
    things += [Thing("chat", bob, f"/api/matches/{said}/chat", {"text": "hello"}),
               Thing("rematch", ann, f"/api/matches/{over}/rematch", {}),
               Thing("create", bob, "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"]})]
    for verb in ("ask-takeback", "resign", "abort"):
        found = ann.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", 6]}, 201)["id"]
        until(lambda found=found: ann.get(f"/api/matches/{found}")["status"] == "running", "the start")
        ann.act(found, "move", move=MOVES[0])
        things.append(act(f"{verb} while it thinks", ann, found, verb))
    things[-1].too_late = "match.abort_late"
    return things


def all_at_once(things):
    """Each on a connection of its own."""
    def run(thing):
        who = thing.who
        thing.who = Client(who.server)
        thing.who.cookie, thing.who.csrf = who.cookie, who.csrf
        thing.do()
    threads = [threading.Thread(target=run, args=(thing,)) for thing in things]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def code(answer):
    return answer.status, answer.json["error"]["code"] if answer.status >= 400 else ""


def check_watchers(live, things, before):
    """Watchers stay connected and get the event once when it commits after all."""
    holds(not [m for m in live.got if m["op"] == "unwatched"], "nobody was sent away")
    for thing in things:
        if not thing.match:
            continue
        seqs = lambda thing=thing: [e["seq"] for e in live.events(thing.match)]  # noqa: E731
        last = Client(live.server).get(f"/api/matches/{thing.match}")["seq"] - 1
        live.wait(lambda live, seqs=seqs, last=last: last in seqs(), f"event {last} after {thing.name}")
        same(seqs(), list(range(before[thing.match] + 1, seqs()[-1] + 1)), f"{thing.name}: every event once, in order")


def everything_is_done_once(server, database):
    things = all_things(server)
    spectator = Client(server).live()
    spectator.server = server
    before = {}
    for thing in things:
        if thing.match:
            before[thing.match] = spectator.ask(op="watch", match=thing.match)["match"]["seq"] - 1
    database.take_away()
    all_at_once(things)
    holds(server.is_alive(), "the server lives")
    refusals = {thing.name: {(503, "api.unavailable"), (422, thing.too_late)} for thing in things}
    for thing in things:
        holds(code(thing.answers[0][0]) in refusals[thing.name], f"{thing.name}: {code(thing.answers[0][0])}")
        holds(thing.answers[0][1] < BOUND, f"{thing.name} took {thing.answers[0][1]:.1f} s")
    time.sleep(1.5)  # what computers have thought of cannot be written either
    all_at_once(things)
    for thing in things:
        holds(code(thing.answers[1][0]) in refusals[thing.name], f"{thing.name} again: {code(thing.answers[1][0])}")
    database.bring_back()
    for thing in things:
        until(lambda thing=thing: thing.do().status != 503, thing.name)
        if code(thing.answers[-1][0]) != (422, thing.too_late):
            same(thing.answers[-1][0].status // 100, 2, f"{thing.name}: {thing.answers[-1][0].json}")
    for thing in things:
        if thing.answers[-1][0].status == 422:
            continue
        again, first = thing.do(), thing.answers[-2][0].json
        holds(again.status in (200, 201) and (again.json.get("repeated") or again.json.get("id") == first.get("id")),
              f"{thing.name} again: {again.status} {str(again.json)[:300]}")
        if thing.match:
            same(again.json["seq"], first["seq"], thing.name)
    holds(server.is_alive(), "the server lives")
    check_watchers(spectator, things, before)
    spectator.close()


@test
def every_verb_while_the_file_is_locked():
    everything_is_done_once(*on_file())


@test
def every_verb_while_postgresql_is_away():
    everything_is_done_once(*on_postgres())


# --- A connection that is lost during COMMIT.

def a_match(server):
    ann, bob = Client(server).guest(), Client(server).guest()
    return ann, bob, start_match([ann, bob], settings={"size": "5"})


def move(client, match, request=None):
    named = {"request": request} if request else {}
    return client.call("POST", f"/api/matches/{match}/actions", {"verb": "move", "move": MOVES[0], **named})


def logged(client, match):
    return [event["text"] for event in client.events(match) if event["text"].startswith("A ")]


@test
def a_move_lost_during_commit_is_found_or_unknown():
    server, proxy = on_postgres()
    for when in ("before", "after"):
        ann, bob, match = a_match(server)
        live = bob.live()
        live.ask(op="watch", match=match)
        proxy.cut_at_commit(f"lost-{when}", when, stays_away=True)
        same(code(move(ann, match, f"lost-{when}")), (503, "api.unknown_outcome"), when)
        same(proxy.cuts, 1, "the connection was cut")
        proxy.bring_back()
        until(lambda: move(ann, match, f"lost-{when}").status == 200, "the database")
        again = move(ann, match, f"lost-{when}")
        same((again.status, again.json["repeated"]), (200, True), when)
        same(len(logged(ann, match)), 1, f"{when}: it has happened once")
        live.wait(lambda live: len(live.events(match)) == 1, "the others hear of it")
        live.close()


@test
def the_server_finds_out_itself_when_it_can():
    server, proxy = on_postgres()
    ann, _, match = a_match(server)
    proxy.cut_at_commit("found", "after", stays_away=False)
    done = move(ann, match, "found")
    same((done.status, done.json.get("repeated"), proxy.cuts), (200, True, 1), str(done.json))
    ann, _, match = a_match(server)
    proxy.cut_at_commit("open-end", "before", stays_away=False)
    same(code(move(ann, match, "open-end")), (503, "api.unknown_outcome"), "it might still come")
    until(lambda: move(ann, match, "open-end").status == 200, "the database")
    same(len(logged(ann, match)), 1)


@test
def a_match_whose_making_was_lost_during_commit_is_made_once():
    server, proxy = on_postgres()
    terms = {"game": "balda", "lang": "en", "seats": ["me", "open"], "settings": {"size": "9"}}
    for when in ("before", "after"):
        ann = Client(server).guest()
        proxy.cut_at_commit("set size 9", when, stays_away=True)  # as its terms are written
        same(code(ann.call("POST", "/api/matches", {**terms, "request": "made"})), (503, "api.unknown_outcome"), when)
        proxy.bring_back()
        made = until(lambda: (lambda a: a if a.status < 300 else None)(ann.call("POST", "/api/matches", {**terms, "request": "made"})), "it")
        same(ann.call("POST", "/api/matches", {**terms, "request": "made"}).json["id"], made.json["id"])
        same([one["id"] for one in ann.get("/api/matches")["matches"] if ann.name in str(one)], [made.json["id"]], when)


@test
def a_line_of_chat_lost_during_commit_is_said_once():
    server, proxy = on_postgres()
    for when in ("before", "after"):
        ann, _, match = a_match(server)
        line = {"text": f"anybody there {when}?", "request": "line"}
        proxy.cut_at_commit(line["text"], when, stays_away=True)
        same(code(ann.call("POST", f"/api/matches/{match}/chat", line)), (503, "api.unknown_outcome"), when)
        proxy.bring_back()
        until(lambda: ann.call("POST", f"/api/matches/{match}/chat", line).status == 201, "the database")
        same([one["text"] for one in ann.get(f"/api/matches/{match}/chat")["chat"]], [line["text"]], when)


# --- A database that hangs.

@test
def a_database_that_hangs_is_noticed_and_comes_back():
    server, proxy = on_postgres()
    ann, bob, match = a_match(server)
    live = bob.live()
    live.ask(op="watch", match=match)
    proxy.freeze()
    things = [act(f"hang {i}", ann, match, "move", move=MOVES[0]) for i in range(6)]
    things += [Thing(f"make {i}", bob, "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"]}) for i in range(6)]
    all_at_once(things)
    for thing in things:
        holds(code(thing.answers[0][0]) in ((503, "api.unavailable"), (503, "api.unknown_outcome")), str(thing.answers[0][0]))
        holds(thing.answers[0][1] < BOUND, f"{thing.name} took {thing.answers[0][1]:.1f} s")
    proxy.thaw()
    until(lambda: things[0].do().status == 200, "the database again")
    same(len(logged(ann, match)), 1)
    live.wait(lambda live: len(live.events(match)) == 1, "who watched hears of it")
    holds(not [m for m in live.got if m["op"] == "unwatched"], "nobody was sent away")
    live.close()


@test
def commits_that_wait_for_a_standby_are_given_up_and_do_not_pile_up():
    server, _ = on_postgres()
    postgres = PARTS["server"]
    ann, _, match = a_match(server)
    postgres.ask("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()")
    until(lambda: postgres.ask("SHOW synchronous_standby_names") == "nobody", "the setting")
    # It may still come; or where a heartbeat's commit waits already, it is not begun.
    holds(code(move(ann, match, "waits")) in ((503, "api.unknown_outcome"), (503, "api.unavailable")), "it is told")
    for _ in range(5):
        holds(move(ann, match, "waits").status == 503, "not yet")
        time.sleep(0.2)
    holds(int(postgres.ask("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'logomachy'")) <= 4, "one is left behind")
    postgres.ask("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")
    until(lambda: move(ann, match, "waits").status == 200, "the standby is not waited for any more")
    same(len(logged(ann, match)), 1)


try:
    finish()
finally:
    WORLD.close()  # the servers are asked to stop, and looked at
