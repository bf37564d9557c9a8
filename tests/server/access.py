#!/usr/bin/env python3
"""The table of rights (src/server/accounts/access.c), tried out: every viewer, every kind of match, every route and live message
that is about a match, on two processes of one site. Allowed requests work; forbidden ones are refused, and
nothing of it comes by a message either. tests/server/rights.py has what each route answers, written by hand."""
import collections
import contextlib
import glob
import http.client
import json
import os
import re
import sqlite3
import threading
import time

from client import PATIENCE, Client, Server, toy_server, until
from client.hidden import check_hidden, hand, texts
from client.nats import Nats
from harness import ROOT, finish, holds, logomachy, run, same, test  # noqa: E402

Rule = collections.namedtuple("Rule", "who token match muted")


def read_table():
    """The program's: rules by action, and the action of each route, of each op and of each push."""
    rules, doors = {}, {"route": {}, "op": {}, "push": {}}
    for line in run([toy_server(), "--access"]).out.splitlines():
        kind, action, *rest = line.split()
        if kind == "action":
            rules[action] = Rule(rest[0], rest[1] == "token", rest[2], rest[3] == "muted")
        else:
            doors[kind][" ".join(rest)] = action
    return rules, doors


RULES, DOORS = read_table()

# --- The table itself.

MATCHES_IN_WORDS = {"-": "", "any": "any, by its id", "listed-or-seat": "listed, or with a seat of one's own",
                    "seat": "with a seat of one's own"}


def markdown():
    """The table as docs/security.md has it."""
    lines = ["| action | who | by token | which match | routes | live messages |", "|---|---|---|---|---|---|"]
    for action, rule in RULES.items():
        routes = ", ".join(f"`{route}`" for route, of in DOORS["route"].items() if of == action)
        live = [f"`{op}`" for op, of in DOORS["op"].items() if of == action]
        live += [f"← `{push}`" for push, of in DOORS["push"].items() if of == action]
        who = rule.who + ("" if rule.muted else ", not muted")
        lines.append(f"| {action} | {who} | {'yes' if rule.token else '**no**'} | {MATCHES_IN_WORDS[rule.match]} |"
                     f" {routes} | {', '.join(live)} |")
    return "\n".join(lines)


@test
def the_documentation_shows_the_table():
    with open(os.path.join(ROOT, "docs", "security.md"), encoding="utf-8") as file:
        text = file.read()
    holds(markdown() in text, f"docs/security.md does not have this table:\n{markdown()}")


@test
def the_description_of_the_api_says_the_same():
    """By cookie, by token or without either."""
    with open(os.path.join(ROOT, "data", "api", "openapi.json"), encoding="utf-8") as file:
        paths = json.load(file)["paths"]
    for route, action in DOORS["route"].items():
        method, path = route.split()
        cookie = {"cookie": []} if method == "GET" else {"cookie": [], "csrf": []}
        wanted = [{}] * (RULES[action].who == "anyone") + [cookie] + [{"bearer": []}] * RULES[action].token
        same(paths[re.sub(r":([a-z]+)", r"{\1}", path)][method.lower()]["security"], wanted, route)


@test
def live_messages_have_their_names_from_the_table():
    """So that none can be sent that has no row."""
    written = []
    sources = glob.glob(os.path.join(ROOT, "src", "server", "**", "*.c"), recursive=True)
    holds(len(sources) > 50, "the sources of the server were found")
    for path in sources:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        written += [f"{os.path.basename(path)}: {name}" for name in
                    re.findall(r'\\?"op\\?"\s*[:,]\s*(?:json_string\()?\\?"([a-z-]+)', text)]
    same(written, [], "names of messages that are written out")
    with open(os.path.join(ROOT, "docs", "protocol.md"), encoding="utf-8") as file:
        described = set(re.findall(r'"op": ?"([a-z-]+)"', file.read()))
    same(described, set(DOORS["op"]) | set(DOORS["push"]), "messages of docs/protocol.md")


# --- A site of two processes with all kinds of users.

Kind = collections.namedtuple("Kind", "listed rated status")
KINDS = {"listed": Kind(True, False, "running"), "unlisted": Kind(False, False, "running"),
         "rated": Kind(False, True, "running"), "waiting": Kind(False, False, "waiting"),
         "over": Kind(True, False, "over"), "over-unlisted": Kind(False, False, "over"),
         "over-rated": Kind(False, True, "over")}
SEATED = ("player", "player-token", "rival", "third")


class Viewer:
    """A user with a client at each process, with the same cookie or token. None without access."""

    def __init__(self, name, level, clients, token=False, muted=False):
        self.name, self.level, self.clients, self.token, self.muted = name, level, clients, token, muted
        self.lives = []
        self.words = collections.defaultdict(list)  # by match

    def may(self, action, kind=None):
        """The row of the table, for one kind of match where it is about one."""
        rule = RULES[action]
        levels = ("anyone", "player", "person", "admin")
        if levels.index(self.level) < levels.index(rule.who) or (self.token and not rule.token):
            return False
        if self.muted and not rule.muted:
            return False
        listed = rule.match == "listed-or-seat" and kind and KINDS[kind].listed
        return not kind or rule.match in ("-", "any") or listed or self.sits(kind)

    def sits(self, kind):
        return self.name in SEATED[:2] if KINDS[kind].status == "waiting" else self.name in SEATED


class Site:
    def __init__(self, stack):
        self.nats = stack.enter_context(Nats())
        flags = ("--bus", self.nats.url)
        first = stack.enter_context(Server(*flags, toy=True))
        self.servers = [first, stack.enter_context(Server(*flags, toy=True, where=first.folder))]
        for server in self.servers:
            until(lambda server=server: "bus up" in Client(server).get("/healthz"), "the bus")
        self.viewers = {}
        self.add_people()
        self.matches = {kind: self.make_match(kind) for kind in KINDS}
        self.add_outcasts()
        # A user whose session is removed behind the server's back. It may take half a minute: see the last test.
        guest = Client(first).guest()
        self.removed = guest.live()
        same(self.removed.hello["name"], guest.name)
        self.database("DELETE FROM sessions WHERE account = (SELECT id FROM accounts WHERE name = ?)", guest.name)

    def database(self, statement, *values):
        with contextlib.closing(sqlite3.connect(self.servers[0].db, timeout=PATIENCE)) as db, db:
            return db.execute(statement, values).fetchall()

    def add(self, name, level, client=None, **more):
        """The same credential at both processes."""
        other = Client(self.servers[1])
        if client:
            other.cookie, other.token, other.csrf, other.name = client.cookie, client.token, client.csrf, client.name
        self.viewers[name] = Viewer(name, level, [client or Client(self.servers[0]), other], **more)
        return self.viewers[name].clients[0]

    def add_people(self):
        def person():
            return Client(self.servers[0])

        def program(owner):
            client = Client(self.servers[0])
            client.token = owner.ok("POST", "/api/me/tokens", {"label": "a program"}, 201)["token"]
            return client

        self.add("nobody", "anyone")
        self.add("guest", "player", person().guest())
        for name in ("other", "player", "rival", "third", "former", "blocker"):
            self.add(name, "person", person().register(f"the-{name}"))
        self.add("token", "person", program(self.client("other")), token=True)
        self.add("player-token", "person", program(self.client("player")), token=True)
        self.add("admin", "admin", self.make_admin(person().register("the-boss")))
        self.add("admin-token", "admin", program(self.client("admin")), token=True)
        self.add("muted", "person", person().register("the-muted"), muted=True)
        self.client("admin").ok("POST", "/api/admin/accounts/the-muted", {"muted_days": 5})
        self.client("blocker").ok("PUT", "/api/me/mutes/the-player", {}, 204)

    def make_admin(self, client):
        done = logomachy("admin", "grant", client.name, "--db", self.servers[0].db)
        same((done.status, done.err), (0, ""), "admin grant")
        until(lambda: any("order.done" in server.words() for server in self.servers), "a process to hear of it")
        same(client.call("GET", "/api/admin/reports").status, 200, "is one")
        return client

    def add_outcasts(self):
        """A user whose session has ended."""
        banned, closed, expired = (Client(self.servers[0]).register(f"the-{name}") for name in ("banned", "closed", "expired"))
        self.client("admin").ok("POST", "/api/admin/accounts/the-banned", {"banned": True})
        cookie = closed.cookie
        closed.ok("DELETE", "/api/me", {"password": "correct horse"}, 204)
        closed.cookie = cookie
        self.database("UPDATE sessions SET expires = 1000 WHERE account = (SELECT id FROM accounts WHERE name = 'the-expired')")
        for name, client in (("banned", banned), ("closed", closed), ("expired", expired)):
            self.add(name, "anyone", client)

    def client(self, name, process=0):
        return self.viewers[name].clients[process]

    def make_match(self, kind):
        """The former player has had a seat and left it."""
        wanted = KINDS[kind]
        body = {"game": "toy", "lang": "en", "seats": ["me", "open", "open"], "listed": wanted.listed, "rated": wanted.rated}
        match = self.client("player").ok("POST", "/api/matches", body, 201)["id"]
        self.client("former").act(match, "join")
        self.client("former").act(match, "leave")
        if wanted.status == "waiting":
            return match
        for name in ("rival", "third"):
            self.client(name).act(match, "join")
        until(lambda: self.client("player").get(f"/api/matches/{match}")["status"] == "running", "the start")
        if wanted.status == "over":
            for name in ("player", "rival", "third"):
                self.client(name).act(match, "move", move="pass")
        return match


STACK = contextlib.ExitStack()
MADE = []


def site():
    if not MADE:
        MADE.append(Site(STACK))
    return MADE[0]


# --- Asking.

def by_http(method, path, body=None):
    def ask(viewer, process, match):
        answer = viewer.clients[process].call(method, path.replace(":id", match), body and {
            name: match if value == ":id" else value for name, value in body.items()})
        viewer.words[match] += texts(answer.json) if answer.json is not None else [answer.bytes.decode("utf-8", "replace")]
        return answer.status
    return ask


def by_message(**message):
    def ask(viewer, process, match):
        answer = viewer.lives[process].ask(match=match, **message)
        return answer["status"] if answer["op"] == "refused" else 200
    return ask


# Every way in that is about one match. An allowed request may still be impossible: a move that is none, a match that runs.
WAYS = {
    "route GET /api/matches/:id": by_http("GET", "/api/matches/:id"),
    "route GET /api/matches/:id/events": by_http("GET", "/api/matches/:id/events?states=1"),
    "route GET /api/matches/:id/record": by_http("GET", "/api/matches/:id/record"),
    "route GET /api/matches/:id/chat": by_http("GET", "/api/matches/:id/chat"),
    "route POST /api/matches/:id/chat": by_http("POST", "/api/matches/:id/chat", {"text": "hello"}),
    "route POST /api/matches/:id/reports": by_http("POST", "/api/matches/:id/reports", {"about": "the-rival", "text": "rude"}),
    "route POST /api/matches/:id/actions": by_http("POST", "/api/matches/:id/actions", {"verb": "move", "move": "nonsense"}),
    "route GET /api/matches/:id/rematch": by_http("GET", "/api/matches/:id/rematch"),
    "route POST /api/matches/:id/rematch": by_http("POST", "/api/matches/:id/rematch", {"request": "again"}),
    "route POST /api/analysis": by_http("POST", "/api/analysis", {"match": ":id", "ask": "moves"}),
    "op watch": by_message(op="watch", **{"from": 1}),
    "op act": by_message(op="act", verb="move", move="nonsense"),
    "op chat": by_message(op="chat", text="hello"),
}
# These are about several matches, or answer nothing: see the tests of lists and messages.
ELSEWHERE = {"route GET /api/matches", "route GET /api/players/:name/matches", "route GET /api/players/:name/ratings/:game",
             "route GET /api/bests/:game", "route GET /api/events", "route POST /api/analysis/replay", "op unwatch", "op lobby",
             "op mine"}


def connect(viewers, servers):
    for viewer in viewers:
        viewer.lives = [client.live() for client in viewer.clients]
        for live, _ in zip(viewer.lives, servers):
            live.send(op="lobby")
            live.send(op="mine")


@test
def every_way_in_is_tried():
    about_matches = {f"{kind} {name}" for kind in ("route", "op") for name, action in DOORS[kind].items()
                     if RULES[action].match != "-"}
    same(about_matches, set(WAYS) | ELSEWHERE, "routes and messages about matches")


@test
def everybody_gets_what_the_table_says():
    here = site()
    viewers = list(here.viewers.values())
    connect(viewers, here.servers)
    wrong, tried = [], 0
    for way, ask in WAYS.items():
        kind_of_door, name = way.split(" ", 1)
        action = DOORS[kind_of_door][name]
        for viewer in viewers:
            for kind, match in here.matches.items():
                if way == "route POST /api/matches/:id/rematch" and KINDS[kind].status != "over":
                    continue
                for process in range(2):
                    status = ask(viewer, process, match)
                    tried += 1
                    if (status not in (401, 403)) != viewer.may(action, kind) or status >= 500:
                        wrong.append(f"{way} as {viewer.name}, {kind}, process {process}: {status}")
    same(wrong, [], "\n".join(wrong))
    holds(tried > 2000, f"{tried} combinations")


# --- What comes without being asked for.

class Stream:
    """GET /api/events, until the server ends it; `status` alone where it does not begin."""

    def __init__(self, client):
        self.connection = http.client.HTTPConnection("127.0.0.1", client.server.port, timeout=PATIENCE)
        self.connection.request("GET", "/api/events", None, client.headers())
        self.answer = self.connection.getresponse()
        self.status, self.lines, self.ended = self.answer.status, [], threading.Event()
        if self.status == 200:
            threading.Thread(target=self.read, daemon=True).start()
            until(lambda: any(line["op"] == "ready" for line in self.lines), "the stream")
        else:
            self.connection.close()

    def read(self):
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
            for line in self.answer:
                self.lines.append(json.loads(line))
        self.ended.set()


class Audience:
    """Everybody, connected to both processes, with all matches on the screen."""

    def __init__(self, here):
        self.viewers = list(here.viewers.values())
        connect(self.viewers, here.servers)
        for viewer in self.viewers:
            for live in viewer.lives:
                for match in here.matches.values():
                    same(live.ask(op="watch", match=match)["op"], "match", viewer.name)

    def got(self, viewer, process, push, match):
        return [m for m in viewer.lives[process].got if m["op"] == push and m.get("match") == match]

    def hears(self, viewer, push, match, wanted):
        """Until the message has come to this one, at both processes; then it has reached all that get it."""
        for live in viewer.lives:
            live.wait(lambda live: any(m["op"] == push and m.get("match") == match and wanted(m) for m in live.got),
                      f"{push} for {viewer.name}")
        for one in self.viewers:
            for live in one.lives:
                live.settle()

    def check(self, push, match, wanted, expected, about):
        """Exactly the users in `expected` have got it."""
        wrong = [f"{viewer.name} at process {process}" for viewer in self.viewers for process in range(2)
                 if any(wanted(m) for m in self.got(viewer, process, push, match)) != expected(viewer)]
        same(wrong, [], f"{about}: {push} came, or did not, against the table")


@test
def messages_come_to_whom_the_table_says():
    here = site()
    audience = Audience(here)
    witness = {"player": here.viewers["player"], "other": here.viewers["nobody"]}
    for kind, match in here.matches.items():
        running = KINDS[kind].status != "over"
        for author in ("player", "other"):
            if not here.viewers[author].may("chat", kind):
                continue
            for process in range(2):
                text = f"{author} in {kind} at {process}"
                line = here.client(author, process).ok("POST", f"/api/matches/{match}/chat", {"text": text}, 201)["id"]
                said = lambda m, text=text: m["text"] == text
                audience.hears(witness[author], "chat", match, said)
                audience.check("chat", match, said, lambda v, kind=kind, author=author, running=running:
                               v.may("read-chat", kind) and not (v.name == "blocker" and author == "player") and
                               not (running and author == "other" and v.sits(kind)), text)
                here.client("admin", process).ok("POST", f"/api/admin/chat/{match}/{line}", {"hidden": True}, 204)
                hidden = lambda m, line=line: m["id"] == line
                audience.hears(here.viewers["player"], "chat-hidden", match, hidden)
                audience.check("chat-hidden", match, hidden, lambda v, kind=kind: v.may("read-chat", kind), text)


@test
def a_rematch_is_told_to_whom_the_table_says():
    """Its id is as secret as that of the match before."""
    here = site()
    audience = Audience(here)
    for kind in ("over", "over-unlisted", "over-rated"):
        match = here.matches[kind]
        for process in range(2):
            player, path = here.client("player", process), f"/api/matches/{match}/rematch"
            while (answer := player.call("POST", path, {})).status == 200:
                player.act(answer.json["id"], "abort")  # while there is one that can be joined no other is made
            same(answer.status, 201, answer)
            made = answer.json["id"]
            told = lambda m, made=made: m["next"] == made
            audience.hears(here.viewers["player"], "rematch", match, told)
            audience.check("rematch", match, told, lambda v, kind=kind: v.may("list-matches", kind), kind)


@test
def who_is_connected_is_told_to_whom_the_table_says():
    here = site()
    audience = Audience(here)
    for kind, match in here.matches.items():
        running = KINDS[kind].status == "running"
        if running:
            audience.hears(here.viewers["player"], "presence", match, lambda m: "A" not in m["seats"] and m["seats"])
        audience.check("presence", match, lambda m: True,
                       lambda v, kind=kind, running=running: running and v.may("follow-own", kind), kind)


@test
def every_message_is_tried():
    """Messages about a match that may come unasked."""
    tried = {"chat", "chat-hidden", "rematch", "event", "lobby", "presence"}
    answers = {"hello", "match", "unwatched", "done", "refused", "pong"}  # to the client's own message, or without content
    streams = {"running", "ready", "beat"}
    same(set(DOORS["push"]), tried | answers | streams, "messages")


@test
def what_players_have_said_is_read_by_whom_the_table_says():
    """Nobody sees hidden lines. Muted lines are hidden from the muting user, watchers' lines from players until the end."""
    here = site()
    for kind, match in here.matches.items():
        for author, text in (("player", f"open {kind}"), ("player", f"hidden {kind}"), ("other", f"aside {kind}")):
            if not here.viewers[author].may("chat", kind):
                continue
            line = here.client(author).ok("POST", f"/api/matches/{match}/chat", {"text": text}, 201)["id"]
            if text.startswith("hidden"):
                here.client("admin").ok("POST", f"/api/admin/chat/{match}/{line}", {"hidden": True}, 204)
        for viewer in here.viewers.values():
            for client in viewer.clients:
                if not viewer.may("read-chat", kind):
                    continue
                lines, after = [], 0
                while page := client.get(f"/api/matches/{match}/chat?after={after}"):
                    lines += [line["text"] for line in page["chat"]]
                    if page["next"] == after:
                        break
                    after = page["next"]
                running = KINDS[kind].status != "over"
                same((f"open {kind}" in lines, f"hidden {kind}" in lines, f"aside {kind}" in lines),
                     (viewer.name != "blocker", False,
                      here.viewers["other"].may("chat", kind) and not (running and viewer.sits(kind))),
                     f"{kind} as {viewer.name}")


def about(message):
    """The id of the match that a message is about."""
    match = message.get("match")
    return match["id"] if isinstance(match, dict) else match


@test
def events_and_streams_show_ones_own_and_hide_what_is_hidden():
    here = site()
    audience = Audience(here)
    players = [here.client(name) for name in ("player", "rival", "third")]
    streams = {(viewer.name, process): Stream(viewer.clients[process]) for viewer in audience.viewers for process in range(2)}
    for viewer in audience.viewers:
        same([streams[viewer.name, process].status for process in range(2)], [200 if viewer.may("follow-own") else 401] * 2,
             viewer.name)
    for kind in ("listed", "unlisted", "rated"):
        match = here.matches[kind]
        hands = [{hand(player, match, seat)} for seat, player in enumerate(players)]
        for turn in range(3):
            tile = hand(players[turn], match, turn)[0]
            seq = here.client(SEATED[0]).get(f"/api/matches/{match}")["seq"]
            players[turn].act(match, "move", move=f"play {tile}")
            hands[turn].add(hand(players[turn], match, turn))
            event = lambda m, seq=seq: m["seq"] == seq
            audience.hears(here.viewers["player"], "event", match, event)
            audience.hears(here.viewers["nobody"], "event", match, event)
            audience.check("event", match, event, lambda v, kind=kind: v.may("watch-match", kind), f"{kind}, move {turn}")
        for (name, _), stream in streams.items():
            came = lambda stream=stream, match=match: any(
                m["op"] == "event" and m["match"] == match and m["seq"] == seq for m in stream.lines)
            if here.viewers[name].sits(kind):
                until(came, f"the stream of {name}")
            else:
                holds(not came(), f"{name} has {kind} in the stream")
        for viewer in audience.viewers:
            seat = SEATED.index(viewer.name) if viewer.name in SEATED else None
            seat = {None: None, 0: 0, 1: 0, 2: 1, 3: 2}[seat]
            for process in range(2):
                by_http("GET", "/api/matches/:id/events?states=1")(viewer, process, match)
                by_http("GET", "/api/matches/:id/record")(viewer, process, match)
            heard = [message for live in viewer.lives for message in live.got]
            heard += [line for process in range(2) for line in streams[viewer.name, process].lines]
            words = viewer.words[match] + [text for message in heard if about(message) == match for text in texts(message)]
            holds(check_hidden(viewer.name, seat, words, hands) > 10, f"{viewer.name} has seen positions")


@test
def the_lobby_shows_listed_matches_only():
    here = site()
    audience = Audience(here)
    for process in range(2):
        made = {}
        for listed in (False, True):
            body = {"game": "balda", "lang": "en", "seats": ["me", "open"], "listed": listed}
            made[listed] = here.client("player", process).ok("POST", "/api/matches", body, 201)["id"]
        for viewer in audience.viewers:
            for live in viewer.lives:
                live.wait(lambda live: any(m["op"] == "lobby" and m["match"]["id"] == made[True] for m in live.got), "the lobby")
                holds(not any(m["op"] == "lobby" and m["match"]["id"] == made[False] for m in live.got), viewer.name)


LISTS = ["/api/matches", *(f"/api/matches?status={status}" for status in ("open", "running", "over", "aborted")),
         *(f"/api/players/the-{name}/{what}" for name in ("player", "rival") for what in
           ("matches", "matches?status=over", "matches?status=running", "ratings/toy", "ratings/toy?limit=1")),
         "/api/players/the-player", "/api/leaderboards/toy", "/api/bests/toy?lang=en", "/", "/match/x", "/metrics", "/healthz",
         "/api/me", "/api/me/export", "/api/news", "/api"]


@test
def no_list_has_the_id_of_an_unlisted_match_of_others():
    here = site()
    secret = {kind: match for kind, match in here.matches.items() if not KINDS[kind].listed}
    for viewer in here.viewers.values():
        for client in viewer.clients:
            pages = {path: client.call("GET", path).bytes.decode("utf-8", "replace") for path in LISTS}
            seen = {kind for kind, match in secret.items() if any(match in page for page in pages.values())}
            if not any(viewer.sits(kind) for kind in secret):
                same(seen, set(), viewer.name)
            # The page of a match shows nothing of it to programs that make previews.
            for match in here.matches.values():
                holds("the-player" not in client.call("GET", f"/match/{match}").bytes.decode(), f"{viewer.name}: the page of a match")
        if viewer.name == "player":
            holds(secret["over-rated"] in pages["/api/players/the-player/ratings/toy"], "her own, for herself")
            mine = client.get("/api/matches?mine=1&status=running")["matches"]
            holds(secret["unlisted"] in {match["id"] for match in mine}, "and in her list")
    points = here.client("nobody").get("/api/players/the-player/ratings/toy")["history"]
    same([point["match"] for point in points], [None] * len(points), "the rating is public, the match is not")
    # Page by page, without an id as the mark of the place.
    found, path = 0, "/api/players/the-player/ratings/toy?limit=1"
    while page := here.client("nobody").get(path):
        found += len(page["history"])
        if not page["next"]:
            break
        path = "/api/players/the-player/ratings/toy?limit=1&" + "&".join(f"{k}={v}" for k, v in page["next"].items())
    same(found, len(points), "all of it")


# --- Rights that end.

def program(here, owner, seconds):
    """A client at each process, with a token that ends soon and that no request has made known yet."""
    label = f"short {time.monotonic()}"
    made = owner.ok("POST", "/api/me/tokens", {"label": label}, 201)
    end_at(here, label, time.time() + seconds)
    clients = [Client(server) for server in here.servers]
    for client in clients:
        client.token = made["token"]
    return clients, made


def end_at(here, label, seconds):
    here.database("UPDATE sessions SET expires = ? WHERE label = ?", int(seconds * 1000), label)


def sockets_of_two(here, owner):
    """Those of a token that ends soon, with its streams, and those of one that was to end sooner but was prolonged meanwhile.
    A machine that is too busy to open them in time tries again with more."""
    for seconds in (4, 15, 45):
        end = time.time() + seconds
        (spared, kept), (ending, _) = program(here, owner, seconds - 1), program(here, owner, seconds)
        lives = [[client.live() for client in clients] for clients in (ending, spared)]
        streams = [Stream(client) for client in ending]
        known = all(live.hello["name"] == owner.name for pair in lives for live in pair)
        known = known and all(stream.status == 200 for stream in streams)
        end_at(here, kept["label"], time.time() + 3600)
        if known and time.time() < end - 2:
            return *lives, streams
    raise AssertionError("could not come in before the tokens had ended")


@test
def an_open_socket_ends_with_its_token():
    here = site()
    ending, spared, streams = sockets_of_two(here, here.client("rival"))
    for live in ending:
        same(live.end(), 4001, "the token has expired")
    for stream in streams:
        holds(stream.ended.wait(PATIENCE), "the stream has ended")
    for live in spared:
        same(live.ask(op="ping")["op"], "pong", "the token was prolonged")
        same(live.ask(op="act", match=here.matches["listed"], verb="move", move="nonsense")["status"], 422, "and still plays")


@test
def a_socket_ends_when_its_token_is_revoked_at_another_process():
    here = site()
    client = here.client("rival")
    programs, made = program(here, client, 3600)
    lives = [one.live() for one in programs]
    client.ok("DELETE", f"/api/me/tokens/{made['id']}", None, 204)
    for live in lives:
        same(live.end(), 4001, "revoked")
    same([one.get("/api/me")["account"] for one in programs], [None] * 2, "and requests are nobody's")


@test
def a_socket_ends_when_its_session_is_gone_from_the_database():
    """A row may be removed by an operator or a process that sends no message."""
    same(site().removed.end(), 4001, "looked at now and then")


# --- Seats that change hands, and a bus that is away.

@test
def who_sits_down_or_leaves_elsewhere_is_known_before_a_line_is_told():
    here = site()
    match = here.matches["waiting"]
    former, player = here.viewers["former"], here.viewers["player"]
    connect([former, player], here.servers)
    for live in former.lives + player.lives:
        same(live.ask(op="watch", match=match)["op"], "match")
    for turn in range(6):
        for verb in ("join", "leave"):
            process, text = turn % 2, f"{verb} {turn}"
            here.client("former", process).act(match, verb)
            here.client("player", process).ok("POST", f"/api/matches/{match}/chat", {"text": text}, 201)
            for at in range(2):
                came = lambda live, text=text: any(m["op"] == "chat" and m["text"] == text for m in live.got)
                player.lives[at].wait(came, text)
                former.lives[at].settle()
                same(came(former.lives[at]), verb == "join", f"{text}, process {at}")


@test
def the_same_holds_while_the_bus_is_away():
    here = site()
    audience = Audience(here)
    leaving = Client(here.servers[0]).guest()
    elsewhere = Client(here.servers[1])
    elsewhere.cookie = leaving.cookie
    live = elsewhere.live()
    here.nats.kill()
    for server in here.servers:
        until(lambda server=server: "bus down" in Client(server).get("/healthz"), "the bus to be away")
    leaving.ok("POST", "/api/logout", {}, 204)
    for kind in ("listed", "unlisted", "over-unlisted"):
        match = here.matches[kind]
        for process in range(2):
            text = f"unheard in {kind} at {process}"
            here.client("player", process).ok("POST", f"/api/matches/{match}/chat", {"text": text}, 201)
            said = lambda m, text=text: m["text"] == text
            audience.hears(here.viewers["player"], "chat", match, said)
            audience.check("chat", match, said, lambda v, kind=kind: v.may("read-chat", kind) and v.name != "blocker", text)
    same(live.end(), 4001, "logged out at a process that could tell nobody")


@test
def the_site_was_well_to_the_end():
    site()
    STACK.close()


finish()
