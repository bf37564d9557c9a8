// vocabulary: a cache of lexicon lookups: an open-addressing hash table from packed letters to word
// numbers. A game meets the same few thousand words again and again, and looking up a word's number
// and classes takes longer than finding it on the board. An answer depends on the lexicon and the
// classes alone, so the cache serves one search after the other.
//
//     struct balda_vocabulary vocabulary = {0};
//     if (balda_vocabulary_open(&vocabulary, config->lexicon, 0))
//         balda_vocabulary_trim(&vocabulary);
//     balda_vocabulary_release(&vocabulary);
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_VOCABULARY_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_VOCABULARY_H

#include "games/balda/engine/incremental.h"
#include "lexicon/lexicon.h"

// It starts small, because most searches are short, and grows. Up to VOCABULARY_KEPT_BITS, 256 kB,
// it is kept when a search is over: that is a game of the fast levels.
enum { VOCABULARY_LEAST_BITS = 11, VOCABULARY_KEPT_BITS = 14, VOCABULARY_MOST_BITS = 18 };
#define VOCABULARY_NONE UINT32_MAX // not a word in play

// Zeroed: empty, without memory.
struct balda_vocabulary {
    const struct lexicon *lexicon;
    unsigned classes;     // of words in play; 0: all words are
    unsigned count, bits; // the number of slots is 2 to the power of `bits`
    struct vocabulary_slot {
        uint64_t key; // 0: free
        uint32_t word;
    } * slot;
};

// For the words of these classes. Keeps what it has if that has not changed. False: no memory.
bool balda_vocabulary_open(struct balda_vocabulary *v, const struct lexicon *lexicon,
                           unsigned classes);
void balda_vocabulary_trim(struct balda_vocabulary *v); // gives up a large table
void balda_vocabulary_release(struct balda_vocabulary *v);

// The word's number in the lexicon, or VOCABULARY_NONE.
uint32_t balda_vocabulary_word(struct balda_vocabulary *v, const struct word *w);

// The same for a generated word, through the cache.
uint32_t balda_vocabulary_find(struct balda_vocabulary *v, const struct balda_through *found);

#endif
