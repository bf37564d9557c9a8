#!/usr/bin/env python3
"""logomachy gcg: games in the text form of the crossword community, in and out."""
import glob
import json
import os
import re

from harness import ROOT, TMP, finish, holds, logomachy, refused, same, test, write

GOLDEN = os.path.join(ROOT, "tests", "golden")
HEAD = "#character-encoding UTF-8\n#player1 Ann Ann Smith\n#player2 Bob Bob\n"
LANGUAGES = ["en", "de", "fr", "nl", "ru"]


def gcg(what, text, *arguments):
    data = text if isinstance(text, bytes) else text.encode()
    return logomachy("gcg", what, "-", *arguments, stdin=data)


def done(result):
    same((result.status, result.err), (0, ""))
    return result.out


def replayed(record):
    return json.loads(done(logomachy("replay", "-", "--json", stdin=record.encode())))


def told(text):
    game = replayed(text)
    return [(move["seat"], move["text"], move["points"]) for move in game["moves"]], game["scores"], game["result"]


@test
def every_golden_game_comes_back():
    count = 0
    for path in glob.glob(GOLDEN + "/wordgame-*.rec") + glob.glob(GOLDEN + "/classic-*.rec"):
        with open(path, encoding="utf-8") as file:
            record = file.read()
        options = ["--game", re.search("^game (.*)", record, re.M)[1]]
        for name in ("lang", "lexicon"):
            named = re.search(f"^{name} (.*)", record, re.M)
            options += ["--" + name, named[1]] if named else []
        options += [f"--set={name}={value}" for name, value in re.findall("^set ([^ ]*) ([^ \n]*)", record, re.M)]
        text = done(gcg("export", record))
        same(told(done(gcg("import", text, *options))), told(record), path)
        # Without racks there are draws that fit too.
        bare = re.sub(r"^(>[^:]*:) [^( ]\S* (?!\()", r"\1 ", text, flags=re.M)
        holds(bare != text, path)
        same(told(done(gcg("import", bare, *options)))[0], told(record)[0], path)
        count += 1
    holds(count >= 9, "golden games")


@test
def what_is_written():
    record = ("game classic\nlang en\nlexicon en-international\nseat A Ann Smith\ndeal A AEINRST\ndeal B BDEEGOT\n"
              "A 8D:TRAINS\ndeal A ELMOP?\nB exchange BG\ndeal B EE\nA J3:sAMPLEs\n")
    text = done(gcg("export", record.replace("A J3:sAMPLEs\n", "A pass\nB resign\n")))
    lines = text.splitlines()
    same(lines[:4], ["#character-encoding UTF-8", "#player1 Ann_Smith Ann Smith", "#player2 B B", "#lexicon en-international"])
    holds(re.fullmatch(r">Ann_Smith: AEINRST 8D TRAINS \+\d+ \d+", lines[4]), lines)
    same(lines[5], ">B: BDEEGOT -BG +0 0")
    holds(lines[6].startswith(">Ann_Smith: EELMOP? - +0 "), lines)
    same(lines[7], "#note B resigned")


@test
def the_end_as_the_community_writes_it():
    with open(os.path.join(GOLDEN, "classic-whole.rec"), encoding="utf-8") as file:
        record = file.read()
    last = done(gcg("export", record)).splitlines()[-1]
    left = re.fullmatch(r">b,_level_5: \(BGH\) \+(\d+) (\d+)", last)
    holds(left and int(left[1]) == 2 * (3 + 2 + 4), last)
    scores = replayed(record)["scores"]
    same(int(left[2]), scores[1] + 9, "twice to the one instead of once from the other")


@test
def files_of_other_programs():
    text = HEAD + ("#title A game\n#unknown-pragma yes\n>Bob: AEINRST 8D TRAINS +12 12\n#note A good beginning.\n#note It is.\n"
                   ">Ann: BDEEGOT   8J ZZZ  +50 50\n>Ann: BDEEGOT -- -50 0\n>Bob: AELMOP? I8 .o +1 13\n>Bob: AELMOP? (challenge) +5 18\n"
                   ">Ann: BDEEGOT -BG +0 0\n>Bob: AELMOP - +0 18\n>Ann: -2 +0 0\n>Bob: AELMOP (time) -10 8\n")
    moves, _, _ = told(done(gcg("import", text)))
    same([move[:2] for move in moves], [("A", "8D:TRAINS"), ("B", "pass"), ("A", "I8:So"), ("B", "exchange BG"), ("A", "pass")]
         + [moves[5][:2]])
    holds(moves[5][1].startswith("exchange ") and len(moves[5][1]) == len("exchange ") + 2, moves)
    record = done(gcg("import", text))
    holds("seat A Bob\nseat B Ann Smith\n" in record, "who moves first has seat A")
    holds("\r" not in done(gcg("import", text.replace("\n", "\r\n"))), "other line ends")


@test
def other_points_than_the_rules_give_are_told():
    text = HEAD + ">Ann: AEINRST 8D TRAINS {0} 12\n>Bob: BDEEGOT 9H GEOD +99 99\n>Bob: BDEEGOT -- -99 0\n>Ann: AELMOP? -A {1}\n"
    for right in (("+12", "+0 12"), ("12", ""), ("", "+0"), ("much", "?")):
        done(gcg("import", text.format(*right)))
    wrong = gcg("import", text.format("+15", "-2 10"))
    same(wrong.status, 0)
    same(wrong.err.splitlines()[:2], ["line 4: the file says 15 points, the rules give 12", "line 7: the file says -2 points, the rules give 0"])
    holds("other points in the file than by the rules: 2." in wrong.err, wrong.err)
    same(told(wrong.out), told(done(gcg("import", text.format("", "")))), "the record has the points of the rules")
    passes = [f">{name}: - +{n} {n}\n" for n, name in enumerate(["Ann", "Bob"] * 3, 1)]
    many = gcg("import", HEAD + "".join(passes))
    same((many.status, many.err.count("line "), many.err.count(": 6.")), (0, 5, 1), "the first ones say enough")
    same(len({gcg("import", text.format("+15", ""), "--ui", lang).err for lang in LANGUAGES}), 5)


@test
def latin_1_is_read_too():
    text = "#player1 A André\n#player2 B Bo\n>A: AEINRST 8D TRAINS +12 12\n".encode("latin-1")
    holds("seat A André\n" in done(gcg("import", text)), "André")


@test
def what_is_wrong_is_told_with_its_line():
    first = HEAD + ">Ann: AEINRST 8D TRAINS +12 12\n"
    for text, line in ((HEAD + "nonsense\n", 4), (HEAD + ">Ann\n", 4), (HEAD + ">: 8D X\n", 4), (HEAD + ">Ann: AEI\n", 4),
                       (first + ">Bob: AEIOU 8D\n", 5), (first + ">Eve: AEIOU - +0 0\n", 5), (first + ">Bob: AEINRST -- -12 0\n", 5),
                       (first + ">Ann: AEINRST - +0 12\n", 5), (first + ">Bob: QQQQQQQ - +0 0\n", 5),
                       (first + ">Bob: AEINRSTU - +0 0\n", 5), (first + ">Bob: AEI 1A ZZZZ +9 9\n", 5),
                       (first + ">Bob: AEINRST 9A AEINRST +9 9\n", 5), (HEAD + ">Ann: AEINRST 8D TRAINX +9 9\n", 4),
                       (HEAD + ">Ann: AEINRST 99Z TRAINS +9 9\n", 4), (HEAD + ">Ann: AEINRST 8D ....... +9 9\n", 4),
                       (first + ">Bob: (AEI\n", 5), (first + ">Bob: +18 20\n", 5)):
        refused(gcg("import", text), f"line {line}: ")


@test
def other_games_have_no_such_files():
    refused(gcg("export", "game balda\nlang en\nlexicon en\nstart CROWN\n"), "balda")
    refused(gcg("import", HEAD, "--game", "balda"), "balda")
    refused(gcg("import", HEAD, "--game", "chess"), "chess")


@test
def usage():
    refused(logomachy("gcg", "import"), "FILE", status=2)
    refused(logomachy("gcg", "export", "a", "b"), "b", status=2)
    refused(logomachy("gcg", "export", os.path.join(TMP, "nothing")), "nothing")
    refused(logomachy("gcg", "import", write(os.path.join(TMP, "a.gcg"), HEAD), "--lexicon", "nothing"), "nothing")
    same(len({logomachy("gcg", "--help", "--ui", lang).out for lang in LANGUAGES}), 5)
    same(done(gcg("import", HEAD)).count("deal "), 2, "a game that has not begun")


finish()
