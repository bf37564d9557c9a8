// fallback: a sink that lets texts through only for words about which an earlier source says nothing:
// synonyms where there is no definition, English glosses where there are no synonyms.
//
//     struct build_context b = {0};
//     struct fallback f;
//     ok = fallback_open(&f, &b);
//     struct source_sink sink = fallback_sink(&f); // for the readers of one kind of text
//     ok = ok && fallback_next(&f);                // from here on, for words without such texts
//     fallback_close(&f);
//
// Everything else in an entry goes to the build context's sink as it is. Along the way it learns which
// words have a sense without a mark.
#ifndef LOGOMACHY_SOURCES_FALLBACK_H
#define LOGOMACHY_SOURCES_FALLBACK_H

#include "sources/build_context.h"

struct fallback {
    struct build_context *b;
    struct source_sink next;
    struct lexicon_builder *said, *fresh;   // words with texts: of earlier kinds, of this kind
    struct lexicon_builder *coarse, *clean; // words that came with a mark, and without
};

bool fallback_open(struct fallback *f, struct build_context *b);
void fallback_close(struct fallback *f);
struct source_sink fallback_sink(struct fallback *f);
bool fallback_next(struct fallback *f);

// Gives the mark "offensive" to words of the lexicon that no entry with a text had without it: a word
// that also has a harmless meaning stays unmarked.
bool fallback_mark(const struct fallback *f);

#endif
