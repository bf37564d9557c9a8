// offensive: marks the words of a lexicon that offend. In every recipe, a word is marked if
// - a list of our own says so (data/lexicons/offensive-LANG.txt), or npm's naughty-words does;
// - everything written about it has a label such as "vulgar", or, in English, all its senses in
//   WordNet are slurs or obscenities;
// - it is an inflected form of such a word.
// The lists also say which words are not meant.
//
//     struct build_context b;
//     ok = build_context_open(&b, "build/sources", TEXT("en"), &why);
//     ok = ok && mark_offensive(&b); // when a recipe has gathered its words
//     build_context_close(&b);
#ifndef LOGOMACHY_SOURCES_OFFENSIVE_H
#define LOGOMACHY_SOURCES_OFFENSIVE_H

#include "sources/build_context.h"

bool mark_offensive(struct build_context *b);

// Does a definition begin with a label that says so: "(vulgar) …", "vulgär: …"? Not "connected by a
// slur", where the word is part of the definition.
bool offensive_label(struct text definition, struct text lang);

#endif
