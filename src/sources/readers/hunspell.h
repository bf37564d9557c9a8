// hunspell: the words of a hunspell dictionary with all their suffixes: made for the French one of
// Dicollecte (fr.aff, fr.dic), whose entries carry grammar:
//
//     cheval/X.() po:nom is:mas        the flag X. adds the suffixes, () says the bare stem is no
//     beau/W.() po:adj                 word by itself; po: is the part of speech
//
// Understood: SET UTF-8, FLAG (one byte, or `long`: two), FULLSTRIP, NEEDAFFIX, ONLYINCOMPOUND,
// FORBIDDENWORD, CIRCUMFIX, KEEPCASE and SFX with conditions and continuation classes (a
// suffix on a suffix, no deeper, as in hunspell). PFX is ignored: French prefixes are elisions
// (l', qu'). What only helps to suggest corrections is skipped; numeric flags and alias tables (AF,
// AM) are refused, since no word would come out right without them.
//
// Left out, since no game takes them: names (po:npr, po:prn, po:patr), whatever has a capital or
// anything but Latin letters, single letters, unit symbols (KEEPCASE), abbreviations and stumps
// (po:err, po:titr, po:nbro, po:pfx, po:sfx) and what is short and has no vowel but is no
// interjection (ln, pt).
//
// Classes are given to the form that a dictionary lists: nouns in the singular, feminine ones too
// (in the plural only where the dictionary has the plural alone), adjectives in the masculine
// singular, verbs in the infinitive, adverbs and other words as they stand. Every other form has no
// class: participles have none, although the dictionary calls all of them adjectives as well.
//
//     struct text aff = TEXT("SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n");
//     ok = hunspell_expand(aff, TEXT("1\narbre/S po:nom\n"), sink, &why); // arbre, arbres
#ifndef LOGOMACHY_SOURCES_READERS_HUNSPELL_H
#define LOGOMACHY_SOURCES_READERS_HUNSPELL_H

#include "sources/source.h"

// Time and memory are bounded by the size of the files: a pair of files whose entries and suffixes
// multiply beyond all reason is refused. A form may be given several times.
bool hunspell_expand(struct text aff, struct text dic, const struct source_sink *sink,
                     struct reason *why);

#endif
