#!/usr/bin/env python3
"""`logomachy lexicon`, as people and programs use it: what is printed, where, and with what status."""
import collections
import json
import os
import random
import re
import shutil
import struct
import unicodedata

from harness import (LEXICONS, PROGRAM, ROOT, TMP, finish, folder, holds, lexicon, logomachy, on_small_disk, refused, run,
                     same, test, write)

LEAVES = ["list", "info", "has", "define", "find", "check", "build", "import"]
COMMANDS = [[], ["manual"], ["lexicon"], *(["lexicon", leaf] for leaf in LEAVES)]
BUILT = ["de", "en", "en-american", "en-common", "en-huge", "en-international", "en-large", "fr", "nl", "ru"]
LANGUAGES = ["en", "de", "fr", "nl", "ru"]
CLASSES = ["noun", "verb", "adjective", "adverb", "other"]


def parsed(result, status=0):
    same((result.status, result.err), (status, ""), "status and standard error")
    holds(result.out.endswith("\n"), "JSON ends its line")
    return json.loads(result.out)


# The documents.

def numbers(path, heading, row):
    """The matches in the rows of the table under a heading, by the name of the lexicon."""
    with open(f"{ROOT}/{path}", encoding="utf-8") as document:
        section = document.read().split(heading, 1)[1]
    found = re.findall(row, section.split("\n## ", 1)[0], flags=re.M)
    return {name: tuple(int(number.replace(",", "")) for number in given) for name, *given in found}


@test
def the_documents_agree_on_the_sizes_of_lexicons():
    row = r"^\| `([a-z-]+)` \| ([0-9,]+) \| ([0-9,]+) \|"
    readme = numbers("README.md", "\n## Lexicons\n", row)
    manual = numbers("docs/lexicons.md", "\n## At a glance\n", row + "[^|]*\\|[^|]*\\|$")
    measured = numbers("tests/unit/recipes.c", "} expected[] = {", r'^    \{"([a-z-]+)", ([0-9]+), ([0-9]+),')
    same(sorted(readme), BUILT)
    same(readme, manual, "README.md and docs/lexicons.md")
    same(readme, measured, "README.md and tests/unit/recipes.c")


# Help and usage.

@test
def every_command_has_help():
    for command in COMMANDS:
        for help_option in ("--help", "-help"):
            result = logomachy(*command, help_option)
            same((result.status, result.err), (0, ""), command)
            start = " ".join(["usage: logomachy", *command])
            holds(result.out.startswith(start), f"{command}: {result.out}")
            for option in ("--json", "--lexicons DIR", "--ui LANG", "--help"):
                holds(option in result.out, f"{command}: no {option}")


@test
def help_lists_every_subcommand():
    rows = re.findall(r"^  ([a-z]+) ", lexicon("--help").out, re.M)
    same(rows, ["list", "info", "has", "define", "find", "check", "build", "import"])


@test
def help_wins_over_missing_arguments():
    same(lexicon("has", "--help").status, 0)
    same(lexicon("find", "--length", "nonsense", "--help").status, 0)


@test
def help_speaks_five_languages():
    for command in COMMANDS:
        texts = [logomachy(*command, "--help", "--ui", lang).out for lang in LANGUAGES]
        same(len(set(texts)), 5, command)
        for text in texts:
            text.encode("utf-8")  # fails where a byte was not UTF-8


@test
def the_environment_chooses_the_language():
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        only = {"LC_ALL": None, "LC_MESSAGES": None, "LANG": None, variable: "ru_RU.UTF-8"}
        same(logomachy("--help", **only).out, logomachy("--help", "--ui", "ru").out, variable)
    same(logomachy("--help", LC_ALL="xx_YY").out, logomachy("--help", "--ui", "en").out, "unknown: English")
    same(logomachy("--help", "--ui=nl", LC_ALL="ru_RU.UTF-8").out, logomachy("--help", "--ui", "nl").out, "--ui first")


@test
def messages_speak_the_language_too():
    texts = {lexicon("has", "en", "--ui", lang).err for lang in LANGUAGES}
    same(len(texts), 5)


@test
def an_unknown_language_of_messages_is_wrong_usage():
    refused(lexicon("list", "--ui", "xx"), "--ui", "xx", status=2)
    refused(lexicon("list", "--ui", "english"), "english", status=2)


@test
def version():
    result = logomachy("--version")
    same((result.status, result.err), (0, ""))
    holds(re.fullmatch(r"logomachy \d+\.\d+\.\d+\n", result.out), result.out)


@test
def unknown_commands():
    refused(logomachy("frob"), "frob", "logomachy --help", status=2)
    refused(lexicon("frob"), "frob", "logomachy lexicon --help", status=2)
    refused(lexicon("Lis"), "Lis", status=2)
    refused(logomachy(""), status=2)


@test
def a_command_is_needed():
    refused(logomachy(), "command", status=2)
    refused(lexicon(), "command", status=2)


@test
def unknown_options():
    for command in COMMANDS:
        for option in ("--frob", "-f", "--frob=1", "---", "-é"):
            refused(logomachy(*command, option, "x"), "there is no option " + option, status=2)


@test
def missing_arguments():
    for command, what in (("info", "NAME"), ("has", "NAME"), ("has en", "WORD"), ("define", "WORD"),
                          ("find", "PATTERN"), ("import", "NAME"), ("import mine", "FILE"),
                          ("import mine list", "--lang"), ("build", "--sources")):
        refused(lexicon(*command.split()), what + " ", "is missing", status=2)


@test
def superfluous_arguments():
    for command in ("lexicon list extra", "lexicon find a extra", "lexicon import a b extra --lang en", "manual extra"):
        refused(logomachy(*command.split()), "“extra” is one argument too many", status=2)


@test
def option_values():
    refused(lexicon("list", "--json=yes"), "--json", status=2)
    refused(lexicon("find", "--lexicon"), "--lexicon", "NAME", status=2)
    refused(lexicon("find", "a", "--lexicon="), "--lexicon", "NAME", status=2)
    refused(lexicon("list", "--lexicons", ""), "--lexicons", "DIR", status=2)
    for value in ("0", "-1", "9", "x", "1x", "4294967296", "99999999999999999999"):
        refused(lexicon("find", "a", "--tier", value), "--tier", value, status=2)
    for value in ("0", "x", "4294967296"):
        refused(lexicon("find", "a", "--limit", value), "--limit", value, status=2)


@test
def ways_to_write_options():
    wanted = lexicon("find", "--anagram", "tca", "--lexicon", "en", "--json")
    for arguments in (["-anagram", "tca", "-lexicon", "en", "-json"], ["--json", "--anagram=tca", "--lexicon=en"],
                      ["-anagram=tca", "-lexicon=en", "--json"]):
        same(lexicon("find", *arguments), wanted, arguments)
    same(logomachy("--json", "lexicon", "-lexicon=en", "find", "--anagram=tca").status, 2, "an option of find before it")


@test
def common_options_may_come_before_the_command():
    wanted = logomachy("lexicon", "list", "--json", "--lexicons", LEXICONS)
    same(logomachy("--json", "lexicon", "--lexicons", LEXICONS, "list"), wanted)
    same(logomachy("--version", "lexicon", "find").out, logomachy("--version").out)


@test
def two_dashes_end_the_options():
    same(lexicon("has", "en", "--", "cat", "--json"), (1, "cat yes\n--json no\n", ""))
    refused(lexicon("find", "--lexicon", "en", "--", "-x"), "-")


@test
def the_last_of_equal_options_counts():
    same(lexicon("find", "cat", "--lexicon", "en", "--limit=5", "--lexicon", "en-common").status, 0)
    refused(lexicon("has", "--lexicons", "/x", "en", "cat", "--lexicons", "/y", LOGOMACHY_LEXICONS=None), "/y")


@test
def a_manual_page():
    result = logomachy("manual")
    same((result.status, result.err), (0, ""))
    holds(result.out.startswith(".TH LOGOMACHY 1"), result.out[:80])
    for leaf in LEAVES:
        holds(f'.SS "logomachy lexicon {leaf} ' in result.out, leaf)


# list, info, check

@test
def list_names_the_built_lexicons():
    rows = lexicon("list").out.splitlines()
    same([row.split()[0] for row in rows], ["name", *BUILT])
    same({row[20:22].strip() for row in rows}, {row.split()[1][0] for row in rows}, "the languages are in one column")


@test
def list_json():
    rows = parsed(lexicon("list", "--json"))
    same([row["name"] for row in rows], BUILT)
    for row in rows:
        same(list(row), ["name", "lang", "words", "definitions"])
        same(row["lang"], row["name"][:2])
        holds(row["words"] > 50000 and isinstance(row["definitions"], int), row)


@test
def info_agrees_with_list():
    for row in parsed(lexicon("list", "--json")):
        info = parsed(lexicon("info", row["name"], "--json"))
        same({key: info[key] for key in row}, row)
        same(sum(info["tiers"].values()), row["words"])
        same(sum(info["lengths"].values()), row["words"])
        same(list(info["classes"]), CLASSES)
        same(info["bytes"], os.path.getsize(os.path.join(LEXICONS, row["name"] + ".lex")))
        holds(0 < info["graph_bytes"] < info["bytes"], info)
        for source in info["sources"]:
            same(list(source), ["package", "version", "licence", "about"])
            holds(all(source.values()), source)


@test
def info_for_people():
    result = lexicon("info", "en", "ru")
    same((result.status, result.err), (0, ""))
    holds(result.out.startswith("en (en)\nwords: ") and "\n\nru (ru)\nwords: " in result.out, result.out)
    holds("scowl" in result.out and "OpenCorpora" in result.out, "sources are named")


@test
def info_of_several_is_an_array():
    same([one["name"] for one in parsed(lexicon("info", "ru", "en", "--json"))], ["ru", "en"])


@test
def a_lexicon_that_is_not_there():
    for command in ("info klingon", "has klingon word", "find a --lexicon klingon", "check klingon",
                    "define cat --lexicon klingon", "info en klingon"):
        refused(lexicon(*command.split()), "klingon", LEXICONS)


@test
def names_cannot_lead_out_of_the_folder():
    for name in ("../lexicons/en", "/etc/passwd", ".hidden", "EN", "en.lex/..", "x" * 41, "é", ""):
        refused(lexicon("info", name), "name")


@test
def check_passes_what_was_built():
    result = lexicon("check", "en", "ru")
    same((result.status, result.err), (0, ""))
    same([line.split(":")[0] for line in result.out.splitlines()], ["en", "ru"])
    for one in parsed(lexicon("check", "en", "ru", "--json")):
        same(list(one), ["name", "ok", "words", "splits", "definitions"])
        info = parsed(lexicon("info", one["name"], "--json"))
        letters = sum(int(length) * count for length, count in info["lengths"].items())
        same((one["ok"], one["words"], one["splits"]), (True, info["words"], letters))


# has

@test
def has_says_yes_or_no():
    same(lexicon("has", "en", "cat"), (0, "cat yes\n", ""))
    same(lexicon("has", "en", "xqzk"), (1, "xqzk no\n", ""))
    same(lexicon("has", "en", "cat", "xqzk", "DOG"), (1, "cat yes\nxqzk no\nDOG yes\n", ""))


@test
def has_json():
    same(parsed(lexicon("has", "en", "cat", "xqzk", "--json"), 1),
         [{"word": "cat", "in": True}, {"word": "xqzk", "in": False}])


@test
def has_reads_russian():
    same(lexicon("has", "ru", "кошка", "ЁЛКА", "елка", "йод"), (0, "кошка yes\nЁЛКА yes\nелка yes\nйод yes\n", ""))
    same(lexicon("has", "ru", "иод", "cat").status, 1)


@test
def has_reads_decomposed_letters():
    for name, word in (("ru", "йод"), ("fr", "été"), ("en", "café"), ("de", "über")):
        apart = unicodedata.normalize("NFD", word)
        holds(apart != word, word)
        same(lexicon("has", name, word, apart), (0, f"{word} yes\n{apart} yes\n", ""))


@test
def has_folds_accents_and_ligatures():
    for name, word, plain in (("en", "résumé", "RESUME"), ("fr", "œuvre", "OEUVRE"), ("fr", "CŒUR", "coeur")):
        same(lexicon("has", name, word, plain).status, 0, word)


# R-BUKVA-4, R-BUKVA-5
@test
def russian_nouns_are_common_ones():
    same(lexicon("has", "ru", "ножницы", "брюки", "сутки", "кошка").status, 0, "nouns, some without singular")
    out = ["банька", "дочурка", "домина", "ножища", "кошки", "кошкой", "столы", "бежать", "красивый", "быстро",
           "СССР", "ВИЧ", "мент", "бабло", "чувак", "москва", "иван"]
    same(lexicon("has", "ru", *out).out, "".join(f"{word} no\n" for word in out), "what is not in play")


# R-BALI-54, R-BALI-55
@test
def french_has_every_form_and_no_names():
    same(lexicon("has", "fr", "mur", "murs", "cheval", "chevaux", "manger", "mangeassions", "chantée").status, 0, "every form")
    out = ["france", "bruxelles", "sncf", "arcenciel", "arc-en-ciel", "grandmère", "peutêtre", "pommedeterre"]
    same(lexicon("has", "fr", *out).out, "".join(f"{word} no\n" for word in out), "names and compounds")


@test
def has_survives_any_bytes():
    for word in (b"\xff", b"\xc3", b"a\xf0\x9f\x98\x80", b"", b" ", b"a b", b"-", b"''", b"x" * 5000, b"\xcc\x81"):
        result = lexicon("has", "en", "--", word, "cat")
        same(result.status, 1, word)
        holds(result.out.endswith("cat yes\n"), word)


@test
def json_is_valid_for_any_bytes():
    words = [b"\xff\xc3", b'a"b\\', b"x\ty", b"\x01", "é".encode()]
    same([one["in"] for one in parsed(lexicon("has", "en", *words, "--json"), 1)], [False] * 5)


# define

def definitions(word, *options):
    return parsed(lexicon("define", word, *options, "--json"))


@test
def define_an_english_word():
    result = lexicon("define", "cat", "--lexicon", "en")
    same((result.status, result.err), (0, ""))
    lines = result.out.splitlines()
    holds(re.fullmatch(r"CAT  \[en\]  noun, verb; familiarity [1-8] of 8", lines[0]), lines[0])
    holds("feline" in lines[1] and lines[1].startswith("  noun: "), lines[1])


@test
def define_json():
    (entry,) = definitions("cat", "--lexicon", "en")
    same(list(entry), ["word", "lexicon", "lang", "tier", "classes", "marks", "spellings", "definitions"])
    same((entry["word"], entry["lexicon"], entry["lang"], entry["classes"]), ("CAT", "en", "en", ["noun", "verb"]))
    for one in entry["definitions"]:
        same(list(one), ["classes", "text", "kind"])
        holds(one["text"] and set(one["classes"]) <= set(CLASSES), one)


@test
def define_a_russian_word_by_synonyms():
    for entries in (definitions("страх"), definitions("СТРАХ", "--lexicon", "ru")):
        (entry,) = entries
        same((entry["word"], entry["lang"]), ("СТРАХ", "ru"))
        holds("боязнь" in entry["definitions"][0]["text"], entry)


@test
def define_looks_in_every_language():
    langs = [entry["lang"] for entry in definitions("café")]
    holds("en" in langs and len(set(langs)) == len(langs), langs)
    (english,) = [entry for entry in definitions("café") if entry["lang"] == "en"]
    same((english["word"], english["spellings"]), ("CAFE", ["cafe", "café"]))


@test
def define_a_word_that_no_lexicon_has():
    same(lexicon("define", "xqzk"), (1, "xqzk is not in any lexicon\n", ""))
    same(lexicon("define", "xqzk", "--lexicon", "en"), (1, "xqzk is not in en\n", ""))
    same(parsed(lexicon("define", "xqzk", "--json"), 1), [])
    same(lexicon("define", "c4t").status, 1)


@test
def define_several_words():
    result = lexicon("define", "dog", "xqzk", "cat", "--lexicon", "en")
    same((result.status, result.err), (1, ""))
    heads = [line.split()[0] for line in result.out.splitlines() if not line.startswith(" ")]
    same(heads, ["DOG", "xqzk", "CAT"])
    same([entry["word"] for entry in parsed(lexicon("define", "dog", "cat", "--lexicon", "en", "--json"))],
         ["DOG", "CAT"])


@test
def a_word_without_definition_is_still_a_word():
    result = lexicon("define", "tzigany", "--lexicon", "en-international")
    same((result.status, result.err, result.out.count("\n")), (0, "", 1))
    holds(result.out.startswith("TZIGANY  [en-international]"), result.out)


# find: a slow search in Python over the complete list says what must be found.

complete = {}


def words_of(name):
    if name not in complete:
        found = parsed(lexicon("find", "*", "--lexicon", name, "--json"))
        same(found["count"], len(found["words"]))
        complete[name] = found["words"]
    return complete[name]


def fits(pattern):
    expression = pattern.upper().replace("?", ".").replace("*", ".*").replace("[!", "[^")
    return re.compile(expression).fullmatch


def missing(word, letters):
    """How many letters of the word are not among these."""
    return sum((collections.Counter(word) - collections.Counter(letters.upper().replace("?", ""))).values())


def makeable(letters):
    return lambda word: missing(word, letters) <= letters.count("?")


def anagram(letters):
    return lambda word: len(word) == len(letters) and missing(word, letters) <= letters.count("?")


def finds(name, arguments, *conditions):
    found = parsed(lexicon("find", *arguments, "--lexicon", name, "--json"))
    wanted = [word for word in words_of(name) if all(condition(word) for condition in conditions)]
    same(list(found), ["count", "words"])
    same((found["count"], found["words"]), (len(wanted), wanted), arguments)
    return wanted


@test
def the_complete_list_is_sorted_and_whole():
    for name in ("en-common", "ru"):
        words = words_of(name)
        same(len(words), parsed(lexicon("info", name, "--json"))["words"])
        holds(all(one < next_one for one, next_one in zip(words, words[1:])), "sorted, nothing twice")


@test
def find_english_patterns():
    for pattern in ("CAT", "c?t", "*ing", "?", "??", "?*", "*", "**", "Q*", "*q*z*", "un*ed", "a*b*c", "zzzz",
                    "[aeiou]*[aeiou]", "[^aeiou][^aeiou][^aeiou]", "[!a-y]*", "[A-E]?[X-Z]", "[a-cx-z][aeiou]t",
                    "*[^a-r]", "[zq]*[jk]*", "*a*e*i*o*u*", "?????????????*", "[A][B]*"):
        finds("en-common", [pattern], fits(pattern))


@test
def find_russian_patterns():
    for pattern in ("К?Т", "*ство", "[А-Е]О?", "[^АЕИОУЫЭЮЯ]*Й", "?О?О?О*", "[щ-я]*", "*ъ*", "й*"):
        finds("ru", [pattern], fits(pattern))


@test
def find_reads_letters_as_words_do():
    for given, plain in (("ёлк?", "ЕЛК?"), ("[ё]лка", "ЕЛКА"), (unicodedata.normalize("NFD", "[й-л]о?"), "[Й-Л]О?")):
        holds(finds("ru", [given], fits(plain)), given)
    holds(finds("ru", ["--anagram", "ёлка"], anagram("ЕЛКА")), "ёлка")
    holds(finds("ru", ["--from", unicodedata.normalize("NFD", "йод")], makeable("ЙОД")), "йод")
    for given in ("café", unicodedata.normalize("NFD", "café")):
        same(finds("en-common", [given], fits("CAFE")), ["CAFE"])
    holds("OEUVRE" in parsed(lexicon("find", "œuvr?", "--lexicon", "fr", "--json"))["words"], "œ is two letters")


@test
def find_anagrams():
    for letters in ("stale", "TALES?", "q?", "??", "zzzz", "a", "aeinrst?", "???????"):
        finds("en-common", ["--anagram", letters], anagram(letters))
    finds("ru", ["--anagram", "клад?"], anagram("клад?"))


@test
def find_words_from_letters():
    for letters in ("stale", "zoo?", "??", "e", "aeinrst", "qqq?"):
        finds("en-common", ["--from", letters], makeable(letters))
    finds("ru", ["--from", "стол?"], makeable("стол?"))


@test
def find_by_pattern_and_letters():
    finds("en-common", ["s*", "--anagram", "stale?"], fits("S*"), anagram("stale?"))
    finds("en-common", ["?[aeiou]*", "--from", "aeinrst?"], fits("?[AEIOU]*"), makeable("aeinrst?"))


@test
def find_by_length():
    for given, low, high in (("5", 5, 5), ("3-7", 3, 7), ("8-", 8, 63), ("2-2", 2, 2), ("15-", 15, 63)):
        finds("en-common", ["--length", given, "b*"], fits("B*"), lambda word: low <= len(word) <= high)


@test
def find_refuses_lengths():
    for given in ("0", "-", "-3", "7-3", "x", "3-x", "3-7-9", "99999999999", "3 - 7"):
        refused(lexicon("find", "a*", "--length=" + given), "length", given, status=2)


@test
def find_with_a_limit():
    (everything, some) = (lexicon("find", "zo*", "--lexicon", "en", *limit).out.splitlines()
                          for limit in ([], ["--limit", "3"]))
    same(some, everything[:3])
    found = parsed(lexicon("find", "zo*", "--lexicon", "en", "--limit", "3", "--json"))
    same((found["count"], found["words"]), (len(everything), everything[:3]))


@test
def find_nothing_is_no_error():
    same(lexicon("find", "zzzz", "--lexicon", "en-common"), (0, "", ""))
    same(parsed(lexicon("find", "zzzz", "--lexicon", "en-common", "--json")), {"count": 0, "words": []})


@test
def find_by_class():
    info = parsed(lexicon("info", "en-common", "--json"))
    found = {one: set(parsed(lexicon("find", "*", "--class", one, "--lexicon", "en-common", "--json"))["words"])
             for one in CLASSES}
    same({one: len(words) for one, words in found.items()}, info["classes"])
    both = parsed(lexicon("find", "*", "--class", "noun,adverb", "--lexicon", "en-common", "--json"))["words"]
    same(set(both), found["noun"] | found["adverb"])
    for entry in parsed(lexicon("define", "cat", "run", "quickly", "red", "--lexicon", "en-common", "--json")):
        same([one for one in CLASSES if entry["word"] in found[one]], entry["classes"], entry["word"])
    refused(lexicon("find", "*", "--class", "gerund"), "gerund", status=2)
    refused(lexicon("find", "*", "--class", "noun,x"), "x", status=2)


@test
def find_by_familiarity():
    tiers = parsed(lexicon("info", "en-common", "--json"))["tiers"]
    words, total = set(), 0
    for tier in range(1, 9):
        found = set(parsed(lexicon("find", "*", "--tier", str(tier), "--lexicon", "en-common", "--json"))["words"])
        total += tiers.get(str(tier), 0)
        same(len(found), total, tier)
        holds(words <= found, "each tier has the words of those before it")
        words = found


@test
def find_refuses_patterns():
    for pattern in ("[", "[ab", "[]", "[^]", "[e-a]", "[a-]", "[^a-z]", "a]", "c4t", "ж", "a b", "", "[œ]", "e-mail",
                    b"\xff", b"a\xcc", "?" * 64, "[" * 5000):
        refused(lexicon("find", "--lexicon", "en", "--", pattern), "logomachy: ")
    same(lexicon("find", "--lexicon", "en", "?" * 63).status, 0)


@test
def find_refuses_letters():
    for option in ("--anagram", "--from"):
        for letters in ("c4t", "ж", "a*", "[ab]", "a" * 64, "?" * 5000):
            refused(lexicon("find", "--lexicon", "en", option, letters))


@test
def find_chooses_the_lexicon_by_script():
    same(lexicon("find", "кошк?", "--json").out, lexicon("find", "кошк?", "--json", "--lexicon", "ru").out)
    same(lexicon("find", "--from", "кот", "--json").out, lexicon("find", "--from", "кот", "--lexicon=ru", "--json").out)
    same(lexicon("find", "cat?", "--json").out, lexicon("find", "cat?", "--json", "--lexicon", "en-international").out)


# import

def imported(content, *options, name="mine", lang="en", into=None):
    shelf = into or folder()
    path = write(os.path.join(folder(), "list.txt"), content)
    return lexicon("import", name, path, "--lang", lang, "--lexicons", shelf, *options), shelf


def taken(content, lang="en"):
    """The words of a list that is imported without complaint."""
    result, shelf = imported(content, lang=lang)
    same((result.status, result.err), (0, ""))
    return parsed(lexicon("find", "*", "--lexicon", "mine", "--lexicons", shelf, "--json"))["words"]


@test
def import_a_list():
    result, shelf = imported("dog\ncat\nDog\n")
    path = os.path.join(shelf, "mine.lex")
    same(result, (0, f"2 words taken, 1 repeated, 0 left out; written to {path}\n", ""))
    same(os.listdir(shelf), ["mine.lex"])


@test
def import_json():
    result, shelf = imported("dog\nc4t\ncat\nDog\n", "--json")
    report = parsed(result)
    same(list(report), ["name", "taken", "repeated", "left_out", "file"])
    same((report["name"], report["taken"], report["repeated"]), ("mine", 2, 1))
    same([list(one) for one in report["left_out"]], [["line", "why"]])
    same((report["left_out"][0]["line"], report["file"]), (2, os.path.join(shelf, "mine.lex")))


@test
def import_reads_what_editors_write():
    for content in (b"cat\ndog", b"cat\r\ndog\r\n", b"\xef\xbb\xbfcat\ndog\n", b"# pets\n\ncat\n  \t\n#\ndog\n",
                    b"  dog \ncat\t\t\n", b"dog\ncat\ndog\n"):
        same(taken(content), ["CAT", "DOG"], content)


@test
def import_russian_and_accents():
    same(taken("ёлка\nЙод\n" + unicodedata.normalize("NFD", "майор\n"), lang="ru"), ["ЕЛКА", "ЙОД", "МАЙОР"])
    same(taken("été\ncœur\n" + unicodedata.normalize("NFD", "forêt\n"), lang="fr"), ["COEUR", "ETE", "FORET"])
    same(taken("Straße\nÖl\n", lang="de"), sorted(taken("STRASSE\nÖL\n", lang="de")))


@test
def imported_words_keep_classes_definitions_and_spelling():
    _, shelf = imported("cat\tn\ta small beast\ncat\tverb\tto vomit\nquick\tadj,adv\ncafé\nzymurgy\t\tthe last word\n")
    entries = parsed(lexicon("define", "cat", "quick", "cafe", "zymurgy", "--lexicon", "mine", "--lexicons", shelf,
                             "--json"))
    same([entry["classes"] for entry in entries], [["noun", "verb"], ["adjective", "adverb"], [], []])
    same(entries[0]["definitions"], [{"classes": ["noun"], "text": "a small beast", "kind": "definition"},
                                     {"classes": ["verb"], "text": "to vomit", "kind": "definition"}])
    same((entries[2]["spellings"], entries[3]["definitions"]),
         (["café"], [{"classes": [], "text": "the last word", "kind": "definition"}]))
    for one, words in (("noun", ["CAT"]), ("adjective", ["QUICK"]), ("adverb,verb", ["CAT", "QUICK"]), ("other", [])):
        found = lexicon("find", "*", "--class", one, "--lexicon", "mine", "--lexicons", shelf, "--json")
        same(parsed(found)["words"], words, one)


@test
def import_tells_the_lines_it_leaves_out():
    for line, why in ((b"c4t", "4"), (b"\xff\xfe", "UTF-8"), (b"word\tgerund", "gerund"), (b"\tn\tno word", "word"),
                      (b"a\tn\tb\tc", "fields"), (b"x" * 64, "letters"), (b"two words", "letter"),
                      (b"x" * 100000, "letters"), (b"end-", "-"), (b"cat\tn\t" + b"x" * 5000, "4096")):
        result, _ = imported(b"# first\ndog\n" + line + b"\nhen\n")
        same(result.status, 0, result.err)
        holds(result.out.startswith("2 words taken, 0 repeated, 1 left out; "), result.out)
        holds(result.err.startswith("line 3: ") and why in result.err and result.err.count("\n") == 1, result.err)


@test
def import_tells_only_the_first_of_many_bad_lines():
    result, _ = imported("dog\n" + "4\n" * 1000)
    same((result.status, result.err.count("\n")), (0, 20))
    holds("1000 left out" in result.out, result.out)


@test
def import_of_no_words_writes_nothing():
    for content in (b"", b"\n\n", b"# only a comment\n", b"\xef\xbb\xbf", b"4\n", bytes(range(256)), b"\0" * 1000):
        result, shelf = imported(content)
        refused(result, "mine")
        same(os.listdir(shelf), [])


@test
def import_from_standard_input():
    shelf = folder()
    result = lexicon("import", "mine", "-", "--lang", "en", "--lexicons", shelf, stdin=b"cat\ndog\n")
    same((result.status, result.err), (0, ""))
    same(lexicon("has", "mine", "dog", "--lexicons", shelf), (0, "dog yes\n", ""))
    refused(lexicon("import", "none", "-", "--lang", "en", "--lexicons", shelf), "none")


@test
def import_refuses_languages_and_names():
    refused(imported("cat\n", lang="xx")[0], "xx")
    refused(imported("cat\n", lang="../en")[0], "../en")
    for name in ("Mine", "../mine", "a/b", ".x", "x" * 41, "my list"):
        result, shelf = imported("cat\n", name=name)
        refused(result, "name")
        same(os.listdir(shelf), [])


@test
def import_of_what_cannot_be_read():
    shelf = folder()
    for path in (os.path.join(TMP, "nowhere"), TMP, "/dev/null/x"):
        refused(lexicon("import", "mine", path, "--lang", "en", "--lexicons", shelf), path)
    same(os.listdir(shelf), [])


@test
def import_into_what_cannot_be_written():
    file = write(os.path.join(folder(), "file"), "")
    for shelf in (file, file + "/below", "/proc/logomachy"):
        refused(imported("cat\n", into=shelf)[0], "cannot write " + shelf)


@test
def import_makes_the_folder():
    shelf = os.path.join(folder(), "a", "b")
    same(imported("cat\n", into=shelf)[0].status, 0)
    same(os.listdir(shelf), ["mine.lex"])


@test
def import_again_replaces():
    shelf = folder()
    imported("cat\n", into=shelf)
    same(imported("dog\n", into=shelf)[0].status, 0)
    same(lexicon("has", "mine", "cat", "dog", "--lexicons", shelf).out, "cat no\ndog yes\n")


@test
def import_that_fails_leaves_the_older_one():
    shelf = folder()
    imported("cat\n", into=shelf)
    refused(imported("4\n", into=shelf)[0], "mine")
    same(lexicon("has", "mine", "cat", "--lexicons", shelf).status, 0)


@test
def every_command_knows_an_imported_lexicon():
    _, shelf = imported("cat\tn\ta small beast\ndog\nzebra\n")
    here = ["--lexicons", shelf]
    same(lexicon("has", "mine", "cat", "cow", *here), (1, "cat yes\ncow no\n", ""))
    same(lexicon("define", "cat", "--lexicon", "mine", *here).out.splitlines()[1], "  noun: a small beast")
    info = parsed(lexicon("info", "mine", "--json", *here))
    same((info["lang"], info["words"], info["definitions"], info["lengths"]), ("en", 3, 1, {"3": 2, "5": 1}))
    same(lexicon("check", "mine", *here),
         (0, "mine: all right; 3 words, 11 ways to start inside one, 1 definitions\n", ""))
    holds({"name": "mine", "lang": "en", "words": 3, "definitions": 1} in parsed(lexicon("list", "--json", *here)), "list")


@test
def imports_of_any_words_are_sound():
    draw = random.Random(1)
    for lang, letters in (("en", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), ("ru", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"), ("nl", "AB")):
        words = {"".join(draw.choices(letters, k=draw.randint(1, 63))) for _ in range(500)}
        shelf = folder()
        imported("\n".join(words), lang=lang, into=shelf)
        same(lexicon("check", "mine", "--lexicons", shelf).status, 0)
        found = parsed(lexicon("find", "*", "--lexicon", "mine", "--json", "--lexicons", shelf))["words"]
        same(found, sorted(words))


# Which folder.

@test
def folders_are_looked_through_in_order():
    named, variable, data, home = (imported(word + "\n")[1] for word in ("named", "variable", "data", "home"))
    for into, start in ((data, "logomachy/lexicons"), (home, ".local/share/logomachy/lexicons")):
        os.makedirs(os.path.join(into, start))
        shutil.move(os.path.join(into, "mine.lex"), os.path.join(into, start))

    def first(*options, **environment):
        return parsed(lexicon("find", "*", "--lexicon", "mine", "--json", *options, **environment))["words"]

    everywhere = {"LOGOMACHY_LEXICONS": variable, "XDG_DATA_HOME": data, "HOME": home}
    same(first("--lexicons", named, **everywhere), ["NAMED"])
    same(first(**everywhere), ["VARIABLE"])
    same(first(**{**everywhere, "LOGOMACHY_LEXICONS": ""}), ["DATA"])
    same(first(LOGOMACHY_LEXICONS=None, HOME=home), ["HOME"])
    same(first("--lexicons", os.path.join(TMP, "nowhere"), **everywhere), ["VARIABLE"], "a folder that is not there")


@test
def lexicons_beside_the_program_come_last():
    home = folder()
    os.makedirs(os.path.join(home, "lexicons"))
    program = shutil.copy(PROGRAM, home)
    shutil.move(os.path.join(imported("beside\n")[1], "mine.lex"), os.path.join(home, "lexicons"))
    nowhere = {"LOGOMACHY_LEXICONS": None, "HOME": None}
    same(run([program, "lexicon", "has", "mine", "beside"], **nowhere).status, 0)
    _, shelf = imported("other\n")
    same(run([program, "lexicon", "has", "mine", "beside", "--lexicons", shelf], **nowhere).status, 1)


@test
def import_goes_to_the_first_folder():
    shelf = folder()
    path = write(os.path.join(folder(), "list"), "cat\n")
    lexicon("import", "one", path, "--lang", "en", LOGOMACHY_LEXICONS=shelf)
    same(os.listdir(shelf), ["one.lex"])
    lexicon("import", "two", path, "--lang", "en", LOGOMACHY_LEXICONS=None, XDG_DATA_HOME=shelf)
    same(os.listdir(os.path.join(shelf, "logomachy/lexicons")), ["two.lex"])


@test
def without_any_lexicons():
    nowhere = {"LOGOMACHY_LEXICONS": None}
    holds("no lexicons yet" in lexicon("list", **nowhere).out, "list")
    same(parsed(lexicon("list", "--json", **nowhere)), [])
    same(lexicon("define", "cat", **nowhere), (1, "cat is not in any lexicon\n", ""))
    refused(lexicon("find", "cat", **nowhere), "en-international")


# Damage.

def damaged_shelf(change):
    """A shelf with one good lexicon and one that `change` was done to."""
    shelf = folder()
    for name in ("bad", "good"):
        imported("".join(f"{word}\tn\tdefinition of {word}\n" for word in ("cat", "dog", "zebra")), name=name, into=shelf)
    path = os.path.join(shelf, "bad.lex")
    with open(path, "rb") as file:
        content = bytearray(file.read())
    write(path, bytes(change(content)))
    return shelf, path


def flipped(content, at):
    content[at] ^= 4
    return content


def is_refused_by_all(change):
    shelf, path = damaged_shelf(change)
    here = {"LOGOMACHY_LEXICONS": shelf}
    for command in ("has bad cat", "info bad", "check bad", "find * --lexicon bad"):
        refused(lexicon(*command.split(), **here), path)
    for command in ("list --json", "check --json"):
        result = lexicon(*command.split(), **here)
        same((result.status, [one["name"] for one in json.loads(result.out)]), (1, ["good"]), command)
        holds(path in result.err, result.err)
    result = lexicon("define", "cat", **here)
    holds(result.status == 1 and path in result.err and "CAT  [good]" in result.out, result)


@test
def an_empty_file_is_refused():
    is_refused_by_all(lambda content: b"")


@test
def a_truncated_file_is_refused():
    is_refused_by_all(lambda content: content[:len(content) // 2])
    is_refused_by_all(lambda content: content[:-1])
    is_refused_by_all(lambda content: content[:6])


@test
def a_longer_file_is_refused():
    is_refused_by_all(lambda content: content + b"\0")


@test
def a_flipped_bit_is_refused():
    for part in (0, 9, 100, 200, 400):
        is_refused_by_all(lambda content: flipped(content, part))


@test
def another_kind_of_file_is_refused():
    is_refused_by_all(lambda content: b"cat\ndog\n" * 100)


@test
def a_folder_in_place_of_a_lexicon_is_refused():
    shelf = folder()
    os.mkdir(os.path.join(shelf, "bad.lex"))
    refused(lexicon("info", "bad", "--lexicons", shelf), os.path.join(shelf, "bad.lex"))
    refused(lexicon("list", LOGOMACHY_LEXICONS=shelf), os.path.join(shelf, "bad.lex"))


@test
def damaged_definitions_are_found_by_check_and_define():
    def spoilt(content):
        at, size = struct.unpack_from("<QQ", content, 144)  # the part with the definitions: docs/lexicon-format.md
        return flipped(content, at + size - 5)
    shelf, _ = damaged_shelf(spoilt)
    here = {"LOGOMACHY_LEXICONS": shelf}
    same(lexicon("has", "bad", "cat", **here).status, 0, "the words are whole")
    refused(lexicon("check", "bad", **here), "bad: ")
    same(lexicon("check", "good", **here).status, 0)
    result = lexicon("define", "cat", "--lexicon", "bad", **here)
    holds(result.status == 1 and "bad: " in result.err, result)


@test
def no_flipped_bit_is_worse_than_a_refusal():
    shelf, path = damaged_shelf(lambda content: content)
    with open(path, "rb") as file:
        content = file.read()
    for at in range(0, len(content), max(1, len(content) // 60)):
        write(path, bytes(flipped(bytearray(content), at)))
        result = lexicon("check", "bad", LOGOMACHY_LEXICONS=shelf)
        holds(result.status in (0, 1), f"byte {at}: {result}")
        holds(result.status == 0 or "bad" in result.err, f"byte {at}: {result}")


# Disks that are full.

@test
def output_to_a_full_disk_fails():
    for command in ("lexicon find *", "lexicon find zo* --json", "lexicon list", "lexicon list --json", "lexicon info en",
                    "lexicon has en cat", "lexicon define cat", "lexicon check ru", "--version", "--help", "manual"):
        with open("/dev/full", "w") as full:
            result = logomachy(*command.split(), stdout=full)
        same(result.status, 1, command)
        same(result.err, "logomachy: cannot write standard output: No space left on device\n", command)


@test
def output_that_is_closed_fails():
    result = run(["sh", "-c", 'exec "$0" lexicon list >&-', PROGRAM])
    same((result.status, result.err), (1, "logomachy: cannot write standard output: Bad file descriptor\n"))


@test
def import_to_a_full_disk_leaves_the_older_one():
    draw = random.Random(2)
    small = write(os.path.join(folder(), "small"), "cat\n")
    large = write(os.path.join(folder(), "large"), "".join(
        "".join(draw.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=9)) + "\n" for _ in range(20000)))
    result = on_small_disk(256, folder(), """
        "$1" lexicon import mine "$2" --lang en --lexicons "$0" >&2 || exit 98
        "$1" lexicon import mine "$3" --lang en --lexicons "$0"
        echo "status $?" && ls -A "$0"
        "$1" lexicon has mine cat --lexicons "$0"
        """, PROGRAM, small, large)
    same((result.status, result.out), (0, "status 1\nmine.lex\ncat yes\n"), result.err)
    holds("mine.lex: No space left on device" in result.err, result.err)


@test
def build_to_a_full_disk_leaves_nothing_half_written():
    sources = os.path.join(os.path.dirname(LEXICONS), "sources")
    result = on_small_disk(256, folder(), """
        "$1" lexicon build ru --sources "$2" --out "$0" >&2
        echo "status $?" && ls -A "$0"
        """, PROGRAM, sources)
    same((result.status, result.out), (0, "status 1\n"), result.err)
    holds("ru.lex: No space left on device" in result.err, result.err)


# build

@test
def build_refuses():
    refused(lexicon("build", "klingon", "--sources", TMP, "--out", folder()), "klingon")
    refused(lexicon("build", "ru", "--sources", TMP, "--threads", "0"), "--threads", status=2)
    out = folder()
    refused(lexicon("build", "ru", "--sources", os.path.join(TMP, "nowhere"), "--out", out), "ru: ", "nowhere")
    same(os.listdir(out), [])


finish()
