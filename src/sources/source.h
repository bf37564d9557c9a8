// source: the interface of all readers of published word sources. A reader is a pure function from
// the bytes of a package's files to entries: one call of the sink per entry. It knows the format and
// nothing else. Recipes (sources/recipe.h) choose packages and filter entries.
//
//     source_sink_fn *count = NULL; // gets each entry
//     uint32_t words = 0;
//     const struct source_sink counter = {count, &words};
#ifndef LOGOMACHY_SOURCES_SOURCE_H
#define LOGOMACHY_SOURCES_SOURCE_H

#include "base/reason.h"
#include "lexicon/word.h"

// One word as its source spells it, UTF-8. A reader may give the same word many times, each with
// other classes or another definition. Texts live until the sink returns.
struct source_entry {
    struct text spelling;
    struct text definition; // empty where there is none; one line, no white space at its ends
    enum text_kind kind;    // what the definition is
    struct text lemma; // spelling of the word of which this one is a form; empty: none, or itself
    unsigned lemma_classes; // as which of its classes the lemma is meant, or 0
    unsigned classes;       // what this entry says the word is: a set of enum word_class, or 0
    unsigned tier;          // familiarity 1 to TIERS, or 0 where the source does not say
    unsigned marks;         // a set of enum word_mark
    uint32_t count;         // how often it is in a corpus, or 0 where the source does not say
    uint32_t line;          // in the source, from 1; 0 if lines mean nothing there
};

// Returns false to stop the reader, which then returns false as well and leaves `why` to the sink.
typedef bool source_sink_fn(void *context, const struct source_entry *entry);

struct source_sink {
    source_sink_fn *take;
    void *context;
};

#endif
