#!/usr/bin/env python3
"""Guessing passwords, floods of accounts and mails: what limits there are, that nobody is locked out by them, and that
several processes of a site allow no more than one."""
import collections
import contextlib
import email
import email.policy
import glob
import http.client
import os
import re
import sqlite3
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import PATIENCE, Client, Server, until  # noqa: E402
from client.nats import Nats  # noqa: E402
from harness import finish, folder, holds, logomachy, same, test  # noqa: E402

PASSWORD = "correct horse"
WORLD = contextlib.ExitStack()
PARTS = {}


def site():
    """Two processes with one database, and limits."""
    if not PARTS:
        bus, where = WORLD.enter_context(Nats()), folder()
        PARTS["site"] = [Server("--bus", bus.url, where=where, limits="on") for _ in range(2)]
    return PARTS["site"]


class From(Client):
    """Somebody at an address of their own."""

    def __init__(self, address, server=None):
        super().__init__(server or site()[0])
        self.address = address

    def connect(self):
        if not self.connection:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE,
                                                         source_address=(self.address, 0))
        return self.connection


ADDRESSES = (f"127.0.{i}.{j}" for i in range(1, 250) for j in range(1, 250))


def fresh(server=None):
    return From(next(ADDRESSES), server)


def code(answer):
    return ((answer.json or {}).get("error") or {}).get("code")


def device_of(answer):
    """The cookie by which this browser is known the next time."""
    found = re.search(r"logomachy-device=[^;,]+", answer.headers.get("set-cookie", ""))
    return found and found.group()


def registered(client, name):
    answer = client.call("POST", "/api/register", {"name": name, "password": PASSWORD})
    same(answer.status, 201, answer)
    return device_of(answer)


def log_in(client, name, password=PASSWORD, device=None):
    client.cookie, client.csrf = None, ""
    answer = client.call("POST", "/api/login", {"name": name, "password": password}, **({"Cookie": device} if device else {}))
    if answer.status == 429:
        holds(int(answer.headers["retry-after"]) > 0 and code(answer) == "api.slow_down", answer)
    return answer.status


def guesses(client, name, most, device=None):
    """How many wrong passwords are taken before the next is refused."""
    for i in range(most):
        if log_in(client, name, f"wrong horse {i}", device) == 429:
            return i
    return most


@test
def wrong_passwords_are_bounded_by_name_and_address():
    fresh().register("Victim", PASSWORD)
    mallory = fresh()
    same(guesses(mallory, "Victim", 12), 8)
    same(log_in(mallory, "Victim"), 429, "also with the right one")
    same(log_in(mallory, "Somebody Else", "wrong horse"), 401, "other names are counted apart")


@test
def the_owner_is_not_locked_out():
    """However many others have tried, and from however many addresses."""
    for _ in range(6):
        guesses(fresh(), "Victim", 9)
    owner = fresh()
    same([log_in(owner, "Victim") for _ in range(10)], [200] * 10, "what was right costs nothing")
    clumsy = fresh()
    same((log_in(clumsy, "Victim", "wrong horse"), log_in(clumsy, "Victim")), (401, 200), "a slip is forgiven")


@test
def a_name_under_attack_gives_each_address_fewer_guesses():
    same([guesses(fresh(), "Victim", 9) for _ in range(3)], [2] * 3)


@test
def one_address_tries_so_many_names():
    mallory = fresh()
    answers = [log_in(mallory, f"Person Number{'abcdefghijklmnopqrstuvwxyz'[i]}", "wrong horse") for i in range(24)]
    same(collections.Counter(answers), {401: 20, 429: 4})


@test
def right_logins_are_not_counted():
    fresh().register("Regular", PASSWORD)
    client = fresh()
    same({log_in(client, "Regular") for _ in range(25)}, {200})


# --- Devices that are known.

def used_up(address, name):
    """A neighbour behind the same address leaves no tries, neither for the name nor for the address."""
    mallory = From(address)
    guesses(mallory, name, 9)
    for i in range(21):
        if log_in(mallory, f"Neighbour Number{'abcdefghijklmnopqrstuvwxyz'[i]}", "wrong horse") == 429:
            return
    holds(False, "an address has no end of tries")


@test
def a_neighbour_cannot_lock_out_a_known_device():
    address = next(ADDRESSES)
    owner, elsewhere = From(address), From(address, site()[1])
    device = registered(owner, "Homebody")
    owner.ok("POST", "/api/logout", b"", 204)
    used_up(address, "Homebody")
    same((log_in(owner, "Homebody"), log_in(elsewhere, "Homebody")), (429, 429), "a browser that is not known waits")
    for client in (owner, elsewhere):
        same([log_in(client, "Homebody", device=device) for _ in range(10)], [200] * 10, "what was right costs nothing")
        same((log_in(client, "Homebody", "wrong horse", device), log_in(client, "Homebody", device=device)), (401, 200), "a slip is forgiven")


@test
def a_device_that_is_not_the_accounts_gets_nothing():
    address = next(ADDRESSES)
    owner, mallory = From(address), From(address)
    device, foreign = registered(owner, "Careful"), registered(mallory, "Malice")
    name, value = device.split("=")
    parts = value.split(".")
    same(len(parts), 4)
    forged = [value[:-1], value + "A", "x" * len(value), ".".join(["A" * 22] + parts[1:]), ".".join(parts[:3]),
              ".".join([parts[0], str(int(parts[1]) + 1)] + parts[2:]), ".".join(foreign.split("=")[1].split(".")[:3] + parts[3:])]
    used_up(address, "Careful")
    for one in [f"{name}={value}" for value in forged] + [foreign]:
        same((log_in(owner, "Careful", device=one), one), (429, one))
    same(log_in(mallory, "Malice", device=foreign), 200, "it is good for its own account")
    same(log_in(owner, "Careful", device=device), 200)


@test
def a_new_password_makes_devices_unknown():
    address = next(ADDRESSES)
    owner, new = From(address), "another horse"
    old = [registered(owner, "Changing")]
    answer = owner.call("POST", "/api/login", {"name": "Changing", "password": PASSWORD})
    old.append(device_of(answer))
    answer = owner.call("POST", "/api/me/password", {"old": PASSWORD, "new": new})
    same(answer.status, 204, answer)
    used_up(address, "Changing")
    same([log_in(owner, "Changing", new, device) for device in old], [429, 429])
    same(log_in(owner, "Changing", new, device_of(answer)), 200, "but not the one where it was changed")


@test
def guessing_with_a_stolen_device_is_bounded():
    """The token is no credential, and its tries are counted wherever it is used."""
    owner, thief = fresh(), fresh()
    device = registered(owner, "Robbed")
    same(thief.call("GET", "/api/me", Cookie=device).json, {"account": None}, "it logs nobody in")
    same(device_of(owner.call("POST", "/api/logout", b"")), None, "logging out leaves it")
    same(guesses(thief, "Robbed", 5, device), 5)
    same(guesses(fresh(site()[1]), "Robbed", 12, device), 3, "from any address, by any process")
    same(log_in(fresh(), "Robbed", device=device), 429, "also with the right password")
    same(log_in(owner, "Robbed"), 200, "what a thief tries does not lock the owner out")


@test
def two_processes_allow_no_more_than_one():
    one, two = site()
    fresh().register("Spread", PASSWORD)
    address = next(ADDRESSES)
    a, b = From(address, one), From(address, two)
    same(guesses(a, "Spread", 5), 5)
    same(guesses(b, "Spread", 12), 3, "wrong passwords")
    same(log_in(a, "Spread", "wrong horse"), 429)
    address = next(ADDRESSES)
    a, b = From(address, one), From(address, two)

    def made(path, body, most):
        """How many of them succeed, turn by turn on either process."""
        statuses = []
        for i in range(most):
            who = (a, b)[i % 2]
            who.cookie, who.csrf = None, ""
            statuses.append(who.call("POST", path, body(i)).status)
        return collections.Counter(statuses)

    same(made("/api/guest", lambda i: {}, 34), {201: 30, 429: 4}, "guests")
    same(made("/api/register", lambda i: {"name": f"Many{'abcdefgh'[i]}", "password": PASSWORD}, 8), {201: 5, 429: 3}, "accounts")
    same(made("/api/password/forgot", lambda i: {"name": f"Any{i}"}, 8), {204: 5, 429: 3}, "forgotten passwords")


@test
def a_stolen_session_guesses_no_more_at_two_processes():
    one, two = site()
    a = fresh(one)
    a.register("Stolen", PASSWORD)
    b = fresh(two)
    b.cookie, b.csrf = a.cookie, a.csrf

    def change(client, old):
        return client.call("POST", "/api/me/password", {"old": old, "new": PASSWORD}).status

    same([change(a, PASSWORD) for _ in range(3)], [204] * 3, "a right one costs nothing")
    b.cookie, b.csrf = a.cookie, a.csrf
    same([change(a, "wrong horse") for _ in range(5)], [403] * 5)
    same([change(b, "wrong horse") for _ in range(4)], [403] * 3 + [429], "the rest at the other process")
    same(change(b, PASSWORD), 429)


@test
def two_processes_deal_the_same():
    date = time.strftime("%Y-%m-%d", time.gmtime())
    one, two = (Client(server).get(f"/api/daily?date={date}") for server in site())
    same(one, two)


@test
def what_is_counted_tells_neither_names_nor_addresses():
    with sqlite3.connect(site()[0].db, timeout=30) as db:
        rows = [name for name, in db.execute("SELECT name FROM buckets")]
    holds(len(rows) > 20 and all(re.fullmatch(r"[\w-]{43}", name) for name in rows), rows[:5])


# --- Mails.

def mails(address):
    found = []
    for path in glob.glob(os.path.join(site()[0].outbox, "*.eml")):
        with open(path, "rb") as file:
            mail = email.message_from_binary_file(file, policy=email.policy.default)
        if mail["To"] and address.lower() in mail["To"].lower():
            found += re.findall(r"token=([\w-]+)", mail.get_content())
    return found


@test
def nobody_is_flooded_with_mails():
    """Registering with another user's address sends a mail there."""
    statuses = collections.Counter()
    for i in range(8):
        address = ("flood@example.org", "Flood@Example.ORG")[i % 2]
        answer = fresh(site()[i % 2]).call("POST", "/api/register", {"name": f"Flood{'abcdefgh'[i]}", "password": PASSWORD, "mail": address})
        statuses[answer.status] += 1
        holds(answer.status == 201 or int(answer.headers["retry-after"]) > 3600, answer)
    same(statuses, {201: 5, 429: 3})
    until(lambda: len(mails("flood@example.org")) == 5, "the mails")
    sender = fresh()
    sender.register("Sender", PASSWORD)

    def change(i):
        return sender.call("POST", "/api/me/mail", {"mail": f"any{i}@example.org", "password": PASSWORD}).status

    same(collections.Counter(change(i) for i in range(8)), {202: 5, 429: 3}, "so many by one person")


def person_with_mail(name, address):
    person = fresh()
    person.register(name, PASSWORD, mail=address)
    token = until(lambda: mails(address), f"mail to {address}")[-1]
    person.ok("POST", "/api/mail/confirm", {"token": token}, 204)
    return person


def forgot(**body):
    answer = fresh().call("POST", "/api/password/forgot", body)
    same((answer.status, answer.bytes), (204, b""), body)


@test
def mail_addresses_are_compared_whatever_their_case():
    person_with_mail("Casey", "Casey@Example.org")
    forgot(mail="casey@EXAMPLE.org")
    until(lambda: len(mails("casey@example.org")) == 2, "the link")
    other = fresh()
    other.register("Copy", PASSWORD, mail="CASEY@example.org")
    token = until(lambda: len(mails("casey@example.org")) == 3 and mails("CASEY@example.org"), "the mail")
    answers = [other.call("POST", "/api/mail/confirm", {"token": one}) for one in token]
    same([(a.status, code(a)) for a in answers if code(a) != "account.ticket"], [(409, "account.mail_taken")])


def buckets():
    with sqlite3.connect(site()[0].db, timeout=30) as db:
        return set(db.execute("SELECT name, full_at FROM buckets"))


@test
def as_much_is_written_for_names_that_nobody_has():
    """The answer comes before the account is looked up, and what is done then does not tell either."""
    person_with_mail("Known", "known@example.org")
    for body in ({"mail": "known@example.org"}, {"name": "Known"}, {"mail": "nobody@example.org"}, {"name": "Nobody Here"}):
        before = buckets()
        forgot(**body)
        until(lambda: len(buckets() - before) == 3, f"what is written for {body}")
    until(lambda: len(mails("known@example.org")) == 3, "the links")
    same(len(mails("nobody@example.org")), 0)


@test
def a_banned_account_gets_no_new_password():
    person_with_mail("Banned", "banned@example.org")
    forgot(mail="banned@example.org")
    token = until(lambda: len(mails("banned@example.org")) == 2 and mails("banned@example.org"), "the link")
    same(logomachy("admin", "ban", "Banned", "--db", site()[0].db).status, 0)
    answers = [fresh().call("POST", "/api/password/reset", {"token": one, "password": "another horse"}) for one in token]
    same([(a.status, code(a), "set-cookie" in a.headers) for a in answers if code(a) != "account.ticket"],
         [(403, "account.banned", False)])
    forgot(mail="banned@example.org")
    forgot(mail="known@example.org")  # what comes after it is sent
    until(lambda: len(mails("known@example.org")) == 4, "the link of somebody else")
    same(len(mails("banned@example.org")), 2, "and no other link")


@test
def the_servers_were_well_to_the_end():
    for server in site():
        server.__exit__(None, None, None)
    WORLD.close()


finish()
