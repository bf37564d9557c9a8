#!/usr/bin/env python3
"""Bali on the command line, against a slow and obvious model of its rules (tests/perft/bali.py)."""
import glob
import importlib.util
import json
import os

from harness import ROOT, finish, folder, holds, lexicon, logomachy, refused, same, test

GOLDEN = os.path.join(ROOT, "tests", "golden")
PERFT = os.path.join(ROOT, "tests", "perft")

spec = importlib.util.spec_from_file_location("bali_oracle", os.path.join(PERFT, "bali.py"))
oracle = importlib.util.module_from_spec(spec)
spec.loader.exec_module(oracle)

SEVEN = "".join(f"deal A{i + 1} {card}\n" for i, card in enumerate("PARTIES"))
PARTIE = "game bali\n" + SEVEN + "A A1+A2+A3+A4+A5+A6\n"


def on(text, command, *more, **world):
    return logomachy(command, "-", *more, stdin=text.encode(), **world)


def parsed(result):
    same((result.status, result.err), (0, ""), "status and standard error")
    return json.loads(result.out)


def golden():
    return sorted(glob.glob(os.path.join(GOLDEN, "bali-*.rec")))


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Pieces:
    """Runs inside words: all words in one text, for a lexicon that is too large to cut up."""

    def __init__(self, words):
        self.text = "|" + "|".join(words) + "|"
        self.threes = {word[i:i + 3] for word in words for i in range(len(word) - 2)}

    def __contains__(self, run):
        return all(run[i:i + 3] in self.threes for i in range(len(run) - 2)) and run in self.text


# R-BALI-22, R-BALI-41
@test
def golden_records_score_what_the_model_scores():
    holds(len(golden()) >= 8, "there are golden records")
    for path in golden():
        if "dutch" in path or "done" in path:
            continue  # the model knows the values of the cards in the rules
        told, game = parsed(logomachy("replay", path, "--json")), oracle.Game(text_of(path))
        same([move["points"] for move in told["moves"]], game.points, path)
        same(told["scores"], game.final(), path)
        if game.seats > 1 or told["reason"] != "nothing":
            same((told["over"], told["result"], told["reason"]), (game.over is not None, game.result(), game.over), path)


# R-BALI-18, R-BALI-36
@test
def where_they_end_the_moves_are_the_model_s():
    found = logomachy("lexicon", "find", "*", "--lexicon", "fr", "--limit", "10000000").out.split()
    words, pieces = set(found), Pieces(found)
    for name in ("bali-alone-last", "bali-two-last"):
        path = os.path.join(GOLDEN, name + ".rec")
        game = oracle.Game(text_of(path))
        game.words, game.pieces = words, pieces
        want = game.moves()
        listed = {move["text"] for move in parsed(logomachy("moves", path, "--json"))["moves"]}
        same(listed, set(want) - {"done", "pass"}, name)
        same(int(logomachy("perft", path, "1").out), len(want), name)


# R-BALI-18, R-BALI-19
@test
def perft_counts_what_the_model_counted():
    where = folder()
    for lang in ("fr", "de"):
        same(lexicon("import", "perft-" + lang, os.path.join(PERFT, lang + ".txt"), "--lang", lang,
                     "--lexicons", where).status, 0)
    with open(os.path.join(PERFT, "bali.txt"), encoding="utf-8") as file:
        rows = [line.split() for line in file if not line.startswith("#")]
    same([(name, int(depth)) for name, depth, _ in rows], oracle.TABLE)
    for name, depth, count in rows:
        path = os.path.join(PERFT, name + ".rec")
        same(parsed(logomachy("perft", path, depth, "--json", "--lexicons", where)),
             {"depth": int(depth), "count": int(count)}, name)
        same(oracle.position(name).count(int(depth)), int(count), name)


@test
def moves_are_joins_and_takes():
    told = parsed(on(PARTIE + "".join(f"deal A{i} {card}\n" for i, card in zip(range(2, 7), "EEEEL")), "moves", "--json"))
    same(told["moves"][0], {"text": "take A1+A6+A7", "word": "PARTIELS", "points": 40})
    holds({"text": "take A1", "word": "PARTIE", "points": 18} in told["moves"], "a column that lies there is taken")
    holds({"text": "A1+A7", "word": None, "run": "PARTIES", "points": 0} in told["moves"], "a join has its run")
    holds(not {"done", "pass", "resign"} & {move["text"] for move in told["moves"]}, "only those")
    same(told["count"], len(told["moves"]))


# R-BALI-1, R-BALI-57, R-REC-31, R-REC-35, R-REC-36
@test
def a_record_is_checked_to_its_end():
    for bad, line, why in (
            ("game bali\n" + SEVEN.replace("A2", "A3", 1), 3, "A2"),
            ("game bali\ndeal A1 Q\ndeal A2 Q\n", 3, "Q"),
            ("game bali\ndeal A1 K\nA done\n", 3, "deal"),
            (PARTIE + "A take A1\n", 10, "deal"),
            (PARTIE.replace("+A6", "+A6+A6"), 9, "A6"),
            ("game bali\n" + SEVEN.replace("6 E", "6 X").replace("7 S", "7 Q") + "A A7+A6\n", 9, "QX"),
            ("game bali\n" + SEVEN + "deal A1 K\n", 9, "due here: it is A’s turn"),
            ("game bali\n" + SEVEN + "A resign\n", 9, "done"),
            ("game bali\n" + SEVEN + "B done\n", 9, "B"),
            ("game bali\nset min_word 2\n", 2, "min_word"), ("game bali\nset min_word 8\n", 2, "min_word"),
            ("game bali\nset challenge on\n" + SEVEN, 1, "two"),
            ("game bali\nseat A x\nseat B x\nseat C x\nseat D x\nseat E x\n", 6, "E")):
        result = on(bad, "replay")
        refused(result, why)
        holds(f"line {line}:" in result.err, result.err)


# R-BALI-1, R-BALI-58, R-REC-27
@test
def a_record_without_seats_is_solitaire():
    told = parsed(on(PARTIE, "replay", "--json"))
    same((told["seats"], told["scores"], told["over"]), (["A"], [0], False))
    same(parsed(logomachy("rules", "bali", "--json"))["lang"], "fr")
    same(told["moves"], [{"seat": "A", "text": "A1+A2+A3+A4+A5+A6", "word": None, "run": "PARTIE", "points": 0, "total": 0}])


# R-REC-32
@test
def a_seed_deals_the_same_every_time():
    record = "game bali\nlang en\nseat A\nseat B\nseat C\nseed 5eed\n"
    same(on(record, "moves").out, on(record, "moves").out)
    holds(parsed(on(record, "moves", "--json"))["count"] > 10, "there are joins")


@test
def best_says_what_to_expect():
    record = PARTIE + "".join(f"deal A{i} {card}\n" for i, card in zip(range(2, 7), "EEEEL"))
    told = parsed(on(record, "best", "--level", "4", "--json"))
    holds(18 <= told["score"] <= 1000 and 0 <= told["bonus"] <= 1, "what the end may be like")
    text = on(record, "best", "--level", "4").out
    holds(f"expected score at the end: {told['score']:.1f}, chance of the bonus (a bali): {100 * told['bonus']:.0f} %" in text,
          text)
    holds("margin" not in text, "a seat alone is ahead of nobody")
    same(told["line"][0], told["text"])
    two = "game bali\nlang fr\nseat A\nseat B\nseed 5eed\n"
    holds("expected margin: " in on(two, "best", "--level", "4").out, "among two there is one")


@test
def the_end_is_what_best_says():
    """With an empty deck it is a plan, which makes the points that it promises."""
    path = os.path.join(GOLDEN, "bali-alone-last.rec")
    told = parsed(logomachy("best", path, "--json"))
    holds(told["exact"] and told["score"] == told["margin"], told)
    played = parsed(on(text_of(path) + "".join(f"A {move}\n" for move in told["line"]), "replay", "--json"))
    same(played["scores"], [told["score"]])
    same(told["bonus"], float(played["reason"] == "out"))


@test
def the_engine_plays_it():
    lines = ["new bali lang fr", *("chance " + line for line in SEVEN.splitlines()), "play A1+A2+A3+A4+A5+A6",
             *(f"chance deal A{i} E" for i in range(2, 6)), "chance deal A6 L", "play take A1", "show", "quit"]
    result = logomachy("engine", stdin="\n".join(lines).encode())
    same(result.status, 0)
    holds("error" not in result.out and "score A 18" in result.out and "turn chance" in result.out, result.out)


@test
def the_engine_lets_another_seat_challenge():
    lines = ["new bali lang fr seats 3 seed 77 set challenge on", "play A1+A2", "play C challenge", "show", "play A pass", "show",
             "quit"]
    result = logomachy("engine", stdin="\n".join(lines).encode())
    holds("error" not in result.out, result.out)
    shown = [line for line in result.out.splitlines() if line.startswith("turn")]
    same(shown, ["turn A", "turn B"])


# R-BALI-33
@test
def who_plays_alone_has_points_and_wins_nothing():
    path = os.path.join(GOLDEN, "bali-take-at-once.rec")
    for language, points in (("en", "49 points"), ("de", "49 Punkte"), ("fr", "49 points"), ("nl", "49 punten"), ("ru", "Очки: 49")):
        last = logomachy("replay", path, "--ui", language).out.splitlines()[-1]
        holds(last.startswith(points), last)


@test
def the_shared_sample_replays():
    path = os.path.join(GOLDEN, "bali-open.rec")
    told = parsed(logomachy("replay", path, "--json"))
    same((told["scores"], told["over"], told["result"]), ([18], False, None))
    same(json.loads(text_of(path.replace(".rec", ".json"))), told)


finish()
