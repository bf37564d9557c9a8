// lexicon_cache: open lexicons by name. Records name their lexicon, and a program reads one record
// after another: each lexicon is opened (mapped) once and stays open until the cache is closed.
//
//     struct search_path search_path = {0};
//     struct lexicon_cache cache = {.search_path = &search_path};
//     struct record_host host = lexicon_cache_host(&cache);
//     struct record record;
//     if (record_read(&record, text, &host, &why))
//         record_release(&record);
//     lexicon_cache_close(&cache);
//
// The cache owns the lexicons and borrows the search path. One thread at a time may use it.
#ifndef LOGOMACHY_RULES_LEXICON_CACHE_H
#define LOGOMACHY_RULES_LEXICON_CACHE_H

#include "lexicon/search_path.h"
#include "rules/record.h"

struct lexicon_cache {
    const struct search_path *search_path; // the folders to look in; borrowed
    struct lexicon_cache_entry *first;
};

// The lexicon with that name; NULL, with the reason, where it cannot be opened. Valid until the
// cache is closed.
const struct lexicon *lexicon_cache_open(struct lexicon_cache *c, const char *name,
                                         struct reason *why);

// For reading records; borrows the cache.
struct record_host lexicon_cache_host(struct lexicon_cache *c);

void lexicon_cache_close(struct lexicon_cache *c);

#endif
