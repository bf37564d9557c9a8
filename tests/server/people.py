#!/usr/bin/env python3
"""Accounts, players, lists and administration over the API, and `logomachy admin` beside a running server.

Data of other parts of the API (reports, chat, solitaires) is put into the database directly, so that these
tests need nothing but what they are about.
"""
import atexit
import email
import email.policy
import functools
import glob
import http.client
import itertools
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import termios
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import PATIENCE, Client, Server, start_match, until  # noqa: E402
from harness import ENVIRONMENT, PROGRAM, finish, folder, holds, logomachy, refused, same, test  # noqa: E402

PASSWORD = "correct horse"
DAY = 86400 * 1000
numbers = itertools.count(1)


def close(server):
    if server.is_alive():
        server.process.kill()
    elif server.process.returncode:
        print("# " + "\n# ".join(server.words()[-3000:].splitlines()))


@functools.lru_cache(None)
def site():
    """One server for all tests; the last test stops it and sees that it was well to the end."""
    server = Server("--news", folder())
    atexit.register(close, server)
    return server


def fresh_name(stem="Player"):
    return f"{stem} {next(numbers)}"


def person(stem="Player", **body):
    return Client(site()).register(fresh_name(stem), PASSWORD, **body)


def guest():
    return Client(site()).guest()


def program(token):
    client = Client(site())
    client.token = token
    return client


def admin_command(*arguments, **options):
    return logomachy("admin", *arguments, "--db", site().db, **options)


@functools.lru_cache(None)
def only_root():
    client = person("Boss")
    same(admin_command("grant", client.name).status, 0)
    until(lambda: client.get("/api/me")["account"]["admin"], "the grant")
    return client


def root():
    """An administrator, on a new connection: the server drops one that was silent for long."""
    only_root().drop()
    return only_root()


def database(statement, *values):
    """Straight into the database, or out of it."""
    with sqlite3.connect(site().db, timeout=30) as db:
        return db.execute(statement, values).fetchall()


def number_of(client):
    return client.get("/api/me")["account"]["id"]


def refuses(client, method, path, body, status, code):
    answer = client.call(method, path, body)
    about = f"{method} {path} {body}: {answer.status} {answer.bytes[:300]}"
    same((answer.status, (answer.json or {}).get("error", {}).get("code")), (status, code), about)
    holds(answer.json["error"]["text"], about)


def bukva(*players, moves=0, **terms):
    """A game where a pass is a move."""
    match = start_match(players, game="bukva", **{"lang": "ru", **terms})
    for i in range(moves):
        players[i % len(players)].act(match, "move", move="pass")
    return match


def status_of(match):
    return Client(site()).get(f"/api/matches/{match}")["status"]


# --- Who may do what.

ANYONE, PLAYER, PERSON, ADMIN = range(4)

# Every route of these parts, a body that would do, and who may use it.
ROUTES = [
    ("GET", "/api/me", None, ANYONE), ("PATCH", "/api/me", {"lang": "en"}, PLAYER),
    ("POST", "/api/me/password", {"old": "wrong one", "new": "another one"}, PERSON),
    ("POST", "/api/me/mail", {"mail": "", "password": "wrong one"}, PERSON), ("POST", "/api/me/bot", {}, PERSON),
    ("GET", "/api/me/tokens", None, PERSON), ("POST", "/api/me/tokens", {"label": "t"}, PERSON),
    ("DELETE", "/api/me/tokens/0123456789abcdef", None, PERSON),
    ("GET", "/api/me/sessions", None, PLAYER), ("DELETE", "/api/me/sessions", None, PLAYER),
    ("GET", "/api/me/games", None, PERSON), ("GET", "/api/me/games/none", None, PERSON),
    ("PUT", "/api/me/games/none", {"record": "nonsense"}, PERSON), ("DELETE", "/api/me/games/none", None, PERSON),
    ("GET", "/api/me/mutes", None, PLAYER), ("PUT", "/api/me/mutes/nobody", None, PLAYER),
    ("DELETE", "/api/me/mutes/nobody", None, PLAYER), ("GET", "/api/me/export", None, PLAYER),
    ("DELETE", "/api/me", {"password": "wrong one"}, PLAYER),
    ("GET", "/api/players/nobody", None, ANYONE), ("GET", "/api/players/nobody/matches", None, ANYONE),
    ("GET", "/api/players/nobody/ratings/balda", None, ANYONE), ("GET", "/api/leaderboards/balda", None, ANYONE),
    ("GET", "/api/bests/balda?lang=en", None, ANYONE), ("GET", "/api/matches", None, ANYONE),
    ("GET", "/api/admin/reports", None, ADMIN), ("POST", "/api/admin/reports/999999", {"resolved": True}, ADMIN),
    ("GET", "/api/admin/suggestions", None, ADMIN),
    ("POST", "/api/admin/suggestions/999999", {"resolved": True}, ADMIN),
    ("GET", "/api/admin/accounts", None, ADMIN), ("POST", "/api/admin/accounts/nobody", {"banned": True}, ADMIN),
    ("POST", "/api/admin/chat/nothing/1", {"hidden": True}, ADMIN),
    ("POST", "/api/admin/news", {"file": "x", "markdown": "x"}, ADMIN),
]
TURNED_AWAY = ("api.log_in", "api.register", "api.forbidden", "api.forged")


def code_of(answer):
    return ((answer.json or {}).get("error") or {}).get("code")


@test
def every_route_asks_for_its_rights():
    visitor, someone, anna, boss = Client(site()), guest(), person(), root()
    for method, path, body, access in ROUTES:
        for who, level in ((visitor, ANYONE), (someone, PLAYER), (anna, PERSON), (boss, ADMIN)):
            if (method, path) == ("DELETE", "/api/me") and who is someone:
                continue  # a guest needs no password: it would be gone
            answer = who.call(method, path, body)
            about = f"{method} {path} as {level}: {answer.status} {answer.bytes[:200]}"
            if level >= access:
                holds(code_of(answer) not in TURNED_AWAY and answer.status < 500, about)
                continue
            wanted = (401, "api.log_in") if level == ANYONE else \
                (403, "api.register" if level == PLAYER else "api.forbidden")
            same((answer.status, code_of(answer)), wanted, about)


@test
def the_stream_asks_for_its_rights():
    refuses(Client(site()), "GET", "/api/events", None, 401, "api.log_in")


@test
def no_unsafe_request_goes_without_its_token():
    anna, boss = person(), root()
    for method, path, body, access in ROUTES:
        if method == "GET":
            continue
        forger = Client(site())
        forger.cookie = (boss if access == ADMIN else anna).cookie
        for csrf in ("", "x" * 43, Client(site()).guest().csrf if path == "/api/me" else "é"):
            headers = {"X-CSRF-Token": csrf.encode()} if csrf else {}
            answer = forger.call(method, path, body, **headers)
            same((answer.status, code_of(answer)), (403, "api.forged"), f"{method} {path} {csrf!r}")
    same(len(anna.get("/api/me/sessions")["sessions"]), 1)


@test
def a_cookie_that_is_worth_nothing_is_nobodys():
    stranger = Client(site())
    stranger.cookie = "logomachy=" + "x" * 43
    same(stranger.get("/api/me"), {"account": None})
    refuses(program("x" * 43), "PATCH", "/api/me", {"lang": "de"}, 401, "api.log_in")


# --- One's own account.

@test
def nobody_sees_nobody():
    same(Client(site()).get("/api/me"), {"account": None})


@test
def who_i_am():
    anna, bob = person("Anna"), person("Bob")
    me = anna.get("/api/me")
    same((me["account"]["name"], me["account"]["kind"], me["turns"], me["ratings"]), (anna.name, "person", 0, []))
    holds("password" not in json.dumps(me), me)
    match = bukva(anna, bob, moves=1)
    same((anna.get("/api/me")["turns"], bob.get("/api/me")["turns"]), (0, 1))
    bob.act(match, "move", move="pass")
    same((anna.get("/api/me")["turns"], bob.get("/api/me")["turns"]), (1, 0))
    same(guest().get("/api/me")["account"]["kind"], "guest")


@test
def a_guest_who_registers_is_called_so_in_the_games_that_go_on():
    someone, bob, name = guest(), person(), fresh_name("Newly")
    match = bukva(someone, bob)
    someone.register(name)
    same([seat["player"] for seat in bob.get(f"/api/matches/{match}")["seats"]], [name, bob.name])
    someone.act(match, "move", move="pass")


@test
def settings_are_changed_one_by_one():
    anna = person()
    me = anna.ok("PATCH", "/api/me", {"lang": "de"})
    same((me["lang"], me["mail_turns"]), ("de", True))
    me = anna.ok("PATCH", "/api/me", {"mail_turns": False})
    same((me["lang"], me["mail_turns"]), ("de", False))
    same(anna.ok("PATCH", "/api/me", {})["lang"], "de")
    same(anna.get("/api/me")["account"]["mail_turns"], False)
    # From now on she is spoken to in German.
    holds("Namen" in anna.call("GET", "/api/players/nobody").json["error"]["text"], "not in German")


@test
def wrong_settings_are_refused():
    anna = person()
    refuses(anna, "PATCH", "/api/me", {"lang": "xx"}, 422, "api.no_language")
    refuses(anna, "PATCH", "/api/me", {"lang": 7}, 400, "api.wants_text")
    refuses(anna, "PATCH", "/api/me", {"lang": "d" * 100}, 400, "api.wants_text")
    refuses(anna, "PATCH", "/api/me", {"mail_turns": "yes"}, 400, "api.wants_bool")
    refuses(anna, "PATCH", "/api/me", b"{", 400, "api.bad_json")
    refuses(anna, "PATCH", "/api/me", [1], 400, "api.bad_json")
    # Members that are not settings are ignored.
    anna.ok("PATCH", "/api/me", {"admin": True, "name": "Somebody", "kind": "bot", "id": 1})
    me = anna.get("/api/me")["account"]
    same((me["admin"], me["name"], me["kind"]), (False, anna.name, "person"))


def log_in(client, password=PASSWORD):
    other = Client(site())
    other.name = client.name
    return other.call("POST", "/api/login", {"name": client.name, "password": password}).status, other


@test
def a_new_password_ends_the_other_sessions():
    anna = person()
    _, elsewhere = log_in(anna)
    token = anna.ok("POST", "/api/me/tokens", {"label": "keeps"}, 201)["token"]
    here, there = anna.live(), elsewhere.live()
    anna.ok("POST", "/api/me/password", {"old": PASSWORD, "new": "battery staple"}, 204)
    same(elsewhere.get("/api/me"), {"account": None}, "the other browser")
    same(there.end(), 4001)
    here.settle()  # the own one stays
    same(anna.get("/api/me")["account"]["name"], anna.name)
    same(program(token).get("/api/me")["account"]["name"], anna.name, "the token stays")
    same([log_in(anna)[0], log_in(anna, "battery staple")[0]], [401, 200])
    anna.ok("POST", "/api/me/password", {"old": "battery staple", "new": PASSWORD, "tokens": True}, 204)
    same(program(token).get("/api/me"), {"account": None}, "the token goes when that is asked for")
    here.close()


@test
def wrong_passwords_are_refused():
    anna = person()
    refuses(anna, "POST", "/api/me/password", {"old": "wrong horse", "new": "long enough"}, 403, "me.wrong_password")
    refuses(anna, "POST", "/api/me/password", {"new": "long enough"}, 403, "me.wrong_password")
    refuses(anna, "POST", "/api/me/password", {"old": PASSWORD, "new": "short"}, 422, "account.password_length")
    refuses(anna, "POST", "/api/me/password", {"old": PASSWORD}, 422, "account.password_length")
    refuses(anna, "POST", "/api/me/password", {"old": PASSWORD, "new": "x" * 201}, 422, "account.password_length")
    refuses(anna, "POST", "/api/me/password", {"old": 1, "new": "long enough"}, 400, "api.wants_text")
    same(log_in(anna)[0], 200)


@test
def passwords_are_as_long_as_they_look():
    anna = person()
    refuses(anna, "POST", "/api/me/password", {"old": PASSWORD, "new": "ж" * 7}, 422, "account.password_length")
    refuses(anna, "POST", "/api/me/password", {"old": PASSWORD, "new": "ж" * 201}, 422, "account.password_length")
    anna.ok("POST", "/api/me/password", {"old": PASSWORD, "new": "ж" * 200}, 204)
    same(log_in(anna, "ж" * 200)[0], 200)
    same(admin_command("password", anna.name, stdin=("д" * 200 + "\n").encode())[0], 0)
    same(log_in(anna, "д" * 200)[0], 200)


def mails_to(address):
    """The links in the mails to an address, in the order in which they were sent."""
    found = []
    for path in glob.glob(os.path.join(site().outbox, "*.eml")):
        with open(path, "rb") as file:
            mail = email.message_from_binary_file(file, policy=email.policy.default)
        if mail["To"] and address in mail["To"]:
            found.append((os.path.getmtime(path), path, re.findall(r"token=([\w-]+)", mail.get_content())))
    return [token for _, _, tokens in sorted(found) for token in tokens]


def new_mail(address, count=1):
    return until(lambda: len(mails_to(address)) >= count and mails_to(address), f"mail to {address}")[-1]


@test
def a_mail_address_counts_when_it_is_confirmed():
    anna, address = person(), f"anna{next(numbers)}@example.org"
    me = anna.ok("POST", "/api/me/mail", {"mail": address, "password": PASSWORD}, 202)
    same(me["mail"], "", "not yet")
    token = new_mail(address)
    Client(site()).ok("POST", "/api/mail/confirm", {"token": token}, 204)
    same(anna.get("/api/me")["account"]["mail"], address)
    refuses(Client(site()), "POST", "/api/mail/confirm", {"token": token}, 410, "account.ticket")
    same(anna.ok("POST", "/api/me/mail", {"mail": "", "password": PASSWORD})["mail"], "")
    same(anna.get("/api/me")["account"]["mail"], "")


def subjects_to(address):
    found = []
    for path in glob.glob(os.path.join(site().outbox, "*.eml")):
        with open(path, "rb") as file:
            mail = email.message_from_binary_file(file, policy=email.policy.default)
        if mail["To"] and address in mail["To"]:
            found.append(str(mail["Subject"]))
    return found


@test
def mails_call_a_game_what_players_call_it():
    anna, bob, address = person(), person(), f"bob{next(numbers)}@example.org"
    bob.ok("POST", "/api/me/mail", {"mail": address, "password": PASSWORD}, 202)
    Client(site()).ok("POST", "/api/mail/confirm", {"token": new_mail(address)}, 204)
    bob.ok("PATCH", "/api/me", {"lang": "de", "mail_turns": True})
    match = start_match([anna, bob], "wordgame", lang="en", clock={"kind": "days", "days": 3})
    anna.ok("POST", f"/api/matches/{match}/actions", {"verb": "move", "move": "pass"})
    until(lambda: any("(Buchstabenspiel)" in subject for subject in subjects_to(address)), f"a mail to {address}")


@test
def an_older_link_counts_no_more():
    anna, one, two = person(), f"one{next(numbers)}@example.org", f"two{next(numbers)}@example.org"
    anna.ok("POST", "/api/me/mail", {"mail": one, "password": PASSWORD}, 202)
    first = new_mail(one)
    anna.ok("POST", "/api/me/mail", {"mail": two, "password": PASSWORD}, 202)
    refuses(Client(site()), "POST", "/api/mail/confirm", {"token": first}, 410, "account.ticket")
    Client(site()).ok("POST", "/api/mail/confirm", {"token": new_mail(two)}, 204)
    same(anna.get("/api/me")["account"]["mail"], two)


@test
def another_ones_address_is_not_taken_over():
    anna, bob, address = person(), person(), f"both{next(numbers)}@example.org"
    for count, who in enumerate((anna, bob), 1):
        who.ok("POST", "/api/me/mail", {"mail": address, "password": PASSWORD}, 202)
        token = new_mail(address, count)
        answer = Client(site()).call("POST", "/api/mail/confirm", {"token": token})
        same((answer.status, code_of(answer)), (204, None) if count == 1 else (409, "account.mail_taken"))
    same(bob.get("/api/me")["account"]["mail"], "")


@test
def wrong_mail_addresses_are_refused():
    anna = person()
    for address in ("x", "a@b@c", "anna@example.org\nBcc: b@example.org", "ünna@example.org", None, "a b@example.org"):
        refuses(anna, "POST", "/api/me/mail", {"mail": address, "password": PASSWORD}, 422, "account.mail")
    refuses(anna, "POST", "/api/me/mail", {"mail": "a@example.org", "password": "wrong"}, 403, "me.wrong_password")
    refuses(anna, "POST", "/api/me/mail", {"mail": "", "password": "wrong"}, 403, "me.wrong_password")
    refuses(anna, "POST", "/api/me/mail", {"mail": "a" * 300, "password": PASSWORD}, 400, "api.wants_text")


# --- Keys.

@test
def tokens_open_the_door_for_programs():
    anna = person()
    token = anna.ok("POST", "/api/me/tokens", {"label": "my bot", "days": 30}, 201)
    same(token["label"], "my bot")
    same(round((token["expires"] - token["created"]) / DAY), 30)
    listed = anna.get("/api/me/tokens")["tokens"]
    same([(one["id"], one["label"]) for one in listed], [(token["id"], "my bot")])
    holds(token["token"] not in json.dumps(listed), "the secret is shown once")
    bot = program(token["token"])
    same(bot.get("/api/me")["account"]["name"], anna.name)
    bot.ok("PUT", "/api/me/mutes/nobody-of-that-name", {}, 404)  # without a CSRF token
    stream = Stream(bot)
    anna.ok("DELETE", f"/api/me/tokens/{token['id']}", None, 204)
    same(bot.get("/api/me"), {"account": None}, "at once")
    stream.end()
    refuses(anna, "DELETE", f"/api/me/tokens/{token['id']}", None, 404, "api.not_found")
    same(anna.get("/api/me/tokens")["tokens"], [])


@test
def a_token_expires():
    anna = person()
    token = anna.ok("POST", "/api/me/tokens", {"label": "short", "days": 1}, 201)
    database("UPDATE sessions SET expires = 1000 WHERE label = 'short' AND account = ?", number_of(anna))
    same(program(token["token"]).get("/api/me"), {"account": None})
    same(anna.get("/api/me/tokens")["tokens"], [])


@test
def wrong_tokens_are_refused():
    anna, bob = person(), person()
    for label in ("", "two\nlines", None):
        refuses(anna, "POST", "/api/me/tokens", {"label": label}, 422, "me.label")
    refuses(anna, "POST", "/api/me/tokens", {"label": "x" * 41}, 400, "api.wants_text")
    for days in (0, -1, 4000, 10 ** 15):
        refuses(anna, "POST", "/api/me/tokens", {"label": "x", "days": days}, 400, "api.wants_number")
    token = anna.ok("POST", "/api/me/tokens", {"label": "x"}, 201)
    refuses(anna, "POST", "/api/me/tokens", {"label": "x"}, 409, "me.label_taken")
    refuses(bob, "DELETE", f"/api/me/tokens/{token['id']}", None, 404, "api.not_found")
    for wrong in ("x", "0" * 16, "0" * 64, token["id"][:8]):
        refuses(anna, "DELETE", f"/api/me/tokens/{wrong}", None, 404, "api.not_found")
    # A program that holds a token makes no other, and logs nobody out.
    refuses(program(token["token"]), "POST", "/api/me/tokens", {"label": "y"}, 403, "me.not_by_token")
    refuses(program(token["token"]), "DELETE", "/api/me/sessions", None, 403, "me.not_by_token")
    session = anna.get("/api/me/sessions")["sessions"][0]["id"]
    refuses(anna, "DELETE", f"/api/me/tokens/{session}", None, 404, "api.not_found")


@test
def an_account_has_so_many_tokens_at_most():
    anna = person()
    for i in range(20):
        anna.ok("POST", "/api/me/tokens", {"label": f"t{i}"}, 201)
    refuses(anna, "POST", "/api/me/tokens", {"label": "one more"}, 409, "me.too_many")


@test
def an_account_becomes_a_bots():
    anna, bob, token_first = person(), person(), person()
    same(anna.ok("POST", "/api/me/bot", {})["kind"], "bot")
    same(anna.ok("POST", "/api/me/bot", {})["kind"], "bot")
    same(Client(site()).get(f"/api/players/{anna.name.replace(' ', '%20')}")["kind"], "bot")
    token_first.ok("POST", "/api/me/tokens", {"label": "both", "bot": True}, 201)
    same(token_first.get("/api/me")["account"]["kind"], "bot")
    match = bukva(bob, anna)
    refuses(bob, "POST", "/api/me/bot", {}, 409, "me.not_fresh")
    refuses(bob, "POST", "/api/me/tokens", {"label": "b", "bot": True}, 409, "me.not_fresh")
    bob.act(match, "resign")
    refuses(bob, "POST", "/api/me/bot", {}, 409, "me.not_fresh")
    same((bob.get("/api/me")["account"]["kind"], bob.get("/api/me/tokens")["tokens"]), ("person", []))


@test
def logging_out_everywhere_else():
    anna = person()
    others = [log_in(anna)[1] for _ in range(3)]
    token = anna.ok("POST", "/api/me/tokens", {"label": "stays"}, 201)["token"]
    sessions = anna.get("/api/me/sessions")["sessions"]
    same((len(sessions), [one["current"] for one in sessions].count(True)), (4, 1))
    holds(all(len(one["id"]) == 16 for one in sessions), "no more than a part of the hash")
    live = others[0].live()
    anna.ok("DELETE", "/api/me/sessions", None, 204)
    same([other.get("/api/me") for other in others], [{"account": None}] * 3)
    same(live.end(), 4001)
    same(len(anna.get("/api/me/sessions")["sessions"]), 1)
    same(program(token).get("/api/me")["account"]["name"], anna.name)


# --- Mutes.

@test
def mutes_are_set_and_taken_away():
    anna, bob, carl = person("Anna"), person("Bób"), guest()
    path = "/api/me/mutes/" + bob.name.replace("ó", "o").replace(" ", "").upper()  # any way to write it
    for _ in range(2):
        anna.ok("PUT", path, None, 204)
    anna.ok("PUT", f"/api/me/mutes/{carl.name}", None, 204)
    same(sorted(anna.get("/api/me/mutes")["mutes"]), sorted([bob.name, carl.name]))
    same(bob.get("/api/me/mutes")["mutes"], [], "it is hers")
    for _ in range(2):
        anna.ok("DELETE", path, None, 204)
    same(anna.get("/api/me/mutes")["mutes"], [carl.name])
    refuses(anna, "PUT", "/api/me/mutes/nobody%20at%20all", None, 404, "api.not_found")
    refuses(anna, "DELETE", "/api/me/mutes/nobody%20at%20all", None, 404, "api.not_found")
    refuses(anna, "PUT", f"/api/me/mutes/{anna.name.replace(' ', '%20')}", None, 422, "me.mutes_self")


# --- Export.

@test
def all_that_is_known_of_an_account_in_one_file():
    address = f"mail{next(numbers)}@example.org"
    anna, bob = person("Anna"), person("Bob", mail=address)
    Client(site()).ok("POST", "/api/mail/confirm", {"token": new_mail(address)}, 204)
    me, other = number_of(anna), number_of(bob)
    over = bukva(anna, bob, moves=2, rated=True)
    bob.act(over, "resign")
    running = bukva(anna, bob, moves=2)
    unlisted = anna.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"],
                                                "listed": False}, 201)["id"]
    for number, author in enumerate((me, other), 1):
        database("INSERT INTO chat (match_id, id, account, at, hidden, text) VALUES (?, ?, ?, 5, 0, ?)",
                 over, number, author, f"said by {author}")
        database("INSERT INTO reports (author, about, match_id, at, resolved, text) VALUES (?, ?, ?, 6, 0, ?)",
                 author, me + other - author, over, f"reported by {author}")
        database("INSERT INTO suggestions (author, lexicon, word, at, resolved, note) VALUES (?, 'en', 'QI', 7, 0, ?)",
                 author, f"suggested by {author}")
    anna.ok("PUT", f"/api/me/mutes/{bob.name.replace(' ', '%20')}", None, 204)
    anna.ok("POST", "/api/me/tokens", {"label": "a token"}, 201)
    answer = anna.call("GET", "/api/me/export")
    same((answer.status, answer.headers["content-type"]), (200, "application/json"))
    holds(answer.headers["content-disposition"].startswith("attachment"), answer.headers)
    all_of_it = answer.json
    holds(all_of_it, answer.bytes[-300:])
    same((all_of_it["account"]["name"], all_of_it["account"]["id"]), (anna.name, me))
    same(sorted((one["program"], one["label"]) for one in all_of_it["sessions"]), [(False, ""), (True, "a token")])
    same([one["game"] for one in all_of_it["ratings"]], ["bukva"])
    same([(one["game"], one["match"]) for one in all_of_it["rating_history"]], [("bukva", over)])
    same([one["id"] for one in all_of_it["matches"]], [unlisted, running, over])
    logs = {one["id"]: [line["event"] for line in one["log"]] for one in all_of_it["matches"]}
    same(logs[over][-3:], ["A pass", "B pass", "B resign"])
    same(logs[running], [f"sit A {me}", "A ?"], "of a game that goes on only the own events, and no moves")
    same([one["text"] for one in all_of_it["chat"]], [f"said by {me}"])
    same([(one["about"], one["text"]) for one in all_of_it["reports"]], [(bob.name, f"reported by {me}")])
    same([one["note"] for one in all_of_it["suggestions"]], [f"suggested by {me}"])
    same(all_of_it["mutes"], [bob.name])
    for secret in (address, f"by {other}", "argon2", *[row[0] for row in database(
            "SELECT hash FROM sessions WHERE account IN (?, ?)", me, other)],
            *[row[0] for row in database("SELECT seed FROM matches WHERE id = ?", running)]):
        holds(secret.encode() not in answer.bytes, f"{secret} is in the export")
    same(bob.call("GET", "/api/me/export").json["account"]["mail"], address, "one's own address is there")


@test
def a_long_export_comes_page_by_page():
    anna, bob = person(), person()
    me = number_of(anna)
    match = bukva(anna, bob)
    anna.act(match, "resign")
    row = database("SELECT * FROM matches WHERE id = ?", match)[0]
    seats = database("SELECT * FROM seats WHERE match_id = ?", match)
    with sqlite3.connect(site().db, timeout=30) as db:
        for i in range(355):
            name = f"x{me}x{i}"
            db.execute(f"INSERT INTO matches VALUES ({','.join('?' * len(row))})", (name, *row[1:]))
            for seat in seats:
                db.execute(f"INSERT INTO seats VALUES ({','.join('?' * len(seat))})", (name, *seat[1:]))
            db.execute("INSERT INTO entries (match_id, seq, at, account, request, text) VALUES (?, 1, 1, 0, '', ?)",
                       (name, f"# {i} " + "x" * 3000))
            db.execute("INSERT INTO chat (match_id, id, account, at, hidden, text) VALUES (?, 1, ?, 1, 0, ?)",
                       (name, me, str(i)))
            db.execute("INSERT INTO rating_history (account, game, match_id, rating, deviation, volatility, games, at)"
                       " VALUES (?, ?, ?, 1500, 60, 0.06, ?, ?)", (me, "balda" if i % 2 else "bukva", name, i, i // 3))
        for game in ("balda", "bukva"):
            db.execute("INSERT INTO ratings (account, game, rating, deviation, volatility, games, at)"
                       " VALUES (?, ?, 1500, 60, 0.06, 355, 118)", (me, game))
    answer = anna.call("GET", "/api/me/export")
    holds(len(answer.bytes) > 355 * 3000 and answer.json, f"{len(answer.bytes)} bytes")
    same(len({one["id"] for one in answer.json["matches"]}), 356)
    same(len(answer.json["matches"]), 356)
    same(sorted(int(one["text"]) for one in answer.json["chat"]), list(range(355)))
    same(sorted(one["games"] for one in answer.json["rating_history"]), list(range(355)))
    # A client that goes away, and one that only asks, do no harm.
    for _ in range(2):
        anna.connect().request("GET", "/api/me/export", headers=anna.headers())
        anna.drop()
    until(lambda: anna.call("HEAD", "/api/me/export").status == 200, "those that were left to end: two go at a time")
    # Its pages too.
    seen, query = [], "limit=100"
    while query:
        page = anna.get(f"/api/players/{anna.name.replace(' ', '%20')}/matches?{query}")
        seen += [one["id"] for one in page["matches"]]
        query = page["next"] and f"limit=100&before={page['next']['before']}&before_id={page['next']['before_id']}"
    same((len(seen), len(set(seen))), (356, 356))
    seen, query = [], "limit=30"
    while query:
        page = anna.get(f"/api/players/{anna.name.replace(' ', '%20')}/ratings/balda?{query}")
        seen += [one["match"] for one in page["history"]]
        query = page["next"] and f"limit=30&before={page['next']['before']}"
    same((len(seen), len(set(seen))), (177, 177))


# --- The end of an account.

@test
def an_account_is_closed_and_leaves_nobody_waiting():
    anna, bob = person("Anna"), person("Bob")
    alone = anna.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"]}, 201)["id"]
    begun = bukva(anna, bob)
    both_moved = bukva(anna, bob, moves=2, rated=True)
    account, live, name = number_of(anna), anna.live(), anna.name.replace(" ", "%20")
    refuses(anna, "DELETE", "/api/me", {"password": "wrong one"}, 403, "me.wrong_password")
    refuses(anna, "DELETE", "/api/me", None, 403, "me.wrong_password")
    same([status_of(one) for one in (alone, begun, both_moved)], ["waiting", "running", "running"])
    answer = anna.call("DELETE", "/api/me", {"password": PASSWORD})
    same((answer.status, answer.headers["set-cookie"].split(";")[0]), (204, "logomachy="))
    same([status_of(one) for one in (alone, begun, both_moved)], ["aborted", "aborted", "over"])
    same(bob.get(f"/api/matches/{both_moved}")["result"]["winners"], ["B"])
    same([seat["player"] for seat in bob.get(f"/api/matches/{both_moved}")["seats"]], [None, bob.name])
    same(live.end(), 4001)
    same(database("SELECT name, mail, password, closed FROM accounts WHERE id = ?", account), [("", "", "", 1)])
    same(database("SELECT COUNT(*) FROM sessions WHERE account = ?", account), [(0,)])
    refuses(bob, "GET", f"/api/players/{name}", None, 404, "api.not_found")
    same(log_in(anna)[0], 401)
    refuses(Client(site()), "POST", "/api/register", {"name": anna.name.upper(), "password": PASSWORD}, 409, "account.name_taken")


@test
def who_waits_with_others_leaves_them_the_table():
    with Server(toy=True) as server:
        anna, bob = Client(server).guest(), Client(server).guest()
        match = anna.ok("POST", "/api/matches", {"game": "toy", "lang": "en", "seats": ["me", "open", "open"]}, 201)
        bob.act(match["id"], "join")
        anna.ok("DELETE", "/api/me", None, 204)
        left = bob.get(f"/api/matches/{match['id']}")
        same((left["status"], [seat["player"] for seat in left["seats"]]), ("waiting", [None, bob.name, None]))


@test
def a_guest_goes_without_a_password_and_an_administrator_not_at_all():
    someone = guest()
    someone.ok("DELETE", "/api/me", None, 204)
    same(someone.get("/api/me"), {"account": None})
    refuses(root(), "DELETE", "/api/me", {"password": PASSWORD}, 403, "admin.protected")


# --- Players.

@test
def a_profile_says_what_everybody_may_know():
    address = f"secret{next(numbers)}@example.org"
    anna, bob = person("Ännä", mail=address), person("Bob")
    Client(site()).ok("POST", "/api/mail/confirm", {"token": new_mail(address)}, 204)
    match = bukva(anna, bob, moves=2, rated=True)
    bob.act(match, "resign")
    bukva(anna, bob)
    for written in (anna.name, anna.name.upper(), anna.name.replace("Ä", "a").replace("ä", "A").replace(" ", ".")):
        answer = Client(site()).call("GET", "/api/players/" + http_path(written))
        profile = answer.json
        same((answer.status, profile["name"], profile["kind"]), (200, anna.name, "person"), written)
    same(profile["matches"], {"running": 1, "over": 1, "won": 1})
    rating, = profile["ratings"]
    same((rating["game"], rating["games"], rating["provisional"]), ("bukva", 1, True))
    holds(rating["rating"] > 1500 and 100 < rating["deviation"] < 350, rating)
    same(set(profile), {"name", "kind", "since", "ratings", "matches", "here"})
    holds(address.encode() not in answer.bytes, "the mail address")
    for wrong in ("nobody%20at%20all", "%20", "x" * 300, "%00", "'; DROP TABLE accounts; --"):
        answer = Client(site()).call("GET", "/api/players/" + wrong.replace(" ", "%20"))
        holds(answer.status in (400, 404), f"{wrong}: {answer.status}")


def http_path(text):
    return "".join(f"%{byte:02x}" for byte in text.encode())


@test
def only_public_matches_are_shown_to_others():
    anna, bob = person(), person()
    public, private = bukva(anna, bob), bukva(anna, bob, listed=False)
    path = f"/api/players/{http_path(anna.name)}/matches"

    def shown(client, query=""):
        return [one["id"] for one in client.get(path + query)["matches"]]

    for client in (Client(site()), person(), bob, root()):
        same(shown(client), [public])
    same(shown(anna), [private, public])
    same(shown(anna, "?status=over"), [])
    same(shown(anna, "?game=balda"), [])
    same(shown(anna, "?game=bukva&status=running&limit=1"), [private])
    refuses(anna, "GET", path + "?status=lost", None, 400, "api.no_status")
    refuses(anna, "GET", path + "?game=../x", None, 400, "api.wants_text")
    refuses(anna, "GET", path + "?game=" + "x" * 24, None, 400, "api.wants_text")
    for limit in ("0", "101", "-1", "x", "", "1e1", "99999999999999999999999"):
        refuses(anna, "GET", path + "?limit=" + limit, None, 400, "api.wants_number")
    refuses(anna, "GET", "/api/players/nobody%20at%20all/matches", None, 404, "api.not_found")


@test
def ratings_grow_uncertain_and_leaders_are_listed():
    players = [person() for _ in range(5)]
    accounts = [number_of(one) for one in players]
    now = int(time.time() * 1000)
    # The last has not played for two years, the one before is not known well enough.
    rows = [(1900.5, 60, now), (1900.5, 60, now), (1800.25, 60, now), (2000, 200, now), (2100, 60, now - 730 * DAY)]
    for account, (rating, deviation, at) in zip(accounts, rows):
        database("INSERT INTO ratings (account, game, rating, deviation, volatility, games, at)"
                 " VALUES (?, 'balda', ?, ?, 0.06, 20, ?)", account, rating, deviation, at)
    ours = {one.name for one in players}

    def leaders(limit):
        names, query = [], f"?limit={limit}"
        while query:
            page = Client(site()).get("/api/leaderboards/balda" + query)
            names += [one["name"] for one in page["players"]]
            holds(all(not one["provisional"] and "account" not in one for one in page["players"]), page)
            query = page["next"] and f"?limit={limit}&after={page['next']}"
        return [name for name in names if name in ours]

    wanted = [players[1].name, players[0].name, players[2].name]
    for limit in (1, 2, 50):
        same(leaders(limit), wanted, f"pages of {limit}")
    path = f"/api/players/{http_path(players[2].name)}/ratings/balda"
    got = Client(site()).get(path)
    same((got["rating"]["rating"], got["rating"]["provisional"], got["history"]), (1800, False, []))
    holds(got["rank"] >= 3, got)
    for late in players[3:]:
        got = Client(site()).get(f"/api/players/{http_path(late.name)}/ratings/balda")
        same((got["rank"], got["rating"]["provisional"]), (None, True))
    same(Client(site()).get(f"/api/players/{http_path(players[0].name)}/ratings/bukva")["rating"], None)
    refuses(Client(site()), "GET", "/api/leaderboards/chess", None, 404, "config.no_preset")
    for after in ("x", "1900.5", "1900.5_x", "_", "nan_1", "inf_1", "1_-1", "1" * 80):
        refuses(Client(site()), "GET", "/api/leaderboards/balda?after=" + after, None, 400, "api.wants_text")
    refuses(Client(site()), "GET", path.replace("balda", "chess"), None, 404, "config.no_preset")
    admin_command("ban", players[0].name)
    same(leaders(50), [players[1].name, players[2].name], "who is banned is no leader")


@test
def the_best_of_those_who_play_alone():
    anna, bob = person(), person()
    match = bukva(anna, bob)
    anna.act(match, "resign")
    row = database("SELECT * FROM matches WHERE id = ?", match)[0]
    columns = [one[1] for one in database("PRAGMA table_info(seats)")]
    seat = dict(zip(columns, database("SELECT * FROM seats WHERE match_id = ? AND seat = 0", match)[0]))
    listed = [one[1] for one in database("PRAGMA table_info(matches)")].index("listed")
    seats = [one[1] for one in database("PRAGMA table_info(matches)")].index("seats")
    for i in range(7):
        name = f"solo{number_of(anna)}n{i}"
        one = list(row)
        one[0], one[listed], one[seats] = name, int(i != 6), 1
        database(f"INSERT INTO matches VALUES ({','.join('?' * len(one))})", *one)
        own = {**seat, "match_id": name, "score": 10 * (i // 2) - 5, "solo": 1, "lang": "nl", "game": "bukva"}
        database(f"INSERT INTO seats ({','.join(own)}) VALUES ({','.join('?' * len(own))})", *own.values())
    scores, query = [], "?lang=nl&limit=2"
    while query:
        page = Client(site()).get("/api/bests/bukva" + query)
        scores += [one["seats"][0]["score"] for one in page["matches"]]
        query = page["next"] and \
            f"?lang=nl&limit=2&before={page['next']['before']}&before_id={page['next']['before_id']}"
    same(scores, [15, 15, 5, 5], "best first, only the public ones with points")
    same(Client(site()).get("/api/bests/bukva?lang=de")["matches"], [])
    refuses(Client(site()), "GET", "/api/bests/bukva", None, 400, "api.wants_text")
    refuses(Client(site()), "GET", "/api/bests/chess?lang=en", None, 404, "config.no_preset")
    refuses(Client(site()), "GET", "/api/bests/bukva?lang=english", None, 400, "api.wants_text")


# --- The lobby.

@test
def the_lobby_lists_what_is_public():
    anna, bob = person(), person()
    waits = anna.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"]}, 201)["id"]
    hidden = anna.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"],
                                              "listed": False}, 201)["id"]
    runs, over = bukva(anna, bob), bukva(anna, bob)
    anna.act(over, "resign")

    def ids(client, query):
        return {one["id"] for one in client.get("/api/matches" + query)["matches"]} & {waits, hidden, runs, over}

    visitor = Client(site())
    same(ids(visitor, ""), {waits})
    same(ids(visitor, "?status=open&game=bukva"), set())
    same(ids(visitor, "?status=running"), {runs})
    same(ids(visitor, "?status=over&lang=ru"), {over})
    same(ids(visitor, "?status=over&lang=en"), set())
    same(ids(bob, "?mine=1"), {runs})
    same(ids(anna, "?mine=1"), {waits, hidden, runs})
    same(ids(anna, "?mine=1&status=over"), {over})
    refuses(visitor, "GET", "/api/matches?mine=1", None, 401, "api.log_in")
    refuses(visitor, "GET", "/api/matches?mine=2", None, 400, "api.wants_number")
    refuses(visitor, "GET", "/api/matches?status=OPEN", None, 400, "api.no_status")
    refuses(visitor, "GET", "/api/matches?before=x", None, 400, "api.wants_number")
    refuses(visitor, "GET", "/api/matches?before_id=a%20b", None, 400, "api.wants_text")
    summary = next(one for one in visitor.get("/api/matches?status=running")["matches"] if one["id"] == runs)
    holds("seed" not in summary and "terms" not in summary, summary)


@test
def the_lobby_comes_in_pages():
    anna = person()
    made = [anna.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"]}, 201)
            for _ in range(7)]
    # The newest first; two of the same millisecond by their ids.
    wanted = [one["id"] for one in sorted(made, key=lambda one: (one["created"], one["id"]), reverse=True)]
    seen, query = [], "?mine=1&limit=3"
    while query:
        page = anna.get("/api/matches" + query)
        holds(len(page["matches"]) <= 3, page)
        seen += [one["id"] for one in page["matches"]]
        query = page["next"] and \
            f"?mine=1&limit=3&before={page['next']['before']}&before_id={page['next']['before_id']}"
    same(seen, wanted)


class Stream:
    """GET /api/events. A thread reads its lines."""

    def __init__(self, client):
        self.connection = http.client.HTTPConnection("127.0.0.1", client.server.port, timeout=PATIENCE)
        self.connection.request("GET", "/api/events", headers=client.headers())
        self.answer = self.connection.getresponse()
        self.lines, self.over = [], False
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        try:
            for line in self.answer:
                self.lines.append(json.loads(line))
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass
        self.over = True

    def until(self, wanted, about):
        return until(lambda: next((line for line in self.lines if wanted(line)), None), about)

    def end(self):
        until(lambda: self.over, "the end of the stream")

    def close(self):
        self.connection.close()


@test
def a_program_hears_of_its_matches():
    anna, bob = person(), person()
    token = anna.ok("POST", "/api/me/tokens", {"label": "bot"}, 201)["token"]
    hers, his, over = bukva(anna, bob), bukva(bob, anna), bukva(anna, bob)
    anna.act(over, "resign")
    stream = Stream(program(token))
    same((stream.answer.status, stream.answer.headers["Content-Type"]), (200, "application/x-ndjson"))
    ready = stream.until(lambda line: line["op"] == "ready", "all matches")
    same(ready["more"], False)
    same(stream.lines[0]["op"], "hello")
    running = {line["match"]: (line["seat"], line["turn"]) for line in stream.lines if line["op"] == "running"}
    same(running, {hers: ("A", True), his: ("B", False)})
    bob.act(his, "move", move="pass")
    event = stream.until(lambda line: line["op"] == "event" and line["match"] == his, "his move")
    holds("pass" in json.dumps(event), event)
    later = bukva(bob, anna)
    stream.until(lambda line: line["op"] == "event" and line["match"] == later, "a match that began later")
    others = bukva(bob, person())
    bob.act(others, "move", move="pass")
    time.sleep(0.3)
    holds(all(line.get("match") != others for line in stream.lines), "another's match")
    beat = stream.until(lambda line: line["op"] == "beat", "a sign of life")
    holds(abs(beat["now"] - time.time() * 1000) < PATIENCE * 1000, beat)
    stream.close()


@test
def a_program_with_many_matches_hears_of_all():
    with Server() as server:
        anna, bob = Client(server).guest(), Client(server).guest()
        match = start_match([anna, bob])
        with sqlite3.connect(server.db, timeout=30) as db:
            for table, key in (("matches", "id"), ("seats", "match_id")):
                for row in db.execute(f"SELECT * FROM {table} WHERE {key} = ?", (match,)).fetchall():
                    for i in range(1050):
                        db.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", (f"x{i}", *row[1:]))
        for gone, more in ((0, True), (200, False)):
            with sqlite3.connect(server.db, timeout=30) as db:
                for i in range(gone):
                    db.execute("UPDATE matches SET status = 3 WHERE id = ?", (f"x{i}",))
                    db.execute("UPDATE seats SET status = 3 WHERE match_id = ?", (f"x{i}",))
            stream = Stream(anna)
            ready = stream.until(lambda line: line["op"] == "ready", "all matches")
            told = {line["match"] for line in stream.lines if line["op"] == "running"}
            same((len(told), ready["more"]), (min(1000, 1051 - gone), more))
            stream.close()
        server.kill()


# --- Limits.

@test
def guesses_and_exports_are_limited():
    with Server(limits="on") as server:
        anna = Client(server).register("Anna", PASSWORD)
        codes = [code_of(anna.call("POST", "/api/me/password", {"old": f"guess {i}", "new": "long enough"}))
                 for i in range(12)]
        same((codes[0], codes[-1]), ("me.wrong_password", "api.slow_down"))
        # The right password was counted, too: it does not help any more.
        refuses(anna, "DELETE", "/api/me", {"password": PASSWORD}, 429, "api.slow_down")
        exports = [anna.call("GET", "/api/me/export").status for _ in range(6)]
        same((exports[0], exports[-1]), (200, 429))


# --- Administration.

@test
def reports_are_seen_and_resolved():
    boss, anna, bob = root(), person(), person()
    ids = []
    for i in range(5):
        database("INSERT INTO reports (author, about, match_id, at, resolved, text) VALUES (?, ?, 'm', 9, 0, ?)",
                 number_of(anna), number_of(bob), f"rude <{i}>")
        ids.append(database("SELECT MAX(id) FROM reports")[0][0])

    def listed(query):
        found, after = [], ids[0] - 1
        while after is not None:
            page = boss.get(f"/api/admin/reports?after={after}&limit=2{query}")
            found += page["reports"]
            after = page["next"]
        return found

    first = listed("")[0]
    same((first["id"], first["author"], first["about"], first["text"], first["resolved"]),
         (ids[0], anna.name, bob.name, "rude <0>", False))
    boss.ok("POST", f"/api/admin/reports/{ids[1]}", {"resolved": True}, 204)
    same([one["id"] for one in listed("")], [ids[0], *ids[2:]])
    same([one["id"] for one in listed("&open=0")], ids)
    boss.ok("POST", f"/api/admin/reports/{ids[1]}", {"resolved": False}, 204)
    same([one["id"] for one in listed("")], ids)
    for wrong in ("0", "999999", "x", "-1", "99999999999999999999"):
        refuses(boss, "POST", f"/api/admin/reports/{wrong}", {"resolved": True}, 404, "api.not_found")
    for body in ({}, {"resolved": 1}, None):
        refuses(boss, "POST", f"/api/admin/reports/{ids[0]}", body, 400, "api.wants_bool")
    refuses(boss, "GET", "/api/admin/reports?open=2", None, 400, "api.wants_number")


@test
def suggestions_are_seen_and_resolved():
    boss, anna = root(), person()
    database("INSERT INTO suggestions (author, lexicon, word, at, resolved, note) VALUES (?, 'en', 'QI', 9, 0, 'n')",
             number_of(anna))
    number = database("SELECT MAX(id) FROM suggestions")[0][0]

    def listed(query=""):
        return boss.get(f"/api/admin/suggestions?after={number - 1}{query}")["suggestions"]

    same([(one["author"], one["lexicon"], one["word"], one["note"]) for one in listed()], [(anna.name, "en", "QI", "n")])
    boss.ok("POST", f"/api/admin/suggestions/{number}", {"resolved": True}, 204)
    same((listed(), len(listed("&open=0"))), ([], 1))
    refuses(boss, "POST", "/api/admin/suggestions/999999", {"resolved": True}, 404, "api.not_found")
    refuses(boss, "POST", f"/api/admin/suggestions/{number}", {"resolved": "no"}, 400, "api.wants_bool")


# R-BUKVA-25
@test
def an_accepted_word_is_suggested():
    """Once for a match and word, in the transaction of the move: it is there although the process is killed."""
    boss, anna, bob = root(), person(), person()
    match = start_match([anna, bob], "bukva", lang="ru", settings={"unknown": "ask"}, start="СЛОВО")

    def suggested():
        return [(one["author"], one["lexicon"], one["word"], one["note"], one["resolved"])
                for one in boss.get("/api/admin/suggestions?limit=100")["suggestions"] if match in one["note"]]

    anna.act(match, "move", move="c2=Ц/c2c3b3")
    bob.act(match, "move", move="refuse")
    anna.act(match, "move", move="c2=Ц/c2c3b3")
    same(suggested(), [], "neither asked about nor refused")
    bob.act(match, "move", move="accept")
    site().kill()
    site().start()
    wanted = [(anna.name, "ru", "ЦОЛ", f"add: /match/{match}", False)]
    same(suggested(), wanted)
    bob.act(match, "move", move="c4=К/c4c3b3")
    same(suggested(), wanted, "a word of the lexicon is none")
    anna.act(match, "ask-takeback", moves=1)
    bob.act(match, "accept-takeback")
    anna.act(match, "move", move="c2=Ц/c2c3b3")
    bob.act(match, "move", move="accept")
    same(suggested(), wanted, "the same once more")


@test
def accounts_are_listed_without_their_addresses():
    boss, address = root(), f"hidden{next(numbers)}@example.org"
    people = [person("Zacharias", mail=address if i == 0 else "") for i in range(5)]
    Client(site()).ok("POST", "/api/mail/confirm", {"token": new_mail(address)}, 204)
    seen, after = [], ""
    while after is not None:
        answer = boss.call("GET", f"/api/admin/accounts?prefix=ZACHARIAS&limit=2&after={after}")
        holds(address.encode() not in answer.bytes and b"argon2" not in answer.bytes, "secrets")
        seen += [one["name"] for one in answer.json["accounts"]]
        after = answer.json["next"]
    same(sorted(seen), sorted(one.name for one in people))
    same(boss.get("/api/admin/accounts?prefix=%e2%82%ac%e2%82%ac")["accounts"], [])
    refuses(boss, "GET", "/api/admin/accounts?limit=1000", None, 400, "api.wants_number")


@test
def an_account_is_muted():
    boss, anna = root(), person()
    path = f"/api/admin/accounts/{http_path(anna.name)}"
    until_ms = boss.ok("POST", path, {"muted_days": 3})["muted_until"]
    holds(2.9 * DAY < until_ms - time.time() * 1000 < 3.1 * DAY, until_ms)
    same(anna.get("/api/me")["account"]["muted_until"], until_ms)
    boss.ok("POST", path, {"muted_days": 0})
    same(anna.get("/api/me")["account"]["muted_until"], 0)
    for days in (-1, 4000, "3", 1.5):
        refuses(boss, "POST", path, {"muted_days": days}, 400, "api.wants_number")
    refuses(boss, "POST", path, {"banned": "yes"}, 400, "api.wants_bool")
    refuses(boss, "POST", "/api/admin/accounts/nobody%20at%20all", {"banned": True}, 404, "api.not_found")


@test
def a_ban_ends_all_that_goes_on():
    boss, anna, bob = root(), person(), person()
    path = f"/api/admin/accounts/{http_path(anna.name)}"
    begun, moved = bukva(anna, bob), bukva(anna, bob, moves=2)
    live = anna.live()
    stream = Stream(program(anna.ok("POST", "/api/me/tokens", {"label": "bot"}, 201)["token"]))
    same(boss.ok("POST", path, {"banned": True})["banned"], True)
    same(live.end(), 4001)
    stream.end()
    same(anna.get("/api/me"), {"account": None})
    same(log_in(anna)[0], 403)
    same([status_of(begun), status_of(moved)], ["aborted", "over"])
    same(boss.ok("POST", path, {"banned": False})["banned"], False)
    same(anna.get("/api/me"), {"account": None}, "the old session stays dead")
    same(log_in(anna)[0], 200)


@test
def an_account_is_closed_by_an_administrator():
    boss, anna, bob = root(), person(), person()
    moved = bukva(anna, bob, moves=2)
    path = f"/api/admin/accounts/{http_path(anna.name)}"
    boss.ok("POST", path, {"close": True}, 204)
    same(status_of(moved), "over")
    refuses(boss, "POST", path, {"close": True}, 404, "api.not_found")
    refuses(boss, "GET", f"/api/players/{http_path(anna.name)}", None, 404, "api.not_found")
    same((anna.get("/api/me"), log_in(anna)[0]), ({"account": None}, 401))


@test
def no_administrator_is_locked_out_by_the_api():
    boss, other = root(), person()
    same(admin_command("grant", other.name).status, 0)
    for target in (boss, other):
        for body in ({"banned": True}, {"close": True}, {"muted_days": 1}):
            refuses(boss, "POST", f"/api/admin/accounts/{http_path(target.name)}", body, 403, "admin.protected")
    same(boss.get("/api/me")["account"]["admin"], True)
    same(admin_command("revoke", other.name).status, 0)
    until(lambda: other.call("GET", "/api/admin/reports").status == 403, "the end of the grant")
    boss.ok("POST", f"/api/admin/accounts/{http_path(other.name)}", {"banned": True})


@test
def chat_is_hidden():
    boss, anna, bob = root(), person(), person()
    match = bukva(anna, bob)
    database("INSERT INTO chat (match_id, id, account, at, hidden, text) VALUES (?, 1, ?, 5, 0, 'rude')",
             match, number_of(anna))
    live = bob.live()
    live.ask(op="watch", match=match)
    for hidden in (True, False):
        boss.ok("POST", f"/api/admin/chat/{match}/1", {"hidden": hidden}, 204)
        told = live.until(lambda message: message["op"] == "chat-hidden")
        same((told["match"], told["id"], told["hidden"]), (match, 1, hidden))
        same(database("SELECT hidden FROM chat WHERE match_id = ?", match), [(int(hidden),)])
    for wrong in (f"{match}/2", "nothing/1", f"{'x' * 40}/1", f"{match}/x"):
        refuses(boss, "POST", f"/api/admin/chat/{wrong}", {"hidden": True}, 404, "api.not_found")
    refuses(boss, "POST", f"/api/admin/chat/{match}/1", {}, 400, "api.wants_bool")


@test
def news_are_posted():
    boss = root()
    place = site().flags[site().flags.index("--news") + 1]
    file = "2026-01-31-hello.en.md"
    boss.get("/api/news") # the folder has just been read
    same(boss.ok("POST", "/api/admin/news", {"file": file, "markdown": "# Hello\n\nAll is *new*.\n"}, 201)["file"], file)
    with open(os.path.join(place, file), encoding="utf-8") as posted:
        same(posted.read(), "# Hello\n\nAll is *new*.\n")
    same(boss.get("/api/news/2026-01-31/hello")["title"], "Hello", "it can be read at once")
    for name in ("../2026-01-31-x.en.md", "2026-01-31-x.md", "", None, "2026-13-31-x.en.md", "a/2026-01-31-x.en.md"):
        answer = boss.call("POST", "/api/admin/news", {"file": name, "markdown": "# x\n"})
        same(answer.status, 422, f"{name}: {answer.bytes}")
    for text in ("no title", "", None):
        same(boss.call("POST", "/api/admin/news", {"file": file, "markdown": text}).status, 422, text)
    refuses(boss, "POST", "/api/admin/news", {"file": file, "markdown": "x" * 20000}, 400, "api.wants_text")
    refuses(boss, "POST", "/api/admin/news", {"file": "x" * 200, "markdown": "# x"}, 400, "api.wants_text")
    same(os.listdir(place), [file])


@test
def whoever_tries_the_name_at_the_door_does_not_lock_its_owner_in():
    with Server(limits="on") as server:
        anna, thief = Client(server).register("Anna", PASSWORD), Client(server)
        answers = [thief.call("POST", "/api/login", {"name": "anna", "password": f"guess {i}"}).status for i in range(10)]
        same((answers[0], answers[-1]), (401, 429))
        anna.ok("POST", "/api/me/password", {"old": PASSWORD, "new": "long enough"}, 204)


# --- The command line, while the server runs.

@test
def the_command_makes_administrators():
    anna = person()
    refuses(anna, "GET", "/api/admin/reports", None, 403, "api.forbidden")
    same(admin_command("grant", anna.name.upper()), (0, f"{anna.name} is an administrator now\n", ""))
    until(lambda: anna.call("GET", "/api/admin/reports").status == 200, "the grant")
    same(json.loads(admin_command("revoke", anna.name, "--json").out)["admin"], False)
    until(lambda: anna.call("GET", "/api/admin/reports").status == 403, "the end of the grant")
    refused(admin_command("grant", guest().name), "is a guest")


@test
def the_command_bans_under_the_running_server():
    anna, bob = person(), person()
    begun, moved, live = bukva(anna, bob), bukva(anna, bob, moves=2), anna.live()
    same(admin_command("ban", anna.name).status, 0)
    same(live.end(), 4001)
    until(lambda: status_of(moved) == "over" and status_of(begun) == "aborted", "the end of the games")
    same((anna.get("/api/me"), log_in(anna)[0]), ({"account": None}, 403))
    same(admin_command("unban", anna.name), (0, f"{anna.name} may come in again\n", ""))
    same(log_in(anna)[0], 200)


@test
def the_command_bans_while_no_server_runs():
    with Server() as server:
        anna, bob = Client(server).register("Anna"), Client(server).register("Bob")
        match = start_match([anna, bob])
        server.stop()
        same(logomachy("admin", "ban", "anna", "--db", server.db).status, 0)
        server.start()
        anna.drop()
        bob.drop()
        until(lambda: bob.get(f"/api/matches/{match}")["status"] == "aborted", "the order")
        same(anna.get("/api/me"), {"account": None})
        with sqlite3.connect(server.db) as db:
            until(lambda: db.execute("SELECT text FROM notes WHERE name = 'orders'").fetchall() == [("",)], "no order left")


@test
def the_command_mutes():
    anna = person()
    same(admin_command("mute", anna.name, "7"), (0, f"{anna.name} is muted for 7 days\n", ""))
    until(lambda: anna.get("/api/me")["account"]["muted_until"] > time.time() * 1000 + 6 * DAY, "the mute")
    same(admin_command("mute", anna.name, "0"), (0, f"{anna.name} may speak again\n", ""))
    for wrong in ("-1", "x", "4000", ""):
        refused(logomachy("admin", "mute", "--db", site().db, "--", anna.name, wrong), "DAYS", status=2)
    refused(admin_command("mute", anna.name), "DAYS", status=2)


@test
def the_command_sets_a_password():
    anna = person()
    live = anna.live()
    same(admin_command("password", anna.name, stdin=b"a brand new one\n"), (0, f"{anna.name} has a new password\n", ""))
    same(live.end(), 4001)
    same([log_in(anna)[0], log_in(anna, "a brand new one")[0]], [401, 200])
    for wrong in (b"", b"short\n", b"x" * 300 + b"\n"):
        refused(admin_command("password", anna.name, stdin=wrong), "8 to 200")
    refused(admin_command("password", "Nobody At All", stdin=b"a brand new one\n"), "Nobody At All")
    same(log_in(anna, "a brand new one")[0], 200)


@test
def the_command_closes():
    anna, bob = person(), person()
    moved = bukva(anna, bob, moves=2)
    same(admin_command("close", anna.name).status, 0)
    until(lambda: status_of(moved) == "over", "the end of the game")
    same([seat["player"] for seat in bob.get(f"/api/matches/{moved}")["seats"]], [None, bob.name])
    refused(admin_command("close", anna.name), "there is no account")
    same(log_in(anna)[0], 401)


@test
def the_command_lists():
    people = [person("Yolanda") for _ in range(3)]
    admin_command("ban", people[0].name)
    lines = admin_command("accounts", "yolanda").out.splitlines()
    same(sorted(line.split("person")[0].strip() for line in lines), sorted(one.name for one in people))
    same([line for line in lines if "banned" in line], [line for line in lines if line.startswith(people[0].name + " ")])
    while database("SELECT COUNT(*) FROM accounts WHERE folded <> ''")[0][0] <= 100:
        guest()
    every = json.loads(admin_command("accounts", "--json").out)
    same(len(every), database("SELECT COUNT(*) FROM accounts WHERE folded <> ''")[0][0], "more than one page")
    holds(len(every) > 100 and "mail" not in every[0], len(every))
    database("INSERT INTO reports (author, about, match_id, at, resolved, text) VALUES (?, ?, 'm', 9, 0, ?)",
             number_of(people[1]), number_of(people[2]), "esc \x1b[31m \"quoted\"")
    last = json.loads(admin_command("reports", "--json").out)[-1]
    same((last["author"], last["about"], last["text"]), (people[1].name, people[2].name, "esc \x1b[31m \"quoted\""))
    holds("\x1b" not in admin_command("reports").out, "nothing that a terminal obeys")


@test
def the_command_copies_the_database():
    anna, place = person(), os.path.join(folder(), "copy.db")
    same(admin_command("backup", place), (0, f"the database is copied to {place}\n", ""))
    with sqlite3.connect(place) as db:
        same(db.execute("SELECT COUNT(*) FROM accounts WHERE name = ?", (anna.name,)).fetchall(), [(1,)])
        same(db.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
    refused(admin_command("backup", place), place)
    other = os.path.join(folder(), "other.db")
    same(json.loads(admin_command("backup", other, "--json").out), {"file": other})
    refused(admin_command("backup", "/nowhere/at/all.db"), "/nowhere/at/all.db")


@test
def wrong_commands_are_refused():
    refused(logomachy("admin"), status=2)
    refused(logomachy("admin", "crown"), "crown", status=2)
    for command in ("grant", "revoke", "ban", "unban", "close", "password", "mute", "backup"):
        refused(logomachy("admin", command), status=2)
    refused(admin_command("grant", "one", "two"), "two", status=2)
    refused(admin_command("reports", "all"), "all", status=2)
    refused(admin_command("grant", "Nobody At All"), "there is no account “Nobody At All”")
    nowhere = os.path.join(folder(), "none.db")
    refused(logomachy("admin", "grant", "x", "--db", nowhere), nowhere)
    holds(not os.path.exists(nowhere), "a database was made")
    same(logomachy("admin", "accounts", LOGOMACHY_DB=site().db).status, 0, "named by the environment")


@test
def the_command_reads_a_password_from_the_terminal_without_showing_it():
    anna = person()
    main, other = os.openpty()
    child = subprocess.Popen([PROGRAM, "admin", "password", anna.name, "--db", site().db], stdin=other, stdout=other,
                             stderr=other, env=ENVIRONMENT, start_new_session=True)
    os.close(other)
    seen = b""
    for prompt in (b"New password: ", b"Again: "):
        while prompt not in seen:
            seen += os.read(main, 1000)
        until(lambda: not termios.tcgetattr(main)[3] & termios.ECHO, "nothing is shown")
        os.write(main, b"typed in secret\n")
    same(child.wait(PATIENCE), 0)
    while True:
        try:
            more = os.read(main, 1000)
        except OSError:
            break
        if not more:
            break
        seen += more
    os.close(main)
    holds(b"typed in secret" not in seen and b"has a new password" in seen, seen)
    same(log_in(anna, "typed in secret")[0], 200)


@test
def the_server_was_well_to_the_end():
    anna = person()
    stream = Stream(anna)
    anna.connect().request("GET", "/api/me/export", headers=anna.headers())  # under way when it stops
    site().process.send_signal(signal.SIGTERM)
    same(site().end(), 0)
    stream.end()


finish()
