// glossary: foreign words for the words of a lexicon, gathered from bilingual dictionaries. Each reader
// gives pairs; in the end every word gets one gloss, with those foreign words first that most
// dictionaries have.
//
//     struct lexicon_builder *words = lexicon_builder_new(&lexicon->alphabet);
//     struct glossary g = {.words = words, .alphabet = &lexicon->alphabet};
//     struct source_entry pair = {.spelling = TEXT("дом"), .definition = TEXT("house")};
//     ok = glossary_take(&g, &pair) && glossary_write(&g, words, &why);
//     glossary_release(&g);
#ifndef LOGOMACHY_SOURCES_GLOSSARY_H
#define LOGOMACHY_SOURCES_GLOSSARY_H

#include "base/buf.h"
#include "lexicon/lexicon_build.h"
#include "sources/source.h"

enum { GLOSSARY_MAX = 6 }; // foreign words in a gloss

struct glossary {
    const struct lexicon_builder *words; // whose words get glosses
    const struct alphabet *alphabet;
    struct buf pairs, texts; // what has come so far
};

// A sink: the entry's definition is a foreign word for its spelling. Entries of words that the lexicon
// lacks, or that are not said to be nouns where classes are given, are passed over.
bool glossary_take(void *context, const struct source_entry *entry);

// Gives `into` a text of the kind TEXT_GLOSS for each word that has foreign words.
bool glossary_write(struct glossary *g, struct lexicon_builder *into, struct reason *why);

void glossary_release(struct glossary *g);

#endif
