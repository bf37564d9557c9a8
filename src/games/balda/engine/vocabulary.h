// balda_vocabulary: which words are in play, remembered for as long as a search lasts. The same few
// thousand words come up again and again in it, and finding out a word's number and its classes
// takes longer than finding the word on the board.
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_VOCABULARY_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_VOCABULARY_H

#include "games/balda/engine/through.h"
#include "lexicon/lexicon.h"

// It begins small, for most searches are short, and grows as words come up.
enum { VOCABULARY_LEAST_BITS = 11, VOCABULARY_MOST_BITS = 18 };
#define VOCABULARY_NONE UINT32_MAX // no word that is in play

struct balda_vocabulary {
    const struct lexicon *lexicon;
    unsigned classes;     // of words in play; 0: all are
    unsigned count, bits; // the number of slots is 2 to the power of `bits`
    struct vocabulary_slot {
        uint64_t key; // 0: free
        uint32_t word;
    } * slot;
};

bool balda_vocabulary_init(struct balda_vocabulary *v, const struct lexicon *lexicon,
                           unsigned classes); // false: no memory
void balda_vocabulary_release(struct balda_vocabulary *v);

// The word's number in the lexicon, or VOCABULARY_NONE.
uint32_t balda_vocabulary_word(struct balda_vocabulary *v, const struct word *w);

// The same for a word that was just found.
uint32_t balda_vocabulary_find(struct balda_vocabulary *v, const struct balda_through *found);

#endif
