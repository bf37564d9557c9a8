// wordnet: the data files of Princeton WordNet 3.0 (data.noun, data.verb, data.adj, data.adv), as
// wndb(5WN) describes them. A line is a set of synonyms with one gloss; every synonym that is a
// common word (sources/english/english.h) is delivered with the whole gloss, examples and all. Left out are
// phrases, instances (proper nouns) and Roman numerals. An entry is marked as offensive if that is how
// the word is used in this sense; it may have others.
//
//     ok = wordnet_read(text, CLASS_NOUN, sink, &why); // the bytes of data.noun
#ifndef LOGOMACHY_SOURCES_ENGLISH_WORDNET_H
#define LOGOMACHY_SOURCES_ENGLISH_WORDNET_H

#include "sources/source.h"

// Reads one data file, all of whose words are of the class.
bool wordnet_read(struct text data, unsigned word_class, const struct source_sink *sink,
                  struct reason *why);

#endif
