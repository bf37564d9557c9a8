// grammalecte: every form of French with its lemma and its grammar, from the dictionary of the
// grammar checker Grammalecte as its Python package has it: a JSON object with a minimal acyclic word
// graph (fr-allvars.json).
//
//     "nChar": 186, "nBytesArc": 3, "cStemming": "S",
//     "lArcVal": ["", "d", "e", …, "2r", "1", …, ":N:m:p/*", …],
//     "lByDic": [2, 90426, 5, 156078, …]
//
// lByDic has two numbers per arc: an index into lArcVal with flags in its highest bits, and where the
// arc's target begins. The first nChar values are characters. The next are suffix codes: how many
// characters to strip from the form, and what to add, to get the lemma. Behind a suffix code are the
// arcs of its tags:
//
//     chevaux  cheval   :N:m:p/*          noun, masculine, plural
//     belle    beau     :N:A:f:s/*        noun or adjective, feminine, singular
//     aimer    aimer    :V1_it_q__a:Y/*   verb, infinitive
//     kg       g        :N:m:i;S/*        symbol; ;U is a unit
//     tapinois tapinois :ÉW/*             part of a phrase that is an adverb
//     sucrè    sucrer   :V1_it_q__a:Ip:1ś/R   only before "je", with a hyphen: no spelling of its own
//
// Left out, since no game takes them: names (M1, M2, MP), mere titles (T), prefixes and suffixes (Z),
// symbols, forms before an elision (F), those before "je" (1ś), whatever has a capital or anything but
// Latin letters, single letters, and what is short and has no vowel but is no interjection (ln, pt).
//
// Classes are given to the form that a dictionary lists: nouns in the singular, feminine ones too (in
// the plural only where the dictionary has the plural alone), adjectives in the masculine singular,
// verbs in the infinitive, adverbs and other words as they stand. Every other form has no class:
// participles have none, although the dictionary calls all of them adjectives as well.
//
//     ok = grammalecte_read(text, sink, NULL, &why);
#ifndef LOGOMACHY_SOURCES_FRENCH_GRAMMALECTE_H
#define LOGOMACHY_SOURCES_FRENCH_GRAMMALECTE_H

#include "sources/source.h"

// `units` gets units with a prefix, of which the dictionary has all that can be made (kilogramme,
// yottawatt); their lemma is their own singular. It may be NULL. A form comes once for each lemma and
// tag it has.
bool grammalecte_read(struct text json, const struct source_sink *words,
                      const struct source_sink *units, struct reason *why);

#endif
