// moves: every word that one new letter makes possible, found through the word graph. Each path
// comes once. Where square and letter are known, the search goes from there leftwards through the
// word to its beginning and then on to its end; where all squares and letters are asked for, it
// reads words from their beginning, which takes fewer steps.
#ifndef LOGOMACHY_GAMES_BALDA_MOVES_H
#define LOGOMACHY_GAMES_BALDA_MOVES_H

#include "games/balda/grid.h"
#include "lexicon/graph.h"

// A word that could be made. Lives until the sink returns.
struct balda_found {
    uint8_t square, letter; // what is put where
    uint8_t length;
    uint8_t path[WORD_MAX];
    uint8_t word[WORD_MAX]; // letters along the path
};

// Returns false to stop.
typedef bool balda_found_fn(void *context, const struct balda_found *found);

// All words of two letters or more, in an order of its own. Whether a word is of a class in play or
// has been used is for the sink to say. Returns false if the sink stopped it.
bool balda_find_words(const struct grid *grid, const struct graph *graph, const uint8_t *board,
                      balda_found_fn *sink, void *context);

// The same for one square, if a letter may be put there, and one letter.
bool balda_find_at(const struct grid *grid, const struct graph *graph, const uint8_t *board,
                   unsigned square, unsigned letter, balda_found_fn *sink, void *context);

#endif
