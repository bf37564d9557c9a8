#!/usr/bin/env python3
"""A bot for a Logomachy server: takes a seat in open matches, and plays whatever runs with legal moves.

    example-bot.py http://127.0.0.1:8080 TOKEN [GAMES]

TOKEN is one of POST /api/me/tokens {"label": "my bot", "bot": true}. GAMES: stop after this many games.
It asks a program for its moves, `logomachy moves`, as it stands in the path or in $LOGOMACHY_PROGRAM:
put a better idea into choose(). See protocol.md for what the messages mean.
"""
import json
import os
import random
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid

SITE, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2]
GAMES = int(sys.argv[3]) if len(sys.argv) > 3 else None
PROGRAM = os.environ.get("LOGOMACHY_PROGRAM", "logomachy")


def call(method, path, body=None):
    """The answer's JSON; what is refused has an "error" in it. A lost answer is asked for again: every request
    that does something has a name, so it is done only once."""
    data = json.dumps(body).encode() if body is not None else None
    headers = {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"}
    while True:
        try:
            request = urllib.request.Request(SITE + path, data, headers, method=method)
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError as refusal:
            if refusal.code not in (429, 503):
                return json.loads(refusal.read())
            time.sleep(int(refusal.headers.get("Retry-After") or 1))
        except OSError:
            time.sleep(1)


def choose(match):
    """A move, as the rules write it. This one likes many points, but not always the most."""
    record = match["record"].encode()
    done = subprocess.run([PROGRAM, "moves", "-", "--json"], input=record, stdout=subprocess.PIPE, check=True)
    moves = sorted(json.loads(done.stdout)["moves"], key=lambda move: -move["points"])
    return random.choice(moves[:5])["text"] if moves else "pass"


def play(match):
    """Moves, if it is our turn. `seq` says what we have seen: if something else came first, the server says so."""
    shown = call("GET", f"/api/matches/{match}")
    if shown.get("you") in shown.get("turn", []):
        answer = call("POST", f"/api/matches/{match}/actions", {
            "verb": "move", "move": choose(shown), "seq": shown["seq"], "request": uuid.uuid4().hex})
        if answer.get("error", {}).get("code") not in (None, "api.stale"):
            print(f"{match}: {answer['error']['text']}", flush=True)
            call("POST", f"/api/matches/{match}/actions", {"verb": "resign", "request": uuid.uuid4().hex})


def join_one():
    """Takes a free seat in an open match, where there is one."""
    for match in call("GET", "/api/matches").get("matches", []):
        if "error" not in call("POST", f"/api/matches/{match['id']}/actions", {"verb": "join", "request": uuid.uuid4().hex}):
            return


def follow(over):
    """Reads the stream of events until it ends, and plays. True when there were enough games."""
    request = urllib.request.Request(SITE + "/api/events", headers={"Authorization": "Bearer " + TOKEN})
    with urllib.request.urlopen(request, timeout=90) as stream:
        for line in stream:
            message = json.loads(line)
            if message["op"] == "running" or (message["op"] == "event" and message["status"] == "running"):
                play(message["match"])
            elif message["op"] == "event" and message["status"] in ("over", "aborted"):
                over.add(message["match"])
                print(f"{message['match']}: {message['result']}", flush=True)
            if message["op"] in ("ready", "beat") or (message["op"] == "event" and message["result"]):
                if GAMES is not None and len(over) >= GAMES:
                    return True
                join_one()
    return False


def main():
    over = set()
    while True:
        try:
            if follow(over):
                return
        except OSError as lost:  # the server stops, or the line is cut: come again
            print(lost, flush=True)
        time.sleep(1)


main()
