#!/usr/bin/env python3
"""What the server promises, tested by breaking things: killing it, filling its disk, locking its database, taking
its file descriptors, losing its answers."""
import hashlib
import json
import os
import random
import re
import secrets
import socket
import sqlite3
import subprocess
import sys
import threading
import time

from client import (PATIENCE, Client, Live, Server, fill, start_match, until)
from harness import PROGRAM, ROOT, Skip, finish, folder, holds, logomachy, run, same, test, write  # noqa: E402

SEED = int(os.environ.get("LOGOMACHY_TEST_SEED", "0")) or secrets.randbelow(1 << 32)
KILLS = 20
random.seed(SEED)
print(f"# LOGOMACHY_TEST_SEED={SEED}")


# Killed under load.

class Pair(threading.Thread):
    """Two players, one over WebSocket and one by plain requests, who play game after game and do not give up
    when the server goes: they come back, and repeat what they had no answer to."""

    def __init__(self, server, number):
        super().__init__(daemon=True)
        self.number, self.server = number, server
        self.players = [Client(server).guest(), Client(server).guest()]
        self.live = None
        self.acks = []  # (match, seq, text) that the server has said are done
        self.logs = {}  # what the first player heard of each match, event after event
        self.requests = self.repeats = 0
        self.done = threading.Event()
        self.failure = None

    def run(self):
        try:
            while not self.done.is_set():
                self.play()
        except Exception as why:  # told by the test
            self.failure = repr(why)

    def again(self, what):
        """Does it until there is an answer."""
        while True:
            try:
                return what()
            except (OSError, ConnectionError):
                self.live = None
                if self.done.is_set():
                    return None
                time.sleep(0.02)

    def name(self):
        self.requests += 1
        return f"pair{self.number}-{self.requests}"

    def post(self, player, path, body, status):
        answer = self.again(lambda: player.call("POST", path, body))
        if answer is None:
            return None
        holds(answer.status in status, f"{path} {body}: {answer.status} {answer.bytes[:400]}")
        return answer.json

    def play(self):
        name = self.name()
        match = self.post(self.players[0], "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"],
                                                            "settings": {"size": "7"}, "request": name}, (200, 201))
        joined = match and self.post(self.players[1], f"/api/matches/{match['id']}/actions",
                                     {"verb": "join", "request": self.name()}, (200,))
        if not joined:
            return
        self.logs[match["id"]] = []
        self.keep(match["id"], joined, None)
        for number, move in enumerate(fill(7)):
            if self.done.is_set() or not self.move(match["id"], number, move):
                return

    def keep(self, match, done, text):
        self.repeats += bool(done["repeated"])
        if text:
            self.acks.append((match, done["seq"], text))

    def move(self, match, number, move):
        seat, name = number % 2, self.name()
        action = {"verb": "move", "move": move, "seq": 4 + number, "request": name}
        text = f"{'AB'[seat]} {move}"
        if seat:
            done = self.post(self.players[1], f"/api/matches/{match}/actions", action, (200,))
        else:
            done = self.again(lambda: self.say(match, action))
        if done is None:
            return False
        same((done["seq"], done.get("op", "done")), (4 + number, "done"), f"{action}: {done}")
        self.keep(match, done, text)
        return True

    def say(self, match, action):
        """Over the WebSocket, which is opened again where it is gone."""
        if not self.live:
            self.live = self.players[0].live()
        log = self.logs[match]
        if not getattr(self.live, "watched", None) == match:
            told = self.live.ask(op="watch", match=match, **{"from": len(log) + 1})
            log += told["events"]
            self.live.watched, self.live.mark = match, len(self.live.got)
            self.live.start = len(self.live.got)
        answer = self.live.ask(op="act", match=match, **action)
        for event in self.live.got[self.live.start:]:
            if event["op"] == "event" and event["match"] == match and event["seq"] > len(log):
                same(event["seq"], len(log) + 1, "events come one after the other")
                log.append(event)
        return answer


def check_acks(server, pairs):
    """Every move that was acknowledged is in the log, once, where it was said to be."""
    looker = Client(server)
    count = 0
    for pair in pairs:
        holds(pair.failure is None, pair.failure)
        by_match = {}
        for match, seq, text in list(pair.acks):
            by_match.setdefault(match, []).append((seq, text))
        for match, acks in list(by_match.items()):
            log = {event["seq"]: event["text"] for event in looker.events(match)}
            for seq, text in acks:
                same(log.get(seq), text, f"{match} {seq} was acknowledged")
                count += 1
            same(len(set(log.values())), len(log), "nothing is there twice")
    return count


def check_heard(server, pairs):
    """What the first players heard, in pieces between the kills, is the log from its beginning."""
    looker = Client(server)
    for pair in pairs:
        for match, heard in pair.logs.items():
            same([bare(event) for event in heard], looker.events(match)[:len(heard)], match)


def check_database(path):
    """The log as it lies on the disk."""
    db = sqlite3.connect(path)
    same(db.execute("PRAGMA integrity_check").fetchall(), [("ok",)], "integrity")
    for match, least, most, count in db.execute(
            "SELECT match_id, min(seq), max(seq), count(*) FROM entries GROUP BY match_id"):
        same((least, most), (1, count), f"numbers of {match}")
    doubled = db.execute("SELECT match_id, account, request FROM entries WHERE request <> ''"
                         " GROUP BY 1, 2, 3 HAVING count(*) > 1").fetchall()
    same(doubled, [], "requests that were done twice")
    entries = db.execute("SELECT count(*) FROM entries").fetchone()[0]
    db.close()
    return entries


def with_pairs(server, count):
    pairs = [Pair(server, number) for number in range(count)]
    for pair in pairs:
        pair.start()
    return pairs


def acked(pairs):
    return sum(len(pair.acks) for pair in pairs)


def finish_pairs(pairs):
    for pair in pairs:
        pair.done.set()
    for pair in pairs:
        pair.join(PATIENCE)
        holds(not pair.is_alive() and pair.failure is None, pair.failure or "a player hangs")


@test
def killed_twenty_times_under_load_no_move_is_lost_and_none_doubled():
    server = Server()
    pairs = with_pairs(server, 4)
    counts = []
    for _ in range(KILLS):
        before = acked(pairs)
        until(lambda: acked(pairs) > before + 12 or any(pair.failure for pair in pairs), "moves")
        time.sleep(random.random() * 0.1)
        server.kill()
        server.start()
        counts.append(check_acks(server, pairs))
    finish_pairs(pairs)
    check_acks(server, pairs)
    check_heard(server, pairs)
    server.stop()
    entries = check_database(server.db)
    heard = [len(log) for pair in pairs for log in pair.logs.values()]
    print(f"# {counts[-1]} moves acknowledged, {entries} entries, {sum(heard)} events heard, "
          f"{sum(pair.repeats for pair in pairs)} requests that had to be repeated were done already")
    same(counts, sorted(counts), "the log only grows")
    holds(counts[-1] >= 12 * KILLS, "there was load")


# Repeated requests.

def done(answer):
    return answer["seq"], answer["repeated"]


@test
def a_repeated_request_has_one_effect():
    with Server(toy=True) as server:
        ann, bob, eve = (Client(server).guest() for _ in range(3))
        match = ann.ok("POST", "/api/matches", {"game": "toy", "lang": "en", "seats": ["me", "open", "open"]}, 201)["id"]
        steps = [(bob, "join", {}), (bob, "leave", {}), (eve, "join", {"seat": "C"}), (bob, "join", {}),
                 (ann, "move", {"move": "pass"}), (bob, "move", {"move": "pass"}),
                 (ann, "offer-draw", {}), (bob, "decline-draw", {}), (bob, "ask-takeback", {"moves": 1}),
                 (ann, "accept-takeback", {}), (eve, "accept-takeback", {}), (bob, "resign", {}), (eve, "resign", {})]
        numbers = []
        for number, (who, verb, more) in enumerate(steps):
            answer = who.act(match, verb, request=f"r{number}", **more)
            same(answer["repeated"], False, verb)
            numbers.append(answer["seq"])
            same(done(who.act(match, verb, request=f"r{number}", **more)), (answer["seq"], True), f"{verb} again")
            live = who.live()
            again = live.ask(op="act", match=match, verb=verb, request=f"r{number}", **more)
            same((again["op"], *done(again)), ("done", answer["seq"], True), f"{verb} again over WebSocket")
            live.close()
        log = ann.events(match)
        same(numbers, [2, 3, 4, 5, *range(7, 16)], "their places in the log; 1 is her seat, 6 the start")
        # And all of them once more, after a crash, with the number that they went out with.
        server.kill()
        server.start()
        for number, (who, verb, more) in enumerate(steps):
            again = who.act(match, verb, request=f"r{number}", seq=numbers[number], **more)
            same(done(again), (numbers[number], True), f"{verb} again after a crash")
            again = who.act(match, verb, request=f"r{number}", **more)
            same(done(again), (numbers[number], True), f"{verb} again without its number")
        same(ann.events(match), log, "the log has not changed")


@test
def a_request_name_belongs_to_who_used_it():
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        match = start_match([ann, bob])
        same(done(ann.act(match, "move", move="a2=E/a2", request="same")), (4, False), "hers")
        same(done(bob.act(match, "move", move="b2=E/b2", request="same")), (5, False), "his, of the same name")
        other = start_match([ann, bob])
        same(done(ann.act(other, "move", move="a2=E/a2", request="same")), (4, False), "in another match")


@test
def a_match_asked_for_twice_is_one():
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        body = {"game": "balda", "lang": "en", "seats": ["me", "open"], "request": "new"}
        match = ann.ok("POST", "/api/matches", body, 201)
        again = ann.ok("POST", "/api/matches", body, 200)
        same((again["id"], again["seq"]), (match["id"], match["seq"]), "again")
        holds(bob.ok("POST", "/api/matches", body, 201)["id"] != match["id"], "another's request of that name")
        server.kill()
        server.start()
        same(ann.ok("POST", "/api/matches", body, 200)["id"], match["id"], "after a crash")
        holds(ann.ok("POST", "/api/matches", dict(body, request="newer"), 201)["id"] != match["id"], "another name")


@test
def a_request_whose_sender_went_away_is_done_once():
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        match = start_match([ann, bob])
        for number, move in enumerate(fill(5)):
            who = (ann, bob)[number % 2]
            action = {"verb": "move", "move": move, "seq": 4 + number, "request": f"r{number}"}
            body = json.dumps(action).encode()
            lines = "".join(f"{k}: {v}\r\n" for k, v in {**who.headers(), "Host": "x", "Content-Length": len(body)}.items())
            gone = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
            gone.sendall(f"POST /api/matches/{match}/actions HTTP/1.1\r\n{lines}\r\n".encode() + body)
            if number % 3:
                gone.close()  # before there was an answer
            same(who.act(match, **action)["seq"], 4 + number, move)
            gone.close()
        log = ann.events(match)
        same([event["text"][2:] for event in log[3:]], fill(5), "each once")
        same(log[-1]["status"], "over", "the board is full")


# Having been away.

def bare(event):
    """An event without what only its live message has."""
    return {name: value for name, value in event.items() if name not in ("op", "match", "may", "player")}


@test
def who_was_away_gets_exactly_what_was_missed():
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        match = start_match([ann, bob])
        witness = bob.live()
        told = witness.ask(op="watch", match=match, **{"from": 1})
        heard = [bare(event) for event in told["events"]]
        same([event["text"] for event in heard][2], "start", "from the first on")
        moves = iter(enumerate(fill(5)))

        def play(count):
            for number, move in [next(moves) for _ in range(count)]:
                (ann, bob)[number % 2].act(match, "move", move=move, seq=4 + number)

        live = ann.live()
        same(live.ask(op="watch", match=match)["match"]["seq"], 4, "the next number")
        play(3)
        live.until(lambda m: m["op"] == "event" and m["seq"] == 6)
        live.close()
        play(5)
        live = ann.live()
        missed = live.ask(op="watch", match=match, **{"from": 7})
        same([event["seq"] for event in missed["events"]], [7, 8, 9, 10, 11], "what was missed")
        same(missed["match"]["seq"], 12, "and where it stands")
        play(2)
        live.until(lambda m: m["op"] == "event" and m["seq"] == 13)
        same([event["seq"] for event in live.events(match)], [12, 13], "and what comes then")
        server.kill()
        holds(live.end() != 1000, "cut off")
        server.start()
        live = ann.live()
        same(live.ask(op="watch", match=match, **{"from": 14})["events"], [], "nothing was missed")
        play(10)
        live.until(lambda m: m["op"] == "event" and m["status"] == "over")
        # The witness hears the same from the log as others heard live.
        witness = bob.live()
        whole = witness.ask(op="watch", match=match, **{"from": 1})["events"]
        same([bare(event) for event in whole], ann.events(match), "live and by request")
        same([bare(event) for event in live.events(match)], ann.events(match, 14), "then and now")
        same(heard, ann.events(match)[:3], "then and now")
        same(ann.events(match, 24), [], "past the end")


# Several at once.

@test
def two_clients_of_one_seat():
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        match = start_match([ann, bob])
        lives = [[ann.live(), ann.live()], [bob.live(), bob.live()]]
        for live in sum(lives, []):
            live.ask(op="watch", match=match)
        squares = fill(5)
        for number in range(20):
            pair = lives[number % 2]
            for which, live in enumerate(pair):
                letter = "EZ"[which]
                move = re.sub("=.", "=" + letter, squares[number])
                live.send(op="act", match=match, verb="move", move=move, seq=4 + number, request=f"{number}-{which}")
            answers = [live.answer(f"{number}-{which}") for which, live in enumerate(pair)]
            same(sorted(answer["op"] for answer in answers), ["done", "refused"], "one is done, one is told")
            refusal = next(answer for answer in answers if answer["op"] == "refused")
            same((refusal["status"], refusal["error"]["code"]), (409, "api.stale"), "too late")
            loser = pair[answers.index(refusal)]
            shown = loser.until(lambda m: m["op"] == "match" and "request" not in m)
            holds(shown["match"]["seq"] >= 5 + number, "who came too late is shown what there is")
        log = ann.events(match)
        for live in sum(lives, []):
            live.settle()
            same([bare(event) for event in live.events(match)], log[3:], "all heard the same")


@test
def two_seats_at_once():
    with Server(toy=True) as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        match = start_match([ann, bob], "rush", settings={"hand": "2"})
        lives = [ann.live(), bob.live()]
        for live in lives:
            live.ask(op="watch", match=match)
        # Both may act; they believe to be the next. One is, the other looks again and is then.
        seq, rounds = 4, 0
        while ann.get(f"/api/matches/{match}")["status"] == "running":
            tiles = [client.get(f"/api/matches/{match}")["state"].splitlines()[3 + seat][0]
                     for seat, client in enumerate((ann, bob))]
            for seat, live in enumerate(lives):
                live.send(op="act", match=match, verb="move", move=f"play {tiles[seat]}", seq=seq, request=f"{seq}-{seat}")
            answers = [live.answer(f"{seq}-{seat}") for seat, live in enumerate(lives)]
            same(sorted(answer["op"] for answer in answers), ["done", "refused"], str(answers))
            seat = next(i for i, answer in enumerate(answers) if answer["op"] == "refused")
            same(answers[seat]["status"], 409, "told")
            again = lives[seat].ask(op="act", match=match, verb="move", move=f"play {tiles[seat]}", seq=seq + 1)
            over = ann.get(f"/api/matches/{match}")["status"] == "over"
            holds(again["op"] == "done" or over, f"now it is: {again}")
            seq += 2
            rounds += 1
        holds(rounds >= 5, "a game")
        log = ann.events(match)
        for live in lives:
            live.settle()
            same([event["seq"] for event in live.events(match)], [event["seq"] for event in log[3:]], "all heard all")


@test
def numbers_that_are_not_the_next():
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        match = start_match([ann, bob])
        for seq in (0, 1, 3, 5, 2147483647):
            answer = ann.call("POST", f"/api/matches/{match}/actions", {"verb": "move", "move": "a2=E/a2", "seq": seq})
            same((answer.status, answer.json["error"]["code"]), (409, "api.stale"), seq)
            same(answer.json["match"]["seq"], 4, "is shown what there is")
        for seq in (-1, 2147483648, 1.5, "4", True):
            answer = ann.call("POST", f"/api/matches/{match}/actions", {"verb": "move", "move": "a2=E/a2", "seq": seq})
            same(answer.status, 400, seq)
        same(len(ann.events(match)), 3, "nothing has happened")
        same(ann.act(match, "move", move="a2=E/a2", seq=4)["seq"], 4, "the next")


finish()
