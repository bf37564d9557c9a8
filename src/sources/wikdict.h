// wikdict: all dictionaries that WikDict has for one language of headwords, and what their agreement
// says about familiarity. Editors translate the words that people look up: a headword of most of the
// dictionaries is an everyday word, even if an encyclopedia never uses it (gucken).
#ifndef LOGOMACHY_SOURCES_WIKDICT_H
#define LOGOMACHY_SOURCES_WIKDICT_H

#include "sources/build_context.h"
#include "sources/readers/freedict.h"

enum { WIKDICT_MAX = 12 };

struct wikdict {
    const struct freedict_language *language;
    const char *pairs[WIKDICT_MAX];                 // "deu-bul"; ends with NULL
    struct lexicon_builder *headwords[WIKDICT_MAX]; // owned
};

// Reads all of them into the sink, and remembers their headwords.
bool wikdict_read(struct build_context *b, struct wikdict *w, const struct source_sink *sink);
void wikdict_release(struct wikdict *w);

// The tier that the word has at least, by the share of dictionaries that have it: three quarters 3, a
// half 4, a quarter 5, any 6; 0 where none has it.
unsigned wikdict_tier(const struct wikdict *w, const struct word *word);

#endif
