#!/usr/bin/env python3
"""Matches whose lexicon is another one after a restart: they go on with the word that they began with, or are refused clearly."""
import os
import re
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Server, start_match, until  # noqa: E402
from harness import finish, folder, holds, logomachy, same, test, write  # noqa: E402

WORDS = ["crown", "brown", "drown", "frown", "grown", "rot", "rote", "row", "own"]
MOVES = ["c2=T/b3c3c2", "d2=E/b3c3c2d2"]  # ROT and ROTE, whatever the start word


def with_words(where, words):
    """The lexicon of this folder, anew."""
    result = logomachy("lexicon", "import", "en", write(os.path.join(folder(), "words"), "\n".join(words) + "\n"), "--lang", "en",
                       "--lexicons", where)
    same(result.status, 0, result.err)


class Site:
    """A server with a lexicon of its own, and two players."""

    def __init__(self):
        self.lexicons = folder()
        with_words(self.lexicons, WORDS)
        self.server = Server(start=False)
        self.server.flags[self.server.flags.index("--lexicons") + 1] = self.lexicons
        self.server.start()
        self.players = [Client(self.server).register(name) for name in ("Ann", "Bob")]

    def begin(self, moves=2, **terms):
        match = start_match(self.players, "balda", lang="en", **terms)
        for number, text in enumerate(MOVES[:moves]):
            self.players[number % 2].act(match, "move", move=text)
        return match, re.search("^start (.*)$", self.players[0].get(f"/api/matches/{match}/record"), re.M).group(1)

    def restart(self, words, then=lambda: None):
        self.server.stop()
        with_words(self.lexicons, words)
        then()
        self.server.start()

    def database(self, statement, *values):
        with sqlite3.connect(self.server.db, timeout=30) as db:
            return db.execute(statement, values).fetchall()

    def refusal(self, match, status=409):
        answer = self.players[0].call("GET", f"/api/matches/{match}")
        same(answer.status, status, answer.bytes[:300])
        return answer.json["error"]


def status(client, match):
    """One of Ann's matches as lists show it."""
    return next(which for which in ("running", "aborted")
                if match in [one["id"] for one in client.get(f"/api/players/Ann/matches?status={which}")["matches"]])


def first_line(site, match):
    (text,), = site.database("SELECT text FROM entries WHERE match_id = ? AND text LIKE 'start%'", match)
    return text


@test
def it_goes_on_with_the_word_that_was_drawn():
    site = Site()
    begun = [site.begin() for _ in range(12)]
    holds(len({word for _, word in begun}) > 1, begun)
    for match, word in begun:
        holds(re.fullmatch(f"start lexicon [0-9a-f]{{16}} start {word}", first_line(site, match)), first_line(site, match))
    # More words: the seeds give other ones now.
    site.restart([*WORDS, *(first + "lown" for first in "bcfgkmp"), *(first + "rows" for first in "bcdfgpt")])
    ann, bob = site.players
    for match, word in begun:
        same(re.search("^start (.*)$", ann.get(f"/api/matches/{match}/record"), re.M).group(1), word, "the same board")
        bob_or_ann = {"A": ann, "B": bob}[ann.get(f"/api/matches/{match}")["turn"][0]]
        bob_or_ann.act(match, "resign")
        record = ann.get(f"/api/matches/{match}/record")
        holds(re.search(f"^seed [0-9a-f]+\ndrawn [0-9a-f]{{16}} start {word}$", record, re.M), record)
        # With the lexicon of today nobody can tell whether the seed gave that word.
        told = logomachy("verify", "-", "--lexicons", site.lexicons, stdin=record.encode())
        same(told.status, 0, told.err)
        holds("The lexicon en has changed since" in told.out and f"start {word}" in told.out, told.out)
    site.server.stop()


@test
def the_lexicon_of_that_time_proves_the_draw():
    site = Site()
    match, word = site.begin()
    site.players[0].act(match, "resign")
    record = site.players[0].get(f"/api/matches/{match}/record")
    told = logomachy("verify", "-", "--lexicons", site.lexicons, stdin=record.encode())
    same((told.status, "has changed" in told.out), (0, False), told.err)
    other = next(one for one in WORDS if len(one) == 5 and one.upper() != word).upper()
    told = logomachy("verify", "-", "--lexicons", site.lexicons, stdin=record.replace(f"start {word}", f"start {other}").encode())
    same(told.status, 1, told.out)
    holds(f"the seed gives “start {word}”" in told.err, told.err)
    site.server.stop()


@test
def a_word_that_is_gone_is_named():
    site = Site()
    (first, word), (second, _) = site.begin(), site.begin(moves=1)
    site.restart([one for one in WORDS if one not in (word.lower(), "rote")])
    ann, bob = site.players
    error = site.refusal(first)
    same((error["code"], error["text"]), ("match.lexicon_changed", f"the lexicon en has changed: {word} is no longer in play"))
    german = ann.call("GET", f"/api/matches/{first}", None, **{"Accept-Language": "de"}).json["error"]["text"]
    same(german, f"das Lexikon en hat sich geändert: {word} ist nicht mehr im Spiel")
    live = ann.live()
    same(live.ask(op="watch", match=first)["error"]["code"], "match.lexicon_changed")
    live.close()
    for verb in ({"verb": "resign"}, {"verb": "move", "move": "pass"}):
        answer = ann.call("POST", f"/api/matches/{first}/actions", verb)
        same((answer.status, answer.json["error"]["code"]), (409, "match.lexicon_changed"))
    # It is in the way of nothing: lists, other matches and new ones are there.
    same([status(ann, match) for match in (first, second)], ["running", "running"])
    start_match(site.players, "balda", lang="en")
    # Only its players can abort it, once.
    eve = Client(site.server).guest()
    same(eve.call("POST", f"/api/matches/{first}/actions", {"verb": "abort"}).status, 409)
    same(bob.act(first, "abort")["repeated"], False)
    same(status(ann, first), "aborted")
    same(bob.call("POST", f"/api/matches/{first}/actions", {"verb": "abort"}).status, 409)
    # If the words come back, it is aborted all the same, and can be seen.
    site.restart(WORDS)
    same(ann.get(f"/api/matches/{first}")["status"], "aborted")
    site.server.stop()


@test
def a_log_without_the_word_replays_if_it_can():
    site = Site()
    begun = [site.begin() for _ in range(6)]

    def forget():
        site.database("UPDATE entries SET text = 'start' WHERE text LIKE 'start%'")
    site.restart(WORDS, forget)
    for match, word in begun:
        holds(f"\nstart {word}\n" in site.players[0].get(f"/api/matches/{match}/record"), "as it was")
    site.restart([one for one in WORDS if one != "rote"])
    for match, _ in begun:
        same(site.refusal(match)["text"], "the lexicon en has changed: ROTE is no longer in play")
    site.server.stop()


@test
def a_start_word_that_the_players_named_is_one_too():
    site = Site()
    match, word = site.begin(start="GROWN")
    same((word, first_line(site, match)[:14]), ("GROWN", "start lexicon "))
    site.restart([one for one in WORDS if one != "grown"])
    same(site.refusal(match)["text"], "the lexicon en has changed: GROWN is no longer in play")
    site.players[0].act(match, "abort")
    site.server.stop()


@test
def a_clock_that_has_run_out_ends_it():
    site = Site()
    match, word = site.begin(clock={"kind": "move", "base_ms": 60000})
    site.restart([one for one in WORDS if one != word.lower()],
                 lambda: site.database("UPDATE matches SET deadline = 1000 WHERE id = ?", match))
    until(lambda: status(site.players[0], match) == "aborted", "the server")
    site.server.stop()


finish()
