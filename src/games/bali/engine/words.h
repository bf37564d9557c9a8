// bali_words: every word that columns of a position make when they are joined now. Found through
// the plain graph from the top down: words begin as words do, so there are far fewer ways to follow
// than to all the runs inside of words (games/bali/joins.h).
//
//     bali_words(&position, (struct bali_wanted){0}, take_word, &context);
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_WORDS_H
#define LOGOMACHY_GAMES_BALI_ENGINE_WORDS_H

#include "games/bali/engine/position.h"

// A word of two columns or more. Lives until the sink returns.
struct bali_made {
    unsigned count;       // of columns
    const uint8_t *place; // of each, from the top
    const uint8_t *settle;
    uint32_t parts; // their bits, in the order of bali_position_parts()
    unsigned length, sum;
};

typedef void bali_word_fn(void *context, const struct bali_made *word);

// Words that are long enough, with a column of the seat whose turn it is; or with any, where
// `anybody` is set. Of columns of one seat that are the same card for card the first is used first,
// unless `each` is set.
struct bali_wanted {
    bool anybody, each;
};

void bali_words(const struct bali_position *p, struct bali_wanted wanted, bali_word_fn *sink,
                void *context);

struct bali_step bali_made_step(const struct bali_made *word);

#endif
