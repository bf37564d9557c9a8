#!/usr/bin/env python3
"""Matches that nobody plays any more end by themselves, and only those."""
import time

from client import Client, Server, start_match, until
from client.databases import Sqlite
from harness import finish, holds, same, test  # noqa: E402

DAY = 86400000


def open_match(client, **terms):
    return client.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"], **terms}, 201)["id"]


def age(db, days, *matches):
    """As if all of it had happened `days` days before."""
    names = ", ".join(f"'{match}'" for match in matches)
    db.sql(f"UPDATE matches SET created = created - {days * DAY}, started = CASE started WHEN 0 THEN 0 ELSE started - {days * DAY} END,"
           f" deadline = CASE deadline WHEN 0 THEN 0 ELSE deadline - {days * DAY} END WHERE id IN ({names})")
    db.sql(f"UPDATE seats SET created = created - {days * DAY} WHERE match_id IN ({names})")
    db.sql(f"UPDATE entries SET at = at - {days * DAY} WHERE match_id IN ({names})")


def site(*flags):
    db = Sqlite()
    made = Server(*flags, start=False)
    made.flags[made.flags.index("--db") + 1] = db.place
    return db, made.start()


def status(client, match):
    shown = client.get(f"/api/matches/{match}")
    return shown["status"], (shown["result"] or {}).get("reason")


@test
def open_and_abandoned_matches_expire():
    db, server = site()
    with server:
        ann, bob = Client(server).register("Ann"), Client(server).register("Bob")
        stale = [open_match(ann), open_match(ann, listed=False)]
        idle = [start_match([ann, bob], rated=True), start_match([ann], seats=["me", 1])]
        timed = start_match([ann, bob], clock={"kind": "days", "days": 7})
        fresh, joined = open_match(ann), open_match(ann)
        running = start_match([ann, bob])
        server.stop()
        age(db, 13, fresh, running)
        age(db, 200, *stale, *idle, timed, joined)
        db.sql(f"UPDATE entries SET at = at + {199 * DAY} WHERE match_id = '{joined}' AND seq = (SELECT MAX(seq) FROM entries"
               f" WHERE match_id = '{joined}')")
        server.start()
        ended = "SELECT COUNT(*) FROM matches WHERE status = 3 AND end_reason = 'expired'"
        until(lambda: db.sql(ended) == [(4,)], "without that anybody looks at them")
        for match in stale + idle:
            same(status(ann, match), ("aborted", "expired"))
            event = ann.events(match)[-1]
            same((event["text"], event["status"]), ("abort", "aborted"), str(event))
        for match in (fresh, joined):
            same(status(ann, match), ("waiting", None))
        same(status(ann, running), ("running", None))
        holds(status(ann, timed)[1] != "expired", "one with a clock ends by that")
        lobby = [one["id"] for one in bob.get("/api/matches?status=open")["matches"]]
        holds(fresh in lobby and not set(stale) & set(lobby), f"the lobby: {lobby}")
        same(db.sql("SELECT COUNT(*) FROM ratings"), [(0,)], "no rating changes")
        bob.act(fresh, "join")


@test
def an_outage_of_days_is_forgiven():
    """Or a clock that was wrong by months while the site was down."""
    db, server = site("--open-days", "1", "--idle-days", "2")
    with server:
        ann, bob = Client(server).guest(), Client(server).guest()
        matches = [open_match(ann), start_match([ann, bob])]
        server.stop()
        age(db, 100, *matches)
        db.sql(f"UPDATE notes SET text = '{int(time.time() * 1000) - 90 * DAY}' WHERE name = 'alive'")
        server.start()
        same([status(ann, match) for match in matches], [("waiting", None), ("running", None)])
        server.stop()
        age(db, 3, *matches)
        db.sql("DELETE FROM notes WHERE name = 'away'")
        server.start()
        same([status(ann, match) for match in matches], [("aborted", "expired")] * 2, "also when somebody looks")


@test
def nothing_expires_where_that_is_off():
    db, server = site("--open-days", "0", "--idle-days", "0")
    with server:
        ann, bob = Client(server).guest(), Client(server).guest()
        matches = [open_match(ann), start_match([ann, bob])]
        server.stop()
        age(db, 5000, *matches)
        server.start()
        same([status(ann, match) for match in matches], [("waiting", None), ("running", None)])


if __name__ == "__main__":
    finish()
