#!/usr/bin/env python3
"""`logomachy admin move-db`, as an operator uses it: a site that was played on goes to a real PostgreSQL and back, and
the same people go on with the same games."""
import importlib.util
import json
import os
import signal
import subprocess

from client import Client, Server, fill, start_match, until
import harness  # noqa: E402
from harness import ENVIRONMENT, PROGRAM, ROOT, finish, folder, holds, logomachy, refused, same, test  # noqa: E402

spec = importlib.util.spec_from_file_location("store_postgres", os.path.join(ROOT, "tests", "store", "postgres.py"))
postgres = importlib.util.module_from_spec(spec)
spec.loader.exec_module(postgres)
harness.tests.clear()  # its own tests are not meant here


def at(db):
    server = Server(start=False)
    server.flags[server.flags.index("--db") + 1] = db
    server.db = db
    return server.start()


def move(*arguments):
    return logomachy("admin", "move-db", *arguments)


def go_on(server, players, match, number):
    """The next move, by people who were here before the site was moved."""
    for player in players:
        player.server, player.starts = server, server.starts
        player.drop()
        server.clients.append(player)
    players[number % 2].act(match, "move", move=fill(5)[number], seq=4 + number)
    return players[0].events(match)


@test
def there_and_back_with_a_game_under_way():
    back = os.path.join(folder(), "back.db")
    with postgres.Postgres() as server_of_sql:
        with Server() as server:
            players = [Client(server).register("Ann"), Client(server).register("Bob")]
            match = start_match(players)
            first = go_on(server, players, match, 0)
            refused(move(server.db, server_of_sql.url), "a server is using", "--in-use")
        done = move(server.db, server_of_sql.url, "--json")
        same(done.status, 0, done.err)
        tables = {table["table"]: table for table in json.loads(done.out)["tables"]}
        same((tables["accounts"]["rows"], tables["matches"]["rows"], tables["entries"]["rows"]), (2, 1, len(first)))
        holds("entries: " in done.err, "somebody who waits sees how far it is")
        with at(server_of_sql.url) as second:
            log = go_on(second, players, match, 1)
            same(log[:-1], first)
            Client(second).register("Carl")
        refused(move(server.db, server_of_sql.url), "already holds a site")
        # From one PostgreSQL to another: here, two databases of one server. Nobody uses the first; --in-use saves looking.
        moved = move("--in-use", server_of_sql.url, server_of_sql.another("second"))
        same(moved.status, 0, moved.err)
        with at(server_of_sql.another("second")) as third:
            longer = go_on(third, players, match, 2)
            same(longer[:-1], log)
            same(Client(third).register("Dora").get("/api/me")["account"]["id"], 4, "it goes on counting")
        same(move("--in-use", server_of_sql.another("second"), back).status, 0)
        with at(back) as fourth:
            same(go_on(fourth, players, match, 3)[:-1], longer)


@test
def cut_off_it_is_not_served_until_it_is_done():
    target = os.path.join(folder(), "target.db")
    with Server() as server:
        for i in range(20):
            Client(server).register(f"Player {i}")
    # It stops in the middle, with the first word that it has to say: the pipe is full, and nobody reads it.
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while True:
            os.write(writer, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(writer, True)
    process = subprocess.Popen([PROGRAM, "admin", "move-db", "--in-use", server.db, target], stderr=writer,
                               stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    try:
        unfinished = "not all of it is there yet"

        def refuses():
            return unfinished in logomachy("admin", "accounts", "--db", target).err
        until(refuses, "the mark")
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        os.close(reader)
        os.close(writer)
    refused(logomachy("serve", "--port", "0", "--db", target), unfinished)
    same(move("--in-use", server.db, target).status, 0)
    same(logomachy("admin", "accounts", "--db", target).out.count("Player "), 20)


@test
def what_is_wrong_is_said():
    where = folder()
    refused(move(), "FROM", status=2)
    refused(move(os.path.join(where, "none.db"), os.path.join(where, "new.db")), "none.db")
    same(os.listdir(where), [], "a mistyped name is not made a database")
    away = "postgresql://someone:secret@127.0.0.1:1/none"
    with Server() as server:
        pass
    told = move("--in-use", server.db, away)
    refused(told, "127.0.0.1")
    holds("secret" not in told.err, told.err)


if __name__ == "__main__":
    finish()
