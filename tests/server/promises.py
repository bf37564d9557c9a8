#!/usr/bin/env python3
"""The guarantees of the server, tested by breaking things: killing it, filling its disk, locking its database, taking
its file descriptors, losing its answers."""
import hashlib
import json
import os
import random
import re
import resource
import secrets
import socket
import sqlite3
import threading
import time

from client import PATIENCE, Client, Server, fill, start_match, until
from harness import Skip, finish, folder, holds, logomachy, run, same, test, write  # noqa: E402

SEED = int(os.environ.get("LOGOMACHY_TEST_SEED", "0")) or secrets.randbelow(1 << 32)
KILLS = 20
random.seed(SEED)
print(f"# LOGOMACHY_TEST_SEED={SEED}")


# Killed under load.

class Pair(threading.Thread):
    """Two players, one over WebSocket and one by plain requests, who play game after game and do not give up
    when the server goes: they come back, and repeat what they had no answer to, or the answer that it cannot now."""

    def __init__(self, server, number):
        super().__init__(daemon=True)
        self.number, self.server = number, server
        self.players = [Client(server).guest(), Client(server).guest()]
        self.live = None
        self.acks = []  # (match, seq, text) that the server has said are done
        self.logs = {}  # what the first player heard of each match, event after event
        self.requests = self.repeats = 0
        self.codes = []  # with which its sockets were closed
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
                self.leave()
                if self.done.is_set():
                    return None
                time.sleep(0.02)

    def leave(self):
        if self.live and not self.done.is_set():
            self.codes.append(self.live.end())
        self.live = None

    def name(self):
        self.requests += 1
        return f"pair{self.number}-{self.requests}"

    def post(self, player, path, body, status):
        answer = self.again(lambda: self.ask(player, path, body))
        if answer is None:
            return None
        holds(answer.status in status, f"{path} {body}: {answer.status} {answer.bytes[:400]}")
        return answer.json

    def ask(self, player, path, body):
        answer = player.call("POST", path, body)
        if answer.status == 503 and self.server.stops:
            raise ConnectionError("it is about to stop")
        return answer

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
        if answer.get("status") == 503 and self.server.stops:
            raise ConnectionError("it is about to stop")
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
    """The events that the first players received between the kills are the log from its beginning."""
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
def many_who_want_the_last_seat():
    with Server() as server:
        ann, crowd = Client(server).guest(), [Client(server).guest() for _ in range(12)]
        for turn in range(3):
            match = ann.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["open", "me"]}, 201)["id"]
            answers = [None] * len(crowd)
            threads = [threading.Thread(target=lambda i=i, one=one: answers.__setitem__(i, one.call(
                "POST", f"/api/matches/{match}/actions", {"verb": "join", "request": f"join{turn}"}))) for i, one in enumerate(crowd)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(PATIENCE)
            same(sorted(answer.status for answer in answers), [200] + [422] * 11, "one has it, all are told")
            winner = crowd[[answer.status for answer in answers].index(200)]
            shown = ann.get(f"/api/matches/{match}")
            same([seat["player"] for seat in shown["seats"]], [winner.name, ann.name], "and it is that one")
            same(winner.get(f"/api/matches/{match}")["you"], "A", "who knows it")


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


# Stopped.

@test
def stopped_under_load_nothing_is_lost_and_all_are_told():
    server = Server()
    pairs = with_pairs(server, 4)
    for _ in range(3):
        before = acked(pairs)
        until(lambda: acked(pairs) > before + 12 or any(pair.failure for pair in pairs), "moves")
        watcher = Client(server).live()
        server.stops = True
        server.stop()
        same(watcher.end(), 1012, "who only watches is told too")
        check_database(server.db)
        server.start()
        check_acks(server, pairs)
    finish_pairs(pairs)
    same({code for pair in pairs for code in pair.codes}, {1012}, "told to come again")
    check_acks(server, pairs)
    check_heard(server, pairs)
    server.stop()


# Resources that the machine runs out of.

class Game:
    """A match of two whose moves are made one after the other, by one of the two ways."""

    def __init__(self, server, size=9):
        self.players = [Client(server).guest(), Client(server).guest()]
        self.match = start_match(self.players, settings={"size": str(size)})
        self.moves, self.made = fill(size), 0
        self.live = self.players[0].live()

    def action(self):
        return {"verb": "move", "move": self.moves[self.made], "seq": 4 + self.made, "request": f"r{self.made}"}

    def move(self):
        """The status, and the answer."""
        if self.made % 2:
            answer = self.players[1].call("POST", f"/api/matches/{self.match}/actions", self.action())
            status, answer = answer.status, answer.json
        else:
            self.live.got.clear()
            answer = self.live.ask(op="act", match=self.match, **self.action())
            status = answer.get("status", 200)
        self.made += status == 200
        return status, answer

    def play(self, count):
        for _ in range(count):
            status, answer = self.move()
            same(status, 200, answer)

    def check(self):
        log = self.players[0].events(self.match)
        same([event["text"][2:] for event in log[3:]], self.moves[:self.made], "what was acknowledged, and nothing else")


def full_and_free_again(server, take, give_back):
    """The disk is full, then it is not: what happens in between is told and has no effect."""
    games = [Game(server), Game(server)]
    ann = Client(server).guest()
    alone = start_match([ann], seats=["me", 1])
    for game in games:
        game.play(4)
    ann.act(alone, "move", move="a2=E/a2")
    take()  # while the computer thinks
    for game in games:
        status, answer = 200, None
        while status == 200 and game.made < 60:  # there may be some room left in the files
            status, answer = game.move()
        same((status, answer["error"]["code"]), (507, "api.full"), "told")
        same(game.move()[0], 507, "told again")
        game.check()
    same(Client(server).call("POST", "/api/guest", {}).status, 507, "nobody can come in")
    same(Client(server).ok("GET", "/livez"), "alive\n", "it is alive")  # /healthz says so until a heartbeat fails
    give_back()
    for game in games:
        until(lambda: game.move()[0] == 200, "the same request is done when there is room")
        game.play(4)
        game.check()
    until(lambda: ann.get(f"/api/matches/{alone}")["turn"] == ["A"], "the computer's move")
    Client(server).guest()


@test
def a_full_disk():
    disk = folder()
    mount = 'mount -t tmpfs -o size=3m tmpfs "$0" && mkdir "$0/outbox" && exec "$@"'
    wrap = ["unshare", "-m" if os.geteuid() == 0 else "-rm", "sh", "-c", mount, disk]
    if run([*wrap, "true"]).status:
        raise Skip("not permitted: mounting a small disk")
    with Server(where=disk, wrap=wrap) as server:
        inside = f"/proc/{server.process.pid}/root{disk}"
        holds(os.path.exists(f"{inside}/db"), "the database is on the small disk")

        def take():
            with open(f"{inside}/filler", "wb", buffering=0) as filler:
                try:
                    while True:
                        filler.write(bytes(4096))
                except OSError:
                    pass

        full_and_free_again(server, take, lambda: os.remove(f"{inside}/filler"))
        copy = os.path.join(folder(), "db")
        server.process.send_signal(19)  # SIGSTOP: the disk goes with the process
        for name in ("db", "db-wal"):
            with open(f"{inside}/{name}", "rb") as source:
                write(copy + name[2:], source.read())
        server.process.send_signal(18)
        check_database(copy)


@test
def files_that_may_not_grow():
    with Server() as server:
        pid = server.process.pid
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        size = os.path.getsize(server.db + "-wal")
        with open(server.journal, "ab") as journal:  # which is a file too
            journal.truncate(size)
        full_and_free_again(server, lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard)),
                            lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard)))
        for client in server.clients:
            client.drop()
        server.stop()
        check_database(server.db)


@test
def a_database_that_another_process_has_locked():
    with Server() as server:
        games = [Game(server), Game(server)]
        for count, game in enumerate(games, 4):
            game.play(count)  # so that one goes on by WebSocket and the other by request
        lock = sqlite3.connect(server.db, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        told = []
        threads = [threading.Thread(target=lambda game=game: told.append(game.move())) for game in games]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        same([(status, answer["error"]["code"]) for status, answer in told], [(503, "api.unavailable")] * 2, "told")
        for game in games:
            game.check()
        lock.execute("COMMIT")
        lock.close()
        for game in games:
            until(lambda: game.move()[0] == 200, "the same request is done when the lock is gone")
            game.play(4)
            game.check()
        for client in server.clients:
            client.drop()
        server.stop()
        check_database(server.db)


@test
def no_file_descriptors_left():
    with Server() as server:
        pid = server.process.pid
        game = Game(server)
        game.play(4)
        open_now = len(os.listdir(f"/proc/{pid}/fd"))
        _, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (open_now + 4, hard))
        crowd = []
        for _ in range(40):
            one = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
            one.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")  # and no end
            crowd.append(one)
        holds(server.is_alive(), "it lives")
        game.play(10)  # those who are in are not disturbed
        game.check()
        for one in crowd:
            one.close()
        until(lambda: is_served(server), "new connections, when some have gone")
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (hard, hard))
        game.play(10)
        Client(server).guest()
        game.check()


def is_served(server):
    try:
        return Client(server).call("GET", "/healthz").status == 200
    except OSError:
        return False


# Time.

def texts(path, match):
    """The log of a match as it lies on the disk."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    found = [row[0] for row in db.execute("SELECT text FROM entries WHERE match_id = ? ORDER BY seq", (match,))]
    db.close()
    return found


def killed_in_time(server, prepare, in_time):
    """Kills the server when something is about to happen in a match that prepare() makes; again, where the machine was
    so slow that it had happened. prepare() is told how often that was."""
    for attempt in range(20):
        match = prepare(attempt)
        server.kill()
        if in_time(texts(server.db, match)):
            return match, attempt
        server.start()
    raise AssertionError("in twenty attempts the server was never killed in time")


@test
def a_clock_stands_while_the_server_is_down():
    terms = [{"kind": "move"}, {"kind": "fischer", "increment_ms": 0}]
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        for clock in terms:
            match, attempt = killed_in_time(
                server, lambda again: start_match([ann, bob], clock={**clock, "base_ms": 2000 << again}),
                lambda log: log[-1].startswith("start"))
            time.sleep(3)
            server.start()
            until(lambda: ann.get(f"/api/matches/{match}")["status"] == "over", "the clock runs out in the end")
            shown = ann.get(f"/api/matches/{match}")
            same(shown["result"], {"winners": ["B"], "draw": False, "reason": "clock"}, "who was to move has lost")
            log = ann.events(match)
            events = {event["text"].split()[0]: event for event in log}
            held = sum(int(event["text"].split()[1]) for event in log if event["text"].startswith("hold "))
            holds(held >= 3000, "the time that nobody could play in")
            used = events["flag"]["at"] - events["start"]["at"] - held
            holds(used >= 2000 << attempt, f"the seat had all of its time: {used}")
            said = [event["text"].split()[0] for event in log]
            same((said[:4], said[-1]), (["sit", "sit", "start", "hold"], "flag"), "log")


@test
def a_clock_that_ran_out_is_lost_though_nobody_looks():
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        match = start_match([ann, bob], clock={"kind": "move", "base_ms": 1000})
        live = ann.live()
        live.send(op="mine")
        told = live.until(lambda m: m["op"] == "event" and m["match"] == match and m["status"] == "over")
        same((told["text"], told["result"]["reason"]), ("flag A", "clock"), "by the server itself")
        answer = ann.call("POST", f"/api/matches/{match}/actions", {"verb": "move", "move": "a2=E/a2"})
        same(answer.status, 422, "too late")


@test
def nobody_moves_before_the_time_that_was_lost_is_given_back():
    """The database is locked when the server has just come back: that time cannot be written down, and moves wait for it."""
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        matches = [start_match([ann, bob], clock={"kind": "move", "base_ms": 600000}) for _ in range(60)]
        server.kill()
        server.start()
        lock = sqlite3.connect(server.db, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        held_up = until(lambda: "match.not_committed" in server.words(), "the server to find out")
        lock.execute("COMMIT")
        lock.close()
        holds(held_up, "some matches could not be written")
        action = {"verb": "move", "move": "a2=E/a2", "request": "r"}
        waited = 0
        for match in matches:
            status = ann.call("POST", f"/api/matches/{match}/actions", action).status
            holds(status in (200, 503), f"done, or told: {status}")
            waited += status == 503
        for match in matches:
            until(lambda: ann.call("POST", f"/api/matches/{match}/actions", action).status == 200, "the move")
            said = [event["text"].split()[0] for event in ann.events(match)]
            # Where the database was locked for long, that is one more time that nobody could play in.
            holds(said[:4] == ["sit", "sit", "start", "hold"] and set(said[4:-1]) <= {"hold"} and said[-1] == "A",
                  f"in this order: {said}")
        print(f"# {waited} of {len(matches)} moves had to wait")


@test
def computers_move_after_a_crash():
    with Server() as server:
        ann = Client(server).guest()

        def prepare(level):
            match = start_match([ann], seats=["me", level])
            ann.act(match, "move", move="a2=E/a2")
            return match

        for level in (1, 3, 6):
            match, _ = killed_in_time(server, lambda _: prepare(level), lambda log: log[-1] == "A a2=E/a2")
            server.start()
            until(lambda: len(texts(server.db, match)) == 4, "its move, though nobody looks")
            log = ann.events(match)
            same((log[-1]["seat"], log[-1]["turn"]), ("B", ["A"]), "the computer has moved")


# Draws.

def verify(record):
    return logomachy("verify", write(os.path.join(folder(), "game.rec"), record))


@test
def draws_can_be_verified():
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        match = start_match([ann, bob])
        shown = ann.get(f"/api/matches/{match}")
        promised = shown["seed_hash"]
        same((len(promised), shown["seed"]), (64, None), "the hash from the start, the seed not yet")
        for number, move in enumerate(fill(5)):
            (ann, bob)[number % 2].act(match, "move", move=move)
        shown = ann.get(f"/api/matches/{match}")
        same(hashlib.sha256(bytes.fromhex(shown["seed"])).hexdigest(), promised, "the seed belongs to it")
        record = bob.get(f"/api/matches/{match}/record")
        holds(f"seed {shown['seed']}" in record and f"# seed-hash {promised}" in record, record)
        same((verify(record).status, verify(record).err), (0, ""), "accepted")
        other = hashlib.sha256(b"other").hexdigest()
        first = record.split("\nA ")[1][:7]
        for tampered in (record.replace(shown["seed"], other), record.replace(promised, other),
                         record.replace("\nA " + first, "\nB " + first, 1), record.replace("A " + first, "A j9=E/j9", 1)):
            holds(tampered != record and verify(tampered).status == 1, tampered)


@test
def draws_of_hidden_tiles_follow_from_the_seed():
    with Server(toy=True) as server:
        players = [Client(server).guest() for _ in range(3)]
        hands, hashes = [], set()
        for _ in range(2):
            match = start_match(players, "toy")
            shown = [player.get(f"/api/matches/{match}") for player in players]
            hashes.add(shown[0]["seed_hash"])
            hands.append([one["state"].splitlines()[3 + seat] for seat, one in enumerate(shown)])
            for player in players:
                player.act(match, "move", move="pass")
            over = players[0].get(f"/api/matches/{match}")
            same(over["status"], "over", "all have passed")
            same(hashlib.sha256(bytes.fromhex(over["seed"])).hexdigest(), shown[0]["seed_hash"], "as promised")
            same(over["state"].splitlines()[3:], hands[-1], "what they had is what is shown in the end")
        same(len(hashes), 2, "a seed for each")


finish()
