// Shared by fuzzers of readers: a sink that checks what sources/source.h promises of every entry,
// and an index (sources/readers/dictd.h) that makes one entry of a whole text.
#ifndef LOGOMACHY_TESTS_FUZZ_ENTRY_H
#define LOGOMACHY_TESTS_FUZZ_ENTRY_H

#include "base/bug.h"
#include "base/utf8.h"
#include "sources/source.h"

#include <stdio.h>

static bool check_entry(void *context, const struct source_entry *entry)
{
    struct text d = entry->definition;
    (void)context;
    BUG_UNLESS(entry->spelling.len > 0 && utf8_valid(entry->spelling));
    BUG_UNLESS(utf8_valid(d) && text_trim(d).len == d.len && text_find(d, '\n') == d.len);
    BUG_UNLESS(utf8_valid(entry->lemma) && entry->kind < TEXT_KINDS && entry->marks <= MARK_ALL);
    BUG_UNLESS((entry->classes & ~(unsigned)CLASS_ALL) == 0 && entry->tier <= TIERS);
    return true;
}

enum { WHOLE_INDEX = 16 };

static inline struct text whole_index(size_t size, char out[WHOLE_INDEX])
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    int n = snprintf(out, WHOLE_INDEX, "x\tA\t%c%c%c%c", digits[size >> 18 & 63],
                     digits[size >> 12 & 63], digits[size >> 6 & 63], digits[size & 63]);
    return (struct text){out, (size_t)n};
}

#endif
