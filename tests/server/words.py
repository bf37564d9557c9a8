#!/usr/bin/env python3
"""The API for games, lexicons, words and news; chat and reports; and the engine's answers. Every route:
what it gives, what it refuses, who may, and how often."""
import json
import os
import re
import resource
import sqlite3
import threading
import time
import urllib.parse

from client import Client, Live, Server, start_match, until
from harness import LEXICONS, ROOT, finish, folder, holds, logomachy, same, test, write

LANGUAGES = ("en", "de", "fr", "nl", "ru")

shared = {}


def server():
    """One for all tests that leave it as it is. Limits are off."""
    if "server" not in shared:
        news = folder()
        write(f"{news}/2026-01-31-hello.en.md", "# Hello\n\nThe *first* item. <script>alert(1)</script>\n\n[x](javascript:alert(1))\n")
        write(f"{news}/2026-01-31-hello.de.md", "# Hallo\n\nDer *erste* Beitrag.\n")
        write(f"{news}/2026-02-01-only.de.md", "# Nur deutsch\n\nText\n")
        shared["server"] = Server("--news", news)
    return shared["server"]


def nobody():
    return Client(server())


def guest():
    return Client(server()).guest()


def person(name):
    """Registered once, then the same client again: passwords take their time."""
    if name not in shared:
        shared[name] = Client(server()).register(name)
    return shared[name]


def refused(answer, status, code):
    got = answer.json["error"]["code"] if answer.json else answer.bytes
    same((answer.status, got), (status, code), answer.bytes[:300])
    holds(answer.json["error"]["text"], "in words too")


def forged(client, path, body):
    """The same request without the token that only our own page can read."""
    csrf, client.csrf = client.csrf, ""
    refused(client.call("POST", path, body), 403, "api.forged")
    client.csrf = csrf


def told(*arguments, **options):
    """The program's own JSON output."""
    done = logomachy(*arguments, "--json", **options)
    same(done.status, 0, done.err)
    return json.loads(done.out)


def quoted(word):
    return urllib.parse.quote(word, safe="")


def rows(query, *values):
    """From the database itself."""
    with sqlite3.connect(f"file:{server().db}?mode=ro", uri=True) as db:
        return db.execute(query, values).fetchall()


def change(query, *values):
    with sqlite3.connect(server().db, timeout=20) as db:
        db.execute(query, values)
    db.close()


CROWN = "game balda\nlang en\nlexicon en\nstart CROWN\nseat A Ann\nseat B Bob\n"
MOVES = "A c2=T/b3c3c2\nB d2=E/b3c3c2d2\nA a2=Z/a2\n"


def golden(name):
    with open(f"{ROOT}/tests/golden/{name}.rec", encoding="utf-8") as file:
        return file.read()


# Reading.

@test
def every_game_is_told_with_what_can_be_chosen():
    all_of_it = nobody().get("/api/games")
    games = {game["name"]: game for game in all_of_it["games"]}
    presets = sorted(name[:-4] for name in os.listdir(f"{ROOT}/data/presets"))
    same(sorted(games), presets, "one for each preset")
    balda = games["balda"]
    same((balda["seats"], balda["lang"], balda["lexicon"]), ({"min": 2, "max": 2}, "en", "en"))
    size = next(s for s in balda["settings"] if s["name"] == "size")
    same(size, {"name": "size", "kind": "number", "values": ["5", "7", "9"], "default": "5"})
    obsolete = next(s for s in balda["settings"] if s["name"] == "obsolete")
    same(obsolete, {"name": "obsolete", "kind": "choice", "values": ["allow", "forbid"], "default": "forbid"})
    same(all_of_it["fixed"], {}, "the operator decides nothing here")
    marks = {one["name"]: one["marks"] for one in nobody().get("/api/lexicons")["lexicons"]}
    holds(marks["en-large"]["obsolete"] > 5000 and marks["en"]["obsolete"] == 0 and marks["en"]["offensive"] > 0, marks)
    langs = {one["lang"]: one for one in balda["languages"]}
    same(sorted(langs), ["de", "en", "fr", "nl", "ru"])
    same(all_of_it["levels"], {"min": 1, "max": 6})
    ann = guest()
    for lang, one in langs.items():
        holds(one["lexicon"] in one["lexicons"], one)
        ann.ok("POST", "/api/matches", {"game": "balda", "lang": lang, "seats": ["me", 1]}, 201)


@test
def the_bounds_of_clocks_are_those_that_are_kept():
    clocks = {clock["kind"]: clock for clock in nobody().get("/api/games")["clocks"]}
    same(sorted(clocks), ["days", "fischer", "move", "none"])
    ann = guest()

    def start(clock, status):
        ann.ok("POST", "/api/matches", {"game": "balda", "seats": ["me", 1], "clock": clock}, status)
    for kind, member in (("move", "base_ms"), ("fischer", "base_ms"), ("days", "days")):
        bounds = clocks[kind][member]
        for value, status in ((bounds["min"], 201), (bounds["max"], 201), (bounds["min"] - 1, 422), (bounds["max"] + 1, 422)):
            start({"kind": kind, member: value}, status)
        for wrong in (bounds["max"] + 1000 * bounds["max"], "3", None, 1.5):
            start({"kind": kind, member: wrong}, 422)
    start({"kind": "days", "days": 1003}, 422)
    for wrong in ("none", 7, [], {}, {"kind": "sand"}):
        start(wrong, 422)
    for none in (None, {"kind": "none"}):
        start(none, 201)
    most = clocks["fischer"]["increment_ms"]["max"]
    start({"kind": "fischer", "base_ms": 60000, "increment_ms": most}, 201)
    start({"kind": "fischer", "base_ms": 60000, "increment_ms": most + 1}, 422)


@test
def every_lexicon_is_told_with_its_sources():
    lexicons = nobody().get("/api/lexicons")["lexicons"]
    brief = [{key: one[key] for key in ("name", "lang", "words", "definitions")} for one in lexicons]
    same(brief, told("lexicon", "list"))
    for one in lexicons:
        info = told("lexicon", "info", one["name"])
        same(one["sources"], info["sources"], one["name"])
        same(one["classes"], any(info["classes"].values()), one["name"])


@test
def what_does_not_change_is_sent_once():
    ann = nobody()
    for path in ("/api", "/api/games", "/api/lexicons", "/api/openapi.json", "/api/lexicons/en/words/cat"):
        first = ann.call("GET", path)
        tag = first.headers["etag"]
        holds("max-age" in first.headers["cache-control"], first.headers)
        for asked in (tag, f'"other", W/{tag}', "*"):
            again = ann.call("GET", path, **{"If-None-Match": asked})
            same((again.status, again.bytes, again.headers["etag"]), (304, b"", tag), path)
        same(ann.call("GET", path, **{"If-None-Match": '"other"'}).bytes, first.bytes, path)
        head = ann.call("HEAD", path)
        same((head.status, head.bytes, head.headers["etag"]), (200, b"", tag), path)


@test
def the_api_says_where_to_begin():
    ann = nobody()
    links = ann.get("/api")
    for name in ("description", "games", "lexicons", "news"):
        same(ann.call("GET", links[name]).status, 200, name)
    description = ann.get(links["description"])
    holds(description["openapi"].startswith("3.1"), description["openapi"])
    holds(description["info"]["title"] and description["paths"], "a description")
    routes = {(route["method"], route["path"]): route["access"] for route in links["routes"]}
    same(routes["POST", "/api/analysis"], "player")
    same(routes["GET", "/api/games"], "anyone")
    refused(ann.call("POST", "/api/games", {}), 405, "api.method")


# Words.

@test
def a_word_is_told_as_the_program_tells_it():
    ann = nobody()
    for name, word in (("en", "cat"), ("en", "Run"), ("ru", "ёлка"), ("ru", "дом"), ("de", "straße"), ("fr", "été"), ("en", "e-mail"),
                       ("fr", "e\u0301te\u0301"), ("nl", "huis"), ("de", "a\u0308rger")):
        got = ann.get(f"/api/lexicons/{name}/words/{quoted(word)}")
        wanted = told("lexicon", "define", word, "--lexicon", name)[0]
        same({key: got[key] for key in wanted}, wanted, word)
        same(got["in"], True, word)


@test
def a_word_that_is_not_in_is_told_so():
    got = nobody().get("/api/lexicons/en/words/zzyzx")
    same(got, {"lexicon": "en", "lang": "en", "word": "ZZYZX", "in": False, "tier": None, "classes": [], "marks": [], "spellings": [], "definitions": []})


@test
def what_is_no_word_is_refused():
    ann = nobody()
    refused(ann.call("GET", "/api/lexicons/en/words/c4t"), 422, "word.not_a_letter")
    refused(ann.call("GET", f"/api/lexicons/en/words/{quoted('дом')}"), 422, "word.not_a_letter")
    refused(ann.call("GET", f"/api/lexicons/en/words/{'a' * 64}"), 422, "word.too_long")
    refused(ann.call("GET", f"/api/lexicons/en/words/{'a' * 5000}"), 422, "word.too_long")
    refused(ann.call("GET", "/api/lexicons/en/words/-"), 422, "word.not_a_letter")
    for name in ("xx", "EN", "..en", "en.lex", "a" * 3000):
        refused(ann.call("GET", f"/api/lexicons/{name}/words/cat"), 404, "words.no_lexicon")
    german = ann.call("GET", "/api/lexicons/en/words/c4t", **{"Accept-Language": "de"})
    holds("Buchstabe" in german.json["error"]["text"], german.json)


def found(lexicon, **query):
    """All pages of a search."""
    ann, words, after = nobody(), [], ""
    while after is not None:
        page = ann.get(f"/api/lexicons/{lexicon}/find?{urllib.parse.urlencode({**query, 'after': after})}")
        words += [one["word"] for one in page["words"]]
        after = page["next"]
    return words


@test
def words_are_found_as_the_program_finds_them():
    for name, query, flags in (
            ("en", {"pattern": "C?T"}, ["C?T"]),
            ("en", {"pattern": "*ING", "max": 6, "limit": 7}, ["*ING", "--length", "1-6"]),
            ("en", {"anagram": "listen"}, ["--anagram", "listen"]),
            ("en", {"from": "taco?", "min": 4, "limit": 3}, ["--from", "taco?", "--length", "4-"]),
            ("en", {"pattern": "[^AEIOU]*Y", "class": "verb,adverb", "tier": 2, "limit": 200},
             ["[^AEIOU]*Y", "--class", "verb,adverb", "--tier", "2"]),
            ("ru", {"pattern": "ё?ка"}, ["ё?ка"]),
            ("de", {"pattern": "ß*", "limit": 200}, ["ß*"])):
        same(found(name, **query), told("lexicon", "find", *flags, "--lexicon", name)["words"], query)


@test
def pages_of_words_join_without_a_seam():
    whole = found("en", pattern="QU*", limit=200)
    for limit in (1, 7):
        same(found("en", pattern="QUI*", limit=limit), [word for word in whole if word.startswith("QUI")], limit)
    page = nobody().get("/api/lexicons/en/find?pattern=QU*&after=QUIX&limit=3")["words"]
    same([one["word"] for one in page], [word for word in whole if word > "QUIX"][:3], "behind a word that is none")


@test
def a_search_that_makes_no_sense_is_refused():
    ann = nobody()
    for query, status, code in (
            ("", 422, "words.nothing_to_find"), ("anagram=a&from=b", 422, "words.nothing_to_find"),
            ("pattern=%5B", 422, "find.bad_choice"), ("pattern=", 422, "word.empty"), ("anagram=", 422, "word.empty"),
            ("pattern=" + "%3F" * 64, 422, "find.too_long"), ("pattern=c4t", 422, "word.not_a_letter"),
            ("anagram=" + "e" * 64, 422, "word.too_long"), ("pattern=a*&class=noun,thing", 422, "words.no_class"),
            ("pattern=a*&limit=0", 400, "api.wants_number"), ("pattern=a*&limit=201", 400, "api.wants_number"),
            ("pattern=a*&limit=9999999999999999999999", 400, "api.wants_number"), ("pattern=a*&min=x", 400, "api.wants_number"),
            ("pattern=a*&tier=9", 400, "api.wants_number"), ("pattern=a*&after=4", 422, "word.not_a_letter")):
        refused(ann.call("GET", "/api/lexicons/en/find?" + query), status, code)
    refused(ann.call("GET", "/api/lexicons/xx/find?pattern=a"), 404, "words.no_lexicon")


@test
def the_word_of_the_day_is_familiar_and_the_same_for_all():
    ann = nobody()
    for lang in LANGUAGES:
        word = ann.get(f"/api/word-of-the-day?lang={lang}")
        same((word["lang"], word["in"], word["date"]), (lang, True, time.strftime("%Y-%m-%d", time.gmtime())))
        holds(word["tier"] <= 3 and word["definitions"], word)
        same(guest().get(f"/api/word-of-the-day?lang={lang}"), word)
        holds("noun" in word["classes"] and not word["definitions"][0].get("lemma"), f"a base form: {word}")
        holds(not word.get("marks"), f"nothing that offends: {word}")
    german = ann.call("GET", "/api/word-of-the-day", **{"Accept-Language": "de"}).json
    same(german["lang"], "de", "in the reader's language")
    refused(ann.call("GET", "/api/word-of-the-day?lang=xx"), 422, "api.no_language")


def listed_as_offensive(lang):
    """The words of our own list, without its patterns and exceptions."""
    with open(f"{ROOT}/data/lexicons/offensive-{lang}.txt", encoding="utf-8") as own:
        lines = [line.strip() for line in own]
    return {line for line in lines if line and line[0] not in "#-" and "*" not in line}


# The server draws from the familiar nouns without a mark, whatever the day.
@test
def no_day_has_an_offensive_word():
    for lang in LANGUAGES:
        words = sorted(listed_as_offensive(lang))
        holds(len(words) > 20, lang)
        for at in range(0, len(words), 100):
            for word in json.loads(logomachy("lexicon", "define", "--json", "--lexicon", lang, *words[at:at + 100]).out):
                holds("offensive" in word.get("marks", []), word)


@test
def words_can_be_suggested():
    ann, path = person("Suggester"), "/api/lexicons/en/suggestions"
    same(ann.call("POST", path, {"word": " zzyzx ", "note": "a road", "kind": "add"}).status, 204)
    same(ann.call("POST", path, {"word": "cat", "kind": "remove"}).status, 204)
    me = rows("SELECT id FROM accounts WHERE name = 'Suggester'")[0][0]
    same(rows("SELECT lexicon, word, note, resolved FROM suggestions WHERE author = ? ORDER BY id", me),
         [("en", "zzyzx", "add: a road", 0), ("en", "cat", "remove:", 0)])
    refused(ann.call("POST", path, {"word": "cat", "kind": "add"}), 409, "words.suggestion_known")
    refused(ann.call("POST", path, {"word": "zzyzx", "kind": "remove"}), 409, "words.suggestion_unknown")
    refused(ann.call("POST", path, {"word": "zzyzx", "kind": "maybe"}), 422, "words.suggestion_kind")
    refused(ann.call("POST", path, {"word": "c4t"}), 422, "word.not_a_letter")
    refused(ann.call("POST", path, {}), 422, "word.empty")
    refused(ann.call("POST", path, {"word": 7}), 400, "api.wants_text")
    refused(ann.call("POST", path, {"word": "zzyzx", "note": "x" * 501}), 400, "api.wants_text")
    refused(ann.call("POST", path, {"word": "a" * 256}), 400, "api.wants_text")
    refused(ann.call("POST", "/api/lexicons/xx/suggestions", {"word": "zzyzx"}), 404, "words.no_lexicon")
    refused(nobody().call("POST", path, {"word": "zzyzx"}), 401, "api.log_in")
    refused(guest().call("POST", path, {"word": "zzyzx"}), 403, "api.register")
    forged(ann, path, {"word": "zzyzx"})
    same(len(rows("SELECT 1 FROM suggestions WHERE author = ?", me)), 2, "the refused ones left nothing")


# News.

@test
def news_come_in_the_readers_language():
    def titles(client, query="", **headers):
        return [(one["title"], one["lang"]) for one in client.call("GET", "/api/news" + query, **headers).json["news"]]
    ann = nobody()
    same(titles(ann), [("Nur deutsch", "de"), ("Hello", "en")], "the newest first; what there is only in German is told in German")
    same(titles(ann, "?lang=de"), [("Nur deutsch", "de"), ("Hallo", "de")])
    same(titles(ann, **{"Accept-Language": "de"}), [("Nur deutsch", "de"), ("Hallo", "de")])
    same(titles(ann, "?lang=en", **{"Accept-Language": "de"})[1], ("Hello", "en"), "what is asked for counts most")
    same(titles(ann, "?limit=1"), [("Nur deutsch", "de")])
    german = Client(server()).guest(lang="de")
    same(titles(german, **{"Accept-Language": "en"})[1], ("Hallo", "de"), "the account's before the browser's")


@test
def an_item_is_safe_html():
    ann = nobody()
    item = ann.get("/api/news/2026-01-31/hello")
    same((item["title"], item["date"], item["slug"]), ("Hello", "2026-01-31", "hello"))
    holds("<em>first</em>" in item["html"], item)
    holds("<script" not in item["html"] and "javascript:" not in item["html"], item)
    same(ann.get("/api/news/2026-01-31/hello?lang=de")["title"], "Hallo")
    for path in ("2026-01-31/other", "2026-01-30/hello", "x/y", f"2026-01-31/{'h' * 3000}"):
        refused(ann.call("GET", "/api/news/" + path), 404, "api.not_found")
    for query in ("?lang=xx", "?lang=deutsch", "?lang="):
        refused(ann.call("GET", "/api/news" + query), 422, "api.no_language")
        refused(ann.call("GET", "/api/news/2026-01-31/hello" + query), 422, "api.no_language")
    refused(ann.call("GET", "/api/news?limit=0"), 400, "api.wants_number")
    refused(ann.call("GET", "/api/news?limit=201"), 400, "api.wants_number")


# Chat.

def say(client, match, text, status=201):
    return client.ok("POST", f"/api/matches/{match}/chat", {"text": text}, status)


def heard(client, match, query=""):
    return [(one["name"], one["seat"], one["text"]) for one in client.get(f"/api/matches/{match}/chat{query}")["chat"]]


@test
def players_hear_only_players_until_the_end():
    ann, bob, cat, dan = guest(), guest(), guest(), guest()
    match = start_match([ann, bob])
    say(ann, match, "hello")
    say(cat, match, "put T on c2!")
    say(bob, match, "hi")
    of_players = [(ann.name, "A", "hello"), (bob.name, "B", "hi")]
    everything = [of_players[0], (cat.name, None, "put T on c2!"), of_players[1]]
    for player in (ann, bob):
        same(heard(player, match), of_players, "no hints")
    for watcher in (cat, dan, nobody()):
        same(heard(watcher, match), everything)
    bob.act(match, "resign")
    same(heard(ann, match), everything, "it is over")
    say(cat, match, "well played")
    same(heard(ann, match)[-1][2], "well played")


@test
def chat_is_read_page_by_page():
    ann, bob = guest(), guest()
    match = start_match([ann, bob])
    for number in range(7):
        say((ann, bob)[number % 2], match, f"line {number}")
    texts, after = [], 0
    while True:
        page = ann.get(f"/api/matches/{match}/chat?after={after}&limit=3")
        if not page["chat"]:
            break
        texts += [one["text"] for one in page["chat"]]
        after = page["next"]
    same(texts, [f"line {number}" for number in range(7)])
    same(page["next"], after, "nothing new")
    for query in ("after=-1", "after=x", "limit=0", "limit=101"):
        refused(ann.call("GET", f"/api/matches/{match}/chat?{query}"), 400, "api.wants_number")


@test
def texts_of_chat_are_cleaned():
    ann, bob = guest(), guest()
    match = start_match([ann, bob])
    for text, kept in (("  a\n\tb\x00\x07 c\u2028d \u202eevil\u202c ", "a b c d evil"), ("ё" * 300, "ё" * 300), ("🦜" * 300, "🦜" * 300),
                       ("<b>&amp;", "<b>&amp;")):
        if "\x00" in text:
            refused(ann.call("POST", f"/api/matches/{match}/chat", {"text": text}), 400, "api.bad_json")
            text = text.replace("\x00", "")
        say(ann, match, text)
        same(heard(bob, match)[-1][2], kept)
    path = f"/api/matches/{match}/chat"
    for text in ("", " \n ", "x" * 301, "\u202e"):
        refused(ann.call("POST", path, {"text": text}), 422, "chat.length")
    refused(ann.call("POST", path, {}), 422, "chat.length")
    refused(ann.call("POST", path, {"text": "x" * 3000}), 400, "api.wants_text")
    refused(ann.call("POST", path, {"text": ["x"]}), 400, "api.wants_text")
    refused(ann.call("POST", path, b'{"text":"\xff"}'), 400, "api.bad_json")


@test
def who_may_chat_where():
    ann, bob, cat = guest(), guest(), guest()
    listed, private = start_match([ann, bob]), start_match([ann, bob], listed=False)
    refused(nobody().call("POST", f"/api/matches/{listed}/chat", {"text": "x"}), 401, "api.log_in")
    forged(ann, f"/api/matches/{listed}/chat", {"text": "x"})
    say(ann, private, "between us")
    for client in (cat, nobody()):
        refused(client.call("GET", f"/api/matches/{private}/chat"), 403, "chat.players_only")
    refused(cat.call("POST", f"/api/matches/{private}/chat", {"text": "x"}), 403, "chat.players_only")
    same(heard(bob, private), [(ann.name, "A", "between us")])
    for unknown in ("nosuchmatch", "x" * 200):
        refused(ann.call("GET", f"/api/matches/{unknown}/chat"), 404, "api.not_found")
        refused(ann.call("POST", f"/api/matches/{unknown}/chat", {"text": "x"}), 404, "api.not_found")


@test
def muted_by_a_player_or_by_an_administrator():
    ann, bob, cat = guest(), guest(), guest()
    match = start_match([ann, bob])
    say(cat, match, "first")
    same(len(heard(nobody(), match)), 1)
    dan = guest()
    same(dan.call("PUT", f"/api/me/mutes/{quoted(cat.name)}", {}).status in (200, 204), True, "muting")
    same(heard(dan, match), [], "by the reader")
    same(len(heard(nobody(), match)), 1, "and by nobody else")
    deaf, hears = dan.live(), ann.live()
    listener = guest().live()
    for live in (deaf, hears, listener):
        live.ask(op="watch", match=match)
    say(cat, match, "second")
    same(listener.until(lambda m: m["op"] == "chat")["text"], "second")
    say(ann, match, "third")
    same([live.until(lambda m: m["op"] == "chat")["text"] for live in (deaf, hears)], ["third", "third"],
         "the second went neither to who muted nor to a player")
    change("UPDATE accounts SET muted_until = ? WHERE name = ?", int(time.time() * 1000) + 60000, bob.name)
    refused(bob.call("POST", f"/api/matches/{match}/chat", {"text": "x"}), 403, "chat.muted")
    same(bob.live().ask(op="chat", match=match, text="x")["error"]["code"], "chat.muted")
    change("UPDATE accounts SET muted_until = 1 WHERE name = ?", bob.name)
    say(bob, match, "fourth")
    change("UPDATE chat SET hidden = 1 WHERE match_id = ? AND text = 'fourth'", match)
    same([text for _, _, text in heard(nobody(), match)], ["first", "second", "third"], "hidden by an administrator")


@test
def chat_on_the_websocket():
    ann, bob, cat = guest(), guest(), guest()
    match = start_match([ann, bob])
    lives = [client.live() for client in (ann, bob, cat)] + [Live(server())]
    for live in lives:
        live.ask(op="watch", match=match)
    done = lives[0].ask(op="chat", match=match, text="  hello ")
    same((done["op"], done["match"]), ("done", match), done)
    for live in lives:
        line = live.until(lambda m: m["op"] == "chat")
        same({key: line[key] for key in ("match", "id", "name", "seat", "text")},
             {"match": match, "id": done["id"], "name": ann.name, "seat": "A", "text": "hello"})
        holds(abs(line["at"] / 1000 - time.time()) < 3600, line)
    same(lives[2].ask(op="chat", match=match, text="psst")["op"], "done")
    same(lives[3].until(lambda m: m["op"] == "chat")["text"], "psst")
    for live in lives[:2]:
        live.settle()
        same([m["text"] for m in live.got if m["op"] == "chat"], ["hello"], "no hints")
    for message, status, code in (({"match": match, "text": ""}, 422, "chat.length"), ({"match": match}, 422, "chat.length"),
                                  ({"match": match, "text": 7}, 422, "chat.length"), ({"text": "x"}, 404, "api.not_found"),
                                  ({"match": "nosuchmatch", "text": "x"}, 404, "api.not_found")):
        answer = lives[0].ask(op="chat", **message)
        same((answer["op"], answer["status"], answer["error"]["code"]), ("refused", status, code), message)
    answer = lives[3].ask(op="chat", match=match, text="x")
    same((answer["status"], answer["error"]["code"]), (401, "api.log_in"))
    private = start_match([ann, bob], listed=False)
    same(lives[2].ask(op="chat", match=private, text="x")["error"]["code"], "chat.players_only")


@test
def a_line_that_comes_twice_is_one():
    ann, bob = guest(), guest()
    match = start_match([ann, bob])
    listener = bob.live()
    listener.ask(op="watch", match=match)
    path, line = f"/api/matches/{match}/chat", {"text": "hello", "request": "r1"}
    first, second = ann.ok("POST", path, line, 201), ann.ok("POST", path, line, 201)
    same((first["id"], first["repeated"]), (second["id"], False))
    holds(second["repeated"], "the second is known")
    third = ann.live().ask(op="chat", match=match, text="hello", request="r1")
    same((third["op"], third["id"], third["repeated"]), ("done", first["id"], True))
    bob.ok("POST", path, line, 201)  # the same name, of another
    listener.wait(lambda live: sum(m["op"] == "chat" for m in live.got) == 2, "both lines")
    same([text for _, _, text in heard(bob, match)], ["hello", "hello"])


@test
def a_line_whose_author_is_gone_is_still_told():
    ann, bob = guest(), guest()
    match = start_match([ann, bob])
    listener = bob.live()
    listener.ask(op="watch", match=match)
    for number in range(20):
        live = ann.live()
        live.send(op="chat", match=match, text=f"line {number}", request=f"r{number}")
        live.close()
    until(lambda: len(heard(bob, match)) == 20, "all lines")
    listener.wait(lambda live: sum(m["op"] == "chat" for m in live.got) == 20, "all lines")


@test
def reports_reach_the_administrator():
    ann, bob, cat = guest(), guest(), guest()
    match, private = start_match([ann, bob]), start_match([ann, bob], listed=False)
    path = f"/api/matches/{match}/reports"
    same(ann.call("POST", path, {"about": bob.name.upper(), "text": " was\nrude "}).status, 204)
    wanted = rows("SELECT a.id, b.id FROM accounts AS a, accounts AS b WHERE a.name = ? AND b.name = ?", ann.name, bob.name)[0]
    same(rows("SELECT author, about, text, resolved FROM reports WHERE match_id = ?", match), [(*wanted, "was rude", 0)])
    refused(ann.call("POST", path, {"about": ann.name, "text": "x"}), 422, "chat.report_self")
    refused(ann.call("POST", path, {"about": "Nobody Here", "text": "x"}), 404, "api.not_found")
    refused(ann.call("POST", path, {"text": "x"}), 404, "api.not_found")
    refused(ann.call("POST", path, {"about": bob.name}), 422, "chat.report_empty")
    refused(ann.call("POST", path, {"about": bob.name, "text": "x" * 1001}), 422, "chat.report_empty")
    refused(ann.call("POST", path, {"about": 7, "text": "x"}), 400, "api.wants_text")
    refused(nobody().call("POST", path, {"about": bob.name, "text": "x"}), 401, "api.log_in")
    refused(cat.call("POST", f"/api/matches/{private}/reports", {"about": bob.name, "text": "x"}), 403, "chat.players_only")
    refused(ann.call("POST", "/api/matches/nosuchmatch/reports", {"about": bob.name, "text": "x"}), 404, "api.not_found")
    forged(ann, path, {"about": bob.name, "text": "x"})
    same(len(rows("SELECT 1 FROM reports WHERE match_id = ?", match)), 1)


# The engine.

def ask(client, **body):
    return client.call("POST", "/api/analysis", body)


def answered(client, **body):
    return client.ok("POST", "/api/analysis", body)


# R-REC-39
@test
def moves_are_those_of_the_program_but_for_offensive_words():
    ann, forbidding = guest(), f"{folder()}/forbidding.rec"
    for name in ("crown", "pending", "asked", "whole-diagonal"):
        write(forbidding, re.sub("^(game .*)$", r"\1\nset offensive forbid", golden(name), count=1, flags=re.M))
        wanted = told("moves", forbidding, "--top", "25")
        same(answered(ann, record=golden(name), top=25), {**wanted, "complete": True}, name)
    same(answered(ann, record=golden("crown"), top=0)["moves"], [])


@test
def the_best_move_is_that_of_the_program():
    ann, record = person("Analyst"), CROWN + MOVES
    path = write(f"{folder()}/crown.rec", record)
    for level in (2, 4):
        wanted = told("best", path, "--level", str(level))
        got = answered(ann, record=record, ask="best", level=level, seconds=5)
        for key in ("seat", "text", "word", "points", "exact", "depth", "nodes", "line"):
            same(got[key], wanted[key], f"level {level} {key}")
        holds(abs(got["margin"] - wanted["margin"]) < 0.006, got)
    top = answered(ann, record=record, ask="best", seconds=0.2)
    holds(top["nodes"] > 0 and top["line"][0] == top["text"], top)


@test
def any_position_of_a_record_can_be_asked_about():
    ann, record = guest(), CROWN + MOVES
    at_start = answered(ann, record=record, position=1)
    same(at_start, answered(ann, record=CROWN), "the start word alone")
    same(answered(ann, record=record, position=4), answered(ann, record=record), "the end")
    holds(any(move["text"] == "c2=T/b3c3c2" and move["word"] == "ROT" for move in answered(ann, record=record, position=1, top=1000)["moves"]),
          "the move that was made")
    refused(ask(ann, record=record, position=5), 422, "api.wants_number")
    refused(ask(ann, record=record, position=0), 422, "game.chance_acts")
    same(answered(ann, record=golden("whole-balda")), {"count": 0, "complete": True, "moves": []}, "it is over")
    refused(ask(ann, record=golden("whole-balda"), ask="best"), 422, "rules.over")


@test
def questions_that_make_no_sense_are_refused():
    ann = guest()
    for body, code in (({}, "analysis.source"), ({"record": CROWN, "match": "abc"}, "analysis.source"), ({"record": ""}, "analysis.source"),
                       ({"record": 7}, "api.wants_text"), ({"match": "x" * 16}, "api.wants_text"),
                       ({"record": CROWN, "ask": "help"}, "analysis.ask"), ({"record": CROWN, "ask": []}, "api.wants_text"),
                       ({"record": CROWN, "position": -1}, "api.wants_number"), ({"record": CROWN, "position": 1.5}, "api.wants_number"),
                       ({"record": CROWN, "top": 1001}, "api.wants_number"), ({"record": CROWN, "level": 0}, "api.wants_number"),
                       ({"record": CROWN, "level": 7}, "api.wants_number"), ({"record": CROWN, "seconds": 0}, "analysis.seconds"),
                       ({"record": CROWN, "seconds": "1"}, "analysis.seconds"), ({"record": CROWN, "seconds": 5.01}, "analysis.seconds"),
                       ({"record": CROWN, "seconds": 1e300}, "analysis.seconds")):
        refused(ask(ann, **body), 400, code)
    refused(ask(ann, record=CROWN, seconds=3), 400, "analysis.seconds")  # a guest has less
    refused(ask(ann, record=CROWN, lang="xx"), 422, "api.no_language")
    for record, line in ((CROWN + "A z9=T/z9\n", 7), (CROWN + "B c2=T/b3c3c2\n", 7), ("game nothing\n", 1), ("lang en\n", 1), (CROWN + "\x01", 7)):
        answer = ask(ann, record=record)
        same(answer.status, 422, answer.bytes)
        holds(f"line {line}:" in answer.json["error"]["text"], answer.json)
    refused(ask(ann, record=CROWN.replace("lexicon en", "lexicon nosuch")), 422, "words.no_lexicon")
    refused(ask(ann, record=CROWN.replace("lexicon en", "lexicon ../en")), 422, "words.no_lexicon")
    german = ask(ann, record=CROWN + "B c2=T/b3c3c2\n", lang="de")
    holds("ist am Zug, nicht B" in german.json["error"]["text"], german.json)
    refused(ask(nobody(), record=CROWN), 401, "api.log_in")
    forged(ann, "/api/analysis", {"record": CROWN})
    forged(ann, "/api/analysis/replay", {"record": CROWN})


@test
def records_of_up_to_64_kilobytes_are_taken():
    ann = guest()
    same(answered(ann, record=CROWN + "# " + "x" * 60000 + "\n")["count"], answered(ann, record=CROWN)["count"])
    same(ann.call("POST", "/api/analysis", {"record": "#" * 65536}).status, 413)
    same(ann.call("POST", "/api/analysis/replay", {"record": CROWN + "#" * 60000}).status, 200)
    many = "game bukva\nstart СЛОВО\n" + "A pass\nB pass\n" * 2000
    refused(ask(ann, record=many), 422, "rules.over")


@test
def matches_are_analysed_when_they_are_over():
    ann, bob, cat = guest(), guest(), guest()
    match = start_match([ann, bob])
    for client in (ann, cat):
        refused(ask(client, match=match), 409, "analysis.running")
        refused(ask(client, match=match, ask="best"), 409, "analysis.running")
        refused(ask(client, match=match, position=0), 409, "analysis.running")
    bob.act(match, "resign")
    record = cat.get(f"/api/matches/{match}/record")
    for client in (ann, bob, cat):
        same(answered(client, match=match, position=1), answered(client, record=record, position=1))
    private = start_match([ann, bob], listed=False)
    refused(ask(cat, match=private), 403, "analysis.private")
    ann.act(private, "resign")
    refused(ask(cat, match=private), 403, "analysis.private")
    same(ask(ann, match=private, position=1).status, 200)
    refused(ask(ann, match="nosuchmatch"), 404, "api.not_found")
    waiting = ann.ok("POST", "/api/matches", {"game": "balda", "seats": ["me", "open"]}, 201)["id"]
    refused(ask(ann, match=waiting), 409, "analysis.running")


@test
def nothing_is_said_of_a_rated_game_that_is_played():
    ann, bob, cat = person("Rated Ann"), person("Rated Bob"), person("Stranger")
    match = start_match([ann, bob], rated=True)

    def record():
        return ann.get(f"/api/matches/{match}/record")

    def first_move(client):
        return answered(client, record=record(), top=1)["moves"][0]["text"]
    begun = record()
    for client in (ann, bob):
        refused(ask(client, record=begun), 409, "analysis.rated")
        refused(ask(client, record=begun, ask="best"), 409, "analysis.rated")
    move = first_move(cat)
    holds(move, "another account may")
    renamed = begun.replace("seat A Rated Ann", "seat A Somebody")
    refused(ask(ann, record=renamed), 409, "analysis.rated")
    refused(ask(ann, record=begun + f"A {move}\n", ask="best"), 409, "analysis.rated")  # what would the answer be?
    same(ask(ann, record=CROWN + MOVES).status, 200, "another game")
    ann.act(match, "move", move=move)
    moved = record()
    refused(ask(bob, record=moved, ask="best"), 409, "analysis.rated")
    same(ask(ann, record=moved, position=1).status, 200, "what is past")
    server_again = server()
    server_again.stop()  # the tables are not in memory any more
    server_again.start()
    for client in (ann, bob, cat):
        client.drop()
    refused(ask(bob, record=moved), 409, "analysis.rated")
    bob.act(match, "resign")
    same(ask(bob, record=moved).status, 200, "it is over")
    unrated = start_match([ann, bob])
    same(ask(ann, record=ann.get(f"/api/matches/{unrated}/record")).status, 200, "not rated")


@test
def what_a_seat_cannot_see_does_not_count():
    with Server(toy=True) as own:
        ann, bob = Client(own).register("Ann"), Client(own).register("Bob")
        deals = "game toy\nset hand 3\ndeal A ABC\ndeal B {}\n"
        answers = [answered(ann, record=deals.format(hand)) for hand in ("AAB", "DEF")]
        same(answers[0], answers[1], "the other's tiles")
        same(sorted(move["text"] for move in answers[0]["moves"]), ["play A", "play B", "play C"])
        # The game that is played is known by what the account sees of it, so that nobody can try which tiles the other has.
        match = start_match([ann, bob], game="toy", rated=True, settings={"hand": "3"})
        hands = [client.get(f"/api/matches/{match}")["record"].split(f"deal {seat} ")[1].split()[0] for client, seat in ((ann, "A"), (bob, "B"))]
        left = list("ABCDEF" * 3)
        for tile in "".join(hands):
            left.remove(tile)
        groups = ["".join(left[at:at + 3]) for at in (0, 3, 6)]
        another = next(one for one in groups if sorted(one) != sorted(hands[0]))
        rest = next(one for one in groups if one is not another)
        for other in (hands[1], groups[0]):
            refused(ask(ann, record=f"game toy\nset hand 3\ndeal A {hands[0]}\ndeal B {other}\n"), 409, "analysis.rated")
        same(ask(ann, record=f"game toy\nset hand 3\ndeal A {another}\ndeal B {rest}\n").status, 200, "another hand")


@test
def a_record_is_told_move_by_move():
    ann = guest()
    for name in ("crown", "whole-balda", "drawn", "shared", "six-passes", "unbegun"):
        wanted = told("replay", f"{ROOT}/tests/golden/{name}.rec")
        got = ann.ok("POST", "/api/analysis/replay", {"record": golden(name)})
        moves = [action for action in got["actions"] if action["seat"]]
        same([(m["seat"], m["text"], m["word"], m["points"], m["total"]) for m in moves],
             [(m["seat"], m["text"], m["word"], m["points"], m["total"]) for m in wanted["moves"]], name)
        same((got["game"], got["scores"], got["next"]), (wanted["game"], wanted["scores"], None), name)
        same(bool(got["result"]), wanted["over"], name)
        if got["result"]:
            same(got["result"]["reason"], wanted["reason"], name)
        same([action["position"] for action in got["actions"]], list(range(1, len(got["actions"]) + 1)))
    crown = ann.ok("POST", "/api/analysis/replay", {"record": CROWN + MOVES})
    rot = crown["actions"][1]
    same((rot["defined"], rot["squares"], rot["placed"], rot["turn"], rot["scores"]), (True, [11, 12, 7], 2, ["B"], [3, 0]))
    holds("c2=T/b3c3c2" in rot["state"] and crown["seats"] == ["Ann", "Bob"] and crown["begin"]["scores"] == [0, 0], crown)
    same(ann.ok("POST", "/api/analysis/replay", {"record": CROWN + MOVES, "from": 2})["actions"], crown["actions"][2:])


@test
def an_agreed_word_is_told_with_whose_it_is():
    got = guest().ok("POST", "/api/analysis/replay", {"record": golden("asked")})
    agreed = [action for action in got["actions"] if "scorer" in action]
    holds(agreed and all(action["word"] and action["scorer"] != action["seat"] for action in agreed), got["actions"])
    wanted = told("replay", f"{ROOT}/tests/golden/asked.rec")
    same(got["scores"], wanted["scores"])


@test
def long_records_come_in_pages():
    ann = guest()
    record = "game bukva\nset unknown ask\nstart СЛОВО\n" + "A c2=Щ/c3c2\nB refuse\n" * 600
    first = ann.ok("POST", "/api/analysis/replay", {"record": record})
    same((len(first["actions"]), first["next"]), (500, 500))
    last = ann.ok("POST", "/api/analysis/replay", {"record": record, "from": 1000})
    same((last["actions"][0]["position"], len(last["actions"]), last["next"]), (1001, 201, None))
    refused(ann.call("POST", "/api/analysis/replay", {"record": record, "from": -1}), 400, "api.wants_number")
    refused(ann.call("POST", "/api/analysis/replay", {}), 422, "record.no_game")
    refused(nobody().call("POST", "/api/analysis/replay", {"record": record}), 401, "api.log_in")


@test
def a_search_ends_when_the_server_does():
    with Server() as own:
        ann = Client(own).register("Ann")
        body = {"record": "game balda\nset size 9\nset diagonal on\nseed 1\n", "ask": "best", "seconds": 5}
        answers = []
        thinking = threading.Thread(target=lambda: answers.append(ann.call("POST", "/api/analysis", body).status))
        thinking.start()
        watcher = Client(own)
        until(lambda: 'logomachy_pool_running{class="analysis"} 1' in watcher.get("/metrics"), "the search")
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        own.stop()
        # By the processor, which a busy machine does not lend for longer. A whole search uses five seconds.
        used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        holds(used < 4.5, f"it did not wait for the search: {used} s")
        thinking.join()
        holds(answers[0] in (200, 503), answers)


# Limits.

def until_refused(call, most):
    """How often it went well, and the answer when it did not any more."""
    for count in range(most):
        answer = call()
        if answer.status == 429:
            return count, answer
        holds(answer.status < 300, answer.bytes)
    raise AssertionError(f"{most} times without a refusal")


@test
def nobody_asks_too_often():
    with Server("--limits", "on") as own:
        ann, bob = Client(own).register("Ann"), Client(own).guest()
        match = start_match([ann, bob])
        for call, allowed in (
                (lambda: ann.call("POST", f"/api/matches/{match}/chat", {"text": "x"}), 10),
                (lambda: ann.call("POST", "/api/lexicons/en/suggestions", {"word": "zzyzx"}), 10),
                (lambda: bob.call("POST", f"/api/matches/{match}/reports", {"about": ann.name, "text": "x"}), 10),
                (lambda: bob.call("POST", "/api/analysis/replay", {"record": CROWN}), 20),
                (lambda: bob.call("POST", "/api/analysis", {"record": CROWN}), 30)):
            count, answer = until_refused(call, allowed + 20)
            holds(allowed <= count <= allowed + 8, f"{count}, not {allowed}")
            refused(answer, 429, "api.slow_down")
            holds(int(answer.headers["retry-after"]) > 0, answer.headers)
        refused(ann.call("POST", f"/api/matches/{match}/reports", {"about": bob.name, "text": "x"}), 429, "api.slow_down")
        same(ann.live().ask(op="chat", match=match, text="x")["error"]["code"], "api.slow_down")
        count, _ = until_refused(lambda: ann.call("GET", "/api/lexicons/en/find?pattern=Q"), 60)
        holds(count >= 10, "a search costs more than a request, but not all")


@test
def the_server_ends_in_order():
    server().stop()


finish()
