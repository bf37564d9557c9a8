#!/usr/bin/env python3
"""The Word Game and the classic set-up by the commands: records, moves, counts, data, layouts."""
import glob
import importlib.util
import json
import os

from harness import ROOT, TMP, finish, folder, holds, lexicon, logomachy, refused, same, test, write

GOLDEN = os.path.join(ROOT, "tests", "golden")
PERFT = os.path.join(ROOT, "tests", "perft")
START = "game wordgame\nlang en\nlexicon en-international\ndeal A AEINRST?\ndeal B BDEEGOTU\n"
CLASSIC = "game classic\nlang en\nlexicon en-international\ndeal A AEINRST\ndeal B BDEEGOT\n"

spec = importlib.util.spec_from_file_location("wordgame_oracle", os.path.join(PERFT, "wordgame.py"))
oracle = importlib.util.module_from_spec(spec)
spec.loader.exec_module(oracle)


def on(text, command, *arguments, **options):
    return logomachy(command, "-", *arguments, stdin=text.encode("utf-8", "surrogateescape"), **options)


def parsed(result):
    same((result.status, result.err), (0, ""))
    return json.loads(result.out)


def perft_lexicons():
    where = folder()
    for lang in ("en", "nl"):
        same(lexicon("import", "perft-wordgame-" + lang, os.path.join(PERFT, f"wordgame-{lang}.txt"), "--lang", lang,
                     "--lexicons", where).status, 0)
    return where


@test
def perft_counts_what_the_oracle_counted():
    where = perft_lexicons()
    with open(os.path.join(PERFT, "wordgame-counts.txt"), encoding="utf-8") as file:
        rows = [line.split() for line in file if not line.startswith("#")]
    same([(name, int(depth)) for name, depth, _ in rows], oracle.TABLE)
    for name, depth, count in rows:
        result = logomachy("perft", os.path.join(PERFT, name + ".rec"), depth, "--json", "--lexicons", where)
        same(parsed(result), {"depth": int(depth), "count": int(count)}, f"{name} {depth}")


@test
def the_oracle_still_says_what_the_table_says():
    same(oracle.position("wordgame-end").count(1), 6)
    same(oracle.position("classic-first").count(1), 226)


@test
def perft_does_not_go_past_a_draw():
    refused(on(START, "perft", "2"))


# R-WG-18, R-WG-19, R-WG-20, R-WG-21, R-WG-23, R-WG-38
@test
def golden_scores_are_those_of_the_rules():
    records = glob.glob(GOLDEN + "/wordgame-*.rec") + glob.glob(GOLDEN + "/classic-*.rec")
    holds(len(records) >= 9, "there are golden records")
    for path in records:
        told = parsed(logomachy("replay", path, "--json"))
        game = oracle.told(path)
        same([move["points"] for move in told["moves"]], game.points, path)
        same(told["scores"], [game.scores["A"], game.scores["B"]], path)
        same(told["over"], game.over, path)


# R-WG-12, R-WG-13
@test
def moves_are_placements_best_first():
    told = parsed(on(START, "moves", "--json"))
    same(told["count"], len(told["moves"]))
    points = [move["points"] for move in told["moves"]]
    same(points, sorted(points, reverse=True))
    texts = [move["text"] for move in told["moves"]]
    same(len(texts), len(set(texts)))
    holds(all(":" in text and len(text.split(":")[1]) >= 4 for text in texts), "the first word has four letters")
    holds("8E:TRAIN" in texts and "E8:TRAIN" not in texts and "H4:TRAIN" in texts, "over the centre")
    same(parsed(on(CLASSIC, "moves", "--json", "--top", "3"))["count"],
         len(parsed(on(CLASSIC, "moves", "--json"))["moves"]), "exchanges are not listed")


# R-REC-31, R-REC-35, R-REC-36
@test
def what_is_wrong_is_told_with_its_line():
    after = START + "A 8E:TRAIN\ndeal A ELMOP\n"
    for text, line, said in (
            ("game wordgame\ndeal B AEINRST?\n", 2, "A"), ("game wordgame\ndeal A AEINRST\n", 2, "8 tiles"),
            ("game wordgame\ndeal A AEINRSTJJ\n", 2, "8 tiles"), ("game wordgame\ndeal A AEINRSJJ\n", 2, "bag"),
            ("game wordgame\nA pass\n", 2, "a line such as “deal A "), ("game wordgame\nseed ab\ndeal A AEINRST?\n", 3, "“deal”"),
            ("game wordgame\nstart CROWN\n", 2, "start"),
            ("game wordgame\nset size 5\n", 2, "size"), ("game wordgame\nset board x\ndeal A AEINRST?\n", 1, "15 rows"),
            (START + "B pass\n", 6, "B"), (START + "A 8E:TRAINS?\n", 6, "?"), (START + "A 8E:TRAIN5\n", 6, "5"),
            (START + "A 8A:TRAIN\n", 6, "centre"), (START + "A 8H:RAN\n", 6, "4 letters"),
            (START + "A 8K:TRAINS\n", 6, "board"), (START + "A 8E:XRAIN\n", 6, "X"),
            (START + "A exchange AE\n", 6, "exchanged"), (START + "A 8E:TRAIN\nB pass\n", 7, "deal"),
            (after + "deal B A\n", 8, "due here: it is B’s turn"), (after + "B 1A:BED\n", 8, "touch"), (after + "B 8E:TRAIN\n", 8, "no tile"),
            (after + "B 8F:RAINS\n", 8, ""), (after + "A pass\n", 8, "A"), (after + "B 8E\n", 8, "8D:TRAINS"),
            (START + "A pass\nB pass\nA pass\n", 8, "deal"),
            (CLASSIC + "A exchange XYZ\n", 6, "rack"), (CLASSIC + "A exchange\n", 6, ""),
            (CLASSIC + "A pass\nB pass\nA pass\nB pass\nA pass\nB pass\nA pass\n", 12, "over")):
        for command, more in (("replay", []), ("replay", ["--json"]), ("moves", []), ("perft", ["1"])):
            refused(on(text, command, *more), f"line {line}: ", said)


# R-REC-2, R-REC-26, R-REC-34
@test
def records_are_normalised():
    text = "game wordgame\nset exchange off\nset board wordgame\ndeal A ?tsrniea\ndeal B utogeedb\nA 8e:TRAIN\n"
    same([move["text"] for move in parsed(on(text, "replay", "--json"))["moves"]], ["8E:TRAIN"])


# R-WG-1, R-WG-6, R-WG-7, R-WG-8, R-WG-42
@test
def the_data_of_a_preset():
    for preset, tiles, rack in (("wordgame", 104, 8), ("classic", 100, 7)):
        for lang in ("en", "de", "fr", "nl", "ru"):
            told = parsed(logomachy("rules", preset, "--lang", lang, "--json"))
            same((told["preset"], told["lang"], told["rack"]), (preset, lang, rack))
            same(sum(told["tiles"].values()), tiles)
            same(told["tiles"]["?"], 2)
            same(told["values"]["?"], 0)
            same(set(told["tiles"]), set(told["values"]))
            holds(all(1 <= value <= 10 for tile, value in told["values"].items() if tile != "?"), told["values"])
            board = told["board"]
            same([len(row) for row in board], [15] * 15)
            holds(set("".join(board)) == set(".23dt"), board)
            holds(board == board[::-1] == [row[::-1] for row in board] == ["".join(row) for row in zip(*board)], board)
    same(parsed(logomachy("rules", "wordgame", "--json"))["board"][7][7], ".")
    nl = parsed(logomachy("rules", "wordgame", "--lang", "nl", "--json"))
    same((nl["values"]["Q"], nl["tiles"]["E"], nl["pairs"]), (7, 16, {"Y": "IJ"}))


# R-WG-41
@test
def two_english_lists_are_on_offer():
    spelled = {name: lexicon("has", name, "colour", "color").out.split() for name in ("en-international", "en-american")}
    same(spelled["en-international"], ["colour", "yes", "color", "yes"])
    same(spelled["en-american"], ["colour", "no", "color", "yes"])
    for preset in ("wordgame", "classic"):
        told = logomachy("engine", stdin=f"new {preset} lang en\nshow\nquit\n".encode()).out.splitlines()
        holds("lexicon en-international" in told, told)


@test
def a_layout_from_a_file():
    plain = ["." * 15] * 15
    path = write(os.path.join(TMP, "plain.txt"), "# A board without any bonus.\n\n" + "\n".join(plain) + "\n")
    where = folder()
    result = logomachy("selfplay", "wordgame", "--games", "1", "--a", "1", "--b", "1", "--set", "board=@" + path, "--save", where)
    same(result.status, 0, result.err)
    record = os.path.join(where, "000001.rec")
    with open(record, encoding="utf-8") as file:
        holds("set board " + "/".join(plain) + "\n" in file.read(), "the record holds the layout")
    game = oracle.told(record)
    same([move["points"] for move in parsed(logomachy("replay", record, "--json"))["moves"]], game.points)
    short = write(os.path.join(TMP, "short.txt"), "\n".join(plain[:14]) + "\n")
    refused(logomachy("selfplay", "wordgame", "--set", "board=@" + short), "15")
    refused(logomachy("selfplay", "wordgame", "--set", "board=@" + TMP + "/nothing"), "nothing")


@test
def the_engine_plays_it():
    lines = ["new wordgame lang en seed 12", "show", "best level 1", "moves 1", "record", "quit"]
    result = logomachy("engine", stdin="\n".join(lines).encode())
    same((result.status, result.err), (0, ""))
    holds(result.out.count("ok\n") == 6 and "error" not in result.out, result.out)
    lines = ["new classic set exchange on", "chance deal A AEINRST", "chance deal B BDEEGOT", "play exchange AE",
             "chance deal A OO", "play pass", "undo 2", "show"]
    result = logomachy("engine", stdin="\n".join(lines).encode())
    holds("error" not in result.out and "turn A" in result.out, result.out)


finish()
