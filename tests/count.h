// count: how many different things a reader delivers, for the tests that compare a real source with
// the numbers we expect of it.
//
// A counter is a set of (word, extra) pairs that only remembers their 64-bit hashes: two of a
// million pairs share one with a chance of 1 in 10^7, which is good enough for a test.
//
// A tally is a sink that folds what a reader gives into an alphabet and counts it:
//
//     struct tally t;
//     tally_init(&t, "en");
//     CHECK(wordnet_read(&file, &(struct source_sink){tally_take, &t}, &why));
//     CHECK_NUMBER(t.words.count, 42827);
//     tally_release(&t);
#ifndef LOGOMACHY_TESTS_COUNT_H
#define LOGOMACHY_TESTS_COUNT_H

#include "lexicon/alphabet.h"
#include "sources/source.h"

struct counter {
    uint64_t *slot; // hashes, 0 for free; owned
    size_t cap;     // a power of two, or 0
    size_t count;   // how many different pairs were added
};

// True where the pair is new. `extra` is any text that makes pairs differ, such as a definition;
// empty to count words.
bool counter_add(struct counter *c, const struct word *word, struct text extra);
void counter_release(struct counter *c); // frees; the counter is empty and usable again

struct tally {
    struct alphabet alphabet;
    struct counter words;
    struct counter in_class[CLASSES]; // words, by the bit number of the class
    struct counter definitions;       // different (word, class, definition)
    size_t entries;                   // calls of the sink
    size_t unfoldable;                // entries whose spelling does not fold; counted nowhere else
};

void tally_init(struct tally *t, const char *lang);
void tally_release(struct tally *t);
bool tally_take(void *tally, const struct source_entry *entry); // a source_sink_fn

// A sink for small samples: appends "spelling|classes|definition" and a line end to the buffer.
bool listing_take(void *buf, const struct source_entry *entry);

// A sink that stops the reader at once and counts its calls in an int.
bool stopping_take(void *calls, const struct source_entry *entry);

// As listing_take(), for "spelling|classes|lemma", with "!" behind an offensive word.
bool listing_take_form(void *buf, const struct source_entry *entry);

#endif
