#!/usr/bin/env python3
"""Designs a pack of Bali cards from the words of a lexicon, and writes it to data/packs.

usage: packs.py PROGRAM LANG          e.g. packs.py build/logomachy nl

The packs of French, German and English are given by the rules; this makes others in the same spirit.
There are 53 letters and a joker. 20 cards are vowels, as in the French pack. Within the vowels and within
the consonants, cards are shared out by the square root of how often the letter stands in the lexicon's
words of 2 to 8 letters, at least one of each: what is joined is any part of a word, so rare letters need
not be as rare as they are in print. (The square root comes near the French pack: packs.py PROGRAM fr --compare.)

Vowels are worth 0. Consonants are worth 1 to 5, by how rare they are: a third of them 1, two sevenths 2,
four of twenty-one 3, the rest in halves 4 and 5; those are the shares of the French values. The joker is
worth 5. Signs without a sound of their own (Ъ, Ь) count among the consonants.
"""
import math
import sys

from tiles import frequencies, letters_of, share

VOWELS = set("AEIOUÄÖÜАЕИОУЫЭЮЯ")
LETTERS, VOWEL_CARDS, JOKER_VALUE = 53, 20, 5
# How much of the consonants, the most frequent first, is worth so much.
UP_TO = [(7 / 21, 1), (13 / 21, 2), (17 / 21, 3), (19 / 21, 4), (1, 5)]


def values(count):
    consonants = sorted((letter for letter in count if letter not in VOWELS), key=lambda c: (-count[c], c))
    worth = {letter: 0 for letter in count}
    for rank, letter in enumerate(consonants, 1):
        worth[letter] = next(value for part, value in UP_TO if rank <= part * len(consonants) + 1e-9)
    return worth


def cards(count):
    flat = {letter: math.sqrt(n) for letter, n in count.items()}
    vowels = share({c: n for c, n in flat.items() if c in VOWELS}, VOWEL_CARDS)
    return vowels | share({c: n for c, n in flat.items() if c not in VOWELS}, LETTERS - VOWEL_CARDS)


def compare(lang, number, worth):
    """Beside the pack that there is."""
    for line in open(f"data/packs/{lang}.txt", encoding="utf-8"):
        card = line.split()
        if card and card[0] in number:
            print(*card[:3], "here:", number[card[0]], worth[card[0]])


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, lang = sys.argv[1:3]
    found = frequencies(program, lang)
    count = {letter: max(found[letter], 1) for letter in letters_of(lang)}
    number, worth = cards(count), values(count)
    if sys.argv[3:] == ["--compare"]:
        return compare(lang, number, worth)
    with open(f"data/packs/{lang}.txt", "w", encoding="utf-8") as out:
        out.write(f"# Made by tools/packs.py from the words of the lexicon {lang}. A card, how many, value.\n")
        for letter in count:
            out.write(f"{letter} {number[letter]} {worth[letter]}\n")
        out.write(f"* 1 {JOKER_VALUE}\n")


if __name__ == "__main__":
    main()
