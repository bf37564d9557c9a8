// moby: Grady Ward's list of English words with their parts of speech, as the npm package moby-pos
// has it. Lines end in a carriage return; a multiplication sign separates the codes:
//
//     abacus×N
//     abandon×tN
//
// N is a noun, p a plural, V, t and i a verb, A an adjective, v an adverb, h a phrase; C, P, !, r, D, I
// and o are other words.
//
//     ok = moby_read(text, sink, &why); // abacus, a noun
#ifndef LOGOMACHY_SOURCES_ENGLISH_MOBY_H
#define LOGOMACHY_SOURCES_ENGLISH_MOBY_H

#include "sources/source.h"

// Delivers every common word (sources/english/english.h) that has a class here. Plurals and phrases give none.
// Lines that are not UTF-8 are passed over: the package corrupts some accents.
bool moby_read(struct text list, const struct source_sink *sink, struct reason *why);

// Delivers the names instead: what the list writes with a capital.
bool moby_read_names(struct text list, const struct source_sink *sink, struct reason *why);

#endif
