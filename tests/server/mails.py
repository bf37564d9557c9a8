#!/usr/bin/env python3
"""Mails of a site with two processes and a relay that takes its time: each arrives once, whichever process sends it; a recipient
whose mails hang delays nobody else, and what a dead process had claimed is sent by another."""
import contextlib
import time

from client import Server, until
from client.databases import Database, Postgres, Sqlite
from client.nats import Nats
from client.relay import Relay
from harness import finish, holds, same, test  # noqa: E402

WORLD = contextlib.ExitStack()
PARTS = {}


def part(name, make):
    if name not in PARTS:
        PARTS[name] = WORLD.enter_context(make())
    return PARTS[name]


def databases(name):
    """One of each kind, empty."""
    return [Sqlite(), Database(part("postgres", Postgres), name)]


class Site:
    """Processes that share a database and a relay."""

    def __init__(self, db, relay, processes=2):
        self.db, self.relay = db, relay
        self.servers = [Server("--bus", part("nats", Nats).url, "--smtp", relay.url, start=False) for _ in range(processes)]
        for server in self.servers:
            server.flags[server.flags.index("--db") + 1] = db.place

    def __enter__(self):
        self.servers[0].start()
        for server in self.servers[1:]:
            server.start()
        return self

    def __exit__(self, kind, value, trace):
        for server in self.servers:
            if server.process and server.is_alive():
                server.__exit__(kind, value, trace)

    def add(self, *recipients):
        """All at once: no process sees some of them first."""
        rows = ", ".join(f"('{to}', 'Hello', 'Your turn', {at}, 0, 0)" for at, to in enumerate(recipients, 1000))
        self.db.sql(f"INSERT INTO mails (recipient, subject, body, at, next_try, tries) VALUES {rows}")

    def left(self):
        return self.db.sql("SELECT COUNT(*) FROM mails")[0][0]


def arrived_once(relay, recipients):
    ids = relay.ids()
    same(sorted(to for to, _ in ids), sorted(recipients), "each mail arrives once")
    same(len({name for _, name in ids}), len(ids), "each has a Message-ID of its own")


@test
def two_processes_send_each_mail_once():
    for db in databases("once"):
        with Relay() as relay, Site(db, relay) as site:
            relay.delay = 0.7
            recipients = [f"p{i}@example.org" for i in range(40)] + ["p1@example.org"] * 3
            site.add(*recipients)
            until(lambda: site.left() == 0, "the last mail")
            arrived_once(relay, recipients)


@test
def a_recipient_that_hangs_delays_nobody():
    for db in databases("hangs")[:1]:
        with Relay() as relay, Site(db, relay) as site:
            relay.dead = {f"dead{i}@example.org" for i in range(4)}
            living = [f"p{i}@example.org" for i in range(40)]
            site.add(*sorted(relay.dead) * 10, *living)
            until(lambda: len(relay.ids()) == len(living), "those that do not hang")
            arrived_once(relay, living)
            same(relay.given_up, 0, "they came while the others were still being waited for")
            holds(0 < relay.hanging <= len(relay.dead), f"one at a time to a recipient, not {relay.hanging}")
            for server in site.servers:
                server.kill()


@test
def what_a_dead_process_had_claimed_is_sent_by_another():
    for db in databases("claims"):
        with Relay() as relay, Site(db, relay, 1) as site:
            relay.open.clear()
            claimed = [f"p{i}@example.org" for i in range(5)]
            site.add(*claimed)
            until(lambda: len(relay.waiting()) == 5, "mails that the relay has not accepted")
            first = relay.waiting()
            site.servers[0].kill()
            relay.dead = set(claimed)  # nothing of this counts as taken
            relay.taken.clear()
            with Site(db, relay, 1) as other:
                until(lambda: "bus up" in health(other.servers[0]), "the other process")
                other.add("new@example.org")
                until(lambda: len(relay.waiting()) == 6, "a mail that nobody has claimed")
                same(len(db.sql("SELECT id FROM mails WHERE claimed > 0")), 6, "the claims of the dead hold")
                relay.dead = set()
                relay.open.set()
                until(lambda: other.left() == 5, "the one that it sends")
                relay.taken.clear()
                db.sql("UPDATE mails SET claimed = 1")  # their time is over
                until(lambda: other.left() == 0, "those of the dead")
                same(relay.ids(), first, "under the Message-IDs that they had")


@test
def a_stop_does_not_send_again_what_the_relay_has():
    with Relay() as relay, Site(Sqlite(), relay, 1) as site:
        relay.open.clear()
        recipients = [f"p{i}@example.org" for i in range(20)]
        site.add(*recipients)
        until(lambda: len(relay.waiting()) == 16, "as many as are sent at a time")
        server = site.servers[0]
        server.process.terminate()
        until(lambda: "server.stopping" in server.words(), "the end")
        time.sleep(0.5)
        relay.open.set()
        same(server.end(), 0, server.words())
        same(site.db.sql("SELECT COUNT(*), MAX(claimed), MAX(tries) FROM mails"), [(4, 0, 0)], "the others wait, unclaimed")
        server.start()
        until(lambda: site.left() == 0, "the rest")
        arrived_once(relay, recipients)


def health(server):
    connection = server.http()
    connection.request("GET", "/healthz")
    answer = connection.getresponse().read().decode()
    connection.close()
    return answer


@test
def a_relay_that_is_away_is_tried_later():
    relay = Relay()
    with relay:
        pass  # gone
    with Site(Sqlite(), relay, 1) as site:
        for tries in (1, 2):
            site.add(f"p{tries}@example.org") if tries == 1 else site.db.sql("UPDATE mails SET next_try = 0")
            until(lambda: site.db.sql("SELECT tries FROM mails WHERE claimed = 0 AND next_try > at") == [(tries,)], "the next try")
        holds("mail.not_sent" in site.servers[0].words(), "the journal says so")


if __name__ == "__main__":
    try:
        finish()
    finally:
        WORLD.close()
