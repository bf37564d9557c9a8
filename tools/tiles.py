#!/usr/bin/env python3
"""Designs a set of tiles from the words of a lexicon, and writes it to data/tiles.

usage: tiles.py PROGRAM PRESET LANG LETTERS     e.g. tiles.py build/logomachy wordgame fr 102

How often a letter is needed is how often it stands in the lexicon's words of 2 to 8 letters, each word
once: those are the words that are played. The tiles are shared out by that (largest remainders), at
least one of each letter. Two blanks come on top.

A letter's value says how rare it is, on a logarithmic scale: the most frequent letter is worth 1, the
rarest 10, and every step between is the same factor of frequency.

The sets of English and Dutch for `wordgame` are given by the rules, and the English one of `classic` is
the usual one of the genre; those are not made here.
"""
import math
import subprocess
import sys
from collections import Counter

SHORTEST, LONGEST, BLANKS, DEAREST = 2, 8, 2, 10
# A tile that may also stand for two letters.
PAIRS = {"nl": "Y IJ"}


def letters_of(lang):
    for line in open(f"data/alphabets/{lang}.txt", encoding="utf-8"):
        if line.startswith("letters "):
            return line.split()[1:]
    sys.exit(f"no letters in data/alphabets/{lang}.txt")


def frequencies(program, lang):
    found = subprocess.run([program, "lexicon", "find", "*", "--lexicon", lang, "--length", f"{SHORTEST}-{LONGEST}",
                            "--limit", "10000000"], check=True,
                           capture_output=True, text=True).stdout.split()
    return Counter(letter for word in found for letter in word)


def share(count, tiles):
    """`tiles` tiles by frequency, at least one of each letter."""
    rare = set()
    while True:
        common = {letter: n for letter, n in count.items() if letter not in rare}
        exact = {letter: (tiles - len(rare)) * n / sum(common.values()) for letter, n in common.items()}
        if all(x >= 1 for x in exact.values()):
            break
        rare |= {letter for letter, x in exact.items() if x < 1}
    shares = {letter: int(exact.get(letter, 1)) for letter in count}
    by_rest = sorted(exact, key=lambda letter: (int(exact[letter]) - exact[letter], letter))
    for letter in by_rest[:tiles - sum(shares.values())]:
        shares[letter] += 1
    return shares


def value(n, most, fewest):
    return 1 + round((DEAREST - 1) * math.log(most / n) / math.log(most / fewest))


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    program, preset, lang, tiles = *sys.argv[1:4], int(sys.argv[4])
    letters = letters_of(lang)
    count = frequencies(program, lang)
    count = {letter: max(count[letter], 1) for letter in letters}
    shares = share(count, tiles)
    most, fewest = max(count.values()), min(count.values())
    with open(f"data/tiles/{preset}-{lang}.txt", "w", encoding="utf-8") as out:
        out.write(f"# Made by tools/tiles.py from the words of the lexicon {lang}. A letter, how many tiles, their value.\n")
        for letter in letters:
            out.write(f"{letter} {shares[letter]} {value(count[letter], most, fewest)}\n")
        out.write(f"? {BLANKS} 0\n")
        if lang in PAIRS:
            out.write(f"pair {PAIRS[lang]}\n")


if __name__ == "__main__":
    main()
