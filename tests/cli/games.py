#!/usr/bin/env python3
"""The commands on games, as people and programs use them: replay, moves, best, perft, selfplay, engine, rules."""
import glob
import importlib.util
import json
import os
import random
import re
import resource
import shutil

from harness import LEXICONS, PROGRAM, ROOT, TMP, finish, folder, holds, lexicon, logomachy, refused, run, same, test, write

GOLDEN = os.path.join(ROOT, "tests", "golden")
PERFT = os.path.join(ROOT, "tests", "perft")
COMMANDS = ["replay", "moves", "best", "selfplay", "engine", "perft", "rules"]
LANGUAGES = ["en", "de", "fr", "nl", "ru"]
CROWN = "game balda\nlang en\nlexicon en\nstart CROWN\n"
SLOVO = "game bukva\nlang ru\nlexicon ru\nstart СЛОВО\n"


def note(name):
    """The message about a lexicon without word classes."""
    return f"logomachy: the lexicon “{name}” knows no word classes: all its words are in play\n"


def parsed(result, err=""):
    same((result.status, result.err), (0, err), "status and standard error")
    holds(result.out.endswith("\n"), "JSON ends its line")
    return json.loads(result.out)


def on(text, command, *arguments, **options):
    """A command on a record that comes in by standard input."""
    return logomachy(command, "-", *arguments, stdin=text.encode("utf-8", "surrogateescape"), **options)


# Help and usage.

@test
def every_command_has_help_in_five_languages():
    for command in COMMANDS:
        texts = [logomachy(command, "--help", "--ui", lang) for lang in LANGUAGES]
        same({(one.status, one.err) for one in texts}, {(0, "")}, command)
        same(len({one.out for one in texts}), 5, command)
        holds(texts[0].out.startswith(f"usage: logomachy {command}"), texts[0].out)


@test
def what_is_missing_and_what_is_too_much():
    for command, what in (("replay", "FILE"), ("moves", "FILE"), ("perft", "FILE"), ("perft x", "DEPTH"),
                          ("best", "FILE"), ("selfplay", "PRESET"), ("rules", "PRESET")):
        refused(logomachy(*command.split()), what + " ", "is missing", status=2)
    for command in ("replay x y", "moves x y", "perft x 1 y", "best x y", "selfplay balda y", "engine y", "rules balda y"):
        refused(logomachy(*command.split()), "y", "too many", status=2)
    for depth in ("-", "x", "1.5", "101", "99999999999", ""):
        refused(on(CROWN, "perft", depth), "DEPTH", status=2)
    for top in ("x", "1.5", "99999999999"):
        refused(on(CROWN, "moves", "--top", top), "--top", status=2)
    for option in ("--level=0", "--level=7", "--threads=0", "--time=0", "--time=x", "--time=1.", "--time=.5", "--time=-1",
                   "--time=1e3", "--time=90000"):
        refused(on(CROWN, "best", option), option.split("=")[0], status=2)
    for option in ("--a=0", "--b=7", "--games=0", "--time=nan"):
        refused(logomachy("selfplay", "balda", option), option.split("=")[0], status=2)


@test
def a_file_that_is_not_there():
    for command in (["replay", "nothing.rec"], ["moves", "nothing.rec"], ["perft", "nothing.rec", "1"],
                    ["best", "nothing.rec"], ["replay", TMP]):
        refused(logomachy(*command), "logomachy: ", "cannot read " + command[1])


def wrong_files():
    """Files that are no records, each with what is said of it."""
    where = folder()
    huge = write(os.path.join(where, "huge"), b"")
    os.truncate(huge, 1 << 30)
    noise = random.Random(5).randbytes(100000)
    good = (CROWN + "A c2=T/b3c3c2\n").encode()
    return [
        (os.path.join(where, "missing"), "logomachy: cannot read " + where), (where, "logomachy: cannot read " + where),
        ("/proc/self/mem", "logomachy: cannot read /proc/self/mem: "),
        (huge, f"logomachy: {huge} is larger than 1048576 bytes\n"), ("/dev/zero", "logomachy: /dev/zero is larger than "),
        (write(os.path.join(where, "empty"), b""), "line 1: a record begins "), ("/dev/null", "line 1: a record begins "),
        (write(os.path.join(where, "binary"), b"\xff" + noise), "line 1: this line is not UTF-8 text\n"),
        (write(os.path.join(where, "utf16"), good.decode().encode("utf-16")), "line 1: this line is not UTF-8 text\n"),
        (write(os.path.join(where, "utf16be"), good.decode().encode("utf-16-be")), "line 1: there is a control character"),
        (write(os.path.join(where, "mac"), good.replace(b"\n", b"\r")), "line 1: there is a control character"),
        (write(os.path.join(where, "zip"), b"PK\x03\x04" + bytes(1000)), "line 1: there is a control character"),
        (write(os.path.join(where, "tail"), good + noise), "line 6: "),
        (write(os.path.join(where, "long line"), good + b"A c2=T/" + b"b3" * 100000), "line 6: "),
    ]


@test
def a_file_that_is_no_record():
    for path, said in wrong_files():
        for command in (["replay"], ["replay", "--json"], ["moves"], ["best"], ["perft"]):
            result = logomachy(command[0], path, *command[1:], *(["1"] if command[0] == "perft" else []))
            refused(result)
            holds(result.err.startswith(said) and result.err.count("\n") == 1, f"{command} {path}: {result.err!r}")


@test
def a_record_with_other_line_ends_or_a_mark_is_read():
    good = (CROWN + "A c2=T/b3c3c2\n").encode()
    for text in (good, good.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + good, b"\xef\xbb\xbf" + good.replace(b"\n", b"\r\n")):
        same(parsed(logomachy("replay", "-", "--json", stdin=text))["scores"], [3, 0], text)
        same(parsed(logomachy("moves", "-", "--json", stdin=text))["count"] > 100, True, text)


@test
def an_input_that_does_not_end_or_is_not_there():
    for command, more in (("replay", ""), ("moves", ""), ("best", ""), ("perft", "1")):
        endless = run(["sh", "-c", f'yes "game balda" | "$0" {command} - {more}', PROGRAM])
        refused(endless, "logomachy: standard input is larger than 1048576 bytes\n")
        refused(run(["sh", "-c", f'"$0" {command} - {more} <&-', PROGRAM]), "logomachy: cannot read standard input: ")
        refused(run(["sh", "-c", f'"$0" {command} - {more} </', PROGRAM]), "logomachy: cannot read standard input: ")
    refused(run(["sh", "-c", '"$0" engine </', PROGRAM]), "logomachy: cannot read standard input: ")
    refused(run(["sh", "-c", '"$0" engine --ui ru </', PROGRAM]), "стандартный ввод")
    # A line that does not end takes no memory, and what comes after it is answered.
    endless = run(["sh", "-c", '(head -c 100000000 /dev/zero; echo; echo help) | "$0" engine', PROGRAM])
    same((endless.status, endless.out.splitlines()[0]), (0, "error a line has at most 65536 bytes"))
    holds(endless.out.endswith("load … end\nok\n"), endless.out)


@test
def a_lexicon_that_is_none():
    where = folder()
    with open(os.path.join(LEXICONS, "en.lex"), "rb") as file:
        good = file.read()
    spoilt = bytearray(good)
    spoilt[len(good) // 8] ^= 0x40
    os.mkdir(os.path.join(where, "folder.lex"))
    sparse = write(os.path.join(where, "sparse.lex"), b"")
    os.truncate(sparse, 1 << 30)
    shutil.copy(os.path.join(LEXICONS, "ru.lex"), os.path.join(where, "other.lex"))
    for name, content in (("spoilt", spoilt), ("short", good[:70000]), ("none", b""), ("text", b"cat\ndog\n"),
                          ("noise", random.Random(6).randbytes(50000))):
        write(os.path.join(where, name + ".lex"), bytes(content))
    for name, said in (("spoilt", "damaged"), ("short", "cut short"), ("none", "not a lexicon file"), ("text", "not a lexicon file"),
                       ("noise", "not a lexicon file"), ("sparse", "not a lexicon file"), ("folder", "not a file"),
                       ("other", "in the language ru, the game is in en"), ("unknown", "there is no lexicon “unknown”"),
                       ("../x", "a lexicon’s name")):
        options = {"LOGOMACHY_LEXICONS": where}
        text = f"game balda\nlang en\nlexicon {name}\nstart CROWN\n"
        for command, more in (("replay", []), ("moves", []), ("best", []), ("perft", ["1"])):
            result = on(text, command, *more, **options)
            refused(result, name, said)
            holds(result.err.startswith("line 3: ") and result.err.count("\n") == 1, result.err)
        for command in ("selfplay", "play"):
            result = logomachy(command, "balda", "--lexicon", name, **options)
            refused(result, name, said)
            holds(result.err.startswith("logomachy: ") and result.err.count("\n") == 1, result.err)
        answer = session(f"new balda lexicon {name}", **options)[0][1]
        holds(answer.startswith("error ") and said in answer, answer)


# R-BALDA-29
@test
def a_lexicon_without_word_classes_is_told():
    where = folder()
    words = write(os.path.join(where, "words.txt"), "katze\nkatzen\ntatze\ntat\n")
    same(lexicon("import", "plain", words, "--lang", "de", "--lexicons", where).status, 0)
    start = "game balda\nlang de\nlexicon plain\nstart KATZE\n"
    for command, more in (("replay", []), ("replay", ["--json"]), ("moves", ["--top", "1", "--json"]), ("perft", ["1"]),
                          ("best", ["--level", "1"])):
        result = on(start, command, *more, "--lexicons", where)
        same((result.status, result.err), (0, note("plain")), command)
        holds(result.out and "classes" not in result.out, result.out)
        for lang, word in (("de", "KATZE"), ("nl", "STOEL"), ("fr", "TABLE")):
            text = f"game balda\nlang {lang}\nstart {word}\n"
            same(on(text, command, *more).err, "", "words of every language have classes")
    same(logomachy("rules", "bukva", "--lang", "nl", LOGOMACHY_LEXICONS=None).err, "", "where there is no lexicon")
    same(logomachy("rules", "bukva").err, "")
    same(len({on(start, "replay", "--ui", lang, "--lexicons", where).err for lang in LANGUAGES}), 5)
    answers = session("new balda lang de lexicon plain", "load", "game balda", "lang de", "lexicon plain", "end",
                      LOGOMACHY_LEXICONS=where)
    same([lines for lines, _ in answers], [["info " + note("plain")[11:-1]]] * 2)


# R-BALDA-1: singular nouns, in German and Dutch too.
@test
def german_and_dutch_play_singular_nouns():
    for lang, start, words in (("de", "ZÄUNE", False), ("de", "KATZE", True), ("nl", "BOMEN", False), ("nl", "STOEL", True)):
        result = on(f"game balda\nlang {lang}\nstart {start}\n", "replay")
        holds((result.status == 0) == words, (start, result.err))


# replay.

# R-BUKVA-26
@test
def old_records_of_bukva_that_name_classes():
    """They replay where only nouns were played."""
    nouns = "game bukva\nset classes verbs,adverbs\nstart СЛОВО\nA c2=К/c2c3b3\n"
    result = on(nouns, "replay", "--json")
    same(result.status, 0, result.err)
    same(on(nouns, "replay", "--json").out, on(nouns.replace("set classes verbs,adverbs\n", ""), "replay", "--json").out)
    verb = "game bukva\nlang en\nset classes verbs\nstart ADMIT\n"
    result = on(verb, "replay")
    refused(result, "ADMIT is a verb")
    holds(result.err.startswith("line 4: "), result.err)
    same(on(verb.replace("bukva", "balda"), "replay").status, 0)


# R-REC-24
@test
def golden_records():
    records = sorted(glob.glob(GOLDEN + "/*.rec"))
    holds(len(records) >= 5, "there are golden records")
    for path in records:
        with open(path.replace(".rec", ".json"), encoding="utf-8") as file:
            same(parsed(logomachy("replay", path, "--json")), json.load(file), path)


@test
def a_record_may_come_by_standard_input():
    with open(os.path.join(GOLDEN, "crown.rec"), encoding="utf-8") as file:
        text = file.read()
    same(on(text, "replay", "--json").out, logomachy("replay", os.path.join(GOLDEN, "crown.rec"), "--json").out)


@test
def the_json_has_these_keys_in_this_order():
    result = on(CROWN + "A c2=T/b3c3c2\n", "replay", "--json")
    same(result.out, '{"game":"balda","seats":["A","B"],"moves":[{"seat":"A","text":"c2=T/b3c3c2","word":"ROT",'
                     '"points":3,"total":3}],"scores":[3,0],"over":false,"result":null,"reason":null}\n')


@test
def names_are_escaped():
    same(parsed(on(CROWN + 'seat A "Ann" \\ Æ\n', "replay", "--json"))["seats"], ['"Ann" \\ Æ', "B"])


@test
def the_text_shows_every_move_and_the_result():
    result = logomachy("replay", os.path.join(GOLDEN, "crown.rec"))
    same(result.status, 0)
    rows = [line.split() for line in result.out.splitlines()]
    same(rows[:3], [["A", "c2=T/b3c3c2", "ROT", "3", "3"], ["B", "d2=E/b3c3c2d2", "ROTE", "4", "4"],
                    ["A", "a2=Z/a2", "Z", "1", "4"]])
    same(result.out.splitlines()[3:], ["Ann 4, Bob 4", "the game goes on; it is Bob’s turn"])
    texts = {logomachy("replay", os.path.join(GOLDEN, "six-passes.rec"), "--ui", lang).out for lang in LANGUAGES}
    same(len(texts), 5)
    holds(any("draw: too many passes" in text for text in texts), texts)


# R-BALDA-24, R-BALDA-25
@test
def the_worked_example_of_the_rules():
    after = CROWN + "A c2=T/b3c3c2\n"
    same(parsed(on(after, "replay", "--json"))["scores"], [3, 0])
    words = {(move["text"], move["word"]) for move in parsed(on(after, "moves", "--json", "--paths"))["moves"]}
    for text, word in words:
        path = text.split("/")[1]
        if word == "ROT":
            holds(not any(square in path for square in ("b3", "c3", "c2")), text)
        holds(word != "CROWN" or "3" not in path, text)
    refused(on(after + "B b4=O/b3b4c4\n", "replay"), "line 6: ")
    refused(on(after + "B b2=O/b3b2c2\n", "replay"), "line 6: ")  # ROT again, through two squares of the first


# R-BUKVA-14
@test
def bukva_ends_when_no_word_is_left():
    where = folder()
    words = write(os.path.join(where, "words.txt"), "слово\tnoun\nкол\tnoun\n")
    same(lexicon("import", "tiny", words, "--lang", "ru", "--lexicons", where).status, 0)
    start = "game bukva\nlexicon tiny\nstart СЛОВО\n"
    same(parsed(on(start, "moves", "--json", "--lexicons", where))["count"], 2, "above and below")
    game = parsed(on(start + "A c2=К/c2c3b3\n", "replay", "--json", "--lexicons", where))
    same([game[key] for key in ("scores", "over", "result", "reason")], [[3, 0], True, "A", "no-word"])
    refused(on(start + "A c2=К/c2c3b3\nB pass\n", "replay", "--lexicons", where), "line 5: ")


# R-REC-35, R-REC-36
@test
def what_is_wrong_is_told_with_its_line():
    for text, line in (
            ("", 1), ("\n\n", 2), ("# nothing\n", 1), ("lang en\n", 1), ("game chess\n", 1), ("game balda\nlang xx\n", 2),
            ("game balda\n\n# x\nlexicon nothing\n", 4), ("game balda\nset size 6\n", 2),
            ("game bukva\nset diagonal on\n", 2), ("game balda\nstart CROW\n", 2), ("game balda\nstart QZQZQ\n", 2),
            ("game balda\nlang en\nlexicon ru\n", 3), ("game balda\nseat E Eve\n", 2), ("game balda\nA a1=A/a1\n", 2),
            (CROWN + "B c2=T/b3c3c2\n", 5), (CROWN + "A pass\n", 5), (CROWN + "A c1=T/c1\n", 5),
            (CROWN + "A c2=T/b3c3c2\nlang en\n", 6), (CROWN + "A c2=T/b3c3\n", 5), (CROWN + "A c2=T/b3c3c2b3\n", 5),
            (CROWN + "A c2=T/a3c3c2\n", 5), (CROWN + "A c2=T/\n", 5), (CROWN + "A c2=5/c2\n", 5), (CROWN + "A\n", 5),
            (CROWN + "A c2=X/b3c3c2\n", 5), (CROWN + "start CROWN\n", 5), (CROWN + "deal A X\n", 5),
            (CROWN + "A resign\nB c2=T/c2\n", 6), (CROWN + "frob\n", 5), (CROWN + "A \udcff\n", 5),
            (CROWN + "A a\x00b\n", 5), (SLOVO + "A c2=К/c2\n", 5), (SLOVO + "A accept\n", 5),
            (SLOVO + "A c2=К/c2c3b3\nB c4=К/c4c3b3\n", 6)):
        for command, more in (("replay", []), ("replay", ["--json"]), ("moves", []), ("perft", ["1"])):
            result = on(text, command, *more, "--ui", "ru")
            refused(result)
            holds(result.err.startswith(f"line {line}: "), f"{text!r}: {result.err!r}")


@test
def spoilt_records_are_refused_or_read():
    rng = random.Random(12)
    with open(os.path.join(GOLDEN, "asked.rec"), encoding="utf-8") as file:
        good = file.read().encode()
    for _ in range(150):
        spoilt = bytearray(good)
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(spoilt))
            spoilt[at:at + rng.randint(0, 4)] = bytes(rng.randrange(256) for _ in range(rng.randint(0, 4)))
        result = logomachy("replay", "-", "--json", stdin=bytes(spoilt))
        holds(result.status in (0, 1), result)
        holds(result.status == 0 or (result.err.startswith("line ") and not result.out), result)


# moves.

# R-BALDA-11, R-BALDA-22
@test
def moves_come_best_first():
    found = parsed(on(CROWN, "moves", "--json"))
    same(found["count"], len(found["moves"]))
    same(list(found["moves"][0]), ["text", "word", "points"])
    order = [(-move["points"], move["text"]) for move in found["moves"]]
    same(order, sorted(order))
    same(len({(m["text"].split("/")[0], m["word"]) for m in found["moves"]}), found["count"], "each word once")
    same(sum(len(m["word"]) == 1 for m in found["moves"]), 10 * 26, "single letters")
    lines = on(CROWN, "moves").out.splitlines()
    same([line.split() for line in lines], [[m["text"], m["word"], str(m["points"])] for m in found["moves"]])


@test
def only_the_top_ones_are_shown_but_all_are_counted():
    every = parsed(on(CROWN, "moves", "--json"))
    for top in (0, 1, 7, 100000):
        some = parsed(on(CROWN, "moves", "--json", "--top", str(top)))
        same((some["count"], some["moves"]), (every["count"], every["moves"][:top]))


@test
def listed_moves_are_legal():
    for start in (CROWN, SLOVO):
        found = parsed(on(start, "moves", "--json", "--paths"))["moves"]
        for move in random.Random(3).sample(found, 40):
            told = parsed(on(start + f"A {move['text']}\n", "replay", "--json"))["moves"][0]
            same({key: told[key] for key in move}, move)


@test
def there_are_no_moves_where_none_can_be_made():
    for name in ("six-passes", "asked", "pending", "unbegun"):
        same(on(open(os.path.join(GOLDEN, name + ".rec"), encoding="utf-8").read(), "moves", "--json").out,
             '{"count":0,"moves":[]}\n', name)
    same(on("game balda\n", "moves").out, "")


# R-BUKVA-8
@test
def bukva_lists_no_passes_and_no_single_letters():
    found = parsed(on(SLOVO, "moves", "--json"))["moves"]
    holds(all(move["points"] == len(move["word"]) >= 2 for move in found), "words only")


# perft.

def perft_lexicons():
    where = folder()
    for lang in ("en", "ru"):
        result = lexicon("import", "perft-" + lang, os.path.join(PERFT, lang + ".txt"), "--lang", lang,
                         "--lexicons", where)
        same(result.status, 0, result.err)
    return where


def perft_table():
    with open(os.path.join(PERFT, "counts.txt"), encoding="utf-8") as file:
        rows = [line.split() for line in file if not line.startswith("#")]
    return [(row[0], int(row[1]), int(row[2]), row[3:] == ["paths"]) for row in rows]


# R-BALDA-13, R-BALDA-15, R-BALDA-16, R-BALDA-18, R-BALDA-19, R-BALDA-24
@test
def perft_counts_what_the_oracle_counted():
    where = perft_lexicons()
    rows = perft_table()
    holds(len(rows) >= 15, "there is a table")
    for name, depth, count, paths in rows:
        result = logomachy("perft", os.path.join(PERFT, name + ".rec"), str(depth), "--json", "--lexicons", where,
                           *(["--paths"] if paths else []))
        same(parsed(result), {"depth": depth, "count": count}, f"{name} {depth} {paths}")


@test
def the_oracle_still_says_what_the_table_says():
    spec = importlib.util.spec_from_file_location("oracle", os.path.join(PERFT, "oracle.py"))
    oracle = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(oracle)
    rows = perft_table()
    same([(name, depth, paths) for name, depth, _, paths in rows], oracle.TABLE)
    for name, depth, count, paths in rows:
        if depth <= 1:
            same(oracle.position(name).count(depth, paths), count, f"{name} {depth} {paths}")


@test
def perft_one_is_the_number_of_moves():
    for start, passes in ((CROWN, 0), (SLOVO, 1), (CROWN + "A c2=T/b3c3c2\n", 0)):
        for more in ([], ["--paths"]):
            same(int(on(start, "perft", "1", *more).out),
                 parsed(on(start, "moves", "--json", *more))["count"] + passes)


@test
def perft_divides():
    result = on(SLOVO, "perft", "2", "--divide")
    rows = [line.rsplit(" ", 1) for line in result.out.splitlines()]
    same(sum(int(row[1]) for row in rows[:-1]), int(rows[-1][0]))
    same(int(rows[-1][0]), int(on(SLOVO, "perft", "2").out))
    holds("pass" in {row[0] for row in rows}, "a pass is a move")


@test
def perft_needs_no_chance():
    same(on("game balda\n", "perft", "0").out, "1\n")
    for more in ([], ["--divide"], ["--json"]):
        refused(on("game balda\n", "perft", "1", *more), "chance")
    same(logomachy("perft", os.path.join(GOLDEN, "six-passes.rec"), "1").out, "0\n")


# rules.

# R-BALDA-1, R-BALDA-2, R-BALDA-16, R-BALDA-27, R-BUKVA-1, R-BUKVA-3, R-BUKVA-23
@test
def rules_are_data():
    same(parsed(logomachy("rules", "balda", "--lang", "de", "--json")), {
        "preset": "balda", "lang": "de", "seats": {"min": 2, "max": 2}, "settings": [
            {"name": "size", "kind": "number", "values": [5, 7, 9], "default": 5},
            {"name": "diagonal", "kind": "choice", "values": ["off", "on"], "default": "off"},
            {"name": "classes", "kind": "set", "values": ["verbs", "adjectives", "adverbs"], "default": []},
            {"name": "offensive", "kind": "choice", "values": ["allow", "forbid"], "default": "allow"},
            {"name": "obsolete", "kind": "choice", "values": ["allow", "forbid"], "default": "forbid"}]})
    names = [one["name"] for one in parsed(logomachy("rules", "bukva", "--json"))["settings"]]
    same(names, ["size", "unknown", "offensive", "obsolete"])
    holds("size: 5 | 7 | 9 (default 5)" in logomachy("rules", "bukva").out, "text")
    for value in ("verbs", "none"):
        refused(logomachy("selfplay", "bukva", "--set", f"classes={value}"), "bukva", "classes")
    answer = session("new bukva set classes verbs")[0][1]
    holds(answer.startswith("error ") and "classes" in answer, answer)


@test
def rules_of_cards():
    told = parsed(logomachy("rules", "bali", "--lang", "fr", "--json"))
    same(sum(told["pack"].values()), 54)
    same((told["pack"]["E"], told["values"]["Q"], told["values"]["*"]), (5, 5, 5))
    same({card: told["plays"][card] for card in "ÄÖÜ"}, {"Ä": "A", "Ö": "O", "Ü": "U"})
    same(len(told["plays"]["*"]), 26, "the joker is any letter")
    same(parsed(logomachy("rules", "bali", "--lang", "de", "--json"))["plays"]["Ä"], "ÄA", "first what it is if nothing is said")
    for lang in ("en", "nl", "ru"):
        same(sum(parsed(logomachy("rules", "bali", "--lang", lang, "--json"))["pack"].values()), 54, lang)


@test
def rules_of_what_there_is_not():
    refused(logomachy("rules", "chess", "--json"), "chess")
    refused(logomachy("rules", "balda", "--lang", "xx"), "xx")


# best.

def told(start):
    return {move["text"]: move for move in parsed(on(start, "moves", "--json", "--paths"))["moves"]}


@test
def every_level_plays_a_legal_move():
    for start in (CROWN, CROWN + "A c2=T/b3c3c2\n", SLOVO):
        legal = told(start)
        for level in range(1, 7):
            best = parsed(on(start, "best", "--json", "--level", str(level), "--time", "0.2"))
            move = legal[best["text"]]
            same({key: best[key] for key in move}, move)
            same((best["line"][0], best["seat"]), (best["text"], "AB"["\nA " in start]))
            holds(best["depth"] >= 1 and best["nodes"] >= 1, best)


@test
def the_expected_moves_can_be_played():
    best = parsed(on(CROWN, "best", "--json", "--time", "0.5"))
    moves = "".join(f"{'AB'[i % 2]} {text}\n" for i, text in enumerate(best["line"]))
    same(on(CROWN + moves, "replay").status, 0)


@test
def the_lower_levels_answer_alike_every_time():
    for level in "12345":
        same(*({key: value for key, value in parsed(on(SLOVO, "best", "--json", "--level", level)).items()
                if key != "seconds"} for _ in range(2)))


def processor_time():
    """The processor time of the programs run so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@test
def the_time_is_kept():
    for start, seconds in ((CROWN, 0.5), ("game balda\nset size 9\nset diagonal on\nseed 7\n", 1)):
        before = processor_time()
        same(on(start, "best", "--time", str(seconds)).status, 0)
        # By the processor: on a busy machine it gets less of that. Starting takes time of its own.
        used = processor_time() - before
        holds(used < (1.1 * seconds + 1) * os.cpu_count(), f"{start}: {used} s")


@test
def the_text_of_best():
    result = on(CROWN, "best", "--level", "5")
    same(result.status, 0)
    holds(re.match(r"A  \S+/\S+  [A-Z]+\npoints: \d+\nexpected margin: [+-]\d+\.\d\d\ndepth: ", result.out), result.out)


@test
def there_is_no_best_move_where_there_is_none():
    refused(logomachy("best", os.path.join(GOLDEN, "six-passes.rec")), "over")
    refused(logomachy("best", os.path.join(GOLDEN, "unbegun.rec")), "due here")
    refused(on(CROWN, "best", "--seed", "xyz"), "xyz")
    same(parsed(logomachy("best", os.path.join(GOLDEN, "pending.rec"), "--json"))["text"], "refuse")


# selfplay.

KEYS = ["preset", "lang", "lexicon", "a", "b", "games", "decided", "a_wins", "b_wins", "draws", "a_score", "b_score",
        "win_rate", "low", "high", "first_share", "moves", "seconds", "games_per_second", "seed"]


@test
def selfplay_adds_up():
    for preset, more in (("balda", []), ("bukva", []), ("balda", ["--lang", "de"]),
                         ("bukva", ["--set", "size=7"])):
        got = parsed(logomachy("selfplay", preset, "--a", "4", "--b", "1", "--games", "6", "--json", *more),
                     "")
        same(list(got), KEYS)
        same((got["preset"], got["a"], got["b"], got["games"]), (preset, 4, 1, 6))
        same(got["decided"], got["a_wins"] + got["b_wins"])
        same(got["games"], got["decided"] + got["draws"])
        holds(got["low"] <= got["win_rate"] <= got["high"] and 0 <= got["first_share"] <= 1, got)
        holds(got["a_score"] > got["b_score"] > 0, got)
        holds(got["games_per_second"] > 0, got)


@test
def selfplay_is_the_same_again_and_with_threads():
    runs = [parsed(logomachy("selfplay", "bukva", "--a", "5", "--b", "2", "--games", "6", "--seed", "Ab1", "--json", *more))
            for more in ([], [], ["--threads", "3"])]
    for got in runs:
        del got["seconds"], got["games_per_second"]
    same(runs[0], runs[1])
    same(runs[0], runs[2])


def replayed_by_hand(path):
    """The score of a record, by the wording of the rules: a point a letter."""
    with open(path, encoding="utf-8") as file:
        lines = [line.split() for line in file]
    header = {line[0]: line[1] for line in lines if line[0] not in ("A", "B", "seat")}
    board = {"abcdefghi"[i] + str(len(header["start"]) // 2 + 1): letter for i, letter in enumerate(header["start"])}
    moves, total = [], {"A": 0, "B": 0}
    for seat, text in (line for line in lines if line[0] in ("A", "B")):
        word = None
        if "/" in text:
            put, path = text.split("/")
            board[put[:2]] = put[3]
            word = "".join(board[square] for square in re.findall("..", path))
            total[seat] += len(word)
        moves.append({"seat": seat, "text": text, "word": word, "points": len(word or ""), "total": total[seat]})
    return moves, [total["A"], total["B"]], len(board) == len(header["start"]) ** 2


@test
def saved_games_are_records():
    for preset in ("balda", "bukva"):
        where = os.path.join(folder(), "a", "b")
        got = parsed(logomachy("selfplay", preset, "--a", "5", "--b", "3", "--games", "4", "--json", "--save", where))
        same(sorted(os.listdir(where)), [f"{i:06}.rec" for i in range(1, 5)])
        wins = starts = ""
        for name in sorted(os.listdir(where)):
            path = os.path.join(where, name)
            game = parsed(logomachy("replay", path, "--json"))
            moves, scores, full = replayed_by_hand(path)
            same((game["moves"], game["scores"], game["over"]), (moves, scores, True))
            wins += {"A": game["seats"][0][0], "B": game["seats"][1][0]}.get(game["result"], "")
            starts += re.search("(?m)^start (.*)$", open(path, encoding="utf-8").read())[1] + " "
            holds(game["reason"] != "full" or full, game["reason"])
        same((wins.count("a"), wins.count("b")), (got["a_wins"], got["b_wins"]))
        starts = starts.split()
        same((starts[0], starts[2]), (starts[1], starts[3]), "two games in a row begin alike")


@test
def selfplay_of_what_cannot_be_played():
    for arguments, part in ((["chess"], "chess"), (["balda", "--set", "size=6"], "6"), (["balda", "--set", "size"], "size"),
                            (["bukva", "--set", "diagonal=on"], "diagonal"), (["balda", "--lang", "xx"], "xx"),
                            (["balda", "--lexicon", "nothing"], "nothing"), (["balda", "--lexicon", "ru"], "ru"),
                            (["balda", "--seed", "xyz"], "xyz"),
                            (["balda", "--games", "1", "--save", "/proc/nothing"], "/proc/nothing")):
        refused(logomachy("selfplay", *arguments), part)


@test
def the_text_of_selfplay():
    texts = [logomachy("selfplay", "balda", "--a", "3", "--b", "1", "--games", "2", "--ui", lang) for lang in LANGUAGES]
    same({(one.status, one.err) for one in texts}, {(0, "")})
    same(len({one.out for one in texts}), 5)
    holds("95 % interval" in texts[0].out and "2 games in" in texts[0].out, texts[0].out)


# engine.

def session(*lines, **options):
    """The answers: for each, its lines and how it ended."""
    text = "\n".join(lines) + "\n"
    result = logomachy("engine", stdin=text.encode("utf-8", "surrogateescape"), **options)
    same((result.status, result.err), (0, ""))
    answers, lines = [], []
    for line in result.out.splitlines():
        if line == "ok" or line.startswith("error "):
            answers.append((lines, line))
            lines = []
        else:
            lines.append(line)
    same(lines, [], "the last answer is complete")
    return answers


@test
def a_session():
    answers = session("# a comment", "", "new balda lang en", "chance start CROWN", "play c2=T/b3c3c2", "play B d2=E/b3c3c2d2",
                      "undo", "play d2=E/b3c3c2d2", "show", "record", "moves 2", "best level 5", "quit", "show")
    same([end for _, end in answers], ["ok"] * 11)
    show = answers[6][0]
    same(show[:6], ["game balda", "lang en", "lexicon en", "score A 3", "score B 4", "turn A"])
    record = "\n".join(answers[7][0]) + "\n"
    same(record, CROWN.replace("start", "set obsolete forbid\nstart") + "A c2=T/b3c3c2\nB d2=E/b3c3c2d2\n")
    found = parsed(on(record, "moves", "--json", "--top", "2"))
    same(answers[8][0], [f"count {found['count']}", *(f"move {m['points']} {m['word']} {m['text']}" for m in found["moves"])])
    best = dict(line.split(" ", 1) for line in answers[9][0])
    holds(best["move"] in told(record), best)
    same(int(best["points"]), len(best["word"]))


@test
def a_session_with_a_record():
    with open(os.path.join(GOLDEN, "six-passes.rec"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    answers = session("load", *lines, "end", "show", "moves", "best", "undo 2", "show", "play pass", "play pass", "show")
    same([end.split()[0] for _, end in answers], ["ok", "ok", "ok", "error", "ok", "ok", "ok", "ok", "ok"])
    holds("result draw" in answers[1][0] and "reason passes" in answers[1][0], answers[1])
    same(answers[2][0], ["count 0"])
    holds("turn B" in answers[5][0] and "turn B" not in answers[8][0], answers[5])


@test
def what_is_refused_changes_nothing():
    wrong = ["play c2=T/b3c3", "play B pass", "play", "chance start CROWN", "draw", "undo 1", "undo x", "undo 0", "frob",
             "new chess", "new", "new balda set size 6", "new balda lang", "new balda seats 3", "new balda frob 1",
             "new balda seed xyz", "new balda lexicon nothing", "new balda lexicon ru", "moves x", "best level 9",
             "best time 0", "best frob", "show me", "record it", "quit now", "help me", "play \udcff", "show \x01"]
    answers = session("load", *CROWN.splitlines(), "end", "show", *wrong, "load", "game chess", "end", "show")
    same({end.split()[0] for _, end in answers[2:-1]}, {"error"})
    same(len(answers), len(wrong) + 4)
    same(answers[1], answers[-1])
    holds(answers[-2][1].startswith("error line 1: "), answers[-2])


@test
def nothing_can_be_done_without_a_game():
    answers = session("show", "play x", "moves", "best", "undo", "record", "draw", "chance start CROWN", "help")
    same({end.split()[0] for _, end in answers[:-1]}, {"error"})
    holds("play [SEAT] MOVE" in answers[-1][0], answers[-1])


@test
def a_seed_draws_by_itself():
    one, two = (session("new bukva seed 12AB set size 7", "show") for _ in range(2))
    same(one, two)
    holds("turn A" in one[1][0] and any(line.startswith("state start ") for line in one[1][0]), one)


@test
def the_engine_survives_anything():
    rng = random.Random(31)
    words = ["new", "balda", "bukva", "load", "end", "game balda", "play", "undo", "moves", "show", "record", "chance",
             "start CROWN", "draw", "pass", "resign", "seed 1", "set size 7", "A", "B", "c2=T/b3c3c2", "best level 1", "9" * 30,
             "\udcfe", "\x00", "x" * 70000, "é", "lang", "lexicon", "\t", "#"]
    lines = [" ".join(rng.choice(words) for _ in range(rng.randint(0, 4))) if rng.random() < 0.7 else
             rng.choice(["end", "show", "new bukva seed 1"]) for _ in range(3000)]
    result = logomachy("engine", stdin="\n".join([*lines, "end"]).encode("utf-8", "surrogateescape"))
    same((result.status, result.err), (0, ""))
    holds(result.out.count("\nok\n") > 50 and result.out.count("\nerror ") > 50, "answers")
    result = logomachy("engine", stdin=bytes(rng.randrange(256) for _ in range(200000)))
    same((result.status, result.err), (0, ""))
    same(session("load", "game balda")[0][1].split()[0], "error", "the input ends too soon")


@test
def a_list_of_moves_is_whole_however_long():
    two_blanks = ("game wordgame\nlang en\nlexicon en-international\ndeal A AEINRSTO\ndeal B AEIRST??\n"
                  "A 8A:NOTARIES\ndeal A DGLNOOUE\n")
    told = parsed(logomachy("moves", "-", "--json", stdin=two_blanks.encode()))
    same((told["count"] > 200000, len(told["moves"])), (True, told["count"]))


finish()
