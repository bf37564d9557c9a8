#!/usr/bin/env python3
"""Access to every route of the API without a session, as a guest, as another user, a player of the match and an
administrator. And visibility: no tile, no deck, no mail address of another by any of them."""
import contextlib
import email
import email.policy
import glob
import http.client
import json
import os
import re
import sqlite3
import threading

from client import PATIENCE, Client, Server, fill, start_match, toy_server, until
from client.hidden import check_hidden, hand, texts
from harness import finish, holds, logomachy, run, same, test  # noqa: E402

ACTORS = ("nobody", "guest", "other", "player", "admin")

# A row: what is sent, and what each actor gets. Where a status alone does not say why, the error's code does.
# {match}, {open} (a match that waits for players), {over}, {name} (the player), {token} are filled in.
EVERYBODY = (200,) * 5
LOG_IN, REGISTER, FORBIDDEN = "401 api.log_in", "403 api.register", "403 api.forbidden"
PLAYERS = (LOG_IN, 200, 200, 200, 200)


def persons(status):
    return (LOG_IN, REGISTER, status, status, status)


def players(status):
    return (LOG_IN, status, status, status, status)


def admins(status):
    return (LOG_IN, REGISTER, FORBIDDEN, FORBIDDEN, status)


ROUTES = {
    # Coming in. The credentials are not sufficient, so that the session stays unchanged.
    "POST /api/guest": ({"lang": "xx"}, (422,) * 5),
    "POST /api/register": ({"name": ""}, (422,) * 5),
    "POST /api/login": ({"name": "nobody", "password": "wrong"}, ("401 account.wrong",) * 5),
    "POST /api/logout": ({}, players(204)),
    "POST /api/password/forgot": ({"name": "nobody"}, (204,) * 5),
    "POST /api/password/reset": ({"token": "x", "password": "long enough"}, ("410 account.ticket",) * 5),
    "POST /api/mail/confirm": ({"token": "x"}, ("410 account.ticket",) * 5),
    # Reading.
    "GET /api": (None, EVERYBODY),
    "GET /api/games": (None, EVERYBODY),
    "GET /api/lexicons": (None, EVERYBODY),
    "GET /api/openapi.json": (None, EVERYBODY),
    "GET /api/news": (None, EVERYBODY),
    "GET /api/news/2000-01-01/none": (None, (404,) * 5),
    "GET /api/lexicons/en/words/word": (None, EVERYBODY),
    "GET /api/lexicons/en/find?pattern=wor?": (None, EVERYBODY),
    "POST /api/lexicons/en/suggestions": ({"word": "zzxxqq"}, persons(204)),
    "GET /api/word-of-the-day": (None, EVERYBODY),
    "GET /api/daily": (None, EVERYBODY),
    # Players.
    "GET /api/players/{name}": (None, EVERYBODY),
    "GET /api/players/{name}/matches": (None, EVERYBODY),
    "GET /api/players/{name}/ratings/balda": (None, EVERYBODY),
    "GET /api/leaderboards/balda": (None, EVERYBODY),
    "GET /api/bests/balda?lang=en": (None, EVERYBODY),
    # Oneself.
    "GET /api/me": (None, EVERYBODY),
    "PATCH /api/me": ({"lang": "en"}, players(200)),
    "DELETE /api/me": ({"password": "wrong"}, (LOG_IN, 204, "403 me.wrong_password", "403 me.wrong_password",
                                              "403 admin.protected")),
    "GET /api/me/export": (None, players(200)),
    "POST /api/me/password": ({"old": "wrong", "new": "long enough"}, persons("403 me.wrong_password")),
    "POST /api/me/mail": ({"mail": "", "password": "wrong"}, persons("403 me.wrong_password")),
    "POST /api/me/bot": ({}, (LOG_IN, REGISTER, 200, "409 me.not_fresh", 200)),
    "GET /api/me/games": (None, persons(200)),
    "GET /api/me/games/none": (None, persons(404)),
    "PUT /api/me/games/none": ({"record": "nonsense"}, persons(422)),
    "DELETE /api/me/games/none": ({}, persons(204)),
    "GET /api/me/mutes": (None, players(200)),
    "PUT /api/me/mutes/{name}": ({}, (LOG_IN, 204, 204, 422, 204)),
    "DELETE /api/me/mutes/{name}": ({}, players(204)),
    "GET /api/me/sessions": (None, players(200)),
    "DELETE /api/me/sessions": ({}, players(204)),
    "GET /api/me/tokens": (None, persons(200)),
    "POST /api/me/tokens": ({"label": ""}, persons(422)),
    "DELETE /api/me/tokens/{token}": ({}, (LOG_IN, REGISTER, 404, 204, 404)),
    # Matches.
    "GET /api/matches": (None, EVERYBODY),
    "POST /api/matches": ({"game": "balda", "lang": "en", "seats": ["me", "open"], "listed": False}, players(201)),
    "GET /api/matches/{match}": (None, EVERYBODY),
    "GET /api/matches/{match}/events": (None, EVERYBODY),
    "GET /api/matches/{match}/record": (None, EVERYBODY),
    "POST /api/matches/{match}/actions": ({"verb": "move", "move": "nonsense"},
                                          (LOG_IN, "403 api.seatless", "403 api.seatless", 422, "403 api.seatless")),
    "GET /api/matches/{over}/rematch": (None, (LOG_IN, "403 api.seatless", "403 api.seatless", 200, "403 api.seatless")),
    "POST /api/matches/{over}/rematch": ({}, (LOG_IN, "403 api.seatless", "403 api.seatless", 201, "403 api.seatless")),
    "GET /api/matches/{hidden}/chat": (None, ("403 chat.players_only",) * 3 + (200, "403 chat.players_only")),
    "POST /api/matches/{hidden}/chat": ({"text": "hello"}, (LOG_IN,) + ("403 chat.players_only",) * 2 +
                                        (201, "403 chat.players_only")),
    "POST /api/matches/{hidden}/reports": ({"about": "{name}", "text": "rude"}, (
        LOG_IN, "403 chat.players_only", "403 chat.players_only", "422 chat.report_self", "403 chat.players_only")),
    "GET /api/events": (None, (LOG_IN, "stream", "stream", "stream", "stream")),
    # The engine.
    "POST /api/analysis": ({"match": "{match}"}, players("409 analysis.running")),
    "POST /api/analysis/replay": ({"record": "nonsense"}, players(422)),
    # Administrators.
    "GET /api/admin/reports": (None, admins(200)),
    "POST /api/admin/reports/99": ({"resolved": True}, admins(404)),
    "GET /api/admin/suggestions": (None, admins(200)),
    "POST /api/admin/suggestions/99": ({"resolved": True}, admins(404)),
    "GET /api/admin/accounts": (None, admins(200)),
    "POST /api/admin/accounts/nobody": ({"banned": True}, admins(404)),
    "POST /api/admin/chat/{match}/99": ({"hidden": True}, admins(404)),
    "POST /api/admin/news": ({"file": "../nonsense", "markdown": "x"}, admins(422)),
}

# Routes that refuse a program's token: a stolen one must not take over the account or read its owner's data.
NOT_BY_TOKEN = {
    "PATCH /api/me", "DELETE /api/me", "GET /api/me/export", "POST /api/me/password", "POST /api/me/mail", "POST /api/me/bot",
    "GET /api/me/sessions", "DELETE /api/me/sessions", "GET /api/me/tokens", "POST /api/me/tokens", "DELETE /api/me/tokens/{token}",
    *(row for row in ROUTES if "/api/admin/" in row or "/api/me/games" in row)}

# The requests of the rows above end the session, or the account.
SPENDING = ("POST /api/logout", "DELETE /api/me", "POST /api/me/bot")


def routes():
    """All routes of the program: (method, path)."""
    done = run([toy_server(), "--routes"])
    return [tuple(line.split()[:2]) for line in done.out.splitlines()]


def pattern(path):
    return re.compile("".join("[^/]+" if part.startswith(":") else re.escape(part)
                              for part in re.split(r"(:[a-z]+)", path)) + "$")


def row_of(method, path):
    """The row of the table that goes to this route."""
    for row in ROUTES:
        sent, where = row.split(" ")
        if sent == method and pattern(path).match(where.split("?")[0]):
            return row
    return None


@test
def every_route_is_in_the_table():
    have = routes()
    holds(len(have) > 40, have)
    missing = [f"{method} {path}" for method, path in have if not row_of(method, path)]
    same(missing, [], "routes that have no row")
    used = {row_of(method, path) for method, path in have}
    same([row for row in ROUTES if row not in used], [], "rows that go nowhere")


def make_admin(client):
    """As an operator does it; the running server is told."""
    done = logomachy("admin", "grant", client.name, "--db", client.server.db)
    same((done.status, done.err), (0, ""), "admin grant")
    until(lambda: "order.done" in client.server.words(), "the server to hear of it")
    same(client.call("GET", "/api/admin/reports").status, 200, "is one")
    return client


class World:
    """A server with all kinds of users."""

    def __init__(self, server):
        self.server = server
        self.who = {"nobody": Client(server), "guest": Client(server).guest()}
        for name in ("other", "player", "admin"):
            self.who[name] = Client(server).register(f"the-{name}")
        make_admin(self.who["admin"])
        player, rival = self.who["player"], Client(server).guest()
        self.match = start_match([player, rival])
        self.hidden = start_match([player, rival], listed=False)
        self.over = start_match([player, rival])
        rival.act(self.over, "resign")
        self.token = player.ok("POST", "/api/me/tokens", {"label": "a program"}, 201)["id"]

    def fill(self, value):
        if isinstance(value, str):
            for name in ("match", "hidden", "over", "token"):
                value = value.replace("{" + name + "}", getattr(self, name))
            return value.replace("{name}", "the-player")
        if isinstance(value, dict):
            return {name: self.fill(one) for name, one in value.items()}
        return value


def stream(client, path):
    """The beginning of an answer that goes on."""
    connection = client.connect()
    connection.request("GET", path, None, client.headers())
    answer = connection.getresponse()
    line = answer.readline()
    status = answer.status
    connection.close()
    client.connection = None
    return "stream" if status == 200 and b'"hello"' in line else status


def code_of(answer):
    return answer.json["error"]["code"] if isinstance(answer.json, dict) and "error" in answer.json else ""


def outcome(client, row, world, path, body):
    method, _ = row.split(" ")
    if ROUTES[row][1][1] == "stream" and (client.cookie or client.token):
        return stream(client, path), ""
    answer = client.call(method, path, body)
    return answer.status, code_of(answer)


def agrees(wanted, status, code):
    if isinstance(wanted, str) and " " in wanted:
        return wanted == f"{status} {code}"
    return wanted == status


@test
def everybody_gets_what_is_due():
    with Server() as server:
        world = World(server)
        wrong = []
        for row, (body, wanted) in sorted(ROUTES.items(), key=lambda item: item[0] in SPENDING):
            for actor, due in zip(ACTORS, wanted):
                client = world.who[actor]
                if row in SPENDING and actor == "guest":
                    client = Client(server).guest()
                elif row in SPENDING and actor not in ("nobody",) and not row.endswith("/me"):
                    client = second(world, actor, row)
                status, code = outcome(client, row, world, world.fill(row.split(" ")[1]), world.fill(body))
                if not agrees(due, status, code):
                    wrong.append(f"{row} as {actor}: {status} {code}, not {due}")
        same(wrong, [], "\n".join(wrong))


def second(world, actor, row):
    """Somebody who can be spent. The same person once more, or for what changes the account, the account itself."""
    if row == "POST /api/logout":
        client = Client(world.server)
        client.ok("POST", "/api/login", {"name": f"the-{actor}", "password": "correct horse"})
        return client
    return world.who[actor]


def outcasts(world):
    """Those who had a session once, with what they still have of it."""
    clients = {name: Client(world.server).register(f"was-{name}") for name in ("banned", "closed", "expired", "logged-out")}
    cookies = {name: client.cookie for name, client in clients.items()}
    world.who["admin"].ok("POST", "/api/admin/accounts/was-banned", {"banned": True})
    clients["closed"].ok("DELETE", "/api/me", {"password": "correct horse"}, 204)
    clients["logged-out"].ok("POST", "/api/logout", {}, 204)
    database(world.server, "UPDATE sessions SET expires = 1000 WHERE account = (SELECT id FROM accounts WHERE name = 'was-expired')")
    for name, client in clients.items():
        client.cookie = cookies[name]
    return clients


def database(server, statement, *values):
    with contextlib.closing(sqlite3.connect(server.db, timeout=PATIENCE)) as db, db:
        return db.execute(statement, values).fetchall()


@test
def who_had_a_session_is_nobody():
    with Server() as server:
        world, wrong = World(server), []
        for name, client in outcasts(world).items():
            for row, (body, wanted) in ROUTES.items():
                answer = client.call(row.split(" ")[0], world.fill(row.split(" ")[1]), world.fill(body))
                status, code = answer.status, code_of(answer)
                if not agrees(wanted[0], status, code):
                    wrong.append(f"{row} as {name}: {status} {code}, not {wanted[0]}")
        same(wrong, [], "\n".join(wrong))


def program(owner):
    client = Client(owner.server)
    client.token = owner.ok("POST", "/api/me/tokens", {"label": f"a program {len(owner.server.clients)}"}, 201)["token"]
    return client


@test
def a_token_opens_what_it_should():
    with Server() as server:
        world, wrong = World(server), []
        for actor in ("other", "player", "admin"):
            client = program(world.who[actor])
            for row, (body, wanted) in ROUTES.items():
                due = wanted[ACTORS.index(actor)]
                if row in NOT_BY_TOKEN and due != FORBIDDEN:
                    due = "403 me.not_by_token"
                caller = program(world.who[actor]) if row in SPENDING else client
                status, code = outcome(caller, row, world, world.fill(row.split(" ")[1]), world.fill(body))
                if not agrees(due, status, code):
                    wrong.append(f"{row} by a token of {actor}: {status} {code}, not {due}")
        same(wrong, [], "\n".join(wrong))
        same(client.get("/api/me")["account"]["name"], "the-admin", "the token is still there")


@test
def a_token_does_not_show_the_mail_address():
    with Server() as server:
        ann = Client(server).register("ann")
        database(server, "UPDATE accounts SET mail = 'ann@mail.example' WHERE name = 'ann'")
        same(ann.get("/api/me")["account"]["mail"], "ann@mail.example", "she sees her own")
        same(program(ann).get("/api/me")["account"]["mail"], "", "her program does not")


@test
def who_is_banned_cannot_register():
    """A cached session may be older than the ban: the server asks the account itself."""
    with Server() as server:
        for column, status, code in (("banned = 1", 403, "account.banned"), ("closed = 1", 403, "account.banned"),
                                     ("kind = 1", 409, "api.taken")):
            guest = Client(server).guest()
            guest.get("/api/me")
            database(server, f"UPDATE accounts SET {column} WHERE name = ?", guest.name)
            answer = guest.call("POST", "/api/register", {"name": "fresh name", "password": "correct horse"})
            same((answer.status, answer.json["error"]["code"]), (status, code), column)
            same(database(server, "SELECT count(*) FROM accounts WHERE name = 'fresh name'"), [(0,)], column)
        Client(server).guest().register("fresh name")


LANGUAGES = (None, "en", "de", "ru")
PAGES = ("/", "/match/x", "/healthz", "/metrics", "/lexicons/en.lex", "/lexicons/current.json", "/nothing.txt")


def shared(answer):
    """The headers that a cache goes by when another user asks for the same."""
    control = answer.headers.get("cache-control", "")
    holds(control, "an answer says how long it may be kept")
    return "no-store" not in control and "private" not in control, control


@test
def what_differs_by_reader_is_not_shared_by_caches():
    with Server() as server:
        world, wrong = World(server), []
        readers = [Client(server), world.who["player"], Client(server).guest(lang="ru")]
        paths = [world.fill(row.split(" ")[1]) for row in ROUTES if row.startswith("GET ")]
        paths += ["/api/word-of-the-day?lang=fr", "/api/news?lang=de", *PAGES]
        for path in paths:
            if path in ("/api/events", "/api/me/export"):
                continue
            answers = {(number, lang): reader.call("GET", path, **({"Accept-Language": lang} if lang else {}))
                       for number, reader in enumerate(readers) for lang in LANGUAGES}
            bodies = {key: answer.bytes for key, answer in answers.items()}
            for (number, lang), answer in answers.items():
                is_shared, control = shared(answer)
                vary = {name.strip().lower() for name in answer.headers.get("vary", "").split(",")}
                by_language = any(bodies[number, other] != answer.bytes for other in LANGUAGES)
                by_reader = any(bodies[other, lang] != answer.bytes for other in range(len(readers)))
                if is_shared and (by_reader or (by_language and "accept-language" not in vary)):
                    wrong.append(f"{path} for {number} in {lang}: {control}")
                elif "no-store" not in control and ((by_language and "accept-language" not in vary) or
                                                    (by_reader and "cookie" not in vary)):
                    wrong.append(f"{path} for {number} in {lang}: {control}, Vary: {sorted(vary)}")
        same(wrong, [], "\n".join(wrong))
        holds("public" in readers[0].call("GET", "/api/games").headers["cache-control"], "what is the same for all is shared")


@test
def a_forged_request_is_refused():
    """A page elsewhere can send our cookie, but not the token that goes with it."""
    with Server() as server:
        ann = Client(server).register("ann")
        token, wrong = ann.csrf, []
        for row, (body, _) in ROUTES.items():
            method, path = row.split(" ")
            if method == "GET" or "/admin/" in path:
                continue
            for csrf in ("", "nonsense", token[:-1], token + "x"):
                ann.csrf = csrf
                answer = ann.call(method, re.sub(r"\{.*?\}", "x", path), body)
                if (answer.status, answer.json["error"]["code"]) != (403, "api.forged"):
                    wrong.append(f"{row} with {csrf!r}: {answer.status} {answer.bytes[:80]}")
        same(wrong, [], "\n".join(wrong))
        ann.csrf = token
        bob = Client(server).guest()
        ann.csrf = bob.csrf
        same(ann.call("PATCH", "/api/me", {"lang": "de"}).status, 403, "another's token")


@test
def methods_that_a_path_has_not():
    with Server() as server:
        nobody = Client(server)
        paths = {}
        for method, path in routes():
            paths.setdefault(re.sub(":[a-z]+", "x", path), set()).add(method)
        for path, methods in paths.items():
            for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - methods:
                answer = nobody.call(method, path, None if method == "GET" else {})
                same((answer.status, answer.json["error"]["code"]), (405, "api.method"), f"{method} {path}")
        for path in ("/api/nothing", "/api/matches/x/y/z"):
            answer = nobody.call("GET", path)
            same((answer.status, answer.json["error"]["code"]), (404, "api.no_route"), path)


# Hidden tiles.

class Viewer:
    """Somebody who looks at everything there is and remembers every word of it."""

    def __init__(self, server, name, client, seat=None):
        self.name, self.client, self.seat = name, client, seat
        self.live = client.live()
        self.words, self.lines = [], []
        if client.cookie:
            self.listen()
        self.live.send(op="mine")
        self.live.send(op="lobby")

    def listen(self):
        """To the stream of one's own matches, until the server ends it."""
        stream = http.client.HTTPConnection("127.0.0.1", self.client.server.port, timeout=PATIENCE)
        stream.request("GET", "/api/events", None, self.client.headers())
        answer = stream.getresponse()

        def read():
            try:
                for line in answer:
                    self.lines.append(json.loads(line))
            except (OSError, ValueError, http.client.HTTPException):
                pass

        threading.Thread(target=read, daemon=True).start()
        until(lambda: any(line["op"] == "ready" for line in self.lines), "the stream")

    def look(self, path):
        answer = self.client.call("GET", path)
        self.words += texts(answer.json) if answer.json is not None else [answer.bytes.decode("utf-8", "replace")]
        return answer

    def crawl(self, match, names):
        """Every route that can be read, with the match and its players wherever one can be named."""
        fill = {"id": [match], "match": [match], "name": names, "game": ["toy", "balda"], "word": ["word"],
                "date": ["2026-01-01"], "slug": ["x"]}
        for method, path in routes():
            if method != "GET" or path == "/api/events":
                continue
            key = re.findall(":([a-z]+)", path)
            for value in fill[key[0]] if key else [""]:
                where = re.sub(":[a-z]+", lambda part: value if part.group()[1:] == key[0] else fill[part.group()[1:]][0], path)
                for query in ("", "?states=1", "?from=1&states=1", "?mine=1", "?status=running", "?lang=en"):
                    self.look(where + query)

    def tries(self, match):
        """A refusal may reveal something, too."""
        for body in ({"verb": "move", "move": "play A"}, {"verb": "move", "move": "play F", "seq": 1}, {"verb": "rematch"},
                     {"verb": "ask-takeback", "moves": 9}, {"verb": "join"}, {"verb": "move", "move": "deal A AAAA"}):
            answer = self.client.call("POST", f"/api/matches/{match}/actions", dict(body, seq=body.get("seq", 1)))
            self.words += texts(answer.json)
            self.live.send(op="act", match=match, **dict(body, seq=body.get("seq", 1)))
        for path, body in (("rematch", {}), ("reports", {"about": "x", "text": "y"})):
            self.words += texts(self.client.call("POST", f"/api/matches/{match}/{path}", body).json)
        for ask in ("moves", "best"):
            self.words += texts(self.client.call("POST", "/api/analysis", {"match": match, "ask": ask}).json)

    def all_words(self):
        self.live.settle()
        return self.words + [text for message in list(self.live.got) + self.lines for text in texts(message)]


def check(viewer, hands):
    words = viewer.all_words()
    holds(len(words) > 500, f"{viewer.name} has looked")
    holds(check_hidden(viewer.name, viewer.seat, words, hands) > 10, f"{viewer.name} has seen positions")


@test
def nobody_sees_hidden_tiles_before_the_end():
    with Server(toy=True) as server:
        players = [Client(server).guest() for _ in range(3)]
        names = [player.name for player in players]
        match = start_match(players, "toy", settings={"hand": "3"})
        admin = make_admin(Client(server).register("the-admin"))
        viewers = [Viewer(server, "ABC"[seat], player, seat) for seat, player in enumerate(players)]
        viewers += [Viewer(server, "nobody", Client(server)), Viewer(server, "guest", Client(server).guest()),
                    Viewer(server, "admin", admin)]
        for viewer in viewers:
            viewer.live.ask(op="watch", match=match, **{"from": 1})
        hands = [{hand(player, match, seat)} for seat, player in enumerate(players)]
        for turn in range(6):
            seat = turn % 3
            tile = hand(players[seat], match, seat)[turn % 2]
            players[seat].ok("POST", f"/api/matches/{match}/chat", {"text": "your turn"}, 201)
            players[seat].act(match, "move", move=f"play {tile}")
            hands[seat].add(hand(players[seat], match, seat))
        for viewer in viewers:
            viewer.live.ask(op="watch", match=match, **{"from": 1})
            viewer.tries(match)
            viewer.crawl(match, names)
        same(players[0].get(f"/api/matches/{match}")["status"], "running", "it still runs")
        for viewer in viewers:
            if viewer.seat is not None:
                until(lambda: sum(line["op"] == "event" for line in viewer.lines) >= 6, "the stream of events")
            check(viewer, hands)
        # After the end all is open to all, from the first draw on.
        for player in players:
            player.act(match, "move", move="pass")
        whole = Client(server).get(f"/api/matches/{match}")
        same((whole["status"], whole["state"].splitlines()[3:]), ("over", [hand(p, match, i) for i, p in enumerate(players)]),
             "the end")
        events = Client(server).get(f"/api/matches/{match}/events?states=1")["events"]
        dealt = [draw for event in events for draw in event["draws"]]
        holds(len(dealt) == 9 and not any("?" in draw for draw in dealt), dealt)
        for seat in range(3):
            holds(dealt[seat].split()[2] in hands[seat], "the first hands")
        told = viewers[3].live.until(lambda m: m["op"] == "event" and m["status"] == "over")
        same(len(told["seed"]), 64, "the seed")


# Mail addresses.

@test
def how_long_a_computer_thinks_tells_nothing():
    """Its move comes a fixed time after its turn began, however fast it was found: what it may see has no part in that."""
    with Server() as server:
        ann = Client(server).guest()
        matches = [(start_match([ann], seats=["me", level]), fixed) for level, fixed in ((1, 700), (4, 800))]
        for turn in range(3):
            for match, _ in matches:
                shown = ann.get(f"/api/matches/{match}")
                move = next(one for one in fill(5) if one[:2] not in shown["record"])
                ann.act(match, "move", move=move)
            for match, _ in matches:
                until(lambda match=match: ann.get(f"/api/matches/{match}")["turn"] == ["A"], "the computer's move")
        for match, fixed in matches:
            moves = [event for event in ann.events(match) if event["text"][:2] in ("A ", "B ")]
            took = [after["at"] - before["at"] for before, after in zip(moves[::2], moves[1::2])]
            same(len(took), 3, "its moves")
            holds(min(took) >= fixed, f"{took} ms, and never less than {fixed}")


def mails(server):
    found = []
    for path in sorted(glob.glob(os.path.join(server.outbox, "**", "*"), recursive=True)):
        if os.path.isfile(path):
            with open(path, "rb") as file:
                found.append(email.message_from_bytes(file.read(), policy=email.policy.default))
    return found


@test
def nobody_reads_anothers_mail_address():
    secret = "hidden.person@mail.example"
    with Server() as server:
        ann = Client(server).register("ann", mail=secret, lang="en")
        letter = until(lambda: next((one for one in mails(server) if one["To"] and secret in one["To"]), None), "the mail")
        ticket = re.search(r"token=([A-Za-z0-9_-]+)", letter.get_content()).group(1)
        ann.ok("POST", "/api/mail/confirm", {"token": ticket}, 204)
        same(ann.get("/api/me")["account"]["mail"], secret, "she sees her own")
        bob, admin = Client(server).register("bob"), make_admin(Client(server).register("the-admin"))
        match = start_match([ann, bob], clock={"kind": "days", "days": 3})
        ann.ok("POST", f"/api/matches/{match}/chat", {"text": "hello"}, 201)
        bob.ok("POST", f"/api/matches/{match}/reports", {"about": "ann", "text": "rude"}, 204)
        viewers = [Viewer(server, name, client) for name, client in
                   (("nobody", Client(server)), ("guest", Client(server).guest()), ("bob", bob), ("admin", admin))]
        for viewer in viewers:
            viewer.live.ask(op="watch", match=match, **{"from": 1})
            viewer.crawl(match, ["ann", "bob", "hidden.person"])
            taken = viewer.client.call("POST", "/api/register", {"name": "ann", "password": "correct horse", "mail": secret})
            viewer.words += texts(taken.json)
            viewer.words += texts(viewer.client.call("POST", "/api/password/forgot", {"mail": secret}).json)
            words = viewer.all_words()
            holds(len(words) > 100, f"{viewer.name} has looked")
            holds(not any(secret in word or "hidden.person@" in word for word in words), f"{viewer.name} sees it")
        holds(secret not in server.words(), "nor does the journal have it")


finish()
