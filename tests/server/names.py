#!/usr/bin/env python3
"""Which names are allowed: look-alikes, names of closed accounts, and accounts of before all that."""
import os
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Server, until  # noqa: E402
from harness import finish, holds, logomachy, same, test  # noqa: E402

SERVER = Server()
PASSWORD = "correct horse"


def database(statement, *values):
    with sqlite3.connect(SERVER.db, timeout=30) as db:
        return db.execute(statement, values).fetchall()


def register(name):
    answer = Client(SERVER).call("POST", "/api/register", {"name": name, "password": PASSWORD})
    return answer.status if answer.status == 201 else (answer.status, answer.json["error"]["code"])


TAKEN, RESERVED = (409, "account.name_taken"), (422, "account.name_reserved")


@test
def nobody_looks_like_somebody_else():
    same(register("Pascal"), 201)
    same({name: register(name) for name in ("pascal", "Pasçal", "PascaI", "Pasca1", "P.a.s.c.a.l")},
         dict.fromkeys(("pascal", "Pasçal", "PascaI", "Pasca1", "P.a.s.c.a.l"), TAKEN))
    same((register("Расса"), register("Pacca"), register("Paccal")), (201, TAKEN, 201))
    guest = Client(SERVER).guest()
    answer = guest.call("POST", "/api/register", {"name": "PascaI", "password": PASSWORD})
    same((answer.status, answer.json["error"]["code"]), TAKEN, "a guest who registers")
    same(guest.get("/api/me")["account"]["kind"], "guest", "and stays one")


@test
def nobody_passes_for_the_site():
    for name in ("admin", "Moderator", "Level 6", "Computer", "null", "Logomachy Team", "Администратор"):
        same(register(name), RESERVED, name)


@test
def a_closed_accounts_name_is_nobodys_for_a_year():
    people = {name: Client(SERVER).register(name) for name in ("Gonesoon", "Expelled", "Removed")}
    people["Gonesoon"].ok("DELETE", "/api/me", {"password": PASSWORD}, 204)
    boss = Client(SERVER).register("Boss")
    same(logomachy("admin", "grant", "Boss", "--db", SERVER.db).status, 0)
    until(lambda: boss.call("GET", "/api/admin/reports").status == 200, "the rights")
    same(boss.call("POST", "/api/admin/accounts/Expelled", {"close": True}).status // 100, 2)
    same(logomachy("admin", "close", "Removed", "--db", SERVER.db).status, 0)
    for name in people:
        same(register(name), TAKEN, name)
        same(register(name.replace("o", "0")), TAKEN, "nor what looks like it")
    holds(not any(name.lower() in row.lower() for name in people for row, in database("SELECT name FROM past_names")),
          "only a hash is kept")
    database("UPDATE past_names SET until = 1")
    same({name: register(name) for name in people}, dict.fromkeys(people, 201), "and then free")
    guest = Client(SERVER).guest()
    guest.ok("DELETE", "/api/me", {}, 204)
    same(database("SELECT COUNT(*) FROM past_names WHERE until > 1"), [(0,)], "a guest's name is nobody's anyway")


@test
def accounts_of_before_keep_their_names():
    """As an older version left them: look-alikes, reserved names, and no skeletons."""
    for name in ("Oldest", "Older", "Twin"):
        same(register(name), 201)
    SERVER.stop()
    database("UPDATE accounts SET skeleton = ''")
    database("UPDATE accounts SET name = '0ldest', folded = '0ldest' WHERE name = 'Twin'")
    database("UPDATE accounts SET name = 'admin', folded = 'admin' WHERE name = 'Older'")
    database("DELETE FROM notes WHERE name = 'skeletons'")
    SERVER.start()
    found = dict(database("SELECT name, skeleton FROM accounts WHERE name IN ('Oldest', '0ldest', 'admin')"))
    same(sorted(found.values()), ["", "admln", "oldest"], found)
    for name in found:
        same(Client(SERVER).call("POST", "/api/login", {"name": name, "password": PASSWORD}).status, 200, name)
    same((register("Oldе5t"), register("OIdest"), register("PascaI")), ((422, "account.name_script"), TAKEN, TAKEN))


@test
def the_server_was_well_to_the_end():
    SERVER.__exit__(None, None, None)


finish()
