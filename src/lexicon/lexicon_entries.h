// lexicon_entries: what a lexicon builder has collected. Private to what collects (lexicon_build.c)
// and what writes it (lexicon_write.c).
//
//     struct lexicon_builder b = {.alphabet = lexicon->alphabet};
//     struct entry e = {.start = 0, .length = word.len};
//     buf_add(&b.letters, word.letter, word.len);
//     ok = memcmp(entry_letters(&b, &e), word.letter, word.len) == 0;
//     buf_release(&b.letters);
#ifndef LOGOMACHY_LEXICON_LEXICON_ENTRIES_H
#define LOGOMACHY_LEXICON_LEXICON_ENTRIES_H

#include "base/arena.h"
#include "base/buf.h"
#include "lexicon/alphabet.h"
#include "lexicon/format.h"

// A text about a word.
struct item {
    struct item *next;
    uint8_t kind; // enum item_kind
    uint8_t classes;
    struct text text;
};

// A word, or one that has only been spoken of: as a lemma, by a mark.
struct entry {
    uint32_t start; // of its letters
    uint8_t length;
    uint8_t classes;
    uint8_t tier; // 0: not named
    uint8_t marks;
    bool there; // added, and not removed
    bool plain; // it is also written as its letters in small
    uint8_t lemmas;
    uint32_t lemma[LEMMAS_MAX];        // numbers of entries
    uint8_t lemma_classes[LEMMAS_MAX]; // as which of its classes the lemma is meant; 0: not named
    struct item *first, *last;
};

struct lexicon_builder {
    struct alphabet alphabet;
    struct arena arena; // items and their texts
    struct buf letters;
    struct entry *entry;
    size_t entries, cap;
    uint32_t words;
    uint32_t *slot; // open addressing: entry + 1
    uint32_t mask;
    uint32_t texts[TEXT_KINDS];
    struct buf meta;
};

static inline const uint8_t *entry_letters(const struct lexicon_builder *b, const struct entry *e)
{
    return (const uint8_t *)b->letters.at + e->start;
}

#endif
