// words: every word that two or more columns of a position make when they are joined now. A
// depth-first walk through the forward part (DAWG) of the word graph, from the top column down.
// Words have far fewer beginnings than runs inside words (games/bali/moves.h), so this is much
// faster than the general join generator.
//
//     struct bali_position position;
//     bali_word_fn *on_word = NULL; /* called for each word */
//     bali_position_init(&position, config, bali_state(view));
//     bali_words(&position, (struct bali_word_filter){0}, on_word, NULL);
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_WORDS_H
#define LOGOMACHY_GAMES_BALI_ENGINE_WORDS_H

#include "games/bali/engine/position.h"

// A word of two columns or more. Lives until the callback returns.
struct bali_found_word {
    unsigned count;       // of columns
    const uint8_t *place; // of each, from the top
    const uint8_t *settle;
    uint32_t parts; // their bits, in the order of bali_position_parts()
    unsigned length, sum;
};

typedef void bali_word_fn(void *context, const struct bali_found_word *word);

// By default: words that use a column of the seat whose turn it is. Of twins, columns of one seat
// that are equal card for card, only the first unused one is tried.
struct bali_word_filter {
    bool any_seat;  // words of any columns
    bool all_twins; // try each of several twins
};

// Words that are long enough to be taken.
void bali_words(const struct bali_position *p, struct bali_word_filter filter,
                bali_word_fn *on_word, void *context);

struct bali_move bali_found_move(const struct bali_found_word *word);

#endif
