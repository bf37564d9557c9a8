// packages: the packages of English, each read with one call. The choice of data is up to
// the context (sources/build_context.h) or, where one is given, to the sink.
//
//     struct build_context b;
//     ok = build_context_open(&b, "build/sources", TEXT("en"), &why);
//     b.take = TAKE_WORDS | TAKE_CLASSES | TAKE_TEXTS;
//     ok = ok && english_read_wordnet(&b, sink) && english_read_wikdict(&b);
//     build_context_close(&b);
#ifndef LOGOMACHY_SOURCES_ENGLISH_PACKAGES_H
#define LOGOMACHY_SOURCES_ENGLISH_PACKAGES_H

#include "sources/build_context.h"

bool english_read_wordnet(struct build_context *b, const struct source_sink *sink);

// The same glosses come with each dictionary; what one has already given is kept once.
bool english_read_wikdict(struct build_context *b);

bool english_read_gcide(struct build_context *b, const struct source_sink *sink);
bool english_read_moby(struct build_context *b, const struct source_sink *sink);

// What WordNet and Moby write with a capital.
bool english_read_names(struct build_context *b, const struct source_sink *sink);

// WordNet's irregular forms of nouns, verbs, adjectives or adverbs, and those of nouns and verbs that it
// lacks (data/lexicons/en-irregular-*.txt).
bool english_read_irregular(struct build_context *b, unsigned word_class,
                            const struct source_sink *sink);

// A list of data/lexicons. `skip_marked`: without the words that only the international lexicon has.
bool english_read_own(struct build_context *b, const char *name, bool skip_marked,
                      const struct source_sink *sink);

// Which of SCOWL's lists to read.
struct scowl_choice {
    unsigned min_size, max_size;
    bool words, abbreviations;
    bool names;    // and nothing else
    bool american; // American spellings only
};

bool english_read_scowl(struct build_context *b, const struct scowl_choice *choice,
                        const struct source_sink *sink);

#endif
