#!/usr/bin/env python3
"""The API is as data/api/openapi.json describes it: the same routes, and every answer of a session fits its schema."""
import http.client
import json
import os
import re
import subprocess
import sys

from client import PATIENCE, Client, Server, fill, start_match, toy_server, until
from harness import ENVIRONMENT, PROGRAM, ROOT, finish, folder, holds, logomachy, run, same, test, write  # noqa: E402

with open(os.path.join(ROOT, "data", "api", "openapi.json"), encoding="utf-8") as file:
    API = json.load(file)
METHODS = ("get", "post", "put", "patch", "delete")
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}


# A validator of the part of JSON Schema that the description uses, and a little stricter: what is not described is wrong.

KNOWN = {"$ref", "oneOf", "allOf", "type", "const", "enum", "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "items", "properties",
         "required", "additionalProperties", "description"}


def resolve(schema):
    while "$ref" in schema:
        at = API
        for part in schema["$ref"].lstrip("#/").split("/"):
            at = at[part]
        schema = at
    return schema


def merged(schema):
    """Objects that are parts of one, as one: each part by itself would miss the others' members."""
    parts = [merged(resolve(part)) for part in schema.get("allOf", [])]
    if not parts:
        return schema
    return {"type": "object", "properties": {name: one for part in parts for name, one in part["properties"].items()},
            "required": [name for part in parts for name in part["required"]]}


def is_type(value, name):
    if isinstance(value, bool) and name != "boolean":
        return False
    return isinstance(value, TYPES[name])


def wrong_type(schema, value, where):
    types = schema.get("type", list(TYPES))
    types = types if isinstance(types, list) else [types]
    if not any(is_type(value, name) for name in types):
        yield f"{where}: {value!r} is no {' or '.join(types)}"


def wrong_size(schema, value, where):
    text, number, list_ = isinstance(value, str), isinstance(value, (int, float)) and not isinstance(value, bool), isinstance(value, list)
    if "const" in schema and value != schema["const"]:
        yield f"{where}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value is not None and value not in schema["enum"]:
        yield f"{where}: {value!r} is none of {schema['enum']}"
    if text and "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{where}: {value!r} is not {schema['pattern']}"
    size = len(value) if text or list_ else value
    low, high = {True: ("minLength", "maxLength")}.get(text, ("minItems", "maxItems") if list_ else ("minimum", "maximum"))
    if (text or number or list_) and not schema.get(low, size) <= size <= schema.get(high, size):
        yield f"{where}: {size} is out of bounds"


def wrong_members(schema, value, where):
    described = schema.get("properties", {})
    for name in schema.get("required", []):
        if name not in value:
            yield f"{where}: {name} is missing"
    for name, one in value.items():
        if name in described:
            yield from wrong(described[name], one, f"{where}.{name}")
        elif "additionalProperties" in schema:
            yield from wrong(schema["additionalProperties"], one, f"{where}.{name}")
        elif described:
            yield f"{where}: {name} is not described"


def wrong(schema, value, where="answer"):
    """The faults of a value, line by line."""
    schema = merged(resolve(schema))
    holds(set(schema) <= KNOWN, f"{where}: this validator does not know {set(schema) - KNOWN}")
    if "oneOf" in schema:
        found = [list(wrong(one, value, where)) for one in schema["oneOf"]]
        if sum(not lines for lines in found) != 1:
            yield from min(found, key=len) or [f"{where}: more than one fits"]
        return
    lines = list(wrong_type(schema, value, where))
    yield from lines
    if lines:
        return
    yield from wrong_size(schema, value, where)
    if isinstance(value, list) and "items" in schema:
        for number, one in enumerate(value):
            yield from wrong(schema["items"], one, f"{where}[{number}]")
    if isinstance(value, dict):
        yield from wrong_members(schema, value, where)


def operations():
    for path, methods in API["paths"].items():
        for method in METHODS:
            if method in methods:
                yield method.upper(), path, methods[method]


def find_operation(method, path):
    path = path.split("?")[0]
    fitting = [(where, one) for sent, where, one in operations()
               if sent == method and re.match(re.sub(r"\{.*?\}", "[^/]+", where.replace(".", r"\.")) + "$", path)]
    holds(fitting, f"{method} {path} is not described")
    return min(fitting, key=lambda pair: pair[0].count("{"))  # /api/me before /api/{…}


class Checked(Client):
    """A client that looks at every answer, and keeps which operations and statuses there were."""
    seen_statuses = {}

    def take(self, answer, got):
        taken = super().take(answer, got)
        check_answer(self.last, taken)
        return taken

    def call(self, method, path, body=None, **headers):
        self.last = (method, path, body)
        return super().call(method, path, body, **headers)


def check_answer(last, taken):
    method, path, body = last
    if not path.startswith("/api"):
        return
    where, operation = find_operation(method, path)
    status = str(taken.status)
    holds(status in operation["responses"], f"{method} {path}: {status} is not described: {taken.bytes[:300]}")
    content = resolve(operation["responses"][status]).get("content")
    Checked.seen_statuses.setdefault(f"{method} {where}", set()).add(status)
    if not content:
        same(taken.bytes, b"", f"{method} {path}: no content")
        return
    kind = taken.headers["content-type"].split(";")[0]
    holds(kind in content, f"{method} {path}: {kind} is not described")
    if kind == "application/json":
        lines = list(wrong(content[kind]["schema"], taken.json, f"{method} {path} {status}"))
        same(lines, [], "\n".join(lines[:5]))
    if taken.status < 300 and isinstance(body, dict) and "requestBody" in operation:
        sent = list(wrong(operation["requestBody"]["content"]["application/json"]["schema"], body, f"{method} {path} body"))
        same(sent, [], "what was accepted is described")


# The description by itself.

@test
def the_same_routes():
    program = {tuple(line.split()) for line in run([toy_server(), "--routes"]).out.splitlines()}
    described = {(method, re.sub(r"\{(.*?)\}", r":\1", path)) for method, path, _ in operations()}
    same({(method, path) for method, path, _ in program} ^ described, set(), "routes that only one of them has")
    for method, path, access in program:
        operation = API["paths"][re.sub(r":([a-z]+)", r"{\1}", path)][method.lower()]
        same({} in operation["security"], access == "anyone", f"{method} {path}: who may")
        same(access != "anyone", "401" in operation["responses"] and {} not in operation["security"], f"{method} {path}: 401")


@test
def the_description_holds_together():
    same(API["openapi"], "3.1.0", "version")
    ids = [operation["operationId"] for _, _, operation in operations()]
    same(len(ids), len(set(ids)), "a name for each operation")
    texts = json.dumps(API)
    for name in re.findall(r'"\$ref": "#/([^"]+)"', texts):
        resolve({"$ref": "#/" + name})
    for kind in ("schemas", "responses"):
        for name in API["components"][kind]:
            holds(f"#/components/{kind}/{name}\"" in texts, f"{name} is used nowhere")
    for method, path, operation in operations():
        parameters = {one["name"] for one in operation.get("parameters", []) if one["in"] == "path"}
        same(parameters, set(re.findall(r"\{(.*?)\}", path)), f"{method} {path}: parameters")
        holds(any(status < "300" for status in operation["responses"]), f"{method} {path}: an answer")


@test
def the_validator_finds_what_is_wrong():
    match = {"type": "object", "properties": {"a": {"type": "integer", "minimum": 2}, "b": {"type": ["string", "null"]}}, "required": ["a"]}
    for value, count in (({"a": 2}, 0), ({"a": 2, "b": None}, 0), ({"a": 1}, 1), ({"a": True}, 1), ({"b": ""}, 1), ({"a": 2, "b": 1}, 1),
                         ({"a": 2, "c": 1}, 1), ([], 1), (None, 1)):
        same(len(list(wrong(match, value))), count, value)
    holds(list(wrong({"oneOf": [{"type": "integer"}, {"type": "string"}]}, None)), "none of them")
    holds(not list(wrong({"oneOf": [{"type": "integer"}, {"type": "string"}]}, "x")), "one of them")


# Messages of the WebSocket and of the stream.

MESSAGE = {"$ref": "#/components/schemas/LiveMessage"}


def play_live(server):
    """All that two players, a guest and a program hear of a match."""
    ann, bob, eve = (Client(server).guest() for _ in range(3))
    lives = [client.live() for client in (ann, bob, eve)]
    stream = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    lives[2].send(op="lobby")
    lives[2].settle()
    match = ann.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"], "clock": {"kind": "move", "base_ms": 60000}}, 201)["id"]
    for live in lives:
        live.ask(op="watch", match=match)
    lives[1].ask(op="act", match=match, verb="join")
    lives[0].until(lambda m: m["op"] == "presence", "who is online")
    stream.request("GET", "/api/events", None, ann.headers())
    answer = stream.getresponse()
    lines = []
    while not lines or lines[-1]["op"] != "ready":
        lines.append(json.loads(answer.readline()))
    lives[0].ask(op="act", match=match, verb="move", move="a2=E/a2", seq=4)
    lives[0].ask(op="act", match=match, verb="move", move="a2=E/a2", seq=4)
    lives[1].ask(op="watch", match=match, **{"from": 1})
    lives[0].ask(op="chat", match=match, text="hello")
    lives[1].ask(op="act", match=match, verb="resign")
    ann.ok("POST", f"/api/matches/{match}/rematch", {}, 201)
    lives[1].until(lambda m: m["op"] == "rematch", "the rematch")
    lives[2].until(lambda m: m["op"] == "lobby", "the lobby")
    lives[0].ask(op="ping")
    stream.close()
    return [message for live in lives for message in live.got] + lines


@test
def live_messages_are_as_described():
    described = {merged(resolve(one))["properties"]["op"]["const"] for one in resolve(MESSAGE)["oneOf"]}
    sent = {line.split()[2] for line in run([toy_server(), "--access"]).out.splitlines() if line.startswith("push ")}
    same(described ^ sent, set(), "messages that only one of them has")
    with Server() as server:
        messages = play_live(server)
    for message in messages:
        same(list(wrong(MESSAGE, message, message["op"])), [], str(message)[:300])
    rare = {"beat", "chat-hidden", "unwatched"}
    same({message["op"] for message in messages}, sent - rare, "messages that came")


@test
def it_is_served():
    with Server() as server:
        answer = Client(server).call("GET", "/api/openapi.json")
        same((answer.status, answer.json), (200, API), "the same")


# A session: everything that can be asked for, in an order in which it makes sense.

def accounts(server):
    ann = Checked(server).guest(lang="en")
    ann.get("/api/me")
    Checked(server).get("/api/me")
    ann.ok("POST", "/api/guest", {"lang": "xx"}, 422)
    ann.ok("POST", "/api/guest", {"lang": 5}, 400)
    ann.register("Ann")
    bob = Checked(server).register("Bob", mail="bob@mail.example", lang="de")
    bob.ok("POST", "/api/register", {"name": "ann", "password": "correct horse"}, 409)
    bob.ok("POST", "/api/register", {"name": "x y", "password": "1"}, 422)
    ann.ok("POST", "/api/logout", {}, 204)
    ann.ok("POST", "/api/login", {"name": "Ann", "password": "wrong"}, 401)
    ann.ok("POST", "/api/login", {"name": "Ann", "password": "correct horse"})
    bob.ok("POST", "/api/password/forgot", {"name": "Ann"}, 204)
    bob.ok("POST", "/api/password/reset", {"token": "x", "password": "long enough"}, 410)
    bob.ok("POST", "/api/mail/confirm", {"token": "x"}, 410)
    return ann, bob


def oneself(ann):
    ann.ok("PATCH", "/api/me", {"lang": "en", "mail_turns": False})
    ann.ok("PATCH", "/api/me", {"lang": "xx"}, 422)
    ann.ok("POST", "/api/me/mail", {"mail": "ann@mail.example", "password": "correct horse"}, 202)
    ann.ok("POST", "/api/me/mail", {"mail": "", "password": "correct horse"}, 200)
    ann.ok("POST", "/api/me/password", {"old": "correct horse", "new": "correct zebra"}, 204)
    ann.ok("POST", "/api/me/password", {"old": "wrong", "new": "correct horse"}, 403)
    token = ann.ok("POST", "/api/me/tokens", {"label": "a program", "days": 3}, 201)
    ann.ok("POST", "/api/me/tokens", {"label": "a program"}, 409)
    same([one["id"] for one in ann.get("/api/me/tokens")["tokens"]], [token["id"]], "one token")
    program = Checked(ann.server)
    program.token = token["token"]
    same(program.get("/api/me")["account"]["name"], "Ann", "by token")
    ann.ok("DELETE", f"/api/me/tokens/{token['id']}", None, 204)
    ann.ok("DELETE", f"/api/me/tokens/{token['id']}", None, 404)
    same(program.get("/api/me")["account"], None, "no more")
    ann.get("/api/me/sessions")
    ann.ok("DELETE", "/api/me/sessions", None, 204)
    ann.ok("PUT", "/api/me/mutes/Bob", {}, 204)
    same(ann.get("/api/me/mutes")["mutes"], ["Bob"], "muted")
    ann.ok("DELETE", "/api/me/mutes/Bob", None, 204)
    ann.ok("PUT", "/api/me/mutes/nobody", {}, 404)
    terms = {"game": "balda", "lang": "en", "lexicon": "en", "levels": [0, 2], "seat": "A", "settings": {}, "start": "crown"}
    kept = {"terms": terms, "record": "game balda\nlang en\nlexicon en\nstart crown\nseat A\nseat B\nB resign\n", "begun": 1, "changed": 2}
    ann.ok("PUT", "/api/me/games/k3xf", kept)
    ann.ok("PUT", "/api/me/games/k3xf", {**kept, "record": "nonsense"}, 422)
    ann.ok("PUT", "/api/me/games/k3xf", {**kept, "record": kept["record"].replace("B resign", "A resign")}, 409)
    ann.get("/api/me/games")
    ann.get("/api/me/games/k3xf")
    ann.get("/api/me/games/none", 404)
    ann.get("/api/me/export")
    ann.ok("DELETE", "/api/me/games/k3xf", None, 204)


def catalogue(ann):
    for path in ("/api", "/api/games", "/api/lexicons", "/api/openapi.json", "/api/news", "/api/news?lang=de&limit=1", "/api/word-of-the-day?lang=en", "/api/daily",
                 "/api/lexicons/en/words/crown", "/api/lexicons/en/words/zzxxqq", "/api/lexicons/en/find?pattern=cro??", "/api/lexicons/en/find?anagram=tra"):
        ann.get(path)
    for path, status in (("/api/lexicons/en/words/12", 422), ("/api/lexicons/xx/words/crown", 404), ("/api/lexicons/en/find", 422),
                         ("/api/news/2000-01-01/nothing", 404), ("/api/news?lang=xx", 422), ("/api/lexicons/en/find?pattern=a&limit=x", 400)):
        ann.get(path, status)
    same([one["slug"] for one in ann.get("/api/news")["news"]], ["begin"], "news")
    ann.get("/api/news/2026-01-01/begin?lang=de")
    ann.ok("POST", "/api/lexicons/en/suggestions", {"word": "zzxxqq", "note": "it is one"}, 204)
    ann.ok("POST", "/api/lexicons/en/suggestions", {"word": "crown"}, 409)


def rated_game(ann, bob):
    """A rated one, until a player resigns."""
    terms = {"game": "balda", "lang": "en", "seats": ["me", "open"], "rated": True, "clock": {"kind": "fischer", "base_ms": 600000, "increment_ms": 1000},
             "settings": {"diagonal": "on"}, "request": "r1"}
    match = ann.ok("POST", "/api/matches", terms, 201)["id"]
    same(ann.ok("POST", "/api/matches", terms, 200)["id"], match, "again")
    ann.get("/api/matches?mine=1")
    ann.get("/api/matches?game=balda&lang=en&limit=1")
    bob.act(match, "join")
    until(lambda: ann.get(f"/api/matches/{match}")["status"] == "running", "the start")
    ann.get("/api/me/export")
    for number, move in enumerate(fill(5)):
        who = (ann, bob)[number % 2]
        who.act(match, "move", move=move, seq=4 + number, request=f"m{number}")
        if number == 3:
            bob.act(match, "move", move=move, seq=4, status=409)
            bob.act(match, "move", move="nonsense", status=422)
            bob.act(match, "dance", status=400)
            bob.act(match, "offer-draw")
            ann.act(match, "decline-draw")
            break
    ann.ok("POST", "/api/analysis", {"match": match}, 409)
    bob.act(match, "resign")
    return match


def looking(ann, bob, match):
    shown = ann.get(f"/api/matches/{match}")
    same(shown["result"], {"winners": ["A"], "draw": False, "reason": "resignation"}, "the result")
    ann.get(f"/api/matches/{match}/events?from=3&states=1")
    ann.get(f"/api/matches/{match}/record")
    ann.get("/api/matches/nothing", 404)
    ann.get("/api/matches?status=xx", 400)
    ann.get("/api/matches?status=over")
    for path in ("/api/players/Ann", "/api/players/Bob/matches", "/api/players/Ann/ratings/balda", "/api/leaderboards/balda", "/api/bests/balda?lang=en", "/api/bests/bali?lang=fr&deal=daily"):
        ann.get(path)
    for path in ("/api/players/nobody", "/api/leaderboards/nothing", "/api/players/nobody/matches"):
        ann.get(path, 404)
    ann.ok("POST", f"/api/matches/{match}/chat", {"text": "well played"}, 201)
    ann.ok("POST", f"/api/matches/{match}/chat", {"text": ""}, 422)
    ann.get(f"/api/matches/{match}/chat")
    bob.ok("POST", f"/api/matches/{match}/reports", {"about": "Ann", "text": "rude"}, 204)
    same(ann.get(f"/api/matches/{match}/rematch")["next"], None, "no rematch yet")
    again = bob.ok("POST", f"/api/matches/{match}/rematch", {"request": "again"}, 201)
    same(ann.get(f"/api/matches/{match}/rematch")["next"], again["id"], "the rematch")
    same((again["previous"], again["you"]), (match, "A"), "the other way round")
    same(bob.ok("POST", f"/api/matches/{match}/rematch", {"request": "again"}, 200)["id"], again["id"], "once")
    bob.act(again["id"], "abort")
    same(ann.get(f"/api/matches/{match}/rematch")["next"], None, "an aborted rematch is none")


def asking(ann, match):
    record = ann.get(f"/api/matches/{match}/record")
    ann.ok("POST", "/api/analysis", {"match": match, "position": 3, "top": 3})
    ann.ok("POST", "/api/analysis", {"match": match, "ask": "best", "level": 2, "seconds": 0.2, "position": 2})
    ann.ok("POST", "/api/analysis", {"record": record, "position": 1})
    ann.ok("POST", "/api/analysis/replay", {"record": record})
    ann.ok("POST", "/api/analysis", {"record": "nonsense"}, 422)
    ann.ok("POST", "/api/analysis", {"match": match, "ask": "what"}, 400)
    ann.ok("POST", "/api/analysis/replay", {"record": "nonsense"}, 422)


def administration(server, ann, bob, match):
    same(logomachy("admin", "grant", "Bob", "--db", server.db).status, 0, "grant")
    until(lambda: "order.done" in server.words(), "the server to hear of it")
    same(len(bob.get("/api/admin/reports")["reports"]), 1, "the report")
    bob.ok("POST", f"/api/admin/reports/{bob.get('/api/admin/reports')['reports'][0]['id']}", {"resolved": True}, 204)
    suggestion = bob.get("/api/admin/suggestions")["suggestions"][0]
    bob.ok("POST", f"/api/admin/suggestions/{suggestion['id']}", {"resolved": True}, 204)
    bob.get("/api/admin/accounts?prefix=a")
    line = bob.get(f"/api/matches/{match}/chat")["chat"][0]["id"]
    bob.ok("POST", f"/api/admin/chat/{match}/{line}", {"hidden": True}, 204)
    bob.ok("POST", "/api/admin/accounts/Ann", {"muted_days": 1})
    ann.ok("POST", f"/api/matches/{match}/chat", {"text": "and now?"}, 403)
    bob.ok("POST", "/api/admin/news", {"file": "2026-01-02-hello.en.md", "markdown": "# Hello\n\nNews.\n"}, 201)
    bob.ok("POST", "/api/admin/accounts/Ann", {"close": True}, 204)


@test
def every_answer_of_a_session_is_as_described():
    news = folder()
    write(os.path.join(news, "2026-01-01-begin.en.md"), "# The beginning\n\nNews.\n")
    with Server("--news", news) as server:
        ann, bob = accounts(server)
        oneself(ann)
        catalogue(ann)
        match = rated_game(ann, bob)
        looking(ann, bob, match)
        asking(ann, match)
        bot = Checked(server).register("Robot")
        bot.ok("POST", "/api/me/bot", {})
        bot.ok("DELETE", "/api/me", {"password": "correct horse"}, 204)
        administration(server, ann, bob, match)
    seen = Checked.seen_statuses
    missed = [f"{method} {path}" for method, path, _ in operations()
              if not any(status < "300" for status in seen.get(f"{method} {path}", ())) and path not in UNANSWERED]
    same(missed, [], "operations without an answer in this session")


# Mails are read in rights.py; the stream never ends.
UNANSWERED = ("/api/password/reset", "/api/mail/confirm", "/api/events")


# Messages of the WebSocket use the same schemas.

# The example in the documents.

@test
def the_example_bot_plays():
    path = os.path.join(ROOT, "docs", "example-bot.py")
    with open(path, encoding="utf-8") as file:
        holds(len(file.readlines()) < 100, "it is short")
    with Server() as server:
        robot = Client(server).register("Robot")
        token = robot.ok("POST", "/api/me/tokens", {"label": "bot", "bot": True}, 201)["token"]
        ann = Client(server).guest()
        first = ann.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"]}, 201)["id"]
        bot = subprocess.Popen([sys.executable, path, f"http://127.0.0.1:{server.port}", token, "2"], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, env=dict(ENVIRONMENT, LOGOMACHY_PROGRAM=PROGRAM, PYTHONUNBUFFERED="1"))
        try:
            play_out(ann, first)
            server.kill()  # it comes back by itself
            server.start()
            second = ann.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"]}, 201)["id"]
            play_out(ann, second)
            said = bot.communicate(timeout=PATIENCE)[0].decode()
        finally:
            bot.kill()
            bot.stdout.close()
        same(bot.returncode, 0, said)
        holds("Traceback" not in said, said)
        for match in (first, second):
            shown = ann.get(f"/api/matches/{match}")
            same((shown["status"], shown["result"]["reason"], shown["seats"][1]["player"]), ("over", "full", "Robot"), said)
            holds(shown["scores"][1] > shown["scores"][0], "it found better moves than single letters")


def play_out(ann, match):
    """Single letters, wherever there is room, until the board is full."""
    while True:
        shown = until(lambda: turn_or_end(ann, match), "the bot's move")
        if shown["status"] == "over":
            return
        rows = [line[2:].split() for line in shown["state"].splitlines() if line.startswith("# ")]
        for square in free_squares(rows):
            if ann.call("POST", f"/api/matches/{match}/actions", {"verb": "move", "move": f"{square}=E/{square}"}).status == 200:
                break


def turn_or_end(ann, match):
    shown = ann.get(f"/api/matches/{match}")
    return shown if shown["status"] == "over" or shown["turn"] == ["A"] else None


def free_squares(rows):
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            if letter == ".":
                yield f"{'abcde'[column]}{row + 1}"


finish()
