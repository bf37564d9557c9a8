#!/usr/bin/env python3
"""The live messages (docs/protocol.md): every one that can be sent and every one that comes, what is refused, and
who hears what."""
import json
import time

from client import BINARY, Client, Live, Server, fill, frame, start_match, until
from harness import finish, holds, same, test  # noqa: E402


def refused(answer, status, code):
    same((answer["op"], answer["status"], answer["error"]["code"]), ("refused", status, code), answer)
    holds(answer["error"]["text"], "in words too")


def silence(live):
    """The messages received, without answers to pings."""
    live.settle()
    return [m for m in live.got if m["op"] not in ("pong", "hello")]


# Coming in.

@test
def hello():
    with Server() as server:
        nobody = Live(server)
        same((nobody.hello["name"], nobody.hello["spread"], sorted(nobody.hello)), (None, False, ["name", "now", "op", "spread"]), nobody.hello)
        ann = Client(server).guest()
        same(ann.live().hello["name"], ann.name, "by cookie")
        same(Live(server, Cookie="logomachy=nonsense").hello["name"], None, "a cookie that is worth nothing")
        same(Live(server, Authorization="Bearer nonsense").hello["name"], None, "a token that is worth nothing")
        pong = nobody.ask(op="ping")
        same(sorted(pong), ["now", "op", "request"], "a pong")
        holds(abs(pong["now"] / 1000 - time.time()) < 3600, "the server's time")


@test
def who_may_open_one():
    with Server() as server:
        own = f"http://127.0.0.1:{server.port}"
        same(Live(server, Origin=own).status, 101, "our page")
        for origin in ("http://elsewhere.example", "null", own + ".elsewhere.example", f"http://elsewhere.example:{server.port}"):
            same(Live(server, Origin=origin).status, 403, origin)


@test
def what_is_sent_before_the_hello_is_not_lost():
    with Server() as server:
        ann = Client(server).guest()
        server.kill()  # so that nothing is remembered of the session
        server.start()
        live = Live(server, ann, hello=False)
        for number in range(10):
            live.send(op="ping", request=f"p{number}")
        for number in range(10):
            same(live.answer(f"p{number}")["op"], "pong", number)
        same(live.got[0]["op"], "hello", "the hello comes first")
        same([m["request"] for m in live.got[1:]], [f"p{number}" for number in range(10)], "in order")


# Malformed messages.

@test
def nonsense_is_refused_and_the_socket_stays():
    with Server() as server:
        live = Live(server)
        for text in (b"", b"nonsense", b"[]", b"1", b"null", b'"ping"', b'{"op":"ping"', b'{"op":"ping","op":"ping"}', b"[" * 5000,
                     b'{"op":"\\ud800"}', b"{" * 5000, b'{"op":1e999}', b'{"op":"p\\u0000ing"}'):
            live.mark = len(live.got)
            live.send_raw(text)
            refused(live.until(lambda m: True), 400, "api.bad_message")
        for message in ({"op": "dance"}, {}, {"op": 1}, {"op": None}, {"op": "ping" * 100}, {"op": ["ping"]}):
            refused(live.ask(**message), 400, "api.no_op")
        live.mark = len(live.got)
        live.send(op="ping", request="x" * 41)
        same(live.until(lambda m: m["op"] == "pong")["request"], "", "a name that is too long is none")
        live.settle()


@test
def refusals_are_in_the_language_of_the_client():
    with Server() as server:
        texts = set()
        for lang in ("en", "de", "fr", "nl", "ru"):
            live = Live(server, **{"Accept-Language": lang})
            texts.add(live.ask(op="watch", match="nothing")["error"]["text"])
        same(len(texts), 5, texts)


# Watching.

@test
def a_match_that_is_not_there():
    with Server() as server:
        ann = Client(server).guest()
        live = ann.live()
        for match in ("", "nothing", "x" * 200, 17, None, "../../etc", "ä", "' OR 1=1"):
            refused(live.ask(op="watch", match=match), 404, "api.not_found")
            refused(live.ask(op="act", match=match, verb="join"), 404, "api.not_found")
        refused(live.ask(op="watch"), 404, "api.not_found")


@test
def a_spectator_sees_the_game_and_can_stop():
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        match = start_match([ann, bob])
        nobody, guest = Live(server), Client(server).guest().live()
        for live in (nobody, guest):
            shown = live.ask(op="watch", match=match)
            holds("events" not in shown, "only the match")
            same((shown["match"]["you"], shown["match"]["may"]), (None, []), "has no seat")
            live.ask(op="watch", match=match)  # twice is once
        ann.act(match, "move", move="a2=E/a2")
        for live in (nobody, guest):
            told = live.until(lambda m: m["op"] == "event")
            same((told["match"], told["seq"], told["text"], told["seat"]), (match, 4, "A a2=E/a2", "A"), told)
            holds("may" not in told, "may do nothing")
        nobody.send(op="unwatch", match=match)
        nobody.send(op="unwatch", match=match)
        nobody.settle()
        before = len(nobody.got)
        bob.act(match, "move", move="b2=E/b2")
        guest.until(lambda m: m["op"] == "event" and m["seq"] == 5)
        nobody.settle()
        same([m["op"] for m in nobody.got[before:]], ["pong"], "hears no more of it")
        same(len([m for m in guest.got if m["op"] == "event"]), 2, "each once")


@test
def where_a_watch_begins():
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        match = start_match([ann, bob])
        live = ann.live()
        for start, wanted in ((1, [1, 2, 3]), (3, [3]), (4, []), (5, []), (2**31, []), (2**63 - 1, [])):
            shown = live.ask(op="watch", match=match, **{"from": start})
            same([event["seq"] for event in shown["events"]], wanted, start)
        for start in (-1, 1.5, "1", [1], True):
            answer = live.ask(op="watch", match=match, **{"from": start})
            refused(answer, 400, "api.wants_number")
        for start in (0, None):
            holds("events" not in live.ask(op="watch", match=match, **{"from": start}), "only the match")


@test
def not_too_many_at_once():
    with Server() as server:
        ann = Client(server).guest()
        body = {"game": "balda", "lang": "en", "seats": ["me", "open"], "listed": False}
        matches = [ann.ok("POST", "/api/matches", body, 201)["id"] for _ in range(65)]
        live = ann.live()
        for match in matches[:64]:
            same(live.ask(op="watch", match=match)["op"], "match", match)
        refused(live.ask(op="watch", match=matches[64]), 429, "api.watches")
        live.send(op="unwatch", match=matches[0])
        same(live.ask(op="watch", match=matches[64])["op"], "match", "there is room again")


# Acting.

@test
def acting_is_as_by_request():
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        match = start_match([ann, bob])
        nobody, other, live = Live(server), Client(server).guest().live(), ann.live()
        act = {"op": "act", "match": match, "verb": "move", "move": "a2=E/a2"}
        refused(nobody.ask(**act), 401, "api.log_in")
        refused(other.ask(**act), 403, "api.seatless")
        refused(bob.live().ask(**act), 422, "rules.not_your_turn")
        refused(live.ask(**{**act, "verb": "dance"}), 400, "api.no_verb")
        refused(live.ask(**{**act, "verb": None}), 400, "api.no_verb")
        refused(live.ask(**{**act, "verb": "start"}), 400, "api.no_verb")
        refused(live.ask(**{**act, "move": 1}), 400, "api.wants_text")
        refused(live.ask(**{**act, "move": "x" * 1000}), 400, "api.wants_text")
        refused(live.ask(**{**act, "move": "a2=E/a2\nB b2=E/b2"}), 400, "api.wants_line")
        refused(live.ask(**{**act, "seq": "4"}), 400, "api.wants_number")
        refused(live.ask(**{**act, "seq": 3}), 409, "api.stale")
        refused(live.ask(op="act", match=match, verb="join", seat="E"), 400, "api.no_seat")
        refused(live.ask(op="act", match=match, verb="ask-takeback", moves=0), 400, "api.wants_number")
        for move in ("", "nonsense", "a9=E/a9", "a2=E/b2", "B a2=E/a2", "start", "flag B", "abort", "hold 5", "sit B 1", "deal A X"):
            same(live.ask(**{**act, "move": move})["status"], 422, move)
        same(len(ann.events(match)), 3, "nothing has happened")
        live.ask(op="watch", match=match)
        answer = live.ask(**act, seq=4)
        same((answer["op"], answer["match"], answer["seq"], answer["repeated"]), ("done", match, 4, False), answer)
        same([event["seq"] for event in live.events(match)], [4], "and hears of it as all do")
        order = [m["op"] for m in live.got if m["op"] in ("event", "done")]
        same(order, ["event", "done"], "first what happened, then that it was done")


@test
def everything_that_can_happen_is_told():
    """All verbs, as the other player hears of them."""
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        match = ann.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"]}, 201)["id"]
        live = ann.live()
        live.ask(op="watch", match=match)
        steps = [(bob, "join", {}), (ann, "move", {"move": "a2=E/a2"}), (bob, "offer-draw", {}), (ann, "decline-draw", {}),
                 (ann, "ask-takeback", {}), (bob, "decline-takeback", {}), (bob, "move", {"move": "b2=E/b2"}),
                 (bob, "ask-takeback", {"moves": 1}), (ann, "accept-takeback", {}), (bob, "move", {"move": "c2=E/c2"}),
                 (bob, "offer-draw", {}), (ann, "accept-draw", {})]
        for who, verb, more in steps:
            who.act(match, verb, **more)
        told = live.until(lambda m: m["op"] == "event" and m["status"] == "over")
        same(told["result"], {"winners": [], "draw": True, "reason": "agreement"}, "a draw")
        texts = [event["text"] for event in live.events(match)]
        same(texts[1:], ["start", "A a2=E/a2", "offer B draw", "decline A draw", "ask A takeback 1", "decline B takeback",
                         "B b2=E/b2", "ask B takeback 1", "agree A takeback", "B c2=E/c2", "offer B draw", "agree A draw"], texts)
        sit = live.events(match)[0]
        same((sit["player"], sit["seat"]), (bob.name, "B"), "who came")
        holds(str(bob.csrf) not in live.raw.decode(), "and nothing else of him")
        offers = [event["offers"] for event in live.events(match)]
        same(offers[3], {"draw": "B", "takeback": None}, "an offer that stands")
        same(offers[5], {"draw": None, "takeback": {"by": "A", "moves": 1}}, "a question that stands")


# Presence.

def presence(live, match):
    """The messages that a player got about the others, in order."""
    return [m["seats"] for m in live.got if m["op"] == "presence" and m["match"] == match]


def told(live, match, **seats):
    live.until(lambda m: m["op"] == "presence" and m["match"] == match and m["seats"] == seats, f"{seats} in {match}")


@test
def players_are_told_which_of_the_others_are_connected():
    with Server() as server:
        ann, bob, eve = (Client(server).guest() for _ in range(3))
        match = ann.ok("POST", "/api/matches", {"game": "balda", "lang": "en", "seats": ["me", "open"]}, 201)["id"]
        live, onlooker = ann.live(), eve.live()
        for one in (live, onlooker):
            one.ask(op="watch", match=match)
        live.settle()
        same(presence(live, match), [], "before the start")
        bob.act(match, "join")
        told(live, match, B=False)
        theirs = bob.live()
        told(live, match, B=True)
        theirs.ask(op="watch", match=match)
        told(theirs, match, A=True)
        start = time.monotonic()
        theirs.close()
        theirs = bob.live()  # as when a page is loaded again
        took = time.monotonic() - start
        theirs.close()
        told(live, match, B=False)
        if took < 4:
            same(presence(live, match), [{"B": False}, {"B": True}, {"B": False}], "a short gap is not told")
        live.ask(op="watch", match=match)
        told(live, match, B=False)

        # After the end nothing is told: the news of the other match would come in the same round.
        other = start_match([ann, bob])
        live.ask(op="watch", match=other)
        told(live, other, B=False)
        ann.act(match, "resign")
        before = presence(live, match)
        theirs = bob.live()
        told(live, other, B=True)
        same(presence(live, match), before, "after the end")
        onlooker.settle()
        same(presence(onlooker, match), [], "for players only")


# Chat.

@test
def what_is_said_is_heard_by_those_who_watch():
    with Server() as server:
        ann, bob, eve = (Client(server).guest() for _ in range(3))
        match = start_match([ann, bob])
        lives = {client.name: client.live() for client in (ann, bob, eve)}
        nobody = Live(server)
        for live in (*lives.values(), nobody):
            live.ask(op="watch", match=match)
        done = lives[ann.name].ask(op="chat", match=match, text="good luck")
        same((done["op"], done["match"]), ("done", match), done)
        for live in (*lives.values(), nobody):
            told = live.until(lambda m: m["op"] == "chat")
            same((told["match"], told["name"], told["seat"], told["text"]), (match, ann.name, "A", "good luck"), told)
        same(eve.live().ask(op="chat", match=match, text="hello")["op"], "done", "onlookers may talk in a public match")
        nobody.until(lambda m: m["op"] == "chat" and m["seat"] is None)
        for name in (ann.name, bob.name):
            lives[name].settle()
            holds(not any(m["op"] == "chat" and m["name"] == eve.name for m in lives[name].got), "players do not hear onlookers")
        refused(nobody.ask(op="chat", match=match, text="hello"), 401, "api.log_in")
        refused(lives[ann.name].ask(op="chat", match=match), 422, "chat.length")
        refused(lives[ann.name].ask(op="chat", match=match, text="x" * 301), 422, "chat.length")
        refused(lives[ann.name].ask(op="chat", match="nothing", text="x"), 404, "api.not_found")
        bob.ok("PUT", f"/api/me/mutes/{ann.name}", {}, 204)
        before = len(lives[bob.name].got)
        lives[ann.name].ask(op="chat", match=match, text="do you hear me?")
        nobody.until(lambda m: m["op"] == "chat" and m["text"] == "do you hear me?")
        lives[bob.name].settle()
        same([m["op"] for m in lives[bob.name].got[before:]], ["pong"], "who is muted is not heard")


@test
def players_of_a_finished_match_are_told_of_a_rematch():
    with Server() as server:
        ann, bob, eve = (Client(server).guest() for _ in range(3))
        match = start_match([ann, bob], listed=False)
        bob.ok("PUT", f"/api/me/mutes/{ann.name}", {}, 204)
        live = bob.live()
        live.ask(op="watch", match=match)
        same(ann.call("POST", f"/api/matches/{match}/rematch", {}).status, 409, "not before the end")
        ann.act(match, "resign")
        made = ann.ok("POST", f"/api/matches/{match}/rematch", {"request": "again"}, 201)
        told = live.until(lambda m: m["op"] == "rematch")
        same(told, {"op": "rematch", "match": match, "next": made["id"]}, "typed, whoever is muted")
        ann.ok("POST", f"/api/matches/{match}/rematch", {"request": "again"}, 200)
        live.settle()
        same(len([m for m in live.got if m["op"] == "rematch"]), 1, "told once")
        same(bob.get(f"/api/matches/{match}/rematch"), {"next": made["id"]}, "also to who comes later")
        same(bob.get(f"/api/matches/{match}/chat")["chat"], [], "nothing was said for it")
        same(eve.call("GET", f"/api/matches/{match}/rematch").status, 403, "for players only")


@test
def the_second_who_asks_for_a_rematch_joins_it():
    with Server() as server:
        ann, bob, eve, cid = (Client(server).guest() for _ in range(4))
        match = start_match([ann, bob])
        path = f"/api/matches/{match}/rematch"
        live = Live(server, ann)
        live.ask(op="watch", match=match)
        bob.act(match, "resign")
        made = ann.ok("POST", path, {"request": "a"}, 201)
        same(ann.ok("POST", path, {}, 200)["id"], made["id"], "who asks again has it already")
        joined = bob.ok("POST", path, {"request": "b"}, 200)
        same((joined["id"], joined["you"], joined["previous"]), (made["id"], "A", match))
        until(lambda: bob.get(f"/api/matches/{made['id']}")["status"] == "running", "the start")
        same([one.ok("POST", path, {"request": name}, 200)["id"] for one, name in ((ann, "c"), (bob, "b"), (bob, "d"))], [made["id"]] * 3, "while it runs")
        live.settle()
        same([m["next"] for m in live.got if m["op"] == "rematch"], [made["id"]], "told once")
        ann.act(made["id"], "resign")
        same(bob.ok("POST", path, {"request": "b"}, 200)["id"], made["id"], "a request that is repeated, also after the end")
        third = bob.ok("POST", path, {"request": "e"}, 201)
        holds(third["id"] != made["id"], "one that is over is no rematch to join")
        eve.act(third["id"], "join")  # a stranger takes the last seat
        fourth = ann.ok("POST", path, {}, 201)
        holds(fourth["id"] != third["id"], "one that runs without the player neither")
        same(bob.ok("POST", path, {}, 200)["id"], fourth["id"], "but the newest")
        bob.act(fourth["id"], "abort")
        same(eve.call("POST", path, {}).status, 403, "for players only")
        many = start_match([ann, bob, cid], game="bali")
        path = f"/api/matches/{many}/rematch"
        first, second, third = sorted((ann, bob, cid), key=lambda one: one.get(f"/api/matches/{many}")["you"])
        for player in (first, second):
            player.act(many, "resign")
        made = third.ok("POST", path, {}, 201)
        same(made["you"], "A")
        eve.act(made["id"], "join", seat="B")  # which would have been the first one's
        same([one["id"] for one in [first.ok("POST", path, {}, 200)]], [made["id"]], "any seat that is free")
        holds(second.ok("POST", path, {}, 201)["id"] != made["id"], "no seat is free")


# Going.

@test
def who_logs_out_is_out_everywhere_with_that_session():
    with Server() as server:
        ann = Client(server).register("ann")
        second = Client(server)
        second.ok("POST", "/api/login", {"name": "ann", "password": "correct horse"})
        lives = [ann.live(), ann.live(), second.live()]
        old = ann.cookie
        ann.ok("POST", "/api/logout", {}, 204)
        same([lives[0].end(), lives[1].end()], [4001, 4001], "closed")
        lives[2].settle()  # another browser stays
        ann.cookie = old
        same(ann.get("/api/me")["account"], None, "the cookie is worth nothing any more")
        same(ann.live().hello["name"], None, "here neither")


@test
def a_guest_who_registers_comes_again_as_that():
    with Server() as server:
        ann = Client(server).guest()
        old, live = ann.cookie, ann.live()
        match = start_match([ann, Client(server).guest()])
        ann.register("ann")
        same(live.end(), 4001, "closed")
        same(ann.live().hello["name"], "ann", "the new name")
        same(ann.get(f"/api/matches/{match}")["you"], "A", "the same account")
        ann.cookie = old
        same(ann.get("/api/me")["account"], None, "the guest's cookie is worth nothing any more")


# The lobby, and one's own.

@test
def the_lobby_is_told_of_open_matches():
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        near, far = Live(server), Live(server)
        near.send(op="lobby")
        near.settle()
        body = {"game": "balda", "lang": "en", "seats": ["me", "open"]}
        hidden = ann.ok("POST", "/api/matches", dict(body, listed=False), 201)["id"]
        match = ann.ok("POST", "/api/matches", body, 201)["id"]
        told = near.until(lambda m: m["op"] == "lobby")["match"]
        same((told["id"], told["status"], told["game"], told["lang"]), (match, "waiting", "balda", "en"), told)
        same([seat["player"] for seat in told["seats"]], [ann.name, None], "who waits")
        bob.act(match, "join")
        near.until(lambda m: m["op"] == "lobby" and m["match"]["status"] == "running")
        broken = ann.ok("POST", "/api/matches", body, 201)["id"]
        ann.act(broken, "abort")
        near.until(lambda m: m["op"] == "lobby" and m["match"]["id"] == broken and m["match"]["status"] == "aborted")
        holds(hidden not in near.raw.decode(), "what is not listed is told to nobody")
        near.send(op="lobby", on=False)
        near.settle()
        before = len(near.got)
        ann.ok("POST", "/api/matches", body, 201)
        near.settle()
        same([m["op"] for m in near.got[before:]], ["pong"], "no more")
        same(silence(far), [], "who did not ask hears nothing")


@test
def ones_own_matches_are_told_wherever_one_is():
    with Server() as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        first = start_match([ann, bob])
        live, plain, his = ann.live(), ann.live(), Client(server).guest().live()
        for one in (live, his):
            one.send(op="mine")
            one.settle()
        live.ask(op="watch", match=first)
        second = start_match([ann, bob])
        ann.act(first, "move", move="a2=E/a2")
        ann.act(second, "move", move="a2=E/a2")
        live.until(lambda m: m["op"] == "event" and m["match"] == second and m["seq"] == 4)
        live.settle()
        same([event["seq"] for event in live.events(first)], [4], "what is watched too comes once")
        same([event["seq"] for event in live.events(second)], [1, 2, 3, 4], "from the first on")
        same(live.events(second)[3]["may"], ann.get(f"/api/matches/{second}")["may"], "what she may do")
        same((silence(plain), silence(his)), ([], []), "nobody else")
        live.send(op="mine", on=False)
        live.settle()
        before = len(live.events(second))
        bob.act(second, "move", move="b2=E/b2")
        live.settle()
        same(len(live.events(second)), before, "no more")


# Those who do not behave.

@test
def a_flood_is_dropped_without_harm_to_others():
    with Server(limits="on") as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        match = start_match([ann, bob])
        calm = bob.live()
        calm.ask(op="watch", match=match)
        flood = ann.live()
        payload = frame(1, json.dumps({"op": "ping", "request": "f"}).encode())
        try:
            for _ in range(200):
                flood.socket.sendall(payload * 50)
        except OSError:
            pass
        same(flood.end(), 1008, "dropped")
        ann.act(match, "move", move="a2=E/a2")
        calm.until(lambda m: m["op"] == "event" and m["seq"] == 4)
        ann.live().settle()  # she may come again


@test
def what_is_too_large_or_no_text_is_dropped_without_harm_to_others():
    with Server() as server:
        calm = Live(server)
        for payload, kind, code in ((b'{"op":"ping","x":"' + b"x" * (1 << 20) + b'"}', 1, 1009),
                                    (b'{"op":"\xff"}', 1, 1007), (b"{}", BINARY, 1003)):
            rude = Live(server)
            try:
                rude.send_raw(payload, kind)
            except OSError:
                pass
            same(rude.end(), code, payload[:20])
            calm.settle()


@test
def who_does_not_read_is_dropped_without_harm_to_others():
    with Server() as server:
        calm, ann = Live(server), Client(server).guest()
        match = start_match([ann, Client(server).guest()], settings={"size": "9"})
        deaf = Live(server, listen=False)
        # Its answers are large and it never takes them: they pile up until it is dropped.
        payload = frame(1, json.dumps({"op": "watch", "match": match, "from": 1}).encode())
        try:
            for _ in range(100000):
                deaf.socket.sendall(payload * 20)
            raise AssertionError("it takes all and never drops anybody")
        except OSError:
            pass
        calm.settle()
        ann.act(match, "move", move=fill(9)[0])


finish()
