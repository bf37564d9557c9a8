#!/usr/bin/env python3
"""Bali on the server: alone, two to four people, challenges and who is waited for, giving up, and clocks."""
import json
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Live, Server, start_match, until  # noqa: E402
from harness import ROOT, finish, folder, holds, logomachy, same, test, write  # noqa: E402

SERVER = Server()


def guests(count):
    return [Client(SERVER).guest() for _ in range(count)]


def shown(client, match):
    return client.get(f"/api/matches/{match}")


def move(client, match, text):
    client.act(match, "move", move=text)


RECALL = {"settings": {"recall": "on"}}  # a record that the program can read while the game runs


def begin(count, **terms):
    """A match of `count` people: its id, and the clients in the order of the seats that they cut for."""
    players = guests(count)
    match = start_match(players, "bali", **terms)
    seats = {shown(player, match)["you"]: player for player in players}
    return match, [seats[seat] for seat in sorted(seats)]


def columns(state):
    return {words[1]: words[2:] for words in (line.split() for line in state.splitlines()) if words[:1] == ["column"]}


def legal(client, match):
    """The moves where the record ends, a thousand at most: with two jokers on the table there may be millions."""
    result = logomachy("moves", "-", "--json", "--top", "1000", stdin=client.get(f"/api/matches/{match}/record").encode())
    same(result.status, 0, result.err)
    return [move["text"] for move in json.loads(result.out)["moves"]]


def verified(client, match):
    record = client.get(f"/api/matches/{match}/record")
    result = logomachy("verify", write(os.path.join(folder(), "game.rec"), record))
    same((result.status, result.err), (0, ""), record)


def refusal(client, match, move):
    answer = client.call("POST", f"/api/matches/{match}/actions", {"verb": "move", "move": move})
    holds(answer.status in (409, 422), (answer.status, answer.json))
    return answer.json["error"]["code"]


# R-BALI-15, R-BALI-29, R-BALI-33
@test
def alone():
    ann, eve = guests(2)
    match = ann.ok("POST", "/api/matches", {"game": "bali", "lang": "fr", "seats": ["me"], **RECALL}, 201)["id"]
    until(lambda: shown(ann, match)["status"] == "running", "the start")
    same(len(columns(shown(ann, match)["state"])), 7)
    for _ in range(3):
        moves = legal(ann, match)
        ann.act(match, "move", move=next((m for m in moves if m.startswith("take")), moves[-1]))
    same(refusal(ann, match, "resign"), "bali.no_resign")
    holds("resign" not in shown(ann, match)["may"], shown(ann, match)["may"])
    holds("\nseed " not in eve.get(f"/api/matches/{match}/record"), "the seed is not told before the end")
    ann.act(match, "move", move="done")
    over = shown(eve, match)
    same((over["status"], over["result"]["winners"], over["result"]["reason"]), ("over", ["A"], "done"))
    verified(eve, match)


def dealt(state):
    """The record of a first position, from the cards that lie on the table."""
    return "game bali\nlang fr\n" + "".join(f"deal {place} {cards[0]}\n" for place, cards in columns(state).items())


def word_at_once(player, joker=False):
    """A match in which a word of four letters or more can be taken at once; that move and its letters."""
    while True:
        match = player.ok("POST", "/api/matches", {"game": "bali", "lang": "fr", "seats": ["me"]}, 201)["id"]
        until(lambda: shown(player, match)["status"] == "running", "the start")
        told = logomachy("moves", "-", "--json", stdin=dealt(shown(player, match)["state"]).encode())
        for found in json.loads(told.out)["moves"]:
            if found["text"].startswith("take ") and len(found["word"]) > 3 and (joker or "=" not in found["text"]):
                return match, found
        player.act(match, "move", move="done")


def all_of(client, match):
    """Everything that can be asked about a match, and the lists that it is in."""
    paths = ("", "/record", "/events?states=1", "/events?from=1&limit=2&states=1", "/events")
    of_match = [f"/api/matches/{match}{path}" for path in paths]
    lists = ["/api/matches?status=running", "/api/matches?mine=1", "/api/me/export"]
    return "\n".join(client.call("GET", path).bytes.decode() for path in [*of_match, *lists])


# R-BALI-62, R-BALI-64
@test
def nobody_can_look_back_unless_the_players_want_it():
    ann, (eve,) = Client(SERVER).register("Ann"), guests(1)
    match, found = word_at_once(ann)
    same(shown(ann, match)["settings"]["recall"], "off")
    lives = [ann.live(), eve.live(), Live(SERVER)]
    first = columns(shown(ann, match)["state"])
    for live in lives:
        live.ask(op="watch", match=match)
    heard = [len(live.got) for live in lives]
    ann.act(match, "move", move=found["text"])
    until(lambda: len(columns(shown(ann, match)["state"])) == 7, "the refill")
    lying = columns(shown(ann, match)["state"])
    events = [live.until(lambda m: m["op"] == "event") for live in lives]
    pushed = [json.dumps(live.got[before:]) for live, before in zip(lives, heard)]
    for sent in [*pushed, *(all_of(client, match) for client in (ann, eve, Client(SERVER)))]:
        holds(found["word"] not in sent, ("the word", sent))
        holds(not re.search("deal [A-D][1-7] [^?]", sent), ("a card of the log", sent))
        holds(not re.search("deck [^?]", sent), ("unseen cards by letter", sent))
        for place, cards in first.items():
            holds(lying[place] == cards or f"column {place} {cards[0]}\\n" not in sent, ("an earlier position", place, sent))
    for event in events:
        same((event["points"], "word" in event, "run" in event), (found["points"], False, False))
    same([line for line in shown(eve, match)["state"].splitlines() if line.startswith("taken")],
         [f"taken A {len(found['word'])} {found['points']}"], "how many cards for how many points")
    ann.act(match, "move", move="done")
    for client in (ann, eve, Client(SERVER)):
        sent = all_of(client, match)
        holds(f'"word": "{found["word"]}"' in sent or f'"word":"{found["word"]}"' in sent, "after the end everything is shown")
    verified(eve, match)


# R-BALI-62
@test
def ones_own_data_do_not_tell_what_a_joker_became():
    ann = Client(SERVER).register("Jo")
    while "=" not in (turn := word_at_once(ann, joker=True))[1]["text"]:
        ann.act(turn[0], "move", move="done")
    match, move = turn[0], turn[1]["text"]
    ann.act(match, "move", move=move)

    def exported():
        one = next(one for one in ann.get("/api/me/export")["matches"] if one["id"] == match)
        return [entry["event"] for entry in one["log"] if entry["event"].startswith("A ")]
    same(exported(), ["A ?"])
    ann.act(match, "move", move="done")
    same(exported(), [f"A {move}", "A done"], "once it is over")


def play_some(players, match, moves):
    """Random moves, each by the player to move."""
    pick = random.Random(5)
    for _ in range(moves):
        now = shown(players[0], match)
        if now["status"] == "over":
            return
        same(len(now["turn"]), 1, now["turn"])
        options = legal(players[0], match) or ["pass"]
        move(players["ABCD".index(now["turn"][0])], match, pick.choice(options))


# R-BALI-11, R-BALI-43, R-BALI-44
@test
def two_three_and_four_people():
    for count in (2, 3, 4):
        match, players = begin(count, lang="en", **RECALL)
        same(len(columns(shown(players[0], match)["state"])), {2: 14, 3: 15, 4: 16}[count])
        play_some(players, match, 12)
        # The others go on without who gives up; the last one wins.
        for player in players[:-1]:
            move(player, match, "resign")
        over = shown(players[0], match)
        same((over["status"], over["result"]["winners"], over["result"]["reason"]),
             ("over", ["ABCD"[count - 1]], "resignation"))
        verified(players[0], match)


def rank(card):
    """How near to A a card is: a joker is nearer, and an umlaut is its vowel."""
    return " ABCDEFGHIJKLMNOPQRSTUVWXYZ".index({"*": " ", "Ä": "A", "Ö": "O", "Ü": "U"}.get(card, card))


def leads(cuts, order):
    """The leader by these cuts, in order; checks that exactly the players who tie for nearest cut again."""
    now, rest = cuts[:len(order)], cuts[len(order):]
    same([seat for seat, _ in now], order, "in the order of sitting down")
    best = min(rank(card) for _, card in now)
    nearest = [seat for seat, card in now if rank(card) == best]
    if len(nearest) == 1:
        same(rest, [], "nobody cuts any more")
        return nearest[0]
    return leads(rest, nearest)


def cuts_of(text):
    return re.findall("^cut ([A-D]) (.)$", text, re.M)


# R-BALI-59, R-BALI-60
@test
def who_leads_is_cut_for():
    led = set()
    for turn in range(40):
        count = 2 + turn % 3
        players = [(client, client.name) for client in guests(count)]
        match = start_match([client for client, _ in players], "bali", lang="fr")
        now = shown(Client(SERVER), match)
        by_seat = [seat["player"] for seat in now["seats"]]
        names = [name for _, name in players]
        leader = names.index(by_seat[0])
        same(by_seat[1:], names[:leader] + names[leader + 1:], "the others follow in their order")
        same(now["turn"], ["A"])
        for client, name in players:
            same(shown(client, match)["you"], "ABCD"[by_seat.index(name)])
        cuts = cuts_of(now["record"])
        same(leads(cuts, ["ABCD"[by_seat.index(name)] for name in names]), "A")
        started = next(event for event in Client(SERVER).events(match) if event["text"] == "start cut")
        same([line for line in started["draws"] if line.startswith("cut")], [f"cut {seat} {card}" for seat, card in cuts])
        by_letter = {shown(client, match)["you"]: client for client, _ in players}
        for seat in "ABCD"[:count - 1]:
            move(by_letter[seat], match, "resign")
        verified(players[0][0], match)
        record = players[0][0].get(f"/api/matches/{match}/record")
        same(cuts_of(record), cuts, "after the end too")
        seat, card = cuts[0]
        other = record.replace(f"cut {seat} {card}\n", f"cut {seat} {'K' if card != 'K' else 'L'}\n", 1)
        result = logomachy("verify", write(os.path.join(folder(), "other.rec"), other))
        same(result.status, 1, result.out)
        led.add(leader)
        if len(led) > 2 and turn > 8:
            return
    holds(False, ("who came third never led", led))


# R-BALI-59
@test
def a_computer_cuts_too():
    for _ in range(30):
        ann, = guests(1)
        match = ann.ok("POST", "/api/matches", {"game": "bali", "lang": "en", "seats": ["me", 1]}, 201)["id"]
        now = until(lambda: next((m for m in [shown(ann, match)] if m["status"] == "running"), None), "the start")
        same(sorted(seat["level"] for seat in now["seats"]), [0, 1])
        same(now["seats"]["AB".index(now["you"])]["level"], 0, "the seat of a person")
        if now["you"] == "B":
            until(lambda: shown(ann, match)["turn"] == ["B"], "the computer, which leads, has moved")
            return
    holds(False, "the computer never led")


# R-BALI-48, R-BALI-49, R-BALI-51
@test
def who_is_not_waited_for_may_challenge():
    match, (ann, bob, cid) = begin(3, lang="fr", settings={"challenge": "on"}, clock={"kind": "move", "base_ms": 600000})
    before = columns(shown(ann, match)["state"])
    ann.act(match, "move", move="A1+B1" if before["A1"] != ["*"] and before["B1"] != ["*"] else "A2+B2")
    now = shown(cid, match)
    same(now["turn"], ["B"], "only the next seat is waited for, and its clock runs")
    same(refusal(ann, match, "challenge"), "bali.no_challenge")
    cid.act(match, "move", move="challenge")
    same(shown(bob, match)["turn"], ["A"], "now the player has to name a word")
    same(refusal(bob, match, "challenge"), "bali.no_challenge")
    ann.act(match, "move", move="pass")
    now = shown(bob, match)
    same((now["turn"], columns(now["state"])), (["B"], before), "the join is undone, refills and all")
    texts = [event["text"] for event in bob.events(match)]
    same([text for text in texts if text[:2] in ("A ", "B ", "C ")][1:], ["C challenge", "A pass"])


# R-BALI-52
@test
def whose_clock_runs_out_under_challenge_has_named_nothing():
    match, (ann, bob, cid) = begin(3, lang="fr", settings={"challenge": "on"}, clock={"kind": "move", "base_ms": 3000})
    before = columns(shown(ann, match)["state"])
    ann.act(match, "move", move="A1+B1" if before["A1"] != ["*"] and before["B1"] != ["*"] else "A2+B2")
    bob.act(match, "move", move="challenge")
    now = until(lambda: next((s for s in [shown(bob, match)] if s["turn"] != ["A"]), None), "the flag")
    same((now["status"], now["turn"], columns(now["state"])), ("running", ["B"], before))
    holds("flag A" in [event["text"] for event in bob.events(match)], "it is A's")


@test
def alone_a_clock_that_runs_out_ends_it():
    ann, = guests(1)
    match = ann.ok("POST", "/api/matches", {"game": "bali", "lang": "fr", "seats": ["me"],
                                            "clock": {"kind": "move", "base_ms": 1000}}, 201)["id"]
    over = until(lambda: next((s for s in [shown(ann, match)] if s["status"] == "over"), None), "the flag")
    same((over["result"]["reason"], over["result"]["winners"]), ("clock", []))
    verified(ann, match)


@test
def what_cannot_be_is_refused():
    ann, = guests(1)
    for body, code in (({"settings": {"challenge": "on"}}, "bali.challenge_alone"), ({"rated": True}, None),
                       ({"seats": ["me", "open", "open", "open", "open"]}, None), ({"settings": {"min_word": "2"}}, None)):
        answer = ann.call("POST", "/api/matches", {"game": "bali", "lang": "fr", "seats": ["me"], **body})
        holds(answer.status == 422 and (code is None or answer.json["error"]["code"] == code), (body, answer.status, answer.json))


@test
def the_analysis_says_what_to_expect():
    ann, = guests(1)
    with open(os.path.join(ROOT, "tests", "golden", "bali-alone-last.rec"), encoding="utf-8") as file:
        record = file.read()
    for more in ({}, {"position": 11}):  # the end, which is solved, and an early position
        told = ann.ok("POST", "/api/analysis", {"record": record, "ask": "best", "level": 4, "seconds": 2, **more})
        holds(told["score"] > 0 and 0 <= told["bonus"] <= 1, told)
    whole = json.loads(logomachy("best", "-", "--level", "4", "--json", stdin=record.encode()).out)
    told = ann.ok("POST", "/api/analysis", {"record": record, "ask": "best", "level": 4, "seconds": 2})
    same((told["score"], told["bonus"]), (whole["score"], whole["bonus"]))


@test
def the_server_was_well_to_the_end():
    SERVER.stop()


finish()
