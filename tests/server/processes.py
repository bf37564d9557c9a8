#!/usr/bin/env python3
"""Several server processes for one site, with a real PostgreSQL and a real nats-server: people on different processes
play, watch, chat and are dropped as if there were one. A bus that is away makes it slower, and nothing else."""
import contextlib
import importlib.util
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time

from client import PATIENCE, Client, Server, fill, start_match, until
from client.nats import Nats
import harness  # noqa: E402
from harness import ROOT, finish, folder, holds, logomachy, same, test  # noqa: E402

spec = importlib.util.spec_from_file_location("store_postgres", os.path.join(ROOT, "tests", "store", "postgres.py"))
store_postgres = importlib.util.module_from_spec(spec)
spec.loader.exec_module(store_postgres)
harness.tests.clear()  # its own tests are not meant here

SIZE = 5  # of the boards


def process(db, bus, where):
    server = Server("--bus", bus, where=where, start=False)
    server.flags[server.flags.index("--db") + 1] = db
    return server.start()


def health(server):
    return Client(server).ok("GET", "/healthz")


def is_up(server):
    return "bus up" in health(server)


class Site:
    """Processes with a database and a bus."""

    def __init__(self, db, nats, count):
        self.nats, self.db, self.where, self.count = nats, db, folder(), count
        self.servers = []
        self.stack = contextlib.ExitStack()

    def add(self):
        self.servers.append(self.stack.enter_context(process(self.db, self.nats.url, self.where)))
        until(lambda: is_up(self.servers[-1]), "the bus")
        return self.servers[-1]

    def __enter__(self):
        with contextlib.ExitStack() as otherwise:  # what was started is ended when the next does not start
            otherwise.push(self.__exit__)
            for _ in range(self.count):
                self.add()
            otherwise.pop_all()
        return self

    def __exit__(self, *why):
        return self.stack.__exit__(*why)


WORLD = contextlib.ExitStack()
PARTS = {}


def world():
    """One site of three processes for most of the tests."""
    if not PARTS:
        PARTS["nats"] = WORLD.enter_context(Nats())
        PARTS["postgres"] = WORLD.enter_context(store_postgres.Postgres())
        PARTS["site"] = WORLD.enter_context(Site(PARTS["postgres"].url, PARTS["nats"], 3))
    return PARTS["site"]


def watch(client, match):
    live = client.live()
    same(live.ask(op="watch", match=match)["op"], "match")
    return live


def heard(live, match, seq):
    """Waits for the event of that number."""
    return live.wait(lambda live: next((e for e in live.events(match) if e["seq"] == seq), None), f"event {seq}")


def play(players, lives, match, moves, first):
    """Each moves when it has heard of the other's move; the slowest time that took."""
    slowest = 0
    for number, move in enumerate(moves, first):
        done = lives[number % 2].ask(op="act", verb="move", match=match, move=move, seq=4 + number)
        same((done["op"], done.get("seq")), ("done", 4 + number), str(done))
        start = time.monotonic()
        heard(lives[1 - number % 2], match, 4 + number)
        slowest = max(slowest, time.monotonic() - start)
    return slowest


def numbers(live, match):
    return [event["seq"] for event in live.events(match)]


@test
def two_players_and_a_spectator_on_three_processes():
    one, two, three = world().servers
    players = [Client(one).guest(), Client(two).guest()]
    match = start_match(players, settings={"size": str(SIZE)})
    lives = [watch(player, match) for player in players]
    spectator = watch(Client(three), match)
    mine = Client(three)
    mine.cookie, mine.csrf = players[0].cookie, players[0].csrf
    same(mine.get("/api/me")["account"]["name"], players[0].name)
    stream = mine.live()
    stream.send(op="mine")
    stream.settle()
    moves = fill(SIZE)
    play(players, lives, match, moves, 0)
    last = 3 + len(moves)
    for live in (*lives, spectator):
        heard(live, match, last)
        same(numbers(live, match), list(range(4, last + 1)), "every event once and in order")
    heard(stream, match, last)
    same(numbers(stream, match), list(range(4, last + 1)), "who has not asked for this match hears of it, too")
    states = [Client(server).get(f"/api/matches/{match}") for server in (one, two, three)]
    for state in states:
        same((state["status"], state["result"], state["seats"]), (states[0]["status"], states[0]["result"], states[0]["seats"]))
    same(states[0]["status"], "over")
    logs = [Client(server).events(match) for server in (one, two, three)]
    same(logs[1], logs[0])
    same(logs[2], logs[0])
    # A move that was made is known to all under its name.
    again = players[0].call("POST", f"/api/matches/{match}/actions", {"verb": "move", "move": moves[0], "seq": 4})
    same(again.status, 409, str(again.json))
    for live in (*lives, spectator, stream):
        live.close()


@test
def requests_of_one_player_may_go_to_any_process():
    """As behind a proxy that gives each request to another process: what is answered by one is known to the next."""
    servers = world().servers
    players = [Client(servers[0]).guest(), Client(servers[1]).guest()]
    match = start_match(players, settings={"size": str(SIZE)})
    faces = [[Client(server) for server in servers] for _ in players]
    for player, face in zip(players, faces):
        for client in face:
            client.cookie, client.csrf = player.cookie, player.csrf
    for number, move in enumerate(fill(SIZE)):
        face = faces[number % 2][number % 3]
        done = face.act(match, "move", move=move, seq=4 + number, request=f"r{number}")
        same((done["seq"], done["repeated"]), (4 + number, False))
        again = faces[number % 2][(number + 1) % 3].act(match, "move", move=move, seq=4 + number, request=f"r{number}")
        same((again["seq"], again["repeated"]), (4 + number, True))
    same(players[0].get(f"/api/matches/{match}")["status"], "over")


@test
def races_are_settled_and_nobody_is_told_twice():
    one, two, three = world().servers
    players = [Client(one).guest(), Client(two).guest()]
    match = start_match(players, settings={"size": str(SIZE)})
    lives = [watch(player, match) for player in players]
    spectator = watch(Client(three), match)
    for number, move in enumerate(fill(SIZE)[:12]):
        # The other offers something at the same moment; it does not say which state it has seen.
        lives[number % 2].send(op="act", verb="move", match=match, move=move, request=f"m{number}")
        lives[1 - number % 2].send(op="act", verb="offer-draw", match=match, request=f"o{number}")
        for live, name in ((lives[number % 2], f"m{number}"), (lives[1 - number % 2], f"o{number}")):
            answer = live.answer(name)
            holds(answer["op"] == "done" or (name[0] == "o" and answer.get("status") in (409, 422)), f"{name}: {answer}")
    last = max(len(Client(server).events(match)) for server in (one, two, three))
    for live in (*lives, spectator):
        heard(live, match, last)
        same(numbers(live, match), list(range(4, last + 1)))
        live.close()


def at_once(*calls):
    """Their results; each begins when all are ready."""
    ready, found = threading.Barrier(len(calls)), [None] * len(calls)

    def run(i, call):
        ready.wait(PATIENCE)
        found[i] = call()
    threads = [threading.Thread(target=run, args=one) for one in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def rematches_are_one(servers):
    """Players on different processes ask for a rematch at the same moment, one of them twice."""
    players = [Client(server).guest() for server in servers]
    twin = Client(servers[0])
    twin.cookie, twin.csrf = players[1].cookie, players[1].csrf
    for number in range(8):
        match = start_match(players, game="balda", listed=False)
        players[number % 2].act(match, "resign")
        until(lambda match=match: all(p.get(f"/api/matches/{match}")["status"] == "over" for p in players), "the end")
        answers = at_once(*(lambda p=p, match=match: p.call("POST", f"/api/matches/{match}/rematch", {}) for p in (*players, twin)))
        same(sorted(a.status for a in answers), [200, 200, 201], [a.bytes[:300] for a in answers])
        same(len({a.json["id"] for a in answers}), 1, "one match")
        same([a.json["you"] for a in answers], ["B", "A", "A"], "seats one further round")
        again = answers[0].json["id"]
        for player in players:
            until(lambda player=player: player.get(f"/api/matches/{again}")["status"] == "running", "the start")
            player.ok("POST", f"/api/matches/{match}/rematch", {"request": f"late {number}"}, 200)
        players[0].act(again, "abort")


@test
def rematches_at_the_same_moment_are_one():
    rematches_are_one(world().servers[:2])


@test
def lobby_chat_mutes_and_presence_cross():
    one, two, three = world().servers
    ann, bob, eve = (Client(server).register(f"{name}{secrets.token_hex(3)}") for server, name in
                     ((one, "Ann"), (two, "Bob"), (three, "Eve")))
    lobby = bob.live()
    lobby.send(op="lobby")
    lobby.settle()
    match = ann.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"], "listed": True}, 201)["id"]
    seen = lobby.until(lambda m: m["op"] == "lobby" and m["match"]["id"] == match, "the match in the lobby")
    same(seen["match"]["seats"][0]["player"], ann.name)
    bob.act(match, "join")
    lives = [watch(client, match) for client in (ann, bob, eve)]

    ann.ok("POST", f"/api/matches/{match}/chat", {"text": "good luck"}, 201)
    for live in lives:
        live.until(lambda m: m["op"] == "chat" and m["text"] == "good luck" and m["name"] == ann.name, "the chat")
    bob.call("PUT", f"/api/me/mutes/{ann.name}")
    ann.ok("POST", f"/api/matches/{match}/chat", {"text": "can you hear me"}, 201)
    lives[0].until(lambda m: m["op"] == "chat" and m["text"] == "can you hear me", "one's own chat")
    bob.ok("POST", f"/api/matches/{match}/chat", {"text": "hello"}, 201)
    for live in lives:
        live.until(lambda m: m["op"] == "chat" and m["text"] == "hello", "the chat")
    holds(not any(m.get("text") == "can you hear me" for m in lives[1].got), "who has muted somebody does not hear him")
    for live in lives:
        same(sum(m.get("text") == "hello" for m in live.got), 1)
    ann.act(match, "resign")
    again = bob.ok("POST", f"/api/matches/{match}/rematch", {}, 201)["id"]
    for live in lives:
        same(live.until(lambda m: m["op"] == "rematch", "the rematch")["next"], again)

    asker = Client(one)
    until(lambda: asker.get(f"/api/players/{eve.name}")["here"], "Eve to be here")
    lives[2].close()
    until(lambda: not asker.get(f"/api/players/{eve.name}")["here"], "Eve to have gone")
    for live in (lobby, *lives[:2]):
        live.close()


@test
def players_learn_of_connections_to_other_processes():
    one, two, _ = world().servers
    ann, bob = Client(one).guest(), Client(two).guest()
    match = start_match([ann, bob])
    live = watch(ann, match)

    def told(here):
        live.until(lambda m: m["op"] == "presence" and m["match"] == match and m["seats"] == {"B": here}, f"B here: {here}")

    told(False)
    theirs = bob.live()
    told(True)
    theirs.close()
    told(False)
    for end in ("stop", "kill"):
        with Site(PARTS["postgres"].url, PARTS["nats"], 1) as more:
            elsewhere = Client(more.servers[0])
            elsewhere.cookie, elsewhere.csrf = bob.cookie, bob.csrf
            elsewhere.live()
            told(True)
            getattr(more.servers[0], end)()
            told(False)
    live.close()


@test
def who_is_logged_out_or_banned_is_dropped_everywhere():
    site = world()
    one, two, three = site.servers
    name = f"Dan{secrets.token_hex(3)}"
    dan = Client(one).register(name, password="correct horse")
    other = Client(two)
    other.ok("POST", "/api/login", {"name": name, "password": "correct horse"})
    live, kept = other.live(), dan.live()
    dan.ok("DELETE", "/api/me/sessions", None, 204)
    same(live.end(), 4001)
    same(other.call("GET", "/api/me/sessions").status, 401)
    same(kept.closed, None)
    third = Client(three)
    third.ok("POST", "/api/login", {"name": name, "password": "correct horse"})
    live = third.live()
    banned = logomachy("admin", "ban", name, "--db", site.db)
    same(banned.status, 0, banned.err)
    same(live.end(), 4001)
    same(kept.end(), 4001)


NONSENSE = (b"", b" ", b"seq", b"seq -1", b"seq 99999999999", b"seq 4000000000", b"chat", b"chat x 1,,2,x {", b"chat x  []",
            b"chat x 1 {}", b"\xff\0\xfe", b"x lobby {\"match\":1}", b"x lobby {\"match\":{}}", b"x lobby [", b"x drop", b"x drop -5", b"x drop-session 1",
            b"x drop-others 999999999999999999999 y", b"x rename 1 " + b"y" * 500, b"x forget-session " + b"z" * 500, b"x came \xff 1 x",
            b"x beat", b"x gone", b"x rename", b" site", b"no-such-match 1", b"x" * 400000, b"no.such>match * 17", b"x 0")


@test
def nonsense_on_the_bus_harms_nobody():
    site = world()
    players = [Client(server).guest() for server in site.servers[:2]]
    number = players[0].get("/api/me")["account"]["id"]
    match = start_match(players, settings={"size": str(SIZE)})
    lives = [watch(player, match) for player in players]
    for live in lives:
        live.send(op="mine")
        live.settle()
    with socket.create_connection(("127.0.0.1", site.nats.port), PATIENCE) as bus:
        bus.sendall(b'CONNECT {"verbose":false}\r\nSUB logomachy.*.site 1\r\n')
        said = b""
        while not (name := re.search(rb"MSG (logomachy\.[0-9a-f]+)\.site", said)):
            said += bus.recv(4096)
        for subject in ("site", f"match.{match}", f"player.{number}"):
            for words in NONSENSE:
                bus.sendall(b"PUB %s.%s %d\r\n%s\r\n" % (name[1], subject.encode(), len(words), words))
        bus.sendall(b"UNSUB 1\r\n")
        bus.sendall(b"PING\r\n")
        answer = b""
        while b"PONG" not in answer:
            answer += bus.recv(4096)
    moves = fill(SIZE)[:6]
    play(players, lives, match, moves, 0)
    for live in lives:
        same(numbers(live, match), list(range(4, 4 + len(moves))))
        live.close()


@test
def without_the_bus_play_goes_on_and_with_it_again_fast():
    site = world()
    players = [Client(site.servers[0]).guest(), Client(site.servers[1]).guest()]
    match = start_match(players, settings={"size": str(SIZE)})
    lives = [watch(player, match) for player in players]
    spectator = watch(Client(site.servers[2]), match)
    moves = fill(SIZE)
    play(players, lives, match, moves[:4], 0)
    # The first player listens at a third process, which does not have the match in memory.
    quiet, face = start_match(players, settings={"size": str(SIZE)}), Client(site.servers[2])
    face.cookie, face.csrf = players[0].cookie, players[0].csrf
    listener = face.live()
    listener.send(op="mine")
    listener.settle()
    players[0].act(quiet, "move", move=moves[0])
    heard(listener, quiet, 4)
    site.nats.kill()
    until(lambda: not any(is_up(server) for server in site.servers), "the bus to be down")
    holds("logomachy_bus_up 0" in Client(site.servers[0]).ok("GET", "/metrics"), "the metrics say so")
    play(players, lives, match, moves[4:7], 4)
    # He hears of what is played, of its end, and of what has begun meanwhile.
    players[1].act(quiet, "move", move=moves[1])
    heard(listener, quiet, 5)
    players[0].act(quiet, "resign")
    later = start_match(players[::-1], settings={"size": str(SIZE)})
    players[1].act(later, "move", move=moves[0])
    ended = heard(listener, quiet, 6)
    holds("resign" in ended["text"], str(ended))
    heard(listener, later, 4)
    # A session that ended meanwhile is dropped by processes that missed the message, too.
    name = f"Fay{secrets.token_hex(3)}"
    fay, other = Client(site.servers[0]).register(name, password="correct horse"), Client(site.servers[1])
    other.ok("POST", "/api/login", {"name": name, "password": "correct horse"})
    elsewhere = other.live()
    fay.ok("DELETE", "/api/me/sessions", None, 204)
    same(elsewhere.end(), 4001)
    site.nats.start()
    until(lambda: all(is_up(server) for server in site.servers), "the bus to be back")
    play(players, lives, match, moves[7:], 7)
    players[0].act(later, "move", move=moves[1])
    heard(listener, later, 5)
    same((numbers(listener, quiet), numbers(listener, later)), ([4, 5, 6], [2, 3, 4, 5]), "each since he sits there, once and in order")
    listener.close()
    last = 3 + len(moves)
    for live in (*lives, spectator):
        heard(live, match, last)
        same(numbers(live, match), list(range(4, last + 1)), "every event once and in order")
        live.close()


def hide_one(db, match):
    """A line that was hidden before the other processes could see it."""
    done = subprocess.run([os.path.join(store_postgres.tools(), "psql"), "-q", "-v", "ON_ERROR_STOP=1", "-d", db, "-c",
                           "INSERT INTO chat (match_id, id, account, at, hidden, text) SELECT match_id, MAX(id) + 1, MIN(account), 9,"
                           f" 1, 'hidden' FROM chat WHERE match_id = '{match}' GROUP BY match_id"], capture_output=True)
    same(done.returncode, 0, done.stderr.decode())


def said(live):
    return [m["text"] for m in live.got if m["op"] == "chat"]


@test
def what_is_said_without_the_bus_is_heard_once():
    site = world()
    ann, bob, eve, dan = (Client(server).register(f"{name}{secrets.token_hex(3)}") for server, name in
                          zip((*site.servers, site.servers[1]), ("Ann", "Bob", "Eve", "Dan")))
    boss = Client(site.servers[0]).register(f"Boss{secrets.token_hex(3)}")
    same(logomachy("admin", "grant", boss.name, "--db", site.db).status, 0)
    match = start_match([ann, bob], listed=True)
    dan.call("PUT", f"/api/me/mutes/{ann.name}")
    lives = {client.name: watch(client, match) for client in (ann, bob, eve, dan)}

    def say(client, text, *listeners):
        client.ok("POST", f"/api/matches/{match}/chat", {"text": text}, 201)
        for listener in listeners:
            lives[listener.name].wait(lambda live: text in said(live), f"{text} at {listener.name}")

    def bus(up):
        site.nats.start() if up else site.nats.kill()
        until(lambda: all(is_up(server) == up for server in site.servers), f"the bus to be {up}")

    def hears_of_hiding(client, line):
        return lives[client.name].wait(lambda live: {"op": "chat-hidden", "match": match, "id": line, "hidden": True} in live.got,
                                       f"line {line} to be hidden for {client.name}")

    say(ann, "with it", ann, bob, eve)
    bus(False)
    boss.ok("POST", f"/api/admin/chat/{match}/1", {"hidden": True}, 204)
    hears_of_hiding(ann, 1)
    say(ann, "without it", ann, bob, eve)
    hide_one(site.db, match)
    say(eve, "a hint", eve, dan)
    say(bob, "an answer", ann, bob, eve, dan)
    bus(True)
    for client in (bob, eve):
        hears_of_hiding(client, 1)
    say(ann, "with it again", ann, bob, eve)
    # The store has nothing newer than the messages: no event comes twice.
    bus(False)
    say(bob, "the end", ann, bob, eve, dan)
    bus(True)
    everything = ["with it", "without it", "a hint", "an answer", "with it again", "the end"]
    players = [text for text in everything if text != "a hint"]
    for client, texts in ((ann, players), (bob, players), (eve, everything), (dan, ["a hint", "an answer", "the end"])):
        same(sorted(said(lives[client.name])), sorted(texts), client.name)
        lives[client.name].close()


@test
def a_second_process_takes_no_time_from_and_gives_none_to_a_clock():
    site = world()
    players = [Client(site.servers[0]).guest(), Client(site.servers[1]).guest()]
    match = start_match(players, settings={"size": str(SIZE)}, clock={"kind": "fischer", "base_ms": 600000, "increment_ms": 1000})
    live = watch(players[0], match)
    players[0].act(match, "move", move=fill(SIZE)[0])
    fresh = site.add()
    looker = watch(Client(fresh), match)
    done = players[1].act(match, "move", move=fill(SIZE)[1])
    heard(live, match, done["seq"])
    heard(looker, match, done["seq"])
    texts = [event["text"] for event in Client(fresh).events(match)]
    holds(not any(text.startswith("hold") for text in texts), str(texts))
    fresh.process.send_signal(signal.SIGTERM)
    same(fresh.end(), 0)
    site.servers.remove(fresh)
    live.close()


@test
def sqlite_and_a_bus_on_one_machine():
    place = os.path.join(folder(), "db")
    far = logomachy("serve", "--db", place, "--port", "0", "--bus", "nats://bus.example.org:4222")
    same(far.status, 1)
    holds("PostgreSQL" in far.err, far.err)
    world()
    with Site(place, PARTS["nats"], 2) as site:
        players = [Client(server).guest() for server in site.servers]
        match = start_match(players, settings={"size": str(SIZE)})
        lives = [watch(player, match) for player in players]
        moves = fill(SIZE)[:6]
        play(players, lives, match, moves, 0)
        for live in lives:
            same(numbers(live, match), list(range(4, 4 + len(moves))))
            live.close()
        rematches_are_one(site.servers)


@test
def looks_come_to_every_table():
    """More tables than a look takes, and no bus: who watches any of them hears what is played and said at the other process."""
    with Nats() as nats:
        servers = [Server("--bus", nats.url, toy=True, start=False, wrap=["env", "LOGOMACHY_LOOK_TABLES=2"]) for _ in range(2)]
        servers[1].flags[servers[1].flags.index("--db") + 1] = servers[0].db
        with servers[0].start(), servers[1].start():
            until(lambda: all(map(is_up, servers)), "the bus")
            players = [Client(servers[0]).guest(), Client(servers[0]).guest()]
            matches = [start_match(players, settings={"size": str(SIZE)}) for _ in range(9)]
            watchers = [watch(Client(servers[1]), match) for match in matches]
            nats.kill()
            until(lambda: not any(map(is_up, servers)), "the bus to be down")
            # A table that has just come into memory looks once by itself: that may find the first move, and not the second.
            for number, move in enumerate(fill(SIZE)[:2]):
                for match in matches:
                    players[number].act(match, "move", move=move)
                for match, watcher in zip(matches, watchers):
                    heard(watcher, match, 4 + number)
            for match in matches:
                players[0].ok("POST", f"/api/matches/{match}/chat", {"text": f"in {match}"}, 201)
            for match, watcher in zip(matches, watchers):
                watcher.wait(lambda live, match=match: f"in {match}" in said(live), "what was said")
                watcher.close()
            nats.start()  # to be ended with the others


if __name__ == "__main__":
    try:
        finish()
    except SystemExit as end:
        WORLD.close()  # the servers are asked to stop, and looked at
        sys.exit(end.code)
