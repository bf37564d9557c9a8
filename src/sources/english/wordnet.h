// wordnet: the files of Princeton WordNet 3.0 (data.noun and index.noun, and those of verbs, adjectives
// and adverbs), as wndb(5WN) describes them. A line of the data is a set of synonyms with one gloss; a
// line of the index is a word with its sets, the most frequent sense first. Every common word
// (sources/english/english.h) is delivered with the whole gloss of each of its sets, examples and all, in
// that order. Left out are phrases, instances (proper nouns) and Roman numerals. An entry is marked as
// offensive if that is how the word is used in this sense; it may have others.
//
//     struct wordnet_file file = {text, text, CLASS_NOUN, false}; // the bytes of data.noun and index.noun
//     ok = wordnet_read(&file, sink, &why);
#ifndef LOGOMACHY_SOURCES_ENGLISH_WORDNET_H
#define LOGOMACHY_SOURCES_ENGLISH_WORDNET_H

#include "sources/source.h"

struct wordnet_file {
    struct text data, index;
    unsigned word_class; // of all its words
    bool names;          // give what is written with a capital instead, instances and all
};

// Reads one class of words. The data are sorted by their offsets.
bool wordnet_read(const struct wordnet_file *file, const struct source_sink *sink,
                  struct reason *why);

#endif
