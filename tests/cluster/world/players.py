"""Players while the site is broken: games between two people, or one and a computer, each at any of the servers, and
watchers. They keep what was acknowledged and what they heard. One who loses a connection, or gets no answer, goes to the
next server, asks for the events that are missing, and sends what was not answered again under the same name: what
docs/protocol.md tells clients to do. All run in one thread of their own.

    crowd = Crowd([address, ...], games=40)
    crowd.start(); ...; crowd.finish()
    crowd.acks        # (match, seq, text) that a server said is done
    crowd.logs()      # what each heard of each match, from its beginning
"""
import asyncio
import base64
import json
import os
import random
import secrets
import struct
import threading
import time

from harness import holds

PORT = 8080
ANSWER_S, CONNECT_S = 6, 3
SIZE = 5
COLUMNS = "abcdefghi"
ASIDE = 0.1  # how often a player does something other than moving


class Lost(Exception):
    """The connection, or the answer."""


class Broken(Exception):
    """A promise."""


def squares():
    """Those of the board but the middle row, each after the one between it and the middle: a letter may go on the first
    that is empty, whatever the others do."""
    middle = SIZE // 2
    rows = sorted((row for row in range(SIZE) if row != middle), key=lambda row: abs(row - middle))
    return [f"{COLUMNS[column]}{row + 1}" for row in rows for column in range(SIZE)]


def moves(log):
    """Those that are on the board: not those that were taken back."""
    made, asked, people = [], None, sum(text.startswith("sit") for text in log)
    for text in log:
        words = text.split()
        if text[1:2] == " " and "=" in text:
            made.append(text)
        elif words[0] == "ask":
            asked = words[1]
        if words[0] == "agree" and words[2] == "takeback" or words[0] == "ask" and people == 1:  # a computer agrees
            while made.pop()[0] != asked:
                pass
    return made


def next_move(log):
    taken = {text[2:].split("=")[0] for text in moves(log)}
    free = [square for square in squares() if square not in taken]
    return f"{free[0]}={'ETAOIN'[len(free) % 6]}/{free[0]}" if free else None


class Person:
    def __init__(self, crowd, number):
        self.crowd, self.server = crowd, number
        self.cookie = self.csrf = None
        self.reader = self.writer = self.task = None
        self.waits = {}   # answers by the name of the request
        self.logs = {}    # of each match that is watched, or was
        self.watched = None
        self.news = asyncio.Event()
        self.doing, self.since = "nothing", time.monotonic()

    def does(self, what):
        self.doing, self.since = what, time.monotonic()

    def describe(self, match):
        """For who looks for a mistake."""
        log = self.logs.get(match, [])
        return (self.crowd.address(self.server), "connected" if self.writer else "away", f"{self.doing} {time.monotonic() - self.since:.1f} s ago",
                self.watched, len(log), log[-1:])

    # Plain requests, each on a connection of its own.

    async def request(self, method, path, body=None):
        self.does(f"{method} {path}")
        data = json.dumps(body).encode() if body is not None else b""
        lines = [f"{method} {path} HTTP/1.1", "Host: site", "Connection: close", "Content-Type: application/json",
                 f"Content-Length: {len(data)}"]
        if self.cookie:
            lines += [f"Cookie: {self.cookie}", f"X-CSRF-Token: {self.csrf}"]
        reader, writer = await asyncio.open_connection(self.crowd.address(self.server), PORT)
        try:
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
            head, _, rest = (await reader.read()).partition(b"\r\n\r\n")
        finally:
            writer.close()
        if not head:
            raise Lost("no answer")
        for line in head.decode().split("\r\n"):
            if line.lower().startswith("set-cookie: logomachy="):
                self.cookie = line[12:].split(";")[0]
        return int(head.split()[1]), json.loads(rest) if rest else None

    async def ok(self, method, path, body, *statuses):
        """Until there is an answer that is none of "not now"."""
        while True:
            try:
                status, answer = await asyncio.wait_for(self.request(method, path, body), ANSWER_S)
                if status in statuses:
                    return answer
                if status != 503:
                    raise Broken(f"{method} {path} {body}: {status} {answer}")
                self.crowd.refused += 1
                await asyncio.sleep(0.2)
            except (OSError, Lost, ValueError, IndexError, asyncio.TimeoutError):
                await self.move_on()

    async def move_on(self):
        self.server += 1 + random.randrange(len(self.crowd.addresses))
        await asyncio.sleep(0.05)

    async def enter(self):
        me = await self.ok("POST", "/api/guest", {}, 201)
        self.csrf = me["csrf"]

    # The live connection.

    async def connect(self):
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self.reader, self.writer = await asyncio.open_connection(self.crowd.address(self.server), PORT)
        self.writer.write((f"GET /api/live HTTP/1.1\r\nHost: site\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nCookie: {self.cookie}\r\n"
                           f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        if head.split()[1] != b"101":
            raise Lost("no WebSocket")

    async def come(self):
        self.does("connect")
        while True:
            try:
                await asyncio.wait_for(self.connect(), CONNECT_S)
                break
            except (OSError, Lost, IndexError, asyncio.TimeoutError, asyncio.IncompleteReadError):
                self.leave()
                await self.move_on()
        self.task = asyncio.create_task(self.listen(self.reader, self.writer))

    def leave(self):
        if self.task:
            self.task.cancel()
        if self.writer:
            self.writer.close()
        self.task = self.writer = self.reader = self.watched = None
        for wait in self.waits.values():
            if not wait.done():
                wait.set_exception(Lost("left"))
        self.waits = {}

    async def listen(self, reader, writer):
        try:
            while True:
                first, second = await reader.readexactly(2)
                size = second & 127
                if size >= 126:
                    size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
                payload = await reader.readexactly(size)
                if first & 15 == 9:
                    writer.write(frame(10, payload))
                elif first & 15 == 8:
                    raise Lost("closed")
                elif first & 15 == 1:
                    self.take(json.loads(payload))
        except (OSError, Lost, asyncio.IncompleteReadError):
            if writer is self.writer:
                self.task = None  # this one
                self.leave()
                self.news.set()
        except Broken as why:
            self.crowd.fail(why)

    def take(self, message):
        if message["op"] == "event" and message["match"] == self.watched:
            self.hear(message["match"], message["seq"], message["text"])
        elif message["op"] == "unwatched":
            self.watched = None
        wait = self.waits.pop(message.get("request"), None)
        if wait and not wait.done():
            # Events of the meantime belong to the answer: they must not come between.
            if message["op"] == "match":
                self.caught_up(message)
            wait.set_result(message)
        self.news.set()

    def hear(self, match, seq, text):
        log = self.logs[match]
        if seq <= len(log):
            if log[seq - 1] != text:
                raise Broken(f"{match}: event {seq} was {log[seq - 1]} and is {text}")
            self.crowd.again += 1
        elif seq > len(log) + 1:
            raise Broken(f"{match}: event {seq} came after {len(log)}")
        else:
            log.append(text)

    def caught_up(self, message):
        self.watched = message["match"]["id"]
        for event in message.get("events", []):
            self.hear(self.watched, event["seq"], event["text"])
        shown, known = message["match"]["seq"] - 1, len(self.logs[self.watched])
        if shown > known:
            raise Broken(f"{self.watched}: the server shows {shown} events, and {known} were heard")
        self.crowd.behind += shown < known  # a server that has not heard yet what another has told

    async def ask(self, **message):
        """The answer; Lost where there is none in time."""
        name = message.setdefault("request", secrets.token_hex(8))
        self.does(f"{message['op']} {name}")
        if not self.writer:
            raise Lost("not connected")
        wait = self.waits[name] = asyncio.get_running_loop().create_future()
        try:
            self.writer.write(frame(1, json.dumps(message).encode()))
            return await asyncio.wait_for(wait, ANSWER_S)
        except (OSError, asyncio.TimeoutError) as why:
            raise Lost(str(why)) from why
        finally:
            self.waits.pop(name, None)

    async def attend(self, match):
        """Watches the match, from the first event that is not known."""
        while self.watched != match or not self.writer:
            if not self.writer:
                await self.come()
            try:
                answer = await self.ask(op="watch", match=match, **{"from": len(self.logs.setdefault(match, [])) + 1})
                if answer["op"] != "match" and answer.get("status") != 503:
                    raise Broken(f"watch {match}: {answer}")
                if answer["op"] != "match":
                    self.crowd.refused += 1
                    await asyncio.sleep(0.2)
            except Lost:
                self.leave()
                await self.move_on()

    async def catch_up(self, match):
        self.watched = None
        await self.attend(match)


def frame(kind, payload):
    """With a mask of zeros, which is one too."""
    size = len(payload)
    head = bytes([0x80 | kind, 0x80 | size]) if size < 126 else bytes([0x80 | kind, 0xFE]) + struct.pack(">H", size)
    return head + bytes(4) + payload


class Game:
    """One match after the other between the same."""

    def __init__(self, crowd, number):
        self.crowd, self.number = crowd, number
        self.computer, self.has_clock = number % 5 == 4, number % 5 == 3
        self.people = [Person(crowd, number + seat) for seat in range(1 if self.computer else 2)]
        self.onlookers = [Person(crowd, number + 2)] if number % 5 in (0, 4) else []
        self.names = self.last = self.done_moves = 0
        self.matches, self.resigned = [], False
        self.at = None  # the last that was not acknowledged

    def describe(self):
        """For who looks for a mistake."""
        match = self.matches[-1] if self.matches else None
        return self.number, "computer" if self.computer else "people", match, self.at, [person.describe(match) for person in self.everybody()]

    def everybody(self):
        return self.people + self.onlookers

    def name(self):
        self.names += 1
        return f"game{self.number}-{self.names}"

    async def run(self):
        for person in self.everybody():
            await person.enter()
        while not self.crowd.ending:
            await self.play()
        if self.matches and self.has_clock:  # so that nothing happens by itself while everything is looked at
            path = f"/api/matches/{self.matches[-1]}/actions"
            await self.people[0].ok("POST", path, {"verb": "resign", "request": self.name()}, 200, 409, 422)

    async def begin(self):
        for person in self.everybody():  # so that faults do not drive all to one server
            person.leave()
            person.server = random.randrange(len(self.crowd.addresses))
        terms = {"game": "balda", "lang": "en", "seats": ["me", 1 if self.computer else "open"], "settings": {"size": str(SIZE)},
                 "request": self.name()}
        if self.has_clock:
            terms["clock"] = {"kind": "move", "base_ms": self.crowd.clock_ms}
        match = await self.make(terms)
        if not self.computer:
            await self.people[1].ok("POST", f"/api/matches/{match}/actions", {"verb": "join", "request": self.name()}, 200)
        self.matches.append(match)
        for person in self.everybody():
            await person.attend(match)
        return match

    async def make(self, terms):
        """A new match; now and then the one before once more, in which the other begins."""
        if self.matches and self.resigned and not self.computer:
            self.people.reverse()
            path = f"/api/matches/{self.matches[-1]}/rematch"
            return (await self.people[0].ok("POST", path, {"request": self.name()}, 200, 201))["id"]
        return (await self.people[0].ok("POST", "/api/matches", terms, 200, 201))["id"]

    async def do(self, match, seat, entry, **message):
        """Something else than a move, however often it must be sent. None where it cannot be done any more."""
        name, person = self.name(), self.people[seat]
        while not self.crowd.ending:
            await person.attend(match)
            try:
                answer = await person.ask(match=match, request=name, **message)
            except Lost:
                person.leave()
                await person.move_on()
                continue
            if answer["op"] == "done" and entry:
                self.crowd.acks.append((match, answer["seq"], entry, self.number))
                if len(person.logs[match]) < answer["seq"]:
                    await person.catch_up(match)
            if answer["op"] == "done":
                self.crowd.repeats += bool(answer["repeated"])
                return answer
            if answer["status"] in (409, 422):
                return None
            if answer["status"] != 503:
                raise Broken(f"{match}: {message} {answer}")
            self.crowd.refused += 1
            await asyncio.sleep(0.2)
        return None

    async def aside(self, match, seat, log):
        """Actions of people besides moves. The seat is the one that is to move."""
        what = random.choice(("chat", "draw", "takeback", "takeback", "resign"))
        other, here = len(self.people) - 1 - seat, "AB"[seat]
        there = "AB"[other]
        if what == "chat":
            line = self.name()
            if await self.do(match, seat, None, op="chat", text=line):
                self.crowd.said.append((match, line))
        elif what == "draw" and not self.computer:
            if await self.do(match, seat, f"offer {here} draw", op="act", verb="offer-draw"):
                await self.do(match, other, f"decline {there} draw", op="act", verb="decline-draw")
        elif what == "takeback" and len(moves(log)) > 1 and not self.computer:
            if await self.do(match, other, f"ask {there} takeback 1", op="act", verb="ask-takeback"):
                word = random.choice(("agree", "decline"))
                verb = {"agree": "accept-takeback", "decline": "decline-takeback"}[word]
                await self.do(match, seat, f"{word} {here} takeback", op="act", verb=verb)
        elif what == "resign" and len(moves(log)) > 4:
            await self.do(match, seat, f"{here} resign", op="act", verb="resign")

    async def play(self):
        match = await self.begin()
        self.last, self.resigned = time.monotonic(), False
        while not self.crowd.ending:
            await self.people[0].attend(match)
            log = self.people[0].logs[match]
            self.resigned = any(text.endswith("resign") for text in log)
            if self.resigned:
                return
            if any(text.startswith(("flag", "abort")) for text in log):
                raise Broken(f"{match}: a clock was not kind: {log[-3:]}")
            move = next_move(log)
            if not move:
                return
            seat = len(moves(log)) % 2
            if "start" not in log or seat >= len(self.people):
                if self.computer and "start" in log and random.random() < ASIDE:  # while it thinks
                    await self.do(match, 0, "ask A takeback 1", op="act", verb="ask-takeback")
                else:
                    await self.wait_for_more(match, len(log))
            elif random.random() < ASIDE:
                await self.aside(match, seat, log)
            else:
                await self.move(match, self.people[seat], seat, len(moves(log)))

    async def wait_for_more(self, match, known):
        """The computer's move, or the start: it comes by itself."""
        person = self.people[0]
        while len(person.logs[match]) <= known and not self.crowd.ending:
            await person.attend(match)
            person.news.clear()
            if len(person.logs[match]) > known:
                break
            try:
                await asyncio.wait_for(person.news.wait(), 1)
            except asyncio.TimeoutError:
                pass

    async def move(self, match, person, seat, made):
        """The move after `made` moves, however often it must be sent. It is over when it is acknowledged, or when the log shows
        that there is one: it may be ours, and a computer has answered it already."""
        name = self.name()
        while not self.crowd.ending:
            await person.attend(match)
            log = person.logs[match]
            if len(moves(log)) != made or log[-1].endswith("resign"):
                return await asyncio.sleep(0.02)  # one of the players has not heard of it yet
            move, seq = next_move(log), len(log) + 1
            try:
                answer = await person.ask(op="act", match=match, verb="move", move=move, seq=seq, request=name)
            except Lost:
                person.leave()
                await person.move_on()
                continue
            if answer["op"] == "done":
                return await self.done(match, person, seat, move, answer)
            await self.refused(match, person, answer)

    async def done(self, match, person, seat, move, answer):
        now = time.monotonic()
        self.crowd.acks.append((match, answer["seq"], f"{'AB'[seat]} {move}", self.number))
        self.done_moves += 1
        self.crowd.repeats += bool(answer["repeated"])
        self.crowd.gaps.append((now, now - self.last))
        self.last = now
        # The event comes before the answer, but for a repeated one, which may be of before this connection.
        if len(person.logs[match]) < answer["seq"]:
            await person.catch_up(match)
        rest = self.crowd.pace * (0.5 + os.urandom(1)[0] / 256)
        await asyncio.sleep(rest)
        self.last += rest
        # The next one is made by a player who has seen this one.
        other = self.people[-1 if seat == 0 else 0]
        while len(other.logs[match]) < answer["seq"] and not self.crowd.ending:
            await other.attend(match)
            other.news.clear()
            if len(other.logs[match]) < answer["seq"]:
                try:
                    await asyncio.wait_for(other.news.wait(), 1)
                except asyncio.TimeoutError:
                    pass

    async def refused(self, match, person, answer):
        self.at = answer
        if answer["status"] == 503:
            self.crowd.refused += 1
            await asyncio.sleep(0.2)
        elif answer["status"] in (409, 422):
            self.crowd.stale += 1
            await asyncio.sleep(0.05)
            await person.catch_up(match)
        else:
            raise Broken(f"{match}: {answer}")


class Crowd:
    def __init__(self, addresses, games, pace=0.1, clock_ms=60000):
        self.addresses, self.pace, self.clock_ms = addresses, pace, clock_ms
        self.said = []  # lines of chat that were acknowledged, with their match
        self.acks, self.gaps = [], []   # what was acknowledged; when, and how long after the one before
        self.refused = self.stale = self.repeats = self.again = self.behind = 0
        self.failure, self.ending = None, False
        self.loop = asyncio.new_event_loop()
        self.games = []
        self.count = games
        self.thread = threading.Thread(target=self.run, daemon=True)

    def address(self, number):
        return self.addresses[number % len(self.addresses)]

    def fail(self, why):
        self.failure = self.failure or str(why)
        self.ending = True

    def start(self):
        self.thread.start()
        return self

    def run(self):
        asyncio.set_event_loop(self.loop)
        self.games = [Game(self, number) for number in range(self.count)]
        self.loop.run_until_complete(self.all())

    async def all(self):
        async def one(game):
            try:
                await game.run()
            except Exception as why:  # told by the test
                self.fail(f"game {game.number}: {why!r}")
        await asyncio.gather(*(one(game) for game in self.games))

    # For the other thread.

    def check(self):
        holds(self.failure is None, self.failure)

    def progress(self):
        """How many moves were acknowledged in each game so far."""
        return [game.done_moves for game in self.games]

    def longest_gap(self, since):
        return max((gap for at, gap in list(self.gaps) if at >= since), default=0)

    def finish(self, patience):
        """Everybody stops after what they are at, and then learns what is still missing."""
        self.ending = True
        self.thread.join(patience)
        holds(not self.thread.is_alive(), "a player hangs")
        self.check()

    def converge(self, lengths, patience):
        """Until all have received every event of the matches they watch, by coming back as usual."""
        async def everybody():
            for game in self.games:
                for person in game.everybody():
                    for match in person.logs:
                        if len(person.logs[match]) < lengths[match]:
                            await person.catch_up(match)
                    person.leave()
        self.loop.run_until_complete(asyncio.wait_for(everybody(), patience))
        self.check()

    def logs(self):
        for game in self.games:
            for person in game.everybody():
                yield from person.logs.items()
