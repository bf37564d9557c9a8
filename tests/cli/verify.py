#!/usr/bin/env python3
"""logomachy verify: a downloaded game proves that its draws come from the seed that was promised."""
import hashlib
import json
import os

from harness import TMP, finish, folder, holds, lexicon, logomachy, refused, same, test, write

SEED = "00112233445566778899aabbccddeeff" * 2
HASH = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
OTHER = hashlib.sha256(b"another").hexdigest()
WORDS = folder()


def small_lexicon():
    """With one word of five letters there is one game to start."""
    words = write(os.path.join(WORDS, "words.txt"), "crown\nrot\nrote\ntor\non\n")
    same(lexicon("import", "small", words, "--lang", "en", LOGOMACHY_LEXICONS=WORDS).status, 0, "import")


small_lexicon()


def record(*lines, seed=SEED, moves="A c2=T/b3c3c2\nB d2=E/b3c3c2d2\n", game="balda"):
    named = f"seed {seed}\n" if seed else "start CROWN\n"
    return f"game {game}\nlang en\nlexicon small\n{named}{moves}" + "".join(line + "\n" for line in lines)


def verify(text, *arguments, **options):
    return logomachy("verify", "-", *arguments, stdin=text.encode(), LOGOMACHY_LEXICONS=WORDS, **options)


def proven(result):
    same(result.status, 0, result.err)
    return json.loads(result.out)


@test
def help_in_five_languages():
    texts = {logomachy("verify", "--help", "--ui", lang).out for lang in ("en", "de", "fr", "nl", "ru")}
    same(len(texts), 5, texts)
    for text in texts:
        holds("logomachy verify" in text and "--hash HEX" in text, text)
    holds("verify" in logomachy("manual").out, "it is in the manual")


@test
def wrong_usage():
    refused(logomachy("verify"), "FILE", status=2)
    refused(logomachy("verify", "a", "b"), "b", status=2)
    for wrong in ("12", HASH[:-1], HASH + "0", "g" + HASH[1:], HASH[:-1] + " ", "x" * 5000):
        refused(verify(record(), "--hash", wrong), "64 hexadecimal digits", status=2)


@test
def the_hash_of_the_record():
    result = verify(record(f"# seed-hash {HASH}"))
    same((result.status, result.err), (0, ""))
    holds(HASH in result.out and ": 1." in result.out and ": 2." in result.out, result.out)
    got = proven(verify(record(f"# seed-hash {HASH}"), "--json"))
    same(got, {"verified": True, "game": "balda", "seed": SEED, "hash": HASH, "draws": 1, "moves": 2, "over": False,
               "result": None})


@test
def the_comment_in_any_place_and_case():
    for line in (f"#seed-hash {HASH}", f"  #  seed-hash\t{HASH}  ", f"# seed-hash {HASH.upper()}"):
        proven(verify(record(line), "--json"))
        proven(verify(line + "\n" + record(), "--json"))
    proven(verify(record(f"# seed-hash {HASH}", seed=SEED.upper()), "--json"))
    proven(verify(record(f"# seed-hash {HASH}").replace("\n", "\r\n"), "--json"))


@test
def the_hash_of_the_option():
    proven(verify(record(), "--hash", HASH, "--json"))
    proven(verify(record(f"# seed-hash {HASH}"), "--hash", HASH.upper(), "--json"))
    refused(verify(record(f"# seed-hash {HASH}"), "--hash", OTHER), HASH, OTHER)
    refused(verify(record(), "--hash", OTHER, "--json"), HASH, OTHER)


@test
def a_hash_that_is_not_the_seeds():
    refused(verify(record(f"# seed-hash {OTHER}")), "line 7: ", HASH, OTHER)
    refused(verify(record(f"# seed-hash {OTHER}"), "--hash", HASH), "line 7: ")
    refused(verify(record(f"# seed-hash {HASH}", f"# seed-hash {OTHER}")), "line 8: ")
    for wrong in ("", HASH[:-1], HASH + " " + HASH, "x" * 70):
        refused(verify(record(f"# seed-hash {wrong}")), "line 7: ", "64 hexadecimal digits")


@test
def nothing_to_compare_with():
    for line in ("", "# seed-hashes " + HASH, "# the seed-hash " + HASH, "# seed hash " + HASH):
        refused(verify(record(line)), "# seed-hash", "--hash")


@test
def a_record_without_a_seed():
    refused(verify(record(f"# seed-hash {HASH}", seed=None)), "no seed")
    refused(verify(record(seed=None), "--hash", HASH), "no seed")


@test
def a_short_seed_is_filled_with_zeros():
    for short in ("0", "ab", "abc", SEED[:63]):
        full = hashlib.sha256(bytes.fromhex(short.ljust(64, "0"))).hexdigest()
        same(proven(verify(record(seed=short), "--hash", full, "--json"))["hash"], full)


@test
def an_illegal_move():
    refused(verify(record(f"# seed-hash {HASH}", moves="A a1=T/a1\n")), "line 5: ")
    refused(verify(record(f"# seed-hash {HASH}", moves="start ZZZZZ\n")), "line 5: ")
    refused(verify(record(f"# seed-hash {HASH}", moves="A c2=T/b3c3c2\nA a2=T/a2\n")), "line 6: ")


@test
def a_start_that_was_named_is_not_called_a_draw():
    text = record(f"# seed-hash {HASH}", moves="start CROWN\n")
    got = proven(verify(text, "--json"))
    same((got["draws"], got["named"]), (0, "start CROWN"))
    holds("not drawn: start CROWN" in verify(text).out, "people are told")


@test
def a_game_that_is_over():
    text = record(f"# seed-hash {HASH}", "# result B resignation", moves="A resign\n")
    got = proven(verify(text, "--json"))
    same((got["over"], got["result"], got["moves"]), (True, "B", 1))
    holds("B wins" in verify(text).out, verify(text).out)


@test
def any_file_and_language():
    path = write(os.path.join(TMP, "game.txt"), record(f"# seed-hash {HASH}"))
    outs = set()
    for lang in ("en", "de", "fr", "nl", "ru"):
        result = logomachy("verify", path, "--ui", lang, LOGOMACHY_LEXICONS=WORDS)
        same(result.status, 0, result.err)
        outs.add(result.out)
    same(len(outs), 5)
    for wrong in (os.path.join(TMP, "missing"), TMP):
        refused(logomachy("verify", wrong), "cannot read")
    refused(logomachy("verify", "/dev/null"), "line 1: ")
    refused(logomachy("verify", "/dev/zero"), "larger than")
    refused(verify("\0\0\0"), "line 1: ")


finish()
