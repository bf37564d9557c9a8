#!/usr/bin/env python3
"""The Word Game on the server: a whole game of two people, whose racks nobody else is told of, and one against the
computer."""
import importlib.util
import os

from client import Client, Server, start_match, until
from harness import ROOT, finish, folder, holds, logomachy, same, test, write  # noqa: E402

spec = importlib.util.spec_from_file_location("wordgame_oracle", os.path.join(ROOT, "tests", "perft", "wordgame.py"))
oracle = importlib.util.module_from_spec(spec)
spec.loader.exec_module(oracle)
OPENING = 3  # two passes, so that both racks are drawn again, and an exchange
MOVES = 40  # then both pass


def short_words():
    found = logomachy("lexicon", "find", "*", "--lexicon", "en-international", "--length", "2-4", "--tier", "2",
                      "--limit", "1000000")
    same(found.status, 0, found.err)
    return set(found.out.split())


def text_of(move):
    x, y, down, tiles = move
    column, row = chr(ord("A") + x), str(y + 1)
    return f"{column + row if down else row + column}:{tiles}"


class Table:
    """The knowledge of a seat: the board, its own rack. Kept by an oracle that shares nothing with the program."""

    def __init__(self, client, match, seat, words):
        self.client, self.match, self.seat = client, match, seat
        self.game = oracle.Game("game wordgame\nlang en\n", words)
        self.seen = 0

    def look(self):
        """Takes in what has happened since."""
        for event in self.client.events(self.match, self.seen + 1):
            self.seen = event["seq"]
            words = event["text"].split()
            if words[0] in "AB" and ":" in words[1]:
                same(event["fresh"], self.lay(words), f"squares that {event['text']} fills")
            elif words[0] == self.seat and words[1] == "exchange":
                self.game.racks[self.seat] -= oracle.Counter(words[2])
            elif event["draws"] and words[-1] == "pass":  # the second of the opening: racks are drawn again
                self.game.racks[self.seat] = oracle.Counter()
            for draw in event["draws"]:
                _, seat, tiles = draw.split()
                holds(seat == self.seat or set(tiles) == {"?"}, f"{self.seat} is told of {draw}")
                if seat == self.seat:
                    self.game.racks[seat] += oracle.Counter(tiles)

    def lay(self, words):
        """The other's tiles come from a rack that is not known. Returns the squares that the move fills."""
        what, how = self.game.parse(words[1:])
        same(what, "place")
        fresh = []
        for square, tile in zip(self.game.squares(*how[:3], len(how[3])), how[3]):
            if square not in self.game.board:
                self.game.board[square] = tile
                fresh.append(15 * square[1] + square[0])
                if words[0] == self.seat:
                    self.game.racks[self.seat][self.game.kind(tile)] -= 1
        self.game.racks[self.seat] = +self.game.racks[self.seat]
        return fresh

    def choose(self):
        """The best move without blanks: to look for others takes long here."""
        self.game.turn = self.seat
        rack = self.game.racks[self.seat]
        self.game.racks[self.seat] = oracle.Counter({kind: n for kind, n in rack.items() if kind != "?"})
        best = max((how for _, how in self.game.placements()), key=lambda how: self.game.place_points(*how), default=None)
        self.game.racks[self.seat] = rack
        if best:
            return text_of(best)
        return "pass" if self.game.board else self.exchange()

    def exchange(self):
        return "exchange " + "".join(sorted(self.game.racks[self.seat].elements()))


def play(tables):
    match = tables[0].match
    for number in range(200):
        shown = tables[0].client.get(f"/api/matches/{match}")
        if shown["status"] == "over":
            return shown
        table = tables[number % 2]
        table.look()
        if number < OPENING or number >= MOVES:
            move = table.exchange() if number == OPENING - 1 else "pass"
        else:
            move = table.choose()
        table.client.act(match, "move", move=move)
    raise AssertionError("the game does not end")


def verified(record):
    result = logomachy("verify", write(os.path.join(folder(), "game.rec"), record))
    same((result.status, result.err), (0, ""))


# R-WG-28, R-REC-37
@test
def two_people_and_what_they_are_told():
    words = short_words()
    with Server() as server:
        ann, bob, eve = (Client(server).guest() for _ in range(3))
        match = start_match([ann, bob], "wordgame", settings={"exchange": "on"})
        listeners = {name: client.live() for name, client in (("A", ann), ("B", bob), ("E", eve))}
        for live in listeners.values():
            live.ask(op="watch", match=match)
        tables = [Table(client, match, seat, words) for client, seat in ((ann, "A"), (bob, "B"))]
        before = {seat: client.get(f"/api/matches/{match}")["state"] for seat, client in (("A", ann), ("B", bob), ("E", eve))}
        for seat, state in before.items():
            racks = [line.split() for line in state.splitlines() if line.startswith("rack ")]
            same([len(rack) for rack in racks], [4 if rack[1] == seat else 3 for rack in racks], state)
            holds(all(line.split() == ["bag", "88"] for line in state.splitlines() if line.startswith("bag")), state)
        over = play(tables)
        for live in listeners.values():
            live.settle()
        for seat, live in listeners.items():
            deals = [draw.split() for m in live.events(match) for draw in m["draws"]]
            holds(deals, "draws are told")
            holds(all(set(deal[2]) == {"?"} for deal in deals if deal[1] != seat), f"{seat} was told of other's tiles")
            texts = [m["text"].split() for m in live.events(match)]
            exchanged = [words for words in texts if words[1:2] == ["exchange"]]
            same([set(words[2]) == {"?"} for words in exchanged], [words[0] != seat for words in exchanged], exchanged)
            holds(exchanged, "somebody exchanged")
            views = [m["state"] for m in live.events(match) if m["status"] == "running"]
            holds(len(views) > 10, "each event brings the position")
            for state in views:
                racks = [line.split() for line in state.splitlines() if line.startswith("rack ")]
                same([len(rack) for rack in racks], [4 if rack[1] == seat else 3 for rack in racks], state)
            holds("state" not in live.events(match)[-1], "the end is open, so the record tells it")
        holds(over["scores"][0] > 0 and over["scores"][1] > 0 and len(tables[0].game.board) > 20, "words were played")
        same(over["result"]["reason"] in ("passes", "out"), True, over["result"])
        record = eve.get(f"/api/matches/{match}/record")
        verified(record)
        holds(f"seed {over['seed']}" in record, "the record can be replayed")


@test
def against_the_computer():
    with Server() as server:
        ann = Client(server).guest()
        match = ann.ok("POST", "/api/matches", {"game": "classic", "lang": "en", "lexicon": "en-american",
                                                "settings": {"exchange": "off"}, "seats": ["me", 2]}, 201)["id"]
        for _ in range(60):
            shown = until(lambda: next((s for s in [ann.get(f"/api/matches/{match}")] if s["status"] == "over" or "A" in s["turn"]), None),
                          "the computer's move")
            if shown["status"] == "over":
                break
            ann.act(match, "move", move="pass")
        same(shown["status"], "over")
        verified(ann.get(f"/api/matches/{match}/record"))


@test
def refusals_and_settings():
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        terms = {"game": "wordgame", "lang": "en", "seats": ["me", "open"]}
        plain = "/".join(["." * 15] * 15)
        made = ann.ok("POST", "/api/matches", {**terms, "settings": {"board": plain}}, 201)
        same(ann.get(f"/api/matches/{made['id']}")["settings"]["board"], plain)
        ann.ok("POST", "/api/matches", {**terms, "settings": {"board": "./." * 10}}, 422)
        ann.ok("POST", "/api/matches", {**terms, "settings": {"exchange": "maybe"}}, 422)
        match = start_match([ann, bob], "wordgame")
        for move in ("8A:QZXJ", "exchange A", "8H", "deal A AAAAAAAA", "x" * 500):
            holds(ann.call("POST", f"/api/matches/{match}/actions", {"verb": "move", "move": move}).status in (400, 409, 422), move)
        bob.act(match, "resign")
        same(ann.get(f"/api/matches/{match}")["result"]["reason"], "resignation")


@test
def the_analysis_measures_as_best_does():
    with Server() as server:
        ann = Client(server).guest()
        with open(os.path.join(ROOT, "tests", "golden", "classic-whole.rec"), encoding="utf-8") as file:
            record = file.read()
        asked = {"record": record, "ask": "best", "level": 4, "position": 4}
        told = ann.ok("POST", "/api/analysis", {**asked, "seconds": 2})
        holds(abs(told["equity"] - told["points"] - told["leave"]) < 0.01 and 0 <= told["win"] <= 1, told)


finish()
